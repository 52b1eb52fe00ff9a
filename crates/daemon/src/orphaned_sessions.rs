//! A browser that outlives its daemon keeps that daemon's sessions on the debugging pipe, and what they hold: new pages would
//! wait for ever for somebody who is gone. The daemon that takes the browser over ends those sessions.

use std::collections::HashSet;
use std::sync::{Arc, Mutex, PoisonError};

use serde::Deserialize;
use serde_json::value::RawValue;
use serde_json::{Value, json};
use tabwright_browser::cdp::Link;

const RUN: &str = "Runtime.runIfWaitingForDebugger";

/// Knows the sessions of this daemon on the pipe, by what Chrome tells of each when it begins.
#[derive(Debug, Default)]
pub(crate) struct OrphanedSessions {
    ours: Mutex<HashSet<String>>,
}

/// A session of an earlier daemon, and what Chrome has just attached to it.
#[derive(Debug, PartialEq, Eq)]
struct Orphan {
    session: String,
    attached: String,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct SessionNotice {
    session_id: String,
}

impl OrphanedSessions {
    pub(crate) fn event(
        &self,
        pipe: &Link,
        session: Option<&str>,
        method: &str,
        params: &RawValue,
    ) {
        let Some(Orphan { session, attached }) = self.orphan(session, method, params) else {
            return;
        };
        tracing::info!(session, "ending a session of an earlier daemon");
        // Its end alone would leave the page held.
        tell(pipe, Some(&attached), RUN, &json!({}));
        tell(pipe, None, "Target.detachFromTarget", &json!({ "sessionId": session }));
    }

    fn orphan(&self, session: Option<&str>, method: &str, params: &RawValue) -> Option<Orphan> {
        if !matches!(method, "Target.attachedToTarget" | "Target.detachedFromTarget") {
            return None;
        }
        let SessionNotice { session_id } = serde_json::from_str(params.get()).ok()?;
        let mut ours = self.ours.lock().unwrap_or_else(PoisonError::into_inner);
        if method == "Target.detachedFromTarget" {
            ours.remove(&session_id);
            return None;
        }
        match session.filter(|parent| !ours.contains(*parent)) {
            Some(parent) => Some(Orphan { session: parent.to_owned(), attached: session_id }),
            None => {
                ours.insert(session_id);
                None
            }
        }
    }
}

/// Lets run whatever an earlier daemon held when it died.
pub(crate) fn run_held_pages(pipe: &Arc<Link>) {
    #[derive(Deserialize)]
    #[serde(rename_all = "camelCase")]
    struct Targets {
        target_infos: Vec<Target>,
    }
    #[derive(Deserialize)]
    #[serde(rename_all = "camelCase")]
    struct Target {
        target_id: String,
        r#type: String,
    }
    let speaking = Arc::clone(pipe);
    let run_all = move |answer: Result<Box<RawValue>, _>| {
        let targets = answer.ok().and_then(|answer| serde_json::from_str(answer.get()).ok());
        let Some(Targets { target_infos }) = targets else { return };
        for target in target_infos.into_iter().filter(|target| target.r#type == "page") {
            run_page(&speaking, &target.target_id);
        }
    };
    pipe.ask(None, "Target.getTargets", None, Box::new(run_all));
}

fn run_page(pipe: &Arc<Link>, target: &str) {
    let speaking = Arc::clone(pipe);
    let run = move |answer: Result<Box<RawValue>, _>| {
        let attached = answer.ok().and_then(|answer| serde_json::from_str(answer.get()).ok());
        let Some(SessionNotice { session_id }) = attached else { return };
        tell(&speaking, Some(&session_id), RUN, &json!({}));
        tell(&speaking, None, "Target.detachFromTarget", &json!({ "sessionId": session_id }));
    };
    let params = json!({ "targetId": target, "flatten": true });
    let params = serde_json::value::to_raw_value(&params).ok();
    pipe.ask(None, "Target.attachToTarget", params.as_deref(), Box::new(run));
}

fn tell(pipe: &Link, session: Option<&str>, method: &str, params: &Value) {
    let params = serde_json::value::to_raw_value(params).ok();
    pipe.ask(session, method, params.as_deref(), Box::new(|_| {}));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_session_that_this_daemon_did_not_begin_is_an_orphan() {
        let sessions = OrphanedSessions::default();
        let hear = |parent: Option<&str>, method: &str, session: &str| {
            let params = RawValue::from_string(json!({ "sessionId": session }).to_string());
            sessions.orphan(parent, method, &params.expect("JSON"))
        };
        let (attached, detached) = ("Target.attachedToTarget", "Target.detachedFromTarget");
        assert_eq!(hear(None, attached, "browser"), None);
        assert_eq!(hear(Some("browser"), attached, "page"), None);
        assert_eq!(hear(Some("page"), attached, "frame"), None);
        let orphan = Orphan { session: "old".to_owned(), attached: "popup".to_owned() };
        assert_eq!(hear(Some("old"), attached, "popup"), Some(orphan));
        assert_eq!(hear(Some("old"), "Page.frameNavigated", "popup"), None);
        assert_eq!(hear(Some("browser"), detached, "page"), None);
        assert!(hear(Some("page"), attached, "late").is_some(), "it has ended");
    }
}
