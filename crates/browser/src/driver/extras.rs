//! What belongs to a browser beside its pages: dialogs, downloads, zoom, voice, bookmarks, clipboard.

use std::time::{Duration, SystemTime, UNIX_EPOCH};

use serde_json::json;
use tabwright_wire::verbs::{
    self, BookmarkParams, BookmarksParams, ClickParams, ClipboardParams, DialogParams,
    DownloadVerbParams, Downloaded, InputWay, ReadAloudParams, Report, TabOnlyParams, TextParams,
    UnbookmarkParams, VisitedParams, ZoomTo, ZoomVerbParams,
};
use tabwright_wire::{
    AddBookmarkParams, Bookmark, BookmarkList, ClipboardText, DownloadNotice, DownloadState,
    FindBookmarksParams, FindVisitsParams, NoParams, NoResult, SpeakParams, TabId, VisitedList,
    ZoomState, complete_address,
};
use tokio::sync::broadcast::Receiver;
use tokio::sync::broadcast::error::RecvError;
use tokio::time::{Instant, timeout_at};

use super::effects::Trace;
use super::{ACTION_MS, BrowserControl, Driver, WAIT_MS, ms};
use crate::backend::{BrowserEvent, Result};
use crate::error::ControlError;

/// The steps of Chrome's own zoom.
const ZOOMS: [f64; 16] =
    [0.25, 0.33, 0.5, 0.67, 0.75, 0.8, 0.9, 1.0, 1.1, 1.25, 1.5, 1.75, 2.0, 3.0, 4.0, 5.0];
const BOOKMARKS_DEFAULT: u32 = 100;
const DAY: Duration = Duration::from_secs(24 * 3_600);

impl BrowserControl<verbs::AnswerDialog> for Driver {
    async fn run(&self, params: DialogParams) -> Result<Report> {
        let tab = self.driven(params.tab).await?;
        let dialog = self.core.backend.dialog(tab).ok_or(ControlError::NoDialog(tab))?;
        let Some(debugger) = self.hand(tab, InputWay::Trusted).await? else {
            return Err(ControlError::NoDialog(tab));
        };
        let trace = Trace::begin(self, tab);
        let mut wish = json!({ "accept": params.accept });
        if let Some(text) = params.text {
            wish["promptText"] = json!(text);
        }
        debugger.send("Page.handleJavaScriptDialog", &wish).await?;
        let frame = self.main_frame(tab)?;
        let effects = self.settle(tab, &frame, None).await?;
        let (changes, _) = self.outcome(trace, effects, Instant::now() + ms(ACTION_MS)).await?;
        let word = if params.accept { "accepted" } else { "dismissed" };
        let did = format!("{word} the {} \"{}\"", dialog.kind, dialog.message);
        Ok(Report { tab, did, element: None, input: Some(verbs::InputKind::Trusted), changes })
    }
}

impl BrowserControl<verbs::DownloadFile> for Driver {
    async fn run(&self, params: DownloadVerbParams) -> Result<Downloaded> {
        let deadline = Instant::now() + ms(params.timeout_ms.unwrap_or(WAIT_MS));
        let mut events = self.core.backend.events();
        let id = match (params.url, params.target) {
            (Some(url), None) => {
                let tab = self.tab(params.tab).await.ok();
                Some(self.core.backend.start_download(tab, &complete_address(&url)?).await?)
            }
            (None, Some(target)) => {
                let click = ClickParams::plain(params.tab, target, params.timeout_ms);
                <Self as BrowserControl<verbs::Click>>::run(self, click).await?;
                None
            }
            _ => {
                let message = "say what to download: an address, or what to click";
                return Err(ControlError::BadArguments(message.to_owned()));
            }
        };
        let download = finished(&mut events, id, deadline).await?;
        let path = match params.to {
            Some(to) => move_to(&download.path, &to).await?,
            None => download.path.clone(),
        };
        Ok(Downloaded { download, path })
    }
}

/// The end of the download with that id, or of the first that begins.
async fn finished(
    events: &mut Receiver<BrowserEvent>,
    mut id: Option<i32>,
    deadline: Instant,
) -> Result<DownloadNotice> {
    loop {
        let notice = match timeout_at(deadline, events.recv()).await {
            Ok(Ok(BrowserEvent::Download(notice))) => notice,
            Ok(Ok(_) | Err(RecvError::Lagged(_))) => continue,
            Ok(Err(RecvError::Closed)) => {
                return Err(ControlError::Failed("the browser is gone".to_owned()));
            }
            Err(_) if id.is_none() => {
                return Err(ControlError::Timeout("no download began".to_owned()));
            }
            Err(_) => return Err(ControlError::Timeout("the download has not ended".to_owned())),
        };
        if id.is_some_and(|id| id != notice.id) {
            continue;
        }
        match notice.state {
            DownloadState::Started => id = Some(notice.id),
            DownloadState::Finished => return Ok(notice),
            DownloadState::Failed => {
                let message = format!("the download of {} failed: {}", notice.url, notice.path);
                return Err(ControlError::Failed(message));
            }
        }
    }
}

