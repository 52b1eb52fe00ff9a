//! Chrome's debugging pipe: CDP to a browser that we started, with no port that others could find.
//!
//! Two named pipes in a private folder, which the browser holds open in both directions. An ordinary
//! pair would end the browser together with the daemon that made it; these wait for the next one.

use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use tokio::io::{AsyncBufReadExt as _, AsyncRead, AsyncWrite, AsyncWriteExt as _, BufReader};

use crate::cdp::{Carrying, Link, OnEvent};

/// Where the two pipes lie.
#[derive(Debug, Clone)]
pub struct PipePaths {
    pub to_browser: PathBuf,
    pub from_browser: PathBuf,
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
    ) -> io::Result<(Arc<Link>, impl Future<Output = ()> + Send + use<>)> {
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
        Ok(speak(reader, writer, on_event))
    }
}

fn speak<R, W>(
    reader: R,
    mut writer: W,
    on_event: OnEvent,
) -> (Arc<Link>, impl Future<Output = ()> + Send + use<R, W>)
where
    R: AsyncRead + Unpin + Send,
    W: AsyncWrite + Unpin + Send,
{
    let (link, Carrying { mut outgoing, incoming }) = Link::new(on_event);
    let driving = async move {
        let writing = async {
            // An earlier daemon may have died in the middle of a frame: this ends it.
            writer.write_all(b"\0").await?;
            while let Some(frame) = outgoing.recv().await {
                writer.write_all(frame.as_bytes()).await?;
                writer.write_all(b"\0").await?;
            }
            Ok::<(), io::Error>(())
        };
        let mut reader = BufReader::new(reader);
        let reading = async {
            let mut frame = Vec::new();
            while reader.read_until(0, &mut frame).await? > 0 {
                incoming.receive(frame.strip_suffix(b"\0").unwrap_or(&frame));
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
        incoming.close();
    };
    (link, driving)
}

#[cfg(test)]
mod tests {
    use serde_json::value::RawValue;
    use tokio::io::AsyncReadExt as _;
    use tokio::sync::mpsc;

    use super::*;

    #[tokio::test]
    async fn answers_find_their_question_and_events_their_listener() {
        let (ours, theirs) = tokio::io::duplex(1 << 16);
        let (reader, writer) = tokio::io::split(ours);
        let (events, mut heard) = mpsc::unbounded_channel();
        let on_event = Box::new(move |session: Option<&str>, method: &str, params: &RawValue| {
            let _ = events.send(format!("{session:?} {method} {params}"));
        });
        let (pipe, driving) = speak(reader, writer, on_event);
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
