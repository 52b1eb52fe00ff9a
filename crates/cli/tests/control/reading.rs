//! Reading a page in the forms that people and programs want.

use base64::Engine as _;
use serde_json::json;
use tabwright_wire::ProblemCode;
use tabwright_wire::verbs;

use crate::stage::on_both;

const ARTICLE: &str = "<header><nav><a href=/a>Start</a> <a href=/b>Shop</a></nav></header>\
    <main><article><h1>On trains</h1><p>Trains are long vehicles, and they run on rails; people like them \
    for that, and for the views.</p><p>There are many of them, some old, some new, and <a href=/more>more here</a>.</p>\
    <table><tr><th>Line<th>Minutes</tr><tr><td>S1<td>12</tr><tr><td>S2<td>15</tr></table></article></main>\
    <aside class=ad>Buy now</aside><footer>Imprint</footer><p hidden>hidden words</p>";

on_both! {
    text_markup_markdown_links_and_tables(stage) {
        stage.show(ARTICLE).await;
        let text = stage.run::<verbs::Text>(json!({})).await.text;
        assert!(text.contains("long vehicles") && !text.contains("hidden words"), "{text}");
        let part = stage.run::<verbs::Text>(json!({ "target": "h1" })).await.text;
        assert_eq!(part.trim(), "On trains");
        let html = stage.run::<verbs::Html>(json!({ "compression": "knowledge" })).await;
        let html = &html.fragments[0].html;
        assert!(html.contains("long vehicles") && !html.contains("Buy now") && !html.contains("Shop"), "{html}");
        let whole = stage.run::<verbs::Html>(json!({})).await;
        assert!(whole.fragments[0].html.contains("Buy now"));
        let markdown = stage.run::<verbs::Markdown>(json!({ "main": true })).await.text;
        assert!(markdown.contains("# On trains") && markdown.contains("| S1 | 12 |"), "{markdown}");
        let links = stage.run::<verbs::Links>(json!({ "words": "more" })).await;
        assert_eq!((links.total, links.links[0].text.as_str()), (3, "more here"));
        let tables = stage.run::<verbs::Tables>(json!({})).await.tables;
        assert_eq!(tables[0].head, ["Line", "Minutes"]);
        assert_eq!(tables[0].rows, [["S1", "12"], ["S2", "15"]]);
    }

    pictures_of_the_view_the_page_and_an_element(stage) {
        stage.show("<body style='margin:0;background:#fff'><div id=red style='background:#f00;width:50px;height:40px'></div>\
            <button>Go</button><div style='height:3000px'></div>").await;
        let view = stage.run::<verbs::TakeScreenshot>(json!({})).await;
        let full = stage.run::<verbs::TakeScreenshot>(json!({ "full": true })).await;
        assert!(full.height > 3000 && view.height < 2000, "{} {}", full.height, view.height);
        let red = stage.run::<verbs::TakeScreenshot>(json!({ "target": "#red" })).await;
        assert_eq!((red.width, red.height), (50, 40));
        let marked = stage.run::<verbs::TakeScreenshot>(json!({ "marks": true })).await;
        assert_eq!(marked.marks.len(), 1);
        assert_ne!(marked.base64, view.base64);
        let png = base64::engine::general_purpose::STANDARD.decode(&view.base64).unwrap();
        assert!(png.starts_with(b"\x89PNG"));
        assert_eq!(stage.eval("document.querySelectorAll('body > *').length").await, 3);
        let pdf = stage.run::<verbs::Pdf>(json!({})).await;
        let pdf = base64::engine::general_purpose::STANDARD.decode(&pdf.base64).unwrap();
        assert!(pdf.starts_with(b"%PDF"));
    }

    scripts_run_in_the_page(stage) {
        stage.show("<script>own = { deep: [1, 2] }</script>").await;
        assert_eq!(stage.eval("own").await, json!({ "deep": [1, 2] }));
        assert_eq!(stage.eval("const a = await Promise.resolve(4); return a + 1").await, 5);
        assert_eq!(stage.eval("undefined").await, json!(null));
        let thrown = stage.attempt::<verbs::Eval>(json!({ "script": "missing.thing" })).await.unwrap_err();
        assert_eq!(thrown.code, ProblemCode::ScriptFailed);
        assert!(thrown.title.contains("missing is not defined"), "{thrown:?}");
        let endless = json!({ "script": "new Promise(() => {})", "timeoutMs": 300 });
        assert_eq!(stage.attempt::<verbs::Eval>(endless).await.unwrap_err().code, ProblemCode::WaitTimeout);
    }
}
