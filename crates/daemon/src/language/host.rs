//! The action host of a client: its own control of the browser, a sandbox for its scripts, a folder for
//! its pictures.

use std::sync::Arc;
use std::time::Duration;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use futures_util::future::BoxFuture;
use serde_json::value::{RawValue, to_raw_value};
use serde_json::{Map, Value, json};
use tabwright_actions::host::{ActionHost, HostFuture, RunVerb, with_params};
use tabwright_browser::{BrowserControl, Driver};
use tabwright_http::Limits;
use tabwright_sandbox::{Host, HostError, RunLimits, Sandbox};
use tabwright_wire::verbs::{self, TabsParams};
use tabwright_wire::{Problem, ProblemCode, Verb};

use crate::control::Control;
use crate::problems;

const FETCH_LIMITS: Limits = Limits { timeout: Duration::from_secs(5), bytes_max: 256 * 1024 };

pub(super) struct ControlHost(pub(super) Control);

impl<V: Verb> RunVerb<V> for ControlHost
where
    Driver: BrowserControl<V>,
{
    fn run_verb(&self, params: V::Params) -> HostFuture<'_, V::Result> {
        Box::pin(self.0.run::<V>(params))
    }
}

impl ActionHost for ControlHost {
    fn script<'a>(
        &'a self,
        code: &'a str,
        params: &'a Map<String, Value>,
        time: Duration,
    ) -> HostFuture<'a, String> {
        Box::pin(async move {
            let host = Arc::new(Browser(self.0.clone()));
            let api = tabwright_sandbox::playwright();
            let sandbox = Sandbox::start(api, host, tabwright_sandbox::Limits::default())
                .map_err(|error| broken(&error))?;
            let tabs = self.0.run::<verbs::Tabs>(TabsParams { tab: None, about: None }).await?.tabs;
            let here = tabs.iter().find(|tab| tab.focused).map(|tab| tab.id);
            let context = to_raw_value(&json!({ "tab": here, "tabs": tabs }));
            let context = context.map_err(|error| broken(&error))?;
            let code = with_params(code, params);
            let ran = sandbox.run(&code, &context, &RunLimits { time }).await;
            let ran = ran.map_err(|error| broken(&error))?;
            if let Some(error) = ran.error {
                return Err(Problem {
                    code: ProblemCode::ScriptFailed,
                    title: error.message,
                    fix: error.fix.unwrap_or_default(),
                });
            }
            let mut told: Vec<_> = ran.log.into_iter().map(|line| line.text).collect();
            told.extend(ran.value.map(|value| value.get().to_owned()));
            Ok(told.join("\n"))
        })
    }

    fn keep_picture<'a>(&'a self, base64: &'a str) -> HostFuture<'a, String> {
        Box::pin(self.0.keep_picture(base64))
    }

    fn fetch<'a>(&'a self, url: &'a str) -> HostFuture<'a, String> {
        Box::pin(self.0.fetch(url))
    }
}

impl Control {
    /// Keeps a picture (PNG in base64) where the person finds it. The path.
    pub async fn keep_picture(&self, base64: &str) -> Result<String, Problem> {
        let png = STANDARD.decode(base64).map_err(|error| broken(&error))?;
        let folder = &self.daemon.language.pictures;
        let now = jiff::Timestamp::now().strftime("%Y%m%d-%H%M%S-%3f");
        let path = folder.join(format!("screenshot-{now}.png"));
        let kept = async {
            tokio::fs::create_dir_all(folder).await?;
            tokio::fs::write(&path, png).await
        };
        kept.await.map_err(|error| Problem {
            code: ProblemCode::StorageFailed,
            title: format!("the picture cannot be saved at {}: {error}", path.display()),
            fix: "Free some disk space, or make the folder writable".to_owned(),
        })?;
        Ok(path.display().to_string())
    }

    /// The text at an address of the web, without any cookies.
    pub async fn fetch(&self, url: &str) -> Result<String, Problem> {
        let fetched =
            tabwright_http::get(url, FETCH_LIMITS).await.map_err(|error| error.to_string());
        let text = fetched.and_then(|body| {
            String::from_utf8(body).map_err(|_| format!("{url} does not answer with text"))
        });
        text.map_err(|title| Problem {
            code: ProblemCode::NavigationFailed,
            title,
            fix: "Check whether this machine is online".to_owned(),
        })
    }
}

/// The browser as a script reaches it.
struct Browser(Control);

impl Host for Browser {
    fn call(&self, name: String, params: String) -> BoxFuture<'static, Result<String, HostError>> {
        let control = self.0.clone();
        Box::pin(async move {
            let bad = |error: serde_json::Error| HostError {
                code: "bad-request".to_owned(),
                message: error.to_string(),
                fix: "Give the arguments as JSON".to_owned(),
            };
            let params = RawValue::from_string(params).map_err(bad)?;
            if name == "use-tab" {
                return Ok(params.get().to_owned());
            }
            let done = control.run_named(&name, &params).await;
            done.map(|result| result.get().to_owned()).map_err(|problem| HostError {
                code: problems::word(problem.code),
                message: problem.title,
                fix: problem.fix,
            })
        })
    }
}

fn broken(error: &impl std::error::Error) -> Problem {
    problems::internal(error).0
}
