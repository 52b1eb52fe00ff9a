//! What is said to the daemon, by any face: understood by the dispatcher, done by the verbs of browser
//! control, as far as the rules let whoever says it.

mod grammars;
mod hands;
mod http;
mod panel;
mod sites;
mod surroundings;

use std::sync::{Arc, Mutex, PoisonError};

use tabwright_actions::hands::{Hands, Scene};
use tabwright_actions::{Dispatcher, OnStep};
use tabwright_browser::SearchProviders;
use tabwright_client::Home;
use tabwright_wire::language::{CompleteParams, Completions, Said, Utterance};
use tabwright_wire::{Problem, TabId};
use url::Url;

use crate::control::Control;
use crate::server::Daemon;
use grammars::Grammars;
use hands::ControlHands;
use sites::Sites;
use surroundings::Surroundings;

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
    surroundings: Surroundings,
    providers: Arc<SearchProviders>,
    said: panel::Sayings,
    pictures: std::path::PathBuf,
}

impl Language {
    pub(crate) fn new(
        home: &Home,
        providers: Arc<SearchProviders>,
    ) -> Result<Self, tabwright_actions::Report> {
        let dispatcher = Dispatcher::new(None)?;
        let grammars = Grammars::load(home.grammars(), &dispatcher);
        Ok(Self {
            dispatcher,
            grammars: Mutex::new(grammars),
            sites: Sites::load(home.resolver_file()),
            surroundings: Surroundings::default(),
            providers,
            said: panel::Sayings::default(),
            pictures: home.downloads(),
        })
    }

    fn grammars(&self) -> std::sync::MutexGuard<'_, Grammars> {
        self.grammars.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Control {
    /// Does what this client says, by its own control of the browser.
    pub async fn say(&self, utterance: &Utterance, tell: &mut OnStep<'_>) -> Result<Said, Problem> {
        let here = match self.find_tab(utterance.tab).await {
            Ok(tab) => Some(tab.url),
            // Some things can be said where no tab is.
            Err(_) => None,
        };
        self.say_by(&ControlHands(self.clone()), utterance, here.as_deref(), tell).await
    }

    /// The same by other hands, on the page at `here`.
    pub async fn say_by(
        &self,
        hands: &dyn Hands,
        utterance: &Utterance,
        here: Option<&str>,
        tell: &mut OnStep<'_>,
    ) -> Result<Said, Problem> {
        let language = &self.daemon.language;
        let site = here.and_then(site_of);
        let around = self.daemon.surroundings_now(None).await;
        let known = language.known(&around);
        let scene = Scene { hands, tab: utterance.tab };
        let said =
            language.dispatcher.say(&utterance.text, site.as_deref(), &known, scene, tell).await;
        language.surroundings.forget();
        said
    }
}

impl Daemon {
    /// What it would do, without doing it.
    pub async fn understand(self: &Arc<Self>, utterance: &Utterance) -> Result<Said, Problem> {
        let around = self.surroundings_now(utterance.tab).await;
        let known = self.language.known(&around);
        let site = around.here.as_deref().and_then(site_of);
        self.language.dispatcher.understand(&utterance.text, site.as_deref(), &known)
    }

    /// What could be said next.
    pub async fn complete(self: &Arc<Self>, asked: &CompleteParams) -> Completions {
        let around = self.surroundings_now(asked.tab).await;
        let known = self.language.known(&around);
        let site = around.here.as_deref().and_then(site_of);
        let max = asked.max.unwrap_or(COMPLETIONS_DEFAULT).min(COMPLETIONS_MAX) as usize;
        self.language.dispatcher.complete(&asked.text, site.as_deref(), &known, max)
    }

    async fn surroundings_now(self: &Arc<Self>, tab: Option<TabId>) -> surroundings::Around {
        self.language.surroundings.now(self, tab).await
    }
}

/// The host of a page, for grammars that count only there.
fn site_of(url: &str) -> Option<String> {
    Url::parse(url).ok()?.host_str().map(str::to_owned)
}
