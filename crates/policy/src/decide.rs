//! Authorization: from a permission request and the rules to a decision. Pure: it does no I/O and asks
//! nobody.

use tabwright_wire::{ClientOrigin, Mode, Sensitivity, VerbKind};

use crate::denial::Denial;
use crate::request::{Decision, PermissionRequest, Reach, ScriptUse};
use crate::rules::{ApplicableRules, CheckedRule, RuleSet};
use crate::sanitize;
use crate::session_answers::{AnswerKey, SessionAnswers};
use crate::sites::Address;

/// How much of an address a denial repeats.
const PLACE_LETTERS_MAX: usize = 200;

/// A decision, with everything that is needed to ask the person.
#[derive(Debug)]
pub(crate) enum Evaluation {
    Allow { needs_confirmation: Vec<Sensitivity> },
    Ask(Prompt),
    Deny(Denial),
}

/// What the person is to be asked.
#[derive(Debug, Clone)]
pub(crate) struct Prompt {
    /// What the answer would be remembered for.
    pub(crate) key: AnswerKey,
    /// The page for which a lasting answer becomes a rule; none where it is about no page.
    pub(crate) page: Option<Address>,
    /// The address of that page as the browser gives it, for the person to read.
    pub(crate) url: String,
    /// What still needs a confirmation of its own after a yes to this.
    pub(crate) needs_confirmation: Vec<Sensitivity>,
}

impl From<Evaluation> for Decision {
    fn from(evaluation: Evaluation) -> Self {
        match evaluation {
            Evaluation::Allow { needs_confirmation } => Self::Allow { needs_confirmation },
            Evaluation::Ask(prompt) => Self::Ask { sensitivity: prompt.key.sensitivity },
            Evaluation::Deny(denial) => Self::Deny(denial),
        }
    }
}

pub(crate) fn evaluate(
    rules: &RuleSet,
    answers: &SessionAnswers,
    request: &PermissionRequest<'_>,
) -> Evaluation {
    Evaluator::new(rules, answers, request)
        .and_then(|evaluator| evaluator.evaluate())
        .unwrap_or_else(Evaluation::Deny)
}

/// The question for what is always asked; why not, if a rule forbids it.
pub(crate) fn confirm(rules: &RuleSet, request: &PermissionRequest<'_>) -> Result<Prompt, Denial> {
    // Without the answers of before, of which a yes would allow it and a no would go on for ever.
    let answers = SessionAnswers::default();
    let evaluator = Evaluator::new(rules, &answers, request)?;
    match evaluator.evaluate()? {
        Evaluation::Ask(prompt) => Ok(prompt),
        Evaluation::Deny(denial) => Err(denial),
        Evaluation::Allow { .. } => Ok(Prompt {
            key: AnswerKey {
                client: evaluator.client,
                site: String::new(),
                sensitivity: request.sensitivity,
            },
            page: None,
            url: request.url.to_owned(),
            needs_confirmation: Vec::new(),
        }),
    }
}

/// May a client know that such a page is open?
pub(crate) fn may_see(rules: &RuleSet, request: &PermissionRequest<'_>) -> bool {
    let Ok(page) = read(request.url) else { return false };
    let applicable =
        rules.applicable(&sanitize::client_name(request.client), request.origin, page.as_ref());
    let denied = applicable.mode().is_some_and(|(mode, _)| mode == Mode::Deny);
    !denied && page.is_none_or(|page| applicable.lock().is_none_or(|rule| is_inside(rule, &page)))
}

/// An address that the request touches, and the rules that apply there.
struct Location<'a> {
    url: &'a str,
    /// None where there is no page, or none that could be understood.
    page: Option<Address>,
    rules: ApplicableRules<'a>,
}

struct Evaluator<'a> {
    request: &'a PermissionRequest<'a>,
    client: String,
    answers: &'a SessionAnswers,
    /// Where it happens. None for a request that is only about where it leads.
    here: Option<Location<'a>>,
    there: Option<Location<'a>>,
    /// A rule that closes some site to the client.
    confined_by: Option<&'a CheckedRule>,
    /// A rule that forbids the client scripts at some site, for scripts that may run at any.
    no_later_scripts: Option<&'a CheckedRule>,
}

