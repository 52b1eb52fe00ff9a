//! Browser control for one client, as far as the rules let it: the one way by which the command line,
//! the API, scripts and agents reach a browser.
//!
//! Owns: the permission path (who, what, where: allowed, asked or denied, before and after each act),
//! secrets on their way into a page and out of results, the guard of downloads, whose tab is whose, and the
//! entry in the audit log. Never chooses a browser and never decides by itself: a [`DriverSource`] has the browsers,
//! `tabwright-policy` has the rules. Called by whatever serves clients.

mod border;
mod control;
mod describe;
mod downloads;
mod entry;
mod hub;
mod logged;
mod new_tabs;
mod pdf_strings;
mod problems;
mod secrets;
mod tab_owners;

pub use control::Control;
pub use downloads::DownloadGuard;
pub use hub::{ControlHub, DriverSource, VerbObserver};
pub use secrets::redact_told;
pub use tab_owners::TabOwners;
