//! What every engine of [`FlowStore`] must do.

use tabwright_store::Store;
use tabwright_wire::TabId;
use tabwright_wire::flows::{
    Flow, FlowParameter, GESTURES_MAX, Gesture, GestureKind, ParameterType,
};

use super::*;

tabwright_store::contract_tests! {
    cases: [
        keeps_versions, refuses_what_is_outdated_or_taken, lists_by_name, rolls_back, renames_with_everything,
        deletes_with_everything, drops_old_versions, keeps_recordings, keeps_gestures_once_and_in_order,
        refuses_more_gestures, keeps_what_was_undone_away, keeps_runs, drops_old_runs, ignores_what_is_gone,
    ],
    memory: ((), MemoryFlows::default()),
    sqlite: {
        let folder = tempfile::tempdir().unwrap();
        let store = Store::open(&folder.path().join("tabwright.db")).await.unwrap();
        (folder, SqliteFlows::new(store))
    },
}

fn flow(name: &str, script: &str) -> Flow {
    Flow { name: name.to_owned(), script: script.to_owned(), ..Flow::default() }
}

fn gesture(id: &str) -> Gesture {
    let what = GestureKind::WaitForText { text: id.to_owned() };
    Gesture {
        id: id.to_owned(),
        at: 1.5,
        tab: TabId(1),
        url: "https://a.example/".to_owned(),
        instead_of: None,
        what,
    }
}

fn ids(gestures: &[Gesture]) -> Vec<&str> {
    gestures.iter().map(|it| it.id.as_str()).collect()
}

async fn keeps_versions(store: &impl FlowStore) {
    assert_eq!(store.flow("a").await.unwrap(), None);
    assert_eq!(store.add(flow("a", "1"), 10, "recorded").await.unwrap(), Saved::Version(1));
    let changed = Flow { version: 1, ..flow("a", "2") };
    assert_eq!(store.save(changed, 20, "edited").await.unwrap(), Saved::Version(2));
    assert_eq!(store.flow("a").await.unwrap(), Some(Flow { version: 2, ..flow("a", "2") }));
    assert_eq!(store.version("a", 1).await.unwrap(), Some(Flow { version: 1, ..flow("a", "1") }));
    assert_eq!(store.version("a", 3).await.unwrap(), None);
    let info =
        |version, saved_ms, note: &str| VersionInfo { version, saved_ms, note: note.to_owned() };
    assert_eq!(
        store.versions("a").await.unwrap(),
        [info(2, 20, "edited"), info(1, 10, "recorded")]
    );
}

async fn refuses_what_is_outdated_or_taken(store: &impl FlowStore) {
    store.add(flow("a", "1"), 1, "").await.unwrap();
    assert_eq!(store.add(flow("a", "2"), 2, "").await.unwrap(), Saved::Taken);
    let one = Flow { version: 1, ..flow("a", "2") };
    store.save(one.clone(), 2, "").await.unwrap();
    assert_eq!(store.save(one, 3, "").await.unwrap(), Saved::Outdated { newest: 2 });
    assert_eq!(store.save(flow("b", ""), 3, "").await.unwrap(), Saved::Gone);
    assert_eq!(store.flow("a").await.unwrap().unwrap().script, "2");
}

async fn lists_by_name(store: &impl FlowStore) {
    for name in ["c", "a", "b"] {
        store.add(flow(name, ""), 1, "").await.unwrap();
    }
    store.save(Flow { version: 1, ..flow("b", "new") }, 1, "").await.unwrap();
    let names = async |after, limit| {
        let flows = store.flows(after, limit).await.unwrap();
        flows.into_iter().map(|flow| format!("{}{}", flow.name, flow.version)).collect::<Vec<_>>()
    };
    assert_eq!(names(None, 9).await, ["a1", "b2", "c1"]);
    assert_eq!(names(Some("a"), 1).await, ["b2"]);
}

async fn rolls_back(store: &impl FlowStore) {
    store.add(flow("a", "1"), 1, "").await.unwrap();
    store.save(Flow { version: 1, ..flow("a", "2") }, 2, "").await.unwrap();
    assert_eq!(roll_back(store, "a", 1, 3).await.unwrap(), Saved::Version(3));
    assert_eq!(store.flow("a").await.unwrap(), Some(Flow { version: 3, ..flow("a", "1") }));
    assert_eq!(store.versions("a").await.unwrap()[0].note, "back to version 1");
    assert_eq!(roll_back(store, "a", 9, 3).await.unwrap(), Saved::Gone);
}

