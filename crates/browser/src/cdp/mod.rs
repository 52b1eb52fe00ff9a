//! CDP as a client: the link, whatever carries it, and a browser seen through it.

mod browser;
mod endpoint;
mod hearing;
mod link;
mod socket;

pub use browser::{CdpBrowser, PageScripts};
pub(crate) use browser::{Ignored, Page, TargetInfo, World, free_name};
pub use link::{Carrying, Incoming, Link, OnEvent, OnPipeAnswer};
pub use socket::{ConnectError, connect};
