//! What is tried to learn the key of a model, or to have it sent elsewhere.

use serde_json::{Value, json};
use tabwright_model_server::{Answer as ModelAnswer, Fault, ModelServer};
use tabwright_policy::{Surroundings, Vault};
use tabwright_testbed::{Answer, Terminal, request};
use tabwright_wire::{CLIENT_HEADER, COMMAND_LINE, CreateToken, NameParams};

use crate::{Ground, Tally, grounds};

const KEY: &str = "sk-live-Qz8WmTn4RkLp";

/// A model that is set up with a key, and its server.
async fn model(ground: &Ground) -> ModelServer {
    let server = ModelServer::with_policy(|_| ModelAnswer::text("One, two.")).await.unwrap();
    let answer = ground.env.post("/api/v1/models", new_model(&server, Some(KEY))).await;
    assert_eq!(answer.status, 200, "{}", answer.body);
    server
}

fn new_model(server: &ModelServer, key: Option<&str>) -> Value {
    let mut model = json!({ "name": "gpt", "baseUrl": format!("{}/v1", server.url()) });
    if let Some(key) = key {
        model["provider"] = "openai".into();
        model["model"] = "m".into();
        model["key"] = key.into();
    }
    model
}

#[tokio::test]
async fn models_are_the_persons_whatever_token_an_agent_has() {
    let (ground, _) = grounds().await;
    let server = model(&ground).await;
    let evil = ModelServer::with_policy(|_| ModelAnswer::text("Thanks.")).await.unwrap();
    let own = NameParams { name: "codex".to_owned() };
    let own = ground.env.client().await.call::<CreateToken>(&own).await.unwrap().token;
    let config = std::fs::read_to_string(ground.env.home.config_file()).unwrap();
    let mut tally = Tally::default();
    for (method, path, body) in [
        ("GET", "/api/v1/models", Value::Null),
        ("GET", "/api/v1/models?checkKeys=true", Value::Null),
        ("POST", "/api/v1/models", new_model(&evil, None)),
        ("POST", "/api/v1/models", new_model(&evil, Some("any-key"))),
        ("POST", "/api/v1/models", json!({ "name": "gpt", "keyEnv": "HOME" })),
        ("POST", "/api/v1/models/test", json!({ "name": "gpt" })),
        ("POST", "/api/v1/models/default", json!({ "name": "gpt" })),
        ("DELETE", "/api/v1/models/gpt", Value::Null),
    ] {
        for token in [ground.env.agent_token(), own.clone(), "wrong".to_owned(), String::new()] {
            let bearer = format!("Bearer {token}");
            let headers = [
                ("Authorization", bearer.as_str()),
                (CLIENT_HEADER, COMMAND_LINE),
                ("Content-Type", "application/json"),
            ];
            let body = if body.is_null() { String::new() } else { body.to_string() };
            let answer = request(ground.env.daemon.port(), method, path, &headers, &body).await;
            let held = matches!(answer.status, 401 | 403) && !answer.body.contains(KEY);
            tally.note(&format!("{method} {path}"), held, &answer.body);
        }
        // A page at the daemon's door, even one that had learned the person's token.
        let bearer = format!("Bearer {}", ground.env.token());
        let headers = [("Authorization", bearer.as_str()), ("Origin", "https://evil.example")];
        let answer = request(ground.env.daemon.port(), method, path, &headers, "").await;
        tally.note(&format!("a page: {method} {path}"), answer.status == 403, &answer.body);
    }
    tally.note("nothing was asked", server.requests().is_empty() && evil.requests().is_empty(), ());
    let now = std::fs::read_to_string(ground.env.home.config_file()).unwrap();
    tally.note("nothing was changed", now == config, &now);
    tally.end();
}

