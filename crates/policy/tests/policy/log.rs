//! The log as it is written and read.

use std::fs;
use std::path::Path;
use std::thread;

use tabwright_policy::{AuditLog, LogError, LogLimits, NewEntry};
use tabwright_wire::{LogEntry, LogFilter, Outcome};

use crate::common::{entry, log_files, stored_link, write_log};

const SMALL: LogLimits =
    LogLimits { file_bytes_max: 2_000, age_days_max: 90, total_bytes_max: 1 << 30 };

fn all(folder: &Path) -> Vec<LogEntry> {
    let filter = LogFilter { max: Some(10_000), ..LogFilter::default() };
    AuditLog::read(folder, &filter).unwrap().entries
}

fn seqs(entries: &[LogEntry]) -> Vec<u64> {
    entries.iter().map(|entry| entry.seq).collect()
}

#[test]
fn an_entry_is_there_after_a_flush_with_what_is_private_taken_out() {
    let folder = tempfile::tempdir().unwrap();
    let log = AuditLog::open(folder.path(), LogLimits::default()).unwrap();
    log.write(NewEntry {
        client: "cla\u{202e}ude\n".to_owned(),
        detail: r#"{"password":"hunter2"}"#.to_owned(),
        note: "got token=abcdef".to_owned(),
        ..entry("type")
    });
    log.flush();
    let entries = all(folder.path());
    let [only] = &entries[..] else { panic!("{entries:?}") };
    assert_eq!((only.seq, only.previous.as_str()), (1, "0".repeat(64).as_str()));
    assert_eq!((only.client.as_str(), only.url.as_str()), ("claude", "https://example.com/a"));
    assert_eq!(only.detail, r#"{"password":"[redacted]"}"#);
    assert_eq!(only.note, "got token=[redacted]");
    assert_eq!(only.time.len(), "2026-11-15T16:41:26.123Z".len());
    assert_eq!(AuditLog::verify(folder.path()).unwrap().entries, 1);
}

#[cfg(unix)]
#[test]
fn every_file_is_for_its_owner_only() {
    use std::os::unix::fs::PermissionsExt as _;
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("log");
    write_log(&path, SMALL, 20);
    for item in fs::read_dir(&path).unwrap() {
        let item = item.unwrap();
        assert_eq!(item.metadata().unwrap().permissions().mode() & 0o777, 0o600, "{item:?}");
    }
    assert_eq!(fs::metadata(&path).unwrap().permissions().mode() & 0o777, 0o700);
}

#[test]
fn many_writers_lose_nothing_and_the_chain_holds() {
    let folder = tempfile::tempdir().unwrap();
    let log = AuditLog::open(folder.path(), SMALL).unwrap();
    thread::scope(|scope| {
        for writer in 0..4 {
            let log = &log;
            scope.spawn(move || (0..300).for_each(|n| log.write(entry(&format!("{writer}-{n}")))));
        }
    });
    drop(log);
    let verified = AuditLog::verify(folder.path()).unwrap();
    assert_eq!(verified.entries, 1_200);
    assert!(verified.files > 50);
    assert_eq!(seqs(&all(folder.path())), (1..=1_200).collect::<Vec<_>>());
}

#[test]
fn the_chain_goes_on_when_the_log_is_opened_again() {
    let folder = tempfile::tempdir().unwrap();
    for _ in 0..5 {
        write_log(folder.path(), SMALL, 3);
    }
    assert_eq!(seqs(&all(folder.path())), (1..=15).collect::<Vec<_>>());
    assert_eq!(AuditLog::verify(folder.path()).unwrap().entries, 15);
}

#[test]
fn one_process_at_a_time_writes() {
    let folder = tempfile::tempdir().unwrap();
    let log = AuditLog::open(folder.path(), SMALL).unwrap();
    assert!(matches!(AuditLog::open(folder.path(), SMALL), Err(LogError::Busy(_))));
    drop(log);
    assert!(AuditLog::open(folder.path(), SMALL).is_ok());
}

#[test]
fn the_oldest_files_go_and_what_is_left_still_verifies() {
    let folder = tempfile::tempdir().unwrap();
    let limits = LogLimits { total_bytes_max: 6_000, ..SMALL };
    write_log(folder.path(), limits, 100);
    let total: u64 =
        log_files(folder.path()).iter().map(|file| fs::metadata(file).unwrap().len()).sum();
    assert!(total <= 6_000 + 2_000, "{total}");
    let entries = all(folder.path());
    assert!(entries.len() < 50 && entries.last().unwrap().seq == 100);
    assert_eq!(AuditLog::verify(folder.path()).unwrap().entries, entries.len() as u64);

    let anchor = fs::read_to_string(folder.path().join("anchor")).unwrap();
    assert!(anchor.contains(&format!("\"seq\":{},", entries[0].seq - 1)), "{anchor}");
    write_log(folder.path(), limits, 10);
    assert!(AuditLog::verify(folder.path()).is_ok());
}

#[test]
fn a_crash_between_anchor_and_removal_is_mended() {
    let folder = tempfile::tempdir().unwrap();
    write_log(folder.path(), SMALL, 30);
    let oldest = log_files(folder.path()).remove(0);
    let text = fs::read_to_string(&oldest).unwrap();
    let last = stored_link(text.lines().last().unwrap());
    let anchor = serde_json::json!({ "seq": last.seq, "hash": last.hash });
    fs::write(folder.path().join("anchor"), anchor.to_string()).unwrap();
    assert_eq!(AuditLog::verify(folder.path()).unwrap().entries, 30);
    write_log(folder.path(), SMALL, 0);
    assert!(!oldest.exists());
    assert_eq!(AuditLog::verify(folder.path()).unwrap().entries, 30 - last.seq);
}

#[test]
fn old_files_go_by_the_age_of_their_last_entry() {
    let folder = tempfile::tempdir().unwrap();
    write_log(folder.path(), SMALL, 30);
    let before = log_files(folder.path()).len();
    let limits = LogLimits { age_days_max: 0, ..SMALL };
    write_log(folder.path(), limits, 0);
    assert_eq!((before > 3, log_files(folder.path()).len()), (true, 1), "all but the current one");
    assert!(AuditLog::verify(folder.path()).is_ok());
}

#[test]
fn a_line_torn_anywhere_is_put_aside_and_told() {
    let folder = tempfile::tempdir().unwrap();
    write_log(folder.path(), LogLimits::default(), 2);
    let file = log_files(folder.path()).remove(0);
    let whole = fs::read(&file).unwrap();
    let second = whole.iter().position(|byte| *byte == b'\n').unwrap() + 1;
    let head = fs::read(folder.path().join("head")).unwrap();
    let first = stored_link(std::str::from_utf8(&whole[..second]).unwrap());
    let behind = serde_json::json!({ "seq": 1, "hash": first.hash }).to_string();
    for end in [second + 1, second + 20, whole.len() - 2, whole.len() - 1] {
        fs::write(&file, &whole[..end]).unwrap();
        fs::write(folder.path().join("head"), &behind).unwrap();
        assert_eq!(AuditLog::verify(folder.path()).unwrap().entries, 1, "before it is mended");

        write_log(folder.path(), LogLimits::default(), 1);
        let entries = all(folder.path());
        assert_eq!(seqs(&entries), [1, 2, 3]);
        assert_eq!(
            (entries[1].operation.as_str(), entries[2].operation.as_str()),
            ("log-recovered", "operation-0")
        );
        assert!(entries[1].note.contains("torn-2.txt"), "{}", entries[1].note);
        assert_eq!(fs::read(folder.path().join("torn-2.txt")).unwrap(), &whole[second..end]);
        assert_eq!(AuditLog::verify(folder.path()).unwrap().entries, 3);
    }
    fs::write(&file, &whole).unwrap();
    fs::write(folder.path().join("head"), head).unwrap();
    assert_eq!(AuditLog::verify(folder.path()).unwrap().entries, 2);
}

#[test]
fn the_newest_that_fit_are_found_over_all_files() {
    let folder = tempfile::tempdir().unwrap();
    let log = AuditLog::open(folder.path(), SMALL).unwrap();
    for number in 0..200 {
        let odd = number % 2 == 1;
        log.write(NewEntry {
            client: if odd { "codex" } else { "claude" }.to_owned(),
            url: format!("https://site{}.org/", number % 10),
            outcome: if number == 77 { Outcome::Refused } else { Outcome::Done },
            note: format!("Number {number} is done"),
            ..entry(if odd { "click" } else { "type" })
        });
    }
    drop(log);
    let read = |filter: LogFilter| seqs(&AuditLog::read(folder.path(), &filter).unwrap().entries);
    let filter = LogFilter::default;
    assert_eq!(read(filter()), (101..=200).collect::<Vec<_>>(), "100 without a number");
    assert_eq!(read(LogFilter { max: Some(3), ..filter() }), [198, 199, 200]);
    assert_eq!(read(LogFilter { max: Some(0), ..filter() }), Vec::<u64>::new());
    assert_eq!(
        read(LogFilter { client: Some("CODEX".into()), max: Some(2), ..filter() }),
        [198, 200]
    );
    assert_eq!(
        read(LogFilter { operation: Some("ty*".into()), max: Some(2), ..filter() }),
        [197, 199]
    );
    assert_eq!(
        read(LogFilter { site: Some("site3.org".into()), max: Some(2), ..filter() }),
        [184, 194]
    );
    assert_eq!(read(LogFilter { outcome: Some(Outcome::Refused), ..filter() }), [78]);
    let words = Some("DONE number 42".into());
    assert_eq!(read(LogFilter { words, ..filter() }), [43, 143]);
    assert_eq!(read(LogFilter { since: Some("2000-01-01".into()), ..filter() }).len(), 100);
    assert_eq!(read(LogFilter { since: Some("2999".into()), ..filter() }), Vec::<u64>::new());

    let bad = LogFilter { since: Some("yesterday".into()), ..filter() };
    assert!(matches!(AuditLog::read(folder.path(), &bad), Err(LogError::BadSince(_))));
    let bad = LogFilter { site: Some("a/b".into()), ..filter() };
    assert!(matches!(AuditLog::read(folder.path(), &bad), Err(LogError::BadSite { .. })));
    let nowhere = folder.path().join("nowhere");
    assert!(AuditLog::read(&nowhere, &filter()).unwrap().entries.is_empty());
    assert_eq!(AuditLog::verify(&nowhere).unwrap().entries, 0);
}

#[test]
fn reading_and_verifying_beside_a_writer_find_a_whole_log() {
    let folder = tempfile::tempdir().unwrap();
    let limits = LogLimits { total_bytes_max: 60_000, ..SMALL };
    let log = AuditLog::open(folder.path(), limits).unwrap();
    thread::scope(|scope| {
        let writing = scope.spawn(|| (0..1_500).for_each(|_| log.write(entry("operation"))));
        while !writing.is_finished() {
            let found = seqs(&all(folder.path()));
            assert!(found.windows(2).all(|pair| pair[0] + 1 == pair[1]), "{found:?}");
            AuditLog::verify(folder.path()).unwrap();
        }
    });
}

#[test]
fn a_log_that_cannot_be_written_says_so_until_it_can() {
    let home = tempfile::tempdir().unwrap();
    let (folder, aside) = (home.path().join("log"), home.path().join("aside"));
    let log = AuditLog::open(&folder, LogLimits::default()).unwrap();
    log.write(entry("click"));
    log.flush();
    log.check().unwrap();
    fs::rename(&folder, &aside).unwrap();
    fs::write(&folder, "").unwrap();
    log.write(entry("click"));
    log.flush();
    let error = log.check().unwrap_err();
    assert!(matches!(error, LogError::Unwritable { .. }), "{error}");
    assert!(error.fix().contains("Make room on the disk"));
    // What is refused is written as far as that goes, and makes nothing well.
    log.write(entry("click"));
    log.flush();
    log.check().unwrap_err();
    fs::remove_file(&folder).unwrap();
    fs::rename(&aside, &folder).unwrap();
    log.flush();
    log.check().unwrap();
    drop(log);
    assert_eq!(AuditLog::verify(&folder).unwrap().entries, 3);
}
