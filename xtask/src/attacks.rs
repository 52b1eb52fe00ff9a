//! The attack suite by itself, with one sum at its end.

use std::io::{BufRead as _, BufReader};
use std::process::Stdio;

use anyhow::{Context as _, ensure};

use crate::steps::command;

/// Runs the suite and adds up what its tests say they tried: `N held, M broken` each.
pub(crate) fn run() -> anyhow::Result<()> {
    let args = ["nextest", "run", "--package", "tabwright", "--test", "attacks", "--no-fail-fast"];
    let mut suite = command("cargo", &args);
    suite.args(["--success-output", "final"]).stderr(Stdio::piped());
    let mut suite = suite.spawn().context("cargo nextest cannot be started")?;
    let said = suite.stderr.take().context("cargo nextest says nothing")?;
    let (mut held, mut broken) = (0, 0);
    for line in BufReader::new(said).lines() {
        let line = line?;
        match tally(&line) {
            Some((more_held, more_broken)) => {
                held += more_held;
                broken += more_broken;
            }
            None if is_told(&line) => eprintln!("{line}"),
            None => {}
        }
    }
    let ended = suite.wait()?;
    println!("{held} held, {broken} broken");
    ensure!(ended.success() && broken == 0 && held > 0, "the rules were walked around");
    Ok(())
}

fn tally(line: &str) -> Option<(u32, u32)> {
    let (held, broken) = line.trim().strip_suffix(" broken")?.split_once(" held, ")?;
    Some((held.parse().ok()?, broken.parse().ok()?))
}

/// How each test went and what broke; not what one that passed has printed.
fn is_told(line: &str) -> bool {
    ["PASS [", "FAIL [", "Summary [", "broken:", "panicked"].iter().any(|word| line.contains(word))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tally_is_read_where_it_is_one() {
        assert_eq!(tally("    17 held, 2 broken"), Some((17, 2)));
        assert_eq!(tally("17 held"), None);
        assert_eq!(tally("many held, 2 broken"), None);
    }
}
