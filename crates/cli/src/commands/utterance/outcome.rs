//! What came of an utterance: done, or why not.

use std::fmt::Write as _;

use tabwright_client::ClientError;
use tabwright_wire::language::{StepState, Suggestion, UtteranceResult};
use tabwright_wire::{Problem, ProblemCode, plain_sentence};

use crate::format::one_line;

/// Why it was not done, or would not be: a step that failed, or words that nobody knows.
pub(crate) fn failure_of(text: &str, said: &UtteranceResult) -> Option<ClientError> {
    if said.steps.is_empty() {
        return Some(ClientError::Refused(not_understood(text, &said.nearest)));
    }
    let failed = said.steps.iter().find(|step| step.state == StepState::Failed)?;
    let problem = failed.problem.clone().unwrap_or_else(|| Problem {
        code: ProblemCode::Internal,
        title: failed.message.clone(),
        fix: String::new(),
    });
    let title = plain_sentence(&problem.title);
    Some(ClientError::Refused(Problem { title, ..problem }))
}

fn not_understood(text: &str, nearest: &[Suggestion]) -> Problem {
    let mut fix = String::new();
    if nearest.is_empty() {
        fix += "`tabwright actions` lists everything you can do";
    } else {
        fix += "Did you mean:";
        for suggestion in suggestions(nearest) {
            let _ = write!(fix, "\n    {suggestion}");
        }
    }
    Problem {
        code: ProblemCode::NotUnderstood,
        title: format!("\"{}\" was not understood", one_line(text)),
        fix,
    }
}

/// `open <site>    Open a page`, in two columns.
pub(crate) fn suggestions(nearest: &[Suggestion]) -> Vec<String> {
    let width = nearest.iter().map(|it| it.phrasing.chars().count()).max().unwrap_or_default();
    let line =
        |it: &Suggestion| format!("{:<width$}  {}", one_line(&it.phrasing), one_line(&it.does));
    nearest.iter().map(|it| line(it).trim_end().to_owned()).collect()
}

#[cfg(test)]
mod tests {
    use tabwright_wire::language::{Action, Step};

    use super::*;

    fn step(state: StepState, problem: Option<Problem>) -> Step {
        Step {
            index: 0,
            words: "scroll down".to_owned(),
            action: Action {
                action_name: "scrollDown".to_owned(),
                parameters: serde_json::Map::new(),
            },
            does: String::new(),
            state,
            message: "it broke".to_owned(),
            problem,
            result: None,
        }
    }

    fn problem_of(said: &UtteranceResult) -> Option<Problem> {
        match failure_of("opn\n<site>", said) {
            Some(ClientError::Refused(problem)) => Some(problem),
            _ => None,
        }
    }

    #[test]
    fn unknown_words_bring_the_nearest_phrasings() {
        let near = |phrasing: &str, does: &str| Suggestion {
            phrasing: phrasing.to_owned(),
            does: does.to_owned(),
        };
        let nearest = vec![near("open <site>", "Open a page"), near("go back", "")];
        let problem =
            problem_of(&UtteranceResult { nearest, ..UtteranceResult::default() }).unwrap();
        assert_eq!(problem.code, ProblemCode::NotUnderstood);
        assert_eq!(problem.title, "\"opn <site>\" was not understood");
        assert_eq!(problem.fix, "Did you mean:\n    open <site>  Open a page\n    go back");
        assert!(problem_of(&UtteranceResult::default()).unwrap().fix.contains("tabwright actions"));
    }

    #[test]
    fn a_failed_step_tells_its_own_problem() {
        let gone = Problem {
            code: ProblemCode::NoSuchTab,
            title: "no such tab".to_owned(),
            fix: String::new(),
        };
        let steps = vec![step(StepState::Done, None), step(StepState::Failed, Some(gone.clone()))];
        assert_eq!(
            problem_of(&UtteranceResult { steps, ..UtteranceResult::default() }),
            Some(gone)
        );
        let unexplained = vec![step(StepState::Failed, None)];
        let problem =
            problem_of(&UtteranceResult { steps: unexplained, ..UtteranceResult::default() })
                .unwrap();
        assert_eq!((problem.code, problem.title.as_str()), (ProblemCode::Internal, "it broke"));
        let done = vec![step(StepState::Done, None)];
        assert!(
            problem_of(&UtteranceResult { steps: done, ..UtteranceResult::default() }).is_none()
        );
        let planned = vec![step(StepState::Waiting, None)];
        assert!(
            problem_of(&UtteranceResult { steps: planned, ..UtteranceResult::default() }).is_none()
        );
    }
}
