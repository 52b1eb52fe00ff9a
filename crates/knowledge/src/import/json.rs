//! JSON, event by event, from a file of any size and depth: nothing here recurses, and what is kept of a
//! string or a value has a limit. `serde_json` alone would take a whole file into memory and give up at the
//! first wrong byte, with everything before it.

use std::io::BufRead;

use serde_json::{Map, Number, Value};

/// Open arrays and objects, one byte each.
const DEPTH_MAX: usize = 100_000;
/// Within one value that is taken whole. Dropping a [`Value`] recurses.
const VALUE_DEPTH_MAX: usize = 32;
const NUMBER_BYTES_MAX: usize = 64;

#[derive(Debug, PartialEq)]
pub(crate) enum Event {
    BeginObject,
    BeginArray,
    End,
    Key(String),
    /// A string, a number, a truth value or null.
    Scalar(Value),
}

/// Where the text stops being JSON, and how.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct JsonError {
    pub(crate) line: u64,
    pub(crate) why: String,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Open {
    Object,
    Array,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Expected {
    Value,
    ValueOrEnd,
    Key,
    KeyOrEnd,
    CommaOrEnd,
    Nothing,
}

/// A value that is larger than was allowed is read over.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct TooLarge;

#[derive(Debug)]
pub(crate) struct JsonReader<R> {
    input: R,
    open: Vec<Open>,
    expected: Expected,
    line: u64,
    bytes: u64,
    string_bytes_max: usize,
    /// Was a string longer than that, since it was last asked?
    cut: bool,
}

impl<R: BufRead> JsonReader<R> {
    /// Of longer strings only the beginning is kept.
    pub(crate) fn new(input: R, string_bytes_max: usize) -> Self {
        Self {
            input,
            open: Vec::new(),
            expected: Expected::Value,
            line: 1,
            bytes: 0,
            string_bytes_max,
            cut: false,
        }
    }

    pub(crate) fn line(&self) -> u64 {
        self.line
    }

    /// How many arrays and objects are open.
    pub(crate) fn depth(&self) -> usize {
        self.open.len()
    }

    /// None at the end.
    pub(crate) fn next(&mut self) -> Result<Option<Event>, JsonError> {
        loop {
            if self.expected == Expected::Nothing {
                return Ok(None);
            }
            let Some(byte) = self.after_space()? else {
                return Err(self.error("it ends in the middle"));
            };
            match (self.expected, byte) {
                (Expected::CommaOrEnd, b',') => {
                    self.consume();
                    self.expected = match self.open.last() {
                        Some(Open::Object) => Expected::Key,
                        _ => Expected::Value,
                    };
                }
                (Expected::CommaOrEnd | Expected::KeyOrEnd, b'}')
                    if self.open.last() == Some(&Open::Object) =>
                {
                    return Ok(Some(self.end()));
                }
                (Expected::CommaOrEnd | Expected::ValueOrEnd, b']')
                    if self.open.last() == Some(&Open::Array) =>
                {
                    return Ok(Some(self.end()));
                }
                (Expected::Key | Expected::KeyOrEnd, b'"') => {
                    let key = self.string()?;
                    if self.after_space()? != Some(b':') {
                        return Err(self.error("a colon is missing"));
                    }
                    self.consume();
                    self.expected = Expected::Value;
                    return Ok(Some(Event::Key(key)));
                }
                (Expected::Value | Expected::ValueOrEnd, _) => {
                    return self.value_begins(byte).map(Some);
                }
                _ => return Err(self.unexpected(byte)),
            }
        }
    }

    fn end(&mut self) -> Event {
        self.consume();
        self.open.pop();
        self.expect_next();
        Event::End
    }

    fn expect_next(&mut self) {
        self.expected = if self.open.is_empty() { Expected::Nothing } else { Expected::CommaOrEnd };
    }

    fn value_begins(&mut self, byte: u8) -> Result<Event, JsonError> {
        let (open, expected, event) = match byte {
            b'{' => (Open::Object, Expected::KeyOrEnd, Event::BeginObject),
            b'[' => (Open::Array, Expected::ValueOrEnd, Event::BeginArray),
            _ => {
                let value = match byte {
                    b'"' => Value::String(self.string()?),
                    b'-' | b'0'..=b'9' => self.number()?,
                    b't' => self.word("true", Value::Bool(true))?,
                    b'f' => self.word("false", Value::Bool(false))?,
                    b'n' => self.word("null", Value::Null)?,
                    _ => return Err(self.unexpected(byte)),
                };
                self.expect_next();
                return Ok(Event::Scalar(value));
            }
        };
        self.consume();
        if self.open.len() >= DEPTH_MAX {
            return Err(self.error("it is nested too deeply"));
        }
        self.open.push(open);
        self.expected = expected;
        Ok(event)
    }

    /// Reads on until only so many arrays and objects are open.
    pub(crate) fn skip_to_depth(&mut self, depth: usize) -> Result<(), JsonError> {
        while self.open.len() > depth {
            if self.next()?.is_none() {
                break;
            }
        }
        Ok(())
    }

    /// The next value as a whole, or the one that has begun with `begun`. What is nested too deeply in it is null.
    pub(crate) fn value(
        &mut self,
        begun: Event,
        bytes_max: u64,
    ) -> Result<Result<Value, TooLarge>, JsonError> {
        let object = match begun {
            Event::Scalar(value) => return Ok(Ok(value)),
            Event::BeginObject => true,
            Event::BeginArray => false,
            Event::End | Event::Key(_) => return Ok(Ok(Value::Null)),
        };
        let outside = self.open.len().saturating_sub(1);
        let limit = self.bytes.saturating_add(bytes_max);
        self.cut = false;
        let empty =
            |object| if object { Value::Object(Map::new()) } else { Value::Array(Vec::new()) };
        // Each open container, and the key under which the next value of an object belongs.
        let mut building: Vec<(Value, String)> = vec![(empty(object), String::new())];
        loop {
            let event = self.next()?;
            if self.bytes > limit || self.cut {
                self.skip_to_depth(outside)?;
                return Ok(Err(TooLarge));
            }
            let complete = match event {
                None => return Ok(Ok(Value::Null)),
                Some(Event::Key(key)) => {
                    if let Some((_, next_key)) = building.last_mut() {
                        *next_key = key;
                    }
                    continue;
                }
                Some(Event::Scalar(value)) => value,
                Some(begin @ (Event::BeginObject | Event::BeginArray)) => {
                    if building.len() < VALUE_DEPTH_MAX {
                        building.push((empty(begin == Event::BeginObject), String::new()));
                        continue;
                    }
                    let depth = self.open.len().saturating_sub(1);
                    self.skip_to_depth(depth)?;
                    Value::Null
                }
                Some(Event::End) => match building.pop() {
                    Some((value, _)) if building.is_empty() => return Ok(Ok(value)),
                    Some((value, _)) => value,
                    None => return Ok(Ok(Value::Null)),
                },
            };
            match building.last_mut() {
                Some((Value::Object(fields), key)) => {
                    fields.insert(std::mem::take(key), complete);
                }
                Some((Value::Array(items), _)) => items.push(complete),
                _ => {}
            }
        }
    }

    fn string(&mut self) -> Result<String, JsonError> {
        self.consume();
        let mut text: Vec<u8> = Vec::new();
        loop {
            let line = self.line;
            let failed = |error: std::io::Error| JsonError { line, why: error.to_string() };
            let buffer = self.input.fill_buf().map_err(failed)?;
            if buffer.is_empty() {
                return Err(self.error("a string is never closed"));
            }
            let end = buffer.iter().position(|byte| matches!(byte, b'"' | b'\\'));
            let plain = &buffer[..end.unwrap_or(buffer.len())];
            let kept = plain.len().min(self.string_bytes_max.saturating_sub(text.len()));
            text.extend_from_slice(&plain[..kept]);
            self.cut |= kept < plain.len();
            let count = plain.len();
            let is_closed = end.is_some_and(|end| buffer[end] == b'"');
            self.input.consume(count);
            self.bytes += count as u64;
            if end.is_none() {
                continue;
            }
            self.consume();
            if is_closed {
                break;
            }
            let escaped = self.escaped()?;
            let mut bytes = [0; 4];
            let bytes = escaped.encode_utf8(&mut bytes).as_bytes();
            if text.len() + bytes.len() <= self.string_bytes_max {
                text.extend_from_slice(bytes);
            } else {
                self.cut = true;
            }
        }
        // The input is UTF-8, but the limit may have cut a character in two.
        Ok(String::from_utf8(text).unwrap_or_else(|error| {
            let valid = error.utf8_error().valid_up_to();
            String::from_utf8_lossy(&error.as_bytes()[..valid]).into_owned()
        }))
    }

    fn escaped(&mut self) -> Result<char, JsonError> {
        let Some(byte) = self.peek()? else {
            return Err(self.error("a string is never closed"));
        };
        self.consume();
        Ok(match byte {
            b'n' => '\n',
            b't' => '\t',
            b'r' => '\r',
            b'b' => '\u{8}',
            b'f' => '\u{c}',
            b'u' => {
                let first = self.hex4()?;
                if (0xD800..0xDC00).contains(&first) {
                    self.low_surrogate(first)?
                } else {
                    char::from_u32(first).unwrap_or('\u{FFFD}')
                }
            }
            b'"' | b'\\' | b'/' => char::from(byte),
            _ => return Err(self.error("a string has an unknown escape")),
        })
    }

    fn low_surrogate(&mut self, first: u32) -> Result<char, JsonError> {
        if self.peek()? != Some(b'\\') {
            return Ok('\u{FFFD}');
        }
        self.consume();
        if self.peek()? != Some(b'u') {
            // The escape after a lone surrogate counts for itself, except that it takes the surrogate's place.
            return self.escaped();
        }
        self.consume();
        let second = self.hex4()?;
        let joined = 0x10000 + ((first - 0xD800) << 10) + second.wrapping_sub(0xDC00);
        let paired = (0xDC00..0xE000).contains(&second).then(|| char::from_u32(joined)).flatten();
        Ok(paired.unwrap_or('\u{FFFD}'))
    }

    fn hex4(&mut self) -> Result<u32, JsonError> {
        let mut number = 0;
        for _ in 0..4 {
            let digit = self.peek()?.and_then(|byte| char::from(byte).to_digit(16));
            let Some(digit) = digit else { return Err(self.error("a string has a broken escape")) };
            self.consume();
            number = number * 16 + digit;
        }
        Ok(number)
    }

    fn number(&mut self) -> Result<Value, JsonError> {
        let mut text = String::new();
        while let Some(byte @ (b'0'..=b'9' | b'+' | b'-' | b'.' | b'e' | b'E')) = self.peek()? {
            self.consume();
            if text.len() < NUMBER_BYTES_MAX {
                text.push(char::from(byte));
            }
        }
        if let Ok(number) = text.parse::<i64>() {
            return Ok(Value::Number(number.into()));
        }
        let number = text.parse::<f64>().map_err(|_| self.error("a number is broken"))?;
        Ok(Number::from_f64(number).map_or(Value::Null, Value::Number))
    }

    fn word(&mut self, word: &str, value: Value) -> Result<Value, JsonError> {
        for expected in word.bytes() {
            if self.peek()? != Some(expected) {
                return Err(self.error("a word is none of true, false and null"));
            }
            self.consume();
        }
        Ok(value)
    }

    fn after_space(&mut self) -> Result<Option<u8>, JsonError> {
        while let Some(byte @ (b' ' | b'\t' | b'\r' | b'\n')) = self.peek()? {
            self.line += u64::from(byte == b'\n');
            self.consume();
        }
        self.peek()
    }

    fn peek(&mut self) -> Result<Option<u8>, JsonError> {
        match self.input.fill_buf() {
            Ok(buffer) => Ok(buffer.first().copied()),
            Err(error) => Err(JsonError { line: self.line, why: error.to_string() }),
        }
    }

    fn consume(&mut self) {
        self.input.consume(1);
        self.bytes += 1;
    }

    fn unexpected(&self, byte: u8) -> JsonError {
        self.error(&format!("“{}” is not expected there", char::from(byte).escape_default()))
    }

    fn error(&self, why: &str) -> JsonError {
        JsonError { line: self.line, why: format!("The JSON is broken: {why}") }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn whole(text: &str) -> Result<Value, JsonError> {
        let mut reader = JsonReader::new(text.as_bytes(), 1 << 20);
        let begun = reader.next()?.expect("a value begins");
        let value = reader.value(begun, 1 << 20)?.expect("it is small");
        assert_eq!(reader.next()?, None);
        Ok(value)
    }

    #[test]
    fn every_kind_of_value_is_read() {
        let text =
            r#" {"a":[1,-2.5,true,false,null,{}],"b":"x\n\u00fc\ud83e\udd80\/\"","c":{"d":[[]]}} "#;
        assert_eq!(whole(text).unwrap(), serde_json::from_str::<Value>(text).unwrap());
        assert_eq!(whole(r#""\ud83e!\udd80""#).unwrap(), Value::from("\u{FFFD}!\u{FFFD}"));
    }

    #[test]
    fn what_is_broken_is_told_with_its_line() {
        for (text, line) in [
            ("{\n\"a\":\n}", 3),
            ("[1,]", 1),
            ("[1\n2]", 2),
            ("{\"a\" 1}", 1),
            ("[\"\\x\"]", 1),
            ("[tru]", 1),
            ("[1}", 1),
            ("[\"never closed", 1),
            ("[", 1),
            ("[1e]", 1),
        ] {
            assert_eq!(whole(text).unwrap_err().line, line, "{text}");
        }
    }

    #[test]
    fn depth_and_size_have_limits_and_no_recursion() {
        let deep = format!("{}{}", "[".repeat(90_000), "]".repeat(90_000));
        assert!(whole(&deep).is_ok());
        assert!(whole(&"[".repeat(200_000)).unwrap_err().why.contains("too deeply"));
        let mut reader = JsonReader::new(&b"[[\"0123456789\"],7]"[..], 1 << 20);
        reader.next().unwrap();
        let begun = reader.next().unwrap().unwrap();
        assert_eq!(reader.value(begun, 5).unwrap(), Err(TooLarge));
        assert_eq!(reader.next().unwrap(), Some(Event::Scalar(Value::from(7))));
        let mut reader = JsonReader::new("\"üüü\"".as_bytes(), 5);
        assert_eq!(reader.next().unwrap(), Some(Event::Scalar(Value::from("üü"))));
    }

    proptest! {
        #[test]
        fn any_text_comes_to_an_end(text in r#"[\[\]{}:,"\\a-fu0-9tn. \n-]{0,80}"#) {
            let mut reader = JsonReader::new(text.as_bytes(), 16);
            let mut events = 0;
            while let Ok(Some(_)) = reader.next() {
                events += 1;
                prop_assert!(events <= text.len());
            }
        }
    }
}
