//! Tests of the value half, over one small world of variables.

mod anything;
mod bounds;
mod computing;
mod reading;
mod sense;
mod typing;

use std::sync::Arc;

use crate::diagnostic::Fault;

use super::{Dialect, Expr, Object, Shape, Type, Value, check, prepare, read};

const FULL: Dialect = Dialect { expressions: true };
const PLAIN: Dialect = Dialect { expressions: false };

/// The variables in sight: name, type, value.
fn world() -> Vec<(&'static str, Type, Value)> {
    let shape = |members: Vec<(&str, Type)>| {
        let members = members.into_iter().map(|(name, of)| (Arc::from(name), of)).collect();
        Type::object(Shape { members, open: false })
    };
    let inner = shape(vec![("deep", Type::Number)]);
    let item = |text: &str| Value::from(text);
    vec![
        ("s", Type::Text, "hello".into()),
        ("n", Type::Number, 5.0.into()),
        ("b", Type::Bool, true.into()),
        ("no", Type::Number.optional(), Value::Undefined),
        ("so", Type::Text.optional(), "there".into()),
        ("list", Type::list(Type::Text), vec![item("a"), item("b"), item("c"), item("b")].into()),
        ("nums", Type::list(Type::Number), vec![3.0.into(), 1.0.into(), 2.0.into()].into()),
        (
            "obj",
            shape(vec![("name", Type::Text), ("inner", inner.clone())]),
            object(vec![("name", "ann".into()), ("inner", object(vec![("deep", 7.0.into())]))]),
        ),
        ("oo", inner.optional(), Value::Undefined),
        ("either", Type::Text.union(Type::Number), 9.0.into()),
        ("any", Type::Any, "what".into()),
        ("emoji", Type::Text, "a😀é".into()),
    ]
}

fn object(members: Vec<(&str, Value)>) -> Value {
    members.into_iter().map(|(key, value)| (Arc::from(key), value)).collect::<Object>().into()
}

fn parsed(source: &str) -> Result<Expr, Fault> {
    read(source, 0, FULL).map(|(expr, _)| expr)
}

fn typed(source: &str) -> Result<Type, Fault> {
    let world = world();
    let types =
        |name: &str| world.iter().find(|known| known.0 == name).map(|known| known.1.clone());
    check(&parsed(source)?, &types)
}

fn computed(expr: &Expr) -> Value {
    let world = world();
    let slots: Vec<Value> = world.iter().map(|known| known.2.clone()).collect();
    prepare(expr, &|name| world.iter().position(|known| known.0 == name)).compute(&slots)
}
