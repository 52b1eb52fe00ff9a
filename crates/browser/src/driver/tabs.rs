//! Tabs: listed, found by what they are about, shown, closed, grouped, resumed.

use tabwright_wire::verbs::{
    self, CloseParams, Closed, GroupVerbParams, ResumeParams, SwitchParams, TabsParams,
    WindowParams,
};
use tabwright_wire::{NoResult, Tab, TabId, TabList};

use super::{BrowserControl, Driver};
use crate::backend::{NewTab, Result};
use crate::error::ControlError;

impl Driver {
    /// The tab in front of the window that was used last.
    pub(super) async fn front(&self) -> Result<Tab> {
        let tabs = self.core.backend.tabs().await?;
        let front =
            tabs.iter().find(|tab| tab.focused).or_else(|| tabs.iter().find(|tab| tab.active));
        front.or(tabs.first()).cloned().ok_or(ControlError::NoTab)
    }

    pub(super) async fn tab_facts(&self, tab: TabId) -> Result<Tab> {
        let tabs = self.core.backend.tabs().await?;
        tabs.into_iter().find(|each| each.id == tab).ok_or(ControlError::NoSuchTab(tab))
    }

    /// These tabs, which must be there.
    async fn these(&self, one: Option<TabId>, more: Vec<TabId>) -> Result<Vec<TabId>> {
        let mut wanted: Vec<TabId> = one.into_iter().chain(more).collect();
        if wanted.is_empty() {
            wanted.push(self.tab(None).await?);
        }
        let tabs = self.core.backend.tabs().await?;
        match wanted.iter().find(|id| !tabs.iter().any(|tab| tab.id == **id)) {
            Some(missing) => Err(ControlError::NoSuchTab(*missing)),
            None => Ok(wanted),
        }
    }

    async fn listed(&self, ids: &[TabId]) -> Result<TabList> {
        let mut tabs = self.core.backend.tabs().await?;
        tabs.retain(|tab| ids.contains(&tab.id));
        Ok(TabList { tabs })
    }
}

impl BrowserControl<verbs::Tabs> for Driver {
    async fn run(&self, params: TabsParams) -> Result<TabList> {
        let mut tabs = self.core.backend.tabs().await?;
        if let Some(tab) = params.tab {
            tabs.retain(|each| each.id == tab);
            if tabs.is_empty() {
                return Err(ControlError::NoSuchTab(tab));
            }
        }
        if let Some(about) = params.about {
            tabs = best_first(tabs, &about);
        }
        Ok(TabList { tabs })
    }
}

impl BrowserControl<verbs::Switch> for Driver {
    async fn run(&self, params: SwitchParams) -> Result<Tab> {
        let tab = match (params.tab, params.about) {
            (Some(tab), _) => tab,
            (None, Some(about)) => {
                let found = best_first(self.core.backend.tabs().await?, &about);
                found.first().map(|tab| tab.id).ok_or(ControlError::NoTabAbout(about))?
            }
            (None, None) => {
                let message = "name a tab by its ID or its title";
                return Err(ControlError::BadArguments(message.to_owned()));
            }
        };
        self.core.backend.activate_tab(tab).await?;
        self.tab_facts(tab).await
    }
}

impl BrowserControl<verbs::Close> for Driver {
    async fn run(&self, params: CloseParams) -> Result<Closed> {
        let backend = &self.core.backend;
        let tabs = if params.all {
            let tabs = backend.tabs().await?.into_iter().map(|tab| tab.id).collect();
            // A browser without any tab may end.
            let blank = NewTab { url: "about:blank".to_owned(), ..NewTab::default() };
            backend.open_tab(blank).await?;
            tabs
        } else {
            vec![self.driven(params.tab).await?]
        };
        // A page may ask whether it should be left: it stays until that is answered, and the others are closed.
        let mut held = Ok(());
        for tab in &tabs {
            held = held.and(self.unless_dialog(*tab, backend.close_tab(*tab)).await);
        }
        held.map(|()| Closed { tabs })
    }
}

