//! The real Codex and Claude Code carry out tasks in a real Chromium. Their model is a scripted server on this machine;
//! whatever else they want from the net is refused and counted.

mod model;
mod stage;

use std::future::Future;
use std::panic::AssertUnwindSafe;
use std::path::Path;

use futures_util::FutureExt as _;
use serde_json::json;
use tabwright_model::Program;
use tabwright_wire::chats::{CallState, ChatUsage, RunEvent, RunState};
use tabwright_wire::{AnswerQuestion, PolicyAnswer, Remember};

use stage::Stage;

/// Prints a line for each check that `only` names. How many passed, and how many failed.
pub(crate) async fn check_all(installed: &Path, only: &str) -> (usize, usize) {
    let mut checks = Checks { only: only.to_owned(), passed: 0, failed: 0 };
    for program in Program::ALL {
        checks
            .run(program, "carries out tasks of one conversation", works(program, installed))
            .await;
        checks
            .run(program, "is refused what a rule asks about", is_refused(program, installed))
            .await;
        checks
            .run(program, "ends with a question, and hears the answer", asks(program, installed))
            .await;
        checks.run(program, "takes a task word for word", is_verbatim(program, installed)).await;
        checks.run(program, "is stopped with all it started", is_stopped(program, installed)).await;
        checks
            .run(program, "outlives its daemon by nothing", is_left_behind(program, installed))
            .await;
        checks.run(program, "begins anew without its files", forgets(program, installed)).await;
        checks
            .run(program, "tells that its key is refused", is_without_key(program, installed))
            .await;
    }
    (checks.passed, checks.failed)
}

struct Checks {
    only: String,
    passed: usize,
    failed: usize,
}

impl Checks {
    async fn run(&mut self, program: Program, what: &str, check: impl Future<Output = ()>) {
        let line = format!("{}: {what}", program.name());
        // The other checks take a regular expression; a part of the line is one, too.
        if !line.contains(&self.only) {
            return;
        }
        match AssertUnwindSafe(check).catch_unwind().await {
            Ok(()) => {
                self.passed += 1;
                println!("ok    {line}");
            }
            // Why was printed with the panic.
            Err(_) => {
                self.failed += 1;
                println!("FAIL  {line}");
            }
        }
    }
}

async fn works(program: Program, installed: &Path) {
    let stage = Stage::new(program, installed).await;
    let (page, tab) = stage.show("press", model::PRESS).await;
    let chat = stage.chat().await;
    let run = stage.run(&chat, "Press it.", Some(tab)).await;
    assert_eq!(
        (run.state, run.answer.as_deref()),
        (RunState::Finished, Some("Pressed.")),
        "{run:?}"
    );
    assert_eq!(page.evaluate("document.title").await, json!("pressed 1"));
    assert_eq!((run.spent.steps, run.spent.tokens), (3, 3 * model::TOKENS), "{:?}", run.spent);
    let step = |event: &RunEvent| match event {
        RunEvent::Step { text, calls, .. } if text == model::LOOKS => Some(calls[0].tool.clone()),
        _ => None,
    };
    assert_eq!(stage.until(&chat, "its first step is told", step).await, "snapshot");
    let press = |event: &RunEvent| match event {
        RunEvent::Tool { tool, state: CallState::Done, does, .. } if tool == "act" => {
            Some(does.clone())
        }
        _ => None,
    };
    let does = stage.until(&chat, "its press is told", press).await;
    assert!(does.starts_with("Click"), "{does}");
    let delta = |event: &RunEvent| match event {
        RunEvent::Usage { usage, .. } => Some(usage.clone()),
        _ => None,
    };
    stage.until(&chat, "what it spent is told", delta).await;

    // Again in the same chat: it knows what was said, and only what came since is counted.
    let again = stage.run(&chat, "Press once more.", None).await;
    assert_eq!(again.answer.as_deref(), Some("Pressed."), "{again:?}");
    assert_eq!(page.evaluate("document.title").await, json!("pressed 2"));
    assert_eq!(again.spent.tokens, 3 * model::TOKENS, "{:?}", again.spent);
    let asked = stage.server.requests().pop().unwrap().request;
    assert!(asked.told().contains("Press it."), "{:?}", asked.items);
    let session = stage.session(&chat).await;
    let thread = session.provider_state[program.name()]["thread"].as_str().unwrap().to_owned();
    assert!(!thread.is_empty());
    match program {
        // How full its window is, it does not say, nor what it costs.
        Program::Codex => assert_eq!((session.usage, again.spent.cents), (None, None)),
        Program::ClaudeCode => {
            let Some(ChatUsage { input, output, context_window, .. }) = session.usage else {
                panic!("it says how full its window is");
            };
            assert_eq!((input, output), (model::INPUT, model::OUTPUT));
            assert!(context_window.is_some_and(|window| window >= 200_000), "{context_window:?}");
            let (first, second) = (run.spent.cents.unwrap(), again.spent.cents.unwrap());
            assert!(first > 0.0 && (first - second).abs() < first / 100.0, "{first} {second}");
        }
    }
    stage.has_only_our_tools();
    stage.nothing_left_the_machine();
    // What was there for the tasks is gone with them.
    assert_eq!(std::fs::read_dir(stage.env.home.tasks()).unwrap().count(), 0);
}

