use std::process::ExitCode;

use serde_json::json;
use tabwright_client::{Home, running};
use tabwright_policy::AuditLog;
use tabwright_wire::{LogEntry, LogFilter, ReadLog};

use crate::args::policy::{LogCommand, LogOptions};
use crate::format;

/// The log is read from its files: it can be had without a daemon.
pub(crate) async fn run(home: &Home, options: &LogOptions) -> anyhow::Result<ExitCode> {
    until_written(home).await;
    let folder = home.audit_log();
    if let Some(LogCommand::Verify(output)) = &options.command {
        let verified = AuditLog::verify(&folder);
        match (&verified, output.json) {
            (Ok(whole), true) => {
                format::json(
                    &json!({ "whole": true, "entries": whole.entries, "files": whole.files }),
                )?;
            }
            (Ok(whole), false) => println!(
                "Nobody has changed the log: {} entries in {} files.",
                whole.entries, whole.files
            ),
            (Err(broken), true) => {
                format::json(&json!({ "whole": false, "why": broken.to_string() }))?;
            }
            (Err(broken), false) => println!("The log was changed or damaged: {broken}"),
        }
        return Ok(if verified.is_ok() { ExitCode::SUCCESS } else { ExitCode::FAILURE });
    }
    let entries = AuditLog::read(&folder, &options.filter())?;
    if options.output.json {
        format::json(&entries)?;
    } else if entries.entries.is_empty() {
        println!("No matching entries.");
    } else {
        entries.entries.iter().for_each(print);
    }
    Ok(ExitCode::SUCCESS)
}

/// A daemon writes its log behind what it answers. When it is asked for an entry, all of them are in the files.
async fn until_written(home: &Home) {
    if let Ok(client) = running(home).await {
        let newest = LogFilter { max: Some(1), ..LogFilter::default() };
        // A daemon that does not answer is no reason not to read what is there.
        let _ = client.call::<ReadLog>(&newest).await;
    }
}

fn print(entry: &LogEntry) {
    let LogEntry { time, client, operation, url, outcome, note, .. } = entry;
    let outcome = format!("{outcome:?}").to_lowercase();
    let page = if url.is_empty() { String::new() } else { format!(" on {url}") };
    let note = if note.is_empty() { String::new() } else { format!(": {note}") };
    println!(
        "{time}  {}",
        format::one_line(&format!("{client}  {operation}{page}  {outcome}{note}"))
    );
}
