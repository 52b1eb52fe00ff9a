//! Pictures that came with the results of tools, as files, for the person to look at. The model has those of its
//! conversation; these are bounded in number and size, and the oldest go first.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::SystemTime;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use parking_lot::Mutex;
use tabwright_files::{make_folder, replace};
use tabwright_wire::PictureFormat;
use tabwright_wire::chats::{ChatId, ChatPicture};

/// Pictures of one chat.
const OF_CHAT_MAX: usize = 50;
/// Of all chats together.
const BYTES_MAX: u64 = 200_000_000;
/// One picture; a larger one is not kept.
const PICTURE_BYTES_MAX: usize = 20_000_000;
const FORMATS: [PictureFormat; 2] = [PictureFormat::Png, PictureFormat::Jpeg];

/// A folder for each chat, in which a picture's number is its name.
#[derive(Debug, Clone)]
pub(crate) struct Pictures {
    folder: PathBuf,
    /// Held while one is added, so that a number is given once.
    adding: Arc<Mutex<()>>,
}

struct PictureFile {
    path: PathBuf,
    number: u32,
    bytes: u64,
    written: SystemTime,
}

impl Pictures {
    pub(crate) fn new(folder: PathBuf) -> Self {
        Self { folder, adding: Arc::default() }
    }

    /// Keeps a picture. Gives its number in the chat; none where it cannot be kept, which is no reason to fail.
    pub(crate) async fn add(
        &self,
        chat: &ChatId,
        base64: &str,
        format: PictureFormat,
    ) -> Option<u32> {
        let content = STANDARD.decode(base64).ok()?;
        if content.len() > PICTURE_BYTES_MAX {
            return None;
        }
        let (this, chat) = (self.clone(), chat.clone());
        let added = tokio::task::spawn_blocking(move || this.write(&chat, &content, format)).await;
        match added {
            Ok(Ok(number)) => Some(number),
            Ok(Err(error)) => {
                tracing::warn!(%error, "a picture of a task cannot be kept");
                None
            }
            Err(_) => None,
        }
    }

    /// None where it is not kept any more.
    pub(crate) async fn read(&self, chat: &ChatId, number: u32) -> Option<ChatPicture> {
        let folder = self.of_chat(chat);
        let read = tokio::task::spawn_blocking(move || {
            FORMATS.into_iter().find_map(|format| {
                let content = fs::read(folder.join(name(number, format))).ok()?;
                let mime = format.mime().to_owned();
                Some(ChatPicture { base64: STANDARD.encode(content), mime })
            })
        });
        read.await.ok().flatten()
    }

    /// Deletes what was kept of a chat.
    pub(crate) async fn forget(&self, chat: &ChatId) -> io::Result<()> {
        let folder = self.of_chat(chat);
        let deleted = tokio::task::spawn_blocking(move || match fs::remove_dir_all(folder) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
            _ => Ok(()),
        });
        deleted.await.unwrap_or_else(|error| Err(io::Error::other(error)))
    }

    fn of_chat(&self, chat: &ChatId) -> PathBuf {
        self.folder.join(chat.as_str())
    }

    fn write(&self, chat: &ChatId, content: &[u8], format: PictureFormat) -> io::Result<u32> {
        let _alone = self.adding.lock();
        let folder = self.of_chat(chat);
        make_folder(&folder)?;
        let mut kept = files(&folder)?;
        kept.sort_by_key(|file| file.number);
        let number = kept.last().map_or(0, |last| last.number + 1);
        replace(&folder.join(name(number, format)), content)?;
        let surplus = (kept.len() + 1).saturating_sub(OF_CHAT_MAX);
        for file in &kept[..surplus] {
            fs::remove_file(&file.path)?;
        }
        self.make_room()?;
        Ok(number)
    }

    /// Takes the oldest pictures of all chats away while there is too much. The newest of each chat stays: the next
    /// number follows from it, and a number never stands for two pictures.
    fn make_room(&self) -> io::Result<()> {
        let mut all = Vec::new();
        for chat in fs::read_dir(&self.folder)? {
            let path = chat?.path();
            if path.is_dir() {
                let mut of_chat = files(&path)?;
                of_chat.sort_by_key(|file| file.number);
                of_chat.pop();
                all.extend(of_chat);
            }
        }
        let mut bytes: u64 = all.iter().map(|file| file.bytes).sum();
        all.sort_by_key(|file| file.written);
        for file in all {
            if bytes <= BYTES_MAX {
                break;
            }
            fs::remove_file(&file.path)?;
            bytes -= file.bytes;
        }
        Ok(())
    }
}

fn name(number: u32, format: PictureFormat) -> String {
    format!("{number}.{}", format.extension())
}

/// The pictures in a folder. What else is there is not ours.
fn files(folder: &Path) -> io::Result<Vec<PictureFile>> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let path = entry.path();
        let stem = path.file_stem().and_then(|stem| stem.to_str());
        let Some(number) = stem.and_then(|stem| stem.parse().ok()) else { continue };
        let about = entry.metadata()?;
        let written = about.modified().unwrap_or(SystemTime::UNIX_EPOCH);
        found.push(PictureFile { path, number, bytes: about.len(), written });
    }
    Ok(found)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ulid;

    #[tokio::test]
    async fn the_newest_pictures_of_a_chat_are_kept_until_it_is_deleted() {
        let home = tempfile::tempdir().unwrap();
        let pictures = Pictures::new(home.path().join("pictures"));
        let (chat, other) = (ulid::new::<ChatId>(), ulid::new::<ChatId>());
        let content = STANDARD.encode(b"picture");
        for number in 0..=u32::try_from(OF_CHAT_MAX).unwrap() {
            let added = pictures.add(&chat, &content, PictureFormat::Jpeg).await;
            assert_eq!(added, Some(number));
        }
        assert_eq!(pictures.read(&chat, 0).await, None);
        let newest = pictures.read(&chat, 50).await.unwrap();
        assert_eq!((newest.base64, newest.mime.as_str()), (content.clone(), "image/jpeg"));
        assert_eq!(pictures.read(&other, 50).await, None);
        pictures.forget(&chat).await.unwrap();
        assert_eq!(pictures.read(&chat, 50).await, None);
        pictures.forget(&chat).await.unwrap();
    }

    #[tokio::test]
    async fn what_is_no_picture_is_not_kept() {
        let home = tempfile::tempdir().unwrap();
        let pictures = Pictures::new(home.path().to_owned());
        assert_eq!(pictures.add(&ulid::new(), "~~~", PictureFormat::Png).await, None);
    }
}
