//! Knowledge: how well search finds what is wanted, and how fast, how large and how slow it gets as a library grows.
//!
//! All of it goes through [`tabwright_knowledge::Library`], as the daemon does. The pages are made of the bookmarks in
//! PyPI's `cherche`, whose folder is given by `--data`; `--python` a Python that has
//! tantivy; `--only` takes the groups to measure, `quality`, `extraction`, `import`, `1000`, `10000` and `100000`,
//! separated by `|`.

mod collection;
mod extraction;
#[path = "../../../crates/knowledge/gold/pages.rs"]
#[allow(clippy::unwrap_used, dead_code, reason = "it is shared with the tests")]
mod gold;
mod import;
mod quality;
mod speed;

use std::path::PathBuf;

use tabwright_bench::figures::Report;

use collection::Collection;

#[tokio::main]
async fn main() {
    if import::go_on_if_told().await {
        return;
    }
    let mut report = Report::from_arguments();
    let data = PathBuf::from(argument("--data").expect("--data names the folder of `cherche`"));
    let only = argument("--only");
    let is_wanted = |group: &str| {
        only.as_deref().is_none_or(|only| only.split('|').any(|wanted| wanted == group))
    };
    let collection = Collection::read(&data.join("cherche/data/semanlink"));
    if is_wanted("quality") {
        let python = argument("--python").expect("--python names a Python with tantivy");
        quality::measure(&mut report, &collection, &python).await;
    }
    if is_wanted("extraction") {
        extraction::measure(&mut report);
    }
    if is_wanted("import") {
        import::measure(&mut report).await;
    }
    for pages in [1_000, 10_000, 100_000] {
        if is_wanted(&pages.to_string()) {
            speed::measure(&mut report, &collection, pages).await;
        }
    }
    report.finish();
}

fn argument(name: &str) -> Option<String> {
    std::env::args().skip_while(|argument| argument != name).nth(1)
}
