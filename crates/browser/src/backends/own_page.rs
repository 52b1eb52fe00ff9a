//! What only a page of Chrome's own can do over CDP: bookmarks, and a clipboard that needs no site.

use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::value::RawValue;
use serde_json::{Value, json};
use tabwright_wire::{AddBookmarkParams, Bookmark, BookmarkList, FindBookmarksParams};
use tokio::time::timeout;

use super::cdp::{CdpBackend, PAGE_TIMEOUT};
use crate::backend::{BrowserBackend as _, NewTab, Result};
use crate::error::ControlError;

const OWN_PAGE: &str = "chrome://bookmarks/";

impl CdpBackend {
    pub(super) async fn bookmarks_like(
        &self,
        params: &FindBookmarksParams,
    ) -> Result<BookmarkList> {
        self.bookmark_call(BOOKMARKS_FIND, params).await
    }

    pub(super) async fn bookmark(&self, params: &AddBookmarkParams) -> Result<Bookmark> {
        self.bookmark_call(BOOKMARKS_ADD, params).await
    }

    pub(super) async fn forget_bookmark(&self, id: &str) -> Result<()> {
        self.bookmark_call::<Value>(BOOKMARKS_REMOVE, &id).await.map(drop)
    }

    pub(super) async fn clipboard(&self) -> Result<String> {
        self.allow_clipboard().await?;
        let text = self.in_own_page("navigator.clipboard.readText()").await?;
        serde_json::from_str(text.get()).map_err(|error| ControlError::Failed(error.to_string()))
    }

    pub(super) async fn set_clipboard(&self, text: String) -> Result<()> {
        self.allow_clipboard().await?;
        let text = Value::from(text);
        self.in_own_page(&format!("navigator.clipboard.writeText({text})")).await.map(drop)
    }

    async fn allow_clipboard(&self) -> Result<()> {
        let wish = json!({ "permissions": ["clipboardReadWrite", "clipboardSanitizedWrite"] });
        Ok(self.browser.call_root::<Value>("Browser.grantPermissions", &wish).await.map(drop)?)
    }

    async fn bookmark_call<T: DeserializeOwned>(
        &self,
        body: &str,
        params: &impl Serialize,
    ) -> Result<T> {
        let params = serde_json::to_string(params).unwrap_or_default();
        let value = self.in_own_page(&format!("({body})({params})")).await?;
        serde_json::from_str(value.get())
            .map_err(|error| ControlError::Failed(format!("the bookmarks page: {error}")))
    }

    /// Runs an expression in a page of Chrome's own, opened for it and closed again.
    async fn in_own_page(&self, expression: &str) -> Result<Box<RawValue>> {
        let new = NewTab { url: OWN_PAGE.to_owned(), background: true, ..NewTab::default() };
        let tab = self.open_tab(new).await?;
        let outcome = async {
            let _: Value = self
                .call(tab, "Emulation.setFocusEmulationEnabled", &json!({ "enabled": true }))
                .await?;
            let loaded = "new Promise(done => document.readyState === 'complete' ? done() \
                          : addEventListener('load', () => done()))";
            self.evaluate(tab, loaded).await?;
            self.evaluate(tab, expression).await
        };
        let outcome = timeout(PAGE_TIMEOUT, outcome).await;
        let _ = self.close_tab(tab).await;
        outcome.map_err(|_| ControlError::Timeout(format!("{OWN_PAGE} did not answer")))?
    }
}

/// Folders are told from the outermost; the root has no name.
const BOOKMARKS_FIND: &str = r"async ({ query, countMax }) => {
    const bookmarks = [];
    const walk = (node, path) => {
        const { id, title, url, dateAdded } = node;
        if (url) bookmarks.push({ id, title, url, folder: path, addedMs: dateAdded && Math.floor(dateAdded) });
        const inside = node.children && (path && node.title ? path + '/' + node.title : node.title || path);
        for (const child of node.children ?? []) walk(child, inside);
    };
    for (const root of await chrome.bookmarks.getTree()) walk(root, '');
    const found = new Set((query ? await chrome.bookmarks.search(query) : []).map(({ id }) => id));
    return { bookmarks: bookmarks.filter(({ id }) => !query || found.has(id)).slice(0, countMax) };
}";

const BOOKMARKS_ADD: &str = r"async ({ url, title, folder }) => {
    const [{ children }] = await chrome.bookmarks.getTree();
    let parent = children[0];
    let path = parent.title;
    for (const name of (folder ?? '').split('/').filter(Boolean)) {
        const inside = await chrome.bookmarks.getChildren(parent.id);
        parent = inside.find((node) => !node.url && node.title === name)
            ?? await chrome.bookmarks.create({ parentId: parent.id, title: name });
        path += '/' + name;
    }
    const made = await chrome.bookmarks.create({ parentId: parent.id, title, url });
    const addedMs = made.dateAdded && Math.floor(made.dateAdded);
    return { id: made.id, title: made.title, url: made.url, folder: path, addedMs };
}";

const BOOKMARKS_REMOVE: &str = "async (id) => { await chrome.bookmarks.remove(id); }";
