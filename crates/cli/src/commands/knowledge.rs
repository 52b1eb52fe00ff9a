use std::io::{IsTerminal as _, Write as _, stdin, stdout};
use std::process::ExitCode;
use std::time::{SystemTime, UNIX_EPOCH};

use anyhow::bail;
use tabwright_client::{Home, ensure_running};
use tabwright_wire::knowledge::{
    Answer, AskParams, ChangeKnowledgeParams, EditPageParams, ForgetParams, KeepOutcome,
    KnowledgeSettings, KnowledgeStats, KnowledgeStatsParams, PageParams, PageVersionParams,
    PageView, RememberParams, SearchHit, SearchParams, SearchResults, SourceFrom,
};
use tabwright_wire::{
    AskKnowledge, COMMAND_LINE, ChangeKnowledgeSettings, EditPage, ForgetPages,
    GetKnowledgeSettings, GetKnowledgeStats, GetPage, GetPageVersion, LookUpOnWeb, NoParams,
    RememberPage, SearchPages, TabId,
};

use crate::args::knowledge::{
    AskOptions, ForgetOptions, LibraryOptions, PageOptions, RememberOptions, SearchOptions,
};
use crate::format::{self, one_line};

pub(crate) async fn remember(home: &Home, options: RememberOptions) -> anyhow::Result<ExitCode> {
    let client = ensure_running(home).await?.0.named(COMMAND_LINE);
    let params = RememberParams {
        tab: options.tab.map(TabId),
        tags: options.tags,
        note: options.note,
        mode: options.mode.into(),
    };
    let kept = client.call::<RememberPage>(&params).await?;
    if options.output.json {
        format::json(&kept)?;
        return Ok(ExitCode::SUCCESS);
    }
    let what = match kept.outcome {
        KeepOutcome::New => "Remembered",
        KeepOutcome::Changed => "Remembered as it is now, with what it said before",
        KeepOutcome::Unchanged => "Remembered already",
    };
    println!("{what}: {} ({})", one_line(&kept.page.title), kept.page.site);
    for sentence in &kept.summary {
        println!("  {}", one_line(sentence));
    }
    for question in &kept.questions {
        println!("  ? {}", one_line(question));
    }
    if let Some(notice) = &kept.notice {
        println!("{}", one_line(notice));
    }
    if !kept.page.has_text {
        println!("There is no text on it, so only its title and address are kept.");
    }
    println!("`{} page {}` shows it.", format::program(), kept.page.id);
    Ok(ExitCode::SUCCESS)
}

pub(crate) async fn search(home: &Home, options: SearchOptions) -> anyhow::Result<ExitCode> {
    let client = ensure_running(home).await?.0.named(COMMAND_LINE);
    let params = SearchParams {
        query: options.words.join(" "),
        mode: options.by.into(),
        order: options.order.into(),
        site: options.site,
        topic: options.topic,
        entity: options.entity,
        limit: Some(options.limit),
        offset: Some(options.offset),
        no_facets: !options.output.json,
    };
    let found = client.call::<SearchPages>(&params).await?;
    if options.output.json {
        format::json(&found)?;
    } else {
        print_results(&found, options.offset);
    }
    Ok(ExitCode::SUCCESS)
}

fn print_results(found: &SearchResults, offset: u32) {
    for notice in &found.notices {
        println!("{}", one_line(notice));
    }
    for corrected in &found.corrected {
        let (word, instead) = (one_line(&corrected.word), one_line(&corrected.instead));
        println!("No page has \"{word}\": searched for \"{instead}\" instead.");
    }
    if found.hits.is_empty() {
        println!("Nothing found. `{} remember` keeps the page you read.", format::program());
        return;
    }
    found.hits.iter().for_each(print_hit);
    let shown = offset.saturating_add(u32::try_from(found.hits.len()).unwrap_or(u32::MAX));
    if found.total > shown {
        let more = if found.is_exact { "" } else { "more than " };
        println!("{shown} of {more}{}; --offset {shown} shows the next ones.", found.total);
    }
}

