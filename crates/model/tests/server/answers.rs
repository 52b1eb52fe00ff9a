//! What a model says comes through as it is.

use serde_json::json;
use tabwright_model::{Answer as Whole, Event, Part, Provider, Repair, StopReason, Usage};
use tabwright_model_server::{Answer, AnswerPart, Reported};

use super::*;

fn end(events: &[Result<Event, Error>]) -> &Whole {
    match events.last() {
        Some(Ok(Event::End(answer))) => answer,
        other => panic!("{other:?}"),
    }
}

#[tokio::test]
async fn text_reasoning_calls_and_usage_come_through() {
    for provider in Provider::ALL {
        let usage = Usage { input: 120, cached: 100, cache_written: 10, output: 7 };
        let answer = Answer::new(vec![AnswerPart::Reasoning("Is it free? I look.".to_owned())])
            .and(AnswerPart::Text("Ich schaue nach: 😀 für Sie.".to_owned()))
            .and_call("act", json!({ "steps": ["click \"Buchen\""], "tab": 3 }))
            .and_call("read", json!({ "steps": [] }))
            .with_usage(usage);
        let events = ask(provider, answer).await;
        assert_eq!(text_of(&events), "Ich schaue nach: 😀 für Sie.", "{provider:?}");
        let calls = [
            ("act".to_owned(), json!({ "steps": ["click \"Buchen\""], "tab": 3 })),
            ("read".to_owned(), json!({ "steps": [] })),
        ];
        assert_eq!(calls_of(&events), calls, "{provider:?}");
        let told = events.iter().find_map(|event| match event {
            Ok(Event::Usage(usage)) => Some(*usage),
            _ => None,
        });
        let expected = match provider {
            Provider::OpenAi | Provider::Anthropic => usage,
            Provider::Gemini => Usage { cache_written: 0, ..usage },
            Provider::Ollama => Usage { cache_written: 0, cached: 0, ..usage },
        };
        assert_eq!(told, Some(expected), "{provider:?}");
        let end = end(&events);
        assert_eq!((end.stop, &end.repairs[..]), (StopReason::ToolCalls, &[][..]), "{provider:?}");
        let kinds = end.message.parts.iter().map(|part| match part {
            Part::Text { .. } => "text",
            Part::Reasoning { text, .. } => {
                assert_eq!(text, "Is it free? I look.");
                "reasoning"
            }
            Part::ToolCall(_) => "call",
        });
        assert_eq!(
            kinds.collect::<Vec<_>>(),
            ["reasoning", "text", "call", "call"],
            "{provider:?}"
        );
        let ids: std::collections::BTreeSet<_> =
            end.message.tool_calls().map(|call| &call.id).collect();
        assert_eq!(ids.len(), 2, "{provider:?}");
    }
}

#[tokio::test]
async fn every_reason_to_stop_comes_through() {
    for provider in Provider::ALL {
        for stop in [StopReason::EndTurn, StopReason::Length] {
            let events = ask(provider, Answer::text("Well.").with_stop(stop)).await;
            assert_eq!(end(&events).stop, stop, "{provider:?}");
        }
        let mut nothing = Answer::text("Well.");
        nothing.usage = Reported::Nothing;
        let events = ask(provider, nothing).await;
        assert!(!events.iter().any(|event| matches!(event, Ok(Event::Usage(_)))), "{provider:?}");
        assert_eq!(end(&ask(provider, Answer::new(Vec::new())).await).message.parts, []);
    }
}

#[tokio::test]
async fn a_call_that_the_limit_cut_is_not_made() {
    for provider in Provider::ALL {
        let cut = AnswerPart::RawCall {
            name: "act".to_owned(),
            arguments: "{\"steps\": [\"click".to_owned(),
        };
        let answer = Answer::call("read", json!({ "steps": [] })).and(cut);
        let events = ask(provider, answer.with_stop(StopReason::Length)).await;
        assert_eq!(calls_of(&events), [("read".to_owned(), json!({ "steps": [] }))]);
        assert_eq!(end(&events).stop, StopReason::Length, "{provider:?}");
    }
}

#[tokio::test]
async fn calls_that_are_almost_right_are_repaired_on_every_wire() {
    let good = json!({ "steps": ["a"], "tab": 3 });
    let raw = |arguments: String| AnswerPart::RawCall { name: "act".to_owned(), arguments };
    let fenced = "```json\n{\"steps\": [\"a\"], \"tab\": \"3\"}\n```".to_owned();
    for provider in Provider::ALL {
        for (part, repair) in [
            (raw(serde_json::to_string(&good.to_string()).unwrap()), Repair::Arguments),
            (raw(fenced.clone()), Repair::Arguments),
            (raw("{'steps': 'a', 'tab': 3,}".to_owned()), Repair::Arguments),
            (
                AnswerPart::Call {
                    name: "act".to_owned(),
                    arguments: json!({ "steps": "[\"a\"]", "tab": "3" }),
                },
                Repair::Types,
            ),
            (
                AnswerPart::Text(format!("I do it.\n{{\"name\": \"act\", \"arguments\": {good}}}")),
                Repair::CallInText,
            ),
        ] {
            let events = ask(provider, Answer::new(vec![part])).await;
            assert_eq!(calls_of(&events), [("act".to_owned(), good.clone())], "{provider:?}");
            assert!(end(&events).repairs.contains(&repair), "{provider:?} {repair:?}");
            assert_eq!(end(&events).stop, StopReason::ToolCalls, "{provider:?}");
        }
        let events = ask(provider, Answer::new(vec![raw("{\"steps\": [".to_owned())])).await;
        assert_eq!(calls_of(&events), [("act".to_owned(), Value::Null)], "{provider:?}");
    }
}
