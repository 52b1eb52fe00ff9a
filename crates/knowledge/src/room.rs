//! Knowledge as a room of the daemon: its functions.

use std::sync::Arc;

use async_trait::async_trait;
use tabwright_model::Models;
use tabwright_room::{Caller, Functions, Room};
use tabwright_wire::knowledge::{
    Answer, AskParams, Exported, ForgetParams, Forgotten, ImportChange, ImportJob, ImportParams,
    KeepPageParams, KeptResult, KnowledgeSettings, MemoryUse, MergeParams, MergedName, NotKept,
    PageParams, PageVersionParams, RememberParams, RememberedPage, SearchParams, SearchResults,
};
use tabwright_wire::{
    AskKnowledge, ChangeImport, ChangeKnowledgeSettings, EditPage, ExportPages, ForgetPages,
    GetGraph, GetGraphNode, GetKnowledgeSettings, GetKnowledgeStats, GetPage, GetPageVersion,
    KeepPage, ListImportFailures, ListImportSources, ListImports, ListMerges, MergeNames, Problem,
    ProblemCode, RememberPage, SearchPages, StartImport, SuggestPages, TabId, UndoMerge,
};
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

use crate::answer;
use crate::compaction::compact_when_idle;
use crate::encoding::encode_when_idle;
use crate::exporting::export;
use crate::importing::{ImportHost, Imports, Politeness};
use crate::indexing::Captured;
use crate::library::{KeptNow, Library, MaySee, OwnWords};

/// The browser and the rules, as knowledge needs them. The daemon implements it.
#[async_trait]
pub trait KnowledgeHost: ImportHost {
    /// The document of a tab as the person sees it, if whoever asks may read it.
    async fn capture(&self, caller: &Caller, tab: Option<TabId>) -> Result<Captured, Problem>;

    /// Which pages whoever asks may know of: all of them for the person, and for others those that a rule opens to
    /// them. It may ask the person.
    async fn authorize(
        &self,
        caller: &Caller,
        wanted: MemoryUse<'_>,
    ) -> Result<Option<MaySee>, Problem>;

    /// A change that the person made is written to the activity log, or why it failed. The log keeps what the person
    /// may want forgotten, so it has counts and numbers only, and of a failure no more than its code.
    fn log(&self, caller: &Caller, operation: &'static str, outcome: Result<String, ProblemCode>);

    /// Does an agent work in this tab of the caller's browser? The person only watches it then.
    async fn is_tab_of_agent(&self, caller: &Caller, tab: TabId) -> bool;
}

#[derive(Debug)]
pub struct KnowledgeRoom {
    library: Library,
    imports: Imports,
    host: Arc<dyn KnowledgeHost>,
    models: Arc<dyn Models>,
}

impl KnowledgeRoom {
    #[must_use]
    pub fn new(library: Library, host: Arc<dyn KnowledgeHost>, models: Arc<dyn Models>) -> Self {
        let imports = Imports::new(library.clone(), Arc::clone(&host) as _, Politeness::default());
        Self { library, imports, host, models }
    }

    pub async fn remember(
        &self,
        caller: &Caller,
        params: RememberParams,
    ) -> Result<RememberedPage, Problem> {
        // An agent could fill the person's memory with what it likes: it asks, as for reading.
        let wanted = MemoryUse::Remember(params.tab);
        let is_person = self.host.authorize(caller, wanted).await?.is_none();
        let captured = self.host.capture(caller, params.tab).await?;
        self.keep(captured, params, is_person).await
    }

    /// Keeps a page that was read by whoever may. A model is the person's, who pays for it: others keep without one.
    pub async fn keep(
        &self,
        captured: Captured,
        params: RememberParams,
        is_person: bool,
    ) -> Result<RememberedPage, Problem> {
        let RememberParams { tags, note, mode, .. } = params;
        let words = OwnWords { tags, note };
        let models = is_person.then_some(&*self.models);
        let (kept, notice) = self.library.remember_with(captured, words, mode, models).await?;
        let KeptNow { page, outcome, summary, questions } = kept;
        Ok(RememberedPage { page, outcome, summary, questions, notice })
    }

