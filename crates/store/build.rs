//! Tells the crate the newest schema version, and cargo to build anew when a migration is added: the
//! macro that embeds them only notices changes of files that it has seen before.

use std::fs;

fn main() -> std::io::Result<()> {
    println!("cargo:rerun-if-changed=migrations");
    let versions = fs::read_dir("migrations")?.filter_map(|entry| {
        let name = entry.ok()?.file_name().into_string().ok()?;
        name.strip_prefix('V')?.split_once("__")?.0.parse::<u32>().ok()
    });
    println!("cargo:rustc-env=NEWEST_SCHEMA={}", versions.max().unwrap_or_default());
    Ok(())
}