async fn renames_with_everything(store: &impl FlowStore) {
    store.add(flow("a", "1"), 1, "").await.unwrap();
    store.add(flow("b", "2"), 1, "").await.unwrap();
    let run = store
        .add_run(FlowRun { flow: "a".to_owned(), ..FlowRun::default() })
        .await
        .unwrap()
        .unwrap();
    assert_eq!(store.rename("a", "b").await.unwrap(), Saved::Taken);
    assert_eq!(store.rename("x", "y").await.unwrap(), Saved::Gone);
    assert_eq!(store.rename("a", "a").await.unwrap(), Saved::Version(1));
    assert_eq!(store.rename("a", "c").await.unwrap(), Saved::Version(1));
    assert_eq!(store.flow("a").await.unwrap(), None);
    assert_eq!(store.version("c", 1).await.unwrap().unwrap().name, "c");
    assert_eq!(store.runs("c", 9).await.unwrap()[0].id, run);
    assert_eq!(store.run(run).await.unwrap().unwrap().flow, "c");
    store
        .put_run(FlowRun { id: run, flow: "a".to_owned(), version: 7, ..FlowRun::default() })
        .await
        .unwrap();
    let after = store.run(run).await.unwrap().unwrap();
    assert_eq!((after.flow.as_str(), after.version), ("c", 7));
}

async fn deletes_with_everything(store: &impl FlowStore) {
    store.add(flow("a", "1"), 1, "").await.unwrap();
    let run = store
        .add_run(FlowRun { flow: "a".to_owned(), ..FlowRun::default() })
        .await
        .unwrap()
        .unwrap();
    assert!(store.delete("a").await.unwrap());
    assert!(!store.delete("a").await.unwrap());
    assert_eq!(store.versions("a").await.unwrap(), []);
    assert_eq!(store.run(run).await.unwrap(), None);
    assert_eq!(store.add(flow("a", "2"), 1, "").await.unwrap(), Saved::Version(1));
}

async fn drops_old_versions(store: &impl FlowStore) {
    store.add(flow("a", "1"), 1, "").await.unwrap();
    for version in 1..=VERSIONS_MAX + 1 {
        store.save(Flow { version, ..flow("a", "x") }, 1, "").await.unwrap();
    }
    let versions = store.versions("a").await.unwrap();
    assert_eq!(versions.len(), VERSIONS_MAX as usize);
    assert_eq!((versions[0].version, versions.last().unwrap().version), (VERSIONS_MAX + 2, 3));
}

async fn keeps_recordings(store: &impl FlowStore) {
    let first = Recording { name: "a".to_owned(), tabs: vec![TabId(7)], ..Recording::default() };
    let id = store.add_recording(first.clone()).await.unwrap();
    let other = store.add_recording(Recording::default()).await.unwrap();
    let mut first = Recording { id, ..first };
    assert_eq!(store.recording(id).await.unwrap(), Some(first.clone()));
    assert_eq!(store.recordings().await.unwrap().len(), 2);
    first.state = RecordingState::Paused;
    store.put_recording(first.clone()).await.unwrap();
    assert_eq!(store.recording(id).await.unwrap(), Some(first));
    assert!(store.delete_recording(id).await.unwrap());
    let left: Vec<_> = store.recordings().await.unwrap().into_iter().map(|it| it.id).collect();
    assert_eq!(left, [other]);
    assert!(!store.delete_recording(id).await.unwrap());
    assert_eq!(store.recording(id).await.unwrap(), None);
    let next = store.add_recording(Recording::default()).await.unwrap();
    assert!(next > other && next != id, "no id comes twice");
}

async fn keeps_gestures_once_and_in_order(store: &impl FlowStore) {
    let id = store.add_recording(Recording::default()).await.unwrap();
    let other = store.add_recording(Recording::default()).await.unwrap();
    let first = store.append(id, vec![gesture("b"), gesture("a")]).await.unwrap();
    assert_eq!(first, Appended { added: 2, known: 0, refused: 0 });
    let second = store.append(id, vec![gesture("a"), gesture("c"), gesture("c")]).await.unwrap();
    assert_eq!(second, Appended { added: 1, known: 2, refused: 0 });
    store.append(other, vec![gesture("a")]).await.unwrap();
    let gestures = store.gestures(id).await.unwrap();
    assert_eq!(ids(&gestures), ["b", "a", "c"]);
    assert_eq!(gestures[0], gesture("b"));
    assert_eq!(store.gestures(other).await.unwrap().len(), 1);
}

