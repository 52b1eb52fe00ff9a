//! Writes the validators of what the extension receives: parameters of the methods it answers,
//! notices it listens to, and answers of the daemon. Each is put together from the functions in
//! `extension/src/rpc/readers.ts` by walking the JSON Schema that `schemars` derives. TypeScript
//! checks every validator against the type that `ts-rs` derives, so the two cannot disagree.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use schemars::{JsonSchema, SchemaGenerator, generate::SchemaSettings};
use serde_json::{Map, Value};
use ts_rs::TS;

use super::TableVisitor;
use crate::flows::Gesture;
use crate::methods::{
    visit_agent_service, visit_browser_control, visit_browser_control_notices, visit_cdp_control,
};
use crate::{NativeResponse, PairResponse, Problem, RemoteErrorCode, Welcome};

/// The text of `extension/src/wire-readers.ts`.
#[must_use]
pub fn module() -> String {
    let mut readers = Readers::new();
    let mut tables = String::new();
    let mut table = |name: &str, of: &str, part: Part, visit: &dyn Fn(&mut Readers)| {
        readers.part = part;
        readers.rows.clear();
        visit(&mut readers);
        let (rows, part) = (&readers.rows, part.name());
        readers.used_types.insert(of.to_owned());
        let _ = writeln!(tables, "export const {name}: Readers<{of}, '{part}'> = {{\n{rows}}};\n");
    };
    table("browserControlParams", "BrowserControl", Part::Params, &visit_browser_control);
    table(
        "browserControlNoticeParams",
        "BrowserControlNotices",
        Part::Params,
        &visit_browser_control_notices,
    );
    table("cdpControlParams", "CdpControl", Part::Params, &visit_cdp_control);
    table("agentServiceResults", "AgentService", Part::Result, &visit_agent_service);
    readers.root::<Welcome>();
    readers.root::<Problem>();
    readers.root::<PairResponse>();
    readers.root::<NativeResponse>();
    readers.root::<RemoteErrorCode>();
    // Comes from scripts of ours inside pages, which may have been taken over.
    readers.root::<Gesture>();

    let mut out = String::from(
        "// Generated from crates/wire by `cargo xtask wire`. Do not edit: CI fails when it is stale.\n",
    );
    let imports = |set: &BTreeSet<String>| {
        set.iter().fold(String::new(), |mut lines, name| {
            let _ = writeln!(lines, "  {name},");
            lines
        })
    };
    let (functions, types) = (imports(&readers.used_functions), imports(&readers.used_types));
    let _ = writeln!(out, "import {{\n{functions}  type Readers,\n}} from './rpc/readers';");
    let _ = writeln!(out, "import type {{\n{types}}} from './wire';\n");
    out.push_str(&readers.declarations);
    out.push_str(&tables);
    out
}

/// Which side of a method is validated.
#[derive(Clone, Copy)]
enum Part {
    Params,
    Result,
}

impl Part {
    fn name(self) -> &'static str {
        match self {
            Self::Params => "params",
            Self::Result => "result",
        }
    }
}

struct Readers {
    schemas: SchemaGenerator,
    part: Part,
    rows: String,
    /// Readers of named types, each behind those that it uses.
    declarations: String,
    declared: BTreeSet<String>,
    used_functions: BTreeSet<String>,
    used_types: BTreeSet<String>,
}

impl Readers {
    fn new() -> Self {
        Self {
            schemas: SchemaSettings::draft2020_12().into_generator(),
            part: Part::Params,
            rows: String::new(),
            declarations: String::new(),
            declared: BTreeSet::new(),
            used_functions: BTreeSet::new(),
            used_types: BTreeSet::new(),
        }
    }

    /// The name of the reader of a type, declared with all that it uses.
    fn root<T: JsonSchema>(&mut self) -> String {
        let schema = self.schemas.subschema_for::<T>().to_value();
        self.reader(&schema)
    }

    fn row<T: JsonSchema>(&mut self, name: &str) {
        let reader = self.root::<T>();
        let _ = writeln!(self.rows, "  {name}: {reader},");
    }

    fn declare(&mut self, name: &str) -> String {
        let reader = format!("read{name}");
        if self.declared.insert(name.to_owned()) {
            let schema = self.schemas.definitions()[name].clone();
            let body = self.reader(&schema);
            self.used_types.insert(name.to_owned());
            self.used_functions.insert("type Reader".to_owned());
            let _ =
                writeln!(self.declarations, "export const {reader}: Reader<{name}> = {body};\n");
        }
        reader
    }

