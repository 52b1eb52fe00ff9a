use std::io::Write as _;
use std::process::ExitCode;
use std::sync::Arc;

use tabwright_browser::cdp::PageScripts;
use tabwright_client::{Home, Settings};
use tabwright_daemon::{BuiltIn, DaemonError, Stop};
use tabwright_mcp::McpRoom;

use crate::args::DaemonOptions;
use crate::{extension, logging};

/// What `/json/protocol` tells.
const CDP_DESCRIPTION: &str = include_str!(concat!(env!("OUT_DIR"), "/protocol.json"));

pub(crate) async fn run(home: &Home, options: &DaemonOptions) -> anyhow::Result<ExitCode> {
    let settings = Settings::load(&home.config_file(), options.settings.given())?;
    home.make()?;
    if options.background {
        leave_terminal();
    }
    let _log = logging::start(home, &settings, !options.background)?;
    let built_in = BuiltIn {
        cdp_description: CDP_DESCRIPTION,
        page_scripts: PageScripts {
            kit: extension::text("kit.js"),
            listeners: extension::text("listeners.js"),
        },
    };
    let listening = match tabwright_daemon::listen(home, &settings, built_in).await {
        Ok(listening) => listening,
        Err(DaemonError::AlreadyRunning(record)) => {
            eprintln!(
                "The daemon is running already (pid {}, port {}). `tabwright stop` stops it.",
                record.pid, record.port
            );
            return Ok(ExitCode::SUCCESS);
        }
        Err(error) => return Err(error.into()),
    };
    // For whoever started us and waits for it.
    let mut stdout = std::io::stdout();
    let _ = writeln!(stdout, "listening on 127.0.0.1:{}", listening.port());
    let _ = stdout.flush();
    let (store, hosts) = (listening.store(), listening.tool_hosts());
    let mcp = McpRoom::load(store, home, hosts, listening.stopping()).await?;
    let listening = listening.with_room(Arc::new(mcp));
    let signals = tokio::spawn(stop_on_signal(listening.stop()));
    listening.serve().await;
    signals.abort();
    Ok(ExitCode::SUCCESS)
}

async fn stop_on_signal(daemon: Stop) {
    terminated().await;
    tracing::info!("stopping because of a signal");
    daemon.stop();
}

#[cfg(unix)]
async fn terminated() {
    use tokio::signal::unix::{SignalKind, signal};
    let Ok(mut term) = signal(SignalKind::terminate()) else {
        let _ = tokio::signal::ctrl_c().await;
        return;
    };
    tokio::select! {
        _ = term.recv() => {}
        _ = tokio::signal::ctrl_c() => {}
    }
}

#[cfg(not(unix))]
async fn terminated() {
    let _ = tokio::signal::ctrl_c().await;
}

/// A session of its own, so that the daemon outlives the terminal it was started from.
fn leave_terminal() {
    #[cfg(unix)]
    if let Err(error) = rustix::process::setsid() {
        eprintln!("cannot leave the terminal: {error}");
    }
}
