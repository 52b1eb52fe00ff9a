//! Why something asked of a browser was not done, and what to do next. Words of a page are set apart where
//! the sentence is made ([`quote_page`]), so messages that come from elsewhere are quoted whole.

use tabwright_rpc as rpc;
use tabwright_wire::{
    CdpError, KitRefusal, KitRefusalCode, NotAnAddress, Problem, ProblemCode, RemoteError,
    RemoteErrorCode, Sensitivity, TabId, TargetError, quote_address, quote_page, quote_page_up_to,
};

use crate::driver::SecretRefused;

/// What a script throws may hold more than a name.
const THROWN_CHARS_MAX: usize = 400;

#[derive(Debug, thiserror::Error)]
pub enum ControlError {
    #[error("there is no tab {0}")]
    NoSuchTab(TabId),
    /// As the browser says it.
    #[error("{0}")]
    TabGone(String),
    #[error("no tab is open")]
    NoTab,
    #[error("no tab matches \"{0}\"")]
    NoTabAbout(String),
    #[error("{0}")]
    ForbiddenPage(String),
    /// The document is one of those that are closed to the client.
    #[error("{0}")]
    Closed(String),
    /// The tab navigated away before its page had answered.
    #[error("{0}")]
    PageLeft(String),
    /// The kit could not act on an element, or wait for it.
    #[error("{0}")]
    Element(KitRefusal),
    /// It is of a kind for which the person is to be asked first; nothing was done to it.
    #[error("{what} needs the person's permission")]
    Sensitive { sensitivity: Sensitivity, what: String },
    #[error(transparent)]
    Target(#[from] TargetError),
    #[error("{0}")]
    BadArguments(String),
    #[error("tab {tab} shows a dialog: {kind} {}", quote_page(message))]
    DialogOpen { tab: TabId, kind: String, message: String },
    #[error("tab {0} shows no dialog")]
    NoDialog(TabId),
    #[error("the page in tab {0} has crashed")]
    Crashed(TabId),
    /// The same, as the browser says it.
    #[error("{0}")]
    PageCrashed(String),
    #[error("{} could not be opened: {reason}", quote_address(url))]
    NavigationFailed { url: String, reason: String },
    #[error("{0}")]
    Timeout(String),
    /// As the page threw it.
    #[error("the script failed: {}", quote_page_up_to(.0, THROWN_CHARS_MAX))]
    Script(String),
    #[error("the person pressed Stop in tab {0}")]
    StoppedByPerson(TabId),
    #[error("{0}")]
    Unsupported(String),
    #[error("cannot use the file {path}: {source}")]
    File { path: String, source: std::io::Error },
    /// Something could not be kept.
    #[error("{what}")]
    Storage { what: String, fix: &'static str },
    #[error("{0}")]
    Failed(String),
    #[error("{}", .0.reason)]
    Secret(SecretRefused),
    /// The way to the browser failed.
    #[error(transparent)]
    Channel(rpc::Error),
}

impl ControlError {
    #[must_use]
    pub fn element(code: KitRefusalCode, message: impl Into<String>) -> Self {
        Self::Element(KitRefusal { code, message: message.into(), sensitivity: None })
    }

    /// What the caller can do about it.
    #[must_use]
    pub fn fix(&self) -> &str {
        use KitRefusalCode as Code;
        match self {
            Self::NoSuchTab(_) | Self::TabGone(_) | Self::NoTabAbout(_) => {
                "List the tabs with `tabs`"
            }
            Self::NoTab => "Open one with `open`",
            Self::ForbiddenPage(_) => "Go to an ordinary web page. Chrome protects its own pages",
            Self::Closed(_) => {
                "Do without it, or ask the person to change the rule. `tabwright rules` lists the rules"
            }
            Self::Element(refusal) => match refusal.code {
                Code::NoFocus => "Click a field first, or name one as the target",
                Code::NotFound | Code::NotHere => {
                    "Take a snapshot to see what is there, or `wait` for it"
                }
                Code::Gone => "Take a new snapshot: the page has changed",
                Code::Ambiguous => "Use one of the numbers, or `nth`",
                Code::Hidden => "Open what hides it first, or `wait` for it",
                Code::Covered => "Close what covers it first; `click` takes `force`",
                Code::Disabled => "Fill in what the page requires first",
                Code::ReadOnly | Code::WrongKind => "Choose another element, or another verb",
                Code::Moving => "Wait until the page has stopped moving",
                Code::NoOption => "Use one of the labels in the list",
                Code::NoEffect => "Take a snapshot to see the page now",
                Code::Timeout => "Take a snapshot to see the page, or allow more time",
                Code::Sensitive => "Ask the person first",
                Code::BadArguments => "Correct the arguments",
                Code::Failed | Code::OtherOrigin | Code::Unknown => {
                    "Take a snapshot to see the page"
                }
            },
            Self::Sensitive { .. } => "Ask the person first",
            Self::Target(_) | Self::BadArguments(_) => "Correct the arguments",
            Self::DialogOpen { .. } => "Answer it with `dialog` first",
            Self::NoDialog(_) => "Continue: there is nothing to answer",
            Self::Crashed(_) | Self::PageCrashed(_) => {
                "Load it again with `reload`, or `open` another page. Other tabs are not affected"
            }
            Self::NavigationFailed { .. } => "Check the address and the network",
            Self::Timeout(_) => "Take a snapshot to see the page, or allow more time",
            Self::Script(_) => "Correct the script",
            Self::PageLeft(_) => "Take a snapshot to see where the tab is now",
            Self::StoppedByPerson(_) => "Ask the person. They let it go on with `tabwright resume`",
            Self::Unsupported(_) => "Use another browser or another way",
            Self::File { .. } => "Check that the file exists and can be read or written",
            Self::Secret(refused) => &refused.fix,
            Self::Storage { fix, .. } => fix,
            Self::Failed(_) | Self::Channel(_) => {
                "Try again. If it fails again, `tabwright doctor` shows what is wrong"
            }
        }
    }
}

impl From<KitRefusal> for ControlError {
    fn from(refusal: KitRefusal) -> Self {
        if let (KitRefusalCode::Sensitive, Some(sensitivity)) = (refusal.code, refusal.sensitivity)
        {
            return Self::Sensitive { sensitivity, what: refusal.message };
        }
        match refusal.code {
            KitRefusalCode::BadArguments => Self::BadArguments(refusal.message),
            KitRefusalCode::OtherOrigin => Self::PageLeft(refusal.message),
            KitRefusalCode::Failed | KitRefusalCode::Unknown => Self::Failed(refusal.message),
            _ => Self::Element(refusal),
        }
    }
}

impl From<NotAnAddress> for ControlError {
    fn from(error: NotAnAddress) -> Self {
        Self::BadArguments(error.to_string())
    }
}

impl From<CdpError> for ControlError {
    fn from(error: CdpError) -> Self {
        // Chrome's answer to what was under way in a page whose process ended.
        if error.message == "Target crashed" {
            return Self::PageCrashed("the page has crashed".to_owned());
        }
        Self::Failed(format!("Chrome says {}", quote_page_up_to(&error.message, THROWN_CHARS_MAX)))
    }
}

impl From<rpc::Error> for ControlError {
    fn from(error: rpc::Error) -> Self {
        match error {
            rpc::Error::Remote(RemoteError { code, message }) => match code {
                RemoteErrorCode::ForbiddenPage => Self::ForbiddenPage(message),
                RemoteErrorCode::PageLeft => Self::PageLeft(message),
                RemoteErrorCode::PageCrashed => Self::PageCrashed(message),
                RemoteErrorCode::NoSuchTab => Self::TabGone(message),
                RemoteErrorCode::BadArguments => Self::BadArguments(message),
                RemoteErrorCode::Timeout => Self::Timeout(message),
                _ => Self::Failed(message),
            },
            other => Self::Channel(other),
        }
    }
}

impl From<ControlError> for Problem {
    fn from(error: ControlError) -> Self {
        use KitRefusalCode as Kit;
        let code = match &error {
            ControlError::Channel(_) => ProblemCode::BrowserRefused,
            ControlError::NoSuchTab(_)
            | ControlError::TabGone(_)
            | ControlError::NoTab
            | ControlError::NoTabAbout(_) => ProblemCode::NoSuchTab,
            ControlError::ForbiddenPage(_) => ProblemCode::ForbiddenPage,
            ControlError::Closed(_) => ProblemCode::Denied,
            ControlError::Element(refusal) => match refusal.code {
                Kit::NotFound | Kit::NotHere | Kit::NoFocus => ProblemCode::ElementNotFound,
                Kit::Ambiguous => ProblemCode::ElementAmbiguous,
                Kit::Gone => ProblemCode::ElementGone,
                Kit::Hidden => ProblemCode::ElementHidden,
                Kit::Covered => ProblemCode::ElementCovered,
                Kit::Disabled => ProblemCode::ElementDisabled,
                Kit::ReadOnly => ProblemCode::ElementReadOnly,
                Kit::Moving => ProblemCode::ElementMoving,
                Kit::WrongKind => ProblemCode::WrongKind,
                Kit::NoOption => ProblemCode::NoOption,
                Kit::NoEffect => ProblemCode::NoEffect,
                Kit::Timeout => ProblemCode::WaitTimeout,
                Kit::Sensitive => ProblemCode::Denied,
                Kit::BadArguments => ProblemCode::BadRequest,
                Kit::Failed | Kit::OtherOrigin | Kit::Unknown => ProblemCode::PageFailed,
            },
            ControlError::Sensitive { .. } => ProblemCode::Denied,
            ControlError::Target(_) | ControlError::BadArguments(_) => ProblemCode::BadRequest,
            ControlError::DialogOpen { .. } => ProblemCode::DialogOpen,
            ControlError::NoDialog(_) => ProblemCode::NoDialog,
            ControlError::NavigationFailed { .. } => ProblemCode::NavigationFailed,
            ControlError::Timeout(_) => ProblemCode::WaitTimeout,
            ControlError::Script(_) => ProblemCode::ScriptFailed,
            ControlError::StoppedByPerson(_) => ProblemCode::StoppedByPerson,
            ControlError::Unsupported(_) => ProblemCode::Unsupported,
            ControlError::Secret(_) => ProblemCode::SecretProblem,
            ControlError::File { .. } => ProblemCode::FileProblem,
            ControlError::Storage { .. } => ProblemCode::StorageFailed,
            ControlError::Failed(_)
            | ControlError::PageLeft(_)
            | ControlError::Crashed(_)
            | ControlError::PageCrashed(_) => ProblemCode::PageFailed,
        };
        let (title, fix) = (error.to_string(), error.fix().to_owned());
        match error {
            ControlError::Channel(error) => error.into(),
            _ => Self { code, title, fix },
        }
    }
}
