//! People, things and topics of the pages that were read, and how they hang together.
//!
//! [`Graph`] is what changes: pages come and go, and aliases are merged and separated. It only remembers which page
//! names what, so that removing a page or undoing a merge gives back exactly what was there before. Everything that
//! looks at the whole (communities, importance, layout, a reduced drawing) works on a [`Snapshot`], which can be
//! taken to another thread. No SQL and no clock of its own; the same input gives the same result, whatever came
//! before.

mod alias;
mod collapse;
mod communities;
mod importance;
mod incidence;
mod key;
mod layout;
mod names;
mod quadtree;
mod snapshot;
mod walk;

pub use alias::{AliasCandidate, AliasReason};
pub use collapse::{Collapsed, CollapsedEdge, CollapsedNode, collapsed};
pub use communities::{Communities, Community, communities};
pub use importance::importance;
pub use incidence::{Graph, Merge, MergeError, MergeId, NODES_PER_PAGE_MAX};
pub use key::{NodeKey, NodeKind, NodeRelation, PageId};
pub use layout::{Layout, LayoutLimits, Point, layout};
pub use snapshot::Snapshot;
pub use walk::{Connection, Neighbour};
