//! Makes a grammar of one way to say something: of an utterance that a model translated, with what fills the
//! parameters left open, so that next time no model is asked.

use serde_json::Value;
use tabwright_grammar::{Grammar, GrammarSet, NoEntities, Scope};
use tabwright_wire::language::{Action, ActionInfo};
use unicode_normalization::UnicodeNormalization as _;

use crate::understand::understand;

/// A phrasing that is mostly free text would match whatever is said.
const LITERAL_WORDS_MIN: usize = 2;
const TEXT_CHARS_MAX: usize = 300;
/// What has a meaning in a pattern; two slashes begin a comment.
const SPECIAL: &str = "|()<>$-;{}[]\\?*+/";

/// One way to say something.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Learnt {
    /// For a person: `read me the <site> news`.
    pub phrasing: String,
    /// In the language of grammars.
    pub grammar: String,
}

/// Why a way to say something cannot be kept.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum NotLearnt {
    #[error("it is too long to be a phrase")]
    TooLong,
    #[error("there would be too few words of its own left in it, so it would match too much")]
    TooBroad,
    #[error("what it means cannot be written as a phrase")]
    TooComplex,
}

/// A parameter that stands in the text.
struct Slot {
    start: usize,
    end: usize,
    /// Which action, and which of its parameters.
    owner: (usize, String),
    kind: &'static str,
}

/// The phrasing is tried before it is told: it gives these actions for this text.
pub(crate) fn learn(
    text: &str,
    actions: &[Action],
    known: &[ActionInfo],
) -> Result<Learnt, NotLearnt> {
    let text: String = text.trim().nfc().collect();
    if text.chars().count() > TEXT_CHARS_MAX {
        return Err(NotLearnt::TooLong);
    }
    if actions.is_empty() {
        return Err(NotLearnt::TooComplex);
    }
    let slots = slots(&text, actions, known);
    let (pattern, phrasing) = pattern(&text, &slots)?;
    let value = value(actions, &slots)?;
    let grammar = format!("<Start> = {pattern} -> {value};");
    match gives(&grammar, &text) {
        Some(given) if is_same(&given, actions) => Ok(Learnt { phrasing, grammar }),
        _ => Err(NotLearnt::TooComplex),
    }
}

/// The parameters that are said word for word, in the order of the text.
fn slots(text: &str, actions: &[Action], known: &[ActionInfo]) -> Vec<Slot> {
    let mut slots: Vec<Slot> = Vec::new();
    for (at, action) in actions.iter().enumerate() {
        let schema = known.iter().find(|info| info.action_name == action.action_name);
        for (name, value) in &action.parameters {
            let (said, kind) = match value {
                Value::String(said) if is_free(schema, name) => {
                    (said.trim().to_owned(), "wildcard")
                }
                Value::Number(number) => (number.to_string(), "number"),
                _ => continue,
            };
            let taken = |start: usize, end: usize| {
                slots.iter().any(|slot| start < slot.end && slot.start < end)
            };
            let place = places(text, &said).into_iter().find(|(start, end)| !taken(*start, *end));
            if let Some((start, end)) = place {
                slots.push(Slot { start, end, owner: (at, name.clone()), kind });
            }
        }
    }
    slots.sort_by_key(|slot| slot.start);
    slots
}

/// Is any text good for it? Of a parameter with a few possible words each word is a phrasing of its own.
fn is_free(schema: Option<&ActionInfo>, name: &str) -> bool {
    let property = schema.map(|schema| &schema.parameters["properties"][name]);
    property.is_some_and(|property| {
        let is_text = match &property["type"] {
            Value::String(kind) => kind == "string",
            Value::Array(kinds) => kinds.iter().any(|kind| kind == "string"),
            _ => false,
        };
        is_text && property["enum"].is_null() && property["const"].is_null()
    })
}

/// Where the words stand in the text, as whole words.
fn places(text: &str, words: &str) -> Vec<(usize, usize)> {
    if words.is_empty() {
        return Vec::new();
    }
    let same = |one: char, other: char| one.to_lowercase().eq(other.to_lowercase());
    let goes_on = |letter: Option<char>| letter.is_some_and(char::is_alphanumeric);
    let starts = text.char_indices().map(|(at, _)| at);
    let place = |start: usize| {
        let mut letters = text[start..].char_indices();
        let mut end = start;
        for wanted in words.chars() {
            let (at, letter) = letters.next().filter(|(_, letter)| same(*letter, wanted))?;
            end = start + at + letter.len_utf8();
        }
        let is_whole =
            !goes_on(text[..start].chars().next_back()) && !goes_on(text[end..].chars().next());
        is_whole.then_some((start, end))
    };
    starts.filter_map(place).collect()
}

/// For a grammar and for a person.
fn pattern(text: &str, slots: &[Slot]) -> Result<(String, String), NotLearnt> {
    let (mut pattern, mut phrasing) = (String::new(), String::new());
    let (mut at, mut literal_words) = (0, 0);
    for (number, slot) in slots.iter().enumerate() {
        let between = &text[at..slot.start];
        let words = words_in(between);
        if number > 0 && words == 0 {
            // Nothing would say where one ends and the next begins.
            return Err(NotLearnt::TooBroad);
        }
        literal_words += words;
        pattern += &escaped(between);
        pattern += &format!("$(p{number}:{})", slot.kind);
        phrasing += &format!("{between}<{}>", slot.owner.1);
        at = slot.end;
    }
    literal_words += words_in(&text[at..]);
    pattern += &escaped(&text[at..]);
    phrasing += &text[at..];
    if literal_words < LITERAL_WORDS_MIN {
        return Err(NotLearnt::TooBroad);
    }
    Ok((pattern, phrasing))
}

