//! What can be learnt of a page besides reading it, and its elements given to scripts.

use serde_json::{Value, json};
use tabwright_wire::verbs::{self, ConsoleLevel};
use tabwright_wire::{FoundElement, ProblemCode};

use crate::stage::{Backend, Stage, number_of, on_both};

const FORM: &str = "<h1>Form</h1><label>Name <input id=name value=Ada></label>\
    <ul><li class=row>One</li><li class=row>Two</li><li class=row hidden>Three</li></ul>\
    <input type=checkbox id=tick checked aria-label=Tick><button disabled data-kind=big>Save</button>";

/// A locator of these steps.
fn locator(steps: &[Value]) -> Value {
    json!({ "locator": { "steps": steps } })
}

fn css(selector: &str) -> Value {
    json!({ "by": "css", "selector": selector })
}

fn frame() -> Value {
    json!({ "by": "frame" })
}

async fn query(stage: &Stage, params: Value) -> (u32, Vec<FoundElement>) {
    let found = stage.run::<verbs::Query>(params).await;
    (found.total, found.elements)
}

async fn call(stage: &Stage, params: Value) -> Value {
    let result = stage.run::<verbs::Eval>(params).await;
    serde_json::from_str(result.value.get()).unwrap()
}

/// A page with a frame of another site, and in that one of this site.
async fn nested(stage: &Stage) {
    let site = &stage.env.site;
    site.put(
        "innermost",
        "<!doctype html><title>innermost</title><button id=deep>Deep</button>\
         <button class=two>A</button><button class=two>B</button>",
    );
    site.put(
        "inner",
        "<!doctype html><p>Inner</p><iframe id=in src='{site}/own/innermost'></iframe>",
    );
    let page = "<p>Outer</p><div class=box><iframe src='{other}/own/inner'></iframe></div>";
    stage.show(page).await;
}

