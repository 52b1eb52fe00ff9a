//! Whole tasks, and what is sent to the model for them.

use serde_json::json;
use tabwright_model::Provider;
use tabwright_model_server::{Answer, Item, NormalizedRequest};
use tabwright_wire::chats::{CallState, RunEvent, RunState};
use tabwright_wire::verbs::{Tabs, TabsParams};

use crate::stage::{Stage, click, finish, newest, number_of, seen};

/// Signs up by a form, as a model would that reads only what it is sent.
fn signs_up(request: &NormalizedRequest) -> Answer {
    let all = seen(request);
    if let Some(at) = all.find("Welcome, Ada") {
        let words: String = all[at..].chars().take_while(|c| !"\"\n[".contains(*c)).collect();
        return finish(words.trim());
    }
    let (name, agreed) = (number_of(&all, "\"Name\""), number_of(&all, "\"I agree\""));
    let (colour, save) = (number_of(&all, "\"Colour\""), number_of(&all, "\"Save\""));
    let steps = json!([
        { "do": "type", "target": name, "text": "Ada" },
        { "do": "check", "target": agreed },
        { "do": "select", "target": colour, "options": ["Green"] },
        { "do": "click", "target": save },
    ]);
    Answer::text("I see a form and fill it in.").and_call("act", json!({ "steps": steps }))
}

#[tokio::test]
async fn a_form_is_filled_in_on_every_wire() {
    let stage = Stage::new(signs_up).await;
    for wire in Provider::ALL {
        let page = stage.browser.open(&stage.env.site.form()).await;
        let client = stage.client().await;
        let tabs = client.tabs().await.unwrap().tabs;
        let tab = tabs.iter().find(|tab| tab.url == stage.env.site.form()).unwrap().id;
        let chat = stage.start(wire, "Sign up as Ada, in green.", Some(tab)).await;
        let run = stage.ended(&chat).await;
        assert_eq!(run.state, RunState::Finished, "{wire:?} {run:?}");
        assert_eq!(run.answer.as_deref(), Some("Welcome, Ada: on, Green"), "{wire:?}");
        assert_eq!(
            page.evaluate("document.querySelector('output').textContent").await,
            "Welcome, Ada: on, Green"
        );
        assert_eq!((run.spent.steps, run.success), (2, Some(true)), "{wire:?}");
        assert!(run.spent.tokens > 1_000, "{wire:?} {:?}", run.spent);
        // The tab it began in is in the group of the task.
        let tabs = client.run::<Tabs>(None, &TabsParams { tab: None, about: None }).await.unwrap();
        let tab = tabs.tabs.into_iter().find(|it| it.id == tab).unwrap();
        let short = &chat.as_str()[20..];
        assert_eq!(tab.group, Some(format!("Task({short})")), "{wire:?}");
        page.close().await;
    }
    // The log says who did it.
    let log = stage.env.api("GET", "/api/v1/log").await.json();
    let entries = log["entries"].as_array().unwrap().clone();
    let by_agent = entries.iter().find(|entry| entry["origin"] == "agent").unwrap();
    assert_eq!(by_agent["client"], "page agent");
}

/// Clicks `More` until the page says that it is enough.
fn clicks_ten_times(request: &NormalizedRequest) -> Answer {
    let all = seen(request);
    if all.contains("Count: 10") {
        return finish("I have clicked ten times.");
    }
    let more = number_of(&all, "\"More\"").unwrap();
    Answer::text("Not enough yet.").and_call("act", click(more))
}

const COUNTER: &str = "<h1>Clicks</h1><p id=p>Count: 0</p><button>More</button>
    <p>Some words that stand here, so that the page is not quite empty.</p>
    <script>
        let count = 0;
        document.querySelector('button').onclick = () => {
            document.querySelector('#p').textContent = `Count: ${++count}`;
        };
    </script>";

/// Tokens are counted as four bytes each, of the whole request in one form that is the same for all wires.
#[tokio::test]
async fn requests_are_small_and_grow_only_at_their_end() {
    let stage = Stage::new(clicks_ten_times).await;
    for wire in Provider::ALL {
        let before = stage.server.requests().len();
        let (page, tab) = stage.show("counter", COUNTER).await;
        let run = stage.run(wire, "Click ten times.", Some(tab)).await;
        assert_eq!(run.state, RunState::Finished, "{wire:?} {run:?}");
        assert_eq!(page.evaluate("count").await, 10);
        page.close().await;
        let requests = stage.server.requests().split_off(before);
        let requests: Vec<_> = requests.into_iter().map(|it| it.request).collect();
        assert_eq!(requests.len(), 11, "{wire:?}");

        let fixed = NormalizedRequest { items: Vec::new(), ..requests[0].clone() };
        let fixed = fixed.canonical().len() / 4;
        let whole: Vec<_> = requests.iter().map(|it| it.canonical().len() / 4).collect();
        let shares: Vec<_> = requests
            .windows(2)
            .map(|pair| pair[1].shared_with(&pair[0]) * 100 / pair[1].canonical().len())
            .collect();
        let mut grown: Vec<_> = whole.windows(2).map(|pair| pair[1] - pair[0]).collect();
        grown.sort_unstable();
        println!("{wire:?}: fixed {fixed}, whole {whole:?}, new {grown:?}, again {shares:?} %");
        assert!(fixed <= 2_100, "{wire:?}: {fixed}");
        assert!(grown[grown.len() / 2] <= 300, "{wire:?}: {grown:?}");
        assert!(shares[1..].iter().all(|share| *share >= 80), "{wire:?}: {shares:?}");
        let view = requests[0].items.iter().find_map(|item| match item {
            Item::User { text, .. } => Some(text.len() / 4),
            _ => None,
        });
        assert!(view.unwrap() <= 1_050, "{wire:?}: {view:?}");
        // The state line is the last thing, and is not kept.
        assert!(requests[4].last_user_text().ends_with("Step 5 of 40."), "{wire:?}");
        assert!(!seen(&requests[5]).contains("Step 5 of 40."), "{wire:?}");
    }
}

