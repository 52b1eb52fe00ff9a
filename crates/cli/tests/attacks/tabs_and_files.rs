//! What clients try with tabs, bookmarks and files that are the person's.

use serde_json::{Value, json};
use tabwright_testbed::request;
use tabwright_wire::CLIENT_HEADER;

use crate::{Ground, SECRET, SPOILS, Tally, VAULT, grounds};

#[tokio::test]
async fn a_tab_of_the_persons_is_neither_closed_nor_moved_nor_left_unasked() {
    let (ground, browsers) = grounds().await;
    let mut tally = Tally::default();
    let person = ground.browser.open(&ground.env.site.page("diary")).await;
    let elsewhere = ground.env.site.page("elsewhere");
    for browser in browsers {
        let run = async |verb: &str, params: Value| {
            ground.verb_in(browser, "intruder", verb, params).await
        };
        let tabs = run("tabs", json!({ "about": "diary" })).await.json();
        let diary = tabs["tabs"][0]["id"].clone();
        let opened = run("open", json!({ "url": ground.ok() })).await;
        let own = opened.json()["tab"].clone();
        for (verb, params) in [
            ("close", json!({ "tab": diary })),
            ("switch", json!({ "tab": diary })),
            ("switch", json!({ "about": "diary" })),
            ("group", json!({ "tab": diary, "name": "mine" })),
            ("group", json!({ "tab": own, "tabs": [diary], "name": "mine" })),
            ("window", json!({ "tab": own, "tabs": [diary] })),
            ("open", json!({ "tab": diary, "url": elsewhere, "in": "current" })),
            ("search-web", json!({ "tab": diary, "query": "x", "in": "current" })),
            ("back", json!({ "tab": diary })),
            ("reload", json!({ "tab": diary })),
            ("zoom", json!({ "tab": diary, "to": "in" })),
            ("emulate", json!({ "tab": diary, "offline": true })),
            ("close", json!({ "all": true })),
        ] {
            let attack = format!("{browser:?}: {verb} {params}");
            let answer = run(verb, params).await;
            tally.note(&attack, answer.problem() == "denied", answer.body);
        }
        // A tab that was found open is not its own by that.
        let found = run(
            "open",
            json!({ "url": ground.env.site.page("diary"), "in": "existing",
            "background": true }),
        )
        .await;
        assert_eq!(found.json()["tab"], diary, "{}", found.body);
        let answer = run("close", json!({ "tab": diary })).await;
        tally.note("closing what it found", answer.problem() == "denied", answer.body);
        // Its own is its own.
        for (verb, params) in [
            ("reload", json!({ "tab": own })),
            ("open", json!({ "tab": own, "url": elsewhere, "in": "current" })),
            ("zoom", json!({ "tab": own, "to": "in" })),
            ("close", json!({ "tab": own })),
        ] {
            let answer = run(verb, params).await;
            // Zoom is not to be had everywhere.
            let held = answer.problem() != "denied";
            tally.note(&format!("{browser:?}: {verb} of its own"), held, answer.body);
        }
    }
    let title = person.evaluate("document.title").await;
    tally.note("the diary is where it was", title == "diary", title);
    tally.end();
}

#[tokio::test]
async fn words_do_no_more_than_verbs() {
    let (ground, _) = grounds().await;
    let mut tally = Tally::default();
    let person = ground.browser.open(&ground.env.site.page("diary")).await;
    let bearer = format!("Bearer {}", ground.env.agent_token());
    let headers = [("Authorization", bearer.as_str()), (CLIENT_HEADER, "intruder")];
    let port = ground.env.daemon.port();
    for words in [
        "close all tabs",
        "close the diary tab",
        "close this tab",
        "switch to the diary tab",
        "bookmark this page",
        "change the search engine to bing",
        "reload the page",
        "go back",
    ] {
        let body = json!({ "text": words }).to_string();
        let answer = request(port, "POST", "/api/v1/do", &headers, &body).await;
        let held = answer.body.contains("\"denied\"");
        tally.note(&format!("do \"{words}\""), held, answer.body);
    }
    let providers = ground.verb("intruder", "search-providers", json!({})).await.json();
    let bing = providers["providers"].as_array().unwrap().iter().find(|it| it["name"] == "bing");
    let is_default = bing.is_some_and(|bing| bing["isDefault"] == true);
    tally.note("the search engine is as it was", !is_default, providers);
    let title = person.evaluate("document.title").await;
    tally.note("the diary is where it was", title == "diary", title);
    tally.end();
}

