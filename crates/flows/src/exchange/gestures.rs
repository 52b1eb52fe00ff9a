//! What another program recorded, as gestures of ours.

use tabwright_wire::TabId;
use tabwright_wire::flows::{
    ChosenOption, FieldValue, Fingerprint, Flow, GESTURES_MAX, Gesture, GestureKind, PointerButton,
};

use crate::normalize::{Marks, flow_name, normalize};

/// Gestures in the making. Time goes on by a second with each, since no other program tells it.
#[derive(Debug, Default)]
pub(super) struct Gestures {
    all: Vec<Gesture>,
    pub(super) tab: i32,
    pub(super) url: String,
    pub(super) notes: Vec<String>,
}

impl Gestures {
    pub(super) fn add(&mut self, what: GestureKind) {
        let number = self.all.len() + 1;
        if number > GESTURES_MAX {
            self.note_once(&format!("What comes after {GESTURES_MAX} steps was left out."));
            return;
        }
        self.all.push(Gesture {
            id: format!("i{number}"),
            at: 1_000.0 * number as f64,
            tab: TabId(self.tab),
            url: self.url.clone(),
            instead_of: None,
            what,
        });
    }

    pub(super) fn note(&mut self, note: impl Into<String>) {
        self.notes.push(note.into());
    }

    pub(super) fn note_once(&mut self, note: &str) {
        if !self.notes.iter().any(|it| it == note) {
            self.notes.push(note.to_owned());
        }
    }

    pub(super) fn click(&mut self, target: Fingerprint, button: PointerButton, count: u32) {
        self.add(GestureKind::Click { target, button, count, modifiers: Vec::new() });
    }

    /// A password is not taken over: it becomes a secret that is asked for.
    pub(super) fn typed(&mut self, target: Fingerprint, text: &str) {
        let value = if is_secret(&target) {
            self.note_once("Passwords were not taken over; the flow asks for them.");
            FieldValue::Secret
        } else {
            FieldValue::Text { text: text.to_owned() }
        };
        self.add(GestureKind::Type { target, value });
    }

    pub(super) fn selected(&mut self, target: Fingerprint, labels: &[String]) {
        let chosen =
            labels.iter().map(|it| ChosenOption { label: it.clone(), value: it.clone() }).collect();
        self.add(GestureKind::Select { target, chosen, options: Vec::new() });
    }

    pub(super) fn went(&mut self, url: &str) {
        self.url = url.to_owned();
        let how = tabwright_wire::flows::NavigationWay::Address;
        self.add(GestureKind::Navigate { how, url: url.to_owned() });
    }

    pub(super) fn arrived(&mut self, url: &str) {
        self.url = url.to_owned();
        self.add(GestureKind::Arrived { url: url.to_owned(), title: String::new() });
    }

    /// Another tab of the recording, which the step before has opened.
    pub(super) fn opened(&mut self, tab: i32, url: &str) {
        self.tab = tab;
        self.url = url.to_owned();
        self.add(GestureKind::OpenTab { by_person: false, url: url.to_owned() });
    }

    /// None where nothing was recorded.
    pub(super) fn into_flow(self, title: &str) -> (Option<Flow>, Vec<String>) {
        let mut notes = self.notes;
        if self.all.is_empty() {
            return (None, notes);
        }
        let mut draft = normalize(&self.all, &Marks::new());
        notes.append(&mut draft.notes);
        let name = flow_name(title);
        let flow = draft.into_flow(if name.is_empty() { "imported" } else { &name }, title);
        (Some(flow), notes)
    }
}

fn is_secret(target: &Fingerprint) -> bool {
    let names = target.attributes.iter().map(|it| it.value.as_str());
    let said = [target.name.as_str(), target.label.as_deref().unwrap_or_default()];
    let is_it = |name: &str| {
        let name = name.to_lowercase();
        [
            "password",
            "passwort",
            "passwd",
            "passphrase",
            "mot de passe",
            "contraseña",
            "cvc",
            "card number",
            "cardnumber",
            "cc-number",
        ]
        .iter()
        .any(|word| name.contains(word))
    };
    target.input_type.as_deref() == Some("password") || names.chain(said).any(is_it)
}
