//! When a request is made again.

use std::time::Duration;

use futures_util::{StreamExt as _, stream};

use crate::error::Error;
use crate::event::{Event, EventStream, Retry};

/// When a request is made again, and after how long.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RetryPolicy {
    /// How often it is made again.
    pub retries_max: u32,
    /// The first wait; each one after it is twice as long.
    pub first_wait: Duration,
    /// The longest wait. A server that wants a longer one is not asked again.
    pub wait_max: Duration,
}

impl Default for RetryPolicy {
    fn default() -> Self {
        Self {
            retries_max: 4,
            first_wait: Duration::from_secs(1),
            wait_max: Duration::from_secs(60),
        }
    }
}

impl RetryPolicy {
    /// Never again.
    pub const NEVER: Self =
        Self { retries_max: 0, first_wait: Duration::ZERO, wait_max: Duration::ZERO };

    /// How long to wait after this error, where that helps. `attempt` is 1 for the first retry, `random`
    /// is from 0 to 1 and keeps many clients from coming back at once.
    ///
    /// It looks at the error only. Whether anything of the answer was told already, so that asking again
    /// would tell it twice, is for the caller to know.
    #[must_use]
    pub fn wait(&self, attempt: u32, error: &Error, random: f64) -> Option<Duration> {
        if attempt == 0 || attempt > self.retries_max {
            return None;
        }
        let told = match error {
            Error::RateLimited { wait } | Error::Overloaded { wait, .. } => *wait,
            Error::CutStream
            | Error::MalformedToolCall
            | Error::Timeout { .. }
            | Error::Unreachable { .. } => None,
            Error::WrongKey
            | Error::NotAllowed(_)
            | Error::NoCredit
            | Error::UnknownModel { .. }
            | Error::ContextTooLong
            | Error::Refused(_)
            | Error::BadAnswer { .. }
            | Error::BadRequest(_)
            | Error::Unsupported { .. } => return None,
        };
        let random = random.clamp(0.0, 1.0);
        match told {
            Some(told) if told > self.wait_max => None,
            // Not earlier than the server wants it.
            Some(told) => Some(told.mul_f64(1.0 + 0.1 * random)),
            None => {
                let doubled = self.first_wait.saturating_mul(1 << (attempt - 1).min(16));
                Some(doubled.min(self.wait_max).mul_f64(0.75 + 0.5 * random))
            }
        }
    }
}

/// The stream of `make`, made again by the policy as long as it fails before anything of the answer was
/// told. What failed requests cost is told, too.
pub(crate) fn with_retries<F>(policy: RetryPolicy, mut make: F) -> EventStream
where
    F: FnMut() -> EventStream + Send + 'static,
{
    struct State<F> {
        policy: RetryPolicy,
        make: F,
        stream: EventStream,
        attempt: u32,
        has_told: bool,
        wait: Option<Duration>,
        has_ended: bool,
    }
    let stream = make();
    let state =
        State { policy, make, stream, attempt: 0, has_told: false, wait: None, has_ended: false };
    let next = |mut state: State<F>| async move {
        if state.has_ended {
            return None;
        }
        if let Some(wait) = state.wait.take() {
            tokio::time::sleep(wait).await;
            state.stream = (state.make)();
        }
        let item = state.stream.next().await.unwrap_or(Err(Error::CutStream));
        let item = match item {
            Err(error) if !state.has_told => {
                let attempt = state.attempt + 1;
                match state.policy.wait(attempt, &error, fastrand::f64()) {
                    Some(wait) => {
                        tracing::debug!(attempt, ?wait, %error, "model is asked again");
                        (state.attempt, state.wait) = (attempt, Some(wait));
                        // The connection of the failed request must not stay open meanwhile.
                        state.stream = stream::empty().boxed();
                        Ok(Event::Retry(Retry { attempt, wait, error }))
                    }
                    None => Err(error),
                }
            }
            other => other,
        };
        match &item {
            Err(_) | Ok(Event::End(_)) => state.has_ended = true,
            Ok(Event::Usage(_) | Event::Retry(_)) => {}
            Ok(Event::Text(_) | Event::Reasoning(_) | Event::ToolCall(_)) => state.has_told = true,
        }
        Some((item, state))
    };
    stream::unfold(state, next).boxed()
}

#[cfg(test)]
mod tests {
    use std::collections::VecDeque;
    use std::sync::Arc;
    use std::sync::atomic::{AtomicUsize, Ordering};

    use tokio::time::Instant;

    use super::*;
    use crate::error::{BadAnswer, Phase, ServerText};
    use crate::event::{Answer, StopReason};
    use crate::message::AssistantMessage;
    use crate::usage::Usage;

    fn overloaded() -> Error {
        Error::Overloaded { wait: None, detail: None }
    }

    fn end() -> Event {
        let message = AssistantMessage::default();
        Event::End(Answer { message, stop: StopReason::EndTurn, repairs: Vec::new() })
    }

    fn text() -> Event {
        Event::Text("x".to_owned())
    }

