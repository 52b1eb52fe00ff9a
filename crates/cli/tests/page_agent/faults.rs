//! What goes wrong: with the model, with the daemon, by the person's word. The page is acted on exactly once.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Instant;

use serde_json::json;
use tabwright_model::Provider;
use tabwright_model_server::{Answer, AnswerPart, Fault, Gate, NormalizedRequest};
use tabwright_wire::ProblemCode;
use tabwright_wire::chats::{CallState, RunEvent, RunState};

use crate::stage::{PRESS, PRESSED, Stage, click, finish, newest, number_of, presses_once, seen};

/// The first so many requests meet with these, and then all is well.
fn after_faults(
    faults: Vec<Fault>,
    then: impl Fn(&NormalizedRequest) -> Answer + Send + Sync + 'static,
) -> impl Fn(&NormalizedRequest) -> Answer + Send + Sync + 'static {
    let count = AtomicUsize::new(0);
    move |request| {
        let answer = then(request);
        match faults.get(count.fetch_add(1, Ordering::SeqCst)) {
            Some(fault) => answer.with_fault(fault.clone()),
            None => answer,
        }
    }
}

#[tokio::test]
async fn a_model_that_breaks_off_is_asked_again_and_the_page_is_touched_once() {
    for (wire, fault) in [
        (Provider::OpenAi, Fault::CutInCall),
        (Provider::Anthropic, Fault::CutAfter(3)),
        (Provider::Gemini, Fault::NoStop),
        (Provider::Ollama, Fault::RateLimited { retry_after_s: Some(0) }),
    ] {
        let stage = Stage::new(after_faults(vec![fault.clone()], presses_once)).await;
        let (page, tab) = stage.show("press", PRESS).await;
        let chat = stage.start(wire, "Press it once.", Some(tab)).await;
        let run = stage.ended(&chat).await;
        assert_eq!(run.state, RunState::Finished, "{fault:?} {run:?}");
        assert_eq!(page.evaluate(PRESSED).await, 1, "{fault:?}");
        assert_eq!(stage.server.requests().len(), 3, "{fault:?}");
        let retry = |event: &RunEvent| matches!(event, RunEvent::Retry { .. }).then_some(());
        stage.until(&chat, "the retry is told", retry).await;
    }
}

#[tokio::test]
async fn a_wrong_key_ends_the_run_and_it_goes_on_when_that_is_mended() {
    let stage = Stage::new(after_faults(vec![Fault::WrongKey], presses_once)).await;
    let (page, tab) = stage.show("press", PRESS).await;
    let chat = stage.start(Provider::OpenAi, "Press it once.", Some(tab)).await;
    let run = stage.ended(&chat).await;
    assert_eq!(run.state, RunState::Failed);
    let problem = run.problem.unwrap();
    assert_eq!(problem.code, ProblemCode::ModelFailed);
    assert!(problem.fix.contains("tabwright model add"), "{problem:?}");
    stage.resume(&chat).await;
    let done = |event: &RunEvent| matches!(event, RunEvent::Finished { .. }).then_some(());
    stage.until(&chat, "it is finished", done).await;
    assert_eq!(page.evaluate(PRESSED).await, 1);
}

#[tokio::test]
async fn wrong_calls_are_sent_back_with_the_schema_and_three_in_a_row_end_the_run() {
    let stage = Stage::new(|request| match request.turns() {
        0 => Answer::call("act", json!({ "clicks": [1] })),
        1 => Answer::call("conjure", json!({})),
        2 => Answer::new(vec![AnswerPart::RawCall {
            name: "ask".to_owned(),
            arguments: "{\"question\": \"half".to_owned(),
        }]),
        _ => finish("never"),
    })
    .await;
    let (_page, tab) = stage.show("press", PRESS).await;
    let run = stage.run(Provider::OpenAi, "Press it.", Some(tab)).await;
    assert_eq!(run.state, RunState::Failed, "{run:?}");
    assert!(run.problem.unwrap().title.contains("three times in a row"));
    let requests = stage.server.requests();
    assert_eq!(requests.len(), 3);
    assert!(seen(&requests[1].request).contains("`act` does not take these arguments"));
    assert!(seen(&requests[2].request).contains("There is no tool of that name"));
}

