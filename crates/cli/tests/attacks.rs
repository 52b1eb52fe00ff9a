//! Attacks on the rules, in a real Chromium: each row is something that a client tries, and what must
//! come of it. The numbers are those of the threat model in docs/security.md.

#![allow(clippy::unwrap_used)]

use serde_json::{Value, json};
use tabwright_testbed::{Answer, Cdp, Chromium, Session, TestEnv, request};
use tabwright_wire::CLIENT_HEADER;

const SECRET: &str = "COOKIE-4711";

/// What held and what did not.
#[derive(Default)]
struct Tally {
    held: usize,
    broken: Vec<String>,
}

impl Tally {
    fn note(&mut self, attack: &str, held: bool, came: impl std::fmt::Debug) {
        if held {
            self.held += 1;
        } else {
            self.broken.push(format!("{attack}: {came:?}"));
        }
    }

    fn refused(&mut self, attack: &str, answer: Result<Value, String>) {
        self.note(attack, answer.is_err(), answer);
    }

    fn end(self) {
        println!("{} held, {} broken", self.held, self.broken.len());
        assert!(self.broken.is_empty(), "broken:\n{}", self.broken.join("\n"));
    }
}

/// A site that is allowed, and the same one by another name, which is closed: the bank.
struct Ground {
    env: TestEnv,
    browser: Chromium,
    bank: Session,
}

impl Ground {
    async fn new() -> Self {
        let env = TestEnv::with_settings(&[("ask_timeout_s", "1")]).await;
        let browser = env.browser().await;
        let bank = browser.open(&env.site.page_at("localhost", "bank")).await;
        bank.evaluate(&format!("document.cookie = 'session={SECRET}'")).await;
        let ground = Self { env, browser, bank };
        ground.rule(json!({ "site": "localhost", "mode": "deny" })).await;
        ground
    }

    async fn rule(&self, rule: Value) {
        let answer = self.env.post("/api/v1/rules", rule).await;
        assert_eq!(answer.status, 200, "{}", answer.body);
    }

    fn ok(&self) -> String {
        self.env.site.page("fine")
    }

    fn bank(&self) -> String {
        self.env.site.page_at("localhost", "bank")
    }

    async fn cdp(&self) -> Cdp {
        let url = format!("{}&client=attacker", self.env.client().await.cdp_url());
        Cdp::connect(&url).await
    }

    /// A page of the allowed site that the client drives.
    async fn page(&self, client: &Cdp, title: &str) -> Session {
        self.browser.open(&self.env.site.page(title)).await;
        let target = client.target(title, |info| info["title"] == title).await;
        client.attach(target).await
    }

    /// A verb of a client that calls itself so.
    async fn verb(&self, client: &str, verb: &str, params: Value) -> Answer {
        let bearer = format!("Bearer {}", self.env.token());
        let headers = [("Authorization", bearer.as_str()), (CLIENT_HEADER, client)];
        let path = format!("/api/v1/{verb}");
        request(self.env.daemon.port(), "POST", &path, &headers, &params.to_string()).await
    }
}

