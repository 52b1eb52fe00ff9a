//! What a person does with hand and keyboard.

use std::path::PathBuf;

use clap::Args as ClapArgs;
use tabwright_wire::verbs::{
    self, CheckParams, ClickParams, DragParams, FollowParams, HoverParams, PressParams,
    SelectParams, TargetParams, TypeParams, UploadParams,
};
use tabwright_wire::{Modifier, MouseButton, Point, TabId, Target};

use super::common::{
    Among, Asks, Deadline, Element, Input, Usage, absolute, joined, modifier, or_stdin, point,
};

#[derive(Debug, ClapArgs)]
pub(crate) struct ClickArgs {
    #[command(flatten)]
    element: Element,
    /// With the right button
    #[arg(long, conflicts_with = "middle")]
    right: bool,
    /// With the middle button
    #[arg(long)]
    middle: bool,
    /// Twice; the same as --count 2
    #[arg(long, conflicts_with = "count")]
    double: bool,
    /// So many times in a row
    #[arg(long, value_name = "N", default_value_t = 1)]
    count: u32,
    /// Keep the button down for so many milliseconds
    #[arg(long, value_name = "MS", default_value_t = 0)]
    hold: u32,
    /// With keys held: Alt, Control, Meta, Shift
    #[arg(long, value_name = "KEYS", value_delimiter = ',', value_parser = modifier)]
    with: Vec<Modifier>,
    /// At this point of the element, from its top left corner [default: its middle]
    #[arg(long, value_name = "X,Y", value_parser = point)]
    at: Option<Point>,
    /// Even if it is covered, disabled or moving
    #[arg(long)]
    force: bool,
    #[command(flatten)]
    input: Input,
    #[command(flatten)]
    deadline: Deadline,
}

impl Asks for ClickArgs {
    type Verb = verbs::Click;

    fn params(self, tab: Option<TabId>) -> Result<ClickParams, Usage> {
        let button = match self {
            Self { right: true, .. } => MouseButton::Right,
            Self { middle: true, .. } => MouseButton::Middle,
            Self { .. } => MouseButton::Left,
        };
        Ok(ClickParams {
            tab,
            frame: self.element.among.frame,
            target: self.element.chosen()?,
            at: self.at,
            button,
            count: if self.double { 2 } else { self.count },
            hold_ms: self.hold,
            modifiers: self.with,
            force: self.force,
            input: self.input.way(),
            timeout_ms: self.deadline.ms,
        })
    }
}

#[derive(Debug, ClapArgs)]
pub(crate) struct HoverArgs {
    #[command(flatten)]
    element: Element,
    /// At this point of the element, from its top left corner [default: its middle]
    #[arg(long, value_name = "X,Y", value_parser = point)]
    at: Option<Point>,
    #[command(flatten)]
    input: Input,
    #[command(flatten)]
    deadline: Deadline,
}

impl Asks for HoverArgs {
    type Verb = verbs::Hover;

    fn params(self, tab: Option<TabId>) -> Result<HoverParams, Usage> {
        Ok(HoverParams {
            tab,
            frame: self.element.among.frame,
            target: self.element.chosen()?,
            at: self.at,
            input: self.input.way(),
            timeout_ms: self.deadline.ms,
        })
    }
}

#[derive(Debug, ClapArgs)]
pub(crate) struct TypeArgs {
    #[command(flatten)]
    element: Element,
    /// The text; `-` reads stdin
    #[arg(allow_negative_numbers = true)]
    text: String,
    /// Put it behind what the field holds
    #[arg(long)]
    append: bool,
    /// Press Enter after it
    #[arg(long)]
    submit: bool,
    #[command(flatten)]
    input: Input,
    #[command(flatten)]
    deadline: Deadline,
}

impl Asks for TypeArgs {
    type Verb = verbs::Type;

    fn params(self, tab: Option<TabId>) -> Result<TypeParams, Usage> {
        Ok(TypeParams {
            tab,
            frame: self.element.among.frame,
            target: self.element.chosen()?,
            text: or_stdin(self.text)?,
            append: self.append,
            submit: self.submit,
            input: self.input.way(),
            timeout_ms: self.deadline.ms,
        })
    }
}

#[derive(Debug, ClapArgs)]
pub(crate) struct ClearArgs {
    #[command(flatten)]
    element: Element,
    #[command(flatten)]
    input: Input,
    #[command(flatten)]
    deadline: Deadline,
}

impl Asks for ClearArgs {
    type Verb = verbs::Clear;

    fn params(self, tab: Option<TabId>) -> Result<TargetParams, Usage> {
        Ok(TargetParams {
            tab,
            frame: self.element.among.frame,
            target: self.element.chosen()?,
            input: self.input.way(),
            timeout_ms: self.deadline.ms,
        })
    }
}

#[derive(Debug, ClapArgs)]
pub(crate) struct SelectArgs {
    #[command(flatten)]
    element: Element,
    /// Labels or values: these, and no others
    #[arg(required = true, value_name = "OPTION", allow_negative_numbers = true)]
    options: Vec<String>,
    #[command(flatten)]
    input: Input,
    #[command(flatten)]
    deadline: Deadline,
}

