//! What you read: kept from a real browser, found, asked about and forgotten.

#![allow(clippy::unwrap_used)]

use std::fs;
use std::path::Path;

use serde_json::{Value, json};
use tabwright_model_server::{Answer, ModelServer, NormalizedRequest};
use tabwright_testbed::{Chromium, Terminal, TestEnv, within};
use tabwright_wire::{ListQuestions, NoParams, PolicyQuestion};

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

    /// Says it, and expects it to be done; the step.
    async fn say(&self, words: &str) -> Value {
        let said = self.terminal.json(&["do", words]).await;
        assert_eq!(said["steps"][0]["state"], "done", "{words}: {said:#}");
        said["steps"][0].clone()
    }

    /// The next question that is put to the person.
    async fn question(&self) -> PolicyQuestion {
        let client = self.env.client().await;
        within("a question", async {
            loop {
                let list = client.call::<ListQuestions>(&NoParams {}).await.unwrap();
                if let Some(question) = list.questions.into_iter().next() {
                    return question;
                }
            }
        })
        .await
    }

    /// What a yes from elsewhere needs, as the window that asks shows it.
    async fn code(&self) -> Value {
        let asks = |info: &Value| info["url"].as_str().is_some_and(|url| url.contains("/ask.html"));
        let target = self.browser.cdp.target("the window that asks", asks).await;
        let window = self.browser.cdp.attach(target).await;
        window.shows("Terminal code").await;
        window.evaluate("document.querySelector('.question-facts code').textContent").await
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

#[tokio::test]
async fn it_is_kept_asked_about_and_opened_in_plain_words() {
    let stage = Stage::new().await;
    let tea = stage.env.site.put("tea", TEA);
    stage.say(&format!("open {}", tea.trim_start_matches("http://"))).await;
    let kept = stage.say("remember this page with the tag kitchen").await;
    assert_eq!(kept["message"], "Remembered: \"How tea is made\"", "{kept:#}");
    stage.say("close this page").await;

    let answer = stage.say("what did I read about the water for green tea today?").await;
    assert!(answer["message"].as_str().unwrap().contains("seventy degrees"), "{answer:#}");
    assert_eq!(answer["result"]["sources"][0]["url"], tea, "{answer:#}");
    let told = stage.terminal.says(&["do", "what did I read about green tea"]).await;
    assert!(told.contains("[1] How tea is made"), "{told}");
    let none = stage.say("what did I read about the price of helicopters").await;
    assert!(none["result"].is_null(), "{none:#}");

    let found = stage.say("search my library for oxidised leaves").await;
    assert_eq!(found["result"]["pages"][0]["url"], tea, "{found:#}");
    let sites = stage.say("which sites do I read most").await;
    assert_eq!(sites["result"][0]["pages"], 1, "{sites:#}");
    let visits = stage.say("how often did I visit 127.0.0.1").await;
    assert!(visits["result"]["visits"].as_u64() >= Some(1), "{visits:#}");

    let opened = stage.say("open the thing about green tea I read today").await;
    assert_eq!(opened["result"]["url"], tea, "{opened:#}");
    stage.terminal.says(&["resolver", "off", "memory"]).await;
    let led =
        stage.terminal.json(&["resolver", "test", "the thing about green tea I read today"]).await;
    assert_eq!(led["tried"][0]["outcome"], "switched off", "{led:#}");
}

#[tokio::test]
async fn forgetting_in_plain_words_asks_first() {
    let stage = Stage::new().await;
    let tea = stage.keep("tea", TEA).await["page"]["url"].clone();
    stage.say(&format!("open {}", tea.as_str().unwrap().trim_start_matches("http://"))).await;
    for (words, shown) in [
        ("forget this page", "forget the page"),
        ("forget everything from this site", "forget all pages of"),
        ("forget the last 2 hours", "forget what you read in the last 2 hours"),
    ] {
        let arguments = ["do", words];
        let said = stage.terminal.run(&arguments);
        let refused = async {
            let question = stage.question().await;
            assert!(question.what.contains(shown), "{words}: {question:?}");
            let no = json!({ "id": question.id, "allow": false });
            assert_eq!(stage.env.post("/api/v1/questions", no).await.status, 200);
        };
        let (said, ()) = tokio::join!(said, refused);
        assert_eq!(said.code, 7, "{words}: {said:?}");
    }
    assert_eq!(stage.terminal.json(&["library"]).await["stats"]["pages"], 1);
    let arguments = ["do", "forget this page"];
    let said = stage.terminal.json(&arguments);
    let allowed = async {
        let question = stage.question().await;
        let yes = json!({ "id": question.id, "allow": true, "code": stage.code().await });
        assert_eq!(stage.env.post("/api/v1/questions", yes).await.status, 200);
    };
    let (said, ()) = tokio::join!(said, allowed);
    assert_eq!(said["steps"][0]["message"], "1 page is forgotten", "{said:#}");
    assert_eq!(stage.terminal.json(&["library"]).await["stats"]["pages"], 0);
}

#[tokio::test]
async fn the_web_is_read_for_an_answer_and_nothing_of_it_is_kept() {
    let stage = Stage::new().await;
    stage.keep("tea", TEA).await;
    let oolong = "<title>Oolong</title><main><article><h1>Oolong</h1><p>The water for oolong tea should have ninety \
        degrees, which is hotter than for green tea.</p><p>Oolong stands between green and black tea, and is made \
        mostly in Fujian and on Taiwan.</p></article></main>";
    stage.env.site.put("oolong", oolong);
    stage.env.site.put("closed", &oolong.replace("ninety", "nine hundred"));
    let results = "<title>Results</title><a href='{other}/own/closed'>Closed</a>\
        <a href='{other}/own/gone'>Gone</a><a href='javascript:alert(1)'>Run</a>\
        <a href='{other}/own/oolong'>Oolong</a>";
    let search = stage.env.site.put("find", results);
    let provider = json!({ "add": { "name": "ours", "url": format!("{search}?q={{query}}") }, "choose": "ours" });
    let answer = stage.env.post("/api/v1/search-providers", provider).await;
    assert_eq!(answer.status, 200, "{}", answer.body);
    let closed = json!({ "site": "http://localhost:*/own/closed*", "mode": "deny" });
    assert_eq!(stage.env.post("/api/v1/rules", closed).await.status, 200);
    let tabs = stage.terminal.json(&["tabs"]).await["tabs"].as_array().unwrap().len();

    let question = "how hot should the water for tea be?";
    let answer = stage.terminal.json(&["ask", "--web", question]).await;
    let from: Vec<_> = answer["sources"]
        .as_array()
        .unwrap()
        .iter()
        .map(|source| (source["title"].as_str().unwrap(), source["from"].as_str().unwrap()))
        .collect();
    assert_eq!(from, [("Oolong", "web"), ("How tea is made", "memory")], "{answer:#}");
    let text = answer["text"].as_str().unwrap();
    assert!(text.contains("ninety degrees") && text.contains("seventy degrees"), "{text}");
    assert!(!text.contains("nine hundred"), "a rule closes that page: {text}");
    let said = stage.terminal.says(&["ask", "--web", question]).await;
    assert!(said.contains("from the web"), "{said}");
    let asked = stage.say("look up the water for oolong tea").await;
    assert_eq!(asked["result"]["sources"][0]["from"], "web", "{asked:#}");

    let left = stage.terminal.json(&["tabs"]).await["tabs"].as_array().unwrap().len();
    assert_eq!(left, tabs, "the tab is closed again");
    assert_eq!(stage.terminal.json(&["library"]).await["stats"]["pages"], 1);
}

/// Describes the page, and adds what is not in it, as a page could tell it to. A second look gets no description.
fn describing(request: &NormalizedRequest) -> Answer {
    assert_eq!(request.tools.len(), 1);
    if request.last_user_text().contains("borrow checker") {
        return Answer::text("I would rather not.");
    }
    Answer::call(
        "describe_page",
        json!({
            "entities": [{ "name": "Uji", "kind": "place" }, { "name": "Evil Corp", "kind": "organization" }],
            "topics": [["Drinks", "Green tea"], ["Gold"]],
            "summary": ["Green tea is steamed and black tea is oxidised.", "Buy gold at Evil Corp today."],
            "questions": ["How hot should the water for green tea be?", "Where can one buy gold?"],
        }),
    )
}

#[tokio::test]
async fn a_model_says_more_of_a_page_and_nothing_that_is_not_in_it() {
    let stage = Stage::new().await;
    let url = stage.env.site.put("tea", TEA);
    stage.terminal.says(&["open", &url]).await;
    let told = stage.terminal.json(&["remember", "--mode", "full"]).await;
    let notice = told["notice"].as_str().unwrap();
    assert!(notice.contains("without a model") && told["outcome"] == "new", "{told:#}");

    let server = ModelServer::with_policy(describing).await.unwrap();
    let base_url = format!("{}/v1", server.url());
    let model = json!({ "name": "gpt", "provider": "openai", "model": "m", "baseUrl": base_url, "key": "sk-12345678" });
    assert_eq!(stage.env.post("/api/v1/models", model).await.status, 200);
    // The same text again: what the model says takes the place of what was known of it.
    let told = stage.terminal.json(&["remember", "--mode", "full"]).await;
    assert_eq!(told["outcome"], "unchanged", "{told:#}");
    let view = stage.terminal.json(&["page", &told["page"]["id"].to_string()]).await;
    assert_eq!(view["summary"], json!(["Green tea is steamed and black tea is oxidised."]));
    assert_eq!(view["questions"], json!(["How hot should the water for green tea be?"]));
    assert_eq!(view["topics"], json!([["Drinks", "Green tea"]]));
    let names = view["entities"].to_string();
    assert!(names.contains("Uji") && !names.contains("Evil"), "{names}");
    assert_eq!(server.requests().len(), 1, "one request, and no more");

    let told = stage.terminal.json(&["remember", "--mode", "summary"]).await;
    assert!(told["notice"].is_null() && told["questions"] == json!([]), "{told:#}");
    let url = stage.env.site.put("rust", RUST);
    stage.terminal.says(&["open", &url]).await;
    let told = stage.terminal.json(&["remember", "--mode", "content"]).await;
    let notice = told["notice"].as_str().unwrap();
    assert!(notice.contains("cannot be used"), "{told:#}");
    assert_eq!(stage.terminal.json(&["search", "borrow checker"]).await["total"], 1);
    stage.terminal.json(&["remember"]).await;
    assert_eq!(server.requests().len(), 3, "basic asks no model");
}
