//! What verbs try at a site that is closed to their client.

use serde_json::{Value, json};

use crate::{Ground, SPOILS, Tally, grounds};

#[tokio::test]
async fn waiting_and_downloading_are_judged_by_what_they_do() {
    let ground = Ground::new().await;
    let mut tally = Tally::default();
    let page = ground.browser.open(&ground.env.site.page("harbour")).await;
    ground.rule(json!({ "client": "reader", "mode": "read-only" })).await;
    ground.rule(json!({ "client": "asker", "mode": "ask" })).await;
    ground.rule(json!({ "client": "saver", "mode": "auto", "allow": ["download", "tab"] })).await;
    let hack = json!({ "for": { "type": "function", "script": "document.title = 'HACKED'" },
        "timeoutMs": 1000 });
    for client in ["reader", "asker"] {
        let answer = ground.verb(client, "wait", hack.clone()).await;
        let attack = format!("a function to wait for changes the page of `{client}`");
        tally.note(&attack, answer.problem() == "denied", answer.body);
    }
    let title = page.evaluate("document.title").await;
    tally.note("the title is as it was", title == "harbour", title);

    let own = ground.env.home.data().join("precious.txt");
    std::fs::write(&own, "precious").unwrap();
    for (attack, url, to, code) in [
        ("a file of the bank", ground.bank(), None, "denied"),
        ("a local file", "file:///etc/hostname".to_owned(), None, "denied"),
        ("a page of the browser", "chrome://version/".to_owned(), None, "denied"),
        ("over a file of the person", ground.ok(), Some(own.display().to_string()), ""),
    ] {
        let params = json!({ "url": url, "to": to });
        let answer = ground.verb("saver", "download", params).await;
        let held = answer.status != 200 && (code.is_empty() || answer.problem() == code);
        tally.note(&format!("download: {attack}"), held, answer.body);
    }
    let kept = std::fs::read_to_string(&own).unwrap();
    tally.note("the file is as it was", kept == "precious", kept);
    tally.end();
}

