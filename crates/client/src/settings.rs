//! What a person can set: in the config file, in the environment, by flags; the later wins.
//! Every setting is one row of [`SETTINGS`]; the rest follows from the table.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;

use tabwright_wire::{DEFAULT_PORT, Rule};

/// One thing that can be set.
#[derive(Debug)]
pub struct Setting {
    /// Its key in the config file. The flag is `--name`, the variable `TABWRIGHT_NAME`.
    pub name: &'static str,
    pub env: &'static str,
    pub default: &'static str,
    /// What it may be.
    pub values: &'static str,
    pub meaning: &'static str,
}

pub const SETTINGS: &[Setting] = &[
    Setting {
        name: "port",
        env: "TABWRIGHT_PORT",
        default: "19222",
        values: "0 to 65535; 0 takes any free one",
        meaning: "The port on 127.0.0.1 where the daemon listens.",
    },
    Setting {
        name: "browsers",
        env: "TABWRIGHT_BROWSERS",
        default: "one",
        values: "one | many",
        meaning: "How many browser profiles may be connected at a time. With `many`, clients choose \
                  one by name.",
    },
    Setting {
        name: "client_mode",
        env: "TABWRIGHT_CLIENT_MODE",
        default: "many",
        values: "many | single",
        meaning: "How many CDP clients may be connected at a time. With `single`, others get 409.",
    },
    Setting {
        name: "browser",
        env: "TABWRIGHT_BROWSER",
        default: "",
        values: "chromium | chrome-for-testing | brave | vivaldi | edge | a path",
        meaning: "The browser that `tabwright up` starts. Empty: the first one found.",
    },
    Setting {
        name: "headless",
        env: "TABWRIGHT_HEADLESS",
        default: "false",
        values: "true | false",
        meaning: "Start the browser of `tabwright up` without a window, even where there is a display.",
    },
    Setting {
        name: "prefer",
        env: "TABWRIGHT_PREFER",
        default: "extension",
        values: "extension | cdp",
        meaning: "Which way to a browser is taken when a command names none: the extension in your own \
                  Chrome, or the debugger of one that was started for it.",
    },
    Setting {
        name: "trusted_input",
        env: "TABWRIGHT_TRUSTED_INPUT",
        default: "true",
        values: "true | false",
        meaning: "Attach Chrome's debugger to a tab that is acted on, so that its input is as good as \
                  yours; Chrome shows a bar meanwhile. Without it, events are synthesised.",
    },
    Setting {
        name: "show_driving",
        env: "TABWRIGHT_SHOW_DRIVING",
        default: "true",
        values: "true | false",
        meaning: "Show a mask with a Stop button on a tab that is driven, and where the pointer is, and \
                  put the tabs that a client opens into a tab group of its name.",
    },
    Setting {
        name: "glide",
        env: "TABWRIGHT_GLIDE",
        default: "true",
        values: "true | false",
        meaning: "Let that pointer glide instead of jumping.",
    },
    Setting {
        name: "ask_timeout_s",
        env: "TABWRIGHT_ASK_TIMEOUT_S",
        default: "50",
        values: "1 to 3600",
        meaning: "How long a question waits for your answer, in seconds; then it is a no.",
    },
    Setting {
        name: "audit_days",
        env: "TABWRIGHT_AUDIT_DAYS",
        default: "90",
        values: "1 to 36500",
        meaning: "How long the log of who did what is kept, in days.",
    },
    Setting {
        name: "audit_megabytes",
        env: "TABWRIGHT_AUDIT_MEGABYTES",
        default: "100",
        values: "1 to 100000",
        meaning: "How large the log of who did what may get; the oldest goes first.",
    },
    Setting {
        name: "log",
        env: "TABWRIGHT_LOG",
        default: "info",
        values: "error | warn | info | debug | trace, or a filter such as `tabwright_rpc=trace`",
        meaning: "How much the daemon writes to its log.",
    },
];

