// The walk through the rendered tree: what can be seen, in which order, and to whom it belongs.
// It reads and never writes, so that the page is laid out at most once.
import { isAriaHidden } from '../dom/aria-hidden';
import { isTiny, signOf } from '../dom/clickable';
import { labelsOf } from '../dom/labels';
import {
  attributeNamesOf,
  attributeOf,
  checkVisibility,
  firstChildOf,
  hasAttribute,
  nextSiblingOf,
  nodeTypeOf,
  parentElementOf,
  rectOf,
  shadowRootOf,
  tagOf,
} from '../dom/native';
import { clips, escapeesOf, isCutOff, isInCollapsed, isOverflowOfViewport } from '../dom/clipping';
import { focusCatchersIn, isFocusCatcher } from '../dom/focus-catchers';
import { isHoverable, writeClickable } from './clickables';
import { isColumnHandle, isOfItsCell } from './cells';
import { writeContent } from './content';
import { writeControl } from './controls';
import { writeFrame, writeInert } from './places';
import type { Met, Place, WalkContext } from './walk-context';
import { textInView } from './tall-text';
import { isWhollyOut, meets, narrowed, rowsInView } from './view';

const SKIPPED = new Set(
  'base datalist head link meta noscript script source style template title track'.split(' '),
);
/** Their boxes follow from those of their rows. */
const TABLE_PARTS = new Set('caption col colgroup tbody td tfoot th thead'.split(' '));
const FULLY_SEEN = { opacityProperty: true, visibilityProperty: true };
/** Deeper than any parser makes a page, and safe for our own stack. */
export const DEPTH_MAX = 600;
const TALL_VIEWS = 2;

export function visit(walkContext: WalkContext, node: Node, place: Place): void {
  const type = nodeTypeOf(node);
  if (type === 1) visitElement(walkContext, node as Element, place);
  else if (type === 3 && !place.muted && !place.unseen) {
    const { data } = node as Text;
    walkContext.writer.text(place.tall ? textInView(node as Text, place.area) : data);
  }
}

export function visitChildren(
  walkContext: WalkContext,
  element: Element,
  tag: string,
  place: Place,
): void {
  if (tag === 'slot') {
    const assigned = (element as Partial<HTMLSlotElement>).assignedNodes?.();
    if (assigned && assigned.length > 0) {
      for (const node of assigned) visit(walkContext, node, place);
      return;
    }
  }
  if (tag === 'tbody' && walkContext.view.prunes) {
    for (const row of rowsInView(element, walkContext.view, place.area))
      visit(walkContext, row, place);
    return;
  }
  const closed = tag === 'details' && !hasAttribute(element, 'open');
  const root: Node = shadowRootOf(element) ?? element;
  for (let child = firstChildOf(root); child; child = nextSiblingOf(child)) {
    // Text of what is closed has no box of its own to ask.
    if (!closed || nodeTypeOf(child) === 1) visit(walkContext, child, place);
  }
}

function visitElement(walkContext: WalkContext, element: Element, above: Place): void {
  const tag = tagOf(element);
  if (SKIPPED.has(tag)) return;
  const { writer } = walkContext;
  if (tag === 'br') {
    writer.breakLine();
    return;
  }
  const style = getComputedStyle(element);
  const { display } = style;
  if (display === 'none') return;
  if (walkContext.depth > DEPTH_MAX) {
    walkContext.isCut = true;
    return;
  }
  const inline = display === 'inline' || display === 'contents' || display.startsWith('ruby');
  const wasInView = writer.inView;
  walkContext.depth += 1;
  const place = enter(walkContext, element, tag, style, display, inline, above);
  if (place) {
    const apart = !inline && !display.startsWith('inline');
    if (apart) {
      const isInView = writer.inView;
      writer.inView = wasInView;
      writer.breakLine();
      writer.inView = isInView;
    } else if (!inline) writer.text(' ');
    write(
      walkContext,
      {
        element,
        tag,
        attributes: attributeNamesOf(element),
        style,
        inline: !apart,
        rect: walkContext.rect,
      },
      place,
    );
    if (apart) writer.breakLine();
    else if (!inline) writer.text(' ');
  }
  walkContext.depth -= 1;
  writer.inView = wasInView;
}

