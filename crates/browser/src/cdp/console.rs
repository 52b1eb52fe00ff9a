//! What a page says to its console, read as a person would: from `console.log` and its kin, from
//! errors that nobody caught, and from the browser's own complaints.

use serde::Deserialize;
use serde_json::Value;
use tabwright_wire::verbs::ConsoleLevel;

#[derive(Debug, PartialEq)]
pub(super) struct ConsoleEntry {
    pub(super) level: ConsoleLevel,
    pub(super) text: String,
    /// Address and line.
    pub(super) source: Option<String>,
    /// When it was written, by Chrome's clock.
    pub(super) written_ms: Option<f64>,
}

/// None for what says nothing, such as the end of a group.
pub(super) fn parse(method: &str, params: &str) -> Result<Option<ConsoleEntry>, serde_json::Error> {
    Ok(match method {
        "Runtime.consoleAPICalled" => called(&serde_json::from_str(params)?),
        "Runtime.exceptionThrown" => Some(thrown(serde_json::from_str(params)?)),
        "Log.entryAdded" => Some(noted(serde_json::from_str(params)?)),
        _ => None,
    })
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Called {
    #[serde(rename = "type")]
    kind: String,
    args: Vec<Argument>,
    #[serde(default)]
    stack_trace: Option<StackTrace>,
    #[serde(default)]
    timestamp: Option<f64>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct StackTrace {
    call_frames: Vec<CallFrame>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct CallFrame {
    url: String,
    line_number: u64,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Argument {
    #[serde(rename = "type")]
    kind: String,
    #[serde(default)]
    subtype: String,
    #[serde(default)]
    value: Option<Value>,
    #[serde(default)]
    unserializable_value: Option<String>,
    #[serde(default)]
    description: Option<String>,
    #[serde(default)]
    preview: Option<Preview>,
}

#[derive(Deserialize)]
struct Preview {
    #[serde(default)]
    subtype: String,
    #[serde(default)]
    overflow: bool,
    #[serde(default)]
    properties: Vec<Property>,
}

#[derive(Deserialize)]
struct Property {
    name: String,
    #[serde(rename = "type")]
    kind: String,
    #[serde(default)]
    value: String,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Thrown {
    exception_details: Details,
    #[serde(default)]
    timestamp: Option<f64>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Details {
    text: String,
    #[serde(default)]
    url: String,
    line_number: u64,
    #[serde(default)]
    exception: Option<Argument>,
    #[serde(default)]
    stack_trace: Option<StackTrace>,
}

#[derive(Deserialize)]
struct Noted {
    entry: Entry,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Entry {
    level: String,
    text: String,
    #[serde(default)]
    url: String,
    #[serde(default)]
    line_number: Option<u64>,
    #[serde(default)]
    timestamp: Option<f64>,
}

fn called(called: &Called) -> Option<ConsoleEntry> {
    let level = match called.kind.as_str() {
        "clear" | "endGroup" | "profile" | "profileEnd" => return None,
        "debug" => ConsoleLevel::Debug,
        "warning" => ConsoleLevel::Warning,
        "error" | "assert" => ConsoleLevel::Error,
        _ => ConsoleLevel::Info,
    };
    let source = called.stack_trace.as_ref().and_then(StackTrace::source);
    let written_ms = called.timestamp;
    Some(ConsoleEntry { level, text: words(&called.args), source, written_ms })
}

fn thrown(Thrown { exception_details: details, timestamp }: Thrown) -> ConsoleEntry {
    let what = details.exception.as_ref().map(Argument::describe).unwrap_or_default();
    let text = format!("{} {what}", details.text).trim_end().to_owned();
    let own = place(&details.url, Some(details.line_number));
    let source = details.stack_trace.as_ref().and_then(StackTrace::source).or(own);
    ConsoleEntry { level: ConsoleLevel::Error, text, source, written_ms: timestamp }
}

fn noted(Noted { entry }: Noted) -> ConsoleEntry {
    let level = match entry.level.as_str() {
        "verbose" => ConsoleLevel::Debug,
        "warning" => ConsoleLevel::Warning,
        "error" => ConsoleLevel::Error,
        _ => ConsoleLevel::Info,
    };
    let source = place(&entry.url, entry.line_number);
    ConsoleEntry { level, text: entry.text, source, written_ms: entry.timestamp }
}

/// Chrome counts lines from 0, people from 1.
fn place(url: &str, line: Option<u64>) -> Option<String> {
    let line = line.map(|line| format!(":{}", line.saturating_add(1))).unwrap_or_default();
    (!url.is_empty()).then(|| format!("{url}{line}"))
}

impl StackTrace {
    fn source(&self) -> Option<String> {
        let frame = self.call_frames.first()?;
        place(&frame.url, Some(frame.line_number))
    }
}

/// One behind the other; `%s` and its kin in the first are filled in from the others.
fn words(arguments: &[Argument]) -> String {
    let mut rest = arguments.iter();
    let Some(first) = rest.next() else { return String::new() };
    let mut text = match &first.value {
        Some(Value::String(format)) => filled_in(format, &mut rest),
        _ => first.describe(),
    };
    for argument in rest {
        text.push(' ');
        text.push_str(&argument.describe());
    }
    text
}

fn filled_in<'a>(format: &str, arguments: &mut impl Iterator<Item = &'a Argument>) -> String {
    let mut text = String::with_capacity(format.len());
    let mut letters = format.chars().peekable();
    while let Some(letter) = letters.next() {
        let next = if letter == '%' { letters.peek().copied() } else { None };
        match next {
            Some('%') => {
                letters.next();
                text.push('%');
            }
            Some(kind @ ('s' | 'd' | 'i' | 'f' | 'o' | 'O' | 'c')) => {
                letters.next();
                match arguments.next() {
                    // Its argument is how the rest should look.
                    Some(_) if kind == 'c' => {}
                    Some(argument) => text.push_str(&argument.describe()),
                    None => text.extend(['%', kind]),
                }
            }
            _ => text.push(letter),
        }
    }
    text
}

impl Argument {
    fn describe(&self) -> String {
        match &self.value {
            Some(Value::String(text)) => return text.clone(),
            Some(value) => return value.to_string(),
            None => {}
        }
        if let Some(special) = &self.unserializable_value {
            return special.clone();
        }
        if self.kind == "undefined" || self.subtype == "null" {
            return if self.subtype == "null" { "null" } else { "undefined" }.to_owned();
        }
        let described = || self.description.clone().unwrap_or_else(|| self.kind.clone());
        match &self.preview {
            Some(preview) if ["", "array"].contains(&self.subtype.as_str()) => preview.describe(),
            _ => described(),
        }
    }
}

impl Preview {
    fn describe(&self) -> String {
        let is_array = self.subtype == "array";
        let property = |property: &Property| {
            let value = match property.kind.as_str() {
                "string" => format!("\"{}\"", property.value),
                _ => property.value.clone(),
            };
            if is_array { value } else { format!("{}: {value}", property.name) }
        };
        let mut parts: Vec<String> = self.properties.iter().map(property).collect();
        if self.overflow {
            parts.push("…".to_owned());
        }
        let inner = parts.join(", ");
        if is_array { format!("[{inner}]") } else { format!("{{{inner}}}") }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn entry_of(method: &str, params: &Value) -> Option<ConsoleEntry> {
        parse(method, &params.to_string()).unwrap()
    }

    fn logged(args: &Value) -> String {
        let params = json!({ "type": "log", "args": args });
        entry_of("Runtime.consoleAPICalled", &params).unwrap().text
    }

    #[test]
    fn arguments_are_written_as_a_person_would_read_them() {
        let text = |text: &str| json!({ "type": "string", "value": text });
        let two = json!({ "type": "number", "value": 2, "description": "2" });
        let object = json!({
            "type": "object", "description": "Object",
            "preview": { "overflow": true, "properties": [
                { "name": "a", "type": "number", "value": "1" },
                { "name": "b", "type": "string", "value": "x" },
            ] },
        });
        let list = json!({
            "type": "object", "subtype": "array", "description": "Array(1)",
            "preview": { "subtype": "array", "properties": [
                { "name": "0", "type": "number", "value": "1" },
            ] },
        });
        let error = json!({
            "type": "object", "subtype": "error", "description": "Error: no\n    at x",
            "preview": { "subtype": "error", "properties": [] },
        });
        let nothing = json!({ "type": "object", "subtype": "null", "value": null });
        for (args, wanted) in [
            (json!([text("hello"), two]), "hello 2"),
            (json!([object, list]), "{a: 1, b: \"x\", …} [1]"),
            (json!([error]), "Error: no\n    at x"),
            (json!([nothing, { "type": "undefined" }]), "null undefined"),
            (json!([{ "type": "number", "unserializableValue": "NaN" }]), "NaN"),
            (
                json!([text("%c%s is 100%% of %d %s"), text("color: red"), text("it"), two]),
                "it is 100% of 2 %s",
            ),
            (json!([]), ""),
        ] {
            assert_eq!(logged(&args), wanted, "{args}");
        }
    }

    #[test]
    fn each_has_its_gravity_and_its_place() {
        let at = json!({ "callFrames": [{ "url": "https://x/a.js", "lineNumber": 9 }] });
        let warned = json!({ "type": "warning", "args": [], "stackTrace": at });
        let warned = entry_of("Runtime.consoleAPICalled", &warned).unwrap();
        assert_eq!(warned.level, ConsoleLevel::Warning);
        assert_eq!(warned.source.as_deref(), Some("https://x/a.js:10"));
        let thrown = json!({ "exceptionDetails": {
            "text": "Uncaught", "lineNumber": 3, "columnNumber": 1, "url": "https://x/",
            "exception": { "type": "object", "subtype": "error", "description": "Error: boom" },
        } });
        let thrown = entry_of("Runtime.exceptionThrown", &thrown).unwrap();
        assert_eq!(
            (thrown.level, thrown.text.as_str()),
            (ConsoleLevel::Error, "Uncaught Error: boom")
        );
        assert_eq!(thrown.source.as_deref(), Some("https://x/:4"));
        let entry = json!({ "entry": {
            "source": "network", "level": "error", "text": "404", "url": "https://x/y",
        } });
        let entry = entry_of("Log.entryAdded", &entry).unwrap();
        assert_eq!(entry.source.as_deref(), Some("https://x/y"));
        let silent = json!({ "type": "endGroup", "args": [] });
        assert_eq!(entry_of("Runtime.consoleAPICalled", &silent), None);
    }
}
