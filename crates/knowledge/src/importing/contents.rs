//! The task that reads the texts of pages in the person's browser: one after the other, in one tab of its own behind
//! what the person does, with pauses, and only pages that could be kept by themselves.

use std::collections::HashMap;
use std::time::Duration;

use tabwright_wire::TabId;
use tabwright_wire::knowledge::{NotKept, PageOrigin};
use tokio::time::{Instant, sleep_until, timeout};
use tokio_util::sync::CancellationToken;
use tracing::{Instrument as _, info_span};

use super::Imports;
use super::prepare::may_fetch;
use crate::address::site_of;
use crate::eligibility::check_content;
use crate::error::KnowledgeError;
use crate::indexing::Captured;
use crate::library::now_ms;
use crate::pages::{self, Fetched, Waiting};
use crate::signs::signs_of;

/// A page that needs longer is left.
const PAGE_TIMEOUT: Duration = Duration::from_secs(45);
/// The next page is the first of so many whose site has had its pause.
const CANDIDATES: u32 = 50;
const SITES_MAX: usize = 1_000;

/// How much is asked of the browser and of sites.
#[derive(Debug, Clone, Copy)]
pub struct Politeness {
    /// Between two pages.
    pub pause: Duration,
    /// Between two pages of the same site.
    pub site_pause: Duration,
}

impl Default for Politeness {
    fn default() -> Self {
        Self { pause: Duration::from_secs(1), site_pause: Duration::from_secs(5) }
    }
}

/// When a page may be read next, of any site and of each.
#[derive(Debug, Default)]
struct Schedule {
    next: Option<Instant>,
    sites: HashMap<String, Instant>,
}

impl Schedule {
    fn read(&mut self, site: &str, politeness: Politeness) {
        let now = Instant::now();
        if self.sites.len() >= SITES_MAX {
            self.sites.retain(|_, next| *next > now);
        }
        self.next = Some(now + politeness.pause);
        self.sites.insert(site.to_owned(), now + politeness.site_pause);
    }

    /// The page whose turn comes first, and when.
    fn first(&self, waiting: Vec<Waiting>) -> Option<(Instant, Waiting)> {
        let now = Instant::now();
        let turn = |page: &Waiting| {
            let site = self.sites.get(&page.site).copied();
            site.max(self.next).unwrap_or(now).max(now)
        };
        waiting.into_iter().map(|page| (turn(&page), page)).min_by_key(|(turn, _)| *turn)
    }
}

impl Imports {
    /// Reads texts whenever pages wait for theirs, until `stopping`. The tab is closed whenever none is left.
    pub(super) async fn read_texts(&self, stopping: &CancellationToken) {
        let mut tab = None;
        let mut schedule = Schedule::default();
        loop {
            let work = async {
                while self.read_next_text(&mut tab, &mut schedule).await {}
                self.close(&mut tab).await;
                self.texts.notified().await;
            };
            tokio::select! {
                () = work => {}
                () = stopping.cancelled() => break,
            }
        }
        self.close(&mut tab).await;
    }

    async fn close(&self, tab: &mut Option<TabId>) {
        if let Some(tab) = tab.take() {
            self.host.close_behind(tab).await;
        }
    }

    /// False where nothing waits, or nothing can be read now.
    async fn read_next_text(&self, tab: &mut Option<TabId>, schedule: &mut Schedule) -> bool {
        let waiting =
            self.library.store().read(|connection| pages::waiting(connection, CANDIDATES));
        let Some((turn, page)) = waiting.await.ok().and_then(|waiting| schedule.first(waiting))
        else {
            return false;
        };
        tokio::select! {
            () = sleep_until(turn) => {}
            // It may have been paused.
            () = self.texts.notified() => return true,
        }
        if self.host.until_browser().await.is_err() {
            return true;
        }
        let span = info_span!("import", job = page.job);
        self.read_text(page, tab, schedule).instrument(span).await
    }

    /// False where the text cannot be kept.
    async fn read_text(
        &self,
        page: Waiting,
        tab: &mut Option<TabId>,
        schedule: &mut Schedule,
    ) -> bool {
        let fetched = tokio::select! {
            fetched = self.fetch(&page, tab) => fetched,
            () = self.until_unwanted(page.job) => {
                self.close(tab).await;
                return true;
            }
        };
        schedule.read(&page.site, self.politeness);
        match fetched {
            Ok(fetched) => self.write_text(page, fetched).await.is_ok(),
            Err(error) => {
                let code = tabwright_wire::Problem::from(error).code;
                tracing::warn!(?code, "the text of a page cannot be kept");
                false
            }
        }
    }

