//! The page agent as a room of the daemon: its functions, and its events as a stream.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use async_trait::async_trait;
use axum::extract::State;
use axum::http::HeaderMap;
use axum::response::Response;
use axum::response::sse::{Event as SseEvent, KeepAlive, Sse};
use axum::routing::post;
use axum::{Json, Router};
use futures_util::{Stream, stream};
use serde::Deserialize;
use serde_json::Value;
use tabwright_model::Models;
use tabwright_room::{
    ApiError, ApiRouter, Functions, PathOf, QueryOf, Room, api_routes, line_by_line,
};
use tabwright_store::Store;
use tabwright_tools::{OnProgress, TaskHosts};
use tabwright_wire::chats::{
    ChatEventList, ChatId, ChatMessage, ChatPicture, ChatSession, ExportSessionParams,
    ExportedSession, MessageList, MessagesParams, NewSession, ReadPictureParams,
    RenameSessionParams, RunEventsParams, RunLimits, RunList, SessionFilter, SessionList,
    SessionParams,
};
use tabwright_wire::{
    AddToRun, AnswerRun, CreateSession, DeleteSession, ExportSession, GetSession, ListMessages,
    ListRuns, ListSessions, NoResult, PauseRun, Problem, ReadPicture, ReadRunEvents, RenameSession,
    ResumeRun, StartRun, StopRun, TASK_CALL_PATH, TaskToolCall, ToolEvent, ToolOutput, one_line,
};
use tokio::time::timeout;
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;
use utoipa::openapi::OpenApi;

use crate::chat_store::{ChatStore, SqliteChats};
use crate::errors;
use crate::export::{chat_message, export};
use crate::feed::Feeds;
use crate::own_tools::NOT_FOR_TASKS;
use crate::pictures::Pictures;
use crate::programs::ProgramPlace;
use crate::runs::Runs;
use crate::task_tools::TaskToolSource;
use crate::ulid::{self, now_ms};

const TITLE_CHARS_MAX: usize = 60;
const SESSIONS_DEFAULT: u32 = 50;
const SESSIONS_MAX: u32 = 500;
const MESSAGES_DEFAULT: u32 = 200;
const MESSAGES_MAX: u32 = 1_000;
/// Messages of a chat that is written to a file.
const EXPORTED_MAX: u32 = 100_000;
const EVENTS_MAX: usize = 500;
/// A call of the extension must be answered sooner than it is given up.
const WAIT_MS_MAX: u32 = 20_000;

/// Chats and the runs in them.
#[derive(Debug)]
pub struct AgentRoom {
    store: Arc<dyn ChatStore>,
    feeds: Arc<Feeds>,
    runs: Arc<Runs>,
    stopping: CancellationToken,
}

impl AgentRoom {
    /// With the chats in the store. What was under way goes on when the room is started.
    #[must_use]
    pub fn new(
        store: &Store,
        hosts: Arc<dyn TaskHosts>,
        models: Arc<dyn Models>,
        limits: RunLimits,
        pictures: PathBuf,
        programs: ProgramPlace,
        stopping: CancellationToken,
    ) -> Self {
        let chats: Arc<dyn ChatStore> = Arc::new(SqliteChats::new(store.clone()));
        let feeds = Arc::new(Feeds::new(Arc::clone(&chats)));
        let tools = TaskToolSource::new(hosts, store);
        let (stored, told, pictures) =
            (Arc::clone(&chats), Arc::clone(&feeds), Pictures::new(pictures));
        let runs = Runs::new(stored, told, models, tools, limits, pictures, programs);
        Self { store: chats, feeds, runs, stopping }
    }

    async fn create(&self, params: NewSession) -> Result<ChatSession, Problem> {
        let now = now_ms();
        let session = ChatSession {
            id: ulid::new(),
            title: title_of(params.title.as_deref().unwrap_or_default()),
            created_ms: now,
            updated_ms: now,
            model: params.model,
            provider_state: Value::Null,
            usage: None,
            run: None,
        };
        self.store.create(session.clone()).await.map_err(|error| errors::stored(&error))?;
        Ok(session)
    }

    async fn list(&self, filter: SessionFilter) -> Result<SessionList, Problem> {
        let limit = filter.limit.unwrap_or(SESSIONS_DEFAULT).min(SESSIONS_MAX);
        let query = filter.query.as_deref().map(str::trim).filter(|query| !query.is_empty());
        let sessions = self.store.sessions(query, limit).await;
        Ok(SessionList { sessions: sessions.map_err(|error| errors::stored(&error))? })
    }

