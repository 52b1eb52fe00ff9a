//! A conversation with a model. It is only ever appended to, and what is appended is on disk before it is used.

use std::sync::Arc;

use tabwright_model::{AssistantMessage, Content, Message, ToolCall, ToolResult};
use tabwright_store::StoreError;
use tabwright_wire::chats::{ChatId, RunId};

use crate::budget::{tokens, tokens_of};
use crate::chat_store::{ChatStore, StoredMessage};
use crate::own_tools::ASK;
use crate::ulid::now_ms;

/// Results that stay whole when old ones are compacted.
const WHOLE_RESULTS: usize = 6;
/// A sweep costs the provider's cache, so it must free so much of what is sent.
const FREED_PERCENT_MIN: usize = 25;
/// More than a chat ever has; reading stops there.
const MESSAGES_MAX: u32 = 100_000;

#[derive(Debug)]
pub(crate) struct Transcript {
    store: Arc<dyn ChatStore>,
    chat: ChatId,
    messages: Vec<StoredMessage>,
    /// Observations before this message are sent as one line each.
    compacted: u32,
}

impl Transcript {
    pub(crate) async fn load(store: Arc<dyn ChatStore>, chat: ChatId) -> Result<Self, StoreError> {
        let messages = store.messages(&chat, 0, MESSAGES_MAX).await?;
        let compacted = store.compacted(&chat).await?;
        Ok(Self { store, chat, messages, compacted })
    }

    pub(crate) async fn append(&mut self, run: &RunId, message: Message) -> Result<(), StoreError> {
        let number = self.messages.last().map_or(0, |last| last.number + 1);
        let stored = StoredMessage { number, run: run.clone(), created_ms: now_ms(), message };
        self.store.append(&self.chat, stored.clone()).await?;
        if has_picture(&stored.message) {
            // Only the newest is kept and sent: each costs as much as a whole page of text.
            for earlier in self.messages.iter_mut().filter(|it| has_picture(&it.message)) {
                drop_pictures(&mut earlier.message);
                self.store.replace(&self.chat, earlier.clone()).await?;
            }
        }
        self.messages.push(stored);
        Ok(())
    }

    /// Has this run said anything yet?
    pub(crate) fn has(&self, run: &RunId) -> bool {
        self.messages.iter().any(|message| message.run == *run)
    }

    /// What was said in a run, in order.
    pub(crate) fn of_run<'a>(&'a self, run: &'a RunId) -> impl Iterator<Item = &'a Message> {
        self.messages.iter().filter(move |it| it.run == *run).map(|it| &it.message)
    }

    /// Was the person asked in this chat? Where they were once, they are likely to be asked again.
    pub(crate) fn has_asked(&self) -> bool {
        self.messages.iter().any(|stored| match &stored.message {
            Message::ToolResults { results } => results.iter().any(|result| result.tool == ASK),
            Message::User { .. } | Message::Assistant(_) => false,
        })
    }

    /// The calls of the last answer that have no result, in order.
    pub(crate) fn open_calls(&self) -> Vec<ToolCall> {
        let mut answered = Vec::new();
        for stored in self.messages.iter().rev() {
            match &stored.message {
                Message::ToolResults { results } => {
                    answered.extend(results.iter().map(|result| result.call_id.as_str()));
                }
                Message::Assistant(message) => {
                    let is_open = |call: &&ToolCall| !answered.contains(&call.id.as_str());
                    return message.tool_calls().filter(is_open).cloned().collect();
                }
                Message::User { .. } => return Vec::new(),
            }
        }
        Vec::new()
    }

    /// The conversation as it is sent, to a model that reads pictures or one that does not.
    pub(crate) fn messages(&self, takes_images: bool) -> Vec<Message> {
        let mut sent: Vec<Message> = Vec::with_capacity(self.messages.len());
        for stored in &self.messages {
            let mut message = stored.message.clone();
            if stored.number < self.compacted {
                shorten(&mut message);
            }
            if !takes_images {
                drop_pictures(&mut message);
            }
            // Each result is stored by itself, as soon as it is there; together they answer one message.
            match (sent.last_mut(), message) {
                (
                    Some(Message::ToolResults { results }),
                    Message::ToolResults { results: more },
                ) => {
                    results.extend(more);
                }
                (_, message) => sent.push(message),
            }
        }
        sent
    }

