//! `tabwright import` and `tabwright export`.

use std::io::{IsTerminal as _, Write as _, stderr};
use std::path::{Path, absolute};
use std::process::ExitCode;
use std::time::{Duration, Instant};

use anyhow::bail;
use tabwright_client::{Client, Home, ensure_running};
use tabwright_wire::knowledge::{
    ChangeImportParams, ExportParams, ImportChange, ImportJob, ImportParams, ImportSource,
    ImportState, ImportWhat, StartImportParams,
};
use tabwright_wire::{
    COMMAND_LINE, ChangeImport, ExportPages, ListImportFailures, ListImportSources, ListImports,
    NoParams, StartImport,
};

use crate::args::import::{ExportOptions, ImportOptions, ManageOptions};
use crate::format::{self, one_line};

/// How often the daemon is asked how far it is.
const LOOK_EVERY: Duration = Duration::from_millis(250);
/// As they are typed, and what the browser is called.
const BROWSERS: [(&str, &str); 6] = [
    ("chrome", "Google Chrome"),
    ("edge", "Microsoft Edge"),
    ("brave", "Brave"),
    ("chromium", "Chromium"),
    ("vivaldi", "Vivaldi"),
    ("firefox", "Firefox"),
];
/// One of these is in the folder of a browser's profile.
const BOOKMARK_FILES: [&str; 3] = ["Bookmarks", "AccountBookmarks", "places.sqlite"];
const HISTORY_FILES: [&str; 2] = ["History", "places.sqlite"];

pub(crate) async fn import(home: &Home, options: ImportOptions) -> anyhow::Result<ExitCode> {
    let client = ensure_running(home).await?.0.named(COMMAND_LINE);
    let json = options.output.json;
    let ManageOptions { list, pause, resume, cancel, failures } = options.manage;
    let changes = [
        (pause, ImportChange::Pause),
        (resume, ImportChange::Resume),
        (cancel, ImportChange::Cancel),
    ];
    let change = changes.into_iter().find_map(|(import, change)| Some((import?, change)));
    if let Some((import, change)) = change {
        let job = client.call::<ChangeImport>(&ChangeImportParams { import, change }).await?;
        return shown(&[job], json);
    }
    if let Some(import) = failures {
        return list_failures(&client, import, json).await;
    }
    if list {
        return shown(&client.call::<ListImports>(&NoParams {}).await?.imports, json);
    }
    let Some(source) = &options.source else { return list_sources(&client, json).await };
    let wanted = wanted(&client, source, &options).await?;
    let mut jobs = Vec::new();
    let filter = tabwright_wire::knowledge::ImportFilter::from(options.filter);
    for source in wanted {
        let params = StartImportParams {
            source,
            filter: filter.clone(),
            dry_run: options.dry_run,
            fetch_contents: options.contents,
        };
        jobs.push(client.call::<StartImport>(&params).await?);
    }
    if options.detach {
        return shown(&jobs, json);
    }
    let ids: Vec<u32> = jobs.iter().map(|job| job.id).collect();
    let jobs = tokio::select! {
        jobs = watch(&client, &ids) => jobs?,
        _ = tokio::signal::ctrl_c() => {
            let program = format::program();
            eprintln!(
                "\nThe import goes on in the background. `{program} import --list` shows how far it is, \
                 `{program} import --pause {}` pauses it.",
                ids.first().copied().unwrap_or_default()
            );
            return Ok(ExitCode::SUCCESS);
        }
    };
    shown(&jobs, json)
}