    async fn rename(&self, params: RenameSessionParams) -> Result<ChatSession, Problem> {
        let title = title_of(&params.title);
        if title.is_empty() {
            return Err(errors::empty("title"));
        }
        self.runs.chat(&params.session).await?;
        let renamed = self.store.rename(&params.session, &title).await;
        renamed.map_err(|error| errors::stored(&error))?;
        self.runs.chat(&params.session).await
    }

    async fn messages(&self, params: MessagesParams) -> Result<MessageList, Problem> {
        let limit = params.limit.unwrap_or(MESSAGES_DEFAULT).clamp(1, MESSAGES_MAX);
        let mut messages = self.read(&params.session, params.from.unwrap_or(0), limit + 1).await?;
        let more = messages.len() > limit as usize;
        messages.truncate(limit as usize);
        Ok(MessageList { messages, more })
    }

    async fn read(
        &self,
        chat: &ChatId,
        from: u32,
        limit: u32,
    ) -> Result<Vec<ChatMessage>, Problem> {
        self.runs.chat(chat).await?;
        let messages = self.store.messages(chat, from, limit).await;
        let messages = messages.map_err(|error| errors::stored(&error))?;
        Ok(messages.into_iter().map(chat_message).collect())
    }

    async fn runs_of(&self, chat: &ChatId) -> Result<RunList, Problem> {
        self.runs.chat(chat).await?;
        let runs = self.store.runs(chat).await.map_err(|error| errors::stored(&error))?;
        Ok(RunList { runs })
    }

    async fn export(&self, params: ExportSessionParams) -> Result<ExportedSession, Problem> {
        let session = self.runs.chat(&params.session).await?;
        let messages = self.read(&params.session, 0, EXPORTED_MAX).await?;
        let runs = self.runs_of(&params.session).await?.runs;
        Ok(export(params.format, &session, &runs, &messages))
    }

    async fn picture(&self, params: ReadPictureParams) -> Result<ChatPicture, Problem> {
        self.runs.chat(&params.session).await?;
        let picture = self.runs.pictures.read(&params.session, params.picture).await;
        picture.ok_or_else(errors::no_such_picture)
    }

    /// Names a chat after its first task.
    async fn name_after(&self, chat: &ChatId, task: &str) -> Result<(), Problem> {
        if !self.runs.chat(chat).await?.title.is_empty() {
            return Ok(());
        }
        let renamed = self.store.rename(chat, &title_of(task)).await;
        renamed.map_err(|error| errors::stored(&error))
    }

    async fn recent_events(&self, params: RunEventsParams) -> Result<ChatEventList, Problem> {
        self.runs.chat(&params.session).await?;
        let mut listener = self.feeds.listen(&params.session, params.after.unwrap_or(0));
        let read = async {
            let ready = listener.ready(EVENTS_MAX).await?;
            let wait = params.wait_ms.unwrap_or(0).min(WAIT_MS_MAX);
            if !ready.is_empty() || wait == 0 {
                return Ok(ready);
            }
            let wait = Duration::from_millis(u64::from(wait));
            let stopped = self.stopping.cancelled();
            let next = tokio::select! {
                next = timeout(wait, listener.next()) => next,
                () = stopped => Ok(Ok(None)),
            };
            match next {
                Ok(Ok(Some(event))) => {
                    let mut events = vec![event];
                    events.extend(listener.ready(EVENTS_MAX).await?);
                    Ok(events)
                }
                Ok(Err(error)) => Err(error),
                Ok(Ok(None)) | Err(_) => Ok(Vec::new()),
            }
        };
        let events = read.await.map_err(|error| errors::stored(&error))?;
        let events = events.into_iter().map(|event| (*event).clone()).collect();
        Ok(ChatEventList { events, last: listener.last() })
    }
}

