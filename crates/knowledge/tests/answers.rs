//! Questions of a person about what they have read: the gold pages are their library.

#![allow(clippy::unwrap_used)]

use std::collections::HashMap;
use std::fs;
use std::path::Path;
use std::sync::Arc;

use async_trait::async_trait;
use serde::Deserialize;
use tabwright_knowledge::{Captured, ImportHost, KnowledgeHost, KnowledgeRoom, Library, MaySee};
use tabwright_model::{ModelList, Models, ModelsError, ResolvedModel};
use tabwright_room::Caller;
use tabwright_store::Store;
use tabwright_wire::knowledge::{AskParams, ExtractMode, MemoryUse, RememberParams};
use tabwright_wire::{Bookmark, Problem, ProblemCode, TabId, VisitedPage};

#[derive(Debug)]
struct NoModels;

#[async_trait]
impl Models for NoModels {
    async fn list(&self) -> Result<ModelList, ModelsError> {
        Ok(ModelList::default())
    }

    async fn resolve(&self, _: Option<&str>) -> Result<ResolvedModel, ModelsError> {
        Err(ModelsError::NoneSetUp)
    }
}

#[derive(Debug)]
struct NoBrowser;

#[async_trait]
impl KnowledgeHost for NoBrowser {
    async fn capture(&self, _: &Caller, _: Option<TabId>) -> Result<Captured, Problem> {
        unreachable!("pages are brought")
    }

    async fn authorize(&self, _: &Caller, _: MemoryUse<'_>) -> Result<Option<MaySee>, Problem> {
        Ok(None)
    }

    fn log(&self, _: &Caller, _: &'static str, _: Result<String, ProblemCode>) {}

    async fn is_tab_of_agent(&self, _: &Caller, _: TabId) -> bool {
        false
    }
}

#[async_trait]
impl ImportHost for NoBrowser {
    async fn until_browser(&self) -> Result<(), Problem> {
        unreachable!("nothing is imported")
    }

    async fn bookmarks(&self) -> Result<Vec<Bookmark>, Problem> {
        unreachable!("nothing is imported")
    }

    async fn history(&self) -> Result<Vec<VisitedPage>, Problem> {
        unreachable!("nothing is imported")
    }

    async fn open_behind(&self, _: Option<TabId>, _: &str) -> Result<TabId, Problem> {
        unreachable!("nothing is imported")
    }

    async fn read_behind(&self, _: TabId) -> Result<Captured, Problem> {
        unreachable!("nothing is imported")
    }

    async fn close_behind(&self, _: TabId) {}

    fn is_closed(&self, _: &str) -> bool {
        false
    }
}

fn basic() -> RememberParams {
    RememberParams { tab: None, tags: Vec::new(), note: None, mode: ExtractMode::Basic }
}

#[derive(Debug, Deserialize)]
struct Asked {
    question: String,
    /// The page that answers it; none where no page does.
    source: Option<String>,
    #[serde(default)]
    held: bool,
}

/// What the answers are fitted to: the first two sets, once tuned with and held out, and the first fresh one. The second
/// fresh one was not fitted to, and which of its questions go wrong was not looked at.
const SETS: [&str; 4] = ["tuned", "held out", "fresh", "fresh, second"];

#[derive(Debug, Default)]
struct Score {
    right: usize,
    all: usize,
    wrong: Vec<String>,
}

impl Score {
    fn note(&mut self, is_right: bool, what: String) {
        self.all += 1;
        self.right += usize::from(is_right);
        if !is_right {
            self.wrong.push(what);
        }
    }

    fn rate(&self) -> f64 {
        self.right as f64 / self.all as f64
    }
}

#[tokio::test]
async fn questions_are_answered_from_the_right_page_or_declined() {
    let gold = Path::new(env!("CARGO_MANIFEST_DIR")).join("gold");
    let folder = tempfile::tempdir().unwrap();
    let store = Store::open(&folder.path().join("store.db")).await.unwrap();
    let room =
        KnowledgeRoom::new(Library::new(store.clone()), Arc::new(NoBrowser), Arc::new(NoModels));
    let library = Library::new(store.clone());
    let mut files: Vec<_> =
        fs::read_dir(gold.join("pages")).unwrap().map(|it| it.unwrap().path()).collect();
    files.sort();
    let mut names: HashMap<u32, String> = HashMap::new();
    for file in files.iter().filter(|file| file.extension().is_some_and(|it| it == "html")) {
        let label: serde_json::Value =
            serde_json::from_str(&fs::read_to_string(file.with_extension("json")).unwrap())
                .unwrap();
        let url = label["url"].as_str().unwrap().to_owned();
        let html = fs::read_to_string(file).unwrap();
        let captured = Captured { url, title: String::new(), html };
        let kept = room.keep(captured, basic(), true).await.unwrap();
        names.insert(kept.page.id, file.file_stem().unwrap().to_string_lossy().into_owned());
    }
    let asked = |file: &str| -> Vec<Asked> {
        serde_json::from_str(&fs::read_to_string(gold.join(file)).unwrap()).unwrap()
    };
    let questions =
        asked("questions.json").into_iter().map(|asked| (usize::from(asked.held), asked));
    let fresh = asked("questions-fresh.json").into_iter().map(|asked| (2, asked));
    let second = asked("questions-fresh-2.json").into_iter().map(|asked| (3, asked));
    let shows = std::env::var("SHOW_QUESTIONS").is_ok();
    let mut answered: [Score; 4] = Default::default();
    let mut declined: [Score; 4] = Default::default();
    for (set, Asked { question, source, .. }) in questions.chain(fresh).chain(second) {
        let params = AskParams { question: question.clone(), without_model: true };
        let answer = room.ask_as(&params, None).await.unwrap();
        for finding in &answer.findings {
            let source =
                answer.sources.iter().find(|source| source.number == finding.source).unwrap();
            let text = library.page(source.page).await.unwrap().text;
            assert!(text.contains(&finding.text), "{question}: {} is in no page", finding.text);
        }
        let first = answer.sources.first().map(|source| names[&source.page].clone());
        let told = format!("{question} -> {first:?} ({:.2}), wanted {source:?}", answer.confidence);
        match source {
            Some(_) => answered[set].note(answer.is_answered && first == source, told),
            None => declined[set].note(!answer.is_answered, told),
        }
    }
    // Nine of ten are wanted of both. These floors are just below what is reached, so that nothing gets worse unseen.
    for (what, floor, scores) in [("answered", 0.9, &answered), ("declined", 0.82, &declined)] {
        for (name, score) in SETS.iter().zip(scores) {
            println!("{what}, {name}: {} of {} ({:.3})", score.right, score.all, score.rate());
        }
        if shows {
            scores[..3]
                .iter()
                .flat_map(|score| &score.wrong)
                .for_each(|wrong| println!("  {wrong}"));
        }
        let right: usize = scores.iter().map(|score| score.right).sum();
        let all: usize = scores.iter().map(|score| score.all).sum();
        assert!(right as f64 >= floor * all as f64, "{what}: {right} of {all}");
    }
}
