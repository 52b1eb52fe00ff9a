//! From what a person says to what is done: utterances, what they mean, how they go, and what could be
//! said next.

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::ids::TabId;
use crate::problem::Problem;

/// Something that can be done, by name, with what it needs.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct Action {
    pub action_name: String,
    #[serde(default)]
    #[cfg_attr(feature = "ts", ts(type = "Record<string, unknown>"))]
    #[cfg_attr(feature = "openapi", schema(value_type = Object))]
    pub parameters: Map<String, Value>,
}

/// What a person says.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Utterance {
    pub text: String,
    /// The tab that is meant; without one, the one in front.
    #[cfg_attr(feature = "ts", ts(optional))]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tab: Option<TabId>,
}

/// How far a step has come.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub enum StepState {
    #[default]
    Waiting,
    Running,
    Done,
    Failed,
    /// One before it failed.
    Skipped,
}

/// One action of an utterance.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct Step {
    /// From 0.
    pub index: u32,
    /// The words that mean it.
    pub words: String,
    pub action: Action,
    /// What it would do, in a few words.
    pub does: String,
    pub state: StepState,
    /// What came of it, as a sentence; empty as long as nothing did.
    pub message: String,
    /// Why it failed.
    #[cfg_attr(feature = "ts", ts(optional))]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub problem: Option<Problem>,
    /// What was read or found, if that is what it was for.
    #[cfg_attr(feature = "ts", ts(optional, type = "unknown"))]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<Object>))]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub result: Option<Value>,
}

/// What a stretch of an utterance is to the grammar.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub enum PartKind {
    /// A word of a phrasing.
    Word,
    /// What fills a parameter.
    Capture,
    /// What stands between two actions.
    Joint,
    /// Nothing that is understood.
    Unknown,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Part {
    pub text: String,
    pub kind: PartKind,
}

/// A way to say something.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Suggestion {
    pub phrasing: String,
    /// What it would do.
    pub does: String,
}

/// What an utterance means, and what has come of it so far.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct UtteranceResult {
    /// In order. None where nothing was understood.
    pub steps: Vec<Step>,
    /// The whole text, piece by piece.
    pub parts: Vec<Part>,
    /// The nearest phrasings, where nothing was understood.
    pub nearest: Vec<Suggestion>,
    /// The model that translated it, where no grammar knew it.
    #[cfg_attr(feature = "ts", ts(optional))]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub model: Option<String>,
    /// The phrasing that was kept of it, so that next time no model is asked.
    #[cfg_attr(feature = "ts", ts(optional))]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub remembered: Option<String>,
}

/// A way to say something that is to be kept, with what it means.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct NewPhrasing {
    pub text: String,
    pub actions: Vec<Action>,
}

/// What was kept of it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct KeptPhrasing {
    /// With what fills its parameters left open.
    pub phrasing: String,
    /// The grammar that it is: `tabwright grammar remove` takes it away.
    pub grammar: String,
}

impl UtteranceResult {
    /// Was every action done?
    #[must_use]
    pub fn is_done(&self) -> bool {
        !self.steps.is_empty() && self.steps.iter().all(|step| step.state == StepState::Done)
    }
}

/// A line of the answer to an utterance: how each step goes, and at last everything.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub enum UtteranceLine {
    Step(Step),
    Result(UtteranceResult),
    Problem(Problem),
}

/// What could follow?
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct CompleteParams {
    /// What stands before the cursor.
    pub text: String,
    #[cfg_attr(feature = "ts", ts(optional))]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tab: Option<TabId>,
    /// At most so many.
    #[cfg_attr(feature = "ts", ts(optional))]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub max: Option<u32>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub enum CompletionKind {
    /// Words of a phrasing.
    Words,
    /// An open tab, a known site, the name of a flow.
    Entity,
    /// The name of what has to be said here; not to be taken as it stands.
    Placeholder,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Completion {
    /// What to show.
    pub text: String,
    /// The whole text as it would be then.
    pub line: String,
    pub kind: CompletionKind,
    /// An address, a title; empty where there is nothing to add.
    pub about: String,
}

/// The best first.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Completions {
    pub completions: Vec<Completion>,
}

/// Which of the utterances of a panel is meant.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct RunUtteranceParams {
    /// Chosen by who says it.
    pub id: String,
    pub utterance: Utterance,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct UtteranceId {
    pub id: String,
}

/// How a step of an utterance goes.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct StepNotice {
    pub id: String,
    pub step: Step,
}

/// An action that somebody here knows.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct ActionInfo {
    pub action_name: String,
    /// Who provides it: `browser`, `browser.webFlows`.
    pub provider: String,
    pub about: String,
    /// Can it be done now?
    pub available: bool,
    /// JSON Schema of its parameters.
    #[cfg_attr(feature = "openapi", schema(value_type = Object))]
    pub parameters: Value,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct ActionList {
    pub actions: Vec<ActionInfo>,
}

/// A grammar that comes and goes.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct GrammarInfo {
    pub name: String,
    /// The site where it counts; everywhere without one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub site: Option<String>,
    /// So many ways to say something.
    pub phrasings: u32,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct GrammarList {
    pub grammars: Vec<GrammarInfo>,
    /// Grammars of the person's that could not be read, and why.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub broken: Vec<BrokenGrammar>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct BrokenGrammar {
    pub name: String,
    pub why: String,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct NewGrammar {
    pub name: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub site: Option<String>,
    /// In the `.agr` language; its values are actions.
    pub text: String,
}

/// A step on the way from the name of a site to its address.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct ResolverStage {
    pub name: String,
    pub about: String,
    pub on: bool,
}

/// In the order in which they are asked.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct ResolverState {
    pub stages: Vec<ResolverStage>,
    /// Which Wikipedia is asked, as in its address: `en`.
    pub language: String,
    /// The search provider whose first result is opened for any name that is no address.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub direct: Option<String>,
    /// The person's own names.
    pub sites: Vec<NamedSite>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct NamedSite {
    pub name: String,
    pub url: String,
}

/// One change to how sites are found.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub enum ResolverChange {
    Switch {
        stage: String,
        on: bool,
    },
    Language {
        name: String,
    },
    /// Without a provider, no first results are opened.
    Direct {
        provider: Option<String>,
    },
    AddSite(NamedSite),
    RemoveSite {
        name: String,
    },
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct ResolveParams {
    pub name: String,
}

/// Where the name of a site leads.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct ResolvedSite {
    /// None where no stage knew it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub url: Option<String>,
    /// The stage that knew it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stage: Option<String>,
    /// What each stage said, in order.
    pub tried: Vec<ResolverTrial>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct ResolverTrial {
    pub stage: String,
    pub outcome: String,
}
