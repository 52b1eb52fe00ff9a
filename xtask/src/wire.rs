//! What is generated: from Rust types the extension's copy of the wire types, the validators of what it
//! receives, and the schemas of actions; from the figures of the benchmarks their page.

use std::fs;
use std::path::PathBuf;

use anyhow::{Context as _, ensure};
use tabwright_actions::schema::generate;
use tabwright_wire::typescript;

use crate::figures::{self, Figures};
use crate::steps::root;

fn generated() -> anyhow::Result<[(PathBuf, String); 5]> {
    let extension = root().join("extension/src");
    let actions = root().join("crates/actions/src/schema/generated");
    Ok([
        (extension.join("wire.ts"), typescript::module()),
        (extension.join("wire-readers.ts"), typescript::readers::module()),
        (actions.join("actions.ts"), generate::typescript()),
        (actions.join("parameters.json"), generate::json()?),
        (figures::page_file(), Figures::read()?.page()?),
    ])
}

pub(crate) fn write() -> anyhow::Result<()> {
    for (path, text) in generated()? {
        fs::write(&path, text).with_context(|| format!("cannot write {}", path.display()))?;
    }
    Ok(())
}

/// Fails when a committed file is not what its types say, or the versions differ.
pub(crate) fn check() -> anyhow::Result<()> {
    for (path, text) in generated()? {
        let name = path.display();
        let committed = fs::read_to_string(&path).with_context(|| format!("cannot read {name}"))?;
        ensure!(committed == text, "{name} is stale; run `cargo xtask wire` and commit it");
    }
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
