//! Date phrases of people and what they mean, at given moments in given time zones, and sentences with no date
//! in them that look as if they had one. The rows marked `held` were written before the grammar, those marked
//! `fresh` after it; both were run once before anything was mended for them.

use jiff::civil::DateTime;
use jiff::tz::TimeZone;
use jiff::{Timestamp, Zoned};
use proptest::prelude::*;
use tabwright_knowledge::dates::{DateKind, find};

const PHRASES: &str = include_str!("dates/phrases.tsv");
const TRAPS: &str = include_str!("dates/traps.tsv");

fn rows<'a>(table: &'a str, set: &str) -> Vec<Vec<&'a str>> {
    let rows = table.lines().filter(|line| !line.starts_with('#'));
    let rows = rows.map(|line| line.split('\t').collect::<Vec<_>>());
    rows.filter(|row| row[0] == set).collect()
}

/// A local time as the tables write it: a day alone is its midnight, an open end a dash.
fn local(instant: Option<Timestamp>, zone: &TimeZone) -> String {
    let Some(instant) = instant else { return "-".into() };
    let local: DateTime = zone.to_datetime(instant);
    if local.time() == jiff::civil::Time::midnight() {
        local.date().to_string()
    } else {
        local.strftime("%Y-%m-%dT%H:%M").to_string()
    }
}

/// How many phrases of the set are understood, and what was made of the others.
fn understood(set: &str) -> (usize, usize, Vec<String>) {
    let rows = rows(PHRASES, set);
    let mut wrong = Vec::new();
    for row in &rows {
        let [_, phrase, now, from, until, kind, span] = row[..] else { panic!("{row:?}") };
        let now: Zoned = now.parse().unwrap_or_else(|error| panic!("{now}: {error}"));
        let found: Vec<String> = find(phrase, &now)
            .iter()
            .map(|found| {
                let zone = now.time_zone();
                let kind = if found.kind == DateKind::Hard { "hard" } else { "soft" };
                let (from, until) = (local(found.range.from, zone), local(found.range.until, zone));
                format!("{from} {until} {kind} {}", &phrase[found.span.clone()])
            })
            .collect();
        let wanted = format!("{from} {until} {kind} {span}");
        if found != [wanted.clone()] {
            wrong.push(format!("{phrase} ({now})\n  wanted {wanted}\n  found  {found:?}"));
        }
    }
    (rows.len() - wrong.len(), rows.len(), wrong)
}

fn trapped(set: &str) -> (usize, Vec<String>) {
    let rows = rows(TRAPS, set);
    let mut wrong = Vec::new();
    for row in &rows {
        let now: Zoned = row[2].parse().expect("a moment in a zone");
        for found in find(row[1], &now) {
            wrong.push(format!("{}: {:?}", row[1], &row[1][found.span]));
        }
    }
    (rows.len(), wrong)
}

#[test]
fn date_phrases_are_understood() {
    let (right, all, wrong) = understood("dev");
    assert!(wrong.is_empty(), "{right} of {all} right\n{}", wrong.join("\n"));
}

#[test]
fn held_out_date_phrases_are_understood() {
    let (right, all, wrong) = understood("held");
    assert!(wrong.is_empty(), "{right} of {all} right\n{}", wrong.join("\n"));
}

#[test]
fn fresh_date_phrases_are_understood() {
    let (right, all, wrong) = understood("fresh");
    assert!(wrong.is_empty(), "{right} of {all} right\n{}", wrong.join("\n"));
}

#[test]
fn fresh_traps_are_left_alone() {
    let (all, wrong) = trapped("fresh");
    assert!(wrong.is_empty(), "{} of {all} traps\n{}", wrong.len(), wrong.join("\n"));
}

#[test]
fn what_only_looks_like_a_date_is_left_alone() {
    let (all, wrong) = trapped("dev");
    assert!(wrong.is_empty(), "{} of {all} traps\n{}", wrong.len(), wrong.join("\n"));
}

#[test]
fn held_out_traps_are_left_alone() {
    let (all, wrong) = trapped("held");
    assert!(wrong.is_empty(), "{} of {all} traps\n{}", wrong.len(), wrong.join("\n"));
}

#[test]
fn the_tables_are_as_long_as_the_bars_ask() {
    for (table, least) in [(PHRASES, 150), (TRAPS, 40)] {
        let [dev, held, fresh] = ["dev", "held", "fresh"].map(|set| rows(table, set).len());
        assert!(dev + held + fresh >= least);
        assert!((held + fresh) * 3 >= dev + held + fresh);
    }
}

