//! TOML as people keep it, edited as text: only our own table is written, and comments stay.

mod edit;
mod scan;

pub(super) use edit::{Table, has};
pub(super) use scan::scan;