    /// About how many tokens the conversation has.
    pub(crate) fn tokens(&self) -> usize {
        self.messages(true).iter().map(size).sum()
    }

    /// Compacts old observations in one sweep, where that is worth it. How many there were.
    pub(crate) async fn compact(&mut self, is_forced: bool) -> Result<Option<usize>, StoreError> {
        let is_result = |it: &&StoredMessage| matches!(it.message, Message::ToolResults { .. });
        let results: Vec<_> = self.messages.iter().filter(is_result).map(|it| it.number).collect();
        let Some(before) = results.iter().rev().nth(WHOLE_RESULTS - 1).copied() else {
            return Ok(None);
        };
        let swept = results.iter().filter(|at| (self.compacted..before).contains(at)).count();
        if swept == 0 {
            return Ok(None);
        }
        let (whole, kept) = (self.tokens(), self.compacted);
        self.compacted = before;
        let freed = whole.saturating_sub(self.tokens());
        if !is_forced && freed * 100 < whole * FREED_PERCENT_MIN {
            self.compacted = kept;
            return Ok(None);
        }
        self.store.set_compacted(&self.chat, before).await?;
        Ok(Some(swept))
    }
}

/// About how many tokens a message has.
fn size(message: &Message) -> usize {
    match message {
        Message::User { content } => tokens_of(content),
        Message::Assistant(message) => {
            tokens(serde_json::to_string(message).unwrap_or_default().len())
        }
        Message::ToolResults { results } => {
            results.iter().map(|result| tokens_of(&result.content)).sum()
        }
    }
}

/// Leaves one line of each observation. It is ours: nothing of the page is in it.
fn shorten(message: &mut Message) {
    match message {
        // The task itself stays; the page that was seen with it goes.
        Message::User { content } => content.truncate(1),
        Message::Assistant(_) => {}
        Message::ToolResults { results } => {
            for ToolResult { tool, content, is_error, .. } in results {
                let length: usize = content.iter().map(text_length).sum();
                let outcome = if *is_error { "failed" } else { "answered" };
                let line = format!("({tool} {outcome}; {length} characters left out to save room)");
                *content = vec![Content::Text { text: line }];
            }
        }
    }
}

fn text_length(content: &Content) -> usize {
    match content {
        Content::Text { text } => text.chars().count(),
        Content::Image { .. } => 0,
    }
}

fn has_picture(message: &Message) -> bool {
    contents(message).any(|content| matches!(content, Content::Image { .. }))
}

fn contents(message: &Message) -> Box<dyn Iterator<Item = &Content> + '_> {
    match message {
        Message::User { content } => Box::new(content.iter()),
        Message::Assistant(AssistantMessage { .. }) => Box::new(std::iter::empty()),
        Message::ToolResults { results } => {
            Box::new(results.iter().flat_map(|result| &result.content))
        }
    }
}

