//! A compiled grammar: flat lists that refer to each other by number. Made once, never changed.

use std::sync::Arc;

use crate::first_sets::FirstSet;
use crate::spacing::{Gap, Spacing};
use crate::value::{Formula, Value};

pub(crate) type RuleAt = u32;
pub(crate) type AltAt = u32;
pub(crate) type PartAt = u32;

/// No capture, no table: what has no number.
pub(crate) const NOTHING: u16 = u16::MAX;
pub(crate) const NOWHERE: u32 = u32::MAX;

#[derive(Debug, Default)]
pub(crate) struct Program {
    pub(crate) start: RuleAt,
    pub(crate) rules: Vec<Rule>,
    pub(crate) alts: Vec<Alt>,
    pub(crate) parts: Vec<Part>,
    pub(crate) words: Vec<Word>,
    /// The cells of all words, one after the other.
    pub(crate) cells: Vec<u32>,
    /// The text of all words as they were written, one after the other.
    pub(crate) written: String,
    pub(crate) recipes: Vec<Arc<Recipe>>,
    pub(crate) entities: Vec<Arc<str>>,
    /// Names of captures.
    pub(crate) names: Vec<Arc<str>>,
    /// For rules with many alternatives: which of them may follow each of the 64 leads.
    pub(crate) tables: Vec<Table>,
    pub(crate) listed: Vec<AltAt>,
}

#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Range {
    pub(crate) start: u32,
    pub(crate) end: u32,
}

impl Range {
    #[inline]
    pub(crate) fn of<T>(self, list: &[T]) -> &[T] {
        &list[self.start as usize..self.end as usize]
    }

    pub(crate) fn of_mut<T>(self, list: &mut [T]) -> &mut [T] {
        &mut list[self.start as usize..self.end as usize]
    }

    #[inline]
    pub(crate) fn len(self) -> usize {
        (self.end - self.start) as usize
    }

    fn moved(self, by: u32) -> Self {
        Self { start: self.start + by, end: self.end + by }
    }
}

/// A rule of the grammar, or a group in one.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Rule {
    pub(crate) alts: Range,
    pub(crate) nullable: bool,
    /// Something inside is captured.
    pub(crate) captures: bool,
    pub(crate) first_set: FirstSet,
    pub(crate) table: u32,
    /// Everything about it is known: it comes from the library.
    pub(crate) settled: bool,
}

#[derive(Debug, Clone, Copy)]
pub(crate) struct Table(pub(crate) [Range; 64]);

#[derive(Debug, Clone, Copy)]
pub(crate) struct Alt {
    pub(crate) parts: Range,
    pub(crate) spacing: Spacing,
    pub(crate) gives: Gives,
    /// How many captures it has.
    pub(crate) slots: u16,
    pub(crate) first_set: FirstSet,
}

/// Where the value of an alternative comes from.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Gives {
    Nothing,
    Recipe(u32),
    Slot(u16),
    /// A literal, as written.
    Words(Range),
    /// The value of the only part.
    Inner,
}

/// A formula, and how often it uses each capture.
#[derive(Debug)]
pub(crate) struct Recipe {
    pub(crate) formula: Formula,
    pub(crate) uses: Box<[u16]>,
}

#[derive(Debug, Clone, Copy)]
pub(crate) struct Part {
    pub(crate) what: What,
    /// The capture it fills.
    pub(crate) slot: u16,
    pub(crate) optional: bool,
    pub(crate) repeats: bool,
    /// A rule of whose inside nothing is ever asked: no captures, no value.
    pub(crate) silent: bool,
    /// The name of the capture.
    pub(crate) name: u32,
}

#[derive(Debug, Clone, Copy)]
pub(crate) enum What {
    Literal(Range),
    Number,
    /// Words, of an entity type or of none.
    Words {
        entity: u32,
    },
    Rule(RuleAt),
}

#[derive(Debug, Clone, Copy)]
pub(crate) struct Word {
    pub(crate) cells: Range,
    pub(crate) written: Range,
    /// What must stand before it; the first word of a literal has none.
    pub(crate) gap: Gap,
}

impl Program {
    /// Takes over all of another program; the number of its first rule here.
    pub(crate) fn absorb(&mut self, other: &Self) -> RuleAt {
        let count = |length: usize| u32::try_from(length).unwrap_or(NOWHERE);
        let (rules, alts) = (count(self.rules.len()), count(self.alts.len()));
        let (parts, words) = (count(self.parts.len()), count(self.words.len()));
        let (cells, written) = (count(self.cells.len()), count(self.written.len()));
        let (recipes, names) = (count(self.recipes.len()), count(self.names.len()));
        let (entities, tables) = (count(self.entities.len()), count(self.tables.len()));
        let listed = count(self.listed.len());
        let moved = |at: u32, by: u32| if at == NOWHERE { NOWHERE } else { at + by };
        self.rules.extend(other.rules.iter().map(|rule| Rule {
            alts: rule.alts.moved(alts),
            table: moved(rule.table, tables),
            settled: true,
            ..*rule
        }));
        self.alts.extend(other.alts.iter().map(|alt| {
            let gives = match alt.gives {
                Gives::Recipe(recipe) => Gives::Recipe(recipe + recipes),
                Gives::Words(range) => Gives::Words(range.moved(words)),
                gives => gives,
            };
            Alt { parts: alt.parts.moved(parts), gives, ..*alt }
        }));
        self.parts.extend(other.parts.iter().map(|part| {
            let what = match part.what {
                What::Literal(range) => What::Literal(range.moved(words)),
                What::Number => What::Number,
                What::Words { entity } => What::Words { entity: moved(entity, entities) },
                What::Rule(rule) => What::Rule(rule + rules),
            };
            Part { what, name: moved(part.name, names), ..*part }
        }));
        self.words.extend(other.words.iter().map(|word| Word {
            cells: word.cells.moved(cells),
            written: word.written.moved(written),
            ..*word
        }));
        self.cells.extend_from_slice(&other.cells);
        self.written.push_str(&other.written);
        self.recipes.extend_from_slice(&other.recipes);
        self.entities.extend_from_slice(&other.entities);
        self.names.extend_from_slice(&other.names);
        self.tables
            .extend(other.tables.iter().map(|table| Table(table.0.map(|list| list.moved(listed)))));
        self.listed.extend(other.listed.iter().map(|alt| alt + alts));
        rules
    }

    #[inline]
    pub(crate) fn cells_of(&self, word: &Word) -> &[u32] {
        word.cells.of(&self.cells)
    }

    pub(crate) fn written(&self, word: &Word) -> &str {
        &self.written[word.written.start as usize..word.written.end as usize]
    }

    /// A literal as a value: its words as they were written, with single spaces.
    pub(crate) fn text(&self, words: Range) -> Value {
        let words: Vec<&str> =
            words.of(&self.words).iter().map(|word| self.written(word)).collect();
        Value::Text(words.join(" ").into())
    }

    #[inline]
    pub(crate) fn entity(&self, entity: u32) -> Option<&Arc<str>> {
        self.entities.get(entity as usize)
    }
}
