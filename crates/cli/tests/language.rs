//! Plain words, as a person says them: the real binary, the daemon, the side panel, and a real browser.

#![allow(clippy::unwrap_used)]

use rustix::process::{Pid, Signal};
use serde_json::{Value, json};
use tabwright_testbed::{Chromium, Session, Terminal, TestEnv, request, within};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};

const LONG: &str = "<title>Long</title><body style='height: 9000px'><a href=/titled/First>First thing</a> \
    <a href=/titled/Terms>Terms and conditions</a> <a href=/titled/Third>Third thing</a>";

struct Stage {
    env: TestEnv,
    terminal: Terminal,
    browser: Chromium,
}

impl Stage {
    async fn new() -> Self {
        let env = TestEnv::trusting(&[]).await;
        let browser = env.browser().await;
        let terminal = Terminal::of(&env);
        // Nothing of it goes to the network.
        terminal.says(&["resolver", "off", "wikipedia"]).await;
        terminal.says(&["resolver", "off", "search"]).await;
        Self { env, terminal, browser }
    }

    /// Says it, and expects all of it to be done.
    async fn run(&self, words: &str) -> Value {
        let said = self.terminal.json(&["do", words]).await;
        for step in said["steps"].as_array().unwrap() {
            assert_eq!(step["state"], "done", "{words}: {said:#}");
        }
        said
    }

    /// The tab in front.
    async fn front(&self) -> Value {
        let tabs = self.terminal.json(&["tabs"]).await;
        let tabs = tabs["tabs"].as_array().unwrap().clone();
        tabs.into_iter().find(|tab| tab["focused"] == true).unwrap()
    }

    async fn eval(&self, script: &str) -> Value {
        self.terminal.json(&["eval", script]).await["value"].clone()
    }

    /// The opening of a page is logged as cancelled, and nothing came after it.
    async fn until_given_up(&self) {
        let opened = |entry: &Value| entry["operation"] == "open";
        let entries = within("it is logged", async {
            loop {
                let log = self.terminal.json(&["log"]).await;
                let entries = log["entries"].as_array().unwrap().clone();
                if entries.iter().any(opened) {
                    return entries;
                }
            }
        });
        let opens: Vec<_> = entries.await.into_iter().filter(opened).collect();
        assert_eq!(opens.len(), 1, "{opens:?}");
        assert_eq!(opens[0]["outcome"], "cancelled");
    }

    fn place(&self, url: &str) -> String {
        url.trim_start_matches("http://").to_owned()
    }
}

#[tokio::test]
async fn several_actions_are_done_in_order() {
    let stage = Stage::new().await;
    let long = stage.env.site.put("long", LONG);
    let said = stage.run(&format!("open {} and scroll down", stage.place(&long))).await;
    let names: Vec<_> = said["steps"]
        .as_array()
        .unwrap()
        .iter()
        .map(|step| &step["action"]["actionName"])
        .collect();
    assert_eq!(names, ["openWebPage", "scrollDown"]);
    assert_eq!(stage.front().await["title"], "Long");
    assert!(stage.eval("scrollY").await.as_f64().unwrap() > 100.0);

    let said = stage.run("zoom in twice then take a screenshot").await;
    let path = said["steps"][1]["result"]["path"].as_str().unwrap();
    assert!(std::fs::read(path).unwrap().starts_with(b"\x89PNG"));
    stage.run("reset the zoom, scroll to the top").await;
    assert_eq!(stage.eval("scrollY").await, 0.0);

    stage.run("click the terms and conditions link").await;
    assert_eq!(stage.front().await["title"], "Terms");
    stage.run("go back and then follow the third link").await;
    assert_eq!(stage.front().await["title"], "Third");
    stage.run("go back; go forward").await;
    assert_eq!(stage.front().await["title"], "Third");
}

#[tokio::test]
async fn tabs_are_changed_and_closed_by_what_they_are() {
    let stage = Stage::new().await;
    for title in ["Cats and dogs", "Birds"] {
        let url = stage.env.site.put(title, &format!("<title>{title}</title>"));
        stage.run(&format!("visit {} in a new tab", stage.place(&url).replace(' ', "%20"))).await;
    }
    assert_eq!(stage.front().await["title"], "Birds");
    stage.run("switch to the tab about cats and dogs").await;
    assert_eq!(stage.front().await["title"], "Cats and dogs");
    stage.run("next tab").await;
    assert_eq!(stage.front().await["title"], "Birds");
    stage.run("bookmark this page and close it").await;
    let kept = stage.terminal.says(&["bookmarks", "birds"]).await;
    assert!(kept.contains("Birds"), "{kept}");
    let tabs = stage.terminal.says(&["tabs"]).await;
    assert!(!tabs.contains("Birds"), "{tabs}");
}

