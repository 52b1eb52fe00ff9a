//! What is appended to a conversation leaves the start of the request as it was, so that a provider's cache
//! can serve it.

use proptest::prelude::*;

use super::*;
use crate::message::{AssistantMessage, Caching, Content, PictureFormat, ToolCall, ToolResult};

#[derive(Debug, Clone)]
struct Turn {
    said: String,
    calls: Vec<(String, bool)>,
    then: Option<String>,
}

fn any_turn() -> impl Strategy<Value = Turn> {
    let call = ("[a-z\"\\\\é]{0,8}", any::<bool>());
    ("[a-z é\"]{0,12}", prop::collection::vec(call, 0..4), prop::option::of("[a-z][a-z ]{0,7}"))
        .prop_map(|(said, calls, then)| Turn { said, calls, then })
}

/// The messages that a turn adds.
fn messages(number: usize, turn: &Turn) -> Vec<Message> {
    let id = |at: usize| format!("c{number}x{at}");
    let calls = turn.calls.iter().enumerate().map(|(at, (text, _))| {
        Part::ToolCall(ToolCall {
            id: id(at),
            name: "read".to_owned(),
            arguments: Arguments::Object(serde_json::Map::from_iter([(
                "text".to_owned(),
                text.as_str().into(),
            )])),
            replay: None,
        })
    });
    let text = Part::Text { text: turn.said.clone(), replay: None };
    let mut parts = vec![text];
    parts.extend(calls);
    let mut messages = vec![Message::Assistant(AssistantMessage { parts })];
    let results = turn.calls.iter().enumerate().map(|(at, (text, has_picture))| {
        let mut content = vec![Content::Text { text: text.clone() }];
        if *has_picture {
            content.push(Content::Image { base64: "aW1n".to_owned(), format: PictureFormat::Png });
        }
        ToolResult { call_id: id(at), tool: "read".to_owned(), content, is_error: false }
    });
    let results: Vec<_> = results.collect();
    if !results.is_empty() {
        messages.push(Message::ToolResults { results });
    }
    if turn.calls.is_empty() || turn.then.is_some() {
        messages.push(Message::user(turn.then.clone().unwrap_or_else(|| "Go on.".to_owned())));
    }
    messages
}

/// The body without the marks, which no cache counts.
fn unmarked(text: &str) -> String {
    let marks = [
        r#","cache_control":{"type":"ephemeral"}"#,
        r#","prompt_cache_breakpoint":{"mode":"explicit"}"#,
    ];
    marks.into_iter().fold(text.to_owned(), |text, mark| text.replace(mark, ""))
}

fn shared(one: &str, other: &str) -> usize {
    one.bytes().zip(other.bytes()).take_while(|(one, other)| one == other).count()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    #[test]
    fn a_longer_conversation_begins_with_the_shorter_one(turns in prop::collection::vec(any_turn(), 1..6)) {
        for provider in Provider::ALL {
            let mut request = Request {
                system: "You help.".to_owned(),
                tools: tools(),
                messages: vec![Message::user("Book it.")],
                caching: Some(Caching { conversation: "c".to_owned(), may_pause: false }),
                ..Request::default()
            };
            let mut before: Option<(String, usize)> = None;
            for (number, turn) in turns.iter().enumerate() {
                let kept = unmarked(&body(&config(provider), &request));
                // All but the brackets at the end belongs to what is kept.
                let kept = kept.trim_end_matches([']', '}']).len();
                request.state = Some(format!("Step {number}."));
                let with_state = unmarked(&body(&config(provider), &request));
                request.state = None;
                if let Some((text, kept)) = &before {
                    prop_assert!(shared(text, &with_state) >= *kept, "{provider:?}\n{text}\n{with_state}");
                }
                before = Some((with_state, kept));
                request.messages.extend(messages(number, turn));
            }
        }
    }

    /// The end of a request is marked in it and in the next one, and there are never more marks than allowed.
    #[test]
    fn a_mark_that_was_written_is_read(turns in prop::collection::vec(any_turn(), 1..6)) {
        for (provider, mark) in [
            (Provider::Anthropic, r#""cache_control":{"#),
            (Provider::OpenAi, r#""prompt_cache_breakpoint":{"#),
        ] {
            let mut request = Request {
                system: "You help.".to_owned(),
                messages: vec![Message::user("Book it.")],
                caching: Some(Caching { conversation: "c".to_owned(), may_pause: false }),
                ..Request::default()
            };
            let mut last = None;
            for (number, turn) in turns.iter().enumerate() {
                let text = body(&config(provider), &request);
                let ends: Vec<_> = text.match_indices(mark).map(|(at, _)| unmarked(&text[..at]).len()).collect();
                prop_assert!((2..=3).contains(&ends.len()), "{text}");
                if let Some(last) = last {
                    prop_assert!(ends.contains(&last), "{provider:?} {ends:?} {last} {text}");
                }
                last = ends.last().copied();
                request.messages.extend(messages(number, turn));
            }
        }
    }
}
