//! Follows the types through an expression. Nothing is turned into something else silently, and what
//! may be missing must be dealt with before it is used.

use std::borrow::Cow;
use std::sync::Arc;

use crate::diagnostic::{Fault, Kind};

use super::narrow::{self, Known};
use super::tree::{Binary, Expr, Item, Member, Name, Node, Piece, Unary};
use super::types::{Shape, Type};
use super::{calls, methods};

/// How like two names must be for one to be offered for the other.
const LIKENESS_MIN: f64 = 0.75;

/// The type of the value, where the types of the variables in sight are given. An index such as
/// `x[0]` is taken to be there, as in TypeScript; `x.at(0)` is not.
pub fn check(expr: &Expr, variables: &dyn Fn(&str) -> Option<Type>) -> Result<Type, Fault> {
    Checker { variables, known: Vec::new() }.expr(expr)
}

struct Checker<'e> {
    variables: &'e dyn Fn(&str) -> Option<Type>,
    /// What conditions around the expression have told, the innermost last.
    known: Vec<Known<'e>>,
}

pub(super) type Checked<T = Type> = Result<T, Fault>;

/// The type of a link in a chain such as `a?.b.c`, and whether the chain may have ended before it.
struct Link {
    of: Type,
    broken: bool,
}

impl<'e> Checker<'e> {
    fn expr(&mut self, expr: &'e Expr) -> Checked {
        match &expr.node {
            Node::Bool(_) => Ok(Type::Bool),
            Node::Number(_) => Ok(Type::Number),
            Node::Text(_) => Ok(Type::Text),
            Node::Variable(name) => self.variable(expr, name),
            Node::Group(inner) => self.expr(inner),
            Node::Template(pieces) => self.template(pieces),
            Node::List(items) => self.list(items),
            Node::Object(members) => self.object(members),
            Node::Unary(operator, of) => self.unary(*operator, of),
            Node::Binary(operator, left, right) => match operator {
                Binary::Coalesce | Binary::Or | Binary::And => self.either(*operator, left, right),
                _ => self.binary(expr, *operator, left, right),
            },
            Node::Choice { condition, then, otherwise } => {
                self.expr(condition)?;
                let then = self.knowing(condition, true, then)?;
                Ok(then.union(self.knowing(condition, false, otherwise)?))
            }
            Node::Member { .. } | Node::Index { .. } | Node::Call { .. } => {
                let Link { of, broken } = self.link(expr)?;
                Ok(if broken { of.optional() } else { of })
            }
        }
    }

    fn variable(&self, expr: &Expr, name: &str) -> Checked {
        let Some(mut of) = (self.variables)(name) else {
            return Err(Fault::new(
                Kind::Syntax,
                expr.span,
                format!("There is no variable `{name}` here."),
            )
            .hint(format!("Capture it in the same alternative, outside a group: `$({name})`.")));
        };
        for known in self.known.iter().filter(|known| known.name == name) {
            of = known.fact.applied(&of);
        }
        Ok(of)
    }

    /// The type of `expr` where `condition` came out as `truth`.
    fn knowing(&mut self, condition: &'e Expr, truth: bool, expr: &'e Expr) -> Checked {
        let before = self.known.len();
        self.known.extend(narrow::known(condition, truth));
        let of = self.expr(expr);
        self.known.truncate(before);
        of
    }

    fn template(&mut self, pieces: &'e [Piece]) -> Checked {
        for piece in pieces {
            if let Piece::Value(value) = piece {
                let of = self.expr(value)?;
                present(value, &of)?;
                if !of.fits(&speakable()) {
                    return Err(Fault::new(
                        Kind::Type,
                        value.span,
                        format!("A template cannot say {of}."),
                    )
                    .hint(
                        "Only a string, a number or a boolean can be said; for a list use `join`.",
                    ));
                }
            }
        }
        Ok(Type::Text)
    }

    fn list(&mut self, items: &'e [Item]) -> Checked {
        let mut of = Type::Never;
        for item in items {
            of = of.union(match item {
                Item::One(value) => self.expr(value)?,
                Item::Spread(value) => {
                    let spread = self.expr(value)?;
                    present(value, &spread)?;
                    let single = |single: &Type| match single {
                        Type::Any => Some(Type::Any),
                        Type::Text => Some(Type::Text),
                        Type::List(of) => Some((**of).clone()),
                        _ => None,
                    };
                    each(&spread, single).ok_or_else(|| {
                        let message = format!("{spread} has no items to put into a list.");
                        Fault::new(Kind::Type, value.span, message).hint("Leave out the `...`.")
                    })?
                }
            });
        }
        Ok(Type::list(of))
    }

