//! Keys and chords by name, as a keyboard of the US layout has them.

use serde_json::{Value, json};
use tabwright_wire::Modifier;

use super::trusted::modifier_bits;
use crate::backend::Result;
use crate::error::ControlError;

/// A key with what is held down meanwhile.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Chord {
    modifiers: Vec<Modifier>,
    key: Key,
}

#[derive(Debug, Clone, PartialEq, Eq)]
struct Key {
    /// As `KeyboardEvent.key` has it.
    key: String,
    code: &'static str,
    /// Windows' number for it, which pages still read as `keyCode`.
    number: u32,
    /// What it writes.
    text: Option<String>,
    shifted: bool,
}

const NAMED: &[(&str, &str, u32)] = &[
    ("Enter", "Enter", 13),
    ("Tab", "Tab", 9),
    ("Backspace", "Backspace", 8),
    ("Delete", "Delete", 46),
    ("Escape", "Escape", 27),
    ("ArrowUp", "ArrowUp", 38),
    ("ArrowDown", "ArrowDown", 40),
    ("ArrowLeft", "ArrowLeft", 37),
    ("ArrowRight", "ArrowRight", 39),
    ("Home", "Home", 36),
    ("End", "End", 35),
    ("PageUp", "PageUp", 33),
    ("PageDown", "PageDown", 34),
    ("Insert", "Insert", 45),
    ("CapsLock", "CapsLock", 20),
    ("ContextMenu", "ContextMenu", 93),
    ("NumLock", "NumLock", 144),
    ("ScrollLock", "ScrollLock", 145),
    ("Pause", "Pause", 19),
    ("PrintScreen", "PrintScreen", 44),
    ("F1", "F1", 112),
    ("F2", "F2", 113),
    ("F3", "F3", 114),
    ("F4", "F4", 115),
    ("F5", "F5", 116),
    ("F6", "F6", 117),
    ("F7", "F7", 118),
    ("F8", "F8", 119),
    ("F9", "F9", 120),
    ("F10", "F10", 121),
    ("F11", "F11", 122),
    ("F12", "F12", 123),
    ("Shift", "ShiftLeft", 16),
    ("Control", "ControlLeft", 17),
    ("Alt", "AltLeft", 18),
    ("Meta", "MetaLeft", 91),
];

const OTHER_NAMES: &[(&str, &str)] = &[
    ("Return", "Enter"),
    ("NumpadEnter", "Enter"),
    ("ShiftLeft", "Shift"),
    ("ShiftRight", "Shift"),
    ("ControlLeft", "Control"),
    ("ControlRight", "Control"),
    ("Ctrl", "Control"),
    ("AltLeft", "Alt"),
    ("AltRight", "Alt"),
    ("Option", "Alt"),
    ("MetaLeft", "Meta"),
    ("MetaRight", "Meta"),
    ("Command", "Meta"),
    ("Cmd", "Meta"),
    ("Esc", "Escape"),
    ("Del", "Delete"),
    ("Up", "ArrowUp"),
    ("Down", "ArrowDown"),
    ("Left", "ArrowLeft"),
    ("Right", "ArrowRight"),
    ("Space", " "),
    ("Spacebar", " "),
    ("Plus", "+"),
];

/// Punctuation: what the key writes, what it writes with Shift, its code and number.
const PUNCTUATION: &[(char, char, &str, u32)] = &[
    ('`', '~', "Backquote", 192),
    ('-', '_', "Minus", 189),
    ('=', '+', "Equal", 187),
    ('[', '{', "BracketLeft", 219),
    (']', '}', "BracketRight", 221),
    ('\\', '|', "Backslash", 220),
    (';', ':', "Semicolon", 186),
    ('\'', '"', "Quote", 222),
    (',', '<', "Comma", 188),
    ('.', '>', "Period", 190),
    ('/', '?', "Slash", 191),
];

/// Keys of the number pad, by what they write. As pages see them, they are the keys of the main block.
const NUMPAD: &[(&str, char)] = &[
    ("Numpad0", '0'),
    ("Numpad1", '1'),
    ("Numpad2", '2'),
    ("Numpad3", '3'),
    ("Numpad4", '4'),
    ("Numpad5", '5'),
    ("Numpad6", '6'),
    ("Numpad7", '7'),
    ("Numpad8", '8'),
    ("Numpad9", '9'),
    ("NumpadAdd", '+'),
    ("NumpadSubtract", '-'),
    ("NumpadMultiply", '*'),
    ("NumpadDivide", '/'),
    ("NumpadDecimal", '.'),
];

