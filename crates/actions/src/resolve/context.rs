//! What the chain of stages asks of browser and network.

use std::time::Duration;

use url::Url;

use super::search::Provider;

/// The browser and the network, as far as names of sites need them. Who implements it bounds the time
/// and size of every answer; the chain does not wait for ever either.
pub trait ResolverContext: Sync {
    /// The search providers that can be used, one of them the default.
    fn providers(&self) -> impl Future<Output = Result<Vec<Provider>, LookupError>> + Send;

    /// The text at an address of Wikipedia's API.
    fn fetch(&self, url: &Url) -> impl Future<Output = Result<String, LookupError>> + Send;

    /// Visited pages with these words in title or address.
    fn visited(
        &self,
        words: &str,
        count_max: usize,
    ) -> impl Future<Output = Result<Vec<Page>, LookupError>> + Send;

    /// The pages that were kept and fit a description, the best first. The person may be asked before.
    fn kept(
        &self,
        description: &str,
    ) -> impl Future<Output = Result<Vec<Page>, LookupError>> + Send;

    /// Bookmarks with these words in title or address; they have neither visits nor times.
    fn bookmarks(
        &self,
        words: &str,
        count_max: usize,
    ) -> impl Future<Output = Result<Vec<Page>, LookupError>> + Send;
}

#[derive(Debug, Clone, Default, PartialEq)]
pub struct Page {
    pub title: String,
    pub url: String,
    /// Milliseconds since 1970.
    pub last_visit_ms: f64,
    pub visits: u32,
}

/// Why a lookup failed. Never the end of the chain: the next stage is the fallback.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum LookupError {
    #[error("the network did not answer: {0}")]
    Network(String),
    #[error("the browser did not answer: {0}")]
    Browser(String),
    #[error("what was read cannot be searched: {0}")]
    Memory(String),
    #[error("no answer within {0:?}")]
    Timeout(Duration),
    #[error("the answer was not what was expected: {0}")]
    Malformed(String),
}
