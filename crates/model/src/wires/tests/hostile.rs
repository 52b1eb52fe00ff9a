//! Streams as odd servers send them, and as nobody should.

use proptest::prelude::*;

use super::*;
use crate::limits::TOOL_CALLS_MAX;

/// A stream of these events.
fn stream(provider: Provider, events: &[Value]) -> String {
    let line = |event: &Value| match provider {
        Provider::Ollama => format!("{event}\n"),
        _ => format!("data: {event}\n\n"),
    };
    events.iter().map(line).collect()
}

fn chat(delta: &Value, finish: Option<&str>) -> Value {
    json!({ "choices": [{ "delta": delta, "finish_reason": finish }] })
}

/// What is told about these pieces of tool calls, up to the end.
fn chat_calls(pieces: &[Value]) -> String {
    let pieces = pieces.iter().map(|piece| chat(&json!({ "tool_calls": [piece] }), None));
    let events: Vec<_> = pieces.chain([chat(&json!({}), Some("stop"))]).collect();
    told(Provider::OpenAi, &stream(Provider::OpenAi, &events))
}

#[test]
fn calls_are_put_together_however_a_server_numbers_them() {
    let piece = |index: Value, id: Value, name: Value, arguments: Value| json!({ "index": index, "id": id, "function": { "name": name, "arguments": arguments } });
    let null = || Value::Null;
    let two = "read {\"tab\":1}; read {\"tab\":2}; end with calls";
    for (what, pieces, expected) in [
        (
            "no index, whole calls",
            vec![
                piece(null(), json!("a"), json!("read"), json!("{\"tab\":1}")),
                piece(null(), json!("b"), json!("read"), json!("{\"tab\":2}")),
            ],
            two,
        ),
        (
            "no index, no id",
            vec![
                piece(null(), null(), json!("read"), json!("{\"tab\":1}")),
                piece(null(), null(), json!("read"), json!("{\"tab\":2}")),
            ],
            two,
        ),
        (
            "the same index for both",
            vec![
                piece(json!(0), json!("a"), json!("read"), json!("{\"tab\":1}")),
                piece(json!(0), json!("b"), json!("read"), json!("{\"tab\":2}")),
            ],
            two,
        ),
        (
            "id and name with every piece",
            vec![
                piece(json!(0), json!("a"), json!("read"), json!("{\"tab\"")),
                piece(json!(0), json!("a"), json!("read"), json!(":1}")),
            ],
            "read {\"tab\":1}; end with calls",
        ),
        (
            "the name later than the id",
            vec![
                piece(json!(0), json!("a"), null(), json!("")),
                piece(json!(0), null(), json!("read"), json!("{\"tab\":1}")),
            ],
            "read {\"tab\":1}; end with calls",
        ),
        (
            "no index after the first piece",
            vec![
                piece(json!(0), json!("a"), json!("read"), json!("{\"tab\"")),
                piece(null(), null(), null(), json!(":1}")),
            ],
            "read {\"tab\":1}; end with calls",
        ),
        (
            "arguments that are no text",
            vec![piece(json!(0), json!("a"), json!("read"), json!({ "tab": 1 }))],
            "read {\"tab\":1}; end with calls",
        ),
        (
            "no arguments",
            vec![piece(json!(0), json!("a"), json!("read"), null())],
            "read {}; end with calls",
        ),
        (
            "arguments encoded twice",
            vec![piece(json!(0), json!("a"), json!("read"), json!("\"{\\\"tab\\\": \\\"1\\\"}\""))],
            "read {\"tab\":1}; end with calls",
        ),
        (
            "arguments that nobody can read",
            vec![piece(json!(0), json!("a"), json!("act"), json!("{\"steps\": ["))],
            "act malformed \"{\\\"steps\\\": [\"; end with calls",
        ),
        (
            "a call without a name",
            vec![piece(json!(0), json!("a"), null(), json!("{}"))],
            "error: the model wrote a tool call that its provider cannot read",
        ),
    ] {
        assert_eq!(chat_calls(&pieces), expected, "{what}");
    }
    let lost = chat_calls(&[piece(json!(3), null(), null(), json!("{}"))]);
    assert!(lost.contains("arguments of a call that has not begun"), "{lost}");
    let many: Vec<_> = (0..=TOOL_CALLS_MAX)
        .map(|at| piece(json!(at), json!(format!("{at}")), json!("read"), json!("{}")))
        .collect();
    assert!(chat_calls(&many).contains("too many tool calls"));
}

