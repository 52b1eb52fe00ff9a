//! What a client wants of the pages that the person has read and kept: whether it may, and the questions about it.
//! The log does not repeat what was searched, asked, kept or forgotten: what is kept may be forgotten again, and the
//! log cannot.

use tabwright_policy::{Decision, Wording};
use tabwright_wire::knowledge::MemoryUse;
use tabwright_wire::verbs::{Permission, Scope};
use tabwright_wire::{Problem, Sensitivity, Tab, TabId, VerbKind, quote_page_up_to};

use super::Control;
use crate::entry::Entry;
use crate::logged::Logged;
use crate::problems;

const WORDS_CHARS_MAX: usize = 300;

impl Control {
    /// May this client do this with what the person has read? Asks the person, unless a rule says so. Which pages it
    /// may learn of, [`Control::may_see`] tells for each.
    pub async fn authorize_memory(&self, wanted: MemoryUse<'_>) -> Result<(), Problem> {
        let entry = self.memory_entry("memory");
        let permitted = self.permit_memory(wanted).await;
        entry.end(permitted.as_ref().err());
        permitted
    }

    /// May what the person has read be forgotten? Nobody else may say so, and they are asked every time, since it
    /// cannot be undone.
    pub async fn confirm_forgetting(&self, what: &str) -> Result<(), Problem> {
        let entry = self.memory_entry("forget");
        let permitted = self.permit_forgetting(what).await;
        entry.end(permitted.as_ref().err());
        permitted
    }

    async fn permit_memory(&self, wanted: MemoryUse<'_>) -> Result<(), Problem> {
        let shown = match wanted {
            MemoryUse::Remember(tab) => return self.permit_remembering(tab).await,
            MemoryUse::Search(words) if words.trim().is_empty() => {
                "list the pages that you have read and kept".to_owned()
            }
            MemoryUse::Search(words) => format!("search what you have read for {}", quote(words)),
            MemoryUse::Ask(question) => {
                format!("answer {} from what you have read", quote(question))
            }
        };
        self.check_log()?;
        let permission = about_memory(VerbKind::Read);
        let request = self.request("memory", &permission, "");
        let wording = Wording { shown: &shown, logged: "search what you have read" };
        let asked = self.hub.policy.permit(&request, None, wording).await;
        asked.map(drop).map_err(|denial| problems::denied(&denial))
    }

    /// The person is told which page it is, and their yes is for that page: where another one is in the tab by then,
    /// it is not kept.
    async fn permit_remembering(&self, tab: Option<TabId>) -> Result<(), Problem> {
        self.check_log()?;
        let driver = self.driver().await?;
        let page = driver.find_tab(tab).await?;
        self.check_reach(&driver, &page)?;
        let reading = Permission { sensitivity: None, ..about_memory(VerbKind::Read) };
        let reading = self.request("remember", &reading, &page.url);
        if let Decision::Deny(denial) = self.hub.policy.decide(&reading) {
            return Err(problems::denied(&denial));
        }
        let Tab { title, url, .. } = self.as_seen(&driver, page.clone())?;
        let shown = format!("keep the page {} at {} in your library", quote(&title), quote(&url));
        let wording = Wording { shown: &shown, logged: "keep a page in your library" };
        let permission = about_memory(VerbKind::Read);
        let request = self.request("memory", &permission, "");
        self.permit(&request, Some(&page), wording, &driver).await.map(drop)
    }

    async fn permit_forgetting(&self, what: &str) -> Result<(), Problem> {
        self.check_log()?;
        let permission = Permission { only_person: true, ..about_memory(VerbKind::Reach) };
        let request = self.request("forget", &permission, "");
        let wording = Wording { shown: what, logged: "forget what you have read" };
        let asked = self.hub.policy.confirm(&request, wording).await;
        asked.map_err(|denial| problems::denied(&denial))
    }

    fn check_log(&self) -> Result<(), Problem> {
        self.hub.policy.log().check().map_err(|error| problems::not_logged(&error))
    }

    fn memory_entry(&self, operation: &'static str) -> Entry<'_> {
        let nothing = Logged::plain(serde_json::Value::Null);
        Entry::begin(&self.hub.policy, (&self.client, self.origin), operation, nothing)
    }
}

fn about_memory(kind: VerbKind) -> Permission<'static> {
    Permission {
        kind,
        scope: Scope::Browser,
        opens_tab: false,
        runs_script: false,
        leads_to: None,
        sensitivity: Some(Sensitivity::Memory),
        only_person: false,
    }
}

fn quote(words: &str) -> String {
    quote_page_up_to(words, WORDS_CHARS_MAX)
}
