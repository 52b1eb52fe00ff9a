//! Knowledge as a room of the daemon: its functions.

use std::sync::Arc;

use async_trait::async_trait;
use tabwright_model::Models;
use tabwright_room::{Caller, Functions, Room};
use tabwright_store::Store;
use tabwright_wire::knowledge::{
    Answer, AskParams, MergeParams, PageParams, PageVersionParams, RememberParams, RememberedPage,
    SearchParams, SearchResults,
};
use tabwright_wire::{
    AskKnowledge, ChangeKnowledgeSettings, EditPage, ForgetPages, GetGraph, GetGraphNode,
    GetKnowledgeSettings, GetKnowledgeStats, GetPage, GetPageVersion, KeepPage, ListMerges,
    MergeNames, Problem, RememberPage, SearchPages, SuggestPages, TabId, UndoMerge,
};

use crate::answer;
use crate::indexing::Captured;
use crate::library::{KeptNow, Library, MaySee, OwnWords};

/// The browser and the rules, as knowledge needs them. The daemon implements it.
#[async_trait]
pub trait KnowledgeHost: std::fmt::Debug + Send + Sync + 'static {
    /// The document of a tab as the person sees it, if whoever asks may read it.
    async fn capture(&self, caller: &Caller, tab: Option<TabId>) -> Result<Captured, Problem>;

    /// Which pages whoever asks may know of: all of them for the person, and for others those that a rule opens to
    /// them. It may ask the person.
    async fn authorize(&self, caller: &Caller) -> Result<Option<MaySee>, Problem>;

    /// A change that the person made is written to the activity log.
    fn log(&self, caller: &Caller, operation: &'static str, detail: String);

    /// Is this site closed to everybody by a rule?
    fn is_closed(&self, url: &str) -> bool;
}

#[derive(Debug)]
pub struct KnowledgeRoom {
    library: Library,
    host: Arc<dyn KnowledgeHost>,
    models: Arc<dyn Models>,
}

impl KnowledgeRoom {
    #[must_use]
    pub fn new(store: &Store, host: Arc<dyn KnowledgeHost>, models: Arc<dyn Models>) -> Self {
        Self { library: Library::new(store.clone()), host, models }
    }

    pub async fn remember(
        &self,
        caller: &Caller,
        params: RememberParams,
    ) -> Result<RememberedPage, Problem> {
        // An agent could fill the person's memory with what it likes: it asks, as for reading.
        self.host.authorize(caller).await?;
        let captured = self.host.capture(caller, params.tab).await?;
        self.keep(captured, params.tags, params.note).await
    }

    /// Keeps a page that was read by whoever may.
    pub async fn keep(
        &self,
        captured: Captured,
        tags: Vec<String>,
        note: Option<String>,
    ) -> Result<RememberedPage, Problem> {
        let kept = self.library.remember(captured, OwnWords { tags, note }).await?;
        let KeptNow { page, outcome, summary } = kept;
        Ok(RememberedPage { page, outcome, summary })
    }

    /// For somebody who may know of these pages; without a limit, of all.
    pub async fn search_as(
        &self,
        params: SearchParams,
        may_see: Option<MaySee>,
    ) -> Result<SearchResults, Problem> {
        Ok(self.library.search(params, may_see).await?)
    }

    pub async fn ask_as(
        &self,
        params: &AskParams,
        may_see: Option<MaySee>,
    ) -> Result<Answer, Problem> {
        answer::answer(&self.library, &*self.models, params, may_see).await
    }

    pub async fn search(
        &self,
        caller: &Caller,
        params: SearchParams,
    ) -> Result<SearchResults, Problem> {
        let may_see = self.host.authorize(caller).await?;
        self.search_as(params, may_see).await
    }

    pub async fn ask(&self, caller: &Caller, params: AskParams) -> Result<Answer, Problem> {
        let may_see = self.host.authorize(caller).await?;
        self.ask_as(&params, may_see).await
    }
}

impl Room for KnowledgeRoom {
    fn functions(self: Arc<Self>) -> Functions {
        Functions::of(self)
            .on::<RememberPage, _>(|room, caller, params| async move {
                room.remember(&caller, params).await
            })
            .on::<KeepPage, _>(|room, _, params| async move {
                if room.host.is_closed(&params.url) {
                    return Ok(crate::library::not_kept_by_rule());
                }
                Ok(room.library.keep(params).await?)
            })
            .on::<SearchPages, _>(|room, caller, params| async move {
                room.search(&caller, params).await
            })
            .on::<SuggestPages, _>(|room, _, params| async move {
                Ok(room.library.suggest(params).await?)
            })
            .on::<AskKnowledge, _>(
                |room, caller, params| async move { room.ask(&caller, params).await },
            )
            .on::<GetPage, _>(|room, _, PageParams { page }| async move {
                Ok(room.library.page(page).await?)
            })
            .on::<GetPageVersion, _>(|room, _, PageVersionParams { page, version }| async move {
                Ok(room.library.version(page, version).await?)
            })
            .on::<EditPage, _>(
                |room, _, params| async move { Ok(room.library.edit(params).await?) },
            )
            .on::<ForgetPages, _>(|room, caller, params| async move {
                let forgotten = room.library.forget(params).await?;
                // What was forgotten is not told in the log either.
                let detail = format!("{} pages", forgotten.pages);
                room.host.log(&caller, "forget", detail);
                Ok(forgotten)
            })
            .on::<GetKnowledgeStats, _>(|room, _, params| async move {
                Ok(room.library.stats(params).await?)
            })
            .on::<GetKnowledgeSettings, _>(|room, _, _| async move {
                Ok(room.library.settings().await?)
            })
            .on::<ChangeKnowledgeSettings, _>(|room, caller, params| async move {
                let settings = room.library.change_settings(params).await?;
                let state = if settings.automatic { "on" } else { "off" };
                room.host.log(&caller, "remember by itself", state.to_owned());
                Ok(settings)
            })
            .on::<GetGraph, _>(
                |room, _, params| async move { Ok(room.library.graph(params).await?) },
            )
            .on::<GetGraphNode, _>(|room, _, params| async move {
                Ok(room.library.graph_node(params).await?)
            })
            .on::<MergeNames, _>(|room, caller, params| async move {
                let merged = room.library.merge_names(params).await?;
                // Names come from pages, and pages may be forgotten: the log knows the number only.
                room.host.log(&caller, "merge names", format!("merge {}", merged.merge));
                Ok(merged)
            })
            .on::<UndoMerge, _>(|room, caller, MergeParams { merge }| async move {
                let left = room.library.undo_merge(merge).await?;
                room.host.log(&caller, "undo merge", format!("merge {merge}"));
                Ok(left)
            })
            .on::<ListMerges, _>(|room, _, _| async move { Ok(room.library.merges().await?) })
            .all()
    }
}
