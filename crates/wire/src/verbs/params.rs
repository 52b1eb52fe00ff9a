//! What each verb is told. A field that may be left out is an `Option` or has a default.

use serde::{Deserialize, Serialize};

use super::{Eval, Permission, Scope, Verb as _, VerbFacts, VerbParams};
use crate::address::{NotAnAddress, complete_address};
use crate::ids::TabId;
use crate::kit::{
    Compression, ElementState, Modifier, MouseButton, QueryFact, ScrollMotion, SnapshotMode,
};
use crate::methods::NoParams;
use crate::policy::Sensitivity;
use crate::target::{Point, Target};

/// Declares parameters. Behind `=>` stand the methods of [`VerbParams`] in which they differ from
/// the others.
macro_rules! params {
    ($(
        $(#[$meta:meta])* $name:ident { $($(#[$field_meta:meta])* $field:ident: $type:ty,)* }
        $(=> { $($methods:tt)* })?
    )*) => {
        $(
            $(#[$meta])*
            #[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
            #[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
            #[serde(rename_all = "camelCase", deny_unknown_fields)]
            pub struct $name {
                /// The tab; without one, the one in front.
                pub tab: Option<TabId>,
                $($(#[$field_meta])* pub $field: $type,)*
            }

            impl VerbParams for $name {
                fn tab(&self) -> Option<TabId> {
                    self.tab
                }

                fn set_tab(&mut self, tab: TabId) {
                    self.tab = Some(tab);
                }

                $($($methods)*)?
            }
        )*
    };
}

/// A search provider of the person's own.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct NewSearchProvider {
    pub name: String,
    /// With `{query}` where the words go.
    pub url: String,
}

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

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub enum OpenIn {
    #[default]
    New,
    /// The tab that is meant.
    Current,
    /// A tab that shows the address already, else a new one.
    Existing,
    /// A new window.
    Window,
}

params! {
    TabsParams {
        /// Only those that fit these words, the best first: "the tab about trains".
        about: Option<String>,
    }
    OpenParams {
        /// An address; `https://` may be left out.
        url: String,
        #[serde(default)]
        r#in: OpenIn,
        /// Do not bring it to the front.
        #[serde(default)]
        background: bool,
        /// The tab group that a new tab goes into.
        group: Option<String>,
        timeout_ms: Option<u32>,
    } => {
        fn permission(&self, verb: &VerbFacts) -> Permission<'_> {
            let current = self.r#in == OpenIn::Current;
            let permission = Permission::of(verb).about_page_if(current);
            permission.opening_tab(!current).leading_to(&self.url)
        }

        fn normalize(&mut self) -> Result<(), NotAnAddress> {
            self.url = complete_address(&self.url)?;
            Ok(())
        }

        fn open_in_background(&mut self, group: &str) {
            self.background = true;
            self.group.get_or_insert_with(|| group.to_owned());
        }

        fn open_new_tab(&mut self) -> bool {
            self.r#in = OpenIn::New;
            true
        }
    }
    CloseParams {
        /// Every tab; an empty one is left.
        #[serde(default)]
        all: bool,
    } => {
        fn permission(&self, verb: &VerbFacts) -> Permission<'_> {
            if !self.all {
                return Permission::of(verb).about(Scope::Page);
            }
            // The person's are among them.
            let sensitivity = Some(Sensitivity::Tab);
            Permission { sensitivity, ..Permission::of(verb).about(Scope::AllTabs) }
        }
    }
    SwitchParams {
        /// Words that fit its title or address.
        about: Option<String>,
    } => {
        fn permission(&self, verb: &VerbFacts) -> Permission<'_> {
            let is_named = self.tab.is_some();
            // Whose tab the words fit is not known yet.
            let sensitivity = (!is_named).then_some(Sensitivity::Tab);
            Permission { sensitivity, ..Permission::of(verb).about_page_if(is_named) }
        }
    }
    GroupVerbParams {
        /// These tabs, besides `tab`.
        #[serde(default)]
        tabs: Vec<TabId>,
        /// The group's title; without one, they leave their group.
        name: Option<String>,
    } => {
        fn more_tabs(&self) -> &[TabId] {
            &self.tabs
        }
    }
    WindowParams {
        #[serde(default)]
        tabs: Vec<TabId>,
        /// An open window; without one, a new window.
        window: Option<i32>,
    } => {
        fn more_tabs(&self) -> &[TabId] {
            &self.tabs
        }
    }
    HistoryVerbParams {
        timeout_ms: Option<u32>,
    }
    ReloadVerbParams {
        #[serde(default)]
        bypass_cache: bool,
        timeout_ms: Option<u32>,
    }
    /// Who was stopped does not go on by itself.
    ResumeParams {} => {
        fn permission(&self, verb: &VerbFacts) -> Permission<'_> {
            Permission { only_person: true, ..Permission::of(verb) }
        }
    }
    SnapshotParams {
        #[serde(default)]
        mode: SnapshotMode,
        /// The text is never longer.
        max_chars: Option<u32>,
        /// Only what changed since the snapshot with this id.
        since: Option<u32>,
        /// Only what is inside the element with this number.
        within: Option<u32>,
    }
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
        target: Target,
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
    WaitParams {
        r#for: WaitFor,
        frame: Option<u32>,
        timeout_ms: Option<u32>,
    } => {
        fn permission(&self, verb: &VerbFacts) -> Permission<'_> {
            // A function in the page is a script, whatever it waits for.
            let runs_script = matches!(self.r#for, WaitFor::Function { .. });
            let kind = if runs_script { Eval::FACTS.kind } else { verb.kind };
            Permission { kind, ..Permission::of(verb) }.running_script(runs_script)
        }
    }
    TextParams {
        target: Option<Target>,
        frame: Option<u32>,
        max_chars: Option<u32>,
    }
    HtmlParams {
        target: Option<Target>,
        frame: Option<u32>,
        #[serde(default)]
        compression: Compression,
        max_chars: Option<u32>,
    }
    MarkdownParams {
        target: Option<Target>,
        frame: Option<u32>,
        /// Only the main content.
        #[serde(default)]
        main: bool,
        max_chars: Option<u32>,
    }
    LinksParams {
        /// The best fitting first.
        words: Option<String>,
        max: Option<u32>,
    }
    TablesParams {
        target: Option<Target>,
        frame: Option<u32>,
        max_rows: Option<u32>,
    }
    ScreenshotParams {
        /// Only this element.
        target: Option<Target>,
        frame: Option<u32>,
        /// The whole page, not only what is in view.
        #[serde(default)]
        full: bool,
        /// Draw the numbers of the elements on it.
        #[serde(default)]
        marks: bool,
        timeout_ms: Option<u32>,
    }
    PdfParams {
        #[serde(default)]
        landscape: bool,
        /// With colours and pictures behind the text.
        #[serde(default)]
        background: bool,
        timeout_ms: Option<u32>,
    }
    EvalParams {
        /// An expression, or the body of an async function with `return`. With `target` or `args`, a
        /// function.
        script: String,
        frame: Option<u32>,
        /// The function is called with this element first.
        target: Option<Target>,
        /// With a list of all elements that fit, instead.
        #[serde(default)]
        all: bool,
        /// The function is called with these, behind the element.
        #[cfg_attr(feature = "openapi", schema(value_type = Option<Vec<Object>>))]
        args: Option<Vec<serde_json::Value>>,
        timeout_ms: Option<u32>,
    } => {
        const WRITTEN: &'static [&'static str] = &["args"];

        fn permission(&self, verb: &VerbFacts) -> Permission<'_> {
            Permission::of(verb).running_script(true)
        }
    }
    QueryVerbParams {
        target: Target,
        frame: Option<u32>,
        /// What to tell of each; role, name and state without it.
        facts: Option<Vec<QueryFact>>,
        /// An attribute to tell of, too.
        attribute: Option<String>,
        /// Tell of so many; all are counted.
        max: Option<u32>,
    }
    ConsoleParams {
        /// Only what came after the message with this number.
        after: Option<u32>,
        /// Only messages at least so grave.
        level: Option<ConsoleLevel>,
        max: Option<u32>,
    }
    NetworkParams {
        /// Only what came after the request with this number.
        after: Option<u32>,
        /// Only addresses that contain this, or fit it where it has `*`.
        url: Option<String>,
        /// This request alone, with its headers and what it was answered.
        id: Option<u32>,
        max: Option<u32>,
        /// The body is cut here.
        max_chars: Option<u32>,
    }
    MouseParams {
        r#do: MouseDeed,
        /// Where, in the view; where it is now without it.
        at: Option<Point>,
        #[serde(default)]
        button: MouseButton,
        /// How far the wheel turns.
        wheel: Option<Point>,
    }
    ZoomVerbParams {
        to: ZoomTo,
    }
    EmulateParams {
        /// A device by its name; see [`DEVICES`].
        device: Option<String>,
        /// The size of the view, in CSS pixels.
        viewport: Option<ViewSize>,
        /// Device pixels to one CSS pixel.
        scale: Option<f64>,
        color_scheme: Option<ColorScheme>,
        reduced_motion: Option<bool>,
        /// Without a network.
        offline: Option<bool>,
        /// First ends all that was emulated before.
        #[serde(default)]
        reset: bool,
    }
    ReadAloudParams {
        /// This, instead of the page.
        text: Option<String>,
        lang: Option<String>,
    } => {
        const WRITTEN: &'static [&'static str] = &["text"];

        fn permission(&self, verb: &VerbFacts) -> Permission<'_> {
            Permission::of(verb).about_page_if(self.text.is_none())
        }
    }
    BookmarksParams {
        #[serde(default)]
        query: String,
        max: Option<u32>,
    }
    VisitedParams {
        /// Words of title or address; empty gives the last visited.
        #[serde(default)]
        query: String,
        max: Option<u32>,
        /// Only what was visited in the last so many days.
        days: Option<u32>,
    }
    BookmarkParams {
        url: Option<String>,
        title: Option<String>,
        folder: Option<String>,
    } => {
        fn permission(&self, verb: &VerbFacts) -> Permission<'_> {
            Permission::of(verb).about_page_if(self.url.is_none()).changing_settings(true)
        }
    }
    UnbookmarkParams {
        /// A bookmark's id.
        id: String,
    } => {
        fn permission(&self, verb: &VerbFacts) -> Permission<'_> {
            Permission::of(verb).changing_settings(true)
        }
    }
    SearchParams {
        query: String,
        /// A provider by name; without one, the default.
        provider: Option<String>,
        #[serde(default)]
        r#in: OpenIn,
        timeout_ms: Option<u32>,
    } => {
        fn permission(&self, verb: &VerbFacts) -> Permission<'_> {
            let current = self.r#in == OpenIn::Current;
            Permission::of(verb).about_page_if(current).opening_tab(!current)
        }

        fn open_new_tab(&mut self) -> bool {
            self.r#in = OpenIn::New;
            true
        }
    }
    SearchProvidersParams {
        /// The default from now on.
        choose: Option<String>,
        /// One of the person's own; it takes the place of one of that name.
        add: Option<NewSearchProvider>,
        /// One of the person's own, by name.
        remove: Option<String>,
    } => {
        fn permission(&self, verb: &VerbFacts) -> Permission<'_> {
            let changes = self.choose.is_some() || self.add.is_some() || self.remove.is_some();
            Permission::of(verb).changing_settings(changes)
        }
    }
    ClipboardParams {
        /// Put this on it; without it, read.
        write: Option<String>,
    } => {
        const WRITTEN: &'static [&'static str] = &["write"];

        fn permission(&self, verb: &VerbFacts) -> Permission<'_> {
            Permission::of(verb).about_page_if(self.tab.is_some())
        }
    }
}

