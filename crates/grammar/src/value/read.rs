//! Reads a value expression. It goes from the text to the tree in one pass, and says of what it
//! cannot read what to write instead.

use rustc_hash::FxHashSet;

use crate::diagnostic::{Fault, Kind};
use crate::source::Span;

use super::refuse;
use super::tokens::{self, Token};
use super::tree::{Binary, Expr, Item, Member, Name, Node, Piece, Unary};

/// How deep an expression may be, in brackets or in a row such as `a + b + c`.
pub const EXPRESSION_DEPTH_MAX: usize = 64;

/// What may be written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Dialect {
    /// Without, a value is plain data: literals, variables, and lists and objects of these.
    pub expressions: bool,
}

/// Reads the expression that begins at or behind `at`, and says where it ends. It ends before what
/// cannot continue it: `|`, `;`, a bracket that was not opened in it, the end of the text.
pub fn read(text: &str, at: usize, dialect: Dialect) -> Result<(Expr, usize), Fault> {
    let (token, span) = tokens::token(text, text.floor_char_boundary(at));
    let mut reader = Reader { text, dialect, token, span, depth: 0 };
    let expr = reader.expression()?;
    let end = expr.span.end as usize;
    Ok((expr, end))
}

struct Reader<'t> {
    text: &'t str,
    dialect: Dialect,
    /// The token that is to be read next, and its place.
    token: Token<'t>,
    span: Span,
    depth: usize,
}

type Read<T> = Result<T, Fault>;

