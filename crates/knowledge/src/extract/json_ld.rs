//! Structured data of a page: JSON-LD, as sites write it.

use std::collections::HashMap;

use serde_json::{Map, Value};

use super::dom::{Dom, collapse};
use crate::page::{EntityKind, Named};

type Object = Map<String, Value>;

/// All objects of all scripts, in the order of the page.
#[derive(Debug, Default)]
pub(crate) struct JsonLd {
    objects: Vec<Object>,
    by_id: HashMap<String, usize>,
}

const OBJECTS_MAX: usize = 2_000;

impl JsonLd {
    pub(crate) fn read(dom: &Dom) -> Self {
        let mut found = Self::default();
        for index in dom.named("script") {
            let text: String =
                dom.inside(index).map(|inner| dom.node(inner).text.as_str()).collect();
            for root in parse(&text) {
                found.collect(root);
            }
        }
        for (at, object) in found.objects.iter().enumerate() {
            if let Some(id) = object.get("@id").and_then(Value::as_str)
                && object.contains_key("name")
            {
                found.by_id.entry(id.to_owned()).or_insert(at);
            }
        }
        found
    }

    fn collect(&mut self, root: Value) {
        let mut waiting = vec![root];
        while let Some(value) = waiting.pop() {
            if self.objects.len() >= OBJECTS_MAX {
                return;
            }
            match value {
                Value::Array(values) => waiting.extend(values.into_iter().rev()),
                Value::Object(object) => {
                    let nested =
                        object.values().filter(|value| value.is_object() || value.is_array());
                    waiting.extend(nested.cloned().collect::<Vec<_>>().into_iter().rev());
                    self.objects.push(object);
                }
                _ => {}
            }
        }
    }

    /// The objects of the types, in the order of the page.
    pub(crate) fn of_types<'a>(
        &'a self,
        types: &'a [&str],
    ) -> impl Iterator<Item = &'a Object> + 'a {
        self.objects.iter().filter(move |object| kinds(object).any(|kind| types.contains(&kind)))
    }

    pub(crate) fn has_type(&self, types: &[&str]) -> bool {
        self.of_types(types).next().is_some()
    }

    /// The names in a value that may be a name, an object with a name, one named elsewhere, or a list of these.
    pub(crate) fn names(&self, value: &Value) -> Vec<String> {
        const NAMES_MAX: usize = 20;
        let values = value.as_array().map_or(std::slice::from_ref(value), Vec::as_slice);
        let mut names: Vec<String> = Vec::new();
        for value in values.iter().take(NAMES_MAX) {
            let name = match value {
                Value::String(name) => Some(name.as_str()),
                Value::Object(object) => text_of(object, "name").or_else(|| {
                    let id = object.get("@id")?.as_str()?;
                    text_of(&self.objects[*self.by_id.get(id)?], "name")
                }),
                _ => None,
            };
            if let Some(name) =
                name.map(clean).filter(|name| !name.is_empty() && !names.contains(name))
            {
                names.push(name);
            }
        }
        names
    }

    /// What the page says about people, places and things.
    pub(crate) fn named(&self) -> Vec<Named> {
        const NAMED_MAX: usize = 60;
        let mut named: Vec<Named> = Vec::new();
        for object in &self.objects {
            let Some(kind) = kinds(object).find_map(entity_kind) else { continue };
            let name = text_of(object, "name").or_else(|| text_of(object, "headline")).map(clean);
            let Some(name) = name.filter(|name| (2..=120).contains(&name.chars().count())) else {
                continue;
            };
            if named.len() < NAMED_MAX && !named.iter().any(|known| known.name == name) {
                named.push(Named { name, kind });
            }
        }
        named
    }

    /// The names of the breadcrumbs, from the root.
    pub(crate) fn breadcrumbs(&self) -> Vec<String> {
        let list = self.of_types(&["BreadcrumbList"]).next();
        let items = list.and_then(|list| list.get("itemListElement")).and_then(Value::as_array);
        let Some(items) = items else { return Vec::new() };
        let mut crumbs: Vec<(i64, String)> = Vec::new();
        for (at, item) in items.iter().filter_map(Value::as_object).enumerate() {
            let inner = item.get("item").and_then(Value::as_object);
            let name =
                text_of(item, "name").or_else(|| inner.and_then(|inner| text_of(inner, "name")));
            let position = item
                .get("position")
                .and_then(|position| position.as_i64().or_else(|| position.as_str()?.parse().ok()));
            if let Some(name) = name.map(clean).filter(|name| !name.is_empty()) {
                crumbs.push((position.unwrap_or(at as i64), name));
            }
        }
        crumbs.sort_by_key(|(position, _)| *position);
        crumbs.into_iter().map(|(_, name)| name).collect()
    }
}

fn kinds(object: &Object) -> impl Iterator<Item = &str> {
    let kind = object.get("@type");
    let values = match kind {
        Some(Value::Array(values)) => values.as_slice(),
        Some(value) => std::slice::from_ref(value),
        None => &[],
    };
    values
        .iter()
        .filter_map(Value::as_str)
        .map(|kind| kind.rsplit(['/', ':', '#']).next().unwrap_or(kind))
}

pub(crate) fn text_of<'a>(object: &'a Object, name: &str) -> Option<&'a str> {
    match object.get(name)? {
        Value::String(text) => Some(text.as_str()),
        Value::Array(values) => values.first()?.as_str(),
        Value::Object(object) => object.get("@value")?.as_str(),
        _ => None,
    }
}

