//! All rules in the order in which they are asked, and what they say of one client and one page.

use std::path::{Path, PathBuf};

use tabwright_wire::{Face, Mode, Rule, RuleList, RuleSource, Sensitivity};

use super::built_in::built_in;
use super::file::{self, PersonRules};
use super::rule::CheckedRule;
use crate::error::PolicyError;
use crate::sites::Address;

const PERSON_RULES_MAX: usize = 1_000;

#[derive(Debug)]
pub(crate) struct Book {
    path: PathBuf,
    person: PersonRules,
    config: Vec<CheckedRule>,
    built_in: Vec<CheckedRule>,
}

/// What the rules say of a client at a page: of those that fit, the first with an opinion.
#[derive(Debug, Clone)]
pub(crate) struct Standing<'a> {
    rules: Vec<&'a CheckedRule>,
}

impl Book {
    pub(crate) fn open(path: &Path, config: Vec<Rule>) -> Result<Self, PolicyError> {
        let check = |(place, rule)| {
            let checked = CheckedRule::check(rule, RuleSource::Config, None);
            let number = place + 1;
            match checked {
                Ok(rule) => Ok(rule.numbered(number)),
                Err(why) => Err(PolicyError::ConfigRule { number, why }),
            }
        };
        Ok(Self {
            path: path.to_owned(),
            person: file::read(path)?,
            config: config.into_iter().enumerate().map(check).collect::<Result<_, _>>()?,
            built_in: built_in()?,
        })
    }

    pub(crate) fn list(&self) -> RuleList {
        RuleList { rules: self.rules().map(|rule| rule.record().clone()).collect() }
    }

    pub(crate) fn standing(
        &self,
        client: &str,
        face: Face,
        page: Option<&Address>,
    ) -> Standing<'_> {
        let client = client.to_lowercase();
        Standing { rules: self.rules().filter(|rule| rule.fits(&client, face, page)).collect() }
    }

    /// Puts a rule of the person's before all others.
    pub(crate) fn add(&mut self, rule: Rule) -> Result<(), PolicyError> {
        let count = self.person.rules.len();
        if count >= PERSON_RULES_MAX {
            return Err(PolicyError::TooManyRules(count));
        }
        let mut changed = self.person.clone();
        let id = changed.next_id;
        changed.next_id = id.checked_add(1).ok_or(PolicyError::TooManyRules(count))?;
        changed.rules.insert(0, CheckedRule::check(rule, RuleSource::Person, Some(id))?);
        self.keep(changed)
    }

    pub(crate) fn remove(&mut self, id: u32) -> Result<(), PolicyError> {
        let mut changed = self.person.clone();
        changed.rules.retain(|rule| rule.record().id != Some(id));
        if changed.rules.len() == self.person.rules.len() {
            return Err(PolicyError::NoSuchRule(id));
        }
        self.keep(changed)
    }

    /// Makes a rule for a client at a site say more: in the person's own rule for exactly these
    /// where it is the one that is heard, else in a new one before it.
    pub(crate) fn teach(
        &mut self,
        client: &str,
        site: &str,
        lesson: impl Fn(&mut Rule),
        learnt: impl Fn(&Standing<'_>) -> bool,
        heard: (Face, &Address),
    ) -> Result<(), PolicyError> {
        let same = |rule: &CheckedRule| {
            let rule = rule.rule();
            rule.client.as_deref() == Some(client) && rule.site.as_deref() == Some(site)
        };
        let before = self.person.clone();
        if let Some(place) = before.rules.iter().position(same) {
            let mut changed = before.clone();
            let mut rule = before.rules[place].rule().clone();
            lesson(&mut rule);
            let id = before.rules[place].record().id;
            changed.rules[place] = CheckedRule::check(rule, RuleSource::Person, id)?;
            self.person = changed.clone();
            let is_heard = learnt(&self.standing(client, heard.0, Some(heard.1)));
            self.person = before;
            if is_heard {
                return self.keep(changed);
            }
        }
        let mut rule = Rule {
            client: Some(client.to_owned()),
            site: Some(site.to_owned()),
            ..Rule::default()
        };
        lesson(&mut rule);
        self.add(rule)
    }

    /// On the disk first: what could not be written does not hold.
    fn keep(&mut self, changed: PersonRules) -> Result<(), PolicyError> {
        file::write(&self.path, &changed)?;
        self.person = changed;
        Ok(())
    }

    /// Those that name a site come before those that do not: "nobody at the bank" holds, whatever
    /// else a client may.
    fn rules(&self) -> impl Iterator<Item = &CheckedRule> {
        let made = || self.person.rules.iter().chain(&self.config);
        let of_sites = made().filter(|rule| rule.rule().site.is_some());
        let of_all = made().filter(|rule| rule.rule().site.is_none());
        of_sites.chain(of_all).chain(&self.built_in)
    }
}

impl<'a> Standing<'a> {
    pub(crate) fn mode(&self) -> Option<(Mode, &'a CheckedRule)> {
        self.first(|rule| rule.rule().mode)
    }

    pub(crate) fn new_tabs(&self) -> Option<(bool, &'a CheckedRule)> {
        self.first(|rule| rule.rule().new_tabs)
    }

    /// The rule that locks, if one does.
    pub(crate) fn lock(&self) -> Option<&'a CheckedRule> {
        self.rules.iter().copied().find(|rule| rule.lock().is_some())
    }

    pub(crate) fn allowed(&self) -> &'a [Sensitivity] {
        self.rules.iter().copied().find_map(|rule| rule.rule().allow.as_deref()).unwrap_or_default()
    }

    /// The rule that blocks one of the schemes, and which.
    pub(crate) fn blocked(&self, page: &Address) -> Option<(String, &'a CheckedRule)> {
        let (blocked, rule) = self.first(CheckedRule::blocked_schemes)?;
        let scheme = page.schemes().find(|scheme| blocked.iter().any(|one| one == scheme))?;
        Some((scheme.to_owned(), rule))
    }

    fn first<T>(
        &self,
        said: impl Fn(&'a CheckedRule) -> Option<T>,
    ) -> Option<(T, &'a CheckedRule)> {
        self.rules.iter().copied().find_map(|rule| Some((said(rule)?, rule)))
    }
}
