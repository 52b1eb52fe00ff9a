//! Addresses as people write them.

/// What was given is no address.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is not an address; write it like https://example.org")]
pub struct NotAnAddress(pub String);

/// A whole address from what a person may write: without a scheme it is `https`, or `http` on this
/// machine.
pub fn complete_address(url: &str) -> Result<String, NotAnAddress> {
    let url = url.trim();
    let bad = || NotAnAddress(url.chars().take(200).collect());
    if url.is_empty() || url.contains(char::is_whitespace) {
        return Err(bad());
    }
    let scheme = url.split_once(':').map(|(scheme, _)| scheme);
    let is_scheme = |scheme: &str| {
        scheme.starts_with(|c: char| c.is_ascii_alphabetic())
            && scheme.chars().all(|c| c.is_ascii_alphanumeric() || "+-.".contains(c))
    };
    let known = ["http", "https", "about", "file", "data", "chrome", "blob", "view-source", "ftp"];
    match scheme {
        Some(scheme) if known.contains(&scheme.to_ascii_lowercase().as_str()) => Ok(url.to_owned()),
        Some(scheme) if is_scheme(scheme) && url.contains("://") => Ok(url.to_owned()),
        _ => {
            let host = url.split(['/', '?', '#', ':']).next().unwrap_or_default();
            let local = host == "localhost" || host.starts_with("127.");
            if !local && !host.contains('.') {
                return Err(bad());
            }
            Ok(format!("{}://{url}", if local { "http" } else { "https" }))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_may_be_written_short() {
        for (written, meant) in [
            ("nytimes.com", "https://nytimes.com"),
            ("localhost:8080/a", "http://localhost:8080/a"),
            ("127.0.0.1/x", "http://127.0.0.1/x"),
            ("http://x", "http://x"),
            ("about:blank", "about:blank"),
            ("example.org:8443/", "https://example.org:8443/"),
        ] {
            assert_eq!(complete_address(written).unwrap(), meant);
        }
        for wrong in ["", "two words", "nytimes"] {
            assert!(complete_address(wrong).is_err(), "{wrong}");
        }
    }
}
