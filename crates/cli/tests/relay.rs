//! The relay in a real Chromium, as bare CDP clients meet it: what goes wrong under them, what the
//! person decides over their heads, and what they are refused. Playwright and Puppeteer have their
//! own suite, `conformance.rs`.

#![allow(clippy::unwrap_used)]

use serde_json::{Value, json};
use tabwright_testbed::{Cdp, Chromium, ResourceBaseline, Session, TestEnv};
use tabwright_wire::{EXTENSION_ID, Event, NoParams, QuitBrowser};

async fn connect(env: &TestEnv) -> Cdp {
    connect_as(env, "client=test").await
}

async fn connect_as(env: &TestEnv, query: &str) -> Cdp {
    Cdp::connect(&format!("{}&{query}", env.client().await.cdp_url())).await
}

/// The person opens a page, and a client takes hold of it.
async fn drive(env: &TestEnv, browser: &Chromium, client: &Cdp, title: &str) -> Session {
    browser.open(&env.site.page(title)).await;
    let target = client.target(title, |info| info["title"] == title).await;
    let page = client.attach(target).await;
    assert_eq!(page.evaluate("document.title").await, title);
    page
}

fn connected(event: &Event) -> Option<()> {
    matches!(event, Event::BrowserConnected { .. }).then_some(())
}

async fn attached_tabs(env: &TestEnv) -> usize {
    env.status().await.clients.iter().map(|client| client.attached_tabs).sum()
}

#[tokio::test]
async fn the_worker_is_lost_in_the_middle_of_a_navigation() {
    let env = TestEnv::new().await;
    let browser = env.browser().await;
    let client = connect(&env).await;
    let page = drive(&env, &browser, &client, "harbour").await;
    let other = drive(&env, &browser, &client, "island").await;

    let before = env.now().await;
    let going = tokio::spawn({
        let (page, slow) = (page.clone(), env.site.slow_page());
        async move { page.attempt("Page.navigate", json!({ "url": slow })).await }
    });
    env.site.until_slow_asked().await;
    browser.stop_worker().await;
    let lost = going.await.unwrap().unwrap_err();
    assert!(lost.contains("Agent channel disconnected"), "{lost}");
    env.after(before, "the extension is back", connected).await;
    env.site.let_slow_go();
    page.until("document.title === 'slow'").await;
    assert_eq!(other.evaluate("document.title").await, "island");
}

#[tokio::test]
async fn the_extension_is_reloaded_in_the_middle_of_a_navigation() {
    let env = TestEnv::new().await;
    let browser = env.browser().await;
    let client = connect(&env).await;
    let page = drive(&env, &browser, &client, "harbour").await;
    page.call("Emulation.setTimezoneOverride", json!({ "timezoneId": "Asia/Tokyo" })).await;
    let zone = "Intl.DateTimeFormat().resolvedOptions().timeZone";
    assert_eq!(page.evaluate(zone).await, "Asia/Tokyo");

    let before = env.now().await;
    let going = tokio::spawn({
        let (page, slow) = (page.clone(), env.site.slow_page());
        async move { page.attempt("Page.navigate", json!({ "url": slow })).await }
    });
    env.site.until_slow_asked().await;
    browser.worker().await.begin("chrome.runtime.reload()");
    assert!(going.await.unwrap().is_err());
    env.after(before, "the extension is back", connected).await;
    env.site.let_slow_go();
    page.until("document.title === 'slow'").await;
    // What was set is set again with the new attachment.
    assert_eq!(page.evaluate(zone).await, "Asia/Tokyo");
}

#[tokio::test]
async fn the_daemon_is_killed_and_a_client_comes_again() {
    let mut env = TestEnv::new().await;
    let browser = env.browser().await;
    let client = connect(&env).await;
    drive(&env, &browser, &client, "harbour").await;
    env.daemon.kill().await;
    client.closed().await;
    env.daemon.restart().await;
    env.until_connected().await;
    let client = connect(&env).await;
    let target = client.target("the page", |info| info["title"] == "harbour").await;
    let page = client.attach(target).await;
    assert_eq!(page.evaluate("document.title").await, "harbour");
}

#[tokio::test]
async fn the_browser_is_killed_under_its_clients() {
    let env = TestEnv::new().await;
    let resource_baseline = ResourceBaseline::of(&env).await;
    let browser = env.browser().await;
    let client = connect(&env).await;
    let page = drive(&env, &browser, &client, "harbour").await;
    let before = env.now().await;
    browser.kill().await;
    env.after(before, "the browser has gone", |event| {
        matches!(event, Event::BrowserDisconnected { .. }).then_some(())
    })
    .await;
    let refused = page.attempt("Runtime.evaluate", json!({ "expression": "1" })).await;
    assert!(refused.unwrap_err().contains("the browser is not connected"));
    drop((page, client));
    env.until_status("the client is gone", |status| status.clients.is_empty()).await;
    resource_baseline.returns(&env).await;
}

