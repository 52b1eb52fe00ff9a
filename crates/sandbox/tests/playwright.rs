//! The API that is shipped, inside the engine it is shipped for.

mod env;

use env::TestEnv;
use serde_json::json;
use tabwright_sandbox::{Limits, playwright};

#[tokio::test]
async fn it_loads_and_gives_its_names() {
    let env = TestEnv::of(playwright(), Limits::default());
    let code =
        "[typeof page.goto, typeof expect, typeof context.newPage, page.url(), typeof state]";
    assert_eq!(env.value(code).await, json!(["function", "function", "function", "", "object"]));
    env.value("expect(1 + 1).toBe(2)").await;
    let message = env.thrown("1;\nexpect(1).toBe(2)").await;
    assert!(message.contains("toBe"), "{message}");
    let error = env.ran("1;\n\npage.clickk('a')").await.error.unwrap();
    assert_eq!((error.line, error.code.as_deref()), (Some(3), Some("unsupported")), "{error:?}");
    env.thrown("Object.getPrototypeOf(page).goto = async () => 'evil'").await;
}
