//! The runs that are under way: started, stopped, paused, resumed and answered.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Instant;

use futures_util::future::BoxFuture;
use serde_json::Value;
use tabwright_model::{Models, Program, ResolvedModel};
use tabwright_wire::Problem;
use tabwright_wire::chats::{
    AddToRunParams, AnswerRunParams, ChatId, ChatRun, ChatSession, RunEvent, RunId, RunLimits,
    RunSpent, RunState, StartRunParams,
};
use tokio::sync::{Mutex, mpsc, oneshot, watch};
use tokio_util::task::TaskTracker;
use tracing::{Instrument as _, info_span};

use crate::additions::{self, ADDITIONS_MAX, AdditionSignal, Additions};
use crate::chat_store::ChatStore;
use crate::errors;
use crate::feed::Feeds;
use crate::own_tools;
use crate::pictures::Pictures;
use crate::programs::{ProgramPlace, Tickets, leftovers};
use crate::run::{AnswerToAsk, Beginning, End, ProgramRun, Run, RunLog};
use crate::task_tools::{TaskToolSource, TaskTools};
use crate::transcript::Transcript;
use crate::ulid::{self, now_ms};

/// Runs that are under way at a time.
const RUNS_MAX: usize = 16;
const TASK_CHARS_MAX: usize = 20_000;
const ANSWER_CHARS_MAX: usize = 20_000;
const ADDITION_CHARS_MAX: usize = 4_000;
const STEPS_MAX: u32 = 1_000;
/// A run that was under way when the daemon died goes on by itself, unless that is so long ago that nobody
/// expects it any more.
const RESUMED_WITHIN_MS: u64 = 15 * 60_000;

#[derive(Debug)]
pub(crate) struct Runs {
    store: Arc<dyn ChatStore>,
    feeds: Arc<Feeds>,
    models: Arc<dyn Models>,
    tools: TaskToolSource,
    limits: RunLimits,
    pub(crate) pictures: Pictures,
    programs: Arc<ProgramPlace>,
    tickets: Arc<Tickets>,
    /// By its time: what is from before is from earlier daemons.
    began: RunId,
    /// Held while one begins or ends, so that a chat never has two.
    live: Mutex<HashMap<ChatId, LiveRun>>,
    tasks: TaskTracker,
}

#[derive(Debug)]
struct LiveRun {
    command: watch::Sender<Command>,
    answers: mpsc::Sender<AnswerToAsk>,
    added: AdditionSignal,
    /// Closes when the run has written down its end.
    ended: watch::Receiver<()>,
}

/// Who carries out a task.
enum Worker {
    Model(Box<ResolvedModel>),
    Program(Program),
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Command {
    Work,
    Pause,
    Stop,
    /// The daemon ends.
    Leave,
}

impl Runs {
    pub(crate) fn new(
        store: Arc<dyn ChatStore>,
        feeds: Arc<Feeds>,
        models: Arc<dyn Models>,
        tools: TaskToolSource,
        limits: RunLimits,
        pictures: Pictures,
        programs: ProgramPlace,
    ) -> Arc<Self> {
        let (live, tasks) = (Mutex::default(), TaskTracker::new());
        let (programs, tickets, began) = (Arc::new(programs), Arc::default(), ulid::new());
        Arc::new(Self {
            store,
            feeds,
            models,
            tools,
            limits,
            pictures,
            programs,
            tickets,
            began,
            live,
            tasks,
        })
    }

    /// Hands over a task.
    pub(crate) async fn start(
        self: &Arc<Self>,
        params: StartRunParams,
        browser: Option<String>,
    ) -> Result<ChatRun, Problem> {
        let StartRunParams { session, task, model, tab, max_steps } = params;
        let task = task.trim().to_owned();
        check_text("task", &task, TASK_CHARS_MAX)?;
        let chat = self.chat(&session).await?;
        let mut live = self.live.lock().await;
        if chat.run.as_ref().is_some_and(|run| run.state.is_open()) {
            return Err(errors::run_is_open());
        }
        let steps = max_steps.unwrap_or(self.limits.steps).clamp(1, STEPS_MAX);
        let now = now_ms();
        let run = ChatRun {
            id: ulid::new(),
            session,
            task,
            model: model.or(chat.model),
            browser,
            state: RunState::Running,
            created_ms: now,
            updated_ms: now,
            limits: RunLimits { steps, ..self.limits },
            spent: RunSpent::default(),
            ask: None,
            answer: None,
            success: None,
            data: Value::Null,
            problem: None,
        };
        let begun = RunEvent::Started { run: run.clone() };
        self.begin(&mut live, run, Beginning::New(tab), begun).await
    }

