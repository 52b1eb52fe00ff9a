//! Which tests took longest, from the JUnit report that nextest writes (`.config/nextest.toml`).

use std::fs;
use std::path::PathBuf;

use anyhow::Context as _;

use crate::steps::root;

const SHOWN: usize = 10;

/// Where nextest puts the report of its default profile, whatever cargo's target folder is.
fn report() -> PathBuf {
    root().join("target/nextest/default/junit.xml")
}

/// Removes the report of an earlier run, so that it is not taken for this one's.
pub(crate) fn forget() -> anyhow::Result<()> {
    match fs::remove_file(report()) {
        Err(error) if error.kind() != std::io::ErrorKind::NotFound => Err(error.into()),
        _ => Ok(()),
    }
}

/// Prints the slowest tests. A run that ended before its first test has left no report.
pub(crate) fn print() -> anyhow::Result<()> {
    let path = report();
    if !path.exists() {
        return Ok(());
    }
    let text = fs::read_to_string(&path)?;
    let tests = slowest(&text).with_context(|| format!("cannot read {}", path.display()))?;
    eprintln!("\n── test: the {} slowest Rust tests", tests.len());
    for (seconds, name) in tests {
        eprintln!("{seconds:>9.1} s  {name}");
    }
    Ok(())
}

/// Seconds and name, the slowest first.
fn slowest(junit: &str) -> anyhow::Result<Vec<(f64, String)>> {
    let document = roxmltree::Document::parse(junit)?;
    let mut tests = Vec::new();
    for case in document.descendants().filter(|node| node.has_tag_name("testcase")) {
        let attribute =
            |name| case.attribute(name).with_context(|| format!("a test without `{name}`"));
        let seconds = attribute("time")?.parse::<f64>()?;
        tests.push((seconds, format!("{} {}", attribute("classname")?, attribute("name")?)));
    }
    tests.sort_by(|one, other| other.0.total_cmp(&one.0));
    tests.truncate(SHOWN);
    Ok(tests)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_slowest_come_first_and_only_ten() {
        let cases: String = (0..12)
            .map(|n| format!(r#"<testcase name="t{n}" classname="crate" time="{n}.5"/>"#))
            .collect();
        let found = slowest(&format!("<testsuites><testsuite>{cases}</testsuite></testsuites>"));
        let found = found.unwrap();
        assert_eq!(found.len(), SHOWN);
        assert_eq!(found[0], (11.5, "crate t11".to_owned()));
        assert_eq!(found[9], (2.5, "crate t2".to_owned()));
    }

    #[test]
    fn a_report_of_another_shape_is_an_error() {
        assert!(slowest(r#"<testsuites><testcase name="a"/></testsuites>"#).is_err());
        assert!(slowest("not XML").is_err());
    }
}
