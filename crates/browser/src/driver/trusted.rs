//! Input like a person's own, by the debugger. Events are sent one behind the other and awaited
//! together: Chrome keeps their order, and each answer would else cost a frame.

use futures_util::future::try_join_all;
use serde_json::json;
use tabwright_wire::{ClickOptions, Modifier, MouseButton, Point};
use tokio::time::{Duration, sleep};

use super::keys::Chord;
use crate::backend::{Debugger, Result};

/// How many steps a drag takes: pages look at the way, not only at its end, and each takes a frame.
const DRAG_STEPS: u32 = 5;

pub(super) fn button(button: MouseButton) -> (&'static str, u32) {
    match button {
        MouseButton::Left => ("left", 1),
        MouseButton::Right => ("right", 2),
        MouseButton::Middle => ("middle", 4),
    }
}

pub(super) fn modifier_bits(modifiers: &[Modifier]) -> u32 {
    let bit = |modifier: &Modifier| match modifier {
        Modifier::Alt => 1,
        Modifier::Control => 2,
        Modifier::Meta => 4,
        Modifier::Shift => 8,
    };
    modifiers.iter().map(bit).fold(0, |all, bit| all | bit)
}

pub(super) async fn hover(debugger: &dyn Debugger, point: Point, modifiers: u32) -> Result<()> {
    let to = |x: f64| {
        let moved = json!({
            "type": "mouseMoved", "x": x, "y": point.y, "button": "none", "buttons": 0,
            "modifiers": modifiers,
        });
        debugger.send("Input.dispatchMouseEvent", &moved)
    };
    // The second is answered when the page has drawn what the first one did: `:hover` and its menus.
    to(point.x - 1.0).await?;
    Ok(to(point.x).await.map(drop)?)
}

pub(super) async fn click(
    debugger: &dyn Debugger,
    point: Point,
    options: &ClickOptions,
) -> Result<()> {
    let (name, bits) = button(options.button);
    let modifiers = modifier_bits(&options.modifiers);
    let event = |kind: &str, buttons: u32, count: u32| {
        let button = if count == 0 { "none" } else { name };
        json!({
            "type": kind, "x": point.x, "y": point.y, "button": button, "buttons": buttons,
            "clickCount": count, "modifiers": modifiers,
        })
    };
    let send = |event| debugger.send("Input.dispatchMouseEvent", &event);
    let mut sent = vec![send(event("mouseMoved", 0, 0))];
    for count in 1..=options.count.max(1) {
        sent.push(send(event("mousePressed", bits, count)));
        if options.hold_ms > 0 {
            try_join_all(std::mem::take(&mut sent)).await?;
            sleep(Duration::from_millis(u64::from(options.hold_ms))).await;
        }
        sent.push(send(event("mouseReleased", 0, count)));
    }
    try_join_all(sent).await?;
    Ok(())
}

/// The button goes down here; what follows is a drag.
pub(super) async fn press_down(debugger: &dyn Debugger, point: Point) -> Result<()> {
    let event = |kind: &str, buttons: u32, count: u32| {
        let button = if count == 0 { "none" } else { "left" };
        json!({
            "type": kind, "x": point.x, "y": point.y, "button": button, "buttons": buttons,
            "clickCount": count,
        })
    };
    let moved = debugger.send("Input.dispatchMouseEvent", &event("mouseMoved", 0, 0));
    let pressed = debugger.send("Input.dispatchMouseEvent", &event("mousePressed", 1, 1));
    try_join_all([moved, pressed]).await?;
    Ok(())
}

pub(super) async fn drag_over(debugger: &dyn Debugger, from: Point, to: Point) -> Result<()> {
    for step in 1..=DRAG_STEPS {
        let share = f64::from(step) / f64::from(DRAG_STEPS);
        let event = json!({
            "type": "mouseMoved", "button": "left", "buttons": 1,
            "x": from.x + (to.x - from.x) * share, "y": from.y + (to.y - from.y) * share,
        });
        // Awaited, or Chrome would make one move of them.
        debugger.send("Input.dispatchMouseEvent", &event).await?;
    }
    Ok(())
}

pub(super) async fn let_go(debugger: &dyn Debugger, point: Point) -> Result<()> {
    let event = json!({
        "type": "mouseReleased", "x": point.x, "y": point.y, "button": "left", "buttons": 0,
        "clickCount": 1,
    });
    Ok(debugger.send("Input.dispatchMouseEvent", &event).await.map(drop)?)
}

/// Presses chords, one after the other.
pub(super) async fn press(debugger: &dyn Debugger, chords: &[Chord]) -> Result<()> {
    let mut sent = Vec::new();
    for chord in chords {
        if let Some(text) = chord.only_text() {
            // A letter that no key of ours has, as from an input method.
            sent.push(debugger.send("Input.insertText", &json!({ "text": text })));
            continue;
        }
        for event in chord.events() {
            sent.push(debugger.send("Input.dispatchKeyEvent", &event));
        }
    }
    try_join_all(sent).await?;
    Ok(())
}

pub(super) async fn insert(debugger: &dyn Debugger, text: &str) -> Result<()> {
    Ok(debugger.send("Input.insertText", &json!({ "text": text })).await.map(drop)?)
}

/// Selects all that the focused editor holds, also what it does not draw.
pub(super) async fn select_all(debugger: &dyn Debugger) -> Result<()> {
    press(debugger, &[Chord::parse("ControlOrMeta+a")?]).await
}

/// Moves the caret behind all that the focused editor holds.
pub(super) async fn to_end(debugger: &dyn Debugger) -> Result<()> {
    let chord = if cfg!(target_os = "macos") { "Meta+ArrowDown" } else { "Control+End" };
    press(debugger, &[Chord::parse(chord)?]).await
}
