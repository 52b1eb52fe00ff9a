//! HTML as a stream of tags and text: enough to read bookmark files and the heads of saved pages, from files
//! of any size. What is in the tags follows the rules of HTML; what may stand in what does not matter here.

use std::io::{self, BufRead};

const NAME_BYTES_MAX: usize = 64;
/// Longer than any address; pictures in attributes are cut.
const VALUE_BYTES_MAX: usize = 16 * 1024;
const ATTRIBUTES_MAX: usize = 64;
const TEXT_BYTES_MAX: usize = 256 * 1024;
/// Their content is no markup.
const RAW_TEXT: &[&str] = &["script", "style", "title", "textarea", "xmp", "noscript"];

#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Token {
    Open(Tag),
    Close(String),
    /// With its character references resolved.
    Text(String),
    Comment(String),
}

#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Tag {
    /// In lower case, as are the names of attributes.
    pub(crate) name: String,
    attributes: Vec<(String, String)>,
}

impl Tag {
    pub(crate) fn attribute(&self, name: &str) -> Option<&str> {
        self.attributes.iter().find(|(key, _)| key == name).map(|(_, value)| value.as_str())
    }
}

#[derive(Debug)]
pub(crate) struct Markup<R> {
    input: R,
    line: u64,
    bytes: u64,
    /// The element whose content is raw text, just opened.
    raw_text: Option<String>,
    /// A token that was found while another was being read.
    pending: Option<Token>,
}

impl<R: BufRead> Markup<R> {
    pub(crate) fn new(input: R) -> Self {
        Self { input, line: 1, bytes: 0, raw_text: None, pending: None }
    }

    pub(crate) fn line(&self) -> u64 {
        self.line
    }

    pub(crate) fn bytes(&self) -> u64 {
        self.bytes
    }

    /// None at the end.
    pub(crate) fn next(&mut self) -> io::Result<Option<Token>> {
        if let Some(token) = self.pending.take() {
            return Ok(Some(token));
        }
        if let Some(name) = self.raw_text.take() {
            return self.raw_text_of(&name).map(Some);
        }
        match self.peek()? {
            None => Ok(None),
            Some(b'<') => self.tag().map(Some),
            Some(_) => {
                let text = self.take_while(TEXT_BYTES_MAX, |byte| byte != b'<')?;
                Ok(Some(Token::Text(resolve(&text))))
            }
        }
    }

    fn tag(&mut self) -> io::Result<Token> {
        self.consume(b'<');
        match self.peek()? {
            Some(b'!') => {
                self.consume(b'!');
                self.comment()
            }
            Some(b'?') => Ok(Token::Comment(self.until_tag_ends()?)),
            Some(b'/') => {
                self.consume(b'/');
                let name = self.name()?;
                self.until_tag_ends()?;
                Ok(Token::Close(name))
            }
            Some(byte) if byte.is_ascii_alphabetic() => {
                let mut tag = Tag { name: self.name()?, attributes: Vec::new() };
                self.attributes(&mut tag)?;
                if RAW_TEXT.contains(&tag.name.as_str()) {
                    self.raw_text = Some(tag.name.clone());
                }
                Ok(Token::Open(tag))
            }
            // "a < b" is text.
            _ => Ok(Token::Text("<".to_owned())),
        }
    }

    /// A comment, or a declaration, which is told as one.
    fn comment(&mut self) -> io::Result<Token> {
        for _ in 0..2 {
            if self.peek()? != Some(b'-') {
                return Ok(Token::Comment(self.until_tag_ends()?));
            }
            self.consume(b'-');
        }
        let mut text: Vec<u8> = Vec::new();
        // What follows the hyphens decides whether they end the comment.
        let mut hyphens = 0;
        while let Some(byte) = self.peek()? {
            self.consume(byte);
            if byte == b'>' && hyphens >= 2 {
                text.truncate(text.len().saturating_sub(2));
                break;
            }
            hyphens = if byte == b'-' { hyphens + 1 } else { 0 };
            if text.len() < TEXT_BYTES_MAX {
                text.push(byte);
            }
        }
        Ok(Token::Comment(lossy(text)))
    }

    fn until_tag_ends(&mut self) -> io::Result<String> {
        let text = self.take_while(TEXT_BYTES_MAX, |byte| byte != b'>')?;
        self.consume_if(b'>')?;
        Ok(text)
    }

