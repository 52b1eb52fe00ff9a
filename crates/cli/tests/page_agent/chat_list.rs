//! The chats of the side panel: found, named, saved as a file and deleted.

use serde_json::json;
use tabwright_model::Provider;
use tabwright_model_server::Answer;
use tabwright_testbed::Session;
use tabwright_wire::ListSessions;
use tabwright_wire::chats::SessionFilter;

use crate::stage::{Stage, finish};

const OPEN_LIST: &str = "document.querySelector('.chat-name button').click()";

async fn fill(panel: &Session, field: &str, text: &str) {
    panel.until(&format!("document.querySelector({}) !== null", json!(field))).await;
    panel.evaluate(&format!("document.querySelector({0}).select()", json!(field))).await;
    panel.call("Input.insertText", json!({ "text": text })).await;
}

#[tokio::test]
async fn a_chat_is_found_named_saved_and_deleted_in_the_panel() {
    let stage = Stage::new(|request| -> Answer {
        finish(&format!("It was about {}.", request.last_user_text().split(' ').next().unwrap()))
    })
    .await;
    for task in ["Herons and their nests", "Night trains to Rome"] {
        stage.run(Provider::OpenAi, task, None).await;
    }
    let panel = stage.browser.open_extension_page("sidepanel.html").await;
    panel.until("document.querySelector('.picker select') !== null").await;
    panel.evaluate(OPEN_LIST).await;
    panel.shows("Herons and their nests").await;
    fill(&panel, ".chat-list input[type=search]", "rome").await;
    panel.until("document.querySelectorAll('.chat-list li').length === 1").await;
    panel.evaluate("document.querySelector('.chat-list li button').click()").await;
    panel.shows("It was about Night.").await;

    panel.evaluate(OPEN_LIST).await;
    fill(&panel, ".chat-rename input", "Trains").await;
    panel.press("Rename", 0).await;
    panel.until("document.querySelector('.chat-name').textContent.startsWith('Trains')").await;

    let saved =
        "new Promise((done) => chrome.downloads.onChanged.addListener(async ({ id, state }) => {
        if (state?.current !== 'complete') return;
        const [{ filename }] = await chrome.downloads.search({ id });
        done(filename);
    }))";
    panel
        .evaluate(&format!(
            "window.saved = undefined; {saved}.then((name) => {{ window.saved = name; }}); 0"
        ))
        .await;
    panel.press("Markdown", 0).await;
    panel.until("window.saved !== undefined").await;
    let path = panel.evaluate("window.saved").await;
    let text = std::fs::read_to_string(path.as_str().unwrap()).unwrap();
    assert!(text.contains("# Trains") && text.contains("It was about Night."), "{text}");

    panel
        .evaluate("document.querySelector('.chat-list [aria-label=\"Delete “Trains”\"]').click()")
        .await;
    panel.shows("Delete it with all that was said?").await;
    panel.press("Delete", 0).await;
    panel.until("!document.querySelector('.chat-list').textContent.includes('Trains')").await;
    panel.until("!document.body.innerText.includes('It was about Night.')").await;
    let left = stage.client().await.call::<ListSessions>(&SessionFilter::default()).await.unwrap();
    let left: Vec<_> = left.sessions.into_iter().map(|chat| chat.title).collect();
    assert_eq!(left.len(), 1, "{left:?}");
    assert!(left[0].starts_with("Herons"), "{left:?}");
}
