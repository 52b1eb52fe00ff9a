//! Numbers and how they are printed.

use std::time::Duration;

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

pub fn line(name: &str, value: &str) {
    println!("{name:<46} {value}");
}

/// Ours beside the floor, each the median of several rounds, and the median of the rounds' ratios.
pub fn beside(name: &str, unit: &str, rounds: &[(f64, f64)]) {
    let ours = median(rounds.iter().map(|round| round.0).collect());
    let floor = median(rounds.iter().map(|round| round.1).collect());
    let ratio = median(rounds.iter().map(|round| round.0 / round.1).collect());
    line(name, &format!("{ours:>9.2} {unit:<4} floor {floor:>9.2} {unit:<4} ratio {ratio:.2}"));
}