#[tokio::test]
async fn a_call_that_is_almost_right_is_repaired_and_done() {
    let stage = Stage::new(|request| {
        if request.turns() > 0 {
            return finish("pressed");
        }
        let press = number_of(&seen(request), "\"Press\"").unwrap();
        let arguments = json!(click(press).to_string()).to_string();
        Answer::new(vec![AnswerPart::RawCall { name: "act".to_owned(), arguments }])
    })
    .await;
    let (page, tab) = stage.show("press", PRESS).await;
    let run = stage.run(Provider::OpenAi, "Press it.", Some(tab)).await;
    assert_eq!(run.state, RunState::Finished, "{run:?}");
    assert_eq!(page.evaluate(PRESSED).await, 1);
}

#[tokio::test]
async fn the_person_stops_a_run_in_the_middle_of_a_models_answer() {
    let stage = Stage::new(|_| Answer::text("Let me think.").with_fault(Fault::HangAfter(2))).await;
    let (_page, tab) = stage.show("press", PRESS).await;
    for wire in Provider::ALL {
        let before = stage.server.requests().len();
        let chat = stage.start(wire, "Press it.", Some(tab)).await;
        stage.server.received(before + 1).await;
        let asked = Instant::now();
        let run = stage.stop(&chat).await;
        println!("{wire:?}: stopped after {:?}", asked.elapsed());
        assert_eq!(run.state, RunState::Stopped, "{wire:?}");
        stage.server.aborted().await;
    }
}

#[tokio::test]
async fn the_person_takes_over_and_gives_it_back() {
    let asked = Arc::new(AtomicUsize::new(0));
    let count = Arc::clone(&asked);
    let stage = Stage::new(move |request| {
        if count.fetch_add(1, Ordering::SeqCst) == 0 {
            return Answer::fault(Fault::Hang);
        }
        let all = newest(request);
        match all.contains("by the person") {
            true => finish("The person did it."),
            false => Answer::text(format!("I do not see it in: {all}")),
        }
    })
    .await;
    let (page, tab) = stage.show("press", "<p id=p>nothing</p><button>Press</button>").await;
    let chat = stage.start(Provider::Ollama, "See who did it.", Some(tab)).await;
    stage.server.received(1).await;
    assert_eq!(stage.pause(&chat).await.state, RunState::Paused);
    page.evaluate("document.querySelector('#p').textContent = 'done by the person'").await;
    stage.resume(&chat).await;
    let run = stage.ended(&chat).await;
    assert_eq!(run.answer.as_deref(), Some("The person did it."), "{run:?}");
}

#[tokio::test]
async fn a_daemon_that_is_killed_while_the_model_thinks_goes_on_and_repeats_nothing() {
    let asked = Arc::new(AtomicUsize::new(0));
    let count = Arc::clone(&asked);
    let mut stage = Stage::new(move |request| {
        let answer = presses_once(request);
        // The request after the press never gets its answer from the first daemon.
        match count.fetch_add(1, Ordering::SeqCst) {
            1 => answer.with_fault(Fault::Hang),
            _ => answer,
        }
    })
    .await;
    let (page, tab) = stage.show("press", PRESS).await;
    let chat = stage.start(Provider::Anthropic, "Press it once.", Some(tab)).await;
    stage.server.received(2).await;
    stage.kill_and_restart().await;
    let run = stage.ended(&chat).await;
    assert_eq!(run.state, RunState::Finished, "{run:?}");
    assert_eq!(page.evaluate(PRESSED).await, 1);
    let last = stage.server.requests().pop().unwrap().request;
    assert!(newest(&last).contains("The task goes on after a pause"), "{}", newest(&last));
    assert!(newest(&last).contains("pressed 1"), "{}", newest(&last));
}

