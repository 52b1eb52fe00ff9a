//! Alternatives and what they are made of: words, rules, captures, groups.

use smallvec::SmallVec;

use crate::diagnostic::{Fault, Kind};
use crate::source::Span;
use crate::spacing::Spacing;
use crate::syntax::reader::Reader;
use crate::syntax::tree::{Alternative, Capture, Group, Literal, Of, Part, Times};
use crate::syntax::{common_mistakes, escapes};
use crate::value;

/// Deeper than anybody writes; shallow enough for every stack.
const GROUP_DEPTH_MAX: usize = 64;
const LITERAL_WORDS_MAX: usize = 200;
const PARTS_MAX: usize = 500;
const ALTERNATIVES_MAX: usize = 20_000;
const SPECIAL: [char; 12] = ['|', '(', ')', '<', '>', '$', '-', ';', '{', '}', '[', ']'];

pub(crate) fn alternatives(
    reader: &mut Reader<'_>,
    spacing: Spacing,
) -> Result<Vec<Alternative>, Fault> {
    let mut alternatives = vec![alternative(reader, spacing)?];
    while reader.cursor.take("|") {
        if alternatives.len() >= ALTERNATIVES_MAX {
            let message = format!("More than {ALTERNATIVES_MAX} alternatives stand side by side.");
            let fault = Fault::new(Kind::TooLarge, reader.cursor.span(1), message);
            return Err(fault.hint("Split them into rules, or into several grammars."));
        }
        alternatives.push(alternative(reader, spacing)?);
    }
    Ok(alternatives)
}

fn alternative(reader: &mut Reader<'_>, inherited: Spacing) -> Result<Alternative, Fault> {
    reader.cursor.skip_blanks()?;
    let start = reader.cursor.at;
    let spacing = reader.spacing()?.unwrap_or(inherited);
    let parts = pattern(reader, spacing)?;
    let end = reader.cursor.text[..reader.cursor.at].trim_end().len().max(start);
    let value = if reader.cursor.take("->") {
        let (expr, behind) = value::read(reader.cursor.text, reader.cursor.at, reader.dialect)?;
        reader.cursor.at = behind;
        reader.cursor.skip_blanks()?;
        Some(expr)
    } else {
        None
    };
    let ended =
        reader.cursor.is_at_end() || [";", "|", ")"].iter().any(|end| reader.cursor.is_at(end));
    if !ended {
        return Err(match &value {
            Some(expr) => common_mistakes::behind_value(&reader.cursor, expr.span),
            None => common_mistakes::unescaped(&reader.cursor),
        });
    }
    if parts.is_empty() {
        let span = Span::new(start, end.max(start + 1).min(reader.cursor.text.len()));
        return Err(Fault::new(Kind::Syntax, span, "This alternative is empty.")
            .hint("Say something, or make what stands around it optional: `( … )?`."));
    }
    Ok(Alternative { spacing, parts, value, span: Span::new(start, end) })
}

fn pattern(reader: &mut Reader<'_>, spacing: Spacing) -> Result<SmallVec<[Part; 2]>, Fault> {
    let mut parts = SmallVec::new();
    loop {
        if parts.len() > PARTS_MAX {
            let message = format!("This alternative has more than {PARTS_MAX} parts.");
            return Err(Fault::new(Kind::TooLarge, reader.cursor.span(1), message)
                .hint("Split it into rules."));
        }
        // A comment also parts two words, into two literals.
        reader.cursor.skip_blanks()?;
        match reader.cursor.peek() {
            Some('<') => {
                let start = reader.cursor.at;
                if common_mistakes::is_definition(&reader.cursor) {
                    reader.next_rule = Some(start);
                    return Err(common_mistakes::run_into_rule(&reader.cursor));
                }
                let name = reader.cursor.rule_name()?;
                reader.warnings.extend(common_mistakes::quantified_rule(&reader.cursor, &name));
                parts.push(Part::Rule(name));
            }
            Some('$') if reader.cursor.is_at("$(") => parts.push(capture(reader)?),
            Some('(') => parts.push(group(reader, spacing)?),
            Some(c) if !SPECIAL.contains(&c) => parts.push(literal(reader)?),
            _ => return Ok(parts),
        }
    }
}

