//! A value expression as it was written, with the place of each of its parts.

use std::sync::Arc;

use crate::source::Span;

/// One expression.
#[derive(Debug, Clone, PartialEq)]
pub struct Expr {
    pub span: Span,
    pub(super) node: Node,
    /// How many levels stand in it, itself counted: whoever walks down a tree must know an end.
    pub(super) height: usize,
}

#[derive(Debug, Clone, PartialEq)]
pub(super) enum Node {
    Bool(bool),
    Number(f64),
    Text(Arc<str>),
    Template(Vec<Piece>),
    Variable(Arc<str>),
    List(Vec<Item>),
    Object(Vec<Member>),
    /// Brackets are kept: they end an optional chain, and allow `??` beside `||`.
    Group(Box<Expr>),
    Unary(Unary, Box<Expr>),
    Binary(Binary, Box<Expr>, Box<Expr>),
    Choice {
        condition: Box<Expr>,
        then: Box<Expr>,
        otherwise: Box<Expr>,
    },
    /// `of.name` or `of?.name`.
    Member {
        of: Box<Expr>,
        optional: bool,
        name: Name,
    },
    /// `of[index]` or `of?.[index]`.
    Index {
        of: Box<Expr>,
        optional: bool,
        index: Box<Expr>,
    },
    /// `of.name(arguments)` or `of?.name(arguments)`.
    Call {
        of: Box<Expr>,
        optional: bool,
        name: Name,
        arguments: Vec<Expr>,
    },
}

/// The name of a member or a method, with its place.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Name {
    pub(super) text: Arc<str>,
    pub(super) span: Span,
}

/// A part of a template literal.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Piece {
    Text(Arc<str>),
    Value(Expr),
}

/// An item of a list.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Item {
    One(Expr),
    Spread(Expr),
}

/// A member of an object; `{ x }` is read as `{ x: x }`.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Member {
    One(Name, Expr),
    Spread(Expr),
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Unary {
    Not,
    Negate,
    Typeof,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Binary {
    Coalesce,
    Or,
    And,
    Equal,
    Unequal,
    Less,
    Greater,
    LessOrEqual,
    GreaterOrEqual,
    Add,
    Subtract,
    Multiply,
    Divide,
    Remainder,
}

impl Binary {
    pub(super) fn symbol(self) -> &'static str {
        match self {
            Self::Coalesce => "??",
            Self::Or => "||",
            Self::And => "&&",
            Self::Equal => "===",
            Self::Unequal => "!==",
            Self::Less => "<",
            Self::Greater => ">",
            Self::LessOrEqual => "<=",
            Self::GreaterOrEqual => ">=",
            Self::Add => "+",
            Self::Subtract => "-",
            Self::Multiply => "*",
            Self::Divide => "/",
            Self::Remainder => "%",
        }
    }

    pub(super) fn named(symbol: &str) -> Option<Self> {
        Some(match symbol {
            "??" => Self::Coalesce,
            "||" => Self::Or,
            "&&" => Self::And,
            "===" => Self::Equal,
            "!==" => Self::Unequal,
            "<" => Self::Less,
            ">" => Self::Greater,
            "<=" => Self::LessOrEqual,
            ">=" => Self::GreaterOrEqual,
            "+" => Self::Add,
            "-" => Self::Subtract,
            "*" => Self::Multiply,
            "/" => Self::Divide,
            "%" => Self::Remainder,
            _ => return None,
        })
    }

    /// How tightly it binds: more is tighter.
    pub(super) fn strength(self) -> u8 {
        match self {
            Self::Coalesce | Self::Or => 1,
            Self::And => 2,
            Self::Equal | Self::Unequal => 3,
            Self::Less | Self::Greater | Self::LessOrEqual | Self::GreaterOrEqual => 4,
            Self::Add | Self::Subtract => 5,
            Self::Multiply | Self::Divide | Self::Remainder => 6,
        }
    }
}

impl Expr {
    pub(super) fn new(span: Span, node: Node) -> Self {
        let mut height = 0;
        node.each_part(|part| height = height.max(part.height));
        Self { span, node, height: height + 1 }
    }

    /// Each use of a variable, in the order they are written.
    pub fn variables(&self) -> impl Iterator<Item = (&str, Span)> {
        let mut found = Vec::new();
        self.collect(&mut found);
        found.into_iter()
    }

    /// The name, where the expression is nothing but a variable.
    #[must_use]
    pub fn as_variable(&self) -> Option<&str> {
        match &self.ungrouped().node {
            Node::Variable(name) => Some(name),
            _ => None,
        }
    }

    /// What stands within the brackets, if there are any.
    pub(super) fn ungrouped(&self) -> &Self {
        match &self.node {
            Node::Group(inner) => inner.ungrouped(),
            _ => self,
        }
    }

    fn collect<'e>(&'e self, found: &mut Vec<(&'e str, Span)>) {
        if let Node::Variable(name) = &self.node {
            found.push((name, self.span));
        }
        self.node.each_part(|part| part.collect(found));
    }
}

impl Node {
    /// The expressions that stand directly in this one, in the order they are written.
    fn each_part<'n>(&'n self, mut see: impl FnMut(&'n Expr)) {
        match self {
            Self::Bool(_) | Self::Number(_) | Self::Text(_) | Self::Variable(_) => {}
            Self::Template(pieces) => pieces.iter().for_each(|piece| match piece {
                Piece::Text(_) => {}
                Piece::Value(value) => see(value),
            }),
            Self::List(items) => items.iter().for_each(|item| match item {
                Item::One(value) | Item::Spread(value) => see(value),
            }),
            Self::Object(members) => members.iter().for_each(|member| match member {
                Member::One(_, value) | Member::Spread(value) => see(value),
            }),
            Self::Group(inner) | Self::Unary(_, inner) => see(inner),
            Self::Binary(_, left, right) => [left, right].into_iter().for_each(|part| see(part)),
            Self::Choice { condition, then, otherwise } => {
                [condition, then, otherwise].into_iter().for_each(|part| see(part));
            }
            Self::Member { of, .. } => see(of),
            Self::Index { of, index, .. } => [of, index].into_iter().for_each(|part| see(part)),
            Self::Call { of, arguments, .. } => {
                see(of);
                arguments.iter().for_each(see);
            }
        }
    }
}
