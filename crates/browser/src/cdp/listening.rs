//! What a page says to its console and asks of the network, heard and kept.

use std::time::Instant;

use serde::Deserialize;
use serde_json::json;

use super::browser::{CdpBrowser, Ignored, Underway};
use super::console;
use super::hearing::{Event, Heard};
use super::journal::Journal;
use crate::backend::BrowserEvent;

/// A page that leaves more requests open than this is not at rest, however many they are.
const REQUESTS_MAX: usize = 10_000;

pub(super) const CONSOLE_EVENTS: [&str; 2] = ["consoleAPICalled", "exceptionThrown"];
/// Chrome holds on to what was written to a console, unless it is told that nobody wants it.
const MESSAGES_PER_RELEASE: u32 = 200;

impl CdpBrowser {
    /// Whether the console, the requests, and what they are answered are listened to in a session's tab.
    pub(super) fn heard_in(&self, session: &str) -> (bool, bool, bool) {
        let tab = self.lock().sessions.get(session).map(|place| place.tab);
        let heard = tab.and_then(|tab| {
            self.journal(tab, |journal| {
                (journal.hears_console, journal.hears_requests, journal.keeps_bodies)
            })
        });
        heard.unwrap_or_default()
    }

    pub(super) fn console_event(&self, event: Event<'_>, method: &str) -> Heard {
        let Some(tab) = self.tab_of_session(event) else { return Ok(()) };
        let Some(said) = console::read(method, event.params)? else { return Ok(()) };
        let number = self.journal(tab, |journal| journal.note(said));
        // A session that is ours alone; others would miss what they hold.
        if self.scripts.is_some()
            && number.is_some_and(|number| number % MESSAGES_PER_RELEASE == 0)
            && let Ok(link) = self.link()
        {
            let group = json!({ "objectGroup": "console" });
            drop(link.call::<Ignored>(event.session, "Runtime.releaseObjectGroup", &group));
        }
        Ok(())
    }

    pub(super) fn request_event(&self, event: Event<'_>) -> Heard {
        #[derive(Deserialize)]
        #[serde(rename_all = "camelCase")]
        struct OfRequest {
            request_id: String,
            #[serde(default, rename = "type")]
            kind: String,
        }
        enum Phase {
            Begins,
            GoesOn,
            Ends,
        }
        let phase = match event.name {
            "requestWillBeSent" => Phase::Begins,
            "responseReceived" | "dataReceived" => Phase::GoesOn,
            "loadingFinished" | "loadingFailed" => Phase::Ends,
            _ => return Ok(()),
        };
        if let Some(tab) = self.tab_of_session(event) {
            let OfRequest { request_id: id, kind } = event.read()?;
            // Those that go on for as long as the page does say nothing of its rest.
            if ["EventSource", "Media", "Ping"].contains(&kind.as_str()) {
                return Ok(());
            }
            if let Some(page) = self.lock().tabs.get_mut(&tab) {
                match phase {
                    Phase::Begins if page.requests.len() < REQUESTS_MAX => {
                        let session = event.session.unwrap_or_default().to_owned();
                        page.requests.insert(id, Underway { session, answered: None });
                    }
                    Phase::Begins => {}
                    Phase::GoesOn => {
                        if let Some(request) = page.requests.get_mut(&id) {
                            request.answered = Some(Instant::now());
                        }
                    }
                    Phase::Ends => {
                        page.requests.remove(&id);
                    }
                }
            }
            self.tell(BrowserEvent::Requests { tab });
        }
        Ok(())
    }

    pub(super) fn note_request(&self, event: Event<'_>) -> Heard {
        let (Some(tab), Some(session)) = (self.tab_of_session(event), event.session) else {
            return Ok(());
        };
        let hear = |journal: &mut Journal| journal.hear_request(session, event.name, event.params);
        self.journal(tab, hear).unwrap_or(Ok(()))
    }
}

