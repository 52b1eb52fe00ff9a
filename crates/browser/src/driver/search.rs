//! Searching the web with one of the providers that people know by name.

use async_trait::async_trait;
use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};
use tabwright_wire::verbs::{
    self, OpenParams, SearchParams, SearchProvider, SearchProviderList, SearchProvidersParams,
    Visit,
};

use super::{BrowserControl, Driver};
use crate::backend::Result;

/// Stands in a provider's address where the query goes.
pub const QUERY_PLACEHOLDER: &str = "{query}";
/// What is escaped in a query: all but the unreserved characters of RFC 3986.
const QUERY: &AsciiSet = &NON_ALPHANUMERIC.remove(b'-').remove(b'_').remove(b'.').remove(b'~');

/// The search providers behind the verbs `search` and `search-providers`. Whoever makes drivers keeps
/// them: one list for all browsers.
#[async_trait]
pub trait SearchProviderSource: std::fmt::Debug + Send + Sync {
    /// The provider of that name; without a name the default.
    async fn find(&self, name: Option<&str>) -> Result<SearchProvider>;
    /// Makes the changes, and lists what there is afterwards.
    async fn update(&self, changes: SearchProvidersParams) -> Result<Vec<SearchProvider>>;
}

impl BrowserControl<verbs::SearchWeb> for Driver {
    async fn run(&self, params: SearchParams) -> Result<Visit> {
        let provider = self.core.search_providers.find(params.provider.as_deref()).await?;
        let open = OpenParams {
            tab: params.tab,
            url: search_address(&provider.url, &params.query),
            r#in: params.r#in,
            background: false,
            group: None,
            timeout_ms: params.timeout_ms,
        };
        <Self as BrowserControl<verbs::Open>>::run(self, open).await
    }
}

impl BrowserControl<verbs::SearchProviders> for Driver {
    async fn run(&self, params: SearchProvidersParams) -> Result<SearchProviderList> {
        let providers = self.core.search_providers.update(params).await?;
        Ok(SearchProviderList { providers })
    }
}

fn search_address(template: &str, query: &str) -> String {
    template.replace(QUERY_PLACEHOLDER, &encode_query(query))
}

/// A text as it stands in the query of an address, where a space is `+`.
pub(super) fn encode_query(text: &str) -> String {
    utf8_percent_encode(text, QUERY).to_string().replace("%20", "+")
}

#[cfg(test)]
mod tests {
    use super::search_address;

    #[test]
    fn a_query_is_written_for_an_address() {
        let address = search_address("https://a.test/?q={query}", "trains to Zürich & ~back_%20");
        assert_eq!(address, "https://a.test/?q=trains+to+Z%C3%BCrich+%26+~back_%2520");
    }
}
