//! The files of a grammar: reads what is imported, and knows which names each file sees.

use std::sync::Arc;

use rustc_hash::FxHashMap;

use crate::diagnostic::{Diagnostic, Fault, Kind};
use crate::library;
use crate::nearest::nearest;
use crate::source::{Source, Span};
use crate::syntax::{File, Import, Imported, Name, read};
use crate::value::Dialect;

const FILES_MAX: usize = 256;

/// Where imported files come from. Paths are relative to where the main file is, with `/` between.
pub trait Files {
    fn read(&self, path: &str) -> Option<String>;
}

/// For grammars that stand alone.
#[derive(Debug, Clone, Copy, Default)]
pub struct NoFiles;

impl Files for NoFiles {
    fn read(&self, _path: &str) -> Option<String> {
        None
    }
}

/// The place of a file among the files of a grammar.
pub(crate) type UnitId = usize;
pub(crate) const MAIN: UnitId = 0;

/// One file, and what the names in it mean.
#[derive(Debug)]
pub(crate) struct Unit {
    pub(crate) source: Source,
    pub(crate) file: File,
    /// The definitions of each rule.
    pub(crate) rules: FxHashMap<Arc<str>, Vec<usize>>,
    /// Rules from other files, and where the import stands.
    pub(crate) imported: FxHashMap<Arc<str>, (UnitId, Span)>,
    /// Rules of the library.
    pub(crate) built_in: FxHashMap<Arc<str>, Span>,
    pub(crate) types: FxHashMap<Arc<str>, Span>,
    /// A type file was imported whole, so any type may come from it.
    pub(crate) any_type: bool,
}

impl Unit {
    fn new(source: Source, file: File) -> Self {
        let mut rules: FxHashMap<Arc<str>, Vec<usize>> = FxHashMap::default();
        for (at, definition) in file.definitions.iter().enumerate() {
            rules.entry(definition.name.text.clone()).or_default().push(at);
        }
        let (imported, built_in, types) = Default::default();
        Self { source, file, rules, imported, built_in, types, any_type: false }
    }

    fn exports(&self, name: &str) -> bool {
        let definitions = self.rules.get(name).map(Vec::as_slice).unwrap_or_default();
        definitions.iter().any(|at| self.file.definitions[*at].exported)
    }
}

/// All files, the main file first.
#[derive(Debug)]
pub(crate) struct Units {
    pub(crate) units: Vec<Unit>,
    pub(crate) faults: Vec<Diagnostic>,
    pub(crate) warnings: Vec<Diagnostic>,
}

pub(crate) fn gather(main: &str, text: &str, files: &dyn Files, dialect: Dialect) -> Units {
    let mut gathering = Gathering { files, dialect, ..Gathering::default() };
    gathering.add(main, text);
    let mut next = 0;
    while next < gathering.units.len() {
        gathering.follow(next);
        next += 1;
    }
    let Gathering { units, faults, warnings, .. } = gathering;
    Units { units, faults, warnings }
}

struct Gathering<'f> {
    files: &'f dyn Files,
    dialect: Dialect,
    units: Vec<Unit>,
    paths: FxHashMap<String, UnitId>,
    faults: Vec<Diagnostic>,
    warnings: Vec<Diagnostic>,
}

impl Default for Gathering<'_> {
    fn default() -> Self {
        Self {
            files: &NoFiles,
            dialect: Dialect { expressions: true },
            units: Vec::new(),
            paths: FxHashMap::default(),
            faults: Vec::new(),
            warnings: Vec::new(),
        }
    }
}