#[tokio::test]
async fn a_client_that_goes_gives_its_tabs_back() {
    let env = TestEnv::new().await;
    let browser = env.browser().await;
    let worker = browser.worker().await;
    let resource_baseline = ResourceBaseline::of(&env).await;
    let client = connect(&env).await;
    drive(&env, &browser, &client, "harbour").await;
    assert_eq!(attached_tabs(&env).await, 1);
    drop(client);
    env.until_status("the client is gone", |status| status.clients.is_empty()).await;
    let attached = "chrome.debugger.getTargets()
        .then(all => all.filter(({ tabId, attached, title }) => tabId && attached && title === 'harbour').length)";
    // The test itself holds the page too, and Chrome counts it: it must be the only one left.
    worker.until("true").await;
    let own = worker.evaluate(attached).await;
    let again = "chrome.tabs.query({ title: 'harbour' }).then(([tab]) =>
        chrome.debugger.sendCommand({ tabId: tab.id }, 'Runtime.enable').then(() => 'ours', () => 'free'))";
    assert_eq!(worker.evaluate(again).await, "free", "{own}");
    resource_baseline.returns(&env).await;
}

#[tokio::test]
async fn the_person_sends_a_client_away() {
    let env = TestEnv::new().await;
    let browser = env.browser().await;
    let popup = browser.open_extension_page("popup.html").await;
    let first = connect_as(&env, "client=first").await;
    let second = connect_as(&env, "client=second").await;
    let third = connect_as(&env, "client=third").await;

    popup.until("document.querySelector('[aria-label=\"Disconnect first\"]')").await;
    popup.evaluate("document.querySelector('[aria-label=\"Disconnect first\"]').click()").await;
    first.closed().await;
    popup.until("!document.querySelector('[aria-label=\"Disconnect first\"]')").await;

    let mut command = tokio::process::Command::new(tabwright_testbed::program());
    command.args(["disconnect", "second"]).env("TABWRIGHT_HOME", env.home.moved_to().unwrap());
    let said = command.output().await.unwrap();
    assert_eq!(String::from_utf8_lossy(&said.stdout).trim(), "second is disconnected.");
    second.closed().await;
    let said = command.output().await.unwrap();
    assert!(String::from_utf8_lossy(&said.stderr).contains("no client is called `second`"));

    third.call("Target.getTargets", json!({})).await;
    let id = env.status().await.clients.iter().find(|client| client.name == "third").unwrap().id;
    assert_eq!(env.api("DELETE", &format!("/api/v1/clients/{id}")).await.status, 200);
    third.closed().await;
    let gone = env.api("DELETE", &format!("/api/v1/clients/{id}")).await;
    assert_eq!((gone.status, gone.problem().as_str()), (404, "not-found"));
}

#[tokio::test]
async fn pages_that_chrome_keeps_for_itself_are_refused_with_the_reason() {
    let env = TestEnv::new().await;
    let browser = env.browser().await;
    let client = connect(&env).await;
    browser.begin_open("chrome://version/").await;
    let target = client.target("it", |info| info["url"] == "chrome://version/").await;
    let page = client.attach(target).await;
    let attempt = || page.attempt("Runtime.evaluate", json!({ "expression": "1" }));
    let by_rule = attempt().await.unwrap_err();
    assert!(by_rule.contains("may not be driven or opened"), "{by_rule}");

    // Where a rule lets them be driven, Chrome does not.
    let rule = env.post("/api/v1/rules", json!({ "blocked_schemes": [] })).await;
    assert_eq!(rule.status, 200);
    let refused = attempt().await.unwrap_err();
    assert!(refused.contains("chrome://version/"), "{refused}");
    assert!(refused.contains("Chrome allows no debugger"), "{refused}");

    // A page that may be driven goes to one that may not, and is no longer driven.
    let page = drive(&env, &browser, &client, "harbour").await;
    let _ = page.attempt("Page.navigate", json!({ "url": "chrome://version/" })).await;
    let there =
        |info: &Value| info["targetId"] == *page.target && info["url"] == "chrome://version/";
    client.target("the page where it may not be driven", there).await;
    let refused = page.attempt("Runtime.evaluate", json!({ "expression": "1" })).await;
    assert!(refused.is_err(), "{refused:?}");
}

