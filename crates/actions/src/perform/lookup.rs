//! A question to the web: it is searched for in a tab of its own, the first results are read there one after another, and
//! the tab is closed again. Every step is one of the client's verbs, so the rules hold at each page.

use std::time::Duration;

use tabwright_wire::knowledge::{Answer, AskParams};
use tabwright_wire::verbs::{self, CloseParams, HtmlParams, OpenIn, OpenParams, Visit};
use tabwright_wire::{Compression, Link, Problem, TabId};
use tokio::time::{Instant, sleep, timeout_at};

use super::search;
use crate::host::{ActionContext, ReadPage};

const PAGES_MAX: usize = 4;
/// Some results are closed, gone or too slow.
const TRIED_MAX: usize = 8;
const OPEN_MS: u32 = 10_000;
/// For all results together.
const READ_TIMEOUT: Duration = Duration::from_secs(40);
const HTML_CHARS_MAX: u32 = 1_000_000;
/// Pages of results are often made by scripts, after they have loaded.
const RESULTS_TRIES: u32 = 6;
const RESULTS_WAIT: Duration = Duration::from_millis(500);

/// Looks a question up with the person's search provider.
pub async fn look_up(context: &ActionContext<'_>, params: AskParams) -> Result<Answer, Problem> {
    let address = search::question_address(context, &params.question).await?;
    let tab = open(context, None, &address).await?.tab;
    let there = ActionContext { host: context.host, tab: Some(tab) };
    let read = read_results(&there, tab).await;
    // What cannot be closed stays open, and that is no reason to withhold the answer.
    let _ = there.run_as_given::<verbs::Close>(CloseParams { tab: Some(tab), all: false }).await;
    context.host.answer_from_pages(params, read?).await
}

/// In this tab, or in a new one behind the tab in front.
async fn open(
    context: &ActionContext<'_>,
    tab: Option<TabId>,
    url: &str,
) -> Result<Visit, Problem> {
    let r#in = if tab.is_some() { OpenIn::Current } else { OpenIn::New };
    let (url, timeout_ms) = (url.to_owned(), Some(OPEN_MS));
    let params = OpenParams { tab, url, r#in, background: true, group: None, timeout_ms };
    context.run_as_given::<verbs::Open>(params).await
}

/// The first results that can be read. Where none can, why the last could not.
async fn read_results(there: &ActionContext<'_>, tab: TabId) -> Result<Vec<ReadPage>, Problem> {
    let mut links = search::results(there, None).await?;
    for _ in 0..RESULTS_TRIES {
        if !links.is_empty() {
            break;
        }
        sleep(RESULTS_WAIT).await;
        links = search::results(there, None).await?;
    }
    let deadline = Instant::now() + READ_TIMEOUT;
    let mut pages = Vec::new();
    let mut last_problem = None;
    for Link { url, .. } in links.into_iter().filter(is_of_the_web).take(TRIED_MAX) {
        match timeout_at(deadline, read(there, tab, &url)).await {
            Ok(Ok(page)) => pages.extend(page),
            Ok(Err(problem)) => last_problem = Some(problem),
            Err(_) => break,
        }
        if pages.len() == PAGES_MAX {
            break;
        }
    }
    match last_problem {
        Some(problem) if pages.is_empty() => Err(problem),
        _ => Ok(pages),
    }
}

async fn read(
    there: &ActionContext<'_>,
    tab: TabId,
    url: &str,
) -> Result<Option<ReadPage>, Problem> {
    open(there, Some(tab), url).await?;
    let params = HtmlParams {
        tab: Some(tab),
        target: None,
        frame: None,
        compression: Compression::Reading,
        max_chars: Some(HTML_CHARS_MAX),
    };
    let document = there.run_as_given::<verbs::Html>(params).await?;
    let title = document.title;
    let main = document.fragments.into_iter().next();
    Ok(main.map(|frame| ReadPage { url: frame.url, title, html: frame.html }))
}

fn is_of_the_web(link: &Link) -> bool {
    link.url.starts_with("https://") || link.url.starts_with("http://")
}
