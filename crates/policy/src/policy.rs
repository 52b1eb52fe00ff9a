//! The door to this room: judges acts, asks the person, keeps rules and answers.

use std::path::PathBuf;
use std::sync::{Mutex, MutexGuard, PoisonError, RwLock, RwLockReadGuard, RwLockWriteGuard};
use std::time::Duration;

use tabwright_wire::{
    Face, Mode, PolicyAnswer, QuestionList, Remember, Rule, RuleList, Sensitivity, TabId, VerbKind,
};
use tokio::sync::watch;

use crate::act::{Act, Verdict};
use crate::denial::Denial;
use crate::error::PolicyError;
use crate::judging::{self, Asking, Ruling};
use crate::log::{AuditLog, LogLimits};
use crate::memory::Memory;
use crate::questions::Questions;
use crate::rules::{Book, Standing};

/// Where this room keeps what is to last.
#[derive(Debug, Clone)]
pub struct Places {
    /// The person's rules, as JSON.
    pub rules_file: PathBuf,
    /// The audit log's own folder.
    pub log_folder: PathBuf,
}

#[derive(Debug, Clone)]
pub struct PolicyConfig {
    /// The rules of the config file, in its order.
    pub rules: Vec<Rule>,
    /// How long a question waits before it is a no.
    pub ask_timeout: Duration,
    pub log: LogLimits,
}

impl Default for PolicyConfig {
    fn default() -> Self {
        Self { rules: Vec::new(), ask_timeout: Duration::from_secs(60), log: LogLimits::default() }
    }
}

/// Shared in an `Arc` by everybody who lets clients do things.
#[derive(Debug)]
pub struct Policy {
    book: RwLock<Book>,
    memory: Mutex<Memory>,
    questions: Questions,
    log: AuditLog,
}

impl Policy {
    /// Reads the person's rules and opens the log. Rules that cannot be read or understood are an
    /// error: to go on without them would allow what they forbid.
    pub fn open(places: &Places, config: PolicyConfig) -> Result<Self, PolicyError> {
        Ok(Self {
            book: RwLock::new(Book::open(&places.rules_file, config.rules)?),
            memory: Mutex::default(),
            questions: Questions::new(config.ask_timeout),
            log: AuditLog::open(&places.log_folder, config.log)?,
        })
    }

    /// What the rules, and the person's answers for this session, say to an act.
    #[must_use]
    pub fn judge(&self, act: &Act<'_>) -> Verdict {
        self.ruling(act).into()
    }

    /// Judges, and asks the person where needed; `what` says it in words for the person. Gives what
    /// to be wary of. Dropping the future takes the question back.
    pub async fn permit(
        &self,
        act: &Act<'_>,
        tab: Option<TabId>,
        what: &str,
    ) -> Result<Vec<Sensitivity>, Denial> {
        let asking = match self.ruling(act) {
            Ruling::Allow { wary } => return Ok(wary),
            Ruling::Deny(denial) => return Err(denial),
            Ruling::Ask(asking) => asking,
        };
        let (wary, matter) = (asking.wary.clone(), asking.matter.clone());
        if self.questions.ask(asking, tab, what).await? {
            Ok(wary)
        } else {
            Err(Denial::SaidNo {
                sensitivity: matter.sensitivity,
                place: matter.site,
                remembered: false,
            })
        }
    }

    /// May a client know the title and address of an open page? Not where a rule denies it all, nor
    /// outside a lock.
    #[must_use]
    pub fn may_see(&self, client: &str, face: Face, url: &str) -> bool {
        let act = Act {
            client,
            face,
            deed: "tabs",
            kind: VerbKind::Read,
            url,
            to: None,
            opens_tab: false,
            sensitivity: None,
        };
        judging::may_see(&self.book(), &act)
    }

    /// All rules, in the order in which they are asked.
    #[must_use]
    pub fn rules(&self) -> RuleList {
        self.book().list()
    }

    /// Puts a rule of the person's before all others. What was answered for this session is
    /// forgotten, so that the rule holds from now on.
    pub fn add_rule(&self, rule: Rule) -> Result<RuleList, PolicyError> {
        self.change_rules(|book| book.add(rule))
    }

