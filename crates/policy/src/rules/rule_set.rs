//! All rules in the order in which they apply, and those that apply to one client at one page.

use std::path::Path;

use tabwright_wire::{BarrierRule, ClientOrigin, Mode, Rule, RuleList, RuleSource, Sensitivity};

use super::built_in::built_in;
use super::file::{self, PersonRules};
use super::rule::CheckedRule;
use crate::error::PolicyError;
use crate::sites::{Address, SitePattern};

const PERSON_RULES_MAX: usize = 1_000;

/// Changes are made in two steps, so that nobody waits for the disk: `with_…` gives the changed rules
/// of the person, which are written to their file first and put in by [`RuleSet::set_person_rules`] then.
#[derive(Debug, Clone)]
pub(crate) struct RuleSet {
    person: PersonRules,
    config: Vec<CheckedRule>,
    built_in: Vec<CheckedRule>,
}

/// The rules that apply to a client at a page. For each matter, the first that says something about
/// it decides.
#[derive(Debug, Clone)]
pub(crate) struct ApplicableRules<'a> {
    rules: Vec<&'a CheckedRule>,
}

impl RuleSet {
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
            person: file::read(path)?,
            config: config.into_iter().enumerate().map(check).collect::<Result<_, _>>()?,
            built_in: built_in()?,
        })
    }

    pub(crate) fn list(&self) -> RuleList {
        RuleList { rules: self.rules().map(|rule| rule.record().clone()).collect() }
    }

    pub(crate) fn applicable(
        &self,
        client: &str,
        origin: ClientOrigin,
        page: Option<&Address>,
    ) -> ApplicableRules<'_> {
        let client = client.to_lowercase();
        ApplicableRules {
            rules: self.rules().filter(|rule| rule.fits(&client, origin, page)).collect(),
        }
    }

    /// The first rule that closes any site to a client: it denies there, or locks it in elsewhere.
    pub(crate) fn confines(&self, client: &str, origin: ClientOrigin) -> Option<&CheckedRule> {
        let client = client.to_lowercase();
        self.rules().find(|rule| rule.closes() && rule.is_for(&client, origin))
    }

    /// The first rule that forbids a client scripts at any site.
    pub(crate) fn forbids_scripts(
        &self,
        client: &str,
        origin: ClientOrigin,
    ) -> Option<&CheckedRule> {
        let client = client.to_lowercase();
        let forbids = |rule: &&CheckedRule| {
            rule.rule().scripts == Some(false) && rule.is_for(&client, origin)
        };
        self.rules().find(forbids)
    }

    /// Does any rule tell places apart for a client?
    pub(crate) fn has_borders(&self, client: &str, origin: ClientOrigin) -> bool {
        let client = client.to_lowercase();
        self.rules().any(|rule| rule.draws_a_border() && rule.is_for(&client, origin))
    }

    /// What a tab that the client drives may load, for the browser itself to keep. Empty where no rule closes
    /// anything.
    pub(crate) fn barrier(&self, client: &str, origin: ClientOrigin) -> Vec<BarrierRule> {
        let client = client.to_lowercase();
        let rule =
            |addresses: String, blocks, only_pages| BarrierRule { addresses, blocks, only_pages };
        let everything = || "^".to_owned();
        let mut barrier = Vec::new();
        for (made, mode) in self.rules().filter_map(|made| Some((made, made.rule().mode?))) {
            if !made.is_for(&client, origin) {
                continue;
            }
            let addresses = made.site().map_or_else(everything, SitePattern::to_regex);
            barrier.push(rule(addresses, mode == Mode::Deny, false));
            if made.site().is_none() {
                break;
            }
        }
        if let Some(lock) = self.lock_of_all_sites(&client, origin) {
            // What a rule allows must not open what is outside the lock.
            barrier.retain(|rule| rule.blocks);
            barrier.push(rule(lock.to_regex(), false, true));
            barrier.push(rule(everything(), true, true));
        }
        while barrier.pop_if(|rule| !rule.blocks).is_some() {}
        barrier
    }

    /// What the barrier says of one address. `is_page` for a page itself, false for what is loaded into it.
    pub(crate) fn may_load(
        &self,
        client: &str,
        origin: ClientOrigin,
        address: &Address,
        is_page: bool,
    ) -> bool {
        let mode = self.applicable(client, origin, Some(address)).mode();
        let is_denied = mode.is_some_and(|(mode, _)| mode == Mode::Deny);
        let lock = self.lock_of_all_sites(&client.to_lowercase(), origin);
        !is_denied && (!is_page || lock.is_none_or(|lock| lock.fits(address)))
    }

    /// A lock for one site only holds there; the address is asked about each time.
    fn lock_of_all_sites(&self, client: &str, origin: ClientOrigin) -> Option<&SitePattern> {
        let locks = |made: &&CheckedRule| made.is_for(client, origin) && made.site().is_none();
        self.rules().filter(locks).find_map(CheckedRule::lock)
    }

    /// The first rule that denies a client a host at or below this domain.
    pub(crate) fn closed_at_or_below(
        &self,
        client: &str,
        origin: ClientOrigin,
        domain: &str,
    ) -> Option<&CheckedRule> {
        let client = client.to_lowercase();
        let denies = |rule: &&CheckedRule| {
            rule.rule().mode == Some(Mode::Deny)
                && rule.is_for(&client, origin)
                && rule.site().is_some_and(|site| site.may_be_at_or_below(domain))
        };
        self.rules().find(denies)
    }

    /// The person's rules with another one before all others.
    pub(crate) fn with_added(&self, rule: Rule) -> Result<PersonRules, PolicyError> {
        let count = self.person.rules.len();
        if count >= PERSON_RULES_MAX {
            return Err(PolicyError::TooManyRules(count));
        }
        let mut changed = self.person.clone();
        let id = changed.next_id;
        changed.next_id = id.checked_add(1).ok_or(PolicyError::TooManyRules(count))?;
        changed.rules.insert(0, CheckedRule::check(rule, RuleSource::Person, Some(id))?);
        Ok(changed)
    }

    pub(crate) fn with_removed(&self, id: u32) -> Result<PersonRules, PolicyError> {
        let mut changed = self.person.clone();
        changed.rules.retain(|rule| rule.record().id != Some(id));
        if changed.rules.len() == self.person.rules.len() {
            return Err(PolicyError::NoSuchRule(id));
        }
        Ok(changed)
    }

    /// Turns an answer of the person into a rule for a client at a site. The person's own rule for
    /// exactly these is changed where the change takes effect there; else a new rule is put before it.
    pub(crate) fn remember_answer(
        &self,
        client: &str,
        site: &str,
        change: impl Fn(&mut Rule),
        takes_effect: impl Fn(&ApplicableRules<'_>) -> bool,
        (origin, page): (ClientOrigin, &Address),
    ) -> Result<PersonRules, PolicyError> {
        let same = |rule: &CheckedRule| {
            let rule = rule.rule();
            rule.client.as_deref() == Some(client) && rule.site.as_deref() == Some(site)
        };
        if let Some(place) = self.person.rules.iter().position(same) {
            let mut changed = self.clone();
            let known = &self.person.rules[place];
            let mut rule = known.rule().clone();
            change(&mut rule);
            changed.person.rules[place] =
                CheckedRule::check(rule, RuleSource::Person, known.record().id)?;
            if takes_effect(&changed.applicable(client, origin, Some(page))) {
                return Ok(changed.person);
            }
        }
        let mut rule = Rule {
            client: Some(client.to_owned()),
            site: Some(site.to_owned()),
            ..Rule::default()
        };
        change(&mut rule);
        self.with_added(rule)
    }

    pub(crate) fn set_person_rules(&mut self, person: PersonRules) {
        self.person = person;
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

impl<'a> ApplicableRules<'a> {
    pub(crate) fn mode(&self) -> Option<(Mode, &'a CheckedRule)> {
        self.first(|rule| rule.rule().mode)
    }

    pub(crate) fn new_tabs(&self) -> Option<(bool, &'a CheckedRule)> {
        self.first(|rule| rule.rule().new_tabs)
    }

    pub(crate) fn scripts(&self) -> Option<(bool, &'a CheckedRule)> {
        self.first(|rule| rule.rule().scripts)
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
