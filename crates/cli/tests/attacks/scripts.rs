//! What scripts try: where they are forbidden, and to press what a click would have asked about.

use serde_json::{Value, json};
use tabwright_testbed::Cdp;

use crate::{Ground, Tally, grounds};

const PLAIN: &str = "<title>plain</title><button id=b onclick=\"this.textContent = 'done'\">go</button>\
    <p id=p>words</p><iframe id=f srcdoc='<p>inner</p>'></iframe>";

#[tokio::test]
async fn where_scripts_are_forbidden_no_verb_runs_one() {
    let (ground, browsers) = grounds().await;
    let mut tally = Tally::default();
    let plain = ground.env.site.put("plain", PLAIN);
    ground.rule(json!({ "client": "noscript", "scripts": false })).await;
    for browser in browsers {
        let run = async |verb: &str, mut params: Value, tab: &Value| {
            params["tab"] = tab.clone();
            ground.verb_in(browser, "noscript", verb, params).await
        };
        let opened = run("open", json!({ "url": plain }), &Value::Null).await;
        assert_eq!(opened.status, 200, "{}", opened.body);
        let tab = opened.json()["tab"].clone();
        let hack = "document.title = 'HACKED'";
        for (verb, params) in [
            ("eval", json!({ "script": hack })),
            ("eval", json!({ "script": format!("return {hack}") })),
            ("eval", json!({ "script": format!("() => {hack}"), "args": [1] })),
            ("eval", json!({ "script": format!("e => {hack}"), "target": "#p" })),
            ("eval", json!({ "script": format!("e => {hack}"), "target": "#p", "all": true })),
            ("eval", json!({ "script": "top.document.title = 'HACKED'", "frame": 1 })),
            ("wait", json!({ "for": { "type": "function", "script": hack }, "timeoutMs": 500 })),
            ("open", json!({ "url": format!("javascript:{hack}"), "in": "current" })),
        ] {
            let attack = format!("{browser:?}: {verb} {params}");
            let answer = run(verb, params, &tab).await;
            let says_why = verb == "open" || answer.body.contains("forbids scripts");
            tally.note(&attack, answer.status != 200 && says_why, answer.body);
        }
        // Everything else goes on.
        for (verb, params, shows) in [
            ("text", json!({}), "words"),
            ("click", json!({ "target": "#b" }), "clicked"),
            ("text", json!({}), "done"),
            ("wait", json!({ "for": { "type": "text", "text": "words" } }), "waitedMs"),
            ("tabs", json!({}), "plain"),
        ] {
            let answer = run(verb, params, &tab).await;
            let held = answer.body.contains(shows) && !answer.body.contains("HACKED");
            tally.note(&format!("{browser:?}: {verb} works"), held, answer.body);
        }
    }
    tally.end();
}

