//! Which pages are kept by themselves, and which never.

#![allow(clippy::unwrap_used)]

use std::collections::HashMap;
use std::fs;
use std::path::Path;

use serde::Deserialize;
use serde_json::Value;
use tabwright_knowledge::Library;
use tabwright_store::Store;
use tabwright_wire::knowledge::{ChangeKnowledgeParams, KeepPageParams};

#[derive(Debug, Deserialize)]
struct Case {
    name: String,
    url: String,
    #[serde(default)]
    html: Option<String>,
    #[serde(default)]
    body: Option<String>,
    kept: bool,
    #[serde(default)]
    settings: Settings,
    #[serde(default)]
    held: bool,
}

#[derive(Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase", default)]
struct Settings {
    sites_off: Vec<String>,
    intranet_hosts: Vec<String>,
}

#[tokio::test]
async fn what_is_private_is_never_kept_and_what_is_read_is() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/eligibility");
    let read = |name: &str| fs::read_to_string(folder.join(name)).unwrap();
    let cases: Vec<Case> = serde_json::from_str(&read("cases.json")).unwrap();
    let bodies: HashMap<String, Value> = serde_json::from_str(&read("bodies.json")).unwrap();
    let (mut stored, mut missed, mut kept) = (Vec::new(), Vec::new(), 0);
    for case in &cases {
        let home = tempfile::tempdir().unwrap();
        let store = Store::open(&home.path().join("store.db")).await.unwrap();
        let library = Library::new(store.clone());
        let change = |change: ChangeKnowledgeParams| library.change_settings(change);
        change(ChangeKnowledgeParams { automatic: Some(true), ..Default::default() })
            .await
            .unwrap();
        for site in &case.settings.sites_off {
            change(ChangeKnowledgeParams { site_off: Some(site.clone()), ..Default::default() })
                .await
                .unwrap();
        }
        for host in &case.settings.intranet_hosts {
            change(ChangeKnowledgeParams { allow_host: Some(host.clone()), ..Default::default() })
                .await
                .unwrap();
        }
        let body = case.body.as_ref().map(|body| bodies[body].as_str().unwrap().to_owned());
        let html = case.html.clone().or(body).unwrap_or_default();
        let page = KeepPageParams {
            url: case.url.clone(),
            title: String::new(),
            html,
            is_truncated: false,
            seen_ms: 1,
            stayed_ms: 20_000,
            tab: None,
        };
        let result = library.keep(page).await.unwrap();
        let told = format!(
            "{}{}: {:?}",
            case.name,
            if case.held { " (held out)" } else { "" },
            result.not_kept
        );
        kept += usize::from(case.kept);
        match (case.kept, result.not_kept.is_none()) {
            (false, true) => stored.push(told),
            (true, false) => missed.push(told),
            _ => {}
        }
        store.close().await;
    }
    println!("{} pages that must not be kept: {} stored", cases.len() - kept, stored.len());
    println!("{kept} pages to keep: {} missed", missed.len());
    missed.iter().for_each(|missed| println!("  missed: {missed}"));
    assert!(stored.is_empty(), "stored:\n{}", stored.join("\n"));
    // In doubt a page is not kept; but that must be rare.
    assert!(missed.len() * 20 <= kept, "{} of {kept} missed", missed.len());
}
