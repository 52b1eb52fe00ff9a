//! Values stay small whatever a grammar does.

use super::parsed;
use crate::value::{VALUE_BYTES_MAX, VALUE_DEPTH_MAX, Value, prepare};

fn over(source: &str, x: &Value) -> Value {
    prepare(&parsed(source).unwrap(), &|name| (name == "x").then_some(0))
        .compute(std::slice::from_ref(x))
}

#[test]
fn what_grows_beyond_the_bound_is_undefined() {
    let large = Value::from("é".repeat(VALUE_BYTES_MAX / 4));
    let many = Value::from(vec![Value::from(1.0); 10_000]);
    let rows: &[(&str, &Value)] = &[
        ("x.repeat(1000000000)", &"ab".into()),
        ("x.repeat(3)", &large),
        ("x.padStart(1e9)", &"ab".into()),
        ("x.padEnd(1e300, 'xyz')", &"ab".into()),
        ("x + x + x", &large),
        ("`${x}${x}${x}`", &large),
        ("x.concat(x, x)", &large),
        ("x.replaceAll('é', 'eeeee')", &large),
        ("x.replaceAll('', x)", &large),
        ("x.replaceAll('é', '$`')", &large),
        ("x.split('')", &large),
        ("[x, x, x]", &large),
        ("{ a: x, b: x, c: x }", &large),
        ("[...x, ...x]", &many),
        ("x.concat(x)", &many),
        ("x.concat(x).length", &many),
        ("[x, [x]]", &many),
        ("`${x}${[x, x]}`", &Value::from("e".repeat(100_000))),
        ("x.join('a long text between every two of them')", &many),
    ];
    for (source, x) in rows {
        assert!(over(source, x).is_undefined(), "{source}");
    }
    assert_eq!(over("x + x.slice(8)", &large).as_text().map(str::len), Some(VALUE_BYTES_MAX - 16));
    assert!(over("x + x.slice(7)", &large).is_undefined());
    assert_eq!(over("x.slice(1)", &many).as_list().map(<[Value]>::len), Some(9_999));
}

#[test]
fn a_rule_that_holds_itself_comes_to_an_end() {
    for source in ["[x]", "{ x }", "{ ...{ a: 1 }, x }", "[...[x]]"] {
        let mut value = Value::from("x");
        let levels = (0..10_000).take_while(|_| {
            value = over(source, &value);
            !value.is_undefined()
        });
        assert_eq!(levels.count(), VALUE_DEPTH_MAX, "{source}");
    }
    for source in ["[x, x]", "{ a: x, b: x }"] {
        let mut value = Value::from("x");
        let levels = (0..100).take_while(|_| {
            value = over(source, &value);
            !value.is_undefined()
        });
        assert!(levels.count() < 20, "{source}");
    }
}

#[test]
fn an_object_has_no_more_members_than_can_be_looked_through() {
    let members = |count: usize| -> String {
        let members: Vec<String> = (0..count).map(|at| format!("m{at}: x")).collect();
        format!("{{ {} }}", members.join(", "))
    };
    assert!(over(&members(1024), &Value::Undefined).as_object().is_some());
    assert!(over(&members(1025), &Value::Undefined).is_undefined());
}
