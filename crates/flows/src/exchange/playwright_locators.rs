//! Locators of Playwright as fingerprints.

use oxc_ast::ast::*;
use tabwright_wire::flows::{Fingerprint, ItemFacts};

use super::locators::Locators;

/// What a locator says, with what of it could not be carried over.
#[derive(Debug, Default)]
pub(super) struct Read {
    pub(super) target: Option<Fingerprint>,
    /// The variable of the page that it begins with.
    pub(super) page: String,
    pub(super) is_select: bool,
    pub(super) notes: Vec<&'static str>,
}

/// Follows the chain back to its page. None where it is no locator.
pub(super) fn read(expression: &Expression<'_>) -> Option<Read> {
    let mut read = Read::default();
    let mut links = Vec::new();
    let mut at = expression;
    loop {
        match at {
            Expression::CallExpression(call) => {
                let Expression::StaticMemberExpression(member) = &call.callee else { return None };
                links.push((member.property.name.as_str(), &call.arguments));
                at = &member.object;
            }
            Expression::Identifier(name) => {
                read.page = name.name.to_string();
                break;
            }
            _ => return None,
        }
    }
    let mut locators = Locators::default();
    let mut item = None;
    // From the page inwards: a locator inside another one is in its item.
    for (name, arguments) in links.into_iter().rev() {
        if is_finding(name) {
            let before = std::mem::take(&mut locators);
            if let Some(outer) = before.done()
                && is_item(&outer.role)
            {
                item = Some(ItemFacts { role: outer.role, text: outer.name });
            }
        }
        match name {
            "getByRole" => {
                locators.role(&text(arguments.first())?);
                match name_option(arguments.get(1)) {
                    Some(Some(name)) => locators.name(&name),
                    Some(None) => {}
                    None => {
                        read.notes.push("a name by a regular expression");
                        return Some(read);
                    }
                }
            }
            "getByText" | "getByLabel" | "getByAltText" | "getByTitle" | "getByPlaceholder"
            | "getByTestId" => {
                let Some(said) = text(arguments.first()) else {
                    read.notes.push("a text by a regular expression");
                    return Some(read);
                };
                match name {
                    "getByTestId" => locators.attribute("data-testid", &said),
                    "getByPlaceholder" => {
                        locators.name(&said);
                        locators.attribute("placeholder", &said);
                    }
                    _ => locators.name(&said),
                }
            }
            "locator" => locators.css(text(arguments.first())?.trim_start_matches("css=")),
            "filter" => match option_text(arguments.first(), "hasText") {
                Some(text) => {
                    let role = "listitem".to_owned();
                    item = Some(ItemFacts { role, text });
                }
                None => read.notes.push("a filter that is no text"),
            },
            "first" | "last" | "nth" => read.notes.push("a place among several"),
            "frameLocator" | "contentFrame" => read.notes.push("a frame by its selector"),
            _ => return None,
        }
    }
    read.is_select = locators.is_select();
    read.target = locators.done().map(|mut target| {
        // With an item it is one of several of its name.
        if item.is_some() {
            target.alike = 2;
        }
        target.item = item;
        target
    });
    Some(read)
}

fn is_finding(name: &str) -> bool {
    name.starts_with("getBy") || name == "locator"
}

fn is_item(role: &str) -> bool {
    matches!(role, "row" | "listitem" | "article" | "dialog" | "group" | "treeitem")
}

pub(super) fn text(argument: Option<&Argument<'_>>) -> Option<String> {
    match argument? {
        Argument::StringLiteral(text) => Some(text.value.to_string()),
        Argument::TemplateLiteral(template) if template.expressions.is_empty() => {
            template.quasis.first()?.value.cooked.as_ref().map(ToString::to_string)
        }
        _ => None,
    }
}

/// The text of an option of an object.
pub(super) fn option_text(argument: Option<&Argument<'_>>, wanted: &str) -> Option<String> {
    let Argument::ObjectExpression(object) = argument? else { return None };
    object.properties.iter().find_map(|property| match property {
        ObjectPropertyKind::ObjectProperty(property)
            if property.key.static_name().as_deref() == Some(wanted) =>
        {
            match &property.value {
                Expression::StringLiteral(text) => Some(text.value.to_string()),
                _ => None,
            }
        }
        _ => None,
    })
}

/// The `name` of `getByRole`; none inside where it has none, none outside where it is no text.
fn name_option(argument: Option<&Argument<'_>>) -> Option<Option<String>> {
    let Some(Argument::ObjectExpression(object)) = argument else { return Some(None) };
    let has_name = object.properties.iter().any(|property| match property {
        ObjectPropertyKind::ObjectProperty(property) => {
            property.key.static_name().as_deref() == Some("name")
        }
        ObjectPropertyKind::SpreadProperty(_) => false,
    });
    match option_text(argument, "name") {
        None if has_name => None,
        name => Some(name),
    }
}
