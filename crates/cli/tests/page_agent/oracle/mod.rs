//! Forty chores, solved through the whole loop on each of the four wires by an oracle: it knows what is to be done, but
//! finds every element in what the loop has sent it, and nowhere else.

mod chores;

use std::collections::HashSet;

use serde_json::{Value, json};
use tabwright_model::Provider;
use tabwright_model_server::{Answer, Item, NormalizedRequest};
use tabwright_wire::chats::RunState;

use self::chores::CHORES;
use crate::stage::{Stage, finish, number_of, seen};

/// A page, what is to be done there, and what is true of the page when it is done.
pub(super) struct Chore {
    name: &'static str,
    page: &'static str,
    steps: &'static [Step],
    done: &'static str,
}

/// What the oracle does with the element whose line has these words.
#[derive(Debug, Clone, Copy)]
pub(super) enum Step {
    Click(&'static str),
    DoubleClick(&'static str),
    RightClick(&'static str),
    Hover(&'static str),
    Type(&'static str, &'static str),
    /// And then Enter.
    Search(&'static str, &'static str),
    Append(&'static str, &'static str),
    Select(&'static str, &'static [&'static str]),
    Check(&'static str),
    Uncheck(&'static str),
    Drag(&'static str, &'static str),
    Press(&'static str),
    /// What a dialog of the browser asks.
    Dialog(bool),
    /// Until the page says so.
    Wait(&'static str),
    /// Types what stands behind these words somewhere on the page.
    Copy(&'static str, &'static str),
    Back,
}

/// One call for one step, or a look at the page where what it needs was not sent yet.
fn answer(request: &NormalizedRequest) -> Answer {
    let all = seen(request);
    let chore = CHORES.iter().find(|chore| all.contains(&format!("Chore: {}.", chore.name)));
    let chore = chore.expect("the task names its chore");
    let (done, looks) = progress(request);
    let Some(step) = chore.steps.get(done) else { return finish("Done.") };
    match call_for(*step, &all) {
        Some((tool, arguments)) => Answer::text(format!("{step:?}")).and_call(tool, arguments),
        None if looks < 2 => Answer::text("I look again.").and_call("snapshot", json!({})),
        None => Answer::call(
            "finish",
            json!({ "success": false, "answer": format!("I do not see what I need for {step:?} in:\n{all}") }),
        ),
    }
}

/// Steps that were called, and looks since the last of them.
fn progress(request: &NormalizedRequest) -> (usize, usize) {
    let (mut done, mut looks) = (0, 0);
    for item in &request.items {
        match item {
            Item::ToolCall { name, .. } if name == "snapshot" => looks += 1,
            Item::ToolCall { .. } => (done, looks) = (done + 1, 0),
            _ => {}
        }
    }
    (done, looks)
}

fn call_for(step: Step, all: &str) -> Option<(&'static str, Value)> {
    let find = |words: &str| number_of(all, words);
    let act = |step: Value| Some(("act", json!({ "steps": [step] })));
    match step {
        Step::Click(words) => act(json!({ "do": "click", "target": find(words)? })),
        Step::DoubleClick(words) => {
            act(json!({ "do": "click", "target": find(words)?, "count": 2 }))
        }
        Step::RightClick(words) => {
            act(json!({ "do": "click", "target": find(words)?, "button": "right" }))
        }
        Step::Hover(words) => act(json!({ "do": "hover", "target": find(words)? })),
        Step::Type(words, text) => {
            act(json!({ "do": "type", "target": find(words)?, "text": text }))
        }
        Step::Search(words, text) => {
            act(json!({ "do": "type", "target": find(words)?, "text": text, "submit": true }))
        }
        Step::Append(words, text) => {
            act(json!({ "do": "type", "target": find(words)?, "text": text, "append": true }))
        }
        Step::Select(words, options) => {
            act(json!({ "do": "select", "target": find(words)?, "options": options }))
        }
        Step::Check(words) => act(json!({ "do": "check", "target": find(words)? })),
        Step::Uncheck(words) => act(json!({ "do": "uncheck", "target": find(words)? })),
        Step::Drag(words, to) => {
            act(json!({ "do": "drag", "target": find(words)?, "to": find(to)? }))
        }
        Step::Press(keys) => act(json!({ "do": "press", "keys": keys })),
        Step::Dialog(accept) => act(json!({ "do": "dialog", "accept": accept })),
        Step::Wait(text) => act(json!({ "do": "wait", "for": "text", "text": text })),
        Step::Copy(from, to) => {
            let text = all.split(from).nth(1)?.split_whitespace().next()?;
            act(json!({ "do": "type", "target": find(to)?, "text": text }))
        }
        Step::Back => Some(("navigate", json!({ "go": "back" }))),
    }
}

#[test]
fn there_are_forty_and_each_has_a_name_of_its_own() {
    let names: HashSet<_> = CHORES.iter().map(|chore| chore.name).collect();
    assert!(CHORES.len() >= 40, "{}", CHORES.len());
    assert_eq!(names.len(), CHORES.len());
}

async fn all_chores(wire: Provider) {
    let stage = Stage::new(answer).await;
    stage.env.site.put(
        "oracle-next",
        "<title>Next</title><h1>Next</h1><label>Town <input id=town></label>\
        <button onclick='localStorage.town = town.value'>Keep</button>",
    );
    let mut failed = Vec::new();
    for Chore { name, page, done, .. } in CHORES {
        let (session, tab) = stage.show("oracle", page).await;
        session.evaluate("localStorage.clear()").await;
        let run = stage.run(wire, &format!("Chore: {name}."), Some(tab)).await;
        let is_done = session.evaluate(&format!("Boolean({done})")).await == json!(true);
        if run.state != RunState::Finished || run.success != Some(true) || !is_done {
            failed.push(format!("{name}: done {is_done}, {:?} {:?}", run.answer, run.problem));
        }
        session.close().await;
    }
    println!("{wire:?}: {} passed, {} failed", CHORES.len() - failed.len(), failed.len());
    assert!(failed.is_empty(), "{}", failed.join("\n"));
}

macro_rules! on_every_wire {
    ($($test:ident $wire:ident;)*) => {
        $(#[tokio::test]
        async fn $test() {
            all_chores(Provider::$wire).await;
        })*
    };
}
on_every_wire! {
    all_chores_on_openai OpenAi;
    all_chores_on_anthropic Anthropic;
    all_chores_on_gemini Gemini;
    all_chores_on_ollama Ollama;
}
