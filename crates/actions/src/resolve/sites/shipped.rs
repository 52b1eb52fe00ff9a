//! The well-known sites we ship: `data/sites.tsv`, one a line, the best known first.

use std::sync::LazyLock;

use super::Known;
use super::fold::{fold_into, readings};
use crate::resolve::tlds;

/// Name, address, and other names between commas.
const LIST: &str = include_str!("../../../data/sites.tsv");

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Site {
    pub(super) name: &'static str,
    pub(super) address: &'static str,
}

/// A name that leads to a site.
#[derive(Debug, Clone, Copy)]
struct Key {
    /// Its first letters as a number, which sorts much faster than text.
    beginning: u64,
    /// Where its folded form stands in [`Shipped::text`].
    start: u32,
    end: u32,
    row: u32,
    /// Taken from the address. What the list says comes first.
    is_from_host: bool,
}

/// Laid out for reading it quickly: ten thousand lines at the first name somebody opens.
#[derive(Debug)]
pub(super) struct Shipped {
    lines: Vec<&'static str>,
    /// All folded names, one behind the other.
    text: String,
    /// Sorted by folded name, each name once.
    keys: Vec<Key>,
}

/// Read when a name is first looked up.
pub(super) fn shipped() -> &'static Shipped {
    static SHIPPED: LazyLock<Shipped> = LazyLock::new(|| Shipped::read(LIST));
    &SHIPPED
}

impl Shipped {
    fn read(list: &'static str) -> Self {
        let mut shipped = Self { lines: Vec::new(), text: String::new(), keys: Vec::new() };
        for (line, row) in list.lines().zip(0..) {
            shipped.lines.push(line);
            let Some((site, others)) = split(line) else { continue };
            let own = shipped.add(row, site.name, false);
            for name in others.split(',').filter(|name| !name.is_empty()) {
                shipped.add(row, name, false);
            }
            if let Some(label) = name_in_host(site.address) {
                let key = shipped.add(row, label, true);
                if shipped.folded(key) == shipped.folded(own) {
                    shipped.keys.pop();
                }
            }
        }
        shipped.sort();
        shipped
    }

    fn add(&mut self, row: u32, name: &str, is_from_host: bool) -> Key {
        let start = self.end();
        fold_into(name, &mut self.text);
        let beginning = beginning(&self.text[start as usize..]);
        let key = Key { beginning, start, end: self.end(), row, is_from_host };
        self.keys.push(key);
        key
    }

    /// The list is far from four gigabytes.
    fn end(&self) -> u32 {
        u32::try_from(self.text.len()).unwrap_or(u32::MAX)
    }

    fn sort(&mut self) {
        let Self { text, keys, .. } = self;
        let folded = |key: &Key| &text[key.start as usize..key.end as usize];
        keys.sort_unstable_by(|one, other| {
            let last = |key: &Key| (key.is_from_host, key.row);
            one.beginning
                .cmp(&other.beginning)
                .then_with(|| folded(one).cmp(folded(other)))
                .then_with(|| last(one).cmp(&last(other)))
        });
        keys.dedup_by(|later, first| folded(later) == folded(first));
    }

    fn folded(&self, key: Key) -> &str {
        self.text.get(key.start as usize..key.end as usize).unwrap_or_default()
    }

    pub(super) fn find(&self, text: &str) -> Option<Site> {
        readings(text).iter().find_map(|reading| {
            let at = self.keys.binary_search_by(|key| self.folded(*key).cmp(reading)).ok()?;
            self.site(self.keys[at].row)
        })
    }

    pub(super) fn has_host(&self, host: &str) -> bool {
        let host = without_www(host);
        self.sites().any(|site| without_www(host_of(site.address)) == host)
    }

    /// The best known of those with a name that begins so; one of exactly that name before all.
    pub(super) fn beginning_with(&self, folded: &str, count_max: usize) -> Vec<Site> {
        if folded.is_empty() {
            return self.sites().take(count_max).collect();
        }
        let from = self.keys.partition_point(|key| self.folded(*key) < folded);
        let behind = &self.keys[from..];
        let count = behind.partition_point(|key| self.folded(*key).starts_with(folded));
        // Few are wanted, so the best are kept in order while passing all of them once.
        let mut best: Vec<(bool, u32)> = Vec::with_capacity(count_max + 1);
        for key in &behind[..count] {
            let candidate = ((key.end - key.start) as usize != folded.len(), key.row);
            let is_too_late =
                best.len() == count_max && best.last().is_none_or(|last| *last <= candidate);
            if is_too_late || best.iter().any(|(_, row)| *row == key.row) {
                continue;
            }
            let at = best.partition_point(|better| *better < candidate);
            best.insert(at, candidate);
            best.truncate(count_max);
        }
        best.iter().filter_map(|(_, row)| self.site(*row)).collect()
    }

    /// The names of the best known sites, so many.
    pub(super) fn known(&self, sites_max: usize) -> impl Iterator<Item = Known<'_>> {
        let keys = self.keys.iter().filter(move |key| (key.row as usize) < sites_max);
        keys.filter_map(|key| {
            let Site { name, address } = self.site(key.row)?;
            Some(Known { key: self.folded(*key), name, address })
        })
    }

    pub(super) fn len(&self) -> usize {
        self.lines.len()
    }

    fn sites(&self) -> impl Iterator<Item = Site> {
        self.lines.iter().filter_map(|line| Some(split(line)?.0))
    }

    fn site(&self, row: u32) -> Option<Site> {
        Some(split(self.lines.get(row as usize)?)?.0)
    }
}

