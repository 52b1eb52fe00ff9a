//! The clipboard.

use tabwright_wire::verbs::{self, ClipboardParams};
use tabwright_wire::{ClipboardText, TabId};

use super::{BrowserControl, Driver};
use crate::backend::Result;

impl BrowserControl<verbs::Clipboard> for Driver {
    async fn run(&self, params: ClipboardParams) -> Result<ClipboardText> {
        let tab: Option<TabId> = self.tab(params.tab).await.ok();
        match params.write {
            Some(text) => {
                self.core.backend.write_clipboard(tab, text.clone()).await?;
                Ok(ClipboardText { text })
            }
            None => Ok(ClipboardText { text: self.core.backend.read_clipboard(tab).await? }),
        }
    }
}
