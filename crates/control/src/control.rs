//! The permission path of one client: the rules are asked before and after each act, and the log is
//! written.

use std::hash::{BuildHasher as _, Hasher as _, RandomState};
use std::path::{Component, Path};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use tabwright_browser::{Border, BrowserControl, BrowserEvent, ControlError, Driver};
use tabwright_policy::{Decision, PermissionRequest, Reach, ScriptUse, Wording};
use tabwright_wire::verbs::*;
use tabwright_wire::{
    BLANK_PAGES, COMMAND_LINE, ClientOrigin, Compression, Problem, Sensitivity, Tab, TabId, Verb,
    VerbKind, plain_sentence, quote_page,
};
use tokio::sync::broadcast::error::RecvError;
use tokio::sync::watch;
use tokio::time::{Instant, timeout};
use tracing::{Instrument as _, info_span};

use crate::border::VerbBorder;
use crate::describe::{Description, describe, describe_element};
use crate::downloads::Fate;
use crate::entry::Entry;
use crate::hub::ControlHub;
use crate::logged::Logged;
use crate::secrets::{About, kept_out, kept_out_of_pdf, kept_out_of_problem};
use crate::{new_tabs, problems};

mod memory;

/// Longer names of clients are truncated.
const CLIENT_NAME_CHARS_MAX: usize = 80;
/// A document that is to be kept is cut here.
const CAPTURE_CHARS_MAX: u32 = 3_000_000;
/// A page that an import opens has so long to load; what is there then is read.
const BEHIND_LOAD_MS: u32 = 20_000;
/// The number of a call, over all clients; only ever used in the log.
static LAST_CALL: AtomicU64 = AtomicU64::new(0);
/// So many kinds of sensitive things an act can be.
const ASKED_MAX: usize = Sensitivity::ALL.len();

/// One client at one browser. Cheap to clone.
#[derive(Debug, Clone)]
pub struct Control {
    hub: Arc<ControlHub>,
    client: Arc<str>,
    origin: ClientOrigin,
    browser: Option<Arc<str>>,
    /// It works on a task, and reaches the tabs of the task only. By this name they are known for the task's: no
    /// client can call itself so, because nobody can guess it.
    task: Option<Arc<str>>,
}

impl Control {
    /// Control for a client that calls itself so. Without the name of a browser, the one that is there.
    #[must_use]
    pub fn new(
        hub: &Arc<ControlHub>,
        client: &str,
        origin: ClientOrigin,
        browser: Option<&str>,
    ) -> Self {
        let client: String = client.chars().take(CLIENT_NAME_CHARS_MAX).collect();
        let origin = match origin {
            ClientOrigin::Api if client == COMMAND_LINE => ClientOrigin::Person,
            other => other,
        };
        Self {
            hub: Arc::clone(hub),
            client: client.into(),
            origin,
            browser: browser.map(Arc::from),
            task: None,
        }
    }

    /// The same client at work on one task. Tabs belong to the task and not to the client, and all others are
    /// closed to it: it neither drives them nor learns of them, and the person is not asked for one.
    #[must_use]
    pub fn for_task(self, task: &str) -> Self {
        let random = RandomState::new().build_hasher().finish();
        Self { task: Some(format!("{task} {random:016x}").into()), ..self }
    }

    /// The person themselves, by the command line or the extension.
    #[must_use]
    pub fn is_person(&self) -> bool {
        self.origin == ClientOrigin::Person
    }

    #[must_use]
    pub fn client(&self) -> &str {
        &self.client
    }

    /// Does something, if the rules or the person let it.
    pub async fn run<V: Verb>(&self, params: V::Params) -> Result<V::Result, Problem>
    where
        Driver: BrowserControl<V>,
    {
        let call = LAST_CALL.fetch_add(1, Ordering::Relaxed) + 1;
        let span = info_span!("call", call, client = &*self.client, verb = V::NAME);
        self.run_logged::<V>(params).instrument(span).await
    }

