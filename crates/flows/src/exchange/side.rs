//! Projects of Selenium IDE.

use serde::Deserialize;
use tabwright_wire::Point;
use tabwright_wire::flows::{DialogKind, Fingerprint, GestureKind, PointerButton};
use tabwright_wire::quote_page;

use super::gestures::Gestures;
use super::keys;
use super::locators::Locators;
use super::{ExchangeError, Imported};

#[derive(Deserialize)]
struct Project {
    #[serde(default)]
    url: String,
    tests: Vec<Test>,
}

#[derive(Deserialize)]
struct Test {
    #[serde(default)]
    name: String,
    commands: Vec<Command>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Command {
    command: String,
    #[serde(default)]
    target: String,
    /// Each with the kind of locator that it is.
    #[serde(default)]
    targets: Vec<(String, String)>,
    #[serde(default)]
    value: String,
    #[serde(default)]
    opens_window: bool,
}

pub(super) fn import(text: &str) -> Result<Imported, ExchangeError> {
    let project: Project = serde_json::from_str(text).map_err(|error| {
        ExchangeError::Unreadable { format: "a project of Selenium IDE", reason: error.to_string() }
    })?;
    let mut imported = Imported::default();
    for test in &project.tests {
        let mut reading = Reading {
            base: &project.url,
            gestures: Gestures::default(),
            answers: None,
            windows: 0,
        };
        for (number, command) in test.commands.iter().enumerate() {
            reading.take(command, number + 1);
        }
        let (flow, notes) = reading.gestures.into_flow(&test.name);
        imported.notes.extend(notes.into_iter().map(|note| match project.tests.len() {
            1 => note,
            _ => format!("{}: {note}", test.name),
        }));
        // Two tests may have one name.
        if let Some(mut flow) = flow {
            let base = flow.name.clone();
            let is_taken = |name: &str, flows: &[tabwright_wire::flows::Flow]| {
                flows.iter().any(|it| it.name == name)
            };
            let mut number = 2;
            while is_taken(&flow.name, &imported.flows) {
                flow.name = format!("{base}-{number}");
                number += 1;
            }
            flow.grammar_patterns = crate::phrases::patterns(&flow);
            imported.flows.push(flow);
        }
    }
    Ok(imported)
}

struct Reading<'p> {
    base: &'p str,
    gestures: Gestures,
    /// How the next dialog is answered, said before the step that opens it.
    answers: Option<(bool, Option<String>)>,
    windows: i32,
}

