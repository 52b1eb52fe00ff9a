//! The API that agents' scripts see: Playwright's, told by the verbs of browser control.

use crate::host::Api;

macro_rules! modules {
    ($($name:literal,)*) => { &[$(($name, include_str!(concat!("api/", $name))),)*] };
}

const MODULES: &[(&str, &str)] = modules![
    "acting.js",
    "addresses.js",
    "by-selector.js",
    "console.js",
    "context.js",
    "dialog.js",
    "download.js",
    "errors.js",
    "events.js",
    "expect/asymmetric.js",
    "expect/element-tests.js",
    "expect/equality.js",
    "expect/expect.js",
    "expect/retrying.js",
    "expect/showing.js",
    "expect/texts.js",
    "expect/value-tests.js",
    "expect/values.js",
    "finding.js",
    "frames.js",
    "handle.js",
    "in-page.js",
    "inside.js",
    "keyboard.js",
    "locator.js",
    "main.js",
    "making.js",
    "missing-words.js",
    "missing.js",
    "mouse.js",
    "navigating.js",
    "network-watch.js",
    "network.js",
    "page-events.js",
    "page-reading.js",
    "page.js",
    "picture.js",
    "polling.js",
    "reading.js",
    "running.js",
    "scripts.js",
    "selectors/css.js",
    "selectors/role.js",
    "selectors/scanning.js",
    "selectors/selectors.js",
    "session.js",
    "tab-events.js",
    "tab.js",
    "table-rows.js",
    "words.js",
];

/// `page`, `context`, `browser`, `expect` and our own `snapshot`, `fetchPage`, `tabs`, `state`.
#[must_use]
pub fn playwright() -> Api {
    Api { modules: MODULES, entry: "main.js" }
}

#[cfg(test)]
mod tests {
    use std::sync::{Arc, Mutex};
    use std::time::Duration;

    use futures_util::FutureExt as _;
    use futures_util::future::BoxFuture;
    use serde_json::value::{RawValue, to_raw_value};
    use serde_json::{Value, json};

    use super::playwright;
    use crate::host::{Host, HostError};
    use crate::limits::{Limits, RunLimits};
    use crate::run_result::RunResult;
    use crate::sandbox::Sandbox;

    /// A browser with one tab, whose button asks before it deletes.
    #[derive(Default)]
    struct Browser {
        asked: Mutex<Vec<(String, Value)>>,
    }

    impl Browser {
        fn answer(&self, verb: &str, params: &Value) -> Result<Value, HostError> {
            let asked = self.asked.lock().unwrap();
            let times = asked.iter().filter(|(name, _)| name == verb).count();
            let dialog = json!({ "kind": "confirm", "message": "Delete?" });
            let element = json!({ "number": 4, "visible": true, "textContent": if times > 2 { "Done" } else { "…" } });
            Ok(match verb {
                "click" if params["count"] == 2 => {
                    return Err(HostError {
                        code: "element-covered".to_owned(),
                        message: "link \"x\" is covered".to_owned(),
                        fix: "Close what covers it".to_owned(),
                    });
                }
                "click" => json!({ "tab": 7, "did": "clicked", "changes": { "dialog": dialog } }),
                "dialog" => json!({ "tab": 7, "did": "accepted", "changes": {} }),
                "query" => json!({ "tab": 7, "total": 1, "elements": [element] }),
                "eval" => json!({ "value": params["script"] }),
                "screenshot" => json!({ "tab": 7, "base64": "AAAA", "width": 2, "height": 1 }),
                "network" if params["after"].is_null() => json!({ "requests": [] }),
                "network" => json!({ "requests": [{
                    "number": 1, "method": "POST", "url": "https://example.org/api", "kind": "fetch",
                    "status": 201, "tookMs": 5,
                }] }),
                "tabs" | "own-tabs" => {
                    json!({ "tabs": [{ "id": 7, "title": "Home", "url": "https://example.org/" }] })
                }
                other => panic!("the test's browser knows no {other}"),
            })
        }
    }

