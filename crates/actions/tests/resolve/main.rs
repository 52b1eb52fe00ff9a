//! From names to addresses, through the door that everybody else uses. No network, no browser: what the
//! context would say is said by `fake_context.rs`.

mod addresses;
mod chain;
mod fake_context;
mod history;
mod hostile;
mod memory;
mod names;
mod search;
mod wikipedia;
