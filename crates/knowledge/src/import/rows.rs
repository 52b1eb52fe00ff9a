//! What every format gives: its rows, one after the other, and where each of them is.

use serde::{Deserialize, Serialize};

use super::page::Row;

/// The rows of one source. Whatever is broken in it is a row, too.
pub(crate) trait Rows: Send {
    /// None at the end, and from then on.
    fn next_row(&mut self) -> Option<Row>;

    /// Where the last row was. A format that can find a row again by more than its number says so.
    fn position(&self) -> Option<Position> {
        None
    }

    /// Goes on after this row. False if the rows before it must be read for that.
    fn seek(&mut self, _after: &Position) -> bool {
        false
    }

    /// How many rows there are, if that is known.
    fn total(&self) -> Option<u64> {
        None
    }

    /// How much was read, from 0 to 1.
    fn fraction(&self) -> f32;
}

/// After which row of a source to go on.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) enum Position {
    #[default]
    Start,
    /// So many rows were read.
    Row(u64),
    /// The key of a row in a database.
    Key(i64),
    /// A file of a folder, and how many rows of it were read.
    File { path: String, row: u64 },
}
