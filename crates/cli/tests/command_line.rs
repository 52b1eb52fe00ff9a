//! The command line as a person and a script use it: the real binary, a home of its own.

#![allow(clippy::unwrap_used)]

use std::collections::BTreeMap;
use std::io::Write as _;
use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::time::Instant;

use serde_json::{Value, json};
use tabwright_testbed::{Site, TIMEOUT, program};

/// A machine for one test: no daemon yet, no settings, no browsers but those on the PATH.
struct Machine {
    folder: tempfile::TempDir,
}

impl Machine {
    fn new() -> Self {
        Self { folder: tempfile::Builder::new().prefix("tabwright-cli-").tempdir().unwrap() }
    }

    fn path(&self, below: &str) -> PathBuf {
        self.folder.path().join(below)
    }

    fn command(&self, args: &[&str]) -> Command {
        let mut command = Command::new(program());
        let ours = std::env::vars().filter(|(name, _)| name.starts_with("TABWRIGHT_"));
        for (name, _) in ours {
            command.env_remove(name);
        }
        command
            .args(args)
            .env("HOME", self.folder.path())
            .env("XDG_CONFIG_HOME", self.path("browsers"))
            .env("TABWRIGHT_HOME", self.path("home"))
            .env("TABWRIGHT_PORT", "0")
            .stdin(Stdio::null());
        command
    }

    fn run(&self, args: &[&str]) -> Said {
        Said::from(self.command(args).output().unwrap())
    }

    fn status(&self) -> Value {
        self.run(&["status", "--json"]).json()
    }

    fn configure(&self, toml: &str) {
        std::fs::create_dir_all(self.path("home/config")).unwrap();
        std::fs::write(self.path("home/config/config.toml"), toml).unwrap();
    }

    /// The text without what differs from machine to machine.
    fn neutral(&self, text: &str) -> String {
        text.replace(&self.folder.path().display().to_string(), "~")
    }
}

impl Drop for Machine {
    fn drop(&mut self) {
        self.run(&["stop"]);
    }
}

struct Said {
    ok: bool,
    out: String,
    err: String,
}

impl Said {
    #[track_caller]
    fn json(&self) -> Value {
        serde_json::from_str(&self.out).unwrap_or_else(|_| panic!("{}{}", self.out, self.err))
    }
}

impl From<Output> for Said {
    fn from(output: Output) -> Self {
        Self {
            ok: output.status.success(),
            out: String::from_utf8(output.stdout).unwrap(),
            err: String::from_utf8(output.stderr).unwrap(),
        }
    }
}

/// A process that has ended but that nobody has waited for is not alive.
fn alive(pid: &Value) -> bool {
    let stat = std::fs::read_to_string(format!("/proc/{pid}/stat"));
    stat.is_ok_and(|stat| !stat.contains(") Z "))
}

/// The daemon says goodbye a moment before its process ends.
fn until_gone(pid: &Value) {
    let deadline = Instant::now() + TIMEOUT;
    while alive(pid) {
        assert!(Instant::now() < deadline, "process {pid} runs on");
        std::thread::yield_now();
    }
}

#[test]
fn up_connects_a_browser_of_its_own_and_stop_ends_both() {
    let machine = Machine::new();
    let up = machine.run(&["up", "--headless", "--detach"]);
    assert!(up.ok, "{}{}", up.out, up.err);
    for line in ["ok   daemon", "ok   browser", "ok   connected", "Try this next"] {
        assert!(up.out.contains(line), "{}", up.out);
    }
    let status = machine.status();
    assert_eq!(status["connected"], true);
    assert_eq!(status["browsers"].as_array().unwrap().len(), 1);
    assert_eq!(status["managed"]["headless"], true);
    assert!(status["clients"].is_array() && status["port"].is_u64());

    let doctor = machine.run(&["doctor", "--json"]);
    assert!(doctor.ok, "{}", doctor.out);
    let browser = status["managed"]["pid"].clone();
    assert!(alive(&browser) && alive(&status["pid"]));
    assert_eq!(machine.run(&["stop"]).out, "Stopped.\n");
    assert!(!alive(&browser));
    until_gone(&status["pid"]);
    assert_eq!(machine.status()["running"], false);
}

