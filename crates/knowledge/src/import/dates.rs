//! Dates as other programs write them, in milliseconds since 1970.

use std::time::{SystemTime, UNIX_EPOCH};

use jiff::Timestamp;
use jiff::fmt::rfc2822::DateTimeParser;

/// From 1601, where Windows and Chromium begin to count, to 1970.
const MS_FROM_1601: i64 = 11_644_473_600_000;
/// 1990: there was no web before.
const EARLIEST_MS: i64 = 631_152_000_000;
const DAY_MS: i64 = 24 * 60 * 60 * 1_000;

/// Microseconds since 1601, as in the files of Chromium.
pub(crate) fn from_webkit_us(us: i64) -> Option<i64> {
    plausible(us.div_euclid(1_000).checked_sub(MS_FROM_1601)?)
}

/// Microseconds since 1970, as in the files of Firefox.
pub(crate) fn from_unix_us(us: i64) -> Option<i64> {
    plausible(us.div_euclid(1_000))
}

/// A number in seconds, milliseconds or microseconds: which one, its size tells.
pub(crate) fn from_number(number: i64) -> Option<i64> {
    match number {
        ..=0 => None,
        1..100_000_000_000 => plausible(number * 1_000),
        100_000_000_000..100_000_000_000_000 => plausible(number),
        100_000_000_000_000..10_000_000_000_000_000 => from_unix_us(number),
        _ => from_webkit_us(number),
    }
}

/// A number, ISO 8601, or a date as in mail.
pub(crate) fn from_text(text: &str) -> Option<i64> {
    let text = text.trim();
    if text.is_empty() || text.len() > 64 {
        return None;
    }
    if let Ok(number) = text.parse::<i64>() {
        return from_number(number);
    }
    if let Ok(number) = text.parse::<f64>() {
        // What does not fit becomes the largest, which is no plausible date.
        return from_number(number as i64);
    }
    let stamp = text.parse::<Timestamp>().ok().or_else(|| {
        let civil = text.parse::<jiff::civil::DateTime>().ok();
        civil.and_then(|civil| civil.to_zoned(jiff::tz::TimeZone::UTC).ok()).map(|z| z.timestamp())
    });
    let stamp = stamp.or_else(|| DateTimeParser::new().parse_timestamp(text).ok());
    plausible(stamp?.as_millisecond())
}

/// The date of SingleFile, `Tue Nov 17 2026 10:00:00 GMT+0100 (Central European Standard Time)`, which is how
/// JavaScript writes one.
pub(crate) fn from_javascript(text: &str) -> Option<i64> {
    let mut words = text.split_whitespace();
    let (_, month, day, year) = (words.next()?, words.next()?, words.next()?, words.next()?);
    let time = words.next().unwrap_or("00:00:00");
    let zone = words.next().and_then(|zone| zone.strip_prefix("GMT")).unwrap_or("+0000");
    let zone = if zone.is_empty() { "+0000" } else { zone };
    let mail = format!("{day} {month} {year} {time} {zone}");
    from_text(&mail).or_else(|| from_text(text))
}

/// Not before there was a web, and not after tomorrow: a clock may be a little wrong.
fn plausible(ms: i64) -> Option<i64> {
    (EARLIEST_MS..=now_ms().saturating_add(DAY_MS)).contains(&ms).then_some(ms)
}

fn now_ms() -> i64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    i64::try_from(since.as_millis()).unwrap_or(i64::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// 2024-05-01T10:20:30Z.
    const MS: i64 = 1_714_558_830_000;

    #[test]
    fn a_date_is_understood_however_it_is_counted() {
        for text in [
            "1714558830",
            "1714558830000",
            "1714558830000000",
            "13359032430000000",
            "1714558830.0",
            "2024-05-01T10:20:30Z",
            "2024-05-01T10:20:30.000Z",
            "2024-05-01T12:20:30+02:00",
            "2024-05-01 10:20:30",
            "Wed, 1 May 2024 10:20:30 +0000",
        ] {
            assert_eq!(from_text(text), Some(MS), "{text}");
        }
        for text in [
            "Wed May 01 2024 12:20:30 GMT+0200 (Central European Summer Time)",
            "Wed May 01 2024 10:20:30 GMT",
        ] {
            assert_eq!(from_javascript(text), Some(MS), "{text}");
        }
    }

    #[test]
    fn what_cannot_be_a_date_is_none() {
        for text in
            ["", "0", "-5", "12", "yesterday", "99999999999", "9223372036854775807", "1e300", "NaN"]
        {
            assert_eq!(from_text(text), None, "{text}");
        }
        assert_eq!(from_webkit_us(0), None);
        assert_eq!(from_webkit_us(i64::MIN), None);
        assert_eq!(from_unix_us(i64::MAX), None);
        assert_eq!(from_javascript("no date at all of these"), None);
    }
}
