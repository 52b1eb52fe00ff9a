//! The one way from what is said to what is done, for every face: reads an utterance, checks every action
//! before the first is done, does them in order, and stops at the first that fails.

use std::sync::Arc;

use futures_util::future::BoxFuture;
use parking_lot::{RwLock, RwLockReadGuard};
use tabwright_grammar::{Entities, Grammar, GrammarSet, Report, Scope};
use tabwright_wire::language::{
    Action, ActionInfo, GrammarInfo, Part, PartKind, Step, StepState, Suggestion, UtteranceResult,
};
use tabwright_wire::{Problem, ProblemCode, plain_sentence};

use crate::complete::Usual;
use crate::entities::KnownEntities;
use crate::host::ActionContext;
use crate::learn::{Learnt, NotLearnt, learn};
use crate::nearest::nearest;
use crate::perform::{self, ActionResult};
use crate::registry::{ActionProvider, Handler, Registry};
use crate::resolve::Resolver;
use crate::site_lists::expand_site_lists;
use crate::understand::{Meant, Reading, Unread, understand};

/// The grammar of our own actions.
const BROWSER_GRAMMAR: &str = "browser";
const NEAREST_MAX: usize = 3;

/// Translates what no grammar knows into the same actions. None where there is no model, or it knows no better.
pub trait Translator: Send + Sync {
    fn translate<'a>(
        &'a self,
        text: &'a str,
        known: &'a [ActionInfo],
    ) -> BoxFuture<'a, Result<Option<Translation>, Problem>>;
}

/// What a model made of an utterance.
#[derive(Debug, Clone, PartialEq)]
pub struct Translation {
    /// The model, as the person calls it.
    pub model: String,
    /// Not checked yet.
    pub actions: Vec<Action>,
}

pub struct Dispatcher {
    grammar_set: RwLock<GrammarSet>,
    registry: RwLock<Registry>,
    pub(crate) usual: Usual,
    translator: Option<Arc<dyn Translator>>,
}

impl std::fmt::Debug for Dispatcher {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Dispatcher")
            .field("registry", &*self.registry.read())
            .finish_non_exhaustive()
    }
}

/// Called for every step that begins or ends.
pub type OnStep<'a> = dyn FnMut(&Step) + Send + 'a;

impl Dispatcher {
    /// Knows the browser's own actions.
    pub fn new(translator: Option<Arc<dyn Translator>>) -> Result<Self, Report> {
        let mut grammar_set = GrammarSet::default();
        let browser = crate::grammar::browser()?;
        let usual = Usual::of(&browser);
        grammar_set.add(BROWSER_GRAMMAR, Scope::Global, browser);
        Ok(Self {
            grammar_set: RwLock::new(grammar_set),
            registry: RwLock::default(),
            usual,
            translator,
        })
    }

    /// Adds a grammar whose values are actions; one of the same name makes way. A bad one changes
    /// nothing.
    pub fn add_grammar(&self, name: &str, site: Option<&str>, text: &str) -> Result<(), Report> {
        let grammar = Grammar::compile(name, text)?;
        self.grammar_set.write().add(name, scope(site), grammar);
        Ok(())
    }

    /// From now on it matches no more.
    pub fn remove_grammar(&self, name: &str) -> bool {
        name != BROWSER_GRAMMAR && self.grammar_set.write().remove(name)
    }

    /// The grammars that come and go.
    #[must_use]
    pub fn grammars(&self) -> Vec<GrammarInfo> {
        let grammar_set = self.grammar_set();
        let info = |name: Arc<str>| {
            let (grammar, scope) = grammar_set.get(&name)?;
            let site = match scope {
                Scope::Global => None,
                Scope::Site(site) => Some(site.clone()),
            };
            let phrasings = u32::try_from(grammar.phrasings().len()).unwrap_or(u32::MAX);
            Some(GrammarInfo { name: name.to_string(), site, phrasings })
        };
        let names = grammar_set.names().into_iter().filter(|name| &**name != BROWSER_GRAMMAR);
        names.filter_map(info).collect()
    }

    /// Adds a provider of actions.
    pub fn add_provider(&self, name: &str, provider: Arc<dyn ActionProvider>) {
        self.registry.write().add(name, provider);
    }

    pub fn remove_provider(&self, name: &str) -> bool {
        self.registry.write().remove(name)
    }

    #[must_use]
    pub fn actions(&self) -> Vec<ActionInfo> {
        self.registry.read().actions()
    }

    /// What an utterance would do, without doing it.
    pub fn understand(
        &self,
        text: &str,
        site: Option<&str>,
        known: &KnownEntities,
    ) -> Result<UtteranceResult, Problem> {
        match self.read(text, site, known) {
            Ok(Reading { meant, parts }) => {
                let meant = expand_site_lists(meant, &known.resolver);
                Ok(self.planned(Reading { meant, parts }))
            }
            Err(Unread::Unknown) => Ok(self.not_understood(text, site)),
            Err(other) => Err(unread(&other)),
        }
    }

    /// Does what is said. `on_step` is called for every step that begins or ends. What no grammar knows is
    /// translated by the model, where there is one.
    pub async fn run(
        &self,
        text: &str,
        site: Option<&str>,
        known: &KnownEntities,
        context: ActionContext<'_>,
        on_step: &mut OnStep<'_>,
    ) -> Result<UtteranceResult, Problem> {
        let mut said = self.understand(text, site, known)?;
        if said.steps.is_empty()
            && let Some(translator) = &self.translator
            && let Some(translation) = translator.translate(text, &self.actions()).await?
        {
            said = self.translated(text, translation, &known.resolver);
        }
        self.perform(&mut said.steps, context, &known.resolver, on_step).await;
        Ok(said)
    }