#[tokio::test]
async fn bookmarks_and_search_providers_are_the_persons() {
    let ground = Ground::new().await;
    let mut tally = Tally::default();
    let evil = json!({ "name": "evil", "url": "https://evil.test/?q={query}" });
    for (verb, params) in [
        ("bookmark", json!({ "url": "https://evil.test/", "title": "Bank" })),
        ("bookmark", json!({})),
        ("unbookmark", json!({ "id": "1" })),
        ("search-providers", json!({ "choose": "bing" })),
        ("search-providers", json!({ "add": evil })),
        ("search-providers", json!({ "remove": "google" })),
    ] {
        let answer = ground.verb("intruder", verb, params.clone()).await;
        tally.note(&format!("{verb} {params}"), answer.problem() == "denied", answer.body);
    }
    for verb in ["bookmarks", "search-providers"] {
        let answer = ground.verb("intruder", verb, json!({})).await;
        let held = answer.status == 200 && !answer.body.contains("evil.test");
        tally.note(&format!("{verb} are listed"), held, answer.body);
    }
    tally.end();
}

/// By the address bar or a bookmark. Only the extension can tell.
#[tokio::test]
async fn a_tab_is_the_persons_again_when_they_go_elsewhere_in_it() {
    let ground = Ground::new().await;
    let mut tally = Tally::default();
    for transition in ["address_bar", "typed", "auto_bookmark"] {
        let title = format!("lent-{transition}");
        let opened =
            ground.verb("intruder", "open", json!({ "url": ground.env.site.page(&title) })).await;
        let tab = opened.json()["tab"].clone();
        let reload = ground.verb("intruder", "reload", json!({ "tab": tab })).await;
        assert_eq!(reload.status, 200, "{}", reload.body);
        let target =
            ground.browser.cdp.target(&title, |info| info["title"] == title.as_str()).await;
        let shown = ground.browser.cdp.attach(target).await;
        let mail = ground.env.site.page("PRIVATE-MAIL");
        let go = json!({ "url": mail, "transitionType": transition });
        shown.call("Page.navigate", go).await;
        shown.until("document.title == 'PRIVATE-MAIL'").await;
        for (verb, params) in [
            ("close", json!({ "tab": tab })),
            ("reload", json!({ "tab": tab })),
            ("open", json!({ "tab": tab, "url": ground.ok(), "in": "current" })),
        ] {
            let answer = ground.verb("intruder", verb, params).await;
            let attack = format!("{verb} after {transition}");
            tally.note(&attack, answer.problem() == "denied", answer.body);
        }
        let title = shown.evaluate("document.title").await;
        tally.note("the mail is still there", title == "PRIVATE-MAIL", title);
    }
    tally.end();
}

