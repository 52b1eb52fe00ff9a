//! What every engine of [`AgentTokenStore`] must do.

use tabwright_store::Store;

use super::memory::MemoryAgentTokens;
use super::sqlite::SqliteAgentTokens;
use super::{AgentTokenStore, SavedToken};

tabwright_store::contract_tests! {
    cases: [keeps_them_by_name, removes_whatever_the_case],
    memory: ((), MemoryAgentTokens::default()),
    sqlite: {
        let folder = tempfile::tempdir().unwrap();
        let store = Store::open(&folder.path().join("tabwright.db")).await.unwrap();
        (folder, SqliteAgentTokens::new(store))
    },
}

fn token(name: &str, byte: u8) -> SavedToken {
    SavedToken {
        name: name.to_owned(),
        hash: [byte; 32],
        created: "2026-11-16T12:00:00Z".to_owned(),
    }
}

async fn keeps_them_by_name(store: &impl AgentTokenStore) {
    assert_eq!(store.load().await.unwrap(), []);
    store.add(token("codex", 1)).await.unwrap();
    store.add(token("Claude", 2)).await.unwrap();
    assert_eq!(store.load().await.unwrap(), [token("Claude", 2), token("codex", 1)]);
}

async fn removes_whatever_the_case(store: &impl AgentTokenStore) {
    store.add(token("codex", 1)).await.unwrap();
    store.add(token("claude", 2)).await.unwrap();
    store.remove("Codex").await.unwrap();
    // There is none any more: nothing to do.
    store.remove("codex").await.unwrap();
    assert_eq!(store.load().await.unwrap(), [token("claude", 2)]);
}
