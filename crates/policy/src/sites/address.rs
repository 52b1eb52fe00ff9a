//! An address, read strictly.

use tabwright_wire::EXTENSION_ID;

use super::host::read_host;

const ADDRESS_LENGTH_MAX: usize = 2 * 1024 * 1024;
/// Chrome itself makes two: `view-source:blob:https://…`.
const NESTED_MAX: usize = 3;
/// Schemes of Chrome and the web that always have a host, however few slashes are written.
const WITH_HOST: [&str; 17] = [
    "http",
    "https",
    "ws",
    "wss",
    "ftp",
    "chrome",
    "chrome-extension",
    "chrome-untrusted",
    "chrome-search",
    "chrome-error",
    "devtools",
    "edge",
    "brave",
    "vivaldi",
    "opera",
    "moz-extension",
    "isolated-app",
];
/// Schemes whose address holds another one, which says where the page is.
const AROUND_ANOTHER: [&str; 3] = ["blob", "filesystem", "view-source"];

/// Read so that equal places are equal text: no user name, no usual port, no dots in the path, no
/// escapes that need not be.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Address {
    scheme: String,
    /// None for what has no host, such as `data:`.
    host: Option<String>,
    port: Option<u16>,
    path: String,
    query: Option<String>,
    fragment: Option<String>,
    inner: Option<Box<Address>>,
}

#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum AddressError {
    #[error("it does not begin with a scheme such as `https://`")]
    NoScheme,
    #[error("it contains control characters")]
    ControlCharacters,
    #[error("it contains a backslash, which browsers read as a slash. Write `/` or `%5C`")]
    Backslash,
    #[error("`{0}:` must be followed by `//` and a host")]
    NoHost(String),
    #[error("`{0}` is not a host name")]
    Host(String),
    #[error("the host `{0}` has letters outside ASCII. Write it in its `xn--` form")]
    International(String),
    #[error("the host `{0}` is an unusual form of an IP address. Write it like `127.0.0.1`")]
    OddNumber(String),
    #[error("`{0}` is not a port")]
    Port(String),
    #[error("it has more than one `@` before its host")]
    UserInfo,
    #[error("more than {NESTED_MAX} addresses are nested in it")]
    Nested,
    #[error("it is longer than {ADDRESS_LENGTH_MAX} bytes")]
    TooLong,
}

impl Address {
    pub(crate) fn parse(text: &str) -> Result<Self, AddressError> {
        Self::parse_within(text, NESTED_MAX)
    }

    fn parse_within(text: &str, nested_max: usize) -> Result<Self, AddressError> {
        if text.len() > ADDRESS_LENGTH_MAX {
            return Err(AddressError::TooLong);
        }
        let (scheme, rest) = text.split_once(':').ok_or(AddressError::NoScheme)?;
        if !is_scheme(scheme) {
            return Err(AddressError::NoScheme);
        }
        let scheme = scheme.to_ascii_lowercase();
        // Browsers drop some of them, wherever they are.
        if rest.chars().any(char::is_control) {
            return Err(AddressError::ControlCharacters);
        }
        if AROUND_ANOTHER.contains(&scheme.as_str()) {
            return Self::around(scheme, rest, nested_max);
        }
        if scheme == "about" {
            return Ok(Self::about(rest));
        }
        match rest.strip_prefix("//") {
            Some(rest) if scheme != "data" && scheme != "javascript" => {
                Self::with_host(scheme, rest)
            }
            _ if WITH_HOST.contains(&scheme.as_str()) || scheme == "file" => {
                Err(AddressError::NoHost(scheme))
            }
            _ => Ok(Self::opaque(scheme, rest)),
        }
    }

    fn with_host(scheme: String, rest: &str) -> Result<Self, AddressError> {
        let (rest, fragment) = cut_at(rest, '#');
        let (rest, query) = cut_at(rest, '?');
        if rest.contains('\\') {
            return Err(AddressError::Backslash);
        }
        let (authority, path) = match rest.find('/') {
            Some(slash) => rest.split_at(slash),
            None => (rest, "/"),
        };
        let place = match authority.rsplit_once('@') {
            Some((user, _)) if user.contains('@') => return Err(AddressError::UserInfo),
            Some((_, place)) => place,
            None => authority,
        };
        let (host, port) = split_port(place);
        let host = match host {
            "" if scheme == "file" => String::new(),
            "" => return Err(AddressError::NoHost(scheme)),
            host => read_host(host)?,
        };
        let port = match port {
            None | Some("") => None,
            Some(port) => Some(read_port(port)?),
        };
        Ok(Self {
            port: port.filter(|port| usual_port(&scheme) != Some(*port)),
            scheme,
            host: Some(host),
            path: plain_path(path),
            query: query.map(plain),
            fragment: fragment.map(plain),
            inner: None,
        })
    }

