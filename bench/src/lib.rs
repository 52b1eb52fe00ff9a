//! What the benchmarks share.

pub mod figures;