#[tokio::test]
async fn a_key_is_no_secret_that_can_be_typed_and_is_shown_to_nobody() {
    let (ground, browsers) = grounds().await;
    let server = model(&ground).await;
    let mut tally = Tally::default();
    let form =
        ground.env.site.put("form", "<title>Form</title><label>Name <input id=name></label>");
    let leaked = ground.env.site.put(
        "leaked",
        &format!("<title>{KEY}</title><p id=p>The key is {KEY}.<p>{}", KEY.to_uppercase()),
    );
    for browser in browsers {
        let run = async |verb: &str, params: Value| {
            let answer: Answer = ground.verb_in(browser, "attacker", verb, params).await;
            answer
        };
        let opened = run("open", json!({ "url": form, "in": "new" })).await.json();
        let tab = opened["tab"].clone();
        for name in ["gpt", "model:gpt", "models.gpt", "../model-keys/gpt"] {
            let text = format!("${{secret:{name}}}");
            let typed = run("type", json!({ "tab": tab, "target": "#name", "text": text })).await;
            tally.note(&text, typed.status == 403 && !typed.body.contains(KEY), &typed.body);
        }
        // A page that has learned it in some other way cannot pass it on.
        let opened = run("open", json!({ "url": leaked, "in": "new" })).await;
        let tab = opened.json()["tab"].clone();
        let script = json!({ "tab": tab, "script": "document.body.innerText" });
        for (verb, params) in [
            ("snapshot", json!({ "tab": tab })),
            ("text", json!({ "tab": tab })),
            ("tabs", json!({})),
            ("html", json!({ "tab": tab })),
            ("eval", script),
        ] {
            let answer = run(verb, params).await;
            let held = !answer.body.to_lowercase().contains(&KEY.to_lowercase());
            tally.note(&format!("{verb} in {browser:?}"), held, &answer.body);
        }
    }
    let pages = Vault::open_within(&ground.env.home.secrets(), Surroundings::default());
    tally.note("it is no secret of pages", pages.list().unwrap().is_empty(), ());
    let terminal = Terminal::of(&ground.env);
    for args in
        [&["secret", "list", "--json"][..], &["log", "--json"], &["model", "list", "--json"]]
    {
        let said = terminal.run(args).await;
        tally.note(&args.join(" "), !said.out.contains(KEY) && !said.err.contains(KEY), said.out);
    }
    let log = terminal.says(&["log", "--operation", "add-model", "--json"]).await;
    tally.note(
        "who added it is in the log",
        log.contains("add-model") && log.contains(&server.url()),
        log,
    );
    tally.end();
}

#[tokio::test]
async fn a_key_goes_to_the_server_it_was_given_for_and_nowhere_else() {
    let (ground, _) = grounds().await;
    let server = model(&ground).await;
    let evil = ModelServer::with_policy(|_| ModelAnswer::text("Thanks.")).await.unwrap();
    let mut tally = Tally::default();
    let test = async || ground.env.post("/api/v1/models/test", json!({ "name": "gpt" })).await;

    // The person's own hand, led astray: another address, and no key with it.
    let answer = ground.env.post("/api/v1/models", new_model(&evil, None)).await;
    tally.note(
        "moved by the API",
        answer.status == 400 && answer.body.contains("was given for"),
        &answer.body,
    );
    let provider = json!({ "name": "gpt", "provider": "groq" });
    let answer = ground.env.post("/api/v1/models", provider).await;
    tally.note("moved to another provider", answer.status == 400, &answer.body);

    // A program that can write the config file.
    let config = std::fs::read_to_string(ground.env.home.config_file()).unwrap();
    let moved = config.replace(&server.url(), &evil.url());
    std::fs::write(ground.env.home.config_file(), &moved).unwrap();
    let answer = test().await;
    tally.note("moved in the file", answer.problem() == "no-model", &answer.body);
    let borrowed = format!(
        "{config}\n[models.other]\nprovider = \"openai\"\nmodel = \"m\"\nkey_secret = \"gpt\"\nbase_url = \"{}/v1\"\n",
        evil.url()
    );
    std::fs::write(ground.env.home.config_file(), &borrowed).unwrap();
    let answer = ground.env.post("/api/v1/models/test", json!({ "name": "other" })).await;
    tally.note("borrowed by another model", answer.problem() == "no-model", &answer.body);
    let secret = Vault::open_within(&ground.env.home.secrets(), Surroundings::default());
    secret.set("bank", "hunter22-of-the-bank", Vec::new()).unwrap();
    std::fs::write(
        ground.env.home.config_file(),
        borrowed.replace("\"gpt\"\nbase", "\"bank\"\nbase"),
    )
    .unwrap();
    let answer = ground.env.post("/api/v1/models/test", json!({ "name": "other" })).await;
    tally.note("a secret of pages as a key", answer.problem() == "no-model", &answer.body);
    tally.note("nobody else was asked", evil.requests().is_empty(), ());

    // The server itself passes it on.
    let leading =
        ModelServer::scripted([ModelAnswer::fault(Fault::Redirect(evil.url()))]).await.unwrap();
    std::fs::write(ground.env.home.config_file(), "").unwrap();
    let answer = ground.env.post("/api/v1/models", new_model(&leading, Some(KEY))).await;
    tally.note("set up anew", answer.status == 200, &answer.body);
    let answer = test().await;
    tally.note("redirected", answer.problem() == "model-failed", &answer.body);
    tally.note("not even then", evil.requests().is_empty() && !leading.requests().is_empty(), ());

    // A server that says the key back, in the words of an error.
    let body = json!({ "error": { "message": format!("bad key {KEY}") } }).to_string();
    let telling =
        ModelServer::scripted([ModelAnswer::fault(Fault::Status(400, body))]).await.unwrap();
    ground.env.post("/api/v1/models", new_model(&telling, Some(KEY))).await;
    let answer = test().await;
    tally.note("said back", answer.status == 502 && !answer.body.contains(KEY), &answer.body);
    tally.end();
}
