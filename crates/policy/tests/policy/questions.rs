//! Questions to the person and what becomes of the answers.

use std::sync::Arc;
use std::task::Poll;
use std::time::Duration;

use crate::common::{House, act, at, go, house, mode, sensitive};
use tabwright_policy::{Decision, Denial, PermissionRequest, Policy, PolicyError, Reach};
use tabwright_wire::{
    ClientOrigin, Mode, PolicyAnswer, PolicyQuestion, Remember, Rule, RuleSource, Sensitivity,
    TabId, VerbKind, plain_sentence,
};
use tokio::task::JoinHandle;

const SHOP: &str = "https://shop.org/cart";

type Permitted = Result<Vec<Sensitivity>, Denial>;

fn shared(rules: Vec<Rule>) -> (Arc<House>, Arc<House>) {
    let house = Arc::new(house(rules));
    (Arc::clone(&house), house)
}

/// Asks in a task of its own, and returns when the question is there.
async fn ask(
    house: &Arc<House>,
    act: PermissionRequest<'static>,
    what: &'static str,
) -> JoinHandle<Permitted> {
    let mut changed = house.policy.questions_changed();
    let asker = Arc::clone(house);
    let task = tokio::spawn(async move { asker.policy.permit(&act, Some(TabId(7)), what).await });
    changed.changed().await.unwrap();
    task
}

fn only(policy: &Policy) -> PolicyQuestion {
    let mut questions = policy.questions().questions;
    assert_eq!(questions.len(), 1, "{questions:?}");
    questions.remove(0)
}

fn answer(policy: &Policy, allow: bool, remember: Remember) -> Result<(), PolicyError> {
    policy.answer(&PolicyAnswer { id: only(policy).id, allow, remember, code: None })
}

fn pay() -> PermissionRequest<'static> {
    sensitive(SHOP, Sensitivity::Payment)
}

#[tokio::test(start_paused = true)]
async fn a_yes_lets_it_happen_once() {
    let (house, _keep) = shared(Vec::new());
    let task = ask(&house, pay(), "click \"Pay now\"").await;
    let question = only(&house.policy);
    assert_eq!((question.client.as_str(), question.what.as_str()), ("claude", "click \"Pay now\""));
    assert_eq!((question.url.as_str(), question.tab), (SHOP, Some(TabId(7))));
    assert_eq!(question.sensitivity, Some(Sensitivity::Payment));
    assert_eq!(question.left_ms, 60_000);

    answer(&house.policy, true, Remember::Once).unwrap();
    let needs_confirmation = task.await.unwrap().unwrap();
    assert!(
        !needs_confirmation.contains(&Sensitivity::Payment)
            && needs_confirmation.contains(&Sensitivity::Send)
    );
    assert!(house.policy.questions().questions.is_empty());
    assert!(matches!(house.policy.decide(&pay()), Decision::Ask { .. }));

    let again = PolicyAnswer { id: question.id, allow: true, remember: Remember::Once, code: None };
    assert!(matches!(house.policy.answer(&again), Err(PolicyError::NoSuchQuestion(_))));
}

#[tokio::test(start_paused = true)]
async fn a_no_and_no_answer_are_both_no() {
    let (house, _keep) = shared(Vec::new());
    let task = ask(&house, pay(), "pay").await;
    let first = only(&house.policy).id;
    answer(&house.policy, false, Remember::Once).unwrap();
    let denial = task.await.unwrap().unwrap_err();
    let denial = plain_sentence(&denial.to_string());
    assert_eq!(denial, "the person said no to paying at shop.org");

    let task = ask(&house, pay(), "pay").await;
    let second = only(&house.policy).id;
    assert!(second > first);
    tokio::time::advance(Duration::from_secs(59)).await;
    assert_eq!(only(&house.policy).left_ms, 1_000);
    let denial = task.await.unwrap().unwrap_err();
    assert_eq!(denial, Denial::NoAnswer { secs: 60 });
    assert!(house.policy.questions().questions.is_empty());
    let late = PolicyAnswer { id: second, allow: true, remember: Remember::Once, code: None };
    assert!(matches!(house.policy.answer(&late), Err(PolicyError::NoSuchQuestion(_))));
}

