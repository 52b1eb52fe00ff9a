//! Every setting there is. To add one, add it here and use it: its key in the config file, its
//! environment variable, its flag, its default, the checks of its value, `tabwright config --explain`,
//! `--help` and docs/settings.md follow from the declaration.

use std::collections::BTreeMap;
use std::path::PathBuf;

use tabwright_model::ModelConfig;
use tabwright_wire::{DEFAULT_PORT, Rule};

use super::declare::{choices, settings};
use super::kinds::{Number, OnOff, OneOf, OptionalFolder, OptionalText, Text};
use super::ranking::{AnswerRanking, Shares};

settings! {
    /// The settings, read and checked.
    pub struct Settings {
        /// The daemon itself
        daemon: DaemonSettings {
            /// The port on 127.0.0.1 where the daemon listens.
            port: u16 = DEFAULT_PORT, Number(0..=u16::MAX, "; 0 takes any free port");
            /// How much the daemon writes to its log.
            log: String = "info".to_owned(),
                Text("error | warn | info | debug | trace, or a filter such as `tabwright_rpc=trace`");
        }

        /// Who may connect
        connections: ConnectionSettings {
            /// How many browser profiles may be connected at a time. With `many`, clients choose one by
            /// name.
            browsers: BrowserSlots = BrowserSlots::One, OneOf::new();
            /// How many CDP clients may be connected at a time. With `single`, further clients are refused with status 409.
            client_mode: ClientMode = ClientMode::Many, OneOf::new();
        }

        /// The browser that `tabwright up` starts
        managed: ManagedSettings {
            /// The browser to start. Empty means the first one found.
            browser: Option<String> = None,
                OptionalText("chromium | chrome-for-testing | brave | vivaldi | edge | a path");
            /// Start the browser without a window, even where there is a display.
            headless: bool = false, OnOff;
        }

        /// How browsers are driven
        control: ControlSettings {
            /// Which browser to use when a command names none. `extension` is your own Chrome, `cdp` a browser
            /// with an open debugging port, such as that of `tabwright up`.
            prefer: Prefer = Prefer::Extension, OneOf::new();
            /// Use Chrome's debugger for clicks and keys. Pages cannot tell them from yours, and Chrome shows a bar
            /// at the top. Without it, a script in the page makes the events.
            trusted_input: bool = true, OnOff;
            /// Show when a tab is driven. An overlay with a Stop button covers the page, and a pointer shows the
            /// clicks. Tabs that a client opens are put into a tab group with its name.
            show_driving: bool = true, OnOff;
            /// Move the pointer smoothly, so that you can follow it.
            glide: bool = true, OnOff;
        }

        /// Permissions and the activity log
        policy: PolicySettings {
            /// How long a question waits for your answer, in seconds. No answer means no.
            // The default is shorter than the minute after which agents give up on a tool.
            ask_timeout_s: u32 = 50, Number(1..=3_600, "");
            /// How long the activity log is kept, in days.
            audit_days: u32 = 90, Number(1..=36_500, "");
            /// How large the activity log may get, in megabytes. The oldest entries are deleted first.
            audit_megabytes: u32 = 100, Number(1..=100_000, "");
            tables {
                /// Rules: who may do what on which site; see docs/policy.md. `tabwright rules` lists them.
                rules: Vec<Rule> = "rule";
            }
        }

        /// Tasks that the page agent carries out
        agent: AgentSettings {
            /// How many steps a task may take. A step is one answer of the model.
            agent_steps_max: u32 = 40, Number(1..=1_000, "");
            /// How many minutes a task may take, without the time in which it waits for you.
            agent_minutes_max: u32 = 30, Number(1..=1_440, "");
            /// How many tokens a task may use, read and written together.
            agent_tokens_max: u32 = 1_000_000, Number(1_000..=1_000_000_000, "");
            /// How much a task may cost, in hundredths of the currency of the model's price. It counts only for models
            /// that have a price.
            agent_cents_max: u32 = 200, Number(0..=1_000_000, "; 0 means no limit");
        }

        /// What you read
        library: LibrarySettings {
            /// What brings a page to the front of an answer: how much it says of the question, how lately you read it,
            /// and how much there is to read. The shares need not sum to 100, and what is not named has none.
            answer_ranking: AnswerRanking = AnswerRanking { relevance: 50, recency: 30, quality: 20 }, Shares;
            /// A folder with a table of words in the format of model2vec, to be used instead of the one that is built
            /// in: `model.safetensors` and `tokenizer.json`. Pages are read anew by it while nothing else is done, and
            /// until then they are found by their words.
            encoder_folder: Option<PathBuf> = None, OptionalFolder("an absolute path, or nothing for the one that is built in");
        }

        /// Language models
        models: ModelSettings {
            /// The model to use when none is named. Empty means the only one there is.
            default_model: Option<String> = None, OptionalText("the name of a model");
            /// Keep what a model has understood as a phrase of your own, so that it is not asked again about the
            /// same words. `tabwright grammar list` shows these phrases.
            remember_phrases: bool = false, OnOff;
            tables {
                /// Models that can be asked; see docs/models.md. `tabwright model` lists and tests them.
                models: BTreeMap<String, ModelConfig> = "models";
            }
        }
    }
}

choices! {
    pub enum BrowserSlots { One = "one", Many = "many" }
    pub enum ClientMode { Many = "many", Single = "single" }
    pub enum Prefer { Extension = "extension", Cdp = "cdp" }
}
