//! From what a person calls a site to its address: "nytimes", "example dot org slash news", "ada
//! lovelace on wikipedia", "the invoice page of acme".
//!
//! Stages are asked in the order of [`Stage::ALL`], and the first that knows the name decides. Each can be
//! switched off, and what each said is kept, so that a person can see why a name led where it did. This
//! module does no I/O: what has to be asked of browser and network is asked of [`ResolverContext`].
//!
//! A search engine has results for every text there is, so in its place before the known sites it would
//! answer for all of them. It speaks up there only when the text itself asks for a search ("search youtube
//! for lofi", "ddg: lofi") or when the person wants first results taken without looking. For a name that
//! nobody knew, the results page of the default provider comes at the very end, marked as a guess.
//!
//! The memory of what was read is asked only where the text itself speaks of a page that was read, and first where it
//! says so outright: "the thing about rust lifetimes I read yesterday". An agent's words are no exception, and its
//! person may have to be asked then.
//!
//! A further stage is one more variant of [`Stage`] and one more arm in `chain.rs`: all of them answer with the same
//! two types.

mod address;
mod chain;
mod context;
mod error;
mod history;
mod memory;
mod outcome;
mod search;
mod settings;
mod sites;
mod spoken;
mod stage;
mod tidy;
mod tlds;
mod wikipedia;

pub use chain::{Resolved, Resolver};
pub use context::{LookupError, Page, ResolverContext};
pub use error::{NotFound, Refusal, ResolveError};
pub use outcome::{Doubt, How, NotAsked, Outcome, Trial};
pub use search::{BadTemplate, Provider, Template};
pub use settings::{BadLanguage, Language, Settings};
pub use sites::{Offer, OwnSites, OwnSitesError, shipped_sites};
pub use stage::{Stage, UnknownStage};