/// Leaves a word where each picture was.
fn drop_pictures(message: &mut Message) {
    let Message::ToolResults { results } = message else { return };
    for content in results.iter_mut().flat_map(|result| &mut result.content) {
        if matches!(content, Content::Image { .. }) {
            *content = Content::Text { text: "(a picture, left out)".to_owned() };
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::Map;
    use tabwright_model::{Arguments, Part, PictureFormat};

    use super::*;
    use crate::chat_store::MemoryChats;
    use crate::ulid;

    async fn transcript() -> (Transcript, RunId) {
        let (store, chat) = MemoryChats::with_chat().await;
        (Transcript::load(store, chat).await.unwrap(), ulid::new())
    }

    fn calls(ids: &[&str]) -> Message {
        let call = |id: &&str| {
            Part::ToolCall(ToolCall {
                id: (*id).to_owned(),
                name: "act".to_owned(),
                arguments: Arguments::Object(Map::new()),
                replay: None,
            })
        };
        Message::Assistant(AssistantMessage { parts: ids.iter().map(call).collect() })
    }

    fn result(id: &str, content: Content) -> Message {
        let result = ToolResult {
            call_id: id.to_owned(),
            tool: "act".to_owned(),
            content: vec![content],
            is_error: false,
        };
        Message::ToolResults { results: vec![result] }
    }

    fn text(text: &str) -> Content {
        Content::Text { text: text.to_owned() }
    }

    #[tokio::test]
    async fn calls_without_a_result_are_known_after_a_restart() {
        let (mut one, run) = transcript().await;
        one.append(&run, Message::user("task")).await.unwrap();
        assert_eq!(one.open_calls(), []);
        one.append(&run, calls(&["a", "b", "c"])).await.unwrap();
        one.append(&run, result("a", text("done"))).await.unwrap();
        let again = Transcript::load(Arc::clone(&one.store), one.chat.clone()).await.unwrap();
        let open: Vec<_> = again.open_calls().into_iter().map(|call| call.id).collect();
        assert_eq!(open, ["b", "c"]);
        assert!(again.has(&run) && !again.has(&ulid::new()));
    }

    #[tokio::test]
    async fn results_are_sent_together_and_earlier_messages_stay_as_they_are() {
        let (mut transcript, run) = transcript().await;
        transcript.append(&run, Message::user("task")).await.unwrap();
        transcript.append(&run, calls(&["a", "b"])).await.unwrap();
        transcript.append(&run, result("a", text("1"))).await.unwrap();
        transcript.append(&run, result("b", text("2"))).await.unwrap();
        let before = transcript.messages(true);
        assert_eq!(before.len(), 3);
        transcript.append(&run, calls(&["c"])).await.unwrap();
        assert_eq!(transcript.messages(true)[..3], before);
    }

    #[tokio::test]
    async fn old_observations_become_a_line_each_in_one_sweep() {
        let (mut transcript, run) = transcript().await;
        let view = [text("the task"), text(&"view ".repeat(900))];
        transcript.append(&run, Message::User { content: view.to_vec() }).await.unwrap();
        for step in 0..10 {
            let id = step.to_string();
            transcript.append(&run, calls(&[&id])).await.unwrap();
            transcript.append(&run, result(&id, text(&"⟦page⟧ ".repeat(500)))).await.unwrap();
        }
        let before = transcript.tokens();
        assert_eq!(transcript.compact(false).await.unwrap(), Some(4));
        assert!(transcript.tokens() < before * 7 / 10);
        let sent = transcript.messages(true);
        assert_eq!(sent[0], Message::user("the task"));
        let whole = sent.iter().filter(|message| size(message) > 500).count();
        assert_eq!(whole, WHOLE_RESULTS);
        let Message::ToolResults { results } = &sent[2] else { panic!("{sent:?}") };
        let line = "(act answered; 3500 characters left out to save room)";
        assert_eq!(results[0].content, [text(line)]);
        // There is nothing more to gain, and what was swept stays so after a restart.
        assert_eq!(transcript.compact(false).await.unwrap(), None);
        let again = Transcript::load(Arc::clone(&transcript.store), transcript.chat.clone()).await;
        assert_eq!(again.unwrap().messages(true), sent);
    }

    #[tokio::test]
    async fn only_the_newest_picture_is_sent_and_kept() {
        let (mut transcript, run) = transcript().await;
        let picture = || Content::Image { base64: "aW1n".to_owned(), format: PictureFormat::Png };
        for id in ["a", "b"] {
            transcript.append(&run, calls(&[id])).await.unwrap();
            transcript.append(&run, result(id, picture())).await.unwrap();
        }
        let sent = transcript.messages(true);
        assert!(!has_picture(&sent[1]) && has_picture(&sent[3]));
        assert!(!transcript.messages(false).iter().any(has_picture));
        let again = Transcript::load(Arc::clone(&transcript.store), transcript.chat.clone()).await;
        assert_eq!(again.unwrap().messages(true), sent);
    }
}
