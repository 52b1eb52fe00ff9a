//! What can be said and done: the schemas of actions, the registry of their providers, the dispatcher
//! that runs them in order, and where the name of a site leads. It reaches a browser only through the
//! [`host::ActionHost`] it is given.

mod complete;
mod dispatcher;
mod entities;
pub mod grammar;
pub mod host;
mod learn;
mod nearest;
mod perform;
mod registry;
pub mod resolve;
mod resolver_context;
pub mod schema;
mod site_lists;
mod split;
mod understand;

pub use dispatcher::{Dispatcher, OnStep, Translation, Translator};
pub use entities::KnownEntities;
pub use learn::{Learnt, NotLearnt};
pub use perform::{ActionResult, look_up};
pub use registry::ActionProvider;
pub use resolver_context::resolve_site;
pub use schema::TYPESCRIPT;
pub use tabwright_grammar::Report;
