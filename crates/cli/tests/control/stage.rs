//! A daemon with a browser that is driven one way or the other.

use serde_json::Value;
use tabwright_client::{Client, ClientError};
use tabwright_testbed::{Chromium, ChromiumOptions, TestEnv};
use tabwright_wire::verbs::{self, Report, Snapshot, Visit};
use tabwright_wire::{AddRemoteBrowser, Problem, RemoteBrowser, TabId, Verb};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Backend {
    /// A person's browser, through the extension in it.
    Extension,
    /// The same browser by its CDP endpoint, as if it were elsewhere.
    Cdp,
}

pub(crate) struct Stage {
    pub(crate) env: TestEnv,
    _browser: Chromium,
    pub(crate) client: Client,
    name: Option<&'static str>,
}

impl Stage {
    /// Is the browser driven without the extension?
    pub(crate) fn over_cdp(&self) -> bool {
        self.name.is_some()
    }

    pub(crate) async fn new(backend: Backend) -> Self {
        Self::with_settings(backend, &[]).await
    }

    pub(crate) async fn with_settings(backend: Backend, settings: &[(&str, &str)]) -> Self {
        Self::with_browser(backend, settings, &[]).await
    }

    /// A browser with these arguments.
    pub(crate) async fn with_browser(
        backend: Backend,
        settings: &[(&str, &str)],
        args: &[String],
    ) -> Self {
        let env = TestEnv::trusting(settings).await;
        let options = ChromiumOptions { args: args.to_vec(), ..ChromiumOptions::default() };
        let browser = env.launch(options).await;
        env.until_connected().await;
        let client = env.client().await.named("tests");
        let name = (backend == Backend::Cdp).then_some("far");
        if let Some(name) = name {
            let url = browser.cdp_url().to_owned();
            let remote = RemoteBrowser { name: name.to_owned(), url };
            client.call::<AddRemoteBrowser>(&remote).await.unwrap();
        }
        Self { env, _browser: browser, client, name }
    }

    /// Does it, or fails the test with the reason.
    pub(crate) async fn run<V: Verb>(&self, params: Value) -> V::Result {
        match self.attempt::<V>(params.clone()).await {
            Ok(result) => result,
            Err(problem) => panic!("{} {params}: {problem:?}", V::NAME),
        }
    }

    pub(crate) async fn attempt<V: Verb>(&self, params: Value) -> Result<V::Result, Problem> {
        let params = serde_json::from_value(params).unwrap();
        match self.client.run::<V>(self.name, &params).await {
            Ok(result) => Ok(result),
            Err(ClientError::Refused(problem)) => Err(problem),
            Err(error) => panic!("{}: {error}", V::NAME),
        }
    }

    /// A page with this body, in a new tab in front.
    pub(crate) async fn show(&self, body: &str) -> TabId {
        self.show_at("page", body).await.tab
    }

    pub(crate) async fn show_at(&self, name: &str, body: &str) -> Visit {
        let page = format!("<!doctype html><meta charset=utf-8><title>{name}</title>{body}");
        let url = self.env.site.put(name, &page);
        let visit = self.run::<verbs::Open>(serde_json::json!({ "url": url })).await;
        assert_eq!((visit.url.as_str(), visit.loaded), (url.as_str(), true));
        visit
    }

    pub(crate) async fn snapshot(&self) -> Snapshot {
        self.run::<verbs::TakePageSnapshot>(serde_json::json!({})).await
    }

    pub(crate) async fn click(&self, target: impl Into<Value>) -> Report {
        self.run::<verbs::Click>(serde_json::json!({ "target": target.into() })).await
    }

    /// What a script finds in the page.
    pub(crate) async fn eval(&self, script: &str) -> Value {
        let result = self.run::<verbs::Eval>(serde_json::json!({ "script": script })).await;
        serde_json::from_str(result.value.get()).unwrap()
    }
}

/// The number of the line that has these words.
pub(crate) fn number_of(snapshot: &Snapshot, words: &str) -> u32 {
    let line = snapshot.text.lines().find(|line| line.contains(words) && line.contains('['));
    let line = line.unwrap_or_else(|| panic!("no `{words}` in\n{}", snapshot.text));
    let (_, rest) = line.split_once('[').unwrap();
    rest.split_once(']').unwrap().0.parse().unwrap()
}

/// The same story on both backends.
macro_rules! on_both {
    ($($name:ident($stage:ident) $story:block)*) => {
        $(
            mod $name {
                #[allow(unused_imports)]
                use super::*;
                use $crate::stage::{Backend, Stage};

                async fn story($stage: Stage) $story

                #[tokio::test]
                async fn extension() {
                    story(Stage::new(Backend::Extension).await).await;
                }

                #[tokio::test]
                async fn cdp() {
                    story(Stage::new(Backend::Cdp).await).await;
                }
            }
        )*
    };
}
pub(crate) use on_both;
