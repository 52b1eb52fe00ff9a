//! The few functions of Rust that the JavaScript side is built on. Scripts never see them.

use std::rc::Rc;

use rquickjs::function::Func;
use rquickjs::{Ctx, Exception, Object, Result, Value};

use crate::run_result::{ErrorKind, LogLevel, ScriptError};
use crate::run_state::{RunState, Verdict};
use crate::script;
use crate::web;

pub(crate) fn natives<'js>(ctx: &Ctx<'js>, state: &Rc<RunState>) -> Result<Object<'js>> {
    let natives = Object::new(ctx.clone())?;
    let with = || Rc::clone(state);

    let state = with();
    let ask = move |ctx: Ctx<'js>, name: String, params: String| ask(&ctx, &state, name, params);
    natives.set("ask", Func::from(ask))?;

    let state = with();
    natives.set("setTimer", Func::from(move |wait_ms: f64| state.set_timer(wait_ms)))?;
    let state = with();
    natives.set("clearTimer", Func::from(move |id: u64| state.clear_timer(id)))?;

    let state = with();
    let log = move |level: String, text: String| state.log(LogLevel::named(&level), &text);
    natives.set("log", Func::from(log))?;
    let state = with();
    natives.set("outputLeft", Func::from(move || state.output_bytes_left()))?;

    let state = with();
    let done = move |json: Option<String>, cut: bool| state.decide(value(&state, json, cut));
    natives.set("done", Func::from(done))?;
    let state = with();
    natives.set("failed", Func::from(move |error: String| state.decide(failed(&error))))?;

    let compile = |ctx: Ctx<'js>, code: String, names: String| script::compile(&ctx, &code, &names);
    natives.set("compile", Func::from(compile))?;
    natives.set("uuid", Func::from(|ctx: Ctx<'js>| uuid(&ctx)))?;
    web::add_natives(&natives)?;
    Ok(natives)
}

/// `{ id }`, or `{ message, fix }`.
fn ask<'js>(ctx: &Ctx<'js>, state: &RunState, name: String, params: String) -> Result<Object<'js>> {
    let asked = Object::new(ctx.clone())?;
    match state.ask(name, params) {
        Ok(id) => asked.set("id", id)?,
        Err(error) => {
            asked.set("message", error.message)?;
            asked.set("fix", error.fix)?;
        }
    }
    Ok(asked)
}

/// Printing keeps to a budget of characters; escapes can still make the JSON longer than that.
fn value(state: &RunState, json: Option<String>, cut: bool) -> Verdict {
    let left = state.output_bytes_left();
    match json {
        Some(json) if json.len() > left => {
            let start = &json[..json.floor_char_boundary(left / 2)];
            Verdict::Value { json: Some(serde_json::Value::from(start).to_string()), cut: true }
        }
        json => Verdict::Value { json, cut },
    }
}

fn failed(error: &str) -> Verdict {
    Verdict::Failed(serde_json::from_str(error).unwrap_or_else(|_| {
        ScriptError::of(ErrorKind::Thrown, "the script failed", "throw an Error with a message")
    }))
}

fn uuid<'js>(ctx: &Ctx<'js>) -> Result<String> {
    let mut bytes = [0_u8; 16];
    getrandom::fill(&mut bytes)
        .map_err(|error| Exception::throw_message(ctx, &format!("no random numbers: {error}")))?;
    // Version 4, variant 1: RFC 9562, section 5.4.
    bytes[6] = bytes[6] & 0x0f | 0x40;
    bytes[8] = bytes[8] & 0x3f | 0x80;
    let hex = hex::encode(bytes);
    Ok([&hex[..8], &hex[8..12], &hex[12..16], &hex[16..20], &hex[20..]].join("-"))
}

/// The message of what was thrown, for those who load the API.
pub(crate) fn message_of(ctx: &Ctx<'_>, thrown: &Value<'_>) -> String {
    let Some(object) = thrown.as_object() else {
        return format!("{thrown:?}");
    };
    let text = |name: &str| object.get::<_, String>(name).inspect_err(|_| drop(ctx.catch())).ok();
    let message = text("message").unwrap_or_else(|| "something without a message".to_owned());
    match text("stack") {
        Some(stack) => format!("{message}\n{stack}"),
        None => message,
    }
}
