//! What `setup` is to set up: the browsers of this machine, or an agent.

use clap::Args as ClapArgs;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use tabwright_agent_config::Agent;

use super::Output;

#[derive(Debug, ClapArgs)]
pub(crate) struct SetupOptions {
    /// The agent that shall use Tabwright. Without one, your browsers are set up
    #[arg(value_parser = agent())]
    pub(crate) agent: Option<Agent>,
    /// Only for the project in the current folder
    #[arg(long)]
    pub(crate) project: bool,
    /// Show what would change, but change nothing
    #[arg(long, requires = "agent")]
    pub(crate) dry_run: bool,
    /// List the agents, and which of them are set up
    #[arg(long, conflicts_with_all = ["agent", "undo"])]
    pub(crate) list: bool,
    /// Print the skill that teaches an agent to use Tabwright
    #[arg(long, exclusive = true)]
    pub(crate) skill: bool,
    /// Undo what setup wrote, for the agent or for your browsers
    #[arg(long)]
    pub(crate) undo: bool,
    #[command(flatten)]
    pub(crate) output: Output,
}

/// An agent by its name.
fn agent() -> impl TypedValueParser<Value = Agent> {
    PossibleValuesParser::new(Agent::ALL.iter().map(|agent| agent.id())).try_map(|id| {
        let found = Agent::ALL.iter().find(|agent| agent.id() == id);
        found.copied().ok_or_else(|| format!("there is no agent `{id}`"))
    })
}
