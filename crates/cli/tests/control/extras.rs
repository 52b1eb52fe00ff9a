//! What belongs to a browser beside its pages.

use serde_json::json;
use tabwright_wire::verbs;
use tabwright_wire::{COMMAND_LINE, ProblemCode};

use crate::stage::on_both;

on_both! {
    downloads_are_kept_where_they_are_wanted(stage) {
        // Only the person chooses a folder.
        let mut stage = stage;
        stage.client = stage.env.client().await.named(COMMAND_LINE);
        let url = stage.env.site.put("data.bin", "some bytes");
        stage.show("<a href=/own/data.bin>Get</a>").await;
        let folder = tempfile::tempdir().unwrap();
        let to = folder.path().join("kept");
        let got = stage.run::<verbs::DownloadFile>(json!({ "url": url, "to": to })).await;
        assert_eq!(got.path, to.display().to_string());
        assert_eq!(std::fs::read_to_string(&to).unwrap(), "some bytes");
        let clicked = stage.run::<verbs::DownloadFile>(json!({ "target": "text=Get", "to": folder.path() })).await;
        assert_eq!(std::fs::read_to_string(clicked.path).unwrap(), "some bytes");
        let missing = stage.env.site.page_at("127.0.0.1", "").replace("/titled/", "/own/none.bin");
        let problem = stage.attempt::<verbs::DownloadFile>(json!({ "url": missing, "timeoutMs": 5000 })).await;
        assert!(problem.is_err());
    }

    a_page_is_zoomed(stage) {
        stage.show("<p>Text</p>").await;
        let width = stage.eval("innerWidth").await.as_f64().unwrap();
        let zoom = stage.run::<verbs::Zoom>(json!({ "to": { "percent": 200.0 } })).await;
        assert_eq!(zoom.factor, 2.0);
        let zoomed = stage.eval("innerWidth").await.as_f64().unwrap();
        assert!((zoomed * 2.0 - width).abs() < 3.0, "{width} {zoomed}");
        assert_eq!(stage.run::<verbs::Zoom>(json!({ "to": "out" })).await.factor, 1.75);
        assert_eq!(stage.run::<verbs::Zoom>(json!({ "to": "reset" })).await.factor, 1.0);
        assert_eq!(stage.eval("innerWidth").await.as_f64().unwrap(), width);
    }

    another_device_is_emulated_until_it_is_reset(stage) {
        stage.show("<meta name=viewport content='width=device-width'><p>Text</p>").await;
        let now = "[innerWidth, devicePixelRatio, matchMedia('(prefers-color-scheme: dark)').matches, \
                   matchMedia('(prefers-reduced-motion: reduce)').matches, navigator.onLine, \
                   'ontouchstart' in window, /Pixel 8/.test(navigator.userAgent)]";
        let before = stage.eval(now).await;
        let phone = stage.run::<verbs::Emulate>(json!({ "device": "pixel-8" })).await;
        assert_eq!(phone.device.as_deref(), Some("pixel-8"));
        let dark = json!({ "colorScheme": "dark", "reducedMotion": true, "offline": true });
        stage.run::<verbs::Emulate>(dark).await;
        let emulated = stage.eval(now).await;
        assert_eq!(emulated[0], 412, "{emulated}");
        assert_eq!(emulated[1], 2.625, "{emulated}");
        assert_eq!((&emulated[2], &emulated[3]), (&json!(true), &json!(true)), "{emulated}");
        assert_eq!((&emulated[4], &emulated[6]), (&json!(false), &json!(true)), "{emulated}");
        let fetched = stage.eval("fetch('/own/none').then(() => 'there', () => 'cut off')").await;
        assert_eq!(fetched, "cut off");
        // It lasts over a navigation, and the site is told the device.
        stage.run::<verbs::Emulate>(json!({ "offline": false })).await;
        stage.run::<verbs::Reload>(json!({})).await;
        let reloaded = stage.eval(now).await;
        assert_eq!((&reloaded[0], &reloaded[5]), (&json!(412), &json!(true)), "{reloaded}");
        let nothing = stage.run::<verbs::Emulate>(json!({ "reset": true })).await;
        assert_eq!(nothing, verbs::Emulation::default());
        stage.run::<verbs::Reload>(json!({})).await;
        assert_eq!(stage.eval(now).await, before);
        let unknown = stage.attempt::<verbs::Emulate>(json!({ "device": "abacus" })).await.unwrap_err();
        assert_eq!(unknown.code, ProblemCode::BadRequest);
        assert!(unknown.title.contains("pixel-8"), "{}", unknown.title);
    }

    bookmarks_are_made_found_and_removed(stage) {
        stage.show_at("Trains", "<p>Text</p>").await;
        let made = stage.run::<verbs::AddPageBookmark>(json!({ "folder": "Trips/Rail" })).await;
        assert!(made.folder.ends_with("Trips/Rail"), "{made:?}");
        let found = stage.run::<verbs::FindPageBookmarks>(json!({ "query": "trains" })).await.bookmarks;
        assert_eq!(found, std::slice::from_ref(&made));
        stage.run::<verbs::Unbookmark>(json!({ "id": made.id })).await;
        assert!(stage.run::<verbs::FindPageBookmarks>(json!({})).await.bookmarks.is_empty());
        assert_eq!(stage.snapshot().await.title, "Trains");
    }

    pages_that_were_visited_are_found(stage) {
        stage.show_at("Timetable", "<p>Text</p>").await;
        let asked = json!({ "query": "timetable", "days": 1 });
        if stage.over_cdp() {
            let refused = stage.attempt::<verbs::FindVisitedPages>(asked).await.unwrap_err();
            assert_eq!(refused.code, ProblemCode::Unsupported);
            return;
        }
        let pages = stage.run::<verbs::FindVisitedPages>(asked).await.pages;
        assert_eq!(pages.len(), 1, "{pages:?}");
        assert!(pages[0].title == "Timetable" && pages[0].visits > 0, "{pages:?}");
        let none = stage.run::<verbs::FindVisitedPages>(json!({ "query": "nowhere" })).await;
        assert!(none.pages.is_empty());
    }

    the_clipboard_is_read_and_written(stage) {
        stage.show("<p>Text</p>").await;
        stage.run::<verbs::Clipboard>(json!({ "write": "für später" })).await;
        assert_eq!(stage.run::<verbs::Clipboard>(json!({})).await.text, "für später");
    }

    search_has_providers(stage) {
        let list = stage.run::<verbs::SearchProviders>(json!({ "choose": "bing" })).await.providers;
        assert!(list.iter().any(|provider| provider.name == "bing" && provider.is_default));
        let unknown = stage.attempt::<verbs::SearchWeb>(json!({ "query": "x", "provider": "nobody" })).await;
        assert_eq!(unknown.unwrap_err().code, ProblemCode::BadRequest);
    }

    a_browser_without_a_voice_says_so(stage) {
        stage.show("<p>Text</p>").await;
        let problem = stage.attempt::<verbs::ReadAloud>(json!({ "text": "hello" })).await;
        // Headless Chromium has none; where there is one, it can be stopped.
        if let Err(problem) = problem {
            assert!(problem.title.contains("voice") || problem.title.contains("speak"), "{problem:?}");
        }
        stage.run::<verbs::Hush>(json!({})).await;
    }

    a_script_gives_what_a_console_would(stage) {
        stage.show("<p>Text</p>").await;
        for (script, wanted) in [
            ("(()=>{const cs=x=>{return {id:x}};return [cs(1)]})()", json!([{ "id": 1 }])),
            ("if (document.title) { return 1 }", json!(1)),
            ("const a = 1;\nreturn a + 1", json!(2)),
            ("[1].map(x => { return x })", json!([1])),
            ("var b = 3; b * 2", json!(6)),
            ("{ a: 1, b: [2] }", json!({ "a": 1, "b": [2] })),
            ("if (true) { 5 }", json!(5)),
            ("await Promise.resolve(7)", json!(7)),
            ("const c = await Promise.resolve(8); c", json!(8)),
            ("const c = await Promise.resolve(9); return { c }", json!({ "c": 9 })),
            ("(async () => { await 0; return 10 })()", json!(10)),
            ("fetch(location.href).then(answer => answer.status)", json!(200)),
            ("'return'", json!("return")),
            ("document.title // return", json!("page")),
            ("undefined", json!(null)),
        ] {
            assert_eq!(stage.eval(script).await, wanted, "{script}");
        }
        let keys = stage.run::<verbs::Eval>(json!({ "script": "({ z: 1, a: 2 })" })).await;
        // Chrome itself sorts them for an extension.
        let wanted = if stage.over_cdp() { r#"{"z":1,"a":2}"# } else { r#"{"a":2,"z":1}"# };
        assert_eq!(keys.value.get(), wanted);
        let wrong = stage.attempt::<verbs::Eval>(json!({ "script": "const = 1" })).await;
        assert_eq!(wrong.unwrap_err().code, ProblemCode::ScriptFailed);
    }
}
