//! docs/security.md names the tests that show each promise: what it names exists, and no attack is left out.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

/// What is named of one suite: `attacks`: what follows a page, a closed site in a frame.
struct Named {
    suite: String,
    tests: Vec<String>,
}

#[test]
fn what_security_names_exists_and_every_attack_is_named() {
    let named = named_tests();
    assert!(named.len() > 30, "the table is not read any more: {}", named.len());
    let mut wrong = Vec::new();
    for Named { suite, tests } in &named {
        let places = places_of(suite);
        if places.is_empty() {
            wrong.push(format!("there is no suite `{suite}`"));
        }
        let known: BTreeSet<String> = places.iter().flat_map(|place| names_in(place)).collect();
        for test in tests {
            if !known.iter().any(|name| name.contains(&as_name(test))) {
                wrong.push(format!("`{suite}` has no test of \"{test}\""));
            }
        }
    }
    let of_attacks: Vec<String> = named
        .iter()
        .filter(|named| named.suite == "attacks")
        .flat_map(|named| named.tests.iter().map(|test| as_name(test)))
        .collect();
    for (file, test) in attacks() {
        if !of_attacks.iter().any(|named| test.contains(named) || *named == file) {
            wrong.push(format!("docs/security.md does not name the attack {file}::{test}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

fn named_tests() -> Vec<Named> {
    let text = std::fs::read_to_string(root().join("docs/security.md")).unwrap();
    let promises = text.lines().skip_while(|line| *line != "## What we promise");
    let cells = promises
        .skip(1)
        .take_while(|line| !line.starts_with("## "))
        .filter_map(|line| line.strip_suffix(" |")?.rsplit_once(" | "))
        .map(|(_, shown)| shown)
        .filter(|shown| shown.contains('`'));
    cells.flat_map(|shown| shown.split("; ")).fold(Vec::new(), |mut named, piece| {
        let words = |words: &str| words.split(", ").map(str::to_owned).collect::<Vec<_>>();
        match piece.strip_prefix('`').and_then(|rest| rest.split_once('`')) {
            Some((suite, rest)) => {
                let tests = rest.split_once(": ").map_or_else(Vec::new, |(_, tests)| words(tests));
                named.push(Named { suite: suite.to_owned(), tests });
            }
            // More of the suite before.
            None => named.last_mut().expect("a suite comes first").tests.extend(words(piece)),
        }
        named
    })
}

/// Where the tests of a suite are: a crate, or tests of the whole.
fn places_of(suite: &str) -> Vec<PathBuf> {
    let tests = root().join("crates/cli/tests");
    let places = match suite {
        "agents" => vec![root().join("conformance/agents/themes")],
        _ => vec![
            root().join("crates").join(suite),
            tests.join(suite),
            tests.join(format!("{suite}.rs")),
        ],
    };
    places.into_iter().filter(|place| place.exists()).collect()
}

/// The names of files, folders and functions there, and what tests in JavaScript are called.
fn names_in(place: &Path) -> Vec<String> {
    let mut names = Vec::new();
    for path in files_in(place) {
        let parts = path.strip_prefix(place.parent().unwrap()).unwrap().with_extension("");
        names.extend(parts.iter().map(|part| as_name(&part.to_string_lossy())));
        if path.extension().is_some_and(|it| it == "rs" || it == "mjs") {
            let text = std::fs::read_to_string(path).unwrap();
            names.extend(text.lines().filter_map(test_name).map(as_name));
        }
    }
    names
}

fn files_in(place: &Path) -> Vec<PathBuf> {
    if place.is_file() {
        return vec![place.to_owned()];
    }
    let entries = std::fs::read_dir(place).unwrap().map(|entry| entry.unwrap().path());
    entries.flat_map(|path| files_in(&path)).collect()
}

fn test_name(line: &str) -> Option<&str> {
    let line = line.trim_start();
    if let Some((_, rest)) = line.split_once("fn ") {
        return rest.split_once('(').map(|(name, _)| name);
    }
    line.split_once('\'').and_then(|(_, rest)| rest.split_once('\'')).map(|(name, _)| name)
}

/// The tests of this suite, with their files.
fn attacks() -> Vec<(String, String)> {
    let folder = root().join("crates/cli/tests/attacks");
    let mut attacks = Vec::new();
    for path in files_in(&folder) {
        let file = path.file_stem().unwrap().to_string_lossy().into_owned();
        let text = std::fs::read_to_string(path).unwrap();
        for (mark, line) in text.lines().zip(text.lines().skip(1)) {
            if mark == "#[tokio::test]" {
                attacks.push((file.clone(), test_name(line).unwrap().to_owned()));
            }
        }
    }
    assert!(attacks.len() > 40, "{}", attacks.len());
    attacks
}

/// `what the person's` as `what_the_persons`.
fn as_name(words: &str) -> String {
    let kept = words.chars().filter(|letter| !"'’`".contains(*letter));
    kept.map(|letter| if letter.is_alphanumeric() { letter.to_ascii_lowercase() } else { '_' })
        .collect()
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}
