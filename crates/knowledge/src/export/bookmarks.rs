//! A bookmark file in the format that Netscape began and every browser reads.

use std::io::{self, Write};

use super::page::ExportedPage;

const HEADER: &str = "<!DOCTYPE NETSCAPE-Bookmark-file-1>
<!-- This is an automatically generated file. Browsers read it, and so does Tabwright. -->
<META HTTP-EQUIV=\"Content-Type\" CONTENT=\"text/html; charset=UTF-8\">
<TITLE>Bookmarks</TITLE>
<H1>Bookmarks</H1>
<DL><p>
";

/// How many pages were written. Pages that follow each other in the same folder share it; in whatever order they
/// come, each is in its own folders when the file is read.
pub fn write_bookmarks(
    pages: impl IntoIterator<Item = ExportedPage>,
    mut out: impl Write,
) -> io::Result<u64> {
    out.write_all(HEADER.as_bytes())?;
    let mut open: Vec<String> = Vec::new();
    let mut count = 0;
    for page in pages {
        let none = Vec::new();
        let folders =
            if page.folders.is_empty() { std::slice::from_ref(&none) } else { &page.folders };
        for folder in folders {
            change_folder(&mut open, folder, &mut out)?;
            write_bookmark(&page, open.len() + 1, &mut out)?;
        }
        count += 1;
    }
    change_folder(&mut open, &[], &mut out)?;
    out.write_all(b"</DL><p>\n")?;
    out.flush()?;
    Ok(count)
}

fn indent(depth: usize) -> String {
    // Depth is for the eye; very deep folders need no more of it.
    "    ".repeat(depth.min(16))
}

fn change_folder(
    open: &mut Vec<String>,
    wanted: &[String],
    out: &mut impl Write,
) -> io::Result<()> {
    let wanted: Vec<&String> = wanted.iter().filter(|name| !name.trim().is_empty()).collect();
    let shared = open.iter().zip(&wanted).take_while(|(one, other)| one == *other).count();
    while open.len() > shared {
        writeln!(out, "{}</DL><p>", indent(open.len()))?;
        open.pop();
    }
    for name in &wanted[shared..] {
        let indent = indent(open.len() + 1);
        writeln!(out, "{indent}<DT><H3>{}</H3>\n{indent}<DL><p>", escape(name))?;
        open.push((*name).clone());
    }
    Ok(())
}

fn write_bookmark(page: &ExportedPage, depth: usize, out: &mut impl Write) -> io::Result<()> {
    write!(out, "{}<DT><A HREF=\"{}\"", indent(depth), escape(&page.page.url))?;
    // Browsers count in seconds. What is lost by that stands beside it.
    let dates = [("ADD_DATE", page.added_ms), ("LAST_VISIT", page.last_visit_ms())];
    for (name, ms) in dates {
        let Some(ms) = ms else { continue };
        write!(out, " {name}=\"{}\"", ms.div_euclid(1_000))?;
        if ms.rem_euclid(1_000) != 0 {
            write!(out, " {name}_MS=\"{ms}\"")?;
        }
    }
    if !page.own_tags.is_empty() {
        // A comma ends a tag.
        let tags: Vec<String> =
            page.own_tags.iter().map(|tag| escape(&tag.replace(',', " "))).collect();
        write!(out, " TAGS=\"{}\"", tags.join(","))?;
    }
    writeln!(out, ">{}</A>", escape(&page.page.title))?;
    if !page.notes.is_empty() {
        writeln!(out, "{}<DD>{}", indent(depth), escape(&page.notes.join("\n\n")))?;
    }
    Ok(())
}

fn escape(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '&' => escaped += "&amp;",
            '<' => escaped += "&lt;",
            '>' => escaped += "&gt;",
            '"' => escaped += "&quot;",
            '\'' => escaped += "&#39;",
            other => escaped.push(other),
        }
    }
    escaped
}
