//! Pictures.

use std::sync::Arc;

use schemars::JsonSchema;
use serde::Deserialize;
use tabwright_wire::verbs::{self, PictureScale, Screenshot, ScreenshotParams};
use tabwright_wire::{Content, TabId, Target, ToolOutput};

use crate::describe::place;
use crate::schema;
use crate::session::Session;
use crate::tool::{Effect, OnProgress, Tool, ToolResult};

/// Clients read events of a megabyte at most, and a third of it is lost to base64.
pub(crate) const PICTURE_BYTES_MAX: u32 = 700_000;

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct Args {
    /// default: current
    #[schemars(with = "Option<i32>")]
    tab: Option<TabId>,
    #[schemars(schema_with = "schema::same_target")]
    #[serde(default)]
    target: Option<Target>,
    #[serde(default)]
    full: bool,
    #[serde(default)]
    marks: bool,
    /// however large
    #[serde(default)]
    whole: bool,
}

pub(crate) struct TakeScreenshot;

/// How to get from a place on the picture to a point that can be clicked, and what it lacks.
fn describe(picture: &Screenshot) -> String {
    let (tab, width, height) = (picture.tab, picture.width, picture.height);
    let mut text = format!("tab {tab}, {width} × {height} pixels{}", picture.remarks());
    let (x, y) = (picture.corner.x, picture.corner.y);
    if x != 0.0 || y != 0.0 {
        text += &format!(", its corner at {x},{y} of the view");
    }
    if picture.reduced {
        text += "; `whole` gives all pixels";
    }
    text
}

impl Tool for TakeScreenshot {
    const NAME: &'static str = "screenshot";
    const TITLE: &'static str = "Picture of the page";
    const DESCRIPTION: &'static str =
        "A picture of the view, full page or an element; `marks` draws element numbers.";
    const EFFECT: Effect = Effect::Reads;
    type Args = Args;

    fn describe(args: &Args) -> String {
        let of = args.target.as_ref().map_or_else(|| "the page".to_owned(), place);
        format!("Take a picture of {of}")
    }

    async fn run(session: &Arc<Session>, args: Args, _: &OnProgress) -> ToolResult {
        let tab = session.tab(args.tab).await?;
        let params = ScreenshotParams {
            tab: Some(tab),
            target: args.target,
            frame: None,
            full: args.full,
            marks: args.marks,
            scale: if args.whole { PictureScale::Device } else { PictureScale::Css },
            max_bytes: (!args.whole).then_some(PICTURE_BYTES_MAX),
            timeout_ms: None,
        };
        let picture = session.run::<verbs::TakeScreenshot>(params).await?;
        let mut output = ToolOutput::text(describe(&picture)).with("tab", tab.0);
        output.content.push(Content::Image { base64: picture.base64, format: picture.format });
        Ok(output)
    }
}

#[cfg(test)]
mod tests {
    use tabwright_wire::{PictureFormat, Point};

    use super::*;

    #[test]
    fn what_a_picture_is_must_be_told_where_it_is_not_the_view_itself() {
        let view = Screenshot {
            tab: TabId(3),
            base64: String::new(),
            format: PictureFormat::Png,
            width: 780,
            height: 437,
            scale: 1.0,
            corner: Point::default(),
            reduced: false,
            cut: false,
            marks: Vec::new(),
        };
        assert_eq!(describe(&view), "tab 3, 780 × 437 pixels");
        let page = Screenshot {
            scale: 0.5,
            corner: Point { x: 0.0, y: -120.5 },
            reduced: true,
            cut: true,
            ..view
        };
        assert_eq!(
            describe(&page),
            "tab 3, 780 × 437 pixels, 0.5 to one CSS pixel, reduced, cut: the page goes on, \
             its corner at 0,-120.5 of the view; `whole` gives all pixels"
        );
    }
}
