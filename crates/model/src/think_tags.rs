//! Reasoning that a server leaves in the text, between `<think>` and `</think>`, because it does not know the
//! model's template. Local models come like that.

use crate::assembly::Assembly;
use crate::error::Error;

const OPENING: &str = "<think>";
const CLOSING: &str = "</think>";
/// More blanks than this at the start are text.
const BLANKS_MAX: usize = 256;

/// Tells text and reasoning apart. Only an answer that begins with the tag has any.
#[derive(Debug, Default)]
pub(crate) struct ThinkTags {
    place: Place,
    /// What may be a part of a tag.
    held: String,
}

#[derive(Debug, Default, PartialEq, Eq)]
enum Place {
    #[default]
    Start,
    Inside,
    /// Behind the closing tag, where blanks are left out.
    Behind,
    Text,
}

impl ThinkTags {
    /// The next piece of the text.
    pub(crate) fn push(&mut self, text: &str, answer: &mut Assembly) -> Result<(), Error> {
        if self.place == Place::Text {
            return answer.text(text);
        }
        self.held.push_str(text);
        if self.place == Place::Start {
            let begun = self.held.trim_start();
            if let Some(rest) = begun.strip_prefix(OPENING) {
                self.held = rest.to_owned();
                self.place = Place::Inside;
            } else if !OPENING.starts_with(begun) || self.held.len() > BLANKS_MAX {
                self.place = Place::Text;
                return answer.text(&std::mem::take(&mut self.held));
            }
        }
        if self.place == Place::Inside {
            let end = self.held.find(CLOSING);
            let told = end.unwrap_or_else(|| self.held.len() - tag_start(&self.held));
            answer.reasoning(&self.held[..told])?;
            self.held.drain(..told + end.map_or(0, |_| CLOSING.len()));
            if end.is_some() {
                self.place = Place::Behind;
            }
        }
        if self.place == Place::Behind {
            let rest = std::mem::take(&mut self.held);
            let rest = rest.trim_start();
            if !rest.is_empty() {
                self.place = Place::Text;
                return answer.text(rest);
            }
        }
        Ok(())
    }

    /// The text has ended: what was held is no tag.
    pub(crate) fn finish(&mut self, answer: &mut Assembly) -> Result<(), Error> {
        let held = std::mem::take(&mut self.held);
        match self.place {
            Place::Inside => answer.reasoning(&held),
            Place::Start | Place::Behind | Place::Text => answer.text(held.trim_start()),
        }
    }
}

/// How much of the end of a text may be the start of the closing tag.
fn tag_start(text: &str) -> usize {
    let starts = (1..CLOSING.len()).rev();
    starts.into_iter().find(|length| text.ends_with(&CLOSING[..*length])).unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::event::Event;

    /// The reasoning and the text of an answer that comes in these pieces.
    fn read(pieces: &[&str]) -> (String, String) {
        let (mut tags, mut answer) = (ThinkTags::default(), Assembly::default());
        for piece in pieces {
            tags.push(piece, &mut answer).unwrap();
        }
        tags.finish(&mut answer).unwrap();
        let (mut reasoning, mut text) = (String::new(), String::new());
        while let Some(event) = answer.next_event() {
            match event {
                Event::Reasoning(more) => reasoning += &more,
                Event::Text(more) => text += &more,
                other => panic!("{other:?}"),
            }
        }
        (reasoning, text)
    }

    #[test]
    fn reasoning_is_told_apart_however_the_text_is_cut() {
        for (whole, reasoning, text) in [
            ("<think>\nHm.</think>\n\nYes.", "\nHm.", "Yes."),
            (" \n<think>a < b</think>Yes </think>.", "a < b", "Yes </think>."),
            ("<think></think>Yes.", "", "Yes."),
            ("<think>cut</thi", "cut</thi", ""),
            ("Yes, <think>no</think>.", "", "Yes, <think>no</think>."),
            ("<thinking>no", "", "<thinking>no"),
            ("<thi", "", "<thi"),
            ("  ", "", ""),
            ("", "", ""),
        ] {
            let expected = (reasoning.to_owned(), text.to_owned());
            assert_eq!(read(&[whole]), expected, "{whole}");
            for at in 0..=whole.len() {
                let (one, other) = whole.split_at(at);
                assert_eq!(read(&[one, other]), expected, "{whole} at {at}");
            }
            let each: Vec<_> = whole.split_inclusive(|_| true).collect();
            assert_eq!(read(&each), expected, "{whole}");
        }
    }

    #[test]
    fn many_blanks_are_not_held_for_ever() {
        let blanks = " ".repeat(BLANKS_MAX + 1);
        let (mut tags, mut answer) = (ThinkTags::default(), Assembly::default());
        tags.push(&blanks, &mut answer).unwrap();
        assert_eq!(answer.next_event(), Some(Event::Text(blanks)));
    }

    proptest! {
        #[test]
        fn nothing_gets_lost(pieces in prop::collection::vec("(<think>|</think>|<|/|thi|[a-z é]{0,4})", 0..12)) {
            let pieces: Vec<_> = pieces.iter().map(String::as_str).collect();
            let whole = pieces.concat();
            let told = read(&pieces);
            prop_assert_eq!(&told, &read(&[&whole]));
            let letters = |text: &str| text.chars().filter(|it: &char| it.is_ascii_lowercase()).count();
            let tags = if whole.trim_start().starts_with(OPENING) {
                letters(OPENING) + if whole.contains(CLOSING) { letters(CLOSING) } else { 0 }
            } else {
                0
            };
            prop_assert_eq!(letters(&told.0) + letters(&told.1) + tags, letters(&whole));
        }
    }
}
