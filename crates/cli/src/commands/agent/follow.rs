//! Follows a run until it ends: tells what happens, asks what the agent asks, and stops it by Ctrl-C.

use std::io::Write as _;
use std::process::ExitCode;

use tabwright_client::{Client, ClientError, Home, ensure_running};
use tabwright_wire::chats::{AnswerRunParams, ChatId, RunAsk, RunEvent, SessionParams};
use tabwright_wire::{AnswerRun, COMMAND_LINE, Problem, ProblemCode, StopRun};

use super::keyboard::Keyboard;
use super::words::{chosen, describe, question};

/// How it ended.
#[derive(Debug)]
pub(super) enum Watched {
    Finished {
        success: bool,
    },
    Failed(Problem),
    Paused,
    Stopped,
    /// It waits for an answer, and nobody is here to give it.
    Asks(ChatId),
}

impl Watched {
    pub(super) fn exit(self) -> anyhow::Result<ExitCode> {
        match self {
            Self::Finished { success: true } => Ok(ExitCode::SUCCESS),
            Self::Finished { success: false } | Self::Paused => Ok(ExitCode::FAILURE),
            Self::Failed(problem) => Err(ClientError::Refused(problem).into()),
            Self::Stopped => Err(ClientError::Refused(Problem {
                code: ProblemCode::StoppedByPerson,
                title: "The task was stopped".to_owned(),
                fix: "`tabwright chats resume ID` lets it go on".to_owned(),
            })
            .into()),
            Self::Asks(chat) => Err(ClientError::Refused(Problem {
                code: ProblemCode::TaskPaused,
                title: "The agent asks you something, and waits".to_owned(),
                fix: format!("Answer with `tabwright chats answer {chat} ANSWER`"),
            })
            .into()),
        }
    }
}

#[derive(Debug)]
pub(super) struct Follower {
    home: Home,
    client: Client,
    json: bool,
    /// What the agent asks now.
    pub(super) asked: Option<RunAsk>,
}

impl Follower {
    pub(super) fn new(home: Home, client: Client, json: bool) -> Self {
        Self { home, client, json, asked: None }
    }

    /// Tells of the events of a chat after `after`, until its run ends. Outlives a restart of the daemon.
    pub(super) async fn follow(
        &mut self,
        chat: &ChatId,
        mut after: u64,
        keyboard: &mut Keyboard,
    ) -> anyhow::Result<Watched> {
        loop {
            let mut events = self.client.chat_events(chat, after).await?;
            loop {
                let can_answer = self.asked.is_some() && !self.json && Keyboard::is_there();
                let event = tokio::select! {
                    event = events.next() => event,
                    Some(line) = keyboard.line(), if can_answer => {
                        self.answer(chat, &line).await?;
                        continue;
                    }
                    Ok(()) = tokio::signal::ctrl_c() => {
                        let params = SessionParams { session: chat.clone() };
                        self.client.call::<StopRun>(&params).await?;
                        continue;
                    }
                };
                let Some(event) = event else { break };
                after = event.id;
                self.show(&event)?;
                match event.event {
                    RunEvent::Ask { ask } if !self.json && !Keyboard::is_there() => {
                        eprintln!("{}", question(&ask));
                        return Ok(Watched::Asks(chat.clone()));
                    }
                    RunEvent::Ask { ask } => self.asked = Some(ask),
                    RunEvent::Answered { .. } => self.asked = None,
                    RunEvent::Finished { run } => {
                        return Ok(Watched::Finished { success: run.success == Some(true) });
                    }
                    RunEvent::Failed { run } => {
                        let unknown = || Problem {
                            code: ProblemCode::Unknown,
                            title: "The task failed".to_owned(),
                            fix: String::new(),
                        };
                        return Ok(Watched::Failed(run.problem.unwrap_or_else(unknown)));
                    }
                    RunEvent::Stopped { .. } => return Ok(Watched::Stopped),
                    RunEvent::Paused { .. } => return Ok(Watched::Paused),
                    _ => {}
                }
            }
            // The daemon was started anew, or we fell behind: the run goes on either way.
            let (client, _) = ensure_running(&self.home).await?;
            self.client = client.named(COMMAND_LINE);
        }
    }

    async fn answer(&self, chat: &ChatId, line: &str) -> anyhow::Result<()> {
        let Some(ask) = &self.asked else { return Ok(()) };
        let params = AnswerRunParams {
            session: chat.clone(),
            ask: ask.id.clone(),
            answer: chosen(ask, line),
        };
        match self.client.call::<AnswerRun>(&params).await {
            Ok(_) => Ok(()),
            // Such as one that is empty: it may be typed again.
            Err(ClientError::Refused(problem)) => {
                println!("{}. {}", problem.title, problem.fix);
                Ok(())
            }
            Err(error) => Err(error.into()),
        }
    }

    fn show(&self, event: &tabwright_wire::chats::ChatEvent) -> anyhow::Result<()> {
        let line = if self.json {
            Some(serde_json::to_string(event)?)
        } else {
            // What failed is told when the program ends.
            let is_failure = matches!(event.event, RunEvent::Failed { .. });
            describe(&event.event).filter(|_| !is_failure)
        };
        let Some(line) = line else { return Ok(()) };
        let mut out = std::io::stdout().lock();
        if writeln!(out, "{line}").and_then(|()| out.flush()).is_err() {
            // Whoever reads us has enough.
            std::process::exit(0);
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_end_has_its_exit_code() {
        assert!(Watched::Finished { success: true }.exit().is_ok());
        assert!(Watched::Stopped.exit().is_err());
        let problem = Problem {
            code: ProblemCode::ModelFailed,
            title: "no answer".to_owned(),
            fix: String::new(),
        };
        assert!(Watched::Failed(problem).exit().is_err());
    }
}
