//! Files as the other programs write them, what becomes of them, and what comes back of what we write.

use proptest::prelude::*;
use tabwright_wire::flows::{
    Fingerprint, FlowParameter, ItemFacts, NamingAttribute, ParameterType,
};

use super::*;
use crate::script::{Line, read};
use crate::steps::Step;

const RECORDER: &str = include_str!("samples/recorder.json");
const CODEGEN: &str = include_str!("samples/codegen.ts");
const PROJECT: &str = include_str!("samples/project.side");

fn script(flow: &Flow) -> Vec<&str> {
    flow.script
        .lines()
        .map(|line| line.trim_start_matches("await flow.").trim_end_matches(';'))
        .collect()
}

/// Each of these must be in some note.
fn assert_notes(notes: &[String], wanted: &[&str]) {
    for wanted in wanted {
        assert!(
            notes.iter().any(|note| note.contains(wanted)),
            "no note says {wanted:?}: {notes:#?}"
        );
    }
    assert_eq!(notes.len(), wanted.len(), "{notes:#?}");
}

#[test]
fn a_recording_of_devtools_becomes_a_flow() {
    let imported = import(Format::PuppeteerReplay, RECORDER, None).unwrap();
    let flow = &imported.flows[0];
    assert_eq!(flow.name, "order-coffee");
    assert_eq!(
        script(flow),
        [
            r#"navigateTo("https://roastery.example/")"#,
            r#"clickAndWait(target("Filter roast"), { url: "/filter-roast" })"#,
            r#"clearAndType(target("Quantity"), params.quantity)"#,
            r#"selectOption(target("Bag size"), params.bagSize)"#,
            r#"clearAndType(target("Password"), params.password)"#,
            r#"press("Control+Enter")"#,
            r#"doubleClick(target("add-to-basket"))"#,
            r#"waitForText("Thank you")"#,
            r#"switchTab({ url: "https://pay.example/start" })"#,
            r#"click(target("Pay now"))"#,
            "closeTab()",
        ]
    );
    assert_eq!(flow.parameters["password"].kind, ParameterType::Secret);
    assert_eq!(flow.targets["Pay now"].role, "button");
    assert!(!format!("{imported:?}").contains("hunter2"));
    assert_notes(
        &imported.notes,
        &[
            "size of the window",
            "Passwords were not taken over",
            "Step 12 (click)",
            "Scrolling",
            "Step 16 was left out",
            "waitForExpression",
        ],
    );
}

#[test]
fn a_test_of_codegen_becomes_a_flow() {
    let imported = import(Format::Playwright, CODEGEN, None).unwrap();
    let flow = &imported.flows[0];
    assert_eq!(flow.name, "order-coffee");
    assert_eq!(
        script(flow),
        [
            r#"navigateTo("https://roastery.example/")"#,
            r#"click(target("Filter roast"))"#,
            r#"selectOption(target("Bag size"), params.bagSize)"#,
            r#"clearAndType(target("How many?"), params.howMany)"#,
            r#"clearAndType(target("Password"), params.password)"#,
            r#"check(target("Gift wrap"))"#,
            r#"rightClick(target("Delete"))"#,
            r#"clickAndWait(target("remove"), { dialog: "" })"#,
            r#"answerDialog({ accept: false })"#,
            r#"upload(target("Attach"), params.attach)"#,
            r#"press("Control+Enter", { on: target("Note") })"#,
            r#"checkPageState({ text: "Thank you" })"#,
            r#"checkPageState({ text: "17.00", in: target("total") })"#,
            r#"clickAndWait(target("Book a table"), { tab: "*" })"#,
            r#"click(target("Confirm"))"#,
            "closeTab()",
        ]
        .map(|line| if line.contains("button: \"right\"") {
            r#"rightClick(target("Delete"))"#
        } else {
            line
        })
    );
    let delete = &flow.targets["Delete"];
    assert_eq!(delete.item, Some(ItemFacts { role: "row".into(), text: "Invoice 4455".into() }));
    assert_eq!(flow.targets["remove"].attributes[0].name, "data-testid");
    assert!(!format!("{imported:?}").contains("hunter2"));
    assert_notes(
        &imported.notes,
        &[
            "Passwords were not taken over",
            "Line 11 was left out (it only tells",
            "toContainText('Done')",
            "a place among several",
            "a regular expression",
            "Pauses",
            "straight line",
        ],
    );
}

