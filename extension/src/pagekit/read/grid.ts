// A table as a rectangle of cells, whether it is made of table elements or of ARIA roles. Spanned
// cells stand in every place they cover; rows of nested tables are not taken for its own.
import { attributeOf } from '../dom/native';
import { nameOf } from '../dom/names';
import { isBranch, type Branch, plainText } from './rendered-tree';

export interface Grid {
  caption: Branch | undefined;
  /** Rows of column titles, from the top. */
  head: Branch[][];
  rows: Branch[][];
  /** Rows below the titles that are in the page. */
  rowsInPage: number;
  /** The same with those that the page only promises. */
  rowsTotal: number;
}

interface Row {
  cells: Branch[];
  /** Stands in a `thead`. */
  titled: boolean;
  /** `aria-rowindex`, or 0. */
  index: number;
}

const TABLE_ROLES = new Set(['table', 'grid', 'treegrid']);
const CELL_ROLES = new Set(['cell', 'gridcell', 'columnheader', 'rowheader']);
/** A colspan of thousands is a page's way to say "all of it". */
const SPAN_MAX = 200;

export function isTable(node: Branch): boolean {
  const role = roleAttribute(node);
  return role ? TABLE_ROLES.has(role) : node.tag === 'table';
}

/** Undefined for tables that only arrange things on the page. */
export function gridOf(table: Branch, rowsMax = Infinity, rowsSkip = 0): Grid | undefined {
  const found: Row[] = [];
  let caption: Branch | undefined;
  collect(table, false, found, (heading) => (caption ??= heading));
  const rows = inOrder(found);
  if (!caption && isLayout(table, rows)) return undefined;
  const heads = headCount(rows);
  const wanted = rows.slice(0, heads + rowsSkip + rowsMax);
  const placed = place(wanted.map(({ cells }) => cells));
  // A virtual list tells how long it would be.
  const promised = Number.parseInt(attributeOf(table.element, 'aria-rowcount') ?? '', 10) || 0;
  return {
    caption,
    head: placed.slice(0, heads),
    rows: placed.slice(heads + rowsSkip),
    rowsInPage: rows.length - heads,
    rowsTotal: Math.max(rows.length, promised) - heads,
  };
}

/**
 * Grids that render only what is in view put rows into the page in any order, and keep a row's fixed
 * columns in a row element of their own: both say which row they are.
 */
function inOrder(rows: Row[]): Row[] {
  if (!rows.every(({ index }) => index > 0)) return rows;
  const known = new Map<number, Row>();
  for (const row of rows) {
    const same = known.get(row.index);
    if (same) same.cells.push(...row.cells);
    else known.set(row.index, { ...row, cells: [...row.cells] });
  }
  return [...known.values()]
    .map((row) => ({ ...row, cells: byColumn(row.cells) }))
    .sort((one, other) => one.index - other.index);
}

/** Of two cells in one column, one is a copy that lies over the other. */
function byColumn(cells: Branch[]): Branch[] {
  const columns = new Map<number, Branch>();
  for (const cell of cells) {
    const column = Number.parseInt(attributeOf(cell.element, 'aria-colindex') ?? '', 10);
    if (!(column > 0)) return cells;
    const same = columns.get(column);
    if (!same || cellText(same) === '') columns.set(column, cell);
  }
  return [...columns].sort(([one], [other]) => one - other).map(([, cell]) => cell);
}

function collect(
  parent: Branch,
  titled: boolean,
  rows: Row[],
  onCaption: (caption: Branch) => void,
): void {
  for (const child of parent.children) {
    if (!isBranch(child)) continue;
    const role = roleAttribute(child);
    if (child.tag === 'caption') onCaption(child);
    else if (role === 'row' || child.tag === 'tr') {
      const cells = cellsOf(child);
      const index = Number.parseInt(attributeOf(child.element, 'aria-rowindex') ?? '', 10) || 0;
      if (cells.length > 0) rows.push({ cells, titled, index });
    } else if (!isTable(child) && !isCell(child)) {
      collect(child, titled || child.tag === 'thead', rows, onCaption);
    }
  }
}

function cellsOf(parent: Branch): Branch[] {
  const cells: Branch[] = [];
  for (const child of parent.children) {
    if (!isBranch(child)) continue;
    if (isCell(child)) cells.push(child);
    else if (!isTable(child)) cells.push(...cellsOf(child));
  }
  return cells;
}

function isCell(node: Branch): boolean {
  const role = roleAttribute(node);
  return CELL_ROLES.has(role) || ((node.tag === 'td' || node.tag === 'th') && role !== 'row');
}

