//! The library: keeps pages, finds them, forgets them. Everything that knowledge does comes here.

use std::sync::Arc;
use std::time::{SystemTime, UNIX_EPOCH};

use jiff::{Timestamp, Zoned};
use parking_lot::{Mutex, RwLock};
use rustc_hash::FxHashMap;
use tabwright_model::Models;
use tabwright_store::{Store, StoreError, rusqlite};
use tabwright_wire::knowledge::{
    ChangeKnowledgeParams, EditPageParams, ExtractMode, ForgetParams, Forgotten, GraphNodeParams,
    GraphNodeView, GraphParams, GraphView, KeepOutcome, KeepPageParams, KeptPage, KeptResult,
    KnowledgeSettings, KnowledgeStats, KnowledgeStatsParams, MergeNamesParams, MergedName,
    MergedNameList, NotKept, PageOrigin, PageSuggestion, PageSuggestions, PageVersionText,
    PageView, SearchParams, SearchResults, SuggestPagesParams,
};
use tokio::sync::watch;

use crate::address::{normalize, site_of};
use crate::analyze::NoCorpus;
use crate::describe::describe;
use crate::eligibility::{check_address, check_content};
use crate::embed::{Encoder, VectorIndex, built_in};
use crate::error::KnowledgeError;
use crate::indexing::{self, Captured};
use crate::live_graph::Graphs;
use crate::pages::{self, Forget, IndexedPage, Kept, NewVisit};
use crate::rank::{MixSettings, TermId};
use crate::search::{self, Tools};
use crate::signs::signs_of;
use crate::words::{Language, Speller, folded, phrase_ranges};

/// Words that the speller knows; the most frequent ones, where there are more.
const SPELLER_WORDS_MAX: u32 = 200_000;
/// After so many changes of the library its words are counted anew.
const WORDS_CHANGES: u64 = 200;
/// A page that had so many texts within a day shows something else at every look.
const TEXTS_A_DAY_MAX: u32 = 4;
const DAY_MS: u64 = 24 * 60 * 60 * 1_000;
const SUGGESTIONS_DEFAULT: u32 = 8;
const SUGGESTIONS_MAX: u32 = 50;
const GROUPS_DEFAULT: u32 = 20;
const GROUPS_MAX: u32 = 500;
const SITES_MAX: usize = 10_000;
const NOTE_CHARS_MAX: usize = 20_000;
const TAGS_MAX: usize = 100;
const TAG_CHARS_MAX: usize = 80;
const WITHOUT_MODEL: &str =
    "The model is the person's, and asked for them only. So the page was read without it.";

/// Whether somebody may know of a page.
pub type MaySee = Arc<dyn Fn(&KeptPage) -> bool + Send + Sync>;

/// What comes of keeping a page.
#[derive(Debug, Clone, PartialEq)]
pub struct KeptNow {
    pub page: KeptPage,
    pub outcome: KeepOutcome,
    pub summary: Vec<String>,
    /// Only a model makes them.
    pub questions: Vec<String>,
}

/// Words of whoever keeps a page.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct OwnWords {
    pub tags: Vec<String>,
    pub note: Option<String>,
}

/// What is known of the words of all pages, and how many changes the library had seen when it was made.
#[derive(Clone)]
struct CachedWords {
    made_at: u64,
    speller: Arc<Speller>,
    common: Arc<FxHashMap<TermId, u64>>,
    languages: Arc<[Language]>,
}

#[derive(Clone)]
pub struct Library {
    store: Store,
    encoder: Arc<dyn Encoder>,
    ranking: MixSettings,
    /// Loaded by the first search that needs it.
    vectors: Arc<RwLock<Option<VectorIndex>>>,
    words: Arc<Mutex<Option<CachedWords>>>,
    /// How many there were. Whoever waits for a quiet moment is woken by them.
    changes: watch::Sender<u64>,
    graphs: Arc<Graphs>,
}

impl std::fmt::Debug for Library {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Library").field("encoder", &self.encoder).finish_non_exhaustive()
    }
}

impl Library {
    #[must_use]
    pub fn new(store: Store) -> Self {
        Self {
            graphs: Arc::new(Graphs::new(store.clone())),
            store,
            encoder: Arc::new(BuiltIn),
            ranking: MixSettings::default(),
            vectors: Arc::default(),
            words: Arc::default(),
            changes: watch::Sender::default(),
        }
    }