/// A page with far more on it than a model should read.
fn long_page() -> String {
    let line = |number: u32| {
        format!("<p>Line {number} ünd some more wörds <button>Buy {number}</button></p>")
    };
    (0..2_000).map(line).collect()
}

#[tokio::test]
async fn one_result_is_never_longer_than_its_budget() {
    let stage = Stage::new(|request| match request.turns() {
        0 => Answer::call("snapshot", json!({ "maxChars": 100_000 })),
        1 => Answer::call("read", json!({ "maxChars": 100_000 })),
        2 => Answer::call("execute", json!({ "code": "return 'ü'.repeat(50000)" })),
        _ => finish("long"),
    })
    .await;
    let (_page, tab) = stage.show("long", &long_page()).await;
    let run = stage.run(Provider::OpenAi, "Read it.", Some(tab)).await;
    assert_eq!(run.state, RunState::Finished, "{run:?}");
    let last = stage.server.requests().pop().unwrap().request;
    let mut lengths = Vec::new();
    for item in &last.items {
        if let Item::ToolResult { text, .. } = item {
            lengths.push(text.len());
            assert_eq!(text.matches("⟦page ").count(), text.matches("⟦/page ").count());
        }
    }
    assert_eq!(lengths.len(), 3);
    assert!(lengths.iter().all(|length| *length <= 6_000) && lengths[0] > 4_000, "{lengths:?}");
    let Item::User { text, .. } = &last.items[0] else { panic!("{:?}", last.items[0]) };
    assert!(text.len() <= 4_100, "{}", text.len());
}

#[tokio::test]
async fn the_rest_of_an_answer_is_not_done_after_a_surprise() {
    let stage = Stage::new(|request| {
        if request.turns() > 0 {
            return finish(&newest(request));
        }
        let all = seen(request);
        let (go, count) =
            (number_of(&all, "\"Go\"").unwrap(), number_of(&all, "\"Count\"").unwrap());
        Answer::text("Both.").and_call("act", click(go)).and_call("act", click(count))
    })
    .await;
    stage.env.site.put("there", "<title>there</title><h1>There</h1>");
    let body = "<a href=/own/there>Go</a><button onclick='localStorage.count = 1'>Count</button>";
    for wire in Provider::ALL {
        let (page, tab) = stage.show("start", body).await;
        let chat = stage.start(wire, "Do both.", Some(tab)).await;
        let run = stage.ended(&chat).await;
        assert_eq!(run.state, RunState::Finished, "{wire:?} {run:?}");
        let last = stage.server.requests().pop().unwrap().request;
        let results: Vec<_> = last
            .items
            .iter()
            .filter_map(|item| match item {
                Item::ToolResult { text, .. } => Some(text.as_str()),
                _ => None,
            })
            .collect();
        assert_eq!(results.len(), 2, "{wire:?}");
        assert!(results[1].contains("Not done, because the page changed"), "{wire:?} {results:?}");
        assert_eq!(page.evaluate("localStorage.count ?? 0").await, 0, "{wire:?}");
        let skipped = |event: &RunEvent| match event {
            RunEvent::Tool { state: CallState::Skipped, .. } => Some(()),
            _ => None,
        };
        stage.until(&chat, "the second call is left out", skipped).await;
        page.close().await;
    }
}

#[tokio::test]
async fn a_loop_is_told_and_then_ends_the_run() {
    let stage = Stage::new(|request| {
        let more = number_of(&seen(request), "\"Nothing\"").unwrap();
        Answer::text("Again.").and_call("act", click(more))
    })
    .await;
    let (_page, tab) = stage.show("loop", "<button>Nothing</button>").await;
    let run = stage.run(Provider::Anthropic, "Click.", Some(tab)).await;
    assert_eq!(run.state, RunState::Failed);
    assert!(run.problem.unwrap().title.contains("repeats itself"));
    assert!((6..=8).contains(&run.spent.steps), "{:?}", run.spent);
    let last = stage.server.requests().pop().unwrap().request;
    assert!(seen(&last).contains("with the same result each time"), "{}", seen(&last));
}

#[tokio::test]
async fn old_observations_are_shortened_in_one_sweep_and_the_person_is_told() {
    let stage = Stage::new(|request| match request.turns() {
        turn @ 0..24 => Answer::call("snapshot", json!({ "skip": turn * 50 })),
        _ => finish("seen"),
    })
    .await;
    let (_page, tab) = stage.show("long", &long_page()).await;
    let chat = stage.start(Provider::Gemini, "Look at all of it.", Some(tab)).await;
    let run = stage.ended(&chat).await;
    assert_eq!(run.state, RunState::Finished, "{run:?}");
    let notice = |event: &RunEvent| match event {
        RunEvent::Notice { text } => Some(text.clone()),
        _ => None,
    };
    let told = stage.until(&chat, "a sweep", notice).await;
    assert!(told.contains("were shortened"), "{told}");
    let requests = stage.server.requests();
    let whole: Vec<_> = requests.iter().map(|it| it.request.canonical().len() / 4).collect();
    assert!(whole.iter().all(|tokens| *tokens < 28_000), "{whole:?}");
    let sweeps = whole.windows(2).filter(|pair| pair[1] < pair[0]).count();
    assert!((1..=2).contains(&sweeps), "{whole:?}");
    assert!(seen(&requests.last().unwrap().request).contains("left out to save room"));
}
