//! TOML as people keep it. It is parsed by `toml_edit` and edited as text: only our own table is
//! written, and all else stays to the byte. (The editor of that crate writes `\n` for every `\r\n`.)

use std::ops::Range;

use serde_json::Value as Json;
use toml_edit::{Document, InlineTable, Item, Table as TomlTable, TomlError, Value};

use crate::error::Fault;

/// A table by its name.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Table<'a>(pub(crate) &'a [&'a str]);

/// A field of the table: its path in it, and its value.
type Field<'a> = (&'a [&'a str], Json);

impl Table<'_> {
    /// Whether the text has the table, in whatever way it is written, and with all these fields.
    pub(crate) fn is_in(self, text: &str, fields: &[Field<'_>]) -> Result<(bool, bool), Fault> {
        let document = parse(text)?;
        let table = find(document.as_item(), self.0);
        let same = |(path, value): &Field<'_>| {
            table.and_then(|table| find(table, path)).is_some_and(|there| is(there, value))
        };
        Ok((table.is_some(), fields.iter().all(same)))
    }

    /// The text of the table, and of those in it.
    pub(crate) fn text(self, text: &str) -> Option<String> {
        let document = parse(text).ok()?;
        let blocks = self.blocks(text, &document);
        let text: String = blocks.into_iter().map(|block| &text[block]).collect();
        (!text.is_empty()).then_some(text)
    }

    /// The text with these fields in the table. Its other fields stay.
    pub(crate) fn put(self, text: &str, fields: &[Field<'_>]) -> Result<String, Fault> {
        let document = parse(text)?;
        self.refuse_other_ways(text, &document)?;
        let table = find(document.as_item(), self.0).and_then(Item::as_table);
        if table.is_some_and(|table| table.contains_key("url")) {
            // A server elsewhere; nothing of it fits a program here.
            return self.put(&self.remove(text)?, fields);
        }
        if table.is_none_or(TomlTable::is_implicit) {
            return Ok(self.append(text, fields));
        }
        let mut written = text.to_owned();
        // Each changes the places of the next.
        for (path, value) in fields {
            written = self.put_field(&written, path, value)?;
        }
        Ok(written)
    }

    fn put_field(self, text: &str, path: &[&str], value: &Json) -> Result<String, Fault> {
        let document = parse(text)?;
        let whole = [self.0, path].concat();
        if let Some(there) = find(document.as_item(), &whole) {
            return match there.span() {
                Some(span) if !is(there, value) => Ok(spliced(text, span, &render(value))),
                _ => Ok(text.to_owned()),
            };
        }
        let Some((name, above)) = whole.split_last() else { return Ok(text.to_owned()) };
        let holder = find(document.as_item(), above);
        if let Some(inline) = holder.and_then(Item::as_inline_table) {
            let at = inline_end(text, inline);
            let between = if inline.is_empty() { " " } else { ", " };
            let end = if inline.is_empty() { " " } else { "" };
            return Ok(spliced(text, at..at, &format!("{between}{name} = {}{end}", render(value))));
        }
        let with_header = |table: &&TomlTable| !table.is_implicit() && !table.is_dotted();
        let (table, key) = match holder.and_then(Item::as_table).filter(with_header) {
            Some(table) => (Some(table), (*name).to_owned()),
            None => (find(document.as_item(), self.0).and_then(Item::as_table), path.join(".")),
        };
        let at = table.map_or(text.len(), |table| block(text, table).end);
        let newline = newline(text);
        let start = if text[..at].is_empty() || text[..at].ends_with('\n') { "" } else { newline };
        Ok(spliced(text, at..at, &format!("{start}{key} = {}{newline}", render(value))))
    }

    /// At the end, after an empty line.
    fn append(self, text: &str, fields: &[Field<'_>]) -> String {
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
    pub(crate) fn remove(self, text: &str) -> Result<String, Fault> {
        let document = parse(text)?;
        self.refuse_other_ways(text, &document)?;
        let mut left = text.to_owned();
        for block in self.blocks(text, &document).into_iter().rev() {
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
    pub(crate) fn replace(self, text: &str, raw: &str) -> Result<String, Fault> {
        let document = parse(text)?;
        self.refuse_other_ways(text, &document)?;
        // It may have been the end of a file without a last newline.
        let end = if raw.ends_with('\n') { "" } else { newline(text) };
        let mut left = text.to_owned();
        for (index, block) in self.blocks(text, &document).into_iter().enumerate().rev() {
            let end = if left.len() == block.end { "" } else { end };
            let put = if index == 0 { format!("{raw}{end}") } else { String::new() };
            left.replace_range(block, &put);
        }
        Ok(left)
    }

    /// Its header, and those of the tables in it, each with what stands under it; in the order of the
    /// text.
    fn blocks(self, text: &str, document: &Document<&str>) -> Vec<Range<usize>> {
        let mut blocks = Vec::new();
        if let Some(item) = find(document.as_item(), self.0) {
            collect_blocks(text, item, &mut blocks);
        }
        blocks.sort_by_key(|block| block.start);
        blocks
    }

    /// A table can be written without its header; then ours beside it would be its second.
    fn refuse_other_ways(self, text: &str, document: &Document<&str>) -> Result<(), Fault> {
        for depth in 1..=self.0.len() {
            let Some(item) = find(document.as_item(), &self.0[..depth]) else { return Ok(()) };
            if item.as_table().is_none_or(TomlTable::is_dotted) {
                let what =
                    format!("`{}` is written in a way that we cannot edit", self.0.join("."));
                return Err(Fault::at(text, first_byte(item).unwrap_or_default(), what));
            }
        }
        Ok(())
    }
}

fn parse(text: &str) -> Result<Document<&str>, Fault> {
    Document::parse(text).map_err(|error: TomlError| {
        let what = error.message().lines().collect::<Vec<_>>().join("; ");
        // An error that names no place is about the end of the text.
        Fault::at(text, error.span().map_or(text.len(), |span| span.start), what)
    })
}

fn find<'a>(item: &'a Item, path: &[&str]) -> Option<&'a Item> {
    path.iter().try_fold(item, |item, key| match item {
        Item::Table(table) => table.get(key),
        Item::Value(Value::InlineTable(table)) => table.get_key_value(key).map(|(_, item)| item),
        _ => None,
    })
}

/// Texts and lists of texts only.
fn is(item: &Item, value: &Json) -> bool {
    fn same(there: &Value, value: &Json) -> bool {
        match (there, value) {
            (Value::String(there), Json::String(value)) => there.value() == value,
            (Value::Array(there), Json::Array(values)) => {
                there.len() == values.len() && there.iter().zip(values).all(|(a, b)| same(a, b))
            }
            _ => false,
        }
    }
    item.as_value().is_some_and(|there| same(there, value))
}

fn collect_blocks(text: &str, item: &Item, blocks: &mut Vec<Range<usize>>) {
    let tables: Vec<&TomlTable> = match item {
        Item::Table(table) => vec![table],
        Item::ArrayOfTables(tables) => tables.iter().collect(),
        Item::None | Item::Value(_) => return,
    };
    for table in tables {
        if !table.is_implicit() && !table.is_dotted() {
            blocks.push(block(text, table));
        }
        for (_, inner) in table.iter() {
            collect_blocks(text, inner, blocks);
        }
    }
}

/// Whole lines: from a table's header to the last field that stands under it.
fn block(text: &str, table: &TomlTable) -> Range<usize> {
    let header = table.span().unwrap_or_default();
    let start = text[..header.start].rfind('\n').map_or(0, |newline| newline + 1);
    let last = last_field_end(table).unwrap_or_default().max(header.end);
    let end = text[last..].find('\n').map_or(text.len(), |newline| last + newline + 1);
    start..end
}

fn last_field_end(table: &TomlTable) -> Option<usize> {
    let end = |(_, item): (&str, &Item)| match item {
        Item::Value(value) => value.span().map(|span| span.end),
        Item::Table(table) if table.is_dotted() => last_field_end(table),
        _ => None,
    };
    table.iter().filter_map(end).max()
}

/// Behind the last field between the braces.
fn inline_end(text: &str, table: &InlineTable) -> usize {
    let span = table.span().unwrap_or_default();
    let last = table.iter().filter_map(|(_, value)| Some(value.span()?.end)).max();
    last.unwrap_or_else(|| span.start + 1 + text[span.start..].find('{').unwrap_or_default())
}

fn first_byte(item: &Item) -> Option<usize> {
    let own = item.span().map(|span| span.start);
    match item {
        Item::Table(table) if table.is_dotted() => {
            table.iter().filter_map(|(_, item)| first_byte(item)).min().or(own)
        }
        _ => own,
    }
}

/// Texts and lists of texts are written alike in TOML and JSON.
fn render(value: &Json) -> String {
    match value {
        Json::Array(items) => {
            format!("[{}]", items.iter().map(render).collect::<Vec<_>>().join(", "))
        }
        other => other.to_string(),
    }
}

fn newline(text: &str) -> &'static str {
    if text.contains("\r\n") { "\r\n" } else { "\n" }
}

fn spliced(text: &str, place: Range<usize>, new: &str) -> String {
    format!("{}{new}{}", &text[..place.start], &text[place.end..])
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    const TABLE: Table<'static> = Table(&["s", "t"]);

    fn put(text: &str) -> Result<String, Fault> {
        TABLE.put(text, &[(&["command"], json!("/bin/t")), (&["args"], json!(["mcp"]))])
    }

    fn put_env(text: &str) -> String {
        TABLE.put(text, &[(&["env", "H"], json!("/h"))]).unwrap()
    }

    const OURS: &str = "[s.t]\ncommand = \"/bin/t\"\nargs = [\"mcp\"]\n";

    #[test]
    fn it_is_put_at_the_end_and_comes_out_without_a_trace() {
        for before in [
            "",
            "a = 1\n",
            "a = 1\n# end\n",
            "[s.a]\nb = 2\n\n",
            "[s]\n",
            "[s]\na = { b = 1, c.d = [ 2,\n 3, ] } # [s.t]\n",
            "\u{feff}a = 1\n",
            "x = \"\"\"\n[s.t]\n\"\"\"\n[[u]]\nt = 1\n[[u]]\n",
        ] {
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
        for ends in ["\n", "\r\n"] {
            let (before, after) = (before.replace('\n', ends), after.replace('\n', ends));
            assert_eq!(put(&before).unwrap(), after);
            let left = "\n# of another\n[s.u]\ncommand = \"/u\"\n".replace('\n', ends);
            assert_eq!(TABLE.remove(&after).unwrap(), left);
        }
    }

    #[test]
    fn what_means_the_same_is_left_as_it_is_written() {
        let text = "[s.t]\n\"command\" = '''/bin/t'''\nargs = [ # all\n  'mcp',\n]\n";
        assert_eq!(put(text).unwrap(), text);
    }

    #[test]
    fn tables_inside_it_go_with_it() {
        let text = "[s.t]\ncommand = \"/bin/t\"\n\n[s.t.env]\nA = \"b\"\n\n[u]\n";
        assert_eq!(TABLE.remove(text).unwrap(), "\n[u]\n");
        let env = put_env(text);
        assert!(env.contains("[s.t.env]\nA = \"b\"\nH = \"/h\"\n"), "{env}");
        assert_eq!(TABLE.remove("[s.t]\n[[s.t.x]]\na = 1\n[[s.t.x]]\n").unwrap(), "");
    }

    #[test]
    fn a_field_goes_where_the_person_keeps_its_like() {
        for (before, after) in [
            ("[s.t]\n", "[s.t]\nenv.H = \"/h\"\n"),
            ("[s.t]\nenv.A = 1 # a\nb = 2\n", "[s.t]\nenv.A = 1 # a\nb = 2\nenv.H = \"/h\"\n"),
            ("[s.t]\nenv = { A = 1 }\n", "[s.t]\nenv = { A = 1, H = \"/h\" }\n"),
            ("[s.t]\nenv = {}\n", "[s.t]\nenv = { H = \"/h\" }\n"),
            ("[s.t]\nenv = { H = '/old' } # x\n", "[s.t]\nenv = { H = \"/h\" } # x\n"),
            ("[s.t]\n[s.t.env]\nA = 1\n", "[s.t]\n[s.t.env]\nA = 1\nH = \"/h\"\n"),
        ] {
            assert_eq!(put_env(before), after);
        }
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
        for (text, line) in [
            ("s = { t = { command = \"x\" } }\n", 1),
            ("[s]\nt = { command = \"x\" }\n", 2),
            ("[s]\n\nt.command = \"x\"\n", 3),
            ("\ns.t.command = \"x\"\n", 2),
            ("[[s]]\na = 1\n", 1),
        ] {
            let fault = put(text).unwrap_err();
            assert!(fault.what.contains("`s.t` is written in a way"), "{text}: {}", fault.what);
            assert_eq!(fault.line, line, "{text}");
        }
    }

    #[test]
    fn a_fault_names_its_line() {
        for (text, line) in [
            ("a = 1\nb 2\n", 2),
            ("a = 1\nb =\n", 2),
            ("a = yes\n", 1),
            ("a = 1\n[a\n", 2),
            ("\na = \"b\n", 2),
            ("a = 1 2\n", 1),
            ("a = 1\na = 2\n", 2),
        ] {
            let fault = put(text).unwrap_err();
            assert_eq!(fault.line, line, "{text}: {}", fault.what);
            assert!(!fault.what.is_empty() && !fault.what.contains('\n'), "{}", fault.what);
        }
        let deep = format!("a = {}", "[".repeat(100_000));
        assert_eq!(put(&deep).unwrap_err().line, 1, "it is refused, and the stack holds");
    }
}