    fn name(&mut self) -> io::Result<String> {
        let ends = |byte: u8| byte.is_ascii_whitespace() || b"/>=<".contains(&byte);
        let mut name = self.take_while(NAME_BYTES_MAX, |byte| !ends(byte))?;
        name.make_ascii_lowercase();
        Ok(name)
    }

    fn attributes(&mut self, tag: &mut Tag) -> io::Result<()> {
        loop {
            self.space()?;
            match self.peek()? {
                None | Some(b'<') => return Ok(()),
                Some(b'>') => {
                    self.consume(b'>');
                    return Ok(());
                }
                Some(byte @ (b'/' | b'=')) => self.consume(byte),
                Some(_) => {
                    let name = self.name()?;
                    self.space()?;
                    let value = if self.consume_if(b'=')? { self.value()? } else { String::new() };
                    if tag.attributes.len() < ATTRIBUTES_MAX && tag.attribute(&name).is_none() {
                        tag.attributes.push((name, resolve(&value)));
                    }
                }
            }
        }
    }

    fn value(&mut self) -> io::Result<String> {
        self.space()?;
        match self.peek()? {
            Some(quote @ (b'"' | b'\'')) => {
                self.consume(quote);
                let value = self.take_while(VALUE_BYTES_MAX, |byte| byte != quote)?;
                self.consume_if(quote)?;
                Ok(value)
            }
            _ => {
                let ends = |byte: u8| byte.is_ascii_whitespace() || byte == b'>';
                self.take_while(VALUE_BYTES_MAX, |byte| !ends(byte))
            }
        }
    }

    /// Everything up to the end tag of this element.
    fn raw_text_of(&mut self, name: &str) -> io::Result<Token> {
        let mut text = String::new();
        loop {
            let piece = self.take_while(TEXT_BYTES_MAX, |byte| byte != b'<')?;
            if text.len() < TEXT_BYTES_MAX {
                text += &piece;
            }
            if !self.consume_if(b'<')? {
                break;
            }
            if !self.consume_if(b'/')? {
                if text.len() < TEXT_BYTES_MAX {
                    text.push('<');
                }
                continue;
            }
            let closed = self.name()?;
            if closed == name {
                self.until_tag_ends()?;
                self.pending = Some(Token::Close(closed));
                break;
            }
            if text.len() < TEXT_BYTES_MAX {
                text += "</";
                text += &closed;
            }
        }
        let resolved = matches!(name, "title" | "textarea");
        Ok(Token::Text(if resolved { resolve(&text) } else { text }))
    }

    fn space(&mut self) -> io::Result<()> {
        while let Some(byte) = self.peek()?
            && byte.is_ascii_whitespace()
        {
            self.consume(byte);
        }
        Ok(())
    }

    /// Reads over all such bytes, and keeps the first of them.
    fn take_while(&mut self, bytes_max: usize, wanted: impl Fn(u8) -> bool) -> io::Result<String> {
        let mut text: Vec<u8> = Vec::new();
        loop {
            let buffer = self.input.fill_buf()?;
            if buffer.is_empty() {
                break;
            }
            let end = buffer.iter().position(|byte| !wanted(*byte));
            let taken = &buffer[..end.unwrap_or(buffer.len())];
            self.line += taken.iter().filter(|byte| **byte == b'\n').count() as u64;
            let room = bytes_max.saturating_sub(text.len()).min(taken.len());
            text.extend_from_slice(&taken[..room]);
            let count = taken.len();
            self.bytes += count as u64;
            self.input.consume(count);
            if end.is_some() {
                break;
            }
        }
        Ok(lossy(text))
    }

    fn peek(&mut self) -> io::Result<Option<u8>> {
        Ok(self.input.fill_buf()?.first().copied())
    }

    fn consume(&mut self, byte: u8) {
        self.line += u64::from(byte == b'\n');
        self.bytes += 1;
        self.input.consume(1);
    }

    fn consume_if(&mut self, byte: u8) -> io::Result<bool> {
        let is = self.peek()? == Some(byte);
        if is {
            self.consume(byte);
        }
        Ok(is)
    }
}

/// The input is UTF-8; a limit may have cut a character in two.
fn lossy(bytes: Vec<u8>) -> String {
    String::from_utf8(bytes).unwrap_or_else(|error| {
        let valid = error.utf8_error().valid_up_to();
        String::from_utf8_lossy(&error.as_bytes()[..valid]).into_owned()
    })
}

