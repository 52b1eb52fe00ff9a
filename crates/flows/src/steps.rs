//! A flow as steps, one for each line of its script, and what they do in words.

use std::collections::BTreeMap;

use serde::Serialize;
use tabwright_wire::flows::Fingerprint;
use tabwright_wire::{quote_address, quote_page};

use crate::template::{Piece, Text};

/// One call of the flow API. Targets are named as in [`tabwright_wire::flows::Flow::targets`].
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(tag = "do", rename_all = "camelCase", rename_all_fields = "camelCase")]
pub enum Step {
    NavigateTo {
        url: Text,
    },
    GoBack,
    GoForward,
    Reload,
    AwaitPageLoad {
        url: Option<Text>,
    },
    Click {
        target: String,
        how: Click,
        modifiers: Vec<String>,
        expect: Expected,
    },
    Hover {
        target: String,
    },
    /// Puts it behind what the field holds, or in its place.
    EnterText {
        target: String,
        text: Text,
        replace: bool,
    },
    SelectOption {
        target: String,
        options: Vec<Text>,
    },
    Check {
        target: String,
        on: OnOff,
    },
    Press {
        keys: String,
        target: Option<String>,
        expect: Expected,
    },
    /// Onto a target, or so many pixels away.
    Drag {
        from: String,
        onto: Option<String>,
        by: Option<(i32, i32)>,
    },
    Upload {
        target: String,
        files: Vec<Text>,
    },
    AnswerDialog {
        accept: bool,
        text: Option<Text>,
    },
    OpenTab {
        url: Option<Text>,
    },
    SwitchTab {
        url: Text,
    },
    CloseTab,
    WaitForText {
        text: Text,
    },
    CheckText {
        text: Text,
        target: Option<String>,
    },
    /// A call that recordings do not make: `captureScreenshot`.
    Other {
        call: String,
        target: Option<String>,
    },
}

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub enum Click {
    #[default]
    Left,
    Double,
    Right,
    Middle,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub enum OnOff {
    On,
    Off,
    /// As a parameter of that name says.
    By(String),
}

/// What the recording saw after a step, and what must come when it runs.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Expected {
    /// Where the page is then: a path, or a whole address on another site. `*` stands for one part.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub url: Option<Text>,
    /// A new tab opens there, and the flow goes on in it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tab: Option<Text>,
    /// The page asks this.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub dialog: Option<Text>,
    /// This text appears.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub text: Option<Text>,
}

impl Expected {
    #[must_use]
    pub fn is_nothing(&self) -> bool {
        *self == Self::default()
    }

    /// Each with the name that scripts give it.
    pub(crate) fn named(&self) -> impl Iterator<Item = (&'static str, &Text)> {
        [("url", &self.url), ("tab", &self.tab), ("dialog", &self.dialog), ("text", &self.text)]
            .into_iter()
            .filter_map(|(name, text)| Some((name, text.as_ref()?)))
    }
}

/// Whether a step is told as done, in a recording, or as what would be done.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Tense {
    Done,
    ToDo,
}

impl Step {
    /// It changes something on the page, or could.
    #[must_use]
    pub fn acts(&self) -> bool {
        !matches!(
            self,
            Self::AwaitPageLoad { .. }
                | Self::Hover { .. }
                | Self::WaitForText { .. }
                | Self::CheckText { .. }
                | Self::SwitchTab { .. }
                | Self::CloseTab
        )
    }

    /// The targets that it names.
    pub fn targets(&self) -> impl Iterator<Item = &str> {
        let (first, second) = match self {
            Self::Click { target, .. }
            | Self::Hover { target }
            | Self::EnterText { target, .. }
            | Self::SelectOption { target, .. }
            | Self::Check { target, .. }
            | Self::Upload { target, .. } => (Some(target), None),
            Self::Press { target, .. }
            | Self::CheckText { target, .. }
            | Self::Other { target, .. } => (target.as_ref(), None),
            Self::Drag { from, onto, .. } => (Some(from), onto.as_ref()),
            _ => (None, None),
        };
        first.into_iter().chain(second).map(String::as_str)
    }

    /// Its texts that may hold parameters.
    pub fn texts(&self) -> Vec<&Text> {
        match self {
            Self::NavigateTo { url } | Self::SwitchTab { url } => vec![url],
            Self::AwaitPageLoad { url } | Self::OpenTab { url } => url.iter().collect(),
            Self::Click { expect, .. } | Self::Press { expect, .. } => {
                expect.named().map(|(_, text)| text).collect()
            }
            Self::EnterText { text, .. }
            | Self::WaitForText { text }
            | Self::CheckText { text, .. } => vec![text],
            Self::SelectOption { options: texts, .. } | Self::Upload { files: texts, .. } => {
                texts.iter().collect()
            }
            Self::AnswerDialog { text, .. } => text.iter().collect(),
            _ => Vec::new(),
        }
    }

