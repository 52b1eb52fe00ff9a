//! Makes foreign HTML harmless before a parser sees it: well nested, not too deep, not too long, and without what
//! nobody reads.
//!
//! A parser of HTML takes quadratic time for some broken nestings and builds trees as deep as the input says, and
//! libraries recurse into them. So tags are balanced here, in one linear pass over the text.

/// Longer HTML is cut.
const HTML_BYTES_MAX: usize = 5_000_000;
/// Elements below this depth lose their tags; their text stays.
const DEPTH_MAX: usize = 180;
/// An end tag closes only what was opened so many elements before it, so that stray ones cost little.
const CLOSE_LOOKBACK: usize = 400;
/// Longer tags lose their attributes: these are data, not words.
const TAG_BYTES_MAX: usize = 20_000;
/// There is more to read below this number of tags than a person reads.
const TAGS_MAX: usize = 150_000;

const VOID: &[&str] = &[
    "area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "param", "source",
    "track", "wbr",
];
/// Left out with all that is in them. Scripts are looked at apart, since structured data is in some.
const DROPPED: &[&str] = &["style", "noscript", "template", "svg", "iframe", "object", "canvas"];
/// Their content is text up to the end tag, whatever it looks like.
const RAW: &[&str] = &["script", "style", "textarea", "title", "iframe", "noscript", "xmp"];
/// A start tag of these ends a paragraph.
const ENDS_PARAGRAPH: &[&str] = &[
    "address",
    "article",
    "aside",
    "blockquote",
    "center",
    "details",
    "div",
    "dl",
    "fieldset",
    "figure",
    "footer",
    "form",
    "h1",
    "h2",
    "h3",
    "h4",
    "h5",
    "h6",
    "header",
    "hr",
    "main",
    "nav",
    "ol",
    "p",
    "pre",
    "section",
    "table",
    "ul",
];

/// HTML that any parser and any recursive library can take.
pub(crate) fn bound(html: &str) -> String {
    let html = &html[..html.floor_char_boundary(HTML_BYTES_MAX)];
    let mut writer = Writer::new(html.len());
    // Once an end tag is missing it is missing for all that follows, and need not be looked for again.
    let mut never_closed: Vec<String> = Vec::new();
    let mut at = 0;
    while let Some(open) = html[at..].find('<').map(|found| at + found) {
        writer.text(&html[at..open]);
        let rest = &html[open..];
        at = match token(rest) {
            Token::Start { name, length, self_closing } => {
                let tag = &rest[..length];
                let end = open + length;
                if writer.tags >= TAGS_MAX {
                    break;
                }
                if RAW.contains(&name.as_str()) || DROPPED.contains(&name.as_str()) {
                    let known = never_closed.contains(&name) || self_closing && name == "svg";
                    let found = if known { None } else { element_end(&html[end..], &name) };
                    let (inner, after) = match found {
                        Some(found) => found,
                        // A browser would take all that follows as the text of it.
                        None if RAW.contains(&name.as_str()) => (&html[end..], html.len() - end),
                        None => {
                            never_closed.push(name.clone());
                            ("", 0)
                        }
                    };
                    writer.raw(&name, tag, inner);
                    end + after
                } else {
                    writer.start(&name, tag);
                    end
                }
            }
            Token::End { name, length } => {
                writer.end(&name);
                open + length
            }
            Token::Other { length } => open + length,
            Token::Text => {
                writer.text("&lt;");
                open + 1
            }
        };
    }
    if writer.tags < TAGS_MAX {
        writer.text(&html[at.min(html.len())..]);
    }
    writer.finish()
}

enum Token {
    Start {
        name: String,
        length: usize,
        self_closing: bool,
    },
    End {
        name: String,
        length: usize,
    },
    /// A comment, doctype or processing instruction.
    Other {
        length: usize,
    },
    Text,
}

fn token(text: &str) -> Token {
    let bytes = text.as_bytes();
    match bytes.get(1) {
        Some(b'!') if text.starts_with("<!--") => {
            Token::Other { length: text[4..].find("-->").map_or(text.len(), |end| end + 7) }
        }
        Some(b'!' | b'?') => {
            Token::Other { length: text.find('>').map_or(text.len(), |end| end + 1) }
        }
        Some(b'/') if bytes.get(2).is_some_and(u8::is_ascii_alphabetic) => Token::End {
            name: tag_name(&text[2..]),
            length: text.find('>').map_or(text.len(), |end| end + 1),
        },
        Some(byte) if byte.is_ascii_alphabetic() => {
            let length = tag_length(bytes);
            let self_closing = length >= 2 && text[..length].ends_with("/>");
            Token::Start { name: tag_name(&text[1..]), length, self_closing }
        }
        _ => Token::Text,
    }
}

fn tag_name(text: &str) -> String {
    const NAME_BYTES_MAX: usize = 60;
    let end = text.find(|c: char| c.is_ascii_whitespace() || c == '>' || c == '/');
    let end = end.unwrap_or(text.len()).min(NAME_BYTES_MAX);
    text[..text.floor_char_boundary(end)].to_ascii_lowercase()
}

