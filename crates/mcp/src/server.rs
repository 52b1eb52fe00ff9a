//! The tools over the Model Context Protocol, whatever carries it and wherever they are worked on.

use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use rmcp::model::{
    CallToolRequestParams, CallToolResponse, CallToolResult, ContentBlock, GetPromptRequestParams,
    GetPromptResponse, Implementation, ListPromptsResult, ListResourcesResult, ListToolsResult,
    MetaObject, PaginatedRequestParams, ProgressNotificationParam, ReadResourceRequestParams,
    ReadResourceResponse, ServerCapabilities, ServerConfig, Tool,
};
use rmcp::service::RequestContext;
use rmcp::{ErrorData, RoleServer, ServerHandler};
use serde_json::Value;
use tabwright_room::{Credential, Peer};
use tabwright_tools::{OnProgress, describe_problem, find_tool};
use tabwright_wire::{Content, ProblemCode, ToolCall, ToolOutput};
use tokio::time::{Instant, sleep};

use crate::backend::ToolBackend;
use crate::catalogue::{INSTRUCTIONS, TOOLS};
use crate::resources::{self, Source};

/// In `single` mode somebody else may have the slot: so long we wait for it, looking so often.
const STANDBY_MAX: Duration = Duration::from_secs(30);
const STANDBY_CHECK_MS: std::ops::Range<u64> = 200..400;
/// The key in `_meta` under which a result has what it is about: the tab, the code of an error.
const FACTS: &str = "tabwright/facts";
pub(crate) const SESSION_HEADER: &str = "mcp-session-id";
/// A handle that an agent chooses for its session in the address: `/mcp?session=HANDLE`.
const HANDLE_CHARS_MAX: usize = 64;
/// Messages about progress that a slow client may be behind.
const PROGRESS_MAX: usize = 32;

/// One agent's server.
pub(crate) struct McpServer<B> {
    backend: B,
    /// The session, where one process serves one agent.
    session: Option<String>,
}

impl<B: ToolBackend> McpServer<B> {
    /// For one agent.
    pub(crate) fn for_session(backend: B, session: String) -> Self {
        Self { backend, session: Some(session) }
    }

    /// For whoever asks over HTTP.
    pub(crate) fn over_http(backend: B) -> Self {
        Self { backend, session: None }
    }

    /// Calls a tool for this agent.
    async fn work(&self, call: ToolCall, progress: &OnProgress) -> ToolOutput {
        let deadline = Instant::now() + STANDBY_MAX;
        loop {
            let output = self.backend.call(call.clone(), progress).await;
            let taken = |output: &ToolOutput| {
                output.problem.as_ref().is_some_and(|it| it.code == ProblemCode::SlotTaken)
            };
            if !taken(&output) || !self.stand_by(deadline, progress).await {
                return output;
            }
        }
    }

    /// Waits until the only slot is free; false when it does not become so in time.
    async fn stand_by(&self, deadline: Instant, progress: &OnProgress) -> bool {
        while Instant::now() < deadline {
            sleep(Duration::from_millis(jitter(STANDBY_CHECK_MS))).await;
            match self.backend.slot().await {
                Some(slot) if slot.busy => {
                    let holder = slot.client.unwrap_or_else(|| "another client".to_owned());
                    progress(&format!("Standing by: {holder} drives the browser"));
                }
                _ => return true,
            }
        }
        false
    }

    /// The key of the agent's session, and the agent's name.
    async fn session(&self, context: &RequestContext<RoleServer>) -> (String, String) {
        let info = context.client_info();
        let client = info.map(|info| info.name).filter(|name| !name.is_empty());
        let client = client.unwrap_or_else(|| "mcp".to_owned());
        // On stdio the daemon that is asked knows the credential.
        let Some(parts) = context.extensions.get::<axum::http::request::Parts>() else {
            let session = self.session.clone();
            return (session.unwrap_or_else(|| format!("name:{client}")), client);
        };
        let client = Credential::of(&parts.extensions).client_name(Some(&client));
        let introduced = parts.headers.get(SESSION_HEADER).and_then(|id| id.to_str().ok());
        // Ids that the protocol gives are random and have no colon. All other keys have one, and nobody may name
        // them: some can be guessed.
        let introduced = introduced.filter(|id| !id.contains(':'));
        let session = match introduced.or(self.session.as_deref()) {
            Some(session) => session.to_owned(),
            None => session_of_nobody_introduced(parts, &client).await,
        };
        (session, client)
    }
}

/// Newer versions of the protocol know no sessions over HTTP, and many programs have the same name, such as every
/// script of the Python SDK. So an agent is told apart by the handle that it puts into the address, or else by the
/// process that it is. Where the system does not tell the process, agents of one name share a session.
async fn session_of_nobody_introduced(parts: &axum::http::request::Parts, client: &str) -> String {
    let query = parts.uri.query().unwrap_or_default();
    let handle = query.split('&').find_map(|pair| pair.strip_prefix("session="));
    if let Some(handle) = handle.filter(|handle| !handle.is_empty()) {
        let handle: String = handle.chars().take(HANDLE_CHARS_MAX).collect();
        return format!("handle:{client}:{handle}");
    }
    let process = match parts.extensions.get::<Peer>() {
        Some(peer) => peer.process().await,
        None => None,
    };
    match process {
        Some(process) => format!("process:{client}:{process}"),
        None => format!("name:{client}"),
    }
}

