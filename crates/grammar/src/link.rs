//! From names to rules: what the start rule reaches, with every name in it resolved.

use std::sync::Arc;

use rustc_hash::{FxHashMap, FxHashSet};
use smallvec::SmallVec;

use crate::diagnostic::{Diagnostic, Fault, Kind};
use crate::grammar::Report;
use crate::imports::{MAIN, Unit, UnitId, Units};
use crate::library::{self, Section};
use crate::nearest::nearest;
use crate::source::Span;
use crate::syntax::{self, Literal, Name, Of, Times, Words};

/// The types that are no entities: three names for a run of words, and numbers.
const PLAIN_TYPES: [&str; 4] = ["string", "wildcard", "word", "number"];
/// What a rule may say its value is, besides what it imports.
const VALUE_TYPES: [&str; 5] = ["string", "number", "boolean", "object", "any"];

/// The number of a rule of the grammar's own.
pub(crate) type RuleId = usize;

/// The rule that a name means.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Target {
    Own(RuleId),
    /// A rule of a section of the library, which is compiled already.
    BuiltIn(&'static Section, RuleId),
    /// Nobody defines it; that was reported.
    Missing,
}

/// One rule that can be reached, with all of its definitions.
#[derive(Debug)]
pub(crate) struct Rule<'u> {
    pub(crate) unit: UnitId,
    pub(crate) name: &'u Name,
    pub(crate) alternatives: Vec<Alternative<'u>>,
}

#[derive(Debug)]
pub(crate) struct Alternative<'u> {
    pub(crate) written: &'u syntax::Alternative,
    pub(crate) parts: SmallVec<[Part<'u>; 2]>,
}

#[derive(Debug)]
pub(crate) enum Part<'u> {
    Literal(Literal),
    Rule(Target),
    Capture { name: &'u Name, taken: Taken, optional: bool },
    Group { alternatives: Vec<Alternative<'u>>, times: Times },
}

/// What a capture takes.
#[derive(Debug, Clone)]
pub(crate) enum Taken {
    Words,
    Number,
    Entity(Arc<str>),
    Rule(Target),
}

#[derive(Debug)]
pub(crate) struct Linked<'u> {
    pub(crate) units: &'u Units,
    /// The start rule first.
    pub(crate) rules: Vec<Rule<'u>>,
}

impl<'u> Linked<'u> {
    /// The words that stand in a rule.
    pub(crate) fn words(&self, rule: RuleId) -> &'u Words {
        &self.units.units[self.rules[rule].unit].file.words
    }

    pub(crate) fn report(&self, rule: RuleId, fault: Fault) -> Diagnostic {
        fault.at(&self.units.units[self.rules[rule].unit].source)
    }
}

/// Follows every reference from the start rule. Rules that nothing reaches are not looked at.
pub(crate) fn link<'u>(
    units: &'u Units,
    start: &str,
    faults: &mut Vec<Diagnostic>,
    warnings: &mut Vec<Diagnostic>,
) -> Linked<'u> {
    let (ids, queue, used) = Default::default();
    let mut linker = Linker { units, ids, queue, used, faults };
    linker.start(start);
    let mut rules = Vec::new();
    while let Some((unit, name)) = linker.queue.get(rules.len()).copied() {
        rules.push(linker.rule(unit, name));
    }
    linker.unused(warnings);
    Linked { units, rules }
}

/// The parts and alternatives that a rule or group consists of, as checks walk over them.
impl<'u> Alternative<'u> {
    pub(crate) fn captures(&self) -> impl Iterator<Item = (&'u Name, &Taken, bool)> {
        self.parts.iter().filter_map(|part| match part {
            Part::Capture { name, taken, optional } => Some((*name, taken, *optional)),
            _ => None,
        })
    }
}

impl Part<'_> {
    /// The rule that it goes into, if it does.
    pub(crate) fn target(&self) -> Option<Target> {
        match self {
            Self::Rule(target) | Self::Capture { taken: Taken::Rule(target), .. } => Some(*target),
            _ => None,
        }
    }
}

