//! Browsers: finding them, starting one, and driving any.
//!
//! Owns: which Chromium-family browsers are installed and where each looks for native-messaging
//! hosts; starting and stopping a Chromium of our own, and its debugging pipe; the `BrowserControl`
//! trait and the one driver that implements it for every verb, over two carriers: the extension in the person's
//! browser, and CDP. Never decides who may drive. Used by the daemon, the command line and the test
//! bed.

mod carrier;
mod carriers;
pub mod cdp;
mod driver;
mod error;
mod family;
mod find;
mod launch;
pub mod native_host;
mod pipe;
mod profile;

pub use carrier::{BrowserEvent, Carrier};
pub use carriers::{CdpCarrier, ExtensionCarrier, OpenDebugger};
mod providers;
pub mod web;
pub use driver::{BrowserControl, Driver, DriverMemory, Manner, address};
pub use error::ControlError;
pub use family::{FAMILIES, Family};
pub use find::{Found, Machine, choose};
pub use launch::{Error, Launch, Log, Running};
pub use pipe::PipePaths;
pub use profile::{holder_pid, stop_holder};
pub use providers::{SearchProviders, search_address};
