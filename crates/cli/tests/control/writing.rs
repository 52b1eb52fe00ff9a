//! Text arrives as it was given, wherever it goes.

use serde_json::json;
use tabwright_wire::ProblemCode;
use tabwright_wire::verbs;

use crate::stage::{number_of, on_both};

const CODE: &str =
    "def f(x):\n    if x:\n        return [1, (2)]\n    return \"a\"\n\n\tprint(f(1))";

/// Fields that change what is typed into them: one indents and closes brackets, one sends at Enter, one is
/// drawn by its page, and one sorts its text into paragraphs.
const EDITORS: &str = "<textarea id=clever aria-label=Clever></textarea>\
    <textarea id=chat aria-label=Chat></textarea>\
    <div id=drawn tabindex=0 style='width:0;height:20px'></div>\
    <div id=rich contenteditable aria-label=Rich style='white-space:pre-wrap'><p>old</p></div><script>\
    const closing = { '(': ')', '[': ']', '\"': '\"' };\
    clever.onkeydown = (event) => {\
        const put = (text, back) => { event.preventDefault(); clever.setRangeText(text, clever.selectionStart, \
            clever.selectionEnd, 'end'); clever.selectionEnd -= back; };\
        if (event.key === 'Enter') put('\\n        ', 0);\
        else if (closing[event.key]) put(event.key + closing[event.key], 1);\
    };\
    sent = [];\
    chat.onkeydown = (event) => { if (event.key === 'Enter') { event.preventDefault(); sent.push(chat.value); chat.value = ''; } };\
    text = 'old '.repeat(100); all = false;\
    drawn.editContext = new EditContext({ text: 'the line of the caret' });\
    drawn.onkeydown = (event) => { if (event.ctrlKey && event.key === 'a') { all = true; event.preventDefault(); } };\
    drawn.editContext.addEventListener('textupdate', (event) => { text = 'typed ' + event.text; });\
    drawn.onpaste = (event) => { event.preventDefault(); const data = event.clipboardData.getData('text/plain'); \
        text = all ? data : text + data; all = false; };\
    </script>";