struct Linker<'u, 'f> {
    units: &'u Units,
    ids: FxHashMap<(UnitId, &'u str), RuleId>,
    /// The rules in the order of their numbers.
    queue: Vec<(UnitId, &'u str)>,
    used: FxHashSet<(UnitId, &'u str)>,
    faults: &'f mut Vec<Diagnostic>,
}

impl<'u> Linker<'u, '_> {
    fn start(&mut self, start: &str) {
        let main = &self.units.units[MAIN];
        let own = main.rules.get_key_value(start).map(|(name, _)| (MAIN, &**name));
        let imported = || {
            let from = main.imported.get(start)?.0;
            self.units.units[from].rules.get_key_value(start).map(|(name, _)| (from, &**name))
        };
        if let Some((unit, name)) = own.or_else(imported) {
            self.reach(unit, name);
            return;
        }
        let first = main.file.definitions.first();
        let first = first.map_or("Rule", |definition| &definition.name.text);
        let message = format!("There is no rule `<{start}>`, where matching begins.");
        let fault = Fault::new(Kind::MissingRule, Span::new(0, 1), message)
            .hint(format!("Name what can be said: `<{start}> = <{first}>;`."));
        self.faults.push(fault.at(&main.source));
    }

    fn reach(&mut self, unit: UnitId, name: &'u str) -> RuleId {
        *self.ids.entry((unit, name)).or_insert_with(|| {
            self.queue.push((unit, name));
            self.queue.len() - 1
        })
    }

    fn rule(&mut self, unit: UnitId, name: &'u str) -> Rule<'u> {
        let file = &self.units.units[unit];
        let definitions = || file.rules[name].iter().map(|at| &file.file.definitions[*at]);
        for declared in definitions().flat_map(|definition| &definition.types) {
            self.declared_type(unit, declared);
        }
        let written = definitions().flat_map(|definition| &definition.alternatives);
        let alternatives = written.map(|written| self.alternative(unit, written)).collect();
        Rule { unit, name: &file.file.definitions[file.rules[name][0]].name, alternatives }
    }

    fn alternative(&mut self, unit: UnitId, written: &'u syntax::Alternative) -> Alternative<'u> {
        let parts = written.parts.iter().map(|part| match part {
            syntax::Part::Literal(literal) => Part::Literal(*literal),
            syntax::Part::Rule(name) => Part::Rule(self.reference(unit, name)),
            syntax::Part::Group(group) => {
                let inner = group.alternatives.iter().map(|one| self.alternative(unit, one));
                Part::Group { alternatives: inner.collect(), times: group.times }
            }
            syntax::Part::Capture(capture) => Part::Capture {
                name: &capture.name,
                taken: self.taken(unit, &capture.of),
                optional: capture.optional,
            },
        });
        let parts = parts.collect();
        Alternative { written, parts }
    }

    fn taken(&mut self, unit: UnitId, of: &'u Of) -> Taken {
        match of {
            Of::Anything => Taken::Words,
            Of::Rule(name) => Taken::Rule(self.reference(unit, name)),
            Of::Type(name) => match &*name.text {
                "number" => Taken::Number,
                text if PLAIN_TYPES.contains(&text) => Taken::Words,
                // `$(n:Cardinal)` means the built-in rule.
                text if self.units.units[unit].built_in.contains_key(text) => {
                    Taken::Rule(self.reference(unit, name))
                }
                _ => {
                    self.type_name(unit, name);
                    Taken::Entity(name.text.clone())
                }
            },
        }
    }

    fn reference(&mut self, unit: UnitId, name: &'u Name) -> Target {
        self.used.insert((unit, &name.text));
        let here = &self.units.units[unit];
        if let Some((own, _)) = here.rules.get_key_value(&*name.text) {
            return Target::Own(self.reach(unit, own));
        }
        if let Some((from, _)) = here.imported.get(&*name.text)
            && let Some((own, _)) = self.units.units[*from].rules.get_key_value(&*name.text)
        {
            return Target::Own(self.reach(*from, own));
        }
        let built_in = here.built_in.contains_key(&*name.text) || library::is_phrase(&name.text);
        if let Some((section, rule)) = library::find(&name.text).filter(|_| built_in) {
            return Target::BuiltIn(section, rule);
        }
        self.missing(here, name);
        Target::Missing
    }

    fn missing(&mut self, unit: &Unit, name: &Name) {
        // Looking for what was meant takes time, and nobody reads so many.
        if self.faults.len() >= Report::DIAGNOSTICS_MAX {
            return;
        }
        let message = format!("There is no rule `<{}>`.", name.text);
        let fault = Fault::new(Kind::MissingRule, name.span, message);
        let known = unit.rules.keys().chain(unit.imported.keys()).map(|known| &**known);
        let fault = if library::find(&name.text).is_some() {
            fault.hint(format!("It is built in: `import {{ {} }};`.", name.text))
        } else if unit.types.contains_key(&name.text) {
            fault.hint(format!("It is a type; capture it with `$(name:{})`.", name.text))
        } else if let Some(near) = nearest(&name.text, known) {
            fault.hint(format!("Did you mean `<{near}>`?"))
        } else {
            fault.hint(format!("Define it, `<{0}> = …;`, or import it.", name.text))
        };
        self.faults.push(fault.at(&unit.source));
    }

    fn type_name(&mut self, unit: UnitId, name: &'u Name) {
        self.used.insert((unit, &name.text));
        let here = &self.units.units[unit];
        if !here.any_type && !here.types.contains_key(&name.text) {
            self.unknown_type(here, name, &PLAIN_TYPES);
        }
    }

    fn declared_type(&mut self, unit: UnitId, name: &'u Name) {
        self.used.insert((unit, &name.text));
        let here = &self.units.units[unit];
        let plain = VALUE_TYPES.contains(&&*name.text);
        if !plain && !here.any_type && !here.types.contains_key(&name.text) {
            self.unknown_type(here, name, &VALUE_TYPES);
        }
    }

    fn unknown_type(&mut self, unit: &Unit, name: &Name, plain: &[&'static str]) {
        if self.faults.len() >= Report::DIAGNOSTICS_MAX {
            return;
        }
        let message = format!("The type `{}` is not known here.", name.text);
        let fault = Fault::new(Kind::Type, name.span, message);
        let known = unit.types.keys().map(|known| &**known).chain(plain.iter().copied());
        let fault = if unit.rules.contains_key(&name.text) {
            fault.hint(format!("`{0}` is a rule: write `<{0}>`.", name.text))
        } else if let Some(near) = nearest(&name.text, known) {
            fault.hint(format!("Did you mean `{near}`? If not, import it."))
        } else {
            fault.hint(format!("Import it: `import {{ {} }} from \"types.ts\";`.", name.text))
        };
        self.faults.push(fault.at(&unit.source));
    }

    /// Tells of rules and imports in the main file that nothing uses.
    fn unused(&self, warnings: &mut Vec<Diagnostic>) {
        let main = &self.units.units[MAIN];
        let mut idle: Vec<(Span, String)> = Vec::new();
        for definition in &main.file.definitions {
            let name = &definition.name;
            if !definition.exported && !self.ids.contains_key(&(MAIN, &*name.text)) {
                idle.push((name.span, format!("Nothing uses the rule `<{}>`.", name.text)));
            }
        }
        let imported = main.imported.iter().map(|(name, (_, span))| (name, span));
        for (name, span) in main.types.iter().chain(&main.built_in).chain(imported) {
            // What `import *` brings need not be used.
            let range = span.start as usize..span.end as usize;
            let named = main.source.text.get(range) == Some(&**name);
            if named && !self.used.contains(&(MAIN, &**name)) {
                idle.push((*span, format!("Nothing uses `{name}`, which is imported here.")));
            }
        }
        idle.sort_by_key(|(span, _)| span.start);
        let faults = idle.into_iter().map(|(span, text)| Fault::new(Kind::Unused, span, text));
        warnings.extend(faults.map(|fault| fault.at(&main.source)));
    }
}
