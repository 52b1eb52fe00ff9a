//! The rules that are built in.
#![allow(clippy::unwrap_used)]

use tabwright_grammar::{Grammar, NoEntities};

fn values(rule: &str, input: &str) -> Vec<String> {
    let text = format!("import {{ {rule} }}; <Start> = $(x:<{rule}>) -> x;");
    let grammar = Grammar::compile("test.agr", &text).unwrap();
    let mut values: Vec<String> = grammar
        .parses(input, &NoEntities)
        .unwrap()
        .parses
        .into_iter()
        .map(|parse| parse.value.to_json().to_string().replace('"', ""))
        .collect();
    values.dedup();
    values
}

#[test]
fn numbers_days_and_times_have_values() {
    for (rule, input, wanted) in [
        ("Cardinal", "7", "7"),
        ("Cardinal", "-2.5", "-2.5"),
        ("Cardinal", "Seven", "7"),
        ("Cardinal", "twenty-one", "21"),
        ("Cardinal", "three hundred and five", "305"),
        ("Cardinal", "a hundred", "100"),
        ("Cardinal", "two thousand twelve", "2012"),
        ("Cardinal", "nine hundred ninety-nine thousand nine hundred ninety-nine", "999999"),
        ("cardinal", "zero", "0"),
        ("Ordinal", "1st", "1"),
        ("Ordinal", "22nd", "22"),
        ("Ordinal", "third", "3"),
        ("Ordinal", "twenty-first", "21"),
        ("Ordinal", "hundred", ""),
        ("Ordinal", "last", "-1"),
        ("Ordinal", "second to last", "-2"),
        ("Ordinal", "3 rd", ""),
        ("Percentage", "50%", "50"),
        ("Percentage", "fifty percent", "50"),
        ("Percentage", "12.5 per cent", "12.5"),
        ("Percentage", "half", "50"),
        ("CalendarDate", "today", "today"),
        ("CalendarDate", "next Monday", "next monday"),
        ("CalendarDate", "2026-11-05", "2026-11-05"),
        ("CalendarDate", "2026-1-5", "2026-01-05"),
        ("CalendarDate", "March 3rd", "--03-03"),
        ("CalendarDate", "the third of march", "--03-03"),
        ("CalendarDate", "15 nov 2026", "2026-11-15"),
        ("CalendarDate", "November 15, 2026", "2026-11-15"),
        ("CalendarTime", "noon", "12:00"),
        ("CalendarTime", "3pm", "15:00"),
        ("CalendarTime", "12 am", "00:00"),
        ("CalendarTime", "9:05", "09:05"),
        ("CalendarTime", "9:05 p.m.", "21:05"),
        ("CalendarTime", "seven o'clock", "07:00"),
        ("CalendarTimeRange", "from 9am to 5pm", "09:00/17:00"),
        ("CalendarTimeRange", "between noon and 13:30", "12:00/13:30"),
        ("CalendarDayRange", "monday to friday", "monday/friday"),
        ("CalendarDayRange", "this week", "this week"),
    ] {
        assert_eq!(values(rule, input).join(" or "), wanted, "{rule} of {input:?}");
    }
}

#[test]
fn they_may_be_named_like_types_and_mixed_with_words() {
    let text = r#"
        import { Cardinal, Ordinal };
        <Start> = <Polite> go back $(n:Cardinal) pages -> -n | <Polite> open (the)? $(n:<Ordinal>) link -> n;
    "#;
    let grammar = Grammar::compile("test.agr", text).unwrap();
    for (input, wanted) in [
        ("go back two pages", "-2"),
        ("please go back 2 pages", "-2"),
        ("could you please open the fourth link", "4"),
        ("open 12th link", "12"),
    ] {
        let parses = grammar.ranked(input, &NoEntities).unwrap().parses;
        assert_eq!(
            parses.first().map(|parse| parse.value.to_json().to_string()).as_deref(),
            Some(wanted),
            "{input}"
        );
    }
    assert!(grammar.parses("kindly", &NoEntities).unwrap().parses.is_empty());
}

#[test]
fn they_are_known_only_where_they_are_imported() {
    let report = Grammar::compile("test.agr", "<Start> = <Ordinal>;").unwrap_err();
    assert!(report.to_string().contains("import { Ordinal };"), "{report}");
    let report =
        Grammar::compile("test.agr", "import { Ordinal }; <Ordinal> = x; <Start> = <Ordinal>;")
            .unwrap_err();
    assert!(report.to_string().contains("also defined"), "{report}");
}