#[tokio::test(flavor = "multi_thread")]
async fn up_shows_the_page_that_it_was_given() {
    let machine = Machine::new();
    let site = Site::start().await;
    for (name, tabs) in [("first", 1), ("second", 2)] {
        let url = site.page(name);
        let up = machine.run(&["up", "--headless", "--detach", &url]);
        assert!(up.ok && up.err.is_empty(), "{}{}", up.out, up.err);
        let listed = machine.run(&["tabs", "--json"]).json();
        let listed = listed["tabs"].as_array().unwrap();
        assert_eq!(listed.len(), tabs, "{listed:?}");
        let page = listed.iter().find(|tab| tab["url"] == url.as_str()).unwrap();
        assert_eq!(page["title"], name);
    }
    // One that is not there is told, and the browser is up all the same.
    let up = machine.run(&["up", "--headless", "--detach", "http://127.0.0.1:1/"]);
    assert!(up.ok && up.err.contains("could not be opened"), "{}{}", up.out, up.err);
    assert_eq!(machine.run(&["stop"]).out, "Stopped.\n");
}

/// The address is another one, because tests do not depend on the network.
#[tokio::test(flavor = "multi_thread")]
async fn what_up_proposes_works_when_it_is_typed() {
    let machine = Machine::new();
    let site = Site::start().await;
    let up = machine.run(&["up", "--headless", "--detach"]);
    let hints = up.out.split_once("Try this next\n").unwrap().1.lines().map_while(|line| {
        let (purpose, text) = line.strip_prefix("  ")?.split_at(14);
        Some((purpose.trim(), text.trim()))
    });
    let mut typed = 0;
    for (purpose, text) in hints.filter(|(purpose, _)| *purpose != "Playwright") {
        let text = text.replace("example.org", &site.form());
        let text = text.replace("open nytimes", &format!("open {}", site.form()));
        let mut shell = Command::new("sh");
        let environment = machine.command(&[]);
        for (name, value) in environment.get_envs() {
            match value {
                Some(value) => shell.env(name, value),
                None => shell.env_remove(name),
            };
        }
        let said = Said::from(shell.args(["-c", &text]).stdin(Stdio::null()).output().unwrap());
        assert!(said.ok, "{purpose}: {text}\n{}{}", said.out, said.err);
        assert!(purpose != "HTTP" || said.out.contains("Sign up"), "{}", said.out);
        typed += 1;
    }
    assert_eq!(typed, 10);
}

#[test]
fn up_ends_daemon_and_browser_when_it_is_interrupted() {
    let machine = Machine::new();
    let mut up = machine.command(&["up", "--headless"]).stdout(Stdio::piped()).spawn().unwrap();
    let mut lines = std::io::BufRead::lines(std::io::BufReader::new(up.stdout.take().unwrap()));
    assert!(lines.any(|line| line.unwrap().contains("Press Ctrl-C")));
    let status = machine.status();
    let pid = rustix::process::Pid::from_raw(i32::try_from(up.id()).unwrap()).unwrap();
    rustix::process::kill_process(pid, rustix::process::Signal::INT).unwrap();
    assert!(up.wait().unwrap().success());
    assert!(!alive(&status["managed"]["pid"]));
    until_gone(&status["pid"]);
}

#[test]
fn a_browser_outlives_a_killed_daemon_and_belongs_to_the_next() {
    let machine = Machine::new();
    assert!(machine.run(&["up", "--headless", "--detach"]).ok);
    let before = machine.status();
    let pid = i32::try_from(before["pid"].as_i64().unwrap()).unwrap();
    let pid = rustix::process::Pid::from_raw(pid).unwrap();
    rustix::process::kill_process(pid, rustix::process::Signal::KILL).unwrap();

    let port = before["port"].to_string();
    let again = machine.command(&["up", "--headless", "--detach", "--port", &port]).output();
    assert!(again.unwrap().status.success());
    let after = machine.status();
    assert_eq!(after["managed"], before["managed"]);
    assert_eq!(after["connected"], true);
    machine.run(&["stop"]);
    until_gone(&before["managed"]["pid"]);
}