/// A site, and its other names between commas.
fn split(line: &'static str) -> Option<(Site, &'static str)> {
    let (name, rest) = line.split_once('\t')?;
    let (address, others) = rest.split_once('\t')?;
    Some((Site { name, address }, others))
}

/// In the order of the texts: no text has a zero byte, so that a shorter one comes first.
fn beginning(folded: &str) -> u64 {
    let mut bytes = [0; 8];
    let length = folded.len().min(bytes.len());
    bytes[..length].copy_from_slice(&folded.as_bytes()[..length]);
    u64::from_be_bytes(bytes)
}

fn host_of(address: &str) -> &str {
    let rest = address.strip_prefix("https://").unwrap_or(address);
    rest.split(['/', '?', '#']).next().unwrap_or(rest)
}

fn without_www(host: &str) -> &str {
    host.strip_prefix("www.").unwrap_or(host)
}

/// `nytimes` of `https://www.nytimes.com/`: how people call what they see in the address bar. Only where
/// the host is the site's own, not a part of a greater one.
fn name_in_host(address: &str) -> Option<&str> {
    let host = host_of(address);
    let path = address.strip_prefix("https://")?.strip_prefix(host)?;
    let (label, ending) = without_www(host).split_once('.')?;
    // Shorter ones of a country are words: `jobs`, `news`, `test`.
    let letters_min = match ending.split_once('.') {
        None if matches!(ending, "com" | "org" | "net") => 4,
        None if is_country(ending) => 5,
        Some(("co" | "com" | "org" | "net" | "gov" | "ac", country)) if is_country(country) => 5,
        _ => return None,
    };
    (path == "/" && label.len() >= letters_min).then_some(label)
}

fn is_country(ending: &str) -> bool {
    ending.len() == 2 && !tlds::is_of_files(ending)
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use url::Url;

    use super::super::fold::fold;
    use super::*;

    #[test]
    fn every_name_is_there_once_and_every_address_is_sound() {
        let mut seen = HashMap::new();
        let mut count = 0;
        for line in LIST.lines() {
            let columns: Vec<_> = line.split('\t').collect();
            let [name, address, others] = columns[..] else { panic!("not three columns: {line}") };
            let url = Url::parse(address).unwrap_or_else(|why| panic!("{line}: {why}"));
            assert_eq!(url.as_str(), address, "written as browsers write it");
            assert_eq!(url.scheme(), "https", "{line}");
            let ending = url.domain().and_then(|host| host.rsplit('.').next());
            assert!(ending.is_some_and(tlds::is_tld), "{line}");
            let others = others.split(',').filter(|other| !other.is_empty());
            for name in std::iter::once(name).chain(others) {
                let folded = fold(name);
                assert!(!folded.is_empty(), "{line}");
                if let Some(first) = seen.insert(folded, line) {
                    panic!("`{name}` is both in\n{first}\nand in\n{line}");
                }
            }
            count += 1;
        }
        assert!(count >= 3_000, "{count} sites");
    }

    #[test]
    fn a_host_tells_a_name_if_it_is_the_sites_own() {
        for (address, label) in [
            ("https://www.nytimes.com/", Some("nytimes")),
            ("https://www.lemonde.fr/", Some("lemonde")),
            ("https://www.argos.co.uk/", Some("argos")),
            ("https://docs.rs/", None),
            ("https://www.jobs.ac.uk/", None),
            ("https://news.ycombinator.com/", None),
            ("https://www.google.com/maps", None),
            ("https://x.com/", None),
        ] {
            assert_eq!(name_in_host(address), label, "{address}");
        }
    }

    #[test]
    fn the_list_outranks_what_hosts_tell() {
        let list = "Alpha\thttps://www.beta.com/\t\nBeta\thttps://real.beta.org/\tbee\n";
        let shipped = Shipped::read(list);
        assert_eq!(shipped.find("beta").map(|site| site.name), Some("Beta"));
        assert_eq!(shipped.find("bee").map(|site| site.name), Some("Beta"));
        assert!(shipped.has_host("www.beta.com") && !shipped.has_host("bet.com"));
    }

    #[test]
    fn the_best_known_is_offered_first() {
        let list = "Zebra\thttps://zebra.example/\tzz\nZeal\thttps://zeal.example/\t\n\
                    Ze\thttps://ze.example/\t\nApe\thttps://ape.example/\tzed\n";
        let shipped = Shipped::read(list);
        let names = |typed: &str, count_max| -> Vec<_> {
            shipped.beginning_with(typed, count_max).iter().map(|site| site.name).collect()
        };
        assert_eq!(names("z", 9), ["Zebra", "Zeal", "Ze", "Ape"]);
        assert_eq!(names("ze", 2), ["Ze", "Zebra"]);
        assert_eq!(names("", 2), ["Zebra", "Zeal"]);
        assert_eq!(names("q", 2), Vec::<&str>::new());
        assert_eq!(names("z", 0), Vec::<&str>::new());
    }
}
