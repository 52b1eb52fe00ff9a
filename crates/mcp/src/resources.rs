//! What clients show people: pages and guides as resources, and prompts to begin with.

use rmcp::ErrorData;
use rmcp::model::{
    GetPromptResponse, GetPromptResult, JsonObject, ListPromptsResult, ListResourcesResult, Prompt,
    PromptArgument, PromptMessage, ReadResourceResponse, ReadResourceResult, Resource,
    ResourceContents, Role,
};
use serde_json::{Map, Value, json};

use tabwright_tools::describe_problem;
use tabwright_wire::ToolOutput;

const TABS: &str = "tabwright://tabs";
const PAGE: &str = "tabwright://page";
const EXECUTE: &str = "tabwright://execute.d.ts";

/// What `execute` offers, in types.
const EXECUTE_TYPES: &str = include_str!("../../../docs/execute.d.ts");

pub(crate) fn list() -> ListResourcesResult {
    let resource = |uri, name, about: &str, kind: &str| {
        Resource::new(uri, name).with_description(about).with_mime_type(kind)
    };
    ListResourcesResult::with_all_items(vec![
        resource(TABS, "tabs", "The browser's open tabs", "text/plain"),
        resource(PAGE, "page", "The page in your current tab, as Markdown", "text/markdown"),
        resource(EXECUTE, "execute.d.ts", "Types of what `execute` offers", "text/plain"),
    ])
}

/// What a resource is made of.
pub(crate) enum Source {
    Text(&'static str),
    /// What a tool answers.
    Tool(&'static str, Map<String, Value>),
}

pub(crate) fn source(uri: &str) -> Result<Source, ErrorData> {
    Ok(match uri {
        EXECUTE => Source::Text(EXECUTE_TYPES),
        TABS => Source::Tool("tabs", Map::new()),
        PAGE => Source::Tool("read", Map::from_iter([("what".to_owned(), json!("markdown"))])),
        other => {
            let message = format!("There is no resource `{other}`");
            return Err(ErrorData::resource_not_found(message, None));
        }
    })
}

pub(crate) fn contents(uri: &str, text: String) -> ReadResourceResponse {
    let kind = if uri == PAGE { "text/markdown" } else { "text/plain" };
    let contents = ResourceContents::text(text, uri).with_mime_type(kind);
    ReadResourceResponse::from(ReadResourceResult::new(vec![contents]))
}

/// The text of an answer.
pub(crate) fn text_of(output: &ToolOutput) -> Result<String, ErrorData> {
    match &output.problem {
        Some(problem) => Err(ErrorData::internal_error(describe_problem(problem), None)),
        None => Ok(output.joined_text()),
    }
}

struct Row {
    name: &'static str,
    about: &'static str,
    argument: (&'static str, &'static str),
    text: &'static str,
}

const PROMPTS: [Row; 3] = [
    Row {
        name: "browse",
        about: "Do a task in the browser",
        argument: ("task", "What to do"),
        text: "Use Tabwright to do this in the browser: {}\nWork in a tab of your own, act by the \
               numbers of a snapshot, and say at the end what you did and what you found.",
    },
    Row {
        name: "collect",
        about: "Collect data from a site into a table",
        argument: ("what", "Which data, from where"),
        text: "Use Tabwright to collect this into a table: {}\nLook at one page first, then write an \
               `execute` script that walks through all pages and returns rows.",
    },
    Row {
        name: "explain-page",
        about: "Explain the page that the person looks at",
        argument: ("question", "What they want to know"),
        text: "Use Tabwright to read the page in front (tabs, then read as markdown; the person is \
               asked for it) and answer: {}\nQuote what you rely on.",
    },
];

pub(crate) fn prompts() -> ListPromptsResult {
    let prompt = |row: &Row| {
        let (name, about) = row.argument;
        let argument = PromptArgument::new(name).with_description(about).with_required(true);
        Prompt::new(row.name, Some(row.about), Some(vec![argument]))
    };
    ListPromptsResult::with_all_items(PROMPTS.iter().map(prompt).collect())
}

pub(crate) fn prompt(name: &str, arguments: &JsonObject) -> Result<GetPromptResponse, ErrorData> {
    let Some(row) = PROMPTS.iter().find(|row| row.name == name) else {
        return Err(ErrorData::invalid_params(format!("There is no prompt `{name}`"), None));
    };
    let Some(Value::String(said)) = arguments.get(row.argument.0) else {
        let message = format!("`{name}` needs `{}`", row.argument.0);
        return Err(ErrorData::invalid_params(message, None));
    };
    let message = PromptMessage::new_text(Role::User, row.text.replace("{}", said));
    Ok(GetPromptResponse::from(GetPromptResult::new(vec![message]).with_description(row.about)))
}
