//! The English words of dates. Another language is another set of these tables.

use jiff::civil::Weekday;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Unit {
    Minute,
    Hour,
    Day,
    Weekend,
    Week,
    Fortnight,
    Month,
    Quarter,
    Season,
    Year,
    Decade,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Season {
    Spring,
    Summer,
    Autumn,
    Winter,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum DayPart {
    Morning,
    Afternoon,
    Evening,
    Night,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Holiday {
    Christmas,
    NewYearsEve,
    NewYearsDay,
    Halloween,
    Thanksgiving,
    ValentinesDay,
    Easter,
}

/// A word, and whether it means something else too, so that what follows must show that it is a date.
pub(super) type Ambiguous<T> = (T, bool);

pub(super) fn month(word: &str) -> Option<Ambiguous<i8>> {
    Some(match word {
        "january" => (1, false),
        "february" => (2, false),
        "march" => (3, true),
        "april" => (4, false),
        "may" => (5, true),
        "june" => (6, false),
        "july" => (7, false),
        "august" => (8, false),
        "september" => (9, false),
        "october" => (10, false),
        "november" => (11, false),
        "december" => (12, false),
        "jan" => (1, true),
        "feb" => (2, true),
        "mar" => (3, true),
        "apr" => (4, true),
        "jun" => (6, true),
        "jul" => (7, true),
        "aug" => (8, true),
        "sep" | "sept" => (9, true),
        "oct" => (10, true),
        "nov" => (11, true),
        "dec" => (12, true),
        _ => return None,
    })
}

pub(super) fn weekday(word: &str) -> Option<Ambiguous<Weekday>> {
    Some(match word {
        "monday" => (Weekday::Monday, false),
        "tuesday" => (Weekday::Tuesday, false),
        "wednesday" => (Weekday::Wednesday, false),
        "thursday" => (Weekday::Thursday, false),
        "friday" => (Weekday::Friday, false),
        "saturday" => (Weekday::Saturday, false),
        "sunday" => (Weekday::Sunday, false),
        "mon" => (Weekday::Monday, true),
        "tue" | "tues" => (Weekday::Tuesday, true),
        "wed" => (Weekday::Wednesday, true),
        "thu" | "thur" | "thurs" => (Weekday::Thursday, true),
        "fri" => (Weekday::Friday, true),
        "sat" => (Weekday::Saturday, true),
        "sun" => (Weekday::Sunday, true),
        _ => return None,
    })
}

pub(super) fn weekdays(word: &str) -> Option<Weekday> {
    weekday(word.strip_suffix('s')?).filter(|(_, short)| !short).map(|(day, _)| day)
}

pub(super) fn season(word: &str) -> Option<Season> {
    Some(match word {
        "spring" | "springtime" => Season::Spring,
        "summer" | "summertime" => Season::Summer,
        "autumn" | "fall" => Season::Autumn,
        "winter" | "wintertime" => Season::Winter,
        _ => return None,
    })
}

pub(super) fn day_part(word: &str) -> Option<DayPart> {
    Some(match word {
        "morning" => DayPart::Morning,
        "afternoon" => DayPart::Afternoon,
        "evening" => DayPart::Evening,
        "night" => DayPart::Night,
        _ => return None,
    })
}

pub(super) fn unit(word: &str) -> Option<Unit> {
    Some(match word {
        "minute" | "minutes" | "min" | "mins" => Unit::Minute,
        "hour" | "hours" | "hrs" => Unit::Hour,
        "day" | "days" | "nights" | "evenings" | "mornings" => Unit::Day,
        "weekend" | "weekends" => Unit::Weekend,
        "week" | "weeks" | "wk" | "wks" => Unit::Week,
        "fortnight" | "fortnights" => Unit::Fortnight,
        "month" | "months" => Unit::Month,
        "quarter" | "quarters" | "qtr" => Unit::Quarter,
        "year" | "years" | "yr" | "yrs" => Unit::Year,
        "decade" | "decades" => Unit::Decade,
        _ => return None,
    })
}

/// Number words below twenty, and tens. "Twenty-one" is two of them.
pub(super) fn number(word: &str) -> Option<u16> {
    Some(match word {
        "a" | "an" | "one" => 1,
        "two" => 2,
        "three" => 3,
        "four" => 4,
        "five" => 5,
        "six" => 6,
        "seven" => 7,
        "eight" => 8,
        "nine" => 9,
        "ten" => 10,
        "eleven" => 11,
        "twelve" => 12,
        "thirteen" => 13,
        "fourteen" => 14,
        "fifteen" => 15,
        "sixteen" => 16,
        "seventeen" => 17,
        "eighteen" => 18,
        "nineteen" => 19,
        "twenty" => 20,
        "thirty" => 30,
        "forty" => 40,
        "fifty" => 50,
        "sixty" => 60,
        "ninety" => 90,
        "hundred" => 100,
        _ => return None,
    })
}

pub(super) fn ordinal(word: &str) -> Option<u8> {
    Some(match word {
        "first" => 1,
        "second" => 2,
        "third" => 3,
        "fourth" => 4,
        "fifth" => 5,
        "sixth" => 6,
        "seventh" => 7,
        "eighth" => 8,
        "ninth" => 9,
        "tenth" => 10,
        "eleventh" => 11,
        "twelfth" => 12,
        "thirteenth" => 13,
        "fourteenth" => 14,
        "fifteenth" => 15,
        "sixteenth" => 16,
        "seventeenth" => 17,
        "eighteenth" => 18,
        "nineteenth" => 19,
        "twentieth" => 20,
        "thirtieth" => 30,
        _ => return None,
    })
}

/// The first year of a decade: `90s`, `1990s`, `nineties`.
pub(super) fn decade(word: &str) -> Option<i16> {
    if let Some(digits) = word.strip_suffix('s')
        && digits.bytes().all(|byte| byte.is_ascii_digit())
    {
        let number: i16 = digits.parse().ok()?;
        return match (digits.len(), number) {
            (4, 1900..=2199) if number % 10 == 0 => Some(number),
            (2, 30..=90) if number % 10 == 0 => Some(1900 + number),
            (2, 10 | 20) => Some(2000 + number),
            _ => None,
        };
    }
    Some(match word {
        "twenties" => 2020,
        "thirties" => 1930,
        "forties" => 1940,
        "fifties" => 1950,
        "sixties" => 1960,
        "seventies" => 1970,
        "eighties" => 1980,
        "nineties" => 1990,
        "noughties" => 2000,
        _ => return None,
    })
}

/// Words after which a date may stop. After "in spring" another noun shows that it was no season: "in spring boot".
pub(super) fn function_word(word: &str) -> bool {
    matches!(
        word,
        "about"
            | "on"
            | "with"
            | "for"
            | "that"
            | "which"
            | "who"
            | "whose"
            | "where"
            | "when"
            | "while"
            | "and"
            | "or"
            | "but"
            | "to"
            | "from"
            | "in"
            | "at"
            | "by"
            | "i"
            | "we"
            | "you"
            | "he"
            | "she"
            | "they"
            | "it"
            | "did"
            | "do"
            | "does"
            | "was"
            | "were"
            | "is"
            | "are"
            | "had"
            | "have"
            | "has"
            | "the"
            | "a"
            | "an"
            | "my"
            | "our"
            | "then"
            | "there"
            | "until"
            | "till"
            | "through"
            | "regarding"
            | "concerning"
            | "please"
            | "again"
            | "so"
            | "because"
            | "as"
            | "if"
            | "only"
            | "onwards"
            | "this"
            | "last"
    )
}

/// What stands before the name or number of a thing: "version 1.4.2025", "the book 1984".
pub(super) fn names_a_thing(word: &str) -> bool {
    matches!(
        word,
        "version"
            | "v"
            | "release"
            | "build"
            | "edition"
            | "chapter"
            | "section"
            | "page"
            | "rfc"
            | "book"
            | "novel"
            | "film"
            | "movie"
            | "game"
            | "number"
            | "no"
            | "room"
            | "album"
            | "song"
            | "model"
            | "article"
    )
}

/// A verb that tells of reading, so that a date beside it says when the page was read.
pub(super) fn reading_verb(word: &str) -> bool {
    matches!(
        word,
        "read"
            | "reading"
            | "reread"
            | "saw"
            | "seen"
            | "opened"
            | "visited"
            | "viewed"
            | "viewing"
            | "looked"
            | "looking"
            | "found"
            | "watched"
            | "watching"
            | "browsed"
            | "browsing"
            | "bookmarked"
            | "saved"
            | "clicked"
            | "skimmed"
            | "studied"
            | "learned"
            | "learnt"
            | "researched"
            | "researching"
            | "searched"
            | "googled"
            | "checked"
            | "encountered"
            | "stumbled"
            | "discovered"
            | "noticed"
            | "visiting"
            | "came"
            | "remembered"
            | "downloaded"
            | "listened"
    )
}

/// Verbs that tell of reading only with a person before them: "did I see", but not "open the page".
pub(super) fn reading_verb_of_person(word: &str) -> bool {
    matches!(
        word,
        "see"
            | "open"
            | "visit"
            | "view"
            | "look"
            | "find"
            | "watch"
            | "browse"
            | "bookmark"
            | "save"
            | "click"
            | "study"
            | "learn"
            | "research"
            | "search"
            | "google"
            | "check"
            | "come"
            | "stumble"
            | "discover"
            | "notice"
            | "use"
            | "used"
            | "skim"
            | "download"
            | "go"
            | "went"
            | "like"
            | "liked"
    )
}
