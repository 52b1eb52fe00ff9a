//! Steps on a page, one after the other, until one brings a surprise.

mod step;

use std::sync::Arc;

use schemars::JsonSchema;
use serde::Deserialize;
use tabwright_wire::verbs::{
    self, CheckParams, ClickParams, DialogParams, DragParams, FollowParams, HoverParams, InputWay,
    InsertParams, PressParams, Report, ScrollVerbParams, SelectParams, TargetParams, TypeParams,
    UploadParams, WaitFor, WaitParams,
};
use tabwright_wire::{ElementState, Problem, ScrollMotion, Scrolled, TabId, Target, ToolOutput};

use self::step::{Keys, ScrollEnd, Step, Waiting};
use super::page_text;
use super::snapshot::snapshot_output;
use crate::format::{describe_appearances, describe_report};
use crate::session::{Look, Session, bad_arguments};
use crate::tool::{Effect, OnProgress, Tool, ToolResult};
use crate::truncate::Truncated;

/// Steps of one call.
const STEPS_MAX: usize = 100;

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct Args {
    /// default: current
    #[schemars(with = "Option<i32>")]
    tab: Option<TabId>,
    steps: Vec<Step>,
    /// what to tell of the page after; default diff
    #[serde(default)]
    snapshot: After,
}

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
enum After {
    #[default]
    Diff,
    Full,
    None,
}

/// What a step gave.
enum StepResult {
    Report(Box<Report>),
    Text(String),
}

pub(crate) struct Act;

impl Tool for Act {
    const NAME: &'static str = "act";
    const TITLE: &'static str = "Act on the page";
    const DESCRIPTION: &'static str = "Do steps in order; waits for elements, stops at the first surprise \
        (error, dialog, new tab, navigation), tells what changed. Steps: click{target}, \
        type{text, target? (else the focus)}, insert{text, target?} (as a paste), clear/hover{target}, \
        select{target, options}, check/uncheck{target}, press{keys, target?}, drag{target, to}, scroll{target? or pages? or to: top|bottom}, \
        upload{target, files}, dialog{accept, text?}, follow{text}, \
        wait{for, text? url? target?}.";
    const EFFECT: Effect = Effect::Destroys;
    type Args = Args;

    fn describe(args: &Args) -> String {
        step::describe_all(&args.steps)
    }

    async fn run(session: &Arc<Session>, args: Args, progress: &OnProgress) -> ToolResult {
        if args.steps.is_empty() || args.steps.len() > STEPS_MAX {
            return Err(bad_arguments("act", &format!("give 1 to {STEPS_MAX} steps")));
        }
        let tab = session.tab(args.tab).await?;
        let count = args.steps.len();
        let mut summary = Summary::default();
        for (at, step) in args.steps.into_iter().enumerate() {
            let last = at + 1 == count;
            if count > 1 {
                progress(&format!("Step {} of {count}", at + 1));
            }
            match run_step(session, tab, step).await {
                Ok(result) => summary.add(session, result, tab),
                Err(problem) => {
                    summary.problem = Some((at + 1, count, problem));
                    break;
                }
            }
            if let Some(surprise) = &summary.surprise {
                if !last {
                    summary.stopped = Some(format!(
                        "Stopped after step {} of {count}: {surprise}. The rest was not done.",
                        at + 1
                    ));
                }
                break;
            }
        }
        summary.answer(session, tab, args.snapshot).await
    }
}

#[derive(Default)]
struct Summary {
    lines: Vec<String>,
    appearances: String,
    surprise: Option<String>,
    stopped: Option<String>,
    problem: Option<(usize, usize, Problem)>,
    /// The page waits for an answer, and shows nothing.
    dialog: bool,
    /// Another page: there is nothing to compare with.
    moved: bool,
}

