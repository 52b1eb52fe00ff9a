//! Claude Code, as `claude -p --output-format stream-json` speaks.

use serde_json::{Map, Value, json};

use super::{
    Assignment, Invocation, ProgramEvent, ProgramSpent, RULES, SERVER, first_text, text_of,
};

pub(super) fn invocation(assignment: &Assignment<'_>) -> Invocation {
    let Assignment { task, thread, server, server_args, server_env } = assignment;
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
    Invocation { args, stdin: (*task).to_owned() }
}

pub(super) fn events(line: &Value) -> Vec<ProgramEvent> {
    match line["type"].as_str().unwrap_or_default() {
        "system" => system(line).into_iter().collect(),
        "stream_event" => delta(&line["event"]["delta"]).into_iter().collect(),
        "assistant" => blocks(line).iter().filter_map(said).collect(),
        "user" => blocks(line).iter().filter_map(answered).collect(),
        "result" => ended(line),
        _ => Vec::new(),
    }
}

fn system(line: &Value) -> Option<ProgramEvent> {
    match line["subtype"].as_str()? {
        "init" => {
            let servers = line["mcp_servers"].as_array().into_iter().flatten();
            let mut ours = servers.filter(|server| server["name"] == SERVER);
            if ours.any(|server| server["status"] == "failed") {
                return Some(ProgramEvent::Failed("it could not start our tools".to_owned()));
            }
            Some(ProgramEvent::Thread(text_of(&line["session_id"])))
        }
        "permission_denied" => {
            let tool = text_of(&line["tool_name"]);
            Some(ProgramEvent::Notice(format!("Claude Code may not use {tool} here")))
        }
        _ => None,
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
        thread_cost: line["total_cost_usd"].as_f64(),
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::programs::Program;

    /// Lines of the kinds that Claude Code 2.1 prints, written by hand.
    const LINES: &str = r#"{"type":"system","subtype":"init","session_id":"c-1","mcp_servers":[{"name":"tabwright","status":"connected"}],"tools":["mcp__tabwright__navigate"]}
{"type":"stream_event","event":{"type":"content_block_delta","index":0,"delta":{"type":"text_delta","text":"I open"}}}
{"type":"assistant","message":{"role":"assistant","content":[{"type":"text","text":"I open it."},{"type":"tool_use","id":"t1","name":"mcp__tabwright__navigate","input":{"url":"http://a.test/"}}]}}
{"type":"user","message":{"role":"user","content":[{"type":"tool_result","tool_use_id":"t1","content":[{"type":"text","text":"tab 7"}]}]}}
{"type":"assistant","message":{"role":"assistant","content":[{"type":"text","text":"Done."}]}}
{"type":"result","subtype":"success","is_error":false,"result":"Done.","num_turns":2,"usage":{"input_tokens":10,"cache_read_input_tokens":200,"cache_creation_input_tokens":30,"output_tokens":5},"total_cost_usd":0.02}"#;

    #[test]
    fn its_lines_are_understood() {
        let told: Vec<_> =
            LINES.lines().flat_map(|line| Program::ClaudeCode.read_line(line)).collect();
        let expected = [
            ProgramEvent::Thread("c-1".to_owned()),
            ProgramEvent::Delta { text: "I open".to_owned(), is_reasoning: false },
            ProgramEvent::Text("I open it.".to_owned()),
            ProgramEvent::CallStarted {
                id: "t1".to_owned(),
                tool: "navigate".to_owned(),
                arguments: json!({ "url": "http://a.test/" }),
            },
            ProgramEvent::CallEnded {
                id: "t1".to_owned(),
                is_failure: false,
                words: "tab 7".to_owned(),
            },
            ProgramEvent::Text("Done.".to_owned()),
            ProgramEvent::Spent(ProgramSpent {
                tokens: 245,
                is_of_thread: false,
                thread_cost: Some(0.02),
            }),
            ProgramEvent::Finished(Some("Done.".to_owned())),
        ];
        assert_eq!(told, expected);
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
        let servers = r#"{"type":"system","subtype":"init","session_id":"c","mcp_servers":[{"name":"tabwright","status":"failed"}]}"#;
        let told = Program::ClaudeCode.read_line(servers);
        assert!(matches!(&told[..], [ProgramEvent::Failed(_)]), "{told:?}");
    }
}
