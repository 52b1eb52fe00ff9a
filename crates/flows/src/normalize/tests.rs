//! Recordings as they come, and the steps that are made of them.

use tabwright_wire::Point;
use tabwright_wire::TabId;
use tabwright_wire::flows::{
    ChosenOption, DialogKind, FieldValue, Fingerprint, Gesture, GestureKind, ItemFacts,
    NamingAttribute, NavigationWay, ParameterType, PointerButton,
};

use super::*;
use crate::script::validate;

const SHOP: &str = "https://lampshop.example/";

/// A recording that is being written down: each call is a gesture.
struct Recording {
    gestures: Vec<Gesture>,
    tab: i32,
    url: String,
}

fn element(role: &str, name: &str) -> Fingerprint {
    let tag = match role {
        "button" => "button",
        "link" => "a",
        "textbox" | "searchbox" | "checkbox" | "radio" | "spinbutton" => "input",
        "combobox" => "select",
        _ => "div",
    };
    Fingerprint {
        role: role.into(),
        name: name.into(),
        tag: tag.into(),
        alike: 1,
        ..Fingerprint::default()
    }
}

fn with(mut element: Fingerprint, attribute: &str, value: &str) -> Fingerprint {
    element.attributes.push(NamingAttribute {
        name: attribute.into(),
        value: value.into(),
        generated: false,
    });
    element
}

fn in_item(mut element: Fingerprint, role: &str, text: &str) -> Fingerprint {
    element.item = Some(ItemFacts { role: role.into(), text: text.into() });
    element
}

impl Recording {
    fn new() -> Self {
        Self { gestures: Vec::new(), tab: 1, url: SHOP.to_owned() }
    }

    fn add(&mut self, what: GestureKind) -> &mut Self {
        let number = self.gestures.len();
        let at = 1_000.0 * (number + 1) as f64;
        let (tab, url) = (TabId(self.tab), self.url.clone());
        self.gestures.push(Gesture {
            id: format!("g{number}"),
            at,
            tab,
            url,
            instead_of: None,
            what,
        });
        self
    }

    fn click(&mut self, target: Fingerprint) -> &mut Self {
        self.add(GestureKind::Click {
            target,
            button: PointerButton::Left,
            count: 1,
            modifiers: Vec::new(),
        })
    }

    fn typed(&mut self, target: Fingerprint, text: &str) -> &mut Self {
        self.add(GestureKind::Type { target, value: FieldValue::Text { text: text.into() } })
    }

    fn press(&mut self, target: Option<Fingerprint>, keys: &str) -> &mut Self {
        self.add(GestureKind::Press { target, keys: keys.into() })
    }

    fn check(&mut self, target: Fingerprint, on: bool) -> &mut Self {
        self.add(GestureKind::Check { target, on })
    }

    fn arrived(&mut self, path: &str) -> &mut Self {
        self.url = if path.contains("://") { path.to_owned() } else { format!("{SHOP}{path}") };
        let url = self.url.clone();
        self.add(GestureKind::Arrived { url, title: String::new() })
    }

    /// At once after the gesture before, as a browser does it.
    fn at_once(&mut self) -> &mut Self {
        let before = self.gestures[self.gestures.len() - 2].at;
        self.gestures.last_mut().unwrap().at = before + 1.0;
        self
    }

    fn instead_of(&mut self, number: usize) -> &mut Self {
        self.gestures.last_mut().unwrap().instead_of = Some(format!("g{number}"));
        self
    }

    fn draft(&self) -> Draft {
        normalize(&self.gestures, &Marks::new())
    }

    /// The script without its first line, which goes to the shop.
    fn script(&self) -> String {
        self.script_with(&Marks::new())
    }

    fn script_with(&self, marks: &Marks) -> String {
        let flow = normalize(&self.gestures, marks).into_flow("chore", "");
        validate(&flow).unwrap_or_else(|faults| panic!("{faults}\n{}", flow.script));
        let first = format!("await flow.navigateTo(\"{SHOP}\");\n");
        flow.script
            .strip_prefix(&first)
            .unwrap_or(&flow.script)
            .replace("await flow.", "")
            .replace(";\n", "\n")
    }
}

fn save() -> Fingerprint {
    element("button", "Save")
}