/** The place inside an element, or nothing when nobody can see what is there. */
function enter(
  walkContext: WalkContext,
  element: Element,
  tag: string,
  style: CSSStyleDeclaration,
  display: string,
  inline: boolean,
  above: Place,
): Place | undefined {
  let { muted, transparent, area, areaOfAbsolute, scrolled, tall } = above;
  walkContext.rect = undefined;
  let unseen = false;
  if (display === 'contents') {
    unseen = style.visibility !== 'visible';
  } else if (!checkVisibility(element, FULLY_SEEN)) {
    if (!checkVisibility(element)) return undefined;
    if (style.visibility === 'visible') {
      // A control may show itself when the pointer comes; text that nobody sees is not told.
      transparent = true;
      muted = true;
    } else unseen = true;
  }
  if (style.fontSize === '0px') muted = true;
  const onlyInView = walkContext.mode === 'viewport';
  if (!inline && (onlyInView || !TABLE_PARTS.has(tag))) {
    const rect = rectOf(element);
    walkContext.rect = rect;
    if (style.contentVisibility === 'hidden') return undefined;
    if (rect.width <= 1 || rect.height <= 1) {
      if (clips(element, style)) {
        // A copy that is neither seen nor read out only measures something.
        const isEmpty = rect.width === 0 || rect.height === 0;
        if ((isEmpty || isAriaHidden(element)) && !isFocusCatcher(element)) {
          visitEscapees(walkContext, element, above);
          return undefined;
        }
        muted = true;
      }
    } else if (
      !scrolled &&
      (rect.right <= walkContext.view.pageLeft || rect.bottom <= walkContext.view.pageTop)
    ) {
      muted = true;
    }
    if (area !== walkContext.view.area) {
      // What is fixed is clipped by nothing around it, what is absolute only by its containing block.
      const { position } = style;
      if (position === 'fixed') area = walkContext.view.area;
      else if (position === 'absolute') area = areaOfAbsolute;
    }
    if (scrolled && !meets(rect, area) && isPutAway(element, rect)) return undefined;
    if (walkContext.view.prunes && isWhollyOut(element, rect, walkContext.view, area))
      return undefined;
    walkContext.writer.inView =
      meets(rect, area) || (walkContext.writer.inView && rect.width * rect.height === 0);
    tall = onlyInView && rect.height > TALL_VIEWS * (area.bottom - area.top);
    const { overflowY } = style;
    if (overflowY !== 'visible' && !isOverflowOfViewport(element)) {
      area = narrowed(area, rect);
      scrolled = true;
    }
  }
  if (area !== areaOfAbsolute && (style.position !== 'static' || style.transform !== 'none')) {
    areaOfAbsolute = area;
  }
  const isAsAbove =
    muted === above.muted &&
    unseen === above.unseen &&
    transparent === above.transparent &&
    area === above.area &&
    areaOfAbsolute === above.areaOfAbsolute &&
    scrolled === above.scrolled &&
    tall === above.tall;
  return isAsAbove
    ? above
    : { ...above, muted, unseen, transparent, area, areaOfAbsolute, scrolled, tall };
}

/**
 * A part that its page hides from everybody: from assistive technology by its word, from sight by moving it
 * out of a box that cannot be scrolled, as editors do with a bar for searching that is closed. Signs and
 * pictures, of which there are many, are left to the rest.
 */
function isPutAway(element: Element, rect: DOMRect): boolean {
  if (attributeOf(element, 'aria-hidden') !== 'true' || !element.firstElementChild) return false;
  return element instanceof HTMLElement && isCutOff(element, rect);
}

/** What a box without room lets out is seen, wherever its own place is. */
function visitEscapees(walkContext: WalkContext, box: Element, above: Place): void {
  for (const element of escapeesOf(box)) visit(walkContext, element, above);
  for (const element of focusCatchersIn(box))
    visit(walkContext, element, { ...above, muted: true });
}

function write(walkContext: WalkContext, met: Met, place: Place): void {
  const { element, tag, attributes, style } = met;
  if (place.unseen) {
    visitChildren(walkContext, element, tag, place);
    return;
  }
  if (attributes.includes('inert')) {
    writeInert(walkContext, element);
    return;
  }
  if (tag === 'iframe' || tag === 'frame') {
    writeFrame(walkContext, element);
    return;
  }
  const sign = signOf(element, tag, attributes, walkContext.listeners);
  if (sign === 'control' || sign === 'edit') {
    if (!(tag === 'input' && isStoodFor(element, place))) writeControl(walkContext, met, place);
    return;
  }
  if (place.numbersCells && (isOfItsCell(met, place) || isRow(met))) {
    writeContent(walkContext, met, place);
    return;
  }
  if (isColumnHandle(met)) return;
  if (sign && sign !== 'hover') {
    writeClickable(walkContext, met, { ...place, pointer: style.cursor === 'pointer' }, sign);
    return;
  }
  if (place.items && tag === 'li' && place.items === parentElementOf(element)) {
    writeClickable(walkContext, met, { ...place, items: undefined }, 'listener');
    return;
  }
  if (!place.pointer && style.cursor === 'pointer' && tag !== 'body' && tag !== 'html') {
    writeClickable(walkContext, met, { ...place, pointer: true }, 'cursor');
    return;
  }
  if (sign === 'hover' && isHoverable(met, place)) {
    writeClickable(walkContext, met, place, 'hover');
    return;
  }
  writeContent(walkContext, met, place);
}

function isRow({ element, tag }: Met): boolean {
  return tag === 'tr' || attributeOf(element, 'role') === 'row';
}

/** A box too small to click, or inside one that shows nothing, whose label is clicked instead. */
function isStoodFor(element: Element, { muted }: Place): boolean {
  if (!isTiny(element) && !(muted && isInCollapsed(element))) return false;
  return labelsOf(element).some((label) => checkVisibility(label) && !isTiny(label));
}
