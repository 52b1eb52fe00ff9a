//! What you read: kept from a real browser, found, asked about and forgotten.

#![allow(clippy::unwrap_used)]

use std::fs;
use std::path::Path;

use serde_json::{Value, json};
use tabwright_model_server::{Answer, ModelServer, NormalizedRequest};
use tabwright_store::rusqlite;
use tabwright_testbed::{Chromium, ChromiumOptions, Session, Terminal, TestEnv, within};
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
        let found = files_with(stage.home(), word.as_bytes());
        assert!(found.is_empty(), "{word} is in {found:?}");
    }
}

/// The files below a folder that have these bytes, letters in either case.
fn files_with(folder: &Path, wanted: &[u8]) -> Vec<String> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).unwrap().flatten() {
        let path = entry.path();
        if path.is_dir() {
            found.extend(files_with(&path, wanted));
        } else if let Ok(bytes) = fs::read(&path) {
            let is_same = |window: &[u8]| window.eq_ignore_ascii_case(wanted);
            if bytes.windows(wanted.len()).any(is_same) {
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
    let before = files_with(stage.home(), b"quibblewort");
    assert!(!before.is_empty(), "the test must see what is there");
    stage.terminal.says(&["forget", "--last", "1h", "--yes"]).await;
    for word in ["quibblewort", "zanzifrond", "morbleux"] {
        let found = files_with(stage.home(), word.as_bytes());
        assert!(found.is_empty(), "{word} is in {found:?}");
    }
}

/// Where something of a page is kept. Each gets a word of its own, all of which end alike, so that an index that
/// shortens its words by what they begin with still has that end.
const PLACES: [&str; 14] = [
    "title", "text", "heading", "image", "about", "author", "person", "section", "link", "address",
    "aside", "tag", "note", "earlier",
];

fn planted(place: &str, end: &str) -> String {
    format!("{place}{end}")
}

/// A page that says a word of its own in each place; the earlier one also says what the later one does not.
fn planted_page(end: &str, earlier: &str) -> String {
    let [title, text, heading, image, about, author, person, section, link, _, aside, ..] =
        PLACES.map(|place| planted(place, end));
    let body = TEA.split_once("</h1>").unwrap().1;
    format!(
        "<html lang=en><head><title>How {title} is made</title><meta name=description content=\"All of {about}\">
        <meta name=author content=\"Ada {author}\"><meta property=article:section content={section}>
        <script type=application/ld+json>{{\"@type\":\"Person\",\"name\":\"Mira {person}\"}}</script></head>
        <body><main><article><h1>How {title} is made</h1><h2>The {heading} of it</h2>
        <p>Whoever drinks {text} should meet Mira {person} in Uji. {earlier}</p>
        <p><a href=/of/{link}>more</a> <img src=/tea.png alt=\"A cup of {image}\"></p>{body}
        <aside>Our readers also liked {aside} and its kettles.</aside></body></html>"
    )
}

/// All that the tables hold of pages: how many rows, and every text or picture of bytes that is long enough to be
/// known again. What is compressed is searched for by these.
fn stored(file: &Path, page: i64) -> (usize, Vec<Vec<u8>>) {
    let flags = rusqlite::OpenFlags::SQLITE_OPEN_READ_ONLY;
    let database = rusqlite::Connection::open_with_flags(file, flags).unwrap();
    let tables: Vec<String> = database
        .prepare("SELECT DISTINCT name FROM pragma_table_list WHERE type = 'table'")
        .unwrap()
        .query_map((), |row| row.get(0))
        .unwrap()
        .collect::<Result<_, _>>()
        .unwrap();
    let (mut rows, mut blobs) = (0, Vec::new());
    for table in tables {
        let columns: Vec<String> = database
            .prepare(&format!("SELECT name FROM pragma_table_info('{table}')"))
            .unwrap()
            .query_map((), |row| row.get(0))
            .unwrap()
            .collect::<Result<_, _>>()
            .unwrap();
        let key = match table.as_str() {
            "page" => "id",
            _ if columns.iter().any(|column| column == "page") => "page",
            _ => continue,
        };
        let mut select =
            database.prepare(&format!("SELECT * FROM {table} WHERE {key} = ?1")).unwrap();
        let mut found = select.query([page]).unwrap();
        while let Some(row) = found.next().unwrap() {
            rows += 1;
            for at in 0..columns.len() {
                if let rusqlite::types::ValueRef::Blob(bytes) = row.get_ref(at).unwrap()
                    && bytes.len() >= 40
                {
                    // Without the header, which others share.
                    blobs.push(bytes[12..40].to_vec());
                }
            }
        }
    }
    (rows, blobs)
}

#[tokio::test]
async fn whatever_way_it_is_forgotten_nothing_is_left_and_nothing_comes_back() {
    let env = TestEnv::new().await;
    let home = env.home.moved_to().unwrap();
    let ask = async |path: &str, body: Value| {
        let answer = env.post(&format!("/api/v1/knowledge/{path}"), body).await;
        assert_eq!(answer.status, 200, "{path}: {}", answer.body);
        answer.json()
    };
    ask("settings", json!({ "automatic": true })).await;
    let now = now_ms();
    let read = |url: &str, html: String, ago_ms: u64| json!({ "url": url, "title": "", "html": html, "isTruncated": false, "seenMs": now - ago_ms, "stayedMs": 9_000 });
    // It stays, and has no text in common with those that are forgotten: theirs are searched for by their bytes.
    let stays = "https://stays.example/lifetimes";
    let long = "<p>Whoever has written a parser knows them well: what is returned points into what was read, and must \
        not outlive it. The compiler says so before anybody runs the program.</p></article>";
    let long = RUST.replace("</article>", long);
    let kept = ask("read-pages", read(stays, long, 80 * 3_600_000)).await;
    assert_eq!(kept["outcome"], "new", "{kept}");

    for way in ["page", "address", "site", "since", "everything"] {
        let end = format!("q{way}zok");
        let word = |place: &str| planted(place, &end);
        let url = format!("https://{way}.example/posts/{}", word("address"));
        let earlier = planted_page(&end, &format!("It was once called {}.", word("earlier")));
        let later = planted_page(&end, "It has no other name.");
        ask("read-pages", read(&url, earlier, 60_000)).await;
        let kept = ask("read-pages", read(&url, later.clone(), 30_000)).await;
        assert_eq!(kept["outcome"], "changed", "{way}");
        let search = async |query: &str| ask("search", json!({ "query": query })).await;
        let page = search(&word("text")).await["hits"][0]["page"]["id"].clone();
        let words =
            json!({ "page": page, "note": format!("for {}", word("note")), "tags": [word("tag")] });
        ask("notes", words).await;

        // It is there, wherever one looks.
        for place in PLACES.iter().filter(|place| !["link", "earlier"].contains(place)) {
            let found = search(&word(place)).await;
            let hit = found["hits"].as_array().unwrap().iter().any(|hit| hit["page"]["id"] == page);
            assert!(hit, "{way}: {place} is not found before: {found:#}");
        }
        assert!(!files_with(home, end.as_bytes()).is_empty(), "the test must see what is there");
        let (rows, blobs) = stored(&env.home.store_file(), page.as_i64().unwrap());
        assert!(rows > 10 && blobs.len() >= 4, "{way}: {rows} rows, {} texts", blobs.len());
        assert!(blobs.iter().all(|bytes| !files_with(home, bytes).is_empty()), "{way}");

        let forgotten = match way {
            "page" => json!({ "what": "page", "page": page }),
            "address" => json!({ "what": "address", "url": url }),
            "site" => json!({ "what": "site", "site": "site.example" }),
            "since" => json!({ "what": "since", "atMs": now - 3_600_000 }),
            _ => json!({ "what": "everything" }),
        };
        ask("forget", forgotten).await;

        let found = files_with(home, end.as_bytes());
        assert!(found.is_empty(), "{way}: still in {found:?}");
        for bytes in &blobs {
            let found = files_with(home, bytes);
            assert!(found.is_empty(), "{way}: a compressed text is still in {found:?}");
        }
        assert_eq!(stored(&env.home.store_file(), page.as_i64().unwrap()).0, 0, "{way}");

        // Nor does it come back by itself, or by what is near in meaning, or as what others name.
        let again = ask("read-pages", read(&url, later, 10_000)).await;
        assert_eq!(again["notKept"], "forgotten", "{way}");
        for mode in ["hybrid", "keyword", "meaning", "entity", "topic"] {
            let found =
                ask("search", json!({ "query": format!("{} tea", word("person")), "mode": mode }))
                    .await;
            assert!(!found.to_string().contains(&end), "{way} by {mode}: {found:#}");
        }
        let begun = format!("/api/v1/knowledge/suggestions?text={}", &word("title")[..7]);
        assert_eq!(env.api("GET", &begun).await.json()["pages"], json!([]), "{way}");
        for group in ["site", "topic", "entity", "kind", "month"] {
            let stats = format!("/api/v1/knowledge/stats?groupBy={group}");
            let stats = env.api("GET", &stats).await.body;
            assert!(!stats.contains(&end), "{way}: {stats}");
        }
        let asked =
            ask("questions", json!({ "question": format!("what about {}?", word("text")) })).await;
        // The question is told again by nobody, so that this is what was kept.
        assert!(!asked.to_string().contains(&end), "{way}: {asked:#}");
        assert!(files_with(home, end.as_bytes()).is_empty(), "{way}: a search wrote it down");
        let left = search("borrow checker").await;
        let left: Vec<&Value> =
            left["hits"].as_array().unwrap().iter().map(|hit| &hit["page"]["url"]).collect();
        let wanted: &[Value] = if way == "everything" { &[] } else { &[json!(stays)] };
        assert_eq!(left, wanted.iter().collect::<Vec<_>>(), "{way}");
    }
}

/// What was read in the last hour is forgotten of a page that was known before: it says again what it said then.
#[tokio::test]
async fn an_hour_is_forgotten_of_a_page_and_what_it_said_before_stays() {
    let env = TestEnv::new().await;
    let home = env.home.moved_to().unwrap();
    env.post("/api/v1/knowledge/settings", json!({ "automatic": true })).await;
    let now = now_ms();
    for (ago_ms, html) in
        [(3 * 3_600_000, TEA.to_owned()), (60_000, TEA.replace("lemon", "quibblewort"))]
    {
        let page = json!({ "url": "https://tea.example/made", "title": "", "html": html, "isTruncated": false,
            "seenMs": now - ago_ms, "stayedMs": 9_000 });
        assert_eq!(env.post("/api/v1/knowledge/read-pages", page).await.status, 200);
    }
    let total = async |query: &str| {
        let found = env
            .post("/api/v1/knowledge/search", json!({ "query": query, "mode": "keyword" }))
            .await;
        found.json()["total"].clone()
    };
    assert_eq!((total("quibblewort").await, total("lemon").await), (json!(1), json!(0)));
    env.post("/api/v1/knowledge/forget", json!({ "what": "since", "atMs": now - 3_600_000 })).await;
    assert_eq!((total("quibblewort").await, total("lemon").await), (json!(0), json!(1)));
    assert_eq!(files_with(home, b"quibblewort"), Vec::<String>::new());
}

fn now_ms() -> u64 {
    let since = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).unwrap();
    u64::try_from(since.as_millis()).unwrap()
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

/// Pages as the person has them in front, with what becomes of them. `HOST` is read as a host of its own.
const SEEN: [(&str, &str, bool); 15] = [
    ("news.example/own/2025/tea", "", true),
    ("blog.example/own/tea?utm_source=mail", "<form><input type=email name=letter></form>", true),
    ("docs.example/own/tea#water", "<form role=search><input type=search name=q></form>", true),
    ("shop.example/own/tea", "<a href=/login>Log in</a>", true),
    ("forum.example/own/password", "<input type=password name=p>", false),
    ("forum.example/own/hidden", "<div style='display:none'><input type=password></div>", false),
    ("shop.example/own/pay", "<input autocomplete=cc-number>", false),
    ("portal.example/own/mine", "<a href=/logout>Sign out</a>", false),
    ("find.example/own/search?q=tea", "", false),
    ("mail.example/own/inbox/7", "", false),
    ("wiki.lan/own/tea", "", false),
    ("off.example/own/tea", "", false),
    ("closed.example/own/tea", "", false),
    ("news.example/own/secret", "<meta name=robots content=noarchive>", false),
    ("board.example/own/load", "DASHBOARD", false),
];

/// A page of numbers that are others every second.
const DASHBOARD: &str = "<title>Load</title><h1>Load</h1><table></table><script>
    const draw = () => document.querySelector('table').innerHTML = Array.from({ length: 40 }, (_, at) =>
        `<tr><td>node ${at}<td>${Math.random().toFixed(3)}<td>${Date.now()}`).join('');
    draw(); setInterval(draw, 1000);
</script>";

/// Opens a page as the person does, and says that it was in front for long enough: then the extension reads it. Done
/// when the daemon has decided about it, or when the extension does not even ask.
async fn look_at(worker: &Session, url: &str, is_read: bool) {
    let script = format!(
        "(async () => {{
            const soon = () => new Promise((done) => setTimeout(done, 10));
            const visits = async () => (await chrome.storage.session.get('visits')).visits ?? {{}};
            const [before] = await chrome.tabs.query({{ active: true, lastFocusedWindow: true }});
            const tab = await chrome.tabs.create({{ url: {url} }});
            while ((await chrome.tabs.get(tab.id)).status !== 'complete') await soon();
            for (let turns = 0; ; turns += 1) {{
                const seen = await visits();
                const visit = seen[tab.id];
                if (visit?.isRead) return 'read';
                if (!{is_read} && turns === 20) return 'not read';
                if (visit) {{
                    visit.stayedMs = 60_000;
                    await chrome.storage.session.set({{ visits: seen }});
                }}
                await chrome.tabs.update(before.id, {{ active: true }});
                await chrome.tabs.update(tab.id, {{ active: true }});
                await soon();
            }}
        }})()",
        url = json!(url),
    );
    let said = within(url, worker.evaluate(&script)).await;
    assert_eq!(said == "read", is_read, "{url}: {said}");
}

#[tokio::test]
async fn of_what_the_person_sees_only_what_may_be_is_kept() {
    let env = TestEnv::trusting(&[]).await;
    let hosts = format!("MAP *.example 127.0.0.1:{0}, MAP *.lan 127.0.0.1:{0}", env.site.port());
    let args = vec![format!("--host-resolver-rules={hosts}")];
    let browser = env.launch(ChromiumOptions { args, ..ChromiumOptions::default() }).await;
    env.until_connected().await;
    let terminal = Terminal::of(&env);
    terminal.says(&["library", "--on", "--site-off", "off.example"]).await;
    let closing =
        env.post("/api/v1/rules", json!({ "site": "closed.example", "mode": "deny" })).await;
    assert_eq!(closing.status, 200, "{}", closing.body);
    let worker = browser.worker().await;
    let text = TEA.split_once("</main>").unwrap().0;
    for (at, (address, more, _)) in SEEN.iter().enumerate() {
        let path = address.split_once("/own/").unwrap().1;
        let path = path.split(['?', '#']).next().unwrap();
        // Each is about tea, and none is the other one.
        let html = match *more {
            "DASHBOARD" => DASHBOARD.to_owned(),
            more => format!(
                "{text}<p>This is page {at} of what there is to say about tea.</p></main>{more}"
            ),
        };
        env.site.put(path, &html);
        // The extension knows by itself which sites are off; all else the daemon decides.
        look_at(&worker, &format!("http://{address}"), !address.starts_with("off.")).await;
    }
    // A tab that somebody else looks into is driven, whatever is in front.
    env.site.put("driven", TEA);
    let driven = browser.begin_open("http://driven.example/own/driven").await;
    driven.until("document.readyState === 'complete'").await;
    // What comes after it is read in its turn, so that it was seen.
    env.site.put("last", &TEA.replace("Uji", "Kyoto"));
    look_at(&worker, "http://last.example/own/last", true).await;

    let listed = terminal.json(&["search", "--limit", "100"]).await;
    let mut kept: Vec<&str> = listed["hits"]
        .as_array()
        .unwrap()
        .iter()
        .map(|hit| hit["page"]["site"].as_str().unwrap())
        .collect();
    kept.sort_unstable();
    assert_eq!(
        kept,
        ["blog.example", "docs.example", "last.example", "news.example", "shop.example"],
        "{listed:#}"
    );
}

/// A model that makes things up: nothing of it is shown that does not name a page which is there.
#[tokio::test]
async fn what_a_model_makes_up_is_not_shown() {
    let env = TestEnv::new().await;
    env.post("/api/v1/knowledge/settings", json!({ "automatic": true })).await;
    let page = json!({ "url": "https://tea.example/made", "title": "", "html": TEA, "isTruncated": false,
        "seenMs": now_ms(), "stayedMs": 9_000 });
    assert_eq!(env.post("/api/v1/knowledge/read-pages", page).await.status, 200);
    let cases = [
        (
            "Zorbs boil it. Seventy degrees are enough [1]. Zorbs say so.",
            Some("Seventy degrees are enough [1]"),
        ),
        (
            "Seventy degrees are enough [1]. Zorbs drink it cold [2].",
            Some("Seventy degrees are enough [1]"),
        ),
        ("Zorbs boil it. It is known to all Zorbs.", None),
        ("Zorbs boil it [4]. Zorbs say so [one].", None),
        ("NOTHING", None),
    ];
    let server = ModelServer::scripted(cases.map(|(said, _)| Answer::text(said))).await.unwrap();
    let model = json!({ "name": "gpt", "provider": "openai", "model": "m",
        "baseUrl": format!("{}/v1", server.url()), "key": "sk-12345678" });
    assert_eq!(env.post("/api/v1/models", model).await.status, 200);
    let question = json!({ "question": "how hot should the water for green tea be?" });
    for (said, shown) in cases {
        let answer = env.post("/api/v1/knowledge/questions", question.clone()).await.json();
        assert!(!answer.to_string().contains("Zorb"), "{said}: {answer:#}");
        assert_eq!(answer["byModel"], shown.is_some(), "{said}: {answer:#}");
        match shown {
            Some(shown) => assert_eq!(answer["text"], shown, "{said}"),
            // Then the page itself is quoted, word for word.
            None => {
                assert!(answer["text"].as_str().unwrap().contains("seventy degrees"), "{answer:#}");
            }
        }
    }
    assert_eq!(server.requests().len(), cases.len(), "each question is one request");
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
