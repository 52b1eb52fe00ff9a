//! The one way from what is said to what is done, for every face: reads an utterance, checks every action
//! before the first is done, does them in order, and stops at the first that fails.

use std::sync::{Arc, PoisonError, RwLock, RwLockReadGuard, RwLockWriteGuard};

use futures_util::future::BoxFuture;
use tabwright_grammar::{Book, Entities, Grammar, Report, Scope};
use tabwright_wire::language::{
    Action, ActionInfo, GrammarInfo, Part, PartKind, Said, Step, StepState, Suggestion,
};
use tabwright_wire::{Problem, ProblemCode};

use crate::complete::Usual;
use crate::entities::Known;
use crate::enumeration::one_by_one;
use crate::hands::Scene;
use crate::nearest::nearest;
use crate::perform::{self, Deed};
use crate::registry::{Agent, Doer, Registry};
use crate::resolve::Resolver;
use crate::understand::{Meant, Reading, Unread, understand};

/// The grammar of our own actions.
const BROWSER_GRAMMAR: &str = "browser";
const NEAREST_MAX: usize = 3;

/// Translates what no grammar knows into the same actions. The seam for a model.
pub trait Translator: Send + Sync {
    fn translate<'a>(
        &'a self,
        text: &'a str,
        known: &'a [ActionInfo],
    ) -> BoxFuture<'a, Result<Vec<Action>, Problem>>;
}

pub struct Dispatcher {
    book: RwLock<Book>,
    registry: RwLock<Registry>,
    pub(crate) usual: Usual,
    translator: Option<Arc<dyn Translator>>,
}

impl std::fmt::Debug for Dispatcher {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Dispatcher").field("registry", &*self.registry()).finish_non_exhaustive()
    }
}

/// How steps are told as they go.
pub type OnStep<'a> = dyn FnMut(&Step) + Send + 'a;

impl Dispatcher {
    /// Knows the browser's own actions.
    pub fn new(translator: Option<Arc<dyn Translator>>) -> Result<Self, Report> {
        let mut book = Book::default();
        let browser = crate::grammar::browser()?;
        let usual = Usual::of(&browser);
        book.add(BROWSER_GRAMMAR, Scope::Global, browser);
        Ok(Self { book: RwLock::new(book), registry: RwLock::default(), usual, translator })
    }

    /// Adds a grammar whose values are actions; one of the same name makes way. A bad one changes
    /// nothing.
    pub fn add_grammar(&self, name: &str, site: Option<&str>, text: &str) -> Result<(), Report> {
        let grammar = Grammar::compile(name, text)?;
        self.book_mut().add(name, scope(site), grammar);
        Ok(())
    }

    /// From now on it matches no more.
    pub fn remove_grammar(&self, name: &str) -> bool {
        name != BROWSER_GRAMMAR && self.book_mut().remove(name)
    }

    /// The grammars that come and go.
    #[must_use]
    pub fn grammars(&self) -> Vec<GrammarInfo> {
        let book = self.book();
        let info = |name: Arc<str>| {
            let (grammar, scope) = book.get(&name)?;
            let site = match scope {
                Scope::Global => None,
                Scope::Site(site) => Some(site.clone()),
            };
            let phrasings = u32::try_from(grammar.phrasings().len()).unwrap_or(u32::MAX);
            Some(GrammarInfo { name: name.to_string(), site, phrasings })
        };
        let names = book.names().into_iter().filter(|name| &**name != BROWSER_GRAMMAR);
        names.filter_map(info).collect()
    }

    /// Adds somebody who does actions.
    pub fn add_agent(&self, name: &str, agent: Arc<dyn Agent>) {
        self.registry_mut().add(name, agent);
    }

    pub fn remove_agent(&self, name: &str) -> bool {
        self.registry_mut().remove(name)
    }

    #[must_use]
    pub fn actions(&self) -> Vec<ActionInfo> {
        self.registry().actions()
    }

    /// What an utterance would do, without doing it.
    pub fn understand(
        &self,
        text: &str,
        site: Option<&str>,
        known: &Known,
    ) -> Result<Said, Problem> {
        match self.read(text, site, known) {
            Ok(Reading { meant, parts }) => {
                let meant = one_by_one(meant, &known.resolver);
                Ok(self.planned(Reading { meant, parts }))
            }
            Err(Unread::Unknown) => Ok(self.not_understood(text, site)),
            Err(other) => Err(unread(&other)),
        }
    }

    /// Does what is said. `tell` hears of every step that begins or ends.
    pub async fn say(
        &self,
        text: &str,
        site: Option<&str>,
        known: &Known,
        scene: Scene<'_>,
        tell: &mut OnStep<'_>,
    ) -> Result<Said, Problem> {
        let mut said = self.understand(text, site, known)?;
        if said.steps.is_empty()
            && let Some(translator) = &self.translator
        {
            let actions = translator.translate(text, &self.actions()).await?;
            let meant = actions.into_iter().map(|action| Meant {
                words: text.trim().to_owned(),
                action,
                grammar: "model".to_owned(),
            });
            let parts = vec![Part { text: text.to_owned(), kind: PartKind::Unknown }];
            said = self.planned(Reading { meant: meant.collect(), parts });
        }
        self.perform(&mut said.steps, scene, &known.resolver, tell).await;
        Ok(said)
    }

