//! What a page says: text, markup, Markdown, links, tables, the value of a script.

use std::time::Duration;

use tabwright_wire::verbs::{
    self, EvalParams, EvalResult, HtmlFragment, HtmlFragments, HtmlParams, LinksParams,
    MarkdownParams, PageText, TablesParams, TextParams,
};
use tabwright_wire::{
    KitText, LinkList, ReadHtml, ReadHtmlParams, ReadLinks, ReadLinksParams, ReadMarkdown,
    ReadMarkdownParams, ReadParams, ReadTables, ReadTablesParams, ReadText, TabId, TableList,
    Target,
};

use super::{Do, Driver, FrameRef, WAIT_MS, ms};
use crate::carrier::Result;

const CHARS_DEFAULT: u32 = 100_000;
const HTML_CHARS_DEFAULT: u32 = 1_000_000;
const LINKS_DEFAULT: u32 = 500;
const ROWS_DEFAULT: u32 = 1_000;
const PATIENCE: Duration = Duration::from_secs(30);

impl Driver {
    async fn place(
        &self,
        tab: Option<TabId>,
        target: Option<Target>,
        frame: Option<u32>,
    ) -> Result<(TabId, Option<Target>, FrameRef)> {
        let tab = self.tab(tab).await?;
        let target = target.map(Target::plain).transpose()?;
        let frame = self.frame_of(tab, target.as_ref(), frame).await?;
        Ok((tab, target, frame))
    }

    async fn page_text(&self, tab: TabId, frame: &FrameRef, text: String) -> Result<PageText> {
        let joined = self.join(tab, frame).await?;
        Ok(PageText { tab, url: joined.url, title: joined.title, text })
    }
}

impl Do<verbs::Text> for Driver {
    async fn do_it(&self, params: TextParams) -> Result<PageText> {
        let (tab, within, frame) = self.place(params.tab, params.target, params.frame).await?;
        let chars_max = params.max_chars.unwrap_or(CHARS_DEFAULT);
        let asked = ReadParams { within, chars_max };
        let KitText { text } = self.ask::<ReadText>(tab, &frame, &asked, PATIENCE).await?;
        self.page_text(tab, &frame, text).await
    }
}

impl Do<verbs::Markdown> for Driver {
    async fn do_it(&self, params: MarkdownParams) -> Result<PageText> {
        let (tab, within, frame) = self.place(params.tab, params.target, params.frame).await?;
        let chars_max = params.max_chars.unwrap_or(CHARS_DEFAULT);
        let asked = ReadMarkdownParams { within, main_only: params.main, chars_max };
        let KitText { text } = self.ask::<ReadMarkdown>(tab, &frame, &asked, PATIENCE).await?;
        self.page_text(tab, &frame, text).await
    }
}

impl Do<verbs::Html> for Driver {
    async fn do_it(&self, params: HtmlParams) -> Result<HtmlFragments> {
        let whole_page = params.target.is_none() && params.frame.is_none();
        let (tab, within, frame) = self.place(params.tab, params.target, params.frame).await?;
        let chars_max = params.max_chars.unwrap_or(HTML_CHARS_DEFAULT);
        let asked = ReadHtmlParams { within, compression: params.compression, chars_max };
        let KitText { text } = self.ask::<ReadHtml>(tab, &frame, &asked, PATIENCE).await?;
        let joined = self.join(tab, &frame).await?;
        let mut fragments = vec![HtmlFragment { frame: params.frame, url: joined.url, html: text }];
        if whole_page {
            for (_, child, place) in self.joined_children(tab).await? {
                // A frame that went meanwhile has nothing more to say.
                if let Ok(KitText { text }) =
                    self.ask::<ReadHtml>(tab, &child, &asked, PATIENCE).await
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

impl Do<verbs::Links> for Driver {
    async fn do_it(&self, params: LinksParams) -> Result<LinkList> {
        let tab = self.tab(params.tab).await?;
        let frame = self.main_frame(tab)?;
        let count_max = params.max.unwrap_or(LINKS_DEFAULT);
        let asked = ReadLinksParams { words: params.words, count_max };
        self.ask::<ReadLinks>(tab, &frame, &asked, PATIENCE).await
    }
}

impl Do<verbs::Tables> for Driver {
    async fn do_it(&self, params: TablesParams) -> Result<TableList> {
        let (tab, within, frame) = self.place(params.tab, params.target, params.frame).await?;
        let asked = ReadTablesParams { within, rows_max: params.max_rows.unwrap_or(ROWS_DEFAULT) };
        self.ask::<ReadTables>(tab, &frame, &asked, PATIENCE).await
    }
}

impl Do<verbs::Eval> for Driver {
    async fn do_it(&self, params: EvalParams) -> Result<EvalResult> {
        let tab = self.driven(params.tab).await?;
        let frame = self.frame_of(tab, None, params.frame).await?;
        let limit = ms(params.timeout_ms.unwrap_or(WAIT_MS));
        let script = params.script;
        if is_body(&script) || script.contains("await ") {
            let body = if is_body(&script) { script } else { format!("return ({script})") };
            let value = self.script(tab, &frame, &body, limit).await?;
            return Ok(EvalResult { value });
        }
        self.no_dialog(tab)?;
        let value = match self.hand(tab, verbs::InputWay::Auto).await? {
            Some(debugger) => {
                let running = debugger.evaluate(&frame.id, frame.ordinal, &script, limit);
                self.unless_dialog(tab, running).await?
            }
            None => {
                let body = format!("return (0, eval)({})", serde_json::Value::from(script));
                self.script(tab, &frame, &body, limit).await?
            }
        };
        Ok(EvalResult { value })
    }
}

/// Has a `return` of its own, as the body of a function has.
fn is_body(script: &str) -> bool {
    let mut rest = script;
    while let Some(at) = rest.find("return") {
        let before = rest[..at].chars().next_back();
        let after = rest[at + 6..].chars().next();
        let apart =
            |c: Option<char>| c.is_none_or(|c| !c.is_alphanumeric() && c != '_' && c != '$');
        let opens = rest[..at].matches('{').count() > rest[..at].matches('}').count();
        if apart(before) && apart(after) && !opens {
            return true;
        }
        rest = &rest[at + 6..];
    }
    false
}

#[cfg(test)]
mod tests {
    use super::is_body;

    #[test]
    fn a_script_with_a_return_of_its_own_is_a_body() {
        assert!(is_body("return document.title"));
        assert!(is_body("const a = 1;\nreturn a"));
        assert!(is_body("if (x) { y() } return 1"));
        assert!(!is_body("document.title"));
        assert!(!is_body("[1].map(x => { return x })"));
        assert!(!is_body("returned + 1"));
    }
}
