//! One table of a text: put in, brought up to date, taken out.

use std::ops::Range;

use serde_json::Value;

use super::scan::{Kind, Statement, scan};
use crate::agents::error::Fault;

/// A table by its name.
#[derive(Debug, Clone, Copy)]
pub(in crate::agents) struct Table<'a>(pub(in crate::agents) &'a [&'a str]);

/// Whether the text sets this to that. Texts and lists of texts only.
pub(in crate::agents) fn has(
    text: &str,
    statements: &[Statement],
    path: &[&str],
    value: &Value,
) -> bool {
    found(statements, path).is_some_and(|there| meaning(&text[there]).as_ref() == Some(value))
}

impl Table<'_> {
    /// Its header, and those of the tables in it, each with what stands under it.
    fn blocks(self, statements: &[Statement]) -> Vec<Range<usize>> {
        let mut blocks: Vec<Range<usize>> = Vec::new();
        let mut inside = false;
        for Statement { kind, lines } in statements {
            match kind {
                Kind::Header { path, .. } => {
                    inside = self.holds(path);
                    if inside {
                        blocks.push(lines.clone());
                    }
                }
                Kind::Pair { .. } if inside => {
                    if let Some(block) = blocks.last_mut() {
                        block.end = lines.end;
                    }
                }
                Kind::Pair { .. } => {}
            }
        }
        blocks
    }

    pub(in crate::agents) fn is_in(self, statements: &[Statement]) -> bool {
        !self.blocks(statements).is_empty()
    }

    /// The text of the table, and of those in it.
    pub(in crate::agents) fn text(self, text: &str) -> Option<String> {
        let blocks = self.blocks(&scan(text).ok()?);
        let text: String = blocks.into_iter().map(|block| &text[block]).collect();
        (!text.is_empty()).then_some(text)
    }

    /// The text with these fields in the table, each by its path in it. Other fields stay.
    pub(in crate::agents) fn put(
        self,
        text: &str,
        fields: &[(&[&str], Value)],
    ) -> Result<String, Fault> {
        let statements = scan(text)?;
        self.refuse_other_ways(text, &statements)?;
        if found(&statements, &[self.0, &["url"]].concat()).is_some() {
            // A server elsewhere; nothing of it fits a program here.
            return self.put(&self.remove(text)?, fields);
        }
        if !has_header(&statements, self.0) {
            return Ok(self.append(text, fields));
        }
        let mut written = text.to_owned();
        // Each changes the places of the next.
        for (path, value) in fields {
            written = self.put_field(&written, path, value)?;
        }
        Ok(written)
    }

    fn put_field(self, text: &str, path: &[&str], value: &Value) -> Result<String, Fault> {
        let statements = scan(text)?;
        let whole = [self.0, path].concat();
        if let Some(there) = found(&statements, &whole) {
            let same = meaning(&text[there.clone()]).as_ref() == Some(value);
            let raw = if same { text[there.clone()].to_owned() } else { render(value) };
            return Ok(format!("{}{raw}{}", &text[..there.start], &text[there.end..]));
        }
        let (name, above) =
            whole.split_last().map_or(("", &whole[..0]), |(name, above)| (*name, above));
        let (table, key) = match has_header(&statements, above) {
            true => (above, name.to_owned()),
            false => (self.0, path.join(".")),
        };
        let mut at = text.len();
        for Statement { kind, lines } in &statements {
            let stands_there = match kind {
                Kind::Header { path, .. } => path == table,
                Kind::Pair { table: under, .. } => under == table,
            };
            if stands_there {
                at = lines.end;
            }
        }
        let newline = newline(text);
        let start = if text[..at].ends_with('\n') { "" } else { newline };
        let line = format!("{start}{key} = {}{newline}", render(value));
        Ok(format!("{}{line}{}", &text[..at], &text[at..]))
    }

    /// At the end, after an empty line.
    fn append(self, text: &str, fields: &[(&[&str], Value)]) -> String {
        let newline = newline(text);
        let mut written = text.to_owned();
        if !text.is_empty() {
            if !text.ends_with('\n') {
                written.push_str(newline);
            }
            if !text.trim().is_empty() {
                written.push_str(newline);
            }
        }
        written.push_str(&format!("[{}]{newline}", self.0.join(".")));
        for (path, value) in fields {
            written.push_str(&format!("{} = {}{newline}", path.join("."), render(value)));
        }
        written
    }

    /// The text without the table, if it has it.
    pub(in crate::agents) fn remove(self, text: &str) -> Result<String, Fault> {
        let statements = scan(text)?;
        self.refuse_other_ways(text, &statements)?;
        let mut left = text.to_owned();
        for block in self.blocks(&statements).into_iter().rev() {
            let before = &text[..block.start];
            // The empty line that set it apart goes with it, if another one or nothing follows.
            let follows =
                left[block.end..].lines().next().is_none_or(|line| line.trim().is_empty());
            let apart = ["\r\n", "\n"]
                .into_iter()
                .find(|newline| before.ends_with(&newline.repeat(2)) || before == *newline);
            let start = block.start - apart.filter(|_| follows).map_or(0, str::len);
            left.replace_range(start..block.end, "");
        }
        Ok(left)
    }

    /// The text with other text in the table's place.
    pub(in crate::agents) fn replace(self, text: &str, raw: &str) -> Result<String, Fault> {
        let statements = scan(text)?;
        self.refuse_other_ways(text, &statements)?;
        // It may have been the end of a file without a last newline.
        let end = if raw.ends_with('\n') { "" } else { newline(text) };
        let mut left = text.to_owned();
        for (index, block) in self.blocks(&statements).into_iter().enumerate().rev() {
            let end = if left.len() == block.end { "" } else { end };
            let put = if index == 0 { format!("{raw}{end}") } else { String::new() };
            left.replace_range(block, &put);
        }
        Ok(left)
    }

    /// A table can be written without its header; then ours beside it would be its second.
    fn refuse_other_ways(self, text: &str, statements: &[Statement]) -> Result<(), Fault> {
        for Statement { kind, lines } in statements {
            let odd = match kind {
                Kind::Header { path, of_array } => *of_array && is_prefix(path, self.0),
                Kind::Pair { table, path, .. } => {
                    !self.holds(table) && (self.holds(path) || is_prefix(path, self.0))
                }
            };
            if odd {
                let what =
                    format!("`{}` is written in a way that we cannot edit", self.0.join("."));
                return Err(Fault::at(text, lines.start, what));
            }
        }
        Ok(())
    }

    fn holds(self, path: &[String]) -> bool {
        path.len() >= self.0.len() && self.0.iter().zip(path).all(|(a, b)| a == b)
    }
}

