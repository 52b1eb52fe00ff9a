//! Steps on a page, one after the other, until one brings a surprise.

use serde::Deserialize;
use tabwright_wire::verbs::{
    self, CheckParams, ClickParams, DialogParams, DragParams, FollowParams, HoverParams, InputWay,
    PressParams, Report, ScrollVerbParams, SelectParams, TargetParams, TypeParams, UploadParams,
    WaitFor, WaitParams,
};
use tabwright_wire::{
    ElementState, Modifier, MouseButton, Problem, ScrollMotion, Scrolled, TabId, Target,
};

use super::{Done, page_text, snapshot};
use crate::budget::Cut;
use crate::desk::{OnProgress, Outcome};
use crate::session::{Look, Session, bad_arguments};
use crate::words;

/// Steps of one call.
const STEPS_MAX: usize = 100;

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(super) struct Args {
    tab: Option<TabId>,
    steps: Vec<Step>,
    #[serde(default)]
    snapshot: After,
}

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase")]
enum After {
    #[default]
    Diff,
    Full,
    None,
}

#[derive(Debug, Clone, Deserialize)]
#[serde(tag = "do", rename_all = "camelCase", rename_all_fields = "camelCase", deny_unknown_fields)]
enum Step {
    Click {
        target: Target,
        #[serde(default)]
        button: MouseButton,
        count: Option<u32>,
        #[serde(default)]
        modifiers: Vec<Modifier>,
        #[serde(default)]
        force: bool,
        timeout_ms: Option<u32>,
    },
    Type {
        target: Target,
        text: String,
        #[serde(default)]
        append: bool,
        #[serde(default)]
        submit: bool,
        timeout_ms: Option<u32>,
    },
    Clear {
        target: Target,
        timeout_ms: Option<u32>,
    },
    Hover {
        target: Target,
        timeout_ms: Option<u32>,
    },
    Select {
        target: Target,
        options: Vec<String>,
        timeout_ms: Option<u32>,
    },
    Check {
        target: Target,
        timeout_ms: Option<u32>,
    },
    Uncheck {
        target: Target,
        timeout_ms: Option<u32>,
    },
    Press {
        keys: Keys,
        target: Option<Target>,
        timeout_ms: Option<u32>,
    },
    Drag {
        target: Target,
        to: Target,
        timeout_ms: Option<u32>,
    },
    Scroll {
        target: Option<Target>,
        pages: Option<f64>,
        to: Option<ScrollEnd>,
    },
    Upload {
        target: Target,
        files: Vec<String>,
        timeout_ms: Option<u32>,
    },
    Dialog {
        #[serde(default = "yes")]
        accept: bool,
        text: Option<String>,
    },
    Follow {
        text: String,
    },
    Wait {
        r#for: Option<Waiting>,
        text: Option<String>,
        url: Option<String>,
        target: Option<Target>,
        timeout_ms: Option<u32>,
    },
}

#[derive(Debug, Clone, Deserialize)]
#[serde(untagged)]
enum Keys {
    One(String),
    Many(Vec<String>),
}

#[derive(Debug, Clone, Copy, Deserialize)]
#[serde(rename_all = "camelCase")]
enum ScrollEnd {
    Top,
    Bottom,
}

#[derive(Debug, Clone, Copy, Deserialize)]
#[serde(rename_all = "camelCase")]
enum Waiting {
    Load,
    Idle,
    Text,
    Gone,
    Url,
    Target,
}

fn yes() -> bool {
    true
}

/// What a step brought.
enum Brought {
    Report(Box<Report>),
    Words(String),
}

