// Tables that carry data: one line for a row.
import { attributeOf, rectOf } from '../dom/native';
import { childrenOf } from '../dom/tree';
import { cellMention, cellsOf, cellState, isCell, rowNumber } from './cells';
import type { Part } from './outline';
import type { Met, Place, WalkContext } from './walk-context';
import { meets } from './view';
import { visit } from './walk';
import { finished } from './writer';

/** A table around tables only arranges them. */
export function isDataTable(table: Element): boolean {
  const role = attributeOf(table, 'role');
  if (role === 'presentation' || role === 'none') return false;
  return table.getElementsByTagName('table').length === 0;
}

export function writeRow(walkContext: WalkContext, { element }: Met, place: Place): void {
  const { writer } = walkContext;
  if (writer.flat > 0) {
    for (const child of childrenOf(element)) visit(walkContext, child, place);
    return;
  }
  writer.breakLine();
  const wasInView = writer.inView;
  const isInView = meets(rectOf(element), place.area);
  writer.inView = isInView;
  const number = rowNumber(element, place);
  const parts: Part[] = number === undefined ? [] : [{ remark: `row ${number}` }];
  let told = 0;
  writer.flat += 1;
  for (const cell of cellsOf(element)) {
    writer.begin();
    const isNumbered = place.numbersCells !== false && isCell(cell);
    visit(walkContext, cell, isNumbered ? { ...place, cell } : place);
    const content = finished(writer.end().parts, true);
    const mention = cellMention(walkContext, cell, content, place);
    const whole = [
      ...(mention ? [mention] : []),
      ...content,
      ...cellState(cell, walkContext.active),
    ];
    parts.push({ remark: '|' }, ...whole);
    if (whole.length > 0) told = parts.length;
  }
  writer.flat -= 1;
  writer.inView = isInView;
  if (told > 0) writer.line('row', parts.slice(0, told));
  writer.inView = wasInView;
}
