//! A writer that is killed in the middle of it, many times.

use std::env;
use std::io::{BufRead as _, BufReader};
use std::path::Path;
use std::process::{Command, Stdio};

use tabwright_policy::{AuditLog, LogLimits};
use tabwright_wire::LogFilter;

use crate::common::entry;

const FOLDER_VARIABLE: &str = "TABWRIGHT_TEST_LOG_FOLDER";
const ROUNDS: usize = 25;
/// Files are begun and removed all the time.
const TINY: LogLimits =
    LogLimits { file_bytes_max: 3_000, age_days_max: 90, total_bytes_max: 30_000 };

#[test]
#[ignore = "is started and killed by the test below"]
fn writes_until_it_is_killed() {
    let Some(folder) = env::var_os(FOLDER_VARIABLE) else { return };
    let log = AuditLog::open(Path::new(&folder), TINY).unwrap();
    loop {
        for _ in 0..7 {
            log.write(entry("operation"));
        }
        log.flush();
        println!("flushed {}", last_seq(Path::new(&folder)));
    }
}

#[test]
fn what_was_flushed_outlives_every_kill() {
    let folder = tempfile::tempdir().unwrap();
    let mut flushed = 0;
    for round in 0..ROUNDS {
        let mut writer = Command::new(env::current_exe().unwrap())
            .args(["crash::writes_until_it_is_killed", "--exact", "--ignored", "--nocapture"])
            .env(FOLDER_VARIABLE, folder.path())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let lines = BufReader::new(writer.stdout.take().unwrap()).lines();
        let told = lines.map(Result::unwrap).filter_map(|line| {
            line.rsplit_once("flushed ").and_then(|(_, seq)| seq.parse::<u64>().ok())
        });
        let kill_after = usize::try_from(getrandom::u32().unwrap() % 10 + 1).unwrap();
        for seq in told.take(kill_after) {
            flushed = seq;
        }
        writer.kill().unwrap();
        writer.wait().unwrap();

        let before = AuditLog::verify(folder.path()).unwrap();
        assert!(last_seq(folder.path()) >= flushed, "round {round}");
        drop(AuditLog::open(folder.path(), TINY).unwrap());
        let after = AuditLog::verify(folder.path()).unwrap();
        assert!(before.entries > 0 && after.entries > 0, "round {round}");
    }
    assert!(flushed >= 7 * ROUNDS as u64);
}

fn last_seq(folder: &Path) -> u64 {
    let filter = LogFilter { max: Some(1), ..LogFilter::default() };
    AuditLog::read(folder, &filter).unwrap().entries.last().map_or(0, |entry| entry.seq)
}
