//! Searching the web with one of the providers that people know by name.

use tabwright_wire::verbs::{
    self, OpenParams, SearchParams, SearchProvider, SearchProviderList, SearchProvidersParams,
    Visit,
};

use super::{Do, Driver};
use crate::carrier::Result;
use crate::error::ControlError;

/// The first is the default.
const PROVIDERS: &[(&str, &str)] = &[
    ("duckduckgo", "https://duckduckgo.com/?q={query}"),
    ("google", "https://www.google.com/search?q={query}"),
    ("bing", "https://www.bing.com/search?q={query}"),
    ("brave", "https://search.brave.com/search?q={query}"),
    ("ecosia", "https://www.ecosia.org/search?q={query}"),
    ("startpage", "https://www.startpage.com/do/search?query={query}"),
    ("wikipedia", "https://en.wikipedia.org/w/index.php?search={query}"),
    ("youtube", "https://www.youtube.com/results?search_query={query}"),
];

impl Driver {
    fn provider(&self, wanted: Option<&str>) -> Result<&'static str> {
        let chosen = self.memory().search_provider.clone();
        let Some(name) = wanted.or(chosen.as_deref()) else {
            return Ok(PROVIDERS[0].1);
        };
        let found = PROVIDERS.iter().find(|(known, _)| known.eq_ignore_ascii_case(name));
        found.map(|(_, url)| *url).ok_or_else(|| {
            let names: Vec<_> = PROVIDERS.iter().map(|(name, _)| *name).collect();
            let message = format!("there is no provider `{name}`; known are {}", names.join(", "));
            ControlError::BadArguments(message)
        })
    }
}

impl Do<verbs::Search> for Driver {
    async fn do_it(&self, params: SearchParams) -> Result<Visit> {
        let url = self.provider(params.provider.as_deref())?;
        let open = OpenParams {
            tab: params.tab,
            url: url.replace("{query}", &encode(&params.query)),
            r#in: params.r#in,
            background: false,
            group: None,
            timeout_ms: params.timeout_ms,
        };
        <Self as Do<verbs::Open>>::do_it(self, open).await
    }
}

impl Do<verbs::SearchProviders> for Driver {
    async fn do_it(&self, params: SearchProvidersParams) -> Result<SearchProviderList> {
        if let Some(name) = params.choose {
            self.provider(Some(&name))?;
            self.memory().search_provider = Some(name.to_ascii_lowercase());
        }
        let chosen = self.memory().search_provider.clone();
        let default = chosen.as_deref().unwrap_or(PROVIDERS[0].0);
        let provider = |(name, url): &(&str, &str)| SearchProvider {
            name: (*name).to_owned(),
            url: (*url).to_owned(),
            is_default: *name == default,
        };
        Ok(SearchProviderList { providers: PROVIDERS.iter().map(provider).collect() })
    }
}

/// For a query of an address.
pub(super) fn encode(text: &str) -> String {
    let mut encoded = String::new();
    for byte in text.bytes() {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' | b'_' | b'.' | b'~' => {
                encoded.push(char::from(byte));
            }
            b' ' => encoded.push('+'),
            other => encoded.push_str(&format!("%{other:02X}")),
        }
    }
    encoded
}

#[cfg(test)]
mod tests {
    use super::encode;

    #[test]
    fn a_query_is_written_for_an_address() {
        assert_eq!(encode("trains to Zürich & back"), "trains+to+Z%C3%BCrich+%26+back");
    }
}
