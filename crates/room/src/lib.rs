//! What a room brings to the daemon that composes it.
//!
//! Owns: the interface of a room, how a function of the API becomes an HTTP route, an entry of the
//! OpenAPI document and a call of the extension, and how errors leave over HTTP. Knows no room by name.
//! Used by the daemon and by every crate that is a room of it.

mod api_error;
mod api_router;
mod audit;
mod credential;
mod document;
mod extract;
mod functions;
mod ndjson;
mod peer;
mod room;

pub use api_error::{ApiError, bad_request, internal};
pub use api_router::{ApiRouter, Routes};
pub use audit::Audit;
pub use credential::{Caller, ClientName, Credential, guard_person, is_our_name};
pub use extract::{Body, PathOf, QueryOf};
pub use functions::{Functions, FunctionsOf};
pub use ndjson::line_by_line;
pub use peer::Peer;
pub use room::Room;
