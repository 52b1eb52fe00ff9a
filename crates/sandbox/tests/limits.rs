//! Each limit, and every bomb we could think of.

mod env;

use std::time::Duration;

use env::{API, TestEnv, log_of};
use serde_json::json;
use tabwright_sandbox::{Api, ErrorKind, Limits, SandboxError};

const SHORT: Duration = Duration::from_millis(300);

#[tokio::test]
async fn endless_scripts_end_by_time() {
    let env = TestEnv::new();
    env.value("state.kept = 1").await;
    for (code, keeps_state) in [
        ("while (true) {}", true),
        ("for (;;) { try { while (true) {} } catch {} finally { continue } }", true),
        ("await host('never')", true),
        ("await sleep(1e9)", true),
        ("setInterval(() => {}, 0); await new Promise(() => {})", true),
        (
            "setTimeout(function again() { setTimeout(again, 0) }, 0); await new Promise(() => {})",
            true,
        ),
        ("const f = () => f2(); const f2 = () => { while (true) {} }; f()", true),
        ("/^(a+)+$/.test('a'.repeat(40) + 'b')", true),
        ("'a'.repeat(40).replace(/(a*)*(a*)*b/g, '')", true),
        ("({ toJSON() { while (true) {} } })", true),
        ("throw { get message() { while (true) {} } }", true),
        ("throw new Proxy({}, { getPrototypeOf() { while (true) {} } })", true),
        ("console.log({ get a() { while (true) {} } })", true),
        ("new Proxy({}, { ownKeys() { while (true) {} } })", true),
        ("Promise.reject({ toJSON() { while (true) {} } }); 1", true),
        ("setTimeout(() => { while (true) {} }, 1); await sleep(100); 1", true),
        ("queueMicrotask(() => { while (true) {} }); await sleep(100)", true),
        ("await { then() { while (true) {} } }", false),
        ("while (true) await null", false),
        ("async function f() { await null; return f() } await f()", false),
        (
            "function storm() { Promise.resolve().then(storm).then(storm) } storm(); await new Promise(() => {})",
            false,
        ),
        ("function on() { queueMicrotask(on) } on(); return 1", false),
        (
            "const gen = (async function* () { while (true) yield 1 })(); for await (const _ of gen) {}",
            false,
        ),
    ] {
        let ran = env.ran_within(code, SHORT).await;
        let error = ran.error.unwrap_or_else(|| panic!("{code} ended"));
        // A storm may use up its memory before its time.
        let kinds = if keeps_state {
            vec![ErrorKind::Time]
        } else {
            vec![ErrorKind::Time, ErrorKind::Memory]
        };
        assert!(kinds.contains(&error.kind), "{code}: {error:?}");
        // On a busy machine its time may be over before it has begun, and then nothing is lost.
        assert!(!(keeps_state && ran.state_lost), "{code}");
        env.is_well().await;
        let kept = env.value("state.kept ?? (state.kept = 1, 'lost')").await;
        assert_eq!(kept, if ran.state_lost { json!("lost") } else { json!(1) }, "{code}");
    }
}

#[tokio::test]
async fn the_sandboxs_own_time_cannot_be_extended() {
    let env = TestEnv::with(Limits { time: SHORT, ..Limits::default() });
    let ran = env.ran_within("await host('never')", Duration::MAX).await;
    assert_eq!(ran.error.unwrap().kind, ErrorKind::Time);
}