#[test]
fn of_many_daemons_started_together_one_stays() {
    let machine = Machine::new();
    let start = |_| {
        let mut command = machine.command(&["daemon", "--background"]);
        command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap()
    };
    let daemons: Vec<_> = (0..8).map(start).collect();
    let mut listening = 0;
    for mut daemon in daemons {
        let mut line = String::new();
        let stdout = daemon.stdout.take().unwrap();
        std::io::BufRead::read_line(&mut std::io::BufReader::new(stdout), &mut line).unwrap();
        if line.starts_with("listening") {
            listening += 1;
        } else {
            let said = Said::from(daemon.wait_with_output().unwrap());
            assert!(said.ok && said.err.contains("running already"), "{}", said.err);
        }
    }
    assert_eq!(listening, 1);
}

#[test]
fn a_daemon_that_was_killed_is_in_nobodys_way() {
    let machine = Machine::new();
    assert!(machine.run(&["pair"]).ok);
    let pid = i32::try_from(machine.status()["pid"].as_i64().unwrap()).unwrap();
    let pid = rustix::process::Pid::from_raw(pid).unwrap();
    rustix::process::kill_process(pid, rustix::process::Signal::KILL).unwrap();
    until_gone(&json!(pid.as_raw_nonzero().get()));
    assert_eq!(machine.status()["running"], false);
    assert!(machine.run(&["pair"]).ok);
    assert_eq!(machine.status()["running"], true);
}

#[test]
fn a_taken_port_names_who_has_it() {
    let machine = Machine::new();
    let taken = TcpListener::bind("127.0.0.1:0").unwrap();
    let port = taken.local_addr().unwrap().port().to_string();
    for command in [["daemon", "--port"], ["up", "--port"]] {
        let said = machine.run(&[command[0], command[1], &port]);
        let us = format!("port {port} is used by command_line");
        assert!(!said.ok && said.err.contains(&us), "{}", said.err);
        assert!(said.err.contains(&std::process::id().to_string()), "{}", said.err);
    }
}

#[test]
fn setup_makes_the_host_known_to_every_browser_found_and_undoes_it() {
    let machine = Machine::new();
    std::fs::create_dir_all(machine.path("browsers/google-chrome")).unwrap();
    std::fs::create_dir_all(machine.path("browsers/BraveSoftware/Brave-Browser")).unwrap();
    let setup = machine.run(&["setup"]);
    assert!(setup.ok, "{}", setup.err);
    assert!(setup.out.contains("Load unpacked"), "{}", setup.out);

    let host = "NativeMessagingHosts/io.tabwright.host.json";
    let chrome = machine.path("browsers/google-chrome").join(host);
    let manifest: Value = serde_json::from_slice(&std::fs::read(&chrome).unwrap()).unwrap();
    let origin = format!("chrome-extension://{}/", tabwright_wire::EXTENSION_ID);
    assert_eq!(manifest["allowed_origins"], json!([origin]));
    assert!(Path::new(manifest["path"].as_str().unwrap()).is_file());
    assert!(machine.path("browsers/BraveSoftware/Brave-Browser").join(host).is_file());
    assert!(machine.path("home/data/extension/manifest.json").is_file());
    assert_eq!(machine.run(&["setup", "--json"]).json()["extensionChanged"], false);

    assert!(machine.run(&["setup", "--undo"]).ok);
    assert!(!chrome.exists() && !machine.path("home/data/extension").exists());
}