async fn refuses_more_gestures(store: &impl FlowStore) {
    let id = store.add_recording(Recording::default()).await.unwrap();
    let many: Vec<_> = (0..GESTURES_MAX + 3).map(|number| gesture(&format!("g{number}"))).collect();
    let appended = store.append(id, many).await.unwrap();
    assert_eq!(appended, Appended { added: GESTURES_MAX, known: 0, refused: 3 });
    store.undo(id, &["g0".to_owned()]).await.unwrap();
    assert_eq!(
        store.append(id, vec![gesture("x"), gesture("y")]).await.unwrap(),
        Appended { added: 1, known: 0, refused: 1 }
    );
    assert_eq!(store.gestures(id).await.unwrap().len(), GESTURES_MAX);
}

async fn keeps_what_was_undone_away(store: &impl FlowStore) {
    let id = store.add_recording(Recording::default()).await.unwrap();
    store.append(id, vec![gesture("a"), gesture("b"), gesture("c")]).await.unwrap();
    store.undo(id, &["b".to_owned(), "nobody".to_owned()]).await.unwrap();
    assert_eq!(store.append(id, vec![gesture("b")]).await.unwrap().known, 1);
    store.append(id, vec![gesture("d")]).await.unwrap();
    assert_eq!(ids(&store.gestures(id).await.unwrap()), ["a", "c", "d"]);
}

async fn keeps_runs(store: &impl FlowStore) {
    let mut secret = flow("a", "1");
    secret.parameters.insert(
        "pin".to_owned(),
        FlowParameter { kind: ParameterType::Secret, ..FlowParameter::default() },
    );
    secret.parameters.insert("size".to_owned(), FlowParameter::default());
    store.add(secret.clone(), 1, "").await.unwrap();
    let values = [("pin", "1234"), ("size", "L"), ("unknown", "x")]
        .map(|(name, value)| (name.to_owned(), value.to_owned()));
    let run = FlowRun::begin(&secret, &values.into(), 5);
    assert_eq!(run.values.keys().collect::<Vec<_>>(), ["size"]);
    let id = store.add_run(run.clone()).await.unwrap().unwrap();
    let mut run = FlowRun { id, ..run };
    assert_eq!(store.open_runs().await.unwrap(), [run.clone()]);
    run.steps.push(DoneStep {
        line: 1,
        sentence: "Clicked".to_owned(),
        url: "https://a.example/".to_owned(),
        ..DoneStep::default()
    });
    store.put_run(run.clone()).await.unwrap();
    assert_eq!(store.run(id).await.unwrap(), Some(run.clone()));
    run.outcome = Some(RunOutcome::Failed { reason: "x".to_owned() });
    store.put_run(run.clone()).await.unwrap();
    assert_eq!(store.open_runs().await.unwrap(), []);
    let second = store
        .add_run(FlowRun { flow: "a".to_owned(), ..FlowRun::default() })
        .await
        .unwrap()
        .unwrap();
    let runs: Vec<_> = store.runs("a", 9).await.unwrap().into_iter().map(|it| it.id).collect();
    assert_eq!(runs, [second, id]);
}

async fn drops_old_runs(store: &impl FlowStore) {
    store.add(flow("a", ""), 1, "").await.unwrap();
    store.add(flow("b", ""), 1, "").await.unwrap();
    let of = |flow: &str| FlowRun { flow: flow.to_owned(), ..FlowRun::default() };
    let other = store.add_run(of("b")).await.unwrap().unwrap();
    let first = store.add_run(of("a")).await.unwrap().unwrap();
    for _ in 0..RUNS_MAX {
        store.add_run(of("a")).await.unwrap();
    }
    assert_eq!(store.runs("a", 999).await.unwrap().len(), RUNS_MAX as usize);
    assert_eq!(store.run(first).await.unwrap(), None);
    assert!(store.run(other).await.unwrap().is_some());
}

async fn ignores_what_is_gone(store: &impl FlowStore) {
    let gone = RecordingId(77);
    assert_eq!(
        store.append(gone, vec![gesture("a")]).await.unwrap(),
        Appended { added: 0, known: 0, refused: 1 }
    );
    store.undo(gone, &["a".to_owned()]).await.unwrap();
    store.put_recording(Recording { id: gone, ..Recording::default() }).await.unwrap();
    assert_eq!(store.recording(gone).await.unwrap(), None);
    assert_eq!(store.gestures(gone).await.unwrap(), []);
    assert_eq!(
        store.add_run(FlowRun { flow: "x".to_owned(), ..FlowRun::default() }).await.unwrap(),
        None
    );
    store.put_run(FlowRun { id: FlowRunId(7), ..FlowRun::default() }).await.unwrap();
    assert_eq!(store.open_runs().await.unwrap(), []);
}
