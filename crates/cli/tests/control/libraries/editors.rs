//! Text arrives in editors as it was given, with its lines and their indentation.

use serde_json::json;
use tabwright_wire::verbs;

use super::{bundle, held, show, ways};
use crate::stage::on_both;

const CODE: &str = "def f(x):\n    if x:\n        return [1, (2), {\"k\": 'v'}]\n    return \"a\"\n\n\tprint(f(1))";
const MORE: &str = "\n    # end";
const PASTED: &str = "\n  x\n\ty";

on_both! {
    text_arrives_in_lexical_and_slate(stage) {
        bundle(&stage, &["lexical", "slate"]);
        for name in ["lexical", "slate"] {
            for way in ways(&stage) {
                show(&stage, name).await;
                let report = stage.run::<verbs::Type>(json!({ "target": "#editor", "text": CODE, "input": way })).await;
                assert_eq!(held(&stage).await, CODE, "{name} {way}");
                assert_eq!(report.element.unwrap().value.as_deref(), Some(CODE), "{name} {way}");
                let more = json!({ "target": "#editor", "text": MORE, "append": true, "input": way });
                stage.run::<verbs::Type>(more).await;
                assert_eq!(held(&stage).await, format!("{CODE}{MORE}"), "{name} {way}");
                stage.run::<verbs::Insert>(json!({ "target": "#editor", "text": PASTED, "input": way })).await;
                assert_eq!(held(&stage).await, format!("{CODE}{MORE}{PASTED}"), "{name} {way}");
                stage.run::<verbs::Type>(json!({ "target": "#editor", "text": "Again", "input": way })).await;
                assert_eq!(held(&stage).await, "Again", "{name} {way}");
                stage.run::<verbs::Clear>(json!({ "target": "#editor", "input": way })).await;
                assert_eq!(held(&stage).await, "", "{name} {way}");
            }
        }
    }

    text_arrives_in_monaco(stage) {
        bundle(&stage, &["monaco"]);
        for way in ways(&stage) {
            show(&stage, "monaco").await;
            for (at, name) in ["Context", "Area"].into_iter().enumerate() {
                let target = format!("role=textbox:{name}");
                let text = async || {
                    let texts: Vec<String> = serde_json::from_str(&held(&stage).await).unwrap();
                    texts[at].clone()
                };
                stage.run::<verbs::Type>(json!({ "target": target, "text": CODE, "input": way })).await;
                assert_eq!(text().await, CODE, "{name} {way}");
                let more = json!({ "target": target, "text": MORE, "append": true, "input": way });
                stage.run::<verbs::Type>(more).await;
                assert_eq!(text().await, format!("{CODE}{MORE}"), "{name} {way}");
                stage.run::<verbs::Insert>(json!({ "target": target, "text": PASTED, "input": way })).await;
                assert_eq!(text().await, format!("{CODE}{MORE}{PASTED}"), "{name} {way}");
            }
        }
    }

    text_arrives_in_tinymce(stage) {
        bundle(&stage, &["tinymce"]);
        // It keeps blanks as `&nbsp;`, a line as a paragraph or after a break.
        let text_of = "(html) => new DOMParser().parseFromString(html.replace(/<\\/p>\\s*<p>/g, '<br>')\
            .replace(/<br>/g, '\\n'), 'text/html').body.textContent.replaceAll('\\u00a0', ' ').replace(/^ $/gm, '')";
        let text = async || {
            let script = format!("({text_of})(document.querySelector('#state').textContent)");
            stage.eval(&script).await.as_str().unwrap().to_owned()
        };
        let code = CODE.replace('\t', "  ");
        for way in ways(&stage) {
            show(&stage, "tinymce").await;
            let ready = json!({ "type": "element", "target": "#state[data-ready]", "state": "attached" });
            stage.run::<verbs::Wait>(json!({ "for": ready })).await;
            let target = "role=textbox:Rich Text Area. Press ALT-0 for help.";
            let report = stage.run::<verbs::Type>(json!({ "target": target, "text": code, "input": way })).await;
            assert_eq!(text().await, code, "{way}");
            assert_eq!(report.element.unwrap().value.as_deref(), Some(code.as_str()), "{way}");
            let more = json!({ "target": target, "text": MORE, "append": true, "input": way });
            stage.run::<verbs::Type>(more).await;
            assert_eq!(text().await, format!("{code}{MORE}"), "{way}");
            // What is pasted it formats itself: a tab becomes four blanks.
            stage.run::<verbs::Insert>(json!({ "target": target, "text": PASTED, "input": way })).await;
            assert_eq!(text().await, format!("{code}{MORE}\n  x\n    y"), "{way}");
            assert!(held(&stage).await.contains("&nbsp; &nbsp; if x:"), "{way}");
        }
    }
}
