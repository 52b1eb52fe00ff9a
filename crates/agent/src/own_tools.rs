//! The tools that are the loop's own: asking the person, and finishing.

use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Map, Value};
use tabwright_model::Tool;
use tabwright_tools::{TOOLS, describe_call};

pub(crate) const ASK: &str = "ask";
pub(crate) const FINISH: &str = "finish";
/// What would close the tabs of the task, and the one it began in with them.
pub(crate) const NOT_FOR_TASKS: &str = "reset";
const SCREENSHOT: &str = "screenshot";

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct AskArgs {
    pub(crate) question: String,
    /// answers to choose from
    #[serde(default)]
    pub(crate) choices: Vec<String>,
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct FinishArgs {
    pub(crate) success: bool,
    /// for the person
    pub(crate) answer: String,
    /// only if the task asks for data
    #[serde(default)]
    pub(crate) data: Value,
}

/// Every tool, in an order that does not change: a provider's cache begins with them.
pub(crate) fn all(takes_images: bool) -> Vec<Tool> {
    let offered = |name: &str| name != NOT_FOR_TASKS && (takes_images || name != SCREENSHOT);
    let of_pages = TOOLS.iter().filter(|tool| offered(tool.name)).map(|tool| Tool {
        name: tool.name.to_owned(),
        description: tool.description.to_owned(),
        input_schema: (tool.input_schema)(),
    });
    let own = [
        Tool {
            name: ASK.to_owned(),
            description: "Ask the person what only they know or may decide, and wait.".to_owned(),
            input_schema: schema::<AskArgs>(),
        },
        Tool {
            name: FINISH.to_owned(),
            description: "End the task, done or not.".to_owned(),
            input_schema: schema::<FinishArgs>(),
        },
    ];
    of_pages.chain(own).collect()
}

/// What a call does, in one line for the person. Arguments that are no object say nothing.
pub(crate) fn describe(tool: &str, arguments: Option<&Map<String, Value>>) -> String {
    match tool {
        ASK => "Ask you".to_owned(),
        FINISH => "End the task".to_owned(),
        _ => describe_call(tool, arguments.unwrap_or(&Map::new())),
    }
}

fn schema<T: JsonSchema>() -> Map<String, Value> {
    let mut schema = match schemars::schema_for!(T).to_value() {
        Value::Object(schema) => schema,
        _ => Map::new(),
    };
    for key in ["$schema", "title"] {
        schema.remove(key);
    }
    schema
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_list_is_the_same_every_time_and_ends_with_our_own() {
        let names = |takes_images| -> Vec<_> {
            all(takes_images).into_iter().map(|tool| tool.name).collect()
        };
        let expected = [
            "snapshot", "act", "navigate", "tabs", "read", "execute", "do", "memory", "ask",
            "finish",
        ];
        assert_eq!(names(false), expected);
        assert_eq!(names(true).len(), expected.len() + 1);
        assert_eq!(names(true), names(true));
    }
}