fn is_prefix(path: &[String], of: &[&str]) -> bool {
    path.len() <= of.len() && path.iter().zip(of).all(|(a, b)| a == b)
}

fn has_header(statements: &[Statement], wanted: &[&str]) -> bool {
    statements.iter().any(|statement| match &statement.kind {
        Kind::Header { path, .. } => path == wanted,
        Kind::Pair { .. } => false,
    })
}

fn found(statements: &[Statement], wanted: &[&str]) -> Option<Range<usize>> {
    statements.iter().find_map(|statement| match &statement.kind {
        Kind::Pair { path, value, .. } if path == wanted => Some(value.clone()),
        _ => None,
    })
}

/// Of what JSON writes in the same way, and of texts in single quotes.
fn meaning(raw: &str) -> Option<Value> {
    let literal = raw.strip_prefix('\'').and_then(|raw| raw.strip_suffix('\''));
    match literal {
        Some(inside) if !inside.contains('\'') => Some(Value::from(inside)),
        _ => serde_json::from_str(raw).ok(),
    }
}

/// Texts and lists of texts are written alike in TOML and JSON.
fn render(value: &Value) -> String {
    match value {
        Value::Array(items) => {
            format!("[{}]", items.iter().map(render).collect::<Vec<_>>().join(", "))
        }
        other => other.to_string(),
    }
}