    /// Waits until the import is paused or cancelled.
    async fn until_unwanted(&self, job: u32) {
        loop {
            self.texts.notified().await;
            let found = self.library.store().read(move |connection| pages::job(connection, job));
            let runs = found.await.ok().flatten().is_some_and(|job| {
                job.report.state == tabwright_wire::knowledge::ImportState::Running
            });
            if !runs {
                return;
            }
        }
    }

    async fn write_text(&self, page: Waiting, fetched: Fetched) -> Result<(), KnowledgeError> {
        let id = page.page;
        let written = self.library.store().write(move |connection| {
            let written = pages::write_text(connection, &page, &fetched, now_ms())?;
            Ok(written.then_some(fetched))
        });
        if let Some(Fetched::Text(indexed)) = written.await? {
            let vectors = indexed.vectors.as_ref().map(|(_, vectors)| vectors.as_slice());
            self.library.wrote(vec![(id, vectors.unwrap_or_default())], &[]);
        }
        Ok(())
    }

    async fn fetch(
        &self,
        page: &Waiting,
        tab: &mut Option<TabId>,
    ) -> Result<Fetched, KnowledgeError> {
        let nothing = |why: &str| Ok(Fetched::Nothing(why.to_owned()));
        let settings = self.library.settings().await?;
        if let Err(why) = may_fetch(&page.url, &settings, now_ms()) {
            return nothing(reason(why));
        }
        if self.host.is_closed(&page.url) {
            return nothing(reason(NotKept::Closed));
        }
        let captured = match timeout(PAGE_TIMEOUT, self.read_in(tab, &page.url)).await {
            Ok(Ok(captured)) => captured,
            Ok(Err(problem)) => {
                self.close(tab).await;
                return nothing(&problem.title);
            }
            Err(_) => {
                self.close(tab).await;
                return nothing("It took too long to load");
            }
        };
        // Where it leads now may be another page, which nobody asked for.
        if site_of(&captured.url) != site_of(&page.url) || is_front(&captured.url, &page.url) {
            return nothing("It leads to another page now");
        }
        if let Err(why) = may_fetch(&captured.url, &settings, now_ms()) {
            return nothing(reason(why));
        }
        let check = |html: &str, page: &crate::page::Page| check_content(page, signs_of(html));
        match self.library.indexed(captured, PageOrigin::Imported, check).await? {
            Ok(mut indexed) => {
                indexed.url.clone_from(&page.url);
                indexed.site.clone_from(&page.site);
                Ok(Fetched::Text(Box::new(indexed)))
            }
            Err(why) => nothing(reason(why)),
        }
    }

    async fn read_in(
        &self,
        tab: &mut Option<TabId>,
        url: &str,
    ) -> Result<Captured, tabwright_wire::Problem> {
        let opened = self.host.open_behind(*tab, url).await?;
        *tab = Some(opened);
        self.host.read_behind(opened).await
    }
}

/// A page that is gone often leads to the front of its site.
fn is_front(now: &str, wanted: &str) -> bool {
    let is_root = |url: &str| {
        url::Url::parse(url).is_ok_and(|url| url.path() == "/" && url.query().is_none())
    };
    is_root(now) && !is_root(wanted)
}

/// Why a page is not read, for the list of what failed.
fn reason(why: NotKept) -> &'static str {
    match why {
        NotKept::SiteOff => "You turned its site off",
        NotKept::Closed => "A rule closes its site",
        NotKept::Agents => "An agent works in its tab",
        NotKept::Forgotten => "It was forgotten",
        NotKept::NotWeb => "It is a file, and no page",
        NotKept::SearchResults => "It shows the results of a search",
        NotKept::Intranet => "It is in your own network, and its host is not allowed",
        NotKept::Sensitive => "It asks for a password or for the data of a card",
        NotKept::Private => "It is for you alone: mail, a bank, an account",
        NotKept::Poor => "There is too little to read on it",
        NotKept::Restless => "It is other at every look",
        NotKept::Off | NotKept::Paused => "Nothing is kept by itself now",
    }
}
