//! The verbs as a person and a script use them: the real binary, a daemon and a browser.

#![allow(clippy::unwrap_used)]

use serde_json::Value;
use tabwright_testbed::{Terminal, TestEnv, within};
use tabwright_wire::{NoParams, StopDaemon};
use tokio::io::{AsyncBufReadExt as _, BufReader};

/// The number that a snapshot gives to what has these words.
fn number(snapshot: &str, words: &str) -> String {
    let line = snapshot.lines().find(|line| line.contains(words));
    let line = line.unwrap_or_else(|| panic!("no `{words}` in {snapshot}"));
    line.split_once('[').unwrap().1.split_once(']').unwrap().0.to_owned()
}

#[tokio::test]
async fn a_person_fills_in_a_form() {
    let env = TestEnv::trusting(&[]).await;
    let _browser = env.browser().await;
    let terminal = Terminal::of(&env);
    let form = env.site.form();

    let opened = terminal.says(&["open", &form]).await;
    assert!(opened.contains(&format!("{form} \"Sign up\"")), "{opened}");
    let tabs = terminal.says(&["tabs"]).await;
    let front = tabs.lines().find(|line| line.starts_with('*')).unwrap();
    let place = format!("{form}  (in group \"command line\")");
    assert!(front.contains("Sign up") && front.ends_with(&place), "{tabs}");

    let snapshot = terminal.says(&["snapshot"]).await;
    let header = format!("Sign up · {form} · snapshot 1\n");
    assert!(snapshot.starts_with(&header), "{snapshot}");

    let name = number(&snapshot, "textbox \"Name\"");
    let typed = terminal.says(&["type", &name, "Ada"]).await;
    assert!(typed.contains("textbox \"Name\"\nthe field contains \"Ada\"\n"), "{typed}");
    terminal.says(&["check", "label=I agree"]).await;
    terminal.says(&["uncheck", "label=I agree"]).await;
    terminal.says(&["select", "label=Colour", "Blue"]).await;
    let clicked = terminal.says(&["click", "role=button:Save"]).await;
    assert!(clicked.starts_with("clicked button \"Save\"\n~ now: "), "{clicked}");
    assert!(clicked.contains("Welcome, Ada: off, Blue"), "{clicked}");

    terminal.says_given(&["type", "label=Name", "-", "--submit"], "Grace\n").await;
    let waited = terminal.says(&["wait", "--text", "Welcome, Grace"]).await;
    assert!(waited.starts_with("done after "), "{waited}");
    let text = terminal.says(&["text", "output"]).await;
    assert_eq!(text, "Welcome, Grace: off, Blue\n");

    let followed = terminal.says(&["follow", "harbour"]).await;
    let harbour = env.site.page("harbour");
    assert!(followed.contains(&format!("→ went to {harbour}")), "{followed}");
    assert!(terminal.says(&["back"]).await.contains(&form));
    let by_position = terminal.says(&["follow", "--position", "2"]).await;
    assert!(by_position.contains("/titled/station"), "{by_position}");
}

#[tokio::test]
async fn a_dialog_is_told_and_answered() {
    let env = TestEnv::trusting(&[]).await;
    let _browser = env.browser().await;
    let terminal = Terminal::of(&env);
    terminal.says(&["open", &env.site.form()]).await;
    let clicked = terminal.says(&["click", "#warn"]).await;
    assert!(clicked.contains("⚠ dialog: alert \"Mind the gap\""), "{clicked}");
    assert_eq!(terminal.run(&["text"]).await.code, 5);
    let answered = terminal.says(&["dialog", "accept"]).await;
    assert!(answered.starts_with("accepted the alert \"Mind the gap\"\n"), "{answered}");
    assert!(terminal.says(&["text"]).await.contains("Sign up"));
}

