//! The system's keyring, through its own tool. Values go in by its standard input, never by its
//! arguments, which every process of the machine can read.

use std::ffi::OsStr;
use std::io::{Read, Write as _};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc;
use std::thread;
use std::time::Duration;

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use sha2::{Digest as _, Sha256};

use super::error::SecretError;
use super::value::{SecretBytes, SecretText};

/// The tool may show the person a dialog to unlock the keyring.
const TIMEOUT: Duration = Duration::from_secs(60);
/// How `security` ends when there is no such item (`errSecItemNotFound`, -25300, as a byte).
const SECURITY_NOT_FOUND: i32 = 44;
const OUTPUT_BYTES_MAX: u64 = 256 * 1024;

#[derive(Debug)]
pub(super) struct Keyring {
    tool: PathBuf,
    kind: Kind,
    /// Tells the secrets of one Tabwright home from those of another.
    home: String,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    /// libsecret's `secret-tool`.
    SecretTool,
    /// `security` of macOS.
    Security,
}

impl Keyring {
    /// The keyring of this system, where its tool is on the path. `session_bus`: is there a D-Bus
    /// session, by which `secret-tool` reaches it?
    pub(super) fn find(folder: &Path, path: &OsStr, session_bus: bool) -> Option<Self> {
        let (name, kind) = if cfg!(target_os = "macos") {
            ("security", Kind::Security)
        } else {
            ("secret-tool", Kind::SecretTool)
        };
        if kind == Kind::SecretTool && !session_bus {
            return None;
        }
        let tool = std::env::split_paths(path)
            .filter(|folder| folder.is_absolute())
            .map(|folder| folder.join(name))
            .find(|tool| tool.is_file())?;
        Some(Self::new(folder, tool, kind))
    }

    fn new(folder: &Path, tool: PathBuf, kind: Kind) -> Self {
        let digest = Sha256::digest(folder.as_os_str().as_encoded_bytes());
        let home = hex::encode(&digest[..8]);
        Self { tool, kind, home }
    }

    pub(super) fn put(&self, name: &str, value: &str) -> Result<(), SecretError> {
        match self.kind {
            Kind::SecretTool => {
                let label = format!("--label=Tabwright: {name}");
                let args = ["store", &label, "service", "tabwright", "home", &self.home];
                self.run(&[&args[..], &["name", name]].concat(), value)?;
            }
            Kind::Security => {
                // It prints what is not ASCII in hex, and quotes in its own way: base64 needs
                // neither.
                let coded = SecretText::new(URL_SAFE_NO_PAD.encode(value));
                let service = self.service();
                let line = SecretText::new(format!(
                    "add-generic-password -U -a {name} -s {service} -w {}\n",
                    coded.as_str()
                ));
                self.run(&["-i"], &line)?;
            }
        }
        // `security -i` ends well whatever became of its commands.
        match self.get(name)? {
            Some(kept) if kept.as_str() == value => Ok(()),
            _ => Err(self.refused("it did not keep the secret")),
        }
    }

    pub(super) fn get(&self, name: &str) -> Result<Option<SecretText>, SecretError> {
        let service = self.service();
        let outcome = match self.kind {
            Kind::SecretTool => {
                let args = ["lookup", "service", "tabwright", "home", &self.home, "name", name];
                self.outcome(&args, "")?
            }
            Kind::Security => {
                let args = ["find-generic-password", "-a", name, "-s", &service, "-w"];
                self.outcome(&args, "")?
            }
        };
        if !outcome.succeeded && outcome.complaint.is_empty() {
            return Ok(None);
        }
        if !outcome.succeeded {
            // `security` complains about what is not there, `secret-tool` does not.
            return match self.kind {
                Kind::Security if outcome.exit_code == Some(SECURITY_NOT_FOUND) => Ok(None),
                _ => Err(self.refused(&outcome.complaint)),
            };
        }
        let mut output = outcome.output;
        let bytes = match self.kind {
            Kind::SecretTool => std::mem::take(&mut output.0),
            Kind::Security => URL_SAFE_NO_PAD
                .decode(output.0.trim_ascii())
                .map_err(|_| self.refused("it holds something that is not ours"))?,
        };
        let text = SecretText::from_bytes(bytes);
        text.map(Some).ok_or_else(|| self.refused("it holds something that is no text"))
    }

    pub(super) fn remove(&self, name: &str) -> Result<(), SecretError> {
        if self.get(name)?.is_none() {
            return Ok(());
        }
        let service = self.service();
        match self.kind {
            Kind::SecretTool => {
                let args = ["clear", "service", "tabwright", "home", &self.home, "name", name];
                self.run(&args, "")
            }
            Kind::Security => {
                self.run(&["delete-generic-password", "-a", name, "-s", &service], "")
            }
        }
    }

