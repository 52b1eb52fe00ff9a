//! The mouse, moved and pressed by hand.

use clap::Args as ClapArgs;
use tabwright_wire::verbs::{self, MouseAction, MouseParams};
use tabwright_wire::{MouseButton, Point, TabId};

use super::common::{Asks, Usage, one_of, point};

#[derive(Debug, ClapArgs)]
pub(crate) struct MouseArgs {
    /// Move the mouse, press or release a button, or turn the wheel
    #[arg(id = "action", value_name = "move|down|up|wheel", hide_possible_values = true)]
    #[arg(value_parser = one_of::<MouseAction>(&["move", "down", "up", "wheel"]))]
    action: MouseAction,
    /// The point in the viewport [default: where the mouse is]
    #[arg(value_name = "X,Y", value_parser = point, required_if_eq("action", "move"))]
    at: Option<Point>,
    /// The button to press or release
    #[arg(long, default_value = "left", value_parser = one_of::<MouseButton>(&["left", "middle", "right"]))]
    button: MouseButton,
    /// How far to turn the wheel, in pixels to the right and down
    #[arg(long = "by", value_name = "X,Y", value_parser = point, allow_hyphen_values = true)]
    #[arg(required_if_eq("action", "wheel"))]
    wheel: Option<Point>,
}

impl Asks for MouseArgs {
    type Verb = verbs::Mouse;

    fn params(self, tab: Option<TabId>) -> Result<MouseParams, Usage> {
        let Self { action, at, button, wheel } = self;
        if wheel.is_some() && action != MouseAction::Wheel {
            return Err(Usage("`--by` only works with `wheel`.".to_owned()));
        }
        Ok(MouseParams { tab, r#do: action, at, button, wheel })
    }
}
