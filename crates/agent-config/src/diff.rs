//! What would change in a file, for a person to read.

use std::fmt::Write as _;

use similar::udiff::UnifiedHunkHeader;
use similar::{DiffOp, TextDiff};

/// Lines shown on either side, and how much of what stays the same in a line. Little, since other
/// servers' keys stand there, and an agent may be the one who reads this.
const CONTEXT_LINES: usize = 1;
const SAME_CHARS_MAX: usize = 24;

/// In the manner of `diff -u`. Empty when nothing changes.
pub(crate) fn unified(name: &str, old: Option<&str>, new: Option<&str>) -> String {
    if old == new {
        return String::new();
    }
    let before: Vec<&str> = old.unwrap_or_default().lines().collect();
    let after: Vec<&str> = new.unwrap_or_default().lines().collect();
    let named = |side: Option<&str>| if side.is_some() { name } else { "/dev/null" }.to_owned();
    let mut text = format!("--- {}\n+++ {}\n", named(old), named(new));
    for hunk in TextDiff::from_slices(&before, &after).grouped_ops(CONTEXT_LINES) {
        let _ = writeln!(text, "{}", UnifiedHunkHeader::new(&hunk));
        for change in &hunk {
            let (gone, come) = (&before[change.old_range()], &after[change.new_range()]);
            match change {
                DiffOp::Equal { .. } => write_lines(&mut text, ' ', gone, gone),
                _ => {
                    write_lines(&mut text, '-', gone, come);
                    write_lines(&mut text, '+', come, gone);
                }
            }
        }
    }
    text
}

/// Each line with little of what it has in common with its counterpart.
fn write_lines(text: &mut String, mark: char, lines: &[&str], others: &[&str]) {
    for (index, line) in lines.iter().enumerate() {
        let line = without_same(line, others.get(index).copied().unwrap_or_default());
        let _ = writeln!(text, "{mark}{line}");
    }
}

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
            "--- f\n+++ f\n@@ -1 +1,2 @@\n-    \"other\": { \"env\": { …\n+    \"other\": { \"env\": { …,\n+  ours\n"
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
        assert_eq!(unified("f", None, Some("a\n")), "--- /dev/null\n+++ f\n@@ -0,0 +1 @@\n+a\n");
        assert_eq!(
            unified("f", Some("a\na\n"), Some("a\n")),
            "--- f\n+++ f\n@@ -1,2 +1 @@\n a\n-a\n"
        );
        let (old, new) = ("a\nb\nc\nd\ne\nf\n", "A\nb\nc\nd\ne\nF\n");
        let shown = "--- f\n+++ f\n@@ -1,2 +1,2 @@\n-a\n+A\n b\n@@ -5,2 +5,2 @@\n e\n-f\n+F\n";
        assert_eq!(unified("f", Some(old), Some(new)), shown, "what lies far apart is not joined");
    }
}
