//! Which names end as addresses end: the top-level domains of the internet.

use std::sync::LazyLock;

/// In their ASCII form, sorted.
const LIST: &str = include_str!("../../data/tlds.txt");

/// Endings that only exist within a house or a machine; nobody has certificates for them.
const OF_THE_HOUSE: [&str; 7] =
    ["localhost", "local", "internal", "lan", "test", "example", "onion"];

/// Endings that are also those of files: `main.rs`, `README.md`, `setup.py`, `install.sh`.
const OF_FILES: [&str; 12] =
    ["cc", "md", "mk", "mo", "mov", "ps", "py", "rs", "sh", "so", "tf", "zip"];

/// Endings that people say: "example dot org". Others are as likely to be a word: "polka dot fashion".
const SPOKEN: [&str; 15] = [
    "com", "org", "net", "edu", "gov", "mil", "int", "info", "biz", "app", "dev", "xyz", "cloud",
    "online", "museum",
];

pub(super) fn is_tld(ending: &str) -> bool {
    static TLDS: LazyLock<Vec<&'static str>> = LazyLock::new(|| LIST.lines().collect());
    TLDS.binary_search(&ending).is_ok()
}

pub(super) fn is_of_the_house(ending: &str) -> bool {
    OF_THE_HOUSE.contains(&ending)
}

pub(super) fn is_of_files(ending: &str) -> bool {
    OF_FILES.contains(&ending)
}

pub(super) fn is_spoken(ending: &str) -> bool {
    SPOKEN.contains(&ending) || ending.len() == 2
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_list_is_whole_sorted_and_in_ascii() {
        let tlds: Vec<_> = LIST.lines().collect();
        assert!(tlds.len() > 1_400);
        assert!(tlds.is_sorted_by(|one, other| one < other));
        for tld in tlds {
            let host = url::Host::parse(&format!("a.{tld}")).unwrap();
            assert_eq!(host.to_string(), format!("a.{tld}"));
        }
    }

    #[test]
    fn endings_are_known() {
        for known in ["com", "de", "dev", "museum", "zip", "xn--p1ai", "xn--fiqs8s"] {
            assert!(is_tld(known), "{known}");
        }
        for unknown in ["js", "", "html", "local", "COM", "xn--nope"] {
            assert!(!is_tld(unknown), "{unknown}");
        }
        assert!(OF_FILES.into_iter().chain(SPOKEN).all(is_tld));
    }
}
