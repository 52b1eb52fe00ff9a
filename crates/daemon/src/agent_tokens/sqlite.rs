//! Tokens of agents, in SQLite.

use async_trait::async_trait;
use tabwright_store::{Store, StoreError};

use super::{AgentTokenStore, SavedToken};

#[derive(Debug)]
pub(crate) struct SqliteAgentTokens {
    store: Store,
}

impl SqliteAgentTokens {
    pub(crate) fn new(store: Store) -> Self {
        Self { store }
    }
}

#[async_trait]
impl AgentTokenStore for SqliteAgentTokens {
    async fn load(&self) -> Result<Vec<SavedToken>, StoreError> {
        self.store
            .read(|connection| {
                connection
                    .prepare("SELECT name, hash, created FROM agent_token ORDER BY name")?
                    .query_map((), |row| {
                        Ok(SavedToken {
                            name: row.get(0)?,
                            hash: row.get(1)?,
                            created: row.get(2)?,
                        })
                    })?
                    .collect()
            })
            .await
    }

    async fn add(&self, SavedToken { name, hash, created }: SavedToken) -> Result<(), StoreError> {
        let add = "INSERT INTO agent_token (name, hash, created) VALUES (?1, ?2, ?3)";
        self.store
            .write(move |transaction| transaction.execute(add, (name, hash, created)))
            .await?;
        Ok(())
    }

    async fn remove(&self, name: &str) -> Result<(), StoreError> {
        let (remove, name) = ("DELETE FROM agent_token WHERE name = ?1", name.to_owned());
        self.store.write(move |transaction| transaction.execute(remove, [name])).await?;
        Ok(())
    }
}
