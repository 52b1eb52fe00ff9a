//! What the tools ask of whoever holds the browsers and the rules.

use std::sync::Arc;
use std::time::Duration;

use tabwright_actions::OnStep;
use tabwright_actions::host::{
    ActionHost, HostFuture, HostServices, MemoryServices, RunEveryVerb, TabSource,
};
use tabwright_wire::language::{Utterance, UtteranceResult};
use tabwright_wire::{ClientSlot, Problem, Tab, TabId};
use tokio::sync::watch;

/// Browser control for one client. Whatever it is asked is subject to the rules of that client.
pub trait ToolHost: RunEveryVerb + HostServices + MemoryServices + 'static {
    /// The tab that is meant, if the client may know of it.
    fn find_tab(&self, tab: Option<TabId>) -> HostFuture<'_, Tab>;

    /// A tab as the browser last told of it: for what may be a moment old.
    fn known_tab(&self, tab: TabId) -> HostFuture<'_, Tab>;

    /// Permission to drive a tab that is not the client's own. It may ask the person.
    fn authorize_tab<'a>(&'a self, tab: &'a Tab) -> HostFuture<'a, ()>;

    /// Is a tab still the client's own? Not when the person has gone elsewhere in it.
    fn owns_tab(&self, tab: TabId) -> HostFuture<'_, bool>;

    /// These tabs were the client's own before the daemon was started anew. Those of them that are still in this
    /// group are so again.
    fn restore_tabs<'a>(&'a self, tabs: &'a [TabId], group: &'a str) -> HostFuture<'a, Vec<TabId>>;

    /// The person gives these tabs to the client.
    fn adopt_tabs<'a>(&'a self, tabs: &'a [TabId]) -> HostFuture<'a, ()>;

    /// The client begins to work on a task, in this tab if it has one: the person sees that there until the end of
    /// the work.
    fn begin_work(&self, tab: Option<TabId>) -> HostFuture<'_, ()>;

    fn end_work(&self) -> HostFuture<'_, ()>;

    /// Waits until the person presses Stop on a tab of the client's own.
    fn until_stopped(&self) -> HostFuture<'_, ()>;

    /// Changes whenever a browser has connected.
    fn connections(&self) -> watch::Receiver<u64>;

    /// Waits until there is a browser; what is missing, if none comes in time.
    fn wait_for_browser(&self, timeout: Duration) -> HostFuture<'_, ()>;

    /// Runs plain words by another host, on the page at `here`.
    fn run_utterance<'a>(
        &'a self,
        host: &'a dyn ActionHost,
        utterance: &'a Utterance,
        here: Option<&'a str>,
        on_step: &'a mut OnStep<'_>,
    ) -> HostFuture<'a, UtteranceResult>;
}

/// Gives every client its host, and knows who is at work.
pub trait ToolHosts: std::fmt::Debug + Send + Sync + 'static {
    fn host(&self, client: &str) -> Arc<dyn ToolHost>;

    /// May a session work now? Not if the person has sent it away, or while another has the only slot.
    fn admit(&self, session: &str, name: &str) -> Result<(), Problem>;

    /// Does the person have a question of this client before them, on which its work waits?
    fn is_asking(&self, client: &str) -> bool;

    /// So many tabs are the session's own now.
    fn drives(&self, session: &str, tabs: usize);

    /// The session is over.
    fn left(&self, session: &str);

    /// Who holds the only slot, in `single` mode.
    fn slot(&self) -> ClientSlot;
}

/// Gives the tasks of the page agent their hosts, which reach the tabs of a task and no others.
pub trait TaskHosts: std::fmt::Debug + Send + Sync + 'static {
    /// For tasks in this browser, or in the one that is there. The client that a host is made for is the name
    /// of the task, which is its tab group, too.
    fn hosts(&self, browser: Option<&str>) -> Arc<dyn ToolHosts>;
}

/// The browser as a script reaches it.
pub trait ScriptHost: RunEveryVerb + TabSource {
    /// Makes a tab the one that the script is in.
    fn use_tab(&self, tab: Option<TabId>) -> HostFuture<'_, TabId>;
}