impl Asks for SelectArgs {
    type Verb = verbs::Select;

    fn params(self, tab: Option<TabId>) -> Result<SelectParams, Usage> {
        Ok(SelectParams {
            tab,
            frame: self.element.among.frame,
            target: self.element.chosen()?,
            options: self.options,
            input: self.input.way(),
            timeout_ms: self.deadline.ms,
        })
    }
}

#[derive(Debug, ClapArgs)]
pub(crate) struct CheckArgs {
    #[arg(skip = true)]
    on: bool,
    #[command(flatten)]
    element: Element,
    #[command(flatten)]
    input: Input,
    #[command(flatten)]
    deadline: Deadline,
}

impl CheckArgs {
    /// For `uncheck`.
    pub(crate) fn off(self) -> Self {
        Self { on: false, ..self }
    }
}

impl Asks for CheckArgs {
    type Verb = verbs::Check;

    fn params(self, tab: Option<TabId>) -> Result<CheckParams, Usage> {
        Ok(CheckParams {
            tab,
            on: self.on,
            frame: self.element.among.frame,
            target: self.element.chosen()?,
            input: self.input.way(),
            timeout_ms: self.deadline.ms,
        })
    }
}

#[derive(Debug, ClapArgs)]
pub(crate) struct PressArgs {
    /// One after the other: Enter, Control+a, Shift+Tab
    #[arg(required = true, value_name = "KEY")]
    keys: Vec<String>,
    /// Give this element the focus first
    #[arg(long, value_name = "TARGET")]
    r#in: Option<Target>,
    #[command(flatten)]
    among: Among,
    #[command(flatten)]
    input: Input,
    #[command(flatten)]
    deadline: Deadline,
}

impl Asks for PressArgs {
    type Verb = verbs::Press;

    fn params(self, tab: Option<TabId>) -> Result<PressParams, Usage> {
        Ok(PressParams {
            tab,
            keys: self.keys,
            target: self.among.choose_any(self.r#in)?,
            frame: self.among.frame,
            input: self.input.way(),
            timeout_ms: self.deadline.ms,
        })
    }
}

#[derive(Debug, ClapArgs)]
pub(crate) struct DragArgs {
    /// The element to drag, or a point
    from: Target,
    /// Where to: an element or a point
    to: Target,
    /// Take it at this point, from its top left corner
    #[arg(long, value_name = "X,Y", value_parser = point)]
    from_at: Option<Point>,
    /// Let it go at this point, from the top left corner of where it goes
    #[arg(long, value_name = "X,Y", value_parser = point)]
    to_at: Option<Point>,
    /// Pass this point of the view on the way; may be given again
    #[arg(long, value_name = "X,Y", value_parser = point)]
    via: Vec<Point>,
    /// Look in this frame, by its number in a snapshot
    #[arg(long, value_name = "N")]
    frame: Option<u32>,
    #[command(flatten)]
    input: Input,
    #[command(flatten)]
    deadline: Deadline,
}

impl Asks for DragArgs {
    type Verb = verbs::Drag;

    fn params(self, tab: Option<TabId>) -> Result<DragParams, Usage> {
        Ok(DragParams {
            tab,
            from: self.from,
            to: self.to,
            from_at: self.from_at,
            to_at: self.to_at,
            via: self.via,
            frame: self.frame,
            input: self.input.way(),
            timeout_ms: self.deadline.ms,
        })
    }
}

#[derive(Debug, ClapArgs)]
pub(crate) struct FollowArgs {
    /// What the link says, whole or in part
    #[arg(required_unless_present = "position", conflicts_with = "position")]
    text: Vec<String>,
    /// Its place in `tabwright links`, from 1
    #[arg(long, value_name = "N")]
    position: Option<u32>,
    /// In a new tab
    #[arg(long)]
    new_tab: bool,
    #[command(flatten)]
    deadline: Deadline,
}

impl Asks for FollowArgs {
    type Verb = verbs::Follow;

    fn params(self, tab: Option<TabId>) -> Result<FollowParams, Usage> {
        Ok(FollowParams {
            tab,
            text: joined(&self.text),
            position: self.position,
            new_tab: self.new_tab,
            timeout_ms: self.deadline.ms,
        })
    }
}

#[derive(Debug, ClapArgs)]
pub(crate) struct UploadArgs {
    #[command(flatten)]
    element: Element,
    /// The files
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    #[command(flatten)]
    input: Input,
    #[command(flatten)]
    deadline: Deadline,
}

impl Asks for UploadArgs {
    type Verb = verbs::Upload;

    fn params(self, tab: Option<TabId>) -> Result<UploadParams, Usage> {
        let files: Result<_, _> = self.files.iter().map(|file| absolute(file)).collect();
        Ok(UploadParams {
            tab,
            frame: self.element.among.frame,
            target: self.element.chosen()?,
            files: files?,
            input: self.input.way(),
            timeout_ms: self.deadline.ms,
        })
    }
}
