//! Tabs that are driven behind others go on as one in front does.

use serde_json::json;
use tabwright_wire::TabId;
use tabwright_wire::verbs;

use crate::stage::{Stage, on_both};

/// Counts what Chrome keeps from a tab that nobody sees.
const LIVELY: &str = "<style>#box{width:10px;transition:width .2s}</style><div id=box>Box</div>\
    <button onclick='1'>Go</button><div style='height:6000px'></div><img id=lazy loading=lazy>\
    <p id=far>Far</p><script>\
    var frames = 0, ticks = 0, seen = false, ended = false, scrolls = 0;\
    lazy.src = 'data:image/svg+xml,<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"9\" height=\"9\"/>';\
    const frame = () => { frames++; requestAnimationFrame(frame) }; requestAnimationFrame(frame);\
    setInterval(() => ticks++, 10);\
    onscroll = () => scrolls++;\
    new IntersectionObserver(([far]) => seen ||= far.isIntersecting).observe(far);\
    box.ontransitionend = () => ended = true;</script>";

const ALL_OF_IT: &str =
    "frames > 60 && ticks > 60 && scrolls > 0 && seen && ended && lazy.naturalWidth === 9";

/// All of it happens (the observer hears of what comes into view only if it was out of it for a frame); how soon is nobody's claim. A hidden tab would never give a frame.
async fn goes_on(stage: &Stage, tab: TabId) {
    let stir = "frames = ticks = scrolls = 0; seen = ended = false; scrollTo(0, 0); \
        requestAnimationFrame(() => requestAnimationFrame(() => requestAnimationFrame(() => { \
        box.style.width = box.offsetWidth + 50 + 'px'; scrollTo(0, 1e6) }))); 1";
    stage.run::<verbs::Eval>(json!({ "tab": tab, "script": stir })).await;
    let wait = json!({ "tab": tab, "for": { "type": "function", "script": ALL_OF_IT } });
    stage.run::<verbs::Wait>(wait).await;
}

on_both! {
    a_tab_opened_behind_others_goes_on_as_one_in_front(stage) {
        let front = stage.show("<p>In front<input autofocus>").await;
        let url = stage.env.site.put("lively", &format!("<!doctype html>{LIVELY}"));
        let tab = stage.run::<verbs::Open>(json!({ "url": url, "background": true })).await.tab;
        goes_on(&stage, tab).await;
        let tabs = stage.run::<verbs::Tabs>(json!({})).await.tabs;
        assert_eq!(tabs.iter().find(|tab| tab.focused).map(|tab| tab.id), Some(front));
    }

    a_tab_that_comes_to_lie_behind_others_goes_on(stage) {
        let tab = stage.show(LIVELY).await;
        stage.click("role=button:Go").await;
        stage.show("<p>In front").await;
        goes_on(&stage, tab).await;
        // In front it is what it is, and behind others again.
        stage.run::<verbs::Switch>(json!({ "tab": tab })).await;
        goes_on(&stage, tab).await;
        stage.show("<p>In front again").await;
        goes_on(&stage, tab).await;
    }
}