pub(super) async fn run(session: &Session, args: Args, progress: &OnProgress) -> Done {
    if args.steps.is_empty() || args.steps.len() > STEPS_MAX {
        return Err(bad_arguments("act", &format!("give 1 to {STEPS_MAX} steps")));
    }
    let tab = session.tab(args.tab).await?;
    let count = args.steps.len();
    let mut told = Told::default();
    for (at, step) in args.steps.into_iter().enumerate() {
        let last = at + 1 == count;
        if count > 1 {
            progress(&format!("Step {} of {count}", at + 1));
        }
        match take(session, tab, step).await {
            Ok(brought) => told.add(session, brought, tab),
            Err(problem) => {
                told.problem = Some((at + 1, count, problem));
                break;
            }
        }
        if let Some(surprise) = &told.surprise {
            if !last {
                told.stopped = Some(format!(
                    "Stopped after step {} of {count}: {surprise}. The rest was not done.",
                    at + 1
                ));
            }
            break;
        }
    }
    told.answer(session, tab, args.snapshot).await
}

#[derive(Default)]
struct Told {
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

impl Told {
    fn add(&mut self, session: &Session, brought: Brought, tab: TabId) {
        let report = match brought {
            Brought::Words(words) => return self.lines.push(words),
            Brought::Report(report) => report,
        };
        let changes = &report.changes;
        self.lines.push(words::report(&report));
        self.appearances = words::appearances(changes);
        self.dialog = changes.dialog.is_some();
        self.moved |= changes.navigation.is_some();
        for new in &changes.new_tabs {
            if new.opener.is_none_or(|opener| opener == tab) {
                session.opened(new.id);
            }
        }
        self.surprise = if changes.dialog.is_some() {
            Some("a dialog opened".to_owned())
        } else if changes.navigation.is_some() {
            Some("the page changed".to_owned())
        } else if !changes.new_tabs.is_empty() {
            Some("a new tab opened".to_owned())
        } else {
            None
        };
    }

