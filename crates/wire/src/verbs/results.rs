//! What each verb tells.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

use super::VerbResult;
use super::params::{ColorScheme, ConsoleLevel, ViewSize};
use crate::control::{
    Bookmark, BookmarkList, ClipboardText, DownloadNotice, Tab, TabList, VisitedList, ZoomState,
};
use crate::ids::TabId;
use crate::kit::{ElementFacts, FoundElement, LinkList, Mark, ScrollState, Scrolled, TableList};
use crate::methods::NoResult;
use crate::target::Point;
use crate::tool_calls::PictureFormat;

macro_rules! message {
    ($($(#[$meta:meta])* $name:ident { $($(#[$field_meta:meta])* $field:ident: $type:ty,)* })*) => {
        $(
            $(#[$meta])*
            #[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
            #[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
            #[serde(rename_all = "camelCase")]
            pub struct $name { $($(#[$field_meta])* pub $field: $type,)* }
        )*
    };
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde hands it over by reference")]
fn is_zero(count: &u32) -> bool {
    *count == 0
}

/// What was used.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub enum InputKind {
    Trusted,
    Synthesised,
}

message! {
    /// Where a tab has arrived.
    Visit {
        tab: TabId,
        url: String,
        title: String,
        /// False when it was still loading at the deadline.
        loaded: bool,
        /// The tab was open before, and is not the caller's by this.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        was_open: bool,
    }
    Closed {
        tabs: Vec<TabId>,
    }
    Snapshot {
        /// For a later `since`.
        id: u32,
        tab: TabId,
        url: String,
        title: String,
        text: String,
        /// The text tells only what changed.
        is_diff: bool,
        /// Interactive elements found, and how many of them the text leaves out.
        interactive: u32,
        left_out: u32,
        scroll: ScrollState,
    }
    /// What was done, and what came of it.
    Report {
        tab: TabId,
        /// In words.
        did: String,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        element: Option<ElementFacts>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        input: Option<InputKind>,
        changes: Changes,
    }
    DialogInfo {
        /// `alert`, `confirm`, `prompt` or `beforeunload`.
        kind: String,
        message: String,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        default_text: Option<String>,
    }
    Downloaded {
        download: DownloadNotice,
        /// Where it lies now.
        path: String,
    }
    WaitReport {
        tab: TabId,
        waited_ms: u32,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        element: Option<ElementFacts>,
        url: String,
    }
    PageText {
        tab: TabId,
        url: String,
        title: String,
        text: String,
    }
    HtmlFragment {
        /// The number of the frame it is from; none for the main one.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        frame: Option<u32>,
        url: String,
        html: String,
    }
    HtmlFragments {
        tab: TabId,
        title: String,
        fragments: Vec<HtmlFragment>,
    }
    Screenshot {
        tab: TabId,
        base64: String,
        #[serde(default)]
        format: PictureFormat,
        width: u32,
        height: u32,
        /// Pixels of the picture to one CSS pixel of the page.
        scale: f64,
        /// Where its upper left corner is in the viewport, in CSS pixels.
        corner: Point,
        /// Pixels or exact colours were given up, so that it is not larger than wanted.
        reduced: bool,
        /// The page goes on beyond it: no picture can be that long.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        cut: bool,
        /// The marks drawn on it, in pixels of the page.
        marks: Vec<Mark>,
    }
    Found {
        tab: TabId,
        total: u32,
        elements: Vec<FoundElement>,
    }
    ConsoleMessage {
        /// Rises with every message of the tab.
        number: u32,
        level: ConsoleLevel,
        text: String,
        /// Where it comes from: address and line.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        source: Option<String>,
    }
    ConsoleMessages {
        tab: TabId,
        messages: Vec<ConsoleMessage>,
        /// Listening began with this call: nothing before it is known.
        just_begun: bool,
        /// So many lines came and are not kept any more: only the newest are.
        #[serde(default, skip_serializing_if = "is_zero")]
        dropped: u32,
        /// The page writes so much that it is not listened to for some seconds; what it writes then is
        /// not counted.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        muted: bool,
    }
    NetworkRequest {
        /// Rises with every request of the tab.
        number: u32,
        method: String,
        url: String,
        /// `document`, `script`, `fetch` …
        kind: String,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        status: Option<u16>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        mime_type: Option<String>,
        /// Why it failed.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        error: Option<String>,
        /// Since it began; nothing while it is under way.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        took_ms: Option<u32>,
        /// Only of one that was asked for by its number.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        details: Option<RequestDetails>,
    }
    RequestDetails {
        request_headers: BTreeMap<String, String>,
        response_headers: BTreeMap<String, String>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        request_body: Option<String>,
        /// As text, or as base64 where it is none.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        response_body: Option<String>,
        base64: bool,
    }
    NetworkRequests {
        tab: TabId,
        requests: Vec<NetworkRequest>,
        /// Listening began with this call: nothing before it is known.
        just_begun: bool,
    }
    /// What is emulated in a tab. What is not said is as the browser has it.
    #[derive(Default)]
    Emulation {
        #[serde(default, skip_serializing_if = "Option::is_none")]
        device: Option<String>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        viewport: Option<ViewSize>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        scale: Option<f64>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        color_scheme: Option<ColorScheme>,
        reduced_motion: bool,
        offline: bool,
    }
    PdfFile {
        tab: TabId,
        base64: String,
    }
    SearchProvider {
        name: String,
        /// With `{query}` where the words go.
        url: String,
        is_default: bool,
    }
    SearchProviderList {
        providers: Vec<SearchProvider>,
    }
}

/// What an action changed.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct Changes {
    /// Where the tab went.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub navigation: Option<Visit>,
    /// The address within the same page.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub moved_to: Option<String>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub new_tabs: Vec<Tab>,
    /// A dialog is open, and the page waits for its answer.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub dialog: Option<DialogInfo>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub downloads: Vec<DownloadNotice>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub focused: Option<ElementFacts>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub appeared: Vec<String>,
    /// More appeared than is told.
    #[serde(default)]
    pub appeared_count: u32,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub disappeared: Vec<String>,
    #[serde(default)]
    pub disappeared_count: u32,
    /// What is still there and otherwise now: a value, a state, its words.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub changed: Vec<String>,
    #[serde(default)]
    pub changed_count: u32,
    /// The tab closed itself.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub closed: bool,
    /// Nothing changed that could be seen.
    #[serde(default)]
    pub nothing: bool,
}

/// What a script returned, as JSON.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct EvalResult {
    #[cfg_attr(feature = "openapi", schema(value_type = Object))]
    pub value: Box<RawValue>,
}

/// Stands for the title of a page that a client may not know of.
pub const CLOSED_TO_CLIENT: &str = "(closed to you)";

macro_rules! plain_results {
    ($($result:ty),* $(,)?) => {
        $(impl VerbResult for $result {})*
    };
}

plain_results!(
    Bookmark,
    ClipboardText,
    Downloaded,
    Emulation,
    EvalResult,
    Found,
    HtmlFragments,
    LinkList,
    NoResult,
    PageText,
    PdfFile,
    Screenshot,
    Scrolled,
    SearchProviderList,
    Snapshot,
    TableList,
    WaitReport,
    ZoomState,
);

impl VerbResult for TabList {
    fn for_each_tab(&mut self, then: &mut dyn FnMut(&mut Tab)) {
        self.tabs.iter_mut().for_each(then);
    }

    fn retain_tabs(&mut self, keep: &dyn Fn(&Tab) -> bool) {
        self.tabs.retain(keep);
    }
}

impl VerbResult for Tab {
    fn for_each_tab(&mut self, then: &mut dyn FnMut(&mut Tab)) {
        then(self);
    }
}

impl VerbResult for BookmarkList {
    fn retain_addresses(&mut self, may_see: &dyn Fn(&str) -> bool) {
        self.bookmarks.retain(|bookmark| may_see(&bookmark.url));
    }
}

impl VerbResult for VisitedList {
    fn retain_addresses(&mut self, may_see: &dyn Fn(&str) -> bool) {
        self.pages.retain(|page| may_see(&page.url));
    }
}

impl VerbResult for ConsoleMessages {
    fn retain_addresses(&mut self, may_see: &dyn Fn(&str) -> bool) {
        // The source is an address, and the line there.
        let place = |source: &str| match source.rsplit_once(':') {
            Some((url, line)) if line.bytes().all(|byte| byte.is_ascii_digit()) => url.to_owned(),
            _ => source.to_owned(),
        };
        self.messages.retain(|message| match message.source.as_deref() {
            Some(source) if source.contains("://") => may_see(&place(source)),
            _ => true,
        });
    }
}

impl VerbResult for NetworkRequests {
    fn retain_addresses(&mut self, may_see: &dyn Fn(&str) -> bool) {
        self.requests.retain(|request| may_see(&request.url));
    }
}

impl VerbResult for Report {
    fn for_each_tab(&mut self, then: &mut dyn FnMut(&mut Tab)) {
        self.changes.new_tabs.iter_mut().for_each(then);
    }

    fn retain_addresses(&mut self, may_see: &dyn Fn(&str) -> bool) {
        if let Some(visit) = &mut self.changes.navigation {
            visit.retain_addresses(may_see);
        }
        if self.changes.moved_to.as_deref().is_some_and(|url| !may_see(url)) {
            self.changes.moved_to = Some(CLOSED_TO_CLIENT.to_owned());
        }
    }

    fn report(&mut self) -> Option<&mut Report> {
        Some(self)
    }
}

impl VerbResult for Visit {
    fn retain_addresses(&mut self, may_see: &dyn Fn(&str) -> bool) {
        if !may_see(&self.url) {
            self.url.clear();
            CLOSED_TO_CLIENT.clone_into(&mut self.title);
        }
    }

    fn visited(&self) -> Option<TabId> {
        (!self.was_open).then_some(self.tab)
    }
}

impl VerbResult for Closed {
    fn closed(&self) -> &[TabId] {
        &self.tabs
    }
}

impl Screenshot {
    /// What whoever looks at it must know, behind its size: how its pixels are to be read, and what it lacks.
    #[must_use]
    pub fn remarks(&self) -> String {
        let mut remarks = String::new();
        if (self.scale - 1.0).abs() > f64::EPSILON {
            remarks += &format!(", {} to one CSS pixel", self.scale);
        }
        if self.reduced {
            remarks += ", reduced";
        }
        if self.cut {
            remarks += ", cut: the page goes on";
        }
        remarks
    }
}
