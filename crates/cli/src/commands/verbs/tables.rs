//! Tables of a page, for the eye and for a spreadsheet.

use tabwright_client::Home;
use tabwright_wire::{Table, TableList, csv_record};

use super::print::raw;
use super::tell;
use crate::args::InTab;
use crate::args::reading::TablesArgs;
use crate::format::{cut, one_line};

/// A longer cell would push its row off the screen.
const CELL_WIDTH: usize = 60;

pub(crate) async fn tables(home: &Home, asked: InTab<TablesArgs>) -> anyhow::Result<()> {
    match asked.args.csv {
        true => tell(home, asked, csv).await,
        false => tell(home, asked, aligned).await,
    }
}

fn aligned(list: &TableList) {
    if list.tables.is_empty() {
        eprintln!("The page has no tables.");
    }
    raw(&apart(list, draw));
}

fn csv(list: &TableList) {
    raw(&apart(list, values));
    // A spreadsheet takes rows and nothing else.
    for remark in list.tables.iter().filter_map(missing) {
        eprintln!("{remark}");
    }
}

/// What is not there, and how to get it.
fn missing(table: &Table) -> Option<String> {
    let next = table.rows_shown();
    let left = match table.rows_left() {
        0 => None,
        left => Some(format!("… and {left} more rows; `--skip-rows {next}` shows the next ones")),
    };
    let unseen = match table.rows_virtual() {
        0 => None,
        unseen => Some(format!(
            "… {unseen} of {} rows are not in the page yet: scroll in the table, then read it again",
            table.rows_total
        )),
    };
    let remarks: Vec<String> = left.into_iter().chain(unseen).collect();
    (!remarks.is_empty()).then(|| remarks.join("\n"))
}

fn apart(list: &TableList, each: impl Fn(&Table) -> String) -> String {
    list.tables.iter().map(each).collect::<Vec<_>>().join("\n")
}

fn draw(table: &Table) -> String {
    let head = (!table.head.is_empty()).then_some(&table.head);
    let rows: Vec<Vec<String>> = head
        .into_iter()
        .chain(&table.rows)
        .map(|row| row.iter().map(|cell| cut(cell, CELL_WIDTH)).collect())
        .collect();
    let columns = rows.iter().map(Vec::len).max().unwrap_or(0);
    let width = |column: usize| {
        rows.iter().filter_map(|row| row.get(column)).map(|cell| cell.chars().count()).max()
    };
    let widths: Vec<usize> = (0..columns).map(|column| width(column).unwrap_or(0)).collect();
    let line = |row: &Vec<String>| {
        let cells = row.iter().zip(&widths).map(|(cell, width)| format!("{cell:<width$}"));
        cells.collect::<Vec<_>>().join("  ").trim_end().to_owned() + "\n"
    };
    let mut text = String::new();
    if !table.caption.is_empty() {
        text += &format!("{}\n", one_line(&table.caption));
    }
    for (index, row) in rows.iter().enumerate() {
        text += &line(row);
        if index == 0 && head.is_some() {
            text += &line(&widths.iter().map(|width| "─".repeat(*width)).collect());
        }
    }
    if let Some(remark) = missing(table) {
        text += &format!("{remark}\n");
    }
    text
}

/// RFC 4180.
fn values(table: &Table) -> String {
    let head = (!table.head.is_empty()).then_some(&table.head);
    head.into_iter().chain(&table.rows).map(|row| csv_record(row) + "\r\n").collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn trains() -> Table {
        let row = |cells: &[&str]| cells.iter().map(|cell| (*cell).to_owned()).collect();
        Table {
            number: 7,
            caption: "Trains".to_owned(),
            head: row(&["To", "At"]),
            rows: vec![row(&["Bern", "10:02"]), row(&["Genève, \"Cornavin\"", "9:30"])],
            rows_skipped: 4,
            rows_in_page: 9,
            rows_total: 12,
        }
    }

    #[test]
    fn a_table_is_drawn_in_columns() {
        let drawn = "\
Trains
To                  At
──────────────────  ─────
Bern                10:02
Genève, \"Cornavin\"  9:30
… and 3 more rows; `--skip-rows 6` shows the next ones
… 3 of 12 rows are not in the page yet: scroll in the table, then read it again
";
        assert_eq!(draw(&trains()), drawn);
    }

    #[test]
    fn a_spreadsheet_gets_every_cell_back() {
        let csv = "To,At\r\nBern,10:02\r\n\"Genève, \"\"Cornavin\"\"\",9:30\r\n";
        assert_eq!(values(&trains()), csv);
    }
}
