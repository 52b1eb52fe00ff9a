//! Flows as tests of Playwright.

use tabwright_wire::flows::{Fingerprint, Flow, ParameterType};

use super::Exported;
use crate::script::{Line, read};
use crate::steps::{Click, Expected, OnOff, Step};
use crate::template::{Piece, Text};

pub(super) fn export(flow: &Flow) -> Exported {
    let mut test = Test { flow, notes: Vec::new(), tabs: 0, lines: Vec::new() };
    for line in read(&flow.script) {
        match line {
            Line::Step { step, .. } => test.step(&step),
            Line::Code { text, line } => {
                test.notes.push(format!(
                    "Line {line} is no single step, and stands as a remark in the test."
                ));
                test.lines.extend(text.lines().map(|it| format!("// {it}")));
            }
        }
    }
    let title = if flow.description.is_empty() { &flow.name } else { &flow.description };
    let mut text = String::from("import { test, expect } from '@playwright/test';\n\n");
    text.push_str(&test.parameters());
    text.push_str(&format!("test({}, async ({{ page }}) => {{\n", quoted(title)));
    for line in &test.lines {
        text.push_str(&format!("  {line}\n"));
    }
    text.push_str("});\n");
    Exported { text, notes: test.notes }
}

struct Test<'f> {
    flow: &'f Flow,
    notes: Vec<String>,
    tabs: usize,
    lines: Vec<String>,
}