/// Names are often escaped once too much.
pub(crate) fn clean(text: &str) -> String {
    const ENTITIES: &[(&str, &str)] = &[
        ("&quot;", "\""),
        ("&#039;", "'"),
        ("&#39;", "'"),
        ("&#8217;", "’"),
        ("&#8211;", "–"),
        ("&lt;", "<"),
        ("&gt;", ">"),
        ("&nbsp;", " "),
        ("&amp;", "&"),
    ];
    let mut text = collapse(text);
    for (entity, character) in ENTITIES {
        if text.contains(entity) {
            text = text.replace(entity, character);
        }
    }
    text
}

fn entity_kind(kind: &str) -> Option<EntityKind> {
    Some(match kind {
        "Person" => EntityKind::Person,
        "Organization"
        | "Corporation"
        | "NewsMediaOrganization"
        | "EducationalOrganization"
        | "LocalBusiness"
        | "CollegeOrUniversity"
        | "GovernmentOrganization"
        | "NGO"
        | "SportsTeam"
        | "MusicGroup"
        | "Restaurant"
        | "Brand" => EntityKind::Organization,
        "Place" | "City" | "Country" | "State" | "AdministrativeArea" | "TouristAttraction"
        | "Landform" => EntityKind::Place,
        "Product" | "SoftwareApplication" | "MobileApplication" | "WebApplication" | "Vehicle" => {
            EntityKind::Product
        }
        "Event" | "MusicEvent" | "SportsEvent" | "Festival" | "BusinessEvent"
        | "EducationEvent" => EntityKind::Event,
        "Book" | "Movie" | "CreativeWork" | "MusicAlbum" | "MusicRecording" | "TVSeries"
        | "Recipe" | "Course" | "VideoGame" | "SoftwareSourceCode" | "Dataset"
        | "PodcastEpisode" => EntityKind::Work,
        _ => return None,
    })
}

/// The roots in a script: usually one, but some sites write several one after another.
fn parse(text: &str) -> Vec<Value> {
    const SCRIPT_BYTES_MAX: usize = 1_000_000;
    let text = text.trim();
    if text.len() > SCRIPT_BYTES_MAX {
        return Vec::new();
    }
    if let Ok(value) = serde_json::from_str(text) {
        return vec![value];
    }
    let repaired = repair(text);
    let mut roots = Vec::new();
    for root in serde_json::Deserializer::from_str(&repaired).into_iter::<Value>() {
        match root {
            Ok(root) => roots.push(root),
            Err(_) => break,
        }
    }
    roots
}

/// Takes out comments, CDATA marks and trailing commas, and escapes line ends in strings.
fn repair(text: &str) -> String {
    let mut text = text.to_owned();
    for mark in ["<![CDATA[", "]]>", "<!--", "-->"] {
        if text.contains(mark) {
            text = text.replace(mark, " ");
        }
    }
    let mut out = String::with_capacity(text.len());
    let mut chars = text.chars().peekable();
    let mut in_string = false;
    while let Some(c) = chars.next() {
        if in_string {
            match c {
                '"' => {
                    in_string = false;
                    out.push(c);
                }
                '\\' => match chars.next() {
                    Some(next)
                        if matches!(next, '"' | '\\' | '/' | 'b' | 'f' | 'n' | 'r' | 't' | 'u') =>
                    {
                        out.push(c);
                        out.push(next);
                    }
                    Some(next) => out.push(next),
                    None => {}
                },
                c if c.is_control() => out.push(' '),
                c => out.push(c),
            }
            continue;
        }
        match c {
            '"' => {
                in_string = true;
                out.push(c);
            }
            '/' if chars.peek() == Some(&'/') => {
                while chars.next_if(|&next| next != '\n').is_some() {}
            }
            '/' if chars.peek() == Some(&'*') => {
                chars.next();
                let mut before = ' ';
                for next in chars.by_ref() {
                    if before == '*' && next == '/' {
                        break;
                    }
                    before = next;
                }
            }
            '}' | ']' => {
                let end = out.trim_end().len();
                if out[..end].ends_with(',') {
                    out.truncate(end - 1);
                }
                out.push(c);
            }
            // Between roots, and at the end of a statement.
            ';' => out.push(' '),
            c => out.push(c),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn broken_json_is_still_read() {
        let cases = [
            ("trailing comma", r#"{"@type":"Article","name":"A",}"#),
            ("line end in a string", "{\"@type\":\"Article\",\"name\":\"A\",\"d\":\"one\ntwo\"}"),
            ("comments", "// first\n{\"@type\":\"Article\", /* here */ \"name\":\"A\"}"),
            ("CDATA", "//<![CDATA[\n{\"@type\":\"Article\",\"name\":\"A\"}\n//]]>"),
            ("two roots", r#"{"@type":"WebSite"} {"@type":"Article","name":"A"}"#),
            ("a statement", r#"{"@type":"Article","name":"A"};"#),
            ("a bad escape", r#"{"@type":"Article","name":"\A"}"#),
        ];
        for (case, text) in cases {
            let mut found = JsonLd::default();
            parse(text).into_iter().for_each(|root| found.collect(root));
            let article = found.of_types(&["Article"]).next();
            assert_eq!(article.and_then(|object| text_of(object, "name")), Some("A"), "{case}");
        }
    }
}