#[tokio::test]
async fn where_scripts_are_forbidden_no_cdp_command_brings_one() {
    let ground = Ground::new().await;
    ground.rule(json!({ "client": "noscript", "scripts": false })).await;
    let shown = ground.browser.open(&ground.env.site.page("harbour")).await;
    let url = format!("{}&client=noscript", ground.env.client().await.cdp_url());
    let client = Cdp::connect(&url).await;
    let target = client.target("harbour", |info| info["title"] == "harbour").await;
    let page = client.attach(target).await;
    let mut tally = Tally::default();
    let hack = "document.title = 'HACKED'";
    let html = format!("<img src=x onerror=\"{hack}\">");
    for (method, params) in [
        ("Runtime.evaluate", json!({ "expression": hack })),
        ("Runtime.evaluate", json!({ "expression": hack, "throwOnSideEffect": true })),
        ("Runtime.callFunctionOn", json!({ "functionDeclaration": format!("() => {hack}") })),
        (
            "Runtime.compileScript",
            json!({ "expression": hack, "sourceURL": "", "persistScript": true }),
        ),
        ("Runtime.runScript", json!({ "scriptId": "1" })),
        ("Debugger.evaluateOnCallFrame", json!({ "callFrameId": "1", "expression": hack })),
        (
            "Debugger.setBreakpointByUrl",
            json!({ "lineNumber": 1, "urlRegex": ".*", "condition": hack }),
        ),
        ("Debugger.setScriptSource", json!({ "scriptId": "1", "scriptSource": hack })),
        ("Page.addScriptToEvaluateOnNewDocument", json!({ "source": hack })),
        ("Page.addScriptToEvaluateOnLoad", json!({ "scriptSource": hack })),
        ("Page.setDocumentContent", json!({ "frameId": "1", "html": html })),
        ("Page.reload", json!({ "scriptToEvaluateOnLoad": hack })),
        ("Page.navigate", json!({ "url": format!("javascript:{hack}") })),
        ("DOM.setOuterHTML", json!({ "nodeId": 1, "outerHTML": html })),
        ("DOM.setAttributeValue", json!({ "nodeId": 1, "name": "onclick", "value": hack })),
        ("DOM.setAttributesAsText", json!({ "nodeId": 1, "text": format!("onclick=\"{hack}\"") })),
        ("Fetch.fulfillRequest", json!({ "requestId": "1", "responseCode": 200 })),
        ("Fetch.continueRequest", json!({ "requestId": "1", "url": ground.ok() })),
        ("Nobody.knowsThis", json!({})),
    ] {
        let answer = page.attempt(method, params.clone()).await;
        let held = answer.as_ref().is_err_and(|why| {
            // What it would be refused for anyway proves nothing.
            why.contains("forbids scripts")
                || method == "Nobody.knowsThis"
                || why.contains("javascript")
        });
        tally.note(&format!("{method} {params}"), held, answer);
    }
    for (method, params) in [
        ("Page.captureScreenshot", json!({})),
        ("DOM.getDocument", json!({})),
        ("Input.insertText", json!({ "text": "x" })),
    ] {
        let answer = page.attempt(method, params).await;
        tally.note(&format!("{method} works"), answer.is_ok(), answer);
    }
    let title = shown.evaluate("document.title").await;
    tally.note("the page is as it was", title == "harbour", title);
    tally.end();
}

/// A function that is waited for goes along when its page goes elsewhere.
#[tokio::test]
async fn a_script_ends_where_the_rules_for_scripts_change() {
    let (ground, browsers) = grounds().await;
    let mut tally = Tally::default();
    ground.env.site.put("calm", "<title>calm</title>");
    let port = ground.env.site.port();
    ground.rule(json!({ "site": "still.localhost", "scripts": false })).await;
    ground.rule(json!({ "site": "calm.localhost", "mode": "read-only" })).await;
    for browser in browsers {
        for host in ["still.localhost", "calm.localhost"] {
            let run = async |verb: &str, params: Value| {
                ground.verb_in(browser, "attacker", verb, params).await
            };
            let opened = run("open", json!({ "url": ground.ok() })).await;
            let tab = opened.json()["tab"].clone();
            let there = format!("http://{host}:{port}/own/calm");
            let leave = format!("setTimeout(() => location = '{there}', 300)");
            let ran = run("eval", json!({ "tab": tab, "script": leave })).await;
            assert_eq!(ran.status, 200, "{}", ran.body);
            let ride = format!("location.hostname == '{host}' && (document.title = 'HACKED')");
            let waited = json!({ "tab": tab, "timeoutMs": 4000,
                "for": { "type": "function", "script": ride } });
            let attack = format!("{browser:?}: a function rides along to {host}");
            let answer = run("wait", waited).await;
            tally.note(&attack, answer.status != 200, answer.body);
            let shown = run("tabs", json!({ "tab": tab })).await;
            tally.note(&attack, !shown.body.contains("HACKED"), shown.body);
            let script = json!({ "tab": tab, "script": "document.title = 'HACKED'" });
            let answer = run("eval", script).await;
            tally.note(&format!("{browser:?}: eval at {host}"), answer.status != 200, answer.body);
        }
    }
    tally.end();
}

