//! Scripts of a caller in the page's own world, with elements of it if they are wanted.

use std::time::Duration;

use serde_json::Value;
use serde_json::value::RawValue;
use tabwright_wire::verbs::{self, EvalParams, EvalResult, InputWay};
use tabwright_wire::{HandOver, HandOverParams, TabId};
use tokio::time::Instant;

use super::border::held_script;
use super::locating::Place;
use super::{BrowserControl, Driver, FrameRef, WAIT_MS, ms};
use crate::backend::Result;
use crate::error::ControlError;

/// Takes the elements that the kit hands over, calls the caller's function, and writes what it gives
/// back so that nothing in it can spoil the rest: an element of a framework may lead to all others.
const CALL: &str = include_str!("calling.js");

impl BrowserControl<verbs::Eval> for Driver {
    async fn run(&self, params: EvalParams) -> Result<EvalResult> {
        let tab = self.driven(params.tab).await?;
        if let Some(ended) = self.resumed(tab).await {
            return Ok(EvalResult { value: ended? });
        }
        let deadline = Instant::now() + ms(params.timeout_ms.unwrap_or(WAIT_MS));
        let value = match (params.target, params.args) {
            (None, _) if params.all => {
                let message = "`all` says which elements are wanted only together with `target`";
                return Err(ControlError::BadArguments(message.to_owned()));
            }
            (None, None) => {
                let frame = self.frame_of(tab, params.frame).await?;
                let run = || self.evaluate(tab, &frame, &params.script, left(deadline));
                self.guarded(tab, &frame, run).await?
            }
            (None, Some(args)) => {
                let frame = self.frame_of(tab, params.frame).await?;
                let call = Call { script: &params.script, event: None, all: false, args: &args };
                let body = call.body();
                let run = || self.script(tab, &frame, &body, left(deadline));
                self.guarded(tab, &frame, run).await?
            }
            (Some(target), args) => {
                let place = self.place_of(tab, target, params.frame, deadline).await?;
                let args = args.unwrap_or_default();
                let (script, all) = (&params.script, params.all);
                let run = || self.call_with(tab, &place, script, all, &args, deadline);
                self.guarded(tab, &place.frame, run).await?
            }
        };
        Ok(EvalResult { value })
    }
}

impl Driver {
    /// What a console would take: an expression or statements, with `await` anywhere; besides, the body of a
    /// function, with a `return` of its own. Only the page's own parser tells them apart: a script that does not
    /// parse has done nothing, and is tried as what it can be else.
    async fn evaluate(
        &self,
        tab: TabId,
        frame: &FrameRef,
        script: &str,
        limit: Duration,
    ) -> Result<Box<RawValue>> {
        if let Some(object) = as_object_literal(script) {
            match self.evaluate_plainly(tab, frame, &object, limit).await {
                Err(error) if is_syntax_error(&error, "") => {}
                evaluated => return evaluated,
            }
        }
        match self.evaluate_plainly(tab, frame, script, limit).await {
            Err(error) if is_syntax_error(&error, "Illegal return statement") => {
                self.script(tab, frame, script, limit).await
            }
            evaluated => evaluated,
        }
    }

    async fn evaluate_plainly(
        &self,
        tab: TabId,
        frame: &FrameRef,
        script: &str,
        limit: Duration,
    ) -> Result<Box<RawValue>> {
        self.no_dialog(tab)?;
        let origin = self.hold(tab, frame).await?;
        let Some(debugger) = self.input_debugger(tab, InputWay::Auto).await? else {
            return self.evaluate_by_kit(tab, frame, script, limit).await;
        };
        let held = held_script(origin.as_deref(), &self.guarded_code(tab, frame, script));
        let running = async {
            if has_word(script, "await") {
                debugger.evaluate_as_console(&frame.id, frame.ordinal, &held, limit).await
            } else {
                debugger.evaluate(&frame.id, frame.ordinal, &held, limit).await
            }
        };
        self.unless_dialog(tab, self.ended(tab, frame, &*debugger, running)).await
    }

    /// Where the debugger may not be used.
    async fn evaluate_by_kit(
        &self,
        tab: TabId,
        frame: &FrameRef,
        script: &str,
        limit: Duration,
    ) -> Result<Box<RawValue>> {
        let body = format!("return (0, eval)({})", Value::from(script));
        match self.script(tab, frame, &body, limit).await {
            Err(error) if is_syntax_error(&error, "await is only valid") => {
                let body = format!("return ({script}\n)");
                match self.script(tab, frame, &body, limit).await {
                    Err(error) if is_syntax_error(&error, "") => {
                        self.script(tab, frame, script, limit).await
                    }
                    evaluated => evaluated,
                }
            }
            evaluated => evaluated,
        }
    }

