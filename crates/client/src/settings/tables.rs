//! Tables of the config file, read with serde. Mistakes in them know their place.

use std::collections::BTreeMap;

use serde::de::{self, DeserializeOwned, Visitor};
use toml::Spanned;
use toml::de::{DeTable, DeValue, ValueDeserializer};

use super::config_file::Mistakes;

/// How a kind of table is written, and what it is read into.
pub(super) trait Shape: Default {
    fn header(name: &str) -> String;

    /// The names that may stand in one table.
    fn fields() -> Option<&'static [&'static str]>;

    /// From the value at `name`. What cannot be read is left out, and told as a mistake.
    fn read(name: &str, value: &Spanned<DeValue<'_>>, mistakes: &mut Mistakes<'_>) -> Self;
}

/// `[[name]]`, in the order of the file.
impl<T: DeserializeOwned> Shape for Vec<T> {
    fn header(name: &str) -> String {
        format!("[[{name}]]")
    }

    fn fields() -> Option<&'static [&'static str]> {
        fields_of::<T>()
    }

    fn read(name: &str, value: &Spanned<DeValue<'_>>, mistakes: &mut Mistakes<'_>) -> Self {
        let DeValue::Array(entries) = value.get_ref() else {
            mistakes.add(value.span(), format!("`{name}` must be tables, written as `[[{name}]]`"));
            return Self::new();
        };
        entries.iter().filter_map(|entry| read_entry(entry, mistakes)).collect()
    }
}

/// `[name.KEY]`, by their keys.
impl<T: DeserializeOwned> Shape for BTreeMap<String, T> {
    fn header(name: &str) -> String {
        format!("[{name}.NAME]")
    }

    fn fields() -> Option<&'static [&'static str]> {
        fields_of::<T>()
    }

    fn read(name: &str, value: &Spanned<DeValue<'_>>, mistakes: &mut Mistakes<'_>) -> Self {
        let DeValue::Table(entries) = value.get_ref() else {
            let what = format!("`{name}` must be tables with a name, written as `[{name}.NAME]`");
            mistakes.add(value.span(), what);
            return Self::new();
        };
        let entry = |(key, entry): (&Spanned<_>, &Spanned<DeValue<'_>>)| {
            let key: &toml::de::DeString<'_> = key.get_ref();
            Some((key.as_ref().to_owned(), read_entry(entry, mistakes)?))
        };
        entries.iter().filter_map(entry).collect()
    }
}

fn read_entry<T: DeserializeOwned>(
    entry: &Spanned<DeValue<'_>>,
    mistakes: &mut Mistakes<'_>,
) -> Option<T> {
    if let (DeValue::Table(table), Some(fields)) = (entry.get_ref(), fields_of::<T>())
        && has_unknown(table, fields, mistakes)
    {
        return None;
    }
    match T::deserialize(ValueDeserializer::from(entry.clone())) {
        Ok(read) => Some(read),
        Err(error) => {
            let place = error.span().filter(|span| !span.is_empty());
            mistakes.add(place.unwrap_or_else(|| entry.span()), error.message().to_owned());
            None
        }
    }
}

fn has_unknown(table: &DeTable<'_>, fields: &[&str], mistakes: &mut Mistakes<'_>) -> bool {
    let unknown = table.keys().filter(|key| !fields.contains(&key.get_ref().as_ref()));
    let unknown: Vec<_> = unknown.collect();
    for key in &unknown {
        mistakes.unknown_name(key, fields, &format!("it may have {}", fields.join(", ")));
    }
    !unknown.is_empty()
}

/// The field names that a struct asks serde for. `None` for what is not a struct.
fn fields_of<T: DeserializeOwned>() -> Option<&'static [&'static str]> {
    let mut fields = None;
    // It never gives a value: it only listens to what is asked for.
    let _ = T::deserialize(FieldNames(&mut fields));
    fields
}

struct FieldNames<'a>(&'a mut Option<&'static [&'static str]>);

impl<'de> de::Deserializer<'de> for FieldNames<'_> {
    type Error = de::value::Error;

    fn deserialize_any<V: Visitor<'de>>(self, _: V) -> Result<V::Value, Self::Error> {
        Err(de::Error::custom("there is nothing to read"))
    }

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Self::Error> {
        *self.0 = Some(fields);
        self.deserialize_any(visitor)
    }

    serde::forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf option unit
        unit_struct newtype_struct seq tuple tuple_struct map enum identifier ignored_any
    }
}
