//! Reading aloud, and stopping it.

use tabwright_wire::verbs::{self, ReadAloudParams, TextParams};
use tabwright_wire::{NoParams, NoResult, SpeakParams};

use super::{BrowserControl, Driver};
use crate::backend::Result;
use crate::error::ControlError;

impl BrowserControl<verbs::ReadAloud> for Driver {
    async fn run(&self, params: ReadAloudParams) -> Result<NoResult> {
        let tab = self.tab(params.tab).await?;
        let text = match params.text {
            Some(text) => text,
            None => {
                let whole =
                    TextParams { tab: Some(tab), target: None, frame: None, max_chars: None };
                <Self as BrowserControl<verbs::Text>>::run(self, whole).await?.text
            }
        };
        if text.trim().is_empty() {
            return Err(ControlError::BadArguments("there is nothing to read".to_owned()));
        }
        self.core.backend.speak(Some(tab), SpeakParams { text, lang: params.lang }).await?;
        Ok(NoResult {})
    }
}

impl BrowserControl<verbs::Hush> for Driver {
    async fn run(&self, _: NoParams) -> Result<NoResult> {
        self.core.backend.stop_speaking().await?;
        Ok(NoResult {})
    }
}
