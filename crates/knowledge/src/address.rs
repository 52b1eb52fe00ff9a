//! Addresses of pages as they are compared: two that lead to the same page read alike.

use url::Url;

/// Parameters that tell where a visitor came from, and nothing of the page.
const TRACKING: &[&str] = &[
    "dclid",
    "fbclid",
    "gad_source",
    "gbraid",
    "gclid",
    "gclsrc",
    "igshid",
    "mc_cid",
    "mc_eid",
    "mkt_tok",
    "msclkid",
    "oly_anon_id",
    "oly_enc_id",
    "ref_src",
    "s_cid",
    "spm",
    "srsltid",
    "ttclid",
    "twclid",
    "vero_id",
    "wbraid",
    "yclid",
    "_ga",
    "_gl",
    "_hsenc",
    "_hsmi",
    "__hsfp",
    "__hssc",
    "__hstc",
    "ref_url",
    "wt_mc",
    "ncid",
    "cmpid",
];
const TRACKING_PREFIXES: &[&str] = &["utm_", "hsa_", "pk_", "mtm_", "matomo_", "piwik_"];
const ADDRESS_CHARS_MAX: usize = 4_096;

/// The address under which a page is kept: no fragment, no tracking parameters, no name or password in it. None
/// for what is no page of the web. A fragment that begins with `!` or `/` is a path of a page made by scripts.
#[must_use]
pub fn normalize(address: &str) -> Option<String> {
    if address.len() > ADDRESS_CHARS_MAX {
        return None;
    }
    let mut url = Url::parse(address.trim()).ok()?;
    if !matches!(url.scheme(), "http" | "https") || url.host_str().is_none_or(str::is_empty) {
        return None;
    }
    if !url.fragment().is_some_and(|fragment| fragment.starts_with(['!', '/'])) {
        url.set_fragment(None);
    }
    let _ = url.set_username("");
    let _ = url.set_password(None);
    if let Some(query) = url.query() {
        let kept: Vec<&str> = query.split('&').filter(|part| !is_tracking(part)).collect();
        let kept = kept.join("&");
        url.set_query(Some(kept.as_str()).filter(|query| !query.is_empty()));
    }
    Some(url.into())
}

fn is_tracking(part: &str) -> bool {
    let name = part.split('=').next().unwrap_or_default().to_ascii_lowercase();
    name.is_empty()
        || TRACKING.contains(&name.as_str())
        || TRACKING_PREFIXES.iter().any(|prefix| name.starts_with(prefix))
}

/// The host without `www.`, and with the port where it is not the usual one.
#[must_use]
pub fn site_of(address: &str) -> String {
    let Ok(url) = Url::parse(address) else { return String::new() };
    let host = url.host_str().unwrap_or_default().trim_end_matches('.');
    let host = host.strip_prefix("www.").filter(|rest| rest.contains('.')).unwrap_or(host);
    url.port().map_or_else(|| host.to_owned(), |port| format!("{host}:{port}"))
}

/// Is the page of this site, or of one below it? `example.com` has `docs.example.com`.
#[must_use]
pub fn is_on_site(page_site: &str, site: &str) -> bool {
    let site = site.trim().trim_start_matches("www.").trim_matches('.');
    // A site without a port is meant at every port.
    let has_port = site.rsplit_once(':').is_some_and(|(_, port)| port.parse::<u16>().is_ok());
    let page_site = match page_site.rsplit_once(':') {
        Some((host, port)) if !has_port && port.parse::<u16>().is_ok() => host,
        _ => page_site,
    };
    let Some(head) = strip_suffix_ignoring_case(page_site, site) else { return false };
    !site.is_empty() && (head.is_empty() || head.ends_with('.'))
}

fn strip_suffix_ignoring_case<'a>(text: &'a str, suffix: &str) -> Option<&'a str> {
    let at = text.len().checked_sub(suffix.len())?;
    let tail = text.get(at..)?;
    tail.eq_ignore_ascii_case(suffix).then(|| &text[..at])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_of_one_page_read_alike() {
        for (address, kept) in [
            ("https://Example.com/a?utm_source=x&id=1#top", "https://example.com/a?id=1"),
            ("https://example.com/a?fbclid=1", "https://example.com/a"),
            ("https://example.com:443/", "https://example.com/"),
            ("https://ada:secret@example.com/", "https://example.com/"),
            ("https://example.com/#!/inbox", "https://example.com/#!/inbox"),
            ("https://example.com/a?wt_mc=x&cmpid=y", "https://example.com/a"),
            ("https://example.com/?q=a&&b=", "https://example.com/?q=a&b="),
            ("https://example.com/?UTM_Medium=1&ref=2", "https://example.com/?ref=2"),
        ] {
            assert_eq!(normalize(address).as_deref(), Some(kept), "{address}");
        }
        for address in
            ["chrome://settings", "file:///etc/passwd", "javascript:1", "", "tea", "https://"]
        {
            assert_eq!(normalize(address), None, "{address}");
        }
    }

    #[test]
    fn a_site_has_those_below_it() {
        assert_eq!(site_of("https://www.example.com/x"), "example.com");
        assert_eq!(site_of("http://localhost:8080/x"), "localhost:8080");
        assert_eq!(site_of("https://www.com/"), "www.com");
        for (page, site, fits) in [
            ("docs.example.com", "example.com", true),
            ("example.com", "Example.com", true),
            ("example.com", "www.example.com", true),
            ("badexample.com", "example.com", false),
            ("example.com", "docs.example.com", false),
            ("example.com", "", false),
            ("localhost:8080", "localhost", true),
            ("localhost:8080", "localhost:8080", true),
            ("localhost:8080", "localhost:9090", false),
            ("[::1]:8080", "[::1]", true),
        ] {
            assert_eq!(is_on_site(page, site), fits, "{page} {site}");
        }
    }
}
