//! What every engine of [`GrammarStore`] must do.

use tabwright_store::Store;
use tabwright_wire::language::NewGrammar;

use super::memory::MemoryGrammars;
use super::sqlite::SqliteGrammars;
use super::store::GrammarStore;

tabwright_store::contract_tests! {
    cases: [keeps_them_by_name, one_of_the_same_name_makes_way, removes],
    memory: ((), MemoryGrammars::default()),
    sqlite: {
        let folder = tempfile::tempdir().unwrap();
        let store = Store::open(&folder.path().join("tabwright.db")).await.unwrap();
        (folder, SqliteGrammars::new(store))
    },
}

fn grammar(name: &str, site: Option<&str>, text: &str) -> NewGrammar {
    NewGrammar { name: name.to_owned(), site: site.map(str::to_owned), text: text.to_owned() }
}

async fn keeps_them_by_name(store: &impl GrammarStore) {
    assert_eq!(store.load().await.unwrap(), []);
    let evening = grammar("evening", None, "<Start> = guten Abend, 'Zürich' -> {};\n");
    let morning = grammar("morning", Some("example.com"), "");
    store.put(morning.clone()).await.unwrap();
    store.put(evening.clone()).await.unwrap();
    assert_eq!(store.load().await.unwrap(), [evening, morning]);
}

async fn one_of_the_same_name_makes_way(store: &impl GrammarStore) {
    store.put(grammar("a", Some("example.com"), "old")).await.unwrap();
    store.put(grammar("a", None, "new")).await.unwrap();
    // Names of different case are different names.
    store.put(grammar("A", None, "other")).await.unwrap();
    let expected = [grammar("A", None, "other"), grammar("a", None, "new")];
    assert_eq!(store.load().await.unwrap(), expected);
}

async fn removes(store: &impl GrammarStore) {
    store.put(grammar("a", None, "text")).await.unwrap();
    store.put(grammar("b", None, "text")).await.unwrap();
    store.remove("a").await.unwrap();
    // There is none any more: nothing to do.
    store.remove("a").await.unwrap();
    assert_eq!(store.load().await.unwrap(), [grammar("b", None, "text")]);
}
