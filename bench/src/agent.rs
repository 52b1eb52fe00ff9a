//! What the page agent's loop costs beside its model: time and tokens a step, how soon words arrive, how soon a stop
//! holds, how long it takes to go on after a crash, and memory.

use std::fmt::Write as _;
use std::sync::Arc;
use std::time::{Duration, Instant};

use parking_lot::Mutex;
use serde_json::json;
use tabwright_bench::figures::{Aim, Report, Spans, median};
use tabwright_client::Client;
use tabwright_model::{Provider, Usage};
use tabwright_model_server::{Answer, Gate, ModelServer, NormalizedRequest};
use tabwright_testbed::{Chromium, TestEnv, number_of, within};
use tabwright_wire::chats::{ChatId, ChatRun, NewSession, RunEvent, SessionParams, StartRunParams};
use tabwright_wire::{CreateSession, StartRun, StopRun, TabId, ToolCall, ToolEvent};

const CLICKS: usize = 100;
const ROUNDS: usize = 30;
const CHATS: usize = 50;
/// Each step of such a chat has so many calls, and each call two events.
const CALLS: usize = 20;
const STEPS: usize = 25;
const MB: f64 = 1024.0 * 1024.0;

const COUNTER: &str =
    "<!doctype html><title>counter</title><h1>Clicks</h1><p id=p>Count: 0</p><button>More</button>
    <script>let count = 0;
    document.querySelector('button').onclick = () => p.textContent = `Count: ${++count}`;</script>";

/// What the model answers is decided by the task, which is its first word.
#[derive(Clone)]
struct Script {
    /// When the model was asked, in order.
    asked: Arc<Mutex<Vec<Instant>>>,
    gate: Gate,
}

impl Script {
    fn answer(&self, request: &NormalizedRequest) -> Answer {
        self.asked.lock().push(Instant::now());
        // To find out what of a request was sent before takes the server longer than the loop takes for a step.
        self.answer_to(request).with_usage(Usage { input: 1_000, output: 10, ..Usage::default() })
    }

    fn answer_to(&self, request: &NormalizedRequest) -> Answer {
        let all = request.told();
        let finish = || Answer::call("finish", json!({ "success": true, "answer": "done" }));
        if all.contains("COUNT") {
            if all.contains(&format!("Count: {CLICKS}")) {
                return finish();
            }
            let click =
                json!({ "steps": [{ "do": "click", "target": number_of(&all, "\"More\"") }] });
            return Answer::text("Once more.").and_call("act", click);
        }
        if all.contains("HANG") {
            return Answer::text("I begin with a long sentence.").pause_after(4, &self.gate);
        }
        if all.contains("FILL") && request.turns() < STEPS {
            let call = |at: usize| json!({ "maxChars": 300 + request.turns() * CALLS + at });
            let first = Answer::text("I look.");
            return (0..CALLS).fold(first, |answer, at| answer.and_call("snapshot", call(at)));
        }
        finish()
    }
}

#[tokio::main]
async fn main() {
    let mut report = Report::from_arguments();
    let script = Script { asked: Arc::default(), gate: Gate::new() };
    let policy = script.clone();
    let server = ModelServer::with_policy(move |request| policy.answer(request)).await;
    let server = server.expect("the model server starts");
    let mut env = TestEnv::trusting(&[("agent_steps_max", "200")]).await;
    set_up(&env, &server);
    let browser = env.browser().await;

    steps(&mut report, &env, &browser, &server, &script).await;
    words_and_stops(&mut report, &env, &script).await;
    crash(&mut report, &mut env, &script).await;
    memory(&mut report, &env, &browser).await;
    report.finish();
}

