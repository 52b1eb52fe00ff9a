//! What every engine of [`SearchProviderStore`] must do.

use tabwright_store::Store;
use tabwright_wire::verbs::NewSearchProvider;

use super::memory::MemorySearchProviders;
use super::sqlite::SqliteSearchProviders;
use super::store::{SavedProviders, SearchProviderStore};

tabwright_store::contract_tests! {
    cases: [an_empty_store_has_none, keeps_them_in_order, one_of_the_same_name_makes_way, removes, keeps_the_default],
    memory: ((), MemorySearchProviders::default()),
    sqlite: {
        let folder = tempfile::tempdir().unwrap();
        let store = Store::open(&folder.path().join("tabwright.db")).await.unwrap();
        (folder, SqliteSearchProviders::new(store))
    },
}

fn provider(name: &str) -> NewSearchProvider {
    NewSearchProvider { name: name.to_owned(), url: format!("https://{name}.test/?q={{query}}") }
}

async fn names(store: &impl SearchProviderStore) -> Vec<String> {
    store.load().await.unwrap().own.into_iter().map(|own| own.name).collect()
}

async fn an_empty_store_has_none(store: &impl SearchProviderStore) {
    assert_eq!(store.load().await.unwrap(), SavedProviders::default());
}

async fn keeps_them_in_order(store: &impl SearchProviderStore) {
    for name in ["wiki", "docs", "Zürich 'n' more"] {
        store.put(provider(name)).await.unwrap();
    }
    let own = store.load().await.unwrap().own;
    assert_eq!(own, [provider("wiki"), provider("docs"), provider("Zürich 'n' more")]);
}

async fn one_of_the_same_name_makes_way(store: &impl SearchProviderStore) {
    for name in ["docs", "wiki", "Docs"] {
        store.put(provider(name)).await.unwrap();
    }
    assert_eq!(names(store).await, ["wiki", "Docs"]);
}

async fn removes(store: &impl SearchProviderStore) {
    for name in ["docs", "wiki"] {
        store.put(provider(name)).await.unwrap();
    }
    store.set_default("docs").await.unwrap();
    store.remove("DOCS", None).await.unwrap();
    let left = SavedProviders { default: None, own: vec![provider("wiki")] };
    assert_eq!(store.load().await.unwrap(), left);
    // There is none: nothing to do.
    store.remove("docs", None).await.unwrap();
    store.remove("wiki", Some("google")).await.unwrap();
    let left = SavedProviders { default: Some("google".to_owned()), own: Vec::new() };
    assert_eq!(store.load().await.unwrap(), left);
}

async fn keeps_the_default(store: &impl SearchProviderStore) {
    for name in ["bing", "google"] {
        store.set_default(name).await.unwrap();
    }
    assert_eq!(store.load().await.unwrap().default.as_deref(), Some("google"));
}
