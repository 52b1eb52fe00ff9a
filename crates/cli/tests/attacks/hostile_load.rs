//! Pages and agents that want to wear out the daemon, or to make others wait.

use serde_json::{Value, json};
use tabwright_testbed::TestEnv;
use tabwright_wire::{Content, ToolCall, ToolEvent, ToolOutput};

use crate::{Ground, Tally, grounds};

/// So many elements inside each other, in as many shadow roots. Of boxes Chrome itself lays out only some
/// two thousand inside each other, but of words any number.
const NESTED: &str = "<title>nested</title><p>before</p><x-a id=h></x-a><p>after</p>\
    <button id=b onclick=\"document.title = 'pressed'\">Press</button><script>\
    let at = document.getElementById('h');\
    for (let i = 0; i < 3000; i += 1) {\
      const next = document.createElement('x-a');\
      at.attachShadow({ mode: 'open' }).append(`t${i} `, next); at = next; }\
    at.attachShadow({ mode: 'open' }).innerHTML =\
      \"<a href='#deep'>deep</a><button onclick='document.title = 1'>deepest</button>\";\
    </script>";

/// The same without shadow roots.
const DEEP: &str = "<title>deep</title><p>before</p><span id=h></span><p>after</p>\
    <button id=b onclick=\"document.title = 'pressed'\">Press</button><script>\
    let at = document.getElementById('h');\
    for (let i = 0; i < 5000; i += 1) {\
      const next = document.createElement('span'); next.append(`t${i} `); at.append(next); at = next; }\
    at.innerHTML = \"<a href='#deep'>deep</a>\";</script>";

const FLOOD: &str = "<title>flood</title><p>flood</p><script>let n = 0;\
    setInterval(() => { for (let i = 0; i < 100; i += 1) console.log(`line ${n++} of many`); }, 10);\
    </script>";

impl Ground {
    /// Opens a page in a tab of the attacker's, and gives its number.
    async fn tab_of(&self, browser: Option<&str>, url: &str) -> Value {
        let opened = self.verb_in(browser, "attacker", "open", json!({ "url": url })).await;
        assert_eq!(opened.status, 200, "{}", opened.body);
        opened.json()["tab"].clone()
    }
}

#[tokio::test]
async fn pages_that_are_nested_without_end_are_read_as_far_as_that_goes() {
    let (ground, browsers) = grounds().await;
    let mut tally = Tally::default();
    for browser in browsers {
        for (name, html) in [("nested", NESTED), ("deep", DEEP)] {
            let url = ground.env.site.put(name, html);
            let tab = ground.tab_of(browser, &url).await;
            let css = json!({ "locator": { "steps": [{ "by": "css", "selector": "a" }] } });
            let role = json!({ "locator": { "steps": [{ "by": "role", "role": "link" }] } });
            let text = json!({ "locator": { "steps": [
                { "by": "text", "words": { "text": "deep", "exact": true } }] } });
            let not_read = "deeper than 1000 elements";
            for (verb, params, wanted) in [
                ("text", json!({}), "deep"),
                ("markdown", json!({ "main": false }), "deep"),
                ("markdown", json!({ "main": true }), "t1000"),
                ("html", json!({ "compression": "none" }), not_read),
                ("html", json!({}), "fragments"),
                ("snapshot", json!({ "mode": "full" }), "deeper than 600 elements"),
                ("snapshot", json!({ "mode": "interactive" }), "Press"),
                ("snapshot", json!({ "mode": "viewport" }), "before"),
                ("links", json!({}), "#deep"),
                ("tables", json!({}), "tables"),
                ("query", json!({ "target": css, "facts": ["innerText"] }), "\"total\":1"),
                ("query", json!({ "target": role, "facts": ["innerText"] }), "\"total\":1"),
                ("query", json!({ "target": text, "facts": ["innerText"] }), "\"total\":1"),
                ("wait", json!({ "for": { "type": "text", "text": "after" } }), "tab"),
                ("click", json!({ "target": { "text": "Press" } }), "Press"),
            ] {
                let mut params = params;
                params["tab"] = tab.clone();
                let attack = format!("{browser:?}: {name}: {verb} {params}");
                let answer = ground.verb_in(browser, "attacker", verb, params).await;
                let held = answer.status == 200 && answer.body.contains(wanted);
                tally.note(&attack, held, answer.body.chars().take(400).collect::<String>());
            }
            let now = ground.verb_in(browser, "attacker", "text", json!({ "tab": tab })).await;
            let pressed = now.json()["title"] == "pressed";
            tally.note(&format!("{browser:?}: {name}: the click arrived"), pressed, "no");
        }
    }
    tally.end();
}

