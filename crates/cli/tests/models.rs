//! Language models as a person sets them up: in the terminal and on the options page.

#![allow(clippy::unwrap_used)]

use std::path::Path;

use serde_json::{Value, json};
use tabwright_model_server::{Answer, Fault, ModelServer, NormalizedRequest};
use tabwright_testbed::{Session, Terminal, TestEnv};

const KEY: &str = "sk-live-abcdefghijklmnop";

/// A model that does what the test of a model asks for.
fn able(request: &NormalizedRequest) -> Answer {
    match request.tools.is_empty() {
        true => Answer::text("One, two, three, and so on."),
        false => Answer::call("report", json!({ "colour": "red" })),
    }
}

/// The files below a folder that have these words in them.
fn files_with(folder: &Path, words: &str) -> Vec<String> {
    let mut found = Vec::new();
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            found.extend(files_with(&path, words));
        } else if let Ok(bytes) = std::fs::read(&path)
            && bytes.windows(words.len()).any(|part| part == words.as_bytes())
        {
            found.push(path.display().to_string());
        }
    }
    found
}

#[tokio::test]
async fn a_model_is_set_up_tested_and_removed_in_the_terminal() {
    let env = TestEnv::new().await;
    let terminal = Terminal::of(&env);
    let mine = "# Mine.\nask_timeout_s = 2 # not long\n";
    std::fs::write(env.home.config_file(), mine).unwrap();
    assert!(terminal.says(&["model"]).await.contains("No model is set up"));
    let none = terminal.run(&["model", "test"]).await;
    assert_eq!(none.code, 1);
    assert!(none.err.contains("no model is set up") && none.err.contains("tabwright model add"));

    let server = ModelServer::with_policy(able).await.unwrap();
    let base_url = format!("{}/v1", server.url());
    let add =
        ["model", "add", "gpt", "--provider", "openai", "--model", "m", "--base-url", &base_url];
    let said = terminal.says_given(&add, &format!("{KEY}\n")).await;
    assert!(said.contains("Added gpt") && said.contains("key stored, the default"), "{said}");
    let config = std::fs::read_to_string(env.home.config_file()).unwrap();
    assert!(config.starts_with(mine), "{config}");
    assert!(config.contains("default_model = \"gpt\"\n"), "{config}");
    assert!(config.contains("[models.gpt]\nprovider = \"openai\"\nmodel = \"m\"\n"), "{config}");

    let said = terminal.says(&["model", "test"]).await;
    assert!(said.contains("gpt answers") && said.contains("tools      yes"), "{said}");
    assert!(said.contains("text       yes") && said.contains("streaming  yes"), "{said}");
    assert_eq!(server.requests()[0].request.headers["authorization"], format!("Bearer {KEY}"));
    let tested = terminal.json(&["model", "test", "gpt"]).await;
    assert_eq!((&tested["tools"], tested["images"].is_null()), (&json!(true), true));

    // What is not said stays, and nobody is asked for a key.
    terminal
        .says(&[
            "model",
            "add",
            "gpt",
            "--vision",
            "true",
            "--input-price",
            "3",
            "--output-price",
            "15",
        ])
        .await;
    let tested = terminal.json(&["model", "test", "gpt"]).await;
    assert_eq!(tested["images"], true);
    assert!(tested["cost"].as_f64().unwrap() > 0.0, "{tested}");

    let ollama = [
        "model",
        "add",
        "local",
        "--provider",
        "ollama",
        "--model",
        "m",
        "--base-url",
        &server.url(),
        "--no-key",
    ];
    let missing = terminal.run(&ollama).await;
    assert_eq!(missing.code, 2);
    assert!(missing.err.contains("--context-window is missing"), "{}", missing.err);
    terminal.says(&[&ollama[..], &["--context-window", "32000"]].concat()).await;
    terminal.says(&["model", "default", "local"]).await;
    let listed = terminal.json(&["model", "list"]).await;
    let names = |list: &Value, is_default: bool| -> Vec<String> {
        let models = list["models"].as_array().unwrap().iter();
        let of = models.filter(|model| model["isDefault"] == is_default);
        of.map(|model| model["name"].as_str().unwrap().to_owned()).collect()
    };
    assert_eq!(
        (names(&listed, true), names(&listed, false)),
        (vec!["local".into()], vec!["gpt".into()])
    );
    assert!(!listed.to_string().contains(KEY));

    let parts = terminal.run(&["doctor", "--json"]).await;
    let parts: Value = serde_json::from_str(&parts.out).unwrap();
    let models = parts.as_array().unwrap().iter().find(|part| part["part"] == "models").unwrap();
    assert_eq!(models["ok"], true, "{models}");
    assert!(models["found"].as_str().unwrap().contains("local (the default)"), "{models}");

    // It is nowhere on the disk, but where secrets are encrypted.
    assert_eq!(files_with(env.home.moved_to().unwrap(), KEY), Vec::<String>::new());
    let keys = env.home.model_keys().join("secrets.json");
    assert!(std::fs::read_to_string(&keys).unwrap().contains(&server.url()));
    terminal.says(&["model", "remove", "gpt"]).await;
    assert!(!std::fs::read_to_string(&keys).unwrap().contains(&server.url()));
    terminal.says(&["model", "remove", "local"]).await;
    assert_eq!(std::fs::read_to_string(env.home.config_file()).unwrap(), mine);
}

