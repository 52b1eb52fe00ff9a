//! The two ways to a browser.

mod capture;
mod cdp;
mod debugger;
mod evaluated;
mod extension;
mod fetching;
mod known_tabs;
mod own_page;
mod worlds;

pub(crate) use debugger::{clear_device_metrics, tiny_recording};

pub use cdp::CdpBackend;
pub use extension::{ExtensionBackend, OpenDebugger};
pub use known_tabs::KnownTabs;

use base64::Engine as _;
use serde::Deserialize;

use crate::backend::Result;
use crate::error::ControlError;

/// Bytes as CDP gives them.
#[derive(Deserialize)]
pub(crate) struct Data {
    data: String,
}

impl Data {
    pub(crate) fn decode(&self) -> Result<Vec<u8>> {
        decode(&self.data)
    }
}

pub(crate) fn decode(base64: &str) -> Result<Vec<u8>> {
    base64::engine::general_purpose::STANDARD
        .decode(base64)
        .map_err(|error| ControlError::Failed(format!("the browser's data is broken: {error}")))
}
