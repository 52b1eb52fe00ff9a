//! How a text gets into a field by real input so that it arrives as it was given. Keys tell a page most, but
//! editors indent, complete and format what is typed, and Enter may send it.

use tabwright_wire::{KitRefusalCode, Need, PageAction, Ready, Writing};
use tokio::time::{Duration, sleep};

use super::acting::ActionTarget;
use super::keys::Chord;
use super::typing::Where;
use super::{Driver, trusted};
use crate::backend::{Debugger, Result};
use crate::error::ControlError;

/// Longer texts are put in as a whole behind their first letters: pages that listen to keys have
/// heard enough by then, and a thousand keys take their time.
const KEYS_MAX: usize = 300;
/// A secret of so many letters is recognized without its last one, which then comes by a key: some pages
/// wait for one.
const LONG_SECRET_CHARS_MIN: usize = 8;
/// An editor has taken over what was put into its markup after this time.
const TAKEN_OVER_IN: Duration = Duration::from_millis(60);
/// Of a longer text the kit tells only the beginning.
const TOLD_CHARS_MAX: usize = 1900;

/// What is written, and where.
#[derive(Debug, Clone, Copy)]
pub(super) struct Text<'a> {
    pub(super) text: &'a str,
    pub(super) place: Where,
    pub(super) is_secret: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Way {
    /// Key by key, as a person would.
    Keys,
    /// All at once, as from an input method.
    Whole,
    /// Line by line.
    Lines,
    /// Line by line with Shift+Enter between them, which breaks a line where Enter sends what was written.
    Breaks,
    /// As the clipboard would bring it.
    Paste,
}

impl Driver {
    /// Writes it, in one way or another, until the field holds exactly that or all ways were tried.
    pub(super) async fn write(
        &self,
        subject: &ActionTarget,
        debugger: &dyn Debugger,
        ready: &Ready,
        text: Text<'_>,
        submit: bool,
    ) -> Result<()> {
        let ways = ways(ready.writing, text);
        // What was put in between other text cannot be taken back.
        let may_retry = text.place == Where::Instead && !text.is_secret && !ready.secret;
        for (at, way) in ways.iter().enumerate() {
            let written = self.write_by(*way, subject, debugger, ready.writing, text);
            match self.unless_dialog(subject.tab, written).await {
                Ok(()) => {}
                Err(ControlError::DialogOpen { .. }) => return Ok(()),
                Err(error) => return Err(error),
            }
            let is_last = at + 1 == ways.len();
            if is_last || !may_retry || self.holds(subject, text.text).await {
                break;
            }
        }
        if !submit {
            return Ok(());
        }
        let enter = [Chord::parse("Enter")?];
        match self.unless_dialog(subject.tab, trusted::press(debugger, &enter)).await {
            Err(ControlError::DialogOpen { .. }) => Ok(()),
            pressed => pressed,
        }
    }

