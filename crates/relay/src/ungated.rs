//! Commands that are not put to the gate. They tell only what every client is told anyway, or prepare for
//! what comes: to a page that is not attached the relay answers them itself, and attaches nothing.
//! All else is put to the gate, what nobody has heard of too.

use std::borrow::Cow;

use serde::Deserialize;
use serde_json::value::RawValue;

use crate::attaching::LAZY_DOMAINS;
use crate::sessions::SCRIPT;

/// PipePageSession `enable` and `disable` of the lazy domains.
const UNGATED: &[&str] = &[
    "Browser.getVersion",
    "Browser.getWindowBounds",
    "Browser.getWindowForTarget",
    "Emulation.clearDeviceMetricsOverride",
    "Emulation.clearGeolocationOverride",
    "Emulation.clearIdleOverride",
    // Sent by Playwright and Puppeteer to every page they hear of: how it is laid out.
    "Emulation.setDeviceMetricsOverride",
    "Emulation.setEmulatedMedia",
    "Emulation.setFocusEmulationEnabled",
    "Emulation.setTouchEmulationEnabled",
    "Page.createIsolatedWorld",
    "Page.getFrameTree",
    "Page.removeScriptToEvaluateOnNewDocument",
    "Page.setFontFamilies",
    "Page.setLifecycleEventsEnabled",
    "Page.setPrerenderingAllowed",
    "Runtime.removeBinding",
    RUN,
    "Target.attachToBrowserTarget",
    "Target.attachToTarget",
    "Target.detachFromTarget",
    "Target.getBrowserContexts",
    "Target.getTargetInfo",
    "Target.getTargets",
    "Target.setAutoAttach",
    "Target.setDiscoverTargets",
];

pub(crate) const RUN: &str = "Runtime.runIfWaitingForDebugger";

pub(crate) fn is_ungated(method: &str, params: Option<&RawValue>) -> bool {
    match method.split_once('.') {
        // What is paused waits for the client.
        Some(("Fetch", "enable")) => false,
        Some((domain, "enable" | "disable")) => LAZY_DOMAINS.contains(&domain),
        _ if method == SCRIPT => runs_nothing(params),
        _ => UNGATED.contains(&method),
    }
}

/// Whether a command to a shared worker needs no decision: the relay must attach to it for all others.
pub(crate) fn is_ungated_for_workers(method: &str) -> bool {
    method == RUN
}

/// Playwright and Puppeteer make their worlds in new documents by a script that is empty, or one
/// comment.
fn runs_nothing(params: Option<&RawValue>) -> bool {
    #[derive(Deserialize)]
    struct Script<'a> {
        #[serde(borrow)]
        source: Cow<'a, str>,
    }
    let script = params.and_then(|params| serde_json::from_str::<Script<'_>>(params.get()).ok());
    script.is_some_and(|Script { source }| {
        // A comment ends where JavaScript ends a line.
        let one_line = !source.contains(['\n', '\r', '\u{2028}', '\u{2029}']);
        source.is_empty() || (source.starts_with("//") && one_line)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_script_is_ungated_when_it_runs_nothing() {
        let cases = [
            (r#"{"source":"","worldName":"utility"}"#, true),
            (r##"{"source":"//# sourceURL=pptr:internal"}"##, true),
            (r#"{"source":"1"}"#, false),
            (r#"{"source":"// x\nsteal()"}"#, false),
            (r#"{"source":"//\rsteal()"}"#, false),
            (r#"{"source":"//\u2028steal()"}"#, false),
            (r#"{"source":"//\u2029steal()"}"#, false),
            (r#"{"source":"/**/steal()"}"#, false),
            (r#"{"source":"","source":"steal()"}"#, false),
            (r#"{"source":7}"#, false),
            (r#"{}"#, false),
        ];
        for (params, ungated) in cases {
            let raw = RawValue::from_string(params.to_owned()).expect("JSON");
            assert_eq!(is_ungated(SCRIPT, Some(&raw)), ungated, "{params}");
        }
        assert!(!is_ungated(SCRIPT, None));
    }

    #[test]
    fn what_nobody_has_heard_of_is_gated() {
        for method in ["", ".", "enable", "Page.", ".enable", "Nothing.enable", "page.enable"] {
            assert!(!is_ungated(method, None), "{method}");
        }
    }
}
