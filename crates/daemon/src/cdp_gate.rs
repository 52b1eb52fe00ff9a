//! The rules, for clients that speak CDP: what a command means to them, and asking the person once
//! per site where they say so. What a client does in a page by its own scripts nobody can look into.

use std::borrow::Cow;
use std::collections::{HashMap, HashSet};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use serde::Deserialize;
use serde_json::value::RawValue;
use tabwright_policy::{
    Decision, Denial, NewEntry, PermissionRequest, Policy, Reach, ScriptUse, SecretPlace,
};
use tabwright_relay::{self as relay, ClientId, Gate};
use tabwright_wire::{
    BarrierRule, ClientOrigin, Outcome, Sensitivity, TabId, VerbKind, plain_sentence,
    quote_address, quote_file,
};
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

use crate::cdp_methods::{self, MethodFacts, NamedSite};

/// What is remembered of clients and pages; then it begins anew, and some are asked or told again.
const REMEMBERED_MAX: usize = 10_000;
/// Addresses in the log's detail are cut here.
const DETAIL_CHARS_MAX: usize = 300;

#[derive(Debug)]
pub(crate) struct CdpGate {
    policy: Arc<Policy>,
    tasks: TaskTracker,
    /// Where the person has let a client in, for as long as it is connected.
    let_in: Arc<Mutex<HashSet<LetIn>>>,
    /// Questions that wait for the person go with the client that asked.
    connected: Mutex<HashMap<ClientId, CancellationToken>>,
    /// Pages on which a kind of operation is in the log already.
    told: Mutex<HashSet<Telling>>,
}

/// Who was let in at which site, and for what: to drive pages there, or to read what holds a secret.
type LetIn = (ClientId, String, Admission);

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
enum Admission {
    Site,
    Secret,
}

