//! The API that is shipped, inside the engine it is shipped for.

mod bed;

use bed::Bed;
use serde_json::json;
use tabwright_sandbox::{Limits, playwright};

#[tokio::test]
async fn it_loads_and_gives_its_names() {
    let bed = Bed::of(playwright(), Limits::default());
    let code =
        "[typeof page.goto, typeof expect, typeof context.newPage, page.url(), typeof state]";
    assert_eq!(bed.value(code).await, json!(["function", "function", "function", "", "object"]));
    bed.value("expect(1 + 1).toBe(2)").await;
    let message = bed.thrown("1;\nexpect(1).toBe(2)").await;
    assert!(message.contains("toBe"), "{message}");
    let error = bed.ran("1;\n\npage.clickk('a')").await.error.unwrap();
    assert_eq!((error.line, error.code.as_deref()), (Some(3), Some("unsupported")), "{error:?}");
    bed.thrown("Object.getPrototypeOf(page).goto = async () => 'evil'").await;
}
