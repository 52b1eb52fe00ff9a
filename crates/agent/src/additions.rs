//! What the person adds to a task that is under way. The events of the chat are the queue: they are on disk before the
//! person is told that they were heard, and a run that goes on after a restart finds there what it has not read yet.

use std::sync::Arc;

use parking_lot::Mutex;
use tabwright_model::{Content, Message};
use tabwright_store::StoreError;
use tabwright_wire::chats::{ChatRun, RunEvent};

use crate::chat_store::ChatStore;
use crate::prompt::ADDED;
use crate::transcript::Transcript;

/// More than a person ever says to one task.
pub(crate) const ADDITIONS_MAX: usize = 100;
/// Events that are read from the store at a time.
const PAGE: u32 = 500;

/// Tells a run that there is something to read, as long as it listens.
#[derive(Debug, Clone, Default)]
pub(crate) struct AdditionSignal(Arc<Mutex<Signal>>);

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
enum Signal {
    /// A run that goes on may have missed something, so it begins with a look.
    #[default]
    News,
    Quiet,
    /// The run has come to its end.
    Closed,
}

impl AdditionSignal {
    /// False where the run has ended, and does not hear it any more.
    pub(crate) fn tell(&self) -> bool {
        let mut signal = self.0.lock();
        let listens = *signal != Signal::Closed;
        if listens {
            *signal = Signal::News;
        }
        listens
    }
}

/// What one run has read of its additions.
#[derive(Debug)]
pub(crate) struct Additions {
    store: Arc<dyn ChatStore>,
    signal: AdditionSignal,
    /// The last event that was looked at.
    last: u64,
    /// So many of the next ones are in the conversation already.
    read_before: usize,
}

impl Additions {
    pub(crate) fn new(
        store: Arc<dyn ChatStore>,
        signal: AdditionSignal,
        transcript: &Transcript,
        run: &ChatRun,
    ) -> Self {
        // The first message is the task itself, whatever it begins with.
        let said = transcript.of_run(&run.id).skip(1);
        let read_before = said.filter(|message| is_addition(message)).count();
        Self { store, signal, last: 0, read_before }
    }

    /// Listens no more, unless something was added that has not been read: then the run must go on.
    pub(crate) fn close(&self) -> bool {
        let mut signal = self.signal.0.lock();
        let is_quiet = *signal != Signal::News;
        if is_quiet {
            *signal = Signal::Closed;
        }
        is_quiet
    }

    /// What was added since the last time, as messages of the conversation.
    pub(crate) async fn read(&mut self, run: &ChatRun) -> Result<Vec<Message>, StoreError> {
        {
            let mut signal = self.signal.0.lock();
            if *signal != Signal::News {
                return Ok(Vec::new());
            }
            *signal = Signal::Quiet;
        }
        let mut added = Vec::new();
        loop {
            let events = self.store.events(&run.session, self.last, PAGE).await?;
            let is_last = events.len() < PAGE as usize;
            for event in events {
                self.last = event.id;
                match event.event {
                    RunEvent::Added { text } if event.run == run.id => {
                        if self.read_before > 0 {
                            self.read_before -= 1;
                        } else {
                            added.push(Message::user(format!("{ADDED}{text}")));
                        }
                    }
                    _ => {}
                }
            }
            if is_last {
                return Ok(added);
            }
        }
    }
}

/// How much was added to a run.
pub(crate) async fn count(store: &dyn ChatStore, run: &ChatRun) -> Result<usize, StoreError> {
    let (mut count, mut last) = (0, 0);
    loop {
        let events = store.events(&run.session, last, PAGE).await?;
        let is_added = |event: &RunEvent| matches!(event, RunEvent::Added { .. });
        count += events.iter().filter(|it| it.run == run.id && is_added(&it.event)).count();
        match events.last() {
            Some(event) if events.len() == PAGE as usize => last = event.id,
            _ => return Ok(count),
        }
    }
}

fn is_addition(message: &Message) -> bool {
    match message {
        Message::User { content } => {
            matches!(content.first(), Some(Content::Text { text }) if text.starts_with(ADDED))
        }
        Message::Assistant(_) | Message::ToolResults { .. } => false,
    }
}
