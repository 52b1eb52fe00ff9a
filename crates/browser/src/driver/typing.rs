//! Text into fields of every kind.

use tabwright_wire::verbs::{self, InputKind, InsertParams, Report, TargetParams, TypeParams};
use tabwright_wire::{
    AwaitSuggestions, AwaitSuggestionsParams, Effects, ElementFacts, FieldKind, KitRefusalCode,
    Need, PageAction, Ready, Target, Writing, plain_sentence, quote_page,
};

use super::acting::ActionTarget;
use super::effects::{Trace, describe};
use super::elsewhere::Attempt;
use super::writing::lines_of;
use super::{BrowserControl, Driver, ms};
use crate::backend::Result;
use crate::error::ControlError;

/// A field that suggests something has done so within this time, or does not.
const SUGGESTIONS_MS: u32 = 1200;

/// Where a text goes in a field.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Where {
    /// In place of what the field holds.
    Instead,
    /// Behind it.
    AtEnd,
    /// Wherever the caret is, in place of what is selected.
    AtCaret,
    /// There as well, all at once.
    Pasted,
}

impl BrowserControl<verbs::Type> for Driver {
    async fn run(&self, params: TypeParams) -> Result<Report> {
        let place = if params.append { Where::AtEnd } else { Where::Instead };
        match params.target.clone() {
            Some(target) => self.write_to(params, target, place).await,
            None => self.write_to_focus(params, Where::AtCaret).await,
        }
    }
}

impl BrowserControl<verbs::Insert> for Driver {
    async fn run(&self, params: InsertParams) -> Result<Report> {
        let InsertParams { tab, target, text, frame, input, timeout_ms } = params;
        let params = TypeParams {
            tab,
            target: target.clone(),
            text,
            frame,
            append: true,
            submit: false,
            input,
            timeout_ms,
        };
        match target {
            Some(target) => self.write_to(params, target, Where::Pasted).await,
            None => self.write_to_focus(params, Where::Pasted).await,
        }
    }
}

impl BrowserControl<verbs::Clear> for Driver {
    async fn run(&self, params: TargetParams) -> Result<Report> {
        let text = TypeParams {
            tab: params.tab,
            target: Some(params.target),
            text: String::new(),
            frame: params.frame,
            append: false,
            submit: false,
            input: params.input,
            timeout_ms: params.timeout_ms,
        };
        let mut report = <Self as BrowserControl<verbs::Type>>::run(self, text).await?;
        if let Some(element) = &report.element {
            report.did = plain_sentence(&format!("emptied {}", describe(element)));
        }
        Ok(report)
    }
}

impl Driver {
    async fn write_to(&self, params: TypeParams, target: Target, place: Where) -> Result<Report> {
        let sought = (target, params.timeout_ms);
        self.in_any_frame(params.tab, params.frame, sought, |attempt| {
            self.write_once(params.clone(), attempt, place)
        })
        .await
    }

    /// Secrets are looked up anew in every attempt: another frame may be of another site.
    async fn write_once(
        &self,
        params: TypeParams,
        attempt: Attempt,
        place: Where,
    ) -> Result<Report> {
        match self.with_secrets_expanded(&params, &attempt.target).await? {
            Some(expanded) => self.type_secret(expanded, attempt, place).await,
            None => self.type_into(params, attempt, place, false).await,
        }
    }

    /// What has the focus is judged like any other target, in whichever frame it is.
    async fn write_to_focus(&self, params: TypeParams, place: Where) -> Result<Report> {
        let tab = self.driven(params.tab).await?;
        // A page may move the focus into a closed frame while keys come.
        self.check_all_frames(tab).await?;
        let frame = self.frame_of(tab, params.frame).await?;
        let focused = self.focused(tab, &frame).await?.map(|focused| focused.target);
        let Some(target) = focused else {
            let message = "nothing on the page has the focus";
            return Err(ControlError::element(KitRefusalCode::NoFocus, message));
        };
        let attempt = Attempt { target, timeout_ms: params.timeout_ms, elsewhere_ms: None };
        let params = TypeParams { frame: None, ..params };
        self.write_once(params, attempt, place).await
    }

