//! A script as steps again, line by line: for `--dry-run`, exports, and resuming. What a person has written beyond
//! single calls is told apart, not guessed at.

use oxc_ast::ast::*;
use oxc_span::{GetSpan as _, SourceType};

use super::fault::Place;
use super::parse::with_tree;
use super::walk::is_target_call;
use crate::steps::{Click, Expected, OnOff, Step};
use crate::template::{Piece, Text};

/// A statement of a script.
#[derive(Debug, Clone, PartialEq)]
pub enum Line {
    Step {
        step: Step,
        line: usize,
    },
    /// Something that is no single call with plain arguments: a loop, a condition, a computed value.
    Code {
        text: String,
        line: usize,
    },
}

/// The statements of a script in their order; nothing of one that is no JavaScript.
#[must_use]
pub fn read(script: &str) -> Vec<Line> {
    let read = with_tree(script, SourceType::mjs(), |program, errors| {
        if !errors.is_empty() {
            return Vec::new();
        }
        let line = |statement: &Statement<'_>| {
            let span = statement.span();
            let (start, end) = (span.start as usize, span.end as usize);
            let line = Place::of(script, start, end).line;
            match step(statement) {
                Some(step) => Line::Step { step, line },
                None => Line::Code { text: script[start..end].to_owned(), line },
            }
        };
        program.body.iter().map(line).collect()
    });
    read.unwrap_or_default()
}

fn step(statement: &Statement<'_>) -> Option<Step> {
    let Statement::ExpressionStatement(statement) = statement else { return None };
    let Expression::AwaitExpression(awaited) = &statement.expression else { return None };
    let Expression::CallExpression(call) = &awaited.argument else { return None };
    let Expression::StaticMemberExpression(member) = &call.callee else { return None };
    if !matches!(&member.object, Expression::Identifier(object) if object.name == "flow") {
        return None;
    }
    let call = Call(&call.arguments);
    Some(match member.property.name.as_str() {
        "navigateTo" => Step::NavigateTo { url: call.text(0)? },
        "goBack" => Step::GoBack,
        "goForward" => Step::GoForward,
        "reload" => Step::Reload,
        "awaitPageLoad" => Step::AwaitPageLoad { url: call.optional(0, "url")? },
        "click" | "clickAndWait" => call.click(Click::Left)?,
        "doubleClick" => call.click(Click::Double)?,
        "rightClick" => call.click(Click::Right)?,
        "hover" => Step::Hover { target: call.target(0)? },
        "enterText" => {
            Step::EnterText { target: call.target(0)?, text: call.text(1)?, replace: false }
        }
        "clearAndType" => {
            Step::EnterText { target: call.target(0)?, text: call.text(1)?, replace: true }
        }
        "selectOption" => Step::SelectOption { target: call.target(0)?, options: call.texts(1)? },
        "check" => Step::Check { target: call.target(0)?, on: call.on_off(1)? },
        "uncheck" => Step::Check { target: call.target(0)?, on: OnOff::Off },
        "press" => Step::Press {
            keys: call.text(0)?.as_words()?.to_owned(),
            target: call.optional_target(1, "on")?,
            expect: call.expected(1)?,
        },
        "drag" => Step::Drag {
            from: call.target(0)?,
            onto: call.optional_target(1, "onto")?,
            by: call.offset(1)?,
        },
        "upload" => Step::Upload { target: call.target(0)?, files: call.texts(1)? },
        "answerDialog" => {
            Step::AnswerDialog { accept: call.flag(0, "accept")?, text: call.optional(0, "text")? }
        }
        "openTab" if call.0.is_empty() => Step::OpenTab { url: None },
        "openTab" => Step::OpenTab { url: Some(call.text(0)?) },
        "switchTab" => Step::SwitchTab { url: call.optional(0, "url")?? },
        "closeTab" => Step::CloseTab,
        "waitForText" => Step::WaitForText { text: call.text(0)? },
        "checkPageState" => check_of_page(&call)?,
        other => Step::Other { call: other.to_owned(), target: call.target(0) },
    })
}

fn check_of_page(call: &Call<'_, '_>) -> Option<Step> {
    match (call.optional(0, "text")?, call.optional(0, "url")?) {
        (Some(text), None) => {
            Some(Step::CheckText { text, target: call.optional_target(0, "in")? })
        }
        (None, Some(url)) => Some(Step::AwaitPageLoad { url: Some(url) }),
        _ => None,
    }
}

/// The arguments of a call. Each method gives none where something cannot be read; what may be missing is an
/// option inside.
struct Call<'c, 'a>(&'c [Argument<'a>]);

impl Call<'_, '_> {
    fn text(&self, at: usize) -> Option<Text> {
        text(self.0.get(at)?.as_expression()?)
    }

    fn texts(&self, at: usize) -> Option<Vec<Text>> {
        match self.0.get(at)? {
            Argument::ArrayExpression(array) => {
                array.elements.iter().map(|element| text(element.as_expression()?)).collect()
            }
            one => Some(vec![text(one.as_expression()?)?]),
        }
    }

    fn target(&self, at: usize) -> Option<String> {
        target(self.0.get(at)?.as_expression()?)
    }

