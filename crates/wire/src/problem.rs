//! An error as every API gives it, in the shape of RFC 9457, with a code for programs and a fix for
//! people. Its HTTP status follows from the code.

use serde::{Deserialize, Serialize};

/// In JSON it also has `status`, which is [`ProblemCode::http_status`].
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, thiserror::Error)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(as = "ProblemDocument"))]
#[serde(into = "ProblemDocument")]
#[error("{title}")]
pub struct Problem {
    pub code: ProblemCode,
    /// What happened.
    pub title: String,
    /// What to do next.
    pub fix: String,
}

/// What stands in the JSON of a [`Problem`].
#[derive(Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
struct ProblemDocument {
    status: u16,
    code: ProblemCode,
    /// What happened.
    title: String,
    /// What to do next.
    fix: String,
}

impl From<Problem> for ProblemDocument {
    fn from(Problem { code, title, fix }: Problem) -> Self {
        Self { status: code.http_status(), code, title, fix }
    }
}

#[cfg(feature = "ts")]
impl schemars::JsonSchema for Problem {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Problem".into()
    }

    fn json_schema(generator: &mut schemars::SchemaGenerator) -> schemars::Schema {
        ProblemDocument::json_schema(generator)
    }
}

#[cfg(feature = "openapi")]
impl utoipa::PartialSchema for Problem {
    fn schema() -> utoipa::openapi::RefOr<utoipa::openapi::Schema> {
        ProblemDocument::schema()
    }
}

#[cfg(feature = "openapi")]
impl utoipa::ToSchema for Problem {
    fn schemas(schemas: &mut Vec<(String, utoipa::openapi::RefOr<utoipa::openapi::Schema>)>) {
        ProblemDocument::schemas(schemas);
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(feature = "ts", schemars(extend("x-fallback" = "unknown")))]
pub enum ProblemCode {
    BadToken,
    BadHost,
    BadOrigin,
    /// Only the person may do this: an agent's token does not open it.
    PersonOnly,
    /// The answer to a question needs the code that the asking window shows.
    BadAnswerCode,
    BadRequest,
    /// More was sent at once than a message may hold.
    TooLarge,
    NotFound,
    ProtocolMismatch,
    SlotTaken,
    BadPairingCode,
    NoBrowser,
    UnknownBrowser,
    BrowserDisconnected,
    BrowserRefused,
    BrowserTimeout,
    BrowserBusy,
    LaunchFailed,
    NoSuchTab,
    ForbiddenPage,
    ElementNotFound,
    ElementAmbiguous,
    ElementGone,
    ElementHidden,
    ElementCovered,
    ElementDisabled,
    ElementReadOnly,
    ElementMoving,
    WrongKind,
    NoOption,
    NoEffect,
    WaitTimeout,
    DialogOpen,
    NoDialog,
    NavigationFailed,
    ScriptFailed,
    StoppedByPerson,
    /// A task went as far as the settings let it.
    TaskLimit,
    /// A task waits until the person resumes it.
    TaskPaused,
    /// A rule or the person does not let it.
    Denied,
    /// The page is another one than the person was asked about.
    PageChanged,
    /// A secret is not there, or not for this site.
    SecretProblem,
    /// Nothing that was said is known here, or it lacks something.
    NotUnderstood,
    Unsupported,
    /// No language model is set up, or its settings or its key cannot be used.
    NoModel,
    /// A language model or its server did not answer as it should.
    ModelFailed,
    /// A file that the caller named cannot be used.
    FileProblem,
    /// The daemon cannot write its own files.
    StorageFailed,
    PageFailed,
    UpgradeRequired,
    Internal,
    #[serde(other)]
    Unknown,
}

impl ProblemCode {
    /// The HTTP status that goes with this code: the only place where one is chosen.
    #[must_use]
    pub const fn http_status(self) -> u16 {
        match self {
            Self::BadRequest | Self::FileProblem => 400,
            Self::BadToken => 401,
            Self::BadHost
            | Self::BadOrigin
            | Self::PersonOnly
            | Self::BadAnswerCode
            | Self::BadPairingCode
            | Self::ForbiddenPage
            | Self::Denied
            | Self::SecretProblem => 403,
            Self::NotFound
            | Self::UnknownBrowser
            | Self::NoSuchTab
            | Self::ElementNotFound
            | Self::NoOption => 404,
            Self::SlotTaken
            | Self::ElementAmbiguous
            | Self::ElementHidden
            | Self::ElementCovered
            | Self::ElementDisabled
            | Self::ElementReadOnly
            | Self::ElementMoving
            | Self::WrongKind
            | Self::NoEffect
            | Self::DialogOpen
            | Self::NoDialog
            | Self::PageChanged
            | Self::TaskPaused
            | Self::NoModel => 409,
            Self::ElementGone => 410,
            Self::TooLarge => 413,
            Self::ScriptFailed | Self::NotUnderstood => 422,
            Self::StoppedByPerson => 423,
            Self::ProtocolMismatch | Self::UpgradeRequired => 426,
            Self::BrowserBusy | Self::TaskLimit => 429,
            Self::LaunchFailed | Self::StorageFailed | Self::Internal | Self::Unknown => 500,
            Self::Unsupported => 501,
            Self::BrowserRefused
            | Self::NavigationFailed
            | Self::PageFailed
            | Self::ModelFailed => 502,
            Self::NoBrowser | Self::BrowserDisconnected => 503,
            Self::BrowserTimeout | Self::WaitTimeout => 504,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_json_has_the_status_of_its_code_whatever_came_in() {
        let text = r#"{"status":200,"code":"element-gone","title":"gone","fix":"look again"}"#;
        let problem: Problem = serde_json::from_str(text).unwrap();
        let json = serde_json::to_value(&problem).unwrap();
        let expected = serde_json::json!({
            "status": 410, "code": "element-gone", "title": "gone", "fix": "look again",
        });
        assert_eq!(json, expected);
    }

    #[test]
    fn a_code_of_a_newer_version_is_unknown() {
        let text = r#"{"status":418,"code":"teapot","title":"no","fix":""}"#;
        let problem: Problem = serde_json::from_str(text).unwrap();
        assert_eq!((problem.code, problem.code.http_status()), (ProblemCode::Unknown, 500));
    }
}