/// The tables of the config file that are rules; see docs/policy.md.
const RULES: &str = "rule";

/// The settings, read and checked.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Settings {
    pub port: u16,
    pub browsers: BrowserSlots,
    pub client_mode: ClientMode,
    pub browser: Option<String>,
    pub headless: bool,
    pub control: ControlSettings,
    pub policy: PolicySettings,
    pub log: String,
}

/// Who may do what, and what is kept of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PolicySettings {
    /// `[[rule]]` tables of the config file.
    pub rules: Vec<Rule>,
    pub ask_timeout: Duration,
    pub audit_days: u32,
    pub audit_megabytes: u32,
}

impl Default for PolicySettings {
    fn default() -> Self {
        // Shorter than the minute that agents give a tool.
        let ask_timeout = Duration::from_secs(50);
        Self { rules: Vec::new(), ask_timeout, audit_days: 90, audit_megabytes: 100 }
    }
}

/// How browsers are driven.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ControlSettings {
    pub prefer: Prefer,
    pub trusted_input: bool,
    pub show_driving: bool,
    pub glide: bool,
}

impl Default for ControlSettings {
    fn default() -> Self {
        Self { prefer: Prefer::default(), trusted_input: true, show_driving: true, glide: true }
    }
}

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Prefer {
    #[default]
    Extension,
    Cdp,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ClientMode {
    Many,
    Single,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum BrowserSlots {
    One,
    Many,
}

/// A setting's value, and who set it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Resolved {
    pub value: String,
    pub source: Source,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Source {
    Default,
    File,
    Environment,
    Flag,
}

#[derive(Debug, thiserror::Error)]
pub enum SettingsError {
    #[error("cannot read {}: {source}", path.display())]
    Read { path: PathBuf, source: io::Error },
    #[error("{} is not TOML: {source}", path.display())]
    Toml { path: PathBuf, source: Box<toml::de::Error> },
    #[error(
        "{} has a [[rule]] that is none: {source}; docs/policy.md tells what one may say",
        path.display()
    )]
    Rule { path: PathBuf, source: Box<toml::de::Error> },
    #[error(
        "{} sets `{key}`, which is no setting; `tabwright config --explain` lists them all",
        path.display()
    )]
    UnknownKey { path: PathBuf, key: String },
    #[error("{setting} is `{value}` (set by {origin}), but may be {values}")]
    BadValue { setting: &'static str, value: String, origin: String, values: &'static str },
}

impl Settings {
    /// From the config file, this process's environment, and the flags given.
    pub fn load(
        config_file: &Path,
        flags: &BTreeMap<&'static str, String>,
    ) -> Result<Self, SettingsError> {
        Self::check(&Self::resolve(config_file, flags)?, config_file)
    }

