//! Extracts HTML files and prints what is known of them, one JSON object to a line; then how long it took.
//!
//! `cargo run --release -p tabwright-knowledge --example extract -- FOLDER > pages.jsonl`

use std::io::Write;
use std::time::Instant;

use tabwright_knowledge::extract::extract;

fn main() -> std::io::Result<()> {
    let folder = std::env::args().nth(1).unwrap_or_else(|| ".".to_owned());
    let mut paths: Vec<_> =
        std::fs::read_dir(folder)?.filter_map(|entry| Some(entry.ok()?.path())).collect();
    paths.retain(|path| path.extension().is_some_and(|extension| extension == "html"));
    paths.sort();
    let mut times_ms = Vec::new();
    let mut out = std::io::stdout().lock();
    for path in &paths {
        let html = String::from_utf8_lossy(&std::fs::read(path)?).into_owned();
        let begun = Instant::now();
        let page = extract(&html, "https://site.example/page");
        times_ms.push(begun.elapsed().as_secs_f64() * 1000.0);
        let name = path.file_stem().map(|name| name.to_string_lossy().into_owned());
        writeln!(out, "{}", serde_json::json!({ "name": name, "page": page }))?;
    }
    times_ms.sort_by(f64::total_cmp);
    let at = |share: f64| {
        times_ms.get((times_ms.len() as f64 * share) as usize).copied().unwrap_or_default()
    };
    let total: f64 = times_ms.iter().sum();
    eprintln!(
        "{} pages, p50 {:.1} ms, p90 {:.1} ms, slowest {:.1} ms, {:.0} pages/s",
        paths.len(),
        at(0.5),
        at(0.9),
        at(0.9999),
        times_ms.len() as f64 * 1000.0 / total.max(0.001)
    );
    Ok(())
}
