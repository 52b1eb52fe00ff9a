//! What you read: kept from a real browser, found, asked about and forgotten.

#![allow(clippy::unwrap_used)]

use std::fs;
use std::path::Path;

use serde_json::{Value, json};
use tabwright_testbed::{Chromium, Terminal, TestEnv, within};

const TEA: &str = "<title>How tea is made</title><nav><a href=/>Home</a> <a href=/x>Shop</a></nav><main><article>
    <h1>How tea is made</h1><p>Green tea is steamed soon after it is picked, which keeps the leaves green and the \
    taste fresh.</p><p>Black tea is rolled and oxidised, and only then dried. Most people in Europe drink it with \
    milk or lemon, and some with both.</p><p>The water for green tea should not boil: seventy degrees are enough, \
    and two minutes are long. A tea master in Uji once said that patience is the only secret.</p>
    <p>Whoever keeps tea for longer than a year keeps it dark, dry and far from spices, since nothing takes on the \
    smell of its neighbours as quickly as dried leaves do.</p></article></main>";
const RUST: &str = "<title>Lifetimes in Rust</title><main><article><h1>Lifetimes in Rust</h1><p>A lifetime tells the \
    borrow checker how long a reference may be used.</p><p>Most lifetimes are elided: the compiler fills them in by \
    three rules that cover nearly every function that people write.</p><p>A struct that holds a reference has to name \
    the lifetime of that reference, and so has its impl block.</p></article></main>";

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
        Self { env, terminal, browser }
    }

    /// Opens a page and keeps it.
    async fn keep(&self, name: &str, html: &str) -> Value {
        let url = self.env.site.put(name, html);
        let page = self.browser.open(&url).await;
        let tabs = self.terminal.json(&["tabs"]).await;
        let tabs = tabs["tabs"].as_array().unwrap().clone();
        let tab = tabs.iter().find(|tab| tab["url"] == url).unwrap()["id"].to_string();
        let kept = self.terminal.json(&["remember", "--tab", &tab]).await;
        page.close().await;
        kept
    }

    fn home(&self) -> &Path {
        self.env.home.moved_to().unwrap()
    }
}

#[tokio::test]
async fn a_page_is_kept_found_asked_about_and_forgotten() {
    let stage = Stage::new().await;
    let tea = stage.keep("tea", TEA).await;
    assert_eq!(
        (&tea["outcome"], &tea["page"]["title"]),
        (&json!("new"), &json!("How tea is made"))
    );
    stage.keep("rust", RUST).await;

    let found = stage.terminal.json(&["search", "oxidised", "leaves"]).await;
    assert_eq!(found["hits"][0]["page"]["title"], "How tea is made", "{found:#}");
    let said = stage.terminal.says(&["search", "borrow checker"]).await;
    assert!(said.contains("Lifetimes in Rust") && said.contains("borrow checker"), "{said}");

    let answer = stage.terminal.json(&["ask", "how hot should the water for green tea be?"]).await;
    assert_eq!(answer["isAnswered"], true, "{answer:#}");
    assert_eq!(answer["sources"][0]["title"], "How tea is made");
    let text = stage.terminal.json(&["page", &tea["page"]["id"].to_string()]).await["text"].clone();
    let findings = answer["findings"].as_array().unwrap();
    for finding in findings {
        let quoted = finding["text"].as_str().unwrap();
        assert!(text.as_str().unwrap().contains(quoted), "{quoted}");
    }
    let hot = |finding: &Value| finding["text"].as_str().unwrap().contains("seventy degrees");
    assert!(findings.iter().any(hot), "{answer:#}");
    let none =
        stage.terminal.json(&["ask", "what did I read about the price of helicopters?"]).await;
    assert_eq!((&none["isAnswered"], &none["findings"]), (&json!(false), &json!([])), "{none:#}");

    let number = tea["page"]["id"].to_string();
    let view =
        stage.terminal.json(&["page", &number, "--note", "for Sunday", "--tag", "kitchen"]).await;
    assert_eq!((&view["note"], &view["page"]["tags"]), (&json!("for Sunday"), &json!(["kitchen"])));

    let unsure = stage.terminal.run(&["forget", "--everything"]).await;
    assert_ne!(unsure.code, 0, "nobody was asked");
    let forgotten = stage.terminal.says(&["forget", "--page", &number, "--yes"]).await;
    assert_eq!(forgotten, "1 page is forgotten.\n");
    assert_eq!(stage.terminal.json(&["search", "green tea"]).await["total"], 0);
    assert_eq!(stage.terminal.json(&["library"]).await["stats"]["pages"], 1);
}

