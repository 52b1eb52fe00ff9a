//! Tests as Playwright's codegen writes them: one step after the other, without conditions and loops.

use std::collections::BTreeMap;

use oxc_ast::ast::*;
use oxc_ast_visit::{Visit, walk};
use oxc_span::{GetSpan as _, SourceType};
use tabwright_wire::flows::{DialogKind, Fingerprint, GestureKind, NavigationWay, PointerButton};
use tabwright_wire::{Point, quote_page};

use super::gestures::Gestures;
use super::playwright_locators::{self as locators, text};
use super::{ExchangeError, Imported};
use crate::script::parse::{NoTree, with_tree};

pub(super) fn import(code: &str) -> Result<Imported, ExchangeError> {
    let unreadable =
        |reason: String| ExchangeError::Unreadable { format: "a test of Playwright", reason };
    let read = with_tree(code, SourceType::ts(), |program, errors| {
        if let Some(error) = errors.first() {
            return Err(error.message.clone());
        }
        let mut tests = Tests { code, imported: Imported::default(), found: 0 };
        tests.visit_program(program);
        if tests.found == 0 {
            // A script of the library, without `test`.
            tests.take("imported", &program.body);
        }
        Ok(tests.imported)
    });
    match read {
        Ok(Ok(imported)) => Ok(imported),
        Ok(Err(message)) => Err(unreadable(message)),
        Err(NoTree::TooLarge) => Err(ExchangeError::TooLarge),
        Err(NoTree::NoThread) => Err(unreadable("the system gave no memory for it".to_owned())),
    }
}

/// Finds `test('title', async ({ page }) => { … })`.
struct Tests<'c> {
    code: &'c str,
    imported: Imported,
    found: usize,
}

impl Tests<'_> {
    fn take(&mut self, title: &str, statements: &[Statement<'_>]) {
        self.found += 1;
        let mut test = Test::new(self.code);
        for statement in statements {
            test.statement(statement);
        }
        let (flow, notes) = test.gestures.into_flow(title);
        self.imported.flows.extend(flow);
        self.imported.notes.extend(notes);
    }
}

impl<'a> Visit<'a> for Tests<'_> {
    fn visit_call_expression(&mut self, call: &CallExpression<'a>) {
        let is_test = matches!(&call.callee, Expression::Identifier(name) if name.name == "test");
        if let (true, Some(title), Some(Argument::ArrowFunctionExpression(function))) =
            (is_test, text(call.arguments.first()), call.arguments.last())
            && let ArrowFunctionBody::FunctionBody(body) = &function.body
        {
            self.take(&title, &body.statements);
            return;
        }
        walk::walk_call_expression(self, call);
    }
}

/// One test, statement by statement.
struct Test<'c> {
    code: &'c str,
    gestures: Gestures,
    /// Variables that are pages, with our number for their tab.
    pages: BTreeMap<String, i32>,
    /// Promises of new pages and of downloads.
    popups: Vec<String>,
    downloads: Vec<String>,
    /// A popup was awaited before the step that opens it: the step after which it comes is told.
    opens_popup: bool,
    /// How the next dialog is answered.
    answer: Option<(bool, Option<String>)>,
}

impl<'c> Test<'c> {
    fn new(code: &'c str) -> Self {
        let pages = BTreeMap::from([("page".to_owned(), 0)]);
        Self {
            code,
            gestures: Gestures::default(),
            pages,
            popups: Vec::new(),
            downloads: Vec::new(),
            opens_popup: false,
            answer: None,
        }
    }

    fn left_out(&mut self, span: Span, why: &str) {
        let line = self.code[..span.start as usize].matches('\n').count() + 1;
        let words = &self.code[span.start as usize..span.end as usize];
        self.gestures.note(format!("Line {line} was left out ({why}): {}", quote_page(words)));
    }

    fn statement(&mut self, statement: &Statement<'_>) {
        match statement {
            Statement::ExpressionStatement(it) => match &it.expression {
                Expression::AwaitExpression(awaited) => {
                    if !self.expression(&awaited.argument) {
                        self.left_out(it.span, "flows have no such step");
                    }
                }
                other => {
                    if !self.listener(other) {
                        self.left_out(it.span, "it waits for nothing");
                    }
                }
            },
            Statement::VariableDeclaration(declaration) => {
                for declarator in &declaration.declarations {
                    if !self.variable(declarator) {
                        self.left_out(declarator.span, "flows have no variables like this");
                    }
                }
            }
            Statement::EmptyStatement(_) | Statement::ImportDeclaration(_) => {}
            other => self.left_out(other.span(), "only steps in a straight line are taken over"),
        }
    }

