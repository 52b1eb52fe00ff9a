//! `select` chooses in the selects of component libraries, and tells what came of it and nothing else.

use serde_json::json;
use tabwright_wire::ProblemCode;
use tabwright_wire::verbs;

use super::{bundle, held, show, ways};
use crate::stage::on_both;

const LIBRARIES: [(&str, [&str; 2]); 4] = [
    ("rc-select", ["Country 3", "Country 150"]),
    ("mui-select", ["Sea", "Rail"]),
    ("radix-select", ["Sea", "Rail"]),
    ("headless-select", ["Sea", "Rail"]),
];

on_both! {
    options_are_chosen(stage) {
        bundle(&stage, &LIBRARIES.map(|(name, _)| name));
        for (name, options) in LIBRARIES {
            for way in ways(&stage) {
                show(&stage, name).await;
                for option in options {
                    let case = format!("{name} {way} {option}");
                    let select = json!({ "target": "label=Choice", "options": [option], "input": way });
                    let report = stage.run::<verbs::Select>(select).await;
                    assert_eq!(held(&stage).await, option, "{case}");
                    // The list came and went; the page says what was chosen.
                    let changes = report.changes;
                    assert_eq!(changes.appeared, [format!("text {option:?}")], "{case}: {changes:?}");
                    assert!(changes.disappeared.is_empty(), "{case}: {changes:?}");
                    let line = stage.snapshot().await.text.lines().find(|line| line.contains("collapsed"))
                        .unwrap_or_default().to_owned();
                    assert!(line.contains(option), "{case}: {line}");
                    if let Some(value) = report.element.and_then(|element| element.value) {
                        assert_eq!(value, option, "{case}");
                    }
                }
                let none = json!({ "target": "label=Choice", "options": ["Narnia"], "input": way, "timeoutMs": 1500 });
                let problem = stage.attempt::<verbs::Select>(none).await.unwrap_err();
                assert_eq!(problem.code, ProblemCode::NoOption, "{name} {way}: {problem:?}");
                let closed = json!({ "type": "function",
                    "script": "!document.querySelector('[role=combobox], [aria-haspopup]').matches('[aria-expanded=true]')" });
                stage.run::<verbs::Wait>(json!({ "for": closed })).await;
                assert_eq!(held(&stage).await, options[1], "{name} {way}");
            }
        }
    }
}
