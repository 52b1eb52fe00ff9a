//! Doing what the model calls: the tools, and the questions to the person.

use std::time::Instant;

use serde_json::{Map, Value};
use tabwright_model::{Arguments, Content, Message, Tool, ToolCall, ToolResult};
use tabwright_tools::{OnProgress, describe_problem};
use tabwright_wire::chats::{CallState, RunAsk, RunEvent, RunState};
use tabwright_wire::{Problem, ProblemCode, TabId, ToolOutput};
use tokio::sync::mpsc;

use super::{AnswerToAsk, End, Run, describe_call, text_content};
use crate::budget::{self, RESULT_TOKENS_MAX};
use crate::guard::Verdict;
use crate::own_tools::{ASK, AskArgs, FINISH, FinishArgs};
use crate::task_tools::is_without_browser;
use crate::{errors, prompt};

/// A schema that is longer is not repeated in an error.
const SCHEMA_BYTES_MAX: usize = 3_000;
/// What the person is asked, and the answers to choose from.
const QUESTION_CHARS_MAX: usize = 2_000;
const CHOICES_MAX: usize = 20;
/// The words of a call that events tell.
const WORDS_CHARS_MAX: usize = 300;

/// What came of one call.
struct Outcome {
    content: Vec<Content>,
    is_error: bool,
    /// The arguments or the tool's name were wrong, so nothing was tried.
    is_bad: bool,
    /// Why the calls behind it are not done.
    surprise: Option<String>,
    end: Option<End>,
    /// It is on disk already.
    is_kept: bool,
    place: CallPlace,
}

/// Where a call was done, and what it looked like there.
#[derive(Debug, Clone, Copy, Default)]
struct CallPlace {
    tab: Option<TabId>,
    picture: Option<u32>,
}

impl Outcome {
    fn text(text: impl Into<String>) -> Self {
        let content = text_content(text);
        Self {
            content,
            is_error: false,
            is_bad: false,
            surprise: None,
            end: None,
            is_kept: false,
            place: CallPlace::default(),
        }
    }

    fn bad(text: impl Into<String>) -> Self {
        let surprise = Some("the call before it was wrong".to_owned());
        Self { is_error: true, is_bad: true, surprise, ..Self::text(text) }
    }
}

impl Run {
    /// Does calls in order until one brings a surprise. Each gets its result: every wire wants one.
    pub(super) async fn do_calls(
        &mut self,
        calls: &[ToolCall],
        answers: &mut mpsc::Receiver<AnswerToAsk>,
    ) -> Result<(), End> {
        let mut surprise: Option<String> = None;
        let mut end = None;
        let mut bad: Option<String> = None;
        let mut was_good = false;
        for call in calls {
            if let Some(why) = &surprise {
                let text = format!("Not done, because {why}.");
                self.tell_call(call, CallState::Skipped, &text, CallPlace::default()).await?;
                self.keep_result(call, text_content(text), true).await?;
                continue;
            }
            let outcome = self.do_call(call, answers).await?;
            let (words, place) = (first_line(&outcome.content), outcome.place);
            if outcome.is_bad {
                bad = Some(words.clone());
            } else {
                was_good = true;
            }
            if !outcome.is_kept {
                self.keep_result(call, outcome.content, outcome.is_error).await?;
            }
            let state = if outcome.is_error { CallState::Failed } else { CallState::Done };
            self.tell_call(call, state, &words, place).await?;
            surprise = outcome.surprise;
            if outcome.end.is_some() {
                end = outcome.end;
                surprise.get_or_insert_with(|| "the task has ended".to_owned());
            }
        }
        if let Some(end) = end {
            return Err(end);
        }
        match bad {
            Some(words) if !was_good => self.note_bad_answer(&words, false).await,
            _ => {
                self.bad_answers = 0;
                Ok(())
            }
        }
    }

    async fn do_call(
        &mut self,
        call: &ToolCall,
        answers: &mut mpsc::Receiver<AnswerToAsk>,
    ) -> Result<Outcome, End> {
        let Some(tool) = self.tool_list.iter().find(|tool| tool.name == call.name).cloned() else {
            let known: Vec<_> = self.tool_list.iter().map(|tool| tool.name.as_str()).collect();
            let text = format!("There is no tool of that name. Use one of {}.", known.join(", "));
            return Ok(Outcome::bad(text));
        };
        let Arguments::Object(arguments) = &call.arguments else {
            let text = format!("The arguments are no JSON object. {}", expected(&tool));
            return Ok(Outcome::bad(text));
        };
        match call.name.as_str() {
            ASK => match read_arguments::<AskArgs>(arguments) {
                Ok(args) => self.ask_person(call, args, answers).await,
                Err(error) => Ok(Outcome::bad(format!("{error}. {}", expected(&tool)))),
            },
            FINISH => Ok(match read_arguments::<FinishArgs>(arguments) {
                Ok(FinishArgs { success, answer, data }) => Outcome {
                    end: Some(End::Finished { success, answer, data }),
                    ..Outcome::text("The task has ended.")
                },
                Err(error) => Outcome::bad(format!("{error}. {}", expected(&tool))),
            }),
            _ => self.call_tool(call, arguments, &tool).await,
        }
    }

