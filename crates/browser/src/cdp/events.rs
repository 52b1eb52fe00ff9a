//! The events of a browser over CDP, and how each changes what we know of it.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use serde::Deserialize;
use serde_json::json;
use serde_json::value::RawValue;
use tabwright_wire::{
    DownloadNotice, DownloadState, NavigationNotice, NavigationPhase, TabId, verbs::DialogInfo,
};

use super::browser::{
    CdpBrowser, Context, Ignored, Page, SessionPlace, TargetInfo, free_name, network_enable_params,
};
use super::console_capture::CONSOLE_EVENTS;
use crate::backend::{BrowserEvent, FrameId};

/// An event, as yet unread.
#[derive(Clone, Copy)]
pub(super) struct Event<'a> {
    pub(super) session: Option<&'a str>,
    pub(super) name: &'a str,
    pub(super) params: &'a str,
}

impl<'a> Event<'a> {
    pub(super) fn read<T: Deserialize<'a>>(self) -> Result<T, serde_json::Error> {
        serde_json::from_str(self.params)
    }
}

pub(super) type EventResult = Result<(), serde_json::Error>;

impl CdpBrowser {
    /// Handles one event. Clients of the relay have sessions on the same pipe: those are not ours to hear, and
    /// above all not to prepare, for a page that its client still holds would run before the client is ready.
    pub fn event(&self, session: Option<&str>, method: &str, params: &RawValue) {
        let Some((domain, name)) = method.split_once('.') else { return };
        if !self.is_ours(session) {
            return;
        }
        let event = Event { session, name, params: params.get() };
        let handled = match domain {
            "Target" => self.target_event(event),
            "Page" => self.page_event(event),
            "Inspector" => self.inspector_event(event),
            "Log" => self.console_event(event, method),
            "Runtime" if CONSOLE_EVENTS.contains(&name) => self.console_event(event, method),
            "Runtime" => self.runtime_event(event),
            "Browser" => self.download_event(event),
            "Network" => self.request_event(event).and_then(|()| self.log_request(event)),
            "Input" if name == "dragIntercepted" => self.drag_event(event),
            _ => return,
        };
        if let Err(error) = handled {
            tracing::debug!(method, %error, "an event of the browser does not have its shape");
        }
        self.changed.send_modify(|count| *count += 1);
    }

    fn is_ours(&self, session: Option<&str>) -> bool {
        let root = self.root.get().and_then(Option::as_deref);
        session.is_none_or(|id| session == root || self.lock().sessions.contains_key(id))
    }

    fn target_event(&self, event: Event<'_>) -> EventResult {
        #[derive(Deserialize)]
        #[serde(rename_all = "camelCase")]
        struct Told {
            target_info: TargetInfo,
            #[serde(default)]
            session_id: String,
            #[serde(default)]
            waiting_for_debugger: bool,
        }
        #[derive(Deserialize)]
        #[serde(rename_all = "camelCase")]
        struct Gone {
            #[serde(default)]
            session_id: String,
            #[serde(default)]
            target_id: String,
        }
        match event.name {
            "targetCreated" | "targetInfoChanged" => {
                let Told { target_info, .. } = event.read()?;
                self.target_seen(target_info);
            }
            "attachedToTarget" => {
                let told: Told = event.read()?;
                self.attached(
                    event.session,
                    &told.session_id,
                    told.target_info,
                    told.waiting_for_debugger,
                );
            }
            "detachedFromTarget" => {
                let Gone { session_id, .. } = event.read()?;
                self.session_gone(&session_id);
            }
            "targetDestroyed" => {
                let Gone { target_id, .. } = event.read()?;
                let mut state = self.lock();
                if let Some(tab) = state.by_target.remove(&target_id) {
                    state.tabs.remove(&tab);
                    state.tab_logs.remove(&tab);
                    drop(state);
                    self.tell(BrowserEvent::TabClosed { tab });
                }
            }
            _ => {}
        }
        Ok(())
    }

    /// Chrome tells of a crash in the session of the page or frame whose process has ended. What was
    /// asked there is answered with an error; what is asked from now on is not answered at all.
    fn inspector_event(&self, event: Event<'_>) -> EventResult {
        let Some(place) = event.session.and_then(|id| self.lock().sessions.get(id).cloned()) else {
            return Ok(());
        };
        let crashed = match event.name {
            "targetCrashed" => true,
            "targetReloadedAfterCrash" => false,
            _ => return Ok(()),
        };
        let mut state = self.lock();
        let Some(page) = state.tabs.get_mut(&place.tab) else { return Ok(()) };
        match &place.frame {
            Some(frame) => {
                page.worlds.remove(frame);
            }
            None => {
                page.crashed = crashed;
                page.worlds.clear();
                page.contexts.clear();
                page.requests.clear();
                page.dialog = None;
            }
        }
        let is_page = place.frame.is_none();
        drop(state);
        if crashed && is_page {
            self.tell(BrowserEvent::Crashed { tab: place.tab });
        }
        Ok(())
    }

