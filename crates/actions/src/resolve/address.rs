//! Is it an address already? Whatever works in the address bar works here, and what would run as a
//! program is refused.

use std::net::Ipv4Addr;

use url::{Host, Url};

use super::error::Refusal;
use super::outcome::{Doubt, How};
use super::spoken;
use super::tlds;
use crate::split::pieces;

const LABEL_LETTERS_MAX: usize = 63;
const HOST_LETTERS_MAX: usize = 253;

/// Schemes of pages a browser opens. Whether a client may go there is for the rules to say.
const OPENED: [&str; 11] = [
    "http",
    "https",
    "file",
    "about",
    "chrome",
    "chrome-extension",
    "devtools",
    "edge",
    "brave",
    "vivaldi",
    "opera",
];
const SCRIPTS: [&str; 2] = ["javascript", "vbscript"];
const INSIDE_OF_A_PAGE: [&str; 2] = ["blob", "filesystem"];
const OTHER_PROGRAMS: [&str; 7] = ["mailto", "tel", "sms", "geo", "intent", "magnet", "market"];

#[derive(Debug, PartialEq, Eq)]
pub(super) enum Reading {
    Certain(Url, How),
    /// To be taken if nobody knows better.
    Doubtful(Url, Doubt),
    No,
}

/// Reads a tidied text.
pub(super) fn read(text: &str) -> Result<Reading, Refusal> {
    let text = without_end_of_sentence(text);
    if let Some(url) = read_whole(text)? {
        return Ok(Reading::Certain(url, How::Written));
    }
    if let Some(bare) = read_bare(text)? {
        return Ok(bare.reading(How::Written));
    }
    let Some(written) = spoken::write(text) else { return Ok(Reading::No) };
    if let Some(url) = read_whole(&written)? {
        return Ok(Reading::Certain(url, How::Spoken));
    }
    let Some(mut bare) = read_bare(&written)? else { return Ok(Reading::No) };
    if bare.doubt.is_none() && !tlds::is_spoken(&bare.ending) {
        bare.doubt = Some(Doubt::LooksLikeWords);
    }
    Ok(bare.reading(How::Spoken))
}

/// An address that somebody keeps under a name: whole, or a bare host.
pub(super) fn read_kept(text: &str) -> Result<Option<Url>, Refusal> {
    Ok(match read(text.trim())? {
        Reading::Certain(url, How::Written) | Reading::Doubtful(url, Doubt::LooksLikeAFile) => {
            Some(url)
        }
        Reading::Certain(..) | Reading::Doubtful(..) | Reading::No => None,
    })
}

/// "Open example.com!" and "(see example.com/a_(b))." end where the address ends.
fn without_end_of_sentence(text: &str) -> &str {
    let mut text = text;
    loop {
        let shorter = text.trim_end_matches(['.', ',', ';', ':', '!', '?', '…', '。', '،', '؟']);
        let shorter = match shorter.strip_suffix(')') {
            Some(inner) if inner.matches('(').count() <= inner.matches(')').count() => inner,
            Some(_) | None => shorter,
        };
        if shorter.len() == text.len() || shorter.is_empty() {
            return text;
        }
        text = shorter;
    }
}

/// An address with its scheme. None where there is none, or where its host is not one.
fn read_whole(text: &str) -> Result<Option<Url>, Refusal> {
    let Some((scheme, rest)) = split_scheme(text) else { return Ok(None) };
    if let Some(refusal) = refusal(&scheme) {
        return Err(refusal);
    }
    if scheme == "view-source" {
        return Ok(read_whole(rest)?.and_then(|_| Url::parse(text).ok()));
    }
    // What is said behind an address is not part of it: "https://a.test then go back".
    if pieces(rest).len() > 1 {
        return Ok(None);
    }
    if OPENED.contains(&scheme.as_str()) {
        let is_empty = rest.trim_matches('/').is_empty() && scheme != "file";
        return Ok(if is_empty { None } else { Url::parse(text).ok() });
    }
    if rest.starts_with("//") { Err(Refusal::UnknownScheme(scheme)) } else { Ok(None) }
}

fn split_scheme(text: &str) -> Option<(String, &str)> {
    let (scheme, rest) = text.split_once(':')?;
    let is_scheme = scheme.starts_with(|letter: char| letter.is_ascii_alphabetic())
        && scheme.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"+-.".contains(&byte));
    is_scheme.then(|| (scheme.to_ascii_lowercase(), rest))
}

