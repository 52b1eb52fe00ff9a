//! Numbers, how they are printed, and the JSON that `cargo xtask bench` records them from.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::time::Duration;

use serde::Serialize;

/// Sorted spans of one measurement.
#[derive(Debug)]
pub struct Spans(Vec<f64>);

impl Spans {
    #[must_use]
    pub fn of(spans: impl IntoIterator<Item = Duration>) -> Self {
        let mut ms: Vec<f64> = spans.into_iter().map(|span| span.as_secs_f64() * 1_000.0).collect();
        ms.sort_by(f64::total_cmp);
        Self(ms)
    }

    /// In milliseconds.
    #[must_use]
    pub fn percentile(&self, share: f64) -> f64 {
        let index = ((self.0.len().saturating_sub(1)) as f64 * share).round() as usize;
        self.0.get(index).copied().unwrap_or(f64::NAN)
    }
}

#[must_use]
pub fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values.get(values.len() / 2).copied().unwrap_or(f64::NAN)
}

/// What a figure should be.
#[derive(Debug, Clone, Copy)]
pub enum Aim {
    None,
    Under(f64),
    AtLeast(f64),
    RatioAtMost(f64),
}

/// The figures of a run, each printed as it comes.
#[derive(Debug, Serialize)]
pub struct Report {
    /// Of the machine, before the run.
    load: String,
    figures: Vec<Figure>,
    #[serde(skip)]
    file: Option<PathBuf>,
}

#[derive(Debug, Serialize)]
struct Figure {
    figure: String,
    unit: &'static str,
    ours: &'static str,
    value: f64,
    others: BTreeMap<&'static str, f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    against: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    ratio: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    aim: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    met: Option<bool>,
}

const OURS: &str = "tabwright";
const FLOOR: &str = "floor";

impl Report {
    /// Of this process: `--json FILE` among its arguments says where the figures go.
    #[must_use]
    pub fn from_arguments() -> Self {
        let mut arguments = std::env::args_os().skip_while(|argument| argument != "--json");
        let file = arguments.nth(1).map(PathBuf::from);
        let load = machine_load();
        println!("load {load}");
        Self { load, figures: Vec::new(), file }
    }

    pub fn value(&mut self, name: &str, unit: &'static str, value: f64, aim: Aim) {
        self.add(name, unit, value, None, aim);
    }

    /// Ours beside what others reach at the same task.
    pub fn among(
        &mut self,
        name: &str,
        unit: &'static str,
        value: f64,
        others: &[(&'static str, f64)],
        aim: Aim,
    ) {
        self.add(name, unit, value, None, aim);
        if let Some(figure) = self.figures.last_mut() {
            figure.others = others.iter().map(|(who, value)| (*who, rounded(*value))).collect();
        }
        others.iter().for_each(|(who, value)| println!("{who:>46} {value:>9.4}"));
    }

    /// Ours beside the floor, each the median of several rounds, and the median of the rounds'
    /// ratios.
    pub fn beside(&mut self, name: &str, unit: &'static str, rounds: &[(f64, f64)], aim: Aim) {
        let ours = median(rounds.iter().map(|round| round.0).collect());
        let floor = median(rounds.iter().map(|round| round.1).collect());
        let ratio = median(rounds.iter().map(|round| round.0 / round.1).collect());
        self.add(name, unit, ours, Some((floor, ratio)), aim);
    }

    fn add(
        &mut self,
        name: &str,
        unit: &'static str,
        value: f64,
        floor: Option<(f64, f64)>,
        aim: Aim,
    ) {
        let ratio = floor.map(|(_, ratio)| ratio);
        let (aim, met) = match aim {
            Aim::None => (None, None),
            Aim::Under(most) => (Some(format!("< {most} {unit}")), Some(value < most)),
            Aim::AtLeast(least) => {
                (Some(format!("≥ {least} {unit}").trim_end().to_owned()), Some(value >= least))
            }
            Aim::RatioAtMost(most) => {
                (Some(format!("≤ {most} ×")), Some(ratio.is_some_and(|ratio| ratio <= most)))
            }
        };
        let beside = floor.map(|(floor, ratio)| format!("floor {floor:>9.2}   ratio {ratio:.2}"));
        println!("{name:<46} {value:>9.2} {unit:<4} {}", beside.unwrap_or_default());
        self.figures.push(Figure {
            figure: name.to_owned(),
            unit,
            ours: OURS,
            value: rounded(value),
            others: floor.map(|(floor, _)| (FLOOR, rounded(floor))).into_iter().collect(),
            against: floor.map(|_| FLOOR),
            ratio: ratio.map(rounded),
            aim,
            met,
        });
    }

    /// # Panics
    /// If the file cannot be written.
    pub fn finish(self) {
        println!("load {}", machine_load());
        if let Some(file) = &self.file {
            let text = serde_json::to_string_pretty(&self).expect("figures are JSON");
            std::fs::write(file, text).expect("the file can be written");
        }
    }
}

/// What this process holds in memory.
#[must_use]
pub fn resident_kb() -> f64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
    line.and_then(|line| line.split_whitespace().next()?.parse().ok()).unwrap_or(f64::NAN)
}

fn machine_load() -> String {
    let load = std::fs::read_to_string("/proc/loadavg").unwrap_or_default();
    load.split_whitespace().take(3).collect::<Vec<_>>().join(" ")
}

/// To four digits: the others are noise.
fn rounded(value: f64) -> f64 {
    format!("{value:.3e}").parse().unwrap_or(value)
}