fn newline(text: &str) -> &'static str {
    if text.contains("\r\n") { "\r\n" } else { "\n" }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    const TABLE: Table<'static> = Table(&["s", "t"]);

    fn put(text: &str) -> Result<String, Fault> {
        TABLE.put(text, &[(&["command"], json!("/bin/t")), (&["args"], json!(["mcp"]))])
    }

    const OURS: &str = "[s.t]\ncommand = \"/bin/t\"\nargs = [\"mcp\"]\n";

    #[test]
    fn it_is_put_at_the_end_and_comes_out_without_a_trace() {
        for before in ["", "a = 1\n", "a = 1\n# end\n", "[s.a]\nb = 2\n\n", "[s]\n"] {
            let with = put(before).unwrap();
            assert!(with.ends_with(OURS), "{with}");
            assert!(with.starts_with(before), "{with}");
            assert_eq!(TABLE.remove(&with).unwrap(), before);
            assert_eq!(put(&with).unwrap(), with);
        }
        assert_eq!(put("a = 1").unwrap(), format!("a = 1\n\n{OURS}"));
        assert_eq!(
            put("a = 1\r\n").unwrap(),
            format!("a = 1\r\n\r\n{}", OURS.replace('\n', "\r\n"))
        );
    }

    #[test]
    fn what_is_there_is_brought_up_to_date_and_the_rest_stays() {
        let before = concat!(
            "[s.t] # ours\n",
            "command = '/old' # where\n",
            "enabled = false\n",
            "\n",
            "# of another\n",
            "[s.u]\n",
            "command = \"/u\"\n",
        );
        let after =
            before.replace("'/old'", "\"/bin/t\"").replace("false\n", "false\nargs = [\"mcp\"]\n");
        assert_eq!(put(before).unwrap(), after);
        let left = "\n# of another\n[s.u]\ncommand = \"/u\"\n";
        assert_eq!(TABLE.remove(&after).unwrap(), left);
    }

    #[test]
    fn tables_inside_it_go_with_it() {
        let text = "[s.t]\ncommand = \"/bin/t\"\n\n[s.t.env]\nA = \"b\"\n\n[u]\n";
        assert_eq!(TABLE.remove(text).unwrap(), "\n[u]\n");
        let env = TABLE.put(text, &[(&["env", "H"], json!("/h"))]).unwrap();
        assert!(env.contains("[s.t.env]\nA = \"b\"\nH = \"/h\"\n"), "{env}");
        let dotted = TABLE.put("[s.t]\n", &[(&["env", "H"], json!("/h"))]).unwrap();
        assert_eq!(dotted, "[s.t]\nenv.H = \"/h\"\n");
    }

    #[test]
    fn what_stood_there_comes_back_wherever_it_stands_now() {
        let text = "[s.t]\na = 1\n\n[u]\n[s.t.env]\nA = 1\n";
        assert_eq!(TABLE.replace(text, "[s.t]\nold = 1").unwrap(), "[s.t]\nold = 1\n\n[u]\n");
        assert_eq!(TABLE.replace("[s.t]\na = 1\n", "[s.t]\nold = 1").unwrap(), "[s.t]\nold = 1");
    }

    #[test]
    fn a_server_elsewhere_gives_way() {
        assert_eq!(put("[s.t]\nurl = \"http://x\"\n").unwrap(), OURS);
    }

    #[test]
    fn a_table_without_a_header_is_left_alone() {
        for text in [
            "s = { t = { command = \"x\" } }\n",
            "[s]\nt = { command = \"x\" }\n",
            "[s]\nt.command = \"x\"\n",
            "s.t.command = \"x\"\n",
            "[[s]]\na = 1\n",
        ] {
            let fault = put(text).unwrap_err();
            assert!(fault.what.contains("`s.t` is written in a way"), "{text}: {}", fault.what);
        }
    }
}