    /// A call of a function in `rpc/readers.ts`.
    fn call(&mut self, function: &str, arguments: &[String]) -> String {
        self.used_functions.insert(function.to_owned());
        format!("{function}({})", arguments.join(", "))
    }

    fn constant(&mut self, name: &str) -> String {
        self.used_functions.insert(name.to_owned());
        name.to_owned()
    }

    /// The expression that validates one schema.
    fn reader(&mut self, schema: &Value) -> String {
        let Some(schema) = schema.as_object() else {
            return self.constant("anything");
        };
        if let Some(reference) = schema.get("$ref").and_then(Value::as_str) {
            let name = reference.rsplit('/').next().unwrap_or(reference).to_owned();
            return self.declare(&name);
        }
        if let Some(choices) = schema.get("enum").and_then(Value::as_array) {
            let choices: Vec<_> = choices.iter().filter(|choice| !choice.is_null()).collect();
            return self.one_of(choices.into_iter(), schema);
        }
        if let Some(options) = schema.get("anyOf").and_then(Value::as_array) {
            let given = options.iter().find(|option| option["type"] != "null");
            return self.reader(given.unwrap_or(&Value::Bool(true)));
        }
        if let Some(options) = schema.get("oneOf").and_then(Value::as_array) {
            return self.alternatives(options, schema);
        }
        match kind(schema) {
            Some("boolean") => self.constant("flag"),
            Some("integer") => self.integer(schema),
            Some("number") => self.number(schema),
            Some("string") => self.text(schema),
            Some("array") => self.list(schema),
            Some("object") => self.object(schema),
            _ => self.constant("anything"),
        }
    }

    fn one_of<'a>(
        &mut self,
        choices: impl Iterator<Item = &'a Value>,
        schema: &Map<String, Value>,
    ) -> String {
        let choices: Vec<String> = choices.map(literal).collect();
        let mut arguments = vec![format!("[{}]", choices.join(", "))];
        arguments.extend(schema.get("x-fallback").map(literal));
        self.call("oneOf", &arguments)
    }

    /// An enum: words, some with a description, or objects that a tag tells apart.
    fn alternatives(&mut self, options: &[Value], schema: &Map<String, Value>) -> String {
        let words: Option<Vec<&Value>> = options
            .iter()
            .map(|option| match (option.get("const"), option.get("enum")) {
                (Some(word), _) => Some(vec![word]),
                (None, Some(words)) => words.as_array().map(|words| words.iter().collect()),
                (None, None) => None,
            })
            .collect::<Option<Vec<_>>>()
            .map(|words| words.concat());
        if let Some(words) = words {
            return self.one_of(words.into_iter(), schema);
        }
        let (tag, _) = tag_of(&options[0]).expect("an enum on the wire has a tag");
        let tag = literal(&Value::from(tag));
        let variants: Vec<String> = options
            .iter()
            .map(|option| {
                let (_, word) = tag_of(option).expect("an enum on the wire has a tag");
                format!("{}: {}", property(word), self.reader(option))
            })
            .collect();
        self.call("variants", &[tag, format!("{{ {} }}", variants.join(", "))])
    }

    fn integer(&mut self, schema: &Map<String, Value>) -> String {
        let (name, lowest, highest) = match schema.get("format").and_then(Value::as_str) {
            Some("int32") => ("int32", i64::from(i32::MIN), i64::from(i32::MAX)),
            Some("uint16") => ("uint16", 0, i64::from(u16::MAX)),
            Some("uint32") => ("uint32", 0, i64::from(u32::MAX)),
            Some("uint64" | "uint") => ("uint64", 0, SAFE_INTEGER_MAX),
            other => panic!("the extension has no reader for an integer of format {other:?}"),
        };
        let bound = |name: &str| schema.get(name).and_then(Value::as_i64);
        let least = bound("minimum").map_or(lowest, |given| given.max(lowest));
        let most = bound("maximum").map_or(highest, |given| given.min(highest));
        if (least, most) == (lowest, highest) {
            return self.constant(name);
        }
        self.call("integerBetween", &[least.to_string(), most.to_string()])
    }

    fn number(&mut self, schema: &Map<String, Value>) -> String {
        match (schema.get("minimum"), schema.get("maximum")) {
            (None, None) => self.constant("number"),
            (least, most) => {
                let bound = |given: Option<&Value>, or: &str| given.map_or(or.to_owned(), literal);
                self.call("numberBetween", &[bound(least, "-Infinity"), bound(most, "Infinity")])
            }
        }
    }

    fn text(&mut self, schema: &Map<String, Value>) -> String {
        let lengths = lengths(schema, "minLength", "maxLength");
        if lengths.is_empty() { self.constant("text") } else { self.call("textOfLength", &lengths) }
    }

    fn list(&mut self, schema: &Map<String, Value>) -> String {
        if let Some(items) = schema.get("prefixItems").and_then(Value::as_array) {
            let items: Vec<String> = items.iter().map(|item| self.reader(item)).collect();
            return self.call("tuple", &items);
        }
        let item = self.reader(schema.get("items").unwrap_or(&Value::Bool(true)));
        let mut arguments = vec![item];
        arguments.extend(lengths(schema, "minItems", "maxItems"));
        self.call("list", &arguments)
    }

    fn object(&mut self, schema: &Map<String, Value>) -> String {
        let properties = schema.get("properties").and_then(Value::as_object);
        if properties.is_none() && schema.contains_key("additionalProperties") {
            return self.constant("record");
        }
        let required: Vec<&Value> =
            schema.get("required").and_then(Value::as_array).into_iter().flatten().collect();
        let mut fields = Vec::new();
        for (name, property) in properties.into_iter().flatten() {
            let mut reader = match property.get("const") {
                Some(word) => self.one_of(std::iter::once(word), &Map::new()),
                None => self.reader(property),
            };
            if property.get("x-nullable").is_some() {
                reader = self.call("nullable", &[reader]);
            } else if !required.iter().any(|required| *required == name) {
                reader = match property.get("default").filter(|usual| !usual.is_null()) {
                    Some(usual) => self.call("withDefault", &[reader, literal(usual)]),
                    None => self.call("optional", &[reader]),
                };
            }
            fields.push(format!("{name}: {reader}"));
        }
        let fields = if fields.is_empty() {
            "{}".to_owned()
        } else {
            format!("{{ {} }}", fields.join(", "))
        };
        self.call("object", &[fields])
    }
}

