//! Tables, grids and editors, as far as they are seen.

use serde_json::json;
use tabwright_wire::ProblemCode;
use tabwright_wire::verbs;

use crate::stage::{number_of, on_both};

fn rows(count: u32) -> String {
    let row = |number| format!("<tr><td>Row {number}<td>{}", number * 7);
    let rows: String = (0..count).map(row).collect();
    format!("<table><tr><th>Name<th>Value{rows}</table>")
}

on_both! {
    no_row_of_a_table_is_lost(stage) {
        stage.show(&rows(1_200)).await;
        let first = stage.run::<verbs::Tables>(json!({})).await.tables.remove(0);
        assert_eq!((first.rows.len(), first.rows_left(), first.rows_total), (1_000, 200, 1_200));
        let next = json!({ "skipRows": first.rows_shown() });
        let next = stage.run::<verbs::Tables>(next).await.tables.remove(0);
        assert_eq!((next.rows.len(), next.rows_left(), next.rows_skipped), (200, 0, 1_000));
        assert_eq!(next.rows[0], ["Row 1000", "7000"]);
    }

    a_long_table_goes_on_where_its_snapshot_ended(stage) {
        stage.show(&rows(400)).await;
        let first = stage.run::<verbs::TakePageSnapshot>(json!({ "maxChars": 3_000 })).await.text;
        let (_, more) = first.split_once("ask within [").unwrap();
        let (within, more) = more.split_once("] skip ").unwrap();
        let skip = more.lines().next().unwrap();
        let number = |words: &str| words.parse::<u32>().unwrap();
        let next = json!({ "within": number(within), "skip": number(skip), "maxChars": 3_000 });
        let next = stage.run::<verbs::TakePageSnapshot>(next).await.text;
        let told = |text: &str| -> Vec<String> {
            text.lines().filter(|line| line.contains("Row ")).map(str::trim).map(str::to_owned).collect()
        };
        let (first, next) = (told(&first), told(&next));
        assert!(next.len() > 20, "{next:?}");
        assert!(next.iter().all(|line| !first.contains(line)), "{next:?}");
    }

    a_rich_text_frame_is_a_numbered_field(stage) {
        stage.env.site.put("letter", "<!doctype html><body contenteditable aria-label=Letter>Dear you");
        stage.show("<iframe title='Rich text' src='/own/letter'></iframe>").await;
        stage.run::<verbs::Wait>(json!({ "for": { "type": "idle" } })).await;
        let snapshot = stage.snapshot().await;
        assert!(snapshot.text.contains("textbox \"Letter\" value=\"Dear you\" multiline"), "{}", snapshot.text);
        number_of(&snapshot, "textbox \"Letter\"");
    }

    text_and_waits_see_what_fields_hold(stage) {
        stage.show("<label>Result <textarea id=out></textarea></label>").await;
        stage.eval("setTimeout(() => { out.value = 'Hello Ada' }, 50); 1").await;
        let said = json!({ "for": { "type": "text", "text": "hello ada" }, "timeoutMs": 5_000 });
        stage.run::<verbs::Wait>(said).await;
        assert!(stage.run::<verbs::Text>(json!({})).await.text.contains("Hello Ada"));
    }

    an_empty_name_clicks_nothing(stage) {
        stage.show("<button onclick=\"this.textContent = 'Gone'\">Delete</button>").await;
        for target in [json!("role=button:"), json!({ "role": "button", "name": "" }), json!("text=")] {
            let refused = stage.attempt::<verbs::Click>(json!({ "target": target })).await.unwrap_err();
            assert_eq!(refused.code, ProblemCode::BadRequest, "{target}: {refused:?}");
        }
        assert_eq!(stage.run::<verbs::Text>(json!({})).await.text.trim(), "Delete");
    }
}
