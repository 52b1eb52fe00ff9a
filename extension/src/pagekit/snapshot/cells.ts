// Cells of a grid: each has a number, because each can be clicked, edited or opened.
import { isTiny, signOf } from '../dom/clickable';
import {
  attributeNamesOf,
  attributeOf,
  checkVisibility,
  isElement,
  queryAll,
  tagOf,
} from '../dom/native';
import { childrenOf, parentOf } from '../dom/tree';
import { clean } from './escape';
import { isMention, type Mention, type Part } from './outline';
import type { Met, Place, WalkContext } from './walk-context';

const CELLS = new Set(['cell', 'gridcell', 'columnheader', 'rowheader']);
const CELL_SELECTOR = [...CELLS].map((role) => `[role=${role}]`).join();
const CONTROLS = 'a[href], button, input, select, textarea';
/** A container that says so much more than its table is not the table's. */
const TEXT_AROUND_MAX = 20;

/** The cells of a row, through boxes that only arrange them: fixed columns, columns that scroll. */
export function cellsOf(row: Element): Element[] {
  const cells: Element[] = [];
  for (const child of childrenOf(row)) {
    if (!isElement(child) || !checkVisibility(child)) continue;
    if (!isCell(child) && queryAll(child, CELL_SELECTOR).length > 0) cells.push(...cellsOf(child));
    else cells.push(child);
  }
  return cells;
}

export function isCell(element: Element): boolean {
  const tag = tagOf(element);
  return tag === 'td' || tag === 'th' || CELLS.has(attributeOf(element, 'role') ?? '');
}

/** Its number, unless what is in it has one and says all of it. */
export function cellMention(
  walkContext: WalkContext,
  cell: Element,
  content: readonly Part[],
  place: Place,
): Mention | undefined {
  if (!place.numbersCells || !isCell(cell)) return undefined;
  if (content.length > 0 && content.every(isMention)) return undefined;
  const attributes = attributeNamesOf(cell);
  const reacts = (): boolean =>
    attributes.includes('tabindex') ||
    signOf(cell, tagOf(cell), attributes, walkContext.listeners) !== undefined;
  const isPlain = place.numbersCells === 'table';
  const isGridCell = content.length > 0 && attributeOf(cell, 'role') === 'gridcell';
  if (!isPlain && !isGridCell && !reacts()) return undefined;
  return { element: cell, words: '', address: '', inside: false, counts: true };
}

/** Words of ours after what a cell says. */
export function cellState(cell: Element, active: Element | null): Part[] {
  const states: string[] = [];
  const sort = attributeOf(cell, 'aria-sort');
  if (sort === 'ascending' || sort === 'descending') states.push(`sorted ${sort}`);
  if (attributeOf(cell, 'aria-selected') === 'true') states.push('selected');
  if (cell === active) states.push('focused');
  return states.length > 0 ? [{ remark: `(${states.join(', ')})` }] : [];
}

/** Which row it is, where the page tells or cells are numbered; a grid may show any part of itself. */
export function rowNumber(row: Element, place: Place): number | undefined {
  const said = Number(attributeOf(row, 'aria-rowindex'));
  if (Number.isInteger(said) && said > 0) return said;
  if (place.numbersCells !== 'table' || !(row instanceof HTMLTableRowElement)) return undefined;
  return tagOf(row.parentElement ?? row) === 'tbody' ? row.sectionRowIndex + 1 : undefined;
}

/** What reacts inside a cell and says no more than the cell is the cell. */
export function isOfItsCell({ element, style }: Met, { cell }: Place): boolean {
  if (!cell) return false;
  if (cell === element || style.cursor.endsWith('-resize')) return true;
  const text = clean(element.textContent);
  if (text === '') return isTiny(element);
  return isColumnTitle(cell) || text === clean(cell.textContent);
}

/**
 * What stands between the cells of a row only to be dragged, so that a column gets wider. There are as many
 * of them as cells, and they say nothing.
 */
export function isColumnHandle({ element, style }: Met): boolean {
  if (!style.cursor.endsWith('-resize') || element.childElementCount > 0) return false;
  const row = parentOf(element);
  return !!row && attributeOf(row, 'role') === 'row' && element.textContent === '';
}

/** What is clicked on the title of a column is the title. */
function isColumnTitle(cell: Element): boolean {
  return tagOf(cell) === 'th' || attributeOf(cell, 'role') === 'columnheader';
}

/** Whether a listener around a table is there for its cells: a sheet that listens once for them all. */
export function isSheet(element: Element): boolean {
  const table = tagOf(element) === 'table' ? element : element.getElementsByTagName('table')[0];
  if (!table || isInRow(element) || queryAll(table, CONTROLS).length > 0) return false;
  const around = element.textContent.length - table.textContent.length;
  return around <= TEXT_AROUND_MAX && queryAll(table, 'td, th').length > 1;
}

/** How many rows a grid says it has but has not put into the page. */
export function virtualRows(grid: Element): { missing: number; total: number } | undefined {
  const total = Number(attributeOf(grid, 'aria-rowcount'));
  if (!Number.isInteger(total) || total <= 0) return undefined;
  const there = new Set<unknown>();
  for (const row of queryAll(grid, '[role=row], tr'))
    there.add(attributeOf(row, 'aria-rowindex') ?? row);
  return total > there.size ? { missing: total - there.size, total } : undefined;
}

function isInRow(element: Element): boolean {
  return ['tr', 'td', 'th'].includes(tagOf(element));
}
