//! Downloads: Chrome tells of them on the page's session, and an extension cannot choose where they
//! go. Clients expect them on the browser's session, and the file where they asked for it.

use std::path::PathBuf;

use serde::Deserialize;
use serde_json::value::RawValue;
use serde_json::{Value, json};
use tabwright_wire::{CancelDownload, DownloadParams, TabId, TakeDownload};

use crate::browser::BrowserError;
use crate::clients::ClientId;
use crate::frames::{INVALID_PARAMS, SERVER_ERROR};
use crate::sessions::{Place, SessionId};
use crate::state::{Caller, State};

/// What a client asked for by `Browser.setDownloadBehavior`.
#[derive(Debug, Clone)]
pub(crate) struct DownloadBehavior {
    /// The browser session it asked on.
    session: Option<SessionId>,
    folder: Option<PathBuf>,
    /// The file is to be called by its guid, not by its name.
    by_guid: bool,
    events: bool,
}

/// A download that is under way.
#[derive(Debug)]
pub(crate) struct Download {
    tab: TabId,
    url: String,
    name: String,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
struct Behavior {
    behavior: String,
    download_path: Option<PathBuf>,
    #[serde(default)]
    events_enabled: bool,
}

impl State {
    pub(crate) fn set_download_behavior(&mut self, caller: &Caller, params: Option<&RawValue>) {
        let Caller::Client { client, session, .. } = caller else { return };
        let behavior: Behavior = match serde_json::from_str(params.map_or("{}", RawValue::get)) {
            Ok(behavior) => behavior,
            Err(error) => return self.refuse(caller, INVALID_PARAMS, error.to_string()),
        };
        let asked = DownloadBehavior {
            session: session.clone(),
            folder: behavior.download_path,
            by_guid: behavior.behavior == "allowAndName",
            events: behavior.events_enabled,
        };
        let wanted = behavior.behavior != "default";
        if let Some(client) = self.clients.get_mut(client) {
            client.downloads = wanted.then_some(asked);
        }
        self.done(caller);
    }

    pub(crate) fn cancel_download(&mut self, caller: &Caller, params: Option<&RawValue>) {
        let params: Value =
            serde_json::from_str(params.map_or("{}", RawValue::get)).unwrap_or_default();
        let guid = params["guid"].as_str().unwrap_or_default();
        let Some(url) = self.downloads.get(guid).map(|download| download.url.clone()) else {
            return self.refuse(
                caller,
                INVALID_PARAMS,
                "No download item found for the given GUID",
            );
        };
        let caller = caller.clone();
        self.ask::<CancelDownload>(
            &DownloadParams { url },
            move |state, cancelled| match cancelled {
                Ok(_) => state.done(&caller),
                Err(error) => state.refuse(&caller, SERVER_ERROR, error.to_string()),
            },
        );
    }

    /// `Page.downloadWillBegin`
    pub(crate) fn download_begins(&mut self, tab: TabId, params: &RawValue) {
        let begun: Value = serde_json::from_str(params.get()).unwrap_or_default();
        let text = |name: &str| begun[name].as_str().unwrap_or_default().to_owned();
        let download = Download { tab, url: text("url"), name: text("suggestedFilename") };
        self.downloads.insert(text("guid"), download);
        self.tell_downloads(tab, "Browser.downloadWillBegin", &begun);
    }

    /// `Page.downloadProgress`. The end is told when the file is where it was wanted.
    pub(crate) fn download_goes_on(&mut self, params: &RawValue) {
        let progress: Value = serde_json::from_str(params.get()).unwrap_or_default();
        let guid = progress["guid"].as_str().unwrap_or_default().to_owned();
        let Some(tab) = self.downloads.get(&guid).map(|download| download.tab) else { return };
        match progress["state"].as_str() {
            Some("completed") => self.take_download(&guid, progress),
            Some("canceled") => {
                self.downloads.remove(&guid);
                self.tell_downloads(tab, "Browser.downloadProgress", &progress);
            }
            _ => self.tell_downloads(tab, "Browser.downloadProgress", &progress),
        }
    }

    fn take_download(&mut self, guid: &str, progress: Value) {
        let Some(download) = self.downloads.remove(guid) else { return };
        let places: Vec<PathBuf> = self
            .behaviors(download.tab)
            .into_iter()
            .filter_map(|(_, behavior)| {
                let name = if behavior.by_guid { guid } else { download.name.as_str() };
                Some(behavior.folder?.join(name))
            })
            .collect();
        let tab = download.tab;
        if places.is_empty() {
            return self.tell_downloads(tab, "Browser.downloadProgress", &progress);
        }
        self.ask::<TakeDownload>(&DownloadParams { url: download.url }, move |state, file| match (
            file,
            state.browser.clone(),
        ) {
            (Ok(file), Some(browser)) => {
                let finish = state.later(move |state, handed: Result<(), BrowserError>| {
                    state.finish_download(tab, &progress, handed);
                });
                browser.hand_over_file(file.path.into(), places, finish);
            }
            (Ok(_), None) => {}
            (Err(error), _) => state.finish_download(tab, &progress, Err(error)),
        });
    }

    fn finish_download(&mut self, tab: TabId, progress: &Value, handed: Result<(), BrowserError>) {
        let mut progress = progress.clone();
        if let Err(error) = handed {
            tracing::warn!(%error, "a download could not be put where it was wanted");
            progress["state"] = json!("canceled");
        }
        self.tell_downloads(tab, "Browser.downloadProgress", &progress);
    }

    /// Clients that drive the tab and want to know of downloads.
    fn behaviors(&self, tab: TabId) -> Vec<(ClientId, DownloadBehavior)> {
        let drives = |client: ClientId| {
            self.sessions
                .values()
                .any(|session| session.client == client && session.place == Place::Page(tab))
        };
        self.clients
            .iter()
            .filter_map(|(id, client)| Some((*id, client.downloads.clone()?)))
            .filter(|(id, _)| drives(*id))
            .collect()
    }

    fn tell_downloads(&mut self, tab: TabId, method: &str, params: &Value) {
        for (client, behavior) in self.behaviors(tab) {
            if behavior.events {
                self.tell_parent(client, behavior.session.as_ref(), method, params);
            }
        }
    }
}
