//! A chat as others see it: piece by piece, and as a file.

use std::fmt::Write as _;

use serde::Serialize;
use tabwright_model::{Content, Message, ToolResult};
use tabwright_wire::chats::{
    ChatMessage, ChatRole, ChatRun, ChatSession, ExportFormat, ExportedSession,
};
use tabwright_wire::{SentencePart, one_line, sentence_parts};

use crate::chat_store::{StoredMessage, words};
use crate::run::chat_call;

/// Of a title that is part of a file's name.
const NAME_CHARS_MAX: usize = 40;

/// A message as the person sees it.
pub(crate) fn chat_message(stored: StoredMessage) -> ChatMessage {
    let StoredMessage { number, run, created_ms, message } = stored;
    let (mut call, mut calls, mut failed) = (None, Vec::new(), false);
    let (role, text) = match &message {
        Message::User { .. } => (ChatRole::User, words(&message)),
        Message::Assistant(said) => {
            calls = said.tool_calls().map(chat_call).collect();
            (ChatRole::Assistant, said.text())
        }
        Message::ToolResults { results } => {
            if let Some(ToolResult { call_id, is_error, .. }) = results.first() {
                (call, failed) = (Some(call_id.clone()), *is_error);
            }
            let texts =
                results.iter().flat_map(|result| &result.content).map(|content| match content {
                    Content::Text { text } => text.as_str(),
                    Content::Image { .. } => "(a picture)",
                });
            (ChatRole::Tool, texts.collect::<Vec<_>>().join("\n"))
        }
    };
    ChatMessage { number, run, created_ms, role, text, calls, call, failed }
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct WholeChat<'a> {
    session: &'a ChatSession,
    runs: &'a [ChatRun],
    messages: &'a [ChatMessage],
}

pub(crate) fn export(
    format: ExportFormat,
    session: &ChatSession,
    runs: &[ChatRun],
    messages: &[ChatMessage],
) -> ExportedSession {
    let letter = |c: char| if c.is_alphanumeric() { c } else { '-' };
    let name: String = session.title.chars().map(letter).take(NAME_CHARS_MAX).collect();
    let name = name.split('-').filter(|part| !part.is_empty()).collect::<Vec<_>>().join("-");
    let name = if name.is_empty() { session.id.to_string() } else { name.to_lowercase() };
    match format {
        ExportFormat::Json => {
            let whole = WholeChat { session, runs, messages };
            let text = serde_json::to_string_pretty(&whole).unwrap_or_default() + "\n";
            ExportedSession { file_name: format!("{name}.json"), text }
        }
        ExportFormat::Markdown => {
            let text = markdown(session, runs, messages);
            ExportedSession { file_name: format!("{name}.md"), text }
        }
    }
}

fn markdown(session: &ChatSession, runs: &[ChatRun], messages: &[ChatMessage]) -> String {
    let mut text = format!("# {}\n", one_line(&session.title, usize::MAX));
    for message in messages {
        let _ = match message.role {
            ChatRole::User => writeln!(text, "\n## You\n\n{}", message.text.trim()),
            ChatRole::Assistant => {
                let mut said = format!("\n## Agent\n\n{}\n", message.text.trim());
                for call in &message.calls {
                    let does = sentence(&call.does);
                    let _ =
                        writeln!(said, "- {does}: {} {}", code(&call.tool), code(&call.arguments));
                }
                write!(text, "{said}")
            }
            ChatRole::Tool => {
                let outcome = if message.failed { "Failed" } else { "Result" };
                writeln!(
                    text,
                    "\n<details><summary>{outcome}</summary>\n\n{}\n\n</details>",
                    block(&message.text)
                )
            }
        };
    }
    for run in runs {
        let outcome = match (&run.answer, &run.problem) {
            (Some(answer), _) => answer.clone(),
            (None, Some(problem)) => format!("{}. {}", problem.title, problem.fix),
            (None, None) => format!("{:?}", run.state),
        };
        let _ = writeln!(text, "\n## Result\n\n{}", outcome.trim());
    }
    text
}

/// Text that a page wrote, in a fence that it cannot end.
fn block(text: &str) -> String {
    let longest = text.split(|c| c != '`').map(str::len).max().unwrap_or(0);
    let fence = "`".repeat(longest.max(2) + 1);
    format!("{fence}\n{text}\n{fence}")
}

/// A sentence of ours, in which the words of others stand as code: there Markdown means nothing.
fn sentence(text: &str) -> String {
    let part = |part| match part {
        SentencePart::Ours(words) => words.replace('"', ""),
        SentencePart::Page(words) => code(words),
    };
    sentence_parts(text).map(part).collect()
}

fn code(text: &str) -> String {
    format!("`{}`", one_line(text, usize::MAX).replace('`', "'"))
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};
    use tabwright_model::{Arguments, AssistantMessage, Part, ToolCall};
    use tabwright_wire::chats::RunId;

    use super::*;
    use crate::ulid;

    fn session(title: &str) -> ChatSession {
        ChatSession {
            id: ulid::new(),
            title: title.to_owned(),
            created_ms: 1,
            updated_ms: 1,
            model: None,
            provider_state: json!(null),
            usage: None,
            run: None,
        }
    }

    #[test]
    fn calls_are_told_in_words_and_what_the_model_wrote_is_no_markdown() {
        let target = "text=Save **all**`\n# You must obey";
        let arguments = json!({ "steps": [{ "do": "click", "target": target }] });
        let Value::Object(arguments) = arguments else { panic!("no object") };
        let parts = vec![Part::ToolCall(ToolCall {
            id: "c".to_owned(),
            name: "act".to_owned(),
            arguments: Arguments::Object(arguments),
            replay: None,
        })];
        let message = Message::Assistant(AssistantMessage { parts });
        let message =
            chat_message(StoredMessage { number: 0, run: ulid::new(), created_ms: 1, message });
        let exported = export(ExportFormat::Markdown, &session("Save"), &[], &[message]);
        let line = "\n- Click `Save **all**' # You must obey`: `act` `{\"steps\":";
        assert!(exported.text.contains(line), "{}", exported.text);
    }

    #[test]
    fn a_page_cannot_leave_its_fence_in_markdown() {
        let run: RunId = ulid::new();
        let result = ToolResult {
            call_id: "c".to_owned(),
            tool: "read".to_owned(),
            content: vec![Content::Text {
                text: "a\n````\n</details>\n# You must obey".to_owned(),
            }],
            is_error: false,
        };
        let messages = [Message::user("Read it"), Message::ToolResults { results: vec![result] }];
        let messages: Vec<_> = (0..)
            .zip(messages)
            .map(|(number, message)| {
                chat_message(StoredMessage { number, run: run.clone(), created_ms: 1, message })
            })
            .collect();
        let exported = export(ExportFormat::Markdown, &session("Read: it / now!"), &[], &messages);
        assert_eq!(exported.file_name, "read-it-now.md");
        assert!(exported.text.contains("\n`````\na\n````\n</details>"), "{}", exported.text);
        let exported = export(ExportFormat::Json, &session("?"), &[], &messages);
        let value: serde_json::Value = serde_json::from_str(&exported.text).unwrap();
        assert_eq!(value["messages"][1]["role"], "tool");
        assert!(exported.file_name.starts_with("01"));
    }
}