impl TableVisitor for Readers {
    fn method<P, R>(&mut self, name: &str)
    where
        P: TS + JsonSchema + 'static,
        R: TS + JsonSchema + 'static,
    {
        match self.part {
            Part::Params => self.row::<P>(name),
            Part::Result => self.row::<R>(name),
        }
    }

    fn notice<P: TS + JsonSchema + 'static>(&mut self, name: &str) {
        self.row::<P>(name);
    }

    fn question<P: TS + 'static, R: TS + 'static>(&mut self, _: &str) {}
}

/// The largest integer that JavaScript tells from its neighbours.
const SAFE_INTEGER_MAX: i64 = (1 << 53) - 1;

/// `type`, which is `["string", "null"]` for an option.
fn kind(schema: &Map<String, Value>) -> Option<&str> {
    match schema.get("type")? {
        Value::Array(kinds) => kinds.iter().filter_map(Value::as_str).find(|kind| *kind != "null"),
        kind => kind.as_str(),
    }
}

/// A name as a property: in quotes where it is no identifier.
fn property(name: &str) -> String {
    let is_plain = name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
    if is_plain { name.to_owned() } else { literal(&Value::from(name)) }
}

/// The field of an internally tagged enum that tells its variants apart, and its word for this one.
fn tag_of(option: &Value) -> Option<(&str, &str)> {
    let properties = option.get("properties")?.as_object()?;
    properties
        .iter()
        .find_map(|(name, property)| Some((name.as_str(), property["const"].as_str()?)))
}

fn lengths(schema: &Map<String, Value>, least: &str, most: &str) -> Vec<String> {
    let least = schema.get(least).and_then(Value::as_u64);
    match (least, schema.get(most).and_then(Value::as_u64)) {
        (None, None) => Vec::new(),
        (least, None) => vec![least.unwrap_or(0).to_string()],
        (least, Some(most)) => vec![least.unwrap_or(0).to_string(), most.to_string()],
    }
}

/// A value as TypeScript writes it.
fn literal(value: &Value) -> String {
    match value {
        Value::String(text) => format!("'{}'", text.replace('\\', "\\\\").replace('\'', "\\'")),
        other => other.to_string(),
    }
}