    /// Lets a run go on that has not finished.
    pub(crate) async fn resume(self: &Arc<Self>, session: &ChatId) -> Result<ChatRun, Problem> {
        let mut live = self.live.lock().await;
        let run = self.last_run(session).await?;
        match run.state {
            RunState::Running | RunState::Waiting => return Ok(run),
            RunState::Finished => return Err(errors::is_done()),
            RunState::Paused | RunState::Failed | RunState::Stopped => {}
        }
        let run = ChatRun { limits: raised(run.limits, &run.spent, &self.limits), ..run };
        self.go_on(&mut live, run, Beginning::ByPerson).await
    }

    /// Ends a run, at once. One that has ended already is as good.
    pub(crate) async fn stop(&self, session: &ChatId) -> Result<ChatRun, Problem> {
        self.command(session, Command::Stop).await
    }

    /// Interrupts a run, at once, so that the person can take over.
    pub(crate) async fn pause(&self, session: &ChatId) -> Result<ChatRun, Problem> {
        self.command(session, Command::Pause).await
    }

    async fn command(&self, session: &ChatId, command: Command) -> Result<ChatRun, Problem> {
        let mut live = self.live.lock().await;
        if let Some(run) = live.remove(session) {
            end(run, command).await;
        }
        let mut run = self.last_run(session).await?;
        if command == Command::Stop && run.state.is_open() {
            // Nobody works on it: it was paused.
            (run.state, run.ask, run.updated_ms) = (RunState::Stopped, None, now_ms());
            self.keep(&run, RunEvent::Stopped { run: run.clone() }).await?;
        }
        Ok(run)
    }

    /// Answers what a run asks. When this returns, the answer is kept.
    pub(crate) async fn answer(&self, params: AnswerRunParams) -> Result<ChatRun, Problem> {
        let AnswerRunParams { session, ask, answer } = params;
        check_text("answer", &answer, ANSWER_CHARS_MAX)?;
        self.chat(&session).await?;
        let answers = {
            let live = self.live.lock().await;
            live.get(&session)
                .map(|run| run.answers.clone())
                .ok_or_else(errors::no_such_question)?
        };
        let is_asked = self.last_run(&session).await?.ask.is_some_and(|asked| asked.id == ask);
        if !is_asked {
            return Err(errors::no_such_question());
        }
        let (kept, told) = oneshot::channel();
        let sent = answers.send(AnswerToAsk { ask, answer, kept }).await;
        sent.map_err(|_| errors::no_such_question())?;
        told.await.map_err(|_| errors::no_such_question())??;
        self.last_run(&session).await
    }

    /// Adds to the task that is under way. When this returns, it is kept; the model is told before its next step.
    pub(crate) async fn add(&self, params: AddToRunParams) -> Result<ChatRun, Problem> {
        let AddToRunParams { session, text } = params;
        let text = text.trim().to_owned();
        check_text("addition", &text, ADDITION_CHARS_MAX)?;
        self.chat(&session).await?;
        let live = self.live.lock().await;
        let run = self.last_run(&session).await.map_err(|_| errors::nothing_to_add_to())?;
        if !run.state.is_open() {
            return Err(errors::nothing_to_add_to());
        }
        if let Worker::Program(program) = self.worker(run.model.as_deref()).await? {
            return Err(errors::cannot_add_to(program));
        }
        let count = additions::count(&*self.store, &run).await;
        if count.map_err(|error| errors::stored(&error))? >= ADDITIONS_MAX {
            return Err(errors::added_enough(ADDITIONS_MAX));
        }
        let told = self.feeds.tell(&session, &run.id, RunEvent::Added { text }).await;
        told.map_err(|error| errors::stored(&error))?;
        // A paused run finds it when it goes on. One that works may come to its end in this moment.
        match live.get(&session) {
            Some(live) if !live.added.tell() => Err(errors::nothing_to_add_to()),
            _ => self.last_run(&session).await,
        }
    }

