//! Attacks on the rules, in a real Chromium: each row is something that a client tries, and what must
//! come of it. docs/security.md says which promise each of them shows.

#![allow(clippy::unwrap_used)]

mod audit;
mod cdp;
mod closed_sites;
mod documented;
mod focus;
mod hostile_load;
mod memory;
mod model_keys;
mod network;
mod page_agent;
mod page_words;
mod pipe_contexts;
mod scripts;
mod secrets;
mod tabs_and_files;

use serde_json::{Value, json};
use tabwright_testbed::{Answer, Cdp, Chromium, Session, TestEnv, request, within};
use tabwright_wire::{
    AddRemoteBrowser, CLIENT_HEADER, ListQuestions, NoParams, PolicyQuestion, RemoteBrowser,
};

const SECRET: &str = "COOKIE-4711";

/// What held and what did not.
#[derive(Default)]
struct Tally {
    held: usize,
    broken: Vec<String>,
}

impl Tally {
    fn note(&mut self, attack: &str, held: bool, came: impl std::fmt::Debug) {
        if held {
            self.held += 1;
        } else {
            self.broken.push(format!("{attack}: {came:?}"));
        }
    }

    fn refused(&mut self, attack: &str, answer: Result<Value, String>) {
        self.note(attack, answer.is_err(), answer);
    }

    fn end(self) {
        println!("{} held, {} broken", self.held, self.broken.len());
        assert!(self.broken.is_empty(), "broken:\n{}", self.broken.join("\n"));
    }
}

/// A site that is allowed, and the same one by another name, which is closed: the bank.
struct Ground {
    env: TestEnv,
    browser: Chromium,
    bank: Session,
}

impl Ground {
    async fn new() -> Self {
        let env = TestEnv::with_settings(&[("ask_timeout_s", "1")]).await;
        let browser = env.browser().await;
        let bank = browser.open(&env.site.page_at("localhost", "bank")).await;
        bank.evaluate(&format!("document.cookie = 'session={SECRET}'")).await;
        let ground = Self { env, browser, bank };
        ground.rule(json!({ "site": "localhost", "mode": "deny" })).await;
        ground
    }

    async fn rule(&self, rule: Value) {
        let answer = self.env.post("/api/v1/rules", rule).await;
        assert_eq!(answer.status, 200, "{}", answer.body);
    }

    fn ok(&self) -> String {
        self.env.site.page("fine")
    }

    fn bank(&self) -> String {
        self.env.site.page_at("localhost", "bank")
    }

    async fn cdp(&self) -> Cdp {
        let url = format!("{}&client=attacker", self.env.client().await.cdp_url());
        Cdp::connect(&url).await
    }

    /// A page of the allowed site that the client drives.
    async fn page(&self, client: &Cdp, title: &str) -> Session {
        self.browser.open(&self.env.site.page(title)).await;
        let target = client.target(title, |info| info["title"] == title).await;
        client.attach(target).await
    }

    /// A verb of a client that calls itself so.
    async fn verb(&self, client: &str, verb: &str, params: Value) -> Answer {
        self.verb_in(None, client, verb, params).await
    }

    async fn verb_in(
        &self,
        browser: Option<&str>,
        client: &str,
        verb: &str,
        params: Value,
    ) -> Answer {
        let bearer = format!("Bearer {}", self.env.agent_token());
        let headers = [("Authorization", bearer.as_str()), (CLIENT_HEADER, client)];
        let choice = browser.map(|name| format!("?browser={name}")).unwrap_or_default();
        let path = format!("/api/v1/{verb}{choice}");
        request(self.env.daemon.port(), "POST", &path, &headers, &params.to_string()).await
    }

    /// What the person is asked when a client does this, after an earlier question. Nobody answers.
    async fn asked<T: std::fmt::Debug>(
        &self,
        after: u32,
        client: &str,
        doing: impl Future<Output = T>,
    ) -> PolicyQuestion {
        let daemon = self.env.client().await;
        let find = async {
            loop {
                let list = daemon.call::<ListQuestions>(&NoParams {}).await.unwrap();
                let is_new = |one: &PolicyQuestion| one.id > after && one.client == client;
                if let Some(question) = list.questions.into_iter().find(is_new) {
                    return question;
                }
                tokio::task::yield_now().await;
            }
        };
        tokio::select! {
            answer = doing => panic!("{client} was not asked about: {answer:?}"),
            question = within("a question is there", find) => question,
        }
    }

    /// The tab of the person's that shows this address, by its number in that browser.
    async fn tab_at(&self, browser: Option<&str>, url: &str) -> Value {
        let choice = browser.map(|name| format!("?browser={name}")).unwrap_or_default();
        let tabs = self.env.post(&format!("/api/v1/tabs{choice}"), json!({})).await.json();
        let tab = tabs["tabs"].as_array().unwrap().iter().find(|tab| tab["url"] == url);
        tab.unwrap_or_else(|| panic!("no tab shows {url}: {tabs}"))["id"].clone()
    }
}

/// What stands at the bank. It must not come to a client in any way.
const VAULT: &str = "<title>VAULT-4711</title><h1 id=h>VAULT-4711</h1>\
    <button id=b onclick=\"document.title = 'HACKED'\">Transfer</button><input id=i>\
    <a id=a href=#VAULT-4711>VAULT-4711</a><script>console.log('VAULT-4711')</script>";
const SPOILS: &str = "VAULT-4711";

/// The same browser, driven through the extension or over CDP.
async fn grounds() -> (Ground, [Option<&'static str>; 2]) {
    let ground = Ground::new().await;
    let far = RemoteBrowser { name: "far".into(), url: ground.browser.cdp_url().to_owned() };
    ground.env.client().await.call::<AddRemoteBrowser>(&far).await.unwrap();
    ground.env.site.put("vault", VAULT);
    let all = ["tab", "password", "payment", "send", "upload", "download", "settings"];
    ground.rule(json!({ "client": "attacker", "mode": "auto", "allow": all })).await;
    (ground, [None, Some("far")])
}
