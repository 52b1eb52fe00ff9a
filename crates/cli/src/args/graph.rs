//! The names and topics of what you have read.

use clap::Args;

use super::Output;

#[derive(Debug, Args)]
#[command(
    after_help = "Two names of one person or thing: tabwright graph WHO --same-as 'World Health Organization'"
)]
pub(crate) struct GraphOptions {
    /// A name: its pages, and what is named together with it. Without one, the most important names
    pub(crate) name: Vec<String>,
    /// Topics instead of names
    #[arg(long)]
    pub(crate) topics: bool,
    /// The name is another name of this one
    #[arg(long, value_name = "NAME", requires = "name", conflicts_with = "topics")]
    pub(crate) same_as: Option<String>,
    /// They are two again: the number of the merge
    #[arg(long, value_name = "NUMBER", conflicts_with_all = ["name", "topics", "merges"])]
    pub(crate) undo: Option<u32>,
    /// The names that you said are one, with the numbers of the merges
    #[arg(long, conflicts_with_all = ["name", "topics"])]
    pub(crate) merges: bool,
    /// How many to show at most
    #[arg(long, default_value_t = 20)]
    pub(crate) limit: usize,
    #[command(flatten)]
    pub(crate) output: Output,
}
