//! The extension inside this binary.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, ensure};

include!(concat!(env!("OUT_DIR"), "/extension_files.rs"));

/// Unpacks the extension into `folder`, and removes what an older one left there. True when
/// anything changed: a browser that has it loaded must then reload it.
pub(crate) fn unpack(folder: &Path) -> anyhow::Result<bool> {
    ensure!(
        !FILES.is_empty(),
        "this tabwright was built without its extension. Build it with `cargo xtask build`."
    );
    let mut changed = false;
    for (name, contents) in FILES {
        let path = folder.join(name);
        if fs::read(&path).is_ok_and(|present| present == *contents) {
            continue;
        }
        changed = true;
        write(&path, contents).with_context(|| format!("cannot write {}", path.display()))?;
    }
    let ours: BTreeSet<PathBuf> = FILES.iter().map(|(name, _)| folder.join(name)).collect();
    for stale in files_below(folder).into_iter().filter(|path| !ours.contains(path)) {
        changed = true;
        fs::remove_file(&stale).with_context(|| format!("cannot remove {}", stale.display()))?;
    }
    Ok(changed)
}

/// A script of the extension, as text; empty when this binary was built without it.
pub(crate) fn text(name: &str) -> &'static str {
    let found = FILES.iter().find(|(file, _)| *file == name);
    found.and_then(|(_, contents)| std::str::from_utf8(contents).ok()).unwrap_or_default()
}

/// The version of the extension in this binary.
pub(crate) fn embedded_version() -> Option<String> {
    let (_, manifest) = FILES.iter().find(|(name, _)| *name == "manifest.json")?;
    version_in(manifest)
}

/// The version of the extension unpacked in `folder`.
pub(crate) fn unpacked_version(folder: &Path) -> Option<String> {
    version_in(&fs::read(folder.join("manifest.json")).ok()?)
}

fn version_in(manifest: &[u8]) -> Option<String> {
    let manifest: serde_json::Value = serde_json::from_slice(manifest).ok()?;
    Some(manifest.get("version")?.as_str()?.to_owned())
}

fn write(path: &Path, contents: &[u8]) -> std::io::Result<()> {
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder)?;
    }
    fs::write(path, contents)
}

fn files_below(folder: &Path) -> Vec<PathBuf> {
    let Ok(entries) = fs::read_dir(folder) else {
        return Vec::new();
    };
    let paths = entries.flatten().map(|entry| entry.path());
    paths.flat_map(|path| if path.is_dir() { files_below(&path) } else { vec![path] }).collect()
}
