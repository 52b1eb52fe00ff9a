//! Takes gestures one by one and makes steps of them.

use tabwright_wire::TabId;
use tabwright_wire::flows::{
    FieldValue, Fingerprint, Gesture, GestureKind, NavigationWay, PointerButton,
};

use super::comeback;
use super::expectations;
use super::parameters::{Mark, Marks, Parameters};
use super::{Draft, DraftStep, addresses, names};
use crate::steps::{Click, Expected, OnOff, Step};
use crate::template::Text;

pub(super) struct Stepper<'m> {
    marks: &'m Marks,
    draft: Draft,
    parameters: Parameters,
    /// The tab in which the flow is, and where its page is. None before the first gesture and after a tab was closed.
    tab: Option<TabId>,
    url: String,
    /// The step that effects belong to is the last one, unless something else came between.
    takes_effects: bool,
}

impl<'m> Stepper<'m> {
    pub(super) fn new(marks: &'m Marks) -> Self {
        Self {
            marks,
            draft: Draft::default(),
            parameters: Parameters::default(),
            tab: None,
            url: String::new(),
            takes_effects: false,
        }
    }

    pub(super) fn done(mut self) -> Draft {
        self.draft.parameters = self.parameters.declared;
        self.draft
    }

    pub(super) fn take(&mut self, gesture: &Gesture) {
        match &gesture.what {
            GestureKind::Arrived { url, .. } => self.arrived(gesture, url),
            GestureKind::Appeared { role, text } => self.appeared(role, text),
            GestureKind::OpenTab { by_person, url } => self.opened(gesture, *by_person, url),
            GestureKind::Navigate { how: NavigationWay::Address, url } => self.visit(gesture, url),
            what => {
                self.be_in_tab(gesture);
                self.act(gesture, what);
            }
        }
    }

    fn push(&mut self, step: Step, gesture: Option<&Gesture>) {
        self.takes_effects = true;
        self.draft.steps.push(DraftStep { step, gesture: gesture.map(|it| it.id.clone()) });
    }

    fn note_site(&mut self, url: &str) {
        if let Some(host) = addresses::host(url)
            && !self.draft.sites.contains(&host)
        {
            self.draft.sites.push(host);
        }
    }

    /// The flow begins where the recording did, and goes to another tab when the person did.
    fn be_in_tab(&mut self, gesture: &Gesture) {
        if self.tab == Some(gesture.tab) {
            if self.url.is_empty() {
                self.url.clone_from(&gesture.url);
            }
            return;
        }
        let is_first = self.draft.steps.is_empty();
        self.tab = Some(gesture.tab);
        let from = std::mem::replace(&mut self.url, gesture.url.clone());
        self.note_site(&gesture.url);
        if is_first {
            match addresses::to_visit(&gesture.url) {
                Some(url) => self.push(Step::NavigateTo { url: Text::words(url) }, None),
                None => self
                    .draft
                    .notes
                    .push("The recording began on a page that is not on the web.".to_owned()),
            }
        } else if let Some(url) = expectations::address(&gesture.url, &from, &self.parameters.given)
        {
            let id = matches!(gesture.what, GestureKind::SwitchTab).then_some(gesture);
            self.push(Step::SwitchTab { url }, id);
        }
    }

    fn visit(&mut self, gesture: &Gesture, url: &str) {
        let Some(url) = addresses::to_visit(url) else {
            self.draft.notes.push(format!(
                "Going to {} was left out: it is not on the web.",
                tabwright_wire::quote_address(url)
            ));
            return;
        };
        let is_same_tab = self.tab == Some(gesture.tab);
        let address = comeback::in_address(url, &self.parameters.given);
        if !is_same_tab && !self.draft.steps.is_empty() {
            self.be_in_tab(gesture);
        }
        self.tab = Some(gesture.tab);
        self.url = url.to_owned();
        self.note_site(url);
        // A tab that was opened to go there.
        if let Some(DraftStep { step: Step::OpenTab { url: empty @ None }, .. }) =
            self.draft.steps.last_mut()
        {
            *empty = Some(address);
            return;
        }
        self.push(Step::NavigateTo { url: address }, Some(gesture));
    }