impl<'a> Evaluator<'a> {
    fn new(
        rules: &'a RuleSet,
        answers: &'a SessionAnswers,
        request: &'a PermissionRequest<'a>,
    ) -> Result<Self, Denial> {
        let client = sanitize::client_name(request.client);
        let location = |url: &'a str, page: Option<Address>| {
            let rules = rules.applicable(&client, request.origin, page.as_ref());
            Location { url, page, rules }
        };
        let there = match request.to {
            Some(to) => {
                Some(location(to, Some(Address::parse(to).map_err(|why| bad_address(to, why))?)))
            }
            None => None,
        };
        let here = match read(request.url) {
            Ok(None) if there.is_some() => None,
            Ok(page) => Some(location(request.url, page)),
            // A page that cannot be understood can be left, as one that may not be driven.
            Err(_) if may_be_at_a_blocked_page(request.kind) => Some(location(request.url, None)),
            Err(why) => return Err(bad_address(request.url, why)),
        };
        let confined_by = match request.reach {
            Reach::EverySite => rules.confines(&client, request.origin),
            Reach::Page | Reach::Person | Reach::Nobody => None,
        };
        let no_later_scripts = match request.script {
            ScriptUse::Later => rules.forbids_scripts(&client, request.origin),
            ScriptUse::None | ScriptUse::Here => None,
        };
        Ok(Self { request, client, answers, here, there, confined_by, no_later_scripts })
    }

    fn evaluate(&self) -> Result<Evaluation, Denial> {
        self.check_reach()?;
        self.check_schemes()?;
        self.check_modes()?;
        self.check_new_tabs()?;
        self.check_scripts()?;
        self.check_locks()?;
        if let Some(evaluation) = self.ask_for_mode()? {
            return Ok(evaluation);
        }
        self.ask_for_sensitivity()
    }

    fn check_reach(&self) -> Result<(), Denial> {
        let operation = || sanitize::description(self.request.operation);
        match self.request.reach {
            Reach::Page => Ok(()),
            Reach::Person if self.request.origin == ClientOrigin::Person => Ok(()),
            Reach::Person => Err(Denial::OnlyPerson { operation: operation() }),
            Reach::Nobody => Err(Denial::Nobody { operation: operation() }),
            Reach::EverySite => match self.confined_by {
                Some(rule) => {
                    Err(Denial::EverySite { operation: operation(), rule: rule.describe() })
                }
                None => Ok(()),
            },
        }
    }

    fn check_schemes(&self) -> Result<(), Denial> {
        let here = self.here.as_ref().filter(|_| !may_be_at_a_blocked_page(self.request.kind));
        for location in here.into_iter().chain(&self.there) {
            let Some(page) = &location.page else { continue };
            if page.is_ours() {
                return Err(Denial::OurPage);
            }
            if let Some((scheme, rule)) = location.rules.blocked(page) {
                return Err(Denial::Scheme { scheme, rule: rule.describe() });
            }
        }
        Ok(())
    }

    fn check_modes(&self) -> Result<(), Denial> {
        let refused = |location: &Location<'_>, mode: Mode, rule: &CheckedRule| Denial::Mode {
            operation: sanitize::description(self.request.operation),
            place: self.told_place(location),
            mode,
            rule: rule.describe(),
        };
        for location in self.locations() {
            match location.rules.mode() {
                Some((Mode::Deny, rule)) => return Err(refused(location, Mode::Deny, rule)),
                _ => continue,
            }
        }
        // One may go to a page in order to look at it; there, looking is all.
        let here = self.here.as_ref().and_then(|location| Some((location, location.rules.mode()?)));
        match here {
            Some((location, (Mode::ReadOnly, rule))) if self.request.kind != VerbKind::Read => {
                Err(refused(location, Mode::ReadOnly, rule))
            }
            _ => Ok(()),
        }
    }

    fn check_new_tabs(&self) -> Result<(), Denial> {
        let forbids = |location: &Location<'_>| match location.rules.new_tabs() {
            Some((false, rule)) => Some(Denial::NewTabs { rule: rule.describe() }),
            _ => None,
        };
        match self.locations().find_map(forbids) {
            Some(denial) if self.request.opens_tab => Err(denial),
            _ => Ok(()),
        }
    }

    fn check_scripts(&self) -> Result<(), Denial> {
        let refused = |place: String, rule: &CheckedRule| Denial::Scripts {
            operation: sanitize::description(self.request.operation),
            place,
            rule: rule.describe(),
        };
        if self.request.script == ScriptUse::None {
            return Ok(());
        }
        for location in self.locations() {
            if let Some((false, rule)) = location.rules.scripts() {
                return Err(refused(self.told_place(location), rule));
            }
        }
        match self.no_later_scripts {
            Some(rule) => Err(refused(String::new(), rule)),
            None => Ok(()),
        }
    }

    /// A lock that holds at either end must be kept: who is outside may only go in.
    fn check_locks(&self) -> Result<(), Denial> {
        if self.request.kind == VerbKind::Arrange {
            return Ok(());
        }
        for lock in self.locations().filter_map(|location| location.rules.lock()) {
            let outside = |location: &Location<'_>| match &location.page {
                Some(page) => !is_inside(lock, page),
                // Of no page at all only navigation matters: nobody can say where it leads.
                None => !location.url.is_empty() || self.request.kind == VerbKind::Go,
            };
            // Who goes somewhere may come from anywhere.
            let goes = self.request.kind == VerbKind::Go && self.there.is_some();
            let here = self.here.as_ref().filter(|_| !goes);
            if let Some(location) =
                here.into_iter().chain(&self.there).find(|location| outside(location))
            {
                return Err(Denial::Locked {
                    operation: sanitize::description(self.request.operation),
                    place: self.told_place(location),
                    lock: lock.lock().map(|lock| lock.text().to_owned()).unwrap_or_default(),
                    rule: lock.describe(),
                });
            }
        }
        Ok(())
    }

    /// Where it leads is asked before where it happens: an answer for the page that is left would
    /// hold for every place it can be left for.
    fn ask_for_mode(&self) -> Result<Option<Evaluation>, Denial> {
        if self.request.kind == VerbKind::Read {
            return Ok(None);
        }
        let asks = |location: &&Location<'_>| matches!(location.rules.mode(), Some((Mode::Ask, _)));
        let location = self.there.as_ref().filter(asks).or(self.here.as_ref().filter(asks));
        let Some(location) = location else { return Ok(None) };
        let key = self.key(location, None);
        match self.answers.recall(&key) {
            // From now on as if the rule said `auto`: what is sensitive asks for itself.
            Some(true) => Ok(None),
            Some(false) => Err(remembered_no(&key)),
            None => Ok(Some(ask(location, key, Vec::new()))),
        }
    }

    fn ask_for_sensitivity(&self) -> Result<Evaluation, Denial> {
        let Some(location) = self.there.as_ref().or(self.here.as_ref()) else {
            return Ok(Evaluation::Allow { needs_confirmation: Vec::new() });
        };
        let is_allowed = |sensitivity: Sensitivity| {
            let key = self.key(location, Some(sensitivity));
            location.rules.allowed().contains(&sensitivity)
                || self.answers.recall(&key) == Some(true)
        };
        let mut needs_confirmation: Vec<Sensitivity> = match self.request.kind {
            VerbKind::Read | VerbKind::Arrange => Vec::new(),
            _ => Sensitivity::ALL.into_iter().filter(|one| !is_allowed(*one)).collect(),
        };
        let Some(met) = self.request.sensitivity.filter(|met| !is_allowed(*met)) else {
            return Ok(Evaluation::Allow { needs_confirmation });
        };
        let key = self.key(location, Some(met));
        if self.answers.recall(&key) == Some(false) {
            return Err(remembered_no(&key));
        }
        needs_confirmation.retain(|one| *one != met);
        Ok(ask(location, key, needs_confirmation))
    }

    fn locations(&self) -> impl Iterator<Item = &Location<'a>> {
        self.here.iter().chain(&self.there)
    }

    /// Where it wanted to go a client knows. Of where a page has gone by itself it learns the site only: the
    /// rest of the address may hold what the rule keeps from it.
    fn told_place(&self, location: &Location<'_>) -> String {
        let goes_there = self.there.as_ref().is_some_and(|there| std::ptr::eq(there, location));
        match &location.page {
            Some(page) if !goes_there => place(&page.site()),
            _ => place(location.url),
        }
    }

    fn key(&self, location: &Location<'_>, sensitivity: Option<Sensitivity>) -> AnswerKey {
        let site = location.page.as_ref().map(Address::site).unwrap_or_default();
        AnswerKey { client: self.client.clone(), site, sensitivity }
    }
}