    async fn run_logged<V: Verb>(&self, params: V::Params) -> Result<V::Result, Problem>
    where
        Driver: BrowserControl<V>,
    {
        let began = Instant::now();
        let logged = Logged::new(&params);
        let mut entry =
            Entry::begin(&self.hub.policy, (&self.client, self.origin), V::NAME, logged);
        let mut about = About::default();
        let outcome = self.attempt::<V>(params, &mut entry, &mut about).await;
        let outcome =
            outcome.map_err(|problem| kept_out_of_problem(self.hub.vault.known(), &about, problem));
        let error = outcome.as_ref().err();
        let told = error.map(|problem| entry.logged().sentence(&problem.title));
        entry.end(error);
        let took_ms = began.elapsed().as_millis() as u64;
        match error {
            None => tracing::debug!(took_ms, "done"),
            // Only the code: a title may repeat what a page says.
            Some(problem) => tracing::debug!(took_ms, code = ?problem.code, "failed"),
        }
        let told = told.as_deref().map(plain_sentence);
        self.hub.observer.verb_ended(&self.client, V::NAME, told.as_deref());
        outcome
    }

    /// The document of a tab as the person sees it, to be kept. Whoever may read the page may have it. Where the
    /// person keeps a page, the log does not say which.
    pub async fn capture(&self, tab: Option<TabId>) -> Result<HtmlFragments, Problem> {
        let params = HtmlParams {
            tab,
            target: None,
            frame: None,
            compression: Compression::Reading,
            max_chars: Some(CAPTURE_CHARS_MAX),
        };
        let mut entry = Entry::begin(
            &self.hub.policy,
            (&self.client, self.origin),
            "remember",
            Logged::plain(serde_json::Value::Null),
        );
        let mut about = About::default();
        if self.origin == ClientOrigin::Person {
            entry.conceal_place();
        }
        let captured = self.attempt::<Html>(params, &mut entry, &mut about).await;
        let captured = captured
            .map_err(|problem| kept_out_of_problem(self.hub.vault.known(), &about, problem));
        entry.end(captured.as_ref().err());
        captured
    }

    /// Opens an address behind what the person does, for an import of theirs: in a new tab, or in `tab`, which was
    /// opened so before. As with [`Control::capture`], the log does not say which page it is.
    pub async fn open_behind(&self, tab: Option<TabId>, url: &str) -> Result<TabId, Problem> {
        let params = OpenParams {
            tab,
            url: url.to_owned(),
            r#in: if tab.is_some() { OpenIn::Current } else { OpenIn::New },
            background: true,
            group: None,
            timeout_ms: Some(BEHIND_LOAD_MS),
        };
        self.without_place::<Open>("import", params).await.map(|visit| visit.tab)
    }

    /// Closes such a tab.
    pub async fn close_behind(&self, tab: TabId) -> Result<(), Problem> {
        let params = CloseParams { tab: Some(tab), all: false };
        self.without_place::<Close>("import", params).await.map(drop)
    }

    async fn without_place<V: Verb>(
        &self,
        operation: &'static str,
        params: V::Params,
    ) -> Result<V::Result, Problem>
    where
        Driver: BrowserControl<V>,
    {
        let mut entry = Entry::begin(
            &self.hub.policy,
            (&self.client, self.origin),
            operation,
            Logged::plain(serde_json::Value::Null),
        );
        entry.conceal_place();
        let mut about = About::default();
        let outcome = self.attempt::<V>(params, &mut entry, &mut about).await;
        let outcome =
            outcome.map_err(|problem| kept_out_of_problem(self.hub.vault.known(), &about, problem));
        // What went wrong may name the address.
        entry.end_unsaid(outcome.is_ok());
        outcome
    }

    /// The tab that is meant, if this client may know of it.
    pub async fn find_tab(&self, wanted: Option<TabId>) -> Result<Tab, Problem> {
        let driver = self.driver().await?;
        let tab = driver.find_tab(wanted).await?;
        self.as_seen(&driver, tab)
    }

    /// The same of a tab as the browser last told of it.
    pub async fn known_tab(&self, tab: TabId) -> Result<Tab, Problem> {
        let driver = self.driver().await?;
        let tab = driver.known_tab(Some(tab)).await?;
        self.as_seen(&driver, tab)
    }

    fn as_seen(&self, driver: &Driver, mut tab: Tab) -> Result<Tab, Problem> {
        self.check_reach(driver, &tab)?;
        self.hide_forbidden(&mut tab);
        kept_out(self.hub.vault.known(), driver.browser_key(), &About::default(), tab)
    }

