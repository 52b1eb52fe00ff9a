//! Where in a text each value stands. Reads strictly what the agent itself would read.

use std::ops::Range;

use serde_json::Value;

use crate::agents::error::Fault;

const DEPTH_MAX: usize = 100;

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
pub(in crate::agents) struct Node {
    pub(super) span: Range<usize>,
    pub(in crate::agents) kind: Kind,
}

#[derive(Debug)]
pub(in crate::agents) enum Kind {
    Object(Vec<Member>),
    Array(Vec<Node>),
    Scalar(Value),
}

#[derive(Debug)]
pub(in crate::agents) struct Member {
    pub(in crate::agents) key: String,
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

    pub(in crate::agents) fn find(&self, path: &[&str]) -> Option<&Self> {
        path.iter().try_fold(self, |node, key| Some(&node.member(key)?.value))
    }

    pub(in crate::agents) fn text<'t>(&self, whole: &'t str) -> &'t str {
        &whole[self.span.clone()]
    }

    pub(in crate::agents) fn value(&self) -> Value {
        match &self.kind {
            Kind::Scalar(value) => value.clone(),
            Kind::Array(nodes) => nodes.iter().map(Self::value).collect(),
            Kind::Object(members) => {
                members.iter().map(|member| (member.key.clone(), member.value.value())).collect()
            }
        }
    }
}

pub(in crate::agents) fn scan(text: &str, dialect: Dialect) -> Result<Node, Fault> {
    let mut scanner = Scanner { text, at: 0, dialect };
    if text.starts_with('\u{feff}') {
        scanner.at = '\u{feff}'.len_utf8();
    }
    scanner.space()?;
    let node = scanner.value(0)?;
    scanner.space()?;
    match scanner.peek() {
        None => Ok(node),
        Some(_) => Err(scanner.fault("there is more after the end of the value")),
    }
}

struct Scanner<'t> {
    text: &'t str,
    at: usize,
    dialect: Dialect,
}

impl Scanner<'_> {
    fn value(&mut self, depth: usize) -> Result<Node, Fault> {
        if depth > DEPTH_MAX {
            return Err(self.fault("this is nested too deeply"));
        }
        let start = self.at;
        let kind = match self.peek() {
            Some('{') => self.object(depth)?,
            Some('[') => self.array(depth)?,
            Some('"') => Kind::Scalar(Value::String(self.string('"')?)),
            Some('\'') if self.dialect == Dialect::Json5 => {
                Kind::Scalar(Value::String(self.string('\'')?))
            }
            _ => Kind::Scalar(self.word()?),
        };
        Ok(Node { span: start..self.at, kind })
    }

    fn object(&mut self, depth: usize) -> Result<Kind, Fault> {
        self.at += 1;
        let mut members: Vec<Member> = Vec::new();
        loop {
            self.space()?;
            if self.closes('}', members.last().map(|last| last.comma.is_some()))? {
                return Ok(Kind::Object(members));
            }
            let start = self.at;
            let key = self.key()?;
            self.space()?;
            if !self.take(':') {
                return Err(self.fault(format!("a `:` is missing after \"{key}\"")));
            }
            self.space()?;
            let value = self.value(depth + 1)?;
            let comma = self.comma()?;
            members.push(Member { key, start, value, comma });
        }
    }

    fn array(&mut self, depth: usize) -> Result<Kind, Fault> {
        self.at += 1;
        let (mut nodes, mut comma) = (Vec::new(), None);
        loop {
            self.space()?;
            if self.closes(']', comma)? {
                return Ok(Kind::Array(nodes));
            }
            nodes.push(self.value(depth + 1)?);
            comma = Some(self.comma()?.is_some());
        }
    }

    /// Whether the end is here. `comma` tells whether one stood behind the last value, if any.
    fn closes(&mut self, end: char, comma: Option<bool>) -> Result<bool, Fault> {
        if self.peek() == Some(end) {
            if comma == Some(true) && self.dialect == Dialect::Strict {
                return Err(self.fault(format!("a comma stands before `{end}`")));
            }
            self.at += 1;
            return Ok(true);
        }
        match (self.peek(), comma) {
            (None, _) => Err(self.fault(format!("a `{end}` is missing at the end"))),
            (_, Some(false)) => Err(self.fault(format!("a comma or a `{end}` is missing"))),
            _ => Ok(false),
        }
    }

    fn comma(&mut self) -> Result<Option<usize>, Fault> {
        self.space()?;
        let at = self.at;
        Ok(self.take(',').then_some(at))
    }

    fn key(&mut self) -> Result<String, Fault> {
        match self.peek() {
            Some('"') => self.string('"'),
            Some('\'') if self.dialect == Dialect::Json5 => self.string('\''),
            Some(c) if self.dialect == Dialect::Json5 && is_name(c) => {
                let rest = &self.text[self.at..];
                let name = &rest[..rest.find(|c| !is_name(c)).unwrap_or(rest.len())];
                self.at += name.len();
                Ok(name.to_owned())
            }
            _ => Err(self.fault("a name in double quotes is missing")),
        }
    }

    fn string(&mut self, quote: char) -> Result<String, Fault> {
        let start = self.at;
        let mut escaped = false;
        for (offset, c) in self.text[start..].char_indices().skip(1) {
            match c {
                '\n' if !(escaped && self.dialect == Dialect::Json5) => break,
                _ if escaped => escaped = false,
                '\\' => escaped = true,
                _ if c == quote => {
                    self.at = start + offset + 1;
                    return self.meaning(start, quote);
                }
                _ => {}
            }
        }
        Err(self.fault("a text has no closing quote"))
    }

    fn meaning(&self, start: usize, quote: char) -> Result<String, Fault> {
        let raw = &self.text[start..self.at];
        match serde_json::from_str(raw) {
            Ok(meant) => Ok(meant),
            // What only JSON5 can say is never one of the names or values that we look for.
            Err(_) if self.dialect == Dialect::Json5 => Ok(raw.trim_matches(quote).to_owned()),
            Err(_) => {
                Err(Fault::at(self.text, start, "a text has a `\\` or a character it may not have"))
            }
        }
    }

    /// A number, `true`, `false` or `null`.
    fn word(&mut self) -> Result<Value, Fault> {
        let rest = &self.text[self.at..];
        let is_part = |c: char| c.is_ascii_alphanumeric() || "+-._".contains(c);
        let word = &rest[..rest.find(|c| !is_part(c)).unwrap_or(rest.len())];
        let value = match serde_json::from_str(word) {
            Ok(value) => value,
            Err(_) if self.dialect == Dialect::Json5 && is_json5_number(word) => {
                Value::String(word.to_owned())
            }
            Err(_) if word.is_empty() => return Err(self.fault("a value is missing")),
            Err(_) => return Err(self.fault(format!("`{word}` is no value; is it a text?"))),
        };
        self.at += word.len();
        Ok(value)
    }

    /// Passes white space and comments.
    fn space(&mut self) -> Result<(), Fault> {
        loop {
            let rest = &self.text[self.at..];
            let blank = match self.dialect {
                Dialect::Json5 => rest.len() - rest.trim_start().len(),
                _ => rest.len() - rest.trim_start_matches([' ', '\t', '\r', '\n']).len(),
            };
            self.at += blank;
            let rest = &self.text[self.at..];
            let comment = if rest.starts_with("//") {
                rest.find('\n').unwrap_or(rest.len())
            } else if let Some(inside) = rest.strip_prefix("/*") {
                inside.find("*/").ok_or_else(|| self.fault("a comment has no end"))? + 4
            } else {
                return Ok(());
            };
            if self.dialect == Dialect::Strict {
                return Err(self.fault("a comment stands here, which this file may not have"));
            }
            self.at += comment;
        }
    }

    fn peek(&self) -> Option<char> {
        self.text[self.at..].chars().next()
    }

    fn take(&mut self, wanted: char) -> bool {
        let there = self.peek() == Some(wanted);
        self.at += if there { wanted.len_utf8() } else { 0 };
        there
    }

    fn fault(&self, what: impl Into<String>) -> Fault {
        Fault::at(self.text, self.at, what)
    }
}

