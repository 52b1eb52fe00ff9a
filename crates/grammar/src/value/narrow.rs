//! What a condition says of the variables in it: in `typeof x === "number" ? x + 1 : 0` the first
//! `x` may be anything, the second is a number.

use super::tree::{Binary, Expr, Node, Unary};
use super::types::Type;

/// What is known of a variable once a condition has been decided.
#[derive(Debug)]
pub(super) struct Known<'e> {
    pub(super) name: &'e str,
    pub(super) fact: Fact<'e>,
}

#[derive(Debug)]
pub(super) enum Fact<'e> {
    Truthy,
    Falsy,
    /// `typeof` says this of it.
    Kind(&'e str),
    /// `typeof` does not say this of it.
    NotKind(&'e str),
}

/// What is known where the condition came out as `truth`.
pub(super) fn known(condition: &Expr, truth: bool) -> Vec<Known<'_>> {
    match (&condition.node, truth) {
        (Node::Group(inner), _) => known(inner, truth),
        (Node::Unary(Unary::Not, inner), _) => known(inner, !truth),
        (Node::Variable(name), true) => vec![Known { name, fact: Fact::Truthy }],
        (Node::Variable(name), false) => vec![Known { name, fact: Fact::Falsy }],
        (Node::Binary(Binary::And, left, right), true)
        | (Node::Binary(Binary::Or, left, right), false) => {
            let mut both = known(left, truth);
            both.extend(known(right, truth));
            both
        }
        (Node::Binary(operator @ (Binary::Equal | Binary::Unequal), left, right), _) => {
            let equal = (*operator == Binary::Equal) == truth;
            let [left, right] = [left.ungrouped(), right.ungrouped()];
            compared(left, right, equal)
                .or_else(|| compared(right, left, equal))
                .into_iter()
                .collect()
        }
        _ => Vec::new(),
    }
}

impl Fact<'_> {
    /// The type with what is known of it. A fact that leaves nothing is not believed: whatever
    /// is wrong then shows in the type as it was.
    pub(super) fn applied(&self, of: &Type) -> Type {
        let left = match self {
            Self::Truthy => of.present(),
            Self::Falsy => falsy(of),
            Self::Kind(kind) if *of == Type::Any => kind_type(kind),
            Self::Kind(kind) => of.only(|single| single.kind() == Some(kind)),
            Self::NotKind(kind) => of.only(|single| single.kind() != Some(kind)),
        };
        if left == Type::Never { of.clone() } else { left }
    }
}

/// The part of a type that can be false, empty or missing.
pub(super) fn falsy(of: &Type) -> Type {
    of.only(|single| !matches!(single, Type::List(_) | Type::Object(_)))
}

/// `x === literal` and `typeof x === "kind"`.
fn compared<'e>(one: &'e Expr, other: &'e Expr, equal: bool) -> Option<Known<'e>> {
    match (&one.node, &other.node) {
        (Node::Unary(Unary::Typeof, of), Node::Text(kind)) => {
            let fact = if equal { Fact::Kind(kind) } else { Fact::NotKind(kind) };
            Some(Known { name: of.as_variable()?, fact })
        }
        (Node::Variable(name), literal) if equal => {
            let kind = match literal {
                Node::Bool(_) => "boolean",
                Node::Number(_) => "number",
                Node::Text(_) => "string",
                _ => return None,
            };
            Some(Known { name, fact: Fact::Kind(kind) })
        }
        _ => None,
    }
}

fn kind_type(kind: &str) -> Type {
    match kind {
        "undefined" => Type::Undefined,
        "boolean" => Type::Bool,
        "number" => Type::Number,
        "string" => Type::Text,
        _ => Type::Any,
    }
}
