//! Where in a text each value stands, by `jsonc-parser`. Reads strictly what the agent itself would
//! read.

use std::ops::Range;

use jsonc_parser::common::Ranged as _;
use jsonc_parser::errors::{ParseError, ParseErrorKind};
use jsonc_parser::tokens::{Token, TokenAndRange};
use jsonc_parser::{CollectOptions, ParseOptions, ast, parse_to_ast};
use serde_json::Value;

use crate::error::Fault;

const BYTE_ORDER_MARK: char = '\u{feff}';

/// How much an agent forgives.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Dialect {
    Strict,
    /// With comments and trailing commas.
    Comments,
    /// Also single quotes, names without quotes, and more kinds of numbers.
    Json5,
}

#[derive(Debug)]
pub(crate) struct Node {
    pub(super) span: Range<usize>,
    pub(crate) kind: Kind,
}

#[derive(Debug)]
pub(crate) enum Kind {
    Object(Vec<Member>),
    Array(Vec<Node>),
    Scalar(Value),
}

#[derive(Debug)]
pub(crate) struct Member {
    pub(crate) key: String,
    pub(super) start: usize,
    pub(super) value: Node,
    /// Where the comma behind it stands.
    pub(super) comma: Option<usize>,
}

impl Node {
    /// Of names that occur twice, programs take the last.
    pub(super) fn member(&self, key: &str) -> Option<&Member> {
        match &self.kind {
            Kind::Object(members) => members.iter().rev().find(|member| member.key == key),
            _ => None,
        }
    }

    pub(crate) fn find(&self, path: &[&str]) -> Option<&Self> {
        path.iter().try_fold(self, |node, key| Some(&node.member(key)?.value))
    }

    pub(crate) fn text<'t>(&self, whole: &'t str) -> &'t str {
        &whole[self.span.clone()]
    }

    pub(crate) fn value(&self) -> Value {
        match &self.kind {
            Kind::Scalar(value) => value.clone(),
            Kind::Array(nodes) => nodes.iter().map(Self::value).collect(),
            Kind::Object(members) => {
                members.iter().map(|member| (member.key.clone(), member.value.value())).collect()
            }
        }
    }
}

pub(crate) fn parse(text: &str, dialect: Dialect) -> Result<Node, Fault> {
    let start = if text.starts_with(BYTE_ORDER_MARK) { BYTE_ORDER_MARK.len_utf8() } else { 0 };
    let collect = CollectOptions { tokens: true, ..CollectOptions::default() };
    let parsed = parse_to_ast(&text[start..], &collect, &dialect.options());
    let parsed = parsed.map_err(|error| fault(text, start, &error))?;
    let tokens = parsed.tokens.unwrap_or_default();
    match parsed.value {
        Some(value) => Ok(Source { start, tokens: &tokens }.node(&value)),
        None => Err(Fault::at(text, text.len(), "a value is missing")),
    }
}

fn fault(text: &str, start: usize, error: &ParseError) -> Fault {
    let what = match error.kind() {
        // It is told at the end of the value before, which is where a person has to write it.
        ParseErrorKind::ExpectedComma => "a comma is missing".to_owned(),
        other => other.to_string(),
    };
    let mut letters = what.chars();
    let first = letters.next().map(|letter| letter.to_lowercase().to_string()).unwrap_or_default();
    Fault::at(text, start + error.range().start, first + letters.as_str())
}

impl Dialect {
    fn options(self) -> ParseOptions {
        let (comments, json5) = (self >= Self::Comments, self == Self::Json5);
        ParseOptions {
            allow_comments: comments,
            allow_trailing_commas: comments,
            allow_missing_commas: false,
            allow_loose_object_property_names: json5,
            allow_single_quoted_strings: json5,
            allow_hexadecimal_numbers: json5,
            allow_unary_plus_numbers: json5,
            allow_bare_decimal_point_numbers: json5,
            allow_non_finite_numbers: json5,
            allow_extended_string_escapes: json5,
        }
    }
}

/// What was parsed: where it begins in the text, and its tokens in order.
struct Source<'a> {
    start: usize,
    tokens: &'a [TokenAndRange<'a>],
}

