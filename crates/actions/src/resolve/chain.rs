//! The chain: who is asked for what a name means, in which order, and what is done when nobody knows.

use std::time::Duration;

use url::Url;

use super::address::{self, Reading};
use super::context::{LookupError, Page, ResolverContext};
use super::error::{NotFound, ResolveError};
use super::history;
use super::memory::{self, Described};
use super::outcome::{How, NotAsked, Outcome, Trial};
use super::search::{self, Provider, Wanted};
use super::settings::Settings;
use super::sites::{self, Offer, OwnSites};
use super::stage::Stage;
use super::tidy::{self, tidy};
use super::wikipedia::{self, Question};

const TIMEOUT: Duration = Duration::from_secs(5);
const ANSWER_BYTES_MAX: usize = 256 * 1024;
const OFFERS_MAX: usize = 100;
const NEAREST_MAX: usize = 3;
const NAME_SHOWN_LETTERS: usize = 100;

/// Finds addresses for names, as a person has set it up.
#[derive(Debug, Clone)]
pub struct Resolver {
    settings: Settings,
    own: OwnSites,
    time_limit: Duration,
}

impl Default for Resolver {
    fn default() -> Self {
        Self::new(Settings::default(), OwnSites::default())
    }
}

/// Where a name leads.
#[derive(Debug, Clone, PartialEq)]
pub struct Resolved {
    pub url: Url,
    /// What is known of it: the name of a site, the title of a page.
    pub title: Option<String>,
    pub stage: Stage,
    /// No stage knew the name; this is where it may be found.
    pub guess: bool,
    /// What each stage said, in the order in which they were asked.
    pub tried: Vec<Trial>,
}

/// What a stage found.
struct Found {
    url: Url,
    title: Option<String>,
    how: How,
}

impl From<(Url, How)> for Found {
    fn from((url, how): (Url, How)) -> Self {
        let title = match &how {
            How::OwnName { name } | How::KnownName { name } | How::Mistyped { name } => {
                Some(name.clone())
            }
            How::Article { title } | How::Kept { title } => Some(title.clone()),
            _ => None,
        };
        Self { url, title, how }
    }
}

impl Resolver {
    #[must_use]
    pub fn new(settings: Settings, own: OwnSites) -> Self {
        Self { settings, own, time_limit: TIMEOUT }
    }

    /// How long each question to browser or network may take; five seconds if nothing is said.
    #[must_use]
    pub fn with_timeout(self, time_limit: Duration) -> Self {
        Self { time_limit, ..self }
    }

    /// What a name that is being typed could become, the likeliest first.
    #[must_use]
    pub fn offer(&self, typed: &str, count_max: usize) -> Vec<Offer> {
        let typed = typed.get(..typed.floor_char_boundary(tidy::NAME_LETTERS_MAX)).unwrap_or(typed);
        sites::offer(&self.own, typed, count_max.min(OFFERS_MAX))
    }

    /// Is it an address or the name of a site, for sure and without asking browser or network?
    #[must_use]
    pub fn knows(&self, name: &str) -> bool {
        tidy(name).is_ok_and(|text| {
            matches!(address::read(&text), Ok(Reading::Certain(..)))
                || sites::find(&self.own, &text).is_some()
        })
    }

    /// Where the name of a site leads.
    pub async fn resolve<C: ResolverContext>(
        &self,
        name: &str,
        context: &C,
    ) -> Result<Resolved, ResolveError> {
        let text = tidy(name)?;
        let address = address::read(&text)?;
        if !matches!(address, Reading::Certain(..)) {
            tidy::check_length(&text, tidy::NAME_LETTERS_MAX)?;
        }
        let known = sites::find(&self.own, &text);
        let subject = wikipedia::subject(&text).filter(|_| known.is_none());
        let read = memory::described(&text);
        let tried = Vec::new();
        Asking { resolver: self, text: &text, address, subject, read, known, context, tried }
            .go()
            .await
    }
}

