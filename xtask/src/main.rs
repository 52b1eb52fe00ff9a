//! Every chore of this repository. `cargo xtask run` and `cargo xtask test` are all a newcomer
//! needs; both install what is missing.

mod attacks;
mod bench;
mod chores;
mod directions;
mod figures;
mod slowest;
mod steps;
mod tools;
mod wire;

use std::process::ExitCode;

use clap::{Parser, Subcommand};

#[derive(Parser)]
#[command(name = "cargo xtask", bin_name = "cargo xtask", max_term_width = 100)]
struct Args {
    #[command(subcommand)]
    chore: Chore,
}

#[derive(Subcommand)]
enum Chore {
    /// Build everything, start the daemon and a browser with the extension, say what to do next
    Run {
        /// Passed on to `tabwright up`, for example --headless or a URL
        #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
        up: Vec<String>,
    },
    /// Make the release binary, target/release/tabwright, with the extension inside
    Build,
    /// Run everything that CI runs
    Test,
    /// Write what is generated: the extension's wire.ts, the schemas of actions, docs/figures.md
    Wire {
        /// Only fail when they are stale
        #[arg(long)]
        check: bool,
    },
    /// Run Playwright, Puppeteer and bare CDP through the relay, or directly against Chromium
    Conformance {
        /// Against Chromium itself: what every case must pass
        #[arg(long)]
        direct: bool,
        /// In a browser that Tabwright starts, with a debugging pipe
        #[arg(long, conflicts_with = "direct")]
        up: bool,
        /// Only the cases whose names fit this regular expression
        #[arg(long)]
        only: Option<String>,
        /// How often the cases of `in-a-row` do what must never hang
        #[arg(long)]
        times: Option<u32>,
    },
    /// Try to walk around the rules, and say how many attacks held
    Attacks,
    /// Run MCP clients that others wrote against our server: SDKs, the inspector, the conformance suite
    Clients {
        /// Only the checks whose lines fit this regular expression
        #[arg(long)]
        only: Option<String>,
    },
    /// Install real applications and drive each through a task, by verbs and by MCP
    Apps {
        /// Only this application; can be repeated
        #[arg(long)]
        only: Vec<String>,
    },
    /// Solve the MiniWoB++ tasks through the verbs, five seeds each
    Miniwob {
        /// Over CDP instead of through the extension
        #[arg(long)]
        cdp: bool,
        /// Only these tasks, by name, with commas between
        #[arg(long)]
        only: Option<String>,
        /// Other seeds, as 1-5
        #[arg(long)]
        seeds: Option<String>,
    },
    /// Record chores with other recorders, replay them on sites that have changed, and count what was right
    Flows {
        /// Only these tools, by name, with commas between; `person` proves the suite itself
        #[arg(long)]
        tools: Option<String>,
        /// Only the chores whose names fit this regular expression
        #[arg(long)]
        only: Option<String>,
        /// Count the held-out cases too
        #[arg(long)]
        held_out: bool,
    },
    /// Take 300 pictures of tabs behind others on each backend, and look at their dots
    Pictures,
    /// Measure: print one line per figure, keep them in bench/figures.json and docs/figures.md
    Bench {
        /// What to measure: connection, relay, control, mcp, language, agent, questions,
        /// knowledge or capture
        #[arg(required_unless_present = "check")]
        what: Option<String>,
        /// Of all but the connection's, the language's and the agent's figures only the groups that fit this
        /// regular expression
        #[arg(long, requires = "what")]
        only: Option<String>,
        /// Measure what needs no peer, and fail if a ratio is more than 10 % worse than recorded
        #[arg(long, conflicts_with = "what")]
        check: bool,
    },
}

fn main() -> ExitCode {
    let outcome = match Args::parse().chore {
        Chore::Run { up } => chores::run(&up),
        Chore::Build => chores::build(),
        Chore::Test => chores::test(),
        Chore::Wire { check } => {
            if check {
                wire::check()
            } else {
                wire::write()
            }
        }
        Chore::Conformance { direct, up, only, times } => {
            chores::conformance(direct, up, only.as_deref(), times)
        }
        Chore::Attacks => chores::attacks(),
        Chore::Clients { only } => chores::clients(only.as_deref()),
        Chore::Apps { only } => chores::apps(&only),
        Chore::Miniwob { cdp, only, seeds } => {
            chores::miniwob(cdp, only.as_deref(), seeds.as_deref())
        }
        Chore::Flows { tools, only, held_out } => {
            chores::flows(tools.as_deref(), only.as_deref(), held_out)
        }
        Chore::Pictures => chores::pictures(),
        Chore::Bench { what: Some(what), only, .. } => bench::run(&what, only.as_deref()),
        Chore::Bench { what: None, .. } => bench::check(),
    };
    match outcome {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("\nxtask: {error:#}");
            ExitCode::FAILURE
        }
    }
}
