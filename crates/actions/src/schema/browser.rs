//! The actions of the browser itself: pages, scrolling, links, zoom, search, reading.

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use super::{Count, family, parameters};

family! {
    /// What can be done with the browser and the page that is open.
    BrowserAction, BROWSER_ACTIONS {
        /// Open a site by its address or name
        OpenWebPage(OpenWebPage) = "openWebPage";
        /// Close the page
        CloseWebPage(Nothing) = "closeWebPage";
        /// Close all pages
        CloseAllWebPages(Nothing) = "closeAllWebPages";
        /// Go to another tab
        ChangeTabs(ChangeTabs) = "changeTabs";
        /// Go back
        GoBack(Steps) = "goBack";
        /// Go forward
        GoForward(Steps) = "goForward";
        /// Scroll down
        ScrollDown(Scroll) = "scrollDown";
        /// Scroll up
        ScrollUp(Scroll) = "scrollUp";
        /// Follow a link by its text
        FollowLinkByText(FollowLinkByText) = "followLinkByText";
        /// Follow a link by its position
        FollowLinkByPosition(FollowLinkByPosition) = "followLinkByPosition";
        /// Zoom in
        ZoomIn(Steps) = "zoomIn";
        /// Zoom out
        ZoomOut(Steps) = "zoomOut";
        /// Zoom back to normal
        ZoomReset(Nothing) = "zoomReset";
        /// Read the page aloud
        ReadPageContent(Nothing) = "readPageContent";
        /// Stop reading aloud
        StopReadPageContent(Nothing) = "stopReadPageContent";
        /// Take a picture of the page
        CaptureScreenshot(CaptureScreenshot) = "captureScreenshot";
        /// Load the page anew
        ReloadPage(Nothing) = "reloadPage";
        /// Search the web
        SearchWeb(SearchWeb) = "searchWeb";
        /// Search with another provider from now on
        ChangeSearchProvider(ChangeSearchProvider) = "changeSearchProvider";
        /// Open a result of the last search
        OpenSearchResult(OpenSearchResult) = "openSearchResult";
        /// Search for pictures
        SearchImageAction(SearchImage) = "searchImageAction";
        /// Run a script in the sandbox
        ExecuteAdHocScript(ExecuteAdHocScript) = "executeAdHocScript";
        /// Tell which sites, pages or topics were visited or read most
        GetWebsiteStats(GetWebsiteStats) = "getWebsiteStats";
    }
}

/// Where a page is opened.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema, ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub enum InTab {
    #[default]
    New,
    Current,
    /// The tab that shows it already, else a new one.
    Existing,
}

/// How far a page is scrolled.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema, ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub enum ScrollBy {
    /// What fits the window.
    #[default]
    Page,
    /// To the very end, or the very top.
    End,
}

/// What website statistics are counted by.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema, ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub enum GroupBy {
    #[default]
    Domain,
    Page,
    Day,
    Month,
    /// Of the pages that are kept: the browser's history knows no topics.
    Topic,
}

/// What website statistics are made of.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema, ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub enum StatsOf {
    /// The browser's history.
    #[default]
    Visits,
    /// The pages that are kept.
    Reading,
}

parameters! {
    OpenWebPage {
        /// An address, or the name of a site: `nytimes.com`, `new york times`.
        site: String,
        tab: Option<InTab>,
    }
    /// One of them is given.
    ChangeTabs {
        /// Words of the title or address, or `next`, `previous`, `last`.
        tab_description: Option<String>,
        /// From 1, in the order in which the tabs stand.
        tab_index: Option<Count>,
    }
    Steps {
        /// So many times.
        times: Option<Count>,
    }
    Scroll {
        times: Option<Count>,
        by: Option<ScrollBy>,
    }
    FollowLinkByText {
        keywords: String,
        open_in_new_tab: Option<bool>,
    }
    FollowLinkByPosition {
        /// From 1; the last link is -1.
        position: i32,
        open_in_new_tab: Option<bool>,
    }
    CaptureScreenshot {
        /// All of it, not only what fits the window.
        full_page: Option<bool>,
    }
    SearchWeb {
        query: String,
        /// With this provider, this time.
        provider: Option<String>,
        tab: Option<InTab>,
    }
    ChangeSearchProvider {
        name: String,
    }
    /// One of the first three is given.
    OpenSearchResult {
        /// From 1.
        position: Option<Count>,
        title: Option<String>,
        url: Option<String>,
        open_in_new_tab: Option<bool>,
    }
    SearchImage {
        search_term: String,
        /// Tell the addresses of so many.
        num_images: Option<Count>,
    }
    ExecuteAdHocScript {
        /// JavaScript with Playwright's `page`; see docs/execute.md.
        script: String,
        /// What the script finds as `params`.
        #[cfg_attr(feature = "schema", ts(type = "Record<string, unknown>"))]
        params: Option<Map<String, Value>>,
        /// In milliseconds.
        timeout: Option<u32>,
    }
    GetWebsiteStats {
        group_by: Option<GroupBy>,
        limit: Option<Count>,
        /// Only this site.
        site: Option<String>,
        of: Option<StatsOf>,
    }
}
