//! Starting, cancelling, breaking down, many at once, and what is left afterwards.

#![allow(clippy::unwrap_used)]

mod env;

use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use env::{API, TestEnv};
use serde_json::json;
use serde_json::value::RawValue;
use tabwright_sandbox::{Api, ErrorKind, Limits, RunLimits, SandboxError};

fn context() -> Box<RawValue> {
    RawValue::from_string("{}".into()).unwrap()
}

const LONG: RunLimits = RunLimits { time: Duration::from_secs(30) };

#[tokio::test]
async fn dropping_the_future_cancels_the_run_and_its_calls() {
    let env = TestEnv::new();
    env.value("state.kept = 1").await;
    let context = context();
    {
        let run = env.sandbox.run("await host('never'); state.kept = 2", &context, &LONG);
        tokio::select! {
            ran = run => panic!("{ran:?}"),
            asked = env.host.asked.acquire() => asked.unwrap().forget(),
        }
    }
    env.host.dropped.acquire().await.unwrap().forget();
    assert_eq!(env.host.under_way.load(Ordering::SeqCst), 0);
    assert_eq!(env.value("state.kept").await, json!(1));
}

#[tokio::test]
async fn a_cancelled_loop_ends_too() {
    let env = TestEnv::new();
    for code in [
        "host('echo'); await sleep(1); while (true) {}",
        "(async () => { while (true) await null })(); await host('never')",
    ] {
        let context = context();
        let run = env.sandbox.run(code, &context, &LONG);
        tokio::select! {
            ran = run => panic!("{ran:?}"),
            asked = env.host.asked.acquire() => asked.unwrap().forget(),
        }
        // It would wait for ever behind a loop that goes on.
        let ran = env.ran("1").await;
        assert_eq!(ran.value.unwrap().get(), "1");
    }
}

#[tokio::test]
async fn state_lost_in_a_cancelled_run_is_told_by_the_next() {
    let env = TestEnv::new();
    env.value("state.kept = 1").await;
    let context = context();
    {
        let code = "(async () => { while (true) await null })(); await host('never')";
        let run = env.sandbox.run(code, &context, &LONG);
        tokio::select! {
            ran = run => panic!("{ran:?}"),
            asked = env.host.asked.acquire() => asked.unwrap().forget(),
        }
    }
    let ran = env.ran("typeof state.kept").await;
    assert_eq!(ran.value.unwrap().get(), "\"undefined\"");
    assert!(ran.state_lost);
    assert!(!env.ran("1").await.state_lost);
}

#[tokio::test]
async fn runs_take_turns() {
    let env = Arc::new(TestEnv::new());
    let code = "if (state.busy) throw new Error('two at once');
                state.busy = true; await sleep(5); state.busy = false; state.count = (state.count ?? 0) + 1";
    let runs: Vec<_> = (0..10)
        .map(|_| {
            let env = Arc::clone(&env);
            tokio::spawn(async move { env.value(code).await })
        })
        .collect();
    for run in runs {
        run.await.unwrap();
    }
    assert_eq!(env.value("state.count").await, json!(10));
}

#[tokio::test]
async fn a_panic_is_an_error_and_the_next_run_starts_afresh() {
    let env = TestEnv::new();
    env.value("state.kept = 1").await;
    let error = env.sandbox.run("await host('panic')", &context(), &LONG).await.unwrap_err();
    assert!(
        matches!(&error, SandboxError::Panicked { message } if message == "the host fell over"),
        "{error}"
    );
    assert_eq!(env.value("typeof state.kept").await, json!("undefined"));
    env.is_well().await;
}

#[tokio::test]
async fn a_host_that_panics_when_asked_is_no_different() {
    struct Falls;
    impl tabwright_sandbox::Host for Falls {
        fn call(
            &self,
            _: String,
            _: String,
        ) -> futures_util::future::BoxFuture<'static, Result<String, tabwright_sandbox::HostError>>
        {
            panic!("at once")
        }
    }
    let sandbox =
        tabwright_sandbox::Sandbox::start(API, Arc::new(Falls), Limits::default()).unwrap();
    for _ in 0..2 {
        let error = sandbox.run("await host('x')", &context(), &LONG).await.unwrap_err();
        assert!(error.to_string().contains("at once"), "{error}");
    }
    assert_eq!(sandbox.run("1", &context(), &LONG).await.unwrap().value.unwrap().get(), "1");
}