    /// Calls a function with elements, which the kit gives from its world into the page's.
    async fn call_with(
        &self,
        tab: TabId,
        Place { frame, target }: &Place,
        script: &str,
        all: bool,
        args: &[Value],
        deadline: Instant,
    ) -> Result<Box<RawValue>> {
        let name = secret_name()?;
        let limit = left(deadline);
        let timeout_ms = u32::try_from(limit.as_millis()).unwrap_or(u32::MAX);
        let asked = HandOverParams { target: target.clone(), all, event: name.clone(), timeout_ms };
        let count = self.ask::<HandOver>(tab, frame, &asked, limit).await?.count;
        let call = Call { script, event: Some((&name, count)), all, args };
        self.script(tab, frame, &call.body(), left(deadline)).await
    }

    /// Runs the body of an async function in the page's own world, by the debugger where it may.
    pub(super) async fn script(
        &self,
        tab: TabId,
        frame: &FrameRef,
        body: &str,
        limit: Duration,
    ) -> Result<Box<RawValue>> {
        let body = self.guarded_code(tab, frame, body);
        let body = &held_script(self.hold(tab, frame).await?.as_deref(), &body);
        let run = async {
            match self.input_debugger(tab, InputWay::Auto).await? {
                Some(debugger) => {
                    let call = format!("(async () => {{ {body}\n }})()");
                    let running = debugger.evaluate(&frame.id, frame.ordinal, &call, limit);
                    self.ended(tab, frame, &*debugger, running).await
                }
                None => {
                    let running = self.core.backend.run_script(tab, &frame.id, body);
                    tokio::time::timeout(limit, running).await.map_err(|_| {
                        ControlError::Timeout(format!(
                            "the script ran longer than {} ms",
                            limit.as_millis()
                        ))
                    })?
                }
            }
        };
        self.no_dialog(tab)?;
        self.unless_dialog(tab, run).await
    }
}

/// A function of the caller's, and what it is called with.
struct Call<'a> {
    script: &'a str,
    /// The name by which elements are had, and how many.
    event: Option<(&'a str, u32)>,
    all: bool,
    args: &'a [Value],
}

impl Call<'_> {
    /// As the body of an async function. The script comes last: it may end in a comment.
    fn body(&self) -> String {
        let (event, count) = self.event.unzip();
        let told = serde_json::json!({
            "event": event, "count": count, "all": self.all, "args": self.args,
        });
        // Read by the page, for `__proto__` means something else in a literal.
        let told = Value::from(told.to_string());
        format!("return ({CALL})(JSON.parse({told}), () => (\n{}\n));", self.script)
    }
}

/// One that a page cannot guess, and so not listen for.
pub(super) fn secret_name() -> Result<String> {
    let mut bytes = [0; 16];
    getrandom::fill(&mut bytes)
        .map_err(|error| ControlError::Failed(format!("there is no randomness: {error}")))?;
    Ok(format!("tabwright-{:032x}", u128::from_ne_bytes(bytes)))
}

fn left(deadline: Instant) -> Duration {
    deadline.saturating_duration_since(Instant::now())
}

/// A script that is one pair of braces is meant as an object, as in a console.
fn as_object_literal(script: &str) -> Option<String> {
    let trimmed = script.trim().trim_end_matches(';');
    (trimmed.starts_with('{') && trimmed.ends_with('}')).then(|| format!("({trimmed}\n)"))
}

/// The page's parser did not take the script, so nothing of it has run. V8 has no code for this but its words;
/// those of `JSON.parse`, which a running script can meet, are others.
fn is_syntax_error(error: &ControlError, why: &str) -> bool {
    let ControlError::Script(text) = error else { return false };
    text.contains("SyntaxError") && text.contains(why) && !text.contains("JSON")
}

fn has_word(script: &str, word: &str) -> bool {
    let inside = |c: char| c.is_alphanumeric() || c == '_' || c == '$';
    script.match_indices(word).any(|(at, _)| {
        !script[..at].ends_with(inside) && !script[at + word.len()..].starts_with(inside)
    })
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::{Call, as_object_literal, has_word, secret_name};

    #[test]
    fn a_function_is_called_with_what_was_told_however_it_ends() {
        let args = [json!({ "__proto__": "\"quoted\"" })];
        let call = Call { script: "(a) => a // why", event: None, all: false, args: &args };
        let body = call.body();
        assert!(body.ends_with("() => (\n(a) => a // why\n));"), "{body}");
        assert!(body.contains(r#"{\"__proto__\":\"\\\"quoted\\\"\"}"#), "{body}");
        assert!(body.contains(r#"\"event\":null"#), "{body}");
    }

    #[test]
    fn no_name_comes_twice() {
        assert_ne!(secret_name().unwrap(), secret_name().unwrap());
    }

    #[test]
    fn await_is_seen_where_it_is_a_word() {
        assert!(has_word("await fetch('/')", "await"));
        assert!(has_word("x = (await(y))", "await"));
        assert!(!has_word("awaited + $await", "await"));
    }

    #[test]
    fn braces_alone_are_an_object() {
        assert_eq!(as_object_literal(" {a: 1}; ").as_deref(), Some("({a: 1}\n)"));
        assert_eq!(as_object_literal("if (x) { y }"), None);
    }
}