const LETTERS: [&str; 26] = [
    "KeyA", "KeyB", "KeyC", "KeyD", "KeyE", "KeyF", "KeyG", "KeyH", "KeyI", "KeyJ", "KeyK", "KeyL",
    "KeyM", "KeyN", "KeyO", "KeyP", "KeyQ", "KeyR", "KeyS", "KeyT", "KeyU", "KeyV", "KeyW", "KeyX",
    "KeyY", "KeyZ",
];
const DIGITS: [&str; 10] = [
    "Digit0", "Digit1", "Digit2", "Digit3", "Digit4", "Digit5", "Digit6", "Digit7", "Digit8",
    "Digit9",
];
const SHIFTED_DIGITS: &str = ")!@#$%^&*(";

impl Chord {
    /// `Enter`, `a`, `Control+Shift+ArrowLeft`, `Control++`.
    pub(super) fn parse(text: &str) -> Result<Self> {
        let unknown = || {
            ControlError::BadArguments(format!(
                "`{text}` is not a key. Use names such as Enter, ArrowDown, a, Control+a, Shift+Tab"
            ))
        };
        let (held, last) = match text.strip_suffix("++") {
            Some(held) => (held, "+"),
            None if text == "+" => ("", "+"),
            None => text.rsplit_once('+').unwrap_or(("", text)),
        };
        let modifier = |name: &str| match name.trim().to_ascii_lowercase().as_str() {
            "alt" | "option" | "altleft" | "altright" => Some(Modifier::Alt),
            "control" | "ctrl" | "controlleft" | "controlright" => Some(Modifier::Control),
            "meta" | "command" | "cmd" | "super" | "metaleft" | "metaright" => Some(Modifier::Meta),
            "shift" | "shiftleft" | "shiftright" => Some(Modifier::Shift),
            "controlormeta" if cfg!(target_os = "macos") => Some(Modifier::Meta),
            "controlormeta" => Some(Modifier::Control),
            _ => None,
        };
        let held = held.split('+').filter(|name| !name.is_empty());
        let modifiers = held.map(modifier).collect::<Option<Vec<_>>>().ok_or_else(unknown)?;
        let last = if last == " " { last } else { last.trim() };
        let named = Key::named(last).or_else(|| {
            let mut letters = last.chars();
            let only = letters.next().filter(|_| letters.next().is_none());
            let written = only.or_else(|| letter_of_code(last))?;
            let shift = modifiers.contains(&Modifier::Shift);
            Some(Key::of(if shift { shifted(written) } else { written }))
        });
        let mut key = named.ok_or_else(unknown)?;
        // `Control+A` names a key, as it is printed on it: nobody means Shift by that.
        if modifiers.iter().any(|held| *held != Modifier::Shift) && key.code.starts_with("Key") {
            key.shifted = false;
        }
        Ok(Self { modifiers, key })
    }

    /// What a person would press to write this letter.
    pub(super) fn writing(letter: char) -> Self {
        match letter {
            '\n' => {
                Self { modifiers: Vec::new(), key: Key::named("Enter").unwrap_or(Key::of('\n')) }
            }
            '\t' => Self { modifiers: Vec::new(), key: Key::of('\t') },
            letter => Self { modifiers: Vec::new(), key: Key::of(letter) },
        }
    }

    /// A letter that comes as text, by no key: it presses nothing, whatever has the focus.
    pub(super) fn text(letter: char) -> Self {
        let key = Key { code: "", ..Key::of(letter) };
        Self { modifiers: Vec::new(), key }
    }

    /// It may send what was written, or press what has the focus.
    pub(super) fn is_enter(&self) -> bool {
        self.key.code == "Enter"
    }

    /// It may press what has the focus.
    pub(super) fn is_space(&self) -> bool {
        self.key.code == "Space"
    }

    /// Or does with a field what else a letter can stand for, as in Control+v.
    pub(super) fn writes(&self) -> bool {
        self.key.text.is_some()
    }

    /// No key writes it: it must be put in as text.
    pub(super) fn only_text(&self) -> Option<&str> {
        self.key.text.as_deref().filter(|_| self.key.code.is_empty())
    }

