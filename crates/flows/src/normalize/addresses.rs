//! Addresses as they are expected again: without what changes with every visit.

/// The path of an address on the same site, the whole of another site's, with `*` for parts that look made for
/// this visit. None for what is no web page.
pub(crate) fn expected(url: &str, from: &str) -> Option<String> {
    let (site, path) = split(url)?;
    let path: Vec<_> = path.split('/').map(|part| if is_made(part) { "*" } else { part }).collect();
    let path = path.join("/");
    let is_same_site = split(from).is_some_and(|(other, _)| other == site);
    Some(if is_same_site { path } else { format!("{site}{path}") })
}

/// An address to go to: as it is, without what a script of the page keeps in it.
pub(crate) fn to_visit(url: &str) -> Option<&str> {
    split(url).map(|_| url)
}

/// The host of an address, for the scope of a flow.
pub(crate) fn host(url: &str) -> Option<String> {
    let (site, _) = split(url)?;
    let host = site.split_once("://")?.1;
    let host = host.rsplit_once('@').map_or(host, |(_, host)| host);
    Some(host.split(':').next().unwrap_or(host).to_lowercase())
}

/// Scheme with host, and path; without query and fragment.
fn split(url: &str) -> Option<(&str, &str)> {
    let rest = url.strip_prefix("https://").or_else(|| url.strip_prefix("http://"))?;
    let start = url.len() - rest.len();
    let end = rest.find(['/', '?', '#']).map_or(url.len(), |at| start + at);
    let path = url[end..].split(['?', '#']).next().unwrap_or_default();
    (end > start).then_some((&url[..end], if path.is_empty() { "/" } else { path }))
}

/// A number, or letters and digits that nobody would type: the id of an order, a session.
fn is_made(part: &str) -> bool {
    let digits = part.chars().filter(char::is_ascii_digit).count();
    let is_number =
        digits > 0 && part.chars().all(|it| it.is_ascii_digit() || matches!(it, '-' | '_' | '.'));
    let is_code = part.len() >= 8
        && digits >= 2
        && part.chars().all(|it| it.is_ascii_alphanumeric() || matches!(it, '-' | '_'));
    let ends_with_number = part
        .rsplit(['-', '_', ','])
        .next()
        .is_some_and(|end| end.len() >= 4 && end.bytes().all(|it| it.is_ascii_digit()));
    is_number || is_code || ends_with_number
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_expected_address_is_a_path_without_what_changes() {
        let shop = "https://shop.example/search?q=a";
        for (url, path) in [
            ("https://shop.example/basket?session=1#top", Some("/basket")),
            ("https://shop.example/orders/8213/thanks", Some("/orders/*/thanks")),
            ("https://shop.example/o/3f2a9c1e-77b0-4c", Some("/o/*")),
            ("https://shop.example/v2/", Some("/v2/")),
            ("https://shop.example", Some("/")),
            ("https://pay.example/start?id=1", Some("https://pay.example/start")),
            ("about:blank", None),
            ("https://", None),
        ] {
            assert_eq!(expected(url, shop).as_deref(), path, "{url}");
        }
        assert_eq!(host("https://user@Shop.example:8080/x").as_deref(), Some("shop.example"));
    }
}
