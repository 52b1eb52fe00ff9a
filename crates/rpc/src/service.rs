//! What one side of a channel does when the other asks.

use std::collections::HashMap;
use std::fmt;
use std::future::Future;

use futures_util::FutureExt as _;
use futures_util::future::BoxFuture;
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::value::RawValue;
use tabwright_wire::{Method, Notice, RemoteError, RemoteErrorCode};

use crate::error::ProtocolError;

pub(crate) type Reply = Result<Box<RawValue>, RemoteError>;
type Invoke =
    Box<dyn Fn(&RawValue) -> Result<BoxFuture<'static, Reply>, RemoteError> + Send + Sync>;
type Hear = Box<dyn Fn(&RawValue) -> Result<(), serde_json::Error> + Send + Sync>;

/// The methods and notices that one side of a channel understands.
#[derive(Default)]
pub struct Service {
    methods: HashMap<&'static str, Invoke>,
    notices: HashMap<&'static str, Hear>,
}

impl Service {
    /// A side that only asks.
    #[must_use]
    pub fn none() -> Self {
        Self::default()
    }

    #[must_use]
    pub fn on<M, F>(self, handler: impl Fn(M::Params) -> F + Send + Sync + 'static) -> Self
    where
        M: Method,
        F: Future<Output = Result<M::Result, RemoteError>> + Send + 'static,
    {
        self.answer(M::NAME, handler)
    }

    /// Answers a method that is known by its name.
    #[must_use]
    pub fn answer<P, R, F>(
        mut self,
        name: &'static str,
        handler: impl Fn(P) -> F + Send + Sync + 'static,
    ) -> Self
    where
        P: DeserializeOwned,
        R: Serialize + Send + 'static,
        F: Future<Output = Result<R, RemoteError>> + Send + 'static,
    {
        let invoke: Invoke = Box::new(move |args| {
            let params = only_argument(args).map_err(|error| RemoteError {
                code: RemoteErrorCode::BadArguments,
                message: format!("the arguments of `{name}` do not fit: {error}"),
            })?;
            let work = handler(params);
            Ok(async move { write(name, &work.await?) }.boxed())
        });
        self.methods.insert(name, invoke);
        self
    }

    /// Notices are heard one after another, in the order they came: the handler must not block.
    #[must_use]
    pub fn hear<N: Notice>(mut self, handler: impl Fn(N::Params) + Send + Sync + 'static) -> Self {
        let hear: Hear = Box::new(move |args| {
            handler(only_argument(args)?);
            Ok(())
        });
        self.notices.insert(N::NAME, hear);
        self
    }

    /// The names of the methods that it answers.
    pub fn methods(&self) -> impl Iterator<Item = &'static str> {
        self.methods.keys().copied()
    }

    pub(crate) fn invoke(
        &self,
        name: &str,
        args: &RawValue,
    ) -> Result<BoxFuture<'static, Reply>, RemoteError> {
        let method = self.methods.get(name).ok_or_else(|| RemoteError {
            code: RemoteErrorCode::UnknownMethod,
            message: format!("there is no method `{name}` here"),
        })?;
        method(args)
    }

    pub(crate) fn notice(&self, name: &str, args: &RawValue) -> Result<(), ProtocolError> {
        let notice =
            self.notices.get(name).ok_or_else(|| ProtocolError::UnknownNotice(name.to_owned()))?;
        notice(args)
            .map_err(|source| ProtocolError::NoticeArguments { name: name.to_owned(), source })
    }
}

/// Arguments are an array for the sake of the wire, but always of one.
fn only_argument<P: DeserializeOwned>(args: &RawValue) -> Result<P, serde_json::Error> {
    let (params,): (P,) = serde_json::from_str(args.get())?;
    Ok(params)
}

fn write(name: &str, result: &impl Serialize) -> Reply {
    serde_json::value::to_raw_value(result).map_err(|error| RemoteError {
        code: RemoteErrorCode::Failed,
        message: format!("the result of `{name}` cannot be written as JSON: {error}"),
    })
}

impl fmt::Debug for Service {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Service")
            .field("methods", &self.methods.keys())
            .field("notices", &self.notices.keys())
            .finish()
    }
}
