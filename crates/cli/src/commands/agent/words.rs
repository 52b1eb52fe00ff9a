//! What happens in a run, in plain words.

use serde_json::Value;
use tabwright_wire::chats::{CallState, RunAsk, RunEvent, RunLimits, RunSpent};

use crate::format;

/// The words of one line.
const WORDS_CHARS_MAX: usize = 120;

/// A line that tells of an event; none where it is not worth one.
pub(super) fn describe(event: &RunEvent) -> Option<String> {
    match event {
        RunEvent::Started { run } => {
            Some(format!("The task has begun: at most {}. Ctrl-C stops it.", most(&run.limits)))
        }
        RunEvent::Resumed { .. } => Some("The task goes on.".to_owned()),
        RunEvent::Step { step, text, .. } if text.trim().is_empty() => Some(format!("{step}.")),
        RunEvent::Step { step, text, .. } => Some(format!("{step}. {}", format::one_line(text))),
        RunEvent::Retry { reason, wait_ms } => {
            let seconds = wait_ms.div_ceil(1_000);
            Some(format!("   {}; asked again in {seconds} s", format::one_line(reason)))
        }
        RunEvent::Tool { tool, does, state, words, .. } => {
            call(&call_line(tool, does), *state, words)
        }
        RunEvent::Ask { ask } => Some(question(ask)),
        RunEvent::Answered { answer, .. } => {
            Some(format!("   answered: {}", format::cut(answer, WORDS_CHARS_MAX)))
        }
        RunEvent::Added { text } => {
            Some(format!("   added: {}", format::cut(text, WORDS_CHARS_MAX)))
        }
        RunEvent::Notice { text } => Some(format!("   {}", format::one_line(text))),
        RunEvent::Paused { problem: None } => Some("The task is paused.".to_owned()),
        RunEvent::Paused { problem: Some(problem) } => Some(format!(
            "The task is paused: {}. {}",
            format::one_line(&problem.title),
            problem.fix
        )),
        RunEvent::Finished { run } => {
            let answer = run.answer.as_deref().unwrap_or_default().trim();
            // More than one line may be what was asked for; each is cleaned by itself.
            let lines: Vec<_> = answer.lines().map(format::one_line).collect();
            let mut text = format!("{}\n({})", lines.join("\n"), spent(&run.spent));
            if !run.data.is_null() {
                text = format!("{}\n{text}", pretty(&run.data));
            }
            Some(text)
        }
        RunEvent::Failed { run } => {
            let problem = run.problem.as_ref()?;
            Some(format!("Failed: {}. {}", format::one_line(&problem.title), problem.fix))
        }
        RunEvent::Stopped { .. } => Some("Stopped.".to_owned()),
        RunEvent::Delta { .. } | RunEvent::Usage { .. } | RunEvent::ProviderSession { .. } => None,
    }
}

fn most(limits: &RunLimits) -> String {
    let RunLimits { steps, minutes, tokens, cents } = limits;
    let cost = match cents {
        0 => String::new(),
        cents => format!(", a cost of {:.2}", f64::from(*cents) / 100.0),
    };
    format!("{steps} steps, {minutes} min, {tokens} tokens{cost}")
}

/// What a call does. Of one that an older version kept, only the tool is known.
pub(super) fn call_line(tool: &str, does: &str) -> String {
    format::one_line(if does.is_empty() { tool } else { does })
}

fn call(does: &str, state: CallState, words: &str) -> Option<String> {
    let words = format::cut(words, WORDS_CHARS_MAX);
    match state {
        CallState::Started => Some(format!("   {does}")),
        CallState::Waiting => Some(format!("   {words}")),
        CallState::Done => None,
        CallState::Failed => Some(format!("   failed: {words}")),
        CallState::Skipped => Some(format!("   {does}: {words}")),
    }
}

pub(super) fn question(ask: &RunAsk) -> String {
    let mut text = format!("? {}", format::one_line(&ask.question));
    for (number, choice) in (1..).zip(&ask.choices) {
        text += &format!("\n  {number}  {}", format::one_line(choice));
    }
    text
}

/// The answer that is meant: a choice by its number, or what was typed.
pub(super) fn chosen(ask: &RunAsk, typed: &str) -> String {
    let typed = typed.trim();
    let by_number = typed.parse::<usize>().ok().and_then(|number| number.checked_sub(1));
    let choice = by_number.and_then(|at| ask.choices.get(at));
    choice.cloned().unwrap_or_else(|| typed.to_owned())
}

fn spent(spent: &RunSpent) -> String {
    let steps =
        if spent.steps == 1 { "1 step".to_owned() } else { format!("{} steps", spent.steps) };
    let cost = spent.cents.map(|cents| format!(", {:.2}", cents / 100.0)).unwrap_or_default();
    format!("{steps}, {}, {} tokens{cost}", format::span(spent.ms), spent.tokens)
}

fn pretty(data: &Value) -> String {
    serde_json::to_string_pretty(data).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_choice_is_named_by_its_number_or_its_words() {
        let choices = vec!["Red".to_owned(), "Blue".to_owned()];
        let ask = RunAsk { id: "a".into(), question: "Which?".into(), choices };
        assert_eq!(chosen(&ask, " 2 "), "Blue");
        assert_eq!(chosen(&ask, "Red"), "Red");
        assert_eq!(chosen(&ask, "3"), "3");
        assert_eq!(chosen(&ask, "0"), "0");
    }

    #[test]
    fn every_limit_that_is_set_is_told() {
        let limits = RunLimits { steps: 40, minutes: 30, tokens: 9_000, cents: 250 };
        assert_eq!(most(&limits), "40 steps, 30 min, 9000 tokens, a cost of 2.50");
        let free = RunLimits { cents: 0, ..limits };
        assert_eq!(most(&free), "40 steps, 30 min, 9000 tokens");
    }

    #[test]
    fn a_call_is_told_as_the_daemon_words_it() {
        let told = |does: &str| {
            describe(&RunEvent::Tool {
                call: "c".to_owned(),
                tool: "act".to_owned(),
                does: does.to_owned(),
                state: CallState::Started,
                words: String::new(),
                tab: None,
                picture: None,
            })
        };
        let does = format!("Click {}", tabwright_wire::quote_page("Save"));
        assert_eq!(told(&does).as_deref(), Some("   Click \"Save\""));
        assert_eq!(told("").as_deref(), Some("   act"));
    }

    #[test]
    fn a_page_cannot_speak_to_the_terminal() {
        let event = RunEvent::Tool {
            call: "c".to_owned(),
            tool: "act".to_owned(),
            does: String::new(),
            state: CallState::Failed,
            words: "no\u{1b}[2J\nnew line".to_owned(),
            tab: None,
            picture: None,
        };
        let told = describe(&event).unwrap();
        assert!(!told.contains('\u{1b}') && !told.contains('\n'), "{told}");
    }
}
