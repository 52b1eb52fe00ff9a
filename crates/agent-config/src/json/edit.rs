//! Changes of a text that leave the rest of it alone.

use serde_json::Value;

use super::parse::{Dialect, Kind, Member, Node, parse};
use crate::error::Fault;

/// A value to write, its names in this order.
#[derive(Debug, Clone)]
pub(crate) enum New {
    Leaf(Value),
    Object(Vec<(String, Self)>),
}

/// The text with `value` at `path` and `key`: in place of what stands there, or behind the other
/// members. Objects on the way are made.
pub(crate) fn put(
    text: &str,
    dialect: Dialect,
    path: &[&str],
    key: &str,
    value: New,
) -> Result<String, Fault> {
    let root = parse(text, dialect)?;
    let layout = Layout::of(text, &root);
    let mut object = &root;
    for (depth, name) in path.iter().enumerate() {
        match members(text, object, &path[..depth])?.iter().rev().find(|m| m.key == *name) {
            Some(member) => object = &member.value,
            None => {
                let nest = |inner, name: &&str| New::Object(vec![((*name).to_owned(), inner)]);
                let inner = New::Object(vec![(key.to_owned(), value)]);
                let whole = path[depth + 1..].iter().rev().fold(inner, nest);
                return Ok(insert(text, &layout, object, name, &whole));
            }
        }
    }
    members(text, object, path)?;
    Ok(match object.member(key) {
        Some(there) => {
            let indent = layout.is_lines(text, object).then(|| line_indent(text, there.start));
            let written = layout.render(&value, indent.as_deref());
            spliced(text, &[(there.value.span.start, there.value.span.end, &written)])
        }
        None => insert(text, &layout, object, key, &value),
    })
}

/// The text with other text in place of the value there.
pub(crate) fn replace(
    text: &str,
    dialect: Dialect,
    path: &[&str],
    raw: &str,
) -> Result<String, Fault> {
    let root = parse(text, dialect)?;
    let found = root.find(path).map(|node| node.span.clone());
    Ok(found.map_or_else(|| text.to_owned(), |span| spliced(text, &[(span.start, span.end, raw)])))
}

/// The text without the member, if it has it.
pub(crate) fn remove(
    text: &str,
    dialect: Dialect,
    path: &[&str],
    key: &str,
) -> Result<String, Fault> {
    let root = parse(text, dialect)?;
    let Some(object) = root.find(path) else {
        return Ok(text.to_owned());
    };
    let Kind::Object(members) = &object.kind else {
        return Ok(text.to_owned());
    };
    let Some(index) = members.iter().rposition(|member| member.key == key) else {
        return Ok(text.to_owned());
    };
    let member = &members[index];
    let start = text[..member.start].trim_end().len();
    let end = member.comma.map_or(member.value.span.end, |comma| comma + 1);
    let before = index.checked_sub(1).and_then(|index| members[index].comma);
    let text = match (member.comma, before) {
        (None, Some(comma)) => spliced(text, &[(comma, comma + 1, ""), (start, end, "")]),
        _ => spliced(text, &[(start, end, "")]),
    };
    collapse_empty(&text, dialect, path)
}

/// `{ }` over several lines is written as people write it.
fn collapse_empty(text: &str, dialect: Dialect, path: &[&str]) -> Result<String, Fault> {
    let root = parse(text, dialect)?;
    Ok(match root.find(path) {
        Some(node) if node.text(text)[1..].trim_start() == "}" => {
            spliced(text, &[(node.span.start, node.span.end, "{}")])
        }
        _ => text.to_owned(),
    })
}

fn members<'n>(text: &str, node: &'n Node, path: &[&str]) -> Result<&'n [Member], Fault> {
    match &node.kind {
        Kind::Object(members) => Ok(members),
        _ if path.is_empty() => {
            Err(Fault::at(text, node.span.start, "the file is not one object in `{ }`"))
        }
        _ => {
            let what = format!("\"{}\" is not an object in `{{ }}`", path.join("."));
            Err(Fault::at(text, node.span.start, what))
        }
    }
}

fn insert(text: &str, layout: &Layout, object: &Node, key: &str, value: &New) -> String {
    let Kind::Object(members) = &object.kind else {
        return text.to_owned();
    };
    let close = object.span.end - 1;
    let last = members.last();
    let taken = last.map_or(object.span.start + 1, |last| {
        last.comma.map_or(last.value.span.end, |comma| comma + 1)
    });
    // Behind comments, too: they speak of what stands before them.
    let at = taken + text[taken..close].trim_end().len();
    let in_lines = layout.is_lines(text, object) || text[taken..close].contains("//");
    let trailing = if last.is_some_and(|last| last.comma.is_some()) { "," } else { "" };
    let comma = match last {
        Some(last) if last.comma.is_none() => (last.value.span.end, last.value.span.end, ","),
        _ => (at, at, ""),
    };
    let written = if in_lines {
        let indent = match members.first() {
            Some(first) => line_indent(text, first.start),
            None => line_indent(text, object.span.start) + &layout.unit,
        };
        let newline = layout.newline;
        let value = layout.render(value, Some(&indent));
        let member = format!("{newline}{indent}{}: {value}{trailing}", quoted(key));
        match text[at..close].contains('\n') {
            true => member,
            false => member + newline + &line_indent(text, object.span.start),
        }
    } else {
        let space = if last.is_some() { " " } else { "" };
        format!("{space}{}: {}{trailing}", quoted(key), layout.render(value, None))
    };
    spliced(text, &[comma, (at, at, &written)])
}

