//! The figures of the benchmarks. `bench/figures.json` holds the last measurement of each;
//! docs/figures.md is made from it and from `bench/figures.template.md`, which has the words around
//! the tables; `cargo xtask bench --check` compares it with a measurement of now.

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, ensure};
use indexmap::{IndexMap, IndexSet};
use serde::{Deserialize, Serialize};

use crate::steps::root;

/// A figure may get worse by so much before `--check` names it.
const WORSE_SHARE_MAX: f64 = 0.10;

/// What one run of a benchmark writes.
#[derive(Debug, Deserialize)]
pub(crate) struct Report {
    /// Of the machine, before the run.
    load: String,
    figures: Vec<Figure>,
}

impl Report {
    pub(crate) fn read(path: &Path) -> anyhow::Result<Self> {
        let text = fs::read_to_string(path)
            .with_context(|| format!("the benchmark wrote no {}", path.display()))?;
        serde_json::from_str(&text).with_context(|| format!("cannot read {}", path.display()))
    }
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
struct Figure {
    figure: String,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    unit: String,
    /// The name of the column that is ours, to which ratio and aim apply.
    ours: String,
    value: Cell,
    #[serde(default, skip_serializing_if = "IndexMap::is_empty")]
    others: IndexMap<String, Cell>,
    /// The peer or floor that the ratio is taken to.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    against: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    ratio: Option<f64>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    aim: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    met: Option<bool>,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(untagged)]
enum Cell {
    Number(f64),
    Text(String),
    /// It was not measured, or failed.
    None(()),
}

/// A figure in `bench/figures.json`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
struct Recorded {
    bench: String,
    #[serde(flatten)]
    figure: Figure,
    /// What was measured; with a plus if more than this commit.
    commit: String,
    load: String,
}

/// All recorded figures, in the order of the page.
#[derive(Debug)]
pub(crate) struct Figures(Vec<Recorded>);

impl Figures {
    pub(crate) fn read() -> anyhow::Result<Self> {
        let text = fs::read_to_string(json_file()).context("cannot read bench/figures.json")?;
        Ok(Self(serde_json::from_str(&text).context("cannot read bench/figures.json")?))
    }

    /// One figure per line, so that a diff shows which have changed.
    pub(crate) fn write(&self) -> anyhow::Result<()> {
        let lines: Result<Vec<_>, _> = self.0.iter().map(serde_json::to_string).collect();
        fs::write(json_file(), format!("[\n{}\n]\n", lines?.join(",\n")))?;
        fs::write(page_file(), self.page()?)?;
        Ok(())
    }

    /// Takes in what was measured. A complete run also removes the figures that it no longer has.
    pub(crate) fn record(&mut self, bench: &str, report: Report, commit: &str, is_complete: bool) {
        let Report { load, figures } = report;
        if is_complete {
            let measured: IndexSet<_> = figures.iter().map(Figure::key).collect();
            self.0.retain(|known| known.bench != bench || measured.contains(&known.figure.key()));
        }
        for figure in figures {
            let (bench, commit, load) = (bench.to_owned(), commit.to_owned(), load.clone());
            let fresh = Recorded { bench, figure, commit, load };
            let same = |known: &&mut Recorded| {
                known.bench == fresh.bench && known.figure.key() == fresh.figure.key()
            };
            match self.0.iter_mut().find(same) {
                Some(known) => *known = fresh,
                None => self.0.push(fresh),
            }
        }
    }

    /// The figures of this run that are worse than recorded, one sentence each.
    pub(crate) fn worse(&self, bench: &str, report: &Report) -> IndexMap<String, String> {
        let mut worse = IndexMap::new();
        for now in &report.figures {
            let known = self.0.iter().find(|known| {
                known.bench == bench && known.figure.key() == now.key() && comparable(now)
            });
            let Some(known) = known else { continue };
            let Some((before, after)) = known.figure.measure().zip(now.measure()) else {
                continue;
            };
            let is_rate = now.unit.ends_with("/s");
            let change = if is_rate { before / after } else { after / before } - 1.0;
            if change > WORSE_SHARE_MAX {
                let (percent, since) = (change * 100.0, &known.commit);
                let sentence = format!(
                    "{bench}: {}: {} now, {} at {since}: {percent:.0} % worse",
                    now.figure,
                    now.shown(),
                    known.figure.shown(),
                );
                worse.insert(now.figure.clone(), sentence);
            }
        }
        worse
    }

    /// The text of docs/figures.md.
    pub(crate) fn page(&self) -> anyhow::Result<String> {
        let template = fs::read_to_string(root().join("bench/figures.template.md"))?;
        self.fill(&template)
    }

