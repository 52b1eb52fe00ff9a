//! The web itself, for the few things that are looked up without the browser: plain requests, no cookies.

use std::time::Duration;

use crate::cdp::Endpoint;

const TIMEOUT: Duration = Duration::from_secs(5);

#[derive(Debug, thiserror::Error)]
pub enum FetchError {
    #[error("`{0}` is no address that can be fetched")]
    BadAddress(String),
    #[error("{host} did not answer within {} seconds", TIMEOUT.as_secs())]
    Slow { host: String },
    #[error("{host}: {reason}")]
    Failed { host: String, reason: String },
}

/// The text at an address. Redirects are not followed.
pub async fn fetch(url: &str, bytes_max: usize) -> Result<String, FetchError> {
    let endpoint = Endpoint::parse(url).map_err(|_| FetchError::BadAddress(url.to_owned()))?;
    let host = endpoint.uri().host().unwrap_or_default().to_owned();
    let path = endpoint.uri().path_and_query().map_or("/", |path| path.as_str());
    let got = tokio::time::timeout(TIMEOUT, endpoint.get(path, bytes_max)).await;
    let failed = |reason: String| FetchError::Failed { host: host.clone(), reason };
    match got {
        Err(_) => Err(FetchError::Slow { host }),
        Ok(Err(error)) => Err(failed(error.to_string())),
        Ok(Ok(body)) => String::from_utf8(body.to_vec()).map_err(|error| failed(error.to_string())),
    }
}
