//! Flows as recordings of Chrome's DevTools.

use serde_json::{Value, json};
use tabwright_wire::flows::{Fingerprint, Flow};

use super::Exported;
use crate::script::{Line, read};
use crate::steps::{Click, Expected, OnOff, Step};
use crate::template::{Text, Values, put_in};

pub(super) fn export(flow: &Flow) -> Exported {
    let mut notes = Vec::new();
    let mut values = Values::new();
    for (name, parameter) in &flow.parameters {
        if parameter.default.is_none() {
            notes.push(format!(
                "`{name}` has no value in the flow; put one in place of {{{name}}}."
            ));
        }
        values.insert(
            name.clone(),
            parameter.default.clone().unwrap_or_else(|| format!("{{{name}}}")),
        );
    }
    if !flow.parameters.is_empty() {
        notes.push("Recordings have no parameters: each has its default value.".to_owned());
    }
    let mut recording =
        Recording { flow, values, notes, steps: Vec::new(), site: String::new(), tab: None };
    for line in read(&flow.script) {
        match line {
            Line::Step { step, .. } => recording.step(&step),
            Line::Code { line, .. } => {
                recording
                    .notes
                    .push(format!("Line {line} was left out: recordings have single steps only."));
            }
        }
    }
    let title = if flow.description.is_empty() { &flow.name } else { &flow.description };
    let file = json!({ "title": title, "steps": recording.steps });
    let text = serde_json::to_string_pretty(&file).unwrap_or_default() + "\n";
    Exported { text, notes: recording.notes }
}

struct Recording<'f> {
    flow: &'f Flow,
    values: Values,
    notes: Vec<String>,
    steps: Vec<Value>,
    /// Where the last address was, to make whole ones of paths.
    site: String,
    /// The address of the tab, unless it is the main one.
    tab: Option<String>,
}

