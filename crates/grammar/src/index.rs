//! Finds, among any number of grammars, the few that could match an utterance.
//!
//! Every grammar is filed under letters that an utterance must hold for it to match: three that
//! stand side by side in one of its words, chosen as the rarest at the time. An utterance is then
//! looked up once for each of its letters, however many grammars there are. For completion each is
//! filed under the letters its first word can begin with.

use rustc_hash::{FxHashMap, FxHashSet};
use smallvec::SmallVec;

use crate::program::{Part, Program, Range, RuleAt, What};
use crate::spacing::{is_separator, skip_separators};

/// Grammars with more needs than this are always tried.
const NEEDS_MAX: usize = 512;
const GRAM_LENGTH: usize = 3;

type Gram = u32;
type Postings = FxHashMap<Gram, SmallVec<[u32; 2]>>;

/// What an utterance must hold for a grammar to match: of the needs one, and of that need all grams.
#[derive(Debug, Clone)]
pub(crate) enum Needs {
    Nothing,
    AnyOf(Vec<SmallVec<[Gram; 8]>>),
}

/// How the first word of anything that the grammar understands can begin.
#[derive(Debug, Clone)]
pub(crate) enum Leads {
    Any,
    Of(Vec<Gram>),
}

pub(crate) fn needs(program: &Program) -> Needs {
    let mut finder = Finder { program, known: FxHashMap::default(), depth: 0 };
    finder.rule(program.start).map_or(Needs::Nothing, Needs::AnyOf)
}

struct Finder<'p> {
    program: &'p Program,
    /// Nothing for rules that can match without any letters, or that are being looked at.
    known: FxHashMap<RuleAt, Option<Vec<SmallVec<[Gram; 8]>>>>,
    depth: usize,
}

/// Rules inside rules that are looked into.
const DEPTH_MAX: usize = 64;

impl Finder<'_> {
    fn rule(&mut self, rule: RuleAt) -> Option<Vec<SmallVec<[Gram; 8]>>> {
        if let Some(known) = self.known.get(&rule) {
            return known.clone();
        }
        if self.depth >= DEPTH_MAX {
            return None;
        }
        self.known.insert(rule, None);
        self.depth += 1;
        let all = self.alternatives(rule);
        self.depth -= 1;
        self.known.insert(rule, all.clone());
        all
    }

    /// The needs of all alternatives, if each has some.
    fn alternatives(&mut self, rule: RuleAt) -> Option<Vec<SmallVec<[Gram; 8]>>> {
        let mut all = Vec::new();
        for alt in self.program.rules[rule as usize].alts.of(&self.program.alts) {
            all.extend(self.parts(alt.parts.of(&self.program.parts))?);
            if all.len() > NEEDS_MAX {
                return None;
            }
        }
        Some(all)
    }

    fn parts(&mut self, parts: &[Part]) -> Option<Vec<SmallVec<[Gram; 8]>>> {
        let needed = || parts.iter().filter(|part| !part.optional);
        let mut own: SmallVec<[Gram; 8]> = SmallVec::new();
        for part in needed() {
            if let What::Literal(words) = part.what {
                own.extend(literal_grams(self.program, words));
            }
        }
        if !own.is_empty() {
            return Some(vec![own]);
        }
        let rules = needed().filter_map(|part| match part.what {
            What::Rule(rule) => self.rule(rule),
            _ => None,
        });
        rules.min_by_key(Vec::len)
    }
}

fn literal_grams(program: &Program, words: Range) -> impl Iterator<Item = Gram> + '_ {
    let words = words.of(&program.words).iter();
    let runs = words.flat_map(|word| program.cells_of(word).split(|cell| is_separator(*cell)));
    runs.filter(|run| !run.is_empty()).flat_map(|run| {
        let length = run.len().min(GRAM_LENGTH);
        run.windows(length).map(gram)
    })
}

fn gram(cells: &[u32]) -> Gram {
    spell(cells.iter().fold(0, |mixed, cell| mix(mixed, *cell)), cells.len())
}

fn mix(mixed: u64, cell: u32) -> u64 {
    (mixed.rotate_left(23) ^ u64::from(cell)).wrapping_mul(0x9e37_79b9_7f4a_7c15)
}

fn spell(mixed: u64, length: usize) -> Gram {
    ((mixed >> 32) as Gram).wrapping_add(length as Gram)
}

/// A word that is no longer than that, which anything may follow.
fn whole(cells: &[u32]) -> Gram {
    !gram(cells)
}

/// The first letters of what can be said first, up to three of them.
pub(crate) fn leads(program: &Program) -> Leads {
    let mut found = FxHashSet::default();
    let mut seen = FxHashSet::default();
    let mut rules = vec![program.start];
    while let Some(rule) = rules.pop() {
        if !seen.insert(rule) {
            continue;
        }
        for alt in program.rules[rule as usize].alts.of(&program.alts) {
            if !first_parts(program, alt.parts.of(&program.parts), &mut found, &mut rules) {
                return Leads::Any;
            }
        }
        if found.len() > NEEDS_MAX {
            return Leads::Any;
        }
    }
    Leads::Of(found.into_iter().collect())
}

