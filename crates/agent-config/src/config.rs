//! Our entry in an agent's list of MCP servers, whatever the list's format.

use serde::Serialize;
use serde_json::{Value, json};

use crate::error::Fault;
use crate::json::{self, Dialect, Kind, New};
use crate::toml;

/// What we are called among the servers.
const NAME: &str = "tabwright";

/// How an agent starts us.
#[derive(Debug, Clone)]
pub struct Server {
    pub command: String,
    /// Set for it when this Tabwright has a home of its own: agents pass little of the environment.
    pub home: Option<String>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Format {
    Json {
        dialect: Dialect,
        /// The names that lead to the list.
        servers: &'static [&'static str],
        /// Entries say that they are programs.
        typed: bool,
    },
    Toml {
        servers: &'static str,
    },
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub enum Presence {
    Absent,
    /// There is an entry of our name, but it starts something else.
    Other,
    SetUp,
}

type Field = (&'static [&'static str], Value);

impl Server {
    fn fields(&self, typed: bool) -> Vec<Field> {
        let r#type: Option<Field> = typed.then(|| (&["type"] as _, json!("stdio")));
        let command: Field = (&["command"], json!(self.command));
        let args: Field = (&["args"], json!(["mcp"]));
        let home: Option<Field> =
            self.home.as_ref().map(|home| (&["env", "TABWRIGHT_HOME"] as _, json!(home)));
        r#type.into_iter().chain([command, args]).chain(home).collect()
    }
}

impl Format {
    pub(crate) fn presence(self, text: &str, server: &Server) -> Result<Presence, Fault> {
        if text.trim().is_empty() {
            return Ok(Presence::Absent);
        }
        let (is_there, is_same) = match self {
            Self::Json { dialect, servers, typed } => {
                let root = json::parse(text, dialect)?;
                let entry = root.find(servers).and_then(|servers| servers.find(&[NAME]));
                let is_same = server.fields(typed).iter().all(|(path, value)| {
                    entry.and_then(|entry| entry.find(path)).map(json::Node::value).as_ref()
                        == Some(value)
                });
                (entry.is_some(), is_same)
            }
            Self::Toml { servers } => {
                toml::Table(&[servers, NAME]).is_in(text, &server.fields(false))?
            }
        };
        Ok(match (is_there, is_same) {
            (_, true) => Presence::SetUp,
            (true, false) => Presence::Other,
            (false, false) => Presence::Absent,
        })
    }

    /// The text with our entry. What a person added to an entry of ours stays.
    pub(crate) fn with(self, text: &str, server: &Server) -> Result<String, Fault> {
        let written = match self {
            Self::Json { dialect, servers, typed } => {
                let text = if text.trim().is_empty() { "{}\n" } else { text };
                with_json(text, dialect, servers, server.fields(typed))?
            }
            Self::Toml { servers } => {
                toml::Table(&[servers, NAME]).put(text, &server.fields(false))?
            }
        };
        match self.presence(&written, server) {
            Ok(Presence::SetUp) => Ok(written),
            _ => Err(Fault { line: 1, what: "it is laid out in a way that we cannot edit".into() }),
        }
    }

    /// The text without our entry; with the one that stood in its place `before` us, if any. What
    /// came to be empty goes, unless it was so before. An unknown past is None.
    pub(crate) fn without(self, text: &str, before: Option<&str>) -> Result<String, Fault> {
        match self {
            Self::Json { dialect, servers, .. } => without_json(text, dialect, servers, before),
            Self::Toml { servers } => {
                let path = [servers, NAME];
                let table = toml::Table(&path);
                match before.and_then(|before| table.text(before)) {
                    Some(former) => table.replace(text, &former),
                    None => table.remove(text),
                }
            }
        }
    }

    /// Whether nothing is left that is worth a file.
    pub(crate) fn is_empty(self, text: &str) -> bool {
        match self {
            Self::Json { .. } => matches!(text.trim(), "" | "{}"),
            Self::Toml { .. } => text.trim().is_empty(),
        }
    }

    /// All that a file with our entry alone would hold.
    pub(crate) fn snippet(self, server: &Server) -> String {
        self.with("", server).unwrap_or_default()
    }
}

fn with_json(
    text: &str,
    dialect: Dialect,
    servers: &[&str],
    fields: Vec<Field>,
) -> Result<String, Fault> {
    let root = json::parse(text, dialect)?;
    let entry = root.find(servers).and_then(|servers| servers.find(&[NAME]));
    let ours_once = entry.is_some_and(|entry| match &entry.kind {
        // A server elsewhere; nothing of it fits a program here.
        Kind::Object(members) => {
            !members.iter().any(|member| member.key.to_ascii_lowercase().ends_with("url"))
        }
        _ => false,
    });
    if !ours_once {
        return json::put(text, dialect, servers, NAME, nested(fields));
    }
    let mut written = text.to_owned();
    for (path, value) in fields {
        let Some((key, above)) = path.split_last() else { continue };
        let above = [servers, &[NAME], above].concat();
        let there = json::parse(&written, dialect)?;
        let there = there.find(&above).and_then(|entry| entry.find(&[*key])).map(json::Node::value);
        if there.as_ref() != Some(&value) {
            written = json::put(&written, dialect, &above, key, New::Leaf(value))?;
        }
    }
    Ok(written)
}

fn without_json(
    text: &str,
    dialect: Dialect,
    servers: &[&str],
    before: Option<&str>,
) -> Result<String, Fault> {
    let past = before.and_then(|before| Some((before, json::parse(before, dialect).ok()?)));
    let entry = [servers, &[NAME]].concat();
    let former = past.as_ref().and_then(|(text, root)| Some(root.find(&entry)?.text(text)));
    if let Some(former) = former {
        return json::replace(text, dialect, &entry, former);
    }
    let mut left = json::remove(text, dialect, servers, NAME)?;
    for depth in (1..=servers.len()).rev() {
        let (path, above) = (&servers[..depth], &servers[..depth - 1]);
        let was_there = past.as_ref().is_some_and(|(_, root)| root.find(path).is_some());
        let root = json::parse(&left, dialect)?;
        let is_bare = root.find(path).is_some_and(|node| node.text(&left) == "{}");
        if before.is_some() && !was_there && is_bare {
            left = json::remove(&left, dialect, above, path[depth - 1])?;
        }
    }
    Ok(left)
}

/// Fields by their paths, as one object.
fn nested(fields: Vec<Field>) -> New {
    let mut members: Vec<(String, New)> = Vec::new();
    for (path, value) in fields {
        let leaf = New::Leaf(value);
        let inner = path[1..]
            .iter()
            .rev()
            .fold(leaf, |inner, name| New::Object(vec![((*name).to_owned(), inner)]));
        members.push((path[0].to_owned(), inner));
    }
    New::Object(members)
}
