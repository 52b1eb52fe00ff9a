//! Which pages a rule, a lock or a secret means.

use super::address::{Address, AddressError, plain, plain_path, read_port, split_port};
use super::glob::{Glob, escape};
use super::host::read_host;

const PATTERN_LENGTH_MAX: usize = 2_000;
/// Schemes of the web, with those of its sockets.
const WEB_SCHEMES: &str = "(https?|wss?)";

/// - `example.com` is that host, on any port; `localhost:3000` that host and port;
/// - `*.example.com` is it and everything below it; other hosts may have `*` for any letters;
/// - `https://example.com/docs/*` is compared part by part, so that no `*` for a host reaches into a
///   path; without a path it is all of them. What follows `?` or `#` counts where the pattern has
///   it, a port always;
/// - `data`, `blob` and `about` are pages without a host; `*` is every page.
#[derive(Debug, Clone)]
pub(crate) struct SitePattern {
    text: String,
    shape: Shape,
}

#[derive(Debug, Clone)]
enum Shape {
    Everything,
    Host(Hosts, Ports),
    Address { scheme: Glob, hosts: Hosts, ports: Ports, rest: Option<Rest> },
}

#[derive(Debug, Clone)]
enum Hosts {
    Any,
    Exactly(String),
    AtAndBelow(String),
    Like(Glob),
}

#[derive(Debug, Clone, Copy)]
enum Ports {
    Any,
    /// The one that its scheme has anyway.
    Usual,
    Exactly(u16),
}

#[derive(Debug, Clone)]
struct Rest {
    glob: Glob,
    with_query: bool,
    with_fragment: bool,
}

#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum PatternError {
    #[error("it is empty; leave it out, or write `*`")]
    Empty,
    #[error("it is longer than {PATTERN_LENGTH_MAX} bytes")]
    TooLong,
    #[error("a path needs its scheme: write `https://{0}`")]
    PathWithoutScheme(String),
    #[error("`{0}` is not a scheme")]
    Scheme(String),
    #[error("it contains a user name, which addresses of pages never do")]
    UserInfo,
    #[error("{0}")]
    Address(#[from] AddressError),
}

impl SitePattern {
    pub(crate) fn parse(text: &str) -> Result<Self, PatternError> {
        let trimmed = text.trim();
        if trimmed.is_empty() {
            return Err(PatternError::Empty);
        }
        if trimmed.len() > PATTERN_LENGTH_MAX {
            return Err(PatternError::TooLong);
        }
        if trimmed.chars().any(char::is_control) {
            return Err(AddressError::ControlCharacters.into());
        }
        let shape = match trimmed.split_once("://") {
            _ if trimmed == "*" => Shape::Everything,
            Some((scheme, rest)) => address(scheme, rest)?,
            None if trimmed.contains(['/', '?', '#']) => {
                return Err(PatternError::PathWithoutScheme(trimmed.to_owned()));
            }
            None => {
                let (hosts, ports) = place(trimmed)?;
                Shape::Host(hosts, ports.unwrap_or(Ports::Any))
            }
        };
        Ok(Self { text: trimmed.to_owned(), shape })
    }

    pub(crate) fn text(&self) -> &str {
        &self.text
    }

    /// Whether it may mean a host at this domain or below it. Where that cannot be said, it may.
    pub(crate) fn may_be_at_or_below(&self, domain: &str) -> bool {
        match &self.shape {
            Shape::Everything => true,
            Shape::Host(hosts, _) | Shape::Address { hosts, .. } => match hosts {
                Hosts::Any | Hosts::Like(_) => true,
                Hosts::Exactly(name) | Hosts::AtAndBelow(name) => {
                    name == domain
                        || name.strip_suffix(domain).is_some_and(|below| below.ends_with('.'))
                }
            },
        }
    }

