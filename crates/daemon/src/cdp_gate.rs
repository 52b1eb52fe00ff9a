//! The rules, for clients that speak CDP: what a command means to them, and asking the person once
//! per site where they say so. What a client does in a page by its own scripts nobody can look into.

use std::collections::{HashMap, HashSet};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use serde::Deserialize;
use serde_json::value::RawValue;
use tabwright_policy::{Decision, Denial, NewEntry, PermissionRequest, Policy};
use tabwright_relay::{self as relay, ClientId, Gate};
use tabwright_wire::{ClientOrigin, Outcome, Sensitivity, TabId, VerbKind};
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

/// What is remembered of clients and pages; then it begins anew, and some are asked or told again.
const REMEMBERED_MAX: usize = 10_000;
/// Addresses in the log's detail are cut here.
const DETAIL_CHARS_MAX: usize = 300;

#[derive(Debug)]
pub(crate) struct CdpGate {
    policy: Arc<Policy>,
    tasks: TaskTracker,
    /// Where the person has let a client in, for as long as it is connected.
    let_in: Arc<Mutex<HashSet<(ClientId, String)>>>,
    /// Questions that wait for the person go with the client that asked.
    connected: Mutex<HashMap<ClientId, CancellationToken>>,
    /// Pages on which a kind of operation is in the log already.
    told: Mutex<HashSet<Telling>>,
}

