//! The verbs of browser control as commands. Each is one row: its arguments, and what prints or runs
//! it. Its name, its help and its group in `--help` are those of the verb.

use std::process::ExitCode;

use clap::Subcommand;
use tabwright_client::Home;

use super::common::{At, InBrowser, InTab, OfVerb};
use super::{acting, asking, extras, mouse, reading, scrolling, seeing, tabs, waiting};
use crate::commands::verbs::{files, print, print_console, tables, tell};

macro_rules! verb_commands {
    ($($command:ident($args:ty) $how:ident $handler:expr;)*) => {
        #[derive(Debug, Subcommand)]
        pub(crate) enum VerbCommand {
            $(
                #[command(about = <$args as OfVerb>::FACTS.about)]
                $command($args),
            )*
            /// Untick a checkbox or switch
            Uncheck(InTab<acting::CheckArgs>),
        }

        impl VerbCommand {
            pub(crate) async fn run(self, home: &Home) -> anyhow::Result<ExitCode> {
                match self {
                    $(Self::$command(asked) => handle!($how $handler, home, asked).await,)*
                    Self::Uncheck(At { args, place }) => {
                        tell(home, At { args: args.off(), place }, print::report).await
                    }
                }?;
                Ok(ExitCode::SUCCESS)
            }
        }
    };
}

/// `prints`: asks the daemon and prints what came of it, as JSON where that is wanted. `runs`: does
/// more with the answer than print it.
macro_rules! handle {
    (prints $print:expr, $home:ident, $asked:ident) => {
        tell($home, $asked, $print)
    };
    (runs $run:expr, $home:ident, $asked:ident) => {
        $run($home, $asked)
    };
}

verb_commands! {
    Tabs(InTab<tabs::TabsArgs>) prints print::tabs;
    Open(InTab<tabs::OpenArgs>) prints print::visit;
    Close(InTab<tabs::CloseArgs>) prints print::closed;
    Switch(InTab<tabs::SwitchArgs>) prints print::tab;
    Group(InTab<tabs::GroupArgs>) prints print::tabs;
    Window(InTab<tabs::WindowArgs>) prints print::tabs;
    Back(InTab<tabs::BackArgs>) prints print::visit;
    Forward(InTab<tabs::ForwardArgs>) prints print::visit;
    Reload(InTab<tabs::ReloadArgs>) prints print::visit;
    Snapshot(InTab<seeing::SnapshotArgs>) prints print::snapshot;
    Screenshot(InTab<seeing::ScreenshotArgs>) runs files::screenshot;
    Pdf(InTab<seeing::PdfArgs>) runs files::pdf;
    Text(InTab<reading::TextArgs>) prints |page| print::raw(&page.text);
    Html(InTab<reading::HtmlArgs>) prints print::html;
    Markdown(InTab<reading::MarkdownArgs>) prints |page| print::raw(&page.text);
    Links(InTab<reading::LinksArgs>) prints print::links;
    Tables(InTab<reading::TablesArgs>) runs tables::tables;
    Eval(InTab<reading::EvalArgs>) prints print::value;
    Query(InTab<asking::QueryArgs>) runs print_console::query;
    Console(InTab<asking::ConsoleArgs>) prints print_console::console;
    Network(InTab<asking::NetworkArgs>) runs print_console::network;
    Click(InTab<acting::ClickArgs>) prints print::report;
    Hover(InTab<acting::HoverArgs>) prints print::report;
    Type(InTab<acting::TypeArgs>) prints print::report;
    Insert(InTab<acting::InsertArgs>) prints print::report;
    Clear(InTab<acting::ClearArgs>) prints print::report;
    Select(InTab<acting::SelectArgs>) prints print::report;
    Check(InTab<acting::CheckArgs>) prints print::report;
    Press(InTab<acting::PressArgs>) prints print::report;
    Drag(InTab<acting::DragArgs>) prints print::report;
    Mouse(InTab<mouse::MouseArgs>) prints |_| println!("Done.");
    Scroll(InTab<scrolling::ScrollArgs>) prints print::scrolled;
    Follow(InTab<acting::FollowArgs>) prints print::report;
    Upload(InTab<acting::UploadArgs>) prints print::report;
    Download(InTab<extras::DownloadArgs>) prints print::downloaded;
    Dialog(InTab<extras::DialogArgs>) prints print::report;
    Wait(InTab<waiting::WaitArgs>) prints print::waited;
    SearchWeb(InTab<extras::SearchArgs>) prints print::visit;
    SearchProviders(InBrowser<extras::SearchProvidersArgs>) prints print::search_providers;
    Zoom(InTab<extras::ZoomArgs>) prints print::zoom;
    Emulate(InTab<extras::EmulateArgs>) prints print::emulation;
    Clipboard(InTab<extras::ClipboardArgs>) runs print::clipboard;
    History(InBrowser<extras::HistoryArgs>) prints print::visits;
    Bookmarks(InBrowser<extras::BookmarksArgs>) prints print::bookmarks;
    Bookmark(InTab<extras::BookmarkArgs>) prints print::bookmark;
    Unbookmark(InBrowser<extras::UnbookmarkArgs>) prints |_| println!("Bookmark removed.");
    ReadAloud(InTab<extras::ReadAloudArgs>) prints |_| println!("Reading aloud. `tabwright hush` stops it.");
    Hush(InBrowser<extras::HushArgs>) prints |_| println!("Stopped reading.");
    Resume(InTab<extras::ResumeArgs>) prints |_| println!("The tab can be driven again.");
}
