//! The room of the models: the person sets them up, looks at them and tests them, from the command line or the
//! options page. Nothing of it is for agents: a model that somebody else adds could lead a key, and whatever is said
//! to the model, to a server of theirs.

use std::collections::BTreeMap;
use std::sync::Arc;

use tabwright_model::{
    KeySource, ModelConfig, ModelList, ModelsError, Preset, Probe, Program, Provider, probe,
};
use tabwright_room::{Functions, Room, internal};
use tabwright_wire::{
    AddModel, CommandLineAgent, ListModels, ListModelsParams, ModelKeyPlace, ModelName, ModelPrice,
    ModelProvider, ModelRecord, ModelRecordList, ModelTest, NewModel, Problem, ProblemCode,
    RemoveModel, SetDefaultModel, TestModel,
};
use tokio::task::spawn_blocking;

use super::ConfiguredModels;
use super::change::ChangeError;

#[derive(Debug)]
pub(crate) struct ModelsRoom(pub(crate) Arc<ConfiguredModels>);

impl Room for ModelsRoom {
    fn functions(self: Arc<Self>) -> Functions {
        Functions::of(self)
            .on::<ListModels, _>(|room, _, params| blocking(room, move |it| it.records(params)))
            .on::<AddModel, _>(|room, _, new| blocking(room, move |it| it.add(&new)))
            .on::<RemoveModel, _>(|room, _, ModelName { name }| {
                blocking(room, move |it| it.remove(&name))
            })
            .on::<SetDefaultModel, _>(|room, _, ModelName { name }| {
                blocking(room, move |it| it.set_default(&name))
            })
            .on::<TestModel, _>(|room, _, ModelName { name }| async move { room.test(name).await })
            .all()
    }
}

impl ModelsRoom {
    /// What works, by real requests. Dropping it ends them.
    async fn test(&self, name: String) -> Result<ModelTest, Problem> {
        let models = Arc::clone(&self.0);
        let resolved = spawn_blocking(move || models.resolve_for_test(&name)).await;
        let resolved =
            resolved.map_err(|error| internal(&error))?.map_err(|error| problem(&error))?;
        let price = resolved.config.price;
        let found = probe(&*resolved.model, resolved.config.takes_images()).await;
        let Probe { text, streaming, tools, images, first_piece, took, usage } =
            found.map_err(|error| model_problem(&error))?;
        Ok(ModelTest {
            name: resolved.name,
            text,
            streaming,
            tools,
            images,
            first_piece_ms: millis(first_piece),
            took_ms: millis(took),
            input_tokens: usage.input,
            output_tokens: usage.output,
            cost: price.map(|price| price.cost(&usage)),
        })
    }
}

impl ConfiguredModels {
    fn records(&self, params: ListModelsParams) -> Result<ModelRecordList, Problem> {
        let list = self.read().map_err(|error| problem(&error))?;
        Ok(self.told(&list, params))
    }

    fn add(&self, new: &NewModel) -> Result<ModelRecordList, Problem> {
        let list = self.put(new)?;
        Ok(self.told(&list, ListModelsParams::default()))
    }

    fn remove(&self, name: &str) -> Result<ModelRecordList, Problem> {
        let list = self.take_away(name)?;
        Ok(self.told(&list, ListModelsParams::default()))
    }

    fn set_default(&self, name: &str) -> Result<ModelRecordList, Problem> {
        let list = self.make_default(name)?;
        Ok(self.told(&list, ListModelsParams::default()))
    }

    fn told(&self, list: &ModelList, params: ListModelsParams) -> ModelRecordList {
        let default = list.default_name();
        let record = |(name, config): (&String, &ModelConfig)| {
            let fault = self.fault(name, config, params.check_keys);
            ModelRecord { problem: fault, ..record(name, config, default == Some(name)) }
        };
        ModelRecordList {
            models: list.models.iter().map(record).collect(),
            providers: Preset::ALL.iter().map(provider).collect(),
            agents: command_line_agents(&list.models),
        }
    }

    /// Why it cannot be used, as far as that can be told without asking its server.
    fn fault(&self, name: &str, config: &ModelConfig, with_key: bool) -> Option<Problem> {
        let checked = match config.check() {
            Err(why) => Err(ModelsError::Config { name: name.to_owned(), why }),
            Ok(()) if with_key => self.key(name, config).map(drop),
            Ok(()) => self.find_key(name, config),
        };
        checked.err().map(|error| problem(&error))
    }
}

fn record(name: &str, config: &ModelConfig, is_default: bool) -> ModelRecord {
    let usual = config.provider.default_base_url();
    ModelRecord {
        name: name.to_owned(),
        is_default,
        provider: config.provider.name().to_owned(),
        model: config.model.clone(),
        base_url: config.base_url.clone().unwrap_or_else(|| usual.to_owned()),
        key: match config.key_source() {
            None => ModelKeyPlace::None,
            Some(KeySource::Secret(_)) => ModelKeyPlace::Stored,
            Some(KeySource::Variable(_)) => ModelKeyPlace::Variable,
        },
        key_env: config.key_env.clone(),
        context_window: config.context_window,
        vision: config.takes_images(),
        price: config.price.map(|price| ModelPrice { input: price.input, output: price.output }),
        problem: None,
    }
}

/// A model of the same name stands before one of these.
fn command_line_agents(models: &BTreeMap<String, ModelConfig>) -> Vec<CommandLineAgent> {
    let path = Program::search_path();
    let others = Program::ALL.into_iter().filter(|program| !models.contains_key(program.name()));
    let agent = |program: Program| {
        let is_installed = program.locate(&path).is_some();
        let how = program.how_to_install().to_owned();
        CommandLineAgent {
            name: program.name().to_owned(),
            title: program.title().to_owned(),
            is_installed,
            how_to_install: (!is_installed).then_some(how),
        }
    };
    others.map(agent).collect()
}

fn provider(preset: &Preset) -> ModelProvider {
    ModelProvider {
        id: preset.id.to_owned(),
        title: preset.title.to_owned(),
        base_url: preset.base_url.to_owned(),
        needs_key: preset.key_variable.is_some(),
        needs_context_window: preset.provider == Provider::Ollama,
    }
}

pub(super) fn problem(error: &ModelsError) -> Problem {
    let code = match error {
        ModelsError::Unknown { .. } => ProblemCode::NotFound,
        ModelsError::Internal(_) => ProblemCode::Internal,
        _ => ProblemCode::NoModel,
    };
    Problem { code, title: error.to_string(), fix: error.fix() }
}

fn model_problem(error: &tabwright_model::Error) -> Problem {
    Problem {
        code: ProblemCode::ModelFailed,
        title: error.to_string(),
        fix: error.fix().to_owned(),
    }
}

pub(super) fn change_problem(error: &ChangeError) -> Problem {
    Problem { code: ProblemCode::BadRequest, title: error.to_string(), fix: error.fix() }
}

fn millis(duration: std::time::Duration) -> u64 {
    u64::try_from(duration.as_millis()).unwrap_or(u64::MAX)
}

/// Runs what waits for the disk, or for the person's keyring, off the async workers.
async fn blocking<T: Send + 'static>(
    room: Arc<ModelsRoom>,
    work: impl FnOnce(&ConfiguredModels) -> Result<T, Problem> + Send + 'static,
) -> Result<T, Problem> {
    let done = spawn_blocking(move || work(&room.0)).await;
    done.unwrap_or_else(|error| Err(internal(&error)))
}