/// How the text is laid out, to go on in the same way.
struct Layout {
    newline: &'static str,
    unit: String,
    in_lines: bool,
}

impl Layout {
    fn of(text: &str, root: &Node) -> Self {
        let first = match &root.kind {
            Kind::Object(members) => members.first().map(|member| member.start),
            _ => None,
        };
        let unit = first.map(|start| line_indent(text, start)).filter(|unit| !unit.is_empty());
        Self {
            newline: if text.contains("\r\n") { "\r\n" } else { "\n" },
            unit: unit.unwrap_or_else(|| "  ".to_owned()),
            in_lines: first.is_none() || root.text(text).contains('\n'),
        }
    }

    fn is_lines(&self, text: &str, object: &Node) -> bool {
        let Kind::Object(members) = &object.kind else {
            return self.in_lines;
        };
        match members.first() {
            Some(first) => text[object.span.start..first.start].contains('\n'),
            None => self.in_lines,
        }
    }

    /// On one line when there is no indentation to go on from.
    fn render(&self, value: &New, indent: Option<&str>) -> String {
        let fields = match value {
            New::Leaf(value) => return leaf(value),
            New::Object(fields) => fields,
        };
        let deeper = indent.map(|indent| format!("{indent}{}", self.unit));
        let field = |(key, value): &(String, New)| {
            format!("{}: {}", quoted(key), self.render(value, deeper.as_deref()))
        };
        let fields: Vec<String> = fields.iter().map(field).collect();
        match (indent, deeper.as_deref()) {
            (Some(indent), Some(deeper)) => {
                let newline = self.newline;
                let between = format!(",{newline}{deeper}");
                format!("{{{newline}{deeper}{}{newline}{indent}}}", fields.join(&between))
            }
            _ => format!("{{{}}}", fields.join(", ")),
        }
    }
}

fn leaf(value: &Value) -> String {
    match value {
        Value::Array(items) => {
            format!("[{}]", items.iter().map(leaf).collect::<Vec<_>>().join(", "))
        }
        other => other.to_string(),
    }
}

fn quoted(key: &str) -> String {
    Value::from(key).to_string()
}

/// The white space that the line of this byte begins with.
fn line_indent(text: &str, at: usize) -> String {
    let start = text[..at].rfind('\n').map_or(0, |newline| newline + 1);
    text[start..at].chars().take_while(|c| *c == ' ' || *c == '\t').collect()
}