    /// With another encoder than ours. Pages get its vectors by [`Library::encode_anew`].
    #[must_use]
    pub fn with_encoder(self, encoder: Arc<dyn Encoder>) -> Self {
        Self { encoder, ..self }
    }

    /// With other shares of what brings a page to the front of an answer.
    #[must_use]
    pub fn with_ranking(self, ranking: MixSettings) -> Self {
        Self { ranking, ..self }
    }

    pub(crate) fn store(&self) -> &Store {
        &self.store
    }

    pub(crate) fn ranking(&self) -> MixSettings {
        self.ranking
    }

    pub(crate) fn encoder(&self) -> Arc<dyn Encoder> {
        Arc::clone(&self.encoder)
    }

    /// Keeps a page that somebody asked for, whatever is on it.
    pub async fn remember(
        &self,
        captured: Captured,
        words: OwnWords,
    ) -> Result<KeptNow, KnowledgeError> {
        Ok(self.remember_with(captured, words, ExtractMode::Basic, None).await?.0)
    }

    /// The same, with what a model makes of it; and why it was read without one, where one was asked for.
    pub(crate) async fn remember_with(
        &self,
        captured: Captured,
        words: OwnWords,
        mode: ExtractMode,
        models: Option<&dyn Models>,
    ) -> Result<(KeptNow, Option<String>), KnowledgeError> {
        let words = checked(words)?;
        let now_ms = now_ms();
        let indexed = self.indexed(captured, PageOrigin::Remembered, |_, _| Ok(())).await?;
        let Ok(mut indexed) = indexed else { return Err(KnowledgeError::NotWeb) };
        indexed.tags = words.tags;
        indexed.note = words.note;
        let notice = match (mode, models) {
            (ExtractMode::Basic, _) => None,
            (_, None) => Some(WITHOUT_MODEL.to_owned()),
            (mode, Some(models)) => {
                match describe(models, &indexed.page, &indexed.knowledge, mode).await {
                    Ok(knowledge) => {
                        indexed.knowledge = knowledge;
                        indexed.by_model = true;
                        None
                    }
                    Err(why) => Some(format!("{why} So the page was read without a model.")),
                }
            }
        };
        let (summary, questions) =
            (indexed.knowledge.summary.clone(), indexed.knowledge.questions.clone());
        let visit = NewVisit { at_ms: now_ms, stayed_ms: None };
        // What somebody asks for is kept although it was forgotten, so that there always is one.
        let kept = self.write(indexed, vec![visit]).await?.ok_or(KnowledgeError::NotWeb)?;
        let page = self.kept_page(kept.id).await?;
        Ok((KeptNow { page, outcome: kept.outcome, summary, questions }, notice))
    }

    /// Keeps a page that the person reads, if it may be kept.
    pub async fn keep(&self, params: KeepPageParams) -> Result<KeptResult, KnowledgeError> {
        let settings = self.settings().await?;
        let refused = |why| Ok(KeptResult { outcome: None, not_kept: Some(why) });
        if let Err(why) = check_address(&params.url, &settings, now_ms()) {
            return refused(why);
        }
        let visit =
            NewVisit { at_ms: params.seen_ms.min(now_ms()), stayed_ms: Some(params.stayed_ms) };
        let captured = Captured { url: params.url, title: params.title, html: params.html };
        let check = move |html: &str, page: &crate::page::Page| {
            if params.is_truncated {
                // What is cut off might have been a field for a password.
                return Err(NotKept::Sensitive);
            }
            check_content(page, signs_of(html))
        };
        let indexed = match self.indexed(captured, PageOrigin::Automatic, check).await? {
            Ok(indexed) => indexed,
            Err(why) => return refused(why),
        };
        let url = indexed.url.clone();
        let since = visit.at_ms.saturating_sub(DAY_MS);
        let texts = self
            .store
            .read(move |connection| match pages::id_of(connection, &url)? {
                Some(id) => pages::versions_since(connection, id, since),
                None => Ok(0),
            })
            .await?;
        if texts >= TEXTS_A_DAY_MAX {
            return refused(NotKept::Restless);
        }
        match self.write(indexed, vec![visit]).await? {
            Some(kept) => Ok(KeptResult { outcome: Some(kept.outcome), not_kept: None }),
            None => refused(NotKept::Forgotten),
        }
    }

