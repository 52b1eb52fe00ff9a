//! What the person has read and kept: search, questions, and keeping a page.

use std::fmt::Write as _;
use std::sync::Arc;

use schemars::JsonSchema;
use serde::Deserialize;
use tabwright_actions::host::MemoryServices as _;
use tabwright_wire::knowledge::{
    Answer, AskParams, ExtractMode, RememberParams, SearchParams, SearchResults,
};
use tabwright_wire::{Problem, ProblemCode, TabId, ToolOutput};

use crate::describe::quote;
use crate::session::Session;
use crate::session_host::SessionHost;
use crate::tool::{Effect, OnProgress, Tool, ToolResult};
use crate::untrusted::wrap_untrusted;

const HITS_MAX: u32 = 10;

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Args {
    /// words, "a phrase", site:, after:
    search: Option<String>,
    /// a question
    ask: Option<String>,
    /// a tab whose page to keep
    #[schemars(with = "Option<i32>")]
    remember: Option<TabId>,
}

pub(crate) struct Memory;

impl Tool for Memory {
    const NAME: &'static str = "memory";
    const TITLE: &'static str = "What the person has read";
    const DESCRIPTION: &'static str = "Pages that the person kept: one of search, ask, remember.";
    const EFFECT: Effect = Effect::Changes;
    type Args = Args;

    fn describe(args: &Args) -> String {
        match args {
            Args { search: Some(query), .. } => {
                format!("Search what you have read for {}", quote(query))
            }
            Args { ask: Some(question), .. } => {
                format!("Ask what you have read: {}", quote(question))
            }
            Args { remember: Some(tab), .. } => format!("Remember the page in tab {tab}"),
            _ => "Look into what you have read".to_owned(),
        }
    }

    async fn run(session: &Arc<Session>, args: Args, _: &OnProgress) -> ToolResult {
        match (args.search, args.ask, args.remember) {
            (Some(query), None, None) => {
                let params = SearchParams {
                    query,
                    limit: Some(HITS_MAX),
                    no_facets: true,
                    ..SearchParams::default()
                };
                let found = session.host.search_memory(params).await?;
                Ok(ToolOutput::text(describe_results(&found)))
            }
            (None, Some(question), None) => {
                let params = AskParams { question, without_model: true };
                let answer = session.host.ask_memory(params).await?;
                Ok(ToolOutput::text(describe_answer(&answer)))
            }
            (None, None, Some(tab)) => {
                let params = RememberParams {
                    tab: Some(tab),
                    tags: Vec::new(),
                    note: None,
                    mode: ExtractMode::Basic,
                };
                let kept = SessionHost(Arc::clone(session)).remember_page(params).await?;
                let words = wrap_untrusted(&kept.page.title);
                Ok(ToolOutput::text(format!("Kept as page {}:\n{words}", kept.page.id)))
            }
            _ => Err(Problem {
                code: ProblemCode::BadRequest,
                title: "`memory` takes one of `search`, `ask` and `remember`".to_owned(),
                fix: "Give exactly one of them".to_owned(),
            }),
        }
    }
}

fn describe_results(found: &SearchResults) -> String {
    if found.hits.is_empty() {
        return "Nothing that was kept fits.".to_owned();
    }
    let mut text = String::new();
    for hit in &found.hits {
        let _ = writeln!(text, "{}. {} — {}", hit.page.id, hit.page.title, hit.page.url);
        for snippet in &hit.snippets {
            let _ = writeln!(text, "   {}", snippet.text);
        }
    }
    format!("{} of {} pages\n{}", found.hits.len(), found.total, wrap_untrusted(text.trim_end()))
}

fn describe_answer(answer: &Answer) -> String {
    let mut text = answer.text.clone();
    for source in &answer.sources {
        let _ = write!(text, "\n[{}] {} — {}", source.number, source.title, source.url);
    }
    let said = if answer.is_answered { "Quoted from the pages" } else { "No answer" };
    format!("{said}:\n{}", wrap_untrusted(&text))
}
