//! Chats: kept, found, exported and deleted; watched by several; closed to agents.

use serde_json::json;
use tabwright_model::Provider;
use tabwright_model_server::{Answer, Fault};
use tabwright_testbed::{Terminal, request};
use tabwright_wire::chats::{
    ExportFormat, ExportSessionParams, MessagesParams, NewSession, ReadPictureParams, RunEvent,
    RunEventsParams, SessionFilter, SessionParams, StartRunParams,
};
use tabwright_wire::{
    CreateSession, DeleteSession, ExportSession, FUNCTIONS, GetSession, HttpMethod, ListMessages,
    ListSessions, ReadPicture, ReadRunEvents, StartRun,
};

use crate::stage::{Stage, finish};

#[tokio::test]
async fn a_chat_is_kept_found_exported_and_deleted() {
    let mut stage = Stage::new(|request| match request.turns() {
        0 => finish("Four."),
        _ => finish("You asked for two and two."),
    })
    .await;
    let chat = stage.start(Provider::OpenAi, "What is two and two?", None).await;
    stage.ended(&chat).await;
    // A second task in the same chat knows the first.
    let params = StartRunParams {
        session: chat.clone(),
        task: "What did I ask?".to_owned(),
        model: Some("anthropic".to_owned()),
        tab: None,
        max_steps: None,
    };
    let client = stage.client().await;
    client.call::<StartRun>(&params).await.unwrap();
    let second = |event: &RunEvent| match event {
        RunEvent::Finished { run } if run.task == "What did I ask?" => run.answer.clone(),
        _ => None,
    };
    let answer = stage.until(&chat, "the second is finished", second).await;
    assert_eq!(answer, "You asked for two and two.");
    stage.env.daemon.kill().await;
    stage.env.daemon.restart().await;

    let client = stage.client().await;
    let found = |query: &str| SessionFilter { query: Some(query.to_owned()), limit: None };
    let list = client.call::<ListSessions>(&found("two and")).await.unwrap();
    assert_eq!(list.sessions.len(), 1);
    assert_eq!(list.sessions[0].title, "What is two and two?");
    assert!(client.call::<ListSessions>(&found("three")).await.unwrap().sessions.is_empty());
    let session =
        client.call::<GetSession>(&SessionParams { session: chat.clone() }).await.unwrap();
    assert!(session.usage.is_some_and(|usage| usage.input > 0));
    let all = MessagesParams { session: chat.clone(), from: None, limit: None };
    let messages = client.call::<ListMessages>(&all).await.unwrap().messages;
    assert_eq!(messages.len(), 6);
    let export = ExportSessionParams { session: chat.clone(), format: ExportFormat::Markdown };
    let exported = client.call::<ExportSession>(&export).await.unwrap();
    assert_eq!(exported.file_name, "what-is-two-and-two.md");
    assert!(exported.text.contains("## You\n\nWhat did I ask?"), "{}", exported.text);
    client.call::<DeleteSession>(&SessionParams { session: chat.clone() }).await.unwrap();
    assert!(client.call::<GetSession>(&SessionParams { session: chat }).await.is_err());
}

#[tokio::test]
async fn two_listeners_see_the_same_and_go_on_where_they_left_off() {
    let stage = Stage::new(|_| finish("Done.")).await;
    let chat = stage.start(Provider::Anthropic, "Do it.", None).await;
    stage.ended(&chat).await;
    let client = stage.client().await;
    let all = RunEventsParams { session: chat.clone(), after: None, wait_ms: None };
    let events = client.call::<ReadRunEvents>(&all).await.unwrap();
    let kinds: Vec<String> = events
        .events
        .iter()
        .map(|event| {
            serde_json::to_value(&event.event).unwrap()["type"].as_str().unwrap().to_owned()
        })
        .collect();
    assert_eq!(kinds, ["run.started", "run.usage", "run.step", "run.tool", "run.finished"]);
    // By server-sent events, after the second.
    let mut heard = client.chat_events(&chat, events.events[1].id).await.unwrap();
    for expected in &events.events[2..] {
        assert_eq!(heard.next().await.as_ref(), Some(expected));
    }
    let rest = RunEventsParams { after: Some(events.last), wait_ms: Some(50), ..all };
    assert!(client.call::<ReadRunEvents>(&rest).await.unwrap().events.is_empty());
}

