//! The types of values, rule by rule.

use crate::diagnostic::Diagnostic;
use crate::link::{Alternative, Linked, Part, RuleId, Taken, Target};
use crate::syntax::Times;
use crate::value::{self, Type};

/// What is wrong with the types, and the type of every rule's value.
pub(crate) fn check(linked: &Linked<'_>) -> (Vec<Type>, Vec<Diagnostic>) {
    let mut checker = Checker { linked, known: vec![None; linked.rules.len()], faults: Vec::new() };
    for id in order(linked) {
        checker.known[id] = Some(checker.any_of(id, &linked.rules[id].alternatives));
    }
    let known = checker.known.into_iter().map(|known| known.unwrap_or(Type::Any));
    (known.collect(), checker.faults)
}

/// Rules after those they take values from, as far as that is possible. Without recursion: rules
/// may be many.
fn order(linked: &Linked<'_>) -> Vec<RuleId> {
    let mut order = Vec::with_capacity(linked.rules.len());
    let mut seen = vec![false; linked.rules.len()];
    let mut path: Vec<(RuleId, Vec<RuleId>)> = Vec::new();
    for root in 0..linked.rules.len() {
        let mut next = Some(root);
        loop {
            if let Some(rule) = next.take().filter(|rule| !seen[*rule]) {
                seen[rule] = true;
                let mut needed = Vec::new();
                for one in &linked.rules[rule].alternatives {
                    mentioned(one, &mut needed);
                }
                path.push((rule, needed));
            }
            let Some((rule, needed)) = path.last_mut() else { break };
            next = needed.pop();
            if next.is_none() {
                order.push(*rule);
                path.pop();
            }
        }
    }
    order
}

fn mentioned(one: &Alternative<'_>, rules: &mut Vec<RuleId>) {
    for part in &one.parts {
        if let Part::Group { alternatives, .. } = part {
            alternatives.iter().for_each(|inner| mentioned(inner, rules));
        }
        if let Some(Target::Own(rule)) = part.target() {
            rules.push(rule);
        }
    }
}

struct Checker<'l, 'u> {
    linked: &'l Linked<'u>,
    /// Nothing while a rule that refers to itself is being looked at.
    known: Vec<Option<Type>>,
    faults: Vec<Diagnostic>,
}

impl Checker<'_, '_> {
    fn any_of(&mut self, inside: RuleId, alternatives: &[Alternative<'_>]) -> Type {
        let mut all = Type::Never;
        for one in alternatives {
            all = all.union(self.alternative(inside, one));
        }
        all
    }

    fn alternative(&mut self, inside: RuleId, one: &Alternative<'_>) -> Type {
        let mut group = Type::Undefined;
        for part in &one.parts {
            if let Part::Group { alternatives, times } = part {
                group = self.any_of(inside, alternatives);
                if matches!(times, Times::Perhaps | Times::Any) {
                    group = group.optional();
                }
            }
        }
        if let Some(value) = &one.written.value {
            let found = value::check(value, &|name| {
                let (_, taken, optional) =
                    one.captures().find(|(known, ..)| &*known.text == name)?;
                Some(self.taken(taken, optional))
            });
            return found.unwrap_or_else(|fault| {
                self.faults.push(self.linked.report(inside, fault));
                Type::Any
            });
        }
        let mut captures = one.captures();
        match (captures.next(), captures.next(), &*one.parts) {
            (Some((_, taken, optional)), None, _) => self.taken(taken, optional),
            (None, _, [Part::Literal(_)]) => Type::Text,
            (None, _, [Part::Rule(target)]) => self.target(*target),
            (None, _, [Part::Group { .. }]) => group,
            _ => Type::Undefined,
        }
    }

    fn taken(&self, taken: &Taken, optional: bool) -> Type {
        let plain = match taken {
            Taken::Words | Taken::Entity(_) => Type::Text,
            Taken::Number => Type::Number,
            Taken::Rule(target) => self.target(*target),
        };
        if optional { plain.optional() } else { plain }
    }

    fn target(&self, target: Target) -> Type {
        match target {
            Target::Own(rule) => self.known[rule].clone().unwrap_or(Type::Any),
            Target::BuiltIn(section, rule) => section.types.get(rule).cloned().unwrap_or(Type::Any),
            Target::Missing => Type::Any,
        }
    }
}
