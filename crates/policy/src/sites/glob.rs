//! Words with `*` for any letters.

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Glob(String);

impl Glob {
    pub(crate) fn new(pattern: impl Into<String>) -> Self {
        Self(pattern.into())
    }

    /// As a regular expression, with `any` for what a star stands for.
    pub(crate) fn to_regex(&self, any: &str) -> String {
        self.0.split('*').map(escape).collect::<Vec<_>>().join(any)
    }

    /// In time that grows with the product of both lengths at most, whatever a client calls itself.
    pub(crate) fn fits(&self, text: &str) -> bool {
        let (pattern, text) = (self.0.as_bytes(), text.as_bytes());
        let (mut at, mut seen) = (0, 0);
        // Where the last star stands, and how far it has swallowed.
        let mut star: Option<(usize, usize)> = None;
        while seen < text.len() {
            if pattern.get(at) == Some(&b'*') {
                star = Some((at, seen));
                at += 1;
            } else if pattern.get(at) == Some(&text[seen]) {
                at += 1;
                seen += 1;
            } else if let Some((star_at, swallowed)) = star {
                star = Some((star_at, swallowed + 1));
                at = star_at + 1;
                seen = swallowed + 1;
            } else {
                return false;
            }
        }
        pattern[at..].iter().all(|byte| *byte == b'*')
    }
}

/// Every sign that means something to RE2 by itself.
pub(crate) fn escape(text: &str) -> String {
    let special = |letter: char| r"\.+*?()|[]{}^$".contains(letter);
    let part = |letter: char| match special(letter) {
        true => format!("\\{letter}"),
        false => letter.to_string(),
    };
    text.chars().map(part).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_star_stands_for_any_letters() {
        let cases = [
            ("", "", true),
            ("", "a", false),
            ("*", "", true),
            ("*", "anything", true),
            ("claude*", "claude-code", true),
            ("claude*", "not claude", false),
            ("*code", "claude-code", true),
            ("a*b*c", "a-b-b-c", true),
            ("a*b*c", "a-c-b", false),
            ("**a**", "bab", true),
            ("a?c", "abc", false),
            ("ä*", "äö", true),
        ];
        for (pattern, text, fits) in cases {
            assert_eq!(Glob::new(pattern).fits(text), fits, "{pattern} on {text}");
        }
    }

    #[test]
    fn many_stars_do_not_take_for_ever() {
        let pattern = Glob::new("*a".repeat(50) + "b");
        assert!(!pattern.fits(&"a".repeat(5_000)));
    }
}
