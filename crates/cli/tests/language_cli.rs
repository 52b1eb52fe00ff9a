//! Grammars from the command line, as their authors use it: the real binary, no daemon, no browser. And
//! what `do`, `shell` and `actions` refuse before they ask a daemon.

#![allow(clippy::unwrap_used)]

use std::io::Write as _;
use std::path::Path;
use std::process::{Command, Output, Stdio};

use serde_json::{Value, json};
use tabwright_testbed::program;

const MUSIC: &str = r#"
import { Song } from "./types.ts";
import { Polite } from "./lib/words.agr";
<Start> = <Play> | <Stop>;
<Play> = (<Polite>)? play $(song:Song) -> { actionName: "play", parameters: { song } }
       | (<Polite>)? play $(count:number) songs -> { actionName: "shuffle", parameters: { count } };
<Stop> = stop (the music)? -> { actionName: "stop" };
"#;

/// A folder with grammars, where commands are typed.
struct Desk(tempfile::TempDir);

impl Desk {
    fn new(files: &[(&str, &str)]) -> Self {
        let desk = Self(tempfile::Builder::new().prefix("tabwright-grammar-").tempdir().unwrap());
        for (name, text) in files {
            let path = desk.0.path().join(name);
            std::fs::create_dir_all(path.parent().unwrap()).unwrap();
            std::fs::write(path, text).unwrap();
        }
        desk
    }

    /// A grammar with what it imports.
    fn with_music() -> Self {
        let words = "export <Polite> = please | would you;";
        Self::new(&[("music.agr", MUSIC), ("lib/words.agr", words)])
    }

    fn command(&self, args: &[&str]) -> Command {
        let mut command = Command::new(program());
        command
            .args(args)
            .current_dir(self.0.path())
            .env("TABWRIGHT_HOME", self.0.path().join("home"))
            .env("TABWRIGHT_PORT", "0")
            .stdin(Stdio::null());
        command
    }

    fn run(&self, args: &[&str]) -> Said {
        self.command(args).output().unwrap().into()
    }

    #[track_caller]
    fn json(&self, args: &[&str]) -> Value {
        let said = self.run(&[args, &["--json"]].concat());
        serde_json::from_str(&said.out).unwrap_or_else(|_| panic!("{}{}", said.out, said.err))
    }

    /// With this on stdin.
    fn told(&self, args: &[&str], stdin: &[u8]) -> Said {
        let mut command = self.command(args);
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().unwrap();
        child.stdin.take().unwrap().write_all(stdin).unwrap();
        child.wait_with_output().unwrap().into()
    }

    fn daemon_was_started(&self) -> bool {
        self.0.path().join("home/state/daemon.json").exists()
    }
}

struct Said {
    code: Option<i32>,
    out: String,
    err: String,
}

impl From<Output> for Said {
    fn from(output: Output) -> Self {
        Self {
            code: output.status.code(),
            out: String::from_utf8(output.stdout).unwrap(),
            err: String::from_utf8(output.stderr).unwrap(),
        }
    }
}

#[test]
fn a_good_grammar_is_told_with_what_it_imports() {
    let desk = Desk::with_music();
    let said = desk.run(&["grammar", "check", "music.agr", "lib/../music.agr"]);
    assert_eq!(said.code, Some(0), "{}", said.err);
    let lines: Vec<&str> = said.out.lines().collect();
    assert!(lines[0].starts_with("music.agr: correct, ") && lines[0].ends_with(" phrases"));
    assert!(lines[1].starts_with("lib/../music.agr: correct, "), "{}", said.out);
    let checked = desk.json(&["grammar", "check", "music.agr"]);
    assert_eq!(checked[0]["errors"], json!([]));
    assert!(checked[0]["phrasings"].as_u64().unwrap() > 1, "{checked}");
    assert!(!desk.daemon_was_started());
}

