//! Every fault of a model on every wire, through the whole loop: before the page was pressed, and again after it. The task
//! comes to its end, and the page is pressed exactly once.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use parking_lot::Mutex;
use tabwright_model::Provider;
use tabwright_model_server::{Answer, AnswerPart, Fault, NormalizedRequest};
use tabwright_wire::ProblemCode;
use tabwright_wire::chats::{ChatId, RunEvent};

use crate::stage::{PRESS, PRESSED, Stage, click, finish, newest, number_of, seen};

/// What comes of a fault.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Outcome {
    /// The model is asked again after at least so many milliseconds.
    AskedAgain(u32),
    /// The run ends with words that have this, and goes on when the person says so.
    Ends(&'static str),
    /// The model is told what was wrong.
    SentBack,
}

/// What goes wrong.
#[derive(Debug, Clone)]
enum Wrong {
    Server(Fault),
    /// A tool call whose arguments are no JSON.
    Call,
}

const WAIT_S: u64 = 1;

fn table() -> [(Wrong, Outcome); 6] {
    let limited = Fault::RateLimited { retry_after_s: Some(WAIT_S) };
    [
        (Wrong::Server(Fault::WrongKey), Outcome::Ends("key")),
        (Wrong::Server(limited), Outcome::AskedAgain(1_000)),
        (Wrong::Server(Fault::Overloaded), Outcome::AskedAgain(1)),
        (Wrong::Server(Fault::CutInCall), Outcome::AskedAgain(1)),
        (Wrong::Server(Fault::Malformed), Outcome::Ends("JSON")),
        (Wrong::Call, Outcome::SentBack),
    ]
}

/// One row: what goes wrong, and whether it has, before the press and after it.
#[derive(Debug)]
struct Row {
    wrong: Wrong,
    before: AtomicBool,
    after: AtomicBool,
}

impl Row {
    fn answer(&self, request: &NormalizedRequest) -> Answer {
        let all = seen(request);
        let is_pressed = all.contains("pressed 1");
        let met = if is_pressed { &self.after } else { &self.before };
        let answer = match is_pressed {
            true => finish("pressed"),
            false => {
                let press = number_of(&all, "\"Press\"").unwrap();
                Answer::text("I press it.").and_call("act", click(press))
            }
        };
        if met.swap(true, Ordering::SeqCst) {
            return answer;
        }
        match &self.wrong {
            Wrong::Server(fault) => answer.with_fault(fault.clone()),
            Wrong::Call => Answer::new(vec![AnswerPart::RawCall {
                name: "act".to_owned(),
                arguments: "{\"steps\": [".to_owned(),
            }]),
        }
    }
}

/// Waits for so many of these events.
async fn nth<T>(
    stage: &Stage,
    chat: &ChatId,
    count: usize,
    wanted: impl Fn(&RunEvent) -> Option<T>,
) -> T {
    let met = AtomicUsize::new(0);
    let found = |event: &RunEvent| {
        wanted(event).filter(|_| met.fetch_add(1, Ordering::SeqCst) + 1 == count)
    };
    stage.until(chat, "it happens so often", found).await
}

async fn every_fault(wire: Provider) {
    let row: Arc<Mutex<Option<Arc<Row>>>> = Arc::default();
    let current = Arc::clone(&row);
    let stage = Stage::new(move |request| {
        let row = current.lock().clone().unwrap();
        row.answer(request)
    })
    .await;
    let (page, tab) = stage.show("press", PRESS).await;
    for (wrong, outcome) in table() {
        let (before, after) = (AtomicBool::new(false), AtomicBool::new(false));
        *row.lock() = Some(Arc::new(Row { wrong: wrong.clone(), before, after }));
        page.evaluate("localStorage.clear(); document.title = 'press'").await;
        let asked = stage.server.requests().len();
        let chat = stage.start(wire, "Press it once.", Some(tab)).await;
        for count in [1, 2] {
            match outcome {
                Outcome::Ends(words) => {
                    let failed = |event: &RunEvent| match event {
                        RunEvent::Failed { run } => run.problem.clone(),
                        _ => None,
                    };
                    let problem = nth(&stage, &chat, count, failed).await;
                    assert_eq!(problem.code, ProblemCode::ModelFailed, "{wrong:?}");
                    assert!(problem.title.contains(words), "{wrong:?} {problem:?}");
                    let pressed = page.evaluate(PRESSED).await;
                    assert_eq!(pressed, count - 1, "{wire:?} {wrong:?}");
                    stage.resume(&chat).await;
                }
                Outcome::AskedAgain(wait_ms_min) => {
                    let retry = |event: &RunEvent| match event {
                        RunEvent::Retry { wait_ms, .. } => Some(*wait_ms),
                        _ => None,
                    };
                    let wait_ms = nth(&stage, &chat, count, retry).await;
                    assert!(wait_ms >= wait_ms_min, "{wire:?} {wrong:?} {wait_ms}");
                }
                Outcome::SentBack => {}
            }
        }
        let finished = |event: &RunEvent| matches!(event, RunEvent::Finished { .. }).then_some(());
        stage.until(&chat, "it is finished", finished).await;
        assert_eq!(page.evaluate(PRESSED).await, 1, "{wire:?} {wrong:?}");
        let requests = stage.server.requests().split_off(asked);
        assert_eq!(requests.len(), 4, "{wire:?} {wrong:?}");
        if outcome == Outcome::SentBack {
            for told in [1, 3].map(|at| newest(&requests[at].request)) {
                assert!(
                    told.contains("schema") || told.contains("no JSON object"),
                    "{wire:?} {told}"
                );
            }
        }
    }
}

macro_rules! on_every_wire {
    ($($test:ident $wire:ident;)*) => {
        $(#[tokio::test]
        async fn $test() {
            every_fault(Provider::$wire).await;
        })*
    };
}
on_every_wire! {
    every_fault_on_openai OpenAi;
    every_fault_on_anthropic Anthropic;
    every_fault_on_gemini Gemini;
    every_fault_on_ollama Ollama;
}

#[tokio::test]
async fn a_server_that_goes_away_and_comes_back_is_asked_again() {
    let asked = AtomicUsize::new(0);
    let mut stage = Stage::new(move |request| {
        let answer = crate::stage::presses_once(request);
        // Nobody hears the end of the answer after the press.
        match asked.fetch_add(1, Ordering::SeqCst) {
            1 => answer.with_fault(Fault::Hang),
            _ => answer,
        }
    })
    .await;
    let (page, tab) = stage.show("press", PRESS).await;
    let chat = stage.start(Provider::OpenAi, "Press it once.", Some(tab)).await;
    stage.server.received(2).await;
    stage.server.stop().await;
    let retry = |event: &RunEvent| matches!(event, RunEvent::Retry { .. }).then_some(());
    // The answer that broke off, and then a server that is not there.
    nth(&stage, &chat, 2, retry).await;
    stage.server.start_again().await.unwrap();
    let finished = |event: &RunEvent| matches!(event, RunEvent::Finished { .. }).then_some(());
    stage.until(&chat, "it is finished", finished).await;
    assert_eq!(page.evaluate(PRESSED).await, 1);
}
