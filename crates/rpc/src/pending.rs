//! Invokes that wait for an answer.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use serde_json::value::RawValue;
use tabwright_wire::{CallId, PENDING_CALLS_MAX};
use tokio::sync::oneshot;

use crate::error::Error;

pub(crate) type Answer = Result<Box<RawValue>, Error>;

#[derive(Debug, Default)]
pub(crate) struct Pending {
    state: Mutex<State>,
}

#[derive(Debug, Default)]
struct State {
    disconnected: bool,
    last_id: u64,
    waiting: HashMap<CallId, oneshot::Sender<Answer>>,
}

/// Who an answer was for.
pub(crate) enum Delivery {
    Delivered,
    /// The call was made, but its caller no longer waits.
    Late,
    NeverAsked,
}

impl Pending {
    pub(crate) fn open(&self) -> Result<(CallId, oneshot::Receiver<Answer>), Error> {
        let mut state = self.lock();
        if state.disconnected {
            return Err(Error::Disconnected);
        }
        if state.waiting.len() >= PENDING_CALLS_MAX {
            return Err(Error::Busy { limit: PENDING_CALLS_MAX });
        }
        state.last_id += 1;
        let id = CallId(state.last_id);
        let (sender, receiver) = oneshot::channel();
        state.waiting.insert(id, sender);
        Ok((id, receiver))
    }

    pub(crate) fn answer(&self, id: CallId, answer: Answer) -> Delivery {
        let mut state = self.lock();
        match state.waiting.remove(&id) {
            Some(caller) => {
                drop(state);
                // The caller may be giving up at this very moment.
                let _ = caller.send(answer);
                Delivery::Delivered
            }
            None if (1..=state.last_id).contains(&id.0) => Delivery::Late,
            None => Delivery::NeverAsked,
        }
    }

    /// The caller gives up. True when the call was still waiting.
    pub(crate) fn give_up(&self, id: CallId) -> bool {
        self.lock().waiting.remove(&id).is_some()
    }

    pub(crate) fn disconnect(&self) {
        let waiting = {
            let mut state = self.lock();
            state.disconnected = true;
            std::mem::take(&mut state.waiting)
        };
        for caller in waiting.into_values() {
            let _ = caller.send(Err(Error::Disconnected));
        }
    }

    pub(crate) fn len(&self) -> usize {
        self.lock().waiting.len()
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
