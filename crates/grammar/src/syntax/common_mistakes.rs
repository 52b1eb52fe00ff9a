//! Diagnostics for common mistakes, each with a hint that says what to write instead.

use crate::diagnostic::{Fault, Kind};
use crate::source::Span;
use crate::syntax::cursor::{Cursor, continues_name, starts_name};
use crate::syntax::tree::{Group, Name, Part, Times, Words};

/// Words that a person who writes `(the)` surely meant to be optional.
const FILLERS: [&str; 8] = ["the", "a", "an", "my", "please", "kindly", "just", "some"];

/// A character stands in a pattern that has a meaning of its own.
pub(super) fn unescaped(cursor: &Cursor<'_>) -> Fault {
    if cursor.is_at("${") {
        return Fault::new(Kind::Syntax, cursor.span(2), "`${` does not begin a capture.")
            .hint("Write `$(name)`; `${…}` belongs into template literals behind `->`.");
    }
    let Some(c) = cursor.peek() else {
        return cursor.fault("The rule ends too early.");
    };
    let fault = cursor.fault(format!("`{c}` has a meaning of its own in a pattern."));
    match c {
        '-' => fault.hint("A literal hyphen is written `\\-`; a value begins with `->`."),
        '[' => fault
            .hint("`[spacing=…]` stands first in an alternative; a literal `[` is written `\\[`."),
        '{' => fault.hint("A capture is written `$(name)`; a literal brace is written `\\{`."),
        '$' => fault.hint("A capture is written `$(name)`; a literal `$` is written `\\$`."),
        c => fault.hint(format!("As text it is written `\\{c}`.")),
    }
}

pub(super) fn behind_value(cursor: &Cursor<'_>, value: Span) -> Fault {
    let fault = cursor.fault("The value has ended, but something follows it.");
    if is_definition(cursor) || cursor.is_at("import") || cursor.is_at("export") {
        let end = value.end as usize;
        return Fault::new(
            Kind::Syntax,
            Span::new(end.saturating_sub(1), end),
            "This rule is not ended.",
        )
        .hint("Put `;` behind the value.");
    }
    fault.hint("End the rule with `;`, or begin another alternative with `|`.")
}

pub(super) fn not_ended(cursor: &Cursor<'_>, rule: &Name) -> Fault {
    if cursor.is_at(")") {
        return cursor
            .fault("There is no group to close here.")
            .hint("A literal bracket is written `\\)`.");
    }
    let message = format!("The rule `<{}>` is not ended.", rule.text);
    let written = cursor.text[..cursor.at].trim_end();
    // An address that was not escaped hides the end of its rule.
    let address = written[rule.span.start as usize..].rfind("://");
    if let Some(at) = address.map(|at| rule.span.start as usize + at + 1) {
        return Fault::new(Kind::Syntax, Span::new(at, at + 2), message)
            .hint("`//` begins a comment here; as text it is written `\\//`.");
    }
    let end = written.len();
    Fault::new(Kind::Syntax, Span::new(end.saturating_sub(1), end), message)
        .hint("End it with `;`.")
}

/// Is this not a reference but the beginning of the next rule: `<Name> =` on a line of its own?
pub(super) fn is_definition(cursor: &Cursor<'_>) -> bool {
    let before = cursor.text[..cursor.at].trim_end_matches([' ', '\t']);
    let before = before.strip_suffix("export").unwrap_or(before).trim_end_matches([' ', '\t']);
    if !before.ends_with('\n') {
        return false;
    }
    let Some(inside) = cursor.rest().strip_prefix('<') else { return false };
    if !inside.trim_start().starts_with(starts_name) {
        return false;
    }
    let behind = inside.trim_start().trim_start_matches(continues_name).trim_start();
    behind.strip_prefix('>').is_some_and(|behind| behind.trim_start().starts_with(['=', '[']))
}

pub(super) fn run_into_rule(cursor: &Cursor<'_>) -> Fault {
    let end = cursor.text[..cursor.at].trim_end().len();
    Fault::new(
        Kind::Syntax,
        Span::new(end.saturating_sub(1), end),
        "Another rule begins before this one is ended.",
    )
    .hint("Put `;` here; a literal `=` behind a rule is written `\\=`.")
}

/// `word?` asks for a question mark.
pub(super) fn quantified_word(text: &str, span: Span, word: &str) -> Option<Fault> {
    let quantifier = word.chars().next_back().filter(|c| matches!(c, '?' | '*' | '+'))?;
    let written = text.get(span.start as usize..span.end as usize)?;
    let bare = written.strip_suffix(quantifier)?;
    if bare.is_empty() || !bare.chars().all(char::is_alphabetic) {
        return None;
    }
    let message = format!("`{word}` matches just that text, `{quantifier}` included.");
    let hint = format!("If it was meant to be repeated or left out, write `({bare}){quantifier}`.");
    Some(Fault::new(Kind::Doubtful, span, message).hint(hint))
}

/// `<Rule>?` asks for the rule and then a question mark.
pub(super) fn quantified_rule(cursor: &Cursor<'_>, rule: &Name) -> Option<Fault> {
    let quantifier = cursor.peek().filter(|c| matches!(c, '?' | '*' | '+'))?;
    let message =
        format!("`<{}>{quantifier}` matches the rule and then the text `{quantifier}`.", rule.text);
    let hint = format!(
        "If it was meant to be repeated or left out, write `(<{}>){quantifier}`.",
        rule.text
    );
    Some(Fault::new(Kind::Doubtful, rule.span.to(cursor.span(1)), message).hint(hint))
}

/// `(the)` must be said.
pub(super) fn mandatory_filler(
    group: &Group,
    words: &Words,
    opened: Span,
    end: usize,
) -> Option<Fault> {
    let [alternative] = &*group.alternatives else { return None };
    let ([Part::Literal(literal)], None) = (&*alternative.parts, &alternative.value) else {
        return None;
    };
    let mut words = words.of(*literal);
    let word = words.next().filter(|word| FILLERS.contains(word))?;
    if group.times != Times::Once || words.next().is_some() {
        return None;
    }
    let message = format!("`({word})` must be said: brackets alone do not make it optional.");
    Some(
        Fault::new(Kind::Doubtful, Span::new(opened.start as usize, end), message)
            .hint(format!("Write `({word})?`.")),
    )
}