/// The title tells what was done.
const SHOP: &str = "<title>shop</title>\
    <button id=pay onclick=\"document.title = 'PAID'\">Pay now</button>\
    <label id=label for=pay>pay by this</label>\
    <div id=down role=button onpointerdown=\"document.title = 'PAID'\">Buy now</div>\
    <button id=send onclick=\"document.title = 'SENT'\">Send message</button>\
    <form id=login action='/own/gone' onsubmit=\"document.title = 'SUBMITTED'; return false\">\
      <input type=password id=pw><button id=enter>Log in</button></form>\
    <form id=bare action='/own/gone'><input type=password value=hunter2></form>\
    <form id=card action='/own/gone'><input autocomplete=cc-number><button>Continue</button></form>\
    <form id=comment onsubmit=\"document.title = 'SENT'; return false\">\
      <textarea name=comment id=words></textarea><button>Post comment</button></form>\
    <button id=harmless onclick=\"document.title = 'FINE'\">Show more</button>\
    <iframe id=f src='/own/till'></iframe>";
const TILL: &str =
    "<title>till</title><button id=pay onclick=\"top.document.title = 'PAID'\">Pay now</button>";

#[tokio::test]
async fn a_script_presses_nothing_that_a_click_would_ask_about() {
    let (ground, browsers) = grounds().await;
    let mut tally = Tally::default();
    let shop = ground.env.site.put("shop", SHOP);
    ground.env.site.put("till", TILL);
    ground.env.site.put("gone", "<title>SUBMITTED</title>");
    for browser in browsers {
        let run = async |client: &str, verb: &str, params: Value| {
            ground.verb_in(browser, client, verb, params).await
        };
        let opened = run("shopper", "open", json!({ "url": shop })).await;
        assert_eq!(opened.status, 200, "{}", opened.body);
        let tab = opened.json()["tab"].clone();
        let fire = "new MouseEvent('click', { bubbles: true })";
        for script in [
            "pay.click()",
            "document.querySelector('#pay').click()",
            &format!("pay.dispatchEvent({fire})"),
            &format!("label.dispatchEvent({fire})"),
            "label.click()",
            "down.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true }))",
            "send.click()",
            "pw.value = 'hunter2'; enter.click()",
            "pw.value = 'hunter2'; login.requestSubmit()",
            "bare.requestSubmit()",
            "bare.submit()",
            "HTMLFormElement.prototype.submit.call(bare)",
            "card.submit()",
            "card.requestSubmit()",
            "words.value = 'hi'; comment.requestSubmit()",
            "f.contentDocument.getElementById('pay').click()",
            "await new Promise(done => setTimeout(done, 50)); return pay.click()",
            "Promise.resolve().then(() => pay.click())",
            "harmless.click(); pay.click()",
        ] {
            let attack = format!("{browser:?}: {script}");
            let answer = run("shopper", "eval", json!({ "tab": tab, "script": script })).await;
            tally.note(&attack, answer.problem() == "denied", &answer.body);
            let now = run("shopper", "tabs", json!({ "tab": tab })).await.json();
            let title = now["tabs"][0]["title"].clone();
            tally.note(&attack, title == "shop" || title == "FINE", &title);
        }
        for (verb, params) in [
            ("eval", json!({ "script": "e => e.click()", "target": "#pay" })),
            ("eval", json!({ "script": "es => es[0].click()", "target": "#pay", "all": true })),
            ("eval", json!({ "script": "() => pay.click()", "args": [] })),
            (
                "wait",
                json!({ "for": { "type": "function", "script": "pay.click() || true" },
                    "timeoutMs": 3000 }),
            ),
        ] {
            let mut params = params;
            params["tab"] = tab.clone();
            let attack = format!("{browser:?}: {verb} {params}");
            let answer = run("shopper", verb, params).await;
            tally.note(&attack, answer.problem() == "denied", &answer.body);
        }
        // Later than its script: nobody is asked any more, and nothing is done.
        let later = "document.title = 'shop'; \
            setTimeout(() => { pay.click(); harmless.click() }, 100)";
        run("shopper", "eval", json!({ "tab": tab, "script": later })).await;
        // A script, too: if the timer falls into it, it is asked about here.
        let fine = json!({ "tab": tab, "timeoutMs": 5000,
            "for": { "type": "function", "script": "document.title != 'shop'" } });
        run("shopper", "wait", fine).await;
        let now = run("shopper", "tabs", json!({ "tab": tab })).await.json();
        let title = now["tabs"][0]["title"].clone();
        tally.note(&format!("{browser:?}: {later}"), title == "FINE", title);
        // What is held of it goes with the page.
        let again = json!({ "tab": tab, "url": shop, "in": "current" });
        run("shopper", "open", again).await;
        // What needs no question needs none by a script either.
        let script = json!({ "tab": tab, "script": "harmless.click(); return document.title" });
        let answer = run("shopper", "eval", script).await;
        tally.note("a harmless press", answer.body.contains("FINE"), answer.body);
        // Whom a rule allows it, it is not held for.
        let script = json!({ "tab": tab, "script": "pay.click(); return document.title" });
        let answer = run("attacker", "eval", script).await;
        tally.note("an allowed press", answer.body.contains("PAID"), answer.body);
        run("shopper", "close", json!({ "tab": tab })).await;
    }
    tally.end();
}

