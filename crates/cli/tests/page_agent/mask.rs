//! What the person sees on the page while a task works in it: the mask, and Stop.

use serde_json::json;
use tabwright_model::Provider;
use tabwright_model_server::{Answer, Gate};
use tabwright_testbed::Session;
use tabwright_wire::chats::{CallState, ChatId, RunEvent, RunState};

use crate::stage::{PRESS, PRESSED, Stage, finish, number_of, seen};

const MASKED: &str = "document.querySelector('html > [popover=manual]') !== null";
const FREE: &str = "document.querySelector('html > [popover=manual]') === null";

#[tokio::test]
async fn stop_on_the_page_stops_the_task() {
    let stage = Stage::new(|request| {
        if request.turns() > 0 {
            return finish("never");
        }
        let press = number_of(&seen(request), "\"Press\"").unwrap();
        let wait = json!({ "do": "wait", "for": "text", "text": "never", "timeoutMs": 60_000 });
        let steps = json!([{ "do": "click", "target": press }, wait]);
        Answer::text("Once, and then I wait.").and_call("act", json!({ "steps": steps }))
    })
    .await;
    let (page, tab) = stage.show("press", PRESS).await;
    page.evaluate("window.heightBefore = innerHeight").await;
    let chat = stage.start(Provider::OpenAi, "Press it.", Some(tab)).await;
    // With the first click Chrome says above the page that it is debugged. Stop stays where it is on the screen, but
    // not where it was in the page.
    page.until(&format!("{PRESSED} > 0 && innerHeight < heightBefore")).await;
    press_stop(&page).await;
    let run = stage.ended(&chat).await;
    assert_eq!(run.state, RunState::Stopped, "{run:?}");
    assert_eq!(page.evaluate(PRESSED).await, json!(1));
    assert_eq!(stage.server.requests().len(), 1);
}

#[tokio::test]
async fn the_page_is_masked_while_the_task_works_and_the_persons_while_they_are_asked() {
    let gate = Gate::new();
    let waits = gate.clone();
    let stage = Stage::new(move |request| {
        if request.turns() == 0 {
            return Answer::text("First a question.")
                .and_call("ask", json!({ "question": "Now?" }));
        }
        Answer::text("I think for a long time.").pause_after(4, &waits)
    })
    .await;
    let (page, tab) = stage.show("press", PRESS).await;
    let chat = stage.start(Provider::OpenAi, "Press it.", Some(tab)).await;
    let asked = |event: &RunEvent| match event {
        RunEvent::Ask { ask } => Some(ask.id.clone()),
        _ => None,
    };
    let ask = stage.until(&chat, "the person is asked", asked).await;
    page.until(FREE).await;
    stage.answer(&chat, &ask, "Yes").await;
    // Nothing was done in the page yet, and the model has not said what it wants there.
    page.until(MASKED).await;
    page.evaluate("window.isOld = true").await;
    page.call("Page.reload", json!({})).await;
    page.until(&format!("!window.isOld && {MASKED}")).await;
    press_stop(&page).await;
    assert_eq!(stage.ended(&chat).await.state, RunState::Stopped);
    page.until(FREE).await;
    gate.open();
}

/// Presses Stop on the page, as the person does.
async fn press_stop(page: &Session) {
    // Nobody waits for the overlay: a quick act can be over before it is shown.
    page.until(MASKED).await;
    // The button is in a closed tree, where only a debugger finds it.
    let document = page.call("DOM.getDocument", json!({ "depth": -1, "pierce": true })).await;
    let button = stop_button(&document["root"]).unwrap();
    let model = page.call("DOM.getBoxModel", json!({ "backendNodeId": button })).await;
    let corner = |at: usize| model["model"]["border"][at].as_f64().unwrap();
    let (x, y) = ((corner(0) + corner(4)) / 2.0, (corner(1) + corner(5)) / 2.0);
    for kind in ["mousePressed", "mouseReleased"] {
        let event = json!({ "type": kind, "x": x, "y": y, "button": "left", "clickCount": 1 });
        page.call("Input.dispatchMouseEvent", event).await;
    }
}

fn stop_button(node: &serde_json::Value) -> Option<u64> {
    let nodes = |name: &str| node[name].as_array().into_iter().flatten();
    if node["nodeName"] == "BUTTON" && nodes("children").any(|text| text["nodeValue"] == "Stop") {
        return node["backendNodeId"].as_u64();
    }
    nodes("shadowRoots").chain(nodes("children")).find_map(stop_button)
}