/// The references that browsers write and that titles have.
const REFERENCES: &[(&str, char)] = &[
    ("amp", '&'),
    ("lt", '<'),
    ("gt", '>'),
    ("quot", '"'),
    ("apos", '\''),
    ("nbsp", '\u{a0}'),
    ("ndash", '–'),
    ("mdash", '—'),
    ("lsquo", '‘'),
    ("rsquo", '’'),
    ("ldquo", '“'),
    ("rdquo", '”'),
    ("bdquo", '„'),
    ("laquo", '«'),
    ("raquo", '»'),
    ("hellip", '…'),
    ("middot", '·'),
    ("bull", '•'),
    ("copy", '©'),
    ("reg", '®'),
    ("trade", '™'),
    ("euro", '€'),
    ("times", '×'),
    ("auml", 'ä'),
    ("ouml", 'ö'),
    ("uuml", 'ü'),
    ("Auml", 'Ä'),
    ("Ouml", 'Ö'),
    ("Uuml", 'Ü'),
    ("szlig", 'ß'),
    ("agrave", 'à'),
    ("aacute", 'á'),
    ("acirc", 'â'),
    ("ccedil", 'ç'),
    ("egrave", 'è'),
    ("eacute", 'é'),
    ("ecirc", 'ê'),
    ("iacute", 'í'),
    ("ntilde", 'ñ'),
    ("oacute", 'ó'),
    ("ocirc", 'ô'),
    ("uacute", 'ú'),
];

/// `&amp;`, `&#39;` and `&#x27;` become what they stand for; what is none stays as it is.
pub(crate) fn resolve(text: &str) -> String {
    let mut resolved = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find('&') {
        resolved += &rest[..at];
        rest = &rest[at + 1..];
        let end = rest.bytes().take(12).position(|byte| byte == b';');
        let character = end.and_then(|end| reference(&rest[..end]));
        match (character, end) {
            (Some(character), Some(end)) => {
                resolved.push(character);
                rest = &rest[end + 1..];
            }
            _ => resolved.push('&'),
        }
    }
    resolved + rest
}

fn reference(name: &str) -> Option<char> {
    if let Some(number) = name.strip_prefix('#') {
        let code = match number.strip_prefix(['x', 'X']) {
            Some(hex) => u32::from_str_radix(hex, 16).ok()?,
            None => number.parse().ok()?,
        };
        return Some(char::from_u32(code).filter(|c| *c != '\0').unwrap_or('\u{FFFD}'));
    }
    REFERENCES.iter().find(|(known, _)| *known == name).map(|(_, character)| *character)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn told(text: &str) -> Vec<String> {
        let mut markup = Markup::new(text.as_bytes());
        let mut tokens = Vec::new();
        while let Some(token) = markup.next().unwrap() {
            tokens.push(match token {
                Token::Open(tag) => format!("<{} {:?}>", tag.name, tag.attributes),
                Token::Close(name) => format!("</{name}>"),
                Token::Text(text) => text,
                Token::Comment(text) => format!("!{text}"),
            });
        }
        tokens
    }

    #[test]
    fn tags_are_read_as_browsers_read_them() {
        for (text, tokens) in [
            (
                "<A HREF=\"x\" B='y' c=z d>t</A >",
                &[r#"<a [("href", "x"), ("b", "y"), ("c", "z"), ("d", "")]>"#, "t", "</a>"][..],
            ),
            ("<p/>a &amp; b &#39;&#x41;&nope; &", &["<p []>", "a & b 'A&nope; &"]),
            ("<!-- a -- b --><!DOCTYPE x>", &["! a -- b ", "!DOCTYPE x"]),
            ("1 < 2", &["1 ", "<", " 2"]),
            (
                "<script>if (a<b) '</p>'</script>x",
                &["<script []>", "if (a<b) '</p>'", "</script>", "x"],
            ),
            ("<title>a &lt; <b></title>", &["<title []>", "a < <b>", "</title>"]),
            ("<a href=\"never closed", &[r#"<a [("href", "never closed")]>"#]),
            ("<!--never closed", &["!never closed"]),
            ("<dt<a>", &["<dt []>", "<a []>"]),
        ] {
            assert_eq!(told(text), tokens, "{text}");
        }
    }

    proptest! {
        #[test]
        fn any_text_comes_to_an_end(text in "[<>/!a-dü\"'=& ;#x?\n-]{0,80}") {
            let mut markup = Markup::new(text.as_bytes());
            let mut tokens = 0;
            while markup.next().unwrap().is_some() {
                tokens += 1;
                prop_assert!(tokens <= text.len() + 1);
            }
        }
    }
}
