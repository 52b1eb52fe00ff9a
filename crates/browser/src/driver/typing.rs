//! Text into fields of every kind.

use tabwright_wire::verbs::{self, InputKind, Report, TargetParams, TypeParams};
use tabwright_wire::{Deed, Effects, ElementFacts, FieldKind, KitRefusalCode, Need, Target};

use super::acting::Aim;
use super::effects::{Trace, in_words};
use super::keys::Chord;
use super::{BrowserControl, Driver, trusted};
use crate::backend::{Debugger, Result};
use crate::error::ControlError;

/// Longer texts are put in as a whole behind their first letters: pages that listen to keys have
/// heard enough by then, and a thousand keys take their time.
const KEYS_MAX: usize = 300;

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
        let aim = self.aim(tab, params.target.clone(), params.frame, params.timeout_ms).await?;
        self.show_driving(tab);
        let hand = self.hand(tab, params.input).await?;
        let trace = Trace::begin(self, tab);
        let ready = self.ready(&aim, Need::Edit, false).await?;
        let before = ready.element.value.clone();
        let aim = Aim { target: Target::Number(ready.element.number), ..aim };
        // Before anything is typed, and not when it is time to press Enter.
        if self.is_wary() && (params.submit || params.text.contains(['\n', '\r'])) {
            self.ready(&aim, Need::Enter, false).await?;
        }
        if is_secret {
            self.conceal(tab, &aim.frame, ready.element.number).await?;
        }
        let (element, effects, input) = match (hand, ready.field) {
            (_, FieldKind::Whole) => {
                let deed = Deed::SetValue { value: params.text.clone() };
                let (element, effects) = self.synthesised(&aim, deed).await?;
                (element, effects, InputKind::Synthesised)
            }
            (Some(debugger), FieldKind::Text | FieldKind::Rich) => {
                let effects = self.trusted_type(&aim, &*debugger, &params).await?;
                (ready.element, effects, InputKind::Trusted)
            }
            _ => {
                let deed = Deed::Type { text: params.text.clone(), clear: !params.append };
                let (element, mut effects) = self.synthesised(&aim, deed).await?;
                if params.submit {
                    let deed = Deed::Press { keys: vec!["Enter".to_owned()] };
                    effects = self.synthesised(&aim, deed).await?.1;
                }
                (element, effects, InputKind::Synthesised)
            }
        };
        if !params.submit {
            took(&element, &params.text, before.as_deref(), effects.as_ref())?;
        }
        let did = match params.append {
            true => format!("typed behind what {} holds", in_words(&element)),
            false => format!("typed into {}", in_words(&element)),
        };
        self.report(trace, did, element, input, effects, aim.deadline).await
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
            report.did = format!("emptied {}", in_words(element));
        }
        Ok(report)
    }
}

impl Driver {
    async fn trusted_type(
        &self,
        aim: &Aim,
        debugger: &dyn Debugger,
        params: &TypeParams,
    ) -> Result<Option<Effects>> {
        let focused = self.perform(aim, Deed::Focus { select_all: !params.append }).await?;
        let mut chords = Vec::new();
        if params.text.is_empty() && !params.append {
            chords.push(Chord::parse("Delete")?);
        }
        let keys = params.text.char_indices().nth(KEYS_MAX).map_or(params.text.len(), |(at, _)| at);
        let (keyed, rest) = params.text.split_at(keys);
        chords.extend(keyed.chars().map(Chord::writing));
        let typing = async {
            trusted::press(debugger, &chords).await?;
            if !rest.is_empty() {
                trusted::insert(debugger, rest).await?;
            }
            if params.submit {
                trusted::press(debugger, &[Chord::parse("Enter")?]).await?;
            }
            Ok(())
        };
        match self.unless_dialog(aim.tab, typing).await {
            Ok(()) => self.settle(aim.tab, &aim.frame, Some(focused.element.number)).await,
            Err(ControlError::DialogOpen { .. }) => Ok(None),
            Err(error) => Err(error),
        }
    }
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
        let message = format!("{} still holds \"{now}\"", in_words(element));
        return Err(ControlError::element(KitRefusalCode::NoEffect, message));
    }
    Ok(())
}