    /// Reads and analyses a page off the async workers. The inner error says why it is not kept.
    pub(crate) async fn indexed(
        &self,
        captured: Captured,
        origin: PageOrigin,
        check: impl FnOnce(&str, &crate::page::Page) -> Result<(), NotKept> + Send + 'static,
    ) -> Result<Result<IndexedPage, NotKept>, KnowledgeError> {
        let encoder = Arc::clone(&self.encoder);
        let work = move || {
            let Some((url, page)) = indexing::read(&captured, Timestamp::now()) else {
                return Err(NotKept::NotWeb);
            };
            check(&captured.html, &page)?;
            Ok(indexing::index(url, page, origin, &*encoder, &NoCorpus))
        };
        tokio::task::spawn_blocking(work).await.map_err(|_| KnowledgeError::Unreadable)
    }

    /// None where it was forgotten while it was read: only what somebody asks for comes back.
    async fn write(
        &self,
        indexed: IndexedPage,
        visits: Vec<NewVisit>,
    ) -> Result<Option<Kept>, KnowledgeError> {
        let indexed = Arc::new(indexed);
        let written = Arc::clone(&indexed);
        let kept = self.store.write(move |connection| {
            let is_automatic = written.origin == PageOrigin::Automatic;
            if is_automatic && pages::is_forgotten(connection, &written.url)? {
                return Ok(None);
            }
            pages::keep(connection, &written, &visits).map(Some)
        });
        let Some(kept) = kept.await? else { return Ok(None) };
        if kept.outcome != KeepOutcome::Unchanged || indexed.by_model {
            self.put_vectors(
                kept.id,
                indexed.vectors.as_ref().map(|(_, vectors)| vectors.as_slice()),
            );
            self.graphs.page_changed(kept.id);
            self.count_changes(1);
        }
        Ok(Some(kept))
    }

    fn put_vectors(&self, page: i64, vectors: Option<&[u8]>) {
        self.put_vectors_of(vec![(page, vectors.unwrap_or_default())]);
    }

    pub(crate) fn put_vectors_of(&self, pages: Vec<(i64, &[u8])>) {
        let mut loaded = self.vectors.write();
        let Some(index) = loaded.as_mut().filter(|_| !pages.is_empty()) else { return };
        index.remove(&pages.iter().map(|(page, _)| *page).collect());
        for (page, vectors) in pages {
            add_vectors(index, page, vectors);
        }
    }

    /// A batch of pages was written: these with a text and its vectors, those with topics only.
    pub(crate) fn wrote(&self, pages: Vec<(i64, &[u8])>, with_topics: &[i64]) {
        for page in pages.iter().map(|(page, _)| page).chain(with_topics) {
            self.graphs.page_changed(*page);
        }
        self.put_vectors_of(pages);
        self.count_changes(1);
    }

    /// So many pages were written that the speller knows too few words.
    pub(crate) fn changed_much(&self) {
        self.count_changes(WORDS_CHANGES);
    }

    fn count_changes(&self, more: u64) {
        self.changes.send_modify(|changes| *changes = changes.saturating_add(more));
    }

    /// Tells of every change of the pages.
    pub(crate) fn changes(&self) -> watch::Receiver<u64> {
        self.changes.subscribe()
    }

    pub async fn search(
        &self,
        params: SearchParams,
        may_see: Option<MaySee>,
    ) -> Result<SearchResults, KnowledgeError> {
        self.with_tools(may_see, move |connection, tools| {
            search::search(connection, &params, tools)
        })
        .await
    }

    /// Runs a job on a reader, with what search needs.
    pub(crate) async fn with_tools<T: Send + 'static>(
        &self,
        may_see: Option<MaySee>,
        job: impl FnOnce(&rusqlite::Connection, Tools<'_>) -> rusqlite::Result<T> + Send + 'static,
    ) -> Result<T, KnowledgeError> {
        let library = self.clone();
        let result = self.store.read(move |connection| {
            library.load_vectors(connection)?;
            let words = library.words(connection)?;
            let vectors = library.vectors.read();
            let now = Zoned::now();
            let tools = Tools {
                encoder: &*library.encoder,
                ranking: library.ranking,
                vectors: vectors.as_ref(),
                speller: &words.speller,
                common: &words.common,
                languages: &words.languages,
                now: &now,
                may_see: may_see.as_deref().map(|may_see| may_see as _),
            };
            job(connection, tools)
        });
        Ok(result.await?)
    }