#[tokio::test(start_paused = true)]
async fn a_question_goes_with_whoever_asked() {
    let house = house(Vec::new());
    let changed = house.policy.questions_changed();
    let pay = pay();
    {
        let mut asking = Box::pin(house.policy.permit(&pay, None, "pay"));
        let poll = std::future::poll_fn(|context| Poll::Ready(asking.as_mut().poll(context)));
        assert!(poll.await.is_pending());
        assert_eq!(house.policy.questions().questions.len(), 1);
    }
    assert!(house.policy.questions().questions.is_empty());
    assert_eq!(*changed.borrow(), 2);
}

#[tokio::test(start_paused = true)]
async fn the_same_asked_twice_at_once_is_one_question() {
    let (house, _keep) = shared(Vec::new());
    let first = ask(&house, pay(), "pay").await;
    let asker = Arc::clone(&house);
    let mut second =
        Box::pin(async move { asker.policy.permit(&pay(), Some(TabId(7)), "pay").await });
    let poll = std::future::poll_fn(|context| Poll::Ready(second.as_mut().poll(context)));
    assert!(poll.await.is_pending());
    assert_eq!(house.policy.questions().questions.len(), 1);

    first.abort();
    assert!(first.await.is_err());
    assert_eq!(house.policy.questions().questions.len(), 1, "one still waits");
    answer(&house.policy, true, Remember::Once).unwrap();
    assert!(second.await.is_ok());
}

#[tokio::test(start_paused = true)]
async fn an_answer_for_the_session_holds_for_the_same_matter_only() {
    for allow in [true, false] {
        let (house, _keep) = shared(Vec::new());
        let first = ask(&house, pay(), "pay for one thing").await;
        let other = ask(&house, pay(), "pay for another").await;
        let id = house.policy.questions().questions[0].id;
        house
            .policy
            .answer(&PolicyAnswer { id, allow, remember: Remember::Session, code: None })
            .unwrap();
        assert_eq!(first.await.unwrap().is_ok(), allow);
        assert_eq!(other.await.unwrap().is_ok(), allow, "it waited for the same");

        match house.policy.decide(&pay()) {
            Decision::Allow { needs_confirmation } => {
                assert!(allow && !needs_confirmation.contains(&Sensitivity::Payment));
            }
            Decision::Deny(denial) => {
                assert!(!allow && denial.fix().contains("until the daemon stops"));
            }
            other => panic!("{other:?}"),
        }
        let elsewhere = [
            sensitive("https://other.org/", Sensitivity::Payment),
            sensitive("https://sub.shop.org/", Sensitivity::Payment),
            sensitive("https://shop.org:8443/", Sensitivity::Payment),
            sensitive(SHOP, Sensitivity::Send),
            PermissionRequest { client: "codex", ..pay() },
        ];
        for act in elsewhere {
            assert!(matches!(house.policy.decide(&act), Decision::Ask { .. }), "{act:?}");
        }

        house.policy.add_rule(at("unrelated.org", mode(Mode::Auto))).unwrap();
        assert!(matches!(house.policy.decide(&pay()), Decision::Ask { .. }), "rules were changed");
    }
}

#[tokio::test(start_paused = true)]
async fn always_yes_to_something_sensitive_becomes_a_rule_that_keeps_what_was_allowed() {
    let config = Rule { allow: Some(vec![Sensitivity::Upload]), ..Rule::default() };
    let (house, _keep) = shared(vec![config]);
    for sensitivity in [Sensitivity::Payment, Sensitivity::Send] {
        let task = ask(&house, sensitive(SHOP, sensitivity), "do").await;
        answer(&house.policy, true, Remember::Always).unwrap();
        assert!(task.await.unwrap().is_ok());
    }
    let rules = house.policy.rules().rules;
    let persons: Vec<_> = rules.iter().filter(|rule| rule.source == RuleSource::Person).collect();
    assert_eq!(persons.len(), 1, "the second joined the first");
    let rule = &persons[0].rule;
    assert_eq!((rule.client.as_deref(), rule.site.as_deref()), (Some("claude"), Some("shop.org")));
    let allowed = [Sensitivity::Upload, Sensitivity::Payment, Sensitivity::Send];
    assert_eq!(rule.allow.as_deref(), Some(&allowed[..]));
    assert!(std::fs::read_to_string(&house.places.rules_file).unwrap().contains("shop.org"));

    // A newer rule that says otherwise makes the old one mute: a new one is put before it.
    let nothing = Rule { allow: Some(Vec::new()), ..Rule::default() };
    house.policy.add_rule(at("shop.org", nothing)).unwrap();
    let task = ask(&house, pay(), "pay").await;
    answer(&house.policy, true, Remember::Always).unwrap();
    assert!(task.await.unwrap().is_ok());
    assert!(matches!(house.policy.decide(&pay()), Decision::Allow { .. }));
}

