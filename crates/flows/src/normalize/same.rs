//! Whether two gestures are about the same element, and what sort of element it is.

use tabwright_wire::flows::{Fingerprint, Gesture, GestureKind};

use crate::words::plain;

/// Seen a moment apart, so that all that tells elements apart is equal.
pub(super) fn same_element(one: &Fingerprint, other: &Fingerprint) -> bool {
    one.role == other.role
        && plain(&one.name) == plain(&other.name)
        && one.tag == other.tag
        && one.attributes == other.attributes
        && one.item == other.item
        && one.place == other.place
        && one.frame == other.frame
}

/// The element itself, or the words beside it that a person clicks in its place.
pub(super) fn is_or_labels(clicked: &Fingerprint, field: &Fingerprint) -> bool {
    if same_element(clicked, field) {
        return true;
    }
    if clicked.frame != field.frame
        || !matches!(clicked.tag.as_str(), "label" | "span" | "div" | "p" | "svg" | "i" | "")
    {
        return false;
    }
    let says =
        [Some(&clicked.name), clicked.text.as_ref()].into_iter().flatten().map(|it| plain(it));
    let called =
        [Some(&field.name), field.label.as_ref()].into_iter().flatten().map(|it| plain(it));
    let called: Vec<_> = called.filter(|it| !it.is_empty()).collect();
    says.into_iter().any(|said| called.contains(&said))
        || (clicked.tag == "label" && clicked.name.is_empty())
}

/// The element of a gesture, where it has one.
pub(super) fn target(gesture: &Gesture) -> Option<&Fingerprint> {
    match &gesture.what {
        GestureKind::Click { target, .. }
        | GestureKind::Type { target, .. }
        | GestureKind::Select { target, .. }
        | GestureKind::Check { target, .. }
        | GestureKind::Hover { target }
        | GestureKind::Upload { target, .. } => Some(target),
        GestureKind::Press { target, .. } | GestureKind::CheckText { target, .. } => {
            target.as_ref()
        }
        GestureKind::Drag { from, .. } => Some(from),
        _ => None,
    }
}

/// Something that the page did, and not the person.
pub(crate) fn is_effect(gesture: &Gesture) -> bool {
    matches!(
        gesture.what,
        GestureKind::Arrived { .. }
            | GestureKind::Appeared { .. }
            | GestureKind::OpenTab { by_person: false, .. }
    )
}

/// Where text is typed.
pub(super) fn is_text_field(target: &Fingerprint) -> bool {
    matches!(target.role.as_str(), "textbox" | "searchbox" | "combobox" | "spinbutton")
}

pub(super) fn is_pressed(target: &Fingerprint) -> bool {
    matches!(
        target.role.as_str(),
        "button" | "link" | "menuitem" | "tab" | "option" | "checkbox" | "radio" | "switch"
    )
}

/// Nothing names it: the page itself, or an empty part of it.
pub(super) fn is_nothing(target: &Fingerprint) -> bool {
    let has_text = |text: &Option<String>| text.as_deref().is_some_and(|it| !it.trim().is_empty());
    target.name.trim().is_empty()
        && !has_text(&target.text)
        && !has_text(&target.label)
        && target.attributes.is_empty()
        && matches!(
            target.role.as_str(),
            "" | "generic" | "document" | "main" | "none" | "presentation"
        )
}