fn capture(reader: &mut Reader<'_>) -> Result<Part, Fault> {
    let cursor = &mut reader.cursor;
    cursor.at += 2;
    let name = cursor.name("The name of the capture")?;
    let mut of = Of::Anything;
    if cursor.take(":") {
        cursor.skip_blanks()?;
        if cursor.is_at("(") {
            return Err(cursor
                .fault("A group cannot be captured.")
                .hint("Give the group a rule of its own and capture that: `$(name:<Rule>)`."));
        }
        of = if cursor.is_at("<") {
            Of::Rule(cursor.rule_name()?)
        } else {
            Of::Type(cursor.name("A type, or a rule in `< >`,")?)
        };
        cursor.skip_blanks()?;
    }
    cursor.expect(")", "to close the capture")?;
    let optional = cursor.take("?");
    Ok(Part::Capture(Capture { name, of, optional }))
}

fn group(reader: &mut Reader<'_>, spacing: Spacing) -> Result<Part, Fault> {
    let opened = reader.cursor.span(1);
    if reader.depth >= GROUP_DEPTH_MAX {
        let message = format!("Groups are nested more than {GROUP_DEPTH_MAX} deep.");
        return Err(Fault::new(Kind::TooLarge, opened, message)
            .hint("Give the inner ones rules of their own."));
    }
    reader.depth += 1;
    reader.cursor.at += 1;
    let alternatives = alternatives(reader, spacing)?;
    if !reader.cursor.take(")") {
        return Err(Fault::new(Kind::Syntax, opened, "This group is never closed.")
            .hint("Close it with `)`; a literal bracket is written `\\(`."));
    }
    reader.depth -= 1;
    let times = match reader.cursor.peek() {
        Some('?') => Times::Perhaps,
        Some('*') => Times::Any,
        Some('+') => Times::Many,
        _ => Times::Once,
    };
    if times != Times::Once {
        reader.cursor.at += 1;
    }
    let group = Group { alternatives, times };
    reader.warnings.extend(common_mistakes::mandatory_filler(
        &group,
        &reader.words,
        opened,
        reader.cursor.at,
    ));
    Ok(Part::Group(group))
}

fn literal(reader: &mut Reader<'_>) -> Result<Part, Fault> {
    let start = reader.cursor.at;
    let first = reader.words.spans.len();
    let mut word_start = start;
    let mut letters_start = reader.words.letters.len();
    loop {
        reader.words.letters.push_str(reader.cursor.take_plain());
        let ended = match reader.cursor.peek() {
            None => true,
            Some(c) => SPECIAL.contains(&c) || reader.cursor.is_at_comment(),
        };
        let word_end = reader.cursor.at;
        let parted = !ended && reader.cursor.skip_spaces();
        if ended || parted {
            let letters_end = reader.words.letters.len();
            if letters_end > letters_start {
                let word = &reader.words.letters[letters_start..];
                let span = Span::new(word_start, word_end);
                reader.warnings.extend(common_mistakes::quantified_word(
                    reader.cursor.text,
                    span,
                    word,
                ));
                reader.words.spans.push(Span::new(letters_start, letters_end));
            }
            if ended {
                break;
            }
            word_start = reader.cursor.at;
            letters_start = letters_end;
            continue;
        }
        match reader.cursor.next() {
            Some('\\') => reader.words.letters.extend(escapes::escaped(&mut reader.cursor)?),
            Some(c) => reader.words.letters.push(c),
            None => {}
        }
    }
    let last = reader.words.spans.len();
    if last - first > LITERAL_WORDS_MAX {
        let count = last - first;
        let message = format!("{count} words stand in a row; at most {LITERAL_WORDS_MAX} may.");
        return Err(Fault::new(Kind::TooLarge, Span::new(start, reader.cursor.at), message)
            .hint("Split them into rules."));
    }
    let Span { start, end } = Span::new(first, last);
    Ok(Part::Literal(Literal { start, end }))
}
