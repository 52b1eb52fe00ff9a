//! Codex, as `codex exec --json` speaks.

use serde_json::Value;

use super::{
    Assignment, Invocation, ProgramEvent, ProgramSpent, RULES, SERVER, first_text, text_of,
};

/// The task is about pages. With its own tools a page could talk it into reading the person's files.
const OWN_TOOLS: [&str; 8] = [
    "shell_tool",
    "unified_exec",
    "view_image",
    "image_generation",
    "multi_agent",
    "goals",
    "apps",
    "plugins",
];

pub(super) fn invocation(assignment: &Assignment<'_>) -> Invocation {
    let Assignment { task, thread, server, server_args, server_env } = assignment;
    // Texts are written alike in JSON and TOML.
    let command = Value::from(server.to_string_lossy());
    let server_args = Value::from(server_args.to_vec());
    let server_env: Vec<_> = server_env
        .iter()
        .map(|(name, value)| format!("{name}={}", Value::from(value.as_str())))
        .collect();
    let server_env = server_env.join(",");
    let settings = [
        "approval_policy=\"never\"".to_owned(),
        "web_search=\"disabled\"".to_owned(),
        format!(
            "mcp_servers.{SERVER}={{command={command},args={server_args},env={{{server_env}}}}}"
        ),
        // Without it every tool that does not only read is refused: what must be asked is asked by our rules.
        format!("mcp_servers.{SERVER}.default_tools_approval_mode=\"approve\""),
    ];
    let fixed = ["exec", "--json", "--skip-git-repo-check", "--sandbox", "read-only"];
    let mut args: Vec<String> = fixed.map(str::to_owned).to_vec();
    let own = OWN_TOOLS.map(|tool| format!("features.{tool}=false"));
    let settings = settings.into_iter().chain(own);
    args.extend(settings.flat_map(|setting| ["-c".to_owned(), setting]));
    // It has no place for rules of ours but its prompt, which a conversation keeps.
    let stdin = match thread {
        Some(thread) => {
            args.extend(["resume".to_owned(), (*thread).to_owned()]);
            (*task).to_owned()
        }
        None => format!("{RULES}\n\nThe task: {task}"),
    };
    args.push("-".to_owned());
    Invocation { args, stdin }
}

pub(super) fn events(line: &Value) -> Vec<ProgramEvent> {
    let item = &line["item"];
    let event = match line["type"].as_str().unwrap_or_default() {
        "thread.started" => ProgramEvent::Thread(text_of(&line["thread_id"])),
        "item.started" if item["type"] == "mcp_tool_call" => ProgramEvent::CallStarted {
            id: text_of(&item["id"]),
            tool: tool_of(item),
            arguments: item["arguments"].clone(),
        },
        "item.started" if item["type"] == "command_execution" => ProgramEvent::Notice(format!(
            "Codex runs a command of its own: {}",
            text_of(&item["command"])
        )),
        "item.completed" => match item["type"].as_str().unwrap_or_default() {
            "mcp_tool_call" => ended(item),
            "agent_message" => ProgramEvent::Text(text_of(&item["text"])),
            "reasoning" => ProgramEvent::Delta { text: text_of(&item["text"]), is_reasoning: true },
            "error" => ProgramEvent::Notice(text_of(&item["message"])),
            _ => return Vec::new(),
        },
        "turn.completed" => {
            let tokens = |name: &str| line["usage"][name].as_u64().unwrap_or(0);
            let tokens = tokens("input_tokens") + tokens("output_tokens");
            let spent = ProgramSpent { tokens, is_of_thread: true, thread_cost: None };
            return vec![ProgramEvent::Spent(spent), ProgramEvent::Finished(None)];
        }
        "turn.failed" => ProgramEvent::Failed(text_of(&line["error"]["message"])),
        // It tries again by itself; when it gives up, the turn has failed.
        "error" => ProgramEvent::Notice(text_of(&line["message"])),
        _ => return Vec::new(),
    };
    vec![event]
}

fn tool_of(item: &Value) -> String {
    let tool = text_of(&item["tool"]);
    match item["server"].as_str() {
        Some(SERVER) | None => tool,
        Some(other) => format!("{other}.{tool}"),
    }
}

