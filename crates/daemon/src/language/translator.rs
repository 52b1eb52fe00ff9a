//! Asks the person's model what no grammar knows: one request, with the actions as its tools. What comes back is
//! checked like everything that is said, and done under the same rules.

use std::sync::Arc;

use futures_util::FutureExt as _;
use futures_util::future::BoxFuture;
use serde_json::{Map, Value};
use tabwright_actions::{Translation, Translator};
use tabwright_model::{Message, Models, ModelsError, Request, Tool, ToolCall, collect};
use tabwright_policy::{KnownSecrets, SecretPlace};
use tabwright_wire::language::{Action, ActionInfo};
use tabwright_wire::{Problem, ProblemCode};

/// Longer texts are tasks and not phrases.
const TEXT_CHARS_MAX: usize = 2_000;
const ACTIONS_MAX: usize = 20;
/// Enough for a model that reasons first.
const OUTPUT_TOKENS_MAX: u32 = 4_096;
const SYSTEM: &str = "You translate what a person says into actions of their web browser. Call the tools that do what \
    they say, in the order in which it is to be done, all in one answer. Use their own words for names and texts. Do \
    not add anything that they did not say. If the tools cannot do all of it, call none and answer with one short \
    sentence that says why.";

#[derive(Debug)]
pub(super) struct ModelTranslator {
    pub(super) models: Arc<dyn Models>,
    pub(super) known_secrets: Arc<KnownSecrets>,
}

impl Translator for ModelTranslator {
    fn translate<'a>(
        &'a self,
        text: &'a str,
        known: &'a [ActionInfo],
    ) -> BoxFuture<'a, Result<Option<Translation>, Problem>> {
        self.ask(text, known).boxed()
    }
}

impl ModelTranslator {
    /// None where there is no model, or the model finds nothing that fits.
    async fn ask(&self, text: &str, known: &[ActionInfo]) -> Result<Option<Translation>, Problem> {
        if text.chars().count() > TEXT_CHARS_MAX {
            return Ok(None);
        }
        let resolved = match self.models.resolve(None).await {
            Ok(resolved) => resolved,
            Err(ModelsError::NoneSetUp) => return Ok(None),
            Err(error) => {
                let (title, fix) = (error.to_string(), error.fix());
                return Err(Problem { code: ProblemCode::NoModel, title, fix });
            }
        };
        // What is secret is said by its name, if it is said at all.
        let text = self.known_secrets.redact(text, &SecretPlace::default());
        let request = Request {
            system: SYSTEM.to_owned(),
            tools: known.iter().filter(|action| action.available).map(tool).collect(),
            messages: vec![Message::user(text)],
            max_output_tokens: Some(OUTPUT_TOKENS_MAX),
            ..Request::default()
        };
        let answered = collect(resolved.model.stream(&request)).await;
        let (answer, _) = answered.map_err(|error| Problem {
            code: ProblemCode::ModelFailed,
            title: error.to_string(),
            fix: error.fix().to_owned(),
        })?;
        let calls: Vec<_> = answer.message.tool_calls().collect();
        if calls.is_empty() {
            return Ok(None);
        }
        let actions: Option<Vec<Action>> = calls.iter().map(|call| action(call)).collect();
        match actions.filter(|actions| actions.len() <= ACTIONS_MAX) {
            Some(actions) => Ok(Some(Translation { model: resolved.name, actions })),
            None => Err(Problem {
                code: ProblemCode::ModelFailed,
                title: format!("{} gave an answer that cannot be used", resolved.name),
                fix: "Say it in other words, or choose another model.".to_owned(),
            }),
        }
    }
}

fn tool(action: &ActionInfo) -> Tool {
    let mut schema = action.parameters.as_object().map_or_else(Map::new, Clone::clone);
    for only_for_readers in ["$schema", "title"] {
        schema.remove(only_for_readers);
    }
    let description = format!("{}.", action.about.trim_end_matches('.'));
    Tool { name: action.action_name.clone(), description, input_schema: schema }
}

/// Nothing for what could not be read.
fn action(call: &ToolCall) -> Option<Action> {
    let mut parameters = call.arguments.object()?.clone();
    parameters.retain(|_, value| *value != Value::Null);
    Some(Action { action_name: call.name.clone(), parameters })
}