function isTitle(cell: Branch): boolean {
  const role = roleAttribute(cell);
  return role === 'columnheader' || (role === '' && cell.tag === 'th');
}

function isLayout(table: Branch, rows: Row[]): boolean {
  const role = roleAttribute(table);
  if (role === 'presentation' || role === 'none') return true;
  if (rows.length === 0) return true;
  if (role) return false;
  if (rows.some(({ titled, cells }) => titled || cells.some(isTitle))) return false;
  const columns = Math.max(...rows.slice(0, 50).map(({ cells }) => cells.length));
  if (columns < 2 || rows.length < 2) return true;
  const first = rows.slice(0, 20).flatMap(({ cells }) => cells);
  return first.some(arranges) || first.every((cell) => plainText(cell) === '');
}

/** A cell that is a piece of a page rather than a value. */
function arranges(cell: Branch): boolean {
  return (
    cell.children.some((child) => isBranch(child) && (isTable(child) || arrangesBy(child))) ||
    plainText(cell).length > 600
  );
}

function arrangesBy(node: Branch): boolean {
  if (/^(h[1-6]|form|nav|article|section|hr)$/.test(node.tag)) return true;
  return node.children.some((child) => isBranch(child) && (isTable(child) || arrangesBy(child)));
}

function headCount(rows: Row[]): number {
  let count = 0;
  while (rows[count]?.titled) count += 1;
  if (count > 0) return count === rows.length ? 1 : count;
  while (rows[count]?.cells.every(isTitle)) count += 1;
  if (count > 0) return count === rows.length ? 0 : count;
  return looksLikeHead(rows) ? 1 : 0;
}

/** Words set in bold over a column of figures are titles, whatever the markup says. */
function looksLikeHead(rows: Row[]): boolean {
  const [first, ...others] = rows.slice(0, 6);
  if (!first || others.length === 0 || first.cells.length < 2) return false;
  const titles = first.cells.map((cell) => plainText(cell));
  if (titles.some((title) => title === '' || title.length > 60 || isFigure(title))) return false;
  const emphasised = (row: Row) => row.cells.every((cell) => isBold(cell));
  if (emphasised(first) && !others.some(emphasised)) return true;
  return titles.some((_, column) =>
    others.every(({ cells }) => {
      const cell = cells[column];
      return cell !== undefined && isFigure(plainText(cell));
    }),
  );
}

function isBold(cell: Branch): boolean {
  const only = cell.children.filter((child) => isBranch(child) || child.trim() !== '');
  const [inner] = only;
  if (only.length === 1 && inner && isBranch(inner))
    return /^(b|strong)$/.test(inner.tag) || isBold(inner);
  return Number(getComputedStyle(cell.element).fontWeight) >= 600;
}

function isFigure(text: string): boolean {
  return /\d/.test(text) && text.replace(/[\d\s.,:/%$€£¥+−–-]/g, '').length <= 3;
}

function place(rows: Branch[][]): Branch[][] {
  const placed: Branch[][] = rows.map(() => []);
  rows.forEach((cells, y) => {
    let x = 0;
    for (const cell of cells) {
      while (placed[y]?.[x]) x += 1;
      const wide = spanOf(cell, 'colspan', 'aria-colspan');
      const high = spanOf(cell, 'rowspan', 'aria-rowspan');
      for (let down = 0; down < high && y + down < rows.length; down += 1) {
        const row = placed[y + down];
        for (let right = 0; right < wide; right += 1) if (row) row[x + right] ??= cell;
      }
      x += wide;
    }
  });
  return placed;
}

function spanOf(cell: Branch, attribute: string, aria: string): number {
  const said = attributeOf(cell.element, attribute) ?? attributeOf(cell.element, aria);
  const span = said === null ? 1 : Number.parseInt(said, 10);
  // rowspan="0" reaches to the end of its group.
  if (span === 0 && attribute === 'rowspan') return SPAN_MAX;
  return span >= 1 ? Math.min(span, SPAN_MAX) : 1;
}

function roleAttribute(node: Branch): string {
  return attributeOf(node.element, 'role')?.trim().split(/\s+/)[0] ?? '';
}

/** What a cell says in one line, with its pictures by their words. */
export function cellText(cell: Branch): string {
  return plainText(cell, (node) => (isPicture(node) ? nameOf(node.element) : undefined));
}

function isPicture({ tag, element }: Branch): boolean {
  return tag === 'img' || tag === 'svg' || attributeOf(element, 'role') === 'img';
}