#[tokio::test]
async fn memory_ends_the_run_and_begins_anew() {
    let env = TestEnv::with(Limits { memory_bytes: 16 * 1024 * 1024, ..Limits::default() });
    for code in [
        "const all = []; while (true) all.push(new Array(1000).fill(1))",
        "'x'.repeat(2 ** 29)",
        "let s = 'x'.repeat(1000); const parts = []; while (true) parts.push(s + parts.length)",
        "new Uint8Array(2 ** 30)",
        "new ArrayBuffer(2 ** 30)",
        "new Array(9e6).fill(0)",
        "Array.from({ length: 1e9 })",
        "[...new Array(1e8)]",
        "const m = new Map(); for (let i = 0; ; i += 1) m.set(i, { i })",
        "new Array(1e6).join('x'.repeat(100))",
        "'x'.padEnd(2 ** 29, 'abc')",
        "const all = []; while (true) { await null; all.push('x'.repeat(100000) + all.length) }",
        "const all = []; while (true) all.push(Promise.resolve())",
        "await Promise.all(Array.from({ length: 1e6 }, async (_, i) => ({ i })))",
        "await host('large'); await host('large'); state.a = [await host('large'), await host('large'), await host('large')]",
        "state.f = []; const grow = () => { state.f.push(() => grow) }; while (true) grow()",
        "throw new Error('x'.repeat(2 ** 29))",
        "let o = {}; while (true) o = { o, a: [o] }",
        "console.log('x'.repeat(2 ** 29))",
        "Object.fromEntries(Array.from({ length: 1e7 }, (_, i) => ['k' + i, i]))",
    ] {
        env.value("state.kept = 1").await;
        let ran = env.ran(code).await;
        let error = ran.error.unwrap_or_else(|| panic!("{code} ended"));
        assert_eq!(error.kind, ErrorKind::Memory, "{code}: {error:?}");
        assert!(ran.state_lost, "{code}");
        env.is_well().await;
        assert_eq!(env.value("typeof state.kept").await, json!("undefined"), "{code}");
    }
}

#[tokio::test]
async fn a_script_may_catch_its_own_excess() {
    let env = TestEnv::with(Limits { memory_bytes: 16 * 1024 * 1024, ..Limits::default() });
    let code = "try { 'x'.repeat(2 ** 29) } catch (error) { return error.message }";
    assert_eq!(env.value(code).await, json!("out of memory"));
    let code = "const f = () => f() + 1; try { f() } catch (error) { return error.name }";
    assert_eq!(env.value(code).await, json!("RangeError"));
    env.is_well().await;
}

#[tokio::test]
async fn deep_recursion_is_a_stack_error() {
    let env = TestEnv::new();
    env.value("state.kept = 1").await;
    for code in [
        "function f() { return f() + 1 } f()",
        "const f = async () => { await f() }; await f()",
        "const o = { toString() { return `${this}` } }; `${o}`",
        "const o = { get a() { return this.a } }; o.a",
        "const p = new Proxy({}, { get(t, n, r) { return r[n] } }); p.x",
        "let a = []; for (let i = 0; i < 1e5; i += 1) a = [a]; JSON.stringify(a)",
        "JSON.parse('['.repeat(1e5))",
        "let a = []; for (let i = 0; i < 1e5; i += 1) a = [a]; a.flat(Infinity)",
        "let a = []; for (let i = 0; i < 1e5; i += 1) a = [a]; String(a)",
        "let a = {}; for (let i = 0; i < 1e5; i += 1) a = { a }; structuredClone(a)",
        "class A { constructor() { new A() } } new A()",
        "const f = () => [1, 2].sort(f); f()",
        "const f = () => 'a'.replace(/a/, f); f()",
        "new RegExp('(?:'.repeat(1e5) + ')'.repeat(1e5))",
    ] {
        let ran = env.ran(code).await;
        let error = ran.error.unwrap_or_else(|| panic!("{code} ended"));
        let is_stack = error.kind == ErrorKind::Stack
            || (error.kind == ErrorKind::Thrown && error.message.contains("stack overflow"));
        assert!(is_stack || error.message.contains("regular expression"), "{code}: {error:?}");
        env.is_well().await;
    }
    assert_eq!(env.value("state.kept").await, json!(1));
    let deep = format!("{}1{}", "(".repeat(100_000), ")".repeat(100_000));
    assert!(env.ran(&deep).await.error.is_some());
    let deep = format!("{}1", "!".repeat(500_000));
    env.ran(&deep).await;
    let deep = format!("let a = {}{}", "[".repeat(100_000), "]".repeat(100_000));
    assert!(env.ran(&deep).await.error.is_some());
    env.is_well().await;
}

