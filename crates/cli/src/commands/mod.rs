//! One file per command.

pub(crate) mod actions;
pub(crate) mod approve;
pub(crate) mod backup;
pub(crate) mod cdp_url;
pub(crate) mod completions;
pub(crate) mod config;
pub(crate) mod daemon;
pub(crate) mod disconnect;
pub(crate) mod doctor;
pub(crate) mod grammar;
pub(crate) mod log;
pub(crate) mod mcp;
pub(crate) mod native_host;
pub(crate) mod pair;
pub(crate) mod remote;
pub(crate) mod resolver;
pub(crate) mod rules;
pub(crate) mod secret;
pub(crate) mod setup;
pub(crate) mod shell;
pub(crate) mod status;
pub(crate) mod stop;
pub(crate) mod up;
pub(crate) mod utterance;
pub(crate) mod verbs;
mod waiting;
pub(crate) mod watch;
