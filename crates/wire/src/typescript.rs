//! Writes the whole wire room as one TypeScript module for the extension.

use std::fmt::Write as _;

use ts_rs::{Config, TS};

use crate::language::*;
use crate::*;

/// The text of `extension/src/wire.ts`.
#[must_use]
pub fn module() -> String {
    let config = Config::new().with_large_int("number");
    let mut out = String::from(
        "// Generated from crates/wire by `cargo xtask wire`. Do not edit: CI fails when it is stale.\n\n",
    );
    constants(&mut out);
    types(&mut out, &config);
    channels(&mut out, &config);
    out
}

fn constants(out: &mut String) {
    let number = |out: &mut String, name: &str, value: usize| {
        let _ = writeln!(out, "export const {name} = {value};");
    };
    number(out, "PROTOCOL_VERSION", PROTOCOL_VERSION as usize);
    number(out, "DEFAULT_PORT", usize::from(DEFAULT_PORT));
    number(out, "FRAME_BYTES_MAX", FRAME_BYTES_MAX);
    number(out, "BUNDLE_LENGTH_MAX", BUNDLE_LENGTH_MAX);
    number(out, "PENDING_CALLS_MAX", PENDING_CALLS_MAX);
    number(out, "KEEP_ALIVE_INTERVAL_MS", KEEP_ALIVE_INTERVAL_MS as usize);
    number(out, "SILENCE_MS_MAX", SILENCE_MS_MAX as usize);
    number(out, "RECONNECT_MS_MIN", RECONNECT_MS_MIN as usize);
    number(out, "RECONNECT_MS_MAX", RECONNECT_MS_MAX as usize);
    number(out, "NUMBERS_PER_FRAME", NUMBERS_PER_FRAME as usize);
    number(out, "CONTENT_SCRIPT_MS_MAX", CONTENT_SCRIPT_MS_MAX as usize);
    number(out, "CLOSE_CODE_DUPLICATE", usize::from(CLOSE_CODE_DUPLICATE));
    for (name, value) in [
        ("CLOSE_DUPLICATE", CLOSE_DUPLICATE),
        ("DISCONNECTED", DISCONNECTED),
        ("NATIVE_HOST", NATIVE_HOST),
        ("EXTENSION_ID", EXTENSION_ID),
        ("EXTENSION_KEY", EXTENSION_KEY),
        ("BROWSER_CONTROL", BROWSER_CONTROL),
        ("AGENT_SERVICE", AGENT_SERVICE),
        ("CDP", CDP),
    ] {
        let _ = writeln!(out, "export const {name} = {value:?};");
    }
    out.push('\n');
}

fn types(out: &mut String, config: &Config) {
    macro_rules! declare {
        ($($type:ty),* $(,)?) => {
            $( let _ = writeln!(out, "export {}\n", <$type>::decl(config)); )*
        };
    }
    declare!(
        CallId,
        TabId,
        ProfileId,
        ExtensionQuery,
        Control,
        Hello,
        Welcome,
        PairRequest,
        PairResponse,
        NativeRequest,
        NativeResponse,
        Problem,
        ProblemCode,
        Message<'static>,
        RemoteError,
        RemoteErrorCode,
        Status,
        BrowserStatus,
        ClientStatus,
        ClientKind,
        ManagedBrowser,
        Diagnostics,
        NoParams,
        EchoParams,
        EchoResult,
        TabList,
        Tab,
        FrameList,
        FrameInfo,
        AskKitParams,
        KitAnswered,
        NavigateParams,
        HistoryParams,
        ReloadParams,
        GroupParams,
        MoveTabsParams,
        ZoomParams,
        ZoomState,
        PictureData,
        RunScriptParams,
        ScriptResult,
        SpeakParams,
        Bookmark,
        BookmarkList,
        VisitedPage,
        VisitedList,
        FindVisitsParams,
        AddBookmarkParams,
        FindBookmarksParams,
        BookmarkIdParams,
        ClipboardText,
        StartDownloadParams,
        DownloadId,
        SettleDownloadParams,
        NavigationPhase,
        NavigationNotice,
        FocusNotice,
        FindTabParams,
        FoundTab,
        DownloadState,
        DownloadNotice,
        StopNotice,
        DisconnectClientParams,
        ReportParams,
        ReportLevel,
        NoResult,
        TabParams,
        CdpCommand,
        CdpAnswer,
        CdpError,
        CdpEvent,
        TabDetachedParams,
        TargetList,
        TargetKind,
        TabTarget,
        CreateTabParams,
        StoreParams,
        IncognitoState,
        PermissionSetting,
        PermissionParams,
        BrowserVersion,
        WindowBounds,
        CookieList,
        SetCookiesParams,
        DownloadParams,
        DownloadFile,
        Point,
        Rect,
        Target,
        TargetWords,
        Locator,
        LocatorStep,
        RoleState,
        Words,
        KitRefusal,
        KitRefusalCode,
        KitText,
        JoinParams,
        Joined,
        SnapshotMode,
        FrameSnapshotParams,
        FrameSnapshot,
        ChildSlot,
        ScrollState,
        MarkList,
        Mark,
        Need,
        ReadyParams,
        Ready,
        ElementFacts,
        FieldKind,
        LocateChildParams,
        ChildPlace,
        PerformParams,
        Deed,
        FileContent,
        ClickManner,
        MouseButton,
        Modifier,
        Performed,
        ScrollParams,
        ScrollMotion,
        Scrolled,
        SettleParams,
        Effects,
        WaitUntilParams,
        Condition,
        ElementState,
        Waited,
        ReadParams,
        Compression,
        ReadHtmlParams,
        ReadMarkdownParams,
        ReadLinksParams,
        LinkList,
        Link,
        ReadTablesParams,
        TableList,
        Table,
        QueryParams,
        QueryFact,
        FoundElements,
        FoundElement,
        HandOverParams,
        HandedOver,
        ConcealParams,
        ShowParams,
        Mode,
        Sensitivity,
        Rule,
        RuleSource,
        RuleRecord,
        RuleList,
        RuleIdParams,
        PolicyQuestion,
        QuestionList,
        Action,
        Utterance,
        StepState,
        Step,
        PartKind,
        Part,
        Suggestion,
        UtteranceResult,
        SayParams,
        SayId,
        StepNotice,
        CompleteParams,
        CompletionKind,
        Completion,
        Completions,
        Remember,
        PolicyAnswer,
        ClientOrigin,
        Outcome,
        LogEntry,
        LogEntries,
        LogFilter,
    );
}

