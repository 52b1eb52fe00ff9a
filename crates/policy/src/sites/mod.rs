//! Where a page is, and which pages a rule means.
//!
//! Browsers read addresses generously: `HTTPS:\\EXAMPLE.com` is an address to them. A rule that read
//! more strictly than the browser could be walked around, so whatever two readers might read in two
//! ways is not read here at all, and a request about it is denied.

mod address;
mod glob;
mod host;
mod pattern;

pub use address::AddressError;
pub(crate) use address::{Address, is_scheme};
pub(crate) use glob::Glob;
pub use pattern::PatternError;
pub(crate) use pattern::SitePattern;

/// The site of an address, in words that a rule takes.
pub fn site_of_address(text: &str) -> Result<String, AddressError> {
    Address::parse(text).map(|address| address.site())
}