/// Zones whose clocks were changed at midnight, that skipped a day, or that have no whole hours.
const ZONES: [&str; 10] = [
    "America/Sao_Paulo",
    "Asia/Beirut",
    "Africa/Cairo",
    "America/Havana",
    "Pacific/Apia",
    "Asia/Kathmandu",
    "America/New_York",
    "Europe/London",
    "Australia/Lord_Howe",
    "UTC",
];

fn vocabulary() -> impl Strategy<Value = String> {
    prop::sample::select(vec![
        "yesterday",
        "today",
        "tonight",
        "the",
        "day",
        "before",
        "last",
        "this",
        "past",
        "week",
        "weeks",
        "month",
        "months",
        "year",
        "years",
        "weekend",
        "in",
        "on",
        "at",
        "since",
        "after",
        "until",
        "between",
        "and",
        "or",
        "from",
        "to",
        "of",
        "around",
        "over",
        "more",
        "than",
        "ago",
        "a",
        "couple",
        "few",
        "half",
        "two",
        "3",
        "7",
        "31st",
        "29",
        "0",
        "9999",
        "2024",
        "1901",
        "february",
        "may",
        "March",
        "dec",
        "Monday",
        "sun",
        "friday",
        "fridays",
        "winter",
        "2024/25",
        "spring",
        "q1",
        "first",
        "second",
        "third",
        "quarter",
        "early",
        "mid",
        "-",
        "late",
        "end",
        "90s",
        "2020s",
        "hours",
        "minutes",
        "night",
        "morning",
        "evening",
        "easter",
        "christmas",
        "2024-02-30",
        "2025-04-01",
        "1.4.2025",
        "31/12/1999",
        "2025-w53",
        "53",
        "read",
        "'s",
        ",",
        "“",
        "”",
        "\"",
        "é",
        "other",
        "decade",
        "decades",
        "hundred",
        "older",
        "nineties",
        "week 53",
    ])
    .prop_map(str::to_owned)
}

fn any_now() -> impl Strategy<Value = Zoned> {
    // From 1930 to 2150.
    let seconds = -1_262_304_000_i64..5_680_281_600;
    (seconds, prop::sample::select(ZONES.to_vec())).prop_map(|(seconds, zone)| {
        let zone = TimeZone::get(zone).expect("a zone of the database");
        Timestamp::from_second(seconds).expect("a time in range").to_zoned(zone)
    })
}

fn check_invariants(text: &str, now: &Zoned) -> Result<(), TestCaseError> {
    let end_of_today = now
        .date()
        .tomorrow()
        .and_then(|day| day.to_zoned(now.time_zone().clone()))
        .expect("a day after today");
    let mut last_end = 0;
    for found in find(text, now) {
        prop_assert!(found.span.start >= last_end && found.span.start < found.span.end);
        prop_assert!(text.get(found.span.clone()).is_some(), "{:?}", found.span);
        last_end = found.span.end;
        let (from, until) = (found.range.from, found.range.until);
        prop_assert!(from.is_some() || until.is_some());
        prop_assert!(from.is_none_or(|from| from < end_of_today.timestamp()), "{found:?}");
        prop_assert!(until.is_none_or(|until| until <= end_of_today.timestamp()), "{found:?}");
        if let (Some(from), Some(until)) = (from, until) {
            prop_assert!(from < until, "{found:?}");
        }
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1024))]

    #[test]
    fn any_text_is_safe(text in any::<String>(), now in any_now()) {
        check_invariants(&text, &now)?;
    }

    #[test]
    fn any_words_of_dates_are_safe(
        words in prop::collection::vec(vocabulary(), 1..12),
        now in any_now(),
    ) {
        check_invariants(&words.join(" "), &now)?;
    }
}

#[test]
fn the_ends_of_time_are_safe() {
    let zone = TimeZone::get("Asia/Beirut").unwrap();
    for now in [Timestamp::MIN, Timestamp::MAX] {
        let now = now.to_zoned(zone.clone());
        for text in
            ["yesterday", "last week", "9999 years ago", "in May", "in winter", "since 1990"]
        {
            for found in find(text, &now) {
                assert!(found.range.from.is_none() || found.range.from != found.range.until);
            }
        }
    }
}

#[test]
fn a_very_long_text_is_read_to_its_bound() {
    let now: Zoned = "2026-11-18T10:30[Europe/Berlin]".parse().unwrap();
    assert_eq!(find(&format!("{} yesterday", "é".repeat(2_000)), &now), []);
    assert_eq!(find(&format!("{} yesterday", "é ".repeat(990)), &now).len(), 1);
    find(&"\"'“„«`".repeat(100_000), &now);
    find(&"a couple of ".repeat(100_000), &now);
}