impl BrowserControl<verbs::Group> for Driver {
    async fn run(&self, params: GroupVerbParams) -> Result<TabList> {
        let tabs = self.these(params.tab, params.tabs).await?;
        self.core.backend.group_tabs(&tabs, params.name.as_deref()).await?;
        self.listed(&tabs).await
    }
}

impl BrowserControl<verbs::Window> for Driver {
    async fn run(&self, params: WindowParams) -> Result<TabList> {
        let tabs = self.these(params.tab, params.tabs).await?;
        self.core.backend.move_tabs(&tabs, params.window).await?;
        self.listed(&tabs).await
    }
}

impl BrowserControl<verbs::Resume> for Driver {
    async fn run(&self, params: ResumeParams) -> Result<NoResult> {
        let mut memory = self.memory();
        match params.tab {
            Some(tab) => drop(memory.stopped.remove(&tab)),
            None => memory.stopped.clear(),
        }
        Ok(NoResult {})
    }
}

/// Tabs whose title or address fits the words, the best first; those that do not fit are left out.
fn best_first(tabs: Vec<Tab>, about: &str) -> Vec<Tab> {
    let words = words(about);
    let mut scored: Vec<(f64, Tab)> = tabs
        .into_iter()
        .map(|tab| (score(&words, &tab), tab))
        .filter(|(score, _)| *score > 0.0)
        .collect();
    scored.sort_by(|(a, _), (b, _)| b.total_cmp(a));
    scored.into_iter().map(|(_, tab)| tab).collect()
}

/// A title counts more than an address; a whole word more than its beginning.
fn score(wanted: &[String], tab: &Tab) -> f64 {
    let (title, url) = (words(&tab.title), words(&tab.url));
    let fit = |words: &[String], wanted: &str| {
        let fits = words.iter().map(|word| {
            if stem(word) == stem(wanted) {
                1.0
            } else if word.starts_with(stem(wanted)) {
                0.6
            } else {
                0.0
            }
        });
        fits.fold(0.0, f64::max)
    };
    wanted.iter().map(|word| fit(&title, word) + 0.3 * fit(&url, word)).sum()
}

/// Words that say something, in small letters.
fn words(text: &str) -> Vec<String> {
    const EMPTY: &[&str] = &[
        "the", "a", "an", "tab", "page", "about", "with", "on", "of", "in", "to", "for", "and",
        "my", "http", "https", "www", "com", "html", "htm", "org",
    ];
    let split = text.split(|c: char| !c.is_alphanumeric()).map(str::to_lowercase);
    split.filter(|word| !word.is_empty() && !EMPTY.contains(&word.as_str())).collect()
}

/// `trains` is about `train`.
fn stem(word: &str) -> &str {
    match word.strip_suffix('s') {
        Some(stem) if stem.len() > 2 && !stem.ends_with('s') => stem,
        _ => word,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tab_is_found_by_what_it_is_about() {
        let tab = |id, title: &str, url: &str| Tab {
            id: TabId(id),
            title: title.to_owned(),
            url: url.to_owned(),
            ..Tab::default()
        };
        let tabs = || {
            vec![
                tab(1, "Inbox (3) - Mail", "https://mail.example/inbox"),
                tab(2, "Train times to Bern", "https://rail.example/timetable"),
                tab(3, "Training plan", "https://run.example/trains"),
                tab(4, "News", "https://news.example/"),
            ]
        };
        let found = |about: &str| -> Vec<i32> {
            best_first(tabs(), about).iter().map(|tab| tab.id.0).collect()
        };
        assert_eq!(found("the tab about trains"), [2, 3]);
        assert_eq!(found("mail"), [1]);
        assert_eq!(found("bern timetable"), [2]);
        assert_eq!(found("the tab"), [0_i32; 0]);
    }
}
