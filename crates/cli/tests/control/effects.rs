//! What is told of an action is what a person would say, and what two snapshots around it show.

use serde_json::json;
use tabwright_wire::verbs;

use crate::stage::on_both;

on_both! {
    what_a_script_sets_in_other_fields_is_told(stage) {
        stage.show("<button id=b>Today</button><input id=f aria-label=Date>\
            <button id=e disabled>Choose</button><script>\
            b.onclick = () => { f.value = '2026-11-17'; e.disabled = false }</script>").await;
        let changes = stage.click("#b").await.changes;
        let words: Vec<_> = changes.changed.iter().map(|line| line.split_once("] ").unwrap().1).collect();
        assert_eq!(words, ["textbox \"Date\" value=\"2026-11-17\"", "button \"Choose\" (was disabled)"]);
        assert!(!changes.nothing && changes.appeared.is_empty(), "{changes:?}");
    }

    what_fades_in_has_appeared_and_what_fades_out_is_gone(stage) {
        stage.show("<button id=b>Menu</button><div id=m style='position:fixed;top:60px;\
            transition:opacity .2s;opacity:0;visibility:hidden'><button role=menuitem>Profile</button></div>\
            <script>b.onclick = () => { const open = m.style.opacity === '1'; \
            m.style.visibility = open ? 'hidden' : 'visible'; m.style.opacity = open ? 0 : 1 }</script>").await;
        let opened = stage.click("#b").await.changes;
        assert_eq!(opened.disappeared, Vec::<String>::new());
        assert!(opened.appeared.iter().any(|line| line.ends_with("menuitem \"Profile\"")), "{opened:?}");
        let closed = stage.click("#b").await.changes;
        assert_eq!(closed.appeared, Vec::<String>::new());
        assert!(closed.disappeared.iter().any(|line| line.ends_with("menuitem \"Profile\"")), "{closed:?}");
    }

    a_field_that_closed_itself_is_not_said_to_hold_what_it_held(stage) {
        stage.show("<input id=i aria-label=Make value=Toyota><script>\
            i.onkeydown = (e) => { if (e.key === 'Enter') i.outerHTML = '<p>Volvo</p>' }</script>").await;
        let typed = json!({ "target": "#i", "text": "Volvo", "submit": true });
        let report = stage.run::<verbs::Type>(typed).await;
        assert_eq!(report.element.unwrap().value, None);
        assert_eq!(report.changes.appeared, ["text \"Volvo\""]);
    }

    what_a_choice_holds_is_what_the_page_made_of_it(stage) {
        stage.show("<div id=c role=combobox tabindex=0 aria-label=Ship aria-expanded=false aria-valuetext=Air>Air</div>\
            <ul id=l role=listbox hidden><li role=option>Air<li role=option>Rail</ul><script>\
            c.onclick = () => { l.hidden = false; c.ariaExpanded = 'true' };\
            l.onclick = (e) => { const way = e.target.textContent.trim(); l.hidden = true; \
              c.ariaExpanded = 'false'; setTimeout(() => { c.textContent = way; c.ariaValueText = way }) }\
            </script>").await;
        let report = stage.run::<verbs::Select>(json!({ "target": "#c", "options": ["Rail"] })).await;
        assert_eq!(report.element.unwrap().value.as_deref(), Some("Rail"));
    }
}
