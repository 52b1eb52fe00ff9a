//! Relations that a sentence states plainly between two names: "X founded Y", "X, CEO of Y". Only what the words
//! between the names say without a doubt: a wrong relation costs more than one that is not seen.

use super::entities::{Found, Place};
use super::text::Text;
use super::words::{Shape, Token};
use crate::page::EntityKind::{self, Event, Organization, Person, Product, Work};
use crate::page::Relation;

const RELATIONS_MAX: usize = 60;
/// With more words in between, the verb seldom joins the two names.
const WORDS_BETWEEN_MAX: usize = 9;

/// Names in an aside may stand between the two.
const NAMES_AHEAD_MAX: usize = 3;
const ASIDE_WORDS_MAX: usize = 20;

struct Pattern {
    /// What stands between the names, in lower case and without the words of `SKIPPED`.
    words: &'static str,
    relation: &'static str,
    /// The second name is the one that does it: "was founded by".
    reversed: bool,
    confidence: f32,
}

const fn says(words: &'static str, relation: &'static str, confidence: f32) -> Pattern {
    Pattern { words, relation, reversed: false, confidence }
}

const fn passive(words: &'static str, relation: &'static str, confidence: f32) -> Pattern {
    Pattern { words, relation, reversed: true, confidence }
}

const PATTERNS: &[Pattern] = &[
    says("founded", "founded", 0.9),
    says("co-founded", "founded", 0.9),
    says("established", "founded", 0.7),
    passive("was founded by", "founded", 0.9),
    passive("was co-founded by", "founded", 0.9),
    passive(", founded by", "founded", 0.85),
    says(", founder of", "founded", 0.9),
    says(", co-founder of", "founded", 0.9),
    says("is founder of", "founded", 0.9),
    says("acquired", "acquired", 0.9),
    says("bought", "acquired", 0.75),
    says("took over", "acquired", 0.7),
    passive("was acquired by", "acquired", 0.9),
    passive("was bought by", "acquired", 0.85),
    says("owns", "owns", 0.8),
    passive("is owned by", "owns", 0.9),
    says(", subsidiary of", "is part of", 0.85),
    says("is subsidiary of", "is part of", 0.9),
    says("is part of", "is part of", 0.85),
    says("belongs to", "is part of", 0.7),
    says(", ceo of", "leads", 0.9),
    says("is ceo of", "leads", 0.9),
    says(", chief executive of", "leads", 0.9),
    says(", head of", "leads", 0.8),
    says(", director of", "leads", 0.85),
    says("is director of", "leads", 0.85),
    says(", president of", "leads", 0.85),
    says("is president of", "leads", 0.85),
    says("was president of", "led", 0.85),
    says(", chairman of", "leads", 0.85),
    says("leads", "leads", 0.75),
    says("led", "led", 0.7),
    passive(", led by", "leads", 0.8),
    passive("is led by", "leads", 0.85),
    says("works at", "works at", 0.9),
    says("works for", "works at", 0.9),
    says("worked at", "worked at", 0.85),
    says("worked for", "worked at", 0.85),
    says("joined", "joined", 0.75),
    says(", professor at", "works at", 0.85),
    says("is professor at", "works at", 0.9),
    says("taught at", "worked at", 0.85),
    says("studied at", "studied at", 0.9),
    says("graduated from", "studied at", 0.9),
    says("wrote", "wrote", 0.85),
    says(", author of", "wrote", 0.9),
    says("is author of", "wrote", 0.9),
    says("published", "wrote", 0.6),
    passive("was written by", "wrote", 0.9),
    passive(", written by", "wrote", 0.85),
    says("directed", "directed", 0.8),
    passive("was directed by", "directed", 0.9),
    says("created", "created", 0.8),
    says("invented", "created", 0.85),
    says("developed", "created", 0.75),
    says("designed", "created", 0.75),
    says("released", "released", 0.75),
    says("launched", "released", 0.75),
    says("introduced", "released", 0.7),
    says("announced", "announced", 0.6),
    passive("was created by", "created", 0.9),
    passive("was developed by", "created", 0.85),
    passive("was designed by", "created", 0.85),
    passive(", developed by", "created", 0.85),
    passive(", made by", "created", 0.8),
    passive("is made by", "created", 0.85),
    says("is based in", "is in", 0.9),
    says(", based in", "is in", 0.85),
    says("is located in", "is in", 0.9),
    says("is headquartered in", "is in", 0.9),
    says("lies in", "is in", 0.8),
    says("was born in", "was born in", 0.95),
    says(", born in", "was born in", 0.9),
    says("grew up in", "grew up in", 0.9),
    says("lives in", "lives in", 0.9),
    says("lived in", "lived in", 0.85),
    says("moved to", "moved to", 0.8),
    says("died in", "died in", 0.9),
    says("married", "married", 0.85),
    says("beat", "beat", 0.8),
    says("defeated", "beat", 0.85),
    says("won", "won", 0.8),
    says("received", "won", 0.6),
    says("is capital of", "is capital of", 0.9),
    says(", capital of", "is capital of", 0.9),
    says("uses", "uses", 0.7),
    says("supports", "supports", 0.6),
    says("replaced", "replaced", 0.75),
    says("succeeded", "replaced", 0.8),
    says("is", "is", 0.5),
];

