//! Reads what must not be seen: from the terminal without showing it, or from stdin.

use std::io::{self, IsTerminal as _, Read as _};

/// More is no secret that a person has.
const BYTES_MAX: u64 = 64 * 1024;

/// Without the line's end.
pub(crate) fn read(prompt: &str) -> io::Result<String> {
    let mut value = String::new();
    if io::stdin().is_terminal() {
        eprint!("{prompt}");
        let _quiet = Quiet::begin();
        io::stdin().read_line(&mut value)?;
        eprintln!();
    } else {
        io::stdin().take(BYTES_MAX).read_to_string(&mut value)?;
    }
    Ok(value.trim_end_matches(['\n', '\r']).to_owned())
}

/// The terminal shows nothing of what is typed.
#[cfg(unix)]
struct Quiet(Option<rustix::termios::Termios>);

#[cfg(unix)]
impl Quiet {
    fn begin() -> Self {
        use rustix::termios::{LocalModes, OptionalActions, tcgetattr, tcsetattr};
        let Ok(before) = tcgetattr(io::stdin()) else { return Self(None) };
        let mut quiet = before.clone();
        quiet.local_modes.remove(LocalModes::ECHO);
        Self(tcsetattr(io::stdin(), OptionalActions::Now, &quiet).ok().map(|()| before))
    }
}

#[cfg(unix)]
impl Drop for Quiet {
    fn drop(&mut self) {
        use rustix::termios::{OptionalActions, tcsetattr};
        if let Some(before) = &self.0 {
            let _ = tcsetattr(io::stdin(), OptionalActions::Now, before);
        }
    }
}

#[cfg(not(unix))]
struct Quiet;

#[cfg(not(unix))]
impl Quiet {
    fn begin() -> Self {
        Self
    }
}
