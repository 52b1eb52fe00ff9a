//! CDP as a client: the link, whatever carries it, and a browser seen through it.

mod browser;
mod console;
mod endpoint;
mod hearing;
mod journal;
mod link;
mod listening;
mod pipe;
mod socket;

pub use browser::{CdpBrowser, PageScripts};
pub(crate) use browser::{Ignored, Page, TargetInfo, World, free_name, network_wish};
pub(crate) use endpoint::Endpoint;
pub(crate) use journal::{HeardRequest, Journal};
pub use link::{Carrying, Incoming, Link, OnEvent, OnPipeAnswer};
pub use pipe::over_pipe;
pub use socket::{ConnectError, connect};
