//! Notices when a model does the same thing again and again, and nothing comes of it.

use std::collections::HashMap;
use std::hash::{DefaultHasher, Hash as _, Hasher as _};

use serde_json::{Map, Value};

/// The model is told when the same call has had the same result so often …
const TOLD_AT: u32 = 3;
/// … and the run ends when it has so often.
const ENDS_AT: u32 = 6;
/// Different calls with their results that are remembered: more than a run has steps by default.
const REMEMBERED_MAX: usize = 1_000;

/// Counts calls with their results. What is between them does not matter: going to and fro is a loop, too.
#[derive(Debug, Default)]
pub(crate) struct LoopGuard {
    seen: HashMap<u64, u32>,
}

#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Verdict {
    New,
    /// To be told to the model.
    Repeats(u32),
    /// The run is over.
    Loops(u32),
}

impl LoopGuard {
    pub(crate) fn see(
        &mut self,
        tool: &str,
        arguments: &Map<String, Value>,
        result: &str,
    ) -> Verdict {
        if self.seen.len() >= REMEMBERED_MAX {
            self.seen.clear();
        }
        let mut hasher = DefaultHasher::new();
        tool.hash(&mut hasher);
        Value::Object(arguments.clone()).to_string().hash(&mut hasher);
        without_marks(result).hash(&mut hasher);
        let count = self.seen.entry(hasher.finish()).or_default();
        *count += 1;
        match *count {
            ENDS_AT.. => Verdict::Loops(*count),
            TOLD_AT.. => Verdict::Repeats(*count),
            _ => Verdict::New,
        }
    }
}

/// The marks around text of a page are new in every result.
fn without_marks(result: &str) -> String {
    let mut plain = String::with_capacity(result.len());
    let mut rest = result;
    while let Some(at) = rest.find('⟦') {
        plain.push_str(&rest[..at]);
        rest = rest[at..].split_once('⟧').map_or("", |(_, after)| after);
    }
    plain.push_str(rest);
    plain
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn arguments(number: u32) -> Map<String, Value> {
        json!({ "steps": [{ "do": "click", "target": number }] }).as_object().unwrap().clone()
    }

    #[test]
    fn the_same_call_with_the_same_result_is_told_and_then_ends_the_run() {
        let mut guard = LoopGuard::default();
        let verdicts: Vec<_> = (0..6)
            .map(|turn| {
                // Another call between them, whose result is new every time.
                guard.see("snapshot", &Map::new(), &format!("turn {turn}"));
                let result = format!("⟦page {turn:06x}⟧nothing changed⟦/page {turn:06x}⟧");
                guard.see("act", &arguments(7), &result)
            })
            .collect();
        let expected = [
            Verdict::New,
            Verdict::New,
            Verdict::Repeats(3),
            Verdict::Repeats(4),
            Verdict::Repeats(5),
            Verdict::Loops(6),
        ];
        assert_eq!(verdicts, expected);
    }

    #[test]
    fn what_changes_something_is_no_loop() {
        let mut guard = LoopGuard::default();
        for turn in 0..20 {
            let result = format!("page {turn} of 20");
            assert_eq!(guard.see("act", &arguments(7), &result), Verdict::New);
            assert_eq!(guard.see("act", &arguments(turn), "clicked"), Verdict::New);
        }
    }
}
