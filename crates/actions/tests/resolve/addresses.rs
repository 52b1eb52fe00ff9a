//! What is an address already.

use tabwright_actions::resolve::{How, Outcome, Stage};

use crate::fake_context::{FakeContext, only};

#[tokio::test]
async fn what_the_address_bar_opens_is_opened() {
    let table = [
        (
            "https://www.nytimes.com/section/world?x=1#top",
            "https://www.nytimes.com/section/world?x=1#top",
        ),
        ("HTTPS://Example.COM", "https://example.com/"),
        ("http://example.com:80/", "http://example.com/"),
        ("https:example.com", "https://example.com/"),
        ("https://user:pass@example.com/", "https://user:pass@example.com/"),
        ("https://example.com/a b", "https://example.com/a%20b"),
        ("nytimes.com", "https://nytimes.com/"),
        ("www.nytimes.com", "https://www.nytimes.com/"),
        ("NYTimes.Com", "https://nytimes.com/"),
        ("news.bbc.co.uk", "https://news.bbc.co.uk/"),
        ("example.com/path?q=1", "https://example.com/path?q=1"),
        ("example.com?q=1", "https://example.com/?q=1"),
        ("example.com#part", "https://example.com/#part"),
        ("example.com:8443/x", "https://example.com:8443/x"),
        ("localhost", "http://localhost/"),
        ("localhost:3000/x", "http://localhost:3000/x"),
        ("app.localhost:5173", "http://app.localhost:5173/"),
        ("raspberry:8080", "http://raspberry:8080/"),
        ("intranet/", "http://intranet/"),
        ("printer.local", "http://printer.local/"),
        ("127.0.0.1", "http://127.0.0.1/"),
        ("192.168.0.1:8080/admin", "http://192.168.0.1:8080/admin"),
        ("[::1]:8080", "http://[::1]:8080/"),
        ("[2001:db8::1]/x", "http://[2001:db8::1]/x"),
        ("münchen.de", "https://xn--mnchen-3ya.de/"),
        ("пример.рф", "https://xn--e1afmkfd.xn--p1ai/"),
        ("例え.jp", "https://xn--r8jz45g.jp/"),
        ("example。com", "https://example.com/"),
        ("file:///home/me/a.html", "file:///home/me/a.html"),
        ("about:blank", "about:blank"),
        ("chrome://version", "chrome://version"),
        ("chrome://settings/help", "chrome://settings/help"),
        ("view-source:https://example.com/", "view-source:https://example.com/"),
        ("claude.ai", "https://claude.ai/"),
        ("asp.net", "https://asp.net/"),
        ("example.com.", "https://example.com/"),
        ("example.com!", "https://example.com/"),
        ("example.com/a,", "https://example.com/a"),
        ("\"example.com\"", "https://example.com/"),
        ("https://example.com/a_(b)", "https://example.com/a_(b)"),
        ("example.com/a).", "https://example.com/a"),
        ("  example.com\n", "https://example.com/"),
        ("nytimes dot com", "https://nytimes.com/"),
        ("New York Times dot com", "https://newyorktimes.com/"),
        ("example dot org slash news", "https://example.org/news"),
        ("h t t p s colon slash slash example dot org", "https://example.org/"),
        ("www.blic.rs", "https://www.blic.rs/"),
        ("example.rs/x", "https://example.rs/x"),
    ];
    for (text, url) in table {
        let resolved = FakeContext::default()
            .resolve(text)
            .await
            .unwrap_or_else(|why| panic!("{text}: {why}"));
        assert_eq!((resolved.url.as_str(), resolved.stage), (url, Stage::Address), "{text}");
        assert!(!resolved.guess, "{text}");
    }
}

#[tokio::test]
async fn what_is_no_address_is_left_to_the_others() {
    for text in [
        "nytimes",
        "node.js",
        "3.14",
        "1.2.3",
        "v1.2",
        "tcp/ip",
        "24/7",
        "e.g.",
        "U.S.A.",
        "hello world.txt",
        "a.b.c.nonsense",
        "-bad-.com",
        "a..com",
        "example.com and more",
        "localhost:99999",
        "c:\\windows",
        "example.com\\x",
        "the dot com bubble",
        "dot com",
        "x:y",
        "https://",
        "chrome://",
        "💥",
        "exa mple.com",
        "999.1.1.1",
        "0x7f.1",
        "@nytimes",
        "nytimes@",
    ] {
        let error = only(&[Stage::Address]).resolve(text, &FakeContext::default()).await;
        assert!(error.is_err(), "{text}: {error:?}");
    }
}

#[tokio::test]
async fn what_may_be_a_file_is_an_address_only_where_nobody_knows_better() {
    let context = FakeContext::default();
    for known in ["docs.rs", "lib.rs"] {
        let resolved = context.resolve(known).await.unwrap();
        assert_eq!(resolved.url.as_str(), format!("https://{known}/"));
        assert!(!resolved.guess);
    }
    for (unknown, url) in [
        ("setup.py", "https://setup.py/"),
        ("my-notes.md", "https://my-notes.md/"),
        ("zzz dot fashion", "https://zzz.fashion/"),
    ] {
        let resolved = context.resolve(unknown).await.unwrap();
        assert_eq!((resolved.url.as_str(), resolved.guess), (url, true), "{unknown}");
        assert_eq!(resolved.tried.last().unwrap().outcome, Outcome::Found(How::DespiteDoubt));
        assert_eq!(resolved.tried.len(), 7, "all were asked first");
    }
}
