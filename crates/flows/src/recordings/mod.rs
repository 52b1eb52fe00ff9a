//! Recordings under way. What is known of them is in the store and nowhere else, so that a daemon that was killed
//! goes on where it was: its next one finds the recording, and what was not acknowledged is sent again.

mod bounds;
mod error;
#[cfg(test)]
mod tests;

use std::sync::Arc;

use tabwright_wire::TabId;
use tabwright_wire::flows::{Fingerprint, Flow, Gesture, GestureKind};
use tokio::sync::Mutex;

pub use error::RecordingError;

use crate::flow_store::{
    Appended, FlowStore, Pause, Recording, RecordingId, RecordingState, Saved,
};
use crate::normalize::{Draft, Mark, flow_name, is_effect, normalize};
use crate::script::validate;

const TABS_MAX: usize = 20;
const PAUSES_MAX: usize = 100;

#[derive(Debug)]
pub struct Recordings {
    store: Arc<dyn FlowStore>,
    /// Changes of a recording are read, changed and written.
    changing: Mutex<()>,
}

/// What a person gives at the start; everything may be said later.
#[derive(Debug, Clone, Default)]
pub struct NewRecording {
    pub name: String,
    pub description: String,
    pub browser: Option<String>,
    /// The tabs to record: at least one.
    pub tabs: Vec<TabId>,
}

/// A flow that was made of a recording.
#[derive(Debug, Clone, PartialEq)]
pub struct Finished {
    pub flow: Flow,
    /// What could not be made a step, in words.
    pub notes: Vec<String>,
}

impl Recordings {
    #[must_use]
    pub fn new(store: Arc<dyn FlowStore>) -> Self {
        Self { store, changing: Mutex::new(()) }
    }

    /// All that are under way, also those that an earlier daemon began.
    pub async fn under_way(&self) -> Result<Vec<Recording>, RecordingError> {
        Ok(self.store.recordings().await?)
    }

    /// One at a time in each browser.
    pub async fn start(&self, new: NewRecording, now_ms: u64) -> Result<Recording, RecordingError> {
        let _changing = self.changing.lock().await;
        let mut others = self.store.recordings().await?.into_iter();
        if let Some(other) = others.find(|it| it.browser == new.browser) {
            return Err(RecordingError::UnderWay { name: other.name });
        }
        if !new.name.is_empty() {
            self.check_name(&new.name).await?;
        }
        let NewRecording { name, description, browser, mut tabs } = new;
        tabs.truncate(TABS_MAX);
        let recording = Recording {
            name,
            description,
            browser,
            tabs,
            started_ms: now_ms,
            ..Recording::default()
        };
        let id = self.store.add_recording(recording.clone()).await?;
        Ok(Recording { id, ..recording })
    }

    /// Keeps what was seen. When this returns, it is on disk, and need not be sent again. What was done outside the
    /// recorded tabs or while the recording was paused is left out, and counts as known.
    pub async fn append(
        &self,
        id: RecordingId,
        gestures: Vec<Gesture>,
    ) -> Result<Appended, RecordingError> {
        let _changing = self.changing.lock().await;
        let mut recording = self.recording(id).await?;
        let before = recording.tabs.len();
        let (mut kept, mut left_out, mut too_large) = (Vec::new(), 0, 0);
        for gesture in gestures {
            let opens = matches!(gesture.what, GestureKind::OpenTab { .. });
            let is_open = recording.tabs.len() < TABS_MAX;
            if opens
                && is_open
                && !recording.tabs.contains(&gesture.tab)
                && counts(&recording, gesture.at)
            {
                recording.tabs.push(gesture.tab);
            }
            if !recording.tabs.contains(&gesture.tab) || !counts(&recording, gesture.at) {
                left_out += 1;
                continue;
            }
            match bounds::bounded(gesture) {
                Some(gesture) => kept.push(gesture),
                None => too_large += 1,
            }
        }
        if recording.tabs.len() > before {
            self.store.put_recording(recording).await?;
        }
        let mut appended = self.store.append(id, kept).await?;
        appended.known += left_out;
        appended.refused += too_large;
        Ok(appended)
    }

    pub async fn pause(&self, id: RecordingId, now_ms: u64) -> Result<Recording, RecordingError> {
        self.change(id, |recording| {
            if recording.state == RecordingState::Recording && recording.pauses.len() < PAUSES_MAX {
                recording.state = RecordingState::Paused;
                recording.pauses.push(Pause { from_ms: now_ms, to_ms: None });
            }
        })
        .await
    }

