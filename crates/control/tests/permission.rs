//! The permission path by itself: who, what, where, and whether it is allowed, asked or denied. What is
//! denied never reaches the browser.

#![allow(clippy::unwrap_used)]

mod env;

use env::{Env, Outcome, run};
use serde_json::{Value, json};
use tabwright_browser::BrowserEvent;
use tabwright_policy::AuditLog;
use tabwright_wire::verbs::VERBS;
use tabwright_wire::{ClientOrigin, PolicyAnswer, ProblemCode, Remember, Tab, TabId};

use Outcome::{Allowed, Asked, Denied};

const BANK: &str = "https://bank.test/";

/// What each verb is told, and what comes of it for an agent while the bank is in front, in a tab of the
/// person's: without a
/// rule, and with a rule for the bank that says ask, read-only or deny, and with one that denies the
/// agent everything. `a` is allowed, `q` is asked, `d` is denied.
#[rustfmt::skip]
const ROWS: &[(&str, &str, &str)] = &[
    ("tabs", r#"{}"#, "a a a a d"),
    ("open", r#"{"url":"https://other.test/"}"#, "a a a a d"),
    ("open", r#"{"url":"https://other.test/","in":"current"}"#, "q q d d d"),
    ("open", r#"{"url":"https://bank.test/x"}"#, "a q a d d"),
    ("close", r#"{}"#, "q q d d d"),
    ("close", r#"{"all":true}"#, "q q q q d"),
    ("switch", r#"{"tab":1}"#, "q q d d d"),
    ("switch", r#"{"about":"bank"}"#, "q q q q d"),
    ("group", r#"{"tab":1,"name":"Money"}"#, "q q d d d"),
    ("window", r#"{"tab":1}"#, "q q d d d"),
    ("back", r#"{}"#, "q q d d d"),
    ("forward", r#"{}"#, "q q d d d"),
    ("reload", r#"{}"#, "q q d d d"),
    ("snapshot", r#"{}"#, "a a a d d"),
    ("click", r#"{"target":1}"#, "a q d d d"),
    ("hover", r#"{"target":1}"#, "a q d d d"),
    ("type", r#"{"target":1,"text":"x"}"#, "a q d d d"),
    ("insert", r#"{"text":"x"}"#, "a q d d d"),
    ("clear", r#"{"target":1}"#, "a q d d d"),
    ("select", r#"{"target":1,"options":["x"]}"#, "a q d d d"),
    ("check", r#"{"target":1}"#, "a q d d d"),
    ("press", r#"{"keys":["Enter"]}"#, "a q d d d"),
    ("drag", r#"{"from":1,"to":2}"#, "a q d d d"),
    ("scroll", r#"{"motion":{"type":"pages","x":0,"y":1}}"#, "a a a d d"),
    ("follow", r#"{"text":"x"}"#, "a q d d d"),
    ("upload", r#"{"target":1,"files":["/etc/hostname"]}"#, "q q d d d"),
    ("download", r#"{"url":"https://other.test/file"}"#, "q q q q d"),
    ("download", r#"{"url":"https://bank.test/file"}"#, "q q q d d"),
    ("download", r#"{"url":"file:///etc/passwd"}"#, "d d d d d"),
    ("download", r#"{"url":"chrome://version"}"#, "d d d d d"),
    ("download", r#"{"target":1}"#, "q q d d d"),
    ("dialog", r#"{}"#, "a q d d d"),
    ("wait", r#"{"for":{"type":"load"},"timeoutMs":1}"#, "a a a d d"),
    ("wait", r#"{"for":{"type":"function","script":"1"},"timeoutMs":1}"#, "a q d d d"),
    ("text", r#"{}"#, "a a a d d"),
    ("html", r#"{}"#, "a a a d d"),
    ("markdown", r#"{}"#, "a a a d d"),
    ("links", r#"{}"#, "a a a d d"),
    ("tables", r#"{}"#, "a a a d d"),
    ("screenshot", r#"{}"#, "a a a d d"),
    ("pdf", r#"{}"#, "a a a d d"),
    ("query", r#"{"target":1}"#, "a a a d d"),
    ("console", r#"{}"#, "a a a d d"),
    ("network", r#"{}"#, "a a a d d"),
    ("mouse", r#"{"do":"move","at":{"x":1,"y":1}}"#, "a q d d d"),
    ("eval", r#"{"script":"1"}"#, "a q d d d"),
    ("zoom", r#"{"to":"in"}"#, "q q d d d"),
    ("emulate", r#"{"offline":true}"#, "q q d d d"),
    ("read-aloud", r#"{}"#, "a q d d d"),
    ("read-aloud", r#"{"text":"x"}"#, "a a a a d"),
    ("hush", r#"{}"#, "a a a a d"),
    ("bookmarks", r#"{}"#, "a a a a d"),
    ("history", r#"{}"#, "a a a a d"),
    ("bookmark", r#"{}"#, "q q d d d"),
    ("bookmark", r#"{"url":"https://other.test/"}"#, "q q q q d"),
    ("unbookmark", r#"{"id":"1"}"#, "q q q q d"),
    ("search-web", r#"{"query":"x"}"#, "a a a a d"),
    ("search-web", r#"{"query":"x","in":"current"}"#, "q q d d d"),
    ("search-providers", r#"{}"#, "a a a a d"),
    ("search-providers", r#"{"choose":"bing"}"#, "q q q q d"),
    ("clipboard", r#"{}"#, "a a a a d"),
    ("clipboard", r#"{"tab":1}"#, "a q d d d"),
    ("resume", r#"{}"#, "d d d d d"),
];

fn letter(outcome: Outcome) -> &'static str {
    match outcome {
        Allowed => "a",
        Asked => "q",
        Denied => "d",
    }
}

#[tokio::test(start_paused = true)]
async fn every_verb_is_allowed_asked_or_denied_by_its_scope() {
    for verb in VERBS {
        assert!(ROWS.iter().any(|(name, ..)| *name == verb.name), "no row for {}", verb.name);
    }
    let rule_sets = [
        vec![],
        vec![json!({ "site": "bank.test", "mode": "ask" })],
        vec![json!({ "site": "bank.test", "mode": "read-only" })],
        vec![json!({ "site": "bank.test", "mode": "deny" })],
        vec![json!({ "client": "codex", "mode": "deny" })],
    ];
    let mut wrong = Vec::new();
    for (verb, params, expected) in ROWS {
        let mut outcomes = Vec::new();
        for rules in &rule_sets {
            let env = Env::new(rules, &[BANK]);
            let control = env.control("codex", ClientOrigin::Mcp);
            let params = serde_json::from_str(params).unwrap();
            let outcome = env.try_verb(&control, verb, params).await;
            let touched = env.backend.touched.lock().clone();
            assert!(outcome == Allowed || touched.is_empty(), "{verb} {rules:?}: {touched:?}");
            outcomes.push(letter(outcome));
        }
        let outcomes = outcomes.join(" ");
        if outcomes != *expected {
            wrong.push(format!("{verb} {params}: {outcomes}, not {expected}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[tokio::test(start_paused = true)]
async fn who_asks_and_from_where_decides() {
    let codex = json!({ "client": "codex", "mode": "deny" });
    for (client, origin, rules, url, expected) in [
        ("codex", ClientOrigin::Mcp, vec![codex.clone()], BANK, Denied),
        ("CODEX", ClientOrigin::Mcp, vec![codex.clone()], BANK, Denied),
        (" codex ", ClientOrigin::Mcp, vec![codex.clone()], BANK, Denied),
        ("claude", ClientOrigin::Mcp, vec![codex.clone()], BANK, Allowed),
        ("codex", ClientOrigin::Api, vec![codex.clone()], BANK, Denied),
        ("cli", ClientOrigin::Mcp, vec![json!({ "mode": "deny" })], BANK, Denied),
        ("codex", ClientOrigin::Mcp, vec![], "chrome://settings/", Denied),
        ("codex", ClientOrigin::Mcp, vec![], "file:///etc/passwd", Denied),
        ("codex", ClientOrigin::Mcp, vec![], "view-source:https://bank.test/", Denied),
        (
            "codex",
            ClientOrigin::Mcp,
            vec![json!({ "locked_url": "https://bank.test/*" })],
            BANK,
            Allowed,
        ),
        (
            "codex",
            ClientOrigin::Mcp,
            vec![json!({ "locked_url": "https://other.test/*" })],
            BANK,
            Denied,
        ),
        (
            "codex",
            ClientOrigin::Mcp,
            vec![json!({ "site": "*.bank.test", "mode": "deny" })],
            "https://my.bank.test/",
            Denied,
        ),
        (
            "codex",
            ClientOrigin::Mcp,
            vec![json!({ "site": "bank.test", "mode": "deny" })],
            "https://bank.test.evil.test/",
            Allowed,
        ),
        (
            "codex",
            ClientOrigin::Mcp,
            vec![json!({ "site": "bank.test", "mode": "deny" })],
            "https://BANK.test./x",
            Denied,
        ),
        // The first rule that says something decides; a rule with a site comes before one without.
        (
            "codex",
            ClientOrigin::Mcp,
            vec![
                json!({ "client": "codex", "mode": "auto" }),
                json!({ "site": "bank.test", "mode": "deny" }),
            ],
            BANK,
            Denied,
        ),
    ] {
        let env = Env::new(&rules, &[url]);
        let control = env.control(client, origin);
        let outcome = env.try_verb(&control, "snapshot", json!({})).await;
        assert_eq!(outcome, expected, "{client} {origin:?} {rules:?} {url}");
        assert!(outcome == Allowed || env.backend.touched.lock().is_empty());
    }
}

#[tokio::test(start_paused = true)]
async fn where_a_call_leads_counts_as_much_as_where_it_begins() {
    for (rules, params, expected) in [
        (json!({ "site": "bank.test", "mode": "deny" }), json!({ "url": BANK }), Denied),
        (json!({ "site": "bank.test", "mode": "deny" }), json!({ "url": "bank.test" }), Denied),
        (json!({ "site": "bank.test", "mode": "ask" }), json!({ "url": BANK }), Asked),
        (json!({ "new_tabs": false }), json!({ "url": "https://other.test/" }), Denied),
        (
            json!({ "new_tabs": false, "allow": ["tab"] }),
            json!({ "url": "https://other.test/", "in": "current" }),
            Allowed,
        ),
        (
            json!({ "locked_url": "https://news.test/*" }),
            json!({ "url": "https://other.test/" }),
            Denied,
        ),
        (json!({ "mode": "auto" }), json!({ "url": "chrome://settings" }), Denied),
        (json!({ "mode": "auto" }), json!({ "url": "file:///etc/passwd" }), Denied),
        (json!({ "mode": "auto" }), json!({ "url": "https://other.test/" }), Allowed),
    ] {
        let env = Env::new(std::slice::from_ref(&rules), &["https://news.test/"]);
        let control = env.control("codex", ClientOrigin::Mcp);
        let outcome = env.try_verb(&control, "open", params.clone()).await;
        assert_eq!(outcome, expected, "{rules} {params}");
        assert!(outcome == Allowed || env.backend.touched.lock().is_empty());
    }
}

#[tokio::test(start_paused = true)]
async fn what_is_no_address_never_reaches_the_browser() {
    let env = Env::new(&[], &[BANK]);
    let control = env.control("codex", ClientOrigin::Mcp);
    for url in ["javascript:alert(1)", "", "http://"] {
        let problem = run(&control, "open", json!({ "url": url })).await.unwrap_err();
        assert!(matches!(problem.code, ProblemCode::BadRequest | ProblemCode::Denied), "{url}");
        assert!(env.backend.touched.lock().is_empty(), "{url}");
    }
}

#[tokio::test(start_paused = true)]
async fn a_yes_lets_it_reach_the_browser_once() {
    let env = Env::new(&[json!({ "mode": "ask" })], &[BANK]);
    let control = env.control("codex", ClientOrigin::Mcp);
    let call = run(&control, "reload", json!({}));
    let (outcome, problem) = env.outcome(call, true).await;
    assert_eq!(outcome, Asked);
    assert_eq!(problem.unwrap().code, ProblemCode::PageFailed);
    assert_eq!(*env.backend.touched.lock(), ["reload"]);
    // A no is no more than that.
    assert_eq!(env.try_verb(&control, "reload", json!({})).await, Asked);
    assert_eq!(*env.backend.touched.lock(), ["reload"]);
}

/// Against TOCTOU: a yes is for the page that the person saw.
#[tokio::test(start_paused = true)]
async fn a_yes_counts_for_nothing_when_the_page_is_another_by_then() {
    let env = Env::new(&[json!({ "mode": "ask" })], &[BANK]);
    let control = env.control("codex", ClientOrigin::Mcp);
    let mut asked = env.policy.questions_changed();
    let person = async {
        asked.changed().await.unwrap();
        env.backend.tabs.lock()[0].url = "https://evil.test/".to_owned();
        let question = env.policy.questions().questions.remove(0);
        let answer = PolicyAnswer {
            id: question.id,
            allow: true,
            remember: Remember::default(),
            code: None,
        };
        env.policy.answer(&answer).unwrap();
    };
    let ((), result) = tokio::join!(person, run(&control, "reload", json!({})));
    let problem = result.unwrap_err();
    assert_eq!(problem.code, ProblemCode::PageChanged);
    assert!(env.backend.touched.lock().is_empty());
}

#[tokio::test(start_paused = true)]
async fn a_tab_of_the_person_needs_their_word_and_a_denied_one_is_not_even_asked_about() {
    let env =
        Env::new(&[json!({ "site": "bank.test", "mode": "deny" })], &["https://news.test/", BANK]);
    let control = env.control("codex", ClientOrigin::Mcp);
    let tab = control.find_tab(Some(TabId(1))).await.unwrap();
    assert_eq!(env.outcome(control.may_use(&tab), false).await.0, Asked);
    let bank = env.backend.tabs.lock()[1].clone();
    assert_eq!(env.outcome(control.may_use(&bank), true).await.0, Denied);
}

#[tokio::test(start_paused = true)]
async fn of_a_denied_page_no_more_is_told_than_that_there_is_a_tab() {
    let env =
        Env::new(&[json!({ "site": "bank.test", "mode": "deny" })], &["https://news.test/", BANK]);
    let control = env.control("codex", ClientOrigin::Mcp);
    let list = run(&control, "tabs", json!({})).await.unwrap();
    let told = |at: usize| (list["tabs"][at]["url"].clone(), list["tabs"][at]["title"].clone());
    assert_eq!(told(0), (json!("https://news.test/"), json!("Tab 1")));
    assert_eq!(told(1), (json!(""), json!("(closed to you)")));
    let found = control.find_tab(Some(TabId(2))).await.unwrap();
    assert_eq!((found.url.as_str(), found.title.as_str()), ("", "(closed to you)"));
}

#[tokio::test(start_paused = true)]
async fn every_call_is_logged_and_observed_however_it_ends() {
    let env = Env::new(&[json!({ "site": "bank.test", "mode": "deny" })], &[BANK]);
    let control = env.control("codex", ClientOrigin::Mcp);
    env.try_verb(&control, "snapshot", json!({})).await;
    env.try_verb(&control, "tabs", json!({})).await;
    // A client that goes away in the middle of a call.
    drop(
        tokio::time::timeout(std::time::Duration::ZERO, run(&control, "history", json!({}))).await,
    );
    let observed = env.observer.0.lock().clone();
    let verbs: Vec<_> =
        observed.iter().map(|(_, verb, error)| (verb.as_str(), error.is_some())).collect();
    assert_eq!(verbs[..2], [("snapshot", true), ("tabs", false)]);
    env.policy.log().flush();
    let filter = serde_json::from_value(json!({})).unwrap();
    let entries = serde_json::to_value(AuditLog::read(&env.log_folder, &filter).unwrap()).unwrap();
    let outcomes: Vec<&Value> =
        entries["entries"].as_array().unwrap().iter().map(|it| &it["outcome"]).collect();
    assert!(
        outcomes.contains(&&json!("refused")) && outcomes.contains(&&json!("done")),
        "{outcomes:?}"
    );
}

#[tokio::test(start_paused = true)]
async fn what_the_person_stopped_goes_on_when_they_say_so() {
    let env = Env::new(&[json!({ "client": "codex", "allow": ["tab"] })], &[BANK]);
    let agent = env.control("codex", ClientOrigin::Mcp);
    let person = env.control("command line", ClientOrigin::Api);
    env.memory.stop(TabId(1));
    let wait = json!({ "for": { "type": "function", "script": "1" }, "timeoutMs": 1 });
    for (verb, params) in [
        ("click", json!({ "target": 1 })),
        ("eval", json!({ "script": "1" })),
        ("wait", wait.clone()),
        ("close", json!({})),
        ("switch", json!({ "tab": 1 })),
        ("group", json!({ "name": "x" })),
        ("window", json!({})),
        ("reload", json!({})),
        ("open", json!({ "url": "https://other.test/", "in": "current" })),
        ("download", json!({ "target": 1 })),
        ("upload", json!({ "target": 1, "files": [] })),
        ("bookmark", json!({})),
        ("press", json!({ "keys": ["Enter"] })),
        ("zoom", json!({ "to": "in" })),
    ] {
        let problem = run(&agent, verb, params).await.unwrap_err();
        assert_eq!(problem.code, ProblemCode::StoppedByPerson, "{verb}");
    }
    for tab in [json!({}), json!({ "tab": 1 })] {
        let problem = run(&agent, "resume", tab).await.unwrap_err();
        assert_eq!(problem.title, "`resume` is only for the person");
    }
    assert!(env.memory.is_stopped(TabId(1)));
    run(&person, "resume", json!({ "tab": 1 })).await.unwrap();
    assert!(!env.memory.is_stopped(TabId(1)));
    let problem = run(&agent, "wait", wait).await.err();
    assert!(problem.is_none_or(|problem| problem.code != ProblemCode::StoppedByPerson));
}

#[tokio::test(start_paused = true)]
async fn a_tab_of_its_own_is_closed_moved_and_left_without_asking() {
    let env = Env::new(&[], &["https://news.test/", "https://own.test/", "about:blank"]);
    let control = env.control("codex", ClientOrigin::Mcp);
    control.adopt(&[TabId(2)]).await.unwrap();
    let other = env.control("claude", ClientOrigin::Mcp);
    let person = env.control("command line", ClientOrigin::Api);
    for (verb, params) in [
        ("close", json!({})),
        ("switch", json!({})),
        ("group", json!({ "name": "Mine" })),
        ("window", json!({})),
        ("reload", json!({})),
        ("open", json!({ "url": "https://other.test/", "in": "current" })),
        ("search-web", json!({ "query": "x", "in": "current" })),
    ] {
        for (client, tab, expected) in [
            (&control, 1, Asked),
            (&control, 2, Allowed),
            (&control, 3, Allowed),
            (&other, 2, Asked),
            (&person, 1, Allowed),
        ] {
            let mut params = params.clone();
            params["tab"] = json!(tab);
            let outcome = env.try_verb(client, verb, params).await;
            assert_eq!(outcome, expected, "{verb} in tab {tab} by {}", client.client());
        }
    }
    // Tabs that are named beside its own.
    for verb in ["group", "window"] {
        let params = json!({ "tab": 2, "tabs": [1] });
        assert_eq!(env.try_verb(&control, verb, params).await, Asked, "{verb}");
    }
}

#[tokio::test(start_paused = true)]
async fn a_tab_is_the_persons_again_when_they_go_elsewhere_in_it() {
    let env = Env::new(&[], &["https://news.test/"]);
    let control = env.control("codex", ClientOrigin::Mcp);
    control.adopt(&[TabId(1)]).await.unwrap();
    let popup = env.backend.tabs.lock()[0].clone();
    env.backend.tabs.lock().push(Tab { id: TabId(2), opener: Some(TabId(1)), ..popup });
    let went = |tab: i32, by_person: bool| {
        let notice =
            json!({ "tab": tab, "phase": "committed", "url": BANK, "byPerson": by_person });
        BrowserEvent::Navigation(serde_json::from_value(notice).unwrap())
    };
    for tab in [1, 2] {
        assert!(control.owns(TabId(tab)).await.unwrap(), "tab {tab}");
    }
    for tab in [1, 2] {
        env.hear(&went(tab, false)).await;
        assert!(control.owns(TabId(tab)).await.unwrap(), "a page may go where it likes");
        env.hear(&went(tab, true)).await;
        assert!(!control.owns(TabId(tab)).await.unwrap(), "tab {tab}");
        let close = env.try_verb(&control, "close", json!({ "tab": tab })).await;
        assert_eq!(close, Asked, "tab {tab}");
    }
}

#[tokio::test(start_paused = true)]
async fn a_task_has_its_own_tabs_and_no_others() {
    let env = Env::new(&[], &["https://news.test/", "https://own.test/"]);
    let task = env.control("page agent", ClientOrigin::Agent).for_task("Task(ABCDEF)");
    task.adopt(&[TabId(2)]).await.unwrap();
    // Neither its client nor one that calls itself so has what is the task's.
    for name in ["page agent", "Task(ABCDEF)"] {
        let other = env.control(name, ClientOrigin::Mcp);
        assert!(!other.owns(TabId(2)).await.unwrap(), "{name}");
    }
    for (verb, params) in [
        ("snapshot", json!({})),
        ("text", json!({})),
        ("close", json!({})),
        ("reload", json!({})),
        ("click", json!({ "target": 1 })),
        ("switch", json!({})),
        ("screenshot", json!({})),
    ] {
        for (tab, expected) in [(1, Denied), (2, Allowed)] {
            let mut params = params.clone();
            params["tab"] = json!(tab);
            let outcome = env.try_verb(&task, verb, params).await;
            assert_eq!(outcome, expected, "{verb} in tab {tab}");
        }
    }
    for (verb, params) in [
        ("close", json!({ "all": true })),
        ("switch", json!({ "about": "news" })),
        ("group", json!({ "tab": 2, "tabs": [1], "name": "Mine" })),
    ] {
        assert_eq!(env.try_verb(&task, verb, params.clone()).await, Denied, "{verb} {params}");
    }
    let listed = run(&task, "tabs", json!({})).await.unwrap();
    let ids: Vec<_> = listed["tabs"].as_array().unwrap().iter().map(|tab| &tab["id"]).collect();
    assert_eq!(ids, [&json!(2)]);
    let tab = env.backend.tabs.lock()[0].clone();
    let asked = env.outcome(task.may_use(&tab), true).await.0;
    assert_eq!(asked, Denied, "the person is not asked for a tab");
    assert!(task.find_tab(Some(TabId(1))).await.is_err());
}

#[tokio::test(start_paused = true)]
async fn tabs_are_a_tasks_again_after_a_restart_if_they_are_still_in_its_group() {
    let env = Env::new(&[], &["https://news.test/", "https://own.test/"]);
    env.backend.tabs.lock()[1].group = Some("Task(ABCDEF)".to_owned());
    let task = env.control("page agent", ClientOrigin::Agent).for_task("Task(ABCDEF)");
    let own = task.restore(&[TabId(1), TabId(2), TabId(9)], "Task(ABCDEF)").await.unwrap();
    assert_eq!(own, [TabId(2)]);
    assert!(task.owns(TabId(2)).await.unwrap() && !task.owns(TabId(1)).await.unwrap());
}
