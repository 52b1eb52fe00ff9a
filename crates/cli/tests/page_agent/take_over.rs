//! Who holds the wheel: a task is taken over and given back in the side panel, in the popup and in the terminal.

use serde_json::json;
use tabwright_model::Provider;
use tabwright_model_server::Answer;
use tabwright_testbed::Terminal;
use tabwright_wire::chats::{RunEvent, RunState};

use crate::stage::{COUNTER, Stage, finish, newest};

/// Asks, and when it may go on looks what the page says now.
async fn asking() -> Stage {
    Stage::new(|request| {
        if request.turns() == 0 {
            let ask = json!({ "question": "Shall I begin?", "choices": ["Yes", "No"] });
            return Answer::text("I ask first.").and_call("ask", ask);
        }
        match newest(request).split_once("Count: ") {
            Some((_, count)) => finish(&format!("You made it {}.", &count[..1])),
            None => Answer::text("I look.").and_call("snapshot", json!({})),
        }
    })
    .await
}

#[tokio::test]
async fn a_task_is_taken_over_in_the_panel_and_given_back_in_the_popup() {
    let stage = asking().await;
    let (page, tab) = stage.show("counter", COUNTER).await;
    let chat = stage.start(Provider::OpenAi, "Count with me.", Some(tab)).await;
    let panel = stage.browser.open_extension_page("sidepanel.html").await;
    panel.shows("Shall I begin?").await;
    panel.press("Take over", 0).await;
    panel.shows("Your turn").await;
    assert_eq!(stage.last_run(&chat).await.state, RunState::Paused);

    page.evaluate("document.querySelector('button').click()").await;
    let popup = stage.browser.open_extension_page("popup.html").await;
    popup.shows("Count with me.").await;
    popup.shows("Your turn").await;
    popup.press("Give back", 0).await;
    panel.shows("Waiting for you").await;
    popup.press("Take over", 0).await;
    panel.shows("Your turn").await;
    panel.press("Give back", 0).await;
    panel.shows("Waiting for you").await;

    panel.evaluate("document.querySelector('.choice input').click()").await;
    panel.press("Answer “Yes”", 0).await;
    panel.shows("You made it 1.").await;
    popup.until("!document.body.innerText.includes('Count with me.')").await;
}

#[tokio::test]
async fn a_task_is_stopped_in_the_popup() {
    let stage = asking().await;
    let (_page, tab) = stage.show("counter", COUNTER).await;
    let chat = stage.start(Provider::OpenAi, "Count with me.", Some(tab)).await;
    let popup = stage.browser.open_extension_page("popup.html").await;
    popup.shows("Waiting for you").await;
    popup.press("Stop", 0).await;
    assert_eq!(stage.ended(&chat).await.state, RunState::Stopped);
    assert_eq!(stage.server.requests().len(), 1, "the model was asked once and no more");
}

#[tokio::test]
async fn a_task_is_paused_and_let_go_on_in_the_terminal() {
    let stage = asking().await;
    let (page, tab) = stage.show("counter", COUNTER).await;
    let chat = stage.start(Provider::OpenAi, "Count with me.", Some(tab)).await;
    let asked = |event: &RunEvent| match event {
        RunEvent::Ask { ask } => Some(ask.id.clone()),
        _ => None,
    };
    let ask = stage.until(&chat, "the person is asked", asked).await;
    let terminal = Terminal::of(&stage.env);
    terminal.says(&["chats", "pause", chat.as_str()]).await;
    assert_eq!(stage.last_run(&chat).await.state, RunState::Paused);
    page.evaluate("document.querySelector('button').click()").await;
    terminal.says(&["chats", "resume", chat.as_str()]).await;
    stage.answer(&chat, &ask, "Yes").await;
    let run = stage.ended(&chat).await;
    assert_eq!(run.answer.as_deref(), Some("You made it 1."), "{run:?}");
}
