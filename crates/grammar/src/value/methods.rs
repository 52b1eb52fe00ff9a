//! The methods there are: what each is called on, takes and gives, and what it does. All of them are
//! JavaScript's, and none changes what it is called on.

use super::data::Value;
use super::types::Type;
use super::{lists, number, text};

#[derive(Debug)]
pub(super) struct Method {
    pub(super) name: &'static str,
    /// What must be given, and what may be given behind it.
    pub(super) must: &'static [Takes],
    pub(super) may: &'static [Takes],
    /// The last of what may be given can be given again and again.
    pub(super) repeats: bool,
    pub(super) gives: Gives,
    run: Run,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Takes {
    Text,
    Number,
    Anything,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Gives {
    Text,
    Number,
    Bool,
    Texts,
    MaybeText,
    MaybeNumber,
    /// A list of the same kind.
    Same,
    /// An item of the list, or nothing.
    MaybeItem,
    /// A list of its own items and of those given.
    Longer,
    /// A text of all items, which must be such as can be said.
    SpokenItems,
}

/// On what it is called, and what it does.
#[derive(Debug, Clone, Copy)]
enum Run {
    Text(fn(&str, Arguments<'_>) -> Value),
    List(fn(&[Value], Arguments<'_>) -> Value),
    Number(fn(f64, Arguments<'_>) -> Value),
    Bool(fn(bool) -> Value),
}

use Takes::{Anything, Number, Text};

const METHODS: &[Method] = &[
    on_text("at", &[Number], &[], Gives::MaybeText, |text, given| {
        let place = text::place(given.number(0).unwrap_or(0.0), text::length(text));
        place.map_or(Value::Undefined, |at| Value::Text(text::between(text, at, at + 1)))
    }),
    on_text("charAt", &[Number], &[], Gives::Text, |text, given| {
        let at = number::count(given.number(0).unwrap_or(0.0));
        let at = if at < 0.0 { usize::MAX } else { text::clamped(at, text::length(text)) };
        Value::Text(text::between(text, at, at.saturating_add(1)))
    }),
    on_text("charCodeAt", &[Number], &[], Gives::Number, |text, given| {
        let place = within(given.number(0), text::length(text));
        Value::Number(place.and_then(|at| text::unit(text, at)).map_or(f64::NAN, f64::from))
    }),
    on_text("codePointAt", &[Number], &[], Gives::MaybeNumber, |text, given| {
        let place = within(given.number(0), text::length(text));
        let point = place.and_then(|at| text::code_point(text, at));
        point.map_or(Value::Undefined, |point| Value::Number(point.into()))
    }),
    on_text("concat", &[], &[Text], Gives::Text, |text, given| {
        let mut result = text.to_owned();
        (0..given.0.len()).for_each(|at| result.push_str(given.text(at).unwrap_or_default()));
        result.into()
    })
    .repeating(),
    on_text("endsWith", &[Text], &[Number], Gives::Bool, |text, given| {
        let length = text::length(text);
        let end = given.number(1).map_or(length, |end| text::clamped(end, length));
        text::between(text, 0, end).ends_with(given.text(0).unwrap_or_default()).into()
    }),
    on_text("includes", &[Text], &[Number], Gives::Bool, |text, given| {
        let from = given.number(1).unwrap_or(0.0);
        text::index_of(text, given.text(0).unwrap_or_default(), from).is_some().into()
    }),
    on_text("indexOf", &[Text], &[Number], Gives::Number, |text, given| {
        let from = given.number(1).unwrap_or(0.0);
        found(text::index_of(text, given.text(0).unwrap_or_default(), from))
    }),
    on_text("lastIndexOf", &[Text], &[Number], Gives::Number, |text, given| {
        let from = given.number(1).unwrap_or(f64::INFINITY);
        found(text::last_index_of(text, given.text(0).unwrap_or_default(), from))
    }),
    on_text("padEnd", &[Number], &[Text], Gives::Text, |text, given| {
        let filler = given.text(1).unwrap_or(" ");
        let padding = text::padding(text, given.number(0).unwrap_or(0.0), filler);
        padding.map_or(Value::Undefined, |padding| format!("{text}{padding}").into())
    }),
    on_text("padStart", &[Number], &[Text], Gives::Text, |text, given| {
        let filler = given.text(1).unwrap_or(" ");
        let padding = text::padding(text, given.number(0).unwrap_or(0.0), filler);
        padding.map_or(Value::Undefined, |padding| format!("{padding}{text}").into())
    }),
    on_text("repeat", &[Number], &[], Gives::Text, |text, given| {
        text::repeated(text, given.number(0).unwrap_or(0.0)).map_or(Value::Undefined, Value::from)
    }),
    on_text("replace", &[Text, Text], &[], Gives::Text, |text, given| replaced(text, given, false)),
    on_text("replaceAll", &[Text, Text], &[], Gives::Text, |text, given| {
        replaced(text, given, true)
    }),
    on_text("slice", &[], &[Number, Number], Gives::Text, |text, given| {
        let length = text::length(text);
        let start = text::relative(given.number(0).unwrap_or(0.0), length);
        let end = given.number(1).map_or(length, |end| text::relative(end, length));
        Value::Text(text::between(text, start, end))
    }),
    on_text("split", &[Text], &[Number], Gives::Texts, |text, given| {
        // The limit is an unsigned number of 32 bits that wraps around, so -1 means all.
        let limit = given
            .number(1)
            .map_or(usize::MAX, |limit| number::count(limit).rem_euclid(4_294_967_296.0) as usize);
        match given.text(0).unwrap_or_default() {
            "" => text::units(text).take(limit).map(Value::Text).collect::<Vec<_>>().into(),
            between => text.split(between).take(limit).map(Value::from).collect::<Vec<_>>().into(),
        }
    }),
    on_text("startsWith", &[Text], &[Number], Gives::Bool, |text, given| {
        let length = text::length(text);
        let start = given.number(1).map_or(0, |start| text::clamped(start, length));
        text::between(text, start, length).starts_with(given.text(0).unwrap_or_default()).into()
    }),
    on_text("substring", &[Number], &[Number], Gives::Text, |text, given| {
        let length = text::length(text);
        let start = text::clamped(given.number(0).unwrap_or(0.0), length);
        let end = given.number(1).map_or(length, |end| text::clamped(end, length));
        Value::Text(text::between(text, start.min(end), start.max(end)))
    }),
    on_text("toLowerCase", &[], &[], Gives::Text, |text, _| text.to_lowercase().into()),
    on_text("toString", &[], &[], Gives::Text, |text, _| text.into()),
    on_text("toUpperCase", &[], &[], Gives::Text, |text, _| text.to_uppercase().into()),
    on_text("trim", &[], &[], Gives::Text, |text, _| text.trim_matches(text::is_space).into()),
    on_text("trimEnd", &[], &[], Gives::Text, |text, _| {
        text.trim_end_matches(text::is_space).into()
    }),
    on_text("trimStart", &[], &[], Gives::Text, |text, _| {
        text.trim_start_matches(text::is_space).into()
    }),
    on_list("at", &[Number], &[], Gives::MaybeItem, |items, given| {
        let place = text::place(given.number(0).unwrap_or(0.0), items.len());
        place.and_then(|at| items.get(at)).cloned().unwrap_or(Value::Undefined)
    }),
    on_list("concat", &[], &[Anything], Gives::Longer, |items, given| lists::with(items, given.0))
        .repeating(),
    on_list("includes", &[Anything], &[Number], Gives::Bool, |items, given| {
        let from = text::relative(given.number(1).unwrap_or(0.0), items.len());
        // Unlike `indexOf`, this finds what is not a number.
        items[from..].contains(given.value(0)).into()
    }),
    on_list("indexOf", &[Anything], &[Number], Gives::Number, |items, given| {
        found(lists::index_of(items, given.value(0), given.number(1).unwrap_or(0.0)))
    }),
    on_list("join", &[], &[Text], Gives::SpokenItems, |items, given| {
        lists::joined(items, given.text(0).unwrap_or(",")).map_or(Value::Undefined, Value::Text)
    }),
    on_list("lastIndexOf", &[Anything], &[Number], Gives::Number, |items, given| {
        found(lists::last_index_of(items, given.value(0), given.number(1)))
    }),
    on_list("reverse", &[], &[], Gives::Same, |items, _| {
        items.iter().rev().cloned().collect::<Vec<_>>().into()
    }),
    on_list("slice", &[], &[Number, Number], Gives::Same, |items, given| {
        lists::between(items, given.number(0).unwrap_or(0.0), given.number(1))
    }),
    on_number("toFixed", &[], &[Number], Gives::Text, |number, given| {
        let places = given.number(0).unwrap_or(0.0);
        number::fixed(number, places).map_or(Value::Undefined, Value::from)
    }),
    on_number("toString", &[], &[], Gives::Text, |number, _| number::spoken(number).into()),
    Method::new("toString", &[], &[], Gives::Text, Run::Bool(|truth| truth.to_string().into())),
];

/// The methods of a name; there is at most one for each type.
pub(super) fn named(name: &str) -> impl Iterator<Item = &'static Method> {
    METHODS.iter().filter(move |method| method.name == name)
}

/// The methods of a type.
pub(super) fn of(receiver: &Type) -> impl Iterator<Item = &'static Method> {
    METHODS.iter().filter(move |method| method.is_on(receiver))
}

/// Calls the method among these that the value has. What does not fit, or comes out too large, is
/// `undefined`.
pub(super) fn call(methods: &[&'static Method], receiver: &Value, arguments: &[Value]) -> Value {
    let result = methods.iter().find_map(|method| method.run(receiver, arguments));
    result.map_or(Value::Undefined, Value::bounded)
}

impl Method {
    pub(super) fn is_on(&self, receiver: &Type) -> bool {
        matches!(
            (self.run, receiver),
            (Run::Text(_), Type::Text)
                | (Run::List(_), Type::List(_))
                | (Run::Number(_), Type::Number)
                | (Run::Bool(_), Type::Bool)
        )
    }

    /// What it takes at a place, and whether that must be given.
    pub(super) fn takes(&self, at: usize) -> Option<(Takes, bool)> {
        let must = self.must.get(at).map(|takes| (*takes, true));
        let may = || {
            at.checked_sub(self.must.len())
                .and_then(|at| self.may.get(at))
                .map(|takes| (*takes, false))
        };
        let again = || self.may.last().filter(|_| self.repeats).map(|takes| (*takes, false));
        must.or_else(may).or_else(again)
    }

    fn run(&self, receiver: &Value, arguments: &[Value]) -> Option<Value> {
        let given = Arguments(arguments);
        let suits = || {
            arguments.len() >= self.must.len()
                && arguments.iter().enumerate().all(|(at, argument)| self.accepts(at, argument))
        };
        let result = match (self.run, receiver) {
            (Run::Text(run), Value::Text(text)) if suits() => run(text, given),
            (Run::List(run), Value::List(items)) if suits() => run(items, given),
            (Run::Number(run), Value::Number(number)) if suits() => run(*number, given),
            (Run::Bool(run), Value::Bool(truth)) if suits() => run(*truth),
            _ => return None,
        };
        Some(result)
    }

    fn accepts(&self, at: usize, argument: &Value) -> bool {
        let Some((takes, must)) = self.takes(at) else { return false };
        match argument {
            Value::Undefined if !must => true,
            Value::Text(_) => takes != Takes::Number,
            Value::Number(_) => takes != Takes::Text,
            _ => takes == Takes::Anything,
        }
    }

    const fn new(
        name: &'static str,
        must: &'static [Takes],
        may: &'static [Takes],
        gives: Gives,
        run: Run,
    ) -> Self {
        Self { name, must, may, repeats: false, gives, run }
    }

    const fn repeating(self) -> Self {
        Self { repeats: true, ..self }
    }
}

const fn on_text(
    name: &'static str,
    must: &'static [Takes],
    may: &'static [Takes],
    gives: Gives,
    run: fn(&str, Arguments<'_>) -> Value,
) -> Method {
    Method::new(name, must, may, gives, Run::Text(run))
}

const fn on_list(
    name: &'static str,
    must: &'static [Takes],
    may: &'static [Takes],
    gives: Gives,
    run: fn(&[Value], Arguments<'_>) -> Value,
) -> Method {
    Method::new(name, must, may, gives, Run::List(run))
}

const fn on_number(
    name: &'static str,
    must: &'static [Takes],
    may: &'static [Takes],
    gives: Gives,
    run: fn(f64, Arguments<'_>) -> Value,
) -> Method {
    Method::new(name, must, may, gives, Run::Number(run))
}

/// What a call was given. It has been looked at: what must be there is there, and of its kind.
#[derive(Clone, Copy)]
struct Arguments<'a>(&'a [Value]);

impl<'a> Arguments<'a> {
    fn text(self, at: usize) -> Option<&'a str> {
        self.0.get(at).and_then(Value::as_text)
    }

    fn number(self, at: usize) -> Option<f64> {
        self.0.get(at).and_then(Value::as_number)
    }

    fn value(self, at: usize) -> &'a Value {
        self.0.get(at).unwrap_or(&Value::Undefined)
    }
}

fn found(at: Option<usize>) -> Value {
    Value::Number(at.map_or(-1.0, |at| at as f64))
}

fn within(index: Option<f64>, length: usize) -> Option<usize> {
    index
        .map(number::count)
        .filter(|index| *index >= 0.0)
        .and_then(|index| text::place(index, length))
}

fn replaced(text: &str, given: Arguments<'_>, all: bool) -> Value {
    let [needle, with] = [given.text(0), given.text(1)].map(Option::unwrap_or_default);
    text::replaced(text, needle, with, all).map_or(Value::Undefined, Value::from)
}
