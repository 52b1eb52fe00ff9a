//! Every way to change a log is noticed.

use std::fs;
use std::path::Path;

use tabwright_policy::{AuditLog, Flaw, LogLimits};
use tempfile::TempDir;

use crate::common::{entry, log_files, stored_link, write_log};

const SMALL: LogLimits =
    LogLimits { file_bytes_max: 2_000, age_days_max: 90, total_bytes_max: 1 << 30 };

fn log() -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    write_log(folder.path(), SMALL, 30);
    assert!(log_files(folder.path()).len() >= 4);
    folder
}

fn edit(file: &Path, change: impl FnOnce(&mut Vec<String>)) {
    let text = fs::read_to_string(file).unwrap();
    let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
    change(&mut lines);
    fs::write(file, lines.iter().map(|line| line.clone() + "\n").collect::<String>()).unwrap();
}

fn flaw(folder: &Path) -> (usize, u64, Flaw) {
    let broken = AuditLog::verify(folder).unwrap_err();
    (broken.line, broken.seq, broken.why)
}

#[test]
fn lines_changed_removed_inserted_or_moved_are_found_where_they_are() {
    type Change = fn(&mut Vec<String>);
    type Expected = fn(&Flaw) -> bool;
    let cases: [(&str, Change, usize, Expected); 10] = [
        (
            "a word changed",
            |lines| lines[1] = lines[1].replace("hello", "hallo"),
            2,
            |flaw| *flaw == Flaw::Changed,
        ),
        (
            "its hash changed",
            |lines| {
                let hash = stored_link(&lines[1]).hash;
                lines[1] = lines[1].replace(&hash, &"a".repeat(64));
            },
            2,
            |flaw| *flaw == Flaw::Changed,
        ),
        (
            "what it follows changed",
            |lines| {
                let previous = stored_link(&lines[1]).previous;
                lines[1] = lines[1].replace(&previous, &"a".repeat(64));
            },
            2,
            |flaw| *flaw == Flaw::Changed,
        ),
        (
            "a line removed",
            |lines| drop(lines.remove(1)),
            2,
            |flaw| matches!(flaw, Flaw::OutOfPlace { .. }),
        ),
        (
            "a line twice",
            |lines| lines.insert(1, lines[1].clone()),
            3,
            |flaw| matches!(flaw, Flaw::OutOfPlace { .. }),
        ),
        (
            "a line of somebody's",
            |lines| lines.insert(1, "{}".to_owned()),
            2,
            |flaw| *flaw == Flaw::NotAnEntry,
        ),
        (
            "an empty line",
            |lines| lines.insert(1, String::new()),
            2,
            |flaw| *flaw == Flaw::NotAnEntry,
        ),
        (
            "two lines swapped",
            |lines| lines.swap(0, 1),
            1,
            |flaw| matches!(flaw, Flaw::OutOfPlace { .. }),
        ),
        ("a space more", |lines| lines[1].insert(1, ' '), 2, |flaw| *flaw == Flaw::NotAnEntry),
        (
            "a field more",
            |lines| lines[1].insert_str(1, "\"more\":1,"),
            2,
            |flaw| *flaw == Flaw::NotAnEntry,
        ),
    ];
    for (what, change, line, expected) in cases {
        for number in 0..2 {
            let folder = log();
            let file = log_files(folder.path()).remove(number);
            edit(&file, change);
            let broken = AuditLog::verify(folder.path()).unwrap_err();
            assert_eq!((&broken.file, broken.line), (&file, line), "{what}: {broken}");
            assert!(expected(&broken.why), "{what}: {broken}");
        }
    }
}

#[test]
fn an_entry_changed_together_with_its_hash_does_not_fit_the_next() {
    let folder = log();
    let donor = log();
    let file = log_files(folder.path()).remove(0);
    let other = fs::read_to_string(log_files(donor.path()).remove(0)).unwrap();
    edit(&file, |lines| lines[0] = other.lines().next().unwrap().to_owned());
    assert_eq!(flaw(folder.path()), (2, 2, Flaw::Unchained));
}