/// Words that make the name behind them part of another phrase.
const GOVERNING: &[&str] = &[
    "of", "by", "with", "and", "from", "not", "or", "in", "at", "on", "for", "to", "between",
    "near", "than", "like", "if", "whether", "unless",
];

/// Words between names that do not change what is said.
const SKIPPED: &[&str] = &[
    "the",
    "a",
    "an",
    "also",
    "later",
    "then",
    "first",
    "soon",
    "recently",
    "finally",
    "eventually",
    "once",
    "has",
    "had",
    "been",
    "have",
    "who",
    "which",
    "that",
    "his",
    "her",
    "its",
    "their",
    "own",
    "new",
    "now",
    "currently",
    "originally",
    "famous",
    "novel",
    "book",
    "film",
    "company",
    "startup",
    "city",
    "town",
    "started",
];

pub(super) fn relations(text: &Text<'_>, found: &Found) -> Vec<Relation> {
    let mut stated: Vec<Relation> = Vec::new();
    for (at, left) in found.places.iter().enumerate() {
        for right in found.places.iter().skip(at + 1).take(NAMES_AHEAD_MAX) {
            if left.sentence != right.sentence || stated.len() == RELATIONS_MAX {
                break;
            }
            let Some(relation) = relation_between(text, found, left, right) else { continue };
            let known = stated.iter().any(|other| {
                other.from == relation.from
                    && other.to == relation.to
                    && other.relation == relation.relation
            });
            if !known {
                stated.push(relation);
            }
        }
    }
    stated
}

fn relation_between(
    text: &Text<'_>,
    found: &Found,
    left: &Place,
    right: &Place,
) -> Option<Relation> {
    if left.entity == right.entity {
        return None;
    }
    let pattern = pattern_between(text, left, right)?;
    let (from, to) = if pattern.reversed { (right, left) } else { (left, right) };
    let (from, to) = (&found.entities[from.entity], &found.entities[to.entity]);
    if !fits(pattern.relation, from.kind, to.kind) {
        return None;
    }
    // A kind that is a guess makes the relation one, too.
    let guess = from.confidence.min(to.confidence).max(0.5);
    Some(Relation {
        from: from.name.clone(),
        relation: pattern.relation.to_owned(),
        to: to.name.clone(),
        confidence: pattern.confidence * (0.7 + 0.3 * guess),
        sentence: text.slice(&text.sentences[left.sentence].range).to_owned(),
    })
}

