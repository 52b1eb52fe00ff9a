//! Questions as people ask them, and what is understood of them. The rows marked `held` were written before the
//! rules, those marked `fresh` after them; both were run once before anything was mended for them.

use jiff::civil::{DateTime, Time};
use jiff::tz::TimeZone;
use jiff::{Timestamp, Zoned};
use proptest::prelude::*;
use tabwright_knowledge::dates::DateRange;
use tabwright_knowledge::page::PageKind;
use tabwright_knowledge::question::{Intent, Order, understand};

const QUESTIONS: &str = include_str!("question/questions.tsv");

fn now() -> Zoned {
    "2026-11-18T10:30[Europe/Berlin]".parse().expect("a moment in a zone")
}

fn written(range: DateRange, zone: &TimeZone) -> String {
    let local = |instant: Option<Timestamp>| {
        let Some(instant) = instant else { return String::new() };
        let local: DateTime = zone.to_datetime(instant);
        if local.time() == Time::midnight() {
            local.date().to_string()
        } else {
            local.strftime("%Y-%m-%dT%H:%M").to_string()
        }
    };
    format!("{}..{}", local(range.from), local(range.until))
}

/// What is understood of a question, as a row of the table.
fn row_of(text: &str) -> [String; 5] {
    let now = now();
    let question = understand(text, &now);
    let intent = match question.intent {
        Intent::FindLatest => "latest",
        Intent::FindEarliest => "earliest",
        Intent::FindMostFrequent => "frequent",
        Intent::Summarize => "summarize",
        Intent::FindSpecific => "specific",
    };
    let zone = now.time_zone();
    let dates = match (question.dates, question.soft_dates) {
        (Some(dates), _) => written(dates, zone),
        (None, Some(dates)) => format!("~{}", written(dates, zone)),
        (None, None) => "-".into(),
    };
    let kind = match question.kind {
        Some(PageKind::Video) => "video",
        Some(PageKind::Pdf) => "pdf",
        Some(PageKind::Documentation) => "docs",
        Some(PageKind::Discussion) => "discussion",
        Some(_) => "other",
        None => "-",
    };
    let site = question.site.unwrap_or_else(|| "-".into());
    [intent.into(), question.words, dates, site, kind.into()]
}

fn check(set: &str) {
    let rows: Vec<Vec<&str>> = QUESTIONS
        .lines()
        .map(|line| line.split('\t').collect())
        .filter(|row: &Vec<&str>| row[0] == set)
        .collect();
    let mut wrong = Vec::new();
    for row in &rows {
        let [_, text, ref wanted @ ..] = row[..] else { panic!("{row:?}") };
        let found = row_of(text);
        if wanted != found {
            wrong.push(format!("{text}\n  wanted {wanted:?}\n  found  {found:?}"));
        }
    }
    let right = rows.len() - wrong.len();
    assert!(wrong.is_empty(), "{right} of {} right\n{}", rows.len(), wrong.join("\n"));
}

#[test]
fn questions_are_understood() {
    check("dev");
}

#[test]
fn held_out_questions_are_understood() {
    check("held");
}

#[test]
fn fresh_questions_are_understood() {
    check("fresh");
}

#[test]
fn the_order_is_told_apart_from_the_intent() {
    for (text, intent, order) in [
        ("summarize the latest articles I read about tin", Intent::Summarize, Order::Newest),
        ("which page did I visit most", Intent::FindMostFrequent, Order::MostVisited),
        ("when did I first read about tin", Intent::FindEarliest, Order::Oldest),
        ("tin", Intent::FindSpecific, Order::Relevance),
    ] {
        let question = understand(text, &now());
        assert_eq!((question.intent, question.order), (intent, order), "{text}");
    }
}

#[test]
fn two_dates_are_one_time() {
    for (text, wanted) in [
        ("what I read after March 2025 and before June 2025", "2025-04-01..2025-06-01"),
        ("what I read on Monday, and what I saw last Friday", "2026-11-13..2026-11-17"),
        ("what I read before 2020, and since 2024", "-"),
    ] {
        let dates = understand(text, &now()).dates;
        let dates = dates.map_or("-".into(), |dates| written(dates, now().time_zone()));
        assert_eq!(dates, wanted, "{text}");
    }
}

#[test]
fn a_pasted_page_is_bounded() {
    let question = understand(&"what did I read about ünder ".repeat(50_000), &now());
    assert!(question.words.chars().count() <= 2_000);
}

proptest! {
    #[test]
    fn any_text_is_safe(text in any::<String>()) {
        let question = understand(&text, &now());
        prop_assert!(question.words.len() <= text.len() * 2);
    }

    #[test]
    fn any_words_of_questions_are_safe(
        words in prop::collection::vec(prop::sample::select(vec![
            "what", "did", "I", "we", "read", "the", "my", "last", "first", "most", "often", "how",
            "many", "times", "article", "page", "about", "on", "github", "nytimes.com", "find", "me",
            "summary", "of", "tl;dr", "'s", "'ve", "?", ",", "video", "yesterday", "in", "2024",
            "know", "you", "do", "remember", "reading", "history", "open", "“", "that", "recently",
        ]), 0..14),
    ) {
        let text = words.join(" ");
        let question = understand(&text, &now());
        prop_assert!(question.words.split(' ').all(|word| text.contains(word)));
    }
}
