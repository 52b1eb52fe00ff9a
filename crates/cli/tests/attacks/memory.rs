//! What the person has read is theirs: an agent learns of it as far as a rule lets it, and puts nothing into it.

use serde_json::{Value, json};
use tabwright_testbed::{Answer, request};
use tabwright_wire::{CLIENT_HEADER, SentencePart, sentence_parts};

use crate::{Ground, Tally, grounds};

const TEA: &str = "<title>Tea at home</title><main><h1>Tea at home</h1><p>Green tea is steamed soon after it is \
    picked, which keeps the leaves green and the taste fresh for a long time.</p><p>The water for it should not \
    boil: seventy degrees are enough.</p></main>";
const VAULT: &str = "<title>The vault</title><main><h1>The vault of tea</h1><p>The combination of the vault with the \
    green tea is GLIMMERWORT, and nobody else may ever know of it.</p><p>It is written down here only.</p></main>";

/// What agents ask by way of one browser.
#[derive(Clone, Copy)]
struct Way<'a> {
    ground: &'a Ground,
    browser: Option<&'a str>,
}

impl Way<'_> {
    async fn knowledge(self, client: &str, method: &str, path: &str, body: Value) -> Answer {
        self.request(client, method, &format!("/api/v1/knowledge/{path}"), body).await
    }

    /// All that comes of an utterance.
    async fn say(self, client: &str, words: &str) -> String {
        self.request(client, "POST", "/api/v1/do", json!({ "text": words })).await.body
    }

    async fn request(self, client: &str, method: &str, path: &str, body: Value) -> Answer {
        let bearer = format!("Bearer {}", self.ground.env.agent_token());
        let headers = [("Authorization", bearer.as_str()), (CLIENT_HEADER, client)];
        let body = if body.is_null() { String::new() } else { body.to_string() };
        let path = self.chosen(path);
        request(self.ground.env.daemon.port(), method, &path, &headers, &body).await
    }

    fn chosen(self, path: &str) -> String {
        let Some(browser) = self.browser else { return path.to_owned() };
        let sign = if path.contains('?') { '&' } else { '?' };
        format!("{path}{sign}browser={browser}")
    }

    /// A page that the person keeps, from before a rule closed its site.
    async fn keep(self, name: &str, html: &str, host: &str) {
        let Self { ground, browser } = self;
        let rules = ground.env.api("GET", "/api/v1/rules").await.json();
        let rules = rules["rules"].as_array().unwrap();
        let closing = rules.iter().find(|rule| rule["rule"]["site"] == "localhost");
        let id = closing.unwrap()["id"].to_string();
        ground.env.api("DELETE", &format!("/api/v1/rules/{id}")).await;
        let url = ground.env.site.put(name, html).replace("127.0.0.1", host);
        let page = ground.browser.open(&url).await;
        let tab = ground.tab_at(browser, &url).await;
        let path = self.chosen("/api/v1/knowledge/pages");
        let kept = ground.env.post(&path, json!({ "tab": tab })).await;
        assert_eq!(kept.status, 200, "{}", kept.body);
        page.close().await;
        ground.rule(json!({ "site": "localhost", "mode": "deny" })).await;
    }
}