fn refusal(scheme: &str) -> Option<Refusal> {
    let scheme_of = |list: &[&str]| list.contains(&scheme).then(|| scheme.to_owned());
    scheme_of(&SCRIPTS)
        .map(Refusal::Script)
        .or_else(|| scheme_of(&["data"]).map(Refusal::PageInAddress))
        .or_else(|| scheme_of(&INSIDE_OF_A_PAGE).map(Refusal::InsideOfAPage))
        .or_else(|| scheme_of(&OTHER_PROGRAMS).map(Refusal::OtherProgram))
}

/// An address without a scheme.
struct Bare {
    url: Url,
    /// The last part of the host's name; empty for numbers.
    ending: String,
    doubt: Option<Doubt>,
}

impl Bare {
    fn reading(self, how: How) -> Reading {
        match self.doubt {
            Some(doubt) => Reading::Doubtful(self.url, doubt),
            None => Reading::Certain(self.url, how),
        }
    }
}

fn read_bare(text: &str) -> Result<Option<Bare>, Refusal> {
    if text.contains([' ', '\\']) {
        return Ok(None);
    }
    let behind_host = text.find(['/', '?', '#']).unwrap_or(text.len());
    let (place, tail) = text.split_at(behind_host);
    if let Some((_, after)) = place.rsplit_once('@') {
        return match read_place(after, tail) {
            Some(bare) => {
                Err(Refusal::Credentials { host: bare.url.host_str().unwrap_or(after).to_owned() })
            }
            None => Ok(None),
        };
    }
    Ok(read_place(place, tail))
}

/// From `localhost:3000` and `/x`.
fn read_place(place: &str, tail: &str) -> Option<Bare> {
    let (name, port) = split_port(place)?;
    let host = Host::parse(name).ok()?;
    let (scheme, ending, is_file_like) = match &host {
        Host::Ipv6(_) => ("http", "", false),
        // `3.14` and `0x7f.1` are addresses to a browser; to a person they are numbers.
        Host::Ipv4(_) if name.parse::<Ipv4Addr>().is_err() => return None,
        Host::Ipv4(_) => ("http", "", false),
        Host::Domain(domain) => read_domain(domain, port.is_some(), tail)?,
    };
    let port = port.map(|port| format!(":{port}")).unwrap_or_default();
    let url = Url::parse(&format!("{scheme}://{host}{port}{tail}")).ok()?;
    let doubt =
        (is_file_like && port.is_empty() && tail.is_empty()).then_some(Doubt::LooksLikeAFile);
    Some(Bare { url, ending: ending.to_owned(), doubt })
}

/// Scheme, ending and whether it could be a file. None for what is no name of a host.
fn read_domain<'d>(
    domain: &'d str,
    has_port: bool,
    tail: &str,
) -> Option<(&'static str, &'d str, bool)> {
    let is_label = |label: &str| {
        (1..=LABEL_LETTERS_MAX).contains(&label.len())
            && !label.starts_with('-')
            && !label.ends_with('-')
            && label.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-_".contains(&byte))
    };
    if domain.len() > HOST_LETTERS_MAX || !domain.split('.').all(is_label) {
        return None;
    }
    let Some((before, ending)) = domain.rsplit_once('.') else {
        // `intranet/` and `raspberry:8080` are machines of the house, `tcp/ip` is not.
        let is_machine = domain == "localhost" || has_port || tail == "/";
        return is_machine.then_some(("http", "", false));
    };
    if tlds::is_of_the_house(ending) {
        return Some(("http", ending, false));
    }
    let is_file_like = tlds::is_of_files(ending) && !before.starts_with("www.");
    tlds::is_tld(ending).then_some(("https", ending, is_file_like))
}

fn split_port(place: &str) -> Option<(&str, Option<u16>)> {
    if place.starts_with('[') {
        let end = place.find(']')? + 1;
        let (host, port) = place.split_at(end);
        return match port.strip_prefix(':') {
            Some(port) => Some((host, Some(read_port(port)?))),
            None if port.is_empty() => Some((host, None)),
            None => None,
        };
    }
    match place.split_once(':') {
        Some((host, port)) => Some((host, Some(read_port(port)?))),
        None => Some((place, None)),
    }
}

fn read_port(digits: &str) -> Option<u16> {
    let is_number = digits.bytes().all(|byte| byte.is_ascii_digit());
    digits.parse().ok().filter(|port| is_number && *port > 0)
}
