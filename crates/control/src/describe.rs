//! What a call does, in words for the person who is asked about it: the verb, and every parameter that is
//! not what it is by default. What the client or the page chose is set apart in it, so that it cannot pass for
//! words of ours.

use serde_json::{Map, Value};
use tabwright_wire::verbs::VerbParams;
use tabwright_wire::{clean_sentence, quote_file, quote_page_up_to};

/// Values in a question are truncated here.
const VALUE_CHARS_MAX: usize = 120;
/// An address says where something goes, so more of it is shown.
const URL_CHARS_MAX: usize = 300;
/// The person must see all of a script that runs.
const SCRIPT_CHARS_MAX: usize = 20_000;
/// What a script is called with may be a script itself.
const ARGUMENTS_CHARS_MAX: usize = 2_000;
/// So many files are named; of more, the person is told how many there are. The same of tabs.
const NAMED_MAX: usize = 100;
/// Stands where a line of a script ends. Without it the rest would seem to belong to a comment.
const LINE_END: &str = " ⏎ ";
/// Where the value goes in a phrase.
const VALUE: &str = "…";

/// What is not said: the question shows the page of the tab, and how long a call may take is not what it does.
const NOT_SAID: &[&str] = &["tab", "timeoutMs"];

/// How parameters are said, in this order. Those of one verb alone are `verb.parameter`, and behind `!` is what is
/// said of one that is false or missing. A parameter that has no phrase is said by its name.
const PHRASES: &[(&str, &str)] = &[
    ("close.all", "all tabs"),
    ("target", VALUE),
    ("url", VALUE),
    ("text", VALUE),
    ("keys", VALUE),
    ("query", VALUE),
    ("about", VALUE),
    ("files", VALUE),
    ("unbookmark.id", VALUE),
    ("script", VALUE),
    ("args", "with …"),
    ("eval.all", "with all elements that fit"),
    ("options", VALUE),
    ("from", "from …"),
    ("to", "to …"),
    ("for", "for …"),
    ("write", "write …"),
    ("!clipboard.write", "read"),
    ("choose", "choose …"),
    ("add", "add …"),
    ("remove", "remove …"),
    ("group.tabs", "with the tabs …"),
    ("group.name", "into the tab group …"),
    ("!group.name", "out of their tab group"),
    ("window.tabs", "with the tabs …"),
    ("window.window", "into the window …"),
    ("!window.window", "into a new window"),
    ("in", "in …"),
    ("open.background", "in the background"),
    ("open.group", "in the tab group …"),
    ("newTab", "in a new tab"),
    ("title", "with the title …"),
    ("folder", "in the folder …"),
    ("provider", "with …"),
    ("!on", "off"),
    ("!accept", "with Cancel"),
    ("append", "behind what is there"),
    ("submit", "and press Enter"),
    ("at", "at …"),
    ("modifiers", "with …"),
    ("button", "with the button …"),
    ("count", "… times"),
    ("holdMs", "held for … ms"),
    ("force", "even if it is covered, disabled or moving"),
    ("input", "with … input"),
    ("frame", "in frame …"),
    ("bypassCache", "without the cache"),
    ("fingerprint", "with what each is known by"),
    ("pdf.background", "with the background"),
    ("max", "at most …"),
    ("maxChars", "at most … characters"),
    ("maxBytes", "at most … bytes"),
    ("maxRows", "at most … rows"),
];

/// What a call does: for the person, and for the log, which must not have what is typed.
pub(crate) struct Description {
    pub(crate) shown: String,
    pub(crate) logged: String,
}

/// For the person: `type label "Name" "Ada" and press Enter`, from what the verb is told.
pub(crate) fn describe<P: VerbParams>(verb: &str, params: &P, logged: &Value) -> Description {
    let Ok(Value::Object(params)) = serde_json::to_value(params) else {
        return Description { shown: verb.to_owned(), logged: verb.to_owned() };
    };
    let names = chosen::<P>(verb, &params);
    Description {
        shown: sentence(verb, &names, &params),
        logged: logged
            .as_object()
            .map_or_else(|| verb.to_owned(), |logged| sentence(verb, &names, logged)),
    }
}

/// For an element as the page kit describes it, with the page's words set apart.
pub(crate) fn describe_element(verb: &str, element: &str) -> String {
    clean_sentence(&format!("{verb} {element}"), URL_CHARS_MAX)
}

/// The parameters that are not what they are when they are left out, and those whose absence says something.
fn chosen<'a, P: VerbParams>(verb: &str, params: &'a Map<String, Value>) -> Vec<&'a str> {
    let is_default = |name: &str, value: &Value| {
        if value.is_null() {
            return find_phrase(Some(verb), name, value).is_none();
        }
        let mut others = params.clone();
        others.remove(name);
        // One that cannot be left out has no default.
        let without = serde_json::from_value::<P>(Value::Object(others)).ok();
        without
            .and_then(|without| serde_json::to_value(without).ok())
            .is_some_and(|without| without.get(name) == Some(value))
    };
    let chosen = params
        .iter()
        .filter(|(name, value)| !NOT_SAID.contains(&name.as_str()) && !is_default(name, value));
    chosen.map(|(name, _)| name.as_str()).collect()
}

