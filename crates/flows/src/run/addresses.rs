//! Whether a page is where a recording says.

use url::Url;

/// A pattern is a path, with its query where that matters, or a whole address on another site. `*` stands for one
/// part of it.
pub(super) fn is_at(address: &str, pattern: &str) -> bool {
    let Ok(address) = Url::parse(address) else { return false };
    match Url::parse(pattern) {
        Ok(wanted) => {
            address.origin() == wanted.origin() && fits(&path_of(&address), &path_of(&wanted))
        }
        Err(_) => fits(&path_of(&address), pattern),
    }
}

fn path_of(address: &Url) -> String {
    match address.query() {
        Some(query) => format!("{}?{query}", address.path()),
        None => address.path().to_owned(),
    }
}

fn fits(path: &str, pattern: &str) -> bool {
    let (path, query) = path.split_once('?').unwrap_or((path, ""));
    let (wanted, wanted_query) = pattern.split_once('?').unwrap_or((pattern, ""));
    let parts =
        |path: &str| path.trim_end_matches('/').split('/').map(str::to_owned).collect::<Vec<_>>();
    let (path, wanted) = (parts(path), parts(wanted));
    let same = |(part, wanted): (&String, &String)| wanted == "*" || part == wanted;
    let has = |pair: &str| {
        let is_there = |own: &str| match pair.strip_suffix("=*") {
            Some(name) => own.split('=').next() == Some(name),
            None => own == pair,
        };
        query.split('&').any(is_there)
    };
    path.len() == wanted.len()
        && path.iter().zip(&wanted).all(same)
        && wanted_query.split('&').filter(|pair| !pair.is_empty()).all(has)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_is_where_it_should_be() {
        for (address, pattern, wanted) in [
            ("https://shop.example/basket", "/basket", true),
            ("https://shop.example/basket/", "/basket", true),
            ("https://shop.example/basket#top", "/basket", true),
            ("https://shop.example/basket?from=menu", "/basket", true),
            ("https://shop.example/baskets", "/basket", false),
            ("https://shop.example/orders/17", "/orders/*", true),
            ("https://shop.example/orders/17/lines", "/orders/*", false),
            ("https://shop.example/find?q=lamp&page=2", "/find?q=lamp", true),
            ("https://shop.example/find?q=lamps", "/find?q=lamp", false),
            ("https://shop.example/find?q=lamps", "/find?q=*", true),
            ("https://pay.example/done", "https://pay.example/done", true),
            ("https://shop.example/done", "https://pay.example/done", false),
            ("https://pay.example.evil.test/done", "https://pay.example/done", false),
            ("about:blank", "/", false),
        ] {
            assert_eq!(is_at(address, pattern), wanted, "{address} at {pattern}");
        }
    }
}