async fn move_to(from: &str, to: &str) -> Result<String> {
    let failed = |source| ControlError::File { path: to.to_owned(), source };
    let mut place = std::path::PathBuf::from(to);
    if tokio::fs::metadata(&place).await.is_ok_and(|there| there.is_dir()) {
        place.push(std::path::Path::new(from).file_name().unwrap_or_default());
    }
    // Another file system may be between them.
    if tokio::fs::rename(from, &place).await.is_err() {
        tokio::fs::copy(from, &place).await.map_err(failed)?;
        tokio::fs::remove_file(from).await.map_err(failed)?;
    }
    Ok(place.display().to_string())
}

impl BrowserControl<verbs::Zoom> for Driver {
    async fn run(&self, params: ZoomVerbParams) -> Result<ZoomState> {
        let tab = self.driven(params.tab).await?;
        let now = self.core.backend.zoom(tab, None).await?;
        let wanted = match params.to {
            ZoomTo::In => ZOOMS.into_iter().find(|step| *step > now + 0.01).unwrap_or(5.0),
            ZoomTo::Out => ZOOMS.into_iter().rev().find(|step| *step < now - 0.01).unwrap_or(0.25),
            ZoomTo::Reset => 1.0,
            ZoomTo::Percent(percent) if (25.0..=500.0).contains(&percent) => percent / 100.0,
            ZoomTo::Percent(percent) => {
                let message = format!("{percent} % is not between 25 and 500");
                return Err(ControlError::BadArguments(message));
            }
        };
        let factor = self.core.backend.zoom(tab, Some(wanted)).await?;
        // Chrome keeps its zoom as a logarithm.
        Ok(ZoomState { factor: (factor * 1_000.0).round() / 1_000.0 })
    }
}

impl BrowserControl<verbs::ReadAloud> for Driver {
    async fn run(&self, params: ReadAloudParams) -> Result<NoResult> {
        let tab = self.tab(params.tab).await?;
        let text = match params.text {
            Some(text) => text,
            None => {
                let whole =
                    TextParams { tab: Some(tab), target: None, frame: None, max_chars: None };
                <Self as BrowserControl<verbs::Text>>::run(self, whole).await?.text
            }
        };
        if text.trim().is_empty() {
            return Err(ControlError::BadArguments("there is nothing to read".to_owned()));
        }
        self.core.backend.speak(Some(tab), SpeakParams { text, lang: params.lang }).await?;
        Ok(NoResult {})
    }
}

impl BrowserControl<verbs::Hush> for Driver {
    async fn run(&self, _: NoParams) -> Result<NoResult> {
        self.core.backend.stop_speaking().await?;
        Ok(NoResult {})
    }
}

impl BrowserControl<verbs::FindPageBookmarks> for Driver {
    async fn run(&self, params: BookmarksParams) -> Result<BookmarkList> {
        let count_max = params.max.unwrap_or(BOOKMARKS_DEFAULT);
        let asked = FindBookmarksParams { query: params.query, count_max };
        self.core.backend.find_bookmarks(asked).await
    }
}

impl BrowserControl<verbs::FindVisitedPages> for Driver {
    async fn run(&self, params: VisitedParams) -> Result<VisitedList> {
        let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        let since = params.days.map(|days| now.saturating_sub(DAY * days));
        let asked = FindVisitsParams {
            query: params.query,
            count_max: params.max.unwrap_or(BOOKMARKS_DEFAULT),
            since_ms: since.map_or(0.0, |since| since.as_millis() as f64),
        };
        self.core.backend.find_visits(asked).await
    }
}

impl BrowserControl<verbs::AddPageBookmark> for Driver {
    async fn run(&self, params: BookmarkParams) -> Result<Bookmark> {
        let (url, title) = match params.url {
            Some(url) => (complete_address(&url)?, params.title.unwrap_or(url)),
            None => {
                let tab = self.tab(params.tab).await?;
                let facts = self.tab_facts(tab).await?;
                (facts.url, params.title.unwrap_or(facts.title))
            }
        };
        let folder = params.folder;
        self.core.backend.add_bookmark(AddBookmarkParams { url, title, folder }).await
    }
}

impl BrowserControl<verbs::Unbookmark> for Driver {
    async fn run(&self, params: UnbookmarkParams) -> Result<NoResult> {
        self.core.backend.remove_bookmark(params.id).await?;
        Ok(NoResult {})
    }
}

impl BrowserControl<verbs::Clipboard> for Driver {
    async fn run(&self, params: ClipboardParams) -> Result<ClipboardText> {
        let tab: Option<TabId> = self.tab(params.tab).await.ok();
        match params.write {
            Some(text) => {
                self.core.backend.write_clipboard(tab, text.clone()).await?;
                Ok(ClipboardText { text })
            }
            None => Ok(ClipboardText { text: self.core.backend.read_clipboard(tab).await? }),
        }
    }
}

impl BrowserControl<verbs::Resume> for Driver {
    async fn run(&self, params: TabOnlyParams) -> Result<NoResult> {
        let mut memory = self.memory();
        match params.tab {
            Some(tab) => drop(memory.stopped.remove(&tab)),
            None => memory.stopped.clear(),
        }
        Ok(NoResult {})
    }
}
