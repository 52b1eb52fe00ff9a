//! Tabs and where they go.

use clap::Args as ClapArgs;
use tabwright_wire::TabId;
use tabwright_wire::verbs::{
    self, CloseParams, GroupVerbParams, HistoryVerbParams, OpenIn, OpenParams, ReloadVerbParams,
    SwitchParams, TabsParams, WindowParams,
};

use super::common::{Asks, Deadline, Usage, joined, one_of, tab_id};

pub(super) const OPEN_IN: &[&str] = &["new", "current", "existing", "window"];

#[derive(Debug, ClapArgs)]
pub(crate) struct TabsArgs {
    /// Only tabs that match these words, the best first
    about: Vec<String>,
}

impl Asks for TabsArgs {
    type Verb = verbs::Tabs;

    fn params(self, tab: Option<TabId>) -> Result<TabsParams, Usage> {
        Ok(TabsParams { tab, about: joined(&self.about) })
    }
}

#[derive(Debug, ClapArgs)]
pub(crate) struct OpenArgs {
    /// The address. `https://` can be left out
    url: String,
    /// Where to open it. `existing` uses a tab that shows it already
    #[arg(long, value_name = "WHERE", default_value = "new", value_parser = one_of::<OpenIn>(OPEN_IN))]
    r#in: OpenIn,
    /// Leave the active tab in front
    #[arg(long)]
    background: bool,
    /// Put the new tab into this tab group
    #[arg(long, value_name = "NAME")]
    group: Option<String>,
    #[command(flatten)]
    deadline: Deadline,
}

impl Asks for OpenArgs {
    type Verb = verbs::Open;

    fn params(self, tab: Option<TabId>) -> Result<OpenParams, Usage> {
        Ok(OpenParams {
            tab,
            url: self.url,
            r#in: self.r#in,
            background: self.background,
            group: self.group,
            timeout_ms: self.deadline.ms,
        })
    }
}

#[derive(Debug, ClapArgs)]
pub(crate) struct CloseArgs {
    /// The tab, by its ID in `tabwright tabs` [default: the active tab]
    #[arg(value_name = "ID", value_parser = tab_id, conflicts_with_all = ["all", "tab_id"])]
    this: Option<TabId>,
    /// Close every tab, and leave an empty one
    #[arg(long)]
    all: bool,
}

impl Asks for CloseArgs {
    type Verb = verbs::Close;

    fn params(self, tab: Option<TabId>) -> Result<CloseParams, Usage> {
        Ok(CloseParams { tab: self.this.or(tab), all: self.all })
    }
}

#[derive(Debug, ClapArgs)]
pub(crate) struct SwitchArgs {
    /// The ID of a tab, or words of its title or address
    #[arg(value_name = "ID|WORDS", required_unless_present = "tab_id", conflicts_with = "tab_id")]
    which: Vec<String>,
}

impl Asks for SwitchArgs {
    type Verb = verbs::Switch;

    fn params(self, tab: Option<TabId>) -> Result<SwitchParams, Usage> {
        let words = joined(&self.which);
        let number = words.as_deref().and_then(|words| tab_id(words).ok());
        let about = words.filter(|_| number.is_none());
        Ok(SwitchParams { tab: number.or(tab), about })
    }
}

#[derive(Debug, ClapArgs)]
pub(crate) struct GroupArgs {
    /// The name of the group
    #[arg(required_unless_present = "leave")]
    name: Option<String>,
    /// The IDs of the tabs [default: the active tab]
    #[arg(value_name = "ID", value_parser = tab_id)]
    tabs: Vec<TabId>,
    /// Remove the tab from its group
    #[arg(long, conflicts_with_all = ["name", "tabs"])]
    leave: bool,
}

impl Asks for GroupArgs {
    type Verb = verbs::Group;

    fn params(self, tab: Option<TabId>) -> Result<GroupVerbParams, Usage> {
        Ok(GroupVerbParams { tab, tabs: self.tabs, name: self.name })
    }
}

#[derive(Debug, ClapArgs)]
pub(crate) struct WindowArgs {
    /// The IDs of the tabs [default: the active tab]
    #[arg(value_name = "ID", value_parser = tab_id)]
    tabs: Vec<TabId>,
    /// An open window, by its ID in `tabwright tabs --json` [default: a new window]
    #[arg(long, value_name = "WINDOW")]
    into: Option<i32>,
}

impl Asks for WindowArgs {
    type Verb = verbs::Window;

    fn params(self, tab: Option<TabId>) -> Result<WindowParams, Usage> {
        Ok(WindowParams { tab, tabs: self.tabs, window: self.into })
    }
}

#[derive(Debug, ClapArgs)]
pub(crate) struct BackArgs {
    #[command(flatten)]
    deadline: Deadline,
}

impl Asks for BackArgs {
    type Verb = verbs::Back;

    fn params(self, tab: Option<TabId>) -> Result<HistoryVerbParams, Usage> {
        Ok(HistoryVerbParams { tab, timeout_ms: self.deadline.ms })
    }
}

#[derive(Debug, ClapArgs)]
pub(crate) struct ForwardArgs {
    #[command(flatten)]
    deadline: Deadline,
}

impl Asks for ForwardArgs {
    type Verb = verbs::Forward;

    fn params(self, tab: Option<TabId>) -> Result<HistoryVerbParams, Usage> {
        Ok(HistoryVerbParams { tab, timeout_ms: self.deadline.ms })
    }
}

#[derive(Debug, ClapArgs)]
pub(crate) struct ReloadArgs {
    /// Load everything again, without the browser's cache
    #[arg(long)]
    bypass_cache: bool,
    #[command(flatten)]
    deadline: Deadline,
}

impl Asks for ReloadArgs {
    type Verb = verbs::Reload;

    fn params(self, tab: Option<TabId>) -> Result<ReloadVerbParams, Usage> {
        let (tab, bypass_cache) = (tab, self.bypass_cache);
        Ok(ReloadVerbParams { tab, bypass_cache, timeout_ms: self.deadline.ms })
    }
}
