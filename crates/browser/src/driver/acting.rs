//! Clicking, hovering, choosing, ticking: on an element that is ready for it, by trusted
//! input where that is to be had, and told truthfully.

use std::sync::Arc;

use tabwright_wire::verbs::{
    self, CheckParams, ClickParams, FollowParams, HoverParams, InputKind, InputWay, OpenIn,
    OpenParams, Report, ScrollVerbParams, UploadParams,
};
use tabwright_wire::{
    ClickOptions, Effects, FieldKind, FileContent, KitRefusalCode, MakeReady, Need, PageAction,
    Perform, PerformParams, Performed, Point, ReadLinks, ReadLinksParams, Ready, ReadyParams,
    ScrollFrame, ScrollParams, Scrolled, TabId, Target, plain_sentence, quote_page,
};
use tokio::time::{Duration, Instant, sleep};

use super::effects::{Trace, describe};
use super::elsewhere::Attempt;
use super::locating::Place;
use super::{ACTION_MS, BrowserControl, Driver, FrameRef, ms, trusted};
use crate::backend::{Attach, Debugger, Result};
use crate::error::ControlError;

/// A click that another element of its frame got is tried again so often.
const MISSES_MAX: u32 = 5;
/// The pause before a click is tried again that never came to its frame; longer each time.
const FRAMES_FOUND_IN: Duration = Duration::from_millis(100);
const FRAMES_FOUND_IN_MAX: Duration = Duration::from_millis(500);
/// Clicks of one verb.
const CLICKS_MAX: u32 = 100;
/// Larger files go by the debugger only.
const FILE_BYTES_MAX: u64 = 32 * 1024 * 1024;

/// The element or point to act on, and until when.
#[derive(Debug, Clone)]
pub(super) struct ActionTarget {
    pub(super) tab: TabId,
    pub(super) frame: FrameRef,
    pub(super) target: Target,
    pub(super) at: Option<Point>,
    pub(super) force: bool,
    /// As an [`Attempt`] says.
    pub(super) elsewhere_ms: Option<u32>,
    /// It is one of several steps.
    pub(super) goes_on: bool,
    pub(super) deadline: Instant,
}

impl ActionTarget {
    /// As it is now, whatever is in the way.
    pub(super) fn at_once(tab: TabId, frame: FrameRef, target: Target) -> Self {
        let deadline = Instant::now();
        Self {
            tab,
            frame,
            target,
            at: None,
            force: true,
            elsewhere_ms: None,
            goes_on: false,
            deadline,
        }
    }
}

impl Driver {
    /// A target that is looked for in one frame only.
    pub(super) async fn action_target(
        &self,
        tab: TabId,
        target: Target,
        frame: Option<u32>,
        timeout_ms: Option<u32>,
    ) -> Result<ActionTarget> {
        let attempt = Attempt { target, timeout_ms, elsewhere_ms: None };
        self.attempt_target(tab, attempt, frame).await
    }

    pub(super) async fn attempt_target(
        &self,
        tab: TabId,
        Attempt { target, timeout_ms, elsewhere_ms }: Attempt,
        frame: Option<u32>,
    ) -> Result<ActionTarget> {
        let deadline = Instant::now() + ms(timeout_ms.unwrap_or(ACTION_MS));
        let Place { frame, target } = self.place_of(tab, target, frame, deadline).await?;
        Ok(ActionTarget {
            force: false,
            elsewhere_ms,
            deadline,
            ..ActionTarget::at_once(tab, frame, target)
        })
    }

    /// The debugger by which trusted input goes, if it is to go that way.
    pub(super) async fn input_debugger(
        &self,
        tab: TabId,
        way: InputWay,
    ) -> Result<Option<Arc<dyn Debugger>>> {
        let allowed = self.core.options.trusted_input;
        let attach = if allowed || way == InputWay::Trusted { Attach::Yes } else { Attach::No };
        match way {
            InputWay::Synthesised => Ok(None),
            InputWay::Auto => self.core.backend.debugger(tab, attach).await,
            InputWay::Trusted => match self.core.backend.debugger(tab, attach).await? {
                Some(debugger) => Ok(Some(debugger)),
                None => Err(ControlError::Unsupported(
                    "the debugger cannot be attached to this tab, so real input events are not possible"
                        .to_owned(),
                )),
            },
        }
    }

