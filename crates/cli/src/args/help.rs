//! `tabwright --help`: the commands in groups, since there are many.

use std::fmt::Write as _;

const GROUPS: &[(&str, &str)] = &[
    (
        "Start and connect",
        "up status stop doctor setup pair remote cdp-url disconnect daemon config backup restore completions help",
    ),
    ("Agents and what they may", "mcp approve rules log secret"),
    ("Say it in words", "do shell actions grammar resolver"),
    ("Tabs", "tabs open close switch group window back forward reload"),
    ("See", "snapshot screenshot pdf text html markdown links tables query eval console network"),
    (
        "Act",
        "click hover type clear select check uncheck press drag mouse scroll follow upload download dialog",
    ),
    ("Wait", "wait watch"),
    (
        "The browser",
        "search search-providers zoom clipboard history bookmarks bookmark unbookmark read-aloud hush resume",
    ),
];

const EXAMPLES: &str = "\
Examples:
  tabwright open example.org && tabwright snapshot
  tabwright click 'text=Sign in'
  tabwright type label=Email me@example.org --submit
  tabwright wait --text 'Welcome' --timeout 10
  tabwright do open nytimes and scroll down

A target is a number of a snapshot, `x,y`, `text=…`, `label=…`, `role=button:Save` or CSS.
Exit codes: 0 done, 1 else, 2 usage, 3 no browser, 4 not there, 5 cannot be acted on, 6 time ran out,
7 not allowed, 8 the page failed.
";

/// A template for clap, which knows one group only.
pub(super) fn template(command: &clap::Command) -> String {
    let about = |name: &str| match name {
        "help" => "Print this, or the help of a command".to_owned(),
        _ => {
            let found = command.get_subcommands().find(|each| each.get_name() == name);
            let about = found.and_then(|found| found.get_about());
            about.map(ToString::to_string).unwrap_or_default()
        }
    };
    let mut template = "{about-with-newline}\n{usage-heading} {usage}\n\n".to_owned();
    for (title, names) in GROUPS {
        let _ = writeln!(template, "{title}:");
        for name in names.split(' ') {
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
        let mut grouped: Vec<&str> =
            GROUPS.iter().flat_map(|(_, names)| names.split(' ')).collect();
        there.sort_unstable();
        grouped.sort_unstable();
        assert_eq!(grouped, there);
    }
}