/// How grave a message of the console is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub enum ConsoleLevel {
    Debug,
    Info,
    Warning,
    Error,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub enum MouseDeed {
    Move,
    Down,
    Up,
    Wheel,
}

/// What to wait for.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(tag = "type", rename_all = "camelCase", rename_all_fields = "camelCase")]
pub enum WaitFor {
    /// All of the page is there.
    Load,
    /// No request is under way and nothing changes, for half a second.
    Idle,
    /// The page answers to input.
    Interaction,
    Element {
        target: Target,
        #[serde(default)]
        state: ElementState,
    },
    Text {
        text: String,
        #[serde(default)]
        gone: bool,
    },
    /// The address contains this, or fits it where it has `*`.
    Url { url: String },
    /// An expression in the page becomes true.
    Function { script: String },
}

#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub enum ZoomTo {
    In,
    Out,
    Reset,
    /// Per cent.
    Percent(f64),
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct ViewSize {
    pub width: u32,
    pub height: u32,
}

/// What a page is told that the person prefers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "kebab-case")]
pub enum ColorScheme {
    Light,
    Dark,
}

/// A device that can be emulated: its view, and how it introduces itself.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Device {
    pub name: &'static str,
    pub view: ViewSize,
    pub scale: f64,
    /// It is touched, its pages are laid out for a phone or tablet, and this is its system in the user
    /// agent. None for computers.
    pub system: Option<&'static str>,
}

const fn device(
    name: &'static str,
    (width, height): (u32, u32),
    scale: f64,
    system: Option<&'static str>,
) -> Device {
    Device { name, view: ViewSize { width, height }, scale, system }
}

/// The devices that can be emulated.
pub const DEVICES: &[Device] = &[
    device("pixel-8", (412, 915), 2.625, Some("Linux; Android 14; Pixel 8")),
    device("galaxy-s24", (360, 780), 3.0, Some("Linux; Android 14; SM-S921B")),
    device("iphone-15", (393, 852), 3.0, Some("iPhone; CPU iPhone OS 17_5 like Mac OS X")),
    device("ipad-pro-11", (834, 1194), 2.0, Some("iPad; CPU OS 17_5 like Mac OS X")),
    device("laptop", (1366, 768), 1.0, None),
    device("desktop", (1920, 1080), 1.0, None),
];

impl VerbParams for NoParams {
    fn tab(&self) -> Option<TabId> {
        None
    }

    fn set_tab(&mut self, _: TabId) {}
}

fn once() -> u32 {
    1
}

fn yes() -> bool {
    true
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