on_both! {
    code_arrives_as_it_was_given(stage) {
        stage.show(EDITORS).await;
        let report = stage.run::<verbs::Type>(json!({ "target": "#clever", "text": CODE })).await;
        assert_eq!(stage.eval("clever.value").await, CODE);
        assert_eq!(report.element.unwrap().value.as_deref(), Some(CODE));
        stage.run::<verbs::Type>(json!({ "target": "#chat", "text": "one\ntwo" })).await;
        assert_eq!(stage.eval("[chat.value, sent]").await, json!(["one\ntwo", []]));
        let report = stage.run::<verbs::Type>(json!({ "target": "#drawn", "text": CODE })).await;
        assert_eq!(stage.eval("text").await, CODE);
        assert_eq!(report.element.unwrap().value, None, "only a part is known");
        let report = stage.run::<verbs::Type>(json!({ "target": "#rich", "text": CODE })).await;
        assert_eq!(report.element.unwrap().value.as_deref(), Some(CODE));
        stage.run::<verbs::Clear>(json!({ "target": "#rich" })).await;
        assert_eq!(stage.eval("rich.innerText.trim()").await, "");
    }

    lines_are_broken_where_neither_text_nor_a_paste_breaks_them(stage) {
        stage.show("<div id=soft contenteditable aria-label=Soft style='white-space:pre-wrap'></div><script>\
            sent = [];\
            soft.onkeydown = (event) => { if (event.key === 'Enter' && !event.shiftKey) sent.push(soft.innerText) };\
            soft.onbeforeinput = (event) => { if (event.inputType === 'insertParagraph' || \
                event.data?.includes('\\n')) event.preventDefault() };\
            soft.onpaste = (event) => { event.preventDefault(); const text = event.clipboardData.getData('text/plain'); \
                document.execCommand('insertText', false, text.replace(/\\n+/g, ' ')) };</script>").await;
        let text = "one\n\n  two";
        stage.run::<verbs::Type>(json!({ "target": "#soft", "text": text, "input": "trusted" })).await;
        assert_eq!(stage.eval("[soft.innerText, sent]").await, json!([text, []]));
    }

    text_goes_to_what_has_the_focus(stage) {
        stage.env.site.put("inside", "<!doctype html><input id=deep aria-label=Deep value=ab>");
        stage.show(&format!("{EDITORS}<input id=plain value=start-end>\
            <iframe src='{{other}}/own/inside' title=Box></iframe>")).await;
        stage.run::<verbs::Wait>(json!({ "for": { "type": "idle" } })).await;
        for verb in ["type", "insert"] {
            stage.eval("plain.value = 'start-end'; plain.focus(); plain.setSelectionRange(5, 6)").await;
            let text = json!({ "text": " to " });
            let report = match verb {
                "type" => stage.run::<verbs::Type>(text).await,
                _ => stage.run::<verbs::Insert>(text).await,
            };
            assert_eq!(stage.eval("plain.value").await, "start to end", "{verb}");
            assert_eq!(report.element.unwrap().value.as_deref(), Some("start to end"));
        }
        stage.run::<verbs::Insert>(json!({ "target": "#chat", "text": "a\n  b" })).await;
        assert_eq!(stage.eval("[chat.value, sent]").await, json!(["a\n  b", []]));
        stage.eval("drawn.focus(); text = ''").await;
        stage.run::<verbs::Insert>(json!({ "text": "a\n  b" })).await;
        assert_eq!(stage.eval("text").await, "a\n  b");
        // Wherever that is.
        stage.click("label=Deep").await;
        let report = stage.run::<verbs::Type>(json!({ "text": "c" })).await;
        let held = report.element.unwrap().value.unwrap();
        assert!(held.len() == 3 && held.contains('c'), "{held}");
        stage.eval("document.activeElement.blur()").await;
        let problem = stage.attempt::<verbs::Type>(json!({ "text": "lost" })).await.unwrap_err();
        assert_eq!(problem.code, ProblemCode::ElementNotFound, "{problem:?}");
        assert!(problem.title.contains("focus"), "{problem:?}");
    }

    a_slider_under_its_thumb_is_set(stage) {
        stage.show("<div style='position:relative;width:200px;height:20px'>\
            <input type=range aria-label=Share min=0 max=100 value=10 style='width:200px'>\
            <div style='position:absolute;inset:0;background:silver'></div></div><script>\
            heard = []; document.querySelector('input').onchange = (e) => heard.push(e.target.value)</script>").await;
        stage.run::<verbs::Type>(json!({ "target": "label=Share", "text": "40", "timeoutMs": 2000 })).await;
        assert_eq!(stage.eval("heard").await, json!(["40"]));
    }

    suggestions_are_told_with_what_was_typed(stage) {
        stage.show("<input id=c role=combobox aria-label=City aria-autocomplete=list aria-expanded=false \
            aria-controls=l><ul id=l role=listbox hidden></ul><script>c.oninput = () => { clearTimeout(c.timer); \
            c.timer = setTimeout(() => { l.innerHTML = '<li role=option>Bergen<li role=option>Bergamo'; \
            l.hidden = false; c.ariaExpanded = 'true' }, 400) }</script>").await;
        for way in ["auto", "synthesised"] {
            let typed = json!({ "target": "label=City", "text": "Berg", "input": way });
            let report = stage.run::<verbs::Type>(typed).await;
            let appeared = report.changes.appeared.join("; ");
            assert!(appeared.contains("Bergen"), "{way}: {appeared}");
            stage.eval("l.hidden = true; l.innerHTML = ''; c.ariaExpanded = 'false'").await;
        }
    }
}

/// As Ant Design has it: the options for screen readers are out of sight, those that are seen say nothing of
/// themselves, and only a few of them are drawn.
const VIRTUAL_SELECT: &str = "<input id=s role=combobox aria-label=Country aria-expanded=false aria-controls=list \
    aria-haspopup=listbox readonly><button id=below>Below</button><script>\
    const all = Array.from({ length: 200 }, (_, at) => 'Country ' + (at + 1)); chosen = [];\
    const pop = document.createElement('div'); pop.hidden = true;\
    pop.innerHTML = '<div role=listbox id=list style=\"height:0;width:0;overflow:hidden\"><div role=option>Country 1</div></div>' +\
        '<div id=holder style=\"height:120px;width:200px;overflow-y:auto;position:relative\"><div style=\"height:4000px\"></div></div>';\
    pop.style.cssText = 'position:absolute;top:20px;left:0;background:white'; document.body.append(pop);\
    const draw = () => { const first = Math.floor(holder.scrollTop / 20); const part = all.slice(first, first + 7);\
        const rows = [...holder.querySelectorAll('.row-item')];\
        rows.filter((row) => !part.includes(row.title)).forEach((row) => row.remove());\
        part.forEach((name, at) => { if (rows.some((row) => row.title === name)) return;\
            const row = document.createElement('div');\
            row.className = 'row-item'; row.title = name; row.textContent = name;\
            row.style.cssText = `position:absolute;height:20px;left:0;right:0;top:${(first + at) * 20}px`;\
            row.onclick = () => { chosen.push(name); show(false) }; holder.append(row) }) };\
    const show = (on) => { pop.hidden = !on; s.ariaExpanded = String(on); if (on) draw() };\
    holder.onscroll = draw; s.onmousedown = () => show(pop.hidden);\
    s.onkeydown = (event) => { if (event.key === 'Escape') show(false) };\
    </script>";

