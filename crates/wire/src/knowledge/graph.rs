//! The graph of the names and topics of pages: what is named together, and how it hangs together.

use serde::{Deserialize, Serialize};

use super::{EntityKind, KeptPage};

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub enum GraphOf {
    /// People, organizations, places and things.
    #[default]
    Entities,
    Topics,
}

/// A node that is an entity says what it is; a topic and a community are no entities.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub enum GraphNodeKind {
    Person,
    Organization,
    Place,
    Product,
    Event,
    Work,
    Thing,
    Topic,
    /// What of a community is not shown by itself.
    Community,
}

#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct GraphParams {
    #[serde(default)]
    pub of: GraphOf,
    /// At most so many nodes; communities are then shown as one.
    #[cfg_attr(feature = "ts", ts(optional))]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub nodes_max: Option<u32>,
    /// Only the inside of this community: the id of its node.
    #[cfg_attr(feature = "ts", ts(optional))]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub community: Option<String>,
    /// Only what is near this node.
    #[cfg_attr(feature = "ts", ts(optional))]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub around: Option<String>,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct GraphNode {
    /// The same for the same name as long as it is there.
    pub id: String,
    pub label: String,
    pub kind: GraphNodeKind,
    pub x: f32,
    pub y: f32,
    /// The radius in pixels when all is in view.
    pub size: f32,
    /// A position in `communities`.
    pub community: u32,
    /// Pages that name it.
    pub pages: u32,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct GraphEdge {
    pub from: String,
    pub to: String,
    pub weight: f32,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct GraphView {
    pub nodes: Vec<GraphNode>,
    pub edges: Vec<GraphEdge>,
    /// What each community is called, the most important first.
    pub communities: Vec<String>,
    /// Of the whole graph.
    pub total_nodes: u32,
    pub total_edges: u32,
    /// Communities are shown as one, or nodes are left out.
    pub is_reduced: bool,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct GraphNodeParams {
    #[serde(default)]
    pub of: GraphOf,
    pub node: String,
}

/// Something that is named together with a node.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct GraphNeighbour {
    pub id: String,
    pub label: String,
    pub kind: GraphNodeKind,
    /// Pages that name both.
    pub pages: u32,
    /// What pages say of the two: "works for".
    pub relations: Vec<String>,
}

/// Another name that the person said is the same.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct MergedName {
    pub merge: u32,
    pub name: String,
    pub kind: EntityKind,
    pub into_name: String,
    pub into_kind: EntityKind,
}

/// Another name that may be the same.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct NameCandidate {
    pub id: String,
    pub label: String,
    pub kind: GraphNodeKind,
    /// Why it may be the same.
    pub reason: String,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct GraphNodeView {
    pub id: String,
    pub label: String,
    pub kind: GraphNodeKind,
    /// The newest first.
    pub pages: Vec<KeptPage>,
    pub pages_total: u32,
    pub neighbours: Vec<GraphNeighbour>,
    pub merged: Vec<MergedName>,
    pub candidates: Vec<NameCandidate>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct MergeNamesParams {
    /// The node that is another name.
    pub from: String,
    pub into: String,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct MergeParams {
    pub merge: u32,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct MergedNameList {
    pub merges: Vec<MergedName>,
}
