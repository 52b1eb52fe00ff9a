//! The methods of CDP as the rules see them: a table of all, and the sites that a command names.

use std::collections::HashMap;
use std::sync::LazyLock;

use serde::Deserialize;
use serde_json::value::RawValue;
use tabwright_policy::{Reach, ScriptUse};
use tabwright_wire::VerbKind;

const TABLE: &str = include_str!("cdp_methods.txt");

/// Domains whose commands may name a site in their parameters.
const NAMING_SITES: &[&str] = &[
    "Browser",
    "CacheStorage",
    "DOMStorage",
    "Fetch",
    "FileSystem",
    "IndexedDB",
    "Network",
    "Page",
    "ServiceWorker",
    "Storage",
];
/// Their `url` or `urls` is a pattern, not an address.
const NAMING_PATTERNS: &[&str] =
    &["Network.setBlockedURLs", "Network.emulateNetworkConditionsByRule"];

/// Kind and reach of a method, and whether it runs scripts of the client's.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct MethodFacts {
    pub(crate) kind: VerbKind,
    pub(crate) reach: Reach,
    pub(crate) script: ScriptUse,
}

/// What nobody has heard of may do and reach anything.
const UNKNOWN: MethodFacts =
    MethodFacts { kind: VerbKind::Act, reach: Reach::EverySite, script: ScriptUse::Later };

static METHODS: LazyLock<HashMap<&'static str, HashMap<&'static str, MethodFacts>>> =
    LazyLock::new(|| {
        let mut domains = HashMap::<_, HashMap<_, _>>::new();
        for (domain, facts, methods) in rows() {
            let known = domains.entry(domain).or_default();
            known.extend(methods.split_whitespace().map(|method| (method, facts)));
        }
        domains
    });

fn rows() -> impl Iterator<Item = (&'static str, MethodFacts, &'static str)> {
    TABLE.lines().filter(|line| !line.starts_with('#')).filter_map(|line| {
        let (head, methods) = line.split_once(':')?;
        let (domain, column) = head.split_once(' ')?;
        let (kind, reach, script) = match column {
            "reads" => (VerbKind::Read, Reach::Page, ScriptUse::None),
            "acts" => (VerbKind::Act, Reach::Page, ScriptUse::None),
            "scripts" => (VerbKind::Act, Reach::Page, ScriptUse::Here),
            "later-scripts" => (VerbKind::Act, Reach::Page, ScriptUse::Later),
            "every-site" => (VerbKind::Act, Reach::EverySite, ScriptUse::None),
            _ => (VerbKind::Act, Reach::Nobody, ScriptUse::None),
        };
        Some((domain, MethodFacts { kind, reach, script }, methods))
    })
}

pub(crate) fn facts(method: &str) -> MethodFacts {
    let known =
        method.split_once('.').and_then(|(domain, name)| METHODS.get(domain)?.get(name).copied());
    known.unwrap_or(UNKNOWN)
}

/// A site that a command names in its parameters, besides the page it is sent to.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum NamedSite {
    Address(String),
    /// Of a cookie.
    Domain(String),
}

/// The fields by which commands name sites. They stay raw until then: no type is wrong here.
#[derive(Default, Deserialize)]
#[serde(rename_all = "camelCase", default)]
struct Names<'a> {
    #[serde(borrow)]
    url: Option<&'a RawValue>,
    #[serde(borrow)]
    urls: Option<&'a RawValue>,
    #[serde(borrow)]
    origin: Option<&'a RawValue>,
    #[serde(borrow, rename = "scopeURL")]
    scope_url: Option<&'a RawValue>,
    #[serde(borrow)]
    security_origin: Option<&'a RawValue>,
    #[serde(borrow)]
    storage_key: Option<&'a RawValue>,
    #[serde(borrow)]
    domain: Option<&'a RawValue>,
    /// Lists and objects that name sites in turn.
    #[serde(borrow)]
    cookies: Option<&'a RawValue>,
    #[serde(borrow)]
    storage_id: Option<&'a RawValue>,
    #[serde(borrow)]
    storage_bucket: Option<&'a RawValue>,
    #[serde(borrow)]
    bucket: Option<&'a RawValue>,
}

/// The sites that a command names. Where it goes is not among them: that is judged as going there.
pub(crate) fn named_sites(method: &str, params: Option<&RawValue>) -> Vec<NamedSite> {
    let domain = method.split_once('.').map_or("", |(domain, _)| domain);
    let mut sites = Vec::new();
    if method != "Page.navigate"
        && NAMING_SITES.contains(&domain)
        && !NAMING_PATTERNS.contains(&method)
    {
        params.into_iter().for_each(|params| add_names(params, &mut sites));
    }
    sites
}

