//! Whether a text speaks of a page that was read: "the thing about rust lifetimes I read yesterday".

/// How it speaks of it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Described {
    /// It says that the person has read it.
    AsRead,
    /// It points at a page by what it is about. That may as well be a page that they never saw.
    ByTopic,
}

/// Nothing for any other name.
pub(super) fn described(text: &str) -> Option<Described> {
    let words: Vec<String> = text
        .split(|letter: char| !letter.is_alphanumeric() && letter != '\'')
        .filter(|word| !word.is_empty())
        .map(str::to_lowercase)
        .collect();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    if says_read(&words) {
        return Some(Described::AsRead);
    }
    points_at_page(&words).then_some(Described::ByTopic)
}

/// "(That) I (just) read", "I have been reading", "from my memory".
fn says_read(words: &[&str]) -> bool {
    let told = (0..words.len()).any(|at| {
        let is_person = matches!(words[at], "i" | "we" | "i've" | "we've" | "i’ve");
        let verb = words[at + 1..].iter().find(|word| !is_between(word));
        is_person && verb.is_some_and(|verb| is_reading(verb))
    });
    let from_memory =
        words.windows(3).any(|three| matches!(three, ["from" | "in", "my", "memory" | "library"]));
    told || from_memory
}

fn is_between(word: &str) -> bool {
    matches!(
        word,
        "have"
            | "had"
            | "was"
            | "been"
            | "just"
            | "once"
            | "last"
            | "first"
            | "recently"
            | "already"
    )
}

fn is_reading(word: &str) -> bool {
    matches!(
        word,
        "read"
            | "reading"
            | "saw"
            | "seen"
            | "watched"
            | "kept"
            | "saved"
            | "remembered"
            | "visited"
            | "opened"
    )
}

/// "The article about tea", "that recipe with rhubarb".
fn points_at_page(words: &[&str]) -> bool {
    let [first, rest @ ..] = words else { return false };
    if !matches!(*first, "the" | "that") {
        return false;
    }
    let noun = rest.iter().take(3).position(|word| is_page(word));
    noun.and_then(|noun| rest.get(noun + 1))
        .is_some_and(|next| matches!(*next, "about" | "on" | "with" | "where" | "regarding"))
}

fn is_page(word: &str) -> bool {
    matches!(
        word,
        "thing"
            | "article"
            | "story"
            | "post"
            | "page"
            | "paper"
            | "recipe"
            | "guide"
            | "tutorial"
            | "discussion"
            | "thread"
            | "video"
            | "essay"
            | "review"
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_read_is_told_from_names_of_sites() {
        let (read, topic) = (Some(Described::AsRead), Some(Described::ByTopic));
        for (text, meant) in [
            ("the thing about rust lifetimes I read yesterday", read),
            ("that tea article I just read", read),
            ("what I've been reading about tea", read),
            ("tea from my library", read),
            ("the page we saw last week on fusion", read),
            ("the article about tea", topic),
            ("that long blog post on fusion", topic),
            ("the recipe with rhubarb", topic),
            ("the new york times", None),
            ("github", None),
            ("I love books", None),
            ("read the docs", None),
            ("the page", None),
            ("article about tea", None),
            ("i", None),
            ("", None),
        ] {
            assert_eq!(described(text), meant, "{text}");
        }
    }
}