/// Who did what kind of operation in which tab at which address.
type Telling = (ClientId, Option<TabId>, String, &'static str);

/// What a command means to the rules.
struct Meaning {
    kind: VerbKind,
    to: Option<String>,
    opens_tab: bool,
    sensitivity: Option<Sensitivity>,
    /// How it stands in the log: by itself each time, or once per page.
    logged: Logged,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Logged {
    Never,
    Always,
    OncePerPage(&'static str),
}

impl CdpGate {
    pub(crate) fn new(policy: Arc<Policy>, tasks: TaskTracker) -> Self {
        Self {
            policy,
            tasks,
            let_in: Arc::default(),
            connected: Mutex::default(),
            told: Mutex::default(),
        }
    }

    fn log(
        &self,
        request: &relay::PermissionRequest<'_>,
        meaning: &Meaning,
        refused: Option<&Denial>,
    ) {
        let operation = match (meaning.logged, refused) {
            (_, Some(_)) | (Logged::Always, _) => request.method,
            (Logged::Never, None) => return,
            (Logged::OncePerPage(operation), None) => {
                let page = (request.client, request.tab, request.url.to_owned(), operation);
                let mut told = lock(&self.told);
                if told.len() >= REMEMBERED_MAX {
                    told.clear();
                }
                if !told.insert(page) {
                    return;
                }
                operation
            }
        };
        let to =
            meaning.to.as_ref().map(|to| to.chars().take(DETAIL_CHARS_MAX).collect::<String>());
        self.policy.log().write(NewEntry {
            origin: ClientOrigin::Cdp,
            client: request.name.to_owned(),
            operation: operation.to_owned(),
            tab: request.tab,
            url: request.url.to_owned(),
            detail: to.map(|to| serde_json::json!({ "url": to }).to_string()).unwrap_or_default(),
            outcome: if refused.is_some() { Outcome::Refused } else { Outcome::Done },
            note: refused.map(ToString::to_string).unwrap_or_default(),
            took_ms: 0,
        });
    }

    /// Puts the question to the person; whoever asked waits for it.
    fn ask(
        &self,
        request: &relay::PermissionRequest<'_>,
        meaning: Meaning,
        once_per_site: bool,
    ) -> relay::Decision {
        let site = site_of(request.url).to_owned();
        let place = (request.client, site);
        if once_per_site && lock(&self.let_in).contains(&place) {
            return relay::Decision::Allow;
        }
        let what = match (&meaning.sensitivity, &meaning.to) {
            (Some(_), _) => format!("{} (CDP)", request.method),
            (None, Some(to)) => format!("{} {to} (CDP)", request.method),
            (None, None) => "drive this page by scripts (CDP)".to_owned(),
        };
        let (policy, let_in) = (Arc::clone(&self.policy), Arc::clone(&self.let_in));
        let (name, url, tab) = (request.name.to_owned(), request.url.to_owned(), request.tab);
        let (method, tasks) = (request.method.to_owned(), self.tasks.clone());
        let gone = lock(&self.connected).entry(request.client).or_default().clone();
        relay::Decision::Pending(Box::new(move |pending: relay::PendingDecision| {
            tasks.spawn(async move {
                let act = act(&name, &method, &url, &meaning);
                let asked = gone.run_until_cancelled(policy.permit(&act, tab, &what)).await;
                // Nobody is there to be told.
                let Some(permitted) = asked else { return };
                match permitted {
                    Ok(_) => {
                        if once_per_site {
                            let mut let_in = lock(&let_in);
                            if let_in.len() >= REMEMBERED_MAX {
                                let_in.clear();
                            }
                            let_in.insert(place);
                        }
                        pending.resolve(Ok(()));
                    }
                    Err(denial) => pending.resolve(Err(describe(&denial))),
                }
            });
        }))
    }
}

impl Gate for CdpGate {
    fn left(&self, client: ClientId) {
        if let Some(asking) = lock(&self.connected).remove(&client) {
            asking.cancel();
        }
        lock(&self.let_in).retain(|(known, _)| *known != client);
    }

    fn may_see(&self, name: &str, url: &str) -> bool {
        // A new tab is blank before it goes anywhere.
        url.is_empty() || url == "about:blank" || self.policy.may_see(name, ClientOrigin::Cdp, url)
    }

    fn decide(&self, request: relay::PermissionRequest<'_>) -> relay::Decision {
        let meaning = meaning(request.method, request.params);
        let act = act(request.name, request.method, request.url, &meaning);
        match self.policy.decide(&act) {
            Decision::Allow { .. } => {
                self.log(&request, &meaning, None);
                relay::Decision::Allow
            }
            Decision::Deny(denial) => {
                self.log(&request, &meaning, Some(&denial));
                relay::Decision::Refuse(describe(&denial))
            }
            Decision::Ask { sensitivity } => {
                self.log(&request, &meaning, None);
                let meaning =
                    Meaning { sensitivity: meaning.sensitivity.and(sensitivity), ..meaning };
                self.ask(&request, meaning, sensitivity.is_none())
            }
        }
    }
}

fn act<'a>(
    name: &'a str,
    method: &'a str,
    url: &'a str,
    meaning: &'a Meaning,
) -> PermissionRequest<'a> {
    PermissionRequest {
        client: name,
        origin: ClientOrigin::Cdp,
        operation: method,
        kind: meaning.kind,
        url,
        to: meaning.to.as_deref(),
        opens_tab: meaning.opens_tab,
        sensitivity: meaning.sensitivity,
    }
}

fn describe(denial: &Denial) -> String {
    format!("{denial}. {}", denial.fix())
}

fn meaning(method: &str, params: Option<&RawValue>) -> Meaning {
    let plain =
        |kind, logged| Meaning { kind, to: None, opens_tab: false, sensitivity: None, logged };
    match method {
        "Page.navigate" => Meaning { to: url_of(params), ..plain(VerbKind::Go, Logged::Always) },
        "Target.createTarget" => {
            Meaning { to: url_of(params), opens_tab: true, ..plain(VerbKind::Go, Logged::Always) }
        }
        "Page.reload" | "Page.navigateToHistoryEntry" => plain(VerbKind::Go, Logged::Always),
        "Target.closeTarget" | "Page.close" => plain(VerbKind::Arrange, Logged::Always),
        "Target.activateTarget" | "Page.bringToFront" | "Browser.setWindowBounds" => {
            plain(VerbKind::Arrange, Logged::Never)
        }
        "DOM.setFileInputFiles" | "Page.handleFileChooser" => Meaning {
            sensitivity: Some(Sensitivity::Upload),
            ..plain(VerbKind::Act, Logged::Always)
        },
        _ if only_looks(method) => plain(VerbKind::Read, Logged::Never),
        _ if method.starts_with("Input.") => plain(VerbKind::Act, Logged::OncePerPage("input")),
        _ if method.starts_with("Runtime.") => plain(VerbKind::Act, Logged::OncePerPage("script")),
        _ => plain(VerbKind::Act, Logged::Never),
    }
}

/// Commands that cannot change a page.
fn only_looks(method: &str) -> bool {
    let Some((domain, name)) = method.split_once('.') else { return false };
    match domain {
        "Accessibility" | "DOMSnapshot" | "LayerTree" | "Memory" | "Performance" | "IO" => true,
        "DOM" | "CSS" => {
            name.starts_with("get")
                || ["enable", "disable", "describeNode", "querySelector", "querySelectorAll"]
                    .contains(&name)
        }
        "Page" => {
            name.starts_with("get")
                || [
                    "captureScreenshot",
                    "printToPDF",
                    "captureSnapshot",
                    "enable",
                    "disable",
                    "stopLoading",
                ]
                .contains(&name)
        }
        "Network" => ["enable", "disable", "getResponseBody", "getRequestPostData"].contains(&name),
        "Log" | "Audits" | "Inspector" | "Overlay" => true,
        "Target" => name.starts_with("get"),
        // Playwright says at first where downloads go; what is downloaded is another matter.
        "Browser" => name.starts_with("get") || name == "setDownloadBehavior",
        "Runtime" => ["enable", "disable", "getIsolateId", "getHeapUsage"].contains(&name),
        _ => false,
    }
}

fn url_of(params: Option<&RawValue>) -> Option<String> {
    #[derive(Deserialize)]
    struct Destination {
        #[serde(default)]
        url: String,
    }
    let destination: Destination = serde_json::from_str(params?.get()).ok()?;
    Some(if destination.url.is_empty() { "about:blank".to_owned() } else { destination.url })
}

/// Scheme, host and port.
fn site_of(url: &str) -> &str {
    match url.split_once("://") {
        Some((scheme, rest)) => {
            let host = rest.split(['/', '?', '#']).next().unwrap_or_default();
            &url[..scheme.len() + 3 + host.len()]
        }
        None => url,
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_are_known_for_what_they_do() {
        let kind = |method: &str| meaning(method, None).kind;
        for looks in ["Page.captureScreenshot", "DOM.getDocument", "Accessibility.getFullAXTree"] {
            assert_eq!(kind(looks), VerbKind::Read, "{looks}");
        }
        for acts in ["Runtime.evaluate", "Input.insertText", "DOM.setAttributeValue", "Made.up"] {
            assert_eq!(kind(acts), VerbKind::Act, "{acts}");
        }
        let params = RawValue::from_string(r#"{"url":"https://a.example/x"}"#.to_owned()).unwrap();
        let going = meaning("Target.createTarget", Some(&params));
        assert!(going.opens_tab && going.to.as_deref() == Some("https://a.example/x"));
        assert_eq!(meaning("DOM.setFileInputFiles", None).sensitivity, Some(Sensitivity::Upload));
    }

    #[test]
    fn a_site_is_scheme_host_and_port() {
        assert_eq!(site_of("https://a.example:8443/b?c#d"), "https://a.example:8443");
        assert_eq!(site_of("https://a.example?c"), "https://a.example");
        assert_eq!(site_of("about:blank"), "about:blank");
    }
}
