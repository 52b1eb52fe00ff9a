// Everything that is read and not used: headings, groups, lists, tables, images and plain text.
import { headingLevel, roleOf } from '../dom/roles';
import { attributeOf, rectOf, trimmedAttribute } from '../dom/native';
import { nameOf } from '../dom/names';
import { virtualRows } from './cells';
import { clean, quoted } from './escape';
import { headOf, isTransparentGroup } from './heads';
import { isMention, type Part } from './outline';
import { formatSize } from './describe-control';
import type { Met, Place, WalkContext } from './walk-context';
import { isDataTable, writeRow } from './tables';
import { visitChildren } from './walk';
import { finished } from './writer';

const CANVAS_PX_MIN = 20;

export function writeContent(walkContext: WalkContext, met: Met, place: Place): void {
  const { element, tag, attributes } = met;
  const role = attributes.includes('role') ? roleOf(element) : '';
  if (isHeading(tag, role)) writeHeading(walkContext, met, place);
  else if (tag === 'img' || role === 'img' || tag === 'svg') writeImage(walkContext, met, place);
  else if (tag === 'canvas') writeCanvas(walkContext, met, place);
  else if (tag === 'label') writeLabel(walkContext, met, place);
  else if (tag === 'legend' || (tag === 'caption' && place.inTable)) {
    // Their group's head says them.
    visitChildren(walkContext, element, tag, { ...place, muted: true });
  } else if ((tag === 'tr' && place.inTable) || role === 'row') writeRow(walkContext, met, place);
  else if (met.inline) visitChildren(walkContext, element, tag, place);
  else writeBlock(walkContext, met, place, role);
}

function writeBlock(walkContext: WalkContext, met: Met, place: Place, role: string): void {
  const { element, tag } = met;
  const { writer } = walkContext;
  if (writer.flat > 0) {
    visitChildren(walkContext, element, tag, place);
    return;
  }
  const isTable = tag === 'table' && isDataTable(element);
  const inside = insideOf(met, role, isTable, place);
  if (isTransparentGroup(tag, role, element) && !met.attributes.includes('class')) {
    visitChildren(walkContext, element, tag, inside);
    return;
  }
  const { inView } = writer;
  const head = headOf(met, role);
  writer.open();
  visitChildren(walkContext, element, tag, inside);
  writer.inView = inView;
  if (inside.numbersCells || isTable) writeVirtualRows(walkContext, element);
  writer.close(
    {
      element,
      shape: shapeOf(tag, element),
      head: head && { kind: 'head', parts: head, inView, shape: 'head' },
      of: isTable || tag === 'tbody' ? 'rows' : isList(tag, role) ? 'items' : 'parts',
    },
    tag === 'li' || role === 'listitem',
  );
}

function insideOf({ tag }: Met, role: string, isTable: boolean, place: Place): Place {
  const isGrid = role === 'grid' || role === 'treegrid';
  if (isGrid)
    return { ...place, numbersCells: 'grid', inTable: tag === 'table' ? isTable : place.inTable };
  return tag === 'table' ? { ...place, inTable: isTable } : place;
}

/** Only what is in view is in the page: no budget shows more of it, but scrolling does. */
function writeVirtualRows({ writer }: WalkContext, grid: Element): void {
  const rows = virtualRows(grid);
  if (!rows) return;
  const [missing, total] = [rows.missing, rows.total].map((count) => count.toLocaleString('en-US'));
  writer.breakLine();
  writer.line('note', [
    { remark: `… ${missing} of ${total} rows are not in the page yet: scroll in it to see them` },
  ]);
}

function writeHeading(walkContext: WalkContext, met: Met, place: Place): void {
  const { writer } = walkContext;
  writer.breakLine();
  writer.begin();
  writer.flat += 1;
  visitChildren(walkContext, met.element, met.tag, place);
  writer.flat -= 1;
  const parts = finished(writer.end().parts, false);
  if (parts.length === 0) return;
  if (writer.flat > 0) {
    for (const part of parts) writePart(walkContext, part);
    return;
  }
  writer.line('heading', [{ remark: '#'.repeat(headingLevel(met.element)) }, ...parts]);
}

function writePart(walkContext: WalkContext, part: Part): void {
  if (isMention(part)) walkContext.writer.mention(part);
  else if (typeof part === 'string') walkContext.writer.text(` ${part} `);
  else walkContext.writer.remark(part.remark);
}

function writeImage(walkContext: WalkContext, met: Met, place: Place): void {
  const { element, tag } = met;
  if (tag === 'svg') {
    // A drawing may hold links and text; its title names it.
    const title = attributeOf(element, 'aria-hidden') === 'true' ? '' : nameOf(element);
    if (title && !place.muted) walkContext.writer.remark(imageWords(title));
    visitChildren(walkContext, element, tag, place);
    return;
  }
  writeNamedImage(walkContext, met, place);
}

function writeNamedImage(walkContext: WalkContext, { element }: Met, place: Place): void {
  if (place.muted) return;
  const name = clean(nameOf(element));
  if (name) walkContext.writer.remark(imageWords(name));
}

/** What is drawn on it cannot be read, so it is told that there is something to look at. */
function writeCanvas(walkContext: WalkContext, { element, rect, style }: Met, place: Place): void {
  if (place.muted) return;
  const name = clean(nameOf(element));
  const box = rect ?? rectOf(element);
  if (box.width <= CANVAS_PX_MIN || box.height <= CANVAS_PX_MIN) return;
  // Nameless and out of the pointer's way, it is an effect over the page.
  if (!name && style.pointerEvents === 'none') return;
  walkContext.writer.remark(`canvas ${name ? quoted(name, 100) : formatSize(box)}`);
}

function imageWords(name: string): string {
  return `image ${quoted(name, 100)}`;
}

/** A label whose field is shown is said by the field. */
function writeLabel(walkContext: WalkContext, { element, tag }: Met, place: Place): void {
  const { control } = element as Partial<HTMLLabelElement>;
  const isSaid =
    control &&
    !trimmedAttribute(control, 'aria-label') &&
    !trimmedAttribute(control, 'aria-labelledby');
  visitChildren(walkContext, element, tag, isSaid ? { ...place, muted: true } : place);
}

function isHeading(tag: string, role: string): boolean {
  if (role) return role === 'heading';
  return tag.length === 2 && tag >= 'h1' && tag <= 'h6';
}

function isList(tag: string, role: string): boolean {
  return tag === 'ul' || tag === 'ol' || tag === 'dl' || role === 'list' || role === 'listbox';
}

/** Neighbours of the same shape can be summed up. */
function shapeOf(tag: string, element: Element): string {
  const first = /[^\s\d]+/.exec(attributeOf(element, 'class') ?? '')?.[0];
  return first === undefined ? tag : `${tag}.${first}`;
}
