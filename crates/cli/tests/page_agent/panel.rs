//! Tasks in the side panel, by a real model's wire and in a real browser. The panel is opened as a page.

use serde_json::json;
use tabwright_model_server::{Answer, Gate, NormalizedRequest};
use tabwright_testbed::Session;
use tabwright_wire::{ModelName, SetDefaultModel};

use crate::stage::{COUNTER, Stage, click, finish, newest, number_of, seen};

const TASK: &str = "Please count up for me, as far as I like, at";
async fn panel(stage: &Stage) -> Session {
    let panel = stage.browser.open_extension_page("sidepanel.html").await;
    panel.until("document.querySelector('.composer textarea:not([disabled])') !== null").await;
    panel
}

async fn hand_over(panel: &Session, task: &str) {
    write(panel, task).await;
    press_enter(panel, 0).await;
}

async fn write(panel: &Session, text: &str) {
    // The panel asks for the models as soon as it is connected.
    panel.until("document.querySelector('.picker select') !== null").await;
    panel.evaluate("document.querySelector('.composer textarea').focus()").await;
    panel.call("Input.insertText", json!({ "text": text })).await;
}

const CTRL: u32 = 2;

async fn press_enter(panel: &Session, modifiers: u32) {
    for kind in ["keyDown", "keyUp"] {
        let event = json!({ "type": kind, "key": "Enter", "code": "Enter", "windowsVirtualKeyCode": 13,
            "text": "\r", "modifiers": modifiers });
        panel.call("Input.dispatchKeyEvent", event).await;
    }
}

/// Opens the counter, presses it once, asks whether that is enough, and ends with what it was told.
fn counts(request: &NormalizedRequest) -> Answer {
    let all = seen(request);
    if all.contains("Enough") {
        return finish("I stopped at one, as you said.");
    }
    if all.contains("Count: 1") {
        let ask = json!({ "question": "How far do you like?", "choices": ["Enough", "Once more"] });
        return Answer::text("It says 1 now.").and_call("ask", ask);
    }
    if let Some(more) = number_of(&all, "\"More\"") {
        return Answer::text("I press More.").and_call("act", click(more));
    }
    let url = all.split_whitespace().find(|word| word.starts_with("http://")).unwrap();
    Answer::text("I open the counter.").and_call("navigate", json!({ "url": url }))
}

#[tokio::test]
async fn a_task_is_typed_watched_answered_and_done() {
    let stage = Stage::new(counts).await;
    let page = format!("<!doctype html><title>Counter</title>{COUNTER}");
    let url = stage.env.site.put("counter", &page);
    let one = panel(&stage).await;
    hand_over(&one, &format!("{TASK} {url}")).await;
    one.shows("How far do you like?").await;
    one.shows("Waiting for you").await;
    for words in [TASK, "I press More.", "Click element", "It says 1 now."] {
        one.shows(words).await;
    }
    // Another panel finds the task that is under way, and shows the same.
    let other = panel(&stage).await;
    for words in [TASK, "I press More.", "How far do you like?", "Waiting for you"] {
        other.shows(words).await;
    }
    // A panel that was closed meanwhile comes back to it.
    one.close().await;
    other.evaluate("document.querySelector('.choice input').click()").await;
    other.press("Answer “Enough”", 0).await;
    other.shows("I stopped at one, as you said.").await;
    other.until("document.querySelector('.run-bar') === null").await;
    other
        .until("document.querySelector('.chat-name').textContent.startsWith('Please count')")
        .await;
}

#[tokio::test]
async fn a_question_with_choices_is_answered_in_own_words() {
    let stage = Stage::new(|request| {
        let told = newest(request);
        if let Some((_, answer)) = told.split_once("The person answers: ") {
            return match request.turns() {
                1 => Answer::call("ask", json!({ "question": "And then?", "choices": ["Stop"] })),
                _ => finish(&format!("You said {answer}")),
            };
        }
        let ask = json!({ "question": "How far do you like?", "choices": ["One", "Two"] });
        Answer::text("I must ask.").and_call("ask", ask)
    })
    .await;
    let panel = panel(&stage).await;
    hand_over(&panel, TASK).await;
    panel.shows("How far do you like?").await;
    // In the field of the question, and where tasks are typed.
    panel.evaluate("document.querySelector('.task-question input:not([type])').focus()").await;
    panel.call("Input.insertText", json!({ "text": "up to seven" })).await;
    panel.press("Answer", 0).await;
    panel.shows("And then?").await;
    hand_over(&panel, "tell me a story").await;
    panel.shows("You said tell me a story").await;
    let requests = stage.server.requests();
    assert!(seen(&requests[1].request).contains("The person answers: up to seven"));
}

