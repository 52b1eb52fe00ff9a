//! The Rust half of the interop test: the extension's TypeScript endpoint talks to this one over
//! stdin and stdout, one frame a line. See `extension/src/rpc/interop.test.ts`.

use std::sync::Arc;

use serde::{Deserialize, Serialize};
use serde_json::Value;
use tabwright_rpc::{Channel, Endpoint, Service};
use tabwright_wire::{Frame, Method, NoParams, Notice, RemoteError, RemoteErrorCode};
use tokio::io::{AsyncBufReadExt as _, AsyncWriteExt as _, BufReader};
use tokio::sync::{Notify, OnceCell};

const TEST: &str = "test";

macro_rules! test_methods {
    ($($type:ident = $name:literal ($params:ty) -> $result:ty;)*) => { $(
        struct $type;
        impl Method for $type {
            const CHANNEL: &'static str = TEST;
            const NAME: &'static str = $name;
            const DEADLINE: std::time::Duration = std::time::Duration::from_secs(30);
            type Params = $params;
            type Result = $result;
        }
    )* };
}

macro_rules! test_notices {
    ($($type:ident = $name:literal ($params:ty);)*) => { $(
        struct $type;
        impl Notice for $type {
            const CHANNEL: &'static str = TEST;
            const NAME: &'static str = $name;
            type Params = $params;
        }
    )* };
}

test_methods! {
    Echo = "echo" (Value) -> Value;
    Fail = "fail" (FailParams) -> Value;
    Wait = "wait" (NoParams) -> Value;
    Ask = "ask" (AskParams) -> Value;
    Burst = "burst" (BurstParams) -> Sent;
    AskAndCancel = "askAndCancel" (AskAndCancelParams) -> Cancelled;
}

test_notices! {
    Tick = "tick" (TickParams);
    WasCancelled = "cancelled" (Named);
    Started = "started" (NoParams);
}

#[derive(Serialize, Deserialize)]
struct FailParams {
    message: String,
}
#[derive(Serialize, Deserialize)]
struct AskParams {
    method: String,
    params: Value,
}
#[derive(Serialize, Deserialize)]
struct AskAndCancelParams {
    method: String,
}
#[derive(Serialize, Deserialize)]
struct BurstParams {
    count: u32,
}
#[derive(Serialize, Deserialize)]
struct Sent {
    sent: u32,
}
#[derive(Serialize, Deserialize)]
struct TickParams {
    n: u32,
}
#[derive(Serialize, Deserialize)]
struct Named {
    name: String,
}
#[derive(Serialize, Deserialize)]
struct Cancelled {
    cancelled: bool,
}

/// Tells the other side when the work it belongs to is dropped.
struct TellOnDrop(Channel);
impl Drop for TellOnDrop {
    fn drop(&mut self) {
        let channel = self.0.clone();
        tokio::spawn(
            async move { channel.tell::<WasCancelled>(&Named { name: "wait".into() }).await },
        );
    }
}

fn failed(error: impl std::fmt::Display) -> RemoteError {
    RemoteError { code: RemoteErrorCode::Failed, message: error.to_string() }
}

#[tokio::main(flavor = "current_thread")]
async fn main() {
    let back: Arc<OnceCell<Channel>> = Arc::default();
    let started: Arc<Notify> = Arc::default();
    let asker = {
        let back = Arc::clone(&back);
        move || back.get().expect("set before the first frame").clone()
    };

    let service = Service::none()
        .on::<Echo, _>(|params| async { Ok(params) })
        .on::<Fail, _>(|params| async { Err(failed(params.message)) })
        .on::<Wait, _>({
            let asker = asker.clone();
            move |_| {
                let told = TellOnDrop(asker());
                async move {
                    let _told = told;
                    std::future::pending().await
                }
            }
        })
        .on::<Ask, _>({
            let asker = asker.clone();
            move |params| {
                let channel = asker();
                async move {
                    let answer = channel.ask(&params.method, &params.params, Ask::DEADLINE).await;
                    serde_json::from_str(answer.map_err(failed)?.get()).map_err(failed)
                }
            }
        })
        .on::<Burst, _>({
            let asker = asker.clone();
            move |params| {
                let channel = asker();
                async move {
                    for n in 0..params.count {
                        channel.tell::<Tick>(&TickParams { n }).await.map_err(failed)?;
                    }
                    Ok(Sent { sent: params.count })
                }
            }
        })
        .on::<AskAndCancel, _>({
            let started = Arc::clone(&started);
            move |params| {
                let (channel, started) = (asker(), Arc::clone(&started));
                async move {
                    tokio::select! {
                        answer = channel.ask(&params.method, &NoParams {}, AskAndCancel::DEADLINE) => {
                            Err(failed(format!("answered instead: {answer:?}")))
                        }
                        () = started.notified() => Ok(Cancelled { cancelled: true }),
                    }
                }
            }
        })
        .hear::<Started>(move |_| started.notify_one());

    let (endpoint, mut outbox) = Endpoint::new([(TEST, service)]);
    back.set(endpoint.channel(TEST)).ok();

    let writer = tokio::spawn(async move {
        let mut stdout = tokio::io::stdout();
        while let Some(frame) = outbox.next().await {
            let line = frame.text + "\n";
            if stdout.write_all(line.as_bytes()).await.is_err() || stdout.flush().await.is_err() {
                break;
            }
        }
    });
    let mut lines = BufReader::new(tokio::io::stdin()).lines();
    while let Ok(Some(line)) = lines.next_line().await {
        match Frame::parse(&line) {
            Ok(Frame::Channel { name, message }) => {
                if let Err(error) = endpoint.receive(&name, message) {
                    eprintln!("{error}");
                }
            }
            other => eprintln!("not a channel frame: {other:?}"),
        }
    }
    endpoint.disconnect();
    endpoint.finished().await;
    writer.abort();
}
