//! A daemon, a browser, and a model server that the daemon asks.

use std::fmt::Write as _;

use serde_json::{Value, json};
use tabwright_client::{Client, ClientError};
use tabwright_model::Provider;
use tabwright_model_server::{Answer, Item, ModelServer, NormalizedRequest};
pub(crate) use tabwright_testbed::number_of;
use tabwright_testbed::{Chromium, Session, TestEnv, within};
use tabwright_wire::chats::{
    AddToRunParams, AnswerRunParams, ChatEvent, ChatId, ChatRun, NewSession, RunEvent,
    SessionParams, StartRunParams,
};
use tabwright_wire::{
    AddToRun, AnswerRun, CreateSession, GetSession, PauseRun, Problem, ResumeRun, StartRun,
    StopRun, TabId,
};

pub(crate) struct Stage {
    pub(crate) env: TestEnv,
    pub(crate) browser: Chromium,
    pub(crate) server: ModelServer,
}

impl Stage {
    /// A model that answers what the policy says, on every wire: `--model openai` and so on.
    pub(crate) async fn new(
        policy: impl Fn(&NormalizedRequest) -> Answer + Send + Sync + 'static,
    ) -> Self {
        let env = TestEnv::trusting(&[]).await;
        let browser = env.browser().await;
        let server = ModelServer::with_policy(policy).await.unwrap();
        set_up_models(&env, &server);
        Self { env, browser, server }
    }

    pub(crate) async fn client(&self) -> Client {
        self.env.client().await.named("command line")
    }

    /// A page in a tab of the person's.
    pub(crate) async fn show(&self, name: &str, body: &str) -> (Session, TabId) {
        show(&self.env, &self.browser, name, body).await
    }

    /// Hands over a task on one wire.
    pub(crate) async fn start(&self, wire: Provider, task: &str, tab: Option<TabId>) -> ChatId {
        let client = self.client().await;
        let session = client.call::<CreateSession>(&NewSession::default()).await.unwrap().id;
        let params = StartRunParams {
            session: session.clone(),
            task: task.to_owned(),
            model: Some(wire.name().to_owned()),
            tab,
            max_steps: None,
        };
        client.call::<StartRun>(&params).await.unwrap();
        session
    }

    /// Hands over a task and waits for its end.
    pub(crate) async fn run(&self, wire: Provider, task: &str, tab: Option<TabId>) -> ChatRun {
        let chat = self.start(wire, task, tab).await;
        self.ended(&chat).await
    }

    /// The first event of a chat that is wanted, among those of the past, too. Outlives a restart.
    pub(crate) async fn until<T>(
        &self,
        chat: &ChatId,
        what: &str,
        wanted: impl Fn(&RunEvent) -> Option<T>,
    ) -> T {
        until(&self.env, chat, what, wanted).await
    }

    /// The run, as soon as it has ended.
    pub(crate) async fn ended(&self, chat: &ChatId) -> ChatRun {
        self.until(chat, "the run has ended", run_at_its_end).await
    }

    pub(crate) async fn last_run(&self, chat: &ChatId) -> ChatRun {
        let params = SessionParams { session: chat.clone() };
        self.client().await.call::<GetSession>(&params).await.unwrap().run.unwrap()
    }

    pub(crate) async fn stop(&self, chat: &ChatId) -> ChatRun {
        let params = SessionParams { session: chat.clone() };
        self.client().await.call::<StopRun>(&params).await.unwrap()
    }

    pub(crate) async fn pause(&self, chat: &ChatId) -> ChatRun {
        let params = SessionParams { session: chat.clone() };
        self.client().await.call::<PauseRun>(&params).await.unwrap()
    }

    pub(crate) async fn resume(&self, chat: &ChatId) -> ChatRun {
        let params = SessionParams { session: chat.clone() };
        self.client().await.call::<ResumeRun>(&params).await.unwrap()
    }

    pub(crate) async fn answer(&self, chat: &ChatId, ask: &str, answer: &str) -> ChatRun {
        let params = AnswerRunParams {
            session: chat.clone(),
            ask: ask.to_owned(),
            answer: answer.to_owned(),
        };
        self.client().await.call::<AnswerRun>(&params).await.unwrap()
    }

    /// The person says something more while the task is under way.
    pub(crate) async fn add(&self, chat: &ChatId, text: &str) -> Result<ChatRun, Problem> {
        let params = AddToRunParams { session: chat.clone(), text: text.to_owned() };
        self.client().await.call::<AddToRun>(&params).await.map_err(|error| match error {
            ClientError::Refused(problem) => problem,
            error => panic!("{error}"),
        })
    }