    pub(super) async fn ready(
        &self,
        subject: &ActionTarget,
        need: Need,
        guard: bool,
    ) -> Result<Ready> {
        let left = subject.deadline.saturating_duration_since(Instant::now());
        let params = ReadyParams {
            target: subject.target.clone(),
            need,
            at: subject.at,
            timeout_ms: u32::try_from(left.as_millis()).unwrap_or(u32::MAX),
            elsewhere_ms: subject.elsewhere_ms,
            force: subject.force,
            guard,
            deny: self.denied_for(need),
        };
        self.ask::<MakeReady>(subject.tab, &subject.frame, &params, left).await
    }

    pub(super) async fn perform(
        &self,
        subject: &ActionTarget,
        action: PageAction,
    ) -> Result<Performed> {
        let left = subject.deadline.saturating_duration_since(Instant::now());
        let params = PerformParams {
            target: subject.target.clone(),
            action,
            at: subject.at,
            timeout_ms: u32::try_from(left.as_millis()).unwrap_or(u32::MAX),
            elsewhere_ms: subject.elsewhere_ms,
            force: subject.force,
            deny: self.denied.to_vec(),
        };
        self.ask::<Perform>(subject.tab, &subject.frame, &params, left).await
    }

    /// Where an element of a frame is in the page.
    pub(super) async fn in_page(&self, subject: &ActionTarget, ready: &Ready) -> Result<Point> {
        let mut points = [ready.point];
        self.to_page(subject.tab, &subject.frame, &mut points).await?;
        Ok(points[0])
    }

    /// A trusted click that is known to have met its element.
    pub(super) async fn trusted_click(
        &self,
        subject: &ActionTarget,
        debugger: &dyn Debugger,
        options: &ClickOptions,
        need: Need,
    ) -> Result<(Ready, Option<Effects>)> {
        if let Target::Point(point) = subject.target {
            self.check_all_frames(subject.tab).await?;
            self.check_below(subject.tab, &subject.frame, point).await?;
        }
        self.until_awake(subject.tab).await;
        let mut misses = 0;
        loop {
            let ready = self.ready(subject, need, !subject.force).await?;
            // What is pressed in a frame its own kit must see.
            if ready.element.role == "iframe" && is_whole(subject) {
                let within = ActionTarget {
                    target: Target::Number(ready.element.number),
                    ..subject.clone()
                };
                if let Some(within) = self.body_within(&within).await? {
                    return Box::pin(self.trusted_click(&within, debugger, options, need)).await;
                }
            }
            let point = self.in_page(subject, &ready).await?;
            self.show_pointer(
                subject.tab,
                point,
                Some(ready.rect).filter(|_| subject.frame.ordinal == 0),
            );
            let clicked = trusted::click(debugger, point, options);
            match self.unless_dialog(subject.tab, clicked).await {
                Ok(()) => {}
                Err(ControlError::DialogOpen { .. }) => return Ok((ready, None)),
                Err(error) if self.tab_facts(subject.tab).await.is_ok() => return Err(error),
                // The click closed its own tab.
                Err(_) => return Ok((ready, None)),
            }
            let number = Some(ready.element.number);
            let effects =
                self.settle_step(subject.tab, &subject.frame, number, subject.goes_on).await?;
            let (instead, tries_left) = match &effects {
                Some(Effects { missed: Some(by), .. }) => {
                    (format!("{by} did, and was kept from it"), misses < MISSES_MAX)
                }
                // Right after a scroll, and in a tab that has drawn little yet, Chrome looks for frames
                // where they were. On a busy machine that lasts, so only the deadline ends it.
                Some(effects) if !effects.pointer_came && !subject.force => {
                    sleep((FRAMES_FOUND_IN * misses).min(FRAMES_FOUND_IN_MAX)).await;
                    ("it went to something outside its frame".to_owned(), true)
                }
                _ => return Ok((ready, effects)),
            };
            if !tries_left || Instant::now() >= subject.deadline {
                let what = describe(&ready.element);
                let message = format!("{what} did not get the click: {instead}");
                return Err(ControlError::element(KitRefusalCode::Covered, message));
            }
            misses += 1;
        }
    }

