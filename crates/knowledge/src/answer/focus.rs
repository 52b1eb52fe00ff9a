//! What a question is after, by the place of its words: "which breed of bees" is after a breed, and a page about bees
//! that knows of none does not answer it, however much it says of bees.

use super::expected::Expected;
use crate::words::folded_word;

/// The words that must be on the page, not only near to it in meaning.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Focus {
    /// Folded.
    pub(super) words: Vec<String>,
    /// "How many country doctors": if one of the words is there, the others describe it.
    pub(super) one_is_enough: bool,
    /// "Can it sort videos?", "when was it built?", "who lent it?" hang on each of their words.
    pub(super) needs_all: bool,
}

const AUXILIARIES: &[&str] = &[
    "is", "are", "was", "were", "does", "do", "did", "can", "could", "has", "have", "had",
    "should", "will", "would", "been", "be",
];
const BEFORE_NOUNS: &[&str] = &["the", "a", "an", "i", "you", "we", "it", "my", "there"];
const PREPOSITIONS: &[&str] = &[
    "of", "for", "to", "on", "in", "from", "at", "with", "by", "when", "that", "which", "who",
    "and", "about", "into", "after", "before", "without", "as",
];
const ADJECTIVES: &[&str] = &["first", "last", "new", "old", "best", "biggest", "other"];
const QUESTION_WORDS: &[&str] = &[
    "what", "which", "who", "whose", "when", "where", "how", "why", "welche", "welcher", "welches",
    "quel", "quelle",
];
/// "Which page said": a page seldom calls itself one.
const PAGES: &[&str] = &["page", "shop", "site", "article", "post", "thread", "thing", "author"];
const NOUN_WORDS_MAX: usize = 3;

impl Focus {
    pub(super) fn of(question: &str, expected: Expected) -> Self {
        let folded = folded_word(question);
        let words: Vec<&str> = folded
            .split(|c: char| !c.is_alphanumeric() && !matches!(c, '\'' | '’'))
            .filter(|word| !word.is_empty())
            .collect();
        let mut focus = Self { needs_all: needs_all(&words), ..Self::default() };
        focus.read(&words);
        let is_after = |word: &String| {
            !PAGES.contains(&word.as_str()) && (focus.one_is_enough || !expected.is_told_by(word))
        };
        focus.words.retain(is_after);
        focus
    }

    fn read(&mut self, words: &[&str]) {
        for pair in words.windows(2) {
            if pair[0].ends_with("'s") || pair[0].ends_with("’s") {
                self.add(pair[1]);
            }
        }
        let at = words.iter().position(|word| QUESTION_WORDS.contains(word)).unwrap_or_default();
        let (Some(asks), rest) = (words.get(at), words.get(at + 1..).unwrap_or_default()) else {
            return;
        };
        match (*asks, rest) {
            (
                "what" | "which" | "who" | "whose",
                ["is" | "was" | "are" | "were", "the", rest @ ..],
            ) => {
                let noun = noun(rest);
                let goes_on = rest.get(noun.len).is_some_and(|word| PREPOSITIONS.contains(word));
                if goes_on || *asks == "who" {
                    noun.words.last().into_iter().for_each(|word| self.add(word));
                }
            }
            ("what" | "which", ["kind" | "sort" | "type" | "brand", "of", word, ..]) => {
                self.add(word);
            }
            (
                "what" | "which" | "welche" | "welcher" | "welches" | "quel" | "quelle",
                [word, ..],
            ) if !ends_noun(word) && !BEFORE_NOUNS.contains(word) => {
                self.add(word);
            }
            ("how", ["many" | "much", rest @ ..]) => {
                let counted = noun(rest).words;
                self.one_is_enough = self.words.is_empty() && counted.len() > 1;
                counted.into_iter().take(2).for_each(|word| self.add(word));
            }
            _ => {}
        }
        if let ["is" | "are", "there", rest @ ..] = words {
            let rest = rest.strip_prefix(&["a"]).or(rest.strip_prefix(&["any"])).unwrap_or(rest);
            noun(rest).words.into_iter().for_each(|word| self.add(word));
        }
    }

    fn add(&mut self, word: &str) {
        self.words.push(word.to_owned());
    }
}

fn needs_all(words: &[&str]) -> bool {
    match words {
        // In German it asks "what".
        ["was", second, ..] => BEFORE_NOUNS.contains(second),
        [first, ..] if AUXILIARIES.contains(first) => true,
        ["when" | "where" | "wann" | "wo", second, ..] => {
            matches!(*second, "was" | "were" | "did" | "is" | "will" | "are")
        }
        ["who", second, ..] => !matches!(*second, "is" | "was" | "are" | "were" | "the"),
        _ => false,
    }
}

struct Noun<'q> {
    words: Vec<&'q str>,
    /// Of what was read, adjectives too.
    len: usize,
}

/// The words up to a verb that we know or a preposition.
fn noun<'q>(words: &[&'q str]) -> Noun<'q> {
    let ends = |word: &&str| ends_noun(word) || BEFORE_NOUNS.contains(word);
    let mut len = words.iter().position(ends).unwrap_or(words.len());
    let mut nouns = Vec::new();
    for (at, word) in words[..len].iter().enumerate() {
        if nouns.len() == NOUN_WORDS_MAX {
            len = at;
            break;
        }
        if !ADJECTIVES.contains(word) {
            nouns.push(*word);
        }
    }
    Noun { words: nouns, len }
}

fn ends_noun(word: &str) -> bool {
    AUXILIARIES.contains(&word) || PREPOSITIONS.contains(&word)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_question_is_after_is_found_by_the_place_of_its_words() {
        for (question, after) in [
            ("which breed of bees lives on the roof", "breed"),
            ("What was the name of Ada's brother?", "brother"),
            ("what is the fine for parking", "fine"),
            ("who is the captain of the ferry", "captain"),
            ("who was the first mayor", "mayor"),
            ("What kind of glue holds the tiles?", "glue"),
            ("Is there a Python client for it?", "python client"),
            ("how many country doctors have started", "country doctors"),
            ("which page said that tea is cheap", ""),
            ("what does a boat cost", ""),
            ("what is the price of a boat", ""),
            ("Why is the sky blue?", ""),
            ("", ""),
        ] {
            let focus = Focus::of(question, Expected::of(question));
            assert_eq!(focus.words.join(" "), after, "{question}");
        }
    }

    #[test]
    fn closed_questions_hang_on_each_word() {
        let needs_all = |question: &str| Focus::of(question, Expected::Anything).needs_all;
        assert!(needs_all("Can it sort videos?"));
        assert!(needs_all("When was the bridge built?"));
        assert!(needs_all("who lent him the hive"));
        assert!(!needs_all("who is the captain"));
        assert!(!needs_all("why do bees dance"));
    }
}
