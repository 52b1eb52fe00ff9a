//! What must leave a line in the activity log.

use serde_json::json;
use tabwright_testbed::{TestEnv, request};

use crate::Tally;

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
        // What is kept, done or failed. The log must not have what the person may want forgotten.
        ("POST", "/api/v1/knowledge/settings", json!({ "automatic": false })),
        ("POST", "/api/v1/knowledge/notes", json!({ "page": 4711, "note": "KEY-4711" })),
        ("POST", "/api/v1/knowledge/forget", json!({ "what": "site", "site": "KEY-4711" })),
        ("POST", "/api/v1/knowledge/forget", json!({ "what": "page", "page": 4711 })),
        (
            "POST",
            "/api/v1/knowledge/imports",
            json!({ "source": { "what": "file", "path": "/KEY-4711" } }),
        ),
        ("POST", "/api/v1/knowledge/import-changes", json!({ "import": 4711, "change": "pause" })),
        ("POST", "/api/v1/knowledge/exports", json!({ "path": "/KEY-4711/pages" })),
        ("POST", "/api/v1/knowledge/merges", json!({ "from": "KEY-4711", "into": "tea" })),
        ("DELETE", "/api/v1/knowledge/merges/4711", json!({})),
        ("POST", "/api/v1/sessions", json!({ "title": "KEY-4711" })),
        (
            "POST",
            "/api/v1/sessions/01ARZ3NDEKTSV4RRFFQ69G5FAV/title",
            json!({ "title": "KEY-4711" }),
        ),
        ("POST", "/api/v1/sessions/01ARZ3NDEKTSV4RRFFQ69G5FAV/runs", json!({ "task": "KEY-4711" })),
        ("POST", "/api/v1/sessions/01ARZ3NDEKTSV4RRFFQ69G5FAV/stop", json!({})),
        ("POST", "/api/v1/sessions/01ARZ3NDEKTSV4RRFFQ69G5FAV/pause", json!({})),
        ("POST", "/api/v1/sessions/01ARZ3NDEKTSV4RRFFQ69G5FAV/resume", json!({})),
        (
            "POST",
            "/api/v1/sessions/01ARZ3NDEKTSV4RRFFQ69G5FAV/answers",
            json!({ "ask": "1", "answer": "KEY-4711" }),
        ),
        (
            "POST",
            "/api/v1/sessions/01ARZ3NDEKTSV4RRFFQ69G5FAV/messages",
            json!({ "text": "KEY-4711" }),
        ),
        ("DELETE", "/api/v1/sessions/01ARZ3NDEKTSV4RRFFQ69G5FAV", json!({})),
        (
            "POST",
            "/api/v1/models",
            json!({ "name": "own", "provider": "openai", "model": "m", "key": "KEY-4711" }),
        ),
        ("POST", "/api/v1/models/default", json!({ "name": "own" })),
        ("POST", "/api/v1/models/test", json!({ "name": "none" })),
        ("DELETE", "/api/v1/models/own", json!({})),
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