#[test]
fn an_order_becomes_a_script_that_a_person_can_read() {
    let mut recording = Recording::new();
    let size = element("combobox", "Bag size");
    let option = |label: &str| ChosenOption { label: label.into(), value: label.into() };
    let mut quantity = element("spinbutton", "Quantity");
    quantity.input_type = Some("number".into());
    recording
        .click(element("link", "Filter roast"))
        .arrived("filter-roast")
        .click(size.clone())
        .add(GestureKind::Select {
            target: size,
            chosen: vec![option("500 g")],
            options: vec!["250 g".into(), "500 g".into()],
        })
        .click(quantity.clone())
        .typed(quantity, "2")
        .click(element("button", "Add to basket"))
        .arrived("basket?session=77")
        .add(GestureKind::CheckText { text: "Thank you".into(), target: None });
    let draft = recording.draft();
    let said: Vec<_> =
        draft.sentences(Tense::Done).iter().map(|it| tabwright_wire::plain_sentence(it)).collect();
    let said: Vec<_> = said.iter().map(|it| it.replace(['\u{2068}', '\u{2069}'], "")).collect();
    assert_eq!(
        said,
        [
            "Went to https://lampshop.example/",
            "Clicked \"Filter roast\", which led to /filter-roast",
            "Chose ‹bagSize› in \"Bag size\"",
            "Typed ‹quantity› into \"Quantity\"",
            "Clicked \"Add to basket\", which led to /basket",
            "Checked that the page says \"Thank you\"",
        ]
    );
    let flow = draft.into_flow("order-coffee", "");
    assert_eq!(validate(&flow), Ok(()));
    assert_eq!(
        flow.script,
        r#"await flow.navigateTo("https://lampshop.example/");
await flow.clickAndWait(target("Filter roast"), { url: "/filter-roast" });
await flow.selectOption(target("Bag size"), params.bagSize);
await flow.clearAndType(target("Quantity"), params.quantity);
await flow.clickAndWait(target("Add to basket"), { url: "/basket" });
await flow.checkPageState({ text: "Thank you" });
"#
    );
    let bag = &flow.parameters["bagSize"];
    assert_eq!(
        (bag.kind, bag.default.as_deref(), bag.required),
        (ParameterType::Choice, Some("500 g"), false)
    );
    assert_eq!(bag.value_options, ["250 g", "500 g"]);
    assert_eq!(flow.parameters["quantity"].kind, ParameterType::Number);
    assert_eq!(flow.scope.domains, ["lampshop.example"]);
    assert!(flow.grammar_patterns.contains(&"order coffee".to_owned()));
}

#[test]
fn what_belongs_together_is_one_step() {
    let mail = || element("textbox", "E-mail");
    let news = || element("checkbox", "Newsletter");
    let label = || Fingerprint {
        tag: "label".into(),
        text: Some("Newsletter".into()),
        ..element("generic", "")
    };
    let type_mail = "clearAndType(target(\"E-mail\"), params.eMail)\n";
    type Tell = fn(
        &mut Recording,
        &dyn Fn() -> Fingerprint,
        &dyn Fn() -> Fingerprint,
        &dyn Fn() -> Fingerprint,
    );
    let cases: [(&str, Tell, &str); 10] = [
        (
            "a click into the field",
            |it, mail, _, _| {
                it.click(mail()).typed(mail(), "a@b.c");
            },
            type_mail,
        ),
        (
            "a field typed into twice",
            |it, mail, _, _| {
                it.typed(mail(), "a").typed(mail(), "a@b.c");
            },
            type_mail,
        ),
        (
            "a correction",
            |it, mail, _, _| {
                it.typed(mail(), "a").click(save()).typed(mail(), "a@b.c").instead_of(0);
            },
            "clearAndType(target(\"E-mail\"), params.eMail)\nclick(target(\"Save\"))\n",
        ),
        (
            "Enter that submits",
            |it, mail, _, _| {
                it.typed(mail(), "a@b.c")
                    .press(Some(mail()), "Enter")
                    .click(save())
                    .at_once()
                    .arrived("done");
            },
            "clearAndType(target(\"E-mail\"), params.eMail)\npress(\"Enter\", { on: target(\"E-mail\"), url: \"/done\" })\n",
        ),
        (
            "Enter, and later a click",
            |it, mail, _, _| {
                it.press(Some(mail()), "Enter").click(save());
            },
            "press(\"Enter\", { on: target(\"E-mail\") })\nclick(target(\"Save\"))\n",
        ),
        (
            "Enter on a button",
            |it, _, _, _| {
                it.press(Some(save()), "Enter").click(save()).at_once();
            },
            "click(target(\"Save\"))\n",
        ),
        (
            "a label and its box",
            |it, _, news, label| {
                it.click(label()).check(news(), true).at_once();
            },
            "check(target(\"Newsletter\"))\n",
        ),
        (
            "a box ticked and unticked",
            |it, _, news, _| {
                it.click(news()).check(news(), true).click(news()).check(news(), false);
            },
            "uncheck(target(\"Newsletter\"))\n",
        ),
        (
            "Tab between fields",
            |it, mail, _, _| {
                it.typed(mail(), "a@b.c")
                    .press(None, "Tab")
                    .typed(element("textbox", "Name"), "Ann");
            },
            "clearAndType(target(\"E-mail\"), params.eMail)\nclearAndType(target(\"Name\"), params.name)\n",
        ),
        (
            "letters are not keys",
            |it, _, _, _| {
                it.press(None, "x").press(None, "Escape");
            },
            "press(\"Escape\")\n",
        ),
    ];
    for (about, tell, script) in cases {
        let mut recording = Recording::new();
        tell(&mut recording, &mail, &news, &label);
        assert_eq!(recording.script(), script, "{about}");
    }
}