/// The loop between two requests to the model, beside the same call of the same tool without a loop.
async fn steps(
    report: &mut Report,
    env: &TestEnv,
    browser: &Chromium,
    server: &ModelServer,
    script: &Script,
) {
    let url = env.site.put("counter", COUNTER);
    let page = browser.open(&url).await;
    let tab = tab_of(env, &url).await;
    script.asked.lock().clear();
    let run = carry_out(env, "COUNT", Some(tab)).await;
    assert_eq!(run.success, Some(true), "{run:?}");
    let asked = std::mem::take(&mut *script.asked.lock());
    let ours = asked.windows(2).map(|pair| pair[1] - pair[0]);
    page.close().await;

    let bare = bare_clicks(env, &url).await;
    let rounds: Vec<_> = ours.map(ms).zip(bare.into_iter().map(ms)).collect();
    report.beside("a step of the loop, p50", "ms", &rounds, Aim::Under(40.0));

    let requests: Vec<_> = server.requests().into_iter().map(|it| it.request).collect();
    let whole: Vec<_> = requests.iter().map(|it| it.canonical().len() as f64 / 4.0).collect();
    let grown = whole.windows(2).map(|pair| pair[1] - pair[0]).collect();
    report.value("new tokens a click, median", "tokens", median(grown), Aim::Under(300.0));
    let fixed = NormalizedRequest { items: Vec::new(), ..requests[0].clone() };
    let fixed = fixed.canonical().len() as f64 / 4.0;
    // 1,600 for the tools of pages; what the person has read, and rooms to come, add theirs.
    report.value("tools and system text", "tokens", fixed, Aim::Under(2_100.0));
    let share = |pair: &[NormalizedRequest]| {
        pair[1].shared_with(&pair[0]) as f64 / pair[1].canonical().len() as f64 * 100.0
    };
    let shares = requests.windows(2).skip(1).map(share).collect();
    report.value("of a request sent before, median", "%", median(shares), Aim::None);
}

async fn bare_clicks(env: &TestEnv, url: &str) -> Vec<Duration> {
    let client = env.client().await.as_agent(None);
    let call = |tool: &str, arguments: serde_json::Value| ToolCall {
        session: "bench".to_owned(),
        client: "bench".to_owned(),
        tool: tool.to_owned(),
        arguments: arguments.as_object().expect("an object").clone(),
    };
    let shown = output(&client, &call("navigate", json!({ "url": url }))).await;
    let more = number_of(&shown, "\"More\"");
    let click = call("act", json!({ "steps": [{ "do": "click", "target": more }] }));
    let mut spans = Vec::new();
    for _ in 0..CLICKS {
        let began = Instant::now();
        output(&client, &click).await;
        spans.push(began.elapsed());
    }
    spans
}

async fn output(client: &Client, call: &ToolCall) -> String {
    let mut lines = client.call_agent_tool(call).await.expect("the call is taken");
    while let Some(line) = lines.next::<ToolEvent>().await {
        if let ToolEvent::Output(output) = line {
            assert!(output.problem.is_none(), "{:?}", output.problem);
            return output.joined_text();
        }
    }
    panic!("the call was not answered");
}

/// From the request at the model's server to its first word at a listener, and from the person's stop to its end.
async fn words_and_stops(report: &mut Report, env: &TestEnv, script: &Script) {
    let client = env.client().await.named("command line");
    let (mut words, mut stops) = (Vec::new(), Vec::new());
    for _ in 0..ROUNDS {
        script.asked.lock().clear();
        // The panel listens before the task begins.
        let chat = new_chat(&client).await;
        let mut events = client.chat_events(&chat, 0).await.expect("events");
        start(&client, &chat, "HANG", None).await;
        let first = async {
            while let Some(event) = events.next().await {
                if matches!(event.event, RunEvent::Delta { .. }) {
                    return Instant::now();
                }
            }
            panic!("the events ended");
        };
        let heard = within("the first word", first).await;
        words.push(heard - script.asked.lock()[0]);
        let began = Instant::now();
        client.call::<StopRun>(&SessionParams { session: chat }).await.expect("it stops");
        stops.push(began.elapsed());
    }
    let (words, stops) = (Spans::of(words), Spans::of(stops));
    report.value("first word to a listener, p50", "ms", words.percentile(0.5), Aim::Under(10.0));
    report.value("stop in the middle of an answer, p50", "ms", stops.percentile(0.5), Aim::None);
    report.value("stop, slowest", "ms", stops.percentile(1.0), Aim::Under(200.0));
}

