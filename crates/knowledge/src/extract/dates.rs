//! Dates as pages write them, made ISO 8601.

use jiff::Timestamp;
use jiff::civil::Date;

/// Nothing on the web is older, and templates write 1970 and 1900.
const YEAR_MIN: i16 = 1995;

/// A date that a machine wrote, as exact as it says, or one in words.
pub(crate) fn parse(text: &str, now: Timestamp) -> Option<String> {
    let text = text.trim();
    let date = find_iso(text).or_else(|| find_in_text(text))?;
    let tomorrow = now.to_zoned(jiff::tz::TimeZone::UTC).date().tomorrow().ok()?;
    if date.date.year() < YEAR_MIN || date.date > tomorrow {
        return None;
    }
    Some(match date.time {
        Some(time) => format!("{}T{time}", date.date),
        None => date.date.to_string(),
    })
}

#[derive(Debug, PartialEq)]
pub(crate) struct Found {
    date: Date,
    /// `09:30:00Z`, if the text says the time and the zone.
    time: Option<String>,
}

fn number(text: &str) -> Option<i16> {
    text.parse().ok()
}

/// `2025-04-01`, `2025/4/1`, `20250401`, with or without a time.
fn find_iso(text: &str) -> Option<Found> {
    let bytes = text.as_bytes();
    let digits = |from: usize, count: usize| -> Option<i16> {
        let part = bytes.get(from..from + count)?;
        part.iter().all(u8::is_ascii_digit).then_some(())?;
        number(std::str::from_utf8(part).ok()?)
    };
    let year = digits(0, 4)?;
    let separator = *bytes.get(4)?;
    if separator.is_ascii_digit() {
        let (month, day) = (digits(4, 2)?, digits(6, 2)?);
        let date = Date::new(year, i8::try_from(month).ok()?, i8::try_from(day).ok()?).ok()?;
        return Some(Found { date, time: None });
    }
    if !matches!(separator, b'-' | b'/' | b'.') {
        return None;
    }
    let rest = text.get(5..)?;
    let (month, rest) = rest.split_once(separator as char)?;
    let day_end = rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len());
    let (month, day) = (number(month.trim())?, number(&rest[..day_end])?);
    let date = Date::new(year, i8::try_from(month).ok()?, i8::try_from(day).ok()?).ok()?;
    Some(Found { date, time: time(&rest[day_end..]) })
}

/// `T09:30:00.000+02:00` without its fractions.
fn time(text: &str) -> Option<String> {
    let text = text.strip_prefix(['T', ' '])?.trim();
    let clock = text.get(..5)?;
    let valid =
        |part: &str, below: i16| number(part).is_some_and(|value| (0..below).contains(&value));
    if clock.as_bytes()[2] != b':' || !valid(&clock[..2], 24) || !valid(&clock[3..], 60) {
        return None;
    }
    let seconds = text.get(5..8).filter(|part| part.starts_with(':') && valid(&part[1..], 60));
    let after = &text[5 + seconds.map_or(0, str::len)..];
    let after = after
        .strip_prefix('.')
        .map_or(after, |fraction| fraction.trim_start_matches(|c: char| c.is_ascii_digit()));
    let zone = match after.trim() {
        "Z" | "z" | "UTC" | "GMT" => "Z".to_owned(),
        zone if zone.starts_with(['+', '-']) => {
            let digits: String = zone[1..].chars().filter(char::is_ascii_digit).take(4).collect();
            if digits.len() != 4 {
                return None;
            }
            format!("{}{}:{}", &zone[..1], &digits[..2], &digits[2..])
        }
        // A time without a zone would have to be guessed.
        _ => return None,
    };
    let zone = if zone == "+00:00" { "Z".to_owned() } else { zone };
    Some(format!("{clock}{}{zone}", seconds.unwrap_or(":00")))
}

/// The beginnings of the names of months in the languages of most pages.
const MONTHS: &[(&str, i8)] = &[
    ("jan", 1),
    ("янв", 1),
    ("ene", 1),
    ("gen", 1),
    ("يناير", 1),
    ("feb", 2),
    ("fév", 2),
    ("fev", 2),
    ("фев", 2),
    ("فبراير", 2),
    ("mar", 3),
    ("mär", 3),
    ("maa", 3),
    ("мар", 3),
    ("مارس", 3),
    ("apr", 4),
    ("avr", 4),
    ("abr", 4),
    ("апр", 4),
    ("أبريل", 4),
    ("may", 5),
    ("mai", 5),
    ("mei", 5),
    ("mag", 5),
    ("мая", 5),
    ("май", 5),
    ("مايو", 5),
    ("jun", 6),
    ("juin", 6),
    ("giu", 6),
    ("июн", 6),
    ("يونيو", 6),
    ("jul", 7),
    ("juil", 7),
    ("lug", 7),
    ("июл", 7),
    ("يوليو", 7),
    ("aug", 8),
    ("août", 8),
    ("aou", 8),
    ("ago", 8),
    ("авг", 8),
    ("أغسطس", 8),
    ("sep", 9),
    ("set", 9),
    ("сен", 9),
    ("سبتمبر", 9),
    ("oct", 10),
    ("okt", 10),
    ("out", 10),
    ("ott", 10),
    ("окт", 10),
    ("أكتوبر", 10),
    ("nov", 11),
    ("ноя", 11),
    ("نوفمبر", 11),
    ("dec", 12),
    ("dez", 12),
    ("déc", 12),
    ("dic", 12),
    ("дек", 12),
    ("ديسمبر", 12),
];

