//! Claude Code, as `claude -p --output-format stream-json` speaks.

use std::time::Duration;

use serde_json::{Map, Value, json};

use super::{
    Assignment, Invocation, ProgramCost, ProgramEvent, ProgramSpent, RULES, SERVER, first_text,
    text_of,
};

const ENV: &[(&str, &str)] = &[
    // Its model is asked when our server is there, and not two seconds after the start: without tools it could only
    // give up.
    ("MCP_CONNECTION_NONBLOCKING", "0"),
    ("MCP_CONNECT_TIMEOUT_MS", "60000"),
    ("MCP_TIMEOUT", "60000"),
    // A call may wait for the person, who has all day.
    ("MCP_TOOL_TIMEOUT", "86400000"),
    // It would read the files whose names stand behind an `@` in a task.
    ("CLAUDE_CODE_DISABLE_ATTACHMENTS", "1"),
    // What it learned in one task is no business of the next one.
    ("CLAUDE_CODE_DISABLE_AUTO_MEMORY", "1"),
];

pub(super) fn invocation(assignment: &Assignment<'_>) -> Invocation {
    let Assignment { task, thread, server, server_args, server_env, .. } = assignment;
    let env: Map<String, Value> =
        server_env.iter().map(|(name, value)| (name.clone(), value.as_str().into())).collect();
    let ours = json!({ "command": server.to_string_lossy(), "args": server_args, "env": env });
    let servers = json!({ "mcpServers": { SERVER: ours } }).to_string();
    let allowed = format!("mcp__{SERVER}");
    let fixed = [
        "-p",
        "--output-format",
        "stream-json",
        "--verbose",
        "--include-partial-messages",
        // No tools of its own, no settings and no servers of the person's: only what the task is about.
        "--tools",
        "",
        "--strict-mcp-config",
        "--mcp-config",
        &servers,
        "--allowedTools",
        &allowed,
        "--setting-sources",
        "",
        "--system-prompt",
        RULES,
    ];
    let mut args: Vec<String> = fixed.map(str::to_owned).to_vec();
    if let Some(thread) = thread {
        args.extend(["--resume".to_owned(), (*thread).to_owned()]);
    }
    // A text that begins with a slash would be a command to it.
    Invocation { args, env: ENV, stdin: format!("The task: {task}") }
}

pub(super) fn events(line: &Value) -> Vec<ProgramEvent> {
    match line["type"].as_str().unwrap_or_default() {
        "system" => system(line),
        "stream_event" => streamed(&line["event"]).into_iter().collect(),
        "assistant" => blocks(line).iter().filter_map(said).collect(),
        "user" => blocks(line).iter().filter_map(answered).collect(),
        "result" => ended(line),
        _ => Vec::new(),
    }
}

fn system(line: &Value) -> Vec<ProgramEvent> {
    let event = match line["subtype"].as_str().unwrap_or_default() {
        "init" => {
            let servers = line["mcp_servers"].as_array().into_iter().flatten();
            let mut ours = servers.filter(|server| server["name"] == SERVER);
            let thread = ProgramEvent::Thread(text_of(&line["session_id"]));
            return match ours.any(|server| server["status"] == "connected") {
                true => vec![thread],
                // Its model would be asked all the same.
                false => {
                    vec![thread, ProgramEvent::Failed("it could not start our tools".to_owned())]
                }
            };
        }
        "permission_denied" => {
            let tool = text_of(&line["tool_name"]);
            ProgramEvent::Notice(format!("Claude Code may not use {tool} here"))
        }
        "api_retry" => retry(line),
        _ => return Vec::new(),
    };
    vec![event]
}

fn retry(line: &Value) -> ProgramEvent {
    let why = text_of(&line["error"]).replace('_', " ");
    let reason = match line["error_status"].as_u64() {
        Some(status) => format!("Its model does not answer: {why} ({status})"),
        None => format!("Its model does not answer: {why}"),
    };
    // Some versions tell parts of milliseconds.
    let wait = line["retry_delay_ms"].as_f64().unwrap_or(0.0) / 1_000.0;
    let wait = Duration::try_from_secs_f64(wait).unwrap_or_default();
    let wait_ms = u32::try_from(wait.as_millis()).unwrap_or(u32::MAX);
    ProgramEvent::Retry { reason, wait_ms }
}