    /// Every setting with its value and source, unchecked.
    pub fn resolve(
        config_file: &Path,
        flags: &BTreeMap<&'static str, String>,
    ) -> Result<BTreeMap<&'static str, Resolved>, SettingsError> {
        let file = read_file(config_file)?;
        let resolve = |setting: &Setting| {
            let flag = flags.get(setting.name).cloned().map(|value| (value, Source::Flag));
            let env = std::env::var(setting.env).ok().filter(|value| !value.is_empty());
            let env = env.map(|value| (value, Source::Environment));
            let file = file.get(setting.name).cloned().map(|value| (value, Source::File));
            let (value, source) = flag
                .or(env)
                .or(file)
                .unwrap_or_else(|| (setting.default.to_owned(), Source::Default));
            Resolved { value, source }
        };
        Ok(SETTINGS.iter().map(|setting| (setting.name, resolve(setting))).collect())
    }

    fn check(
        resolved: &BTreeMap<&'static str, Resolved>,
        config_file: &Path,
    ) -> Result<Self, SettingsError> {
        let read = Reader { resolved, config_file };
        Ok(Self {
            port: read.setting("port", |text| text.parse().ok())?,
            browsers: read.setting("browsers", |text| match text {
                "one" => Some(BrowserSlots::One),
                "many" => Some(BrowserSlots::Many),
                _ => None,
            })?,
            client_mode: read.setting("client_mode", |text| match text {
                "many" => Some(ClientMode::Many),
                "single" => Some(ClientMode::Single),
                _ => None,
            })?,
            browser: read.setting("browser", |text| {
                Some(Some(text.to_owned()).filter(|text| !text.is_empty()))
            })?,
            headless: read.setting("headless", yes_or_no)?,
            control: ControlSettings {
                prefer: read.setting("prefer", |text| match text {
                    "extension" => Some(Prefer::Extension),
                    "cdp" => Some(Prefer::Cdp),
                    _ => None,
                })?,
                trusted_input: read.setting("trusted_input", yes_or_no)?,
                show_driving: read.setting("show_driving", yes_or_no)?,
                glide: read.setting("glide", yes_or_no)?,
            },
            policy: PolicySettings {
                rules: read_rules(config_file)?,
                ask_timeout: Duration::from_secs(
                    read.setting("ask_timeout_s", |text| within(text, 1..=3_600))?.into(),
                ),
                audit_days: read.setting("audit_days", |text| within(text, 1..=36_500))?,
                audit_megabytes: read
                    .setting("audit_megabytes", |text| within(text, 1..=100_000))?,
            },
            log: read.setting("log", |text| Some(text.to_owned()))?,
        })
    }
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            port: DEFAULT_PORT,
            browsers: BrowserSlots::One,
            client_mode: ClientMode::Many,
            browser: None,
            headless: false,
            control: ControlSettings::default(),
            policy: PolicySettings::default(),
            log: "info".to_owned(),
        }
    }
}

fn yes_or_no(text: &str) -> Option<bool> {
    match text {
        "true" | "1" => Some(true),
        "false" | "0" => Some(false),
        _ => None,
    }
}

fn within(text: &str, range: std::ops::RangeInclusive<u32>) -> Option<u32> {
    text.parse().ok().filter(|number| range.contains(number))
}

struct Reader<'a> {
    resolved: &'a BTreeMap<&'static str, Resolved>,
    config_file: &'a Path,
}

impl Reader<'_> {
    fn setting<T>(
        &self,
        name: &'static str,
        parse: impl Fn(&str) -> Option<T>,
    ) -> Result<T, SettingsError> {
        let row = SETTINGS.iter().find(|setting| setting.name == name);
        let (row, resolved) = row.zip(self.resolved.get(name)).unzip();
        let (env, values) = row.map_or(("", ""), |row| (row.env, row.values));
        let value = resolved.map(|resolved| resolved.value.as_str()).unwrap_or_default();
        parse(value).ok_or_else(|| SettingsError::BadValue {
            setting: name,
            value: value.to_owned(),
            values,
            origin: match resolved.map(|resolved| resolved.source) {
                Some(Source::Flag) => format!("the flag --{name}"),
                Some(Source::Environment) => env.to_owned(),
                Some(Source::File) => self.config_file.display().to_string(),
                Some(Source::Default) | None => "default".to_owned(),
            },
        })
    }
}

fn read_table(path: &Path) -> Result<toml::Table, SettingsError> {
    let text = match std::fs::read_to_string(path) {
        Ok(text) => text,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(toml::Table::new()),
        Err(source) => {
            return Err(SettingsError::Read { path: path.to_owned(), source });
        }
    };
    text.parse()
        .map_err(|source| SettingsError::Toml { path: path.to_owned(), source: Box::new(source) })
}

fn read_rules(path: &Path) -> Result<Vec<Rule>, SettingsError> {
    let Some(rules) = read_table(path)?.remove(RULES) else { return Ok(Vec::new()) };
    rules
        .try_into()
        .map_err(|source| SettingsError::Rule { path: path.to_owned(), source: Box::new(source) })
}