on_both! {
    a_list_that_is_drawn_in_parts_is_chosen_from(stage) {
        stage.show(VIRTUAL_SELECT).await;
        for (way, country) in [("auto", "Country 3"), ("auto", "Country 150"), ("synthesised", "Country 77")] {
            let select = json!({ "target": "label=Country", "options": [country], "input": way });
            let report = stage.run::<verbs::Select>(select).await;
            assert_eq!(stage.eval("chosen.at(-1)").await, country, "{way}");
            // The list came and went.
            let changes = report.changes;
            assert!(changes.appeared.is_empty() && changes.disappeared.is_empty(), "{way}: {changes:?}");
        }
        for way in ["auto", "synthesised"] {
            let none = json!({ "target": "label=Country", "options": ["Narnia"], "input": way, "timeoutMs": 1500 });
            let problem = stage.attempt::<verbs::Select>(none).await.unwrap_err();
            assert_eq!(problem.code, ProblemCode::NoOption, "{way}: {problem:?}");
            assert_eq!(stage.eval("pop.hidden").await, true, "{way}: the list is closed again");
        }
    }

    targets_are_found_in_frames(stage) {
        let site = &stage.env.site;
        site.put("far", "<!doctype html><body style='margin:0'><label>Card <input id=card></label>\
            <button onclick=\"this.textContent = 'Paid'\">Go on</button>");
        site.put("edited", "<!doctype html><body contenteditable>old</body>");
        stage.show("<p>Around</p><iframe title=Far src='{other}/own/far'></iframe>\
            <iframe title=Text src='/own/edited'></iframe>").await;
        stage.run::<verbs::Wait>(json!({ "for": { "type": "idle" } })).await;
        let report = stage.run::<verbs::Type>(json!({ "target": "label=Card", "text": "12" })).await;
        assert_eq!(report.element.unwrap().value.as_deref(), Some("12"));
        let report = stage.run::<verbs::Type>(json!({ "target": "#card", "text": "3", "append": true })).await;
        assert_eq!(report.element.unwrap().value.as_deref(), Some("123"));
        stage.click("role=button:Go on").await;
        stage.click("text=Paid").await;
        let missing = json!({ "target": "text=Nowhere", "timeoutMs": 700 });
        let problem = stage.attempt::<verbs::Click>(missing).await.unwrap_err();
        assert_eq!(problem.code, ProblemCode::ElementNotFound, "{problem:?}");
        // The frame by its number stands for the text in it.
        let frame = number_of(&stage.snapshot().await, "frame \"Text\"");
        stage.click(frame).await;
        let report = stage.run::<verbs::Type>(json!({ "target": frame, "text": "new\n  text" })).await;
        assert_eq!(report.element.unwrap().value.as_deref(), Some("new\n  text"));
    }

    a_popup_that_closes_itself_is_told_as_that(stage) {
        let site = &stage.env.site;
        site.put("done", "<!doctype html><title>done</title><script>window.close()</script>");
        site.put("choose", "<!doctype html><title>choose</title><button onclick='window.close()'>Choose</button>\
            <form action='/own/done'><button>Save and close</button></form>");
        stage.show("<button onclick=\"window.open('/own/choose', '', 'width=300,height=300')\">Open</button>").await;
        for (button, way) in [("Choose", "auto"), ("Save and close", "auto"), ("Choose", "synthesised")] {
            let opened = stage.click("role=button:Open").await;
            let popup = opened.changes.new_tabs.first().unwrap().id;
            let click = json!({ "tab": popup, "target": format!("role=button:{button}"), "input": way });
            let report = stage.run::<verbs::Click>(click).await;
            assert!(report.changes.closed, "{button} {way}: {:?}", report.changes);
            assert!(report.changes.navigation.is_none(), "{button} {way}: {:?}", report.changes);
        }
    }
}
