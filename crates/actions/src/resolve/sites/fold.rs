//! What is the same name to a person is the same text here: "The New-York Times", "newyorktimes".

/// Without case, simple accents, punctuation, spaces, "the" and "www." in front and ".com" behind.
pub(in crate::resolve) fn fold(text: &str) -> String {
    let mut folded = String::with_capacity(text.len());
    fold_into(text, &mut folded);
    folded
}

/// Folds as [`fold`] does and appends the result to a text.
pub(super) fn fold_into(text: &str, folded: &mut String) {
    let text = text.trim();
    let text = strip_start(text, "www.").unwrap_or(text);
    let text = strip_end(text, ".com").unwrap_or(text);
    let text = strip_start(text, "the ").or_else(|| strip_start(text, "the-")).unwrap_or(text);
    for letter in text.chars() {
        if letter.is_ascii() {
            fold_ascii(letter, folded);
        } else {
            letter.to_lowercase().for_each(|small| fold_other(small, folded));
        }
    }
}

/// The names a text may stand for, the most literal first: "the NASA website" is first itself, then NASA.
pub(super) fn readings(text: &str) -> Vec<String> {
    let whole = fold(text);
    let mut readings = vec![whole];
    let mut add = |reading: String| {
        if !reading.is_empty() && !readings.contains(&reading) {
            readings.push(reading);
        }
    };
    let bare = without_site(text);
    add(fold(bare));
    // Spoken without a space, "thefinancialtimes" is the Financial Times.
    const GLUED_LETTERS_MIN: usize = 5;
    let glued = fold(bare);
    if let Some(rest) = glued.strip_prefix("the").filter(|rest| rest.len() >= GLUED_LETTERS_MIN) {
        add(rest.to_owned());
    }
    readings
}

/// "nasa's home page" and "the website of nasa" mean nasa.
fn without_site(text: &str) -> &str {
    const KINDS: [&str; 8] =
        ["home page", "homepage", "start page", "website", "web site", "webpage", "site", "page"];
    let text = strip_start(text, "the ").unwrap_or(text).trim();
    for kind in KINDS {
        if let Some(rest) = strip_end(text, kind).and_then(|rest| rest.strip_suffix(' ')) {
            let rest = rest.trim_end();
            return rest.strip_suffix("'s").or_else(|| rest.strip_suffix("’s")).unwrap_or(rest);
        }
        let behind = strip_start(text, kind).map(str::trim_start);
        let behind = behind.and_then(|rest| strip_start(rest, "of ").or(strip_start(rest, "for ")));
        if let Some(rest) = behind {
            return rest;
        }
    }
    text
}

/// Not where nothing would be left.
fn strip_start<'t>(text: &'t str, start: &str) -> Option<&'t str> {
    let is_it = text.get(..start.len()).is_some_and(|begin| begin.eq_ignore_ascii_case(start));
    text.get(start.len()..).filter(|rest| is_it && !rest.is_empty())
}

fn strip_end<'t>(text: &'t str, end: &str) -> Option<&'t str> {
    let at = text.len().checked_sub(end.len()).filter(|at| *at > 0)?;
    let is_it = text.get(at..).is_some_and(|tail| tail.eq_ignore_ascii_case(end));
    text.get(..at).filter(|_| is_it)
}

fn fold_ascii(letter: char, folded: &mut String) {
    match letter {
        'a'..='z' | '0'..='9' => folded.push(letter),
        'A'..='Z' => folded.push(letter.to_ascii_lowercase()),
        '+' => folded.push_str("plus"),
        '&' => folded.push_str("and"),
        '#' => folded.push_str("sharp"),
        _ => {}
    }
}

fn fold_other(letter: char, folded: &mut String) {
    match letter {
        'à'..='å' | 'ā' | 'ă' | 'ą' => folded.push('a'),
        'æ' => folded.push_str("ae"),
        'ç' | 'ć' | 'ĉ' | 'ċ' | 'č' => folded.push('c'),
        'ď' | 'đ' | 'ð' => folded.push('d'),
        'è'..='ë' | 'ē' | 'ĕ' | 'ė' | 'ę' | 'ě' => folded.push('e'),
        'ĝ' | 'ğ' | 'ġ' | 'ģ' => folded.push('g'),
        'ĥ' | 'ħ' => folded.push('h'),
        'ì'..='ï' | 'ĩ' | 'ī' | 'ĭ' | 'į' | 'ı' => folded.push('i'),
        'ĵ' => folded.push('j'),
        'ķ' => folded.push('k'),
        'ĺ' | 'ļ' | 'ľ' | 'ł' => folded.push('l'),
        'ñ' | 'ń' | 'ņ' | 'ň' => folded.push('n'),
        'ò'..='ö' | 'ø' | 'ō' | 'ŏ' | 'ő' => folded.push('o'),
        'œ' => folded.push_str("oe"),
        'ŕ' | 'ŗ' | 'ř' => folded.push('r'),
        'ś' | 'ŝ' | 'ş' | 'š' | 'ș' => folded.push('s'),
        'ß' => folded.push_str("ss"),
        'þ' => folded.push_str("th"),
        'ţ' | 'ť' | 'ŧ' | 'ț' => folded.push('t'),
        'ù'..='ü' | 'ũ' | 'ū' | 'ŭ' | 'ů' | 'ű' | 'ų' => folded.push('u'),
        'ŵ' => folded.push('w'),
        'ý' | 'ÿ' | 'ŷ' => folded.push('y'),
        'ź' | 'ż' | 'ž' => folded.push('z'),
        // Combining accents, joiners and variants of pictures.
        '\u{0300}'..='\u{036F}' | '\u{200C}' | '\u{200D}' | '\u{FE00}'..='\u{FE0F}' => {}
        // Names in other scripts and pictures stay; punctuation goes.
        _ if letter.is_alphanumeric() || is_picture(letter) => folded.push(letter),
        _ => {}
    }
}

fn is_picture(letter: char) -> bool {
    matches!(letter, '\u{2190}'..='\u{2BFF}' | '\u{1F000}'..='\u{1FAFF}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_same_name_folds_to_the_same_text() {
        for (same, folded) in [
            (
                &["new york times", "NewYorkTimes", "New-York-Times", "The New York Times"][..],
                "newyorktimes",
            ),
            (&["Le Figaro", "lefigaro", "LEFIGARO.COM", "www.lefigaro.com"], "lefigaro"),
            (&["Süddeutsche", "suddeutsche", "Su\u{308}ddeutsche"], "suddeutsche"),
            (&["Disney+", "disney plus", "Disney Plus"], "disneyplus"),
            (&["Marks & Spencer", "marks and spencer"], "marksandspencer"),
            (&["İstanbul", "istanbul", "ISTANBUL"], "istanbul"),
            (&["הארץ"], "הארץ"),
            (&["❤\u{FE0F} wiki"], "❤wiki"),
            (&["the", "The"], "the"),
            (&[".com", "com"], "com"),
            (&["...", "", " - "], ""),
        ] {
            for name in same {
                assert_eq!(fold(name), folded, "{name}");
            }
        }
    }

    #[test]
    fn a_site_may_be_called_one() {
        for (text, wanted) in [
            ("the NASA website", &["nasawebsite", "nasa"][..]),
            ("nasa's home page", &["nasashomepage", "nasa"]),
            ("website of the FT", &["websiteoftheft", "ft"]),
            ("theguardian", &["theguardian", "guardian"]),
            ("site", &["site"]),
            ("nytimes", &["nytimes"]),
        ] {
            assert_eq!(readings(text), wanted, "{text}");
        }
    }
}
