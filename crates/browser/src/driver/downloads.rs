//! Downloading an address, or what a click downloads.

use tabwright_wire::verbs::{self, ClickParams, DownloadVerbParams, Downloaded};
use tabwright_wire::{DownloadNotice, DownloadState, quote_address, quote_page};
use tokio::sync::broadcast::Receiver;
use tokio::sync::broadcast::error::RecvError;
use tokio::time::{Instant, timeout_at};

use super::{BrowserControl, Driver, WAIT_MS, ms};
use crate::backend::{BrowserEvent, Result};
use crate::error::ControlError;

impl BrowserControl<verbs::DownloadFile> for Driver {
    async fn run(&self, params: DownloadVerbParams) -> Result<Downloaded> {
        let deadline = Instant::now() + ms(params.timeout_ms.unwrap_or(WAIT_MS));
        let mut events = self.core.backend.events();
        let id = match (params.url, params.target) {
            (Some(url), None) => {
                let tab = self.tab(params.tab).await.ok();
                Some(self.core.backend.start_download(tab, &url).await?)
            }
            (None, Some(target)) => {
                let click = ClickParams::plain(params.tab, target, params.timeout_ms);
                <Self as BrowserControl<verbs::Click>>::run(self, click).await?;
                None
            }
            _ => {
                let message = "name what to download: an address, or an element to click";
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
                return Err(ControlError::Failed("the browser has gone".to_owned()));
            }
            Err(_) if id.is_none() => {
                return Err(ControlError::Timeout("no download began".to_owned()));
            }
            Err(_) => {
                return Err(ControlError::Timeout("the download has not finished".to_owned()));
            }
        };
        if id.is_some_and(|id| id != notice.id) {
            continue;
        }
        match notice.state {
            DownloadState::Started => id = Some(notice.id),
            DownloadState::Finished => return Ok(notice),
            DownloadState::Failed => {
                let (url, why) = (quote_address(&notice.url), quote_page(&notice.path));
                let message = format!("the download of {url} failed: {why}");
                return Err(ControlError::Failed(message));
            }
        }
    }
}

async fn move_to(from: &str, to: &str) -> Result<String> {
    let failed = |source| ControlError::File { path: to.to_owned(), source };
    let folder = std::path::Path::new(from).parent().unwrap_or(std::path::Path::new(""));
    let mut place = folder.join(to);
    if tokio::fs::metadata(&place).await.is_ok_and(|there| there.is_dir()) {
        place.push(std::path::Path::new(from).file_name().unwrap_or_default());
    }
    // Nobody's file is written over, and no link followed: the name is taken first, and must be free.
    let free = tokio::fs::OpenOptions::new().write(true).create_new(true).open(&place).await;
    drop(free.map_err(failed)?);
    // Another file system may be between them.
    if tokio::fs::rename(from, &place).await.is_err() {
        tokio::fs::copy(from, &place).await.map_err(failed)?;
        tokio::fs::remove_file(from).await.map_err(failed)?;
    }
    Ok(place.display().to_string())
}
