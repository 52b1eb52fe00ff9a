//! Zooming a page.

use tabwright_wire::ZoomState;
use tabwright_wire::verbs::{self, ZoomTo, ZoomVerbParams};

use super::{BrowserControl, Driver};
use crate::backend::Result;
use crate::error::ControlError;

/// The steps of Chrome's own zoom.
const ZOOMS: [f64; 16] =
    [0.25, 0.33, 0.5, 0.67, 0.75, 0.8, 0.9, 1.0, 1.1, 1.25, 1.5, 1.75, 2.0, 3.0, 4.0, 5.0];

impl BrowserControl<verbs::Zoom> for Driver {
    async fn run(&self, params: ZoomVerbParams) -> Result<ZoomState> {
        let tab = self.driven(params.tab).await?;
        let now = self.core.backend.zoom(tab, None).await?;
        let wanted = match params.to {
            ZoomTo::In => ZOOMS.into_iter().find(|step| *step > now + 0.01).unwrap_or(5.0),
            ZoomTo::Out => ZOOMS.into_iter().rev().find(|step| *step < now - 0.01).unwrap_or(0.25),
            ZoomTo::Reset => 1.0,
            ZoomTo::Percent(percent) if (25.0..=500.0).contains(&percent) => percent / 100.0,
            ZoomTo::Percent(percent) => {
                let message = format!("{percent} % is not between 25 and 500");
                return Err(ControlError::BadArguments(message));
            }
        };
        let factor = self.core.backend.zoom(tab, Some(wanted)).await?;
        // Chrome keeps its zoom as a logarithm.
        Ok(ZoomState { factor: (factor * 1_000.0).round() / 1_000.0 })
    }
}
