//! What happens, live, until Ctrl-C or the daemon's end.

use std::io::Write as _;
use std::process::ExitCode;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use serde::Serialize;
use tabwright_client::{Home, ensure_running, running};
use tabwright_wire::{Event, EventRecord, NavigationPhase, TabId};

use super::verbs::{dialog, download_state};
use crate::args::WatchOptions;
use crate::format::one_line;

#[derive(Serialize)]
struct Seen<'a> {
    /// When we heard of it, in milliseconds since 1970.
    #[serde(rename = "timeMs")]
    time_ms: u128,
    #[serde(flatten)]
    record: &'a EventRecord,
}

pub(crate) async fn run(home: &Home, options: &WatchOptions) -> anyhow::Result<ExitCode> {
    let (mut client, _) = ensure_running(home).await?;
    let mut last = None;
    loop {
        let mut events = client.events("tabwright-watch", last).await?;
        if last.is_none() && !options.json {
            eprintln!("Watching. Press Ctrl-C to stop. Times are in UTC.");
        }
        while let Some(record) = events.next().await {
            last = Some(record.id);
            let stopping = record.event == Event::DaemonStopping;
            if options.tab.is_none_or(|tab| tab_of(&record.event) == Some(TabId(tab))) || stopping {
                show(&record, options.json)?;
            }
            if stopping {
                return Ok(ExitCode::SUCCESS);
            }
        }
        // We fell behind, or the daemon was killed.
        client = running(home).await?;
    }
}

fn show(record: &EventRecord, json: bool) -> anyhow::Result<()> {
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    let line = if json {
        serde_json::to_string(&Seen { time_ms: now.as_millis(), record })?
    } else {
        format!("{}  {}", clock(now), describe(&record.event))
    };
    let mut out = std::io::stdout().lock();
    if writeln!(out, "{line}").and_then(|()| out.flush()).is_err() {
        // Whoever reads us has enough.
        std::process::exit(0);
    }
    Ok(())
}

fn clock(since_1970: Duration) -> String {
    let (seconds, ms) = (since_1970.as_secs() % 86_400, since_1970.subsec_millis());
    format!("{:02}:{:02}:{:02}.{ms:03}", seconds / 3_600, seconds / 60 % 60, seconds % 60)
}

fn describe(event: &Event) -> String {
    match event {
        Event::BrowserConnected { browser } => {
            format!(
                "browser {} connected: {} {}",
                browser.name, browser.product, browser.product_version
            )
        }
        Event::BrowserDisconnected { profile, reason } => {
            format!("browser {profile} disconnected: {reason}")
        }
        Event::ManagedBrowserExited { detail, .. } => {
            format!("the browser of `tabwright up` has ended: {detail}")
        }
        Event::Verb { client, verb, error: None } => format!("{}: {verb}", one_line(client)),
        Event::Verb { client, verb, error: Some(error) } => {
            format!("{}: {verb} failed: {}", one_line(client), one_line(error))
        }
        Event::TabOpened { tab, opener: Some(opener), .. } => {
            format!("tab {tab} opened by tab {opener}")
        }
        Event::TabOpened { tab, .. } => format!("tab {tab} opened"),
        Event::TabClosed { tab, .. } => format!("tab {tab} closed"),
        Event::Navigation { tab, phase, url, .. } => {
            format!("tab {tab} {} {}", describe_phase(*phase), one_line(url))
        }
        Event::DialogOpened { tab, dialog: shown, .. } => {
            format!("tab {tab} shows a dialog: {}", dialog(shown))
        }
        Event::DialogClosed { tab, .. } => format!("the dialog of tab {tab} is closed"),
        Event::Download { download, .. } => {
            let (state, path) = (download_state(download.state), one_line(&download.path));
            format!("download {state}: {path} from {}", one_line(&download.url))
        }
        Event::Stopped { tab, .. } => {
            format!("you stopped tab {tab}; `tabwright resume --tab {tab}` allows it again")
        }
        Event::Questions { questions } if questions.is_empty() => "no questions".to_owned(),
        Event::Questions { questions } => {
            let asked = questions.iter().map(|it| {
                format!("{} {} wants to {}", it.id, one_line(&it.client), one_line(&it.what))
            });
            format!("waiting for you: {}", asked.collect::<Vec<_>>().join("; "))
        }
        Event::DaemonStopping => "the daemon is stopping".to_owned(),
    }
}

fn describe_phase(phase: NavigationPhase) -> &'static str {
    match phase {
        NavigationPhase::Started => "starts to load",
        NavigationPhase::Committed => "went to",
        NavigationPhase::Parsed => "has parsed",
        NavigationPhase::Loaded => "has loaded",
        NavigationPhase::Moved => "moved within the page to",
        NavigationPhase::Failed => "could not load",
    }
}

fn tab_of(event: &Event) -> Option<TabId> {
    match event {
        Event::TabOpened { tab, .. }
        | Event::TabClosed { tab, .. }
        | Event::Navigation { tab, .. }
        | Event::DialogOpened { tab, .. }
        | Event::DialogClosed { tab, .. }
        | Event::Stopped { tab, .. } => Some(*tab),
        Event::BrowserConnected { .. }
        | Event::BrowserDisconnected { .. }
        | Event::ManagedBrowserExited { .. }
        | Event::Verb { .. }
        | Event::Download { .. }
        | Event::Questions { .. }
        | Event::DaemonStopping => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_clock_shows_the_time_of_day() {
        let noon = Duration::from_millis(86_400_000 * 20_000 + 43_200_000 + 61_007);
        assert_eq!(clock(noon), "12:01:01.007");
    }
}