fn streamed(event: &Value) -> Option<ProgramEvent> {
    let tokens = |usage: &Value, kind: &str| usage[kind].as_u64().unwrap_or(0);
    match event["type"].as_str()? {
        "message_start" => {
            let usage = &event["message"]["usage"];
            let cached = tokens(usage, "cache_read_input_tokens");
            let written = tokens(usage, "cache_creation_input_tokens");
            let input = tokens(usage, "input_tokens") + cached + written;
            Some(ProgramEvent::Reading { input, cached })
        }
        "message_delta" => {
            Some(ProgramEvent::Written { output: tokens(&event["usage"], "output_tokens") })
        }
        _ => delta(&event["delta"]),
    }
}

fn delta(delta: &Value) -> Option<ProgramEvent> {
    let (text, is_reasoning) = match delta["type"].as_str()? {
        "text_delta" => (&delta["text"], false),
        "thinking_delta" => (&delta["thinking"], true),
        _ => return None,
    };
    Some(ProgramEvent::Delta { text: text_of(text), is_reasoning })
}

fn blocks(line: &Value) -> &[Value] {
    line["message"]["content"].as_array().map_or(&[], Vec::as_slice)
}

fn said(block: &Value) -> Option<ProgramEvent> {
    match block["type"].as_str()? {
        "text" => Some(ProgramEvent::Text(text_of(&block["text"]))),
        "tool_use" => {
            let name = text_of(&block["name"]);
            let prefix = format!("mcp__{SERVER}__");
            Some(ProgramEvent::CallStarted {
                id: text_of(&block["id"]),
                tool: name.strip_prefix(&prefix).map_or(name.clone(), str::to_owned),
                arguments: block["input"].clone(),
            })
        }
        _ => None,
    }
}

fn answered(block: &Value) -> Option<ProgramEvent> {
    (block["type"] == "tool_result").then(|| ProgramEvent::CallEnded {
        id: text_of(&block["tool_use_id"]),
        is_failure: block["is_error"] == true,
        words: first_text(&block["content"]),
    })
}

fn ended(line: &Value) -> Vec<ProgramEvent> {
    let usage = &line["usage"];
    let kinds =
        ["input_tokens", "cache_read_input_tokens", "cache_creation_input_tokens", "output_tokens"];
    let spent = ProgramSpent {
        tokens: kinds.iter().map(|kind| usage[*kind].as_u64().unwrap_or(0)).sum(),
        is_of_thread: false,
        cost: cost(line),
        context_window: window(&line["modelUsage"]),
    };
    let end = match line["is_error"] == true || line["subtype"] != "success" {
        false => ProgramEvent::Finished(line["result"].as_str().map(str::to_owned)),
        true => {
            let why = line["result"].as_str().or(line["errors"][0].as_str());
            ProgramEvent::Failed(why.unwrap_or(&text_of(&line["subtype"])).to_owned())
        }
    };
    vec![ProgramEvent::Spent(spent), end]
}

/// Since 2.1.325 at the latest it tells what the conversation has cost, and beside it what has come since the last time;
/// before, the total was that of the task alone.
fn cost(line: &Value) -> Option<ProgramCost> {
    let total = line["total_cost_usd"].as_f64()?;
    let (all, task) = (&line["modelUsage"], &line["model_usage_since_last_result"]);
    let sum = |usage: &Value, of: &str| -> Option<f64> {
        usage.as_object()?.values().map(|model| model[of].as_f64()).sum()
    };
    if let Some(cost) = sum(task, "costUSD") {
        return Some(ProgramCost::Task(cost));
    }
    let output = line["usage"]["output_tokens"].as_f64();
    match sum(all, "outputTokens") == output {
        true => Some(ProgramCost::Task(total)),
        false => Some(ProgramCost::Thread(total)),
    }
}

