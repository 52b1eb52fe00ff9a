//! Why a name leads nowhere.

use super::outcome::Trial;
use super::sites::Offer;

#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum ResolveError {
    #[error("there is nothing to open: the name is empty")]
    Empty,
    #[error("the name has {letters} characters, and a name has at most {letters_max}")]
    TooLong { letters: usize, letters_max: usize },
    #[error("the name has an invisible control character in it (U+{0:04X})")]
    ControlCharacter(u32),
    #[error("this is not opened: {0}")]
    Refused(#[from] Refusal),
    #[error(transparent)]
    NotFound(#[from] NotFound),
}

impl ResolveError {
    /// What to do next.
    #[must_use]
    pub fn fix(&self) -> String {
        match self {
            Self::Empty => "Name a site or give its address.".to_owned(),
            Self::TooLong { .. } => "Give the name of one site, or an address.".to_owned(),
            Self::ControlCharacter(_) => {
                "Type the name instead of pasting it, or paste it without formatting.".to_owned()
            }
            Self::Refused(refusal) => refusal.fix().to_owned(),
            Self::NotFound(not_found) => not_found.fix(),
        }
    }
}

/// An address that is understood and not opened, whatever is switched on.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    #[error("`{0}:` would run as a script in the active page")]
    Script(String),
    #[error("`{0}:` is a whole page inside an address, and can pretend to be any site")]
    PageInAddress(String),
    #[error("`{0}:` only works inside the page that made it")]
    InsideOfAPage(String),
    #[error("`{0}:` is opened by another program, not by the browser")]
    OtherProgram(String),
    #[error("the browser opens no `{0}:` addresses")]
    UnknownScheme(String),
    #[error("the part before the `@` would be sent to {host} as name and password")]
    Credentials { host: String },
}

impl Refusal {
    fn fix(&self) -> &'static str {
        match self {
            Self::Script(_) => "Run scripts with `tabwright eval`, where your rules apply.",
            Self::PageInAddress(_) => "Save the page as a file or serve it, and open that.",
            Self::InsideOfAPage(_) => "Open the page that made it.",
            Self::OtherProgram(_) => "Open it in that program.",
            Self::UnknownScheme(_) => "Write an address that begins with `https://`.",
            Self::Credentials { .. } => {
                "To log in that way, write the whole address, beginning with `https://`."
            }
        }
    }
}

/// No stage knew the name.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
#[error("no site is called `{name}`")]
pub struct NotFound {
    /// Cut where it is long.
    pub name: String,
    pub tried: Vec<Trial>,
    /// Known names that are most like it, the likest first.
    pub nearest: Vec<Offer>,
}

impl NotFound {
    fn fix(&self) -> String {
        let names: Vec<_> = self.nearest.iter().map(|near| near.name.as_str()).collect();
        match names.as_slice() {
            [] => "Give the address, or add the name with `tabwright resolver add NAME ADDRESS`."
                .to_owned(),
            [one] => format!("Did you mean {one}? Otherwise give the address."),
            [rest @ .., last] => {
                format!("Did you mean {} or {last}? Otherwise give the address.", rest.join(", "))
            }
        }
    }
}
