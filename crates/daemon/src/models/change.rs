//! What a model becomes when the person sets it up or changes it. Does nothing itself.

use tabwright_model::{ApiKey, ConfigError, KeyError, ModelConfig, Preset, Price, Provider};
use tabwright_wire::{ModelKey, NewModel};

const NAME_LENGTH_MAX: usize = 40;
const VARIABLE_LENGTH_MAX: usize = 100;
/// Ours are no keys of models, and one of them is the passphrase of the secrets.
const OWN_VARIABLES: &str = "TABWRIGHT_";

/// What is to be written.
#[derive(Debug)]
pub(super) struct Change {
    pub(super) config: ModelConfig,
    /// Nothing of what was there before is kept.
    pub(super) is_fresh: bool,
    /// To be stored for the server of the new settings.
    pub(super) key: Option<ModelKey>,
}

#[derive(Debug, PartialEq, Eq, thiserror::Error)]
pub(super) enum ChangeError {
    #[error("`{0}` cannot be the name of a model")]
    BadName(String),
    #[error("there is no provider `{0}`")]
    UnknownProvider(String),
    #[error("the {0} is missing")]
    Missing(&'static str),
    #[error("the key for {0} is missing")]
    NoKey(&'static str),
    #[error("the key of `{name}` was given for {given_for}, and not for {origin}")]
    KeyAnew { name: String, given_for: String, origin: String },
    #[error("`{0}` cannot be the environment variable of a key")]
    BadVariable(String),
    #[error("{0}")]
    BadKey(#[from] KeyError),
    #[error("{0}")]
    Config(#[from] ConfigError),
}

impl ChangeError {
    pub(super) fn fix(&self) -> String {
        match self {
            Self::BadName(_) => format!("Use 1 to {NAME_LENGTH_MAX} letters, digits, `-` or `_`."),
            Self::UnknownProvider(_) => {
                let ids: Vec<_> = Preset::ALL.iter().map(|preset| preset.id).collect();
                format!(
                    "Use one of {}. Any other server that is compatible with OpenAI's is `openai` with a base URL.",
                    ids.join(", ")
                )
            }
            Self::Missing("context window") => {
                "Ollama cuts what is longer without a word. Say how many tokens the model can read, for instance \
                 32000."
                    .to_owned()
            }
            Self::Missing(what) => format!("Say the {what}, too."),
            Self::NoKey(_) => {
                "Give the key, or the name of the environment variable that holds it.".to_owned()
            }
            Self::KeyAnew { .. } => {
                "A key is sent only to the server it was given for. Give it again for the new one.".to_owned()
            }
            Self::BadVariable(_) => {
                "Write the variable's name, such as OPENAI_API_KEY, and not the key itself.".to_owned()
            }
            Self::BadKey(_) | Self::Config(_) => "Correct it, and try again.".to_owned(),
        }
    }
}

/// What comes of a wish, and of what is set up under its name.
pub(super) fn change(new: &NewModel, old: Option<&ModelConfig>) -> Result<Change, ChangeError> {
    if old.is_none() {
        check_name(&new.name)?;
    }
    let preset = new.provider.as_deref().map(find_preset).transpose()?;
    let old = old.filter(|old| preset.is_none_or(|preset| preset.provider == old.provider));
    let mut config = match (old, preset) {
        (Some(old), _) => old.clone(),
        (None, Some(preset)) => ModelConfig::new(preset.provider, String::new()),
        (None, None) => return Err(ChangeError::Missing("provider")),
    };
    if let Some(base_url) = new.base_url.as_deref().or(preset.map(|preset| preset.base_url)) {
        let base_url = base_url.trim().trim_end_matches('/');
        let is_usual = base_url == config.provider.default_base_url();
        config.base_url = (!is_usual && !base_url.is_empty()).then(|| base_url.to_owned());
    }
    if let Some(model) = &new.model {
        config.model = model.trim().to_owned();
    }
    if config.model.is_empty() {
        return Err(ChangeError::Missing("model"));
    }
    config.context_window = new.context_window.or(config.context_window);
    config.vision = new.vision.or(config.vision);
    if let Some(price) = new.price {
        config.price = Some(Price { input: price.input, output: price.output, ..Price::default() });
    }
    if config.provider == Provider::Ollama && config.context_window.is_none() {
        return Err(ChangeError::Missing("context window"));
    }
    let key = set_key(&mut config, new, old)?;
    config.check()?;
    if key.is_none() && config.key_source().is_none() && new.base_url.is_none() {
        // Whoever names a server knows whether it wants a key.
        if let Some(preset) = preset.filter(|preset| preset.key_variable.is_some()) {
            return Err(ChangeError::NoKey(preset.title));
        }
    }
    Ok(Change { config, is_fresh: old.is_none(), key })
}

/// A stored key stays with its server: another address needs it anew.
fn set_key(
    config: &mut ModelConfig,
    new: &NewModel,
    old: Option<&ModelConfig>,
) -> Result<Option<ModelKey>, ChangeError> {
    match (&new.key, &new.key_env) {
        (Some(_), Some(_)) => Err(ConfigError::TwoKeys.into()),
        (Some(key), None) => {
            ApiKey::new(&key.0)?;
            (config.key_env, config.key_secret) = (None, Some(new.name.clone()));
            Ok(Some(ModelKey(key.0.trim().to_owned())))
        }
        (None, Some(variable)) => {
            check_variable(variable)?;
            (config.key_env, config.key_secret) = (Some(variable.clone()), None);
            Ok(None)
        }
        (None, None) => {
            let Some(old) = old.filter(|old| old.key_source().is_some()) else { return Ok(None) };
            let (given_for, origin) = (old.origin()?, config.origin()?);
            if given_for == origin {
                return Ok(None);
            }
            Err(ChangeError::KeyAnew { name: new.name.clone(), given_for, origin })
        }
    }
}

fn find_preset(id: &str) -> Result<&'static Preset, ChangeError> {
    Preset::find(id.trim()).ok_or_else(|| ChangeError::UnknownProvider(shown(id)))
}

fn check_name(name: &str) -> Result<(), ChangeError> {
    let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || b"-_".contains(&byte);
    if (1..=NAME_LENGTH_MAX).contains(&name.len()) && name.bytes().all(is_plain) {
        return Ok(());
    }
    Err(ChangeError::BadName(shown(name)))
}

/// Also keeps a key that was pasted into the wrong field out of the config file and of messages.
fn check_variable(variable: &str) -> Result<(), ChangeError> {
    let is_plain = |byte: u8| byte.is_ascii_uppercase() || byte.is_ascii_digit() || byte == b'_';
    if (1..=VARIABLE_LENGTH_MAX).contains(&variable.len())
        && variable.bytes().all(is_plain)
        && !variable.starts_with(|first: char| first.is_ascii_digit())
        && !variable.starts_with(OWN_VARIABLES)
    {
        return Ok(());
    }
    let beginning: String = shown(variable).chars().take(4).collect();
    Err(ChangeError::BadVariable(format!("{beginning}…")))
}

fn shown(text: &str) -> String {
    text.chars().filter(|letter| !letter.is_control()).take(NAME_LENGTH_MAX).collect()
}

#[cfg(test)]
mod tests {
    use tabwright_wire::ModelPrice;

    use super::*;

    fn wish(name: &str) -> NewModel {
        NewModel {
            name: name.to_owned(),
            provider: None,
            model: None,
            base_url: None,
            key: None,
            key_env: None,
            context_window: None,
            vision: None,
            price: None,
        }
    }

    fn with_key(provider: &str) -> NewModel {
        NewModel {
            provider: Some(provider.to_owned()),
            model: Some(" m ".to_owned()),
            key: Some(ModelKey("sk-1234567890\n".to_owned())),
            ..wish("a")
        }
    }

    #[test]
    fn a_known_provider_needs_no_address() {
        let made = change(&with_key("openrouter"), None).unwrap();
        assert_eq!(made.config.base_url.as_deref(), Some("https://openrouter.ai/api/v1"));
        assert_eq!((made.config.provider, made.config.model.as_str()), (Provider::OpenAi, "m"));
        assert_eq!(made.config.key_secret.as_deref(), Some("a"));
        assert_eq!(made.key, Some(ModelKey("sk-1234567890".to_owned())));
        assert_eq!(change(&with_key("anthropic"), None).unwrap().config.base_url, None);
    }

    #[test]
    fn what_is_not_said_stays() {
        let mut old = change(&with_key("anthropic"), None).unwrap().config;
        old.headers.insert("x-team".to_owned(), "a".to_owned());
        let price = Some(ModelPrice { input: 3.0, output: 15.0 });
        let made =
            change(&NewModel { vision: Some(false), price, ..wish("a") }, Some(&old)).unwrap();
        let price = Price { input: 3.0, output: 15.0, ..Price::default() };
        assert_eq!(
            made.config,
            ModelConfig { vision: Some(false), price: Some(price), ..old.clone() }
        );
        assert!(!made.is_fresh && made.key.is_none());
        // Another kind of provider begins anew.
        let made = change(&with_key("gemini"), Some(&old)).unwrap();
        assert!(made.is_fresh && made.config.headers.is_empty());
    }

    #[test]
    fn another_server_needs_the_key_anew() {
        let old = change(&with_key("openai"), None).unwrap().config;
        for base_url in [
            "https://evil.example/v1",
            "http://api.openai.com/v1",
            "https://api.openai.com:8443/v1",
        ] {
            let moved = NewModel { base_url: Some(base_url.to_owned()), ..wish("a") };
            let error = change(&moved, Some(&old)).unwrap_err();
            assert!(matches!(error, ChangeError::KeyAnew { .. }), "{base_url}: {error}");
        }
        let moved = NewModel { provider: Some("groq".to_owned()), ..wish("a") };
        assert!(matches!(change(&moved, Some(&old)), Err(ChangeError::KeyAnew { .. })));
        let path =
            NewModel { base_url: Some("https://api.openai.com/v2/".to_owned()), ..wish("a") };
        let made = change(&path, Some(&old)).unwrap();
        assert_eq!(made.config.base_url.as_deref(), Some("https://api.openai.com/v2"));
        let variable = ModelConfig { key_secret: None, key_env: Some("K".to_owned()), ..old };
        let moved = NewModel { base_url: Some("https://evil.example".to_owned()), ..wish("a") };
        assert!(matches!(change(&moved, Some(&variable)), Err(ChangeError::KeyAnew { .. })));
    }

    #[test]
    fn what_is_missing_or_wrong_is_told() {
        let set = |change: &dyn Fn(&mut NewModel)| {
            let mut new = with_key("openai");
            change(&mut new);
            new
        };
        for (new, told) in [
            (set(&|it| it.name = "a.b".to_owned()), "cannot be the name"),
            (set(&|it| it.name = String::new()), "cannot be the name"),
            (set(&|it| it.provider = Some("openia".to_owned())), "no provider `openia`"),
            (set(&|it| it.provider = None), "provider is missing"),
            (set(&|it| it.model = Some(" ".to_owned())), "model is missing"),
            (set(&|it| it.key = None), "key for OpenAI is missing"),
            (set(&|it| it.key = Some(ModelKey(" ".to_owned()))), "key is empty"),
            (set(&|it| it.key_env = Some("K".to_owned())), "both set"),
            (set(&|it| it.base_url = Some("api.example.com".to_owned())), "`base_url` must"),
            (
                set(&|it| it.base_url = Some("http://api.example.com".to_owned())),
                "`base_url` begins",
            ),
            (set(&|it| it.context_window = Some(1)), "`context_window` must"),
        ] {
            let error = change(&new, None).unwrap_err();
            assert!(error.to_string().contains(told), "{error}");
            assert!(error.fix().ends_with('.'), "{error}");
        }
        let ollama = NewModel { key: None, ..with_key("ollama") };
        let error = change(&ollama, None).unwrap_err();
        assert!(error.fix().contains("32000"), "{}", error.fix());
        assert!(change(&NewModel { context_window: Some(32_000), ..ollama }, None).is_ok());
        let local = Some("http://127.0.0.1:9/v1".to_owned());
        assert!(
            change(&NewModel { key: None, base_url: local, ..with_key("openai") }, None).is_ok()
        );
    }

    #[test]
    fn a_key_in_the_place_of_its_variable_is_not_repeated() {
        for variable in ["sk-1234567890abcdef", "TABWRIGHT_SECRETS_PASSPHRASE", "", "1A"] {
            let new =
                NewModel { key: None, key_env: Some(variable.to_owned()), ..with_key("openai") };
            let error = change(&new, None).unwrap_err();
            assert!(matches!(error, ChangeError::BadVariable(_)), "{variable}");
            assert!(!error.to_string().contains("sk-123"), "{error}");
        }
    }
}
