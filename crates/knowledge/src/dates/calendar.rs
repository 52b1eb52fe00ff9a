//! Periods of the calendar around today, in local civil time: which days "last week" or "in May" are.

use jiff::civil::{Date, DateTime, ISOWeekDate, Time, Weekday};
use jiff::{Span, ToSpan, Zoned};

use super::words::{DayPart, Holiday, Season, Unit};

/// From the first instant up to, but not including, the last.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Period {
    pub(super) from: DateTime,
    pub(super) until: DateTime,
    pub(super) unit: Unit,
}

/// What a phrase calls by a name that returns: which one is meant depends on the others around it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Name {
    Month(i8),
    DayOfYear(i8, i8),
    DayOfMonth(i8, Option<Weekday>),
    Weekday(Weekday),
    Weekend,
    Season(Season),
    Quarter(i8),
    Holiday(Holiday),
    Week(i8),
}

/// A piece of a period.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Part {
    Early,
    Middle,
    Late,
    FirstHalf,
    SecondHalf,
    /// Counted from 1.
    NthWeek(u8),
    LastWeek,
    NthWeekday(u8, Weekday),
    LastWeekday(Weekday),
    NthDay(u8),
    LastDay,
    NthWeekend(u8),
    LastWeekend,
    OfDay(DayPart),
    /// About this hour and minute of the day.
    Clock(i8, i8),
}

/// Names that return every year are looked for this many years back: 29 February is at most eight years away.
const YEARS_BACK_MAX: i16 = 9;
const MONTHS_BACK_MAX: i32 = 60;

#[derive(Debug)]
pub(super) struct Calendar<'a> {
    pub(super) now: &'a Zoned,
    pub(super) today: Date,
    tomorrow: Date,
    southern: bool,
    pub(super) month_first: bool,
}

impl<'a> Calendar<'a> {
    /// Nothing at the very end of the years that can be counted.
    pub(super) fn new(now: &'a Zoned) -> Option<Self> {
        let zone = now.time_zone().iana_name().unwrap_or_default();
        let today = now.date();
        Some(Self {
            now,
            today,
            tomorrow: today.tomorrow().ok()?,
            southern: southern(zone),
            month_first: month_first(zone),
        })
    }

    pub(super) fn midnight(&self) -> DateTime {
        midnight(self.today)
    }

    pub(super) fn end_of_today(&self) -> DateTime {
        midnight(self.tomorrow)
    }

    /// The period of this unit that contains the day.
    pub(super) fn containing(&self, unit: Unit, day: Date) -> Option<Period> {
        let (year, month) = (day.year(), day.month());
        match unit {
            Unit::Minute | Unit::Hour | Unit::Day => days(day, 1, Unit::Day),
            Unit::Week | Unit::Fortnight => days(monday(day)?, 7, Unit::Week),
            Unit::Weekend => days(monday(day)?.checked_add(5.days()).ok()?, 2, Unit::Weekend),
            Unit::Month => months(year, month, 1, Unit::Month),
            Unit::Quarter => months(year, (month - 1) / 3 * 3 + 1, 3, Unit::Quarter),
            Unit::Season => months(
                if month == 12 { year } else { year - i16::from(month < 3) },
                if month < 3 { 12 } else { month / 3 * 3 },
                3,
                Unit::Season,
            ),
            Unit::Year => months(year, 1, 12, Unit::Year),
            Unit::Decade => months(year - year.rem_euclid(10), 1, 120, Unit::Decade),
        }
    }

    /// The period of this unit so many of them before the present one.
    pub(super) fn back(&self, unit: Unit, count: i64) -> Option<Period> {
        match unit {
            // The first weekend back is the latest that is over.
            Unit::Weekend => {
                let over = self.latest(Name::Weekend, |period| period.until <= self.midnight())?;
                let saturday = over.from.date().checked_sub((7 * (count - 1)).days()).ok()?;
                days(saturday, 2, Unit::Weekend)
            }
            Unit::Hour => {
                let moment = self.clock_back(unit, count)?;
                let from = moment.date().at(moment.hour(), 0, 0, 0);
                Some(Period { from, until: from.checked_add(1.hour()).ok()?, unit })
            }
            Unit::Minute => {
                let moment = self.clock_back(unit, count)?;
                let from = moment.checked_sub(15.minutes()).ok()?;
                Some(Period { from, until: moment.checked_add(15.minutes()).ok()?, unit })
            }
            // Ten years ago is a year, not a decade.
            Unit::Decade => self.back(Unit::Year, count.checked_mul(10)?),
            _ => self.containing(unit, self.today.checked_sub(span(unit, count)?).ok()?),
        }
    }