    /// What the page hears: modifiers down, the key, modifiers up.
    pub(super) fn events(&self) -> Vec<Value> {
        let mut events = Vec::new();
        let mut held = Vec::new();
        let modifier_key = |modifier: Modifier| match modifier {
            Modifier::Alt => ("Alt", "AltLeft", 18),
            Modifier::Control => ("Control", "ControlLeft", 17),
            Modifier::Meta => ("Meta", "MetaLeft", 91),
            Modifier::Shift => ("Shift", "ShiftLeft", 16),
        };
        for modifier in &self.modifiers {
            held.push(*modifier);
            let (key, code, number) = modifier_key(*modifier);
            events.push(json!({
                "type": "rawKeyDown", "modifiers": modifier_bits(&held), "key": key, "code": code,
                "windowsVirtualKeyCode": number, "location": 1,
            }));
        }
        let mut bits = modifier_bits(&held);
        if self.key.shifted {
            bits |= modifier_bits(&[Modifier::Shift]);
        }
        let commanding = held.iter().any(|held| *held != Modifier::Shift);
        let text = self.key.text.as_deref().filter(|_| !commanding);
        let key = &self.key;
        let mut down = json!({
            "type": if text.is_some() { "keyDown" } else { "rawKeyDown" }, "modifiers": bits,
            "key": key.key, "code": key.code, "windowsVirtualKeyCode": key.number,
        });
        if let Some(text) = text {
            down["text"] = json!(text);
            down["unmodifiedText"] = json!(text);
        }
        events.push(down);
        events.push(json!({
            "type": "keyUp", "modifiers": bits, "key": key.key, "code": key.code,
            "windowsVirtualKeyCode": key.number,
        }));
        while let Some(modifier) = held.pop() {
            let (key, code, number) = modifier_key(modifier);
            events.push(json!({
                "type": "keyUp", "modifiers": modifier_bits(&held), "key": key, "code": code,
                "windowsVirtualKeyCode": number, "location": 1,
            }));
        }
        events
    }
}

/// What a key writes that is called by its place on the keyboard: `KeyA`, `Digit1`, `Slash`, `Numpad5`.
fn letter_of_code(name: &str) -> Option<char> {
    let is = |code: &&str| code.eq_ignore_ascii_case(name);
    let letter = LETTERS.iter().position(&is).map(|at| b'a' + at as u8);
    let digit = DIGITS.iter().position(&is).map(|at| b'0' + at as u8);
    let numpad = || {
        let (_, written) = NUMPAD.iter().find(|(code, _)| is(code))?;
        Some(*written)
    };
    let punctuation = || {
        let (plain, ..) = PUNCTUATION.iter().find(|(.., code, _)| is(code))?;
        Some(*plain)
    };
    letter.or(digit).map(char::from).or_else(numpad).or_else(punctuation)
}

/// What a key writes with Shift.
fn shifted(letter: char) -> char {
    let pair = PUNCTUATION.iter().find(|(plain, ..)| *plain == letter);
    match (pair, letter.to_digit(10)) {
        (Some((_, shifted, ..)), _) => *shifted,
        (None, Some(digit)) => SHIFTED_DIGITS.chars().nth(digit as usize).unwrap_or(letter),
        (None, None) => letter.to_ascii_uppercase(),
    }
}

impl Key {
    fn named(name: &str) -> Option<Self> {
        let other = OTHER_NAMES.iter().find(|(other, _)| other.eq_ignore_ascii_case(name));
        let name = other.map_or(name, |(_, name)| name);
        if name == " " {
            return Some(Self::of(' '));
        }
        let (key, code, number) = NAMED.iter().find(|(key, ..)| key.eq_ignore_ascii_case(name))?;
        let text = (*key == "Enter").then(|| "\r".to_owned());
        let key = (*key).to_owned();
        Some(Self { key, code, number: *number, text, shifted: false })
    }

