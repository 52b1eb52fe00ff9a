//! First sets: what is known of an alternative before it is tried. Whether it can be empty, how it can
//! begin, and which pairs of letters an utterance must hold. Most alternatives are ruled out by that alone.

use crate::input::pairs;
use crate::program::{Alt, Gives, NOTHING, NOWHERE, Part, Program, Range, Rule, Table, What};
use crate::spacing::{cell, is_separator};

/// Fewer alternatives are tried in a row; more are found by a table.
const TABLE_FROM: usize = 8;

/// How something can begin, and what it needs, each in 64 bits.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct FirstSet {
    /// The first character.
    leads: u64,
    /// The first two characters.
    seconds: u64,
    /// Pairs of letters that must stand somewhere.
    pairs: u64,
}

/// How an utterance goes on from some place.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Lookahead {
    pub(crate) lead: u64,
    second: u64,
}

impl FirstSet {
    /// Of what cannot match at all.
    pub(crate) const NEVER: Self = Self { leads: 0, seconds: 0, pairs: u64::MAX };
    /// Of what may begin with anything.
    const OPEN: Self = Self { leads: u64::MAX, seconds: u64::MAX, pairs: 0 };

    #[inline]
    pub(crate) fn fits(&self, lookahead: Lookahead, pairs: u64) -> bool {
        self.leads & lookahead.lead != 0
            && self.seconds & lookahead.second != 0
            && self.pairs & !pairs == 0
    }

    fn or(self, other: Self) -> Self {
        Self {
            leads: self.leads | other.leads,
            seconds: self.seconds | other.seconds,
            pairs: self.pairs & other.pairs,
        }
    }
}

impl Lookahead {
    pub(crate) const UNKNOWN: Self = Self { lead: u64::MAX, second: u64::MAX };

    #[inline]
    pub(crate) fn at(cells: &[u32], at: usize) -> Self {
        match cells.get(at..).unwrap_or_default() {
            [] => Self { lead: END, second: u64::MAX },
            [only] => Self { lead: 1 << lead_bit(*only), second: u64::MAX },
            [first, second, ..] => {
                Self { lead: 1 << lead_bit(*first), second: 1 << second_bit(*first, *second) }
            }
        }
    }

    #[inline]
    pub(crate) fn is_unknown(self) -> bool {
        self.lead == u64::MAX
    }
}

/// The bit for the end of the utterance.
const END: u64 = 1 << 63;

/// Letters and digits of ASCII have a bit each.
#[inline]
fn lead_bit(cell: u32) -> u32 {
    let code = cell & 0x1f_ffff;
    match code {
        0x61..=0x7a => code - 0x61,
        0x30..=0x39 => code - 0x30 + 26,
        _ => 36 + code % 27,
    }
}

#[inline]
fn second_bit(first: u32, second: u32) -> u32 {
    first.wrapping_mul(0x85eb_ca6b).wrapping_add(second).wrapping_mul(0xc2b2_ae35) >> 26
}

/// Fills in what is known of every rule and alternative.
pub(crate) fn foresee(program: &mut Program) {
    // What a literal says never changes while rules are looked at again and again.
    let mut own = vec![FirstSet::OPEN; program.parts.len()];
    for rule in program.rules.iter().filter(|rule| !rule.settled) {
        for alt in rule.alts.of(&program.alts) {
            let parts = alt.parts.of(&program.parts);
            for (own, part) in alt.parts.of_mut(&mut own).iter_mut().zip(parts) {
                *own = own_prospect(program, part);
            }
        }
    }
    let mut changed = true;
    while changed {
        changed = false;
        // Rules are numbered before what they refer to, so from behind most is known at once.
        for at in (0..program.rules.len()).rev() {
            let rule = &program.rules[at];
            if rule.settled {
                continue;
            }
            let (nullable, first_set) = of_rule(program, &own, rule);
            let captures = captures(program, rule);
            let known = (rule.nullable, rule.captures, rule.first_set);
            changed |= known != (nullable, captures, first_set);
            let rule = &mut program.rules[at];
            (rule.nullable, rule.captures, rule.first_set) = (nullable, captures, first_set);
        }
    }
    for at in 0..program.rules.len() {
        if program.rules[at].settled {
            continue;
        }
        let Range { start, end } = program.rules[at].alts;
        for alt in start as usize..end as usize {
            program.alts[alt].first_set = of_parts(program, &own, program.alts[alt].parts).1;
            hush(program, alt);
        }
        program.rules[at].table = tabulate(program, start, end);
    }
}

fn of_rule(program: &Program, own: &[FirstSet], rule: &Rule) -> (bool, FirstSet) {
    rule.alts.of(&program.alts).iter().fold((false, FirstSet::NEVER), |(nullable, all), alt| {
        let (empty, one) = of_parts(program, own, alt.parts);
        (nullable || empty, all.or(one))
    })
}

fn captures(program: &Program, rule: &Rule) -> bool {
    rule.alts.of(&program.alts).iter().any(|alt| {
        alt.slots > 0
            || alt.parts.of(&program.parts).iter().any(|part| {
                matches!(part.what, What::Rule(rule) if program.rules[rule as usize].captures)
            })
    })
}

/// Finds the parts of an alternative of whose inside nothing is asked.
fn hush(program: &mut Program, alt: usize) {
    let Alt { parts, gives, .. } = program.alts[alt];
    if matches!(gives, Gives::Inner) {
        return;
    }
    for part in parts.start as usize..parts.end as usize {
        if let Part { what: What::Rule(rule), slot: NOTHING, .. } = program.parts[part] {
            program.parts[part].silent = !program.rules[rule as usize].captures;
        }
    }
}

