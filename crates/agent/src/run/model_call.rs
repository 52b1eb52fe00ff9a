//! Asking the model: one request, told as it is answered, and made again where that helps.

use std::sync::Arc;
use std::time::Duration;

use futures_util::StreamExt as _;
use tabwright_model::{
    Answer, Caching, Error as ModelError, Event, Model, Request, ToolChoice, Usage,
};
use tabwright_wire::chats::{ChatUsage, RunEvent};

use super::{End, Run};
use crate::{budget, errors, prompt};

/// How often a model is asked again whose answer broke off in the middle. What fails before its first word is
/// asked again by the model itself.
const CUT_ANSWERS_MAX: u32 = 3;
const CUT_ANSWER_WAIT: Duration = Duration::from_secs(1);
impl Run {
    /// Asks the model until there is a whole answer. Only this is ever repeated: nothing that reached the page
    /// is.
    pub(super) async fn ask_model(&mut self) -> Result<Answer, End> {
        let (mut cuts, mut has_compacted) = (0, false);
        loop {
            let request = Request {
                system: prompt::SYSTEM.to_owned(),
                tools: Arc::clone(&self.tool_list),
                tool_choice: ToolChoice::Auto,
                messages: self.log.transcript.messages(self.model.config.takes_images()),
                state: Some(budget::state_line(&self.log.record.limits, &self.log.record.spent)),
                caching: Some(Caching {
                    conversation: self.log.record.session.to_string(),
                    may_pause: self.log.transcript.has_asked(),
                }),
                ..Request::default()
            };
            let error = match self.stream(&*Arc::clone(&self.model.model), &request).await? {
                Ok(answer) => return Ok(answer),
                Err(error) => error,
            };
            match error {
                ModelError::ContextTooLong if !has_compacted => {
                    has_compacted = true;
                    if !self.compact(true).await? {
                        return Err(End::Failed(errors::of_model(&error)));
                    }
                }
                ModelError::CutStream
                | ModelError::Timeout { .. }
                | ModelError::Overloaded { .. }
                    if cuts < CUT_ANSWERS_MAX =>
                {
                    cuts += 1;
                    self.tell_retry(&error, CUT_ANSWER_WAIT).await?;
                    tokio::time::sleep(CUT_ANSWER_WAIT).await;
                }
                error => return Err(End::Failed(errors::of_model(&error))),
            }
        }
    }

    /// One answer, told as it comes.
    async fn stream(
        &mut self,
        model: &dyn Model,
        request: &Request,
    ) -> Result<Result<Answer, ModelError>, End> {
        let mut stream = model.stream(request);
        let mut usage = None;
        while let Some(event) = stream.next().await {
            match event {
                Ok(Event::Text(text)) => {
                    self.log.tell(RunEvent::Delta { text, is_reasoning: false }).await?;
                }
                Ok(Event::Reasoning(text)) => {
                    self.log.tell(RunEvent::Delta { text, is_reasoning: true }).await?;
                }
                Ok(Event::ToolCall(_)) => {}
                Ok(Event::Usage(more)) => *usage.get_or_insert_with(Usage::default) += more,
                Ok(Event::Retry(retry)) => self.tell_retry(&retry.error, retry.wait).await?,
                Ok(Event::End(answer)) => {
                    self.count_usage(usage).await?;
                    return Ok(Ok(answer));
                }
                Err(error) => {
                    self.count_usage(usage).await?;
                    return Ok(Err(error));
                }
            }
        }
        Ok(Err(ModelError::CutStream))
    }

    async fn tell_retry(&self, error: &ModelError, wait: Duration) -> Result<(), End> {
        let wait_ms = u32::try_from(wait.as_millis()).unwrap_or(u32::MAX);
        self.log.tell(RunEvent::Retry { reason: error.to_string(), wait_ms }).await
    }

    async fn count_usage(&mut self, usage: Option<Usage>) -> Result<(), End> {
        let Some(usage) = usage else { return Ok(()) };
        let spent = &mut self.log.record.spent;
        spent.tokens = spent.tokens.saturating_add(usage.input.saturating_add(usage.output));
        if let Some(price) = &self.model.config.price {
            *spent.cents.get_or_insert(0.0) += price.cost(&usage) * 100.0;
        }
        let usage = ChatUsage {
            input: usage.input,
            cached: usage.cached,
            output: usage.output,
            context_window: self.model.config.context_window,
        };
        self.log.store.set_usage(&self.log.record.session, &usage).await?;
        self.log.tell(RunEvent::Usage { usage, spent: self.log.record.spent }).await
    }
}