#[test]
fn a_mistake_is_shown_where_it_stands() {
    let desk =
        Desk::new(&[("typo.agr", "<Start> = <Plya> -> 1\n  | stop -> 2;\n<Play> = play;\n")]);
    let said = desk.run(&["grammar", "check", "typo.agr"]);
    assert_eq!(said.code, Some(1));
    assert_eq!(said.out, "typo.agr: 1 mistake\n");
    insta::assert_snapshot!(said.err.trim_end(), @r"
    error: There is no rule `<Plya>`.
      --> typo.agr:1:11
      |
    1 | <Start> = <Plya> -> 1
      |           ^^^^^^
      = Did you mean `<Play>`?
    ");
    let error = &desk.json(&["grammar", "check", "typo.agr"])[0]["errors"][0];
    assert_eq!((&error["kind"], &error["line"]), (&json!("missingRule"), &json!(1)));
    assert_eq!((&error["column"], &error["file"]), (&json!(11), &json!("typo.agr")));
    assert_eq!(error["hint"], "Did you mean `<Play>`?");
}

#[test]
fn a_warning_is_no_failure() {
    let grammar = "<Start> = stop -> 1;\n<Unused> = never;\n";
    let desk = Desk::new(&[("spare.agr", grammar)]);
    let said = desk.run(&["grammar", "check", "spare.agr"]);
    assert_eq!((said.code, said.out.as_str()), (Some(0), "spare.agr: correct, 1 phrase\n"));
    assert!(
        said.err.starts_with("warning: ") && said.err.contains("spare.agr:2:1"),
        "{}",
        said.err
    );
}

#[test]
fn what_cannot_be_read_is_named() {
    let desk = Desk::new(&[("alone.agr", MUSIC)]);
    let said = desk.run(&["grammar", "check", "nowhere.agr"]);
    assert_eq!(said.code, Some(1));
    assert!(said.err.contains("cannot read nowhere.agr"), "{}", said.err);
    let said = desk.run(&["grammar", "check", "alone.agr"]);
    assert_eq!(said.code, Some(1));
    assert!(said.err.contains("The file `lib/words.agr` cannot be read"), "{}", said.err);
    assert_eq!(desk.run(&["grammar", "check"]).code, Some(2));
}

#[test]
fn an_utterance_gives_its_value_and_what_was_captured() {
    let desk = Desk::with_music();
    let said = desk.run(&["grammar", "match", "music.agr", "please play Yesterday"]);
    assert_eq!(said.code, Some(0), "{}", said.err);
    insta::assert_snapshot!(said.out, @r#"
    {"actionName":"play","parameters":{"song":"Yesterday"}}
        song = "Yesterday"  (Song)
    "#);
    let said = desk.run(&["grammar", "match", "music.agr", "sing"]);
    assert_eq!((said.code, said.out.as_str()), (Some(1), ""));
    assert!(said.err.contains("\"sing\" does not match"), "{}", said.err);
}

#[test]
fn of_several_readings_the_likeliest_is_first_and_all_can_be_had() {
    let desk = Desk::with_music();
    let utterance = ["grammar", "match", "music.agr", "play 5 songs"];
    let best = desk.json(&utterance);
    assert_eq!(best["parses"].as_array().unwrap().len(), 1);
    assert_eq!((&best["more"], &best["cut"]), (&json!(1), &json!(false)));
    let shuffle = json!({ "actionName": "shuffle", "parameters": { "count": 5 } });
    assert_eq!(best["parses"][0]["value"], shuffle);
    assert_eq!(desk.run(&utterance).err, "1 more. `--all` shows them.\n");

    let all = desk.json(&[&utterance[..], &["--all"]].concat());
    assert_eq!((&all["parses"][0], &all["more"]), (&best["parses"][0], &json!(0)));
    let captured = json!([{ "name": "song", "text": "5 songs", "entity": "Song" }]);
    assert_eq!(all["parses"][1]["captures"], captured);
}

#[test]
fn a_grammar_with_mistakes_matches_nothing() {
    let desk = Desk::new(&[("broken.agr", "<Start> = play $(x;")]);
    for args in
        [["grammar", "match", "broken.agr", "play x"], ["grammar", "complete", "broken.agr", ""]]
    {
        let said = desk.run(&args);
        assert_eq!((said.code, said.out.as_str()), (Some(1), ""));
        assert!(said.err.contains("broken.agr has mistakes"), "{}", said.err);
        assert!(said.err.contains("--> broken.agr:1:"), "{}", said.err);
    }
}

#[test]
fn the_beginning_of_an_utterance_is_completed() {
    let desk = Desk::with_music();
    let said = desk.run(&["grammar", "complete", "music.agr", "st"]);
    assert_eq!((said.code, said.out.as_str()), (Some(0), "stop\n"));
    let blank = desk.json(&["grammar", "complete", "music.agr", "play "]);
    assert_eq!(blank["whole"], false);
    let next = blank["completions"].as_array().unwrap();
    assert!(next.iter().any(|next| next["text"] == "song" && next["kind"] == "blank"), "{blank}");
    assert_eq!(desk.json(&["grammar", "complete", "music.agr", "stop"])["whole"], true);
    let nothing = desk.run(&["grammar", "complete", "music.agr", "zzz"]);
    assert_eq!(nothing.out, "");
    assert!(nothing.err.contains("Nothing can follow this text"), "{}", nothing.err);
}

#[test]
fn all_worked_cases_of_the_language_pass() {
    let data = Path::new(env!("CARGO_MANIFEST_DIR")).join("../grammar/tests/data");
    let files = ["cases.json", "errors.json"].map(|name| data.join(name).display().to_string());
    let said = Desk::new(&[]).run(&["grammar", "test", &files[0], &files[1]]);
    assert_eq!(said.code, Some(0), "{}{}", said.out, said.err);
    let (passed, failed) = said.out.trim_end().split_once(" passed, ").unwrap();
    assert!(passed.parse::<u32>().unwrap() > 1_000 && failed == "0 failed", "{}", said.out);
}

#[test]
fn a_case_that_fails_says_why() {
    let cases = r#"[
        { "id": "good", "grammar": "<Start> = hi -> 1;", "input": "hi", "expect": [1] },
        { "id": "off", "grammar": "<Start> = hi -> 1;", "input": "hi", "expect": [2] },
        { "grammar": "<Start> = hi -> 1;", "kind": "syntax" }
    ]"#;
    let desk = Desk::new(&[("my.json", cases), ("odd.json", "{}")]);
    let said = desk.run(&["grammar", "test", "my.json"]);
    assert_eq!(said.code, Some(1));
    insta::assert_snapshot!(said.out, @r"
    my.json: off: expected [2], found [1]
    my.json: #3: expected an error of the kind Syntax, but it compiles
    1 passed, 2 failed
    ");
    let odd = desk.run(&["grammar", "test", "odd.json"]);
    assert_eq!(odd.code, Some(1));
    assert!(odd.err.contains("odd.json") && odd.err.contains("JSON list"), "{}", odd.err);
}

#[test]
fn a_grammar_that_cannot_stand_alone_is_not_added() {
    let desk = Desk::with_music();
    std::fs::write(desk.0.path().join("broken.agr"), "<Start> = ;").unwrap();
    let said = desk.run(&["grammar", "add", "music", "music.agr"]);
    assert_eq!(said.code, Some(2));
    assert!(said.err.contains("music.agr imports other grammars"), "{}", said.err);
    let said = desk.run(&["grammar", "add", "broken", "broken.agr"]);
    assert_eq!(said.code, Some(2));
    assert!(said.err.contains("--> broken.agr:1:"), "{}", said.err);
    assert!(!desk.daemon_was_started());
}

#[test]
fn what_says_nothing_is_refused_before_a_daemon_is_asked() {
    let desk = Desk::new(&[]);
    for args in [
        &["do"][..],
        &["do", " "],
        &["do", "scroll", "--tab", "first"],
        &["shell", "scroll"],
        &["actions", "--json", "--typescript"],
        &["resolver", "test"],
        &["resolver", "on"],
    ] {
        let said = desk.run(args);
        assert_eq!((said.code, said.out.as_str()), (Some(2), ""), "{args:?}: {}", said.err);
        assert!(!said.err.is_empty());
    }
    let said = desk.told(&["do", "-"], b"\n");
    assert_eq!(said.code, Some(2));
    assert!(said.err.contains("there is nothing to do"), "{}", said.err);
    let said = desk.told(&["do", "-"], b"\xff");
    assert_eq!(said.code, Some(2));
    assert!(said.err.contains("cannot read the text from stdin"), "{}", said.err);
    assert!(!desk.daemon_was_started());
}

#[test]
fn the_types_of_actions_need_no_daemon() {
    let desk = Desk::new(&[]);
    let said = desk.run(&["actions", "--typescript"]);
    assert_eq!(said.code, Some(0), "{}", said.err);
    assert!(said.out.contains("actionName: 'openWebPage'"), "{}", said.out);
    assert!(!desk.daemon_was_started());
}