impl Recording<'_> {
    fn fill(&self, text: &Text) -> String {
        text.fill(&self.values).unwrap_or_default()
    }

    fn push(&mut self, mut step: Value) {
        step["target"] = self.tab.as_deref().unwrap_or("main").into();
        self.steps.push(step);
    }

    fn step(&mut self, step: &Step) {
        match step {
            Step::NavigateTo { url } => {
                let url = self.fill(url);
                self.site = site(&url).to_owned();
                self.push(json!({ "type": "navigate", "url": url, "assertedEvents": [{ "type": "navigation", "url": url, "title": "" }] }));
            }
            Step::Click { target, how, modifiers, expect } => {
                if !modifiers.is_empty() {
                    self.notes
                        .push(format!("\"{target}\" is clicked without {}.", modifiers.join("+")));
                }
                let button = match how {
                    Click::Right => "secondary",
                    Click::Middle => "auxiliary",
                    _ => "primary",
                };
                let kind = if *how == Click::Double { "doubleClick" } else { "click" };
                self.on(
                    target,
                    json!({ "type": kind, "button": button, "offsetX": 1, "offsetY": 1 }),
                );
                self.expect(expect);
            }
            Step::Hover { target } => self.on(target, json!({ "type": "hover" })),
            Step::EnterText { target, text, .. } => {
                let value = self.fill(text);
                self.on(target, json!({ "type": "change", "value": value }));
            }
            Step::SelectOption { target, options } => match options.as_slice() {
                [one] => {
                    let value = self.fill(one);
                    self.notes.push(format!("\"{target}\" is set to \"{value}\"; recordings want the option's value, which may be another text."));
                    self.on(target, json!({ "type": "change", "value": value }));
                }
                _ => self
                    .notes
                    .push(format!("Choosing several options in \"{target}\" was left out.")),
            },
            Step::Check { target, on } => {
                let is_off = match on {
                    OnOff::Off => true,
                    OnOff::On => false,
                    OnOff::By(name) => self.values.get(name).is_some_and(|value| value == "off"),
                };
                self.notes.push(format!(
                    "\"{target}\" is clicked once, which {} it if it is {} before.",
                    if is_off { "unticks" } else { "ticks" },
                    if is_off { "ticked" } else { "not ticked" },
                ));
                self.on(
                    target,
                    json!({ "type": "click", "button": "primary", "offsetX": 1, "offsetY": 1 }),
                );
            }
            Step::Press { keys, target, expect } => {
                if let Some(target) = target {
                    self.notes.push(format!(
                        "{keys} is pressed where the focus is, which should be \"{target}\"."
                    ));
                }
                let keys: Vec<&str> =
                    if keys == "+" { vec!["+"] } else { keys.split('+').collect() };
                for key in &keys {
                    self.push(json!({ "type": "keyDown", "key": key }));
                }
                self.expect(expect);
                for key in keys.iter().rev() {
                    self.push(json!({ "type": "keyUp", "key": key }));
                }
            }
            Step::OpenTab { .. } | Step::SwitchTab { .. } => {
                self.notes
                    .push("Going to another tab was left out, unless a step opens it.".to_owned());
            }
            Step::CloseTab => {
                self.push(json!({ "type": "close" }));
                self.tab = None;
            }
            Step::WaitForText { text } | Step::CheckText { text, target: None } => {
                let selector = format!("text/{}", self.fill(text));
                self.push(json!({ "type": "waitForElement", "selectors": [[selector]], "operator": ">=", "count": 1 }));
            }
            Step::CheckText { target: Some(target), .. } => {
                self.notes.push(format!(
                    "The check that \"{target}\" says something was made one that it is there."
                ));
                self.on(target, json!({ "type": "waitForElement", "operator": ">=", "count": 1 }));
            }
            // What is awaited is asserted by the step before.
            Step::AwaitPageLoad { .. } => {}
            Step::GoBack | Step::GoForward | Step::Reload => {
                let expression = match step {
                    Step::GoBack => "(history.back(), true)",
                    Step::GoForward => "(history.forward(), true)",
                    _ => "(location.reload(), true)",
                };
                self.push(json!({ "type": "waitForExpression", "expression": expression }));
            }
            Step::Drag { .. } => self.left_out("Dragging"),
            Step::Upload { .. } => self.left_out("Choosing files"),
            Step::AnswerDialog { .. } => self.left_out("Answering a dialog"),
            Step::Other { call, .. } => self.left_out(&format!("`flow.{call}`")),
        }
    }

    fn left_out(&mut self, what: &str) {
        self.notes.push(format!("{what} was left out: recordings have no such step."));
    }

    fn on(&mut self, name: &str, mut step: Value) {
        let flow = self.flow;
        let selectors = match flow.targets.get(name).map(|target| put_in(target, &self.values)) {
            Some(Ok(target)) => {
                if target.alike > 1 {
                    self.notes.push(format!("\"{name}\" is one of several of its name, and recordings cannot tell them apart."));
                }
                if target.frame.is_some() {
                    self.notes.push(format!(
                        "\"{name}\" is in a frame, which recordings name by its place."
                    ));
                }
                selectors(&target)
            }
            _ => vec![json!([format!("text/{name}")])],
        };
        if selectors.is_empty() {
            self.notes.push(format!(
                "\"{name}\" was left out: it has no name that a recording could use."
            ));
            return;
        }
        step["selectors"] = selectors.into();
        self.push(step);
    }

    /// That the page goes on, and that a tab opens, is told with the step.
    fn expect(&mut self, expect: &Expected) {
        if let Some(tab) = &expect.tab {
            let url = self.whole(&self.fill(tab));
            self.tab = Some(url);
        } else if let Some(url) = &expect.url {
            let url = self.whole(&self.fill(url));
            let event = json!({ "type": "navigation", "url": url, "title": "" });
            if let Some(last) = self.steps.last_mut() {
                last["assertedEvents"] = json!([event]);
            }
        }
        if expect.text.is_some() || expect.dialog.is_some() {
            self.notes.push(
                "What appears after a step was left out, unless it is an address.".to_owned(),
            );
        }
    }

    fn whole(&mut self, url: &str) -> String {
        if url.contains("://") {
            site(url).clone_into(&mut self.site);
            url.to_owned()
        } else {
            format!("{}{url}", self.site)
        }
    }
}

fn site(url: &str) -> &str {
    let start = url.find("://").map_or(0, |at| at + 3);
    url[start..].find('/').map_or(url, |at| &url[..start + at])
}

fn selectors(target: &Fingerprint) -> Vec<Value> {
    let mut selectors = Vec::new();
    if !target.name.is_empty() {
        let role = match target.role.as_str() {
            "" | "generic" => String::new(),
            role => format!("[role=\"{role}\"]"),
        };
        selectors.push(json!([format!("aria/{}{role}", target.name)]));
    }
    for attribute in target
        .attributes
        .iter()
        .filter(|it| !it.generated && !matches!(it.name.as_str(), "for" | "alt" | "title"))
    {
        let value = attribute.value.replace('\\', "\\\\").replace('"', "\\\"");
        selectors.push(json!([format!("{}[{}=\"{value}\"]", target.tag, attribute.name)]));
    }
    selectors
}
