//! Tokens of agents, kept only as long as the process lives, for tests.

use std::collections::BTreeMap;

use async_trait::async_trait;
use parking_lot::Mutex;
use tabwright_store::StoreError;

use super::{AgentTokenStore, SavedToken};

#[derive(Debug, Default)]
pub(crate) struct MemoryAgentTokens(Mutex<BTreeMap<String, SavedToken>>);

#[async_trait]
impl AgentTokenStore for MemoryAgentTokens {
    async fn load(&self) -> Result<Vec<SavedToken>, StoreError> {
        Ok(self.0.lock().values().cloned().collect())
    }

    async fn add(&self, token: SavedToken) -> Result<(), StoreError> {
        self.0.lock().insert(token.name.to_lowercase(), token);
        Ok(())
    }

    async fn remove(&self, name: &str) -> Result<(), StoreError> {
        self.0.lock().remove(&name.to_lowercase());
        Ok(())
    }
}
