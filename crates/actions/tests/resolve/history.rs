//! Pages the person has been to, by their words.

use tabwright_actions::resolve::{LookupError, Page, ResolveError, Resolved, Stage};

use crate::fake_context::{FakeContext, only, told};

const DAY_MS: f64 = 86_400_000.0;

fn page(title: &str, url: &str, visits: u32, days_ago: f64) -> Page {
    let last_visit_ms = 1_000.0 * DAY_MS - days_ago * DAY_MS;
    Page { title: title.to_owned(), url: url.to_owned(), last_visit_ms, visits }
}

fn kept(title: &str, url: &str) -> Page {
    Page { title: title.to_owned(), url: url.to_owned(), ..Page::default() }
}

async fn find(text: &str, visited: &[Page], bookmarks: &[Page]) -> Result<Resolved, ResolveError> {
    let context = FakeContext {
        visited: Ok(visited.to_vec()),
        bookmarks: Ok(bookmarks.to_vec()),
        ..FakeContext::default()
    };
    only(&[Stage::History]).resolve(text, &context).await
}

#[tokio::test]
async fn all_words_must_be_there() {
    let pages = [
        page("Rust lifetimes explained", "https://blog.example/rust", 1, 3.0),
        page("Rust ownership", "https://blog.example/ownership", 90, 0.0),
    ];
    let found = find("the page about rust lifetimes", &pages, &[]).await.unwrap();
    assert_eq!(found.url.as_str(), "https://blog.example/rust");
    assert_eq!(found.title.as_deref(), Some("Rust lifetimes explained"));
    assert_eq!(told(&found)[4], "history: one visited page has these words");
    find("rust gardening", &pages, &[]).await.unwrap_err();
}

#[tokio::test]
async fn a_host_outweighs_a_bookmark_and_that_outweighs_visits() {
    let host = page("Start", "https://acme.example/", 1, 200.0);
    let bookmark = kept("All about acme", "https://one.example/a");
    let often = page("More about acme", "https://two.example/b", 5_000, 0.0);
    let visited = [often.clone(), host.clone()];
    let found = find("acme", &visited, std::slice::from_ref(&bookmark)).await.unwrap();
    assert_eq!(found.url.as_str(), host.url);
    let found =
        find("acme", std::slice::from_ref(&often), std::slice::from_ref(&bookmark)).await.unwrap();
    assert_eq!(found.url.as_str(), bookmark.url);
    assert!(told(&found)[4].contains("bookmarked"));
}

#[tokio::test]
async fn visits_and_recency_decide_between_equals_and_a_narrow_lead_is_told() {
    let lately = page("Acme invoices", "https://a.example/1", 3, 0.0);
    let long_ago = page("Acme invoices", "https://a.example/2", 3, 90.0);
    let found = find("acme invoices", &[long_ago, lately], &[]).await.unwrap();
    assert_eq!(found.url.as_str(), "https://a.example/1");
    assert_eq!(
        told(&found)[4],
        "history: the best of 2 pages with these words, visited, but not by much"
    );
    let often = page("Acme invoices", "https://a.example/3", 900, 0.0);
    let once = page("Acme invoices", "https://a.example/4", 1, 60.0);
    let found = find("acme invoices", &[once, often], &[]).await.unwrap();
    assert!(told(&found)[4].starts_with("history: clearly the best of 2"));
}

#[tokio::test]
async fn words_are_found_in_addresses_of_any_script() {
    let pages = [page("", "https://a.example/%D7%9E%D7%A1%D7%9E%D7%9A?q=z%C3%BCrich+see", 1, 0.0)];
    for text in ["מסמך", "ZÜRICH see"] {
        assert!(find(text, &pages, &[]).await.is_ok(), "{text}");
    }
}

#[tokio::test]
async fn scripts_and_pages_of_the_browser_are_not_opened_by_name() {
    let pages = [
        page("acme", "javascript:alert('acme')", 9, 0.0),
        page("acme", "data:text/html,acme", 9, 0.0),
        page("acme", "chrome://acme", 9, 0.0),
        page("acme", "not an address", 9, 0.0),
    ];
    find("acme", &pages, &pages).await.unwrap_err();
}

#[tokio::test]
async fn the_same_page_twice_is_one() {
    let visited = [
        page("Acme", "https://a.example/x#one", 1, 0.0),
        page("Acme", "https://a.example/x#two", 1, 0.0),
    ];
    let found = find("acme", &visited, &[kept("Acme", "https://a.example/x")]).await.unwrap();
    assert_eq!(told(&found)[4], "history: one bookmarked page has these words");
}

#[tokio::test]
async fn what_the_browser_is_asked_is_words() {
    let context = FakeContext::default();
    only(&[Stage::History]).resolve("The Acme-Invoices page, again!", &context).await.unwrap_err();
    assert_eq!(*context.searched.lock().unwrap(), ["acme invoices"]);
    for wordless in ["the page", "🎈", "..."] {
        let context = FakeContext::default();
        only(&[Stage::History]).resolve(wordless, &context).await.unwrap_err();
        assert!(context.searched.lock().unwrap().is_empty(), "{wordless}");
    }
}

#[tokio::test]
async fn one_list_is_better_than_none() {
    let broken = Err(LookupError::Browser("gone".to_owned()));
    let mut context = FakeContext {
        visited: broken.clone(),
        bookmarks: Ok(vec![kept("Acme", "https://a.example/")]),
        ..FakeContext::default()
    };
    assert!(only(&[Stage::History]).resolve("acme", &context).await.is_ok());
    context.bookmarks = broken;
    let error = only(&[Stage::History]).resolve("acme", &context).await.unwrap_err();
    let ResolveError::NotFound(not_found) = error else { panic!("{error}") };
    assert_eq!(not_found.tried[4].outcome.to_string(), "failed: the browser did not answer: gone");
}