    /// A page that comes, or has another title or address.
    fn target_seen(&self, info: TargetInfo) {
        if info.kind != "page" {
            return;
        }
        let mut state = self.lock();
        let opener = info.opener_id.as_ref().and_then(|id| state.by_target.get(id).copied());
        if let Some(tab) = state.by_target.get(&info.target_id).copied() {
            if let Some(page) = state.tabs.get_mut(&tab) {
                (page.title, page.url) = (info.title, info.url);
            }
            return;
        }
        state.last_tab += 1;
        let tab = TabId(state.last_tab);
        state.by_target.insert(info.target_id.clone(), tab);
        let page = Page {
            target_id: info.target_id,
            title: info.title,
            url: info.url,
            opener,
            ..Page::default()
        };
        state.tabs.insert(tab, page);
        drop(state);
        self.tell(BrowserEvent::TabOpened { tab, opener });
    }

    /// Titles and addresses as they are now.
    pub(crate) fn targets_are(&self, targets: Vec<TargetInfo>) {
        for target in targets {
            self.target_seen(target);
        }
    }

    fn attached(&self, parent: Option<&str>, session: &str, info: TargetInfo, waiting: bool) {
        let target_id = info.target_id.clone();
        let is_page = info.kind == "page";
        let is_frame = info.kind == "iframe";
        self.target_seen(info);
        let mut state = self.lock();
        if is_page && let Some(tab) = state.by_target.get(&target_id).copied() {
            if let Some(page) = state.tabs.get_mut(&tab) {
                page.session = Some(session.to_owned());
                page.crashed = false;
                page.worlds.clear();
            }
            state.sessions.insert(session.to_owned(), SessionPlace { tab, frame: None });
        } else if is_frame
            && let Some(place) = parent.and_then(|parent| state.sessions.get(parent).cloned())
        {
            let frame = FrameId(target_id);
            if let Some(page) = state.tabs.get_mut(&place.tab) {
                page.frame_sessions.insert(session.to_owned(), frame.clone());
                page.worlds.remove(&frame);
            }
            let place = SessionPlace { tab: place.tab, frame: Some(frame) };
            state.sessions.insert(session.to_owned(), place);
        }
        drop(state);
        self.prepare(session, waiting, is_page || is_frame);
        if is_page
            && self.scripts.is_none()
            && let Ok(link) = self.link()
        {
            // Behind others a page would draw nothing: moves of the mouse would wait for ever. The
            // extension knows which is in front; without it, pages are asked, and must not be misled.
            let focused = json!({ "enabled": true });
            drop(link.call::<Ignored>(
                Some(session),
                "Emulation.setFocusEmulationEnabled",
                &focused,
            ));
        }
    }

    /// What every session is told at first; nobody waits for the answers.
    fn prepare(&self, session: &str, waiting: bool, has_page: bool) {
        let Ok(link) = self.link() else { return };
        let tell = |method: &str, params: &serde_json::Value| {
            drop(link.call::<Ignored>(Some(session), method, params));
        };
        if has_page {
            tell("Page.enable", &json!({}));
            if let Some(scripts) = &self.scripts {
                let source = json!({ "source": scripts.listeners });
                tell("Page.addScriptToEvaluateOnNewDocument", &source);
            }
            let (console, requests, bodies) = self.captured_in(session);
            if requests {
                // From the first request on, for whoever waits for the last.
                tell("Network.enable", &network_enable_params(bodies));
            }
            if console {
                tell("Runtime.enable", &json!({}));
                tell("Log.enable", &json!({}));
            }
            let attach = json!({
                "autoAttach": true, "flatten": true,
                "waitForDebuggerOnStart": self.scripts.is_some(),
            });
            tell("Target.setAutoAttach", &attach);
        }
        let run = waiting.then(|| {
            link.call::<Ignored>(Some(session), "Runtime.runIfWaitingForDebugger", &json!({}))
        });
        let Some(has_run) = self.run_mark(session) else { return };
        let changed = self.changed.clone();
        tokio::spawn(async move {
            if let Some(run) = run {
                // An error says that the page is gone, which nobody stands still for either.
                drop(run.await);
            }
            has_run.store(true, Ordering::Release);
            changed.send_modify(|count| *count += 1);
        });
    }

    /// Where it is noted that the page of this session runs; none for the session of a frame.
    fn run_mark(&self, session: &str) -> Option<Arc<AtomicBool>> {
        let state = self.lock();
        let place = state.sessions.get(session).filter(|place| place.frame.is_none())?;
        state.tabs.get(&place.tab).map(|page| page.has_run.clone())
    }

