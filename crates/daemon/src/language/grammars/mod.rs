//! The person's own grammars: loaded at the start and kept in the store when they are added. One that cannot
//! be used stays where it is and is told of; the others count.

#[cfg(test)]
mod contract;
#[cfg(test)]
mod memory;
mod sqlite;
mod store;

use std::path::PathBuf;
use std::sync::Arc;

use tabwright_actions::Dispatcher;
use tabwright_store::StoreError;
use tabwright_wire::language::{BrokenGrammar, GrammarList, NewGrammar};
use tabwright_wire::{Problem, ProblemCode};

use crate::problems;

pub(super) use sqlite::SqliteGrammars;
pub(super) use store::GrammarStore;

const GRAMMARS_MAX: usize = 5_000;
const NAME_CHARS_MAX: usize = 60;

#[derive(Debug)]
pub(super) struct Grammars {
    store: Arc<dyn GrammarStore>,
    broken: Vec<BrokenGrammar>,
    damaged: Vec<DamagedFile>,
}

/// A file of an earlier version that could not be imported. It is tried again at every start, so it is
/// deleted when its grammar is removed or replaced.
#[derive(Debug)]
pub(super) struct DamagedFile {
    pub(super) name: String,
    pub(super) path: PathBuf,
    pub(super) why: String,
}

impl Grammars {
    /// Those in the store count from now on. `damaged` are files whose grammars did not get there.
    pub(super) async fn load(
        store: Arc<dyn GrammarStore>,
        damaged: Vec<DamagedFile>,
        dispatcher: &Dispatcher,
    ) -> Result<Self, StoreError> {
        let broken = |file: &DamagedFile| BrokenGrammar {
            name: file.name.clone(),
            why: format!("{}: {}", file.path.display(), file.why),
        };
        let mut broken: Vec<_> = damaged.iter().map(broken).collect();
        for NewGrammar { name, site, text } in store.load().await?.into_iter().take(GRAMMARS_MAX) {
            if let Err(report) = dispatcher.add_grammar(&name, site.as_deref(), &text) {
                let why = report.to_string();
                tracing::warn!(name, why, "a grammar cannot be used");
                broken.push(BrokenGrammar { name, why });
            }
        }
        Ok(Self { store, broken, damaged })
    }

    pub(super) fn list(&self, dispatcher: &Dispatcher) -> GrammarList {
        GrammarList { grammars: dispatcher.grammars(), broken: self.broken.clone() }
    }

    /// Counts from now on, and after the daemon was started anew.
    pub(super) async fn add(
        &mut self,
        new: &NewGrammar,
        dispatcher: &Dispatcher,
    ) -> Result<(), Problem> {
        check_name(&new.name)?;
        if let Some(site) = &new.site {
            check_site(site)?;
        }
        let known = dispatcher.grammars();
        if known.len() >= GRAMMARS_MAX && !known.iter().any(|grammar| grammar.name == new.name) {
            let title = format!("you have {GRAMMARS_MAX} grammars, and there may be no more");
            return Err(bad(
                title,
                "Remove one first: `tabwright grammar list`, then `remove NAME`",
            ));
        }
        dispatcher.add_grammar(&new.name, new.site.as_deref(), &new.text).map_err(|report| {
            bad(
                report.to_string(),
                "Correct it; `tabwright grammar check FILE` shows the mistakes again",
            )
        })?;
        self.store.put(new.clone()).await.map_err(|error| unkept(&error))?;
        self.delete_damaged(&new.name).await?;
        self.broken.retain(|broken| broken.name != new.name);
        Ok(())
    }

    /// Matches no more, at once.
    pub(super) async fn remove(
        &mut self,
        name: &str,
        dispatcher: &Dispatcher,
    ) -> Result<(), Problem> {
        if !self.damaged.iter().any(|file| file.name == name) {
            check_name(name)?;
        }
        self.delete_damaged(name).await?;
        let matched = dispatcher.remove_grammar(name);
        let was_broken = self.broken.iter().any(|broken| broken.name == name);
        self.broken.retain(|broken| broken.name != name);
        self.store.remove(name).await.map_err(|error| problems::store(&error))?;
        if matched || was_broken {
            return Ok(());
        }
        Err(Problem {
            code: ProblemCode::NotFound,
            title: format!("you have no grammar `{name}`"),
            fix: "`tabwright grammar list` shows your grammars".to_owned(),
        })
    }

