//! Where in a text each statement stands. Knows the grammar of statements, not the meaning of
//! numbers and dates.

use std::ops::Range;

use crate::agents::error::Fault;

const DEPTH_MAX: usize = 100;

#[derive(Debug, PartialEq, Eq)]
pub(in crate::agents) struct Statement {
    pub(super) kind: Kind,
    /// From the start of its first line to behind the end of its last.
    pub(super) lines: Range<usize>,
}

#[derive(Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Header {
        path: Vec<String>,
        of_array: bool,
    },
    /// `table` is the header that it stands under, `path` leads from the root.
    Pair {
        table: Vec<String>,
        path: Vec<String>,
        value: Range<usize>,
    },
}

pub(in crate::agents) fn scan(text: &str) -> Result<Vec<Statement>, Fault> {
    let mut scanner = Scanner { text, at: 0 };
    if text.starts_with('\u{feff}') {
        scanner.at = '\u{feff}'.len_utf8();
    }
    let (mut statements, mut table) = (Vec::new(), Vec::new());
    loop {
        scanner.lines();
        let Some(next) = scanner.peek() else {
            return Ok(statements);
        };
        let start = text[..scanner.at].rfind('\n').map_or(0, |newline| newline + 1);
        let kind = if next == '[' { scanner.header()? } else { scanner.pair(&table)? };
        scanner.end_of_line()?;
        if let Kind::Header { path, .. } = &kind {
            table.clone_from(path);
        }
        statements.push(Statement { kind, lines: start..scanner.at });
    }
}

struct Scanner<'t> {
    text: &'t str,
    at: usize,
}