    pub async fn resume(&self, id: RecordingId, now_ms: u64) -> Result<Recording, RecordingError> {
        self.change(id, |recording| {
            recording.state = RecordingState::Recording;
            if let Some(pause) = recording.pauses.last_mut() {
                pause.to_ms.get_or_insert(now_ms);
            }
        })
        .await
    }

    /// The text must be there when the flow runs, on the page or in a part of it.
    pub async fn add_check(
        &self,
        id: RecordingId,
        text: &str,
        target: Option<Fingerprint>,
        now_ms: u64,
    ) -> Result<(), RecordingError> {
        self.add(id, GestureKind::CheckText { text: text.trim().to_owned(), target }, text, now_ms)
            .await
    }

    /// The flow waits until the text is there.
    pub async fn add_wait(
        &self,
        id: RecordingId,
        text: &str,
        now_ms: u64,
    ) -> Result<(), RecordingError> {
        self.add(id, GestureKind::WaitForText { text: text.trim().to_owned() }, text, now_ms).await
    }

    /// Something that the person puts in, on the page that was last recorded.
    async fn add(
        &self,
        id: RecordingId,
        what: GestureKind,
        text: &str,
        now_ms: u64,
    ) -> Result<(), RecordingError> {
        if text.trim().is_empty() {
            return Err(RecordingError::NoText);
        }
        let _changing = self.changing.lock().await;
        let recording = self.recording(id).await?;
        let gestures = self.store.gestures(id).await?;
        let last = gestures.last();
        let tab =
            last.map(|it| it.tab).or_else(|| recording.tabs.first().copied()).unwrap_or_default();
        let url = last.map(page_after).unwrap_or_default();
        // No gesture of a page has such an id.
        let id_of_it = format!("added-{now_ms}-{}", gestures.len());
        let gesture = Gesture { id: id_of_it, at: now_ms as f64, tab, url, instead_of: None, what };
        let gesture = bounds::bounded(gesture).ok_or(RecordingError::TooLong)?;
        let appended = self.store.append(id, vec![gesture]).await?;
        if appended.added == 0 { Err(RecordingError::Full) } else { Ok(()) }
    }

    /// What the recording would be as a flow now.
    pub async fn draft(&self, id: RecordingId) -> Result<Draft, RecordingError> {
        let recording = self.recording(id).await?;
        Ok(normalize(&self.store.gestures(id).await?, &recording.marks))
    }

    /// Takes the last step back, with what came along with it; whether there was one.
    pub async fn undo_last(&self, id: RecordingId) -> Result<bool, RecordingError> {
        let _changing = self.changing.lock().await;
        let recording = self.recording(id).await?;
        let gestures = self.store.gestures(id).await?;
        let undone = last_step(&gestures, &normalize(&gestures, &recording.marks));
        self.store.undo(id, &undone).await?;
        Ok(!undone.is_empty())
    }

    /// Says of a value whether it is asked for or always the same; `None` leaves it to the rules.
    pub async fn mark(
        &self,
        id: RecordingId,
        gesture: &str,
        mark: Option<Mark>,
    ) -> Result<(), RecordingError> {
        if let Some(Mark::Parameter { name: Some(name) }) = &mark
            && !crate::template::is_name(name)
        {
            return Err(RecordingError::BadParameter { name: name.clone() });
        }
        let gestures = self.store.gestures(id).await?;
        let Some(marked) = gestures.iter().find(|it| it.id == gesture) else {
            return Err(RecordingError::NoStep);
        };
        if !can_be_marked(&marked.what, mark.as_ref()) {
            return Err(RecordingError::NotAValue);
        }
        self.change(id, |recording| {
            match mark {
                Some(mark) => recording.marks.insert(gesture.to_owned(), mark),
                None => recording.marks.remove(gesture),
            };
        })
        .await?;
        Ok(())
    }

    /// Throws away all that was recorded.
    pub async fn discard(&self, id: RecordingId) -> Result<(), RecordingError> {
        let _changing = self.changing.lock().await;
        if self.store.delete_recording(id).await? { Ok(()) } else { Err(RecordingError::Gone) }
    }

