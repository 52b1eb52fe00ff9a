//! Finding out what a page can do.

use super::{family, parameters};

family! {
    /// What can be found out about a page.
    DiscoveryAction, DISCOVERY_ACTIONS {
        /// Find what can be done on the page
        DetectPageActions(DetectPageActions) = "detectPageActions";
        /// Summarise the page
        SummarizePage(Nothing) = "summarizePage";
        /// Make what was found sayable on this site
        RegisterPageDynamicAgent(RegisterPageDynamicAgent) = "registerPageDynamicAgent";
        /// Make a flow of what was recorded
        CreateWebFlowFromRecording(CreateWebFlowFromRecording) = "createWebFlowFromRecording";
        /// List the flows of a site
        GetWebFlowsForDomain(GetWebFlowsForDomain) = "getWebFlowsForDomain";
        /// List all flows
        GetAllWebFlows(Nothing) = "getAllWebFlows";
    }
}

parameters! {
    DetectPageActions {
        /// Register them too.
        register_agent: Option<bool>,
    }
    RegisterPageDynamicAgent {
        agent_name: Option<String>,
    }
    CreateWebFlowFromRecording {
        name: String,
        description: Option<String>,
    }
    GetWebFlowsForDomain {
        domain: String,
    }
}
