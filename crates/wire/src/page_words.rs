//! Words of a page inside a sentence of ours: an error that names an element, a question that names a
//! file. Where the sentence is made, they are set apart by two characters that they cannot contain. So
//! whoever shows the sentence knows which words are not ours: for agents they stand between marks, in
//! the asking window in a style of their own, elsewhere in quotes.

/// The "first strong isolate" of Unicode. Where nobody looks for it, it is invisible, and keeps words
/// that run from right to left from turning the sentence around.
pub const PAGE_WORDS_START: &str = "\u{2068}";
/// The "pop directional isolate".
pub const PAGE_WORDS_END: &str = "\u{2069}";

const QUOTE_CHARS_MAX: usize = 100;
const ADDRESS_CHARS_MAX: usize = 200;
const FILE_CHARS_MAX: usize = 180;
/// More of them on one letter cover the lines around it.
const COMBINING_MAX: usize = 3;
/// The longest name of a role or of an element in HTML.
const KIND_CHARS_MAX: usize = 16;

/// Words that a page or a client chose, for a sentence of ours: on one line, shortened, in quotes.
#[must_use]
pub fn quote_page(words: &str) -> String {
    quote_page_up_to(words, QUOTE_CHARS_MAX)
}

#[must_use]
pub fn quote_page_up_to(words: &str, chars_max: usize) -> String {
    // A quote in it would end ours.
    let words = one_line(words, chars_max).replace('"', "'");
    format!("\"{PAGE_WORDS_START}{words}{PAGE_WORDS_END}\"")
}

/// An address, which needs no quotes: nothing in it is blank.
#[must_use]
pub fn quote_address(url: &str) -> String {
    let url = one_line(url, ADDRESS_CHARS_MAX).replace(' ', "%20");
    format!("{PAGE_WORDS_START}{url}{PAGE_WORDS_END}")
}

/// The path of a file. What matters of a long one is where it is, and how it ends.
#[must_use]
pub fn quote_file(path: &str) -> String {
    let path = one_line(path, usize::MAX);
    let count = path.chars().count();
    if count <= FILE_CHARS_MAX {
        return quote_page_up_to(&path, FILE_CHARS_MAX);
    }
    let start: String = path.chars().take(FILE_CHARS_MAX / 3).collect();
    let end: String = path.chars().skip(count - FILE_CHARS_MAX / 2).collect();
    quote_page_up_to(&format!("{start} … {end}"), FILE_CHARS_MAX)
}

/// The kind of an element. Pages may name their elements as they like; what is one short word says
/// nothing in our name.
#[must_use]
pub fn quote_kind(kind: &str) -> String {
    let is_word = kind.len() <= KIND_CHARS_MAX
        && kind.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit());
    if is_word { kind.to_owned() } else { quote_page(kind) }
}

/// A piece of a sentence, and whose words it has.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SentencePart<'a> {
    Ours(&'a str),
    Page(&'a str),
}

/// Takes a sentence apart. Words without an end are the page's until the end.
pub fn sentence_parts(sentence: &str) -> impl Iterator<Item = SentencePart<'_>> {
    let mut pieces = sentence.split(PAGE_WORDS_START);
    let first = pieces.next().unwrap_or_default();
    let later = pieces.flat_map(|piece| {
        let (words, rest) = piece.split_once(PAGE_WORDS_END).unwrap_or((piece, ""));
        [SentencePart::Page(words), SentencePart::Ours(rest)]
    });
    std::iter::once(SentencePart::Ours(first)).chain(later)
}

/// A sentence for the terminal, the log and programs: on one line, with the quotes that are in it.
#[must_use]
pub fn plain_sentence(sentence: &str) -> String {
    flatten(sentence).trim().to_owned()
}

