//! What holds for every address, whoever made it up. The `url` crate reads addresses as browsers do
//! (the WHATWG standard), and stands here for the browser.

use std::net::Ipv6Addr;

use proptest::prelude::*;
use url::Url;

use super::Address;

/// Parts that have been used to make a reader and a browser disagree.
fn odd_address() -> impl Strategy<Value = String> {
    let scheme = prop_oneof![
        Just("http"),
        Just("https"),
        Just("HTTPS"),
        Just("ws"),
        Just("ftp"),
        Just("chrome-extension"),
        Just("blob:https"),
        Just("view-source:http"),
    ];
    let slashes = prop_oneof![8 => Just("//"), 1 => Just("/"), 1 => Just(""), 1 => Just("///")];
    let user =
        prop_oneof![4 => Just(""), 1 => Just("bank.com@"), 1 => Just("a:b@"), 1 => Just("@")];
    let host = prop_oneof![
        4 => "[a-z0-9-]{1,8}(\\.[a-z0-9-]{1,8}){0,2}\\.?",
        1 => "[A-Z%2e.]{1,10}",
        1 => "(0x)?[0-9a-f]{1,10}(\\.[0-9]{1,4}){0,3}",
        1 => "\\[[0-9a-f:]{2,12}\\]",
        1 => "[a-zäß。．%\\\\@#?]{1,10}",
    ];
    let port =
        prop_oneof![4 => Just(String::new()), 1 => ":[0-9]{0,6}", 1 => Just(":443".to_owned())];
    let rest = prop_oneof![2 => "(/[a-z.%0-9]{0,5}){0,3}", 1 => "[/?#\\\\@:a-z.]{0,8}"];
    (scheme, slashes, user, host, port, rest).prop_map(
        |(scheme, slashes, user, host, port, rest)| {
            format!("{scheme}:{slashes}{user}{host}{port}{rest}")
        },
    )
}

/// One IPv6 address can be written in several ways.
fn plain_host(host: &str) -> String {
    let inside = host.trim_start_matches('[').trim_end_matches(']');
    let address = inside.parse().map(|address: Ipv6Addr| format!("{:?}", address.segments()));
    address.unwrap_or_else(|_| host.trim_end_matches('.').to_ascii_lowercase())
}

proptest! {
    #[test]
    fn nothing_makes_it_panic(text in any::<String>()) {
        let _ = Address::parse(&text);
    }

    /// The rules would be asked about one place, and the browser would go to another.
    #[test]
    fn whatever_is_read_is_where_a_browser_goes(text in odd_address()) {
        let Ok(ours) = Address::parse(&text) else { return Ok(()) };
        // An address around another one says itself where the page is.
        let (ours, text) = match (&ours.inner, text.split_once(':')) {
            (Some(inner), Some((_, rest))) => (inner.as_ref(), rest),
            _ => (&ours, text.as_str()),
        };
        let theirs = Url::parse(text);
        prop_assert!(theirs.is_ok(), "{text} is read here, but no address to a browser");
        let theirs = theirs.unwrap();
        prop_assert_eq!(&ours.scheme, theirs.scheme(), "{}", text);
        prop_assert_eq!(ours.port, theirs.port(), "{}", text);
        let (ours, theirs) = (ours.host.as_deref(), theirs.host_str());
        prop_assert_eq!(ours.map(plain_host), theirs.map(plain_host), "{}", text);
    }
}
