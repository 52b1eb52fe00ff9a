//! The settings of a model: a table `[models.NAME]` of the config file.

use std::collections::BTreeMap;
use std::time::Duration;

use reqwest::header::{HeaderName, HeaderValue};
use serde::{Deserialize, Serialize};
use url::{Host, Url};

use crate::usage::Price;

const HEADERS_MAX: usize = 32;
const TIMEOUT_S_MAX: u32 = 3_600;
/// Headers that are ours: they carry the key, or frame the message.
const OWN_HEADERS: [&str; 9] = [
    "authorization",
    "connection",
    "content-length",
    "content-type",
    "cookie",
    "host",
    "transfer-encoding",
    "x-api-key",
    "x-goog-api-key",
];

/// Which wire format the model's server speaks.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Provider {
    /// Chat completions, of OpenAI or of any server that is compatible with it.
    #[serde(rename = "openai")]
    OpenAi,
    /// Anthropic's messages.
    Anthropic,
    /// Google's Gemini API.
    Gemini,
    /// Ollama's own chat API.
    Ollama,
}

impl Provider {
    /// All of them.
    pub const ALL: [Self; 4] = [Self::OpenAi, Self::Anthropic, Self::Gemini, Self::Ollama];

    /// As the settings name it.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::OpenAi => "openai",
            Self::Anthropic => "anthropic",
            Self::Gemini => "gemini",
            Self::Ollama => "ollama",
        }
    }

    /// Where its API is, unless the settings say otherwise.
    #[must_use]
    pub fn default_base_url(self) -> &'static str {
        match self {
            Self::OpenAi => "https://api.openai.com/v1",
            Self::Anthropic => "https://api.anthropic.com",
            Self::Gemini => "https://generativelanguage.googleapis.com/v1beta",
            Self::Ollama => "http://127.0.0.1:11434",
        }
    }

    /// The environment variable that usually holds its key.
    #[must_use]
    pub fn usual_key_variable(self) -> Option<&'static str> {
        match self {
            Self::OpenAi => Some("OPENAI_API_KEY"),
            Self::Anthropic => Some("ANTHROPIC_API_KEY"),
            Self::Gemini => Some("GEMINI_API_KEY"),
            Self::Ollama => None,
        }
    }
}

/// How much a model thinks before it answers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[allow(missing_docs, reason = "the names say all")]
pub enum Effort {
    Low,
    Medium,
    High,
}

impl Effort {
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Low => "low",
            Self::Medium => "medium",
            Self::High => "high",
        }
    }
}

/// A table `[models.NAME]`. [`ModelConfig::check`] tells what serde cannot see.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ModelConfig {
    /// Which wire format its server speaks.
    pub provider: Provider,
    /// The model, as the provider names it.
    pub model: String,
    /// Where the provider's API is; none means the provider's own.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub base_url: Option<String>,
    /// The environment variable that holds the key.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub key_env: Option<String>,
    /// The name of the secret that is the key.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub key_secret: Option<String>,
    /// Further headers, for gateways. They are not for keys.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub headers: BTreeMap<String, String>,
    /// How many tokens the model can read.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub context_window: Option<u32>,
    /// How many tokens an answer may have.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub max_output_tokens: Option<u32>,
    /// Whether the provider may be asked to cache the conversation.
    #[serde(default = "yes", skip_serializing_if = "Clone::clone")]
    pub prompt_caching: bool,
    /// Whether the model reads pictures; see [`ModelConfig::takes_images`].
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub vision: Option<bool>,
    /// None leaves it to the provider. Newer reasoning models take none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub temperature: Option<f32>,
    /// How much it thinks before it answers; none leaves it to the provider.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reasoning: Option<Effort>,
    /// How long the model may be silent, in seconds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub timeout_s: Option<u32>,
    /// What it costs.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub price: Option<Price>,
}

/// `check` refuses numbers that are none, so each is equal to itself.
impl Eq for ModelConfig {}

/// Where the key of a model is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum KeySource<'a> {
    /// In this environment variable.
    Variable(&'a str),
    /// In the vault, by this name.
    Secret(&'a str),
}

/// What is wrong with a table `[models.NAME]`. The field is told first, so that it can be found.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ConfigError {
    /// There has to be one.
    #[error("`model` is empty. Write the name by which the provider knows the model")]
    NoModel,
    /// It is no address.
    #[error(
        "`base_url` must be an address with https:// or http://, without a name, a key or a query in it"
    )]
    BadBaseUrl,
    /// Everybody on the way could read it.
    #[error(
        "`base_url` begins with http://, so the key would be readable on the way. Use https://"
    )]
    KeyWithoutTls,
    /// Only one can be the key.
    #[error("`key_env` and `key_secret` are both set. Leave one of them out")]
    TwoKeys,
    /// One that cannot be sent, or that is ours.
    #[error("`headers` cannot have `{0}`")]
    BadHeader(String),
    /// A number that makes no sense.
    #[error("`{field}` must be {expected}")]
    BadNumber {
        /// The setting.
        field: &'static str,
        /// What it may be.
        expected: &'static str,
    },
}

