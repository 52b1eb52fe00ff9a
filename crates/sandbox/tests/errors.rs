//! What a script's author is told when it fails, and where.

mod env;

use env::TestEnv;
use tabwright_sandbox::ErrorKind;

#[tokio::test]
async fn errors_tell_line_and_column_of_the_script() {
    let env = TestEnv::new();
    let cases = [
        ("null.x", 1, "TypeError: cannot read property 'x' of null"),
        ("const a = 1;\n\nthrow new Error('third')", 3, "third"),
        ("const a = 1;\nreturn nope", 2, "ReferenceError: nope is not defined"),
        ("function f() {\n  throw new RangeError('inside')\n}\nf()", 2, "RangeError: inside"),
        ("const a = 1;\nawait host('fail', {});", 2, "there is no tab 7"),
        ("const a = 1;\nawait slow('fail');\nreturn a", 2, "there is no tab 7"),
        ("const a = 1;\n\nawait thing.fail()", 3, "the thing failed"),
        ("thing.each((one) => {\n  if (one === 2) throw new Error('two')\n})", 2, "two"),
        ("async () => {\n  await slow('fail')\n}", 2, "there is no tab 7"),
        ("JSON.parse('{')", 1, "SyntaxError: Expected property name or '}' in JSON at position 1"),
    ];
    for (code, line, message) in cases {
        let error = env.ran(code).await.error.unwrap_or_else(|| panic!("{code}"));
        assert_eq!(error.kind, ErrorKind::Thrown, "{code}");
        assert!(
            error.message.starts_with(message.split(" in JSON").next().unwrap()),
            "{code}: {error:?}"
        );
        assert_eq!(error.line, Some(line), "{code}: {error:?}");
        assert!(error.column.is_some(), "{code}");
    }
}

#[tokio::test]
async fn syntax_errors_are_told_as_the_author_wrote_it() {
    let env = TestEnv::new();
    for (code, line) in [
        ("const a = ;", 1),
        ("const a = 1;\nconst b = = 2;", 2),
        ("foo(\n", 1),
        ("if (true) {\n  1", 2),
        ("const a = 1;\nconst a = 2;", 2),
        ("import x from 'host'", 1),
        ("return 'a\nb'", 1),
        ("1 }", 1),
        ("a\0b", 1),
    ] {
        let error = env.ran(code).await.error.unwrap_or_else(|| panic!("{code}"));
        assert_eq!(error.kind, ErrorKind::Syntax, "{code}: {error:?}");
        if !code.contains('\0') {
            assert_eq!(error.line, Some(line), "{code}: {error:?}");
        }
    }
    env.is_well().await;
}

#[tokio::test]
async fn an_error_of_the_host_keeps_its_code_and_fix() {
    let env = TestEnv::new();
    let error = env.ran("await host('fail')").await.error.unwrap();
    assert_eq!(error.code.as_deref(), Some("no-such-tab"));
    assert_eq!(error.fix.as_deref(), Some("list the tabs"));
    let caught = "try { await host('fail') } catch (error) { return [error.code, error.fix, error instanceof Error] }";
    assert_eq!(env.value(caught).await, serde_json::json!(["no-such-tab", "list the tabs", true]));
}

#[tokio::test]
async fn anything_can_be_thrown() {
    let env = TestEnv::new();
    for (code, message) in [
        ("throw 'text'", "text"),
        ("throw undefined", "undefined"),
        ("throw 5n", "5"),
        ("throw { a: [1] }", r#"{"a":[1]}"#),
        ("throw () => 1", "[function ]"),
        ("throw Symbol('s')", "Symbol(s)"),
        ("throw thing", "[thing a]"),
        ("await Promise.reject()", "undefined"),
        ("throw new Error()", "Error"),
        (
            "class Own extends Error { constructor(m) { super(m); this.name = 'Own' } } throw new Own('x')",
            "Own: x",
        ),
        ("const e = new Error('a'); e.message = 'b'; throw e", "b"),
        (
            "throw Object.assign(new Error('a'), { message: { toString() { throw 1 } } })",
            "something that cannot be shown was thrown",
        ),
        (
            "throw new Proxy({}, { get() { throw new Error('trap') }, getPrototypeOf() { throw 2 } })",
            "[threw 2]",
        ),
        (
            "throw { get message() { return 1 }, toJSON() { throw new Error('json') } }",
            "[threw json]",
        ),
        ("throw new AggregateError([1], 'many')", "AggregateError: many"),
    ] {
        assert_eq!(env.thrown(code).await, message, "{code}");
    }
    env.is_well().await;
}

#[tokio::test]
async fn a_promise_that_cannot_settle_is_told_at_once() {
    let env = TestEnv::new();
    let message = env.thrown("await new Promise(() => {})").await;
    assert!(message.contains("nothing will ever settle"), "{message}");
    env.is_well().await;
}

#[tokio::test]
async fn a_stack_tells_only_of_the_script() {
    let env = TestEnv::new();
    let stack = env
        .value("thing.each((one) => new Error('x').stack)[0]")
        .await
        .as_str()
        .unwrap()
        .to_owned();
    assert!(stack.lines().all(|frame| frame.contains("(script:")), "{stack}");
}
