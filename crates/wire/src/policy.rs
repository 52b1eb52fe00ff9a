//! Who may do what where: rules, questions to the person, and what the log keeps.

use serde::{Deserialize, Serialize};

use crate::ids::TabId;

/// What a client may do.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Mode {
    /// Everything; what is sensitive asks.
    #[default]
    Auto,
    /// Whatever changes something asks.
    Ask,
    /// Looking only.
    ReadOnly,
    /// Nothing.
    Deny,
}

/// What asks even in `auto`, unless a rule allows it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Sensitivity {
    /// Typing into a password field.
    Password,
    /// Card data, and buttons that buy or pay.
    Payment,
    /// Giving files of this machine to a page.
    Upload,
    Download,
    /// Buttons and keys that send or publish what was written.
    Send,
    /// Driving a tab that is the person's, not one that the client opened.
    Tab,
    /// Changing what is the person's in the browser: bookmarks, search providers.
    Settings,
    /// Learning what the person has read: searching what is remembered, and asking about it.
    Memory,
}

impl Sensitivity {
    pub const ALL: [Self; 8] = [
        Self::Password,
        Self::Payment,
        Self::Upload,
        Self::Download,
        Self::Send,
        Self::Tab,
        Self::Settings,
        Self::Memory,
    ];
}

/// What a verb does, as far as rules care.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum VerbKind {
    /// Looks, and changes nothing.
    Read,
    /// Does something to a page.
    Act,
    /// Sends a tab somewhere, or opens one.
    Go,
    /// Moves tabs and windows about.
    Arrange,
    /// Touches what is not in a page: bookmarks, clipboard, voice.
    Reach,
}

/// One rule. Of the rules that fit, the first that says something about a matter decides it.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub struct Rule {
    /// A client by name, with `*` for any letters; everyone without it.
    #[cfg_attr(feature = "ts", ts(optional))]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub client: Option<String>,
    /// A host (`example.com`, with what is below it: `*.example.com`), or an address with `*`;
    /// everywhere without it.
    #[cfg_attr(feature = "ts", ts(optional))]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub site: Option<String>,
    #[cfg_attr(feature = "ts", ts(optional))]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mode: Option<Mode>,
    /// May it open tabs?
    #[cfg_attr(feature = "ts", ts(optional))]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub new_tabs: Option<bool>,
    /// May it run scripts of its own in pages?
    #[cfg_attr(feature = "ts", ts(optional))]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub scripts: Option<bool>,
    /// It may be at addresses that fit this, and nowhere else.
    #[cfg_attr(feature = "ts", ts(optional))]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub locked_url: Option<String>,
    /// What need not ask.
    #[cfg_attr(feature = "ts", ts(optional))]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub allow: Option<Vec<Sensitivity>>,
    /// Schemes that nobody may drive, instead of the usual ones.
    #[cfg_attr(feature = "ts", ts(optional))]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub blocked_schemes: Option<Vec<String>>,
}

/// Where a rule stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "kebab-case")]
pub enum RuleSource {
    /// The person made it, in the extension or with `tabwright rules`.
    Person,
    /// The config file.
    Config,
    /// It comes with Tabwright.
    BuiltIn,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct RuleRecord {
    /// To remove it by; only a person's has one.
    #[cfg_attr(feature = "ts", ts(optional))]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub id: Option<u32>,
    pub source: RuleSource,
    pub rule: Rule,
}

/// In the order in which they are asked.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct RuleList {
    pub rules: Vec<RuleRecord>,
}

/// Something that waits for the person's word.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct PolicyQuestion {
    pub id: u32,
    pub client: String,
    /// What it wants to do, in words: `click button "Pay now"`. What the page or the client chose is set
    /// apart between U+2068 and U+2069.
    pub what: String,
    /// The page it is about, as the browser says; empty where it is about none.
    pub url: String,
    #[cfg_attr(feature = "ts", ts(optional))]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tab: Option<TabId>,
    /// Why it asks; without one, because a rule says `ask`.
    #[cfg_attr(feature = "ts", ts(optional))]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sensitivity: Option<Sensitivity>,
    /// Unanswered by then, it is a no. Milliseconds from when this was told.
    pub left_ms: u32,
    /// Whoever answers from elsewhere must have read it here. Told to the extension only, whose window
    /// no program can look into.
    #[cfg_attr(feature = "ts", ts(optional))]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub code: Option<String>,
}

#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct QuestionList {
    pub questions: Vec<PolicyQuestion>,
}

/// For how long a yes or a no holds.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Remember {
    /// This once.
    #[default]
    Once,
    /// For the same request of this client on this site, until the daemon stops.
    Session,
    /// It becomes a rule.
    Always,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct PolicyAnswer {
    pub id: u32,
    pub allow: bool,
    #[cfg_attr(feature = "ts", ts(optional, as = "Option<_>"))]
    #[serde(default)]
    pub remember: Remember,
    /// The code of the question, which a yes needs that does not come from its window.
    #[cfg_attr(feature = "ts", ts(optional))]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub code: Option<String>,
}

/// How a client reaches the daemon. A name proves nothing, the origin does.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "kebab-case")]
pub enum ClientOrigin {
    Api,
    Mcp,
    Cdp,
    /// The page agent, on a task of the person's.
    Agent,
    /// The person, in the extension or with the command line.
    Person,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Outcome {
    Done,
    /// It was tried.
    Failed,
    /// A rule or the person did not let it.
    Refused,
    /// The client went away meanwhile.
    Cancelled,
}

/// One line of the log.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct LogEntry {
    /// Rises by one with every entry, over all files.
    #[cfg_attr(feature = "ts", ts(type = "number"))]
    pub seq: u64,
    /// When it ended, in UTC: `2026-11-15T16:41:26.123Z`.
    pub time: String,
    pub origin: ClientOrigin,
    pub client: String,
    /// A verb of browser control, a CDP method, or what was done with rules and questions.
    pub operation: String,
    #[cfg_attr(feature = "ts", ts(optional))]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tab: Option<TabId>,
    /// The address of its page, without what follows `?` and `#`.
    #[serde(default)]
    pub url: String,
    /// What it was told, as JSON, with what is secret taken out.
    #[serde(default)]
    pub detail: String,
    pub outcome: Outcome,
    /// Why not, or what came of it, in words.
    #[serde(default)]
    pub note: String,
    #[cfg_attr(feature = "ts", ts(type = "number"))]
    pub took_ms: u64,
    /// The hash of the entry before.
    pub previous: String,
    /// SHA-256 over this entry without its hash.
    pub hash: String,
}

#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct LogEntries {
    /// The newest last.
    pub entries: Vec<LogEntry>,
}

/// Which entries of the log.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase", deny_unknown_fields, default)]
pub struct LogFilter {
    #[cfg_attr(feature = "ts", ts(optional))]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub client: Option<String>,
    #[cfg_attr(feature = "ts", ts(optional))]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub operation: Option<String>,
    /// A host, as in a rule.
    #[cfg_attr(feature = "ts", ts(optional))]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub site: Option<String>,
    #[cfg_attr(feature = "ts", ts(optional))]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub outcome: Option<Outcome>,
    /// Words that stand anywhere in it.
    #[cfg_attr(feature = "ts", ts(optional))]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub words: Option<String>,
    /// From this time on, in UTC, as far as it goes: `2026-11-15` or `2026-11-15T16:41`.
    #[cfg_attr(feature = "ts", ts(optional))]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub since: Option<String>,
    /// The newest so many; 100 without it.
    #[cfg_attr(feature = "ts", ts(optional))]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub max: Option<u32>,
}
