//! The graphs of the library, of names and of topics: loaded from the store when somebody first asks, and kept up to
//! date as pages come, change and go.
//!
//! [`crate::graph`] has the algorithms and [`crate::pages`] the SQL; here is what holds them together. Writers only say
//! which pages have changed, which costs them nothing; whoever asks next reads those pages again. Nothing here runs on
//! the async workers but waiting.

mod load;
mod map;
mod node;
mod view;

use std::sync::Arc;

use parking_lot::Mutex;
use tabwright_store::{Store, StoreError, rusqlite};
use tabwright_wire::knowledge::{
    GraphNodeParams, GraphNodeView, GraphOf, GraphParams, GraphView, MergeNamesParams, MergedName,
    MergedNameList,
};

use crate::error::KnowledgeError;
use crate::graph::{AliasCandidate, Merge, MergeId, NodeKey, NodeKind};
use crate::page::EntityKind;
use crate::pages;
use load::{Changed, Loaded};
use map::GraphMap;

/// Both graphs of a library.
#[derive(Debug)]
pub(crate) struct Graphs {
    store: Store,
    entities: Arc<LiveGraph>,
    topics: Arc<LiveGraph>,
}

/// One of them.
#[derive(Debug)]
struct LiveGraph {
    of: GraphOf,
    /// Locked by jobs on a reader of the store only, never by an async worker.
    loaded: Mutex<Option<Loaded>>,
    changed: Mutex<Changed>,
    map: Mutex<Option<Arc<GraphMap>>>,
    /// Which names may be one. Locked like the graph, by jobs on a reader only.
    candidates: Mutex<Option<Candidates>>,
    /// One draws at a time; the others wait for what it draws.
    drawing: tokio::sync::Mutex<()>,
}

/// As they were at a moment.
#[derive(Debug)]
struct Candidates {
    epoch: u64,
    revision: u64,
    list: Arc<Vec<AliasCandidate>>,
}

impl LiveGraph {
    fn new(of: GraphOf) -> Arc<Self> {
        Arc::new(Self {
            of,
            loaded: Mutex::default(),
            changed: Mutex::default(),
            map: Mutex::default(),
            candidates: Mutex::default(),
            drawing: tokio::sync::Mutex::default(),
        })
    }

    /// Runs a job with the graph as the store has it. It is the first and the only time that a read asks for the
    /// graph: all statements of a read see the state of its first, in which a page that has changed since would be
    /// missed.
    fn with<T>(
        &self,
        connection: &rusqlite::Connection,
        job: impl FnOnce(&Loaded) -> rusqlite::Result<T>,
    ) -> rusqlite::Result<T> {
        let mut loaded = self.loaded.lock();
        job(Loaded::fresh(&mut loaded, connection, self.of, &self.changed)?)
    }

    /// What was drawn shows something that must not be shown any more, or is not one node any more.
    fn redraw(&self) {
        self.changed.lock().epoch += 1;
        self.map.lock().take();
    }
}

impl Graphs {
    pub(crate) fn new(store: Store) -> Self {
        Self {
            store,
            entities: LiveGraph::new(GraphOf::Entities),
            topics: LiveGraph::new(GraphOf::Topics),
        }
    }

    /// A page came or changed.
    pub(crate) fn page_changed(&self, page: i64) {
        for graph in [&self.entities, &self.topics] {
            graph.changed.lock().add(page);
        }
    }

    /// Pages are forgotten. When this returns nothing of them is in memory, drawn or not.
    pub(crate) async fn pages_gone(&self, pages: &[i64]) -> Result<(), StoreError> {
        pages.iter().for_each(|page| self.page_changed(*page));
        for graph in [&self.entities, &self.topics] {
            graph.redraw();
            let graph = Arc::clone(graph);
            let refreshed = self.store.read(move |connection| {
                graph.candidates.lock().take();
                let mut loaded = graph.loaded.lock();
                if loaded.is_some() {
                    Loaded::fresh(&mut loaded, connection, graph.of, &graph.changed)?;
                }
                Ok(())
            });
            refreshed.await?;
        }
        Ok(())
    }

    fn of(&self, of: GraphOf) -> &Arc<LiveGraph> {
        match of {
            GraphOf::Entities => &self.entities,
            GraphOf::Topics => &self.topics,
        }
    }

