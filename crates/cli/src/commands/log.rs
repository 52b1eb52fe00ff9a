use std::process::ExitCode;

use serde_json::json;
use tabwright_client::Home;
use tabwright_policy::AuditLog;
use tabwright_wire::LogEntry;

use crate::args::policy::{LogCommand, LogOptions};
use crate::format;

/// The log is read from its files: it can be had without a daemon.
pub(crate) fn run(home: &Home, options: &LogOptions) -> anyhow::Result<ExitCode> {
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
