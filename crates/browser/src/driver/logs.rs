//! The verbs `console` and `network`: what the debugger captured of a tab.

use std::sync::Arc;

use tabwright_wire::TabId;
use tabwright_wire::verbs::{
    self, ConsoleMessage, ConsoleMessages, ConsoleParams, InputWay, NetworkParams, NetworkRequest,
    NetworkRequests,
};

use super::waiting::fits;
use super::{BrowserControl, Driver};
use crate::backend::{ConsoleLog, Debugger, Result};
use crate::error::ControlError;

const COUNT_DEFAULT: u32 = 100;
const BODY_CHARS_DEFAULT: u32 = 100_000;

impl BrowserControl<verbs::Console> for Driver {
    async fn run(&self, params: ConsoleParams) -> Result<ConsoleMessages> {
        let tab = self.tab(params.tab).await?;
        let debugger = self.capturing_debugger(tab, "the console").await?;
        let just_begun = self.unless_dialog(tab, debugger.capture_console()).await?;
        let after = params.after;
        let wanted = |message: &ConsoleMessage| {
            after.is_none_or(|after| message.number > after)
                && params.level.is_none_or(|level| message.level >= level)
        };
        let ConsoleLog { mut messages, dropped, muted } = debugger.console_log()?;
        messages.retain(wanted);
        let messages = newest_or_next(messages, params.max, after.is_some());
        Ok(ConsoleMessages { tab, messages, just_begun, dropped, muted })
    }
}

impl BrowserControl<verbs::Network> for Driver {
    async fn run(&self, params: NetworkParams) -> Result<NetworkRequests> {
        let tab = self.tab(params.tab).await?;
        let debugger = self.capturing_debugger(tab, "the network").await?;
        let just_begun = self.unless_dialog(tab, debugger.capture_requests(true)).await?;
        if let Some(number) = params.id {
            let chars_max = params.max_chars.unwrap_or(BODY_CHARS_DEFAULT) as usize;
            let asked = debugger.network_request(number, chars_max);
            let request = self.unless_dialog(tab, asked).await?.ok_or_else(|| {
                ControlError::BadArguments(format!(
                    "tab {tab} has no request {number}, or none that is kept"
                ))
            })?;
            return Ok(NetworkRequests { tab, requests: vec![request], just_begun });
        }
        let after = params.after;
        let wanted = |request: &NetworkRequest| {
            after.is_none_or(|after| request.number > after)
                && params.url.as_ref().is_none_or(|wanted| fits(&request.url, wanted))
        };
        let mut requests = debugger.network_requests()?;
        requests.retain(wanted);
        let requests = newest_or_next(requests, params.max, after.is_some());
        Ok(NetworkRequests { tab, requests, just_begun })
    }
}

impl Driver {
    async fn capturing_debugger(&self, tab: TabId, to: &str) -> Result<Arc<dyn Debugger>> {
        let reason = match self.input_debugger(tab, InputWay::Auto).await? {
            Some(debugger) => return Ok(debugger),
            None if self.core.options.trusted_input => "which cannot be attached to this tab",
            None => {
                "which `trusted_input = false` keeps away: set it to true and restart the daemon"
            }
        };
        Err(ControlError::Unsupported(format!("{to} is captured by the debugger, {reason}")))
    }
}

/// The newest; or, after a known one, the next, so that nothing is skipped.
fn newest_or_next<T>(mut all: Vec<T>, max: Option<u32>, next: bool) -> Vec<T> {
    let max = max.unwrap_or(COUNT_DEFAULT) as usize;
    if next {
        all.truncate(max);
    } else {
        all.drain(..all.len().saturating_sub(max));
    }
    all
}

#[cfg(test)]
mod tests {
    use super::newest_or_next;

    #[test]
    fn the_newest_are_told_or_those_next_behind_a_known_one() {
        assert_eq!(newest_or_next(vec![1, 2, 3], Some(2), false), [2, 3]);
        assert_eq!(newest_or_next(vec![1, 2, 3], Some(2), true), [1, 2]);
        assert_eq!(newest_or_next(vec![1, 2, 3], None, false), [1, 2, 3]);
        assert!(newest_or_next(vec![1, 2, 3], Some(0), false).is_empty());
    }
}
