//! What a person does with hand and keyboard.

use std::path::PathBuf;

use clap::Args as ClapArgs;
use tabwright_wire::verbs::{
    self, CheckParams, ClickParams, DragParams, FollowParams, HoverParams, InsertParams,
    PressParams, SelectParams, TargetParams, TypeParams, UploadParams,
};
use tabwright_wire::{Modifier, MouseButton, Point, TabId, Target};

use super::common::{
    Among, Asks, Deadline, Element, Input, Usage, absolute, joined, modifier, or_stdin, point,
};

#[derive(Debug, ClapArgs)]
pub(crate) struct ClickArgs {
    #[command(flatten)]
    element: Element,
    /// Use the right button
    #[arg(long, conflicts_with = "middle")]
    right: bool,
    /// Use the middle button
    #[arg(long)]
    middle: bool,
    /// Double-click
    #[arg(long, conflicts_with = "count")]
    double: bool,
    /// Click this many times
    #[arg(long, value_name = "N", default_value_t = 1)]
    count: u32,
    /// Hold the button for this many milliseconds
    #[arg(long, value_name = "MS", default_value_t = 0)]
    hold: u32,
    /// Hold these keys: Alt, Control, Meta, Shift
    #[arg(long, value_name = "KEYS", value_delimiter = ',', value_parser = modifier)]
    with: Vec<Modifier>,
    /// A point of the element, from its top left corner [default: its center]
    #[arg(long, value_name = "X,Y", value_parser = point)]
    at: Option<Point>,
    /// Click even if the element is covered, disabled or moving
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
    /// A point of the element, from its top left corner [default: its center]
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
    /// The element, then the text. Without an element, what has the focus gets the text at its caret. `-`
    /// reads the text from stdin
    #[arg(value_names = ["TARGET", "TEXT"], num_args = 1..=2, required = true, allow_negative_numbers = true)]
    words: Vec<String>,
    #[command(flatten)]
    among: Among,
    /// Keep what is in the field, and add the text at the end
    #[arg(long)]
    append: bool,
    /// Press Enter afterwards
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
        let mut words = self.words;
        let text = words.pop().unwrap_or_default();
        let target = words.pop().map(|target| target.parse::<Target>()).transpose();
        let target = target.map_err(|error| Usage(error.to_string()))?;
        if target.is_none() && (self.append || self.among.frame.is_some()) {
            let message = "`--append` and `--frame` need a target before the text.";
            return Err(Usage(message.to_owned()));
        }
        Ok(TypeParams {
            tab,
            frame: self.among.frame,
            target: self.among.choose_any(target)?,
            text: or_stdin(text)?,
            append: self.append,
            submit: self.submit,
            input: self.input.way(),
            timeout_ms: self.deadline.ms,
        })
    }
}

#[derive(Debug, ClapArgs)]
pub(crate) struct InsertArgs {
    /// The text. `-` reads it from stdin
    #[arg(allow_negative_numbers = true)]
    text: String,
    /// Focus this element first
    #[arg(long, value_name = "TARGET")]
    r#in: Option<Target>,
    #[command(flatten)]
    among: Among,
    #[command(flatten)]
    input: Input,
    #[command(flatten)]
    deadline: Deadline,
}

impl Asks for InsertArgs {
    type Verb = verbs::Insert;

    fn params(self, tab: Option<TabId>) -> Result<InsertParams, Usage> {
        Ok(InsertParams {
            tab,
            text: or_stdin(self.text)?,
            target: self.among.choose_any(self.r#in)?,
            frame: self.among.frame,
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
    /// The options to select, by label or value. All others are deselected
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
    /// Keys to press in order, such as Enter, Control+a or Shift+Tab
    #[arg(required = true, value_name = "KEY")]
    keys: Vec<String>,
    /// Focus this element first
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
    /// The destination: an element or a point
    to: Target,
    /// Where to grab it, from its top left corner
    #[arg(long, value_name = "X,Y", value_parser = point)]
    from_at: Option<Point>,
    /// Where to drop it, from the top left corner of the destination
    #[arg(long, value_name = "X,Y", value_parser = point)]
    to_at: Option<Point>,
    /// Move through this point of the viewport. Can be repeated
    #[arg(long, value_name = "X,Y", value_parser = point)]
    via: Vec<Point>,
    /// Search in this frame, by its number in a snapshot
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
    /// The text of the link, or a part of it
    #[arg(required_unless_present = "position", conflicts_with = "position")]
    text: Vec<String>,
    /// Its number in `tabwright links`
    #[arg(long, value_name = "N")]
    position: Option<u32>,
    /// Open it in a new tab
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
    /// The files to upload
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
