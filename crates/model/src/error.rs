//! What can go wrong between a request and its answer.

use std::fmt;
use std::time::Duration;

use tabwright_wire::quote_page_up_to;

use crate::key::ApiKey;

/// Longer texts of servers are cut: an error is read by people.
const TEXT_CHARS_MAX: usize = 300;
/// What is looked at of a server's text at all.
const TEXT_BYTES_MAX: usize = 4096;

/// Words of a model's server: shortened, without control characters and without the key. There is no
/// other way to get a server's words into an error.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ServerText(String);

impl ServerText {
    pub(crate) fn new(text: &str, key: Option<&ApiKey>) -> Self {
        let start = text.floor_char_boundary(TEXT_BYTES_MAX);
        let text = match key {
            Some(key) => key.redact(&text[..start]),
            None => text[..start].to_owned(),
        };
        Self(quote_page_up_to(text.trim(), TEXT_CHARS_MAX))
    }
}

impl fmt::Display for ServerText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// What was waited for when the time was over.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Phase {
    /// The first byte of the answer.
    FirstByte,
    /// The next byte of the answer.
    NextByte,
    /// The end of the answer.
    End,
}

/// Something that not every model can do.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Feature {
    /// Calls of tools.
    Tools,
    /// Pictures in the request.
    Images,
}

/// Why there is no answer. [`Error::fix`] says what to do next.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum Error {
    /// The provider does not know the key, or needs one.
    #[error("the model's provider does not take the key")]
    WrongKey,
    /// The key is good, but not for this.
    #[error("the model's provider does not allow it: {0}")]
    NotAllowed(ServerText),
    /// The account is empty.
    #[error("the account with the model's provider has no credit left")]
    NoCredit,
    /// No such model there.
    #[error("the provider has no model {model}")]
    UnknownModel {
        /// As the settings name it.
        model: String,
    },
    /// Too many requests or tokens in too short a time.
    #[error("the model's provider limits how often it may be asked{}", in_seconds(*.wait))]
    RateLimited {
        /// How long to wait, where the provider says it.
        wait: Option<Duration>,
    },
    /// The provider cannot answer now.
    #[error("the model's provider is overloaded or has a fault{}", with_detail(.detail.as_ref()))]
    Overloaded {
        /// How long to wait, where the provider says it.
        wait: Option<Duration>,
        /// What it says about it.
        detail: Option<ServerText>,
    },
    /// The conversation does not fit into the model's context window.
    #[error("the conversation is longer than the model can read")]
    ContextTooLong,
    /// The answer broke off. Nothing of its tool calls was told.
    #[error("the model's answer broke off")]
    CutStream,
    /// The provider could not read what its own model wrote as a tool call.
    #[error("the model wrote a tool call that its provider cannot read")]
    MalformedToolCall,
    /// The model or a filter of the provider declined.
    #[error("the model or its provider refused to answer{}", with_detail(.0.as_ref()))]
    Refused(Option<ServerText>),
    /// Nothing came for too long.
    #[error("the model did not {} within {} s", awaited(*.phase), .after.as_secs_f32())]
    Timeout {
        /// What was waited for.
        phase: Phase,
        /// How long.
        after: Duration,
    },
    /// There is no connection to the server.
    #[error("{host} cannot be reached: {reason}")]
    Unreachable {
        /// The server.
        host: String,
        /// What the system says.
        reason: ServerText,
    },
    /// The server answered something that is no answer of a model.
    #[error("the model's server gave an answer that cannot be understood: {why}")]
    BadAnswer {
        /// What is wrong with it.
        why: BadAnswer,
    },
    /// The server finds fault with the request.
    #[error("the model's provider does not take the request: {0}")]
    BadRequest(ServerText),
    /// The model lacks something.
    #[error("the model {} does not take {}", .model, .feature.name())]
    Unsupported {
        /// As the settings name it.
        model: String,
        /// What it lacks.
        feature: Feature,
    },
}

