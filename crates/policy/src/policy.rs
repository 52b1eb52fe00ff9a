//! The entry point of this crate: decides requests, asks the person, keeps rules and answers.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use parking_lot::{Mutex, RwLock};
use tabwright_wire::{
    BarrierRule, ClientOrigin, Mode, PolicyAnswer, QuestionList, Remember, Rule, RuleList,
    Sensitivity, TabId, VerbKind,
};
use tokio::sync::watch;

use crate::decide::{self, Evaluation, Prompt};
use crate::denial::Denial;
use crate::error::PolicyError;
use crate::log::{AuditLog, LogLimits};
use crate::questions::{Questions, Wording};
use crate::request::{Decision, PermissionRequest, Reach, ScriptUse};
use crate::rules::{ApplicableRules, PersonRules, RuleSet, write_person_rules};
use crate::sanitize;
use crate::secrets::{KnownSecrets, SecretPlace};
use crate::session_answers::SessionAnswers;
use crate::sites::Address;

/// Where this room keeps what is to last.
#[derive(Debug, Clone)]
pub struct PolicyPaths {
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
    /// Taken out of questions and of the log.
    pub known_secrets: Arc<KnownSecrets>,
}

impl Default for PolicyConfig {
    fn default() -> Self {
        Self {
            rules: Vec::new(),
            ask_timeout: Duration::from_secs(60),
            log: LogLimits::default(),
            known_secrets: Arc::default(),
        }
    }
}

/// Shared in an `Arc` by everybody who lets clients do things.
#[derive(Debug)]
pub struct Policy {
    /// Locked for moments only, never while the disk is written: every decision reads it.
    rule_set: RwLock<RuleSet>,
    /// The file of the person's rules. Held from reading the rules to putting the changed ones in, so
    /// that of two changes at the same time none is lost. Lock order: before all others.
    rules_file: Mutex<PathBuf>,
    /// Lock order: the rules first, then this, wherever both are locked.
    session_answers: Mutex<SessionAnswers>,
    questions: Questions,
    log: AuditLog,
    known_secrets: Arc<KnownSecrets>,
}

impl Policy {
    /// Reads the person's rules and opens the log. Rules that cannot be read or understood are an
    /// error: to go on without them would allow what they forbid.
    pub fn open(places: &PolicyPaths, config: PolicyConfig) -> Result<Self, PolicyError> {
        Ok(Self {
            rule_set: RwLock::new(RuleSet::open(&places.rules_file, config.rules)?),
            rules_file: Mutex::new(places.rules_file.clone()),
            session_answers: Mutex::default(),
            questions: Questions::new(config.ask_timeout),
            log: AuditLog::open(&places.log_folder, config.log)?
                .without(Arc::clone(&config.known_secrets)),
            known_secrets: config.known_secrets,
        })
    }

    /// The decision by the rules and by what the person answered for this session.
    #[must_use]
    pub fn decide(&self, request: &PermissionRequest<'_>) -> Decision {
        self.evaluate(request).into()
    }

    /// Decides, and asks the person where needed; `what` describes the request for the person. Returns
    /// what still needs a confirmation of its own. Dropping the future withdraws the question.
    pub async fn permit(
        &self,
        request: &PermissionRequest<'_>,
        tab: Option<TabId>,
        what: impl Into<Wording<'_>>,
    ) -> Result<Vec<Sensitivity>, Denial> {
        let prompt = match self.evaluate(request) {
            Evaluation::Allow { needs_confirmation } => return Ok(needs_confirmation),
            Evaluation::Deny(denial) => return Err(denial),
            Evaluation::Ask(prompt) => prompt,
        };
        self.ask(request, prompt, tab, what.into()).await
    }

    /// Asks the person whatever else is allowed to the client, by a rule or by an earlier answer: for what cannot be
    /// undone.
    pub async fn confirm(
        &self,
        request: &PermissionRequest<'_>,
        what: impl Into<Wording<'_>>,
    ) -> Result<(), Denial> {
        let prompt = decide::confirm(&self.rule_set.read(), request)?;
        self.ask(request, prompt, None, what.into()).await.map(drop)
    }