#[tokio::test]
async fn words_are_added_to_a_task_and_its_picture_is_looked_at() {
    let gate = Gate::new();
    let waits = gate.clone();
    let stage = Stage::new(move |request| {
        let all = seen(request);
        if all.contains("And tell me its colour.") {
            return finish("It is red.");
        }
        match request.turns() {
            0 => {
                let url = all.split_whitespace().find(|word| word.starts_with("http://")).unwrap();
                let open = json!({ "url": url });
                Answer::text("I open it.")
                    .and_call("navigate", open)
                    .and_call("screenshot", json!({}))
            }
            _ => Answer::text("I begin with a long sentence.")
                .and_call("tabs", json!({}))
                .pause_after(4, &waits),
        }
    })
    .await;
    let page = "<!doctype html><title>A red page</title><body style='background: #a00'>";
    let url = stage.env.site.put("red", page);
    let panel = panel(&stage).await;
    hand_over(&panel, &format!("Please look, as long as you like, at {url}")).await;
    panel.shows("I begin").await;
    panel.shows("A red page").await;
    hand_over(&panel, "And tell me its colour.").await;
    panel.until("document.querySelector('.composer textarea').value === ''").await;
    gate.open();
    panel.shows("It is red.").await;
    panel
        .evaluate(
            "for (const part of document.querySelectorAll('summary')) \
        if (part.textContent === 'Show picture') part.click()",
        )
        .await;
    panel.until("document.querySelector('.step-picture img')?.naturalWidth > 0").await;
}

#[tokio::test]
async fn what_a_model_understood_is_remembered_and_asks_no_model_the_next_time() {
    let stage = Stage::new(|request| {
        assert!(request.tools.iter().any(|tool| tool.name == "openWebPage"), "{:?}", request.tools);
        let text = request.last_user_text().to_owned();
        let last = text.split_whitespace().last().unwrap_or_default();
        Answer::call("openWebPage", json!({ "site": last }))
    })
    .await;
    let [one, other] = ["one", "other"]
        .map(|name| stage.env.site.put(name, &format!("<!doctype html><title>{name}</title>")));
    let default = ModelName { name: "openai".to_owned() };
    stage.client().await.call::<SetDefaultModel>(&default).await.unwrap();
    let panel = panel(&stage).await;
    write(&panel, &format!("zeig mir doch mal die Seite {one}")).await;
    press_enter(&panel, CTRL).await;
    panel.shows("Understood with").await;
    panel.press("Remember this way of saying it", 0).await;
    panel.shows("zeig mir doch mal die Seite <site>").await;
    assert_eq!(stage.server.requests().len(), 1);
    hand_over(&panel, &format!("zeig mir doch mal die Seite {other}")).await;
    panel.until("document.querySelectorAll('.step-done').length === 2").await;
    assert_eq!(stage.server.requests().len(), 1, "nobody was asked again");
}

#[tokio::test]
async fn a_command_asks_no_model() {
    let stage = Stage::new(|_| Answer::text("no")).await;
    let panel = panel(&stage).await;
    hand_over(&panel, "open a new tab").await;
    panel.until("document.querySelector('.step-done, .step-failed') !== null").await;
    assert!(stage.server.requests().is_empty());
}

#[tokio::test]
async fn escape_stops_a_task_in_the_middle_of_a_sentence() {
    let gate = Gate::new();
    let waits = gate.clone();
    let stage =
        Stage::new(move |_| Answer::text("I begin with a long sentence.").pause_after(4, &waits))
            .await;
    let panel = panel(&stage).await;
    hand_over(&panel, TASK).await;
    panel.shows("Working").await;
    panel.shows("I begin").await;
    for kind in ["keyDown", "keyUp"] {
        let escape =
            json!({ "type": kind, "key": "Escape", "code": "Escape", "windowsVirtualKeyCode": 27 });
        panel.call("Input.dispatchKeyEvent", escape).await;
    }
    panel.shows("Stopped.").await;
    panel.until("document.querySelector('.run-bar') === null").await;
    gate.open();
}
