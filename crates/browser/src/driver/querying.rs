//! Looking elements up, without acting on them.

use std::time::Duration;

use tabwright_wire::verbs::{self, Found, QueryVerbParams};
use tabwright_wire::{FoundElements, KitRefusalCode, Query, QueryFact, QueryParams};
use tokio::time::Instant;

use super::locating::Place;
use super::{BrowserControl, Driver};
use crate::backend::Result;
use crate::error::ControlError;

const COUNT_DEFAULT: u32 = 100;
/// Of each text.
const CHARS_MAX: u32 = 100_000;
const TIMEOUT: Duration = Duration::from_secs(30);

impl BrowserControl<verbs::Query> for Driver {
    async fn run(&self, params: QueryVerbParams) -> Result<Found> {
        let tab = self.tab(params.tab).await?;
        // Looking waits for nothing.
        let now = Instant::now();
        let Place { frame, target } =
            match self.place_of(tab, params.target, params.frame, now).await {
                Ok(place) => place,
                Err(ControlError::Element(refusal)) if refusal.code == KitRefusalCode::NotFound => {
                    return Ok(Found { tab, total: 0, elements: Vec::new() });
                }
                Err(error) => return Err(error),
            };
        let asked = QueryParams {
            target,
            count_max: params.max.unwrap_or(COUNT_DEFAULT),
            facts: params.facts.unwrap_or_else(|| vec![QueryFact::Name, QueryFact::State]),
            attribute: params.attribute,
            chars_max: CHARS_MAX,
        };
        let FoundElements { total, elements } =
            self.ask::<Query>(tab, &frame, &asked, TIMEOUT).await?;
        Ok(Found { tab, total, elements })
    }
}
