//! The loop: a model answers, its calls are done, their results go back, until it finishes.

mod calls;
mod log;
mod model_call;
mod program;

use std::sync::Arc;

use serde_json::Value;
use tabwright_model::{Answer, Arguments, Content, Message, ResolvedModel, Tool, ToolCall};
use tabwright_store::StoreError;
use tabwright_wire::chats::{ChatCall, RunEvent};
use tabwright_wire::{Problem, TabId};
use tokio::sync::{mpsc, oneshot};

use crate::additions::Additions;
use crate::guard::LoopGuard;
use crate::own_tools::ASK;
use crate::{budget, errors, own_tools, prompt};

pub(crate) use log::RunLog;
pub(crate) use program::ProgramRun;

/// So many answers in a row with which nothing can be done end a run.
const BAD_ANSWERS_MAX: u32 = 3;

/// An answer of the person, and who is told that it is kept.
#[derive(Debug)]
pub(crate) struct AnswerToAsk {
    pub(crate) ask: String,
    pub(crate) answer: String,
    pub(crate) kept: oneshot::Sender<Result<(), Problem>>,
}

/// How the work ended.
#[derive(Debug)]
pub(crate) enum End {
    Finished {
        success: bool,
        answer: String,
        data: Value,
    },
    Failed(Problem),
    Paused(Option<Problem>),
    Stopped,
    /// The daemon ends. A run that waits for the person waits on.
    Left,
}

impl End {
    /// For the log, which has no words of a model or a page.
    pub(crate) fn name(&self) -> &'static str {
        match self {
            Self::Finished { .. } => "finished",
            Self::Failed(_) => "failed",
            Self::Paused(_) => "paused",
            Self::Stopped => "stopped",
            Self::Left => "left",
        }
    }
}

impl From<StoreError> for End {
    fn from(error: StoreError) -> Self {
        Self::Failed(errors::stored(&error))
    }
}

/// How a run begins.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Beginning {
    /// With its task, in this tab of the person's if there is one.
    New(Option<TabId>),
    /// Where it was, because the person says so: its tabs are its own again.
    ByPerson,
    /// Where it was, after the daemon was started anew.
    ByDaemon,
}

#[derive(Debug)]
pub(crate) struct Run {
    pub(crate) log: RunLog,
    pub(crate) model: ResolvedModel,
    pub(crate) tool_list: Arc<[Tool]>,
    pub(crate) guard: LoopGuard,
    pub(crate) additions: Additions,
    /// In a row, until now.
    pub(crate) bad_answers: u32,
}

impl Run {
    /// Works until the end. Dropping the future interrupts it at once: what was under way has no result then,
    /// and is told to the model as not known.
    pub(crate) async fn work(
        &mut self,
        beginning: Beginning,
        answers: &mut mpsc::Receiver<AnswerToAsk>,
    ) -> End {
        match self.try_work(beginning, answers).await {
            Ok(never) => match never {},
            Err(end) => end,
        }
    }

    async fn try_work(
        &mut self,
        beginning: Beginning,
        answers: &mut mpsc::Receiver<AnswerToAsk>,
    ) -> Result<std::convert::Infallible, End> {
        self.begin(beginning, answers).await?;
        self.log.tools.show_work(true).await;
        loop {
            self.log.count_time();
            if let Some(reached) = budget::reached(&self.log.record.limits, &self.log.record.spent)
            {
                return Err(End::Failed(errors::limit(reached)));
            }
            self.hear_additions().await?;
            self.compact_if_large().await?;
            let answer = self.ask_model().await?;
            match self.step(answer, answers).await {
                // The model could not know of what the person has added meanwhile.
                Err(End::Finished { .. }) if !self.additions.close() => {}
                outcome => outcome?,
            }
        }
    }

    /// Takes what the person has added into the conversation.
    async fn hear_additions(&mut self) -> Result<(), End> {
        for added in self.additions.read(&self.log.record).await? {
            self.log.append(added).await?;
        }
        Ok(())
    }

