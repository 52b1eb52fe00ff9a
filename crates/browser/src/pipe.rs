//! Chrome's debugging pipe: CDP to a browser that we started, with no port that others could find.
//!
//! Two named pipes in a private folder, which the browser holds open in both directions. An ordinary
//! pair would end the browser together with the daemon that made it; these wait for the next one.

use std::collections::HashMap;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicI64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use serde::Deserialize;
use serde_json::value::RawValue;
use tabwright_wire::CdpError;
use tokio::io::{AsyncBufReadExt as _, AsyncRead, AsyncWrite, AsyncWriteExt as _, BufReader};
use tokio::sync::mpsc;

/// Commands that may wait for the browser to read them.
const WAITING_MAX: usize = 16_384;

/// Where the two pipes lie.
#[derive(Debug, Clone)]
pub struct PipePaths {
    pub to_browser: PathBuf,
    pub from_browser: PathBuf,
}

pub type OnPipeAnswer = Box<dyn FnOnce(Result<Box<RawValue>, CdpError>) + Send>;
/// Hears an event: its session, its method and its parameters.
pub type OnEvent = Box<dyn Fn(Option<&str>, &str, &RawValue) + Send + Sync>;

/// The speaking end. Answers and events come in the order in which the browser gave them.
#[derive(Debug)]
pub struct DebuggingPipe {
    commands: mpsc::Sender<String>,
    last_id: AtomicI64,
    pending: Pending,
}

#[derive(Clone, Default)]
struct Pending(Arc<Mutex<HashMap<i64, OnPipeAnswer>>>);

/// A frame of the browser's, its bodies unread.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Frame<'a> {
    id: Option<i64>,
    #[serde(borrow)]
    method: Option<std::borrow::Cow<'a, str>>,
    #[serde(borrow)]
    params: Option<&'a RawValue>,
    #[serde(borrow)]
    session_id: Option<std::borrow::Cow<'a, str>>,
    result: Option<Box<RawValue>>,
    error: Option<CdpError>,
}

impl PipePaths {
    #[must_use]
    pub fn below(folder: &Path) -> Self {
        Self { to_browser: folder.join("to-browser"), from_browser: folder.join("from-browser") }
    }

    /// Makes both anew, for this user only. What an earlier browser left in them is gone.
    #[cfg(unix)]
    pub fn make(&self) -> io::Result<()> {
        use rustix::fs::{CWD, FileType, Mode, mknodat};
        for path in [&self.to_browser, &self.from_browser] {
            match std::fs::remove_file(path) {
                Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
                _ => mknodat(CWD, path, FileType::Fifo, Mode::RUSR | Mode::WUSR, 0)?,
            }
        }
        Ok(())
    }

    /// Begins to speak with the browser at the other end. The future reads and writes, and is to be
    /// dropped when the browser is gone; `on_event` hears what it says unasked.
    #[cfg(unix)]
    pub fn open(
        &self,
        on_event: OnEvent,
    ) -> io::Result<(Arc<DebuggingPipe>, impl Future<Output = ()> + Send + use<>)> {
        use tokio::net::unix::pipe::{Receiver, Sender};
        // In both directions, or opening would wait for the browser to have opened its side.
        let both = |path: &Path| {
            let nonblocking = rustix::fs::OFlags::NONBLOCK.bits().cast_signed();
            let mut options = std::fs::OpenOptions::new();
            std::os::unix::fs::OpenOptionsExt::custom_flags(&mut options, nonblocking);
            options.read(true).write(true).open(path)
        };
        let writer = Sender::from_file_unchecked(both(&self.to_browser)?)?;
        let reader = Receiver::from_file_unchecked(both(&self.from_browser)?)?;
        Ok(DebuggingPipe::over(reader, writer, on_event))
    }
}

impl DebuggingPipe {
    fn over<R, W>(
        reader: R,
        mut writer: W,
        on_event: OnEvent,
    ) -> (Arc<Self>, impl Future<Output = ()> + Send + use<R, W>)
    where
        R: AsyncRead + Unpin + Send,
        W: AsyncWrite + Unpin + Send,
    {
        let (commands, mut waiting) = mpsc::channel::<String>(WAITING_MAX);
        let pending = Pending::default();
        let pipe = Self { commands, last_id: AtomicI64::new(0), pending: pending.clone() };
        let driving = async move {
            let writing = async {
                // An earlier daemon may have died in the middle of a frame: this ends it.
                writer.write_all(b"\0").await?;
                while let Some(frame) = waiting.recv().await {
                    writer.write_all(frame.as_bytes()).await?;
                    writer.write_all(b"\0").await?;
                }
                Ok::<(), io::Error>(())
            };
            let mut reader = BufReader::new(reader);
            let reading = async {
                let mut frame = Vec::new();
                while reader.read_until(0, &mut frame).await? > 0 {
                    receive(frame.strip_suffix(b"\0").unwrap_or(&frame), &pending, &on_event);
                    frame.clear();
                }
                Ok::<(), io::Error>(())
            };
            let ended = tokio::select! {
                ended = writing => ended,
                ended = reading => ended,
            };
            if let Err(error) = ended {
                tracing::warn!(%error, "the debugging pipe broke");
            }
            // Not under the lock: whoever is told may ask again.
            let unanswered = std::mem::take(&mut *pending.lock());
            for on_answer in unanswered.into_values() {
                on_answer(Err(server_error("the browser's debugging pipe is closed")));
            }
        };
        (Arc::new(pipe), driving)
    }

