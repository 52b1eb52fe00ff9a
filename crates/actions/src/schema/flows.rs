//! Flows: what was recorded or written once, to be said again.

use serde::{Deserialize, Serialize};

use super::{Count, family, parameters};

family! {
    /// What can be done with flows.
    FlowAction, FLOW_ACTIONS {
        /// List the flows
        ListWebFlows(ListWebFlows) = "listWebFlows";
        /// Delete a flow
        DeleteWebFlow(FlowName) = "deleteWebFlow";
        /// Say where a flow counts
        EditWebFlowScope(EditWebFlowScope) = "editWebFlowScope";
        /// Make a flow of what was just done
        GenerateWebFlow(GenerateWebFlow) = "generateWebFlow";
        /// Make a flow of what was recorded
        GenerateWebFlowFromRecording(GenerateWebFlow) = "generateWebFlowFromRecording";
        /// Work towards a goal
        StartGoalDrivenTask(StartGoalDrivenTask) = "startGoalDrivenTask";
    }
}

/// Where a flow counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema, ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub enum FlowScope {
    Site,
    Global,
    All,
}

parameters! {
    ListWebFlows {
        scope: Option<FlowScope>,
    }
    FlowName {
        name: String,
    }
    EditWebFlowScope {
        name: String,
        scope: FlowScope,
        domains: Option<Vec<String>>,
    }
    GenerateWebFlow {
        name: Option<String>,
        description: Option<String>,
    }
    StartGoalDrivenTask {
        goal: String,
        start_url: Option<String>,
        max_steps: Option<Count>,
    }
}
