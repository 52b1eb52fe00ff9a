//! Scripts.

use std::sync::Arc;
use std::time::Duration;

use serde::Deserialize;

use super::Done;
use crate::session::Session;

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(super) struct Args {
    code: String,
    timeout_ms: Option<u64>,
    max_chars: Option<usize>,
}

const TIME_DEFAULT: Duration = Duration::from_secs(30);
const TIME_MAX: Duration = Duration::from_secs(600);

pub(super) async fn run(session: &Arc<Session>, args: Args) -> Done {
    let time = args.timeout_ms.map_or(TIME_DEFAULT, Duration::from_millis).min(TIME_MAX);
    session.scripts.run(session, &args.code, time, args.max_chars).await
}