impl ModelConfig {
    /// A model with nothing set but its name.
    #[must_use]
    pub fn new(provider: Provider, model: impl Into<String>) -> Self {
        Self {
            provider,
            model: model.into(),
            base_url: None,
            key_env: None,
            key_secret: None,
            headers: BTreeMap::new(),
            context_window: None,
            max_output_tokens: None,
            prompt_caching: true,
            vision: None,
            temperature: None,
            reasoning: None,
            timeout_s: None,
            price: None,
        }
    }

    /// Where its key is; none means that it needs none.
    #[must_use]
    pub fn key_source(&self) -> Option<KeySource<'_>> {
        let variable = self.key_env.as_deref().map(KeySource::Variable);
        variable.or(self.key_secret.as_deref().map(KeySource::Secret))
    }

    /// Whether it reads pictures. Where the settings do not say it, the models of the three large
    /// providers do, and those of other servers may not.
    #[must_use]
    pub fn takes_images(&self) -> bool {
        let usual = match self.provider {
            Provider::Anthropic | Provider::Gemini => true,
            Provider::OpenAi => self.is_official(),
            Provider::Ollama => false,
        };
        self.vision.unwrap_or(usual)
    }

    /// Tells what is wrong with it.
    pub fn check(&self) -> Result<(), ConfigError> {
        if self.model.trim().is_empty() {
            return Err(ConfigError::NoModel);
        }
        if self.key_env.is_some() && self.key_secret.is_some() {
            return Err(ConfigError::TwoKeys);
        }
        let url = self.base()?;
        if self.key_source().is_some() && url.scheme() == "http" && !is_loopback(&url) {
            return Err(ConfigError::KeyWithoutTls);
        }
        self.check_headers()?;
        self.check_numbers()
    }

    fn check_headers(&self) -> Result<(), ConfigError> {
        let bad = |(name, value): &(&String, &String)| {
            HeaderName::try_from(*name).is_err()
                || HeaderValue::try_from(*value).is_err()
                || OWN_HEADERS.contains(&name.to_ascii_lowercase().as_str())
        };
        match self.headers.iter().find(bad).or(self.headers.iter().nth(HEADERS_MAX)) {
            Some((name, _)) => {
                Err(ConfigError::BadHeader(name.chars().filter(|it| !it.is_control()).collect()))
            }
            None => Ok(()),
        }
    }

    fn check_numbers(&self) -> Result<(), ConfigError> {
        let prices = self
            .price
            .map(|price| [Some(price.input), price.cached, price.cache_write, Some(price.output)]);
        let bad_price = |price: &f64| !price.is_finite() || *price < 0.0;
        let faults = [
            (
                self.temperature.is_some_and(|it| !(0.0..=2.0).contains(&it)),
                "temperature",
                "from 0 to 2",
            ),
            (self.context_window.is_some_and(|it| it < 1_000), "context_window", "at least 1000"),
            (self.max_output_tokens.is_some_and(|it| it < 16), "max_output_tokens", "at least 16"),
            (
                self.timeout_s.is_some_and(|it| !(1..=TIMEOUT_S_MAX).contains(&it)),
                "timeout_s",
                "from 1 to 3600",
            ),
            (
                prices.into_iter().flatten().flatten().any(|price| bad_price(&price)),
                "price",
                "numbers that are not negative",
            ),
        ];
        match faults.into_iter().find(|(is_fault, ..)| *is_fault) {
            Some((_, field, expected)) => Err(ConfigError::BadNumber { field, expected }),
            None => Ok(()),
        }
    }

    /// The server that its key is for: scheme, host and port.
    pub fn origin(&self) -> Result<String, ConfigError> {
        self.base().map(|url| url.origin().ascii_serialization())
    }

    /// Where the provider's API is.
    pub(crate) fn base(&self) -> Result<Url, ConfigError> {
        let text = self.base_url.as_deref().unwrap_or(self.provider.default_base_url());
        let url: Url = text.trim().parse().map_err(|_| ConfigError::BadBaseUrl)?;
        let is_plain = matches!(url.scheme(), "http" | "https")
            && url.has_host()
            && url.username().is_empty()
            && url.password().is_none()
            && url.query().is_none()
            && url.fragment().is_none();
        if is_plain { Ok(url) } else { Err(ConfigError::BadBaseUrl) }
    }

    /// Is it the provider's own server? Others may not take what was added to the wire lately.
    pub(crate) fn is_official(&self) -> bool {
        let own: Option<Url> = self.provider.default_base_url().parse().ok();
        self.base().ok().is_some_and(|url| own.is_some_and(|own| own.host() == url.host()))
    }

    pub(crate) fn timeouts(&self) -> Timeouts {
        let silent = match (self.timeout_s, self.provider) {
            (Some(seconds), _) => Duration::from_secs(seconds.into()),
            // It loads the model first, and reads the conversation on a processor.
            (None, Provider::Ollama) => Duration::from_secs(300),
            // Models that reason may be silent for a minute or two.
            (None, _) => Duration::from_secs(120),
        };
        Timeouts { first_byte: silent, next_byte: silent, whole: silent * 10 }
    }
}