    /// Sends a command; `on_answer` is called once, and never from inside this call.
    pub fn ask(
        &self,
        session: Option<&str>,
        method: &str,
        params: Option<&RawValue>,
        on_answer: OnPipeAnswer,
    ) {
        let id = self.last_id.fetch_add(1, Ordering::Relaxed) + 1;
        let params = params.map_or("{}", RawValue::get);
        let session = session.map(|session| format!(r#","sessionId":{}"#, quoted(session)));
        let frame = format!(
            r#"{{"id":{id},"method":{},"params":{params}{}}}"#,
            quoted(method),
            session.unwrap_or_default()
        );
        self.pending.lock().insert(id, on_answer);
        if self.commands.try_send(frame).is_err()
            && let Some(on_answer) = self.pending.lock().remove(&id)
        {
            tokio::spawn(async move {
                on_answer(Err(server_error("the browser does not read its debugging pipe")));
            });
        }
    }
}

fn receive(frame: &[u8], pending: &Pending, on_event: &OnEvent) {
    let frame: Frame<'_> = match serde_json::from_slice(frame) {
        Ok(frame) => frame,
        // The rest of a frame for an earlier daemon, for example.
        Err(error) => return tracing::debug!(%error, "the debugging pipe carried no frame"),
    };
    match (frame.id, frame.method, frame.params) {
        (Some(id), ..) => {
            let on_answer = pending.lock().remove(&id);
            let Some(on_answer) = on_answer else { return };
            on_answer(match (frame.result, frame.error) {
                (_, Some(error)) => Err(error),
                (Some(result), None) => Ok(result),
                (None, None) => Err(server_error("the browser gave an empty answer")),
            });
        }
        (None, Some(method), Some(params)) => {
            on_event(frame.session_id.as_deref(), &method, params);
        }
        _ => {}
    }
}

fn server_error(message: &str) -> CdpError {
    CdpError { code: -32000, message: message.to_owned() }
}

fn quoted(text: &str) -> String {
    serde_json::Value::from(text).to_string()
}

impl Pending {
    fn lock(&self) -> MutexGuard<'_, HashMap<i64, OnPipeAnswer>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl std::fmt::Debug for Pending {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_tuple("Pending").field(&self.lock().len()).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tokio::io::AsyncReadExt as _;

    #[tokio::test]
    async fn answers_find_their_question_and_events_their_listener() {
        let (ours, theirs) = tokio::io::duplex(1 << 16);
        let (reader, writer) = tokio::io::split(ours);
        let (events, mut heard) = mpsc::unbounded_channel();
        let on_event = Box::new(move |session: Option<&str>, method: &str, params: &RawValue| {
            let _ = events.send(format!("{session:?} {method} {params}"));
        });
        let (pipe, driving) = DebuggingPipe::over(reader, writer, on_event);
        let driving = tokio::spawn(driving);
        let (answers, mut answered) = mpsc::unbounded_channel();
        for method in ["A.one", "A.two"] {
            let answers = answers.clone();
            let on_answer = move |answer| drop(answers.send((method, answer)));
            pipe.ask(Some("S"), method, None, Box::new(on_answer));
        }
        let (mut from_us, mut to_us) = tokio::io::split(theirs);
        let mut said = [0; 1 + 2 * 54];
        from_us.read_exact(&mut said).await.unwrap();
        let frame = r#"{"id":1,"method":"A.one","params":{},"sessionId":"S"}"#;
        assert!(said.starts_with(format!("\0{frame}\0").as_bytes()));

        to_us.write_all(b"half a frame\0{\"id\":2,\"result\":{\"x\":1}}\0").await.unwrap();
        to_us.write_all(b"{\"method\":\"A.e\",\"params\":{}}\0").await.unwrap();
        let (method, answer) = answered.recv().await.unwrap();
        assert_eq!((method, answer.unwrap().get()), ("A.two", r#"{"x":1}"#));
        assert_eq!(heard.recv().await.unwrap(), "None A.e {}");

        drop((from_us, to_us));
        driving.await.unwrap();
        let (method, answer) = answered.recv().await.unwrap();
        assert_eq!(method, "A.one");
        assert!(answer.unwrap_err().message.contains("closed"));
    }
}
