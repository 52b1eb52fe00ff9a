//! Acting on elements, and what comes of it.

use serde_json::json;
use tabwright_wire::ProblemCode;
use tabwright_wire::verbs::{self, InputKind};

use crate::stage::{number_of, on_both};

on_both! {
    a_click_tells_what_it_changed(stage) {
        stage.show("<button onclick=\"document.body.insertAdjacentHTML('beforeend', \
            '<div role=dialog aria-label=Sure><button>Yes</button></div>')\">Delete</button>\
            <button onclick=\"void 0\">Idle</button>").await;
        let report = stage.click("text=Delete").await;
        assert_eq!(report.did, "clicked button \"Delete\"");
        assert_eq!(report.input, Some(InputKind::Trusted));
        assert!(report.changes.appeared.iter().any(|line| line.contains("Yes")), "{report:?}");
        assert!(!report.changes.nothing);
        stage.click("text=Idle").await;
        assert!(stage.click("text=Idle").await.changes.nothing);
    }

    trusted_and_synthesised_input_both_reach_the_page(stage) {
        stage.show("<button>Press</button><script>seen = [];\
            for (const type of ['pointerdown', 'mousedown', 'pointerup', 'mouseup', 'click'])\
              document.querySelector('button').addEventListener(type, (e) => seen.push(e.type + e.isTrusted))\
            </script>").await;
        for (way, trusted) in [("trusted", true), ("synthesised", false)] {
            stage.eval("seen.length = 0").await;
            stage.run::<verbs::Click>(json!({ "target": "text=Press", "input": way })).await;
            let wanted = ["pointerdown", "mousedown", "pointerup", "mouseup", "click"];
            let wanted = wanted.map(|kind| format!("{kind}{trusted}"));
            assert_eq!(stage.eval("seen").await, json!(wanted), "{way}");
        }
    }

    a_list_that_closes_when_the_page_scrolls_is_opened_below_the_fold(stage) {
        stage.show("<div style='height:3000px'></div><button id=b>Open</button>\
            <div id=list role=listbox hidden><div role=option>One</div></div><script>\
            b.onpointerdown = () => list.hidden = false; onscroll = () => list.hidden = true</script>").await;
        for _ in 0..5 {
            stage.eval("scrollTo(0, 0)").await;
            stage.eval("new Promise((done) => requestAnimationFrame(() => setTimeout(done)))").await;
            stage.click("#b").await;
            assert_eq!(stage.eval("list.hidden").await, json!(false));
        }
    }

    a_click_that_cannot_be_made_says_why(stage) {
        stage.show("<button id=under>Under</button>\
            <div role=dialog aria-label=Cookies style='position:fixed;inset:0;background:#fff'>Cookies</div>\
            <button id=off disabled>Off</button><button id=hid hidden>Hid</button>\
            <button class=two>A</button><button class=two>B</button>").await;
        for (target, code, words) in [
            ("#under", ProblemCode::ElementCovered, "Cookies"),
            ("#off", ProblemCode::ElementDisabled, "disabled"),
            ("#hid", ProblemCode::ElementHidden, ""),
            ("#none", ProblemCode::ElementNotFound, "#none"),
            (".two", ProblemCode::ElementAmbiguous, "button \"A\""),
        ] {
            let click = json!({ "target": target, "timeoutMs": 300 });
            let problem = stage.attempt::<verbs::Click>(click).await.unwrap_err();
            assert_eq!(problem.code, code, "{target}: {problem:?}");
            assert!(problem.title.contains(words), "{target}: {problem:?}");
        }
        let forced = json!({ "target": "#under", "force": true });
        stage.run::<verbs::Click>(forced).await;
    }

    an_element_is_waited_for(stage) {
        stage.show("<button id=later disabled>Later</button><div id=veil \
            style='position:fixed;inset:0'></div><script>later.onclick = () => document.title = 'done';\
            onmessage = () => { veil.remove(); later.disabled = false }</script>").await;
        let click = stage.attempt::<verbs::Click>(json!({ "target": "#later" }));
        let open = async {
            let wait = json!({ "for": { "type": "element", "target": "#later" } });
            stage.run::<verbs::Wait>(wait).await;
            stage.eval("postMessage(1)").await;
        };
        let (clicked, ()) = tokio::join!(click, open);
        clicked.unwrap();
        assert_eq!(stage.eval("document.title").await, "done");
    }

    a_link_is_followed_and_the_journey_told(stage) {
        stage.env.site.put("target", "<!doctype html><title>Target</title><h1>There</h1>");
        stage.show("<a href=/own/target>First stop</a> <a href=/own/target target=_blank>Apart</a>").await;
        let report = stage.click("text=Apart").await;
        assert_eq!(report.changes.new_tabs.len(), 1, "{report:?}");
        let opened = report.changes.new_tabs[0].id;
        stage.run::<verbs::Wait>(json!({ "tab": opened, "for": { "type": "load" } })).await;
        stage.run::<verbs::Close>(json!({ "tab": opened })).await;
        stage.run::<verbs::Switch>(json!({ "tab": report.tab })).await;

        let report = stage.run::<verbs::Follow>(json!({ "text": "first" })).await;
        let journey = report.changes.navigation.unwrap();
        assert_eq!(journey.title, "Target");
        stage.run::<verbs::Back>(json!({})).await;
        let report = stage.run::<verbs::Follow>(json!({ "position": 1 })).await;
        assert_eq!(report.changes.navigation.unwrap().title, "Target");
        let missing = stage.attempt::<verbs::Follow>(json!({ "text": "nowhere" })).await;
        assert_eq!(missing.unwrap_err().code, ProblemCode::ElementNotFound);
    }

    a_dialog_holds_the_page_until_it_is_answered(stage) {
        stage.show("<button onclick=\"this.textContent = prompt('Name?', 'nobody') ?? 'none'\">Ask</button>").await;
        let report = stage.click("text=Ask").await;
        let dialog = report.changes.dialog.unwrap();
        assert_eq!((dialog.kind.as_str(), dialog.message.as_str()), ("prompt", "Name?"));
        assert_eq!(dialog.default_text.as_deref(), Some("nobody"));
        let held = stage.attempt::<verbs::TakePageSnapshot>(json!({})).await.unwrap_err();
        assert_eq!(held.code, ProblemCode::DialogOpen);
        stage.run::<verbs::AnswerDialog>(json!({ "text": "Ada" })).await;
        assert_eq!(stage.eval("document.querySelector('button').textContent").await, "Ada");
        let none = stage.attempt::<verbs::AnswerDialog>(json!({})).await.unwrap_err();
        assert_eq!(none.code, ProblemCode::NoDialog);
    }

    clicks_have_buttons_counts_and_modifiers_and_may_be_at_a_point(stage) {
        stage.show("<div id=pad style='width:200px;height:100px;background:#eee'></div><script>seen = [];\
            for (const type of ['click', 'dblclick', 'contextmenu', 'auxclick'])\
              pad.addEventListener(type, (e) => { e.preventDefault(); seen.push([e.type, e.detail, e.shiftKey, e.offsetX, e.offsetY]) })\
            </script>").await;
        let pad = number_of(&stage.snapshot().await, "pad");
        stage.run::<verbs::Click>(json!({ "target": pad, "at": { "x": 10, "y": 20 } })).await;
        assert_eq!(stage.eval("seen.splice(0)").await, json!([["click", 1, false, 10, 20]]));
        stage.run::<verbs::Click>(json!({ "target": pad, "count": 2, "modifiers": ["shift"] })).await;
        let kinds = stage.eval("seen.splice(0).map(([type, detail, shift]) => type + detail + shift)").await;
        assert_eq!(kinds, json!(["click1true", "click2true", "dblclick2true"]));
        stage.run::<verbs::Click>(json!({ "target": pad, "button": "right" })).await;
        assert_eq!(stage.eval("seen.splice(0)[0][0]").await, "contextmenu");
        let point = stage.eval("(() => { const r = pad.getBoundingClientRect(); return { x: r.x + 5, y: r.y + 6 } })()").await;
        stage.run::<verbs::Click>(json!({ "target": point })).await;
        assert_eq!(stage.eval("seen.splice(0)[0].slice(3)").await, json!([5, 6]));
    }

    hovering_and_dragging(stage) {
        stage.show("<style>#menu:hover ul{display:block} ul{display:none}</style>\
            <div id=menu tabindex=0>Menu<ul><li><button>Item</button></ul></div>\
            <div id=a draggable=true>Card</div><div id=b style='height:60px;border:1px solid'>Place</div>\
            <input id=slide type=range min=0 max=100 value=0 style='width:300px'>\
            <script>a.ondragstart = (e) => e.dataTransfer.setData('text', 'card');\
            b.ondragover = (e) => e.preventDefault();\
            b.ondrop = (e) => { e.preventDefault(); b.textContent = 'got ' + e.dataTransfer.getData('text') }</script>").await;
        let report = stage.run::<verbs::Hover>(json!({ "target": "#menu" })).await;
        assert!(report.changes.appeared.iter().any(|line| line.contains("Item")), "{report:?}");
        stage.run::<verbs::Drag>(json!({ "from": "#a", "to": "#b" })).await;
        assert_eq!(stage.eval("b.textContent").await, "got card");
        let drag = json!({ "from": "#slide", "fromAt": { "x": 8, "y": 8 }, "to": "#slide", "toAt": { "x": 290, "y": 8 } });
        stage.run::<verbs::Drag>(drag).await;
        assert!(stage.eval("+slide.value").await.as_i64().unwrap() > 80);
        stage.eval("b.textContent = 'Place'; 1").await;
        stage.run::<verbs::Drag>(json!({ "from": "#a", "to": "#b", "input": "synthesised" })).await;
        assert_eq!(stage.eval("b.textContent").await, "got card");
    }

    keys_and_chords(stage) {
        stage.show("<textarea id=t>one two</textarea><script>keys = [];\
            document.addEventListener('keydown', (e) => keys.push((e.ctrlKey ? 'C-' : '') + e.key))</script>").await;
        stage.run::<verbs::Press>(json!({ "target": "#t", "keys": ["Control+a", "Backspace", "x", "Shift+y", "Enter", "z"] })).await;
        assert_eq!(stage.eval("t.value").await, "xy\nz".replace('y', "Y"));
        assert_eq!(stage.eval("keys.includes('C-a')").await, true);
        stage.run::<verbs::Press>(json!({ "keys": ["Home", "w"] })).await;
        assert_eq!(stage.eval("t.value").await, "xY\nwz");
        let wrong = stage.attempt::<verbs::Press>(json!({ "keys": ["Hyper+q"] })).await;
        assert_eq!(wrong.unwrap_err().code, ProblemCode::BadRequest);
    }

    the_right_container_scrolls_exactly(stage) {
        stage.show("<div id=box style='width:200px;height:100px;overflow:auto'>\
            <div id=in style='width:900px;height:900px'><p>In the box</p></div></div>\
            <div style='height:3000px'></div><p id=end>End</p>").await;
        let by = |x: i32, y: i32| json!({ "type": "by", "x": x, "y": y });
        let scrolled = stage.run::<verbs::Scroll>(json!({ "target": "#in", "motion": by(30, 140) })).await;
        assert_eq!((scrolled.moved_x, scrolled.moved_y), (30.0, 140.0));
        assert_eq!(stage.eval("[box.scrollLeft, box.scrollTop, scrollY]").await, json!([30, 140, 0]));
        stage.run::<verbs::Scroll>(json!({ "motion": by(0, 333) })).await;
        assert_eq!(stage.eval("[box.scrollTop, scrollY]").await, json!([140, 333]));
        let end = stage.run::<verbs::Scroll>(json!({ "motion": { "type": "to", "y": 1.0 } })).await;
        let state = end.state;
        assert!((state.y + state.view_height - state.height).abs() < 2.0, "{state:?}");
        stage.run::<verbs::Scroll>(json!({ "target": "#box", "motion": { "type": "intoView" } })).await;
        assert_eq!(stage.eval("box.getBoundingClientRect().top >= 0").await, true);
    }
}