impl Summary {
    fn add(&mut self, session: &Session, result: StepResult, tab: TabId) {
        let report = match result {
            StepResult::Text(text) => return self.lines.push(text),
            StepResult::Report(report) => report,
        };
        let changes = &report.changes;
        self.lines.push(describe_report(&report));
        self.appearances = describe_appearances(changes);
        self.dialog = changes.dialog.is_some();
        self.moved |= changes.navigation.is_some();
        for new in &changes.new_tabs {
            if new.opener.is_none_or(|opener| opener == tab) {
                session.opened(new.id);
            }
        }
        self.surprise = if changes.dialog.is_some() {
            Some("a dialog opened".to_owned())
        } else if changes.closed {
            Some("the tab closed itself".to_owned())
        } else if changes.navigation.is_some() {
            Some("the page changed".to_owned())
        } else if !changes.new_tabs.is_empty() {
            Some("a new tab opened".to_owned())
        } else {
            None
        };
    }

    async fn answer(self, session: &Session, tab: TabId, after: After) -> ToolResult {
        let body = self.lines.join("\n");
        let head = self.stopped.clone().unwrap_or_default();
        let wants = after != After::None && !self.dialog && self.problem.is_none();
        let look = Look { diff: after == After::Diff && !self.moved, ..Look::default() };
        let seen = if wants { session.look(tab, look).await.ok() } else { None };
        let mut output = match seen {
            Some(snapshot) => {
                let mut shown = snapshot_output(&snapshot, "");
                let done = page_text(&head, &Truncated::whole(body), tab);
                let mut content = done.content;
                content.append(&mut shown.content);
                ToolOutput { content, ..shown }
            }
            None => {
                let text = format!("{body}{}", self.appearances);
                page_text(&head, &Truncated::whole(text), tab)
            }
        };
        if let Some(surprise) = self.surprise {
            output = output.with("surprise", surprise);
        }
        if let Some((step, count, problem)) = self.problem {
            let title = match count {
                1 => problem.title,
                _ => format!("Step {step} of {count} failed: {}", problem.title),
            };
            if self.lines.is_empty() {
                output.content.clear();
            }
            output.problem = Some(Problem { title, ..problem });
        }
        Ok(output)
    }
}