/// Notes whether there has been a mask from now on, and whether there has been none.
const NOTE: &str = "window.wasMasked = window.wasFree = false; new MutationObserver(() => { \
    const mask = document.querySelector('html > [popover=manual]'); \
    if (mask === null) window.wasFree = true; else window.wasMasked = true; \
    }).observe(document.documentElement, { childList: true })";

/// A task that has acted once, and whose model thinks until the gate is opened. It scrolls: by a click headless Chromium
/// gives the window the focus.
async fn thinking() -> (Stage, Gate) {
    let gate = Gate::new();
    let waits = gate.clone();
    let stage = Stage::new(move |request| match request.turns() {
        0 => {
            let steps = json!([{ "do": "scroll", "to": "bottom" }]);
            Answer::text("I scroll.").and_call("act", json!({ "steps": steps }))
        }
        _ => Answer::text("I think for a long time.").pause_after(4, &waits),
    })
    .await;
    (stage, gate)
}

async fn until_it_thinks(stage: &Stage, chat: &ChatId) {
    let done = |event: &RunEvent| match event {
        RunEvent::Tool { state: CallState::Done, .. } => Some(()),
        _ => None,
    };
    stage.until(chat, "it has acted", done).await;
    stage.server.received(2).await;
}

/// The person goes to another program. Headless Chromium takes the focus from the window, but does not say so: that
/// tabs change places makes the extension look.
async fn look_away(stage: &Stage) {
    const AWAY: &str = "(async () => {
        const [{ id: window }] = await chrome.windows.getAll();
        await chrome.windows.update(window, { focused: false });
        const tabs = await chrome.tabs.query({ windowId: window });
        await chrome.tabs.update(tabs.find(({ active }) => !active).id, { active: true });
        await chrome.tabs.update(tabs.find(({ active }) => active).id, { active: true });
        return (await chrome.windows.get(window)).focused;
    })()";
    assert_eq!(stage.browser.worker().await.evaluate(AWAY).await, json!(false));
}

async fn look_back(stage: &Stage) {
    const BACK: &str = "(async () => {
        const [{ id: window }] = await chrome.windows.getAll();
        return (await chrome.windows.update(window, { focused: true })).focused;
    })()";
    assert_eq!(stage.browser.worker().await.evaluate(BACK).await, json!(true));
}

#[tokio::test]
async fn the_mask_is_where_the_person_looks() {
    let (stage, gate) = thinking().await;
    let (page, tab) = stage.show("press", PRESS).await;
    let chat = stage.start(Provider::OpenAi, "Press it.", Some(tab)).await;
    until_it_thinks(&stage, &chat).await;
    page.until(MASKED).await;
    // Another tab, and back.
    let (other, _) = stage.show("other", "<p>Mine</p>").await;
    page.until(FREE).await;
    page.call("Page.bringToFront", json!({})).await;
    page.until(MASKED).await;
    // Another program, a reload meanwhile, and back.
    look_away(&stage).await;
    page.until(FREE).await;
    page.evaluate("window.isOld = true").await;
    page.call("Page.reload", json!({})).await;
    page.until(&format!("!window.isOld && {FREE}")).await;
    look_back(&stage).await;
    page.until(MASKED).await;
    assert_eq!(other.evaluate(FREE).await, json!(true));
    stage.stop(&chat).await;
    page.until(FREE).await;
    gate.open();
}

#[tokio::test]
async fn a_window_that_nobody_looks_at_gets_no_mask() {
    let (stage, gate) = thinking().await;
    let (page, tab) = stage.show("press", PRESS).await;
    page.evaluate(NOTE).await;
    look_away(&stage).await;
    let chat = stage.start(Provider::OpenAi, "Press it.", Some(tab)).await;
    until_it_thinks(&stage, &chat).await;
    assert_eq!(page.evaluate("wasMasked").await, json!(false));
    look_back(&stage).await;
    page.until("wasMasked").await;
    stage.stop(&chat).await;
    gate.open();
}

#[tokio::test]
async fn mask_and_stop_are_there_again_after_the_worker_was_stopped() {
    let (stage, gate) = thinking().await;
    let (page, tab) = stage.show("press", PRESS).await;
    let chat = stage.start(Provider::OpenAi, "Press it.", Some(tab)).await;
    until_it_thinks(&stage, &chat).await;
    page.until(MASKED).await;
    page.evaluate(NOTE).await;
    stage.browser.stop_worker().await;
    page.until(&format!("wasFree && {MASKED}")).await;
    // The model thinks on, and does nothing on the page.
    press_stop(&page).await;
    assert_eq!(stage.ended(&chat).await.state, RunState::Stopped);
    page.until(FREE).await;
    gate.open();
}
