//! Recordings of Chrome's DevTools.

use serde::Deserialize;
use serde_json::Value;
use tabwright_wire::flows::{Fingerprint, GestureKind, PointerButton};
use tabwright_wire::quote_page;

use super::gestures::Gestures;
use super::keys;
use super::locators::Locators;
use super::{ExchangeError, Imported};

#[derive(Deserialize)]
struct File {
    #[serde(default)]
    title: String,
    steps: Vec<Step>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Step {
    r#type: String,
    #[serde(default)]
    target: Option<String>,
    #[serde(default)]
    frame: Vec<u32>,
    #[serde(default)]
    selectors: Vec<Selector>,
    #[serde(default)]
    url: String,
    #[serde(default)]
    value: String,
    #[serde(default)]
    key: String,
    #[serde(default)]
    button: String,
    #[serde(default)]
    count: Option<u32>,
    #[serde(default)]
    operator: Option<String>,
    #[serde(default)]
    visible: Option<bool>,
    #[serde(default)]
    asserted_events: Vec<Asserted>,
}

/// One selector, or a path of them through shadow roots.
#[derive(Deserialize)]
#[serde(untagged)]
enum Selector {
    One(String),
    Path(Vec<String>),
}

#[derive(Deserialize)]
struct Asserted {
    r#type: String,
    #[serde(default)]
    url: Value,
}

pub(super) fn import(text: &str) -> Result<Imported, ExchangeError> {
    let file: File = serde_json::from_str(text).map_err(|error| ExchangeError::Unreadable {
        format: "a recording of @puppeteer/replay",
        reason: error.to_string(),
    })?;
    let mut gestures = Gestures::default();
    let mut state = State::default();
    for (number, step) in file.steps.iter().enumerate() {
        state.take(&mut gestures, step, number + 1);
    }
    let (flow, notes) = gestures.into_flow(&file.title);
    Ok(Imported { flows: flow.into_iter().collect(), notes })
}

#[derive(Default)]
struct State {
    held: Vec<&'static str>,
    /// Addresses of tabs, in the order in which they came. The main one has none.
    tabs: Vec<String>,
    last_select: bool,
}

impl State {
    fn take(&mut self, gestures: &mut Gestures, step: &Step, number: usize) {
        self.be_in_tab(gestures, step.target.as_deref());
        let (kind, at) = (step.r#type.as_str(), format!("Step {number}"));
        if !step.frame.is_empty() {
            gestures.note(format!(
                "{at} is in a frame that is named by its place; record it again to find it."
            ));
        }
        match kind {
            "navigate" => gestures.went(&step.url),
            "click" | "doubleClick" | "hover" | "change" => match self.target(step) {
                Some(target) => self.act(gestures, step, target),
                None => gestures.note(format!(
                    "{at} ({kind}) was left out: its selectors only tell a place on the page."
                )),
            },
            "keyDown" => self.key(gestures, &step.key),
            "keyUp" => {
                let modifier = keys::modifier(&step.key);
                self.held.retain(|held| Some(*held) != modifier);
            }
            "waitForElement" => self.wait(gestures, step, &at),
            "close" => gestures.add(GestureKind::CloseTab),
            "setViewport" => gestures.note_once("The size of the window was left out."),
            "scroll" => {
                gestures.note_once("Scrolling was left out: flows scroll to what they need.");
            }
            other => gestures.note(format!(
                "{at} ({}) was left out: flows have no such step.",
                quote_page(other)
            )),
        }
        for event in step
            .asserted_events
            .iter()
            .filter(|event| event.r#type == "navigation" && kind != "navigate")
        {
            if let Some(url) = event.url.as_str().filter(|url| !url.is_empty()) {
                gestures.arrived(url);
            }
        }
    }

    /// The first mention of a tab is when the step before has opened it.
    fn be_in_tab(&mut self, gestures: &mut Gestures, target: Option<&str>) {
        let number = match target.filter(|target| *target != "main") {
            None => 0,
            Some(url) => match self.tabs.iter().position(|known| known == url) {
                Some(at) => at + 1,
                None => {
                    self.tabs.push(url.to_owned());
                    gestures.opened(self.tabs.len() as i32, url);
                    return;
                }
            },
        };
        if gestures.tab != number as i32 {
            gestures.tab = number as i32;
            if let Some(url) = target.filter(|target| *target != "main") {
                gestures.url = url.to_owned();
            }
        }
    }

    fn target(&mut self, step: &Step) -> Option<Fingerprint> {
        let mut locators = Locators::default();
        for selector in &step.selectors {
            let selector = match selector {
                Selector::One(one) => one.as_str(),
                Selector::Path(path) => path.last().map(String::as_str).unwrap_or_default(),
            };
            if let Some(aria) = selector.strip_prefix("aria/") {
                let (name, role) = split_role(aria);
                locators.name(name);
                role.into_iter().for_each(|role| locators.role(role));
            } else if let Some(text) = selector.strip_prefix("text/") {
                locators.name(text);
            } else if let Some(path) = selector.strip_prefix("xpath/") {
                locators.xpath(path);
            } else {
                locators.css(selector.strip_prefix("pierce/").unwrap_or(selector));
            }
        }
        self.last_select = locators.is_select();
        locators.done()
    }

    fn act(&self, gestures: &mut Gestures, step: &Step, target: Fingerprint) {
        let button = match step.button.as_str() {
            "secondary" => PointerButton::Right,
            "auxiliary" => PointerButton::Middle,
            _ => PointerButton::Left,
        };
        match step.r#type.as_str() {
            "click" => gestures.click(target, button, 1),
            "doubleClick" => gestures.click(target, button, 2),
            "hover" => gestures.add(GestureKind::Hover { target }),
            _ if self.last_select => gestures.selected(target, std::slice::from_ref(&step.value)),
            _ => gestures.typed(target, &step.value),
        }
    }

    fn key(&mut self, gestures: &mut Gestures, key: &str) {
        if let Some(modifier) = keys::modifier(key) {
            self.held.push(modifier);
        } else if let Some(key) = keys::from_puppeteer(key) {
            let keys =
                self.held.iter().copied().chain([key.as_str()]).collect::<Vec<_>>().join("+");
            gestures.add(GestureKind::Press { target: None, keys });
        }
    }

    fn wait(&mut self, gestures: &mut Gestures, step: &Step, at: &str) {
        let is_presence = step.count.unwrap_or(1) >= 1
            && step.operator.as_deref() != Some("<=")
            && step.visible != Some(false);
        match self.target(step).filter(|target| is_presence && !target.name.is_empty()) {
            Some(target) => gestures.add(GestureKind::WaitForText { text: target.name }),
            None => gestures.note(format!(
                "{at} was left out: flows wait for texts, and this waits for something else."
            )),
        }
    }
}

/// `Name[role="button"]`.
fn split_role(aria: &str) -> (&str, Option<&str>) {
    match aria.split_once("[role=") {
        Some((name, role)) => (name, Some(super::locators::unquoted(role.trim_end_matches(']')))),
        None => (aria, None),
    }
}