    /// Puts tables where the template names them: `{{bench}}` has all figures of a benchmark,
    /// `{{bench: one; other}}` those whose names contain one of the texts.
    fn fill(&self, template: &str) -> anyhow::Result<String> {
        let mut page = String::from(
            "<!-- Made from bench/figures.json and bench/figures.template.md by `cargo xtask wire`. -->\n\n",
        );
        for line in template.lines() {
            match line.strip_prefix("{{").and_then(|rest| rest.strip_suffix("}}")) {
                Some(wanted) => page.push_str(&self.table(wanted)?),
                None => page.push_str(line),
            }
            page.push('\n');
        }
        Ok(page)
    }

    fn table(&self, wanted: &str) -> anyhow::Result<String> {
        let (bench, texts) = wanted.split_once(": ").unwrap_or((wanted, ""));
        let is_wanted = |known: &&Recorded| {
            let name = known.figure.name();
            known.bench == bench && texts.split("; ").any(|text| name.contains(text))
        };
        let rows: Vec<_> = self.0.iter().filter(is_wanted).collect();
        let ours: IndexSet<_> = rows.iter().map(|row| row.figure.ours.as_str()).collect();
        ensure!(ours.len() == 1, "`{{{{{wanted}}}}}` has figures of {} kinds", ours.len());
        let others: IndexSet<_> = rows.iter().flat_map(|row| row.figure.others.keys()).collect();
        let mut table = format!("| figure | {} |", ours[0]);
        for other in &others {
            let _ = write!(table, " {other} |");
        }
        table.push_str(" ratio | aim | | commit, load |\n|---|");
        table.push_str(&"---|".repeat(others.len() + 5));
        for Recorded { figure, commit, load, .. } in rows {
            let _ = write!(table, "\n| {} | {} |", figure.name(), figure.value);
            for other in &others {
                let _ =
                    write!(table, " {} |", figure.others.get(*other).unwrap_or(&Cell::None(())));
            }
            let ratio = figure.ratio.zip(figure.against.as_deref());
            let ratio = ratio.map(|(ratio, against)| format!("{ratio:.2} × {against}"));
            let met = figure.met.map_or("", |met| if met { "met" } else { "**missed**" });
            let load = load.split_whitespace().next().unwrap_or("?");
            let _ = write!(
                table,
                " {} | {} | {met} | {commit}, {load} |",
                ratio.unwrap_or_default(),
                figure.aim.as_deref().unwrap_or_default(),
            );
        }
        Ok(table)
    }
}

impl Figure {
    /// One thing may be measured in several units: in characters, and in tokens.
    fn key(&self) -> (&str, &str) {
        (&self.figure, &self.unit)
    }

    fn name(&self) -> String {
        let comma = if self.unit.is_empty() { "" } else { ", " };
        format!("{}{comma}{}", self.figure, self.unit)
    }

    /// What holds on any machine: the ratio to a floor, else how large something is.
    fn measure(&self) -> Option<f64> {
        match (&self.value, self.is_beside_a_floor()) {
            (_, true) => self.ratio,
            (Cell::Number(value), false) if matches!(&*self.unit, "MB" | "kB") => Some(*value),
            _ => None,
        }
    }

    fn is_beside_a_floor(&self) -> bool {
        matches!(self.against.as_deref(), Some("floor" | "direct"))
    }

    fn shown(&self) -> String {
        match (self.ratio, &self.against) {
            (Some(ratio), Some(against)) if self.is_beside_a_floor() => {
                format!("{ratio:.2} × {against}")
            }
            _ => format!("{} {}", self.value, self.unit),
        }
    }
}

/// The slowest of a hundred differ by more than a tenth from run to run, whatever we do.
fn comparable(figure: &Figure) -> bool {
    !figure.figure.contains("p99") && !figure.figure.contains("slowest")
}

impl std::fmt::Display for Cell {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Number(value) if value.fract() == 0.0 || value.abs() >= 1_000.0 => {
                write!(f, "{value:.0}")
            }
            Self::Number(value) if value.abs() >= 10.0 => write!(f, "{value:.1}"),
            Self::Number(value) => write!(f, "{value:.2}"),
            Self::Text(text) => f.write_str(text),
            Self::None(()) => Ok(()),
        }
    }
}

fn json_file() -> PathBuf {
    root().join("bench/figures.json")
}

