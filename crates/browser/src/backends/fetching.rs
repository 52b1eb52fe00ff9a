//! Downloads an address with a page's cookies over CDP, whatever kind of content it is: a navigation
//! would show what it can show.

use std::path::PathBuf;
use std::sync::Arc;

use serde::Deserialize;
use serde_json::{Value, json};
use tabwright_wire::{DownloadNotice, DownloadState};
use tokio::io::AsyncWriteExt as _;

use crate::backend::{FrameId, Result};
use crate::cdp::{Link, free_name};
use crate::error::ControlError;

/// Read in pieces of this size.
const PIECE_BYTES: u32 = 1 << 20;

#[derive(Debug)]
pub(super) struct Fetch {
    pub(super) link: Arc<Link>,
    pub(super) session: String,
    pub(super) frame: FrameId,
    pub(super) url: String,
    pub(super) folder: PathBuf,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Resource {
    success: bool,
    #[serde(default)]
    net_error_name: Option<String>,
    #[serde(default)]
    http_status_code: Option<f64>,
    #[serde(default)]
    stream: Option<String>,
    #[serde(default)]
    headers: Option<serde_json::Map<String, Value>>,
}

impl Fetch {
    pub(super) async fn run(self, id: i32, url: String) -> DownloadNotice {
        match self.fetch().await {
            Ok((path, bytes)) => DownloadNotice {
                id,
                url,
                state: DownloadState::Finished,
                tabs: Vec::new(),
                by_verb: true,
                path: path.display().to_string(),
                bytes,
            },
            Err(error) => DownloadNotice {
                id,
                url,
                state: DownloadState::Failed,
                tabs: Vec::new(),
                by_verb: true,
                path: error.to_string(),
                bytes: 0,
            },
        }
    }

    async fn fetch(&self) -> Result<(PathBuf, u64)> {
        #[derive(Deserialize)]
        struct Loaded {
            resource: Resource,
        }
        let wish = json!({
            "frameId": self.frame.0, "url": self.url,
            "options": { "disableCache": false, "includeCredentials": true },
        });
        let Loaded { resource } =
            self.link.call(Some(&self.session), "Network.loadNetworkResource", &wish).await?;
        let Some(stream) = resource.stream.filter(|_| resource.success) else {
            let reason = resource.net_error_name.unwrap_or_else(|| {
                format!("HTTP {}", resource.http_status_code.unwrap_or_default())
            });
            return Err(ControlError::NavigationFailed { url: self.url.clone(), reason });
        };
        let path = free_name(&self.folder.join(file_name(&self.url, resource.headers.as_ref())));
        let outcome = self.save(&stream, &path).await;
        let close = json!({ "handle": stream });
        drop(self.link.call::<Value>(Some(&self.session), "IO.close", &close).await);
        outcome.map(|bytes| (path, bytes))
    }

    async fn save(&self, stream: &str, path: &std::path::Path) -> Result<u64> {
        #[derive(Deserialize)]
        #[serde(rename_all = "camelCase")]
        struct Piece {
            data: String,
            eof: bool,
            #[serde(default)]
            base64_encoded: bool,
        }
        let failed = |source| ControlError::File { path: path.display().to_string(), source };
        tokio::fs::create_dir_all(&self.folder).await.map_err(failed)?;
        let mut file = tokio::fs::File::create(path).await.map_err(failed)?;
        let mut written = 0;
        loop {
            let wish = json!({ "handle": stream, "size": PIECE_BYTES });
            let piece: Piece = self.link.call(Some(&self.session), "IO.read", &wish).await?;
            let bytes = if piece.base64_encoded {
                super::decode(&piece.data)?
            } else {
                piece.data.into_bytes()
            };
            file.write_all(&bytes).await.map_err(failed)?;
            written += bytes.len() as u64;
            if piece.eof {
                file.flush().await.map_err(failed)?;
                return Ok(written);
            }
        }
    }
}

/// As the server says, or as the address ends.
fn file_name(url: &str, headers: Option<&serde_json::Map<String, Value>>) -> String {
    let header = headers.and_then(|headers| {
        let named =
            |(name, _): &(&String, &Value)| name.eq_ignore_ascii_case("content-disposition");
        headers.iter().find(named).and_then(|(_, value)| value.as_str())
    });
    let said = header.and_then(|header| {
        let name = header.split(';').find_map(|part| part.trim().strip_prefix("filename="))?;
        Some(name.trim_matches('"').to_owned())
    });
    let path = url.split(['?', '#']).next().unwrap_or_default();
    let last = path.rsplit('/').next().unwrap_or_default();
    let name = said.unwrap_or_else(|| last.to_owned());
    // Never out of the folder.
    let name = name.rsplit(['/', '\\']).next().unwrap_or_default();
    match name {
        "" | "." | ".." => "download".to_owned(),
        name => name.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_name_is_the_servers_and_stays_in_the_folder() {
        let header = |value: &str| json!({ "Content-Disposition": value }).as_object().cloned();
        for (url, disposition, name) in [
            ("http://x/a/report.pdf?x=1", None, "report.pdf"),
            ("http://x/", None, "download"),
            ("http://x/get", Some("attachment; filename=\"b.txt\""), "b.txt"),
            ("http://x/get", Some("attachment; filename=\"../../etc/passwd\""), "passwd"),
            ("http://x/..", None, "download"),
        ] {
            let headers = disposition.and_then(header);
            assert_eq!(file_name(url, headers.as_ref()), name, "{url} {disposition:?}");
        }
    }
}
