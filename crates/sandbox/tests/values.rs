//! What scripts may look like, what they return and what they print.

mod env;

use env::{TestEnv, log_of};
use serde_json::json;
use tabwright_sandbox::LogLevel;

#[tokio::test]
async fn code_in_every_form_has_a_value() {
    let env = TestEnv::new();
    let cases = [
        ("1 + 1", json!(2)),
        ("1 + 1;", json!(2)),
        ("await host('echo', { a: 1 })", json!({ "a": 1 })),
        ("host('echo', 5)", json!(5)),
        ("{ a: 1 }", json!({ "a": 1 })),
        ("return 3", json!(3)),
        ("const a = 1;\nreturn a + 1;", json!(2)),
        ("const a = await host('echo', 4);\na * 2", json!(8)),
        ("const a = 1; a; // the end", json!(1)),
        ("let sum = 0; for (const one of [1, 2, 3]) sum += one; sum", json!(6)),
        ("if (given.tab === 7) { 'seven' } else { 'other' }", json!("seven")),
        ("if (given.tab === 7) return 'early'; 'late'", json!("early")),
        ("async () => { return 5; }", json!(5)),
        ("(async () => 6)", json!(6)),
        ("async () => 7;", json!(7)),
        ("// what it does\nasync () => 8", json!(8)),
        ("(async () => 9)()", json!(9)),
        ("async (thing) => thing.word", json!("a")),
        ("async (t) => t.word", json!("a")),
        ("async ({ given, far }) => [given.tab, far()]", json!([7, "away"])),
        ("async (far, thing) => [far(), thing.word]", json!(["away", "a"])),
        ("function main(thing) { return thing.word }", json!("a")),
        ("thing => thing.word", json!("a")),
        ("state.f = () => 1; undefined", json!("undefined")),
        ("const thing = 5; const given = 6; return thing + given", json!(11)),
        ("const thing = 5; thing + 1", json!(6)),
        ("var thing = 5; thing + 1", json!("undefined")),
        ("", json!("undefined")),
        ("// nothing", json!("undefined")),
        ("'a'\n+ 'b'", json!("ab")),
        ("const x = 5\n+ 3; x", json!(8)),
        ("`a\n${1 + 1}`", json!("a\n2")),
    ];
    for (code, value) in cases {
        assert_eq!(env.value(code).await, value, "{code}");
    }
}

#[tokio::test]
async fn any_value_is_printed() {
    let env = TestEnv::new();
    let cases = [
        ("undefined", json!("undefined")),
        ("null", json!(null)),
        ("[undefined, NaN, -0]", json!([null, null, 0])),
        ("({ a: undefined, b: 1 })", json!({ "b": 1 })),
        ("10n ** 20n", json!("100000000000000000000")),
        ("[1n]", json!(["1"])),
        ("Symbol('x')", json!("Symbol(x)")),
        ("({ f: function go() {} })", json!({ "f": "[function go]" })),
        ("new Map([['a', 1], [2, new Set([3])]])", json!({ "a": 1, "2": [3] })),
        ("new Map([[{}, 1]])", json!([[{}, 1]])),
        ("new Date(0)", json!("1970-01-01T00:00:00.000Z")),
        ("new Date(NaN)", json!(null)),
        ("/a+/g", json!("/a+/g")),
        ("new TypeError('bad')", json!("TypeError: bad")),
        ("[Promise.resolve(1)]", json!(["[promise: await it]"])),
        ("new Uint8Array([1, 2])", json!([1, 2])),
        ("new ArrayBuffer(5)", json!("[5 bytes]")),
        ("new String('s')", json!("s")),
        ("thing", json!("[thing a]")),
        ("[{ inner: thing }]", json!([{ "inner": "[thing a]" }])),
        ("const a = { b: {} }; a.b.up = a; a", json!({ "b": { "up": "[circular]" } })),
        ("const a = {}; [a, a]", json!([{}, {}])),
        ("({ get bad() { throw new Error('no') } })", json!("[threw no]")),
        ("({ toJSON() { return { x: 1 } } })", json!({ "x": 1 })),
        ("Object.create(null)", json!({})),
        ("class A { x = 1 } new A()", json!({ "x": 1 })),
        ("'\\ud800'", json!("\u{fffd}")),
        ("({ ['__proto__']: 5 })", json!({ "__proto__": 5 })),
    ];
    for (code, value) in cases {
        assert_eq!(env.value(code).await, value, "{code}");
    }
}

#[tokio::test]
async fn the_log_keeps_order_and_level() {
    let env = TestEnv::new();
    let code =
        "console.log('a', 1, { b: [thing] }); console.warn(new Error('w')); console.error('e');
                console.debug(undefined, null); console.info('\\ud800'); api.log('strange', 'x')";
    let ran = env.ran(code).await;
    assert_eq!(ran.error, None);
    let texts = ["a 1 {\"b\":[\"[thing a]\"]}", "w", "e", "undefined null", "\u{fffd}", "x"];
    assert_eq!(log_of(&ran), texts);
    let levels = [
        LogLevel::Log,
        LogLevel::Warn,
        LogLevel::Error,
        LogLevel::Debug,
        LogLevel::Info,
        LogLevel::Log,
    ];
    assert_eq!(ran.log.iter().map(|line| line.level).collect::<Vec<_>>(), levels);
}

