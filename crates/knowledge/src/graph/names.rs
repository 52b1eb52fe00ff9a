//! How names are written: folded for comparing, initials, parts of a person's name, typing errors.

use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;

/// Longer names are sentences, and are not compared.
pub(super) const NAME_CHARS_MAX: usize = 80;
/// Initials often leave them out, in English and in the languages whose institutions are read about most.
const SMALL_WORDS: [&str; 28] = [
    "a", "an", "and", "at", "de", "del", "della", "der", "des", "di", "die", "du", "e", "el", "et",
    "for", "fur", "in", "la", "le", "les", "of", "on", "pour", "the", "und", "van", "y",
];
const TITLES: [&str; 9] = ["dame", "dr", "lady", "lord", "mr", "mrs", "ms", "prof", "sir"];
const TYPO_CHARS_MIN: usize = 8;
const TYPO_WORD_CHARS_MIN: usize = 5;
/// In longer words two errors can be told from another word.
const TWO_TYPOS_WORD_CHARS_MIN: usize = 12;

/// The words of a name without case, diacritics, punctuation and article.
pub(super) fn words(name: &str) -> Vec<String> {
    let mut folded = String::new();
    for letter in name.nfkd().filter(|&letter| !is_combining_mark(letter)).take(2 * NAME_CHARS_MAX)
    {
        match letter {
            'ß' => folded.push_str("ss"),
            'æ' | 'Æ' => folded.push_str("ae"),
            'œ' | 'Œ' => folded.push_str("oe"),
            'ø' | 'Ø' => folded.push('o'),
            'ł' | 'Ł' => folded.push('l'),
            // An apostrophe is inside of a word.
            '\'' | '’' => {}
            '&' => folded.push_str(" and "),
            letter if letter.is_alphanumeric() => folded.extend(letter.to_lowercase()),
            _ => folded.push(' '),
        }
    }
    let mut words: Vec<String> = folded.split_whitespace().map(str::to_owned).collect();
    if words.len() > 1 && words[0] == "the" {
        words.remove(0);
    }
    words
}

/// Equal for names that differ in case, diacritics, hyphens, spaces and an English plural.
pub(super) fn spelling(words: &[String]) -> String {
    words.iter().map(|word| singular(word)).collect()
}

fn singular(word: &str) -> String {
    let plain = word.len() > 3 && word.ends_with('s');
    if !plain || ["ss", "us", "is", "as", "os"].iter().any(|end| word.ends_with(end)) {
        return word.to_owned();
    }
    if let Some(stem) = word.strip_suffix("ies").filter(|stem| stem.len() > 2) {
        return format!("{stem}y");
    }
    let sibilants = ["sses", "ches", "shes", "xes"];
    if sibilants.iter().any(|end| word.ends_with(end)) {
        return word[..word.len() - 2].to_owned();
    }
    word[..word.len() - 1].to_owned()
}

/// "WHO", "W.H.O.", "NASA": the letters, if the name is written like an abbreviation.
pub(super) fn abbreviation(name: &str) -> Option<String> {
    let letters: String = name.chars().filter(|&letter| letter != '.').collect();
    let count = letters.chars().count();
    let is_one = (2..=7).contains(&count) && letters.chars().all(char::is_uppercase);
    is_one.then(|| letters.to_lowercase())
}

/// What a name of several words may be shortened to: its initials without and with the small words.
pub(super) fn initials(words: &[String]) -> Vec<String> {
    let of = |words: &mut dyn Iterator<Item = &String>| -> String {
        words.filter_map(|word| word.chars().next()).collect()
    };
    let large = of(&mut words.iter().filter(|word| !SMALL_WORDS.contains(&word.as_str())));
    let all = of(&mut words.iter());
    let mut found = vec![large];
    if found[0] != all {
        found.push(all);
    }
    found.retain(|initials| initials.chars().count() > 1);
    found
}

/// A person's name in its parts: "Tolkien, J.R.R." is given j, r, r and family tolkien.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct PersonName {
    pub(super) given: Vec<String>,
    pub(super) family: String,
}

pub(super) fn person(name: &str) -> Option<PersonName> {
    let ordered = match name.split_once(',') {
        Some((family, given)) => format!("{given} {family}"),
        None => name.to_owned(),
    };
    let mut given = words(&ordered);
    given.retain(|word| !TITLES.contains(&word.as_str()));
    let family = given.pop()?;
    let is_name = |word: &String| word.chars().all(char::is_alphabetic);
    (given.len() <= 4 && given.iter().chain([&family]).all(is_name))
        .then_some(PersonName { given, family })
}

/// Whether one may be a shorter way to write the other: "J. Smith" or "John Smith" for "John Ronald Smith".
pub(super) fn may_be_same_person(a: &PersonName, b: &PersonName) -> bool {
    let (short, long) = if a.given.len() <= b.given.len() { (a, b) } else { (b, a) };
    if a.family != b.family || short.given.is_empty() || !fits(&short.given[0], &long.given[0]) {
        return false;
    }
    let mut rest = long.given[1..].iter();
    short.given[1..].iter().all(|name| rest.any(|other| fits(name, other)))
}

fn fits(a: &str, b: &str) -> bool {
    let is_initial = |name: &str| name.chars().count() == 1;
    a == b || (is_initial(a) && b.starts_with(a)) || (is_initial(b) && a.starts_with(b))
}

/// Whether one of the two looks like a typing error of the other. Careful: "Austria" and "Australia", "South" and
/// "North", "iPhone 14" and "iPhone 15" are different things.
pub(super) fn may_be_typo(a: &[String], b: &[String]) -> bool {
    let letters = |words: &[String]| words.iter().map(|word| word.chars().count()).sum::<usize>();
    if a.len() != b.len() || letters(a).min(letters(b)) < TYPO_CHARS_MIN {
        return false;
    }
    let mut differing = a.iter().zip(b).filter(|(a, b)| a != b);
    let (Some((a, b)), None) = (differing.next(), differing.next()) else { return false };
    let shortest = a.chars().count().min(b.chars().count());
    let has_digit = |word: &str| word.chars().any(char::is_numeric);
    // A plural or another ending is a matter of grammar and not of typing.
    let is_ending = a.starts_with(b.as_str()) || b.starts_with(a.as_str());
    if shortest < TYPO_WORD_CHARS_MIN || has_digit(a) || has_digit(b) || is_ending {
        return false;
    }
    let errors_max = if shortest >= TWO_TYPOS_WORD_CHARS_MIN { 2 } else { 1 };
    a.chars().next() == b.chars().next() && strsim::osa_distance(a, b) <= errors_max
}