    /// Up to the end of today, from so many units ago.
    pub(super) fn rolling(&self, unit: Unit, count: i64) -> Option<Period> {
        let from = match unit {
            Unit::Minute | Unit::Hour => self.clock_back(unit, count)?,
            _ => midnight(self.today.checked_sub(span(unit, count)?).ok()?),
        };
        Some(Period { from, until: self.end_of_today(), unit: Unit::Day })
    }

    /// Hours and minutes pass evenly, also where the clock is changed.
    fn clock_back(&self, unit: Unit, count: i64) -> Option<DateTime> {
        Some(self.now.checked_sub(span(unit, count)?).ok()?.datetime())
    }

    /// The newest period of this name that the test accepts.
    pub(super) fn latest(&self, name: Name, accepts: impl Fn(&Period) -> bool) -> Option<Period> {
        let year = self.today.year();
        let found = |period: &Option<Period>| period.as_ref().is_some_and(&accepts);
        match name {
            Name::Weekday(weekday) => (-1..=60)
                .map(|weeks: i64| {
                    let offset = i64::from(weekday.to_monday_zero_offset()) - 7 * weeks;
                    days(monday(self.today)?.checked_add(offset.days()).ok()?, 1, Unit::Day)
                })
                .find(found)?,
            Name::Weekend => (-1..=60)
                .map(|weeks: i64| {
                    let saturday = monday(self.today)?.checked_add((5 - 7 * weeks).days()).ok()?;
                    days(saturday, 2, Unit::Weekend)
                })
                .find(found)?,
            Name::DayOfMonth(day, weekday) => (0..MONTHS_BACK_MAX)
                .map(|back| {
                    let month = self.today.first_of_month().checked_sub(back.months()).ok()?;
                    let day = Date::new(month.year(), month.month(), day).ok()?;
                    if weekday.is_some_and(|weekday| weekday != day.weekday()) {
                        return None;
                    }
                    days(day, 1, Unit::Day)
                })
                .find(found)?,
            _ => (-1..=YEARS_BACK_MAX)
                .map(|back| self.in_year(name, year.checked_sub(back)?))
                .find(found)?,
        }
    }

    pub(super) fn in_year(&self, name: Name, year: i16) -> Option<Period> {
        match name {
            Name::Month(month) => months(year, month, 1, Unit::Month),
            Name::DayOfYear(month, day) => days(Date::new(year, month, day).ok()?, 1, Unit::Day),
            Name::Quarter(quarter) => months(year, quarter * 3 - 2, 3, Unit::Quarter),
            Name::Season(season) => {
                let start = match season {
                    Season::Spring => 3,
                    Season::Summer => 6,
                    Season::Autumn => 9,
                    Season::Winter => 12,
                };
                let start = if self.southern { (start + 5) % 12 + 1 } else { start };
                // "Winter 2025" has most of its days in 2025.
                let year = if start == 12 { year.checked_sub(1)? } else { year };
                months(year, start, 3, Unit::Season)
            }
            Name::Week(week) => {
                let monday = ISOWeekDate::new(year, week, Weekday::Monday).ok()?.date();
                days(monday, 7, Unit::Week)
            }
            Name::Holiday(holiday) => match holiday {
                Holiday::Christmas => days(Date::new(year, 12, 24).ok()?, 3, Unit::Day),
                Holiday::NewYearsEve => days(Date::new(year, 12, 31).ok()?, 1, Unit::Day),
                Holiday::NewYearsDay => days(Date::new(year, 1, 1).ok()?, 1, Unit::Day),
                Holiday::Halloween => days(Date::new(year, 10, 31).ok()?, 1, Unit::Day),
                Holiday::Thanksgiving => {
                    months(year, 11, 1, Unit::Month)?.part(Part::NthWeekday(4, Weekday::Thursday))
                }
                Holiday::ValentinesDay => days(Date::new(year, 2, 14).ok()?, 1, Unit::Day),
                Holiday::Easter => {
                    days(easter_sunday(year)?.checked_sub(2.days()).ok()?, 4, Unit::Day)
                }
            },
            Name::Weekday(_) | Name::Weekend | Name::DayOfMonth(..) => None,
        }
    }

    /// The winter (in the south, the summer) that begins in December of this year.
    pub(super) fn over_new_year(&self, season: Season, year: i16) -> Option<Period> {
        let period = self.in_year(Name::Season(season), year.checked_add(1)?)?;
        (period.from.year() == year).then_some(period)
    }
}

impl Period {
    pub(super) fn day(day: Date) -> Option<Self> {
        days(day, 1, Unit::Day)
    }

    pub(super) fn year(year: i16) -> Option<Self> {
        months(year, 1, 12, Unit::Year)
    }

    pub(super) fn decade(year: i16) -> Option<Self> {
        months(year, 1, 120, Unit::Decade)
    }

    pub(super) fn of_month(year: i16, month: i8) -> Option<Self> {
        months(year, month, 1, Unit::Month)
    }