impl Reader<'_> {
    fn expression(&mut self) -> Read<Expr> {
        let expr = self.deeper(Self::choice)?;
        match self.sign().and_then(refuse::foreign) {
            Some((message, hint)) => Err(self.fault(message).hint(hint)),
            None => Ok(expr),
        }
    }

    fn choice(&mut self) -> Read<Expr> {
        let condition = self.binary(0)?;
        if self.sign() != Some("?") {
            return Ok(condition);
        }
        self.allow_expression()?;
        self.advance();
        let then = self.expression()?;
        self.expect(":", "A choice is written `condition ? this : that`.")?;
        let otherwise = self.expression()?;
        let span = condition.span.to(otherwise.span);
        let [condition, then, otherwise] = [condition, then, otherwise].map(Box::new);
        self.build(span, Node::Choice { condition, then, otherwise })
    }

    /// Operators that bind tighter than `strength`.
    fn binary(&mut self, strength: u8) -> Read<Expr> {
        let mut left = self.unary()?;
        while let Some(operator) = self.sign().and_then(Binary::named) {
            if operator.strength() <= strength {
                break;
            }
            self.refuse_next_rule()?;
            self.allow_expression()?;
            let place = self.span;
            self.advance();
            let right = self.binary(operator.strength())?;
            refuse::mixture(operator, place, [&left, &right])?;
            let span = left.span.to(right.span);
            left = self.build(span, Node::Binary(operator, Box::new(left), Box::new(right)))?;
        }
        Ok(left)
    }

    fn unary(&mut self) -> Read<Expr> {
        let operator = match &self.token {
            Token::Sign("!") => Unary::Not,
            Token::Sign("-") => Unary::Negate,
            Token::Name("typeof") => Unary::Typeof,
            _ => return self.links(),
        };
        let start = self.span;
        let (next, end) = tokens::token(self.text, start.end as usize);
        if let (Unary::Negate, Token::Number(number), false) =
            (operator, next, self.dialect.expressions)
        {
            self.jump(end.end as usize);
            return self.build(start.to(end), Node::Number(-number));
        }
        self.allow_expression()?;
        self.advance();
        let of = self.deeper(Self::unary)?;
        self.build(start.to(of.span), Node::Unary(operator, Box::new(of)))
    }

    /// A value with `.name`, `?.name`, `[index]` and `.method(…)` behind it.
    fn links(&mut self) -> Read<Expr> {
        let mut of = self.primary()?;
        loop {
            let optional = self.sign() == Some("?.");
            match self.sign() {
                Some("." | "?.") => {
                    self.allow_expression()?;
                    self.advance();
                    of = match self.sign() {
                        Some("[") if optional => self.index(of, optional)?,
                        _ => self.member(of, optional)?,
                    };
                }
                Some("[") => {
                    self.allow_expression()?;
                    of = self.index(of, false)?;
                }
                Some("(") => {
                    return Err(self
                        .fault("Only methods can be called.")
                        .hint("Write `value.method(…)`, for example `name.trim()`."));
                }
                _ => return Ok(of),
            }
        }
    }

    fn member(&mut self, of: Expr, optional: bool) -> Read<Expr> {
        let Token::Name(name) = self.token else {
            return Err(self
                .expected("the name of a member")
                .hint("Write `value.name` or `value[0]`."));
        };
        let name = Name { text: name.into(), span: self.span };
        let start = of.span;
        let of = Box::new(of);
        self.advance();
        if self.sign() != Some("(") {
            let span = start.to(name.span);
            return self.build(span, Node::Member { of, optional, name });
        }
        self.advance();
        let mut arguments = Vec::new();
        while self.sign() != Some(")") {
            if self.sign() == Some("...") {
                return Err(self
                    .fault("Arguments cannot be spread.")
                    .hint("Give them one by one."));
            }
            arguments.push(self.expression()?);
            if !self.take(",") {
                break;
            }
        }
        let end = self.expect(")", "Arguments are parted by `,` and end with `)`.")?;
        self.build(start.to(end), Node::Call { of, optional, name, arguments })
    }

    fn index(&mut self, of: Expr, optional: bool) -> Read<Expr> {
        self.advance();
        let index = Box::new(self.expression()?);
        let end = self.expect("]", "An index is written `value[0]`.")?;
        self.build(of.span.to(end), Node::Index { of: Box::new(of), optional, index })
    }

    fn primary(&mut self) -> Read<Expr> {
        let span = self.span;
        let node = match &self.token {
            Token::Name("true") => Node::Bool(true),
            Token::Name("false") => Node::Bool(false),
            Token::Name(name @ ("null" | "undefined")) => {
                return Err(self.fault(format!("There is no `{name}` in a value.")).hint(
                    "Leave the member out; an optional capture that was not said is missing.",
                ));
            }
            Token::Name(name) => Node::Variable((*name).into()),
            Token::Number(number) => Node::Number(*number),
            Token::Text(text) => Node::Text(text.clone()),
            Token::Backtick => return self.template(),
            Token::Sign("[") => return self.list(),
            Token::Sign("{") => return self.object(),
            Token::Sign("(") => {
                self.allow_expression()?;
                self.advance();
                let inner = Box::new(self.expression()?);
                let end = self.expect(")", "A bracket that is opened must be closed.")?;
                return self.build(span.to(end), Node::Group(inner));
            }
            _ => return Err(refuse::no_value(&self.token, self.expected("A value"))),
        };
        self.advance();
        self.build(span, node)
    }

    fn template(&mut self) -> Read<Expr> {
        self.allow_expression()?;
        let opening = self.span;
        let mut pieces = Vec::new();
        loop {
            let chunk = tokens::chunk(self.text, opening, self.span.end as usize)?;
            if !chunk.text.is_empty() {
                pieces.push(Piece::Text(chunk.text.into()));
            }
            self.jump(chunk.end);
            if !chunk.open {
                return self
                    .build(opening.to(Span::new(chunk.end, chunk.end)), Node::Template(pieces));
            }
            pieces.push(Piece::Value(self.expression()?));
            if self.sign() != Some("}") {
                return Err(self
                    .expected("`}`")
                    .hint("In a template a value is written `${value}`."));
            }
        }
    }

    fn list(&mut self) -> Read<Expr> {
        let start = self.span;
        let mut items = Vec::new();
        self.advance();
        while self.sign() != Some("]") {
            items.push(if self.take_spread()? {
                Item::Spread(self.expression()?)
            } else {
                Item::One(self.expression()?)
            });
            if !self.take(",") {
                break;
            }
        }
        let end = self.expect("]", "Items are parted by `,` and a list ends with `]`.")?;
        self.build(start.to(end), Node::List(items))
    }

    fn object(&mut self) -> Read<Expr> {
        let start = self.span;
        let mut members = Vec::new();
        let mut keys = FxHashSet::default();
        self.advance();
        while self.sign() != Some("}") {
            if self.take_spread()? {
                members.push(Member::Spread(self.expression()?));
            } else {
                let (key, value) = self.pair()?;
                if !keys.insert(key.text.clone()) {
                    let message = format!("`{}` is given twice.", key.text);
                    return Err(
                        Fault::new(Kind::Syntax, key.span, message).hint("Keep one of them.")
                    );
                }
                members.push(Member::One(key, value));
            }
            if !self.take(",") {
                break;
            }
        }
        let end = self.expect("}", "Members are parted by `,` and an object ends with `}`.")?;
        self.build(start.to(end), Node::Object(members))
    }

    /// `key: value`, `"key": value` or `variable`.
    fn pair(&mut self) -> Read<(Name, Expr)> {
        let span = self.span;
        let (text, bare) = match &self.token {
            Token::Name(name) => ((*name).into(), true),
            Token::Text(text) => (text.clone(), false),
            Token::Broken(fault) => return Err(fault.clone()),
            Token::Number(_) => {
                return Err(self
                    .expected("the name of a member")
                    .hint("Put a number that is a name in quotes."));
            }
            Token::Sign("[") => {
                return Err(self
                    .expected("the name of a member")
                    .hint("A name cannot be computed: write it out."));
            }
            _ => {
                let hint = "An object is written `{ name: value, variable, ...spread }`.";
                return Err(self.expected("the name of a member").hint(hint));
            }
        };
        let key = Name { text, span };
        let shorthand =
            bare && matches!(tokens::token(self.text, span.end as usize).0, Token::Sign("," | "}"));
        if shorthand {
            if matches!(&*key.text, "true" | "false" | "null" | "undefined" | "typeof") {
                let hint = format!("Write `name: {}`.", key.text);
                return Err(self.fault(format!("`{}` is no variable.", key.text)).hint(hint));
            }
            self.advance();
            let variable = self.build(span, Node::Variable(key.text.clone()))?;
            return Ok((key, variable));
        }
        self.advance();
        self.expect(":", "A member is written `name: value`.")?;
        Ok((key, self.expression()?))
    }

    /// Whether `...` stands here; if so it is read.
    fn take_spread(&mut self) -> Read<bool> {
        if self.sign() == Some("...") {
            self.allow_expression()?;
        }
        Ok(self.take("..."))
    }
}