    fn session_gone(&self, session: &str) {
        let mut state = self.lock();
        let Some(place) = state.sessions.remove(session) else { return };
        let Some(page) = state.tabs.get_mut(&place.tab) else { return };
        page.contexts.retain(|context| context.session != session);
        page.worlds.retain(|_, world| world.session != session);
        page.requests.retain(|_, request| request.session != session);
        page.frame_sessions.remove(session);
        if place.frame.is_none() && page.session.as_deref() == Some(session) {
            page.session = None;
            page.dialog = None;
            // Beside the extension nobody attaches it anew until it is wanted.
            if self.scripts.is_none()
                && let Some(log) = state.tab_logs.get_mut(&place.tab)
            {
                log.end();
            }
        }
    }

    fn page_event(&self, event: Event<'_>) -> EventResult {
        #[derive(Deserialize)]
        #[serde(rename_all = "camelCase")]
        struct Navigated {
            frame: NavigatedFrame,
        }
        #[derive(Deserialize)]
        #[serde(rename_all = "camelCase")]
        struct NavigatedFrame {
            id: String,
            #[serde(default)]
            parent_id: Option<String>,
            #[serde(default)]
            loader_id: String,
            url: String,
            #[serde(default)]
            unreachable_url: Option<String>,
        }
        #[derive(Deserialize)]
        #[serde(rename_all = "camelCase")]
        struct Opening {
            message: String,
            #[serde(rename = "type")]
            kind: String,
            #[serde(default)]
            default_prompt: String,
        }
        #[derive(Deserialize)]
        #[serde(rename_all = "camelCase")]
        struct OfFrame {
            frame_id: String,
            #[serde(default)]
            url: String,
        }
        let Some(place) = event.session.and_then(|id| self.lock().sessions.get(id).cloned()) else {
            return Ok(());
        };
        let tab = place.tab;
        let main = self.page(tab, |page| page.target_id.clone()).unwrap_or_default();
        let go = |phase, url: String| {
            let error = None;
            self.tell(BrowserEvent::Navigation(NavigationNotice {
                tab,
                phase,
                url,
                by_person: false,
                error,
            }));
        };
        match event.name {
            "frameNavigated" => {
                let Navigated { frame } = event.read()?;
                let is_main = frame.id == main && frame.parent_id.is_none();
                let mut state = self.lock();
                if let Some(page) = state.tabs.get_mut(&tab) {
                    page.worlds.remove(&FrameId(frame.id));
                    if is_main {
                        page.crashed = false;
                        page.url.clone_from(&frame.url);
                        // Those of the page before are over, told or not; a page's own has its name.
                        page.requests.retain(|id, _| *id == frame.loader_id);
                    }
                }
                drop(state);
                if is_main {
                    let url = frame.unreachable_url.clone().unwrap_or(frame.url);
                    match frame.unreachable_url {
                        Some(_) => go(NavigationPhase::Failed, url),
                        None => go(NavigationPhase::Committed, url),
                    }
                }
            }
            "frameStartedNavigating" | "frameRequestedNavigation" => {
                let OfFrame { frame_id, url } = event.read()?;
                if frame_id == main {
                    go(NavigationPhase::Started, url);
                }
            }
            "navigatedWithinDocument" => {
                let OfFrame { frame_id, url } = event.read()?;
                if frame_id == main {
                    if let Some(page) = self.lock().tabs.get_mut(&tab) {
                        page.url.clone_from(&url);
                    }
                    go(NavigationPhase::Moved, url);
                }
            }
            "frameStartedLoading" | "frameStoppedLoading" => {
                let OfFrame { frame_id, .. } = event.read()?;
                if frame_id == main
                    && let Some(page) = self.lock().tabs.get_mut(&tab)
                {
                    page.loading = event.name == "frameStartedLoading";
                }
            }
            "domContentEventFired" | "loadEventFired" if place.frame.is_none() => {
                let url = self.page(tab, |page| page.url.clone()).unwrap_or_default();
                let parsed = event.name == "domContentEventFired";
                go(if parsed { NavigationPhase::Parsed } else { NavigationPhase::Loaded }, url);
            }
            "javascriptDialogOpening" => {
                let Opening { message, kind, default_prompt } = event.read()?;
                let default_text = Some(default_prompt).filter(|text| !text.is_empty());
                let dialog = DialogInfo { kind, message, default_text };
                if let Some(page) = self.lock().tabs.get_mut(&tab) {
                    page.dialog = Some(dialog.clone());
                }
                self.tell(BrowserEvent::DialogOpened { tab, dialog });
            }
            "javascriptDialogClosed" => {
                if let Some(page) = self.lock().tabs.get_mut(&tab) {
                    page.dialog = None;
                }
                self.tell(BrowserEvent::DialogClosed { tab });
            }
            "windowOpen" => self.tell(BrowserEvent::TabExpected { opener: tab }),
            _ => {}
        }
        Ok(())
    }

