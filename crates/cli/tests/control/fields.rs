//! Fields of every kind, filled as a person would.

use serde_json::json;
use tabwright_wire::ProblemCode;
use tabwright_wire::verbs;

use crate::stage::on_both;

const FIELDS: &str = "<form id=f>\
    <label>Name <input name=name value=old></label>\
    <label>Note <textarea name=note></textarea></label>\
    <label>When <input type=date name=when></label>\
    <label>At <input type=time name=at></label>\
    <label>Size <input type=range name=size min=0 max=10 value=1></label>\
    <label>Paint <input type=color name=paint></label>\
    <label>Agree <input type=checkbox name=agree></label>\
    <label><input type=radio name=way value=bus> Bus</label><label><input type=radio name=way value=rail> Rail</label>\
    <label>Land <select name=land><option value=f>France<option value=s>Spain</select></label>\
    <label>Many <select name=many multiple><option>a<option>b<option>c</select></label>\
    <label>Files <input type=file name=file multiple></label>\
    <div id=rich contenteditable aria-label=Rich>text</div>\
    <label>Fixed <input name=fixed readonly value=x></label>\
    </form><script>changes = []; f.addEventListener('change', (e) => changes.push(e.target.name))</script>";

on_both! {
    every_kind_of_field_takes_what_it_is_given(stage) {
        stage.show(FIELDS).await;
        for way in ["auto", "synthesised"] {
            for (label, text) in [
                ("Name", "Ada Lovelace"),
                ("Note", "two\nlines"),
                ("When", "2026-11-15"),
                ("At", "17:45"),
                ("Size", "7"),
                ("Paint", "#336699"),
                ("Rich", "rich text"),
            ] {
                let typed = json!({ "target": { "label": label }, "text": text, "input": way });
                stage.run::<verbs::Type>(typed).await;
            }
            let data = stage.eval("Object.fromEntries(new FormData(f))").await;
            for (name, value) in [
                ("name", "Ada Lovelace"), ("note", "two\nlines"), ("when", "2026-11-15"),
                ("at", "17:45"), ("size", "7"), ("paint", "#336699"),
            ] {
                assert_eq!(data[name], value, "{way}");
            }
            assert_eq!(stage.eval("rich.textContent").await, "rich text", "{way}");
            stage.run::<verbs::Type>(json!({ "target": "label=Name", "text": "!", "append": true, "input": way })).await;
            assert_eq!(stage.eval("f.name.value || f.elements.name.value").await, "Ada Lovelace!");
            stage.run::<verbs::Clear>(json!({ "target": "label=Name", "input": way })).await;
            assert_eq!(stage.eval("f.elements.name.value").await, "");
            stage.run::<verbs::Check>(json!({ "target": "label=Agree", "input": way })).await;
            stage.run::<verbs::Check>(json!({ "target": "label=Rail", "input": way })).await;
            stage.run::<verbs::Select>(json!({ "target": "label=Land", "options": ["Spain"], "input": way })).await;
            stage.run::<verbs::Select>(json!({ "target": "label=Many", "options": ["a", "c"], "input": way })).await;
            let chosen = stage.eval("[f.agree.checked, f.way.value, f.land.value, [...f.many.selectedOptions].map(o => o.text)]").await;
            assert_eq!(chosen, json!([true, "rail", "s", ["a", "c"]]), "{way}");
            assert_eq!(stage.eval("['agree', 'way', 'land', 'many'].every(name => changes.includes(name))").await, true);
            stage.run::<verbs::Check>(json!({ "target": "label=Agree", "on": false, "input": way })).await;
            assert_eq!(stage.eval("f.agree.checked").await, false);
            stage.eval("f.reset(); rich.textContent = 'text'; changes.length = 0").await;
        }
        for (params, code) in [
            (json!({ "target": "label=Fixed", "text": "y", "timeoutMs": 300 }), ProblemCode::ElementReadOnly),
            (json!({ "target": "label=When", "text": "tomorrow" }), ProblemCode::BadRequest),
        ] {
            assert_eq!(stage.attempt::<verbs::Type>(params.clone()).await.unwrap_err().code, code, "{params}");
        }
        let none = json!({ "target": "label=Land", "options": ["Narnia"], "timeoutMs": 300 });
        let problem = stage.attempt::<verbs::Select>(none).await.unwrap_err();
        assert_eq!(problem.code, ProblemCode::NoOption);
        assert!(problem.title.contains("France"), "{problem:?}");
    }

    files_are_given(stage) {
        stage.show(FIELDS).await;
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("notes.txt");
        std::fs::write(&file, "hello").unwrap();
        for way in ["auto", "synthesised"] {
            let upload = json!({ "target": "label=Files", "files": [file], "input": way });
            stage.run::<verbs::Upload>(upload).await;
            let seen = stage.eval("(async () => { const [file] = f.file.files; return [file.name, await file.text()] })()").await;
            assert_eq!(seen, json!(["notes.txt", "hello"]), "{way}");
            stage.eval("f.reset()").await;
        }
        let missing = json!({ "target": "label=Files", "files": ["/nowhere/at/all"] });
        let problem = stage.attempt::<verbs::Upload>(missing).await.unwrap_err();
        assert_eq!(problem.code, ProblemCode::FileProblem);
    }

    a_custom_combobox_is_chosen_from_by_label(stage) {
        stage.show("<div role=combobox aria-label=Fruit aria-haspopup=listbox aria-expanded=false aria-controls=list tabindex=0 id=box>none</div>\
            <ul role=listbox id=list hidden><li role=option>Apple<li role=option>Pear</ul>\
            <script>box.onclick = () => { list.hidden = !list.hidden; box.setAttribute('aria-expanded', !list.hidden) };\
            list.onclick = (e) => { box.textContent = e.target.textContent; list.hidden = true }</script>").await;
        for (way, fruit) in [("auto", "Pear"), ("synthesised", "Apple")] {
            stage.run::<verbs::Select>(json!({ "target": "label=Fruit", "options": [fruit], "input": way })).await;
            assert_eq!(stage.eval("box.textContent").await, fruit);
        }
    }
}
