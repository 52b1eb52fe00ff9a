//! The shares by which the pages of an answer are ranked, as a setting.

use super::kinds::Kind;

const SHARE_MAX: u16 = 100;

/// What brings a page to the front of an answer, in shares that need not sum to 100.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct AnswerRanking {
    pub relevance: u16,
    pub recency: u16,
    pub quality: u16,
}

impl AnswerRanking {
    fn parts(&mut self) -> [(&'static str, &mut u16); 3] {
        [
            ("relevance", &mut self.relevance),
            ("recency", &mut self.recency),
            ("quality", &mut self.quality),
        ]
    }
}

/// Shares by their names, such as `relevance 50, recency 30, quality 20`. What is not named has none, and not all may
/// have none.
pub(super) struct Shares;

impl Kind for Shares {
    type Value = AnswerRanking;

    fn read(&self, text: &str) -> Option<AnswerRanking> {
        let mut ranking = AnswerRanking { relevance: 0, recency: 0, quality: 0 };
        let mut named = Vec::new();
        for part in text.split(',') {
            let (name, share) = part.trim().split_once(' ')?;
            let share: u16 = share.trim().parse().ok().filter(|share| *share <= SHARE_MAX)?;
            if named.contains(&name) {
                return None;
            }
            named.push(name);
            let (_, of_name) = ranking.parts().into_iter().find(|(known, _)| *known == name)?;
            *of_name = share;
        }
        ranking.parts().iter().any(|(_, share)| **share > 0).then_some(ranking)
    }

    fn show(&self, value: &AnswerRanking) -> String {
        let parts = { *value }.parts().map(|(name, share)| format!("{name} {share}"));
        parts.join(", ")
    }

    fn values(&self) -> String {
        format!("relevance, recency and quality, each with 0 to {SHARE_MAX}, and not all with 0")
    }
}