#[test]
fn reasons_to_stop_are_read() {
    let openai = |reason: &str| stream(Provider::OpenAi, &[chat(&json!({}), Some(reason))]);
    let anthropic = |reason: &str| {
        let event = json!({ "type": "message_delta", "delta": { "stop_reason": reason } });
        stream(Provider::Anthropic, &[event])
    };
    let gemini = |reason: &str| {
        stream(Provider::Gemini, &[json!({ "candidates": [{ "finishReason": reason }] })])
    };
    let ollama =
        |reason: &str| stream(Provider::Ollama, &[json!({ "done": true, "done_reason": reason })]);
    let refused = "error: the model or its provider refused to answer";
    let malformed = "error: the model wrote a tool call that its provider cannot read";
    for (provider, body, expected) in [
        (Provider::OpenAi, openai("stop"), "end"),
        (Provider::OpenAi, openai("eos_token"), "end"),
        (Provider::OpenAi, openai("length"), "end by length"),
        (Provider::OpenAi, openai("content_filter"), refused),
        (
            Provider::OpenAi,
            openai("error"),
            "error: the model's provider is overloaded or has a fault",
        ),
        (Provider::OpenAi, openai(""), "error: the model's answer broke off"),
        (Provider::Anthropic, anthropic("end_turn"), "end"),
        (Provider::Anthropic, anthropic("pause_turn"), "end"),
        (Provider::Anthropic, anthropic("max_tokens"), "end by length"),
        (Provider::Anthropic, anthropic("refusal"), refused),
        (
            Provider::Anthropic,
            anthropic("model_context_window_exceeded"),
            "error: the conversation is longer than the model can read",
        ),
        (Provider::Gemini, gemini("STOP"), "end"),
        (Provider::Gemini, gemini("MAX_TOKENS"), "end by length"),
        (Provider::Gemini, gemini("MALFORMED_FUNCTION_CALL"), malformed),
        (
            Provider::Gemini,
            gemini("SAFETY"),
            "error: the model or its provider refused to answer: \"\u{2068}SAFETY\u{2069}\"",
        ),
        (
            Provider::Gemini,
            gemini("FINISH_REASON_UNSPECIFIED"),
            "error: the model's answer broke off",
        ),
        (Provider::Ollama, ollama("stop"), "end"),
        (Provider::Ollama, ollama("load"), "end"),
        (Provider::Ollama, ollama("length"), "end by length"),
    ] {
        assert_eq!(told(provider, &body), expected, "{provider:?} {body}");
    }
    let blocked = json!({ "promptFeedback": { "blockReason": "PROHIBITED_CONTENT" } });
    assert!(told(Provider::Gemini, &stream(Provider::Gemini, &[blocked])).starts_with(refused));
    let declined = [
        chat(&json!({ "refusal": "I must " }), None),
        chat(&json!({ "refusal": "not." }), Some("stop")),
    ];
    assert!(told(Provider::OpenAi, &stream(Provider::OpenAi, &declined)).contains("I must not."));
}

#[test]
fn an_error_in_the_middle_is_an_error_on_every_wire() {
    for (provider, error) in [
        (Provider::OpenAi, json!({ "error": { "message": "overloaded", "code": 503 } })),
        (
            Provider::Anthropic,
            json!({ "type": "error", "error": { "type": "overloaded_error", "message": "Overloaded" } }),
        ),
        (
            Provider::Gemini,
            json!({ "error": { "code": 503, "status": "UNAVAILABLE", "message": "x" } }),
        ),
        (Provider::Ollama, json!({ "error": "an error was encountered while running the model" })),
    ] {
        let start = stream_of_words(provider);
        let events = told(provider, &format!("{start}{}", stream(provider, &[error])));
        assert!(
            events.starts_with("text \"Hello\"; error: the model's provider is overloaded"),
            "{events}"
        );
    }
}

fn stream_of_words(provider: Provider) -> String {
    let event = match provider {
        Provider::OpenAi => chat(&json!({ "content": "Hello" }), None),
        Provider::Anthropic => json!({ "type": "content_block_delta", "index": 0,
            "delta": { "type": "text_delta", "text": "Hello" } }),
        Provider::Gemini => {
            json!({ "candidates": [{ "content": { "parts": [{ "text": "Hello" }] } }] })
        }
        Provider::Ollama => json!({ "message": { "content": "Hello" }, "done": false }),
    };
    stream(provider, &[event])
}