impl Gathering<'_> {
    fn add(&mut self, path: &str, text: &str) -> UnitId {
        let source = Source::new(path, text);
        let reading = read(text, self.dialect);
        self.faults.extend(reading.faults.into_iter().map(|fault| fault.at(&source)));
        self.warnings.extend(reading.warnings.into_iter().map(|fault| fault.at(&source)));
        self.units.push(Unit::new(source, reading.file));
        let id = self.units.len() - 1;
        self.paths.insert(path.to_owned(), id);
        id
    }

    /// Does what the imports of one file ask for.
    fn follow(&mut self, at: usize) {
        let imports = std::mem::take(&mut self.units[at].file.imports);
        for import in &imports {
            if let Err(fault) = self.import(at, import) {
                let fault = fault.at(&self.units[at].source);
                self.faults.push(fault);
            }
        }
        self.units[at].file.imports = imports;
    }

    fn import(&mut self, at: usize, import: &Import) -> Result<(), Fault> {
        let Some(source) = &import.source else {
            return self.import_known(at, import);
        };
        if !source.text.ends_with(".agr") {
            match &import.names {
                Imported::All => self.units[at].any_type = true,
                Imported::Names(names) => {
                    let types = names.iter().map(|name| (name.text.clone(), name.span));
                    self.units[at].types.extend(types);
                }
            }
            return Ok(());
        }
        let from = self.file(at, source)?;
        let exported = &self.units[from];
        let names: Vec<(Arc<str>, Span)> = match &import.names {
            Imported::Names(names) => {
                if let Some(missing) = names.iter().find(|name| !exported.exports(&name.text)) {
                    return Err(not_exported(missing, exported));
                }
                names.iter().map(|name| (name.text.clone(), name.span)).collect()
            }
            Imported::All => {
                let definitions = exported.file.definitions.iter().filter(|one| one.exported);
                definitions.map(|one| (one.name.text.clone(), import.span)).collect()
            }
        };
        names.into_iter().try_for_each(|(name, span)| self.bring(at, &name, from, span))
    }

    /// Built-in rules, and entity types that the host of the grammar knows.
    fn import_known(&mut self, at: usize, import: &Import) -> Result<(), Fault> {
        let Imported::Names(names) = &import.names else { return Ok(()) };
        for name in names {
            let unit = &mut self.units[at];
            if library::find(&name.text).is_none() {
                unit.types.insert(name.text.clone(), name.span);
            } else if unit.rules.contains_key(&name.text) {
                return Err(clash(&name.text, name.span));
            } else {
                unit.built_in.insert(name.text.clone(), name.span);
            }
        }
        Ok(())
    }

    fn bring(&mut self, at: usize, name: &Arc<str>, from: UnitId, span: Span) -> Result<(), Fault> {
        let unit = &mut self.units[at];
        if unit.rules.contains_key(name) && from != at {
            return Err(clash(name, span));
        }
        match unit.imported.insert(name.clone(), (from, span)) {
            Some((earlier, _)) if earlier != from => {
                let message = format!("`<{name}>` is imported from two files.");
                Err(Fault::new(Kind::Import, span, message)
                    .hint("Name only the one that is meant."))
            }
            _ => Ok(()),
        }
    }

    fn file(&mut self, at: usize, source: &Name) -> Result<UnitId, Fault> {
        let path = beside(&self.units[at].source.name, &source.text);
        if let Some(known) = self.paths.get(&path) {
            return Ok(*known);
        }
        if self.units.len() >= FILES_MAX {
            let message = format!("More than {FILES_MAX} files are imported.");
            return Err(Fault::new(Kind::TooLarge, source.span, message).hint("Join some of them."));
        }
        let Some(text) = self.files.read(&path) else {
            let message = format!("The file `{path}` cannot be read.");
            let hint = "Paths are relative to the file that imports; types come from a `.ts` file.";
            return Err(Fault::new(Kind::Import, source.span, message).hint(hint));
        };
        Ok(self.add(&path, &text))
    }
}

fn clash(name: &str, span: Span) -> Fault {
    let message = format!("`<{name}>` is imported here and also defined in this file.");
    Fault::new(Kind::Import, span, message).hint("Rename the rule, or do not import it.")
}

fn not_exported(name: &Name, unit: &Unit) -> Fault {
    let file = &unit.source.name;
    let message = format!("`{file}` does not export a rule `<{}>`.", name.text);
    let fault = Fault::new(Kind::MissingRule, name.span, message);
    if unit.rules.contains_key(&name.text) {
        return fault.hint(format!("Write `export <{}> = …` there.", name.text));
    }
    let exported = unit.file.definitions.iter().filter(|one| one.exported);
    match nearest(&name.text, exported.map(|one| &*one.name.text)) {
        Some(near) => fault.hint(format!("Did you mean `{near}`?")),
        None => fault,
    }
}

/// A path as written in one file, seen from where the main file is.
fn beside(importer: &str, path: &str) -> String {
    let folder = importer.rfind('/').map_or("", |at| &importer[..at]);
    let folder = if path.starts_with('/') { "" } else { folder };
    let mut steps: Vec<&str> = Vec::new();
    for step in folder.split('/').chain(path.split('/')) {
        match step {
            "" | "." => {}
            ".." if steps.last().is_some_and(|last| *last != "..") => {
                steps.pop();
            }
            step => steps.push(step),
        }
    }
    let root = if importer.starts_with('/') || path.starts_with('/') { "/" } else { "" };
    format!("{root}{}", steps.join("/"))
}

#[cfg(test)]
mod tests {
    use super::beside;

    #[test]
    fn paths_are_relative_to_the_file_that_imports() {
        for (importer, path, wanted) in [
            ("main.agr", "./lib/words.agr", "lib/words.agr"),
            ("lib/words.agr", "../shared/common.agr", "shared/common.agr"),
            ("a/b/c.agr", "../../d.agr", "d.agr"),
            ("main.agr", "../up.agr", "../up.agr"),
            ("/home/me/main.agr", "x.agr", "/home/me/x.agr"),
        ] {
            assert_eq!(beside(importer, path), wanted);
        }
    }
}
