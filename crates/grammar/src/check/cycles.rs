//! A rule must not come back to itself before it has read something.

use crate::diagnostic::{Diagnostic, Fault, Kind};
use crate::link::{Alternative, Linked, Part, RuleId, Target};
use crate::syntax::Times;

pub(crate) fn check(linked: &Linked<'_>) -> Vec<Diagnostic> {
    let nullable = nullable(linked);
    let entered = linked.rules.iter().map(|rule| {
        let mut entered = Vec::new();
        rule.alternatives.iter().for_each(|one| enters(&nullable, one, &mut entered));
        entered.sort_unstable();
        entered.dedup();
        entered
    });
    let entered: Vec<Vec<RuleId>> = entered.collect();
    cycles(&entered).iter().map(|cycle| describe(linked, cycle)).collect()
}

/// For every rule, whether it can match nothing at all.
fn nullable(linked: &Linked<'_>) -> Vec<bool> {
    let mut nullable = vec![false; linked.rules.len()];
    loop {
        let mut changed = false;
        // A rule is numbered before those that it refers to.
        for (id, rule) in linked.rules.iter().enumerate().rev() {
            let any = rule.alternatives.iter().any(|one| is_nullable(&nullable, one));
            changed |= any && !nullable[id];
            nullable[id] |= any;
        }
        if !changed {
            return nullable;
        }
    }
}

fn is_nullable(nullable: &[bool], one: &Alternative<'_>) -> bool {
    one.parts.iter().all(|part| part_is_nullable(nullable, part))
}

fn part_is_nullable(nullable: &[bool], part: &Part<'_>) -> bool {
    match part {
        Part::Literal(literal) => literal.is_empty(),
        Part::Capture { optional: true, .. }
        | Part::Group { times: Times::Perhaps | Times::Any, .. } => true,
        Part::Group { alternatives, .. } => {
            alternatives.iter().any(|one| is_nullable(nullable, one))
        }
        Part::Rule(_) | Part::Capture { .. } => match part.target() {
            Some(Target::Own(rule)) => nullable[rule],
            Some(Target::BuiltIn(section, rule)) => section.program.rules[rule].nullable,
            Some(Target::Missing) | None => false,
        },
    }
}

/// The rules that may be entered from here with nothing read.
fn enters(nullable: &[bool], one: &Alternative<'_>, entered: &mut Vec<RuleId>) {
    for part in &one.parts {
        if let Part::Group { alternatives, .. } = part {
            alternatives.iter().for_each(|inner| enters(nullable, inner, entered));
        }
        if let Some(Target::Own(rule)) = part.target() {
            entered.push(rule);
        }
        if !part_is_nullable(nullable, part) {
            return;
        }
    }
}

/// One cycle through each rule that closes one, found without recursion: rules may be many.
fn cycles(edges: &[Vec<RuleId>]) -> Vec<Vec<RuleId>> {
    #[derive(Clone, Copy, PartialEq)]
    enum Mark {
        New,
        Open,
        Done,
    }
    let mut marks = vec![Mark::New; edges.len()];
    let mut cycles = Vec::new();
    for root in 0..edges.len() {
        if marks[root] != Mark::New {
            continue;
        }
        marks[root] = Mark::Open;
        let mut path = vec![(root, 0)];
        while let Some((rule, next)) = path.last_mut() {
            let Some(&target) = edges[*rule].get(*next) else {
                marks[*rule] = Mark::Done;
                path.pop();
                continue;
            };
            *next += 1;
            match marks[target] {
                Mark::Done => {}
                Mark::New => {
                    marks[target] = Mark::Open;
                    path.push((target, 0));
                }
                Mark::Open => {
                    let from = path.iter().position(|(rule, _)| *rule == target);
                    let cycle = &path[from.unwrap_or_default()..];
                    cycles.push(cycle.iter().map(|(rule, _)| *rule).collect());
                }
            }
        }
    }
    cycles
}

fn describe(linked: &Linked<'_>, cycle: &[RuleId]) -> Diagnostic {
    let first = cycle[0];
    let name = |rule: &RuleId| format!("<{}>", linked.rules[*rule].name.text);
    let way: Vec<String> = cycle.iter().chain([&first]).map(name).collect();
    let message = format!(
        "`{}` comes back to itself before it has read a word: {}.",
        name(&first),
        way.join(" → ")
    );
    let fault = Fault::new(Kind::EpsilonCycle, linked.rules[first].name.span, message);
    linked.report(first, fault.hint("Let a word come first, or write the repetition as `( … )+`."))
}
