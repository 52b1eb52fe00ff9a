//! Secrets: kept, typed by name on their sites, and taken out of what comes back.

use std::fs;
use std::path::Path;

use tabwright_policy::{KeptIn, SecretError, SecretPlace, SecretText, Surroundings, Vault};

const BANK: &str = "https://my.bank.com/login";

fn vault(folder: &Path) -> Vault {
    Vault::open_within(folder, Surroundings::default())
}

fn with_passphrase(folder: &Path, passphrase: &str) -> Vault {
    let passphrase = Some(SecretText::new(passphrase.to_owned()));
    Vault::open_within(folder, Surroundings { passphrase, ..Surroundings::default() })
}

fn all_bytes(folder: &Path) -> Vec<u8> {
    let files = fs::read_dir(folder).unwrap().map(|item| item.unwrap().path());
    files.filter(|path| path.is_file()).flat_map(|path| fs::read(path).unwrap()).collect()
}

fn contains(bytes: &[u8], text: &str) -> bool {
    bytes.windows(text.len()).any(|window| window == text.as_bytes())
}

#[test]
fn a_secret_is_typed_by_its_name_and_never_comes_back() {
    let folder = tempfile::tempdir().unwrap();
    let first = vault(folder.path());
    assert_eq!(
        first.set("bank", "p4ss wörd", vec!["*.bank.com".into()]).unwrap(),
        KeptIn::EncryptedFile
    );
    first.set("user.name", "ada", Vec::new()).unwrap();

    let vault = vault(folder.path());
    let known = vault.known();
    let told = |text: &str| known.redact(text, &SecretPlace::default()).into_owned();
    assert!(known.is_empty());
    assert_eq!(told("p4ss wörd"), "p4ss wörd", "nobody was given it yet");
    let expanded =
        vault.expand("${secret:user.name}: ${secret:bank}${secret:bank}!", BANK).unwrap();
    assert_eq!(&*expanded.text, "ada: p4ss wördp4ss wörd!");
    assert_eq!(expanded.used, ["user.name", "bank"]);
    assert!(!known.is_empty());
    assert_eq!(told("so p4ss wörd, p4ss%20w%C3%B6rd"), "so ${secret:bank}, ${secret:bank}");

    let plain = vault.expand("$100 ${other}", "").unwrap();
    assert_eq!((plain.text.as_str(), plain.used.len()), ("$100 ${other}", 0));
    for shown in [format!("{vault:?}"), format!("{expanded:?}"), format!("{:?}", expanded.text)] {
        assert!(!shown.contains("p4ss"), "{shown}");
    }
    let bytes = all_bytes(folder.path());
    assert!(!contains(&bytes, "p4ss") && contains(&bytes, "*.bank.com"));
}

#[test]
fn a_secret_goes_to_its_sites_only() {
    let folder = tempfile::tempdir().unwrap();
    let vault = vault(folder.path());
    vault.set("bank", "hunter22", vec!["*.bank.com".into(), "localhost:3000".into()]).unwrap();
    for page in ["https://bank.com/", BANK, "http://localhost:3000/"] {
        assert!(vault.expand("${secret:bank}", page).is_ok(), "{page}");
    }
    let elsewhere = [
        "https://bank.com.evil.org/",
        "https://bank.com@evil.org/",
        "https://b%61nk.com/",
        "http://localhost:4000/",
        "data:text/html,bank.com",
        "about:blank",
        "",
    ];
    for page in elsewhere {
        let error = vault.expand("${secret:bank}", page).unwrap_err();
        assert!(matches!(error, SecretError::WrongSite { .. }), "{page}: {error}");
        assert!(error.fix().contains("tabwright secret set bank"));
        assert!(!error.to_string().contains("hunter22"));
    }
}

#[test]
fn mistakes_say_what_to_do() {
    let folder = tempfile::tempdir().unwrap();
    let vault = vault(folder.path());
    let unknown = vault.expand("${secret:nope}", BANK).unwrap_err();
    assert!(matches!(unknown, SecretError::Unknown(_)));
    assert!(unknown.fix().contains("tabwright secret set nope"));
    assert!(matches!(vault.expand("${secret:a b}", BANK), Err(SecretError::BadName(_))));
    assert!(matches!(vault.expand("${secret:}", BANK), Err(SecretError::BadName(_))));
    assert!(matches!(vault.expand("a ${secret:x", BANK), Err(SecretError::OpenReference)));
    assert!(matches!(vault.remove("nope"), Err(SecretError::Unknown(_))));
    for name in ["", "a b", "ä", "a/b", "../x", "-w\n", &"x".repeat(65)] {
        assert!(matches!(vault.set(name, "v", Vec::new()), Err(SecretError::BadName(_))), "{name}");
    }
    assert!(matches!(vault.set("a", "", Vec::new()), Err(SecretError::BadLength(_))));
    assert!(matches!(vault.set("a", "v", vec!["a/b".into()]), Err(SecretError::BadSite { .. })));
    assert!(vault.list().unwrap().is_empty());
}

