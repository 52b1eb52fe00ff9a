//! Where a setting's value comes from: the config file, the environment, flags; the later wins.

use std::collections::BTreeMap;
use std::ops::Range;
use std::path::Path;

use toml::de::DeTable;

use super::SettingsError;
use super::config_file::{ConfigFile, Mistakes, plain};
use super::declare::{Declared, Setting};
use super::kinds::Kind;
use super::tables::Shape;

/// The values that were given as flags, by the names of their settings.
pub type Flags = BTreeMap<&'static str, String>;

/// A setting's value, and who set it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Resolved {
    pub value: String,
    pub source: Source,
    /// Its place in the config file.
    span: Option<Range<usize>>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Source {
    Default,
    File,
    Environment,
    Flag,
}

pub(super) fn load<S: Declared>(path: &Path, flags: &Flags) -> Result<S, SettingsError> {
    load_from(&ConfigFile::read(path)?, flags)
}

pub(super) fn load_from<S: Declared>(file: &ConfigFile, flags: &Flags) -> Result<S, SettingsError> {
    let table = file.table()?;
    let resolved = resolve_in(S::SETTINGS, file, &table, flags);
    let mut reader = Reader {
        settings: S::SETTINGS,
        resolved,
        table: &table,
        mistakes: file.mistakes(),
        bad_value: None,
    };
    let settings = S::read(&mut reader);
    reader.unknown_keys(S::TABLES.iter().map(|table| table.name));
    let Reader { mistakes, bad_value, .. } = reader;
    let mut found = mistakes.found;
    found.sort_by_key(|mistake| (mistake.line, mistake.column));
    match (found.is_empty(), bad_value) {
        (true, None) => Ok(settings),
        (true, Some(error)) => Err(error),
        (false, _) => Err(file.error(found)),
    }
}

/// Every setting with its value and source, unchecked.
pub(super) fn resolve(
    settings: &'static [Setting],
    path: &Path,
    flags: &Flags,
) -> Result<BTreeMap<&'static str, Resolved>, SettingsError> {
    let file = ConfigFile::read(path)?;
    let table = file.table()?;
    Ok(resolve_in(settings, &file, &table, flags))
}

fn resolve_in(
    settings: &'static [Setting],
    file: &ConfigFile,
    table: &DeTable<'_>,
    flags: &Flags,
) -> BTreeMap<&'static str, Resolved> {
    let resolve = |setting: &Setting| {
        let plain_from = |value, source| Resolved { value, source, span: None };
        if let Some(value) = flags.get(setting.name) {
            return plain_from(value.clone(), Source::Flag);
        }
        if let Some(value) = std::env::var(setting.env).ok().filter(|value| !value.is_empty()) {
            return plain_from(value, Source::Environment);
        }
        match table.get(setting.name) {
            Some(value) => Resolved {
                value: plain(file.text(), value),
                source: Source::File,
                span: Some(value.span()),
            },
            None => plain_from(setting.default(), Source::Default),
        }
    };
    settings.iter().map(|setting| (setting.name, resolve(setting))).collect()
}

/// Reads declared settings one by one, and keeps the mistakes.
pub(super) struct Reader<'a> {
    settings: &'static [Setting],
    resolved: BTreeMap<&'static str, Resolved>,
    table: &'a DeTable<'a>,
    mistakes: Mistakes<'a>,
    /// The first one that the config file is not to blame for.
    bad_value: Option<SettingsError>,
}

impl Reader<'_> {
    /// The default when there is a mistake.
    pub(super) fn setting<K: Kind>(
        &mut self,
        name: &'static str,
        kind: &K,
        default: impl Fn() -> K::Value,
    ) -> K::Value {
        let setting = self.settings.iter().find(|setting| setting.name == name);
        let Some((setting, resolved)) = setting.zip(self.resolved.get(name)) else {
            return default();
        };
        if let Some(value) = kind.read(&resolved.value) {
            return value;
        }
        let value = &resolved.value;
        let origin = match resolved.source {
            Source::Flag => format!("the flag --{}", setting.flag),
            Source::Environment => setting.env.to_owned(),
            Source::File | Source::Default => {
                let what = format!("`{name}` is `{value}`. Possible values: {}", kind.values());
                self.mistakes.add(resolved.span.clone().unwrap_or_default(), what);
                return default();
            }
        };
        self.bad_value.get_or_insert(SettingsError::BadValue {
            setting: name,
            value: value.clone(),
            origin,
            values: kind.values(),
        });
        default()
    }

    pub(super) fn table<T: Shape>(&mut self, name: &str) -> T {
        match self.table.get(name) {
            Some(value) => T::read(name, value, &mut self.mistakes),
            None => T::default(),
        }
    }

    fn unknown_keys(&mut self, tables: impl Iterator<Item = &'static str>) {
        let settings = self.settings.iter().map(|setting| setting.name);
        let known: Vec<&str> = settings.chain(tables).collect();
        for (key, _) in self.table {
            if !known.contains(&key.get_ref().as_ref()) {
                let hint = "`tabwright config --explain` lists all settings";
                self.mistakes.unknown_name(key, &known, hint);
            }
        }
    }
}