on_both! {
    elements_are_looked_up_without_being_touched(stage) {
        stage.show(FORM).await;
        let (total, rows) = query(&stage, json!({ "target": locator(&[css(".row")]) })).await;
        assert_eq!((total, rows.len()), (3, 3));
        let visible: Vec<_> = rows.iter().map(|row| row.visible).collect();
        assert_eq!(visible, [Some(true), Some(true), Some(false)]);
        assert!(rows[0].inner_text.is_none() && rows[0].role.is_some(), "{rows:?}");

        let facts = json!({ "target": "#name", "facts": ["inputValue", "rect"], "attribute": "id" });
        let (_, field) = query(&stage, facts).await;
        assert_eq!(field[0].input_value.as_deref(), Some("Ada"));
        assert_eq!(field[0].attribute.as_deref(), Some("name"));
        assert!(field[0].rect.unwrap().width > 10.0 && field[0].visible.is_none());

        let (_, tick) = query(&stage, json!({ "target": "#tick" })).await;
        assert_eq!((tick[0].checked, tick[0].enabled), (Some(true), Some(true)));
        let (_, save) = query(&stage, json!({ "target": "role=button:Save" })).await;
        assert_eq!((save[0].enabled, save[0].name.as_deref()), (Some(false), Some("Save")));

        let count = json!({ "target": locator(&[css(".row")]), "max": 0 });
        assert_eq!(query(&stage, count).await, (3, Vec::new()));
        assert_eq!(query(&stage, json!({ "target": "#nowhere" })).await, (0, Vec::new()));
        let elsewhere = json!({ "target": locator(&[css("iframe"), frame(), css("p")]) });
        assert_eq!(query(&stage, elsewhere).await, (0, Vec::new()));
    }

    fingerprints_tell_by_what_an_element_is_found_on_another_day(stage) {
        nested(&stage).await;
        stage.show("<h1>Shop</h1><ul><li>Tea <button data-sku=T>Add</button></li>\
            <li>Coffee <button data-sku=C>Add</button></li></ul>\
            <input aria-label=Search><iframe title=Offers src='{other}/own/inner'></iframe>").await;
        // The innermost frame comes last.
        let into = locator(&[css("iframe"), frame(), css("#in"), frame(), css("#deep")]);
        stage.run::<verbs::Wait>(json!({ "for": { "type": "element", "target": into } })).await;

        let coffee = json!({ "target": "[data-sku=C]", "fingerprint": true });
        let (_, found) = query(&stage, coffee).await;
        let like = found[0].fingerprint.clone().unwrap();
        assert_eq!((&*like.role, &*like.name, like.alike, like.place), ("button", "Add", 2, 1));
        assert_eq!(like.item.as_ref().unwrap().text, "Coffee");
        assert_eq!((like.heading.as_deref(), &like.frame), (Some("Shop"), &None));
        assert_eq!(found[0].clone().candidate().unwrap().fingerprint, *like);

        // Buttons of the page and of both frames are told, each with its frame.
        let (total, found) = query(&stage, json!({ "target": { "like": like }, "fingerprint": true })).await;
        let candidates: Vec<_> = found.into_iter().map(|element| element.candidate().unwrap()).collect();
        assert_eq!((total, candidates.len()), (5, 5));
        assert_eq!(candidates[0].fingerprint, *like);
        assert!(candidates.iter().all(|candidate| candidate.is_shown && candidate.is_enabled));
        let deep = candidates.iter().find(|candidate| candidate.fingerprint.name == "Deep").unwrap();
        let around = deep.fingerprint.frame.clone().unwrap();
        assert!(around.address.ends_with("/own/innermost"), "{around:?}");
        assert_eq!(around.title, "");
        assert_eq!(stage.click(deep.number).await.element.unwrap().name, "Deep");

        // In one frame alone it says which that is.
        let (_, frames) = query(&stage, json!({ "target": "iframe" })).await;
        let inner = json!({ "target": "p", "frame": frames[0].number, "fingerprint": true });
        let (_, found) = query(&stage, inner).await;
        let around = found[0].fingerprint.clone().unwrap().frame.unwrap();
        assert!(around.address.ends_with("/own/inner"), "{around:?}");
        assert_eq!(around.title, "Offers");

        // To act on one, there must be one.
        let several = json!({ "target": { "like": { "role": "button", "name": "Add" } }, "timeoutMs": 500 });
        let refused = stage.attempt::<verbs::Click>(several).await.unwrap_err();
        assert_eq!(refused.code, ProblemCode::ElementAmbiguous);
        let search = json!({ "target": { "like": { "role": "searchbox", "name": "Find" } }, "text": "tea" });
        assert_eq!(stage.run::<verbs::Type>(search).await.element.unwrap().name, "Search");
    }

    a_locator_leads_through_frames(stage) {
        nested(&stage).await;
        let into = |last: Value| locator(&[css(".box"), css("iframe"), frame(), css("#in"), frame(), last]);
        let words = json!({ "text": "deep" });
        let deep = into(json!({ "by": "role", "role": "button", "name": words }));
        // The frames may still be on their way: acting waits for them.
        let report = stage.click(deep.clone()).await;
        assert_eq!(report.element.unwrap().name, "Deep");
        let text = stage.run::<verbs::Text>(json!({ "target": deep })).await;
        assert_eq!((text.text.trim(), text.title.as_str()), ("Deep", "innermost"));
        assert_eq!(query(&stage, json!({ "target": into(css(".two")), "max": 0 })).await.0, 2);
        let (_, found) = query(&stage, json!({ "target": into(css("#deep")) })).await;
        assert_eq!(stage.click(found[0].number).await.element.unwrap().name, "Deep");
        let wait = json!({ "for": { "type": "element", "target": into(css("#deep")) } });
        assert_eq!(stage.run::<verbs::Wait>(wait).await.element.unwrap().name, "Deep");
        let gone = locator(&[css("#none"), frame(), css("p")]);
        let wait = json!({ "for": { "type": "element", "target": gone, "state": "hidden" } });
        stage.run::<verbs::Wait>(wait).await;

        let two = json!({ "target": into(css(".two")), "timeoutMs": 500 });
        let refused = stage.attempt::<verbs::Click>(two).await.unwrap_err();
        assert_eq!(refused.code, ProblemCode::ElementAmbiguous);
        let no_frame = json!({ "target": locator(&[css("p"), frame(), css("p")]), "timeoutMs": 500 });
        let refused = stage.attempt::<verbs::Click>(no_frame).await.unwrap_err();
        assert_eq!(refused.code, ProblemCode::WrongKind);
        let nowhere = json!({ "target": locator(&[css("iframe"), frame()]) });
        let refused = stage.attempt::<verbs::Click>(nowhere).await.unwrap_err();
        assert_eq!(refused.code, ProblemCode::BadRequest);
    }

    a_function_gets_elements_and_arguments(stage) {
        stage.show(&format!("{FORM}<div id=host></div><script>own = 3;\
            host.attachShadow({{ mode: 'open' }}).innerHTML = '<i id=shadowed>in</i>'</script>")).await;
        let one = json!({ "target": "#name", "script": "(e, add) => e.value + add + own", "args": ["!"] });
        assert_eq!(call(&stage, one).await, "Ada!3");
        let all = json!({ "target": locator(&[css(".row")]), "all": true,
                          "script": "async (rows, n) => [rows.length, rows[0].textContent, await n]", "args": [2] });
        assert_eq!(call(&stage, all).await, json!([3, "One", 2]));
        let none = json!({ "target": "#nowhere", "all": true, "script": "(rows) => rows.length" });
        assert_eq!(call(&stage, none).await, 0);
        let bare = json!({ "script": "(a, b) => a.x + b // sum", "args": [{ "x": 1 }, 2] });
        assert_eq!(call(&stage, bare).await, 3);
        let shadowed = json!({ "target": "#shadowed", "script": "(e) => e.id + e.isConnected" });
        assert_eq!(call(&stage, shadowed).await, "shadowedtrue");

        let odd = json!({ "target": "#name", "script": "(e) => { const loop = { e }; loop.loop = loop; \
            loop.rest = [undefined, NaN, 1n, () => 1, window]; return loop }" });
        assert_eq!(call(&stage, odd).await, json!({ "e": null, "loop": null, "rest": [null, "NaN", "1", null, null] }));
        assert_eq!(call(&stage, json!({ "target": "#name", "script": "(e) => e" })).await, Value::Null);

        let attempt = async |params: Value| stage.attempt::<verbs::Eval>(params).await.unwrap_err();
        let thrown = attempt(json!({ "target": "#name", "script": "(e) => e.missing.thing" })).await;
        assert_eq!(thrown.code, ProblemCode::ScriptFailed);
        let no_function = attempt(json!({ "target": "#name", "script": "1 + 1" })).await;
        assert!(no_function.title.contains("no function"), "{no_function:?}");
        let missing = attempt(json!({ "target": "#nowhere", "script": "(e) => e", "timeoutMs": 300 })).await;
        assert_eq!(missing.code, ProblemCode::ElementNotFound);
        assert_eq!(attempt(json!({ "script": "() => 1", "all": true })).await.code, ProblemCode::BadRequest);
    }

    a_function_gets_elements_of_frames(stage) {
        nested(&stage).await;
        let deep = locator(&[css("iframe"), frame(), css("#in"), frame(), css("#deep")]);
        let script = "(e, more) => { self.mine = e; return [e.textContent, document.title, more] }";
        let called = call(&stage, json!({ "target": deep, "script": script, "args": [1] })).await;
        assert_eq!(called, json!(["Deep", "innermost", 1]));
        stage.run::<verbs::Wait>(json!({ "for": { "type": "idle" } })).await;
        let number = number_of(&stage.snapshot().await, "button \"Deep\"");
        let again = json!({ "target": number, "script": "(e) => e === self.mine" });
        assert_eq!(call(&stage, again).await, true);
    }

    the_console_is_heard(stage) {
        stage.show("<p>Console</p>").await;
        stage.run::<verbs::Console>(json!({})).await;
        stage.eval("console.log('hello %s', 'you', { a: 1 }); console.warn('careful'); console.debug('small')").await;
        stage.eval("setTimeout(() => { throw new Error('nobody catches it') }); null").await;
        let wait = json!({ "for": { "type": "function", "script": "new Promise(done => setTimeout(done, 0, true))" } });
        stage.run::<verbs::Wait>(wait).await;
        let heard = stage.run::<verbs::Console>(json!({})).await;
        assert!(!heard.just_begun);
        let texts: Vec<_> = heard.messages.iter().map(|message| (message.level, message.text.as_str())).collect();
        assert!(texts.contains(&(ConsoleLevel::Info, "hello you {a: 1}")), "{texts:?}");
        assert!(texts.contains(&(ConsoleLevel::Debug, "small")), "{texts:?}");
        let grave = stage.run::<verbs::Console>(json!({ "level": "error" })).await.messages;
        let thrown = grave.iter().find(|message| message.text.contains("nobody catches it"));
        assert_eq!(thrown.unwrap().level, ConsoleLevel::Error);

        let last = heard.messages.last().unwrap().number;
        stage.run::<verbs::Reload>(json!({})).await;
        stage.eval("console.log('after'); console.log('at last')").await;
        let next = stage.run::<verbs::Console>(json!({ "after": last, "level": "info" })).await.messages;
        let after = next.iter().find(|message| message.text == "after").unwrap();
        assert!(after.number > last);
        let one = stage.run::<verbs::Console>(json!({ "max": 1 })).await.messages;
        assert_eq!((one.len(), one[0].text.as_str()), (1, "at last"));
    }

    requests_are_heard_with_what_they_were_answered(stage) {
        stage.env.site.put("data", "the answer");
        stage.show("<p>Network</p>").await;
        stage.run::<verbs::Network>(json!({})).await;
        stage.eval("const get = await fetch('/own/data?q=1', { headers: { Authorization: 'Bearer x', 'X-Kind': 'y' } }); \
            await get.text(); await fetch('/own/none', { method: 'POST', body: 'a=1' }).then(r => r.text()); return 1").await;
        let asked = stage.run::<verbs::Network>(json!({ "url": "*/own/data*" })).await;
        assert!(!asked.just_begun);
        let [data] = &asked.requests[..] else { panic!("{asked:?}") };
        assert_eq!((data.method.as_str(), data.kind.as_str(), data.status), ("GET", "fetch", Some(200)));
        assert!(data.took_ms.is_some() && data.details.is_none(), "{data:?}");

        let one = stage.run::<verbs::Network>(json!({ "id": data.number })).await;
        let details = one.requests[0].details.as_ref().unwrap();
        assert_eq!((details.response_body.as_deref(), details.base64), (Some("the answer"), false));
        assert_eq!(details.request_headers["Authorization"], "[redacted]");
        assert_eq!(details.request_headers["X-Kind"], "y");
        assert!(details.response_headers.keys().any(|name| name.eq_ignore_ascii_case("content-type")));
        let cut = stage.run::<verbs::Network>(json!({ "id": data.number, "maxChars": 3 })).await;
        assert_eq!(cut.requests[0].details.as_ref().unwrap().response_body.as_deref(), Some("the"));

        let later = stage.run::<verbs::Network>(json!({ "after": data.number, "url": "/none" })).await;
        let post = &later.requests[0];
        assert_eq!((post.method.as_str(), post.status), ("POST", Some(405)));
        let post = stage.run::<verbs::Network>(json!({ "id": post.number })).await;
        assert_eq!(post.requests[0].details.as_ref().unwrap().request_body.as_deref(), Some("a=1"));

        let none = stage.attempt::<verbs::Network>(json!({ "id": 9_999 })).await.unwrap_err();
        assert_eq!(none.code, ProblemCode::BadRequest);
        // Waiting for the network to be quiet does not make Chrome forget what was answered.
        stage.run::<verbs::Wait>(json!({ "for": { "type": "idle" } })).await;
        let still = stage.run::<verbs::Network>(json!({ "id": data.number })).await;
        assert_eq!(still.requests[0].details.as_ref().unwrap().response_body.as_deref(), Some("the answer"));
    }

    the_mouse_is_moved_and_pressed_by_hand(stage) {
        stage.show("<body style='margin:0;height:3000px'><div id=pad style='width:300px;height:200px;background:#eee'></div>\
            <script>seen = []; for (const type of ['mousedown', 'mousemove', 'mouseup', 'dblclick'])\
              pad.addEventListener(type, (e) => seen.push([e.type, e.button, e.buttons, e.clientX, e.clientY]))</script>").await;
        let mouse = async |params: Value| stage.run::<verbs::Mouse>(params).await;
        mouse(json!({ "do": "move", "at": { "x": 20, "y": 30 } })).await;
        mouse(json!({ "do": "down" })).await;
        mouse(json!({ "do": "move", "at": { "x": 120, "y": 60 } })).await;
        mouse(json!({ "do": "up" })).await;
        let seen = stage.eval("seen.splice(0)").await;
        assert_eq!(seen, json!([["mousemove", 0, 0, 20, 30], ["mousedown", 0, 1, 20, 30],
                                ["mousemove", 0, 1, 120, 60], ["mouseup", 0, 0, 120, 60]]));
        mouse(json!({ "do": "down", "at": { "x": 50, "y": 50 }, "button": "right" })).await;
        mouse(json!({ "do": "up", "button": "right" })).await;
        assert_eq!(stage.eval("seen.splice(0).map(([type, button]) => type + button)").await,
            json!(["mousedown2", "mouseup2"]));
        mouse(json!({ "do": "wheel", "wheel": { "x": 0, "y": 400 } })).await;
        let wait = json!({ "for": { "type": "function", "script": "scrollY > 300" } });
        stage.run::<verbs::Wait>(wait).await;
        let how_far = stage.attempt::<verbs::Mouse>(json!({ "do": "wheel" })).await.unwrap_err();
        assert_eq!(how_far.code, ProblemCode::BadRequest);
    }
}

