//! Keys, pressed in an element or in whatever has the focus.

use tabwright_wire::verbs::{self, InputKind, PressParams, Report};
use tabwright_wire::{Need, PageAction, Target, plain_sentence};
use tokio::time::Instant;

use super::acting::ActionTarget;
use super::effects::{Trace, describe};
use super::keys::Chord;
use super::{BrowserControl, Driver, trusted};
use crate::backend::{Debugger, Result};
use crate::error::ControlError;

impl BrowserControl<verbs::Press> for Driver {
    async fn run(&self, params: PressParams) -> Result<Report> {
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
        let target = params.target.unwrap_or_else(|| selector(":focus, body"));
        let subject = self.action_target(tab, target, params.frame, params.timeout_ms).await?;
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
        let element = if focused {
            self.watch(tab, &subject.frame).await?;
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
                self.settle(tab, &subject.frame, number).await?
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
        let focus = ActionTarget {
            target: selector(":focus"),
            deadline: Instant::now(),
            ..subject.clone()
        };
        let has_focus = self.ready(&focus, Need::Exist, false).await.is_ok();
        ActionTarget { target: selector(if has_focus { ":focus" } else { "body" }), ..subject }
    }
}

fn is_letter(key: &str) -> bool {
    key.chars().count() == 1
}

fn selector(selector: &str) -> Target {
    Target::Selector { selector: selector.to_owned(), nth: Some(0) }
}
