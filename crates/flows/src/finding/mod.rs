//! Which of the elements of now is the one that was recorded. Decided by rules: stopping is better than
//! acting on the wrong one, and a place on the page never decides.
//!
//! 1. *Identity*: the same role and name; or the same name in a role that stands for it, or a new wording
//!    that is no opposite, with an attribute of its own that is equal and none that contradicts.
//! 2. Where several had or have the name, the item around it must say the same, to the digit.
//! 3. The best must lead. Label, heading, landmark and neighbours only corroborate.

mod attributes;
mod items;
mod look;
mod meaning;
mod roles;
#[cfg(test)]
mod tests;

use serde::{Deserialize, Serialize};
use tabwright_wire::flows::{Candidate, Fingerprint};

pub use look::Mismatch;
use look::{Look, Verdict};

/// The best leads the next by so much, or nobody is chosen.
const LEAD_MIN: i32 = 6;
const NEAREST_MAX: usize = 3;

/// What became of looking for an element.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(tag = "kind", rename_all = "camelCase")]
pub enum Finding {
    Found(Found),
    /// Several fit as well as each other.
    Ambiguous {
        candidates: Vec<Near>,
    },
    NotThere {
        nearest: Vec<Near>,
    },
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Found {
    /// By which it can be acted on.
    pub number: u32,
    pub how: How,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "camelCase")]
pub enum How {
    /// By role and name, as it was recorded.
    Same,
    /// By its attributes or its item, although what it is called or stands in has changed. A step that
    /// commits to something is not done on such a one without the person.
    Healed {
        /// From 0 to 100.
        score: u8,
        was: String,
        now: String,
    },
}

/// A candidate that was not taken.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Near {
    pub number: u32,
    pub role: String,
    pub name: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub item: Option<String>,
    pub is_shown: bool,
    pub score: u8,
    /// Why it was not taken; none where another one was as good.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub mismatch: Option<Mismatch>,
}

/// Looks for a recorded element among the candidates of all frames. The values of parameters have been put
/// into the fingerprint; see [`crate::template::put_in`].
#[must_use]
pub fn find(wanted: &Fingerprint, candidates: &[Candidate]) -> Finding {
    let shown: Vec<&Candidate> = candidates.iter().filter(|it| it.is_shown).collect();
    let finding = decide(wanted, &shown);
    if !matches!(finding, Finding::NotThere { .. }) {
        return finding;
    }
    if roles::may_be_hidden(&wanted.role, wanted.input_type.as_deref()) {
        let hidden: Vec<&Candidate> = candidates.iter().filter(|it| !it.is_shown).collect();
        let of_hidden = decide(wanted, &hidden);
        if !matches!(of_hidden, Finding::NotThere { .. }) {
            return of_hidden;
        }
    }
    let all: Vec<&Candidate> = candidates.iter().collect();
    Finding::NotThere { nearest: nearest(&Look::at_all(wanted, &all)) }
}

fn decide(wanted: &Fingerprint, candidates: &[&Candidate]) -> Finding {
    let looks = Look::at_all(wanted, candidates);
    let same: Vec<_> = looks.iter().filter(|look| look.verdict == Verdict::Same).collect();
    let healed: Vec<_> =
        looks.iter().filter(|look| matches!(look.verdict, Verdict::Healed)).collect();
    let fitting = if same.is_empty() { healed } else { same };
    if let Some(best) = leader(&fitting) {
        return Finding::Found(Found { number: best.candidate.number, how: best.how() });
    }
    if fitting.is_empty() {
        return Finding::NotThere { nearest: nearest(&looks) };
    }
    let mut candidates: Vec<_> = fitting.iter().map(|look| look.near()).collect();
    candidates.sort_by_key(|near| (std::cmp::Reverse(near.score), near.number));
    Finding::Ambiguous { candidates }
}

/// The one that leads all others, or stands for those that are as good because they lead to the same place.
fn leader<'a, 'c>(fitting: &[&'a Look<'c>]) -> Option<&'a Look<'c>> {
    let best =
        fitting.iter().max_by_key(|look| (look.score, std::cmp::Reverse(look.candidate.number)))?;
    let rivals = fitting.iter().filter(|look| {
        look.candidate.number != best.candidate.number && best.score - look.score < LEAD_MIN
    });
    let mut rivals = rivals.peekable();
    (rivals.peek().is_none() || rivals.all(|rival| rival.leads_where(best))).then_some(*best)
}

fn nearest(looks: &[Look<'_>]) -> Vec<Near> {
    let mut near: Vec<_> = looks.iter().filter(|look| look.is_near()).map(Look::near).collect();
    near.sort_by_key(|near| (std::cmp::Reverse(near.score), near.number));
    near.truncate(NEAREST_MAX);
    near
}
