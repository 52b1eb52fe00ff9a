//! Steps as JavaScript, one line each, to be read and edited by a person.

use crate::steps::{Click, Expected, OnOff, Step};
use crate::template::{Piece, Text};

/// The body of an async function with `flow`, `target` and `params` in scope.
#[must_use]
pub fn generate(steps: &[Step]) -> String {
    steps.iter().map(|step| format!("await flow.{};\n", call(step))).collect()
}

fn call(step: &Step) -> String {
    match step {
        Step::NavigateTo { url } => format!("navigateTo({})", text(url)),
        Step::GoBack => "goBack()".to_owned(),
        Step::GoForward => "goForward()".to_owned(),
        Step::Reload => "reload()".to_owned(),
        Step::AwaitPageLoad { url } => {
            with_options("awaitPageLoad", &[], &[option("url", url.as_ref())])
        }
        Step::Click { target: name, how, modifiers, expect } => {
            click(name, *how, modifiers, expect)
        }
        Step::Hover { target: name } => format!("hover({})", target(name)),
        Step::EnterText { target: name, text: typed, replace } => {
            let method = if *replace { "clearAndType" } else { "enterText" };
            format!("{method}({}, {})", target(name), text(typed))
        }
        Step::SelectOption { target: name, options } => {
            format!("selectOption({}, {})", target(name), texts(options))
        }
        Step::Check { target: name, on: OnOff::On } => format!("check({})", target(name)),
        Step::Check { target: name, on: OnOff::Off } => format!("uncheck({})", target(name)),
        Step::Check { target: name, on: OnOff::By(parameter) } => {
            format!("check({}, params.{parameter})", target(name))
        }
        Step::Press { keys, target: name, expect } => {
            let on = name.as_ref().map(|name| format!("on: {}", target(name)));
            let mut options = vec![on];
            options.extend(expected(expect));
            with_options("press", &[quoted(keys)], &options)
        }
        Step::Drag { from, onto, by } => {
            let onto = onto.as_ref().map(|name| format!("onto: {}", target(name)));
            let by = by.map(|(x, y)| format!("by: [{x}, {y}]"));
            with_options("drag", &[target(from)], &[onto, by])
        }
        Step::Upload { target: name, files } => {
            format!("upload({}, {})", target(name), texts(files))
        }
        Step::AnswerDialog { accept, text: answer } => with_options(
            "answerDialog",
            &[],
            &[Some(format!("accept: {accept}")), option("text", answer.as_ref())],
        ),
        Step::OpenTab { url } => format!("openTab({})", url.as_ref().map(text).unwrap_or_default()),
        Step::SwitchTab { url } => with_options("switchTab", &[], &[option("url", Some(url))]),
        Step::CloseTab => "closeTab()".to_owned(),
        Step::WaitForText { text: awaited } => format!("waitForText({})", text(awaited)),
        Step::CheckText { text: checked, target: name } => {
            let within = name.as_ref().map(|name| format!("in: {}", target(name)));
            with_options("checkPageState", &[], &[option("text", Some(checked)), within])
        }
        Step::Other { call, target: name } => {
            format!("{call}({})", name.as_deref().map(target).unwrap_or_default())
        }
    }
}

fn click(name: &str, how: Click, modifiers: &[String], expect: &Expected) -> String {
    let held: Vec<_> = modifiers.iter().map(|it| quoted(it)).collect();
    let held = (!held.is_empty()).then(|| format!("modifiers: [{}]", held.join(", ")));
    let button = match how {
        Click::Middle => Some("button: \"middle\"".to_owned()),
        // Those who wait are one method, whatever the button.
        Click::Right if !expect.is_nothing() => Some("button: \"right\"".to_owned()),
        Click::Double if !expect.is_nothing() => Some("button: \"double\"".to_owned()),
        _ => None,
    };
    let method = match how {
        _ if !expect.is_nothing() => "clickAndWait",
        Click::Left | Click::Middle => "click",
        Click::Double => "doubleClick",
        Click::Right => "rightClick",
    };
    let mut options: Vec<_> = expected(expect).collect();
    options.extend([held, button]);
    with_options(method, &[target(name)], &options)
}

fn expected(expect: &Expected) -> impl Iterator<Item = Option<String>> {
    expect.named().map(|(name, awaited)| option(name, Some(awaited)))
}

fn with_options(method: &str, arguments: &[String], options: &[Option<String>]) -> String {
    let options: Vec<_> = options.iter().flatten().map(String::as_str).collect();
    let mut arguments = arguments.to_vec();
    if !options.is_empty() {
        arguments.push(format!("{{ {} }}", options.join(", ")));
    }
    format!("{method}({})", arguments.join(", "))
}

fn option(name: &str, value: Option<&Text>) -> Option<String> {
    value.map(|value| format!("{name}: {}", text(value)))
}

fn target(name: &str) -> String {
    format!("target({})", quoted(name))
}

fn texts(all: &[Text]) -> String {
    match all {
        [one] => text(one),
        all => format!("[{}]", all.iter().map(text).collect::<Vec<_>>().join(", ")),
    }
}

fn text(text: &Text) -> String {
    match text.0.as_slice() {
        [] => "\"\"".to_owned(),
        [Piece::Words(words)] => quoted(words),
        [Piece::Parameter(name)] => format!("params.{name}"),
        pieces => {
            let piece = |piece: &Piece| match piece {
                Piece::Words(words) => inside_template(words),
                Piece::Parameter(name) => format!("${{params.{name}}}"),
                Piece::Encoded(name) => format!("${{encodeURIComponent(params.{name})}}"),
            };
            format!("`{}`", pieces.iter().map(piece).collect::<String>())
        }
    }
}

/// A JSON string is a JavaScript string.
pub(super) fn quoted(words: &str) -> String {
    serde_json::Value::from(words).to_string()
}

fn inside_template(words: &str) -> String {
    let escaped = quoted(words);
    // Without its quotes, which need no escape here, but with the escapes of everything that cannot be seen.
    let inner = escaped[1..escaped.len() - 1].replace("\\\"", "\"");
    inner.replace('`', "\\`").replace("${", "\\${")
}
