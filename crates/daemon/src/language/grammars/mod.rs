//! The person's own grammars: loaded at the start and kept in the store when they are added. One that cannot
//! be used stays where it is and is told of; the others count.

#[cfg(test)]
mod contract;
#[cfg(test)]
mod memory;
mod sqlite;
mod store;

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
}

impl Grammars {
    /// Those in the store count from now on. `broken` are grammars that did not get there.
    pub(super) async fn load(
        store: Arc<dyn GrammarStore>,
        mut broken: Vec<BrokenGrammar>,
        dispatcher: &Dispatcher,
    ) -> Result<Self, StoreError> {
        for NewGrammar { name, site, text } in store.load().await?.into_iter().take(GRAMMARS_MAX) {
            if let Err(report) = dispatcher.add_grammar(&name, site.as_deref(), &text) {
                let why = report.to_string();
                tracing::warn!(name, why, "a grammar cannot be used");
                broken.push(BrokenGrammar { name, why });
            }
        }
        Ok(Self { store, broken })
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
        dispatcher.add_grammar(&new.name, new.site.as_deref(), &new.text).map_err(|report| {
            bad(report.to_string(), "`tabwright grammar check` shows the same")
        })?;
        self.store.put(new.clone()).await.map_err(|error| unkept(&error))?;
        self.broken.retain(|broken| broken.name != new.name);
        Ok(())
    }

    /// Matches no more, at once.
    pub(super) async fn remove(
        &mut self,
        name: &str,
        dispatcher: &Dispatcher,
    ) -> Result<(), Problem> {
        check_name(name)?;
        let matched = dispatcher.remove_grammar(name);
        let was_broken = self.broken.iter().any(|broken| broken.name == name);
        self.broken.retain(|broken| broken.name != name);
        self.store.remove(name).await.map_err(|error| problems::store(&error).0)?;
        if matched || was_broken {
            return Ok(());
        }
        Err(Problem {
            code: ProblemCode::NotFound,
            title: format!("there is no grammar `{name}` of yours"),
            fix: "`tabwright grammar list` lists them".to_owned(),
        })
    }
}

/// It is typed on a command line and is part of an address.
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
    Problem { code: ProblemCode::BadRequest, title, fix: fix.to_owned() }
}

fn unkept(error: &StoreError) -> Problem {
    Problem {
        title: format!("the grammar counts, but cannot be kept: {error}"),
        ..problems::store(error).0
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
        let broken = store.import(&old).await.unwrap();
        assert_eq!(broken.len(), 1);
        assert_eq!(broken[0].name, "damaged");
        let expected = [new("evening", None), new("morning", Some("example.com"))];
        assert_eq!(store.load().await.unwrap(), expected);
        assert!(old.join("damaged.agr").exists() && old.join("morning.agr.imported").exists());
    }
}