impl Reading<'_> {
    fn take(&mut self, command: &Command, number: usize) {
        let name = command.command.as_str();
        let at = format!("Command {number} ({})", quote_page(name));
        // Switched off by the person.
        if name.starts_with("//") {
            return;
        }
        match name {
            "open" => self.gestures.went(&absolute(self.base, &command.target)),
            "click" | "clickAt" | "doubleClick" | "doubleClickAt" | "mouseOver" | "check" | "uncheck" | "type" | "select"
            | "sendKeys" | "submit" | "editContent" | "dragAndDropToObject" | "addSelection" => match target(command, &command.target) {
                Some(target) => self.act(command, target, &at),
                None => self.gestures.note(format!("{at} was left out: its locators only tell a place on the page.")),
            },
            "chooseOkOnNextConfirmation" => self.answers = Some((true, None)),
            "chooseCancelOnNextConfirmation" | "chooseCancelOnNextPrompt" => self.answers = Some((false, None)),
            "answerOnNextPrompt" => self.answers = Some((true, Some(command.value.clone()).filter(|it| !it.is_empty()).or_else(|| Some(command.target.clone())))),
            "webdriverChooseOkOnVisibleConfirmation" => self.dialog(true, None),
            "webdriverChooseCancelOnVisibleConfirmation" | "webdriverChooseCancelOnVisiblePrompt" => self.dialog(false, None),
            "webdriverAnswerOnVisiblePrompt" => self.dialog(true, Some(command.value.clone())),
            "assertText" | "verifyText" => match target(command, &command.target) {
                Some(target) => self.gestures.add(GestureKind::CheckText { text: command.value.clone(), target: Some(target) }),
                None => self.gestures.add(GestureKind::CheckText { text: command.value.clone(), target: None }),
            },
            "waitForText" => self.gestures.add(GestureKind::WaitForText { text: command.value.clone() }),
            "waitForElementVisible" | "waitForElementPresent" | "assertElementPresent" | "verifyElementPresent" => {
                match target(command, &command.target).filter(|target| !target.name.is_empty()) {
                    Some(target) => self.gestures.add(GestureKind::WaitForText { text: target.name }),
                    None => self.gestures.note(format!("{at} was left out: flows wait for texts, and this names none.")),
                }
            }
            "close" => self.gestures.add(GestureKind::CloseTab),
            "selectWindow" => self.window(&command.target, &at),
            "mouseOut" | "mouseDown" | "mouseUp" | "mouseDownAt" | "mouseUpAt" | "mouseMoveAt" | "storeWindowHandle" => {}
            "setWindowSize" => self.gestures.note_once("The size of the window was left out."),
            "selectFrame" => self.gestures.note_once(
                "The project goes into frames by their place; record what is in them again, so that it is found.",
            ),
            "pause" => self.gestures.note_once("Pauses were left out: flows wait for what they need."),
            "assertConfirmation" | "assertAlert" | "assertPrompt" | "assertTitle" | "verifyTitle" => {
                self.gestures.note(format!("{at} was left out: flows check texts of the page."));
            }
            _ => self.gestures.note(format!("{at} was left out: flows have no such step.")),
        }
    }

    fn act(&mut self, command: &Command, found: Fingerprint, at: &str) {
        match command.command.as_str() {
            "click" | "clickAt" => {
                self.gestures.click(found, PointerButton::Left, 1);
                if command.opens_window {
                    self.windows += 1;
                    let window = self.windows;
                    self.gestures.opened(window, "");
                    self.gestures.note_once("A new window is expected by any address, since the project does not say its own.");
                }
            }
            "doubleClick" | "doubleClickAt" => self.gestures.click(found, PointerButton::Left, 2),
            "mouseOver" => self.gestures.add(GestureKind::Hover { target: found }),
            "check" => self.gestures.add(GestureKind::Check { target: found, on: true }),
            "uncheck" => self.gestures.add(GestureKind::Check { target: found, on: false }),
            "type" | "editContent" => self.gestures.typed(found, &command.value),
            "select" | "addSelection" => match command.value.split_once('=') {
                Some(("label", label)) => self.gestures.selected(found, &[label.to_owned()]),
                Some(("value" | "id", value)) => self.gestures.selected(found, &[value.to_owned()]),
                Some(("index", _)) => self
                    .gestures
                    .note(format!("{at} was left out: it chooses an option by its place.")),
                _ => self.gestures.selected(found, std::slice::from_ref(&command.value)),
            },
            "sendKeys" => match keys::from_selenium(&command.value) {
                Some(keys) => self
                    .gestures
                    .add(GestureKind::Press { target: Some(found), keys: keys.to_owned() }),
                None if command.value.contains("${KEY_") => {
                    self.gestures
                        .note(format!("{at} was left out: it sends several keys at once."));
                }
                None => self.gestures.typed(found, &command.value),
            },
            "submit" => {
                self.gestures.add(GestureKind::Press { target: None, keys: "Enter".to_owned() });
            }
            _ => {
                let onto = target_of(&command.value, &[]);
                if onto.is_none() {
                    self.gestures.note(format!(
                        "{at} was left out: where it drops only tells a place on the page."
                    ));
                    return;
                }
                self.gestures.add(GestureKind::Drag {
                    from: found,
                    onto,
                    by: Point { x: 0.0, y: 0.0 },
                });
            }
        }
        if let Some((accepted, text)) = self.answers.take() {
            self.dialog(accepted, text);
        }
    }

    fn dialog(&mut self, accepted: bool, text: Option<String>) {
        let dialog = if text.is_some() { DialogKind::Prompt } else { DialogKind::Confirm };
        self.gestures.add(GestureKind::Dialog { dialog, message: String::new(), accepted, text });
    }

    fn window(&mut self, target: &str, at: &str) {
        match target.strip_prefix("handle=") {
            // The one that was opened last is the one it goes on in already.
            Some(handle) if handle.contains("root") => self.gestures.tab = 0,
            Some(_) if self.windows > 0 => self.gestures.tab = self.windows,
            _ => self
                .gestures
                .note(format!("{at} was left out: it does not say which window by its name.")),
        }
    }
}

fn target(command: &Command, main: &str) -> Option<Fingerprint> {
    target_of(main, &command.targets)
}

fn target_of(main: &str, others: &[(String, String)]) -> Option<Fingerprint> {
    let mut locators = Locators::default();
    for locator in std::iter::once(main).chain(others.iter().map(|(locator, _)| locator.as_str())) {
        match locator.split_once('=') {
            Some(("id", id)) => locators.attribute("id", id),
            Some(("name", name)) => locators.attribute("name", name),
            Some(("linkText" | "link", text)) => locators.name(text),
            Some(("css", selector)) => locators.css(selector),
            Some(("xpath", path)) => locators.xpath(path),
            _ if locator.starts_with("//") => locators.xpath(locator),
            _ => {}
        }
    }
    locators.done()
}

fn absolute(base: &str, path: &str) -> String {
    if path.contains("://") {
        return path.to_owned();
    }
    format!("{}/{}", base.trim_end_matches('/'), path.trim_start_matches('/'))
}
