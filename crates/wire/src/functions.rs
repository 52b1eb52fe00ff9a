//! The functions of the daemon's API. A function is declared once, by its row below: the HTTP route with
//! its OpenAPI entry, the extension's call where it has one, and the client's method follow. The verbs of
//! browser control have a table of their own; what is a stream or a socket is no function.

use serde::{Deserialize, Serialize, de::DeserializeOwned};

use crate::api::{
    ClientSlot, EchoRequest, LaunchRequest, ManagedBrowser, NewToken, PairingCode, RemoteBrowser,
    RemoteBrowserList, RoundTrips, Status, TokenList,
};
use crate::chats::{
    AddToRunParams, AnswerRunParams, ChatEventList, ChatPicture, ChatRun, ChatSession,
    ExportSessionParams, ExportedSession, MessageList, MessagesParams, NewSession,
    ReadPictureParams, RenameSessionParams, RunEventsParams, RunList, SessionFilter, SessionList,
    SessionParams, StartRunParams,
};
use crate::knowledge::{
    Answer, AskParams, ChangeImportParams, ChangeKnowledgeParams, EditPageParams, ExportParams,
    Exported, ForgetParams, Forgotten, GraphNodeParams, GraphNodeView, GraphParams, GraphView,
    ImportFailureList, ImportJob, ImportJobList, ImportParams, ImportSourceList, KeepPageParams,
    KeptResult, KnowledgeSettings, KnowledgeStats, KnowledgeStatsParams, MergeNamesParams,
    MergeParams, MergedName, MergedNameList, PageParams, PageSuggestions, PageVersionParams,
    PageVersionText, PageView, RememberParams, RememberedPage, SearchParams, SearchResults,
    StartImportParams, SuggestPagesParams,
};
use crate::language::{
    ActionList, CompleteParams, Completions, GrammarList, KeptPhrasing, NewGrammar, NewPhrasing,
    ResolveParams, ResolvedSite, ResolverChange, ResolverState, Utterance, UtteranceResult,
};
use crate::methods::{NoParams, NoResult};
use crate::models::{ListModelsParams, ModelName, ModelRecordList, ModelTest, NewModel};
use crate::policy::{LogEntries, LogFilter, PolicyAnswer, QuestionList, Rule, RuleList};

/// Something that the daemon does for those who call it.
pub trait ApiFunction: 'static {
    const FACTS: FunctionFacts;
    type Params: Serialize + DeserializeOwned + Send + Sync + 'static;
    type Result: Serialize + DeserializeOwned + Send + 'static;
}

/// What is true of a function whatever its parameters are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct FunctionFacts {
    /// Its name in calls of the extension and in the OpenAPI document.
    pub name: &'static str,
    /// One line of help.
    pub about: &'static str,
    /// Where the OpenAPI document lists it.
    pub group: &'static str,
    pub method: HttpMethod,
    /// A `{name}` in it is a field of the parameters. The other fields are in the query of a `GET` or
    /// `DELETE`, and in the JSON body of a `POST`. What a path names is text.
    pub path: &'static str,
    pub callers: Callers,
    pub log: LogLine,
}

/// Who may call a function. The extension speaks for the person, who sees what they answer; the command
/// line has the person's token; agents have one of their own.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Callers {
    Everybody,
    /// Programs, those of agents too; the extension has no use for it.
    Programs,
    /// The extension and the command line: what is the person's to decide, or to see.
    Person,
    /// The command line only.
    CommandLine,
}

impl Callers {
    #[must_use]
    pub const fn have_extension(self) -> bool {
        matches!(self, Self::Everybody | Self::Person)
    }

    #[must_use]
    pub const fn have_agents(self) -> bool {
        matches!(self, Self::Everybody | Self::Programs)
    }
}

/// The line that a call leaves in the activity log, however it ends. What needs one is not done while the log
/// cannot be written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LogLine {
    /// It changes nothing of the person's, or what it does has lines of its own, as verbs do.
    None,
    /// The daemon writes it, with the name of the function and a few parameters.
    Needed,
    /// The same, but the call does not wait for the log: it takes power away from others, which is never kept from
    /// the person.
    IfPossible,
    /// The room writes one that says more, or less.
    NeededByRoom,
    /// The room writes it, and the call does not wait for the log: a no of the person's counts at any time, and what
    /// they want forgotten does not stay because a disk is full.
    IfPossibleByRoom,
}

