//! A task in the hands of a command-line agent: what it says of its work becomes what is told of a run.

use std::collections::HashMap;
use std::io;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use tabwright_model::{
    Assignment, AssistantMessage, Content, Message, Part, Program, ProgramCost, ProgramEvent,
    ProgramSpent,
};
use tabwright_wire::chats::{CallState, ChatCall, ChatUsage, RunEvent};
use tabwright_wire::one_line;
use tokio::time::timeout;
use tokio_util::task::TaskTracker;

use super::{Beginning, End, RunLog};
use crate::programs::{self, Process, ProgramPlace, Ticket, Tickets};
use crate::{budget, errors, own_tools, prompt};

/// The words of a call, or of the agent, that an event tells.
const WORDS_CHARS_MAX: usize = 300;

#[derive(Debug)]
pub(crate) struct ProgramRun {
    log: RunLog,
    program: Program,
    place: Arc<ProgramPlace>,
    tickets: Arc<Tickets>,
    tasks: TaskTracker,
    memory: ProgramMemory,
    /// What it said last, and of which no step tells yet.
    said: String,
    /// Calls that are under way, by their ids.
    calls: HashMap<String, ToldCall>,
    /// It has said in which conversation it works.
    has_begun: bool,
    /// The last answer of its model, as far as it tells of it.
    usage: ChatUsage,
    /// The tokens that were counted as they came, before it says how many they were in all.
    counted: u64,
}

/// What is kept of the conversation that the agent keeps itself, in the chat's provider state by the agent's name.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
struct ProgramMemory {
    thread: Option<String>,
    /// The whole conversation has used so many tokens, and has cost so much.
    tokens: u64,
    cost: f64,
}

/// What every event of a call names.
#[derive(Debug, Clone, Default)]
struct ToldCall {
    tool: String,
    does: String,
}

impl ProgramRun {
    pub(crate) fn new(
        log: RunLog,
        program: Program,
        place: Arc<ProgramPlace>,
        tickets: Arc<Tickets>,
        tasks: TaskTracker,
    ) -> Self {
        let memory = ProgramMemory::default();
        Self {
            log,
            program,
            place,
            tickets,
            tasks,
            memory,
            said: String::new(),
            calls: HashMap::new(),
            has_begun: false,
            usage: ChatUsage::default(),
            counted: 0,
        }
    }

    pub(crate) fn into_log(self) -> RunLog {
        self.log
    }

    /// Works until the end. Dropping the future ends the agent's process at once.
    pub(crate) async fn work(&mut self, beginning: Beginning) -> End {
        match self.try_work(beginning).await {
            Ok(never) => match never {},
            Err(end) => end,
        }
    }

    async fn try_work(&mut self, beginning: Beginning) -> Result<std::convert::Infallible, End> {
        let Some(program) = self.place.locate(self.program) else {
            return Err(End::Failed(errors::no_program(self.program)));
        };
        let prompt = self.begin(beginning).await?;
        self.remember().await?;
        let folder = |error: &io::Error| End::Failed(errors::no_ticket(error));
        let ticket = self.ticket().await.map_err(|error| folder(&error))?;
        let other_servers = self.other_servers(&program).await?;
        loop {
            let thread = self.memory.thread.clone();
            let server_args = ProgramPlace::server_args(&ticket.file());
            let invocation = self.program.invocation(&Assignment {
                task: &prompt,
                thread: thread.as_deref(),
                server: &self.place.server,
                server_args: &server_args,
                server_env: &self.place.server_env,
                other_servers: &other_servers,
            });
            let (folder, work) = (ticket.folder(), &self.place.work_folder);
            let process = Process::start(&program, invocation, folder, work, &self.tasks).await;
            let process = process
                .map_err(|error| End::Failed(errors::program_start(self.program, &error)))?;
            let end = self.follow(process).await;
            // It did nothing yet: its conversation may be gone, which it deletes after some weeks.
            let is_lost = matches!(end, End::Failed(_)) && thread.is_some() && !self.has_begun;
            if !is_lost {
                return Err(end);
            }
            self.memory = ProgramMemory::default();
            let name = self.program.title();
            let text = format!(
                "{name} could not go on with its conversation, and begins a new one: it does not know what was said before"
            );
            self.log.tell(RunEvent::Notice { text }).await?;
        }
    }

