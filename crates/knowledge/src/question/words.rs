//! The English words that frame a question: "what did I read about", "find me the article on".

use crate::page::PageKind;

/// The longer ones first.
pub(super) const VAGUE_TIMES: [&[&str]; 8] = [
    &["a", "long", "time", "ago"],
    &["some", "time", "ago"],
    &["a", "while", "ago"],
    &["a", "while", "back"],
    &["at", "some", "point"],
    &["in", "the", "past"],
    &["ages", "ago"],
    &["so", "far"],
];

/// Who has read.
pub(super) fn person(word: &str) -> bool {
    matches!(word, "i" | "we")
}

pub(super) fn auxiliary(word: &str) -> bool {
    matches!(
        word,
        "did"
            | "do"
            | "have"
            | "had"
            | "was"
            | "were"
            | "am"
            | "are"
            | "ve"
            | "can"
            | "could"
            | "should"
    )
}

/// What may stand between the person and the verb.
pub(super) fn adverb(word: &str) -> bool {
    matches!(
        word,
        "ever"
            | "also"
            | "already"
            | "just"
            | "once"
            | "recently"
            | "last"
            | "first"
            | "originally"
            | "actually"
            | "been"
            | "most"
            | "often"
            | "usually"
            | "never"
            | "only"
            | "have"
            | "had"
            | "was"
            | "were"
            | "am"
            | "did"
    )
}

/// What belongs to a verb of reading: "looked at", "came across".
pub(super) fn particle(verb: &str, word: &str) -> bool {
    match verb {
        "look" | "looked" | "looking" => matches!(word, "at" | "for" | "up" | "into" | "through"),
        "came" | "come" => word == "across",
        "stumble" | "stumbled" => matches!(word, "upon" | "on" | "across"),
        "search" | "searched" | "searching" | "listened" => matches!(word, "for" | "to"),
        "had" => word == "open",
        "go" | "went" => word == "to",
        "read" => word == "through",
        _ => false,
    }
}

pub(super) fn question_word(word: &str) -> bool {
    matches!(word, "what" | "which" | "where" | "when" | "whatever")
}

pub(super) fn copula(word: &str) -> bool {
    matches!(word, "is" | "are" | "was" | "were")
}

pub(super) fn command(word: &str) -> bool {
    matches!(
        word,
        "find"
            | "show"
            | "open"
            | "get"
            | "give"
            | "list"
            | "search"
            | "look"
            | "fetch"
            | "bring"
            | "pull"
            | "tell"
            | "remind"
            | "display"
            | "locate"
            | "reopen"
    )
}

/// Commands that are seldom the first word of a topic, as "open" is of "open source".
pub(super) fn plain_command(word: &str) -> bool {
    matches!(word, "find" | "show" | "list" | "search" | "locate" | "fetch")
}

pub(super) fn after_command(word: &str) -> bool {
    matches!(word, "me" | "us" | "for" | "up" | "back" | "again" | "out" | "of")
}

pub(super) fn article(word: &str) -> bool {
    matches!(word, "the" | "a" | "an")
}

pub(super) fn determiner(word: &str) -> bool {
    article(word)
        || matches!(
            word,
            "that" | "this" | "those" | "these" | "some" | "any" | "all" | "every" | "my" | "our"
        )
}

pub(super) fn adjective(word: &str) -> bool {
    matches!(
        word,
        "whole"
            | "old"
            | "interesting"
            | "good"
            | "great"
            | "long"
            | "short"
            | "nice"
            | "web"
            | "blog"
            | "news"
            | "other"
    ) || site_host(word).is_some()
}

/// What people call a page.
pub(super) fn page_noun(word: &str) -> bool {
    page_kind(word).is_some()
        || matches!(
            word,
            "article"
                | "articles"
                | "page"
                | "pages"
                | "webpage"
                | "webpages"
                | "post"
                | "posts"
                | "blog"
                | "blogs"
                | "blogpost"
                | "thing"
                | "things"
                | "stuff"
                | "something"
                | "anything"
                | "everything"
                | "site"
                | "sites"
                | "website"
                | "websites"
                | "link"
                | "links"
                | "tab"
                | "tabs"
                | "story"
                | "stories"
                | "piece"
                | "essay"
                | "essays"
                | "one"
                | "ones"
                | "time"
                | "bookmark"
                | "bookmarks"
                | "topic"
                | "topics"
                | "news"
        )
}

/// What is only a page noun after "my": "my reading on transformers".
pub(super) fn own_noun(word: &str) -> bool {
    matches!(word, "reading" | "notes" | "research" | "knowledge" | "history" | "library")
}

pub(super) fn page_kind(word: &str) -> Option<PageKind> {
    Some(match word {
        "video" | "videos" => PageKind::Video,
        "pdf" | "pdfs" => PageKind::Pdf,
        "docs" | "documentation" => PageKind::Documentation,
        "thread" | "threads" | "discussion" | "discussions" => PageKind::Discussion,
        _ => return None,
    })
}

/// What leads from the page to its topic.
pub(super) fn topic_marker(word: &str) -> bool {
    matches!(
        word,
        "about"
            | "on"
            | "regarding"
            | "concerning"
            | "covering"
            | "mentioning"
            | "of"
            | "for"
            | "with"
            | "where"
            | "that"
            | "which"
            | "called"
            | "titled"
    )
}

pub(super) fn summary_noun(word: &str) -> bool {
    matches!(word, "summary" | "overview" | "recap" | "gist" | "digest" | "synopsis" | "takeaways")
}

/// Sites whose name is two words.
pub(super) fn two_word_site_host(first: &str, second: &str) -> Option<&'static str> {
    match (first, second) {
        ("hacker", "news") => Some("news.ycombinator.com"),
        ("stack", "overflow") => Some("stackoverflow.com"),
        _ => None,
    }
}

/// Sites that people call by a name.
pub(super) fn site_host(name: &str) -> Option<&'static str> {
    Some(match name {
        "github" => "github.com",
        "gitlab" => "gitlab.com",
        "reddit" => "reddit.com",
        "youtube" => "youtube.com",
        "wikipedia" => "wikipedia.org",
        "stackoverflow" => "stackoverflow.com",
        "twitter" => "twitter.com",
        "linkedin" => "linkedin.com",
        "arxiv" => "arxiv.org",
        "amazon" => "amazon.com",
        "substack" => "substack.com",
        "bluesky" => "bsky.app",
        _ => return None,
    })
}