#[tokio::test(start_paused = true)]
async fn always_no_to_something_sensitive_is_refused_and_the_question_stays() {
    let (house, _keep) = shared(Vec::new());
    let task = ask(&house, pay(), "pay").await;
    let error = answer(&house.policy, false, Remember::Always).unwrap_err();
    assert!(matches!(error, PolicyError::NoForAlways(Sensitivity::Payment)));
    assert!(error.fix().contains("rule"));
    answer(&house.policy, false, Remember::Session).unwrap();
    assert!(task.await.unwrap().is_err());
}

#[tokio::test(start_paused = true)]
async fn always_becomes_a_mode_where_a_rule_says_ask() {
    for (allow, becomes) in [(true, Mode::Auto), (false, Mode::Deny)] {
        let (house, _keep) = shared(vec![mode(Mode::Ask)]);
        let task = ask(&house, act(VerbKind::Act, SHOP), "click").await;
        assert_eq!(only(&house.policy).sensitivity, None);
        answer(&house.policy, allow, Remember::Always).unwrap();
        assert_eq!(task.await.unwrap().is_ok(), allow);
        let rule = house.policy.rules().rules[0].rule.clone();
        assert_eq!((rule.site.as_deref(), rule.mode), (Some("shop.org"), Some(becomes)));
        let decision = house.policy.decide(&act(VerbKind::Act, SHOP));
        assert_eq!(matches!(decision, Decision::Allow { .. }), allow, "{decision:?}");
        let elsewhere = house.policy.decide(&act(VerbKind::Act, "https://other.org/"));
        assert_eq!(elsewhere, Decision::Ask { sensitivity: None });
    }
}

#[tokio::test(start_paused = true)]
async fn always_about_no_page_would_hold_everywhere_and_is_refused() {
    let (house, _keep) = shared(vec![mode(Mode::Ask)]);
    let task = ask(&house, act(VerbKind::Reach, ""), "read the clipboard").await;
    let error = answer(&house.policy, true, Remember::Always).unwrap_err();
    assert!(matches!(error, PolicyError::AlwaysEverywhere));
    answer(&house.policy, true, Remember::Once).unwrap();
    assert!(task.await.unwrap().is_ok());
}

#[tokio::test(start_paused = true)]
async fn a_yes_to_a_rules_ask_covers_what_is_sensitive_in_that_act_alone() {
    let (house, _keep) = shared(vec![mode(Mode::Ask)]);
    let task = ask(&house, pay(), "pay").await;
    answer(&house.policy, true, Remember::Session).unwrap();
    assert_eq!(task.await.unwrap().unwrap(), []);
    let next = house.policy.decide(&pay());
    assert_eq!(next, Decision::Ask { sensitivity: Some(Sensitivity::Payment) });
}

#[tokio::test(start_paused = true)]
async fn going_asks_for_where_it_leads() {
    let (house, _keep) = shared(vec![mode(Mode::Ask)]);
    let task = ask(&house, go("https://a.org/", "https://b.org/"), "open").await;
    assert_eq!(only(&house.policy).url, "https://b.org/");
    answer(&house.policy, true, Remember::Session).unwrap();
    assert!(task.await.unwrap().is_ok());
    let decided = |to| house.policy.decide(&go("https://a.org/", to));
    assert!(matches!(decided("https://b.org/x"), Decision::Allow { .. }));
    assert!(matches!(decided("https://evil.org/"), Decision::Ask { .. }));
}