/// What is wrong with an answer.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum BadAnswer {
    /// A page for people.
    #[error("it is a web page")]
    WebPage,
    /// There is nothing at this address.
    #[error("there is nothing at this address (status {0})")]
    NoSuchAddress(u16),
    /// Redirects are not followed: the key would go along.
    #[error("it redirects to another address (status {0})")]
    Redirect(u16),
    /// An event of the stream is no JSON, or not of the right shape.
    #[error("a piece of it is not of the expected form ({0})")]
    Malformed(&'static str),
    /// One of the limits on size and number.
    #[error("it has {0}")]
    TooMuch(&'static str),
    /// The server says so itself, without a known reason.
    #[error("{0}")]
    Told(ServerText),
}

impl From<BadAnswer> for Error {
    fn from(why: BadAnswer) -> Self {
        Self::BadAnswer { why }
    }
}

impl Error {
    /// What to do next.
    #[must_use]
    pub fn fix(&self) -> &'static str {
        match self {
            Self::WrongKey => {
                "Check the key: `tabwright model add` with the same name takes another one."
            }
            Self::NotAllowed(_) => {
                "See in your account with the provider whether the key may use this model, from this country."
            }
            Self::NoCredit => {
                "Add credit to your account with the provider, or choose another model with `tabwright model default`."
            }
            Self::UnknownModel { .. } => {
                "Check the model's name in the provider's list, then `tabwright model add` it again. A model of \
                 Ollama has to be pulled first: `ollama pull NAME`."
            }
            Self::RateLimited { .. } => {
                "Wait, then go on. If it happens often, ask the provider for a higher limit or choose another model."
            }
            Self::Overloaded { .. } => "Wait a moment, then go on, or choose another model.",
            Self::ContextTooLong => {
                "Start a new chat, or choose a model with a larger context window."
            }
            Self::CutStream => "Try again. Nothing of the broken answer was done.",
            Self::MalformedToolCall => {
                "Try again. If it happens often, choose a model that is made for tools."
            }
            Self::Refused(_) => "Say the task in other words, or choose another model.",
            Self::Timeout { .. } => {
                "Try again. A slow model needs a larger `timeout_s` in its settings."
            }
            Self::Unreachable { .. } => {
                "Check the network and the model's base_url. A local server, such as Ollama, has to run."
            }
            Self::BadAnswer { .. } => {
                "Check that base_url is the address of the provider's API, and `provider` the kind it speaks."
            }
            Self::BadRequest(_) => {
                "Check the model's settings: temperature, reasoning and max_output_tokens are not taken by every model."
            }
            Self::Unsupported { feature: Feature::Tools, .. } => {
                "Choose a model that can call tools."
            }
            Self::Unsupported { feature: Feature::Images, .. } => {
                "Set `vision = false` for this model, or choose one that reads pictures."
            }
        }
    }
}

impl Feature {
    fn name(self) -> &'static str {
        match self {
            Self::Tools => "tools",
            Self::Images => "pictures",
        }
    }
}

fn awaited(phase: Phase) -> &'static str {
    match phase {
        Phase::FirstByte => "begin to answer",
        Phase::NextByte => "go on with its answer",
        Phase::End => "finish its answer",
    }
}

fn in_seconds(wait: Option<Duration>) -> String {
    wait.map_or_else(String::new, |wait| {
        format!(": it asks to wait {} s", wait.as_secs_f64().ceil())
    })
}

fn with_detail(detail: Option<&ServerText>) -> String {
    detail.map_or_else(String::new, |detail| format!(": {detail}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_of_a_server_are_short_and_without_the_key() {
        let key = ApiKey::new("sk-abcdefghijklmnop").unwrap();
        let long = format!("no\n\u{1b}[31m sk-abcdefghijklmnop {}", "ü".repeat(100_000));
        let text = ServerText::new(&long, Some(&key)).to_string();
        assert!(text.chars().count() < TEXT_CHARS_MAX + 10, "{text}");
        assert!(!text.contains("abcdefgh") && !text.contains('\u{1b}') && !text.contains('\n'));
    }

    #[test]
    fn an_error_reads_as_a_sentence_and_has_a_fix() {
        let detail = ServerText::new("too hot", None);
        let wait = Some(Duration::from_millis(1_200));
        for (error, sentence) in [
            (Error::RateLimited { wait }, "asked: it asks to wait 2 s"),
            (Error::Overloaded { wait, detail: Some(detail) }, "fault: \"\u{2068}too hot"),
            (
                Error::Timeout { phase: Phase::FirstByte, after: Duration::from_secs(60) },
                "did not begin to answer within 60 s",
            ),
            (Error::Refused(None), "refused to answer"),
            (BadAnswer::Malformed("no JSON").into(), "expected form (no JSON)"),
            (
                Error::Unsupported { model: "m".to_owned(), feature: Feature::Images },
                "the model m does not take pictures",
            ),
        ] {
            assert!(error.to_string().contains(sentence), "{error}");
            assert!(error.fix().ends_with('.'), "{error}");
        }
    }
}