#[test]
fn a_double_click_is_one_step() {
    let mut recording = Recording::new();
    let double = GestureKind::Click {
        target: save(),
        button: PointerButton::Left,
        count: 2,
        modifiers: Vec::new(),
    };
    recording.click(save()).add(double);
    assert_eq!(recording.script(), "doubleClick(target(\"Save\"))\n");
}

#[test]
fn accidental_things_are_dropped() {
    let mut recording = Recording::new();
    let hover = |target| GestureKind::Hover { target };
    recording
        .click(element("generic", ""))
        .add(hover(save()))
        .click(save())
        .add(hover(element("button", "Account")))
        .click(element("menuitem", "Settings"))
        .add(hover(element("link", "Imprint")));
    assert_eq!(
        recording.script(),
        "click(target(\"Save\"))\nhover(target(\"Account\"))\nclick(target(\"Settings\"))\n"
    );

    let mut detour = Recording::new();
    detour.click(element("link", "Imprint")).arrived("imprint");
    detour
        .add(GestureKind::Navigate { how: NavigationWay::Back, url: SHOP.into() })
        .arrived("")
        .click(save());
    assert_eq!(detour.script(), "click(target(\"Save\"))\n");

    let mut addresses = Recording::new();
    let go = |path: &str| GestureKind::Navigate {
        how: NavigationWay::Address,
        url: format!("{SHOP}{path}"),
    };
    addresses.add(go("wrnog")).arrived("wrnog").add(go("lamps")).arrived("lamps");
    assert_eq!(addresses.script(), "navigateTo(\"https://lampshop.example/lamps\")\n");
}

#[test]
fn a_value_that_comes_back_is_the_parameter_there() {
    let mut recording = Recording::new();
    let lamp = with(element("option", "Blue desk lamp"), "data-id", "8017");
    recording
        .typed(element("searchbox", "Search"), "Blue desk")
        .click(lamp)
        .arrived("p/blue")
        .click(in_item(
            with(element("button", "Add"), "id", "add-8017"),
            "row",
            "Blue desk lamp 49.00",
        ))
        .add(GestureKind::Navigate {
            how: NavigationWay::Address,
            url: format!("{SHOP}search?q=Blue+desk&page=2"),
        })
        .add(GestureKind::CheckText {
            text: "Blue desk lamp is in your basket".into(),
            target: None,
        });
    let draft = recording.draft();
    let option = &draft.targets["{query} lamp"];
    assert_eq!(option.name, "${query} lamp");
    assert_eq!(option.attributes, [], "its id is that of the recorded lamp");
    let add = &draft.targets["Add"];
    assert_eq!(add.item.as_ref().unwrap().text, "${query} lamp 49.00");
    assert_eq!(add.attributes, []);
    assert_eq!(
        recording.script(),
        concat!(
            "clearAndType(target(\"Search\"), params.query)\n",
            "clickAndWait(target(\"{query} lamp\"), { url: \"/p/blue\" })\n",
            "click(target(\"Add\"))\n",
            "navigateTo(`https://lampshop.example/search?q=${encodeURIComponent(params.query)}&page=2`)\n",
            "checkPageState({ text: `${params.query} lamp is in your basket` })\n",
        )
    );
}