#[tokio::test]
async fn the_extensions_own_pages_are_nobodys_target() {
    let env = TestEnv::new().await;
    let browser = env.browser().await;
    let client = connect(&env).await;
    browser.open_extension_page("popup.html").await;
    drive(&env, &browser, &client, "harbour").await;
    let ours = |info: &Value| info["url"].as_str().is_some_and(|url| url.contains(EXTENSION_ID));
    assert!(!client.targets().iter().any(ours));
    let listed = client.call("Target.getTargets", json!({})).await;
    assert!(!listed["targetInfos"].as_array().unwrap().iter().any(ours), "{listed}");
    let url = format!("chrome-extension://{EXTENSION_ID}/popup.html");
    let made = client.attempt("Target.createTarget", json!({ "url": url })).await;
    assert!(made.is_err(), "{made:?}");

    let page = drive(&env, &browser, &client, "island").await;
    let refused = page.attempt("Page.navigate", json!({ "url": url })).await;
    assert!(refused.is_err(), "{refused:?}");
    assert_eq!(page.evaluate("document.title").await, "island");

    // The person takes the tab there: it is no target any more.
    let target = page.target.clone();
    let there = format!(
        "chrome.tabs.query({{ title: 'island' }})
        .then(([tab]) => chrome.tabs.update(tab.id, {{ url: {} }})).then(() => 0)",
        json!(url)
    );
    browser.worker().await.evaluate(&there).await;
    client.until_gone(&target).await;
    assert!(page.attempt("Runtime.evaluate", json!({ "expression": "1" })).await.is_err());
}

#[tokio::test]
async fn a_tab_that_chrome_has_put_to_sleep_wakes_when_it_is_driven() {
    let env = TestEnv::new().await;
    let browser = env.browser().await;
    let client = connect(&env).await;
    // Nobody looks at it: a tab in front, or one with a debugger on it, is not put to sleep.
    let worker = browser.worker().await;
    let url = json!(env.site.page("sleeper"));
    worker
        .evaluate(&format!("chrome.tabs.create({{ url: {url}, active: false }}).then(() => 0)"))
        .await;
    let target = client.target("it", |info| info["title"] == "sleeper").await;
    worker
        .evaluate("chrome.tabs.query({ title: 'sleeper' }).then(([tab]) => chrome.tabs.discard(tab.id)).then(() => 0)")
        .await;
    client.until_gone(&target).await;
    let target = client.target("it again", |info| info["title"] == "sleeper").await;
    let page = client.attach(target).await;
    page.until("document.title === 'sleeper' && document.querySelector('h1')").await;
}

#[tokio::test]
async fn a_tab_that_is_dragged_to_another_window_is_driven_on() {
    let env = TestEnv::new().await;
    let browser = env.browser().await;
    let client = connect(&env).await;
    let page = drive(&env, &browser, &client, "harbour").await;
    let window = |bounds: &Value| bounds["windowId"].as_i64().unwrap();
    let before =
        client.call("Browser.getWindowForTarget", json!({ "targetId": page.target })).await;
    let worker = browser.worker().await;
    worker
        .evaluate("chrome.tabs.query({ title: 'harbour' }).then(([tab]) => chrome.windows.create({ tabId: tab.id })).then(() => 0)")
        .await;
    assert_eq!(page.evaluate("document.title").await, "harbour");
    let after = client.call("Browser.getWindowForTarget", json!({ "targetId": page.target })).await;
    assert_ne!(window(&before), window(&after));
}

#[tokio::test]
async fn a_result_of_110_megabytes_arrives_or_fails_alone() {
    let env = TestEnv::new().await;
    let browser = env.browser().await;
    let client = connect(&env).await;
    let page = drive(&env, &browser, &client, "harbour").await;
    let other = drive(&env, &browser, &client, "island").await;
    let huge = json!({ "expression": "'x'.repeat(110e6)", "returnByValue": true });
    match page.attempt("Runtime.evaluate", huge).await {
        Ok(answer) => assert_eq!(answer["result"]["value"].as_str().unwrap().len(), 110_000_000),
        Err(error) => assert!(error.contains("exceed the limit"), "{error}"),
    }
    assert_eq!(page.evaluate("document.title").await, "harbour");
    assert_eq!(other.evaluate("document.title").await, "island");
    assert_eq!(env.status().await.browsers.len(), 1);
}

