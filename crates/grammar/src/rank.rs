//! Which of several parses was probably meant.

use std::cmp::{Ordering, Reverse};

use crate::parse::Parse;

/// Best first: without broken words, then without free words, then with more captured values, then with fewer characters and
/// words left to free text, then with more words of the grammar. What is equal keeps its order.
pub(crate) fn rank<T>(parses: &mut [T], parse: impl Fn(&T) -> &Parse) {
    if parses.len() > 1 {
        parses.sort_by(|one, other| compare(parse(one), parse(other)));
    }
}

fn compare(one: &Parse, other: &Parse) -> Ordering {
    let key = |parse: &Parse| {
        (
            parse.breaks_words,
            parse.wildcard_chars > 0,
            Reverse(parse.captured),
            parse.wildcard_chars,
            parse.wildcard_words,
            Reverse(parse.literal_words),
        )
    };
    key(one).cmp(&key(other))
}
