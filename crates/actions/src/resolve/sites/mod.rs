//! Sites that are known by name: the person's own, and those we ship.

mod fold;
mod near;
mod own;
mod shipped;

use url::Url;

use super::outcome::{Doubt, How, Outcome};
use near::OneOff;

pub(super) use fold::fold;
pub use own::{OwnSites, OwnSitesError};

/// A name and where it leads.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Offer {
    pub name: String,
    pub address: String,
}

/// A folded name, and the site it is a name of.
#[derive(Debug, Clone, Copy)]
struct Known<'k> {
    key: &'k str,
    name: &'k str,
    address: &'k str,
}

impl Known<'_> {
    fn offer(&self) -> Offer {
        Offer { name: self.name.to_owned(), address: self.address.to_owned() }
    }
}

/// How many well-known sites are shipped.
#[must_use]
pub fn shipped_sites() -> usize {
    shipped::shipped().len()
}

/// The site a text is a name of, letter for letter.
pub(super) fn find(own: &OwnSites, text: &str) -> Option<(Url, How)> {
    if let Some(site) = own.find(text) {
        let how = How::OwnName { name: site.name.clone() };
        return Some((Url::parse(&site.address).ok()?, how));
    }
    let site = shipped::shipped().find(text)?;
    Some((Url::parse(site.address).ok()?, How::KnownName { name: site.name.to_owned() }))
}

/// The site that was probably meant, or why none is taken. Only the best known are taken so: among all
/// of them a word that was spelled right, such as `berlin`, has neighbours too.
pub(super) fn find_mistyped(own: &OwnSites, text: &str) -> Result<(Url, How), Outcome> {
    const WELL_KNOWN: usize = 2_000;
    let known = own.known().chain(shipped::shipped().known(WELL_KNOWN));
    match near::one_off(&fold(text), known) {
        OneOff::Site(site) => {
            let url = Url::parse(&site.address).map_err(|_| Outcome::Unknown)?;
            Ok((url, How::Mistyped { name: site.name }))
        }
        OneOff::Several => Err(Outcome::Doubtful(Doubt::SeveralNames)),
        OneOff::Nothing => Err(Outcome::Unknown),
    }
}

pub(super) fn has_host(own: &OwnSites, host: &str) -> bool {
    let is_there =
        |site: &Offer| Url::parse(&site.address).is_ok_and(|url| url.host_str() == Some(host));
    own.iter().any(is_there) || shipped::shipped().has_host(host)
}

pub(super) fn nearest(own: &OwnSites, text: &str, count_max: usize) -> Vec<Offer> {
    let shipped = shipped::shipped();
    near::nearest(&fold(text), own.known().chain(shipped.known(shipped.len())), count_max)
}

/// What a name that is being typed could become: the person's own first, then the best known.
pub(super) fn offer(own: &OwnSites, typed: &str, count_max: usize) -> Vec<Offer> {
    let key = fold(typed);
    let mut offers: Vec<_> = own.beginning_with(&key).take(count_max).cloned().collect();
    for site in shipped::shipped().beginning_with(&key, count_max) {
        if offers.len() == count_max {
            break;
        }
        if offers.iter().all(|offer| offer.address != site.address) {
            offers.push(Offer { name: site.name.to_owned(), address: site.address.to_owned() });
        }
    }
    offers
}
