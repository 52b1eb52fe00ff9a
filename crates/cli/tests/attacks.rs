//! Attacks on the rules, in a real Chromium: each row is something that a client tries, and what must
//! come of it. The numbers are those of the threat model in docs/security.md.

#![allow(clippy::unwrap_used)]

use serde_json::{Value, json};
use tabwright_testbed::{Answer, Cdp, Chromium, Session, TestEnv, request, within};
use tabwright_wire::{AddRemoteBrowser, CLIENT_HEADER, RemoteBrowser};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;

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
        self.verb_in(None, client, verb, params).await
    }

    async fn verb_in(
        &self,
        browser: Option<&str>,
        client: &str,
        verb: &str,
        params: Value,
    ) -> Answer {
        let bearer = format!("Bearer {}", self.env.agent_token());
        let headers = [("Authorization", bearer.as_str()), (CLIENT_HEADER, client)];
        let choice = browser.map(|name| format!("?browser={name}")).unwrap_or_default();
        let path = format!("/api/v1/{verb}{choice}");
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

/// What stands at the bank. It must not come to a client in any way.
const VAULT: &str = "<title>VAULT-4711</title><h1 id=h>VAULT-4711</h1>\
    <button id=b onclick=\"document.title = 'HACKED'\">Transfer</button><input id=i>\
    <a id=a href=#VAULT-4711>VAULT-4711</a><script>console.log('VAULT-4711')</script>";
const SPOILS: &str = "VAULT-4711";

/// The same browser, driven through the extension or over CDP.
async fn grounds() -> (Ground, [Option<&'static str>; 2]) {
    let ground = Ground::new().await;
    let far = RemoteBrowser { name: "far".into(), url: ground.browser.cdp_url().to_owned() };
    ground.env.client().await.call::<AddRemoteBrowser>(&far).await.unwrap();
    ground.env.site.put("vault", VAULT);
    let all = ["tab", "password", "payment", "send", "upload", "download"];
    ground.rule(json!({ "client": "attacker", "mode": "auto", "allow": all })).await;
    (ground, [None, Some("far")])
}

#[tokio::test]
async fn a_closed_site_in_a_frame_is_neither_seen_nor_touched() {
    let (ground, browsers) = grounds().await;
    let mut tally = Tally::default();
    let trap = ground.env.site.put(
        "trap",
        "<title>trap</title><style>body{margin:0}</style>\
         <iframe id=f src='{other}/own/vault' style='width:600px;height:300px;border:0'></iframe>\
         <iframe id=s srcdoc='<p id=own>MINE</p>'></iframe><p>fine</p>",
    );
    for browser in browsers {
        let run = async |verb: &str, params: Value| {
            ground.verb_in(browser, "attacker", verb, params).await
        };
        let opened = run("open", json!({ "url": trap })).await;
        assert_eq!(opened.status, 200, "{}", opened.body);
        let tab = opened.json()["tab"].clone();
        let inside = |selector: &str| {
            json!({ "locator": { "steps": [
                { "by": "css", "selector": "#f" }, { "by": "frame" },
                { "by": "css", "selector": selector },
            ] } })
        };
        let point = json!("40,60");
        let ride = json!({ "type": "function", "script": "document.title = 'HACKED'" });
        for (verb, params) in [
            ("snapshot", json!({ "mode": "full" })),
            ("snapshot", json!({ "within": 100_001 })),
            ("text", json!({})),
            ("text", json!({ "frame": 1 })),
            ("text", json!({ "target": inside("#h") })),
            ("html", json!({})),
            ("html", json!({ "target": inside("body") })),
            ("markdown", json!({})),
            ("markdown", json!({ "target": inside("body") })),
            ("links", json!({})),
            ("query", json!({ "target": inside("#h"), "fact": "text" })),
            ("eval", json!({ "script": "e => e.innerText", "target": inside("#h") })),
            ("eval", json!({ "script": "document.body.innerText", "frame": 1 })),
            ("eval", json!({ "script": "document.body.innerText", "frame": 100_001 })),
            ("click", json!({ "target": inside("#b"), "timeoutMs": 1500 })),
            ("click", json!({ "target": point })),
            ("hover", json!({ "target": inside("#b"), "timeoutMs": 1500 })),
            ("type", json!({ "target": inside("#i"), "text": "EVIL", "timeoutMs": 1500 })),
            ("press", json!({ "keys": ["Enter"], "target": inside("#b"), "timeoutMs": 1500 })),
            ("press", json!({ "keys": ["Tab", "Enter"] })),
            ("drag", json!({ "from": point, "to": "45,65" })),
            ("mouse", json!({ "do": "down", "at": { "x": 40, "y": 60 } })),
            ("mouse", json!({ "do": "up", "at": { "x": 40, "y": 60 } })),
            ("wait", json!({ "for": ride, "frame": 1, "timeoutMs": 1000 })),
            ("wait", json!({ "for": { "type": "text", "text": SPOILS }, "timeoutMs": 1000 })),
            (
                "wait",
                json!({ "for": { "type": "element", "target": inside("#h") }, "timeoutMs": 1000 }),
            ),
            ("screenshot", json!({})),
            ("screenshot", json!({ "full": true })),
            ("screenshot", json!({ "target": "#f" })),
            ("pdf", json!({})),
            ("network", json!({})),
            ("console", json!({})),
            ("scroll", json!({ "target": inside("#h") })),
        ] {
            let mut params = params;
            params["tab"] = tab.clone();
            let attack = format!("{browser:?}: {verb} {params}");
            let mut answer = run(verb, params).await;
            // What it asked for itself may be in the answer.
            answer.body = answer.body.replace(&format!("\\\"{SPOILS}\\\""), "");
            let is_picture = ["screenshot", "pdf"].contains(&verb) && answer.status == 200;
            let reads = ["snapshot", "text", "html", "markdown", "links", "network", "console"];
            let may_be_done = reads.contains(&verb);
            let held = !answer.body.contains(SPOILS)
                && !is_picture
                && (may_be_done || answer.status != 200);
            tally.note(&attack, held, answer.body);
        }
        // What is its own stays open.
        let own = run("text", json!({ "tab": tab })).await;
        tally.note("the page around is read", own.body.contains("fine"), own.body);
        let own = json!({ "locator": { "steps": [
            { "by": "css", "selector": "#s" }, { "by": "frame" },
            { "by": "css", "selector": "#own" } ] } });
        let own = run("text", json!({ "tab": tab, "target": own })).await;
        tally.note("a frame of its own is read", own.body.contains("MINE"), own.body);
        let script = json!({ "tab": tab, "script": "document.title" });
        let title = run("eval", script).await;
        tally.note("its own page runs scripts", title.body.contains("trap"), title.body);
        run("close", json!({ "tab": tab })).await;
    }
    tally.end();
}

#[tokio::test]
async fn what_follows_a_page_ends_at_the_border() {
    let (ground, browsers) = grounds().await;
    let mut tally = Tally::default();
    let vault = "{other}/own/vault";
    let leaving = ground.env.site.put(
        "leaving",
        &format!(
            "<title>leaving</title><a id=to href='{vault}'>on</a><a id=new target=_blank href='{vault}'>\
             new</a><form action='{vault}'><button id=send>go</button></form>"
        ),
    );
    let redirect = ground.env.site.put(
        "redirect",
        &format!("<title>r</title><meta http-equiv=refresh content='0;url={vault}'>"),
    );
    let vault = vault.replace("{other}", &format!("http://localhost:{}", ground.env.site.port()));
    let leave = format!("setTimeout(() => location = '{vault}', 300)");
    for browser in browsers {
        let run = async |verb: &str, params: Value| {
            ground.verb_in(browser, "attacker", verb, params).await
        };
        let ride = format!("location.hostname == 'localhost' && (document.title = '{SPOILS}!')");
        for (verb, params) in [
            ("wait", json!({ "for": { "type": "function", "script": ride } })),
            ("wait", json!({ "for": { "type": "text", "text": SPOILS } })),
            ("wait", json!({ "for": { "type": "element", "target": "#h" } })),
            ("wait", json!({ "for": { "type": "url", "url": "vault" } })),
            ("wait", json!({ "for": { "type": "url", "url": "*localhost*" } })),
            ("click", json!({ "target": "#b" })),
            ("type", json!({ "target": "#i", "text": "EVIL" })),
            ("hover", json!({ "target": "#b" })),
        ] {
            let opened = run("open", json!({ "url": leaving, "in": "new" })).await;
            assert_eq!(opened.status, 200, "{}", opened.body);
            let tab = opened.json()["tab"].clone();
            let mut params = params;
            params["tab"] = tab.clone();
            params["timeoutMs"] = json!(4000);
            let attack = format!("{browser:?}: {verb} {params} rides along");
            run("eval", json!({ "tab": tab, "script": leave })).await;
            let answer = run(verb, params).await;
            tally.note(&attack, answer.status != 200 && !answer.body.contains(SPOILS), answer.body);
            run("close", json!({ "tab": tab })).await;
        }
        for (verb, params) in [
            ("click", json!({ "target": "#to" })),
            ("click", json!({ "target": "#new" })),
            ("click", json!({ "target": "#send" })),
            ("follow", json!({ "words": "on" })),
            ("press", json!({ "target": "#to", "keys": ["Enter"] })),
            ("eval", json!({ "script": leave })),
            ("open", json!({ "url": redirect })),
            ("open", json!({ "url": vault })),
        ] {
            let opened = run("open", json!({ "url": leaving, "in": "new" })).await;
            let tab = opened.json()["tab"].clone();
            let mut params = params;
            params["tab"] = tab.clone();
            let attack = format!("{browser:?}: {verb} {params}");
            let answer = run(verb, params).await;
            // The page around may tell where its own links lead.
            let leaks =
                answer.body.contains(SPOILS) || answer.body.contains(r#""url":"http://localhost"#);
            tally.note(&attack, !leaks, &answer.body);
            for (then, params) in [
                ("wait", json!({ "for": { "type": "load" }, "timeoutMs": 3000 })),
                ("tabs", json!({})),
                ("text", json!({})),
                ("snapshot", json!({})),
            ] {
                let mut params = params;
                if then != "tabs" {
                    params["tab"] = tab.clone();
                }
                let answer = run(then, params).await;
                let text = answer.body.replace("leaving", "");
                tally.note(&format!("{attack}, then {then}"), !text.contains(SPOILS), answer.body);
            }
            run("close", json!({ "tab": tab })).await;
        }
    }
    let title = ground.browser.open(&vault).await.evaluate("document.title").await;
    tally.note("the vault is as it was", title == SPOILS, title);
    let visits = ground.verb("attacker", "history", json!({})).await;
    tally.note("history leaves it out", !visits.body.contains("vault"), visits.body);
    tally.end();
}

#[tokio::test]
async fn a_cdp_client_takes_no_page_and_no_script_to_a_closed_site() {
    let ground = Ground::new().await;
    ground.env.site.put("vault", VAULT);
    let vault = format!("http://localhost:{}/own/vault", ground.env.site.port());
    let framed = ground.env.site.put(
        "framed",
        "<title>framed</title><iframe id=f src='{other}/own/vault'></iframe><p>fine</p>",
    );
    let mut tally = Tally::default();
    // A page of the person's with the bank in a frame, which was there before the client came.
    let _person = ground.browser.open(&framed).await;
    let client = ground.cdp().await;
    let target = client.target("framed", |info| info["title"] == "framed").await;
    let page = client.attach(target).await;
    page.attempt(
        "Target.setAutoAttach",
        json!({
            "autoAttach": true, "waitForDebuggerOnStart": false, "flatten": true,
        }),
    )
    .await
    .ok();
    page.evaluate("1").await;
    let seen = format!("{:?}", client.targets());
    tally.note("no session on a frame of the bank", !seen.contains("own/vault"), seen);

    let ride = "addEventListener('DOMContentLoaded', () => { \
        if (location.hostname == 'localhost') document.title = 'HACKED' })";
    let form = format!(
        "const f = document.createElement('form'); f.action = '{vault}'; \
         document.body.append(f); f.submit()"
    );
    let frame = format!(
        "const f = document.createElement('iframe'); f.src = '{vault}'; \
         f.onload = () => document.title = 'done'; document.body.append(f)"
    );
    let fetch = format!(
        "fetch('{vault}', {{ mode: 'no-cors', credentials: 'include' }})\
         .then(() => document.title = '{SPOILS}', () => document.title = 'done')"
    );
    for (how, script) in [
        ("href", format!("location.href = '{vault}'")),
        ("replace", format!("location.replace('{vault}')")),
        ("form", form),
        ("frame", frame),
        ("fetch", fetch),
    ] {
        // The same tab, as the browser itself tells of it.
        let shown = ground.browser.open(&ground.env.site.page(how)).await;
        let target = client.target(how, |info| info["title"] == how).await;
        let page = client.attach(target).await;
        page.call("Page.addScriptToEvaluateOnNewDocument", json!({ "source": ride })).await;
        let ran = page.attempt("Runtime.evaluate", json!({ "expression": script })).await;
        assert!(ran.is_ok(), "{how}: {ran:?}");
        shown
            .until(&format!(
                "document.title == 'done' || location.protocol == 'chrome-error:' || \
                 document.title == '{SPOILS}' || location.hostname == 'localhost'"
            ))
            .await;
        let tree = shown.call("Page.getFrameTree", json!({})).await["frameTree"].clone();
        let (title, host) =
            (shown.evaluate("document.title").await, shown.evaluate("location.hostname").await);
        let came = format!("{title} {host} {}", tree["childFrames"][0]["frame"]["unreachableUrl"]);
        let held = !came.contains(SPOILS)
            && !came.contains("HACKED")
            && host != "localhost"
            && (how != "frame" || came.contains("own/vault"));
        tally.note(&format!("{how} to the bank"), held, came);
    }
    // A rule holds for clients that were at work before it was made.
    let elsewhere = format!("http://late.localhost:{}/own/vault", ground.env.site.port());
    // Without the rule it is there.
    ground.browser.open(&elsewhere).await;
    let shown = ground.browser.open(&ground.env.site.page("early")).await;
    let target = client.target("early", |info| info["title"] == "early").await;
    let page = client.attach(target).await;
    page.call("Runtime.evaluate", json!({ "expression": "1" })).await;
    ground.rule(json!({ "site": "late.localhost", "mode": "deny" })).await;
    let leave = json!({ "expression": format!("location.href = '{elsewhere}'") });
    page.call("Runtime.evaluate", leave).await;
    shown
        .until("location.protocol == 'chrome-error:' || location.hostname == 'late.localhost'")
        .await;
    let host = shown.evaluate("location.hostname").await;
    tally.note("a later rule holds, too", host != "late.localhost", host);
    let title = ground.browser.open(&vault).await.evaluate("document.title").await;
    tally.note("the person goes there all the same, in a tab of their own", title == SPOILS, title);
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

#[tokio::test]
async fn a_connection_that_says_half_a_sentence_is_closed_and_keeps_nobody_out() {
    let env = TestEnv::new().await;
    let port = env.daemon.port();
    let halves =
        ["", "GET", "GET /api/v1/status HTTP/1.1\r\nHost: 127.0.0.1", "POST /pair HTTP/1.1\r\n"];
    let mut slow = Vec::new();
    for half in halves.iter().cycle().take(100) {
        let mut stream = TcpStream::connect(("127.0.0.1", port)).await.unwrap();
        stream.write_all(half.as_bytes()).await.unwrap();
        slow.push(stream);
    }
    let mut tally = Tally::default();
    let answer = env.api("GET", "/api/v1/status").await;
    tally.note("others are served", answer.status == 200, answer.body);
    for (mut stream, half) in slow.into_iter().zip(halves.iter().cycle()) {
        let mut said = Vec::new();
        let read = within("half a request is closed", stream.read_to_end(&mut said)).await;
        let said = String::from_utf8_lossy(&said).into_owned();
        let held = read.is_ok() && !said.contains(" 200 ");
        tally.note(&format!("half a request: {half:?}"), held, said);
    }
    tally.end();
}

#[tokio::test]
async fn what_is_changed_for_the_person_stands_in_the_log() {
    let env = TestEnv::new().await;
    let mut tally = Tally::default();
    for (method, path, body) in [
        ("POST", "/api/v1/pairing-codes", json!({})),
        ("POST", "/api/v1/grammars", json!({ "name": "planted", "text": "nonsense" })),
        ("DELETE", "/api/v1/grammars/planted", json!({})),
        (
            "POST",
            "/api/v1/resolver",
            json!({ "addSite": { "name": "bank", "url": "https://evil.example/" } }),
        ),
        (
            "POST",
            "/api/v1/remote-browsers",
            json!({ "name": "far", "url": "http://127.0.0.1:1/?token=KEY-4711" }),
        ),
        ("DELETE", "/api/v1/remote-browsers/far", json!({})),
        ("DELETE", "/api/v1/managed-browser", json!({})),
        ("DELETE", "/api/v1/clients/4711", json!({})),
        ("POST", "/api/v1/tokens", json!({ "name": "robot" })),
        ("DELETE", "/api/v1/tokens/robot", json!({})),
        ("POST", "/api/v1/rules", json!({ "client": "robot", "mode": "deny" })),
        ("POST", "/api/v1/questions", json!({ "id": 4711, "allow": true })),
    ] {
        let bearer = format!("Bearer {}", env.token());
        let headers = [("Authorization", bearer.as_str()), ("Content-Type", "application/json")];
        let lines = async || {
            let log = env.api("GET", "/api/v1/log?max=1000").await;
            assert!(!log.body.contains("KEY-4711"), "{}", log.body);
            log.json()["entries"].as_array().unwrap().len()
        };
        let before = lines().await;
        let answer = request(env.daemon.port(), method, path, &headers, &body.to_string()).await;
        let attack = format!("{method} {path}: {}", answer.status);
        tally.note(&attack, lines().await == before + 1, answer.body);
    }
    tally.end();
}
