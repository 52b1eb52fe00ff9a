//! The tools: one file each, with a line here.

mod act;
mod do_utterance;
mod execute;
mod memory;
mod navigate;
mod read;
mod reset;
mod screenshot;
mod snapshot;
mod tabs;

use serde_json::{Map, Value};
use tabwright_wire::{Problem, ProblemCode, TabId, ToolOutput};

use crate::describe::quote;
use crate::tool::ToolInfo;
use crate::truncate::Truncated;
use crate::untrusted::wrap_untrusted;

/// Every tool, in the order in which agents read them.
pub const TOOLS: &[ToolInfo] = &[
    ToolInfo::of::<snapshot::TakeSnapshot>(),
    ToolInfo::of::<act::Act>(),
    ToolInfo::of::<navigate::Navigate>(),
    ToolInfo::of::<tabs::Tabs>(),
    ToolInfo::of::<read::Read>(),
    ToolInfo::of::<screenshot::TakeScreenshot>(),
    ToolInfo::of::<execute::Execute>(),
    ToolInfo::of::<do_utterance::Do>(),
    ToolInfo::of::<memory::Memory>(),
    ToolInfo::of::<reset::Reset>(),
];

/// The tool of that name.
pub fn find_tool(name: &str) -> Result<&'static ToolInfo, Problem> {
    TOOLS.iter().find(|tool| tool.name == name).ok_or_else(|| {
        let known: Vec<_> = TOOLS.iter().map(|tool| tool.name).collect();
        Problem {
            code: ProblemCode::NotFound,
            title: format!("There is no tool `{name}`"),
            fix: format!("Use one of {}", known.join(", ")),
        }
    })
}

/// What a call does, in one line for the person. Arguments that a tool cannot read leave its title, and a tool that
/// nobody knows is named.
#[must_use]
pub fn describe_call(tool: &str, arguments: &Map<String, Value>) -> String {
    match find_tool(tool) {
        Ok(tool) => (tool.describe)(arguments),
        Err(_) => format!("Use {}", quote(tool)),
    }
}

/// Text of a page with a line of ours before it, and how to get what was truncated.
fn page_text(head: &str, shown: &Truncated, tab: TabId) -> ToolOutput {
    let mut text = format!("{head}\n{}", wrap_untrusted(&shown.text));
    let mut output = ToolOutput::default();
    if let Some((handle, left)) = &shown.more {
        text += &format!("\n{left} more characters: read {{\"more\":\"{handle}\"}}");
        output = output.with("more", handle.as_str());
    }
    output.content = ToolOutput::text(text.trim_start()).content;
    output.with("tab", tab.0)
}
