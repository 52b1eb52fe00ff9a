//! Conversations of several requests, on every wire.

use serde_json::json;
use tabwright_model::{
    Caching, Content, Message, PictureFormat, Provider, Request, ToolResult, Usage, collect,
};
use tabwright_model_server::{Answer, AnswerPart, Image, Item, NormalizedRequest};

use super::*;

/// Counts to three with a tool, as a model would that reads only what it is sent.
fn count_to_three(request: &NormalizedRequest) -> Answer {
    assert_eq!(request.tools.len(), 2);
    assert_eq!(request.system, "You help.");
    match request.last_result() {
        None => Answer::new(vec![AnswerPart::Reasoning("From one on.".to_owned())])
            .and_call("act", json!({ "steps": ["1"] })),
        Some("3") => Answer::text("I have counted to three."),
        Some(number) => {
            let next = number.parse::<u32>().unwrap() + 1;
            Answer::text("Next.").and_call("act", json!({ "steps": [next.to_string()] }))
        }
    }
}

/// Asks until the model calls no more tools. What it says at last.
async fn run(model: &HttpModel, request: &mut Request) -> (String, Usage) {
    let mut spent = Usage::default();
    for step in 0..10 {
        request.state = Some(format!("Step {step}."));
        let (answer, usage) = collect(model.stream(request)).await.unwrap();
        spent += usage;
        let results: Vec<_> = answer
            .message
            .tool_calls()
            .map(|call| ToolResult {
                call_id: call.id.clone(),
                tool: call.name.clone(),
                content: vec![Content::Text {
                    text: call.arguments.object().unwrap()["steps"][0].as_str().unwrap().to_owned(),
                }],
                is_error: false,
            })
            .collect();
        let text = answer.message.text();
        request.messages.push(Message::Assistant(answer.message));
        if results.is_empty() {
            return (text, spent);
        }
        request.messages.push(Message::ToolResults { results });
    }
    panic!("the model does not end");
}

#[tokio::test]
async fn one_policy_solves_a_task_on_every_wire() {
    let mut seen: Vec<Vec<Item>> = Vec::new();
    for provider in Provider::ALL {
        let server = ModelServer::with_policy(count_to_three).await.unwrap();
        let model = model(server.config(provider), RetryPolicy::NEVER);
        let caching = Caching { conversation: "c".to_owned(), may_pause: false };
        let mut request = Request { caching: Some(caching), ..super::request() };
        let (text, spent) = run(&model, &mut request).await;
        assert_eq!(text, "I have counted to three.", "{provider:?}");
        let asked = server.requests();
        assert_eq!(asked.len(), 4, "{provider:?}");
        assert_eq!(asked.last().unwrap().request.turns(), 3);
        assert_eq!(asked.last().unwrap().request.last_user_text(), "Step 3.");
        if provider != Provider::Ollama {
            assert!(spent.cached > spent.input / 2, "{provider:?} {spent:?}");
        }
        // From the second request on, all of the one before is its start, up to the state.
        for pair in asked.windows(2) {
            let (one, other) = (&pair[0].request, &pair[1].request);
            let kept = one.canonical().rfind("Step ").unwrap() - "\nuser ".len();
            assert!(other.shared_with(one) >= kept, "{provider:?}");
        }
        let marks = if provider == Provider::Anthropic { 3 } else { 0 };
        assert_eq!(asked.last().unwrap().request.cache_marks, marks, "{provider:?}");
        // Reasoning is wanted back by three of them, and Gemini has its signature with the call.
        let mut items = asked.last().unwrap().request.items.clone();
        let thoughts = items.iter().filter(|item| matches!(item, Item::Reasoning(_))).count();
        assert_eq!(thoughts, usize::from(provider != Provider::Gemini), "{provider:?}");
        items.retain(|item| !matches!(item, Item::Reasoning(_)));
        seen.push(items.into_iter().map(without_ids).collect());
    }
    for items in &seen[1..] {
        assert_eq!(items, &seen[0]);
    }
}

