//! WebFlows: what a person shows once, and what is made of it. How an element is found again on another
//! day stands in [`fingerprint`], what was seen while a person showed it in [`recording`], and what is
//! kept and run in [`flow`].

mod fingerprint;
mod flow;
mod recording;

pub use fingerprint::*;
pub use flow::*;
pub use recording::*;
