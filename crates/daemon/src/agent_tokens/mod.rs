//! Tokens of single agents. The name of an agent with a token of its own is what the person gave it, and
//! the token can be taken back alone.

#[cfg(test)]
mod contract;
#[cfg(test)]
mod memory;
mod room;
mod sqlite;

use std::fmt;
use std::sync::Arc;

use async_trait::async_trait;
use jiff::Timestamp;
use parking_lot::RwLock;
use sha2::{Digest as _, Sha256};
use tabwright_client::Token;
use tabwright_room::{internal, is_our_name};
use tabwright_store::StoreError;
use tabwright_wire::{NewToken, Problem, TokenList, TokenOwner};

pub(crate) use room::TokensRoom;
pub(crate) use sqlite::SqliteAgentTokens;

use crate::problems;

const NAME_CHARS_MAX: usize = 40;

/// A token is 32 random bytes, so that its plain hash cannot be guessed back.
type Hash = [u8; 32];

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct SavedToken {
    pub(crate) name: String,
    pub(crate) hash: Hash,
    pub(crate) created: String,
}

#[async_trait]
pub(crate) trait AgentTokenStore: fmt::Debug + Send + Sync {
    /// Ordered by name.
    async fn load(&self) -> Result<Vec<SavedToken>, StoreError>;

    /// Adds a token whose name nobody has.
    async fn add(&self, token: SavedToken) -> Result<(), StoreError>;

    /// The case of letters in the name does not matter.
    async fn remove(&self, name: &str) -> Result<(), StoreError>;
}

#[derive(Debug)]
pub(crate) struct AgentTokens {
    store: Arc<dyn AgentTokenStore>,
    known: RwLock<Known>,
    /// Held while they are changed, so that the store and what is known stay the same.
    changing: tokio::sync::Mutex<()>,
}

#[derive(Debug, Default)]
struct Known {
    tokens: Vec<SavedToken>,
    names: Arc<[Arc<str>]>,
}

impl Known {
    fn new(tokens: Vec<SavedToken>) -> Self {
        let names = tokens.iter().map(|token| token.name.as_str().into()).collect();
        Self { tokens, names }
    }
}

impl AgentTokens {
    pub(crate) async fn load(store: Arc<dyn AgentTokenStore>) -> Result<Self, StoreError> {
        let known = RwLock::new(Known::new(store.load().await?));
        Ok(Self { store, known, changing: tokio::sync::Mutex::default() })
    }

    /// Whose token it is. The hash is compared, so the time it takes tells nothing about a token.
    pub(crate) fn owner(&self, guess: &str) -> Option<Arc<str>> {
        let (hash, known) = (hash(guess), self.known.read());
        let at = known.tokens.iter().position(|token| token.hash == hash)?;
        known.names.get(at).cloned()
    }

    /// The names that nobody else may take.
    pub(crate) fn names(&self) -> Arc<[Arc<str>]> {
        Arc::clone(&self.known.read().names)
    }

    fn list(&self) -> TokenList {
        let owner = |token: &SavedToken| TokenOwner {
            name: token.name.clone(),
            created: token.created.clone(),
        };
        TokenList { tokens: self.known.read().tokens.iter().map(owner).collect() }
    }

    async fn create(&self, name: &str) -> Result<NewToken, Problem> {
        let name = name.trim();
        if !is_name(name) {
            return Err(problems::token_name(name));
        }
        let _one_at_a_time = self.changing.lock().await;
        if self.has(name) {
            return Err(problems::token_exists(name));
        }
        let token = Token::random().map_err(|error| internal(&error))?;
        let saved = SavedToken {
            name: name.to_owned(),
            hash: hash(token.reveal()),
            created: Timestamp::now().strftime("%FT%TZ").to_string(),
        };
        self.store.add(saved).await.map_err(|error| problems::store(&error))?;
        self.reload().await?;
        Ok(NewToken { name: name.to_owned(), token: token.reveal().to_owned() })
    }

    async fn revoke(&self, name: &str) -> Result<TokenList, Problem> {
        let _one_at_a_time = self.changing.lock().await;
        if !self.has(name) {
            return Err(problems::no_such_token(name));
        }
        self.store.remove(name).await.map_err(|error| problems::store(&error))?;
        self.reload().await?;
        Ok(self.list())
    }

    fn has(&self, name: &str) -> bool {
        self.known.read().names.iter().any(|known| known.eq_ignore_ascii_case(name))
    }

    async fn reload(&self) -> Result<(), Problem> {
        let tokens = self.store.load().await.map_err(|error| problems::store(&error))?;
        *self.known.write() = Known::new(tokens);
        Ok(())
    }
}

fn hash(token: &str) -> Hash {
    Sha256::digest(token.as_bytes()).into()
}

/// Plain letters only, so that two names cannot look the same to the person.
fn is_name(name: &str) -> bool {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || " ._-".contains(c);
    (1..=NAME_CHARS_MAX).contains(&name.len()) && name.chars().all(is_plain) && !is_our_name(name)
}

#[cfg(test)]
mod tests {
    use super::memory::MemoryAgentTokens;
    use super::*;

    #[tokio::test]
    async fn a_token_is_of_its_agent_until_it_is_revoked() {
        let store = Arc::new(MemoryAgentTokens::default());
        let tokens = AgentTokens::load(Arc::clone(&store) as _).await.unwrap();
        let codex = tokens.create(" codex ").await.unwrap();
        let claude = tokens.create("claude").await.unwrap();
        assert_eq!(codex.name, "codex");
        assert_eq!(tokens.owner(&codex.token).as_deref(), Some("codex"));
        assert_eq!(tokens.owner(&claude.token).as_deref(), Some("claude"));
        assert_eq!(tokens.owner(""), None);
        assert_eq!(tokens.owner(&codex.token[1..]), None);
        // The daemon is started anew.
        let again = AgentTokens::load(store).await.unwrap();
        assert_eq!(again.owner(&codex.token).as_deref(), Some("codex"));
        again.revoke("CODEX").await.unwrap();
        assert_eq!(again.owner(&codex.token), None);
        assert_eq!(again.owner(&claude.token).as_deref(), Some("claude"));
        assert_eq!(again.revoke("codex").await.unwrap_err().code.http_status(), 404);
    }

    #[tokio::test]
    async fn a_name_is_plain_and_nobody_elses() {
        let store = Arc::new(MemoryAgentTokens::default());
        let tokens = AgentTokens::load(store).await.unwrap();
        tokens.create("Codex").await.unwrap();
        let (longest, longer) = ("x".repeat(40), "x".repeat(41));
        tokens.create(&longest).await.unwrap();
        for name in
            ["", " ", "codex", "command line", "Side Panel", "extension", "cоdex", "a\nb", &longer]
        {
            let refused = tokens.create(name).await.unwrap_err();
            assert_eq!(refused.code.http_status(), 400, "{name}");
        }
    }
}
