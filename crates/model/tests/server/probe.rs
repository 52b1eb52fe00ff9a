//! What a model can do is found out on every wire.

use serde_json::json;
use tabwright_model::{Error, Provider, RetryPolicy, probe};
use tabwright_model_server::{Answer, Fault, Item, NormalizedRequest};

use super::*;

/// A model that does all it is asked for.
fn able(request: &NormalizedRequest) -> Answer {
    let sees = request
        .items
        .iter()
        .any(|item| matches!(item, Item::User { images, .. } if !images.is_empty()));
    match request.tools.is_empty() {
        true => Answer::text("One, two, three, and so on."),
        false if sees => Answer::call("report", json!({ "colour": "Red" })),
        false => Answer::call("report", json!({ "colour": "green" })),
    }
}

#[tokio::test]
async fn what_works_is_found_out_on_every_wire() {
    for provider in Provider::ALL {
        let server = ModelServer::with_policy(able).await.unwrap();
        let config = ModelConfig { vision: Some(true), ..server.config(provider) };
        let model = model(config, RetryPolicy::NEVER);
        let found = probe(&model, true).await.unwrap();
        assert!(found.text && found.streaming && found.tools, "{provider:?}");
        assert_eq!(found.images, Some(true), "{provider:?}");
        assert!(found.usage.input > 0 && found.usage.output > 0, "{provider:?}");
        let found = probe(&model, false).await.unwrap();
        assert_eq!((found.tools, found.images), (true, None), "{provider:?}");
    }
}

#[tokio::test]
async fn what_a_model_lacks_is_found_out_too() {
    let no_images = Fault::Status(
        400,
        json!({ "error": { "message": "This model does not support image input" } }).to_string(),
    );
    let server = ModelServer::scripted([
        Answer::text("x"),
        Answer::fault(no_images),
        Answer::text("I have no tools."),
        Answer::text("x"),
        Answer::fault(Fault::NoTools),
        Answer::fault(Fault::WrongKey),
    ]);
    let server = server.await.unwrap();
    let model = model(server.config(Provider::OpenAi), RetryPolicy::NEVER);
    let found = probe(&model, true).await.unwrap();
    assert_eq!((found.streaming, found.tools, found.images), (false, false, Some(false)));
    let found = probe(&model, false).await.unwrap();
    assert!(found.text && !found.tools);
    assert_eq!(probe(&model, false).await, Err(Error::WrongKey));
}