    fn arrived(&mut self, gesture: &Gesture, url: &str) {
        self.note_site(url);
        if self.tab != Some(gesture.tab) || !self.takes_effects {
            return;
        }
        let from = std::mem::replace(&mut self.url, url.to_owned());
        let expected = expectations::address(url, &from, &self.parameters.given);
        let Some(last) = self.draft.steps.last_mut() else { return };
        match &mut last.step {
            // Where an address leads to is no matter of the flow.
            Step::NavigateTo { .. }
            | Step::GoBack
            | Step::GoForward
            | Step::Reload
            | Step::OpenTab { .. }
            | Step::SwitchTab { .. } => {}
            Step::AwaitPageLoad { url } => *url = expected,
            step => match (expectations::of(step), expected) {
                (Some(expect), Some(url)) if expect.tab.is_none() => {
                    // What appeared before may have been on the old page.
                    expect.text = None;
                    expect.url = Some(url);
                }
                (None, Some(url)) => self.push(Step::AwaitPageLoad { url: Some(url) }, None),
                _ => {}
            },
        }
    }

    fn appeared(&mut self, role: &str, text: &str) {
        let is_message =
            matches!(role, "dialog" | "alertdialog" | "alert" | "status" | "log" | "heading");
        if !is_message || !self.takes_effects {
            return;
        }
        let Some(message) = expectations::message(text, &self.parameters.given) else { return };
        let last = self.draft.steps.last_mut().and_then(|it| expectations::of(&mut it.step));
        if let Some(expect) = last
            && expect.dialog.is_none()
            && expect.text.is_none()
            && expect.tab.is_none()
        {
            expect.text = Some(message);
        }
    }

    fn opened(&mut self, gesture: &Gesture, by_person: bool, url: &str) {
        let from = std::mem::replace(&mut self.url, url.to_owned());
        let is_first = self.draft.steps.is_empty();
        self.tab = Some(gesture.tab);
        self.note_site(url);
        if by_person {
            let address = addresses::to_visit(url)
                .map(|url| comeback::in_address(url, &self.parameters.given));
            match address {
                Some(url) if is_first => self.push(Step::NavigateTo { url }, Some(gesture)),
                url => self.push(Step::OpenTab { url }, Some(gesture)),
            }
            return;
        }
        let expected = expectations::address(url, &from, &self.parameters.given);
        let expected = expected.unwrap_or_else(|| Text::words("*"));
        match self.draft.steps.last_mut().and_then(|it| expectations::of(&mut it.step)) {
            Some(expect) if self.takes_effects => {
                *expect = Expected { tab: Some(expected), ..Expected::default() }
            }
            _ => self.push(Step::SwitchTab { url: expected }, None),
        }
    }

    fn target(&mut self, recorded: &Fingerprint) -> String {
        let target = comeback::in_target(recorded, &self.parameters.given);
        names::target(&mut self.draft.targets, target)
    }

