//! Which page names which node, and which nodes are one. All edges follow from that and are never stored, so a page
//! can be taken out again without a trace, and memory grows with what is named and not with its pairs.

use super::key::{NodeKey, NodeRelation, PageId};
use rustc_hash::FxHashMap;
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// Nodes of a page beyond these are left out: a page that names everything connects nothing, and the pairs of a
/// page grow with the square of its nodes.
pub const NODES_PER_PAGE_MAX: usize = 48;
const RELATIONS_PER_PAGE_MAX: usize = 64;
/// A relation that a page states counts as much as being named together on so many pages.
const RELATION_PAGES: f32 = 2.0;

pub(super) type Slot = u32;

/// Pages, what they name, and the merges on top of it.
#[derive(Debug, Default)]
pub struct Graph {
    slots: Vec<Node>,
    free: Vec<Slot>,
    by_key: FxHashMap<Arc<NodeKey>, Slot>,
    pages: FxHashMap<PageId, PageNodes>,
    merges: Vec<Merge>,
    next_merge: u32,
    /// Where a merged node went. A node that is not here stands for itself.
    representative: FxHashMap<Slot, Slot>,
    /// All slots of a representative that has taken in others, itself among them, in ascending order of their keys.
    members: FxHashMap<Slot, Vec<Slot>>,
}

#[derive(Debug)]
struct Node {
    key: Arc<NodeKey>,
    /// In ascending order.
    pages: Vec<PageId>,
    /// A merge keeps its two nodes in place even while no page names them.
    merges: u32,
}

#[derive(Debug)]
struct PageNodes {
    nodes: Box<[Slot]>,
    relations: Box<[SlotRelation]>,
}

#[derive(Debug)]
struct SlotRelation {
    from: Slot,
    label: Box<str>,
    to: Slot,
}

/// What a merge is undone by.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(transparent)]
pub struct MergeId(pub u32);

/// `from` is another name of `into`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Merge {
    pub id: MergeId,
    pub from: NodeKey,
    pub into: NodeKey,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum MergeError {
    #[error("these two already are one")]
    AlreadyOne,
    #[error("there is no such merge, or it was undone before")]
    NoSuchMerge,
}

/// What connects two nodes, before it is weighed.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Shared {
    pub(super) pages: u32,
    pub(super) relations: u32,
}

impl Graph {
    pub fn new() -> Self {
        Graph::default()
    }

    pub fn page_count(&self) -> usize {
        self.pages.len()
    }

    /// Adds a page that names these nodes, the most important first, and replaces it if it was there. The ends of a
    /// relation are named by the page, too.
    pub fn add_page(&mut self, page: PageId, nodes: &[NodeKey], relations: &[NodeRelation]) {
        self.remove_page(page);
        let relations = &relations[..relations.len().min(RELATIONS_PER_PAGE_MAX)];
        let ends = relations.iter().flat_map(|relation| [&relation.from, &relation.to]);
        let mut slots = Vec::new();
        for key in nodes.iter().chain(ends) {
            if slots.len() == NODES_PER_PAGE_MAX {
                break;
            }
            if key.name.is_empty() {
                continue;
            }
            let slot = self.intern(key);
            let pages = &mut self.slots[slot as usize].pages;
            if let Err(at) = pages.binary_search(&page) {
                pages.insert(at, page);
                slots.push(slot);
            }
        }
        slots.sort_unstable();
        let mut kept: Vec<SlotRelation> = Vec::new();
        for relation in relations {
            let on_page = |key| {
                self.by_key.get(key).copied().filter(|slot| slots.binary_search(slot).is_ok())
            };
            if let (Some(from), Some(to)) = (on_page(&relation.from), on_page(&relation.to))
                && from != to
                && !kept.iter().any(|known| {
                    (known.from, known.to, &*known.label) == (from, to, relation.label.as_str())
                })
            {
                kept.push(SlotRelation { from, label: relation.label.as_str().into(), to });
            }
        }
        self.pages.insert(page, PageNodes { nodes: slots.into(), relations: kept.into() });
    }

