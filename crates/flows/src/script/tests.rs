//! Scripts as they are generated, checked and read again.

use proptest::prelude::*;
use tabwright_wire::flows::{Fingerprint, Flow, FlowParameter};

use super::*;
use crate::steps::{Click, Expected, OnOff, Step};
use crate::template::{Piece, Text};

fn flow(script: &str) -> Flow {
    let mut flow =
        Flow { name: "order-coffee".to_owned(), script: script.to_owned(), ..Flow::default() };
    for target in ["Filter roast", "Bag size", "Add to basket"] {
        flow.targets.insert(target.to_owned(), Fingerprint::default());
    }
    for parameter in ["bagSize", "quantity"] {
        flow.parameters.insert(parameter.to_owned(), FlowParameter::default());
    }
    flow
}

/// Uses both parameters, so that nothing else is wrong.
const USED: &str = "await flow.waitForText(params.bagSize + params.quantity);\n";

fn kinds(script: &str) -> Vec<FaultKind> {
    match validate(&flow(&format!("{script}\n{USED}"))) {
        Ok(()) => Vec::new(),
        Err(faults) => faults.0.into_iter().map(|fault| fault.kind).collect(),
    }
}

#[test]
fn what_a_person_would_write_is_allowed() {
    for script in [
        r#"await flow.navigateTo("https://roastery.example/shop");"#,
        r#"await flow.clickAndWait(target("Add to basket"), { url: "/basket" });"#,
        r#"await flow.selectOption(target("Bag size"), params.bagSize);"#,
        r#"const { bagSize, quantity: howMany } = params; await flow.waitForText(`${bagSize} ${howMany}`);"#,
        r#"for (let n = 0; n < 20; n++) { if ((await flow.getPageText()).includes("Done")) break; await flow.click(target("Bag size")); }"#,
        r#"const rows = await flow.queryContent("tr"); for (const row of rows) { await flow.waitForText(row.text); }"#,
        r#"const names = ["a", "b"].map((it) => it.toUpperCase()).filter((it) => it.length > 1); await flow.waitForText(names[0]);"#,
        r#"try { await flow.waitForText("x"); } catch (error) { throw new Error("not there: " + error.message); }"#,
        r#"if (Number(params.quantity) > 3) { await flow.press("Enter", { on: target("Bag size") }); } else { await flow.goBack(); }"#,
        r#"const button = target("Add to basket"); await flow.click(button);"#,
        r#"let sum = 0; for (let n = 0; n < 5; n++) { sum += n; } return { sum, text: await flow.getPageText() };"#,
        r#"return flow.getPageText();"#,
        r#"// A remark with eval( and fetch( in it, and a "text" too."#,
        r#"await flow.waitForText("eval('x') while(true) fetch");"#,
    ] {
        assert_eq!(kinds(script), [], "{script}");
    }
}

#[test]
fn what_leads_out_of_the_flow_is_refused() {
    use FaultKind::{Call, Forbidden, Loop, Parameter, Syntax, Target};
    for (script, kind) in [
        ("await fetch('https://evil.example');", Forbidden),
        ("new WebSocket('wss://evil.example');", Forbidden),
        ("eval('1');", Forbidden),
        ("(0, eval)('1');", Forbidden),
        ("new Function('return 1')();", Forbidden),
        ("''.constructor.constructor('return 1')();", Forbidden),
        ("''['constructor'];", Forbidden),
        ("const { constructor: make } = ''; make('x');", Forbidden),
        ("const key = 'x'; ''[key];", Forbidden),
        ("Object.getPrototypeOf(flow.click);", Forbidden),
        ("await import('fs');", Forbidden),
        ("import fs from 'fs';", Forbidden),
        ("export const x = 1;", Forbidden),
        ("import.meta.url;", Forbidden),
        ("globalThis.x = 1;", Forbidden),
        ("window.location = 'x';", Forbidden),
        ("document.title;", Forbidden),
        ("this.x;", Forbidden),
        ("setTimeout(() => 1, 10);", Forbidden),
        ("function go() { go(); } go();", Forbidden),
        ("const go = async () => { await go(); }; await go();", Forbidden),
        ("class A {}", Forbidden),
        ("params.bagSize = 1;", Forbidden),
        ("const flow = 1;", Forbidden),
        ("String.raw`x`;", Forbidden),
        ("nobody();", Forbidden),
        ("new Proxy({}, {});", Forbidden),
        ("while (true) {}", Loop),
        ("do { await flow.reload(); } while (1);", Loop),
        ("for (;;) {}", Loop),
        ("for (let n = 0; n < 1e9; n++) {}", Loop),
        ("for (let n = 0; n < 9; n--) {}", Loop),
        ("for (let n = 0; n < 9; n++) { n = 0; }", Loop),
        ("await flow.fly();", Call),
        ("flow.goBack();", Call),
        ("await flow.click();", Call),
        ("await flow.click('Bag size');", Call),
        ("await flow.clickAndWait(target('Bag size'), { uri: '/x' });", Call),
        ("await flow.clickAndWait(target('Bag size'), '/x');", Call),
        ("await flow.navigateTo(target('Bag size'));", Call),
        ("await flow.click(...[1]);", Forbidden),
        ("const f = flow; await f.click(1);", Call),
        ("await flow['click'](target('Bag size'));", Call),
        ("await flow.click(target('Nobody'));", Target),
        ("await flow.click(target(params.bagSize));", Target),
        ("await flow.waitForText(params.colour);", Parameter),
        ("await flow.waitForText(params['colour']);", Parameter),
        ("await flow.waitForText(JSON.stringify(params));", Parameter),
        ("await flow.click(target('Bag size')", Syntax),
        ("const = 1;", Syntax),
        ("}", Syntax),
    ] {
        let found = kinds(script);
        assert!(found.contains(&kind), "{script}: {found:?}");
    }
}