/// Asks the native host as a browser would.
fn ask_native_host(machine: &Machine, message: &Value) -> Value {
    let mut host = machine
        .command(&["native-host", &format!("{}/", tabwright_wire::extension_origin())])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let message = message.to_string();
    let mut stdin = host.stdin.take().unwrap();
    stdin.write_all(&u32::try_from(message.len()).unwrap().to_ne_bytes()).unwrap();
    stdin.write_all(message.as_bytes()).unwrap();
    drop(stdin);
    let output = host.wait_with_output().unwrap().stdout;
    assert_eq!(u32::from_ne_bytes(output[..4].try_into().unwrap()) as usize, output.len() - 4);
    serde_json::from_slice(&output[4..]).unwrap()
}

#[test]
fn the_native_host_starts_the_daemon_only_when_asked_to() {
    let machine = Machine::new();
    let asleep = ask_native_host(&machine, &json!({ "method": "connect", "start": false }));
    assert_eq!(asleep["running"], false);
    assert_eq!(machine.status()["running"], false);

    let awake = ask_native_host(&machine, &json!({ "method": "connect", "start": true }));
    assert_eq!((&awake["running"], &awake["token"]), (&json!(true), &asleep["token"]));
    assert_eq!(machine.status()["port"], awake["port"]);

    let odd = ask_native_host(&machine, &json!({ "method": "dance" }));
    assert_eq!(odd["type"], "failed");
}

#[test]
fn the_native_host_answers_no_other_extension() {
    let machine = Machine::new();
    let ours = format!("{}/", tabwright_wire::extension_origin());
    for args in [
        &["native-host"][..],
        &["native-host", "chrome-extension://x/"],
        &["native-host", "chrome-extension://x/", &ours],
        &["native-host", "/some/manifest.json", "x@example.org"],
    ] {
        let said = machine.command(args).stdin(Stdio::piped()).output().unwrap();
        assert!(!said.status.success() && said.stdout.is_empty(), "{args:?}");
    }
}

#[test]
fn doctor_names_what_is_missing_and_how_to_mend_it() {
    let machine = Machine::new();
    let doctor = machine.run(&["doctor"]);
    assert!(!doctor.ok);
    for mend in ["FIX  daemon", "tabwright up", "FIX  token file", "FIX  connection"] {
        assert!(doctor.out.contains(mend), "{}", doctor.out);
    }
    let parts: BTreeMap<String, bool> = machine
        .run(&["doctor", "--json"])
        .json()
        .as_array()
        .unwrap()
        .iter()
        .map(|finding| {
            (finding["part"].as_str().unwrap().to_owned(), finding["ok"].as_bool().unwrap())
        })
        .collect();
    for part in
        ["settings", "daemon", "port", "token file", "store", "browsers", "extension", "connection"]
    {
        assert!(parts.contains_key(part), "{parts:?}");
    }
}

#[test]
fn what_is_kept_is_saved_while_the_daemon_runs_and_restored_when_it_does_not() {
    let machine = Machine::new();
    let copy = machine.path("saved.db");
    let copy = copy.to_str().unwrap();
    let sites = || machine.run(&["resolver", "--json"]).json()["sites"].clone();
    let wiki = json!([{ "name": "wiki", "url": "https://wiki.example/" }]);
    assert!(machine.run(&["resolver", "add", "wiki", "https://wiki.example/"]).ok);

    let saved = machine.run(&["backup", copy]);
    assert!(saved.ok && saved.out.starts_with("Saved "), "{}{}", saved.out, saved.err);
    let again = machine.run(&["backup", copy]);
    assert!(!again.ok && again.err.contains("exists already"), "{}", again.err);
    assert!(machine.run(&["backup", copy, "--force"]).ok);

    assert!(machine.run(&["resolver", "remove", "wiki"]).ok);
    let refused = machine.run(&["restore", copy]);
    assert!(!refused.ok && refused.err.contains("tabwright stop"), "{}", refused.err);
    assert_eq!(sites(), json!([]));

    assert!(machine.run(&["stop"]).ok);
    let restored = machine.run(&["restore", copy]);
    assert!(restored.ok, "{}", restored.err);
    assert!(restored.out.contains("tabwright.db.replaced-1"), "{}", restored.out);
    assert_eq!(sites(), wiki);
}

