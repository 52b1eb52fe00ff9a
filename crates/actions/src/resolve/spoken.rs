//! Addresses as they are said: "new york times dot com slash world".

/// Written as it is meant. None where nothing of an address is said.
pub(super) fn write(text: &str) -> Option<String> {
    const WORDS_MAX: usize = 40;
    let words: Vec<_> = text.split(' ').collect();
    let is_dot = |word: &&str| sign(word) == Some(".");
    if words.len() > WORDS_MAX || !words.iter().any(is_dot) {
        return None;
    }
    let mut written = String::new();
    let mut after_host = false;
    let mut before_is_word = false;
    for word in words {
        let Some(sign) = sign(word) else {
            // Words of a host run together. Behind it nobody can tell how they are joined.
            if before_is_word && after_host {
                return None;
            }
            written.push_str(word);
            before_is_word = true;
            continue;
        };
        after_host |= sign == "/" && before_is_word;
        written.push_str(sign);
        before_is_word = false;
    }
    let is_between = !written.starts_with('.') && !written.ends_with('.');
    is_between.then_some(written)
}

fn sign(word: &str) -> Option<&'static str> {
    const SIGNS: [(&str, &str); 8] = [
        ("dot", "."),
        ("punkt", "."),
        ("slash", "/"),
        ("colon", ":"),
        ("dash", "-"),
        ("hyphen", "-"),
        ("minus", "-"),
        ("underscore", "_"),
    ];
    let found = SIGNS.iter().find(|(said, _)| said.eq_ignore_ascii_case(word));
    found.map(|(_, sign)| *sign)
}

#[cfg(test)]
mod tests {
    use super::write;

    #[test]
    fn what_is_said_is_written() {
        for (said, written) in [
            ("nytimes dot com", "nytimes.com"),
            ("New York Times dot com", "NewYorkTimes.com"),
            ("example dot org slash news", "example.org/news"),
            ("h t t p s colon slash slash my dash site dot de", "https://my-site.de"),
            ("w w w dot example dot co dot uk slash", "www.example.co.uk/"),
        ] {
            assert_eq!(write(said).as_deref(), Some(written), "{said}");
        }
        for said in ["nytimes", "the dots", "dot com", "example dot", "a dot com slash b c"] {
            assert_eq!(write(said), None, "{said}");
        }
    }
}
