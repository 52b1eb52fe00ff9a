//! Text into fields of every kind.

use tabwright_wire::verbs::{self, InputKind, Report, TargetParams, TypeParams};
use tabwright_wire::{
    Effects, ElementFacts, FieldKind, KitRefusalCode, Need, PageAction, Target, plain_sentence,
    quote_page,
};

use super::acting::ActionTarget;
use super::effects::{Trace, describe};
use super::keys::Chord;
use super::{BrowserControl, Driver, trusted};
use crate::backend::{Debugger, Result};
use crate::error::ControlError;

/// Longer texts are put in as a whole behind their first letters: pages that listen to keys have
/// heard enough by then, and a thousand keys take their time.
const KEYS_MAX: usize = 300;
/// A secret of so many letters is recognized without its last one, which then comes by a key: some pages
/// wait for one.
const LONG_SECRET_CHARS_MIN: usize = 8;

impl BrowserControl<verbs::Type> for Driver {
    async fn run(&self, params: TypeParams) -> Result<Report> {
        match self.with_secrets_expanded(&params).await? {
            Some(expanded) => self.type_secret(expanded).await,
            None => self.type_into(params, false).await,
        }
    }
}

impl Driver {
    pub(super) async fn type_into(&self, params: TypeParams, is_secret: bool) -> Result<Report> {
        let tab = self.driven(params.tab).await?;
        let subject =
            self.action_target(tab, params.target.clone(), params.frame, params.timeout_ms).await?;
        self.show_driving(tab);
        let debugger = self.input_debugger(tab, params.input).await?;
        let trace = Trace::begin(self, tab);
        let ready = self.ready(&subject, Need::Edit, false).await?;
        let before = ready.element.value.clone();
        let subject = ActionTarget { target: Target::Number(ready.element.number), ..subject };
        // Before anything is typed, and not when it is time to press Enter.
        if self.denies_sensitive() && (params.submit || params.text.contains(['\n', '\r'])) {
            self.ready(&subject, Need::Enter, false).await?;
        }
        if is_secret {
            self.conceal(tab, &subject.frame, ready.element.number).await?;
        } else if ready.secret {
            self.learn_typed(tab, &subject.frame, &params.text).await;
        }
        let (element, effects, input) = match (debugger, ready.field) {
            (_, FieldKind::Whole) => {
                let action = PageAction::SetValue { value: params.text.clone() };
                let (element, effects) = self.synthesised(&subject, action).await?;
                (element, effects, InputKind::Synthesised)
            }
            (Some(debugger), FieldKind::Text | FieldKind::Rich) => {
                let text = params.text.as_str();
                let parts = if is_secret { secret_parts(text) } else { parts(text) };
                let effects = self.trusted_type(&subject, &*debugger, &params, parts).await?;
                (ready.element, effects, InputKind::Trusted)
            }
            _ => {
                let action = PageAction::Type { text: params.text.clone(), clear: !params.append };
                let (element, mut effects) = self.synthesised(&subject, action).await?;
                if params.submit {
                    let action = PageAction::Press { keys: vec!["Enter".to_owned()] };
                    effects = self.synthesised(&subject, action).await?.1;
                }
                (element, effects, InputKind::Synthesised)
            }
        };
        if !params.submit {
            took(&element, &params.text, before.as_deref(), effects.as_ref())?;
        }
        let did = match params.append {
            true => format!("typed at the end of {}", describe(&element)),
            false => format!("typed into {}", describe(&element)),
        };
        self.report(trace, did, element, input, effects, subject.deadline).await
    }
}

impl BrowserControl<verbs::Clear> for Driver {
    async fn run(&self, params: TargetParams) -> Result<Report> {
        let text = TypeParams {
            tab: params.tab,
            target: params.target,
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
    async fn trusted_type(
        &self,
        subject: &ActionTarget,
        debugger: &dyn Debugger,
        params: &TypeParams,
        [inserted, keyed, rest]: [&str; 3],
    ) -> Result<Option<Effects>> {
        let focused =
            self.perform(subject, PageAction::Focus { select_all: !params.append }).await?;
        let mut chords = Vec::new();
        if params.text.is_empty() && !params.append {
            chords.push(Chord::parse("Delete")?);
        }
        chords.extend(keyed.chars().map(Chord::writing));
        let typing = async {
            if !inserted.is_empty() {
                trusted::insert(debugger, inserted).await?;
            }
            trusted::press(debugger, &chords).await?;
            if !rest.is_empty() {
                trusted::insert(debugger, rest).await?;
            }
            if params.submit {
                trusted::press(debugger, &[Chord::parse("Enter")?]).await?;
            }
            Ok(())
        };
        match self.unless_dialog(subject.tab, typing).await {
            Ok(()) => self.settle(subject.tab, &subject.frame, Some(focused.element.number)).await,
            Err(ControlError::DialogOpen { .. }) => Ok(None),
            Err(error) => Err(error),
        }
    }
}

/// What is put in as a whole, then typed key by key, then put in as a whole again.
fn parts(text: &str) -> [&str; 3] {
    let keys = text.char_indices().nth(KEYS_MAX).map_or(text.len(), |(at, _)| at);
    let (keyed, rest) = text.split_at(keys);
    ["", keyed, rest]
}

/// A page hears of every key: of a secret it gets so much at once that what it tells of it is recognized.
fn secret_parts(text: &str) -> [&str; 3] {
    let last = text.char_indices().next_back().map_or(0, |(at, _)| at);
    let is_long = text.chars().count() >= LONG_SECRET_CHARS_MIN;
    let (inserted, keyed) = text.split_at(if is_long { last } else { text.len() });
    [inserted, keyed, ""]
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