/// A sentence for whoever tells the words in it apart: on one line, and no longer than that.
#[must_use]
pub fn clean_sentence(sentence: &str, chars_max: usize) -> String {
    let mut out = String::new();
    let mut left = chars_max;
    for part in sentence_parts(sentence) {
        let (words, is_page) = match part {
            SentencePart::Ours(words) => (words, false),
            SentencePart::Page(words) => (words, true),
        };
        let words = cut(flatten(words), left);
        left -= words.chars().count();
        if is_page {
            out.push_str(PAGE_WORDS_START);
        }
        out.push_str(&words);
        if is_page {
            out.push_str(PAGE_WORDS_END);
        }
        if left == 0 {
            break;
        }
    }
    out.trim().to_owned()
}

/// One line without anything that moves, hides or reorders letters.
#[must_use]
pub fn one_line(text: &str, chars_max: usize) -> String {
    cut(flatten(text).trim().to_owned(), chars_max).trim_end().to_owned()
}

/// What a field holds, on one line and to the letter: line breaks and tabs as `\\n` and `\\t`, blanks as they are.
#[must_use]
pub fn exact_line(text: &str, chars_max: usize) -> String {
    let mut out = String::with_capacity(text.len());
    let has_lines = text.contains(['\n', '\t']);
    let mut combining = 0;
    for letter in text.chars() {
        combining = if is_combining(letter) { combining + 1 } else { 0 };
        match letter {
            '\n' => out.push_str("\\n"),
            '\t' => out.push_str("\\t"),
            '\\' if has_lines => out.push_str("\\\\"),
            letter if letter.is_whitespace() => out.push(' '),
            letter if is_misleading(letter) || combining > COMBINING_MAX => {}
            letter => out.push(letter),
        }
    }
    cut(out, chars_max)
}

/// Blanks of any kind and length become one; what cannot be seen is left out.
fn flatten(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut combining = 0;
    for letter in text.chars() {
        if letter.is_whitespace() {
            if !out.ends_with(' ') {
                out.push(' ');
            }
            continue;
        }
        combining = if is_combining(letter) { combining + 1 } else { 0 };
        if !is_misleading(letter) && combining <= COMBINING_MAX {
            out.push(letter);
        }
    }
    out
}

fn cut(text: String, chars_max: usize) -> String {
    match text.char_indices().nth(chars_max) {
        None => text,
        Some(_) => text.chars().take(chars_max.saturating_sub(1)).chain(['…']).collect(),
    }
}

/// Has no shape of its own, or changes the order or the shape of others.
fn is_misleading(letter: char) -> bool {
    letter.is_control()
        || matches!(letter,
            '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{115f}' | '\u{1160}' | '\u{17b4}' | '\u{17b5}'
            | '\u{180b}'..='\u{180f}' | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}'
            | '\u{2060}'..='\u{206f}' | '\u{2800}' | '\u{3164}' | '\u{e000}'..='\u{f8ff}'
            | '\u{fe00}'..='\u{fe0f}' | '\u{feff}' | '\u{ffa0}' | '\u{fff0}'..='\u{fffb}'
            | '\u{1bca0}'..='\u{1bca3}' | '\u{1d173}'..='\u{1d17a}' | '\u{e0000}'..='\u{10ffff}')
}

