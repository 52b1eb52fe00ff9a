//! The host of actions: the verbs of browser control, scripts, files and the web, as the client that
//! dispatches them may use them. Everything that is asked of it is subject to the rules of that client.

use std::time::Duration;

use futures_util::future::BoxFuture;
use serde_json::value::{RawValue, to_raw_value};
use serde_json::{Map, Value};
use tabwright_wire::knowledge::{
    Answer, AskParams, ForgetParams, Forgotten, RememberParams, RememberedPage, SearchParams,
    SearchResults,
};
use tabwright_wire::verbs::{self, VerbParams};
use tabwright_wire::{Problem, ProblemCode, Tab, TabId, Verb, for_each_verb};

/// What a host answers, later.
pub type HostFuture<'a, T> = BoxFuture<'a, Result<T, Problem>>;

/// A host that can run one verb of browser control. A host implements it once, for any verb.
pub trait RunVerb<V: Verb> {
    fn run_verb(&self, params: V::Params) -> HostFuture<'_, V::Result>;
}

macro_rules! every_verb {
    ($($verb:ident $(, $column:tt)*;)*) => {
        /// A host that can run every verb of the table. A method that is generic over verbs could not be
        /// called on a trait object; this has one for each verb instead, so that parameters and results
        /// stay typed on their way through `dyn ActionHost`.
        pub trait RunEveryVerb: $(RunVerb<verbs::$verb> +)* Send + Sync {}
        impl<H: $(RunVerb<verbs::$verb> +)* Send + Sync> RunEveryVerb for H {}
    };
}
for_each_verb!(every_verb);

macro_rules! run_named {
    ($($verb:ident, $method:ident, $name:literal $(, $column:tt)*;)*) => {
        /// Runs a verb that is known by its name only, with its parameters and result as JSON.
        pub async fn run_named(
            host: &dyn RunEveryVerb,
            verb: &str,
            params: &RawValue,
        ) -> Result<Box<RawValue>, Problem> {
            match verb {
                $($name => run_as_json::<verbs::$verb>(host, params).await,)*
                other => Err(bad_request(format!("There is no verb `{other}`"))),
            }
        }
    };
}
for_each_verb!(run_named);

async fn run_as_json<'a, V: Verb>(
    host: &'a (dyn RunEveryVerb + 'a),
    params: &RawValue,
) -> Result<Box<RawValue>, Problem>
where
    dyn RunEveryVerb + 'a: RunVerb<V>,
{
    let bad = |error| bad_request(format!("`{}` does not take these arguments: {error}", V::NAME));
    let params: V::Params = serde_json::from_str(params.get()).map_err(bad)?;
    let result = RunVerb::<V>::run_verb(host, params).await?;
    to_raw_value(&result).map_err(bad)
}

fn bad_request(title: String) -> Problem {
    let fix = "Correct the arguments and call again".to_owned();
    Problem { code: ProblemCode::BadRequest, title, fix }
}

/// A host that knows where its client works.
pub trait TabSource {
    /// The tabs that the client works in: an agent's own, or all tabs for the person.
    fn tabs(&self) -> HostFuture<'_, Vec<Tab>>;
}

/// What a host has for its client besides the browser.
pub trait HostServices {
    /// Keeps a picture (PNG in base64) where the person finds it. The path.
    fn keep_picture<'a>(&'a self, base64: &'a str) -> HostFuture<'a, String>;

    /// The text at an address of the web, without any cookies; bounded in time and size.
    fn fetch<'a>(&'a self, url: &'a str) -> HostFuture<'a, String>;
}

/// A page as the browser gave it.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ReadPage {
    pub url: String,
    pub title: String,
    pub html: String,
}

/// What the person has read and kept, as far as the client may know of it. Where the rules say so, the person is
/// asked first.
pub trait MemoryServices {
    fn search_memory(&self, params: SearchParams) -> HostFuture<'_, SearchResults>;

    /// Answers a question, for an agent in the pages' own words.
    fn ask_memory(&self, params: AskParams) -> HostFuture<'_, Answer>;

    /// Answers a question from pages that were read just now, and for the person from what they have kept, too. None of
    /// the pages is kept.
    fn answer_from_pages(&self, params: AskParams, pages: Vec<ReadPage>) -> HostFuture<'_, Answer>;

    /// Keeps the page of a tab.
    fn remember_page(&self, params: RememberParams) -> HostFuture<'_, RememberedPage>;

    /// Forgets pages for good, for the person alone and after they have been asked. `what` says in words what is
    /// forgotten.
    fn forget_pages<'a>(&'a self, params: ForgetParams, what: &'a str)
    -> HostFuture<'a, Forgotten>;
}

/// Whatever runs actions for one client.
pub trait ActionHost: RunEveryVerb + TabSource + HostServices + MemoryServices {
    /// Runs a script in the sandbox, with Playwright's `page` and what is given as `params`. What it
    /// returned and wrote, as text.
    fn script<'a>(
        &'a self,
        code: &'a str,
        params: &'a Map<String, Value>,
        time: Duration,
    ) -> HostFuture<'a, String>;
}

/// A script that finds what it is given as `params`.
#[must_use]
pub fn with_params(code: &str, params: &Map<String, Value>) -> String {
    let params = serde_json::to_string(params).unwrap_or_default();
    format!("const params = {params};\n{code}")
}

/// Where actions happen, and the tab that they are about: the one that the last of them left.
pub struct ActionContext<'a> {
    pub host: &'a dyn ActionHost,
    pub tab: Option<TabId>,
}

impl std::fmt::Debug for ActionContext<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("ActionContext").field("tab", &self.tab).finish_non_exhaustive()
    }
}

impl<'a> ActionContext<'a> {
    /// Runs a verb, in the tab of the context unless it names another.
    pub async fn run<V: Verb>(&self, mut params: V::Params) -> Result<V::Result, Problem>
    where
        dyn ActionHost + 'a: RunVerb<V>,
    {
        if let (None, Some(tab)) = (params.tab(), self.tab) {
            params.set_tab(tab);
        }
        self.host.run_verb(params).await
    }

    /// Runs a verb that is about no tab, or about none that is known.
    pub async fn run_as_given<V: Verb>(&self, params: V::Params) -> Result<V::Result, Problem>
    where
        dyn ActionHost + 'a: RunVerb<V>,
    {
        self.host.run_verb(params).await
    }
}
