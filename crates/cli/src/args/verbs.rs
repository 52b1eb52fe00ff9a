//! The verbs of browser control as commands: the same names as at `/api/v1`.

use clap::Subcommand;

use super::{acting, extras, reading, scrolling, seeing, tabs, waiting};

#[derive(Debug, Subcommand)]
pub(crate) enum VerbCommand {
    /// List the tabs, or those about something
    Tabs(tabs::TabsArgs),
    /// Open an address in a new tab, this one, or the one that shows it
    Open(tabs::OpenArgs),
    /// Close a tab, or all of them
    Close(tabs::CloseArgs),
    /// Bring a tab to the front: by its id, or by what it is about
    Switch(tabs::SwitchArgs),
    /// Put tabs into a tab group, or out of theirs
    Group(tabs::GroupArgs),
    /// Move tabs into a window of their own, or another
    Window(tabs::WindowArgs),
    /// Go back
    Back(tabs::BackArgs),
    /// Go forward
    Forward(tabs::ForwardArgs),
    /// Load the page anew
    Reload(tabs::ReloadArgs),

    /// Print the page as an agent should read it, its elements numbered
    Snapshot(seeing::SnapshotArgs),
    /// Take a picture of the page, of all of it, or of an element
    Screenshot(seeing::ScreenshotArgs),
    /// Save the page as a PDF
    Pdf(seeing::PdfArgs),

    /// Print what a person would read
    Text(reading::TextArgs),
    /// Print the markup of the page or a part
    Html(reading::HtmlArgs),
    /// Print the page as Markdown
    Markdown(reading::MarkdownArgs),
    /// List the links of the page
    Links(reading::LinksArgs),
    /// Print the tables of the page
    Tables(reading::TablesArgs),
    /// Run JavaScript in the page, and print what it returns
    Eval(reading::EvalArgs),

    /// Click an element or a point
    Click(acting::ClickArgs),
    /// Move the pointer over an element
    Hover(acting::HoverArgs),
    /// Type text into a field, in place of what it holds
    Type(acting::TypeArgs),
    /// Empty a field
    Clear(acting::ClearArgs),
    /// Choose options of a select or a combobox by label
    Select(acting::SelectArgs),
    /// Tick a checkbox, radio button or switch
    Check(acting::CheckArgs),
    /// Untick a checkbox or switch
    Uncheck(acting::CheckArgs),
    /// Press keys and chords
    Press(acting::PressArgs),
    /// Drag an element onto another, or to a point
    Drag(acting::DragArgs),
    /// Scroll the page, a container, or an element into view
    Scroll(scrolling::ScrollArgs),
    /// Follow a link by its text or its position
    Follow(acting::FollowArgs),
    /// Give files to a file input or a drop zone
    Upload(acting::UploadArgs),
    /// Download an address, or what a click downloads
    Download(extras::DownloadArgs),
    /// Answer the dialog that a page shows
    Dialog(extras::DialogArgs),

    /// Wait for a page to load or come to rest, or for something in it
    Wait(waiting::WaitArgs),

    /// Search the web
    Search(extras::SearchArgs),
    /// List the search providers, or choose the default
    SearchProviders(extras::SearchProvidersArgs),
    /// Zoom the page in, out, or back
    Zoom(extras::ZoomArgs),
    /// Print the clipboard, or put text on it
    Clipboard(extras::ClipboardArgs),
    /// Find bookmarks
    Bookmarks(extras::BookmarksArgs),
    /// Bookmark the page or an address
    Bookmark(extras::BookmarkArgs),
    /// Remove a bookmark
    Unbookmark(extras::UnbookmarkArgs),
    /// Read the page or a text aloud
    ReadAloud(extras::ReadAloudArgs),
    /// Stop reading aloud
    Hush(extras::HushArgs),
    /// Let a tab be driven again that was stopped by hand
    Resume(extras::ResumeArgs),
}
