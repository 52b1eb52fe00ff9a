//! A recording from start to flow, and what goes wrong in between.

use tabwright_store::Store;
use tabwright_wire::flows::{
    FieldValue, GESTURES_MAX, NavigationWay, PointerButton, TYPED_CHARS_MAX,
};

use super::*;
use crate::flow_store::{MemoryFlows, SqliteFlows};
use crate::steps::Tense;

const PAGE: &str = "https://shop.example/";

fn element(role: &str, name: &str) -> Fingerprint {
    Fingerprint { role: role.into(), name: name.into(), alike: 1, ..Fingerprint::default() }
}

fn gesture(id: &str, what: GestureKind) -> Gesture {
    let at =
        1_000.0 + 100.0 * id.trim_matches(|it: char| !it.is_ascii_digit()).parse::<f64>().unwrap();
    Gesture { id: id.into(), at, tab: TabId(1), url: PAGE.into(), instead_of: None, what }
}

fn click(id: &str, name: &str) -> Gesture {
    let target = element("button", name);
    gesture(
        id,
        GestureKind::Click { target, button: PointerButton::Left, count: 1, modifiers: Vec::new() },
    )
}

fn typed(id: &str, field: &str, text: &str) -> Gesture {
    let value = FieldValue::Text { text: text.into() };
    gesture(id, GestureKind::Type { target: element("textbox", field), value })
}

fn arrived(id: &str, path: &str) -> Gesture {
    gesture(id, GestureKind::Arrived { url: format!("{PAGE}{path}"), title: String::new() })
}

fn new(name: &str) -> NewRecording {
    NewRecording { name: name.into(), tabs: vec![TabId(1)], ..NewRecording::default() }
}

async fn started() -> (Recordings, RecordingId) {
    let recordings = Recordings::new(Arc::new(MemoryFlows::default()));
    let id = recordings.start(new("order coffee"), 1_000).await.unwrap().id;
    (recordings, id)
}

async fn steps(recordings: &Recordings, id: RecordingId) -> Vec<String> {
    let sentences = recordings.draft(id).await.unwrap().sentences(Tense::Done);
    sentences
        .iter()
        .map(|it| tabwright_wire::plain_sentence(it).replace(['\u{2068}', '\u{2069}'], ""))
        .collect()
}

#[tokio::test]
async fn a_recording_becomes_a_flow() {
    let (recordings, id) = started().await;
    let all = vec![
        click("g1", "Filter roast"),
        arrived("g2", "roast"),
        typed("g3", "Quantity", "2"),
        click("g4", "Add"),
    ];
    let appended = recordings.append(id, all).await.unwrap();
    assert_eq!(appended.added, 4);
    recordings.add_check(id, "Thank you", None, 2_000).await.unwrap();
    let done = recordings.finish(id, None, 3_000).await.unwrap();
    assert_eq!((done.flow.name.as_str(), done.flow.version), ("order-coffee", 1));
    assert!(done.flow.script.ends_with("await flow.checkPageState({ text: \"Thank you\" });\n"));
    assert!(recordings.under_way().await.unwrap().is_empty());
    assert!(matches!(
        recordings.append(id, vec![click("g5", "x")]).await,
        Err(RecordingError::Gone)
    ));
}

#[tokio::test]
async fn one_at_a_time_and_under_a_free_name() {
    let (recordings, id) = started().await;
    let again = recordings.start(new("other"), 1).await;
    assert!(matches!(again, Err(RecordingError::UnderWay { name }) if name == "order coffee"));
    let elsewhere = NewRecording { browser: Some("work".into()), ..new("other") };
    assert!(recordings.start(elsewhere, 1).await.is_ok());
    assert!(matches!(recordings.finish(id, None, 1).await, Err(RecordingError::Empty)));
    assert!(matches!(recordings.finish(id, Some("!"), 1).await, Err(RecordingError::NoName)));
    recordings.append(id, vec![click("g1", "Add")]).await.unwrap();
    recordings.finish(id, None, 1).await.unwrap();
    assert!(matches!(
        recordings.start(new("Order Coffee"), 1).await,
        Err(RecordingError::NameTaken { .. })
    ));
    let id = recordings.start(new(""), 1).await.unwrap().id;
    recordings.append(id, vec![click("g1", "Remove")]).await.unwrap();
    let taken = recordings.finish(id, Some("order-coffee"), 1).await;
    assert!(matches!(taken, Err(RecordingError::NameTaken { .. })));
    assert_eq!(
        recordings.finish(id, Some("cancel coffee"), 1).await.unwrap().flow.name,
        "cancel-coffee"
    );
}

