//! Codex and Claude Code carry out tasks with our tools. What stands for them is called as they are and prints what they
//! print; it is a process of its own, with our real MCP server below it.

use std::path::{Path, PathBuf};

use serde_json::json;
use tabwright_model::Program;
use tabwright_testbed::{Chromium, Session, Terminal, TestEnv, request, within};
use tabwright_wire::chats::{
    CallState, ChatId, ChatRun, NewSession, RunEvent, RunState, SessionParams, StartRunParams,
};
use tabwright_wire::{
    CreateSession, GetSession, ListModels, ListModelsParams, ProblemCode, StartRun, StopRun,
    TASK_CALL_PATH, TabId,
};
use tokio::io::{AsyncBufReadExt as _, AsyncReadExt as _, BufReader};
use tokio::net::{TcpListener, TcpStream};

use crate::stage::{ended, show, until};

const PRESS: &str = "<button onclick='document.title = `pressed ${++count}`'>Press</button>\
    <script>let count = 0</script>";

struct Stage {
    env: TestEnv,
    browser: Chromium,
    /// Where the agents tell that they live.
    held: TcpListener,
    _programs: tempfile::TempDir,
}

impl Stage {
    async fn new() -> Self {
        let programs = tempfile::tempdir().unwrap();
        for (file, kind) in [("codex", "codex"), ("claude", "claude-code")] {
            install(&programs.path().join(file), kind);
        }
        let held = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = held.local_addr().unwrap().to_string();
        let path = std::env::var_os("PATH").unwrap_or_default();
        let folders = std::env::split_paths(&path);
        let path = std::iter::once(programs.path().to_owned()).chain(folders);
        let path = std::env::join_paths(path).unwrap().into_string().unwrap();
        let environment = [("PATH", path.as_str()), ("AGENT_IS_HELD_AT", address.as_str())];
        let env = TestEnv::with_environment(&environment).await;
        let browser = env.browser().await;
        Self { env, browser, held, _programs: programs }
    }

    async fn show(&self, name: &str) -> (Session, TabId) {
        show(&self.env, &self.browser, name, PRESS).await
    }

    async fn chat(&self) -> ChatId {
        let client = self.env.client().await.named("command line");
        client.call::<CreateSession>(&NewSession::default()).await.unwrap().id
    }

    async fn start(&self, chat: &ChatId, program: Program, task: &str, tab: Option<TabId>) {
        let params = StartRunParams {
            session: chat.clone(),
            task: task.to_owned(),
            model: Some(program.name().to_owned()),
            tab,
            max_steps: None,
        };
        self.env.client().await.named("command line").call::<StartRun>(&params).await.unwrap();
    }

    /// The run of this task, as soon as it has ended.
    async fn ended(&self, chat: &ChatId, task: &str) -> ChatRun {
        ended(&self.env, chat, task).await
    }

    /// A process that lives, by what it says when it begins.
    async fn living(&self) -> (String, BufReader<TcpStream>) {
        let (stream, _) =
            within("a process tells that it lives", self.held.accept()).await.unwrap();
        let mut stream = BufReader::new(stream);
        let mut words = String::new();
        stream.read_line(&mut words).await.unwrap();
        (words.trim().to_owned(), stream)
    }
}

fn install(file: &Path, kind: &str) {
    use std::os::unix::fs::PermissionsExt as _;
    let script =
        PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/page_agent/command-line-agent.mjs");
    let text = format!("#!/bin/sh\nexec node '{}' {kind} \"$@\"\n", script.display());
    std::fs::write(file, text).unwrap();
    std::fs::set_permissions(file, std::fs::Permissions::from_mode(0o755)).unwrap();
}

#[tokio::test]
async fn they_are_found_work_in_the_tab_and_go_on_with_their_conversation() {
    let stage = Stage::new().await;
    let client = stage.env.client().await.named("command line");
    let list = client.call::<ListModels>(&ListModelsParams::default()).await.unwrap();
    assert!(list.agents.iter().all(|agent| agent.is_installed), "{list:?}");
    for program in Program::ALL {
        let name = program.name();
        let (page, tab) = stage.show(name).await;
        let chat = stage.chat().await;
        stage.start(&chat, program, "Press it.", Some(tab)).await;
        let run = stage.ended(&chat, "Press it.").await;
        assert_eq!(run.state, RunState::Finished, "{name}: {run:?}");
        assert_eq!(run.answer.as_deref(), Some("Pressed."), "{name}");
        assert_eq!(page.evaluate("document.title").await, json!("pressed 1"), "{name}");
        assert_eq!(run.spent.tokens, 1_010, "{name}");
        let told = |event: &RunEvent| match event {
            RunEvent::Step { text, calls, .. } if text == "I look for the button." => {
                Some(calls[0].tool.clone())
            }
            _ => None,
        };
        let tool = until(&stage.env, &chat, "its first step is told", told).await;
        assert_eq!(tool, "snapshot", "{name}");
        let done = |event: &RunEvent| match event {
            RunEvent::Tool { tool, state: CallState::Done, .. } => (tool == "act").then_some(()),
            _ => None,
        };
        until(&stage.env, &chat, "its press is told", done).await;
        // Another task in the same chat: the agent knows the conversation, and only what came since is counted.
        stage.start(&chat, program, "Press once more.", None).await;
        let run = stage.ended(&chat, "Press once more.").await;
        assert_eq!(run.answer.as_deref(), Some("Pressed again in thread-1."), "{name}: {run:?}");
        assert_eq!(page.evaluate("document.title").await, json!("pressed 2"), "{name}");
        assert_eq!(run.spent.tokens, 1_010, "{name}");
        if program == Program::ClaudeCode {
            assert!(run.spent.cents.is_some_and(|cents| (cents - 5.0).abs() < 0.01), "{run:?}");
        }
        let session = client.call::<GetSession>(&SessionParams { session: chat }).await.unwrap();
        assert_eq!(session.provider_state[name]["thread"], "thread-1");
        // How full its window is, Codex does not say.
        let read = session.usage.map(|usage| usage.input);
        assert_eq!(read, (program == Program::ClaudeCode).then_some(1_000), "{name}");
    }
    // What was there for the tasks is gone with them.
    let tasks = std::fs::read_dir(stage.env.home.tasks()).unwrap().count();
    assert_eq!(tasks, 0);
}

