// The tables of a page as rows of text.
import type { Table } from '../../wire';
import { nameOf } from '../dom/names';
import type { Numbers } from '../numbers';
import { cellText, gridOf, isTable } from './grid';
import { isBranch, plainText, type Branch } from './rendered-tree';

/** Where no element fits this, there is no table. */
export const TABLES = 'table, [role~=table], [role~=grid], [role~=treegrid]';

export function tablesOf(
  root: Branch,
  rowsMax: number,
  rowsSkip: number,
  numbers: Numbers,
): Table[] {
  const tables: Table[] = [];
  visit(root, (table) => {
    const grid = gridOf(table, rowsMax, rowsSkip);
    if (!grid) return;
    const texts = new Map<Branch, string>();
    const read = (row: Branch[]) => row.map((cell) => remembered(texts, cell));
    const rows = grid.rows.map(read);
    const head = joinTitles(grid.head.map(read));
    const width = rows.reduce((most, row) => Math.max(most, row.length), head.length);
    tables.push({
      number: numbers.of(table.element),
      caption: grid.caption ? plainText(grid.caption) : nameOf(table.element),
      head: head.length > 0 ? padded(head, width) : [],
      rows: rows.map((row) => padded(row, width)),
      rowsSkipped: Math.min(rowsSkip, grid.rowsInPage),
      rowsInPage: grid.rowsInPage,
      rowsTotal: grid.rowsTotal,
    });
  });
  return tables;
}

/** Titles over titles become one: `2025 Sales`. */
export function joinTitles(head: string[][]): string[] {
  const columns = head.reduce((most, row) => Math.max(most, row.length), 0);
  return Array.from({ length: columns }, (_, column) => {
    const titles = head.map((row) => row[column] ?? '').filter((title) => title !== '');
    return [...new Set(titles)].join(' ');
  });
}

function visit(node: Branch, onTable: (table: Branch) => void): void {
  if (isTable(node)) onTable(node);
  for (const child of node.children) if (isBranch(child)) visit(child, onTable);
}

/** A spanned cell is read once. */
function remembered(texts: Map<Branch, string>, cell: Branch): string {
  let text = texts.get(cell);
  if (text === undefined) {
    text = cellText(cell);
    texts.set(cell, text);
  }
  return text;
}

function padded(row: string[], width: number): string[] {
  return row.length < width ? [...row, ...Array<string>(width - row.length).fill('')] : row;
}
