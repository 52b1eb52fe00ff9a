//! What a script must not reach, and what it must not leave behind.

mod env;

use env::TestEnv;
use serde_json::json;

#[tokio::test]
async fn text_never_becomes_code() {
    let env = TestEnv::new();
    for code in [
        "eval('1')",
        "(0, eval)('1')",
        "globalThis['ev' + 'al']('1')",
        "new Function('return 1')()",
        "Function('return this')()",
        "(function () {}).constructor('return this')()",
        "(() => {}).constructor('return this')()",
        "globalThis.constructor.constructor('return this')()",
        "1; this.constructor.constructor('return this')()",
        "thing.constructor.constructor('return this')()",
        "host.constructor('return this')()",
        "(async () => {}).constructor('return this')()",
        "(function* () {}).constructor('return this')()",
        "(async function* () {}).constructor('return this')()",
        "Object.getPrototypeOf(async function () {}).constructor('1')",
        "Reflect.construct(Function, ['return this'])",
        "Reflect.construct(Object, [], Function).constructor.constructor('1')",
        "class F extends Function { constructor() { super('return this') } } new F()",
        "console.log.constructor('return this')()",
        "setTimeout.constructor('1')",
        "Object.getOwnPropertyDescriptor(Function.prototype, 'constructor').value('1')",
        "[].map.constructor('1')",
        "Error.constructor('1')",
    ] {
        let message = env.thrown(code).await;
        assert!(message.contains("code cannot be made from text"), "{code}: {message}");
    }
    assert!(env.thrown("setTimeout('1', 1)").await.contains("takes a function"));
    assert_eq!(
        env.value("(() => {}) instanceof Function && thing.constructor.name").await,
        json!("Thing")
    );
}

#[tokio::test]
async fn nothing_can_be_imported() {
    let env = TestEnv::new();
    for name in [
        "host",
        "./host",
        "main.js",
        "far",
        "./parts/thing.js",
        "fs",
        "node:fs",
        "data:text/javascript,1",
        "running",
        "",
    ] {
        let message = env.thrown(&format!("await import({name:?})")).await;
        assert!(message.contains("could not load module"), "{name}: {message}");
    }
    let code = "const found = []; const all = async () => { try { found.push(await import('host', { with: { type: 'json' } })) } catch {} }; await all(); found.length";
    assert_eq!(env.value(code).await, json!(0));
}

#[tokio::test]
async fn there_is_nothing_of_the_machine() {
    let env = TestEnv::new();
    let code = "['require', 'process', 'fetch', 'fs', 'WebAssembly', 'SharedArrayBuffer', 'Atomics', 'WeakRef',
        'FinalizationRegistry', 'DOMException', 'std', 'os', 'hostOfTheApi', 'native', 'room', 'print', 'module', 'Worker',
        '__loadScript', 'scriptArgs'].filter((name) => name in globalThis)";
    assert_eq!(env.value(code).await, json!([]));
    assert_eq!(env.value("1; typeof namesGivenToTheScript").await, json!("undefined"));
    let own = "Object.getOwnPropertyNames(Error).filter((name) => /stack|trace/i.test(name))";
    assert_eq!(env.value(own).await, json!([]));
}

#[tokio::test]
async fn shared_things_cannot_be_changed() {
    let env = TestEnv::new();
    for code in [
        "Object.prototype.evil = 1",
        "Object.prototype.toString = () => 'evil'",
        "Array.prototype.map = () => 'evil'",
        "Promise.prototype.then = () => 'evil'",
        "Function.prototype.call = () => 'evil'",
        "Error.prototype.name = 'evil'",
        "String.prototype.slice = () => 'evil'",
        "Map.prototype.get = () => 'evil'",
        "JSON.parse = () => 'evil'",
        "globalThis.JSON = {}",
        "Promise = class {}",
        "globalThis.console = {}",
        "console.log = () => 1",
        "Object.defineProperty(globalThis, 'Date', { value: 1 })",
        "Object.defineProperty(Object.prototype, 'then', { get() { return 1 } })",
        "Object.defineProperty(Array, Symbol.species, { value: 1 })",
        "Object.getPrototypeOf([][Symbol.iterator]()).next = () => 1",
        "Object.getPrototypeOf(new Map().entries()).next = () => 1",
        "Object.getPrototypeOf(function* () {}).prototype.next = () => 1",
        "Object.getPrototypeOf(async function* () {}).prototype.next = () => 1",
        "Object.getPrototypeOf(Uint8Array).prototype.slice = () => 1",
        "thing.constructor.prototype.fail = () => 'evil'",
        "thing.constructor.made = 1",
        "thing.constructor.prototype.fail.x = 1",
        "Object.setPrototypeOf(Object.getPrototypeOf(thing), {})",
        "Object.setPrototypeOf(Array.prototype, {})",
        "URL.prototype.toString = () => 1",
        "host.call = 1; Function.prototype.evil = 1",
        "({}).__proto__.evil = 1",
        "[].constructor.prototype.evil = 1",
        "delete Array.prototype.push",
        "Number.prototype.toString = 1",
        "RegExp.prototype.exec = () => null",
        "Symbol.iterator.constructor.prototype.x = 1",
    ] {
        let message = env.thrown(code).await;
        assert!(message.starts_with("TypeError"), "{code}: {message}");
    }
    env.is_well().await;
}

