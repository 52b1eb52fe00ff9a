//! Retries, and the end of a stream that nobody wants any more.

use std::time::Duration;

use futures_util::StreamExt as _;
use serde_json::json;
use tabwright_model::{Error, Event, Provider, RetryPolicy, StopReason};
use tabwright_model_server::{Answer, Fault, Gate};

use super::*;

/// Retries without waiting.
const AT_ONCE: RetryPolicy =
    RetryPolicy { retries_max: 4, first_wait: Duration::ZERO, wait_max: Duration::from_secs(60) };

#[tokio::test]
async fn what_passes_is_retried_until_the_answer_comes() {
    for provider in Provider::ALL {
        let script = [
            Answer::fault(Fault::RateLimited { retry_after_s: Some(0) }),
            Answer::fault(Fault::Overloaded),
            Answer::fault(Fault::Drop),
            Answer::call("act", json!({ "steps": [] })).with_fault(Fault::CutInCall),
            Answer::call("act", json!({ "steps": ["a"] })),
        ];
        let server = ModelServer::scripted(script).await.unwrap();
        let model = model(server.config(provider), AT_ONCE);
        let events: Vec<_> = model.stream(&request()).collect().await;
        assert_eq!(calls_of(&events), [("act".to_owned(), json!({ "steps": ["a"] }))]);
        let retries: Vec<_> = events
            .iter()
            .filter_map(|event| match event {
                Ok(Event::Retry(retry)) => Some(retry.attempt),
                _ => None,
            })
            .collect();
        assert_eq!(retries, [1, 2, 3, 4], "{provider:?}");
        let bodies: Vec<_> = server.requests().into_iter().map(|it| it.request.body).collect();
        assert_eq!(bodies.len(), 5, "{provider:?}");
        assert!(bodies.windows(2).all(|pair| pair[0] == pair[1]), "{provider:?}");
    }
}

#[tokio::test]
async fn an_answer_that_was_begun_is_not_asked_for_again() {
    for provider in Provider::ALL {
        let cut = Answer::text("I will.").and_call("act", json!({ "steps": [] }));
        let script = [cut.with_fault(Fault::CutInCall), Answer::text("Never.")];
        let server = ModelServer::scripted(script).await.unwrap();
        let model = model(server.config(provider), AT_ONCE);
        let events: Vec<_> = model.stream(&request()).collect().await;
        assert_eq!(text_of(&events), "I will.", "{provider:?}");
        assert_eq!(events.last(), Some(&Err(Error::CutStream)), "{provider:?}");
        assert_eq!((calls_of(&events), server.requests().len()), (vec![], 1), "{provider:?}");
    }
}

#[tokio::test]
async fn what_does_not_pass_is_not_retried() {
    for fault in [Fault::WrongKey, Fault::NoCredit, Fault::ContextTooLong, Fault::Refused] {
        let server = ModelServer::scripted([Answer::new(vec![]).with_fault(fault)]).await.unwrap();
        let model = model(server.config(Provider::Anthropic), AT_ONCE);
        let events: Vec<_> = model.stream(&request()).collect().await;
        assert!(events.last().unwrap().is_err());
        assert_eq!(server.requests().len(), 1);
    }
}

#[tokio::test]
async fn a_stream_that_is_dropped_ends_the_request() {
    for provider in Provider::ALL {
        // In the middle of the answer, and before it begins.
        let gate = Gate::new();
        let begun = Answer::text("A long story about the sea.").pause_after(4, &gate);
        let server = ModelServer::scripted([begun]).await.unwrap();
        let model = model(server.config(provider), RetryPolicy::default());
        let mut stream = model.stream(&request());
        assert!(matches!(stream.next().await, Some(Ok(Event::Text(_)))), "{provider:?}");
        drop(stream);
        server.aborted().await;

        let server = ModelServer::scripted([Answer::fault(Fault::Hang)]).await.unwrap();
        let model = super::model(server.config(provider), RetryPolicy::default());
        let mut stream = model.stream(&request());
        let asking = tokio::spawn(async move { stream.next().await });
        server.received(1).await;
        asking.abort();
        server.aborted().await;
    }
}

#[tokio::test]
async fn text_is_told_while_the_rest_is_still_to_come() {
    for provider in Provider::ALL {
        let gate = Gate::new();
        let answer = Answer::text("First of all: wait.").and_call("act", json!({ "steps": [] }));
        let server = ModelServer::scripted([answer.pause_after(4, &gate)]).await.unwrap();
        let model = model(server.config(provider), RetryPolicy::NEVER);
        let mut stream = model.stream(&request());
        assert!(matches!(stream.next().await, Some(Ok(Event::Text(_)))), "{provider:?}");
        gate.open();
        let rest: Vec<_> = stream.collect().await;
        assert!(
            matches!(rest.last(), Some(Ok(Event::End(end))) if end.stop == StopReason::ToolCalls)
        );
        assert!(!server.requests()[0].was_aborted, "{provider:?}");
    }
}

#[tokio::test]
async fn nothing_is_sent_before_the_stream_is_polled() {
    let server = ModelServer::scripted([]).await.unwrap();
    let model = model(server.config(Provider::OpenAi), RetryPolicy::NEVER);
    drop(model.stream(&request()));
    assert!(server.requests().is_empty());
}
