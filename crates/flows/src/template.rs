//! Texts with parameters in them, as fingerprints and addresses hold them: `${query} lamp`. What looks like one
//! and is none is written `$${`.

use std::collections::BTreeMap;

use serde::{Serialize, Serializer};
use tabwright_wire::flows::Fingerprint;

/// Values of parameters, by name.
pub type Values = BTreeMap<String, String>;

/// A text in which the values of parameters stand.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Text(pub Vec<Piece>);

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Piece {
    Words(String),
    Parameter(String),
    /// As it stands in an address: `%20` for a blank.
    Encoded(String),
}

#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("there is no value for the parameter `{0}`; give it as `{0}=…`")]
pub struct NoValue(pub String);

impl Text {
    #[must_use]
    pub fn words(words: impl Into<String>) -> Self {
        Self(vec![Piece::Words(words.into())])
    }

    #[must_use]
    pub fn parameter(name: impl Into<String>) -> Self {
        Self(vec![Piece::Parameter(name.into())])
    }

    /// Reads `${name}`; what is no such mark is words.
    #[must_use]
    pub fn read(marked: &str) -> Self {
        let (mut pieces, mut words, mut rest) = (Vec::new(), String::new(), marked);
        while let Some(at) = rest.find("${") {
            let before = &rest[..at];
            let after = &rest[at + 2..];
            if let Some(escaped) = before.strip_suffix('$') {
                words.push_str(escaped);
                words.push_str("${");
                rest = after;
            } else if let Some((name, behind)) =
                after.split_once('}').filter(|(name, _)| is_name(name))
            {
                words.push_str(before);
                if !words.is_empty() {
                    pieces.push(Piece::Words(std::mem::take(&mut words)));
                }
                pieces.push(Piece::Parameter(name.to_owned()));
                rest = behind;
            } else {
                words.push_str(&rest[..at + 2]);
                rest = after;
            }
        }
        words.push_str(rest);
        if !words.is_empty() {
            pieces.push(Piece::Words(words));
        }
        Self(pieces)
    }

    /// As [`Text::read`] reads it.
    #[must_use]
    pub fn marked(&self) -> String {
        let mark = |piece: &Piece| match piece {
            Piece::Words(words) => words.replace("${", "$${"),
            Piece::Parameter(name) | Piece::Encoded(name) => format!("${{{name}}}"),
        };
        self.0.iter().map(mark).collect()
    }

    pub fn fill(&self, values: &Values) -> Result<String, NoValue> {
        let mut filled = String::new();
        for piece in &self.0 {
            let value = |name: &String| values.get(name).ok_or_else(|| NoValue(name.clone()));
            match piece {
                Piece::Words(words) => filled.push_str(words),
                Piece::Parameter(name) => filled.push_str(value(name)?),
                Piece::Encoded(name) => filled.push_str(&encode(value(name)?)),
            }
        }
        Ok(filled)
    }

    pub fn parameters(&self) -> impl Iterator<Item = &str> {
        self.0.iter().filter_map(|piece| match piece {
            Piece::Words(_) => None,
            Piece::Parameter(name) | Piece::Encoded(name) => Some(name.as_str()),
        })
    }

    /// Its words, where it has nothing else.
    #[must_use]
    pub fn as_words(&self) -> Option<&str> {
        match self.0.as_slice() {
            [] => Some(""),
            [Piece::Words(words)] => Some(words),
            _ => None,
        }
    }
}

impl Serialize for Text {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&self.marked())
    }
}

/// A name that a script can write behind `params.`.
#[must_use]
pub fn is_name(name: &str) -> bool {
    name.len() <= NAME_BYTES_MAX
        && name.starts_with(|first: char| first.is_ascii_alphabetic() || first == '_')
        && name.bytes().all(|it| it.is_ascii_alphanumeric() || it == b'_')
}

const NAME_BYTES_MAX: usize = 60;

