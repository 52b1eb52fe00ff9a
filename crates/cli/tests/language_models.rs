//! What no grammar knows, translated by a model of the person's.

#![allow(clippy::unwrap_used)]

use serde_json::{Value, json};
use tabwright_model_server::{Answer, ModelServer, NormalizedRequest};
use tabwright_testbed::{Terminal, TestEnv, request};

/// Opens the page that is named last, whatever the language; otherwise does what the words ask for.
fn translating(request: &NormalizedRequest) -> Answer {
    assert!(request.tools.iter().any(|tool| tool.name == "openWebPage"));
    let text = request.last_user_text().to_owned();
    let last = text.split_whitespace().last().unwrap_or_default().to_owned();
    if text.contains("Unsinn") {
        Answer::text("That cannot be done.")
    } else if text.contains("falsch") {
        Answer::call("scrollDown", json!({})).and_call("openWebPage", json!({ "adress": last }))
    } else if text.contains("unbekannt") {
        Answer::call("formatDisk", json!({}))
    } else {
        Answer::call("openWebPage", json!({ "site": last })).and_call("scrollDown", json!({}))
    }
}

async fn with_model(env: &TestEnv) -> ModelServer {
    let server = ModelServer::with_policy(translating).await.unwrap();
    let base_url = format!("{}/v1", server.url());
    let model = json!({ "name": "gpt", "provider": "openai", "model": "m", "baseUrl": base_url, "key": "sk-12345678" });
    let answer = env.post("/api/v1/models", model).await;
    assert_eq!(answer.status, 200, "{}", answer.body);
    server
}

/// The line that ends an answer that comes in chunks.
fn last_line(body: &str) -> Value {
    let line = body.lines().rfind(|line| line.starts_with('{'));
    serde_json::from_str(line.unwrap()).unwrap()
}

#[tokio::test]
async fn a_model_is_asked_once_and_the_same_way_of_saying_it_is_known_then() {
    let env = TestEnv::trusting(&[]).await;
    let _browser = env.browser().await;
    let terminal = Terminal::of(&env);
    let [a, b, c] = ["a", "b", "c"].map(|name| {
        env.site.put(name, &format!("<title>Page {name}</title><p style='height:5000px'>"))
    });
    let show = |url: &str| format!("zeig mir doch mal die Seite {url}");
    let unknown = terminal.run(&["do", &show(&a)]).await;
    assert_eq!(unknown.code, 2, "{}", unknown.err);

    let server = with_model(&env).await;
    let out = terminal.says(&["do", &show(&a)]).await;
    assert!(out.contains("gpt understood it") && out.contains(&a), "{out}");
    assert_eq!(server.requests().len(), 1);
    let tabs = terminal.json(&["tabs"]).await.to_string();
    assert!(tabs.contains("Page a"), "{tabs}");

    let out = terminal.says(&["do", "--remember", &show(&b)]).await;
    assert!(out.contains("zeig mir doch mal die Seite <site>"), "{out}");
    assert_eq!(server.requests().len(), 2);
    let done = terminal.json(&["do", &show(&c)]).await;
    assert_eq!(done["steps"][1]["state"], "done", "{done}");
    assert!(done["model"].is_null(), "{done}");
    assert_eq!(server.requests().len(), 2, "nobody was asked again");
    assert!(terminal.json(&["tabs"]).await.to_string().contains("Page c"));

    // What a grammar knows is never sent to a model.
    terminal.says(&["do", "scroll down"]).await;
    assert_eq!(server.requests().len(), 2);
}

#[tokio::test]
async fn what_a_model_says_is_checked_and_done_under_the_rules() {
    let env = TestEnv::trusting(&[]).await;
    let _browser = env.browser().await;
    let terminal = Terminal::of(&env);
    let server = with_model(&env).await;
    let fine = env.site.put("fine", "<title>Fine</title>");
    let opened = terminal.run(&["open", &fine]).await;
    assert_eq!(opened.code, 0, "{}", opened.err);
    for (text, code, told) in [
        ("das ist Unsinn und nicht zu machen", 2, "not understood"),
        ("mach das falsch bitte mit x", 2, "does not understand its parameters"),
        ("mach etwas unbekannt bitte", 1, "there is no action `formatDisk`"),
    ] {
        let said = terminal.run(&["do", text]).await;
        assert_eq!(said.code, code, "{text}: {}{}", said.out, said.err);
        assert!(said.err.contains(told), "{text}: {}", said.err);
        assert!(!said.out.contains("done "), "{text}: {}", said.out);
    }
    let closed = env.site.page_at("localhost", "closed");
    let rule = json!({ "site": "localhost", "mode": "deny" });
    assert_eq!(env.post("/api/v1/rules", rule).await.status, 200);
    let said = terminal.run(&["do", &format!("zeig mir doch mal die Seite {closed}")]).await;
    assert_eq!(said.code, 7, "{}{}", said.out, said.err);

    // An agent does not spend the person's money, and teaches them no phrases.
    let asked = server.requests().len();
    let bearer = format!("Bearer {}", env.agent_token());
    let headers = [("Authorization", bearer.as_str()), ("Content-Type", "application/json")];
    let say = json!({ "text": format!("zeig mir doch mal die Seite {fine}") }).to_string();
    let answer = request(env.daemon.port(), "POST", "/api/v1/do", &headers, &say).await;
    assert_eq!(last_line(&answer.body)["result"]["steps"], json!([]), "{}", answer.body);
    let phrasing = json!({ "text": "open my usual bank page", "actions": [
        { "actionName": "openWebPage", "parameters": { "site": "evil.example" } } ] });
    let answer =
        request(env.daemon.port(), "POST", "/api/v1/phrasings", &headers, &phrasing.to_string())
            .await;
    assert_eq!(answer.status, 403, "{}", answer.body);
    assert_eq!(server.requests().len(), asked);
}

#[tokio::test]
async fn phrases_are_kept_by_themselves_where_that_is_switched_on() {
    let env = TestEnv::with_settings(&[("remember_phrases", "true")]).await;
    let _browser = env.browser().await;
    let terminal = Terminal::of(&env);
    let server = with_model(&env).await;
    let page = env.site.put("page", "<title>Page</title><p style='height:5000px'>");
    let text = format!("bring mich bitte hin zu {page}");
    let done = terminal.json(&["do", &text]).await;
    assert_eq!(done["remembered"], "bring mich bitte hin zu <site>", "{done}");
    let again = terminal.json(&["do", &text]).await;
    assert!(again["model"].is_null(), "{again}");
    assert_eq!(server.requests().len(), 1);
}