    /// Takes a rule of the person's away, and forgets what was answered for this session.
    pub fn remove_rule(&self, id: u32) -> Result<RuleList, PolicyError> {
        self.change_rules(|book| book.remove(id))
    }

    /// What waits for the person's word now.
    #[must_use]
    pub fn questions(&self) -> QuestionList {
        self.questions.list()
    }

    /// The person's word.
    ///
    /// `Session` holds for the same client, site and matter until the process ends or the rules are
    /// changed; `Always` becomes a rule of the person's for that client and site, joined with the
    /// one for exactly these where there is one:
    ///
    /// - a yes to something sensitive is added to what is allowed there already (`allow`);
    /// - a yes to a rule's `ask` becomes `mode = "auto"`, a no `mode = "deny"`;
    /// - a no to something sensitive is an error, because no rule can say it; so is either where the
    ///   question is about no page, because the rule would hold everywhere. The question then still
    ///   waits.
    ///
    /// An answer that lasts also answers what else waits about the same matter.
    pub fn answer(&self, answer: &PolicyAnswer) -> Result<(), PolicyError> {
        let lasts = answer.remember != Remember::Once;
        self.questions.answer(answer.id, answer.allow, lasts, |asking| match answer.remember {
            Remember::Once => Ok(()),
            Remember::Session => {
                self.memory().keep(asking.matter.clone(), answer.allow);
                Ok(())
            }
            Remember::Always => self.make_rule(asking, answer.allow),
        })
    }

    /// Ticks whenever a question comes or goes.
    #[must_use]
    pub fn questions_changed(&self) -> watch::Receiver<u64> {
        self.questions.changed()
    }

    #[must_use]
    pub fn log(&self) -> &AuditLog {
        &self.log
    }

    fn ruling(&self, act: &Act<'_>) -> Ruling {
        let (book, memory) = (self.book(), self.memory());
        judging::judge(&book, &memory, act)
    }

    fn make_rule(&self, asking: &Asking, allow: bool) -> Result<(), PolicyError> {
        let matter = &asking.matter;
        let page = asking.page.as_ref().ok_or(PolicyError::AlwaysEverywhere)?;
        // As for a client at any door: only the built-in rules know faces, and they are asked last.
        let heard = (Face::Api, page);
        let (client, site) = (matter.client.as_str(), matter.site.as_str());
        let mut book = self.book_to_change();
        match matter.sensitivity {
            Some(sensitivity) if allow => {
                // A rule's `allow` is heard alone: what other rules allow there must be in it.
                let standing = book.standing(client, heard.0, Some(page));
                let mut allowed = standing.allowed().to_vec();
                allowed.push(sensitivity);
                let learnt = |standing: &Standing<'_>| standing.allowed().contains(&sensitivity);
                let lesson = |rule: &mut Rule| rule.allow = Some(allowed.clone());
                book.teach(client, site, lesson, learnt, heard)
            }
            Some(sensitivity) => Err(PolicyError::NoForAlways(sensitivity)),
            None => {
                let mode = if allow { Mode::Auto } else { Mode::Deny };
                let learnt = |standing: &Standing<'_>| {
                    standing.mode().is_some_and(|(heard, _)| heard == mode)
                };
                book.teach(client, site, |rule| rule.mode = Some(mode), learnt, heard)
            }
        }
    }

    fn change_rules(
        &self,
        change: impl FnOnce(&mut Book) -> Result<(), PolicyError>,
    ) -> Result<RuleList, PolicyError> {
        let mut book = self.book_to_change();
        change(&mut book)?;
        self.memory().forget();
        Ok(book.list())
    }

    fn book(&self) -> RwLockReadGuard<'_, Book> {
        self.book.read().unwrap_or_else(PoisonError::into_inner)
    }

    fn book_to_change(&self) -> RwLockWriteGuard<'_, Book> {
        self.book.write().unwrap_or_else(PoisonError::into_inner)
    }

    /// Locked after the book wherever both are.
    fn memory(&self) -> MutexGuard<'_, Memory> {
        self.memory.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