pub(crate) fn page_file() -> PathBuf {
    root().join("docs/figures.md")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn figure(name: &str, unit: &str, value: f64, beside: Option<(&str, f64)>) -> Figure {
        let others = beside.map(|(who, floor)| (who.to_owned(), Cell::Number(floor)));
        Figure {
            figure: name.to_owned(),
            unit: unit.to_owned(),
            ours: "tabwright".to_owned(),
            value: Cell::Number(value),
            others: others.into_iter().collect(),
            against: beside.map(|(who, _)| who.to_owned()),
            ratio: beside.map(|(_, floor)| value / floor),
            aim: None,
            met: None,
        }
    }

    fn report(figures: Vec<Figure>) -> Report {
        Report { load: "1.0 0.5 0.2".to_owned(), figures }
    }

    fn recorded(figures: Vec<Figure>) -> Figures {
        let mut all = Figures(Vec::new());
        all.record("relay", report(figures), "abc", true);
        all
    }

    #[test]
    fn the_page_is_fresh() {
        let page = Figures::read().and_then(|figures| figures.page()).unwrap();
        let committed = fs::read_to_string(page_file()).unwrap();
        assert!(committed == page, "docs/figures.md is stale; run `cargo xtask wire`");
    }

    #[test]
    fn a_ratio_counts_and_not_the_time_behind_it() {
        let known = recorded(vec![figure("one", "ms", 1.0, Some(("floor", 1.0)))]);
        let worse = |value, floor| {
            let now = report(vec![figure("one", "ms", value, Some(("floor", floor)))]);
            known.worse("relay", &now).len()
        };
        assert_eq!(worse(50.0, 50.0), 0);
        assert_eq!(worse(1.09, 1.0), 0);
        assert_eq!(worse(1.11, 1.0), 1);
        assert_eq!(worse(0.5, 1.0), 0);
    }

    #[test]
    fn of_a_rate_less_is_worse() {
        let known = recorded(vec![figure("many", "commands/s", 100.0, Some(("floor", 100.0)))]);
        let worse = |value| {
            let now = report(vec![figure("many", "commands/s", value, Some(("floor", 100.0)))]);
            known.worse("relay", &now).len()
        };
        assert_eq!((worse(200.0), worse(95.0), worse(80.0)), (0, 0, 1));
    }

    #[test]
    fn memory_counts_by_itself_and_a_peer_does_not() {
        let known = recorded(vec![
            figure("idle", "MB", 10.0, Some(("playwriter", 60.0))),
            figure("cpu", "s", 10.0, Some(("playwriter", 60.0))),
            figure("one, p99", "ms", 10.0, Some(("floor", 10.0))),
        ]);
        let now = report(vec![
            figure("idle", "MB", 12.0, None),
            figure("cpu", "s", 99.0, None),
            figure("one, p99", "ms", 99.0, Some(("floor", 10.0))),
        ]);
        let worse = known.worse("relay", &now);
        assert_eq!(
            worse.values().collect::<Vec<_>>(),
            ["relay: idle: 12 MB now, 10 MB at abc: 20 % worse"]
        );
        assert!(known.worse("connection", &now).is_empty());
    }

    #[test]
    fn a_partial_run_keeps_the_other_figures_and_a_complete_one_does_not() {
        let both = || vec![figure("a", "ms", 1.0, None), figure("b", "ms", 1.0, None)];
        let one = || report(vec![figure("b", "ms", 2.0, None)]);
        let names = |figures: &Figures| {
            figures.0.iter().map(|each| each.figure.figure.clone()).collect::<Vec<_>>()
        };
        let mut figures = recorded(both());
        figures.record("relay", one(), "def", false);
        assert_eq!(names(&figures), ["a", "b"]);
        assert_eq!((&*figures.0[0].commit, &*figures.0[1].commit), ("abc", "def"));
        figures.record("relay", one(), "def", true);
        assert_eq!(names(&figures), ["b"]);
    }

    #[test]
    fn a_table_stands_where_the_template_names_it() {
        let figures = recorded(vec![
            figure("one, p50", "ms", 1.5, Some(("floor", 1.25))),
            figure("idle", "MB", 10.0, None),
        ]);
        let page = figures.fill("# Title\n{{relay: p50}}\nwords").unwrap();
        let table = "# Title\n\
            | figure | tabwright | floor | ratio | aim | | commit, load |\n\
            |---|---|---|---|---|---|---|\n\
            | one, p50, ms | 1.50 | 1.25 | 1.20 × floor |  |  | abc, 1.0 |\n\
            words\n";
        assert!(page.ends_with(table), "{page}");
        assert!(figures.fill("{{nothing}}").is_err());
    }
}