#[async_trait]
impl Room for AgentRoom {
    fn functions(self: Arc<Self>) -> Functions {
        Functions::of(self)
            .on::<ListSessions, _>(|room, _, filter| async move { room.list(filter).await })
            .on::<CreateSession, _>(|room, _, params| async move { room.create(params).await })
            .on::<GetSession, _>(|room, _, SessionParams { session }| async move {
                room.runs.chat(&session).await
            })
            .on::<RenameSession, _>(|room, _, params| async move { room.rename(params).await })
            .on::<DeleteSession, _>(|room, _, SessionParams { session }| async move {
                room.runs.delete(&session).await.map(|()| NoResult {})
            })
            .on::<ExportSession, _>(|room, _, params| async move { room.export(params).await })
            .on::<ListMessages, _>(|room, _, params| async move { room.messages(params).await })
            .on::<ListRuns, _>(|room, _, SessionParams { session }| async move {
                room.runs_of(&session).await
            })
            .on::<StartRun, _>(|room, caller, params| async move {
                room.name_after(&params.session, &params.task).await?;
                room.runs.start(params, caller.browser).await
            })
            .on::<StopRun, _>(|room, _, SessionParams { session }| async move {
                room.runs.stop(&session).await
            })
            .on::<PauseRun, _>(|room, _, SessionParams { session }| async move {
                room.runs.pause(&session).await
            })
            .on::<ResumeRun, _>(|room, _, SessionParams { session }| async move {
                room.runs.resume(&session).await
            })
            .on::<AnswerRun, _>(|room, _, params| async move { room.runs.answer(params).await })
            .on::<AddToRun, _>(|room, _, params| async move { room.runs.add(params).await })
            .on::<ReadPicture, _>(|room, _, params| async move { room.picture(params).await })
            .on::<ReadRunEvents, _>(
                |room, _, params| async move { room.recent_events(params).await },
            )
            .all()
    }

    fn routes(self: Arc<Self>) -> Router {
        Router::new().route(TASK_CALL_PATH, post(call_tool)).with_state(self)
    }

    /// Chats are the person's: what they said, and what stood on their pages.
    fn person_routes(self: Arc<Self>) -> Router {
        routes().into_router().with_state(self)
    }

    fn document(&self, document: &mut OpenApi) {
        routes().describe(document);
    }

    fn start(self: Arc<Self>, tasks: &TaskTracker, _: &CancellationToken) {
        tasks.spawn(async move { self.runs.recover().await });
    }

    async fn stop(&self) {
        self.runs.leave().await;
    }
}

/// A command-line agent that works on a task uses a tool, by the ticket that it was given.
async fn call_tool(
    State(room): State<Arc<AgentRoom>>,
    Json(TaskToolCall { ticket, tool, arguments }): Json<TaskToolCall>,
) -> Response {
    let tools = room.runs.tools_for(&ticket);
    line_by_line(|lines| async move {
        let progress: OnProgress = {
            let lines = lines.clone();
            Box::new(move |words| drop(lines.try_send(ToolEvent::Progress(words.to_owned()))))
        };
        let output = match tools {
            None => ToolOutput::failed(errors::no_such_task()),
            Some(_) if tool == NOT_FOR_TASKS => ToolOutput::failed(errors::not_for_tasks(&tool)),
            Some(tools) => tools.call(&tool, arguments, &progress).await,
        };
        let _ = lines.send(ToolEvent::Output(output)).await;
    })
}

fn routes() -> ApiRouter<Arc<AgentRoom>> {
    ApiRouter::default().routes(api_routes!(events))
}

#[derive(Debug, Deserialize, utoipa::IntoParams)]
struct Listening {
    /// Only events after this id; without it, all that are kept
    after: Option<u64>,
}

/// What happens in the runs of a chat, as server-sent events; `Last-Event-ID` resumes
#[utoipa::path(
    get, path = "/api/v1/sessions/{session}/events", params(Listening),
    responses((status = 200, content_type = "text/event-stream", body = tabwright_wire::chats::ChatEvent))
)]
async fn events(
    State(room): State<Arc<AgentRoom>>,
    PathOf(session): PathOf<String>,
    QueryOf(listening): QueryOf<Listening>,
    headers: HeaderMap,
) -> Result<Sse<impl Stream<Item = Result<SseEvent, axum::Error>>>, ApiError> {
    let session: ChatId = session.parse().map_err(tabwright_room::bad_request)?;
    room.runs.chat(&session).await?;
    let last_seen = headers.get("last-event-id").and_then(|id| id.to_str().ok()?.parse().ok());
    let listener = room.feeds.listen(&session, last_seen.or(listening.after).unwrap_or(0));
    let stopping = room.stopping.clone();
    let events = stream::unfold((listener, stopping), |(mut listener, stopping)| async move {
        // What was told before the stop is still sent.
        let event = tokio::select! {
            biased;
            event = listener.next() => event.ok().flatten()?,
            () = stopping.cancelled() => return None,
        };
        let sent = SseEvent::default().id(event.id.to_string()).json_data(&*event);
        Some((sent, (listener, stopping)))
    });
    Ok(Sse::new(events).keep_alive(KeepAlive::default()))
}

fn title_of(text: &str) -> String {
    one_line(text.trim(), TITLE_CHARS_MAX)
}
