//! What a value is once it is computed: cheap to clone, equal by what it holds, bounded in size.

use std::collections::hash_map::Entry;
use std::sync::Arc;

use rustc_hash::FxHashMap;
use serde::ser::{Serialize, SerializeMap, SerializeSeq, Serializer};

use super::{lists, number};

/// The most a value may hold, all its parts together: every part counts 16 bytes, a text also its
/// own. The same part held twice counts twice, for so it is when written out.
pub const VALUE_BYTES_MAX: usize = 256 * 1024;

/// How deep lists and objects may stand in each other. A rule that calls itself could otherwise
/// build one level for each word it hears.
pub const VALUE_DEPTH_MAX: usize = 64;

const PART_BYTES: usize = 16;

/// No more parts than this can fit.
pub(super) const VALUE_PARTS_MAX: usize = VALUE_BYTES_MAX / PART_BYTES;

/// The most members of one object: they are looked for one by one.
const MEMBERS_MAX: usize = 1024;

#[derive(Debug, Clone)]
pub enum Value {
    Undefined,
    Bool(bool),
    Number(f64),
    Text(Arc<str>),
    List(Arc<[Value]>),
    Object(Arc<Object>),
}

impl Value {
    /// What `typeof` says.
    #[must_use]
    pub fn kind(&self) -> &'static str {
        match self {
            Self::Undefined => "undefined",
            Self::Bool(_) => "boolean",
            Self::Number(_) => "number",
            Self::Text(_) => "string",
            Self::List(_) | Self::Object(_) => "object",
        }
    }

    #[must_use]
    pub fn is_undefined(&self) -> bool {
        matches!(self, Self::Undefined)
    }

    #[must_use]
    pub fn is_truthy(&self) -> bool {
        match self {
            Self::Undefined => false,
            Self::Bool(truth) => *truth,
            Self::Number(number) => *number != 0.0 && !number.is_nan(),
            Self::Text(text) => !text.is_empty(),
            Self::List(_) | Self::Object(_) => true,
        }
    }

    #[must_use]
    pub fn as_bool(&self) -> Option<bool> {
        match self {
            Self::Bool(truth) => Some(*truth),
            _ => None,
        }
    }

    #[must_use]
    pub fn as_number(&self) -> Option<f64> {
        match self {
            Self::Number(number) => Some(*number),
            _ => None,
        }
    }

    #[must_use]
    pub fn as_text(&self) -> Option<&str> {
        match self {
            Self::Text(text) => Some(text),
            _ => None,
        }
    }

    #[must_use]
    pub fn as_list(&self) -> Option<&[Value]> {
        match self {
            Self::List(items) => Some(items),
            _ => None,
        }
    }

    #[must_use]
    pub fn as_object(&self) -> Option<&Object> {
        match self {
            Self::Object(object) => Some(object),
            _ => None,
        }
    }

    /// Whole numbers as integers; `undefined` is `null`, but a member that is `undefined` is left
    /// out. What is not a finite number is `null`.
    #[must_use]
    pub fn to_json(&self) -> serde_json::Value {
        match self {
            Self::Undefined => serde_json::Value::Null,
            Self::Bool(truth) => (*truth).into(),
            Self::Number(number) => match number::whole(*number) {
                Some(whole) => whole.into(),
                None => (*number).into(),
            },
            Self::Text(text) => (&**text).into(),
            Self::List(items) => items.iter().map(Self::to_json).collect(),
            Self::Object(object) => {
                object.written().map(|(key, value)| (key.to_owned(), value.to_json())).collect()
            }
        }
    }

    /// The text a template makes of it; `None` where that becomes too large.
    pub(super) fn spoken(&self) -> Option<Arc<str>> {
        Some(match self {
            Self::Undefined => "undefined".into(),
            Self::Bool(true) => "true".into(),
            Self::Bool(false) => "false".into(),
            Self::Number(number) => number::spoken(*number).into(),
            Self::Text(text) => Arc::clone(text),
            Self::List(items) => return lists::joined(items, ","),
            Self::Object(_) => "[object Object]".into(),
        })
    }

    /// The `===` of the language: as `==` of Rust, only that what is not a number equals nothing.
    pub(super) fn same(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Number(one), Self::Number(two)) => one == two,
            _ => self == other,
        }
    }

    /// The value itself, or `undefined` where it is larger or deeper than a value may be.
    pub(super) fn bounded(self) -> Self {
        let mut left = VALUE_BYTES_MAX;
        if self.fits(&mut left, VALUE_DEPTH_MAX) { self } else { Self::Undefined }
    }

    fn fits(&self, left: &mut usize, depth: usize) -> bool {
        let mut take = |bytes: usize| match left.checked_sub(bytes) {
            Some(rest) => {
                *left = rest;
                true
            }
            None => false,
        };
        match self {
            Self::Undefined | Self::Bool(_) | Self::Number(_) => take(PART_BYTES),
            Self::Text(text) => take(PART_BYTES + text.len()),
            Self::List(items) => {
                depth > 0 && take(PART_BYTES) && items.iter().all(|item| item.fits(left, depth - 1))
            }
            Self::Object(object) => {
                depth > 0
                    && object.len() <= MEMBERS_MAX
                    && take(PART_BYTES)
                    && object.values.iter().all(|value| value.fits(left, depth - 1))
            }
        }
    }
}