#[test]
fn what_stands_there_by_chance_is_not_the_parameter() {
    let mut recording = Recording::new();
    let mut count = element("spinbutton", "Guests");
    count.input_type = Some("number".into());
    recording
        .typed(count, "2")
        .click(in_item(element("button", "Book"), "row", "Floor 2"))
        .typed(element("textbox", "Status"), "Open")
        .click(element("button", "Open"))
        .typed(element("textbox", "Name"), "Ann")
        .click(element("link", "Annual report"))
        .click(element("link", "Ann's page"));
    let draft = recording.draft();
    let names: Vec<_> = draft.targets.values().map(|it| it.name.as_str()).collect();
    assert_eq!(draft.targets["Book"].item.as_ref().unwrap().text, "Floor 2");
    assert!(names.contains(&"Open") && names.contains(&"Annual report"), "{names:?}");
    assert!(names.contains(&"${name}'s page"), "{names:?}");
}

#[test]
fn a_page_that_writes_marks_gets_none() {
    let mut recording = Recording::new();
    recording
        .click(element("link", "Costs ${query}"))
        .typed(element("textbox", "Price"), "4455")
        .click(element("link", "$4455"));
    let draft = recording.draft();
    let names: Vec<_> = draft.targets.values().map(|it| it.name.as_str()).collect();
    assert!(names.contains(&"Costs $${query}") && names.contains(&"$4455"), "{names:?}");
}

#[test]
fn secrets_have_no_value_and_codes_are_asked() {
    let mut recording = Recording::new();
    let secret = |value| GestureKind::Type { target: element("textbox", "Password"), value };
    recording.add(secret(FieldValue::Secret));
    recording.add(GestureKind::Type {
        target: element("textbox", "Code"),
        value: FieldValue::OneTimeCode,
    });
    recording
        .add(GestureKind::Type { target: element("textbox", "Essay"), value: FieldValue::TooLong });
    let draft = recording.draft();
    for (name, kind) in [
        ("password", ParameterType::Secret),
        ("code", ParameterType::Secret),
        ("essay", ParameterType::Text),
    ] {
        let parameter = &draft.parameters[name];
        assert_eq!(
            (parameter.kind, parameter.required, parameter.default.as_ref()),
            (kind, true, None),
            "{name}"
        );
    }
    assert!(draft.parameters["code"].description.contains("asked for each time"));
    assert_eq!(draft.notes.len(), 1);
    assert!(recording.script().contains("clearAndType(target(\"Password\"), params.password)"));
}

#[test]
fn what_the_person_says_of_a_value_holds() {
    let mut recording = Recording::new();
    recording
        .typed(element("textbox", "City"), "Basel")
        .typed(element("textbox", "Name"), "Ann")
        .check(element("checkbox", "Gift"), true)
        .check(element("radio", "Express"), true);
    let marks = Marks::from([
        ("g0".to_owned(), Mark::Constant),
        ("g1".to_owned(), Mark::Parameter { name: Some("guest".to_owned()) }),
        ("g2".to_owned(), Mark::Parameter { name: None }),
        ("g3".to_owned(), Mark::Parameter { name: Some("delivery".to_owned()) }),
    ]);
    assert_eq!(
        recording.script_with(&marks),
        concat!(
            "clearAndType(target(\"City\"), \"Basel\")\n",
            "clearAndType(target(\"Name\"), params.guest)\n",
            "check(target(\"Gift\"), params.gift)\n",
            "check(target(\"{delivery}\"))\n",
        )
    );
    let draft = normalize(&recording.gestures, &marks);
    assert_eq!(draft.parameters["gift"].kind, ParameterType::Switch);
    assert_eq!(draft.parameters["delivery"].default.as_deref(), Some("Express"));
    assert_eq!(draft.targets["{delivery}"].name, "${delivery}");
}

