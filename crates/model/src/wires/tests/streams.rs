//! One answer with everything in it, as each server sends it.

use super::*;

pub(super) const OPENAI: &str = include_str!("streams/openai.txt");
pub(super) const ANTHROPIC: &str = include_str!("streams/anthropic.txt");
pub(super) const GEMINI: &str = include_str!("streams/gemini.txt");
pub(super) const OLLAMA: &str = include_str!("streams/ollama.txt");

pub(super) fn stream_of(provider: Provider) -> &'static str {
    match provider {
        Provider::OpenAi => OPENAI,
        Provider::Anthropic => ANTHROPIC,
        Provider::Gemini => GEMINI,
        Provider::Ollama => OLLAMA,
    }
}

#[test]
fn everything_in_a_stream_is_told() {
    let all = "reasoning \"Höher → \"; reasoning \"first.\"; text \"I click 😀 \"; text \"twice.\"; \
               act {\"steps\":[{\"do\":\"click\"}]}; read {\"tab\":7}; usage ";
    for (provider, usage) in [
        (Provider::OpenAi, "100/80/10/20"),
        (Provider::Anthropic, "100/80/10/20"),
        (Provider::Gemini, "100/80/0/20"),
        (Provider::Ollama, "100/0/0/20"),
    ] {
        let expected = format!("{all}{usage}; end with calls");
        assert_eq!(told(provider, stream_of(provider)), expected, "{provider:?}");
    }
}

#[test]
fn it_makes_no_difference_where_the_bytes_are_cut() {
    for provider in Provider::ALL {
        let bytes = stream_of(provider).as_bytes();
        let whole = read_pieces(provider, &[bytes]);
        for at in 0..=bytes.len() {
            let (one, other) = bytes.split_at(at);
            assert_eq!(read_pieces(provider, &[one, other]), whole, "{provider:?} at {at}");
        }
        let each: Vec<_> = bytes.chunks(1).collect();
        assert_eq!(read_pieces(provider, &each), whole, "{provider:?}");
    }
}

#[test]
fn a_stream_that_breaks_off_anywhere_has_told_no_call() {
    for provider in Provider::ALL {
        let bytes = stream_of(provider).as_bytes();
        for at in 0..bytes.len() {
            for breaks in [true, false] {
                let mut pieces = vec![Ok(Bytes::copy_from_slice(&bytes[..at]))];
                if breaks {
                    pieces.push(Err(Error::CutStream));
                }
                let events = read_framed(provider, wires::framing(provider), pieces);
                let is_whole = matches!(events.last(), Some(Ok(Event::End(_))));
                let calls = events.iter().filter(|it| matches!(it, Ok(Event::ToolCall(_)))).count();
                assert_eq!(calls, if is_whole { 2 } else { 0 }, "{provider:?} at {at}");
                if !is_whole {
                    assert_eq!(events.last(), Some(&Err(Error::CutStream)), "{provider:?} at {at}");
                }
            }
        }
    }
}

#[test]
fn the_end_comes_once_and_last() {
    for provider in Provider::ALL {
        let twice = stream_of(provider).repeat(2);
        let events = read_pieces(provider, &[twice.as_bytes()]);
        let ends = events.iter().filter(|it| matches!(it, Ok(Event::End(_)))).count();
        assert_eq!(ends, 1, "{provider:?}");
        assert!(matches!(events.last(), Some(Ok(Event::End(_)))), "{provider:?}");
    }
}

#[test]
fn what_a_failed_answer_cost_is_told() {
    let start = ANTHROPIC.split("\n\n").next().unwrap();
    assert_eq!(
        told(Provider::Anthropic, start),
        "usage 100/80/10/1; error: the model's answer broke off"
    );
}

#[test]
fn a_server_that_counts_nothing_tells_no_cost() {
    let line = r#"{"message":{"content":"Hi"},"done":true,"prompt_eval_count":0,"eval_count":0}"#;
    assert_eq!(told(Provider::Ollama, line), "text \"Hi\"; end");
}

#[test]
fn an_answer_that_does_not_stream_is_an_answer() {
    let whole = r#"{
        "choices": [{ "index": 0, "finish_reason": "tool_calls", "message": {
            "role": "assistant", "content": "I read.", "refusal": null,
            "tool_calls": [{ "id": "a", "type": "function",
                "function": { "name": "read", "arguments": "{\"tab\": 7}" } }] } }],
        "usage": { "prompt_tokens": 5, "completion_tokens": 2 }
    }"#;
    let pieces = vec![Ok(Bytes::from_static(whole.as_bytes()))];
    let events = read_framed(Provider::OpenAi, Framing::Whole, pieces);
    let expected = "text \"I read.\"; read {\"tab\":7}; usage 5/0/0/2; end with calls";
    assert_eq!(in_short(&events), expected);
}
