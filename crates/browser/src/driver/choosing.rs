//! Options of selects: set in a native one, clicked in the list of any other.

use tabwright_wire::verbs::{self, InputKind, Report, SelectParams};
use tabwright_wire::{
    ClickOptions, Effects, FieldKind, FindOption, FindOptionParams, KitRefusalCode, Need,
    OptionFound, PageAction, Target,
};
use tokio::time::{Duration, Instant};

use super::acting::ActionTarget;
use super::effects::{Trace, describe};
use super::elsewhere::Attempt;
use super::keys::Chord;
use super::{BrowserControl, Driver, ms, trusted};
use crate::backend::{Debugger, Result};
use crate::error::ControlError;

/// The list of a combobox is open within this time; then its field is asked to find the option.
const OPENING_MS: u32 = 700;
/// A list that is still open after this time stays open, as where several options can be chosen.
const CLOSING_MS: u32 = 250;
const ESCAPES_MAX: usize = 2;

impl BrowserControl<verbs::Select> for Driver {
    async fn run(&self, params: SelectParams) -> Result<Report> {
        let sought = (params.target.clone(), params.timeout_ms);
        self.in_any_frame(params.tab, params.frame, sought, |attempt| {
            self.select(params.clone(), attempt)
        })
        .await
    }
}

impl Driver {
    async fn select(&self, params: SelectParams, attempt: Attempt) -> Result<Report> {
        let tab = self.driven(params.tab).await?;
        let subject = self.attempt_target(tab, attempt, params.frame).await?;
        if params.options.is_empty() {
            let message = "name at least one option";
            return Err(ControlError::BadArguments(message.to_owned()));
        }
        self.show_driving(tab);
        let trace = Trace::begin(self, tab);
        let ready = self.ready(&subject, Need::Choose, false).await?;
        let subject = ActionTarget { target: Target::Number(ready.element.number), ..subject };
        let chosen = params.options.join(", ");
        let did = format!("chose {chosen} in {}", describe(&ready.element));
        let debugger = match ready.field {
            FieldKind::Combobox => self.input_debugger(tab, params.input).await?,
            _ => None,
        };
        let Some(debugger) = debugger else {
            let action = PageAction::Choose { options: params.options };
            let (element, mut effects) = self.synthesised(&subject, action).await?;
            if ready.field == FieldKind::Combobox {
                leave_out_empty_field(effects.as_mut());
            }
            let input = InputKind::Synthesised;
            return self.report(trace, did, element, input, effects, subject.deadline).await;
        };
        // What the list shows while it is open is no change that stays.
        let subject = ActionTarget { goes_on: true, ..subject };
        let number = ready.element.number;
        let was_open = self.option_of(&subject, number, None, 0).await?.open;
        let chosen = self.choose_all(&subject, &*debugger, number, params.options).await;
        // An open list would lie over whatever is below it.
        if !was_open {
            self.close_list(&subject, &*debugger, number).await;
        }
        let now = self.settle(tab, &subject.frame, Some(number)).await;
        let last = chosen?;
        let mut effects = now?.or(last);
        leave_out_empty_field(effects.as_mut());
        let input = InputKind::Trusted;
        self.report(trace, did, ready.element, input, effects, subject.deadline).await
    }

    async fn choose_all(
        &self,
        subject: &ActionTarget,
        debugger: &dyn Debugger,
        number: u32,
        options: Vec<String>,
    ) -> Result<Option<Effects>> {
        let mut last = None;
        for option in options {
            last = self.choose_one(subject, debugger, number, option).await?.or(last);
        }
        // Of the page that is left, if it was: what was acted on is an option of it.
        Ok(last.map(|effects| Effects { element: None, ..effects }))
    }

    async fn choose_one(
        &self,
        subject: &ActionTarget,
        debugger: &dyn Debugger,
        number: u32,
        words: String,
    ) -> Result<Option<Effects>> {
        let list = self.option_of(subject, number, None, 0).await?;
        if !list.open {
            self.trusted_click(subject, debugger, &ClickOptions::default(), Need::Click).await?;
        }
        let left_ms = left_ms(subject);
        let first_ms = if list.typable { left_ms.min(OPENING_MS) } else { left_ms };
        let found = match self.option_of(subject, number, Some(&words), first_ms).await {
            Err(ControlError::Element(refusal))
                if refusal.code == KitRefusalCode::NoOption && list.typable =>
            {
                self.perform(subject, PageAction::Focus { select_all: true }).await?;
                trusted::insert(debugger, &words).await?;
                self.option_of(subject, number, Some(&words), self::left_ms(subject)).await
            }
            found => found,
        }?;
        // A click on what is chosen already would take it back.
        let Some(option) = found.option.filter(|_| !found.selected) else { return Ok(None) };
        let option = ActionTarget { target: Target::Number(option.number), ..subject.clone() };
        let options = ClickOptions::default();
        Ok(self.trusted_click(&option, debugger, &options, Need::Click).await?.1)
    }

    async fn option_of(
        &self,
        subject: &ActionTarget,
        number: u32,
        words: Option<&str>,
        timeout_ms: u32,
    ) -> Result<OptionFound> {
        let params = FindOptionParams { number, words: words.map(str::to_owned), timeout_ms };
        self.ask::<FindOption>(subject.tab, &subject.frame, &params, ms(timeout_ms)).await
    }

    /// As far as that can be done: the page may have left, or have other plans. Some lists take the first
    /// Escape for the option under the pointer.
    async fn close_list(&self, subject: &ActionTarget, debugger: &dyn Debugger, number: u32) {
        for _ in 0..ESCAPES_MAX {
            let Ok(list) = self.option_of(subject, number, None, CLOSING_MS).await else { return };
            if !list.open || self.escape(subject, debugger).await.is_err() {
                return;
            }
        }
        let _ = self.option_of(subject, number, None, CLOSING_MS).await;
    }

    async fn escape(&self, subject: &ActionTarget, debugger: &dyn Debugger) -> Result<()> {
        // While a page is driven, a key that nobody announced would be held to be the person's.
        self.watch(subject.tab, &subject.frame).await?;
        let escape = Chord::parse("Escape")?;
        self.unless_dialog(subject.tab, trusted::press(debugger, &[escape])).await?;
        self.settle_step(subject.tab, &subject.frame, None, true).await.map(drop)
    }
}

/// Many show what was chosen beside an empty field.
fn leave_out_empty_field(effects: Option<&mut Effects>) {
    if let Some(element) = effects.and_then(|effects| effects.element.as_mut()) {
        element.value = element.value.take().filter(|value| !value.is_empty());
    }
}

fn left_ms(subject: &ActionTarget) -> u32 {
    let left: Duration = subject.deadline.saturating_duration_since(Instant::now());
    u32::try_from(left.as_millis()).unwrap_or(u32::MAX)
}
