//! Looking elements up, without acting on them.

use std::time::Duration;

use tabwright_wire::verbs::{self, Found, QueryVerbParams};
use tabwright_wire::{FoundElements, KitRefusalCode, Query, QueryFact, QueryParams, TabId, Target};
use tokio::time::Instant;

use super::elsewhere::is_searched;
use super::locating::Place;
use super::{BrowserControl, Driver, FrameRef};
use crate::backend::Result;
use crate::error::ControlError;

const COUNT_DEFAULT: u32 = 100;
/// Of each text.
const CHARS_MAX: u32 = 100_000;
const TIMEOUT: Duration = Duration::from_secs(30);

impl BrowserControl<verbs::Query> for Driver {
    async fn run(&self, params: QueryVerbParams) -> Result<Found> {
        let tab = self.tab(params.tab).await?;
        let facts = match params.facts {
            Some(facts) => facts,
            // The fingerprint says the same, and better.
            None if params.fingerprint => Vec::new(),
            None => vec![QueryFact::Name, QueryFact::State],
        };
        let query = |target: Target| QueryParams {
            target,
            count_max: params.max.unwrap_or(COUNT_DEFAULT),
            facts: facts.clone(),
            attribute: params.attribute.clone(),
            fingerprint: params.fingerprint,
            chars_max: CHARS_MAX,
        };
        if params.fingerprint && params.frame.is_none() && is_searched(&params.target) {
            let FoundElements { total, elements } =
                self.found_in_all_frames(tab, &query(params.target)).await?;
            return Ok(Found { tab, total, elements });
        }
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
        let mut found = self.ask::<Query>(tab, &frame, &query(target), TIMEOUT).await?;
        if params.fingerprint && frame.ordinal != 0 {
            self.tell_frame(tab, &frame, &mut found).await?;
        }
        Ok(Found { tab, total: found.total, elements: found.elements })
    }
}

impl Driver {
    async fn tell_frame(
        &self,
        tab: TabId,
        frame: &FrameRef,
        found: &mut FoundElements,
    ) -> Result<()> {
        let facts = self.frame_facts(tab, frame).await?;
        for fingerprint in
            found.elements.iter_mut().filter_map(|element| element.fingerprint.as_mut())
        {
            fingerprint.frame = Some(facts.clone());
        }
        Ok(())
    }

    /// In the page itself and in each of its frames, in that order.
    async fn found_in_all_frames(&self, tab: TabId, query: &QueryParams) -> Result<FoundElements> {
        let main = self.main_frame(tab)?;
        let mut all = self.ask::<Query>(tab, &main, query, TIMEOUT).await?;
        let looks = self.each_child(tab, |frame| async move {
            let mut found = self.ask::<Query>(tab, &frame, query, TIMEOUT).await?;
            if !found.elements.is_empty() {
                self.tell_frame(tab, &frame, &mut found).await?;
            }
            Ok(found)
        });
        for found in looks.await? {
            all.total += found.total;
            all.elements.extend(found.elements);
        }
        Ok(all)
    }
}