#[tokio::test]
async fn stop_ends_all_that_they_started() {
    let stage = Stage::new().await;
    let (_page, tab) = stage.show("hang").await;
    let chat = stage.chat().await;
    stage.start(&chat, Program::Codex, "Hang on.", Some(tab)).await;
    let (one, mut first) = stage.living().await;
    let (other, mut second) = stage.living().await;
    assert!([&one, &other].iter().any(|words| *words == "child"), "{one} {other}");
    let client = stage.env.client().await.named("command line");
    let stopped = client.call::<StopRun>(&SessionParams { session: chat }).await.unwrap();
    assert_eq!(stopped.state, RunState::Stopped);
    for process in [&mut first, &mut second] {
        let mut rest = Vec::new();
        // A process that is killed may leave its end of the connection broken.
        let _ = within("the process has ended", process.read_to_end(&mut rest)).await;
    }
}

#[tokio::test]
async fn those_whose_daemon_was_killed_are_ended_by_the_next_one() {
    let mut stage = Stage::new().await;
    let (_page, tab) = stage.show("hang").await;
    let chat = stage.chat().await;
    stage.start(&chat, Program::ClaudeCode, "Hang on.", Some(tab)).await;
    let (_, mut first) = stage.living().await;
    let (_, mut second) = stage.living().await;
    stage.env.daemon.kill().await;
    assert_eq!(std::fs::read_dir(stage.env.home.tasks()).unwrap().count(), 1);
    stage.env.daemon.restart().await;
    for process in [&mut first, &mut second] {
        let mut rest = Vec::new();
        let _ = within("the process has ended", process.read_to_end(&mut rest)).await;
    }
    // The person decides whether it goes on.
    let paused = |event: &RunEvent| matches!(event, RunEvent::Paused { .. }).then_some(());
    until(&stage.env, &chat, "the task is paused", paused).await;
    assert_eq!(std::fs::read_dir(stage.env.home.tasks()).unwrap().count(), 0);
}

#[tokio::test]
async fn they_reach_the_tabs_of_their_task_and_nothing_else() {
    let stage = Stage::new().await;
    let (_other, other) = stage.show("other").await;
    let (_page, tab) = stage.show("own").await;
    let chat = stage.chat().await;
    let task = format!("Use tab {other}.");
    stage.start(&chat, Program::ClaudeCode, &task, Some(tab)).await;
    let run = stage.ended(&chat, &task).await;
    let answer = run.answer.unwrap_or_default();
    assert!(answer.contains("not one of this task's tabs"), "{answer}");
    assert!(answer.contains("`reset` is not for tasks"), "{answer}");
    // Who has no ticket reaches nothing, with whichever token.
    let call = json!({ "ticket": "0".repeat(32), "tool": "snapshot", "arguments": {} });
    let agent = std::fs::read_to_string(stage.env.home.agent_token_file()).unwrap();
    let (port, body) = (stage.env.daemon.port(), call.to_string());
    let bearer = format!("Bearer {}", agent.trim());
    let headers = [("Authorization", bearer.as_str())];
    let answer = request(port, "POST", TASK_CALL_PATH, &headers, &body).await;
    assert_eq!(answer.status, 200, "{}", answer.body);
    assert!(answer.body.contains("not under way any more"), "{}", answer.body);
    let answer = request(port, "POST", TASK_CALL_PATH, &[], &body).await;
    assert_eq!(answer.status, 401, "{}", answer.body);
}

#[tokio::test]
async fn why_they_could_not_work_is_told() {
    let stage = Stage::new().await;
    let chat = stage.chat().await;
    stage.start(&chat, Program::Codex, "Anything.", None).await;
    let run = stage.ended(&chat, "Anything.").await;
    let problem = run.problem.unwrap();
    assert_eq!((run.state, problem.code), (RunState::Failed, ProblemCode::ModelFailed));
    assert!(problem.title.contains("You are not logged in."), "{problem:?}");
    assert!(problem.fix.contains("in a terminal"), "{problem:?}");
}

#[tokio::test]
async fn doctor_names_those_that_are_absent_and_how_to_install_them() {
    let programs = tempfile::tempdir().unwrap();
    install(&programs.path().join("codex"), "codex");
    let folder = programs.path().to_str().unwrap();
    let env = TestEnv::with_environment(&[("PATH", folder), ("HOME", folder)]).await;
    let client = env.client().await.named("command line");
    let list = client.call::<ListModels>(&ListModelsParams::default()).await.unwrap();
    let doctor = Terminal::of(&env).run(&["doctor"]).await.out;
    for agent in list.agents {
        let told = match agent.how_to_install {
            None => format!("{} is installed (`--model {}`).", agent.title, agent.name),
            Some(how) => format!("{} is not installed. {how}", agent.title),
        };
        assert!(doctor.contains(&told), "{told}\n{doctor}");
        // Claude Code may be in a folder that every daemon looks into.
        assert!(agent.is_installed || agent.name != Program::Codex.name(), "{doctor}");
    }
}
