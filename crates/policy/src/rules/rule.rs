//! One rule, read and checked.

use tabwright_wire::{ClientOrigin, Mode, Rule, RuleRecord, RuleSource};

use crate::denial::mode_name;
use crate::sites::{Address, Glob, PatternError, SitePattern, is_scheme};

const CLIENT_LENGTH_MAX: usize = 200;
const SCHEMES_MAX: usize = 100;

#[derive(Debug, Clone)]
pub(crate) struct CheckedRule {
    record: RuleRecord,
    /// Its place among those of the config file, from 1.
    number: usize,
    /// Built-in rules may be for one origin only: a name proves nothing.
    origin: Option<ClientOrigin>,
    client: Option<Glob>,
    site: Option<SitePattern>,
    lock: Option<SitePattern>,
    blocked_schemes: Option<Vec<String>>,
}

#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum RuleFault {
    #[error(
        "its `client` is empty or longer than {CLIENT_LENGTH_MAX} bytes. Leave it out to mean everybody"
    )]
    Client,
    #[error("its `site` `{text}` is not a site: {why}")]
    Site { text: String, why: PatternError },
    #[error("its `locked_url` `{text}` is not an address: {why}")]
    LockedUrl { text: String, why: PatternError },
    #[error("`{0}` in its `blocked_schemes` is not a scheme such as `file`")]
    Scheme(String),
    #[error("its `blocked_schemes` are more than {SCHEMES_MAX}")]
    TooManySchemes,
    #[error(
        "it has no effect. Set `mode`, `new_tabs`, `scripts`, `locked_url`, `allow` or `blocked_schemes`"
    )]
    SaysNothing,
}

impl RuleFault {
    /// The field that is wrong, if it is one.
    #[must_use]
    pub fn field(&self) -> Option<&'static str> {
        match self {
            Self::Client => Some("client"),
            Self::Site { .. } => Some("site"),
            Self::LockedUrl { .. } => Some("locked_url"),
            Self::Scheme(_) | Self::TooManySchemes => Some("blocked_schemes"),
            Self::SaysNothing => None,
        }
    }
}

impl CheckedRule {
    pub(crate) fn check(
        rule: Rule,
        source: RuleSource,
        id: Option<u32>,
    ) -> Result<Self, RuleFault> {
        let says_nothing = rule.mode.is_none()
            && rule.new_tabs.is_none()
            && rule.scripts.is_none()
            && rule.locked_url.is_none()
            && rule.allow.is_none()
            && rule.blocked_schemes.is_none();
        if says_nothing {
            return Err(RuleFault::SaysNothing);
        }
        let client_is_odd =
            |name: &String| name.trim().is_empty() || name.len() > CLIENT_LENGTH_MAX;
        if rule.client.as_ref().is_some_and(client_is_odd) {
            return Err(RuleFault::Client);
        }
        let pattern = |text: &Option<String>| {
            let parse = |text: &String| SitePattern::parse(text).map_err(|why| (text.clone(), why));
            text.as_ref().map(parse).transpose()
        };
        Ok(Self {
            number: 0,
            origin: None,
            client: rule.client.as_ref().map(|name| Glob::new(name.trim().to_lowercase())),
            site: pattern(&rule.site).map_err(|(text, why)| RuleFault::Site { text, why })?,
            lock: pattern(&rule.locked_url)
                .map_err(|(text, why)| RuleFault::LockedUrl { text, why })?,
            blocked_schemes: rule.blocked_schemes.as_deref().map(schemes).transpose()?,
            record: RuleRecord { id, source, rule },
        })
    }

    pub(super) fn numbered(self, number: usize) -> Self {
        Self { number, ..self }
    }

    pub(super) fn only_for(self, origin: ClientOrigin) -> Self {
        Self { origin: Some(origin), ..self }
    }

    /// What a person is shown of it.
    pub(super) fn shown_as(mut self, rule: Rule) -> Self {
        self.record.rule = rule;
        self
    }

    pub(crate) fn rule(&self) -> &Rule {
        &self.record.rule
    }

    pub(crate) fn record(&self) -> &RuleRecord {
        &self.record
    }

    pub(crate) fn lock(&self) -> Option<&SitePattern> {
        self.lock.as_ref()
    }

    pub(crate) fn blocked_schemes(&self) -> Option<&[String]> {
        self.blocked_schemes.as_deref()
    }

    pub(super) fn site(&self) -> Option<&SitePattern> {
        self.site.as_ref()
    }

    /// There are pages that it keeps a client from.
    pub(super) fn closes(&self) -> bool {
        self.record.rule.mode == Some(Mode::Deny) || self.lock.is_some()
    }

    /// Does it keep a client from doing at one place what it may do at another?
    pub(super) fn draws_a_border(&self) -> bool {
        !matches!(self.record.rule.mode, None | Some(Mode::Auto))
            || self.lock.is_some()
            || self.record.rule.scripts == Some(false)
    }

    pub(super) fn is_for(&self, client: &str, origin: ClientOrigin) -> bool {
        self.origin.is_none_or(|only| only == origin)
            && self.client.as_ref().is_none_or(|glob| glob.fits(client))
    }

    /// A rule with a site says nothing of what is about no page.
    pub(super) fn fits(&self, client: &str, origin: ClientOrigin, page: Option<&Address>) -> bool {
        self.is_for(client, origin)
            && self.site.as_ref().is_none_or(|site| page.is_some_and(|page| site.fits(page)))
    }

    /// Which rule it is: `rule 2 of the config file (claude at *.bank.com: deny)`.
    pub(crate) fn describe(&self) -> String {
        let which = match (self.record.source, self.record.id) {
            (RuleSource::Person, Some(id)) => format!("the person's rule {id}"),
            (RuleSource::Person, None) => "a rule of the person's".to_owned(),
            (RuleSource::Config, _) => format!("rule {} of the config file", self.number),
            (RuleSource::BuiltIn, _) => return "a rule that comes with Tabwright".to_owned(),
        };
        let rule = &self.record.rule;
        let client = rule.client.as_deref().unwrap_or("everybody");
        let site = rule.site.as_deref().map(|site| format!(" at {site}")).unwrap_or_default();
        let mode = rule.mode.map(|mode| format!(": {}", mode_name(mode))).unwrap_or_default();
        format!("{which} ({client}{site}{mode})")
    }
}

/// As people write them: `file`, `file:` and `FILE://` are one.
fn schemes(written: &[String]) -> Result<Vec<String>, RuleFault> {
    if written.len() > SCHEMES_MAX {
        return Err(RuleFault::TooManySchemes);
    }
    let read = |text: &String| {
        let scheme = text.trim().trim_end_matches('/').trim_end_matches(':').to_ascii_lowercase();
        if is_scheme(&scheme) { Ok(scheme) } else { Err(RuleFault::Scheme(text.clone())) }
    };
    written.iter().map(read).collect()
}