    #[test]
    fn only_what_may_pass_is_retried() {
        let text = ServerText::new("x", None);
        let timeout = Error::Timeout { phase: Phase::NextByte, after: Duration::from_secs(1) };
        let unreachable = Error::Unreachable { host: "h".to_owned(), reason: text.clone() };
        let policy = RetryPolicy::default();
        for error in [
            overloaded(),
            Error::RateLimited { wait: None },
            Error::CutStream,
            Error::MalformedToolCall,
            timeout,
            unreachable,
        ] {
            assert!(policy.wait(1, &error, 0.5).is_some(), "{error}");
            assert_eq!(RetryPolicy::NEVER.wait(1, &error, 0.5), None);
        }
        for error in [
            Error::WrongKey,
            Error::NoCredit,
            Error::NotAllowed(text.clone()),
            Error::UnknownModel { model: "m".to_owned() },
            Error::ContextTooLong,
            Error::Refused(None),
            BadAnswer::WebPage.into(),
            Error::BadRequest(text),
        ] {
            assert_eq!(policy.wait(1, &error, 0.5), None, "{error}");
        }
    }

    #[test]
    fn waits_grow_and_are_bounded() {
        let policy = RetryPolicy::default();
        let wait = |attempt| policy.wait(attempt, &overloaded(), 0.5).map(|wait| wait.as_secs());
        assert_eq!([1, 2, 3, 4].map(wait), [Some(1), Some(2), Some(4), Some(8)]);
        assert_eq!((wait(0), wait(5)), (None, None));
        let long = RetryPolicy { retries_max: u32::MAX, ..policy };
        assert!(long.wait(u32::MAX, &overloaded(), 7.0).unwrap() <= Duration::from_secs(75));
        let told = |seconds| Error::RateLimited { wait: Some(Duration::from_secs(seconds)) };
        assert_eq!(policy.wait(1, &told(20), 0.0), Some(Duration::from_secs(20)));
        assert_eq!(policy.wait(1, &told(20), 1.0), Some(Duration::from_secs(22)));
        assert_eq!(policy.wait(1, &told(61), 0.0), None);
    }

    type Script = Vec<Result<Event, Error>>;

    /// Runs scripted attempts. What came, how long it took, and how many attempts were made.
    async fn run(attempts: Vec<Script>) -> (Vec<Result<Event, Error>>, Duration, usize) {
        let made = Arc::new(AtomicUsize::new(0));
        let (count, mut attempts) = (Arc::clone(&made), VecDeque::from(attempts));
        let make = move || {
            count.fetch_add(1, Ordering::Relaxed);
            stream::iter(attempts.pop_front().unwrap_or_default()).boxed()
        };
        let start = Instant::now();
        let events: Vec<_> = with_retries(RetryPolicy::default(), make).collect().await;
        (events, start.elapsed(), made.load(Ordering::Relaxed))
    }

    #[tokio::test(start_paused = true)]
    async fn a_request_is_made_again_until_it_works() {
        let attempts = vec![
            vec![Err(overloaded())],
            vec![Ok(Event::Usage(Usage { input: 3, ..Usage::default() })), Err(Error::CutStream)],
            vec![Ok(text()), Ok(end())],
        ];
        let (events, took, made) = run(attempts).await;
        assert_eq!(made, 3);
        assert!(matches!(&events[0], Ok(Event::Retry(retry)) if retry.attempt == 1));
        assert!(matches!(&events[1], Ok(Event::Usage(_))));
        assert!(matches!(&events[2], Ok(Event::Retry(retry)) if retry.error == Error::CutStream));
        assert_eq!(events[3..], [Ok(text()), Ok(end())]);
        assert!((2..=4).contains(&took.as_secs()), "{took:?}");
    }

    #[tokio::test(start_paused = true)]
    async fn after_the_first_word_nothing_is_asked_again() {
        let (events, took, made) = run(vec![vec![Ok(text()), Err(Error::CutStream)]]).await;
        assert_eq!(events, [Ok(text()), Err(Error::CutStream)]);
        assert_eq!((took, made), (Duration::ZERO, 1));
    }

    #[tokio::test(start_paused = true)]
    async fn the_last_error_is_told_when_nothing_helps() {
        let (events, took, made) = run(vec![vec![Err(overloaded())]; 9]).await;
        assert_eq!((events.len(), made), (5, 5));
        assert_eq!(events.last(), Some(&Err(overloaded())));
        assert!((11..=19).contains(&took.as_secs()), "{took:?}");
    }

    #[tokio::test(start_paused = true)]
    async fn a_wait_of_the_server_is_obeyed() {
        let limited = Error::RateLimited { wait: Some(Duration::from_secs(30)) };
        let (events, took, _) = run(vec![vec![Err(limited)], vec![Ok(end())]]).await;
        assert_eq!(events.len(), 2);
        assert!((30..=33).contains(&took.as_secs()), "{took:?}");
        let limited = Error::RateLimited { wait: Some(Duration::from_secs(3_600)) };
        let (events, took, made) = run(vec![vec![Err(limited.clone())]]).await;
        assert_eq!((events, took, made), (vec![Err(limited)], Duration::ZERO, 1));
    }

    #[tokio::test(start_paused = true)]
    async fn a_stream_that_just_ends_was_cut() {
        let (events, _, made) = run(vec![vec![], vec![Ok(end())]]).await;
        assert_eq!((events.len(), made), (2, 2));
    }
}
