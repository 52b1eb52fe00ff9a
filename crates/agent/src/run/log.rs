//! A run as others see it, whoever does the work: its record, its conversation, what is told of it, and how it ends.

use std::sync::Arc;
use std::time::Instant;

use tabwright_model::Message;
use tabwright_wire::chats::{ChatRun, RunEvent, RunState};

use super::End;
use crate::chat_store::ChatStore;
use crate::errors;
use crate::feed::Feeds;
use crate::pictures::Pictures;
use crate::task_tools::TaskTools;
use crate::transcript::Transcript;
use crate::ulid::now_ms;

#[derive(Debug)]
pub(crate) struct RunLog {
    pub(crate) record: ChatRun,
    pub(crate) store: Arc<dyn ChatStore>,
    pub(crate) feeds: Arc<Feeds>,
    pub(crate) tools: Arc<TaskTools>,
    pub(crate) transcript: Transcript,
    pub(crate) pictures: Pictures,
    /// Of the run's own time, that is counted already.
    pub(crate) counted_until: Instant,
}

impl RunLog {
    pub(crate) async fn append(&mut self, message: Message) -> Result<(), End> {
        Ok(self.transcript.append(&self.record.id, message).await?)
    }

    pub(crate) async fn tell(&self, event: RunEvent) -> Result<(), End> {
        Ok(self.feeds.tell(&self.record.session, &self.record.id, event).await?)
    }

    pub(crate) async fn set_state(&mut self, state: RunState) -> Result<(), End> {
        if state == RunState::Waiting {
            self.count_time();
        }
        self.record.state = state;
        self.tools.show_work(state == RunState::Running).await;
        self.keep_record().await
    }

    pub(crate) fn count_time(&mut self) {
        let now = Instant::now();
        let ms = now.duration_since(self.counted_until).as_millis();
        self.record.spent.ms += u64::try_from(ms).unwrap_or(0);
        self.counted_until = now;
    }

    pub(crate) async fn keep_record(&mut self) -> Result<(), End> {
        self.record.updated_ms = now_ms();
        Ok(self.store.put_run(self.record.clone()).await?)
    }

    /// Writes down how it ended, and tells of it.
    pub(crate) async fn conclude(mut self, end: End) {
        self.tools.show_work(false).await;
        self.tools.leave();
        if self.record.state == RunState::Running {
            self.count_time();
        }
        let is_waiting = self.record.state == RunState::Waiting;
        let record = &mut self.record;
        if !matches!(end, End::Left | End::Paused(_)) {
            record.ask = None;
        }
        record.problem = None;
        let event = match end {
            End::Left if is_waiting => None,
            End::Left => {
                (record.state, record.problem) = (RunState::Paused, Some(errors::daemon_stopped()));
                Some(RunEvent::Paused { problem: record.problem.clone() })
            }
            End::Paused(problem) => {
                (record.state, record.problem) = (RunState::Paused, problem.clone());
                Some(RunEvent::Paused { problem })
            }
            End::Finished { success, answer, data } => {
                record.state = RunState::Finished;
                (record.success, record.answer) = (Some(success), Some(answer));
                record.data = data;
                Some(RunEvent::Finished { run: record.clone() })
            }
            End::Failed(problem) => {
                (record.state, record.problem) = (RunState::Failed, Some(problem));
                Some(RunEvent::Failed { run: record.clone() })
            }
            End::Stopped => {
                record.state = RunState::Stopped;
                Some(RunEvent::Stopped { run: record.clone() })
            }
        };
        if let Err(End::Failed(problem)) = self.keep_record().await {
            tracing::warn!(error = problem.title, "the end of a task cannot be kept");
        }
        if let Some(event) = event
            && self.tell(event).await.is_err()
        {
            tracing::warn!("the end of a task cannot be told");
        }
    }
}
