//! The names a person gave to addresses. They outrank those we ship.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use url::Url;

use super::fold::{fold, readings};
use super::{Known, Offer};
use crate::resolve::address;
use crate::resolve::error::Refusal;

const SITES_MAX: usize = 5_000;
const NAME_LETTERS_MAX: usize = 200;

/// Kept by whoever calls; written as a table from name to address.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "BTreeMap<String, String>", into = "BTreeMap<String, String>")]
pub struct OwnSites {
    /// By folded name.
    sites: BTreeMap<String, Offer>,
}

#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum OwnSitesError {
    #[error("`{0}` has no letters. Choose another name")]
    NoName(String),
    #[error("a name has at most {NAME_LETTERS_MAX} characters; choose a shorter one")]
    LongName,
    #[error("`{0}` is no address; write it whole, beginning with `https://`")]
    NoAddress(String),
    #[error("`{name}` cannot lead there: {why}")]
    Refused { name: String, why: Refusal },
    #[error("there are {SITES_MAX} names already; remove one first")]
    Full,
}

impl OwnSites {
    /// Gives a name to an address, and takes it from the one that had it.
    pub fn add(&mut self, name: &str, address: &str) -> Result<Url, OwnSitesError> {
        if name.chars().count() > NAME_LETTERS_MAX {
            return Err(OwnSitesError::LongName);
        }
        let key = fold(name);
        if key.is_empty() || name.chars().any(char::is_control) {
            return Err(OwnSitesError::NoName(name.escape_debug().to_string()));
        }
        let url = address::read_kept(address)
            .map_err(|why| OwnSitesError::Refused { name: name.to_owned(), why })?
            .ok_or_else(|| OwnSitesError::NoAddress(address.chars().take(200).collect()))?;
        if self.sites.len() >= SITES_MAX && !self.sites.contains_key(&key) {
            return Err(OwnSitesError::Full);
        }
        let site = Offer { name: name.trim().to_owned(), address: url.to_string() };
        self.sites.insert(key, site);
        Ok(url)
    }

    /// What two names that read alike have in common, for whoever keeps them in a table.
    #[must_use]
    pub fn key(name: &str) -> String {
        fold(name)
    }

    /// Was there such a name?
    pub fn remove(&mut self, name: &str) -> bool {
        self.sites.remove(&fold(name)).is_some()
    }

    pub fn iter(&self) -> impl Iterator<Item = &Offer> {
        self.sites.values()
    }

    pub(super) fn find(&self, text: &str) -> Option<&Offer> {
        if self.sites.is_empty() {
            return None;
        }
        readings(text).iter().find_map(|key| self.sites.get(key))
    }

    pub(super) fn beginning_with<'s>(&'s self, key: &str) -> impl Iterator<Item = &'s Offer> {
        let key = key.to_owned();
        let from = self.sites.range(key.clone()..);
        from.take_while(move |(name, _)| name.starts_with(&key)).map(|(_, site)| site)
    }

    pub(super) fn known(&self) -> impl Iterator<Item = Known<'_>> {
        self.sites.iter().map(|(key, site)| Known { key, name: &site.name, address: &site.address })
    }
}

impl TryFrom<BTreeMap<String, String>> for OwnSites {
    type Error = OwnSitesError;

    fn try_from(table: BTreeMap<String, String>) -> Result<Self, OwnSitesError> {
        let mut own = Self::default();
        for (name, address) in &table {
            own.add(name, address)?;
        }
        Ok(own)
    }
}

impl From<OwnSites> for BTreeMap<String, String> {
    fn from(own: OwnSites) -> Self {
        own.sites.into_values().map(|site| (site.name, site.address)).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_given_taken_and_kept() {
        let mut own = OwnSites::default();
        own.add("The Wiki", "wiki.acme.internal").unwrap();
        own.add("🏠", "http://192.168.1.1/").unwrap();
        assert_eq!(
            own.find("wiki").map(|site| site.address.as_str()),
            Some("http://wiki.acme.internal/")
        );
        assert!(own.find("the wiki page").is_some() && own.find("🏠").is_some());

        let kept = serde_json::to_string(&own).unwrap();
        assert_eq!(serde_json::from_str::<OwnSites>(&kept).unwrap(), own);

        own.add("wiki", "https://other.example/").unwrap();
        assert_eq!(own.iter().count(), 2);
        assert!(own.remove("THE WIKI") && !own.remove("wiki"));
    }

    #[test]
    fn bad_names_and_addresses_are_told() {
        let mut own = OwnSites::default();
        for (name, address, wrong) in [
            ("...", "https://a.example/", "has no letters"),
            ("a\u{7}", "https://a.example/", "has no letters"),
            ("x", "nonsense", "is no address"),
            ("x", "example dot org", "is no address"),
            ("x", "javascript:alert(1)", "would run as a script"),
        ] {
            let error = own.add(name, address).unwrap_err().to_string();
            assert!(error.contains(wrong), "{error}");
        }
        assert_eq!(own.add(&"x".repeat(201), "https://a.example/"), Err(OwnSitesError::LongName));
        assert!(serde_json::from_str::<OwnSites>(r#"{"x":"data:text/html,x"}"#).is_err());
    }
}
