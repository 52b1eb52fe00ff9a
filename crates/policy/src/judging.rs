//! The judgement: from an act and the rules to yes, ask or no. Pure; asks nobody.

use tabwright_wire::{Mode, Sensitivity, VerbKind};

use crate::act::{Act, Verdict};
use crate::denial::Denial;
use crate::memory::{Matter, Memory};
use crate::rules::{Book, CheckedRule, Standing};
use crate::sites::Address;
use crate::words;

/// How much of an address a denial repeats.
const PLACE_LETTERS_MAX: usize = 200;

/// A verdict with what is needed to ask.
#[derive(Debug)]
pub(crate) enum Ruling {
    Allow { wary: Vec<Sensitivity> },
    Ask(Asking),
    Deny(Denial),
}

#[derive(Debug, Clone)]
pub(crate) struct Asking {
    pub(crate) matter: Matter,
    /// The address of which the answer is remembered, where there is one.
    pub(crate) page: Option<Address>,
    /// The same in the browser's words.
    pub(crate) url: String,
    /// What a yes leaves to be wary of.
    pub(crate) wary: Vec<Sensitivity>,
}

impl From<Ruling> for Verdict {
    fn from(ruling: Ruling) -> Self {
        match ruling {
            Ruling::Allow { wary } => Self::Allow { wary },
            Ruling::Ask(asking) => Self::Ask { sensitivity: asking.matter.sensitivity },
            Ruling::Deny(denial) => Self::Deny(denial),
        }
    }
}

pub(crate) fn judge(book: &Book, memory: &Memory, act: &Act<'_>) -> Ruling {
    Case::open(book, memory, act).and_then(|case| case.decide()).unwrap_or_else(Ruling::Deny)
}

/// May a client know that such a page is open?
pub(crate) fn may_see(book: &Book, act: &Act<'_>) -> bool {
    let Ok(page) = read(act.url) else { return false };
    let standing = book.standing(&words::client(act.client), act.face, page.as_ref());
    let denied = standing.mode().is_some_and(|(mode, _)| mode == Mode::Deny);
    !denied && page.is_none_or(|page| standing.lock().is_none_or(|rule| is_inside(rule, &page)))
}

/// An address that the act touches, and what the rules say there.
struct Spot<'a> {
    url: &'a str,
    /// None where there is no page, or none that could be understood.
    page: Option<Address>,
    standing: Standing<'a>,
}

struct Case<'a> {
    act: &'a Act<'a>,
    client: String,
    memory: &'a Memory,
    /// Where it happens. None for an act that is only about where it leads.
    here: Option<Spot<'a>>,
    there: Option<Spot<'a>>,
}

