//! What the person has read is theirs: an agent learns of it as far as a rule lets it, and puts nothing into it.

use serde_json::{Value, json};
use tabwright_testbed::{Answer, request};
use tabwright_wire::CLIENT_HEADER;

use crate::{Ground, Tally};

const TEA: &str = "<title>Tea at home</title><main><h1>Tea at home</h1><p>Green tea is steamed soon after it is \
    picked, which keeps the leaves green and the taste fresh for a long time.</p><p>The water for it should not \
    boil: seventy degrees are enough.</p></main>";
const VAULT: &str = "<title>The vault</title><main><h1>The vault of tea</h1><p>The combination of the vault with the \
    green tea is GLIMMERWORT, and nobody else may ever know of it.</p><p>It is written down here only.</p></main>";

async fn knowledge(ground: &Ground, client: &str, method: &str, path: &str, body: Value) -> Answer {
    let bearer = format!("Bearer {}", ground.env.agent_token());
    let headers = [("Authorization", bearer.as_str()), (CLIENT_HEADER, client)];
    let body = if body.is_null() { String::new() } else { body.to_string() };
    let path = format!("/api/v1/knowledge/{path}");
    request(ground.env.daemon.port(), method, &path, &headers, &body).await
}

/// All that comes of an utterance.
async fn say(ground: &Ground, client: &str, words: &str) -> String {
    let bearer = format!("Bearer {}", ground.env.agent_token());
    let headers = [("Authorization", bearer.as_str()), (CLIENT_HEADER, client)];
    let body = json!({ "text": words }).to_string();
    request(ground.env.daemon.port(), "POST", "/api/v1/do", &headers, &body).await.body
}

/// A page that the person keeps, from before a rule closed its site.
async fn keep(ground: &Ground, name: &str, html: &str, host: &str) {
    let rules = ground.env.api("GET", "/api/v1/rules").await.json();
    let closing =
        rules["rules"].as_array().unwrap().iter().find(|rule| rule["rule"]["site"] == "localhost");
    let id = closing.unwrap()["id"].to_string();
    ground.env.api("DELETE", &format!("/api/v1/rules/{id}")).await;
    let url = ground.env.site.put(name, html).replace("127.0.0.1", host);
    let page = ground.browser.open(&url).await;
    let tabs = ground.env.post("/api/v1/tabs", json!({})).await.json();
    let tabs = tabs["tabs"].as_array().unwrap().clone();
    let tab = tabs.iter().find(|tab| tab["url"] == url).unwrap()["id"].clone();
    let kept = ground.env.post("/api/v1/knowledge/pages", json!({ "tab": tab })).await;
    assert_eq!(kept.status, 200, "{}", kept.body);
    page.close().await;
    ground.rule(json!({ "site": "localhost", "mode": "deny" })).await;
}

#[tokio::test]
async fn an_agent_learns_of_kept_pages_as_far_as_rules_let_it() {
    let ground = Ground::new().await;
    let mut tally = Tally::default();
    keep(&ground, "tea", TEA, "127.0.0.1").await;
    keep(&ground, "vault", VAULT, "localhost").await;
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
        let answer = knowledge(&ground, "stranger", "POST", path, body.clone()).await;
        tally.note(&format!("stranger: {path} {body}"), answer.status == 403, answer.body);
    }
    ground.rule(json!({ "client": "reader", "allow": ["memory"] })).await;
    for (path, body) in &asks {
        let answer = knowledge(&ground, "reader", "POST", path, body.clone()).await;
        let leaks = ["GLIMMERWORT", "glimmerwort is", "The vault", "localhost"];
        let leaked = leaks.iter().any(|leak| answer.body.contains(leak));
        tally.note(&format!("reader: {path} {body}"), answer.status == 200 && !leaked, answer.body);
    }
    let found = knowledge(&ground, "reader", "POST", "search", json!({ "query": "green tea" }))
        .await
        .json();
    tally.note("what is open is found", found["total"] == 1, &found);
    // In plain words it is the same.
    for words in [
        "what did I read about green tea",
        "what do I know about the vault",
        "search my memory for glimmerwort",
        "which sites do I read most",
        "what do I read about most",
        "open the thing about the vault of tea I read today",
    ] {
        let stranger = say(&ground, "stranger", words).await;
        let is_told = stranger.contains("Tea at home") || stranger.contains("127.0.0.1/own/tea");
        tally.note(&format!("stranger: {words}"), !is_told, &stranger);
        for (client, said) in
            [("stranger", stranger), ("reader", say(&ground, "reader", words).await)]
        {
            let leaks = ["GLIMMERWORT", "The vault", "localhost"];
            let leaked = leaks.iter().any(|leak| said.contains(leak));
            tally.note(&format!("{client}: {words}"), !leaked, said);
        }
    }
    let found = say(&ground, "reader", "what did I read about green tea").await;
    tally.note("what is open is told", found.contains("Tea at home"), found);
    // A client that is locked to one address learns of no other.
    ground.rule(json!({ "client": "locked", "locked_url": "https://example.com/*", "allow": ["memory"] })).await;
    let found =
        knowledge(&ground, "locked", "POST", "search", json!({ "query": "green tea" })).await;
    tally.note("locked", found.status != 200 || found.json()["total"] == 0, found.body);
    tally.end();
}