impl Scanner<'_> {
    fn header(&mut self) -> Result<Kind, Fault> {
        let of_array = self.rest().starts_with("[[");
        self.at += if of_array { 2 } else { 1 };
        let path = self.path()?;
        let end = if of_array { "]]" } else { "]" };
        if !self.rest().starts_with(end) {
            return Err(self.fault(format!("a table's name does not end with `{end}`")));
        }
        self.at += end.len();
        Ok(Kind::Header { path, of_array })
    }

    fn pair(&mut self, table: &[String]) -> Result<Kind, Fault> {
        let key = self.path()?;
        self.equals(&key)?;
        let start = self.at;
        self.value(0)?;
        let path = table.iter().cloned().chain(key).collect();
        Ok(Kind::Pair { table: table.to_vec(), path, value: start..self.at })
    }

    fn equals(&mut self, key: &[String]) -> Result<(), Fault> {
        if self.peek() != Some('=') {
            return Err(self.fault(format!("a `=` is missing after `{}`", key.join("."))));
        }
        self.at += 1;
        self.blanks();
        Ok(())
    }

    /// Names with dots between them.
    fn path(&mut self) -> Result<Vec<String>, Fault> {
        let mut path = Vec::new();
        loop {
            self.blanks();
            path.push(self.name()?);
            self.blanks();
            if self.peek() != Some('.') {
                return Ok(path);
            }
            self.at += 1;
        }
    }

    fn name(&mut self) -> Result<String, Fault> {
        let start = self.at;
        match self.peek() {
            Some(quote @ ('"' | '\'')) => {
                self.quoted(quote)?;
                let raw = &self.text[start..self.at];
                let inside = raw[1..raw.len() - 1].to_owned();
                let meant = (quote == '"').then(|| serde_json::from_str(raw).ok()).flatten();
                Ok(meant.unwrap_or(inside))
            }
            _ => {
                let is_part = |c: char| c.is_ascii_alphanumeric() || c == '_' || c == '-';
                let rest = self.rest();
                let name = rest[..rest.find(|c| !is_part(c)).unwrap_or(rest.len())].to_owned();
                if name.is_empty() {
                    return Err(self.fault("a name is missing"));
                }
                self.at += name.len();
                Ok(name)
            }
        }
    }

    fn value(&mut self, depth: usize) -> Result<(), Fault> {
        if depth > DEPTH_MAX {
            return Err(self.fault("this is nested too deeply"));
        }
        match self.peek() {
            Some('[') => self.list(']', depth),
            Some('{') => self.list('}', depth),
            Some(quote @ ('"' | '\'')) => {
                let thrice = quote.to_string().repeat(3);
                if self.rest().starts_with(&thrice) {
                    self.paragraph(quote)
                } else {
                    self.quoted(quote)
                }
            }
            _ => self.word(),
        }
    }

    /// An array, or a table between braces.
    fn list(&mut self, end: char, depth: usize) -> Result<(), Fault> {
        self.at += 1;
        let mut wants_comma = false;
        loop {
            self.lines();
            match self.peek() {
                None => return Err(self.fault(format!("a `{end}` is missing at the end"))),
                Some(c) if c == end => {
                    self.at += 1;
                    return Ok(());
                }
                Some(',') if wants_comma => {
                    self.at += 1;
                    wants_comma = false;
                }
                Some(_) if wants_comma => {
                    return Err(self.fault(format!("a comma or a `{end}` is missing")));
                }
                Some(_) => {
                    if end == '}' {
                        let key = self.path()?;
                        self.equals(&key)?;
                    }
                    self.value(depth + 1)?;
                    wants_comma = true;
                }
            }
        }
    }

    fn quoted(&mut self, quote: char) -> Result<(), Fault> {
        let mut escaped = false;
        for (offset, c) in self.rest().char_indices().skip(1) {
            match c {
                '\n' => break,
                _ if escaped => escaped = false,
                '\\' if quote == '"' => escaped = true,
                _ if c == quote => {
                    self.at += offset + 1;
                    return Ok(());
                }
                _ => {}
            }
        }
        Err(self.fault("a text has no closing quote"))
    }

    /// A text between three quotes on each side, and perhaps two more at its end.
    fn paragraph(&mut self, quote: char) -> Result<(), Fault> {
        let (mut escaped, mut row) = (false, 0);
        for (offset, c) in self.rest().char_indices().skip(3) {
            if row >= 3 && (c != quote || row == 5) {
                self.at += offset;
                return Ok(());
            }
            let counts = c == quote && !escaped;
            row = if counts { row + 1 } else { 0 };
            escaped = c == '\\' && quote == '"' && !escaped;
        }
        if row >= 3 {
            self.at = self.text.len();
            return Ok(());
        }
        Err(self.fault("a text has no closing quotes"))
    }

    /// A number, a date, `true` or `false`.
    fn word(&mut self) -> Result<(), Fault> {
        let is_part = |c: char| c.is_ascii_alphanumeric() || "+-_.:".contains(c);
        let length = |rest: &str| rest.find(|c| !is_part(c)).unwrap_or(rest.len());
        let rest = self.rest();
        let word = &rest[..length(rest)];
        let is_value =
            matches!(word.trim_start_matches(['+', '-']), "true" | "false" | "inf" | "nan")
                || word.trim_start_matches(['+', '-']).starts_with(|c: char| c.is_ascii_digit());
        if !is_value {
            let what = match word {
                "" => "a value is missing".to_owned(),
                _ => format!("`{word}` is no value; is it a text?"),
            };
            return Err(self.fault(what));
        }
        // A date and its time may have a space between them.
        let is_date = word.len() == 10 && word.as_bytes()[4] == b'-';
        let time = rest[word.len()..]
            .strip_prefix(' ')
            .filter(|time| is_date && time.starts_with(|c: char| c.is_ascii_digit()));
        self.at += word.len() + time.map_or(0, |time| 1 + length(time));
        Ok(())
    }

    fn end_of_line(&mut self) -> Result<(), Fault> {
        self.blanks();
        if self.peek() == Some('#') {
            let rest = self.rest();
            self.at += rest.find('\n').unwrap_or(rest.len());
        }
        if self.rest().starts_with('\r') {
            self.at += 1;
        }
        match self.peek() {
            None => Ok(()),
            Some('\n') => {
                self.at += 1;
                Ok(())
            }
            Some(_) => Err(self.fault("something stands behind the end of the value")),
        }
    }

    /// Passes empty lines and comments.
    fn lines(&mut self) {
        loop {
            let rest = self.rest();
            self.at += rest.len() - rest.trim_start_matches([' ', '\t', '\r', '\n']).len();
            if self.peek() != Some('#') {
                return;
            }
            let rest = self.rest();
            self.at += rest.find('\n').unwrap_or(rest.len());
        }
    }

    fn blanks(&mut self) {
        let rest = self.rest();
        self.at += rest.len() - rest.trim_start_matches([' ', '\t']).len();
    }

    fn rest(&self) -> &str {
        &self.text[self.at..]
    }

    fn peek(&self) -> Option<char> {
        self.rest().chars().next()
    }

    fn fault(&self, what: impl Into<String>) -> Fault {
        Fault::at(self.text, self.at, what)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn statements_are_told_apart() {
        let text = concat!(
            "# a [comment]\n",
            "a = \"]\\\"[x]\" # b\n",
            "'b'.\"c.d\" = [\n  1, # one\n  [2, '#'],\n]\n",
            "e = \"\"\"\n[not.a.table]\n\\\"\"\"\"\"\"\r\n",
            "f = '''\n[nor.this]'''\n",
            "[t . u]\n",
            "when = 1979-05-27 07:32:00Z\n",
            "g = { h = 1, i.j = { } }\n",
            "[[v]]\n",
        );
        let found: Vec<String> = scan(text)
            .unwrap()
            .into_iter()
            .map(|statement| match statement.kind {
                Kind::Header { path, of_array } => format!("[{}] {of_array}", path.join("|")),
                Kind::Pair { path, .. } => path.join("|"),
            })
            .collect();
        let expected = ["a", "b|c.d", "e", "f", "[t|u] false", "t|u|when", "t|u|g", "[v] true"];
        assert_eq!(found, expected);
    }

    #[test]
    fn a_fault_names_its_line() {
        for (text, line, what) in [
            ("a = 1\nb 2\n", 2, "a `=` is missing after `b`"),
            ("a = 1\nb =\n", 2, "a value is missing"),
            ("a = yes\n", 1, "`yes` is no value; is it a text?"),
            ("[a\n", 1, "a table's name does not end with `]`"),
            ("a = [1\n2]\n", 2, "a comma or a `]` is missing"),
            ("\na = \"b\n", 2, "a text has no closing quote"),
            ("a = '''b\n", 1, "a text has no closing quotes"),
            ("a = 1 2\n", 1, "something stands behind the end of the value"),
            ("= 2\n", 1, "a name is missing"),
            ("a = {b = 1\n", 2, "a `}` is missing at the end"),
        ] {
            let fault = scan(text).unwrap_err();
            assert_eq!((fault.line, fault.what.as_str()), (line, what), "{text}");
        }
        let deep = format!("a = {}", "[".repeat(100_000));
        assert_eq!(scan(&deep).unwrap_err().what, "this is nested too deeply");
    }
}