#[test]
fn every_parameter_is_used_and_known() {
    let faults = validate(&flow("await flow.waitForText(params.bagSize);")).unwrap_err();
    assert_eq!(faults.0.len(), 1);
    assert_eq!(faults.0[0].message, "The parameter `quantity` is declared and not used.");
    let mut by_target = flow("await flow.waitForText(params.bagSize);");
    by_target.targets.get_mut("Filter roast").unwrap().name = "${quantity} bags".to_owned();
    assert_eq!(validate(&by_target), Ok(()));
    by_target.targets.get_mut("Filter roast").unwrap().name = "${quantity} ${colour}".to_owned();
    assert_eq!(validate(&by_target).unwrap_err().0[0].kind, FaultKind::Definition);
}

#[test]
fn a_mistake_is_shown_with_its_place() {
    let script = "await flow.goBack();\nawait flow.clik(target(\"Bag size\"));\nawait flow.waitForText(params.bagSize + params.quantity);\n";
    let faults = validate(&flow(script)).unwrap_err();
    let place = faults.0[0].place.clone().unwrap();
    assert_eq!((place.line, place.column, place.length), (2, 12, 4));
    let shown = faults.to_string();
    let wanted = [
        "There is no `flow.clik`.",
        "  --> line 2, column 12",
        "  |",
        "2 | await flow.clik(target(\"Bag size\"));",
        "  |            ^^^^",
        "  = Did you mean flow.click(…)?",
    ];
    assert_eq!(shown, wanted.join("\n"));
    let umlauts = validate(&flow("await flow.waitForText(\"äöü\"); evil();")).unwrap_err();
    let place = umlauts.0[0].place.clone().unwrap();
    assert_eq!((place.line, place.column), (1, 32));
}

#[test]
fn names_of_flows_and_secrets_are_checked() {
    for (name, good) in [
        ("order-coffee", true),
        ("x2", true),
        ("Order", false),
        ("a--b", false),
        ("-a", false),
        ("", false),
    ] {
        assert_eq!(is_flow_name(name), good, "{name}");
    }
    let mut secret = flow(USED);
    let parameter = secret.parameters.get_mut("bagSize").unwrap();
    parameter.kind = tabwright_wire::flows::ParameterType::Secret;
    parameter.default = Some("hunter2".to_owned());
    let shown = validate(&secret).unwrap_err().to_string();
    assert!(
        shown.contains("The secret `bagSize` has a default.") && !shown.contains("hunter2"),
        "{shown}"
    );
}

/// Written by a stranger to take the daemon's stack.
#[test]
fn nesting_of_any_depth_is_read_or_refused() {
    let length = SCRIPT_BYTES_MAX - USED.len() - 16;
    for unit in [
        "(", "[", "!", "{", "a=>", "`${", "a?", "-", "if(1)", "await ", "a.", "a+", "[a,", "x:",
        "()=>{",
    ] {
        let _ = validate(&flow(&unit.repeat(length / unit.len())));
        let closed = format!("{}1", unit.repeat(length / unit.len()));
        let _ = read(&closed);
    }
    let chain = format!("1{}", "+1".repeat(length / 2));
    assert_eq!(kinds(&chain), []);
    assert_eq!(kinds(&"/".repeat(SCRIPT_BYTES_MAX)), [FaultKind::TooLarge]);
}