#[tokio::test]
async fn a_daemon_that_is_killed_in_the_middle_of_an_act_does_not_do_it_again() {
    let mut stage = Stage::new(|request| {
        let told = newest(request);
        if told.contains("not known whether this was done") {
            // A careful model looks whether it was.
            return match told.contains("pressed 1") {
                true => finish("It had been pressed."),
                false => presses_once(request),
            };
        }
        match request.turns() {
            0 => {
                let press = number_of(&seen(request), "\"Press\"").unwrap();
                let steps = json!([
                    { "do": "click", "target": press },
                    { "do": "wait", "for": "text", "text": "never there", "timeoutMs": 60_000 },
                ]);
                Answer::text("I press it and wait.").and_call("act", json!({ "steps": steps }))
            }
            _ => finish("too early"),
        }
    })
    .await;
    let (page, tab) = stage.show("press", PRESS).await;
    let chat = stage.start(Provider::Gemini, "Press it once.", Some(tab)).await;
    page.until(&format!("{PRESSED} === 1")).await;
    stage.kill_and_restart().await;
    let run = stage.ended(&chat).await;
    assert_eq!(run.answer.as_deref(), Some("It had been pressed."), "{run:?}");
    assert_eq!(page.evaluate(PRESSED).await, 1);
}

/// Where in a step the daemon is killed; the other phases have tests of their own around this one.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Phase {
    /// The model was asked for the first time, and nothing has been done.
    FirstQuestion,
    /// Half of the first answer has come.
    HalfAnAnswer,
    /// The first of two calls is done, and the second is under way.
    BetweenCalls,
}

#[tokio::test]
async fn a_daemon_that_is_killed_at_any_point_of_a_step_presses_once() {
    for phase in [Phase::FirstQuestion, Phase::HalfAnAnswer, Phase::BetweenCalls] {
        let asked = AtomicUsize::new(0);
        let never = Gate::new();
        let mut stage = Stage::new(move |request| {
            let is_first = asked.fetch_add(1, Ordering::SeqCst) == 0;
            if seen(request).contains("pressed 1") {
                return finish("pressed");
            }
            let answer = presses_once(request);
            match phase {
                Phase::FirstQuestion if is_first => answer.with_fault(Fault::Hang),
                Phase::HalfAnAnswer if is_first => answer.pause_after(3, &never),
                Phase::BetweenCalls if is_first => {
                    let wait = json!({ "do": "wait", "for": "text", "text": "never", "timeoutMs": 60_000 });
                    answer.and_call("act", json!({ "steps": [wait] }))
                }
                _ => answer,
            }
        })
        .await;
        let (page, tab) = stage.show("press", PRESS).await;
        let chat = stage.start(Provider::Ollama, "Press it once.", Some(tab)).await;
        match phase {
            Phase::FirstQuestion => stage.server.received(1).await,
            Phase::HalfAnAnswer => {
                let begun =
                    |event: &RunEvent| matches!(event, RunEvent::Delta { .. }).then_some(());
                stage.until(&chat, "the model writes", begun).await;
            }
            Phase::BetweenCalls => {
                let done = |event: &RunEvent| match event {
                    RunEvent::Tool { state: CallState::Done, .. } => Some(()),
                    _ => None,
                };
                stage.until(&chat, "the first call is done", done).await;
            }
        }
        stage.kill_and_restart().await;
        let run = stage.ended(&chat).await;
        assert_eq!(run.state, RunState::Finished, "{phase:?} {run:?}");
        assert_eq!(page.evaluate(PRESSED).await, 1, "{phase:?}");
    }
}

#[tokio::test]
async fn a_tab_is_handed_over_after_a_restart() {
    let mut stage = Stage::new(presses_once).await;
    for round in 0..2 {
        if round > 0 {
            stage.kill_and_restart().await;
        }
        let (page, tab) = stage.show(&format!("press{round}"), PRESS).await;
        page.evaluate("localStorage.clear()").await;
        for wire in [Provider::OpenAi, Provider::Gemini] {
            let run = stage.run(wire, "Press it once.", Some(tab)).await;
            assert_eq!(run.state, RunState::Finished, "{round} {wire:?} {run:?}");
        }
        assert_eq!(page.evaluate(PRESSED).await, 2, "{round}");
    }
}

