//! A session as actions and scripts reach it: in its own tabs.

use std::fmt::Write as _;
use std::sync::{Arc, Weak};
use std::time::Duration;

use futures_util::future::BoxFuture;
use serde_json::{Map, Value, json};
use tabwright_actions::host::{
    ActionHost, HostFuture, HostServices, MemoryServices, ReadPage, RunVerb, TabSource, with_params,
};
use tabwright_sandbox::{Host, HostError, LogLevel, RunResult};
use tabwright_wire::knowledge::{
    Answer, AskParams, ForgetParams, Forgotten, RememberParams, RememberedPage, SearchParams,
    SearchResults,
};
use tabwright_wire::{Content, Problem, ProblemCode, Tab, TabId, ToolOutput, Verb};

use crate::host::{ScriptHost, ToolHost};
use crate::scripts::{describe_script_error, script_call};
use crate::session::Session;
use crate::untrusted::wrap_untrusted;

pub(crate) struct SessionHost(pub(crate) Arc<Session>);

impl<V: Verb> RunVerb<V> for SessionHost
where
    dyn ToolHost: RunVerb<V>,
{
    fn run_verb(&self, params: V::Params) -> HostFuture<'_, V::Result> {
        Box::pin(self.0.run_in_own_tabs::<V>(params))
    }
}

impl TabSource for SessionHost {
    fn tabs(&self) -> HostFuture<'_, Vec<Tab>> {
        Box::pin(self.0.own_and_opened_tabs())
    }
}

impl HostServices for SessionHost {
    fn keep_picture<'a>(&'a self, base64: &'a str) -> HostFuture<'a, String> {
        self.0.host.keep_picture(base64)
    }

    fn fetch<'a>(&'a self, url: &'a str) -> HostFuture<'a, String> {
        self.0.host.fetch(url)
    }
}

impl MemoryServices for SessionHost {
    fn search_memory(&self, params: SearchParams) -> HostFuture<'_, SearchResults> {
        self.0.host.search_memory(params)
    }

    fn ask_memory(&self, params: AskParams) -> HostFuture<'_, Answer> {
        self.0.host.ask_memory(params)
    }

    fn answer_from_pages(&self, params: AskParams, pages: Vec<ReadPage>) -> HostFuture<'_, Answer> {
        self.0.host.answer_from_pages(params, pages)
    }

    fn remember_page(&self, params: RememberParams) -> HostFuture<'_, RememberedPage> {
        Box::pin(async move {
            let tab = Some(self.0.tab(params.tab).await?);
            self.0.host.remember_page(RememberParams { tab, ..params }).await
        })
    }

    fn forget_pages<'a>(
        &'a self,
        params: ForgetParams,
        what: &'a str,
    ) -> HostFuture<'a, Forgotten> {
        self.0.host.forget_pages(params, what)
    }
}

impl ScriptHost for SessionHost {
    fn use_tab(&self, tab: Option<TabId>) -> HostFuture<'_, TabId> {
        Box::pin(self.0.tab(tab))
    }
}

impl ActionHost for SessionHost {
    fn script<'a>(
        &'a self,
        code: &'a str,
        params: &'a Map<String, Value>,
        time: Duration,
    ) -> HostFuture<'a, String> {
        Box::pin(async move {
            let code = with_params(code, params);
            let output = run_script(&self.0, &code, time, None).await?;
            match output.problem {
                Some(problem) => Err(problem),
                None => Ok(output.joined_text()),
            }
        })
    }
}

/// Runs a script of the session's agent, in a sandbox of the session's own.
pub(crate) async fn run_script(
    session: &Arc<Session>,
    code: &str,
    time: Duration,
    chars_max: Option<usize>,
) -> Result<ToolOutput, Problem> {
    // What a script knows at its beginning: the session's tabs, and in which of them it is.
    let tabs = session.own_tabs().await?;
    let current = session.current().filter(|current| tabs.iter().any(|tab| tab.id == *current));
    let context = json!({ "tab": current, "tabs": tabs });
    // The session owns the sandbox, not the other way round.
    let host = || Arc::new(SessionCalls(Arc::downgrade(session))) as Arc<dyn Host>;
    let ran = session.scripts.run(host, code, &context, time).await?;
    Ok(describe_run(session, ran, chars_max))
}

/// A session as the scripts in its sandbox reach it.
struct SessionCalls(Weak<Session>);

impl Host for SessionCalls {
    fn call(&self, name: String, params: String) -> BoxFuture<'static, Result<String, HostError>> {
        let session = self.0.upgrade();
        Box::pin(async move {
            let session = session.ok_or_else(|| HostError {
                code: "gone".to_owned(),
                message: "the session has ended".to_owned(),
                fix: "Begin a new one".to_owned(),
            })?;
            script_call(&SessionHost(session), &name, params).await
        })
    }
}

