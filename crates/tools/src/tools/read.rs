//! Reading: the page's content, its console, its requests, and the rest of a result that was truncated.

use std::fmt::Write as _;
use std::sync::Arc;

use schemars::JsonSchema;
use serde::Deserialize;
use tabwright_wire::verbs::{
    self, ConsoleParams, HtmlParams, LinksParams, MarkdownParams, NetworkParams, NetworkRequest,
    TablesParams, TextParams,
};
use tabwright_wire::{
    Compression, Problem, ProblemCode, TabId, Table, TableList, Target, csv_record,
};

use super::page_text;
use crate::describe::place;
use crate::schema;
use crate::session::{Session, bad_arguments};
use crate::tool::{Effect, OnProgress, Tool, ToolResult};

/// No more is taken out of a page; it is truncated further for the agent.
const CHARS_MAX: u32 = 1_000_000;
const LINKS_MAX: u32 = 500;
const ENTRIES_MAX: u32 = 100;
/// More rows than an agent reads at once; it is told how to get the rest.
const ROWS_MAX: u32 = 10_000;

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct Args {
    /// needed without `more`
    what: Option<What>,
    /// default: current
    #[schemars(with = "Option<i32>")]
    tab: Option<TabId>,
    #[schemars(schema_with = "schema::same_target")]
    #[serde(default)]
    target: Option<Target>,
    /// markdown: main content only
    #[serde(default)]
    main: bool,
    /// links: words; network: part of the address
    filter: Option<String>,
    /// network: headers and body of one request
    id: Option<u32>,
    // A table that is cut names it with its value, so the schema need not explain it.
    skip: Option<u32>,
    /// handle from a result that was cut
    more: Option<String>,
    /// default 12000
    max_chars: Option<usize>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
enum What {
    Markdown,
    Text,
    Html,
    Links,
    Tables,
    Console,
    Network,
}

pub(crate) struct Read;

impl Tool for Read {
    const NAME: &'static str = "read";
    const TITLE: &'static str = "Read the page";
    const DESCRIPTION: &'static str = "Content without element numbers; console and network tell what the page \
        logged and requested.";
    const EFFECT: Effect = Effect::Reads;
    type Args = Args;

    fn describe(args: &Args) -> String {
        let part = match args.what {
            _ if args.more.is_some() => return "Read on".to_owned(),
            Some(What::Console) => return "Read what the page logged".to_owned(),
            Some(What::Network) => return "Read what the page requested".to_owned(),
            Some(What::Markdown | What::Text) | None => None,
            Some(What::Html) => Some("the HTML"),
            Some(What::Links) => Some("the links"),
            Some(What::Tables) => Some("the tables"),
        };
        let of = args.target.as_ref().map_or_else(|| "the page".to_owned(), place);
        part.map_or_else(|| format!("Read {of}"), |part| format!("Read {part} of {of}"))
    }

    async fn run(session: &Arc<Session>, args: Args, _: &OnProgress) -> ToolResult {
        if let Some(handle) = &args.more {
            let shown = session.read_on(handle, args.max_chars);
            let shown = shown.ok_or_else(|| forgotten(handle))?;
            return Ok(page_text("reading on", &shown, session.current().unwrap_or_default()));
        }
        let Some(what) = args.what else {
            return Err(bad_arguments("read", &"say `what` to read, or `more` to read on"));
        };
        let max = args.max_chars;
        let tab = session.tab(args.tab).await?;
        let (head, text) = content(session, tab, what, args).await?;
        let shown = session.truncate(text, max);
        Ok(page_text(&head, &shown, tab))
    }
}

async fn content(
    session: &Session,
    tab: TabId,
    what: What,
    args: Args,
) -> Result<(String, String), Problem> {
    let (place, target, frame, max_chars) = (Some(tab), args.target, None, Some(CHARS_MAX));
    let head = format!("{} of tab {tab}", format!("{what:?}").to_lowercase());
    let text = match what {
        What::Markdown => {
            let params = MarkdownParams { tab: place, target, frame, main: args.main, max_chars };
            session.run::<verbs::Markdown>(params).await?.text
        }
        What::Text => {
            let params = TextParams { tab: place, target, frame, max_chars };
            session.run::<verbs::Text>(params).await?.text
        }
        What::Html => {
            let compression = Compression::None;
            let params = HtmlParams { tab: place, target, frame, compression, max_chars };
            let html = session.run::<verbs::Html>(params).await?;
            html.fragments.into_iter().map(|part| part.html).collect::<Vec<_>>().join("\n")
        }
        What::Links => {
            let params = LinksParams { tab: place, words: args.filter, max: Some(LINKS_MAX) };
            let links = session.run::<verbs::Links>(params).await?.links;
            let line = |link: &tabwright_wire::Link| {
                format!("[{}] {} {}", link.number, link.text, link.url)
            };
            links.iter().map(line).collect::<Vec<_>>().join("\n")
        }
        What::Tables => {
            let (max_rows, skip_rows) = (Some(ROWS_MAX), args.skip);
            let params = TablesParams { tab: place, target, frame, max_rows, skip_rows };
            tables(&session.run::<verbs::Tables>(params).await?)
        }
        What::Console => {
            let params =
                ConsoleParams { tab: place, after: None, level: None, max: Some(ENTRIES_MAX) };
            let console = session.run::<verbs::Console>(params).await?;
            let lines = console.messages.iter().map(|message| {
                let level = format!("{:?}", message.level).to_lowercase();
                let source = message.source.as_ref().map(|source| format!(" ({source})"));
                format!(
                    "{} {level}: {}{}",
                    message.number,
                    message.text,
                    source.unwrap_or_default()
                )
            });
            let text = lines.collect::<Vec<_>>().join("\n");
            let missing = not_kept(console.dropped, console.muted);
            return Ok((head + since(console.just_begun) + &missing, text));
        }
        What::Network => {
            let params = NetworkParams {
                tab: place,
                after: None,
                url: args.filter,
                id: args.id,
                max: Some(ENTRIES_MAX),
                max_chars,
            };
            let network = session.run::<verbs::Network>(params).await?;
            let lines: Vec<_> = network.requests.iter().map(request).collect();
            return Ok((head + since(network.just_begun), lines.join("\n")));
        }
    };
    Ok((head, text))
}

fn since(just_begun: bool) -> &'static str {
    if just_begun { ", listened to from now on: reload to see all" } else { "" }
}

