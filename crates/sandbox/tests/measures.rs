//! Figures, not assertions: `cargo test -p tabwright-sandbox --test measures -- --ignored --nocapture`.

#![allow(clippy::unwrap_used)]

mod env;

use std::time::Instant;

use env::TestEnv;
use tabwright_sandbox::{Limits, playwright};

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "prints figures"]
async fn figures() {
    let began = Instant::now();
    let env = TestEnv::new();
    println!("start, small API: {:?}", began.elapsed());
    let began = Instant::now();
    let whole = TestEnv::of(playwright(), Limits::default());
    println!("start, Playwright API: {:?}", began.elapsed());

    env.value("1").await;
    let began = Instant::now();
    for _ in 0..100 {
        env.value("").await;
    }
    println!("empty run: {:?}", began.elapsed() / 100);
    whole.value("1").await;
    let began = Instant::now();
    for _ in 0..100 {
        whole.value("").await;
    }
    println!("empty run, Playwright API: {:?}", began.elapsed() / 100);
    let ran = env.ran("for (let i = 0; i < 100; i += 1) await host('echo', { i })").await;
    println!("100 calls, one after another: {:?}", ran.took);
    let ran = env
        .ran("await Promise.all(Array.from({ length: 1000 }, (_, i) => host('echo', { i }))); 1")
        .await;
    println!("1,000 calls at once: {:?}", ran.took);

    let before = resident_kib();
    let idle: Vec<TestEnv> = (0..20).map(|_| TestEnv::new()).collect();
    println!("idle sandbox, small API: {} KiB", (resident_kib() - before) / 20);
    let before = resident_kib();
    let whole: Vec<TestEnv> =
        (0..20).map(|_| TestEnv::of(playwright(), Limits::default())).collect();
    println!("idle sandbox, Playwright API: {} KiB", (resident_kib() - before) / 20);
    drop((idle, whole));
}

fn resident_kib() -> i64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap();
    let line = status.lines().find(|line| line.starts_with("VmRSS")).unwrap();
    line.split_whitespace().nth(1).unwrap().parse().unwrap()
}
