//! What scripts can call: every method of `flow`, with what it takes. Validation, generation and reading go by
//! this table; who runs scripts implements each row.

/// What stands at one place of a call.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Argument {
    /// `target("Add to basket")`.
    Target,
    /// Text, number or a parameter.
    Value,
    /// An object with some of these keys.
    Options(&'static [&'static str]),
}

/// A method of `flow`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Method {
    pub name: &'static str,
    pub arguments: &'static [Argument],
    /// So many of them must be given.
    pub required: usize,
    /// What it does, for a person who writes a script.
    pub about: &'static str,
}

use Argument::{Options, Target, Value};

const EXPECT: &[&str] = &["url", "tab", "dialog", "text", "modifiers", "button"];

const fn method(
    name: &'static str,
    arguments: &'static [Argument],
    required: usize,
    about: &'static str,
) -> Method {
    Method { name, arguments, required, about }
}

/// Every method, in the order in which people are shown them.
pub const METHODS: &[Method] = &[
    method("navigateTo", &[Value], 1, "goes to an address"),
    method("goBack", &[], 0, "goes back"),
    method("goForward", &[], 0, "goes forward"),
    method("reload", &[], 0, "loads the page again"),
    method(
        "awaitPageLoad",
        &[Options(&["url"])],
        0,
        "waits until the page is there; with `url`, until it is at that path",
    ),
    method(
        "awaitPageInteraction",
        &[Value],
        0,
        "waits until the person did something on the page; the milliseconds it may take",
    ),
    method("click", &[Target, Options(&["modifiers", "button"])], 1, "clicks"),
    method("doubleClick", &[Target, Options(&["modifiers"])], 1, "clicks twice"),
    method("rightClick", &[Target, Options(&["modifiers"])], 1, "clicks with the right button"),
    method(
        "clickAndWait",
        &[Target, Options(EXPECT)],
        1,
        "clicks, and stops if what is expected does not come",
    ),
    method("hover", &[Target], 1, "rests the pointer on it"),
    method("enterText", &[Target, Value], 2, "types behind what the field holds"),
    method("clearAndType", &[Target, Value], 2, "types in place of what the field holds"),
    method("selectOption", &[Target, Value], 2, "chooses in a list: a label, or an array of them"),
    method(
        "check",
        &[Target, Value],
        1,
        "ticks; with a second value that is false or \"off\", unticks",
    ),
    method("uncheck", &[Target], 1, "unticks"),
    method(
        "press",
        &[Value, Options(&["on", "url", "tab", "dialog", "text"])],
        1,
        "presses keys: `Control+Enter`",
    ),
    method(
        "drag",
        &[Target, Options(&["onto", "by"])],
        2,
        "drags onto a target, or by so many pixels `[x, y]`",
    ),
    method("upload", &[Target, Value], 2, "chooses a file, or an array of them"),
    method("answerDialog", &[Options(&["accept", "text"])], 1, "answers the dialog of the page"),
    method("openTab", &[Value], 0, "opens a tab and goes on in it"),
    method("switchTab", &[Options(&["url"])], 1, "goes on in the tab that is at that path"),
    method("closeTab", &[], 0, "closes the tab"),
    method("download", &[Target, Options(&["to"])], 1, "clicks, and keeps what is downloaded"),
    method("scrollUntil", &[Target], 1, "scrolls until it is there"),
    method("waitForText", &[Value], 1, "waits until the page says this"),
    method("getPageText", &[Target], 0, "the text of the page, or of a part of it"),
    method("captureScreenshot", &[Target], 0, "a picture of the page, or of a part of it"),
    method("queryContent", &[Value], 1, "elements by a CSS selector, with their texts"),
    method(
        "checkPageState",
        &[Options(&["text", "url", "in"])],
        1,
        "stops if the page does not say this or is not there",
    ),
    method(
        "extractComponent",
        &[Value, Target],
        1,
        "data of this shape from the page, or from a part of it",
    ),
];

/// A method by its name.
#[must_use]
pub fn method_named(name: &str) -> Option<&'static Method> {
    METHODS.iter().find(|method| method.name == name)
}
