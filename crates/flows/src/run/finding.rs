//! Finds on the page of now what was recorded, and says what it is called now where that differs.

use std::time::Duration;

use serde::Serialize;
use serde_json::json;
use tabwright_wire::flows::{Candidate, Fingerprint};
use tabwright_wire::verbs::{Query, Scroll, Wait};
use tabwright_wire::{Problem, ProblemCode, TabId, quote_page};
use tokio::time::{Instant, sleep};

use super::{Run, State};
use crate::finding::{Finding, How, Near, find};
use crate::template;

const LOOK_AGAIN: Duration = Duration::from_millis(250);
/// A page that has not come to rest by then never does.
const REST_MAX_MS: u32 = 3_000;
/// Lists that grow as they are scrolled are followed so far.
const SCROLLS_MAX: u32 = 15;
const CANDIDATES_MAX: u32 = 60;

/// Whether elements may be used that are called otherwise than they were recorded.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Heal {
    /// Where nothing is committed to: the last step of a flow needs the person's yes.
    #[default]
    Auto,
    Never,
    /// The person has seen what it is called now, and said yes to this step.
    Approved(u32),
}

/// An element that is called otherwise now.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Healing {
    pub step: u32,
    /// Its name in the flow.
    pub target: String,
    pub was: String,
    pub now: String,
    /// From 0 to 100.
    pub score: u8,
    /// As it is now: what the flow will look for, if the person keeps it.
    pub fingerprint: Fingerprint,
}

impl Run {
    /// The number of the element that the flow calls so.
    pub(super) async fn find(&self, state: &mut State, name: &str) -> Result<u32, Problem> {
        let recorded = self.task.flow.targets.get(name).ok_or_else(|| unknown(name))?;
        let wanted =
            template::put_in(recorded, &self.task.values).map_err(|error| no_value(&error))?;
        let deadline = Instant::now() + self.task.patience;
        let (mut scrolls, mut is_at_rest) = (0, false);
        loop {
            let candidates = self.candidates(state.tab, &wanted).await?;
            let finding = find(&wanted, &candidates);
            if let Finding::Found(found) = &finding {
                match &found.how {
                    How::Same => return Ok(found.number),
                    // On a page that is still under way, what was recorded may be to come.
                    How::Healed { .. } if !is_at_rest => {}
                    How::Healed { score, was, now } => {
                        let fingerprint = candidates
                            .into_iter()
                            .find(|candidate| candidate.number == found.number)
                            .map(|candidate| candidate.fingerprint)
                            .unwrap_or_default();
                        let healing = Healing {
                            step: state.number,
                            target: name.to_owned(),
                            was: was.clone(),
                            now: now.clone(),
                            score: *score,
                            fingerprint,
                        };
                        self.check_healing(&healing)?;
                        state.healed.push(healing);
                        return Ok(found.number);
                    }
                }
            }
            if Instant::now() >= deadline {
                return Err(not_found(name, &finding));
            }
            if !is_at_rest {
                is_at_rest = true;
                self.come_to_rest(state.tab).await;
            } else if matches!(finding, Finding::NotThere { .. }) && scrolls < SCROLLS_MAX {
                scrolls += 1;
                self.scroll_on(state.tab).await;
                sleep(LOOK_AGAIN).await;
            } else {
                sleep(LOOK_AGAIN).await;
            }
        }
    }

    async fn candidates(
        &self,
        tab: TabId,
        wanted: &Fingerprint,
    ) -> Result<Vec<Candidate>, Problem> {
        let query = json!({
            "tab": tab,
            "target": { "like": wanted },
            "fingerprint": true,
            "facts": ["state"],
            "max": CANDIDATES_MAX,
        });
        let found = self.verb::<Query>(query).await?;
        Ok(found.elements.into_iter().filter_map(|element| element.candidate()).collect())
    }

    /// However that ends, the page is looked at again.
    async fn come_to_rest(&self, tab: TabId) {
        let wait = json!({ "tab": tab, "for": { "type": "idle" }, "timeoutMs": REST_MAX_MS });
        let _ = self.verb::<Wait>(wait).await;
    }

    /// A page that cannot be scrolled is looked at again as it is.
    async fn scroll_on(&self, tab: TabId) {
        let scroll = json!({ "tab": tab, "motion": { "type": "pages", "x": 0, "y": 1 } });
        let _ = self.verb::<Scroll>(scroll).await;
    }

    fn check_healing(&self, healing: &Healing) -> Result<(), Problem> {
        let commits = self.commits(healing.step);
        match self.task.heal {
            Heal::Auto if !commits => Ok(()),
            Heal::Approved(step) if step == healing.step || !commits => Ok(()),
            Heal::Auto | Heal::Approved(_) => Err(needs_yes(healing)),
            Heal::Never => Err(otherwise(healing)),
        }
    }
}

fn unknown(name: &str) -> Problem {
    Problem {
        code: ProblemCode::BadRequest,
        title: format!("the flow knows no target {}", quote_page(name)),
        fix: "Correct the script: `tabwright flow show` lists its targets".to_owned(),
    }
}

pub(super) fn no_value(error: &template::NoValue) -> Problem {
    Problem {
        code: ProblemCode::BadRequest,
        title: error.to_string(),
        fix: "Run it again with that value".to_owned(),
    }
}

fn not_found(name: &str, finding: &Finding) -> Problem {
    let (what, near) = match finding {
        Finding::Ambiguous { candidates } => ("several fit equally", candidates.as_slice()),
        Finding::NotThere { nearest } => ("it is not on the page", nearest.as_slice()),
        Finding::Found(_) => ("it is not yet sure", &[][..]),
    };
    let near: Vec<_> = near.iter().map(described).collect();
    let nearest = match near.is_empty() {
        true => String::new(),
        false => format!("; nearest: {}", near.join(", ")),
    };
    Problem {
        code: ProblemCode::ElementNotFound,
        title: format!("cannot find {}: {what}{nearest}", quote_page(name)),
        fix: "Look at the page; record the flow again if it has changed".to_owned(),
    }
}

fn described(near: &Near) -> String {
    let item = near.item.as_deref().map(|item| format!(" in {}", quote_page(item)));
    format!("{} {}{}", near.role, quote_page(&near.name), item.unwrap_or_default())
}

fn needs_yes(healing: &Healing) -> Problem {
    Problem {
        code: ProblemCode::ElementNotFound,
        title: format!(
            "{} is called {} now, and this step finishes the flow: it needs your yes",
            quote_page(&healing.was),
            quote_page(&healing.now)
        ),
        fix: "If that is the right one, `tabwright flow resume --yes` goes on with it".to_owned(),
    }
}

fn otherwise(healing: &Healing) -> Problem {
    Problem {
        code: ProblemCode::ElementNotFound,
        title: format!("{} is called {} now", quote_page(&healing.was), quote_page(&healing.now)),
        fix: "Run it without `--heal off`, or record the flow again".to_owned(),
    }
}