#[tokio::test]
async fn a_page_that_crashes_is_told_of_at_once_and_nobody_else_waits() {
    let (ground, browsers) = grounds().await;
    let mut tally = Tally::default();
    for browser in browsers {
        let calm = ground.tab_of(browser, &ground.env.site.page("calm")).await;
        let title = format!("doomed-{}", browser.unwrap_or("own"));
        let tab = ground.tab_of(browser, &ground.env.site.page(&title)).await;
        // From now on the debugger is there in either kind of browser.
        let listening = json!({ "tab": tab });
        let listening = ground.verb_in(browser, "attacker", "console", listening).await;
        assert_eq!(listening.status, 200, "{}", listening.body);
        let is_doomed =
            |info: &Value| info["url"].as_str().is_some_and(|url| url.ends_with(&title));
        let target = ground.browser.cdp.target(&title, is_doomed);
        let page = ground.browser.cdp.attach(target.await).await;
        let never = json!({ "type": "text", "text": "never" });
        let waits = json!({ "tab": tab, "for": never, "timeoutMs": 50_000 });
        // Chrome may or may not answer the command that ends the page.
        let crash = async {
            let _ = page.attempt("Page.crash", json!({})).await;
            std::future::pending::<()>().await;
        };
        let waited = tokio::select! {
            waited = ground.verb_in(browser, "attacker", "wait", waits) => waited,
            () = crash => unreachable!(),
        };
        let held = waited.problem() == "page-failed" && waited.body.contains("has crashed");
        tally.note(&format!("{browser:?}: what was under way in it"), held, waited.body);
        for (verb, params) in [
            ("text", json!({})),
            ("snapshot", json!({})),
            ("click", json!({ "target": { "text": "Press" } })),
            ("eval", json!({ "script": "1" })),
            ("screenshot", json!({})),
        ] {
            let mut params = params;
            params["tab"] = tab.clone();
            let attack = format!("{browser:?}: {verb} in a page that crashed");
            let answer = ground.verb_in(browser, "attacker", verb, params).await;
            let held = answer.problem() == "page-failed" && answer.body.contains("has crashed");
            tally.note(&attack, held, answer.body);
        }
        let other = ground.verb_in(browser, "attacker", "text", json!({ "tab": calm })).await;
        tally.note(&format!("{browser:?}: another tab"), other.status == 200, other.body);
        let again = ground.verb_in(browser, "attacker", "reload", json!({ "tab": tab })).await;
        tally.note(&format!("{browser:?}: loaded again"), again.status == 200, again.body);
        let read = ground.verb_in(browser, "attacker", "text", json!({ "tab": tab })).await;
        tally.note(&format!("{browser:?}: and read"), read.status == 200, read.body);
    }
    tally.end();
}

