//! Articles, as MediaWiki's API tells of them.

use tabwright_actions::resolve::{LookupError, ResolveError, Resolver, Settings, Stage};

use crate::fake_context::{FakeContext, only, told};

fn context(answer: &str) -> FakeContext {
    FakeContext { wikipedia: Ok(answer.to_owned()), ..FakeContext::default() }
}

const LOVELACE: &str = r#"{"batchcomplete":true,"query":{
    "normalized":[{"fromencoded":false,"from":"ada lovelace","to":"Ada lovelace"}],
    "redirects":[{"from":"Ada lovelace","to":"Ada Lovelace"}],
    "pages":[{"pageid":974,"ns":0,"title":"Ada Lovelace"}]}}"#;

const MERCURY: &str = r#"{"batchcomplete":true,"query":{
    "normalized":[{"fromencoded":false,"from":"mercury","to":"Mercury"}],
    "pages":[{"pageid":19007,"ns":0,"title":"Mercury","pageprops":{"disambiguation":""}}]}}"#;

#[tokio::test]
async fn an_article_of_that_title_is_opened() {
    let context = context(LOVELACE);
    let resolved = only(&[Stage::Wikipedia]).resolve("ada lovelace", &context).await.unwrap();
    assert_eq!(resolved.url.as_str(), "https://en.wikipedia.org/wiki/Ada_Lovelace");
    assert_eq!(
        (resolved.title.as_deref(), resolved.stage),
        (Some("Ada Lovelace"), Stage::Wikipedia)
    );

    let asked = context.fetched.lock().unwrap();
    let url = asked[0].as_str();
    assert!(url.starts_with(
        "https://en.wikipedia.org/w/api.php?action=query&format=json&formatversion=2&redirects=1"
    ));
    assert!(url.ends_with("&titles=ada+lovelace%7CAda+Lovelace"), "{url}");
}

#[tokio::test]
async fn an_article_that_is_asked_for_comes_before_all_else() {
    for text in [
        "wikipedia ada lovelace",
        "Wikipedia: ada lovelace",
        "wikipedia for ada lovelace",
        "ada lovelace on wikipedia",
        "ada lovelace in Wikipedia",
        "the wikipedia article about ada lovelace",
        "wikipedia page on ada lovelace",
        "the ada lovelace wikipedia page",
    ] {
        let resolved = context(LOVELACE).resolve(text).await.unwrap();
        assert_eq!(resolved.url.as_str(), "https://en.wikipedia.org/wiki/Ada_Lovelace", "{text}");
        assert_eq!(resolved.tried.len(), 1, "{text}: nobody else was asked");
    }
    let resolved = context(LOVELACE).resolve("wikipedia").await.unwrap();
    assert_eq!(resolved.stage, Stage::Sites, "the site itself");
}

#[tokio::test]
async fn what_is_asked_for_and_missing_is_searched_for_there() {
    let missing = r#"{"batchcomplete":true,"query":{"pages":[{"ns":0,"title":"Zq blorf","missing":true},
        {"ns":0,"title":"Zq Blorf","missing":true}]}}"#;
    let resolved = context(missing).resolve("Zq blorf on wikipedia").await.unwrap();
    assert_eq!(resolved.url.as_str(), "https://en.wikipedia.org/w/index.php?search=Zq+blorf");
}

#[tokio::test]
async fn titles_become_addresses_as_wikipedia_writes_them() {
    for (title, section, url) in [
        ("AC/DC", None, "https://en.wikipedia.org/wiki/AC/DC"),
        ("C++", None, "https://en.wikipedia.org/wiki/C++"),
        ("100% Wolf", None, "https://en.wikipedia.org/wiki/100%25_Wolf"),
        ("What Is Life?", None, "https://en.wikipedia.org/wiki/What_Is_Life%3F"),
        ("Zürich", Some("Old town"), "https://en.wikipedia.org/wiki/Z%C3%BCrich#Old_town"),
    ] {
        let redirect = serde_json::json!({ "from": "Subject", "to": title, "tofragment": section });
        let answer = serde_json::json!({ "batchcomplete": true, "query": {
            "normalized": [{ "fromencoded": false, "from": "subject", "to": "Subject" }],
            "redirects": [redirect],
            "pages": [{ "pageid": 1, "ns": 0, "title": title }],
        }});
        let resolved = only(&[Stage::Wikipedia])
            .resolve("subject", &context(&answer.to_string()))
            .await
            .unwrap();
        assert_eq!(resolved.url.as_str(), url);
    }
}