/// One name on its way through the stages.
struct Asking<'a, C> {
    resolver: &'a Resolver,
    text: &'a str,
    address: Reading,
    /// What the text wants to read about on Wikipedia, where it says so.
    subject: Option<&'a str>,
    /// Whether it speaks of a page that was read.
    read: Option<Described>,
    /// The site whose name the whole text is.
    known: Option<(Url, How)>,
    context: &'a C,
    tried: Vec<Trial>,
}

impl<C: ResolverContext> Asking<'_, C> {
    async fn go(mut self) -> Result<Resolved, ResolveError> {
        for stage in self.order() {
            if !self.resolver.settings.is_on(stage) {
                self.tried.push(Trial { stage, outcome: Outcome::Off });
                continue;
            }
            match self.ask(stage).await {
                Ok(found) => return Ok(self.resolved(stage, found, false)),
                Err(outcome) => self.tried.push(Trial { stage, outcome }),
            }
        }
        self.guess().await
    }

    /// Who asks for Wikipedia by name gets it first, and so does who says that they have read it.
    fn order(&self) -> Vec<Stage> {
        let mut order = Stage::ALL.to_vec();
        if self.read == Some(Described::AsRead) {
            order.sort_by_key(|stage| *stage != Stage::Memory);
        }
        if self.subject.is_some() {
            order.sort_by_key(|stage| *stage != Stage::Wikipedia);
        }
        order
    }

    async fn ask(&self, stage: Stage) -> Result<Found, Outcome> {
        match stage {
            Stage::Address => self.address(),
            Stage::Search => self.search().await,
            Stage::Sites => self.sites(),
            Stage::Wikipedia => self.wikipedia().await,
            Stage::History => self.history().await,
            Stage::Memory => self.memory().await,
        }
    }

    fn address(&self) -> Result<Found, Outcome> {
        match &self.address {
            Reading::Certain(url, how) => Ok((url.clone(), how.clone()).into()),
            Reading::Doubtful(url, doubt) => {
                let is_known =
                    url.host_str().is_some_and(|host| sites::has_host(&self.resolver.own, host));
                if is_known {
                    Ok((url.clone(), How::Written).into())
                } else {
                    Err(Outcome::Doubtful(*doubt))
                }
            }
            Reading::No => Err(Outcome::Unknown),
        }
    }

    async fn search(&self) -> Result<Found, Outcome> {
        let mut wanted = search::read(self.text);
        if let Some(query) = self.subject {
            wanted.insert(0, Wanted { provider: Some("wikipedia"), query, may_be_a_name: false });
        }
        wanted.retain(|way| !(way.may_be_a_name && self.known.is_some()));
        let direct = self.resolver.settings.direct.as_deref();
        if wanted.is_empty() && direct.is_none() {
            return Err(Outcome::NotAsked(NotAsked::NoSearch));
        }
        let providers = self.providers().await?;
        for way in wanted {
            let provider = search::choose(&providers, way.provider);
            let url = provider.and_then(|provider| provider.url.fill(way.query));
            if let Some((provider, url)) = provider.zip(url) {
                return Ok((url, How::SearchAsked { provider: provider.name.clone() }).into());
            }
        }
        let Some(direct) = direct else { return Err(Outcome::NotAsked(NotAsked::NoSearch)) };
        if tidy::looks_secret(self.text) {
            return Err(Outcome::NotAsked(NotAsked::LooksSecret));
        }
        let provider = search::choose(&providers, Some(direct));
        let first = provider.and_then(|provider| provider.first.as_ref()?.fill(self.text));
        match provider.zip(first) {
            Some((provider, url)) => {
                Ok((url, How::FirstResult { provider: provider.name.clone() }).into())
            }
            None => Err(Outcome::NotAsked(NotAsked::NoFirstResult(direct.to_owned()))),
        }
    }

    fn sites(&self) -> Result<Found, Outcome> {
        match &self.known {
            Some(known) => Ok(known.clone().into()),
            None => sites::find_mistyped(&self.resolver.own, self.text).map(Found::from),
        }
    }

    async fn wikipedia(&self) -> Result<Found, Outcome> {
        let subject = self.subject.unwrap_or(self.text);
        let language = &self.resolver.settings.language;
        let question =
            Question::new(language, subject, self.subject.is_some()).map_err(Outcome::NotAsked)?;
        let url = question.url()?;
        let answer = self.wait(self.context.fetch(&url)).await?;
        if answer.len() > ANSWER_BYTES_MAX {
            return Err(LookupError::Malformed(format!("it has {} bytes", answer.len())).into());
        }
        question.read(&answer).map(Found::from)
    }

    async fn history(&self) -> Result<Found, Outcome> {
        let words = history::words(self.text).map_err(Outcome::NotAsked)?;
        let query = words.join(" ");
        let visited = self.context.visited(&query, history::PAGES_MAX);
        let kept = self.context.bookmarks(&query, history::PAGES_MAX);
        let (visited, kept) = tokio::join!(self.wait(visited), self.wait(kept));
        // One of the two is better than none: a browser may have no bookmarks to give.
        let (visited, kept) = match (visited, kept) {
            (Err(trouble), Err(_)) => return Err(trouble.into()),
            (visited, kept) => (visited.unwrap_or_default(), kept.unwrap_or_default()),
        };
        let best = history::best(&words, visited, kept)?;
        Ok(Found { url: best.url, title: best.title, how: best.how })
    }

    async fn memory(&self) -> Result<Found, Outcome> {
        if self.read.is_none() || self.known.is_some() {
            return Err(Outcome::NotAsked(NotAsked::NotRead));
        }
        // The person may have to be asked first, which has a time limit of its own.
        let pages = self.context.kept(self.text).await?;
        let open = |page: Page| {
            let url = Url::parse(&page.url).ok()?;
            matches!(url.scheme(), "http" | "https").then_some((url, page.title))
        };
        let (url, title) = pages.into_iter().find_map(open).ok_or(Outcome::Unknown)?;
        Ok((url, How::Kept { title }).into())
    }

    async fn providers(&self) -> Result<Vec<Provider>, LookupError> {
        self.wait(self.context.providers()).await
    }

    /// Nobody knew: an address that was doubted, or a search for it.
    async fn guess(mut self) -> Result<Resolved, ResolveError> {
        let is_on = |stage| self.resolver.settings.is_on(stage);
        if let (Reading::Doubtful(url, _), true) = (&self.address, is_on(Stage::Address)) {
            let found = (url.clone(), How::DespiteDoubt).into();
            return Ok(self.resolved(Stage::Address, found, true));
        }
        if is_on(Stage::Search) {
            match self.last_resort().await {
                Ok(found) => return Ok(self.resolved(Stage::Search, found, true)),
                Err(outcome) => self.tried.push(Trial { stage: Stage::Search, outcome }),
            }
        }
        let nearest = sites::nearest(&self.resolver.own, self.text, NEAREST_MAX);
        let name = self.text.chars().take(NAME_SHOWN_LETTERS).collect();
        Err(NotFound { name, tried: self.tried, nearest }.into())
    }

    async fn last_resort(&self) -> Result<Found, Outcome> {
        if tidy::looks_secret(self.text) {
            return Err(Outcome::NotAsked(NotAsked::LooksSecret));
        }
        let providers = self.providers().await?;
        let provider = search::choose(&providers, None).ok_or(Outcome::Unknown)?;
        let url = provider.url.fill(self.text).ok_or(Outcome::Unknown)?;
        Ok((url, How::LastResort { provider: provider.name.clone() }).into())
    }

    async fn wait<T>(
        &self,
        answer: impl Future<Output = Result<T, LookupError>>,
    ) -> Result<T, LookupError> {
        let time_limit = self.resolver.time_limit;
        let too_long = Err(LookupError::Timeout(time_limit));
        tokio::time::timeout(time_limit, answer).await.unwrap_or(too_long)
    }

    fn resolved(mut self, stage: Stage, found: Found, guess: bool) -> Resolved {
        let Found { url, title, how } = found;
        self.tried.push(Trial { stage, outcome: Outcome::Found(how) });
        Resolved { url, title, stage, guess, tried: self.tried }
    }
}
