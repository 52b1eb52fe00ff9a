//! The tools of one chat, in the tabs of its tasks.

use std::sync::Arc;
use std::time::Duration;

use serde_json::{Map, Value, json};
use tabwright_store::Store;
use tabwright_tools::{
    OnProgress, ResultChars, SavedSessions, Sessions, SqliteSessions, TaskHosts, describe_problem,
};
use tabwright_wire::chats::ChatId;
use tabwright_wire::{Problem, ProblemCode, TabId, ToolCall, ToolOutput};

use crate::budget::{RESULT_CHARS, VIEW_CHARS, VIEW_TOKENS_MAX, cut};
use crate::prompt::NO_TAB;

/// An alarm of the extension starts its worker again within 30 s, however it was stopped.
const BROWSER_BACK_TIMEOUT: Duration = Duration::from_secs(40);

/// Makes the tools of chats.
#[derive(Debug)]
pub(crate) struct TaskToolSource {
    hosts: Arc<dyn TaskHosts>,
    saved: Arc<SavedSessions>,
}

impl TaskToolSource {
    pub(crate) fn new(hosts: Arc<dyn TaskHosts>, store: &Store) -> Self {
        let saved = Arc::new(SavedSessions::new(Arc::new(SqliteSessions::new(store.clone()))));
        Self { hosts, saved }
    }

    pub(crate) fn tools(&self, chat: &ChatId, browser: Option<&str>) -> TaskTools {
        let chars = ResultChars { default: RESULT_CHARS, max: RESULT_CHARS };
        let hosts = self.hosts.hosts(browser);
        let sessions = Sessions::with_result_chars(hosts, Arc::clone(&self.saved), chars);
        // The last letters are the random ones.
        let short = &chat.as_str()[chat.as_str().len() - 6..];
        TaskTools { sessions, key: format!("task:{chat}"), name: format!("Task({short})") }
    }
}

#[derive(Debug)]
pub(crate) struct TaskTools {
    sessions: Arc<Sessions>,
    key: String,
    name: String,
}

impl TaskTools {
    pub(crate) async fn call(
        &self,
        tool: &str,
        arguments: Map<String, Value>,
        progress: &OnProgress,
    ) -> ToolOutput {
        let call = ToolCall {
            session: self.key.clone(),
            client: self.name.clone(),
            tool: tool.to_owned(),
            arguments,
        };
        self.sessions.call(call, progress).await
    }

    /// The person gives it a tab of theirs.
    pub(crate) async fn enter(&self, tab: TabId) -> Result<(), Problem> {
        self.sessions.enter(&self.key, &self.name, tab).await
    }

    /// The person lets it go on in its tabs.
    pub(crate) async fn reclaim(&self) -> Result<(), Problem> {
        self.sessions.reclaim(&self.key, &self.name).await
    }

    /// The page that it is on, as text, or why there is none to be seen. Fails where no browser is there.
    pub(crate) async fn view(&self) -> Result<String, Problem> {
        let silent: OnProgress = Box::new(|_| {});
        let arguments = Map::from_iter([("maxChars".to_owned(), json!(VIEW_CHARS))]);
        let output = self.call("snapshot", arguments, &silent).await;
        let text = match output.problem {
            None => output.joined_text(),
            Some(problem) if is_without_browser(problem.code) => return Err(problem),
            Some(Problem { code: ProblemCode::NoSuchTab, .. }) => NO_TAB.to_owned(),
            Some(problem) => describe_problem(&problem),
        };
        Ok(cut(&text, VIEW_TOKENS_MAX))
    }

    /// Waits for a browser that went away while the task worked in it; what is missing, if none comes.
    pub(crate) async fn until_browser_is_back(&self) -> Result<(), Problem> {
        self.sessions.until_browser(&self.key, &self.name, BROWSER_BACK_TIMEOUT).await
    }

    /// The person sees where the task works, or has the page to themselves.
    pub(crate) async fn show_work(&self, is_working: bool) {
        self.sessions.show_work(&self.key, &self.name, is_working).await;
    }

    /// Waits until the person presses Stop on a page of the task.
    pub(crate) async fn until_stopped(&self) {
        self.sessions.until_stopped(&self.key, &self.name).await;
    }

    /// The task is over for now: its tabs stay.
    pub(crate) fn leave(&self) {
        self.sessions.left(&self.key);
    }
}

/// Nothing can be done until a browser is there.
pub(crate) fn is_without_browser(code: ProblemCode) -> bool {
    matches!(
        code,
        ProblemCode::NoBrowser | ProblemCode::UnknownBrowser | ProblemCode::BrowserDisconnected
    )
}