async fn is_refused(program: Program, installed: &Path) {
    let stage = Stage::new(program, installed).await;
    let (page, tab) = stage.show("send", model::SEND).await;
    let chat = stage.chat().await;
    stage.start(&chat, "Send the form.", Some(tab)).await;
    let question = stage.question().await;
    assert_eq!(question.client, "page agent");
    let (id, remember) = (question.id, Remember::Once);
    let no = PolicyAnswer { id, allow: false, remember, code: None };
    stage.client().await.call::<AnswerQuestion>(&no).await.unwrap();
    let run = stage.ended(&chat, "Send the form.").await;
    let answer = run.answer.unwrap_or_default();
    assert!(answer.contains("said no"), "{answer}");
    assert_eq!(page.evaluate("document.title").await, json!("send"));
    let failed = |event: &RunEvent| match event {
        RunEvent::Tool { tool, state: CallState::Failed, .. } => (tool == "act").then_some(()),
        _ => None,
    };
    stage.until(&chat, "its call has failed", failed).await;
}

async fn asks(program: Program, installed: &Path) {
    let stage = Stage::new(program, installed).await;
    let chat = stage.chat().await;
    let run = stage.run(&chat, "Ask me.", None).await;
    assert_eq!(run.answer.as_deref(), Some(model::QUESTION), "{run:?}");
    let run = stage.run(&chat, "Blue.", None).await;
    assert_eq!(run.answer.as_deref(), Some("I know that it is blue."), "{run:?}");
}

/// Nothing in a task is a command to the program, or a file that it should read.
async fn is_verbatim(program: Program, installed: &Path) {
    let stage = Stage::new(program, installed).await;
    let file = stage.home().join("notes.txt");
    std::fs::write(&file, "The vault opens at nine.").unwrap();
    let task = format!("/compact @{} and ! $help #tag", file.display());
    let chat = stage.chat().await;
    let run = stage.run(&chat, &task, None).await;
    assert_eq!(run.answer.as_deref(), Some(model::OTHER), "{run:?}");
    let asked = stage.server.requests().pop().unwrap().request;
    assert!(asked.told().contains(&task), "{:?}", asked.items);
    assert!(!asked.body.to_string().contains("The vault"), "{:?}", asked.items);
}

async fn is_stopped(program: Program, installed: &Path) {
    let stage = Stage::new(program, installed).await;
    let (_page, tab) = stage.show("hang", model::PRESS).await;
    let chat = stage.chat().await;
    stage.start(&chat, "Hang on.", Some(tab)).await;
    stage.until_it_waits(&chat).await;
    // The program, and our server below it.
    assert!(stage.processes().len() >= 2, "{:?}", stage.processes());
    let stopped = stage.stop(&chat).await;
    assert_eq!(stopped.state, RunState::Stopped);
    stage.until_no_process().await;
    // The conversation goes on.
    let run = stage.run(&chat, "Press it.", None).await;
    assert_eq!(run.answer.as_deref(), Some("Pressed."), "{run:?}");
    let asked = stage.server.requests().pop().unwrap().request;
    assert!(asked.told().contains("Hang on."), "{:?}", asked.items);
}

async fn is_left_behind(program: Program, installed: &Path) {
    let mut stage = Stage::new(program, installed).await;
    let (_page, tab) = stage.show("hang", model::PRESS).await;
    let chat = stage.chat().await;
    stage.start(&chat, "Hang on.", Some(tab)).await;
    stage.until_it_waits(&chat).await;
    stage.env.daemon.kill().await;
    stage.env.daemon.restart().await;
    stage.until_no_process().await;
    let paused = |event: &RunEvent| matches!(event, RunEvent::Paused { .. }).then_some(());
    stage.until(&chat, "the task is paused", paused).await;
    stage.env.until_connected().await;
    stage.resume(&chat).await;
    let run = stage.ended(&chat, "Hang on.").await;
    assert_eq!(run.answer.as_deref(), Some(model::WENT_ON), "{run:?}");
    assert_eq!(stage.notices(&chat).await, Vec::<String>::new());
}

async fn forgets(program: Program, installed: &Path) {
    let stage = Stage::new(program, installed).await;
    let chat = stage.chat().await;
    stage.run(&chat, "Ask me.", None).await;
    stage.delete_conversations();
    let run = stage.run(&chat, "Blue.", None).await;
    assert_eq!(run.answer.as_deref(), Some(model::OTHER), "{run:?}");
    let notices = stage.notices(&chat).await;
    assert!(notices.iter().any(|text| text.contains("begins a new one")), "{notices:?}");
    // From then on it is the new one.
    stage.run(&chat, "Ask me.", None).await;
    let run = stage.run(&chat, "Blue.", None).await;
    assert_eq!(run.answer.as_deref(), Some("I know that it is blue."), "{run:?}");
}

async fn is_without_key(program: Program, installed: &Path) {
    let stage = Stage::new(program, installed).await;
    let chat = stage.chat().await;
    stage.start(&chat, "Refuse me.", None).await;
    let told = |event: &RunEvent| match event {
        RunEvent::Retry { reason, .. } | RunEvent::Notice { text: reason } => {
            reason.contains("401").then(|| reason.clone())
        }
        _ => None,
    };
    stage.until(&chat, "why it waits is told", told).await;
    stage.stop(&chat).await;
    stage.until_no_process().await;
}
