//! Selectors of other programs as fingerprints: what names an element is taken, a place is not.

use tabwright_wire::flows::{Fingerprint, NamingAttribute};

/// The attributes that name an element; classes and places do not.
const NAMING: &[&str] = &[
    "id",
    "name",
    "href",
    "value",
    "autocomplete",
    "placeholder",
    "title",
    "alt",
    "for",
    "type",
    "aria-label",
];

/// Puts together what several selectors say of one element. None where all of them only tell a place.
#[derive(Debug, Default)]
pub(super) struct Locators {
    found: Fingerprint,
}

impl Locators {
    pub(super) fn done(mut self) -> Option<Fingerprint> {
        let it = &mut self.found;
        it.alike = 1;
        let is_named = !it.name.is_empty() || !it.attributes.is_empty() || it.label.is_some();
        is_named.then_some(self.found)
    }

    pub(super) fn role(&mut self, role: &str) {
        self.found.role = role.to_owned();
    }

    pub(super) fn name(&mut self, name: &str) {
        let name = name.trim();
        if self.found.name.is_empty() && !name.is_empty() {
            self.found.name = name.to_owned();
        }
    }

    pub(super) fn attribute(&mut self, name: &str, value: &str) {
        match name {
            "type" => self.found.input_type = Some(value.to_owned()),
            "aria-label" => self.name(value),
            _ if self.found.attributes.iter().any(|it| it.name == name) => {}
            _ if NAMING.contains(&name) || name.starts_with("data-") => {
                let attribute = NamingAttribute {
                    name: name.to_owned(),
                    value: value.to_owned(),
                    generated: looks_generated(value),
                };
                self.found.attributes.push(attribute);
            }
            _ => {}
        }
    }

    /// The last part of a CSS selector, where that names something by itself.
    pub(super) fn css(&mut self, selector: &str) {
        let Some(last) = last_compound(selector) else { return };
        let mut rest = last.trim();
        let tag_end =
            rest.find(|it: char| !it.is_ascii_alphanumeric() && it != '-').unwrap_or(rest.len());
        let tag = &rest[..tag_end];
        rest = &rest[tag_end..];
        let mut named = Vec::new();
        while let Some(first) = rest.chars().next() {
            let after = &rest[first.len_utf8()..];
            match first {
                '#' | '.' => {
                    let end = name_end(after);
                    if first == '#' {
                        named.push(("id".to_owned(), unescaped(&after[..end])));
                    }
                    rest = &after[end..];
                }
                '[' => {
                    let Some((inside, behind)) = bracketed(after) else { return };
                    if let Some((name, value)) = inside.split_once('=')
                        && !name.ends_with(['*', '^', '$', '~', '|'])
                    {
                        named.push((name.trim().to_owned(), unescaped(unquoted(value.trim()))));
                    }
                    rest = behind;
                }
                // `:nth-child(2)` tells a place, and what else comes after a colon nothing that names.
                _ => break,
            }
        }
        if rest.starts_with(':') && named.is_empty() {
            return;
        }
        if self.found.tag.is_empty() && !tag.is_empty() && !named.is_empty() {
            self.found.tag = tag.to_ascii_lowercase();
        }
        for (name, value) in named {
            self.attribute(&name, &value);
        }
    }

    /// `//button[@id='x']` and `//a[contains(.,'Sign in')]`, and no paths.
    pub(super) fn xpath(&mut self, path: &str) {
        let path = path.trim();
        // Selenium asks for the first of those that fit, where it found one.
        let path =
            path.strip_prefix('(').and_then(|rest| rest.strip_suffix(")[1]")).unwrap_or(path);
        let Some(last) = path
            .rsplit("//")
            .next()
            .filter(|last| !last.split('[').next().unwrap_or_default().contains('/'))
        else {
            return;
        };
        let Some((tag, condition)) = last.split_once('[') else { return };
        // What comes behind the bracket is a path from there.
        let Some(condition) = condition.strip_suffix(']') else { return };
        if let Some(attribute) = condition.strip_prefix('@') {
            let Some((name, value)) = attribute.split_once('=') else { return };
            let value = unquoted(value.trim());
            if !value.contains(['[', ']', '@']) {
                self.attribute(name.trim(), value);
            }
        } else if let Some(inside) = condition
            .strip_prefix("contains(.,")
            .or_else(|| condition.strip_prefix("contains(text(),"))
        {
            self.name(unquoted(inside.trim().trim_end_matches(')').trim()));
        } else if let Some(value) = condition
            .strip_prefix("text()=")
            .or_else(|| condition.strip_prefix("normalize-space()="))
        {
            self.name(unquoted(value.trim()));
        } else {
            return;
        }
        if self.found.tag.is_empty()
            && tag != "*"
            && tag.chars().all(|it| it.is_ascii_alphanumeric())
        {
            self.found.tag = tag.to_ascii_lowercase();
        }
    }

