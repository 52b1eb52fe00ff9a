//! A client's sessions behind the debugging pipe, and the page that each belongs to. They are Chrome's
//! own, so what is said on them passes as it is; what concerns other targets goes by the relay, which
//! knows whose they are.

use std::collections::BTreeMap;

use serde_json::Value;
use serde_json::value::RawValue;

use crate::clients::ClientId;
use crate::cookies::lists_cookies;
use crate::pipe_client::{About, PipeClient};
use crate::sessions::SessionId;
use crate::state::{Caller, State};
use crate::ungated::RUN;

#[derive(Debug, Default)]
pub(crate) struct PipeSessions(BTreeMap<String, PageBehind>);

/// The page of a session: for a frame or worker, the one that it is in.
#[derive(Debug, Clone)]
struct PageBehind {
    target: String,
    /// Where it was when it was announced, which holds until Chrome tells of the target itself.
    url: String,
    /// The client's browser session on which it was told of this one; `None` for its first.
    told_on: Option<SessionId>,
}

impl PipeSessions {
    pub(crate) fn contains(&self, session: &str) -> bool {
        self.0.contains_key(session)
    }

    pub(crate) fn ids(&self) -> impl Iterator<Item = &String> {
        self.0.keys()
    }

    /// Chrome has announced it, on the session `parent` or on the browser's.
    pub(crate) fn insert(
        &mut self,
        session: String,
        parent: Option<&str>,
        told_on: Option<SessionId>,
        info: &Value,
    ) {
        let outer = parent.and_then(|parent| self.0.get(parent)).filter(|_| info["type"] != "page");
        let page = outer.cloned().unwrap_or_else(|| PageBehind {
            target: info["targetId"].as_str().unwrap_or_default().to_owned(),
            url: info["url"].as_str().unwrap_or_default().to_owned(),
            told_on,
        });
        self.0.insert(session, page);
    }

    pub(crate) fn remove(&mut self, session: &str) -> bool {
        self.0.remove(session).is_some()
    }

    /// Where the client was told of a session, and hears of its end.
    pub(crate) fn told_on(&self, session: &str) -> Option<SessionId> {
        self.0.get(session)?.told_on.clone()
    }
}

impl PipeClient {
    pub(crate) fn address_of_session(&self, session: &str) -> &str {
        let Some(page) = self.sessions.0.get(session) else { return "" };
        let told = self.targets.get(&page.target).and_then(|info| info["url"].as_str());
        told.unwrap_or(&page.url)
    }

    pub(crate) fn address_of_target(&self, target: &str) -> &str {
        self.targets.get(target).and_then(|info| info["url"].as_str()).unwrap_or_default()
    }
}

impl State {
    /// A command on one of the client's sessions behind the pipe.
    pub(crate) fn pipe_session_command(
        &mut self,
        caller: &Caller,
        session: &SessionId,
        method: &str,
        params: Option<&RawValue>,
    ) {
        if concerns_other_targets(method, params) {
            return self.browser_command(caller, method, params);
        }
        let (caller, lists_cookies) = (caller.clone(), lists_cookies(method));
        let run = self.run_by(&caller, session).filter(|_| method == RUN);
        self.ask_pipe(Some(session.as_str()), method, params, move |state, answer| {
            if lists_cookies {
                return state.answer_cookies(&caller, &answer);
            }
            state.pass_answer(&caller, &answer);
        });
        if let Some((client, target)) = run {
            self.run_popup_in_context(client, &target);
        }
    }

    /// The client that speaks on a session, and the page that it may let run there.
    fn run_by(&self, caller: &Caller, session: &SessionId) -> Option<(ClientId, String)> {
        let Caller::Client { client, .. } = caller else { return None };
        let sessions = &self.clients.get(client)?.pipe_client.as_ref()?.sessions;
        Some((*client, sessions.0.get(session.as_str())?.target.clone()))
    }
}

/// On the pipe Chrome takes `Target.*` about any target of the browser, on the session of any.
fn concerns_other_targets(method: &str, params: Option<&RawValue>) -> bool {
    match method {
        "Target.setAutoAttach" | "Target.detachFromTarget" => false,
        "Target.getTargetInfo" => About::of(params).target_id.is_some(),
        _ => method.starts_with("Target.") || method == "Browser.close",
    }
}