    /// Deletes a chat, and ends what is under way in it.
    pub(crate) async fn delete(&self, session: &ChatId) -> Result<(), Problem> {
        self.chat(session).await?;
        let mut live = self.live.lock().await;
        if let Some(run) = live.remove(session) {
            end(run, Command::Stop).await;
        }
        self.store.delete(session).await.map_err(|error| errors::stored(&error))?;
        self.pictures.forget(session).await.map_err(|error| errors::not_deleted(&error))
    }

    /// Goes on with what was under way when the last daemon ended.
    pub(crate) async fn recover(self: &Arc<Self>) {
        let (tasks, began) = (self.programs.folder.clone(), self.began.clone());
        let swept = tokio::task::spawn_blocking(move || leftovers::sweep(&tasks, &began)).await;
        if let Err(error) = swept {
            tracing::warn!(%error, "what earlier tasks have left stays");
        }
        let open = match self.store.open_runs().await {
            Ok(open) => open,
            Err(error) => return tracing::warn!(%error, "tasks of before cannot be read"),
        };
        let mut live = self.live.lock().await;
        for mut run in open {
            let is_recent = now_ms().saturating_sub(run.updated_ms) < RESUMED_WITHIN_MS;
            let outcome = match run.state {
                RunState::Waiting => {
                    self.go_on(&mut live, run, Beginning::ByDaemon).await.map(drop)
                }
                // A command-line agent is a process of the daemon before: whether it goes on, the person decides.
                RunState::Running if is_recent && !self.is_of_program(&run).await => {
                    self.go_on(&mut live, run, Beginning::ByDaemon).await.map(drop)
                }
                RunState::Running => {
                    run.state = RunState::Paused;
                    run.problem = Some(errors::left_behind());
                    self.keep(&run, RunEvent::Paused { problem: run.problem.clone() }).await
                }
                _ => Ok(()),
            };
            if let Err(problem) = outcome {
                tracing::warn!(error = problem.title, "a task of before does not go on");
            }
        }
    }

    async fn is_of_program(&self, run: &ChatRun) -> bool {
        matches!(self.worker(run.model.as_deref()).await, Ok(Worker::Program(_)))
    }

    /// Ends all work before the daemon ends. Runs that wait for the person wait on.
    pub(crate) async fn leave(&self) {
        let mut live = self.live.lock().await;
        for run in live.values() {
            run.command.send_replace(Command::Leave);
        }
        live.clear();
        self.tasks.close();
        self.tasks.wait().await;
    }

    async fn go_on(
        self: &Arc<Self>,
        live: &mut HashMap<ChatId, LiveRun>,
        mut run: ChatRun,
        beginning: Beginning,
    ) -> Result<ChatRun, Problem> {
        if run.state != RunState::Waiting {
            run.state = RunState::Running;
        }
        (run.problem, run.updated_ms) = (None, now_ms());
        let spent = run.spent;
        self.begin(live, run, beginning, RunEvent::Resumed { spent }).await
    }

    async fn begin(
        self: &Arc<Self>,
        live: &mut HashMap<ChatId, LiveRun>,
        record: ChatRun,
        beginning: Beginning,
        event: RunEvent,
    ) -> Result<ChatRun, Problem> {
        live.retain(|_, run| run.ended.has_changed().is_ok());
        if live.len() >= RUNS_MAX {
            return Err(errors::too_many_runs());
        }
        let worker = self.worker(record.model.as_deref()).await?;
        let loaded = Transcript::load(Arc::clone(&self.store), record.session.clone()).await;
        let transcript = loaded.map_err(|error| errors::stored(&error))?;
        self.keep(&record, event).await?;
        let tools = Arc::new(self.tools.tools(&record.session, record.browser.as_deref()));
        let log = RunLog {
            record: record.clone(),
            store: Arc::clone(&self.store),
            feeds: Arc::clone(&self.feeds),
            tools: Arc::clone(&tools),
            transcript,
            pictures: self.pictures.clone(),
            counted_until: Instant::now(),
        };
        let (command, mut commands) = watch::channel(Command::Work);
        let (answers, mut asked) = mpsc::channel(1);
        let added = AdditionSignal::default();
        let (ending, ended) = watch::channel(());
        let interrupted = async move {
            tokio::select! {
                biased;
                end = commanded(&mut commands) => end,
                () = tools.until_stopped() => End::Stopped,
            }
        };
        let work: BoxFuture<'static, (RunLog, End)> = match worker {
            Worker::Model(model) => {
                let tool_list = own_tools::all(model.config.takes_images()).into();
                let guard = crate::guard::LoopGuard::default();
                let store = Arc::clone(&self.store);
                let additions = Additions::new(store, added.clone(), &log.transcript, &record);
                let mut run =
                    Run { log, model: *model, tool_list, guard, additions, bad_answers: 0 };
                Box::pin(async move {
                    let end = tokio::select! {
                        biased;
                        end = interrupted => end,
                        end = run.work(beginning, &mut asked) => end,
                    };
                    (run.log, end)
                })
            }
            Worker::Program(program) => {
                let (place, tickets) = (Arc::clone(&self.programs), Arc::clone(&self.tickets));
                let mut run = ProgramRun::new(log, program, place, tickets, self.tasks.clone());
                Box::pin(async move {
                    let end = tokio::select! {
                        biased;
                        end = interrupted => end,
                        end = run.work(beginning) => end,
                    };
                    (run.into_log(), end)
                })
            }
        };
        let span = info_span!("run", chat = %record.session, run = %record.id);
        let whole_run = async move {
            let (log, end) = work.await;
            tracing::debug!(end = end.name(), "the run ends");
            log.conclude(end).await;
            drop(ending);
        };
        self.tasks.spawn(whole_run.instrument(span));
        live.insert(record.session.clone(), LiveRun { command, answers, added, ended });
        Ok(record)
    }