fn add_names(params: &RawValue, sites: &mut Vec<NamedSite>) {
    let Ok(names) = serde_json::from_str::<Names<'_>>(params.get()) else { return };
    let text = |field: Option<&RawValue>| {
        let text = field.and_then(|field| serde_json::from_str::<String>(field.get()).ok());
        text.filter(|text| !text.is_empty())
    };
    for address in [names.url, names.origin, names.scope_url, names.security_origin] {
        sites.extend(text(address).map(NamedSite::Address));
    }
    // `https://embedded.example/^0https://top.example`: whose storage it is stands first.
    let storage_key = text(names.storage_key);
    let owner = storage_key.map(|key| key.split('^').next().unwrap_or_default().to_owned());
    sites.extend(owner.map(NamedSite::Address));
    sites.extend(text(names.domain).map(NamedSite::Domain));
    let urls = names.urls.and_then(|urls| serde_json::from_str::<Vec<String>>(urls.get()).ok());
    sites.extend(urls.into_iter().flatten().map(NamedSite::Address));
    let cookies: Option<Vec<&RawValue>> =
        names.cookies.and_then(|cookies| serde_json::from_str(cookies.get()).ok());
    let inner = [names.storage_id, names.storage_bucket, names.bucket].into_iter().flatten();
    for named in cookies.into_iter().flatten().chain(inner) {
        add_names(named, sites);
    }
}

/// What a command runs as a script: by its method, or by a parameter that few know.
pub(crate) fn script_of(method: &str, params: Option<&RawValue>) -> ScriptUse {
    #[derive(Default, Deserialize)]
    #[serde(rename_all = "camelCase", default)]
    struct Hidden<'a> {
        #[serde(borrow)]
        script_to_evaluate_on_load: Option<&'a RawValue>,
        #[serde(borrow)]
        url: Option<&'a RawValue>,
    }
    let hidden = read::<Hidden<'_>>(params);
    let leads_to_script = || {
        let url = read::<String>(hidden.url);
        let letters = url.trim_start().chars().filter(|letter| !letter.is_ascii_control());
        letters.take(11).collect::<String>().eq_ignore_ascii_case("javascript:")
    };
    match method {
        "Page.reload" if hidden.script_to_evaluate_on_load.is_some() => ScriptUse::Later,
        // The page gets other code than it asked for.
        "Fetch.continueRequest" if hidden.url.is_some() => ScriptUse::Later,
        "Page.navigate" if leads_to_script() => ScriptUse::Here,
        _ => facts(method).script,
    }
}

/// Whether a drag carries files into the page: an upload by another way.
pub(crate) fn drags_files(params: Option<&RawValue>) -> bool {
    let files = read::<Upload<'_>>(read::<Upload<'_>>(params).data).files;
    files.is_some_and(|files| files.get() != "[]" && files.get() != "null")
}

/// The files that an upload names, for the person who is asked.
pub(crate) fn named_files(params: Option<&RawValue>) -> Vec<String> {
    let upload = read::<Upload<'_>>(params);
    let dragged = read::<Upload<'_>>(upload.data).files;
    [upload.files, dragged].into_iter().flat_map(read::<Vec<String>>).collect()
}

#[derive(Default, Deserialize)]
#[serde(default)]
struct Upload<'a> {
    #[serde(borrow)]
    files: Option<&'a RawValue>,
    #[serde(borrow)]
    data: Option<&'a RawValue>,
}

fn read<'a, T: Default + Deserialize<'a>>(params: Option<&'a RawValue>) -> T {
    params.and_then(|params| serde_json::from_str(params.get()).ok()).unwrap_or_default()
}

