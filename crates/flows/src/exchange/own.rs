//! Our own file: the whole definition of a flow.

use serde::{Deserialize, Serialize};
use tabwright_wire::flows::Flow;

use super::{ExchangeError, Exported, Imported};

pub(super) const FORMAT: &str = "tabwright-flow";
/// Counted up when older programs would misread a file.
pub const FORMAT_VERSION: u64 = 1;

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct File {
    format: String,
    format_version: u64,
    flow: Flow,
}

pub(super) fn export(flow: &Flow) -> Exported {
    let file =
        File { format: FORMAT.to_owned(), format_version: FORMAT_VERSION, flow: flow.clone() };
    Exported {
        text: serde_json::to_string_pretty(&file).unwrap_or_default() + "\n",
        notes: Vec::new(),
    }
}

pub(super) fn import(text: &str) -> Result<Imported, ExchangeError> {
    let unreadable =
        |reason: String| ExchangeError::Unreadable { format: "a flow of Tabwright", reason };
    // The version first: what a newer file has besides is no mistake of it.
    let json: serde_json::Value =
        serde_json::from_str(text).map_err(|error| unreadable(error.to_string()))?;
    if json["format"] != FORMAT {
        return Err(unreadable(format!("its `format` is not `{FORMAT}`")));
    }
    match json["formatVersion"].as_u64() {
        Some(found) if found > FORMAT_VERSION => return Err(ExchangeError::Newer { found }),
        Some(1..) => {}
        _ => return Err(unreadable("its `formatVersion` is no number from 1".to_owned())),
    }
    let file: File = serde_json::from_value(json).map_err(|error| unreadable(error.to_string()))?;
    Ok(Imported { flows: vec![file.flow], notes: Vec::new() })
}
