//! Texts that ask for a search, and those that only look so.

use tabwright_actions::resolve::{Provider, Resolver, Settings, Stage, Template};

use crate::fake_context::{FakeContext, template, told};

#[tokio::test]
async fn a_text_that_asks_for_a_search_gets_one() {
    let ddg = "https://duckduckgo.com/?q=";
    let google = "https://www.google.com/search?q=";
    let youtube = "https://www.youtube.com/results?search_query=";
    let wikipedia = "https://en.wikipedia.org/w/index.php?search=";
    for (text, site, query) in [
        ("search youtube for lofi beats", youtube, "lofi+beats"),
        ("YouTube search for Lofi Beats", youtube, "Lofi+Beats"),
        ("youtube search lofi", youtube, "lofi"),
        ("search for lofi beats on youtube", youtube, "lofi+beats"),
        ("search lofi beats on you tube", youtube, "lofi+beats"),
        ("youtube: lofi", youtube, "lofi"),
        ("yt: lofi", youtube, "lofi"),
        ("youtube for lofi beats", youtube, "lofi+beats"),
        ("look up trains & buses with google", google, "trains+%26+buses"),
        ("find Zürich on google", google, "Z%C3%BCrich"),
        ("g:c++ or c#", google, "c%2B%2B+or+c%23"),
        ("search on call on google", google, "on+call"),
        ("ddg: rust", ddg, "rust"),
        ("search for cheap flights", ddg, "cheap+flights"),
        ("search the web for cats", ddg, "cats"),
        ("search for rust on wikipedia", wikipedia, "rust"),
    ] {
        let resolved = FakeContext::default().resolve(text).await.unwrap();
        assert_eq!(resolved.url.as_str(), format!("{site}{query}"), "{text}");
        assert_eq!((resolved.stage, resolved.guess), (Stage::Search, false), "{text}");
    }
}

#[tokio::test]
async fn a_name_is_not_swallowed_by_a_search() {
    for text in [
        "youtube",
        "google",
        "search engine land",
        "youtube lofi beats",
        "find",
        "for",
        "altavista: x",
    ] {
        let resolved = FakeContext::default().resolve(text).await.unwrap();
        let asked = told(&resolved).iter().any(|line| line.contains("asks for a search"));
        assert!(!asked, "{text}: {:?}", told(&resolved));
    }
}

#[tokio::test]
async fn a_known_name_with_for_in_it_stays_a_name() {
    let mut own = tabwright_actions::resolve::OwnSites::default();
    own.add("google for acme", "https://search.acme.example/").unwrap();
    let resolver = Resolver::new(Settings::default(), own);
    let resolved = resolver.resolve("google for acme", &FakeContext::default()).await.unwrap();
    assert_eq!(resolved.stage, Stage::Sites);
}

#[tokio::test]
async fn nobody_knew_so_the_default_provider_is_a_guess() {
    let mut context = FakeContext::default();
    let resolved = context.resolve("zq blorfing & co").await.unwrap();
    assert_eq!(resolved.url.as_str(), "https://duckduckgo.com/?q=zq+blorfing+%26+co");
    assert!(resolved.guess);
    assert_eq!(
        told(&resolved),
        [
            "address: does not know it",
            "search: not asked: the text does not ask for a search",
            "sites: does not know it",
            "wikipedia: failed: the network did not answer: there is none",
            "history: does not know it",
            "memory: not asked: the text does not speak of a page that was read",
            "search: no stage found it, so duckduckgo searches for it",
        ]
    );
    context.providers[1].default = true;
    let resolved = context.resolve("zq blorfing & co").await.unwrap();
    assert!(resolved.url.as_str().starts_with("https://www.google.com/search?q=zq"));
}

#[tokio::test]
async fn a_provider_of_ones_own_is_found_by_name_and_keyword() {
    let text = r#"[
        {"name":"crates","url":"https://crates.example/find/%s","keywords":["cr"],"default":true},
        {"name":"Google","url":"https://mine.example/?q={query}"}]"#;
    let context =
        FakeContext { providers: serde_json::from_str(text).unwrap(), ..FakeContext::default() };
    for (text, url) in [
        ("cr: serde json", "https://crates.example/find/serde%20json"),
        ("search crates for a/b", "https://crates.example/find/a%2Fb"),
        ("google: x", "https://mine.example/?q=x"),
        ("zzqx blorf", "https://crates.example/find/zzqx%20blorf"),
    ] {
        let resolved = context.resolve(text).await.unwrap();
        assert_eq!(resolved.url.as_str(), url, "{text}");
    }
}

#[tokio::test]
async fn first_results_are_opened_where_the_person_wants_them() {
    let settings = Settings { direct: Some("duckduckgo".to_owned()), ..Settings::default() };
    let resolver = Resolver::new(settings, Default::default());
    let resolved = resolver.resolve("nytimes", &FakeContext::default()).await.unwrap();
    assert_eq!(resolved.url.as_str(), "https://duckduckgo.com/?q=!ducky+nytimes");
    assert_eq!((resolved.stage, resolved.guess), (Stage::Search, false));
    let address = resolver.resolve("nytimes.com", &FakeContext::default()).await.unwrap();
    assert_eq!(address.stage, Stage::Address);

    let settings = Settings { direct: Some("google".to_owned()), ..Settings::default() };
    let resolver = Resolver::new(settings, Default::default());
    let resolved = resolver.resolve("nytimes", &FakeContext::default()).await.unwrap();
    assert_eq!(resolved.stage, Stage::Sites);
    assert!(told(&resolved)[1].contains("no provider `google` with a first result"));
}

#[test]
fn a_template_says_where_the_words_go_and_never_who_gets_them() {
    for (bad, why) in [
        ("https://x.example/", "no `{query}`"),
        ("javascript:alert('{query}')", "no address that begins"),
        ("{query}", "no address"),
        ("https://{query}.example/", "would choose who gets them"),
        ("https://{query}@x.example/", "would choose who gets them"),
    ] {
        let error = Template::try_from(bad.to_owned()).unwrap_err().to_string();
        assert!(error.contains(why), "{bad}: {error}");
    }
    let filled = template("https://x.example/{query}/in?a=%s#{query}").fill("a b/c?d").unwrap();
    assert_eq!(filled.as_str(), "https://x.example/a%20b%2Fc%3Fd/in?a=a+b%2Fc%3Fd#a+b%2Fc%3Fd");
    assert!(Provider::new("DuckDuckGo", template("https://x.example/?{query}")).first.is_some());
}