    async fn ask(
        &self,
        request: &PermissionRequest<'_>,
        mut prompt: Prompt,
        tab: Option<TabId>,
        what: Wording<'_>,
    ) -> Result<Vec<Sensitivity>, Denial> {
        let (needs_confirmation, key) = (prompt.needs_confirmation.clone(), prompt.key.clone());
        let Wording { shown, logged } = what;
        let place = SecretPlace::default().at(request.url);
        let known = &self.known_secrets;
        let (shown, logged) = (known.redact(shown, &place), known.redact(logged, &place));
        let what = Wording { shown: &shown, logged: &logged };
        prompt.url = known.redact(&prompt.url, &place).into_owned();
        if self.questions.ask(prompt, tab, what).await? {
            Ok(needs_confirmation)
        } else {
            Err(Denial::SaidNo { sensitivity: key.sensitivity, place: key.site, remembered: false })
        }
    }

    /// May a client know the title and address of an open page? Not where a rule denies it all, nor
    /// outside a lock.
    #[must_use]
    pub fn may_see(&self, client: &str, origin: ClientOrigin, url: &str) -> bool {
        let request = PermissionRequest {
            client,
            origin,
            operation: "tabs",
            kind: VerbKind::Read,
            url,
            to: None,
            reach: Reach::Page,
            opens_tab: false,
            script: ScriptUse::None,
            sensitivity: None,
        };
        decide::may_see(&self.rule_set.read(), &request)
    }

    /// May a client have and set the cookies of a domain? Not where a rule closes a host to it at which
    /// such a cookie counts: at the domain itself or below.
    #[must_use]
    pub fn may_have_cookies(&self, client: &str, origin: ClientOrigin, domain: &str) -> bool {
        let domain = domain.trim_start_matches('.');
        let at = |scheme: &str| self.may_see(client, origin, &format!("{scheme}://{domain}/"));
        let client = sanitize::client_name(client);
        at("http")
            && at("https")
            && self.rule_set.read().closed_at_or_below(&client, origin, domain).is_none()
    }

    /// Is any site closed to the client?
    #[must_use]
    pub fn is_confined(&self, client: &str, origin: ClientOrigin) -> bool {
        self.rule_set.read().confines(&sanitize::client_name(client), origin).is_some()
    }

    /// What a tab that the client drives may load, for the browser itself to keep.
    #[must_use]
    pub fn barrier(&self, client: &str, origin: ClientOrigin) -> Vec<BarrierRule> {
        self.rule_set.read().barrier(&sanitize::client_name(client), origin)
    }

    /// What [`Policy::barrier`] says of one address. `is_page` for a page itself, false for what is loaded into it.
    #[must_use]
    pub fn may_load(&self, client: &str, origin: ClientOrigin, url: &str, is_page: bool) -> bool {
        let Ok(address) = Address::parse(url) else { return false };
        let client = sanitize::client_name(client);
        self.rule_set.read().may_load(&client, origin, &address, is_page)
    }

    /// Does any rule tell places apart for a client, so that it matters where a page goes while the client
    /// is at work?
    #[must_use]
    pub fn has_borders(&self, client: &str, origin: ClientOrigin) -> bool {
        self.rule_set.read().has_borders(&sanitize::client_name(client), origin)
    }

    /// Whether two addresses are of one site, for which one answer of the person's holds.
    #[must_use]
    pub fn is_same_site(one: &str, other: &str) -> bool {
        let site = |url: &str| Address::parse(url).ok().map(|address| address.site());
        site(one).is_some_and(|site_of_one| Some(site_of_one) == site(other))
    }

    /// All rules, in the order in which they are asked.
    #[must_use]
    pub fn rules(&self) -> RuleList {
        self.rule_set.read().list()
    }

    /// Puts a rule of the person's before all others. Blocks until it is on the disk. What was answered for this session is
    /// forgotten, so that the rule holds from now on.
    pub fn add_rule(&self, rule: Rule) -> Result<RuleList, PolicyError> {
        self.change_rules(|rules| rules.with_added(rule), || self.session_answers.lock().forget())
    }

    /// Takes a rule of the person's away once that is on the disk, and forgets what was answered for this session.
    pub fn remove_rule(&self, id: u32) -> Result<RuleList, PolicyError> {
        self.change_rules(|rules| rules.with_removed(id), || self.session_answers.lock().forget())
    }

    /// What waits for the person's word now.
    #[must_use]
    pub fn questions(&self) -> QuestionList {
        self.questions.list()
    }

    /// What of an open question is for the log: who wants to do what.
    #[must_use]
    pub fn question_for_log(&self, id: u32) -> Option<String> {
        self.questions.for_log(id)
    }

