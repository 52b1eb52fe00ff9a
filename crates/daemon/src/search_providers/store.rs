//! Where the person's own search providers are kept.

use std::fmt;

use async_trait::async_trait;
use tabwright_store::StoreError;
use tabwright_wire::verbs::NewSearchProvider;

/// What a person added and chose.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct SavedProviders {
    /// The name of the default, if one was chosen.
    pub(crate) default: Option<String>,
    /// In the order in which they were added.
    pub(crate) own: Vec<NewSearchProvider>,
}

/// Names are compared without regard to the case of ASCII letters.
#[async_trait]
pub(crate) trait SearchProviderStore: fmt::Debug + Send + Sync {
    async fn load(&self) -> Result<SavedProviders, StoreError>;

    /// Adds it behind the others, in the place of one of the same name.
    async fn put(&self, provider: NewSearchProvider) -> Result<(), StoreError>;

    /// Removes it and says at once which one is the default from now on.
    async fn remove(&self, name: &str, default: Option<&str>) -> Result<(), StoreError>;

    async fn set_default(&self, name: &str) -> Result<(), StoreError>;
}
