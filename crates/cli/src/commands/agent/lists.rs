//! `tabwright chats`: what there is, what was said, and what can be done with it.

use std::process::ExitCode;

use tabwright_client::{Client, Home};
use tabwright_wire::chats::{
    AddToRunParams, AnswerRunParams, ChatId, ChatMessage, ChatRole, ChatRun, ChatSession,
    ChatUsage, ExportSessionParams, MessagesParams, RenameSessionParams, RunState, SessionFilter,
    SessionParams,
};
use tabwright_wire::{
    AddToRun, AnswerRun, DeleteSession, ExportSession, GetSession, ListMessages, ListSessions,
    PauseRun, RenameSession, ResumeRun, StopRun,
};

use super::connect;
use super::follow::Follower;
use super::keyboard::Keyboard;
use super::words::{call_line, chosen};
use crate::args::Usage;
use crate::args::agent::{ChatsCommand, ChatsOptions};
use crate::format;

const TITLE_CHARS: usize = 50;
const WORDS_CHARS: usize = 200;
const MESSAGES_PAGE: u32 = 1_000;

pub(crate) async fn chats(home: &Home, options: ChatsOptions) -> anyhow::Result<ExitCode> {
    let client = connect(home).await?;
    match options.command {
        None => list(&client, options.search, options.output.json).await?,
        Some(ChatsCommand::Show { chat, output }) => show(&client, chat, output.json).await?,
        Some(ChatsCommand::Watch { chat, json }) => {
            return watch(home, client, &chat, json).await;
        }
        Some(ChatsCommand::Stop { chat }) => {
            tell(&client.call::<StopRun>(&SessionParams { session: chat }).await?);
        }
        Some(ChatsCommand::Pause { chat }) => {
            tell(&client.call::<PauseRun>(&SessionParams { session: chat }).await?);
        }
        Some(ChatsCommand::Resume { chat }) => {
            tell(&client.call::<ResumeRun>(&SessionParams { session: chat }).await?);
        }
        Some(ChatsCommand::Answer { chat, answer }) => answer_run(&client, chat, &answer).await?,
        Some(ChatsCommand::Add { chat, words }) => {
            client.call::<AddToRun>(&AddToRunParams { session: chat, text: words }).await?;
            println!("Added. The agent hears it before its next step.");
        }
        Some(ChatsCommand::Export { chat, format }) => {
            let params = ExportSessionParams { session: chat, format: format.into() };
            print!("{}", client.call::<ExportSession>(&params).await?.text);
        }
        Some(ChatsCommand::Rename { chat, title }) => {
            let params = RenameSessionParams { session: chat, title };
            let renamed = client.call::<RenameSession>(&params).await?;
            println!("The chat is called {:?} now.", format::one_line(&renamed.title));
        }
        Some(ChatsCommand::Delete { chat }) => {
            client.call::<DeleteSession>(&SessionParams { session: chat }).await?;
            println!("The chat is deleted.");
        }
    }
    Ok(ExitCode::SUCCESS)
}

async fn list(client: &Client, query: Option<String>, json: bool) -> anyhow::Result<()> {
    let list = client.call::<ListSessions>(&SessionFilter { query, limit: None }).await?;
    if json {
        return format::json(&list);
    }
    if list.sessions.is_empty() {
        println!("No chats. `{} agent TASK` begins one.", format::program());
    }
    for session in &list.sessions {
        let state = session.run.as_ref().map_or("new", |run| state(run.state));
        println!("{}  {state:<8}  {}", session.id, format::cut(&session.title, TITLE_CHARS));
    }
    Ok(())
}

async fn show(client: &Client, chat: ChatId, json: bool) -> anyhow::Result<()> {
    let session = client.call::<GetSession>(&SessionParams { session: chat.clone() }).await?;
    if json {
        return format::json(&session);
    }
    println!("{}", format::one_line(&session.title));
    let mut from = 0;
    loop {
        let params =
            MessagesParams { session: chat.clone(), from: Some(from), limit: Some(MESSAGES_PAGE) };
        let list = client.call::<ListMessages>(&params).await?;
        list.messages.iter().for_each(print);
        match list.messages.last().filter(|_| list.more) {
            Some(last) => from = last.number + 1,
            None => break,
        }
    }
    if let Some(run) = &session.run {
        tell(run);
    }
    println!("{}", context(&session));
    Ok(())
}

/// Tells of the last run of a chat: from now on while it is under way, else all of it.
async fn watch(home: &Home, client: Client, chat: &ChatId, json: bool) -> anyhow::Result<ExitCode> {
    let session = client.call::<GetSession>(&SessionParams { session: chat.clone() }).await?;
    let Some(run) = session.run else {
        return Err(Usage("this chat has no task yet".to_owned()).into());
    };
    let is_live = matches!(run.state, RunState::Running | RunState::Waiting);
    if is_live && !json {
        tell(&run);
    }
    // Ids of events are microseconds.
    let since_ms = if is_live { run.updated_ms + 1 } else { run.created_ms };
    let after = since_ms.saturating_mul(1_000).saturating_sub(1);
    let mut follower = Follower::new(home.clone(), client, json);
    follower.asked = run.ask;
    follower.follow(chat, after, &mut Keyboard::default()).await?.exit()
}

fn print(message: &ChatMessage) {
    let words = format::cut(&message.text, WORDS_CHARS);
    match message.role {
        ChatRole::User => println!("\nYou: {words}"),
        ChatRole::Assistant => {
            println!("Agent: {words}");
            for call in &message.calls {
                println!("   {}", call_line(&call.tool, &call.does));
            }
        }
        ChatRole::Tool if message.failed => println!("   failed: {words}"),
        ChatRole::Tool => println!("   {words}"),
    }
}

async fn answer_run(client: &Client, chat: ChatId, typed: &str) -> anyhow::Result<()> {
    let session = client.call::<GetSession>(&SessionParams { session: chat.clone() }).await?;
    let Some(ask) = session.run.and_then(|run| run.ask) else {
        return Err(Usage("this chat asks nothing".to_owned()).into());
    };
    let answer = chosen(&ask, typed);
    let params = AnswerRunParams { session: chat, ask: ask.id, answer };
    client.call::<AnswerRun>(&params).await?;
    println!("Answered. The task goes on.");
    Ok(())
}

/// How a run is.
fn tell(run: &ChatRun) {
    let task = format::cut(&run.task, TITLE_CHARS);
    println!("{task}: {}", state(run.state));
    if let Some(answer) = &run.answer {
        answer.lines().for_each(|line| println!("{}", format::one_line(line)));
    }
    if let Some(problem) = &run.problem {
        println!("{}. {}", format::one_line(&problem.title), problem.fix);
    }
    if let Some(ask) = &run.ask {
        println!("{}", super::words::question(ask));
    }
}

fn state(state: RunState) -> &'static str {
    match state {
        RunState::Running => "running",
        RunState::Waiting => "asks you",
        RunState::Paused => "paused",
        RunState::Finished => "finished",
        RunState::Failed => "failed",
        RunState::Stopped => "stopped",
    }
}

fn context(session: &ChatSession) -> String {
    let Some(ChatUsage { input, output, context_window, .. }) = &session.usage else {
        return "Context: unavailable".to_owned();
    };
    let used = input + output;
    match context_window {
        Some(window) => format!("Context: {used} of {window} tokens"),
        None => format!("Context: {used} tokens"),
    }
}
