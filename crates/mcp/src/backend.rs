//! Where a tool call is worked on, in this process or another.

use std::sync::Arc;

use futures_util::future::BoxFuture;
use tabwright_tools::{OnProgress, Sessions};
use tabwright_wire::{ClientSlot, ToolCall, ToolOutput};

pub(crate) trait ToolBackend: Send + Sync + 'static {
    /// Works on a call. Dropping the future ends the work.
    fn call<'a>(&'a self, call: ToolCall, progress: &'a OnProgress) -> BoxFuture<'a, ToolOutput>;

    /// Who holds the only slot, in `single` mode.
    fn slot(&self) -> BoxFuture<'_, Option<ClientSlot>>;
}

impl ToolBackend for Arc<Sessions> {
    fn call<'a>(&'a self, call: ToolCall, progress: &'a OnProgress) -> BoxFuture<'a, ToolOutput> {
        Box::pin(Sessions::call(self, call, progress))
    }

    fn slot(&self) -> BoxFuture<'_, Option<ClientSlot>> {
        Box::pin(async { Some(Sessions::slot(self)) })
    }
}