    /// In words, for a person: `Clicked "Filter roast"`. The words of the page are set apart.
    #[must_use]
    pub fn sentence(&self, targets: &BTreeMap<String, Fingerprint>, tense: Tense) -> String {
        let say = |done: &'static str, to_do: &'static str| {
            if tense == Tense::Done { done } else { to_do }
        };
        let named = |target: &String| called(target, targets.get(target));
        match self {
            Self::NavigateTo { url } => format!("{} {}", say("Went to", "Go to"), place(url)),
            Self::GoBack => say("Went back", "Go back").to_owned(),
            Self::GoForward => say("Went forward", "Go forward").to_owned(),
            Self::Reload => say("Reloaded the page", "Reload the page").to_owned(),
            Self::AwaitPageLoad { url: None } => {
                say("Waited for the page", "Wait for the page").to_owned()
            }
            Self::AwaitPageLoad { url: Some(url) } => {
                format!("{} {}", say("Came to", "Wait for"), place(url))
            }
            Self::Click { target, how, modifiers, expect } => {
                let verb = match how {
                    Click::Left => say("Clicked", "Click"),
                    Click::Double => say("Double-clicked", "Double-click"),
                    Click::Right => say("Right-clicked", "Right-click"),
                    Click::Middle => say("Middle-clicked", "Middle-click"),
                };
                let held = if modifiers.is_empty() {
                    String::new()
                } else {
                    format!(" with {}", modifiers.join("+"))
                };
                format!("{verb} {}{held}{}", named(target), outcome(expect, tense))
            }
            Self::Hover { target } => {
                format!("{} {}", say("Pointed at", "Point at"), named(target))
            }
            Self::EnterText { target, text, replace } => {
                let verb = if *replace { say("Typed", "Type") } else { say("Added", "Add") };
                let into = if *replace { "into" } else { "to" };
                format!("{verb} {} {into} {}", spoken(text), named(target))
            }
            Self::SelectOption { target, options } => {
                format!("{} {} in {}", say("Chose", "Choose"), listed(options), named(target))
            }
            Self::Check { target, on: OnOff::On } => {
                format!("{} {}", say("Ticked", "Tick"), named(target))
            }
            Self::Check { target, on: OnOff::Off } => {
                format!("{} {}", say("Unticked", "Untick"), named(target))
            }
            Self::Check { target, on: OnOff::By(name) } => {
                format!("{} {} as {name} says", say("Set", "Set"), named(target))
            }
            Self::Press { keys, target, expect } => {
                let place = target
                    .as_ref()
                    .map(|target| format!(" in {}", named(target)))
                    .unwrap_or_default();
                format!("{} {keys}{place}{}", say("Pressed", "Press"), outcome(expect, tense))
            }
            Self::Drag { from, onto: Some(onto), .. } => {
                format!("{} {} onto {}", say("Dragged", "Drag"), named(from), named(onto))
            }
            Self::Drag { from, by, .. } => {
                let (x, y) = by.unwrap_or_default();
                format!("{} {} by {x}, {y} pixels", say("Dragged", "Drag"), named(from))
            }
            Self::Upload { target, files } => {
                format!(
                    "{} {} for {}",
                    say("Chose the file", "Choose the file"),
                    listed(files),
                    named(target)
                )
            }
            Self::AnswerDialog { accept: true, text: Some(text) } => {
                format!(
                    "{} {}",
                    say("Answered the dialog with", "Answer the dialog with"),
                    spoken(text)
                )
            }
            Self::AnswerDialog { accept: true, .. } => {
                say("Accepted the dialog", "Accept the dialog").to_owned()
            }
            Self::AnswerDialog { .. } => {
                say("Dismissed the dialog", "Dismiss the dialog").to_owned()
            }
            Self::OpenTab { url: None } => say("Opened a tab", "Open a tab").to_owned(),
            Self::OpenTab { url: Some(url) } => {
                format!("{} {} in a new tab", say("Opened", "Open"), place(url))
            }
            Self::SwitchTab { url } => {
                format!("{} {}", say("Switched to the tab of", "Switch to the tab of"), place(url))
            }
            Self::CloseTab => say("Closed the tab", "Close the tab").to_owned(),
            Self::WaitForText { text } => {
                format!("{} {}", say("Waited for", "Wait for"), spoken(text))
            }
            Self::CheckText { text, target: None } => {
                format!("{} that the page says {}", say("Checked", "Check"), spoken(text))
            }
            Self::CheckText { text, target: Some(target) } => {
                format!("{} that {} says {}", say("Checked", "Check"), named(target), spoken(text))
            }
            Self::Other { call, target } => {
                let what = target
                    .as_ref()
                    .map(|target| format!(" of {}", named(target)))
                    .unwrap_or_default();
                format!("{} {call}{what}", say("Did", "Do"))
            }
        }
    }
}

/// What is on the page, as the page calls it; the name of the target where the page has none for it.
fn called(name: &str, target: Option<&Fingerprint>) -> String {
    match target.map(|it| &it.name).filter(|name| !name.is_empty()) {
        Some(said) => spoken(&Text::read(said)),
        None => quote_page(name),
    }
}

/// A text as a person reads it: parameters by name, page words apart.
fn spoken(text: &Text) -> String {
    match text.0.as_slice() {
        [Piece::Parameter(name)] => format!("‹{name}›"),
        pieces => {
            let word = |piece: &Piece| match piece {
                Piece::Words(words) => words.clone(),
                Piece::Parameter(name) | Piece::Encoded(name) => format!("‹{name}›"),
            };
            quote_page(&pieces.iter().map(word).collect::<String>())
        }
    }
}

fn place(url: &Text) -> String {
    match url.as_words() {
        Some(words) => quote_address(words),
        None => quote_address(&url.marked()),
    }
}

fn listed(texts: &[Text]) -> String {
    texts.iter().map(spoken).collect::<Vec<_>>().join(", ")
}

fn outcome(expect: &Expected, tense: Tense) -> String {
    let say =
        |done: &'static str, to_do: &'static str| if tense == Tense::Done { done } else { to_do };
    if let Some(url) = &expect.tab {
        format!(", {} {} in a new tab", say("which opened", "which opens"), place(url))
    } else if let Some(dialog) = &expect.dialog {
        format!(", {} {}", say("which asked", "which asks"), spoken(dialog))
    } else if let Some(url) = &expect.url {
        format!(", {} {}", say("which led to", "which leads to"), place(url))
    } else if let Some(text) = &expect.text {
        format!(", {} {}", say("which showed", "which shows"), spoken(text))
    } else {
        String::new()
    }
}