async fn run_step(session: &Session, tab: TabId, step: Step) -> Result<StepResult, Problem> {
    let (tab, input) = (Some(tab), InputWay::Auto);
    let report = match step {
        Step::Click { target, button, count, modifiers, force, frame, timeout_ms } => {
            let params = ClickParams {
                button,
                count: count.unwrap_or(1),
                modifiers,
                force,
                frame,
                ..ClickParams::plain(tab, target, timeout_ms)
            };
            session.run::<verbs::Click>(params).await?
        }
        Step::Type { target, text, append, submit, frame, timeout_ms } => {
            let params = TypeParams { tab, target, text, frame, append, submit, input, timeout_ms };
            session.run::<verbs::Type>(params).await?
        }
        Step::Insert { text, target, frame, timeout_ms } => {
            let params = InsertParams { tab, text, target, frame, input, timeout_ms };
            session.run::<verbs::Insert>(params).await?
        }
        Step::Clear { target, frame, timeout_ms } => {
            let params = TargetParams { tab, target, frame, input, timeout_ms };
            session.run::<verbs::Clear>(params).await?
        }
        Step::Hover { target, frame, timeout_ms } => {
            let params = HoverParams { tab, target, frame, at: None, input, timeout_ms };
            session.run::<verbs::Hover>(params).await?
        }
        Step::Select { target, options, frame, timeout_ms } => {
            let params = SelectParams { tab, target, options, frame, input, timeout_ms };
            session.run::<verbs::Select>(params).await?
        }
        Step::Check { target, frame, timeout_ms } => {
            let params = CheckParams { tab, target, on: true, frame, input, timeout_ms };
            session.run::<verbs::Check>(params).await?
        }
        Step::Uncheck { target, frame, timeout_ms } => {
            let params = CheckParams { tab, target, on: false, frame, input, timeout_ms };
            session.run::<verbs::Check>(params).await?
        }
        Step::Press { keys, target, frame, timeout_ms } => {
            let keys = match keys {
                Keys::One(key) => vec![key],
                Keys::Many(keys) => keys,
            };
            let params = PressParams { tab, keys, target, frame, input, timeout_ms };
            session.run::<verbs::Press>(params).await?
        }
        Step::Drag { target: from, to, frame, timeout_ms } => {
            let (from_at, to_at, via) = (None, None, Vec::new());
            let params =
                DragParams { tab, from, to, from_at, to_at, via, frame, input, timeout_ms };
            session.run::<verbs::Drag>(params).await?
        }
        Step::Scroll { target, pages, to, frame } => {
            let motion = motion(target.is_some(), pages, to);
            let params = ScrollVerbParams { tab, target, motion, frame, timeout_ms: None };
            let scrolled = session.run::<verbs::Scroll>(params).await?;
            return Ok(StepResult::Text(describe_scroll(&scrolled)));
        }
        Step::Upload { target, files, frame, timeout_ms } => {
            let params = UploadParams { tab, target, files, frame, input, timeout_ms };
            session.run::<verbs::Upload>(params).await?
        }
        Step::Dialog { accept, text } => {
            session.run::<verbs::AnswerDialog>(DialogParams { tab, accept, text }).await?
        }
        Step::Follow { text } => {
            let params = FollowParams {
                tab,
                text: Some(text),
                position: None,
                new_tab: false,
                timeout_ms: None,
            };
            session.run::<verbs::Follow>(params).await?
        }
        Step::Wait { r#for, text, url, target, frame, timeout_ms } => {
            let r#for = waiting(r#for, text, url, target)?;
            let params = WaitParams { tab, r#for, frame, timeout_ms };
            let waited = session.run::<verbs::Wait>(params).await?;
            return Ok(StepResult::Text(format!("waited {} ms", waited.waited_ms)));
        }
    };
    Ok(StepResult::Report(Box::new(report)))
}

fn motion(has_target: bool, pages: Option<f64>, to: Option<ScrollEnd>) -> ScrollMotion {
    match (pages, to) {
        (_, Some(ScrollEnd::Top)) => ScrollMotion::To { x: None, y: Some(0.0) },
        (_, Some(ScrollEnd::Bottom)) => ScrollMotion::To { x: None, y: Some(1.0) },
        (Some(pages), None) => ScrollMotion::Pages { x: 0.0, y: pages },
        (None, None) if has_target => ScrollMotion::IntoView,
        (None, None) => ScrollMotion::Pages { x: 0.0, y: 1.0 },
    }
}

fn describe_scroll(scrolled: &Scrolled) -> String {
    let state = &scrolled.state;
    let end =
        if state.y + state.view_height >= state.height - 1.0 { "; this is the end" } else { "" };
    format!("scrolled {} by {} pixels{end}", scrolled.container, scrolled.moved_y)
}

/// What is waited for, said or meant by what else is there.
fn waiting(
    what: Option<Waiting>,
    text: Option<String>,
    url: Option<String>,
    target: Option<Target>,
) -> Result<WaitFor, Problem> {
    let missing = |name| bad_arguments("wait", &format!("`{name}` is missing"));
    let what = what.unwrap_or(match (&text, &url, &target) {
        (Some(_), _, _) => Waiting::Text,
        (_, Some(_), _) => Waiting::Url,
        (_, _, Some(_)) => Waiting::Target,
        _ => Waiting::Idle,
    });
    Ok(match what {
        Waiting::Load => WaitFor::Load,
        Waiting::Idle => WaitFor::Idle,
        Waiting::Text => WaitFor::Text { text: text.ok_or_else(|| missing("text"))?, gone: false },
        Waiting::Gone => match (text, target) {
            (Some(text), _) => WaitFor::Text { text, gone: true },
            (None, Some(target)) => WaitFor::Element { target, state: ElementState::Hidden },
            (None, None) => return Err(missing("text")),
        },
        Waiting::Url => WaitFor::Url { url: url.ok_or_else(|| missing("url"))? },
        Waiting::Target => WaitFor::Element {
            target: target.ok_or_else(|| missing("target"))?,
            state: ElementState::Visible,
        },
    })
}
