//! Waiting for a page, or for something in it, until a deadline, with an explanation at its end.

use std::time::Duration;

use tabwright_wire::verbs::{self, WaitFor, WaitParams, WaitReport};
use tabwright_wire::{
    Condition, ElementFacts, ElementState, KitRefusal, KitRefusalCode, TabId, WaitUntil,
    WaitUntilParams, quote_address, quote_page,
};
use tokio::sync::broadcast::Receiver;
use tokio::sync::broadcast::error::RecvError;
use tokio::time::{Instant, timeout_at};

use super::locating::Place;
use super::{BrowserControl, Driver, WAIT_MS, ms};
use crate::backend::{BrowserEvent, Result};
use crate::error::ControlError;

/// A network that has been quiet for so long is idle.
const QUIET_MS: u32 = 500;

impl BrowserControl<verbs::Wait> for Driver {
    async fn run(&self, params: WaitParams) -> Result<WaitReport> {
        let tab = self.tab(params.tab).await?;
        let begun = Instant::now();
        let deadline = begun + ms(params.timeout_ms.unwrap_or(WAIT_MS));
        let frame = params.frame;
        let element = match params.r#for {
            WaitFor::Load => {
                self.until(tab, frame, Condition::Load { complete: true }, deadline).await?
            }
            WaitFor::Interaction => {
                self.until(tab, frame, Condition::Interactive, deadline).await?
            }
            WaitFor::Idle => {
                self.until(tab, frame, Condition::Load { complete: true }, deadline).await?;
                self.network_idle(tab, deadline).await?;
                self.until(tab, frame, Condition::Quiet { quiet_ms: QUIET_MS }, deadline).await?
            }
            WaitFor::Element { target, state } => {
                self.until(tab, frame, Condition::Element { target, state }, deadline).await?
            }
            WaitFor::Text { text, gone } => {
                self.until(tab, frame, Condition::Text { text, gone }, deadline).await?
            }
            WaitFor::Url { url } => {
                self.until_url(tab, &url, deadline).await?;
                None
            }
            WaitFor::Function { script } => {
                self.until_true(tab, frame, &script, deadline).await?;
                None
            }
        };
        let waited_ms = u32::try_from(begun.elapsed().as_millis()).unwrap_or(u32::MAX);
        let url = self.tab_facts(tab).await?.url;
        self.check_address(&url)?;
        Ok(WaitReport { tab, waited_ms, element, url })
    }
}

impl Driver {
    /// Asks the kit to wait. A page that goes away meanwhile is followed to the next.
    async fn until(
        &self,
        tab: TabId,
        frame: Option<u32>,
        condition: Condition,
        deadline: Instant,
    ) -> Result<Option<ElementFacts>> {
        use ElementState as State;
        let is_absence =
            matches!(condition, Condition::Element { state: State::Hidden | State::Detached, .. });
        loop {
            let mut events = self.core.backend.events();
            let left = deadline.saturating_duration_since(Instant::now());
            let timeout_ms = u32::try_from(left.as_millis()).unwrap_or(u32::MAX);
            let waiting = async {
                let (at, condition) = match condition.clone() {
                    Condition::Element { target, state } => {
                        let until = if is_absence { Instant::now() } else { deadline };
                        let Place { frame, target } =
                            self.place_of(tab, target, frame, until).await?;
                        (frame, Condition::Element { target, state })
                    }
                    condition => (self.frame_of(tab, frame).await?, condition),
                };
                let params = WaitUntilParams { condition, timeout_ms };
                self.ask::<WaitUntil>(tab, &at, &params, left).await
            };
            match waiting.await {
                Ok(waited) => return Ok(waited.element),
                // Its frame is gone, and so is it.
                Err(ControlError::Element(refusal))
                    if is_absence
                        && matches!(
                            refusal.code,
                            KitRefusalCode::NotFound | KitRefusalCode::Gone
                        ) =>
                {
                    return Ok(None);
                }
                // Between two pages: the next one is told of.
                Err(error @ (ControlError::Failed(_) | ControlError::PageLeft(_))) => {
                    if left.is_zero() || !next_page(tab, &mut events, deadline).await {
                        return Err(ControlError::Timeout(error.to_string()));
                    }
                }
                Err(ControlError::Element(KitRefusal {
                    code: KitRefusalCode::Timeout,
                    message,
                    ..
                })) => {
                    return Err(ControlError::Timeout(message));
                }
                Err(error) => return Err(error),
            }
        }
    }

    async fn until_url(&self, tab: TabId, wanted: &str, deadline: Instant) -> Result<()> {
        let mut events = self.core.backend.events();
        loop {
            let url = self.tab_facts(tab).await?.url;
            // Whether it has come there is not to be told either.
            self.check_address(&url)?;
            if fits(&url, wanted) {
                return Ok(());
            }
            if !next_page(tab, &mut events, deadline).await {
                let url = quote_address(&url);
                let message = format!("the address is {url}, which does not match {wanted}");
                return Err(ControlError::Timeout(message));
            }
        }
    }

