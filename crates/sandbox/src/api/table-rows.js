// Tables are read in steps, since an answer holds only so many rows. A script gets them whole.

const ROWS_MAX = 100_000;

/** The tables that `ask` reads. Without `maxRows` it is asked again until nothing is left. */
export async function allRows({ maxRows, skipRows } = {}, ask) {
  const { tables } = await ask({ maxRows, skipRows });
  if (maxRows !== undefined) return tables;
  const known = new Map(tables.map((table) => [table.number, table]));
  for (let waiting = tables; waiting.some(isCut);) {
    const next = Math.max(...waiting.map((table) => table.rowsSkipped + table.rows.length));
    if (next >= ROWS_MAX) break;
    waiting = (await ask({ skipRows: next })).tables.filter(({ rows }) => rows.length > 0);
    for (const table of waiting) known.get(table.number)?.rows.push(...table.rows);
  }
  return tables;
}

function isCut({ rowsSkipped, rows, rowsInPage }) {
  return rowsSkipped + rows.length < rowsInPage;
}
