//! Which parse comes first, and what is told of it.
#![allow(clippy::unwrap_used)]

use tabwright_grammar::{Entities, Grammar, NoEntities, Offer, Parse};

fn ranked(grammar: &str, input: &str) -> Vec<Parse> {
    Grammar::compile("test.agr", grammar).unwrap().ranked(input, &NoEntities).unwrap().parses
}

#[test]
fn what_is_said_in_the_words_of_the_grammar_goes_before_free_text() {
    for (grammar, input, best) in [
        ("<Start> = $(x) -> x | play -> 1;", "play", "1"),
        ("<Start> = play $(x) -> x | play $(x) by $(y) -> [x, y];", "play a by b", r#"["a","b"]"#),
        (
            "<Start> = $(a) to $(b) -> [a, b] | $(a) to my $(b) -> [b];",
            "x to my y",
            r#"["x","my y"]"#,
        ),
        ("<Start> = (a)* $(x) -> { x };", "a a a", r#"{"x":"a"}"#),
        ("<Start> = $(n:number) -> n | $(x) -> x;", "7", "7"),
        // What is captured and thrown away does not count.
        ("<Start> = find $(x) -> 1 | find $(x) now -> x;", "find it now", "1"),
        // Alike in all: the order of the source.
        ("<Start> = go $(x) -> [1, x] | go $(x) -> [2, x];", "go on", r#"[1,"on"]"#),
        // Fewer words of free text at the same length.
        ("<Start> = a $(x) c -> [1, x] | a b$(x) -> [2, x];", "a b x c", r#"[1,"b x"]"#),
    ] {
        let found = ranked(grammar, input);
        assert_eq!(found[0].value.to_json().to_string(), best, "{grammar} on {input}");
    }
}

#[test]
fn captures_are_told_with_their_places() {
    let grammar =
        "import { Site }; <Start> = open $(site:Site) $(times:number) times (for $(who))? -> site;";
    let parse = ranked(grammar, "Open  example.com, 3 times for me!").remove(0);
    let told: Vec<_> = parse
        .captures
        .iter()
        .map(|capture| {
            (
                &*capture.name,
                capture.entity.as_deref(),
                &*capture.text,
                capture.span.start,
                capture.span.end,
            )
        })
        .collect();
    assert_eq!(
        told,
        [
            ("site", Some("Site"), "example.com", 6, 17),
            ("times", None, "3", 19, 20),
            ("who", None, "me", 31, 33),
        ]
    );
    assert_eq!(
        (parse.captured, parse.wildcard_words, parse.wildcard_chars, parse.literal_words),
        (1, 1, 11, 3)
    );
}

#[test]
fn of_built_in_rules_only_the_whole_is_told() {
    let grammar = "import { Cardinal }; <Start> = (go)? back $(n:<Cardinal>) pages for $(who) -> n
                 | skip $(what) $(n:<Cardinal>) times -> n;";
    for (input, wanted) in [
        ("back twenty-one pages for me", vec![("n", "twenty-one"), ("who", "me")]),
        ("go back 3 pages for me", vec![("n", "3"), ("who", "me")]),
        ("skip this song, two hundred times", vec![("what", "this song"), ("n", "two hundred")]),
    ] {
        let parse = ranked(grammar, input).remove(0);
        let told: Vec<_> = parse.captures.iter().map(|one| (&*one.name, &*one.text)).collect();
        assert_eq!(told, wanted, "{input}");
    }
}

#[test]
fn courtesies_may_be_captured_but_are_not_told() {
    for (grammar, input) in [
        ("<Start> = play $(g:<Greeting>) $(y) morning -> y;", "play good morning"),
        ("<Start> = $(y) $(g:<Polite>) morning -> y;", "one good morning"),
        ("<Start> = play $(g:<Greeting>) $(y) -> y;", "play hello world"),
    ] {
        for parse in ranked(grammar, input) {
            let told: Vec<&str> = parse.captures.iter().map(|capture| &*capture.name).collect();
            assert_eq!(told, ["y"], "{input}");
        }
    }
}

#[test]
fn names_keep_their_punctuation() {
    for (input, wanted) in [
        ("open https://a.com/x?y=1#z.", "https://a.com/x?y=1#z"),
        ("open /etc/hosts", "/etc/hosts"),
        ("open @user!", "@user"),
        ("open c#", "c#"),
        ("open \"zoom in and out\"", "zoom in and out"),
        ("open 'the page'?", "the page"),
        ("open - this", "this"),
        ("open 50%", "50%"),
        ("open: this, please.", "this, please"),
        ("open  two   words ", "two   words"),
    ] {
        let parse = ranked("<Start> = open $(x) -> x;", input).remove(0);
        assert_eq!(parse.value.as_text(), Some(wanted), "{input}");
    }
}

#[test]
fn texts_are_compared_in_composed_form() {
    let parse =
        ranked("<Start> = café $(x) -> x;", "CAFE\u{301} crème bru\u{302}le\u{301}e").remove(0);
    assert_eq!(parse.value.as_text(), Some("crème brûlée"));
    assert_eq!(ranked("<Start> = cafe\u{301} -> 1;", "café").len(), 1);
}

/// Knows two colours.
struct Colours;

impl Entities for Colours {
    fn knows(&self, entity: &str) -> bool {
        entity == "Colour"
    }

    fn accepts(&self, _entity: &str, text: &str) -> bool {
        ["red", "dark red"].contains(&text)
    }

    fn offer(&self, _entity: &str, _typed: &str, _limit: usize) -> Vec<Offer> {
        Vec::new()
    }
}

#[test]
fn known_types_take_only_what_they_accept() {
    let text = "import { Colour, Thing }; <Start> = paint $(c:Colour) on $(t:Thing) -> [c, t];";
    let grammar = Grammar::compile("test.agr", text).unwrap();
    let values = |input: &str| {
        let parses = grammar.parses(input, &Colours).unwrap().parses;
        parses.into_iter().map(|parse| parse.value.to_json().to_string()).collect::<Vec<_>>()
    };
    assert_eq!(values("paint red on walls"), [r#"["red","walls"]"#]);
    assert_eq!(values("paint dark red on a wall on fire"), [r#"["dark red","a wall on fire"]"#]);
    assert_eq!(values("paint green on walls"), [] as [&str; 0]);
}