/// Of the model that read the most; others do small things at its side.
fn window(models: &Value) -> Option<u32> {
    let read = |model: &&Value| {
        let kinds = ["inputTokens", "cacheReadInputTokens", "cacheCreationInputTokens"];
        kinds.iter().map(|kind| model[*kind].as_u64().unwrap_or(0)).sum::<u64>()
    };
    let model = models.as_object()?.values().max_by_key(read)?;
    model["contextWindow"].as_u64()?.try_into().ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::programs::Program;

    /// Two tasks of a conversation as Claude Code printed them, shortened. The first one has one answer, the second three.
    const RECORDED: &str = include_str!("recorded/claude-code-2.1.327.jsonl");

    fn said(text: &str) -> [ProgramEvent; 2] {
        let delta = ProgramEvent::Delta { text: text.to_owned(), is_reasoning: false };
        [delta, ProgramEvent::Text(text.to_owned())]
    }

    fn begun(id: &str, tool: &str, arguments: Value) -> ProgramEvent {
        ProgramEvent::CallStarted { id: id.to_owned(), tool: tool.to_owned(), arguments }
    }

    fn ended(id: &str, is_failure: bool, words: &str) -> ProgramEvent {
        ProgramEvent::CallEnded { id: id.to_owned(), is_failure, words: words.to_owned() }
    }

    fn spent(tokens: u64, cost: f64) -> ProgramEvent {
        ProgramEvent::Spent(ProgramSpent {
            tokens,
            is_of_thread: false,
            cost: Some(ProgramCost::Task(cost)),
            context_window: Some(1_000_000),
        })
    }

    #[test]
    fn its_lines_are_understood() {
        let told: Vec<_> =
            RECORDED.lines().flat_map(|line| Program::ClaudeCode.read_line(line)).collect();
        let thread = ProgramEvent::Thread("6f3e7c90-0000-4000-8000-000000000001".to_owned());
        let reading = ProgramEvent::Reading { input: 115, cached: 100 };
        let written = ProgramEvent::Written { output: 7 };
        let reason = "Its model does not answer: overloaded (529)".to_owned();
        let thought = ProgramEvent::Delta { text: "Hm, think.".to_owned(), is_reasoning: true };
        let mut expected = vec![thread.clone()];
        expected.push(ProgramEvent::Retry { reason, wait_ms: 591 });
        expected.push(reading.clone());
        expected.extend(said("Done again."));
        expected.extend([written.clone(), spent(122, 0.000_225)]);
        expected.push(ProgramEvent::Finished(Some("Done again.".to_owned())));
        expected.extend([thread, reading.clone()]);
        expected.extend(said("I look."));
        expected.push(begun("toolu_33_1", "snapshot", json!({})));
        expected.extend([written.clone(), ended("toolu_33_1", false, "did snapshot")]);
        expected.extend([reading.clone(), thought]);
        expected.extend(said("I press."));
        expected.push(begun("toolu_34_2", "act", json!({ "steps": [{ "do": "click" }] })));
        expected.push(begun("toolu_34_3", "act", json!({ "fail": true })));
        expected.extend([written.clone(), ended("toolu_34_2", false, "did act")]);
        expected.extend([ended("toolu_34_3", true, "It is refused."), reading]);
        expected.extend(said("Done it."));
        expected.extend([written, spent(366, 0.000_675)]);
        expected.push(ProgramEvent::Finished(Some("Done it.".to_owned())));
        assert_eq!(told, expected);
    }

    #[test]
    fn what_it_cost_is_read_from_each_version() {
        let line = |all: u64, more: Value| {
            let mut line = json!({ "total_cost_usd": 0.5, "usage": { "output_tokens": 7 },
                "modelUsage": { "m": { "outputTokens": all, "costUSD": 0.5 } } });
            line["model_usage_since_last_result"] = more;
            cost(&line)
        };
        assert_eq!(line(7, Value::Null), Some(ProgramCost::Task(0.5)));
        assert_eq!(line(20, Value::Null), Some(ProgramCost::Thread(0.5)));
        assert_eq!(line(20, json!({ "m": { "costUSD": 0.25 } })), Some(ProgramCost::Task(0.25)));
    }

    #[test]
    fn why_it_gave_up_is_told() {
        for (line, why) in [
            (
                r#"{"type":"result","subtype":"success","is_error":true,"result":"Invalid API key"}"#,
                "Invalid API key",
            ),
            (r#"{"type":"result","subtype":"error_max_turns","is_error":true}"#, "error_max_turns"),
        ] {
            let told = Program::ClaudeCode.read_line(line);
            assert_eq!(told.last(), Some(&ProgramEvent::Failed(why.to_owned())), "{line}");
        }
        // Its model would be asked without tools.
        for status in ["failed", "pending"] {
            let servers = json!([{ "name": SERVER, "status": status }]);
            let line = json!({ "type": "system", "subtype": "init", "session_id": "c",
                "mcp_servers": servers });
            let told = Program::ClaudeCode.read_line(&line.to_string());
            assert!(matches!(&told[..], [_, ProgramEvent::Failed(_)]), "{told:?}");
        }
    }
}