/// How long things may take.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Timeouts {
    pub(crate) first_byte: Duration,
    pub(crate) next_byte: Duration,
    /// A server that sends comments only is given up after it.
    pub(crate) whole: Duration,
}

/// Does it lead to this machine?
pub(crate) fn is_loopback(url: &Url) -> bool {
    match url.host() {
        Some(Host::Domain(name)) => name == "localhost" || name.ends_with(".localhost"),
        Some(Host::Ipv4(address)) => address.is_loopback(),
        Some(Host::Ipv6(address)) => address.is_loopback(),
        None => false,
    }
}

fn yes() -> bool {
    true
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> ModelConfig {
        toml::from_str(text).unwrap()
    }

    #[test]
    fn a_table_is_read_with_its_defaults_and_written_again() {
        let short = read("provider = \"anthropic\"\nmodel = \"claude-opus-5\"");
        assert_eq!(short, ModelConfig::new(Provider::Anthropic, "claude-opus-5"));
        assert!(short.prompt_caching && short.takes_images() && short.check().is_ok());
        let long = "provider = \"openai\"\nmodel = \"m\"\nbase_url = \"http://127.0.0.1:8080/v1\"\n\
                    key_secret = \"openai\"\ncontext_window = 128000\nmax_output_tokens = 4096\n\
                    prompt_caching = false\nvision = true\ntemperature = 0.5\nreasoning = \"low\"\n\
                    timeout_s = 30\n\n[headers]\nx-team = \"a\"\n\n[price]\ninput = 3.0\ncached = 0.3\n\
                    output = 15.0\n";
        let config = read(long);
        assert_eq!(config.check(), Ok(()));
        assert_eq!(config.key_source(), Some(KeySource::Secret("openai")));
        assert_eq!(toml::to_string(&config).unwrap(), long);
        assert_eq!(config.timeouts().next_byte, Duration::from_secs(30));
    }

    #[test]
    fn what_is_misspelt_is_told() {
        let unknown = "provider = \"openai\"\nmodel = \"m\"\ntemprature = 1";
        assert!(toml::from_str::<ModelConfig>(unknown).is_err());
        let provider = toml::from_str::<ModelConfig>("provider = \"open-ai\"\nmodel = \"m\"");
        assert!(provider.unwrap_err().to_string().contains("openai"));
    }

    #[test]
    fn what_cannot_work_is_told_with_its_field() {
        for (set, error) in [
            ("model = ' '", "`model`"),
            ("base_url = 'api.example.com'", "`base_url` must"),
            ("base_url = 'ftp://api.example.com'", "`base_url` must"),
            ("base_url = 'https://me:sk-1@api.example.com'", "`base_url` must"),
            ("base_url = 'https://api.example.com?key=sk-1'", "`base_url` must"),
            ("base_url = 'http://api.example.com'\nkey_env = 'K'", "`base_url` begins"),
            ("key_env = 'K'\nkey_secret = 'k'", "`key_env` and"),
            ("headers = { Authorization = 'x' }", "`Authorization`"),
            ("headers = { x = \"a\\nb\" }", "`x`"),
            ("headers = { 'a b' = 'x' }", "`a b`"),
            ("temperature = 3.0", "`temperature`"),
            ("temperature = nan", "`temperature`"),
            ("context_window = 1", "`context_window`"),
            ("max_output_tokens = 1", "`max_output_tokens`"),
            ("timeout_s = 0", "`timeout_s`"),
            ("price = { input = -1.0, output = 1.0 }", "`price`"),
        ] {
            let model = if set.starts_with("model") { "" } else { "model = 'm'\n" };
            let told = read(&format!("provider = 'openai'\n{model}{set}")).check().unwrap_err();
            assert!(told.to_string().contains(error), "{set}: {told}");
        }
        for good in ["http://localhost:1234", "http://[::1]:1", "https://api.example.com/v1/"] {
            let set =
                format!("provider = 'openai'\nmodel = 'm'\nkey_env = 'K'\nbase_url = '{good}'");
            assert_eq!(read(&set).check(), Ok(()), "{good}");
        }
    }

    #[test]
    fn pictures_are_for_models_that_are_known_to_read_them() {
        let model = |provider, base_url: Option<&str>| ModelConfig {
            base_url: base_url.map(str::to_owned),
            ..ModelConfig::new(provider, "m")
        };
        assert!(model(Provider::OpenAi, None).takes_images());
        assert!(model(Provider::OpenAi, Some("https://api.openai.com/v1/")).takes_images());
        assert!(!model(Provider::OpenAi, Some("http://localhost:8080/v1")).takes_images());
        assert!(!model(Provider::Ollama, None).takes_images());
    }
}
