//! What of the gestures counts: corrections take the place of what they correct, and what came along with another
//! gesture or led to nothing is dropped.

use std::collections::BTreeSet;

use tabwright_wire::flows::{Gesture, GestureKind, NavigationWay, PointerButton};

use super::same::{
    is_effect, is_nothing, is_or_labels, is_pressed, is_text_field, same_element, target,
};

/// A browser makes the click that belongs to a key at once; no person is so fast.
const BY_KEY_MS: f64 = 50.0;

pub(super) fn merge(gestures: &[Gesture]) -> Vec<Gesture> {
    let mut kept = corrected(gestures);
    kept.retain(|gesture| !is_letter(&gesture.what));
    // What is dropped may bring two others together, so that the rules look again.
    loop {
        let before = kept.len();
        for rule in RULES {
            let mut at = 0;
            while at < kept.len() {
                if rule(&kept, at) {
                    kept.remove(at);
                } else {
                    at += 1;
                }
            }
        }
        if kept.len() == before {
            break;
        }
    }
    without_detours(kept)
}

/// Each gesture once, in its place; a correction in the place of what it corrects.
fn corrected(gestures: &[Gesture]) -> Vec<Gesture> {
    let mut kept: Vec<Gesture> = Vec::new();
    let mut seen = BTreeSet::new();
    for gesture in gestures {
        if !seen.insert(gesture.id.as_str()) {
            continue;
        }
        let corrects = |it: &Gesture| {
            gesture
                .instead_of
                .as_ref()
                .is_some_and(|id| it.id == *id || it.instead_of.as_ref() == Some(id))
        };
        match kept.iter().position(corrects) {
            Some(at) => kept[at] = gesture.clone(),
            None => kept.push(gesture.clone()),
        }
    }
    kept
}

/// Whether the gesture at this place is dropped.
type Rule = fn(&[Gesture], usize) -> bool;

const RULES: &[Rule] = &[
    is_typed_again,
    is_toggled_again,
    is_click_of_key,
    is_key_of_click,
    is_click_into_field,
    is_click_of_choice,
    is_click_of_double_click,
    is_tab_between_fields,
    is_needless_hover,
    is_click_on_nothing,
    is_address_given_again,
];

/// The next thing that the person did, and whether the page did something before it.
fn next(gestures: &[Gesture], at: usize) -> (Option<&Gesture>, bool) {
    let rest = &gestures[at + 1..];
    let place = rest.iter().position(|it| !is_effect(it));
    let effects = place.unwrap_or(rest.len());
    (place.map(|place| &rest[place]), effects > 0)
}

fn before(gestures: &[Gesture], at: usize) -> Option<&Gesture> {
    gestures[..at].iter().rev().find(|it| !is_effect(it))
}

/// The same field is typed into next: what it says in the end counts.
fn is_typed_again(gestures: &[Gesture], at: usize) -> bool {
    let GestureKind::Type { target, .. } = &gestures[at].what else { return false };
    let next = gestures.get(at + 1).map(|it| &it.what);
    matches!(next, Some(GestureKind::Type { target: again, .. }) if same_element(target, again))
}

/// The same box is ticked or list chosen from next: the state in the end counts.
fn is_toggled_again(gestures: &[Gesture], at: usize) -> bool {
    match (&gestures[at].what, gestures.get(at + 1).map(|it| &it.what)) {
        (GestureKind::Check { target, .. }, Some(GestureKind::Check { target: again, .. }))
        | (GestureKind::Select { target, .. }, Some(GestureKind::Select { target: again, .. }))
        | (GestureKind::Upload { target, .. }, Some(GestureKind::Upload { target: again, .. })) => {
            same_element(target, again)
        }
        _ => false,
    }
}

/// Enter in a form makes the browser click its submit button; that is not a second click.
fn is_click_of_key(gestures: &[Gesture], at: usize) -> bool {
    let GestureKind::Click { target: clicked, .. } = &gestures[at].what else { return false };
    let Some(previous) = at.checked_sub(1).map(|at| &gestures[at]) else { return false };
    let GestureKind::Press { keys, target } = &previous.what else { return false };
    let is_in_field = target.as_ref().is_none_or(|it| !is_pressed(it));
    let is_fast = (gestures[at].at - previous.at).abs() <= BY_KEY_MS;
    keys == "Enter" && is_in_field && is_fast && is_pressed(clicked)
}

/// Enter or Space on a button is a click of it, and the click is recorded too.
fn is_key_of_click(gestures: &[Gesture], at: usize) -> bool {
    let GestureKind::Press { keys, target: Some(pressed) } = &gestures[at].what else {
        return false;
    };
    let Some(next) = gestures.get(at + 1) else { return false };
    let is_fast = (next.at - gestures[at].at).abs() <= BY_KEY_MS;
    let is_its = matches!(&next.what, GestureKind::Click { target, .. } | GestureKind::Check { target, .. } if same_element(target, pressed));
    matches!(keys.as_str(), "Enter" | "Space" | " ") && is_fast && is_its
}

/// Typing puts the caret into the field by itself.
fn is_click_into_field(gestures: &[Gesture], at: usize) -> bool {
    let Some(clicked) = plain_click(&gestures[at]) else { return false };
    let (Some(next), false) = next(gestures, at) else { return false };
    match &next.what {
        GestureKind::Type { target, .. } => is_or_labels(clicked, target),
        // A click into another field, or leaving this one, and nothing was typed.
        GestureKind::Click { target, .. } => {
            is_text_field(clicked) && same_element(clicked, target)
        }
        GestureKind::Press { target: Some(target), .. } => {
            is_text_field(clicked) && same_element(clicked, target)
        }
        _ => false,
    }
}