    async fn answer(self, session: &Session, tab: TabId, after: After) -> Done {
        let body = self.lines.join("\n");
        let head = self.stopped.clone().unwrap_or_default();
        let wants = after != After::None && !self.dialog && self.problem.is_none();
        let look = Look { diff: after == After::Diff && !self.moved, ..Look::default() };
        let seen = if wants { session.look(tab, look).await.ok() } else { None };
        let mut outcome = match seen {
            Some(snapshot) => {
                let mut shown = snapshot::told(&snapshot, "");
                let done = page_text(&head, &Cut { text: body, more: None }, tab);
                let mut pieces = done.pieces;
                pieces.append(&mut shown.pieces);
                Outcome { pieces, ..shown }
            }
            None => {
                let text = format!("{body}{}", self.appearances);
                page_text(&head, &Cut { text, more: None }, tab)
            }
        };
        if let Some((step, count, problem)) = self.problem {
            let title = match count {
                1 => problem.title,
                _ => format!("Step {step} of {count} failed: {}", problem.title),
            };
            if self.lines.is_empty() {
                outcome.pieces.clear();
            }
            outcome.problem = Some(Problem { title, ..problem });
        }
        Ok(outcome)
    }
}

async fn take(session: &Session, tab: TabId, step: Step) -> Result<Brought, Problem> {
    let control = &session.control;
    let (tab, frame, input) = (Some(tab), None, InputWay::Auto);
    let report = match step {
        Step::Click { target, button, count, modifiers, force, timeout_ms } => {
            let params = ClickParams {
                button,
                count: count.unwrap_or(1),
                modifiers,
                force,
                ..ClickParams::plain(tab, target, timeout_ms)
            };
            control.run::<verbs::Click>(params).await?
        }
        Step::Type { target, text, append, submit, timeout_ms } => {
            let params = TypeParams { tab, target, text, frame, append, submit, input, timeout_ms };
            control.run::<verbs::Type>(params).await?
        }
        Step::Clear { target, timeout_ms } => {
            let params = TargetParams { tab, target, frame, input, timeout_ms };
            control.run::<verbs::Clear>(params).await?
        }
        Step::Hover { target, timeout_ms } => {
            let params = HoverParams { tab, target, frame, at: None, input, timeout_ms };
            control.run::<verbs::Hover>(params).await?
        }
        Step::Select { target, options, timeout_ms } => {
            let params = SelectParams { tab, target, options, frame, input, timeout_ms };
            control.run::<verbs::Select>(params).await?
        }
        Step::Check { target, timeout_ms } => {
            let params = CheckParams { tab, target, on: true, frame, input, timeout_ms };
            control.run::<verbs::Check>(params).await?
        }
        Step::Uncheck { target, timeout_ms } => {
            let params = CheckParams { tab, target, on: false, frame, input, timeout_ms };
            control.run::<verbs::Check>(params).await?
        }
        Step::Press { keys, target, timeout_ms } => {
            let keys = match keys {
                Keys::One(key) => vec![key],
                Keys::Many(keys) => keys,
            };
            let params = PressParams { tab, keys, target, frame, input, timeout_ms };
            control.run::<verbs::Press>(params).await?
        }
        Step::Drag { target: from, to, timeout_ms } => {
            let (from_at, to_at, via) = (None, None, Vec::new());
            let params =
                DragParams { tab, from, to, from_at, to_at, via, frame, input, timeout_ms };
            control.run::<verbs::Drag>(params).await?
        }
        Step::Scroll { target, pages, to } => {
            let motion = motion(target.is_some(), pages, to);
            let params = ScrollVerbParams { tab, target, motion, frame, timeout_ms: None };
            let scrolled = control.run::<verbs::Scroll>(params).await?;
            return Ok(Brought::Words(scroll_words(&scrolled)));
        }
        Step::Upload { target, files, timeout_ms } => {
            let params = UploadParams { tab, target, files, frame, input, timeout_ms };
            control.run::<verbs::Upload>(params).await?
        }
        Step::Dialog { accept, text } => {
            control.run::<verbs::AnswerDialog>(DialogParams { tab, accept, text }).await?
        }
        Step::Follow { text } => {
            let params = FollowParams {
                tab,
                text: Some(text),
                position: None,
                new_tab: false,
                timeout_ms: None,
            };
            control.run::<verbs::Follow>(params).await?
        }
        Step::Wait { r#for, text, url, target, timeout_ms } => {
            let r#for = waiting(r#for, text, url, target)?;
            let params = WaitParams { tab, r#for, frame, timeout_ms };
            let waited = control.run::<verbs::Wait>(params).await?;
            return Ok(Brought::Words(format!("waited {} ms", waited.waited_ms)));
        }
    };
    Ok(Brought::Report(Box::new(report)))
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

fn scroll_words(scrolled: &Scrolled) -> String {
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steps_are_read_as_agents_write_them() {
        for step in [
            r#"{"do":"click","target":12}"#,
            r#"{"do":"click","target":"text=Save","count":2,"button":"right"}"#,
            r#"{"do":"type","target":"label=Email","text":"a@b.c","submit":true}"#,
            r#"{"do":"press","keys":"Enter"}"#,
            r#"{"do":"press","keys":["Control+a","Delete"],"target":3}"#,
            r#"{"do":"scroll"}"#,
            r#"{"do":"dialog"}"#,
            r#"{"do":"wait","text":"Thanks"}"#,
        ] {
            serde_json::from_str::<Step>(step).unwrap_or_else(|error| panic!("{step}: {error}"));
        }
    }

    #[test]
    fn a_wrong_step_says_what_would_be_right() {
        for (step, complaint) in [
            (r#"{"do":"tap","target":1}"#, "expected one of"),
            (r#"{"do":"click"}"#, "missing field `target`"),
            (r#"{"do":"click","target":1,"txt":"a"}"#, "unknown field `txt`"),
        ] {
            let error = serde_json::from_str::<Step>(step).unwrap_err().to_string();
            assert!(error.contains(complaint), "{step}: {error}");
        }
    }
}