fn month(word: &str) -> Option<i8> {
    const NAME_CHARS_MAX: usize = 10;
    let word = word.to_lowercase();
    if word.chars().count() > NAME_CHARS_MAX {
        return None;
    }
    // The longest beginning counts: "juin" is not "jun", nor "juil" "jul".
    let months = MONTHS.iter().filter(|(name, _)| word.starts_with(name));
    months.max_by_key(|(name, _)| name.len()).map(|(_, month)| *month)
}

/// The first date in words: "14 September 2024", "Sept. 14, 2024", "18.11.2024", "2024年5月20日", "2023-05-09".
pub(crate) fn find_in_text(text: &str) -> Option<Found> {
    const TEXT_BYTES_MAX: usize = 400;
    let text = &text[..text.floor_char_boundary(TEXT_BYTES_MAX)];
    find_cjk(text).or_else(|| find_words(text))
}

fn find_cjk(text: &str) -> Option<Found> {
    let (before, after) = text.split_once('年')?;
    let year = before.get(before.len().checked_sub(4)?..)?;
    let (month, after) = after.split_once('月')?;
    let (day, _) = after.split_once('日')?;
    let small = |text: &str| text.trim().parse::<i8>().ok();
    let date = Date::new(number(year)?, small(month)?, small(day)?).ok()?;
    Some(Found { date, time: None })
}

fn find_words(text: &str) -> Option<Found> {
    let words: Vec<&str> = text
        .split(|c: char| {
            c.is_whitespace() || matches!(c, ',' | '(' | ')' | '|' | '·' | '«' | '»' | '—' | '•')
        })
        .filter(|word| !word.is_empty() && !matches!(*word, "de" | "of" | "the" | "à" | "le"))
        .collect();
    for (at, word) in words.iter().enumerate() {
        let numeric = numeric(word).or_else(|| {
            // Korean pages write "2023. 12. 28."
            let joined = words.get(at..at + 3)?.concat();
            joined.contains('.').then(|| numeric(&joined)).flatten()
        });
        if let Some(date) = numeric {
            return Some(Found { date, time: None });
        }
        let Some(month) =
            word.chars().next().filter(|c| c.is_alphabetic()).and_then(|_| month(word))
        else {
            continue;
        };
        let day = |word: Option<&&str>| -> Option<i8> {
            let word = word?.trim_end_matches(|c: char| c.is_alphabetic() || c == '.' || c == 'º');
            word.parse().ok().filter(|day| (1..=31).contains(day))
        };
        let year = |word: Option<&&str>| -> Option<i16> {
            let word = word?.trim_end_matches(['.', ':', ';']);
            number(word).filter(|year| (1900..=2200).contains(year))
        };
        let before = at.checked_sub(1).and_then(|before| words.get(before));
        let found = match (day(before), year(words.get(at + 1))) {
            (Some(day), Some(year)) => Some((year, day)),
            _ => match (day(words.get(at + 1)), year(words.get(at + 2))) {
                (Some(day), Some(year)) => Some((year, day)),
                // "Sat Jul 16 11:22:41 CEST 2020" of mail.
                (Some(day), None) => words[at + 2..]
                    .iter()
                    .take(3)
                    .find_map(|word| year(Some(word)))
                    .map(|year| (year, day)),
                _ => None,
            },
        };
        if let Some((year, day)) = found
            && let Ok(date) = Date::new(year, month, day)
        {
            return Some(Found { date, time: None });
        }
    }
    None
}

/// `18.11.2024`, `27/01/2025`, `10/31/2019`, `2024-05-20`, `2023.12.28`.
fn numeric(word: &str) -> Option<Date> {
    let word = word.trim_end_matches(['.', ':', ';', ',']);
    let separator =
        word.chars().find(|c| !c.is_ascii_digit()).filter(|c| matches!(c, '.' | '/' | '-'))?;
    let mut parts = word.split(['.', '/', '-', 'T']);
    let (first, second, third) = (parts.next()?, parts.next()?, parts.next()?);
    let third = if first.len() == 4 { third.get(..third.len().min(2))? } else { third };
    let numbers = (number(first)?, number(second)?, number(third)?);
    let (year, month, day) = match (first.len(), third.len(), numbers) {
        (4, _, numbers) => numbers,
        (_, 4, (first, second, year)) => match separator {
            // Day first, as nearly everywhere, unless there is no such month.
            '/' | '-' | '.' if second > 12 => (year, first, second),
            _ => (year, second, first),
        },
        _ => return None,
    };
    if !(1900..=2200).contains(&year) {
        return None;
    }
    Date::new(year, i8::try_from(month).ok()?, i8::try_from(day).ok()?).ok()
}

/// The day in an address such as `/2024/09/14/title`.
pub(crate) fn in_address(path: &str, now: Timestamp) -> Option<String> {
    let parts: Vec<&str> = path.split('/').collect();
    let triple = |parts: &[&str]| -> Option<String> {
        let [year, month, day] = parts else { return None };
        if year.len() != 4 || month.len() > 2 || day.len() > 2 {
            return None;
        }
        parse(&format!("{year}-{month}-{day}"), now)
    };
    parts.windows(3).find_map(triple).or_else(|| {
        let dated = parts.iter().filter(|part| part.len() >= 10 && part.as_bytes()[4] == b'-');
        dated.into_iter().find_map(|part| part.get(..10).and_then(|date| parse(date, now)))
    })
}