#[tokio::test]
async fn what_is_no_article_is_not_opened() {
    for (answer, told) in [
        (
            r#"{"batchcomplete":true,"query":{"pages":[{"ns":0,"title":"Subject","missing":true}]}}"#,
            "does not know it",
        ),
        (
            r#"{"batchcomplete":true,"query":{"pages":[{"title":"subject","invalidreason":"bad","invalid":true}]}}"#,
            "does not know it",
        ),
        (
            r#"{"batchcomplete":true,"query":{"pages":[{"pageid":5,"ns":2,"title":"subject"}]}}"#,
            "does not know it",
        ),
        (
            r#"{"batchcomplete":true,"query":{"interwiki":[{"title":"subject","iw":"de"}]}}"#,
            "does not know it",
        ),
        (
            r#"{"batchcomplete":true,"query":{"redirects":[{"from":"subject","to":"Subject"},{"from":"Subject","to":"subject"}]}}"#,
            "does not know it",
        ),
        (r#"{"batchcomplete":true}"#, "does not know it"),
        (
            r#"{"error":{"code":"ratelimited","info":"Slow down"}}"#,
            "failed: the answer was not what was expected: Wikipedia says ratelimited: Slow down",
        ),
        ("<html>portal of a hotel</html>", "failed: the answer was not what was expected"),
    ] {
        let error =
            only(&[Stage::Wikipedia]).resolve("subject", &context(answer)).await.unwrap_err();
        let ResolveError::NotFound(not_found) = error else { panic!("{error}") };
        let outcome =
            &not_found.tried.iter().find(|trial| trial.stage == Stage::Wikipedia).unwrap().outcome;
        assert!(outcome.to_string().starts_with(told), "{answer}: {outcome}");
    }
    let endless = "x".repeat(300 * 1024);
    assert!(only(&[Stage::Wikipedia]).resolve("subject", &context(&endless)).await.is_err());
}

#[tokio::test]
async fn a_list_of_meanings_is_opened_only_for_who_asked_for_wikipedia() {
    let asked = context(MERCURY).resolve("wikipedia mercury").await.unwrap();
    assert_eq!(asked.url.as_str(), "https://en.wikipedia.org/wiki/Mercury");
    let error = only(&[Stage::Wikipedia]).resolve("mercury", &context(MERCURY)).await.unwrap_err();
    let ResolveError::NotFound(not_found) = error else { panic!("{error}") };
    assert_eq!(
        not_found.tried[3].outcome.to_string(),
        "not sure: several articles have this title"
    );
}

#[tokio::test]
async fn a_network_that_fails_is_told_and_the_chain_goes_on() {
    let context = FakeContext {
        wikipedia: Err(LookupError::Network("no route".to_owned())),
        ..FakeContext::default()
    };
    let resolved = context.resolve("zq blorfing").await.unwrap();
    assert!(
        told(&resolved)
            .contains(&"wikipedia: failed: the network did not answer: no route".to_owned())
    );
    assert!(resolved.guess);
}

#[tokio::test]
async fn secrets_and_what_cannot_be_a_title_are_not_sent() {
    let long = "many words ".repeat(20);
    for text in
        ["aB3xK9mQ2pL7vT4z", "4111 1111 1111 1111", &long, "a | b", "zq [x]", "🎈", "zq <b>"]
    {
        let context = FakeContext::default();
        only(&[Stage::Wikipedia]).resolve(text, &context).await.unwrap_err();
        assert!(!context.was_fetched(), "{text}");
    }
}

#[tokio::test]
async fn another_language_is_another_wikipedia() {
    let settings: Settings = serde_json::from_str(r#"{"language":"de"}"#).unwrap();
    let context = context(LOVELACE);
    let resolver = Resolver::new(settings, Default::default());
    let resolved = resolver.resolve("wikipedia ada lovelace", &context).await.unwrap();
    assert_eq!(resolved.url.as_str(), "https://de.wikipedia.org/wiki/Ada_Lovelace");
    assert_eq!(context.fetched.lock().unwrap()[0].host_str(), Some("de.wikipedia.org"));
    assert!(serde_json::from_str::<Settings>(r#"{"language":"evil.example/"}"#).is_err());
}
