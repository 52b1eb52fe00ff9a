//! Splits an utterance where one action may end and the next begin: "… and …", "…, then …", "…; …". Nothing inside quotes is
//! a separator.

/// A stretch of an utterance that may stand between two actions, in bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Separator {
    pub(crate) start: usize,
    pub(crate) end: usize,
}

/// More separators than a person would put into one utterance. What comes after them stays whole.
const SEPARATORS_MAX: usize = 24;

/// The longer before the shorter that begins like it.
const WORDS: &[&str] =
    &["and after that", "and then", "and also", "after that", "afterwards", "then", "and", "plus"];

pub(crate) fn separators(text: &str) -> Vec<Separator> {
    let mut found = Vec::new();
    let mut at = 0;
    let mut quote = None;
    while let Some(letter) = text[at..].chars().next() {
        if found.len() == SEPARATORS_MAX {
            break;
        }
        let next = at + letter.len_utf8();
        if let Some(end) = quote {
            quote = (letter != end).then_some(end);
            at = next;
            continue;
        }
        quote = closing(letter, &text[..at]).filter(|end| text[next..].contains(*end));
        if quote.is_none()
            && let Some(end) = separator_at(text, at)
        {
            found.push(Separator { start: at, end });
            at = end;
            continue;
        }
        at = next;
    }
    found
}

/// What stands between them.
pub(crate) fn pieces(text: &str) -> Vec<&str> {
    let mut begin = 0;
    let mut pieces = Vec::new();
    for separator in separators(text) {
        pieces.push(&text[begin..separator.start]);
        begin = separator.end;
    }
    pieces.push(&text[begin..]);
    pieces
}

/// The quote that ends what this one begins. An apostrophe inside a word begins nothing.
fn closing(letter: char, before: &str) -> Option<char> {
    match letter {
        '"' => Some('"'),
        '“' | '„' => Some('”'),
        '«' => Some('»'),
        '\'' if !before.ends_with(char::is_alphanumeric) => Some('\''),
        _ => None,
    }
}

/// Punctuation with a word or without, or a word between spaces.
fn separator_at(text: &str, at: usize) -> Option<usize> {
    let rest = &text[at..];
    let letter = rest.chars().next()?;
    if matches!(letter, ',' | ';' | '.' | '!' | '\n' | '，' | '；' | '。' | '、') {
        let after = &rest[letter.len_utf8()..];
        // A dot or comma inside an address or a number parts nothing.
        if letter.is_ascii_punctuation() && !after.starts_with(char::is_whitespace) {
            return None;
        }
        let space = after.len() - after.trim_start().len();
        let begin = at + letter.len_utf8() + space;
        return (begin < text.len()).then(|| word_at(text, begin).unwrap_or(begin));
    }
    if !letter.is_whitespace() {
        return None;
    }
    let begin = at + (rest.len() - rest.trim_start().len());
    word_at(text, begin)
}

/// The end of a separator's word and the space after it.
fn word_at(text: &str, begin: usize) -> Option<usize> {
    let rest = &text[begin..];
    let word = WORDS.iter().find(|word| {
        rest.get(..word.len()).is_some_and(|start| start.eq_ignore_ascii_case(word))
            && rest[word.len()..].starts_with([' ', ','])
    })?;
    let after = &rest[word.len()..];
    let gap = after.len() - after.trim_start_matches([' ', ',']).len();
    let end = begin + word.len() + gap;
    (end < text.len()).then_some(end)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn utterances_come_apart_where_actions_may_meet() {
        for (text, expected) in [
            ("open nytimes.com and scroll down", &["open nytimes.com", "scroll down"][..]),
            ("zoom in twice then go back", &["zoom in twice", "go back"]),
            ("a, b, and then c; d", &["a", "b", "c", "d"]),
            ("Open a. Then scroll down.", &["Open a", "scroll down."]),
            ("a AND b", &["a", "b"]),
            ("a，b。c", &["a", "b", "c"]),
        ] {
            assert_eq!(pieces(text), expected, "{text}");
        }
    }

    #[test]
    fn what_is_no_separator_stays_whole() {
        for text in [
            "open https://a.test/x,y?and=1",
            "search for \"zoom in and zoom out\"",
            "follow the link “salt and pepper”",
            "open brandy.com",
            "and",
            "band and",
            "zoom to 1,5",
            "don't stop",
            "",
        ] {
            assert_eq!(pieces(text), [text], "{text}");
        }
    }

    #[test]
    fn there_are_never_too_many() {
        let text = "go and ".repeat(1_000);
        assert_eq!(separators(&text).len(), SEPARATORS_MAX);
    }
}
