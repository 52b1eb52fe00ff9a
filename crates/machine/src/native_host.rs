//! How a browser finds `tabwright native-host`: a launcher, because a manifest names a program
//! without arguments, and a manifest where each browser looks for it.

use std::io;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use tabwright_wire::{NATIVE_HOST, extension_origin};

use crate::find::Found;
use crate::launch::Error;

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
struct Manifest {
    name: String,
    description: String,
    path: PathBuf,
    r#type: String,
    allowed_origins: Vec<String>,
}

/// A manifest as it stands in a browser's folder.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Registration {
    Missing,
    /// There is one, but it leads elsewhere or lets others in.
    Foreign,
    Ours,
}

/// Writes the program that browsers start. `home` is set for it when this Tabwright has a home of
/// its own: the browser would not pass our environment on.
pub fn write_launcher(
    folder: &Path,
    program: &Path,
    home: Option<&Path>,
) -> Result<PathBuf, Error> {
    let (name, text) = if cfg!(windows) {
        let home = home.map(|home| format!("set \"TABWRIGHT_HOME={}\"\r\n", home.display()));
        let home = home.unwrap_or_default();
        (
            "native-host.bat",
            format!("@echo off\r\n{home}\"{}\" native-host %*\r\n", program.display()),
        )
    } else {
        let home = home.map(|home| format!("export TABWRIGHT_HOME={}\n", quoted(home)));
        let home = home.unwrap_or_default();
        ("native-host", format!("#!/bin/sh\n{home}exec {} native-host \"$@\"\n", quoted(program)))
    };
    let path = folder.join(name);
    let failed = |source| Error::Write { path: path.clone(), source };
    write(&path, &text).map_err(failed)?;
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt as _;
        let executable = std::fs::Permissions::from_mode(0o700);
        std::fs::set_permissions(&path, executable).map_err(failed)?;
    }
    Ok(path)
}

/// Where the manifest of a browser goes.
#[must_use]
pub fn manifest_path(user_data: &Path) -> PathBuf {
    user_data.join("NativeMessagingHosts").join(format!("{NATIVE_HOST}.json"))
}

/// Makes the host known to the browser whose profiles are in `user_data`.
pub fn register(user_data: &Path, launcher: &Path) -> Result<PathBuf, Error> {
    let path = manifest_path(user_data);
    let text = serde_json::to_string_pretty(&manifest(launcher)).unwrap_or_default();
    write(&path, &text).map_err(|source| Error::Write { path: path.clone(), source })?;
    Ok(path)
}

/// On Windows a browser looks into the registry for the place of the manifest.
pub fn register_in_registry(found: &Found, manifest: &Path) -> Result<(), Error> {
    if !cfg!(windows) {
        return Ok(());
    }
    let key =
        format!(r"HKCU\Software\{}\NativeMessagingHosts\{NATIVE_HOST}", found.family.windows_key);
    let added = std::process::Command::new("reg")
        .args(["add", &key, "/ve", "/t", "REG_SZ", "/f", "/d"])
        .arg(manifest)
        .output();
    let source = match added {
        Ok(output) if output.status.success() => return Ok(()),
        Ok(output) => io::Error::other(String::from_utf8_lossy(&output.stderr).into_owned()),
        Err(error) => error,
    };
    Err(Error::Write { path: key.into(), source })
}

#[must_use]
pub fn registration(user_data: &Path, launcher: &Path) -> Registration {
    let Ok(text) = std::fs::read_to_string(manifest_path(user_data)) else {
        return Registration::Missing;
    };
    match serde_json::from_str::<Manifest>(&text) {
        Ok(found) if found == manifest(launcher) => Registration::Ours,
        _ => Registration::Foreign,
    }
}

fn manifest(launcher: &Path) -> Manifest {
    Manifest {
        name: NATIVE_HOST.to_owned(),
        description: "Tells the Tabwright extension where the daemon is, and starts it".to_owned(),
        path: launcher.to_owned(),
        r#type: "stdio".to_owned(),
        allowed_origins: vec![format!("{}/", extension_origin())],
    }
}

fn write(path: &Path, text: &str) -> io::Result<()> {
    if let Some(folder) = path.parent() {
        std::fs::create_dir_all(folder)?;
    }
    std::fs::write(path, text)
}

fn quoted(path: &Path) -> String {
    format!("'{}'", path.display().to_string().replace('\'', r"'\''"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_manifest_is_ours_only_when_it_leads_to_our_launcher() {
        let folder = tempfile::tempdir().unwrap();
        let ours = folder.path().join("native-host");
        assert_eq!(registration(folder.path(), &ours), Registration::Missing);
        register(folder.path(), &ours).unwrap();
        assert_eq!(registration(folder.path(), &ours), Registration::Ours);
        assert_eq!(registration(folder.path(), Path::new("/else")), Registration::Foreign);
    }

    #[cfg(unix)]
    #[test]
    fn the_launcher_survives_odd_paths() {
        let folder = tempfile::tempdir().unwrap();
        let odd = folder.path().join("it's a 'home'");
        let launcher = write_launcher(folder.path(), Path::new("/bin/echo"), Some(&odd)).unwrap();
        let output = std::process::Command::new(launcher).arg("origin/").output().unwrap();
        assert_eq!(String::from_utf8(output.stdout).unwrap(), "native-host origin/\n");
    }
}