    async fn call_tool(
        &mut self,
        call: &ToolCall,
        arguments: &Map<String, Value>,
        tool: &Tool,
    ) -> Result<Outcome, End> {
        let nowhere_yet = CallPlace::default();
        self.tell_call(call, CallState::Started, "", nowhere_yet).await?;
        let (progress, mut told) = mpsc::channel::<String>(8);
        let on_progress: OnProgress =
            Box::new(move |words| drop(progress.try_send(words.to_owned())));
        let output = {
            let working = self.log.tools.call(&call.name, arguments.clone(), &on_progress);
            tokio::pin!(working);
            loop {
                tokio::select! {
                    biased;
                    output = &mut working => break output,
                    Some(words) = told.recv() => {
                        self.tell_call(call, CallState::Waiting, &words, nowhere_yet).await?;
                    }
                }
            }
        };
        let place = self.place_of(&output).await;
        let is_lost = |problem: &Problem| is_without_browser(problem.code);
        let outcome = match output.problem.as_ref().is_some_and(is_lost) {
            true => self.outcome_of_lost(call, &output).await?,
            false => self.outcome_of(call, arguments, tool, output)?,
        };
        Ok(Outcome { place, ..outcome })
    }

    /// The browser went away. It mostly comes back by itself, such as when Chrome has stopped the extension's worker:
    /// the run waits, and pauses where it waits in vain. What was under way is not done again.
    async fn outcome_of_lost(
        &mut self,
        call: &ToolCall,
        output: &ToolOutput,
    ) -> Result<Outcome, End> {
        let words = "Waiting for the browser to come back …";
        self.tell_call(call, CallState::Waiting, words, CallPlace::default()).await?;
        let back = self.log.tools.until_browser_is_back().await;
        back.map_err(|problem| End::Paused(Some(problem)))?;
        let view = self.view().await?;
        // What was done before it is known.
        let told = match &output.problem {
            Some(problem) if !output.content.is_empty() => {
                format!("{}\n{}\n", describe_problem(problem), output.joined_text())
            }
            _ => String::new(),
        };
        let text = format!("{told}{}\n{view}", prompt::UNKNOWN_OUTCOME);
        let surprise = Some("the browser went away during the call before it".to_owned());
        Ok(Outcome { is_error: true, surprise, ..Outcome::text(text) })
    }

    /// Keeps a picture for the person, also of a model that sees none.
    async fn place_of(&self, output: &ToolOutput) -> CallPlace {
        let tab = output.facts.get("tab").and_then(Value::as_i64);
        let tab = tab.and_then(|tab| i32::try_from(tab).ok()).map(TabId);
        let picture = output.content.iter().find_map(|content| match content {
            Content::Image { base64, format } => Some((base64, *format)),
            Content::Text { .. } => None,
        });
        let picture = match picture {
            Some((base64, format)) => {
                self.log.pictures.add(&self.log.record.session, base64, format).await
            }
            None => None,
        };
        CallPlace { tab, picture }
    }

    fn outcome_of(
        &mut self,
        call: &ToolCall,
        arguments: &Map<String, Value>,
        tool: &Tool,
        output: ToolOutput,
    ) -> Result<Outcome, End> {
        let problem = output.problem.as_ref();
        // The person's word on the page holds for the whole task.
        if problem.is_some_and(|problem| problem.code == ProblemCode::StoppedByPerson) {
            return Err(End::Stopped);
        }
        let mut text = output.joined_text();
        if let Some(problem) = problem {
            text = format!("{}\n{text}", describe_problem(problem)).trim_end().to_owned();
        }
        let mut outcome = match problem {
            Some(Problem { code: ProblemCode::BadRequest, .. }) => {
                Outcome::bad(format!("{text} {}", expected(tool)))
            }
            Some(_) => Outcome {
                is_error: true,
                surprise: Some("the call before it failed".to_owned()),
                ..Outcome::text(text.clone())
            },
            None => Outcome {
                surprise: output.facts.get("surprise").and_then(Value::as_str).map(str::to_owned),
                ..Outcome::text(text.clone())
            },
        };
        match self.guard.see(&call.name, arguments, &text) {
            Verdict::New => {}
            Verdict::Repeats(times) => {
                let told = format!(
                    "You have called this {times} times, with the same result each time. Do something else, \
                     `ask` the person, or `finish`.\n"
                );
                outcome.content.insert(0, Content::Text { text: told });
            }
            Verdict::Loops(times) => {
                outcome.end = Some(End::Failed(errors::looping(&call.name, times)));
            }
        }
        let pictures = output.content.into_iter().filter(|it| matches!(it, Content::Image { .. }));
        if self.model.config.takes_images() {
            outcome.content.extend(pictures);
        } else if pictures.count() > 0 {
            let text = "(a picture, which this model cannot see)".to_owned();
            outcome.content.push(Content::Text { text });
        }
        Ok(outcome)
    }