#[tokio::test]
async fn undo_takes_the_last_step_with_all_that_belongs_to_it() {
    let (recordings, id) = started().await;
    let field = element("textbox", "Name");
    let into = gesture(
        "g3",
        GestureKind::Click {
            target: field,
            button: PointerButton::Left,
            count: 1,
            modifiers: Vec::new(),
        },
    );
    let all = vec![
        click("g1", "Open"),
        arrived("g2", "roast"),
        into,
        typed("g4", "Name", "Ann"),
        click("g5", "Add"),
        arrived("g6", "basket"),
    ];
    recordings.append(id, all.clone()).await.unwrap();
    let lengths = [3, 2, 1];
    for length in lengths {
        let before = steps(&recordings, id).await;
        assert_eq!(before.len(), length + 1, "{before:?}");
        assert!(recordings.undo_last(id).await.unwrap());
        assert_eq!(steps(&recordings, id).await, before[..if length == 1 { 0 } else { length }]);
    }
    assert!(!recordings.undo_last(id).await.unwrap());
    // The page sends again what had no answer.
    assert_eq!(recordings.append(id, all).await.unwrap().added, 0);
    assert_eq!(steps(&recordings, id).await, Vec::<String>::new());
}

#[tokio::test]
async fn undo_of_a_correction_takes_what_was_corrected_too() {
    let (recordings, id) = started().await;
    let correction = Gesture { instead_of: Some("g1".into()), ..typed("g3", "Name", "Anna") };
    recordings
        .append(id, vec![typed("g1", "Name", "Ann"), click("g2", "Add"), correction])
        .await
        .unwrap();
    assert_eq!(steps(&recordings, id).await.len(), 3);
    recordings.undo_last(id).await.unwrap();
    let left = steps(&recordings, id).await;
    assert_eq!(left.len(), 2, "{left:?}");
}

#[tokio::test]
async fn what_is_done_in_a_pause_or_elsewhere_does_not_count() {
    let (recordings, id) = started().await;
    recordings.pause(id, 1_150).await.unwrap();
    // Done before the pause, and told late.
    let told_late =
        recordings.append(id, vec![click("g1", "Before"), click("g2", "Meanwhile")]).await.unwrap();
    assert_eq!((told_late.added, told_late.known), (1, 1));
    recordings.resume(id, 1_350).await.unwrap();
    let elsewhere = Gesture { tab: TabId(9), ..click("g5", "Elsewhere") };
    recordings
        .append(id, vec![click("g3", "Meanwhile too"), click("g4", "After"), elsewhere])
        .await
        .unwrap();
    let opened = Gesture {
        tab: TabId(2),
        ..gesture("g6", GestureKind::OpenTab { by_person: true, url: PAGE.into() })
    };
    let in_it = Gesture { tab: TabId(2), ..click("g7", "In it") };
    recordings.append(id, vec![opened]).await.unwrap();
    recordings.append(id, vec![in_it]).await.unwrap();
    assert_eq!(
        steps(&recordings, id).await,
        [
            "Went to https://shop.example/",
            "Clicked \"Before\"",
            "Clicked \"After\"",
            "Opened https://shop.example/ in a new tab",
            "Clicked \"In it\"",
        ]
    );
}