    fn object(&mut self, members: &'e [Member]) -> Checked {
        let mut whole = Shape::default();
        for member in members {
            match member {
                Member::One(name, value) => {
                    let of = self.expr(value)?;
                    whole.members.insert(name.text.clone(), of);
                }
                Member::Spread(value) => {
                    let of = self.expr(value)?;
                    whole = spread(&whole, &of).map_err(|wrong| {
                        Fault::new(
                            Kind::Type,
                            value.span,
                            format!("{wrong} has no members to put into an object."),
                        )
                        .hint("Give it a name: `{ name: value }`.")
                    })?;
                }
            }
        }
        Ok(Type::object(whole))
    }

    fn unary(&mut self, operator: Unary, of: &'e Expr) -> Checked {
        let operand = self.expr(of)?;
        match operator {
            Unary::Not => Ok(Type::Bool),
            Unary::Typeof => Ok(Type::Text),
            Unary::Negate => {
                present(of, &operand)?;
                if operand.fits(&Type::Number) {
                    return Ok(Type::Number);
                }
                Err(Fault::new(
                    Kind::Type,
                    of.span,
                    format!("`-` takes a number, and this is {operand}."),
                ))
            }
        }
    }

    /// `??`, `||` and `&&` give one side or the other.
    fn either(&mut self, operator: Binary, left: &'e Expr, right: &'e Expr) -> Checked {
        let first = self.expr(left)?;
        Ok(match operator {
            Binary::And => narrow::falsy(&first).union(self.knowing(left, true, right)?),
            Binary::Or => first.present().union(self.knowing(left, false, right)?),
            _ => first.present().union(self.expr(right)?),
        })
    }

    fn binary(
        &mut self,
        expr: &Expr,
        operator: Binary,
        left: &'e Expr,
        right: &'e Expr,
    ) -> Checked {
        let sides = [self.expr(left)?, self.expr(right)?];
        if matches!(operator, Binary::Equal | Binary::Unequal) {
            return Ok(Type::Bool);
        }
        present(left, &sides[0])?;
        present(right, &sides[1])?;
        let both = |wanted: Type| sides.iter().all(|side| side.fits(&wanted));
        let result = match (operator, both(Type::Number), both(Type::Text)) {
            (Binary::Add, true, true) => Some(Type::Any),
            (Binary::Add, true, false) => Some(Type::Number),
            (Binary::Add, false, true) => Some(Type::Text),
            (Binary::Subtract | Binary::Multiply | Binary::Divide | Binary::Remainder, true, _) => {
                Some(Type::Number)
            }
            (
                Binary::Less | Binary::Greater | Binary::LessOrEqual | Binary::GreaterOrEqual,
                numbers,
                texts,
            ) => (numbers || texts).then_some(Type::Bool),
            _ => None,
        };
        result.ok_or_else(|| unlike(expr, operator, &sides))
    }

    /// A link of a chain: all before it has been followed when it is looked at.
    fn link(&mut self, expr: &'e Expr) -> Checked<Link> {
        let (before, optional) = match &expr.node {
            Node::Member { of, optional, .. }
            | Node::Index { of, optional, .. }
            | Node::Call { of, optional, .. } => (&**of, *optional),
            _ => return Ok(Link { of: self.expr(expr)?, broken: false }),
        };
        let Link { mut of, mut broken } = self.link(before)?;
        if optional {
            broken |= of.is_optional();
            of = of.present();
        }
        present(before, &of)?;
        let of = match &expr.node {
            Node::Member { name, .. } => member(&of, name)?,
            Node::Index { index, .. } => self.index(&of, index)?,
            Node::Call { name, arguments, .. } => self.call(&of, name, arguments)?,
            _ => of,
        };
        Ok(Link { of, broken })
    }

    fn index(&mut self, of: &Type, index: &'e Expr) -> Checked {
        if let Node::Text(name) = &index.node {
            return member(of, &Name { text: name.clone(), span: index.span });
        }
        let by = self.expr(index)?;
        present(index, &by)?;
        let single = |single: &Type| match single {
            Type::Any => Some(Type::Any),
            Type::Text if by.fits(&Type::Number) => Some(Type::Text),
            Type::List(of) if by.fits(&Type::Number) && **of == Type::Never => {
                Some(Type::Undefined)
            }
            Type::List(of) if by.fits(&Type::Number) => Some((**of).clone()),
            _ => None,
        };
        each(of, single).ok_or_else(|| {
            Fault::new(Kind::Type, index.span, format!("{of} cannot be indexed by {by}.")).hint(
                "Lists and strings are indexed by a number, objects by a name: `x[0]`, `x.name`.",
            )
        })
    }

    fn call(&mut self, of: &Type, name: &Name, arguments: &'e [Expr]) -> Checked {
        let given =
            arguments.iter().map(|argument| self.expr(argument)).collect::<Checked<Vec<_>>>()?;
        calls::result(of, name, arguments, &given)
    }
}

