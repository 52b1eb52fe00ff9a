//! HTTP as a client, for the few things that are looked up without a browser.
//!
//! Owns: one HTTP client that trusts the certificates of this machine, sends no cookies, and bounds each
//! request in time, in size and in redirects; the TLS configuration, which WebSockets to remote browsers
//! use too. Never speaks to our own daemon: that is `tabwright-client`. Used by the daemon and by the CDP
//! client.

mod tls;

use std::io;
use std::sync::OnceLock;
use std::time::Duration;

use reqwest::redirect::{Attempt, Policy};
use reqwest::{Client, Url};

pub use tls::tls_config;

const REDIRECTS_MAX: usize = 5;
/// Some servers answer nobody without a name.
const USER_AGENT: &str = concat!("tabwright/", env!("CARGO_PKG_VERSION"));

/// What a request may take.
#[derive(Debug, Clone, Copy)]
pub struct Limits {
    pub timeout: Duration,
    pub bytes_max: usize,
}

#[derive(Debug, thiserror::Error)]
pub enum Error {
    #[error("`{0}` cannot be fetched. An address begins with https:// or http://")]
    BadAddress(String),
    #[error("{host} did not answer within {} seconds", .timeout.as_secs())]
    Timeout { host: String, timeout: Duration },
    #[error("{host} answered with the status {status}")]
    Status { host: String, status: u16 },
    #[error("the answer of {host} is larger than {bytes_max} bytes")]
    TooLarge { host: String, bytes_max: usize },
    #[error("{host}: {reason}")]
    Failed { host: String, reason: String },
    #[error("the certificates of this machine cannot be used: {0}")]
    Certificates(#[from] io::Error),
}

/// The body at an address, if it answers with success.
pub async fn get(url: &str, limits: Limits) -> Result<Vec<u8>, Error> {
    let bad = || Error::BadAddress(url.to_owned());
    let url: Url = url.parse().map_err(|_| bad())?;
    let host = url.host_str().ok_or_else(bad)?.to_owned();
    if !matches!(url.scheme(), "http" | "https") {
        return Err(bad());
    }
    let Limits { timeout, bytes_max } = limits;
    let failed = |error: reqwest::Error| match error.is_timeout() {
        true => Error::Timeout { host: host.clone(), timeout },
        false => Error::Failed { host: host.clone(), reason: root_cause(&error) },
    };
    let mut response = client()?.get(url).timeout(timeout).send().await.map_err(failed)?;
    if !response.status().is_success() {
        return Err(Error::Status { host, status: response.status().as_u16() });
    }
    let mut body = Vec::new();
    while let Some(chunk) = response.chunk().await.map_err(failed)? {
        if body.len() + chunk.len() > bytes_max {
            return Err(Error::TooLarge { host, bytes_max });
        }
        body.extend_from_slice(&chunk);
    }
    Ok(body)
}

/// Made at the first request: it reads the certificates of the machine.
fn client() -> Result<&'static Client, Error> {
    static CLIENT: OnceLock<Client> = OnceLock::new();
    if let Some(client) = CLIENT.get() {
        return Ok(client);
    }
    let made = Client::builder()
        .tls_backend_preconfigured(tls_config()?)
        .redirect(Policy::custom(redirect))
        .user_agent(USER_AGENT)
        // What is asked here is asked directly, as a WebSocket to a remote browser is.
        .no_proxy()
        .build()
        .map_err(io::Error::other)?;
    Ok(CLIENT.get_or_init(|| made))
}

/// A page on the web must not send us to a service of this machine: a redirect leads to another host by
/// TLS only.
fn redirect(attempt: Attempt<'_>) -> reqwest::redirect::Action {
    let from = attempt.previous().last();
    let same_host = from.is_some_and(|from| from.host_str() == attempt.url().host_str());
    let downgrades =
        from.is_some_and(|from| from.scheme() == "https") && attempt.url().scheme() != "https";
    if attempt.previous().len() > REDIRECTS_MAX {
        attempt.error("it redirects too often")
    } else if downgrades || (!same_host && attempt.url().scheme() != "https") {
        attempt.error("it redirects to an address without TLS")
    } else {
        attempt.follow()
    }
}

/// The innermost reason, which is the one that a person can act on.
fn root_cause(error: &reqwest::Error) -> String {
    let mut cause: &dyn std::error::Error = error;
    while let Some(source) = cause.source() {
        cause = source;
    }
    cause.to_string()
}

#[cfg(test)]
mod tests {
    use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
    use tokio::net::TcpListener;

    use super::*;

    const LIMITS: Limits = Limits { timeout: Duration::from_secs(20), bytes_max: 16 };

    /// A server that gives each of these answers to one connection. Its address.
    async fn serve(answers: Vec<String>) -> String {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = format!("http://{}", listener.local_addr().unwrap());
        tokio::spawn(async move {
            for answer in answers {
                let (mut socket, _) = listener.accept().await.unwrap();
                let mut request = [0; 4096];
                assert!(socket.read(&mut request).await.unwrap() > 0);
                socket.write_all(answer.as_bytes()).await.unwrap();
            }
        });
        address
    }

    fn answer(status: &str, headers: &str, body: &str) -> String {
        let length = body.len();
        format!(
            "HTTP/1.1 {status}\r\nconnection: close\r\ncontent-length: {length}\r\n{headers}\r\n{body}"
        )
    }

    #[tokio::test]
    async fn a_body_is_read_after_a_redirect_on_the_same_host() {
        let moved = answer("302 Found", "location: /there\r\n", "");
        let address = serve(vec![moved, answer("200 OK", "", "here")]).await;
        assert_eq!(get(&address, LIMITS).await.unwrap(), b"here");
    }

    #[tokio::test]
    async fn what_is_too_large_fails_or_redirects_elsewhere_is_an_error() {
        let elsewhere = "location: http://localhost:1/\r\n";
        for (status, headers, body, reason) in [
            ("200 OK", "", "seventeen bytes !", "larger than 16 bytes"),
            ("404 Not Found", "", "", "status 404"),
            ("302 Found", elsewhere, "", "without TLS"),
        ] {
            let address = serve(vec![answer(status, headers, body)]).await;
            let error = get(&address, LIMITS).await.unwrap_err().to_string();
            assert!(error.contains(reason), "{error}");
        }
    }

    #[tokio::test]
    async fn a_server_that_says_nothing_is_given_up() {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = format!("http://{}", listener.local_addr().unwrap());
        let limits = Limits { timeout: Duration::from_millis(50), ..LIMITS };
        let error = get(&address, limits).await.unwrap_err();
        assert!(matches!(error, Error::Timeout { .. }), "{error}");
    }

    #[tokio::test]
    async fn an_address_that_is_none_is_refused() {
        for bad in ["", "h", "/x", "ftp://h/", "ws://h/", "javascript:1"] {
            assert!(matches!(get(bad, LIMITS).await, Err(Error::BadAddress(_))), "{bad}");
        }
    }
}
