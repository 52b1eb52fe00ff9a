//! What the chain asks of the world around it.

use std::time::Duration;

use url::Url;

use super::search::Provider;

/// The browser and the network, as far as names of sites need them. Who implements it bounds the time
/// and size of every answer; the chain does not wait for ever either.
pub trait Surroundings: Sync {
    /// The search providers that can be used, one of them the default.
    fn providers(&self) -> impl Future<Output = Result<Vec<Provider>, Trouble>> + Send;

    /// The text at an address of Wikipedia's API.
    fn fetch(&self, url: &Url) -> impl Future<Output = Result<String, Trouble>> + Send;

    /// Visited pages with these words in title or address.
    fn visited(
        &self,
        words: &str,
        count_max: usize,
    ) -> impl Future<Output = Result<Vec<Page>, Trouble>> + Send;

    /// Bookmarks with these words in title or address; they have neither visits nor times.
    fn bookmarks(
        &self,
        words: &str,
        count_max: usize,
    ) -> impl Future<Output = Result<Vec<Page>, Trouble>> + Send;
}

#[derive(Debug, Clone, Default, PartialEq)]
pub struct Page {
    pub title: String,
    pub url: String,
    /// Milliseconds since 1970.
    pub last_visit_ms: f64,
    pub visits: u32,
}

/// Why the world could not answer. Never the end of the chain: the next stage is asked.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Trouble {
    #[error("the network did not answer: {0}")]
    Network(String),
    #[error("the browser did not answer: {0}")]
    Browser(String),
    #[error("there was no answer within {0:?}")]
    TookTooLong(Duration),
    #[error("the answer was not what was expected: {0}")]
    Strange(String),
}