#[test]
fn a_damaged_store_is_named_by_the_daemon_and_by_doctor_and_can_be_restored() {
    let machine = Machine::new();
    let copy = machine.path("saved.db");
    let copy = copy.to_str().unwrap();
    assert!(machine.run(&["resolver", "add", "wiki", "https://wiki.example/"]).ok);
    assert!(machine.run(&["backup", copy]).ok);
    let doctor = machine.run(&["doctor"]).out;
    assert!(doctor.contains("ok   store"), "{doctor}");
    assert!(machine.run(&["stop"]).ok);
    std::fs::write(machine.path("home/data/tabwright.db"), "something else entirely").unwrap();

    let doctor = machine.run(&["doctor"]).out;
    assert!(doctor.contains("FIX  store") && doctor.contains("tabwright restore"), "{doctor}");
    let daemon = machine.run(&["daemon"]);
    assert!(!daemon.ok && daemon.err.contains("tabwright.db is damaged"), "{}", daemon.err);
    assert!(daemon.err.contains("tabwright restore"), "{}", daemon.err);
    assert!(machine.run(&["restore", copy]).ok);
    assert!(machine.run(&["resolver"]).out.contains("wiki.example"));
}

#[test]
fn a_mistake_in_the_settings_is_explained() {
    let machine = Machine::new();
    machine.configure("browsers = \"few\"\n");
    let said = machine.run(&["daemon"]);
    assert!(!said.ok && said.err.contains("Possible values: one | many"), "{}", said.err);
    let wrong_flag = machine.run(&["daemon", "--port", "abc", "--browsers", "one"]);
    assert!(wrong_flag.err.contains("set by the flag --port"), "{}", wrong_flag.err);

    // What only the daemon can tell has its place in the file, too.
    for (rule, place) in [("mode = \"deny\"\nsite = \"a b\"", "3:8"), ("client = \"codex\"", "1:1")]
    {
        machine.configure(&format!("[[rule]]\n{rule}\n"));
        let said = machine.run(&["daemon"]);
        let beginning = format!("tabwright: ~/home/config/config.toml:{place}: this rule is wrong");
        assert!(machine.neutral(&said.err).starts_with(&beginning), "{}", said.err);
    }
}

#[test]
fn flags_beat_the_environment_which_beats_the_file() {
    let machine = Machine::new();
    machine.configure("port = 4001\nlog = \"warn\"\n");
    let config = |args: &[&str], port: &str| {
        let args = [&["config", "--json"], args].concat();
        let output = machine.command(&args).env("TABWRIGHT_PORT", port).output().unwrap();
        let setting = Said::from(output).json()["settings"]["port"].clone();
        (
            setting["value"].as_str().unwrap().to_owned(),
            setting["source"].as_str().unwrap().to_owned(),
        )
    };
    let pair = |value: &str, source: &str| (value.to_owned(), source.to_owned());
    assert_eq!(config(&[], ""), pair("4001", "file"));
    assert_eq!(config(&[], "4002"), pair("4002", "environment"));
    assert_eq!(config(&["--port", "4003"], "4002"), pair("4003", "flag"));
}

#[test]
fn what_people_read_stays_as_it_is() {
    let machine = Machine::new();
    insta::assert_snapshot!("help", machine.run(&["--help"]).out);
    insta::assert_snapshot!("up_help", machine.run(&["up", "--help"]).out);
    let explained = machine.run(&["config", "--explain"]).out;
    insta::assert_snapshot!("config_explain", machine.neutral(&explained));
    insta::assert_snapshot!("status_without_daemon", machine.run(&["status"]).out);
}

#[test]
fn every_shell_gets_completions() {
    let machine = Machine::new();
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        assert!(machine.run(&["completions", shell]).out.contains("doctor"), "{shell}");
    }
}
