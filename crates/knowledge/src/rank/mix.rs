//! For questions, relevance is not all: what was read lately and what has much to read come first.

/// Shares of the whole; they need not sum to one.
#[derive(Debug, Clone, Copy)]
pub struct MixSettings {
    pub relevance: f32,
    pub recency: f32,
    pub quality: f32,
    /// After so many days a visit counts for half.
    pub half_life_days: f32,
}

impl Default for MixSettings {
    fn default() -> Self {
        MixSettings { relevance: 0.5, recency: 0.3, quality: 0.2, half_life_days: 60.0 }
    }
}

/// From 1 for now towards 0.
pub fn recency(age_days: f32, settings: &MixSettings) -> f32 {
    if settings.half_life_days.is_nan() || settings.half_life_days <= 0.0 {
        return 0.0;
    }
    0.5_f32.powf(age_days.max(0.0) / settings.half_life_days)
}

/// One score from three, each from 0 to 1.
pub fn mixed(relevance: f32, recency: f32, quality: f32, settings: &MixSettings) -> f32 {
    let total = settings.relevance + settings.recency + settings.quality;
    if total.is_nan() || total <= 0.0 {
        return relevance;
    }
    (settings.relevance * relevance.clamp(0.0, 1.0)
        + settings.recency * recency.clamp(0.0, 1.0)
        + settings.quality * quality.clamp(0.0, 1.0))
        / total
}
