//! Snapshots, through everything between a client and a page.

use serde_json::json;
use tabwright_wire::ProblemCode;
use tabwright_wire::verbs;

use crate::stage::{number_of, on_both};

const FORM: &str = "<h1>Order</h1><label>Name <input id=name></label><button id=go>Go</button>\
    <div id=plain>Plain</div><p hidden>secret</p>\
    <script>plain.addEventListener('click', () => plain.textContent = 'clicked')</script>";

on_both! {
    a_page_reads_as_an_agent_should_read_it(stage) {
        stage.show(FORM).await;
        let snapshot = stage.snapshot().await;
        assert!(snapshot.text.contains("Order"), "{}", snapshot.text);
        assert!(!snapshot.text.contains("secret"), "{}", snapshot.text);
        assert_eq!(snapshot.title, "page");
        number_of(&snapshot, "textbox \"Name\"");
        let plain = number_of(&snapshot, "Plain");
        let report = stage.click(plain).await;
        assert_eq!(report.element.unwrap().name, "clicked");
    }

    numbers_stay_with_their_elements_and_are_not_given_again(stage) {
        stage.show(FORM).await;
        let first = stage.snapshot().await;
        let (name, go) = (number_of(&first, "Name"), number_of(&first, "Go"));
        stage.eval("go.remove(); document.body.insertAdjacentHTML('afterbegin', '<button>New</button>'); 1").await;
        let second = stage.snapshot().await;
        assert_eq!(number_of(&second, "Name"), name);
        let new = number_of(&second, "New");
        assert!(new > go, "{}", second.text);
        let gone = stage.attempt::<verbs::Click>(json!({ "target": go })).await.unwrap_err();
        assert_eq!(gone.code, ProblemCode::ElementGone);

        // A number of an earlier page means nothing on the next.
        let next = stage.env.site.put("next", "<!doctype html><button>Other</button>");
        stage.run::<verbs::Open>(json!({ "url": next, "in": "current" })).await;
        let other = number_of(&stage.snapshot().await, "Other");
        assert!(other > new);
        let stale = stage.attempt::<verbs::Click>(json!({ "target": name, "timeoutMs": 500 })).await;
        assert_eq!(stale.unwrap_err().code, ProblemCode::ElementGone);
    }

    a_diff_tells_only_what_changed(stage) {
        let fields: String =
            (0..40).map(|place| format!("<label>Field {place} <input></label>")).collect();
        stage.show(&fields).await;
        let first = stage.snapshot().await;
        let field = number_of(&first, "Field 7");
        stage.run::<verbs::Type>(json!({ "target": field, "text": "seven" })).await;
        let diff = stage.run::<verbs::TakePageSnapshot>(json!({ "since": first.id })).await;
        assert!(diff.is_diff);
        assert!(diff.text.contains("seven"), "{}", diff.text);
        assert!(diff.text.len() * 10 < first.text.len(), "{}\n{}", diff.text, first.text);
        let unknown = stage.run::<verbs::TakePageSnapshot>(json!({ "since": 4_000 })).await;
        assert!(!unknown.is_diff);
    }

    a_budget_is_kept(stage) {
        let rows: String = (0..3_000)
            .map(|row| format!("<tr><td>Row {row}<td><a href=/r{row}>Open {row}</a>"))
            .collect();
        stage.show(&format!("<table>{rows}</table>")).await;
        for max in [300, 2_000, 20_000] {
            let snapshot = stage.run::<verbs::TakePageSnapshot>(json!({ "maxChars": max })).await;
            assert!(snapshot.text.chars().count() <= max, "{max}: {}", snapshot.text.len());
            assert!(snapshot.interactive >= 3_000, "{}", snapshot.interactive);
            assert!(snapshot.left_out > 0);
        }
        let viewport = json!({ "mode": "viewport" });
        let viewport = stage.run::<verbs::TakePageSnapshot>(viewport).await;
        assert!(viewport.text.contains("Open 1") && !viewport.text.contains("Open 2999"));
        let small = stage.attempt::<verbs::TakePageSnapshot>(json!({ "maxChars": 10 })).await;
        assert_eq!(small.unwrap_err().code, ProblemCode::BadRequest);
    }
}
