//! Where the daemon's log goes: into rotating files in the state folder, one JSON object per line, and
//! to the terminal when it has one. `tabwright logs` reads the files.

use std::io;
use std::panic;

use anyhow::Context as _;
use serde_json::json;
use tabwright_client::{Home, Settings};
use tabwright_files::{LogLimits, LogWriter, LogWriterGuard, RotatingLog};
use tracing_subscriber::fmt::format::Writer;
use tracing_subscriber::fmt::time::{FormatTime as _, SystemTime};
use tracing_subscriber::layer::SubscriberExt as _;
use tracing_subscriber::util::SubscriberInitExt as _;
use tracing_subscriber::{EnvFilter, fmt};

/// The files are called `daemon-000001.log`, and so on.
pub(crate) const STEM: &str = "daemon";
const LIMITS: LogLimits = LogLimits { file_bytes_max: 2 << 20, files_max: 5 };

/// Logs from now on, until the process ends. Keep the guard: dropping it writes what still waits.
pub(crate) fn start(
    home: &Home,
    settings: &Settings,
    has_terminal: bool,
) -> anyhow::Result<LogWriterGuard> {
    let folder = home.log_folder();
    let opened = RotatingLog::open(&folder, STEM, LIMITS);
    let log = opened.with_context(|| format!("cannot open the log in {}", folder.display()))?;
    let (writer, guard) = LogWriter::start(log, dropped_lines)?;
    let filter = EnvFilter::try_new(&settings.daemon.log).with_context(|| {
        format!(
            "the setting `log` has the value `{}`, which is not a log filter",
            settings.daemon.log
        )
    })?;
    let to_file = fmt::layer()
        .json()
        .with_current_span(false)
        .with_span_list(true)
        .with_writer(move || writer.clone());
    let to_terminal =
        has_terminal.then(|| fmt::layer().compact().with_target(false).with_writer(io::stderr));
    tracing_subscriber::registry().with(filter).with(to_file).with(to_terminal).init();
    let usual = panic::take_hook();
    panic::set_hook(Box::new(move |panic| {
        tracing::error!("panic: {panic}");
        if has_terminal {
            usual(panic);
        }
    }));
    Ok(guard)
}

/// Stands in the log in place of lines for which the queue had no room.
fn dropped_lines(count: u64) -> String {
    let mut timestamp = String::new();
    // A string takes everything.
    let _ = SystemTime.format_time(&mut Writer::new(&mut timestamp));
    let message = format!("{count} lines are missing here: the disk was too slow for them");
    let line = json!({ "timestamp": timestamp, "level": "WARN", "fields": { "message": message } });
    format!("{line}\n")
}
