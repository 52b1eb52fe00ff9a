//! What one step of `act` can be, as agents write it and as people read it.

use schemars::JsonSchema;
use serde::Deserialize;
use tabwright_wire::{Modifier, MouseButton, Target};

use crate::describe::{place, quote};
use crate::schema;

/// Steps that are named in the sentence about a call.
const STEPS_NAMED_MAX: usize = 2;

#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(tag = "do", rename_all = "camelCase", rename_all_fields = "camelCase", deny_unknown_fields)]
#[schemars(transform = schema::merge_variants)]
pub(super) enum Step {
    Click {
        #[schemars(schema_with = "schema::target")]
        target: Target,
        #[serde(default)]
        #[schemars(schema_with = "schema::mouse_button")]
        button: MouseButton,
        count: Option<u32>,
        #[serde(default)]
        #[schemars(schema_with = "schema::modifiers")]
        modifiers: Vec<Modifier>,
        #[serde(default)]
        force: bool,
        /// number of a frame
        frame: Option<u32>,
        timeout_ms: Option<u32>,
    },
    Type {
        #[schemars(schema_with = "schema::target")]
        #[serde(default)]
        target: Option<Target>,
        text: String,
        #[serde(default)]
        append: bool,
        #[serde(default)]
        submit: bool,
        frame: Option<u32>,
        timeout_ms: Option<u32>,
    },
    Insert {
        text: String,
        #[schemars(schema_with = "schema::target")]
        #[serde(default)]
        target: Option<Target>,
        frame: Option<u32>,
        timeout_ms: Option<u32>,
    },
    Clear {
        #[schemars(schema_with = "schema::target")]
        target: Target,
        frame: Option<u32>,
        timeout_ms: Option<u32>,
    },
    Hover {
        #[schemars(schema_with = "schema::target")]
        target: Target,
        frame: Option<u32>,
        timeout_ms: Option<u32>,
    },
    Select {
        #[schemars(schema_with = "schema::target")]
        target: Target,
        options: Vec<String>,
        frame: Option<u32>,
        timeout_ms: Option<u32>,
    },
    Check {
        #[schemars(schema_with = "schema::target")]
        target: Target,
        frame: Option<u32>,
        timeout_ms: Option<u32>,
    },
    Uncheck {
        #[schemars(schema_with = "schema::target")]
        target: Target,
        frame: Option<u32>,
        timeout_ms: Option<u32>,
    },
    Press {
        #[schemars(schema_with = "schema::keys")]
        keys: Keys,
        #[schemars(schema_with = "schema::target")]
        #[serde(default)]
        target: Option<Target>,
        frame: Option<u32>,
        timeout_ms: Option<u32>,
    },
    Drag {
        #[schemars(schema_with = "schema::target")]
        target: Target,
        #[schemars(schema_with = "schema::target_or_end")]
        to: Target,
        frame: Option<u32>,
        timeout_ms: Option<u32>,
    },
    Scroll {
        #[schemars(schema_with = "schema::target")]
        #[serde(default)]
        target: Option<Target>,
        pages: Option<f64>,
        #[schemars(schema_with = "schema::target_or_end")]
        #[serde(default)]
        to: Option<ScrollEnd>,
        frame: Option<u32>,
    },
    Upload {
        #[schemars(schema_with = "schema::target")]
        target: Target,
        files: Vec<String>,
        frame: Option<u32>,
        timeout_ms: Option<u32>,
    },
    Dialog {
        #[serde(default = "yes")]
        accept: bool,
        text: Option<String>,
    },
    Follow {
        text: String,
    },
    Wait {
        r#for: Option<Waiting>,
        text: Option<String>,
        url: Option<String>,
        #[schemars(schema_with = "schema::target")]
        #[serde(default)]
        target: Option<Target>,
        frame: Option<u32>,
        timeout_ms: Option<u32>,
    },
}

#[derive(Debug, Clone, Deserialize)]
#[serde(untagged)]
pub(super) enum Keys {
    One(String),
    Many(Vec<String>),
}

#[derive(Debug, Clone, Copy, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) enum ScrollEnd {
    Top,
    Bottom,
}

#[derive(Debug, Clone, Copy, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(super) enum Waiting {
    Load,
    Idle,
    Text,
    Gone,
    Url,
    Target,
}

fn yes() -> bool {
    true
}

/// What the steps do, in one line: the first of them, and how many more there are.
pub(super) fn describe_all(steps: &[Step]) -> String {
    let named: Vec<_> = steps.iter().take(STEPS_NAMED_MAX).map(Step::describe).collect();
    let line = named.join(", then ");
    match steps.len().saturating_sub(STEPS_NAMED_MAX) {
        0 => line,
        more => format!("{line}, and {more} more"),
    }
}

