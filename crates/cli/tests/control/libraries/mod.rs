//! Real libraries from npm, in their own pages: `extension/src/pagekit/fixtures` has one file for each.

mod editors;
mod selects;

use std::path::Path;
use std::process::Command;

use serde_json::json;
use tabwright_wire::verbs;

use crate::stage::Stage;

/// Puts these fixtures on the site, as `NAME.js`.
fn bundle(stage: &Stage, names: &[&str]) {
    let extension = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../extension");
    let folder = tempfile::tempdir().unwrap();
    let bundled = Command::new("node")
        .arg("node_modules/rolldown/bin/cli.mjs")
        .args(["--config", "src/pagekit/fixtures/rolldown.config.ts", "--dir"])
        .arg(folder.path())
        .env("FIXTURES", names.join(" "))
        .current_dir(extension)
        .output()
        .unwrap();
    assert!(bundled.status.success(), "{}", String::from_utf8_lossy(&bundled.stderr));
    for name in names {
        let script = std::fs::read_to_string(folder.path().join(format!("{name}.js"))).unwrap();
        stage.env.site.put(&format!("{name}.js"), &script);
    }
}

/// Its page in a new tab, once it has drawn itself.
async fn show(stage: &Stage, name: &str) {
    stage.show_at(name, &format!("<body><script defer src='/own/{name}.js'></script>")).await;
    let drawn = json!({ "type": "element", "target": "#state", "state": "attached" });
    stage.run::<verbs::Wait>(json!({ "for": drawn })).await;
}

/// The ways of input. What the kit makes itself is the same over both backends: once is enough.
fn ways(stage: &Stage) -> &'static [&'static str] {
    if stage.over_cdp() { &["trusted"] } else { &["trusted", "synthesised"] }
}

/// What the library itself holds.
async fn held(stage: &Stage) -> String {
    let held = stage.eval("document.querySelector('#state').textContent").await;
    held.as_str().unwrap().to_owned()
}