#[tokio::test]
async fn what_is_wrong_with_a_model_is_told_with_what_to_do() {
    let env = TestEnv::new().await;
    let terminal = Terminal::of(&env);
    for (args, told) in [
        (&["model", "add", "a", "--provider", "openia", "--model", "m"][..], "openrouter"),
        (&["model", "add", "a", "--model", "m"], "--provider is missing"),
        (
            &["model", "add", "a b", "--provider", "openai", "--model", "m", "--key-env", "K"],
            "1 to 40 letters",
        ),
        (
            &["model", "add", "a", "--provider", "openai", "--model", "m"],
            "key for OpenAI is missing",
        ),
        (
            &["model", "add", "a", "--provider", "openai", "--model", "m", "--base-url", "x"],
            "base_url",
        ),
        (&["model", "remove", "a"], "no model is set up"),
        (&["model", "default", "a"], "no model is set up"),
    ] {
        let said = terminal.run(args).await;
        assert_ne!(said.code, 0, "{args:?}");
        assert!(said.err.contains(told), "{args:?}: {}", said.err);
    }
    let faults = [
        Fault::WrongKey,
        Fault::UnknownModel,
        Fault::WebPage,
        Fault::RateLimited { retry_after_s: Some(7) },
    ];
    let server = ModelServer::scripted(faults.map(Answer::fault)).await.unwrap();
    let base_url = format!("{}/v1", server.url());
    let add =
        ["model", "add", "a", "--provider", "openai", "--model", "m", "--base-url", &base_url];
    terminal.says_given(&add, KEY).await;
    for (told, fix) in [
        ("does not take the key", "tabwright model add"),
        ("has no model", "Check the model's name"),
        ("it is a web page", "base_url"),
        ("wait 7 s", "Wait"),
    ] {
        let said = terminal.run(&["model", "test", "a"]).await;
        assert!(said.err.contains(told) && said.err.contains(fix), "{}", said.err);
        assert!(!said.err.contains(KEY));
    }
    drop(server);
    let said = terminal.run(&["model", "test", "a"]).await;
    assert!(said.err.contains("cannot be reached"), "{}", said.err);
}

#[tokio::test]
async fn a_key_of_the_environment_is_the_daemons() {
    let env = TestEnv::with_environment(&[("ACME_KEY", KEY)]).await;
    let terminal = Terminal::of(&env);
    let server = ModelServer::with_policy(able).await.unwrap();
    let with_key = async |name: &str, variable: &str| {
        let base_url = server.url();
        let add = [
            "model",
            "add",
            name,
            "--provider",
            "anthropic",
            "--model",
            "m",
            "--base-url",
            &base_url,
        ];
        terminal.says(&[&add[..], &["--key-env", variable]].concat()).await
    };
    assert!(with_key("a", "ACME_KEY").await.contains("key in ACME_KEY"));
    terminal.says(&["model", "test", "a"]).await;
    assert_eq!(server.requests()[0].request.headers["x-api-key"], KEY);
    assert!(with_key("b", "NOT_THERE").await.contains("NOT_THERE, which should hold the key"));
    let parts = terminal.run(&["doctor"]).await;
    assert!(
        parts.out.contains("start the daemon where NOT_THERE is set")
            || parts.out.contains("Start the daemon where NOT_THERE is set"),
        "{}",
        parts.out
    );
}

/// Chooses in the field with this label.
async fn choose(page: &Session, label: &str, value: &str) {
    page.fill(label, value).await;
    let field = format!(
        "[...document.querySelectorAll('label')].find(label => label.textContent === {})",
        json!(label)
    );
    page.evaluate(&format!(
        "{field}.control.dispatchEvent(new Event('change', {{ bubbles: true }}))"
    ))
    .await;
}

#[tokio::test]
async fn the_options_page_does_the_same_and_never_gets_a_key_back() {
    let env = TestEnv::new().await;
    let browser = env.browser().await;
    let server = ModelServer::with_policy(able).await.unwrap();
    let other = ModelServer::with_policy(able).await.unwrap();
    let page = browser.open_extension_page("options.html#models").await;
    page.shows("No model yet").await;
    page.press("Add model", 0).await;
    page.shows("Choose a provider.").await;
    choose(&page, "Provider", "openai").await;
    page.fill("Model", "m").await;
    page.press("Add model", 0).await;
    page.shows("OpenAI needs a key.").await;
    page.fill("Name", "gpt").await;
    page.fill("Key", KEY).await;
    page.fill("API address", &format!("{}/v1", server.url())).await;
    page.press("Add model", 0).await;
    page.shows("gpt is saved.").await;
    page.shows("key stored").await;
    page.press("Test", 0).await;
    page.shows("Tools: works").await;
    assert_eq!(server.requests()[0].request.headers["authorization"], format!("Bearer {KEY}"));

    // Another server needs the key again.
    page.press("Change", 0).await;
    page.until("document.activeElement.textContent === 'Change gpt'").await;
    page.fill("API address", &format!("{}/v1", other.url())).await;
    page.press("Save", 0).await;
    page.shows("Give it again for the new one").await;
    page.press("Cancel", 0).await;
    page.until("document.activeElement.ariaLabel === 'Change gpt'").await;
    page.press("Change", 0).await;
    page.fill("Context window", "64000").await;
    page.press("Save", 0).await;
    page.shows("gpt is saved.").await;
    assert!(other.requests().is_empty());

    let kept = "(async () => JSON.stringify([
        document.documentElement.outerHTML, [...document.querySelectorAll('input')].map(it => it.value),
        await chrome.storage.local.get(), await chrome.storage.session.get(),
        await chrome.runtime.sendMessage({ type: 'listModels' }) ]))()";
    let kept = page.evaluate(kept).await.to_string();
    assert!(kept.contains("64000") && !kept.contains(KEY), "{kept}");

    let remove = "document.querySelector('[aria-label^=\"Remove gpt\"]')";
    page.evaluate(&format!("{remove}.click()")).await;
    page.shows("gpt and its key are removed.").await;
    page.shows("No model yet").await;
}
