//! A page as a flat list of nodes in the order of the document: what extraction looks at.

use std::panic::{AssertUnwindSafe, catch_unwind};

use super::tree::{self, TreeNode};

pub(crate) struct Dom {
    nodes: Vec<Node>,
}

#[derive(Debug)]
pub(crate) struct Node {
    pub(crate) parent: usize,
    /// The first node behind all that is inside this one.
    pub(crate) end: usize,
    pub(crate) name: String,
    attributes: Vec<(String, String)>,
    /// Of a text node, which has no name.
    pub(crate) text: String,
}

impl Node {
    pub(crate) fn is(&self, name: &str) -> bool {
        self.name == name
    }

    pub(crate) fn attribute(&self, name: &str) -> Option<&str> {
        let mut attributes = self.attributes.iter();
        attributes.find(|(own, _)| own == name).map(|(_, value)| value.as_str())
    }

    /// `class` and `id`, which say what an element is for.
    pub(crate) fn marks(&self) -> String {
        let of = |name| self.attribute(name).unwrap_or_default();
        format!("{} {}", of("class"), of("id"))
    }
}

impl Dom {
    /// Of HTML that was bounded before.
    pub(crate) fn parse(html: &str) -> Self {
        // The parser is written by others, and the page by a stranger.
        let parsed = catch_unwind(AssertUnwindSafe(|| tree::parse(html)));
        Self::flatten(&parsed.unwrap_or_default())
    }

    fn flatten(tree: &[TreeNode]) -> Self {
        let mut nodes: Vec<Node> = Vec::with_capacity(tree.len());
        // What is open, with the number of the child that comes next.
        let mut open: Vec<(usize, usize, usize)> = Vec::new();
        if let Some(document) = tree.first() {
            nodes.push(copy(document, 0));
            open.push((0, 0, 0));
        }
        while let Some((index, source, next)) = open.pop() {
            let Some(&child) = tree[source].children.get(next) else {
                nodes[index].end = nodes.len();
                continue;
            };
            open.push((index, source, next + 1));
            open.push((nodes.len(), child, 0));
            nodes.push(copy(&tree[child], index));
        }
        Self { nodes }
    }

    pub(crate) fn len(&self) -> usize {
        self.nodes.len()
    }

    pub(crate) fn node(&self, index: usize) -> &Node {
        &self.nodes[index]
    }

    pub(crate) fn named<'a>(&'a self, name: &'a str) -> impl Iterator<Item = usize> + 'a {
        (0..self.nodes.len()).filter(move |&index| self.nodes[index].name == name)
    }

    pub(crate) fn inside(&self, index: usize) -> std::ops::Range<usize> {
        index + 1..self.nodes[index].end
    }

    pub(crate) fn ancestors(&self, index: usize) -> impl Iterator<Item = usize> + '_ {
        let mut at = index;
        std::iter::from_fn(move || {
            if at == 0 {
                return None;
            }
            at = self.nodes[at].parent;
            Some(at)
        })
    }

    /// All text in a node, with white space collapsed.
    pub(crate) fn text(&self, index: usize) -> String {
        let mut text = String::new();
        for node in &self.nodes[index..self.nodes[index].end] {
            text.push_str(&node.text);
            if node.name == "br" {
                text.push(' ');
            }
        }
        collapse(&text)
    }

    /// The text of the elements with a class, id, attribute value or name, first to last.
    pub(crate) fn find(&self, wanted: impl Fn(&Node) -> bool) -> Option<usize> {
        self.nodes.iter().position(|node| !node.name.is_empty() && wanted(node))
    }
}

fn copy(node: &TreeNode, parent: usize) -> Node {
    let attributes = node.attributes.iter();
    Node {
        parent,
        end: 0,
        name: node.name.local.to_string(),
        attributes: attributes
            .map(|attribute| (attribute.name.local.to_string(), attribute.value.to_string()))
            .collect(),
        text: node.text.as_deref().unwrap_or_default().to_owned(),
    }
}

pub(crate) fn collapse(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for word in text.split(|c: char| c.is_whitespace() || c == '\u{200b}' || c == '\u{feff}') {
        if word.is_empty() {
            continue;
        }
        if !out.is_empty() {
            out.push(' ');
        }
        out.push_str(word);
    }
    out
}
