//! Where expressions end, and what is said of those that cannot be read.

use super::{FULL, PLAIN, parsed};
use crate::diagnostic::Kind;
use crate::value::{EXPRESSION_DEPTH_MAX, read};

#[test]
fn reading_stops_before_what_cannot_continue_the_value() {
    let rows = [
        ("x; y", 1),
        ("x", 1),
        (" x ", 2),
        ("x | other", 1),
        ("x|y", 1),
        ("x || y | z", 6),
        ("x)", 1),
        ("{ a: 1 }) -> 1", 8),
        ("[a, b] // end\n | c", 6),
        ("x + 1 /* end */;", 5),
        ("'a|b;c)'; d", 8),
        ("`|;${x})`|", 9),
        ("x ? y : z | w", 9),
        ("x.trim()\n", 8),
        ("x }", 1),
        ("x y", 1),
        ("x @", 1),
        ("x \"open", 1),
        ("x /* open", 1),
    ];
    for (source, end) in rows {
        let (_, found) =
            read(source, 0, FULL).unwrap_or_else(|fault| panic!("{source}: {fault:?}"));
        assert_eq!(found, end, "{source}");
    }
}

#[test]
fn reading_begins_where_it_is_told() {
    let source = "go -> /* é */ { a } | stop -> 2;";
    let (expr, end) = read(source, 5, FULL).unwrap();
    assert_eq!(&source[expr.span.start as usize..end], "{ a }");
    assert_eq!(read(source, source.len() + 9, FULL).unwrap_err().kind, Kind::Syntax);
    let inside_a_character = source.find('é').unwrap() + 1;
    assert!(read(source, inside_a_character, FULL).is_err());
}

#[test]
fn each_use_of_a_variable_is_told_with_its_place() {
    let source = "{ a, b: [...c, `${d}`], e: f.a.trim().slice(g)[h], i: -j ? k ?? l : (a) }";
    let expr = parsed(source).unwrap();
    let found: Vec<&str> = expr.variables().map(|(name, _)| name).collect();
    assert_eq!(found, ["a", "c", "d", "f", "g", "h", "j", "k", "l", "a"]);
    for (name, span) in expr.variables() {
        assert_eq!(&source[span.start as usize..span.end as usize], name);
    }
    assert_eq!(parsed("(x)").unwrap().as_variable(), Some("x"));
    assert_eq!(parsed("x.y").unwrap().as_variable(), None);
}

#[test]
fn a_plain_value_is_data() {
    let allowed = [
        "true",
        "1",
        "-1.5",
        "'a'",
        "x",
        "[]",
        "[a, 'b', [1],]",
        "{}",
        "{ a, b: { 'c': -2 }, }",
        "x | y",
        "x; y",
    ];
    for source in allowed {
        let plain = read(source, 0, PLAIN).unwrap_or_else(|fault| panic!("{source}: {fault:?}"));
        let (_, end) = read(source, 0, FULL).unwrap();
        assert_eq!(plain.1, end, "{source}");
    }
    let refused = [
        ("x + 1", "+"),
        ("x.y", "."),
        ("x?.y", "?."),
        ("x[0]", "["),
        ("x ? 1 : 2", "?"),
        ("!x", "!"),
        ("-x", "-"),
        ("typeof x", "typeof"),
        ("x || y", "||"),
        ("x ?? y", "??"),
        ("(x)", "("),
        ("`x`", "`"),
        ("[...x]", "..."),
        ("{ ...x }", "..."),
        ("{ a: x * 2 }", "*"),
        ("[x === y]", "==="),
    ];
    for (source, place) in refused {
        let fault = read(source, 0, PLAIN).map(|_| source).unwrap_err();
        assert_eq!(fault.kind, Kind::Syntax, "{source}");
        assert_eq!(&source[fault.span.start as usize..fault.span.end as usize], place, "{source}");
        assert!(fault.hint.unwrap().contains("value expressions"), "{source}");
    }
}