    fn around(scheme: String, rest: &str, nested_max: usize) -> Result<Self, AddressError> {
        if scheme == "blob" && (rest.starts_with("null/") || rest == "null") {
            return Ok(Self::opaque(scheme, rest));
        }
        let nested_max = nested_max.checked_sub(1).ok_or(AddressError::Nested)?;
        let inner = Self::parse_within(rest, nested_max)?;
        Ok(Self { inner: Some(Box::new(inner)), ..Self::opaque(scheme, rest) })
    }

    /// Chrome takes every other `about:` for a page of its own: `about:settings` is
    /// `chrome://settings`.
    fn about(rest: &str) -> Self {
        let name = rest.split(['?', '#']).next().unwrap_or_default();
        let scheme = if matches!(name, "blank" | "srcdoc") { "about" } else { "chrome" };
        Self::opaque(scheme.to_owned(), rest)
    }

    fn opaque(scheme: String, rest: &str) -> Self {
        Self {
            scheme,
            host: None,
            port: None,
            path: rest.to_owned(),
            query: None,
            fragment: None,
            inner: None,
        }
    }

    /// Its scheme, and those of what is inside.
    pub(crate) fn schemes(&self) -> impl Iterator<Item = &str> {
        self.layers().map(|layer| layer.scheme.as_str())
    }

    /// Where it is in truth: of `view-source:https://example.com/`, `https://example.com/`.
    pub(crate) fn place(&self) -> &Self {
        self.inner.as_deref().map_or(self, Self::place)
    }

    /// A page of our own extension, where the person gives answers.
    pub(crate) fn is_ours(&self) -> bool {
        self.layers().any(|layer| {
            layer.scheme == "chrome-extension" && layer.host.as_deref() == Some(EXTENSION_ID)
        })
    }

    /// The site in words that a rule takes and that fit this address.
    pub(crate) fn site(&self) -> String {
        let place = self.place();
        let port = place.port.map(|port| format!(":{port}")).unwrap_or_default();
        match &place.host {
            None => place.scheme.clone(),
            Some(host) if place.is_of_the_web() => format!("{host}{port}"),
            Some(host) => format!("{}://{host}{port}", place.scheme),
        }
    }

    pub(super) fn is_of_the_web(&self) -> bool {
        matches!(self.scheme.as_str(), "http" | "https" | "ws" | "wss" | "ftp")
    }

    pub(super) fn scheme(&self) -> &str {
        &self.scheme
    }

    pub(crate) fn host(&self) -> Option<&str> {
        self.host.as_deref()
    }

    pub(super) fn port(&self) -> Option<u16> {
        self.port
    }

    /// Its port, the usual one where it has none of its own.
    pub(super) fn whole_port(&self) -> Option<u16> {
        self.port.or_else(|| usual_port(&self.scheme))
    }

    /// What follows the host, with as much of it as is asked for.
    pub(super) fn rest(&self, with_query: bool, with_fragment: bool) -> String {
        let mut rest = self.path.clone();
        if let Some(query) = self.query.as_ref().filter(|_| with_query) {
            rest = rest + "?" + query;
        }
        if let Some(fragment) = self.fragment.as_ref().filter(|_| with_fragment) {
            rest = rest + "#" + fragment;
        }
        rest
    }

    fn layers(&self) -> impl Iterator<Item = &Self> {
        std::iter::successors(Some(self), |layer| layer.inner.as_deref())
    }
}

pub(crate) fn is_scheme(text: &str) -> bool {
    text.starts_with(|letter: char| letter.is_ascii_alphabetic())
        && text.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"+-.".contains(&byte))
}

/// Host and port; the colons inside `[…]` are the host's.
pub(super) fn split_port(place: &str) -> (&str, Option<&str>) {
    match place.rfind(':') {
        Some(colon) if !place[colon..].contains(']') => {
            (&place[..colon], Some(&place[colon + 1..]))
        }
        _ => (place, None),
    }
}

pub(super) fn read_port(text: &str) -> Result<u16, AddressError> {
    let digits = text.bytes().all(|byte| byte.is_ascii_digit());
    text.parse().ok().filter(|_| digits).ok_or_else(|| AddressError::Port(text.to_owned()))
}

