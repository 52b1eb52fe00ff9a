//! `import { A, B } from "file";`, `import * from "file";`, `import { A };`

use crate::diagnostic::Fault;
use crate::source::Span;
use crate::syntax::cursor::Cursor;
use crate::syntax::tree::{Import, Imported, Name};

/// Reads behind the word `import`.
pub(crate) fn import(cursor: &mut Cursor<'_>) -> Result<Import, Fault> {
    let start = cursor.at - "import".len();
    cursor.skip_blanks()?;
    let names = if cursor.take("*") { Imported::All } else { Imported::Names(listed(cursor)?) };
    cursor.skip_blanks()?;
    let source = if cursor.take_keyword("from") { Some(quoted(cursor)?) } else { None };
    if source.is_none() && matches!(names, Imported::All) {
        return Err(cursor
            .fault("`import *` needs a file.")
            .hint("Write `import * from \"file.agr\";`."));
    }
    cursor.skip_blanks()?;
    let span = Span::new(start, cursor.at);
    cursor.expect(";", "at the end of the import")?;
    Ok(Import { names, source, span })
}

fn listed(cursor: &mut Cursor<'_>) -> Result<Vec<Name>, Fault> {
    cursor.expect("{", "before the names to import")?;
    let mut names = vec![cursor.name("The name of a rule or type")?];
    while cursor.take(",") {
        cursor.skip_blanks()?;
        if cursor.is_at("}") {
            break;
        }
        names.push(cursor.name("The name of a rule or type")?);
    }
    cursor.expect("}", "after the names to import")?;
    Ok(names)
}

fn quoted(cursor: &mut Cursor<'_>) -> Result<Name, Fault> {
    cursor.skip_blanks()?;
    let start = cursor.at;
    let Some(quote) = cursor.peek().filter(|c| matches!(c, '"' | '\'')) else {
        return Err(cursor.fault("The file to import from is expected in quotes."));
    };
    cursor.next();
    let Some(length) = cursor.rest().find([quote, '\n', '\r']) else {
        return Err(cursor.fault("The name of the file never ends.").hint("Close the quotes."));
    };
    let text = &cursor.rest()[..length];
    cursor.at += length;
    cursor.expect(quote.encode_utf8(&mut [0; 4]), "to close the name of the file")?;
    Ok(Name { text: text.into(), span: Span::new(start, cursor.at) })
}