#[tokio::test]
async fn one_run_cannot_pass_for_the_api_in_the_next() {
    let env = TestEnv::new();
    for code in [
        "Object.defineProperty(globalThis, 'namesGivenToTheScript', { get: () => ({ thing: 'evil' }) })",
        "globalThis.namesGivenToTheScript = { thing: 'evil' }",
        "globalThis.thing = 'evil'; undefined",
        "} } let thing = 'evil'; { {",
        "} } let JSON = { parse: () => 'evil', stringify: () => 'evil' }; { {",
        "} } const Promise = class {}; { {",
        "} } function Map() {} { {",
        "} } var Object = 1; { {",
        "}}); globalThis.x = 1; (function () { return async function () {",
        "Object.setPrototypeOf(globalThis, new Proxy({}, { has: () => true, get: () => 'evil' })); undefined",
    ] {
        env.ran(code).await;
        assert_eq!(
            env.value("const a = 1; [thing.word, given.tab]").await,
            json!(["a", 7]),
            "{code}"
        );
        assert_eq!(
            env.value("JSON.stringify([...new Map([[1, Object.keys({ a: 1 })]])])").await,
            json!("[[1,[\"a\"]]]")
        );
        env.is_well().await;
    }
}

#[tokio::test]
async fn what_is_a_scripts_own_can_be_changed() {
    let env = TestEnv::new();
    let cases = [
        ("const o = {}; o.toString = () => 'mine'; `${o}`", json!("mine")),
        ("const o = { constructor: 1 }; o.constructor = 2; o.constructor", json!(2)),
        (
            "const counts = {}; for (const w of ['valueOf', 'x', 'valueOf']) counts[w] = (Object.hasOwn(counts, w) ? counts[w] : 0) + 1; counts",
            json!({ "valueOf": 2, "x": 1 }),
        ),
        (
            "function F() {} F.prototype = {}; F.prototype.constructor = F; new F() instanceof F",
            json!(true),
        ),
        ("class A { toString() { return 'A' } } `${new A()}`", json!("A")),
        ("const e = new Error('x'); e.name = 'Own'; String(e)", json!("Own: x")),
        (
            "class L extends Array { sum() { return this.reduce((a, b) => a + b, 0) } } L.from([1, 2]).map((x) => x * 2).sum()",
            json!(6),
        ),
        ("class P extends Promise {} await P.resolve(4).then((x) => x + 1)", json!(5)),
        ("Object.assign({}, { toString: 1, valueOf: 2 })", json!({ "toString": 1, "valueOf": 2 })),
        ("const o = Object.create({ a: 1 }); o.a = 2; o.a", json!(2)),
        ("thing.word = 'changed'; thing", json!("[thing changed]")),
    ];
    for (code, value) in cases {
        assert_eq!(env.value(code).await, value, "{code}");
    }
}

#[tokio::test]
async fn tricks_with_what_the_engine_touches_stay_inside() {
    let env = TestEnv::new();
    for code in [
        "({ then(done) { done({ then(again) { again('x') } }) } })",
        "({ get then() { throw new Error('then') } })",
        "new Proxy({}, { get() { throw new Error('get') }, ownKeys() { throw new Error('keys') } })",
        "new Proxy([], { get() { return 1e9 } })",
        "new Proxy(() => {}, { apply() { return 'x' } })",
        "const p = Proxy.revocable({}, {}); p.revoke(); p.proxy",
        "({ toJSON() { return this } })",
        "({ toJSON() { return { toJSON() { return 1 } } } })",
        "const o = { get self() { return { get self() { return o } } } }; o",
        "({ [Symbol.toPrimitive]() { throw 1 }, toString() { return this.toString() } })",
        "class E extends Error { get message() { throw new E() } } throw new E()",
        "class E extends Error { get stack() { throw 1 } get code() { throw 2 } } throw new E('m')",
        "class S extends Array { static get [Symbol.species]() { throw new Error('species') } } S.of(1)",
        "console.log({ toJSON() { throw new Error('json') } })",
        "console.log({ get a() { console.log('again'); return 1 } })",
        "host({ toString() { throw new Error('name') } })",
        "host('echo', { toJSON() { throw new Error('params') } })",
        "Promise.reject({ get message() { throw 1 } }); 1",
        "await { then(_, fail) { fail({ then() {} }) } }",
        "new Error('x', { cause: { get a() { throw 1 } } })",
        "throw Object.create(Error.prototype, { message: { get() { throw 1 } } })",
        "Object.defineProperty(globalThis, 'then', { value: (done) => done(1), configurable: true }); globalThis",
    ] {
        env.ran(code).await;
        env.is_well().await;
    }
}

#[tokio::test]
async fn a_run_that_ended_never_goes_on() {
    let env = TestEnv::new();
    let late = "state.seen = []; (async () => { await host('wait'); state.seen.push('late') })();
                (async () => { await sleep(1); state.seen.push('timer') })(); undefined";
    env.value(late).await;
    env.host.gate.add_permits(1);
    assert_eq!(env.value("await sleep(20); await host('echo', 1); state.seen").await, json!([]));
}
