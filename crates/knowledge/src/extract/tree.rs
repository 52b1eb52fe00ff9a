//! The tree that the HTML parser builds, in one list, so that no depth of a page is a depth of the stack.

use std::borrow::Cow;
use std::cell::{Ref, RefCell};

use html5ever::tendril::{StrTendril, TendrilSink};
use html5ever::tree_builder::{ElementFlags, NodeOrText, QuirksMode, TreeSink};
use html5ever::{Attribute, ParseOpts, QualName, local_name, ns, parse_document};

pub(super) struct TreeNode {
    parent: Option<usize>,
    pub(super) children: Vec<usize>,
    pub(super) name: QualName,
    pub(super) attributes: Vec<Attribute>,
    /// `None` for elements.
    pub(super) text: Option<StrTendril>,
}

/// The nodes; the first is the document.
pub(super) fn parse(html: &str) -> Vec<TreeNode> {
    let sink = Tree { nodes: RefCell::new(Vec::new()) };
    sink.create(nameless(), Vec::new(), None);
    parse_document(sink, ParseOpts::default()).one(html)
}

/// What is no element has a name of its own, so that asking for it cannot fail.
fn nameless() -> QualName {
    QualName::new(None, ns!(), local_name!(""))
}

struct Tree {
    nodes: RefCell<Vec<TreeNode>>,
}

impl Tree {
    fn create(
        &self,
        name: QualName,
        attributes: Vec<Attribute>,
        text: Option<StrTendril>,
    ) -> usize {
        let mut nodes = self.nodes.borrow_mut();
        nodes.push(TreeNode { parent: None, children: Vec::new(), name, attributes, text });
        nodes.len() - 1
    }

    /// Puts a node at a place among the children of another, or its text behind text that is there.
    fn insert(&self, parent: usize, at: usize, child: NodeOrText<usize>) {
        let child = match child {
            NodeOrText::AppendNode(child) => {
                self.remove_from_parent(&child);
                child
            }
            NodeOrText::AppendText(text) => {
                let mut nodes = self.nodes.borrow_mut();
                let before =
                    at.checked_sub(1).and_then(|at| nodes[parent].children.get(at).copied());
                if let Some(known) = before.and_then(|before| nodes[before].text.as_mut()) {
                    known.push_tendril(&text);
                    return;
                }
                drop(nodes);
                self.create(nameless(), Vec::new(), Some(text))
            }
        };
        let mut nodes = self.nodes.borrow_mut();
        nodes[child].parent = Some(parent);
        let at = at.min(nodes[parent].children.len());
        nodes[parent].children.insert(at, child);
    }

    /// Parsers look for what they have just put in, which is at the end.
    fn position(&self, node: usize) -> Option<(usize, usize)> {
        let nodes = self.nodes.borrow();
        let parent = nodes[node].parent?;
        let at = nodes[parent].children.iter().rposition(|&child| child == node)?;
        Some((parent, at))
    }
}

impl TreeSink for Tree {
    type Handle = usize;
    type Output = Vec<TreeNode>;
    type ElemName<'a> = Ref<'a, QualName>;

    fn finish(self) -> Self::Output {
        self.nodes.into_inner()
    }

    fn parse_error(&self, _message: Cow<'static, str>) {}

    fn get_document(&self) -> usize {
        0
    }

    fn elem_name<'a>(&'a self, target: &'a usize) -> Self::ElemName<'a> {
        Ref::map(self.nodes.borrow(), |nodes| &nodes[*target].name)
    }

    fn create_element(
        &self,
        name: QualName,
        attributes: Vec<Attribute>,
        _flags: ElementFlags,
    ) -> usize {
        self.create(name, attributes, None)
    }

    fn create_comment(&self, _text: StrTendril) -> usize {
        self.create(nameless(), Vec::new(), None)
    }

    fn create_pi(&self, _target: StrTendril, _data: StrTendril) -> usize {
        self.create(nameless(), Vec::new(), None)
    }

    fn append(&self, parent: &usize, child: NodeOrText<usize>) {
        let at = self.nodes.borrow()[*parent].children.len();
        self.insert(*parent, at, child);
    }

    fn append_based_on_parent_node(
        &self,
        element: &usize,
        previous: &usize,
        child: NodeOrText<usize>,
    ) {
        match self.position(*element) {
            Some((parent, at)) => self.insert(parent, at, child),
            None => self.append(previous, child),
        }
    }

    fn append_doctype_to_document(
        &self,
        _name: StrTendril,
        _public: StrTendril,
        _system: StrTendril,
    ) {
    }

    /// What is in a template is not shown, and was left out before.
    fn get_template_contents(&self, target: &usize) -> usize {
        *target
    }

    fn same_node(&self, one: &usize, other: &usize) -> bool {
        one == other
    }

    fn set_quirks_mode(&self, _mode: QuirksMode) {}

    fn append_before_sibling(&self, sibling: &usize, child: NodeOrText<usize>) {
        if let Some((parent, at)) = self.position(*sibling) {
            self.insert(parent, at, child);
        }
    }

    fn add_attrs_if_missing(&self, target: &usize, attributes: Vec<Attribute>) {
        let known = &mut self.nodes.borrow_mut()[*target].attributes;
        for attribute in attributes {
            if !known.iter().any(|known| known.name == attribute.name) {
                known.push(attribute);
            }
        }
    }

    fn remove_from_parent(&self, target: &usize) {
        if let Some((parent, at)) = self.position(*target) {
            let mut nodes = self.nodes.borrow_mut();
            nodes[parent].children.remove(at);
            nodes[*target].parent = None;
        }
    }

    fn reparent_children(&self, node: &usize, new_parent: &usize) {
        let mut nodes = self.nodes.borrow_mut();
        let moved = std::mem::take(&mut nodes[*node].children);
        for &child in &moved {
            nodes[child].parent = Some(*new_parent);
        }
        nodes[*new_parent].children.extend(moved);
    }
}