#[tokio::test]
async fn a_closed_site_in_a_frame_is_neither_seen_nor_touched() {
    let (ground, browsers) = grounds().await;
    let mut tally = Tally::default();
    let trap = ground.env.site.put(
        "trap",
        "<title>trap</title><style>body{margin:0}</style>\
         <iframe id=f src='{other}/own/vault' style='width:600px;height:300px;border:0'></iframe>\
         <iframe id=s srcdoc='<p id=own>MINE</p>'></iframe><p>fine</p>",
    );
    for browser in browsers {
        let run = async |verb: &str, params: Value| {
            ground.verb_in(browser, "attacker", verb, params).await
        };
        let opened = run("open", json!({ "url": trap })).await;
        assert_eq!(opened.status, 200, "{}", opened.body);
        let tab = opened.json()["tab"].clone();
        let inside = |selector: &str| {
            json!({ "locator": { "steps": [
                { "by": "css", "selector": "#f" }, { "by": "frame" },
                { "by": "css", "selector": selector },
            ] } })
        };
        let point = json!("40,60");
        let ride = json!({ "type": "function", "script": "document.title = 'HACKED'" });
        for (verb, params) in [
            ("snapshot", json!({ "mode": "full" })),
            ("snapshot", json!({ "within": 100_001 })),
            ("text", json!({})),
            ("text", json!({ "frame": 1 })),
            ("text", json!({ "target": inside("#h") })),
            ("html", json!({})),
            ("html", json!({ "target": inside("body") })),
            ("markdown", json!({})),
            ("markdown", json!({ "target": inside("body") })),
            ("links", json!({})),
            ("query", json!({ "target": inside("#h"), "facts": ["innerText"] })),
            ("eval", json!({ "script": "e => e.innerText", "target": inside("#h") })),
            ("eval", json!({ "script": "document.body.innerText", "frame": 1 })),
            ("eval", json!({ "script": "document.body.innerText", "frame": 100_001 })),
            ("click", json!({ "target": inside("#b"), "timeoutMs": 1500 })),
            ("click", json!({ "target": point })),
            ("hover", json!({ "target": inside("#b"), "timeoutMs": 1500 })),
            ("type", json!({ "target": inside("#i"), "text": "EVIL", "timeoutMs": 1500 })),
            ("press", json!({ "keys": ["Enter"], "target": inside("#b"), "timeoutMs": 1500 })),
            ("press", json!({ "keys": ["Tab", "Enter"] })),
            // Targets are looked for in frames, too, and so is what has the focus.
            ("click", json!({ "target": "#b", "timeoutMs": 700 })),
            ("click", json!({ "target": "#f", "timeoutMs": 1500 })),
            ("click", json!({ "target": "role=button", "timeoutMs": 700 })),
            ("type", json!({ "target": "#i", "text": "EVIL", "timeoutMs": 700 })),
            ("type", json!({ "target": "#f", "text": "EVIL", "timeoutMs": 700 })),
            ("type", json!({ "text": "EVIL", "timeoutMs": 700 })),
            ("insert", json!({ "target": "#i", "text": "EVIL", "timeoutMs": 700 })),
            ("insert", json!({ "text": "EVIL", "timeoutMs": 700 })),
            ("drag", json!({ "from": point, "to": "45,65" })),
            ("mouse", json!({ "do": "down", "at": { "x": 40, "y": 60 } })),
            ("mouse", json!({ "do": "up", "at": { "x": 40, "y": 60 } })),
            ("wait", json!({ "for": ride, "frame": 1, "timeoutMs": 1000 })),
            ("wait", json!({ "for": { "type": "text", "text": SPOILS }, "timeoutMs": 1000 })),
            (
                "wait",
                json!({ "for": { "type": "element", "target": inside("#h") }, "timeoutMs": 1000 }),
            ),
            ("screenshot", json!({})),
            ("screenshot", json!({ "full": true })),
            ("screenshot", json!({ "target": "#f" })),
            ("pdf", json!({})),
            ("network", json!({})),
            ("console", json!({})),
            ("scroll", json!({ "target": inside("#h") })),
        ] {
            let mut params = params;
            params["tab"] = tab.clone();
            let attack = format!("{browser:?}: {verb} {params}");
            let mut answer = run(verb, params).await;
            // What it asked for itself may be in the answer.
            answer.body = answer.body.replace(&format!("\\\"{SPOILS}\\\""), "");
            let is_picture = ["screenshot", "pdf"].contains(&verb) && answer.status == 200;
            let reads = ["snapshot", "text", "html", "markdown", "links", "network", "console"];
            let may_be_done = reads.contains(&verb);
            let held = !answer.body.contains(SPOILS)
                && !is_picture
                && (may_be_done || answer.status != 200);
            tally.note(&attack, held, answer.body);
        }
        // What is its own stays open.
        let own = run("text", json!({ "tab": tab })).await;
        tally.note("the page around is read", own.body.contains("fine"), own.body);
        let own = json!({ "locator": { "steps": [
            { "by": "css", "selector": "#s" }, { "by": "frame" },
            { "by": "css", "selector": "#own" } ] } });
        let own = run("text", json!({ "tab": tab, "target": own })).await;
        tally.note("a frame of its own is read", own.body.contains("MINE"), own.body);
        let script = json!({ "tab": tab, "script": "document.title" });
        let title = run("eval", script).await;
        tally.note("its own page runs scripts", title.body.contains("trap"), title.body);
        run("close", json!({ "tab": tab })).await;
    }
    tally.end();
}

