//! Language models: setting them up and testing them.

use clap::{Args, Subcommand};
use tabwright_wire::{ModelPrice, NewModel};

use super::Output;

const ADD_EXAMPLES: &str = "\
In a terminal you are asked for what is missing. The key is typed without being shown, or read from stdin, and is
stored where your secrets are. It is sent to the model's server only.

Examples:
  tabwright model add
  tabwright model add gpt --provider openai --model gpt-5.2 < key.txt
  tabwright model add claude --provider anthropic --model claude-opus-5 --key-env ANTHROPIC_API_KEY
  tabwright model add local --provider ollama --model qwen3:14b --context-window 32000
  tabwright model add own --provider openai --model any --base-url http://127.0.0.1:8080/v1 --no-key

Adding a model that is there changes what you say about it, and leaves the rest.
";

#[derive(Debug, Args)]
#[command(args_conflicts_with_subcommands = true)]
pub(crate) struct ModelOptions {
    #[command(subcommand)]
    pub(crate) command: Option<ModelCommand>,
    #[command(flatten)]
    pub(crate) output: Output,
}

#[derive(Debug, Subcommand)]
pub(crate) enum ModelCommand {
    /// List the models, without their keys
    List(Output),
    /// Set a model up, or change one
    Add(Box<AddArgs>),
    /// Remove a model and its key
    Remove {
        /// Its name in `tabwright model list`
        name: String,
        #[command(flatten)]
        output: Output,
    },
    /// Choose the model that is used when none is named
    Default {
        /// Its name in `tabwright model list`
        name: String,
        #[command(flatten)]
        output: Output,
    },
    /// Ask a model twice, and show what works: text, streaming, tools, images
    #[command(after_help = "The two requests are real. They cost about 200 tokens.")]
    Test {
        /// Its name in `tabwright model list` [default: the default model]
        name: Option<String>,
        #[command(flatten)]
        output: Output,
    },
}

#[derive(Debug, Args)]
#[command(after_help = ADD_EXAMPLES)]
pub(crate) struct AddArgs {
    /// What you want to call it
    pub(crate) name: Option<String>,
    /// Who runs it: openai, anthropic, gemini, ollama, openrouter, mistral … A wrong one lists all
    #[arg(long)]
    pub(crate) provider: Option<String>,
    /// The model, as its provider names it
    #[arg(long)]
    pub(crate) model: Option<String>,
    /// The address of the API, if it is not the provider's own
    #[arg(long, value_name = "URL")]
    pub(crate) base_url: Option<String>,
    /// Read the key from this environment variable of the daemon, instead of storing it
    #[arg(long, value_name = "NAME", conflicts_with = "no_key")]
    pub(crate) key_env: Option<String>,
    /// The server wants no key
    #[arg(long)]
    pub(crate) no_key: bool,
    /// How many tokens it can read. Ollama needs it
    #[arg(long, value_name = "TOKENS")]
    pub(crate) context_window: Option<u32>,
    /// Whether it reads pictures
    #[arg(long, value_name = "BOOL")]
    vision: Option<bool>,
    /// What a million tokens cost that it reads, in your currency
    #[arg(long, value_name = "PRICE", requires = "output_price")]
    input_price: Option<f64>,
    /// What a million tokens cost that it writes
    #[arg(long, value_name = "PRICE", requires = "input_price")]
    output_price: Option<f64>,
    #[command(flatten)]
    pub(crate) output: Output,
}

impl AddArgs {
    /// Is nothing said but the name? Then the key is what is to change.
    pub(crate) fn is_bare(&self) -> bool {
        self.provider.is_none()
            && self.model.is_none()
            && self.base_url.is_none()
            && self.context_window.is_none()
            && self.vision.is_none()
            && self.input_price.is_none()
    }

    /// As it goes to the daemon, without a key.
    pub(crate) fn to_model(&self, name: String) -> NewModel {
        let price = self.input_price.zip(self.output_price);
        NewModel {
            name,
            provider: self.provider.clone(),
            model: self.model.clone(),
            base_url: self.base_url.clone(),
            key: None,
            key_env: self.key_env.clone(),
            context_window: self.context_window,
            vision: self.vision,
            price: price.map(|(input, output)| ModelPrice { input, output }),
        }
    }
}
