//! How a step reads: a mark and words on a terminal, words alone elsewhere.

use serde_json::Value;
use tabwright_wire::language::{Step, StepState, UtteranceResult};

use crate::format::{cut, one_line};

/// Found things that a person reads at once; `--json` has them all.
const FOUND_MAX: usize = 20;
const FOUND_CHARS_MAX: usize = 200;

/// `✓ scroll down: Scrolled to 40 %`, or `done     scroll down: …` where marks may not be seen.
pub(crate) fn line(step: &Step, marks: bool) -> String {
    let (mark, word) = match step.state {
        StepState::Waiting => ("·", "next"),
        StepState::Running => ("…", "running"),
        StepState::Done => ("✓", "done"),
        StepState::Failed => ("✗", "failed"),
        StepState::Skipped => ("–", "skipped"),
    };
    let mark = if marks { mark.to_owned() } else { format!("{word:<8}") };
    let told = match step.state {
        StepState::Done if !step.message.is_empty() => format!(": {}", one_line(&step.message)),
        // Why it failed is said at the end, once.
        StepState::Failed if marks => ": failed".to_owned(),
        StepState::Skipped if marks => ": not done".to_owned(),
        _ => String::new(),
    };
    format!("{mark} {}{told}", one_line(&step.words))
}

/// What was found, where the message cannot tell it all.
pub(crate) fn found(result: &Value) -> Vec<String> {
    let list = match result {
        Value::Array(list) => list,
        Value::Object(fields) => match (fields.len(), fields.values().next()) {
            (1, Some(Value::Array(list))) => list,
            // The message has told it.
            _ => return Vec::new(),
        },
        Value::Null => return Vec::new(),
        one => return vec![cut(&plain(one), FOUND_CHARS_MAX)],
    };
    let mut lines: Vec<String> =
        list.iter().take(FOUND_MAX).map(|one| cut(&plain(one), FOUND_CHARS_MAX)).collect();
    if list.len() > FOUND_MAX {
        lines.push(format!("and {} more; `--json` shows all", list.len() - FOUND_MAX));
    }
    lines
}

/// The values of an object side by side, a text without its quotes. A source of an answer begins with its number, as the
/// answer cites it.
fn plain(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        Value::Object(fields) if fields.get("number").is_some_and(Value::is_u64) => {
            let rest = fields.iter().filter(|(name, _)| *name != "number");
            let rest: Vec<_> = rest.map(|(_, value)| plain(value)).collect();
            format!("[{}] {}", fields["number"], rest.join(", "))
        }
        Value::Object(fields) => fields.values().map(plain).collect::<Vec<_>>().join(", "),
        other => other.to_string(),
    }
}

/// What would be done, step by step.
pub(crate) fn plan(said: &UtteranceResult) -> Vec<String> {
    let steps = said.steps.iter().map(|step| {
        let does = if step.does.is_empty() { &step.action.action_name } else { &step.does };
        let parameters = &step.action.parameters;
        let given = if parameters.is_empty() {
            String::new()
        } else {
            format!("  {}", one_line(&Value::Object(parameters.clone()).to_string()))
        };
        format!("{}. {}: {}{given}", step.index + 1, one_line(&step.words), one_line(does))
    });
    steps.collect()
}

#[cfg(test)]
mod tests {
    use serde_json::json;
    use tabwright_wire::language::Action;

    use super::*;

    fn step(state: StepState, message: &str) -> Step {
        Step {
            index: 0,
            words: "open\u{1b}[31m nytimes".to_owned(),
            action: serde_json::from_value::<Action>(
                json!({ "actionName": "openWebPage", "parameters": { "site": "nytimes" } }),
            )
            .unwrap(),
            does: "Open a page".to_owned(),
            state,
            message: message.to_owned(),
            problem: None,
            result: None,
        }
    }

    #[test]
    fn a_step_says_in_words_how_it_went() {
        let lines = |marks| {
            [
                line(&step(StepState::Running, ""), marks),
                line(&step(StepState::Done, "Opened\nNews"), marks),
                line(&step(StepState::Failed, "no such site. Say another"), marks),
                line(&step(StepState::Skipped, ""), marks),
            ]
        };
        assert_eq!(
            lines(true),
            [
                "… open[31m nytimes",
                "✓ open[31m nytimes: Opened News",
                "✗ open[31m nytimes: failed",
                "– open[31m nytimes: not done"
            ]
        );
        assert_eq!(
            lines(false),
            [
                "running  open[31m nytimes",
                "done     open[31m nytimes: Opened News",
                "failed   open[31m nytimes",
                "skipped  open[31m nytimes"
            ]
        );
    }

    #[test]
    fn what_was_found_is_listed_and_what_was_told_is_not() {
        assert!(found(&json!({ "url": "https://a", "title": "A" })).is_empty());
        assert!(found(&Value::Null).is_empty());
        assert_eq!(found(&json!("42\n")), ["42"]);
        let pages = json!({ "results": [{ "title": "News", "url": "https://a" }, "plain"] });
        assert_eq!(found(&pages), ["News, https://a", "plain"]);
        let sources = json!({ "sources": [{ "number": 1, "title": "Tea", "url": "https://a" }] });
        assert_eq!(found(&sources), ["[1] Tea, https://a"]);
        let many = Value::from((0..FOUND_MAX + 3).collect::<Vec<_>>());
        let lines = found(&many);
        assert_eq!(lines.len(), FOUND_MAX + 1);
        assert_eq!(lines[FOUND_MAX], "and 3 more; `--json` shows all");
    }

    #[test]
    fn a_plan_names_the_action_and_what_it_gets() {
        let said = UtteranceResult {
            steps: vec![step(StepState::Waiting, "")],
            ..UtteranceResult::default()
        };
        assert_eq!(plan(&said), [r#"1. open[31m nytimes: Open a page  {"site":"nytimes"}"#]);
    }
}