    async fn delete_damaged(&mut self, name: &str) -> Result<(), Problem> {
        while let Some(index) = self.damaged.iter().position(|file| file.name == name) {
            let path = &self.damaged[index].path;
            match tokio::fs::remove_file(path).await {
                Err(error) if error.kind() != std::io::ErrorKind::NotFound => {
                    return Err(Problem {
                        code: ProblemCode::StorageFailed,
                        title: format!("cannot delete {}: {error}", path.display()),
                        fix: "Delete the file yourself, then try again".to_owned(),
                    });
                }
                _ => drop(self.damaged.swap_remove(index)),
            }
        }
        Ok(())
    }
}

/// It is typed on a command line and is part of an address.
fn check_name(name: &str) -> Result<(), Problem> {
    let plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_');
    if !name.is_empty() && name.len() <= NAME_CHARS_MAX && name.chars().all(plain) {
        return Ok(());
    }
    let title = format!("`{name}` cannot be the name of a grammar");
    Err(bad(title, "Use up to 60 letters, digits, `-` and `_`"))
}

fn check_site(site: &str) -> Result<(), Problem> {
    let plain = |c: char| c.is_alphanumeric() || matches!(c, '-' | '.');
    if !site.is_empty() && site.len() <= 253 && site.chars().all(plain) {
        return Ok(());
    }
    Err(bad(format!("`{site}` is not a site"), "Write its host, such as example.com"))
}

fn bad(title: String, fix: &str) -> Problem {
    Problem { code: ProblemCode::BadRequest, title, fix: fix.to_owned() }
}

fn unkept(error: &StoreError) -> Problem {
    Problem {
        title: format!("the grammar works now, but could not be saved: {error}"),
        ..problems::store(error)
    }
}

#[cfg(test)]
mod tests {
    use tabwright_store::Store;

    use super::memory::MemoryGrammars;
    use super::*;

    const GOOD: &str = r#"<Start> = good morning -> { actionName: "scrollDown", parameters: {} };"#;

    fn new(name: &str, site: Option<&str>) -> NewGrammar {
        NewGrammar { name: name.to_owned(), site: site.map(str::to_owned), text: GOOD.to_owned() }
    }

    #[tokio::test]
    async fn a_grammar_counts_again_after_a_restart_and_a_broken_one_is_told() {
        let store = Arc::new(MemoryGrammars::default());
        let dispatcher = Dispatcher::new(None).unwrap();
        let mut grammars = Grammars::load(store.clone(), Vec::new(), &dispatcher).await.unwrap();
        grammars.add(&new("morning", Some("example.com")), &dispatcher).await.unwrap();
        store.put(NewGrammar { text: "<Start> = (".to_owned(), ..new("bad", None) }).await.unwrap();

        let dispatcher = Dispatcher::new(None).unwrap();
        let mut grammars = Grammars::load(store.clone(), Vec::new(), &dispatcher).await.unwrap();
        let list = grammars.list(&dispatcher);
        let names: Vec<_> = list.grammars.iter().map(|it| it.name.as_str()).collect();
        assert_eq!(names, ["morning"]);
        assert_eq!(list.broken.len(), 1);
        assert_eq!(list.broken[0].name, "bad");

        grammars.remove("morning", &dispatcher).await.unwrap();
        grammars.remove("bad", &dispatcher).await.unwrap();
        assert_eq!(store.load().await.unwrap(), []);
        let gone = grammars.remove("bad", &dispatcher).await.unwrap_err();
        assert_eq!(gone.code, ProblemCode::NotFound);
    }

    #[tokio::test]
    async fn the_files_of_an_earlier_version_are_taken_in() {
        let folder = tempfile::tempdir().unwrap();
        let old = folder.path().join("grammars");
        std::fs::create_dir(&old).unwrap();
        std::fs::write(old.join("morning.agr"), format!("// site: example.com\n{GOOD}")).unwrap();
        std::fs::write(old.join("evening.agr"), GOOD).unwrap();
        std::fs::write(old.join("damaged.agr"), [0xFF]).unwrap();
        let store = Store::open(&folder.path().join("tabwright.db")).await.unwrap();
        let store = SqliteGrammars::new(store);
        let damaged = store.import(&old).await.unwrap();
        assert_eq!(damaged.len(), 1);
        assert_eq!(damaged[0].name, "damaged");
        let expected = [new("evening", None), new("morning", Some("example.com"))];
        assert_eq!(store.load().await.unwrap(), expected);
        assert!(old.join("damaged.agr").exists() && old.join("morning.agr.imported").exists());

        let dispatcher = Dispatcher::new(None).unwrap();
        let mut grammars = Grammars::load(Arc::new(store), damaged, &dispatcher).await.unwrap();
        assert_eq!(grammars.list(&dispatcher).broken[0].name, "damaged");
        grammars.remove("damaged", &dispatcher).await.unwrap();
        assert!(grammars.list(&dispatcher).broken.is_empty());
        assert!(!old.join("damaged.agr").exists(), "it would be damaged again at the next start");
    }
}
