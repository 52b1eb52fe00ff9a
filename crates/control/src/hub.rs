//! What the control of all clients shares.

use std::sync::Arc;

use async_trait::async_trait;
use tabwright_browser::{Driver, SecretSource};
use tabwright_policy::{KnownSecrets, Policy, Vault};
use tabwright_wire::{Problem, TabId};
use tokio::sync::watch;

use crate::downloads::DownloadGuard;
use crate::secrets::VaultSecrets;
use crate::tab_owners::TabOwners;

/// Whoever has the browsers.
#[async_trait]
pub trait DriverSource: std::fmt::Debug + Send + Sync {
    /// The driver of the browser that is meant; without a name, of the one that is there.
    async fn driver(&self, browser: Option<&str>) -> Result<Driver, Problem>;

    /// Changes whenever a browser connects.
    fn connections(&self) -> watch::Receiver<u64>;
}

/// Whoever wants to hear of the verbs that clients run.
pub trait VerbObserver: std::fmt::Debug + Send + Sync {
    fn verb_ended(&self, client: &str, verb: &str, error: Option<&str>);
}

#[derive(Debug)]
pub struct ControlHub {
    pub(crate) drivers: Arc<dyn DriverSource>,
    pub(crate) policy: Arc<Policy>,
    pub(crate) vault: Arc<Vault>,
    pub(crate) secrets: Arc<dyn SecretSource>,
    pub(crate) downloads: Arc<DownloadGuard>,
    pub(crate) owners: Arc<TabOwners>,
    pub(crate) observer: Arc<dyn VerbObserver>,
}

impl ControlHub {
    #[must_use]
    pub fn new(
        drivers: Arc<dyn DriverSource>,
        policy: Arc<Policy>,
        vault: Arc<Vault>,
        downloads: Arc<DownloadGuard>,
        observer: Arc<dyn VerbObserver>,
    ) -> Arc<Self> {
        let secrets = Arc::new(VaultSecrets(Arc::clone(&vault)));
        let owners = Arc::clone(downloads.owners());
        Arc::new(Self { drivers, policy, vault, secrets, downloads, owners, observer })
    }

    /// Does a question of this client wait for the person?
    #[must_use]
    pub fn is_asking(&self, client: &str) -> bool {
        self.policy.questions().questions.iter().any(|question| question.client == client)
    }

    /// Is it a tab in which an agent or a script works, and not the person?
    pub async fn is_tab_of_agent(&self, browser: Option<&str>, tab: TabId) -> bool {
        match self.drivers.driver(browser).await {
            Ok(driver) => self.owners.is_of_agent(&driver, tab),
            Err(_) => false,
        }
    }

    /// The values that must not be told to anybody.
    #[must_use]
    pub fn known_secrets(&self) -> &KnownSecrets {
        self.vault.known()
    }
}