    /// Who carries out tasks under this name: a model that the person has set up, or else a command-line agent.
    async fn worker(&self, name: Option<&str>) -> Result<Worker, Problem> {
        if let Some(program) = name.and_then(Program::find) {
            let list = self.models.list().await.map_err(|error| errors::no_model(&error))?;
            if !list.models.contains_key(program.name()) {
                let installed = self.programs.locate(program).is_some();
                return match installed {
                    true => Ok(Worker::Program(program)),
                    false => Err(errors::no_program(program)),
                };
            }
        }
        let model = self.models.resolve(name).await;
        model.map(|model| Worker::Model(Box::new(model))).map_err(|error| errors::no_model(&error))
    }

    /// The tools of the task that a ticket is for.
    pub(crate) fn tools_for(&self, ticket: &str) -> Option<Arc<TaskTools>> {
        self.tickets.tools(ticket)
    }

    async fn keep(&self, run: &ChatRun, event: RunEvent) -> Result<(), Problem> {
        let kept = async {
            self.store.put_run(run.clone()).await?;
            self.feeds.tell(&run.session, &run.id, event).await
        };
        kept.await.map_err(|error| errors::stored(&error))
    }

    pub(crate) async fn chat(&self, id: &ChatId) -> Result<ChatSession, Problem> {
        let found = self.store.session(id).await.map_err(|error| errors::stored(&error))?;
        found.ok_or_else(|| errors::no_such_chat(id))
    }

    async fn last_run(&self, session: &ChatId) -> Result<ChatRun, Problem> {
        self.chat(session).await?.run.ok_or_else(errors::no_run)
    }
}

/// Waits until the run is to end.
async fn commanded(commands: &mut watch::Receiver<Command>) -> End {
    let command = commands.wait_for(|command| *command != Command::Work).await;
    match command.map_or(Command::Leave, |command| *command) {
        Command::Pause => End::Paused(None),
        Command::Stop => End::Stopped,
        Command::Work | Command::Leave => End::Left,
    }
}

/// Ends a run and waits until that is written down.
async fn end(mut run: LiveRun, command: Command) {
    run.command.send_replace(command);
    // It never changes: it is gone when the run is.
    while run.ended.changed().await.is_ok() {}
}

/// A run that reached its limit gets as much again when the person lets it go on.
fn raised(limits: RunLimits, spent: &RunSpent, settings: &RunLimits) -> RunLimits {
    let mut raised = limits;
    if crate::budget::reached(&limits, spent).is_some() {
        raised.steps = spent.steps.saturating_add(settings.steps);
        raised.minutes = limits.minutes.saturating_add(settings.minutes);
        raised.tokens = spent.tokens.saturating_add(settings.tokens);
        raised.cents = limits.cents.saturating_add(settings.cents);
    }
    raised
}

fn check_text(what: &str, text: &str, chars_max: usize) -> Result<(), Problem> {
    if text.trim().is_empty() {
        return Err(errors::empty(what));
    }
    if text.chars().count() > chars_max {
        return Err(errors::too_long(what, chars_max));
    }
    Ok(())
}