impl Test<'_> {
    /// Values to run with; secrets come from the environment.
    fn parameters(&mut self) -> String {
        if self.flow.parameters.is_empty() {
            return String::new();
        }
        let mut text = String::from("const params = {\n");
        for (name, parameter) in &self.flow.parameters {
            let value = match (&parameter.default, parameter.kind) {
                (Some(default), ParameterType::Switch) => format!("{}", default == "on"),
                (Some(default), _) => quoted(default),
                (None, _) => {
                    let variable = name.to_ascii_uppercase();
                    self.notes.push(format!("`{name}` has no value in the flow; the test takes it from the variable {variable}."));
                    format!("process.env.{variable} ?? ''")
                }
            };
            text.push_str(&format!("  {name}: {value},\n"));
        }
        text + "};\n\n"
    }

    fn page(&self) -> String {
        if self.tabs == 0 { "page".to_owned() } else { format!("page{}", self.tabs) }
    }

    fn push(&mut self, line: impl Into<String>) {
        self.lines.push(line.into());
    }

    fn step(&mut self, step: &Step) {
        let page = self.page();
        match step {
            Step::NavigateTo { url } => self.push(format!("await {page}.goto({});", text(url))),
            Step::GoBack => self.push(format!("await {page}.goBack();")),
            Step::GoForward => self.push(format!("await {page}.goForward();")),
            Step::Reload => self.push(format!("await {page}.reload();")),
            Step::AwaitPageLoad { url } => self.url(url.as_ref()),
            Step::Click { target, how, modifiers, expect } => {
                let (method, button) = match how {
                    Click::Left => ("click", None),
                    Click::Double => ("dblclick", None),
                    Click::Right => ("click", Some("button: 'right'".to_owned())),
                    Click::Middle => ("click", Some("button: 'middle'".to_owned())),
                };
                let held: Vec<_> = modifiers.iter().map(|it| quoted(it)).collect();
                let held = (!held.is_empty()).then(|| format!("modifiers: [{}]", held.join(", ")));
                let options: Vec<_> = button.into_iter().chain(held).collect();
                let options = if options.is_empty() {
                    String::new()
                } else {
                    format!("{{ {} }}", options.join(", "))
                };
                let line = format!("await {}.{method}({options});", self.locator(target));
                self.with_expected(line, expect);
            }
            Step::Hover { target } => self.on(target, "hover()"),
            Step::EnterText { target, text: typed, replace: true } => {
                self.on(target, &format!("fill({})", text(typed)));
            }
            Step::EnterText { target, text: typed, .. } => {
                self.on(target, &format!("pressSequentially({})", text(typed)));
            }
            Step::SelectOption { target, options } => {
                let options: Vec<_> =
                    options.iter().map(|it| format!("{{ label: {} }}", text(it))).collect();
                let options = if let [one] = options.as_slice() {
                    one.clone()
                } else {
                    format!("[{}]", options.join(", "))
                };
                self.on(target, &format!("selectOption({options})"));
            }
            Step::Check { target, on: OnOff::On } => self.on(target, "check()"),
            Step::Check { target, on: OnOff::Off } => self.on(target, "uncheck()"),
            Step::Check { target, on: OnOff::By(name) } => {
                self.on(target, &format!("setChecked(params.{name})"));
            }
            Step::Press { keys, target, expect } => {
                let line = match target {
                    Some(target) => {
                        format!("await {}.press({});", self.locator(target), quoted(keys))
                    }
                    None => format!("await {page}.keyboard.press({});", quoted(keys)),
                };
                self.with_expected(line, expect);
            }
            Step::Drag { from, onto: Some(onto), .. } => {
                let onto = self.locator(onto);
                self.on(from, &format!("dragTo({onto})"));
            }
            Step::Drag { from, .. } => {
                self.notes.push(format!(
                    "Dragging \"{from}\" by pixels was left out: Playwright drags onto elements."
                ));
            }
            Step::Upload { target, files } => {
                let files: Vec<_> = files.iter().map(text).collect();
                let files = if let [one] = files.as_slice() {
                    one.clone()
                } else {
                    format!("[{}]", files.join(", "))
                };
                self.on(target, &format!("setInputFiles({files})"));
            }
            Step::AnswerDialog { accept, text: answer } => self.dialog(*accept, answer.as_ref()),
            Step::OpenTab { url } => {
                self.tabs += 1;
                let tab = self.page();
                self.push(format!("const {tab} = await page.context().newPage();"));
                url.iter().for_each(|url| self.push(format!("await {tab}.goto({});", text(url))));
            }
            Step::SwitchTab { url } => {
                self.tabs += 1;
                let tab = self.page();
                let pages = "page.context().pages()";
                self.push(format!("const {tab} = {pages}.find((it) => new URL(it.url()).pathname === {}) ?? page;", text(url)));
            }
            Step::CloseTab => self.push(format!("await {page}.close();")),
            Step::WaitForText { text: awaited } => self.push(format!(
                "await expect({page}.getByText({}).first()).toBeVisible();",
                text(awaited)
            )),
            Step::CheckText { text: checked, target: None } => {
                self.push(format!(
                    "await expect({page}.getByText({}).first()).toBeVisible();",
                    text(checked)
                ));
            }
            Step::CheckText { text: checked, target: Some(target) } => {
                let line = format!(
                    "await expect({}).toContainText({});",
                    self.locator(target),
                    text(checked)
                );
                self.push(line);
            }
            Step::Other { call, .. } => {
                self.notes.push(format!("`flow.{call}` was left out: the test has no use for it."));
            }
        }
    }

    fn on(&mut self, target: &str, call: &str) {
        let line = format!("await {}.{call};", self.locator(target));
        self.push(line);
    }

    /// Whatever waits for something stands before the step that brings it.
    fn with_expected(&mut self, line: String, expect: &Expected) {
        if expect.tab.is_some() {
            let page = self.page();
            self.tabs += 1;
            let tab = self.page();
            self.push(format!("const {tab}Promise = {page}.waitForEvent('popup');"));
            self.push(line);
            self.push(format!("const {tab} = await {tab}Promise;"));
            return;
        }
        self.push(line);
        if expect.url.is_some() {
            self.url(expect.url.as_ref());
        }
        if let Some(shown) = &expect.text {
            let page = self.page();
            self.push(format!(
                "await expect({page}.getByText({}).first()).toBeVisible();",
                text(shown)
            ));
        }
    }

    /// A path is of the site where the page is; `*` is any part.
    fn url(&mut self, url: Option<&Text>) {
        let page = self.page();
        match url {
            None => self.push(format!("await {page}.waitForLoadState();")),
            Some(url) => self.push(format!("await {page}.waitForURL((url) => {});", is_at(url))),
        }
    }

    /// Playwright must know the answer before the dialog is there.
    fn dialog(&mut self, accept: bool, answer: Option<&Text>) {
        let page = self.page();
        let answer = answer.map(text).unwrap_or_default();
        let call = if accept { format!("accept({answer})") } else { "dismiss()".to_owned() };
        let place = self
            .lines
            .iter()
            .rposition(|line| line.starts_with("await "))
            .unwrap_or(self.lines.len());
        self.lines.insert(place, format!("{page}.once('dialog', (dialog) => dialog.{call});"));
    }

    fn locator(&mut self, name: &str) -> String {
        let page = self.page();
        let Some(target) = self.flow.targets.get(name) else {
            return format!("{page}.getByText({})", quoted(name));
        };
        let root = match &target.frame {
            None => page,
            Some(frame) => {
                let path = frame
                    .address
                    .split("://")
                    .nth(1)
                    .and_then(|rest| rest.split_once('/'))
                    .map_or("", |(_, path)| path);
                format!("{page}.frameLocator({})", quoted(&format!("iframe[src*=\"/{path}\"]")))
            }
        };
        let inside = match &target.item {
            Some(item) if target.alike > 1 && !item.text.is_empty() => {
                self.notes.push(format!(
                    "\"{name}\" is looked for by a part of its item's text, and not by all of it."
                ));
                format!(
                    "{root}.getByRole({}).filter({{ hasText: {} }})",
                    quoted(&item.role),
                    text(&first_words(&item.text))
                )
            }
            _ => root,
        };
        let by = by(target);
        if by.is_none() {
            self.notes
                .push(format!("\"{name}\" has no name in the flow; the test looks for its text."));
        }
        format!("{inside}.{}", by.unwrap_or_else(|| format!("getByText({})", quoted(name))))
    }
}

