//! The names and the order in which an API's modules are given to the engine.
//!
//! QuickJS finds a module by its name, whoever asks. So that a script's `import()` finds none, they
//! all live in a folder whose name cannot be guessed; nothing a script can read tells it.

use crate::error::SandboxError;
use crate::host::Api;

/// The engine's own module, which gives the API its host.
const HOST: &str = "host";
/// Where it finds what it exports, until the API has loaded.
pub(crate) const HOST_GLOBAL: &str = "hostOfTheApi";

pub(crate) struct Module {
    /// With its folder.
    pub(crate) name: String,
    pub(crate) source: String,
}

/// Each module after those it imports; the entry is the last.
pub(crate) fn in_order(api: &Api, folder: &str) -> Result<Vec<Module>, SandboxError> {
    let entry = find(api, api.entry).ok_or(SandboxError::NoEntry { entry: api.entry })?;
    let mut order = Order { api, done: Vec::new(), under_way: Vec::new() };
    for (name, source) in api.modules {
        if *name != entry.0 {
            order.visit(name, source)?;
        }
    }
    order.done.retain(|name| *name != entry.0);
    order.visit(entry.0, entry.1)?;
    let host = Module {
        name: format!("{folder}/{HOST}"),
        source: format!("export const {{ call, sleep, log, now }} = globalThis.{HOST_GLOBAL};"),
    };
    let sources = order.done.iter().filter_map(|name| find(api, name));
    let modules = sources.map(|(name, source)| Module {
        name: format!("{folder}/{name}"),
        source: housed(api, folder, source),
    });
    Ok(std::iter::once(host).chain(modules).collect())
}

struct Order<'a> {
    api: &'a Api,
    done: Vec<&'static str>,
    under_way: Vec<&'static str>,
}

impl Order<'_> {
    fn visit(&mut self, name: &'static str, source: &'static str) -> Result<(), SandboxError> {
        if self.done.contains(&name) {
            return Ok(());
        }
        if self.under_way.contains(&name) {
            return Err(SandboxError::Circle { name });
        }
        self.under_way.push(name);
        for specifier in source.lines().filter_map(imported) {
            let wanted = resolved(name, specifier);
            if let Some((name, source)) = find(self.api, &wanted) {
                self.visit(name, source)?;
            }
        }
        self.under_way.pop();
        self.done.push(name);
        Ok(())
    }
}

fn find(api: &Api, name: &str) -> Option<(&'static str, &'static str)> {
    api.modules.iter().find(|(known, _)| *known == name).copied()
}

/// What the line imports: `import 'x'`, `… from 'x'`.
fn imported(line: &str) -> Option<&str> {
    let line = line.trim_start();
    let before = if line.starts_with("import '") || line.starts_with("import \"") {
        "import "
    } else if ["import", "export", "}"].iter().any(|start| line.starts_with(start)) {
        " from "
    } else {
        return None;
    };
    let rest = &line[line.find(before)? + before.len()..];
    let quote = rest.chars().next().filter(|first| matches!(first, '\'' | '"'))?;
    rest[1..].split_once(quote).map(|(specifier, _)| specifier)
}

/// A specifier that begins with a dot is meant from where its module lies.
fn resolved(from: &str, specifier: &str) -> String {
    if !specifier.starts_with('.') {
        return specifier.to_owned();
    }
    let mut path: Vec<&str> = from.split('/').collect();
    path.pop();
    for step in specifier.split('/') {
        match step {
            "." => {}
            ".." => {
                path.pop();
            }
            name => path.push(name),
        }
    }
    path.join("/")
}

/// The source with names written out as the folder's: relative ones need no change.
fn housed(api: &Api, folder: &str, source: &str) -> String {
    let line_of = |line: &str| match imported(line) {
        Some(name) if name == HOST || find(api, name).is_some() => {
            [('\'', '\''), ('"', '"')].iter().fold(line.to_owned(), |line, (open, close)| {
                line.replace(
                    &format!("{open}{name}{close}"),
                    &format!("{open}{folder}/{name}{close}"),
                )
            })
        }
        _ => line.to_owned(),
    };
    source.lines().map(line_of).collect::<Vec<_>>().join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn order(modules: &'static [(&'static str, &'static str)]) -> Result<Vec<String>, String> {
        let api = Api { modules, entry: "main.js" };
        let modules = in_order(&api, "room").map_err(|error| error.to_string())?;
        Ok(modules.into_iter().map(|module| module.name).collect())
    }

    #[test]
    fn modules_come_after_what_they_import() {
        let found = order(&[
            ("main.js", "import { a } from './a.js';\nimport { call } from 'host';"),
            ("a.js", "import {\n  b,\n} from \"./deep/b.js\";"),
            ("deep/b.js", "import 'c';\nexport * from '../d.js';"),
            ("c", ""),
            ("d.js", ""),
        ]);
        let names = ["host", "c", "d.js", "deep/b.js", "a.js", "main.js"];
        assert_eq!(found, Ok(names.map(|name| format!("room/{name}")).to_vec()));
    }

    #[test]
    fn a_circle_and_a_missing_entry_are_named() {
        let circle = order(&[("main.js", "import './a.js';"), ("a.js", "import './main.js';")]);
        assert!(circle.is_err_and(|error| error.contains("in a circle at `")));
        assert!(order(&[("a.js", "")]).is_err_and(|error| error.contains("no module `main.js`")));
    }

    #[test]
    fn only_imports_are_rewritten() {
        let api = Api { modules: &[("a", "")], entry: "a" };
        let source = "import { call } from 'host';\nconst word = 'host';\nimport './x.js';";
        let housed = housed(&api, "room", source);
        let expected = "import { call } from 'room/host';\nconst word = 'host';\nimport './x.js';";
        assert_eq!(housed, expected);
    }
}