    /// The same without the model: it is the person's to pay, and others have models of their own.
    pub async fn run_without_model(
        &self,
        text: &str,
        site: Option<&str>,
        known: &KnownEntities,
        context: ActionContext<'_>,
        on_step: &mut OnStep<'_>,
    ) -> Result<UtteranceResult, Problem> {
        let mut said = self.understand(text, site, known)?;
        self.perform(&mut said.steps, context, &known.resolver, on_step).await;
        Ok(said)
    }

    /// A grammar for this way of saying these actions, with what fills the parameters left open.
    pub fn learn(&self, text: &str, actions: &[Action]) -> Result<Learnt, NotLearnt> {
        learn(text, actions, &self.actions())
    }

    /// Each step says what was understood, since the person's words do not tell which of them it is.
    fn translated(
        &self,
        text: &str,
        Translation { model, actions }: Translation,
        resolver: &Resolver,
    ) -> UtteranceResult {
        let meant = actions.into_iter().map(|action| Meant {
            words: self.in_words(&action),
            action,
            grammar: "model".to_owned(),
        });
        let parts = vec![Part { text: text.to_owned(), kind: PartKind::Unknown }];
        let meant = expand_site_lists(meant.collect(), resolver);
        UtteranceResult { model: Some(model), ..self.planned(Reading { meant, parts }) }
    }

    fn in_words(&self, action: &Action) -> String {
        let about = self.registry.read().about(&action.action_name);
        let value = |value: &serde_json::Value| match value {
            serde_json::Value::String(text) => text.clone(),
            other => other.to_string(),
        };
        let values: Vec<_> = action.parameters.values().map(value).collect();
        match values.is_empty() {
            true => about,
            false => format!("{about}: {}", values.join(", ")),
        }
    }

    /// Does actions in order, and stops at the first that fails. None is done unless all can be.
    pub async fn perform(
        &self,
        steps: &mut [Step],
        mut context: ActionContext<'_>,
        resolver: &Resolver,
        on_step: &mut OnStep<'_>,
    ) {
        let handlers = self.handlers(steps);
        let mut failed = steps.iter().any(|step| step.state == StepState::Failed);
        for (step, handler) in steps.iter_mut().zip(handlers) {
            if let (false, Some(handler)) = (failed, handler) {
                step.state = StepState::Running;
                on_step(step);
                let done = match handler {
                    Handler::Browser => perform::perform(&step.action, &context, resolver).await,
                    Handler::Provider(provider) => {
                        Some(provider.perform(&step.action, &context).await)
                    }
                };
                match done.unwrap_or_else(|| Err(misplaced(&step.action))) {
                    Ok(ActionResult { message, result, tab }) => {
                        (step.state, step.message, step.result) =
                            (StepState::Done, message, result);
                        context.tab = tab.or(context.tab);
                    }
                    Err(problem) => {
                        failed = true;
                        fail(step, problem);
                    }
                }
            } else if step.state != StepState::Failed {
                step.state = StepState::Skipped;
            }
            on_step(step);
        }
    }

    /// Who does each step. A step that nobody can do has failed.
    fn handlers(&self, steps: &mut [Step]) -> Vec<Option<Handler>> {
        let registry = self.registry.read();
        let find = |step: &mut Step| match registry.handler(&step.action) {
            Ok(handler) => Some(handler),
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
        understand(&self.grammar_set(), text, site, entities)
    }

    fn planned(&self, reading: Reading) -> UtteranceResult {
        let registry = self.registry.read();
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
        UtteranceResult { steps, parts: reading.parts, ..UtteranceResult::default() }
    }

    fn not_understood(&self, text: &str, site: Option<&str>) -> UtteranceResult {
        let phrasings = self.grammar_set().phrasings(site);
        let registry = self.registry.read();
        let nearest = nearest(text, &phrasings, NEAREST_MAX);
        let suggestion = |phrasing: &&tabwright_grammar::Phrasing| Suggestion {
            phrasing: phrasing.text.clone(),
            does: phrasing.action.as_deref().map_or_else(String::new, |name| registry.about(name)),
        };
        UtteranceResult {
            steps: Vec::new(),
            parts: vec![Part { text: text.to_owned(), kind: PartKind::Unknown }],
            nearest: nearest.iter().map(suggestion).collect(),
            ..UtteranceResult::default()
        }
    }

    pub(crate) fn grammar_set(&self) -> RwLockReadGuard<'_, GrammarSet> {
        self.grammar_set.read()
    }
}

fn scope(site: Option<&str>) -> Scope {
    site.map_or(Scope::Global, |site| Scope::Site(site.to_owned()))
}

fn fail(step: &mut Step, problem: Problem) {
    step.state = StepState::Failed;
    step.message = match problem.fix.is_empty() {
        true => plain_sentence(&problem.title),
        false => format!("{}. {}", plain_sentence(&problem.title), problem.fix),
    };
    step.problem = Some(problem);
}

fn unread(unread: &Unread) -> Problem {
    let fix = match unread {
        Unread::TooHard(_) => "Try fewer steps at once, or put names in quotes",
        Unread::Unknown => "`tabwright actions` lists everything you can do",
        Unread::NoAction { .. } => {
            "Its values must be { actionName, parameters }, or a list of them"
        }
    };
    Problem { code: ProblemCode::NotUnderstood, title: unread.to_string(), fix: fix.to_owned() }
}

fn misplaced(action: &Action) -> Problem {
    Problem {
        code: ProblemCode::Internal,
        title: format!("`{}` is listed, but cannot be done", action.action_name),
        fix: "Please report this as a bug".to_owned(),
    }
}
