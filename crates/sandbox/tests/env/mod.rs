//! A sandbox with a small API and a host that does what tests need.

#![allow(dead_code, unreachable_pub, clippy::unwrap_used)]

use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use futures_util::FutureExt as _;
use futures_util::future::BoxFuture;
use serde_json::value::RawValue;
use serde_json::{Value, json};
use tabwright_sandbox::{Api, ErrorKind, Host, HostError, Limits, RunLimits, RunResult, Sandbox};
use tokio::sync::Semaphore;

pub const API: Api = Api {
    modules: &[
        (
            "main.js",
            "import { call, sleep, log, now } from 'host';
             import { Thing } from './parts/thing.js';
             import { far } from 'far';
             const state = {};
             export function begin(context) {
               return { thing: new Thing(), state, given: context, host: (name, params) => call(name, params),
                        slow, sleep, far, api: { log, now } };
             }
             async function slow(name) { await null; await sleep(1); return await call(name, {}); }
             export function describe(value) { return value instanceof Thing ? `[thing ${value.word}]` : value; }",
        ),
        (
            "parts/thing.js",
            "export class Thing {
               word = 'a';
               async fail() { await null; throw new Error('the thing failed'); }
               each(run) { return [1, 2].map((one) => run(one)); }
             }",
        ),
        ("far", "export const far = () => 'away';"),
    ],
    entry: "main.js",
};

/// Answers `echo`, `fail`, `never`, `wait` (until released), `panic`; counts and remembers.
pub struct TestEnv {
    pub sandbox: Sandbox,
    pub host: Arc<TestHost>,
}

pub struct TestHost {
    pub under_way: Arc<AtomicU32>,
    pub most: AtomicU32,
    pub dropped: Arc<Semaphore>,
    pub asked: Arc<Semaphore>,
    pub gate: Arc<Semaphore>,
    pub calls: Mutex<Vec<(String, String)>>,
}

impl Host for TestHost {
    fn call(&self, name: String, params: String) -> BoxFuture<'static, Result<String, HostError>> {
        self.calls.lock().unwrap().push((name.clone(), params.clone()));
        let count = self.under_way.fetch_add(1, Ordering::SeqCst) + 1;
        self.most.fetch_max(count, Ordering::SeqCst);
        self.asked.add_permits(1);
        let under_way =
            UnderWay { count: Arc::clone(&self.under_way), dropped: Arc::clone(&self.dropped) };
        let gate = Arc::clone(&self.gate);
        async move {
            let _under_way = under_way;
            match name.as_str() {
                "echo" => Ok(params),
                "fail" => Err(HostError {
                    code: "no-such-tab".into(),
                    message: "there is no tab 7".into(),
                    fix: "list the tabs".into(),
                }),
                "never" => std::future::pending().await,
                "wait" => {
                    gate.acquire().await.unwrap().forget();
                    Ok("\"released\"".into())
                }
                "junk" => Ok("{not json".into()),
                "large" => Ok(json!("x".repeat(8 * 1024 * 1024)).to_string()),
                "panic" => panic!("the host fell over"),
                other => panic!("the test host knows no {other}"),
            }
        }
        .boxed()
    }
}

struct UnderWay {
    count: Arc<AtomicU32>,
    dropped: Arc<Semaphore>,
}

impl Drop for UnderWay {
    fn drop(&mut self) {
        self.count.fetch_sub(1, Ordering::SeqCst);
        self.dropped.add_permits(1);
    }
}

impl TestEnv {
    pub fn new() -> Self {
        Self::with(Limits::default())
    }

    pub fn with(limits: Limits) -> Self {
        Self::of(API, limits)
    }

    pub fn of(api: Api, limits: Limits) -> Self {
        let host = Arc::new(TestHost {
            under_way: Arc::default(),
            most: AtomicU32::new(0),
            dropped: Arc::new(Semaphore::new(0)),
            asked: Arc::new(Semaphore::new(0)),
            gate: Arc::new(Semaphore::new(0)),
            calls: Mutex::default(),
        });
        let sandbox = Sandbox::start(api, Arc::clone(&host) as Arc<dyn Host>, limits).unwrap();
        Self { sandbox, host }
    }

    pub async fn ran(&self, code: &str) -> RunResult {
        self.ran_within(code, Duration::from_secs(30)).await
    }

    pub async fn ran_within(&self, code: &str, time: Duration) -> RunResult {
        let context = RawValue::from_string(r#"{"tab":7}"#.into()).unwrap();
        self.sandbox.run(code, &context, &RunLimits { time }).await.unwrap()
    }

    /// What the script returned; it must not fail.
    pub async fn value(&self, code: &str) -> Value {
        let ran = self.ran(code).await;
        assert_eq!(ran.error, None, "{code}");
        assert!(!ran.state_lost, "{code}");
        ran.value.map_or(json!("undefined"), |value| serde_json::from_str(value.get()).unwrap())
    }

    /// Kind and message of the error; it must fail.
    pub async fn failure(&self, code: &str) -> (ErrorKind, String) {
        let error = self.ran(code).await.error.unwrap_or_else(|| panic!("{code} did not fail"));
        (error.kind, error.message)
    }

    /// Message of what the script throws.
    pub async fn thrown(&self, code: &str) -> String {
        let (kind, message) = self.failure(code).await;
        assert_eq!(kind, ErrorKind::Thrown, "{code}: {message}");
        message
    }

    /// It can still run, and with what it knew.
    pub async fn is_well(&self) {
        assert_eq!(self.value("await host('echo', [1, 'two'])").await, json!([1, "two"]));
    }
}

pub fn log_of(ran: &RunResult) -> Vec<&str> {
    ran.log.iter().map(|line| line.text.as_str()).collect()
}