    /// The key that writes this letter; without a code where none does.
    fn of(letter: char) -> Self {
        let shifted_digit = SHIFTED_DIGITS.chars().position(|shifted| shifted == letter);
        let (code, number, shifted) = match letter {
            'a'..='z' | 'A'..='Z' => {
                let upper = letter.to_ascii_uppercase() as u32;
                let code = LETTERS[(upper - u32::from(b'A')) as usize];
                (code, upper, letter.is_ascii_uppercase())
            }
            '0'..='9' => (DIGITS[(letter as u32 - u32::from(b'0')) as usize], letter as u32, false),
            ' ' => ("Space", 32, false),
            '\t' => ("Tab", 9, false),
            letter => {
                let pair = PUNCTUATION
                    .iter()
                    .find(|(plain, shifted, ..)| *plain == letter || *shifted == letter);
                match (pair, shifted_digit) {
                    (Some((plain, _, code, number)), _) => (*code, *number, *plain != letter),
                    (None, Some(digit)) => (DIGITS[digit], u32::from(b'0') + digit as u32, true),
                    (None, None) => ("", 0, false),
                }
            }
        };
        let key = if letter == '\t' { "Tab".to_owned() } else { letter.to_string() };
        let text = (letter != '\t').then(|| letter.to_string());
        Self { key, code, number, text, shifted }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn said(chord: &str) -> Vec<(String, String, u64)> {
        let told = |event: &Value| {
            (
                event["type"].as_str().unwrap_or_default().to_owned(),
                event["key"].as_str().unwrap_or_default().to_owned(),
                event["modifiers"].as_u64().unwrap_or_default(),
            )
        };
        Chord::parse(chord).unwrap().events().iter().map(told).collect()
    }

    #[test]
    fn a_chord_holds_its_modifiers_around_the_key() {
        let event = |kind: &str, key: &str, bits| (kind.to_owned(), key.to_owned(), bits);
        assert_eq!(
            said("Control+Shift+a"),
            [
                event("rawKeyDown", "Control", 2),
                event("rawKeyDown", "Shift", 10),
                event("rawKeyDown", "A", 10),
                event("keyUp", "A", 10),
                event("keyUp", "Shift", 2),
                event("keyUp", "Control", 0),
            ]
        );
        assert_eq!(said("Enter"), [event("keyDown", "Enter", 0), event("keyUp", "Enter", 0)]);
        assert_eq!(said("Control++")[1], event("rawKeyDown", "+", 10));
        assert_eq!(said("ctrl+x")[1], event("rawKeyDown", "x", 2));
    }

    #[test]
    fn a_capital_in_a_shortcut_is_the_key_and_not_shift() {
        for chord in ["Control+A", "ctrl+A", "ControlOrMeta+A", "CONTROL+a", "Control+KeyA"] {
            let (_, key, bits) = &said(chord)[1];
            assert!(key.eq_ignore_ascii_case("a"), "{chord}: {key}");
            assert_eq!(*bits, 2, "{chord}");
        }
        assert_eq!(said("A")[0].2, 8, "written alone it takes Shift");
        assert_eq!(said("Shift+a")[1], ("keyDown".to_owned(), "A".to_owned(), 8));
    }

    #[test]
    fn keys_have_the_names_that_playwright_gives_them_in_either_case() {
        for (name, key) in [
            ("KeyB", "b"),
            ("Digit7", "7"),
            ("Slash", "/"),
            ("Shift+Digit1", "!"),
            ("Backquote", "`"),
            ("NumpadAdd", "+"),
            ("Numpad5", "5"),
            ("NumpadEnter", "Enter"),
            ("ENTER", "Enter"),
            ("arrowdown", "ArrowDown"),
            ("pagedown", "PageDown"),
            ("ShiftLeft", "Shift"),
            ("Pause", "Pause"),
        ] {
            assert!(said(name).iter().any(|(_, told, _)| told == key), "{name}: {:?}", said(name));
        }
    }

    #[test]
    fn letters_have_the_keys_of_a_keyboard() {
        for (letter, code, number, shifted) in [
            ('a', "KeyA", 65, false),
            ('Z', "KeyZ", 90, true),
            ('7', "Digit7", 55, false),
            ('&', "Digit7", 55, true),
            (':', "Semicolon", 186, true),
            (' ', "Space", 32, false),
        ] {
            let key = Key::of(letter);
            assert_eq!((key.code, key.number, key.shifted), (code, number, shifted), "{letter}");
        }
        assert_eq!(Chord::writing('é').only_text(), Some("é"));
        assert_eq!(Chord::writing('a').only_text(), None);
    }

    #[test]
    fn what_is_no_key_is_refused() {
        for wrong in ["", "Enterr", "Hyper+a", "ab"] {
            assert!(Chord::parse(wrong).is_err(), "{wrong}");
        }
    }
}
