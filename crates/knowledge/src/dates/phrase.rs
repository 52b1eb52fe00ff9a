//! A whole date phrase: a moment with what stands before it ("since", "before", "around"), or two of them with
//! what is between.

use jiff::civil::DateTime;

use super::calendar::{Name, Period};
use super::cursor::Cursor;
use super::moment::{Anchor, Moment, Reading, What};
use super::token::{Figures, TokenKind};
use super::words::{self, Unit};

/// What a phrase says, in local civil time. An open end is left out.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Phrase {
    pub(super) from: Option<DateTime>,
    pub(super) until: Option<DateTime>,
    /// The token after it.
    pub(super) end: usize,
    pub(super) named: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Preposition {
    None,
    /// "Of last week", but not "the films of 2024".
    Of,
    /// "By the end of May", but not "by August Strindberg".
    By,
    /// "For the last two weeks" only.
    For,
    In,
    At,
    On,
    From,
    Since,
    After,
    Before,
    Until,
    Around,
}

impl Cursor<'_> {
    /// The phrase that begins with this token.
    pub(super) fn phrase(&self, at: usize) -> Option<Phrase> {
        // "Post-2024" and "3.May" are names of something.
        if at > 0 && self.tokens[at].glued && !self.opens(at - 1) {
            return None;
        }
        let start = self.after_adverbs(at);
        self.comparison(start)
            .or_else(|| self.between(start))
            .or_else(|| self.on_days(start))
            .or_else(|| self.bare_days(start))
            .or_else(|| self.at_time(start))
            .or_else(|| self.with_preposition(start))
    }

    /// Whether a phrase may begin right after this token.
    fn opens(&self, at: usize) -> bool {
        matches!(
            self.kind(at),
            Some(TokenKind::Punctuation('(' | '[' | '{' | ',' | ';' | ':' | '—'))
        ) || self.kind(at) == Some(TokenKind::Quoted)
    }

    fn after_adverbs(&self, at: usize) -> usize {
        match self.word(at) {
            "sometime" | "somewhere" | "back" | "ever" => at + 1,
            "some" if self.is(at + 1, "time") => at + 2,
            "so" if self.is(at + 1, "far") => at + 2,
            _ => at,
        }
    }

    fn preposition(&self, at: usize) -> (Preposition, usize) {
        let two = |second: &str| self.is(at + 1, second);
        match self.word(at) {
            "of" => (Preposition::Of, at + 1),
            "for" => (Preposition::For, at + 1),
            "in" | "during" | "over" | "within" | "throughout" => (Preposition::In, at + 1),
            "at" => (Preposition::At, at + 1),
            "by" => (Preposition::By, at + 1),
            "on" => (Preposition::On, at + 1),
            "from" => (Preposition::From, at + 1),
            "since" => (Preposition::Since, at + 1),
            "after" => (Preposition::After, at + 1),
            "before" => (Preposition::Before, at + 1),
            "until" | "till" => (Preposition::Until, at + 1),
            "around" | "circa" => (Preposition::Around, at + 1),
            "as" if two("of") => (Preposition::Since, at + 2),
            "prior" if two("to") => (Preposition::Before, at + 2),
            "earlier" if two("than") => (Preposition::Before, at + 2),
            "later" if two("than") => (Preposition::After, at + 2),
            "not" if two("before") => (Preposition::Since, at + 2),
            "not" if two("after") => (Preposition::Until, at + 2),
            "no" | "not" if self.is(at + 2, "than") => match self.word(at + 1) {
                "earlier" => (Preposition::Since, at + 3),
                "later" => (Preposition::Until, at + 3),
                _ => (Preposition::None, at),
            },
            "up" if two("to") || two("until") => (Preposition::Until, at + 2),
            _ => (Preposition::None, at),
        }
    }

    /// "More than a year ago", "older than two months", "less than a week ago".
    fn comparison(&self, at: usize) -> Option<Phrase> {
        let than = |at: usize| self.is(at, "than").then_some(at + 1);
        let (before, needs_ago, at) = match self.word(at) {
            "more" | "longer" => (true, true, than(at + 1)?),
            "over" => (true, true, at + 1),
            "at" if self.is(at + 1, "least") => (true, true, at + 2),
            "older" => (true, false, than(at + 1)?),
            "less" => (false, true, than(at + 1)?),
            "under" => (false, true, at + 1),
            "newer" => (false, false, than(at + 1)?),
            _ => return None,
        };
        let quantity = self.quantity(at).filter(|quantity| !quantity.half)?;
        let unit = words::unit(self.word(quantity.end)).filter(|unit| *unit != Unit::Weekend)?;
        let mut end = quantity.end + 1;
        if self.is(end, "ago") {
            end += 1;
        } else if needs_ago {
            return None;
        }
        let instant = self.calendar.rolling(unit, quantity.low)?.from;
        let (from, until) = if before { (None, Some(instant)) } else { (Some(instant), None) };
        Some(Phrase { from, until, end, named: false })
    }

    /// "Between March and May", "from Monday to Wednesday".
    fn between(&self, at: usize) -> Option<Phrase> {
        let between = self.is(at, "between");
        if !between && !self.is(at, "from") {
            return None;
        }
        let joins = |at: usize| {
            self.joins(at)
                .filter(|_| !between)
                .or_else(|| (between && (self.is(at, "and") || self.is_dash(at))).then_some(at + 1))
        };
        if let Some(first) = self.moment(at + 1)
            && let Some(next) = joins(first.end)
        {
            return self.range(first, next);
        }
        self.days_of_month(at + 1, joins)
    }

    /// The first one is only a day, whose month comes later: "from 3 to 7 May", "on 5 and 6 May".
    fn days_of_month(&self, at: usize, joins: impl Fn(usize) -> Option<usize>) -> Option<Phrase> {
        let day_at = at + usize::from(self.is(at, "the"));
        let day = self.day_number(day_at)?;
        let last = self.moment(joins(day_at + 1)?)?;
        let What::Named(Name::DayOfYear(month, _)) = last.moment.what else { return None };
        let what = What::Named(Name::DayOfYear(month, day));
        let first = Moment { what, ..last.moment };
        self.span_of(&Reading { moment: first, ..last }, &last)
    }

    /// "On 5 and 6 May".
    fn on_days(&self, at: usize) -> Option<Phrase> {
        let joins =
            |at: usize| self.joins(at).or(matches!(self.word(at), "and" | "or").then_some(at + 1));
        self.is(at, "on").then(|| self.days_of_month(at + 1, joins))?
    }

    /// "12 to 16 September", "1-8 May 2025".
    fn bare_days(&self, at: usize) -> Option<Phrase> {
        let surely = |next: &usize| self.moment(*next).is_some_and(|last| !last.needs_preposition);
        self.days_of_month(at, |at| self.joins(at).filter(surely))
    }

    /// "At 3 pm on Monday".
    fn at_time(&self, at: usize) -> Option<Phrase> {
        let reading = self.clock_then_day(at)?;
        let Period { from, until, .. } = reading.moment.resolve(self.calendar, Anchor::Today)?;
        let (from, until) = (Some(from), Some(until));
        Some(Phrase { from, until, end: reading.end, named: reading.named })
    }

    fn day_number(&self, at: usize) -> Option<i8> {
        match self.kind(at)? {
            TokenKind::Ordinal(day) => i8::try_from(day).ok(),
            TokenKind::Number(day @ 1..=31) => i8::try_from(day).ok(),
            _ => None,
        }
    }

    /// "To", "until", a dash: what stands between the ends of a range.
    fn joins(&self, at: usize) -> Option<usize> {
        let joins =
            matches!(self.word(at), "to" | "until" | "till" | "through") || self.is_dash(at);
        joins.then_some(at + 1)
    }

    /// From a moment that was read to the one that begins at `next`.
    fn range(&self, first: Reading, next: usize) -> Option<Phrase> {
        if let Some(last) = self.moment(next)
            && !(matches!(last.moment.what, What::Named(Name::DayOfMonth(..))))
        {
            return self.span_of(&first, &last);
        }
        // "May 3-7", "May 3rd to the 7th".
        let What::Named(Name::DayOfYear(month, _)) = first.moment.what else { return None };
        let day_at = next + usize::from(self.is(next, "the"));
        let day = self.day_number(day_at)?;
        let end = day_at + 1;
        let comma = usize::from(self.is_comma(end));
        let (year, end) = match self.year_number(end + comma) {
            Some(year) => (Some(year), end + comma + 1),
            None => (first.moment.year, end),
        };
        let what = What::Named(Name::DayOfYear(month, day));
        let last = Reading { moment: Moment { what, year, ..first.moment }, end, ..first };
        let first = Reading { moment: Moment { year, ..first.moment }, ..first };
        self.boundary(end).then(|| self.span_of(&first, &last))?
    }

    fn span_of(&self, first: &Reading, last: &Reading) -> Option<Phrase> {
        if (last.needs_boundary || first.needs_boundary && last.needs_preposition)
            && !self.boundary(last.end)
        {
            return None;
        }
        let calendar = self.calendar;
        let open = |reading: &Reading| {
            matches!(reading.moment.what, What::Named(_)) && reading.moment.year.is_none()
        };
        let (from, until) = if open(last) && !open(first) {
            let from = first.moment.resolve(calendar, Anchor::Today)?;
            (from, last.moment.resolve(calendar, Anchor::NotBefore(from.from))?)
        } else {
            let until = last.moment.resolve(calendar, Anchor::Today)?;
            (first.moment.resolve(calendar, Anchor::NotAfter(until.from))?, until)
        };
        (from.from < until.until).then_some(Phrase {
            from: Some(from.from),
            until: Some(until.until),
            end: last.end,
            named: first.named || last.named,
        })
    }

    fn with_preposition(&self, at: usize) -> Option<Phrase> {
        let (preposition, start) = self.preposition(at);
        // "About two weeks ago" is not a topic.
        let start = match self.word(start) {
            "about" | "exactly" | "roughly" | "approximately" | "almost" | "nearly"
                if self.quantity(start + 1).is_some() =>
            {
                start + 1
            }
            _ => start,
        };
        let mut reading = self.moment(start)?;
        if start > at
            && preposition == Preposition::None
            && !matches!(self.word(reading.end - 1), "ago" | "back")
        {
            return None;
        }
        let named_alone = preposition == Preposition::None;
        if named_alone
            && let Some(next) = self.joins(reading.end)
            && let Some(range) = self.range(reading, next)
            && self.certain_range(&reading, next)
        {
            return Some(range);
        }
        if let Some(next) = self.joins(reading.end)
            && matches!(preposition, Preposition::In | Preposition::On)
            && let Some(range) = self.range(reading, next)
        {
            return Some(range);
        }
        if !self.stands(&reading, preposition, at) || self.counts_on(&reading, preposition) {
            return None;
        }
        let calendar = self.calendar;
        let mut period = reading.moment.resolve(calendar, Anchor::Today)?;
        if let Some((other, end)) = self.listed(&reading, preposition) {
            period = period.hull(other);
            reading.end = end;
        }
        let Period { from, until, .. } = period;
        let mut end = reading.end;
        let (from, until) = match preposition {
            Preposition::From
                if matches!(self.word(end), "on" | "onward" | "onwards")
                    && self.boundary(end + 1) =>
            {
                end += 1;
                (Some(from), None)
            }
            Preposition::Since => (Some(from), None),
            Preposition::After => (Some(until), None),
            Preposition::Before => (None, Some(from)),
            Preposition::Until | Preposition::By => (None, Some(until)),
            Preposition::Around => {
                let around = period.around()?;
                (Some(around.from), Some(around.until))
            }
            _ => (Some(from), Some(until)),
        };
        Some(Phrase { from, until, end, named: reading.named })
    }

    /// Whether what was read is a date after this preposition, or without any.
    fn stands(&self, reading: &Reading, preposition: Preposition, at: usize) -> bool {
        if reading.needs_boundary && !self.boundary(reading.end) {
            return false;
        }
        // A version too ends a sentence with a dot: "since 3.5."
        if let Some(TokenKind::Figures(Figures::DayMonth(..))) = self.kind(reading.end - 1) {
            return preposition == Preposition::On;
        }
        let rolling = matches!(self.word(at + 2), "last" | "past" | "previous");
        match preposition {
            // "From June Jordan" names a writer.
            Preposition::From if reading.needs_preposition && !self.boundary(reading.end) => false,
            // "The night before Christmas".
            Preposition::Before | Preposition::After
                if at > 0 && words::day_part(self.word(at - 1)).is_some() =>
            {
                false
            }
            Preposition::For => self.is(at + 1, "the") && rolling,
            Preposition::In | Preposition::At | Preposition::On if reading.needs_preposition => {
                fits(preposition, reading)
            }
            Preposition::None | Preposition::Of | Preposition::By if reading.needs_preposition => {
                // "What I read Sunday about".
                preposition == Preposition::None
                    && at > 0
                    && matches!(
                        reading.moment.what,
                        What::Named(Name::Weekday(_) | Name::DayOfMonth(_, Some(_)))
                    )
                    && self.word(at).ends_with("day")
                    && words::reading_verb(self.word(at - 1))
                    && self.boundary(reading.end)
            }
            _ => true,
        }
    }

    /// "From 2000 to 3000 rpm" counts something else than years.
    fn counts_on(&self, reading: &Reading, preposition: Preposition) -> bool {
        let next = self.joins(reading.end).and_then(|next| self.kind(next));
        preposition == Preposition::From && matches!(next, Some(TokenKind::Number(_)))
    }

    /// A range with nothing before it needs one end that is surely a date: "March-May 2025", "May 3-7".
    fn certain_range(&self, first: &Reading, next: usize) -> bool {
        !first.needs_preposition || self.moment(next).is_some_and(|last| !last.needs_preposition)
    }

    /// "(In May) or June", "(on Monday) and Tuesday".
    fn listed(&self, first: &Reading, preposition: Preposition) -> Option<(Period, usize)> {
        if !matches!(self.word(first.end), "or" | "and")
            || !matches!(preposition, Preposition::In | Preposition::On | Preposition::From)
        {
            return None;
        }
        let next = self.moment(first.end + 1)?;
        let same_kind = match (first.moment.what, next.moment.what) {
            (What::Named(one), What::Named(other)) => {
                std::mem::discriminant(&one) == std::mem::discriminant(&other)
            }
            (What::Fixed(one), What::Fixed(other)) => one.unit == other.unit,
            _ => false,
        };
        if !same_kind || !self.boundary(next.end) {
            return None;
        }
        Some((next.moment.resolve(self.calendar, Anchor::Today)?, next.end))
    }
}

/// English is on a Monday, in a month and at Christmas: "on May" and "in sun" are about something else.
fn fits(preposition: Preposition, reading: &Reading) -> bool {
    let on_day = reading.moment.is_day();
    let weekend = reading.moment.what == What::Named(Name::Weekend);
    match preposition {
        Preposition::On => on_day || weekend,
        Preposition::In => !matches!(reading.moment.what, What::Named(Name::Weekday(_))),
        _ => {
            let named = matches!(reading.moment.what, What::Named(Name::Holiday(_)));
            let cut = reading.moment.part.is_some();
            // "At the end of the month" is cut already.
            let fixed = matches!(
                reading.moment.what,
                What::Fixed(period) if !matches!(period.unit, Unit::Year | Unit::Decade)
            );
            named || weekend || cut || fixed
        }
    }
}
