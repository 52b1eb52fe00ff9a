//! Everything that can be said, as a person would read it: `open <site>`, `zoom in`.

use std::sync::Arc;

use rustc_hash::FxHashMap;
use smallvec::SmallVec;

use crate::complete::{blank, spelled};
use crate::program::{Alt, AltAt, Gives, PartAt, Program, RuleAt, What};
use crate::spacing::Spacing;
use crate::value::Value;

/// For one grammar, and for one rule inside others.
const PHRASINGS_MAX: usize = 500;
const WAYS_MAX: usize = 24;
/// Rules inside rules that are spelled out.
const DEPTH_MAX: usize = 24;

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

/// Each alternative with everything that is optional, and again without.
pub(crate) fn phrasings(program: &Program) -> Vec<Phrasing> {
    let mut speaker = Speaker { program, known: FxHashMap::default(), depth: 0 };
    let mut phrasings: Vec<Phrasing> = Vec::new();
    let alts = program.rules[program.start as usize].alts;
    for alt in alts.start..alts.end {
        for full in [true, false] {
            for way in speaker.alt(alt, full, PHRASINGS_MAX) {
                let known = phrasings.iter().any(|known| known.text == way.text);
                if !known && !way.text.is_empty() && phrasings.len() < PHRASINGS_MAX {
                    phrasings.push(way.into());
                }
            }
        }
    }
    phrasings
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
    known: FxHashMap<(RuleAt, bool), Vec<Way>>,
    depth: usize,
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

impl Speaker<'_> {
    fn rule(&mut self, rule: RuleAt, full: bool) -> Vec<Way> {
        if let Some(known) = self.known.get(&(rule, full)) {
            return known.clone();
        }
        if self.depth >= DEPTH_MAX {
            return Vec::new();
        }
        self.depth += 1;
        // What comes back to itself is said once.
        self.known.insert((rule, full), Vec::new());
        let alts = self.program.rules[rule as usize].alts;
        let mut ways: Vec<Way> = Vec::new();
        for alt in alts.start..alts.end {
            if ways.len() < WAYS_MAX {
                ways.extend(self.alt(alt, full, WAYS_MAX));
            }
        }
        ways.truncate(WAYS_MAX);
        self.depth -= 1;
        self.known.insert((rule, full), ways.clone());
        ways
    }

    fn alt(&mut self, at: AltAt, full: bool, most: usize) -> Vec<Way> {
        let program = self.program;
        let alt = &program.alts[at as usize];
        let nothing = Saying {
            text: String::new(),
            values: SmallVec::from_elem(Value::Undefined, usize::from(alt.slots)),
            blanks: 0,
            inner: (Value::Undefined, true),
        };
        let mut sayings = vec![nothing];
        for number in alt.parts.start..alt.parts.end {
            let part = &program.parts[number as usize];
            if part.optional && !full {
                continue;
            }
            let ways = self.part(number, full);
            if ways.is_empty() {
                return Vec::new();
            }
            sayings = sayings
                .iter()
                .flat_map(|said| ways.iter().map(|way| said.and(way, part.slot, alt.spacing)))
                .take(most)
                .collect();
        }
        sayings.into_iter().map(|said| said.done(program, alt)).collect()
    }

    fn part(&mut self, at: PartAt, full: bool) -> Vec<Way> {
        match self.program.parts[at as usize].what {
            What::Literal(words) => {
                let text = spelled(self.program, words);
                vec![Way { text, value: Value::Undefined, constant: true }]
            }
            What::Rule(rule) => self.rule(rule, full),
            What::Number | What::Words { .. } => {
                let text = format!("<{}>", blank(self.program, at).unwrap_or("…"));
                vec![Way { text, value: Value::Undefined, constant: false }]
            }
        }
    }
}

impl Saying {
    fn and(&self, way: &Way, slot: u16, spacing: Spacing) -> Self {
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
        said
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
