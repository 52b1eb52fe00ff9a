//! The person's own grammars: files of a folder, one each, loaded at the start and kept when they are
//! added. One that cannot be read stays where it is and is told of; the others count.

use std::io;
use std::path::PathBuf;

use tabwright_actions::Dispatcher;
use tabwright_wire::language::{BrokenGrammar, GrammarList, NewGrammar};
use tabwright_wire::{Problem, ProblemCode};

/// How a file says for which site its grammar is.
const SITE_LINE: &str = "// site: ";
const SUFFIX: &str = "agr";
const GRAMMARS_MAX: usize = 5_000;
const NAME_CHARS_MAX: usize = 60;
const BYTES_MAX: u64 = 1024 * 1024;

#[derive(Debug)]
pub(super) struct Grammars {
    folder: PathBuf,
    broken: Vec<BrokenGrammar>,
}

impl Grammars {
    pub(super) fn load(folder: PathBuf, dispatcher: &Dispatcher) -> Self {
        let mut grammars = Self { folder, broken: Vec::new() };
        let Ok(entries) = std::fs::read_dir(&grammars.folder) else { return grammars };
        let mut files: Vec<_> = entries
            .filter_map(|entry| Some(entry.ok()?.path()))
            .filter(|path| path.extension().is_some_and(|suffix| suffix == SUFFIX))
            .collect();
        files.sort();
        for path in files.into_iter().take(GRAMMARS_MAX) {
            let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
            let loaded = read(&path).map_err(|error| error.to_string()).and_then(|text| {
                let site = site_of(&text).map(str::to_owned);
                dispatcher
                    .add_grammar(&name, site.as_deref(), &text)
                    .map_err(|report| report.to_string())
            });
            if let Err(why) = loaded {
                tracing::warn!(name, why, "a grammar cannot be used");
                grammars.broken.push(BrokenGrammar { name, why });
            }
        }
        grammars
    }

    pub(super) fn list(&self, dispatcher: &Dispatcher) -> GrammarList {
        GrammarList { grammars: dispatcher.grammars(), broken: self.broken.clone() }
    }

    /// Counts from now on, and after the daemon was started anew.
    pub(super) fn add(&mut self, new: &NewGrammar, dispatcher: &Dispatcher) -> Result<(), Problem> {
        check_name(&new.name)?;
        if let Some(site) = &new.site {
            check_site(site)?;
        }
        dispatcher.add_grammar(&new.name, new.site.as_deref(), &new.text).map_err(|report| {
            bad(report.to_string(), "`tabwright grammar check` shows the same")
        })?;
        let kept = match &new.site {
            Some(site) => format!("{SITE_LINE}{site}\n{}", without_site(&new.text)),
            None => without_site(&new.text).to_owned(),
        };
        let path = self.file(&new.name);
        let beside = path.with_extension("new");
        std::fs::create_dir_all(&self.folder)
            .and_then(|()| std::fs::write(&beside, kept))
            .and_then(|()| std::fs::rename(&beside, &path))
            .map_err(|error| unkept(&error))?;
        self.broken.retain(|broken| broken.name != new.name);
        Ok(())
    }

    /// Matches no more, at once.
    pub(super) fn remove(&mut self, name: &str, dispatcher: &Dispatcher) -> Result<(), Problem> {
        check_name(name)?;
        let matched = dispatcher.remove_grammar(name);
        let was_broken = self.broken.iter().any(|broken| broken.name == name);
        self.broken.retain(|broken| broken.name != name);
        match std::fs::remove_file(self.file(name)) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(unkept(&error)),
            _ => {}
        }
        if matched || was_broken {
            return Ok(());
        }
        Err(Problem {
            status: 404,
            code: ProblemCode::NotFound,
            title: format!("there is no grammar `{name}` of yours"),
            fix: "`tabwright grammar list` lists them".to_owned(),
        })
    }

    fn file(&self, name: &str) -> PathBuf {
        self.folder.join(name).with_extension(SUFFIX)
    }
}

fn read(path: &std::path::Path) -> io::Result<String> {
    if std::fs::metadata(path)?.len() > BYTES_MAX {
        return Err(io::Error::other("it is larger than a megabyte"));
    }
    std::fs::read_to_string(path)
}

fn site_of(text: &str) -> Option<&str> {
    text.lines().next()?.strip_prefix(SITE_LINE).map(str::trim)
}

fn without_site(text: &str) -> &str {
    match text.split_once('\n') {
        Some((first, rest)) if first.starts_with(SITE_LINE) => rest,
        _ => text,
    }
}

/// It becomes the name of a file.
fn check_name(name: &str) -> Result<(), Problem> {
    let plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_');
    if !name.is_empty() && name.len() <= NAME_CHARS_MAX && name.chars().all(plain) {
        return Ok(());
    }
    let title = format!("`{name}` is no name for a grammar");
    Err(bad(title, "Use up to 60 letters, digits, `-` and `_`"))
}

fn check_site(site: &str) -> Result<(), Problem> {
    let plain = |c: char| c.is_alphanumeric() || matches!(c, '-' | '.');
    if !site.is_empty() && site.len() <= 253 && site.chars().all(plain) {
        return Ok(());
    }
    Err(bad(format!("`{site}` is no site"), "Write its host, such as example.com"))
}

fn bad(title: String, fix: &str) -> Problem {
    Problem { status: 422, code: ProblemCode::BadRequest, title, fix: fix.to_owned() }
}

fn unkept(error: &io::Error) -> Problem {
    Problem {
        status: 500,
        code: ProblemCode::FileProblem,
        title: format!("the grammar counts, but cannot be kept: {error}"),
        fix: "Make room on the disk, and add it again".to_owned(),
    }
}