    /// `const page1Promise = page.waitForEvent('popup')`, and what becomes of it.
    fn variable(&mut self, declarator: &VariableDeclarator<'_>) -> bool {
        let BindingPattern::BindingIdentifier(name) = &declarator.id else { return false };
        match &declarator.init {
            Some(Expression::CallExpression(call)) if is_method(call, "waitForEvent") => {
                match text(call.arguments.first()).as_deref() {
                    Some("popup" | "page") => {
                        self.popups.push(name.name.to_string());
                        self.opens_popup = true;
                    }
                    Some("download") => self.downloads.push(name.name.to_string()),
                    _ => return false,
                }
                true
            }
            Some(Expression::AwaitExpression(awaited)) => match &awaited.argument {
                Expression::Identifier(promise)
                    if self.popups.iter().any(|it| promise.name == it.as_str()) =>
                {
                    let number = self.pages.values().max().copied().unwrap_or(0);
                    self.pages.insert(name.name.to_string(), number);
                    true
                }
                Expression::Identifier(promise)
                    if self.downloads.iter().any(|it| promise.name == it.as_str()) =>
                {
                    self.gestures.note_once("What is downloaded is put where the browser puts it.");
                    true
                }
                _ => false,
            },
            _ => false,
        }
    }

    /// `page.once('dialog', dialog => { … })`.
    fn listener(&mut self, expression: &Expression<'_>) -> bool {
        let Expression::CallExpression(call) = expression else { return false };
        if !(is_method(call, "once") || is_method(call, "on"))
            || text(call.arguments.first()).as_deref() != Some("dialog")
        {
            return false;
        }
        let Some(function) = call.arguments.get(1) else { return false };
        let mut answers = Answers(None);
        answers.visit_argument(function);
        self.answer = answers.0;
        self.answer.is_some()
    }

    /// What is awaited; whether it was understood.
    fn expression(&mut self, expression: &Expression<'_>) -> bool {
        let Expression::CallExpression(call) = expression else { return false };
        let Expression::StaticMemberExpression(member) = &call.callee else { return false };
        let method = member.property.name.as_str();
        if let Some(done) = self.of_page(call, &member.object, method) {
            return done;
        }
        if let Some(done) = self.of_expect(call, &member.object, method) {
            return done;
        }
        let Some(read) = locators::read(&member.object) else { return false };
        let Some(tab) = self.pages.get(&read.page).copied() else { return false };
        if !read.notes.is_empty() || read.target.is_none() {
            let why = read.notes.first().map_or("it only tells a place on the page", |note| note);
            self.left_out(call.span, why);
            return true;
        }
        self.gestures.tab = tab;
        let Some(target) = read.target else { return false };
        let done = self.act(call, method, target, read.is_select);
        if done {
            self.after_step();
        }
        done
    }

    fn after_step(&mut self) {
        if let Some((accepted, text)) = self.answer.take() {
            let dialog = if text.is_some() { DialogKind::Prompt } else { DialogKind::Confirm };
            self.gestures.add(GestureKind::Dialog {
                dialog,
                message: String::new(),
                accepted,
                text,
            });
        }
        if std::mem::take(&mut self.opens_popup) {
            let number = self.pages.values().max().map_or(1, |last| last + 1);
            self.pages.insert(format!("#{number}"), number);
            self.gestures.opened(number, "");
        }
    }

    /// A method of the page or of its keyboard. None where it is neither.
    fn of_page(
        &mut self,
        call: &CallExpression<'_>,
        object: &Expression<'_>,
        method: &str,
    ) -> Option<bool> {
        if let Expression::StaticMemberExpression(member) = object
            && member.property.name == "keyboard"
            && matches!(&member.object, Expression::Identifier(page) if self.pages.contains_key(page.name.as_str()))
        {
            let keys = text(call.arguments.first()).filter(|_| method == "press");
            let is_press = keys.is_some();
            if let Some(keys) = keys {
                self.gestures.add(GestureKind::Press { target: None, keys: plain_keys(&keys) });
                self.after_step();
            }
            return Some(is_press);
        }
        let Expression::Identifier(page) = object else { return None };
        self.gestures.tab = *self.pages.get(page.name.as_str())?;
        let navigate = |how| GestureKind::Navigate { how, url: String::new() };
        match method {
            "goto" => {
                let Some(url) = text(call.arguments.first()) else { return Some(false) };
                self.gestures.went(&url);
            }
            "goBack" => self.gestures.add(navigate(NavigationWay::Back)),
            "goForward" => self.gestures.add(navigate(NavigationWay::Forward)),
            "reload" => self.gestures.add(navigate(NavigationWay::Reload)),
            "close" => self.gestures.add(GestureKind::CloseTab),
            "waitForURL" => match text(call.arguments.first()) {
                Some(url) if !url.contains('*') => self.gestures.arrived(&url),
                _ => return Some(false),
            },
            "waitForTimeout" | "waitForLoadState" => {
                self.gestures.note_once("Pauses were left out: flows wait for what they need.");
            }
            "setViewportSize" => self.gestures.note_once("The size of the window was left out."),
            _ => return Some(false),
        }
        Some(true)
    }

