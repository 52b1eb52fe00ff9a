//! The verbs: each asks the daemon and prints what came of it.

mod files;
mod heard;
mod print;
mod session;
mod tables;

use std::process::ExitCode;

use tabwright_client::Home;

pub(crate) use self::print::{dialog, download_state};
use self::session::tell;
use crate::args::{At, VerbCommand};

pub(crate) async fn run(home: &Home, verb: VerbCommand) -> anyhow::Result<ExitCode> {
    use VerbCommand as Verb;
    match verb {
        Verb::Tabs(asked) => tell(home, asked, print::tabs).await,
        Verb::Open(asked) => tell(home, asked, print::visit).await,
        Verb::Close(asked) => tell(home, asked, print::closed).await,
        Verb::Switch(asked) => tell(home, asked, print::tab).await,
        Verb::Group(asked) => tell(home, asked, print::tabs).await,
        Verb::Window(asked) => tell(home, asked, print::tabs).await,
        Verb::Back(asked) => tell(home, asked, print::visit).await,
        Verb::Forward(asked) => tell(home, asked, print::visit).await,
        Verb::Reload(asked) => tell(home, asked, print::visit).await,

        Verb::Snapshot(asked) => tell(home, asked, print::snapshot).await,
        Verb::Screenshot(asked) => files::screenshot(home, asked).await,
        Verb::Pdf(asked) => files::pdf(home, asked).await,

        Verb::Text(asked) => tell(home, asked, |page| print::raw(&page.text)).await,
        Verb::Html(asked) => tell(home, asked, print::html).await,
        Verb::Markdown(asked) => tell(home, asked, |page| print::raw(&page.text)).await,
        Verb::Links(asked) => tell(home, asked, print::links).await,
        Verb::Tables(asked) if asked.args.csv => tell(home, asked, tables::csv).await,
        Verb::Tables(asked) => tell(home, asked, tables::aligned).await,
        Verb::Eval(asked) => tell(home, asked, print::value).await,
        Verb::Query(asked) if asked.args.count => tell(home, asked, heard::count).await,
        Verb::Query(asked) => tell(home, asked, heard::found).await,
        Verb::Console(asked) => tell(home, asked, heard::console).await,
        Verb::Network(asked) if asked.args.id.is_some() => tell(home, asked, heard::request).await,
        Verb::Network(asked) => tell(home, asked, heard::requests).await,

        Verb::Click(asked) => tell(home, asked, print::report).await,
        Verb::Hover(asked) => tell(home, asked, print::report).await,
        Verb::Type(asked) => tell(home, asked, print::report).await,
        Verb::Clear(asked) => tell(home, asked, print::report).await,
        Verb::Select(asked) => tell(home, asked, print::report).await,
        Verb::Check(asked) => tell(home, asked, print::report).await,
        Verb::Uncheck(At { args, place }) => {
            tell(home, At { args: args.off(), place }, print::report).await
        }
        Verb::Press(asked) => tell(home, asked, print::report).await,
        Verb::Drag(asked) => tell(home, asked, print::report).await,
        Verb::Mouse(asked) => tell(home, asked, |_| println!("It is done.")).await,
        Verb::Scroll(asked) => tell(home, asked, print::scrolled).await,
        Verb::Follow(asked) => tell(home, asked, print::report).await,
        Verb::Upload(asked) => tell(home, asked, print::report).await,
        Verb::Download(asked) => tell(home, asked, print::downloaded).await,
        Verb::Dialog(asked) => tell(home, asked, print::report).await,

        Verb::Wait(asked) => tell(home, asked, print::waited).await,

        Verb::Search(asked) => tell(home, asked, print::visit).await,
        Verb::SearchProviders(asked) => tell(home, asked, print::search_providers).await,
        Verb::Zoom(asked) => tell(home, asked, print::zoom).await,
        Verb::Clipboard(asked) if asked.args.write.is_some() => {
            tell(home, asked, |_| println!("It is on the clipboard.")).await
        }
        Verb::Clipboard(asked) => tell(home, asked, |clipboard| print::raw(&clipboard.text)).await,
        Verb::History(asked) => tell(home, asked, print::visits).await,
        Verb::Bookmarks(asked) => tell(home, asked, print::bookmarks).await,
        Verb::Bookmark(asked) => tell(home, asked, print::bookmark).await,
        Verb::Unbookmark(asked) => {
            tell(home, asked, |_| println!("The bookmark is removed.")).await
        }
        Verb::ReadAloud(asked) => {
            tell(home, asked, |_| println!("It is read aloud; `tabwright hush` ends it.")).await
        }
        Verb::Hush(asked) => tell(home, asked, |_| println!("It is quiet.")).await,
        Verb::Resume(asked) => tell(home, asked, |_| println!("It may be driven again.")).await,
    }?;
    Ok(ExitCode::SUCCESS)
}