#[tokio::test(start_paused = true)]
async fn nobody_can_bury_the_person_in_questions() {
    let (house, _keep) = shared(Vec::new());
    let mut tasks = Vec::new();
    for client in 0..10 {
        let client: &'static str = Box::leak(format!("client {client}").into_boxed_str());
        for number in 0..10 {
            let what: &'static str = Box::leak(format!("pay {number}").into_boxed_str());
            tasks.push(ask(&house, PermissionRequest { client, ..pay() }, what).await);
        }
        let more =
            house.policy.permit(&PermissionRequest { client, ..pay() }, None, "pay more").await;
        assert!(matches!(more, Err(Denial::TooManyQuestions { .. })), "{more:?}");
    }
    let other =
        house.policy.permit(&PermissionRequest { client: "another", ..pay() }, None, "pay").await;
    assert_eq!(other.unwrap_err(), Denial::TooManyQuestions { open: 100 });
    assert_eq!(house.policy.questions().questions.len(), 100);
    tasks.iter().for_each(JoinHandle::abort);
}

#[tokio::test(start_paused = true)]
async fn words_of_strangers_are_made_harmless() {
    let (house, _keep) = shared(Vec::new());
    let what: &'static str =
        Box::leak(format!("\u{202e}yap\n{}", "x".repeat(99_999)).into_boxed_str());
    let task = ask(&house, PermissionRequest { client: "*\u{202e}\u{7}evil", ..pay() }, what).await;
    let question = only(&house.policy);
    assert_eq!(question.client, "_evil");
    assert!(question.what.starts_with("yap xxx") && question.what.chars().count() == 24_000);
    answer(&house.policy, true, Remember::Always).unwrap();
    assert!(task.await.unwrap().is_ok());
    assert_eq!(house.policy.rules().rules[0].rule.client.as_deref(), Some("_evil"));
}

#[tokio::test(start_paused = true)]
async fn a_code_is_of_its_question_and_three_wrong_ones_are_a_no() {
    let (house, _keep) = shared(Vec::new());
    let task = ask(&house, pay(), "pay").await;
    let PolicyQuestion { id, code, .. } = only(&house.policy);
    let code = code.unwrap();
    assert!(code.len() == 6 && code.bytes().all(|byte| byte.is_ascii_digit()), "{code}");
    let check = |code: Option<&str>| house.policy.check_answer_code(id, code);
    let spaced = format!(" {} {} ", &code[..3], &code[3..]);
    assert!(check(Some(&code)).is_ok() && check(Some(&spaced)).is_ok());
    // What is missing is not a guess.
    for missing in [None, Some(""), Some(" "), Some("abc")] {
        assert!(matches!(check(missing), Err(PolicyError::AnswerCode { tries_left: 3 })));
    }
    for tries_left in [2, 1, 0] {
        let wrong = check(Some("9999999")).unwrap_err();
        assert!(
            matches!(wrong, PolicyError::AnswerCode { tries_left: left } if left == tries_left)
        );
    }
    assert!(matches!(check(Some(&code)), Err(PolicyError::NoSuchQuestion(_))));
    assert!(matches!(task.await.unwrap(), Err(Denial::SaidNo { .. })));
}

#[tokio::test(start_paused = true)]
async fn what_cannot_be_undone_is_asked_whatever_is_allowed() {
    let allowing = Rule { allow: Some(vec![Sensitivity::Memory]), ..Rule::default() };
    let (house, _keep) = shared(vec![allowing]);
    let forget = PermissionRequest {
        client: "terminal",
        origin: ClientOrigin::Person,
        operation: "forget",
        reach: Reach::Person,
        ..sensitive("", Sensitivity::Memory)
    };
    assert!(house.policy.permit(&forget, None, "search").await.is_ok(), "a rule allows it");
    for (allow, remember) in
        [(true, Remember::Session), (false, Remember::Session), (true, Remember::Once)]
    {
        let mut changed = house.policy.questions_changed();
        let asker = Arc::clone(&house);
        let task = tokio::spawn(async move { asker.policy.confirm(&forget, "forget").await });
        changed.changed().await.unwrap();
        answer(&house.policy, allow, remember).unwrap();
        assert_eq!(task.await.unwrap().is_ok(), allow, "no earlier answer counts");
    }
    let agent = PermissionRequest { origin: ClientOrigin::Mcp, ..forget };
    let refused = house.policy.confirm(&agent, "forget").await;
    assert!(matches!(refused, Err(Denial::OnlyPerson { .. })), "{refused:?}");
}
