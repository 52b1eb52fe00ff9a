//! The settings for people: on the terminal and as docs/settings.md.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::Path;

use super::declare::{Declared as _, Setting, Table};
use super::read::{Resolved, Source};
use super::{SETTINGS, Settings};

/// What each setting means, what it is now, and who says so.
#[must_use]
pub fn explain(resolved: &BTreeMap<&'static str, Resolved>, config_file: &Path) -> String {
    let mut text = format!(
        "Settings come from {}, then the environment, then flags; the later wins.\n",
        config_file.display()
    );
    for setting in SETTINGS {
        let Some(Resolved { value, source, .. }) = resolved.get(setting.name) else {
            continue;
        };
        let source = match source {
            Source::Default => "default",
            Source::File => "config file",
            Source::Environment => "environment",
            Source::Flag => "flag",
        };
        let shown = if value.is_empty() { "(empty)" } else { value };
        let Setting { name, env, flag, .. } = setting;
        let (help, values) = (setting.help(), setting.values());
        let _ = write!(
            text,
            "\n{name} = {shown}   [{source}]\n    {help}\n    values: {values}\n    set by: `{name} = …` \
             in the config file, {env}, --{flag}\n",
        );
    }
    for table in Settings::TABLES {
        let (header, fields) = (table.header(), table.fields().join(", "));
        let _ = write!(text, "\n{header}\n    {}\n    may have: {fields}\n", table.help());
    }
    let _ = write!(text, "\n{HOME}\n");
    text
}

const HOME: &str =
    "TABWRIGHT_HOME moves every folder (config, data, state) below the one it names.";

/// docs/settings.md.
#[must_use]
pub fn markdown() -> String {
    let mut text = "# Settings\n\n\
        Made from `crates/client/src/settings/declared.rs`; see CONTRIBUTING.md.\n\n\
        A setting is a key of `config.toml`, an environment variable, or a flag of `tabwright daemon` and\n\
        `tabwright up`; a flag is stronger than the environment, which is stronger than the file.\n\
        `tabwright config --explain` shows what holds on your machine, and where the file is.\n"
        .to_owned();
    let mut group = "";
    for setting in SETTINGS {
        if setting.group != group {
            group = setting.group;
            let _ = write!(text, "\n## {}\n", group.trim());
            text.push_str("\n| setting | values | default | meaning |\n|---|---|---|---|\n");
        }
        text.push_str(&row(setting));
        let next = SETTINGS.iter().skip_while(|other| other.name != setting.name).nth(1);
        if next.is_none_or(|next| next.group != group) {
            for table in Settings::TABLES.iter().filter(|table| table.group == group) {
                text.push_str(&section(table));
            }
        }
    }
    let _ = write!(text, "\n## Folders\n\n`TABWRIGHT_HOME` {}\n", &HOME["TABWRIGHT_HOME ".len()..]);
    text
}

fn row(setting: &Setting) -> String {
    let cell = |text: &str| text.replace('|', "\\|");
    let Setting { name, env, flag, .. } = setting;
    let default = Some(setting.default()).filter(|text| !text.is_empty());
    let default = default.map(|text| format!("`{text}`")).unwrap_or_default();
    let (values, help) = (cell(&setting.values()), cell(setting.help()));
    format!("| `{name}`<br>`{env}`<br>`--{flag}` | {values} | {default} | {help} |\n")
}

fn section(table: &Table) -> String {
    let fields = table.fields().iter().map(|field| format!("`{field}`"));
    let fields = fields.collect::<Vec<_>>().join(", ");
    format!("\n`{}` tables: {} Each may have {fields}.\n", table.header(), table.help())
}
