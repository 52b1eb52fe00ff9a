//! Any row of words is a script that ends, and leaves the sandbox as it should be.

mod env;

use std::time::Duration;

use env::TestEnv;
use proptest::prelude::*;
use serde_json::json;
use tabwright_sandbox::ErrorKind;

const WORDS: &[&str] = &[
    "{",
    "}",
    "(",
    ")",
    "[",
    "]",
    "=>",
    "=",
    ";",
    "\n",
    ",",
    ".",
    "...",
    "?",
    ":",
    "`",
    "${",
    "'",
    "/",
    "*",
    "//",
    "+",
    "async",
    "await",
    "function",
    "class",
    "return",
    "throw",
    "const a",
    "let b",
    "var c",
    "if",
    "else",
    "for",
    "of",
    "new",
    "this",
    "import",
    "export",
    "yield",
    "try",
    "catch",
    "finally",
    "a",
    "b",
    "c",
    "1",
    "'x'",
    "null",
    "undefined",
    "globalThis",
    "Object",
    "Promise",
    "Proxy",
    "Symbol.iterator",
    "constructor",
    "prototype",
    "__proto__",
    "toString",
    "then",
    "thing",
    "state",
    "given",
    "host('echo', 1)",
    "await null",
    "sleep(1)",
    "console.log",
    "JSON.stringify",
    "Array.from",
    "() => {",
    "async () =>",
    "\u{2028}",
    "é",
    "😀",
    "\\u0061",
    "#x",
];

fn soup() -> impl Strategy<Value = String> {
    prop::collection::vec(prop::sample::select(WORDS), 0..25).prop_map(|words| words.join(" "))
}

#[test]
fn every_soup_is_digested() {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    let env = TestEnv::new();
    let mut config = ProptestConfig::with_cases(400);
    config.failure_persistence = None;
    proptest!(config, |(code in soup())| {
        let ran = runtime.block_on(async { env.ran_within(&code, Duration::from_millis(300)).await });
        if let Some(error) = &ran.error {
            let is_fair = matches!(error.kind, ErrorKind::Thrown | ErrorKind::Syntax | ErrorKind::Time);
            prop_assert!(is_fair, "{code}: {error:?}");
            prop_assert!(error.line.is_none_or(|line| line as usize <= code.lines().count().max(1)), "{code}: {error:?}");
        }
        prop_assert_eq!(runtime.block_on(env.value("const x = [thing.word]; x")), json!(["a"]));
    });
}
