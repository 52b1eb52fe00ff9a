//! Names of keys, in the words of other programs.

/// As we write it; none for a key that holds others.
pub(super) fn from_puppeteer(key: &str) -> Option<String> {
    let modifier = modifier(key);
    if modifier.is_some() {
        return None;
    }
    Some(match key {
        "\r" | "\n" | "NumpadEnter" => "Enter".to_owned(),
        " " => "Space".to_owned(),
        key => {
            key.strip_prefix("Key").or_else(|| key.strip_prefix("Digit")).unwrap_or(key).to_owned()
        }
    })
}

/// The modifier that a key is.
pub(super) fn modifier(key: &str) -> Option<&'static str> {
    match key {
        "Control" | "ControlLeft" | "ControlRight" => Some("Control"),
        "Shift" | "ShiftLeft" | "ShiftRight" => Some("Shift"),
        "Alt" | "AltLeft" | "AltRight" | "AltGraph" => Some("Alt"),
        "Meta" | "MetaLeft" | "MetaRight" => Some("Meta"),
        _ => None,
    }
}

/// `${KEY_ENTER}` of Selenium.
pub(super) fn from_selenium(keys: &str) -> Option<&'static str> {
    Some(match keys.trim().strip_prefix("${KEY_")?.strip_suffix('}')? {
        "ENTER" | "RETURN" => "Enter",
        "TAB" => "Tab",
        "ESCAPE" | "ESC" => "Escape",
        "BACKSPACE" | "BKSP" => "Backspace",
        "DELETE" | "DEL" => "Delete",
        "UP" => "ArrowUp",
        "DOWN" => "ArrowDown",
        "LEFT" => "ArrowLeft",
        "RIGHT" => "ArrowRight",
        "PAGE_UP" | "PGUP" => "PageUp",
        "PAGE_DOWN" | "PGDN" => "PageDown",
        "HOME" => "Home",
        "END" => "End",
        _ => return None,
    })
}
