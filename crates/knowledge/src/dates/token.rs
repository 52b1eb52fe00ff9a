//! The words of a question with their places, as far as dates and question frames need them.
//!
//! Quoted text, addresses, file names and versions become tokens that no rule looks into: what a person puts in
//! quotes, or what a machine named, is never a date.

/// How much of a text is looked at. A question is a line or two; the rest of a pasted page asks nothing.
pub(crate) const TEXT_CHARS_MAX: usize = 2_000;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum TokenKind {
    Word,
    /// Digits only, at most four of them.
    Number(u16),
    /// `3rd`, `22nd`.
    Ordinal(u8),
    /// A date in figures.
    Figures(Figures),
    /// `'s`, `'ve`, `'m`: what an apostrophe hangs on a word.
    Suffix,
    Punctuation(char),
    /// In quotes, the quotes included.
    Quoted,
    /// An address, a file name, a version, an operator such as `site:docs.rs`.
    Opaque,
}

/// A date in figures, as written: whether the day exists is found out later.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Figures {
    /// `2025-04-01`.
    YearMonthDay(u16, u8, u8),
    /// `2025-04`.
    YearMonth(u16, u8),
    /// `1.4.2025`, or `1.4.25` when not `certain`: that may also be a version.
    DayMonthYear { day: u8, month: u8, year: u16, certain: bool },
    /// `3/4/2025`: which one is the month depends on where one lives.
    Slashes(u8, u8, u16),
    /// `3/4`.
    ShortSlashes(u8, u8),
    /// `3.5.`, with its last dot.
    DayMonth(u8, u8),
    /// `2025-W12`.
    YearWeek(u16, u8),
    /// `2024/25`.
    YearPair(u16),
}

#[derive(Debug, Clone, Copy)]
pub(crate) struct Token<'a> {
    pub(crate) kind: TokenKind,
    /// In lower case, as far as ASCII goes.
    pub(crate) lower: &'a str,
    pub(crate) start: usize,
    pub(crate) end: usize,
    /// No space stands before it.
    pub(crate) glued: bool,
}

impl Token<'_> {
    /// The word in lower case, and nothing for all other kinds.
    pub(crate) fn word(&self) -> &str {
        if self.kind == TokenKind::Word { self.lower } else { "" }
    }
}

/// The part of the text that is looked at.
pub(crate) fn bounded(text: &str) -> &str {
    match text.char_indices().nth(TEXT_CHARS_MAX) {
        Some((end, _)) => &text[..end],
        None => text,
    }
}

/// The tokens of a text that is already in lower case (ASCII lower case keeps every byte in its place).
pub(crate) fn tokens(lower: &str) -> Vec<Token<'_>> {
    let mut found = Tokens { lower, tokens: Vec::with_capacity(lower.len() / 5 + 4) };
    let mut at = 0;
    let mut quotes_end = Quotes::default();
    while let Some(first) = lower[at..].chars().next() {
        let after = at + first.len_utf8();
        if first.is_whitespace() {
            at = after;
        } else if let Some(end) = quotes_end.end_of(lower, at, first) {
            found.push(TokenKind::Quoted, at, end);
            at = end;
        } else if first.is_alphanumeric() || (first == '-' && found.starts_operator(after, at)) {
            at = found.chunk(at);
        } else {
            found.push(TokenKind::Punctuation(first), at, after);
            at = after;
        }
    }
    found.tokens
}

/// Finds the ends of quotes, and remembers which marks have none, so that a text of quote marks alone is not
/// searched to its end for each of them.
#[derive(Default)]
struct Quotes {
    without_end: Vec<char>,
}

impl Quotes {
    fn end_of(&mut self, text: &str, at: usize, first: char) -> Option<usize> {
        let closing: &[char] = match first {
            '"' => &['"'],
            '`' => &['`'],
            '\'' => &['\''],
            '‘' => &['’'],
            '“' => &['”', '"'],
            '„' => &['“', '”'],
            '«' => &['»'],
            _ => return None,
        };
        let single = matches!(first, '\'' | '‘');
        let before = text[..at].chars().next_back();
        if self.without_end.contains(&first)
            || (single && before.is_some_and(char::is_alphanumeric))
        {
            return None;
        }
        let from = at + first.len_utf8();
        let end = text[from..].char_indices().find(|(index, letter)| {
            // An apostrophe inside of a word ends no quote: 'don't'.
            let next = text[from + index + letter.len_utf8()..].chars().next();
            closing.contains(letter) && !(single && next.is_some_and(char::is_alphanumeric))
        });
        if end.is_none() {
            self.without_end.push(first);
        }
        end.map(|(index, letter)| from + index + letter.len_utf8())
    }
}

struct Tokens<'a> {
    lower: &'a str,
    tokens: Vec<Token<'a>>,
}