    /// Puts the conversation into a state in which the model can be asked.
    async fn begin(
        &mut self,
        beginning: Beginning,
        answers: &mut mpsc::Receiver<AnswerToAsk>,
    ) -> Result<(), End> {
        if let Beginning::New(Some(tab)) = beginning {
            self.log.tools.enter(tab).await.map_err(End::Failed)?;
        }
        // A task that could not even be said begins anew.
        if !self.log.transcript.has(&self.log.record.id) {
            // What an earlier run of the chat left open is answered first: every wire wants that.
            self.close_calls(&self.log.transcript.open_calls(), "").await?;
            let view = self.view().await?;
            let blocks = [self.log.record.task.clone(), view];
            let content = blocks.map(|text| Content::Text { text }).to_vec();
            return self.log.append(Message::User { content }).await;
        }
        if beginning == Beginning::ByPerson {
            self.log.tools.reclaim().await.map_err(|problem| End::Paused(Some(problem)))?;
        }
        let open = self.log.transcript.open_calls();
        match open.first() {
            // A question to the person is simply asked on.
            Some(first) if first.name == ASK && self.log.record.ask.is_some() => {
                return self.do_calls(&open, answers).await;
            }
            // It was answered, and the daemon ended before the record said so.
            _ => self.log.record.ask = None,
        }
        let view = self.view().await?;
        if open.is_empty() {
            return self.log.append(Message::user(format!("{}\n{view}", prompt::RESUMED))).await;
        }
        self.close_calls(&open, &view).await
    }

    /// Answers calls that were interrupted. Only the first of them may have been begun.
    async fn close_calls(&mut self, calls: &[ToolCall], view: &str) -> Result<(), End> {
        for (at, call) in calls.iter().enumerate() {
            let text = match at {
                0 => format!("{}\n{view}", prompt::UNKNOWN_OUTCOME).trim_end().to_owned(),
                _ => prompt::NOT_BEGUN.to_owned(),
            };
            self.keep_result(call, text_content(text), true).await?;
        }
        Ok(())
    }

    async fn view(&self) -> Result<String, End> {
        self.log.tools.view().await.map_err(|problem| End::Paused(Some(problem)))
    }

    async fn compact_if_large(&mut self) -> Result<(), End> {
        let fixed = prompt::SYSTEM.len()
            + serde_json::to_string(&self.tool_list[..]).map_or(0, |it| it.len());
        let size = budget::tokens(fixed) + self.log.transcript.tokens();
        if size > budget::compact_above(self.model.config.context_window) {
            self.compact(false).await?;
        }
        Ok(())
    }

    async fn compact(&mut self, is_forced: bool) -> Result<bool, End> {
        let Some(count) = self.log.transcript.compact(is_forced).await? else { return Ok(false) };
        let text = format!("{count} earlier observations were shortened to save room");
        self.log.tell(RunEvent::Notice { text }).await?;
        Ok(true)
    }

    /// Keeps an answer, and does what it calls.
    async fn step(
        &mut self,
        answer: Answer,
        answers: &mut mpsc::Receiver<AnswerToAsk>,
    ) -> Result<(), End> {
        self.log.record.spent.steps += 1;
        self.log.count_time();
        let message = answer.message;
        let calls: Vec<_> = message.tool_calls().cloned().collect();
        let text = message.text();
        if message.is_empty() {
            // Providers take no empty message, so it is as if nothing had been said.
            self.log.keep_record().await?;
            return self.note_bad_answer(prompt::EMPTY_ANSWER, true).await;
        }
        self.log.append(Message::Assistant(message)).await?;
        self.log.keep_record().await?;
        let step = self.log.record.spent.steps;
        let told = calls.iter().map(chat_call).collect();
        self.log.tell(RunEvent::Step { step, text: text.clone(), calls: told }).await?;
        if calls.is_empty() {
            let answer = text.trim().to_owned();
            return Err(End::Finished { success: true, answer, data: Value::Null });
        }
        self.do_calls(&calls, answers).await
    }

    /// One more answer with which nothing can be done. What is wrong is told to the model, unless a result
    /// has told it.
    async fn note_bad_answer(&mut self, what: &str, tell: bool) -> Result<(), End> {
        self.bad_answers += 1;
        if self.bad_answers >= BAD_ANSWERS_MAX {
            return Err(End::Failed(errors::bad_answers(what)));
        }
        if tell { self.log.append(Message::user(what)).await } else { Ok(()) }
    }
}

fn text_content(text: impl Into<String>) -> Vec<Content> {
    vec![Content::Text { text: text.into() }]
}

pub(crate) fn chat_call(call: &ToolCall) -> ChatCall {
    let arguments = match &call.arguments {
        Arguments::Object(object) => Value::Object(object.clone()).to_string(),
        Arguments::Malformed(raw) => raw.clone(),
    };
    ChatCall { id: call.id.clone(), tool: call.name.clone(), does: describe_call(call), arguments }
}

/// What a call does, in one line for the person.
fn describe_call(call: &ToolCall) -> String {
    let arguments = match &call.arguments {
        Arguments::Object(object) => Some(object),
        Arguments::Malformed(_) => None,
    };
    own_tools::describe(&call.name, arguments)
}
