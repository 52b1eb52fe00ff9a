//! From linked and checked rules to a program.

use std::sync::Arc;

use rustc_hash::FxHashMap;
use unicode_normalization::{IsNormalized, UnicodeNormalization, is_nfc_quick};

use crate::first_sets::{FirstSet, foresee};
use crate::library::Section;
use crate::link::{self, Alternative, Linked, Taken, Target};
use crate::program::{
    Alt, Gives, NOTHING, NOWHERE, Part, Program, Range, Recipe, Rule, RuleAt, What, Word,
};
use crate::spacing::{Gap, Spacing, cell};
use crate::syntax::{Times, Words};
use crate::value::prepare;

pub(crate) fn compile(linked: &Linked<'_>) -> Program {
    let mut compiler = Compiler::default();
    // Rules keep their numbers; groups and the library come behind them.
    for _ in &linked.rules {
        compiler.reserve();
    }
    for (id, rule) in linked.rules.iter().enumerate() {
        compiler.rule(bounded(id), &rule.alternatives, linked.words(id));
    }
    let mut program = compiler.program;
    foresee(&mut program);
    program
}

#[derive(Default)]
struct Compiler {
    program: Program,
    names: FxHashMap<Arc<str>, u32>,
    entities: FxHashMap<Arc<str>, u32>,
    /// Alternatives and parts whose surroundings are still being read.
    open_alts: Vec<Alt>,
    open_parts: Vec<Part>,
    /// Sections of the library that are in, with the number of their first rule.
    sections: Vec<(&'static Section, RuleAt)>,
}

impl Compiler {
    fn reserve(&mut self) -> RuleAt {
        self.program.rules.push(Rule {
            alts: Range::default(),
            nullable: false,
            captures: false,
            first_set: FirstSet::NEVER,
            table: NOWHERE,
            settled: false,
        });
        bounded(self.program.rules.len() - 1)
    }