/// What a template can say.
pub(super) fn speakable() -> Type {
    Type::Text.union(Type::Number).union(Type::Bool)
}

/// What each alternative gives, together; nothing where one of them gives nothing.
fn each(of: &Type, gives: impl Fn(&Type) -> Option<Type>) -> Option<Type> {
    of.alternatives().iter().try_fold(Type::Never, |all, single| Some(all.union(gives(single)?)))
}

pub(super) fn present(expr: &Expr, of: &Type) -> Checked<()> {
    if !of.is_optional() {
        return Ok(());
    }
    let shown: Cow<'_, str> = match expr.as_variable() {
        Some(name) => format!("`{name}`").into(),
        None => "This".into(),
    };
    let name = expr.as_variable().unwrap_or("value");
    Err(Fault::new(Kind::Type, expr.span, format!("{shown} may be missing: it is {of}.")).hint(
        format!("Say what to take instead, `({name} ?? …)`, or reach into it with `{name}?.`."),
    ))
}

fn unlike(expr: &Expr, operator: Binary, [left, right]: &[Type; 2]) -> Fault {
    let symbol = operator.symbol();
    let message = format!("`{symbol}` does not go with {left} and {right}.");
    let hint = match operator {
        Binary::Add => {
            "Add two numbers or join two strings; a number goes into a string by a template."
        }
        Binary::Less | Binary::Greater | Binary::LessOrEqual | Binary::GreaterOrEqual => {
            "Compare two numbers or two strings."
        }
        _ => "Both sides must be numbers.",
    };
    Fault::new(Kind::Type, expr.span, message).hint(hint)
}

/// An object with the members of another value put over its own; says which alternative of that has
/// no members.
fn spread(whole: &Shape, over: &Type) -> Result<Shape, Type> {
    let (nothing, unknown) = (Shape::default(), Shape { open: true, ..Shape::default() });
    let shapes = over.alternatives().iter().map(|single| match single {
        Type::Undefined => Ok(&nothing),
        Type::Any => Ok(&unknown),
        Type::Object(shape) => Ok(shape),
        other => Err(other.clone()),
    });
    let shapes = shapes.collect::<Result<Vec<_>, _>>()?;
    let below = |name: &str| match whole.members.get(name) {
        Some(member) => member.clone(),
        None if whole.open => Type::Any,
        None => Type::Undefined,
    };
    let merged = |name: &Arc<str>| {
        let each = shapes.iter().map(|shape| match shape.members.get(name) {
            Some(member) => member.clone(),
            None if shape.open => Type::Any,
            None => below(name),
        });
        (Arc::clone(name), each.fold(Type::Never, Type::union))
    };
    let names = shapes.iter().chain([&whole]).flat_map(|shape| shape.members.keys());
    let open = whole.open || shapes.iter().any(|shape| shape.open);
    Ok(Shape { members: names.map(merged).collect(), open })
}

fn member(of: &Type, name: &Name) -> Checked {
    let single = |single: &Type| match single {
        Type::Any => Some(Type::Any),
        Type::Text | Type::List(_) if &*name.text == "length" => Some(Type::Number),
        Type::Object(shape) => match shape.members.get(&name.text) {
            None if shape.open => Some(Type::Any),
            known => known.cloned(),
        },
        _ => None,
    };
    each(of, single).ok_or_else(|| {
        let is_method = of
            .alternatives()
            .iter()
            .any(|single| methods::of(single).any(|method| method.name == &*name.text));
        let fault =
            Fault::new(Kind::Type, name.span, format!("{of} has no member `{}`.", name.text));
        if is_method {
            return fault.hint(format!("`{0}` is a method: write `.{0}(…)`.", name.text));
        }
        let members = of.alternatives().iter().flat_map(|single| match single {
            Type::Object(shape) => shape.members.keys().map(|known| &**known).collect(),
            Type::Text | Type::List(_) => vec!["length"],
            _ => Vec::new(),
        });
        offer(fault, &name.text, members)
    })
}

/// Adds the likest of the names, where there is one like it.
pub(super) fn offer<'n>(fault: Fault, wrong: &str, names: impl Iterator<Item = &'n str>) -> Fault {
    let likeness = |name: &str| strsim::jaro_winkler(&wrong.to_lowercase(), &name.to_lowercase());
    let best = names.map(|name| (likeness(name), name)).max_by(|one, two| one.0.total_cmp(&two.0));
    match best {
        Some((likeness, name)) if likeness >= LIKENESS_MIN => {
            fault.hint(format!("Did you mean `{name}`?"))
        }
        _ => fault,
    }
}
