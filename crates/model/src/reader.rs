//! From the bytes of an answer to its events.

use std::collections::VecDeque;
use std::sync::Arc;

use bytes::Bytes;
use futures_util::stream::{self, BoxStream};
use futures_util::{Stream, StreamExt as _};
use tokio::time::{Instant, timeout_at};

use crate::assembly::{Assembly, Decoder};
use crate::config::Timeouts;
use crate::error::{BadAnswer, Error, Phase};
use crate::event::{Event, EventStream};
use crate::framing::{Framer, Framing};
use crate::limits::BODY_BYTES_MAX;
use crate::message::Tool;

/// The body of an answer.
pub(crate) type ByteStream = BoxStream<'static, Result<Bytes, Error>>;

/// Reads the body of an answer as it comes.
pub(crate) fn read(
    bytes: ByteStream,
    framing: Framing,
    decoder: Box<dyn Decoder>,
    tools: Arc<[Tool]>,
) -> EventStream {
    let reading = Reading {
        bytes,
        framer: Framer::new(framing),
        decoder,
        assembly: Assembly::default(),
        tools,
        told: VecDeque::new(),
        bytes_read: 0,
        has_ended: false,
    };
    stream::unfold(reading, |mut reading| async move {
        let item = reading.next().await?;
        Some((item, reading))
    })
    .boxed()
}

struct Reading {
    bytes: ByteStream,
    framer: Framer,
    decoder: Box<dyn Decoder>,
    assembly: Assembly,
    tools: Arc<[Tool]>,
    told: VecDeque<Result<Event, Error>>,
    bytes_read: usize,
    has_ended: bool,
}

impl Reading {
    async fn next(&mut self) -> Option<Result<Event, Error>> {
        loop {
            if let Some(item) = self.told.pop_front() {
                return Some(item);
            }
            if self.has_ended {
                return None;
            }
            let read = match self.bytes.next().await {
                Some(Ok(bytes)) => self.push(&bytes),
                // The answer is complete, even if the connection did not end well.
                Some(Err(_)) | None if self.assembly.has_stopped() => self.end(),
                Some(Err(error)) => Err(error),
                None => self.end(),
            };
            while let Some(event) = self.assembly.next_event() {
                self.told.push_back(Ok(event));
            }
            if let Err(error) = read {
                self.told.extend(self.assembly.fail().map(Ok));
                self.told.push_back(Err(error));
                self.close();
            }
        }
    }

    fn push(&mut self, bytes: &Bytes) -> Result<(), Error> {
        self.bytes_read = self.bytes_read.saturating_add(bytes.len());
        if self.bytes_read > BODY_BYTES_MAX {
            return Err(BadAnswer::TooMuch("too many bytes").into());
        }
        let events = self.framer.push(bytes)?;
        self.decode(&events)?;
        if self.assembly.is_done() { self.finish() } else { Ok(()) }
    }

    fn end(&mut self) -> Result<(), Error> {
        let events = self.framer.finish()?;
        match self.decode(&events) {
            // The last event is cut in its middle. That the stream broke off says more than that it is no JSON, and
            // after the reason to stop nothing of weight can be missing.
            Err(Error::BadAnswer { .. }) => {}
            decoded => decoded?,
        }
        self.finish()
    }

    fn decode(&mut self, events: &[String]) -> Result<(), Error> {
        for event in events {
            self.decoder.event(event, &mut self.assembly)?;
            if self.assembly.is_done() {
                break;
            }
        }
        Ok(())
    }

    fn finish(&mut self) -> Result<(), Error> {
        let events = self.assembly.finish(&self.tools)?;
        self.told.extend(events.into_iter().map(Ok));
        self.close();
        Ok(())
    }

    /// Nothing more is read, and the connection is given back or closed at once.
    fn close(&mut self) {
        self.has_ended = true;
        self.bytes = stream::empty().boxed();
    }
}

/// Gives a body up that is silent for too long, or that does not end.
pub(crate) fn with_timeouts(
    bytes: impl Stream<Item = Result<Bytes, Error>> + Send + 'static,
    timeouts: Timeouts,
) -> ByteStream {
    let whole = Instant::now() + timeouts.whole;
    let state = Some(Box::pin(bytes));
    stream::unfold(state, move |state| async move {
        let mut bytes = state?;
        let next = Instant::now() + timeouts.next_byte;
        match timeout_at(next.min(whole), bytes.next()).await {
            Ok(item) => item.map(|item| (item, Some(bytes))),
            Err(_) => {
                let (phase, after) = match next < whole {
                    true => (Phase::NextByte, timeouts.next_byte),
                    false => (Phase::End, timeouts.whole),
                };
                Some((Err(Error::Timeout { phase, after }), None))
            }
        }
    })
    .boxed()
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    const TIMEOUTS: Timeouts = Timeouts {
        first_byte: Duration::from_secs(9),
        next_byte: Duration::from_secs(5),
        whole: Duration::from_secs(20),
    };

    /// One byte after each of these many seconds, then silence.
    fn bytes_after(seconds: Vec<u64>) -> impl Stream<Item = Result<Bytes, Error>> + Send {
        let waits = stream::iter(seconds).then(|seconds| async move {
            tokio::time::sleep(Duration::from_secs(seconds)).await;
            Ok(Bytes::from_static(b":"))
        });
        waits.chain(stream::pending())
    }

    #[tokio::test(start_paused = true)]
    async fn a_silent_body_is_given_up() {
        let start = Instant::now();
        let items: Vec<_> = with_timeouts(bytes_after(vec![4, 4]), TIMEOUTS).collect().await;
        let timeout = Error::Timeout { phase: Phase::NextByte, after: Duration::from_secs(5) };
        assert_eq!((items.len(), items.last()), (3, Some(&Err(timeout))));
        assert_eq!(start.elapsed().as_secs(), 13);
    }

    #[tokio::test(start_paused = true)]
    async fn a_body_that_only_keeps_the_connection_alive_is_given_up() {
        let items: Vec<_> = with_timeouts(bytes_after(vec![3; 100]), TIMEOUTS).collect().await;
        let timeout = Error::Timeout { phase: Phase::End, after: Duration::from_secs(20) };
        assert_eq!((items.len(), items.last()), (7, Some(&Err(timeout))));
    }

    #[tokio::test(start_paused = true)]
    async fn a_body_that_ends_ends() {
        let bytes = stream::iter([Ok(Bytes::from_static(b"x"))]);
        let items: Vec<_> = with_timeouts(bytes, TIMEOUTS).collect().await;
        assert_eq!(items, [Ok(Bytes::from_static(b"x"))]);
    }
}