    /// An action by the kit's own events, with what came of it.
    pub(super) async fn synthesised(
        &self,
        subject: &ActionTarget,
        action: PageAction,
    ) -> Result<(tabwright_wire::ElementFacts, Option<Effects>)> {
        let element = match self.perform(subject, action).await {
            Ok(performed) => performed.element,
            // A click may take the page away before it is answered; what came of it is seen then.
            Err(
                ControlError::PageLeft(_) | ControlError::NoSuchTab(_) | ControlError::TabGone(_),
            ) => {
                return Ok((tabwright_wire::ElementFacts::default(), None));
            }
            Err(error) => return Err(error),
        };
        let effects = self.settle(subject.tab, &subject.frame, Some(element.number)).await?;
        Ok((element, effects))
    }
}

impl BrowserControl<verbs::Click> for Driver {
    async fn run(&self, params: ClickParams) -> Result<Report> {
        let sought = (params.target.clone(), params.timeout_ms);
        self.in_any_frame(params.tab, params.frame, sought, |attempt| {
            self.click_at(params.clone(), attempt)
        })
        .await
    }
}

impl Driver {
    async fn click_at(&self, params: ClickParams, attempt: Attempt) -> Result<Report> {
        let tab = self.driven(params.tab).await?;
        let mut subject = self.attempt_target(tab, attempt, params.frame).await?;
        (subject.at, subject.force) = (params.at, params.force);
        if !(1..=CLICKS_MAX).contains(&params.count) {
            let message = format!("count must be 1 to {CLICKS_MAX}");
            return Err(ControlError::BadArguments(message));
        }
        let options = ClickOptions {
            button: params.button,
            count: params.count,
            hold_ms: params.hold_ms,
            modifiers: params.modifiers,
        };
        self.show_driving(tab);
        let debugger = self.input_debugger(tab, params.input).await?;
        let trace = Trace::begin(self, tab);
        let (element, effects, input) = match debugger {
            Some(debugger) => {
                let (ready, effects) =
                    self.trusted_click(&subject, &*debugger, &options, Need::Click).await?;
                (ready.element, effects, InputKind::Trusted)
            }
            None => {
                let (element, effects) =
                    self.synthesised(&subject, PageAction::Click { click: options }).await?;
                (element, effects, InputKind::Synthesised)
            }
        };
        let did = format!("clicked {}", describe(&element));
        self.report(trace, did, element, input, effects, subject.deadline).await
    }
}

impl BrowserControl<verbs::Hover> for Driver {
    async fn run(&self, params: HoverParams) -> Result<Report> {
        let sought = (params.target.clone(), params.timeout_ms);
        self.in_any_frame(params.tab, params.frame, sought, |attempt| {
            self.hover_at(params.clone(), attempt)
        })
        .await
    }
}

impl Driver {
    async fn hover_at(&self, params: HoverParams, attempt: Attempt) -> Result<Report> {
        let tab = self.driven(params.tab).await?;
        let mut subject = self.attempt_target(tab, attempt, params.frame).await?;
        subject.at = params.at;
        self.show_driving(tab);
        let debugger = self.input_debugger(tab, params.input).await?;
        let trace = Trace::begin(self, tab);
        let (element, effects, input) = match debugger {
            Some(debugger) => {
                // A page that gets the focus meanwhile forgets where the pointer is.
                self.until_awake(tab).await;
                let ready = self.ready(&subject, Need::Hover, false).await?;
                let point = self.in_page(&subject, &ready).await?;
                self.show_pointer(
                    tab,
                    point,
                    Some(ready.rect).filter(|_| subject.frame.ordinal == 0),
                );
                trusted::hover(&*debugger, point, 0).await?;
                let effects = self.settle(tab, &subject.frame, Some(ready.element.number)).await?;
                (ready.element, effects, InputKind::Trusted)
            }
            None => {
                let (element, effects) = self.synthesised(&subject, PageAction::Hover).await?;
                (element, effects, InputKind::Synthesised)
            }
        };
        let did = format!("moved over {}", describe(&element));
        self.report(trace, did, element, input, effects, subject.deadline).await
    }
}

