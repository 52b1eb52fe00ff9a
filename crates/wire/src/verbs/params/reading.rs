//! What is read of a page, and waited for.

use serde::{Deserialize, Serialize};

use crate::ids::TabId;
use crate::kit::{Compression, ElementState, QueryFact, SnapshotMode};
use crate::target::Target;
use crate::verbs::{Eval, Permission, Verb as _, VerbFacts, VerbParams};

params! {
    SnapshotParams {
        #[serde(default)]
        mode: SnapshotMode,
        /// The text is never longer.
        max_chars: Option<u32>,
        /// Only what changed since the snapshot with this id.
        since: Option<u32>,
        /// Only what is inside the element with this number.
        within: Option<u32>,
        /// Without its first so many rows, items or parts.
        skip: Option<u32>,
    }
    WaitParams {
        r#for: WaitFor,
        frame: Option<u32>,
        timeout_ms: Option<u32>,
    } => {
        fn permission(&self, verb: &VerbFacts) -> Permission<'_> {
            // A function in the page is a script, whatever it waits for.
            let runs_script = matches!(self.r#for, WaitFor::Function { .. });
            let kind = if runs_script { Eval::FACTS.kind } else { verb.kind };
            Permission { kind, ..Permission::of(verb) }.running_script(runs_script)
        }
    }
    TextParams {
        target: Option<Target>,
        frame: Option<u32>,
        max_chars: Option<u32>,
    }
    HtmlParams {
        target: Option<Target>,
        frame: Option<u32>,
        #[serde(default)]
        compression: Compression,
        max_chars: Option<u32>,
    }
    MarkdownParams {
        target: Option<Target>,
        frame: Option<u32>,
        /// Only the main content.
        #[serde(default)]
        main: bool,
        max_chars: Option<u32>,
    }
    LinksParams {
        /// The best fitting first.
        words: Option<String>,
        max: Option<u32>,
    }
    TablesParams {
        target: Option<Target>,
        frame: Option<u32>,
        max_rows: Option<u32>,
        /// Without the first so many rows of each table.
        skip_rows: Option<u32>,
    }
    ScreenshotParams {
        /// Only this element.
        target: Option<Target>,
        frame: Option<u32>,
        /// The whole page, not only what is in view.
        #[serde(default)]
        full: bool,
        /// Draw the numbers of the elements on it.
        #[serde(default)]
        marks: bool,
        /// How many pixels it has; by default one for each CSS pixel, which is what points of a click are in.
        #[serde(default)]
        scale: PictureScale,
        /// A picture of more bytes becomes a JPEG, and is made smaller until it fits.
        max_bytes: Option<u32>,
        timeout_ms: Option<u32>,
    }
    PdfParams {
        #[serde(default)]
        landscape: bool,
        /// With colours and pictures behind the text.
        #[serde(default)]
        background: bool,
        timeout_ms: Option<u32>,
    }
    QueryVerbParams {
        target: Target,
        frame: Option<u32>,
        /// What to tell of each; role, name and state without it.
        facts: Option<Vec<QueryFact>>,
        /// An attribute to tell of, too.
        attribute: Option<String>,
        /// Tell what each can be found by on another day, in every frame of the page.
        #[serde(default)]
        fingerprint: bool,
        /// Tell of so many, with `fingerprint` in each frame; all are counted.
        max: Option<u32>,
    }
    ConsoleParams {
        /// Only what came after the message with this number.
        after: Option<u32>,
        /// Only messages at least so grave.
        level: Option<ConsoleLevel>,
        max: Option<u32>,
    }
    NetworkParams {
        /// Only what came after the request with this number.
        after: Option<u32>,
        /// Only addresses that contain this, or fit it where it has `*`.
        url: Option<String>,
        /// This request alone, with its headers and what it was answered.
        id: Option<u32>,
        max: Option<u32>,
        /// The body is cut here.
        max_chars: Option<u32>,
    }
}

/// How grave a message of the console is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub enum ConsoleLevel {
    Debug,
    Info,
    Warning,
    Error,
}

/// What to wait for.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(tag = "type", rename_all = "camelCase", rename_all_fields = "camelCase")]
pub enum WaitFor {
    /// All of the page is there.
    Load,
    /// No request is under way and nothing changes, for half a second.
    Idle,
    /// The page answers to input.
    Interaction,
    Element {
        target: Target,
        #[serde(default)]
        state: ElementState,
    },
    Text {
        text: String,
        #[serde(default)]
        gone: bool,
    },
    /// The address contains this, or fits it where it has `*`.
    Url { url: String },
    /// An expression in the page becomes true.
    Function { script: String },
}

/// How many pixels a picture of a page has.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "kebab-case")]
pub enum PictureScale {
    /// One for each CSS pixel: a point of the picture is a point of the page.
    #[default]
    Css,
    /// All that the screen has, more than one to a CSS pixel where the screen is dense or the page zoomed.
    Device,
}
