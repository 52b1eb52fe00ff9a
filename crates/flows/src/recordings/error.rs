//! Why something cannot be done with a recording.

use tabwright_store::StoreError;
use tabwright_wire::flows::GESTURES_MAX;

use crate::script::Faults;

#[derive(Debug, thiserror::Error)]
pub enum RecordingError {
    #[error("a recording is under way already{}", named(.name))]
    UnderWay { name: String },
    #[error("there is no such recording")]
    Gone,
    #[error("nothing was recorded")]
    Empty,
    #[error("the recording has {GESTURES_MAX} steps, and takes no more")]
    Full,
    #[error("there is no such step in the recording")]
    NoStep,
    #[error("this step has no value that could be a parameter")]
    NotAValue,
    #[error("`{name}` is no name for a parameter")]
    BadParameter { name: String },
    #[error("there is no text to look for")]
    NoText,
    #[error("the text is too long")]
    TooLong,
    #[error("the flow has no name")]
    NoName,
    #[error("there is a flow `{name}` already")]
    NameTaken { name: String },
    #[error("the recording makes no flow that can be run:\n{0}")]
    Invalid(Faults),
    #[error(transparent)]
    Store(#[from] StoreError),
}

fn named(name: &str) -> String {
    if name.is_empty() { String::new() } else { format!(": `{name}`") }
}

impl RecordingError {
    /// What to do next.
    #[must_use]
    pub fn fix(&self) -> &'static str {
        match self {
            Self::UnderWay { .. } => "Finish or discard it first.",
            Self::Gone => "It may have been finished or discarded; start a new one.",
            Self::Empty => "Do on the page what the flow should do, then finish.",
            Self::Full => "Finish this recording, and record the rest as a second flow.",
            Self::NoStep => "Look at the list of steps again: it has changed.",
            Self::NotAValue => "Mark a step in which something was typed or chosen.",
            Self::BadParameter { .. } => "Use letters and digits, a letter first: `bagSize`.",
            Self::NoText => "Say which text has to be there.",
            Self::TooLong => "Use a shorter part of it.",
            Self::NoName => "Give it a name of letters or digits: `order coffee`.",
            Self::NameTaken { .. } => "Choose another name, or delete that flow first.",
            Self::Invalid(_) => "Undo the step that is named, or record it again.",
            Self::Store(error) => error.fix(),
        }
    }
}