    async fn write_by(
        &self,
        way: Way,
        subject: &ActionTarget,
        debugger: &dyn Debugger,
        writing: Writing,
        Text { text, place, is_secret }: Text<'_>,
    ) -> Result<()> {
        let is_editor = matches!(writing, Writing::Rich | Writing::Code);
        match place {
            Where::Instead => {
                self.perform(subject, PageAction::Focus { select_all: true }).await?;
                // Editors draw only a part of a long text, and only they can select all of it.
                if is_editor {
                    trusted::select_all(debugger).await?;
                }
                if text.is_empty() {
                    return trusted::press(debugger, &[Chord::parse("Delete")?]).await;
                }
            }
            Where::AtEnd => {
                self.perform(subject, PageAction::Focus { select_all: false }).await?;
                if writing == Writing::Code {
                    trusted::to_end(debugger).await?;
                }
            }
            Where::AtCaret | Where::Pasted => {}
        }
        match way {
            Way::Keys => {
                let [inserted, keyed, rest] =
                    if is_secret { secret_parts(text) } else { parts(text) };
                if !inserted.is_empty() {
                    trusted::insert(debugger, inserted).await?;
                }
                // A page may move the focus while keys come, to a button of a frame that Space would press.
                let is_text = |letter: char| letter == ' ' && self.denies_sensitive();
                let chord = |letter| match letter {
                    letter if is_text(letter) => Chord::text(letter),
                    letter => Chord::writing(letter),
                };
                let chords: Vec<_> = keyed.chars().map(chord).collect();
                trusted::press(debugger, &chords).await?;
                if !rest.is_empty() {
                    trusted::insert(debugger, rest).await?;
                }
                Ok(())
            }
            Way::Whole => trusted::insert(debugger, &lines_of(text)).await,
            Way::Lines => {
                for part in lines_of(text).split_inclusive('\n') {
                    let (line, end) = part.strip_suffix('\n').map_or((part, ""), |it| (it, "\n"));
                    for piece in [line, end].into_iter().filter(|piece| !piece.is_empty()) {
                        trusted::insert(debugger, piece).await?;
                    }
                }
                Ok(())
            }
            Way::Breaks => {
                let shift_enter = [Chord::parse("Shift+Enter")?];
                for (at, line) in lines_of(text).split('\n').enumerate() {
                    if at > 0 {
                        trusted::press(debugger, &shift_enter).await?;
                    }
                    if !line.is_empty() {
                        trusted::insert(debugger, line).await?;
                    }
                }
                Ok(())
            }
            Way::Paste => match self
                .perform(subject, PageAction::Paste { text: lines_of(text) })
                .await
            {
                Err(ControlError::Element(refusal)) if refusal.code == KitRefusalCode::NoEffect => {
                    trusted::insert(debugger, &lines_of(text)).await
                }
                pasted => pasted.map(drop),
            },
        }
    }

    /// Does the field hold exactly this? Read once more a moment later, for some editors take their time.
    async fn holds(&self, subject: &ActionTarget, text: &str) -> bool {
        for pause in [None, Some(TAKEN_OVER_IN)] {
            if let Some(pause) = pause {
                sleep(pause).await;
            }
            let now =
                ActionTarget::at_once(subject.tab, subject.frame.clone(), subject.target.clone());
            let Ok(ready) = self.ready(&now, Need::Exist, false).await else { return true };
            let Some(value) = ready.element.value else { return true };
            if value.chars().count() >= TOLD_CHARS_MAX || is_same(&value, &lines_of(text)) {
                return true;
            }
        }
        false
    }
}

/// In which ways a text is tried, the most natural first.
fn ways(writing: Writing, Text { text, place, is_secret }: Text<'_>) -> &'static [Way] {
    let has_lines = text.contains(['\n', '\r', '\t']);
    match (writing, place) {
        (_, _) if is_secret => &[Way::Keys],
        (_, Where::Pasted) | (Writing::Code, _) => &[Way::Paste],
        (Writing::Rich, _) if has_lines => &[Way::Whole, Way::Lines, Way::Paste, Way::Breaks],
        (Writing::Rich, _) => &[Way::Keys, Way::Whole],
        (Writing::Lines, _) if has_lines => &[Way::Whole],
        (Writing::None | Writing::Line | Writing::Lines, _) => &[Way::Keys],
    }
}

/// A tab is drawn as a blank where the page has not said otherwise, whatever the editor holds.
fn is_same(value: &str, text: &str) -> bool {
    let folded = |text: &str| {
        let line = |line: &str| line.split_whitespace().collect::<Vec<_>>().join(" ");
        text.split('\n').map(line).collect::<Vec<_>>()
    };
    value == text || (text.contains('\t') && folded(value) == folded(text))
}

pub(super) fn lines_of(text: &str) -> String {
    text.replace("\r\n", "\n").replace('\r', "\n")
}

/// What is put in as a whole, then typed key by key, then put in as a whole again.
fn parts(text: &str) -> [&str; 3] {
    let keys = text.char_indices().nth(KEYS_MAX).map_or(text.len(), |(at, _)| at);
    let (keyed, rest) = text.split_at(keys);
    ["", keyed, rest]
}

/// A page hears of every key: of a secret it gets so much at once that what it tells of it is recognized.
fn secret_parts(text: &str) -> [&str; 3] {
    let last = text.char_indices().next_back().map_or(0, |(at, _)| at);
    let is_long = text.chars().count() >= LONG_SECRET_CHARS_MIN;
    let (inserted, keyed) = text.split_at(if is_long { last } else { text.len() });
    [inserted, keyed, ""]
}