#[tokio::test]
async fn the_first_failure_stops_it_and_is_told() {
    let stage = Stage::new().await;
    let long = stage.env.site.put("long", LONG);
    stage.terminal.says(&["open", &long]).await;
    let typed =
        stage.terminal.run(&["do", "click the purple elephants link and scroll down"]).await;
    assert_ne!(typed.code, 0);
    assert!(typed.err.contains("purple elephants"), "{typed:?}");
    assert!(typed.out.contains("scroll down") || typed.err.contains("scroll down"), "{typed:?}");
    assert_eq!(stage.eval("scrollY").await, 0.0);

    let typed = stage.terminal.run(&["do", "scrol dwn a litle"]).await;
    assert_eq!(typed.code, 2, "{typed:?}");
    assert!(typed.err.contains("scroll down"), "{typed:?}");
    let typed = stage.terminal.run(&["do", "scroll down and list my flows"]).await;
    assert_ne!(typed.code, 0);
    assert_eq!(stage.eval("scrollY").await, 0.0, "nothing is done unless all can be");
    let dry = stage.terminal.says(&["do", "--dry-run", "scroll down"]).await;
    assert!(dry.contains("Scroll down"), "{dry}");
    assert_eq!(stage.eval("scrollY").await, 0.0);
}

#[tokio::test]
async fn names_lead_to_sites() {
    let stage = Stage::new().await;
    let url = stage.env.site.put("timetable", "<title>Timetable of trains</title>");
    stage.terminal.says(&["resolver", "add", "my trains", &url]).await;
    stage.run("open my trains").await;
    assert_eq!(stage.front().await["title"], "Timetable of trains");
    stage.terminal.says(&["resolver", "remove", "my trains"]).await;
    stage.run("close this tab").await;

    // By history, once the person was there.
    stage.run("open timetable trains").await;
    assert_eq!(stage.front().await["title"], "Timetable of trains");
    let led = stage.terminal.json(&["resolver", "test", "timetable trains"]).await;
    assert_eq!(led["stage"], "history", "{led:#}");
    let led = stage.terminal.json(&["resolver", "test", "new york times"]).await;
    assert_eq!((&led["stage"], &led["url"]), (&json!("sites"), &json!("https://www.nytimes.com/")));
    stage.terminal.says(&["resolver", "off", "history"]).await;
    let typed = stage.terminal.run(&["do", "open timetable trains"]).await;
    assert_ne!(typed.code, 0, "{typed:?}");
    let state = stage.terminal.json(&["resolver"]).await;
    let on: Vec<_> = state["stages"].as_array().unwrap().iter().map(|stage| &stage["on"]).collect();
    assert_eq!(on, [true, false, true, false, false, true]);
    stage.terminal.says(&["resolver", "language", "de"]).await;
    let state = stage.terminal.json(&["resolver", "direct", "duckduckgo"]).await;
    assert_eq!((&state["language"], &state["direct"]), (&json!("de"), &json!("duckduckgo")));
    let bad = stage.terminal.run(&["resolver", "language", "../x"]).await;
    assert_eq!(bad.code, 2, "{bad:?}");
    let bad = stage.terminal.run(&["do", "open javascript:alert(1)"]).await;
    assert_ne!(bad.code, 0, "{bad:?}");
}

#[tokio::test]
async fn a_grammar_of_ones_own_comes_and_goes() {
    let stage = Stage::new().await;
    let url = stage.env.site.put("news", "<title>News</title>");
    let text = format!(
        "<Start> = good morning -> {{ actionName: \"openWebPage\", parameters: {{ site: \"{url}\" }} }};"
    );
    let file = stage.terminal.folder().join("morning.agr");
    std::fs::write(&file, text).unwrap();
    let file = file.to_str().unwrap();
    stage.terminal.says(&["grammar", "add", "morning", file]).await;
    stage.run("good morning").await;
    assert_eq!(stage.front().await["title"], "News");

    stage.terminal.says(&["grammar", "add", "morning", file, "--site", "elsewhere.test"]).await;
    assert_eq!(stage.terminal.run(&["do", "good morning"]).await.code, 2);
    stage.terminal.says(&["grammar", "add", "morning", file, "--site", "127.0.0.1"]).await;
    stage.run("good morning").await;
    let list = stage.terminal.json(&["grammar", "list"]).await;
    assert_eq!(list["grammars"][0]["site"], "127.0.0.1", "{list:#}");
    stage.terminal.says(&["grammar", "remove", "morning"]).await;
    assert_eq!(stage.terminal.run(&["do", "good morning"]).await.code, 2);

    std::fs::write(file, "<Start> = oops").unwrap();
    let bad = stage.terminal.run(&["grammar", "add", "morning", file]).await;
    assert!(bad.code != 0 && bad.err.contains('^'), "{bad:?}");
}