    fn rule(&mut self, at: RuleAt, alternatives: &[Alternative<'_>], words: &Words) {
        let base = self.open_alts.len();
        for one in alternatives {
            let alt = self.alt(one, words);
            self.open_alts.push(alt);
        }
        let start = bounded(self.program.alts.len());
        self.program.alts.extend(self.open_alts.drain(base..));
        let end = bounded(self.program.alts.len());
        self.program.rules[at as usize].alts = Range { start, end };
    }

    fn alt(&mut self, one: &Alternative<'_>, words: &Words) -> Alt {
        let spacing = one.written.spacing;
        let mut slots = 0;
        let base = self.open_parts.len();
        for part in &one.parts {
            // Nothing is left of a literal that only continued a line.
            if !matches!(part, link::Part::Literal(literal) if literal.is_empty()) {
                let part = self.part(part, spacing, &mut slots, words);
                self.open_parts.push(part);
            }
        }
        let gives = self.gives(one, base);
        let start = bounded(self.program.parts.len());
        self.program.parts.extend(self.open_parts.drain(base..));
        let parts = Range { start, end: bounded(self.program.parts.len()) };
        Alt { parts, spacing, gives, slots, first_set: FirstSet::NEVER }
    }

    fn part(
        &mut self,
        part: &link::Part<'_>,
        spacing: Spacing,
        slots: &mut u16,
        words: &Words,
    ) -> Part {
        let plain = |what| Part {
            what,
            slot: NOTHING,
            optional: false,
            repeats: false,
            silent: false,
            name: NOWHERE,
        };
        match part {
            link::Part::Literal(literal) => {
                plain(What::Literal(self.literal(words.of(*literal), spacing)))
            }
            link::Part::Rule(target) => plain(What::Rule(self.target(*target))),
            link::Part::Group { alternatives, times } => {
                let at = self.reserve();
                self.rule(at, alternatives, words);
                Part {
                    optional: matches!(times, Times::Perhaps | Times::Any),
                    repeats: matches!(times, Times::Any | Times::Many),
                    ..plain(What::Rule(at))
                }
            }
            link::Part::Capture { name, taken, optional } => {
                let what = match taken {
                    Taken::Words => What::Words { entity: NOWHERE },
                    Taken::Number => What::Number,
                    Taken::Rule(target) => What::Rule(self.target(*target)),
                    Taken::Entity(name) => What::Words {
                        entity: number(&mut self.entities, &mut self.program.entities, name),
                    },
                };
                let slot = *slots;
                *slots = slots.saturating_add(1);
                let name = if is_courtesy(taken) {
                    NOWHERE
                } else {
                    number(&mut self.names, &mut self.program.names, &name.text)
                };
                Part { slot, optional: *optional, name, ..plain(what) }
            }
        }
    }

    fn target(&mut self, target: Target) -> RuleAt {
        match target {
            Target::Own(rule) => bounded(rule),
            Target::BuiltIn(section, rule) => {
                let known = self.sections.iter().find(|(known, _)| std::ptr::eq(*known, section));
                let base = known.map(|(_, base)| *base).unwrap_or_else(|| {
                    let base = self.program.absorb(&section.program);
                    self.sections.push((section, base));
                    base
                });
                base + bounded(rule)
            }
            // Grammars with missing rules are not compiled.
            Target::Missing => 0,
        }
    }

    fn literal<'w>(&mut self, words: impl Iterator<Item = &'w str>, spacing: Spacing) -> Range {
        let program = &mut self.program;
        let start = bounded(program.words.len());
        let mut before: Option<u32> = None;
        for text in words {
            let from = program.cells.len();
            if text.is_ascii() || is_nfc_quick(text.chars()) == IsNormalized::Yes {
                program.cells.extend(text.chars().map(cell));
            } else {
                program.cells.extend(text.nfc().map(cell));
            }
            let cells = Range { start: bounded(from), end: bounded(program.cells.len()) };
            let first = program.cells[from];
            let gap = before.map_or(Gap::Forbidden, |before| Gap::between(before, first, spacing));
            before = program.cells.last().copied();
            let from = program.written.len();
            program.written.push_str(text);
            let written = Range { start: bounded(from), end: bounded(program.written.len()) };
            program.words.push(Word { cells, written, gap });
        }
        Range { start, end: bounded(program.words.len()) }
    }

    fn gives(&mut self, one: &Alternative<'_>, parts: usize) -> Gives {
        let captured = one.captures().count();
        if let Some(value) = &one.written.value {
            let slot_of = |name: &str| one.captures().position(|(known, ..)| &*known.text == name);
            let formula = prepare(value, &slot_of);
            let mut uses = vec![0_u16; captured].into_boxed_slice();
            for slot in value.variables().filter_map(|(name, _)| slot_of(name)) {
                uses[slot] = uses[slot].saturating_add(1);
            }
            self.program.recipes.push(Arc::new(Recipe { formula, uses }));
            return Gives::Recipe(bounded(self.program.recipes.len() - 1));
        }
        match (captured, &self.open_parts[parts..]) {
            (1, _) => Gives::Slot(0),
            (0, [only]) => match only.what {
                What::Literal(words) => Gives::Words(words),
                _ => Gives::Inner,
            },
            _ => Gives::Nothing,
        }
    }
}

/// Courtesies may be left out, and then there is no text to tell of.
fn is_courtesy(taken: &Taken) -> bool {
    match taken {
        Taken::Rule(Target::BuiltIn(section, rule)) => section.program.rules[*rule].nullable,
        _ => false,
    }
}

fn number(known: &mut FxHashMap<Arc<str>, u32>, list: &mut Vec<Arc<str>>, name: &Arc<str>) -> u32 {
    if let Some(number) = known.get(name).filter(|at| list.get(**at as usize) == Some(name)) {
        return *number;
    }
    list.push(name.clone());
    let number = bounded(list.len() - 1);
    known.insert(name.clone(), number);
    number
}

/// A file has at most a megabyte, so counts of what is in it fit.
fn bounded(count: usize) -> u32 {
    u32::try_from(count).unwrap_or(NOWHERE)
}
