//! Names that speak of what was read.

use tabwright_actions::resolve::{LookupError, Page, Stage};

use crate::fake_context::{FakeContext, only, told};

fn page(title: &str, url: &str) -> Page {
    Page { title: title.to_owned(), url: url.to_owned(), ..Page::default() }
}

fn context() -> FakeContext {
    let kept = vec![
        page("Run me", "javascript:alert(1)"),
        page("Lifetimes", "https://rust.example/lifetimes"),
        page("Tea", "https://tea.example/"),
    ];
    FakeContext { kept: Ok(kept), ..FakeContext::default() }
}

#[tokio::test]
async fn who_says_that_they_have_read_it_gets_it_from_memory_first() {
    let context = context();
    let text = "the thing about rust lifetimes I read yesterday";
    let resolved = context.resolve(text).await.unwrap();
    assert_eq!(resolved.url.as_str(), "https://rust.example/lifetimes");
    assert_eq!(resolved.title.as_deref(), Some("Lifetimes"));
    assert_eq!(told(&resolved), ["memory: you have kept `Lifetimes`"], "nobody else is asked");
    let searched = context.searched.lock().unwrap().clone();
    assert_eq!(searched, [text], "its dates are read where it is searched for");
}

#[tokio::test]
async fn a_page_that_is_only_pointed_at_is_looked_for_there_last() {
    let resolved = context().resolve("the article about lifetimes").await.unwrap();
    assert_eq!((resolved.stage, resolved.tried.len()), (Stage::Memory, Stage::ALL.len()));
    let elsewhere = context().resolve("github").await.unwrap();
    assert_eq!(elsewhere.stage, Stage::Sites);
}

#[tokio::test]
async fn no_other_name_asks_memory() {
    for name in ["zzqx blorf", "the new york times", "nytimes.com", "read the docs"] {
        let context = context();
        let _ = only(&[Stage::Memory]).resolve(name, &context).await.unwrap_err();
        assert!(context.searched.lock().unwrap().is_empty(), "{name}");
    }
}

#[tokio::test]
async fn what_memory_does_not_know_is_looked_for_elsewhere() {
    let denied = LookupError::Memory("the person said no".to_owned());
    for kept in [Ok(Vec::new()), Err(denied)] {
        let context = FakeContext { kept, ..FakeContext::default() };
        let resolved = context.resolve("that article about tea I read").await.unwrap();
        assert!(resolved.guess && resolved.stage == Stage::Search, "{resolved:?}");
        assert_eq!(resolved.tried[0].stage, Stage::Memory);
    }
}

#[tokio::test]
async fn it_can_be_switched_off() {
    let off = only(&[Stage::Search]);
    let resolved = off.resolve("the thing about tea I read", &context()).await.unwrap();
    assert_eq!(resolved.stage, Stage::Search);
    assert_eq!(told(&resolved)[0], "memory: switched off");
}
