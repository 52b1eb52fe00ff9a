//! The host of actions, scripts and tools for one client: its own control of the browser, a sandbox for
//! its scripts, a folder for its pictures.

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde_json::{Map, Value};
use tabwright_actions::OnStep;
use tabwright_actions::host::{
    ActionHost, HostFuture, HostServices, MemoryServices, ReadPage, RunVerb, TabSource, with_params,
};
use tabwright_browser::{BrowserControl, Driver};
use tabwright_control::Control;
use tabwright_http::Limits;
use tabwright_knowledge::{Captured, MaySee};
use tabwright_room::internal;
use tabwright_tools::{ScriptHost, TaskHosts, ToolHost, ToolHosts, run_script_once};
use tabwright_wire::knowledge::{
    Answer, AskParams, ForgetParams, Forgotten, MemoryUse, RememberParams, RememberedPage,
    SearchParams, SearchResults,
};
use tabwright_wire::language::{Utterance, UtteranceResult};
use tabwright_wire::verbs::{self, TabsParams};
use tabwright_wire::{
    ClientOrigin, ClientSlot, PAGE_AGENT, Problem, ProblemCode, Tab, TabId, Verb, quote_page_up_to,
};
use tokio::sync::watch;

use super::{Language, Speaker};
use crate::knowledge_host::{authorize, captured};

const FETCH_LIMITS: Limits = Limits { timeout: Duration::from_secs(5), bytes_max: 256 * 1024 };
const WHY_CHARS_MAX: usize = 200;

#[derive(Debug, Clone)]
pub(super) struct ControlHost {
    pub(super) control: Control,
    pub(super) language: Arc<Language>,
}

impl<V: Verb> RunVerb<V> for ControlHost
where
    Driver: BrowserControl<V>,
{
    fn run_verb(&self, params: V::Params) -> HostFuture<'_, V::Result> {
        Box::pin(self.control.run::<V>(params))
    }
}

impl TabSource for ControlHost {
    fn tabs(&self) -> HostFuture<'_, Vec<Tab>> {
        Box::pin(async {
            let params = TabsParams { tab: None, about: None };
            Ok(self.control.run::<verbs::Tabs>(params).await?.tabs)
        })
    }
}

impl HostServices for ControlHost {
    fn keep_picture<'a>(&'a self, base64: &'a str) -> HostFuture<'a, String> {
        Box::pin(keep_picture(&self.language.pictures, base64))
    }

    fn fetch<'a>(&'a self, url: &'a str) -> HostFuture<'a, String> {
        Box::pin(fetch(url))
    }
}

impl MemoryServices for ControlHost {
    fn search_memory(&self, params: SearchParams) -> HostFuture<'_, SearchResults> {
        Box::pin(async move {
            let may_see = self.may_see_memory(MemoryUse::Search(&params.query)).await?;
            self.language.parts.knowledge.search_as(params, may_see).await
        })
    }

    fn ask_memory(&self, params: AskParams) -> HostFuture<'_, Answer> {
        Box::pin(async move {
            let may_see = self.may_see_memory(MemoryUse::Ask(&params.question)).await?;
            self.language.parts.knowledge.ask_as(&params, may_see).await
        })
    }

    fn answer_from_pages(&self, params: AskParams, pages: Vec<ReadPage>) -> HostFuture<'_, Answer> {
        Box::pin(async move {
            let read = |ReadPage { url, title, html }| Captured { url, title, html };
            let pages = pages.into_iter().map(read).collect();
            let is_person = self.control.is_person();
            self.language.parts.knowledge.answer_from_pages(&params, pages, is_person).await
        })
    }

    fn remember_page(&self, params: RememberParams) -> HostFuture<'_, RememberedPage> {
        Box::pin(async move {
            self.may_see_memory(MemoryUse::Remember(params.tab)).await?;
            let captured = captured(self.control.capture(params.tab).await?);
            let is_person = self.control.is_person();
            self.language.parts.knowledge.keep(captured, params, is_person).await
        })
    }

    fn forget_pages<'a>(
        &'a self,
        params: ForgetParams,
        what: &'a str,
    ) -> HostFuture<'a, Forgotten> {
        Box::pin(async move {
            self.control.confirm_forgetting(what).await?;
            self.language.parts.knowledge.forget(params).await
        })
    }
}

