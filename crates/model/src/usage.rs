//! What a request cost, in tokens and in money.

use serde::{Deserialize, Serialize};

/// Tokens of a request and its answer.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct Usage {
    /// All that the model read, with what came from the cache.
    pub input: u64,
    /// How much of it came from the provider's cache.
    pub cached: u64,
    /// How much of it was written to the provider's cache.
    pub cache_written: u64,
    /// All that the model wrote, with its reasoning.
    pub output: u64,
}

impl std::ops::AddAssign for Usage {
    fn add_assign(&mut self, other: Self) {
        self.input = self.input.saturating_add(other.input);
        self.cached = self.cached.saturating_add(other.cached);
        self.cache_written = self.cache_written.saturating_add(other.cache_written);
        self.output = self.output.saturating_add(other.output);
    }
}

/// Prices per million tokens, in whatever currency the person counts.
#[derive(Debug, Clone, Copy, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Price {
    /// Of what the model reads.
    pub input: f64,
    /// Of what it reads from the provider's cache; none means as `input`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cached: Option<f64>,
    /// Of what is written to the provider's cache; none means as `input`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cache_write: Option<f64>,
    /// Of what the model writes.
    pub output: f64,
}

/// The settings refuse numbers that are none, so each is equal to itself.
impl Eq for Price {}

impl Price {
    /// What these tokens cost.
    #[must_use]
    #[allow(clippy::cast_precision_loss, reason = "nobody pays for 2^53 tokens")]
    pub fn cost(&self, usage: &Usage) -> f64 {
        let special = usage.cached.saturating_add(usage.cache_written);
        let plain = usage.input.saturating_sub(special);
        let parts = [
            (plain, self.input),
            (usage.cached, self.cached.unwrap_or(self.input)),
            (usage.cache_written, self.cache_write.unwrap_or(self.input)),
            (usage.output, self.output),
        ];
        parts.into_iter().map(|(tokens, price)| tokens as f64 * price / 1e6).sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cost_counts_each_kind_of_token_once() {
        let price = Price { input: 3.0, cached: Some(0.3), cache_write: Some(3.75), output: 15.0 };
        let usage = Usage { input: 10_000, cached: 8_000, cache_written: 1_000, output: 100 };
        let expected = (1_000.0 * 3.0 + 8_000.0 * 0.3 + 1_000.0 * 3.75 + 100.0 * 15.0) / 1e6;
        assert!((price.cost(&usage) - expected).abs() < 1e-12);
        let plain = Price { input: 1.0, output: 2.0, ..Price::default() };
        assert!((plain.cost(&usage) - 0.0102).abs() < 1e-12);
        let odd = Usage { input: 1, cached: u64::MAX, ..Usage::default() };
        assert!(plain.cost(&odd).is_finite());
    }
}
