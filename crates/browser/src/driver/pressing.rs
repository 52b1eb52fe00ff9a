//! Keys, pressed in an element or in whatever has the focus.

use tabwright_wire::verbs::{self, InputKind, PressParams, Report};
use tabwright_wire::{Effects, Need, PageAction, Target, plain_sentence};

use super::acting::ActionTarget;
use super::effects::{Trace, describe};
use super::elsewhere::Attempt;
use super::keys::Chord;
use super::{BrowserControl, Driver, trusted};
use crate::backend::{Debugger, Result};
use crate::error::ControlError;

impl BrowserControl<verbs::Press> for Driver {
    async fn run(&self, params: PressParams) -> Result<Report> {
        let target = params.target.clone().unwrap_or_else(|| selector(":focus, body"));
        let sought = (target, params.timeout_ms);
        self.in_any_frame(params.tab, params.frame, sought, |attempt| {
            self.press_at(params.clone(), attempt)
        })
        .await
    }
}

impl Driver {
    async fn press_at(&self, params: PressParams, attempt: Attempt) -> Result<Report> {
        let tab = self.driven(params.tab).await?;
        let chords = params.keys.iter().map(|key| Chord::parse(key)).collect::<Result<Vec<_>>>()?;
        if chords.is_empty() {
            return Err(ControlError::BadArguments("name at least one key".to_owned()));
        }
        let focused = params.target.is_none();
        if focused {
            // A closed frame may have the focus.
            self.check_all_frames(tab).await?;
        }
        let subject = self.attempt_target(tab, attempt, params.frame).await?;
        self.show_driving(tab);
        let debugger = self.input_debugger(tab, params.input).await?;
        let trace = Trace::begin(self, tab);
        let keys = params.keys.join(" ");
        let Some(debugger) = debugger else {
            let subject = if focused { self.focus_or_body(subject).await } else { subject };
            let action = PageAction::Press { keys: params.keys };
            let (element, effects) = self.synthesised(&subject, action).await?;
            let did = format!("pressed {keys} in {}", describe(&element));
            let input = InputKind::Synthesised;
            return self.report(trace, did, element, input, effects, subject.deadline).await;
        };
        let mut inner = None;
        let element = if focused {
            self.watch(tab, &subject.frame).await?;
            // The keys go to the frame that has the focus, and what they do shows there or around it.
            let now = self.focus_or_body(subject.clone()).await.frame;
            if now.id != subject.frame.id && self.watch(tab, &now).await.is_ok() {
                inner = Some(now);
            }
            None
        } else {
            let enters = chords.iter().any(Chord::is_enter);
            let need = if enters { Need::Enter } else { Need::Focus };
            let ready = self.ready(&subject, need, false).await?;
            if ready.secret {
                let letters: String =
                    params.keys.iter().filter(|key| is_letter(key)).cloned().collect();
                self.learn_typed(tab, &subject.frame, &letters).await;
            }
            Some(ready.element)
        };
        let pressed = self.press_keys(&subject, &*debugger, &chords);
        let effects = match self.unless_dialog(tab, pressed).await {
            Err(ControlError::DialogOpen { .. }) => None,
            Err(error) => return Err(error),
            Ok(()) => {
                let number = element.as_ref().map(|element| element.number);
                let within = match &inner {
                    Some(frame) => self.settle(tab, frame, None).await?,
                    None => None,
                };
                let around = self.settle(tab, &subject.frame, number).await?;
                match (within, around) {
                    (Some(within), Some(around)) => Some(together(within, around)),
                    (within, around) => around.or(within),
                }
            }
        };
        let (changes, now) = self.outcome(trace, effects, subject.deadline).await?;
        let place = element.as_ref().map(|element| format!(" in {}", describe(element)));
        let did = plain_sentence(&format!("pressed {keys}{}", place.unwrap_or_default()));
        let element = now.or(element);
        Ok(Report { tab, did, element, input: Some(InputKind::Trusted), changes })
    }
}

impl Driver {
    async fn press_keys(
        &self,
        subject: &ActionTarget,
        debugger: &dyn Debugger,
        chords: &[Chord],
    ) -> Result<()> {
        if !self.denies_sensitive() {
            return trusted::press(debugger, chords).await;
        }
        // One key may move the focus to where the next must not go.
        let main = self.main_frame(subject.tab)?;
        for chord in chords {
            self.check_focus(subject.tab, &main, chord).await?;
            trusted::press(debugger, std::slice::from_ref(chord)).await?;
        }
        Ok(())
    }

    async fn focus_or_body(&self, subject: ActionTarget) -> ActionTarget {
        match self.focused(subject.tab, &subject.frame).await {
            Ok(Some(ActionTarget { frame, target, .. })) => {
                ActionTarget { frame, target, ..subject }
            }
            Ok(None) | Err(_) => ActionTarget { target: selector("body"), ..subject },
        }
    }
}

/// What changed in a frame, and then in the page around it.
fn together(mut within: Effects, around: Effects) -> Effects {
    within.appeared.extend(around.appeared);
    within.appeared_count += around.appeared_count;
    within.disappeared.extend(around.disappeared);
    within.disappeared_count += around.disappeared_count;
    within.changed.extend(around.changed);
    within.changed_count += around.changed_count;
    Effects {
        appeared: within.appeared,
        appeared_count: within.appeared_count,
        disappeared: within.disappeared,
        disappeared_count: within.disappeared_count,
        changed: within.changed,
        changed_count: within.changed_count,
        focused: within.focused.or(around.focused),
        unchanged: within.unchanged && around.unchanged,
        ..around
    }
}

fn is_letter(key: &str) -> bool {
    key.chars().count() == 1
}

fn selector(selector: &str) -> Target {
    Target::Selector { selector: selector.to_owned(), nth: Some(0) }
}