fn print_hit(SearchHit { page, snippets, .. }: &SearchHit) {
    println!("{:>5}  {}", page.id, one_line(&page.title));
    println!("       {}  read {}", one_line(&page.url), ago(page.last_visit_ms));
    for snippet in snippets {
        println!("       {}", one_line(&snippet.text));
    }
}

pub(crate) async fn ask(home: &Home, options: AskOptions) -> anyhow::Result<ExitCode> {
    let client = ensure_running(home).await?.0.named(COMMAND_LINE);
    let params =
        AskParams { question: options.question.join(" "), without_model: options.no_model };
    let answer = match options.web {
        true => client.call::<LookUpOnWeb>(&params).await?,
        false => client.call::<AskKnowledge>(&params).await?,
    };
    if options.output.json {
        format::json(&answer)?;
    } else {
        print_answer(&answer);
    }
    Ok(ExitCode::SUCCESS)
}

fn print_answer(answer: &Answer) {
    if let Some(notice) = &answer.notice {
        println!("{}\n", one_line(notice));
    }
    for line in answer.text.lines() {
        println!("{}", one_line(line));
    }
    if !answer.sources.is_empty() {
        println!();
    }
    for source in &answer.sources {
        let from = match (source.from, source.read_ms) {
            (SourceFrom::Web, _) => "  from the web".to_owned(),
            (SourceFrom::Memory, Some(at)) => format!("  read {}", ago(at)),
            (SourceFrom::Memory, None) => String::new(),
        };
        println!("[{}] {}{from}", source.number, one_line(&source.title));
        println!("    {}", one_line(&source.url));
    }
}

pub(crate) async fn page(home: &Home, options: PageOptions) -> anyhow::Result<ExitCode> {
    let client = ensure_running(home).await?.0.named(COMMAND_LINE);
    let page = options.page;
    if let Some(version) = options.version {
        let text = client.call::<GetPageVersion>(&PageVersionParams { page, version }).await?;
        if options.output.json {
            format::json(&text)?;
        } else {
            println!("{}  seen {}\n", one_line(&text.version.title), ago(text.version.seen_ms));
            text.text.lines().for_each(|line| println!("{}", one_line(line)));
        }
        return Ok(ExitCode::SUCCESS);
    }
    let view = match options.note.is_some() || options.tags.is_some() {
        true => {
            let params = EditPageParams { page, note: options.note, tags: options.tags };
            client.call::<EditPage>(&params).await?
        }
        false => client.call::<GetPage>(&PageParams { page }).await?,
    };
    if options.output.json {
        format::json(&view)?;
    } else {
        print_page(&view);
    }
    Ok(ExitCode::SUCCESS)
}

fn print_page(view: &PageView) {
    let page = &view.page;
    println!("{}", one_line(&page.title));
    println!("{}", one_line(&page.url));
    let visits = if page.visits == 1 { "visit" } else { "visits" };
    println!(
        "first read {}, last {}, {} {visits}",
        ago(page.first_seen_ms),
        ago(page.last_visit_ms),
        page.visits
    );
    let facts = [
        ("by", page.author.clone()),
        ("published", page.published.clone()),
        ("tags", Some(page.tags.join(", "))),
        ("note", view.note.clone()),
        (
            "topics",
            Some(view.topics.iter().map(|topic| topic.join(" › ")).collect::<Vec<_>>().join(", ")),
        ),
        ("key phrases", Some(view.key_phrases.join(", "))),
        (
            "names",
            Some(view.entities.iter().map(|it| it.name.clone()).collect::<Vec<_>>().join(", ")),
        ),
    ];
    for (name, value) in facts {
        if let Some(value) = value.filter(|value| !value.is_empty()) {
            println!("{name:<12} {}", one_line(&value));
        }
    }
    for version in &view.versions {
        println!(
            "version {:<4} seen {}, {} characters",
            version.number,
            ago(version.seen_ms),
            version.chars
        );
    }
    println!();
    view.text.lines().for_each(|line| println!("{}", one_line(line)));
}

