//! What a CDP client tries.

use serde_json::{Value, json};

use crate::{Ground, SECRET, SPOILS, Tally, VAULT};

#[tokio::test]
async fn a_command_that_can_be_read_in_two_ways_leads_nowhere() {
    let ground = Ground::new().await;
    let client = ground.cdp().await;
    let page = ground.page(&client, "harbour").await;
    let mut tally = Tally::default();
    let (ok, bank) = (ground.ok(), ground.bank());
    for elsewhere in
        [&bank, "file:///etc/hostname", "chrome://version/", "chrome-extension://x/ask.html"]
    {
        for (how, params) in [
            ("two keys", format!(r#"{{"url":"{ok}","url":"{elsewhere}"}}"#)),
            ("two keys, turned", format!(r#"{{"url":"{elsewhere}","url":"{ok}"}}"#)),
            ("an escaped key", format!(r#"{{"url":"{ok}","\u0075rl":"{elsewhere}"}}"#)),
        ] {
            let attack = format!("Page.navigate to {elsewhere} by {how}");
            tally.refused(&attack, page.attempt_text("Page.navigate", &params).await);
            let attack = format!("Target.createTarget at {elsewhere} by {how}");
            tally.refused(&attack, client.attempt_text("Target.createTarget", &params).await);
        }
    }
    let script = r#"{"source":"","source":"fetch('/stolen?' + document.body.innerText)"}"#;
    let answer = page.attempt_text("Page.addScriptToEvaluateOnNewDocument", script).await;
    tally.refused("a script in a second key", answer);
    let place = page.evaluate("location.href").await;
    tally.note(
        "the page is where it was",
        place == ground.env.site.page("harbour").as_str(),
        place,
    );
    tally.end();
}

#[tokio::test]
async fn cookies_and_data_of_a_closed_site_are_neither_read_nor_changed() {
    let ground = Ground::new().await;
    let client = ground.cdp().await;
    let page = ground.page(&client, "harbour").await;
    let mut tally = Tally::default();
    let bank = ground.bank();
    let all = json!({});
    for (method, params) in [
        ("Storage.getCookies", all.clone()),
        ("Network.getCookies", all.clone()),
        ("Network.getCookies", json!({ "urls": [bank] })),
        ("Network.getAllCookies", all.clone()),
        (
            "Network.loadNetworkResource",
            json!({ "url": bank, "options": {
            "disableCache": true, "includeCredentials": true } }),
        ),
        ("Network.getCertificate", json!({ "origin": "https://localhost" })),
        ("Tracing.start", json!({ "transferMode": "ReportEvents" })),
    ] {
        let attack = format!("{method} {params}");
        for answer in [
            page.attempt(method, params.clone()).await,
            client.attempt(method, params.clone()).await,
        ] {
            let came = format!("{answer:?}");
            tally.note(&attack, !came.contains(SECRET) && !came.contains("localhost\""), came);
        }
    }
    let planted =
        |field: &str, place: &str| json!({ "name": "planted", "value": "EVIL", field: place });
    for (method, params) in [
        ("Network.setCookie", planted("url", &bank)),
        ("Network.setCookie", planted("domain", "localhost")),
        ("Network.setCookies", json!({ "cookies": [planted("url", &bank)] })),
        ("Storage.setCookies", json!({ "cookies": [planted("domain", "localhost")] })),
        ("Network.deleteCookies", json!({ "name": "session", "url": bank })),
        ("Network.clearBrowserCookies", all.clone()),
        ("Storage.clearCookies", all.clone()),
        ("Storage.clearDataForOrigin", json!({ "origin": bank, "storageTypes": "all" })),
        ("Storage.clearDataForStorageKey", json!({ "storageKey": bank, "storageTypes": "all" })),
    ] {
        let attack = format!("{method} {params}");
        tally.refused(&attack, page.attempt(method, params.clone()).await);
        tally.refused(&attack, client.attempt(method, params).await);
    }
    let left = ground.bank.evaluate("document.cookie").await;
    tally.note(
        "the bank's cookies are as they were",
        left == format!("session={SECRET}").as_str(),
        left,
    );
    tally.end();
}

#[tokio::test]
async fn the_browser_and_the_files_of_the_machine_are_no_clients_to_use() {
    let ground = Ground::new().await;
    let client = ground.cdp().await;
    let page = ground.page(&client, "harbour").await;
    let mut tally = Tally::default();
    let drop = |files: Value| {
        json!({ "type": "drop", "x": 1, "y": 1,
            "data": { "items": [], "files": files, "dragOperationsMask": 1 } })
    };
    for (method, params) in [
        ("Browser.crash", json!({})),
        ("Browser.crashGpuProcess", json!({})),
        ("Page.crash", json!({})),
        ("Browser.close", json!({})),
        ("Extensions.loadUnpacked", json!({ "path": "/tmp" })),
        ("Browser.getBrowserCommandLine", json!({})),
        ("Browser.executeBrowserCommand", json!({ "commandId": "openTabSearch" })),
        ("Tethering.bind", json!({ "port": 9999 })),
        ("SystemInfo.getProcessInfo", json!({})),
        ("Nobody.knowsThis", json!({})),
        ("page.navigate", json!({ "url": ground.bank() })),
        ("Input.dispatchDragEvent", drop(json!(["/etc/hostname"]))),
        ("DOM.setFileInputFiles", json!({ "files": ["/etc/hostname"], "backendNodeId": 1 })),
    ] {
        tally.refused(method, page.attempt(method, params.clone()).await);
        tally.refused(method, client.attempt(method, params).await);
    }
    let title = page.evaluate("document.title").await;
    tally.note("the page is still there", title == "harbour", title);
    tally.end();
}

#[tokio::test]
async fn a_cdp_client_takes_no_page_and_no_script_to_a_closed_site() {
    let ground = Ground::new().await;
    ground.env.site.put("vault", VAULT);
    let vault = format!("http://localhost:{}/own/vault", ground.env.site.port());
    let framed = ground.env.site.put(
        "framed",
        "<title>framed</title><iframe id=f src='{other}/own/vault'></iframe><p>fine</p>",
    );
    let mut tally = Tally::default();
    // A page of the person's with the bank in a frame, which was there before the client came.
    let _person = ground.browser.open(&framed).await;
    let client = ground.cdp().await;
    let target = client.target("framed", |info| info["title"] == "framed").await;
    let page = client.attach(target).await;
    page.attempt(
        "Target.setAutoAttach",
        json!({
            "autoAttach": true, "waitForDebuggerOnStart": false, "flatten": true,
        }),
    )
    .await
    .ok();
    page.evaluate("1").await;
    let seen = format!("{:?}", client.targets());
    tally.note("no session on a frame of the bank", !seen.contains("own/vault"), seen);

    let ride = "addEventListener('DOMContentLoaded', () => { \
        if (location.hostname == 'localhost') document.title = 'HACKED' })";
    let form = format!(
        "const f = document.createElement('form'); f.action = '{vault}'; \
         document.body.append(f); f.submit()"
    );
    let frame = format!(
        "const f = document.createElement('iframe'); f.src = '{vault}'; \
         f.onload = () => document.title = 'done'; document.body.append(f)"
    );
    let fetch = format!(
        "fetch('{vault}', {{ mode: 'no-cors', credentials: 'include' }})\
         .then(() => document.title = '{SPOILS}', () => document.title = 'done')"
    );
    for (how, script) in [
        ("href", format!("location.href = '{vault}'")),
        ("replace", format!("location.replace('{vault}')")),
        ("form", form),
        ("frame", frame),
        ("fetch", fetch),
    ] {
        // The same tab, as the browser itself tells of it.
        let shown = ground.browser.open(&ground.env.site.page(how)).await;
        let target = client.target(how, |info| info["title"] == how).await;
        let page = client.attach(target).await;
        page.call("Page.addScriptToEvaluateOnNewDocument", json!({ "source": ride })).await;
        let ran = page.attempt("Runtime.evaluate", json!({ "expression": script })).await;
        assert!(ran.is_ok(), "{how}: {ran:?}");
        shown
            .until(&format!(
                "document.title == 'done' || location.protocol == 'chrome-error:' || \
                 document.title == '{SPOILS}' || location.hostname == 'localhost'"
            ))
            .await;
        let tree = shown.call("Page.getFrameTree", json!({})).await["frameTree"].clone();
        let (title, host) =
            (shown.evaluate("document.title").await, shown.evaluate("location.hostname").await);
        let came = format!("{title} {host} {}", tree["childFrames"][0]["frame"]["unreachableUrl"]);
        let held = !came.contains(SPOILS)
            && !came.contains("HACKED")
            && host != "localhost"
            && (how != "frame" || came.contains("own/vault"));
        tally.note(&format!("{how} to the bank"), held, came);
    }
    // A rule holds for clients that were at work before it was made.
    let elsewhere = format!("http://late.localhost:{}/own/vault", ground.env.site.port());
    // Without the rule it is there.
    ground.browser.open(&elsewhere).await;
    let shown = ground.browser.open(&ground.env.site.page("early")).await;
    let target = client.target("early", |info| info["title"] == "early").await;
    let page = client.attach(target).await;
    page.call("Runtime.evaluate", json!({ "expression": "1" })).await;
    ground.rule(json!({ "site": "late.localhost", "mode": "deny" })).await;
    let leave = json!({ "expression": format!("location.href = '{elsewhere}'") });
    page.call("Runtime.evaluate", leave).await;
    shown
        .until("location.protocol == 'chrome-error:' || location.hostname == 'late.localhost'")
        .await;
    let host = shown.evaluate("location.hostname").await;
    tally.note("a later rule holds, too", host != "late.localhost", host);
    let title = ground.browser.open(&vault).await.evaluate("document.title").await;
    tally.note("the person goes there all the same, in a tab of their own", title == SPOILS, title);
    tally.end();
}