impl Source<'_> {
    fn node(&self, value: &ast::Value<'_>) -> Node {
        let kind = match value {
            ast::Value::Object(object) => {
                Kind::Object(object.properties.iter().map(|each| self.member(each)).collect())
            }
            ast::Value::Array(array) => {
                Kind::Array(array.elements.iter().map(|each| self.node(each)).collect())
            }
            ast::Value::StringLit(text) => Kind::Scalar(Value::from(text.value.as_ref())),
            ast::Value::BooleanLit(boolean) => Kind::Scalar(Value::from(boolean.value)),
            ast::Value::NullKeyword(_) => Kind::Scalar(Value::Null),
            // What only JSON5 can say is never one of the values that we look for.
            ast::Value::NumberLit(number) => Kind::Scalar(
                serde_json::from_str(number.value).unwrap_or_else(|_| Value::from(number.value)),
            ),
        };
        let range = value.range();
        Node { span: self.start + range.start..self.start + range.end, kind }
    }

    fn member(&self, property: &ast::ObjectProp<'_>) -> Member {
        let end = property.value.range().end;
        let next = self.tokens.partition_point(|token| token.range.start < end);
        let comma = self.tokens.get(next).filter(|token| token.token == Token::Comma);
        Member {
            key: property.name.as_str().to_owned(),
            start: self.start + property.range.start,
            value: self.node(&property.value),
            comma: comma.map(|comma| self.start + comma.range.start),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const DIALECTS: [Dialect; 3] = [Dialect::Strict, Dialect::Comments, Dialect::Json5];

    #[test]
    fn it_reads_what_a_json_parser_reads() {
        for text in [
            "{}",
            " [1, -2.5e3, true, null, \"a\\n\\u00e4\\\"\"]\n",
            "\u{feff}{\"a\": {\"b\": [{}, []]}, \"a\": 2}",
            "\"x\"",
        ] {
            let meant: Value = serde_json::from_str(text.trim_start_matches('\u{feff}')).unwrap();
            for dialect in DIALECTS {
                assert_eq!(parse(text, dialect).unwrap().value(), meant, "{text}");
            }
        }
    }

    #[test]
    fn each_dialect_forgives_its_own() {
        let kinds = [
            ("{\"a\": 1}", Dialect::Strict),
            ("{\"a\": 1,}", Dialect::Comments),
            ("// x\n{\"a\": /* y */ 1 // z\n}", Dialect::Comments),
            ("{\"a\": [1, // /* x\n2,], /* } // */ \"b\": \"/*\"}", Dialect::Comments),
            ("{a: 'it\\'s', 'b-c': +.5, d: 0xFF, e: [1,], f: Infinity}", Dialect::Json5),
        ];
        for (text, needed) in kinds {
            for dialect in DIALECTS {
                assert_eq!(parse(text, dialect).is_ok(), dialect >= needed, "{dialect:?} {text}");
            }
        }
    }

    #[test]
    fn members_and_their_commas_are_found_behind_a_byte_order_mark_too() {
        let text = "\u{feff}{ \"a\" /* , */ : 1 /* , */ , \"b\": {} // ,\n}";
        let root = parse(text, Dialect::Comments).unwrap();
        let Kind::Object(members) = &root.kind else { panic!("{root:?}") };
        assert!(text[members[0].start..].starts_with("\"a\""));
        assert_eq!(members[0].value.text(text), "1");
        assert!(text[members[0].comma.unwrap()..].starts_with(", \"b\""));
        assert_eq!((members[1].value.text(text), members[1].comma), ("{}", None));
    }

    #[test]
    fn a_fault_names_its_line() {
        for (text, line, what) in [
            ("", 1, "a value is missing"),
            ("{\n  \"a\": 1\n  \"b\": 2\n}", 2, "a comma is missing"),
            ("{\n  \"a\" 1\n}", 2, "expected colon after the string or word in object property"),
            ("{\n  \"a\": [1,\n}", 3, "unexpected close brace"),
            ("{\n  \"a\": \"b\n}", 2, "unterminated string literal"),
            ("{\n  \"a\": yes\n}", 2, "unexpected word"),
            ("{\n  \"a\": {\n", 2, "unterminated object"),
            ("{}\n{}", 2, "text cannot contain more than one JSON value"),
            ("{\n/* a", 2, "unterminated comment block"),
            ("\u{feff}{\r\n\"a\": 1,,\r\n}", 2, "unexpected token in object"),
        ] {
            let fault = parse(text, Dialect::Comments).unwrap_err();
            assert_eq!((fault.line, fault.what.as_str()), (line, what), "{text}");
        }
        let deep = "[".repeat(100_000);
        let fault = parse(&deep, Dialect::Strict).unwrap_err();
        assert_eq!(fault.what, "maximum nesting depth exceeded");
    }
}
