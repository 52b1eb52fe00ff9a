//! What the graph is made of: nodes by kind and name, pages by number, and relations between nodes.

use crate::page::EntityKind;
use serde::{Deserialize, Serialize};
use std::fmt;

/// A page, as the store numbers it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(transparent)]
pub struct PageId(pub i64);

/// A person, thing or topic. Two keys are the same node only if kind and name are equal to the letter: whether
/// "WHO" and "World Health Organization" are one is decided by a merge, which can be undone.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct NodeKey {
    pub kind: NodeKind,
    pub name: String,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum NodeKind {
    Entity(EntityKind),
    Topic,
}

impl NodeKey {
    pub fn entity(kind: EntityKind, name: impl Into<String>) -> Self {
        NodeKey { kind: NodeKind::Entity(kind), name: name.into() }
    }

    pub fn topic(name: impl Into<String>) -> Self {
        NodeKey { kind: NodeKind::Topic, name: name.into() }
    }
}

impl fmt::Display for NodeKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.name)
    }
}

/// "Ada Lovelace — wrote about — the Analytical Engine", as one page says it.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct NodeRelation {
    pub from: NodeKey,
    pub label: String,
    pub to: NodeKey,
}
