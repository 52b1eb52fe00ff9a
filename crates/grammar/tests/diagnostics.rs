//! Mistakes as a person reads them.
#![allow(clippy::unwrap_used)]

use std::collections::HashMap;

use tabwright_grammar::{Files, Grammar, Options};

fn told(text: &str) -> String {
    Grammar::compile("browser.agr", text).unwrap_err().to_string()
}

fn warned(text: &str) -> String {
    let grammar = Grammar::compile("browser.agr", text).unwrap();
    let warnings: Vec<String> = grammar.warnings().iter().map(ToString::to_string).collect();
    warnings.join("\n\n")
}

#[test]
fn mistakes_of_writing() {
    insta::assert_snapshot!("unescaped_hyphen", told("<Start> = scroll-down -> 1;"));
    insta::assert_snapshot!("wrong_capture", told("<Start> = open ${site} -> site;"));
    insta::assert_snapshot!("captured_group", told("<Start> = pick $(c:(red|blue)) -> c;"));
    insta::assert_snapshot!("missing_semicolon", told("<Start> = <pause>\n<pause> = pause;\n"));
    insta::assert_snapshot!(
        "semicolon_missing_behind_a_value",
        told("<Start> = <pause> -> 1\n<pause> = pause;\n")
    );
    insta::assert_snapshot!("comment_in_an_address", told("<Start> = open http://x -> 1;"));
    insta::assert_snapshot!("unknown_spacing", told("<Start> [spacing=never] = hello;"));
    insta::assert_snapshot!("open_group", told("<Start> = (open | close tab -> 1;"));
    insta::assert_snapshot!("empty_alternative", told("<Start> = open | -> 1;"));
    insta::assert_snapshot!("several_at_once", told("<Start> = a-b;\n<X> = $(;\n<Y> = {x};\n"));
}

#[test]
fn mistakes_of_meaning() {
    insta::assert_snapshot!("missing_rule", told("<Start> = <Sroll>;\n<Scroll> = scroll -> 1;"));
    insta::assert_snapshot!(
        "unknown_type",
        told("import { SiteName } from \"types.ts\";\n<Start> = open $(s:SitName) -> s;")
    );
    insta::assert_snapshot!(
        "no_value",
        told("<Start> = $(x:<Pause>) -> x;\n<Pause> = please <Wait>;\n<Wait> = wait;")
    );
    insta::assert_snapshot!("start_without_value", told("<Start> = $(a) to $(b);"));
    insta::assert_snapshot!(
        "left_recursion",
        told("<Start> = <A> -> 1;\n<A> = (so)? <B>;\n<B> = <A> | x;")
    );
    insta::assert_snapshot!(
        "unknown_variable",
        told("<Start> = play $(track) -> { track: trak };")
    );
    insta::assert_snapshot!(
        "variable_inside_a_group",
        told("<Start> = play (by $(artist))? -> { artist };")
    );
    insta::assert_snapshot!("no_start", told("<play> = play $(track);"));
    insta::assert_snapshot!("types", told("<Start> = $(n:number)? -> n + 1;"));
}

#[test]
fn doubts() {
    insta::assert_snapshot!(
        "warnings",
        warned(
            "import { Thing } from \"types.ts\";\n<Start> = please? open (the) tab -> 1 | <Yes>? -> 2;\n<Yes> = yes;\n<No> = no;\n"
        )
    );
}

/// Files by path.
struct Folder(HashMap<&'static str, &'static str>);

impl Files for Folder {
    fn read(&self, path: &str) -> Option<String> {
        self.0.get(path).map(|text| (*text).to_owned())
    }
}

#[test]
fn mistakes_in_other_files_are_told_with_their_names() {
    let folder = Folder(HashMap::from([
        (
            "main.agr",
            "import { Open, Close } from \"./lib/tabs.agr\";\n<Start> = <Open> | <Close>;",
        ),
        (
            "lib/tabs.agr",
            "import * from \"more.agr\";\nexport <Open> = open $(x:<Missing>) -> x;\n<Close> = close -> 1;",
        ),
    ]));
    let told = Grammar::load("main.agr", &folder, &Options::default()).unwrap_err().to_string();
    insta::assert_snapshot!("imports", told);
    assert!(
        Grammar::load("other.agr", &folder, &Options::default())
            .unwrap_err()
            .to_string()
            .contains("other.agr")
    );
}

#[test]
fn a_clash_of_names_is_told() {
    let folder = Folder(HashMap::from([
        (
            "main.agr",
            "import { Open } from \"tabs.agr\";\n<Open> = open up -> 2;\n<Start> = <Open>;",
        ),
        ("tabs.agr", "export <Open> = open -> 1;"),
    ]));
    insta::assert_snapshot!(
        "clash",
        Grammar::load("main.agr", &folder, &Options::default()).unwrap_err().to_string()
    );
}