#[tokio::test]
async fn a_question_waits_over_a_restart() {
    let mut stage = Stage::new(|request| match request.turns() {
        0 => Answer::text("I must ask.")
            .and_call("ask", json!({ "question": "Which colour?", "choices": ["red", "blue"] })),
        _ => finish(&newest(request)),
    })
    .await;
    for wire in Provider::ALL {
        let chat = stage.start(wire, "Choose.", None).await;
        let asked = |event: &RunEvent| match event {
            RunEvent::Ask { ask } => Some(ask.clone()),
            _ => None,
        };
        let ask = stage.until(&chat, "it asks", asked).await;
        assert_eq!(ask.choices, ["red", "blue"]);
        if wire == Provider::OpenAi {
            stage.kill_and_restart().await;
        }
        let run = stage.last_run(&chat).await;
        assert_eq!((run.state, run.ask), (RunState::Waiting, Some(ask.clone())), "{wire:?}");
        // It waits in the memory of the daemon, too, as soon as it has found its run again.
        let resumed = |event: &RunEvent| match event {
            RunEvent::Resumed { .. } => Some(()),
            _ => None,
        };
        if wire == Provider::OpenAi {
            stage.until(&chat, "it is found again", resumed).await;
        }
        // The choices are offers.
        let answer = if wire == Provider::Gemini { "a very light blue" } else { "blue" };
        stage.answer(&chat, &ask.id, answer).await;
        let run = stage.ended(&chat).await;
        let told = format!("The person answers: {answer}");
        assert!(run.answer.unwrap().contains(&told), "{wire:?}");
    }
}

#[tokio::test]
async fn limits_end_a_run_with_their_reason() {
    let stage = Stage::new(|request| {
        let more = number_of(&seen(request), "\"Press\"").unwrap();
        Answer::text("Again.").and_call("act", click(more))
    })
    .await;
    let (page, tab) = stage.show("press", PRESS).await;
    let client = stage.client().await;
    let new = tabwright_wire::chats::NewSession::default();
    let session = client.call::<tabwright_wire::CreateSession>(&new).await.unwrap().id;
    let params = tabwright_wire::chats::StartRunParams {
        session: session.clone(),
        task: "Press it for ever.".to_owned(),
        model: Some("openai".to_owned()),
        tab: Some(tab),
        max_steps: Some(3),
    };
    client.call::<tabwright_wire::StartRun>(&params).await.unwrap();
    let run = stage.ended(&session).await;
    assert_eq!((run.state, run.spent.steps), (RunState::Failed, 3));
    let problem = run.problem.unwrap();
    assert_eq!(problem.code, ProblemCode::TaskLimit);
    assert!(problem.title.contains("3 steps"), "{problem:?}");
    assert_eq!(page.evaluate(PRESSED).await, 3);
    let last = stage.server.requests().pop().unwrap().request;
    assert!(last.last_user_text().contains("one of the last steps"));
}

#[tokio::test]
async fn a_task_after_one_that_was_stopped_in_an_act_answers_what_was_left_open() {
    let stage = Stage::new(|request| {
        if request.last_user_text().contains("Second") {
            return finish("second");
        }
        let wait = json!([{ "do": "wait", "for": "text", "text": "never", "timeoutMs": 60_000 }]);
        Answer::text("Wait.").and_call("act", json!({ "steps": wait })).and_call("tabs", json!({}))
    })
    .await;
    let (_page, tab) = stage.show("press", PRESS).await;
    for wire in Provider::ALL {
        let chat = stage.start(wire, "First.", Some(tab)).await;
        let started = |event: &RunEvent| matches!(event, RunEvent::Tool { .. }).then_some(());
        stage.until(&chat, "it acts", started).await;
        stage.stop(&chat).await;
        let params = tabwright_wire::chats::StartRunParams {
            session: chat.clone(),
            task: "Second.".to_owned(),
            model: Some(wire.name().to_owned()),
            tab: None,
            max_steps: None,
        };
        stage.client().await.call::<tabwright_wire::StartRun>(&params).await.unwrap();
        let finished = |event: &RunEvent| matches!(event, RunEvent::Finished { .. }).then_some(());
        stage.until(&chat, "the second is finished", finished).await;
        let last = seen(&stage.server.requests().pop().unwrap().request);
        assert!(last.contains("not known whether this was done"), "{wire:?} {last}");
        assert!(last.contains("interrupted before it"), "{wire:?} {last}");
    }
}