#[test]
fn removed_files_are_found() {
    let folder = log();
    fs::remove_file(&log_files(folder.path())[1]).unwrap();
    assert!(matches!(flaw(folder.path()).2, Flaw::OutOfPlace { .. }), "in the middle");

    let folder = log();
    fs::remove_file(&log_files(folder.path())[0]).unwrap();
    assert!(matches!(flaw(folder.path()).2, Flaw::OutOfPlace { .. }), "at the beginning");

    let folder = log();
    fs::remove_file(log_files(folder.path()).last().unwrap()).unwrap();
    assert_eq!(flaw(folder.path()).2, Flaw::Cut { head: 30 }, "at the end");

    let folder = log();
    log_files(folder.path()).iter().for_each(|file| fs::remove_file(file).unwrap());
    assert_eq!(flaw(folder.path()).2, Flaw::Cut { head: 30 }, "all");
}

#[test]
fn a_tail_cut_off_is_found_and_stays_found_when_the_log_goes_on() {
    for whole_lines in [true, false] {
        let folder = log();
        let file = log_files(folder.path()).pop().unwrap();
        let text = fs::read(&file).unwrap();
        let cut = if whole_lines {
            text[..text.len() - 1].iter().rposition(|byte| *byte == b'\n').map_or(0, |at| at + 1)
        } else {
            text.len() - 10
        };
        fs::write(&file, &text[..cut]).unwrap();
        assert_eq!(flaw(folder.path()).2, Flaw::Cut { head: 30 });

        write_log(folder.path(), SMALL, 5);
        let (_, seq, why) = flaw(folder.path());
        assert_eq!((seq, why), (30, Flaw::OutOfPlace { found: 31 }));
    }
}

#[test]
fn a_tail_written_anew_is_found() {
    let folder = log();
    let donor = log();
    let last = |folder: &Path| log_files(folder).pop().unwrap();
    let text = fs::read_to_string(last(donor.path())).unwrap();
    fs::write(last(folder.path()), text).unwrap();
    assert_eq!(flaw(folder.path()).2, Flaw::Unchained);
}

#[test]
fn a_head_or_anchor_that_is_gone_or_wrong_is_found() {
    let folder = log();
    fs::remove_file(folder.path().join("head")).unwrap();
    assert_eq!(flaw(folder.path()).2, Flaw::NoHead);

    let folder = log();
    fs::write(folder.path().join("head"), "{").unwrap();
    assert!(matches!(flaw(folder.path()).2, Flaw::Unreadable(_)));

    let folder = log();
    let wrong = format!("{{\"seq\":30,\"hash\":\"{}\"}}", "b".repeat(64));
    fs::write(folder.path().join("head"), &wrong).unwrap();
    assert_eq!(flaw(folder.path()).2, Flaw::NotAsRemembered("head"));

    let folder = log();
    fs::write(folder.path().join("anchor"), wrong.replace("30", "12")).unwrap();
    assert_eq!(flaw(folder.path()).2, Flaw::NotAsRemembered("anchor"));

    let folder = tempfile::tempdir().unwrap();
    let limits = LogLimits { total_bytes_max: 4_000, ..SMALL };
    write_log(folder.path(), limits, 50);
    AuditLog::verify(folder.path()).unwrap();
    fs::remove_file(folder.path().join("anchor")).unwrap();
    assert!(matches!(flaw(folder.path()).2, Flaw::OutOfPlace { .. }));
}

#[test]
fn a_head_behind_the_log_is_what_a_crash_leaves() {
    let folder = log();
    let head = fs::read(folder.path().join("head")).unwrap();
    let log = AuditLog::open(folder.path(), SMALL).unwrap();
    log.write(entry("more"));
    drop(log);
    fs::write(folder.path().join("head"), head).unwrap();
    assert_eq!(AuditLog::verify(folder.path()).unwrap().entries, 31);
}
