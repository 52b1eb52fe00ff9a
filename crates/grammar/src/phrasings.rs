//! Everything that can be said, as a person would read it: `open <site>`, `zoom in`.

use std::sync::Arc;

use rustc_hash::{FxHashMap, FxHashSet};
use smallvec::SmallVec;

use crate::complete::spelled;
use crate::program::{Alt, AltAt, Gives, NOTHING, PartAt, Program, RuleAt, What};
use crate::spacing::Spacing;
use crate::value::Value;

/// For one grammar.
const PHRASINGS_MAX: usize = 2_000;
/// For the words that one alternative may begin with.
const BEGINNINGS_MAX: usize = 12;
/// Rules inside rules that are spelled out.
const DEPTH_MAX: usize = 24;
/// What is longer nobody reads; and rules that say others twice would double it with every level.
const TEXT_BYTES_MAX: usize = 400;

/// One way to say something.
#[derive(Debug, Clone, PartialEq)]
pub struct Phrasing {
    /// With `<name>` for what the person fills in.
    pub text: String,
    /// The `actionName` of its value.
    pub action: Option<Arc<str>>,
    /// The value, where nothing has to be filled in for it.
    pub value: Option<Value>,
}

/// Every alternative that makes a value, as short as it can be said, with each word that it may begin with.
pub(crate) fn phrasings(program: &Program) -> Vec<Phrasing> {
    let mut known = FxHashSet::default();
    let mut ways = Speaker::new(program).ways(program.start);
    ways.retain(|way| !way.text.is_empty() && known.insert(way.text.clone()));
    ways.truncate(PHRASINGS_MAX);
    ways.into_iter().map(Phrasing::from).collect()
}

#[derive(Debug, Clone)]
struct Way {
    text: String,
    value: Value,
    /// Whether the value depends on nothing that is filled in.
    constant: bool,
}

impl From<Way> for Phrasing {
    fn from(way: Way) -> Self {
        let action = way.value.as_object().and_then(|value| value.get("actionName"));
        let action = action.and_then(Value::as_text).map(Arc::from);
        Self { text: way.text, action, value: way.constant.then_some(way.value) }
    }
}

struct Speaker<'p> {
    program: &'p Program,
    depth: usize,
    /// What was said before, with the depth at which it was: from there on down it is no more.
    /// Without this, rules that refer to each other twice would be spelled out without end.
    all: FxHashMap<RuleAt, (usize, Vec<Way>)>,
    short: FxHashMap<AltAt, (usize, Option<Way>)>,
}

/// An alternative, said up to some part of it.
#[derive(Clone)]
struct Saying {
    text: String,
    values: SmallVec<[Value; 4]>,
    /// The slots that have to be filled in.
    blanks: u64,
    inner: (Value, bool),
}

impl<'p> Speaker<'p> {
    fn new(program: &'p Program) -> Self {
        Self { program, depth: 0, all: FxHashMap::default(), short: FxHashMap::default() }
    }

    /// All ways to say a rule whose value matters.
    fn ways(&mut self, rule: RuleAt) -> Vec<Way> {
        if let Some((_, known)) = self.all.get(&rule).filter(|(depth, _)| *depth <= self.depth) {
            return known.clone();
        }
        let ways = self.inside(|speaker| {
            let alts = speaker.program.rules[rule as usize].alts;
            let mut ways = Vec::new();
            for alt in alts.start..alts.end {
                ways.extend(speaker.alt(alt));
                if ways.len() >= PHRASINGS_MAX {
                    break;
                }
            }
            ways
        });
        let ways = ways.unwrap_or_default();
        self.all.insert(rule, (self.depth, ways.clone()));
        ways
    }

    /// An alternative that only hands a value on is said in all ways of the rule that makes it.
    fn alt(&mut self, at: AltAt) -> Vec<Way> {
        let program = self.program;
        let alt = &program.alts[at as usize];
        let said: Vec<PartAt> = (alt.parts.start..alt.parts.end)
            .filter(|number| !program.parts[*number as usize].optional)
            .collect();
        let maker = self.maker(alt);
        let mut sayings = vec![Saying::nothing(alt)];
        for (place, number) in said.iter().enumerate() {
            let part = &program.parts[*number as usize];
            let ways = match (maker, part.what) {
                (Some((maker, rule)), _) if maker == *number => self.ways(rule),
                (None, What::Rule(rule)) if place == 0 && part.slot == NOTHING => {
                    self.beginnings(rule)
                }
                _ => self.shortest_part(*number).into_iter().collect(),
            };
            sayings = sayings
                .iter()
                .flat_map(|said| {
                    ways.iter().filter_map(|way| said.and(way, part.slot, alt.spacing))
                })
                .take(PHRASINGS_MAX)
                .collect();
        }
        sayings.into_iter().map(|said| said.done(program, alt)).collect()
    }