/// Whether parts in a row can match nothing, and their first_set.
fn of_parts(program: &Program, own: &[FirstSet], parts: Range) -> (bool, FirstSet) {
    let mut all = FirstSet { pairs: 0, ..FirstSet::NEVER };
    let mut nullable = true;
    for (part, own) in parts.of(&program.parts).iter().zip(parts.of(own)) {
        let (empty, one) = match part.what {
            What::Rule(rule) => {
                let rule = &program.rules[rule as usize];
                (rule.nullable, rule.first_set)
            }
            _ => (false, *own),
        };
        if nullable {
            all.leads |= one.leads;
            all.seconds |= one.seconds;
        }
        if !part.optional {
            all.pairs |= one.pairs;
        }
        nullable &= empty || part.optional;
    }
    if nullable {
        // It may be empty, and then anything may follow.
        all = FirstSet { pairs: all.pairs, ..FirstSet::OPEN };
    }
    (nullable, all)
}

/// What a part says by itself, without the rules it goes into.
fn own_prospect(program: &Program, part: &Part) -> FirstSet {
    match part.what {
        What::Literal(words) => literal_prospect(program, words),
        What::Number => {
            let signs = ('0'..='9').chain(['+', '-']);
            let leads = signs.fold(0, |leads, c| leads | 1 << lead_bit(cell(c)));
            FirstSet { leads, ..FirstSet::OPEN }
        }
        What::Words { .. } | What::Rule(_) => FirstSet::OPEN,
    }
}

fn literal_prospect(program: &Program, words: Range) -> FirstSet {
    let words = words.of(&program.words);
    let pairs = words.iter().fold(0, |bits, word| bits | pairs(program.cells_of(word)));
    let first = words.first().map(|word| program.cells_of(word)).unwrap_or_default();
    match *first {
        // It may begin anywhere among the separators before the next word.
        [] => FirstSet { pairs, ..FirstSet::OPEN },
        [first, ..] if is_separator(first) => FirstSet { pairs, ..FirstSet::OPEN },
        [only] => FirstSet { leads: 1 << lead_bit(only), pairs, ..FirstSet::OPEN },
        [first, second, ..] => {
            FirstSet { leads: 1 << lead_bit(first), seconds: 1 << second_bit(first, second), pairs }
        }
    }
}

/// For each first character the alternatives that may follow, where there are many.
fn tabulate(program: &mut Program, start: u32, end: u32) -> u32 {
    let many = (end - start) as usize >= TABLE_FROM;
    let range = start as usize..end as usize;
    if !many || program.alts[range].iter().all(|alt| alt.first_set.leads == u64::MAX) {
        return NOWHERE;
    }
    let mut table = [Range::default(); 64];
    for (bit, list) in table.iter_mut().enumerate() {
        list.start = program.listed.len() as u32;
        for alt in start..end {
            if program.alts[alt as usize].first_set.leads & (1 << bit) != 0 {
                program.listed.push(alt);
            }
        }
        list.end = program.listed.len() as u32;
    }
    program.tables.push(Table(table));
    program.tables.len() as u32 - 1
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::entities::NoEntities;
    use crate::grammar::{Grammar, Options};
    use crate::imports::NoFiles;
    use crate::input::Input;
    use crate::matcher;
    use crate::parse::Parses;

    /// A program twice: with its first sets, and with first sets that rule nothing out.
    fn blind(text: &str) -> Option<(Program, Program)> {
        let options = Options { start_value_required: false, ..Options::default() };
        let compile = || {
            let grammar = Grammar::from_text("test.agr", text, &NoFiles, &options).ok()?;
            let mut program = Program::default();
            program.absorb(grammar.program());
            Some(program)
        };
        let (seeing, mut blind) = (compile()?, compile()?);
        blind.alts.iter_mut().for_each(|alt| alt.first_set = FirstSet::OPEN);
        for rule in &mut blind.rules {
            (rule.first_set, rule.table) = (FirstSet::OPEN, NOWHERE);
        }
        Some((seeing, blind))
    }

    fn parses(program: &Program, input: &str) -> Parses {
        let input = Input::new(input).unwrap();
        matcher::parses(program, &input, &NoEntities).unwrap_or_default()
    }

    proptest! {
        #![proptest_config(ProptestConfig { cases: 1500, ..ProptestConfig::default() })]

        #[test]
        fn what_is_ruled_out_would_not_have_matched(
            start in prop::sample::select(vec![
                "foo <A>", "<A> foo", "(q)? <A> foo", "(<A>)* foo", "$(w) <A>", "<A> <A>", "<B> | foo | bar | q | x y | a | b | c | , d",
            ]),
            first in prop::sample::select(vec![
                "(x)? y", "x", "(x)* (y)?", "$(n:number)", "(x | ,y)+", "$(v) y", "\\ x", "x<B>", "<B> y", "é", "(foo)? 再",
            ]),
            second in prop::sample::select(vec!["(z)?", "y", "(x)? z", "x -> 1 | y -> 2", "再生"]),
            spacings in prop::collection::vec(prop::sample::select(vec!["auto", "required", "optional", "none"]), 3),
            words in prop::collection::vec(
                prop::sample::select(vec!["foo", "x", "y", "z", ",", " ", "5", "-", "q", "É", "再", "生", "w"]), 0..7,
            ),
            gap in prop::sample::select(vec!["", " "]),
        ) {
            let text = format!(
                "<Start> [spacing={}] = {start}; <A> [spacing={}] = {first}; <B> [spacing={}] = {second};",
                spacings[0], spacings[1], spacings[2],
            );
            let Some((seeing, blind)) = blind(&text) else { return Ok(()) };
            let input = words.join(gap);
            prop_assert_eq!(parses(&seeing, &input), parses(&blind, &input), "{} on {:?}", text, input);
        }
    }
}
