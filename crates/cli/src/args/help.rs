//! `tabwright --help`: the commands in groups, since there are many.

use std::fmt::Write as _;

use tabwright_wire::verbs::{VERBS, VerbGroup};

/// A group of commands: its title, the verbs in it, and other commands by name.
type Group = (&'static str, Option<VerbGroup>, &'static [&'static str]);

const GROUPS: &[Group] = &[
    (
        "Start and connect",
        None,
        &[
            "up",
            "status",
            "stop",
            "logs",
            "doctor",
            "setup",
            "pair",
            "remote",
            "cdp-url",
            "disconnect",
            "daemon",
            "config",
            "backup",
            "restore",
            "completions",
            "help",
        ],
    ),
    ("Tasks", None, &["agent", "chat", "chats"]),
    (
        "What you read",
        None,
        &["remember", "search", "ask", "page", "graph", "forget", "library", "import", "export"],
    ),
    (
        "Agents and permissions",
        None,
        &["mcp", "approve", "rules", "token", "log", "secret", "model"],
    ),
    ("Plain words", None, &["do", "shell", "actions", "grammar", "resolver"]),
    ("Tabs", Some(VerbGroup::Tabs), &[]),
    ("See", Some(VerbGroup::See), &[]),
    ("Act", Some(VerbGroup::Act), &["uncheck"]),
    ("Wait", Some(VerbGroup::Wait), &["watch"]),
    ("The browser", Some(VerbGroup::Browser), &[]),
];

/// The commands of a group, the verbs first.
fn names((_, verbs, others): &Group) -> impl Iterator<Item = &'static str> {
    let verbs = VERBS.iter().filter(move |verb| Some(verb.group) == *verbs);
    verbs.map(|verb| verb.name).chain(others.iter().copied())
}

const EXAMPLES: &str = "\
Examples:
  tabwright open example.org && tabwright snapshot
  tabwright click 'text=Sign in'
  tabwright type label=Email me@example.org --submit
  tabwright wait --text 'Welcome' --timeout 10
  tabwright do open nytimes and scroll down

A target is an element's number in a snapshot, `x,y`, `text=…`, `label=…`, `role=button:Save` or CSS.
Exit codes: 0 done, 1 failed, 2 wrong usage, 3 no browser, 4 not found, 5 element not ready, 6 timed
out, 7 not allowed, 8 the page failed.
";

/// A template for clap, which knows one group only.
pub(super) fn template(command: &clap::Command) -> String {
    let about = |name: &str| match name {
        "help" => "Show this help, or the help of a command".to_owned(),
        _ => {
            let found = command.get_subcommands().find(|each| each.get_name() == name);
            let about = found.and_then(|found| found.get_about());
            about.map(ToString::to_string).unwrap_or_default()
        }
    };
    let mut template = "{about-with-newline}\n{usage-heading} {usage}\n\n".to_owned();
    for group in GROUPS {
        let _ = writeln!(template, "{}:", group.0);
        for name in names(group) {
            let _ = writeln!(template, "  {name:<16}  {}", about(name));
        }
        template.push('\n');
    }
    template + "Options:\n{options}\n\n" + EXAMPLES
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory as _;

    use super::*;

    #[test]
    fn every_command_is_in_one_group() {
        let command = crate::args::Args::command();
        let visible = command.get_subcommands().filter(|command| !command.is_hide_set());
        let mut there: Vec<&str> = visible.map(clap::Command::get_name).chain(["help"]).collect();
        let mut grouped: Vec<&str> = GROUPS.iter().flat_map(names).collect();
        there.sort_unstable();
        grouped.sort_unstable();
        assert_eq!(grouped, there);
    }
}
