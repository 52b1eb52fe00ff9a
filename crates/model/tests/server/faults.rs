//! Every fault on every wire: the right error, and nothing that could be acted on.

use std::time::Duration;

use futures_util::future::join_all;
use serde_json::json;
use tabwright_model::{BadAnswer, Error, Event, Feature, Phase, Provider, RetryPolicy};
use tabwright_model_server::{Answer, Fault, MODEL};

use super::*;

/// The error that comes of a fault.
async fn failure(provider: Provider, fault: Fault) -> Error {
    let answer = Answer::text("Hello there.").and_call("act", json!({ "steps": ["a", "b"] }));
    let events = ask(provider, answer.with_fault(fault.clone())).await;
    assert_eq!(calls_of(&events), [], "{provider:?} {fault:?}");
    assert!(
        !events.iter().any(|event| matches!(event, Ok(Event::End(_)))),
        "{provider:?} {fault:?}"
    );
    let error = events.last().unwrap().clone().unwrap_err();
    let all = format!("{error} {error:?} {}", error.fix());
    assert!(!all.contains("abcdefgh") && all.len() < 2_000, "{all}");
    error
}

#[tokio::test]
async fn what_the_server_refuses_has_its_own_error() {
    let wait = |seconds| Some(Duration::from_secs(seconds));
    for provider in Provider::ALL {
        for (fault, expected) in [
            (Fault::WrongKey, Error::WrongKey),
            (Fault::NoCredit, Error::NoCredit),
            (Fault::UnknownModel, Error::UnknownModel { model: MODEL.to_owned() }),
            (Fault::RateLimited { retry_after_s: Some(7) }, Error::RateLimited { wait: wait(7) }),
            (Fault::RateLimited { retry_after_s: None }, Error::RateLimited { wait: None }),
            (Fault::ContextTooLong, Error::ContextTooLong),
            (
                Fault::NoTools,
                Error::Unsupported { model: MODEL.to_owned(), feature: Feature::Tools },
            ),
            (Fault::BadGateway, Error::Overloaded { wait: None, detail: None }),
            (Fault::WebPage, BadAnswer::WebPage.into()),
            (
                Fault::Status(404, "{\"detail\": \"Not Found\"}".to_owned()),
                BadAnswer::NoSuchAddress(404).into(),
            ),
        ] {
            assert_eq!(failure(provider, fault).await, expected, "{provider:?}");
        }
        let overloaded = failure(provider, Fault::Overloaded).await;
        assert!(matches!(&overloaded, Error::Overloaded { .. }), "{overloaded}");
        let echo = format!("{{\"error\": {{\"message\": \"bad {KEY} {}\"}}}}", "x".repeat(90_000));
        let huge = failure(provider, Fault::Status(400, echo)).await;
        assert!(matches!(&huge, Error::BadRequest(_)), "{huge}");
    }
}

#[tokio::test]
async fn what_breaks_in_the_middle_is_an_error() {
    for provider in Provider::ALL {
        for (fault, expected) in [
            (Fault::Drop, Error::CutStream),
            (Fault::CutAfter(0), Error::CutStream),
            (Fault::CutAfter(2), Error::CutStream),
            (Fault::CutInCall, Error::CutStream),
            (Fault::NoStop, Error::CutStream),
            (Fault::Malformed, BadAnswer::Malformed("no JSON").into()),
        ] {
            assert_eq!(failure(provider, fault.clone()).await, expected, "{provider:?} {fault:?}");
        }
        let told = failure(provider, Fault::ErrorAfter(2)).await;
        assert!(matches!(&told, Error::Overloaded { .. }), "{provider:?} {told}");
        if provider != Provider::Ollama {
            let refused = failure(provider, Fault::Refused).await;
            assert!(matches!(&refused, Error::Refused(_)), "{provider:?} {refused}");
        }
    }
}

#[tokio::test]
async fn what_came_before_the_cut_is_told() {
    for (provider, frames) in [
        (Provider::OpenAi, 2),
        (Provider::Anthropic, 4),
        (Provider::Gemini, 1),
        (Provider::Ollama, 1),
    ] {
        let events = ask(provider, Answer::fault(Fault::CutAfter(frames))).await;
        assert_eq!(text_of(&events), "Hello.", "{provider:?}");
        assert_eq!(events.last(), Some(&Err(Error::CutStream)), "{provider:?}");
    }
}

#[tokio::test]
async fn a_redirect_is_not_followed() {
    for provider in Provider::ALL {
        let elsewhere = ModelServer::scripted([Answer::text("Give me the key.")]).await.unwrap();
        let error = failure(provider, Fault::Redirect(elsewhere.url())).await;
        assert_eq!(error, BadAnswer::Redirect(307).into(), "{provider:?}");
        assert!(elsewhere.requests().is_empty());
    }
}

#[tokio::test]
async fn a_server_that_falls_silent_is_given_up() {
    let silent = |provider: Provider, fault: Fault| async move {
        let server = ModelServer::scripted([Answer::fault(fault.clone())]).await.unwrap();
        let config = ModelConfig { timeout_s: Some(1), ..server.config(provider) };
        let events: Vec<_> = model(config, RetryPolicy::NEVER).stream(&request()).collect().await;
        let phase = if fault == Fault::Hang { Phase::FirstByte } else { Phase::NextByte };
        let timeout = Error::Timeout { phase, after: Duration::from_secs(1) };
        assert_eq!(events.last(), Some(&Err(timeout)), "{provider:?} {fault:?}");
        server.aborted().await;
    };
    let cases = Provider::ALL.into_iter().flat_map(|provider| {
        [Fault::Hang, Fault::HangAfter(1)].map(|fault| silent(provider, fault))
    });
    join_all(cases).await;
}

#[tokio::test]
async fn a_server_that_is_not_there_cannot_be_reached() {
    for provider in Provider::ALL {
        let gone = ModelServer::scripted([]).await.unwrap();
        let config = gone.config(provider);
        drop(gone);
        let model = model(config, RetryPolicy::NEVER);
        // The port is closed when the server's task has ended.
        let error = loop {
            let mut events: Vec<_> = model.stream(&request()).collect().await;
            match events.pop().unwrap().unwrap_err() {
                Error::CutStream | Error::Overloaded { .. } => {}
                error => break error,
            }
        };
        assert!(
            matches!(&error, Error::Unreachable { host, .. } if host.starts_with("127.0.0.1:"))
        );
    }
}
