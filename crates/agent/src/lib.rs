//! The page agent: a person hands over a task, and a model carries it out with the tools.
//!
//! Owns: chats and where they are kept, the loop from a model's answer to tool calls and back, its budgets and
//! limits, the processes of command-line agents that take the loop's place, what a run leaves behind so that it can go on after a restart, and the API of all this. Never:
//! drives a browser or decides who may do what (the tools do, by the host they are given), knows a provider
//! (`tabwright-model` does), or says anything to a model that a page could forge. Composed by the command
//! line as a room of the daemon.

mod additions;
mod budget;
mod chat_store;
mod errors;
mod export;
mod feed;
mod guard;
mod own_tools;
mod pictures;
mod programs;
mod prompt;
mod room;
mod run;
mod runs;
mod task_tools;
mod transcript;
mod ulid;

pub use programs::ProgramPlace;
pub use room::AgentRoom;
