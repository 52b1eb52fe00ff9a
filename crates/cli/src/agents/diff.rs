//! What would change in a file, for a person to read.

use std::fmt::Write as _;

/// Lines shown on either side, and how much of what stays the same in a line. Little, since other
/// servers' keys stand there, and an agent may be the one who reads this.
const CONTEXT_LINES: usize = 1;
const SAME_CHARS_MAX: usize = 24;

/// In the manner of `diff -u`, in one piece. Empty when nothing changes.
pub(super) fn unified(name: &str, old: Option<&str>, new: Option<&str>) -> String {
    if old == new {
        return String::new();
    }
    let before: Vec<&str> = old.unwrap_or_default().lines().collect();
    let after: Vec<&str> = new.unwrap_or_default().lines().collect();
    let shorter = before.len().min(after.len());
    let same = |(a, b): &(&&str, &&str)| a == b;
    let head = before.iter().zip(&after).take_while(same).count();
    let tail = before.iter().rev().zip(after.iter().rev()).take_while(same).count();
    let tail = tail.min(shorter - head);
    let start = head.saturating_sub(CONTEXT_LINES);
    let shown = |lines: &[&str]| (lines.len() - tail + CONTEXT_LINES.min(tail)) - start;

    let named = |side: Option<&str>| if side.is_some() { name } else { "/dev/null" }.to_owned();
    let mut text = format!("--- {}\n+++ {}\n", named(old), named(new));
    let (first, removed, added) = (start + 1, shown(&before), shown(&after));
    let _ = writeln!(text, "@@ -{first},{removed} +{first},{added} @@");
    let gone = &before[head..before.len() - tail];
    let come = &after[head..after.len() - tail];
    let mut lines = |mark: char, lines: &[&str], others: &[&str]| {
        for (index, line) in lines.iter().enumerate() {
            let line = without_same(line, others.get(index).copied().unwrap_or_default());
            let _ = writeln!(text, "{mark}{line}");
        }
    };
    let (above, below) = (&before[start..head], &after[after.len() - tail..]);
    let below = &below[..CONTEXT_LINES.min(tail)];
    lines(' ', above, above);
    lines('-', gone, come);
    lines('+', come, gone);
    lines(' ', below, below);
    text
}

/// The line with little of what it has in common with another.
fn without_same(line: &str, other: &str) -> String {
    let same = |(a, b): &(char, char)| a == b;
    let chars: Vec<char> = line.chars().collect();
    let head = line.chars().zip(other.chars()).take_while(same).count();
    let room = chars.len().min(other.chars().count()) - head;
    let tail = line.chars().rev().zip(other.chars().rev()).take_while(same).count().min(room);
    let (start, middle, end) =
        (&chars[..head], &chars[head..chars.len() - tail], &chars[chars.len() - tail..]);
    let start: String = match head {
        0..=SAME_CHARS_MAX => start.iter().collect(),
        _ => start[..SAME_CHARS_MAX].iter().chain(&['…']).collect(),
    };
    let end: String = match tail {
        0..=SAME_CHARS_MAX => end.iter().collect(),
        _ => ['…'].iter().chain(&end[tail - SAME_CHARS_MAX..]).collect(),
    };
    start + &middle.iter().collect::<String>() + &end
}

#[cfg(test)]
mod tests {
    use super::unified;

    #[test]
    fn the_keys_of_others_are_not_shown() {
        let keys = r#"    "other": { "env": { "API_KEY": "0123456789" } }"#;
        let (old, new) = (format!("{keys}\n"), format!("{keys},\n  ours\n"));
        assert_eq!(
            unified("f", Some(&old), Some(&new)),
            "--- f\n+++ f\n@@ -1,1 +1,2 @@\n-    \"other\": { \"env\": { …\n+    \"other\": { \"env\": { …,\n+  ours\n"
        );
        let (old, new) = (format!("{keys}\n"), format!("{keys}\nours\n"));
        assert!(!unified("f", Some(&old), Some(&new)).contains("0123456789"));
    }

    #[test]
    fn only_what_changes_is_shown() {
        let (old, new) = ("a\nb\nc\nd\ne\n", "a\nb\nC\nx\nd\ne\n");
        let shown = "--- f\n+++ f\n@@ -2,3 +2,4 @@\n b\n-c\n+C\n+x\n d\n";
        assert_eq!(unified("f", Some(old), Some(new)), shown);
        assert_eq!(unified("f", Some(old), Some(old)), "");
        assert_eq!(unified("f", None, Some("a\n")), "--- /dev/null\n+++ f\n@@ -1,0 +1,1 @@\n+a\n");
        assert_eq!(
            unified("f", Some("a\na\n"), Some("a\n")),
            "--- f\n+++ f\n@@ -1,2 +1,1 @@\n a\n-a\n"
        );
    }
}
