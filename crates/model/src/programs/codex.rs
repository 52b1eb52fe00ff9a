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

/// How long a call of a tool may take, in seconds: it may wait for the person, who has all day.
const CALL_TIMEOUT_S: u32 = 86_400;
/// How long our server may take to start on a machine that is busy, in seconds.
const START_TIMEOUT_S: u32 = 60;

pub(super) fn servers_invocation() -> Invocation {
    let args = ["mcp", "list", "--json"].map(str::to_owned).to_vec();
    Invocation { args, env: &[], stdin: String::new() }
}

pub(super) fn invocation(assignment: &Assignment<'_>) -> Invocation {
    let Assignment { task, thread, server, server_args, server_env, other_servers } = assignment;
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
        // Without it the model is asked before our server is there, and finds no tools.
        format!("mcp_servers.{SERVER}.required=true"),
        format!("mcp_servers.{SERVER}.startup_timeout_sec={START_TIMEOUT_S}"),
        format!("mcp_servers.{SERVER}.tool_timeout_sec={CALL_TIMEOUT_S}"),
    ];
    // Its settings can only be added to: a server of the person's is switched off by its name.
    let others = other_servers.iter().map(|name| format!("mcp_servers.{name}.enabled=false"));
    let fixed = ["exec", "--json", "--skip-git-repo-check", "--sandbox", "read-only"];
    let mut args: Vec<String> = fixed.map(str::to_owned).to_vec();
    let own = OWN_TOOLS.map(|tool| format!("features.{tool}=false"));
    let settings = settings.into_iter().chain(others).chain(own);
    args.extend(settings.flat_map(|setting| ["-c".to_owned(), setting]));
    // It has no place for rules of ours but its prompt, which a conversation keeps.
    let stdin = match thread {
        Some(thread) => {
            args.extend(["resume".to_owned(), (*thread).to_owned()]);
            format!("The task: {task}")
        }
        None => format!("{RULES}\n\nThe task: {task}"),
    };
    args.push("-".to_owned());
    Invocation { args, env: &[], stdin }
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
            let spent = ProgramSpent { tokens, is_of_thread: true, ..ProgramSpent::default() };
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

    /// Two tasks of a conversation as Codex printed them, shortened.
    const RECORDED: &str = include_str!("recorded/codex-0.169.0.jsonl");

    #[test]
    fn its_lines_are_understood() {
        let told: Vec<_> =
            RECORDED.lines().flat_map(|line| Program::Codex.read_line(line)).collect();
        let text = |text: &str| ProgramEvent::Text(text.to_owned());
        let begun = |id: &str, tool: &str, arguments| ProgramEvent::CallStarted {
            id: id.to_owned(),
            tool: tool.to_owned(),
            arguments,
        };
        let ended = |id: &str, is_failure, words: &str| ProgramEvent::CallEnded {
            id: id.to_owned(),
            is_failure,
            words: words.to_owned(),
        };
        let task = |tokens| {
            let spent = ProgramSpent { tokens, is_of_thread: true, ..ProgramSpent::default() };
            vec![
                ProgramEvent::Thread("01a1f1fb-0000-7000-8000-000000000001".to_owned()),
                ProgramEvent::Notice(
                    "Model metadata for `test-model` not found. Defaulting to fallback metadata; \
                     this can degrade performance and cause issues."
                        .to_owned(),
                ),
                text("I look."),
                begun("item_2", "snapshot", json!({})),
                ended("item_2", false, "did snapshot"),
                ProgramEvent::Delta { text: "Hm, think.".to_owned(), is_reasoning: true },
                text("I press."),
                begun("item_5", "act", json!({ "steps": [{ "do": "click" }] })),
                ended("item_5", false, "did act"),
                begun("item_6", "act", json!({ "fail": true })),
                ended("item_6", true, "It is refused."),
                text("Done it."),
                ProgramEvent::Spent(spent),
                ProgramEvent::Finished(None),
            ]
        };
        // The second one tells what both have used.
        assert_eq!(told, [task(366), task(732)].concat());
        let failed = r#"{"type":"turn.failed","error":{"message":"no credit"}}"#;
        assert_eq!(
            Program::Codex.read_line(failed),
            [ProgramEvent::Failed("no credit".to_owned())]
        );
    }

    #[test]
    fn it_says_which_servers_the_person_has_given_it() {
        let list =
            r#"[{"name":"tabwright","enabled":true,"transport":{"type":"stdio"}},{"name":"x"}]"#;
        let names = Program::Codex.read_servers(list).unwrap();
        assert_eq!(names, ["tabwright", "x"]);
        assert_eq!(Program::Codex.read_servers("No servers."), None);
    }

    #[test]
    fn it_goes_on_with_a_conversation_that_has_our_rules() {
        let mut assignment = Assignment {
            task: "go on",
            thread: None,
            server: Path::new("/bin/tabwright"),
            server_args: &["mcp".to_owned()],
            server_env: &[("TABWRIGHT_HOME".to_owned(), "/h".to_owned())],
            other_servers: &["tabwright".to_owned()],
        };
        let first = invocation(&assignment);
        assert!(first.stdin.starts_with(RULES) && first.stdin.ends_with("The task: go on"));
        assert_eq!(first.args.last().unwrap(), "-");
        let setting = "mcp_servers.tabwright_task={command=\"/bin/tabwright\",args=[\"mcp\"],env={TABWRIGHT_HOME=\"/h\"}}";
        assert!(first.args.iter().any(|arg| arg == setting), "{first:?}");
        // What the person has under our usual name is not mixed with it.
        let off = "mcp_servers.tabwright.enabled=false";
        assert!(first.args.iter().any(|arg| arg == off), "{first:?}");
        assignment.thread = Some("019a-7");
        let next = invocation(&assignment);
        assert_eq!(next.stdin, "The task: go on");
        assert_eq!(next.args[next.args.len() - 3..], ["resume", "019a-7", "-"]);
    }
}
