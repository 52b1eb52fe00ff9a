//! The backend against a script of what Chrome says, where the order of messages is the point.

use std::sync::Arc;

use serde_json::{Value, json};
use tabwright_wire::TabId;
use tokio::sync::mpsc;

use super::CdpBackend;
use crate::backend::BrowserBackend as _;
use crate::cdp::{Carrying, CdpBrowser, Incoming, Link, PageScripts};

/// Chrome's end of the link.
struct Chrome {
    commands: mpsc::Receiver<String>,
    incoming: Incoming,
}

impl Chrome {
    async fn next(&mut self) -> Value {
        serde_json::from_str(&self.commands.recv().await.unwrap()).unwrap()
    }

    /// The next command of this name; those before it are answered with nothing.
    async fn until(&mut self, method: &str) -> Value {
        loop {
            let command = self.next().await;
            if command["method"] == method {
                return command;
            }
            self.answer(&command);
        }
    }

    fn answer(&self, command: &Value) {
        self.say(&json!({ "id": command["id"], "sessionId": command["sessionId"], "result": {} }));
    }

    fn say(&self, frame: &Value) {
        self.incoming.receive(frame.to_string().as_bytes());
    }

    fn tell(&self, method: &str, params: &Value) {
        self.say(&json!({ "method": method, "params": params }));
    }
}

fn connect() -> (Arc<CdpBackend>, Chrome) {
    let browser = CdpBrowser::new(PageScripts { kit: "", listeners: "" });
    let hearing = browser.clone();
    let hear = move |session: Option<&str>, method: &str, params: &_| {
        hearing.event(session, method, params);
    };
    let (link, Carrying { outgoing, incoming }) = Link::new(Box::new(hear));
    browser.speak_over(link);
    let backend = CdpBackend::new(browser, std::path::PathBuf::new());
    (backend, Chrome { commands: outgoing, incoming })
}

#[tokio::test]
async fn a_popup_is_closed_only_when_it_runs() {
    let (backend, mut chrome) = connect();
    let popup = json!({ "targetId": "popup", "type": "page", "title": "", "url": "" });
    chrome.tell("Target.targetCreated", &json!({ "targetInfo": popup }));
    let closing = tokio::spawn(async move { backend.close_tab(TabId(1)).await });

    // It was asked for before Chrome has offered the page, and that is held.
    let held = json!({ "sessionId": "s", "targetInfo": popup, "waitingForDebugger": true });
    chrome.tell("Target.attachedToTarget", &held);
    let run = chrome.until("Runtime.runIfWaitingForDebugger").await;
    tokio::task::yield_now().await;
    assert!(chrome.commands.try_recv().is_err(), "nothing is sent until the page runs");
    chrome.answer(&run);
    let close = chrome.next().await;
    assert_eq!(close["method"], "Target.closeTarget");
    chrome.answer(&close);
    chrome.tell("Target.targetDestroyed", &json!({ "targetId": "popup" }));
    closing.await.unwrap().unwrap();
}
