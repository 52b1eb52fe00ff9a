//! A daemon, a browser, and a program in a home of its own, where it finds the model server of this machine.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use tabwright_client::Client;
use tabwright_model::Program;
use tabwright_model_server::ModelServer;
use tabwright_testbed::{Chromium, Session, TestEnv, within};
use tabwright_wire::chats::{
    CallState, ChatEvent, ChatId, ChatRun, ChatSession, NewSession, RunEvent, SessionParams,
    StartRunParams,
};
use tabwright_wire::{
    CreateSession, GetSession, ListQuestions, NoParams, PolicyQuestion, ResumeRun, StartRun,
    StopRun, TabId,
};
use tokio::io::AsyncWriteExt as _;
use tokio::net::TcpListener;

use super::model;

pub(super) struct Stage {
    pub(super) env: TestEnv,
    pub(super) server: ModelServer,
    program: Program,
    browser: Chromium,
    home: tempfile::TempDir,
    /// How often something wanted to leave the machine.
    outward: Arc<AtomicUsize>,
}

impl Stage {
    pub(super) async fn new(program: Program, installed: &Path) -> Self {
        let server = ModelServer::with_policy(model::policy).await.unwrap();
        let outward = Arc::new(AtomicUsize::new(0));
        let proxy = refuse(Arc::clone(&outward)).await;
        let home = tempfile::tempdir().unwrap();
        let codex = home.path().join(".codex");
        std::fs::create_dir(&codex).unwrap();
        std::fs::write(codex.join("config.toml"), codex_settings(&server)).unwrap();
        let path = std::env::var_os("PATH").unwrap_or_default();
        let folders = std::iter::once(installed.to_owned()).chain(std::env::split_paths(&path));
        let path = std::env::join_paths(folders).unwrap().into_string().unwrap();
        let (folder, url) = (home.path().to_str().unwrap(), server.url());
        let environment = [
            ("PATH", path.as_str()),
            ("HOME", folder),
            ("ANTHROPIC_BASE_URL", &url),
            ("ANTHROPIC_API_KEY", "no-key"),
            // Reports, updates and the like, by its documentation.
            ("CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC", "1"),
            ("HTTPS_PROXY", &proxy),
            ("HTTP_PROXY", &proxy),
            ("ALL_PROXY", &proxy),
            ("NO_PROXY", "127.0.0.1,localhost"),
        ];
        let env = TestEnv::with_environment(&environment).await;
        let browser = env.browser().await;
        Self { env, server, program, browser, home, outward }
    }

    /// Of the program.
    pub(super) fn home(&self) -> &Path {
        self.home.path()
    }

    pub(super) async fn client(&self) -> Client {
        self.env.client().await.named("command line")
    }

    /// A page in a tab of the person's.
    pub(super) async fn show(&self, name: &str, body: &str) -> (Session, TabId) {
        let page = format!("<!doctype html><meta charset=utf-8><title>{name}</title>{body}");
        let url = self.env.site.put(name, &page);
        let session = self.browser.open(&url).await;
        let tabs = self.client().await.tabs().await.unwrap().tabs;
        (session, tabs.iter().find(|tab| tab.url == url).unwrap().id)
    }

    pub(super) async fn chat(&self) -> ChatId {
        self.client().await.call::<CreateSession>(&NewSession::default()).await.unwrap().id
    }

    pub(super) async fn session(&self, chat: &ChatId) -> ChatSession {
        let params = SessionParams { session: chat.clone() };
        self.client().await.call::<GetSession>(&params).await.unwrap()
    }

    pub(super) async fn start(&self, chat: &ChatId, task: &str, tab: Option<TabId>) {
        let params = StartRunParams {
            session: chat.clone(),
            task: task.to_owned(),
            model: Some(self.program.name().to_owned()),
            tab,
            max_steps: None,
        };
        self.client().await.call::<StartRun>(&params).await.unwrap();
    }

    /// The newest run of this task, as soon as it has ended.
    pub(super) async fn ended(&self, chat: &ChatId, task: &str) -> ChatRun {
        let newest = self.session(chat).await.run.unwrap().id;
        let of_task = |event: &RunEvent| match event {
            RunEvent::Finished { run } | RunEvent::Failed { run } | RunEvent::Stopped { run } => {
                (run.id == newest && run.task == task).then(|| run.clone())
            }
            _ => None,
        };
        self.until(chat, "the task has ended", of_task).await
    }

    pub(super) async fn run(&self, chat: &ChatId, task: &str, tab: Option<TabId>) -> ChatRun {
        self.start(chat, task, tab).await;
        self.ended(chat, task).await
    }

    pub(super) async fn stop(&self, chat: &ChatId) -> ChatRun {
        let params = SessionParams { session: chat.clone() };
        self.client().await.call::<StopRun>(&params).await.unwrap()
    }

    pub(super) async fn resume(&self, chat: &ChatId) {
        let params = SessionParams { session: chat.clone() };
        self.client().await.call::<ResumeRun>(&params).await.unwrap();
    }

