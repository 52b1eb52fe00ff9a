//! Whatever is written and whatever is said, nothing panics.

use proptest::prelude::*;

use super::sense::Sense;
use super::{FULL, PLAIN, computed, parsed, typed, world};
use crate::value::{Type, Value, check, read};

/// Words of the language, put together without sense.
fn scraps() -> impl Strategy<Value = String> {
    let words = prop::sample::select(vec![
        "s",
        "n",
        "b",
        "no",
        "so",
        "list",
        "nums",
        "obj",
        "oo",
        "either",
        "any",
        "emoji",
        "true",
        "0",
        "-1",
        "1e9",
        "1.5",
        "0xff",
        "'a'",
        "'😀'",
        "\"\"",
        "`",
        "${",
        "}",
        "{",
        "[",
        "]",
        "(",
        ")",
        ",",
        ":",
        "?",
        "?.",
        ".",
        "...",
        "+",
        "-",
        "*",
        "/",
        "%",
        "===",
        "!==",
        "<",
        ">=",
        "&&",
        "||",
        "??",
        "!",
        "typeof ",
        "|",
        ";",
        "//",
        "/*",
        "*/",
        "\n",
        " ",
        "\\",
        "'",
        "\"",
        ".length",
        ".slice(",
        ".at(",
        ".repeat(",
        ".padStart(",
        ".split(",
        ".lastIndexOf(",
        ".indexOf(",
        ".toFixed(",
        ".join(",
        ".concat(",
        ".substring(",
        ".replaceAll(",
        "[0]",
        "\u{FEFF}",
        "\r",
        "\\u{",
        "\\x",
    ]);
    prop::collection::vec(words, 0..24).prop_map(|words| words.concat())
}

/// Expressions that can be read, most of them nonsense to the checker.
fn expressions() -> impl Strategy<Value = String> {
    let leaf = prop::sample::select(vec![
        "s", "n", "b", "no", "so", "list", "nums", "obj", "oo", "either", "any", "emoji", "true",
        "0", "(-1)", "1e300", "2.5", "(0/0)", "'b'", "'😀'", "''", "[]", "({})",
    ]);
    leaf.prop_map(str::to_owned).prop_recursive(4, 24, 3, |inner| {
        let operator = prop::sample::select(vec![
            "+", "-", "*", "/", "%", "===", "!==", "<", ">", "<=", ">=", "&&", "||", "??",
        ]);
        let method = prop::sample::select(vec![
            "at",
            "charAt",
            "charCodeAt",
            "codePointAt",
            "concat",
            "endsWith",
            "includes",
            "indexOf",
            "join",
            "lastIndexOf",
            "padEnd",
            "padStart",
            "repeat",
            "replace",
            "replaceAll",
            "reverse",
            "slice",
            "split",
            "startsWith",
            "substring",
            "toFixed",
            "toLowerCase",
            "toString",
            "toUpperCase",
            "trim",
        ]);
        prop_oneof![
            (inner.clone(), operator, inner.clone())
                .prop_map(|(one, sign, two)| format!("(({one}) {sign} ({two}))")),
            (inner.clone(), method.clone()).prop_map(|(of, method)| format!("({of}).{method}()")),
            (inner.clone(), method.clone(), inner.clone())
                .prop_map(|(of, method, one)| format!("({of}).{method}({one})")),
            (inner.clone(), method, inner.clone(), inner.clone())
                .prop_map(|(of, method, one, two)| format!("({of})?.{method}({one}, {two})")),
            (inner.clone(), inner.clone()).prop_map(|(of, index)| format!("({of})[{index}]")),
            (inner.clone(), inner.clone()).prop_map(|(one, two)| format!("[...({one}), {two}]")),
            (inner.clone(), inner.clone())
                .prop_map(|(one, two)| format!("({{ ...({one}), a: {two} }})")),
            (inner.clone(), inner.clone(), inner.clone())
                .prop_map(|(one, two, three)| format!("({one} ? {two} : {three})")),
            inner.clone().prop_map(|of| format!("`<${{{of}}}>`")),
            inner.prop_map(|of| format!("!({of}).a?.length")),
        ]
    })
}

fn survives(source: &str) {
    for dialect in [FULL, PLAIN] {
        for at in [0, 1, source.len() / 2] {
            match read(source, at, dialect) {
                Ok((expr, end)) => {
                    assert!(source.is_char_boundary(end) && end <= source.len());
                    let _ = computed(&expr).to_json();
                    let types = world();
                    let _ = check(&expr, &|name| {
                        types.iter().find(|known| known.0 == name).map(|known| known.1.clone())
                    });
                }
                Err(fault) => assert!(
                    source.get(fault.span.start as usize..fault.span.end as usize).is_some()
                ),
            }
        }
    }
}

/// Whether a value is what its type says. `undefined` is allowed: it is what a computation without
/// an answer gives, and an index beyond the end.
fn is_of(value: &Value, of: &Type) -> bool {
    of.alternatives().iter().any(|single| match (single, value) {
        (Type::Any, _) | (_, Value::Undefined) => true,
        (Type::Bool, Value::Bool(_))
        | (Type::Number, Value::Number(_))
        | (Type::Text, Value::Text(_)) => true,
        (Type::List(of), Value::List(items)) => items.iter().all(|item| is_of(item, of)),
        (Type::Object(shape), Value::Object(object)) => {
            object.iter().all(|(key, value)| match shape.members.get(key) {
                Some(of) => is_of(value, of),
                None => shape.open,
            })
        }
        _ => false,
    })
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_text_is_read_or_refused(source in "\\PC{0,64}") {
        survives(&source);
    }

    #[test]
    fn any_scraps_are_read_or_refused(source in scraps()) {
        survives(&source);
    }

    #[test]
    fn any_expression_computes(source in expressions()) {
        prop_assert!(read(&source, 0, FULL).is_ok());
        survives(&source);
    }

    #[test]
    fn what_makes_sense_is_checked_and_computes_to_its_type(
        bytes in prop::collection::vec(any::<u8>(), 0..64),
    ) {
        let mut sense = Sense(bytes.into_iter());
        let (text, number, list) = (sense.text(4), sense.number(3), sense.list(3));
        let source = format!("{{ text: {text}, number: {number}, list: {list} }}");
        let of = typed(&source).unwrap();
        prop_assert_eq!(of.to_string(), "{ list: string[], number: number, text: string }");
        let value = computed(&parsed(&source).unwrap());
        prop_assert!(is_of(&value, &of), "{} is no {}", value.to_json(), of);
    }
}