/// What of a source is to be imported.
async fn wanted(
    client: &Client,
    source: &str,
    options: &ImportOptions,
) -> anyhow::Result<Vec<ImportWhat>> {
    let all = !options.bookmarks && !options.history;
    let (bookmarks, history) = (all || options.bookmarks, all || options.history);
    if source.eq_ignore_ascii_case("browser") {
        return Ok(vec![ImportWhat::Connected { bookmarks, history }]);
    }
    let named = BROWSERS.iter().find(|(name, _)| source.eq_ignore_ascii_case(name));
    let Some((_, label)) = named else {
        let path = absolute(source)?;
        if !path.exists() {
            bail!(
                "There is neither a file nor a browser \"{}\". `{} import` lists what was found",
                one_line(source),
                format::program()
            );
        }
        let has = |names: &[&str]| names.iter().any(|name| path.join(name).is_file());
        let (has_bookmarks, has_history) = (has(&BOOKMARK_FILES), has(&HISTORY_FILES));
        if has_bookmarks || has_history {
            return Ok(of_profile(&path, bookmarks && has_bookmarks, history && has_history));
        }
        if !all {
            bail!("--bookmarks and --history are for browsers: a file is imported as it is");
        }
        return Ok(vec![ImportWhat::File { path: path.display().to_string() }]);
    };
    let found = client.call::<ListImportSources>(&NoParams {}).await?.sources;
    let is_wanted = |found: &&ImportSource| {
        let profile = options.profile.as_ref();
        found.browser == *label && profile.is_none_or(|profile| found.profile == *profile)
    };
    let wanted: Vec<ImportWhat> = found
        .iter()
        .filter(is_wanted)
        .flat_map(|found| {
            let has_bookmarks = found.bookmarks_bytes.is_some() || found.has_encrypted_bookmarks;
            let has_history = found.history_bytes.is_some();
            let folder = Path::new(&found.folder);
            of_profile(folder, bookmarks && has_bookmarks, history && has_history)
        })
        .collect();
    if wanted.is_empty() {
        bail!(
            "Nothing of {label} was found on this computer. `{} import` lists what was found",
            format::program()
        );
    }
    Ok(wanted)
}

fn of_profile(folder: &Path, bookmarks: bool, history: bool) -> Vec<ImportWhat> {
    let folder = folder.display().to_string();
    let bookmarks = bookmarks.then(|| ImportWhat::Bookmarks { folder: folder.clone() });
    let history = history.then_some(ImportWhat::History { folder });
    bookmarks.into_iter().chain(history).collect()
}

/// Waits until the imports have ended, and shows how far they are.
async fn watch(client: &Client, ids: &[u32]) -> anyhow::Result<Vec<ImportJob>> {
    let begun = Instant::now();
    let is_terminal = stderr().is_terminal();
    loop {
        let mut jobs = client.call::<ListImports>(&NoParams {}).await?.imports;
        jobs.retain(|job| ids.contains(&job.id));
        jobs.sort_by_key(|job| job.id);
        let running: Vec<&ImportJob> =
            jobs.iter().filter(|job| job.state == ImportState::Running).collect();
        if is_terminal {
            eprint!("\r\x1b[K");
            if let Some(job) = running.first() {
                eprint!("{}", progress(job, begun.elapsed()));
            }
            stderr().flush()?;
        }
        if running.is_empty() {
            return Ok(jobs);
        }
        tokio::time::sleep(LOOK_EVERY).await;
    }
}

fn progress(job: &ImportJob, since: Duration) -> String {
    let label = one_line(&job.label);
    let texts = job.contents_read + job.contents_failed;
    if job.contents_waiting > 0 && job.fraction >= 1.0 {
        return format!("{label}: {texts} of {} texts", texts + job.contents_waiting);
    }
    let rows = match job.rows_total {
        Some(total) => format!("{} of {total} rows", job.rows),
        None => format!("{} rows", job.rows),
    };
    let percent = f64::from(job.fraction) * 100.0;
    let left = since.as_secs_f64() * (1.0 - f64::from(job.fraction)) / f64::from(job.fraction);
    let left = match job.fraction > 0.02 && left >= 1.0 {
        true => format!(", {} left", format::span((left * 1_000.0) as u64)),
        false => String::new(),
    };
    format!("{label}: {rows}, {percent:.0} %{left}")
}

/// Fails if one of them did.
fn shown(jobs: &[ImportJob], json: bool) -> anyhow::Result<ExitCode> {
    if json {
        format::json(&serde_json::json!({ "imports": jobs }))?;
    } else if jobs.is_empty() {
        println!("Nothing was imported yet. `{} import` lists what can be.", format::program());
    } else {
        jobs.iter().for_each(print_job);
    }
    let failed = jobs.iter().any(|job| job.state == ImportState::Failed);
    Ok(if failed { ExitCode::FAILURE } else { ExitCode::SUCCESS })
}

