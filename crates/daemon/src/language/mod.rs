//! What is said to the daemon, by any face: understood by the dispatcher, done by the verbs of browser
//! control, as far as the rules let whoever says it.

mod grammars;
mod host;
mod panel;
mod room;
mod sites;
mod tab_cache;
mod translator;

use std::fmt::Write as _;
use std::sync::Arc;

use sha2::{Digest as _, Sha256};
use tabwright_actions::host::{ActionContext, ActionHost};
use tabwright_actions::{Dispatcher, KnownEntities, OnStep};
use tabwright_client::Home;
use tabwright_control::{Control, ControlHub, DriverSource};
use tabwright_knowledge::KnowledgeRoom;
use tabwright_model::Models;
use tabwright_policy::KnownSecrets;
use tabwright_store::{Store, StoreError};
use tabwright_wire::language::{
    CompleteParams, Completions, KeptPhrasing, NewGrammar, NewPhrasing, Utterance, UtteranceResult,
};
use tabwright_wire::{ClientOrigin, Problem, ProblemCode, TabId};
use tokio::sync::Mutex;
use url::Url;

use crate::browsers::Browsers;
use crate::clients::Clients;
use crate::search_providers::SearchProviders;
use grammars::{Grammars, SqliteGrammars};
use host::ControlHost;
use sites::{Sites, SqliteResolver};
use tab_cache::{TabCache, TabContext};
use translator::ModelTranslator;

const COMPLETIONS_DEFAULT: u32 = 10;
const COMPLETIONS_MAX: u32 = 100;

/// Why language cannot be had.
#[derive(Debug, thiserror::Error)]
pub(crate) enum LanguageError {
    #[error(transparent)]
    Grammar(#[from] tabwright_actions::Report),
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// The dispatcher with what it must know.
#[derive(Debug)]
pub(crate) struct Language {
    dispatcher: Dispatcher,
    grammars: Mutex<Grammars>,
    sites: Sites,
    tab_cache: TabCache,
    runs: panel::Runs,
    pictures: std::path::PathBuf,
    parts: LanguageParts,
}

/// Who says something. Only for the person is a model asked, since they pay for it; an agent has its own.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Speaker {
    Person,
    Program,
}

/// What it works with.
#[derive(Debug)]
pub(crate) struct LanguageParts {
    pub(crate) control: Arc<ControlHub>,
    pub(crate) drivers: Arc<dyn DriverSource>,
    pub(crate) browsers: Arc<Browsers>,
    pub(crate) clients: Arc<Clients>,
    pub(crate) providers: Arc<SearchProviders>,
    pub(crate) models: Arc<dyn Models>,
    pub(crate) knowledge: Arc<KnowledgeRoom>,
    pub(crate) known_secrets: Arc<KnownSecrets>,
    /// Keep what a model has understood, without being told to.
    pub(crate) remembers_phrases: bool,
}

impl Language {
    pub(crate) async fn load(
        home: &Home,
        store: &Store,
        parts: LanguageParts,
    ) -> Result<Arc<Self>, LanguageError> {
        let translator = ModelTranslator {
            models: Arc::clone(&parts.models),
            known_secrets: Arc::clone(&parts.known_secrets),
        };
        let dispatcher = Dispatcher::new(Some(Arc::new(translator)))?;
        let grammars = SqliteGrammars::new(store.clone());
        let damaged = grammars.import(&home.old_grammars()).await?;
        let grammars = Grammars::load(Arc::new(grammars), damaged, &dispatcher).await?;
        let resolver = SqliteResolver::new(store.clone());
        resolver.import(&home.old_resolver_file()).await?;
        Ok(Arc::new(Self {
            dispatcher,
            grammars: Mutex::new(grammars),
            sites: Sites::load(Arc::new(resolver)).await?,
            tab_cache: TabCache::default(),
            runs: panel::Runs::default(),
            pictures: home.downloads(),
            parts,
        }))
    }

    /// The host of actions, scripts and tools for a client.
    fn host(
        self: &Arc<Self>,
        client: &str,
        origin: ClientOrigin,
        browser: Option<&str>,
    ) -> ControlHost {
        let control = Control::new(&self.parts.control, client, origin, browser);
        ControlHost { control, language: Arc::clone(self) }
    }

    /// Runs an utterance of a client by its own control of the browser.
    async fn run_utterance(
        &self,
        host: &ControlHost,
        utterance: &Utterance,
        speaker: Speaker,
        on_step: &mut OnStep<'_>,
    ) -> Result<UtteranceResult, Problem> {
        // Some things can be said where no tab is.
        let here = host.control.find_tab(utterance.tab).await.ok().map(|tab| tab.url);
        self.run_utterance_on(host, utterance, here.as_deref(), speaker, on_step).await
    }