fn ask(
    location: &Location<'_>,
    key: AnswerKey,
    needs_confirmation: Vec<Sensitivity>,
) -> Evaluation {
    Evaluation::Ask(Prompt {
        key,
        page: location.page.clone(),
        url: location.url.to_owned(),
        needs_confirmation,
    })
}

/// A fresh tab shows a page of the browser's own: it can be left and moved, not read or acted on.
fn may_be_at_a_blocked_page(kind: VerbKind) -> bool {
    matches!(kind, VerbKind::Go | VerbKind::Arrange)
}

fn is_inside(lock: &CheckedRule, page: &Address) -> bool {
    lock.lock().is_none_or(|lock| lock.fits(page))
}

fn read(url: &str) -> Result<Option<Address>, crate::sites::AddressError> {
    if url.is_empty() { Ok(None) } else { Address::parse(url).map(Some) }
}

fn bad_address(address: &str, why: crate::sites::AddressError) -> Denial {
    Denial::Address { address: place(address), why }
}

fn remembered_no(key: &AnswerKey) -> Denial {
    Denial::SaidNo { sensitivity: key.sensitivity, place: key.site.clone(), remembered: true }
}

fn place(url: &str) -> String {
    sanitize::line(url, PLACE_LETTERS_MAX)
}

#[cfg(test)]
mod properties;