impl BrowserControl<verbs::Check> for Driver {
    async fn run(&self, params: CheckParams) -> Result<Report> {
        let sought = (params.target.clone(), params.timeout_ms);
        self.in_any_frame(params.tab, params.frame, sought, |attempt| {
            self.check_at(params.clone(), attempt)
        })
        .await
    }
}

impl Driver {
    async fn check_at(&self, params: CheckParams, attempt: Attempt) -> Result<Report> {
        let tab = self.driven(params.tab).await?;
        let subject = self.attempt_target(tab, attempt, params.frame).await?;
        self.show_driving(tab);
        let debugger = self.input_debugger(tab, params.input).await?;
        let trace = Trace::begin(self, tab);
        let word = if params.on { "ticked" } else { "unticked" };
        let ready = self.ready(&subject, Need::Check, false).await?;
        let subject = ActionTarget { target: Target::Number(ready.element.number), ..subject };
        if ready.element.checked == Some(params.on) {
            let did = format!("{} was {word} already", describe(&ready.element));
            let effects = self.settle(tab, &subject.frame, Some(ready.element.number)).await?;
            let input = InputKind::Synthesised;
            return self.report(trace, did, ready.element, input, effects, subject.deadline).await;
        }
        let (element, effects, input) = match debugger {
            Some(debugger) => {
                let options = ClickOptions::default();
                let (ready, effects) =
                    self.trusted_click(&subject, &*debugger, &options, Need::Check).await?;
                (ready.element, effects, InputKind::Trusted)
            }
            None => {
                let (element, effects) =
                    self.synthesised(&subject, PageAction::Check { on: params.on }).await?;
                (element, effects, InputKind::Synthesised)
            }
        };
        let now = effects.as_ref().and_then(|effects| effects.element.as_ref());
        if now.is_some_and(|now| now.checked == Some(!params.on)) {
            let message = format!("{} was clicked, but is not {word}", describe(&element));
            return Err(ControlError::element(KitRefusalCode::NoEffect, message));
        }
        let did = format!("{word} {}", describe(&element));
        self.report(trace, did, element, input, effects, subject.deadline).await
    }
}

impl BrowserControl<verbs::Scroll> for Driver {
    async fn run(&self, params: ScrollVerbParams) -> Result<Scrolled> {
        let tab = self.driven(params.tab).await?;
        let timeout_ms = params.timeout_ms.unwrap_or(ACTION_MS);
        let deadline = Instant::now() + ms(timeout_ms);
        let (frame, target) = match params.target {
            Some(target) => {
                let Place { frame, target } =
                    self.place_of(tab, target, params.frame, deadline).await?;
                (frame, Some(target))
            }
            None => (self.frame_of(tab, params.frame).await?, None),
        };
        self.show_driving(tab);
        let params = ScrollParams { target, motion: params.motion, timeout_ms };
        self.ask::<ScrollFrame>(tab, &frame, &params, ms(timeout_ms)).await
    }
}

impl BrowserControl<verbs::Follow> for Driver {
    async fn run(&self, params: FollowParams) -> Result<Report> {
        let tab = self.driven(params.tab).await?;
        let frame = self.main_frame(tab)?;
        let (words, count_max) = match (&params.text, params.position) {
            (Some(text), None) => (Some(text.clone()), 1),
            (None, Some(position)) if position > 0 => (None, position),
            _ => {
                let message = "name a link by its text, or by its position from 1";
                return Err(ControlError::BadArguments(message.to_owned()));
            }
        };
        let asked = ReadLinksParams { words, count_max };
        let list = self.ask::<ReadLinks>(tab, &frame, &asked, ms(ACTION_MS)).await?;
        let found = match params.position {
            Some(position) => list.links.into_iter().find(|link| link.position == position),
            None => list.links.into_iter().next(),
        };
        let Some(link) = found else {
            let what = match (params.text, params.position) {
                (Some(text), _) => format!("no link has the text \"{text}\""),
                (_, position) => format!(
                    "there is no link {}; the page has {}",
                    position.unwrap_or_default(),
                    list.total
                ),
            };
            return Err(ControlError::element(KitRefusalCode::NotFound, what));
        };
        if params.new_tab {
            let trace = Trace::begin(self, tab);
            let open = OpenParams {
                tab: None,
                url: link.url.clone(),
                r#in: OpenIn::New,
                background: false,
                group: None,
                timeout_ms: params.timeout_ms,
            };
            let visit = self.open_new(&link.url, &open).await?;
            let deadline = Instant::now() + ms(params.timeout_ms.unwrap_or(ACTION_MS));
            let (mut changes, _) = self.outcome(trace, None, deadline).await?;
            changes.new_tabs = vec![self.tab_facts(visit.tab).await?];
            let did = format!("opened link {} in a new tab", quote_page(&link.text));
            let did = plain_sentence(&did);
            return Ok(Report { tab, did, element: None, input: None, changes });
        }
        let click = ClickParams::plain(Some(tab), Target::Number(link.number), params.timeout_ms);
        <Self as BrowserControl<verbs::Click>>::run(self, click).await
    }
}

