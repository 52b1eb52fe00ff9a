//! Invokes that wait for an answer.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use crate::error::Error;
use serde_json::value::RawValue;
use tabwright_wire::{CallId, PENDING_CALLS_MAX};

pub(crate) type Answer = Result<Box<RawValue>, Error>;
/// Called once, at the place where the answer arrives: answers and notices keep their order.
pub(crate) type OnAnswer = Box<dyn FnOnce(Answer) + Send>;

#[derive(Default)]
pub(crate) struct Pending {
    state: Mutex<State>,
}

#[derive(Default)]
struct State {
    disconnected: bool,
    last_id: u64,
    waiting: HashMap<CallId, OnAnswer>,
}

/// Who an answer was for.
pub(crate) enum Delivery {
    Delivered,
    /// The call was made, but its caller no longer waits.
    Late,
    NeverAsked,
}

impl Pending {
    pub(crate) fn open(&self, on_answer: OnAnswer) -> Result<CallId, (Error, OnAnswer)> {
        let mut state = self.lock();
        if state.disconnected {
            return Err((Error::Disconnected, on_answer));
        }
        if state.waiting.len() >= PENDING_CALLS_MAX {
            return Err((Error::Busy { limit: PENDING_CALLS_MAX }, on_answer));
        }
        state.last_id += 1;
        let id = CallId(state.last_id);
        state.waiting.insert(id, on_answer);
        Ok(id)
    }

    pub(crate) fn answer(&self, id: CallId, answer: Answer) -> Delivery {
        let mut state = self.lock();
        match state.waiting.remove(&id) {
            Some(on_answer) => {
                drop(state);
                on_answer(answer);
                Delivery::Delivered
            }
            None if (1..=state.last_id).contains(&id.0) => Delivery::Late,
            None => Delivery::NeverAsked,
        }
    }

    /// The caller gives up, and gets back what it left here if the call was still waiting.
    pub(crate) fn give_up(&self, id: CallId) -> Option<OnAnswer> {
        self.lock().waiting.remove(&id)
    }

    pub(crate) fn disconnect(&self) {
        let waiting = {
            let mut state = self.lock();
            state.disconnected = true;
            std::mem::take(&mut state.waiting)
        };
        for on_answer in waiting.into_values() {
            on_answer(Err(Error::Disconnected));
        }
    }

    pub(crate) fn len(&self) -> usize {
        self.lock().waiting.len()
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl std::fmt::Debug for Pending {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Pending({})", self.len())
    }
}