#[tokio::test]
async fn a_client_may_see_no_tabs_but_its_own() {
    let env = TestEnv::new().await;
    let browser = env.browser().await;
    browser.open(&env.site.page("private")).await;
    let all = connect(&env).await;
    all.target("the person's tab", |info| info["title"] == "private").await;
    let own = connect_as(&env, "client=robot&tabs=own").await;
    assert_eq!(own.call("Target.getTargets", json!({})).await["targetInfos"], json!([]));

    let made = own.call("Target.createTarget", json!({ "url": env.site.page("mine") })).await;
    let mine = own.target("its own tab", |info| info["title"] == "mine").await;
    assert_eq!(made["targetId"], json!(mine));
    let page = own.attach(mine.clone()).await;
    page.until("document.title === 'mine'").await;
    let worker = browser.worker().await;
    let group = "chrome.tabs.query({ title: 'mine' }).then(([tab]) => chrome.tabGroups.get(tab.groupId)).then(group => group.title)";
    assert_eq!(worker.evaluate(group).await, "robot");

    // The person puts a tab into the group, and takes the client's own out of it.
    worker
        .evaluate("Promise.all(['mine', 'private'].map(title => chrome.tabs.query({ title }))).then(([[mine], [other]]) =>
            chrome.tabs.group({ groupId: mine.groupId, tabIds: other.id })).then(() => 0)")
        .await;
    let given = own.target("the tab given", |info| info["title"] == "private").await;
    assert_eq!(own.attach(given).await.evaluate("document.title").await, "private");
    worker
        .evaluate("chrome.tabs.query({ title: 'mine' }).then(([tab]) => chrome.tabs.ungroup(tab.id)).then(() => 0)")
        .await;
    own.until_gone(&mine).await;
    let refused = page.attempt("Runtime.evaluate", json!({ "expression": "1" })).await;
    assert!(refused.is_err(), "{refused:?}");
    let url = format!("{}&tabs=some", env.client().await.cdp_url());
    let refused = tokio_tungstenite::connect_async(url).await.unwrap_err();
    assert!(refused.to_string().contains("400"), "{refused}");
}

#[tokio::test]
async fn a_context_of_its_own_is_an_incognito_window_where_the_person_allows_it() {
    let env = TestEnv::new().await;
    let browser = env.browser().await;
    let client = connect(&env).await;
    let refused = client.attempt("Target.createBrowserContext", json!({})).await.unwrap_err();
    assert!(refused.contains("Allow in Incognito"), "{refused}");

    let before = env.now().await;
    let extensions = browser.begin_open("chrome://extensions/").await;
    extensions.until("globalThis.chrome?.developerPrivate").await;
    let allow = format!(
        "new Promise(done => chrome.developerPrivate.updateExtensionConfiguration(
            {{ extensionId: '{EXTENSION_ID}', incognitoAccess: true }}, () => done(0)))"
    );
    extensions.evaluate(&allow).await;
    env.after(before, "the extension is back", connected).await;

    let page = drive(&env, &browser, &client, "harbour").await;
    page.evaluate("document.cookie = 'where=outside'").await;
    let made = client.call("Target.createBrowserContext", json!({})).await;
    let context = made["browserContextId"].clone();
    let params = json!({ "url": env.site.page("apart"), "browserContextId": context });
    let target = client.call("Target.createTarget", params).await;
    let target = target["targetId"].as_str().unwrap().to_owned();
    let apart = client.attach(target.clone()).await;
    apart.until("document.title === 'apart'").await;
    assert_eq!(apart.evaluate("document.cookie").await, "");
    apart.evaluate("document.cookie = 'where=inside'").await;
    let jar = client.call("Storage.getCookies", json!({ "browserContextId": context })).await;
    assert_eq!(jar["cookies"][0]["value"], "inside", "{jar}");
    assert_eq!(page.evaluate("document.cookie").await, "where=outside");

    // There is only one such place, and others see nothing of it.
    let other = connect(&env).await;
    let taken = other.attempt("Target.createBrowserContext", json!({})).await.unwrap_err();
    assert!(taken.contains("in use"), "{taken}");
    let listed = other.call("Target.getTargets", json!({})).await.to_string();
    assert!(!listed.contains("apart"), "{listed}");

    client.call("Target.disposeBrowserContext", json!({ "browserContextId": context })).await;
    browser.cdp.until_gone(&target).await;
    other.call("Target.createBrowserContext", json!({})).await;
}

#[tokio::test]
async fn a_browser_of_our_own_keeps_its_pipe_when_the_daemon_dies() {
    let mut env = TestEnv::new().await;
    let person = Cdp::connect(&env.our_own_browser().await).await;

    let orphan = open_apart(&env, "apart").await;
    env.daemon.kill().await;
    env.daemon.restart().await;
    env.until_connected().await;
    // Nobody is left who could close it.
    person.until_gone(&orphan.target).await;
    let page = open_apart(&env, "again").await;
    page.until("document.title === 'again'").await;
    env.client().await.call::<QuitBrowser>(&NoParams {}).await.unwrap();
}

/// A page in a context of a new client's own.
async fn open_apart(env: &TestEnv, title: &str) -> Session {
    let client = connect(env).await;
    let made = client.call("Target.createBrowserContext", json!({})).await;
    let url = env.site.page(title);
    let params = json!({ "url": url, "browserContextId": made["browserContextId"] });
    client.call("Target.createTarget", params).await;
    let target = client.target("the page", |info| info["url"] == url).await;
    client.attach(target).await
}