/// The click that ticked the box, opened the list or asked for the file.
fn is_click_of_choice(gestures: &[Gesture], at: usize) -> bool {
    let Some(clicked) = plain_click(&gestures[at]) else { return false };
    let chosen = |gesture: &Gesture| match &gesture.what {
        GestureKind::Check { target, .. } | GestureKind::Select { target, .. } => {
            is_or_labels(clicked, target)
        }
        _ => false,
    };
    let opens_chooser = |gesture: &Gesture| {
        matches!(gesture.what, GestureKind::Upload { .. }) && is_pressed_or_label(clicked)
    };
    let after = gestures.get(at + 1);
    let before = at.checked_sub(1).map(|at| &gestures[at]);
    after.is_some_and(|it| chosen(it) || opens_chooser(it)) || before.is_some_and(chosen)
}

fn is_pressed_or_label(target: &tabwright_wire::flows::Fingerprint) -> bool {
    is_pressed(target) || target.tag == "label" || target.input_type.as_deref() == Some("file")
}

fn is_click_of_double_click(gestures: &[Gesture], at: usize) -> bool {
    let Some(clicked) = plain_click(&gestures[at]) else { return false };
    let rest = gestures[at + 1..].iter().find(|it| {
        !matches!(&it.what, GestureKind::Click { target, count: 1, .. } if same_element(target, clicked))
    });
    matches!(rest.map(|it| &it.what), Some(GestureKind::Click { target, count, .. }) if *count >= 2 && same_element(target, clicked))
}

/// Tab moves from field to field, which typing does by itself.
fn is_tab_between_fields(gestures: &[Gesture], at: usize) -> bool {
    let GestureKind::Press { keys, .. } = &gestures[at].what else { return false };
    if !matches!(keys.as_str(), "Tab" | "Shift+Tab") {
        return false;
    }
    let (next, has_effect) = next(gestures, at);
    let is_needed =
        matches!(next.map(|it| &it.what), Some(GestureKind::Press { target: None, .. }));
    !is_needed && !has_effect
}

/// The pointer is somewhere before every click. It counts where it opened what was clicked then.
fn is_needless_hover(gestures: &[Gesture], at: usize) -> bool {
    let GestureKind::Hover { target: hovered } = &gestures[at].what else { return false };
    let is_gone =
        matches!(gestures.get(at + 1).map(|it| &it.what), Some(GestureKind::Arrived { .. }));
    let (Some(next), _) = next(gestures, at) else { return true };
    let uses_it = match &next.what {
        GestureKind::Click { target, .. }
        | GestureKind::Hover { target }
        | GestureKind::Check { target, .. }
        | GestureKind::Type { target, .. }
        | GestureKind::Select { target, .. } => !same_element(hovered, target),
        GestureKind::Drag { from, .. } => !same_element(hovered, from),
        GestureKind::CheckText { .. } | GestureKind::WaitForText { .. } => true,
        _ => false,
    };
    is_gone || !uses_it || next.tab != gestures[at].tab
}

fn is_click_on_nothing(gestures: &[Gesture], at: usize) -> bool {
    let GestureKind::Click { target, .. } = &gestures[at].what else { return false };
    let has_effect = gestures
        .get(at + 1)
        .is_some_and(|it| is_effect(it) || matches!(it.what, GestureKind::Dialog { .. }));
    is_nothing(target) && !has_effect
}

/// Only the last of several addresses was meant.
fn is_address_given_again(gestures: &[Gesture], at: usize) -> bool {
    let is_address =
        |it: &Gesture| matches!(it.what, GestureKind::Navigate { how: NavigationWay::Address, .. });
    let (next, _) = next(gestures, at);
    is_address(&gestures[at]) && next.is_some_and(|it| is_address(it) && it.tab == gestures[at].tab)
}

/// A link that was followed by mistake: the next thing was to go back to where it was.
fn without_detours(mut gestures: Vec<Gesture>) -> Vec<Gesture> {
    let is_back =
        |it: &Gesture| matches!(it.what, GestureKind::Navigate { how: NavigationWay::Back, .. });
    let mut at = 0;
    while at < gestures.len() {
        let detour = is_back(&gestures[at]).then(|| before(&gestures, at).cloned()).flatten();
        let start = detour.and_then(|click| {
            let place = gestures.iter().position(|it| it.id == click.id)?;
            let led_away = gestures[place + 1..at]
                .iter()
                .any(|it| matches!(it.what, GestureKind::Arrived { .. }));
            let is_return = match &gestures[at].what {
                GestureKind::Navigate { url, .. } => *url == click.url,
                _ => false,
            };
            (plain_click(&click).is_some()
                && led_away
                && is_return
                && click.tab == gestures[at].tab)
                .then_some(place)
        });
        let Some(start) = start else {
            at += 1;
            continue;
        };
        // With the arrival at the old page.
        let arrives =
            matches!(gestures.get(at + 1).map(|it| &it.what), Some(GestureKind::Arrived { .. }));
        gestures.drain(start..=at + usize::from(arrives));
        at = start;
    }
    gestures
}

/// A left click without anything held.
fn plain_click(gesture: &Gesture) -> Option<&tabwright_wire::flows::Fingerprint> {
    match &gesture.what {
        GestureKind::Click { button: PointerButton::Left, count: 0 | 1, modifiers, .. }
            if modifiers.is_empty() =>
        {
            target(gesture)
        }
        _ => None,
    }
}

/// What is typed is recorded as the field's value, never key by key.
fn is_letter(what: &GestureKind) -> bool {
    matches!(what, GestureKind::Press { keys, .. } if keys.chars().count() == 1 && keys != " ")
}