#[tokio::test]
async fn a_script_reads_json() {
    let env = TestEnv::trusting(&[]).await;
    let _browser = env.browser().await;
    let terminal = Terminal::of(&env);
    let visit = terminal.json(&["open", &env.site.form()]).await;
    assert_eq!((&visit["title"], &visit["loaded"]), (&"Sign up".into(), &true.into()));
    let tab = visit["tab"].to_string();

    terminal.says(&["open", &env.site.page("harbour")]).await;
    let tabs = terminal.json(&["tabs", "the", "harbour"]).await;
    assert_eq!(tabs["tabs"][0]["title"], "harbour");
    let here = ["--tab", &tab];
    let snapshot = terminal.json(&[&["snapshot", "-i"], &here[..]].concat()).await;
    assert!(snapshot["text"].as_str().unwrap().contains("button \"Save\""), "{snapshot}");
    assert_eq!(snapshot["tab"].to_string(), tab);
    let report = terminal.json(&[&["click", "text=Save"], &here[..]].concat()).await;
    assert!(report["did"].is_string() && report["changes"].is_object(), "{report}");
    assert_eq!(report["element"]["role"], "button");
    let links = terminal.json(&[&["links", "harbour"], &here[..]].concat()).await;
    assert_eq!(links["links"][0]["url"], env.site.page("harbour"));

    let missed = [&["click", "text=Nowhere", "--timeout", "0.2", "--json"], &here[..]].concat();
    let missed = terminal.run(&missed).await;
    let problem: Value = serde_json::from_str(&missed.out).unwrap();
    assert_eq!((missed.code, &problem["code"]), (4, &"element-not-found".into()));
    let words = format!(
        "tabwright: {}\n  {}\n",
        problem["title"].as_str().unwrap(),
        problem["fix"].as_str().unwrap()
    );
    assert_eq!(missed.err, words);
}

#[tokio::test]
async fn exit_codes_mean_something() {
    let env = TestEnv::trusting(&[]).await;
    let _browser = env.browser().await;
    let terminal = Terminal::of(&env);
    terminal.says(&["open", &env.site.form()]).await;
    for (line, code) in [
        ("eval document.title", 0),
        ("click", 2),
        ("click 12 --nth 1", 2),
        ("wait load --text x", 2),
        ("open not-an-address", 2),
        ("tabs --browser nobody", 3),
        ("click text=Nowhere --timeout 0.2", 4),
        ("click 999999", 4),
        ("select label=Colour Purple --timeout 0.2", 4),
        ("text --tab 987654", 4),
        ("click text=Later --timeout 0.2", 5),
        ("type role=button:Save hello --timeout 0.2", 5),
        ("dialog accept", 5),
        ("wait --text never --timeout 0.2", 6),
        ("wait --function false --timeout 0.2", 6),
        ("open chrome://version", 7),
        ("eval nothing.at.all", 8),
        ("open http://127.0.0.1:1/ --in current", 8),
    ] {
        let args: Vec<&str> = line.split(' ').collect();
        let said = terminal.run(&args).await;
        assert_eq!(said.code, code, "{line}: {}{}", said.out, said.err);
        assert_eq!(said.err.is_empty(), code == 0, "{line}");
    }
}

#[tokio::test]
async fn without_a_browser_a_verb_says_how_to_get_one() {
    let env = TestEnv::trusting(&[]).await;
    let said = Terminal::of(&env).run(&["snapshot"]).await;
    assert_eq!((said.code, said.out.as_str()), (3, ""));
    assert!(said.err.starts_with("tabwright: No browser is connected\n  Run `tabwright up`"));
}

#[tokio::test]
async fn a_verb_starts_the_daemon_and_waits_for_the_browser() {
    let mut env = TestEnv::trusting(&[]).await;
    let browser = env.browser().await;
    browser.open(&env.site.page("harbour")).await;
    let terminal = Terminal::of(&env);
    env.daemon.kill().await;
    let said = terminal.run(&["tabs"]).await;
    terminal.run(&["stop"]).await;
    assert!(said.code == 0 && said.out.contains("harbour"), "{}{}", said.out, said.err);
}

#[tokio::test]
async fn a_page_is_read_in_many_ways() {
    let env = TestEnv::trusting(&[]).await;
    let _browser = env.browser().await;
    let terminal = Terminal::of(&env);
    terminal.says(&["open", &env.site.form()]).await;
    let links = terminal.says(&["links"]).await;
    assert!(links.starts_with("   1  To the harbour  http"), "{links}");
    let drawn = "\
Trains
To                At
────────────────  ─────
Bern              10:02
Genève, Cornavin  9:30
";
    assert_eq!(terminal.says(&["tables"]).await, drawn);
    let csv = "To,At\r\nBern,10:02\r\n\"Genève, Cornavin\",9:30\r\n";
    assert_eq!(terminal.says(&["tables", "--csv"]).await, csv);
    assert!(terminal.says(&["markdown"]).await.starts_with("# Sign up\n"));
    assert_eq!(terminal.says(&["html", "h1"]).await, "<h1>Sign up</h1>\n");

    assert_eq!(terminal.says(&["eval", "document.title"]).await, "Sign up\n");
    assert_eq!(terminal.says(&["eval", "[1, {a: null}]"]).await, "[1,{\"a\":null}]\n");
    let script = "const h1 = document.querySelector('h1');\nreturn h1.textContent.length;\n";
    assert_eq!(terminal.says_given(&["eval", "-"], script).await, "7\n");
}

