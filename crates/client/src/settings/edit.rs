//! Changes of the config file that leave every other byte of it as the person wrote it. The file is parsed by
//! `toml_edit` and changed as text, because the editor of that crate writes `\n` for every `\r\n`.

use std::io;
use std::ops::Range;

use tabwright_files as files;
use toml_edit::{Document, Item, Table};

use super::config_file::ConfigFile;
use super::{Flags, Settings, SettingsError};

/// A change that was not made.
#[derive(Debug, thiserror::Error)]
pub enum EditError {
    /// It has a mistake already.
    #[error(transparent)]
    Settings(#[from] SettingsError),
    #[error(
        "`{0}` is written in a way that cannot be changed from here. Change it in the config file itself"
    )]
    OtherForm(String),
    #[error("cannot write {path}: {source}", path = .path.display())]
    Write { path: std::path::PathBuf, source: io::Error },
}

impl ConfigFile {
    /// Sets a field to a value in TOML's own writing, or takes it away. The field of a table that is not there
    /// brings it along, at the end of the file.
    pub fn set(&mut self, path: &[&str], value: Option<&str>) -> Result<(), EditError> {
        let Some((name, above)) = path.split_last() else { return Ok(()) };
        let document = self.document()?;
        let other_form = || EditError::OtherForm(path.join("."));
        let holder = find(document.as_item(), above);
        if holder.is_some_and(|holder| !holder.is_table()) {
            return Err(other_form());
        }
        let there = holder.and_then(Item::as_table).and_then(|table| table.get_key_value(name));
        let (range, new) = match (there, value) {
            (None, None) => return Ok(()),
            (Some((key, Item::Value(old))), _) => {
                let span = old.span().ok_or_else(other_form)?;
                match value {
                    Some(value) => (span, value.to_owned()),
                    None => {
                        let start = key.span().ok_or_else(other_form)?.start;
                        (
                            line_start(&self.text, start)..line_end(&self.text, span.end),
                            String::new(),
                        )
                    }
                }
            }
            (Some(_), _) => return Err(other_form()),
            (None, Some(value)) => {
                let line = format!("{name} = {value}{}", newline(&self.text));
                match holder.and_then(Item::as_table) {
                    Some(table) if table.is_dotted() => return Err(other_form()),
                    Some(table) if !table.is_implicit() => {
                        self.line_in(table, above.is_empty(), line)
                    }
                    _ => self.table_at_end(above, &line),
                }
            }
        };
        drop(document);
        self.text.replace_range(range, &new);
        Ok(())
    }

    /// Takes a table away, with those in it.
    pub fn remove_table(&mut self, path: &[&str]) -> Result<(), EditError> {
        let document = self.document()?;
        let mut blocks = Vec::new();
        match find(document.as_item(), path) {
            None => return Ok(()),
            Some(Item::Table(table)) if !table.is_dotted() => {
                collect_blocks(&self.text, table, &mut blocks);
            }
            Some(_) => return Err(EditError::OtherForm(path.join("."))),
        }
        drop(document);
        blocks.sort_by_key(|block| block.start);
        for block in blocks.into_iter().rev() {
            let before = &self.text[..block.start];
            // The empty line that set it apart goes with it, if another one or nothing follows.
            let follows =
                self.text[block.end..].lines().next().is_none_or(|it| it.trim().is_empty());
            let apart =
                ["\r\n", "\n"].into_iter().find(|newline| before.ends_with(&newline.repeat(2)));
            let start = block.start - apart.filter(|_| follows).map_or(0, str::len);
            self.text.replace_range(start..block.end, "");
        }
        Ok(())
    }

    /// The settings that the file has now, without the environment's word on what is no table.
    pub fn settings(&self) -> Result<Settings, SettingsError> {
        super::read::load_from(self, &Flags::new())
    }

    /// Replaces the file. One that is a link is replaced where it leads to.
    pub fn write(&self) -> Result<(), EditError> {
        let path = self.path.canonicalize().unwrap_or_else(|_| self.path.clone());
        files::replace(&path, self.text.as_bytes())
            .map_err(|source| EditError::Write { path: self.path.clone(), source })
    }

    fn document(&self) -> Result<Document<String>, EditError> {
        // What both parsers refuse is told with its place by the first.
        self.table().map(drop)?;
        Document::parse(self.text.clone())
            .map_err(|error| EditError::OtherForm(error.message().to_owned()))
    }

    /// Behind the last field of the table.
    fn line_in(&self, table: &Table, is_root: bool, mut line: String) -> (Range<usize>, String) {
        let text = &self.text;
        let last = last_field_end(table);
        let at = match (last, is_root) {
            // Before everything else, but behind a byte order mark.
            (None, true) => text.len() - text.trim_start_matches('\u{feff}').len(),
            (None, false) => line_end(text, table.span().unwrap_or_default().end),
            (Some(last), _) => line_end(text, last),
        };
        if last.is_none() && is_root && !text[at..].trim().is_empty() {
            line.push_str(newline(text));
        }
        let ends = text[..at].is_empty() || text[..at].ends_with(['\n', '\u{feff}']);
        (at..at, format!("{}{line}", if ends { "" } else { newline(text) }))
    }

    fn table_at_end(&self, path: &[&str], line: &str) -> (Range<usize>, String) {
        let (text, newline) = (&self.text, newline(&self.text));
        let mut new = String::new();
        if !text.is_empty() && !text.ends_with('\n') {
            new.push_str(newline);
        }
        if !text.trim().is_empty() {
            new.push_str(newline);
        }
        new.push_str(&format!("[{}]{newline}{line}", path.join(".")));
        (text.len()..text.len(), new)
    }
}

