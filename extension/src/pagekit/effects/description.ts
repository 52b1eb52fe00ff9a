// The page in the words of a snapshot, before an action and after it, so that what is told of the action
// and what a snapshot shows are the same.
import type { SnapshotMode } from '../../wire';
import type { KitContext } from '../context';
import { stateOfField } from '../dom/facts';
import { attributeOf, checkVisibility, isConnected, tagOf } from '../dom/native';
import { rootsOf } from '../dom/roots';
import { isInConcealed } from '../dom/secrets';
import { parentOf } from '../dom/tree';
import { boxOf, isVisible } from '../dom/visibility';
import type { KnownListeners } from '../listeners/known-listeners';
import {
  hasMention,
  isGroup,
  isMention,
  textOf,
  wordsOf,
  type Line,
  type Piece,
} from '../snapshot/outline';
import { templateOf } from '../snapshot/render';
import { look } from '../snapshot/snapshot';
import { meets } from '../snapshot/view';

export interface Description {
  /** Of a large page only what is in view. */
  mode: SnapshotMode;
  lines: Told[];
  /** What the fields out of view hold, where they are not in the lines. */
  fields: Map<Element, string>;
}

/** One line of the description. */
export interface Told {
  line: Line;
  /** The element that it is about. */
  element: Element | undefined;
  /** Of a head, the part of the page that it stands above. */
  part: Element | undefined;
  /** Its words without numbers: the same for the same state. */
  template: string;
  /** The role of what announces it: `alert`, `status`, `log`. */
  spoken: string | undefined;
}

/** A walk through so many elements takes some milliseconds, before each action and after it. */
const WHOLE_ELEMENTS_MAX = 1500;
const FIELDS_MAX = 2000;
const BEYOND_MAX = 40;
const FIELDS = new Set(['input', 'select', 'textarea']);
/** As the snapshot says it of what can be used and not be seen. */
export const TRANSPARENT = / transparent\b/;
const SPOKEN = /^(alert|status|log)(?: ".*")?:$/;
const SCROLLED = /, \d+ px (?:more below|above|more sideways|scrolled sideways)/g;

export function describePage(
  context: KitContext,
  listeners: KnownListeners,
  mode = modeFor(context.window.document),
): Description {
  const { pieces } = look(context, listeners, mode, undefined, 'asIs');
  const lines: Told[] = [];
  collect(pieces, lines);
  const fields = mode === 'full' ? new Map<Element, string>() : fieldsOf(context.window.document);
  return { mode, lines, fields };
}

/** What was added to a large page where it is out of view. */
export function describeBeyond(
  context: KitContext,
  listeners: KnownListeners,
  added: readonly Element[],
): Told[] {
  const { innerWidth: right, innerHeight: bottom } = context.window;
  const view = { left: 0, top: 0, right, bottom };
  const all = new Set(added);
  const lines: Told[] = [];
  for (const element of added.slice(0, BEYOND_MAX)) {
    if (!isConnected(element) || isInside(element, all) || meets(boxOf(element), view)) continue;
    if (!isVisible(element) || isInConcealed(element)) continue;
    collect(look(context, listeners, 'full', element, 'asIs').pieces, lines);
  }
  return lines;
}

function isInside(element: Element, others: ReadonlySet<Element>): boolean {
  for (let at = parentOf(element); at; at = parentOf(at)) if (others.has(at)) return true;
  return false;
}

function modeFor(document: Document): SnapshotMode {
  let count = 0;
  for (const root of rootsOf(document)) {
    count += (root as Document | ShadowRoot).querySelectorAll('*').length;
  }
  return count > WHOLE_ELEMENTS_MAX ? 'viewport' : 'full';
}

function fieldsOf(document: Document): Map<Element, string> {
  const fields = new Map<Element, string>();
  for (const root of rootsOf(document)) {
    for (const field of (root as Document | ShadowRoot).querySelectorAll('input,select,textarea')) {
      if (fields.size >= FIELDS_MAX) return fields;
      if (attributeOf(field, 'type') !== 'hidden') fields.set(field, stateOfField(field));
    }
  }
  return fields;
}

function collect(pieces: readonly Piece[], lines: Told[]): void {
  for (const piece of pieces) {
    if (!isGroup(piece)) {
      if (!isFaded(piece)) lines.push(told(piece));
      continue;
    }
    const spoken = piece.head && spokenBy(piece.head);
    if (piece.head && spoken !== undefined && !hasMention(piece.pieces)) {
      const text = textOf(piece.pieces);
      const line: Line = { ...piece.head, kind: 'text', parts: [text] };
      const template = `${spoken} ${text}`;
      lines.push({ line, element: undefined, part: piece.element, template, spoken });
      continue;
    }
    if (piece.head && !isTransparent(piece.element)) {
      lines.push(told(piece.head, piece.element));
    }
    collect(piece.pieces, lines);
  }
}

/**
 * What is in a transparent part of the page has not come yet, or is gone already: a list that faded out is taken
 * away a moment later, which on a busy machine may be after the report. Fields are told all the same, because
 * pages draw something prettier in their place.
 */
function isFaded({ parts }: Line): boolean {
  return (
    parts.length > 0 &&
    parts.every((part) => {
      if (!isMention(part) || !TRANSPARENT.test(part.words)) return false;
      const around = parentOf(part.element);
      return !FIELDS.has(tagOf(part.element)) && around !== null && isTransparent(around);
    })
  );
}

function isTransparent(element: Element): boolean {
  return checkVisibility(element) && !checkVisibility(element, { opacityProperty: true });
}

function told(line: Line, part?: Element): Told {
  const element = line.parts.find(isMention)?.element;
  // How far something is scrolled is no news of its own.
  const template = templateOf(line).replace(SCROLLED, '');
  return { line, element, part, template, spoken: undefined };
}

function spokenBy({ parts: [first, ...more] }: Line): string | undefined {
  if (first === undefined || more.length > 0 || isMention(first)) return undefined;
  return SPOKEN.exec(wordsOf(first))?.[1];
}
