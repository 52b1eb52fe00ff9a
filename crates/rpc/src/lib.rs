//! Named channels over any transport that carries text frames in order.
//!
//! Owns: pairing of invokes with answers, deadlines, cancellation, what happens on disconnect, and
//! the bounds on all of it. Never opens a socket and knows no method by name: whoever holds the
//! transport feeds [`Endpoint::receive`] and drains the [`Outbox`].

mod endpoint;
mod error;
mod outbox;
mod pending;
mod service;

pub use endpoint::{Channel, Endpoint};
pub use error::{Error, ProtocolError};
pub use outbox::{Outbox, Outgoing};
pub use service::Service;
