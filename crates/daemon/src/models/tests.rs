use std::fs;

use tabwright_model::{Message, Request, collect};
use tabwright_model_server::{Answer, ModelServer};
use tabwright_policy::SecretPlace;
use tempfile::TempDir;

use super::*;

const KEY: &str = "sk-abcdefghijklmnop";

struct Case {
    _folder: TempDir,
    home: Home,
    models: SharedModels,
    known: Arc<KnownSecrets>,
}

fn case(config: &str) -> Case {
    let folder = tempfile::tempdir().unwrap();
    let home = Home::at(folder.path().to_owned()).unwrap();
    home.make().unwrap();
    fs::write(home.config_file(), config).unwrap();
    let known = Arc::<KnownSecrets>::default();
    let models = ConfiguredModels::new(&home, &ModelSettings::default(), &known);
    Case { _folder: folder, home, models: SharedModels(Arc::new(models)), known }
}

fn table(provider: &str, base_url: &str, more: &str) -> String {
    format!("[models.m]\nprovider = '{provider}'\nmodel = 'any'\nbase_url = '{base_url}'\n{more}\n")
}

#[tokio::test]
async fn a_model_of_the_config_file_is_asked_with_its_key() {
    let server = ModelServer::scripted([Answer::text("hello")]).await.unwrap();
    let case = case("");
    assert!(matches!(case.models.resolve(None).await, Err(ModelsError::NoneSetUp)));
    // What is written into the file counts at once.
    let config = table("openai", &format!("{}/v1", server.url()), "key_secret = 'k'");
    fs::write(case.home.config_file(), config).unwrap();
    assert!(matches!(case.models.resolve(None).await, Err(ModelsError::NoKey { .. })));
    let origin = case.models.list().await.unwrap().models["m"].origin().unwrap();
    case.models.0.keys.set("k", KEY, &origin).unwrap();
    let resolved = case.models.resolve(Some("m")).await.unwrap();
    assert_eq!((resolved.name.as_str(), resolved.config.model.as_str()), ("m", "any"));
    let request = Request { messages: vec![Message::user("hi")], ..Request::default() };
    let (answer, _) = collect(resolved.model.stream(&request)).await.unwrap();
    assert_eq!(answer.message.text(), "hello");
    assert_eq!(server.requests()[0].request.headers["authorization"], format!("Bearer {KEY}"));
    assert_eq!(case.known.redact(KEY, &SecretPlace::default()), "••••");
}

#[tokio::test]
async fn a_key_does_not_go_to_another_server() {
    let case = case(&table("anthropic", "https://evil.example", "key_secret = 'k'"));
    case.models.0.keys.set("k", KEY, "https://api.anthropic.com").unwrap();
    let error = case.models.resolve(None).await.unwrap_err();
    assert!(matches!(error, ModelsError::OtherServer { .. }), "{error}");
    assert!(error.fix().contains("tabwright model add m"), "{}", error.fix());
    assert!(case.known.is_empty() || !format!("{error}{}", error.fix()).contains(KEY));
}

#[tokio::test]
async fn what_cannot_be_used_is_told() {
    for (config, told) in [
        ("[models.m]\nprovider = 'openai'\nmodl = 'x'\n".to_owned(), "settings cannot be read"),
        (table("openai", "ftp://x", ""), "`base_url` must"),
        (table("openai", "http://x.example", "key_env = 'K'"), "`base_url` begins"),
        (table("openai", "https://x.example", "key_env = 'TABWRIGHT_NOT_SET_HERE'"), "is not set"),
    ] {
        let error = case(&config).models.resolve(None).await.unwrap_err();
        assert!(error.to_string().contains(told), "{error}");
        assert!(!error.fix().is_empty());
    }
}