fn pattern_between(text: &Text<'_>, left: &Place, right: &Place) -> Option<&'static Pattern> {
    let tokens = &text.sentences[left.sentence].tokens;
    let start = tokens.partition_point(|token| token.start < left.range.end);
    let end = tokens.partition_point(|token| token.start < right.range.start);
    let between = tokens.get(start..end)?;
    // In "the wife of X founded Y" and "a club in X founded by Y" the first name is not the one that is meant.
    let before = tokens.partition_point(|token| token.start < left.range.start).checked_sub(1);
    let governed = before.is_some_and(|at| GOVERNING.contains(&tokens[at].text));
    // "X acquired Y's unit" says nothing of Y.
    let behind = tokens.partition_point(|token| token.start < right.range.end);
    let possessive = |end: usize| end.checked_sub(1).is_some_and(|at| tokens[at].possessive);
    // In "Anna (Sweden) beat Jane" the first name stands in a bracket that closes.
    let close = between.iter().position(|token| token.is(")"));
    let open = between.iter().position(|token| token.is("("));
    let in_bracket = close.is_some_and(|close| open.is_none_or(|open| close < open));
    if governed || possessive(start) || possessive(behind) || in_bracket {
        return None;
    }
    let matching = |between: &[Token<'_>]| {
        let words = (between.len() <= WORDS_BETWEEN_MAX).then(|| without_asides(between))?;
        PATTERNS.iter().find(|pattern| pattern.words == words)
    };
    // "X, a Berlin-based maker of batteries, was acquired by Y": the verb stands behind the aside.
    let aside = || {
        let (_, rest) = between.split_first().filter(|(first, _)| first.is(","))?;
        let comma = rest.iter().take(ASIDE_WORDS_MAX).position(|token| token.is(","))?;
        let verb = &rest[comma + 1..];
        verb.first().filter(|token| token.is_word())?;
        matching(verb).filter(|pattern| !pattern.words.starts_with(','))
    };
    // "X is a Y singer" is no Y.
    let whole = tokens.get(behind).is_none_or(|next| !next.is_word());
    matching(between).or_else(aside).filter(|pattern| pattern.words != "is" || whole)
}

/// The words between two names in lower case, without what may be left out: brackets, small adverbs, "in 1984".
fn without_asides(between: &[Token<'_>]) -> String {
    let mut kept: Vec<String> = Vec::new();
    let mut depth = 0_usize;
    for (at, token) in between.iter().enumerate() {
        match token.text {
            "(" | "[" => depth += 1,
            ")" | "]" => depth = depth.saturating_sub(1),
            _ if depth > 0 || token.shape == Shape::Number => {}
            "in" if between.get(at + 1).is_some_and(|next| next.shape == Shape::Number) => {}
            word => {
                let lower = word.to_lowercase();
                if !SKIPPED.contains(&lower.as_str()) {
                    kept.push(lower);
                }
            }
        }
    }
    // Perfect and past passives read alike: "has been acquired by", "were founded by".
    let last_is_by = kept.last().is_some_and(|word| word == "by");
    if last_is_by && kept.len() == 2 && kept[0] != "," {
        kept.insert(0, "was".into());
    }
    let plural = |word: &str| match word {
        "are" => "is".to_owned(),
        "were" => "was".to_owned(),
        other => other.to_owned(),
    };
    kept.iter().map(|word| plural(word)).collect::<Vec<_>>().join(" ")
}

/// Whether things of these kinds can stand in a relation. A kind that is not known fits.
fn fits(relation: &str, from: EntityKind, to: EntityKind) -> bool {
    use EntityKind::{Place as Location, Thing};
    let any = |kind: EntityKind, wanted: &[EntityKind]| kind == Thing || wanted.contains(&kind);
    match relation {
        "is in" => any(to, &[Location]) && from != Person,
        "was born in" | "grew up in" | "lives in" | "lived in" | "moved to" | "died in" => {
            any(to, &[Location]) && any(from, &[Person, Organization])
        }
        "founded" => {
            any(from, &[Person, Organization])
                && any(to, &[Organization, Product, Event, Work, Location])
        }
        "leads" | "led" => {
            any(from, &[Person]) && any(to, &[Organization, Location, Product, Event])
        }
        "works at" | "worked at" | "studied at" | "joined" => {
            any(from, &[Person]) && any(to, &[Organization, Location, Product])
        }
        "wrote" | "directed" => any(from, &[Person]) && any(to, &[Work, Product]),
        "married" => any(from, &[Person]) && any(to, &[Person]),
        "acquired" | "owns" => {
            any(from, &[Organization, Person]) && any(to, &[Organization, Product, Work])
        }
        "is capital of" => any(from, &[Location]) && any(to, &[Location]),
        "won" => any(from, &[Person, Organization]) && any(to, &[Event]),
        "is" => from != to || from == Thing,
        _ => true,
    }
}
