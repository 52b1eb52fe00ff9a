//! Reads a whole grammar file. A mistake ends at the next `;`, so that one reading finds several.

use crate::diagnostic::{Fault, Kind};
use crate::source::Span;
use crate::spacing::Spacing;
use crate::syntax::cursor::Cursor;
use crate::syntax::tree::{Definition, File, Words};
use crate::syntax::{common_mistakes, imports, patterns};
use crate::value::Dialect;

/// A grammar is written by hand or made by a machine for a page: a megabyte is neither.
const FILE_BYTES_MAX: usize = 1024 * 1024;
const FAULTS_MAX: usize = 20;
const WARNINGS_MAX: usize = 100;

#[derive(Debug, Default)]
pub(crate) struct Reading {
    pub(crate) file: File,
    pub(crate) faults: Vec<Fault>,
    pub(crate) warnings: Vec<Fault>,
}

pub(crate) fn read(text: &str, dialect: Dialect) -> Reading {
    let mut reading = Reading::default();
    if text.len() > FILE_BYTES_MAX {
        let message =
            format!("The grammar has {} bytes; at most {FILE_BYTES_MAX} are read.", text.len());
        reading.faults.push(
            Fault::new(Kind::TooLarge, Span::new(0, 1), message)
                .hint("Split it into files, or into several grammars."),
        );
        return reading;
    }
    let mut reader = Reader {
        cursor: Cursor { text, at: 0 },
        dialect,
        depth: 0,
        words: Words::default(),
        warnings: Vec::new(),
        next_rule: None,
    };
    while !reader.cursor.is_at_end() && reading.faults.len() < FAULTS_MAX {
        let start = reader.cursor.at;
        if let Err(fault) = reader.statement(&mut reading.file) {
            reading.faults.push(fault);
            reader.recover(start);
        }
    }
    reading.file.words = reader.words;
    reading.warnings = reader.warnings;
    reading.warnings.truncate(WARNINGS_MAX);
    reading
}

pub(crate) struct Reader<'t> {
    pub(crate) cursor: Cursor<'t>,
    pub(crate) dialect: Dialect,
    /// How many groups are open.
    pub(crate) depth: usize,
    pub(crate) words: Words,
    pub(crate) warnings: Vec<Fault>,
    /// Where the next rule begins, when the `;` before it is missing.
    pub(crate) next_rule: Option<usize>,
}

impl Reader<'_> {
    fn statement(&mut self, file: &mut File) -> Result<(), Fault> {
        self.cursor.skip_blanks()?;
        if self.cursor.is_at_end() {
            return Ok(());
        }
        if self.cursor.take_keyword("import") {
            file.imports.push(imports::import(&mut self.cursor)?);
            return Ok(());
        }
        let exported = self.cursor.take_keyword("export");
        self.cursor.skip_blanks()?;
        if !self.cursor.is_at("<") {
            return Err(self.cursor.fault("A rule or an import is expected here.").hint(
                "A rule reads `<Name> = words -> value;`, an import `import { Name } from \"file.agr\";`.",
            ));
        }
        file.definitions.push(self.definition(exported)?);
        Ok(())
    }

    fn definition(&mut self, exported: bool) -> Result<Definition, Fault> {
        let name = self.cursor.rule_name()?;
        self.cursor.skip_blanks()?;
        let spacing = self.spacing()?.unwrap_or_default();
        let mut types = Vec::new();
        if self.cursor.take(":") {
            types.push(self.cursor.name("The type of the rule's value")?);
            while self.cursor.take("|") {
                types.push(self.cursor.name("The type of the rule's value")?);
            }
        }
        self.cursor.expect("=", "after the name of the rule")?;
        let alternatives = patterns::alternatives(self, spacing)?;
        if !self.cursor.take(";") {
            return Err(common_mistakes::not_ended(&self.cursor, &name));
        }
        Ok(Definition { name, exported, types, alternatives })
    }

    /// `[spacing=…]`, with the blanks behind it.
    pub(crate) fn spacing(&mut self) -> Result<Option<Spacing>, Fault> {
        if !self.cursor.is_at("[") {
            return Ok(None);
        }
        self.cursor.at += 1;
        let key = self.cursor.name("The word `spacing`")?;
        if &*key.text != "spacing" {
            let message = format!("`{}` is nothing a rule can be given.", key.text);
            return Err(Fault::new(Kind::Syntax, key.span, message)
                .hint("Only `[spacing=…]` is known; a literal `[` is written `\\[`."));
        }
        self.cursor.expect("=", "after `spacing`")?;
        let value = self.cursor.name("A kind of spacing")?;
        let Some(spacing) = Spacing::named(&value.text) else {
            let message = format!("There is no spacing called `{}`.", value.text);
            return Err(Fault::new(Kind::Syntax, value.span, message)
                .hint("Write `auto`, `required`, `optional` or `none`."));
        };
        self.cursor.expect("]", "after the kind of spacing")?;
        self.cursor.skip_blanks()?;
        Ok(Some(spacing))
    }

    /// Goes on where the next rule is likely to begin.
    fn recover(&mut self, start: usize) {
        self.depth = 0;
        if let Some(next) = self.next_rule.take().filter(|next| *next > start) {
            self.cursor.at = next;
            return;
        }
        let from = self.cursor.at.max(start);
        self.cursor.at =
            self.cursor.text[from..].find(';').map_or(self.cursor.text.len(), |at| from + at + 1);
    }
}
