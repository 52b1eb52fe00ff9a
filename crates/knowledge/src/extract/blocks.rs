//! The visible text of a page as blocks: paragraphs, headings, list items, rows of tables.

use super::dom::{Dom, Node, collapse};

/// One line of text, and where it stands.
#[derive(Debug)]
pub(crate) struct Block {
    pub(crate) text: String,
    /// The element that makes it a block.
    pub(crate) node: usize,
    pub(crate) chars: usize,
    /// How many of the characters are inside links.
    pub(crate) link_chars: usize,
}

impl Block {
    pub(crate) fn link_density(&self) -> f32 {
        self.link_chars as f32 / self.chars.max(1) as f32
    }
}

const BLOCKS_MAX: usize = 60_000;

const INVISIBLE: &[&str] = &[
    "head",
    "script",
    "style",
    "noscript",
    "template",
    "svg",
    "iframe",
    "object",
    "button",
    "select",
    "textarea",
    "input",
    "datalist",
    "dialog",
    "audio",
    "video",
    "canvas",
    "math-annotation",
];

const BLOCK: &[&str] = &[
    "address",
    "article",
    "aside",
    "blockquote",
    "body",
    "caption",
    "center",
    "dd",
    "details",
    "div",
    "dl",
    "dt",
    "fieldset",
    "figcaption",
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
    "hgroup",
    "hr",
    "html",
    "li",
    "main",
    "menu",
    "nav",
    "ol",
    "p",
    "pre",
    "section",
    "summary",
    "table",
    "tbody",
    "td",
    "tfoot",
    "th",
    "thead",
    "tr",
    "ul",
];

pub(crate) fn is_heading(name: &str) -> bool {
    matches!(name, "h1" | "h2" | "h3" | "h4" | "h5" | "h6")
}

pub(crate) fn is_invisible(node: &Node) -> bool {
    if INVISIBLE.contains(&node.name.as_str()) {
        return true;
    }
    if node.attribute("hidden").is_some_and(|value| value != "until-found")
        || node.attribute("aria-hidden") == Some("true")
    {
        return true;
    }
    node.attribute("style").is_some_and(|style| {
        let style: String = style.chars().filter(|c| !c.is_whitespace()).collect();
        let style = style.to_ascii_lowercase();
        style.contains("display:none") || style.contains("visibility:hidden")
    })
}

/// Elements that people make themselves are blocks if they hold blocks, and rows of blocks often are.
fn is_block(dom: &Dom, index: usize) -> bool {
    let node = dom.node(index);
    BLOCK.contains(&node.name.as_str()) || node.name.contains('-') && holds_block(dom, index)
}

fn holds_block(dom: &Dom, index: usize) -> bool {
    const LOOK_AT_MAX: usize = 200;
    let names = dom.inside(index).take(LOOK_AT_MAX).map(|inner| dom.node(inner).name.as_str());
    names.into_iter().any(|name| BLOCK.contains(&name) && !matches!(name, "td" | "th"))
}

/// How many characters there are. One of Chinese, Japanese or Korean says as much as two or three letters.
fn weight(text: &str) -> usize {
    let of = |c: char| match c {
        c if c.is_whitespace() => 0,
        '\u{3040}'..='\u{9fff}' | '\u{ac00}'..='\u{d7af}' => 2,
        _ => 1,
    };
    text.chars().map(of).sum()
}

pub(crate) fn blocks(dom: &Dom) -> Vec<Block> {
    let mut collector = Collector::default();
    let mut index = 0;
    while index < dom.len() && collector.blocks.len() < BLOCKS_MAX {
        collector.leave(index);
        let node = dom.node(index);
        if node.name.is_empty() {
            collector.text(&node.text);
            index += 1;
            continue;
        }
        if is_invisible(node) {
            collector.text(" ");
            index = node.end;
            continue;
        }
        match node.name.as_str() {
            "br" => collector.line_break(),
            "td" | "th" if collector.row.is_some() => collector.cell(),
            "tr" if !holds_block(dom, index) => {
                collector.enter(index, node.end);
                collector.row = Some(node.end);
            }
            "a" => collector.link_end = collector.link_end.max(node.end),
            _ if is_block(dom, index) => collector.enter(index, node.end),
            _ => {}
        }
        index += 1;
    }
    collector.flush();
    collector.blocks
}

#[derive(Default)]
struct Collector {
    blocks: Vec<Block>,
    text: String,
    link_chars: usize,
    breaks: usize,
    /// The open blocks: where they begin and where they end.
    open: Vec<(usize, usize)>,
    row: Option<usize>,
    link_end: usize,
    now: usize,
}

impl Collector {
    fn enter(&mut self, index: usize, end: usize) {
        self.flush();
        self.open.push((index, end));
    }

    fn leave(&mut self, index: usize) {
        self.now = index;
        if self.row.is_some_and(|end| end <= index) {
            self.row = None;
        }
        while self.open.last().is_some_and(|&(_, end)| end <= index) {
            self.flush();
            self.open.pop();
        }
    }

    fn text(&mut self, text: &str) {
        if self.breaks > 0 && !text.trim().is_empty() {
            // Two line breaks make a paragraph where people write without them.
            if self.breaks > 1 {
                self.flush();
            } else {
                self.text.push(' ');
            }
            self.breaks = 0;
        }
        if self.now < self.link_end {
            self.link_chars += weight(text);
        }
        self.text.push_str(text);
    }

    fn line_break(&mut self) {
        self.breaks += 1;
    }

    fn cell(&mut self) {
        if !self.text.trim().is_empty() {
            self.text.push_str(" | ");
        }
    }

    fn flush(&mut self) {
        self.breaks = 0;
        let text = collapse(&self.text);
        let text = text.trim_end_matches([' ', '|']);
        let link_chars = std::mem::take(&mut self.link_chars);
        self.text.clear();
        if text.is_empty() || !text.chars().any(char::is_alphanumeric) {
            return;
        }
        let node = self.open.last().map_or(0, |&(index, _)| index);
        let chars = weight(text);
        self.blocks.push(Block { text: text.to_owned(), node, chars, link_chars });
    }
}
