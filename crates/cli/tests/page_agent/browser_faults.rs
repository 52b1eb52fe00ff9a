//! What goes wrong with the browser while a task is in the middle of an act, and what the person does there meanwhile.
//! The task comes to the right end, and the page is acted on exactly once.

use serde_json::json;
use tabwright_model::Provider;
use tabwright_model_server::{Answer, NormalizedRequest};
use tabwright_testbed::{ChromiumOptions, Session};
use tabwright_wire::chats::{CallState, ChatId, RunEvent, RunState};
use tabwright_wire::{Event, ProblemCode, TabId};

use crate::stage::{PRESS, PRESSED, Stage, finish, newest, number_of, presses_once, seen, until};

/// Also says how often it was pressed before it was loaded.
fn page() -> String {
    format!("{PRESS}<p id=p></p><script>p.textContent = `Loaded with ${{{PRESSED}}}`</script>")
}

/// Presses once and waits for what only a reload shows. Where the outcome is not known it looks at the page first.
fn presses_and_waits(request: &NormalizedRequest) -> Answer {
    let told = newest(request);
    if told.contains("not known whether this was done") && !told.contains("You have no tab") {
        return match told.contains("pressed 1") {
            true => finish("It had been pressed."),
            false => presses_once(request),
        };
    }
    if request.turns() > 0 {
        return finish(&told);
    }
    let press = number_of(&seen(request), "\"Press\"").unwrap();
    let steps = json!([
        { "do": "click", "target": press },
        { "do": "wait", "for": "text", "text": "Loaded with 1", "timeoutMs": 60_000 },
    ]);
    Answer::text("I press it and wait.").and_call("act", json!({ "steps": steps }))
}

/// A task whose page was pressed, and that waits in the middle of the act.
async fn in_mid_act() -> (Stage, Session, TabId, ChatId) {
    let stage = Stage::new(presses_and_waits).await;
    let (session, tab) = stage.show("press", &page()).await;
    let chat = stage.start(Provider::Anthropic, "Press it once.", Some(tab)).await;
    let waits = |event: &RunEvent| match event {
        RunEvent::Tool { state: CallState::Waiting, words, .. } => {
            words.contains("Step 2 of 2").then_some(())
        }
        _ => None,
    };
    stage.until(&chat, "it has pressed and waits", waits).await;
    assert_eq!(session.evaluate(PRESSED).await, 1);
    (stage, session, tab, chat)
}

#[tokio::test]
async fn the_worker_is_stopped() {
    let (stage, page, _, chat) = in_mid_act().await;
    stage.browser.stop_worker().await;
    let run = stage.ended(&chat).await;
    assert_eq!(run.answer.as_deref(), Some("It had been pressed."), "{run:?}");
    assert_eq!(page.evaluate(PRESSED).await, 1);
}

#[tokio::test]
async fn the_browser_is_killed_and_another_is_there() {
    let (stage, _, _, chat) = in_mid_act().await;
    let Stage { env, browser, server } = stage;
    browser.kill().await;
    let stage = Stage { browser: env.launch(ChromiumOptions::default()).await, env, server };
    let run = stage.ended(&chat).await;
    let answer = run.answer.unwrap_or_default();
    assert!(answer.contains("not known whether this was done"), "{answer}");
    assert!(answer.contains("You have no tab"), "{answer}");
    let (page, _) = stage.show("press", &page()).await;
    assert_eq!(page.evaluate(PRESSED).await, 0, "nothing is done in another browser");
}

#[tokio::test]
async fn the_browser_is_killed_and_the_task_pauses_until_it_goes_on() {
    let (stage, _, _, chat) = in_mid_act().await;
    let Stage { env, browser, server } = stage;
    browser.kill().await;
    let paused = |event: &RunEvent| match event {
        RunEvent::Paused { problem } => Some(problem.clone()),
        _ => None,
    };
    let problem = until(&env, &chat, "the task is paused", paused).await;
    assert_eq!(problem.unwrap().code, ProblemCode::NoBrowser);
    let before = env.now().await;
    let browser = env.launch(ChromiumOptions::default()).await;
    let is_back = |event: &Event| matches!(event, Event::BrowserConnected { .. }).then_some(());
    env.after(before, "a browser is there again", is_back).await;
    let stage = Stage { env, browser, server };
    stage.resume(&chat).await;
    let run = stage.ended(&chat).await;
    let answer = run.answer.unwrap_or_default();
    assert!(answer.contains("not known whether this was done"), "{answer}");
}

#[tokio::test]
async fn the_person_closes_the_tab() {
    let (stage, session, _, chat) = in_mid_act().await;
    session.close().await;
    let run = stage.ended(&chat).await;
    assert_eq!(run.state, RunState::Finished, "{run:?}");
    let answer = run.answer.unwrap_or_default();
    assert!(answer.contains("Step 2 of 2 failed"), "{answer}");
    let (again, _) = stage.show("press", &page()).await;
    assert_eq!(again.evaluate(PRESSED).await, 1);
}

#[tokio::test]
async fn the_person_reloads_the_page() {
    let (stage, session, _, chat) = in_mid_act().await;
    session.call("Page.reload", json!({})).await;
    let run = stage.ended(&chat).await;
    assert_eq!(run.state, RunState::Finished, "{run:?}");
    assert!(run.answer.unwrap_or_default().contains("waited"), "the wait went on over the reload");
    assert_eq!(session.evaluate(PRESSED).await, 1);
}