    fn load_vectors(&self, connection: &rusqlite::Connection) -> rusqlite::Result<()> {
        if self.vectors.read().is_some() {
            return Ok(());
        }
        // Whoever keeps a page meanwhile waits here, so that no page is missed.
        let mut loaded = self.vectors.write();
        if loaded.is_some() {
            return Ok(());
        }
        let mut index = VectorIndex::new(self.encoder.dimensions());
        pages::vectors(connection, self.encoder.id(), &mut |page, bytes| {
            add_vectors(&mut index, page, bytes);
        })?;
        *loaded = Some(index);
        Ok(())
    }

    fn words(&self, connection: &rusqlite::Connection) -> rusqlite::Result<CachedWords> {
        let changes = *self.changes.borrow();
        let mut cached = self.words.lock();
        let is_fresh = |words: &&CachedWords| changes.saturating_sub(words.made_at) < WORDS_CHANGES;
        if let Some(words) = cached.as_ref().filter(is_fresh) {
            return Ok(words.clone());
        }
        let speller = Speller::new(pages::vocabulary(connection, SPELLER_WORDS_MAX)?);
        let common = pages::common_terms(connection)?;
        let (speller, common) = (Arc::new(speller), Arc::new(common));
        let languages = search::languages(connection)?.into();
        Ok(cached.insert(CachedWords { made_at: changes, speller, common, languages }).clone())
    }

    /// Pages whose title, address or headings have words that begin as what is typed.
    pub async fn suggest(
        &self,
        params: SuggestPagesParams,
    ) -> Result<PageSuggestions, KnowledgeError> {
        let limit = params.limit.unwrap_or(SUGGESTIONS_DEFAULT).min(SUGGESTIONS_MAX);
        let typed: String = params.text.chars().take(200).collect();
        let Some(expression) = prefix_expression(&typed) else {
            return Ok(PageSuggestions { pages: Vec::new() });
        };
        let pages = self
            .store
            .read(move |connection| {
                let ids = pages::beginning_with(connection, &expression, limit)?;
                pages::kept_pages(connection, &ids)
            })
            .await?;
        let pages = pages.into_iter().map(|page| {
            let marks = marks_in(&page.title, &params.text);
            PageSuggestion { id: page.id, url: page.url, title: page.title, marks }
        });
        Ok(PageSuggestions { pages: pages.collect() })
    }

    pub async fn page(&self, id: u32) -> Result<PageView, KnowledgeError> {
        let found = self.store.read(move |connection| pages::view(connection, i64::from(id)));
        found.await?.ok_or(KnowledgeError::NoSuchPage(id))
    }

    async fn kept_page(&self, id: i64) -> Result<KeptPage, KnowledgeError> {
        let found = self.store.read(move |connection| pages::kept_pages(connection, &[id]));
        let id = u32::try_from(id).unwrap_or_default();
        found.await?.pop().ok_or(KnowledgeError::NoSuchPage(id))
    }

    pub async fn version(&self, id: u32, number: u32) -> Result<PageVersionText, KnowledgeError> {
        let found = self
            .store
            .read(move |connection| pages::version_text(connection, i64::from(id), number))
            .await?;
        let (version, text) =
            found.ok_or(KnowledgeError::NoSuchVersion { page: id, version: number })?;
        Ok(PageVersionText { version, text })
    }

    pub async fn edit(&self, params: EditPageParams) -> Result<PageView, KnowledgeError> {
        let words = checked(OwnWords {
            tags: params.tags.clone().unwrap_or_default(),
            note: params.note.clone(),
        })?;
        let id = i64::from(params.page);
        let changes_tags = params.tags.is_some();
        let edited = self.store.write(move |connection| {
            let tags = changes_tags.then_some(words.tags.as_slice());
            pages::edit(connection, id, words.note.as_deref(), tags)
        });
        if !edited.await? {
            return Err(KnowledgeError::NoSuchPage(params.page));
        }
        self.page(params.page).await
    }