    pub(super) fn hull(self, other: Self) -> Self {
        let unit = self.unit;
        Self { from: self.from.min(other.from), until: self.until.max(other.until), unit }
    }

    pub(super) fn part(self, part: Part) -> Option<Self> {
        let first = self.from.date();
        let end = self.until.date();
        let cut = |from: Date, until: Date| {
            let period = Self { from: midnight(from), until: midnight(until), unit: self.unit };
            (from < until).then_some(period)
        };
        let thirds = |early: Span, middle: Span| {
            let early = first.checked_add(early).ok()?;
            let middle = first.checked_add(middle).ok()?;
            match part {
                Part::Early => cut(first, early),
                Part::Middle => cut(early, middle),
                _ => cut(middle, end),
            }
        };
        match part {
            Part::Early | Part::Middle | Part::Late => match self.unit {
                Unit::Decade => thirds(4.years(), 7.years()),
                Unit::Year => thirds(4.months(), 8.months()),
                Unit::Season | Unit::Quarter => thirds(1.month(), 2.months()),
                Unit::Month => thirds(10.days(), 20.days()),
                Unit::Week => thirds(2.days(), 4.days()),
                Unit::Day if self.is_one_day() => match part {
                    Part::Early => self.clock(0, 12),
                    Part::Middle => self.clock(10, 16),
                    _ => self.clock(17, 24),
                },
                _ => Some(self),
            },
            Part::FirstHalf | Part::SecondHalf => {
                let half = first.checked_add(match self.unit {
                    Unit::Decade => 5.years(),
                    Unit::Year => 6.months(),
                    Unit::Month => 15.days(),
                    _ => return None,
                });
                let half = half.ok()?;
                if part == Part::FirstHalf { cut(first, half) } else { cut(half, end) }
            }
            Part::NthWeek(count @ 1..=5) => {
                let from = first.checked_add((7 * (i64::from(count) - 1)).days()).ok()?;
                cut(from, from.checked_add(7.days()).ok()?.min(end))
            }
            Part::LastWeek => cut(end.checked_sub(7.days()).ok()?, end),
            Part::NthDay(count @ 1..=31) => {
                let day = first.checked_add((i64::from(count) - 1).days()).ok()?;
                if day < end { Self::day(day) } else { None }
            }
            Part::LastDay => Self::day(end.yesterday().ok()?),
            Part::NthWeekday(count, weekday) => self.nth(count, weekday),
            Part::LastWeekday(weekday) => (1..=5).rev().find_map(|n| self.nth(n, weekday)),
            Part::NthWeekend(count) => self.nth(count, Weekday::Saturday)?.weekend(),
            Part::LastWeekend => {
                (1..=5).rev().find_map(|n| self.nth(n, Weekday::Saturday))?.weekend()
            }
            // People remember the time of day within an hour or so.
            Part::Clock(hour, minute) if self.is_one_day() => {
                let moment = first.at(hour, minute, 0, 0);
                Some(Self {
                    from: moment.checked_sub(1.hour()).ok()?.max(self.from),
                    until: moment.checked_add(1.hour()).ok()?,
                    unit: Unit::Hour,
                })
            }
            Part::OfDay(day_part) if self.is_one_day() => match day_part {
                DayPart::Morning => self.clock(4, 12),
                DayPart::Afternoon => self.clock(12, 18),
                DayPart::Evening => self.clock(17, 24),
                DayPart::Night => self.clock(18, 30),
            },
            _ => None,
        }
    }

    /// Wider on both sides: "around March".
    pub(super) fn around(self) -> Option<Self> {
        let margin = match self.unit {
            Unit::Minute | Unit::Hour => return Some(self),
            Unit::Day => 2.days(),
            Unit::Weekend | Unit::Week | Unit::Fortnight => 3.days(),
            Unit::Month => 15.days(),
            Unit::Quarter | Unit::Season => 1.month(),
            Unit::Year => 6.months(),
            Unit::Decade => 2.years(),
        };
        let from = self.from.checked_sub(margin).ok()?;
        Some(Self { from, until: self.until.checked_add(margin).ok()?, unit: self.unit })
    }

    pub(super) fn widened(self, days: i64) -> Option<Self> {
        let from = self.from.checked_sub(days.days()).ok()?;
        Some(Self { from, until: self.until.checked_add(days.days()).ok()?, unit: self.unit })
    }

    pub(super) fn is_one_day(&self) -> bool {
        self.from.time() == Time::midnight()
            && self.from.checked_add(1.day()).is_ok_and(|end| end == self.until)
    }

    /// So many units right before it, counted back, or right after it.
    pub(super) fn beside(self, unit: Unit, count: i64, after: bool) -> Option<Self> {
        let (far, near) = (span(unit, count)?, span(unit, count - 1)?);
        let (from, until) = if after {
            (self.until.checked_add(near).ok()?, self.until.checked_add(far).ok()?)
        } else {
            (self.from.checked_sub(far).ok()?, self.from.checked_sub(near).ok()?)
        };
        Some(Self { from, until, unit })
    }