/// Two values that are not a number are equal here, so that equal parses can be told.
impl PartialEq for Value {
    fn eq(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Undefined, Self::Undefined) => true,
            (Self::Bool(one), Self::Bool(two)) => one == two,
            (Self::Number(one), Self::Number(two)) => one == two || (one.is_nan() && two.is_nan()),
            (Self::Text(one), Self::Text(two)) => one == two,
            (Self::List(one), Self::List(two)) => Arc::ptr_eq(one, two) || one == two,
            (Self::Object(one), Self::Object(two)) => Arc::ptr_eq(one, two) || one == two,
            _ => false,
        }
    }
}

impl Eq for Value {}

impl Serialize for Value {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Undefined => serializer.serialize_unit(),
            Self::Bool(truth) => serializer.serialize_bool(*truth),
            Self::Number(number) => match number::whole(*number) {
                Some(whole) => serializer.serialize_i64(whole),
                None => serializer.serialize_f64(*number),
            },
            Self::Text(text) => serializer.serialize_str(text),
            Self::List(items) => {
                let mut list = serializer.serialize_seq(Some(items.len()))?;
                for item in items.iter() {
                    list.serialize_element(item)?;
                }
                list.end()
            }
            Self::Object(object) => {
                let mut map = serializer.serialize_map(Some(object.written().count()))?;
                for (key, value) in object.written() {
                    map.serialize_entry(key, value)?;
                }
                map.end()
            }
        }
    }
}

impl From<bool> for Value {
    fn from(truth: bool) -> Self {
        Self::Bool(truth)
    }
}

impl From<f64> for Value {
    fn from(number: f64) -> Self {
        Self::Number(number)
    }
}

impl From<&str> for Value {
    fn from(text: &str) -> Self {
        Self::Text(text.into())
    }
}

impl From<String> for Value {
    fn from(text: String) -> Self {
        Self::Text(text.into())
    }
}

impl From<Vec<Value>> for Value {
    fn from(items: Vec<Value>) -> Self {
        Self::List(items.into())
    }
}

impl From<Object> for Value {
    fn from(object: Object) -> Self {
        Self::Object(Arc::new(object))
    }
}

/// Members in the order they were given. All objects that one formula makes share their keys.
#[derive(Debug, Clone)]
pub struct Object {
    keys: Arc<[Arc<str>]>,
    values: Box<[Value]>,
}

impl Object {
    /// The two have the same length, and no key is there twice.
    pub(super) fn shaped(keys: Arc<[Arc<str>]>, values: Box<[Value]>) -> Self {
        debug_assert_eq!(keys.len(), values.len());
        Self { keys, values }
    }

    #[must_use]
    pub fn get(&self, key: &str) -> Option<&Value> {
        let at = self.keys.iter().position(|known| &**known == key)?;
        self.values.get(at)
    }

    pub fn iter(&self) -> impl Iterator<Item = (&str, &Value)> {
        self.entries().map(|(key, value)| (&**key, value))
    }

    #[must_use]
    pub fn len(&self) -> usize {
        self.keys.len()
    }

    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.keys.is_empty()
    }

    pub(super) fn entries(&self) -> impl Iterator<Item = (&Arc<str>, &Value)> {
        self.keys.iter().zip(&self.values)
    }

    /// What is seen from outside: a member that is `undefined` is as good as absent.
    fn written(&self) -> impl Iterator<Item = (&str, &Value)> {
        self.iter().filter(|(_, value)| !value.is_undefined())
    }
}

/// A key that comes again keeps its place and takes the later value.
impl FromIterator<(Arc<str>, Value)> for Object {
    fn from_iter<I: IntoIterator<Item = (Arc<str>, Value)>>(members: I) -> Self {
        let mut places: FxHashMap<Arc<str>, usize> = FxHashMap::default();
        let mut keys: Vec<Arc<str>> = Vec::new();
        let mut values: Vec<Value> = Vec::new();
        for (key, value) in members {
            match places.entry(key) {
                Entry::Occupied(place) => values[*place.get()] = value,
                Entry::Vacant(place) => {
                    keys.push(Arc::clone(place.key()));
                    place.insert(values.len());
                    values.push(value);
                }
            }
        }
        Self { keys: keys.into(), values: values.into() }
    }
}

/// The order of members does not matter, nor does a member that is `undefined`.
impl PartialEq for Object {
    fn eq(&self, other: &Self) -> bool {
        if Arc::ptr_eq(&self.keys, &other.keys) {
            return self.values == other.values;
        }
        self.written().count() == other.written().count()
            && self.written().all(|(key, value)| other.get(key) == Some(value))
    }
}

impl Eq for Object {}