#[tokio::test]
async fn an_agent_learns_of_kept_pages_as_far_as_rules_let_it() {
    let (ground, browsers) = grounds().await;
    let mut tally = Tally::default();
    for browser in browsers {
        let way = Way { ground: &ground, browser };
        way.keep("tea", TEA, "127.0.0.1").await;
        way.keep("vault", VAULT, "localhost").await;
        let asks = [
            ("search", json!({ "query": "green tea" })),
            ("search", json!({ "query": "" })),
            ("search", json!({ "query": "glimmerwort", "mode": "keyword" })),
            ("search", json!({ "query": "vault", "mode": "meaning", "limit": 200 })),
            ("search", json!({ "query": "site:localhost" })),
            ("search", json!({ "query": "", "site": "localhost", "order": "oldest" })),
            ("search", json!({ "query": "glimmerwrt" })),
            ("questions", json!({ "question": "what did I read about green tea?" })),
            ("questions", json!({ "question": "what is the combination of the vault?" })),
            ("questions", json!({ "question": "what did I read today?" })),
            ("questions", json!({ "question": "which page did I visit most?" })),
        ];
        // Without a rule the person is asked, and who does not answer says no.
        for (path, body) in &asks[..1] {
            let answer = way.knowledge("stranger", "POST", path, body.clone()).await;
            tally.note(
                &format!("{browser:?}: stranger: {path} {body}"),
                answer.status == 403,
                answer.body,
            );
        }
        ground.rule(json!({ "client": "reader", "allow": ["memory"] })).await;
        for (path, body) in &asks {
            let answer = way.knowledge("reader", "POST", path, body.clone()).await;
            let leaks = ["GLIMMERWORT", "glimmerwort is", "The vault", "localhost"];
            let leaked = leaks.iter().any(|leak| answer.body.contains(leak));
            tally.note(
                &format!("{browser:?}: reader: {path} {body}"),
                answer.status == 200 && !leaked,
                answer.body,
            );
        }
        let found =
            way.knowledge("reader", "POST", "search", json!({ "query": "green tea" })).await.json();
        tally.note(&format!("{browser:?}: what is open is found"), found["total"] == 1, &found);
        // In plain words it is the same.
        for words in [
            "what did I read about green tea",
            "what do I know about the vault",
            "search my memory for glimmerwort",
            "which sites do I read most",
            "what do I read about most",
            "open the thing about the vault of tea I read today",
        ] {
            let stranger = way.say("stranger", words).await;
            let is_told =
                stranger.contains("Tea at home") || stranger.contains("127.0.0.1/own/tea");
            tally.note(&format!("{browser:?}: stranger: {words}"), !is_told, &stranger);
            for (client, said) in
                [("stranger", stranger), ("reader", way.say("reader", words).await)]
            {
                let leaks = ["GLIMMERWORT", "The vault", "localhost"];
                let leaked = leaks.iter().any(|leak| said.contains(leak));
                tally.note(&format!("{browser:?}: {client}: {words}"), !leaked, said);
            }
        }
        let found = way.say("reader", "what did I read about green tea").await;
        tally.note(
            &format!("{browser:?}: what is open is told"),
            found.contains("Tea at home"),
            found,
        );
        // A client that is locked to one address learns of no other.
        ground.rule(json!({ "client": "locked", "locked_url": "https://example.com/*", "allow": ["memory"] })).await;
        let found =
            way.knowledge("locked", "POST", "search", json!({ "query": "green tea" })).await;
        tally.note(
            &format!("{browser:?}: locked"),
            found.status != 200 || found.json()["total"] == 0,
            found.body,
        );
    }
    tally.end();
}

#[tokio::test]
async fn what_is_the_persons_no_agent_does() {
    let (ground, browsers) = grounds().await;
    let mut tally = Tally::default();
    for browser in browsers {
        let way = Way { ground: &ground, browser };
        way.keep("tea", TEA, "127.0.0.1").await;
        ground.rule(json!({ "client": "reader", "allow": ["memory"] })).await;
        let page = json!({
            "url": "https://example.com/", "title": "Planted", "html": "<p>planted</p>", "isTruncated": false,
            "seenMs": 1, "stayedMs": 1,
        });
        for (method, path, body) in [
            ("GET", "pages/1", Value::Null),
            ("GET", "pages/1/versions/1", Value::Null),
            ("POST", "notes", json!({ "page": 1, "note": "mine" })),
            ("POST", "forget", json!({ "what": "everything" })),
            ("GET", "suggestions?text=te", Value::Null),
            ("GET", "stats", Value::Null),
            ("GET", "graph", Value::Null),
            ("GET", "graph?of=topics&nodesMax=10000", Value::Null),
            ("GET", "graph-node?of=entities&node=tea", Value::Null),
            ("GET", "merges", Value::Null),
            ("POST", "merges", json!({ "from": "tea", "into": "coffee" })),
            ("DELETE", "merges/1", Value::Null),
            ("GET", "settings", Value::Null),
            ("POST", "settings", json!({ "automatic": true })),
            ("POST", "read-pages", page),
            ("GET", "import-sources", Value::Null),
            ("GET", "imports", Value::Null),
            ("GET", "imports/1/failures", Value::Null),
            ("POST", "imports", json!({ "source": { "what": "file", "path": "/etc" } })),
            (
                "POST",
                "imports",
                json!({ "source": { "what": "connected", "bookmarks": true, "history": true } }),
            ),
            ("POST", "import-changes", json!({ "import": 1, "change": "resume" })),
            ("POST", "exports", json!({ "path": "/tmp/planted", "force": true })),
        ] {
            let answer = way.knowledge("reader", method, path, body).await;
            tally.note(&format!("{browser:?}: {method} {path}"), answer.status == 403, answer.body);
        }
        // Nor does it put a page into the person's memory without being let.
        let page = ground.browser.open(&ground.ok()).await;
        let tab = ground.tab_at(browser, &ground.ok()).await;
        let answer = way.knowledge("stranger", "POST", "pages", json!({ "tab": tab })).await;
        tally.note(&format!("{browser:?}: stranger remembers"), answer.status == 403, answer.body);
        for words in ["forget this page", "forget this site", "forget the last hour"] {
            let said = way.say("reader", words).await;
            let is_refused = said.contains("\"failed\"") && !said.contains("forgotten");
            tally.note(&format!("{browser:?}: {words}"), is_refused, said);
        }
        let said = way.say("stranger", "remember this page").await;
        tally.note(
            &format!("{browser:?}: stranger remembers in words"),
            !said.contains("Remembered"),
            said,
        );
        page.close().await;
    }
    let stats = ground.env.api("GET", "/api/v1/knowledge/stats").await.json();
    tally.note("one page is kept", stats["pages"] == 1, stats);
    tally.end();
}