#[tokio::test]
async fn what_follows_a_page_ends_at_the_border() {
    let (ground, browsers) = grounds().await;
    let mut tally = Tally::default();
    let vault = "{other}/own/vault";
    let leaving = ground.env.site.put(
        "leaving",
        &format!(
            "<title>leaving</title><a id=to href='{vault}'>on</a><a id=new target=_blank href='{vault}'>\
             new</a><form action='{vault}'><button id=send>go</button></form>"
        ),
    );
    let redirect = ground.env.site.put(
        "redirect",
        &format!("<title>r</title><meta http-equiv=refresh content='0;url={vault}'>"),
    );
    let vault = vault.replace("{other}", &format!("http://localhost:{}", ground.env.site.port()));
    let leave = format!("setTimeout(() => location = '{vault}', 300)");
    for browser in browsers {
        let run = async |verb: &str, params: Value| {
            ground.verb_in(browser, "attacker", verb, params).await
        };
        let ride = format!("location.hostname == 'localhost' && (document.title = '{SPOILS}!')");
        for (verb, params) in [
            ("wait", json!({ "for": { "type": "function", "script": ride } })),
            ("wait", json!({ "for": { "type": "text", "text": SPOILS } })),
            ("wait", json!({ "for": { "type": "element", "target": "#h" } })),
            ("wait", json!({ "for": { "type": "url", "url": "vault" } })),
            ("wait", json!({ "for": { "type": "url", "url": "*localhost*" } })),
            ("click", json!({ "target": "#b" })),
            ("type", json!({ "target": "#i", "text": "EVIL" })),
            ("hover", json!({ "target": "#b" })),
        ] {
            let opened = run("open", json!({ "url": leaving, "in": "new" })).await;
            assert_eq!(opened.status, 200, "{}", opened.body);
            let tab = opened.json()["tab"].clone();
            let mut params = params;
            params["tab"] = tab.clone();
            params["timeoutMs"] = json!(4000);
            let attack = format!("{browser:?}: {verb} {params} rides along");
            run("eval", json!({ "tab": tab, "script": leave })).await;
            let answer = run(verb, params).await;
            tally.note(&attack, answer.status != 200 && !answer.body.contains(SPOILS), answer.body);
            run("close", json!({ "tab": tab })).await;
        }
        for (verb, params) in [
            ("click", json!({ "target": "#to" })),
            ("click", json!({ "target": "#new" })),
            ("click", json!({ "target": "#send" })),
            ("follow", json!({ "words": "on" })),
            ("press", json!({ "target": "#to", "keys": ["Enter"] })),
            ("eval", json!({ "script": leave })),
            ("open", json!({ "url": redirect })),
            ("open", json!({ "url": vault })),
        ] {
            let opened = run("open", json!({ "url": leaving, "in": "new" })).await;
            let tab = opened.json()["tab"].clone();
            let mut params = params;
            params["tab"] = tab.clone();
            let attack = format!("{browser:?}: {verb} {params}");
            let answer = run(verb, params).await;
            // The page around may tell where its own links lead.
            let leaks =
                answer.body.contains(SPOILS) || answer.body.contains(r#""url":"http://localhost"#);
            tally.note(&attack, !leaks, &answer.body);
            for (then, params) in [
                ("wait", json!({ "for": { "type": "load" }, "timeoutMs": 3000 })),
                ("tabs", json!({})),
                ("text", json!({})),
                ("snapshot", json!({})),
            ] {
                let mut params = params;
                if then != "tabs" {
                    params["tab"] = tab.clone();
                }
                let answer = run(then, params).await;
                let text = answer.body.replace("leaving", "");
                tally.note(&format!("{attack}, then {then}"), !text.contains(SPOILS), answer.body);
            }
            run("close", json!({ "tab": tab })).await;
        }
    }
    let title = ground.browser.open(&vault).await.evaluate("document.title").await;
    tally.note("the vault is as it was", title == SPOILS, title);
    let visits = ground.verb("attacker", "history", json!({})).await;
    tally.note("history leaves it out", !visits.body.contains("vault"), visits.body);
    tally.end();
}
