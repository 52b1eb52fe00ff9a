//! The extension's copy of the wire types.

use std::fs;
use std::path::PathBuf;

use anyhow::{Context as _, ensure};

use crate::steps::root;

fn path() -> PathBuf {
    root().join("extension/src/wire.ts")
}

pub(crate) fn write() -> anyhow::Result<()> {
    fs::write(path(), tabwright_wire::typescript::module()).context("cannot write wire.ts")
}

/// Fails when the committed types are not those of `crates/wire`, or the versions differ.
pub(crate) fn check() -> anyhow::Result<()> {
    let committed = fs::read_to_string(path()).context("cannot read wire.ts")?;
    ensure!(
        committed == tabwright_wire::typescript::module(),
        "extension/src/wire.ts is stale; run `cargo xtask wire` and commit it"
    );
    let package = fs::read_to_string(root().join("extension/package.json"))?;
    let package: serde_json::Value = serde_json::from_str(&package)?;
    ensure!(
        package["version"] == env!("CARGO_PKG_VERSION"),
        "extension/package.json has version {}, Cargo.toml has {}; they go together",
        package["version"],
        env!("CARGO_PKG_VERSION")
    );
    Ok(())
}