    impl Host for Browser {
        fn call(
            &self,
            name: String,
            params: String,
        ) -> BoxFuture<'static, Result<String, HostError>> {
            let params: Value = serde_json::from_str(&params).unwrap();
            self.asked.lock().unwrap().push((name.clone(), params.clone()));
            let answer = self.answer(&name, &params).map(|answer| answer.to_string());
            async move { answer }.boxed()
        }
    }

    struct Bed {
        browser: Arc<Browser>,
        sandbox: Sandbox,
        context: Box<RawValue>,
    }

    impl Bed {
        fn new() -> Self {
            let browser = Arc::new(Browser::default());
            let host: Arc<dyn Host> = browser.clone();
            let sandbox = Sandbox::start(playwright(), host, Limits::default()).unwrap();
            let tab = json!({ "id": 7, "title": "Home", "url": "https://example.org/" });
            let context = to_raw_value(&json!({ "tab": 7, "tabs": [tab] })).unwrap();
            Self { browser, sandbox, context }
        }

        async fn run(&self, code: &str) -> RunResult {
            self.browser.asked.lock().unwrap().clear();
            let limits = RunLimits { time: Duration::from_secs(20) };
            self.sandbox.run(code, &self.context, &limits).await.unwrap()
        }

        async fn value(&self, code: &str) -> Value {
            let ran = self.run(code).await;
            assert_eq!(ran.error, None, "{code}");
            ran.value.map_or(Value::Null, |value| serde_json::from_str(value.get()).unwrap())
        }

        fn verbs(&self) -> Vec<String> {
            self.browser.asked.lock().unwrap().iter().map(|(verb, _)| verb.clone()).collect()
        }
    }

    #[tokio::test]
    async fn scripts_drive_pages_as_playwright_does() {
        let bed = Bed::new();
        let code = "page.on('dialog', (d) => d.accept()); await page.getByRole('button', { name: 'Save' }).click()";
        assert_eq!(bed.value(code).await, Value::Null);
        assert_eq!(bed.verbs(), ["click", "dialog"]);
        let (_, params) = bed.browser.asked.lock().unwrap()[0].clone();
        let steps = json!([{ "by": "role", "role": "button", "name": { "text": "Save" } }]);
        assert_eq!(params, json!({ "tab": 7, "target": { "locator": { "steps": steps } } }));
        for (code, value) in [
            ("return page", json!({ "tab": 7, "url": "https://example.org/", "title": "Home" })),
            ("[page.locator('a').nth(1)]", json!(["locator('a').nth(1)"])),
            (
                "await page.screenshot()",
                json!({ "type": "image", "base64": "AAAA", "width": 2, "height": 1, "scale": 1, "format": "png" }),
            ),
            ("await page.evaluate((a) => a + 1, 2)", json!("(a) => a + 1")),
            ("await expect(page.locator('#s')).toHaveText('Done'); return 'met'", json!("met")),
            (
                "const [r] = await Promise.all([page.waitForResponse('**/api'), page.click('a')]); return r.status()",
                json!(201),
            ),
            (
                "await page.waitForURL(/example/, { waitUntil: 'commit' }); return page.url()",
                json!("https://example.org/"),
            ),
            (
                "state.n = 1; expect({ a: 1 }).toEqual({ a: expect.any(Number) }); return pages().length",
                json!(1),
            ),
            ("return state.n", json!(1)),
        ] {
            assert_eq!(bed.value(code).await, value, "{code}");
        }
    }

    #[tokio::test]
    async fn failures_tell_what_happened_where_and_what_to_do() {
        let bed = Bed::new();
        let error = bed.run("await page.locator('a').dblclick()").await.error.unwrap();
        let message =
            "TimeoutError: locator.dblclick: link \"x\" is covered\nLocator: locator('a')";
        assert_eq!(error.message, message);
        assert_eq!(error.fix.as_deref(), Some("Close what covers it"));
        assert_eq!(error.line, Some(1));
        for (code, words) in [
            ("await page.route('**', () => 1)", "page.route is not available here. Requests of"),
            ("page.clik()", "page.clik is not available here. Nearest: page.click()"),
            ("expect(1).toBe(2)", "ExpectError: expect(value).toBe() was not met"),
            (
                "await expect(page.locator('b')).toBeHidden({ timeout: 60 })",
                "ExpectError: expect(locator).toBeHidden() was not met within 60 ms",
            ),
            ("page.locator('a').click = 1", "TypeError"),
            ("Object.getPrototypeOf(page).click = 1", "TypeError"),
        ] {
            let error = bed.run(code).await.error.unwrap();
            assert!(error.message.starts_with(words), "{code}: {}", error.message);
        }
    }

    #[tokio::test]
    async fn a_dialog_that_nobody_answers_is_told_of() {
        let bed = Bed::new();
        let ran = bed.run("await page.click('a')").await;
        assert_eq!(bed.verbs(), ["click"]);
        assert!(ran.log[0].text.starts_with("A dialog is open: confirm \"Delete?\""));
    }
}
