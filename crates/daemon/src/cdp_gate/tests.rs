//! What the gate says to a client under a rule, row by row.

use serde_json::{Value, json};
use tabwright_policy::{PolicyConfig, PolicyPaths};
use tabwright_wire::{Mode, Rule};
use tempfile::TempDir;

use super::*;

fn gate(rules: Vec<Rule>) -> (CdpGate, TempDir) {
    let folder = tempfile::tempdir().unwrap();
    let paths = PolicyPaths {
        rules_file: folder.path().join("rules.json"),
        log_folder: folder.path().join("log"),
    };
    let config = PolicyConfig { rules, ..PolicyConfig::default() };
    let policy = Arc::new(Policy::open(&paths, config).unwrap());
    (CdpGate::new(policy, TaskTracker::new()), folder)
}

fn rule(client: Option<&str>, site: Option<&str>, mode: Mode) -> Rule {
    Rule {
        client: client.map(str::to_owned),
        site: site.map(str::to_owned),
        mode: Some(mode),
        ..Rule::default()
    }
}

/// `a` is allowed, `q` is asked, `d` is denied.
fn say(gate: &CdpGate, url: &str, method: &str, params: &Value) -> char {
    let params = serde_json::value::to_raw_value(params).unwrap();
    let request = relay::PermissionRequest {
        client: ClientId(1),
        name: "script",
        tab: Some(TabId(1)),
        url,
        method,
        params: Some(&params),
    };
    match gate.decide(request) {
        relay::Decision::Allow => 'a',
        relay::Decision::Pending(_) => 'q',
        relay::Decision::Refuse(_) => 'd',
    }
}

const OK: &str = "https://ok.test/";

#[test]
fn a_client_that_is_kept_from_a_site_reaches_it_by_no_command() {
    let (free, _folder) = gate(Vec::new());
    let (confined, _folder) = gate(vec![rule(None, Some("*.bank.test"), Mode::Deny)]);
    let (other, _folder) = gate(vec![rule(Some("codex"), Some("*.bank.test"), Mode::Deny)]);
    let bank = "https://www.bank.test/";
    let cookie = |field: &str, value: &str| json!({ "name": "x", "value": "y", field: value });
    for (method, params, said) in [
        // Where it is free to go, nothing is asked more than before.
        ("Page.navigate", json!({ "url": OK }), "aaa"),
        ("Runtime.evaluate", json!({ "expression": "1" }), "aaa"),
        ("Network.getCookies", json!({}), "aaa"),
        ("Network.getCookies", json!({ "urls": [OK] }), "aaa"),
        ("Network.setCookie", cookie("url", OK), "aaa"),
        ("Network.setCookie", cookie("domain", "ok.test"), "aaa"),
        ("Storage.getCookies", json!({}), "aaa"),
        ("Network.loadNetworkResource", json!({ "url": OK }), "aaa"),
        ("Fetch.continueRequest", json!({ "requestId": "1" }), "aaa"),
        ("Network.setBlockedURLs", json!({ "urls": ["*.css"] }), "aaa"),
        // The site by name.
        ("Page.navigate", json!({ "url": bank }), "ada"),
        ("Target.createTarget", json!({ "url": bank }), "ada"),
        ("Network.getCookies", json!({ "urls": [OK, bank] }), "ada"),
        ("Network.setCookie", cookie("url", bank), "ada"),
        ("Network.setCookie", cookie("domain", ".bank.test"), "ada"),
        ("Network.setCookie", cookie("domain", "test"), "ada"),
        ("Network.setCookies", json!({ "cookies": [cookie("domain", "bank.test")] }), "ada"),
        ("Network.deleteCookies", cookie("domain", "www.bank.test"), "ada"),
        (
            "Storage.setCookies",
            json!({ "cookies": [cookie("url", OK), cookie("url", bank)] }),
            "ada",
        ),
        ("Network.loadNetworkResource", json!({ "url": bank }), "ada"),
        ("Fetch.continueRequest", json!({ "requestId": "1", "url": bank }), "ada"),
        ("Storage.clearDataForOrigin", json!({ "origin": "https://bank.test" }), "ada"),
        ("Storage.clearDataForStorageKey", json!({ "storageKey": "https://bank.test/^0x" }), "ada"),
        (
            "DOMStorage.clear",
            json!({ "storageId": { "securityOrigin": "https://bank.test" } }),
            "ada",
        ),
        ("IndexedDB.deleteDatabase", json!({ "securityOrigin": "https://bank.test" }), "ada"),
        ("CacheStorage.requestCacheNames", json!({ "storageKey": "https://bank.test/" }), "ada"),
        ("ServiceWorker.deliverPushMessage", json!({ "origin": "https://bank.test" }), "ada"),
        ("Browser.setPermission", json!({ "origin": "https://bank.test" }), "ada"),
        // Every site at once.
        ("Storage.clearCookies", json!({}), "ada"),
        ("Network.clearBrowserCookies", json!({}), "ada"),
        ("Tracing.start", json!({}), "ada"),
        ("ServiceWorker.stopAllWorkers", json!({}), "ada"),
        ("Browser.getHistograms", json!({}), "ada"),
        ("Nobody.knowsThis", json!({}), "ada"),
        ("network.getAllCookies", json!({}), "ada"),
        // Nobody's.
        ("Browser.crash", json!({}), "ddd"),
        ("Browser.crashGpuProcess", json!({}), "ddd"),
        ("Page.crash", json!({}), "ddd"),
        ("Extensions.loadUnpacked", json!({ "path": "/tmp" }), "ddd"),
        ("Tethering.bind", json!({ "port": 80 }), "ddd"),
        ("Target.sendMessageToTarget", json!({}), "ddd"),
        ("Page.navigate", json!({ "url": "file:///etc/passwd" }), "ddd"),
        ("Network.loadNetworkResource", json!({ "url": "file:///etc/passwd" }), "ddd"),
        ("Network.loadNetworkResource", json!({ "url": "chrome://version" }), "ddd"),
        ("Network.loadNetworkResource", json!({ "url": "not an address" }), "ddd"),
        // Files of this machine, by whichever way.
        ("DOM.setFileInputFiles", json!({ "files": ["/etc/passwd"] }), "qqq"),
        ("Input.dispatchDragEvent", json!({ "data": { "files": ["/etc/passwd"] } }), "qqq"),
        ("Input.dispatchDragEvent", json!({ "data": { "items": [] } }), "aaa"),
    ] {
        let now: String =
            [&free, &confined, &other].map(|gate| say(gate, OK, method, &params)).iter().collect();
        assert_eq!(now, said, "{method} {params}");
    }
}

