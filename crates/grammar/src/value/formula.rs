//! An expression made ready to be computed at every match: variables are places in a row of slots,
//! and what never changes has been computed already.

use std::sync::Arc;

use smallvec::SmallVec;

use super::data::{Object, VALUE_BYTES_MAX, VALUE_PARTS_MAX, Value};
use super::methods::{self, Method};
use super::text;
use super::tree::{Binary, Expr, Item, Member, Node, Piece, Unary};

/// What computes a value from the slots of a match.
#[derive(Debug, Clone)]
pub struct Formula(Step);

#[derive(Debug, Clone)]
enum Step {
    Constant(Value),
    Slot(usize),
    Template(Box<[Step]>),
    List(Box<[Step]>),
    /// Some items are lists whose items are meant.
    Spliced(Box<[Part]>),
    /// All keys are known, each once.
    Record {
        keys: Arc<[Arc<str>]>,
        values: Box<[Step]>,
    },
    /// Some members come from other objects.
    Merged(Box<[(Key, Step)]>),
    Unary(Unary, Box<Step>),
    Binary(Binary, Box<[Step; 2]>),
    Choice(Box<[Step; 3]>),
    Member(Box<Step>, Arc<str>),
    Index(Box<[Step; 2]>),
    Call {
        methods: Box<[&'static Method]>,
        of: Box<Step>,
        arguments: Box<[Step]>,
    },
}

#[derive(Debug, Clone)]
enum Part {
    One(Step),
    Spread(Step),
}

#[derive(Debug, Clone)]
enum Key {
    Own(Arc<str>),
    Spread,
}

/// Makes an expression ready; `slot` says where a variable will be found. A variable that has no
/// slot is `undefined`: [`check`](super::check) is who refuses it.
pub fn prepare(expr: &Expr, slot: &dyn Fn(&str) -> Option<usize>) -> Formula {
    Formula(step(expr, slot))
}

impl Formula {
    /// The value, where it is the same at every match.
    #[must_use]
    pub fn as_constant(&self) -> Option<&Value> {
        match &self.0 {
            Step::Constant(value) => Some(value),
            _ => None,
        }
    }

    /// The slot whose value it gives as it is.
    #[must_use]
    pub fn as_slot(&self) -> Option<usize> {
        match &self.0 {
            Step::Slot(at) => Some(*at),
            _ => None,
        }
    }