    /// The addresses of the web that it means, as a regular expression for a browser to keep: over whole
    /// addresses as the browser writes them, without a fragment. A path that is written in another way than
    /// usual is not recognized: whoever asks about an address itself finds it.
    pub(crate) fn to_regex(&self) -> String {
        let (schemes, hosts, ports, rest) = match &self.shape {
            Shape::Everything => return "^".to_owned(),
            Shape::Host(hosts, ports) => (WEB_SCHEMES.to_owned(), hosts, *ports, None),
            Shape::Address { scheme, hosts, ports, rest } => {
                (scheme.to_regex("[a-z]*"), hosts, *ports, rest.as_ref())
            }
        };
        let hosts = match hosts {
            Hosts::Any => "[^/?#:]*".to_owned(),
            Hosts::Exactly(name) => escape(name),
            Hosts::AtAndBelow(name) => format!(r"([^/?#:]*\.)?{}", escape(name)),
            Hosts::Like(glob) => glob.to_regex("[^/?#:]*"),
        };
        let ports = match ports {
            Ports::Any => r"(:\d+)?".to_owned(),
            Ports::Usual => String::new(),
            Ports::Exactly(port @ (80 | 443)) => format!("(:{port})?"),
            Ports::Exactly(port) => format!(":{port}"),
        };
        let rest = match rest {
            None => "([/?]|$)".to_owned(),
            Some(Rest { glob, with_query: true, .. }) => format!("{}$", glob.to_regex(".*")),
            Some(Rest { glob, .. }) => format!(r"{}(\?.*)?$", glob.to_regex("[^?]*")),
        };
        format!(r"^{schemes}://([^/?#]*@)?{hosts}\.?{ports}{rest}")
    }

    pub(crate) fn fits(&self, address: &Address) -> bool {
        let place = address.place();
        match &self.shape {
            Shape::Everything => true,
            Shape::Host(hosts, ports) => match place.host() {
                Some(host) => place.is_of_the_web() && hosts.have(host) && ports.have(place),
                None => matches!(hosts, Hosts::Exactly(name) if name == place.scheme()),
            },
            Shape::Address { scheme, hosts, ports, rest } => {
                place.host().is_some_and(|host| hosts.have(host))
                    && scheme.fits(place.scheme())
                    && ports.have(place)
                    && rest.as_ref().is_none_or(|rest| rest.fits(place))
            }
        }
    }
}

impl Hosts {
    fn have(&self, host: &str) -> bool {
        match self {
            Self::Any => true,
            Self::Exactly(name) => name == host,
            Self::AtAndBelow(name) => {
                let above = host.strip_suffix(name.as_str());
                above.is_some_and(|above| above.is_empty() || above.ends_with('.'))
            }
            Self::Like(glob) => glob.fits(host),
        }
    }
}

impl Ports {
    fn have(self, place: &Address) -> bool {
        match self {
            Self::Any => true,
            Self::Usual => place.port().is_none(),
            Self::Exactly(port) => place.whole_port() == Some(port),
        }
    }
}

impl Rest {
    fn fits(&self, place: &Address) -> bool {
        self.glob.fits(&place.rest(self.with_query, self.with_fragment))
    }
}

fn address(scheme: &str, rest: &str) -> Result<Shape, PatternError> {
    let scheme = scheme.to_ascii_lowercase();
    let letters = |byte: u8| byte.is_ascii_alphanumeric() || b"+-.*".contains(&byte);
    if scheme.is_empty() || !scheme.bytes().all(letters) {
        return Err(PatternError::Scheme(scheme));
    }
    let (authority, rest) = rest.split_at(rest.find(['/', '?', '#']).unwrap_or(rest.len()));
    if authority.contains('@') {
        return Err(PatternError::UserInfo);
    }
    let (hosts, ports) = if authority.is_empty() && scheme == "file" {
        (Hosts::Exactly(String::new()), None)
    } else {
        place(authority)?
    };
    let usual = if matches!(hosts, Hosts::Any) { Ports::Any } else { Ports::Usual };
    Ok(Shape::Address {
        scheme: Glob::new(scheme),
        hosts,
        ports: ports.unwrap_or(usual),
        rest: (!rest.is_empty()).then(|| after_host(rest)).transpose()?,
    })
}

