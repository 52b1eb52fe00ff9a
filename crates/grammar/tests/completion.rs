//! What is offered while a person types.
#![allow(clippy::unwrap_used)]

use tabwright_grammar::{Completions, Entities, Grammar, NoEntities, Offer, Suggests};

const BROWSER: &str = r#"
    import { Site };
    <Start> = (please)? $(action:<Action>) -> action;
    <Action> = scroll down -> "down" | scroll up -> "up" | scroll to $(place) -> place
      | open $(site:Site) -> site | open $(site:Site) in a new tab -> site
      | zoom (in | out) -> "zoom" | set zoom to $(percent:number) % -> percent
      | play $(song) by $(artist) -> song | [spacing=none] tab$(n:number) -> n;
"#;

/// Knows a few sites.
struct Sites;

impl Entities for Sites {
    fn knows(&self, entity: &str) -> bool {
        entity == "Site"
    }

    fn accepts(&self, _entity: &str, text: &str) -> bool {
        ["github", "gitlab", "nytimes"].contains(&text)
    }

    fn offer(&self, _entity: &str, typed: &str, limit: usize) -> Vec<Offer> {
        let known =
            ["github", "gitlab", "nytimes"].into_iter().filter(|site| site.starts_with(typed));
        known
            .take(limit)
            .map(|site| Offer { text: site.into(), about: Some(format!("{site}.com")) })
            .collect()
    }
}

fn complete(prefix: &str, entities: &dyn Entities) -> Completions {
    Grammar::compile("browser.agr", BROWSER).unwrap().complete(prefix, entities, 6).unwrap()
}

/// What the text would read if each item were taken; blanks in brackets.
fn shown(prefix: &str, entities: &dyn Entities) -> Vec<String> {
    let items = complete(prefix, entities).items.into_iter();
    items
        .map(|item| match item.kind {
            Suggests::Blank { number } => {
                format!("{}<{}{}>", &prefix[..item.from], item.text, if number { "#" } else { "" })
            }
            _ => format!("{}{}", &prefix[..item.from], item.text),
        })
        .collect()
}

#[test]
fn words_go_on_from_what_is_typed() {
    let table: &[(&str, &[&str])] = &[
        ("", &["please", "scroll down", "scroll up", "scroll to", "open", "zoom"]),
        ("s", &["scroll down", "scroll up", "scroll to", "set zoom to"]),
        ("SCR", &["scroll down", "scroll up", "scroll to"]),
        ("scroll", &["scroll down", "scroll up", "scroll to"]),
        ("scroll d", &["scroll down"]),
        ("scroll  u", &["scroll up"]),
        ("zoom", &["zoom in", "zoom out"]),
        ("zoom ", &["zoom in", "zoom out"]),
        ("zoom o", &["zoom out"]),
        ("please sc", &["please scroll down", "please scroll up", "please scroll to"]),
        ("scroll to ", &["scroll to <place>"]),
        ("set zoom to ", &["set zoom to <percent#>"]),
        ("set zoom to 50", &["set zoom to 50%"]),
        ("tab", &["tab<n#>"]),
        ("xyz", &[]),
        ("scroll sideways", &[]),
    ];
    for (prefix, wanted) in table {
        assert_eq!(shown(prefix, &NoEntities), *wanted, "{prefix:?}");
    }
}

#[test]
fn free_words_may_end_or_go_on() {
    let table: &[(&str, &[&str])] = &[
        ("play", &["play<song>"]),
        ("play ", &["play <song>"]),
        ("play hello ", &["play hello by"]),
        ("play hello b", &["play hello by"]),
        ("play hello", &["play hello by"]),
        ("play by ", &["play by by"]),
        ("play hello by ", &["play hello by <artist>", "play hello by by"]),
        ("open it i", &["open it in a new tab"]),
        ("open it in a n", &["open it in a new tab"]),
    ];
    for (prefix, wanted) in table {
        assert_eq!(shown(prefix, &NoEntities), *wanted, "{prefix:?}");
    }
}

#[test]
fn what_the_host_knows_is_offered_by_its_type() {
    assert_eq!(shown("open git", &Sites), ["open github", "open gitlab"]);
    assert_eq!(shown("open", &Sites), ["open github", "open gitlab", "open nytimes"]);
    assert_eq!(shown("open x", &Sites), [] as [&str; 0]);
    assert_eq!(shown("open github in", &Sites), ["open github in a new tab"]);
    let item = complete("open n", &Sites).items.remove(0);
    assert_eq!(item.kind, Suggests::Entity("Site".into()));
    assert_eq!(item.about.as_deref(), Some("nytimes.com"));
}

#[test]
fn it_is_told_whether_the_text_is_a_request_already() {
    for (text, whole) in
        [("scroll down", true), ("scroll", false), ("scroll to the end", true), ("", false)]
    {
        assert_eq!(complete(text, &NoEntities).whole, whole, "{text:?}");
    }
}

#[test]
fn the_limit_is_kept() {
    let grammar = Grammar::compile("browser.agr", BROWSER).unwrap();
    for limit in 0..6 {
        assert_eq!(grammar.complete("", &NoEntities, limit).unwrap().items.len(), limit);
    }
}

#[test]
fn other_scripts_are_completed_too() {
    let grammar = Grammar::compile(
        "x.agr",
        "<Start> = 再生 開始 -> 1 | Прокрути вниз -> 2 | café fermé -> 3;",
    )
    .unwrap();
    let text =
        |prefix: &str| grammar.complete(prefix, &NoEntities, 3).unwrap().items.remove(0).text;
    assert_eq!(text("再"), "再生 開始");
    assert_eq!(text("прок"), "Прокрути вниз");
    assert_eq!(text("cafe\u{301} f"), "café fermé");
}

#[test]
fn synonyms_do_not_crowd_out_the_rest() {
    let text = r#"
        import { Cardinal };
        <Start> = <Open> | <Find> | close tab $(n:<Cardinal>) -> n;
        <Open> = (open | launch | load | visit | bring up | pull up) $(site) -> site;
        <Find> = (find | search for | look up) (a | an | some | the | any)? $(query) -> query;
    "#;
    let grammar = Grammar::compile("test.agr", text).unwrap();
    let texts = |prefix: &str, limit: usize| {
        let items = grammar.complete(prefix, &NoEntities, limit).unwrap().items;
        items.into_iter().map(|item| item.text).collect::<Vec<_>>()
    };
    assert_eq!(texts("", 5), ["open", "find", "close tab", "launch", "search for"]);
    assert_eq!(texts("find ", 3), ["a", "query", "an"]);
    assert_eq!(texts("close tab ", 2), ["n", "zero"]);
    assert_eq!(texts("l", 3), ["launch", "look up", "load"]);
}