    /// `kill -9`, and a new daemon with the same home, to which the browser has come back.
    pub(crate) async fn kill_and_restart(&mut self) {
        self.env.daemon.kill().await;
        self.env.daemon.restart().await;
        self.env.until_connected().await;
    }
}

/// A page in a tab of the person's.
pub(crate) async fn show(
    env: &TestEnv,
    browser: &Chromium,
    name: &str,
    body: &str,
) -> (Session, TabId) {
    let page = format!("<!doctype html><meta charset=utf-8><title>{name}</title>{body}");
    let url = env.site.put(name, &page);
    let session = browser.open(&url).await;
    let tabs = env.client().await.named("command line").tabs().await.unwrap().tabs;
    let tab = tabs.iter().find(|tab| tab.url == url).unwrap().id;
    (session, tab)
}

/// The first event of a chat that is wanted, among those of the past, too.
pub(crate) async fn until<T>(
    env: &TestEnv,
    chat: &ChatId,
    what: &str,
    wanted: impl Fn(&RunEvent) -> Option<T>,
) -> T {
    let client = env.client().await.named("command line");
    let mut events = client.chat_events(chat, 0).await.unwrap();
    let search = async {
        while let Some(ChatEvent { event, .. }) = events.next().await {
            if let Some(found) = wanted(&event) {
                return found;
            }
        }
        panic!("the events ended before {what}");
    };
    within(what, search).await
}

/// The run of a task, as soon as it has ended.
pub(crate) async fn ended(env: &TestEnv, chat: &ChatId, task: &str) -> ChatRun {
    let of_task = |event: &RunEvent| run_at_its_end(event).filter(|run| run.task == task);
    until(env, chat, "the task has ended", of_task).await
}

fn run_at_its_end(event: &RunEvent) -> Option<ChatRun> {
    match event {
        RunEvent::Finished { run } | RunEvent::Failed { run } | RunEvent::Stopped { run } => {
            Some(run.clone())
        }
        _ => None,
    }
}

/// The server's four wires, each as a model of its name.
pub(crate) fn set_up_models(env: &TestEnv, server: &ModelServer) {
    let mut config = std::fs::read_to_string(env.home.config_file()).unwrap();
    for wire in Provider::ALL {
        let base_url = server.config(wire).base_url.unwrap();
        let name = wire.name();
        let _ = writeln!(
            config,
            "[models.{name}]\nprovider = \"{name}\"\nmodel = \"test-model\"\nbase_url = \"{base_url}\""
        );
    }
    std::fs::write(env.home.config_file(), config).unwrap();
}

/// All that the loop told of pages until now, the oldest first.
pub(crate) fn seen(request: &NormalizedRequest) -> String {
    request.told()
}

/// The newest thing that the loop told, without the state line.
pub(crate) fn newest(request: &NormalizedRequest) -> String {
    let mut texts = request.items.iter().rev().filter_map(|item| match item {
        Item::User { text, .. } => Some(text.as_str()),
        Item::ToolResult { text, .. } => Some(text.as_str()),
        _ => None,
    });
    let last = texts.next().unwrap_or_default();
    // The state line is an item of its own, or the end of what the person said.
    match last.starts_with("Step ") && !last.contains('\n') {
        true => texts.next().unwrap_or_default().to_owned(),
        false => last.to_owned(),
    }
}

pub(crate) fn click(number: u32) -> Value {
    json!({ "steps": [{ "do": "click", "target": number }] })
}

pub(crate) fn finish(answer: &str) -> Answer {
    Answer::text("That was it.").and_call("finish", json!({ "success": true, "answer": answer }))
}

/// A page with a button that counts.
pub(crate) const COUNTER: &str = "<h1>Clicks</h1><p id=p>Count: 0</p><button>More</button><script>
    let count = 0;
    document.querySelector('button').onclick = () => p.textContent = `Count: ${++count}`;</script>";

/// Each press is counted where a reload does not forget it.
pub(crate) const PRESS: &str = "<button onclick='localStorage.pressed = 1 + Number(localStorage.pressed ?? 0); \
    document.title = `pressed ${localStorage.pressed}`'>Press</button>";
pub(crate) const PRESSED: &str = "Number(localStorage.pressed ?? 0)";

/// Presses the button once and finishes, as soon as it is known that it was pressed.
pub(crate) fn presses_once(request: &NormalizedRequest) -> Answer {
    match request.turns() {
        0 => {
            let press = number_of(&seen(request), "\"Press\"").unwrap();
            Answer::text("I press it.").and_call("act", click(press))
        }
        _ => finish("pressed"),
    }
}
