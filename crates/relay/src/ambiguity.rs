//! Parameters must mean the same to the gate and to Chrome. JSON lets an object name a key twice, and
//! parsers differ in which one counts: the gate could judge one address and Chrome go to the other. A
//! command with such parameters is refused.

use std::borrow::Cow;
use std::collections::HashSet;
use std::fmt;

use serde::Deserialize;
use serde::de::{Deserializer, Error as _, MapAccess, SeqAccess, Visitor};
use serde_json::value::RawValue;

/// Deeper than any command of CDP. Each level is read again for those inside it.
const DEPTH_MAX: usize = 32;

/// Why parameters could be read in more than one way, in words for the client.
pub(crate) fn ambiguity(params: &RawValue) -> Option<String> {
    check(params.get(), DEPTH_MAX).err().map(|error| error.to_string())
}

fn check(json: &str, depth: usize) -> serde_json::Result<()> {
    match json.as_bytes().first() {
        Some(b'{' | b'[') if depth == 0 => {
            Err(serde_json::Error::custom("the parameters are nested too deeply"))
        }
        Some(b'{') => {
            let Members(values) = serde_json::from_str(json)?;
            values.into_iter().try_for_each(|value| check(value.get(), depth - 1))
        }
        Some(b'[') => {
            let Elements(values) = serde_json::from_str(json)?;
            values.into_iter().try_for_each(|value| check(value.get(), depth - 1))
        }
        _ => Ok(()),
    }
}

/// The values of an object that names each of its keys once. Those without keys inside are left out.
struct Members<'a>(Vec<&'a RawValue>);

/// Those elements of a list that may have keys inside.
struct Elements<'a>(Vec<&'a RawValue>);

#[derive(Deserialize, PartialEq, Eq, Hash)]
struct Key<'a>(#[serde(borrow)] Cow<'a, str>);

fn may_have_keys(value: &RawValue) -> bool {
    value.get().starts_with(['{', '['])
}

impl<'de> Deserialize<'de> for Members<'de> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Walk;
        impl<'de> Visitor<'de> for Walk {
            type Value = Members<'de>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
                let (mut keys, mut values) = (HashSet::new(), Vec::new());
                while let Some((key, value)) = map.next_entry::<Key<'de>, &'de RawValue>()? {
                    if keys.contains(&key) {
                        let twice = format!("the parameters name `{}` twice", key.0);
                        return Err(A::Error::custom(twice));
                    }
                    keys.insert(key);
                    if may_have_keys(value) {
                        values.push(value);
                    }
                }
                Ok(Members(values))
            }
        }
        deserializer.deserialize_map(Walk)
    }
}

impl<'de> Deserialize<'de> for Elements<'de> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Walk;
        impl<'de> Visitor<'de> for Walk {
            type Value = Elements<'de>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a list")
            }

            fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Self::Value, A::Error> {
                let mut values = Vec::new();
                while let Some(value) = list.next_element::<&'de RawValue>()? {
                    if may_have_keys(value) {
                        values.push(value);
                    }
                }
                Ok(Elements(values))
            }
        }
        deserializer.deserialize_seq(Walk)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn why(json: &str) -> Option<String> {
        ambiguity(&RawValue::from_string(json.to_owned()).expect("JSON"))
    }

    #[test]
    fn a_key_that_is_named_twice_is_found_however_it_is_written() {
        for json in [
            r#"{"url":"https://a/","url":"https://b/"}"#,
            r#"{"url":"https://a/","x":1,"\u0075rl":"https://b/"}"#,
            r#"{"a":{"url":1,"url":2}}"#,
            r#"{"a":[0,[{"url":1,"url":2}]]}"#,
            r#"{"":1,"":2}"#,
            " { \"url\" : 1 , \"url\" : 1 } ".trim(),
        ] {
            let why = why(json).unwrap_or_else(|| panic!("{json}"));
            assert!(why.contains("twice"), "{json}: {why}");
        }
    }

    #[test]
    fn what_can_be_read_in_one_way_only_passes() {
        for json in [
            "{}",
            "[]",
            "7",
            r#""{\"url\":1,\"url\":2}""#,
            r#"{"url":"{\"url\":1,\"url\":2}","Url":1}"#,
            r#"{"a":{"url":1},"b":{"url":2},"c":[{"url":3},{"url":4}]}"#,
            r#"{"text":"\ud83d lone"}"#,
            r#"{"big":1e400,"small":-0.0,"long":123456789012345678901234567890}"#,
        ] {
            assert_eq!(why(json), None, "{json}");
        }
    }

    #[test]
    fn what_is_nested_without_end_is_refused_in_time() {
        let deep = "[".repeat(200_000) + &"]".repeat(200_000);
        assert!(why(&deep).is_some_and(|why| why.contains("deeply")));
        let objects = r#"{"a":"#.repeat(100) + "1" + &"}".repeat(100);
        assert!(why(&objects).is_some_and(|why| why.contains("deeply")));
    }
}
