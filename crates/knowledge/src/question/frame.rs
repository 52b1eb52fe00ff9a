//! Takes the frame off a question: what is left are the words to search for.
//!
//! A frame is only taken where it shows itself as one: "page" before "about" is a frame, "page rank" is a topic.

use std::ops::Range;

use super::words::{
    VAGUE_TIMES, adjective, adverb, after_command, article, auxiliary, command, copula, determiner,
    own_noun, page_kind, page_noun, particle, person, plain_command, question_word, site_host,
    summary_noun, topic_marker, two_word_site_host,
};
use super::{Intent, Order, site};
use crate::dates::reads;
use crate::dates::token::{Token, TokenKind};
use crate::page::PageKind;

#[derive(Debug)]
pub(super) struct Frame<'a> {
    pub(super) tokens: &'a [Token<'a>],
    pub(super) kept: Vec<bool>,
    pub(super) kind: Option<PageKind>,
    pub(super) site: Option<String>,
    pub(super) order: Order,
    summarizes: bool,
    /// The question tells of reading: "I read", "did I see".
    framed: bool,
}

impl<'a> Frame<'a> {
    pub(super) fn new(tokens: &'a [Token<'a>]) -> Self {
        let kept = vec![true; tokens.len()];
        let (kind, order) = (None, Order::Relevance);
        Self { tokens, kept, kind, site: None, order, summarizes: false, framed: false }
    }

    pub(super) fn intent(&self) -> Intent {
        match self.order {
            _ if self.summarizes => Intent::Summarize,
            Order::MostVisited => Intent::FindMostFrequent,
            Order::Newest => Intent::FindLatest,
            Order::Oldest => Intent::FindEarliest,
            Order::Relevance => Intent::FindSpecific,
        }
    }

    pub(super) fn remove_bytes(&mut self, span: &Range<usize>) {
        for (token, kept) in self.tokens.iter().zip(&mut self.kept) {
            *kept &= !(span.start <= token.start && token.end <= span.end);
        }
    }

    fn remove(&mut self, tokens: Range<usize>) {
        let end = tokens.end.min(self.kept.len());
        self.kept[tokens.start.min(end)..end].fill(false);
    }

    /// The word that is still there at this place.
    fn word(&self, at: usize) -> &'a str {
        let tokens: &'a [Token<'a>] = self.tokens;
        match tokens.get(at) {
            Some(token) if self.kept[at] => token.word(),
            _ => "",
        }
    }

    /// `'s`, `'ve`, `'m`.
    fn suffix(&self, at: usize) -> bool {
        self.tokens.get(at).is_some_and(|token| token.kind == TokenKind::Suffix)
    }

    /// Something was taken out here, or the text ends.
    fn taken(&self, at: usize) -> bool {
        self.kept.get(at).is_none_or(|kept| !kept) || self.ends_sentence(at)
    }

    fn ends_sentence(&self, at: usize) -> bool {
        let kind = self.tokens.get(at).map(|token| token.kind);
        matches!(kind, Some(TokenKind::Punctuation('?' | '.' | ',' | ';' | ':' | '!')))
    }

    /// "On nytimes.com", "from github": the host, taken out with its preposition.
    pub(super) fn take_site(&mut self) {
        for at in 1..self.tokens.len() {
            if !matches!(self.word(at - 1), "on" | "from" | "at") || !self.kept[at] {
                continue;
            }
            let token = self.tokens[at];
            let next = self.word(at + 1);
            let found = match token.kind {
                TokenKind::Opaque => site::host(token.lower),
                // "On github actions" is a topic.
                TokenKind::Word
                    if self.taken(at + 1)
                        || matches!(next, "about" | "that" | "which" | "regarding")
                        || person(next)
                        || auxiliary(next) =>
                {
                    site_host(token.lower).map(str::to_owned)
                }
                _ => None,
            };
            let two_words =
                two_word_site_host(token.word(), next).filter(|_| self.leaves_noun(at + 2));
            if let Some(host) = two_words {
                self.remove(at - 1..at + 2);
                self.site = Some(host.to_owned());
                return;
            }
            if found.is_some() {
                self.remove(at - 1..at + 1);
                self.site = found;
                return;
            }
        }
    }

    /// "That I read", "did I look at", "I've been reading": wherever they stand.
    pub(super) fn take_clauses(&mut self) {
        let counts = self.word(0) == "how" && matches!(self.word(1), "often" | "many");
        // "How do I read a file" asks for no page that was read.
        if matches!(self.word(0), "how" | "why") && !counts {
            return;
        }
        let mut at = 0;
        while at < self.tokens.len() {
            at = match self.clause(at) {
                Some(end) => {
                    self.framed = true;
                    self.remove(at..end);
                    end
                }
                None => at + 1,
            };
        }
    }

    fn clause(&mut self, at: usize) -> Option<usize> {
        let mut next = at;
        if matches!(self.word(next), "that" | "which") && person(self.word(next + 1)) {
            next += 1;
        }
        let have = matches!(self.word(next), "have" | "ve");
        if auxiliary(self.word(next)) {
            next += 1;
        }
        let asked = next > at;
        // "What do you know about": the person asks for a summary of what is kept.
        if asked && self.word(next) == "you" && self.word(next + 1) == "know" {
            self.summarizes = true;
            return Some(next + 2);
        }
        if !person(self.word(next)) {
            return None;
        }
        next += 1;
        if self.suffix(next) {
            next += 1;
        }
        // "The oldest article I have about".
        if self.word(next) == "have" && (self.taken(next + 1) || topic_marker(self.word(next + 1)))
        {
            return Some(next + 1);
        }
        if matches!(
            self.word(next),
            "remember" | "recall" | "think" | "know" | "want" | "need" | "trying" | "try"
        ) && let Some(end) = self.thought(next)
        {
            return Some(end);
        }
        let mut order = Order::Relevance;
        while adverb(self.word(next)) && !self.taken(next + 1) {
            match self.word(next) {
                "last" | "recently" => order = Order::Newest,
                "first" | "originally" => order = Order::Oldest,
                "most" | "often" => order = Order::MostVisited,
                "had" if self.word(next + 1) == "open" => break,
                _ => {}
            }
            next += 1;
        }
        let verb = self.word(next);
        let had_open = verb == "had" && self.word(next + 1) == "open";
        if !had_open && !reads(verb) {
            return None;
        }
        if have && matches!(verb, "learned" | "learnt") {
            self.summarizes = true;
        }
        if matches!(verb, "watch" | "watched" | "watching") {
            self.kind = Some(PageKind::Video);
        }
        if order != Order::Relevance {
            self.order = order;
        }
        let particle = particle(verb, self.word(next + 1));
        Some(next + 1 + usize::from(particle))
    }

    /// "(I) remember reading", "(I) know", "(I) think I saw", "(I) want to find".
    fn thought(&mut self, at: usize) -> Option<usize> {
        match (self.word(at), self.word(at + 1)) {
            ("know", next) if topic_marker(next) || next.is_empty() => {
                self.summarizes = true;
                Some(at + 1)
            }
            ("remember" | "recall", "reading" | "seeing" | "watching" | "finding") => Some(at + 2),
            ("remember" | "recall" | "think", next) if person(next) => {
                reads(self.word(at + 2)).then_some(at + 3)
            }
            ("want" | "need" | "trying" | "try", "to")
                if command(self.word(at + 2))
                    || matches!(self.word(at + 2), "remember" | "recall") =>
            {
                Some(at + 3)
            }
            _ => None,
        }
    }

    /// Words that say what is wanted of the pages found: "summarize", "latest", "most often".
    pub(super) fn take_intent(&mut self) {
        self.take_summary();
        for at in 0..self.tokens.len() {
            let next = self.word(at + 1);
            let ends = |frame: &Self, at: usize| {
                frame.framed && (frame.taken(at) || topic_marker(frame.word(at)))
            };
            let before = if at > 0 { self.word(at - 1) } else { "" };
            let found = match self.word(at) {
                "how" if next == "often" => Some((Order::MostVisited, at..at + 2)),
                "how" if next == "many" && self.word(at + 2) == "times" => {
                    Some((Order::MostVisited, at..at + 3))
                }
                "most" if matches!(next, "often" | "frequently") => {
                    Some((Order::MostVisited, at..at + 2))
                }
                "most" if matches!(next, "visited" | "read" | "viewed" | "opened" | "watched") => {
                    Some((Order::MostVisited, at..at + 2))
                }
                "top" if self.names_page(at + 1) => Some((Order::MostVisited, at..at + 1)),
                "top" if self.numbered(at + 1) && self.names_page(at + 2) => {
                    Some((Order::MostVisited, at..at + 2))
                }
                "latest" | "newest" | "last"
                    if self.numbered(at + 1) && self.names_page(at + 2) =>
                {
                    Some((Order::Newest, at..at + 2))
                }
                "first" if self.numbered(at + 1) && self.names_page(at + 2) => {
                    Some((Order::Oldest, at..at + 2))
                }
                "recent" if self.names_page(at + 1) => Some((Order::Newest, at..at + 1)),
                "most" if next == "recent" && self.names_page(at + 2) => {
                    Some((Order::Newest, at..at + 2))
                }
                "most" if ends(self, at + 1) => {
                    Some((Order::MostVisited, at - usize::from(before == "the")..at + 1))
                }
                "frequently" if ends(self, at + 1) => Some((Order::MostVisited, at..at + 1)),
                "latest" | "newest" | "last" if self.names_page(at + 1) => {
                    Some((Order::Newest, at..at + 1))
                }
                // "What did I read last", said right behind the verb.
                "last" if self.framed && at > 0 && !self.kept[at - 1] && self.taken(at + 1) => {
                    Some((Order::Newest, at..at + 1))
                }
                "recently" | "lately" if ends(self, at + 1) => Some((Order::Newest, at..at + 1)),
                "earliest" | "oldest" | "first" if self.names_page(at + 1) => {
                    Some((Order::Oldest, at..at + 1))
                }
                _ => None,
            };
            if let Some((order, range)) = found {
                self.order = order;
                self.remove(range);
            }
        }
    }

    /// Times that are too vague to be dates, where the question tells of reading: "a while ago".
    pub(super) fn take_vague_times(&mut self) {
        if !self.framed {
            return;
        }
        for at in 0..self.tokens.len() {
            let matches = |phrase: &&&[&str]| {
                phrase.iter().enumerate().all(|(index, word)| self.word(at + index) == *word)
            };
            if let Some(phrase) = VAGUE_TIMES.iter().find(matches)
                && self.leaves_noun(at + phrase.len())
            {
                self.remove(at..at + phrase.len());
            }
        }
    }

    fn take_summary(&mut self) {
        for at in 0..self.tokens.len().min(8) {
            let end = match self.word(at) {
                "summarize" | "summarise" | "recap" if self.only_frame_before(at) => at + 1,
                "sum" if self.word(at + 1) == "up" && self.only_frame_before(at) => at + 2,
                "tldr" if self.only_frame_before(at) => at + 1,
                "tl" if self.word(at + 2) == "dr" && self.only_frame_before(at) => at + 3,
                "key" | "main" if self.word(at + 1) == "points" => at + 2,
                "quick" | "short" | "brief" if summary_noun(self.word(at + 1)) => at + 2,
                word if summary_noun(word)
                    && matches!(self.word(at + 1), "of" | "on" | "about") =>
                {
                    at + 1
                }
                _ => continue,
            };
            let of = matches!(self.word(end), "of" | "on" | "about" | "from");
            self.summarizes = true;
            self.remove(at..end + usize::from(of));
            return;
        }
    }

    fn only_frame_before(&self, at: usize) -> bool {
        (0..at).all(|at| {
            let word = self.word(at);
            determiner(word)
                || after_command(word)
                || command(word)
                || matches!(word, "" | "please" | "can" | "could" | "you")
        })
    }

    /// "The last 5 pages", "the last three pages".
    fn numbered(&self, at: usize) -> bool {
        let figures = self
            .tokens
            .get(at)
            .is_some_and(|token| self.kept[at] && matches!(token.kind, TokenKind::Number(1..=999)));
        figures || matches!(self.word(at), "two" | "three" | "four" | "five" | "ten" | "few")
    }

    /// Whether a page noun stands here that is one: "article about", and not "page rank".
    fn names_page(&self, at: usize) -> bool {
        let names = |at: usize| page_noun(self.word(at)) && self.leaves_noun(at + 1);
        // "Blog post", "documentation pages".
        let qualifies = adjective(self.word(at)) || page_kind(self.word(at)).is_some();
        names(at) || (qualifies && names(at + 1))
    }

    fn leaves_noun(&self, at: usize) -> bool {
        let word = self.word(at);
        self.taken(at)
            || topic_marker(word)
            || person(word)
            || matches!(word, "from" | "in")
            || (word == "to" && self.word(at - 1).starts_with("link"))
    }

    /// From the start up to the topic: "can you find me the article about".
    pub(super) fn take_lead(&mut self) {
        let mut at = 0;
        let mut led = false;
        let mut own = false;
        while at < self.tokens.len() {
            if !self.kept[at] {
                led |= self.framed || self.summarizes;
                at += 1;
                continue;
            }
            let (word, next) = (self.word(at), self.word(at + 1));
            let end = match word {
                "please" | "hey" | "hi" | "hello" | "ok" | "okay" | "tabwright" => at + 1,
                "can" | "could" | "would" | "will" if next == "you" => at + 2,
                "is" | "are" | "was" if next == "there" => at + 2,
                "do" | "did"
                    if next == "you" && matches!(self.word(at + 2), "remember" | "have") =>
                {
                    at + 3
                }
                "how" if next == "many" && self.names_page(at + 2) => at + 2,
                "i" if next == "need" && determiner(self.word(at + 2)) => at + 2,
                "name" | "title" | "address" if led && next == "of" => at + 2,
                "to" if led && at > 0 && self.tokens[at - 1].word().starts_with("link") => at + 1,
                _ if command(word) && self.commands(at) => self.after_command(at + 1),
                _ if question_word(word) && self.asks(at) => {
                    led = true;
                    at + 1 + usize::from(copula(next) || self.suffix(at + 1))
                }
                "it" if led && next == "that" => at + 2,
                "it" if led && self.taken(at + 1) => at + 1,
                "" if self.ends_sentence(at) && at > 0 && !self.kept[at - 1] => at + 1,
                _ if copula(word) && led => at + 1,
                _ if article(word) => at + 1,
                _ if determiner(word) && (led || self.determines(at)) => {
                    own = matches!(word, "my" | "our");
                    // "My landlord" is a topic.
                    if own && !self.determines(at) {
                        break;
                    }
                    at + 1
                }
                _ if page_noun(next)
                    && self.leaves_noun(at + 2)
                    && (adjective(word) || page_kind(word).is_some()) =>
                {
                    self.kind = page_kind(word).or(self.kind);
                    let named = site_host(word).map(str::to_owned);
                    self.site = self.site.take().or(named);
                    at + 1
                }
                _ if (page_noun(word) || (own && own_noun(word))) && self.leaves_noun(at + 1) => {
                    led = true;
                    self.kind = page_kind(word).or(self.kind);
                    at + 1
                }
                "about" | "regarding" | "concerning" => return self.finish_lead(at),
                "in" | "from" if led && self.own_library(at) => at + 3,
                _ if topic_marker(word) && led => return self.finish_lead(at),
                _ => break,
            };
            if word != "the" && word != "a" && word != "an" {
                led |= command(word);
            }
            self.remove(at..end);
            at = end;
        }
        self.kind_at_the_end();
    }

    /// Takes the word that leads to the topic, and the article of the topic.
    fn finish_lead(&mut self, at: usize) {
        self.remove(at..at + 1);
        let topic = (at + 1..self.tokens.len()).find(|at| self.kept[*at]);
        if let Some(topic) = topic.filter(|topic| article(self.word(*topic))) {
            self.remove(topic..topic + 1);
        }
    }

    fn commands(&self, at: usize) -> bool {
        let next = self.word(at + 1);
        after_command(next)
            || determiner(next)
            || self.names_page(at + 1)
            || question_word(next)
            || (plain_command(self.word(at)) && (self.framed || self.kept.contains(&false)))
    }

    fn after_command(&self, mut at: usize) -> usize {
        while after_command(self.word(at)) {
            at += 1;
        }
        at
    }

    fn asks(&self, at: usize) -> bool {
        let next = self.word(at + 1);
        (at + 1 < self.tokens.len() && self.taken(at + 1))
            || copula(next)
            || (self.suffix(at + 1) && self.tokens[at].word() == "what")
            || self.names_page(at + 1)
    }

    fn determines(&self, at: usize) -> bool {
        let next = self.word(at + 1);
        self.names_page(at + 1)
            || determiner(next)
            || (at + 1 < self.tokens.len() && !self.kept[at + 1])
            || (own_noun(next) && self.leaves_noun(at + 2))
    }

    /// "The tokio docs I read": the noun ends the topic and stays in it.
    fn kind_at_the_end(&mut self) {
        let last =
            (0..self.tokens.len()).rev().find(|at| self.kept[*at] && !self.ends_sentence(*at));
        if let Some(last) = last.filter(|_| self.framed && self.kind.is_none()) {
            self.kind = page_kind(self.word(last));
        }
    }

    /// "(I saw a page about owls.) Can you find it": where it begins.
    fn request_at_the_end(&self, last: usize) -> Option<usize> {
        let verb = last.checked_sub(1).filter(|verb| command(self.word(*verb)))?;
        if !matches!(self.word(last), "it" | "that" | "them") {
            return None;
        }
        let asks = verb >= 2
            && self.word(verb - 1) == "you"
            && matches!(self.word(verb - 2), "can" | "could" | "would");
        Some(if asks { verb - 2 } else { verb })
    }

    fn own_library(&self, at: usize) -> bool {
        matches!(self.word(at), "in" | "from")
            && self.word(at + 1) == "my"
            && matches!(self.word(at + 2), "history" | "bookmarks" | "library" | "tabs")
    }

    /// What ends a question: "again", "in my history", the question mark, and words left hanging.
    pub(super) fn take_tail(&mut self) {
        while let Some(last) = self.kept.iter().rposition(|kept| *kept) {
            let word = self.word(last);
            let before = self.kept[..last].iter().any(|kept| *kept);
            let mark = self.tokens[last].kind;
            let hangs = match mark {
                TokenKind::Punctuation('?' | '.' | ',' | ';' | ':' | '-') => true,
                TokenKind::Word if before => {
                    let dated = self.kept.contains(&false);
                    matches!(word, "please" | "again")
                        || (matches!(word, "article" | "articles") && dated)
                        || (matches!(word, "about" | "and" | "the" | "on" | "from") && dated)
                }
                _ => false,
            };
            if let Some(start) = self.request_at_the_end(last).filter(|start| *start > 0) {
                self.remove(start..last + 1);
            } else if last >= 2 && before && self.own_library(last - 2) {
                self.remove(last - 2..last + 1);
            } else if hangs {
                self.remove(last..last + 1);
            } else {
                break;
            }
        }
        while let Some(first) = self.kept.iter().position(|kept| *kept) {
            match self.tokens[first].kind {
                TokenKind::Punctuation('?' | '.' | ',' | ';' | ':' | '!') => {
                    self.remove(first..first + 1);
                }
                _ => break,
            }
        }
    }
}