fn words_in(text: &str) -> usize {
    text.split(|letter: char| !letter.is_alphanumeric()).filter(|word| !word.is_empty()).count()
}

fn escaped(text: &str) -> String {
    let mut out = String::new();
    for letter in text.chars() {
        if SPECIAL.contains(letter) {
            out.push('\\');
        }
        out.push(letter);
    }
    out
}

fn value(actions: &[Action], slots: &[Slot]) -> Result<String, NotLearnt> {
    let mut values = Vec::new();
    for (at, action) in actions.iter().enumerate() {
        let mut fields = Vec::new();
        for (name, value) in &action.parameters {
            let slot = slots.iter().position(|slot| slot.owner == (at, name.clone()));
            let value = match (slot, value) {
                (Some(slot), _) => format!("p{slot}"),
                (None, Value::Object(_) | Value::Array(_)) => return Err(NotLearnt::TooComplex),
                (None, value) => value.to_string(),
            };
            fields.push(format!("{name}: {value}"));
        }
        let name = Value::from(action.action_name.as_str());
        values.push(format!("{{ actionName: {name}, parameters: {{ {} }} }}", fields.join(", ")));
    }
    Ok(match values.as_slice() {
        [one] => one.clone(),
        several => format!("[ {} ]", several.join(", ")),
    })
}

/// What the grammar makes of the text.
fn gives(grammar: &str, text: &str) -> Option<Vec<Action>> {
    let mut set = GrammarSet::default();
    set.add("learnt", Scope::Global, Grammar::compile("learnt", grammar).ok()?);
    let reading = understand(&set, text, None, &NoEntities).ok()?;
    Some(reading.meant.into_iter().map(|meant| meant.action).collect())
}

/// A model may write a name in capitals that was said without.
fn is_same(given: &[Action], meant: &[Action]) -> bool {
    let same_value = |one: &Value, other: &Value| match (one, other) {
        (Value::String(one), Value::String(other)) => {
            one.trim().to_lowercase() == other.trim().to_lowercase()
        }
        (Value::Number(one), Value::Number(other)) => one.as_f64() == other.as_f64(),
        (one, other) => one == other,
    };
    given.len() == meant.len()
        && given.iter().zip(meant).all(|(one, other)| {
            let others = other.parameters.iter().filter(|(_, value)| !value.is_null());
            one.action_name == other.action_name
                && one.parameters.len() == others.clone().count()
                && others.into_iter().all(|(name, value)| {
                    one.parameters.get(name).is_some_and(|it| same_value(it, value))
                })
        })
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::Dispatcher;

    fn action(name: &str, parameters: Value) -> Action {
        let Value::Object(parameters) = parameters else { panic!("parameters are an object") };
        Action { action_name: name.to_owned(), parameters }
    }

    fn learnt(text: &str, actions: &[Action]) -> Result<Learnt, NotLearnt> {
        learn(text, actions, &Dispatcher::new(None).unwrap().actions())
    }

    #[test]
    fn what_fills_a_parameter_is_left_open() {
        let open = |site: &str| action("openWebPage", json!({ "site": site }));
        let down = action("scrollDown", json!({}));
        let made =
            learnt("Bring mir die Seite von heise!", &[open("heise"), down.clone()]).unwrap();
        assert_eq!(made.phrasing, "Bring mir die Seite von <site>!");
        let again = gives(&made.grammar, "bring mir die seite von Der Spiegel!").unwrap();
        assert_eq!(again, [open("Der Spiegel"), down]);
        assert!(gives(&made.grammar, "etwas ganz anderes").is_none());
        // A value that was not said stays as it is.
        let made =
            learnt("show me what is new in the world", &[open("https://news.example/a?b=1")]);
        assert_eq!(made.unwrap().phrasing, "show me what is new in the world");
    }

    #[test]
    fn capitals_and_signs_do_not_matter() {
        let made = learnt(
            "what's up at the bbc (today)?",
            &[action("openWebPage", json!({ "site": "BBC" }))],
        );
        let made = made.unwrap();
        assert_eq!(made.phrasing, "what's up at the <site> (today)?");
        assert!(
            gives(&made.grammar, "what's up at the guardian (today)?").is_some(),
            "{}",
            made.grammar
        );
    }

    #[test]
    fn what_would_match_too_much_is_not_kept() {
        let open = |site: &str| action("openWebPage", json!({ "site": site }));
        assert_eq!(learnt("heise", &[open("heise")]), Err(NotLearnt::TooBroad));
        assert_eq!(learnt("zu heise", &[open("heise")]), Err(NotLearnt::TooBroad));
        assert_eq!(learnt(&"a ".repeat(400), &[open("a")]), Err(NotLearnt::TooLong));
        assert_eq!(learnt("do it", &[]), Err(NotLearnt::TooComplex));
        let odd = action("openWebPage", json!({ "site": { "of": ["x"] } }));
        assert_eq!(learnt("go to some place", &[odd]), Err(NotLearnt::TooComplex));
    }
}