    /// Hours of the first day; 30 is six o'clock of the day after.
    fn clock(self, from: i64, until: i64) -> Option<Self> {
        let day = midnight(self.from.date());
        Some(Self {
            from: day.checked_add(from.hours()).ok()?,
            until: day.checked_add(until.hours()).ok()?,
            unit: Unit::Day,
        })
    }

    fn nth(self, count: u8, weekday: Weekday) -> Option<Self> {
        let first = self.from.date();
        let until_weekday = i64::from(first.weekday().until(weekday));
        let day = first.checked_add((until_weekday + 7 * (i64::from(count) - 1)).days()).ok()?;
        if count > 0 && midnight(day) < self.until { Self::day(day) } else { None }
    }

    fn weekend(self) -> Option<Self> {
        days(self.from.date(), 2, Unit::Weekend)
    }
}

fn midnight(day: Date) -> DateTime {
    day.to_datetime(Time::midnight())
}

fn span(unit: Unit, count: i64) -> Option<Span> {
    let span = Span::new();
    match unit {
        Unit::Minute => span.try_minutes(count),
        Unit::Hour => span.try_hours(count),
        Unit::Day => span.try_days(count),
        Unit::Week | Unit::Weekend => span.try_weeks(count),
        Unit::Fortnight => span.try_weeks(count.checked_mul(2)?),
        Unit::Month => span.try_months(count),
        Unit::Quarter | Unit::Season => span.try_months(count.checked_mul(3)?),
        Unit::Year => span.try_years(count),
        Unit::Decade => span.try_years(count.checked_mul(10)?),
    }
    .ok()
}

fn monday(day: Date) -> Option<Date> {
    day.checked_sub(i64::from(day.weekday().to_monday_zero_offset()).days()).ok()
}

fn days(first: Date, count: i64, unit: Unit) -> Option<Period> {
    let end = first.checked_add(count.days()).ok()?;
    Some(Period { from: midnight(first), until: midnight(end), unit })
}

fn months(year: i16, month: i8, count: i64, unit: Unit) -> Option<Period> {
    let first = Date::new(year, month, 1).ok()?;
    let end = first.checked_add(count.months()).ok()?;
    Some(Period { from: midnight(first), until: midnight(end), unit })
}

/// The Gregorian rule, in the form that Meeus gives.
fn easter_sunday(year: i16) -> Option<Date> {
    let year = i32::from(year);
    let (golden, century, rest) = (year % 19, year / 100, year % 100);
    let moon = (19 * golden + century - century / 4 - (8 * century + 13) / 25 + 15) % 30;
    let weekday = (32 + 2 * (century % 4) + 2 * (rest / 4) - moon - rest % 4) % 7;
    let late = (golden + 11 * moon + 22 * weekday) / 451;
    let days = moon + weekday - 7 * late + 114;
    Date::new(year as i16, (days / 31) as i8, (days % 31 + 1) as i8).ok()
}

/// Where summer is in January.
fn southern(zone: &str) -> bool {
    const FOLDERS: [&str; 3] = ["Australia/", "Antarctica/", "America/Argentina/"];
    const CITIES: [&str; 16] = [
        "Africa/Gaborone",
        "Africa/Harare",
        "Africa/Johannesburg",
        "Africa/Lusaka",
        "Africa/Maputo",
        "Africa/Maseru",
        "Africa/Windhoek",
        "America/Asuncion",
        "America/Buenos_Aires",
        "America/Montevideo",
        "America/Punta_Arenas",
        "America/Santiago",
        "America/Sao_Paulo",
        "Indian/Antananarivo",
        "Pacific/Auckland",
        "Pacific/Chatham",
    ];
    FOLDERS.iter().any(|folder| zone.starts_with(folder)) || CITIES.contains(&zone)
}

/// Where 3/4 is the fourth of March: in the United States, and where nothing is known of the place.
fn month_first(zone: &str) -> bool {
    const FOLDERS: [&str; 5] =
        ["US/", "Etc/", "America/Indiana/", "America/Kentucky/", "America/North_Dakota/"];
    const CITIES: [&str; 14] = [
        "",
        "UTC",
        "America/Adak",
        "America/Anchorage",
        "America/Boise",
        "America/Chicago",
        "America/Denver",
        "America/Detroit",
        "America/Juneau",
        "America/Los_Angeles",
        "America/New_York",
        "America/Phoenix",
        "Asia/Manila",
        "Pacific/Honolulu",
    ];
    FOLDERS.iter().any(|folder| zone.starts_with(folder)) || CITIES.contains(&zone)
}
