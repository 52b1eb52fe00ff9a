//! What cannot be written in a value, and what to write instead.

use crate::diagnostic::{Fault, Kind};
use crate::source::Span;

use super::read::EXPRESSION_DEPTH_MAX;
use super::tokens::Token;
use super::tree::{Binary, Expr, Node};

/// A token stands where a value should; `fault` says so already.
pub(super) fn no_value(token: &Token<'_>, fault: Fault) -> Fault {
    match token {
        Token::Sign("+") => fault.hint("Leave out the `+`: nothing is turned into a number."),
        Token::Sign("/") => fault.hint(
            "There are no regular expressions; `includes`, `split` and `replace` take texts.",
        ),
        Token::Sign("...") => fault.hint("`...` stands within `[ ]` or `{ }`."),
        Token::Sign("=") => fault.hint("If a rule begins here, the one before it lacks its `;`."),
        Token::Sign("++" | "--") => fault.hint("Variables cannot be changed; write `x + 1`."),
        Token::Broken(_) => fault,
        _ => fault.hint(
            "A value is a literal, a variable, a list, an object, or an expression of these.",
        ),
    }
}

pub(super) fn too_deep(span: Span) -> Fault {
    let message = format!("This value is more than {EXPRESSION_DEPTH_MAX} levels deep.");
    Fault::new(Kind::TooLarge, span, message).hint("Move a part of it into a rule of its own.")
}

pub(super) fn mixture(operator: Binary, place: Span, sides: [&Expr; 2]) -> Result<(), Fault> {
    let other = sides.into_iter().find_map(|side| match (&side.node, operator) {
        (Node::Binary(other @ (Binary::Or | Binary::And), ..), Binary::Coalesce) => Some(*other),
        (Node::Binary(other @ Binary::Coalesce, ..), Binary::Or | Binary::And) => Some(*other),
        _ => None,
    });
    let Some(other) = other else { return Ok(()) };
    let (one, two) = (operator.symbol(), other.symbol());
    Err(Fault::new(
        Kind::Syntax,
        place,
        format!("`{one}` and `{two}` stand side by side without brackets."),
    )
    .hint(format!("Write `(a {two} b) {one} c` or `a {two} (b {one} c)`.")))
}

/// What other languages write here: what is wrong with it, and what to write instead.
pub(super) fn foreign(sign: &str) -> Option<(String, &'static str)> {
    let hint = match sign {
        "==" => "Compare with `===`.",
        "!=" => "Compare with `!==`.",
        "=" => {
            "Nothing is assigned in a value: in an object write `name: value`, to compare `===`."
        }
        "=>" => "There are no functions in a value.",
        "++" | "--" | "+=" | "-=" | "*=" | "/=" | "%=" => {
            "Variables cannot be changed; write `x + 1`."
        }
        "**" => "Multiply instead.",
        "&" => "Write `&&`, which means and.",
        "^" | "~" | "<<" | ">>" => "There are no operators on bits.",
        _ => return None,
    };
    Some((format!("`{sign}` is not part of the language."), hint))
}

pub(super) fn described(token: &Token<'_>) -> String {
    match token {
        Token::Name(name) => format!("`{name}`"),
        Token::Number(_) => "a number".into(),
        Token::Text(_) => "a text".into(),
        Token::Backtick => "a template".into(),
        Token::Sign(sign) => format!("`{sign}`"),
        Token::Strange(character) => format!("`{character}`"),
        Token::Broken(fault) => fault.message.clone(),
        Token::End => "the end".into(),
    }
}
