// Everything that is read and not used: headings, groups, lists, tables, images and plain text.
import { headingLevel, roleOf } from '../dom/roles';
import { attributeOf, rectOf, said } from '../dom/native';
import { nameOf } from '../dom/names';
import { clean, quoted } from './escape';
import { headOf, isTransparentGroup } from './heads';
import { isMention, type Part } from './outline';
import { sizeInWords } from './phrase';
import type { Met, Place, Scene } from './scene';
import { isDataTable, writeRow } from './tables';
import { visitChildren } from './walk';
import { finished } from './writer';

const CANVAS_PX_MIN = 20;

export function writeContent(scene: Scene, met: Met, place: Place): void {
  const { element, tag, attributes } = met;
  const role = attributes.includes('role') ? roleOf(element) : '';
  if (isHeading(tag, role)) writeHeading(scene, met, place);
  else if (tag === 'img' || role === 'img' || tag === 'svg') writeImage(scene, met, place);
  else if (tag === 'canvas') writeCanvas(scene, met, place);
  else if (tag === 'label') writeLabel(scene, met, place);
  else if (tag === 'legend' || (tag === 'caption' && place.inTable)) {
    // Their group's head says them.
    visitChildren(scene, element, tag, { ...place, muted: true });
  } else if ((tag === 'tr' && place.inTable) || role === 'row') writeRow(scene, met, place);
  else if (met.inline) visitChildren(scene, element, tag, place);
  else writeBlock(scene, met, place, role);
}

function writeBlock(scene: Scene, met: Met, place: Place, role: string): void {
  const { element, tag } = met;
  const { writer } = scene;
  if (writer.flat > 0) {
    visitChildren(scene, element, tag, place);
    return;
  }
  const isTable = tag === 'table' && isDataTable(element);
  const inside = tag === 'table' ? { ...place, inTable: isTable } : place;
  if (isTransparentGroup(tag, role, element) && !met.attributes.includes('class')) {
    visitChildren(scene, element, tag, inside);
    return;
  }
  const { inView } = writer;
  const head = headOf(met, role);
  writer.open();
  visitChildren(scene, element, tag, inside);
  writer.inView = inView;
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

function writeHeading(scene: Scene, met: Met, place: Place): void {
  const { writer } = scene;
  writer.breakLine();
  writer.begin();
  writer.flat += 1;
  visitChildren(scene, met.element, met.tag, place);
  writer.flat -= 1;
  const parts = finished(writer.end().parts, false);
  if (parts.length === 0) return;
  if (writer.flat > 0) {
    for (const part of parts) writePart(scene, part);
    return;
  }
  writer.line('heading', [{ remark: '#'.repeat(headingLevel(met.element)) }, ...parts]);
}

function writePart(scene: Scene, part: Part): void {
  if (isMention(part)) scene.writer.mention(part);
  else if (typeof part === 'string') scene.writer.text(` ${part} `);
  else scene.writer.remark(part.remark);
}

function writeImage(scene: Scene, met: Met, place: Place): void {
  const { element, tag } = met;
  if (tag === 'svg') {
    // A drawing may hold links and text; its title names it.
    const title = attributeOf(element, 'aria-hidden') === 'true' ? '' : nameOf(element);
    if (title && !place.muted) scene.writer.remark(imageWords(title));
    visitChildren(scene, element, tag, place);
    return;
  }
  writeNamedImage(scene, met, place);
}

function writeNamedImage(scene: Scene, { element }: Met, place: Place): void {
  if (place.muted) return;
  const name = clean(nameOf(element));
  if (name) scene.writer.remark(imageWords(name));
}

/** What is drawn on it cannot be read, so it is told that there is something to look at. */
function writeCanvas(scene: Scene, { element, rect, style }: Met, place: Place): void {
  if (place.muted) return;
  const name = clean(nameOf(element));
  const box = rect ?? rectOf(element);
  if (box.width <= CANVAS_PX_MIN || box.height <= CANVAS_PX_MIN) return;
  // Nameless and out of the pointer's way, it is an effect over the page.
  if (!name && style.pointerEvents === 'none') return;
  scene.writer.remark(`canvas ${name ? quoted(name, 100) : sizeInWords(box)}`);
}

function imageWords(name: string): string {
  return `image ${quoted(name, 100)}`;
}

/** A label whose field is shown is said by the field. */
function writeLabel(scene: Scene, { element, tag }: Met, place: Place): void {
  const { control } = element as Partial<HTMLLabelElement>;
  const isSaid = control && !said(control, 'aria-label') && !said(control, 'aria-labelledby');
  visitChildren(scene, element, tag, isSaid ? { ...place, muted: true } : place);
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