    /// Asks the person, and waits as long as it takes. Their time is not the run's.
    async fn ask_person(
        &mut self,
        call: &ToolCall,
        args: AskArgs,
        answers: &mut mpsc::Receiver<AnswerToAsk>,
    ) -> Result<Outcome, End> {
        if self.log.record.ask.is_none() {
            let shortened = |text: &str| text.chars().take(QUESTION_CHARS_MAX).collect::<String>();
            let choices = args.choices.iter().take(CHOICES_MAX).map(|it| shortened(it)).collect();
            let question = shortened(&args.question);
            let ask = RunAsk { id: call.id.clone(), question, choices };
            self.log.record.ask = Some(ask.clone());
            self.log.set_state(RunState::Waiting).await?;
            self.log.tell(RunEvent::Ask { ask }).await?;
        } else {
            self.log.set_state(RunState::Waiting).await?;
        }
        let answer = loop {
            let Some(AnswerToAsk { ask, answer, kept }) = answers.recv().await else {
                return Err(End::Left);
            };
            match self.check_answer(&ask) {
                Ok(()) => break (ask, answer, kept),
                // Whoever asked may be gone.
                Err(problem) => drop(kept.send(Err(problem))),
            }
        };
        let (ask, answer, kept) = answer;
        self.log.counted_until = Instant::now();
        let outcome = Outcome::text(format!("The person answers: {answer}"));
        self.keep_result(call, outcome.content.clone(), false).await?;
        self.log.record.ask = None;
        self.log.set_state(RunState::Running).await?;
        self.log.tell(RunEvent::Answered { ask, answer }).await?;
        let _ = kept.send(Ok(()));
        Ok(Outcome { is_kept: true, ..outcome })
    }

    fn check_answer(&self, id: &str) -> Result<(), Problem> {
        match &self.log.record.ask {
            Some(ask) if ask.id != id => Err(errors::no_such_question()),
            // The choices are offers: the person may answer in their own words.
            Some(_) => Ok(()),
            None => Err(errors::no_such_question()),
        }
    }

    /// Keeps the result of a call, cut to what one may have.
    pub(super) async fn keep_result(
        &mut self,
        call: &ToolCall,
        content: Vec<Content>,
        is_error: bool,
    ) -> Result<(), End> {
        let (call_id, tool) = (call.id.clone(), call.name.clone());
        let content = bounded(content);
        let results = vec![ToolResult { call_id, tool, content, is_error }];
        self.log.append(Message::ToolResults { results }).await
    }

    async fn tell_call(
        &self,
        call: &ToolCall,
        state: CallState,
        words: &str,
        CallPlace { tab, picture }: CallPlace,
    ) -> Result<(), End> {
        let words = words.chars().take(WORDS_CHARS_MAX).collect();
        let (tool, does, call) = (call.name.clone(), describe_call(call), call.id.clone());
        self.log.tell(RunEvent::Tool { call, tool, does, state, words, tab, picture }).await
    }
}

fn read_arguments<T: serde::de::DeserializeOwned>(
    arguments: &Map<String, Value>,
) -> Result<T, serde_json::Error> {
    // What is null is left out: some models fill in every argument.
    let given = arguments.iter().filter(|(_, value)| !value.is_null());
    let given = given.map(|(name, value)| (name.clone(), value.clone())).collect();
    serde_json::from_value(Value::Object(given))
}

/// What a tool takes, for a model that got it wrong.
fn expected(tool: &Tool) -> String {
    let schema = Value::Object(tool.input_schema.clone()).to_string();
    if schema.len() <= SCHEMA_BYTES_MAX {
        format!("`{}` takes an object of this schema: {schema}", tool.name)
    } else {
        format!("Correct the arguments of `{}` by its schema and call it again.", tool.name)
    }
}

fn bounded(content: Vec<Content>) -> Vec<Content> {
    let mut left = RESULT_TOKENS_MAX;
    let cut = |content: Content| match content {
        Content::Text { text } => {
            let text = budget::cut(&text, left);
            left = left.saturating_sub(budget::tokens(text.len()));
            Content::Text { text }
        }
        picture => picture,
    };
    content.into_iter().map(cut).collect()
}

pub(super) fn first_line(content: &[Content]) -> String {
    // The marks around a page's words say nothing to a person.
    let tells = |line: &&str| !line.trim().is_empty() && !line.starts_with('⟦');
    let text = content.iter().find_map(|content| match content {
        Content::Text { text } => text.lines().find(tells),
        Content::Image { .. } => None,
    });
    text.unwrap_or_default().to_owned()
}