    /// Takes a page out; false if it was not there. Nodes that no other page names go with it.
    pub fn remove_page(&mut self, page: PageId) -> bool {
        let Some(removed) = self.pages.remove(&page) else { return false };
        for &slot in &removed.nodes {
            let pages = &mut self.slots[slot as usize].pages;
            if let Ok(at) = pages.binary_search(&page) {
                pages.remove(at);
            }
            self.release(slot);
        }
        true
    }

    /// From now on `from` is another name of `into`, on every page, also on those that come later.
    pub fn merge(&mut self, from: &NodeKey, into: &NodeKey) -> Result<MergeId, MergeError> {
        let ends = [from, into].map(|key| self.by_key.get(key).map(|&slot| self.resolve(slot)));
        let already = match ends {
            [Some(from), Some(into)] => from == into,
            _ => from == into,
        };
        if already {
            return Err(MergeError::AlreadyOne);
        }
        let id = MergeId(self.next_merge);
        self.restore_merge(Merge { id, from: from.clone(), into: into.clone() });
        Ok(id)
    }

    /// Puts back a merge that was stored, with its number. Merges are to be restored in the order of [`Graph::merges`].
    pub fn restore_merge(&mut self, merge: Merge) {
        for key in [&merge.from, &merge.into] {
            let slot = self.intern(key);
            self.slots[slot as usize].merges += 1;
        }
        self.next_merge = self.next_merge.max(merge.id.0.saturating_add(1));
        self.merges.push(merge);
        self.replay_merges();
    }

    /// Takes a merge back. Those that were made before and after it stay.
    pub fn undo(&mut self, id: MergeId) -> Result<Merge, MergeError> {
        let at = self.merges.iter().position(|merge| merge.id == id);
        let undone = self.merges.remove(at.ok_or(MergeError::NoSuchMerge)?);
        for key in [&undone.from, &undone.into] {
            if let Some(&slot) = self.by_key.get(key) {
                self.slots[slot as usize].merges -= 1;
                self.release(slot);
            }
        }
        self.replay_merges();
        Ok(undone)
    }

    /// Puts these merges in the place of all that there are.
    pub fn set_merges(&mut self, merges: Vec<Merge>) {
        for merge in std::mem::take(&mut self.merges) {
            for key in [&merge.from, &merge.into] {
                if let Some(&slot) = self.by_key.get(key) {
                    self.slots[slot as usize].merges -= 1;
                    self.release(slot);
                }
            }
        }
        for merge in &merges {
            for key in [&merge.from, &merge.into] {
                let slot = self.intern(key);
                self.slots[slot as usize].merges += 1;
            }
            self.next_merge = self.next_merge.max(merge.id.0.saturating_add(1));
        }
        self.merges = merges;
        self.replay_merges();
    }

    /// Gives a node another key on all of its pages: it turned out to be of another kind. False if there is a node of
    /// that key already, or none of the old one.
    pub fn rename(&mut self, from: &NodeKey, to: &NodeKey) -> bool {
        if self.by_key.contains_key(to) {
            return false;
        }
        let Some(slot) = self.by_key.remove(from) else { return false };
        let key = Arc::new(to.clone());
        self.slots[slot as usize].key = Arc::clone(&key);
        self.by_key.insert(key, slot);
        for merge in &mut self.merges {
            for end in [&mut merge.from, &mut merge.into] {
                if end == from {
                    *end = to.clone();
                }
            }
        }
        self.replay_merges();
        true
    }

    /// Of every name by itself, before merges.
    pub fn node_count(&self) -> usize {
        self.by_key.len()
    }

    /// Whether some page names it, or a merge does.
    pub fn knows(&self, key: &NodeKey) -> bool {
        self.by_key.contains_key(key)
    }

