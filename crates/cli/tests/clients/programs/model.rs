//! What their model answers. It reads only what they send.

use serde_json::{Value, json};
use tabwright_model::Usage;
use tabwright_model_server::{Answer, Fault, Item, NormalizedRequest};
use tabwright_testbed::number_of;

pub(super) const PRESS: &str = "<button onclick='document.title = `pressed ${++count}`'>Press</button>\
    <script>let count = 0</script>";
pub(super) const SEND: &str = "<form method=post onsubmit='document.title = `sent`; return false'>\
    <input name=words value=Hello aria-label=Words><button>Send message</button></form>";
/// Each answer.
pub(super) const INPUT: u64 = 1_000;
pub(super) const OUTPUT: u64 = 10;
pub(super) const TOKENS: u64 = INPUT + OUTPUT;
pub(super) const LOOKS: &str = "I look for the button.";
pub(super) const QUESTION: &str = "Which colour do you want?";
pub(super) const WENT_ON: &str = "I went on.";
pub(super) const OTHER: &str = "I do not know what that is.";
const TASK: &str = "The task: ";

pub(super) fn policy(request: &NormalizedRequest) -> Answer {
    let cached = 0;
    let usage = Usage { input: INPUT, cached, cache_written: 0, output: OUTPUT };
    answer(request).with_usage(usage)
}

fn answer(request: &NormalizedRequest) -> Answer {
    let is_task = |item: &Item| matches!(item, Item::User { text, .. } if text.contains(TASK));
    let Some(at) = request.items.iter().rposition(is_task) else { return Answer::text(OTHER) };
    let Item::User { text, .. } = &request.items[at] else { return Answer::text(OTHER) };
    let task = text.rsplit(TASK).next().unwrap_or_default();
    let results: Vec<_> = request.items[at..].iter().filter_map(result).collect();
    let page = results.join("\n");
    if text.contains("goes on after a pause") {
        return Answer::text(WENT_ON);
    }
    match (task.split_whitespace().next().unwrap_or_default(), results.len()) {
        ("Press" | "Send", 0) => Answer::text(LOOKS).and_call(tool("snapshot"), json!({})),
        ("Press", 1) => click(&page, "button \"Press\""),
        ("Press", _) => Answer::text("Pressed."),
        ("Send", 1) => click(&page, "button \"Send message\""),
        ("Send", _) => Answer::text(format!("It did not work: {}", results[1])),
        ("Ask", _) => Answer::text(QUESTION),
        ("Blue.", _) if said(request, QUESTION) => Answer::text("I know that it is blue."),
        ("Hang", _) => {
            let steps =
                json!([{ "do": "wait", "for": "text", "text": "never", "timeoutMs": 60_000 }]);
            Answer::text("I wait.").and_call(tool("act"), json!({ "steps": steps }))
        }
        ("Refuse", _) => Answer::fault(Fault::WrongKey),
        _ => Answer::text(OTHER),
    }
}

/// As these programs name the tools of an MCP server.
fn tool(name: &str) -> String {
    format!("mcp__tabwright_task__{name}")
}

fn click(page: &str, words: &str) -> Answer {
    match number_of(page, words) {
        Some(number) => {
            let steps: Value = json!([{ "do": "click", "target": number }]);
            Answer::text("I press it.").and_call(tool("act"), json!({ "steps": steps }))
        }
        None => Answer::text(format!("I do not see it: {page}")),
    }
}

fn result(item: &Item) -> Option<&str> {
    match item {
        Item::ToolResult { text, .. } => Some(text.as_str()),
        _ => None,
    }
}

fn said(request: &NormalizedRequest, words: &str) -> bool {
    let is_said = |item: &Item| matches!(item, Item::Assistant(text) if text.contains(words));
    request.items.iter().any(is_said)
}
