//! `tabwright agent`, `chat` and `chats`.

use clap::{Args, Subcommand, ValueEnum};
use tabwright_wire::TabId;
use tabwright_wire::chats::{ChatId, ExportFormat};

use super::Output;

#[derive(Debug, Args)]
pub(crate) struct AgentOptions {
    /// What to do, in your own words
    #[arg(required = true, num_args = 1..)]
    task: Vec<String>,
    /// Go on in this chat, instead of a new one
    #[arg(long, value_name = "ID")]
    pub(crate) chat: Option<ChatId>,
    #[command(flatten)]
    pub(crate) place: TaskPlace,
    /// How many steps it may take
    #[arg(long, value_name = "N")]
    pub(crate) max_steps: Option<u32>,
    /// Print each event as one line of JSON
    #[arg(long)]
    pub(crate) json: bool,
}

impl AgentOptions {
    pub(crate) fn task(&self) -> String {
        self.task.join(" ")
    }
}

/// Who does a task, and where.
#[derive(Debug, Clone, Args)]
pub(crate) struct TaskPlace {
    /// The model, by its name in `tabwright model`
    #[arg(long, value_name = "NAME")]
    pub(crate) model: Option<String>,
    /// Begin in this tab. Without it, in the one in front
    #[arg(long, value_name = "ID", conflicts_with = "new_tab")]
    tab: Option<i32>,
    /// Begin without any of your tabs
    #[arg(long)]
    pub(crate) new_tab: bool,
    /// The browser to use, by its name in `tabwright status`
    #[arg(long, value_name = "NAME")]
    pub(crate) browser: Option<String>,
}

impl TaskPlace {
    pub(crate) fn tab(&self) -> Option<TabId> {
        self.tab.map(TabId)
    }
}

#[derive(Debug, Args)]
pub(crate) struct ChatOptions {
    /// Go on in this chat. Without it, a new one begins
    pub(crate) chat: Option<ChatId>,
    #[command(flatten)]
    pub(crate) place: TaskPlace,
}

#[derive(Debug, Args)]
pub(crate) struct ChatsOptions {
    #[command(subcommand)]
    pub(crate) command: Option<ChatsCommand>,
    /// Only chats in which these words stand
    #[arg(long, value_name = "WORDS")]
    pub(crate) search: Option<String>,
    #[command(flatten)]
    pub(crate) output: Output,
}

#[derive(Debug, Subcommand)]
pub(crate) enum ChatsCommand {
    /// Show what was said and done in a chat
    Show {
        /// Its ID in `tabwright chats`
        chat: ChatId,
        #[command(flatten)]
        output: Output,
    },
    /// Watch what happens in a chat, until its task ends
    Watch {
        /// Its ID in `tabwright chats`
        chat: ChatId,
        /// Print each event as one line of JSON
        #[arg(long)]
        json: bool,
    },
    /// Stop the task of a chat
    Stop {
        /// Its ID in `tabwright chats`
        chat: ChatId,
    },
    /// Pause the task of a chat, to do something yourself
    Pause {
        /// Its ID in `tabwright chats`
        chat: ChatId,
    },
    /// Let a task go on that was paused, was stopped or failed
    Resume {
        /// Its ID in `tabwright chats`
        chat: ChatId,
    },
    /// Answer what the agent asks
    Answer {
        /// The ID of the chat in `tabwright chats`
        chat: ChatId,
        /// Your answer
        answer: String,
    },
    /// Add something to the task of a chat while it is under way
    Add {
        /// The ID of the chat in `tabwright chats`
        chat: ChatId,
        /// What the agent is to know or do besides
        words: String,
    },
    /// Write a chat to the terminal or a file, in Markdown or JSON
    Export {
        /// Its ID in `tabwright chats`
        chat: ChatId,
        /// How to write it
        #[arg(long, value_enum, default_value_t)]
        format: FormatArg,
    },
    /// Give a chat another title
    Rename {
        /// Its ID in `tabwright chats`
        chat: ChatId,
        /// The new title
        title: String,
    },
    /// Delete a chat for good
    Delete {
        /// Its ID in `tabwright chats`
        chat: ChatId,
    },
}

#[derive(Debug, Clone, Copy, Default, ValueEnum)]
pub(crate) enum FormatArg {
    #[default]
    Markdown,
    Json,
}

impl From<FormatArg> for ExportFormat {
    fn from(format: FormatArg) -> Self {
        match format {
            FormatArg::Markdown => Self::Markdown,
            FormatArg::Json => Self::Json,
        }
    }
}