/// A guard that stands already covers no frame that came after it: in the page, or where no list of the page shows it.
#[tokio::test]
async fn a_script_presses_nothing_in_a_frame_that_came_later() {
    let (ground, browsers) = grounds().await;
    let mut tally = Tally::default();
    let bare = ground.env.site.put("bare", "<title>shop</title><div id=host></div>");
    ground.env.site.put("till", TILL);
    let loaded = "await new Promise(done => f.onload = done)";
    for browser in browsers {
        let run = async |verb: &str, params: Value| {
            ground.verb_in(browser, "shopper", verb, params).await
        };
        for (kind, make) in [
            ("a page", format!("document.body.append(f); f.src = '/own/till'; {loaded}")),
            (
                "a page in a shadow",
                format!(
                    "host.attachShadow({{ mode: 'open' }}).append(f); f.src = '/own/till'; {loaded}"
                ),
            ),
            ("text", format!("document.body.append(f); f.srcdoc = till; {loaded}")),
            (
                "nothing at first",
                "document.body.append(f); f.contentDocument.body.innerHTML = till".to_owned(),
            ),
        ] {
            let opened = run("open", json!({ "url": bare, "in": "new" })).await;
            let tab = opened.json()["tab"].clone();
            let eval =
                async |script: &str| run("eval", json!({ "tab": tab, "script": script })).await;
            // Twice: now a guard stands, and is known to be alone.
            for _ in 0..2 {
                let answer = eval("1 + 1").await;
                assert_eq!(answer.status, 200, "{}", answer.body);
            }
            let till = json!(TILL);
            let script = format!(
                "globalThis.f = document.createElement('iframe'); const till = {till}; {make}; return 1"
            );
            let made = eval(&script).await;
            assert_eq!(made.status, 200, "{}", made.body);
            let attack = format!("{browser:?}: a frame of {kind}");
            let pressed = eval("f.contentDocument.getElementById('pay').click()").await;
            tally.note(&attack, pressed.problem() == "denied", &pressed.body);
            let now = run("tabs", json!({ "tab": tab })).await.json();
            tally.note(&attack, !now.to_string().contains("PAID"), &now);
            run("close", json!({ "tab": tab })).await;
        }
    }
    tally.end();
}