    /// May this client drive a tab that is not its own? Asks the person where the rules say so.
    pub async fn may_use(&self, tab: &Tab) -> Result<(), Problem> {
        if self.task.is_some() {
            return Err(problems::not_of_task(tab.id));
        }
        let mut entry = Entry::begin(
            &self.hub.policy,
            (&self.client, self.origin),
            "use-tab",
            Logged::plain(serde_json::json!({ "tab": tab.id })),
        );
        entry.about(tab);
        let logged = self.hub.policy.log().check();
        let permission = Permission {
            kind: VerbKind::Act,
            scope: Scope::Page,
            opens_tab: false,
            runs_script: false,
            leads_to: None,
            sensitivity: Some(Sensitivity::Tab),
            only_person: false,
        };
        let act = self.request("use-tab", &permission, &tab.url);
        let what = format!("drive your tab {}", quote_page(&tab.title));
        let permitted = async {
            logged.map_err(|error| problems::not_logged(&error))?;
            let driver = self.driver().await?;
            let about = About::page(driver.browser_key(), tab);
            let what = about.redact(self.hub.vault.known(), &what).into_owned();
            self.permit(&act, Some(tab), (&what).into(), &driver).await?;
            self.hub.owners.give(&driver, tab.id, self.owner());
            Ok::<_, Problem>(())
        };
        let permitted = permitted.await;
        entry.end(permitted.as_ref().err());
        permitted
    }

    /// Is a tab this client's own: opened by it, or given to it by the person?
    pub async fn owns(&self, tab: TabId) -> Result<bool, Problem> {
        let driver = self.driver().await?;
        if self.hub.owners.owns(&driver, tab, self.owner()) {
            return Ok(true);
        }
        // One that a page has just opened may not be known yet.
        Ok(self.owns_found(&driver, &driver.find_tab(Some(tab)).await?))
    }

    /// Of tabs that were this client's own before the daemon was started anew, those that are still in their
    /// group are so again. A browser may give the id of another to a new tab.
    pub async fn restore(&self, tabs: &[TabId], group: &str) -> Result<Vec<TabId>, Problem> {
        let driver = self.driver().await?;
        let mut own = Vec::new();
        for tab in tabs {
            match driver.find_tab(Some(*tab)).await {
                Ok(found) if found.group.as_deref() == Some(group) => own.push(*tab),
                Ok(_) | Err(ControlError::NoSuchTab(_) | ControlError::TabGone(_)) => {}
                Err(error) => return Err(error.into()),
            }
        }
        own.iter().for_each(|tab| self.hub.owners.give(&driver, *tab, self.owner()));
        Ok(own)
    }

    /// The person gives these tabs to this client, and lets it go on where they had stopped it.
    pub async fn adopt(&self, tabs: &[TabId]) -> Result<(), Problem> {
        let driver = self.driver().await?;
        for tab in tabs {
            BrowserControl::<Resume>::run(&driver, ResumeParams { tab: Some(*tab) }).await?;
        }
        tabs.iter().for_each(|tab| self.hub.owners.give(&driver, *tab, self.owner()));
        Ok(())
    }

    /// Waits until there is a browser to drive; what is missing, if none comes.
    pub async fn until_browser(&self, time_limit: Duration) -> Result<(), Problem> {
        let mut connected = self.hub.drivers.connections();
        let there = async {
            loop {
                match self.driver().await {
                    Ok(_) => return,
                    Err(_) if connected.changed().await.is_err() => {
                        std::future::pending::<()>().await;
                    }
                    Err(_) => {}
                }
            }
        };
        if timeout(time_limit, there).await.is_ok() {
            return Ok(());
        }
        self.driver().await.map(drop)
    }

    /// Changes whenever a browser has connected.
    #[must_use]
    pub fn connections(&self) -> watch::Receiver<u64> {
        self.hub.drivers.connections()
    }

    /// This client begins to work on a task, which the person sees in its tab until [`Control::end_work`].
    pub async fn begin_work(&self, tab: Option<TabId>) -> Result<(), Problem> {
        self.driver().await?.begin_work(tab);
        Ok(())
    }

    pub async fn end_work(&self) -> Result<(), Problem> {
        self.driver().await?.end_work();
        Ok(())
    }