    fn runtime_event(&self, event: Event<'_>) -> EventResult {
        #[derive(Deserialize)]
        #[serde(rename_all = "camelCase")]
        struct Created {
            context: Told,
        }
        #[derive(Deserialize)]
        #[serde(rename_all = "camelCase")]
        struct Told {
            id: i64,
            origin: String,
            #[serde(default)]
            aux_data: Aux,
        }
        #[derive(Deserialize, Default)]
        #[serde(rename_all = "camelCase", default)]
        struct Aux {
            is_default: bool,
            frame_id: String,
        }
        #[derive(Deserialize)]
        #[serde(rename_all = "camelCase")]
        struct Destroyed {
            execution_context_id: i64,
        }
        let Some(session) = event.session else { return Ok(()) };
        let mut state = self.lock();
        let Some(tab) = state.sessions.get(session).map(|place| place.tab) else { return Ok(()) };
        let Some(page) = state.tabs.get_mut(&tab) else { return Ok(()) };
        match event.name {
            "executionContextCreated" => {
                let Created { context: Told { id, origin, aux_data } } = event.read()?;
                page.contexts.retain(|known| known.id != id || known.session != session);
                page.contexts.push(Context {
                    session: session.to_owned(),
                    id,
                    frame: FrameId(aux_data.frame_id),
                    is_default: aux_data.is_default,
                    origin,
                });
            }
            "executionContextDestroyed" => {
                let Destroyed { execution_context_id } = event.read()?;
                page.contexts.retain(|context| {
                    context.id != execution_context_id || context.session != session
                });
            }
            "executionContextsCleared" => {
                page.contexts.retain(|context| context.session != session);
            }
            _ => {}
        }
        Ok(())
    }

    pub(super) fn tab_of_session(&self, event: Event<'_>) -> Option<TabId> {
        self.lock().sessions.get(event.session?).map(|place| place.tab)
    }

    fn drag_event(&self, event: Event<'_>) -> EventResult {
        #[derive(Deserialize)]
        struct Intercepted {
            data: Box<RawValue>,
        }
        if let Some(tab) = self.tab_of_session(event) {
            let Intercepted { data } = event.read()?;
            self.tell(BrowserEvent::DragIntercepted { tab, data: Arc::from(data) });
        }
        Ok(())
    }

    fn download_event(&self, event: Event<'_>) -> EventResult {
        #[derive(Deserialize)]
        #[serde(rename_all = "camelCase")]
        struct Begin {
            guid: String,
            url: String,
            suggested_filename: String,
            frame_id: String,
        }
        #[derive(Deserialize)]
        #[serde(rename_all = "camelCase")]
        struct Progress {
            guid: String,
            received_bytes: f64,
            state: String,
            #[serde(default)]
            file_path: Option<String>,
        }
        let mut state = self.lock();
        let notice = match event.name {
            "downloadWillBegin" => {
                let Begin { guid, url, suggested_filename, frame_id } = event.read()?;
                let id = i32::try_from(state.downloads.len()).unwrap_or(i32::MAX - 1) + 1;
                let path = suggested_filename;
                let started = DownloadState::Started;
                let tabs = state.tab_of_frame(&frame_id).into_iter().collect();
                let notice = DownloadNotice {
                    id,
                    url,
                    state: started,
                    path,
                    bytes: 0,
                    tabs,
                    by_verb: false,
                };
                state.downloads.insert(guid, notice.clone());
                notice
            }
            "downloadProgress" => {
                let Progress { guid, received_bytes, state: word, file_path } = event.read()?;
                let folder = state.download_folder.clone();
                let Some(notice) = state.downloads.get_mut(&guid) else { return Ok(()) };
                notice.bytes = received_bytes as u64;
                notice.state = match word.as_str() {
                    "completed" => DownloadState::Finished,
                    "canceled" => DownloadState::Failed,
                    _ => return Ok(()),
                };
                let finished = notice.state == DownloadState::Finished;
                match (folder, file_path) {
                    // Chrome names it by its guid; the name it should have is the one suggested.
                    (Some(folder), _) if finished => {
                        let folder = std::path::Path::new(&folder);
                        let (free, lies) =
                            (free_name(&folder.join(&notice.path)), folder.join(&guid));
                        notice.path = match std::fs::rename(&lies, &free) {
                            Ok(()) => free.display().to_string(),
                            Err(_) => lies.display().to_string(),
                        };
                    }
                    (None, Some(path)) if finished => notice.path = path,
                    _ => {}
                }
                notice.clone()
            }
            _ => return Ok(()),
        };
        drop(state);
        self.tell(BrowserEvent::Download(notice));
        Ok(())
    }
}
