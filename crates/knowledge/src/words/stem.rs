//! Stemming, with the stems of the last words at hand: a text says the same few hundred words again and again,
//! and a stemmer costs ten times what a look does.

use std::cell::RefCell;
use std::hash::{Hash as _, Hasher as _};

use rustc_hash::FxHasher;
use snowball_stemmers_rs::Stemmer;

use super::language::Language;

/// Per thread; about 300 kB when full.
const REMEMBERED: usize = 4_096;
/// Longer words are names, addresses and chains of letters.
const STEMMED_BYTES_MAX: usize = 40;

thread_local! {
    static RECENT: RefCell<Vec<Remembered>> = const { RefCell::new(Vec::new()) };
}

#[derive(Debug, Clone, Default)]
struct Remembered {
    language: u8,
    word: String,
    stem: String,
}

/// Calls `with` with the stem of a folded word.
pub(super) fn with_stem(word: &str, language: Language, with: &mut dyn FnMut(&str)) {
    if word.len() < 3 || word.len() > STEMMED_BYTES_MAX || !word.chars().all(char::is_alphabetic) {
        return with(word);
    }
    let language = language.for_word(word);
    let Some(algorithm) = language.algorithm() else {
        return with(word);
    };
    RECENT.with_borrow_mut(|recent| {
        if recent.is_empty() {
            recent.resize(REMEMBERED, Remembered::default());
        }
        let at = slot(word, language);
        let remembered = &mut recent[at];
        if usize::from(remembered.language) != language.index() || remembered.word != word {
            remembered.language = language.index() as u8;
            remembered.word.clear();
            remembered.word.push_str(word);
            let stem = Stemmer::create(algorithm).stem(word);
            remembered.stem.clear();
            // A word is never stemmed away.
            remembered.stem.push_str(if stem.is_empty() { word } else { &stem });
        }
        with(&remembered.stem);
    });
}

fn slot(word: &str, language: Language) -> usize {
    let mut hasher = FxHasher::default();
    (language.index(), word).hash(&mut hasher);
    (hasher.finish() >> 32) as usize % REMEMBERED
}