#[tokio::test]
async fn deep_and_large_values_are_cut() {
    let env = TestEnv::with(Limits { output_bytes: 4096, ..Limits::default() });
    for code in [
        "'x'.repeat(100000)",
        "Array.from({ length: 100000 }, (_, i) => i)",
        "Object.fromEntries(Array.from({ length: 10000 }, (_, i) => ['key' + i, i]))",
        "new Array(1e9)",
        "let a = []; for (let i = 0; i < 10000; i += 1) a = [a]; a",
        "'\\0'.repeat(4000)",
        "'€'.repeat(4000)",
        "({ ['k'.repeat(10000)]: 1 })",
        "new Proxy([], { get: (t, n) => n === 'length' ? 1e9 : n === 'toJSON' ? undefined : 1 })",
        "new Uint8Array(1e6)",
        "new Map(Array.from({ length: 10000 }, (_, i) => [i, i]))",
    ] {
        let ran = env.ran(code).await;
        assert_eq!(ran.error, None, "{code}");
        assert!(ran.cut, "{code}");
        let value = ran.value.unwrap_or_else(|| panic!("{code}"));
        assert!(value.get().len() <= 4096, "{code}: {}", value.get().len());
        serde_json::from_str::<serde_json::Value>(value.get()).unwrap();
    }
    let ran = env.ran("Array.from({ length: 100000 }, (_, i) => i)").await;
    assert!(ran.value.unwrap().get().contains(" more\"]"));
}

#[tokio::test]
async fn a_long_log_is_cut_and_a_flood_ends_the_run() {
    let env = TestEnv::with(Limits { output_bytes: 4096, ..Limits::default() });
    let ran =
        env.ran("for (let i = 0; i < 100; i += 1) console.log('é'.repeat(50)); 'value'").await;
    assert!(ran.cut);
    let bytes: usize = log_of(&ran).iter().map(|text| text.len()).sum();
    assert_eq!(ran.value.unwrap().get(), "\"value\"");
    assert!((1000..=2048).contains(&bytes), "{bytes}");
    for code in [
        "while (true) console.log('again')",
        "while (true) { await null; console.log('') }",
        "while (true) { try { console.log('again') } catch {} }",
    ] {
        let ran = env.ran(code).await;
        assert_eq!(ran.error.unwrap().kind, ErrorKind::Output, "{code}");
        assert!(ran.cut);
        assert_eq!(env.ran("1").await.error, None);
    }
}

#[tokio::test]
async fn calls_are_counted() {
    let env = TestEnv::with(Limits { calls_max: 5, ..Limits::default() });
    let ran = env.ran("for (let i = 0; ; i += 1) await host('echo', i)").await;
    let error = ran.error.unwrap();
    assert_eq!((error.kind, ran.calls), (ErrorKind::Calls, 5));
    assert!(error.message.contains("more than 5 calls") && error.fix.is_some(), "{error:?}");
    assert_eq!(error.line, Some(1));
    env.is_well().await;
}

#[tokio::test]
async fn calls_beyond_those_at_once_wait_for_their_turn() {
    let env = TestEnv::with(Limits { calls_at_once_max: 3, ..Limits::default() });
    env.host.gate.add_permits(20);
    let code = "(await Promise.all(Array.from({ length: 20 }, () => host('wait')))).length";
    assert_eq!(env.value(code).await, json!(20));
    let most = env.host.most.load(std::sync::atomic::Ordering::SeqCst);
    assert!(most <= 3, "{most}");
}

#[tokio::test]
async fn waiting_calls_hold_no_more_than_a_script_may() {
    let env = TestEnv::with(Limits {
        calls_at_once_max: 1,
        memory_bytes: 8 * 1024 * 1024,
        ..Limits::default()
    });
    let code = "const large = 'x'.repeat(256 * 1024); host('never');
                await Promise.all(Array.from({ length: 50 }, () => host('echo', large)))";
    let error = env.ran(code).await.error.unwrap();
    assert_eq!(error.kind, ErrorKind::Calls, "{error:?}");
    env.is_well().await;
}

#[tokio::test]
async fn timers_are_counted() {
    let env = TestEnv::with(Limits { timers_max: 10, ..Limits::default() });
    let message = env.thrown("for (let i = 0; ; i += 1) setTimeout(() => {}, 1000)").await;
    assert!(message.contains("too many timers"), "{message}");
    let message =
        env.thrown("await Promise.all(Array.from({ length: 11 }, () => sleep(1000)))").await;
    assert!(message.contains("too many timers"), "{message}");
    env.is_well().await;
}