/// Ids are different on each wire, and some have no kinds of pictures and no failures.
fn without_ids(item: Item) -> Item {
    match item {
        Item::ToolCall { name, arguments, .. } => {
            Item::ToolCall { id: String::new(), name, arguments }
        }
        Item::ToolResult { tool, text, .. } => {
            Item::ToolResult { call_id: String::new(), tool, text, is_error: false }
        }
        Item::User { text, images } => {
            let images = images.into_iter().map(|image| Image { mime: String::new(), ..image });
            Item::User { text, images: images.collect() }
        }
        other => other,
    }
}

#[tokio::test]
async fn pictures_and_failures_arrive_on_every_wire() {
    for provider in Provider::ALL {
        let looks =
            Answer::call("act", json!({ "steps": [] })).and_call("read", json!({ "steps": [] }));
        let server = ModelServer::scripted([looks, Answer::text("Nice.")]).await.unwrap();
        let config = ModelConfig { vision: Some(true), ..server.config(provider) };
        let model = model(config, RetryPolicy::NEVER);
        let mut request = request();
        let (answer, _) = collect(model.stream(&request)).await.unwrap();
        let picture = Content::Image { base64: "aW1n".to_owned(), format: PictureFormat::Png };
        let text = |text: &str| Content::Text { text: text.to_owned() };
        let contents = [vec![text("seen"), picture, text("twice")], vec![text("no such tab")]];
        let results = answer.message.tool_calls().zip(contents).map(|(call, content)| ToolResult {
            call_id: call.id.clone(),
            tool: call.name.clone(),
            is_error: call.name == "read",
            content,
        });
        let results = results.collect();
        request.messages.push(Message::Assistant(answer.message.clone()));
        request.messages.push(Message::ToolResults { results });
        collect(model.stream(&request)).await.unwrap();
        let asked = server.requests().pop().unwrap().request;
        let items: Vec<_> = asked.items[1..].iter().cloned().map(without_ids).collect();
        let call = |name: &str| Item::ToolCall {
            id: String::new(),
            name: name.to_owned(),
            arguments: json!({ "steps": [] }),
        };
        let result = |tool: &str, text: &str| Item::ToolResult {
            call_id: String::new(),
            tool: tool.to_owned(),
            text: text.to_owned(),
            is_error: false,
        };
        let image = Image { mime: String::new(), base64: "aW1n".to_owned() };
        let expected = [
            call("act"),
            call("read"),
            result("act", "seen\ntwice"),
            result("read", "no such tab"),
            Item::User { text: String::new(), images: vec![image] },
        ];
        assert_eq!(items, expected, "{provider:?}");
        let failures = asked.items.iter().filter(
            |item| matches!(item, Item::ToolResult { is_error: true, tool, .. } if tool == "read"),
        );
        let tells = matches!(provider, Provider::Anthropic | Provider::Gemini);
        assert_eq!(failures.count(), usize::from(tells), "{provider:?}");
    }
}

#[tokio::test]
async fn the_key_and_the_headers_arrive() {
    for (provider, header, value) in [
        (Provider::OpenAi, "authorization", format!("Bearer {KEY}")),
        (Provider::Anthropic, "x-api-key", KEY.to_owned()),
        (Provider::Gemini, "x-goog-api-key", KEY.to_owned()),
        (Provider::Ollama, "authorization", format!("Bearer {KEY}")),
    ] {
        let server = ModelServer::scripted([Answer::text("Hi.")]).await.unwrap();
        let mut config = server.config(provider);
        config.headers.insert("x-team".to_owned(), "a".to_owned());
        config.temperature = Some(0.5);
        config.max_output_tokens = Some(500);
        let model = model(config, RetryPolicy::NEVER);
        assert!(!format!("{model:?}").contains("abcdefgh"), "{model:?}");
        collect(model.stream(&request())).await.unwrap();
        let asked = server.requests().pop().unwrap().request;
        assert_eq!((&asked.headers[header], &asked.headers["x-team"]), (&value, &"a".to_owned()));
        assert_eq!(asked.model, tabwright_model_server::MODEL);
        assert_eq!((asked.temperature, asked.max_output_tokens), (Some(0.5), Some(500)));
        assert_eq!(asked.tools, tools().to_vec());
    }
}