#[tokio::test]
async fn a_page_that_floods_its_console_makes_no_other_tab_wait() {
    let (ground, browsers) = grounds().await;
    let mut tally = Tally::default();
    let url = ground.env.site.put("flood", FLOOD);
    for browser in browsers {
        let run = async |verb: &str, params: Value| {
            ground.verb_in(browser, "attacker", verb, params).await
        };
        let calm = ground.tab_of(browser, &ground.env.site.page("calm")).await;
        let flood = ground.tab_of(browser, &url).await;
        // The page is muted as soon as somebody listens. Until then there are fewer lines than that.
        let heard = loop {
            let heard = run("console", json!({ "tab": flood })).await;
            assert_eq!(heard.status, 200, "{}", heard.body);
            if heard.json()["muted"] == true {
                break heard.json();
            }
        };
        let dropped = heard["dropped"].as_u64().unwrap_or_default();
        let attack = format!("{browser:?}: lines that are dropped are counted");
        tally.note(&attack, dropped >= 1_000, dropped);
        for (verb, tab) in [
            ("snapshot", &calm),
            ("text", &calm),
            ("eval", &calm),
            ("snapshot", &flood),
            ("eval", &flood),
            ("console", &flood),
        ] {
            let mut params = json!({ "tab": tab });
            if verb == "eval" {
                params["script"] = "document.title".into();
            }
            let answer = run(verb, params).await;
            let attack = format!("{browser:?}: {verb} while a page floods its console");
            tally.note(&attack, answer.status == 200, answer.body);
        }
        let still = run("console", json!({ "tab": flood, "max": 1 })).await.json();
        let kept = still["messages"].as_array().is_some_and(|lines| lines.len() == 1);
        tally.note(&format!("{browser:?}: its newest lines are kept"), kept, still);
        let closed = run("close", json!({ "tab": flood })).await;
        assert_eq!(closed.status, 200, "{}", closed.body);
    }
    tally.end();
}

#[tokio::test]
async fn what_could_not_be_logged_is_not_done() {
    let (ground, browsers) = grounds().await;
    let mut tally = Tally::default();
    let tabs = [
        ground.tab_of(browsers[0], &ground.env.site.page("ledger")).await,
        ground.tab_of(browsers[1], &ground.env.site.page("ledger")).await,
    ];
    let client = ground.cdp().await;
    let page = ground.page(&client, "driven").await;
    page.evaluate("1").await;

    let log = ground.env.home.audit_log();
    let aside = log.with_extension("aside");
    std::fs::rename(&log, &aside).unwrap();
    std::fs::write(&log, "").unwrap();
    // The line of what is done now goes where the log was; then it is noticed.
    ground.verb("attacker", "text", json!({ "tab": tabs[0] })).await;
    ground.env.daemon.says(&["nothing is done until it can"]).await;
    for (browser, tab) in browsers.into_iter().zip(&tabs) {
        for (verb, params) in [
            ("click", json!({ "target": "body" })),
            ("eval", json!({ "script": "document.title = 'HACKED'" })),
            ("open", json!({ "url": ground.ok() })),
            ("close", json!({})),
            ("text", json!({})),
        ] {
            let mut params = params;
            params["tab"] = tab.clone();
            let answer = ground.verb_in(browser, "attacker", verb, params).await;
            let held = answer.problem() == "storage-failed" && answer.body.contains("Make room");
            tally.note(&format!("{browser:?}: {verb} on a full disk"), held, answer.body);
        }
    }
    let evaluated = json!({ "expression": "document.title = 'HACKED'" });
    tally.refused("CDP on a full disk", page.attempt("Runtime.evaluate", evaluated).await);
    let went = page.attempt("Page.navigate", json!({ "url": ground.ok() })).await;
    tally.refused("CDP goes on a full disk", went);
    for (path, body) in [
        ("pairing-codes", json!({})),
        ("rules", json!({ "client": "attacker", "mode": "auto" })),
        ("knowledge/settings", json!({ "automatic": true })),
        ("knowledge/notes", json!({ "page": 1, "note": "n" })),
        ("knowledge/imports", json!({ "source": { "what": "file", "path": "/tmp" } })),
        ("knowledge/import-changes", json!({ "import": 1, "change": "resume" })),
        ("knowledge/exports", json!({ "path": "/tmp/unlogged" })),
        ("knowledge/merges", json!({ "from": "a", "into": "b" })),
        ("sessions", json!({})),
        ("sessions/01ARZ3NDEKTSV4RRFFQ69G5FAV/runs", json!({ "task": "t" })),
        ("models", json!({ "name": "own", "provider": "openai", "model": "m", "key": "k" })),
        ("models/default", json!({ "name": "own" })),
    ] {
        let answer = ground.env.post(&format!("/api/v1/{path}"), body).await;
        let held = answer.problem() == "storage-failed" && answer.body.contains("Make room");
        tally.note(&format!("{path} on a full disk"), held, answer.body);
    }
    // What takes power away from others, and what the person wants forgotten, does not wait for room.
    for (path, body) in [
        ("knowledge/forget", json!({ "what": "everything" })),
        ("sessions/01ARZ3NDEKTSV4RRFFQ69G5FAV/stop", json!({})),
        ("questions", json!({ "id": 4711, "allow": false })),
    ] {
        let answer = ground.env.post(&format!("/api/v1/{path}"), body).await;
        let held = answer.problem() != "storage-failed";
        tally.note(&format!("{path} goes on on a full disk"), held, answer.body);
    }
    let status = ground.env.api("GET", "/api/v1/status").await;
    tally.note("the person sees how things are", status.status == 200, status.body);

    std::fs::remove_file(&log).unwrap();
    std::fs::rename(&aside, &log).unwrap();
    ground.env.daemon.says(&["can be written again"]).await;
    let title = ground.verb("attacker", "text", json!({ "tab": tabs[0] })).await;
    tally.note("it goes on by itself", title.json()["title"] == "ledger", title.body);
    tally.end();
}