#[cfg(test)]
mod properties;

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;
    use std::path::Path;

    use serde_json::{Value, json};

    use super::*;

    #[test]
    fn every_method_of_the_protocol_is_in_the_table_once() {
        let mut protocol = BTreeSet::new();
        for file in ["browser_protocol", "js_protocol"] {
            let path = format!("../../extension/node_modules/devtools-protocol/json/{file}.json");
            let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(path);
            let text = std::fs::read_to_string(path).expect("the extension's packages");
            let document: Value = serde_json::from_str(&text).expect("JSON");
            for domain in document["domains"].as_array().expect("domains") {
                for command in domain["commands"].as_array().expect("commands") {
                    let (domain, name) = (domain["domain"].as_str(), command["name"].as_str());
                    protocol.insert(format!("{}.{}", domain.expect("name"), name.expect("name")));
                }
            }
        }
        let mut table = BTreeSet::new();
        for (domain, _, methods) in rows() {
            for method in methods.split_whitespace() {
                assert!(
                    table.insert(format!("{domain}.{method}")),
                    "{domain}.{method} stands twice"
                );
            }
        }
        let missing: Vec<_> = protocol.difference(&table).collect();
        assert!(missing.is_empty(), "decide about these: {missing:?}");
        // Old ones may stay: browsers of others may know them.
    }

    #[test]
    fn methods_are_known_for_what_they_do() {
        for (method, kind, reach) in [
            ("Page.captureScreenshot", VerbKind::Read, Reach::Page),
            ("DOM.getDocument", VerbKind::Read, Reach::Page),
            ("Runtime.evaluate", VerbKind::Act, Reach::Page),
            ("Input.insertText", VerbKind::Act, Reach::Page),
            ("DOM.setAttributeValue", VerbKind::Act, Reach::Page),
            ("Tracing.start", VerbKind::Act, Reach::EverySite),
            ("Storage.clearCookies", VerbKind::Act, Reach::EverySite),
            ("Browser.crash", VerbKind::Act, Reach::Nobody),
            ("Page.crash", VerbKind::Act, Reach::Nobody),
            ("Extensions.loadUnpacked", VerbKind::Act, Reach::Nobody),
            ("Made.up", VerbKind::Act, Reach::EverySite),
            ("page.captureScreenshot", VerbKind::Act, Reach::EverySite),
            ("", VerbKind::Act, Reach::EverySite),
        ] {
            let known = facts(method);
            assert_eq!((known.kind, known.reach), (kind, reach), "{method}");
        }
    }

    #[test]
    fn scripts_are_found_wherever_a_command_brings_them() {
        use ScriptUse::{Here, Later, None};
        for (method, params, script) in [
            ("Runtime.evaluate", json!({ "expression": "1" }), Here),
            ("Runtime.callFunctionOn", json!({}), Here),
            ("Debugger.setBreakpoint", json!({ "condition": "steal()" }), Here),
            ("DOM.setOuterHTML", json!({ "outerHTML": "<img onerror=steal()>" }), Here),
            ("Page.setDocumentContent", json!({}), Here),
            ("Page.addScriptToEvaluateOnNewDocument", json!({}), Later),
            ("Fetch.fulfillRequest", json!({}), Later),
            ("Fetch.continueRequest", json!({ "requestId": "1" }), None),
            ("Fetch.continueRequest", json!({ "url": "https://evil.test/" }), Later),
            ("Page.reload", json!({}), None),
            ("Page.reload", json!({ "scriptToEvaluateOnLoad": "steal()" }), Later),
            ("Page.navigate", json!({ "url": "https://ok.test/" }), None),
            ("Page.navigate", json!({ "url": " Java\nScript:steal()" }), Here),
            ("Input.dispatchMouseEvent", json!({}), None),
            ("Made.up", json!({}), Later),
        ] {
            let raw = serde_json::value::to_raw_value(&params).expect("JSON");
            assert_eq!(script_of(method, Some(&raw)), script, "{method} {params}");
        }
    }

    #[test]
    fn sites_are_found_wherever_a_command_names_them() {
        let address = |text: &str| NamedSite::Address(text.to_owned());
        let domain = |text: &str| NamedSite::Domain(text.to_owned());
        for (method, params, sites) in [
            (
                "Network.loadNetworkResource",
                json!({ "url": "https://b/" }),
                vec![address("https://b/")],
            ),
            (
                "Network.getCookies",
                json!({ "urls": ["https://a/", "https://b/"] }),
                vec![address("https://a/"), address("https://b/")],
            ),
            ("Network.setCookie", json!({ "name": "x", "domain": ".b" }), vec![domain(".b")]),
            (
                "Storage.setCookies",
                json!({ "cookies": [{ "url": "https://b/" }, { "domain": "c" }] }),
                vec![address("https://b/"), domain("c")],
            ),
            (
                "Storage.clearDataForOrigin",
                json!({ "origin": "https://b" }),
                vec![address("https://b")],
            ),
            (
                "Storage.clearDataForStorageKey",
                json!({ "storageKey": "https://b/^0https://a" }),
                vec![address("https://b/")],
            ),
            (
                "DOMStorage.getDOMStorageItems",
                json!({ "storageId": { "securityOrigin": "https://b" } }),
                vec![address("https://b")],
            ),
            (
                "IndexedDB.requestData",
                json!({ "storageBucket": { "storageKey": "https://b/" } }),
                vec![address("https://b/")],
            ),
            ("Fetch.continueRequest", json!({ "url": "https://b/" }), vec![address("https://b/")]),
            (
                "ServiceWorker.unregister",
                json!({ "scopeURL": "https://b/" }),
                vec![address("https://b/")],
            ),
            ("Network.setBlockedURLs", json!({ "urls": ["*.css"] }), vec![]),
            ("Network.setCookie", json!({ "url": 7, "domain": "" }), vec![]),
            ("Runtime.evaluate", json!({ "url": "https://b/" }), vec![]),
        ] {
            let raw = serde_json::value::to_raw_value(&params).expect("JSON");
            assert_eq!(named_sites(method, Some(&raw)), sites, "{method}");
        }
    }

    #[test]
    fn a_drag_with_files_is_told_from_others() {
        for (params, files) in [
            (json!({ "data": { "files": ["/etc/passwd"], "items": [] } }), true),
            (json!({ "data": { "files": "/etc/passwd" } }), true),
            (json!({ "data": { "files": [] } }), false),
            (json!({ "data": { "items": [] } }), false),
            (json!({ "data": 7 }), false),
            (json!({}), false),
        ] {
            let raw = serde_json::value::to_raw_value(&params).expect("JSON");
            assert_eq!(drags_files(Some(&raw)), files, "{params}");
        }
    }
}
