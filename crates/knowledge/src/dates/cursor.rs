//! Looks at the tokens of a text one by one: what the rules of dates are written with.

use super::calendar::Calendar;
use super::token::{Token, TokenKind, dash};
use super::words::{self, Unit};

#[derive(Debug)]
pub(super) struct Cursor<'a> {
    pub(super) tokens: &'a [Token<'a>],
    pub(super) calendar: &'a Calendar<'a>,
}

/// "Two", "a couple of", "2 or 3", "half a".
#[derive(Debug, Clone, Copy)]
pub(super) struct Quantity {
    pub(super) low: i64,
    pub(super) high: i64,
    /// What "the last few days" reach back.
    pub(super) rolling: i64,
    pub(super) vague: bool,
    pub(super) half: bool,
    /// The token after it.
    pub(super) end: usize,
}

/// "Two weeks", "a day or two", "a year and a half", "half an hour".
#[derive(Debug, Clone, Copy)]
pub(super) struct Amount {
    pub(super) unit: Unit,
    pub(super) low: i64,
    pub(super) high: i64,
    pub(super) rolling: i64,
    /// "A week": one, with an article only.
    pub(super) bare: bool,
    /// The token after it.
    pub(super) end: usize,
}

impl Cursor<'_> {
    pub(super) fn kind(&self, at: usize) -> Option<TokenKind> {
        self.tokens.get(at).map(|token| token.kind)
    }

    /// The word at this place, and nothing where there is none.
    pub(super) fn word(&self, at: usize) -> &str {
        self.tokens.get(at).map_or("", Token::word)
    }

    pub(super) fn is(&self, at: usize, word: &str) -> bool {
        self.word(at) == word
    }

    pub(super) fn is_comma(&self, at: usize) -> bool {
        self.kind(at) == Some(TokenKind::Punctuation(','))
    }

    pub(super) fn is_dash(&self, at: usize) -> bool {
        matches!(self.kind(at), Some(TokenKind::Punctuation(mark)) if dash(mark))
    }

    /// A year in four figures.
    pub(super) fn year_number(&self, at: usize) -> Option<i16> {
        match self.kind(at)? {
            TokenKind::Number(year @ 1900..=2199) => i16::try_from(year).ok(),
            _ => None,
        }
    }

    /// Whether a thought may end before this token.
    pub(super) fn boundary(&self, at: usize) -> bool {
        let Some(token) = self.tokens.get(at) else { return true };
        match token.kind {
            TokenKind::Word => words::function_word(token.lower),
            TokenKind::Punctuation(mark) if dash(mark) => !token.glued,
            TokenKind::Punctuation(mark) => ".,;:!?)]}…\"”»".contains(mark),
            TokenKind::Quoted => true,
            TokenKind::Suffix => matches!(token.lower, "'s" | "’s"),
            _ => false,
        }
    }

    /// Where nothing tells of reading: "yesterday movie", "usa today", "this week in rust".
    pub(super) fn may_be_a_title(&self, at: usize, end: usize) -> bool {
        match self.word(at) {
            "today" | "yesterday" | "tonight" if end == at + 1 => {
                !self.boundary(end) || (at > 0 && self.is(at - 1, "usa"))
            }
            "this" => self.is(end, "in"),
            "last" => self.is(end, "tonight"),
            // "The 4th of July fireworks", "March 7th honkai".
            word => {
                let start = at + usize::from(word == "the");
                let word = self.word(start);
                let day = words::month(word).is_some()
                    || words::ordinal(word).is_some()
                    || matches!(self.kind(start), Some(TokenKind::Ordinal(_)));
                day && !self.boundary(end) && self.year_number(end - 1).is_none()
            }
        }
    }

    /// A number in figures or words, and the token after it.
    pub(super) fn plain_number(&self, at: usize) -> Option<(i64, usize)> {
        match self.kind(at)? {
            TokenKind::Number(number) => Some((i64::from(number), at + 1)),
            TokenKind::Word => {
                let number = i64::from(words::number(self.word(at))?);
                let next = at + 1 + usize::from(self.is_dash(at + 1));
                match words::number(self.word(next)) {
                    // "Twenty-one", "a hundred".
                    Some(ones @ 1..=9) if (20..100).contains(&number) => {
                        Some((number + i64::from(ones), next + 1))
                    }
                    Some(100) if number < 10 => Some((number * 100, next + 1)),
                    _ => Some((number, at + 1)),
                }
            }
            _ => None,
        }
    }

    pub(super) fn quantity(&self, at: usize) -> Option<Quantity> {
        let vague = |low, high, rolling, end| {
            Some(Quantity { low, high, rolling, vague: true, half: false, end })
        };
        let article = usize::from(self.is(at, "a"));
        let of = |end: usize| end + usize::from(self.is(end, "of"));
        match self.word(at + article) {
            "couple" => return vague(2, 3, 2, of(at + article + 1)),
            "few" => return vague(2, 5, 5, at + article + 1),
            "several" => return vague(3, 7, 7, at + article + 1),
            "half" if article == 0 => {
                let an = usize::from(matches!(self.word(at + 1), "a" | "an"));
                return Some(Quantity {
                    low: 1,
                    high: 1,
                    rolling: 1,
                    vague: false,
                    half: true,
                    end: at + 1 + an,
                });
            }
            _ => {}
        }
        let (low, end) = self.plain_number(at).filter(|(number, _)| *number > 0)?;
        // "Two or three", "2-3".
        let joined = matches!(self.word(end), "or" | "to") || self.is_dash(end);
        let second = if joined { self.plain_number(end + 1) } else { None };
        let (high, end) = second.filter(|(high, _)| *high > low).unwrap_or((low, end));
        Some(Quantity { low, high, rolling: high, vague: false, half: false, end })
    }

    pub(super) fn amount(&self, at: usize) -> Option<Amount> {
        // "The last year and a half" leaves the one out.
        let implied = || {
            let unit = words::unit(self.word(at))?;
            (unit == Unit::Year || unit == Unit::Month)
                .then(|| self.and_a_half(at + 1))
                .flatten()
                .and_then(|end| Some(self.with_half(unit, 1)?.ending(end)))
        };
        let Some(quantity) = self.quantity(at) else { return implied() };
        let inner_half = self.and_a_half(quantity.end).filter(|_| !quantity.half);
        let unit_at = inner_half.unwrap_or(quantity.end);
        let unit = words::unit(self.word(unit_at))?;
        let outer_half = self.and_a_half(unit_at + 1).filter(|_| !quantity.half);
        if quantity.half || inner_half.is_some() || outer_half.is_some() {
            let whole = if quantity.half { 0 } else { quantity.low };
            return Some(self.with_half(unit, whole)?.ending(outer_half.unwrap_or(unit_at + 1)));
        }
        let (mut high, mut end) = (quantity.high, unit_at + 1);
        // "A day or two".
        if self.is(end, "or")
            && let Some((second, second_end)) = self.plain_number(end + 1)
        {
            (high, end) = (second, second_end);
        }
        let bare = matches!(self.word(at), "a" | "an") && !quantity.vague;
        let rolling = if quantity.vague { quantity.rolling } else { high };
        Some(Amount { unit, low: quantity.low, high, rolling, bare, end })
    }

    /// "Weeks (ago)".
    pub(super) fn amount_of_plural(&self, at: usize) -> Option<Amount> {
        let high = match self.word(at) {
            "days" => 6,
            "weeks" => 8,
            "months" => 11,
            "years" => 10,
            _ => return None,
        };
        let unit = words::unit(self.word(at))?;
        Some(Amount { unit, low: 2, high, rolling: high, bare: true, end: at + 1 })
    }

    fn and_a_half(&self, at: usize) -> Option<usize> {
        let found = self.is(at, "and") && self.is(at + 1, "a") && self.is(at + 2, "half");
        found.then_some(at + 3)
    }

    /// So many units and a half of one, in smaller units.
    fn with_half(&self, unit: Unit, whole: i64) -> Option<Amount> {
        let (unit, count) = match unit {
            Unit::Decade => (Unit::Year, 10 * whole + 5),
            Unit::Year => (Unit::Month, 12 * whole + 6),
            Unit::Month => (Unit::Day, 30 * whole + 15),
            Unit::Week => (Unit::Day, 7 * whole + 3),
            Unit::Day => (Unit::Hour, 24 * whole + 12),
            Unit::Hour => (Unit::Minute, 60 * whole + 30),
            _ => return None,
        };
        Some(Amount { unit, low: count, high: count, rolling: count, bare: false, end: 0 })
    }

    /// A time of day: `15:30`, `3pm`, `3 pm`. Hour, minute and the token after it.
    pub(super) fn clock(&self, at: usize) -> Option<(i8, i8, usize)> {
        let token = self.tokens.get(at)?;
        let (text, half, end) = match self.word(at + 1) {
            half @ ("am" | "pm")
                if matches!(token.kind, TokenKind::Number(_) | TokenKind::Opaque) =>
            {
                (token.lower, half, at + 2)
            }
            _ => match token.lower.strip_suffix("am").or(token.lower.strip_suffix("pm")) {
                Some(text) => (text, &token.lower[text.len()..], at + 1),
                None if token.kind == TokenKind::Opaque => (token.lower, "", at + 1),
                None => return None,
            },
        };
        let (hour, minute) = match text.split_once(':') {
            Some((hour, minute)) if minute.len() == 2 => (hour, minute.parse::<i8>().ok()?),
            Some(_) => return None,
            None if half.is_empty() => return None,
            None => (text, 0),
        };
        let hour: i8 = if hour.len() <= 2 { hour.parse().ok()? } else { return None };
        let hour = match (half, hour) {
            ("", 0..=23) => hour,
            ("am", 12) => 0,
            ("am", 1..=11) => hour,
            ("pm", 12) => 12,
            ("pm", 1..=11) => hour + 12,
            _ => return None,
        };
        (0..60).contains(&minute).then_some((hour, minute, end))
    }
}

impl Amount {
    fn ending(self, end: usize) -> Self {
        Self { end, ..self }
    }
}