/// What an agent's tool says in the end.
async fn tool(env: &TestEnv, agent: &str, tool: &str, arguments: Value) -> ToolOutput {
    let Value::Object(arguments) = arguments else { panic!("arguments are an object") };
    let (session, client) = (agent.to_owned(), agent.to_owned());
    let call = ToolCall { session, client, tool: tool.to_owned(), arguments };
    let mut lines = env.client().await.call_agent_tool(&call).await.unwrap();
    while let Some(event) = lines.next::<ToolEvent>().await {
        if let ToolEvent::Output(output) = event {
            return output;
        }
    }
    panic!("the tool ended without a word");
}

fn said(output: &ToolOutput) -> String {
    let text = |content: &Content| match content {
        Content::Text { text } => text.clone(),
        Content::Image { .. } => String::new(),
    };
    output.content.iter().map(text).collect()
}

#[tokio::test]
async fn what_scripts_keep_is_bounded_in_all() {
    let env = TestEnv::new().await;
    let _browser = env.browser().await;
    let mut tally = Tally::default();
    let keep = "state.kept = new Uint8Array(50 * 1024 * 1024); state.kept.length";
    for number in 1..=12 {
        let agent = format!("keeper-{number}");
        let kept = tool(&env, &agent, "execute", json!({ "code": keep })).await;
        assert_eq!(kept.problem, None, "{}", said(&kept));
    }
    let rss = resident_mib(env.daemon.pid());
    tally.note("twelve agents keep 50 MiB each", rss < 450, format!("{rss} MiB"));
    let look = json!({ "code": "typeof state.kept" });
    let first = said(&tool(&env, "keeper-1", "execute", look.clone()).await);
    let told = first.contains("`state` was lost") && first.contains("undefined");
    tally.note("who had to give up is told", told, first);
    let again = said(&tool(&env, "keeper-1", "execute", look.clone()).await);
    tally.note("and told once", !again.contains("was lost"), again);
    let last = said(&tool(&env, "keeper-12", "execute", look).await);
    tally.note("who was here last has kept it", last.contains("object"), last);
    tally.end();
}

fn resident_mib(pid: u32) -> u64 {
    let status = std::fs::read_to_string(format!("/proc/{pid}/status")).unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
    let kib = line.and_then(|line| line.trim().trim_end_matches("kB").trim().parse::<u64>().ok());
    kib.unwrap_or_default() / 1024
}