    /// Runs an utterance by a host, on the page at `here`.
    async fn run_utterance_on(
        &self,
        host: &dyn ActionHost,
        utterance: &Utterance,
        here: Option<&str>,
        speaker: Speaker,
        on_step: &mut OnStep<'_>,
    ) -> Result<UtteranceResult, Problem> {
        let site = here.and_then(site_of);
        let known = self.known(&self.tab_context(None).await);
        let context = ActionContext { host, tab: utterance.tab };
        let (text, site) = (&utterance.text, site.as_deref());
        let result = match speaker {
            Speaker::Person => self.dispatcher.run(text, site, &known, context, on_step).await,
            Speaker::Program => {
                self.dispatcher.run_without_model(text, site, &known, context, on_step).await
            }
        };
        self.tab_cache.invalidate();
        let mut said = result?;
        if self.parts.remembers_phrases && said.model.is_some() && said.is_done() {
            let actions = said.steps.iter().map(|step| step.action.clone()).collect();
            let new = NewPhrasing { text: text.clone(), actions };
            // Not every way of saying something can be kept, and it was done all the same.
            said.remembered = self.remember(&new).await.ok().map(|kept| kept.phrasing);
        }
        Ok(said)
    }

    /// Keeps a way of saying something as a grammar of the person's own.
    async fn remember(&self, new: &NewPhrasing) -> Result<KeptPhrasing, Problem> {
        let learnt = self.dispatcher.learn(&new.text, &new.actions).map_err(|why| Problem {
            code: ProblemCode::BadRequest,
            title: format!("this way of saying it cannot be kept: {why}"),
            fix: "Write a grammar for it: docs/language.md says how".to_owned(),
        })?;
        let digest = Sha256::digest(learnt.phrasing.to_lowercase());
        let name = digest.iter().take(4).fold("said-".to_owned(), |mut name, byte| {
            let _ = write!(name, "{byte:02x}");
            name
        });
        let grammar = NewGrammar { name: name.clone(), site: None, text: learnt.grammar };
        self.grammars.lock().await.add(&grammar, &self.dispatcher).await?;
        Ok(KeptPhrasing { phrasing: learnt.phrasing, grammar: name })
    }

    /// What an utterance would do, without doing it.
    async fn understand(
        &self,
        client: &str,
        utterance: &Utterance,
    ) -> Result<UtteranceResult, Problem> {
        let tabs = self.visible_tabs(client, utterance.tab).await;
        let site = tabs.here.as_deref().and_then(site_of);
        self.dispatcher.understand(&utterance.text, site.as_deref(), &self.known(&tabs))
    }

    /// What could be said next.
    async fn complete(&self, client: &str, asked: &CompleteParams) -> Completions {
        let tabs = self.visible_tabs(client, asked.tab).await;
        let site = tabs.here.as_deref().and_then(site_of);
        let max = asked.max.unwrap_or(COMPLETIONS_DEFAULT).min(COMPLETIONS_MAX) as usize;
        self.dispatcher.complete(&asked.text, site.as_deref(), &self.known(&tabs), max)
    }

    async fn tab_context(&self, tab: Option<TabId>) -> TabContext {
        let known = self.parts.control.known_secrets();
        self.tab_cache.get(&*self.parts.drivers, known, tab).await
    }

    /// Without the tabs at places that are closed to the client.
    async fn visible_tabs(&self, client: &str, tab: Option<TabId>) -> TabContext {
        let context = self.tab_context(tab).await;
        let control = Control::new(&self.parts.control, client, ClientOrigin::Api, None);
        let tabs = context.tabs.iter().filter(|tab| control.may_see(&tab.url)).cloned().collect();
        TabContext { tabs, here: context.here.filter(|url| control.may_see(url)) }
    }

    /// What the captures of a grammar may be.
    fn known(&self, tabs: &TabContext) -> KnownEntities {
        KnownEntities {
            tabs: Arc::clone(&tabs.tabs),
            providers: self.parts.providers.list().into_iter().map(|it| it.name).collect(),
            flows: Vec::new(),
            resolver: self.sites.resolver(),
        }
    }
}

/// The host of a page, for grammars that count only there.
fn site_of(url: &str) -> Option<String> {
    Url::parse(url).ok()?.host_str().map(str::to_owned)
}