#[tokio::test]
async fn pictures_and_pdfs_become_files() {
    const PNG: &[u8] = b"\x89PNG\r\n\x1a\n";
    let env = TestEnv::trusting(&[]).await;
    let _browser = env.browser().await;
    let terminal = Terminal::of(&env);
    terminal.says(&["open", &env.site.form()]).await;
    let begins_with = |file: &str, magic: &[u8]| {
        std::fs::read(terminal.folder().join(file)).unwrap().starts_with(magic)
    };

    let said = terminal.says(&["screenshot"]).await;
    assert!(said.starts_with("Sign-up.png ("), "{said}");
    let again = terminal.says(&["screenshot", "--full", "--marks"]).await;
    assert!(again.starts_with("Sign-up-2.png ("), "{again}");
    assert!(begins_with("Sign-up.png", PNG) && begins_with("Sign-up-2.png", PNG));

    let element = terminal.json(&["screenshot", "table.png", "--element", "table"]).await;
    assert!(element["path"].as_str().unwrap().ends_with("/table.png"), "{element}");
    assert!(element["width"].as_u64().unwrap() > 0 && element["base64"].is_null());
    assert!(begins_with("table.png", PNG));
    assert!(terminal.json(&["screenshot"]).await["base64"].is_string());
    assert!(terminal.run(&["screenshot", "-"]).await.bytes.starts_with(PNG));

    let pdf = terminal.says(&["pdf", "page.pdf"]).await;
    assert!(pdf.starts_with("page.pdf (") && begins_with("page.pdf", b"%PDF"), "{pdf}");
}

#[tokio::test]
async fn watch_shows_live_what_happens() {
    let env = TestEnv::trusting(&[]).await;
    let _browser = env.browser().await;
    let terminal = Terminal::of(&env);
    let mut watch = terminal.command(&["watch"]).spawn().unwrap();
    let mut watch_json = terminal.command(&["watch", "--json"]).spawn().unwrap();
    let both = |status: &tabwright_wire::Status| {
        status.clients.iter().filter(|client| client.name == "tabwright-watch").count() == 2
    };
    env.until_status("both watch", both).await;

    let harbour = env.site.page("harbour");
    terminal.says(&["open", &harbour]).await;
    let mut lines = BufReader::new(watch.stdout.take().unwrap()).lines();
    let mut objects = BufReader::new(watch_json.stdout.take().unwrap()).lines();
    let seen = async {
        let mut words = String::new();
        while !words.contains("command line: open") {
            words += &lines.next_line().await.unwrap().unwrap();
        }
        loop {
            let line = objects.next_line().await.unwrap().unwrap();
            let object: Value = serde_json::from_str(&line).unwrap();
            assert!(object["timeMs"].is_u64() && object["id"].is_u64(), "{line}");
            if object["event"]["type"] == "navigation" {
                assert_eq!(object["event"]["url"], harbour.as_str());
                return words;
            }
        }
    };
    let words = within("the navigation is seen", seen).await;
    assert!(words.contains(&format!("went to {harbour}")), "{words}");

    let stopped = env.client().await.call::<StopDaemon>(&NoParams {}).await;
    stopped.unwrap();
    assert!(within("watch ends with the daemon", watch.wait()).await.unwrap().success());
}

#[tokio::test]
async fn a_browser_elsewhere_is_driven_by_name() {
    let env = TestEnv::trusting(&[]).await;
    let browser = env.browser().await;
    browser.open(&env.site.page("harbour")).await;
    let terminal = Terminal::of(&env);
    let added = terminal.says(&["remote", "add", "my spare", browser.cdp_url()]).await;
    assert!(added.contains("--browser"), "{added}");
    assert!(terminal.says(&["remote", "list"]).await.contains("my spare"));
    let there = terminal.says(&["tabs", "--browser", "my spare"]).await;
    assert!(there.contains("harbour"), "{there}");
    assert_eq!(
        terminal.says(&["remote", "remove", "my spare"]).await,
        "Disconnected from my spare.\n"
    );
    assert_eq!(terminal.run(&["tabs", "--browser", "my spare"]).await.code, 3);
    assert_eq!(terminal.run(&["remote", "remove", "my spare"]).await.code, 3);
}
