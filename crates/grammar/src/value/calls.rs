//! Whether a method can be called so, and the type of what it gives.

use crate::diagnostic::{Fault, Kind};

use super::check::{Checked, offer, present, speakable};
use super::methods::{self, Gives, Method, Takes};
use super::tree::{Expr, Name};
use super::types::Type;

/// The type of `of.name(arguments)`, where the arguments have the types `given`.
pub(super) fn result(of: &Type, name: &Name, arguments: &[Expr], given: &[Type]) -> Checked {
    if *of == Type::Any {
        return match methods::named(&name.text).next() {
            Some(_) => Ok(Type::Any),
            None => Err(no_method(of, name)),
        };
    }
    let mut result = Type::Never;
    for single in of.alternatives() {
        let method = methods::named(&name.text).find(|method| method.is_on(single));
        let method = method.ok_or_else(|| no_method(single, name))?;
        accept(method, name, arguments, given)?;
        result = result.union(given_by(method, single, given).ok_or_else(|| {
            Fault::new(Kind::Type, name.span, format!("`join` cannot say the items of {single}."))
                .hint("Only strings, numbers and booleans can be said.")
        })?);
    }
    Ok(result)
}

fn no_method(of: &Type, name: &Name) -> Fault {
    let fault = Fault::new(Kind::Type, name.span, format!("{of} has no method `{}`.", name.text));
    offer(fault, &name.text, methods::of(of).map(|method| method.name))
}

fn accept(method: &Method, name: &Name, arguments: &[Expr], given: &[Type]) -> Checked<()> {
    let must = method.must.len();
    if given.len() < must {
        let message = format!(
            "`{}` takes {must} argument{}, and {} given.",
            method.name,
            if must == 1 { "" } else { "s" },
            were(given.len())
        );
        return Err(Fault::new(Kind::Type, name.span, message));
    }
    for (at, (argument, of)) in arguments.iter().zip(given).enumerate() {
        let Some((takes, must)) = method.takes(at) else {
            let message =
                format!("`{}` takes no more than {}.", method.name, must + method.may.len());
            return Err(Fault::new(Kind::Type, argument.span, message).hint("Leave out the rest."));
        };
        let wanted = match takes {
            Takes::Text => Type::Text,
            Takes::Number => Type::Number,
            Takes::Anything => continue,
        };
        if must {
            present(argument, of)?;
        }
        if !of.present().fits(&wanted) {
            let message = format!("`{}` takes a {wanted} here, and this is {of}.", method.name);
            return Err(Fault::new(Kind::Type, argument.span, message));
        }
    }
    Ok(())
}

fn were(count: usize) -> String {
    match count {
        0 => "none was".into(),
        1 => "one was".into(),
        more => format!("{more} were"),
    }
}

/// What the method gives on this type; nothing for a `join` of items that cannot be said.
fn given_by(method: &Method, of: &Type, given: &[Type]) -> Option<Type> {
    let item = match of {
        Type::List(item) => (**item).clone(),
        _ => Type::Never,
    };
    Some(match method.gives {
        Gives::Text => Type::Text,
        Gives::Number => Type::Number,
        Gives::Bool => Type::Bool,
        Gives::Texts => Type::list(Type::Text),
        Gives::MaybeText => Type::Text.optional(),
        Gives::MaybeNumber => Type::Number.optional(),
        Gives::Same => of.clone(),
        Gives::MaybeItem => item.optional(),
        Gives::Longer => {
            let singles = given.iter().flat_map(|given| given.alternatives());
            Type::list(singles.fold(item, |all, single| match single {
                Type::List(more) => all.union((**more).clone()),
                single => all.union(single.clone()),
            }))
        }
        Gives::SpokenItems if item.present().fits(&speakable()) => Type::Text,
        Gives::SpokenItems => return None,
    })
}