fn after_host(rest: &str) -> Result<Rest, PatternError> {
    if rest.contains('\\') {
        return Err(AddressError::Backslash.into());
    }
    let path_end = rest.find(['?', '#']).unwrap_or(rest.len());
    let (path, tail) = rest.split_at(path_end);
    let ends_with_star = tail.is_empty() && path.ends_with('*');
    Ok(Rest {
        glob: Glob::new(plain_path(path) + &plain(tail)),
        with_query: tail.starts_with('?') || ends_with_star,
        with_fragment: tail.contains('#') || ends_with_star,
    })
}

/// A host, and a port where there is one.
fn place(text: &str) -> Result<(Hosts, Option<Ports>), PatternError> {
    let (host, port) = split_port(text);
    let ports = match port {
        None => None,
        Some("*") => Some(Ports::Any),
        Some(port) => Some(Ports::Exactly(read_port(port)?)),
    };
    let hosts = match host.strip_prefix("*.") {
        _ if host == "*" => Hosts::Any,
        Some(below) if !below.contains('*') => Hosts::AtAndBelow(read_host(below)?),
        _ if host.contains('*') => {
            // Read with a letter for each star, to hear of whatever else is wrong with it.
            read_host(&host.replace('*', "x"))?;
            Hosts::Like(Glob::new(host.trim_end_matches('.').to_ascii_lowercase()))
        }
        _ => Hosts::Exactly(read_host(host)?),
    };
    Ok((hosts, ports))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fits(pattern: &str, address: &str) -> bool {
        SitePattern::parse(pattern).unwrap().fits(&Address::parse(address).unwrap())
    }

    #[test]
    fn each_pattern_means_its_pages_and_no_others() {
        let cases: &[(&str, &[&str], &[&str])] = &[
            (
                "example.com",
                &[
                    "https://example.com/",
                    "http://EXAMPLE.COM.:8080/x",
                    "https://u@example.com/",
                    "blob:https://example.com/1",
                    "view-source:https://example.com/",
                ],
                &[
                    "https://www.example.com/",
                    "https://example.com.evil.org/",
                    "https://example.com@evil.org/",
                    "https://evil.org/example.com",
                    "https://evilexample.com/",
                    "chrome://example.com/",
                    "chrome-extension://example.com/",
                    "data:text/html,example.com",
                    "about:blank",
                ],
            ),
            (
                "*.Example.com.",
                &["https://example.com/", "https://a.example.com/", "https://a.b.example.com:1/"],
                &["https://evilexample.com/", "https://example.com.evil.org/", "about:blank"],
            ),
            (
                "localhost:3000",
                &["http://localhost:3000/", "https://LOCALHOST:3000/x"],
                &["http://localhost/", "http://localhost:30000/", "http://a.localhost:3000/"],
            ),
            ("example.com:443", &["https://example.com/"], &["http://example.com/"]),
            ("[::1]", &["http://[0:0:0:0:0:0:0:1]:3000/"], &["http://127.0.0.1/"]),
            ("data", &["data:,x", "DATA:,x"], &["about:blank", "https://example.com/data"]),
            ("*", &["about:blank", "https://example.com/", "chrome://newtab/"], &[]),
            ("shop.*", &["https://shop.org/", "https://shop.a.b/"], &["https://myshop.org/"]),
            (
                "https://example.com",
                &["https://example.com/", "https://example.com:443/any?x#y"],
                &["http://example.com/", "https://example.com:8443/", "https://a.example.com/"],
            ),
            (
                "https://*.example.com/*",
                &["https://example.com/", "https://a.example.com/b?c#d"],
                &[
                    "https://evil.org/.example.com/",
                    "https://evil.org/?.example.com/",
                    "https://evil.org#.example.com/",
                    "https://x@evil.org/.example.com/",
                    "https://a.example.com.evil.org/",
                ],
            ),
            (
                "https://example.com/docs/*",
                &["https://example.com/docs/", "https://example.com/docs/a?b#c"],
                &[
                    "https://example.com/docs",
                    "https://example.com/docs/../admin",
                    "https://example.com/docs/%2e%2e/admin",
                    "https://example.com/?/docs/",
                ],
            ),
            (
                "https://example.com/app",
                &["https://example.com/app", "https://example.com/%61pp?x=1#y"],
                &["https://example.com/apple", "https://example.com/"],
            ),
            (
                "https://example.com/app?mode=*",
                &["https://example.com/app?mode=a", "https://example.com/app?mode=a#b"],
                &["https://example.com/app", "https://example.com/app#?mode=a"],
            ),
            ("http://localhost:*/", &["http://localhost:1/", "http://localhost/"], &[]),
            ("*://example.com/*", &["http://example.com/"], &["http://example.com:81/"]),
            ("HTTPS://EXAMPLE.com/", &["https://example.com/"], &["https://example.com/x"]),
            ("file:///home/*", &["file:///home/a"], &["file:///etc/a", "file://host/home/a"]),
            ("chrome://newtab", &["chrome://newtab/"], &["chrome://settings/", "http://newtab/"]),
        ];
        for (pattern, inside, outside) in cases {
            for address in *inside {
                assert!(fits(pattern, address), "{pattern} should fit {address}");
            }
            for address in *outside {
                assert!(!fits(pattern, address), "{pattern} should not fit {address}");
            }
        }
    }

    #[test]
    fn the_site_of_an_address_is_a_pattern_that_fits_it() {
        let addresses = [
            "https://example.com/a",
            "http://localhost:3000/",
            "http://[::1]:9/",
            "blob:https://example.com:1/2",
            "data:,x",
            "about:blank",
            "chrome://newtab/",
            "file:///a",
        ];
        for address in addresses {
            let site = Address::parse(address).unwrap().site();
            assert!(fits(&site, address), "{site} for {address}");
        }
    }

    #[test]
    fn a_pattern_that_means_nothing_says_why() {
        let cases = [
            ("", "it is empty"),
            ("example.com/docs", "write `https://example.com/docs`"),
            ("https://user@example.com/", "user name"),
            ("exa mple.com", "is not a host name"),
            ("müller.de", "xn--"),
            ("example.com:http", "not a port"),
            ("ht tp://example.com", "not a scheme"),
            ("https://example.com/a\\b", "backslash"),
            ("https:///", "is not a host name"),
            ("127.1", "unusual form"),
        ];
        for (pattern, complaint) in cases {
            let error = SitePattern::parse(pattern).unwrap_err().to_string();
            assert!(error.contains(complaint), "{pattern}: {error}");
        }
    }

    #[test]
    fn a_regex_means_the_same_addresses_of_the_web() {
        let addresses = [
            "https://example.com/",
            "https://example.com/docs/a?x=1",
            "https://www.example.com/",
            "http://example.com:8080/docs/",
            "https://example.com./",
            "https://example.com.evil.org/",
            "https://evilexample.com/",
            "https://evil.org/?https://example.com/",
            "wss://example.com/socket",
            "https://example.org/docs/b",
        ];
        for text in [
            "example.com",
            "example.com:8080",
            "*.example.com",
            "*ample.com",
            "https://example.com/docs/*",
            "https://example.com/docs/a",
            "https://*/docs/*",
            "*://example.com",
            "*",
        ] {
            let pattern = SitePattern::parse(text).unwrap();
            let regex = regex::Regex::new(&pattern.to_regex()).unwrap();
            for address in addresses {
                let fits = pattern.fits(&Address::parse(address).unwrap());
                assert_eq!(regex.is_match(address), fits, "{text} ({regex}) on {address}");
            }
        }
    }
}