    /// In the order in which they were made.
    pub fn merges(&self) -> &[Merge] {
        &self.merges
    }

    /// What the node is called after all merges.
    pub fn canonical<'a>(&'a self, key: &'a NodeKey) -> &'a NodeKey {
        self.by_key.get(key).map_or(key, |&slot| self.key(self.resolve(slot)))
    }

    /// The other names of a node, after all merges.
    pub fn aliases(&self, key: &NodeKey) -> Vec<&NodeKey> {
        let Some(node) = self.find(key) else { return Vec::new() };
        let others = self.members(node).iter().filter(|&&slot| slot != node);
        others.map(|&slot| self.key(slot)).collect()
    }

    /// The pages that name a node by any of its names, in ascending order.
    pub fn pages_of(&self, key: &NodeKey) -> Vec<PageId> {
        self.find(key).map(|node| self.pages_of_slot(node)).unwrap_or_default()
    }

    /// The relations that pages state between two nodes, in either direction and each once.
    pub fn relations_between(&self, a: &NodeKey, b: &NodeKey) -> Vec<NodeRelation> {
        let (Some(a), Some(b)) = (self.find(a), self.find(b)) else { return Vec::new() };
        let mut found = Vec::new();
        for page in self.shared_pages(a, b) {
            let relations = self.pages.get(&page).map_or(&[][..], |page| &page.relations);
            for relation in relations {
                let (from, to) = (self.resolve(relation.from), self.resolve(relation.to));
                if (from, to) == (a, b) || (from, to) == (b, a) {
                    let label = relation.label.to_string();
                    let (from, to) = (self.key(from).clone(), self.key(to).clone());
                    found.push(NodeRelation { from, label, to });
                }
            }
        }
        found.sort();
        found.dedup();
        found
    }

    fn intern(&mut self, key: &NodeKey) -> Slot {
        if let Some(&slot) = self.by_key.get(key) {
            return slot;
        }
        let key = Arc::new(key.clone());
        let node = Node { key: Arc::clone(&key), pages: Vec::new(), merges: 0 };
        let slot = match self.free.pop() {
            Some(slot) => {
                self.slots[slot as usize] = node;
                slot
            }
            None => {
                self.slots.push(node);
                (self.slots.len() - 1) as Slot
            }
        };
        self.by_key.insert(key, slot);
        slot
    }

    fn release(&mut self, slot: Slot) {
        let node = &mut self.slots[slot as usize];
        if node.pages.is_empty() && node.merges == 0 && self.by_key.remove(&node.key).is_some() {
            node.pages = Vec::new();
            self.free.push(slot);
        }
    }

    /// Merges are few and made by a person: all of them are applied anew whenever one comes or goes.
    fn replay_merges(&mut self) {
        self.representative.clear();
        self.members.clear();
        for at in 0..self.merges.len() {
            let ends = [&self.merges[at].from, &self.merges[at].into];
            let [Some(from), Some(into)] = ends.map(|key| self.by_key.get(key).copied()) else {
                continue;
            };
            let (from, into) = (self.resolve(from), self.resolve(into));
            if from == into {
                continue;
            }
            let moved = self.members.remove(&from).unwrap_or_else(|| vec![from]);
            for &slot in &moved {
                self.representative.insert(slot, into);
            }
            self.members.entry(into).or_insert_with(|| vec![into]).extend(moved);
        }
        for members in self.members.values_mut() {
            members.sort_by(|&a, &b| self.slots[a as usize].key.cmp(&self.slots[b as usize].key));
        }
    }

    pub(super) fn resolve(&self, slot: Slot) -> Slot {
        self.representative.get(&slot).copied().unwrap_or(slot)
    }

    pub(super) fn key(&self, slot: Slot) -> &NodeKey {
        &self.slots[slot as usize].key
    }

    pub(super) fn shared_key(&self, slot: Slot) -> Arc<NodeKey> {
        Arc::clone(&self.slots[slot as usize].key)
    }

