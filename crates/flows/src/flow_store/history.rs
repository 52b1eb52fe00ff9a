//! What differs between two versions of a flow.

use serde::Serialize;
use similar::{ChangeTag, TextDiff};
use tabwright_wire::flows::Flow;

/// A line of the script that came or went, or a part of the definition that changed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(tag = "kind", rename_all = "camelCase")]
pub enum Change {
    /// Lines that stay are told too, so that a person sees where the change is.
    Same {
        line: String,
    },
    Added {
        line: String,
    },
    Removed {
        line: String,
    },
    /// `description`, `parameter bagSize`, `target Save`, `phrases`, `scope`.
    Changed {
        what: String,
    },
}

/// Parts of the definition first, then the script line by line. Empty where nothing differs.
#[must_use]
pub fn diff(old: &Flow, new: &Flow) -> Vec<Change> {
    let mut changes = Vec::new();
    let mut changed = |what: String| changes.push(Change::Changed { what });
    if old.description != new.description {
        changed("description".to_owned());
    }
    if old.scope != new.scope {
        changed("scope".to_owned());
    }
    if old.grammar_patterns != new.grammar_patterns {
        changed("phrases".to_owned());
    }
    for name in different(&old.parameters, &new.parameters) {
        changed(format!("parameter {name}"));
    }
    for name in different(&old.targets, &new.targets) {
        changed(format!("target {name}"));
    }
    if old.script != new.script {
        let lines = TextDiff::from_lines(&old.script, &new.script);
        changes.extend(lines.iter_all_changes().map(|change| {
            let line = change.value().trim_end_matches('\n').to_owned();
            match change.tag() {
                ChangeTag::Equal => Change::Same { line },
                ChangeTag::Insert => Change::Added { line },
                ChangeTag::Delete => Change::Removed { line },
            }
        }));
    }
    changes
}

/// The keys whose values are not equal in both.
fn different<'m, T: PartialEq>(
    old: &'m std::collections::BTreeMap<String, T>,
    new: &'m std::collections::BTreeMap<String, T>,
) -> impl Iterator<Item = &'m String> {
    let gone = old.keys().filter(|key| !new.contains_key(*key));
    let other = new.iter().filter(|(key, value)| old.get(*key) != Some(*value)).map(|(key, _)| key);
    gone.chain(other)
}

#[cfg(test)]
mod tests {
    use tabwright_wire::flows::{Fingerprint, FlowParameter};

    use super::*;

    #[test]
    fn a_difference_is_told_part_by_part() {
        let mut old = Flow { script: "a\nb\n".into(), ..Flow::default() };
        old.targets.insert("Save".into(), Fingerprint::default());
        let mut new = Flow { script: "a\nc\n".into(), description: "x".into(), ..old.clone() };
        new.parameters.insert("size".into(), FlowParameter::default());
        new.targets.clear();
        let changed = |what: &str| Change::Changed { what: what.to_owned() };
        assert_eq!(
            diff(&old, &new),
            [
                changed("description"),
                changed("parameter size"),
                changed("target Save"),
                Change::Same { line: "a".into() },
                Change::Removed { line: "b".into() },
                Change::Added { line: "c".into() },
            ]
        );
        assert_eq!(diff(&old, &old), []);
    }
}