fn channels(out: &mut String, config: &Config) {
    fn method<M: Method>(config: &Config) -> String
    where
        M::Params: TS,
        M::Result: TS,
    {
        format!(
            "  {}: {{ params: {}; result: {} }};\n",
            M::NAME,
            M::Params::name(config),
            M::Result::name(config)
        )
    }
    fn notice<N: Notice>(config: &Config) -> String
    where
        N::Params: TS,
    {
        format!("  {}: {{ params: {} }};\n", N::NAME, N::Params::name(config))
    }
    let mut interface = |name: &str, doc: &str, body: String| {
        let _ = writeln!(out, "/** {doc} */\nexport type {name} = {{\n{body}}};\n");
    };
    interface(
        "BrowserControl",
        "What the daemon asks of the extension.",
        [
            method::<Echo>(config),
            method::<ListTabs>(config),
            method::<FindTab>(config),
            method::<ListFrames>(config),
            method::<AskKit>(config),
            method::<Navigate>(config),
            method::<GoInHistory>(config),
            method::<ReloadTab>(config),
            method::<GroupTabs>(config),
            method::<MoveTabs>(config),
            method::<ZoomTab>(config),
            method::<CaptureTab>(config),
            method::<RunScript>(config),
            method::<Speak>(config),
            method::<StopSpeaking>(config),
            method::<AddBookmark>(config),
            method::<FindBookmarks>(config),
            method::<FindVisits>(config),
            method::<RemoveBookmark>(config),
            method::<ReadClipboard>(config),
            method::<WriteClipboard>(config),
            method::<StartDownload>(config),
            method::<HoldDownload>(config),
            method::<SettleDownload>(config),
        ]
        .concat(),
    );
    interface(
        "Kit",
        "What the daemon asks of the page kit in one frame.",
        crate::kit::questions_in_typescript(config),
    );
    interface(
        "AgentService",
        "What the extension asks of the daemon.",
        [
            method::<GetStatus>(config),
            method::<DisconnectClient>(config),
            method::<ListQuestions>(config),
            method::<AnswerQuestion>(config),
            method::<ListRules>(config),
            method::<AddRule>(config),
            method::<RemoveRule>(config),
            method::<ReadLog>(config),
            method::<Understand>(config),
            method::<Say>(config),
            method::<StopSaying>(config),
            method::<Complete>(config),
        ]
        .concat(),
    );
    interface(
        "BrowserControlNotices",
        "What the daemon tells the extension.",
        [notice::<QuestionsChanged>(config), notice::<StepChanged>(config)].concat(),
    );
    interface(
        "AgentServiceNotices",
        "What the extension tells the daemon.",
        [
            notice::<Report>(config),
            notice::<Navigation>(config),
            notice::<Focus>(config),
            notice::<Download>(config),
            notice::<StopPressed>(config),
        ]
        .concat(),
    );
    interface(
        "CdpControl",
        "What the daemon asks of Chrome's debugger.",
        [
            method::<AttachTab>(config),
            method::<DetachTab>(config),
            method::<SendCommand>(config),
            method::<ListTargets>(config),
            method::<CreateTab>(config),
            method::<CloseTab>(config),
            method::<ActivateTab>(config),
            method::<GetVersion>(config),
            method::<GetWindow>(config),
            method::<SetWindow>(config),
            method::<GetCookies>(config),
            method::<SetCookies>(config),
            method::<ClearCookies>(config),
            method::<GetIncognito>(config),
            method::<SetPermissions>(config),
            method::<ResetPermissions>(config),
            method::<TakeDownload>(config),
            method::<CancelDownload>(config),
        ]
        .concat(),
    );
    interface(
        "CdpNotices",
        "What Chrome's debugger and tabs tell the daemon.",
        [
            notice::<CdpEventNotice>(config),
            notice::<TabDetached>(config),
            notice::<TabCreated>(config),
            notice::<TabChanged>(config),
            notice::<TabRemoved>(config),
        ]
        .concat(),
    );
}