/// A path as a browser would ask for it, and the same for each way of writing it.
pub(super) fn plain_path(path: &str) -> String {
    let path = plain(path);
    let mut kept: Vec<&str> = Vec::new();
    let mut parts = path.split('/').skip(1).peekable();
    while let Some(part) = parts.next() {
        let last = parts.peek().is_none();
        match part {
            "." | ".." => {
                if part == ".." {
                    kept.pop();
                }
                if last {
                    kept.push("");
                }
            }
            part => kept.push(part),
        }
    }
    format!("/{}", kept.join("/"))
}

/// Escapes what browsers escape, and nothing that need not be.
pub(super) fn plain(text: &str) -> String {
    let bytes = text.as_bytes();
    let mut out = String::with_capacity(text.len());
    let mut at = 0;
    while let Some(byte) = bytes.get(at).copied() {
        match escaped(bytes, at) {
            Some(byte) => {
                push_plain(&mut out, byte, is_unreserved(byte));
                at += 3;
            }
            None => {
                push_plain(&mut out, byte, byte.is_ascii_graphic() && !b"\"<>`{}^".contains(&byte));
                at += 1;
            }
        }
    }
    out
}

fn push_plain(out: &mut String, byte: u8, as_it_is: bool) {
    if as_it_is {
        out.push(char::from(byte));
    } else {
        out.push_str(&format!("%{byte:02X}"));
    }
}

fn escaped(bytes: &[u8], at: usize) -> Option<u8> {
    let digit = |at: usize| char::from(*bytes.get(at)?).to_digit(16);
    let byte = (bytes.get(at) == Some(&b'%')).then(|| Some(digit(at + 1)? * 16 + digit(at + 2)?));
    byte.flatten().and_then(|byte| u8::try_from(byte).ok())
}

fn is_unreserved(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || b"-._~".contains(&byte)
}

fn cut_at(text: &str, letter: char) -> (&str, Option<&str>) {
    text.split_once(letter).map_or((text, None), |(before, after)| (before, Some(after)))
}

fn usual_port(scheme: &str) -> Option<u16> {
    match scheme {
        "http" | "ws" => Some(80),
        "https" | "wss" => Some(443),
        "ftp" => Some(21),
        _ => None,
    }
}