/// Each piece: from, to, and what to put there. In the order of the text.
fn spliced(text: &str, pieces: &[(usize, usize, &str)]) -> String {
    let mut written = String::with_capacity(text.len() + 256);
    let mut at = 0;
    for (from, to, new) in pieces {
        written.push_str(&text[at..*from]);
        written.push_str(new);
        at = *to;
    }
    written + &text[at..]
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ours() -> New {
        let field = |key: &str, value| (key.to_owned(), New::Leaf(value));
        New::Object(vec![
            field("command", Value::from("/bin/t")),
            field("args", serde_json::json!(["mcp"])),
        ])
    }

    #[track_caller]
    fn becomes(before: &str, after: &str) {
        let written = put(before, Dialect::Json5, &["s"], "t", ours()).unwrap();
        assert_eq!(written, after);
        let value = parse(&written, Dialect::Json5).unwrap().find(&["s", "t"]).unwrap().value();
        assert_eq!(value, serde_json::json!({ "command": "/bin/t", "args": ["mcp"] }));
    }

    const OURS_AT_4: &str =
        "\"t\": {\n      \"command\": \"/bin/t\",\n      \"args\": [\"mcp\"]\n    }";
    const ON_ONE_LINE: &str = r#""t": {"command": "/bin/t", "args": ["mcp"]}"#;

    #[test]
    fn it_goes_on_as_the_file_began() {
        let alone = format!("{{\n  \"s\": {{\n    {OURS_AT_4}\n  }}\n}}\n");
        becomes("{}\n", &alone);
        becomes("{\n}\n", &alone);
        becomes("{\n  \"s\": {}\n}\n", &alone);
        becomes(
            "{\n  \"a\": 1\n}\n",
            &format!("{{\n  \"a\": 1,\n  \"s\": {{\n    {OURS_AT_4}\n  }}\n}}\n"),
        );
        let tabs = "{\n\t\"s\": {\n\t\t\"a\": {}\n\t}\n}";
        let lines =
            "\t\t\"t\": {\n\t\t\t\"command\": \"/bin/t\",\n\t\t\t\"args\": [\"mcp\"]\n\t\t}";
        becomes(tabs, &format!("{{\n\t\"s\": {{\n\t\t\"a\": {{}},\n{lines}\n\t}}\n}}"));
        becomes(
            &tabs.replace('\n', "\r\n"),
            &format!(
                "{{\r\n\t\"s\": {{\r\n\t\t\"a\": {{}},\r\n{}\r\n\t}}\r\n}}",
                lines.replace('\n', "\r\n")
            ),
        );
        becomes(r#"{"s":{"a":{}}}"#, &format!(r#"{{"s":{{"a":{{}}, {ON_ONE_LINE}}}}}"#));
        becomes(r#"{"s":{}}"#, &format!(r#"{{"s":{{{ON_ONE_LINE}}}}}"#));
        becomes(r#"{"a":1}"#, &format!(r#"{{"a":1, "s": {{{ON_ONE_LINE}}}}}"#));
    }

    #[test]
    fn comments_and_trailing_commas_stay() {
        becomes(
            "{\n  \"s\": {\n    \"a\": 1 // one\n    // more\n  }\n}",
            &format!(
                "{{\n  \"s\": {{\n    \"a\": 1, // one\n    // more\n    {OURS_AT_4}\n  }}\n}}"
            ),
        );
        becomes(
            "{\n  \"s\": {\n    \"a\": 1,\n  },\n}",
            &format!("{{\n  \"s\": {{\n    \"a\": 1,\n    {OURS_AT_4},\n  }},\n}}"),
        );
        becomes(
            "{\n  \"s\": {\n    // none yet\n  }\n}",
            &format!("{{\n  \"s\": {{\n    // none yet\n    {OURS_AT_4}\n  }}\n}}"),
        );
        becomes(
            "{ s: { a: 1 // one\n} }",
            "{ s: { a: 1, // one\n\"t\": {\n  \"command\": \"/bin/t\",\n  \"args\": [\"mcp\"]\n}\n} }",
        );
    }

    #[test]
    fn what_stands_there_is_replaced_in_its_place() {
        becomes(
            "{\n  \"s\": {\n    \"t\": 1, // ours\n    \"b\": 2\n  }\n}",
            &format!("{{\n  \"s\": {{\n    {OURS_AT_4}, // ours\n    \"b\": 2\n  }}\n}}"),
        );
        becomes(r#"{"s":{"t":1}}"#, r#"{"s":{"t":{"command": "/bin/t", "args": ["mcp"]}}}"#);
    }

    #[test]
    fn what_was_put_in_comes_out_without_a_trace() {
        for before in [
            "{\n  \"s\": {\n    \"a\": 1 // one\n    // more\n  }\n}",
            "{\n  \"s\": {\n    \"a\": 1,\n  },\n}\n",
            "{\n  \"s\": {}\n}",
            "{\r\n\t\"s\": {\r\n\t\t\"a\": {}\r\n\t}\r\n}",
            r#"{"s":{"a":{}}}"#,
            r#"{"s":{}, "b": 2}"#,
        ] {
            let with = put(before, Dialect::Comments, &["s"], "t", ours()).unwrap();
            assert_eq!(remove(&with, Dialect::Comments, &["s"], "t").unwrap(), before);
        }
    }

    #[test]
    fn a_member_leaves_its_neighbours_well_formed() {
        let without = |text| remove(text, Dialect::Strict, &[], "t").unwrap();
        assert_eq!(without(r#"{ "t": 1, "b": 2 }"#), r#"{ "b": 2 }"#);
        assert_eq!(without(r#"{ "a": 1, "t": 1, "b": 2 }"#), r#"{ "a": 1, "b": 2 }"#);
        assert_eq!(without(r#"{ "a": 1, "t": 1 }"#), r#"{ "a": 1 }"#);
        assert_eq!(without("{\n  \"t\": 1\n}"), "{}");
        assert_eq!(without(r#"{ "a": 1 }"#), r#"{ "a": 1 }"#);
    }

    #[test]
    fn what_is_no_object_is_left_alone() {
        let fault = |text| put(text, Dialect::Strict, &["s"], "t", ours()).unwrap_err();
        assert_eq!(fault("[]").what, "the file is not one object in `{ }`");
        let list = fault("{\n  \"a\": 1,\n  \"s\": []\n}");
        assert_eq!((list.line, list.what.as_str()), (3, "\"s\" is not an object in `{ }`"));
    }
}