    /// Forgets for good: when this returns, no byte of it is in the file or its log.
    pub async fn forget(&self, params: ForgetParams) -> Result<Forgotten, KnowledgeError> {
        let what = match params {
            ForgetParams::Page { page } => Forget::Page(i64::from(page)),
            ForgetParams::Address { url } => {
                Forget::Address(normalize(&url).ok_or(KnowledgeError::NotWeb)?)
            }
            ForgetParams::Site { site } => Forget::Site(site_name(&site)?),
            ForgetParams::Since { at_ms } => Forget::Since(at_ms),
            ForgetParams::Everything => Forget::Everything,
        };
        if let Forget::Since(at_ms) = what {
            self.restore_texts(at_ms).await?;
        }
        let key = new_key()?;
        let gone =
            self.store.write(move |connection| pages::forget(connection, &what, &key)).await?;
        if let Some(index) = self.vectors.write().as_mut() {
            index.remove(&gone.iter().copied().collect());
        }
        *self.words.lock() = None;
        self.graphs.pages_gone(&gone).await?;
        self.store.truncate_log().await?;
        let file = self.store.file().to_owned();
        let backups = tokio::task::spawn_blocking(move || tabwright_store::delete_replaced(&file));
        let backups = backups.await.map_err(|_| KnowledgeError::Unreadable)??;
        Ok(Forgotten { pages: u32::try_from(gone.len()).unwrap_or(u32::MAX), backups })
    }

    /// Pages that were known before, and have another text since: they get the earlier one back.
    async fn restore_texts(&self, since_ms: u64) -> Result<(), KnowledgeError> {
        let changed =
            self.store.read(move |connection| pages::changed_since(connection, since_ms)).await?;
        for id in changed {
            let earlier =
                self.store.read(move |connection| pages::earlier(connection, id, since_ms)).await?;
            let Some((seen_ms, page, url)) = earlier else { continue };
            let encoder = Arc::clone(&self.encoder);
            let indexed = tokio::task::spawn_blocking(move || {
                indexing::index(url, page, PageOrigin::Automatic, &*encoder, &NoCorpus)
            });
            let indexed = Arc::new(indexed.await.map_err(|_| KnowledgeError::Unreadable)?);
            let restored = Arc::clone(&indexed);
            self.store
                .write(move |connection| pages::restore(connection, id, &restored, seen_ms))
                .await?;
            self.put_vectors(id, indexed.vectors.as_ref().map(|(_, vectors)| vectors.as_slice()));
            self.graphs.page_changed(id);
        }
        Ok(())
    }

    pub async fn graph(&self, params: GraphParams) -> Result<GraphView, KnowledgeError> {
        self.graphs.view(params).await
    }

    pub async fn graph_node(
        &self,
        params: GraphNodeParams,
    ) -> Result<GraphNodeView, KnowledgeError> {
        self.graphs.node(params).await
    }

    pub async fn merge_names(
        &self,
        params: MergeNamesParams,
    ) -> Result<MergedName, KnowledgeError> {
        self.graphs.merge(params).await
    }

    pub async fn undo_merge(&self, merge: u32) -> Result<MergedNameList, KnowledgeError> {
        self.graphs.undo(merge).await
    }

    pub async fn merges(&self) -> Result<MergedNameList, KnowledgeError> {
        self.graphs.merges().await
    }

    pub async fn stats(
        &self,
        params: KnowledgeStatsParams,
    ) -> Result<KnowledgeStats, KnowledgeError> {
        let group = params.group_by.unwrap_or_default();
        let limit = params.limit.unwrap_or(GROUPS_DEFAULT).min(GROUPS_MAX);
        Ok(self.store.read(move |connection| pages::stats(connection, group, limit)).await?)
    }

    pub async fn settings(&self) -> Result<KnowledgeSettings, KnowledgeError> {
        Ok(self.store.read(pages::read_settings).await?)
    }