#[cfg(test)]
mod properties;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_site_is_where_the_browser_will_be() {
        let cases = [
            ("https://example.com", "example.com"),
            ("HTTPS://EXAMPLE.com./a", "example.com"),
            ("https://example.com:443/", "example.com"),
            ("https://example.com:/", "example.com"),
            ("http://example.com:0080/", "example.com"),
            ("http://localhost:3000/x", "localhost:3000"),
            ("https://user:pw@example.com/", "example.com"),
            ("https://example.com@evil.org/", "evil.org"),
            ("https://example.com:443@evil.org/", "evil.org"),
            ("https://evil.org/@example.com", "evil.org"),
            ("https://evil.org?@example.com/", "evil.org"),
            ("https://evil.org#@example.com/", "evil.org"),
            ("https://example.com.evil.org/", "example.com.evil.org"),
            ("https://xn--mller-kva.de/", "xn--mller-kva.de"),
            ("http://127.0.0.1:9/", "127.0.0.1:9"),
            ("http://[::1]:80/", "[::1]"),
            ("http://[0:0::0:1]:3000/", "[::1]:3000"),
            ("blob:https://example.com/6a1f", "example.com"),
            ("blob:null/6a1f", "blob"),
            ("BLOB:HTTPS://Example.com:8443/6a1f", "example.com:8443"),
            ("filesystem:https://example.com/temporary/a", "example.com"),
            ("view-source:https://example.com/", "example.com"),
            ("data:text/html,<p>https://example.com", "data"),
            ("data://example.com/", "data"),
            ("about:blank", "about"),
            ("about:srcdoc#x", "about"),
            ("about:settings", "chrome"),
            ("chrome://newtab/", "chrome://newtab"),
            ("file:///etc/passwd", "file://"),
            ("mailto:someone@example.com", "mailto"),
            ("JavaScript:alert(1)", "javascript"),
            ("javascript://example.com/%0aalert(1)", "javascript"),
        ];
        for (address, site) in cases {
            assert_eq!(Address::parse(address).unwrap().site(), site, "{address}");
        }
    }

    #[test]
    fn what_could_be_read_in_two_ways_is_not_read() {
        let cases = [
            ("", AddressError::NoScheme),
            ("example.com", AddressError::NoScheme),
            ("//example.com/", AddressError::NoScheme),
            ("options.html", AddressError::NoScheme),
            (" https://example.com/", AddressError::NoScheme),
            ("java\nscript:alert(1)", AddressError::NoScheme),
            ("\u{0}javascript:alert(1)", AddressError::NoScheme),
            ("1http://example.com", AddressError::NoScheme),
            ("https:example.com", AddressError::NoHost("https".into())),
            ("https:/example.com", AddressError::NoHost("https".into())),
            ("https:\\\\example.com", AddressError::NoHost("https".into())),
            ("https:///example.com", AddressError::NoHost("https".into())),
            ("https://@/", AddressError::NoHost("https".into())),
            ("https://:443/", AddressError::NoHost("https".into())),
            ("chrome:settings", AddressError::NoHost("chrome".into())),
            ("chrome-extension:/abc/x", AddressError::NoHost("chrome-extension".into())),
            ("file:/etc/passwd", AddressError::NoHost("file".into())),
            ("https://evil.org\\@example.com/", AddressError::Backslash),
            ("https://example.com\\evil", AddressError::Backslash),
            ("https://exa\tmple.com/", AddressError::ControlCharacters),
            ("https://example.com/\u{7f}", AddressError::ControlCharacters),
            ("https://a@b@example.com/", AddressError::UserInfo),
            ("https://ex%61mple.com/", AddressError::Host("ex%61mple.com".into())),
            ("https://exa mple.com/", AddressError::Host("exa mple.com".into())),
            ("https://example..com/", AddressError::Host("example..com".into())),
            ("https://.example.com/", AddressError::Host(".example.com".into())),
            ("https://*.example.com/", AddressError::Host("*.example.com".into())),
            ("https://[::1/", AddressError::Host("[:".into())),
            ("https://[example.com]/", AddressError::Host("[example.com]".into())),
            ("https://example。com/", AddressError::International("example。com".into())),
            ("https://ｅxample.com/", AddressError::International("ｅxample.com".into())),
            ("http://2130706433/", AddressError::OddNumber("2130706433".into())),
            ("http://0x7f.1/", AddressError::OddNumber("0x7f.1".into())),
            ("http://127.1/", AddressError::OddNumber("127.1".into())),
            ("http://0177.0.0.1/", AddressError::OddNumber("0177.0.0.1".into())),
            ("http://example.com:+80/", AddressError::Port("+80".into())),
            ("http://example.com:99999/", AddressError::Port("99999".into())),
            ("blob:javascript", AddressError::NoScheme),
            ("view-source:example.com", AddressError::NoScheme),
        ];
        for (address, error) in cases {
            assert_eq!(Address::parse(address).unwrap_err(), error, "{address:?}");
        }
    }

    #[test]
    fn addresses_inside_addresses_come_to_an_end() {
        let nested = |times: usize| "view-source:".repeat(times) + "https://example.com/";
        assert_eq!(Address::parse(&nested(3)).unwrap().site(), "example.com");
        assert_eq!(Address::parse(&nested(100_000)).unwrap_err(), AddressError::Nested);
    }

    #[test]
    fn one_path_has_one_form() {
        let cases = [
            ("", "/"),
            ("/a/../b", "/b"),
            ("/a/%2e%2E/b", "/b"),
            ("/a/.%2e", "/"),
            ("/a/b/.", "/a/b/"),
            ("/../../x", "/x"),
            ("/%61dmin", "/admin"),
            ("/a%2fb", "/a%2Fb"),
            ("/ü", "/%C3%BC"),
            ("/a b", "/a%20b"),
            ("/100%", "/100%"),
            ("//x", "//x"),
        ];
        for (path, plain) in cases {
            let address = Address::parse(&format!("https://example.com{path}")).unwrap();
            assert_eq!(address.rest(true, true), plain, "{path}");
        }
    }

    #[test]
    fn our_own_pages_are_known_through_every_disguise() {
        for wrap in ["", "view-source:", "blob:", "filesystem:", "view-source:blob:"] {
            for scheme in ["chrome-extension", "Chrome-Extension"] {
                for id in [EXTENSION_ID.to_owned(), EXTENSION_ID.to_uppercase()] {
                    for tail in ["", "/", ".:/options.html", "/x?y#z", ":0/x"] {
                        let text = format!("{wrap}{scheme}://{id}{tail}");
                        assert!(Address::parse(&text).unwrap().is_ours(), "{text}");
                    }
                }
            }
        }
        let other = format!("https://{EXTENSION_ID}/");
        assert!(!Address::parse(&other).unwrap().is_ours());
    }
}