    /// Computes the value. It always ends and always gives one: an operation on what it is not made
    /// for is `undefined`, and so is what grows beyond the bounds of a [`Value`]; it is not cut.
    #[must_use]
    pub fn compute(&self, slots: &[Value]) -> Value {
        self.0.compute(slots)
    }
}

fn step(expr: &Expr, slot: &dyn Fn(&str) -> Option<usize>) -> Step {
    let boxed = |expr: &Expr| Box::new(step(expr, slot));
    let step = match &expr.node {
        Node::Bool(truth) => Step::Constant((*truth).into()),
        Node::Number(number) => Step::Constant((*number).into()),
        Node::Text(text) => Step::Constant(Value::Text(text.clone())),
        Node::Variable(name) => slot(name).map_or(Step::Constant(Value::Undefined), Step::Slot),
        Node::Group(inner) => step(inner, slot),
        Node::Template(pieces) => Step::Template(
            pieces
                .iter()
                .map(|piece| match piece {
                    Piece::Text(text) => Step::Constant(Value::Text(text.clone())),
                    Piece::Value(value) => step(value, slot),
                })
                .collect(),
        ),
        Node::List(items) => list(items, slot),
        Node::Object(members) => object(members, slot),
        Node::Unary(operator, of) => Step::Unary(*operator, boxed(of)),
        Node::Binary(operator, left, right) => {
            Step::Binary(*operator, Box::new([step(left, slot), step(right, slot)]))
        }
        Node::Choice { condition, then, otherwise } => {
            Step::Choice(Box::new([condition, then, otherwise].map(|part| step(part, slot))))
        }
        Node::Member { of, name, .. } => Step::Member(boxed(of), name.text.clone()),
        Node::Index { of, index, .. } => Step::Index(Box::new([step(of, slot), step(index, slot)])),
        Node::Call { of, name, arguments, .. } => Step::Call {
            methods: methods::named(&name.text).collect(),
            of: boxed(of),
            arguments: arguments.iter().map(|argument| step(argument, slot)).collect(),
        },
    };
    step.folded()
}

fn list(items: &[Item], slot: &dyn Fn(&str) -> Option<usize>) -> Step {
    let parts = items.iter().map(|item| match item {
        Item::One(value) => Part::One(step(value, slot)),
        Item::Spread(value) => Part::Spread(step(value, slot)),
    });
    let parts: Vec<Part> = parts.collect();
    if parts.iter().any(|part| matches!(part, Part::Spread(_))) {
        return Step::Spliced(parts.into());
    }
    Step::List(parts.into_iter().map(|(Part::One(step) | Part::Spread(step))| step).collect())
}

fn object(members: &[Member], slot: &dyn Fn(&str) -> Option<usize>) -> Step {
    let own: Option<Vec<(Arc<str>, Step)>> = members
        .iter()
        .map(|member| match member {
            Member::One(name, value) => Some((name.text.clone(), step(value, slot))),
            Member::Spread(_) => None,
        })
        .collect();
    if let Some(own) = own {
        let (keys, values): (Vec<_>, Vec<_>) = own.into_iter().unzip();
        return Step::Record { keys: keys.into(), values: values.into() };
    }
    let members = members.iter().map(|member| match member {
        Member::One(name, value) => (Key::Own(name.text.clone()), step(value, slot)),
        Member::Spread(value) => (Key::Spread, step(value, slot)),
    });
    Step::Merged(members.collect())
}

impl Step {
    fn compute(&self, slots: &[Value]) -> Value {
        match self {
            Self::Constant(value) => value.clone(),
            Self::Slot(at) => slots.get(*at).cloned().unwrap_or(Value::Undefined),
            Self::Template(pieces) => template(pieces, slots),
            Self::List(items) => {
                Value::List(items.iter().map(|item| item.compute(slots)).collect()).bounded()
            }
            Self::Spliced(parts) => spliced(parts, slots),
            Self::Record { keys, values } => {
                let values = values.iter().map(|value| value.compute(slots)).collect();
                Value::from(Object::shaped(Arc::clone(keys), values)).bounded()
            }
            Self::Merged(members) => merged(members, slots),
            Self::Unary(operator, of) => unary(*operator, &of.compute(slots)),
            Self::Binary(operator, sides) => binary(*operator, sides, slots),
            Self::Choice(parts) => {
                let [condition, then, otherwise] = &**parts;
                let chosen = if condition.compute(slots).is_truthy() { then } else { otherwise };
                chosen.compute(slots)
            }
            Self::Member(of, name) => member(&of.compute(slots), name),
            Self::Index(parts) => {
                let [of, index] = &**parts;
                item(&of.compute(slots), &index.compute(slots))
            }
            Self::Call { methods, of, arguments } => {
                let of = of.compute(slots);
                let given: SmallVec<[Value; 4]> =
                    arguments.iter().map(|one| one.compute(slots)).collect();
                methods::call(methods, &of, &given)
            }
        }
    }

    /// The step itself, or its value where that is known.
    fn folded(self) -> Self {
        if self.is_constant() { Self::Constant(self.compute(&[])) } else { self }
    }

