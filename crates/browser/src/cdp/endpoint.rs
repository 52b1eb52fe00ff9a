//! Where a remote browser listens, and connecting to it: plain or by TLS.

use std::io;
use std::sync::Arc;

use serde::Deserialize;
use tabwright_http::Limits;
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::net::TcpStream;
use tokio_rustls::TlsConnector;
use tokio_rustls::rustls::pki_types::ServerName;
use tokio_tungstenite::tungstenite::http::Uri;
use tokio_tungstenite::tungstenite::http::uri::PathAndQuery;

use super::socket::{CONNECT_TIMEOUT, ConnectError};

/// `/json/version` is a few hundred bytes.
const VERSION_LIMITS: Limits = Limits { timeout: CONNECT_TIMEOUT, bytes_max: 64 * 1024 };

pub(super) trait Stream: AsyncRead + AsyncWrite + Send + Unpin {}
impl<T: AsyncRead + AsyncWrite + Send + Unpin> Stream for T {}

/// A place that was named, with a scheme that we speak.
#[derive(Debug)]
pub(super) struct Endpoint {
    uri: Uri,
    scheme: Scheme,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Scheme {
    Http,
    Https,
    Ws,
    Wss,
}

impl Endpoint {
    pub(super) fn parse(url: &str) -> Result<Self, ConnectError> {
        let bad = || ConnectError::BadUrl(url.to_owned());
        let uri: Uri = url.parse().map_err(|_| bad())?;
        let scheme = match uri.scheme_str() {
            Some("http") => Scheme::Http,
            Some("https") => Scheme::Https,
            Some("ws") => Scheme::Ws,
            Some("wss") => Scheme::Wss,
            _ => return Err(bad()),
        };
        uri.host().filter(|host| !host.is_empty()).ok_or_else(bad)?;
        Ok(Self { uri, scheme })
    }

    pub(super) fn uri(&self) -> &Uri {
        &self.uri
    }

    /// The address of the debugger's WebSocket: as given, or as the browser tells by HTTP.
    pub(super) async fn debugger(self) -> Result<Self, ConnectError> {
        if matches!(self.scheme, Scheme::Ws | Scheme::Wss) {
            return Ok(self);
        }
        #[derive(Deserialize)]
        #[serde(rename_all = "camelCase")]
        struct Version {
            web_socket_debugger_url: String,
        }
        let address = self.at_path("/json/version")?;
        let body = tabwright_http::get(&address, VERSION_LIMITS)
            .await
            .map_err(|error| self.unreachable(&error))?;
        let none = || ConnectError::NoDebugger { url: self.uri.to_string() };
        let version: Version = serde_json::from_slice(&body).map_err(|_| none())?;
        let told = version.web_socket_debugger_url;
        // A browser does not know of the TLS proxy in front of it.
        let told = match told.strip_prefix("ws://") {
            Some(rest) if self.scheme == Scheme::Https => format!("wss://{rest}"),
            _ => told,
        };
        Self::parse(&told).map_err(|_| none())
    }

    /// The address of a path on the same host.
    fn at_path(&self, path: &'static str) -> Result<String, ConnectError> {
        let mut parts = self.uri.clone().into_parts();
        parts.path_and_query = Some(PathAndQuery::from_static(path));
        let address = Uri::from_parts(parts);
        let bad = |_| ConnectError::BadUrl(self.uri.to_string());
        address.map(|address| address.to_string()).map_err(bad)
    }

    /// Opens the connection, by TLS where the scheme says so.
    pub(super) async fn open(&self) -> io::Result<Box<dyn Stream>> {
        let tls = matches!(self.scheme, Scheme::Https | Scheme::Wss);
        let host = self.uri.host().unwrap_or_default().trim_matches(['[', ']']);
        let port = self.uri.port_u16().unwrap_or(if tls { 443 } else { 80 });
        let stream = TcpStream::connect((host, port)).await?;
        stream.set_nodelay(true)?;
        if !tls {
            return Ok(Box::new(stream));
        }
        let name = ServerName::try_from(host.to_owned()).map_err(io::Error::other)?;
        let connector = TlsConnector::from(Arc::new(tabwright_http::tls_config()?));
        Ok(Box::new(connector.connect(name, stream).await?))
    }

    pub(super) fn unreachable(&self, reason: &dyn std::error::Error) -> ConnectError {
        ConnectError::Unreachable { url: self.uri.to_string(), reason: reason.to_string() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_host_by_a_scheme_that_we_speak_is_an_endpoint() {
        for good in
            ["ws://h/devtools/browser/1", "wss://h?token=x", "http://[::1]:9222", "https://h"]
        {
            assert!(Endpoint::parse(good).is_ok(), "{good}");
        }
        for bad in ["", "h:9222", "ftp://h", "ws://", "/json", "ws://a b/"] {
            assert!(matches!(Endpoint::parse(bad), Err(ConnectError::BadUrl(_))), "{bad}");
        }
    }
}