impl Tokens<'_> {
    fn push(&mut self, kind: TokenKind, start: usize, end: usize) {
        let glued = self.tokens.last().is_some_and(|last| last.end == start);
        self.tokens.push(Token { kind, lower: &self.lower[start..end], start, end, glued });
    }

    /// `-word` leaves a word out of a search.
    fn starts_operator(&self, after: usize, at: usize) -> bool {
        self.lower[after..].starts_with(char::is_alphabetic)
            && (at == 0 || self.lower[..at].ends_with(char::is_whitespace))
    }

    /// Reads what is written without a space, and returns its end.
    fn chunk(&mut self, start: usize) -> usize {
        let ends = |letter: char| letter.is_whitespace() || ",;!?()[]{}\"“”«»…".contains(letter);
        let rest = &self.lower[start..];
        let chunk = &rest[..rest.find(ends).unwrap_or(rest.len())];
        // German writes "3.5." with a dot behind; English ends a sentence with one.
        if let Some(figures) = day_and_month(chunk) {
            self.push(TokenKind::Figures(figures), start, start + chunk.len());
            return start + chunk.len();
        }
        let chunk = chunk.trim_end_matches(|letter: char| !letter.is_alphanumeric());
        let end = start + chunk.len();
        if chunk == "week-end" {
            self.push(TokenKind::Word, start, end);
            if let Some(token) = self.tokens.last_mut() {
                token.lower = "weekend";
            }
        } else if chunk.starts_with('-') {
            self.push(TokenKind::Opaque, start, end);
        } else if let Some(kind) = simple(chunk) {
            self.push(kind, start, end);
        } else if let Some(figures) = figures(chunk) {
            self.push(TokenKind::Figures(figures), start, end);
        } else if chunk.chars().all(|letter| letter.is_alphanumeric() || joins(letter)) {
            self.parts(start, end);
        } else {
            self.push(TokenKind::Opaque, start, end);
        }
        end
    }

    /// `mid-october`, `3-7`, `yesterday's`: words, hyphens and apostrophes.
    fn parts(&mut self, start: usize, end: usize) {
        let mut at = start;
        while at < end {
            let rest = &self.lower[at..end];
            let first = rest.chars().next().unwrap_or(' ');
            let width = first.len_utf8();
            let word_end = |from: usize| {
                let tail = &self.lower[from..end];
                from + tail.find(joins).unwrap_or(tail.len())
            };
            let (kind, stop) = if apostrophe(first) && word_end(at + width) > at + width {
                (TokenKind::Suffix, word_end(at + width))
            } else if joins(first) {
                (TokenKind::Punctuation(first), at + width)
            } else {
                let stop = word_end(at);
                (simple(&self.lower[at..stop]).unwrap_or(TokenKind::Opaque), stop)
            };
            self.push(kind, at, stop);
            at = stop;
        }
    }
}

fn joins(letter: char) -> bool {
    apostrophe(letter) || dash(letter)
}

fn apostrophe(letter: char) -> bool {
    matches!(letter, '\'' | '’')
}

pub(crate) fn dash(letter: char) -> bool {
    matches!(letter, '-' | '‐' | '‑' | '–' | '—')
}

/// A word, a number or an ordinal, if there is nothing else in it.
fn simple(chunk: &str) -> Option<TokenKind> {
    if chunk.is_empty() || !chunk.chars().all(char::is_alphanumeric) {
        return None;
    }
    if chunk.bytes().all(|byte| byte.is_ascii_digit()) {
        let number = if chunk.len() <= 4 { chunk.parse().ok() } else { None };
        return Some(number.map_or(TokenKind::Opaque, TokenKind::Number));
    }
    let digits = chunk.trim_end_matches(|letter: char| letter.is_ascii_lowercase());
    if matches!(&chunk[digits.len()..], "st" | "nd" | "rd" | "th")
        && let Ok(day @ 1..=31) = digits.parse()
    {
        return Some(TokenKind::Ordinal(day));
    }
    Some(TokenKind::Word)
}

/// `3.5.`
fn day_and_month(chunk: &str) -> Option<Figures> {
    let (day, month) = chunk.strip_suffix('.')?.split_once('.')?;
    let number = |piece: &str| if piece.len() <= 2 { piece.parse::<u8>().ok() } else { None };
    let (day, month) = (number(day)?, number(month)?);
    ((1..=31).contains(&day) && (1..=12).contains(&month)).then_some(Figures::DayMonth(day, month))
}

fn figures(chunk: &str) -> Option<Figures> {
    let mark = chunk.chars().find(|letter| !letter.is_ascii_digit())?;
    let mut pieces = chunk.split(mark);
    let (first, second, third) = (pieces.next()?, pieces.next()?, pieces.next());
    if pieces.next().is_some() {
        return None;
    }
    let short = |piece: &str| match piece.len() {
        1 | 2 => piece.parse::<u8>().ok(),
        _ => None,
    };
    let long = |piece: &str| if piece.len() == 4 { piece.parse::<u16>().ok() } else { None };
    match (mark, long(first), third) {
        ('-' | '/', Some(year), Some(third)) => {
            Some(Figures::YearMonthDay(year, short(second)?, short(third)?))
        }
        ('-', Some(year), None) if second.len() == 3 && second.starts_with('w') => {
            Some(Figures::YearWeek(year, short(&second[1..])?))
        }
        ('-', Some(year), None) if second.len() == 2 => {
            Some(Figures::YearMonth(year, short(second)?))
        }
        ('/', Some(year), None) => {
            let next = long(second).map(|next| next % 100).or(short(second).map(u16::from))?;
            (next == (year + 1) % 100).then_some(Figures::YearPair(year))
        }
        ('.', None, Some(third)) => {
            let (day, month) = (short(first)?, short(second)?);
            match long(third) {
                Some(year) => Some(Figures::DayMonthYear { day, month, year, certain: true }),
                None if third.len() == 2 => {
                    let year = 2000 + u16::from(short(third)?);
                    Some(Figures::DayMonthYear { day, month, year, certain: false })
                }
                None => None,
            }
        }
        ('/', None, Some(third)) => {
            Some(Figures::Slashes(short(first)?, short(second)?, long(third)?))
        }
        ('/', None, None) => Some(Figures::ShortSlashes(short(first)?, short(second)?)),
        _ => None,
    }
}