#[tokio::test]
async fn what_cannot_start_says_why() {
    let host = || env::TestEnv::new().host;
    let start = |api: Api, limits: Limits| {
        tabwright_sandbox::Sandbox::start(api, host(), limits).map(drop).unwrap_err().to_string()
    };
    let api = |modules| Api { modules, entry: "main.js" };
    let fine = Limits::default;
    for (error, part) in [
        (start(API, Limits { memory_bytes: 1000, ..fine() }), "`memory_bytes` must be"),
        (start(API, Limits { stack_bytes: usize::MAX, ..fine() }), "`stack_bytes` must be"),
        (start(API, Limits { calls_at_once_max: 0, ..fine() }), "`calls_at_once_max` must be"),
        (start(api(&[]), fine()), "no module `main.js`"),
        (start(api(&[("main.js", "const = 1")]), fine()), "did not load"),
        (
            start(api(&[("main.js", "import { x } from './nope.js'")]), fine()),
            "could not load module 'nope.js'",
        ),
        (start(api(&[("main.js", "\nthrow new Error('at load')")]), fine()), "main.js:2:"),
        (start(api(&[("main.js", "await new Promise(() => {})")]), fine()), "did not load"),
        (
            start(api(&[("main.js", "import { call } from 'host'; await call('echo')")]), fine()),
            "only while a script runs",
        ),
    ] {
        assert!(error.contains(part), "{error} should tell {part}");
    }
    let env = TestEnv::new();
    let context = serde_json::value::RawValue::from_string("{}".into()).unwrap();
    let limits = tabwright_sandbox::RunLimits { time: SHORT };
    let long = " ".repeat(2 * 1024 * 1024);
    let error = env.sandbox.run(&long, &context, &limits).await.unwrap_err();
    assert!(matches!(error, SandboxError::TooLong { .. }), "{error}");
}

#[tokio::test]
async fn what_would_run_for_minutes_in_one_call_is_refused() {
    let env = TestEnv::new();
    for code in [
        "Array.prototype.reverse.call({ length: 2 ** 34 })",
        "new Array(2 ** 32 - 1).map(String)",
        "[].indexOf.call({ length: 2 ** 53 - 1 }, 1)",
        "new Array(4294967295).includes(1)",
        "new Array(2 ** 31).join()",
        "new Array(2 ** 31).forEach(() => 1)",
        "Array.prototype.sort.call({ length: 2e6 })",
        "new Array(2e6).fill(1).sort()",
        "'a'.repeat(1e7).indexOf('a'.repeat(5e6) + 'b')",
        "'a'.repeat(1e7).includes('a'.repeat(5e6) + 'b')",
        "'a'.repeat(1e7).split('a'.repeat(5e6) + 'b')",
        "'a'.repeat(1e7).replaceAll('a'.repeat(5e6) + 'b', 'c')",
    ] {
        let message = env.thrown(code).await;
        assert!(
            message.starts_with("RangeError") && message.contains("too long"),
            "{code}: {message}"
        );
    }
    for (code, value) in [
        ("[3, 1, 2].sort((a, b) => a - b).join()", json!("1,2,3")),
        ("Array.prototype.sort.name + Array.prototype.sort.length", json!("sort1")),
        ("'a-b'.replace('-', (sign, at) => `${sign}${at}`)", json!("a-1b")),
        ("'a-b'.replace(/-/g, '+') + 'a-b'.split(/-/).length", json!("a+b2")),
        ("new Array(1e5).fill(1).map((one, at) => at).sort().length", json!(100_000)),
        ("Array.prototype.map.call('ab', (letter) => letter + letter).join()", json!("aa,bb")),
        ("[1, [2, [3]]].flat(Infinity).toReversed().at(0)", json!(3)),
        ("class Row extends Array {} new Row(1, 2).map(String) instanceof Row", json!(true)),
    ] {
        assert_eq!(env.value(code).await, value, "{code}");
    }
}

#[tokio::test]
async fn what_globals_inherit_is_as_it_was_in_every_run() {
    let env = TestEnv::new();
    env.value("state.kept = 1").await;
    for code in [
        "Object.setPrototypeOf(globalThis, { planted: 'evil' }); 1",
        "globalThis.__proto__ = new Proxy({}, { has: () => true, get: () => 'evil' }); 1",
    ] {
        env.value(code).await;
        assert_eq!(env.value("typeof planted + state.kept").await, json!("undefined1"), "{code}");
    }
    env.is_well().await;
}
