//! Grammars that are kept only as long as the process lives, for tests.

use std::collections::BTreeMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use async_trait::async_trait;
use tabwright_store::StoreError;
use tabwright_wire::language::NewGrammar;

use super::store::GrammarStore;

#[derive(Debug, Default)]
pub(crate) struct MemoryGrammars(Mutex<BTreeMap<String, NewGrammar>>);

impl MemoryGrammars {
    fn saved(&self) -> MutexGuard<'_, BTreeMap<String, NewGrammar>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[async_trait]
impl GrammarStore for MemoryGrammars {
    async fn load(&self) -> Result<Vec<NewGrammar>, StoreError> {
        Ok(self.saved().values().cloned().collect())
    }

    async fn put(&self, grammar: NewGrammar) -> Result<(), StoreError> {
        self.saved().insert(grammar.name.clone(), grammar);
        Ok(())
    }

    async fn remove(&self, name: &str) -> Result<(), StoreError> {
        self.saved().remove(name);
        Ok(())
    }
}