impl<'a> Case<'a> {
    fn open(book: &'a Book, memory: &'a Memory, act: &'a Act<'a>) -> Result<Self, Denial> {
        let client = words::client(act.client);
        let spot = |url: &'a str, page: Option<Address>| {
            let standing = book.standing(&client, act.face, page.as_ref());
            Spot { url, page, standing }
        };
        let there = match act.to {
            Some(to) => Some(spot(to, Some(Address::parse(to).map_err(|why| puzzled(to, why))?))),
            None => None,
        };
        let here = match read(act.url) {
            Ok(None) if there.is_some() => None,
            Ok(page) => Some(spot(act.url, page)),
            // A page that cannot be understood can be left, as one that may not be driven.
            Err(_) if may_be_at_a_blocked_page(act.kind) => Some(spot(act.url, None)),
            Err(why) => return Err(puzzled(act.url, why)),
        };
        Ok(Self { act, client, memory, here, there })
    }

    fn decide(&self) -> Result<Ruling, Denial> {
        self.check_schemes()?;
        self.check_modes()?;
        self.check_new_tabs()?;
        self.check_locks()?;
        if let Some(ruling) = self.ask_for_mode()? {
            return Ok(ruling);
        }
        self.ask_for_what_is_sensitive()
    }

    fn check_schemes(&self) -> Result<(), Denial> {
        let here = self.here.as_ref().filter(|_| !may_be_at_a_blocked_page(self.act.kind));
        for spot in here.into_iter().chain(&self.there) {
            let Some(page) = &spot.page else { continue };
            if page.is_ours() {
                return Err(Denial::OurPage);
            }
            if let Some((scheme, rule)) = spot.standing.blocked(page) {
                return Err(Denial::Scheme { scheme, rule: rule.told() });
            }
        }
        Ok(())
    }

    fn check_modes(&self) -> Result<(), Denial> {
        let refused = |spot: &Spot<'_>, mode: Mode, rule: &CheckedRule| Denial::Mode {
            deed: words::what(self.act.deed),
            place: place(spot.url),
            mode,
            rule: rule.told(),
        };
        for spot in self.spots() {
            match spot.standing.mode() {
                Some((Mode::Deny, rule)) => return Err(refused(spot, Mode::Deny, rule)),
                _ => continue,
            }
        }
        // One may go to a page in order to look at it; there, looking is all.
        let here = self.here.as_ref().and_then(|spot| Some((spot, spot.standing.mode()?)));
        match here {
            Some((spot, (Mode::ReadOnly, rule))) if self.act.kind != VerbKind::Read => {
                Err(refused(spot, Mode::ReadOnly, rule))
            }
            _ => Ok(()),
        }
    }

    fn check_new_tabs(&self) -> Result<(), Denial> {
        let forbids = |spot: &Spot<'_>| match spot.standing.new_tabs() {
            Some((false, rule)) => Some(Denial::NewTabs { rule: rule.told() }),
            _ => None,
        };
        match self.spots().find_map(forbids) {
            Some(denial) if self.act.opens_tab => Err(denial),
            _ => Ok(()),
        }
    }

    /// A lock that holds at either end must be kept: who is outside may only go in.
    fn check_locks(&self) -> Result<(), Denial> {
        if self.act.kind == VerbKind::Arrange {
            return Ok(());
        }
        for lock in self.spots().filter_map(|spot| spot.standing.lock()) {
            let outside = |spot: &Spot<'_>| match &spot.page {
                Some(page) => !is_inside(lock, page),
                // Of no page at all only going is a matter: nobody can say where it leads.
                None => !spot.url.is_empty() || self.act.kind == VerbKind::Go,
            };
            // Who goes somewhere may come from anywhere.
            let goes = self.act.kind == VerbKind::Go && self.there.is_some();
            let here = self.here.as_ref().filter(|_| !goes);
            if let Some(spot) = here.into_iter().chain(&self.there).find(|spot| outside(spot)) {
                return Err(Denial::Locked {
                    deed: words::what(self.act.deed),
                    place: place(spot.url),
                    lock: lock.lock().map(|lock| lock.text().to_owned()).unwrap_or_default(),
                    rule: lock.told(),
                });
            }
        }
        Ok(())
    }

    /// Where it leads is asked before where it happens: an answer for the page that is left would
    /// hold for every place it can be left for.
    fn ask_for_mode(&self) -> Result<Option<Ruling>, Denial> {
        if self.act.kind == VerbKind::Read {
            return Ok(None);
        }
        let asks = |spot: &&Spot<'_>| matches!(spot.standing.mode(), Some((Mode::Ask, _)));
        let spot = self.there.as_ref().filter(asks).or(self.here.as_ref().filter(asks));
        let Some(spot) = spot else { return Ok(None) };
        let matter = self.matter(spot, None);
        match self.memory.recall(&matter) {
            // From now on as if the rule said `auto`: what is sensitive asks for itself.
            Some(true) => Ok(None),
            Some(false) => Err(said_no(&matter)),
            None => Ok(Some(ask(spot, matter, Vec::new()))),
        }
    }

    fn ask_for_what_is_sensitive(&self) -> Result<Ruling, Denial> {
        let Some(spot) = self.there.as_ref().or(self.here.as_ref()) else {
            return Ok(Ruling::Allow { wary: Vec::new() });
        };
        let is_allowed = |sensitivity: Sensitivity| {
            let matter = self.matter(spot, Some(sensitivity));
            spot.standing.allowed().contains(&sensitivity)
                || self.memory.recall(&matter) == Some(true)
        };
        let mut wary: Vec<Sensitivity> = match self.act.kind {
            VerbKind::Read | VerbKind::Arrange => Vec::new(),
            _ => Sensitivity::ALL.into_iter().filter(|one| !is_allowed(*one)).collect(),
        };
        let Some(met) = self.act.sensitivity.filter(|met| !is_allowed(*met)) else {
            return Ok(Ruling::Allow { wary });
        };
        let matter = self.matter(spot, Some(met));
        if self.memory.recall(&matter) == Some(false) {
            return Err(said_no(&matter));
        }
        wary.retain(|one| *one != met);
        Ok(ask(spot, matter, wary))
    }

    fn spots(&self) -> impl Iterator<Item = &Spot<'a>> {
        self.here.iter().chain(&self.there)
    }

    fn matter(&self, spot: &Spot<'_>, sensitivity: Option<Sensitivity>) -> Matter {
        let site = spot.page.as_ref().map(Address::site).unwrap_or_default();
        Matter { client: self.client.clone(), site, sensitivity }
    }
}

fn ask(spot: &Spot<'_>, matter: Matter, wary: Vec<Sensitivity>) -> Ruling {
    Ruling::Ask(Asking { matter, page: spot.page.clone(), url: spot.url.to_owned(), wary })
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

fn puzzled(address: &str, why: crate::sites::AddressError) -> Denial {
    Denial::Address { address: place(address), why }
}

fn said_no(matter: &Matter) -> Denial {
    Denial::SaidNo { sensitivity: matter.sensitivity, place: matter.site.clone(), remembered: true }
}

fn place(url: &str) -> String {
    words::line(url, PLACE_LETTERS_MAX)
}