    /// The first event of a chat that is wanted, among those of the past, too.
    pub(super) async fn until<T>(
        &self,
        chat: &ChatId,
        what: &str,
        wanted: impl Fn(&RunEvent) -> Option<T>,
    ) -> T {
        let mut events = self.client().await.chat_events(chat, 0).await.unwrap();
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

    /// It is in the middle of a call that does not end by itself.
    pub(super) async fn until_it_waits(&self, chat: &ChatId) {
        let begun = |event: &RunEvent| match event {
            RunEvent::Tool { tool, state: CallState::Started, .. } => (tool == "act").then_some(()),
            _ => None,
        };
        self.until(chat, "it waits", begun).await;
    }

    /// What the loop told the person until the end of the last run, but for what Codex says of a model that it does
    /// not know.
    pub(super) async fn notices(&self, chat: &ChatId) -> Vec<String> {
        let last = self.session(chat).await.run.unwrap().id;
        let mut events = self.client().await.chat_events(chat, 0).await.unwrap();
        let mut notices = Vec::new();
        let search = async {
            while let Some(ChatEvent { event, .. }) = events.next().await {
                match event {
                    RunEvent::Notice { text } if !text.contains("Model metadata") => {
                        notices.push(text);
                    }
                    RunEvent::Finished { run } | RunEvent::Failed { run } if run.id == last => {
                        return;
                    }
                    _ => {}
                }
            }
        };
        within("all is told", search).await;
        notices
    }

    /// What the person is asked.
    pub(super) async fn question(&self) -> PolicyQuestion {
        let client = self.client().await;
        let search = async {
            loop {
                let list = client.call::<ListQuestions>(&NoParams {}).await.unwrap();
                if let Some(question) = list.questions.into_iter().next() {
                    return question;
                }
                tokio::task::yield_now().await;
            }
        };
        within("the person is asked", search).await
    }

    /// The command lines of all processes that belong to tasks: each names the ticket of its task.
    pub(super) fn processes(&self) -> Vec<String> {
        let tasks = self.env.home.tasks().to_str().unwrap().to_owned();
        let processes = std::fs::read_dir("/proc").unwrap().flatten();
        let lines = processes.filter_map(|process| {
            let line = std::fs::read(process.path().join("cmdline")).ok()?;
            Some(String::from_utf8_lossy(&line).replace('\0', " "))
        });
        lines.filter(|line| line.contains(&tasks)).collect()
    }

    pub(super) async fn until_no_process(&self) {
        let search = async {
            while !self.processes().is_empty() {
                tokio::task::yield_now().await;
            }
        };
        within("no process of a task is left", search).await;
    }

    /// As they do by themselves after some weeks.
    pub(super) fn delete_conversations(&self) {
        let folder: PathBuf = match self.program {
            Program::Codex => self.home().join(".codex/sessions"),
            Program::ClaudeCode => self.home().join(".claude/projects"),
        };
        std::fs::remove_dir_all(folder).unwrap();
    }

    /// No commands, files or web, and no MCP server of the person's.
    pub(super) fn has_only_our_tools(&self) {
        let asked = self.server.requests().pop().unwrap().request;
        let names = asked.tools.iter().map(|tool| tool.name.as_str());
        let foreign: Vec<_> =
            names.filter(|name| !name.starts_with("mcp__tabwright_task__")).collect();
        let known: &[&str] = match self.program {
            // They ask MCP servers for what they have to read, and a person who is not there.
            Program::Codex => &[
                "list_mcp_resources",
                "list_mcp_resource_templates",
                "read_mcp_resource",
                "request_user_input",
            ],
            Program::ClaudeCode => &[],
        };
        assert_eq!(foreign, known);
        assert!(asked.tools.iter().any(|tool| tool.name.ends_with("__act")), "{:?}", asked.tools);
    }

    pub(super) fn nothing_left_the_machine(&self) {
        assert_eq!(self.outward.load(Ordering::Relaxed), 0);
    }
}

/// The person has an MCP server of ours, and another one; both stay out of tasks.
fn codex_settings(server: &ModelServer) -> String {
    format!(
        "model = \"test-model\"\nmodel_provider = \"local\"\ncheck_for_update_on_startup = false\n\
         [analytics]\nenabled = false\n\
         [model_providers.local]\nname = \"local\"\nbase_url = \"{}/v1\"\nwire_api = \"responses\"\n\
         [mcp_servers.tabwright]\nurl = \"http://127.0.0.1:9/mcp\"\n\
         [mcp_servers.other]\ncommand = \"sleep\"\nargs = [\"600\"]\nrequired = true\n",
        server.url()
    )
}

/// A proxy that lets nothing through.
async fn refuse(outward: Arc<AtomicUsize>) -> String {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    tokio::spawn(async move {
        while let Ok((mut stream, _)) = listener.accept().await {
            outward.fetch_add(1, Ordering::Relaxed);
            // Whether it hears the answer or not, it gets nowhere.
            let _ =
                stream.write_all(b"HTTP/1.1 502 Bad Gateway\r\ncontent-length: 0\r\n\r\n").await;
        }
    });
    format!("http://{address}")
}