#[tokio::test]
async fn in_the_persons_browser_listening_begins_with_the_first_question() {
    let stage = Stage::new(Backend::Extension).await;
    stage.show("<p>Quiet</p>").await;
    assert!(stage.run::<verbs::Console>(json!({})).await.just_begun);
    assert!(!stage.run::<verbs::Console>(json!({})).await.just_begun);
    assert!(stage.run::<verbs::Network>(json!({})).await.just_begun);
    assert!(!stage.run::<verbs::Network>(json!({})).await.just_begun);
}

#[tokio::test]
async fn over_cdp_a_page_is_heard_from_its_beginning() {
    let stage = Stage::new(Backend::Cdp).await;
    stage.show("<script>console.error('at once')</script><img src=/own/nowhere>").await;
    stage.run::<verbs::Wait>(json!({ "for": { "type": "idle" } })).await;
    let heard = stage.run::<verbs::Console>(json!({ "level": "error" })).await;
    assert!(!heard.just_begun);
    assert!(heard.messages.iter().any(|message| message.text == "at once"), "{heard:?}");
    assert!(heard.messages.iter().any(|message| message.text.contains("404")), "{heard:?}");
    let asked = stage.run::<verbs::Network>(json!({ "url": "/own/" })).await;
    assert!(!asked.just_begun);
    let seen: Vec<_> =
        asked.requests.iter().map(|request| (request.kind.as_str(), request.status)).collect();
    assert_eq!(seen, [("document", Some(200)), ("image", Some(404))]);
}

#[tokio::test]
async fn without_the_debugger_elements_reach_scripts_all_the_same() {
    let stage = Stage::with_settings(Backend::Extension, &[("trusted_input", "false")]).await;
    nested(&stage).await;
    let called =
        json!({ "target": "p", "script": "(e, add) => e.textContent + add", "args": ["!"] });
    assert_eq!(call(&stage, called).await, "Outer!");
    let deep = locator(&[css("iframe"), frame(), css("#in"), frame(), css("#deep")]);
    let called = json!({ "target": deep, "script": "(e) => [e.textContent, e]" });
    assert_eq!(call(&stage, called).await, json!(["Deep", null]));
    for refused in [
        stage.attempt::<verbs::Console>(json!({})).await.unwrap_err(),
        stage.attempt::<verbs::Network>(json!({})).await.unwrap_err(),
        stage.attempt::<verbs::Mouse>(json!({ "do": "down" })).await.unwrap_err(),
    ] {
        assert_eq!(refused.code, ProblemCode::Unsupported);
        assert!(refused.title.contains("trusted_input"), "{refused:?}");
    }
}