fn print_job(job: &ImportJob) {
    let state = match job.state {
        ImportState::Running => format!("runs, {:.0} %", f64::from(job.fraction) * 100.0),
        ImportState::Paused => "is paused".to_owned(),
        ImportState::Done => "done".to_owned(),
        ImportState::Failed => "failed".to_owned(),
        ImportState::Cancelled => "cancelled".to_owned(),
    };
    let trial = if job.dry_run { "  (counted only: nothing is kept)" } else { "" };
    println!("{:>3}  {}: {state}{trial}", job.id, one_line(&job.label));
    println!(
        "     {} rows, {} pages are new, {} were known",
        job.rows, job.new_pages, job.known_pages
    );
    if job.forgotten_pages > 0 {
        println!("     {} were forgotten once, and do not come back", job.forgotten_pages);
    }
    for skipped in &job.skipped {
        println!("     {} not taken: {}", skipped.count, one_line(&skipped.name));
    }
    if job.fetch_contents {
        println!(
            "     {} texts were read, {} could not be, {} are waiting",
            job.contents_read, job.contents_failed, job.contents_waiting
        );
    }
    if job.failed_rows > 0 {
        println!("     {} rows could not be read", job.failed_rows);
    }
    if job.failed_rows + job.contents_failed > 0 {
        println!("     `{} import --failures {}` tells why", format::program(), job.id);
    }
    let notes = job.notes.iter().chain(&job.error);
    notes.for_each(|note| println!("     {}", one_line(note)));
}

async fn list_failures(client: &Client, import: u32, json: bool) -> anyhow::Result<ExitCode> {
    let list = client.call::<ListImportFailures>(&ImportParams { import }).await?;
    if json {
        format::json(&list)?;
        return Ok(ExitCode::SUCCESS);
    }
    for failure in &list.failures {
        println!("{}: {}", one_line(&failure.place), one_line(&failure.why));
    }
    let named = list.failures.len() as u64;
    match list.total.saturating_sub(named) {
        0 if named == 0 => println!("Everything could be read."),
        0 => {}
        more => println!("… and {more} more"),
    }
    Ok(ExitCode::SUCCESS)
}

async fn list_sources(client: &Client, json: bool) -> anyhow::Result<ExitCode> {
    let found = client.call::<ListImportSources>(&NoParams {}).await?;
    if json {
        format::json(&found)?;
        return Ok(ExitCode::SUCCESS);
    }
    let program = format::program();
    if found.sources.is_empty() {
        println!("No browser with bookmarks or a history was found on this computer.");
    }
    for source in &found.sources {
        let size = |name: &str, bytes: Option<u64>| {
            bytes.map(|bytes| format!("{name} {}", format::size(bytes)))
        };
        let mut parts: Vec<String> = size("bookmarks", source.bookmarks_bytes)
            .into_iter()
            .chain(size("history", source.history_bytes))
            .collect();
        if source.has_encrypted_bookmarks {
            parts.push(format!(
                "bookmarks that only it can read: `{program} import browser --bookmarks`"
            ));
        }
        println!(
            "{} ({}): {}",
            one_line(&source.browser),
            one_line(&source.profile),
            parts.join(", ")
        );
        let name = BROWSERS.iter().find(|(_, label)| *label == source.browser);
        if let Some((name, _)) = name {
            let profile = format::shell_quoted(&one_line(&source.profile));
            println!("    {program} import {name} --profile {profile}");
        }
    }
    println!(
        "`{program} import FILE` reads bookmark files, exports of Pocket, Raindrop, Karakeep and \
         Instapaper, saved pages and folders of them; `{program} import browser` what the connected \
         browser tells. --dry-run only counts."
    );
    Ok(ExitCode::SUCCESS)
}

pub(crate) async fn export(home: &Home, options: ExportOptions) -> anyhow::Result<ExitCode> {
    let client = ensure_running(home).await?.0.named(COMMAND_LINE);
    let path = absolute(&options.file)?.display().to_string();
    let params = ExportParams { path, format: options.format.into(), force: options.force };
    let exported = client.call::<ExportPages>(&params).await?;
    if options.output.json {
        format::json(&exported)?;
    } else {
        let pages = if exported.pages == 1 { "page" } else { "pages" };
        println!("Wrote {} {pages} to {}.", exported.pages, options.file.display());
    }
    Ok(ExitCode::SUCCESS)
}
