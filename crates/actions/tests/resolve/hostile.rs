//! What a stranger, a page or a clipboard may send.

use tabwright_actions::resolve::{Refusal, ResolveError, Resolver};

use crate::fake_context::FakeContext;

async fn refusal(text: &str) -> ResolveError {
    FakeContext::default().resolve(text).await.expect_err(text)
}

#[tokio::test]
async fn what_runs_as_a_program_is_refused_and_says_why() {
    for text in [
        "javascript:alert(1)",
        "JavaScript:alert(1)",
        "  javascript:alert(1)  ",
        "\"javascript:alert(1)\"",
        "javascript: alert(1)",
        "javascript://example.com/%0aalert(1)",
        "view-source:javascript:alert(1)",
        "vbscript:x",
        "javascript colon alert dot com",
    ] {
        let error = refusal(text).await;
        assert!(matches!(error, ResolveError::Refused(Refusal::Script(_))), "{text}: {error}");
        assert!(error.to_string().contains("would run as a script"));
        assert!(!error.fix().is_empty());
    }
    for text in ["data:text/html,<script>x</script>", "DATA:,x", "view-source:data:,x"] {
        let error = refusal(text).await;
        assert!(
            matches!(error, ResolveError::Refused(Refusal::PageInAddress(_))),
            "{text}: {error}"
        );
    }
    assert!(matches!(
        refusal("blob:https://a.example/1").await,
        ResolveError::Refused(Refusal::InsideOfAPage(_))
    ));
    assert!(matches!(
        refusal("mailto:a@b.example").await,
        ResolveError::Refused(Refusal::OtherProgram(_))
    ));
    assert!(matches!(
        refusal("ftp://a.example/").await,
        ResolveError::Refused(Refusal::UnknownScheme(_))
    ));
}

#[tokio::test]
async fn a_scheme_broken_up_to_pass_is_no_scheme() {
    for text in [
        "java\nscript:alert(1)",
        "java\tscript:alert(1)",
        "java script:alert(1)",
        "\u{200B}javascript :x",
    ] {
        let url = FakeContext::default().resolve(text).await.unwrap().url;
        assert_eq!(url.scheme(), "https", "{text:?} is only searched for");
    }
    assert!(matches!(
        refusal("java\u{200B}script:alert(1)").await,
        ResolveError::Refused(Refusal::Script(_))
    ));
    assert!(matches!(refusal("java\u{0}script:alert(1)").await, ResolveError::ControlCharacter(0)));
}

#[tokio::test]
async fn names_and_passwords_are_not_guessed_into_an_address() {
    for (text, host) in [
        ("user:pass@example.com", "example.com"),
        ("me@example.com", "example.com"),
        ("google.com@evil.example", "evil.example"),
        ("me:secret@localhost:8080/x", "localhost"),
    ] {
        let error = refusal(text).await;
        let expected = ResolveError::Refused(Refusal::Credentials { host: host.to_owned() });
        assert_eq!(error, expected, "{text}");
        assert!(error.fix().contains("https://"));
    }
}

#[tokio::test]
async fn secrets_are_neither_asked_nor_searched_for() {
    for secret in ["ghp_abcdefghijklmnopqrst1234", "aB3xK9mQ2pL7vT4z", "4111 1111 1111 1111"] {
        let context = FakeContext::default();
        let error = context.resolve(secret).await.unwrap_err();
        let ResolveError::NotFound(not_found) = error else { panic!("{error}") };
        assert!(!context.was_fetched());
        let last = not_found.tried.last().unwrap().outcome.to_string();
        assert!(last.contains("must not leave this machine"), "{last}");
    }
}

#[tokio::test]
async fn long_texts_are_refused_before_anybody_is_asked() {
    for text in [
        "a".repeat(10_000),
        "word ".repeat(2_000),
        "é".repeat(5_000),
        "a.".repeat(5_000),
        "dot ".repeat(2_000),
    ] {
        let context = FakeContext::default();
        let error = context.resolve(&text).await.unwrap_err();
        assert!(matches!(error, ResolveError::TooLong { letters_max: 1_000, .. }), "{error}");
        assert!(error.to_string().len() < 200);
        assert!(!context.was_fetched());
    }
    let long_address = format!("https://example.com/{}", "a".repeat(10_000));
    assert!(FakeContext::default().resolve(&long_address).await.is_ok());
    assert!(
        FakeContext::default()
            .resolve(&format!("https://example.com/{}", "a".repeat(40_000)))
            .await
            .is_err()
    );
    assert_eq!(Resolver::default().offer(&"é".repeat(10_000), 5), []);
}

#[tokio::test]
async fn invisible_characters_are_refused_or_left_out() {
    for (text, code) in
        [("exam\u{1b}ple", 0x1b), ("moc.\u{202E}elgoog", 0x202E), ("\u{2066}x\u{2069}", 0x2066)]
    {
        assert_eq!(refusal(text).await, ResolveError::ControlCharacter(code));
    }
    let marked = FakeContext::default().resolve("\u{FEFF}git\u{200B}hub\u{200F}").await.unwrap();
    assert_eq!(marked.url.as_str(), "https://github.com/");
    for empty in ["", " ", "\n\t", "\u{200B}", "''"] {
        assert_eq!(refusal(empty).await, ResolveError::Empty);
    }
}

#[tokio::test]
async fn every_script_and_picture_leads_somewhere_safe() {
    for text in [
        "הארץ",
        "العربية",
        "日本経済新聞",
        "한국어",
        "Ελλάδα",
        "🎈🎈🎈",
        "👩‍👩‍👧",
        "❤\u{FE0F}",
        "a\u{301}\u{302}\u{303}",
        "%00",
        "%2e%2e/",
        "../../etc/passwd",
        "/etc/passwd",
        "\\\\server\\share",
        "//evil.example",
        "?",
        "#",
        "&",
        "<script>alert(1)</script>",
        "' or 1=1 --",
        "{query}",
        "%s",
        "${jndi:ldap://x}",
        "[::1",
        "[::g]",
        ":80",
        "http://",
        "https://[",
        "a:b:c",
        "..",
        "wikipedia |",
        "search for",
        "search  on google",
        ":",
        "x:",
    ] {
        match FakeContext::default().resolve(text).await {
            Ok(resolved) => assert_eq!(resolved.url.scheme(), "https", "{text}"),
            Err(error) => assert!(!error.fix().is_empty(), "{text}"),
        }
    }
}
