//! Roles that stand for each other when a page is built anew.

/// Each line is a family: what one version of a page does with a button, the next may do with a link.
const FAMILIES: &[&[&str]] = &[
    &["button", "link", "menuitem", "tab"],
    &["option", "menuitem", "menuitemradio", "radio", "treeitem", "listitem"],
    &["checkbox", "switch", "menuitemcheckbox"],
    &["textbox", "searchbox", "combobox", "spinbutton"],
    &["combobox", "listbox"],
    &["slider", "spinbutton"],
    &["gridcell", "cell", "button"],
    &[
        "generic",
        "group",
        "img",
        "image",
        "figure",
        "paragraph",
        "text",
        "listitem",
        "article",
        "cell",
        "gridcell",
        "row",
    ],
];

/// Roles of items of which there are many, each for a thing of its own.
const COLLECTED: &[&str] = &[
    "row", "listitem", "article", "option", "treeitem", "gridcell", "cell", "menuitem", "card",
    "feed", "figure", "tab",
];

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum RoleMatch {
    Same,
    Family,
    Other,
}

pub(super) fn compare(was: &str, now: &str) -> RoleMatch {
    // A recording of another program may not know the role.
    if was == now || was.is_empty() {
        return RoleMatch::Same;
    }
    let is_family = |family: &&&[&str]| family.contains(&was) && family.contains(&now);
    if FAMILIES.iter().any(|family| is_family(&family)) {
        RoleMatch::Family
    } else {
        RoleMatch::Other
    }
}

pub(super) fn is_collected(role: &str) -> bool {
    COLLECTED.contains(&role)
}

/// A person does something to the item by it, so that the item is what matters.
pub(super) fn acts_on_item(role: &str) -> bool {
    matches!(
        role,
        "button"
            | "checkbox"
            | "switch"
            | "radio"
            | "menuitem"
            | "menuitemcheckbox"
            | "spinbutton"
            | "textbox"
            | "combobox"
            | "listbox"
            | "slider"
    )
}

/// Pages hide the input itself and show something drawn in its place.
pub(super) fn may_be_hidden(role: &str, input_type: Option<&str>) -> bool {
    matches!(role, "checkbox" | "radio" | "switch")
        || matches!(input_type, Some("file" | "checkbox" | "radio"))
}