/// As `encodeURIComponent` does.
pub(crate) fn encode(text: &str) -> String {
    let mut encoded = String::new();
    for byte in text.bytes() {
        if byte.is_ascii_alphanumeric() || b"-_.!~*'()".contains(&byte) {
            encoded.push(char::from(byte));
        } else {
            encoded.push_str(&format!("%{byte:02X}"));
        }
    }
    encoded
}

/// What of a fingerprint may hold parameters.
pub(crate) fn texts_mut(fingerprint: &mut Fingerprint) -> impl Iterator<Item = &mut String> {
    let Fingerprint { name, label, text, attributes, item, neighbours, heading, landmark, .. } =
        fingerprint;
    [name]
        .into_iter()
        .chain(label.as_mut())
        .chain(text.as_mut())
        .chain(heading.as_mut())
        .chain(landmark.as_mut())
        .chain(item.as_mut().map(|item| &mut item.text))
        .chain(attributes.iter_mut().map(|attribute| &mut attribute.value))
        .chain(neighbours.iter_mut())
}

/// The fingerprint to look for when the parameters have these values.
pub fn put_in(fingerprint: &Fingerprint, values: &Values) -> Result<Fingerprint, NoValue> {
    let mut filled = fingerprint.clone();
    for text in texts_mut(&mut filled) {
        *text = Text::read(text).fill(values)?;
    }
    Ok(filled)
}

/// The parameters that a fingerprint names.
#[must_use]
pub fn parameters_of(fingerprint: &Fingerprint) -> Vec<String> {
    let mut copy = fingerprint.clone();
    let mut names: Vec<String> = Vec::new();
    for text in texts_mut(&mut copy) {
        names.extend(Text::read(text).parameters().map(str::to_owned));
    }
    names.sort_unstable();
    names.dedup();
    names
}

/// Marks a recorded fingerprint as holding no parameters: what looks like one was there on the page.
pub(crate) fn escape(fingerprint: &mut Fingerprint) {
    for text in texts_mut(fingerprint) {
        if text.contains("${") {
            *text = text.replace("${", "$${");
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn marks_are_read_and_everything_else_is_words() {
        for (marked, pieces) in [
            ("${query} lamp", vec![Piece::Parameter("query".into()), Piece::Words(" lamp".into())]),
            ("costs $${x}", vec![Piece::Words("costs ${x}".into())]),
            ("${not a name} ${", vec![Piece::Words("${not a name} ${".into())]),
            ("", vec![]),
        ] {
            assert_eq!(Text::read(marked), Text(pieces), "{marked}");
        }
    }

    #[test]
    fn values_are_put_into_all_texts_of_a_fingerprint() {
        let mut lamp = Fingerprint { name: "${query} lamp $${x}".into(), ..Fingerprint::default() };
        lamp.neighbours = vec!["${size}".into()];
        assert_eq!(parameters_of(&lamp), ["query", "size"]);
        let values = Values::from([("query".into(), "Blue".into()), ("size".into(), "l".into())]);
        let filled = put_in(&lamp, &values).unwrap();
        assert_eq!((filled.name.as_str(), filled.neighbours[0].as_str()), ("Blue lamp ${x}", "l"));
        assert_eq!(put_in(&lamp, &Values::new()), Err(NoValue("query".into())));
    }

    #[test]
    fn an_address_gets_values_encoded() {
        let url = Text(vec![Piece::Words("/s?q=".into()), Piece::Encoded("q".into())]);
        let values = Values::from([("q".into(), "café au lait/1".into())]);
        assert_eq!(url.fill(&values).unwrap(), "/s?q=caf%C3%A9%20au%20lait%2F1");
    }

    proptest! {
        #[test]
        fn what_is_escaped_comes_back_as_it_was(name in "[${}a-z]{0,12}") {
            let mut fingerprint = Fingerprint { name: name.clone(), ..Fingerprint::default() };
            escape(&mut fingerprint);
            prop_assert_eq!(put_in(&fingerprint, &Values::new()).unwrap().name, name);
        }
    }
}
