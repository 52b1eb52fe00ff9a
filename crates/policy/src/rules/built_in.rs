//! The rules that come with Tabwright, asked last.

use tabwright_wire::{ClientOrigin, Mode, Rule, RuleSource, Sensitivity};

use super::rule::{CheckedRule, RuleFault};

/// Pages of the browser, of extensions and of the file system, and what runs as a script.
const BLOCKED_SCHEMES: [&str; 13] = [
    "chrome",
    "chrome-extension",
    "chrome-untrusted",
    "chrome-search",
    "devtools",
    "edge",
    "brave",
    "vivaldi",
    "opera",
    "file",
    "view-source",
    "javascript",
    "moz-extension",
];

pub(super) fn built_in() -> Result<Vec<CheckedRule>, RuleFault> {
    // Shown under a name, but it is the door that counts: any client can call itself so.
    let person = Rule {
        client: Some("command line".to_owned()),
        allow: Some(Sensitivity::ALL.to_vec()),
        ..Rule::default()
    };
    let person_everywhere = Rule { client: None, ..person.clone() };
    let everybody = Rule {
        mode: Some(Mode::Auto),
        new_tabs: Some(true),
        scripts: Some(true),
        allow: Some(Vec::new()),
        blocked_schemes: Some(BLOCKED_SCHEMES.map(str::to_owned).to_vec()),
        ..Rule::default()
    };
    let check = |rule| CheckedRule::check(rule, RuleSource::BuiltIn, None);
    Ok(vec![
        check(person_everywhere)?.only_for(ClientOrigin::Person).shown_as(person),
        check(everybody)?,
    ])
}