#[tokio::test]
async fn endless_scripts_of_many_make_nobody_else_wait() {
    let env = TestEnv::new().await;
    let browser = env.browser().await;
    let page = browser.open(&env.site.page("calm")).await;
    page.evaluate("1").await;
    let mut tally = Tally::default();
    let endless = (0..20).map(|number| {
        let agent = format!("endless-{number}");
        let bomb = json!({ "code": "console.log('on'); while (true) {}", "timeoutMs": 30_000 });
        let env = &env;
        async move { tool(env, &agent, "execute", bomb).await }
    });
    let mut endless = Box::pin(futures_util::future::join_all(endless));
    let others = async {
        let mut answers = Vec::new();
        for (name, arguments) in [
            ("navigate", json!({ "url": env.site.page("mine") })),
            ("snapshot", json!({})),
            ("act", json!({ "steps": [{ "do": "scroll" }] })),
            ("read", json!({ "what": "text" })),
            ("execute", json!({ "code": "await page.title()" })),
            ("snapshot", json!({})),
        ] {
            answers.push((name, tool(&env, "patient", name, arguments).await));
        }
        answers
    };
    // Whoever waits for the endless ones to end would be late.
    tokio::select! {
        biased;
        ended = &mut endless => panic!("the endless scripts ended first: {ended:?}"),
        answers = others => for (name, answer) in answers {
            let attack = format!("`{name}` beside twenty endless scripts");
            tally.note(&attack, answer.problem.is_none(), said(&answer));
        },
    }
    tally.end();
}

#[tokio::test]
async fn no_run_of_a_script_changes_what_the_next_one_sees() {
    let env = TestEnv::new().await;
    let _browser = env.browser().await;
    let mut tally = Tally::default();
    tool(&env, "polluter", "navigate", json!({ "url": env.site.page("calm") })).await;
    let well = "const words = [3, 1, 2].sort().map(String).join('-'); \
        const read = JSON.parse(JSON.stringify({ a: [1, { b: null }] })); \
        const title = await page.title(); \
        const same = await Promise.all([1, 2].map(async (n) => n + 1)); \
        const link = page.locator('a').first().toString(); \
        const strange = Object.keys(Object.prototype).length + typeof planted; \
        [words, read.a.length, title, same.join(), link.length > 0, strange].join(' ')";
    let sound = said(&tool(&env, "polluter", "execute", json!({ "code": well })).await);
    let sound = sound.lines().nth(1).unwrap_or_default().len();
    for pollution in [
        "Array.prototype.map = () => ['evil']",
        "Array.prototype.planted = 'evil'",
        "Object.prototype.planted = 'evil'",
        "Object.defineProperty(Object.prototype, 'then', { value: () => {} })",
        "({}).__proto__.__proto__ = { planted: 'evil' }",
        "Promise.all = () => 'evil'",
        "Promise.prototype.then = () => 'evil'",
        "JSON.parse = () => 'evil'",
        "JSON.stringify = () => 'evil'",
        "Function.prototype.call = () => 'evil'",
        "Function.prototype.planted = 'evil'",
        "String.prototype.at = () => 'evil'",
        "Symbol.prototype.description = 'evil'",
        "page.title = async () => 'evil'",
        "Object.getPrototypeOf(page).title = async () => 'evil'",
        "Object.getPrototypeOf(page.locator('a')).first = () => 'evil'",
        "Object.getPrototypeOf(page.locator('a')).toString = () => ''",
        "page.constructor.prototype.title = async () => 'evil'",
        "Object.setPrototypeOf(Object.getPrototypeOf(page), { title: () => 'evil' })",
        "Object.setPrototypeOf(globalThis, { planted: 'evil' })",
        "Object.setPrototypeOf(globalThis, new Proxy({}, { has: () => true, get: () => 'evil' }))",
        "Object.setPrototypeOf(Array.prototype, { planted: 'evil' })",
        "Object.getPrototypeOf(function* () {}).prototype.next = () => 'evil'",
        "Object.getPrototypeOf(new Map().entries()).next = () => 'evil'",
        "Reflect.apply = () => 'evil'",
        "expect.planted = 'evil'; Object.getPrototypeOf(expect(1)).toBe = () => 'evil'",
        "context.pages = () => 'evil'",
        "browser.contexts = () => 'evil'",
    ] {
        // It may throw, or be for nothing.
        tool(&env, "polluter", "execute", json!({ "code": pollution })).await;
        let next = tool(&env, "polluter", "execute", json!({ "code": well })).await;
        let words = said(&next);
        let held = next.problem.is_none()
            && words.contains("1-2-3 2 calm 2,3 true 0undefined")
            && !words.contains("was lost")
            && sound > 0;
        tally.note(pollution, held, (words, next.problem));
    }
    tally.end();
}