    /// Hears what it says, until the end.
    async fn follow(&mut self, mut process: Process) -> End {
        self.log.tools.show_work(true).await;
        loop {
            self.log.count_time();
            if let Some(reached) = budget::reached(&self.log.record.limits, &self.log.record.spent)
            {
                return End::Failed(errors::limit(reached));
            }
            let line = match timeout(self.time_left(), process.next_line()).await {
                Ok(Some(line)) => line,
                Ok(None) => break,
                // The limit is told above.
                Err(_) => continue,
            };
            for event in self.program.read_line(&line) {
                if let Err(end) = self.hear(event).await {
                    if matches!(end, End::Finished { .. }) {
                        process.leave_in_peace().await;
                    }
                    return end;
                }
            }
        }
        let (status, words) = process.end().await;
        End::Failed(errors::program_ended(self.program, status, &words))
    }

    /// The person's own MCP servers, which the task must not reach: one may be ours, with all tabs.
    async fn other_servers(&self, program: &Path) -> Result<Vec<String>, End> {
        let Some(invocation) = self.program.servers_invocation() else { return Ok(Vec::new()) };
        let failed = |why: &str| End::Failed(errors::program_failed(self.program, why));
        let answer = programs::ask(program, &invocation, &self.place.work_folder).await;
        let answer =
            answer.map_err(|error| End::Failed(errors::program_start(self.program, &error)))?;
        let answer = answer.map_err(|words| failed(&one_line(&words, WORDS_CHARS_MAX)))?;
        let names = self.program.read_servers(&answer);
        names.ok_or_else(|| failed("it does not say which MCP servers it has"))
    }

    async fn ticket(&self) -> io::Result<Ticket> {
        let (tickets, tools) = (Arc::clone(&self.tickets), Arc::clone(&self.log.tools));
        let place = Arc::clone(&self.place);
        let issued = tokio::task::spawn_blocking(move || {
            programs::make_folder(&place.work_folder)?;
            tickets.issue(tools, &place.folder)
        });
        let issued = issued.await;
        issued.unwrap_or_else(|error| Err(io::Error::other(error)))
    }

    /// What the agent is told.
    async fn begin(&mut self, beginning: Beginning) -> Result<String, End> {
        let task = self.log.record.task.clone();
        if let Beginning::New(Some(tab)) = beginning {
            self.log.tools.enter(tab).await.map_err(End::Failed)?;
        }
        if !self.log.transcript.has(&self.log.record.id) {
            self.log.append(Message::user(task.clone())).await?;
            return Ok(task);
        }
        self.log.tools.reclaim().await.map_err(|problem| End::Paused(Some(problem)))?;
        Ok(format!("{} Look at the page, then go on with this task: {task}", prompt::RESUMED))
    }

    fn time_left(&self) -> Duration {
        let limit = u64::from(self.log.record.limits.minutes) * 60_000;
        // At least a moment, so that the limit is surely reached afterwards.
        Duration::from_millis(limit.saturating_sub(self.log.record.spent.ms) + 1)
    }

    async fn remember(&mut self) -> Result<(), End> {
        let session = self.log.store.session(&self.log.record.session).await?;
        let state = session.map(|session| session.provider_state).unwrap_or_default();
        let own = state.get(self.program.name()).cloned().unwrap_or_default();
        self.memory = serde_json::from_value(own).unwrap_or_default();
        Ok(())
    }

    async fn keep_memory(&self) -> Result<(), End> {
        let (store, chat) = (&self.log.store, &self.log.record.session);
        let session = store.session(chat).await?;
        let mut state = match session.map(|session| session.provider_state) {
            Some(Value::Object(state)) => state,
            _ => serde_json::Map::new(),
        };
        state.insert(self.program.name().to_owned(), json!(self.memory));
        let state = Value::Object(state);
        store.set_provider_state(chat, &state).await?;
        self.log.tell(RunEvent::ProviderSession { state }).await
    }

