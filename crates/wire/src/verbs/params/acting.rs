//! What is done to the elements of a page.

use serde::{Deserialize, Serialize};

use crate::address::{NotAnAddress, complete_address};
use crate::ids::TabId;
use crate::kit::{Modifier, MouseButton, ScrollMotion};
use crate::target::{Point, Target};
use crate::verbs::{Permission, VerbFacts, VerbParams};

/// How input reaches a page.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub enum InputWay {
    /// By the debugger where that is attached or allowed, else synthesised.
    #[default]
    Auto,
    /// Like a person's own, by the debugger.
    Trusted,
    /// By events that the page kit makes.
    Synthesised,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub enum MouseAction {
    Move,
    Down,
    Up,
    Wheel,
}

params! {
    ClickParams {
        target: Target,
        /// The frame to look in, by its number; numbers know their frame.
        frame: Option<u32>,
        /// A point of the element, from its top left corner.
        at: Option<Point>,
        #[serde(default)]
        button: MouseButton,
        /// 2 is a double click.
        #[serde(default = "once")]
        count: u32,
        #[serde(default)]
        hold_ms: u32,
        #[serde(default)]
        modifiers: Vec<Modifier>,
        /// Do it even if the element is covered, disabled or moving.
        #[serde(default)]
        force: bool,
        #[serde(default)]
        input: InputWay,
        timeout_ms: Option<u32>,
    }
    HoverParams {
        target: Target,
        frame: Option<u32>,
        at: Option<Point>,
        #[serde(default)]
        input: InputWay,
        timeout_ms: Option<u32>,
    }
    TypeParams {
        /// Without one, the text goes to whatever has the focus, at the caret.
        target: Option<Target>,
        text: String,
        frame: Option<u32>,
        /// Put it behind what the field holds, instead of in its place.
        #[serde(default)]
        append: bool,
        /// Press Enter after it.
        #[serde(default)]
        submit: bool,
        #[serde(default)]
        input: InputWay,
        timeout_ms: Option<u32>,
    } => {
        const WRITTEN: &'static [&'static str] = &["text"];
    }
    InsertParams {
        text: String,
        /// What gets the focus first; without one, whatever has it.
        target: Option<Target>,
        frame: Option<u32>,
        #[serde(default)]
        input: InputWay,
        timeout_ms: Option<u32>,
    } => {
        const WRITTEN: &'static [&'static str] = &["text"];
    }
    TargetParams {
        target: Target,
        frame: Option<u32>,
        #[serde(default)]
        input: InputWay,
        timeout_ms: Option<u32>,
    }
    SelectParams {
        target: Target,
        /// Labels or values: these, and no others.
        options: Vec<String>,
        frame: Option<u32>,
        #[serde(default)]
        input: InputWay,
        timeout_ms: Option<u32>,
    }
    CheckParams {
        target: Target,
        /// False unticks.
        #[serde(default = "yes")]
        on: bool,
        frame: Option<u32>,
        #[serde(default)]
        input: InputWay,
        timeout_ms: Option<u32>,
    }
    PressParams {
        /// One after the other: `Enter`, `Control+a`, `Shift+Tab`.
        keys: Vec<String>,
        /// What gets the focus first; without one, whatever has it.
        target: Option<Target>,
        frame: Option<u32>,
        #[serde(default)]
        input: InputWay,
        timeout_ms: Option<u32>,
    } => {
        const WRITTEN: &'static [&'static str] = &["keys"];
    }
    DragParams {
        from: Target,
        to: Target,
        from_at: Option<Point>,
        to_at: Option<Point>,
        /// Places of the view to pass on the way, as for drawing.
        #[serde(default)]
        via: Vec<Point>,
        frame: Option<u32>,
        #[serde(default)]
        input: InputWay,
        timeout_ms: Option<u32>,
    }
    ScrollVerbParams {
        /// Its container scrolls; without one, the page or its main container.
        target: Option<Target>,
        motion: ScrollMotion,
        frame: Option<u32>,
        timeout_ms: Option<u32>,
    }
    FollowParams {
        /// What the link says, whole or in part.
        text: Option<String>,
        /// Its place among the page's links, from 1.
        position: Option<u32>,
        #[serde(default)]
        new_tab: bool,
        timeout_ms: Option<u32>,
    } => {
        fn permission(&self, verb: &VerbFacts) -> Permission<'_> {
            Permission::of(verb).opening_tab(self.new_tab)
        }
    }
    UploadParams {
        target: Target,
        /// Paths on the daemon's machine.
        files: Vec<String>,
        frame: Option<u32>,
        #[serde(default)]
        input: InputWay,
        timeout_ms: Option<u32>,
    }
    DownloadVerbParams {
        /// An address, fetched with the browser's cookies.
        url: Option<String>,
        /// Or what to click.
        target: Option<Target>,
        /// Where to put it: a file, or a folder that is there. A plain name is put where the browser puts
        /// downloads, and so is everything without it. Agents give plain names only.
        to: Option<String>,
        timeout_ms: Option<u32>,
    } => {
        fn file_name(&self) -> Option<&str> {
            self.to.as_deref()
        }

        fn permission(&self, verb: &VerbFacts) -> Permission<'_> {
            let about_page = self.target.is_some() || self.tab.is_some();
            let permission = Permission::of(verb).about_page_if(about_page);
            match &self.url {
                Some(url) => permission.leading_to(url),
                None => permission,
            }
        }

        fn normalize(&mut self) -> Result<(), NotAnAddress> {
            self.url = self.url.as_deref().map(complete_address).transpose()?;
            Ok(())
        }
    }
    DialogParams {
        /// False is Cancel.
        #[serde(default = "yes")]
        accept: bool,
        /// What to answer a prompt.
        text: Option<String>,
    } => {
        const WRITTEN: &'static [&'static str] = &["text"];
    }
    MouseParams {
        r#do: MouseAction,
        /// Where, in the view; where it is now without it.
        at: Option<Point>,
        #[serde(default)]
        button: MouseButton,
        /// How far the wheel turns.
        wheel: Option<Point>,
    }
}

impl ClickParams {
    /// One plain click with the left button.
    #[must_use]
    pub fn plain(tab: Option<TabId>, target: Target, timeout_ms: Option<u32>) -> Self {
        Self {
            tab,
            target,
            frame: None,
            at: None,
            button: MouseButton::default(),
            count: 1,
            hold_ms: 0,
            modifiers: Vec::new(),
            force: false,
            input: InputWay::Auto,
            timeout_ms,
        }
    }
}

fn once() -> u32 {
    1
}

fn yes() -> bool {
    true
}