    /// `expect(locator).toBeVisible()`. None where it is no expectation.
    fn of_expect(
        &mut self,
        call: &CallExpression<'_>,
        object: &Expression<'_>,
        method: &str,
    ) -> Option<bool> {
        let Expression::CallExpression(expect) = object else { return None };
        if !matches!(&expect.callee, Expression::Identifier(name) if name.name == "expect") {
            return None;
        }
        let subject = expect.arguments.first()?.as_expression()?;
        if let Expression::Identifier(page) = subject {
            let is_page = self.pages.contains_key(page.name.as_str());
            return Some(match (method, text(call.arguments.first())) {
                ("toHaveURL", Some(url)) if is_page && url.contains("://") => {
                    self.gestures.arrived(&url);
                    true
                }
                _ => false,
            });
        }
        let Some(read) = locators::read(subject).filter(|read| read.notes.is_empty()) else {
            return Some(false);
        };
        let Some(target) = read.target else { return Some(false) };
        Some(match (method, text(call.arguments.first())) {
            ("toBeVisible", _) if !target.name.is_empty() => {
                self.gestures.add(GestureKind::CheckText { text: target.name, target: None });
                true
            }
            ("toContainText" | "toHaveText", Some(text)) => {
                self.gestures.add(GestureKind::CheckText { text, target: Some(target) });
                true
            }
            _ => false,
        })
    }

    fn act(
        &mut self,
        call: &CallExpression<'_>,
        method: &str,
        target: Fingerprint,
        is_select: bool,
    ) -> bool {
        let first = call.arguments.first();
        match method {
            "click" => {
                let button = match locators::option_text(first, "button").as_deref() {
                    Some("right") => PointerButton::Right,
                    Some("middle") => PointerButton::Middle,
                    _ => PointerButton::Left,
                };
                let modifiers = modifiers(first);
                self.gestures.add(GestureKind::Click { target, button, count: 1, modifiers });
            }
            "dblclick" => self.gestures.click(target, PointerButton::Left, 2),
            "hover" => self.gestures.add(GestureKind::Hover { target }),
            "check" => self.gestures.add(GestureKind::Check { target, on: true }),
            "uncheck" => self.gestures.add(GestureKind::Check { target, on: false }),
            "setChecked" => match first {
                Some(Argument::BooleanLiteral(on)) => {
                    self.gestures.add(GestureKind::Check { target, on: on.value });
                }
                _ => return false,
            },
            "fill" if is_select => return false,
            "fill" | "type" | "pressSequentially" => match text(first) {
                Some(typed) => self.gestures.typed(target, &typed),
                None => return false,
            },
            "clear" => self.gestures.typed(target, ""),
            "press" => match text(first) {
                Some(keys) => self
                    .gestures
                    .add(GestureKind::Press { target: Some(target), keys: plain_keys(&keys) }),
                None => return false,
            },
            "selectOption" => {
                let label = locators::option_text(first, "label")
                    .or_else(|| locators::option_text(first, "value"));
                let Some(chosen) = label.map(|label| vec![label]).or_else(|| texts(first)) else {
                    return false;
                };
                self.gestures.selected(target, &chosen);
            }
            "setInputFiles" => match texts(first) {
                Some(names) => self.gestures.add(GestureKind::Upload { target, names }),
                None => return false,
            },
            "dragTo" => {
                let onto = first
                    .and_then(Argument::as_expression)
                    .and_then(locators::read)
                    .and_then(|read| read.target);
                if onto.is_none() {
                    return false;
                }
                self.gestures.add(GestureKind::Drag {
                    from: target,
                    onto,
                    by: Point { x: 0.0, y: 0.0 },
                });
            }
            _ => return false,
        }
        true
    }
}

/// What a listener does with the dialog.
struct Answers(Option<(bool, Option<String>)>);

impl<'a> Visit<'a> for Answers {
    fn visit_call_expression(&mut self, call: &CallExpression<'a>) {
        if is_method(call, "accept") {
            self.0 = Some((true, text(call.arguments.first())));
        } else if is_method(call, "dismiss") {
            self.0 = Some((false, None));
        }
        walk::walk_call_expression(self, call);
    }
}

fn is_method(call: &CallExpression<'_>, name: &str) -> bool {
    matches!(&call.callee, Expression::StaticMemberExpression(member) if member.property.name == name)
}

fn texts(argument: Option<&Argument<'_>>) -> Option<Vec<String>> {
    match argument? {
        Argument::ArrayExpression(array) => array
            .elements
            .iter()
            .map(|element| match element {
                ArrayExpressionElement::StringLiteral(text) => Some(text.value.to_string()),
                _ => None,
            })
            .collect(),
        _ => Some(vec![text(argument)?]),
    }
}

fn modifiers(argument: Option<&Argument<'_>>) -> Vec<String> {
    let Some(Argument::ObjectExpression(object)) = argument else { return Vec::new() };
    let mut found = Vec::new();
    for property in &object.properties {
        if let ObjectPropertyKind::ObjectProperty(property) = property
            && property.key.static_name().as_deref() == Some("modifiers")
            && let Expression::ArrayExpression(array) = &property.value
        {
            found.extend(array.elements.iter().filter_map(|element| match element {
                ArrayExpressionElement::StringLiteral(text) => {
                    Some(text.value.replace("ControlOrMeta", "Control"))
                }
                _ => None,
            }));
        }
    }
    found
}

/// The key that stands for Control or Command is Control here.
fn plain_keys(keys: &str) -> String {
    keys.replace("ControlOrMeta", "Control")
}
