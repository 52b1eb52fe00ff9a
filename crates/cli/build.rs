//! Puts the built extension into the binary. Without one (`cargo check` before the first
//! `cargo xtask build`) the binary is built all the same, and says so when it is asked for it.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::{env, fs};

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
