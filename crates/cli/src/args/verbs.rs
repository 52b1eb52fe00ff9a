//! The verbs of browser control as commands: the same names as at `/api/v1`.

use clap::Subcommand;

use super::common::{InBrowser, InTab};
use super::{acting, asking, extras, mouse, reading, scrolling, seeing, tabs, waiting};

#[derive(Debug, Subcommand)]
pub(crate) enum VerbCommand {
    /// List the tabs, or those about something
    Tabs(InTab<tabs::TabsArgs>),
    /// Open an address in a new tab, this one, or the one that shows it
    Open(InTab<tabs::OpenArgs>),
    /// Close a tab, or all of them
    Close(InTab<tabs::CloseArgs>),
    /// Bring a tab to the front: by its id, or by what it is about
    Switch(InTab<tabs::SwitchArgs>),
    /// Put tabs into a tab group, or out of theirs
    Group(InTab<tabs::GroupArgs>),
    /// Move tabs into a window of their own, or another
    Window(InTab<tabs::WindowArgs>),
    /// Go back
    Back(InTab<tabs::BackArgs>),
    /// Go forward
    Forward(InTab<tabs::ForwardArgs>),
    /// Load the page anew
    Reload(InTab<tabs::ReloadArgs>),

    /// Print the page as an agent should read it, its elements numbered
    Snapshot(InTab<seeing::SnapshotArgs>),
    /// Take a picture of the page, of all of it, or of an element
    Screenshot(InTab<seeing::ScreenshotArgs>),
    /// Save the page as a PDF
    Pdf(InTab<seeing::PdfArgs>),

    /// Print what a person would read
    Text(InTab<reading::TextArgs>),
    /// Print the markup of the page or a part
    Html(InTab<reading::HtmlArgs>),
    /// Print the page as Markdown
    Markdown(InTab<reading::MarkdownArgs>),
    /// List the links of the page
    Links(InTab<reading::LinksArgs>),
    /// Print the tables of the page
    Tables(InTab<reading::TablesArgs>),
    /// Run JavaScript in the page, and print what it returns
    Eval(InTab<reading::EvalArgs>),
    /// Look elements up, without acting on them
    Query(InTab<asking::QueryArgs>),
    /// Print what the page wrote to its console, and its errors
    Console(InTab<asking::ConsoleArgs>),
    /// List the requests of the page, or print one with its bodies
    Network(InTab<asking::NetworkArgs>),

    /// Click an element or a point
    Click(InTab<acting::ClickArgs>),
    /// Move the pointer over an element
    Hover(InTab<acting::HoverArgs>),
    /// Type text into a field, in place of what it holds
    Type(InTab<acting::TypeArgs>),
    /// Empty a field
    Clear(InTab<acting::ClearArgs>),
    /// Choose options of a select or a combobox by label
    Select(InTab<acting::SelectArgs>),
    /// Tick a checkbox, radio button or switch
    Check(InTab<acting::CheckArgs>),
    /// Untick a checkbox or switch
    Uncheck(InTab<acting::CheckArgs>),
    /// Press keys and chords
    Press(InTab<acting::PressArgs>),
    /// Drag an element onto another, or to a point
    Drag(InTab<acting::DragArgs>),
    /// Move the mouse to a point, press or release a button, turn the wheel
    Mouse(InTab<mouse::MouseArgs>),
    /// Scroll the page, a container, or an element into view
    Scroll(InTab<scrolling::ScrollArgs>),
    /// Follow a link by its text or its position
    Follow(InTab<acting::FollowArgs>),
    /// Give files to a file input or a drop zone
    Upload(InTab<acting::UploadArgs>),
    /// Download an address, or what a click downloads
    Download(InTab<extras::DownloadArgs>),
    /// Answer the dialog that a page shows
    Dialog(InTab<extras::DialogArgs>),

    /// Wait for a page to load or come to rest, or for something in it
    Wait(InTab<waiting::WaitArgs>),

    /// Search the web
    Search(InTab<extras::SearchArgs>),
    /// List the search providers, or choose the default
    SearchProviders(InBrowser<extras::SearchProvidersArgs>),
    /// Zoom the page in, out, or back
    Zoom(InTab<extras::ZoomArgs>),
    /// Print the clipboard, or put text on it
    Clipboard(InTab<extras::ClipboardArgs>),
    /// Find pages that were visited
    History(InBrowser<extras::HistoryArgs>),
    /// Find bookmarks
    Bookmarks(InBrowser<extras::BookmarksArgs>),
    /// Bookmark the page or an address
    Bookmark(InTab<extras::BookmarkArgs>),
    /// Remove a bookmark
    Unbookmark(InBrowser<extras::UnbookmarkArgs>),
    /// Read the page or a text aloud
    ReadAloud(InTab<extras::ReadAloudArgs>),
    /// Stop reading aloud
    Hush(InBrowser<extras::HushArgs>),
    /// Let a tab be driven again that was stopped by hand
    Resume(InTab<extras::ResumeArgs>),
}