    fn is_constant(&self) -> bool {
        let known = |step: &Self| matches!(step, Self::Constant(_));
        match self {
            Self::Constant(_) => true,
            Self::Slot(_) => false,
            Self::Template(parts) | Self::List(parts) | Self::Record { values: parts, .. } => {
                parts.iter().all(known)
            }
            Self::Spliced(parts) => {
                parts.iter().all(|(Part::One(step) | Part::Spread(step))| known(step))
            }
            Self::Merged(members) => members.iter().all(|(_, value)| known(value)),
            Self::Unary(_, of) | Self::Member(of, _) => known(of),
            Self::Binary(_, parts) | Self::Index(parts) => parts.iter().all(known),
            Self::Choice(parts) => parts.iter().all(known),
            Self::Call { of, arguments, .. } => known(of) && arguments.iter().all(known),
        }
    }
}

fn template(pieces: &[Step], slots: &[Value]) -> Value {
    let mut result = String::new();
    for piece in pieces {
        match piece.compute(slots).spoken() {
            Some(said) if result.len() + said.len() <= VALUE_BYTES_MAX => result.push_str(&said),
            _ => return Value::Undefined,
        }
    }
    Value::from(result).bounded()
}

fn spliced(parts: &[Part], slots: &[Value]) -> Value {
    let mut items: Vec<Value> = Vec::new();
    for part in parts {
        match part {
            Part::One(step) => items.push(step.compute(slots)),
            Part::Spread(step) => match step.compute(slots) {
                Value::List(more) => items.extend_from_slice(&more),
                Value::Text(text) => {
                    items.extend(text.chars().map(|one| Value::from(one.to_string())));
                }
                _ => return Value::Undefined,
            },
        }
        if items.len() > VALUE_PARTS_MAX {
            return Value::Undefined;
        }
    }
    Value::from(items).bounded()
}

fn merged(members: &[(Key, Step)], slots: &[Value]) -> Value {
    let mut all: Vec<(Arc<str>, Value)> = Vec::new();
    for (key, step) in members {
        let value = step.compute(slots);
        match (key, value) {
            (Key::Own(key), value) => all.push((key.clone(), value)),
            (Key::Spread, Value::Object(object)) => {
                all.extend(object.entries().map(|(key, value)| (key.clone(), value.clone())));
            }
            // What is missing adds nothing, as in JavaScript.
            (Key::Spread, Value::Undefined) => {}
            (Key::Spread, _) => return Value::Undefined,
        }
        if all.len() > VALUE_PARTS_MAX {
            return Value::Undefined;
        }
    }
    Value::from(all.into_iter().collect::<Object>()).bounded()
}

fn unary(operator: Unary, of: &Value) -> Value {
    match (operator, of) {
        (Unary::Not, of) => (!of.is_truthy()).into(),
        (Unary::Typeof, of) => of.kind().into(),
        (Unary::Negate, Value::Number(number)) => (-number).into(),
        (Unary::Negate, _) => Value::Undefined,
    }
}

fn binary(operator: Binary, sides: &[Step; 2], slots: &[Value]) -> Value {
    let left = sides[0].compute(slots);
    match operator {
        Binary::Coalesce if !left.is_undefined() => return left,
        Binary::Or if left.is_truthy() => return left,
        Binary::And if !left.is_truthy() => return left,
        _ => {}
    }
    let right = sides[1].compute(slots);
    match (operator, &left, &right) {
        (Binary::Coalesce | Binary::Or | Binary::And, ..) => right,
        (Binary::Equal, left, right) => left.same(right).into(),
        (Binary::Unequal, left, right) => (!left.same(right)).into(),
        (operator, Value::Number(left), Value::Number(right)) => numbers(operator, *left, *right),
        (operator, Value::Text(left), Value::Text(right)) => texts(operator, left, right),
        _ => Value::Undefined,
    }
}

fn numbers(operator: Binary, left: f64, right: f64) -> Value {
    match operator {
        Binary::Less => (left < right).into(),
        Binary::Greater => (left > right).into(),
        Binary::LessOrEqual => (left <= right).into(),
        Binary::GreaterOrEqual => (left >= right).into(),
        Binary::Add => (left + right).into(),
        Binary::Subtract => (left - right).into(),
        Binary::Multiply => (left * right).into(),
        Binary::Divide => (left / right).into(),
        Binary::Remainder => (left % right).into(),
        _ => Value::Undefined,
    }
}

fn texts(operator: Binary, left: &str, right: &str) -> Value {
    // JavaScript orders texts by their UTF-16 units, not by their characters.
    let order = || left.encode_utf16().cmp(right.encode_utf16());
    match operator {
        Binary::Less => order().is_lt().into(),
        Binary::Greater => order().is_gt().into(),
        Binary::LessOrEqual => order().is_le().into(),
        Binary::GreaterOrEqual => order().is_ge().into(),
        Binary::Add if left.len() + right.len() <= VALUE_BYTES_MAX => {
            Value::from([left, right].concat()).bounded()
        }
        _ => Value::Undefined,
    }
}

fn member(of: &Value, name: &str) -> Value {
    match of {
        Value::Object(object) => object.get(name).cloned().unwrap_or(Value::Undefined),
        Value::Text(text) if name == "length" => Value::Number(text::length(text) as f64),
        Value::List(items) if name == "length" => Value::Number(items.len() as f64),
        _ => Value::Undefined,
    }
}

fn item(of: &Value, index: &Value) -> Value {
    let place = |index: f64, length: usize| {
        (index.fract() == 0.0 && index >= 0.0).then(|| text::place(index, length))?
    };
    match (of, index) {
        (Value::List(items), Value::Number(index)) => place(*index, items.len())
            .and_then(|at| items.get(at))
            .cloned()
            .unwrap_or(Value::Undefined),
        (Value::Text(text), Value::Number(index)) => match place(*index, text::length(text)) {
            Some(at) => Value::Text(text::between(text, at, at + 1)),
            None => Value::Undefined,
        },
        (Value::Object(_), Value::Text(name)) => member(of, name),
        _ => Value::Undefined,
    }
}