    /// Waits until the person presses Stop on a tab of this client's own.
    pub async fn until_stopped(&self) {
        let mut connections = self.hub.drivers.connections();
        loop {
            connections.mark_unchanged();
            // Without a browser, one that connects is waited for; with one, its end or another one, too.
            if let Ok(driver) = self.driver().await {
                let mut events = driver.events();
                loop {
                    tokio::select! {
                        event = events.recv() => match event {
                            Ok(BrowserEvent::Stopped { tab })
                                if self.hub.owners.owns(&driver, tab, self.owner()) => return,
                            Ok(_) | Err(RecvError::Lagged(_)) => {}
                            Err(RecvError::Closed) => break,
                        },
                        Ok(()) = connections.changed() => {
                            connections.mark_changed();
                            break;
                        }
                    }
                }
            }
            if connections.changed().await.is_err() {
                std::future::pending::<()>().await;
            }
        }
    }

    async fn attempt<V: Verb>(
        &self,
        mut params: V::Params,
        entry: &mut Entry<'_>,
        about: &mut About,
    ) -> Result<V::Result, Problem>
    where
        Driver: BrowserControl<V>,
    {
        self.hub.policy.log().check().map_err(|error| problems::not_logged(&error))?;
        params.normalize().map_err(ControlError::from)?;
        if self.origin != ClientOrigin::Person && params.file_name().is_some_and(leaves_folder) {
            return Err(problems::only_names());
        }
        let driver = self.driver().await?;
        if self.task.is_some() {
            self.keep_to_task::<V>(&mut params)?;
        }
        let page = match params.permission(&V::FACTS).scope {
            Scope::Page => Some(driver.known_tab(params.tab()).await?),
            Scope::Browser | Scope::AllTabs => None,
        };
        if let Some(page) = &page {
            params.set_tab(page.id);
            entry.about(page);
            *about = About::page(driver.browser_key(), page);
            self.check_reach(&driver, page)?;
        }
        let page_url = page.as_ref().map_or("", |page| page.url.as_str());
        let permission = params.permission(&V::FACTS);
        let opens_tab = permission.opens_tab && permission.scope == Scope::Browser;
        let mut act = self.request(V::NAME, &permission, page_url);
        act.sensitivity =
            act.sensitivity.or(self.tab_sensitivity(&driver, &permission, page.as_ref()));
        let named = page.iter().map(|page| page.id).chain(params.more_tabs().iter().copied());
        if act.kind != VerbKind::Read
            && self.origin != ClientOrigin::Person
            && act.reach != Reach::Person
            && let Some(stopped) = named.into_iter().find(|tab| driver.is_stopped(*tab))
        {
            return Err(ControlError::StoppedByPerson(stopped).into());
        }
        let known = self.hub.vault.known();
        let Description { shown, logged } = describe(V::NAME, &params, &entry.logged().params);
        let shown = about.redact(known, &shown);
        let wording = Wording { shown: &shown, logged: &logged };
        for tab in params.more_tabs() {
            let page = driver.find_tab(Some(*tab)).await?;
            self.check_reach(&driver, &page)?;
            let mut act = self.request(V::NAME, &permission, &page.url);
            act.sensitivity = self.tab_sensitivity(&driver, &permission, Some(&page));
            self.permit(&act, Some(&page), wording, &driver).await?;
        }
        let mut wary = self.permit(&act, page.as_ref(), wording, &driver).await?;
        let driver = driver.within(self.border(&act, V::NAME));
        if let Some(page) =
            page.as_ref().filter(|_| matches!(act.kind, VerbKind::Act | VerbKind::Go))
        {
            self.hub.downloads.acts(&driver, page.id, &self.client, self.origin);
        }
        let asked_before = V::FACTS.sensitivity == Some(Sensitivity::Download);
        let _downloading = asked_before.then(|| self.hub.downloads.downloading(&driver));
        let mut asked = 0;
        let mut result = loop {
            let wary_driver = driver.deny_sensitive(wary.clone());
            let turn = match params.tab().filter(|_| V::FACTS.uses_input) {
                Some(tab) => Some(driver.turn(tab).await),
                None => None,
            };
            // On the heap: the driver's futures are large.
            let performed = Box::pin(BrowserControl::<V>::run(&wary_driver, params.clone())).await;
            // The person may take their time.
            drop(turn);
            match performed {
                Err(ControlError::Sensitive { sensitivity, what }) if asked < ASKED_MAX => {
                    asked += 1;
                    let act = PermissionRequest { sensitivity: Some(sensitivity), ..act };
                    let what = match act.script {
                        ScriptUse::None => describe_element(V::NAME, &what),
                        // What it is that the script does, not how it was told to.
                        _ => describe_element("press or submit by a script:", &what),
                    };
                    let what = about.redact(known, &what);
                    self.permit(&act, page.as_ref(), (&*what).into(), &driver).await?;
                    wary.retain(|kind| *kind != sensitivity);
                }
                Err(error) => return Err(error.into()),
                Ok(result) => break result,
            }
        };
        // What it opened is its own, and so is what the person let it go elsewhere in.
        let gone = page.as_ref().filter(|_| act.kind == VerbKind::Go).map(|page| page.id);
        for tab in result.visited().filter(|_| opens_tab).into_iter().chain(gone) {
            self.hub.owners.give(&driver, tab, self.owner());
        }
        if let (Some(page), Some(report)) = (&page, result.report()) {
            for tab in &report.changes.new_tabs {
                self.hub.owners.inherit(&driver, tab.id, tab.opener.unwrap_or(page.id));
            }
        }
        let mut result = self.after::<V>(&driver, result, page_url, about).await?;
        if let Some(report) = result.report() {
            self.tell_of_downloads(&driver, report).await;
        }
        Ok(result)
    }

