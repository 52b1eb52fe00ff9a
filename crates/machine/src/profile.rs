//! A profile folder of ours: made ready for an unpacked extension, and who runs in it. A browser
//! that outlived the daemon that started it is found again by the lock Chromium keeps there.

use std::path::Path;
use std::{fs, io};

/// Without developer mode Chromium blocks an unpacked extension for good once it is reloaded.
const PREFERENCES: &str = r#"{"extensions":{"ui":{"developer_mode":true}}}"#;

/// Makes the folder, and in a new one the preferences that our extension needs.
pub(crate) fn prepare(user_data: &Path) -> io::Result<()> {
    let folder = user_data.join("Default");
    fs::create_dir_all(&folder)?;
    let preferences = folder.join("Preferences");
    if preferences.exists() { Ok(()) } else { fs::write(preferences, PREFERENCES) }
}

/// The process that holds the profile, if one does.
#[cfg(unix)]
#[must_use]
pub fn holder_pid(user_data: &Path) -> Option<u32> {
    // Chromium's lock is a link to "host-pid" that stays behind after a crash.
    let lock = fs::read_link(user_data.join("SingletonLock")).ok()?;
    let pid: u32 = lock.to_str()?.rsplit_once('-')?.1.parse().ok()?;
    rustix::process::test_kill_process(crate::launch::unix_pid(pid)?).ok()?;
    Some(pid)
}

/// Asks the browser in this profile to quit; true when nobody is left in it.
#[cfg(unix)]
pub async fn stop_holder(user_data: &Path) -> bool {
    use rustix::process::{Signal, kill_process};
    use std::time::Duration;

    for signal in [Signal::TERM, Signal::KILL] {
        let Some(pid) = holder_pid(user_data).and_then(crate::launch::unix_pid) else {
            return true;
        };
        let _ = kill_process(pid, signal);
        // It is not our child: nothing tells us when it goes.
        for _ in 0..50 {
            if holder_pid(user_data).is_none() {
                return true;
            }
            tokio::time::sleep(Duration::from_millis(100)).await;
        }
    }
    holder_pid(user_data).is_none()
}

#[cfg(not(unix))]
#[must_use]
pub fn holder_pid(_user_data: &Path) -> Option<u32> {
    None
}

#[cfg(not(unix))]
pub async fn stop_holder(_user_data: &Path) -> bool {
    true
}

#[cfg(test)]
#[cfg(unix)]
mod tests {
    use super::*;

    #[test]
    fn a_lock_counts_only_while_its_process_lives() {
        let profile = tempfile::tempdir().unwrap();
        let lock = profile.path().join("SingletonLock");
        assert_eq!(holder_pid(profile.path()), None);

        let mut child = std::process::Command::new("sleep").arg("60").spawn().unwrap();
        std::os::unix::fs::symlink(format!("a-host-{}", child.id()), &lock).unwrap();
        assert_eq!(holder_pid(profile.path()), Some(child.id()));

        child.kill().unwrap();
        child.wait().unwrap();
        assert_eq!(holder_pid(profile.path()), None);
    }
}
