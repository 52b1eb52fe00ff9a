//! Everything that is known of each page, as one JSON object to a line.

use std::io::{self, Write};

use super::page::ExportedPage;

/// How many pages were written.
pub fn write_json_lines(
    pages: impl IntoIterator<Item = ExportedPage>,
    mut out: impl Write,
) -> io::Result<u64> {
    let mut count = 0;
    for page in pages {
        serde_json::to_writer(&mut out, &page)?;
        out.write_all(b"\n")?;
        count += 1;
    }
    out.flush()?;
    Ok(count)
}
