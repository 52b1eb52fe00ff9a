//! What is wrong with a script, with the place.

use std::fmt;

use serde::Serialize;

/// What sort of mistake it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "camelCase")]
pub enum FaultKind {
    /// It is no JavaScript.
    Syntax,
    /// It uses what scripts of flows do not have: the network, `eval`, other modules.
    Forbidden,
    /// `flow` has no such method, or takes something else.
    Call,
    /// A target that the flow does not have.
    Target,
    /// A parameter that is not declared, or is declared and not used.
    Parameter,
    /// A loop that may never end.
    Loop,
    /// Longer than we are willing to read.
    TooLarge,
    /// The flow around the script: its name, its parameters.
    Definition,
}

/// One mistake: a sentence, what to do, and where. Lines and columns count from 1; a column is a character.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct ScriptFault {
    pub kind: FaultKind,
    pub message: String,
    pub hint: String,
    /// None where it is not in the script.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub place: Option<Place>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Place {
    pub line: usize,
    pub column: usize,
    /// So many characters are meant.
    pub length: usize,
    /// The line itself.
    pub text: String,
}

impl Place {
    /// From bytes of the script.
    pub(super) fn of(script: &str, start: usize, end: usize) -> Self {
        let floor = |at: usize| {
            (0..=at.min(script.len())).rev().find(|at| script.is_char_boundary(*at)).unwrap_or(0)
        };
        let (start, end) = (floor(start), floor(end.max(start)));
        let line_start = script[..start].rfind('\n').map_or(0, |at| at + 1);
        let text = script[line_start..].lines().next().unwrap_or_default();
        let column = script[line_start..start].chars().count() + 1;
        let room = (text.chars().count() + 1).saturating_sub(column).max(1);
        let length = script[start..end].chars().count().clamp(1, room);
        Self {
            line: script[..start].matches('\n').count() + 1,
            column,
            length,
            text: text.to_owned(),
        }
    }
}

impl fmt::Display for ScriptFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.message)?;
        if let Some(place) = &self.place {
            let gutter = place.line.to_string();
            let margin = " ".repeat(gutter.len());
            let shown: String =
                place.text.chars().map(|it| if it == '\t' { ' ' } else { it }).collect();
            let (indent, carets) = (" ".repeat(place.column - 1), "^".repeat(place.length));
            write!(f, "\n{margin} --> line {gutter}, column {}", place.column)?;
            write!(
                f,
                "\n{margin} |\n{gutter} | {shown}\n{margin} | {indent}{carets}\n{margin} = {}",
                self.hint
            )
        } else {
            write!(f, " {}", self.hint)
        }
    }
}

/// Every mistake that was found, in the order of the script.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{}", .0.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n\n"))]
pub struct Faults(pub Vec<ScriptFault>);