    pub(super) async fn type_into(
        &self,
        params: TypeParams,
        attempt: Attempt,
        place: Where,
        is_secret: bool,
    ) -> Result<Report> {
        let tab = self.driven(params.tab).await?;
        let mut subject = self.attempt_target(tab, attempt, params.frame).await?;
        self.show_driving(tab);
        let debugger = self.input_debugger(tab, params.input).await?;
        let trace = Trace::begin(self, tab);
        // Only keys go to what has the focus, whatever it is; it keeps its caret.
        let need = if params.target.is_none() { Need::Focus } else { Need::Edit };
        let mut ready = self.ready(&subject, need, false).await;
        // A frame by its number stands for the text that is edited in it. A secret was judged by the document
        // around it.
        if let Err(ControlError::Element(refusal)) = &ready
            && refusal.code == KitRefusalCode::WrongKind
            && !is_secret
            && let Some(within) = self.body_within(&subject).await?
        {
            subject = within;
            ready = self.ready(&subject, need, false).await;
        }
        let ready = ready?;
        let before = ready.element.value.clone();
        let subject = ActionTarget { target: Target::Number(ready.element.number), ..subject };
        // Before anything is typed, and not when it is time to press Enter.
        let enters = params.text.contains(['\n', '\r']) && place != Where::Pasted;
        if self.denies_sensitive() && (params.submit || enters) {
            self.ready(&subject, Need::Enter, false).await?;
        }
        if is_secret {
            self.conceal(tab, &subject.frame, ready.element.number).await?;
        } else if ready.secret {
            self.learn_typed(tab, &subject.frame, &params.text).await;
        }
        let (element, mut effects, input) = match (debugger, ready.field) {
            (_, FieldKind::Whole) => {
                let action = PageAction::SetValue { value: params.text.clone() };
                let (element, effects) = self.synthesised(&subject, action).await?;
                (element, effects, InputKind::Synthesised)
            }
            (Some(debugger), _) => {
                let text = super::writing::Text { text: &params.text, place, is_secret };
                self.write(&subject, &*debugger, &ready, text, params.submit).await?;
                let effects = self.typed(&subject, &ready, params.submit).await?;
                (ready.element.clone(), effects, InputKind::Trusted)
            }
            (None, _) => {
                let (element, effects) =
                    self.synthesise_text(&subject, &ready, &params, place).await?;
                (element, effects, InputKind::Synthesised)
            }
        };
        if let Some(now) = effects.as_mut().and_then(|effects| effects.element.as_mut())
            && ready.writing == Writing::Code
        {
            now.value = now.value.take().filter(|value| is_all(value, &params.text, place));
        }
        if !params.submit {
            took(&element, &params.text, before.as_deref(), effects.as_ref())?;
        }
        let what = describe(&element);
        let did = match place {
            Where::AtEnd => format!("typed at the end of {what}"),
            Where::Instead | Where::AtCaret => format!("typed into {what}"),
            Where::Pasted => format!("inserted into {what}"),
        };
        self.report(trace, did, element, input, effects, subject.deadline).await
    }

    async fn synthesise_text(
        &self,
        subject: &ActionTarget,
        ready: &Ready,
        params: &TypeParams,
        place: Where,
    ) -> Result<(ElementFacts, Option<Effects>)> {
        let text = params.text.clone();
        let one_line = !text.contains(['\n', '\r']);
        let action = match place {
            Where::Instead | Where::AtEnd => {
                PageAction::Type { text, clear: place == Where::Instead }
            }
            Where::AtCaret if ready.writing == Writing::None && one_line => {
                PageAction::Press { keys: text.chars().map(String::from).collect() }
            }
            Where::AtCaret | Where::Pasted => PageAction::Paste { text },
        };
        let element = self.perform(subject, action).await?.element;
        self.await_suggestions(subject, ready).await;
        let mut effects = self.settle(subject.tab, &subject.frame, Some(element.number)).await?;
        if params.submit {
            let action = PageAction::Press { keys: vec!["Enter".to_owned()] };
            effects = self.synthesised(subject, action).await?.1;
        }
        Ok((element, effects))
    }

    async fn typed(
        &self,
        subject: &ActionTarget,
        ready: &Ready,
        submitted: bool,
    ) -> Result<Option<Effects>> {
        if self.core.backend.dialog(subject.tab).is_some() {
            return Ok(None);
        }
        if !submitted {
            self.await_suggestions(subject, ready).await;
        }
        self.settle(subject.tab, &subject.frame, Some(ready.element.number)).await
    }

    /// What a field suggests is told with what was typed. That it suggests nothing is no error.
    async fn await_suggestions(&self, subject: &ActionTarget, ready: &Ready) {
        if ready.suggests {
            let number = ready.element.number;
            let params = AwaitSuggestionsParams { number, timeout_ms: SUGGESTIONS_MS };
            let limit = ms(SUGGESTIONS_MS);
            let _ = self.ask::<AwaitSuggestions>(subject.tab, &subject.frame, &params, limit).await;
        }
    }
}

/// An editor for code draws or tells only a part of what it holds, such as the line of the caret.
fn is_all(value: &str, text: &str, place: Where) -> bool {
    place == Where::Instead && value == lines_of(text)
}

/// A field that holds what it held before has not taken the text.
fn took(
    element: &ElementFacts,
    text: &str,
    before: Option<&str>,
    effects: Option<&Effects>,
) -> Result<()> {
    let now = effects.and_then(|effects| effects.element.as_ref());
    let Some(now) = now.and_then(|now| now.value.as_deref()) else { return Ok(()) };
    let untouched = before.is_some_and(|before| before == now) && now != text && !text.is_empty();
    let left = text.is_empty() && !now.is_empty() && before == Some(now);
    if untouched || left {
        let message = format!("{} still holds {}", describe(element), quote_page(now));
        return Err(ControlError::element(KitRefusalCode::NoEffect, message));
    }
    Ok(())
}
