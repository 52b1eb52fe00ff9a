//! Starting anew.

use serde::Deserialize;
use tabwright_wire::verbs::{self, CloseParams};

use super::Done;
use crate::desk::Outcome;
use crate::session::Session;

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Args {}

pub(super) async fn run(session: &Session, Args {}: Args) -> Done {
    session.scripts.forget();
    let mut closed = 0;
    for tab in session.forget() {
        let params = CloseParams { tab: Some(tab), all: false };
        // The person may have closed it before.
        if session.control.run::<verbs::Close>(params).await.is_ok() {
            closed += 1;
        }
    }
    Ok(Outcome::text(format!(
        "Forgotten: script state, current tab, results. {closed} tabs closed."
    )))
}