#[test]
fn a_project_of_selenium_ide_becomes_flows() {
    let imported = import(Format::Side, PROJECT, None).unwrap();
    let names: Vec<_> = imported.flows.iter().map(|flow| flow.name.as_str()).collect();
    assert_eq!(names, ["order-coffee", "order-coffee-2"]);
    assert_eq!(
        script(&imported.flows[0]),
        [
            r#"navigateTo("https://roastery.example/")"#,
            r#"click(target("Filter roast"))"#,
            r#"clearAndType(target("quantity"), params.quantity)"#,
            r#"clearAndType(target("password"), params.password)"#,
            r#"press("Enter", { on: target("quantity") })"#,
            r#"selectOption(target("size"), params.size)"#,
            r#"check(target("gift"))"#,
            r#"clickAndWait(target("remove"), { dialog: "" })"#,
            r#"answerDialog({ accept: false })"#,
            r#"checkPageState({ text: "17.00", in: target("total") })"#,
            r#"clickAndWait(target("Book a table"), { tab: "*" })"#,
            r#"click(target("confirm"))"#,
        ]
    );
    assert_eq!(script(&imported.flows[1]), [r#"navigateTo("https://other.example/")"#]);
    assert!(!format!("{imported:?}").contains("hunter2"));
    assert_notes(
        &imported.notes,
        &[
            "size of the window",
            "Passwords were not taken over",
            "Command 13",
            "Command 15",
            "frames by their place",
            "new window",
        ],
    );
}

#[test]
fn formats_are_told_by_their_looks() {
    let own = own::export(&Flow::default()).text;
    for (text, format) in [
        (RECORDER, Some(Format::PuppeteerReplay)),
        (CODEGEN, Some(Format::Playwright)),
        (PROJECT, Some(Format::Side)),
        (own.as_str(), Some(Format::Tabwright)),
        ("{}", None),
        ("hello", None),
    ] {
        assert_eq!(Format::guess(text), format);
    }
}

/// What a recording has, with all that the formats have in common.
fn flow() -> Flow {
    let element = |role: &str, tag: &str, name: &str, id: &str| Fingerprint {
        role: role.into(),
        tag: tag.into(),
        name: name.into(),
        alike: 1,
        attributes: vec![NamingAttribute { name: "id".into(), value: id.into(), generated: false }],
        ..Fingerprint::default()
    };
    let mut flow = Flow { name: "order-coffee".into(), version: 3, ..Flow::default() };
    flow.targets.insert("Filter roast".into(), element("link", "a", "Filter roast", "filter"));
    flow.targets.insert("Quantity".into(), element("textbox", "input", "Quantity", "quantity"));
    flow.targets.insert("Bag size".into(), element("combobox", "select", "Bag size", "size"));
    flow.targets.insert("Gift".into(), element("checkbox", "input", "Gift", "gift"));
    flow.targets.insert(
        "{quantity} bags".into(),
        Fingerprint { name: "${quantity} bags".into(), ..element("button", "button", "", "add") },
    );
    let parameter =
        |default: &str| FlowParameter { default: Some(default.into()), ..FlowParameter::default() };
    flow.parameters.insert("quantity".into(), parameter("two"));
    flow.parameters.insert("bagSize".into(), parameter("500 g"));
    flow.parameters.insert(
        "pin".into(),
        FlowParameter { kind: ParameterType::Secret, required: true, ..FlowParameter::default() },
    );
    flow.script = r#"await flow.navigateTo("https://roastery.example/shop");
await flow.clickAndWait(target("Filter roast"), { url: "/filter" });
await flow.clearAndType(target("Quantity"), params.quantity);
await flow.selectOption(target("Bag size"), params.bagSize);
await flow.check(target("Gift"));
await flow.press("Enter", { on: target("Quantity") });
await flow.click(target("{quantity} bags"));
await flow.waitForText("Thank you, it's \"done\" `now` ${really}");
await flow.answerDialog({ accept: true });
await flow.clearAndType(target("Quantity"), params.pin);
for (let n = 0; n < 3; n++) { await flow.goBack(); }
"#
    .into();
    assert_eq!(validate(&flow), Ok(()));
    flow
}

#[test]
fn our_own_file_loses_nothing() {
    let exported = export(Format::Tabwright, &flow()).unwrap();
    assert_eq!(exported.notes, Vec::<String>::new());
    assert_eq!(import(Format::Tabwright, &exported.text, None).unwrap().flows, [flow()]);
    let renamed = import(Format::Tabwright, &exported.text, Some("other")).unwrap();
    assert_eq!(renamed.flows[0].name, "other");
    let newer =
        exported.text.replace("\"formatVersion\": 1", "\"formatVersion\": 2, \"more\": true");
    assert_eq!(import(Format::Tabwright, &newer, None), Err(ExchangeError::Newer { found: 2 }));
    let unknown = exported.text.replace("\"format\":", "\"sound\": 1, \"format\":");
    assert!(matches!(
        import(Format::Tabwright, &unknown, None),
        Err(ExchangeError::Unreadable { .. })
    ));
    let evil = exported.text.replace("await flow.check(", "await fetch(");
    assert!(matches!(import(Format::Tabwright, &evil, None), Err(ExchangeError::Invalid(_))));
}

#[test]
fn what_we_write_for_devtools_comes_back() {
    let exported = export(Format::PuppeteerReplay, &flow()).unwrap();
    let again = import(Format::PuppeteerReplay, &exported.text, None).unwrap();
    assert_eq!(
        script(&again.flows[0]),
        [
            r#"navigateTo("https://roastery.example/shop")"#,
            r#"clickAndWait(target("Filter roast"), { url: "/filter" })"#,
            r#"clearAndType(target("Quantity"), params.quantity)"#,
            r#"selectOption(target("Bag size"), params.bagSize)"#,
            r#"click(target("Gift"))"#,
            r#"press("Enter")"#,
            r#"click(target("two bags"))"#,
            r#"waitForText("Thank you, it's \"done\" `now` ${really}")"#,
            r#"clearAndType(target("Quantity"), params.quantity2)"#,
        ]
    );
    assert_notes(
        &exported.notes,
        &[
            "`pin` has no value",
            "no parameters",
            "\"Gift\" is clicked once",
            "the option's value",
            "Enter is pressed where",
            "Answering a dialog",
            "Line 11",
        ],
    );
}

#[test]
fn what_we_write_for_playwright_comes_back() {
    let exported = export(Format::Playwright, &flow()).unwrap();
    let wanted = r#"import { test, expect } from '@playwright/test';

const params = {
  bagSize: '500 g',
  pin: process.env.PIN ?? '',
  quantity: 'two',
};

test('order-coffee', async ({ page }) => {
  await page.goto('https://roastery.example/shop');
  await page.getByRole('link', { name: 'Filter roast', exact: true }).click();
  await page.waitForURL((url) => url.pathname === '/filter');
  await page.getByRole('textbox', { name: 'Quantity', exact: true }).fill(params.quantity);
  await page.getByRole('combobox', { name: 'Bag size', exact: true }).selectOption({ label: params.bagSize });
  await page.getByRole('checkbox', { name: 'Gift', exact: true }).check();
  await page.getByRole('textbox', { name: 'Quantity', exact: true }).press('Enter');
  await page.getByRole('button', { name: `${params.quantity} bags`, exact: true }).click();
  page.once('dialog', (dialog) => dialog.accept());
  await expect(page.getByText('Thank you, it\'s "done" `now` ${really}').first()).toBeVisible();
  await page.getByRole('textbox', { name: 'Quantity', exact: true }).fill(params.pin);
  // for (let n = 0; n < 3; n++) { await flow.goBack(); }
});
"#;
    assert_eq!(exported.text, wanted);
    assert_notes(&exported.notes, &["`pin` has no value", "Line 11"]);
    // What codegen would not write, our reader says that it does not know.
    let again = import(Format::Playwright, &exported.text, None).unwrap();
    assert_eq!(
        script(&again.flows[0])[..2],
        [r#"navigateTo("https://roastery.example/shop")"#, r#"click(target("Filter roast"))"#]
    );
}

#[test]
fn what_cannot_be_read_says_why() {
    for (format, text) in [
        (Format::PuppeteerReplay, "{"),
        (Format::PuppeteerReplay, "{\"title\": \"x\"}"),
        (Format::Side, "[]"),
        (Format::Tabwright, "{}"),
        (Format::Playwright, "test('x', async ({ page }) => {"),
    ] {
        assert!(
            matches!(import(format, text, None), Err(ExchangeError::Unreadable { .. })),
            "{text}"
        );
    }
    for (format, text) in [
        (Format::PuppeteerReplay, r#"{ "title": "x", "steps": [] }"#),
        (Format::Side, r#"{ "tests": [] }"#),
        (Format::Playwright, "import { test } from '@playwright/test';"),
    ] {
        assert_eq!(import(format, text, None), Err(ExchangeError::Empty), "{text}");
    }
    assert_eq!(export(Format::Side, &flow()), Err(ExchangeError::NotWritten));
    let large = " ".repeat(FILE_BYTES_MAX + 1);
    assert_eq!(import(Format::Side, &large, None), Err(ExchangeError::TooLarge));
}

#[test]
fn every_step_of_an_import_is_a_single_one() {
    for (format, text) in [
        (Format::PuppeteerReplay, RECORDER),
        (Format::Playwright, CODEGEN),
        (Format::Side, PROJECT),
    ] {
        for flow in import(format, text, None).unwrap().flows {
            let lines = read(&flow.script);
            assert!(lines.iter().all(|line| matches!(line, Line::Step { step, .. } if !matches!(step, Step::Other { .. }))));
        }
    }
}

proptest! {
    #[test]
    fn no_file_breaks_a_reader(text in r#"[ -~\n]{0,200}"#) {
        for format in [Format::Tabwright, Format::PuppeteerReplay, Format::Playwright, Format::Side] {
            let _ = import(format, &text, None);
        }
    }

    #[test]
    fn no_step_of_a_recording_breaks_its_reader(
        kind in prop::sample::select(&["click", "change", "keyDown", "waitForElement", "navigate", "close", "x"][..]),
        selector in r#"(aria/|text/|xpath/|pierce/)?[a-z#\[\]="'\\():>~ ]{0,20}"#,
        value in ".{0,10}",
    ) {
        let step = serde_json::json!({ "type": kind, "selectors": [[selector]], "value": value, "key": value, "url": value });
        let file = serde_json::json!({ "title": value, "steps": [step] }).to_string();
        let result = import(Format::PuppeteerReplay, &file, None);
        prop_assert!(!matches!(result, Err(ExchangeError::Invalid(_))), "{:?}", result);
    }
}
