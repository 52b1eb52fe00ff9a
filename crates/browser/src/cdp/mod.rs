//! CDP as a client: the link, whatever carries it, and a browser seen through it.

mod browser;
mod console;
mod console_capture;
mod endpoint;
mod events;
mod link;
mod network_log;
mod pipe;
mod socket;
mod tab_log;

pub use browser::{CdpBrowser, PageScripts};
pub(crate) use browser::{Ignored, Page, TargetInfo, World, free_name, network_enable_params};
pub use link::{Carrying, Incoming, Link, OnEvent, OnPipeAnswer};
pub use pipe::over_pipe;
pub use socket::{ConnectError, connect};
pub(crate) use tab_log::{LoggedRequest, TabLog};
