//! One day or period that a phrase tells of, without what stands before it: "last week", "May 3rd", "two weeks
//! ago", "the end of 2024".

use jiff::civil::DateTime;

use super::calendar::{Calendar, Name, Part, Period};
use super::cursor::Cursor;
use super::token::TokenKind;
use super::words::{self, Unit};

/// A day or period whose year or week may still be open.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Moment {
    pub(super) what: What,
    pub(super) which: Which,
    pub(super) year: Option<i16>,
    pub(super) part: Option<Part>,
    /// A part of the day, or a time of it.
    pub(super) day_part: Option<Part>,
}

#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum What {
    Fixed(Period),
    Named(Name),
}

/// Which of the periods of one name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Which {
    /// "In May": the one that began last.
    Latest,
    /// "Last May": the latest that is over.
    Last,
    /// "This May".
    This,
}

/// What the other end of a range says about a moment with no year of its own.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Anchor {
    Today,
    NotAfter(DateTime),
    NotBefore(DateTime),
}

/// A moment as it was read.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Reading {
    pub(super) moment: Moment,
    /// The token after it.
    pub(super) end: usize,
    /// Without "in", "on" or "since" before it, this is no date.
    pub(super) needs_preposition: bool,
    /// What follows must not go on with the same thought: "in spring boot".
    pub(super) needs_boundary: bool,
    /// It names a month, a year or a day, as pages do; "yesterday" does not.
    pub(super) named: bool,
}

impl Moment {
    pub(super) fn resolve(&self, calendar: &Calendar<'_>, anchor: Anchor) -> Option<Period> {
        let mut period = match (self.what, self.year) {
            (What::Fixed(period), _) => period,
            (What::Named(name), Some(year)) => calendar.in_year(name, year)?,
            (What::Named(name), None) => calendar.latest(name, |period| match anchor {
                Anchor::NotAfter(end) => period.from <= end,
                Anchor::NotBefore(start) => {
                    period.from >= start && period.from < calendar.end_of_today()
                }
                Anchor::Today => match (self.which, name) {
                    (Which::Last, _) => period.until <= calendar.midnight(),
                    // Today has a name of its own: "on Monday" is never today.
                    (Which::Latest, Name::Weekday(_)) => period.from < calendar.midnight(),
                    _ => period.from < calendar.end_of_today(),
                },
            })?,
        };
        if let Some(part) = self.part {
            period = period.part(part)?;
        }
        if let Some(day_part) = self.day_part {
            period = period.part(day_part)?;
        }
        Some(period)
    }

    pub(super) fn is_day(&self) -> bool {
        match self.what {
            What::Fixed(period) => period.is_one_day(),
            What::Named(name) => matches!(
                name,
                Name::DayOfYear(..) | Name::DayOfMonth(..) | Name::Weekday(_) | Name::Holiday(_)
            ),
        }
    }
}

impl Reading {
    pub(super) fn named(name: Name, end: usize) -> Self {
        let moment = Moment {
            what: What::Named(name),
            which: Which::Latest,
            year: None,
            part: None,
            day_part: None,
        };
        Self { moment, end, needs_preposition: false, needs_boundary: false, named: true }
    }

    pub(super) fn fixed(period: Option<Period>, end: usize) -> Option<Self> {
        let what = What::Fixed(period?);
        let reading = Self::named(Name::Weekend, end);
        Some(Self { moment: Moment { what, ..reading.moment }, named: false, ..reading })
    }

    /// A month or the short name of a weekday, which have no article: "in the sun", "on the march".
    fn is_bare_name(&self) -> bool {
        match self.moment.what {
            What::Named(Name::Month(_)) => {
                self.moment.which == Which::Latest && self.needs_preposition
            }
            What::Named(Name::Weekday(_)) => self.needs_boundary,
            _ => false,
        }
    }

    pub(super) fn weak(self, needs_boundary: bool) -> Self {
        Self { needs_preposition: true, needs_boundary, ..self }
    }

    pub(super) fn which(mut self, which: Which) -> Self {
        self.moment.which = which;
        self.needs_preposition = false;
        self
    }

    pub(super) fn part(mut self, part: Part) -> Self {
        self.moment.part = Some(part);
        self.needs_preposition = false;
        self
    }

    pub(super) fn in_year(mut self, year: i16, end: usize) -> Self {
        self.moment.year = Some(year);
        Self { end, needs_preposition: false, needs_boundary: false, ..self }
    }
}

