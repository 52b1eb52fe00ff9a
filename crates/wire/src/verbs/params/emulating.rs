//! How a page is shown: its zoom, and the device that it believes to be on.

use serde::{Deserialize, Serialize};

use crate::ids::TabId;
use crate::verbs::VerbParams;

params! {
    ZoomVerbParams {
        to: ZoomTo,
    }
    EmulateParams {
        /// A device by its name; see [`DEVICES`].
        device: Option<String>,
        /// The size of the view, in CSS pixels.
        viewport: Option<ViewSize>,
        /// Device pixels to one CSS pixel.
        scale: Option<f64>,
        color_scheme: Option<ColorScheme>,
        reduced_motion: Option<bool>,
        /// Without a network.
        offline: Option<bool>,
        /// First ends all that was emulated before.
        #[serde(default)]
        reset: bool,
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub enum ZoomTo {
    In,
    Out,
    Reset,
    /// Per cent.
    Percent(f64),
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct ViewSize {
    pub width: u32,
    pub height: u32,
}

/// What a page is told that the person prefers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "kebab-case")]
pub enum ColorScheme {
    Light,
    Dark,
}

/// A device that can be emulated: its view, and how it introduces itself.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Device {
    pub name: &'static str,
    pub view: ViewSize,
    pub scale: f64,
    /// It is touched, its pages are laid out for a phone or tablet, and this is its system in the user
    /// agent. None for computers.
    pub system: Option<&'static str>,
}

const fn device(
    name: &'static str,
    (width, height): (u32, u32),
    scale: f64,
    system: Option<&'static str>,
) -> Device {
    Device { name, view: ViewSize { width, height }, scale, system }
}

/// The devices that can be emulated.
pub const DEVICES: &[Device] = &[
    device("pixel-8", (412, 915), 2.625, Some("Linux; Android 14; Pixel 8")),
    device("galaxy-s24", (360, 780), 3.0, Some("Linux; Android 14; SM-S921B")),
    device("iphone-15", (393, 852), 3.0, Some("iPhone; CPU iPhone OS 17_5 like Mac OS X")),
    device("ipad-pro-11", (834, 1194), 2.0, Some("iPad; CPU OS 17_5 like Mac OS X")),
    device("laptop", (1366, 768), 1.0, None),
    device("desktop", (1920, 1080), 1.0, None),
];
