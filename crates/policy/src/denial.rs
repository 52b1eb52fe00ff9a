//! Why a client may not, in words that it can act on.

use tabwright_wire::{Mode, Sensitivity, quote_address, quote_page_up_to};

use crate::sites::AddressError;

const REASON_CHARS_MAX: usize = 200;

/// Rules are given in words, with where they stand. Addresses are words of a page.
#[derive(Debug, Clone, thiserror::Error, PartialEq, Eq)]
pub enum Denial {
    #[error("`{operation}` is not allowed{}: {rule} says {}", at(place), mode_name(*mode))]
    Mode { operation: String, place: String, mode: Mode, rule: String },
    #[error("pages at `{scheme}:` may not be driven or opened: {rule} blocks them")]
    Scheme { scheme: String, rule: String },
    #[error(
        "the pages of the Tabwright extension are only for the person, and no rule can change that"
    )]
    OurPage,
    #[error("`{operation}` is not allowed{}: {rule} locks the client to {lock}", at(place))]
    Locked { operation: String, place: String, lock: String, rule: String },
    #[error("`{operation}` reaches every site at once, and {rule} closes some to this client")]
    EverySite { operation: String, rule: String },
    #[error("`{operation}` is only for the person")]
    OnlyPerson { operation: String },
    #[error("`{operation}` is for no client: the browser belongs to the person")]
    Nobody { operation: String },
    #[error("opening tabs is not allowed: {rule} forbids it")]
    NewTabs { rule: String },
    #[error("`{operation}` runs a script, and {rule} forbids scripts{}", at(place))]
    Scripts { operation: String, place: String, rule: String },
    #[error("{} is not a valid address: {}", quote_address(address), quote_reason(why))]
    Address { address: String, why: AddressError },
    #[error("the person said no{}{}", to(*sensitivity), at(place))]
    SaidNo {
        sensitivity: Option<Sensitivity>,
        place: String,
        /// It was said earlier, for as long as the daemon runs.
        remembered: bool,
    },
    #[error("the person did not answer within {secs} s, so the answer is no")]
    NoAnswer { secs: u64 },
    #[error("{open} questions already wait for the person's answer")]
    TooManyQuestions { open: usize },
}

impl Denial {
    /// What to do next.
    #[must_use]
    pub fn fix(&self) -> String {
        match self {
            Self::Mode { mode: Mode::ReadOnly, .. } => {
                "Read without changing anything, or ask the person to change the rule. `tabwright \
                 rules` lists the rules."
            }
            Self::Mode { .. } | Self::NewTabs { .. } => {
                "Ask the person to change the rule. `tabwright rules` lists the rules."
            }
            Self::Scripts { .. } => {
                "Read, click and type instead, or ask the person to change the rule. `tabwright rules` \
                 lists the rules."
            }
            Self::Scheme { .. } => {
                "Go to a web page instead. `tabwright rules` shows what is blocked."
            }
            Self::OurPage | Self::OnlyPerson { .. } => "Ask the person to do it.",
            Self::EverySite { .. } => {
                "Name the site that you need, or ask the person to change the rule. `tabwright rules` \
                 lists the rules."
            }
            Self::Nobody { .. } => "Disconnect when you are done, or ask the person to do it.",
            Self::Locked { lock, .. } => {
                return format!("Go to an address that matches {lock}, or ask the person to change the rule.");
            }
            Self::Address { .. } => "Give a complete address such as `https://example.com/`.",
            Self::SaidNo { remembered: true, .. } => {
                "Do without it. The answer is valid until the daemon stops or the person changes the \
                 rules."
            }
            Self::SaidNo { .. } => "Do without it, or ask the person why not.",
            Self::NoAnswer { .. } => {
                "Ask the person to look at Tabwright in the browser, where the question appears, and \
                 try again."
            }
            Self::TooManyQuestions { .. } => {
                "Wait until the person has answered, and ask fewer things at a time."
            }
        }
        .to_owned()
    }
}

/// It repeats parts of the address.
fn quote_reason(why: &AddressError) -> String {
    quote_page_up_to(&why.to_string(), REASON_CHARS_MAX)
}

fn at(place: &str) -> String {
    if place.is_empty() { String::new() } else { format!(" at {}", quote_address(place)) }
}

fn to(sensitivity: Option<Sensitivity>) -> String {
    sensitivity.map(|what| format!(" to {}", describe_sensitivity(what))).unwrap_or_default()
}

pub(crate) fn mode_name(mode: Mode) -> &'static str {
    match mode {
        Mode::Auto => "auto",
        Mode::Ask => "ask",
        Mode::ReadOnly => "read-only",
        Mode::Deny => "deny",
    }
}

pub(crate) fn describe_sensitivity(sensitivity: Sensitivity) -> &'static str {
    match sensitivity {
        Sensitivity::Password => "typing a password",
        Sensitivity::Payment => "paying",
        Sensitivity::Upload => "an upload",
        Sensitivity::Download => "a download",
        Sensitivity::Send => "sending something",
        Sensitivity::Tab => "using a tab of the person",
        Sensitivity::Settings => "changing bookmarks or settings",
        Sensitivity::Memory => "using what the person has read",
    }
}
