//! Where it is kept how sites are found.

use std::fmt;

use async_trait::async_trait;
use tabwright_actions::resolve::Settings;
use tabwright_store::StoreError;
use tabwright_wire::language::NamedSite;

#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct SavedResolver {
    pub(crate) settings: Settings,
    /// By their keys in order.
    pub(crate) sites: Vec<NamedSite>,
}

#[async_trait]
pub(crate) trait ResolverStore: fmt::Debug + Send + Sync {
    async fn load(&self) -> Result<SavedResolver, StoreError>;

    async fn save_settings(&self, settings: &Settings) -> Result<(), StoreError>;

    /// Adds a site, in the place of one with the same key.
    async fn put_site(&self, key: &str, site: NamedSite) -> Result<(), StoreError>;

    async fn remove_site(&self, key: &str) -> Result<(), StoreError>;
}
