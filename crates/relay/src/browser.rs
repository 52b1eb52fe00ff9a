//! What the relay needs of the browser: to ask it something, and to be told the answer in order.

use std::path::PathBuf;

use serde_json::value::RawValue;
use tabwright_wire::Method;

/// Called once, and never from inside [`Browser::ask`].
pub type OnAnswer = Box<dyn FnOnce(Result<Box<RawValue>, BrowserError>) + Send>;

/// The browser behind the extension.
pub trait Browser: Send + Sync + std::fmt::Debug {
    /// Asks by the name of a method of the `cdp` channel. Answers and events must be handed to the
    /// relay in the order in which they arrive.
    fn ask(&self, method: &'static str, params: Box<RawValue>, on_answer: OnAnswer);

    /// Puts a file of this machine where each client wants it, and takes it away where it was.
    /// `done` is called once, and never from inside this call.
    fn hand_over_file(&self, from: PathBuf, to: Vec<PathBuf>, done: OnHandedOver);
}

pub type OnHandedOver = Box<dyn FnOnce(Result<(), BrowserError>) + Send>;

/// Why the browser did not do it, in words for a person.
#[derive(Debug, Clone, thiserror::Error)]
#[error("{0}")]
pub struct BrowserError(pub String);

/// [`Browser::ask`] with the types of a method.
pub(crate) fn ask<M: Method>(
    browser: &dyn Browser,
    params: &M::Params,
    on_answer: impl FnOnce(Result<M::Result, BrowserError>) + Send + 'static,
) {
    let params = match serde_json::value::to_raw_value(params) {
        Ok(params) => params,
        Err(error) => return on_answer(Err(BrowserError(error.to_string()))),
    };
    browser.ask(
        M::NAME,
        params,
        Box::new(move |answer| {
            on_answer(answer.and_then(|result| {
                serde_json::from_str(result.get()).map_err(|error| BrowserError(error.to_string()))
            }));
        }),
    );
}