    /// Does actions in order, and stops at the first that fails. None is done unless all can be.
    pub async fn perform(
        &self,
        steps: &mut [Step],
        mut scene: Scene<'_>,
        resolver: &Resolver,
        tell: &mut OnStep<'_>,
    ) {
        let doers = self.doers(steps);
        let mut failed = steps.iter().any(|step| step.state == StepState::Failed);
        for (step, doer) in steps.iter_mut().zip(doers) {
            if let (false, Some(doer)) = (failed, doer) {
                step.state = StepState::Running;
                tell(step);
                let done = match doer {
                    Doer::Browser => perform::perform(&step.action, &scene, resolver).await,
                    Doer::Agent(agent) => Some(agent.perform(&step.action, &scene).await),
                };
                match done.unwrap_or_else(|| Err(misplaced(&step.action))) {
                    Ok(Deed { message, result, tab }) => {
                        (step.state, step.message, step.result) =
                            (StepState::Done, message, result);
                        scene.tab = tab.or(scene.tab);
                    }
                    Err(problem) => {
                        failed = true;
                        fail(step, problem);
                    }
                }
            } else if step.state != StepState::Failed {
                step.state = StepState::Skipped;
            }
            tell(step);
        }
    }

    /// Who does each step. A step that nobody can do has failed.
    fn doers(&self, steps: &mut [Step]) -> Vec<Option<Doer>> {
        let registry = self.registry();
        let find = |step: &mut Step| match registry.doer(&step.action) {
            Ok(doer) => Some(doer),
            Err(problem) => {
                fail(step, problem);
                None
            }
        };
        steps.iter_mut().map(find).collect()
    }

    pub(crate) fn read(
        &self,
        text: &str,
        site: Option<&str>,
        entities: &dyn Entities,
    ) -> Result<Reading, Unread> {
        understand(&self.book(), text, site, entities)
    }

    fn planned(&self, reading: Reading) -> Said {
        let registry = self.registry();
        let step = |(index, meant): (usize, Meant)| Step {
            index: u32::try_from(index).unwrap_or(u32::MAX),
            does: registry.about(&meant.action.action_name),
            words: meant.words,
            action: meant.action,
            state: StepState::Waiting,
            message: String::new(),
            problem: None,
            result: None,
        };
        let steps = reading.meant.into_iter().enumerate().map(step).collect();
        Said { steps, parts: reading.parts, nearest: Vec::new() }
    }

    fn not_understood(&self, text: &str, site: Option<&str>) -> Said {
        let phrasings = self.book().phrasings(site);
        let registry = self.registry();
        let nearest = nearest(text, &phrasings, NEAREST_MAX);
        let suggestion = |phrasing: &&tabwright_grammar::Phrasing| Suggestion {
            phrasing: phrasing.text.clone(),
            does: phrasing.action.as_deref().map_or_else(String::new, |name| registry.about(name)),
        };
        Said {
            steps: Vec::new(),
            parts: vec![Part { text: text.to_owned(), kind: PartKind::Unknown }],
            nearest: nearest.iter().map(suggestion).collect(),
        }
    }

    pub(crate) fn book(&self) -> RwLockReadGuard<'_, Book> {
        self.book.read().unwrap_or_else(PoisonError::into_inner)
    }

    fn book_mut(&self) -> RwLockWriteGuard<'_, Book> {
        self.book.write().unwrap_or_else(PoisonError::into_inner)
    }

    fn registry(&self) -> RwLockReadGuard<'_, Registry> {
        self.registry.read().unwrap_or_else(PoisonError::into_inner)
    }

    fn registry_mut(&self) -> RwLockWriteGuard<'_, Registry> {
        self.registry.write().unwrap_or_else(PoisonError::into_inner)
    }
}

fn scope(site: Option<&str>) -> Scope {
    site.map_or(Scope::Global, |site| Scope::Site(site.to_owned()))
}

fn fail(step: &mut Step, problem: Problem) {
    step.state = StepState::Failed;
    step.message = match problem.fix.is_empty() {
        true => problem.title.clone(),
        false => format!("{}. {}", problem.title, problem.fix),
    };
    step.problem = Some(problem);
}

fn unread(unread: &Unread) -> Problem {
    let fix = match unread {
        Unread::TooHard(_) => "Say less at once, or put names in quotes",
        Unread::Unknown => "`tabwright actions` tells what can be done",
        Unread::NoAction { .. } => {
            "Its values must be { actionName, parameters }, or a list of them"
        }
    };
    Problem {
        status: 422,
        code: ProblemCode::NotUnderstood,
        title: unread.to_string(),
        fix: fix.to_owned(),
    }
}

fn misplaced(action: &Action) -> Problem {
    Problem {
        status: 500,
        code: ProblemCode::Internal,
        title: format!("`{}` is listed, but nobody does it", action.action_name),
        fix: "Please report this as a bug".to_owned(),
    }
}
