//! What a tool is.

use std::sync::Arc;

use futures_util::future::BoxFuture;
use schemars::JsonSchema;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};
use tabwright_wire::{Problem, ToolOutput};

use crate::schema;
use crate::session::{Session, bad_arguments};

/// Hears how a long call goes, in words.
pub type OnProgress = Box<dyn Fn(&str) + Send + Sync>;

pub(crate) type ToolResult = Result<ToolOutput, Problem>;

/// What a call may do to the world. Clients ask the person by it, and a call that only reads is made
/// again when nobody knows whether it was made.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Effect {
    Reads,
    Changes,
    /// It may change things for good.
    Destroys,
}

/// Every word of it is read by every agent at every start: it stays short.
pub(crate) trait Tool: 'static {
    const NAME: &'static str;
    const TITLE: &'static str;
    const DESCRIPTION: &'static str;
    const EFFECT: Effect;
    /// The JSON Schema that agents see is derived from this type.
    type Args: DeserializeOwned + JsonSchema + Send;

    /// What a call does, in one line for the person: an imperative in plain words. What the model wrote stands in it
    /// as [`crate::describe::quote`] gives it.
    fn describe(args: &Self::Args) -> String;

    fn run<'a>(
        session: &'a Arc<Session>,
        args: Self::Args,
        progress: &'a OnProgress,
    ) -> impl Future<Output = ToolResult> + Send + 'a;
}

type RunTool =
    for<'a> fn(&'a Arc<Session>, Map<String, Value>, &'a OnProgress) -> BoxFuture<'a, ToolResult>;

/// A tool as whoever offers it to a model sees it.
#[derive(Debug, Clone, Copy)]
pub struct ToolInfo {
    pub name: &'static str,
    pub title: &'static str,
    pub description: &'static str,
    pub effect: Effect,
    /// The JSON Schema of its arguments.
    pub input_schema: fn() -> Map<String, Value>,
    /// What a call with these arguments does, in one line for the person.
    pub(crate) describe: fn(&Map<String, Value>) -> String,
    pub(crate) run: RunTool,
}

impl ToolInfo {
    pub(crate) const fn of<T: Tool>() -> Self {
        Self {
            name: T::NAME,
            title: T::TITLE,
            description: T::DESCRIPTION,
            effect: T::EFFECT,
            input_schema: schema::input::<T::Args>,
            describe: describe::<T>,
            run: run::<T>,
        }
    }
}

fn run<'a, T: Tool>(
    session: &'a Arc<Session>,
    arguments: Map<String, Value>,
    progress: &'a OnProgress,
) -> BoxFuture<'a, ToolResult> {
    Box::pin(async move {
        let args = read_arguments::<T>(arguments);
        T::run(session, args.map_err(|error| bad_arguments(T::NAME, &error))?, progress).await
    })
}

/// What it may be is said by the title, where the arguments cannot be read.
fn describe<T: Tool>(arguments: &Map<String, Value>) -> String {
    match read_arguments::<T>(arguments.clone()) {
        Ok(args) => T::describe(&args),
        Err(_) => T::TITLE.to_owned(),
    }
}

fn read_arguments<T: Tool>(arguments: Map<String, Value>) -> serde_json::Result<T::Args> {
    let mut arguments = Value::Object(arguments);
    leave_out_null(&mut arguments);
    serde_json::from_value(arguments)
}

/// What is null is left out: clients that make a model fill in every argument (OpenAI's strict mode) say so by it.
fn leave_out_null(arguments: &mut Value) {
    match arguments {
        Value::Object(fields) => {
            fields.retain(|_, value| !value.is_null());
            fields.values_mut().for_each(leave_out_null);
        }
        Value::Array(items) => items.iter_mut().for_each(leave_out_null),
        _ => {}
    }
}
