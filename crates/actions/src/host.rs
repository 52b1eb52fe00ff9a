//! The host of actions: the verbs of browser control, scripts, files and the web, as the client that
//! dispatches them may use them. Everything that is asked of it is subject to the rules of that client.

use std::time::Duration;

use futures_util::future::BoxFuture;
use serde_json::value::{RawValue, to_raw_value};
use serde_json::{Map, Value};
use tabwright_wire::verbs::VerbParams;
use tabwright_wire::{Problem, ProblemCode, TabId, Verb};

/// What a host answers, later.
pub type HostFuture<'a, T> = BoxFuture<'a, Result<T, Problem>>;

/// Whatever runs actions for one client.
pub trait ActionHost: Send + Sync {
    /// Does a verb of browser control.
    fn verb<'a>(
        &'a self,
        name: &'static str,
        params: Box<RawValue>,
    ) -> HostFuture<'a, Box<RawValue>>;

    /// Runs a script in the sandbox, with Playwright's `page` and what is given as `params`. What it
    /// returned and wrote, as text.
    fn script<'a>(
        &'a self,
        code: &'a str,
        params: &'a Map<String, Value>,
        time: Duration,
    ) -> HostFuture<'a, String>;

    /// Keeps a picture (PNG in base64) where the person finds it. The path.
    fn keep_picture<'a>(&'a self, base64: &'a str) -> HostFuture<'a, String>;

    /// The text at an address of the web, without any cookies; bounded in time and size.
    fn fetch<'a>(&'a self, url: &'a str) -> HostFuture<'a, String>;
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

impl ActionContext<'_> {
    /// Does a verb, in the tab of the context unless it names another.
    pub async fn run<V: Verb>(&self, mut params: V::Params) -> Result<V::Result, Problem> {
        if let (None, Some(tab)) = (params.tab(), self.tab) {
            params.set_tab(tab);
        }
        self.run_as_given::<V>(&params).await
    }

    /// Does a verb that is about no tab, or about none that is known.
    pub async fn run_as_given<V: Verb>(&self, params: &V::Params) -> Result<V::Result, Problem> {
        let params = to_raw_value(params).map_err(|error| misread(V::NAME, &error))?;
        let result = self.host.verb(V::NAME, params).await?;
        serde_json::from_str(result.get()).map_err(|error| misread(V::NAME, &error))
    }
}

fn misread(verb: &str, error: &serde_json::Error) -> Problem {
    Problem {
        status: 500,
        code: ProblemCode::Internal,
        title: format!("`{verb}` and the action do not understand each other: {error}"),
        fix: "Please report this as a bug".to_owned(),
    }
}
