//! Writes what the person sets up: into the config file, and the key among the keys.

use tabwright_client::{ConfigFile, EditError};
use tabwright_model::{ModelConfig, ModelList, ModelsError, Price};
use tabwright_policy::SecretError;
use tabwright_wire::{NewModel, Problem, ProblemCode};

use super::change::{Change, change};
use super::room::{change_problem, problem};
use super::{ConfiguredModels, vault_error};

const TABLE: &str = "models";
const DEFAULT: &str = "default_model";
/// So many can be chosen from, and nobody has more.
const MODELS_MAX: usize = 100;

impl ConfiguredModels {
    /// Sets a model up, or changes one. The first one is the default until the person chooses another.
    pub(super) fn put(&self, new: &NewModel) -> Result<ModelList, Problem> {
        let _one_at_a_time = self.writing.lock();
        let (mut file, list) = self.open()?;
        let old = list.models.get(&new.name);
        if old.is_none() && list.models.len() >= MODELS_MAX {
            return Err(too_many());
        }
        let Change { config, is_fresh, key } =
            change(new, old).map_err(|error| change_problem(&error))?;
        let table = [TABLE, new.name.as_str()];
        if is_fresh {
            file.remove_table(&table).map_err(|error| edit_problem(&error))?;
        }
        let before = old.filter(|_| !is_fresh);
        for (field, value) in changed_fields(&config, before) {
            file.set(&[TABLE, &new.name, field], value.as_deref())
                .map_err(|error| edit_problem(&error))?;
        }
        if list.default.is_none() {
            let default = list.default_name().unwrap_or(&new.name);
            file.set(&[DEFAULT], Some(&text(default))).map_err(|error| edit_problem(&error))?;
        }
        check_written(&file, &new.name, Some(&config))?;
        // The key first: settings that name a key which is not there would be the worse half.
        if let (Some(key), Some(secret)) = (&key, &config.key_secret) {
            let failed = |error: SecretError| problem(&vault_error(&new.name, &error));
            let origin = config.origin().map_err(|error| change_problem(&error.into()))?;
            self.keys.set(secret, &key.0, &origin).map_err(failed)?;
        }
        file.write().map_err(|error| edit_problem(&error))?;
        self.drop_unused_key(old)?;
        self.read().map_err(|error| problem(&error))
    }

    /// Removes a model and its key.
    pub(super) fn take_away(&self, name: &str) -> Result<ModelList, Problem> {
        let _one_at_a_time = self.writing.lock();
        let (mut file, list) = self.open()?;
        let (name, old) = list.choose(Some(name)).map_err(|error| problem(&error))?;
        file.remove_table(&[TABLE, name]).map_err(|error| edit_problem(&error))?;
        if list.default.as_deref() == Some(name) {
            file.set(&[DEFAULT], None).map_err(|error| edit_problem(&error))?;
        }
        check_written(&file, name, None)?;
        file.write().map_err(|error| edit_problem(&error))?;
        self.drop_unused_key(Some(old))?;
        self.read().map_err(|error| problem(&error))
    }

    pub(super) fn make_default(&self, name: &str) -> Result<ModelList, Problem> {
        let _one_at_a_time = self.writing.lock();
        let (mut file, list) = self.open()?;
        let (name, _) = list.choose(Some(name)).map_err(|error| problem(&error))?;
        file.set(&[DEFAULT], Some(&text(name))).map_err(|error| edit_problem(&error))?;
        let written = file.settings().map_err(|error| edit_problem(&error.into()))?;
        // The environment and the daemon's flags are stronger than the file.
        let is_by_flag = self.default_by_flag.as_deref().is_some_and(|flag| flag != name);
        if is_by_flag || written.models.default_model.as_deref() != Some(name) {
            return Err(default_is_elsewhere());
        }
        file.write().map_err(|error| edit_problem(&error))?;
        self.read().map_err(|error| problem(&error))
    }