    /// Whether a yes comes from somebody who has seen the question's window. The third wrong code is a no.
    pub fn check_answer_code(&self, id: u32, code: Option<&str>) -> Result<(), PolicyError> {
        self.questions.check_code(id, code)
    }

    /// The person's word.
    ///
    /// `Session` holds for the same client, site and reason until the process ends or the rules are
    /// changed; `Always` becomes a rule of the person's for that client and site, joined with the
    /// one for exactly these where there is one:
    ///
    /// - a yes to something sensitive is added to what is allowed there already (`allow`);
    /// - a yes to a rule's `ask` becomes `mode = "auto"`, a no `mode = "deny"`;
    /// - a no to something sensitive is an error, because no rule can say it; so is either where the
    ///   question is about no page, because the rule would hold everywhere. The question then still
    ///   waits.
    ///
    /// Blocks until a rule that comes of it is on the disk.
    ///
    /// An answer that lasts also answers all other open questions with the same client, site and reason.
    pub fn answer(&self, answer: &PolicyAnswer) -> Result<(), PolicyError> {
        let lasts = answer.remember != Remember::Once;
        self.questions.answer(answer.id, answer.allow, lasts, |prompt| match answer.remember {
            Remember::Once => Ok(()),
            Remember::Session => {
                self.session_answers.lock().keep(prompt.key.clone(), answer.allow);
                Ok(())
            }
            Remember::Always => self.add_rule_from_answer(prompt, answer.allow),
        })
    }

    /// Ticks whenever a question comes or goes.
    #[must_use]
    pub fn questions_changed(&self) -> watch::Receiver<u64> {
        self.questions.changed()
    }

    /// What is taken out of questions and of the log.
    #[must_use]
    pub fn known_secrets(&self) -> &Arc<KnownSecrets> {
        &self.known_secrets
    }

    #[must_use]
    pub fn log(&self) -> &AuditLog {
        &self.log
    }

    fn evaluate(&self, request: &PermissionRequest<'_>) -> Evaluation {
        let (rules, answers) = (self.rule_set.read(), self.session_answers.lock());
        decide::evaluate(&rules, &answers, request)
    }

    fn add_rule_from_answer(&self, prompt: &Prompt, allow: bool) -> Result<(), PolicyError> {
        let key = &prompt.key;
        let page = prompt.page.as_ref().ok_or(PolicyError::AlwaysEverywhere)?;
        // Any origin will do: only the built-in rules look at it, and they come last.
        let origin = ClientOrigin::Api;
        let (client, site) = (key.client.as_str(), key.site.as_str());
        let with_answer = |rules: &RuleSet| match key.sensitivity {
            Some(sensitivity) if allow => {
                // Only the first `allow` that applies counts: what other rules allow there must be in
                // it.
                let mut allowed = rules.applicable(client, origin, Some(page)).allowed().to_vec();
                allowed.push(sensitivity);
                let takes_effect =
                    |applicable: &ApplicableRules<'_>| applicable.allowed().contains(&sensitivity);
                let change = |rule: &mut Rule| rule.allow = Some(allowed.clone());
                rules.remember_answer(client, site, change, takes_effect, (origin, page))
            }
            Some(sensitivity) => Err(PolicyError::NoForAlways(sensitivity)),
            None => {
                let mode = if allow { Mode::Auto } else { Mode::Deny };
                let takes_effect = |applicable: &ApplicableRules<'_>| {
                    applicable.mode().is_some_and(|(first, _)| first == mode)
                };
                let change = |rule: &mut Rule| rule.mode = Some(mode);
                rules.remember_answer(client, site, change, takes_effect, (origin, page))
            }
        };
        self.change_rules(with_answer, || ()).map(drop)
    }

    /// No decision sees the changed rules without what is done `along_with` them.
    fn change_rules(
        &self,
        change: impl FnOnce(&RuleSet) -> Result<PersonRules, PolicyError>,
        along_with: impl FnOnce(),
    ) -> Result<RuleList, PolicyError> {
        let file = self.rules_file.lock();
        let changed = change(&self.rule_set.read())?;
        // Written to the disk first: what could not be written does not apply.
        write_person_rules(&file, &changed)?;
        let mut rule_set = self.rule_set.write();
        rule_set.set_person_rules(changed);
        along_with();
        Ok(rule_set.list())
    }
}