#[test]
fn secrets_are_listed_changed_and_removed() {
    let folder = tempfile::tempdir().unwrap();
    let vault = vault(folder.path());
    vault.set("b", "value b", Vec::new()).unwrap();
    vault.set("a", "value a", vec!["a.org".into()]).unwrap();
    vault.set("b", "value c", Vec::new()).unwrap();
    let names: Vec<_> = vault.list().unwrap().into_iter().map(|secret| secret.name).collect();
    assert_eq!(names, ["a", "b"]);
    assert_eq!(&*vault.expand("${secret:b}", "").unwrap().text, "value c");
    vault.remove("a").unwrap();
    assert!(matches!(vault.expand("${secret:a}", "https://a.org/"), Err(SecretError::Unknown(_))));
    assert_eq!(&*vault.expand("${secret:b}", "").unwrap().text, "value c");
}

#[cfg(unix)]
#[test]
fn every_file_is_for_its_owner_only() {
    use std::os::unix::fs::PermissionsExt as _;
    let folder = tempfile::tempdir().unwrap();
    vault(folder.path()).set("a", "value", Vec::new()).unwrap();
    let files = fs::read_dir(folder.path()).unwrap().map(Result::unwrap);
    let modes: Vec<_> =
        files.map(|file| file.metadata().unwrap().permissions().mode() & 0o777).collect();
    assert_eq!(modes, [0o600; 4]);
}

#[test]
fn a_damaged_or_foreign_file_is_told_and_never_overwritten() {
    let folder = tempfile::tempdir().unwrap();
    let vault = vault(folder.path());
    vault.set("a", "value", Vec::new()).unwrap();
    let (file, key) = (folder.path().join("secrets.enc"), folder.path().join("secrets.key"));
    let (sealed, key_text) = (fs::read_to_string(&file).unwrap(), fs::read(&key).unwrap());

    let mut disk: serde_json::Value = serde_json::from_str(&sealed).unwrap();
    let flipped = disk["sealed"].as_str().unwrap().chars().rev().collect::<String>();
    disk["sealed"] = flipped.trim_start_matches('=').into();
    let cases = [
        (disk.to_string(), key_text.clone()),
        (sealed.clone(), b"AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=".to_vec()),
        (sealed.clone(), b"not a key".to_vec()),
        ("{}".to_owned(), key_text.clone()),
        (sealed[..sealed.len() / 2].to_owned(), key_text),
    ];
    for (sealed, key_text) in cases {
        fs::write(&file, &sealed).unwrap();
        fs::write(&key, &key_text).unwrap();
        for error in [
            vault.expand("${secret:a}", "").unwrap_err(),
            vault.set("b", "value", Vec::new()).unwrap_err(),
        ] {
            let known = matches!(error, SecretError::WrongKey { .. } | SecretError::Broken { .. });
            assert!(known, "{error}");
        }
        assert_eq!(fs::read_to_string(&file).unwrap(), sealed);
    }
    fs::remove_file(&key).unwrap();
    fs::write(&file, &sealed).unwrap();
    assert!(matches!(vault.expand("${secret:a}", ""), Err(SecretError::File { .. })));
}

#[test]
fn a_passphrase_locks_the_file_instead_of_a_key() {
    let folder = tempfile::tempdir().unwrap();
    vault(folder.path()).set("a", "value a", Vec::new()).unwrap();
    let locking = with_passphrase(folder.path(), "correct horse");
    assert_eq!(&*locking.expand("${secret:a}", "").unwrap().text, "value a");
    locking.set("b", "value b", Vec::new()).unwrap();
    assert!(!folder.path().join("secrets.key").exists());

    let before = fs::read_to_string(folder.path().join("secrets.enc")).unwrap();
    locking.set("b", "value b", Vec::new()).unwrap();
    let after = fs::read_to_string(folder.path().join("secrets.enc")).unwrap();
    assert_ne!(before, after, "a fresh nonce each time");

    let right = with_passphrase(folder.path(), "correct horse");
    assert_eq!(&*right.expand("${secret:a}${secret:b}", "").unwrap().text, "value avalue b");
    let wrong = with_passphrase(folder.path(), "battery staple");
    assert!(matches!(wrong.expand("${secret:a}", ""), Err(SecretError::WrongPassphrase(_))));
    let without = vault(folder.path());
    let error = without.expand("${secret:a}", "").unwrap_err();
    assert!(error.fix().contains("TABWRIGHT_SECRETS_PASSPHRASE"), "{error}");
    assert!(matches!(without.set("c", "value", Vec::new()), Err(SecretError::NoPassphrase(_))));
}