    pub(super) fn is_select(&self) -> bool {
        self.found.tag == "select" || matches!(self.found.role.as_str(), "combobox" | "listbox")
    }
}

/// What stands behind the last blank, `>`, `+` or `~` that is in no bracket or quote.
fn last_compound(selector: &str) -> Option<&str> {
    let (mut start, mut depth, mut quote) = (0, 0_u32, None);
    for (at, letter) in selector.char_indices() {
        match (quote, letter) {
            (Some(open), _) if letter == open => quote = None,
            (Some(_), _) => {}
            (None, '"' | '\'') => quote = Some(letter),
            (None, '[' | '(') => depth += 1,
            (None, ']' | ')') => depth = depth.saturating_sub(1),
            (None, ' ' | '>' | '+' | '~') if depth == 0 => start = at + 1,
            // A list of selectors names several elements.
            (None, ',') if depth == 0 => return None,
            _ => {}
        }
    }
    Some(&selector[start..]).filter(|last| !last.is_empty())
}

/// What is in the bracket, and what comes behind it.
fn bracketed(text: &str) -> Option<(&str, &str)> {
    let mut quote = None;
    for (at, letter) in text.char_indices() {
        match (quote, letter) {
            (Some(open), _) if letter == open => quote = None,
            (Some(_), _) => {}
            (None, '"' | '\'') => quote = Some(letter),
            (None, ']') => return Some((&text[..at], &text[at + 1..])),
            _ => {}
        }
    }
    None
}

fn name_end(text: &str) -> usize {
    let mut escaped = false;
    for (at, letter) in text.char_indices() {
        let is_part = letter.is_alphanumeric() || matches!(letter, '-' | '_' | '\\') || escaped;
        if !is_part {
            return at;
        }
        escaped = letter == '\\' && !escaped;
    }
    text.len()
}

fn unescaped(text: &str) -> String {
    text.replace('\\', "")
}

pub(super) fn unquoted(text: &str) -> &str {
    let inside = |quote: char| text.strip_prefix(quote).and_then(|rest| rest.strip_suffix(quote));
    inside('"').or_else(|| inside('\'')).or_else(|| inside('`')).unwrap_or(text)
}

/// As frameworks number them: `:r5:`, `ember123`, `css-1x2y3z`.
fn looks_generated(value: &str) -> bool {
    let digits = value.chars().filter(char::is_ascii_digit).count();
    value.starts_with(':')
        || value.starts_with("ember")
        || value.starts_with("mui-")
        || value.starts_with("radix-")
        || value.starts_with("css-")
        || digits >= 6
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Tag, name, and attributes.
    type Named = (String, String, Vec<(String, String)>);

    fn named(fill: impl FnOnce(&mut Locators)) -> Option<Named> {
        let mut locators = Locators::default();
        fill(&mut locators);
        let it = locators.done()?;
        Some((it.tag, it.name, it.attributes.into_iter().map(|it| (it.name, it.value)).collect()))
    }

    #[test]
    fn selectors_that_name_an_element_are_read_and_places_are_not() {
        for (css, tag, attribute) in [
            ("#save", "", Some(("id", "save"))),
            ("form > button#save.primary", "button", Some(("id", "save"))),
            ("[data-testid='add to cart']", "", Some(("data-testid", "add to cart"))),
            ("input[name=\"q\"]", "input", Some(("name", "q"))),
            ("#a\\:b", "", Some(("id", "a:b"))),
            ("div.card:nth-of-type(2) > a", "", None),
            ("li:nth-child(2)", "", None),
            (".primary", "", None),
            ("#list > li", "", None),
            ("[href^='/x']", "", None),
            ("#a, #b", "", None),
        ] {
            let found = named(|it| it.css(css));
            let wanted = attribute.map(|(name, value)| {
                (tag.to_owned(), String::new(), vec![(name.to_owned(), value.to_owned())])
            });
            assert_eq!(found, wanted, "{css}");
        }
        for (xpath, name, attribute) in [
            ("//*[@id=\"save\"]", "", Some(("id", "save"))),
            ("(//input[@name='q'])[1]", "", Some(("name", "q"))),
            ("(//input[@name='q'])[2]", "", None),
            ("//a[contains(.,'Sign In')]", "Sign In", None),
            ("//div[@id='x']/div/a", "", None),
            ("//button[text()='Go']", "Go", None),
        ] {
            let found = named(|it| it.xpath(xpath));
            match (name, attribute) {
                ("", None) => {
                    assert!(found.is_none() || xpath.starts_with('('), "{xpath}: {found:?}");
                }
                _ => {
                    let (_, said, attributes) = found.unwrap_or_else(|| panic!("{xpath}"));
                    assert_eq!(said, name, "{xpath}");
                    assert_eq!(
                        attributes.first().map(|it| (it.0.as_str(), it.1.as_str())),
                        attribute,
                        "{xpath}"
                    );
                }
            }
        }
    }
}