    /// Looks again at every frame that the page draws.
    async fn until_true(
        &self,
        tab: TabId,
        frame: Option<u32>,
        script: &str,
        deadline: Instant,
    ) -> Result<()> {
        loop {
            let mut events = self.core.backend.events();
            let left = deadline.saturating_duration_since(Instant::now());
            self.driven(Some(tab)).await?;
            let at = self.frame_of(tab, frame).await?;
            // The caller's words stand outside of the function, whose names they would mean instead of the page's.
            let code = format!(
                "return (async (look) => {{\n\
                 const end = performance.now() + {};\n\
                 const next = () => new Promise(done => {{ setTimeout(done, 50); requestAnimationFrame(done); }});\n\
                 let seen = await look();\n\
                 while (!(seen = typeof seen === 'function' ? await seen() : seen)) {{\n\
                   if (performance.now() > end) return {{ late: String(seen) }};\n\
                   await next();\n\
                   seen = await look();\n\
                 }}\n\
                 return {{}};\n\
                 }})(async () => ({script}));",
                left.as_millis()
            );
            let run = || self.script(tab, &at, &code, left + Duration::from_secs(2));
            let running = async {
                match self.resumed(tab).await {
                    Some(ended) => ended,
                    None => self.guarded(tab, &at, run).await,
                }
            };
            let mut stops = self.core.backend.events();
            let outcome = tokio::select! {
                outcome = running => outcome,
                () = stopped(tab, &mut stops) => return Err(ControlError::StoppedByPerson(tab)),
            };
            match outcome {
                Ok(value) => {
                    let value: serde_json::Value =
                        serde_json::from_str(value.get()).unwrap_or_default();
                    return match value["late"].as_str() {
                        Some(seen) => {
                            let seen = quote_page(seen);
                            Err(ControlError::Timeout(format!("`{script}` is still {seen}")))
                        }
                        None => Ok(()),
                    };
                }
                Err(error @ (ControlError::Failed(_) | ControlError::PageLeft(_))) => {
                    if !next_page(tab, &mut events, deadline).await {
                        return Err(ControlError::Timeout(error.to_string()));
                    }
                }
                Err(error) => return Err(error),
            }
        }
    }

    /// Where the debugger can be had, requests are counted; the page kit sees only those that end.
    async fn network_idle(&self, tab: TabId, deadline: Instant) -> Result<()> {
        let debugger = self.input_debugger(tab, verbs::InputWay::Auto).await?;
        let Some(debugger) = debugger else { return Ok(()) };
        let mut events = self.core.backend.events();
        debugger.capture_requests(false).await?;
        loop {
            let open = debugger.requests();
            // Some end without a word, so they are counted again even if nothing is told.
            let look_again = (Instant::now() + ms(QUIET_MS)).min(deadline);
            match timeout_at(look_again, self.requests_change(tab, &mut events)).await {
                Ok(true) => {}
                Ok(false) => return Ok(()),
                Err(_) if open == 0 => return Ok(()),
                Err(_) if Instant::now() >= deadline => {
                    let message = format!("{open} requests of the page have not finished");
                    return Err(ControlError::Timeout(message));
                }
                Err(_) => {}
            }
        }
    }

    /// False when the browser is gone.
    async fn requests_change(&self, tab: TabId, events: &mut Receiver<BrowserEvent>) -> bool {
        loop {
            match events.recv().await {
                Ok(BrowserEvent::Requests { tab: there }) if there == tab => return true,
                Ok(_) => {}
                Err(RecvError::Lagged(_)) => return true,
                Err(RecvError::Closed) => return false,
            }
        }
    }
}

/// Resolves when the person presses Stop in the tab.
async fn stopped(tab: TabId, events: &mut Receiver<BrowserEvent>) {
    loop {
        match events.recv().await {
            Ok(BrowserEvent::Stopped { tab: there }) if there == tab => return,
            Ok(_) | Err(RecvError::Lagged(_)) => {}
            Err(RecvError::Closed) => std::future::pending().await,
        }
    }
}

/// True when the tab has moved on before the deadline.
async fn next_page(tab: TabId, events: &mut Receiver<BrowserEvent>, deadline: Instant) -> bool {
    loop {
        match timeout_at(deadline, events.recv()).await {
            Ok(Ok(BrowserEvent::Navigation(notice))) if notice.tab == tab => {
                use tabwright_wire::NavigationPhase as Phase;
                match notice.phase {
                    Phase::Committed | Phase::Parsed | Phase::Loaded | Phase::Moved => return true,
                    Phase::Started | Phase::Failed => {}
                }
            }
            Ok(Ok(_) | Err(RecvError::Lagged(_))) => {}
            Ok(Err(RecvError::Closed)) | Err(_) => return false,
        }
    }
}

/// Contains it; or, where it has `*`, fits it from beginning to end.
pub(super) fn fits(url: &str, wanted: &str) -> bool {
    if !wanted.contains('*') {
        return url.contains(wanted);
    }
    let mut rest = url;
    let parts: Vec<&str> = wanted.split('*').collect();
    for (place, part) in parts.iter().enumerate() {
        let found = match place {
            0 => rest.starts_with(part).then_some(0),
            _ if place == parts.len() - 1 => {
                return rest.ends_with(part);
            }
            _ => rest.find(part),
        };
        let Some(at) = found else { return false };
        rest = &rest[at + part.len()..];
    }
    true
}

#[cfg(test)]
mod tests {
    use super::fits;

    #[test]
    fn an_address_fits_by_a_part_or_by_a_pattern() {
        for (url, wanted, fit) in [
            ("https://x/done?id=1", "/done", true),
            ("https://x/done?id=1", "https://x/*", true),
            ("https://x/done?id=1", "*id=1", true),
            ("https://x/done?id=1", "https://*/done*", true),
            ("https://x/done?id=1", "https://y/*", false),
            ("https://x/done?id=1", "*/done", false),
            ("https://x/", "/done", false),
        ] {
            assert_eq!(fits(url, wanted), fit, "{url} {wanted}");
        }
    }
}
