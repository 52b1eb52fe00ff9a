//! Moments that the calendar names: "May 3rd", "spring 2025", "Q1", "Monday", "2025-04-01".

use jiff::civil::Date;

use super::calendar::{Name, Part, Period};
use super::cursor::Cursor;
use super::moment::Reading;
use super::token::{Figures, TokenKind};
use super::words::{self, Holiday, Unit};

impl Cursor<'_> {
    pub(super) fn figures(&self, at: usize) -> Option<Reading> {
        let TokenKind::Figures(figures) = self.kind(at)? else { return None };
        if at > 0 && words::names_a_thing(self.word(at - 1)) {
            return None;
        }
        let year_in_reach = |year: u16| i16::try_from(year).ok().filter(|year| *year >= 1900);
        let day = |year: u16, month: u8, day: u8| {
            let (month, day) = (i8::try_from(month).ok()?, i8::try_from(day).ok()?);
            Period::day(Date::new(year_in_reach(year)?, month, day).ok()?)
        };
        let in_order = |first: u8, second: u8| {
            if (self.calendar.month_first && first <= 12) || second > 12 {
                (first, second)
            } else {
                (second, first)
            }
        };
        let end = at + 1;
        let reading = match figures {
            Figures::YearMonthDay(year, month, of_month) => {
                Reading::fixed(day(year, month, of_month), end)?
            }
            Figures::YearMonth(year, month) => {
                let month = i8::try_from(month).ok()?;
                Reading::fixed(Period::of_month(year_in_reach(year)?, month), end)?.weak(true)
            }
            Figures::DayMonthYear { day: of_month, month, year, certain } => {
                let reading = Reading::fixed(day(year, month, of_month), end)?;
                if certain { reading } else { reading.weak(true) }
            }
            Figures::Slashes(first, second, year) => {
                let (month, of_month) = in_order(first, second);
                Reading::fixed(day(year, month, of_month), end)?
            }
            // Around the clock, and the eleventh of September of 2001.
            Figures::ShortSlashes(24, 7) | Figures::ShortSlashes(9, 11) => return None,
            Figures::ShortSlashes(first, second) => {
                let (month, of_month) = in_order(first, second);
                let (month, of_month) = (i8::try_from(month).ok()?, i8::try_from(of_month).ok()?);
                if at == 0 || !self.is(at - 1, "on") {
                    return None;
                }
                Reading::named(Name::DayOfYear(month, of_month), end).weak(true)
            }
            Figures::YearWeek(year, week) => {
                let week = Name::Week(i8::try_from(week).ok()?);
                Reading::named(week, end).in_year(year_in_reach(year)?, end)
            }
            // "On 3.5. about": with a dot behind, and never after "from", which versions come after too.
            Figures::DayMonth(of_month, month) => {
                let name = Name::DayOfYear(i8::try_from(month).ok()?, i8::try_from(of_month).ok()?);
                Reading::named(name, end).weak(true)
            }
            Figures::YearPair(_) => return None,
        };
        Some(Reading { named: true, ..reading })
    }

    /// "March", "March 2025", "May 3rd", "December 24th, 2024", "the month of July".
    pub(super) fn month(&self, at: usize) -> Option<Reading> {
        let at = if self.is(at, "month") && self.is(at + 1, "of") { at + 2 } else { at };
        let (month, ambiguous) = words::month(self.word(at))?;
        let next = at + 1;
        let day = match self.kind(next) {
            Some(TokenKind::Ordinal(day)) => Some((day, next + 1)),
            Some(TokenKind::Number(day @ 1..=31)) if self.ends_number(next + 1) => {
                Some((day as u8, next + 1))
            }
            // "March first", but not "may second that".
            Some(TokenKind::Word) if words::ordinal(self.word(next)).is_some() => {
                let day = words::ordinal(self.word(next))? as i8;
                let reading = Reading::named(Name::DayOfYear(month, day), next + 1).weak(true);
                return Some(self.with_year(reading)).filter(|day| self.boundary(day.end));
            }
            _ if self.is(next, "the") => match self.kind(next + 1) {
                Some(TokenKind::Ordinal(day)) => Some((day, next + 2)),
                _ => None,
            },
            _ => None,
        };
        let reading = match day {
            Some((day, end)) => Reading::named(Name::DayOfYear(month, day as i8), end),
            None => Reading::named(Name::Month(month), next).weak(ambiguous),
        };
        Some(self.with_year(reading))
    }

    /// "3 May", "the 3rd of May 2025", "the twelfth of October".
    pub(super) fn day_and_month(&self, at: usize) -> Option<Reading> {
        let (day, certain) = match self.kind(at)? {
            TokenKind::Ordinal(day) => (day, true),
            TokenKind::Number(day @ 1..=31) => (day as u8, false),
            TokenKind::Word => (words::ordinal(self.word(at))?, true),
            _ => return None,
        };
        let of = self.is(at + 1, "of");
        let hyphen = self.is_dash(at + 1) && self.tokens[at + 1].glued;
        let next = at + 1 + usize::from(of || hyphen);
        let Some((month, ambiguous)) = words::month(self.word(next)) else {
            return if of { self.day_of_this_or_last_month(day, next) } else { None };
        };
        let reading = Reading::named(Name::DayOfYear(month, day as i8), next + 1);
        let doubtful = ambiguous && !certain && !of;
        Some(self.with_year(if doubtful { reading.weak(true) } else { reading }))
    }

    /// "(The 5th of) last month".
    fn day_of_this_or_last_month(&self, day: u8, at: usize) -> Option<Reading> {
        let at = at + usize::from(self.is(at, "the"));
        let count = match self.word(at) {
            "this" | "current" => 0,
            "last" | "previous" => 1,
            _ => return None,
        };
        if !self.is(at + 1, "month") {
            return None;
        }
        let month = self.calendar.back(Unit::Month, count)?;
        Reading::fixed(month.part(Part::NthDay(day)), at + 2)
    }

    pub(super) fn weekday(&self, at: usize) -> Option<Reading> {
        let (weekday, ambiguous) = words::weekday(self.word(at))?;
        if matches!(self.word(at + 1), "times" | "mirror" | "telegraph" | "express" | "school") {
            return None;
        }
        let comma = usize::from(self.is_comma(at + 1));
        let next = at + 1 + comma;
        let the = usize::from(self.is(next, "the"));
        // The date tells the day: "Monday, 9 November".
        if let Some(date) = self.month(next).or_else(|| self.day_and_month(next + the))
            && date.moment.is_day()
        {
            return Some(date);
        }
        if let Some(TokenKind::Ordinal(day)) = self.kind(next + the) {
            let name = Name::DayOfMonth(day as i8, Some(weekday));
            return Some(Reading::named(name, next + the + 1).weak(true));
        }
        let of = usize::from(matches!(self.word(at + 1), "of" | "from"));
        let week = match (self.word(at + 1 + of), self.word(at + 2 + of)) {
            ("last", "week") => self.calendar.back(Unit::Week, 1),
            ("this", "week") => self.calendar.containing(Unit::Week, self.calendar.today),
            _ => None,
        };
        if let Some(week) = week {
            let day = week.part(Part::NthWeekday(1, weekday));
            return Reading::fixed(day, at + 3 + of);
        }
        Some(Reading::named(Name::Weekday(weekday), at + 1).weak(ambiguous))
    }

    pub(super) fn season(&self, at: usize) -> Option<Reading> {
        let season = words::season(self.word(at))?;
        let of = usize::from(self.is(at + 1, "of"));
        if let Some(TokenKind::Figures(Figures::YearPair(year))) = self.kind(at + 1 + of) {
            let period = self.calendar.over_new_year(season, i16::try_from(year).ok()?);
            return Some(Reading { named: true, ..Reading::fixed(period, at + 2 + of)? });
        }
        Some(self.with_year(Reading::named(Name::Season(season), at + 1).weak(true)))
    }

    /// "Q1 2025", "the second quarter of last year".
    pub(super) fn quarter(&self, at: usize) -> Option<Reading> {
        let (quarter, end) = match self.word(at) {
            "q1" => (1, at + 1),
            "q2" => (2, at + 1),
            "q3" => (3, at + 1),
            "q4" => (4, at + 1),
            _ if self.is(at + 1, "quarter") => {
                let quarter = match self.kind(at)? {
                    TokenKind::Ordinal(quarter) => quarter,
                    _ => words::ordinal(self.word(at))?,
                };
                (i8::try_from(quarter).ok().filter(|quarter| *quarter <= 4)?, at + 2)
            }
            _ => return None,
        };
        Some(self.with_year(Reading::named(Name::Quarter(quarter), end).weak(true)))
    }

    pub(super) fn year_or_decade(&self, at: usize, the: bool) -> Option<Reading> {
        if let Some(first) = words::decade(self.word(at)) {
            let reading = Reading::fixed(Period::decade(first), at + 1)?;
            let spelled = self.word(at).starts_with(|letter: char| letter.is_ascii_alphabetic());
            let reading = if the { reading } else { reading.weak(spelled) };
            return Some(Reading { named: true, ..reading });
        }
        let half = match self.word(at) {
            "h1" => Some(Part::FirstHalf),
            "h2" => Some(Part::SecondHalf),
            _ => None,
        };
        if let Some(half) = half {
            let of = usize::from(self.is(at + 1, "of"));
            let year = Period::year(self.year_number(at + 1 + of)?);
            return Some(Reading { named: true, ..Reading::fixed(year, at + 2 + of)?.part(half) });
        }
        if let Some((year, end)) = self.short_year(at) {
            let reading = Reading::fixed(Period::year(year), end)?.weak(true);
            return Some(Reading { named: true, ..reading });
        }
        let at = at + usize::from(self.is(at, "year"));
        let year = self.year_number(at)?;
        if let Some(quarter) = self.quarter(at + 1).filter(|quarter| quarter.end == at + 2) {
            return Some(quarter.in_year(year, at + 2));
        }
        if at > 0 && words::names_a_thing(self.word(at - 1)) {
            return None;
        }
        // "In 1984 by Orwell" is about a book.
        if self.is(at + 1, "by") {
            return None;
        }
        let reading = Reading::fixed(Period::year(year), at + 1)?.weak(true);
        Some(Reading { named: true, ..reading })
    }

    pub(super) fn week_of_year(&self, at: usize) -> Option<Reading> {
        let at = at + usize::from(self.is(at, "calendar"));
        let Some(TokenKind::Number(week @ 1..=53)) = self.kind(at + 1) else { return None };
        if !self.is(at, "week") {
            return None;
        }
        Some(self.with_year(Reading::named(Name::Week(week as i8), at + 2).weak(true)))
    }

    pub(super) fn holiday(&self, at: usize) -> Option<Reading> {
        let possessive =
            |at: usize| self.tokens.get(at).is_some_and(|token| token.kind == TokenKind::Suffix);
        let (holiday, end) = match self.word(at) {
            "christmas" | "xmas" => (Holiday::Christmas, at + 1),
            "easter" => (Holiday::Easter, at + 1),
            "halloween" => (Holiday::Halloween, at + 1),
            "thanksgiving" => (Holiday::Thanksgiving, at + 1),
            "valentine" | "valentines" => {
                let next = at + 1 + usize::from(possessive(at + 1));
                (Holiday::ValentinesDay, next + usize::from(self.is(next, "day")))
            }
            "new" if matches!(self.word(at + 1), "year" | "years") => {
                let next = at + 2 + usize::from(possessive(at + 2));
                match self.word(next) {
                    "eve" => (Holiday::NewYearsEve, next + 1),
                    "day" => (Holiday::NewYearsDay, next + 1),
                    _ => return None,
                }
            }
            _ => return None,
        };
        // With a year too it may be the name of something: "Halloween 1978" is a film.
        Some(self.with_year(Reading::named(Name::Holiday(holiday), end)).weak(true))
    }

    /// "(On) the 5th".
    pub(super) fn day_of_month(&self, at: usize, the: bool) -> Option<Reading> {
        match self.kind(at)? {
            TokenKind::Ordinal(day) if the => {
                Some(Reading::named(Name::DayOfMonth(day as i8, None), at + 1).weak(true))
            }
            _ => None,
        }
    }

    /// "(Over) the weekend".
    pub(super) fn weekend(&self, at: usize, the: bool) -> Option<Reading> {
        let reading = Reading::named(Name::Weekend, at + 1).weak(true);
        (the && self.is(at, "weekend")).then_some(Reading { named: false, ..reading })
    }

    /// Takes the year that follows: "2025", ", 2025", "of 2025", "last year", "of this year".
    fn with_year(&self, reading: Reading) -> Reading {
        let mut at = reading.end;
        let comma = self.is_comma(at);
        if comma || matches!(self.word(at), "of" | "in") || self.is_dash(at) {
            at += 1;
        }
        if let Some((year, end)) = self.short_year(at) {
            return reading.in_year(year, end);
        }
        if let Some(year) = self.year_number(at) {
            // "In March, 2000 people".
            return if comma && !reading.moment.is_day() && !self.boundary(at + 1) {
                reading
            } else {
                reading.in_year(year, at + 1)
            };
        }
        let year = self.calendar.today.year();
        let year = match self.word(at) {
            "this" => Some(year),
            "last" => year.checked_sub(1),
            _ => None,
        };
        match year {
            Some(year) if self.is(at + 1, "year") && !comma => reading.in_year(year, at + 2),
            _ => reading,
        }
    }

    /// `'24`, of this century and not of the future: the summer of '69 is a song.
    fn short_year(&self, at: usize) -> Option<(i16, usize)> {
        let (mark, number) = (self.kind(at)?, self.tokens.get(at + 1)?);
        let TokenKind::Number(year) = number.kind else { return None };
        let short = matches!(mark, TokenKind::Punctuation('\'' | '’' | '‘'));
        let year = 2000 + i16::try_from(year).ok()?;
        (short && number.glued && number.lower.len() == 2 && year <= self.calendar.today.year())
            .then_some((year, at + 2))
    }

    /// A number of a day ends here: "May 3 about", but not "may 3 people" and not "May 3.5".
    fn ends_number(&self, at: usize) -> bool {
        self.boundary(at) || self.year_number(at).is_some() || self.is_dash(at)
    }
}