    /// What only the daemon knows of a page that the person is said to read.
    async fn why_not_kept(&self, caller: &Caller, page: &KeepPageParams) -> Option<NotKept> {
        if self.host.is_closed(&page.url) {
            return Some(NotKept::Closed);
        }
        match page.tab {
            Some(tab) if self.host.is_tab_of_agent(caller, tab).await => Some(NotKept::Agents),
            _ => None,
        }
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

    /// From pages that were read just now, none of which is kept.
    pub async fn answer_from_pages(
        &self,
        params: &AskParams,
        pages: Vec<Captured>,
        is_person: bool,
    ) -> Result<Answer, Problem> {
        answer::answer_from_pages(&self.library, &*self.models, params, pages, is_person).await
    }

    /// For whoever was let by the person.
    pub async fn forget(&self, params: ForgetParams) -> Result<Forgotten, Problem> {
        Ok(self.library.forget(params).await?)
    }

    /// A change of the person's, which leaves a line in the activity log, done or failed.
    async fn logged<T, E: Into<Problem>>(
        &self,
        caller: &Caller,
        operation: &'static str,
        change: impl Future<Output = Result<T, E>>,
        detail: impl FnOnce(&T) -> String,
    ) -> Result<T, Problem> {
        let changed = change.await.map_err(Into::into);
        let outcome = changed.as_ref().map(detail).map_err(|problem| problem.code);
        self.host.log(caller, operation, outcome);
        changed
    }

    pub async fn search(
        &self,
        caller: &Caller,
        params: SearchParams,
    ) -> Result<SearchResults, Problem> {
        let may_see = self.host.authorize(caller, MemoryUse::Search(&params.query)).await?;
        self.search_as(params, may_see).await
    }

    pub async fn ask(&self, caller: &Caller, params: AskParams) -> Result<Answer, Problem> {
        let may_see = self.host.authorize(caller, MemoryUse::Ask(&params.question)).await?;
        self.ask_as(&params, may_see).await
    }
}

impl Room for KnowledgeRoom {
    fn functions(self: Arc<Self>) -> Functions {
        Functions::of(self)
            .on::<RememberPage, _>(|room, caller, params| async move {
                room.remember(&caller, params).await
            })
            .on::<KeepPage, _>(|room, caller, params| async move {
                if let Some(why) = room.why_not_kept(&caller, &params).await {
                    return Ok(KeptResult { outcome: None, not_kept: Some(why) });
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
            .on::<EditPage, _>(|room, caller, params| async move {
                let detail = format!("page {}", params.page);
                let change = room.library.edit(params);
                room.logged(&caller, "edit page", change, |_| detail).await
            })
            .on::<ForgetPages, _>(|room, caller, params| async move {
                let change = async {
                    let forgotten = room.library.forget(params).await?;
                    room.imports.forgot().await?;
                    Ok::<_, Problem>(forgotten)
                };
                // What was forgotten is not told in the log either.
                let detail = |forgotten: &Forgotten| format!("{} pages", forgotten.pages);
                room.logged(&caller, "forget", change, detail).await
            })
            .on::<GetKnowledgeStats, _>(|room, _, params| async move {
                Ok(room.library.stats(params).await?)
            })
            .on::<GetKnowledgeSettings, _>(|room, _, _| async move {
                Ok(room.library.settings().await?)
            })
            .on::<ChangeKnowledgeSettings, _>(|room, caller, params| async move {
                let change = room.library.change_settings(params);
                let state = |settings: &KnowledgeSettings| {
                    if settings.automatic { "on".to_owned() } else { "off".to_owned() }
                };
                room.logged(&caller, "remember by itself", change, state).await
            })
            .on::<ListImportSources, _>(
                |room, _, _| async move { Ok(room.imports.sources().await?) },
            )
            .on::<StartImport, _>(|room, caller, params| async move {
                let change = room.imports.start(params);
                // Where it comes from may tell what is in it.
                let detail = |job: &ImportJob| {
                    let trial = if job.dry_run { ", as a trial" } else { "" };
                    format!("import {} begins{trial}", job.id)
                };
                room.logged(&caller, "import", change, detail).await
            })
            .on::<ListImports, _>(|room, _, _| async move { Ok(room.imports.list().await?) })
            .on::<ChangeImport, _>(|room, caller, params| async move {
                let changed = match params.change {
                    ImportChange::Pause => "is paused",
                    ImportChange::Resume => "goes on",
                    ImportChange::Cancel => "is cancelled",
                };
                let change = room.imports.change(params);
                let detail = |job: &ImportJob| format!("import {} {changed}", job.id);
                room.logged(&caller, "import", change, detail).await
            })
            .on::<ListImportFailures, _>(|room, _, ImportParams { import }| async move {
                Ok(room.imports.failures(import).await?)
            })
            .on::<ExportPages, _>(|room, caller, params| async move {
                let change = export(&room.library, params);
                let detail = |exported: &Exported| format!("{} pages", exported.pages);
                room.logged(&caller, "export", change, detail).await
            })
            .on::<GetGraph, _>(
                |room, _, params| async move { Ok(room.library.graph(params).await?) },
            )
            .on::<GetGraphNode, _>(|room, _, params| async move {
                Ok(room.library.graph_node(params).await?)
            })
            .on::<MergeNames, _>(|room, caller, params| async move {
                let change = room.library.merge_names(params);
                // Names come from pages, and pages may be forgotten: the log knows the number only.
                let detail = |merged: &MergedName| format!("merge {}", merged.merge);
                room.logged(&caller, "merge names", change, detail).await
            })
            .on::<UndoMerge, _>(|room, caller, MergeParams { merge }| async move {
                let change = room.library.undo_merge(merge);
                room.logged(&caller, "undo merge", change, |_| format!("merge {merge}")).await
            })
            .on::<ListMerges, _>(|room, _, _| async move { Ok(room.library.merges().await?) })
            .all()
    }

    fn start(self: Arc<Self>, tasks: &TaskTracker, stopping: &CancellationToken) {
        self.imports.run(tasks, stopping);
        tasks.spawn(compact_when_idle(self.library.clone(), stopping.clone()));
        tasks.spawn(encode_when_idle(self.library.clone(), stopping.clone()));
    }
}