pub(crate) async fn forget(home: &Home, options: ForgetOptions) -> anyhow::Result<ExitCode> {
    let client = ensure_running(home).await?.0.named(COMMAND_LINE);
    let what = options.what;
    let (params, said) = if let Some(page) = what.page {
        (ForgetParams::Page { page }, format!("page {page}"))
    } else if let Some(url) = what.address {
        (ForgetParams::Address { url: url.clone() }, url)
    } else if let Some(site) = what.site {
        (ForgetParams::Site { site: site.clone() }, format!("all pages of {site}"))
    } else if let Some(span) = what.last {
        let said = format!("what you read in the last {}", format::span(span));
        (ForgetParams::Since { at_ms: now_ms().saturating_sub(span) }, said)
    } else {
        (ForgetParams::Everything, "everything you have kept".to_owned())
    };
    if !options.yes && !is_confirmed(&said)? {
        println!("Nothing was forgotten.");
        return Ok(ExitCode::SUCCESS);
    }
    let forgotten = client.call::<ForgetPages>(&params).await?;
    if options.output.json {
        format::json(&forgotten)?;
        return Ok(ExitCode::SUCCESS);
    }
    match forgotten.pages {
        0 => println!("There was nothing to forget."),
        1 => println!("1 page is forgotten."),
        pages => println!("{pages} pages are forgotten."),
    }
    if forgotten.backups > 0 {
        println!(
            "Earlier copies of the data that `tabwright restore` had set aside are deleted, too."
        );
    }
    Ok(ExitCode::SUCCESS)
}

/// It cannot be undone.
fn is_confirmed(what: &str) -> anyhow::Result<bool> {
    if !stdin().is_terminal() {
        bail!(
            "Say --yes to forget {}: it cannot be undone, and nobody can be asked here",
            one_line(what)
        );
    }
    print!("Forget {}? It cannot be undone. [y/N] ", one_line(what));
    stdout().flush()?;
    let mut answer = String::new();
    stdin().read_line(&mut answer)?;
    Ok(matches!(answer.trim(), "y" | "Y" | "yes"))
}

pub(crate) async fn library(home: &Home, options: LibraryOptions) -> anyhow::Result<ExitCode> {
    let client = ensure_running(home).await?.0.named(COMMAND_LINE);
    let change = ChangeKnowledgeParams {
        automatic: (options.on || options.off).then_some(options.on),
        pause_ms: options.pause,
        site_off: options.site_off,
        site_on: options.site_on,
        allow_host: options.allow_host,
        refuse_host: options.refuse_host,
    };
    let settings = match change == ChangeKnowledgeParams::default() {
        true => client.call::<GetKnowledgeSettings>(&NoParams {}).await?,
        false => client.call::<ChangeKnowledgeSettings>(&change).await?,
    };
    let params = KnowledgeStatsParams { group_by: Some(options.by.into()), limit: None };
    let stats = client.call::<GetKnowledgeStats>(&params).await?;
    if options.output.json {
        format::json(&serde_json::json!({ "settings": settings, "stats": stats }))?;
    } else {
        print_library(&settings, &stats);
    }
    Ok(ExitCode::SUCCESS)
}

fn print_library(settings: &KnowledgeSettings, stats: &KnowledgeStats) {
    let paused = settings.paused_until_ms.filter(|until| *until > now_ms());
    match (settings.automatic, paused) {
        (false, _) => println!(
            "Only pages that you remember are kept. --on keeps what you read, on this computer."
        ),
        (true, None) => {
            println!("Pages that you read for a while are kept, on this computer only.");
        }
        (true, Some(until)) => {
            println!("Paused for {}.", format::span(until.saturating_sub(now_ms())));
        }
    }
    for (name, sites) in
        [("not kept", &settings.sites_off), ("own network", &settings.intranet_hosts)]
    {
        if !sites.is_empty() {
            println!("{name:<12} {}", sites.join(", "));
        }
    }
    println!(
        "{} pages, {} of them with their text, of {} sites; {} names, {} topics; {}",
        stats.pages,
        stats.with_text,
        stats.sites,
        stats.entities,
        stats.topics,
        format::size(stats.bytes),
    );
    for group in &stats.groups {
        println!("{:>7}  {}", group.count, one_line(&group.name));
    }
}

fn ago(at_ms: u64) -> String {
    format!("{} ago", format::span(now_ms().saturating_sub(at_ms)))
}

fn now_ms() -> u64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    u64::try_from(since.as_millis()).unwrap_or(u64::MAX)
}