#[tokio::test]
async fn what_cannot_be_interrupted_is_left_alone() {
    let env = TestEnv::new();
    let began = Instant::now();
    // A thousand million holes are looked at inside one function of the engine: a minute or more.
    let code = "console.log('before'); \
        const holes = { length: 1e7, [Symbol.isConcatSpreadable]: true }; \
        [].concat(...Array(100).fill(holes))";
    let ran = env.ran_within(code, Duration::from_millis(200)).await;
    assert_eq!(ran.error.unwrap().kind, ErrorKind::Time);
    assert!(ran.state_lost);
    assert_eq!(ran.log[0].text, "before");
    assert!(began.elapsed() < Duration::from_secs(10));
    env.is_well().await;
}

#[tokio::test]
async fn dropping_a_sandbox_ends_its_thread() {
    let env = TestEnv::new();
    env.is_well().await;
    let TestEnv { sandbox, host } = env;
    assert_eq!(Arc::strong_count(&host), 3);
    drop(sandbox);
    let began = Instant::now();
    while Arc::strong_count(&host) > 1 {
        assert!(began.elapsed() < Duration::from_secs(10), "the thread still holds its host");
        tokio::task::yield_now().await;
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn twenty_sandboxes_work_at_once() {
    let runs: Vec<_> = (0..20)
        .map(|number| {
            tokio::spawn(async move {
                let env =
                    TestEnv::with(Limits { memory_bytes: 16 * 1024 * 1024, ..Limits::default() });
                env.value(&format!("state.number = {number}")).await;
                let bomb = if number % 2 == 0 { "while (true) {}" } else { "await host('never')" };
                let ran = env.ran_within(bomb, Duration::from_millis(200)).await;
                assert_eq!(ran.error.unwrap().kind, ErrorKind::Time);
                let code = "for (let i = 0; i < 20; i += 1) await host('echo', i); state.number";
                assert_eq!(env.value(code).await, json!(number));
            })
        })
        .collect();
    for run in runs {
        run.await.unwrap();
    }
}

#[tokio::test]
async fn begin_may_wait_and_may_fail() {
    let env = TestEnv::of(
        Api {
            modules: &[(
                "main.js",
                "import { call } from 'host';
                 export async function begin(context) {
                   if (context.tab === 7 && !globalThis.once) { globalThis.once = true; throw new Error('not yet'); }
                   return { word: await call('echo', 'hello'), 'not a name': 1 };
                 }",
            )],
            entry: "main.js",
        },
        Limits::default(),
    );
    assert_eq!(env.thrown("word").await, "not yet");
    assert_eq!(env.value("word").await, json!("hello"));
}

#[tokio::test]
async fn a_modules_private_class_is_out_of_reach_when_exported() {
    let env = TestEnv::new();
    env.thrown("Object.getPrototypeOf(thing).fail = async () => 'evil'").await;
    assert_eq!(env.thrown("await thing.fail()").await, "the thing failed");
}

#[cfg(target_os = "linux")]
#[tokio::test]
async fn memory_comes_back_when_sandboxes_go() {
    let resident_mib = || {
        let status = std::fs::read_to_string("/proc/self/status").unwrap();
        let line = status.lines().find(|line| line.starts_with("VmRSS")).unwrap();
        line.split_whitespace().nth(1).unwrap().parse::<usize>().unwrap() / 1024
    };
    let before = resident_mib();
    for _ in 0..30 {
        let env = TestEnv::new();
        env.value("state.kept = Array.from({ length: 20 }, (_, i) => new Uint8Array(1024 * 1024).fill(i)); 1").await;
    }
    // Each held 20 MiB: thirty that stayed would be 600.
    assert!(resident_mib() < before + 200, "{before} MiB became {} MiB", resident_mib());
}
