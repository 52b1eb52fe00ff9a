//! Driving a browser, whichever it is.
//!
//! Owns: the `BrowserControl` trait and the one driver that implements it for every verb, over two
//! backends: the extension in the person's browser, and CDP; the CDP client itself, over a pipe, a
//! WebSocket or the relay. Never decides who may drive, and never looks for or starts a browser: that is
//! `tabwright-machine`. Used by the daemon.

mod backend;
mod backends;
pub mod cdp;
mod driver;
mod error;

pub use backend::{
    Attach, BrowserBackend, BrowserEvent, Debugger, Frame, FrameId, NewTab, Question,
};
pub use backends::{CdpBackend, ExtensionBackend, KnownTabs, OpenDebugger};
pub use driver::{
    Border, BrowserControl, Driver, DriverMemory, DrivingOptions, QUERY_PLACEHOLDER,
    SearchProviderSource, SecretRefused, SecretSource, TypedInto,
};
pub use error::ControlError;