#[tokio::test]
async fn a_picture_can_be_looked_at_until_its_chat_is_deleted() {
    let stage = Stage::new(|request| match request.turns() {
        0 => Answer::text("I look.").and_call("screenshot", json!({})),
        _ => finish("Seen."),
    })
    .await;
    let (_page, tab) = stage.show("seen", "<h1>To be seen</h1>").await;
    let chat = stage.start(Provider::Anthropic, "Look at it.", Some(tab)).await;
    let pictured = |event: &RunEvent| match event {
        RunEvent::Tool { tab, picture: Some(picture), .. } => Some((*tab, *picture)),
        _ => None,
    };
    let (place, picture) = stage.until(&chat, "a picture is told", pictured).await;
    assert_eq!(place, Some(tab));
    let client = stage.client().await;
    let params = ReadPictureParams { session: chat.clone(), picture };
    let read = client.call::<ReadPicture>(&params).await.unwrap();
    assert_eq!(read.mime, "image/png");
    assert!(read.base64.starts_with("iVBORw0KGgo"), "{}", &read.base64[..20]);
    let other = ReadPictureParams { session: chat.clone(), picture: picture + 1 };
    let missing = client.call::<ReadPicture>(&other).await.unwrap_err().to_string();
    assert!(missing.contains("not kept any more"), "{missing}");
    stage.ended(&chat).await;
    let folder = stage.env.home.pictures();
    assert_eq!(std::fs::read_dir(&folder).unwrap().count(), 1);
    client.call::<DeleteSession>(&SessionParams { session: chat }).await.unwrap();
    assert_eq!(std::fs::read_dir(&folder).unwrap().count(), 0);
}

#[tokio::test]
async fn an_agents_token_opens_nothing_of_it() {
    let stage = Stage::new(|_| finish("Done.")).await;
    let chat = stage.start(Provider::OpenAi, "My secret plan", None).await;
    stage.ended(&chat).await;
    let bearer = format!("Bearer {}", stage.env.agent_token());
    let headers = [("Authorization", bearer.as_str()), ("Content-Type", "application/json")];
    let mut tried = 0;
    let mut paths: Vec<_> = FUNCTIONS
        .iter()
        .filter(|facts| facts.group == "chats")
        .map(|facts| (facts.method, facts.path))
        .collect();
    paths.push((HttpMethod::Get, "/api/v1/sessions/{session}/events"));
    for (method, path) in paths {
        let method = match method {
            HttpMethod::Get => "GET",
            HttpMethod::Post => "POST",
            HttpMethod::Delete => "DELETE",
        };
        let path = path.replace("{session}", chat.as_str());
        let body = json!({ "task": "x", "title": "x", "ask": "x", "answer": "x", "text": "x" })
            .to_string();
        let answer = request(stage.env.daemon.port(), method, &path, &headers, &body).await;
        assert_eq!(answer.status, 403, "{method} {path}: {}", answer.body);
        assert!(!answer.body.contains("secret plan"), "{path}");
        tried += 1;
    }
    assert_eq!(tried, 17);
}

#[tokio::test]
async fn a_task_is_handed_over_in_the_terminal() {
    let stage = Stage::new(|request| match request.last_user_text().contains("wrong") {
        true => Answer::fault(Fault::WrongKey),
        false => finish("It is 42."),
    })
    .await;
    let terminal = Terminal::of(&stage.env);
    let said = terminal.says(&["agent", "--model", "openai", "--new-tab", "what is it?"]).await;
    assert!(said.contains("1. That was it.") && said.contains("It is 42."), "{said}");
    assert!(said.contains("at most 40 steps"), "{said}");
    let failed = terminal.run(&["agent", "--model", "openai", "--new-tab", "wrong"]).await;
    assert_eq!(failed.code, 1, "{failed:?}");
    assert!(failed.err.contains("does not take the key"), "{failed:?}");
    // What could not even begin leaves no chat behind.
    let unknown = terminal.run(&["agent", "--model", "nobody", "--new-tab", "hello"]).await;
    assert!(unknown.err.contains("no model `nobody`"), "{unknown:?}");
    let all = stage.client().await.call::<ListSessions>(&SessionFilter::default()).await.unwrap();
    assert_eq!(all.sessions.len(), 2, "{all:?}");
    let chats = terminal.says(&["chats", "--search", "what is"]).await;
    assert!(chats.contains("finished") && chats.contains("what is it?"), "{chats}");
    let id = chats.split_whitespace().next().unwrap().to_owned();
    let shown = terminal.says(&["chats", "show", &id]).await;
    assert!(shown.contains("You: what is it?") && shown.contains("Context: "), "{shown}");
    let exported = terminal.says(&["chats", "export", &id, "--format", "json"]).await;
    let exported: serde_json::Value = serde_json::from_str(&exported).unwrap();
    assert_eq!(exported["runs"][0]["answer"], "It is 42.");
    let events = terminal.says(&["chats", "watch", &id, "--json"]).await;
    assert!(events.lines().last().unwrap().contains("run.finished"), "{events}");
    let new = stage.client().await.call::<CreateSession>(&NewSession::default()).await.unwrap();
    let deleted = terminal.says(&["chats", "delete", new.id.as_str()]).await;
    assert!(deleted.contains("deleted"), "{deleted}");
}
