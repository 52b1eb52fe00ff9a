//! What every engine of [`ChatStore`] must do.

use serde_json::json;
use tabwright_model::{AssistantMessage, Content, Message, Part, ToolResult};
use tabwright_store::Store;
use tabwright_wire::chats::{
    ChatEvent, ChatId, ChatRun, ChatSession, ChatUsage, RunEvent, RunLimits, RunSpent, RunState,
};

use super::{ChatStore, MemoryChats, SqliteChats, StoredMessage};
use crate::ulid;

tabwright_store::contract_tests! {
    cases: [
        keeps_a_chat, lists_the_newest_first, finds_words, keeps_messages_in_order, keeps_runs,
        keeps_events, deletes_all_of_a_chat, ignores_a_chat_that_is_gone,
    ],
    memory: ((), MemoryChats::default()),
    sqlite: {
        let folder = tempfile::tempdir().unwrap();
        let store = Store::open(&folder.path().join("tabwright.db")).await.unwrap();
        (folder, SqliteChats::new(store))
    },
}

fn chat(title: &str, updated_ms: u64) -> ChatSession {
    ChatSession {
        id: ulid::new(),
        title: title.to_owned(),
        created_ms: 1,
        updated_ms,
        model: Some("fast".to_owned()),
        provider_state: json!(null),
        usage: None,
        run: None,
    }
}

fn message(number: u32, message: Message) -> StoredMessage {
    StoredMessage { number, run: ulid::new(), created_ms: 100 + u64::from(number), message }
}

fn run(session: &ChatId, state: RunState) -> ChatRun {
    ChatRun {
        id: ulid::new(),
        session: session.clone(),
        task: "Buy milk".to_owned(),
        model: None,
        browser: None,
        state,
        created_ms: 1,
        updated_ms: 2,
        limits: RunLimits { steps: 40, minutes: 30, tokens: 1_000, cents: 0 },
        spent: RunSpent::default(),
        ask: None,
        answer: None,
        success: None,
        data: json!(null),
        problem: None,
    }
}

async fn keeps_a_chat(store: &impl ChatStore) {
    let mut chat = chat("Milk", 5);
    assert_eq!(store.session(&chat.id).await.unwrap(), None);
    store.create(chat.clone()).await.unwrap();
    store.rename(&chat.id, "Oat milk").await.unwrap();
    let usage = ChatUsage { input: 9, cached: 3, output: 2, context_window: Some(8_000) };
    store.set_usage(&chat.id, &usage).await.unwrap();
    store.set_provider_state(&chat.id, &json!({ "thread": "x" })).await.unwrap();
    chat.title = "Oat milk".to_owned();
    (chat.usage, chat.provider_state) = (Some(usage), json!({ "thread": "x" }));
    assert_eq!(store.session(&chat.id).await.unwrap(), Some(chat));
}

async fn lists_the_newest_first(store: &impl ChatStore) {
    let chats = [chat("a", 3), chat("b", 9), chat("c", 6)];
    for chat in &chats {
        store.create(chat.clone()).await.unwrap();
    }
    let titles = async |limit| {
        let found = store.sessions(None, limit).await.unwrap();
        found.into_iter().map(|chat| chat.title).collect::<Vec<_>>()
    };
    assert_eq!(titles(10).await, ["b", "c", "a"]);
    assert_eq!(titles(2).await, ["b", "c"]);
    store.append(&chats[0].id, message(0, Message::user("x"))).await.unwrap();
    assert_eq!(titles(1).await, ["a"]);
}

async fn finds_words(store: &impl ChatStore) {
    let (one, other) = (chat("Groceries", 1), chat("100% sure", 2));
    store.create(one.clone()).await.unwrap();
    store.create(other.clone()).await.unwrap();
    store.append(&one.id, message(0, Message::user("Buy MILK and bread"))).await.unwrap();
    let text = Part::Text { text: "It costs 2 francs".to_owned(), replay: None };
    let said = Message::Assistant(AssistantMessage { parts: vec![text] });
    store.append(&one.id, message(1, said)).await.unwrap();
    let result = ToolResult {
        call_id: "c".to_owned(),
        tool: "read".to_owned(),
        content: vec![Content::Text { text: "words of a page".to_owned() }],
        is_error: false,
    };
    store
        .append(&one.id, message(2, Message::ToolResults { results: vec![result] }))
        .await
        .unwrap();
    for (query, found) in [
        ("milk", &["Groceries"][..]),
        ("francs", &["Groceries"]),
        ("grocer", &["Groceries"]),
        ("0% s", &["100% sure"]),
        ("%", &["100% sure"]),
        ("_", &[]),
        ("words of a page", &[]),
    ] {
        let chats = store.sessions(Some(query), 9).await.unwrap();
        let titles: Vec<_> = chats.iter().map(|chat| chat.title.as_str()).collect();
        assert_eq!(titles, found, "{query}");
    }
}

