//! The person's rules on the disk, and rules that mean nothing.

use std::fs;

use crate::common::{at, house, mode};
use tabwright_policy::{Policy, PolicyConfig, PolicyError};
use tabwright_wire::{Mode, Rule, RuleSource};

fn ids(policy: &Policy) -> Vec<u32> {
    policy.rules().rules.iter().filter_map(|rule| rule.id).collect()
}

#[test]
fn rules_outlive_the_process_and_ids_are_never_given_twice() {
    let house = house(Vec::new());
    let first = &house.policy;
    first.add_rule(at("a.org", mode(Mode::Deny))).unwrap();
    first.add_rule(at("b.org", mode(Mode::Ask))).unwrap();
    first.remove_rule(2).unwrap();
    assert!(matches!(first.remove_rule(2), Err(PolicyError::NoSuchRule(2))));
    assert_eq!(ids(first), [1]);
    let rules = first.rules();

    let places = tabwright_policy::PolicyPaths {
        log_folder: house.places.log_folder.with_file_name("other-log"),
        ..house.places.clone()
    };
    let second = Policy::open(&places, PolicyConfig::default()).unwrap();
    assert_eq!(second.rules(), rules);
    second.add_rule(at("c.org", mode(Mode::Auto))).unwrap();
    second.add_rule(mode(Mode::Auto)).unwrap();
    assert_eq!(ids(&second), [3, 1, 4], "the newest first, of those that name a site");
}

#[cfg(unix)]
#[test]
fn the_file_is_for_its_owner_only() {
    use std::os::unix::fs::PermissionsExt as _;
    let house = house(Vec::new());
    house.policy.add_rule(mode(Mode::Ask)).unwrap();
    let file = fs::metadata(&house.places.rules_file).unwrap();
    assert_eq!(file.permissions().mode() & 0o777, 0o600);
}

#[test]
fn a_broken_file_is_told_with_its_line_and_left_alone() {
    let cases = [
        ("", 1, "EOF"),
        ("{\"next_id\": 1, \"rules\": [", 1, "EOF"),
        ("{\"next_id\": 1,\n\"rules\": [],\n\"more\": 1}", 3, "unknown field `more`"),
        (
            "{\"next_id\": 2, \"rules\": [\n{\"id\": 1,\n \"rule\": {\"mode\": \"maybe\"}}]}",
            3,
            "unknown variant `maybe`",
        ),
        (
            "{\"next_id\": 2, \"rules\": [\n{\"id\": 1, \"rule\": {\"mode\": \"deny\", \"site\": \"a/b\"}}\n]}",
            2,
            "is not a site",
        ),
        ("{\"next_id\": 2, \"rules\": [\n\n{\"id\": 1, \"rule\": {}}]}", 3, "has no effect"),
        (
            "{\"next_id\": 2, \"rules\": [\n{\"id\": 7, \"rule\": {\"mode\": \"ask\"}},\n{\"id\": 7, \"rule\": {\"mode\": \"ask\"}}]}",
            3,
            "another rule has the id 7",
        ),
    ];
    for (text, line, complaint) in cases {
        let folder = tempfile::tempdir().unwrap();
        let rules_file = folder.path().join("rules.json");
        fs::write(&rules_file, text).unwrap();
        let places = tabwright_policy::PolicyPaths {
            rules_file: rules_file.clone(),
            log_folder: folder.path().join("log"),
        };
        let error = Policy::open(&places, PolicyConfig::default()).unwrap_err();
        let told = error.to_string();
        assert!(told.contains(rules_file.to_str().unwrap()), "{told}");
        assert!(told.contains(&format!("line {line},")) && told.contains(complaint), "{told}");
        assert_eq!(fs::read_to_string(&rules_file).unwrap(), text);
    }
}

#[test]
fn a_rule_that_means_nothing_is_refused() {
    let cases = [
        (Rule::default(), "has no effect"),
        (Rule { client: Some("claude".into()), ..Rule::default() }, "has no effect"),
        (Rule { client: Some(" ".into()), ..mode(Mode::Ask) }, "`client`"),
        (at("example.com/x", mode(Mode::Ask)), "https://example.com/x"),
        (Rule { locked_url: Some("müller.de".into()), ..Rule::default() }, "xn--"),
        (Rule { blocked_schemes: Some(vec!["a b".into()]), ..Rule::default() }, "`a b`"),
    ];
    let house = house(Vec::new());
    for (rule, complaint) in cases {
        let error = house.policy.add_rule(rule.clone()).unwrap_err();
        assert!(error.to_string().contains(complaint), "{rule:?}: {error}");
    }
    assert_eq!(ids(&house.policy), Vec::<u32>::new());
}

#[test]
fn a_wrong_rule_of_the_config_is_told_by_its_number() {
    let folder = tempfile::tempdir().unwrap();
    let places = tabwright_policy::PolicyPaths {
        rules_file: folder.path().join("rules.json"),
        log_folder: folder.path().join("log"),
    };
    let rules = vec![mode(Mode::Auto), Rule::default()];
    let config = PolicyConfig { rules, ..PolicyConfig::default() };
    let error = Policy::open(&places, config).unwrap_err();
    assert!(error.to_string().starts_with("rule 2 of the config file"), "{error}");
}

#[test]
fn what_cannot_be_written_does_not_hold() {
    let house = house(Vec::new());
    fs::create_dir(&house.places.rules_file).unwrap();
    let error = house.policy.add_rule(mode(Mode::Deny)).unwrap_err();
    assert!(matches!(error, PolicyError::WriteRules { .. }), "{error}");
    assert!(house.policy.rules().rules.iter().all(|rule| rule.source == RuleSource::BuiltIn));
}
