//! No text makes reading an address panic, and whatever is read is where a browser goes: the `url` crate
//! reads as browsers do (the WHATWG standard). A site that is told fits as a rule, and is read again as
//! itself.
#![no_main]

use libfuzzer_sys::fuzz_target;
use tabwright_policy::site_of_address;
use url::Url;

fuzz_target!(|text: &str| {
    let Ok(site) = site_of_address(text) else { return };
    let scheme = text.split(':').next().unwrap_or_default().to_ascii_lowercase();
    if !matches!(scheme.as_str(), "http" | "https" | "ws" | "wss" | "ftp") {
        return;
    }
    let url = match Url::parse(text) {
        Ok(url) => url,
        // Which letters an `xn--` name stands for is not looked at here; a browser goes nowhere.
        Err(_) if site.contains("xn--") => return,
        Err(error) => panic!("{text:?} is read here: {error}"),
    };
    assert_eq!(url.scheme(), scheme);
    let host = url.host_str().unwrap_or_default().trim_end_matches('.').to_owned();
    let port = url.port().map(|port| format!(":{port}")).unwrap_or_default();
    let again = site_of_address(&format!("{scheme}://{site}/"));
    assert_eq!(again.as_ref(), Ok(&site), "{text:?}");
    if !host.starts_with('[') {
        assert_eq!(site, format!("{host}{port}"), "{text:?}");
    }
});
