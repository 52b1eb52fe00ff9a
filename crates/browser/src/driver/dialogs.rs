//! Answering the dialog that a page shows.

use serde_json::json;
use tabwright_wire::verbs::{self, DialogParams, InputWay, Report};
use tabwright_wire::{plain_sentence, quote_page};
use tokio::time::Instant;

use super::effects::Trace;
use super::{ACTION_MS, BrowserControl, Driver, ms};
use crate::backend::Result;
use crate::error::ControlError;

impl BrowserControl<verbs::AnswerDialog> for Driver {
    async fn run(&self, params: DialogParams) -> Result<Report> {
        let tab = self.driven(params.tab).await?;
        let dialog = self.core.backend.dialog(tab).ok_or(ControlError::NoDialog(tab))?;
        let Some(debugger) = self.input_debugger(tab, InputWay::Trusted).await? else {
            return Err(ControlError::NoDialog(tab));
        };
        let trace = Trace::begin(self, tab);
        let mut answer = json!({ "accept": params.accept });
        if let Some(text) = params.text {
            answer["promptText"] = json!(text);
        }
        debugger.send("Page.handleJavaScriptDialog", &answer).await?;
        let frame = self.main_frame(tab)?;
        let effects = self.settle(tab, &frame, None).await?;
        let (changes, _) = self.outcome(trace, effects, Instant::now() + ms(ACTION_MS)).await?;
        let word = if params.accept { "accepted" } else { "dismissed" };
        let did = format!("{word} the {} {}", dialog.kind, quote_page(&dialog.message));
        let did = plain_sentence(&did);
        Ok(Report { tab, did, element: None, input: Some(verbs::InputKind::Trusted), changes })
    }
}
