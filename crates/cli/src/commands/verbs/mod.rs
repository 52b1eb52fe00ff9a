//! The verbs: each asks the daemon and prints what came of it.

mod files;
mod print;
mod session;
mod tables;

use std::process::ExitCode;

use tabwright_daemon::Home;

pub(crate) use self::print::{dialog, download_state};
use self::session::tell;
use crate::args::VerbCommand;

pub(crate) async fn run(home: &Home, verb: VerbCommand) -> anyhow::Result<ExitCode> {
    use VerbCommand as Verb;
    match verb {
        Verb::Tabs(args) => tell(home, args, print::tabs).await,
        Verb::Open(args) => tell(home, args, print::visit).await,
        Verb::Close(args) => tell(home, args, print::closed).await,
        Verb::Switch(args) => tell(home, args, print::tab).await,
        Verb::Group(args) => tell(home, args, print::tabs).await,
        Verb::Window(args) => tell(home, args, print::tabs).await,
        Verb::Back(args) => tell(home, args, print::visit).await,
        Verb::Forward(args) => tell(home, args, print::visit).await,
        Verb::Reload(args) => tell(home, args, print::visit).await,

        Verb::Snapshot(args) => tell(home, args, print::snapshot).await,
        Verb::Screenshot(args) => files::screenshot(home, args).await,
        Verb::Pdf(args) => files::pdf(home, args).await,

        Verb::Text(args) => tell(home, args, |page| print::raw(&page.text)).await,
        Verb::Html(args) => tell(home, args, print::html).await,
        Verb::Markdown(args) => tell(home, args, |page| print::raw(&page.text)).await,
        Verb::Links(args) => tell(home, args, print::links).await,
        Verb::Tables(args) if args.csv => tell(home, args, tables::csv).await,
        Verb::Tables(args) => tell(home, args, tables::aligned).await,
        Verb::Eval(args) => tell(home, args, print::value).await,

        Verb::Click(args) => tell(home, args, print::report).await,
        Verb::Hover(args) => tell(home, args, print::report).await,
        Verb::Type(args) => tell(home, args, print::report).await,
        Verb::Clear(args) => tell(home, args, print::report).await,
        Verb::Select(args) => tell(home, args, print::report).await,
        Verb::Check(args) => tell(home, args, print::report).await,
        Verb::Uncheck(args) => tell(home, args.off(), print::report).await,
        Verb::Press(args) => tell(home, args, print::report).await,
        Verb::Drag(args) => tell(home, args, print::report).await,
        Verb::Scroll(args) => tell(home, args, print::scrolled).await,
        Verb::Follow(args) => tell(home, args, print::report).await,
        Verb::Upload(args) => tell(home, args, print::report).await,
        Verb::Download(args) => tell(home, args, print::downloaded).await,
        Verb::Dialog(args) => tell(home, args, print::report).await,

        Verb::Wait(args) => tell(home, args, print::waited).await,

        Verb::Search(args) => tell(home, args, print::visit).await,
        Verb::SearchProviders(args) => tell(home, args, print::search_providers).await,
        Verb::Zoom(args) => tell(home, args, print::zoom).await,
        Verb::Clipboard(args) if args.write.is_some() => {
            tell(home, args, |_| println!("It is on the clipboard.")).await
        }
        Verb::Clipboard(args) => tell(home, args, |clipboard| print::raw(&clipboard.text)).await,
        Verb::Bookmarks(args) => tell(home, args, print::bookmarks).await,
        Verb::Bookmark(args) => tell(home, args, print::bookmark).await,
        Verb::Unbookmark(args) => tell(home, args, |_| println!("The bookmark is removed.")).await,
        Verb::ReadAloud(args) => {
            tell(home, args, |_| println!("It is read aloud; `tabwright hush` ends it.")).await
        }
        Verb::Hush(args) => tell(home, args, |_| println!("It is quiet.")).await,
        Verb::Resume(args) => tell(home, args, |_| println!("It may be driven again.")).await,
    }?;
    Ok(ExitCode::SUCCESS)
}
