//! What a verb means to the rules, and to the person who is asked about it.

use std::any::Any;

use serde::Serialize;
use tabwright_browser::ControlError;
use tabwright_policy::Act;
use tabwright_wire::verbs::{
    self, BookmarkParams, ClipboardParams, FollowParams, OpenIn, OpenParams, ReadAloudParams,
    SearchParams, VerbParams as _,
};
use tabwright_wire::{Sensitivity, Verb, VerbKind};

use super::Control;

/// Values in a question are cut here.
const WORDS_CHARS_MAX: usize = 120;

/// What a client is about to do, and where.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Wish<'a> {
    pub(super) url: &'a str,
    pub(super) to: Option<&'a str>,
    pub(super) opens_tab: bool,
    pub(super) sensitivity: Option<Sensitivity>,
}

impl<'a> Wish<'a> {
    pub(super) fn of<V: Verb>(params: &'a V::Params, url: &'a str) -> Self {
        let any: &dyn Any = params;
        let mut wish = Self { url, ..Self::default() };
        if let Some(open) = any.downcast_ref::<OpenParams>() {
            wish.to = Some(&open.url);
            wish.opens_tab = open.r#in != OpenIn::Current;
        } else if let Some(follow) = any.downcast_ref::<FollowParams>() {
            wish.opens_tab = follow.new_tab;
        } else if let Some(search) = any.downcast_ref::<SearchParams>() {
            wish.opens_tab = search.r#in != OpenIn::Current;
        }
        wish.sensitivity = match V::NAME {
            verbs::Upload::NAME => Some(Sensitivity::Upload),
            verbs::DownloadFile::NAME => Some(Sensitivity::Download),
            _ => None,
        };
        wish
    }

    pub(super) fn act(&self, control: &'a Control, deed: &'a str, kind: VerbKind) -> Act<'a> {
        Act {
            client: &control.client,
            face: control.face,
            deed,
            kind,
            url: self.url,
            to: self.to,
            opens_tab: self.opens_tab,
            sensitivity: self.sensitivity,
        }
    }
}

/// With an address that says its scheme, as the rules want to know it.
pub(super) fn tidied<V: Verb>(mut params: V::Params) -> Result<V::Params, ControlError> {
    let any: &mut dyn Any = &mut params;
    if let Some(open) = any.downcast_mut::<OpenParams>() {
        open.url = tabwright_browser::address(&open.url)?;
    }
    Ok(params)
}

/// Does it use the tab's pointer or keyboard, and is soon done?
pub(super) fn moves_hands<V: Verb>() -> bool {
    V::KIND == VerbKind::Act
        && ![verbs::Eval::NAME, verbs::AnswerDialog::NAME, verbs::DownloadFile::NAME]
            .contains(&V::NAME)
}

/// Is it about a page? The rest is about the browser, or brings its own page.
pub(super) fn needs_page<V: Verb>(params: &V::Params) -> bool {
    let any: &dyn Any = params;
    let elsewhere = |open: OpenIn| open != OpenIn::Current;
    match V::NAME {
        verbs::Tabs::NAME
        | verbs::Hush::NAME
        | verbs::FindPageBookmarks::NAME
        | verbs::FindVisitedPages::NAME
        | verbs::Unbookmark::NAME
        | verbs::SearchProviders::NAME => false,
        verbs::Switch::NAME => params.tab().is_some(),
        verbs::Close::NAME => any.downcast_ref::<verbs::CloseParams>().is_none_or(|it| !it.all),
        verbs::Open::NAME => {
            any.downcast_ref::<OpenParams>().is_none_or(|open| !elsewhere(open.r#in))
        }
        verbs::Search::NAME => {
            any.downcast_ref::<SearchParams>().is_none_or(|search| !elsewhere(search.r#in))
        }
        verbs::DownloadFile::NAME => any
            .downcast_ref::<verbs::DownloadVerbParams>()
            .is_none_or(|download| download.target.is_some() || download.tab.is_some()),
        verbs::AddPageBookmark::NAME => {
            any.downcast_ref::<BookmarkParams>().is_none_or(|bookmark| bookmark.url.is_none())
        }
        verbs::ReadAloud::NAME => {
            any.downcast_ref::<ReadAloudParams>().is_none_or(|aloud| aloud.text.is_none())
        }
        verbs::Clipboard::NAME => {
            any.downcast_ref::<ClipboardParams>().is_none_or(|clipboard| clipboard.tab.is_some())
        }
        _ => true,
    }
}

/// For the person: `type "Ada" into {"label":"Name"}`, from what the verb is told.
pub(super) fn in_words(verb: &str, params: &impl Serialize) -> String {
    let params = serde_json::to_value(params).unwrap_or_default();
    let told =
        ["target", "url", "text", "keys", "query", "files", "script", "options", "from", "to"];
    let mut words = verb.to_owned();
    for name in told {
        let Some(value) = params.get(name).filter(|value| !value.is_null()) else { continue };
        let value = match value {
            serde_json::Value::String(text) => format!("\"{text}\""),
            serde_json::Value::Number(number) => format!("[{number}]"),
            other => other.to_string(),
        };
        words.push(' ');
        words.extend(value.chars().take(WORDS_CHARS_MAX));
    }
    words
}