#[cfg(test)]
mod tests {
    use serde_json::Value;
    use tabwright_wire::TabId;
    use tabwright_wire::verbs::ConsoleLevel;

    use super::super::browser::PageScripts;
    use super::*;

    fn say(browser: &CdpBrowser, session: Option<&str>, method: &str, params: &Value) {
        browser.event(session, method, &serde_json::value::to_raw_value(params).unwrap());
    }

    /// A page with its session `S`, and in it a frame in another process with the session `F`.
    fn attach(browser: &CdpBrowser) {
        for (parent, session, kind) in [(None, "S", "page"), (Some("S"), "F", "iframe")] {
            let info = serde_json::json!({
                "targetId": format!("T{session}"), "type": kind, "title": "", "url": "about:blank",
            });
            let told = serde_json::json!({ "sessionId": session, "targetInfo": info });
            say(browser, parent, "Target.attachedToTarget", &told);
        }
    }

    fn write(browser: &CdpBrowser, session: &str, text: &str) {
        let args = json!([{ "type": "string", "value": text }]);
        let params = json!({ "type": "error", "args": args });
        say(browser, Some(session), "Runtime.consoleAPICalled", &params);
    }

    fn texts(browser: &CdpBrowser, tab: TabId) -> Vec<String> {
        let texts = |journal: &mut Journal| {
            journal.messages().map(|message| message.text.clone()).collect::<Vec<_>>()
        };
        browser.journal(tab, texts).unwrap_or_default()
    }

    #[test]
    fn a_tab_is_heard_in_all_its_processes_and_across_its_pages() {
        let browser = CdpBrowser::new(PageScripts { kit: "", listeners: "" });
        attach(&browser);
        let tab = browser.tab_of("TS").unwrap();
        write(&browser, "S", "page");
        write(&browser, "F", "frame");
        write(&browser, "elsewhere", "nobody's");
        let entry = json!({ "source": "network", "level": "warning", "text": "slow" });
        say(&browser, Some("S"), "Log.entryAdded", &json!({ "entry": entry }));
        let frame = json!({ "id": "TS", "loaderId": "L", "url": "https://x/" });
        say(&browser, Some("S"), "Page.frameNavigated", &json!({ "frame": frame }));
        assert_eq!(texts(&browser, tab), ["page", "frame", "slow"]);
        let request = json!({ "url": "https://x/", "method": "GET", "headers": {} });
        let sent = json!({ "requestId": "1", "timestamp": 1.0, "type": "XHR", "request": request });
        say(&browser, Some("F"), "Network.requestWillBeSent", &sent);
        let (level, kinds) = browser
            .journal(tab, |journal| {
                let kinds = journal.requests().map(|heard| heard.request.kind.clone());
                (journal.messages().last().unwrap().level, kinds.collect::<Vec<_>>())
            })
            .unwrap();
        assert_eq!((level, kinds), (ConsoleLevel::Warning, vec!["xhr".to_owned()]));
        assert_eq!(browser.requests(tab), 1);
        say(&browser, None, "Target.targetDestroyed", &json!({ "targetId": "TS" }));
        write(&browser, "S", "too late");
        assert!(texts(&browser, tab).is_empty());
    }

    #[test]
    fn beside_the_extension_what_was_heard_ends_with_the_debugger() {
        let browser = CdpBrowser::beside_extension(BrowserEvent::channel());
        let tab = TabId(7);
        browser.expect(tab, "TS");
        attach(&browser);
        let hears = || browser.journal(tab, |journal| journal.hears_console);
        assert_eq!(hears(), Some(false));
        browser.journal(tab, |journal| journal.hears_console = true);
        write(&browser, "S", "heard");
        assert_eq!(texts(&browser, tab), ["heard"]);
        say(&browser, None, "Target.detachedFromTarget", &json!({ "sessionId": "S" }));
        assert_eq!((hears(), texts(&browser, tab)), (Some(false), Vec::new()));
    }
}