#[tokio::test]
async fn closing_the_connection_stops_what_was_said() {
    let stage = Stage::new().await;
    let slow = stage.env.site.slow_page();
    let client = stage.env.client().await;
    let body =
        json!({ "text": format!("open {} and open a new tab", stage.place(&slow)) }).to_string();
    let mut stream = tokio::net::TcpStream::connect(("127.0.0.1", client.port())).await.unwrap();
    let head = format!(
        "POST /api/v1/do HTTP/1.1\r\nHost: 127.0.0.1:{}\r\nAuthorization: Bearer {}\r\n\
         Content-Type: application/json\r\nContent-Length: {}\r\n\r\n{body}",
        client.port(),
        client.token().reveal(),
        body.len()
    );
    stream.write_all(head.as_bytes()).await.unwrap();
    let mut begun = [0; 64];
    within("the first step begins", stream.read(&mut begun)).await.unwrap();
    within("the page is asked for", stage.env.site.until_slow_asked()).await;
    drop(stream);
    stage.until_given_up().await;
    stage.env.site.let_slow_go();
}

#[tokio::test]
async fn an_interrupted_command_stops_what_it_said() {
    let stage = Stage::new().await;
    let slow = stage.env.site.slow_page();
    let words = format!("open {} and open a new tab", stage.place(&slow));
    let child = stage.terminal.command(&["do", &words]).spawn().unwrap();
    within("the page is asked for", stage.env.site.until_slow_asked()).await;
    let pid = Pid::from_raw(i32::try_from(child.id().unwrap()).unwrap()).unwrap();
    rustix::process::kill_process(pid, Signal::INT).unwrap();
    within("the command ends", child.wait_with_output()).await.unwrap();
    stage.until_given_up().await;
    stage.env.site.let_slow_go();
}

#[tokio::test]
async fn a_shell_reads_lines_from_a_pipe() {
    let stage = Stage::new().await;
    let long = stage.env.site.put("long", LONG);
    let lines = format!("open {}\n\nscroll down\n", stage.place(&long));
    let out = stage.terminal.says_given(&["shell"], &lines).await;
    assert!(out.contains("Opened \"Long\"") && out.contains("Scrolled"), "{out}");
    assert!(stage.eval("scrollY").await.as_f64().unwrap() > 100.0);
}

/// The side panel, opened as a page.
async fn panel(stage: &Stage) -> Session {
    let panel = stage.browser.open_extension_page("sidepanel.html").await;
    panel.until("document.querySelector('.composer textarea:not([disabled])') !== null").await;
    panel
}

#[tokio::test]
async fn the_side_panel_completes_and_does() {
    let stage = Stage::new().await;
    let url = stage.env.site.put("far", "<title>Far away</title><body style='height: 9000px'>");
    let panel = panel(&stage).await;
    type_in(&panel, "scro").await;
    panel.shows("scroll").await;
    type_in(&panel, &format!("open {} and scroll down", stage.place(&url))).await;
    press(&panel, "Enter").await;
    panel.until("/Opened .Far away/.test(document.body.innerText)").await;
    panel.until("/Scrolled the page down/.test(document.body.innerText)").await;

    type_in(&panel, "skroll dwnward plz").await;
    press(&panel, "Enter").await;
    panel.shows("scroll down").await;
    let log = stage.terminal.json(&["log"]).await;
    let who: Vec<_> = log["entries"].as_array().unwrap().iter().map(|it| &it["client"]).collect();
    assert!(who.iter().any(|client| *client == "side panel"), "{who:?}");
}

async fn type_in(panel: &Session, text: &str) {
    panel.evaluate("document.querySelector('.composer textarea').focus()").await;
    panel.evaluate("document.querySelector('.composer textarea').select?.()").await;
    panel.call("Input.insertText", json!({ "text": text })).await;
}

async fn press(panel: &Session, key: &str) {
    for kind in ["keyDown", "keyUp"] {
        let event = json!({ "type": kind, "key": key, "code": key, "windowsVirtualKeyCode": 13, "text": "\r" });
        panel.call("Input.dispatchKeyEvent", event).await;
    }
}

#[tokio::test]
async fn programs_ask_over_http() {
    let stage = Stage::new().await;
    let client = stage.env.client().await;
    let ask = async |method: &str, path: &str, body: Value| -> Value {
        let bearer = format!("Bearer {}", client.token().reveal());
        let headers = [("Authorization", bearer.as_str()), ("Content-Type", "application/json")];
        request(client.port(), method, path, &headers, &body.to_string()).await.json()
    };
    let said = ask("POST", "/api/v1/understand", json!({ "text": "zoom in twice" })).await;
    assert_eq!(
        said["steps"][0]["action"],
        json!({ "actionName": "zoomIn", "parameters": { "times": 2 } })
    );
    let completed = ask("POST", "/api/v1/complete", json!({ "text": "switch to " })).await;
    assert!(!completed["completions"].as_array().unwrap().is_empty(), "{completed:#}");
    let refused = ask("POST", "/api/v1/understand", json!({ "texts": 1 })).await;
    assert_eq!(refused["code"], "bad-request");
    let long = ask("POST", "/api/v1/understand", json!({ "text": "and ".repeat(20_000) })).await;
    assert_eq!(long["code"], "not-understood", "{long:#}");
}