    pub async fn change_settings(
        &self,
        change: ChangeKnowledgeParams,
    ) -> Result<KnowledgeSettings, KnowledgeError> {
        let mut settings = self.settings().await?;
        if let Some(automatic) = change.automatic {
            settings.automatic = automatic;
        }
        if let Some(pause_ms) = change.pause_ms {
            settings.paused_until_ms = (pause_ms > 0).then(|| now_ms().saturating_add(pause_ms));
        }
        for (list, add, remove) in [
            (&mut settings.sites_off, change.site_off, change.site_on),
            (&mut settings.intranet_hosts, change.allow_host, change.refuse_host),
        ] {
            if let Some(site) = add {
                let site = site_name(&site)?;
                if !list.contains(&site) && list.len() < SITES_MAX {
                    list.push(site);
                }
            }
            if let Some(site) = remove {
                let site = site_name(&site)?;
                list.retain(|other| *other != site);
            }
        }
        let (written, key) = (settings.clone(), new_key()?);
        self.store
            .write(move |connection| pages::write_settings(connection, &written, &key))
            .await?;
        Ok(settings)
    }
}

/// The table that is compiled in, read from the program when it is first used.
#[derive(Debug)]
pub(crate) struct BuiltIn;

impl Encoder for BuiltIn {
    fn dimensions(&self) -> usize {
        built_in().dimensions()
    }

    fn id(&self) -> &str {
        built_in().id()
    }

    fn encode(&self, text: &str) -> Vec<f32> {
        built_in().encode(text)
    }
}

pub(crate) fn add_vectors(index: &mut VectorIndex, page: i64, bytes: &[u8]) {
    let vector: Vec<i8> = bytes.iter().map(|byte| i8::from_ne_bytes([*byte])).collect();
    for (chunk, vector) in vector.chunks_exact(index.dimensions()).enumerate() {
        index.add(page, u32::try_from(chunk).unwrap_or(u32::MAX), vector);
    }
}

fn checked(words: OwnWords) -> Result<OwnWords, KnowledgeError> {
    let too_long = words.note.as_ref().is_some_and(|note| note.chars().count() > NOTE_CHARS_MAX)
        || words.tags.len() > TAGS_MAX
        || words.tags.iter().any(|tag| tag.chars().count() > TAG_CHARS_MAX);
    if too_long { Err(KnowledgeError::WordsTooLong) } else { Ok(words) }
}

/// `https://www.example.com/x` and `example.com` are the same site.
fn site_name(text: &str) -> Result<String, KnowledgeError> {
    let text = text.trim().to_lowercase();
    let site = match text.contains("://") {
        true => site_of(&text),
        false => site_of(&format!("https://{text}")),
    };
    if site.is_empty() { Err(KnowledgeError::NoSite(text)) } else { Ok(site) }
}

/// All words, the last of which may be only begun. A name with dots is one word: `example.c` begins `example.com`.
fn prefix_expression(typed: &str) -> Option<String> {
    let words: Vec<&str> = typed.split_whitespace().take(12).collect();
    let last = words.len().checked_sub(1)?;
    let mut parts = Vec::new();
    for (at, word) in words.into_iter().enumerate() {
        let tokens = folded(word);
        let tokens: Vec<&str> = tokens.split(' ').filter(|token| !token.is_empty()).collect();
        let is_name = tokens.first().is_some_and(|token| token.contains(['.', '_', '+', '#']));
        let tokens = if is_name { &tokens[..1] } else { &tokens[..] };
        let end = tokens.len().saturating_sub(1);
        for (token_at, token) in tokens.iter().enumerate() {
            let star = if at == last && token_at == end { "*" } else { "" };
            parts.push(format!("\"{}\"{star}", token.replace('"', "")));
        }
    }
    (!parts.is_empty()).then(|| parts.join(" AND "))
}

fn marks_in(title: &str, typed: &str) -> Vec<(u32, u32)> {
    let units = |at: usize| u32::try_from(title[..at].encode_utf16().count()).unwrap_or(u32::MAX);
    let words = typed.split_whitespace().flat_map(|word| phrase_ranges(title, word));
    let mut marks: Vec<(u32, u32)> =
        words.map(|range| (units(range.start), units(range.end))).collect();
    marks.sort_unstable();
    marks.dedup();
    marks
}

fn new_key() -> Result<[u8; 32], KnowledgeError> {
    let mut key = [0; 32];
    getrandom::fill(&mut key).map_err(|_| KnowledgeError::NoRandom)?;
    Ok(key)
}

pub(crate) fn now_ms() -> u64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    u64::try_from(since.as_millis()).unwrap_or(u64::MAX)
}

impl From<StoreError> for KnowledgeError {
    fn from(error: StoreError) -> Self {
        Self::Stored(error)
    }
}