    /// Closing, moving or leaving a tab that is the person's asks them. One that nobody has put anything into
    /// is free.
    fn tab_sensitivity(
        &self,
        driver: &Driver,
        permission: &Permission<'_>,
        page: Option<&Tab>,
    ) -> Option<Sensitivity> {
        let page = page.filter(|_| self.origin != ClientOrigin::Person)?;
        let touches = matches!(permission.kind, VerbKind::Arrange | VerbKind::Go);
        let is_free = BLANK_PAGES.contains(&page.url.as_str()) || self.owns_found(driver, page);
        (touches && !is_free).then_some(Sensitivity::Tab)
    }

    fn owns_found(&self, driver: &Driver, tab: &Tab) -> bool {
        let owners = &self.hub.owners;
        if let Some(opener) = tab.opener {
            owners.inherit(driver, tab.id, opener);
        }
        owners.owns(driver, tab.id, self.owner())
    }

    /// By whose name its tabs are known.
    fn owner(&self) -> &Arc<str> {
        self.task.as_ref().unwrap_or(&self.client)
    }

    /// A task has its own tabs and no others.
    fn check_reach(&self, driver: &Driver, tab: &Tab) -> Result<(), Problem> {
        match self.task.is_none() || self.owns_found(driver, tab) {
            true => Ok(()),
            false => Err(problems::not_of_task(tab.id)),
        }
    }

    /// What would reach all tabs, or one that is found by its words, is not for a task. What opens a tab opens
    /// a new one: one that shows the address already may be the person's.
    fn keep_to_task<V: Verb>(&self, params: &mut V::Params) -> Result<(), Problem> {
        let permission = params.permission(&V::FACTS);
        let reaches_all = match permission.scope {
            Scope::Page => false,
            Scope::AllTabs => permission.kind != VerbKind::Read,
            Scope::Browser => permission.sensitivity == Some(Sensitivity::Tab),
        };
        if reaches_all {
            return Err(problems::all_tabs_of_task());
        }
        if permission.opens_tab && permission.scope == Scope::Browser {
            params.open_new_tab();
        }
        Ok(())
    }

    /// For a client that may not be everywhere.
    fn border(&self, act: &PermissionRequest<'_>, verb: &'static str) -> Option<Arc<dyn Border>> {
        let Self { client, origin, .. } = self;
        let policy = &self.hub.policy;
        policy.has_borders(client, *origin).then(|| {
            Arc::new(VerbBorder {
                policy: Arc::clone(policy),
                client: Arc::clone(client),
                origin: *origin,
                verb,
                kind: act.kind,
                script: act.script,
                permitted: [Some(act.url), act.to]
                    .into_iter()
                    .flatten()
                    .map(str::to_owned)
                    .collect(),
            }) as _
        })
    }

    /// Waits until it is decided whether what an act downloads is kept, and tells of it.
    async fn tell_of_downloads(&self, driver: &Driver, report: &mut Report) {
        let acting = (report.tab, &self.client, self.origin);
        for download in std::mem::take(&mut report.changes.downloads) {
            match self.hub.downloads.fate(driver, &download, acting).await {
                Fate::Kept => report.changes.downloads.push(download),
                Fate::Dropped(why) => {
                    let why = plain_sentence(&why);
                    report.did += &format!("; the file it brought was dropped: {why}");
                }
            }
        }
    }

