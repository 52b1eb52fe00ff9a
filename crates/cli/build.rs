//! Puts the built extension and the description of CDP into the binary. Without them (`cargo check`
//! before the first `cargo xtask build`) the binary is built all the same, and says so when it is
//! asked for them.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::{env, fs};

use serde_json::Value;

fn main() {
    let built = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../extension/.output/chrome-mv3");
    println!("cargo:rerun-if-changed={}", built.display());
    let mut files = Vec::new();
    collect(&built, &mut files);
    files.sort();

    let mut table = String::from("pub(crate) static FILES: &[(&str, &[u8])] = &[\n");
    for file in &files {
        println!("cargo:rerun-if-changed={}", file.display());
        let name = file.strip_prefix(&built).expect("below the folder it was found in");
        let name = name.to_str().expect("our own file names are UTF-8").replace('\\', "/");
        let path = fs::canonicalize(file).expect("the file was just listed");
        writeln!(table, "    ({name:?}, include_bytes!({path:?})),").expect("writing to a string");
    }
    table.push_str("];\n");
    let out = PathBuf::from(env::var_os("OUT_DIR").expect("cargo sets OUT_DIR"));
    fs::write(out.join("extension_files.rs"), table).expect("OUT_DIR can be written");
    let protocol = protocol().map(|protocol| protocol.to_string()).unwrap_or_default();
    fs::write(out.join("protocol.json"), protocol).expect("OUT_DIR can be written");
}

/// Both halves of the protocol in one, as Chrome tells it, without the prose.
fn protocol() -> Option<Value> {
    let package = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../../extension/node_modules/devtools-protocol/json");
    let read = |name: &str| -> Option<Value> {
        let file = package.join(name);
        println!("cargo:rerun-if-changed={}", file.display());
        serde_json::from_slice(&fs::read(file).ok()?).ok()
    };
    let mut protocol = read("browser_protocol.json")?;
    let mut scripts = read("js_protocol.json")?;
    let domains = protocol["domains"].as_array_mut()?;
    domains.append(scripts["domains"].as_array_mut()?);
    strip_prose(&mut protocol);
    Some(protocol)
}

fn strip_prose(value: &mut Value) {
    match value {
        Value::Object(fields) => {
            // A parameter may be called so too, but then it is a name's value and no text.
            fields.retain(|name, value| name != "description" || !value.is_string());
            fields.values_mut().for_each(strip_prose);
        }
        Value::Array(items) => items.iter_mut().for_each(strip_prose),
        _ => {}
    }
}

fn collect(folder: &Path, files: &mut Vec<PathBuf>) {
    let Ok(entries) = fs::read_dir(folder) else {
        return;
    };
    for entry in entries.flatten() {
        let path = entry.path();
        if path.is_dir() {
            collect(&path, files);
        } else {
            files.push(path);
        }
    }
}