#[tokio::test]
async fn a_command_that_can_be_read_in_two_ways_leads_nowhere() {
    let ground = Ground::new().await;
    let client = ground.cdp().await;
    let page = ground.page(&client, "harbour").await;
    let mut tally = Tally::default();
    let (ok, bank) = (ground.ok(), ground.bank());
    for elsewhere in
        [&bank, "file:///etc/hostname", "chrome://version/", "chrome-extension://x/ask.html"]
    {
        for (how, params) in [
            ("two keys", format!(r#"{{"url":"{ok}","url":"{elsewhere}"}}"#)),
            ("two keys, turned", format!(r#"{{"url":"{elsewhere}","url":"{ok}"}}"#)),
            ("an escaped key", format!(r#"{{"url":"{ok}","\u0075rl":"{elsewhere}"}}"#)),
        ] {
            let attack = format!("Page.navigate to {elsewhere} by {how}");
            tally.refused(&attack, page.attempt_text("Page.navigate", &params).await);
            let attack = format!("Target.createTarget at {elsewhere} by {how}");
            tally.refused(&attack, client.attempt_text("Target.createTarget", &params).await);
        }
    }
    let script = r#"{"source":"","source":"fetch('/stolen?' + document.body.innerText)"}"#;
    let answer = page.attempt_text("Page.addScriptToEvaluateOnNewDocument", script).await;
    tally.refused("a script in a second key", answer);
    let place = page.evaluate("location.href").await;
    tally.note(
        "the page is where it was",
        place == ground.env.site.page("harbour").as_str(),
        place,
    );
    tally.end();
}

#[tokio::test]
async fn cookies_and_data_of_a_closed_site_are_neither_read_nor_changed() {
    let ground = Ground::new().await;
    let client = ground.cdp().await;
    let page = ground.page(&client, "harbour").await;
    let mut tally = Tally::default();
    let bank = ground.bank();
    let all = json!({});
    for (method, params) in [
        ("Storage.getCookies", all.clone()),
        ("Network.getCookies", all.clone()),
        ("Network.getCookies", json!({ "urls": [bank] })),
        ("Network.getAllCookies", all.clone()),
        (
            "Network.loadNetworkResource",
            json!({ "url": bank, "options": {
            "disableCache": true, "includeCredentials": true } }),
        ),
        ("Network.getCertificate", json!({ "origin": "https://localhost" })),
        ("Tracing.start", json!({ "transferMode": "ReportEvents" })),
    ] {
        let attack = format!("{method} {params}");
        for answer in [
            page.attempt(method, params.clone()).await,
            client.attempt(method, params.clone()).await,
        ] {
            let came = format!("{answer:?}");
            tally.note(&attack, !came.contains(SECRET) && !came.contains("localhost\""), came);
        }
    }
    let planted =
        |field: &str, place: &str| json!({ "name": "planted", "value": "EVIL", field: place });
    for (method, params) in [
        ("Network.setCookie", planted("url", &bank)),
        ("Network.setCookie", planted("domain", "localhost")),
        ("Network.setCookies", json!({ "cookies": [planted("url", &bank)] })),
        ("Storage.setCookies", json!({ "cookies": [planted("domain", "localhost")] })),
        ("Network.deleteCookies", json!({ "name": "session", "url": bank })),
        ("Network.clearBrowserCookies", all.clone()),
        ("Storage.clearCookies", all.clone()),
        ("Storage.clearDataForOrigin", json!({ "origin": bank, "storageTypes": "all" })),
        ("Storage.clearDataForStorageKey", json!({ "storageKey": bank, "storageTypes": "all" })),
    ] {
        let attack = format!("{method} {params}");
        tally.refused(&attack, page.attempt(method, params.clone()).await);
        tally.refused(&attack, client.attempt(method, params).await);
    }
    let left = ground.bank.evaluate("document.cookie").await;
    tally.note(
        "the bank's cookies are as they were",
        left == format!("session={SECRET}").as_str(),
        left,
    );
    tally.end();
}

#[tokio::test]
async fn the_browser_and_the_files_of_the_machine_are_no_clients_to_use() {
    let ground = Ground::new().await;
    let client = ground.cdp().await;
    let page = ground.page(&client, "harbour").await;
    let mut tally = Tally::default();
    let drop = |files: Value| {
        json!({ "type": "drop", "x": 1, "y": 1,
            "data": { "items": [], "files": files, "dragOperationsMask": 1 } })
    };
    for (method, params) in [
        ("Browser.crash", json!({})),
        ("Browser.crashGpuProcess", json!({})),
        ("Page.crash", json!({})),
        ("Browser.close", json!({})),
        ("Extensions.loadUnpacked", json!({ "path": "/tmp" })),
        ("Browser.getBrowserCommandLine", json!({})),
        ("Browser.executeBrowserCommand", json!({ "commandId": "openTabSearch" })),
        ("Tethering.bind", json!({ "port": 9999 })),
        ("SystemInfo.getProcessInfo", json!({})),
        ("Nobody.knowsThis", json!({})),
        ("page.navigate", json!({ "url": ground.bank() })),
        ("Input.dispatchDragEvent", drop(json!(["/etc/hostname"]))),
        ("DOM.setFileInputFiles", json!({ "files": ["/etc/hostname"], "backendNodeId": 1 })),
    ] {
        tally.refused(method, page.attempt(method, params.clone()).await);
        tally.refused(method, client.attempt(method, params).await);
    }
    let title = page.evaluate("document.title").await;
    tally.note("the page is still there", title == "harbour", title);
    tally.end();
}

#[tokio::test]
async fn waiting_and_downloading_are_judged_by_what_they_do() {
    let ground = Ground::new().await;
    let mut tally = Tally::default();
    let page = ground.browser.open(&ground.env.site.page("harbour")).await;
    ground.rule(json!({ "client": "reader", "mode": "read-only" })).await;
    ground.rule(json!({ "client": "asker", "mode": "ask" })).await;
    ground.rule(json!({ "client": "saver", "mode": "auto", "allow": ["download", "tab"] })).await;
    let hack = json!({ "for": { "type": "function", "script": "document.title = 'HACKED'" },
        "timeoutMs": 1000 });
    for client in ["reader", "asker"] {
        let answer = ground.verb(client, "wait", hack.clone()).await;
        let attack = format!("a function to wait for changes the page of `{client}`");
        tally.note(&attack, answer.problem() == "denied", answer.body);
    }
    let title = page.evaluate("document.title").await;
    tally.note("the title is as it was", title == "harbour", title);

    let own = ground.env.home.data().join("precious.txt");
    std::fs::write(&own, "precious").unwrap();
    for (attack, url, to, code) in [
        ("a file of the bank", ground.bank(), None, "denied"),
        ("a local file", "file:///etc/hostname".to_owned(), None, "denied"),
        ("a page of the browser", "chrome://version/".to_owned(), None, "denied"),
        ("over a file of the person", ground.ok(), Some(own.display().to_string()), ""),
    ] {
        let params = json!({ "url": url, "to": to });
        let answer = ground.verb("saver", "download", params).await;
        let held = answer.status != 200 && (code.is_empty() || answer.problem() == code);
        tally.note(&format!("download: {attack}"), held, answer.body);
    }
    let kept = std::fs::read_to_string(&own).unwrap();
    tally.note("the file is as it was", kept == "precious", kept);
    tally.end();
}

#[tokio::test]
async fn headers_that_are_sent_twice_open_nothing() {
    let env = TestEnv::new().await;
    let mut tally = Tally::default();
    let (port, bearer) = (env.daemon.port(), format!("Bearer {}", env.token()));
    let host = format!("127.0.0.1:{port}");
    let ours = tabwright_wire::extension_origin();
    let right = ("Authorization", bearer.as_str());
    for headers in [
        &[right, ("Host", host.as_str()), ("Host", "evil.example")][..],
        &[right, ("Host", "evil.example"), ("Host", &host)],
        &[right, ("Origin", &ours), ("Origin", "https://evil.example")],
        &[right, ("Origin", "https://evil.example"), ("Origin", &ours)],
        &[right, ("Authorization", "Bearer wrong")],
        &[("Authorization", "Bearer wrong"), right],
    ] {
        let answer = request(port, "GET", "/api/v1/status", headers, "").await;
        tally.note(&format!("{headers:?}"), answer.status != 200, answer.body);
    }
    let answer = request(port, "GET", "/api/v1/status", &[right], "").await;
    tally.note("once they do", answer.status == 200, answer.body);
    tally.end();
}