fn describe_run(session: &Session, ran: RunResult, chars_max: Option<usize>) -> ToolOutput {
    let mut text = String::new();
    for line in &ran.log {
        let level = match line.level {
            LogLevel::Log => "",
            LogLevel::Debug => "debug: ",
            LogLevel::Info => "info: ",
            LogLevel::Warn => "warning: ",
            LogLevel::Error => "error: ",
        };
        let _ = writeln!(text, "{level}{}", line.text);
    }
    let mut pictures = Vec::new();
    if let Some(value) = &ran.value {
        let mut value: Value = serde_json::from_str(value.get()).unwrap_or_default();
        take_pictures(&mut value, &mut pictures);
        text += &value.to_string();
    }
    let shown = session.truncate(text, chars_max);
    let calls = if ran.calls == 1 { "1 call".to_owned() } else { format!("{} calls", ran.calls) };
    let mut head = format!("ran {} ms, {calls}", ran.took.as_millis());
    if ran.cut {
        head += ", output cut at the sandbox's limit";
    }
    if ran.state_lost {
        head += ", `state` was lost";
    }
    let mut answer = head;
    if !shown.text.is_empty() {
        let _ = write!(answer, "\n{}", wrap_untrusted(&shown.text));
    }
    let mut output = ToolOutput::default();
    if let Some((handle, left)) = &shown.more {
        let _ = write!(answer, "\n{left} more characters: read {{\"more\":\"{handle}\"}}");
        output = output.with("more", handle.as_str());
    }
    output.content = vec![Content::Text { text: answer }];
    output.content.append(&mut pictures);
    output.problem = ran.error.map(|error| {
        let fix = error.fix.as_ref().filter(|fix| !error.message.contains(*fix)).cloned();
        Problem {
            code: ProblemCode::ScriptFailed,
            title: describe_script_error(&error),
            fix: fix.unwrap_or_else(|| "Correct the script and run it again".to_owned()),
        }
    });
    match session.current() {
        Some(tab) => output.with("tab", tab.0),
        None => output,
    }
}

/// Clients read events of a megabyte at most; one picture fits, as scripts take them.
const PICTURES_CHARS_MAX: usize = 940_000;

/// Screenshots in what a script returned are shown; a word stands where they were.
fn take_pictures(value: &mut Value, pictures: &mut Vec<Content>) {
    if value["type"] == "image"
        && let Some(base64) = value["base64"].as_str()
    {
        let length = |content: &Content| match content {
            Content::Image { base64, .. } => base64.len(),
            Content::Text { .. } => 0,
        };
        let so_far: usize = pictures.iter().map(length).sum();
        if !pictures.is_empty() && so_far + base64.len() > PICTURES_CHARS_MAX {
            *value = "picture left out: too large beside the others, return it by itself".into();
            return;
        }
        let format = serde_json::from_value(value["format"].clone()).unwrap_or_default();
        pictures.push(Content::Image { base64: base64.to_owned(), format });
        *value = format!("picture {}", pictures.len()).into();
        return;
    }
    match value {
        Value::Array(values) => values.iter_mut().for_each(|it| take_pictures(it, pictures)),
        Value::Object(fields) => fields.values_mut().for_each(|it| take_pictures(it, pictures)),
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use tabwright_wire::PictureFormat;

    use super::*;

    #[test]
    fn pictures_are_taken_out_wherever_they_are() {
        let picture = || serde_json::json!({ "type": "image", "base64": "iVBO", "width": 1, "format": "jpeg" });
        let mut value = serde_json::json!({ "price": 3, "shots": [picture(), picture()] });
        let mut pictures = Vec::new();
        take_pictures(&mut value, &mut pictures);
        let shown = Content::Image { base64: "iVBO".to_owned(), format: PictureFormat::Jpeg };
        assert_eq!(pictures, [shown.clone(), shown]);
        assert_eq!(value, serde_json::json!({ "price": 3, "shots": ["picture 1", "picture 2"] }));
    }

    #[test]
    fn pictures_that_no_client_could_read_together_are_left_out() {
        let picture =
            |chars: usize| serde_json::json!({ "type": "image", "base64": "A".repeat(chars) });
        let mut value = serde_json::json!([picture(930_000), picture(20_000), picture(4)]);
        let mut pictures = Vec::new();
        take_pictures(&mut value, &mut pictures);
        assert_eq!(pictures.len(), 2);
        assert_eq!(value[2], "picture 2");
        assert!(value[1].as_str().unwrap().starts_with("picture left out"), "{value}");
    }
}
