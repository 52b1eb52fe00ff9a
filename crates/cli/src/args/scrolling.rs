//! How far to scroll, and what.

use std::str::FromStr;

use clap::Args as ClapArgs;
use tabwright_wire::verbs::{self, ScrollVerbParams};
use tabwright_wire::{Point, ScrollMotion, TabId, Target, TargetError};

use super::common::{Among, Asks, Deadline, Usage, point};

#[derive(Debug, ClapArgs)]
pub(crate) struct ScrollArgs {
    /// `down`, `up`, `left`, `right`, or an element to bring into view
    #[arg(value_name = "WAY|TARGET", required_unless_present_any = ["by", "to"])]
    #[arg(conflicts_with_all = ["by", "to"])]
    way: Option<Way>,
    /// How far, in screens, such as 0.5
    #[arg(default_value_t = 1.0, conflicts_with_all = ["by", "to"])]
    pages: f64,
    /// How far, in pixels to the right and down
    #[arg(long, value_name = "X,Y", allow_hyphen_values = true, value_parser = point)]
    by: Option<Point>,
    /// Scroll to the top, the bottom, or a percentage of the page
    #[arg(long, value_name = "top|bottom|PERCENT", conflicts_with = "by", value_parser = share)]
    to: Option<f64>,
    /// Scroll the container of this element
    #[arg(long, value_name = "TARGET")]
    r#in: Option<Target>,
    #[command(flatten)]
    among: Among,
    #[command(flatten)]
    deadline: Deadline,
}

#[derive(Debug, Clone)]
enum Way {
    /// Across and down, in views.
    Towards(f64, f64),
    IntoView(Target),
}

impl FromStr for Way {
    type Err = TargetError;

    fn from_str(words: &str) -> Result<Self, TargetError> {
        Ok(match words {
            "down" => Self::Towards(0.0, 1.0),
            "up" => Self::Towards(0.0, -1.0),
            "right" => Self::Towards(1.0, 0.0),
            "left" => Self::Towards(-1.0, 0.0),
            target => Self::IntoView(target.parse()?),
        })
    }
}

impl Asks for ScrollArgs {
    type Verb = verbs::Scroll;

    fn params(self, tab: Option<TabId>) -> Result<ScrollVerbParams, Usage> {
        let (motion, target) = match (self.way, self.by, self.to) {
            (Some(Way::IntoView(target)), ..) => {
                if self.r#in.is_some() {
                    let message =
                        "an element is brought into view in every container. Leave out `--in`.";
                    return Err(Usage(message.to_owned()));
                }
                (ScrollMotion::IntoView, Some(target))
            }
            (Some(Way::Towards(x, y)), ..) => {
                (ScrollMotion::Pages { x: x * self.pages, y: y * self.pages }, self.r#in)
            }
            (None, Some(Point { x, y }), _) => (ScrollMotion::By { x, y }, self.r#in),
            (None, None, y) => (ScrollMotion::To { x: None, y }, self.r#in),
        };
        Ok(ScrollVerbParams {
            tab,
            target: self.among.choose_any(target)?,
            motion,
            frame: self.among.frame,
            timeout_ms: self.deadline.ms,
        })
    }
}

fn share(text: &str) -> Result<f64, String> {
    match text {
        "top" => Ok(0.0),
        "bottom" => Ok(1.0),
        _ => {
            let percent = text.strip_suffix('%').unwrap_or(text).parse().ok();
            let fits = percent.filter(|percent| (0.0..=100.0).contains(percent));
            fits.map(|percent| percent / 100.0)
                .ok_or_else(|| "write top, bottom, or a percentage from 0 to 100".to_owned())
        }
    }
}

#[cfg(test)]
mod tests {
    use clap::Parser;

    use super::*;

    #[derive(Debug, Parser)]
    struct Line {
        #[command(flatten)]
        scroll: ScrollArgs,
    }

    #[test]
    fn there_are_many_ways_to_scroll() {
        let into_view = (ScrollMotion::IntoView, Some(Target::Number(12)));
        for (line, meant) in [
            ("down", (ScrollMotion::Pages { x: 0.0, y: 1.0 }, None)),
            ("left 0.5", (ScrollMotion::Pages { x: -0.5, y: 0.0 }, None)),
            ("--by -10,20", (ScrollMotion::By { x: -10.0, y: 20.0 }, None)),
            ("--to bottom", (ScrollMotion::To { x: None, y: Some(1.0) }, None)),
            ("--to 25%", (ScrollMotion::To { x: None, y: Some(0.25) }, None)),
            ("12", into_view),
            ("up --in 3", (ScrollMotion::Pages { x: 0.0, y: -1.0 }, Some(Target::Number(3)))),
        ] {
            let line = Line::try_parse_from(["scroll"].into_iter().chain(line.split(' ')));
            let params = line.unwrap().scroll.params(None).unwrap();
            assert_eq!((params.motion, params.target), meant);
        }
        assert!(Line::try_parse_from(["scroll"]).is_err());
        assert!(Line::try_parse_from(["scroll", "down", "--to", "top"]).is_err());
    }
}
