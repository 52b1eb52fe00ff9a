//! From names to addresses, through the door that everybody else uses. No network, no browser: what the
//! world would say is said by `world.rs`.

mod addresses;
mod chain;
mod history;
mod hostile;
mod names;
mod search;
mod wikipedia;
mod world;