    fn service(&self) -> String {
        format!("tabwright-{}", self.home)
    }

    fn run(&self, args: &[&str], input: &str) -> Result<(), SecretError> {
        let outcome = self.outcome(args, input)?;
        if outcome.succeeded { Ok(()) } else { Err(self.refused(&outcome.complaint)) }
    }

    fn outcome(&self, args: &[&str], input: &str) -> Result<ToolOutcome, SecretError> {
        let refused = |error: std::io::Error| self.refused(&error.to_string());
        let mut child = Command::new(&self.tool)
            .args(args)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .map_err(refused)?;
        let (done, finished) = mpsc::channel();
        let (output, complaint) = (child.stdout.take(), child.stderr.take());
        let stdin = child.stdin.take();
        let input = SecretText::new(input.to_owned());
        thread::spawn(move || {
            if let Some(mut stdin) = stdin {
                // A tool that does not read it says why in its own words.
                let _ = stdin.write_all(input.as_bytes());
            }
            let output = read(output);
            let complaint = read(complaint);
            let _ = done.send((output, complaint));
        });
        let Ok((output, complaint)) = finished.recv_timeout(TIMEOUT) else {
            end(&mut child);
            return Err(self.refused(&format!("it did not end within {} s", TIMEOUT.as_secs())));
        };
        let status = child.wait().map_err(refused)?;
        let complaint = String::from_utf8_lossy(&complaint.0).trim().to_owned();
        Ok(ToolOutcome { succeeded: status.success(), exit_code: status.code(), output, complaint })
    }

    fn refused(&self, why: &str) -> SecretError {
        let why = crate::sanitize::line(why, 300);
        SecretError::Keyring { tool: self.tool.display().to_string(), why }
    }
}

struct ToolOutcome {
    succeeded: bool,
    /// None where a signal ended it.
    exit_code: Option<i32>,
    output: SecretBytes,
    complaint: String,
}

fn read(pipe: Option<impl Read>) -> SecretBytes {
    let mut bytes = SecretBytes(Vec::new());
    // What was read until it broke is all there is.
    let _ = pipe.map(|pipe| pipe.take(OUTPUT_BYTES_MAX).read_to_end(&mut bytes.0));
    bytes
}

fn end(child: &mut Child) {
    let _ = child.kill();
    let _ = child.wait();
}

#[cfg(unix)]
#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    /// As `security` of macOS behaves: commands on its input, complaints about what is not there,
    /// and no failure of `-i` whatever becomes of them.
    const SECURITY: &str = r#"#!/bin/sh
here=$(dirname "$0")
echo "$@" >> "$here/arguments"
case "$1" in
-i) while read -r _ _ _ name _ service _ value; do echo "$value" > "$here/$service.$name"; done ;;
find-generic-password)
    cat "$here/$5.$3" 2>/dev/null || { echo "The item could not be found." >&2; exit 44; } ;;
delete-generic-password) rm "$here/$5.$3" ;;
esac
"#;

    /// Written by another process: a file that this one still has open for writing, or a child
    /// that it is just starting, could not be run.
    fn install(tool: &Path, script: &str) {
        let made = Command::new("sh")
            .args(["-c", r#"printf %s "$1" > "$0" && chmod 755 "$0""#])
            .args([tool.as_os_str(), script.as_ref()])
            .status();
        assert!(made.unwrap().success());
    }

    fn security() -> (tempfile::TempDir, Keyring) {
        let folder = tempfile::tempdir().unwrap();
        let tool = folder.path().join("security");
        install(&tool, SECURITY);
        let keyring = Keyring::new(folder.path(), tool, Kind::Security);
        (folder, keyring)
    }

    #[test]
    fn on_macos_values_go_in_as_commands_and_come_out_whole() {
        let (folder, keyring) = security();
        let value = "p4ss \"wörd\"\n $x";
        assert!(keyring.get("bank").unwrap().is_none());
        keyring.put("bank", value).unwrap();
        assert_eq!(keyring.get("bank").unwrap().unwrap().as_str(), value);
        let arguments = fs::read_to_string(folder.path().join("arguments")).unwrap();
        let coded = URL_SAFE_NO_PAD.encode(value);
        assert!(!arguments.contains("p4ss") && !arguments.contains(&coded), "{arguments}");
        keyring.remove("bank").unwrap();
        assert!(keyring.get("bank").unwrap().is_none());
        keyring.remove("bank").unwrap();
    }

    #[test]
    fn a_tool_that_keeps_nothing_is_not_believed() {
        let (folder, keyring) = security();
        install(&folder.path().join("security"), "#!/bin/sh\nexit 0\n");
        let error = keyring.put("bank", "value").unwrap_err();
        assert!(error.to_string().contains("did not keep the secret"), "{error}");
    }
}