impl ScriptHost for ControlHost {
    /// Whoever drives all tabs is in whichever they name.
    fn use_tab(&self, tab: Option<TabId>) -> HostFuture<'_, TabId> {
        Box::pin(async move { Ok(self.control.find_tab(tab).await?.id) })
    }
}

impl ActionHost for ControlHost {
    fn script<'a>(
        &'a self,
        code: &'a str,
        params: &'a Map<String, Value>,
        time: Duration,
    ) -> HostFuture<'a, String> {
        Box::pin(async move {
            let code = with_params(code, params);
            run_script_once(Arc::new(self.clone()), &code, time).await
        })
    }
}

impl ToolHost for ControlHost {
    fn find_tab(&self, tab: Option<TabId>) -> HostFuture<'_, Tab> {
        Box::pin(self.control.find_tab(tab))
    }

    fn known_tab(&self, tab: TabId) -> HostFuture<'_, Tab> {
        Box::pin(self.control.known_tab(tab))
    }

    fn authorize_tab<'a>(&'a self, tab: &'a Tab) -> HostFuture<'a, ()> {
        Box::pin(self.control.may_use(tab))
    }

    fn owns_tab(&self, tab: TabId) -> HostFuture<'_, bool> {
        Box::pin(self.control.owns(tab))
    }

    fn restore_tabs<'a>(&'a self, tabs: &'a [TabId], group: &'a str) -> HostFuture<'a, Vec<TabId>> {
        Box::pin(self.control.restore(tabs, group))
    }

    fn adopt_tabs<'a>(&'a self, tabs: &'a [TabId]) -> HostFuture<'a, ()> {
        Box::pin(self.control.adopt(tabs))
    }

    fn begin_work(&self, tab: Option<TabId>) -> HostFuture<'_, ()> {
        Box::pin(self.control.begin_work(tab))
    }

    fn end_work(&self) -> HostFuture<'_, ()> {
        Box::pin(self.control.end_work())
    }

    fn until_stopped(&self) -> HostFuture<'_, ()> {
        Box::pin(async {
            self.control.until_stopped().await;
            Ok(())
        })
    }

    fn connections(&self) -> watch::Receiver<u64> {
        self.control.connections()
    }

    fn wait_for_browser(&self, timeout: Duration) -> HostFuture<'_, ()> {
        Box::pin(self.control.until_browser(timeout))
    }

    fn run_utterance<'a>(
        &'a self,
        host: &'a dyn ActionHost,
        utterance: &'a Utterance,
        here: Option<&'a str>,
        on_step: &'a mut OnStep<'_>,
    ) -> HostFuture<'a, UtteranceResult> {
        Box::pin(self.language.run_utterance_on(host, utterance, here, Speaker::Program, on_step))
    }
}

impl ControlHost {
    async fn may_see_memory(&self, wanted: MemoryUse<'_>) -> Result<Option<MaySee>, Problem> {
        authorize(self.control.clone(), wanted).await
    }
}

/// Gives agents their hosts.
#[derive(Debug)]
struct AgentHosts(Arc<Language>);

impl Language {
    /// What the tools of agents work with.
    pub(crate) fn tool_hosts(self: &Arc<Self>) -> Arc<dyn ToolHosts> {
        Arc::new(AgentHosts(Arc::clone(self)))
    }
}

impl ToolHosts for AgentHosts {
    fn host(&self, client: &str) -> Arc<dyn ToolHost> {
        Arc::new(self.0.host(client, ClientOrigin::Mcp, None))
    }