#[tokio::test]
async fn state_and_globals_last_and_names_do_not() {
    let env = TestEnv::new();
    env.value("state.count = 1; globalThis.mine = 'kept'; const local = 1; undefined").await;
    assert_eq!(env.value("state.count += 1; [state.count, mine]").await, json!([2, "kept"]));
    assert_eq!(env.value("typeof local").await, json!("undefined"));
    env.value("const again = 1; again").await;
    assert_eq!(env.value("const again = 2; again").await, json!(2));
}

#[tokio::test]
async fn timers_fire_in_order_and_end_with_the_run() {
    let env = TestEnv::new();
    let code = "const seen = [];
        setTimeout((word) => seen.push(word), 20, 'late');
        setTimeout(() => seen.push('soon'), 1);
        const gone = setTimeout(() => seen.push('never'), 5);
        clearTimeout(gone);
        let ticks = 0;
        await new Promise((done) => {
          const id = setInterval(() => { ticks += 1; if (ticks === 3) { clearInterval(id); done(); } }, 1);
        });
        await sleep(40);
        [...seen, ticks]";
    assert_eq!(env.value(code).await, json!(["soon", "late", 3]));

    env.value("state.ticks = 0; setInterval(() => { state.ticks += 1 }, 1); undefined").await;
    assert_eq!(env.value("await sleep(30); state.ticks").await, json!(0));
}

#[tokio::test]
async fn what_goes_wrong_in_the_background_is_logged() {
    let env = TestEnv::new();
    let ran =
        env.ran("setTimeout(() => { throw new Error('in timer') }, 1); await sleep(20); 1").await;
    assert_eq!(log_of(&ran), ["Uncaught in a timer: in timer"]);
    let ran = env.ran("queueMicrotask(() => { throw new Error('in job') }); 1").await;
    assert_eq!(log_of(&ran), ["Uncaught in a microtask: in job"]);
    let ran = env.ran("host('fail'); await sleep(5); 'went on'").await;
    assert_eq!(log_of(&ran), ["A promise nobody awaited was rejected: there is no tab 7"]);
    let ran = env
        .ran("const late = Promise.reject(new Error('x')); await null; late.catch(() => 1)")
        .await;
    assert_eq!(log_of(&ran), [""; 0]);
    let ran = env.ran("host('never'); host('never'); 'done'").await;
    assert!(log_of(&ran)[0].contains("while 2 of its calls were under way"), "{ran:?}");
    env.is_well().await;
}

#[tokio::test]
async fn the_usual_globals_are_there() {
    let env = TestEnv::new();
    let cases = [
        (
            "new URL('../x?a=1#h', 'https://ex.com:8443/b/c/').href",
            json!("https://ex.com:8443/b/x?a=1#h"),
        ),
        ("new URL('http://MÜLLER.de/ü').href", json!("http://xn--mller-kva.de/%C3%BC")),
        (
            "const u = new URL('http://a/?b=1'); u.searchParams.set('c d', '&'); u.href",
            json!("http://a/?b=1&c+d=%26"),
        ),
        (
            "const { origin, host, pathname, search, hash } = new URL('http://a:1/p?q#r'); [origin, host, pathname, search, hash]",
            json!(["http://a:1", "a:1", "/p", "?q", "#r"]),
        ),
        ("URL.canParse('nope')", json!(false)),
        (
            "[...new URLSearchParams('a=1&b=%20+&a=2')]",
            json!([["a", "1"], ["b", "  "], ["a", "2"]]),
        ),
        (
            "[...new TextEncoder().encode('é€😀')]",
            json!([195, 169, 226, 130, 172, 240, 159, 152, 128]),
        ),
        (
            "new TextDecoder().decode(new Uint8Array([0xef, 0xbb, 0xbf, 0xc3, 0xa9, 0xff]))",
            json!("é\u{fffd}"),
        ),
        ("atob(btoa('hello'))", json!("hello")),
        (
            "const a = { d: new Date(0), m: new Map([[1, { x: 1 }]]) }; a.self = a; const c = structuredClone(a); [c !== a, c.self === c, c.m.get(1), c.d]",
            json!([true, true, { "x": 1 }, "1970-01-01T00:00:00.000Z"]),
        ),
        ("crypto.randomUUID().length", json!(36)),
        (
            "/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/.test(crypto.randomUUID())",
            json!(true),
        ),
        ("crypto.randomUUID() === crypto.randomUUID()", json!(false)),
        ("await new Promise((done) => queueMicrotask(() => done('later')))", json!("later")),
        ("typeof api.now()", json!("number")),
    ];
    for (code, value) in cases {
        assert_eq!(env.value(code).await, value, "{code}");
    }
}

#[tokio::test]
async fn calls_carry_json_both_ways() {
    let env = TestEnv::new();
    assert_eq!(env.value("await host('echo')").await, json!(null));
    assert_eq!(env.value("await host('echo', () => 1)").await, json!(null));
    assert_eq!(
        env.value("await host('echo', { then: 1, u: undefined })").await,
        json!({ "then": 1 })
    );
    assert_eq!(env.value("await host('echo', '\\ud800')").await, json!("\u{fffd}"));
    assert!(env.thrown("await host('junk')").await.contains("SyntaxError"));
    assert!(env.thrown("const a = {}; a.a = a; await host('echo', a)").await.contains("circular"));
    let ran = env.ran("await Promise.all([1, 2, 3].map((one) => host('echo', one)))").await;
    assert_eq!((ran.calls, ran.value.unwrap().get()), (3, "[1,2,3]"));
}
