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