    /// The node that stands for this key, if any page names it.
    pub(super) fn find(&self, key: &NodeKey) -> Option<Slot> {
        let node = self.resolve(*self.by_key.get(key)?);
        (self.page_count_of(node) > 0).then_some(node)
    }

    /// All nodes that some page names, each once and after all merges, in the order of their keys.
    pub(super) fn representatives(&self) -> Vec<Slot> {
        let slots = self.by_key.values().copied();
        let stands = |&slot: &Slot| self.resolve(slot) == slot && self.page_count_of(slot) > 0;
        let mut found: Vec<Slot> = slots.filter(stands).collect();
        found.sort_by(|&a, &b| self.key(a).cmp(self.key(b)));
        found
    }

    pub(super) fn slot_count(&self) -> usize {
        self.slots.len()
    }

    fn members(&self, node: Slot) -> &[Slot] {
        self.members.get(&node).map_or(&[], Vec::as_slice)
    }

    pub(super) fn page_count_of(&self, node: Slot) -> usize {
        match self.members(node) {
            [] => self.slots[node as usize].pages.len(),
            _ => self.pages_of_slot(node).len(),
        }
    }

    pub(super) fn pages_of_slot(&self, node: Slot) -> Vec<PageId> {
        let members = self.members(node);
        if members.is_empty() {
            return self.slots[node as usize].pages.clone();
        }
        let pages = members.iter().flat_map(|&slot| &self.slots[slot as usize].pages);
        let mut pages: Vec<PageId> = pages.copied().collect();
        pages.sort_unstable();
        pages.dedup();
        pages
    }

    pub(super) fn shared_pages(&self, a: Slot, b: Slot) -> Vec<PageId> {
        let others = self.pages_of_slot(b);
        let mut shared = self.pages_of_slot(a);
        shared.retain(|page| others.binary_search(page).is_ok());
        shared
    }

    /// Calls `visit` for each other node of the newest pages of `node`, and for each relation that such a page
    /// states between the two.
    pub(super) fn visit_companions(
        &self,
        node: Slot,
        pages_max: usize,
        mut visit: impl FnMut(Slot, Shared),
    ) {
        let mut merged: Vec<Slot> = Vec::new();
        for page in self.pages_of_slot(node).into_iter().rev().take(pages_max) {
            let Some(page) = self.pages.get(&page) else { continue };
            if self.representative.is_empty() {
                let others = page.nodes.iter().filter(|&&other| other != node);
                others.for_each(|&other| visit(other, Shared { pages: 1, relations: 0 }));
            } else {
                merged.clear();
                merged.extend(page.nodes.iter().map(|&slot| self.resolve(slot)));
                merged.sort_unstable();
                merged.dedup();
                let others = merged.iter().filter(|&&other| other != node);
                others.for_each(|&other| visit(other, Shared { pages: 1, relations: 0 }));
            }
            for relation in &page.relations {
                let (from, to) = (self.resolve(relation.from), self.resolve(relation.to));
                let stated = Shared { pages: 0, relations: 1 };
                if from == node && to != node {
                    visit(to, stated);
                } else if to == node && from != node {
                    visit(from, stated);
                }
            }
        }
    }

    /// From 0 to 1: how much it tells that a page names this node. One that is on every page tells nothing.
    pub(super) fn rarity(&self, node: Slot) -> f32 {
        let pages = self.pages.len() as f32 + 1.0;
        let named = self.page_count_of(node).max(1) as f32;
        (pages / named).ln() / pages.ln()
    }
}

/// The weight of an edge: what is shared, less if either end is everywhere.
pub(super) fn weight(shared: Shared, rarity_a: f32, rarity_b: f32) -> f32 {
    let count = shared.pages as f32 + RELATION_PAGES * shared.relations as f32;
    // The product is the same for both directions, which keeps the two halves of an edge equal to the bit.
    count * (rarity_a * rarity_b).max(0.0).sqrt()
}
