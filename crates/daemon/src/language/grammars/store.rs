//! Where the person's own grammars are kept.

use std::fmt;

use async_trait::async_trait;
use tabwright_store::StoreError;
use tabwright_wire::language::NewGrammar;

#[async_trait]
pub(crate) trait GrammarStore: fmt::Debug + Send + Sync {
    /// Ordered by name.
    async fn load(&self) -> Result<Vec<NewGrammar>, StoreError>;

    /// Adds a grammar, in the place of one of the same name.
    async fn put(&self, grammar: NewGrammar) -> Result<(), StoreError>;

    async fn remove(&self, name: &str) -> Result<(), StoreError>;
}