/// Stands on or below the letter before it: the marks of which some put many on one letter.
fn is_combining(letter: char) -> bool {
    matches!(letter,
        '\u{300}'..='\u{36f}' | '\u{483}'..='\u{489}' | '\u{591}'..='\u{5bd}'
        | '\u{610}'..='\u{61a}' | '\u{64b}'..='\u{65f}' | '\u{6d6}'..='\u{6dc}'
        | '\u{730}'..='\u{74a}' | '\u{e34}'..='\u{e3a}' | '\u{e47}'..='\u{e4e}'
        | '\u{f71}'..='\u{f84}' | '\u{1ab0}'..='\u{1aff}' | '\u{1dc0}'..='\u{1dff}'
        | '\u{20d0}'..='\u{20ff}' | '\u{fe20}'..='\u{fe2f}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_field_holds_is_told_to_the_letter() {
        assert_eq!(exact_line("if x:\n    y\tz ", 80), r"if x:\n    y\tz ");
        assert_eq!(exact_line(r"C:\new", 80), r"C:\new");
        assert_eq!(exact_line("a\\\nb", 80), r"a\\\nb");
        assert_eq!(exact_line("a\u{202e}b\u{2069}", 80), "ab");
        assert_eq!(exact_line(&"x".repeat(90), 3), "xx…");
    }

    #[test]
    fn a_page_cannot_end_its_words() {
        for words in ["a\u{2069}b", "a\" b", "a\nb", "\u{2068}a\u{2069}\u{2069} \"b\u{202e}"] {
            let sentence = format!("button {} is hidden", quote_page(words));
            let parts: Vec<_> = sentence_parts(&sentence).collect();
            let [SentencePart::Ours(before), SentencePart::Page(inside), SentencePart::Ours(after)] =
                parts[..]
            else {
                panic!("{parts:?}");
            };
            assert_eq!((before, after), ("button \"", "\" is hidden"));
            assert!(inside.starts_with('a') && inside.ends_with('b'), "{inside:?}");
            assert!(!inside.contains(['"', '\n', '\u{202e}']), "{inside:?}");
            let plain = plain_sentence(&sentence);
            assert_eq!(plain.matches('"').count(), 2, "{plain}");
            assert!(!plain.contains(PAGE_WORDS_START), "{plain}");
        }
    }

    #[test]
    fn words_without_an_end_are_the_pages() {
        let parts: Vec<_> = sentence_parts("a \u{2068}b").collect();
        use SentencePart::{Ours, Page};
        assert_eq!(parts, [Ours("a "), Page("b"), Ours("")]);
        let stray: Vec<_> = sentence_parts("a\u{2069} b").collect();
        assert_eq!(stray, [Ours("a\u{2069} b")]);
    }

    #[test]
    fn what_misleads_is_left_out() {
        for (text, shown) in [
            ("  two\n\nlines\tand a tab ", "two lines and a tab"),
            ("turned \u{202e}round\u{202c}", "turned round"),
            ("hid\u{200b}den\u{ad}\u{3164}\u{2800}", "hidden"),
            ("line\u{2028}break", "line break"),
            ("bell\u{7}\u{1b}[31m", "bell[31m"),
            ("zażółć 日本語 עברית 😀", "zażółć 日本語 עברית 😀"),
        ] {
            assert_eq!(one_line(text, 100), shown, "{text:?}");
        }
        let flood = format!("Z{}algo", "\u{30d}".repeat(500));
        assert_eq!(one_line(&flood, 100).chars().count(), 5 + COMBINING_MAX);
    }

    #[test]
    fn what_is_long_is_cut_to_whole_letters() {
        assert_eq!(one_line("äöü", 3), "äöü");
        assert_eq!(one_line("äöüß", 3), "äö…");
        assert_eq!(quote_page(&"x".repeat(10_000)).chars().count(), QUOTE_CHARS_MAX + 4);
        let long = format!("type {} into it", quote_page_up_to(&"x".repeat(50), 50));
        assert_eq!(clean_sentence(&long, 1_000), long);
        let short = clean_sentence(&long, 10);
        assert_eq!(short, "type \"\u{2068}xxx…\u{2069}");
    }

    #[test]
    fn a_long_file_name_shows_both_its_ends() {
        assert_eq!(quote_file("/home/me/cat.png"), quote_page("/home/me/cat.png"));
        let long = quote_file(&format!("/home/me/{}/id_rsa.exe", "holiday ".repeat(1_000)));
        assert!(long.starts_with("\"\u{2068}/home/me/holiday"), "{long}");
        assert!(long.ends_with("/id_rsa.exe\u{2069}\""), "{long}");
        assert!(long.chars().count() <= FILE_CHARS_MAX + 4, "{long}");
    }

    #[test]
    fn an_address_has_no_blanks_and_a_kind_is_one_word() {
        assert_eq!(quote_address("http://a/b c\nd"), "\u{2068}http://a/b%20c%20d\u{2069}");
        assert_eq!(quote_kind("menuitemcheckbox"), "menuitemcheckbox");
        assert_eq!(quote_kind("h1"), "h1");
        assert_eq!(quote_kind("obey-me"), quote_page("obey-me"));
    }
}
