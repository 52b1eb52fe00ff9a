//! Whose a file or folder is. What another user could have written is not trusted.

use std::fs;
use std::io;
use std::path::Path;

/// Why something that is there is not used.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NotOurs {
    /// It leads to a place that somebody else may have chosen.
    Link,
    /// It is no ordinary file.
    NoFile,
    OtherOwner,
    /// Others could have written it.
    Writable,
}

impl NotOurs {
    /// To follow the name of what it is about.
    #[must_use]
    pub fn describe(self) -> &'static str {
        match self {
            Self::Link => "is a symbolic link",
            Self::NoFile => "is not a file",
            Self::OtherOwner => "belongs to another user",
            Self::Writable => "can be written by other users",
        }
    }
}

/// Checks that a file is one that only this user can have written; `None` if it is.
pub fn check_file(path: &Path) -> io::Result<Option<NotOurs>> {
    let file = fs::symlink_metadata(path)?;
    if file.is_symlink() {
        return Ok(Some(NotOurs::Link));
    }
    if !file.is_file() {
        return Ok(Some(NotOurs::NoFile));
    }
    #[cfg(unix)]
    {
        use std::os::unix::fs::MetadataExt as _;
        if file.uid() != rustix::process::geteuid().as_raw() {
            return Ok(Some(NotOurs::OtherOwner));
        }
        if file.mode() & 0o022 != 0 {
            return Ok(Some(NotOurs::Writable));
        }
    }
    Ok(None)
}

/// Closes a folder to other users, whoever had opened it. One that belongs to another user cannot be
/// closed; only root may use it.
pub fn close_folder(path: &Path) -> io::Result<Option<NotOurs>> {
    #[cfg(unix)]
    {
        use std::os::unix::fs::{MetadataExt as _, PermissionsExt as _};
        let folder = fs::metadata(path)?;
        let user = rustix::process::geteuid();
        if folder.uid() != user.as_raw() && !user.is_root() {
            return Ok(Some(NotOurs::OtherOwner));
        }
        if folder.mode() & 0o077 != 0 {
            fs::set_permissions(path, fs::Permissions::from_mode(0o700))?;
        }
    }
    #[cfg(not(unix))]
    let _ = path;
    Ok(None)
}

#[cfg(all(test, unix))]
mod tests {
    #![allow(clippy::unwrap_used)]

    use std::os::unix::fs::{PermissionsExt as _, symlink};

    use super::*;

    fn chmod(path: &Path, mode: u32) {
        fs::set_permissions(path, fs::Permissions::from_mode(mode)).unwrap();
    }

    #[test]
    fn a_file_is_ours_when_nobody_else_could_write_it() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("file");
        fs::write(&file, "x").unwrap();
        for (mode, found) in [
            (0o600, None),
            (0o644, None),
            (0o622, Some(NotOurs::Writable)),
            (0o660, Some(NotOurs::Writable)),
        ] {
            chmod(&file, mode);
            assert_eq!(check_file(&file).unwrap(), found, "{mode:o}");
        }
        let link = folder.path().join("link");
        symlink(&file, &link).unwrap();
        assert_eq!(check_file(&link).unwrap(), Some(NotOurs::Link));
        assert_eq!(check_file(folder.path()).unwrap(), Some(NotOurs::NoFile));
        assert!(check_file(&folder.path().join("none")).is_err());
    }

    #[test]
    fn a_file_of_another_user_is_not_ours() {
        if !rustix::process::geteuid().is_root() {
            return;
        }
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("file");
        fs::write(&file, "x").unwrap();
        chmod(&file, 0o600);
        std::os::unix::fs::chown(&file, Some(1234), None).unwrap();
        assert_eq!(check_file(&file).unwrap(), Some(NotOurs::OtherOwner));
    }

    #[test]
    fn a_folder_is_closed_to_others() {
        let folder = tempfile::tempdir().unwrap();
        chmod(folder.path(), 0o777);
        assert_eq!(close_folder(folder.path()).unwrap(), None);
        assert_eq!(fs::metadata(folder.path()).unwrap().permissions().mode() & 0o777, 0o700);
    }

    #[test]
    fn a_link_in_the_place_of_a_private_file_is_not_followed() {
        let folder = tempfile::tempdir().unwrap();
        let (theirs, link) = (folder.path().join("theirs"), folder.path().join("log"));
        fs::write(&theirs, "precious").unwrap();
        symlink(&theirs, &link).unwrap();
        let mut options = fs::OpenOptions::new();
        assert!(crate::private(options.create(true).append(true)).open(&link).is_err());
        assert_eq!(fs::read_to_string(&theirs).unwrap(), "precious");
    }
}