impl LogLine {
    #[must_use]
    pub const fn is_needed(self) -> bool {
        matches!(self, Self::Needed | Self::NeededByRoom)
    }

    /// Does the daemon write it, for any room?
    #[must_use]
    pub const fn is_by_daemon(self) -> bool {
        matches!(self, Self::Needed | Self::IfPossible)
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum HttpMethod {
    Get,
    Post,
    Delete,
}

macro_rules! functions {
    ($(
        #[doc = $about:literal]
        $type:ident = $name:literal ($params:ty) -> $result:ty,
        $method:ident $path:literal, $group:literal, $callers:ident, $log:ident;
    )*) => {
        $(
            #[doc = $about]
            #[derive(Debug)]
            pub struct $type;
            impl ApiFunction for $type {
                const FACTS: FunctionFacts = FunctionFacts {
                    name: $name,
                    about: $about.trim_ascii(),
                    group: $group,
                    method: HttpMethod::$method,
                    path: $path,
                    callers: Callers::$callers,
                    log: LogLine::$log,
                };
                type Params = $params;
                type Result = $result;
            }
        )*

        /// The facts of every function, in the order of the OpenAPI document.
        pub const FUNCTIONS: &[FunctionFacts] = &[$($type::FACTS),*];

        #[cfg(feature = "ts")]
        pub(crate) fn visit_functions(visitor: &mut impl crate::typescript::TableVisitor) {
            $( visit_function!($callers, visitor, $name, $params, $result); )*
        }
    };
}

#[cfg(feature = "ts")]
macro_rules! visit_function {
    (Programs, $visitor:ident, $name:literal, $params:ty, $result:ty) => {};
    (CommandLine, $visitor:ident, $name:literal, $params:ty, $result:ty) => {};
    ($callers:ident, $visitor:ident, $name:literal, $params:ty, $result:ty) => {
        $visitor.method::<$params, $result>($name);
    };
}

functions! {
    /// How the daemon is and who is connected
    GetStatus = "getStatus" (NoParams) -> Status, Get "/api/v1/status", "daemon", Everybody, None;
    /// Let a client go, as `status` lists them
    DisconnectClient = "disconnectClient" (IdParams) -> NoResult, Delete "/api/v1/clients/{id}", "daemon", Person, IfPossible;
    /// Stop the daemon, and the browser it started
    StopDaemon = "stop" (NoParams) -> NoResult, Post "/api/v1/stop", "daemon", CommandLine, IfPossible;
    /// Open a pairing code; it replaces the one before
    OpenPairingCode = "openPairingCode" (NoParams) -> PairingCode, Post "/api/v1/pairing-codes", "daemon", CommandLine, Needed;
    /// Who holds the only slot for clients, in `single` mode
    GetClientSlot = "getClientSlot" (NoParams) -> ClientSlot, Get "/client-slot", "daemon", Programs, None;

    /// Start the managed browser, or find the one that runs
    LaunchBrowser = "launchBrowser" (LaunchRequest) -> ManagedBrowser, Post "/api/v1/managed-browser", "browsers", CommandLine, Needed;
    /// Quit the managed browser
    QuitBrowser = "quitBrowser" (NoParams) -> NoResult, Delete "/api/v1/managed-browser", "browsers", CommandLine, IfPossible;
    /// The browsers elsewhere that were added
    ListRemoteBrowsers = "listRemoteBrowsers" (NoParams) -> RemoteBrowserList, Get "/api/v1/remote-browsers", "browsers", CommandLine, None;
    /// Connect to a browser elsewhere by its CDP endpoint, and keep it
    AddRemoteBrowser = "addRemoteBrowser" (RemoteBrowser) -> RemoteBrowser, Post "/api/v1/remote-browsers", "browsers", CommandLine, Needed;
    /// Leave a browser elsewhere
    RemoveRemoteBrowser = "removeRemoteBrowser" (NameParams) -> NoResult, Delete "/api/v1/remote-browsers/{name}", "browsers", CommandLine, IfPossible;
    /// Words to the browser and back, from its service worker or from the page in a tab
    MeasureEcho = "measureEcho" (EchoRequest) -> RoundTrips, Post "/api/v1/echo", "browsers", Programs, None;

    /// Make a token for an agent: it is shown this once
    CreateToken = "createToken" (NameParams) -> NewToken, Post "/api/v1/tokens", "tokens", CommandLine, Needed;
    /// The agents that have a token of their own
    ListTokens = "listTokens" (NoParams) -> TokenList, Get "/api/v1/tokens", "tokens", CommandLine, None;
    /// Take a token back: whoever has it is let go
    RevokeToken = "revokeToken" (NameParams) -> TokenList, Delete "/api/v1/tokens/{name}", "tokens", CommandLine, IfPossible;

    /// What waits for the person's word
    ListQuestions = "listQuestions" (NoParams) -> QuestionList, Get "/api/v1/questions", "policy", Person, None;
    /// Answer a question
    AnswerQuestion = "answerQuestion" (PolicyAnswer) -> NoResult, Post "/api/v1/questions", "policy", Person, IfPossibleByRoom;
    /// Who may do what where, in the order in which the rules are asked
    ListRules = "listRules" (NoParams) -> RuleList, Get "/api/v1/rules", "policy", Person, None;
    /// Add a rule before all others
    AddRule = "addRule" (Rule) -> RuleList, Post "/api/v1/rules", "policy", Person, NeededByRoom;
    /// Remove a rule that the person has made
    RemoveRule = "removeRule" (IdParams) -> RuleList, Delete "/api/v1/rules/{id}", "policy", Person, NeededByRoom;
    /// Who did what, the newest last
    ReadLog = "readLog" (LogFilter) -> LogEntries, Get "/api/v1/log", "policy", Person, None;

    /// The models that are set up, without their keys
    ListModels = "listModels" (ListModelsParams) -> ModelRecordList, Get "/api/v1/models", "models", Person, None;
    /// Set a model up, or change what is said about one
    AddModel = "addModel" (NewModel) -> ModelRecordList, Post "/api/v1/models", "models", Person, Needed;
    /// Remove a model and its key
    RemoveModel = "removeModel" (ModelName) -> ModelRecordList, Delete "/api/v1/models/{name}", "models", Person, IfPossible;
    /// Choose the model that is used when none is named
    SetDefaultModel = "setDefaultModel" (ModelName) -> ModelRecordList, Post "/api/v1/models/default", "models", Person, Needed;
    /// Ask a model twice, to see what works
    TestModel = "testModel" (ModelName) -> ModelTest, Post "/api/v1/models/test", "models", Person, Needed;

    /// What an utterance would do, without doing it
    Understand = "understand" (Utterance) -> UtteranceResult, Post "/api/v1/understand", "language", Everybody, None;
    /// What could be said next
    Complete = "complete" (CompleteParams) -> Completions, Post "/api/v1/complete", "language", Everybody, None;
    /// Everything that can be done, with the schemas of the parameters
    ListActions = "listActions" (NoParams) -> ActionList, Get "/api/v1/actions", "language", Programs, None;
    /// The grammars that come and go
    ListGrammars = "listGrammars" (NoParams) -> GrammarList, Get "/api/v1/grammars", "language", Programs, None;
    /// Add a grammar; one of the same name makes way
    AddGrammar = "addGrammar" (NewGrammar) -> GrammarList, Post "/api/v1/grammars", "language", CommandLine, Needed;
    /// Remove a grammar: it matches no more, at once
    RemoveGrammar = "removeGrammar" (NameParams) -> GrammarList, Delete "/api/v1/grammars/{name}", "language", CommandLine, Needed;
    /// Keep a way of saying something as a grammar of the person's own
    RememberPhrasing = "rememberPhrasing" (NewPhrasing) -> KeptPhrasing, Post "/api/v1/phrasings", "language", Person, Needed;
    /// How the names of sites are found
    GetResolver = "getResolver" (NoParams) -> ResolverState, Get "/api/v1/resolver", "language", Programs, None;
    /// Switch a stage on or off, add a name of your own or remove one
    ChangeResolver = "changeResolver" (ResolverChange) -> ResolverState, Post "/api/v1/resolver", "language", CommandLine, Needed;
    /// Where the name of a site leads, and what each stage said
    ResolveSite = "resolveSite" (ResolveParams) -> ResolvedSite, Post "/api/v1/resolve", "language", Programs, None;

    /// The chats with the page agent, the one that was used last first
    ListSessions = "listSessions" (SessionFilter) -> SessionList, Get "/api/v1/sessions", "chats", Person, None;
    /// Begin a chat
    CreateSession = "createSession" (NewSession) -> ChatSession, Post "/api/v1/sessions", "chats", Person, Needed;
    /// A chat, with its last run
    GetSession = "getSession" (SessionParams) -> ChatSession, Get "/api/v1/sessions/{session}", "chats", Person, None;
    /// Give a chat another title
    RenameSession = "renameSession" (RenameSessionParams) -> ChatSession, Post "/api/v1/sessions/{session}/title", "chats", Person, Needed;
    /// Delete a chat with all that was said in it
    DeleteSession = "deleteSession" (SessionParams) -> NoResult, Delete "/api/v1/sessions/{session}", "chats", Person, Needed;
    /// A chat as a file, in Markdown or JSON
    ExportSession = "exportSession" (ExportSessionParams) -> ExportedSession, Get "/api/v1/sessions/{session}/export", "chats", Person, None;
    /// What was said in a chat
    ListMessages = "listMessages" (MessagesParams) -> MessageList, Get "/api/v1/sessions/{session}/messages", "chats", Person, None;
    /// The runs of a chat
    ListRuns = "listRuns" (SessionParams) -> RunList, Get "/api/v1/sessions/{session}/runs", "chats", Person, None;
    /// Hand over a task
    StartRun = "startRun" (StartRunParams) -> ChatRun, Post "/api/v1/sessions/{session}/runs", "chats", Person, Needed;
    /// Stop the run of a chat
    StopRun = "stopRun" (SessionParams) -> ChatRun, Post "/api/v1/sessions/{session}/stop", "chats", Person, IfPossible;
    /// Pause the run of a chat, to take over
    PauseRun = "pauseRun" (SessionParams) -> ChatRun, Post "/api/v1/sessions/{session}/pause", "chats", Person, IfPossible;
    /// Let a run go on that was paused, was stopped or failed
    ResumeRun = "resumeRun" (SessionParams) -> ChatRun, Post "/api/v1/sessions/{session}/resume", "chats", Person, Needed;
    /// Answer what the agent asks
    AnswerRun = "answerRun" (AnswerRunParams) -> ChatRun, Post "/api/v1/sessions/{session}/answers", "chats", Person, Needed;
    /// Add words to a run that is under way; it hears them before its next step
    AddToRun = "addToRun" (AddToRunParams) -> ChatRun, Post "/api/v1/sessions/{session}/messages", "chats", Person, Needed;
    /// A picture that came with the result of a tool
    ReadPicture = "readPicture" (ReadPictureParams) -> ChatPicture, Get "/api/v1/sessions/{session}/picture", "chats", Person, None;
    /// What happened in the runs of a chat; waits for more where there is none
    ReadRunEvents = "readRunEvents" (RunEventsParams) -> ChatEventList, Get "/api/v1/sessions/{session}/recent-events", "chats", Person, None;

    /// Keep the page of a tab
    RememberPage = "rememberPage" (RememberParams) -> RememberedPage, Post "/api/v1/knowledge/pages", "knowledge", Everybody, None;
    /// Keep a page that the person reads, if it may be kept
    KeepPage = "keepPage" (KeepPageParams) -> KeptResult, Post "/api/v1/knowledge/read-pages", "knowledge", Person, None;
    /// Search what was read; without words, list it
    SearchPages = "searchPages" (SearchParams) -> SearchResults, Post "/api/v1/knowledge/search", "knowledge", Everybody, None;
    /// Pages whose title or address begins so, as somebody types
    SuggestPages = "suggestPages" (SuggestPagesParams) -> PageSuggestions, Get "/api/v1/knowledge/suggestions", "knowledge", Person, None;
    /// Answer a question from what was read
    AskKnowledge = "askKnowledge" (AskParams) -> Answer, Post "/api/v1/knowledge/questions", "knowledge", Everybody, None;
    /// Answer a question from the first results of the web, and keep none of them
    LookUpOnWeb = "lookUpOnWeb" (AskParams) -> Answer, Post "/api/v1/knowledge/lookups", "knowledge", Everybody, None;
    /// A page that is kept, with what is known of it
    GetPage = "getPage" (PageParams) -> PageView, Get "/api/v1/knowledge/pages/{page}", "knowledge", Person, None;
    /// What a page said at an earlier time
    GetPageVersion = "getPageVersion" (PageVersionParams) -> PageVersionText, Get "/api/v1/knowledge/pages/{page}/versions/{version}", "knowledge", Person, None;
    /// Change the note and the tags of a page
    EditPage = "editPage" (EditPageParams) -> PageView, Post "/api/v1/knowledge/notes", "knowledge", Person, NeededByRoom;
    /// Forget a page, a site, the last while or everything, for good
    ForgetPages = "forgetPages" (ForgetParams) -> Forgotten, Post "/api/v1/knowledge/forget", "knowledge", Person, IfPossibleByRoom;
    /// How much is kept, and from where
    GetKnowledgeStats = "getKnowledgeStats" (KnowledgeStatsParams) -> KnowledgeStats, Get "/api/v1/knowledge/stats", "knowledge", Person, None;
    /// What is kept by itself
    GetKnowledgeSettings = "getKnowledgeSettings" (NoParams) -> KnowledgeSettings, Get "/api/v1/knowledge/settings", "knowledge", Person, None;
    /// Change what is kept by itself
    ChangeKnowledgeSettings = "changeKnowledgeSettings" (ChangeKnowledgeParams) -> KnowledgeSettings, Post "/api/v1/knowledge/settings", "knowledge", Person, NeededByRoom;
    /// Browsers on this machine whose bookmarks and histories can be imported
    ListImportSources = "listImportSources" (NoParams) -> ImportSourceList, Get "/api/v1/knowledge/import-sources", "knowledge", Person, None;
    /// Import bookmarks, a history, a file or a folder
    StartImport = "startImport" (StartImportParams) -> ImportJob, Post "/api/v1/knowledge/imports", "knowledge", Person, NeededByRoom;
    /// The imports, with how far they are
    ListImports = "listImports" (NoParams) -> ImportJobList, Get "/api/v1/knowledge/imports", "knowledge", Person, None;
    /// Pause, resume or cancel an import
    ChangeImport = "changeImport" (ChangeImportParams) -> ImportJob, Post "/api/v1/knowledge/import-changes", "knowledge", Person, NeededByRoom;
    /// What an import could not read, and why
    ListImportFailures = "listImportFailures" (ImportParams) -> ImportFailureList, Get "/api/v1/knowledge/imports/{import}/failures", "knowledge", Person, None;
    /// Write what is kept to a file or a folder
    ExportPages = "exportPages" (ExportParams) -> Exported, Post "/api/v1/knowledge/exports", "knowledge", CommandLine, NeededByRoom;
    /// The graph of names or topics
    GetGraph = "getGraph" (GraphParams) -> GraphView, Get "/api/v1/knowledge/graph", "knowledge", Person, None;
    /// A name or topic: its pages and what is near it
    GetGraphNode = "getGraphNode" (GraphNodeParams) -> GraphNodeView, Get "/api/v1/knowledge/graph-node", "knowledge", Person, None;
    /// Say that two names are one
    MergeNames = "mergeNames" (MergeNamesParams) -> MergedName, Post "/api/v1/knowledge/merges", "knowledge", Person, NeededByRoom;
    /// Take that back
    UndoMerge = "undoMerge" (MergeParams) -> MergedNameList, Delete "/api/v1/knowledge/merges/{merge}", "knowledge", Person, NeededByRoom;
    /// The names that are one by the person's word
    ListMerges = "listMerges" (NoParams) -> MergedNameList, Get "/api/v1/knowledge/merges", "knowledge", Person, None;
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct IdParams {
    pub id: u32,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct NameParams {
    pub name: String,
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn every_function_has_all_its_facts() {
        let (mut names, mut routes) = (BTreeSet::new(), BTreeSet::new());
        for FunctionFacts { name, about, group, method, path, callers, log } in FUNCTIONS {
            assert!(names.insert(name), "two functions are called {name}");
            assert!(routes.insert((format!("{method:?}"), path)), "{name}: its route is taken");
            assert!(about.starts_with(|c: char| c.is_ascii_uppercase()), "{name}: {about}");
            assert!(!about.ends_with('.') && about.len() <= 90, "{name}: {about}");
            assert!(!group.is_empty() && path.starts_with('/'), "{name}");
            // The setting by which pages are kept while they are read has a line; not each of them has.
            let is_own_change =
                *method != HttpMethod::Get && !callers.have_agents() && *name != "keepPage";
            assert_eq!(*log != LogLine::None, is_own_change, "{name}: {log:?}");
        }
    }
}
