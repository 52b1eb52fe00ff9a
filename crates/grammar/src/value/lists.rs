//! What lists can do.

use std::sync::Arc;

use super::data::{VALUE_BYTES_MAX, VALUE_PARTS_MAX, Value};
use super::text;

/// The items as texts with something between them, what is missing as nothing; `None` where that
/// becomes too large.
pub(super) fn joined(items: &[Value], between: &str) -> Option<Arc<str>> {
    let mut result = String::new();
    for (at, item) in items.iter().enumerate() {
        if at > 0 {
            result.push_str(between);
        }
        if !item.is_undefined() {
            result.push_str(&item.spoken()?);
        }
        if result.len() > VALUE_BYTES_MAX {
            return None;
        }
    }
    Some(result.into())
}

pub(super) fn between(items: &[Value], start: f64, end: Option<f64>) -> Value {
    let start = text::relative(start, items.len());
    let end = end.map_or(items.len(), |end| text::relative(end, items.len()));
    items.get(start..end).unwrap_or_default().to_vec().into()
}

/// Where an item is found first, at `from` or behind it.
pub(super) fn index_of(items: &[Value], wanted: &Value, from: f64) -> Option<usize> {
    let from = text::relative(from, items.len());
    items.iter().skip(from).position(|item| item.same(wanted)).map(|at| from + at)
}

/// Where an item is found last, at `from` or before it.
pub(super) fn last_index_of(items: &[Value], wanted: &Value, from: Option<f64>) -> Option<usize> {
    let last = match from {
        None => items.len().checked_sub(1)?,
        Some(from) => {
            let from = super::number::count(from);
            let from = if from < 0.0 { from + items.len() as f64 } else { from };
            if from < 0.0 {
                return None;
            }
            text::clamped(from, items.len().checked_sub(1)?)
        }
    };
    items[..=last].iter().rposition(|item| item.same(wanted))
}

/// The items with more behind them: a list gives its own items, all else is one. Too many are
/// `undefined`.
pub(super) fn with(items: &[Value], more: &[Value]) -> Value {
    let mut result = items.to_vec();
    for value in more {
        match value {
            Value::List(inner) => result.extend_from_slice(inner),
            single => result.push(single.clone()),
        }
        if result.len() > VALUE_PARTS_MAX {
            return Value::Undefined;
        }
    }
    result.into()
}
