//! Why a sandbox could not be started or could not run a script at all. What a script does wrong
//! is in [`crate::ScriptError`].

#[derive(Debug, thiserror::Error)]
pub enum SandboxError {
    #[error("the limit `{what}` must be {rule}")]
    Limits { what: &'static str, rule: String },
    #[error("the API has no module `{entry}` to begin with")]
    NoEntry { entry: &'static str },
    #[error(
        "the API's modules import each other in a circle at `{name}`; move what they share to a \
         module of its own"
    )]
    Circle { name: &'static str },
    #[error("the API did not load: {message}")]
    Api { message: String },
    #[error("a script of {bytes} bytes is longer than the {limit} bytes it may have; send less")]
    TooLong { bytes: usize, limit: usize },
    #[error("no thread for the sandbox: {0}")]
    Thread(#[source] std::io::Error),
    #[error("the system gave no random numbers: {0}")]
    Random(String),
    #[error("the JavaScript engine did not start: {0}")]
    Engine(String),
    #[error(
        "the sandbox broke down ({message}); its state is lost and the next run starts a new one"
    )]
    Panicked { message: String },
    #[error(
        "{count} scripts that cannot be stopped still keep a processor each busy; restart the \
         daemon to be rid of them"
    )]
    Stuck { count: u32 },
}
