//! HTTP to a model's server: one POST, and the body of the answer as it comes.

use std::sync::{Arc, OnceLock};
use std::time::Duration;

use bytes::Bytes;
use futures_util::{StreamExt as _, stream};
use reqwest::header::{CONTENT_TYPE, HeaderMap};
use reqwest::redirect::Policy;
use reqwest::{Client, Response};
use tokio::time::timeout;
use url::Url;

use crate::classify::Classifier;
use crate::config::{Timeouts, is_loopback};
use crate::error::{BadAnswer, Error, Phase};
use crate::framing::Framing;
use crate::limits::ERROR_BYTES_MAX;
use crate::reader::{ByteStream, with_timeouts};

const CONNECT_TIMEOUT: Duration = Duration::from_secs(15);
const USER_AGENT: &str = concat!("tabwright/", env!("CARGO_PKG_VERSION"));

/// Where requests of a model go, and what goes with each.
#[derive(Debug)]
pub(crate) struct Endpoint {
    pub(crate) client: Client,
    pub(crate) url: Url,
    pub(crate) headers: HeaderMap,
    pub(crate) timeouts: Timeouts,
    pub(crate) framing: Framing,
    pub(crate) classifier: Arc<Classifier>,
}

impl Endpoint {
    /// Makes the request. The body of the answer, if it is a success, and how events follow each other in it.
    pub(crate) async fn post(&self, body: Bytes) -> Result<(ByteStream, Framing), Error> {
        let request = self.client.post(self.url.clone()).headers(self.headers.clone()).body(body);
        let after = self.timeouts.first_byte;
        let response = match timeout(after, request.send()).await {
            Ok(response) => response.map_err(|error| self.failed(&error))?,
            Err(_) => return Err(Error::Timeout { phase: Phase::FirstByte, after }),
        };
        let status = response.status();
        if !status.is_success() {
            let headers = response.headers().clone();
            let body = self.error_body(response).await;
            return Err(self.classifier.response(status.as_u16(), &headers, &body));
        }
        let framing = self.framing_of(&response)?;
        Ok((with_timeouts(chunks(response), self.timeouts), framing))
    }

    fn framing_of(&self, response: &Response) -> Result<Framing, Error> {
        let kind = response.headers().get(CONTENT_TYPE).and_then(|kind| kind.to_str().ok());
        match kind.unwrap_or_default().split(';').next().unwrap_or_default().trim() {
            "text/html" => Err(BadAnswer::WebPage.into()),
            "application/json" if self.framing == Framing::Events => Ok(Framing::Whole),
            _ => Ok(self.framing),
        }
    }

    /// As much of it as is worth reading. What is missing says nothing then.
    async fn error_body(&self, response: Response) -> Vec<u8> {
        let mut chunks = with_timeouts(chunks(response), self.timeouts);
        let mut body = Vec::new();
        while let Some(Ok(chunk)) = chunks.next().await {
            body.extend_from_slice(&chunk[..chunk.len().min(ERROR_BYTES_MAX - body.len())]);
            if body.len() == ERROR_BYTES_MAX {
                break;
            }
        }
        body
    }

    fn failed(&self, error: &reqwest::Error) -> Error {
        if !error.is_connect() {
            return Error::CutStream;
        }
        let host = self.url.host_str().unwrap_or_default();
        let host = match self.url.port() {
            Some(port) => format!("{host}:{port}"),
            None => host.to_owned(),
        };
        Error::Unreachable { host, reason: self.classifier.text(&root_cause(error)) }
    }
}

fn chunks(response: Response) -> impl stream::Stream<Item = Result<Bytes, Error>> + Send {
    stream::unfold(Some(response), |response| async move {
        let mut response = response?;
        match response.chunk().await {
            Ok(Some(chunk)) => Some((Ok(chunk), Some(response))),
            Ok(None) => None,
            Err(_) => Some((Err(Error::CutStream), None)),
        }
    })
}

/// The innermost reason, which is the one that a person can act on.
fn root_cause(error: &reqwest::Error) -> String {
    let mut cause: &dyn std::error::Error = error;
    while let Some(source) = cause.source() {
        cause = source;
    }
    cause.to_string()
}

/// A client for this address. Proxies of the environment are used, but not to this machine.
pub(crate) fn client_for(url: &Url) -> Result<Client, std::io::Error> {
    static DIRECT: OnceLock<Client> = OnceLock::new();
    static PROXIED: OnceLock<Client> = OnceLock::new();
    let is_direct = is_loopback(url);
    let place = if is_direct { &DIRECT } else { &PROXIED };
    if let Some(client) = place.get() {
        return Ok(client.clone());
    }
    let builder = Client::builder()
        .tls_backend_preconfigured(tabwright_http::tls_config()?)
        // The key would go along.
        .redirect(Policy::none())
        .user_agent(USER_AGENT)
        .connect_timeout(CONNECT_TIMEOUT)
        .tcp_nodelay(true);
    let builder = if is_direct { builder.no_proxy() } else { builder };
    let made = builder.build().map_err(std::io::Error::other)?;
    Ok(place.get_or_init(|| made).clone())
}