impl<B: ToolBackend> ServerHandler for McpServer<B> {
    fn get_info(&self) -> ServerConfig {
        let capabilities = ServerCapabilities::builder()
            .enable_tools()
            .enable_resources()
            .enable_prompts()
            .build();
        let us = Implementation::new("tabwright", env!("CARGO_PKG_VERSION"));
        ServerConfig::new(capabilities).with_server_info(us).with_instructions(INSTRUCTIONS)
    }

    async fn list_tools(
        &self,
        _: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> Result<ListToolsResult, ErrorData> {
        Ok(ListToolsResult::with_all_items(TOOLS.clone()))
    }

    fn get_tool(&self, name: &str) -> Option<Tool> {
        TOOLS.iter().find(|tool| tool.name == name).cloned()
    }

    async fn call_tool(
        &self,
        request: CallToolRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<CallToolResponse, ErrorData> {
        // The protocol wants an error of its own for it, not a result that tells of one.
        find_tool(&request.name)
            .map_err(|problem| ErrorData::invalid_params(describe_problem(&problem), None))?;
        let (session, client) = self.session(&context).await;
        let call = ToolCall {
            session,
            client,
            tool: request.name.into_owned(),
            arguments: request.arguments.unwrap_or_default(),
        };
        let (progress, telling) = progress(&context);
        let work = async {
            let output = self.work(call, &progress).await;
            drop(progress);
            output
        };
        let output = tokio::select! {
            // The answer waits for the last words about progress: after it nobody listens for them.
            (output, ()) = async { tokio::join!(work, telling) } => output,
            () = context.ct.cancelled() => ToolOutput::text("cancelled"),
        };
        Ok(CallToolResponse::Complete(result(output)))
    }

    async fn list_resources(
        &self,
        _: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> Result<ListResourcesResult, ErrorData> {
        Ok(resources::list())
    }

    async fn read_resource(
        &self,
        request: ReadResourceRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<ReadResourceResponse, ErrorData> {
        let text = match resources::source(&request.uri)? {
            Source::Text(text) => text.to_owned(),
            Source::Tool(tool, arguments) => {
                let (session, client) = self.session(&context).await;
                let call = ToolCall { session, client, tool: tool.to_owned(), arguments };
                let silent: OnProgress = Box::new(|_| {});
                resources::text_of(&self.work(call, &silent).await)?
            }
        };
        Ok(resources::contents(&request.uri, text))
    }

    async fn list_prompts(
        &self,
        _: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> Result<ListPromptsResult, ErrorData> {
        Ok(resources::prompts())
    }

    async fn get_prompt(
        &self,
        request: GetPromptRequestParams,
        _: RequestContext<RoleServer>,
    ) -> Result<GetPromptResponse, ErrorData> {
        resources::prompt(&request.name, &request.arguments.unwrap_or_default())
    }
}

/// What to call with words, and what sends them to a client that wants them.
fn progress(context: &RequestContext<RoleServer>) -> (OnProgress, impl Future<Output = ()>) {
    let (told, mut heard) = tokio::sync::mpsc::channel::<String>(PROGRESS_MAX);
    let on_progress: OnProgress = Box::new(move |words| {
        // A client that is behind misses some.
        let _ = told.try_send(words.to_owned());
    });
    let (peer, token) = (context.peer.clone(), context.meta.get_progress_token());
    let count = Arc::new(AtomicU32::new(0));
    let telling = async move {
        while let Some(words) = heard.recv().await {
            let Some(token) = token.clone() else { continue };
            let so_far = f64::from(count.fetch_add(1, Ordering::Relaxed) + 1);
            let param = ProgressNotificationParam::new(token, so_far).with_message(words);
            let _ = peer.notify_progress(param).await;
        }
    };
    (on_progress, telling)
}

/// The text is all that a model reads. Many clients (Codex, Claude Code, OpenCode) show structured content instead of
/// the content where there is any, and drop pictures by that; so what programs may want to know goes into `_meta`.
fn result(output: ToolOutput) -> CallToolResult {
    let ToolOutput { mut content, mut facts, problem } = output;
    let failed = problem.is_some();
    if let Some(problem) = problem {
        facts.insert("code".to_owned(), serde_json::to_value(problem.code).unwrap_or_default());
        content.push(Content::Text { text: describe_problem(&problem) });
    }
    let content = content.into_iter().map(|content| match content {
        Content::Text { text } => ContentBlock::text(text),
        Content::Image { base64, format } => ContentBlock::image(base64, format.mime()),
    });
    let content = content.collect();
    let mut result =
        if failed { CallToolResult::error(content) } else { CallToolResult::success(content) };
    let mut meta = MetaObject::default();
    meta.0.insert(FACTS.to_owned(), Value::Object(facts));
    result.meta = Some(meta);
    result
}

fn jitter(range: std::ops::Range<u64>) -> u64 {
    let mut byte = [0];
    // Without randomness all look at the same time, which does no harm.
    let _ = getrandom::fill(&mut byte);
    range.start + (range.end - range.start) * u64::from(byte[0]) / 256
}