fn is_name(c: char) -> bool {
    c.is_alphanumeric() || c == '_' || c == '$'
}

fn is_json5_number(word: &str) -> bool {
    let digits = word.trim_start_matches(['+', '-']);
    matches!(digits, "Infinity" | "NaN")
        || digits.starts_with(|c: char| c.is_ascii_digit())
        || digits
            .strip_prefix('.')
            .is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_digit()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_reads_what_a_json_parser_reads() {
        for text in [
            "{}",
            " [1, -2.5e3, true, null, \"a\\n\\u00e4\\\"\"]\n",
            "\u{feff}{\"a\": {\"b\": [{}, []]}, \"a\": 2}",
            "\"x\"",
        ] {
            let meant: Value = serde_json::from_str(text.trim_start_matches('\u{feff}')).unwrap();
            for dialect in [Dialect::Strict, Dialect::Comments, Dialect::Json5] {
                assert_eq!(scan(text, dialect).unwrap().value(), meant, "{text}");
            }
        }
    }

    #[test]
    fn each_dialect_forgives_its_own() {
        let kinds = [
            ("{\"a\": 1}", Dialect::Strict),
            ("{\"a\": 1,}", Dialect::Comments),
            ("// x\n{\"a\": /* y */ 1 // z\n}", Dialect::Comments),
            ("{a: 'it\\'s', 'b-c': +.5, d: 0xFF, e: [1,],}", Dialect::Json5),
        ];
        for (text, needed) in kinds {
            for dialect in [Dialect::Strict, Dialect::Comments, Dialect::Json5] {
                assert_eq!(scan(text, dialect).is_ok(), dialect >= needed, "{dialect:?} {text}");
            }
        }
    }

    #[test]
    fn a_fault_names_its_line() {
        for (text, line, what) in [
            ("", 1, "a value is missing"),
            ("{\n  \"a\": 1\n  \"b\": 2\n}", 3, "a comma or a `}` is missing"),
            ("{\n  \"a\" 1\n}", 2, "a `:` is missing after \"a\""),
            ("{\n  \"a\": [1,\n}", 3, "a value is missing"),
            ("{\n  \"a\": \"b\n}", 2, "a text has no closing quote"),
            ("{\n  \"a\": yes\n}", 2, "`yes` is no value; is it a text?"),
            ("{\n  \"a\": {\n", 3, "a `}` is missing at the end"),
            ("{}\n{}", 2, "there is more after the end of the value"),
            ("{\n/* a", 2, "a comment has no end"),
        ] {
            let fault = scan(text, Dialect::Comments).unwrap_err();
            assert_eq!((fault.line, fault.what.as_str()), (line, what), "{text}");
        }
        let deep = "[".repeat(100_000);
        assert_eq!(scan(&deep, Dialect::Strict).unwrap_err().what, "this is nested too deeply");
    }
}
