//! The order of the stages, and their switches.

use std::future::pending;
use std::time::Duration;

use tabwright_actions::resolve::{
    How, LookupError, Outcome, Page, Provider, ResolveError, Resolver, ResolverContext, Settings,
    Stage,
};
use url::Url;

use crate::fake_context::{FakeContext, only, told};

/// Every stage knows "github".
fn context() -> FakeContext {
    let page = |url: &str| Page {
        title: "github".to_owned(),
        url: url.to_owned(),
        visits: 1,
        ..Page::default()
    };
    let answer = r#"{"query":{"pages":[{"pageid":1,"ns":0,"title":"github"}]}}"#;
    FakeContext {
        wikipedia: Ok(answer.to_owned()),
        visited: Ok(vec![page("https://visited.example/")]),
        ..FakeContext::default()
    }
}

#[tokio::test]
async fn the_first_that_knows_decides() {
    let mut settings = Settings { direct: Some("duckduckgo".to_owned()), ..Settings::default() };
    let mut told = Vec::new();
    for expected in [Stage::Search, Stage::Sites, Stage::Wikipedia, Stage::History] {
        let resolver = Resolver::new(settings.clone(), Default::default());
        let resolved = resolver.resolve("github", &context()).await.unwrap();
        assert_eq!(resolved.stage, expected);
        told.push(resolved.tried.iter().map(|trial| trial.stage).collect::<Vec<_>>());
        settings.switch(expected, false);
    }
    assert_eq!(told[0], Stage::ALL[..2]);
    assert_eq!(told[3], Stage::ALL[..5]);
}

#[tokio::test]
async fn each_stage_alone_gives_its_own_answer() {
    for (stage, text, url) in [
        (Stage::Address, "github.com", "https://github.com/"),
        (Stage::Search, "github", "https://duckduckgo.com/?q=github"),
        (Stage::Sites, "github", "https://github.com/"),
        (Stage::Wikipedia, "github", "https://en.wikipedia.org/wiki/github"),
        (Stage::History, "github", "https://visited.example/"),
    ] {
        let resolved = only(&[stage]).resolve(text, &context()).await.unwrap();
        assert_eq!((resolved.stage, resolved.url.as_str()), (stage, url));
        let off = resolved.tried.iter().filter(|trial| trial.outcome == Outcome::Off).count();
        let before = Stage::ALL.iter().position(|one| *one == stage).unwrap();
        assert!(off >= before, "{:?}", told(&resolved));
    }
}

#[tokio::test]
async fn nothing_on_finds_nothing_and_offers_what_is_like_it() {
    let error = only(&[]).resolve("githubb", &context()).await.unwrap_err();
    assert!(error.fix().contains("Did you mean GitHub"), "{}", error.fix());
    let ResolveError::NotFound(not_found) = error else { panic!("{error}") };
    assert_eq!(not_found.tried.len(), Stage::ALL.len());
    assert!(not_found.tried.iter().all(|trial| trial.outcome == Outcome::Off));
    assert!((1..=3).contains(&not_found.nearest.len()));
    assert_eq!(not_found.nearest[0].address, "https://github.com/");
}

#[tokio::test]
async fn without_search_an_unknown_name_is_not_found() {
    let everything_else = [Stage::Address, Stage::Sites, Stage::Wikipedia, Stage::History];
    let error =
        only(&everything_else).resolve("zzqx blorf", &FakeContext::default()).await.unwrap_err();
    assert_eq!(error.to_string(), "no site is called `zzqx blorf`");
    assert!(error.fix().contains("address"));
}

#[tokio::test]
async fn every_stage_says_what_it_does_and_is_found_by_name() {
    for stage in Stage::ALL {
        assert_eq!(stage.to_string().parse(), Ok(stage));
        assert_eq!(serde_json::to_string(&stage).unwrap(), format!("\"{stage}\""));
        assert!(stage.about().ends_with('.'));
    }
    let error = "dreams".parse::<Stage>().unwrap_err().to_string();
    assert!(error.contains("address, search, sites, wikipedia, history and memory"));
}

#[tokio::test]
async fn settings_are_read_as_they_stand_in_a_file() {
    let settings: Settings = serde_json::from_str(
        r#"{"off":["history","wikipedia"],"language":"pt","direct":"duckduckgo"}"#,
    )
    .unwrap();
    assert!(!settings.is_on(Stage::History) && settings.is_on(Stage::Sites));
    for broken in
        [r#"{"of":[]}"#, r#"{"off":["dreams"]}"#, r#"{"providers":[{"name":"x","url":"y"}]}"#]
    {
        assert!(serde_json::from_str::<Settings>(broken).is_err(), "{broken}");
    }
}

/// Answers nothing, ever.
struct Silent;

impl ResolverContext for Silent {
    async fn providers(&self) -> Result<Vec<Provider>, LookupError> {
        pending().await
    }
    async fn fetch(&self, _: &Url) -> Result<String, LookupError> {
        pending().await
    }
    async fn visited(&self, _: &str, _: usize) -> Result<Vec<Page>, LookupError> {
        pending().await
    }
    async fn kept(&self, _: &str) -> Result<Vec<Page>, LookupError> {
        pending().await
    }
    async fn bookmarks(&self, _: &str, _: usize) -> Result<Vec<Page>, LookupError> {
        pending().await
    }
}

#[tokio::test]
async fn a_world_that_never_answers_does_not_hold_the_chain() {
    let resolver = Resolver::default().with_timeout(Duration::from_millis(1));
    let error = resolver.resolve("zzqx blorf", &Silent).await.unwrap_err();
    let ResolveError::NotFound(not_found) = error else { panic!("{error}") };
    // The last is the search for a name that nobody knew.
    for at in [3, 4, 6] {
        let outcome = not_found.tried[at].outcome.to_string();
        assert_eq!(outcome, "failed: no answer within 1ms");
    }

    let known = Resolver::default().resolve("github", &Silent).await.unwrap();
    assert_eq!(
        known.tried.last().unwrap().outcome,
        Outcome::Found(How::KnownName { name: "GitHub".to_owned() })
    );
}

#[test]
fn it_can_be_asked_from_any_thread() {
    fn is_send<T: Send>(_: &T) {}
    let (resolver, context) = (Resolver::default(), FakeContext::default());
    is_send(&resolver.resolve("x", &context));
}