/// What is written, the place that is wrong in it, and a word of the message or the hint.
const FAULTS: &[(&str, &str, &str)] = &[
    ("", "", "A value is expected"),
    ("// only a comment", "", "not the end"),
    ("| x", "|", "A value is expected"),
    ("x +", "", "not the end"),
    ("x + * 2", "*", "not `*`"),
    ("null", "null", "no `null`"),
    ("{ a: null }", "null", "Leave the member out"),
    ("undefined", "undefined", "no `undefined`"),
    ("x == 1", "==", "`===`"),
    ("x != 1", "!=", "`!==`"),
    ("x = 1", "=", "assigned"),
    ("x => 1", "=>", "no functions"),
    ("(x) => 1", "=>", "no functions"),
    ("x++", "++", "cannot be changed"),
    ("--x", "--", "cannot be changed"),
    ("x += 1", "+=", "cannot be changed"),
    ("x ** 2", "**", "Multiply"),
    ("x & y", "&", "`&&`"),
    ("x << 1", "<<", "bits"),
    ("+x", "+", "Leave out the `+`"),
    ("/a/", "/", "regular expressions"),
    ("...x", "...", "within `[ ]`"),
    ("f(x)", "(", "Only methods"),
    ("x.f()()", "(", "Only methods"),
    ("x?.(1)", "(", "name of a member"),
    ("x.", "", "name of a member"),
    ("x + .1a", ".1a", "neither a number nor a name"),
    ("x.trim(", "", "not the end"),
    ("x.slice(1 2)", "2", "`)` is expected"),
    ("x.concat(...y)", "...", "cannot be spread"),
    ("x[0", "", "`]` is expected"),
    ("(x", "", "must be closed"),
    ("[1 2]", "2", "parted by `,`"),
    ("[,]", ",", "A value is expected"),
    ("{ a: 1 b: 2 }", "b", "parted by `,`"),
    ("{ a: 1; b: 2 }", ";", "ends with `}`"),
    ("{ 'a' }", "}", "`name: value`"),
    ("{ 1: 2 }", "1", "in quotes"),
    ("{ [x]: 2 }", "[", "cannot be computed"),
    ("{ f() { } }", "(", "`name: value`"),
    ("{ a = 1 }", "=", "`name: value`"),
    ("{ true }", "true", "no variable"),
    ("{ a: 1, a: 2 }", "a", "given twice"),
    ("{ a, 'a': 2 }", "'a'", "given twice"),
    ("x ? 1", "", "`condition ? this : that`"),
    ("x ?? y || z", "||", "without brackets"),
    ("x || y ?? z", "??", "`(a || b) ?? c`"),
    ("x && y ?? z", "??", "without brackets"),
    ("x ?? y && z", "??", "without brackets"),
    ("'open", "'open", "not closed"),
    ("\"open\n\"", "\"open", "same line"),
    ("`open ${x} ", "`", "backtick"),
    ("`${x", "", "`${value}`"),
    ("`${x y}`", "y", "`${value}`"),
    ("`${}`", "}", "A value is expected"),
    ("x + /* open", "/*", "comment is not closed"),
    (r"'\u12'", r"\u", "names no character"),
    (r"'\xZZ'", r"\x", "names no character"),
    (r"'\u{110000}'", r"\u", "names no character"),
    (r"'\u{}'", r"\u", "names no character"),
    (r"'\uD800'", r"\u", "names no character"),
    (r"'\07'", r"\0", "means nothing"),
    (r"'\", r"\", "Nothing follows"),
    ("12ab", "12ab", "neither a number nor a name"),
    ("1_000", "1_000", "neither a number nor a name"),
    ("0x", "0x", "neither a number nor a name"),
    ("007", "007", "`7`"),
    ("1e999", "1e999", "too large"),
    ("@", "@", "not `@`"),
    ("x\n<Next> = y;", "<", "`;` before `<Next>`"),
    ("{ a: 1 }\n<Next> : Type = y;", "<", "does not end"),
];

#[test]
fn what_cannot_be_read_is_told_with_its_place_and_a_way_out() {
    for (source, place, word) in FAULTS {
        let fault = parsed(source).map(|_| *source).unwrap_err();
        let found = &source[fault.span.start as usize..fault.span.end as usize];
        let said = format!("{} {}", fault.message, fault.hint.clone().unwrap_or_default());
        assert_eq!((fault.kind, found), (Kind::Syntax, *place), "{source}: {said}");
        assert!(said.contains(word), "{source}: {said}");
    }
}

#[test]
fn a_rule_that_lacks_its_end_is_told_in_plain_values_too() {
    let fault = read("true\n<Next> = y;", 0, PLAIN).unwrap_err();
    assert!(fault.message.contains("`<Next>`"), "{}", fault.message);
}

#[test]
fn depth_is_bounded_however_it_is_made() {
    let many = EXPRESSION_DEPTH_MAX + 1;
    let deep = [
        format!("{}1{}", "(".repeat(many), ")".repeat(many)),
        format!("{}{}", "[".repeat(many), "]".repeat(many)),
        format!("{}1{}", "{ a: ".repeat(many), " }".repeat(many)),
        format!("{}x", "!".repeat(many)),
        format!("x{}", " + x".repeat(many)),
        format!("x{}", ".y".repeat(many)),
        format!("x{}", "[0]".repeat(many)),
        format!("{}1", "x ? 1 : ".repeat(many)),
        format!("{}1{}", "`${".repeat(many), "}`".repeat(many)),
        "(".repeat(1_000_000),
    ];
    for source in deep {
        let fault = parsed(&source).map(|_| ()).unwrap_err();
        assert_eq!(fault.kind, Kind::TooLarge, "{}", &source[..40]);
    }
    let wide = format!("[{}]", "x, ".repeat(10_000));
    assert_eq!(parsed(&wide).unwrap().variables().count(), 10_000);
    assert!(parsed(&format!("x{}", " + x".repeat(EXPRESSION_DEPTH_MAX - 1))).is_ok());
}