/// A `>` in a quoted value does not end a tag.
fn tag_length(bytes: &[u8]) -> usize {
    let mut quote = None;
    let mut after_equals = false;
    for (at, &byte) in bytes.iter().enumerate().skip(1) {
        match quote {
            Some(open) if byte == open => quote = None,
            Some(_) => {}
            None if byte == b'>' => return at + 1,
            // A quote opens a value only after `=`: elsewhere it is a typing error.
            None if after_equals && (byte == b'"' || byte == b'\'') => quote = Some(byte),
            None => {}
        }
        after_equals = byte == b'=' || after_equals && byte.is_ascii_whitespace();
    }
    bytes.len()
}

/// What is inside the element whose start tag is before the text, and where the text goes on behind it.
fn element_end<'a>(text: &'a str, name: &str) -> Option<(&'a str, usize)> {
    let mut from = 0;
    while let Some(found) = text[from..].find("</") {
        let at = from + found;
        let rest = &text.as_bytes()[at + 2..];
        if rest.len() >= name.len() && rest[..name.len()].eq_ignore_ascii_case(name.as_bytes()) {
            let after = text[at..].find('>').map_or(text.len(), |end| at + end + 1);
            return Some((&text[..at], after));
        }
        from = at + 2;
    }
    None
}

struct Writer {
    out: String,
    /// The open elements, and whether their tags were written.
    open: Vec<(String, bool)>,
    written: usize,
    tags: usize,
}

impl Writer {
    fn new(bytes: usize) -> Self {
        Self { out: String::with_capacity(bytes), open: Vec::new(), written: 0, tags: 0 }
    }

    fn text(&mut self, text: &str) {
        self.out.push_str(text);
    }

    fn raw(&mut self, name: &str, tag: &str, inner: &str) {
        let structured = name == "script" && tag.to_ascii_lowercase().contains("ld+json");
        if name == "title" || structured {
            self.tags += 1;
            self.out.push_str(if name == "title" {
                "<title>"
            } else {
                "<script type=\"application/ld+json\">"
            });
            self.out.push_str(inner);
            self.out.push_str(if name == "title" { "</title>" } else { "</script>" });
        } else {
            self.out.push(' ');
        }
    }

    fn start(&mut self, name: &str, tag: &str) {
        self.tags += 1;
        self.close_implied(name);
        let void = VOID.contains(&name);
        let written = self.written < DEPTH_MAX;
        if written {
            if tag.len() <= TAG_BYTES_MAX && tag.ends_with('>') {
                self.out.push_str(tag);
            } else {
                self.out.push('<');
                self.out.push_str(name);
                self.out.push('>');
            }
        } else {
            self.out.push(' ');
        }
        // `<div/>` is an open `div`, also for browsers.
        if !void {
            self.open.push((name.to_owned(), written));
            self.written += usize::from(written);
        }
    }

    /// The end tags that HTML allows to be left out.
    fn close_implied(&mut self, name: &str) {
        let (ends, stops): (&[&str], &[&str]) = match name {
            "li" => (&["li"], &["ul", "ol", "menu", "table"]),
            "dt" | "dd" => (&["dt", "dd"], &["dl", "table"]),
            "td" | "th" => (&["td", "th"], &["tr", "table"]),
            "tr" => (&["tr"], &["table"]),
            "tbody" | "thead" | "tfoot" => (&["tbody", "thead", "tfoot"], &["table"]),
            "option" => (&["option"], &["select"]),
            name if ENDS_PARAGRAPH.contains(&name) => (
                &["p"],
                &["div", "td", "th", "li", "section", "article", "blockquote", "button", "table"],
            ),
            _ => return,
        };
        let recent = self.open.iter().rev().take(40);
        for (above, (open, _)) in recent.enumerate() {
            if ends.contains(&open.as_str()) {
                self.close(above + 1);
                return;
            }
            if stops.contains(&open.as_str()) {
                return;
            }
        }
    }

    fn end(&mut self, name: &str) {
        let recent = self.open.iter().rev().take(CLOSE_LOOKBACK);
        let mut found = None;
        for (above, (open, _)) in recent.enumerate() {
            if open == name {
                found = Some(above);
                break;
            }
            // An inline end tag does not close the blocks around it, nor anything the table it is in.
            if open == "table" && name != "body" && name != "html" {
                break;
            }
        }
        if let Some(above) = found {
            self.close(above + 1);
        }
    }

    fn close(&mut self, count: usize) {
        for _ in 0..count {
            let Some((name, written)) = self.open.pop() else { return };
            if written {
                self.written -= 1;
                self.out.push_str("</");
                self.out.push_str(&name);
                self.out.push('>');
            }
        }
    }

    fn finish(mut self) -> String {
        self.close(self.open.len());
        self.out
    }
}
