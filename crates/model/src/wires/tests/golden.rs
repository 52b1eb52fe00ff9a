//! Requests as they go over the wire. Where the cache is marked, and in which order things stand, is what these
//! are about: a change here costs money at every step of every agent.

use super::*;
use crate::config::Effort;
use crate::message::{Caching, Content, PictureFormat, ToolCall, ToolChoice, ToolResult};

/// A conversation of a person, a model of this provider and its tools, with everything in it.
fn conversation(provider: Provider) -> Request {
    let picture = || Content::Image { base64: "aW1n".to_owned(), format: PictureFormat::Jpeg };
    let words = |text: &str| Content::Text { text: text.to_owned() };
    let answer = said(provider, streams::stream_of(provider));
    let result = |at: usize, tool: &str, content: Vec<Content>, is_error: bool| ToolResult {
        call_id: format!("id {at}"),
        tool: tool.to_owned(),
        content,
        is_error,
    };
    let results = vec![
        result(0, "act", vec![words("clicked"), words(""), picture()], false),
        result(1, "read", vec![words("There is no tab 7.")], true),
    ];
    let last = ToolCall {
        id: "functions.read:2".to_owned(),
        name: "read".to_owned(),
        arguments: Arguments::Malformed("{\"tab\": ".to_owned()),
        replay: None,
    };
    Request {
        system: "You help.".to_owned(),
        tools: tools(),
        messages: vec![
            Message::User { content: vec![words("Book it."), picture()] },
            answer,
            Message::ToolResults { results },
            Message::Assistant(crate::message::AssistantMessage {
                parts: vec![Part::ToolCall(last)],
            }),
            Message::ToolResults {
                results: vec![ToolResult {
                    call_id: "functions.read:2".to_owned(),
                    ..result(2, "read", vec![words("These arguments are no JSON.")], true)
                }],
            },
        ],
        state: Some("Step 3 of 40.".to_owned()),
        caching: Some(Caching { conversation: "chat-1".to_owned(), may_pause: true }),
        ..Request::default()
    }
}

/// JSON on several lines, in the order in which it is written.
fn on_lines(json: &str) -> String {
    let (mut out, mut depth, mut in_string, mut escaped) = (String::new(), 0_usize, false, false);
    for letter in json.chars() {
        let breaks = !in_string && depth <= 3;
        match letter {
            '{' | '[' if !in_string => {
                depth += 1;
                out.push(letter);
                if breaks {
                    out += &format!("\n{}", "  ".repeat(depth));
                }
            }
            '}' | ']' if !in_string => {
                depth -= 1;
                if depth <= 3 {
                    out += &format!("\n{}", "  ".repeat(depth));
                }
                out.push(letter);
            }
            ',' if breaks => out += &format!(",\n{}", "  ".repeat(depth)),
            _ => out.push(letter),
        }
        in_string ^= letter == '"' && !escaped;
        escaped = letter == '\\' && !escaped;
    }
    out
}

#[test]
fn a_whole_conversation() {
    for provider in Provider::ALL {
        let text = body(&config(provider), &conversation(provider));
        assert!(serde_json::from_str::<Value>(&text).is_ok());
        insta::assert_snapshot!(format!("conversation_{}", provider.name()), on_lines(&text));
    }
}

#[test]
fn a_first_request_with_every_setting() {
    for provider in Provider::ALL {
        let mut config = config(provider);
        config.reasoning = Some(Effort::Low);
        config.temperature = Some(0.5);
        config.context_window = Some(32_000);
        config.max_output_tokens = Some(2_000);
        let request = Request {
            system: "You help.".to_owned(),
            tools: tools(),
            tool_choice: ToolChoice::Named("read".to_owned()),
            messages: vec![Message::user("Hello.")],
            ..Request::default()
        };
        let text = body(&config, &request);
        insta::assert_snapshot!(format!("settings_{}", provider.name()), on_lines(&text));
    }
}

#[test]
fn older_models_and_other_servers() {
    let request = Request { max_output_tokens: Some(4_000), ..conversation(Provider::OpenAi) };
    let mut own = config(Provider::OpenAi);
    own.model = "llama".to_owned();
    own.base_url = Some("http://127.0.0.1:8080/v1".to_owned());
    own.vision = Some(false);
    insta::assert_snapshot!("conversation_compatible", on_lines(&body(&own, &request)));
    let short = Request { messages: vec![Message::user("Hello.")], ..Request::default() };
    for (provider, model, name) in [
        (Provider::Anthropic, "claude-sonnet-4-5-20250929", "settings_anthropic_older"),
        (Provider::Gemini, "gemini-2.5-flash", "settings_gemini_older"),
        (Provider::Ollama, "gpt-oss:20b", "settings_ollama_degrees"),
    ] {
        let mut config = config(provider);
        config.model = model.to_owned();
        config.reasoning = Some(Effort::Medium);
        insta::assert_snapshot!(name, on_lines(&body(&config, &short)));
    }
}

/// The conversation was begun with another model: nothing opaque of it is sent on.
#[test]
fn a_conversation_goes_on_with_another_provider() {
    for from in Provider::ALL {
        let request = conversation(from);
        for to in Provider::ALL.into_iter().filter(|to| *to != from) {
            let text = body(&config(to), &request);
            for opaque in ["c2lnbmVk", "aGlkZGVu", "bGFzdA", "first."] {
                assert!(!text.contains(opaque), "{from:?} to {to:?}: {text}");
            }
            let is_marked = text.contains("skip_thought_signature_validator");
            assert_eq!(is_marked, to == Provider::Gemini, "{from:?} to {to:?}");
        }
    }
}

#[test]
fn no_cache_is_marked_where_none_is_wanted() {
    for provider in Provider::ALL {
        let request = conversation(provider);
        let mut off = config(provider);
        off.prompt_caching = false;
        let once = Request { caching: None, ..request.clone() };
        for text in [body(&off, &request), body(&config(provider), &once)] {
            for mark in ["cache_control", "prompt_cache_breakpoint", "prompt_cache_key"] {
                assert!(!text.contains(mark), "{provider:?}: {text}");
            }
        }
    }
}

#[test]
fn addresses_and_headers_are_those_of_the_provider() {
    for (provider, address, header) in [
        (Provider::OpenAi, "https://api.openai.com/v1/chat/completions", "authorization"),
        (Provider::Anthropic, "https://api.anthropic.com/v1/messages", "x-api-key"),
        (
            Provider::Gemini,
            "https://generativelanguage.googleapis.com/v1beta/models/gemini-3-pro:streamGenerateContent?alt=sse",
            "x-goog-api-key",
        ),
        (Provider::Ollama, "http://127.0.0.1:11434/api/chat", "authorization"),
    ] {
        let mut config = config(provider);
        config.headers.insert("X-Team".to_owned(), "a".to_owned());
        assert_eq!(wires::endpoint(&config).unwrap().as_str(), address);
        let key = crate::key::ApiKey::new("sk-abcdefghijkl").unwrap();
        let headers = wires::headers(&config, Some(&key)).unwrap();
        assert!(headers[header].to_str().unwrap().ends_with("sk-abcdefghijkl"));
        assert_eq!(headers["x-team"], "a");
        assert!(!format!("{headers:?}").contains("sk-abc"), "{headers:?}");
        assert_eq!(wires::headers(&config, None).unwrap().get(header), None);
    }
    let mut odd = config(Provider::Gemini);
    odd.model = "models/../../x?y#z".to_owned();
    let address = wires::endpoint(&odd).unwrap();
    assert_eq!(address.path(), "/v1beta/models/..%2F..%2Fx%3Fy%23z:streamGenerateContent");
}