#[test]
fn one_who_may_only_read_changes_nothing_anywhere() {
    let (gate, _folder) = gate(vec![rule(None, Some("ok.test"), Mode::ReadOnly)]);
    for (method, params, said) in [
        ("Page.captureScreenshot", json!({}), 'a'),
        ("DOM.getDocument", json!({}), 'a'),
        ("Runtime.evaluate", json!({ "expression": "1" }), 'd'),
        ("Input.insertText", json!({ "text": "x" }), 'd'),
        ("Network.setCookie", json!({ "domain": "ok.test" }), 'd'),
        ("Page.addScriptToEvaluateOnNewDocument", json!({ "source": "1" }), 'd'),
        ("DOM.setOuterHTML", json!({}), 'd'),
        ("Made.up", json!({}), 'd'),
    ] {
        assert_eq!(say(&gate, OK, method, &params), said, "{method}");
    }
    // From elsewhere, too.
    let cookie = json!({ "name": "x", "value": "y", "url": OK });
    assert_eq!(say(&gate, "https://other.test/", "Network.setCookie", &cookie), 'd');
}

#[test]
fn commands_are_known_for_what_they_do() {
    let params = RawValue::from_string(r#"{"url":"https://a.example/x"}"#.to_owned()).unwrap();
    let going = meaning("Target.createTarget", Some(&params));
    assert!(going.opens_tab && going.to.as_deref() == Some("https://a.example/x"));
    assert_eq!(meaning("DOM.setFileInputFiles", None).sensitivity, Some(Sensitivity::Upload));
    let files = RawValue::from_string(r#"{"data":{"files":["/etc/passwd"]}}"#.to_owned()).unwrap();
    let drag = meaning("Input.dispatchDragEvent", Some(&files));
    assert_eq!(drag.sensitivity, Some(Sensitivity::Upload));
    assert_eq!(meaning("Input.dispatchDragEvent", None).sensitivity, None);
}

#[test]
fn a_site_is_scheme_host_and_port() {
    assert_eq!(site_of("https://a.example:8443/b?c#d"), "https://a.example:8443");
    assert_eq!(site_of("https://a.example?c"), "https://a.example");
    assert_eq!(site_of("about:blank"), "about:blank");
}

#[test]
fn a_page_that_holds_a_secret_is_read_with_leave_only() {
    let allows = Rule { allow: Some(vec![Sensitivity::Password]), ..rule(None, None, Mode::Auto) };
    let (plain, _folder) = gate(Vec::new());
    let (trusted, _folder) = gate(vec![allows]);
    let (closed, _folder) = gate(vec![rule(None, Some("ok.test"), Mode::Deny)]);
    let (asked, _folder) = gate(vec![rule(None, Some("ok.test"), Mode::Ask)]);
    for (method, params, said) in [
        ("Runtime.evaluate", json!({ "expression": "1" }), "qadq"),
        ("DOM.getDocument", json!({}), "qadq"),
        ("Page.captureScreenshot", json!({}), "qadq"),
        ("Input.insertText", json!({ "text": "x" }), "qadq"),
        ("Nobody.knowsThis", json!({}), "qadq"),
        // Which cannot read it.
        ("Page.navigate", json!({ "url": "https://other.test/" }), "aadq"),
        ("Target.closeTarget", json!({ "targetId": "1" }), "aadq"),
    ] {
        let raw = serde_json::value::to_raw_value(&params).unwrap();
        let say = |gate: &CdpGate| {
            let request = relay::PermissionRequest {
                client: ClientId(1),
                name: "script",
                tab: Some(TabId(1)),
                url: OK,
                method,
                params: Some(&raw),
            };
            match gate.decide_at_secret(request) {
                relay::Decision::Allow => 'a',
                relay::Decision::Pending(_) => 'q',
                relay::Decision::Refuse(_) => 'd',
            }
        };
        let now: String = [&plain, &trusted, &closed, &asked].map(say).iter().collect();
        assert_eq!(now, said, "{method} {params}");
    }
    assert!(!plain.may_read_secret(ClientId(1), "script", OK));
    assert!(trusted.may_read_secret(ClientId(1), "script", OK));
}

#[test]
fn a_client_without_scripts_runs_none_by_any_command() {
    let no_scripts = |site: Option<&str>| Rule {
        site: site.map(str::to_owned),
        scripts: Some(false),
        ..Rule::default()
    };
    let (nowhere, _folder) = gate(vec![no_scripts(None)]);
    let (elsewhere, _folder) = gate(vec![no_scripts(Some("bank.test"))]);
    for (method, params, said) in [
        ("Runtime.evaluate", json!({ "expression": "1" }), "da"),
        ("Runtime.callFunctionOn", json!({}), "da"),
        ("Runtime.runScript", json!({}), "da"),
        ("Debugger.evaluateOnCallFrame", json!({}), "da"),
        ("Debugger.setBreakpoint", json!({ "condition": "steal()" }), "da"),
        ("DOM.setOuterHTML", json!({}), "da"),
        ("DOM.setAttributeValue", json!({}), "da"),
        ("Page.setDocumentContent", json!({}), "da"),
        ("Page.navigate", json!({ "url": OK }), "aa"),
        ("Page.reload", json!({}), "aa"),
        ("Page.reload", json!({ "scriptToEvaluateOnLoad": "steal()" }), "dd"),
        ("Page.addScriptToEvaluateOnNewDocument", json!({}), "dd"),
        ("Fetch.fulfillRequest", json!({}), "dd"),
        ("Nobody.knowsThis", json!({}), "dd"),
        ("Input.dispatchMouseEvent", json!({}), "aa"),
        ("Page.captureScreenshot", json!({}), "aa"),
        ("DOM.getDocument", json!({}), "aa"),
    ] {
        let all = [&nowhere, &elsewhere];
        let answers: String = all.iter().map(|gate| say(gate, OK, method, &params)).collect();
        assert_eq!(answers, said, "{method} {params}");
    }
}
