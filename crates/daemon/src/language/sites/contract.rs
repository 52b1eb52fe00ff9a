//! What every engine of [`ResolverStore`] must do.

use tabwright_actions::resolve::{Language, Settings, Stage};
use tabwright_store::Store;
use tabwright_wire::language::NamedSite;

use super::memory::MemoryResolver;
use super::sqlite::SqliteResolver;
use super::store::{ResolverStore, SavedResolver};

tabwright_store::contract_tests! {
    cases: [an_empty_store_has_the_defaults, keeps_settings, keeps_sites_by_key, removes_sites],
    memory: ((), MemoryResolver::default()),
    sqlite: {
        let folder = tempfile::tempdir().unwrap();
        let store = Store::open(&folder.path().join("tabwright.db")).await.unwrap();
        (folder, SqliteResolver::new(store))
    },
}

fn site(name: &str, url: &str) -> NamedSite {
    NamedSite { name: name.to_owned(), url: url.to_owned() }
}

async fn an_empty_store_has_the_defaults(store: &impl ResolverStore) {
    assert_eq!(store.load().await.unwrap(), SavedResolver::default());
}

async fn keeps_settings(store: &impl ResolverStore) {
    let mut settings = Settings::default();
    settings.switch(Stage::Wikipedia, false);
    settings.switch(Stage::History, false);
    settings.language = Language::try_from("zh-yue".to_owned()).unwrap();
    settings.direct = Some("docs".to_owned());
    store.save_settings(&settings).await.unwrap();
    assert_eq!(store.load().await.unwrap().settings, settings);

    settings.switch(Stage::History, true);
    settings.direct = None;
    store.save_settings(&settings).await.unwrap();
    assert_eq!(store.load().await.unwrap().settings, settings);
}

async fn keeps_sites_by_key(store: &impl ResolverStore) {
    store.put_site("wiki", site("The Wiki", "https://old.example/")).await.unwrap();
    store.put_site("🏠", site("🏠", "http://192.168.1.1/")).await.unwrap();
    store.put_site("wiki", site("wiki", "https://new.example/")).await.unwrap();
    let sites = store.load().await.unwrap().sites;
    assert_eq!(sites, [site("wiki", "https://new.example/"), site("🏠", "http://192.168.1.1/")]);
}

async fn removes_sites(store: &impl ResolverStore) {
    store.put_site("a", site("A", "https://a.example/")).await.unwrap();
    store.put_site("b", site("B", "https://b.example/")).await.unwrap();
    store.remove_site("a").await.unwrap();
    // There is none any more: nothing to do.
    store.remove_site("a").await.unwrap();
    assert_eq!(store.load().await.unwrap().sites, [site("B", "https://b.example/")]);
}
