//! How the command line formats what a person reads.

use std::env;
use std::fs;
use std::path::Path;
use std::time::Duration;

use serde::Serialize;

/// "3 s", "12 min", "5 h", "2 d".
pub(crate) fn span(ms: u64) -> String {
    let seconds = Duration::from_millis(ms).as_secs();
    match seconds {
        0..60 => format!("{seconds} s"),
        60..3_600 => format!("{} min", seconds / 60),
        3_600..86_400 => format!("{} h", seconds / 3_600),
        _ => format!("{} d", seconds / 86_400),
    }
}

/// "512 B", "45 kB", "1.2 MB".
pub(crate) fn size(bytes: u64) -> String {
    match bytes {
        0..1_000 => format!("{bytes} B"),
        1_000..1_000_000 => format!("{} kB", bytes / 1_000),
        _ => format!("{}.{} MB", bytes / 1_000_000, bytes % 1_000_000 / 100_000),
    }
}

/// One thing that was done or found.
pub(crate) fn line(mark: &str, subject: &str, text: &str) {
    println!("{mark:<4} {subject:<14} {text}");
}

pub(crate) fn json(value: &impl Serialize) -> anyhow::Result<()> {
    println!("{}", serde_json::to_string_pretty(value)?);
    Ok(())
}

/// A page's words on one line: no line ends, nothing that a terminal would take for a command, and nothing
/// that hides or reorders letters.
pub(crate) fn one_line(text: &str) -> String {
    tabwright_wire::one_line(text, usize::MAX)
}

/// How a person can start this program from the same shell: by its name where the search path finds it, else
/// by its path. Hints that are printed must work when they are typed.
pub(crate) fn program() -> String {
    const NAME: &str = "tabwright";
    let Ok(this) = env::current_exe() else { return NAME.to_owned() };
    let whole = |path: &Path| fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
    let file = this.file_name().unwrap_or_default();
    let found = env::split_paths(&env::var_os("PATH").unwrap_or_default())
        .map(|folder| folder.join(file))
        .find(|path| path.is_file());
    match found {
        Some(found) if whole(&found) == whole(&this) => NAME.to_owned(),
        _ => shell_quoted(&this.display().to_string()),
    }
}

/// A word for a shell, in quotes where it needs them.
pub(crate) fn shell_quoted(word: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || "/._-+=:@%\\".contains(c);
    if !word.is_empty() && word.chars().all(plain) {
        return word.to_owned();
    }
    format!("'{}'", word.replace('\'', r"'\''"))
}

/// A page's words on one line, truncated to this many characters.
pub(crate) fn cut(text: &str, chars_max: usize) -> String {
    let text = one_line(text);
    if text.chars().count() <= chars_max {
        return text;
    }
    text.chars().take(chars_max - 1).chain(['…']).collect()
}

#[cfg(test)]
mod tests {
    #[test]
    fn spans_read_as_people_say_them() {
        let spans = [0, 59_999, 60_000, 7_200_000, 172_800_000].map(super::span);
        assert_eq!(spans, ["0 s", "59 s", "1 min", "2 h", "2 d"]);
    }

    #[test]
    fn sizes_read_as_people_say_them() {
        let sizes = [0, 999, 45_056, 999_999, 1_250_000].map(super::size);
        assert_eq!(sizes, ["0 B", "999 B", "45 kB", "999 kB", "1.2 MB"]);
    }

    #[test]
    fn a_word_reaches_the_program_whole() {
        let words = ["/opt/tabwright", "/home/me/my tools/tabwright", "it's"];
        let quoted = ["/opt/tabwright", "'/home/me/my tools/tabwright'", r"'it'\''s'"];
        assert_eq!(words.map(super::shell_quoted), quoted);
    }

    #[test]
    fn a_page_cannot_speak_to_the_terminal() {
        assert_eq!(super::one_line(" a\n\tb \u{1b}[31mc\u{7}"), "a b [31mc");
        assert_eq!(super::cut("Train times", 6), "Train…");
        assert_eq!(super::cut("Bern", 4), "Bern");
    }
}