#[test]
fn what_the_page_did_is_expected_of_the_step_before() {
    let mut recording = Recording::new();
    let dialog = |accepted| GestureKind::Dialog {
        dialog: DialogKind::Confirm,
        message: "Delete 3 invoices of Ann?".into(),
        accepted,
        text: None,
    };
    recording
        .click(element("button", "Delete"))
        .add(dialog(true))
        .click(save())
        .add(GestureKind::Appeared {
            role: "status".into(),
            text: "Order placed: number 4711".into(),
        })
        .click(element("link", "Pay"))
        .arrived("https://pay.example/start?x=1")
        .arrived("https://pay.example/orders/4711");
    assert_eq!(
        recording.script(),
        concat!(
            "clickAndWait(target(\"Delete\"), { dialog: \"\" })\n",
            "answerDialog({ accept: true })\n",
            "clickAndWait(target(\"Save\"), { text: \"Order placed: number\" })\n",
            "clickAndWait(target(\"Pay\"), { url: \"/orders/*\" })\n",
        )
    );
}

#[test]
fn flows_go_over_tabs() {
    let mut recording = Recording::new();
    recording.click(element("link", "Book"));
    recording.tab = 2;
    recording.url = format!("{SHOP}booking/17");
    let url = recording.url.clone();
    recording.add(GestureKind::OpenTab { by_person: false, url }).click(save());
    recording.add(GestureKind::CloseTab);
    recording.tab = 1;
    recording.url = SHOP.to_owned();
    recording.click(element("button", "Done"));
    recording.tab = 3;
    recording.url = "https://other.example/a".to_owned();
    recording.add(GestureKind::OpenTab { by_person: true, url: "about:blank".into() });
    recording.add(GestureKind::Navigate {
        how: NavigationWay::Address,
        url: "https://other.example/a".into(),
    });
    assert_eq!(
        recording.script(),
        concat!(
            "clickAndWait(target(\"Book\"), { tab: \"/booking/*\" })\n",
            "click(target(\"Save\"))\n",
            "closeTab()\n",
            "switchTab({ url: \"/\" })\n",
            "click(target(\"Done\"))\n",
            "openTab(\"https://other.example/a\")\n",
        )
    );
    assert_eq!(recording.draft().sites, ["lampshop.example", "other.example"]);
}

#[test]
fn targets_of_one_name_are_told_apart() {
    let mut recording = Recording::new();
    let delete = |item: &str| in_item(element("button", "Delete"), "row", item);
    recording.click(delete("Ann")).click(delete("Bob")).click(delete("Ann"));
    assert_eq!(
        recording.script(),
        "click(target(\"Delete\"))\nclick(target(\"Delete (Bob)\"))\nclick(target(\"Delete\"))\n"
    );
}

#[test]
fn other_gestures_have_steps_too() {
    let mut recording = Recording::new();
    let card = || element("listitem", "Card");
    recording
        .add(GestureKind::Drag {
            from: card(),
            onto: Some(element("list", "Done")),
            by: Point { x: 1.0, y: 2.0 },
        })
        .add(GestureKind::Drag { from: card(), onto: None, by: Point { x: -30.4, y: 2.0 } })
        .add(GestureKind::Upload {
            target: element("button", "Attach"),
            names: vec!["cat.png".into()],
        })
        .add(GestureKind::WaitForText { text: "Ready".into() })
        .add(GestureKind::Navigate { how: NavigationWay::Reload, url: SHOP.into() });
    assert_eq!(
        recording.script(),
        concat!(
            "drag(target(\"Card\"), { onto: target(\"Done\") })\n",
            "drag(target(\"Card\"), { by: [-30, 2] })\n",
            "upload(target(\"Attach\"), params.attach)\n",
            "waitForText(\"Ready\")\n",
            "reload()\n",
        )
    );
    let file = &recording.draft().parameters["attach"];
    assert_eq!(
        (file.kind, file.required, file.default.as_ref()),
        (ParameterType::File, true, None)
    );
}

#[test]
fn gestures_that_come_twice_count_once() {
    let mut recording = Recording::new();
    recording.click(save()).typed(element("textbox", "Name"), "Ann");
    let once = recording.draft();
    let again = recording.gestures.clone();
    recording.gestures.extend(again);
    assert_eq!(recording.draft(), once);
}
