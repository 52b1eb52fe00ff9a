//! Nothing that was acknowledged is lost when the process is killed in the middle of writes.

#![allow(clippy::unwrap_used)]

use std::io::{BufRead as _, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use tabwright_store::{Store, check};

const KILLS: u32 = 200;
/// Read from each child before it is killed.
const ACKNOWLEDGED_MAX: u32 = 12;
/// Tells the child where the file is.
const FILE: &str = "TABWRIGHT_STORE_KILL_TEST";
const ACKNOWLEDGED: &str = "acknowledged ";

#[tokio::test]
async fn nothing_acknowledged_is_lost_when_the_writer_is_killed_200_times() {
    let seed = fastrand::u64(..);
    println!("seed {seed}");
    let mut random = fastrand::Rng::with_seed(seed);
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("tabwright.db");
    let mut lost_in_flight = 0;
    let mut last = 0;
    for kill in 1..=KILLS {
        // Zero: it may be killed while it opens the file, recovers the log or migrates.
        let reads = random.u32(0..=ACKNOWLEDGED_MAX);
        let acknowledged = write_until_killed(&file, reads).unwrap_or(last);
        let rows = rows(&file).await;
        assert!(
            rows >= acknowledged,
            "row {acknowledged} was acknowledged, and after kill {kill} there are {rows} (seed {seed})"
        );
        lost_in_flight += u32::from(rows > acknowledged);
        last = rows;
    }
    println!("{last} rows; after {lost_in_flight} kills there was more than was acknowledged");
    assert!(last > 0);
}

/// Kills the child after so many acknowledgements; it goes on writing while we read and kill. Gives the
/// number of the last row that was acknowledged.
fn write_until_killed(file: &Path, reads: u32) -> Option<u32> {
    let mut child = Command::new(std::env::current_exe().unwrap())
        .args(["--exact", "the_child_that_is_killed", "--ignored", "--nocapture"])
        .env(FILE, file)
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let mut lines = BufReader::new(child.stdout.take().unwrap()).lines().map(Result::unwrap);
    let number = |line: String| line.strip_prefix(ACKNOWLEDGED)?.parse::<u32>().ok();
    let seen = lines.by_ref().filter_map(number).take(reads as usize).last();
    child.kill().unwrap();
    // What it said before it died counts as well.
    let rest = lines.filter_map(number).last();
    child.wait().unwrap();
    assert!(reads == 0 || seen.is_some(), "the child ended by itself");
    rest.or(seen)
}

/// How many rows there are: they must be numbered from one without a gap, and the file must be sound.
async fn rows(file: &Path) -> u32 {
    if !file.exists() {
        return 0;
    }
    let store = Store::open(file).await.unwrap();
    let rows = store
        .write(|it| {
            it.execute_batch(NUMBERED)?;
            let count = "SELECT count(*), coalesce(max(number), 0) FROM numbered";
            it.query_row(count, (), |row| Ok((row.get::<_, u32>(0)?, row.get::<_, u32>(1)?)))
        })
        .await
        .unwrap();
    store.close().await;
    check(file).unwrap();
    assert_eq!(rows.0, rows.1, "a row in the middle is missing");
    rows.0
}

const NUMBERED: &str =
    "CREATE TABLE IF NOT EXISTS numbered (number INTEGER PRIMARY KEY, filling BLOB)";

#[tokio::test]
#[ignore = "the child of the test above; writes until it is killed"]
async fn the_child_that_is_killed() {
    let file = PathBuf::from(std::env::var_os(FILE).unwrap());
    let store = Store::open(&file).await.unwrap();
    store
        .write(|it| {
            // The log is taken into the file after every few rows, so that some kills fall into that.
            it.query_row("PRAGMA wal_autocheckpoint = 8", (), |_| Ok(()))?;
            it.execute_batch(NUMBERED)
        })
        .await
        .unwrap();
    loop {
        let size = fastrand::u32(1..8_000);
        let insert = "INSERT INTO numbered (filling) VALUES (randomblob(?1)) RETURNING number";
        let number: u32 =
            store.write(move |it| it.query_row(insert, [size], |row| row.get(0))).await.unwrap();
        println!("{ACKNOWLEDGED}{number}");
    }
}
