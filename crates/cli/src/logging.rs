//! Where the daemon's words go: the terminal, or a file when it has none.

use std::fs::{self, File};
use std::sync::Mutex;

use anyhow::Context as _;
use tabwright_client::{Home, Settings};
use tracing_subscriber::EnvFilter;

/// A log that grew past this is put aside when the next daemon starts; one old log is kept.
const LOG_BYTES_MAX: u64 = 5 * 1024 * 1024;

pub(crate) fn to_terminal(settings: &Settings) -> anyhow::Result<()> {
    tracing_subscriber::fmt()
        .with_env_filter(filter(settings)?)
        .with_target(false)
        .with_writer(std::io::stderr)
        .init();
    Ok(())
}

pub(crate) fn to_file(home: &Home, settings: &Settings) -> anyhow::Result<()> {
    let path = home.log_file();
    if fs::metadata(&path).is_ok_and(|log| log.len() > LOG_BYTES_MAX) {
        fs::rename(&path, path.with_extension("log.old"))?;
    }
    let file = File::options().create(true).append(true).open(&path);
    let file = file.with_context(|| format!("cannot open the log {}", path.display()))?;
    tracing_subscriber::fmt()
        .with_env_filter(filter(settings)?)
        .with_target(false)
        .with_ansi(false)
        .with_writer(Mutex::new(file))
        .init();
    std::panic::set_hook(Box::new(|panic| tracing::error!("panic: {panic}")));
    Ok(())
}

fn filter(settings: &Settings) -> anyhow::Result<EnvFilter> {
    let log = &settings.daemon.log;
    EnvFilter::try_new(log)
        .with_context(|| format!("the setting `log` is `{log}`, which is not a log filter"))
}
