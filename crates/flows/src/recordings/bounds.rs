//! What a page may put into a recording: its kit sends only so much, but pages are not to be trusted.

use tabwright_wire::flows::{FieldValue, Gesture, GestureKind, TYPED_CHARS_MAX};

/// The longest text that is recorded takes about this much.
const GESTURE_BYTES_MAX: usize = 6 * TYPED_CHARS_MAX;
const ID_BYTES_MAX: usize = 100;

/// The gesture as it may be kept; none where it is larger than any that the kit makes.
pub(super) fn bounded(mut gesture: Gesture) -> Option<Gesture> {
    if let GestureKind::Type { value: value @ FieldValue::Text { .. }, .. } = &mut gesture.what
        && let FieldValue::Text { text } = value
        && text.chars().count() > TYPED_CHARS_MAX
    {
        *value = FieldValue::TooLong;
    }
    let size = serde_json::to_string(&gesture).map_or(usize::MAX, |json| json.len());
    (size <= GESTURE_BYTES_MAX && gesture.id.len() <= ID_BYTES_MAX && gesture.at.is_finite())
        .then_some(gesture)
}
