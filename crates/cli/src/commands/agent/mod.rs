//! `tabwright agent`, `chat` and `chats`: tasks for the page agent, and what came of them.

mod follow;
mod keyboard;
mod lists;
mod words;

use std::io::Write as _;
use std::process::ExitCode;

use tabwright_client::{Client, Home, ensure_running};
use tabwright_wire::chats::{ChatId, ChatSession, NewSession, SessionParams, StartRunParams};
use tabwright_wire::{
    COMMAND_LINE, CreateSession, DeleteSession, GetSession, StartRun, TabId, TabList, verbs,
};

use self::follow::{Follower, Watched};
use self::keyboard::Keyboard;
use crate::args::agent::{AgentOptions, ChatOptions, TaskPlace};
use crate::format;

pub(crate) use self::lists::chats;

/// Hands over one task and tells how it goes.
pub(crate) async fn run(home: &Home, options: AgentOptions) -> anyhow::Result<ExitCode> {
    let client = connect(home).await?;
    let chat = chat_for(&client, options.chat.clone(), &options.place).await?;
    let begun = start(&client, &chat.id, options.task(), &options.place, options.max_steps).await;
    if begun.is_err() && options.chat.is_none() {
        // Nothing was ever said in it. That the task could not begin is what the person has to read.
        let _ = client.call::<DeleteSession>(&SessionParams { session: chat.id.clone() }).await;
    }
    let begun = begun?;
    let mut follower = Follower::new(home.clone(), client, options.json);
    let ended = follower.follow(&chat.id, begun, &mut Keyboard::default()).await?;
    if !options.json && !matches!(ended, Watched::Finished { success: true }) {
        eprintln!("This was chat {}. `{} chats show {0}` shows it.", chat.id, format::program());
    }
    ended.exit()
}

/// A conversation: each line is a task in the same chat.
pub(crate) async fn chat(home: &Home, options: ChatOptions) -> anyhow::Result<ExitCode> {
    let client = connect(home).await?;
    let chat = chat_for(&client, options.chat.clone(), &options.place).await?;
    println!(
        "Say what is to be done. Ctrl-C stops a task; Ctrl-D leaves. This is chat {}.",
        chat.id
    );
    let mut keyboard = Keyboard::default();
    loop {
        print!("> ");
        let _ = std::io::stdout().flush();
        let line = tokio::select! {
            line = keyboard.line() => line,
            _ = tokio::signal::ctrl_c() => None,
        };
        let Some(line) = line else { break };
        if line.trim().is_empty() {
            continue;
        }
        let client = connect(home).await?;
        match start(&client, &chat.id, line, &options.place, None).await {
            Ok(begun) => {
                let mut follower = Follower::new(home.clone(), client, false);
                follower.follow(&chat.id, begun, &mut keyboard).await?;
            }
            Err(error) => {
                crate::failure::report(&error);
            }
        }
    }
    println!();
    Ok(ExitCode::SUCCESS)
}

async fn connect(home: &Home) -> anyhow::Result<Client> {
    let (client, _) = ensure_running(home).await?;
    Ok(client.named(COMMAND_LINE))
}

async fn chat_for(
    client: &Client,
    chat: Option<ChatId>,
    place: &TaskPlace,
) -> anyhow::Result<ChatSession> {
    Ok(match chat {
        Some(session) => client.call::<GetSession>(&SessionParams { session }).await?,
        None => {
            let params = NewSession { title: None, model: place.model.clone() };
            client.call::<CreateSession>(&params).await?
        }
    })
}

/// Hands over a task. Gives the time from which its events count.
async fn start(
    client: &Client,
    chat: &ChatId,
    task: String,
    place: &TaskPlace,
    max_steps: Option<u32>,
) -> anyhow::Result<u64> {
    let browser = place.browser.as_deref();
    let tab = match (place.tab(), place.new_tab) {
        (Some(tab), _) => Some(tab),
        (None, true) => None,
        (None, false) => tab_in_front(client, browser).await?,
    };
    let params =
        StartRunParams { session: chat.clone(), task, model: place.model.clone(), tab, max_steps };
    let run = client.call_in::<StartRun>(browser, &params).await?;
    // Ids of events are microseconds.
    Ok(run.created_ms.saturating_mul(1_000).saturating_sub(1))
}

/// The tab that the person looks at, if a page of the web is in it.
async fn tab_in_front(client: &Client, browser: Option<&str>) -> anyhow::Result<Option<TabId>> {
    let params = verbs::TabsParams { tab: None, about: None };
    let TabList { tabs } = client.run::<verbs::Tabs>(browser, &params).await?;
    let of_web = |url: &str| url.starts_with("http://") || url.starts_with("https://");
    Ok(tabs.into_iter().find(|tab| tab.focused && tab.active && of_web(&tab.url)).map(|tab| tab.id))
}
