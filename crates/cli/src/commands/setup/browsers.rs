//! The browsers of this machine: our extension unpacked for them, and the native host made known.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use serde_json::json;
use tabwright_client::Home;
use tabwright_machine::{Found, Machine, native_host};
use tabwright_wire::EXTENSION_ID;

use crate::args::SetupOptions;
use crate::{extension, format};

pub(super) fn run(home: &Home, options: &SetupOptions) -> anyhow::Result<ExitCode> {
    let found = Machine::this().browsers();
    if options.undo {
        return undo(home, &found, options.output.json);
    }
    home.make()?;
    let folder = home.extension();
    let changed = extension::unpack(&folder)?;
    let program = std::env::current_exe()?;
    let launcher = native_host::write_launcher(home.data(), &program, home.moved_to())?;
    let mut written = Vec::new();
    for browser in &found {
        let manifest = native_host::register(&browser.data, &launcher)?;
        native_host::register_in_registry(browser, &manifest)?;
        written.push((browser.family.label, manifest));
    }
    if options.output.json {
        let browsers: Vec<_> = written
            .iter()
            .map(|(label, manifest)| json!({ "browser": label, "manifest": manifest }))
            .collect();
        format::json(&json!({
            "extension": folder,
            "extensionId": EXTENSION_ID,
            "extensionChanged": changed,
            "nativeHost": launcher,
            "browsers": browsers,
        }))?;
    } else {
        print(&folder, changed, &launcher, &written);
    }
    Ok(ExitCode::SUCCESS)
}

fn print(folder: &Path, changed: bool, launcher: &Path, written: &[(&str, PathBuf)]) {
    let version = extension::embedded_version().unwrap_or_default();
    format::line("ok", "extension", &format!("{version} in {}", folder.display()));
    format::line("ok", "native host", &launcher.display().to_string());
    for (label, manifest) in written {
        format::line("ok", label, &manifest.display().to_string());
    }
    if written.is_empty() {
        format::line("--", "browsers", "none found; install one, then run setup again");
    }
    println!(
        "\nOne step is left. Do it once in every browser profile you want to use:\n  \
         1. open chrome://extensions\n  \
         2. switch on \"Developer mode\" (top right)\n  \
         3. press \"Load unpacked\" and choose {}\n\
         The extension then finds the daemon, and starts it when needed.",
        folder.display()
    );
    if changed {
        println!(
            "If the extension is loaded already, press its reload button there. Its files have changed."
        );
    }
}

fn undo(home: &Home, found: &[Found], as_json: bool) -> anyhow::Result<ExitCode> {
    let mut removed = Vec::new();
    for browser in found {
        let manifest = native_host::manifest_path(&browser.data);
        if std::fs::remove_file(&manifest).is_ok() {
            removed.push(manifest);
        }
    }
    let folder = home.extension();
    if std::fs::remove_dir_all(&folder).is_ok() {
        removed.push(folder);
    }
    if as_json {
        format::json(&json!({ "removed": removed }))?;
    } else {
        for path in &removed {
            format::line("ok", "removed", &path.display().to_string());
        }
        println!("Now remove the extension at chrome://extensions.");
    }
    Ok(ExitCode::SUCCESS)
}
