//! Where a browser elsewhere is, and the way there: plain or through TLS.

use std::io;
use std::sync::Arc;

use http_body_util::{BodyExt as _, Empty, Limited};
use hyper::body::Bytes;
use hyper::header::{HOST, USER_AGENT};
use hyper::{Request, Uri};
use hyper_util::rt::TokioIo;
use serde::Deserialize;
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::net::TcpStream;
use tokio_rustls::TlsConnector;
use tokio_rustls::rustls::crypto::ring;
use tokio_rustls::rustls::pki_types::ServerName;
use tokio_rustls::rustls::{ClientConfig, RootCertStore};

use super::socket::ConnectError;

/// How we call ourselves to the web; some places answer nobody without a name.
const CALLED: &str = concat!("tabwright/", env!("CARGO_PKG_VERSION"));
/// What `/json/version` may be at most.
const VERSION_BYTES_MAX: usize = 64 * 1024;

pub(super) trait Stream: AsyncRead + AsyncWrite + Send + Unpin {}
impl<T: AsyncRead + AsyncWrite + Send + Unpin> Stream for T {}

/// A place that was named, with a scheme that we speak.
#[derive(Debug)]
pub(crate) struct Endpoint {
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
    pub(crate) fn parse(url: &str) -> Result<Self, ConnectError> {
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

    pub(crate) fn uri(&self) -> &Uri {
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
        let body = self
            .get("/json/version", VERSION_BYTES_MAX)
            .await
            .map_err(|error| self.unreachable(&*error))?;
        let none = || ConnectError::NoDebugger { url: self.uri.to_string() };
        let version: Version = serde_json::from_slice(&body).map_err(|_| none())?;
        let told = version.web_socket_debugger_url;
        // A browser does not know of the TLS before it.
        let told = match told.strip_prefix("ws://") {
            Some(rest) if self.scheme == Scheme::Https => format!("wss://{rest}"),
            _ => told,
        };
        Self::parse(&told).map_err(|_| none())
    }

    /// Opens the way, as far as the first byte.
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
        let connector = TlsConnector::from(Arc::new(tls_config()?));
        Ok(Box::new(connector.connect(name, stream).await?))
    }

    pub(super) fn unreachable(&self, reason: &dyn std::error::Error) -> ConnectError {
        ConnectError::Unreachable { url: self.uri.to_string(), reason: reason.to_string() }
    }

    /// What lies at a path there. What is longer is an error, as is any answer but a plain one.
    pub(crate) async fn get(
        &self,
        path: &str,
        bytes_max: usize,
    ) -> Result<Bytes, Box<dyn std::error::Error + Send + Sync>> {
        let stream = TokioIo::new(self.open().await?);
        let (mut sender, connection) = hyper::client::conn::http1::handshake(stream).await?;
        let host = self.uri.authority().map_or("", |authority| authority.as_str());
        let request = Request::get(path).header(HOST, host).header(USER_AGENT, CALLED);
        let request = request.body(Empty::<Bytes>::new())?;
        let asking = async {
            let response = sender.send_request(request).await?;
            if !response.status().is_success() {
                return Err(format!("it answered {}", response.status()).into());
            }
            Limited::new(response.into_body(), bytes_max).collect().await
        };
        tokio::select! {
            answer = asking => answer.map(|body| body.to_bytes()),
            ended = connection => Err(match ended {
                Ok(()) => "it closed the connection".into(),
                Err(error) => error.into(),
            }),
        }
    }
}

/// Trusts whom this machine trusts.
fn tls_config() -> io::Result<ClientConfig> {
    let mut roots = RootCertStore::empty();
    roots.add_parsable_certificates(rustls_native_certs::load_native_certs().certs);
    let provider = Arc::new(ring::default_provider());
    let config = ClientConfig::builder_with_provider(provider)
        .with_safe_default_protocol_versions()
        .map_err(io::Error::other)?;
    Ok(config.with_root_certificates(roots).with_no_client_auth())
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