/// Who did what kind of operation in which tab at which address.
type Telling = (ClientId, Option<TabId>, String, &'static str);

/// What a command means to the rules.
struct Meaning {
    kind: VerbKind,
    to: Option<String>,
    reach: Reach,
    opens_tab: bool,
    script: ScriptUse,
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

    /// A site that a command names is judged as the page of the session is. Where a rule asks about it, the
    /// client can go there first: the question is put where the person sees the page.
    fn check_named(
        &self,
        request: &relay::PermissionRequest<'_>,
        meaning: &Meaning,
        site: &NamedSite,
    ) -> Result<(), String> {
        let url = match site {
            NamedSite::Address(url) => url.clone(),
            NamedSite::Domain(domain) if !self.may_have_cookies(request.name, domain) => {
                return Err(format!(
                    "`{}` is not allowed: a rule closes {domain}, or a site below it, to this client. \
                     Ask the person to change the rule.",
                    request.method
                ));
            }
            NamedSite::Domain(domain) => format!("https://{}/", domain.trim_start_matches('.')),
        };
        let act = act(request.name, request.method, &url, meaning);
        match self.policy.decide(&act) {
            Decision::Deny(denial) => {
                self.log(request, meaning, Some(&denial));
                Err(describe(&denial))
            }
            Decision::Ask { sensitivity: None } if site_of(&url) != site_of(request.url) => {
                Err(format!(
                    "`{}` at {} needs the person's word. Go there first: they are asked then.",
                    request.method,
                    site_of(&url)
                ))
            }
            Decision::Ask { .. } | Decision::Allow { .. } => Ok(()),
        }
    }

    /// Puts the question to the person; whoever asked waits for it.
    fn ask(
        &self,
        request: &relay::PermissionRequest<'_>,
        meaning: Meaning,
        once_for: Option<Admission>,
    ) -> relay::Decision {
        let site = site_of(request.url).to_owned();
        let place = once_for.map(|admission| (request.client, site, admission));
        if place.as_ref().is_some_and(|place| lock(&self.let_in).contains(place)) {
            return relay::Decision::Allow;
        }
        let what = match (&meaning.sensitivity, &meaning.to) {
            (Some(Sensitivity::Password), _) => {
                "drive this page by scripts (CDP), which can read the secret that was typed into it"
                    .to_owned()
            }
            (Some(_), _) => {
                let files = cdp_methods::named_files(request.params);
                let files: Vec<_> = files.iter().map(|file| quote_file(file)).collect();
                format!("{} (CDP) {}", request.method, files.join(", "))
            }
            (None, Some(to)) => format!("{} {} (CDP)", request.method, quote_address(to)),
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
                        if let Some(place) = place {
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
        lock(&self.let_in).retain(|(known, ..)| *known != client);
    }

    fn may_see(&self, name: &str, url: &str) -> bool {
        // A new tab is blank before it goes anywhere.
        url.is_empty() || url == "about:blank" || self.policy.may_see(name, ClientOrigin::Cdp, url)
    }

    fn barrier(&self, name: &str) -> Vec<BarrierRule> {
        self.policy.barrier(name, ClientOrigin::Cdp)
    }

    fn may_load(&self, name: &str, url: &str, is_page: bool) -> bool {
        self.policy.may_load(name, ClientOrigin::Cdp, url, is_page)
    }

    fn may_have_cookies(&self, name: &str, domain: &str) -> bool {
        self.policy.may_have_cookies(name, ClientOrigin::Cdp, domain)
    }

    fn decide(&self, request: relay::PermissionRequest<'_>) -> relay::Decision {
        let meaning = meaning(request.method, request.params);
        if meaning.kind != VerbKind::Read
            && let Err(error) = self.policy.log().check()
        {
            return relay::Decision::Refuse(format!("{error}. {}", error.fix()));
        }
        for site in cdp_methods::named_sites(request.method, request.params) {
            if let Err(why) = self.check_named(&request, &meaning, &site) {
                return relay::Decision::Refuse(why);
            }
        }
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
                self.ask(&request, meaning, sensitivity.is_none().then_some(Admission::Site))
            }
        }
    }

    fn redact(&self, _: TabId, url: &str, text: &str) -> Option<String> {
        let known = self.policy.known_secrets();
        if known.is_empty() {
            return None;
        }
        // A tab is known here by its number only: where it is must do.
        match known.redact(text, &SecretPlace::default().at(url)) {
            Cow::Borrowed(_) => None,
            Cow::Owned(redacted) => Some(redacted),
        }
    }
}

impl CdpGate {
    /// A command to a page into which a secret was typed. What cannot read it is decided as elsewhere: going
    /// away, closing, and what the person is asked about anyway.
    pub(crate) fn decide_at_secret(
        &self,
        request: relay::PermissionRequest<'_>,
    ) -> relay::Decision {
        let meaning = meaning(request.method, request.params);
        let is_harmless = matches!(meaning.kind, VerbKind::Go | VerbKind::Arrange);
        if is_harmless
            || meaning.sensitivity.is_some()
            || self.may_read_secret(request.client, request.name, request.url)
        {
            return self.decide(request);
        }
        let meaning = Meaning { sensitivity: Some(Sensitivity::Password), ..meaning };
        let act = act(request.name, request.method, request.url, &meaning);
        match self.policy.decide(&act) {
            Decision::Deny(denial) => {
                self.log(&request, &meaning, Some(&denial));
                relay::Decision::Refuse(describe(&denial))
            }
            Decision::Allow { .. } => self.decide(request),
            Decision::Ask { .. } => {
                self.log(&request, &meaning, None);
                self.ask(&request, meaning, Some(Admission::Secret))
            }
        }
    }

    /// Has the person let this client read a page that holds a secret, or does a rule?
    pub(crate) fn may_read_secret(&self, client: ClientId, name: &str, url: &str) -> bool {
        let place = (client, site_of(url).to_owned(), Admission::Secret);
        if lock(&self.let_in).contains(&place) {
            return true;
        }
        let request = PermissionRequest {
            client: name,
            origin: ClientOrigin::Cdp,
            operation: "read a secret",
            kind: VerbKind::Read,
            url,
            to: None,
            reach: Reach::Page,
            opens_tab: false,
            sensitivity: Some(Sensitivity::Password),
            script: ScriptUse::None,
        };
        matches!(self.policy.decide(&request), Decision::Allow { .. })
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
        reach: meaning.reach,
        opens_tab: meaning.opens_tab,
        script: meaning.script,
        sensitivity: meaning.sensitivity,
    }
}

fn describe(denial: &Denial) -> String {
    let words = format!("{}. {}", plain_sentence(&denial.to_string()), denial.fix());
    match denial {
        // Clients look for Chrome's own words.
        Denial::Address { .. } => format!("Cannot navigate to invalid URL: {words}"),
        _ => words,
    }
}

fn meaning(method: &str, params: Option<&RawValue>) -> Meaning {
    let MethodFacts { kind, reach, .. } = cdp_methods::facts(method);
    let script = cdp_methods::script_of(method, params);
    let plain = |kind, logged| Meaning {
        kind,
        to: None,
        reach,
        opens_tab: false,
        script,
        sensitivity: None,
        logged,
    };
    let upload =
        |logged| Meaning { sensitivity: Some(Sensitivity::Upload), ..plain(VerbKind::Act, logged) };
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
        "DOM.setFileInputFiles" | "Page.handleFileChooser" => upload(Logged::Always),
        "Input.dispatchDragEvent" if cdp_methods::drags_files(params) => upload(Logged::Always),
        _ if kind == VerbKind::Read => plain(kind, Logged::Never),
        _ if method.starts_with("Input.") => plain(kind, Logged::OncePerPage("input")),
        _ if method.starts_with("Runtime.") => plain(kind, Logged::OncePerPage("script")),
        _ => plain(kind, Logged::Never),
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
mod tests;
