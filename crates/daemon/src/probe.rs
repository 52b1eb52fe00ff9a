//! How fast the way to the browser is: the same question, many times.

use std::sync::Arc;
use std::time::{Duration, Instant};

use tabwright_room::{bad_request, internal};
use tabwright_rpc::Channel;
use tabwright_wire::{Echo, EchoParams, EchoRequest, Problem, RoundTrips};
use tokio::sync::Semaphore;
use tokio::task::JoinSet;

const TIMES_MAX: u32 = 100_000;
const AT_ONCE_MAX: u32 = 10_000;

pub(crate) async fn echo(control: &Channel, request: EchoRequest) -> Result<RoundTrips, Problem> {
    let EchoRequest { text, tab, times, at_once } = request;
    if !(1..=TIMES_MAX).contains(&times) || !(1..=AT_ONCE_MAX).contains(&at_once) {
        return Err(bad_request(format_args!(
            "`times` must be 1 to {TIMES_MAX} and `atOnce` 1 to {AT_ONCE_MAX}"
        )));
    }
    let params = Arc::new(EchoParams { text, tab });
    let turns = Arc::new(Semaphore::new(at_once as usize));
    let began = Instant::now();
    let mut trips = JoinSet::new();
    let mut spans: Vec<Duration> = Vec::with_capacity(times as usize);
    for _ in 0..times {
        let turn = Arc::clone(&turns).acquire_owned().await;
        let (control, params) = (control.clone(), Arc::clone(&params));
        trips.spawn(async move {
            let sent = Instant::now();
            let answer = control.invoke::<Echo>(&params).await;
            drop(turn);
            answer.map(|_| sent.elapsed())
        });
        // Reaped as we go, so that a long run holds no more than it has under way.
        while let Some(done) = trips.try_join_next() {
            spans.push(finish(done)?);
        }
    }
    while let Some(done) = trips.join_next().await {
        spans.push(finish(done)?);
    }
    let elapsed = began.elapsed().as_secs_f64();
    spans.sort_unstable();
    let percentile = |share: f64| {
        let index = ((spans.len() as f64 - 1.0) * share).round() as usize;
        spans.get(index).map_or(0.0, |span| span.as_secs_f64() * 1_000.0)
    };
    Ok(RoundTrips {
        times,
        p50_ms: percentile(0.5),
        p99_ms: percentile(0.99),
        per_second: f64::from(times) / elapsed,
    })
}

fn finish(
    done: Result<Result<Duration, tabwright_rpc::Error>, tokio::task::JoinError>,
) -> Result<Duration, Problem> {
    Ok(done.map_err(|error| internal(&error))??)
}
