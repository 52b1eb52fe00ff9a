//! What can be said and done: the schemas of actions, the registry of those who do them, the dispatcher
//! that runs them in order, and where the name of a site leads. It reaches a browser only through the
//! hands it is given.

mod complete;
mod dispatcher;
mod entities;
mod enumeration;
pub mod grammar;
pub mod hands;
mod joints;
mod nearest;
mod perform;
mod registry;
pub mod resolve;
pub mod schema;
mod understand;
mod world;

pub use dispatcher::{Dispatcher, OnStep, Translator};
pub use entities::Known;
pub use perform::Deed;
pub use registry::{Agent, typescript};
pub use tabwright_grammar::Report;
pub use world::resolve_site;