#[tokio::test]
async fn an_agent_chooses_no_place_for_a_file() {
    let (ground, browsers) = grounds().await;
    let mut tally = Tally::default();
    ground.rule(json!({ "client": "saver", "mode": "auto", "allow": ["download", "tab"] })).await;
    let folder = tempfile::tempdir().unwrap();
    let outside = folder.path().join("outside.txt");
    for browser in browsers {
        for to in [
            outside.to_str().unwrap(),
            folder.path().to_str().unwrap(),
            "../outside.txt",
            "inner/../../outside.txt",
            "inner/file.txt",
            ".bashrc",
            "./.bashrc",
            "..",
            "",
            "/",
        ] {
            let params = json!({ "url": ground.ok(), "to": to });
            let answer = ground.verb_in(browser, "saver", "download", params).await;
            let attack = format!("{browser:?}: download to \"{to}\"");
            tally.note(&attack, answer.problem() == "denied", answer.body);
        }
        let name = format!("named-{}.html", browser.unwrap_or("here"));
        let params = json!({ "url": ground.ok(), "to": name });
        let answer = ground.verb_in(browser, "saver", "download", params.clone()).await;
        let path = answer.json()["path"].as_str().unwrap_or_default().to_owned();
        let held = path.ends_with(&name) && std::fs::exists(&path).unwrap();
        tally.note(&format!("{browser:?}: a plain name"), held, &answer.body);
        let again = ground.verb_in(browser, "saver", "download", params).await;
        tally.note(&format!("{browser:?}: the same name"), again.status != 200, again.body);
    }
    tally.note("nothing outside", !std::fs::exists(&outside).unwrap(), &outside);
    tally.end();
}

#[tokio::test]
async fn a_client_without_new_tabs_has_none_however_late_they_come() {
    let (ground, browsers) = grounds().await;
    let mut tally = Tally::default();
    ground.rule(json!({ "client": "single", "new_tabs": false, "allow": ["tab"] })).await;
    let base = ground.env.site.put("base", "<title>base</title><p>base</p>");
    let shown = ground.browser.open(&base).await;
    for browser in browsers {
        let run =
            async |verb: &str, params: Value| ground.verb_in(browser, "single", verb, params).await;
        let tab = run("tabs", json!({ "about": "base" })).await.json()["tabs"][0]["id"].clone();
        let open = "window.w = window.open('/own/base?popup')";
        for (verb, params) in [
            ("eval", json!({ "script": format!("{open}; 1") })),
            ("eval", json!({ "script": format!("setTimeout(() => {{ {open} }}, 200); 1") })),
            ("wait", json!({ "for": { "type": "function", "script": format!("({open}, true)") } })),
        ] {
            shown.evaluate("window.w = undefined").await;
            let mut params = params;
            params["tab"] = tab.clone();
            let attack = format!("{browser:?}: {verb} {params}");
            run(verb, params).await;
            // A popup that was not let out at all is as good.
            shown.until("window.w === null || window.w?.closed").await;
            let closed = shown.evaluate("window.w === null || window.w.closed").await;
            tally.note(&attack, closed == true, closed);
        }
    }
    tally.end();
}

#[tokio::test]
async fn lists_and_completions_leave_out_closed_sites() {
    let ground = Ground::new().await;
    let mut tally = Tally::default();
    ground.env.site.put("vault", VAULT);
    let vault = format!("http://localhost:{}/own/vault", ground.env.site.port());
    ground.browser.open(&vault).await;
    let bearer = format!("Bearer {}", ground.env.agent_token());
    let headers = [("Authorization", bearer.as_str()), (CLIENT_HEADER, "attacker")];
    let port = ground.env.daemon.port();
    for (method, path, body) in [
        ("GET", "/json/list", json!(null)),
        ("GET", "/json", json!(null)),
        ("GET", "/json/list?client=attacker", json!(null)),
        ("POST", "/api/v1/complete", json!({ "text": "switch to " })),
        ("POST", "/api/v1/complete", json!({ "text": "switch to v" })),
        ("POST", "/api/v1/complete", json!({ "text": "close the v", "max": 50 })),
        ("POST", "/api/v1/understand", json!({ "text": "switch to the vault" })),
        ("POST", "/api/v1/tabs", json!({})),
    ] {
        let body = if body.is_null() { String::new() } else { body.to_string() };
        let answer = request(port, method, path, &headers, &body).await;
        let leaks = [SPOILS, "localhost:", SECRET].iter().any(|it| answer.body.contains(it));
        let attack = format!("{method} {path} {body}");
        tally.note(&attack, answer.status == 200 && !leaks, answer.body);
    }
    tally.end();
}
