//! Searching the web with one of the providers that people know by name.

use tabwright_wire::verbs::{
    self, OpenParams, SearchParams, SearchProviderList, SearchProvidersParams, Visit,
};

use super::{BrowserControl, Driver};
use crate::carrier::Result;
use crate::providers::search_address;

impl BrowserControl<verbs::Search> for Driver {
    async fn run(&self, params: SearchParams) -> Result<Visit> {
        let provider = self.core.providers.find(params.provider.as_deref())?;
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
        let providers = &self.core.providers;
        if let Some(name) = params.remove {
            providers.remove(&name)?;
        }
        if let Some(new) = params.add {
            providers.add(new)?;
        }
        if let Some(name) = params.choose {
            providers.choose(&name)?;
        }
        Ok(SearchProviderList { providers: providers.list() })
    }
}