    fn admit(&self, session: &str, name: &str) -> Result<(), Problem> {
        self.0.parts.clients.admit_agent(session, name)
    }

    fn is_asking(&self, client: &str) -> bool {
        self.0.parts.control.is_asking(client)
    }

    fn drives(&self, session: &str, tabs: usize) {
        self.0.parts.clients.agent_drives(session, tabs);
    }

    fn left(&self, session: &str) {
        self.0.parts.clients.agent_left(session);
    }

    fn slot(&self) -> ClientSlot {
        self.0.parts.clients.slot()
    }
}

/// Gives the page agent's tasks their hosts, which reach the tabs of a task and no others.
#[derive(Debug)]
struct TaskAgentHosts {
    agents: AgentHosts,
    browser: Option<String>,
}

impl ToolHosts for TaskAgentHosts {
    fn host(&self, task: &str) -> Arc<dyn ToolHost> {
        let browser = self.browser.as_deref();
        let host = self.agents.0.host(PAGE_AGENT, ClientOrigin::Agent, browser);
        Arc::new(ControlHost { control: host.control.for_task(task), ..host })
    }

    fn admit(&self, session: &str, name: &str) -> Result<(), Problem> {
        self.agents.admit(session, name)
    }

    fn is_asking(&self, _task: &str) -> bool {
        self.agents.is_asking(PAGE_AGENT)
    }

    fn drives(&self, session: &str, tabs: usize) {
        self.agents.drives(session, tabs);
    }

    fn left(&self, session: &str) {
        self.agents.left(session);
    }

    fn slot(&self) -> ClientSlot {
        self.agents.slot()
    }
}

/// Makes them for a browser.
#[derive(Debug)]
struct LanguageTaskHosts(Arc<Language>);

impl TaskHosts for LanguageTaskHosts {
    fn hosts(&self, browser: Option<&str>) -> Arc<dyn ToolHosts> {
        let agents = AgentHosts(Arc::clone(&self.0));
        Arc::new(TaskAgentHosts { agents, browser: browser.map(str::to_owned) })
    }
}

impl Language {
    /// What the tasks of the page agent work with.
    pub(crate) fn task_hosts(self: &Arc<Self>) -> Arc<dyn TaskHosts> {
        Arc::new(LanguageTaskHosts(Arc::clone(self)))
    }
}

/// Keeps a picture (PNG in base64) where the person finds it. The path.
async fn keep_picture(folder: &Path, base64: &str) -> Result<String, Problem> {
    let png = STANDARD.decode(base64).map_err(|error| broken(&error))?;
    let now = jiff::Timestamp::now().strftime("%Y%m%d-%H%M%S-%3f");
    let path = folder.join(format!("screenshot-{now}.png"));
    let kept = async {
        tokio::fs::create_dir_all(folder).await?;
        tokio::fs::write(&path, png).await
    };
    kept.await.map_err(|error| Problem {
        code: ProblemCode::StorageFailed,
        title: format!("the picture cannot be saved at {}: {error}", path.display()),
        fix: "Free some disk space, or make the folder writable".to_owned(),
    })?;
    Ok(path.display().to_string())
}

/// The text at an address of the web, without any cookies.
async fn fetch(url: &str) -> Result<String, Problem> {
    let fetched = tabwright_http::get(url, FETCH_LIMITS).await.map_err(|error| error.to_string());
    let text = fetched.and_then(|body| {
        String::from_utf8(body).map_err(|_| format!("{url} does not answer with text"))
    });
    text.map_err(|why| Problem {
        code: ProblemCode::NavigationFailed,
        title: format!("the address cannot be fetched: {}", quote_page_up_to(&why, WHY_CHARS_MAX)),
        fix: "Check whether this machine is online".to_owned(),
    })
}

fn broken(error: &impl std::error::Error) -> Problem {
    internal(error)
}