#[tokio::test]
async fn what_is_looked_up_for_an_agent_is_what_it_may_read_itself() {
    let (ground, browsers) = grounds().await;
    let mut tally = Tally::default();
    ground.rule(json!({ "allow": ["settings"] })).await;
    let results = "<title>Results</title><a href='{other}/own/vault'>Vault</a>";
    let search = ground.env.site.put("find", results);
    let provider = json!({ "add": { "name": "ours", "url": format!("{search}?q={{query}}") }, "choose": "ours" });
    let added = ground.env.post("/api/v1/search-providers", provider).await;
    assert_eq!(added.status, 200, "{}", added.body);
    for browser in browsers {
        let way = Way { ground: &ground, browser };
        way.keep("tea", TEA, "127.0.0.1").await;
        ground.env.site.put("vault", VAULT);
        let question =
            json!({ "question": "what is the combination of the vault with the green tea?" });
        for client in ["stranger", "attacker"] {
            let answer = way.knowledge(client, "POST", "lookups", question.clone()).await;
            let leaked =
                answer.body.contains("GLIMMERWORT") || answer.body.contains("seventy degrees");
            tally.note(&format!("{browser:?}: {client} looks up"), !leaked, answer.body);
            let said = way.say(client, "look up the vault with the green tea").await;
            let leaked = said.contains("GLIMMERWORT") || said.contains("Tea at home");
            tally.note(&format!("{browser:?}: {client} looks up in words"), !leaked, said);
        }
    }
    let stats = ground.env.api("GET", "/api/v1/knowledge/stats").await.json();
    tally.note("nothing of it is kept", stats["pages"] == 1, stats);
    tally.end();
}

#[tokio::test]
async fn a_question_about_the_memory_says_what_is_wanted_of_it() {
    let (ground, browsers) = grounds().await;
    let mut tally = Tally::default();
    let bait = "Tea\u{202e} \" Allow this. \"";
    let url =
        ground.env.site.put("bait", &format!("<title>{}</title><p>Tea</p>", "Tea \" Allow this."));
    ground.browser.open(&url).await;
    let mut last = 0;
    for browser in browsers {
        let way = Way { ground: &ground, browser };
        let tab = ground.tab_at(browser, &url).await;
        for (path, body, says) in [
            ("search", json!({ "query": bait }), ["search what you have read for", "Tea"]),
            ("search", json!({ "query": " " }), ["list the pages", "kept"]),
            ("questions", json!({ "question": bait }), ["answer", "from what you have read"]),
            ("pages", json!({ "tab": tab }), ["keep the page", url.as_str()]),
        ] {
            let asking = way.knowledge("stranger", "POST", path, body);
            let question = ground.asked(last, "stranger", asking).await;
            last = question.id;
            let is_said = says.iter().all(|words| question.what.contains(words));
            let is_ours = sentence_parts(&question.what).all(|part| match part {
                SentencePart::Ours(words) => !words.contains("Allow") && !words.contains("http"),
                SentencePart::Page(words) => !words.contains(['"', '\u{202e}']),
            });
            tally.note(&format!("{browser:?}: {path}"), is_said && is_ours, question);
        }
    }
    // The words are the person's to see, and not for a log that forgets nothing.
    let log = ground.env.api("GET", "/api/v1/log?max=1000").await;
    tally.note("the log", !log.body.contains("Allow this"), log.body);
    tally.end();
}
