//! Contexts of a CDP client's own in a browser that Tabwright started.

use serde_json::{Value, json};
use tabwright_testbed::{Cdp, Session, TestEnv};
use tabwright_wire::{NoParams, QuitBrowser};

use crate::{SPOILS, Tally, VAULT};

const END: &str = "document.title == 'done' || location.protocol == 'chrome-error:' || \
    document.title.includes('4711') || location.hostname == 'localhost'";

struct Apart {
    env: TestEnv,
    /// Sees everything, by the browser's own port.
    eye: Cdp,
    client: Cdp,
    context: Value,
}

impl Apart {
    async fn new() -> Self {
        let env = TestEnv::with_settings(&[("ask_timeout_s", "1")]).await;
        let eye = Cdp::connect(&env.our_own_browser().await).await;
        env.site.put("vault", VAULT);
        Self::rule(&env, json!({ "site": "localhost", "mode": "deny" })).await;
        let url = format!("{}&client=attacker", env.client().await.cdp_url());
        let client = Cdp::connect(&url).await;
        let made = client.call("Target.createBrowserContext", json!({})).await;
        Self { env, eye, client, context: made["browserContextId"].clone() }
    }

    async fn rule(env: &TestEnv, rule: Value) {
        let answer = env.post("/api/v1/rules", rule).await;
        assert_eq!(answer.status, 200, "{}", answer.body);
    }

    fn vault(&self) -> String {
        format!("http://localhost:{}/own/vault", self.env.site.port())
    }

    /// A page of the client's in its context, for the client and for the eye.
    async fn page(&self, url: &str) -> (Session, Session) {
        let params = json!({ "url": url, "browserContextId": self.context });
        let made = self.client.call("Target.createTarget", params).await;
        let target = made["targetId"].as_str().unwrap().to_owned();
        let page = self.client.attach(target.clone()).await;
        let shown = self.eye.attach(target).await;
        shown.until("document.readyState == 'complete' && location.protocol != 'about:'").await;
        (page, shown)
    }
}

#[tokio::test]
async fn a_context_behind_the_pipe_loads_nothing_of_a_closed_site() {
    let apart = Apart::new().await;
    let mut tally = Tally::default();
    let vault = apart.vault();
    let params = json!({ "url": vault, "browserContextId": apart.context });
    tally.refused("made there", apart.client.attempt("Target.createTarget", params).await);

    let form = format!(
        "const f = document.createElement('form'); f.action = '{vault}'; \
         document.body.append(f); f.submit()"
    );
    let frame = format!(
        "const f = document.createElement('iframe'); f.src = '{vault}'; \
         f.onload = () => document.title = 'done'; document.body.append(f)"
    );
    let told = "then(() => document.title = 'VAULT-4711', () => document.title = 'done')";
    let fetch = format!("fetch('{vault}', {{ mode: 'no-cors', credentials: 'include' }}).{told}");
    let worker = format!(
        "const w = new Worker(URL.createObjectURL(new Blob([`fetch('{vault}', {{ mode: 'no-cors' }})\
         .then(() => postMessage('VAULT-4711'), () => postMessage('done'))`]))); \
         w.onmessage = (m) => document.title = m.data"
    );
    let redirect = format!(
        "location.href = URL.createObjectURL(new Blob([`<meta http-equiv=refresh content='0; url={vault}'>`], \
         {{ type: 'text/html' }}))"
    );
    for (how, script) in [
        ("href", format!("location.href = '{vault}'")),
        ("replace", format!("location.replace('{vault}')")),
        ("form", form),
        ("frame", frame),
        ("fetch", fetch),
        ("worker", worker),
        ("refresh", redirect),
    ] {
        let (page, shown) = apart.page(&apart.env.site.page(how)).await;
        page.call("Runtime.evaluate", json!({ "expression": script })).await;
        shown.until(END).await;
        let title = shown.evaluate("document.title").await;
        let host = shown.evaluate("location.hostname").await;
        let tree = shown.call("Page.getFrameTree", json!({})).await["frameTree"].clone();
        let inner = tree["childFrames"][0]["frame"]["unreachableUrl"].clone();
        let held = title != SPOILS && host != "localhost" && (how != "frame" || inner == *vault);
        tally.note(&format!("{how} to the bank"), held, (title, host, inner));
    }

    // A popup waits until it is kept, too.
    let (page, _) = apart.page(&apart.env.site.page("opener")).await;
    let open = json!({ "expression": format!("void open('{vault}')"), "userGesture": true });
    page.call("Runtime.evaluate", open).await;
    let popup = apart.eye.target("the popup", |info| info["url"] == vault.as_str()).await;
    let popup = apart.eye.attach(popup).await;
    popup
        .until(&format!("location.protocol == 'chrome-error:' || document.title == '{SPOILS}'"))
        .await;
    let title = popup.evaluate("document.title").await;
    tally.note("popup to the bank", title != SPOILS, title);

    // Elsewhere it goes on as before.
    let (page, shown) = apart.page(&apart.env.site.page("fine")).await;
    let there = apart.env.site.page("there");
    page.call("Runtime.evaluate", json!({ "expression": format!("location.href = '{there}'") }))
        .await;
    shown.until("document.title == 'there'").await;
    tally.note("other pages load", true, ());

    // A rule holds for contexts that were there before it was made.
    let late = format!("http://late.localhost:{}/own/vault", apart.env.site.port());
    let (_, shown) = apart.page(&late).await;
    let title = shown.evaluate("document.title").await;
    tally.note("without a rule it is there", title == SPOILS, title);
    Apart::rule(&apart.env, json!({ "site": "late.localhost", "mode": "deny" })).await;
    let (page, shown) = apart.page(&apart.env.site.page("late")).await;
    page.call("Runtime.evaluate", json!({ "expression": format!("location.href = '{late}'") }))
        .await;
    shown
        .until("location.protocol == 'chrome-error:' || location.hostname == 'late.localhost'")
        .await;
    let host = shown.evaluate("location.hostname").await;
    tally.note("a later rule holds, too", host != "late.localhost", host);
    apart.env.client().await.call::<QuitBrowser>(&NoParams {}).await.unwrap();
    tally.end();
}