#[cfg(target_os = "linux")]
mod keyring {
    use std::process::Command;

    use super::*;

    /// Keeps each value in a file named for its last argument, and all arguments in another.
    const TOOL: &str = r#"#!/bin/sh
here=$(dirname "$0")
echo "$@" >> "$here/arguments"
for last; do :; done
[ -e "$here/locked" ] && { echo "the keyring is locked" >&2; exit 1; }
case "$1" in
store) cat > "$here/kept-$last" ;;
lookup) [ -e "$here/kept-$last" ] && cat "$here/kept-$last" || exit 1 ;;
clear) rm -f "$here/kept-$last" ;;
*) exit 2 ;;
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

    fn tool() -> tempfile::TempDir {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("secret-tool");
        install(&path, TOOL);
        folder
    }

    fn around(tool: &Path, session_bus: bool) -> Surroundings {
        Surroundings { path: tool.as_os_str().to_owned(), session_bus, passphrase: None }
    }

    #[test]
    fn the_keyring_keeps_values_and_its_arguments_do_not() {
        let (folder, tool) = (tempfile::tempdir().unwrap(), tool());
        let vault = Vault::open_within(folder.path(), around(tool.path(), true));
        let value = "p4ss\n wörd ";
        assert_eq!(vault.set("bank", value, Vec::new()).unwrap(), KeptIn::Keyring);
        assert_eq!(vault.list().unwrap()[0].kept_in, KeptIn::Keyring);
        assert_eq!(&*vault.expand("${secret:bank}", "").unwrap().text, value);
        assert_eq!(fs::read_to_string(tool.path().join("kept-bank")).unwrap(), value);
        assert!(!contains(&all_bytes(folder.path()), "p4ss"));
        let arguments = fs::read_to_string(tool.path().join("arguments")).unwrap();
        assert!(arguments.contains("store") && !arguments.contains("p4ss"), "{arguments}");
        vault.remove("bank").unwrap();
        assert!(!tool.path().join("kept-bank").exists());
    }

    #[test]
    fn without_a_session_or_with_a_keyring_that_refuses_the_file_is_used() {
        let (folder, tool) = (tempfile::tempdir().unwrap(), tool());
        let without = Vault::open_within(folder.path(), around(tool.path(), false));
        assert_eq!(without.set("a", "value a", Vec::new()).unwrap(), KeptIn::EncryptedFile);
        assert!(!tool.path().join("arguments").exists());

        let vault = Vault::open_within(folder.path(), around(tool.path(), true));
        assert_eq!(vault.set("b", "value b", Vec::new()).unwrap(), KeptIn::Keyring);
        fs::write(tool.path().join("locked"), "").unwrap();
        assert_eq!(vault.set("c", "value c", Vec::new()).unwrap(), KeptIn::EncryptedFile);
        let locked = vault.expand("${secret:b}", "").unwrap_err();
        assert!(locked.to_string().contains("the keyring is locked"), "{locked}");
        assert!(matches!(without.expand("${secret:b}", ""), Err(SecretError::NoKeyring(_))));
        assert_eq!(&*vault.expand("${secret:a}${secret:c}", "").unwrap().text, "value avalue c");
    }

    #[test]
    fn a_secret_set_again_is_kept_in_one_place() {
        let (folder, tool) = (tempfile::tempdir().unwrap(), tool());
        let file = Vault::open_within(folder.path(), around(tool.path(), false));
        file.set("a", "old value", Vec::new()).unwrap();
        let keyring = Vault::open_within(folder.path(), around(tool.path(), true));
        keyring.set("a", "new value", Vec::new()).unwrap();
        assert_eq!(&*keyring.expand("${secret:a}", "").unwrap().text, "new value");
        keyring.remove("a").unwrap();
        assert!(keyring.list().unwrap().is_empty());
    }
}