fn find<'a>(root: &'a Item, path: &[&str]) -> Option<&'a Item> {
    path.iter().try_fold(root, |item, key| item.as_table_like()?.get(key))
}

fn collect_blocks(text: &str, table: &Table, blocks: &mut Vec<Range<usize>>) {
    if !table.is_implicit() && !table.is_dotted() {
        let header = table.span().unwrap_or_default();
        let last = last_field_end(table).unwrap_or_default().max(header.end);
        blocks.push(line_start(text, header.start)..line_end(text, last));
    }
    for (_, inner) in table {
        match inner {
            Item::Table(inner) => collect_blocks(text, inner, blocks),
            Item::ArrayOfTables(inner) => {
                inner.iter().for_each(|inner| collect_blocks(text, inner, blocks));
            }
            Item::None | Item::Value(_) => {}
        }
    }
}

fn last_field_end(table: &Table) -> Option<usize> {
    let end = |(_, item): (&str, &Item)| match item {
        Item::Value(value) => value.span().map(|span| span.end),
        Item::Table(table) if table.is_dotted() => last_field_end(table),
        _ => None,
    };
    table.iter().filter_map(end).max()
}

fn line_start(text: &str, at: usize) -> usize {
    text[..at].rfind('\n').map_or(0, |newline| newline + 1)
}

fn line_end(text: &str, at: usize) -> usize {
    text[at..].find('\n').map_or(text.len(), |newline| at + newline + 1)
}

fn newline(text: &str) -> &'static str {
    if text.contains("\r\n") { "\r\n" } else { "\n" }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn file(text: &str) -> ConfigFile {
        ConfigFile { path: "/none/config.toml".into(), text: text.to_owned() }
    }

    fn set(text: &str, path: &[&str], value: Option<&str>) -> Result<String, EditError> {
        let mut file = file(text);
        file.set(path, value).map(|()| file.text)
    }

    #[test]
    fn a_field_is_set_and_all_else_stays() {
        let default = &["default_model"][..];
        let inside = &["models", "a", "model"][..];
        for (before, path, value, after) in [
            ("", default, Some("'a'"), "default_model = 'a'\n"),
            ("\u{feff}", default, Some("'a'"), "\u{feff}default_model = 'a'\n"),
            ("port = 1 # x", default, Some("'a'"), "port = 1 # x\ndefault_model = 'a'\n"),
            (
                "# r\n[[rule]]\nmode = 'deny'\n",
                default,
                Some("'a'"),
                "default_model = 'a'\n\n# r\n[[rule]]\nmode = 'deny'\n",
            ),
            (
                "default_model='b' # why\r\nport=1",
                default,
                Some("'a'"),
                "default_model='a' # why\r\nport=1",
            ),
            ("x = 1\ndefault_model = 'b' # why\nport = 1\n", default, None, "x = 1\nport = 1\n"),
            ("port = 1\n", default, None, "port = 1\n"),
            ("", inside, Some("'m'"), "[models.a]\nmodel = 'm'\n"),
            ("port = 1\r\n", inside, Some("'m'"), "port = 1\r\n\r\n[models.a]\r\nmodel = 'm'\r\n"),
            (
                "[models.a] # mine\n# c\n[models.b]\n",
                inside,
                Some("'m'"),
                "[models.a] # mine\nmodel = 'm'\n# c\n[models.b]\n",
            ),
            (
                "[models.a.price]\ninput = 1\n",
                inside,
                Some("'m'"),
                "[models.a.price]\ninput = 1\n\n[models.a]\nmodel = 'm'\n",
            ),
            (
                "[models.a]\nx = [ 1, # one\n 2 ]\n\n# end\n",
                inside,
                Some("'m'"),
                "[models.a]\nx = [ 1, # one\n 2 ]\nmodel = 'm'\n\n# end\n",
            ),
            ("[models.a]\n'model' = 'x'\n", inside, Some("'m'"), "[models.a]\n'model' = 'm'\n"),
        ] {
            assert_eq!(set(before, path, value).unwrap(), after, "{before:?} {path:?}");
        }
    }

    #[test]
    fn what_is_written_otherwise_is_left_to_the_person() {
        for text in [
            "models = { a = { model = 'x' } }\n",
            "models.a.model = 'x'\n",
            "[models]\na.provider = 'x'\n",
            "[models]\na = { provider = 'x' }\n",
        ] {
            let mut file = file(text);
            assert!(file.set(&["models", "a", "key_env"], Some("'K'")).is_err(), "{text}");
            assert!(file.remove_table(&["models", "a"]).is_err(), "{text}");
            assert_eq!(file.text, text);
        }
        assert!(matches!(set("a = ", &["b"], Some("1")), Err(EditError::Settings(_))));
    }

    #[test]
    fn a_table_goes_with_those_in_it() {
        for (before, after) in [
            ("[models.a]\nx = 1\n\n[models.a.price]\ninput = 1\n", ""),
            ("# top\n\n[models.a]\nx = 1\n", "# top\n"),
            (
                "[models.a]\nx = 1\n\n# b\n[models.b]\nx = 1\n\n[models.a.price]\ny = 1\n",
                "\n# b\n[models.b]\nx = 1\n",
            ),
            (
                "port = 1\r\n\r\n[models.a]\r\nx = 1\r\n\r\n[[rule]]\r\n",
                "port = 1\r\n\r\n[[rule]]\r\n",
            ),
            ("port = 1\n", "port = 1\n"),
        ] {
            let mut file = file(before);
            file.remove_table(&["models", "a"]).unwrap();
            assert_eq!(file.text, after, "{before:?}");
        }
    }
}