impl Step {
    fn describe(&self) -> String {
        match self {
            Self::Click { target, .. } => format!("Click {}", place(target)),
            Self::Type { target: Some(target), .. } => format!("Type into {}", place(target)),
            Self::Type { target: None, .. } => "Type where the cursor is".to_owned(),
            Self::Insert { target: Some(target), .. } => format!("Paste into {}", place(target)),
            Self::Insert { target: None, .. } => "Paste where the cursor is".to_owned(),
            Self::Clear { target, .. } => format!("Clear {}", place(target)),
            Self::Hover { target, .. } => format!("Point at {}", place(target)),
            Self::Select { target, options, .. } => {
                format!("Choose {} in {}", quote(&options.join(", ")), place(target))
            }
            Self::Check { target, .. } => format!("Tick {}", place(target)),
            Self::Uncheck { target, .. } => format!("Untick {}", place(target)),
            Self::Press { keys, .. } => format!("Press {}", quote(&keys.joined())),
            Self::Drag { target, to, .. } => format!("Drag {} to {}", place(target), place(to)),
            Self::Scroll { target: Some(target), pages: None, to: None, .. } => {
                format!("Scroll to {}", place(target))
            }
            Self::Scroll { .. } => "Scroll".to_owned(),
            Self::Upload { target, files, .. } => match files.len() {
                1 => format!("Upload a file to {}", place(target)),
                count => format!("Upload {count} files to {}", place(target)),
            },
            Self::Dialog { accept: true, .. } => "Accept the dialog".to_owned(),
            Self::Dialog { accept: false, .. } => "Dismiss the dialog".to_owned(),
            Self::Follow { text } => format!("Follow the link {}", quote(text)),
            Self::Wait { text: Some(text), .. } => format!("Wait for {}", quote(text)),
            Self::Wait { url: Some(url), .. } => format!("Wait for the address {}", quote(url)),
            Self::Wait { target: Some(target), .. } => format!("Wait for {}", place(target)),
            Self::Wait { .. } => "Wait for the page".to_owned(),
        }
    }
}

impl Keys {
    fn joined(&self) -> String {
        match self {
            Self::One(key) => key.clone(),
            Self::Many(keys) => keys.join(" "),
        }
    }
}

#[cfg(test)]
mod tests {
    use tabwright_wire::plain_sentence;

    use super::*;

    #[test]
    fn steps_are_read_as_agents_write_them() {
        for step in [
            r#"{"do":"click","target":12}"#,
            r#"{"do":"click","target":"text=Save","count":2,"button":"right"}"#,
            r#"{"do":"type","target":"label=Email","text":"a@b.c","submit":true}"#,
            r#"{"do":"press","keys":"Enter"}"#,
            r#"{"do":"press","keys":["Control+a","Delete"],"target":3}"#,
            r#"{"do":"scroll"}"#,
            r#"{"do":"dialog"}"#,
            r#"{"do":"wait","text":"Thanks"}"#,
        ] {
            serde_json::from_str::<Step>(step).unwrap_or_else(|error| panic!("{step}: {error}"));
        }
    }

    #[test]
    fn a_wrong_step_says_what_would_be_right() {
        for (step, complaint) in [
            (r#"{"do":"tap","target":1}"#, "expected one of"),
            (r#"{"do":"click"}"#, "missing field `target`"),
            (r#"{"do":"click","target":1,"txt":"a"}"#, "unknown field `txt`"),
        ] {
            let error = serde_json::from_str::<Step>(step).unwrap_err().to_string();
            assert!(error.contains(complaint), "{step}: {error}");
        }
    }

    #[test]
    fn every_step_has_words_of_its_own() {
        for (step, words) in [
            (r#"{"do":"click","target":12}"#, "Click element 12"),
            (r#"{"do":"click","target":"role=button:Save"}"#, "Click \"Save\""),
            (r#"{"do":"click","target":{"role":"button"}}"#, "Click button"),
            (r#"{"do":"click","target":"a.go"}"#, "Click \"a.go\""),
            (r#"{"do":"click","target":{"x":1,"y":2.5}}"#, "Click the point 1,2.5"),
            (r#"{"do":"type","target":"label=Name","text":"Ada"}"#, "Type into \"Name\""),
            (r#"{"do":"type","text":"Ada"}"#, "Type where the cursor is"),
            (r#"{"do":"insert","target":3,"text":"a"}"#, "Paste into element 3"),
            (r#"{"do":"clear","target":3}"#, "Clear element 3"),
            (r#"{"do":"hover","target":3}"#, "Point at element 3"),
            (
                r#"{"do":"select","target":3,"options":["Bern","Basel"]}"#,
                "Choose \"Bern, Basel\" in element 3",
            ),
            (r#"{"do":"check","target":3}"#, "Tick element 3"),
            (r#"{"do":"uncheck","target":3}"#, "Untick element 3"),
            (r#"{"do":"press","keys":"Enter"}"#, "Press \"Enter\""),
            (r#"{"do":"press","keys":["Control+a","Delete"]}"#, "Press \"Control+a Delete\""),
            (r#"{"do":"drag","target":1,"to":"text=Bin"}"#, "Drag element 1 to \"Bin\""),
            (r#"{"do":"scroll"}"#, "Scroll"),
            (r#"{"do":"scroll","target":4}"#, "Scroll to element 4"),
            (r#"{"do":"upload","target":4,"files":["/a.png"]}"#, "Upload a file to element 4"),
            (r#"{"do":"dialog"}"#, "Accept the dialog"),
            (r#"{"do":"dialog","accept":false}"#, "Dismiss the dialog"),
            (r#"{"do":"follow","text":"More"}"#, "Follow the link \"More\""),
            (r#"{"do":"wait","text":"Thanks"}"#, "Wait for \"Thanks\""),
            (r#"{"do":"wait","for":"idle"}"#, "Wait for the page"),
        ] {
            let read: Step = serde_json::from_str(step).unwrap();
            assert_eq!(plain_sentence(&read.describe()), words, "{step}");
        }
    }

    #[test]
    fn of_many_steps_the_first_are_named() {
        let step = |json| serde_json::from_str::<Step>(json).unwrap();
        let steps = [
            step(r#"{"do":"check","target":"label=Direct"}"#),
            step(r#"{"do":"press","keys":"Enter"}"#),
            step(r#"{"do":"scroll"}"#),
        ];
        let words = plain_sentence(&describe_all(&steps));
        assert_eq!(words, "Tick \"Direct\", then Press \"Enter\", and 1 more");
    }
}
