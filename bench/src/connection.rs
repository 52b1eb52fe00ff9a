//! What the connection costs: to start, to hold, to use.

use std::time::Instant;

use tabwright_client::{Client, Home};
use tabwright_testbed::{DaemonProcess, TestEnv, program};
use tabwright_wire::{EchoRequest, MeasureEcho, TabId};

use crate::floor::Floor;
use tabwright_bench::figures::{Aim, Report, Spans};

const ROUNDS: usize = 7;
const TEXT: &str = "a sentence of about the length that a small command has on this wire";
/// The same mebibytes that the relay's benchmark reads from /proc.
const MB: f64 = 1024.0 * 1024.0;

pub(crate) async fn run() {
    let mut report = Report::from_arguments();
    cold_start(&mut report).await;

    let env = TestEnv::new().await;
    report.value("daemon RSS, idle", "MB", resident_mb(&env).await, Aim::Under(15.0));
    if let Some(own) = own_mb(env.daemon.pid()) {
        report.value(
            "of it the daemon's own, without its program file",
            "MB",
            own,
            Aim::Under(15.0),
        );
    }
    let browser = env.browser().await;
    browser.open(&env.site.page("bench")).await;
    let client = env.client().await;
    let tabs = client.tabs().await.expect("tabs").tabs;
    let tab = tabs.iter().find(|tab| tab.title == "bench").expect("our page").id;
    let worker = browser.worker().await;

    for (place, tab, times) in
        [("service worker", None, 2_000), ("content script", Some(tab), 1_000)]
    {
        let floor = Floor::in_worker(&worker, tab).await;
        round_trips(&mut report, &client, floor, place, tab, times).await;
    }

    let many = EchoRequest { text: TEXT.into(), tab: None, times: 100_000, at_once: 64 };
    let trips = client.call::<MeasureEcho>(&many).await.expect("100,000 calls");
    report.value("100,000 calls, 64 at once", "/s", trips.per_second, Aim::None);
    report.value("daemon RSS, after 100,000 calls", "MB", resident_mb(&env).await, Aim::None);
    report.finish();
}

/// From the start of the process to its word that it listens, beside the start of the same
/// program that only prints its version.
async fn cold_start(report: &mut Report) {
    let mut rounds = Vec::new();
    for _ in 0..20 {
        let folder = tempfile::tempdir().expect("a folder");
        let home = Home::at(folder.path().to_owned()).expect("absolute");
        let began = Instant::now();
        let daemon = DaemonProcess::start(&home, 0, &[]).await;
        let ours = began.elapsed();
        drop(daemon);
        let began = Instant::now();
        let version = tokio::process::Command::new(program()).arg("--version").output().await;
        assert!(version.expect("it runs").status.success());
        rounds.push((ours.as_secs_f64() * 1_000.0, began.elapsed().as_secs_f64() * 1_000.0));
    }
    report.beside("cold start to listening", "ms", &rounds, Aim::Under(50.0));
    let worst =
        Spans::of(rounds.iter().map(|round| std::time::Duration::from_secs_f64(round.0 / 1e3)));
    let slowest = worst.percentile(1.0);
    report.value("cold start to listening, slowest of 20", "ms", slowest, Aim::None);
}

/// Ours and the floor by turns, so that both see the same load.
async fn round_trips(
    report: &mut Report,
    client: &Client,
    mut floor: Floor,
    place: &str,
    tab: Option<TabId>,
    times: u32,
) {
    // The frame that an invoke of ours is, so that the floor carries as much.
    let frame = format!(
        r#"{{"name":"browserControl","message":{{"type":"invoke","callId":12345,"name":"echo","args":[{{"text":"{TEXT}"}}]}}}}"#
    );
    let request = |times, at_once| EchoRequest { text: TEXT.into(), tab, times, at_once };
    client.call::<MeasureEcho>(&request(500, 8)).await.expect("warm");
    floor.together(&frame, 500, 8).await;

    let (mut p50, mut p99, mut rate) = (Vec::new(), Vec::new(), Vec::new());
    for _ in 0..ROUNDS {
        let ours = client.call::<MeasureEcho>(&request(times, 1)).await.expect("echo");
        let bare = floor.one_by_one(&frame, times).await;
        p50.push((ours.p50_ms, bare.percentile(0.5)));
        p99.push((ours.p99_ms, bare.percentile(0.99)));
        let ours = client.call::<MeasureEcho>(&request(times * 5, 64)).await.expect("echo");
        rate.push((ours.per_second, floor.together(&frame, times * 5, 64).await));
    }
    report.beside(&format!("invoke → {place}, p50"), "ms", &p50, Aim::RatioAtMost(1.3));
    report.beside(&format!("invoke → {place}, p99"), "ms", &p99, Aim::None);
    report.beside(&format!("invoke → {place}, 64 at once"), "/s", &rate, Aim::None);
}

/// Memory that no file stands behind. The pages of the program file are shared, and the system takes them back when it
/// needs them.
fn own_mb(pid: u32) -> Option<f64> {
    let status = std::fs::read_to_string(format!("/proc/{pid}/status")).ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("RssAnon:"))?;
    Some(line.split_whitespace().next()?.parse::<f64>().ok()? / 1024.0)
}

async fn resident_mb(env: &TestEnv) -> f64 {
    env.status().await.diagnostics.resident_bytes.unwrap_or_default() as f64 / MB
}
