//! Waiting, with an end and an explanation.

use serde_json::json;
use tabwright_wire::ProblemCode;
use tabwright_wire::verbs;

use crate::stage::on_both;

on_both! {
    what_is_waited_for_comes(stage) {
        stage.show("<p id=p>Wait</p><script>onmessage = ({ data }) => {\
            if (data === 'text') p.textContent = 'Ready now';\
            if (data === 'gone') p.remove();\
            if (data === 'url') history.pushState(null, '', '#there');\
            if (data === 'flag') globalThis.flag = 7;\
            if (data === 'go') location = '/titled/later' };</script>").await;
        for (word, wanted) in [
            ("text", json!({ "type": "text", "text": "Ready now" })),
            ("flag", json!({ "type": "function", "script": "globalThis.flag === 7" })),
            ("url", json!({ "type": "url", "url": "#there" })),
            ("gone", json!({ "type": "element", "target": "#p", "state": "detached" })),
            ("go", json!({ "type": "text", "text": "later" })),
        ] {
            let wait = stage.run::<verbs::Wait>(json!({ "for": wanted }));
            let cause = stage.eval(match word {
                "text" => "setTimeout(postMessage, 100, 'text'); 1",
                "flag" => "setTimeout(postMessage, 100, 'flag'); 1",
                "url" => "setTimeout(postMessage, 100, 'url'); 1",
                "gone" => "setTimeout(postMessage, 100, 'gone'); 1",
                _ => "setTimeout(postMessage, 100, 'go'); 1",
            });
            tokio::join!(wait, cause);
        }
        stage.run::<verbs::Wait>(json!({ "for": { "type": "interaction" } })).await;
    }

    what_does_not_come_is_explained_at_the_deadline(stage) {
        stage.show("<p id=p style='display:none'>Hidden</p>").await;
        for (wanted, words) in [
            (json!({ "type": "element", "target": "#p" }), "none is visible"),
            (json!({ "type": "text", "text": "Never" }), "says nothing"),
            (json!({ "type": "url", "url": "/nowhere" }), "/own/page"),
            (json!({ "type": "function", "script": "1 > 2" }), "1 > 2"),
        ] {
            let wait = json!({ "for": wanted, "timeoutMs": 300 });
            let problem = stage.attempt::<verbs::Wait>(wait).await.unwrap_err();
            assert_eq!(problem.code, ProblemCode::WaitTimeout, "{problem:?}");
            assert!(problem.title.contains(words), "{words}: {problem:?}");
        }
        let broken = json!({ "for": { "type": "function", "script": "nothing.there" } });
        assert_eq!(stage.attempt::<verbs::Wait>(broken).await.unwrap_err().code, ProblemCode::ScriptFailed);
    }

    a_network_is_idle_when_its_requests_have_ended(stage) {
        stage.show("<p id=p>Loading</p><script>onmessage = () =>\
            fetch('/slow').then(() => p.textContent = 'Loaded')</script>").await;
        // Through the extension, the first wait begins to count requests.
        let idle = json!({ "for": { "type": "idle" } });
        stage.run::<verbs::Wait>(idle.clone()).await;
        stage.eval("postMessage(1)").await;
        stage.env.site.until_slow_asked().await;
        let short = json!({ "for": { "type": "idle" }, "timeoutMs": 1_000 });
        let early = stage.attempt::<verbs::Wait>(short).await.unwrap_err();
        assert_eq!(early.code, ProblemCode::WaitTimeout);
        assert!(early.title.contains("1 requests"), "{early:?}");
        stage.env.site.let_slow_go();
        stage.run::<verbs::Wait>(idle).await;
        assert_eq!(stage.eval("p.textContent").await, "Loaded");
    }
}