fn ended(item: &Value) -> ProgramEvent {
    let error = item["error"]["message"].as_str().or(item["error"].as_str());
    ProgramEvent::CallEnded {
        id: text_of(&item["id"]),
        is_failure: error.is_some()
            || item["status"] == "failed"
            || item["result"]["is_error"] == true,
        words: error.map_or_else(|| first_text(&item["result"]["content"]), str::to_owned),
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use serde_json::json;

    use super::*;
    use crate::programs::Program;

    /// Lines of the kinds that Codex 0.166 prints, written by hand.
    const LINES: &str = r#"{"type":"thread.started","thread_id":"019a-7"}
{"type":"turn.started"}
{"type":"item.completed","item":{"id":"item_0","type":"agent_message","text":"I open the page."}}
{"type":"item.started","item":{"id":"item_1","type":"mcp_tool_call","server":"tabwright","tool":"navigate","arguments":{"url":"http://a.test/"},"result":null,"error":null,"status":"in_progress"}}
{"type":"item.completed","item":{"id":"item_1","type":"mcp_tool_call","server":"tabwright","tool":"navigate","arguments":{"url":"http://a.test/"},"result":{"content":[{"type":"text","text":"tab 7"}],"structured_content":null},"error":null,"status":"completed"}}
{"type":"item.completed","item":{"id":"item_2","type":"mcp_tool_call","server":"tabwright","tool":"act","arguments":{},"result":null,"error":{"message":"refused"},"status":"failed"}}
{"type":"item.completed","item":{"id":"item_3","type":"agent_message","text":"Done."}}
{"type":"turn.completed","usage":{"input_tokens":5600,"cached_input_tokens":4000,"output_tokens":75,"reasoning_output_tokens":0}}"#;

    #[test]
    fn its_lines_are_understood() {
        let told: Vec<_> = LINES.lines().flat_map(|line| Program::Codex.read_line(line)).collect();
        let ended = |id: &str, is_failure, words: &str| ProgramEvent::CallEnded {
            id: id.to_owned(),
            is_failure,
            words: words.to_owned(),
        };
        let expected = [
            ProgramEvent::Thread("019a-7".to_owned()),
            ProgramEvent::Text("I open the page.".to_owned()),
            ProgramEvent::CallStarted {
                id: "item_1".to_owned(),
                tool: "navigate".to_owned(),
                arguments: json!({ "url": "http://a.test/" }),
            },
            ended("item_1", false, "tab 7"),
            ended("item_2", true, "refused"),
            ProgramEvent::Text("Done.".to_owned()),
            ProgramEvent::Spent(ProgramSpent {
                tokens: 5_675,
                is_of_thread: true,
                thread_cost: None,
            }),
            ProgramEvent::Finished(None),
        ];
        assert_eq!(told, expected);
        let failed = r#"{"type":"turn.failed","error":{"message":"no credit"}}"#;
        assert_eq!(
            Program::Codex.read_line(failed),
            [ProgramEvent::Failed("no credit".to_owned())]
        );
    }

    #[test]
    fn it_goes_on_with_a_conversation_that_has_our_rules() {
        let mut assignment = Assignment {
            task: "go on",
            thread: None,
            server: Path::new("/bin/tabwright"),
            server_args: &["mcp".to_owned()],
            server_env: &[("TABWRIGHT_HOME".to_owned(), "/h".to_owned())],
        };
        let first = invocation(&assignment);
        assert!(first.stdin.starts_with(RULES) && first.stdin.ends_with("The task: go on"));
        assert_eq!(first.args.last().unwrap(), "-");
        let setting = "mcp_servers.tabwright={command=\"/bin/tabwright\",args=[\"mcp\"],env={TABWRIGHT_HOME=\"/h\"}}";
        assert!(first.args.iter().any(|arg| arg == setting), "{first:?}");
        assignment.thread = Some("019a-7");
        let next = invocation(&assignment);
        assert_eq!(next.stdin, "go on");
        assert_eq!(next.args[next.args.len() - 3..], ["resume", "019a-7", "-"]);
    }
}
