//! What is said to the daemon, by any face: understood by the dispatcher, done by the verbs of browser
//! control, as far as the rules let whoever says it.

mod grammars;
mod host;
mod http;
mod panel;
mod sites;
mod tab_cache;

use std::sync::Arc;

use tabwright_actions::host::{ActionContext, ActionHost};
use tabwright_actions::{Dispatcher, OnStep};
use tabwright_client::Home;
use tabwright_store::Store;
use tabwright_wire::language::{CompleteParams, Completions, Utterance, UtteranceResult};
use tabwright_wire::{Problem, TabId};
use tokio::sync::Mutex;
use url::Url;

use crate::control::Control;
use crate::search_providers::SearchProviders;
use crate::server::{Daemon, DaemonError};
use grammars::{Grammars, SqliteGrammars};
use host::ControlHost;
use sites::{Sites, SqliteResolver};
use tab_cache::TabCache;

pub(crate) use http::routes;
pub(crate) use panel::serve_extension;

const COMPLETIONS_DEFAULT: u32 = 10;
const COMPLETIONS_MAX: u32 = 100;

/// The dispatcher with what it must know.
#[derive(Debug)]
pub(crate) struct Language {
    dispatcher: Dispatcher,
    grammars: Mutex<Grammars>,
    pub(crate) sites: Sites,
    tab_cache: TabCache,
    providers: Arc<SearchProviders>,
    runs: panel::Runs,
    pictures: std::path::PathBuf,
}

impl Language {
    pub(crate) async fn load(
        home: &Home,
        store: &Store,
        providers: Arc<SearchProviders>,
    ) -> Result<Self, DaemonError> {
        let dispatcher = Dispatcher::new(None)?;
        let grammars = SqliteGrammars::new(store.clone());
        let damaged = grammars.import(&home.old_grammars()).await?;
        let grammars = Grammars::load(Arc::new(grammars), damaged, &dispatcher).await?;
        let resolver = SqliteResolver::new(store.clone());
        resolver.import(&home.old_resolver_file()).await?;
        Ok(Self {
            dispatcher,
            grammars: Mutex::new(grammars),
            sites: Sites::load(Arc::new(resolver)).await?,
            tab_cache: TabCache::default(),
            providers,
            runs: panel::Runs::default(),
            pictures: home.downloads(),
        })
    }
}

impl Control {
    /// Runs an utterance of this client by its own control of the browser.
    pub async fn run_utterance(
        &self,
        utterance: &Utterance,
        on_step: &mut OnStep<'_>,
    ) -> Result<UtteranceResult, Problem> {
        let here = match self.find_tab(utterance.tab).await {
            Ok(tab) => Some(tab.url),
            // Some things can be said where no tab is.
            Err(_) => None,
        };
        self.run_utterance_on(&ControlHost(self.clone()), utterance, here.as_deref(), on_step).await
    }

    /// Runs an utterance by another host, on the page at `here`.
    pub async fn run_utterance_on(
        &self,
        host: &dyn ActionHost,
        utterance: &Utterance,
        here: Option<&str>,
        on_step: &mut OnStep<'_>,
    ) -> Result<UtteranceResult, Problem> {
        let language = &self.daemon.language;
        let site = here.and_then(site_of);
        let tabs = self.daemon.tab_context(None).await;
        let known = language.known(&tabs);
        let context = ActionContext { host, tab: utterance.tab };
        let said = language
            .dispatcher
            .run(&utterance.text, site.as_deref(), &known, context, on_step)
            .await;
        language.tab_cache.invalidate();
        said
    }
}

impl Daemon {
    /// What it would do, without doing it.
    pub async fn understand(
        self: &Arc<Self>,
        utterance: &Utterance,
    ) -> Result<UtteranceResult, Problem> {
        let tabs = self.tab_context(utterance.tab).await;
        let known = self.language.known(&tabs);
        let site = tabs.here.as_deref().and_then(site_of);
        self.language.dispatcher.understand(&utterance.text, site.as_deref(), &known)
    }

    /// What could be said next.
    pub async fn complete(self: &Arc<Self>, asked: &CompleteParams) -> Completions {
        let tabs = self.tab_context(asked.tab).await;
        let known = self.language.known(&tabs);
        let site = tabs.here.as_deref().and_then(site_of);
        let max = asked.max.unwrap_or(COMPLETIONS_DEFAULT).min(COMPLETIONS_MAX) as usize;
        self.language.dispatcher.complete(&asked.text, site.as_deref(), &known, max)
    }

    async fn tab_context(self: &Arc<Self>, tab: Option<TabId>) -> tab_cache::TabContext {
        self.language.tab_cache.get(self, tab).await
    }
}

/// The host of a page, for grammars that count only there.
fn site_of(url: &str) -> Option<String> {
    Url::parse(url).ok()?.host_str().map(str::to_owned)
}
