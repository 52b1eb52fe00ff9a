//! What every engine of [`SessionRecordStore`] must do.

use tabwright_store::Store;
use tabwright_wire::TabId;

use super::memory::MemorySessions;
use super::sqlite::SqliteSessions;
use super::{SESSIONS_MAX, SessionRecord, SessionRecordStore};

tabwright_store::contract_tests! {
    cases: [keeps_a_record, keeps_an_introduction_beside_it, removes, keeps_the_newest],
    memory: ((), MemorySessions::default()),
    sqlite: {
        let folder = tempfile::tempdir().unwrap();
        let store = Store::open(&folder.path().join("tabwright.db")).await.unwrap();
        (folder, SqliteSessions::new(store))
    },
}

fn record(own: &[i32]) -> SessionRecord {
    SessionRecord {
        name: "codex".to_owned(),
        tab: own.first().copied().map(TabId),
        own: own.iter().copied().map(TabId).collect(),
    }
}

async fn keeps_a_record(store: &impl SessionRecordStore) {
    assert_eq!(store.record("a").await.unwrap(), None);
    for own in [&[7, 9, 7][..], &[3], &[]] {
        store.put_record("a", record(own)).await.unwrap();
        assert_eq!(store.record("a").await.unwrap(), Some(record(own)));
    }
    assert_eq!(store.record("b").await.unwrap(), None);
}

async fn keeps_an_introduction_beside_it(store: &impl SessionRecordStore) {
    store.put_introduction("a", r#"{"name":"x"}"#.to_owned()).await.unwrap();
    assert_eq!(store.record("a").await.unwrap(), Some(SessionRecord::default()));
    store.put_record("a", record(&[1])).await.unwrap();
    assert_eq!(store.introduction("a").await.unwrap().as_deref(), Some(r#"{"name":"x"}"#));
    store.put_introduction("a", "{}".to_owned()).await.unwrap();
    assert_eq!(store.introduction("a").await.unwrap().as_deref(), Some("{}"));
    assert_eq!(store.record("a").await.unwrap(), Some(record(&[1])));
    assert_eq!(store.introduction("b").await.unwrap(), None);
}

async fn removes(store: &impl SessionRecordStore) {
    store.put_record("a", record(&[1])).await.unwrap();
    store.put_record("b", record(&[2])).await.unwrap();
    store.remove("a").await.unwrap();
    // There is none any more: nothing to do.
    store.remove("a").await.unwrap();
    assert_eq!(store.record("a").await.unwrap(), None);
    assert_eq!(store.record("b").await.unwrap(), Some(record(&[2])));
}

async fn keeps_the_newest(store: &impl SessionRecordStore) {
    for number in 0..SESSIONS_MAX {
        store.put_record(&number.to_string(), record(&[1])).await.unwrap();
    }
    // Used again, so it is not the oldest any more.
    store.put_introduction("0", "{}".to_owned()).await.unwrap();
    store.put_record("one more", record(&[1])).await.unwrap();
    assert_eq!(store.record("1").await.unwrap(), None);
    for kept in ["0", "2", "one more"] {
        assert!(store.record(kept).await.unwrap().is_some(), "{kept}");
    }
}
