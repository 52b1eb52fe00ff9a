//! The attributes of an element that name it, for programs rather than for people.

use tabwright_wire::flows::NamingAttribute;

/// What two sets of attributes say about each other.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct AttributeMatch {
    /// Names of those that are equal and tell elements apart.
    pub(super) equal: Vec<String>,
    /// Both have them, and they differ.
    pub(super) contradicting: Vec<String>,
    /// Those for people, such as the placeholder, that are equal.
    pub(super) spoken_equal: usize,
}

/// Texts for people: they change with the wording, and only corroborate.
const SPOKEN: &[&str] = &["placeholder", "title", "alt", "for"];

/// Data attributes that say how an element behaves or looks, which many have in common.
const BEHAVING: &[&str] = &[
    "data-action",
    "data-active",
    "data-bs-target",
    "data-bs-toggle",
    "data-color",
    "data-controller",
    "data-dismiss",
    "data-focus",
    "data-hover",
    "data-loading",
    "data-method",
    "data-open",
    "data-orientation",
    "data-placement",
    "data-position",
    "data-role",
    "data-selected",
    "data-side",
    "data-size",
    "data-state",
    "data-status",
    "data-target",
    "data-theme",
    "data-toggle",
    "data-turbo",
    "data-type",
    "data-variant",
];

/// Values that name nothing: every second page has one of them.
const MEANINGLESS: &[&str] = &[
    "",
    "#",
    "/",
    "on",
    "off",
    "true",
    "false",
    "submit",
    "button",
    "btn",
    "link",
    "input",
    "field",
    "text",
    "form",
    "item",
    "null",
    "none",
    "undefined",
    "javascript:void(0)",
    "javascript:;",
    "0",
    "1",
    "yes",
    "no",
];

pub(super) fn compare(was: &[NamingAttribute], now: &[NamingAttribute]) -> AttributeMatch {
    let mut found = AttributeMatch::default();
    for old in was {
        let Some(new) = now.iter().find(|new| new.name == old.name) else { continue };
        let is_equal = values_equal(&old.name, &old.value, &new.value);
        if SPOKEN.contains(&old.name.as_str()) {
            found.spoken_equal += usize::from(is_equal);
        } else if !old.generated && !new.generated && names_element(old) && names_element(new) {
            let list = if is_equal { &mut found.equal } else { &mut found.contradicting };
            list.push(old.name.clone());
        }
    }
    found
}

/// Whether two elements have the same attribute with the same value.
pub(super) fn has_equal(attributes: &[NamingAttribute], one: &NamingAttribute) -> bool {
    attributes
        .iter()
        .any(|it| it.name == one.name && values_equal(&one.name, &it.value, &one.value))
}

fn names_element(attribute: &NamingAttribute) -> bool {
    let value = attribute.value.trim().to_lowercase();
    !BEHAVING.contains(&attribute.name.as_str()) && !MEANINGLESS.contains(&value.as_str())
}

fn values_equal(name: &str, was: &str, now: &str) -> bool {
    if name == "href" { address(was) == address(now) } else { was.trim() == now.trim() }
}

/// Ends with a small number after a letter or dash: `row-2`. It may count places, and places find nothing.
pub(super) fn may_count_places(value: &str) -> bool {
    let digits = value.chars().rev().take_while(char::is_ascii_digit).count();
    (1..=2).contains(&digits)
}

/// An address without its site and without what only tells where the person came from.
fn address(url: &str) -> String {
    let url = url.trim();
    let path = match url.split_once("://") {
        Some((_, rest)) => rest.find(['/', '?', '#']).map_or("/", |at| &rest[at..]),
        None => url,
    };
    let (path, query) = path.split_once('?').unwrap_or((path, ""));
    let is_tracking = |part: &&str| {
        let name = part.split('=').next().unwrap_or_default();
        name.starts_with("utm_") || matches!(name, "ref" | "fbclid" | "gclid" | "source" | "from")
    };
    let query: Vec<_> =
        query.split('&').filter(|part| !part.is_empty() && !is_tracking(part)).collect();
    let path = if path.len() > 1 { path.trim_end_matches('/') } else { path };
    if query.is_empty() { path.to_owned() } else { format!("{path}?{}", query.join("&")) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn attribute(name: &str, value: &str) -> NamingAttribute {
        NamingAttribute { name: name.to_owned(), value: value.to_owned(), generated: false }
    }

    #[test]
    fn what_behaves_or_means_nothing_names_nothing() {
        for (name, was, now, expected) in [
            ("id", "save", "save", (1, 0)),
            ("id", "save", "keep", (0, 1)),
            ("id", "submit", "submit", (0, 0)),
            ("data-toggle", "modal", "modal", (0, 0)),
            ("data-testid", "pay", "pay", (1, 0)),
            ("autocomplete", "off", "off", (0, 0)),
            ("autocomplete", "email", "tel", (0, 1)),
            ("href", "https://a.example/x/?utm_source=b", "/x", (1, 0)),
            ("href", "/x?id=1", "/x?id=2", (0, 1)),
            ("href", "#", "#", (0, 0)),
            ("placeholder", "Search", "Find", (0, 0)),
        ] {
            let found = compare(&[attribute(name, was)], &[attribute(name, now)]);
            assert_eq!(
                (found.equal.len(), found.contradicting.len()),
                expected,
                "{name} {was} {now}"
            );
        }
        let generated = NamingAttribute { generated: true, ..attribute("id", ":r5:") };
        assert_eq!(
            compare(std::slice::from_ref(&generated), std::slice::from_ref(&generated)),
            AttributeMatch::default()
        );
        assert!(
            may_count_places("row-2")
                && !may_count_places("order-8213")
                && !may_count_places("save")
        );
    }
}
