//! URL, URLSearchParams, TextEncoder and TextDecoder do what the standards say. The table is Node's own
//! answers: `web-standards.test.mjs` proves that it is.

#![allow(clippy::unwrap_used)]

mod env;

use env::TestEnv;
use serde_json::Value;

#[derive(serde::Deserialize)]
struct Case {
    code: String,
    value: Value,
}

#[tokio::test]
async fn scripts_find_what_a_browser_would_give_them() {
    let env = TestEnv::new();
    let cases: Vec<Case> = serde_json::from_str(include_str!("data/web-standards.json")).unwrap();
    assert!(cases.len() > 150, "only {} cases", cases.len());
    let mut wrong = Vec::new();
    for Case { code, value } in cases {
        let found = env.value(&code).await;
        if found != value {
            wrong.push(format!("{code}\n  gives {found}\n  not   {value}"));
        }
    }
    assert!(wrong.is_empty(), "{} are wrong:\n{}", wrong.len(), wrong.join("\n"));
}

#[tokio::test]
async fn what_they_make_counts_towards_the_memory_of_the_script() {
    let env = TestEnv::new();
    for code in [
        "const kept = []; const text = 'x'.repeat(1e6); for (;;) kept.push(new TextEncoder().encode(text))",
        "const text = 'x'.repeat(1e6); String(new URLSearchParams(Array(1e5).fill(['a', text])))",
    ] {
        let (kind, message) = env.failure(code).await;
        assert_eq!(kind, tabwright_sandbox::ErrorKind::Memory, "{message}");
    }
    assert_eq!(env.value("URL.canParse('http://a/' + 'x'.repeat(3e6))").await, Value::Bool(false));
}
