//! A flow: what is kept of a recording, and run.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::fingerprint::Fingerprint;

/// A chore that can be done again by saying it. The script is what runs; the targets are what its names
/// mean on the page.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Flow {
    /// Lower-case words with dashes: `order-coffee`.
    pub name: String,
    #[serde(default)]
    pub description: String,
    /// Counted up with each change.
    #[serde(default)]
    pub version: u32,
    #[serde(default)]
    pub parameters: BTreeMap<String, FlowParameter>,
    /// The body of an async function with `flow`, `target` and `params` in scope.
    pub script: String,
    /// What the script calls `target("Add to basket")`.
    #[serde(default)]
    pub targets: BTreeMap<String, Fingerprint>,
    /// Phrases that run it, as the grammar writes them: `order $(query) from lampshop`.
    #[serde(default)]
    pub grammar_patterns: Vec<String>,
    pub scope: FlowScope,
    pub source: FlowSource,
}

#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct FlowParameter {
    #[serde(rename = "type")]
    pub kind: ParameterType,
    #[serde(default)]
    pub required: bool,
    #[serde(default)]
    pub description: String,
    /// What was recorded. A secret has none.
    #[cfg_attr(feature = "ts", ts(optional))]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub default: Option<String>,
    /// What could be chosen when it was recorded.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub value_options: Vec<String>,
}

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub enum ParameterType {
    #[default]
    Text,
    Number,
    Date,
    Choice,
    /// On or off.
    Switch,
    File,
    /// `${secret:NAME}`, or typed by the person when it runs; never stored in the flow.
    Secret,
}

/// Where a flow can be said.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct FlowScope {
    #[serde(rename = "type")]
    pub kind: ScopeKind,
    /// Sites whose pages it is for.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub domains: Vec<String>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub url_patterns: Vec<String>,
}

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub enum ScopeKind {
    /// Only while a page of one of its sites is in front.
    Site,
    /// Everywhere.
    #[default]
    Global,
}

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "kebab-case")]
pub enum FlowSource {
    GoalDriven,
    Recording,
    Discovered,
    #[default]
    Manual,
}