    pub(crate) async fn view(&self, params: GraphParams) -> Result<GraphView, KnowledgeError> {
        let graph = self.of(params.of);
        let map = map::current(graph, &self.store).await?;
        if let Some(around) = params.around.clone() {
            return self.around(graph, map, around, params.nodes_max).await;
        }
        let drawn = move || match &params.community {
            None => Some(view::whole(&map, params.nodes_max)),
            Some(community) => view::inside(&map, community, params.nodes_max),
        };
        let drawn = tokio::task::spawn_blocking(drawn).await;
        drawn.map_err(|_| KnowledgeError::Unreadable)?.ok_or(KnowledgeError::NoSuchCommunity)
    }

    async fn around(
        &self,
        graph: &Arc<LiveGraph>,
        map: Arc<GraphMap>,
        node: String,
        nodes_max: Option<u32>,
    ) -> Result<GraphView, KnowledgeError> {
        let live = Arc::clone(graph);
        let wanted = node.clone();
        let drawn = self.store.read(move |connection| {
            live.with(connection, |loaded| {
                let key = node::find(connection, live.of, &wanted)?;
                Ok(key.map(|key| view::around(&map, &loaded.graph, &key, nodes_max)))
            })
        });
        drawn.await?.ok_or(KnowledgeError::NoSuchName(node))
    }

    pub(crate) async fn node(
        &self,
        params: GraphNodeParams,
    ) -> Result<GraphNodeView, KnowledgeError> {
        let graph = Arc::clone(self.of(params.of));
        let wanted = params.node.clone();
        let found = self.store.read(move |connection| node::view(connection, &graph, &wanted));
        found.await?.ok_or(KnowledgeError::NoSuchName(params.node))
    }

    /// Says that two names are one. Topics have a place in a hierarchy and are not merged.
    pub(crate) async fn merge(
        &self,
        params: MergeNamesParams,
    ) -> Result<MergedName, KnowledgeError> {
        let graph = Arc::clone(&self.entities);
        let (from, into) = (params.from.clone(), params.into.clone());
        let ends = self.store.read(move |connection| {
            graph.with(connection, |loaded| {
                let from = node::find(connection, graph.of, &from)?;
                let into = node::find(connection, graph.of, &into)?;
                let canonical = |key: &Option<NodeKey>| {
                    key.as_ref().map(|key| loaded.graph.canonical(key).clone())
                };
                let is_one = from.is_some() && canonical(&from) == canonical(&into);
                Ok(((from, into), is_one))
            })
        });
        let ((from, into), is_one) = ends.await?;
        let from = from.ok_or(KnowledgeError::NoSuchName(params.from))?;
        let into = into.ok_or(KnowledgeError::NoSuchName(params.into))?;
        if is_one {
            return Err(KnowledgeError::OneAlready);
        }
        let (one, other) = (from.clone(), into.clone());
        let added = self.store.write(move |connection| pages::add_merge(connection, &one, &other));
        let id = added.await?.ok_or_else(|| KnowledgeError::NoSuchName(from.name.clone()))?;
        self.entities.redraw();
        Ok(merged(&Merge { id, from, into }))
    }

    pub(crate) async fn undo(&self, merge: u32) -> Result<MergedNameList, KnowledgeError> {
        let removed =
            self.store.write(move |connection| pages::remove_merge(connection, MergeId(merge)));
        if !removed.await? {
            return Err(KnowledgeError::NoSuchMerge(merge));
        }
        self.entities.redraw();
        self.merges().await
    }

    pub(crate) async fn merges(&self) -> Result<MergedNameList, KnowledgeError> {
        let merges = self.store.read(pages::merges).await?;
        Ok(MergedNameList { merges: merges.iter().map(merged).collect() })
    }
}

fn merged(Merge { id, from, into }: &Merge) -> MergedName {
    MergedName {
        merge: id.0,
        name: from.name.clone(),
        kind: kind_of(from),
        into_name: into.name.clone(),
        into_kind: kind_of(into),
    }
}

fn kind_of(node: &NodeKey) -> EntityKind {
    match node.kind {
        NodeKind::Entity(kind) => kind,
        NodeKind::Topic => EntityKind::Thing,
    }
}