impl BrowserControl<verbs::Upload> for Driver {
    async fn run(&self, params: UploadParams) -> Result<Report> {
        let sought = (params.target.clone(), params.timeout_ms);
        self.in_any_frame(params.tab, params.frame, sought, |attempt| {
            self.upload_at(params.clone(), attempt)
        })
        .await
    }
}

impl Driver {
    async fn upload_at(&self, params: UploadParams, attempt: Attempt) -> Result<Report> {
        let tab = self.driven(params.tab).await?;
        let subject = self.attempt_target(tab, attempt, params.frame).await?;
        let mut paths = Vec::new();
        for file in &params.files {
            let failed = |source| ControlError::File { path: file.clone(), source };
            let whole = std::path::absolute(file).map_err(failed)?;
            tokio::fs::metadata(&whole).await.map_err(failed)?;
            paths.push(whole.display().to_string());
        }
        self.show_driving(tab);
        let debugger = self.input_debugger(tab, params.input).await?;
        let trace = Trace::begin(self, tab);
        let ready = self.ready(&subject, Need::Files, false).await?;
        let subject = ActionTarget { target: Target::Number(ready.element.number), ..subject };
        let names: Vec<_> = paths.iter().filter_map(|path| path.rsplit('/').next()).collect();
        let did = format!("gave {} to {}", names.join(", "), describe(&ready.element));
        let (element, effects, input) = match debugger.filter(|_| ready.field == FieldKind::File) {
            Some(debugger) => {
                let number = ready.element.number;
                debugger
                    .set_files(&subject.frame.id, subject.frame.ordinal, number, &paths)
                    .await?;
                let effects = self.settle(tab, &subject.frame, Some(number)).await?;
                (ready.element, effects, InputKind::Trusted)
            }
            None => {
                let files = read_files(&paths).await?;
                let (element, effects) =
                    self.synthesised(&subject, PageAction::Upload { files }).await?;
                (element, effects, InputKind::Synthesised)
            }
        };
        self.report(trace, did, element, input, effects, subject.deadline).await
    }
}

/// No point of it is meant, and nothing is forced.
fn is_whole(subject: &ActionTarget) -> bool {
    subject.at.is_none() && !subject.force && !matches!(subject.target, Target::Point(_))
}

async fn read_files(paths: &[String]) -> Result<Vec<FileContent>> {
    use base64::Engine as _;
    let mut files = Vec::new();
    for path in paths {
        let failed = |source| ControlError::File { path: path.clone(), source };
        let size = tokio::fs::metadata(path).await.map_err(failed)?.len();
        if size > FILE_BYTES_MAX {
            return Err(ControlError::Unsupported(format!(
                "{path} has {size} bytes; without the debugger a file may have {FILE_BYTES_MAX}"
            )));
        }
        let bytes = tokio::fs::read(path).await.map_err(failed)?;
        files.push(FileContent {
            name: path.rsplit(['/', '\\']).next().unwrap_or(path).to_owned(),
            mime_type: mime_guess::from_path(path).first_or_octet_stream().to_string(),
            base64: base64::engine::general_purpose::STANDARD.encode(bytes),
        });
    }
    Ok(files)
}