#[test]
fn what_is_no_answer_is_an_error() {
    let deep = "[".repeat(100_000);
    for provider in Provider::ALL {
        for data in [
            "{",
            "nonsense",
            "[]",
            "5",
            "null",
            "\"x\"",
            &deep,
            "{\"candidates\": 5, \"choices\": 5, \"message\": 5, \"type\": 5}",
        ] {
            let body = match provider {
                Provider::Ollama => format!("{data}\n{data}\n"),
                _ => format!("data: {data}\n\ndata: {data}\n\n"),
            };
            let events = told(provider, &body);
            assert!(events.starts_with("error: "), "{provider:?} {events}");
        }
        assert_eq!(told(provider, ""), "error: the model's answer broke off", "{provider:?}");
        assert_eq!(told(provider, "\n\n\n"), "error: the model's answer broke off", "{provider:?}");
    }
}

#[test]
fn unknown_and_empty_things_are_left_out() {
    for (provider, events) in [
        (
            Provider::OpenAi,
            vec![
                json!({}),
                json!({ "choices": [] }),
                json!({ "choices": null, "usage": null, "error": null }),
                json!({ "choices": [{ "index": 1, "delta": { "content": "other" }, "finish_reason": "stop" }] }),
                json!({ "choices": [{ "index": 0, "delta": null, "finish_reason": "stop" }], "new": {} }),
            ],
        ),
        (
            Provider::Anthropic,
            vec![
                json!({ "type": "ping" }),
                json!({ "type": "new", "delta": { "type": "new" } }),
                json!({ "type": "content_block_start", "index": 0, "content_block": { "type": "server_tool_use", "id": "x" } }),
                json!({ "type": "content_block_delta", "index": 0, "delta": { "type": "citations_delta" } }),
                json!({ "type": "message_delta", "delta": { "stop_reason": "end_turn" } }),
                json!({ "type": "message_stop" }),
            ],
        ),
        (
            Provider::Gemini,
            vec![
                json!({}),
                json!({ "candidates": [] }),
                json!({ "candidates": [{ "content": {} }] }),
                json!({ "candidates": [{ "content": { "parts": [{ "executableCode": {} }] }, "finishReason": "STOP" }] }),
            ],
        ),
        (
            Provider::Ollama,
            vec![
                json!({}),
                json!({ "message": {} }),
                json!({ "message": null, "done": true, "new": 1 }),
            ],
        ),
    ] {
        assert_eq!(told(provider, &stream(provider, &events)), "end", "{provider:?}");
    }
}

#[test]
fn blocks_of_reasoning_are_joined_as_they_come() {
    let detail = |text: &str, signature: Value| json!({ "reasoning_details": [{ "type": "reasoning.text", "index": 0, "text": text, "signature": signature }] });
    let call = json!({ "tool_calls": [{ "index": 0, "id": "a", "function": { "name": "read", "arguments": "{}" },
        "extra_content": { "google": { "thought_signature": "c2ln" } } }] });
    let events = [
        chat(
            &json!({ "reasoning": "Let me ", "reasoning_details": detail("Let me ", Value::Null)["reasoning_details"] }),
            None,
        ),
        chat(&detail("see.", json!("sig")), None),
        chat(&call, Some("tool_calls")),
    ];
    let answer = said(Provider::OpenAi, &stream(Provider::OpenAi, &events));
    let request = Request { messages: vec![Message::user("x"), answer], ..Request::default() };
    let sent: Value = serde_json::from_str(&body(&config(Provider::OpenAi), &request)).unwrap();
    let sent = &sent["messages"][1];
    let details = json!([{ "type": "reasoning.text", "index": 0, "text": "Let me see.", "signature": "sig" }]);
    assert_eq!(sent["reasoning_details"], details);
    assert_eq!(sent["tool_calls"][0]["extra_content"]["google"]["thought_signature"], "c2ln");
}