    /// What to be wary of, if it may be done. A yes of the person's is for the page that they saw: the page
    /// is checked again after the answer, and when it is another by then, nothing is done (TOCTOU).
    async fn permit(
        &self,
        act: &PermissionRequest<'_>,
        page: Option<&Tab>,
        what: Wording<'_>,
        driver: &Driver,
    ) -> Result<Vec<Sensitivity>, Problem> {
        let policy = &self.hub.policy;
        let asks = matches!(policy.decide(act), Decision::Ask { .. });
        let permitted = policy.permit(act, page.map(|page| page.id), what).await;
        let wary = permitted.map_err(|denial| problems::denied(&denial))?;
        if let Some(page) = page.filter(|_| asks) {
            let now = driver.find_tab(Some(page.id)).await?;
            if without_fragment(&now.url) != without_fragment(&page.url) {
                return Err(problems::page_changed(page.id));
            }
        }
        Ok(wary)
    }

    /// What the client gets to see of what came of it.
    async fn after<V: Verb>(
        &self,
        driver: &Driver,
        mut result: V::Result,
        url: &str,
        about: &About,
    ) -> Result<V::Result, Problem> {
        if let Some(report) = result.report() {
            self.close_forbidden(driver, report, url).await;
        }
        if self.task.is_some() {
            result.retain_tabs(&|tab| self.owns_found(driver, tab));
        }
        result.for_each_tab(&mut |tab| self.hide_forbidden(tab));
        result.retain_addresses(&|url| self.may_see(url));
        // A picture is no text: what looks like a value in its bytes is none.
        let known = self.hub.vault.known();
        match V::NAME {
            TakeScreenshot::NAME => Ok(result),
            Pdf::NAME => kept_out_of_pdf(known, about, result),
            _ => kept_out(known, driver.browser_key(), about, result),
        }
    }

    /// A page may open tabs at a click, even for a client that may not.
    async fn close_forbidden(&self, driver: &Driver, report: &mut Report, url: &str) {
        if report.changes.new_tabs.is_empty() {
            return;
        }
        let who = (&*self.client, self.origin);
        let Some(denial) = new_tabs::forbidden(&self.hub.policy, who, url) else { return };
        for tab in std::mem::take(&mut report.changes.new_tabs) {
            new_tabs::close(driver, tab.id, tab.opener).await;
            let why = plain_sentence(&denial.to_string());
            report.did += &format!("; the tab it opened was closed: {why}");
        }
    }

    /// Of tabs at places that are closed to this client it learns no more than that they are there.
    fn hide_forbidden(&self, tab: &mut Tab) {
        if !self.may_see(&tab.url) {
            CLOSED_TO_CLIENT.clone_into(&mut tab.title);
            tab.url.clear();
        }
    }

    /// May this client know that such a page is open?
    #[must_use]
    pub fn may_see(&self, url: &str) -> bool {
        self.hub.policy.may_see(&self.client, self.origin, url)
    }

    /// What this client wants to do, as the rules want to know it.
    fn request<'a>(
        &'a self,
        operation: &'a str,
        permission: &Permission<'a>,
        url: &'a str,
    ) -> PermissionRequest<'a> {
        PermissionRequest {
            client: &self.client,
            origin: self.origin,
            operation,
            kind: permission.kind,
            url,
            to: permission.leads_to,
            reach: if permission.only_person { Reach::Person } else { Reach::Page },
            opens_tab: permission.opens_tab,
            script: if permission.runs_script { ScriptUse::Here } else { ScriptUse::None },
            sensitivity: permission.sensitivity,
        }
    }

    async fn driver(&self) -> Result<Driver, Problem> {
        let driver = self.hub.drivers.driver(self.browser.as_deref()).await?;
        Ok(driver.for_client(&self.client).with_secrets(Arc::clone(&self.hub.secrets)))
    }
}

/// Whether a file would be put elsewhere than where the browser puts downloads, or where nobody sees it.
fn leaves_folder(name: &str) -> bool {
    let mut parts = Path::new(name).components();
    let is_name = |part: Component<'_>| match part {
        Component::Normal(name) => !name.to_string_lossy().starts_with('.'),
        _ => false,
    };
    name.is_empty() || !parts.next().is_some_and(is_name) || parts.next().is_some()
}

fn without_fragment(url: &str) -> &str {
    url.split_once('#').map_or(url, |(page, _)| page)
}
