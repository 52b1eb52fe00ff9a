//! Language models behind one streaming trait.
//!
//! Owns: the four wire formats (any OpenAI-compatible server, Anthropic, Gemini, Ollama), the settings of a model,
//! typed errors, retries, the repair of tool calls, the limits on what a server may send, and how command-line agents
//! are called and understood. Never: starts a process, knows what a tool does, keeps a conversation, reads a key by itself, or decides what is said to a model. Called by the
//! agent loop and by the language room.
//!
//! A [`Model`] takes a [`Request`] and gives a stream of [`Event`]s. Dropping the stream ends the request. [`Models`]
//! is where whoever needs a model asks for it by name; the daemon implements it, with the keys.
//! [`HttpModel`] is the one implementation; tests bring their own, or the scripted server of
//! `tabwright-model-server`, which speaks all four wires.
//!
//! # Why the adapters are our own
//!
//! The crate `genai` (0.7.2) speaks these wires, too, and was tried against a server with 26 faults. What an agent
//! that acts on pages needs most is what it does not give:
//!
//! - an error in the middle of a stream, and a stream without a reason to stop, end as a success on some of its
//!   wires. Here both are always errors, because half an answer must never be acted on;
//! - the state line at the end of each request has to stand behind the cache marks, and marks have to stay
//!   where the request before ended. Placing marks per block is a matter of the encoder;
//! - HTTP status and `Retry-After` are two downcasts deep inside its errors, there are no time-outs and no bounds on
//!   what a server may send;
//! - it brings a second TLS provider with a C build (`aws-lc-rs`) beside the `ring` that the workspace has, and
//!   changes its interface every few weeks.
//!
//! The encoders and decoders of the four wires are pure functions of about 2,000 lines, on the HTTP client and the
//! TLS that were here already.

#![deny(missing_docs)]

mod assembly;
mod classify;
mod client;
mod config;
mod error;
mod event;
mod framing;
mod key;
mod limits;
mod message;
mod models;
mod preset;
mod probe;
mod programs;
mod reader;
mod repair;
mod retry;
mod think_tags;
mod transport;
mod usage;
mod wires;

pub use client::{ConnectError, HttpModel};
pub use config::{ConfigError, Effort, KeySource, ModelConfig, Provider};
pub use error::{BadAnswer, Error, Feature, Phase, ServerText};
pub use event::{Answer, Event, EventStream, Model, Retry, StopReason, collect};
pub use key::{ApiKey, KeyError};
pub use message::{
    Arguments, AssistantMessage, Caching, Content, Message, Part, PictureFormat, Replay, Request,
    Tool, ToolCall, ToolChoice, ToolResult,
};
pub use models::{ModelList, Models, ModelsError, ResolvedModel};
pub use preset::Preset;
pub use probe::{Probe, probe};
pub use programs::{Assignment, Invocation, Program, ProgramCost, ProgramEvent, ProgramSpent};
pub use repair::Repair;
pub use retry::RetryPolicy;
pub use usage::{Price, Usage};