fn not_kept(dropped: u32, muted: bool) -> String {
    let dropped = (dropped > 0).then(|| format!(", {dropped} lines were dropped"));
    let muted = if muted { ", not listened to for some seconds: it writes too much" } else { "" };
    dropped.unwrap_or_default() + muted
}

fn request(request: &NetworkRequest) -> String {
    let mut text = format!("{} {} {}", request.number, request.method, request.url);
    match (request.status, &request.error) {
        (Some(status), _) => _ = write!(text, " → {status}"),
        (None, Some(error)) => _ = write!(text, " → failed: {error}"),
        (None, None) => text += " → under way",
    }
    let _ = write!(text, " {}", request.kind);
    if let Some(kind) = &request.mime_type {
        let _ = write!(text, " {kind}");
    }
    if let Some(took) = request.took_ms {
        let _ = write!(text, " {took} ms");
    }
    if let Some(details) = &request.details {
        for (title, headers) in
            [("sent", &details.request_headers), ("got", &details.response_headers)]
        {
            for (name, value) in headers {
                let _ = write!(text, "\n{title} {name}: {value}");
            }
        }
        for (title, body) in
            [("sent body", &details.request_body), ("body", &details.response_body)]
        {
            if let Some(body) = body {
                let _ = write!(text, "\n{title}:\n{body}");
            }
        }
    }
    text
}

/// As CSV, which takes the fewest tokens of the forms that every model knows.
fn tables(list: &TableList) -> String {
    let mut text = String::new();
    for table in &list.tables {
        let Table { number, caption, head, rows, rows_skipped, rows_total, .. } = table;
        let _ = write!(text, "[{number}] {caption}{}", if caption.is_empty() { "" } else { " " });
        match rows_skipped {
            0 => _ = writeln!(text, "({rows_total} rows)"),
            skipped => _ = writeln!(text, "({rows_total} rows, from row {})", skipped + 1),
        }
        for row in std::iter::once(head).filter(|head| !head.is_empty()).chain(rows) {
            let _ = writeln!(text, "{}", csv_record(row));
        }
        if table.rows_left() > 0 {
            let (left, next) = (table.rows_left(), table.rows_shown());
            let _ =
                writeln!(text, "… {left} more rows: read tables with target {number}, skip {next}");
        }
        if table.rows_virtual() > 0 {
            let unseen = table.rows_virtual();
            let _ = writeln!(
                text,
                "… {unseen} rows are not in the page yet: scroll in it, then read again"
            );
        }
    }
    text
}

fn forgotten(handle: &str) -> Problem {
    Problem {
        code: ProblemCode::NotFound,
        title: format!("There is nothing more under `{handle}`"),
        fix: "Read it anew; only the last few results are kept, and each part is given once"
            .to_owned(),
    }
}