#[tokio::test]
async fn what_is_the_persons_no_agent_does() {
    let ground = Ground::new().await;
    let mut tally = Tally::default();
    keep(&ground, "tea", TEA, "127.0.0.1").await;
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
        let answer = knowledge(&ground, "reader", method, path, body).await;
        tally.note(&format!("{method} {path}"), answer.status == 403, answer.body);
    }
    // Nor does it put a page into the person's memory without being let.
    let tabs = ground.env.post("/api/v1/tabs", json!({})).await.json();
    let tab = tabs["tabs"][0]["id"].clone();
    let answer = knowledge(&ground, "stranger", "POST", "pages", json!({ "tab": tab })).await;
    tally.note("stranger remembers", answer.status == 403, answer.body);
    for words in ["forget this page", "forget this site", "forget the last hour"] {
        let said = say(&ground, "reader", words).await;
        let is_refused = said.contains("\"failed\"") && !said.contains("forgotten");
        tally.note(words, is_refused, said);
    }
    let said = say(&ground, "stranger", "remember this page").await;
    tally.note("stranger remembers in words", !said.contains("Remembered"), said);
    let stats = ground.env.api("GET", "/api/v1/knowledge/stats").await.json();
    tally.note("one page is kept", stats["pages"] == 1, stats);
    tally.end();
}

#[tokio::test]
async fn what_is_looked_up_for_an_agent_is_what_it_may_read_itself() {
    let ground = Ground::new().await;
    let mut tally = Tally::default();
    keep(&ground, "tea", TEA, "127.0.0.1").await;
    ground.env.site.put("vault", VAULT);
    ground.rule(json!({ "allow": ["settings"] })).await;
    let results = "<title>Results</title><a href='{other}/own/vault'>Vault</a>";
    let search = ground.env.site.put("find", results);
    let provider = json!({ "add": { "name": "ours", "url": format!("{search}?q={{query}}") }, "choose": "ours" });
    let added = ground.env.post("/api/v1/search-providers", provider).await;
    assert_eq!(added.status, 200, "{}", added.body);
    let question =
        json!({ "question": "what is the combination of the vault with the green tea?" });
    for client in ["stranger", "attacker"] {
        let answer = knowledge(&ground, client, "POST", "lookups", question.clone()).await;
        let leaked = answer.body.contains("GLIMMERWORT") || answer.body.contains("seventy degrees");
        tally.note(&format!("{client} looks up"), !leaked, answer.body);
        let said = say(&ground, client, "look up the vault with the green tea").await;
        let leaked = said.contains("GLIMMERWORT") || said.contains("Tea at home");
        tally.note(&format!("{client} looks up in words"), !leaked, said);
    }
    let stats = ground.env.api("GET", "/api/v1/knowledge/stats").await.json();
    tally.note("nothing of it is kept", stats["pages"] == 1, stats);
    tally.end();
}
