//! What a page says: text, markup, Markdown, links, tables.

use std::time::Duration;

use tabwright_wire::verbs::{
    self, HtmlFragment, HtmlFragments, HtmlParams, LinksParams, MarkdownParams, PageText,
    TablesParams, TextParams,
};
use tabwright_wire::{
    KitText, LinkList, ReadHtml, ReadHtmlParams, ReadLinks, ReadLinksParams, ReadMarkdown,
    ReadMarkdownParams, ReadParams, ReadTables, ReadTablesParams, ReadText, TabId, TableList,
    Target,
};
use tokio::time::Instant;

use super::locating::Place;
use super::{ACTION_MS, BrowserControl, Driver, FrameRef, ms};
use crate::backend::Result;

const CHARS_DEFAULT: u32 = 100_000;
const HTML_CHARS_DEFAULT: u32 = 1_000_000;
const LINKS_DEFAULT: u32 = 500;
const ROWS_DEFAULT: u32 = 1_000;
const TIMEOUT: Duration = Duration::from_secs(30);

impl Driver {
    async fn place(
        &self,
        tab: Option<TabId>,
        target: Option<Target>,
        frame: Option<u32>,
    ) -> Result<(TabId, Option<Target>, FrameRef)> {
        let tab = self.tab(tab).await?;
        let Some(target) = target else { return Ok((tab, None, self.frame_of(tab, frame).await?)) };
        let deadline = Instant::now() + ms(ACTION_MS);
        let Place { frame, target } = self.place_of(tab, target, frame, deadline).await?;
        Ok((tab, Some(target), frame))
    }

    async fn page_text(&self, tab: TabId, frame: &FrameRef, text: String) -> Result<PageText> {
        let joined = self.join(tab, frame).await?;
        Ok(PageText { tab, url: joined.url, title: joined.title, text })
    }
}

impl BrowserControl<verbs::Text> for Driver {
    async fn run(&self, params: TextParams) -> Result<PageText> {
        let (tab, within, frame) = self.place(params.tab, params.target, params.frame).await?;
        let chars_max = params.max_chars.unwrap_or(CHARS_DEFAULT);
        let asked = ReadParams { within, chars_max };
        let KitText { text } = self.ask::<ReadText>(tab, &frame, &asked, TIMEOUT).await?;
        self.page_text(tab, &frame, text).await
    }
}

impl BrowserControl<verbs::Markdown> for Driver {
    async fn run(&self, params: MarkdownParams) -> Result<PageText> {
        let (tab, within, frame) = self.place(params.tab, params.target, params.frame).await?;
        let chars_max = params.max_chars.unwrap_or(CHARS_DEFAULT);
        let asked = ReadMarkdownParams { within, main_only: params.main, chars_max };
        let KitText { text } = self.ask::<ReadMarkdown>(tab, &frame, &asked, TIMEOUT).await?;
        self.page_text(tab, &frame, text).await
    }
}

impl BrowserControl<verbs::Html> for Driver {
    async fn run(&self, params: HtmlParams) -> Result<HtmlFragments> {
        let whole_page = params.target.is_none() && params.frame.is_none();
        let (tab, within, frame) = self.place(params.tab, params.target, params.frame).await?;
        let chars_max = params.max_chars.unwrap_or(HTML_CHARS_DEFAULT);
        let asked = ReadHtmlParams { within, compression: params.compression, chars_max };
        let KitText { text } = self.ask::<ReadHtml>(tab, &frame, &asked, TIMEOUT).await?;
        let joined = self.join(tab, &frame).await?;
        let mut fragments = vec![HtmlFragment { frame: params.frame, url: joined.url, html: text }];
        if whole_page {
            for (_, child, place) in self.joined_children(tab).await? {
                // A frame that went meanwhile has nothing more to say.
                if let Ok(KitText { text }) =
                    self.ask::<ReadHtml>(tab, &child, &asked, TIMEOUT).await
                    && !text.is_empty()
                {
                    let frame = Some(child.ordinal);
                    fragments.push(HtmlFragment { frame, url: place.url, html: text });
                }
            }
        }
        Ok(HtmlFragments { tab, title: joined.title, fragments })
    }
}

impl BrowserControl<verbs::Links> for Driver {
    async fn run(&self, params: LinksParams) -> Result<LinkList> {
        let tab = self.tab(params.tab).await?;
        let frame = self.main_frame(tab)?;
        let count_max = params.max.unwrap_or(LINKS_DEFAULT);
        let asked = ReadLinksParams { words: params.words, count_max };
        self.ask::<ReadLinks>(tab, &frame, &asked, TIMEOUT).await
    }
}

impl BrowserControl<verbs::Tables> for Driver {
    async fn run(&self, params: TablesParams) -> Result<TableList> {
        let (tab, within, frame) = self.place(params.tab, params.target, params.frame).await?;
        let rows_max = params.max_rows.unwrap_or(ROWS_DEFAULT);
        let rows_skip = params.skip_rows.unwrap_or(0);
        let asked = ReadTablesParams { within, rows_max, rows_skip };
        self.ask::<ReadTables>(tab, &frame, &asked, TIMEOUT).await
    }
}