async fn keeps_messages_in_order(store: &impl ChatStore) {
    let chat = chat("a", 1);
    store.create(chat.clone()).await.unwrap();
    let messages: Vec<_> =
        (0..5).map(|number| message(number, Message::user(format!("{number}")))).collect();
    for message in &messages {
        store.append(&chat.id, message.clone()).await.unwrap();
    }
    assert_eq!(store.messages(&chat.id, 0, 100).await.unwrap(), messages);
    assert_eq!(store.messages(&chat.id, 2, 2).await.unwrap(), messages[2..4]);
    let changed = StoredMessage { message: Message::user("other"), ..messages[1].clone() };
    store.replace(&chat.id, changed.clone()).await.unwrap();
    assert_eq!(store.messages(&chat.id, 1, 1).await.unwrap(), [changed]);
    assert_eq!(store.compacted(&chat.id).await.unwrap(), 0);
    store.set_compacted(&chat.id, 3).await.unwrap();
    assert_eq!(store.compacted(&chat.id).await.unwrap(), 3);
}

async fn keeps_runs(store: &impl ChatStore) {
    let chat = chat("a", 1);
    store.create(chat.clone()).await.unwrap();
    let mut first = run(&chat.id, RunState::Running);
    store.put_run(first.clone()).await.unwrap();
    assert_eq!(store.open_runs().await.unwrap(), [first.clone()]);
    (first.state, first.answer) = (RunState::Finished, Some("Done".to_owned()));
    store.put_run(first.clone()).await.unwrap();
    assert_eq!(store.open_runs().await.unwrap(), []);
    let second = run(&chat.id, RunState::Waiting);
    store.put_run(second.clone()).await.unwrap();
    assert_eq!(store.runs(&chat.id).await.unwrap(), [first, second.clone()]);
    assert_eq!(store.session(&chat.id).await.unwrap().unwrap().run, Some(second.clone()));
    assert_eq!(store.open_runs().await.unwrap(), [second]);
}

async fn keeps_events(store: &impl ChatStore) {
    let chat = chat("a", 1);
    store.create(chat.clone()).await.unwrap();
    let event = |id| ChatEvent {
        id,
        session: chat.id.clone(),
        run: ulid::new(),
        time_ms: 7,
        event: RunEvent::Notice { text: format!("{id}") },
    };
    let events = [event(3), event(1_800_000_000_000_000)];
    for event in &events {
        store.append_event(event.clone()).await.unwrap();
    }
    assert_eq!(store.events(&chat.id, 0, 9).await.unwrap(), events);
    assert_eq!(store.events(&chat.id, 3, 9).await.unwrap(), events[1..]);
    assert_eq!(store.events(&chat.id, 0, 1).await.unwrap(), events[..1]);
}

async fn deletes_all_of_a_chat(store: &impl ChatStore) {
    let (one, other) = (chat("a", 1), chat("b", 2));
    for chat in [&one, &other] {
        store.create(chat.clone()).await.unwrap();
        store.append(&chat.id, message(0, Message::user("x"))).await.unwrap();
        store.put_run(run(&chat.id, RunState::Paused)).await.unwrap();
    }
    store.delete(&one.id).await.unwrap();
    assert_eq!(store.session(&one.id).await.unwrap(), None);
    assert_eq!(store.messages(&one.id, 0, 9).await.unwrap(), []);
    assert_eq!(store.open_runs().await.unwrap().len(), 1);
    assert_eq!(store.messages(&other.id, 0, 9).await.unwrap().len(), 1);
}

async fn ignores_a_chat_that_is_gone(store: &impl ChatStore) {
    let gone: ChatId = ulid::new();
    store.append(&gone, message(0, Message::user("x"))).await.unwrap();
    store.put_run(run(&gone, RunState::Running)).await.unwrap();
    store.rename(&gone, "x").await.unwrap();
    assert_eq!(store.sessions(None, 9).await.unwrap(), []);
    assert_eq!(store.open_runs().await.unwrap(), []);
}
