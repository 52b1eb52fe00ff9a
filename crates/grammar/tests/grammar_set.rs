//! Many grammars at once, coming and going.
#![allow(clippy::unwrap_used)]

use tabwright_grammar::{Grammar, GrammarSet, NoEntities, Scope};

fn grammar(text: &str) -> Grammar {
    Grammar::compile("test.agr", text).unwrap()
}

fn found(grammar_set: &GrammarSet, input: &str, host: Option<&str>) -> Vec<String> {
    let findings = grammar_set.ranked(input, host, &NoEntities).unwrap();
    findings
        .found
        .iter()
        .map(|one| format!("{} {}", one.grammar, one.parse.value.to_json()))
        .collect()
}

#[test]
fn a_site_is_its_host_and_what_is_below_it() {
    let scope = Scope::Site("example.com".into());
    for (host, holds) in [
        (Some("example.com"), true),
        (Some("EXAMPLE.com."), true),
        (Some("www.example.com"), true),
        (Some("a.b.example.com"), true),
        (Some("evilexample.com"), false),
        (Some("example.com.evil.net"), false),
        (Some("com"), false),
        (Some(""), false),
        (Some("é.com"), false),
        (None, false),
    ] {
        assert_eq!(scope.holds(host), holds, "{host:?}");
        assert!(Scope::Global.holds(host));
    }
    assert!(!Scope::Site(String::new()).holds(Some("example.com")));
}

#[test]
fn grammars_come_and_go() {
    let mut grammar_set = GrammarSet::new();
    grammar_set.add("a", Scope::Global, grammar("<Start> = zoom in -> 1;"));
    grammar_set.add(
        "b",
        Scope::Site("shop.com".into()),
        grammar("<Start> = zoom $(x) -> x | buy it -> 2;"),
    );
    grammar_set.add("c", Scope::Global, grammar("<Start> = $(x) now -> x;"));
    assert_eq!(found(&grammar_set, "zoom in", None), ["a 1"]);
    assert_eq!(found(&grammar_set, "zoom in", Some("www.shop.com")), ["a 1", "b \"in\""]);
    assert_eq!(found(&grammar_set, "buy it now", Some("shop.com")), ["c \"buy it\""]);
    assert_eq!(found(&grammar_set, "buy it", Some("other.com")), [] as [&str; 0]);

    grammar_set.add("a", Scope::Global, grammar("<Start> = zoom in -> 7;"));
    assert_eq!(found(&grammar_set, "zoom in", None), ["a 7"]);
    assert_eq!(grammar_set.names().iter().map(|name| &**name).collect::<Vec<_>>(), ["a", "b", "c"]);

    assert!(grammar_set.remove("a"));
    assert!(!grammar_set.remove("a"));
    assert_eq!(found(&grammar_set, "zoom in", None), [] as [&str; 0]);
    assert_eq!(grammar_set.len(), 2);
}

/// Whatever the index rules out would not have matched.
#[test]
fn the_index_loses_nothing() {
    let texts = [
        "<Start> = go -> 1;",
        "<Start> = $(x) -> x;",
        "<Start> = ... -> 1;",
        "<Start> = (please)? stop -> 1;",
        "<Start> = $(x) here -> x;",
        "<Start> = <A> | <B>; <A> = a -> 1; <B> = 再生 -> 2;",
        "<Start> = (open | close) $(x) (tab | window) -> x;",
        "<Start> [spacing=none] = ab cd -> 1;",
        "<Start> = (x)* -> 1;",
        "<Start> = foo <Start> -> 1 | bar -> 2;",
        "<Start> = o'clock -> 1;",
        "<Start> = $(n:number) % -> n;",
        "<Start> = É -> 1;",
    ];
    let inputs = [
        "go",
        "GO!",
        "stop",
        "please stop",
        "",
        "...",
        "there",
        "hello there",
        "a",
        "再生",
        "再生する",
        "open it tab",
        "close the window",
        "abcd",
        "ab cd",
        "x x x",
        "foo foo bar",
        "o'clock",
        "5 %",
        "50%",
        "é",
        "e\u{301}",
    ];
    let grammars: Vec<Grammar> = texts.iter().map(|text| grammar(text)).collect();
    let mut grammar_set = GrammarSet::new();
    for (number, grammar) in grammars.iter().enumerate() {
        grammar_set.add(&number.to_string(), Scope::Global, grammar.clone());
    }
    for input in inputs {
        let alone: usize =
            grammars.iter().map(|one| one.parses(input, &NoEntities).unwrap().parses.len()).sum();
        let together = grammar_set.parses(input, None, &NoEntities).unwrap().found.len();
        assert_eq!(together, alone, "{input:?}");
    }
}

#[test]
fn completions_come_from_every_grammar_that_holds() {
    let mut grammar_set = GrammarSet::new();
    grammar_set.add("a", Scope::Global, grammar("<Start> = zoom in -> 1 | go -> 2;"));
    grammar_set.add("b", Scope::Site("shop.com".into()), grammar("<Start> = zoom out -> 1;"));
    for number in 0..200 {
        grammar_set.add(
            &format!("flow {number}"),
            Scope::Global,
            grammar(&format!("<Start> = run flow{number} -> {number};")),
        );
    }
    let texts = |prefix: &str, host: Option<&str>| {
        let items = grammar_set.complete(prefix, host, &NoEntities, 4).unwrap().items;
        items.into_iter().map(|item| item.text).collect::<Vec<_>>()
    };
    assert_eq!(texts("zo", None), ["zoom in"]);
    assert_eq!(texts("zoom", Some("shop.com")), ["zoom in", "zoom out"]);
    assert_eq!(texts("g", None), ["go"]);
    assert_eq!(texts("", None).len(), 4);
    assert_eq!(texts("run flow1", None).len(), 4);
    assert_eq!(texts("nothing", None), [] as [&str; 0]);
}

#[test]
fn phrasings_say_what_can_be_said_and_what_it_does() {
    let mut grammar_set = GrammarSet::new();
    grammar_set.add(
        "browser",
        Scope::Global,
        grammar(
            r#"<Start> = (please)? open $(site) -> { actionName: "open", parameters: { site } }
                   | zoom (in | out) -> { actionName: "zoom" }
                   | set zoom to $(n:number) % -> { actionName: "zoom", n };"#,
        ),
    );
    grammar_set.add("shop", Scope::Site("shop.com".into()), grammar("<Start> = buy -> 1;"));
    let told: Vec<_> = grammar_set
        .phrasings(None)
        .into_iter()
        .map(|(name, one)| {
            format!(
                "{name}: {} → {} {}",
                one.text,
                one.action.unwrap_or_default(),
                one.value.is_some()
            )
        })
        .collect();
    assert_eq!(
        told,
        [
            "browser: open <site> → open false",
            "browser: zoom in → zoom true",
            "browser: set zoom to <n>% → zoom false",
        ]
    );
}

#[test]
fn one_baffled_grammar_does_not_hold_up_the_others() {
    let mut grammar_set = GrammarSet::new();
    let hard = "<Start> = <A> end; <A> = a <A> -> 1 | a -> 1;".replace("<A> end;", "<A> end -> 1;");
    grammar_set.add("hard", Scope::Global, grammar(&hard));
    grammar_set.add("easy", Scope::Global, grammar("<Start> = $(x) a -> x;"));
    let input = "a ".repeat(1500);
    let findings = grammar_set.parses(&input, None, &NoEntities).unwrap();
    assert!(findings.found.iter().any(|one| &*one.grammar == "easy"));
}
