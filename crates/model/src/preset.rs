//! Providers that are known by name, so that nobody has to look up their addresses.

use crate::config::Provider;

/// A provider, and how it is reached.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Preset {
    /// How a person writes it.
    pub id: &'static str,
    /// How it calls itself.
    pub title: &'static str,
    /// The wire format it speaks.
    pub provider: Provider,
    /// Where its API is.
    pub base_url: &'static str,
    /// The environment variable that usually holds its key; none where it needs no key.
    pub key_variable: Option<&'static str>,
}

macro_rules! presets {
    ($($id:literal $title:literal $provider:ident $base_url:literal $key_variable:expr;)*) => {
        &[$(Preset {
            id: $id,
            title: $title,
            provider: Provider::$provider,
            base_url: $base_url,
            key_variable: $key_variable,
        }),*]
    };
}

impl Preset {
    /// The four with a wire format of their own first. The addresses of local servers are those that they listen on
    /// when nobody changes them.
    pub const ALL: &[Self] = presets! {
        "openai" "OpenAI" OpenAi "https://api.openai.com/v1" Some("OPENAI_API_KEY");
        "anthropic" "Anthropic" Anthropic "https://api.anthropic.com" Some("ANTHROPIC_API_KEY");
        "gemini" "Google Gemini" Gemini "https://generativelanguage.googleapis.com/v1beta" Some("GEMINI_API_KEY");
        "ollama" "Ollama, on this machine" Ollama "http://127.0.0.1:11434" None;
        "openrouter" "OpenRouter" OpenAi "https://openrouter.ai/api/v1" Some("OPENROUTER_API_KEY");
        "mistral" "Mistral" OpenAi "https://api.mistral.ai/v1" Some("MISTRAL_API_KEY");
        "deepseek" "DeepSeek" OpenAi "https://api.deepseek.com/v1" Some("DEEPSEEK_API_KEY");
        "groq" "Groq" OpenAi "https://api.groq.com/openai/v1" Some("GROQ_API_KEY");
        "xai" "xAI" OpenAi "https://api.x.ai/v1" Some("XAI_API_KEY");
        "together" "Together AI" OpenAi "https://api.together.xyz/v1" Some("TOGETHER_API_KEY");
        "lmstudio" "LM Studio, on this machine" OpenAi "http://127.0.0.1:1234/v1" None;
        "llamacpp" "llama.cpp, on this machine" OpenAi "http://127.0.0.1:8080/v1" None;
        "vllm" "vLLM, on this machine" OpenAi "http://127.0.0.1:8000/v1" None;
    };

    /// By its id.
    #[must_use]
    pub fn find(id: &str) -> Option<&'static Self> {
        Self::ALL.iter().find(|preset| preset.id == id)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config::ModelConfig;

    #[test]
    fn each_can_be_used_as_it_is() {
        for preset in Preset::ALL {
            let config = ModelConfig {
                base_url: Some(preset.base_url.to_owned()),
                key_env: preset.key_variable.map(str::to_owned),
                ..ModelConfig::new(preset.provider, "m")
            };
            assert_eq!(config.check(), Ok(()), "{}", preset.id);
            assert_eq!(Preset::find(preset.id), Some(preset));
        }
    }

    #[test]
    fn those_with_a_wire_of_their_own_are_as_the_wire_says() {
        for provider in Provider::ALL {
            let preset = Preset::find(provider.name()).unwrap();
            assert_eq!(preset.provider, provider);
            assert_eq!(preset.base_url, provider.default_base_url());
            assert_eq!(preset.key_variable, provider.usual_key_variable());
        }
    }
}
