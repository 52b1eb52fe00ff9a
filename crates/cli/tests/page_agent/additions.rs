//! What the person says to a task that is under way: heard before the next step, once, also after a restart.

use std::sync::atomic::{AtomicUsize, Ordering};

use serde_json::json;
use tabwright_model::Provider;
use tabwright_model_server::{Answer, Fault, Gate, Item, NormalizedRequest};
use tabwright_wire::ProblemCode;
use tabwright_wire::chats::{RunEvent, RunState};

use crate::stage::{Stage, finish};

/// What the person has added, as the model reads it.
fn heard(request: &NormalizedRequest) -> Vec<String> {
    let texts = request.items.iter().filter_map(|item| match item {
        Item::User { text, .. } => Some(text.as_str()),
        _ => None,
    });
    let lines = texts.flat_map(str::lines);
    lines.filter_map(|line| line.strip_prefix("The person adds: ")).map(str::to_owned).collect()
}

#[tokio::test]
async fn words_are_heard_before_the_next_step_on_every_wire() {
    let gates: Vec<_> = Provider::ALL.iter().map(|_| Gate::new()).collect();
    let (waits, asked) = (gates.clone(), AtomicUsize::new(0));
    let stage = Stage::new(move |request| match heard(request).as_slice() {
        [] => Answer::text("Let me look at the tabs first.")
            .and_call("tabs", json!({}))
            .pause_after(1, &waits[asked.fetch_add(1, Ordering::SeqCst)]),
        words => finish(&words.join(" | ")),
    })
    .await;
    for (wire, gate) in Provider::ALL.into_iter().zip(&gates) {
        let before = stage.server.requests().len();
        let chat = stage.start(wire, "Buy apples.", None).await;
        stage.server.received(before + 1).await;
        stage.add(&chat, " Green ones. ").await.unwrap();
        stage.add(&chat, "Three.").await.unwrap();
        gate.open();
        let run = stage.ended(&chat).await;
        assert_eq!(run.answer.as_deref(), Some("Green ones. | Three."), "{wire:?}");
        let told = |event: &RunEvent| match event {
            RunEvent::Added { text } => Some(text.clone()),
            _ => None,
        };
        assert_eq!(stage.until(&chat, "it is told", told).await, "Green ones.", "{wire:?}");
        let refused = stage.add(&chat, "And pears.").await.unwrap_err();
        assert_eq!(refused.code, ProblemCode::NotFound, "{wire:?}");
    }
}

#[tokio::test]
async fn a_model_that_finishes_without_having_heard_goes_on() {
    let gate = Gate::new();
    let waits = gate.clone();
    let stage = Stage::new(move |request| match heard(request).as_slice() {
        [] => finish("Apples.").pause_after(1, &waits),
        words => finish(&words.join(" | ")),
    })
    .await;
    let chat = stage.start(Provider::Anthropic, "Buy apples.", None).await;
    stage.server.received(1).await;
    stage.add(&chat, "And pears.").await.unwrap();
    gate.open();
    let run = stage.ended(&chat).await;
    assert_eq!((run.state, run.answer.as_deref()), (RunState::Finished, Some("And pears.")));
    assert_eq!(stage.server.requests().len(), 2);
}

#[tokio::test]
async fn what_is_said_to_a_paused_task_is_heard_once_also_after_a_restart() {
    let mut stage = Stage::new(|request| match heard(request).as_slice() {
        [_, _] => finish(&heard(request).join(" | ")),
        _ => Answer::text("I think.").with_fault(Fault::HangAfter(1)),
    })
    .await;
    let chat = stage.start(Provider::OpenAi, "Buy apples.", None).await;
    stage.server.received(1).await;
    stage.pause(&chat).await;
    stage.add(&chat, "Green ones.").await.unwrap();
    stage.resume(&chat).await;
    stage.server.received(2).await;
    let second = stage.server.requests().pop().unwrap().request;
    assert_eq!(heard(&second), ["Green ones."]);
    // This one is on disk, and no model has read it yet.
    stage.add(&chat, "Three.").await.unwrap();
    stage.kill_and_restart().await;
    let run = stage.ended(&chat).await;
    assert_eq!(run.answer.as_deref(), Some("Green ones. | Three."), "{run:?}");
}

#[tokio::test]
async fn what_cannot_be_taken_is_refused_in_words() {
    let stage = Stage::new(|_| Answer::text("I think.").with_fault(Fault::HangAfter(1))).await;
    let chat = stage.start(Provider::Gemini, "Buy apples.", None).await;
    let empty = stage.add(&chat, "  ").await.unwrap_err();
    assert_eq!(empty.code, ProblemCode::BadRequest);
    let long = stage.add(&chat, &"a".repeat(4_001)).await.unwrap_err();
    assert!(long.title.contains("4000 characters"), "{long:?}");
    for number in 0..100 {
        stage.add(&chat, &format!("Number {number}.")).await.unwrap();
    }
    let enough = stage.add(&chat, "One more.").await.unwrap_err();
    assert!(enough.title.contains("100 additions"), "{enough:?}");
    stage.stop(&chat).await;
}