#[tokio::test]
async fn values_are_marked_as_parameters_or_constants() {
    let (recordings, id) = started().await;
    let secret = gesture(
        "g2",
        GestureKind::Type { target: element("textbox", "Password"), value: FieldValue::Secret },
    );
    recordings
        .append(id, vec![typed("g1", "City", "Basel"), secret, arrived("g3", "x")])
        .await
        .unwrap();
    recordings.mark(id, "g1", Some(Mark::Constant)).await.unwrap();
    assert_eq!(
        recordings.draft(id).await.unwrap().parameters.keys().collect::<Vec<_>>(),
        ["password"]
    );
    recordings.mark(id, "g1", Some(Mark::Parameter { name: Some("town".into()) })).await.unwrap();
    assert!(recordings.draft(id).await.unwrap().parameters.contains_key("town"));
    recordings.mark(id, "g1", None).await.unwrap();
    assert!(recordings.draft(id).await.unwrap().parameters.contains_key("city"));
    for (gesture, mark, is_error) in [
        ("g2", Mark::Constant, true),
        ("g3", Mark::Constant, true),
        ("g9", Mark::Constant, true),
        ("g1", Mark::Parameter { name: Some("no name".into()) }, true),
        ("g2", Mark::Parameter { name: Some("pin".into()) }, false),
    ] {
        assert_eq!(recordings.mark(id, gesture, Some(mark)).await.is_err(), is_error, "{gesture}");
    }
}

#[tokio::test]
async fn what_a_page_sends_is_bounded() {
    let (recordings, id) = started().await;
    let long = typed("g1", "Essay", &"x".repeat(TYPED_CHARS_MAX + 1));
    let huge = click("g2", &"x".repeat(1_000_000));
    let appended = recordings.append(id, vec![long, huge]).await.unwrap();
    assert_eq!((appended.added, appended.refused), (1, 1));
    assert!(recordings.draft(id).await.unwrap().parameters["essay"].required);
    let many = (2..GESTURES_MAX + 20).map(|number| click(&format!("g{number}"), "Next")).collect();
    assert_eq!(recordings.append(id, many).await.unwrap().refused, 19);
    assert!(matches!(recordings.add_wait(id, "x", 1).await, Err(RecordingError::Full)));
    assert!(matches!(recordings.add_wait(id, " ", 1).await, Err(RecordingError::NoText)));
}

#[tokio::test]
async fn a_daemon_that_was_killed_goes_on_where_it_was() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("tabwright.db");
    let all = [
        gesture("g0", GestureKind::Navigate { how: NavigationWay::Address, url: PAGE.into() }),
        click("g1", "Filter roast"),
        arrived("g2", "roast"),
        typed("g3", "Quantity", "2"),
        click("g4", "Add"),
    ];
    let undisturbed =
        normalize(&all, &crate::normalize::Marks::new()).into_flow("order-coffee", "");
    // It dies after each gesture, and what had no answer comes again.
    let mut id = None;
    for (number, gesture) in all.iter().enumerate() {
        let store = Store::open(&file).await.unwrap();
        let recordings = Recordings::new(Arc::new(SqliteFlows::new(store.clone())));
        let known = recordings.under_way().await.unwrap().first().map(|it| it.id);
        assert_eq!(known, id);
        let here = match known {
            Some(id) => id,
            None => recordings.start(new("order coffee"), 1_000).await.unwrap().id,
        };
        id = Some(here);
        let again =
            all[number.saturating_sub(1)..number].iter().chain([gesture]).cloned().collect();
        assert_eq!(recordings.append(here, again).await.unwrap().added, 1);
        store.close().await;
    }
    let flows: Arc<dyn FlowStore> = Arc::new(SqliteFlows::new(Store::open(&file).await.unwrap()));
    // It was also killed after the flow was made and before the recording was ended.
    flows.add(undisturbed.clone(), 1, "recorded").await.unwrap();
    let recordings = Recordings::new(flows);
    assert_eq!(recordings.finish(id.unwrap(), None, 2).await.unwrap().flow, undisturbed);
    assert!(recordings.under_way().await.unwrap().is_empty());
}

#[tokio::test]
async fn what_is_discarded_is_gone() {
    let (recordings, id) = started().await;
    recordings.append(id, vec![click("g1", "x")]).await.unwrap();
    recordings.discard(id).await.unwrap();
    for gone in [
        recordings.discard(id).await,
        recordings.undo_last(id).await.map(drop),
        recordings.pause(id, 1).await.map(drop),
    ] {
        assert!(matches!(gone, Err(RecordingError::Gone)));
    }
}