    /// The part whose value the alternative hands on, and its rule. Numbers and dates are filled in.
    fn maker(&self, alt: &Alt) -> Option<(PartAt, RuleAt)> {
        let mut parts = (alt.parts.start..alt.parts.end).filter_map(|number| {
            match self.program.parts[number as usize].what {
                What::Rule(rule) if !self.program.rules[rule as usize].settled => {
                    Some((number, rule))
                }
                _ => None,
            }
        });
        let slot = match alt.gives {
            Gives::Inner => return parts.next(),
            Gives::Slot(slot) => usize::from(slot),
            Gives::Recipe(recipe) => self.program.recipes[recipe as usize].formula.as_slot()?,
            Gives::Nothing | Gives::Words(_) => return None,
        };
        let slot_of = |number: PartAt| self.program.parts[number as usize].slot;
        parts.find(|(number, _)| usize::from(slot_of(*number)) == slot)
    }

    /// Each alternative of a rule, as short as it can be said.
    fn beginnings(&mut self, rule: RuleAt) -> Vec<Way> {
        let alts = self.program.rules[rule as usize].alts;
        let alts = (alts.start..alts.end).take(BEGINNINGS_MAX);
        alts.filter_map(|alt| self.shortest(alt)).filter(|way| !way.text.is_empty()).collect()
    }

    fn shortest(&mut self, at: AltAt) -> Option<Way> {
        if let Some((_, known)) = self.short.get(&at).filter(|(depth, _)| *depth <= self.depth) {
            return known.clone();
        }
        let said = self.inside(|speaker| {
            let program = speaker.program;
            let alt = &program.alts[at as usize];
            let mut said = Saying::nothing(alt);
            for number in alt.parts.start..alt.parts.end {
                let part = &program.parts[number as usize];
                if !part.optional {
                    said = said.and(&speaker.shortest_part(number)?, part.slot, alt.spacing)?;
                }
            }
            Some(said.done(program, alt))
        });
        let said = said.flatten();
        self.short.insert(at, (self.depth, said.clone()));
        said
    }

    fn shortest_part(&mut self, at: PartAt) -> Option<Way> {
        let program = self.program;
        match program.parts[at as usize].what {
            What::Literal(words) => {
                let text = spelled(program, words);
                Some(Way { text, value: Value::Undefined, constant: true })
            }
            What::Rule(rule) if !program.rules[rule as usize].settled => {
                let alts = program.rules[rule as usize].alts;
                (alts.start..alts.end).find_map(|alt| self.shortest(alt))
            }
            What::Rule(_) | What::Number | What::Words { .. } => {
                let name = program.names.get(program.parts[at as usize].name as usize);
                let text = format!("<{}>", name.map_or("…", |name| &**name));
                Some(Way { text, value: Value::Undefined, constant: false })
            }
        }
    }

    /// One rule deeper, as long as that is not too deep: rules may come back to themselves.
    fn inside<T>(&mut self, say: impl FnOnce(&mut Self) -> T) -> Option<T> {
        if self.depth == DEPTH_MAX {
            return None;
        }
        self.depth += 1;
        let said = say(self);
        self.depth -= 1;
        Some(said)
    }
}

impl Saying {
    fn nothing(alt: &Alt) -> Self {
        Self {
            text: String::new(),
            values: SmallVec::from_elem(Value::Undefined, usize::from(alt.slots)),
            blanks: 0,
            inner: (Value::Undefined, true),
        }
    }

    fn and(&self, way: &Way, slot: u16, spacing: Spacing) -> Option<Self> {
        if self.text.len() + way.text.len() > TEXT_BYTES_MAX {
            return None;
        }
        let mut said = self.clone();
        let attached = way.text.starts_with([',', '.', '!', '?', ':', ';', '%', '\'', ')']);
        if spacing != Spacing::None && !said.text.is_empty() && !way.text.is_empty() && !attached {
            said.text.push(' ');
        }
        said.text.push_str(&way.text);
        match said.values.get_mut(usize::from(slot)) {
            Some(own) => {
                *own = way.value.clone();
                said.blanks |= u64::from(!way.constant) << (slot % 64);
            }
            None => said.inner = (way.value.clone(), way.constant),
        }
        Some(said)
    }

    fn done(self, program: &Program, alt: &Alt) -> Way {
        let Self { text, mut values, blanks, inner } = self;
        let (value, constant) = match alt.gives {
            Gives::Nothing => (Value::Undefined, true),
            Gives::Words(words) => (program.text(words), true),
            Gives::Inner => inner,
            Gives::Slot(slot) => (values.swap_remove(usize::from(slot)), blanks == 0),
            Gives::Recipe(recipe) => {
                let recipe = &program.recipes[recipe as usize];
                let used = recipe.uses.iter().enumerate().filter(|(_, uses)| **uses > 0);
                let used = used.fold(0_u64, |bits, (slot, _)| bits | 1 << (slot % 64));
                (recipe.formula.compute(&values), used & blanks == 0)
            }
        };
        Way { text, value, constant }
    }
}
