//! A model behind HTTP.

use std::sync::Arc;

use futures_util::{FutureExt as _, StreamExt as _, stream};

use crate::classify::Classifier;
use crate::config::{ConfigError, ModelConfig, Provider, is_loopback};
use crate::event::{EventStream, Model};
use crate::key::ApiKey;
use crate::message::Request;
use crate::reader;
use crate::retry::{RetryPolicy, with_retries};
use crate::transport::{Endpoint, client_for};
use crate::wires;

/// Why a model cannot be used at all.
#[derive(Debug, thiserror::Error)]
pub enum ConnectError {
    /// Its settings.
    #[error(transparent)]
    Config(#[from] ConfigError),
    /// The machine.
    #[error("the certificates of this machine cannot be used: {0}")]
    Certificates(std::io::Error),
}

/// A model of one of the four providers, with its key. Nothing is sent until it is asked.
#[derive(Debug, Clone)]
pub struct HttpModel {
    config: Arc<ModelConfig>,
    endpoint: Arc<Endpoint>,
    retries: RetryPolicy,
}

impl HttpModel {
    /// The key is what [`ModelConfig::key_source`] names; a model without one gets none. Reads the
    /// certificates of the machine the first time, so it may take some milliseconds.
    pub fn new(
        config: ModelConfig,
        key: Option<ApiKey>,
        retries: RetryPolicy,
    ) -> Result<Self, ConnectError> {
        config.check()?;
        let url = wires::endpoint(&config)?;
        if key.is_some() && url.scheme() == "http" && !is_loopback(&url) {
            return Err(ConfigError::KeyWithoutTls.into());
        }
        let key = key.map(Arc::new);
        let endpoint = Endpoint {
            client: client_for(&url).map_err(ConnectError::Certificates)?,
            headers: wires::headers(&config, key.as_deref())?,
            timeouts: config.timeouts(),
            framing: wires::framing(config.provider),
            classifier: Arc::new(Classifier { model: config.model.clone(), key }),
            url,
        };
        Ok(Self { config: Arc::new(config), endpoint: Arc::new(endpoint), retries })
    }

    /// Its settings.
    #[must_use]
    pub fn config(&self) -> &ModelConfig {
        &self.config
    }
}

impl Model for HttpModel {
    fn stream(&self, request: &Request) -> EventStream {
        let body = match wires::encode(&self.config, request) {
            Ok(body) => body,
            Err(error) => return stream::iter([Err(error)]).boxed(),
        };
        let (endpoint, provider) = (Arc::clone(&self.endpoint), self.config.provider);
        let tools = Arc::clone(&request.tools);
        with_retries(self.retries, move || {
            attempt(Arc::clone(&endpoint), provider, body.clone(), Arc::clone(&tools))
        })
    }
}

/// One request, which is made when the stream is polled first.
fn attempt(
    endpoint: Arc<Endpoint>,
    provider: Provider,
    body: bytes::Bytes,
    tools: Arc<[crate::message::Tool]>,
) -> EventStream {
    let open = async move {
        match endpoint.post(body).await {
            Ok((bytes, framing)) => {
                let decoder = wires::decoder(provider, Arc::clone(&endpoint.classifier));
                reader::read(bytes, framing, decoder, tools)
            }
            Err(error) => stream::iter([Err(error)]).boxed(),
        }
    };
    open.flatten_stream().boxed()
}
