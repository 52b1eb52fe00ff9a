//! CDP over a debugging pipe: frames that end with a NUL byte.

use std::io;
use std::sync::Arc;

use tokio::io::{AsyncBufReadExt as _, AsyncRead, AsyncWrite, AsyncWriteExt as _, BufReader};

use super::{Carrying, Link, OnEvent};

/// Begins to speak CDP with the browser at the other end. The future reads and writes, and is to be
/// dropped when the browser is gone; `on_event` receives its events.
pub fn over_pipe<R, W>(
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
        let (pipe, driving) = over_pipe(reader, writer, on_event);
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