#[test]
fn reasoning_between_tags_is_no_text() {
    let words = ["<thi", "nk>Hm", "m.</think>", "\n", "Yes."];
    let openai = words.map(|word| chat(&json!({ "content": word }), None));
    let openai: Vec<_> = openai.into_iter().chain([chat(&json!({}), Some("stop"))]).collect();
    let ollama = words.map(|word| json!({ "message": { "content": word } }));
    let ollama: Vec<_> = ollama.into_iter().chain([json!({ "done": true })]).collect();
    for (provider, events) in [(Provider::OpenAi, openai), (Provider::Ollama, ollama)] {
        let expected = "reasoning \"Hm\"; reasoning \"m.\"; text \"Yes.\"; end";
        assert_eq!(told(provider, &stream(provider, &events)), expected, "{provider:?}");
    }
}

#[test]
fn comments_without_end_are_given_up() {
    let comments = Bytes::from(": still here\n".repeat(100_000));
    let count = crate::limits::BODY_BYTES_MAX / comments.len() + 1;
    let pieces = vec![Ok(comments); count];
    let events = read_framed(Provider::OpenAi, Framing::Events, pieces);
    assert!(in_short(&events).contains("too many bytes"), "{}", in_short(&events));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn no_bytes_make_it_panic(bytes in prop::collection::vec(any::<u8>(), 0..300)) {
        for provider in Provider::ALL {
            let events = read_pieces(provider, &[&bytes]);
            prop_assert!(!events.is_empty());
        }
    }

    /// Streams that are right but for some bytes.
    #[test]
    fn no_change_of_a_stream_makes_it_panic(
        at in any::<prop::sample::Index>(),
        length in 0..40_usize,
        instead in prop::collection::vec(any::<u8>(), 0..20),
    ) {
        for provider in Provider::ALL {
            let mut bytes = streams::stream_of(provider).as_bytes().to_vec();
            let start = at.index(bytes.len());
            let end = (start + length).min(bytes.len());
            bytes.splice(start..end, instead.iter().copied());
            let events = read_pieces(provider, &[&bytes]);
            let ends = events.iter().filter(|it| matches!(it, Err(_) | Ok(Event::End(_)))).count();
            prop_assert_eq!(ends, 1);
            prop_assert!(matches!(events.last(), Some(Err(_) | Ok(Event::End(_)))));
            let calls = events.iter().filter(|it| matches!(it, Ok(Event::ToolCall(_)))).count();
            prop_assert!(calls == 0 || matches!(events.last(), Some(Ok(_))));
        }
    }

    /// Events of the right shape, with any values in them.
    #[test]
    fn no_types_make_it_panic(values in prop::collection::vec(any_value(), 1..6)) {
        for provider in Provider::ALL {
            let shapes = values.iter().flat_map(|value| match provider {
                Provider::OpenAi => vec![
                    json!({ "choices": [{ "index": 0, "delta": { "tool_calls": [value] } }] }),
                    json!({ "choices": [{ "delta": { "content": value, "reasoning_details": [value] } }], "usage": value }),
                ],
                Provider::Anthropic => vec![
                    json!({ "type": "content_block_start", "index": 0, "content_block": value }),
                    json!({ "type": "message_delta", "delta": value, "usage": {} }),
                ],
                Provider::Gemini => vec![json!({ "candidates": [{ "content": { "parts": [value] } }] })],
                Provider::Ollama => vec![json!({ "message": { "tool_calls": [value] } })],
            });
            let shapes: Vec<_> = shapes.collect();
            prop_assert!(!told(provider, &stream(provider, &shapes)).is_empty());
        }
    }
}

fn any_value() -> impl Strategy<Value = Value> {
    let name = prop::sample::select(vec![
        "id",
        "name",
        "arguments",
        "function",
        "index",
        "type",
        "text",
        "input",
        "functionCall",
        "args",
        "thoughtSignature",
        "thought",
        "stop_reason",
        "thinking",
        "data",
        "prompt_tokens",
    ]);
    let word = prop::sample::select(vec![
        "a",
        "",
        "tool_use",
        "text",
        "thinking",
        "{",
        "reasoning.text",
        "read",
    ]);
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::Bool),
        any::<i32>().prop_map(Value::from),
        word.prop_map(Value::from),
    ];
    leaf.prop_recursive(3, 16, 5, move |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..3).prop_map(Value::Array),
            prop::collection::vec((name.clone(), inner), 0..5).prop_map(|fields| Value::Object(
                fields.into_iter().map(|(name, value)| (name.to_owned(), value)).collect()
            )),
        ]
    })
}