    fn open(&self) -> Result<(ConfigFile, ModelList), Problem> {
        let file =
            ConfigFile::read(&self.config_file).map_err(|error| edit_problem(&error.into()))?;
        Ok((file, self.read().map_err(|error| problem(&error))?))
    }

    /// A key that no model names any more is deleted.
    fn drop_unused_key(&self, old: Option<&ModelConfig>) -> Result<(), Problem> {
        let Some(secret) = old.and_then(|old| old.key_secret.as_deref()) else { return Ok(()) };
        let list = self.read().map_err(|error| problem(&error))?;
        if list.models.values().any(|model| model.key_secret.as_deref() == Some(secret)) {
            return Ok(());
        }
        self.keys.remove(secret).map_err(|error| problem(&vault_error(secret, &error)))
    }
}

/// Does the changed file say what was meant? It may be written in a way that the change does not reach.
fn check_written(
    file: &ConfigFile,
    name: &str,
    meant: Option<&ModelConfig>,
) -> Result<(), Problem> {
    let written = file.settings().ok();
    if written.is_some_and(|written| written.models.models.get(name) == meant) {
        return Ok(());
    }
    Err(edit_problem(&EditError::OtherForm(format!("{TABLE}.{name}"))))
}

/// The fields that are set otherwise than before, as TOML; none for one that goes.
fn changed_fields(
    config: &ModelConfig,
    before: Option<&ModelConfig>,
) -> Vec<(&'static str, Option<String>)> {
    let fields = |config: &ModelConfig| {
        [
            ("provider", Some(text(config.provider.name()))),
            ("model", Some(text(&config.model))),
            ("base_url", config.base_url.as_deref().map(text)),
            ("key_env", config.key_env.as_deref().map(text)),
            ("key_secret", config.key_secret.as_deref().map(text)),
            ("context_window", config.context_window.map(|it| it.to_string())),
            ("vision", config.vision.map(|it| it.to_string())),
            ("price", config.price.as_ref().map(price)),
        ]
    };
    let old = before.map(fields);
    let is_new = |(at, (_, value)): &(usize, (&str, Option<String>))| {
        old.as_ref().map_or(value.is_some(), |old| old[*at].1 != *value)
    };
    fields(config).into_iter().enumerate().filter(is_new).map(|(_, field)| field).collect()
}

/// Texts are written alike in JSON and TOML.
fn text(text: &str) -> String {
    serde_json::Value::from(text).to_string()
}

fn price(price: &Price) -> String {
    let Price { input, cached, cache_write, output } = price;
    let all = [
        ("input", Some(*input)),
        ("cached", *cached),
        ("cache_write", *cache_write),
        ("output", Some(*output)),
    ];
    let field = |(name, value): (&str, Option<f64>)| Some(format!("{name} = {:?}", value?));
    format!("{{ {} }}", all.into_iter().filter_map(field).collect::<Vec<_>>().join(", "))
}

fn edit_problem(error: &EditError) -> Problem {
    match error {
        EditError::Settings(error) => problem(&ModelsError::Settings(error.to_string())),
        EditError::OtherForm(_) => Problem {
            code: ProblemCode::StorageFailed,
            title: error.to_string(),
            fix: "`tabwright config` says where the file is.".to_owned(),
        },
        EditError::Write { .. } => Problem {
            code: ProblemCode::StorageFailed,
            title: error.to_string(),
            fix: "Make sure that the file is yours, and that the disk is not full.".to_owned(),
        },
    }
}

fn too_many() -> Problem {
    Problem {
        code: ProblemCode::BadRequest,
        title: format!("there are {MODELS_MAX} models already"),
        fix: "Remove some with `tabwright model remove NAME`.".to_owned(),
    }
}

fn default_is_elsewhere() -> Problem {
    Problem {
        code: ProblemCode::BadRequest,
        title: "the default model is set by TABWRIGHT_DEFAULT_MODEL or a flag of the daemon, which are stronger \
                than the config file"
            .to_owned(),
        fix: "Start the daemon without it, then try again.".to_owned(),
    }
}
