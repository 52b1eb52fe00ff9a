//! Pages as Markdown: front matter with what is known, the title, and the text. One document, or a file each.

use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::Path;

use jiff::Timestamp;

use super::page::ExportedPage;

const NAME_CHARS_MAX: usize = 60;

/// All pages in one document, with a line between them. How many were written.
pub fn write_markdown(
    pages: impl IntoIterator<Item = ExportedPage>,
    mut out: impl Write,
) -> io::Result<u64> {
    let mut count = 0;
    for page in pages {
        if count > 0 {
            out.write_all(b"\n")?;
        }
        write_page(&page, &mut out)?;
        count += 1;
    }
    out.flush()?;
    Ok(count)
}

/// Each page as a file of its own in a folder, which is made if it is not there. A page that was written there
/// before is written over.
pub fn write_markdown_files(
    pages: impl IntoIterator<Item = ExportedPage>,
    folder: &Path,
) -> io::Result<u64> {
    fs::create_dir_all(folder)?;
    let mut count = 0;
    for page in pages {
        let mut file = BufWriter::new(File::create(folder.join(file_name(&page)))?);
        write_page(&page, &mut file)?;
        file.flush()?;
        count += 1;
    }
    Ok(count)
}

/// The title in letters that every file system has, and a number made of the address: two pages may share a
/// title, and one page always has the same name.
#[must_use]
pub fn file_name(page: &ExportedPage) -> String {
    let mut name = String::new();
    for character in page.page.title.chars() {
        if character.is_alphanumeric() {
            name.extend(character.to_lowercase());
        } else if !name.ends_with('-') && !name.is_empty() {
            name.push('-');
        }
        if name.chars().count() >= NAME_CHARS_MAX {
            break;
        }
    }
    let name = name.trim_end_matches('-');
    let number = fingerprint(&page.page.url);
    if name.is_empty() {
        format!("page-{number:016x}.md")
    } else {
        format!("{name}-{number:016x}.md")
    }
}

/// FNV-1a: the same number in every version of us.
fn fingerprint(text: &str) -> u64 {
    let step = |hash: u64, byte: u8| (hash ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3);
    text.bytes().fold(0xcbf2_9ce4_8422_2325, step)
}

fn write_page(page: &ExportedPage, out: &mut impl Write) -> io::Result<()> {
    let inner = &page.page;
    writeln!(out, "---")?;
    let date = |ms: Option<i64>| Some(Timestamp::from_millisecond(ms?).ok()?.to_string());
    let topics: Vec<String> = page.knowledge.topics.iter().map(|topic| topic.join("/")).collect();
    let entities: Vec<String> =
        page.knowledge.entities.iter().map(|entity| entity.name.clone()).collect();
    let folders: Vec<String> = page.folders.iter().map(|folder| folder.join("/")).collect();
    let single = [
        ("title", Some(inner.title.clone())),
        ("url", Some(inner.url.clone())),
        ("canonical_url", inner.canonical_url.clone()),
        ("site", inner.site_name.clone()),
        ("author", inner.author.clone()),
        ("published", inner.published.clone()),
        ("modified", inner.modified.clone()),
        ("language", inner.language.clone()),
        ("description", inner.description.clone()),
        ("added", date(page.added_ms)),
        ("last_visit", date(page.last_visit_ms())),
    ];
    for (name, value) in single {
        if let Some(value) = value.filter(|value| !value.is_empty()) {
            writeln!(out, "{name}: {}", quoted(&value))?;
        }
    }
    if page.visit_count > 0 {
        writeln!(out, "visits: {}", page.visit_count)?;
    }
    let lists = [
        ("tags", &page.own_tags),
        ("folders", &folders),
        ("topics", &topics),
        ("entities", &entities),
    ];
    for (name, values) in lists {
        if !values.is_empty() {
            let values: Vec<String> = values.iter().map(|value| quoted(value)).collect();
            writeln!(out, "{name}: [{}]", values.join(", "))?;
        }
    }
    writeln!(out, "---\n\n# {}", escaped(&inner.title))?;
    section(out, "Notes", &page.notes, "")?;
    section(out, "Highlights", &page.highlights, "> ")?;
    section(out, "Summary", &page.knowledge.summary, "- ")?;
    for line in inner.text.lines().map(str::trim).filter(|line| !line.is_empty()) {
        let mark =
            if inner.headings.iter().any(|heading| heading.trim() == line) { "## " } else { "" };
        writeln!(out, "\n{mark}{}", escaped(line))?;
    }
    Ok(())
}

fn section(out: &mut impl Write, title: &str, texts: &[String], mark: &str) -> io::Result<()> {
    if texts.is_empty() {
        return Ok(());
    }
    writeln!(out, "\n## {title}")?;
    for text in texts {
        let mut lines = text.lines().map(str::trim).filter(|line| !line.is_empty());
        writeln!(out, "\n{mark}{}", escaped(lines.next().unwrap_or_default()))?;
        for line in lines {
            // A quotation goes on with its mark, and an item of a list below its first word.
            let mark = if mark == "- " { "  " } else { mark };
            writeln!(out, "{mark}{}", escaped(line))?;
        }
    }
    Ok(())
}

/// A string of JSON is one of YAML, too.
fn quoted(text: &str) -> String {
    serde_json::Value::from(text).to_string()
}

/// Text of a page means what it says: nothing in it is a mark of Markdown.
fn escaped(line: &str) -> String {
    let mut escaped = String::with_capacity(line.len());
    let number = line.len() - line.trim_start_matches(|c: char| c.is_ascii_digit()).len();
    for (at, character) in line.char_indices() {
        let at_start = at == 0 && matches!(character, '#' | '+' | '-' | '=' | '~' | '>' | '|');
        // "1. " begins a list.
        let after_number = number > 0 && at == number && matches!(character, '.' | ')');
        if at_start || after_number || matches!(character, '\\' | '`' | '*' | '_' | '[' | ']' | '<')
        {
            escaped.push('\\');
        }
        escaped.push(character);
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::page::Page;

    #[test]
    fn names_of_files_are_safe_and_tell_pages_apart() {
        let named = |title: &str, url: &str| {
            let page = Page { title: title.to_owned(), url: url.to_owned(), ..Page::default() };
            file_name(&ExportedPage { page, ..ExportedPage::default() })
        };
        let name = named("../../etc/passwd: Grün & \"CON\"?", "https://a.org/");
        assert!(name.starts_with("etc-passwd-grün-con-"), "{name}");
        assert_ne!(named("A", "https://a.org/"), named("A", "https://b.org/"));
        assert_eq!(named("A", "https://a.org/"), named("A", "https://a.org/"));
        assert!(named("", "https://a.org/").starts_with("page-"));
        assert!(named(&"ü".repeat(500), "x").len() < 200);
    }

    #[test]
    fn the_words_of_a_page_are_no_marks() {
        for (line, written) in [
            ("# no heading", "\\# no heading"),
            ("a * b_c [d] <e>", "a \\* b\\_c \\[d\\] \\<e>"),
            ("1. first", "1\\. first"),
            ("2024 was a year. Yes", "2024 was a year. Yes"),
            ("---", "\\---"),
        ] {
            assert_eq!(escaped(line), written);
        }
    }
}
