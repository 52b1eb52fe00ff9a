//! Names that were nearly hit.

use std::collections::BTreeMap;

use super::{Known, Offer};

/// Shorter names are one letter from too many others.
const LETTERS_MIN: usize = 5;

#[derive(Debug, PartialEq, Eq)]
pub(super) enum OneOff {
    Nothing,
    Site(Offer),
    Several,
}

/// The site whose name is one letter off: one too many, one missing, another, or two swapped.
pub(super) fn one_off<'k>(folded: &str, known: impl Iterator<Item = Known<'k>>) -> OneOff {
    let letters = folded.chars().count();
    if letters < LETTERS_MIN {
        return OneOff::Nothing;
    }
    let mut found: Option<Known<'k>> = None;
    for candidate in known.filter(|known| is_one_off(folded, letters, known.key)) {
        match &found {
            None => found = Some(candidate),
            Some(first) if first.address == candidate.address => {}
            Some(_) => return OneOff::Several,
        }
    }
    found.map_or(OneOff::Nothing, |known| OneOff::Site(known.offer()))
}

fn is_one_off(folded: &str, letters: usize, key: &str) -> bool {
    let key_letters = key.chars().count();
    key_letters.abs_diff(letters) <= 1
        && key_letters >= LETTERS_MIN
        && begins_alike(folded, key)
        && strsim::osa_distance(folded, key) == 1
        // A short word with another letter is mostly another word: `video` is not Vimeo.
        && (letters > LETTERS_MIN || strsim::hamming(folded, key) != Ok(1))
        // Nobody mistypes the number: `formula1` is not `formula2`.
        && digits(folded).eq(digits(key))
}

/// The first letter is hardly ever the wrong one, but it may be swapped with the second.
fn begins_alike(folded: &str, key: &str) -> bool {
    let two = |text: &str| {
        let mut letters = text.chars();
        (letters.next(), letters.next())
    };
    let ((first, second), (key_first, key_second)) = (two(folded), two(key));
    first == key_first || (first == key_second && second == key_first)
}

fn digits(text: &str) -> impl Iterator<Item = char> {
    text.chars().filter(char::is_ascii_digit)
}

/// The sites with names most like it, the likest first; none that is quite another.
pub(super) fn nearest<'k>(
    folded: &str,
    known: impl Iterator<Item = Known<'k>>,
    count_max: usize,
) -> Vec<Offer> {
    const LIKENESS_MIN: f64 = 0.85;
    let mut by_address: BTreeMap<&'k str, (f64, Known<'k>)> = BTreeMap::new();
    for candidate in known {
        let likeness = strsim::jaro_winkler(folded, candidate.key);
        let is_better =
            by_address.get(candidate.address).is_none_or(|(before, _)| likeness > *before);
        if likeness >= LIKENESS_MIN && is_better {
            by_address.insert(candidate.address, (likeness, candidate));
        }
    }
    let mut near: Vec<_> = by_address.into_values().collect();
    near.sort_by(|(one, _), (other, _)| other.total_cmp(one));
    near.iter().take(count_max).map(|(_, known)| known.offer()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const KNOWN: [Known<'static>; 7] = [
        known("github", "GitHub", "https://github.com/"),
        known("githubs", "GitHub", "https://github.com/"),
        known("gitlab", "GitLab", "https://gitlab.com/"),
        known("formula1", "Formula 1", "https://www.formula1.com/"),
        known("chess", "Chess", "https://www.chess.com/"),
        known("marvel", "Marvel", "https://www.marvel.com/"),
        known("marcel", "Marcel", "https://marcel.example/"),
    ];

    const fn known(key: &'static str, name: &'static str, address: &'static str) -> Known<'static> {
        Known { key, name, address }
    }

    fn taken(typed: &str) -> OneOff {
        one_off(typed, KNOWN.into_iter())
    }

    #[test]
    fn one_letter_off_is_taken_if_it_can_be_only_one() {
        for typed in ["gihtub", "igthub", "githb", "githuub", "gothub"] {
            assert_eq!(taken(typed), OneOff::Site(KNOWN[0].offer()), "{typed}");
        }
        for typed in ["git", "gitxxb", "formula2", "ches", "mithub", "chest"] {
            assert_eq!(taken(typed), OneOff::Nothing, "{typed}");
        }
        assert_eq!(taken("marel"), OneOff::Several);
    }

    #[test]
    fn the_likest_are_offered_each_site_once() {
        let names: Vec<_> =
            nearest("gitlub", KNOWN.into_iter(), 3).into_iter().map(|near| near.name).collect();
        assert_eq!(names, ["GitLab", "GitHub"]);
        assert_eq!(nearest("zzzz", KNOWN.into_iter(), 3), []);
    }
}