    async fn hear(&mut self, event: ProgramEvent) -> Result<(), End> {
        match event {
            ProgramEvent::Thread(thread) => {
                self.has_begun = true;
                if self.memory.thread.as_ref() != Some(&thread) {
                    self.memory = ProgramMemory { thread: Some(thread), ..Default::default() };
                }
                self.keep_memory().await
            }
            ProgramEvent::Delta { text, is_reasoning } => {
                self.log.tell(RunEvent::Delta { text, is_reasoning }).await
            }
            ProgramEvent::Text(text) => {
                self.tell_step(None).await?;
                self.said = text;
                Ok(())
            }
            ProgramEvent::CallStarted { id, tool, arguments } => {
                let does = own_tools::describe(&tool, arguments.as_object());
                let call = ToldCall { tool, does };
                let ToldCall { tool, does } = call.clone();
                let arguments = arguments.to_string();
                self.tell_step(Some(ChatCall { id: id.clone(), tool, does, arguments })).await?;
                self.calls.insert(id.clone(), call.clone());
                self.tell_call(id, call, CallState::Started, "").await
            }
            ProgramEvent::CallEnded { id, is_failure, words } => {
                let state = if is_failure { CallState::Failed } else { CallState::Done };
                let words = super::calls::first_line(&[Content::Text { text: words }]);
                let call = self.calls.remove(&id).unwrap_or_default();
                self.tell_call(id, call, state, &words).await
            }
            ProgramEvent::Notice(text) => {
                let text = one_line(&text, WORDS_CHARS_MAX);
                self.log.tell(RunEvent::Notice { text }).await
            }
            ProgramEvent::Retry { reason, wait_ms } => {
                self.log.tell(RunEvent::Retry { reason, wait_ms }).await
            }
            ProgramEvent::Reading { input, cached } => {
                let context_window = self.usage.context_window;
                self.usage = ChatUsage { input, cached, output: 0, context_window };
                self.count_early(input);
                Ok(())
            }
            ProgramEvent::Written { output } => {
                self.usage.output = output;
                self.count_early(output);
                self.tell_usage().await
            }
            ProgramEvent::Spent(spent) => self.count(spent).await,
            ProgramEvent::Finished(last) => {
                let answer = last.unwrap_or_else(|| self.said.clone());
                self.tell_step(None).await?;
                Err(End::Finished { success: true, answer, data: Value::Null })
            }
            ProgramEvent::Failed(why) => Err(End::Failed(errors::program_failed(
                self.program,
                &one_line(&why, WORDS_CHARS_MAX),
            ))),
        }
    }

    /// A step is what it said, with the call that it leads to.
    async fn tell_step(&mut self, call: Option<ChatCall>) -> Result<(), End> {
        let text = std::mem::take(&mut self.said);
        if text.trim().is_empty() && call.is_none() {
            return Ok(());
        }
        self.log.record.spent.steps += 1;
        if !text.trim().is_empty() {
            let parts = vec![Part::Text { text: text.clone(), replay: None }];
            self.log.append(Message::Assistant(AssistantMessage { parts })).await?;
        }
        self.log.keep_record().await?;
        let step = self.log.record.spent.steps;
        self.log.tell(RunEvent::Step { step, text, calls: call.into_iter().collect() }).await
    }

    async fn tell_call(
        &self,
        call: String,
        ToldCall { tool, does }: ToldCall,
        state: CallState,
        words: &str,
    ) -> Result<(), End> {
        let words = words.chars().take(WORDS_CHARS_MAX).collect();
        let (tab, picture) = (None, None);
        self.log.tell(RunEvent::Tool { call, tool, does, state, words, tab, picture }).await
    }

    /// What it tells of while it works counts at once, so that the limit holds.
    fn count_early(&mut self, tokens: u64) {
        self.counted += tokens;
        self.log.record.spent.tokens += tokens;
    }

    /// Some agents tell what a whole conversation has used; the task's part is what came since.
    async fn count(&mut self, spent: ProgramSpent) -> Result<(), End> {
        let before = match spent.is_of_thread {
            true => std::mem::replace(&mut self.memory.tokens, spent.tokens),
            false => 0,
        };
        let counted = std::mem::take(&mut self.counted);
        let of_task = &mut self.log.record.spent;
        of_task.tokens += spent.tokens.saturating_sub(before).saturating_sub(counted);
        let cost = spent.cost.map(|cost| match cost {
            ProgramCost::Task(cost) => cost,
            ProgramCost::Thread(cost) => cost - std::mem::replace(&mut self.memory.cost, cost),
        });
        if let Some(cost) = cost {
            *of_task.cents.get_or_insert(0.0) += cost.max(0.0) * 100.0;
        }
        if spent.context_window.is_some() {
            self.usage.context_window = spent.context_window;
        }
        self.keep_memory().await?;
        self.log.keep_record().await?;
        self.tell_usage().await
    }

    async fn tell_usage(&self) -> Result<(), End> {
        let (usage, spent) = (self.usage.clone(), self.log.record.spent);
        // Not every agent says how full its window is.
        if usage.input > 0 {
            self.log.store.set_usage(&self.log.record.session, &usage).await?;
        }
        self.log.tell(RunEvent::Usage { usage, spent }).await
    }
}
