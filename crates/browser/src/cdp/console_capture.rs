//! Console events of a tab, captured into its log; and what of a tab is captured at all.

use std::time::Instant;

use serde_json::json;
use tabwright_wire::TabId;

use super::browser::{CdpBrowser, Ignored};
use super::console;
use super::events::{Event, EventResult};

pub(super) const CONSOLE_EVENTS: [&str; 2] = ["consoleAPICalled", "exceptionThrown"];
/// Chrome holds on to what was written to a console, unless it is told that nobody wants it.
const MESSAGES_PER_RELEASE: u32 = 200;

impl CdpBrowser {
    /// Whether the console, the requests and the response bodies of a session's tab are captured.
    pub(super) fn captured_in(&self, session: &str) -> (bool, bool, bool) {
        let tab = self.lock().sessions.get(session).map(|place| place.tab);
        let captured = tab.and_then(|tab| {
            self.tab_log(tab, |log| {
                let console = log.captures_console && !log.is_muted();
                (console, log.captures_requests, log.keeps_bodies)
            })
        });
        captured.unwrap_or_default()
    }

    pub(super) fn console_event(&self, event: Event<'_>, method: &str) -> EventResult {
        let Some(tab) = self.tab_of_session(event) else { return Ok(()) };
        let Some(entry) = console::parse(method, event.params)? else { return Ok(()) };
        let added = self.tab_log(tab, |log| log.add_message(entry, Instant::now())).flatten();
        if added.as_ref().is_some_and(|added| added.floods) {
            self.mute(tab);
        }
        // A session that is ours alone; others would miss what they hold.
        if self.scripts.is_some()
            && added.is_some_and(|added| added.number % MESSAGES_PER_RELEASE == 0)
            && let Ok(link) = self.link()
        {
            let group = json!({ "objectGroup": "console" });
            drop(link.call::<Ignored>(event.session, "Runtime.releaseObjectGroup", &group));
        }
        Ok(())
    }

    /// Does not listen to a page for a while. Dropping its lines here would be too late: they would
    /// still stand before everything else that the browser has to tell.
    fn mute(&self, tab: TabId) {
        tracing::debug!(%tab, "a page floods its console; it is not listened to for a while");
        let Ok(link) = self.link() else { return };
        for session in self.sessions_of(tab) {
            for method in ["Runtime.disable", "Log.disable"] {
                drop(link.call::<Ignored>(Some(&session), method, &json!({})));
            }
        }
        // Those that come and go meanwhile are not told of; whoever needs one asks anew.
        if let Some(page) = self.lock().tabs.get_mut(&tab) {
            page.contexts.clear();
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::Value;
    use tabwright_wire::verbs::ConsoleLevel;

    use super::super::browser::PageScripts;
    use super::super::tab_log::TabLog;
    use super::*;
    use crate::backend::BrowserEvent;

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
        let texts = |log: &mut TabLog| {
            log.messages().map(|message| message.text.clone()).collect::<Vec<_>>()
        };
        browser.tab_log(tab, texts).unwrap_or_default()
    }

    #[test]
    fn a_tab_is_captured_in_all_its_processes_and_across_its_pages() {
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
            .tab_log(tab, |log| {
                let kinds = log.requests().map(|logged| logged.request.kind.clone());
                (log.messages().last().unwrap().level, kinds.collect::<Vec<_>>())
            })
            .unwrap();
        assert_eq!((level, kinds), (ConsoleLevel::Warning, vec!["xhr".to_owned()]));
        assert_eq!(browser.requests(tab), 1);
        say(&browser, None, "Target.targetDestroyed", &json!({ "targetId": "TS" }));
        write(&browser, "S", "too late");
        assert!(texts(&browser, tab).is_empty());
    }

    #[test]
    fn beside_the_extension_the_log_ends_with_the_debugger() {
        let browser = CdpBrowser::beside_extension(BrowserEvent::channel());
        let tab = TabId(7);
        browser.expect(tab, "TS");
        attach(&browser);
        let captures = || browser.tab_log(tab, |log| log.captures_console);
        assert_eq!(captures(), Some(false));
        browser.tab_log(tab, |log| log.captures_console = true);
        write(&browser, "S", "kept");
        assert_eq!(texts(&browser, tab), ["kept"]);
        say(&browser, None, "Target.detachedFromTarget", &json!({ "sessionId": "S" }));
        assert_eq!((captures(), texts(&browser, tab)), (Some(false), Vec::new()));
    }
}