/// From the start of a new daemon after `kill -9` to the model being asked again.
async fn crash(report: &mut Report, env: &mut TestEnv, script: &Script) {
    let mut spans = Vec::new();
    for _ in 0..3 {
        script.asked.lock().clear();
        let chat = begin(env, "HANG", None).await;
        within("the model is asked", until_asked(script, 1)).await;
        env.daemon.kill().await;
        let began = Instant::now();
        env.daemon.restart().await;
        within("the model is asked again", until_asked(script, 2)).await;
        spans.push(began.elapsed());
        let client = env.client().await.named("command line");
        client.call::<StopRun>(&SessionParams { session: chat }).await.expect("it stops");
    }
    let spans = Spans::of(spans);
    report.value(
        "kill -9 to the next request, median of 3",
        "ms",
        spans.percentile(0.5),
        Aim::None,
    );
}

async fn until_asked(script: &Script, times: usize) {
    while script.asked.lock().len() < times {
        tokio::time::sleep(Duration::from_millis(1)).await;
    }
}

async fn memory(report: &mut Report, env: &TestEnv, browser: &Chromium) {
    env.until_connected().await;
    let before = resident_mb(env).await;
    // The tab of the bare clicks shows the other one.
    let url = env.site.put("counter-of-chats", COUNTER);
    let page = browser.open(&url).await;
    // Whoever opened the page did so like a person, who has the tab until it is loaded.
    page.until("document.readyState === 'complete'").await;
    let tab = tab_of(env, &url).await;
    for _ in 0..CHATS {
        let run = carry_out(env, "FILL", Some(tab)).await;
        assert_eq!(run.success, Some(true), "{run:?}");
    }
    page.close().await;
    let after = resident_mb(env).await;
    report.value("daemon RSS before the chats", "MB", before, Aim::None);
    report.value("daemon RSS with 50 chats of 1,000 events", "MB", after, Aim::None);
}

async fn carry_out(env: &TestEnv, task: &str, tab: Option<TabId>) -> ChatRun {
    let chat = begin(env, task, tab).await;
    let client = env.client().await.named("command line");
    let mut events = client.chat_events(&chat, 0).await.expect("events");
    while let Some(event) = events.next().await {
        match event.event {
            RunEvent::Finished { run } | RunEvent::Failed { run } => return run,
            _ => {}
        }
    }
    panic!("the events ended");
}

async fn begin(env: &TestEnv, task: &str, tab: Option<TabId>) -> ChatId {
    let client = env.client().await.named("command line");
    let chat = new_chat(&client).await;
    start(&client, &chat, task, tab).await;
    chat
}

async fn new_chat(client: &Client) -> ChatId {
    client.call::<CreateSession>(&NewSession::default()).await.expect("a chat").id
}

async fn start(client: &Client, chat: &ChatId, task: &str, tab: Option<TabId>) {
    let params = StartRunParams {
        session: chat.clone(),
        task: task.to_owned(),
        model: None,
        tab,
        max_steps: None,
    };
    client.call::<StartRun>(&params).await.expect("the task begins");
}

async fn tab_of(env: &TestEnv, url: &str) -> TabId {
    let tabs = env.client().await.named("command line").tabs().await.expect("tabs").tabs;
    tabs.iter().find(|tab| tab.url == url).expect("our page").id
}

fn set_up(env: &TestEnv, server: &ModelServer) {
    let mut config = std::fs::read_to_string(env.home.config_file()).expect("the config");
    let base_url = server.config(Provider::OpenAi).base_url.expect("an address");
    let _ = write!(
        config,
        "[models.bench]\nprovider = \"openai\"\nmodel = \"test-model\"\nbase_url = \"{base_url}\"\n"
    );
    std::fs::write(env.home.config_file(), config).expect("the config is written");
}

fn ms(span: Duration) -> f64 {
    span.as_secs_f64() * 1_000.0
}

async fn resident_mb(env: &TestEnv) -> f64 {
    env.status().await.diagnostics.resident_bytes.unwrap_or_default() as f64 / MB
}
