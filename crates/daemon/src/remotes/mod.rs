//! Which browsers elsewhere a person has added. [`crate::drivers`] connects to them.

#[cfg(test)]
mod contract;
#[cfg(test)]
mod memory;
mod sqlite;

use std::fmt;

use async_trait::async_trait;
use tabwright_store::StoreError;
use tabwright_wire::RemoteBrowser;
use url::Url;

pub(crate) use sqlite::SqliteRemoteBrowsers;

#[async_trait]
pub(crate) trait RemoteBrowserStore: fmt::Debug + Send + Sync {
    /// Ordered by name.
    async fn load(&self) -> Result<Vec<RemoteBrowser>, StoreError>;

    /// Adds a browser, in the place of one of the same name.
    async fn put(&self, browser: RemoteBrowser) -> Result<(), StoreError>;

    async fn remove(&self, name: &str) -> Result<(), StoreError>;
}

const MASK: &str = "***";

/// The address with its credentials masked: the user, the password, and every value of the query, where
/// providers of browsers expect their tokens. For lists and logs; the store keeps the whole address.
pub(crate) fn mask_credentials(address: &str) -> String {
    let Ok(mut url) = Url::parse(address) else { return MASK.to_owned() };
    if url.query().is_none() && url.username().is_empty() && url.password().is_none() {
        return address.to_owned();
    }
    if !url.username().is_empty() {
        let _ = url.set_username(MASK);
    }
    if url.password().is_some() {
        let _ = url.set_password(Some(MASK));
    }
    let names: Vec<String> = url.query_pairs().map(|(name, _)| name.into_owned()).collect();
    if !names.is_empty() {
        url.query_pairs_mut().clear().extend_pairs(names.iter().map(|name| (name, MASK)));
    }
    url.to_string()
}

#[cfg(test)]
mod tests {
    use super::mask_credentials;

    #[test]
    fn a_list_shows_no_token() {
        for (address, shown) in [
            ("http://127.0.0.1:9222", "http://127.0.0.1:9222"),
            ("wss://host.example/?token=abc&stealth", "wss://host.example/?token=***&stealth=***"),
            ("wss://me:secret@host.example/x", "wss://***:***@host.example/x"),
            ("wss://token@host.example/", "wss://***@host.example/"),
            ("no address at all", "***"),
        ] {
            assert_eq!(mask_credentials(address), shown);
        }
    }
}
