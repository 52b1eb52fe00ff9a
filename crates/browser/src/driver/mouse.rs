//! The mouse itself, moved and pressed by hand: for what no element stands for.

use std::time::Duration;

use serde_json::json;
use tabwright_wire::verbs::{self, InputWay, MouseAction, MouseParams};
use tabwright_wire::{MouseButton, Need, NoResult, Point, TabId, Target};
use tokio::time::Instant;

use super::acting::ActionTarget;
use super::{BrowserControl, Driver, FrameRef, trusted};
use crate::backend::Result;
use crate::error::ControlError;

/// Presses that follow each other within this time, at one place, are one double click.
const DOUBLE_CLICK: Duration = Duration::from_millis(500);

/// Where the mouse is in a tab, and what is pressed.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Mouse {
    at: Point,
    /// As CDP counts them.
    buttons: u32,
    last_press: Option<Press>,
}

#[derive(Debug, Clone, Copy)]
struct Press {
    at: Point,
    button: MouseButton,
    when: Instant,
    count: u32,
}

impl Mouse {
    fn press(&mut self, button: MouseButton, when: Instant) {
        let again = self.last_press.filter(|last| {
            let soon = when.duration_since(last.when) <= DOUBLE_CLICK;
            soon && last.at == self.at && last.button == button
        });
        let count = again.map_or(0, |last| last.count) + 1;
        self.buttons |= trusted::button(button).1;
        self.last_press = Some(Press { at: self.at, button, when, count });
    }

    fn release(&mut self, button: MouseButton) {
        self.buttons &= !trusted::button(button).1;
    }

    fn clicks(&self) -> u32 {
        self.last_press.map_or(1, |last| last.count)
    }

    /// What a move is told to be made with.
    fn held(&self) -> &'static str {
        let held = |button: &MouseButton| self.buttons & trusted::button(*button).1 != 0;
        let buttons = [MouseButton::Left, MouseButton::Right, MouseButton::Middle];
        buttons.into_iter().find(held).map_or("none", |button| trusted::button(button).0)
    }
}

impl BrowserControl<verbs::Mouse> for Driver {
    async fn run(&self, params: MouseParams) -> Result<NoResult> {
        let wheel = match (params.r#do, params.wheel) {
            (MouseAction::Wheel, Some(wheel)) => wheel,
            (MouseAction::Wheel, None) => {
                let message = "say how far the wheel turns, as `wheel`";
                return Err(ControlError::BadArguments(message.to_owned()));
            }
            _ => Point::default(),
        };
        let tab = self.driven(params.tab).await?;
        self.no_dialog(tab)?;
        self.check_all_frames(tab).await?;
        let Some(debugger) = self.input_debugger(tab, InputWay::Auto).await? else {
            return Err(ControlError::Unsupported(
                "only the debugger can move the mouse, and it may not or cannot be attached; \
                 `trusted_input = true` lets it"
                    .to_owned(),
            ));
        };
        self.show_driving(tab);
        let mut mouse = self.mouse(tab);
        mouse.at = params.at.unwrap_or(mouse.at);
        let page = self.main_frame(tab)?;
        if params.r#do == MouseAction::Down {
            self.check_below(tab, &page, mouse.at).await?;
        }
        self.let_through(tab, page, mouse.at).await?;
        let (name, _) = trusted::button(params.button);
        match params.r#do {
            MouseAction::Down => mouse.press(params.button, Instant::now()),
            MouseAction::Up => mouse.release(params.button),
            MouseAction::Move | MouseAction::Wheel => {}
        }
        let Point { x, y } = mouse.at;
        let mut event = json!({ "x": x, "y": y, "buttons": mouse.buttons });
        let (kind, button, count) = match params.r#do {
            MouseAction::Move => ("mouseMoved", mouse.held(), 0),
            MouseAction::Down => ("mousePressed", name, mouse.clicks()),
            MouseAction::Up => ("mouseReleased", name, mouse.clicks()),
            MouseAction::Wheel => ("mouseWheel", "none", 0),
        };
        event["type"] = json!(kind);
        event["button"] = json!(button);
        event["clickCount"] = json!(count);
        event["deltaX"] = json!(wheel.x);
        event["deltaY"] = json!(wheel.y);
        self.show_pointer(tab, mouse.at, None);
        self.memory().tabs.entry(tab).or_default().mouse = mouse;
        let sent = async { Ok(debugger.send("Input.dispatchMouseEvent", &event).await?) };
        match self.unless_dialog(tab, sent).await {
            // What it has pressed asks something: it was pressed.
            Ok(_) | Err(ControlError::DialogOpen { .. }) => Ok(NoResult {}),
            Err(error) => Err(error),
        }
    }
}

impl Driver {
    /// What the person is shown of the driving keeps input from the page, but not this.
    async fn let_through(&self, tab: TabId, page: FrameRef, point: Point) -> Result<()> {
        let subject = ActionTarget::at_once(tab, page, Target::Point(point));
        match self.ready(&subject, Need::Hover, false).await {
            // Nothing may be there; the mouse goes there all the same.
            Ok(_) | Err(ControlError::Element(_)) => Ok(()),
            Err(error) => Err(error),
        }
    }

    fn mouse(&self, tab: TabId) -> Mouse {
        self.memory().tabs.get(&tab).map(|tab| tab.mouse).unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn presses_at_one_place_in_a_short_time_are_counted() {
        let begun = Instant::now();
        let mut mouse = Mouse::default();
        let press = |mouse: &mut Mouse, button, after_ms| {
            mouse.press(button, begun + Duration::from_millis(after_ms));
            mouse.clicks()
        };
        assert_eq!(press(&mut mouse, MouseButton::Left, 0), 1);
        assert_eq!(press(&mut mouse, MouseButton::Left, 300), 2);
        assert_eq!(press(&mut mouse, MouseButton::Right, 400), 1);
        assert_eq!(press(&mut mouse, MouseButton::Right, 2_000), 1);
        mouse.at = Point { x: 5.0, y: 5.0 };
        assert_eq!(press(&mut mouse, MouseButton::Right, 2_100), 1);
    }

    #[test]
    fn a_button_is_held_until_it_is_released() {
        let mut mouse = Mouse::default();
        assert_eq!(mouse.held(), "none");
        mouse.press(MouseButton::Middle, Instant::now());
        mouse.press(MouseButton::Left, Instant::now());
        assert_eq!((mouse.held(), mouse.buttons), ("left", 5));
        mouse.release(MouseButton::Left);
        assert_eq!((mouse.held(), mouse.buttons), ("middle", 4));
    }
}
