//! Moments that are told from today: "yesterday", "last week", "two weeks ago", "the day before Christmas".

use jiff::ToSpan;
use jiff::civil::Weekday;

use super::calendar::{Name, Part, Period};
use super::cursor::Cursor;
use super::moment::{Reading, Which};
use super::words::{self, DayPart, Unit};

impl Cursor<'_> {
    pub(super) fn day_word(&self, at: usize) -> Option<Reading> {
        let today = self.calendar.today;
        let (day, end) = match self.word(at) {
            "today" => (today, at + 1),
            "tonight" => {
                return Reading::fixed(self.part_of_today(DayPart::Night), at + 1);
            }
            "yesterday" => (today.yesterday().ok()?, at + 1),
            "just" if self.is(at + 1, "now") => {
                return Reading::fixed(self.calendar.rolling(Unit::Hour, 1), at + 2);
            }
            "recent" => return self.recent(at + 1),
            "day" if self.is(at + 1, "before") && self.is(at + 2, "yesterday") => {
                (today.yesterday().ok()?.yesterday().ok()?, at + 3)
            }
            _ => return None,
        };
        Reading::fixed(Period::day(day), end)
    }

    /// "(In) recent weeks".
    fn recent(&self, at: usize) -> Option<Reading> {
        let (unit, count) = match self.word(at) {
            "days" => (Unit::Day, 7),
            "weeks" => (Unit::Week, 6),
            "months" => (Unit::Month, 6),
            "years" => (Unit::Year, 5),
            _ => return None,
        };
        Some(Reading::fixed(self.calendar.rolling(unit, count), at + 1)?.weak(true))
    }

    /// "The week": the one that is now.
    pub(super) fn present_unit(&self, at: usize) -> Option<Reading> {
        let unit = words::unit(self.word(at))?;
        if !matches!(unit, Unit::Week | Unit::Month | Unit::Quarter | Unit::Year) {
            return None;
        }
        let period = self.calendar.containing(unit, self.calendar.today);
        Some(Reading::fixed(period, at + 1)?.weak(true))
    }

    /// A part of today that has not begun cannot be meant: then it is all of today.
    fn part_of_today(&self, day_part: DayPart) -> Option<Period> {
        let day = Period::day(self.calendar.today)?;
        let part = day.part(Part::OfDay(day_part))?;
        Some(if part.from > self.calendar.now.datetime() { day } else { part })
    }

    pub(super) fn this_or_last(&self, at: usize, the: bool) -> Option<Reading> {
        let word = self.word(at);
        match word {
            // "This past week" rolls as "the past week" does.
            "this" | "these" if matches!(self.word(at + 1), "past" | "last") => self
                .rolling(at + 2)
                .or_else(|| self.last_unit(at + 2, true))
                .or_else(|| self.last_name(at + 2)),
            "this" | "current" => self.this(at + 1),
            "previous" if self.is(at + 1, "day") => {
                Reading::fixed(Period::day(self.calendar.today.yesterday().ok()?), at + 2)
            }
            "last" | "past" | "previous" => self.rolling(at + 1).or_else(|| {
                let rolls = word == "past" || (the && word == "last");
                self.last_unit(at + 1, rolls).or_else(|| self.last_name(at + 1))
            }),
            "other" if the => {
                let (unit, end) = (words::unit(self.word(at + 1))?, at + 2);
                let count = match unit {
                    Unit::Day => 7,
                    Unit::Week => 28,
                    _ => return None,
                };
                let from = self.calendar.rolling(Unit::Day, count)?.from;
                let until = self.calendar.midnight();
                Reading::fixed(Some(Period { from, until, unit: Unit::Week }), end)
            }
            _ => None,
        }
    }

    fn this(&self, at: usize) -> Option<Reading> {
        let word = self.word(at);
        if matches!(word, "day" | "time") && self.is(at + 1, "last") && self.is(at + 2, "year") {
            let day = self.calendar.rolling(Unit::Year, 1)?.from.date();
            let period = Period::day(day)?;
            let around = if word == "time" { period.widened(14) } else { Some(period) };
            return Reading::fixed(around, at + 3);
        }
        if let Some(day_part) = words::day_part(word) {
            return Reading::fixed(self.part_of_today(day_part), at + 1);
        }
        match words::unit(word) {
            Some(Unit::Weekend) => return Some(Reading::named(Name::Weekend, at + 1)),
            Some(unit @ (Unit::Week | Unit::Month | Unit::Quarter | Unit::Year | Unit::Decade)) => {
                return Reading::fixed(self.calendar.containing(unit, self.calendar.today), at + 1);
            }
            _ => {}
        }
        // "This may have been" is more usual than a May.
        if word == "may" && !self.word(at + 1).is_empty() {
            return None;
        }
        Some(self.returning_name(at)?.which(Which::This))
    }

    /// "Last 7 days", "past two weeks".
    fn rolling(&self, at: usize) -> Option<Reading> {
        let amount = self.amount(at)?;
        // "Last a week" is none, "the last year and a half" is.
        if amount.unit == Unit::Weekend || amount.bare {
            return None;
        }
        Reading::fixed(self.calendar.rolling(amount.unit, amount.rolling), self.or_so(amount.end))
    }

    fn last_unit(&self, at: usize, rolls: bool) -> Option<Reading> {
        let word = self.word(at);
        if let Some(day_part) = words::day_part(word) {
            let day = Period::day(self.calendar.today.yesterday().ok()?)?;
            return Reading::fixed(day.part(Part::OfDay(day_part)), at + 1);
        }
        let unit = words::unit(word).filter(|_| !word.ends_with('s'))?;
        // "The last year of the war".
        if self.is(at + 1, "of") {
            return None;
        }
        match unit {
            Unit::Minute | Unit::Day => None,
            Unit::Hour => Reading::fixed(self.calendar.rolling(unit, 1).filter(|_| rolls), at + 1),
            Unit::Weekend => Reading::fixed(self.calendar.back(unit, 1), at + 1),
            Unit::Week if !rolls => {
                let week = self.calendar.back(unit, 1)?;
                self.weekday_of_week(week, at + 1).or_else(|| Reading::fixed(Some(week), at + 1))
            }
            Unit::Decade if !rolls => {
                let first = self.calendar.containing(unit, self.calendar.today)?.from.year();
                Reading::fixed(Period::decade(first - 10), at + 1)
            }
            Unit::Fortnight => Reading::fixed(self.calendar.rolling(unit, 1), at + 1),
            _ if rolls => Reading::fixed(self.calendar.rolling(unit, 1), at + 1),
            _ => Reading::fixed(self.calendar.back(unit, 1), at + 1),
        }
    }

    /// "(Last week) on Tuesday".
    fn weekday_of_week(&self, week: Period, at: usize) -> Option<Reading> {
        let at = at + usize::from(self.is(at, "on"));
        let (weekday, _) = words::weekday(self.word(at)).filter(|_| self.boundary(at + 1))?;
        Reading::fixed(week.part(Part::NthWeekday(1, weekday)), at + 1)
    }

    fn last_name(&self, at: usize) -> Option<Reading> {
        let reading = self.returning_name(at)?;
        reading.moment.year.is_none().then(|| reading.which(Which::Last))
    }

    fn returning_name(&self, at: usize) -> Option<Reading> {
        self.month(at)
            .or_else(|| self.weekday(at))
            .or_else(|| self.season(at))
            .or_else(|| self.holiday(at))
    }

    /// "The week before last", "the Friday before last", "the night before last".
    pub(super) fn before_last(&self, at: usize) -> Option<Reading> {
        let word = self.word(at);
        if !(self.is(at + 1, "before") && self.is(at + 2, "last")) {
            return None;
        }
        let calendar = self.calendar;
        let period = if let Some(day_part) = words::day_part(word) {
            let day = calendar.today.yesterday().ok()?.yesterday().ok()?;
            Period::day(day)?.part(Part::OfDay(day_part))
        } else if let Some((weekday, _)) = words::weekday(word) {
            self.weekdays_ago(weekday, 2)
        } else {
            let unit = words::unit(word)?;
            matches!(unit, Unit::Week | Unit::Weekend | Unit::Month | Unit::Quarter | Unit::Year)
                .then(|| calendar.back(unit, 2))?
        };
        Reading::fixed(period, at + 3)
    }

    fn weekdays_ago(&self, weekday: Weekday, count: i64) -> Option<Period> {
        let latest = self
            .calendar
            .latest(Name::Weekday(weekday), |period| period.from < self.calendar.midnight())?;
        let weeks = (count - 1).weeks();
        Period::day(latest.from.date().checked_sub(weeks).ok()?)
    }

    /// "Two weeks ago", "a couple of years back", "a day or two ago", "two Fridays ago".
    pub(super) fn ago(&self, at: usize) -> Option<Reading> {
        let ago = |at: usize| matches!(self.word(at), "ago" | "back");
        if let Some(quantity) = self.quantity(at)
            && let Some(weekday) = words::weekdays(self.word(quantity.end))
        {
            let period = self.weekdays_ago(weekday, quantity.high);
            return Reading::fixed(period, quantity.end + 2).filter(|_| ago(quantity.end + 1));
        }
        let amount = self.amount(at).or_else(|| self.amount_of_plural(at))?;
        let (unit, low, high) = (amount.unit, amount.low, amount.high);
        let end = self.or_so(amount.end);
        if !ago(end) || low > high {
            return None;
        }
        let end = self.or_so(end + 1);
        let far = self.calendar.back(unit, high)?;
        let near = self.calendar.back(unit, low)?;
        if low == high && self.is(end, "today") {
            let day = self.calendar.rolling(unit, low)?.from.date();
            return Reading::fixed(Period::day(day), end + 1);
        }
        if low == high
            && unit == Unit::Week
            && let Some(reading) = self.weekday_of_week(far, end)
        {
            return Some(reading);
        }
        Reading::fixed(Some(far.hull(near)), end)
    }

    fn or_so(&self, at: usize) -> usize {
        if self.is(at, "or") && self.is(at + 1, "so") { at + 2 } else { at }
    }
}
