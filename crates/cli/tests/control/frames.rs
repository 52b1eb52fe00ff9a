//! Frames within frames, of this site and of another.

use serde_json::json;
use tabwright_wire::verbs;

use crate::stage::{number_of, on_both};

on_both! {
    three_frames_deep_is_seen_and_acted_on(stage) {
        let site = &stage.env.site;
        site.put("deep", "<!doctype html><body style='margin:0'><h3>Deep</h3>\
            <button onclick=\"this.textContent = 'Deep pressed'\">Deep</button>\
            <input aria-label=Deepest>");
        site.put("middle", "<!doctype html><h2>Middle</h2><iframe src='{site}/own/deep' \
            style='border:7px solid;margin:11px' width=400 height=150></iframe>");
        site.put("outer", "<!doctype html><p>Outer</p><iframe src='{other}/own/middle' width=500 \
            height=300 style='padding:5px'></iframe>");
        stage.show("<h1>Top</h1><div style='height:1200px'></div>\
            <iframe src='/own/outer' width=600 height=450></iframe>").await;
        let wait = json!({ "for": { "type": "idle" } });
        stage.run::<verbs::Wait>(wait).await;
        let snapshot = stage.snapshot().await;
        for words in ["Top", "Outer", "Middle", "Deep"] {
            assert!(snapshot.text.contains(words), "{words} in\n{}", snapshot.text);
        }
        let button = number_of(&snapshot, "button \"Deep\"");
        stage.click(button).await;
        let holder = snapshot.text.lines().rfind(|line| line.contains("] frame"));
        let holder = holder.unwrap().split_once('[').unwrap().1.split_once(']').unwrap().0;
        let holder: u32 = holder.parse().unwrap();
        let pressed = json!({ "type": "text", "text": "Deep pressed" });
        stage.run::<verbs::Wait>(json!({ "frame": holder, "for": pressed })).await;
        let field = number_of(&snapshot, "textbox \"Deepest\"");
        let typed = json!({ "target": field, "text": "hello" });
        let report = stage.run::<verbs::Type>(typed).await;
        assert_eq!(report.element.unwrap().value.as_deref(), Some("hello"));
        let again = stage.run::<verbs::TakePageSnapshot>(json!({ "since": snapshot.id })).await;
        assert!(again.text.contains("Deep pressed") && again.text.contains("hello"), "{}", again.text);
    }

    a_frame_is_named_by_the_number_of_its_element(stage) {
        stage.env.site.put("inner", "<!doctype html><title>inner</title><p id=here>Inside</p>");
        stage.show("<p>Outside</p><iframe title=Box src='{other}/own/inner'></iframe>").await;
        stage.run::<verbs::Wait>(json!({ "for": { "type": "idle" } })).await;
        let frame = number_of(&stage.snapshot().await, "frame \"Box\"");
        let text = stage.run::<verbs::Text>(json!({ "frame": frame })).await;
        assert_eq!((text.text.trim(), text.title.as_str()), ("Inside", "inner"));
        let script = json!({ "frame": frame, "script": "document.title" });
        assert_eq!(stage.run::<verbs::Eval>(script).await.value.get(), "\"inner\"");
        let wait = json!({ "frame": frame, "for": { "type": "element", "target": "#here" } });
        assert_eq!(stage.run::<verbs::Wait>(wait).await.element.unwrap().name, "Inside");
    }

    keys_tell_what_they_did_in_the_frame_that_has_the_focus(stage) {
        stage.env.site.put("keys", "<!doctype html><button onkeydown=\"p.insertAdjacentHTML('afterend', '<p>Heard ' + event.key)\">\
            Here</button><p id=p>Keys</p>");
        stage.show("<h1>Around</h1><iframe title=Box src='{other}/own/keys'></iframe>").await;
        stage.click("role=button:Here").await;
        for (way, key) in [("trusted", "x"), ("synthesised", "y")] {
            let report = stage.run::<verbs::Press>(json!({ "keys": [key], "input": way })).await;
            let appeared = report.changes.appeared.join("; ");
            assert!(appeared.contains(&format!("Heard {key}")), "{way}: {:?}", report.changes);
            assert!(!report.changes.nothing, "{way}: {:?}", report.changes);
        }
    }
}
