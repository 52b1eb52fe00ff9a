//! A session as actions and scripts reach it: in its own tabs.

use std::sync::Arc;
use std::time::Duration;

use serde_json::{Map, Value};
use tabwright_actions::host::{ActionHost, HostFuture, RunVerb, with_params};
use tabwright_wire::{Tab, TabId, Verb};

use crate::host::{ScriptHost, ToolHost};
use crate::session::Session;

pub(crate) struct SessionHost(pub(crate) Arc<Session>);

impl<V: Verb> RunVerb<V> for SessionHost
where
    dyn ToolHost: RunVerb<V>,
{
    fn run_verb(&self, params: V::Params) -> HostFuture<'_, V::Result> {
        Box::pin(self.0.run_in_own_tabs::<V>(params))
    }
}

impl ScriptHost for SessionHost {
    fn tabs(&self) -> HostFuture<'_, Vec<Tab>> {
        Box::pin(self.0.own_and_opened_tabs())
    }

    fn use_tab(&self, tab: Option<TabId>) -> HostFuture<'_, TabId> {
        Box::pin(self.0.tab(tab))
    }
}

impl ActionHost for SessionHost {
    fn tabs(&self) -> HostFuture<'_, Vec<Tab>> {
        ScriptHost::tabs(self)
    }

    fn script<'a>(
        &'a self,
        code: &'a str,
        params: &'a Map<String, Value>,
        time: Duration,
    ) -> HostFuture<'a, String> {
        Box::pin(async move {
            let code = with_params(code, params);
            let output = self.0.scripts.run(&self.0, &code, time, None).await?;
            match output.problem {
                Some(problem) => Err(problem),
                None => Ok(output.joined_text()),
            }
        })
    }

    fn keep_picture<'a>(&'a self, base64: &'a str) -> HostFuture<'a, String> {
        self.0.host.keep_picture(base64)
    }

    fn fetch<'a>(&'a self, url: &'a str) -> HostFuture<'a, String> {
        self.0.host.fetch(url)
    }
}
