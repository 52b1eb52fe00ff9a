//! A graph in memory, as far as the store has been read.

use parking_lot::Mutex;
use rustc_hash::FxHashSet;
use tabwright_store::rusqlite::{self, Connection};
use tabwright_wire::knowledge::GraphOf;

use crate::graph::{Graph, NodeKey, NodeKind, PageId};
use crate::page::EntityKind;
use crate::pages;

/// With more changed pages than this it is quicker to load everything anew.
const CHANGED_MAX: usize = 2_000;
/// In a library of more names, those that only one page names are left out: they connect nothing, and most names are
/// of that kind.
const NAMES_MAX: u32 = 100_000;

/// What was written since the graph was read.
#[derive(Debug, Default)]
pub(super) struct Changed {
    pages: FxHashSet<i64>,
    is_too_much: bool,
    /// Counts the times that what was drawn became wrong and not only old.
    pub(super) epoch: u64,
}

impl Changed {
    pub(super) fn add(&mut self, page: i64) {
        if self.pages.len() < CHANGED_MAX {
            self.pages.insert(page);
        } else {
            self.is_too_much = true;
        }
    }

    fn take(&mut self) -> (FxHashSet<i64>, bool) {
        (std::mem::take(&mut self.pages), std::mem::take(&mut self.is_too_much))
    }
}

#[derive(Debug)]
pub(super) struct Loaded {
    pub(super) graph: Graph,
    /// Counts the pages that came, changed or went.
    pub(super) revision: u64,
    pub(super) only_shared: bool,
}

impl Loaded {
    /// The graph as the store has it now.
    pub(super) fn fresh<'l>(
        loaded: &'l mut Option<Self>,
        connection: &Connection,
        of: GraphOf,
        changed: &Mutex<Changed>,
    ) -> rusqlite::Result<&'l Self> {
        // Taken before the first read: a page that is written from now on is there again the next time.
        let (pages, is_too_much) = changed.lock().take();
        let known = loaded.take().filter(|_| !is_too_much);
        // After an error nothing is left half done: the next who asks loads it anew.
        let mut fresh = match known {
            None => Self::load(connection, of)?,
            Some(mut known) => match known.follow(connection, of, &pages)? {
                true => known,
                false => Self::load(connection, of)?,
            },
        };
        if of == GraphOf::Entities {
            let merges = pages::merges(connection)?;
            if merges != fresh.graph.merges() {
                fresh.graph.set_merges(merges);
                fresh.revision += 1;
            }
        }
        Ok(loaded.insert(fresh))
    }

    fn load(connection: &Connection, of: GraphOf) -> rusqlite::Result<Self> {
        let only_shared = of == GraphOf::Entities && pages::name_count(connection, of)? > NAMES_MAX;
        let mut loaded = Self { graph: Graph::new(), revision: next_revision(), only_shared };
        for page in pages::naming_pages(connection, of)? {
            loaded.read_page(connection, of, page)?;
        }
        Ok(loaded)
    }

    /// Reads the pages again that have changed. False if that cannot make it what loading it would.
    fn follow(
        &mut self,
        connection: &Connection,
        of: GraphOf,
        changed: &FxHashSet<i64>,
    ) -> rusqlite::Result<bool> {
        for &page in changed {
            if !self.read_page(connection, of, page)? {
                return Ok(false);
            }
            if self.only_shared {
                for other in pages::newly_sharing(connection, page)? {
                    self.read_page(connection, of, other)?;
                }
            }
        }
        Ok(true)
    }

    fn read_page(
        &mut self,
        connection: &Connection,
        of: GraphOf,
        page: i64,
    ) -> rusqlite::Result<bool> {
        self.revision += 1;
        let names = pages::names_of_page(connection, of, page, self.only_shared)?;
        let Some(names) = names else {
            self.graph.remove_page(PageId(page));
            return Ok(true);
        };
        let mut is_followed = true;
        for node in &names.nodes {
            is_followed &= self.learn_kind(node);
        }
        self.graph.add_page(PageId(page), &names.nodes, &names.relations);
        Ok(is_followed)
    }

    /// A page may tell what a thing is that others only named: then it is that on all of them. False if there are
    /// two of that name now.
    fn learn_kind(&mut self, node: &NodeKey) -> bool {
        const UNKNOWN: NodeKind = NodeKind::Entity(EntityKind::Thing);
        if matches!(node.kind, UNKNOWN | NodeKind::Topic) {
            return true;
        }
        let before = NodeKey { kind: UNKNOWN, name: node.name.clone() };
        !self.graph.knows(&before) || self.graph.rename(&before, node)
    }
}

/// No two graphs that were loaded have a revision in common, so that what was made of one is not taken for the
/// other's.
fn next_revision() -> u64 {
    use std::sync::atomic::{AtomicU64, Ordering};
    static LOADS: AtomicU64 = AtomicU64::new(1);
    LOADS.fetch_add(1, Ordering::Relaxed) << 40
}
