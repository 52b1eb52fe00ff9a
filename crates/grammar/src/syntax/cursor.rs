//! A place in the text that moves on: what every reading function works with.

use crate::diagnostic::{Fault, Kind};
use crate::source::Span;
use crate::spacing::is_space;
use crate::syntax::tree::Name;

#[derive(Debug, Clone, Copy)]
pub(crate) struct Cursor<'t> {
    pub(crate) text: &'t str,
    pub(crate) at: usize,
}

impl<'t> Cursor<'t> {
    pub(crate) fn rest(&self) -> &'t str {
        &self.text[self.at..]
    }

    pub(crate) fn peek(&self) -> Option<char> {
        self.rest().chars().next()
    }

    pub(crate) fn is_at_end(&self) -> bool {
        self.at >= self.text.len()
    }

    #[inline]
    pub(crate) fn is_at(&self, wanted: &str) -> bool {
        self.text.as_bytes()[self.at..].starts_with(wanted.as_bytes())
    }

    pub(crate) fn is_at_comment(&self) -> bool {
        matches!(self.text.as_bytes()[self.at..], [b'/', b'/' | b'*', ..])
    }

    pub(crate) fn next(&mut self) -> Option<char> {
        let c = self.peek()?;
        self.at += c.len_utf8();
        Some(c)
    }

    #[inline]
    pub(crate) fn take(&mut self, wanted: &str) -> bool {
        let found = self.is_at(wanted);
        if found {
            self.at += wanted.len();
        }
        found
    }

    /// A word of the language itself, such as `import`.
    pub(crate) fn take_keyword(&mut self, word: &str) -> bool {
        let follows = self.rest().strip_prefix(word).map(|rest| rest.chars().next());
        let found = follows.is_some_and(|next| !next.is_some_and(continues_name));
        if found {
            self.at += word.len();
        }
        found
    }

    pub(crate) fn skip_spaces(&mut self) -> bool {
        let start = self.at;
        loop {
            match self.text.as_bytes().get(self.at) {
                Some(b' ' | b'\n' | b'\t' | b'\r') => self.at += 1,
                Some(byte) if byte.is_ascii_graphic() => break,
                Some(_) if self.peek().is_some_and(is_space) => {
                    self.next();
                }
                _ => break,
            }
        }
        self.at > start
    }

    /// Letters and digits of ASCII in a row: what most words consist of.
    pub(crate) fn take_plain(&mut self) -> &'t str {
        let rest = &self.text.as_bytes()[self.at..];
        let plain = rest.iter().position(|byte| !byte.is_ascii_alphanumeric());
        let start = self.at;
        self.at += plain.unwrap_or(rest.len());
        &self.text[start..self.at]
    }

    /// One comment; the end of the line is left standing.
    pub(crate) fn skip_comment(&mut self) -> Result<(), Fault> {
        if self.is_at("//") {
            self.at += self.rest().find('\n').unwrap_or(self.rest().len());
            return Ok(());
        }
        let opened = self.span(2);
        match self.rest()[2..].find("*/") {
            Some(length) => self.at += 2 + length + 2,
            None => {
                self.at = self.text.len();
                return Err(Fault::new(Kind::Syntax, opened, "This comment never ends.")
                    .hint("Close it with `*/`; a literal `/*` is written `\\/*`."));
            }
        }
        Ok(())
    }

    /// White space and comments, as they may stand between any two tokens.
    pub(crate) fn skip_blanks(&mut self) -> Result<(), Fault> {
        loop {
            self.skip_spaces();
            if !self.is_at_comment() {
                return Ok(());
            }
            self.skip_comment()?;
        }
    }

    /// A name, with the blanks around it.
    pub(crate) fn name(&mut self, what: &str) -> Result<Name, Fault> {
        self.skip_blanks()?;
        let start = self.at;
        if !self.peek().is_some_and(starts_name) {
            return Err(self.fault(format!("{what} is expected here, not {}.", self.found())));
        }
        while self.peek().is_some_and(continues_name) {
            self.next();
        }
        let name = Name { text: self.text[start..self.at].into(), span: Span::new(start, self.at) };
        self.skip_blanks()?;
        Ok(name)
    }

    /// `<Name>`
    pub(crate) fn rule_name(&mut self) -> Result<Name, Fault> {
        let start = self.at;
        self.at += 1;
        if !self.rest().trim_start().starts_with(starts_name) && !self.is_at("/") {
            self.at = start;
            return Err(self
                .fault(format!("A rule name is expected after `<`, not {}.", {
                    let mut after = *self;
                    after.at += 1;
                    after.found()
                }))
                .hint("A literal `<` is written `\\<`."));
        }
        let mut name = self.name("The name of a rule")?;
        self.expect(">", "to close the name of the rule")?;
        name.span = Span::new(start, self.at);
        Ok(name)
    }

    pub(crate) fn expect(&mut self, wanted: &str, why: &str) -> Result<(), Fault> {
        if self.take(wanted) {
            return Ok(());
        }
        Err(self.fault(format!("`{wanted}` is expected here {why}, not {}.", self.found())))
    }

    pub(crate) fn fault(&self, message: impl Into<String>) -> Fault {
        Fault::new(Kind::Syntax, self.span(1), message)
    }

    /// The next few bytes as a place, within the text and not across a character.
    pub(crate) fn span(&self, length: usize) -> Span {
        let mut end = (self.at + length).min(self.text.len());
        while !self.text.is_char_boundary(end) {
            end += 1;
        }
        Span::new(self.at, end)
    }

    fn found(&self) -> String {
        match self.peek() {
            None => "the end of the file".into(),
            Some(c) if is_space(c) => "a space".into(),
            Some(c) => format!("`{c}`"),
        }
    }
}

pub(crate) fn starts_name(c: char) -> bool {
    c.is_alphabetic() || c == '_'
}

pub(crate) fn continues_name(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}