fn sentence(verb: &str, names: &[&str], params: &Map<String, Value>) -> String {
    let mut said: Vec<_> = names
        .iter()
        .filter_map(|name| Some((*name, params.get(*name)?)))
        .map(|(name, value)| say(Some(verb), name, value))
        .collect();
    said.sort_by_key(|(place, _)| *place);
    let words = said.iter().map(|(_, words)| words.as_str());
    std::iter::once(verb).chain(words).collect::<Vec<_>>().join(" ")
}

/// One parameter in words, and its place in the sentence.
fn say(verb: Option<&str>, name: &str, value: &Value) -> (usize, String) {
    let Some(place) = find_phrase(verb, name, value) else {
        let words = match value {
            Value::Bool(true) => in_words(name),
            Value::Bool(false) => format!("not {}", in_words(name)),
            _ => format!("{} {}", in_words(name), describe_value(name, value)),
        };
        return (PHRASES.len(), words);
    };
    let (_, phrase) = PHRASES[place];
    let words = match phrase.split_once(VALUE) {
        Some((before, after)) => format!("{before}{}{after}", describe_value(name, value)),
        None => phrase.to_owned(),
    };
    (place, words)
}

fn find_phrase(verb: Option<&str>, name: &str, value: &Value) -> Option<usize> {
    let sign = if matches!(value, Value::Null | Value::Bool(false)) { "!" } else { "" };
    let find =
        |key: &str| PHRASES.iter().position(|(phrased, _)| phrased.strip_prefix(sign) == Some(key));
    verb.and_then(|verb| find(&format!("{verb}.{name}"))).or_else(|| find(name))
}

/// `colorScheme` as `color scheme`.
fn in_words(name: &str) -> String {
    let mut words = String::new();
    for letter in name.chars() {
        if letter.is_ascii_uppercase() {
            words.push(' ');
        }
        words.push(letter.to_ascii_lowercase());
    }
    words
}

fn describe_value(name: &str, value: &Value) -> String {
    match (name, value) {
        ("files", Value::Array(files)) => describe_files(files),
        ("tabs", Value::Array(tabs)) => describe_tabs(tabs),
        ("script", Value::String(script)) => describe_script(script),
        ("target" | "from" | "to", Value::Number(number)) => format!("[{number}]"),
        (_, Value::Number(number)) => number.to_string(),
        (_, Value::Object(fields)) => describe_fields(fields),
        ("url", _) => quote(&plain(value), URL_CHARS_MAX),
        ("args", _) => quote(&plain(value), ARGUMENTS_CHARS_MAX),
        ("in", Value::String(place)) => describe_place(place),
        _ => quote(&plain(value), VALUE_CHARS_MAX),
    }
}

/// The names of fields are ours, and so is the kind of what has several kinds; their values are the client's.
fn describe_fields(fields: &Map<String, Value>) -> String {
    let kind = fields.get("type").and_then(Value::as_str).map(in_words);
    let is_said = |(name, value): &(&String, &Value)| {
        *name != "type" && !value.is_null() && **value != Value::Bool(false)
    };
    let said = fields.iter().filter(is_said).map(|(name, value)| say(None, name, value).1);
    let said = said.collect::<Vec<_>>().join(", ");
    match kind {
        Some(kind) if said.is_empty() => kind,
        Some(kind) => format!("{kind} {said}"),
        None => said,
    }
}

fn describe_place(place: &str) -> String {
    match place {
        "new" => "a new tab".to_owned(),
        "current" => "this tab".to_owned(),
        "existing" => "a tab that shows it already".to_owned(),
        "window" => "a new window".to_owned(),
        other => quote(other, VALUE_CHARS_MAX),
    }
}

fn describe_tabs(tabs: &[Value]) -> String {
    let named: Vec<_> = tabs.iter().take(NAMED_MAX).map(plain).collect();
    match tabs.len().saturating_sub(NAMED_MAX) {
        0 => named.join(", "),
        more => format!("{} and {more} more tabs", named.join(", ")),
    }
}

fn describe_files(files: &[Value]) -> String {
    let named = files.iter().take(NAMED_MAX);
    let names: Vec<_> = named.map(|file| quote_file(&plain(file))).collect();
    let names = names.join(", ");
    match (files.len(), files.len().saturating_sub(NAMED_MAX)) {
        (1, _) => names,
        (count, 0) => format!("{count} files: {names}"),
        (count, more) => format!("{count} files: {names} and {more} more files"),
    }
}

fn describe_script(script: &str) -> String {
    let count = script.chars().count();
    let lines: Vec<_> = script.split(['\n', '\r', '\u{2028}', '\u{2029}']).collect();
    let shown = quote(&lines.join(LINE_END), SCRIPT_CHARS_MAX);
    if count > VALUE_CHARS_MAX { format!("a script of {count} characters: {shown}") } else { shown }
}

fn plain(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        other => other.to_string(),
    }
}

/// Says how much is not shown.
fn quote(text: &str, chars_max: usize) -> String {
    let more = text.chars().count().saturating_sub(chars_max);
    let shown = quote_page_up_to(text, chars_max);
    if more > 0 { format!("{shown} ({more} more characters)") } else { shown }
}

#[cfg(test)]
mod tests;