const ENGINE: &str = "<title>The engine</title><main><article><h1>The engine</h1><p>Ada Lovelace wrote about the \
    Analytical Engine of Charles Babbage, and her notes were longer than the text.</p><p>Charles Babbage and Ada \
    Lovelace wrote each other many letters from London. The Countess of Lovelace died early.</p><p>Whoever reads the \
    notes of Ada Lovelace today finds the first program that was ever printed.</p></article></main>";

#[tokio::test]
async fn names_of_pages_are_shown_and_made_one_and_two_again() {
    let stage = Stage::new().await;
    assert!(stage.terminal.says(&["graph"]).await.starts_with("Nothing is named yet."));
    stage.keep("engine", ENGINE).await;
    let graph = stage.terminal.says(&["graph"]).await;
    assert!(graph.contains("person") && graph.contains("Ada Lovelace"), "{graph}");
    let ada = stage.terminal.says(&["graph", "ada", "lovelace"]).await;
    assert!(ada.contains("Charles Babbage") && ada.contains("The engine"), "{ada}");

    let merged =
        stage.terminal.says(&["graph", "Charles Babbage", "--same-as", "Ada Lovelace"]).await;
    assert!(merged.starts_with("Charles Babbage is Ada Lovelace from now on."), "{merged}");
    let merges = stage.terminal.json(&["graph", "--merges"]).await;
    let number = merges["merges"][0]["merge"].to_string();
    let one = stage.terminal.json(&["graph", "charles babbage"]).await;
    assert_eq!(
        (&one["label"], &one["merged"][0]["name"]),
        (&json!("Ada Lovelace"), &json!("Charles Babbage"))
    );
    let left = stage.terminal.says(&["graph", "--undo", &number]).await;
    assert_eq!(left, "No two names are one by your word.\n");
    let two = stage.terminal.json(&["graph", "charles babbage"]).await;
    assert_eq!(two["label"], "Charles Babbage");

    let nobody = stage.terminal.run(&["graph", "Nobody", "At", "All"]).await;
    assert_ne!(nobody.code, 0);
    // Names come from pages, and pages may be forgotten.
    stage.terminal.says(&["forget", "--everything", "--yes"]).await;
    for word in ["babbage", "lovelace"] {
        let found = files_with(stage.home(), word);
        assert!(found.is_empty(), "{word} is in {found:?}");
    }
}

fn files_with(folder: &Path, word: &str) -> Vec<String> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).unwrap().flatten() {
        let path = entry.path();
        if path.is_dir() {
            found.extend(files_with(&path, word));
        } else if let Ok(bytes) = fs::read(&path) {
            let bytes = bytes.to_ascii_lowercase();
            if bytes.windows(word.len()).any(|window| window == word.as_bytes()) {
                found.push(path.display().to_string());
            }
        }
    }
    found
}

#[tokio::test]
async fn what_is_forgotten_is_in_no_file_of_the_daemon() {
    let stage = Stage::new().await;
    let planted =
        TEA.replace("Uji", "Quibblewort").replace("How tea is made", "How zanzifrond is made");
    stage.keep("morbleux", &planted).await;
    assert_eq!(stage.terminal.json(&["search", "quibblewort"]).await["total"], 1);
    assert!(!files_with(stage.home(), "quibblewort").is_empty(), "the test must see what is there");
    stage.terminal.says(&["forget", "--last", "1h", "--yes"]).await;
    for word in ["quibblewort", "zanzifrond", "morbleux"] {
        let found = files_with(stage.home(), word);
        assert!(found.is_empty(), "{word} is in {found:?}");
    }
}

#[tokio::test]
async fn what_the_person_reads_is_kept_once_they_turn_it_on() {
    let stage = Stage::new().await;
    stage.terminal.says(&["library", "--on", "--allow-host", "127.0.0.1"]).await;
    let url = stage.env.site.put("tea", TEA);
    // A tab that a debugger looks at is not one that the person reads, so that it is opened without one.
    stage.terminal.says(&["open", &url]).await;
    within("the page is kept", async {
        while stage.terminal.json(&["library"]).await["stats"]["withText"] != 1 {}
    })
    .await;
    let found = stage.terminal.json(&["search", "oxidised"]).await;
    assert_eq!(found["hits"][0]["page"]["origin"], "automatic");
    assert_eq!(found["hits"][0]["page"]["url"], url);
}