fn texts() -> impl Strategy<Value = Text> {
    let name = || prop::sample::select(&["bagSize", "quantity"][..]).prop_map(str::to_owned);
    let piece = prop_oneof![
        ".{1,8}".prop_map(Piece::Words),
        name().prop_map(Piece::Parameter),
        name().prop_map(Piece::Encoded),
    ];
    prop::collection::vec(piece, 0..4).prop_map(|pieces| {
        // Words that stand side by side are one piece when they are read.
        let mut joined: Vec<Piece> = Vec::new();
        for piece in pieces {
            match (joined.last_mut(), piece) {
                (Some(Piece::Words(before)), Piece::Words(words)) => before.push_str(&words),
                (_, piece) => joined.push(piece),
            }
        }
        // One parameter alone is not written as a template.
        if let [Piece::Encoded(name)] = joined.as_slice() {
            joined = vec![Piece::Parameter(name.clone())];
        }
        Text(joined)
    })
}

fn expectations() -> impl Strategy<Value = Expected> {
    let text = || prop::option::of(texts());
    (text(), text(), text(), text()).prop_map(|(url, tab, dialog, text)| Expected {
        url,
        tab,
        dialog,
        text,
    })
}

fn steps() -> impl Strategy<Value = Step> {
    let target = || {
        prop::sample::select(&["Filter roast", "Bag size", "Add to basket"][..])
            .prop_map(str::to_owned)
    };
    let on_off =
        prop_oneof![Just(OnOff::On), Just(OnOff::Off), Just(OnOff::By("bagSize".to_owned()))];
    let how = prop::sample::select(&[Click::Left, Click::Double, Click::Right, Click::Middle][..]);
    let modifiers = prop::sample::subsequence(vec!["Control".to_owned(), "Shift".to_owned()], 0..2);
    prop_oneof![
        texts().prop_map(|url| Step::NavigateTo { url }),
        Just(Step::GoBack),
        Just(Step::CloseTab),
        prop::option::of(texts()).prop_map(|url| Step::AwaitPageLoad { url }),
        prop::option::of(texts()).prop_map(|url| Step::OpenTab { url }),
        (target(), how, modifiers, expectations()).prop_map(|(target, how, modifiers, expect)| {
            Step::Click { target, how, modifiers, expect }
        }),
        target().prop_map(|target| Step::Hover { target }),
        (target(), texts(), any::<bool>()).prop_map(|(target, text, replace)| Step::EnterText {
            target,
            text,
            replace
        }),
        (target(), prop::collection::vec(texts(), 1..3))
            .prop_map(|(target, options)| Step::SelectOption { target, options }),
        (target(), prop::collection::vec(texts(), 1..3))
            .prop_map(|(target, files)| Step::Upload { target, files }),
        (target(), on_off).prop_map(|(target, on)| Step::Check { target, on }),
        (prop::option::of(target()), expectations()).prop_map(|(target, expect)| Step::Press {
            keys: "Control+Enter".to_owned(),
            target,
            expect
        }),
        (target(), target()).prop_map(|(from, onto)| Step::Drag {
            from,
            onto: Some(onto),
            by: None
        }),
        (target(), any::<(i16, i16)>()).prop_map(|(from, (x, y))| Step::Drag {
            from,
            onto: None,
            by: Some((x.into(), y.into()))
        }),
        (any::<bool>(), prop::option::of(texts()))
            .prop_map(|(accept, text)| Step::AnswerDialog { accept, text }),
        texts().prop_map(|url| Step::SwitchTab { url }),
        texts().prop_map(|text| Step::WaitForText { text }),
        (texts(), prop::option::of(target()))
            .prop_map(|(text, target)| Step::CheckText { text, target }),
    ]
}

proptest! {
    #[test]
    fn what_is_generated_is_valid_and_reads_as_the_same_steps(steps in prop::collection::vec(steps(), 0..12)) {
        let script = generate(&steps);
        let valid = validate(&flow(&format!("{script}{USED}")));
        prop_assert!(valid.is_ok(), "{script}\n{valid:?}");
        let lines = read(&script);
        let again: Vec<_> = lines.into_iter().map(|line| match line {
            Line::Step { step, .. } => step,
            Line::Code { text, .. } => panic!("{text}"),
        }).collect();
        prop_assert_eq!(again, steps, "{}", script);
    }

    #[test]
    fn no_text_breaks_the_reader(script in ".{0,200}") {
        let _ = validate(&flow(&script));
        let _ = read(&script);
    }
}