/// Moving on, and saying what is wrong.
impl Reader<'_> {
    fn sign(&self) -> Option<&'static str> {
        match self.token {
            Token::Sign(sign) => Some(sign),
            _ => None,
        }
    }

    fn advance(&mut self) {
        self.jump(self.span.end as usize);
    }

    fn jump(&mut self, at: usize) {
        (self.token, self.span) = tokens::token(self.text, at);
    }

    fn take(&mut self, sign: &str) -> bool {
        let here = self.sign() == Some(sign);
        if here {
            self.advance();
        }
        here
    }

    fn expect(&mut self, sign: &str, hint: &str) -> Read<Span> {
        let span = self.span;
        if self.take(sign) { Ok(span) } else { Err(self.expected(&format!("`{sign}`")).hint(hint)) }
    }

    fn deeper(&mut self, read: fn(&mut Self) -> Read<Expr>) -> Read<Expr> {
        self.depth += 1;
        if self.depth > EXPRESSION_DEPTH_MAX {
            return Err(refuse::too_deep(self.span));
        }
        let expr = read(self)?;
        self.depth -= 1;
        Ok(expr)
    }

    fn build(&self, span: Span, node: Node) -> Read<Expr> {
        let expr = Expr::new(span, node);
        if expr.height > EXPRESSION_DEPTH_MAX { Err(refuse::too_deep(span)) } else { Ok(expr) }
    }

    fn fault(&self, message: impl Into<String>) -> Fault {
        Fault::new(Kind::Syntax, self.span, message)
    }

    /// What is wrong with the token itself comes before what was expected in its place.
    fn expected(&self, what: &str) -> Fault {
        match &self.token {
            Token::Broken(fault) => fault.clone(),
            token => {
                self.fault(format!("{what} is expected here, not {}.", refuse::described(token)))
            }
        }
    }

    fn allow_expression(&self) -> Read<()> {
        if self.dialect.expressions {
            return Ok(());
        }
        let sign = refuse::described(&self.token);
        Err(self
            .fault(format!("{sign} makes an expression, and values here are plain."))
            .hint("Turn value expressions on, or keep to literals, variables, lists and objects."))
    }

    /// `<Next> = …` would else be read as a comparison.
    fn refuse_next_rule(&self) -> Read<()> {
        match tokens::opens_rule(self.text, self.span.start as usize) {
            Some(rule) => Err(self
                .fault(format!("The rule before `{rule}` does not end."))
                .hint(format!("Write `;` before `{rule}`."))),
            None => Ok(()),
        }
    }
}