    /// Makes a flow of it under this name, or the one given at the start. If it cannot be, the recording stays.
    pub async fn finish(
        &self,
        id: RecordingId,
        name: Option<&str>,
        now_ms: u64,
    ) -> Result<Finished, RecordingError> {
        let _changing = self.changing.lock().await;
        let recording = self.recording(id).await?;
        let name = flow_name(name.unwrap_or(&recording.name));
        if name.is_empty() {
            return Err(RecordingError::NoName);
        }
        let mut draft = normalize(&self.store.gestures(id).await?, &recording.marks);
        if draft.steps.iter().all(|it| it.gesture.is_none()) {
            return Err(RecordingError::Empty);
        }
        let notes = std::mem::take(&mut draft.notes);
        let flow = draft.into_flow(&name, &recording.description);
        validate(&flow).map_err(RecordingError::Invalid)?;
        match self.store.add(flow.clone(), now_ms, "recorded").await? {
            Saved::Version(_) => {}
            // A daemon was killed between making the flow and ending its recording.
            Saved::Taken if self.store.version(&name, 1).await? == Some(flow.clone()) => {}
            _ => return Err(RecordingError::NameTaken { name }),
        }
        self.store.delete_recording(id).await?;
        Ok(Finished { flow, notes })
    }

    async fn check_name(&self, name: &str) -> Result<(), RecordingError> {
        let name = flow_name(name);
        if name.is_empty() {
            return Err(RecordingError::NoName);
        }
        match self.store.flow(&name).await? {
            Some(_) => Err(RecordingError::NameTaken { name }),
            None => Ok(()),
        }
    }

    async fn recording(&self, id: RecordingId) -> Result<Recording, RecordingError> {
        self.store.recording(id).await?.ok_or(RecordingError::Gone)
    }

    async fn change(
        &self,
        id: RecordingId,
        change: impl FnOnce(&mut Recording) + Send,
    ) -> Result<Recording, RecordingError> {
        let _changing = self.changing.lock().await;
        let mut recording = self.recording(id).await?;
        change(&mut recording);
        self.store.put_recording(recording.clone()).await?;
        Ok(recording)
    }
}

/// Not done in a pause.
fn counts(recording: &Recording, at: f64) -> bool {
    let is_in =
        |pause: &Pause| at >= pause.from_ms as f64 && pause.to_ms.is_none_or(|to| at < to as f64);
    !recording.pauses.iter().any(is_in)
}

/// Where the page is when this has been done.
fn page_after(gesture: &Gesture) -> String {
    match &gesture.what {
        GestureKind::Arrived { url, .. }
        | GestureKind::Navigate { url, .. }
        | GestureKind::OpenTab { url, .. } => url.clone(),
        _ => gesture.url.clone(),
    }
}

fn can_be_marked(what: &GestureKind, mark: Option<&Mark>) -> bool {
    use tabwright_wire::flows::FieldValue;
    match what {
        // Secrets and what is only known when the flow runs have no value to be always the same.
        GestureKind::Type { value, .. } => {
            matches!(value, FieldValue::Text { .. }) || !matches!(mark, Some(Mark::Constant))
        }
        GestureKind::Upload { .. } => !matches!(mark, Some(Mark::Constant)),
        GestureKind::Select { .. } | GestureKind::Check { .. } => true,
        GestureKind::Click { target, .. } => !target.name.is_empty(),
        GestureKind::Dialog { text, .. } => text.is_some(),
        _ => false,
    }
}

/// The gestures of the last step: all that came after the steps before it and what the page did then.
fn last_step(gestures: &[Gesture], draft: &Draft) -> Vec<String> {
    let mut of_steps = draft.steps.iter().filter_map(|it| it.gesture.as_deref());
    let Some(last) = of_steps.next_back() else {
        // What is left has led to no step.
        return gestures.iter().map(|it| it.id.clone()).collect();
    };
    let place = |id: &str| gestures.iter().position(|it| it.id == id);
    let kept = of_steps.filter_map(place).max();
    let start = kept.map_or(0, |kept| {
        let effects = gestures[kept + 1..].iter().take_while(|it| is_effect(it));
        kept + 1 + effects.count()
    });
    let mut undone: Vec<String> = gestures[start..].iter().map(|it| it.id.clone()).collect();
    if !undone.iter().any(|id| id == last) {
        // A correction of something that was done before other steps: without what it corrects, too.
        let corrected =
            gestures.iter().find(|it| it.id == last).and_then(|it| it.instead_of.clone());
        undone = [last.to_owned()].into_iter().chain(corrected).collect();
    }
    undone
}