fn read_file(path: &Path) -> Result<BTreeMap<String, String>, SettingsError> {
    let mut table = read_table(path)?;
    table.remove(RULES);
    let known = |key: &str| SETTINGS.iter().any(|setting| setting.name == key);
    if let Some(key) = table.keys().find(|key| !known(key)) {
        return Err(SettingsError::UnknownKey { path: path.to_owned(), key: key.clone() });
    }
    let plain = |value: toml::Value| match value {
        toml::Value::String(text) => text,
        other => other.to_string(),
    };
    Ok(table.into_iter().map(|(key, value)| (key, plain(value))).collect())
}

/// The whole table for people: what each setting means, what it is now, and who says so.
#[must_use]
pub fn explain(resolved: &BTreeMap<&'static str, Resolved>, config_file: &Path) -> String {
    let mut text = format!(
        "Settings come from {}, then the environment, then flags; the later wins.\n",
        config_file.display()
    );
    for setting in SETTINGS {
        let Some(Resolved { value, source }) = resolved.get(setting.name) else {
            continue;
        };
        let source = match source {
            Source::Default => "default",
            Source::File => "config file",
            Source::Environment => "environment",
            Source::Flag => "flag",
        };
        let shown = if value.is_empty() { "(empty)" } else { value };
        let _ = write!(
            text,
            "\n{} = {shown}   [{source}]\n    {}\n    values: {}\n    set by: `{} = …` in the \
             config file, {}, --{}\n",
            setting.name, setting.meaning, setting.values, setting.name, setting.env, setting.name
        );
    }
    text.push_str(
        "\n[[rule]] tables in the config file say who may do what where; `tabwright rules` lists them.\n",
    );
    text.push_str(
        "\nTABWRIGHT_HOME moves every folder (config, data, state) below the one it names.\n",
    );
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    fn load(toml: &str, flags: &[(&'static str, &str)]) -> Result<Settings, SettingsError> {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("config.toml");
        std::fs::write(&path, toml).unwrap();
        let flags = flags.iter().map(|(name, value)| (*name, (*value).to_owned())).collect();
        Settings::load(&path, &flags)
    }

    #[test]
    fn nothing_set_gives_the_defaults() {
        assert_eq!(load("", &[]).unwrap(), Settings::default());
    }

    #[test]
    fn a_flag_is_stronger_than_the_file() {
        let file = "port = 4000\nbrowsers = \"many\"\nheadless = true";
        let settings = load(file, &[("port", "5000")]).unwrap();
        assert_eq!((settings.port, settings.browsers), (5000, BrowserSlots::Many));
        assert!(settings.headless);
    }

    #[test]
    fn rules_stand_in_the_same_file() {
        let file = "port = 1\n[[rule]]\nclient = \"codex\"\nmode = \"read-only\"\n[[rule]]\nsite = \"*.bank.example\"\nmode = \"deny\"";
        let rules = load(file, &[]).unwrap().policy.rules;
        assert_eq!(rules.len(), 2);
        assert_eq!(rules[0].mode, Some(tabwright_wire::Mode::ReadOnly));
        assert_eq!(rules[1].site.as_deref(), Some("*.bank.example"));
    }

    #[test]
    fn mistakes_say_where_and_what_would_be_right() {
        let cases = [
            ("port = \"abc\"", "port is `abc` (set by"),
            ("port = 70000", "0 to 65535"),
            ("browsers = \"few\"", "one | many"),
            ("prot = 1", "sets `prot`, which is no setting"),
            ("port = ", "is not TOML"),
            ("[[rule]]\nmode = \"maybe\"", "has a [[rule]] that is none"),
            ("[[rule]]\nsites = \"a\"", "unknown field `sites`"),
            ("ask_timeout_s = 0", "1 to 3600"),
        ];
        for (toml, complaint) in cases {
            let error = load(toml, &[]).unwrap_err().to_string();
            assert!(error.contains(complaint), "{toml}: {error}");
        }
    }
}
