//! Keys without a target: they go to what has the focus, and are judged by that, in whichever frame it is.

use serde_json::{Value, json};

use crate::{Tally, grounds};

/// In a frame of another site, the focus moves on to a button that a click would ask about.
const TILL: &str = "<title>till</title><input id=harmless aria-label=Harmless>\
    <button id=pay onclick=\"this.textContent = 'PAID'\">Pay now</button>\
    <script>harmless.onclick = () => pay.focus()</script>";

#[tokio::test]
async fn keys_press_nothing_in_a_frame_that_a_click_would_ask_about() {
    let (ground, browsers) = grounds().await;
    let mut tally = Tally::default();
    let site = &ground.env.site;
    site.put("till", TILL);
    let there = format!("http://till.localhost:{}/own/till", site.port());
    let shop = site.put("shop", &format!("<title>shop</title><iframe src='{there}'></iframe>"));
    for browser in browsers {
        let run = async |verb: &str, params: Value| {
            ground.verb_in(browser, "shopper", verb, params).await
        };
        let opened = run("open", json!({ "url": shop })).await;
        assert_eq!(opened.status, 200, "{}", opened.body);
        let tab = opened.json()["tab"].clone();
        let clicked = run("click", json!({ "tab": tab, "target": "#harmless" })).await;
        assert_eq!(clicked.status, 200, "{}", clicked.body);
        for (verb, params) in [
            ("press", json!({ "keys": ["Enter"] })),
            ("press", json!({ "keys": [" "] })),
            ("press", json!({ "keys": ["Enter"], "input": "synthesised" })),
            ("press", json!({ "keys": [" "], "input": "synthesised" })),
            ("type", json!({ "text": " " })),
            ("type", json!({ "text": "\n" })),
            ("type", json!({ "text": " ", "input": "synthesised" })),
            ("insert", json!({ "text": " " })),
        ] {
            let mut params = params;
            params["tab"] = tab.clone();
            let attack = format!("{browser:?}: {verb} {params}");
            let answer = run(verb, params).await;
            let shown = run("snapshot", json!({ "tab": tab })).await;
            let held = shown.body.contains("Pay now") && !shown.body.contains("PAID");
            tally.note(&attack, held, (answer.body, shown.body));
        }
        run("close", json!({ "tab": tab })).await;
    }
    tally.end();
}