/// Whether what comes first is known.
fn first_parts(
    program: &Program,
    parts: &[Part],
    found: &mut FxHashSet<Gram>,
    rules: &mut Vec<RuleAt>,
) -> bool {
    for part in parts {
        let mut nullable = part.optional;
        match part.what {
            What::Literal(words) => {
                let first = words.of(&program.words).first();
                let first = first.map(|word| program.cells_of(word)).unwrap_or_default();
                if first.first().is_none_or(|cell| is_separator(*cell)) {
                    return false;
                }
                let letters = first.len().min(GRAM_LENGTH);
                found.extend((1..=letters).map(|length| gram(&first[..length])));
                if first.len() < GRAM_LENGTH {
                    found.insert(whole(first));
                }
            }
            What::Rule(rule) => {
                rules.push(rule);
                nullable |= program.rules[rule as usize].nullable;
            }
            What::Number | What::Words { .. } => return false,
        }
        if !nullable {
            return true;
        }
    }
    false
}

#[derive(Debug, Default)]
pub(crate) struct Index {
    by_need: Postings,
    /// Which grams may be filed at all: most are not, and this says so without looking them up.
    sieve: Sieve,
    always: Vec<u32>,
    by_lead: Postings,
    any_lead: Vec<u32>,
}

/// 32,768 bits, of which a thousand grammars set a tenth. What was taken out stays set: that costs
/// a look-up in vain, no more.
#[derive(Debug)]
struct Sieve(Box<[u64; 512]>);

impl Default for Sieve {
    fn default() -> Self {
        Self(Box::new([0; 512]))
    }
}

impl Sieve {
    fn add(&mut self, gram: Gram) {
        self.0[gram as usize / 64 % 512] |= 1 << (gram % 64);
    }

    fn may_hold(&self, gram: Gram) -> bool {
        self.0[gram as usize / 64 % 512] & 1 << (gram % 64) != 0
    }
}

/// Where a grammar is filed, to take it out again.
#[derive(Debug, Default)]
pub(crate) struct Filed {
    needs: Option<Vec<Gram>>,
    leads: Option<Vec<Gram>>,
}

impl Index {
    pub(crate) fn add(&mut self, id: u32, program: &Program) -> Filed {
        let mut filed = Filed::default();
        match needs(program) {
            Needs::Nothing => self.always.push(id),
            Needs::AnyOf(needs) => {
                let mut keys: Vec<Gram> =
                    needs.iter().filter_map(|need| self.rarest(need)).collect();
                keys.sort_unstable();
                keys.dedup();
                for key in &keys {
                    self.sieve.add(*key);
                    self.by_need.entry(*key).or_default().push(id);
                }
                filed.needs = Some(keys);
            }
        }
        match leads(program) {
            Leads::Any => self.any_lead.push(id),
            Leads::Of(keys) => {
                keys.iter().for_each(|key| self.by_lead.entry(*key).or_default().push(id));
                filed.leads = Some(keys);
            }
        }
        filed
    }

    pub(crate) fn remove(&mut self, id: u32, filed: &Filed) {
        match &filed.needs {
            Some(keys) => keys.iter().for_each(|key| unfile(&mut self.by_need, *key, id)),
            None => self.always.retain(|known| *known != id),
        }
        match &filed.leads {
            Some(keys) => keys.iter().for_each(|key| unfile(&mut self.by_lead, *key, id)),
            None => self.any_lead.retain(|known| *known != id),
        }
    }

    /// The grammars that could match, in the order in which they came.
    pub(crate) fn matching(&self, cells: &[u32]) -> SmallVec<[u32; 16]> {
        let mut found: SmallVec<[u32; 16]> = self.always.iter().copied().collect();
        for at in 0..cells.len() {
            let letters = cells[at..].iter().take(GRAM_LENGTH);
            let letters = letters.take_while(|cell| !is_separator(**cell));
            let mut mixed = 0;
            for (before, cell) in letters.enumerate() {
                mixed = mix(mixed, *cell);
                let gram = spell(mixed, before + 1);
                if self.sieve.may_hold(gram) {
                    found.extend(self.by_need.get(&gram).into_iter().flatten().copied());
                }
            }
        }
        found.sort_unstable();
        found.dedup();
        found
    }

    /// The grammars that could go on from this beginning; nothing where that is every one.
    pub(crate) fn beginning(&self, cells: &[u32]) -> Option<SmallVec<[u32; 16]>> {
        let start = skip_separators(cells, 0);
        let word = cells[start..].split(|cell| is_separator(*cell)).next().unwrap_or_default();
        if word.is_empty() {
            return None;
        }
        let mut found: SmallVec<[u32; 16]> = self.any_lead.iter().copied().collect();
        let letters = &word[..GRAM_LENGTH.min(word.len())];
        let shorter = (1..letters.len()).map(|length| whole(&letters[..length]));
        for key in shorter.chain([gram(letters)]) {
            found.extend(self.by_lead.get(&key).into_iter().flatten().copied());
        }
        found.sort_unstable();
        found.dedup();
        Some(found)
    }

    fn rarest(&self, need: &[Gram]) -> Option<Gram> {
        let crowd = |key: &Gram| self.by_need.get(key).map_or(0, SmallVec::len);
        need.iter().copied().min_by_key(crowd)
    }
}

fn unfile(postings: &mut Postings, key: Gram, id: u32) {
    if let Some(ids) = postings.get_mut(&key) {
        ids.retain(|known| *known != id);
        if ids.is_empty() {
            postings.remove(&key);
        }
    }
}
