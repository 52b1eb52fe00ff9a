//! The person's browser and rules, as imports need them.

use async_trait::async_trait;
use tabwright_wire::{Bookmark, Problem, TabId, VisitedPage};

use crate::indexing::Captured;

/// The daemon implements it. Whatever is done here is done for the person and for nobody else.
#[async_trait]
pub trait ImportHost: std::fmt::Debug + Send + Sync + 'static {
    /// Waits a while for a browser to be connected; what is missing, if none comes.
    async fn until_browser(&self) -> Result<(), Problem>;

    async fn bookmarks(&self) -> Result<Vec<Bookmark>, Problem>;

    async fn history(&self) -> Result<Vec<VisitedPage>, Problem>;

    /// Opens an address in a tab of the import's own, behind what the person does; in `tab`, if it still is there.
    async fn open_behind(&self, tab: Option<TabId>, url: &str) -> Result<TabId, Problem>;

    /// The document of that tab.
    async fn read_behind(&self, tab: TabId) -> Result<Captured, Problem>;

    async fn close_behind(&self, tab: TabId);

    /// Is this site closed to everybody by a rule?
    fn is_closed(&self, url: &str) -> bool;
}
