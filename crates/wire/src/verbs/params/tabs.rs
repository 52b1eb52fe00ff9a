//! Tabs, windows and where they lead.

use serde::{Deserialize, Serialize};

use crate::address::{NotAnAddress, complete_address};
use crate::ids::TabId;
use crate::policy::Sensitivity;
use crate::verbs::{Permission, Scope, VerbFacts, VerbParams};

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub enum OpenIn {
    #[default]
    New,
    /// The tab that is meant.
    Current,
    /// A tab that shows the address already, else a new one.
    Existing,
    /// A new window.
    Window,
}

params! {
    TabsParams {
        /// Only those that fit these words, the best first: "the tab about trains".
        about: Option<String>,
    }
    OpenParams {
        /// An address; `https://` may be left out.
        url: String,
        #[serde(default)]
        r#in: OpenIn,
        /// Do not bring it to the front.
        #[serde(default)]
        background: bool,
        /// The tab group that a new tab goes into.
        group: Option<String>,
        timeout_ms: Option<u32>,
    } => {
        fn permission(&self, verb: &VerbFacts) -> Permission<'_> {
            let current = self.r#in == OpenIn::Current;
            let permission = Permission::of(verb).about_page_if(current);
            permission.opening_tab(!current).leading_to(&self.url)
        }

        fn normalize(&mut self) -> Result<(), NotAnAddress> {
            self.url = complete_address(&self.url)?;
            Ok(())
        }

        fn open_in_background(&mut self, group: &str) {
            self.background = true;
            self.group.get_or_insert_with(|| group.to_owned());
        }

        fn open_new_tab(&mut self) -> bool {
            self.r#in = OpenIn::New;
            true
        }
    }
    CloseParams {
        /// Every tab; an empty one is left.
        #[serde(default)]
        all: bool,
    } => {
        fn permission(&self, verb: &VerbFacts) -> Permission<'_> {
            if !self.all {
                return Permission::of(verb).about(Scope::Page);
            }
            // The person's are among them.
            let sensitivity = Some(Sensitivity::Tab);
            Permission { sensitivity, ..Permission::of(verb).about(Scope::AllTabs) }
        }
    }
    SwitchParams {
        /// Words that fit its title or address.
        about: Option<String>,
    } => {
        fn permission(&self, verb: &VerbFacts) -> Permission<'_> {
            let is_named = self.tab.is_some();
            // Whose tab the words fit is not known yet.
            let sensitivity = (!is_named).then_some(Sensitivity::Tab);
            Permission { sensitivity, ..Permission::of(verb).about_page_if(is_named) }
        }
    }
    GroupVerbParams {
        /// These tabs, besides `tab`.
        #[serde(default)]
        tabs: Vec<TabId>,
        /// The group's title; without one, they leave their group.
        name: Option<String>,
    } => {
        fn more_tabs(&self) -> &[TabId] {
            &self.tabs
        }
    }
    WindowParams {
        #[serde(default)]
        tabs: Vec<TabId>,
        /// An open window; without one, a new window.
        window: Option<i32>,
    } => {
        fn more_tabs(&self) -> &[TabId] {
            &self.tabs
        }
    }
    HistoryVerbParams {
        timeout_ms: Option<u32>,
    }
    ReloadVerbParams {
        #[serde(default)]
        bypass_cache: bool,
        timeout_ms: Option<u32>,
    }
    /// Who was stopped does not go on by itself.
    ResumeParams {} => {
        fn permission(&self, verb: &VerbFacts) -> Permission<'_> {
            Permission { only_person: true, ..Permission::of(verb) }
        }
    }
}