/// Role and name, else an attribute.
fn by(target: &Fingerprint) -> Option<String> {
    let name = Text::read(&target.name);
    if !target.name.is_empty() && !target.role.is_empty() && target.role != "generic" {
        return Some(format!(
            "getByRole({}, {{ name: {}, exact: true }})",
            quoted(&target.role),
            text(&name)
        ));
    }
    let named =
        |wanted: &str| target.attributes.iter().find(|it| it.name == wanted && !it.generated);
    if let Some(id) = named("data-testid") {
        return Some(format!("getByTestId({})", text(&Text::read(&id.value))));
    }
    if !target.name.is_empty() {
        return Some(format!("getByText({}, {{ exact: true }})", text(&name)));
    }
    let attribute = target.attributes.iter().find(|it| !it.generated)?;
    let value = Text::read(&attribute.value).as_words()?.replace('"', "\\\"");
    Some(format!("locator({})", quoted(&format!("[{}=\"{value}\"]", attribute.name))))
}

/// `hasText` wants the words as they stand, and in the item of another day only the first are sure to.
fn first_words(item: &str) -> Text {
    const WORDS: usize = 4;
    let text = item.split_whitespace().take(WORDS).collect::<Vec<_>>().join(" ");
    Text::read(&text)
}

/// Whether `url` is at a path of the site where the page is, or at a whole address; up to the first part that is
/// another one each time.
fn is_at(url: &Text) -> String {
    let mut pieces = Vec::new();
    let mut is_cut = false;
    for piece in &url.0 {
        match piece {
            Piece::Words(words) => match words.split_once('*') {
                Some((before, _)) => {
                    pieces.push(Piece::Words(before.to_owned()));
                    is_cut = true;
                    break;
                }
                None => pieces.push(piece.clone()),
            },
            other => pieces.push(other.clone()),
        }
    }
    let is_whole = url
        .0
        .first()
        .is_some_and(|first| matches!(first, Piece::Words(words) if words.contains("://")));
    let wanted = text(&Text(pieces));
    match (is_whole, is_cut) {
        (true, _) => format!("url.href.startsWith({wanted})"),
        (false, true) => format!("url.pathname.startsWith({wanted})"),
        (false, false) => format!("url.pathname === {wanted}"),
    }
}

fn text(text: &Text) -> String {
    match text.0.as_slice() {
        [Piece::Parameter(name)] => format!("params.{name}"),
        _ => match text.as_words() {
            Some(words) => quoted(words),
            None => {
                let piece = |piece: &Piece| match piece {
                    Piece::Words(words) => {
                        words.replace('\\', "\\\\").replace('`', "\\`").replace("${", "\\${")
                    }
                    Piece::Parameter(name) => format!("${{params.{name}}}"),
                    Piece::Encoded(name) => format!("${{encodeURIComponent(params.{name})}}"),
                };
                format!("`{}`", text.0.iter().map(piece).collect::<String>())
            }
        },
    }
}

/// In single quotes, as codegen writes them.
fn quoted(words: &str) -> String {
    let json = serde_json::Value::from(words).to_string();
    format!("'{}'", json[1..json.len() - 1].replace("\\\"", "\"").replace('\'', "\\'"))
}
