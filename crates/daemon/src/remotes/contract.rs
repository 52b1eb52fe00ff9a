//! What every engine of [`RemoteBrowserStore`] must do.

use tabwright_store::Store;
use tabwright_wire::RemoteBrowser;

use super::RemoteBrowserStore;
use super::memory::MemoryRemoteBrowsers;
use super::sqlite::SqliteRemoteBrowsers;

tabwright_store::contract_tests! {
    cases: [keeps_them_by_name, one_of_the_same_name_makes_way, removes],
    memory: ((), MemoryRemoteBrowsers::default()),
    sqlite: {
        let folder = tempfile::tempdir().unwrap();
        let store = Store::open(&folder.path().join("tabwright.db")).await.unwrap();
        (folder, SqliteRemoteBrowsers::new(store))
    },
}

fn browser(name: &str, url: &str) -> RemoteBrowser {
    RemoteBrowser { name: name.to_owned(), url: url.to_owned() }
}

async fn keeps_them_by_name(store: &impl RemoteBrowserStore) {
    assert_eq!(store.load().await.unwrap(), []);
    let (far, grid) =
        (browser("far", "http://10.0.0.7:9222"), browser("grid", "wss://g.test/?t=1"));
    store.put(grid.clone()).await.unwrap();
    store.put(far.clone()).await.unwrap();
    assert_eq!(store.load().await.unwrap(), [far, grid]);
}

async fn one_of_the_same_name_makes_way(store: &impl RemoteBrowserStore) {
    store.put(browser("far", "http://10.0.0.7:9222")).await.unwrap();
    store.put(browser("far", "http://10.0.0.8:9222")).await.unwrap();
    assert_eq!(store.load().await.unwrap(), [browser("far", "http://10.0.0.8:9222")]);
}

async fn removes(store: &impl RemoteBrowserStore) {
    store.put(browser("far", "http://10.0.0.7:9222")).await.unwrap();
    store.put(browser("grid", "wss://g.test/")).await.unwrap();
    store.remove("far").await.unwrap();
    // There is none any more: nothing to do.
    store.remove("far").await.unwrap();
    assert_eq!(store.load().await.unwrap(), [browser("grid", "wss://g.test/")]);
}
