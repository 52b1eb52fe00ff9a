//! Opening, finding, showing, closing tabs; going back and forth.

use serde_json::json;
use tabwright_wire::ProblemCode;
use tabwright_wire::verbs::{self, Visit};

use crate::stage::on_both;

on_both! {
    tabs_are_opened_listed_found_and_closed(stage) {
        let trains = stage.show_at("Train-times", "<h1>Trains</h1>").await;
        let mail = stage.show_at("Inbox", "<h1>Mail</h1>").await;
        let tabs = stage.run::<verbs::Tabs>(json!({})).await.tabs;
        let front = tabs.iter().find(|tab| tab.focused).unwrap();
        assert_eq!((front.id, front.title.as_str()), (mail.tab, "Inbox"));
        let about = stage.run::<verbs::Tabs>(json!({ "about": "the tab about trains" })).await.tabs;
        assert_eq!(about.iter().map(|tab| tab.id).collect::<Vec<_>>(), [trains.tab]);

        let shown = stage.run::<verbs::Switch>(json!({ "about": "trains" })).await;
        assert_eq!(shown.id, trains.tab);
        assert_eq!(stage.snapshot().await.tab, trains.tab);
        let existing = json!({ "url": mail.url, "in": "existing" });
        assert_eq!(stage.run::<verbs::Open>(existing).await.tab, mail.tab);

        let grouped = json!({ "tabs": [trains.tab, mail.tab], "name": "Trip" });
        let grouped = stage.run::<verbs::Group>(grouped).await.tabs;
        assert!(grouped.iter().all(|tab| tab.group.as_deref() == Some("Trip")), "{grouped:?}");

        stage.run::<verbs::Close>(json!({ "tab": trains.tab })).await;
        let gone = stage.attempt::<verbs::TakePageSnapshot>(json!({ "tab": trains.tab })).await;
        assert_eq!(gone.unwrap_err().code, ProblemCode::NoSuchTab);
        let nothing = stage.attempt::<verbs::Switch>(json!({ "about": "trains" })).await;
        assert_eq!(nothing.unwrap_err().code, ProblemCode::NoSuchTab);
        stage.run::<verbs::Close>(json!({ "all": true })).await;
        let left = stage.run::<verbs::Tabs>(json!({})).await.tabs;
        assert_eq!(left.iter().map(|tab| tab.url.as_str()).collect::<Vec<_>>(), ["about:blank"]);
    }

    tabs_that_a_client_opens_are_in_its_group(stage) {
        stage.env.site.put("elsewhere", "<!doctype html><title>Elsewhere</title>");
        let own = stage.show_at("here", "<a href=elsewhere>Elsewhere</a>").await;
        let followed = stage.run::<verbs::Follow>(json!({ "text": "Elsewhere", "newTab": true })).await;
        let [opened] = &followed.changes.new_tabs[..] else { panic!("{followed:?}") };
        let named = json!({ "url": own.url, "group": "Trip", "background": true });
        let named = stage.run::<verbs::Open>(named).await;
        let tabs = stage.run::<verbs::Tabs>(json!({})).await.tabs;
        let group = |id| tabs.iter().find(|tab| tab.id == id).unwrap().group.as_deref();
        let groups = [group(own.tab), group(opened.id), group(named.tab)];
        assert_eq!(groups, [Some("tests"), Some("tests"), Some("Trip")]);
    }

    history_goes_back_and_forth(stage) {
        let first = stage.show_at("first", "<h1>First</h1>").await;
        let second = stage.env.site.put("second", "<!doctype html><title>second</title><h1>Second</h1>");
        let went: Visit = stage.run::<verbs::Open>(json!({ "url": second, "in": "current" })).await;
        assert_eq!((went.tab, went.title.as_str(), went.loaded), (first.tab, "second", true));
        let back = stage.run::<verbs::Back>(json!({})).await;
        assert_eq!((back.url, back.title.as_str()), (first.url, "first"));
        let forward = stage.run::<verbs::Forward>(json!({})).await;
        assert_eq!(forward.title, "second");
        stage.eval("globalThis.mark = 1").await;
        stage.run::<verbs::Reload>(json!({})).await;
        assert_eq!(stage.eval("typeof globalThis.mark").await, "undefined");
        let nowhere = stage.attempt::<verbs::Forward>(json!({})).await.unwrap_err();
        assert!(nowhere.title.contains("no page to go forward to"), "{nowhere:?}");
    }

    an_address_that_cannot_be_had_is_an_error(stage) {
        let unreachable = stage.attempt::<verbs::Open>(json!({ "url": "http://127.0.0.1:9/" })).await;
        assert_eq!(unreachable.unwrap_err().code, ProblemCode::NavigationFailed);
        let nonsense = stage.attempt::<verbs::Open>(json!({ "url": "two words" })).await;
        assert_eq!(nonsense.unwrap_err().code, ProblemCode::BadRequest);
    }

    a_page_that_asks_whether_it_should_be_left_is_told_at_once(stage) {
        let body = "<button>Edit</button><script>onbeforeunload = event => event.preventDefault()</script>";
        let asking = stage.show_at("asking", body).await;
        // Chrome lets only those pages ask that somebody has touched.
        stage.click("text=Edit").await;
        let closed = stage.attempt::<verbs::Close>(json!({ "tab": asking.tab })).await;
        if stage.over_cdp() {
            // There Chrome does not let the page ask.
            assert!(closed.is_ok(), "{closed:?}");
        } else {
            let held = closed.unwrap_err();
            assert_eq!(held.code, ProblemCode::DialogOpen, "{held:?}");
            stage.run::<verbs::AnswerDialog>(json!({ "tab": asking.tab, "accept": false })).await;
            stage.click("text=Edit").await;
        }
    }

    a_page_that_is_slow_to_load_is_told_at_the_deadline(stage) {
        let slow = json!({ "url": stage.env.site.slow_page(), "timeoutMs": 300 });
        let visit = stage.run::<verbs::Open>(slow).await;
        assert!(!visit.loaded);
        stage.env.site.let_slow_go();
        let wait = json!({ "tab": visit.tab, "for": { "type": "url", "url": "/slow" } });
        stage.run::<verbs::Wait>(wait).await;
    }
}
