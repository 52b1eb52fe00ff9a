//! Secrets that clients type by name: `${secret:bank}` stands for a value that they never see.
//!
//! Values are kept in the system's keyring, or in a file that is encrypted; names and sites in an
//! index that is not secret. Values that were typed are remembered in memory, so that they can be taken
//! out of whatever is told to anybody. Nothing here puts a value into an error, a log or a `Debug` text.

mod error;
mod forms;
mod index;
mod keyring;
mod known;
mod model_keys;
mod sealed;
mod value;
mod vault;

pub use error::SecretError;
pub use index::{KeptIn, SecretInfo};
pub use known::{KnownSecrets, Redactor, SecretPlace, TabKey};
pub use model_keys::ModelKeys;
pub use sealed::PASSPHRASE_VARIABLE;
pub use value::SecretText;
pub use vault::{Expanded, Surroundings, Vault};
