//! One end of a connection: many channels, one stream of frames each way.

use std::collections::HashMap;
use std::panic::AssertUnwindSafe;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use futures_util::FutureExt as _;
use futures_util::future::BoxFuture;
use serde::Serialize;
use serde_json::value::RawValue;
use tabwright_wire::{
    CallId, Message, Method, Notice, PENDING_CALLS_MAX, RemoteError, RemoteErrorCode, envelope,
};
use tokio::sync::oneshot;
use tokio::task::AbortHandle;
use tokio_util::task::TaskTracker;

use crate::error::{Error, ProtocolError};
use crate::outbox::{self, Outbox};
use crate::pending::{Delivery, OnAnswer, Pending};
use crate::service::{Reply, Service};

/// Cheap to clone; all clones are the same end.
#[derive(Debug, Clone)]
pub struct Endpoint {
    inner: Arc<Inner>,
}

/// One named channel of an [`Endpoint`], for asking the other side.
#[derive(Debug, Clone)]
pub struct Channel {
    name: &'static str,
    endpoint: Endpoint,
}

#[derive(Debug)]
struct Inner {
    services: HashMap<&'static str, Service>,
    outbox: outbox::Sender,
    pending: Pending,
    /// Invokes of the other side that we are working on.
    under_way: Mutex<HashMap<(&'static str, CallId), AbortHandle>>,
    tasks: TaskTracker,
}

impl Endpoint {
    /// The channels an end has are fixed when it is made: what comes on another is an error of
    /// the peer.
    pub fn new(services: impl IntoIterator<Item = (&'static str, Service)>) -> (Self, Outbox) {
        let (sender, outbox) = outbox::outbox();
        let inner = Inner {
            services: services.into_iter().collect(),
            outbox: sender,
            pending: Pending::default(),
            under_way: Mutex::default(),
            tasks: TaskTracker::new(),
        };
        (Self { inner: Arc::new(inner) }, outbox)
    }

    #[must_use]
    pub fn channel(&self, name: &'static str) -> Channel {
        Channel { name, endpoint: self.clone() }
    }

    /// Takes one message that the transport received. Never waits.
    pub fn receive(&self, channel: &str, message: &RawValue) -> Result<(), ProtocolError> {
        let (&channel, service) = self
            .inner
            .services
            .get_key_value(channel)
            .ok_or_else(|| ProtocolError::UnknownChannel(channel.chars().take(80).collect()))?;
        match Message::parse(message)? {
            Message::Invoke { call_id, name, args } => {
                self.serve(channel, call_id, service.invoke(&name, args))
            }
            Message::InvokeResult { call_id, result } => {
                self.deliver(call_id, Ok(result.to_owned()))
            }
            Message::InvokeError { call_id, error } => {
                self.deliver(call_id, Err(Error::Remote(error)))
            }
            Message::Call { name, args } => service.notice(&name, args),
            Message::Cancel { call_id } => {
                // Nothing under way by that id means that our answer crossed the cancellation.
                if let Some(work) = self.under_way().remove(&(channel, call_id)) {
                    work.abort();
                }
                Ok(())
            }
        }
    }

    /// Fails everything that waits, stops everything under way. Idempotent.
    pub fn disconnect(&self) {
        self.inner.pending.disconnect();
        self.inner.outbox.close();
        self.inner.tasks.close();
        for (_, work) in self.under_way().drain() {
            work.abort();
        }
    }

    /// Resolves after [`Endpoint::disconnect`], when no task of this end is left.
    pub async fn finished(&self) {
        self.inner.tasks.wait().await;
    }

    /// How many of our invokes wait for an answer.
    #[must_use]
    pub fn pending_calls(&self) -> usize {
        self.inner.pending.len()
    }

    fn deliver(
        &self,
        id: CallId,
        answer: Result<Box<RawValue>, Error>,
    ) -> Result<(), ProtocolError> {
        match self.inner.pending.answer(id, answer) {
            Delivery::Delivered => Ok(()),
            Delivery::Late => {
                tracing::debug!(call = %id, "an answer came after its caller had given up");
                Ok(())
            }
            Delivery::NeverAsked => Err(ProtocolError::UnknownCall(id)),
        }
    }

    fn serve(
        &self,
        channel: &'static str,
        id: CallId,
        work: Result<BoxFuture<'static, Reply>, RemoteError>,
    ) -> Result<(), ProtocolError> {
        let mut under_way = self.under_way();
        if under_way.contains_key(&(channel, id)) {
            return Err(ProtocolError::DuplicateCall(id));
        }
        let work = if under_way.len() >= PENDING_CALLS_MAX {
            let message =
                format!("{PENDING_CALLS_MAX} calls are under way already; try again later");
            Err(RemoteError { code: RemoteErrorCode::Busy, message })
        } else {
            work
        };
        let endpoint = self.clone();
        let task = self.inner.tasks.spawn(async move {
            let reply = match work {
                Ok(work) => AssertUnwindSafe(work).catch_unwind().await.unwrap_or_else(|_| {
                    let message = "the handler panicked; see the log".to_owned();
                    Err(RemoteError { code: RemoteErrorCode::Failed, message })
                }),
                Err(refusal) => Err(refusal),
            };
            endpoint.answer(channel, id, reply).await;
            endpoint.under_way().remove(&(channel, id));
        });
        // The task cannot have removed itself yet: it needs the lock we hold.
        under_way.insert((channel, id), task.abort_handle());
        Ok(())
    }

    async fn answer(&self, channel: &'static str, call_id: CallId, reply: Reply) {
        let sent = match &reply {
            Ok(result) => self.send(channel, &Message::InvokeResult { call_id, result }).await,
            Err(error) => {
                self.send(channel, &Message::InvokeError { call_id, error: error.clone() }).await
            }
        };
        if let Err(error @ Error::TooLarge { .. }) = sent {
            let error = RemoteError { code: RemoteErrorCode::TooLarge, message: error.to_string() };
            // Only a disconnect can be in the way of so small a message.
            let _ = self.send(channel, &Message::InvokeError { call_id, error }).await;
        }
    }

    async fn send(&self, channel: &'static str, message: &Message<'_>) -> Result<(), Error> {
        let text = envelope(channel, message)
            .map_err(|source| Error::Params { name: channel.to_owned(), source })?;
        let room = self.inner.outbox.reserve(text.len()).await?;
        self.inner.outbox.push(text, room)
    }

    fn under_way(&self) -> MutexGuard<'_, HashMap<(&'static str, CallId), AbortHandle>> {
        self.inner.under_way.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Channel {
    /// Asks the other side. Dropping the future cancels the call there too.
    pub async fn invoke<M: Method>(&self, params: &M::Params) -> Result<M::Result, Error> {
        debug_assert_eq!(M::CHANNEL, self.name, "{} belongs to another channel", M::NAME);
        let answer = self.ask(M::NAME, params, M::DEADLINE).await?;
        serde_json::from_str(answer.get())
            .map_err(|source| Error::Result { name: M::NAME.to_owned(), source })
    }

    /// [`Channel::invoke`] by name and with a deadline of the caller's choice; the result unread.
    pub async fn ask(
        &self,
        name: &str,
        params: &impl Serialize,
        deadline: Duration,
    ) -> Result<Box<RawValue>, Error> {
        let args = arguments(name, params)?;
        let (sender, answer) = oneshot::channel();
        // The caller may be giving up at the very moment the answer comes.
        let on_answer = Box::new(move |answer| drop(sender.send(answer)));
        let id = self.endpoint.inner.pending.open(on_answer).map_err(|(error, _)| error)?;
        let call = OpenCall { channel: self, id };
        let message = Message::Invoke { call_id: id, name: name.into(), args: &args };
        let exchange = async {
            self.endpoint.send(self.name, &message).await?;
            answer.await.unwrap_or(Err(Error::Disconnected))
        };
        let began = tokio::time::Instant::now();
        let outcome = tokio::time::timeout(deadline, exchange).await;
        drop(call);
        let outcome = outcome
            .unwrap_or_else(|_| Err(Error::Deadline { name: name.to_owned(), limit: deadline }));
        let (took_ms, ok) = (began.elapsed().as_millis() as u64, outcome.is_ok());
        tracing::debug!(rpc = %id, channel = self.name, method = name, took_ms, ok, "asked the peer");
        outcome
    }

    /// Asks without waiting: for a caller that must see answers in the order in which they and the
    /// notices arrive. `on_answer` is called once, from wherever the answer comes in and never from
    /// inside this call; it must not block. There is no deadline.
    pub fn ask_then(
        &self,
        name: &str,
        params: &impl Serialize,
        on_answer: impl FnOnce(Result<Box<RawValue>, Error>) + Send + 'static,
    ) {
        if let Err((error, on_answer)) = self.try_ask_then(name, params, Box::new(on_answer)) {
            self.endpoint.inner.tasks.spawn(async move { on_answer(Err(error)) });
        }
    }

    fn try_ask_then(
        &self,
        name: &str,
        params: &impl Serialize,
        on_answer: OnAnswer,
    ) -> Result<(), (Error, OnAnswer)> {
        let args = match arguments(name, params) {
            Ok(args) => args,
            Err(error) => return Err((error, on_answer)),
        };
        let inner = &self.endpoint.inner;
        let id = inner.pending.open(on_answer)?;
        let message = Message::Invoke { call_id: id, name: name.into(), args: &args };
        let sent = envelope(self.name, &message)
            .map_err(|source| Error::Params { name: name.to_owned(), source })
            .and_then(|text| inner.outbox.push_now(text));
        match sent {
            Ok(()) => Ok(()),
            // It may have failed by a disconnect, which has called it already.
            Err(error) => inner.pending.give_up(id).map_or(Ok(()), |back| Err((error, back))),
        }
    }

    /// Tells the other side something. Done when the message is on its way, in order.
    pub async fn tell<N: Notice>(&self, params: &N::Params) -> Result<(), Error> {
        debug_assert_eq!(N::CHANNEL, self.name, "{} belongs to another channel", N::NAME);
        let args = arguments(N::NAME, params)?;
        self.endpoint.send(self.name, &Message::Call { name: N::NAME.into(), args: &args }).await
    }
}

fn arguments(name: &str, params: &impl Serialize) -> Result<Box<RawValue>, Error> {
    serde_json::value::to_raw_value(&(params,))
        .map_err(|source| Error::Params { name: name.to_owned(), source })
}

/// A call that has no answer yet: dropped early, it is cancelled on both sides.
struct OpenCall<'a> {
    channel: &'a Channel,
    id: CallId,
}

impl Drop for OpenCall<'_> {
    fn drop(&mut self) {
        let inner = &self.channel.endpoint.inner;
        if inner.pending.give_up(self.id).is_none() {
            return;
        }
        let message = Message::Cancel { call_id: self.id };
        if let Ok(text) = envelope(self.channel.name, &message) {
            inner.outbox.push_at_once(text);
        }
    }
}
