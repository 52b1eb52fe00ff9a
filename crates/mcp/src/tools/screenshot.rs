//! Pictures.

use serde::Deserialize;
use tabwright_wire::verbs::{self, ScreenshotParams};
use tabwright_wire::{TabId, Target};

use super::Done;
use crate::desk::{Outcome, Piece};
use crate::session::Session;

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(super) struct Args {
    tab: Option<TabId>,
    target: Option<Target>,
    #[serde(default)]
    full: bool,
    #[serde(default)]
    marks: bool,
}

pub(super) async fn run(session: &Session, args: Args) -> Done {
    let tab = session.tab(args.tab).await?;
    let params = ScreenshotParams {
        tab: Some(tab),
        target: args.target,
        frame: None,
        full: args.full,
        marks: args.marks,
        timeout_ms: None,
    };
    let picture = session.control.run::<verbs::TakeScreenshot>(params).await?;
    let text = format!("tab {tab}, {} × {} pixels", picture.width, picture.height);
    let mut outcome = Outcome::text(text).with("tab", tab.0);
    outcome.pieces.push(Piece::Image { base64: picture.base64 });
    Ok(outcome)
}
