//! Generates what is committed below `generated`, for `cargo xtask wire`.

use serde_json::{Map, Value};

use crate::registry::{FAMILIES, about};

/// The JSON Schema of every action's parameters, as [`super::json_schemas`] reads it.
pub fn json() -> Result<String, serde_json::Error> {
    let actions = FAMILIES.iter().flat_map(|family| family.actions);
    let schemas: Map<String, Value> =
        actions.map(|schema| (schema.name.to_owned(), (schema.json)())).collect();
    Ok(serde_json::to_string_pretty(&schemas)? + "\n")
}

/// [`super::TYPESCRIPT`].
#[must_use]
pub fn typescript() -> String {
    let mut text =
        String::from("// The actions of Tabwright: what a grammar may give as its value.\n");
    let mut names = Vec::new();
    for family in FAMILIES {
        text += &format!("\n// {}\n", family.name);
        for schema in family.actions {
            let name = capitalised(schema.name);
            text += &format!(
                "/** {} */\nexport interface {name} {{\n  actionName: '{}';\n  parameters: {};\n}}\n",
                about(schema),
                schema.name,
                (schema.typescript)()
            );
            names.push(name);
        }
    }
    text + &format!("\nexport type Action =\n  | {};\n", names.join("\n  | "))
}

fn capitalised(name: &str) -> String {
    let mut letters = name.chars();
    letters.next().map_or_else(String::new, |first| {
        first.to_uppercase().collect::<String>() + letters.as_str()
    })
}
