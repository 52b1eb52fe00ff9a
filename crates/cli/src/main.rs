//! `tabwright`: the command line. Thin: each command is a file that asks the rooms for the work.

mod args;
mod commands;
mod extension;
mod failure;
mod format;
mod logging;
mod memory;

use std::pin::Pin;
use std::process::ExitCode;

use args::{Args, Command};
use tabwright_client::Home;
use tokio::runtime::Builder;

fn main() -> ExitCode {
    quiet_broken_pipes();
    let args = Args::of_this_process();
    let runtime = if matches!(args.command, Command::Daemon(_)) {
        memory::tune_allocator();
        Builder::new_multi_thread().worker_threads(2).enable_all().build()
    } else {
        // A command does one thing, and threads take time to start.
        Builder::new_current_thread().enable_all().build()
    };
    let outcome = match runtime {
        Ok(runtime) => {
            // Boxed, because `block_on` is compiled once for each kind of runtime, and all the
            // commands inside it with it.
            let work: Pin<Box<dyn Future<Output = anyhow::Result<ExitCode>>>> =
                Box::pin(run(args.command));
            let outcome = runtime.block_on(work);
            // A thread that still waits for the terminal must not keep the program.
            runtime.shutdown_background();
            outcome
        }
        Err(error) => Err(error.into()),
    };
    outcome.unwrap_or_else(|error| failure::report(&error))
}

/// `tabwright … | head` must not end in a panic: whoever reads us may stop when it has enough.
fn quiet_broken_pipes() {
    let default = std::panic::take_hook();
    std::panic::set_hook(Box::new(move |panic| {
        if panic.to_string().contains("Broken pipe") {
            std::process::exit(0);
        }
        default(panic);
    }));
}

async fn run(command: Command) -> anyhow::Result<ExitCode> {
    let home = Home::from_environment()?;
    match command {
        Command::Up(options) => commands::up::run(&home, &options).await,
        Command::Daemon(options) => commands::daemon::run(&home, &options).await,
        Command::Status(output) => commands::status::run(&home, &output).await,
        Command::CdpUrl => commands::cdp_url::run(&home).await,
        Command::Disconnect { client } => commands::disconnect::run(&home, &client).await,
        Command::Stop => commands::stop::run(&home).await,
        Command::Doctor(output) => commands::doctor::run(&home, &output).await,
        Command::Backup(options) => commands::backup::backup(&home, &options),
        Command::Restore { file } => commands::backup::restore(&home, &file),
        Command::Setup(options) => commands::setup::run(&home, &options),
        Command::Pair(output) => commands::pair::run(&home, &output).await,
        Command::NativeHost { from_browser } => {
            commands::native_host::run(&home, &from_browser).await
        }
        Command::Config(options) => commands::config::run(&home, &options),
        Command::Completions { shell } => Ok(commands::completions::run(shell)),
        Command::Agent(options) => commands::agent::run(&home, options).await,
        Command::Chat(options) => commands::agent::chat(&home, options).await,
        Command::Chats(options) => commands::agent::chats(&home, options).await,
        Command::Remember(options) => commands::knowledge::remember(&home, options).await,
        Command::Search(options) => commands::knowledge::search(&home, options).await,
        Command::Ask(options) => commands::knowledge::ask(&home, options).await,
        Command::Page(options) => commands::knowledge::page(&home, options).await,
        Command::Graph(options) => commands::graph::graph(&home, options).await,
        Command::Forget(options) => commands::knowledge::forget(&home, options).await,
        Command::Library(options) => commands::knowledge::library(&home, options).await,
        Command::Import(options) => commands::import::import(&home, options).await,
        Command::Export(options) => commands::import::export(&home, options).await,
        Command::Mcp { task } => commands::mcp::run(home, task.as_deref()).await,
        Command::Approve(options) => commands::approve::run(&home, &options).await,
        Command::Token(options) => commands::token::run(&home, options).await,
        Command::Rules(options) => commands::rules::run(&home, options).await,
        Command::Log(options) => commands::log::run(&home, &options).await,
        Command::Logs(options) => commands::logs::run(&home, &options).await,
        Command::Secret(command) => commands::secret::run(&home, command),
        Command::Model(options) => commands::model::run(&home, options).await,
        Command::Watch(options) => commands::watch::run(&home, &options).await,
        Command::Remote(command) => commands::remote::run(&home, command).await,
        Command::Do(options) => commands::utterance::run(&home, options).await,
        Command::Shell(options) => commands::shell::run(home, options).await,
        Command::Actions(options) => commands::actions::run(&home, &options).await,
        Command::Grammar(command) => commands::grammar::run(&home, command).await,
        Command::Resolver(options) => commands::resolver::run(&home, options).await,
        Command::Verb(verb) => verb.run(&home).await,
    }
}