/// The person's own clicks, and input that was judged before, are theirs.
#[tokio::test]
async fn what_the_person_presses_is_not_held() {
    let ground = Ground::new().await;
    let mut tally = Tally::default();
    let shop = ground.env.site.put("shop", SHOP);
    ground.env.site.put("till", TILL);
    let shown = ground.browser.open(&shop).await;
    let tab = ground.verb("shopper", "tabs", json!({ "about": "shop" })).await.json();
    let tab = tab["tabs"][0]["id"].clone();
    let held = json!({ "tab": tab, "script": "pay.click()" });
    let answer = ground.verb("shopper", "eval", held).await;
    tally.note("by a script it is held", answer.problem() == "denied", answer.body);
    for (id, title) in [("pay", "PAID"), ("send", "SENT"), ("harmless", "FINE")] {
        let place = shown
            .evaluate(&format!(
                "(() => {{ const r = {id}.getBoundingClientRect(); \
                document.title = 'shop'; return {{ x: r.x + 5, y: r.y + 5 }} }})()"
            ))
            .await;
        for kind in ["mousePressed", "mouseReleased"] {
            let params = json!({ "type": kind, "x": place["x"], "y": place["y"],
                "button": "left", "clickCount": 1 });
            shown.call("Input.dispatchMouseEvent", params).await;
        }
        let now = shown.evaluate("document.title").await;
        tally.note(&format!("the person presses {id}"), now == title, now);
    }
    let click = json!({ "tab": tab, "target": "#harmless" });
    let answer = ground.verb("shopper", "click", click).await;
    tally.note("a click that was judged", answer.status == 200, answer.body);
    tally.end();
}

/// Looking is all that a reader does, by whichever way.
#[tokio::test]
async fn a_reader_changes_nothing_by_scripts_or_input() {
    let ground = Ground::new().await;
    ground.rule(json!({ "client": "reader", "mode": "read-only" })).await;
    let shown = ground.browser.open(&ground.env.site.page("harbour")).await;
    let mut tally = Tally::default();
    let hack = "document.title = 'HACKED'";
    for (verb, params) in [
        ("eval", json!({ "script": hack })),
        ("wait", json!({ "for": { "type": "function", "script": hack }, "timeoutMs": 500 })),
        ("click", json!({ "target": "body" })),
        ("press", json!({ "keys": ["Enter"] })),
        ("mouse", json!({ "do": "down", "at": { "x": 1, "y": 1 } })),
        ("close", json!({})),
        ("reload", json!({})),
    ] {
        let answer = ground.verb("reader", verb, params.clone()).await;
        tally.note(&format!("{verb} {params}"), answer.problem() == "denied", answer.body);
    }
    let url = format!("{}&client=reader", ground.env.client().await.cdp_url());
    let client = Cdp::connect(&url).await;
    let target = client.target("harbour", |info| info["title"] == "harbour").await;
    let page = client.attach(target).await;
    for (method, params) in [
        ("Runtime.evaluate", json!({ "expression": hack })),
        ("Runtime.callFunctionOn", json!({ "functionDeclaration": "() => 1" })),
        ("Input.dispatchMouseEvent", json!({ "type": "mousePressed", "x": 1, "y": 1 })),
        ("Input.dispatchKeyEvent", json!({ "type": "keyDown", "key": "a" })),
        ("Input.insertText", json!({ "text": "x" })),
        ("Input.synthesizeTapGesture", json!({ "x": 1, "y": 1 })),
        ("Page.addScriptToEvaluateOnNewDocument", json!({ "source": hack })),
        ("Page.reload", json!({})),
    ] {
        tally.refused(method, page.attempt(method, params).await);
    }
    let title = shown.evaluate("document.title").await;
    tally.note("the page is as it was", title == "harbour", title);
    tally.end();
}