    fn act(&mut self, gesture: &Gesture, what: &GestureKind) {
        let mark = self.marks.get(&gesture.id);
        let step = match what {
            GestureKind::Click { target, button, count, modifiers } => {
                let how = match (button, count) {
                    (PointerButton::Right, _) => Click::Right,
                    (PointerButton::Middle, _) => Click::Middle,
                    (_, 2..) => Click::Double,
                    _ => Click::Left,
                };
                let target = self.clicked(target, mark);
                Step::Click {
                    target,
                    how,
                    modifiers: modifiers.clone(),
                    expect: Expected::default(),
                }
            }
            GestureKind::Type { target, value } => {
                let name = self.target(target);
                if matches!(value, FieldValue::TooLong) {
                    let note =
                        "A text was too long to be recorded, and is asked for when the flow runs.";
                    self.draft.notes.push(note.to_owned());
                }
                let text = self.parameters.typed(target, value, mark);
                Step::EnterText { target: name, text, replace: true }
            }
            GestureKind::Select { target, chosen, options } => {
                let name = self.target(target);
                if chosen.len() > 1 {
                    let note = "Several options of one list are kept as they were chosen.";
                    self.draft.notes.push(note.to_owned());
                }
                Step::SelectOption {
                    target: name,
                    options: self.parameters.chosen(target, chosen, options, mark),
                }
            }
            GestureKind::Check { target, on } if target.role == "radio" => {
                if !on {
                    return;
                }
                Step::Check { target: self.clicked(target, mark), on: OnOff::On }
            }
            GestureKind::Check { target, on } => {
                let name = self.target(target);
                let on = match self.parameters.switched(target, *on, mark) {
                    Some(parameter) => OnOff::By(parameter),
                    None if *on => OnOff::On,
                    None => OnOff::Off,
                };
                Step::Check { target: name, on }
            }
            GestureKind::Press { target, keys } => {
                let target = target.as_ref().map(|target| self.target(target));
                Step::Press { keys: keys.clone(), target, expect: Expected::default() }
            }
            GestureKind::Hover { target } => Step::Hover { target: self.target(target) },
            GestureKind::Drag { from, onto, by } => {
                let from = self.target(from);
                let onto = onto.as_ref().map(|onto| self.target(onto));
                let by = onto.is_none().then_some((by.x.round() as i32, by.y.round() as i32));
                Step::Drag { from, onto, by }
            }
            GestureKind::Upload { target, names } => {
                let name = self.target(target);
                Step::Upload { target: name, files: self.parameters.uploaded(target, names, mark) }
            }
            GestureKind::Dialog { message, accepted, text, .. } => {
                self.asked(message);
                let text = text.as_ref().filter(|_| *accepted).map(|text| match mark {
                    Some(Mark::Parameter { name }) => {
                        let name = name.clone().unwrap_or_else(|| "answer".to_owned());
                        self.parameters.marked(&name, text)
                    }
                    _ => comeback::in_text(text, &self.parameters.given),
                });
                Step::AnswerDialog { accept: *accepted, text }
            }
            GestureKind::Navigate { how: NavigationWay::Back, .. } => Step::GoBack,
            GestureKind::Navigate { how: NavigationWay::Forward, .. } => Step::GoForward,
            GestureKind::Navigate { how: NavigationWay::Reload, .. } => Step::Reload,
            GestureKind::CloseTab => {
                self.push(Step::CloseTab, Some(gesture));
                self.tab = None;
                return;
            }
            GestureKind::CheckText { text, target } => {
                let target = target.as_ref().map(|target| self.target(target));
                Step::CheckText { text: comeback::in_text(text, &self.parameters.given), target }
            }
            GestureKind::WaitForText { text } => {
                Step::WaitForText { text: comeback::in_text(text, &self.parameters.given) }
            }
            // Those have been taken before.
            GestureKind::SwitchTab
            | GestureKind::Arrived { .. }
            | GestureKind::Appeared { .. }
            | GestureKind::OpenTab { .. }
            | GestureKind::Navigate { .. } => return,
        };
        self.push(step, Some(gesture));
    }

    /// A thing that the person marks is chosen by what it is called: one radio button or option of several.
    fn clicked(&mut self, target: &Fingerprint, mark: Option<&Mark>) -> String {
        if let Some(Mark::Parameter { name }) = mark
            && !target.name.is_empty()
        {
            let name = name.clone().unwrap_or_else(|| {
                names::parameter(
                    &Fingerprint {
                        name: target.landmark.clone().unwrap_or_default(),
                        ..Fingerprint::default()
                    },
                    "choice",
                )
            });
            let chosen = self.parameters.marked(&name, &target.name);
            // Its attributes are those of the recorded thing.
            let depends = Fingerprint {
                name: chosen.marked(),
                attributes: Vec::new(),
                alike: 1,
                label: None,
                text: None,
                ..target.clone()
            };
            return names::target(&mut self.draft.targets, depends);
        }
        self.target(target)
    }

    /// The page asked something: the step before is expected to bring that about.
    fn asked(&mut self, message: &str) {
        let expected = expectations::message(message, &self.parameters.given);
        let last = self.draft.steps.last_mut().and_then(|it| expectations::of(&mut it.step));
        if let Some(expect) = last
            && self.takes_effects
        {
            expect.dialog = Some(expected.unwrap_or_default());
        }
    }
}