    /// The value of an option; none inside where it is not given.
    fn option(&self, at: usize, name: &str) -> Option<Option<&Expression<'_>>> {
        let Some(argument) = self.0.get(at) else { return Some(None) };
        let Argument::ObjectExpression(object) = argument else { return None };
        for property in &object.properties {
            let ObjectPropertyKind::ObjectProperty(property) = property else { return None };
            if property.key.static_name().as_deref() == Some(name) {
                return Some(Some(&property.value));
            }
        }
        Some(None)
    }

    fn optional(&self, at: usize, name: &str) -> Option<Option<Text>> {
        match self.option(at, name)? {
            Some(value) => Some(Some(text(value)?)),
            None => Some(None),
        }
    }

    fn optional_target(&self, at: usize, name: &str) -> Option<Option<String>> {
        match self.option(at, name)? {
            Some(value) => Some(Some(target(value)?)),
            None => Some(None),
        }
    }

    fn expected(&self, at: usize) -> Option<Expected> {
        let option = |name| self.optional(at, name);
        Some(Expected {
            url: option("url")?,
            tab: option("tab")?,
            dialog: option("dialog")?,
            text: option("text")?,
        })
    }

    fn click(&self, how: Click) -> Option<Step> {
        let button = self.optional(1, "button")?;
        let how = match button.as_ref().map(Text::as_words) {
            None => how,
            Some(Some("middle")) => Click::Middle,
            Some(Some("right")) => Click::Right,
            Some(Some("double")) => Click::Double,
            Some(_) => return None,
        };
        let modifiers = match self.option(1, "modifiers")? {
            None => Vec::new(),
            Some(Expression::ArrayExpression(array)) => {
                let word = |it: &ArrayExpressionElement<'_>| {
                    Some(text(it.as_expression()?)?.as_words()?.to_owned())
                };
                array.elements.iter().map(word).collect::<Option<_>>()?
            }
            Some(_) => return None,
        };
        Some(Step::Click { target: self.target(0)?, how, modifiers, expect: self.expected(1)? })
    }

    fn flag(&self, at: usize, name: &str) -> Option<bool> {
        match self.option(at, name)?? {
            Expression::BooleanLiteral(flag) => Some(flag.value),
            _ => None,
        }
    }

    fn on_off(&self, at: usize) -> Option<OnOff> {
        match self.0.get(at) {
            None => Some(OnOff::On),
            Some(Argument::BooleanLiteral(on)) => {
                Some(if on.value { OnOff::On } else { OnOff::Off })
            }
            Some(_) => match self.text(at)?.0.as_slice() {
                [Piece::Parameter(name)] => Some(OnOff::By(name.clone())),
                _ => None,
            },
        }
    }

    fn offset(&self, at: usize) -> Option<Option<(i32, i32)>> {
        match self.option(at, "by")? {
            None => Some(None),
            Some(Expression::ArrayExpression(array)) => match array.elements.as_slice() {
                [x, y] => Some(Some((whole(x.as_expression()?)?, whole(y.as_expression()?)?))),
                _ => None,
            },
            Some(_) => None,
        }
    }
}

fn whole(expression: &Expression<'_>) -> Option<i32> {
    match expression {
        Expression::NumericLiteral(number) => Some(number.value as i32),
        Expression::UnaryExpression(unary) if unary.operator == UnaryOperator::UnaryNegation => {
            whole(&unary.argument).map(|number| -number)
        }
        _ => None,
    }
}

fn target(expression: &Expression<'_>) -> Option<String> {
    match expression {
        Expression::CallExpression(call) if is_target_call(call) => match call.arguments.as_slice()
        {
            [Argument::StringLiteral(name)] => Some(name.value.to_string()),
            _ => None,
        },
        _ => None,
    }
}

/// A text, a parameter, or a template of both.
fn text(expression: &Expression<'_>) -> Option<Text> {
    match expression {
        Expression::StringLiteral(literal) if literal.value.is_empty() => Some(Text::default()),
        Expression::StringLiteral(literal) => Some(Text::words(literal.value.as_str())),
        Expression::NumericLiteral(number) => Some(Text::words(number.value.to_string())),
        Expression::StaticMemberExpression(_) => {
            Some(Text(vec![Piece::Parameter(parameter(expression)?)]))
        }
        Expression::TemplateLiteral(template) => {
            let mut pieces = Vec::new();
            for (at, quasi) in template.quasis.iter().enumerate() {
                let words = quasi.value.cooked.as_ref()?.to_string();
                if !words.is_empty() {
                    pieces.push(Piece::Words(words));
                }
                if let Some(inner) = template.expressions.get(at) {
                    pieces.push(match inner {
                        Expression::CallExpression(call) => Piece::Encoded(encoded(call)?),
                        inner => Piece::Parameter(parameter(inner)?),
                    });
                }
            }
            Some(Text(pieces))
        }
        _ => None,
    }
}

fn encoded(call: &CallExpression<'_>) -> Option<String> {
    let is_encode =
        matches!(&call.callee, Expression::Identifier(name) if name.name == "encodeURIComponent");
    match call.arguments.as_slice() {
        [argument] if is_encode => parameter(argument.as_expression()?),
        _ => None,
    }
}

fn parameter(expression: &Expression<'_>) -> Option<String> {
    let Expression::StaticMemberExpression(member) = expression else { return None };
    let is_params =
        matches!(&member.object, Expression::Identifier(object) if object.name == "params");
    is_params.then(|| member.property.name.to_string())
}