impl Cursor<'_> {
    /// The moment that begins at this token.
    pub(super) fn moment(&self, at: usize) -> Option<Reading> {
        let the = self.is(at, "the");
        let start = at + usize::from(the);
        let reading = self
            .part_of_period(start)
            .or_else(|| self.nth_of_period(start))
            .or_else(|| self.part_of_day(start))
            .or_else(|| self.week_of_day(start))
            .or_else(|| self.beside(start, the))
            .or_else(|| {
                self.core(start, the)
                    .filter(|reading| !(the && reading.is_bare_name() && !self.is(start, "month")))
            })?;
        Some(self.with_possessive(self.with_day_part(reading)))
    }

    fn core(&self, at: usize, the: bool) -> Option<Reading> {
        self.day_word(at)
            .or_else(|| self.this_or_last(at, the))
            .or_else(|| self.before_last(at))
            .or_else(|| self.ago(at))
            .or_else(|| self.figures(at))
            .or_else(|| self.month(at))
            .or_else(|| self.day_and_month(at))
            .or_else(|| self.weekday(at))
            .or_else(|| self.season(at))
            .or_else(|| self.quarter(at))
            .or_else(|| self.year_or_decade(at, the))
            .or_else(|| self.week_of_year(at))
            .or_else(|| self.holiday(at))
            .or_else(|| self.day_of_month(at, the))
            .or_else(|| self.weekend(at, the))
    }

    /// "Early March", "mid-October", "the end of 2024", "the first half of May".
    fn part_of_period(&self, at: usize) -> Option<Reading> {
        let of = |next: usize| self.is(next, "of").then_some(next + 1);
        let (part, next) = match self.word(at) {
            "early" => (Some(Part::Early), at + 1),
            "mid" => (Some(Part::Middle), at + 1 + usize::from(self.is_dash(at + 1))),
            "late" => (Some(Part::Late), at + 1),
            "earlier" => (None, at + 1),
            "beginning" | "start" => (Some(Part::Early), of(at + 1)?),
            "middle" => (Some(Part::Middle), of(at + 1)?),
            "end" => (Some(Part::Late), of(at + 1)?),
            "first" if self.is(at + 1, "half") => (Some(Part::FirstHalf), of(at + 2)?),
            "" if self.is(at + 1, "half") => match self.kind(at)? {
                TokenKind::Ordinal(1) => (Some(Part::FirstHalf), of(at + 2)?),
                TokenKind::Ordinal(2) => (Some(Part::SecondHalf), of(at + 2)?),
                _ => return None,
            },
            "second" | "latter" if self.is(at + 1, "half") => (Some(Part::SecondHalf), of(at + 2)?),
            _ => return None,
        };
        let the = self.is(next, "the");
        let start = next + usize::from(the);
        match (self.core(start, the), part) {
            (Some(reading), Some(part)) => Some(reading.part(part)),
            // "Earlier this week", and not "earlier in May's case".
            (Some(reading), None) => (!reading.needs_preposition).then_some(reading),
            (None, Some(part)) if the || self.is(next - 1, "of") => {
                self.part_of_present_unit(start, part)
            }
            (None, _) => None,
        }
    }

    /// "The end of the month": of this one, or if that is still to come, of the one before.
    fn part_of_present_unit(&self, at: usize, part: Part) -> Option<Reading> {
        let present = self.present_unit(at)?;
        let What::Fixed(period) = present.moment.what else { return None };
        let of_present = period.part(part)?;
        if of_present.from < self.calendar.end_of_today() {
            return Some(Reading { needs_preposition: true, ..present.part(part) });
        }
        let before = self.calendar.back(period.unit, 1)?.part(part);
        Some(Reading::fixed(before, present.end)?.weak(true))
    }

    /// "The first week of October", "the last Friday in May".
    fn nth_of_period(&self, at: usize) -> Option<Reading> {
        let count = match self.kind(at)? {
            TokenKind::Ordinal(count) => Some(count),
            TokenKind::Word if self.is(at, "last") => None,
            TokenKind::Word => Some(words::ordinal(self.word(at))?),
            _ => return None,
        };
        let part = match (self.word(at + 1), count) {
            ("week", Some(count)) => Part::NthWeek(count),
            ("week", None) => Part::LastWeek,
            ("day", Some(count)) => Part::NthDay(count),
            ("day", None) => Part::LastDay,
            ("days", None) => Part::LastWeek,
            ("weekend", Some(count)) => Part::NthWeekend(count),
            ("weekend", None) => Part::LastWeekend,
            (word, count) => match (words::weekday(word)?, count) {
                ((weekday, false), Some(count)) => Part::NthWeekday(count, weekday),
                ((weekday, false), None) => Part::LastWeekday(weekday),
                _ => return None,
            },
        };
        if !matches!(self.word(at + 2), "of" | "in") {
            return None;
        }
        let the = usize::from(self.is(at + 3, "the"));
        let reading = self
            .month(at + 3 + the)
            .or_else(|| self.this_or_last(at + 3 + the, false))
            .or_else(|| self.present_unit(at + 3 + the).filter(|_| the == 1))
            .or_else(|| self.year_or_decade(at + 3 + the, true))?;
        Some(reading.part(part))
    }

    /// "The morning of May 3rd".
    fn part_of_day(&self, at: usize) -> Option<Reading> {
        let day_part = words::day_part(self.word(at))?;
        if !self.is(at + 1, "of") {
            return None;
        }
        let the = self.is(at + 2, "the");
        let mut reading = self.core(at + 2 + usize::from(the), the)?;
        if !reading.moment.is_day() {
            return None;
        }
        reading.moment.day_part = Some(Part::OfDay(day_part));
        reading.needs_preposition = false;
        Some(reading)
    }

    /// "The week of May 4th".
    fn week_of_day(&self, at: usize) -> Option<Reading> {
        let unit = words::unit(self.word(at))?;
        if !(matches!(unit, Unit::Week | Unit::Weekend) && self.is(at + 1, "of")) {
            return None;
        }
        let the = self.is(at + 2, "the");
        let reading = self.core(at + 2 + usize::from(the), the)?;
        if !reading.moment.is_day() || (reading.needs_boundary && !self.boundary(reading.end)) {
            return None;
        }
        let day = reading.moment.resolve(self.calendar, Anchor::Today)?.from.date();
        let week = Reading::fixed(self.calendar.containing(unit, day), reading.end)?;
        Some(Reading { named: reading.named, ..week })
    }

    /// "The day before Christmas", "two weeks after May 3rd".
    fn beside(&self, at: usize, the: bool) -> Option<Reading> {
        let (count, at) = if the {
            (1, at)
        } else {
            self.quantity(at).filter(|quantity| !quantity.vague).map(|q| (q.high, q.end))?
        };
        let unit = words::unit(self.word(at))?;
        let after = match self.word(at + 1) {
            "after" => true,
            "before" => false,
            _ => return None,
        };
        if !matches!(unit, Unit::Day | Unit::Week | Unit::Month) {
            return None;
        }
        let the = self.is(at + 2, "the");
        let reading = self.core(at + 2 + usize::from(the), the)?;
        // "The day before yesterday" and "the week before last" have rules of their own.
        if !reading.named || (reading.needs_boundary && !self.boundary(reading.end)) {
            return None;
        }
        let period = reading.moment.resolve(self.calendar, Anchor::Today)?;
        let beside = Reading::fixed(period.beside(unit, count, after), reading.end)?;
        Some(Reading { named: true, ..beside })
    }

    fn with_day_part(&self, mut reading: Reading) -> Reading {
        if !reading.moment.is_day() || reading.moment.day_part.is_some() {
            return reading;
        }
        let mut at = reading.end;
        if self.is(at, "in") && self.is(at + 1, "the") {
            at += 2;
        } else if self.is(at, "at") && self.is(at + 1, "night") {
            at += 1;
        }
        let day_part = words::day_part(self.word(at)).map(|part| (Part::OfDay(part), at + 1));
        if let Some((day_part, end)) = day_part.or_else(|| self.at_clock(reading.end)) {
            reading.moment.day_part = Some(day_part);
            reading.end = end;
            // "Friday night" needs no "on", but "Friday night lights" is a film.
            reading.needs_boundary |= reading.needs_preposition;
            reading.needs_preposition = false;
        }
        reading
    }

    /// "At 3 pm", "around 15:30".
    fn at_clock(&self, at: usize) -> Option<(Part, usize)> {
        let at = at + usize::from(self.is_comma(at));
        let around = matches!(self.word(at + 1), "around" | "about");
        let start = match self.word(at) {
            "at" => at + 1 + usize::from(around),
            "around" | "about" => at + 1,
            _ => return None,
        };
        let (hour, minute, end) = self.clock(start)?;
        Some((Part::Clock(hour, minute), end))
    }

    /// "At 3 pm (on Monday)", "around 15:30 (yesterday)".
    pub(super) fn clock_then_day(&self, at: usize) -> Option<Reading> {
        let (part, end) = self.at_clock(at)?;
        let on = self.is(end, "on");
        let start = end + usize::from(on);
        let the = self.is(start, "the");
        let mut reading = self.core(start + usize::from(the), the)?;
        let stands = !reading.needs_preposition || on;
        if !stands || !reading.moment.is_day() || reading.moment.day_part.is_some() {
            return None;
        }
        reading.moment.day_part = Some(part);
        reading.needs_preposition = false;
        Some(reading)
    }

    fn with_possessive(&self, reading: Reading) -> Reading {
        let suffix = self.tokens.get(reading.end);
        let possessive = suffix.is_some_and(|token| {
            token.kind == TokenKind::Suffix && matches!(token.lower, "'s" | "’s")
        });
        Reading { end: reading.end + usize::from(possessive), ..reading }
    }
}
