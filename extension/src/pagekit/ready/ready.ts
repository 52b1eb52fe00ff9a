// Waits until a target can be acted on: there, seen, enabled, still, in view, and reached.
import type { FieldKind, KitRefusalCode, Need, Point, ReadyParams } from '../../wire';
import { pointInArea } from './areas';
import { changeBell, nextFrame } from '../wait/clock';
import type { KitContext } from '../context';
import { describe } from '../dom/facts';
import { controlFor, fieldKind, isReadOnly, partnersOf } from '../dom/fields';
import { editorAround, isFocusCatcher } from '../dom/focus-catchers';
import { findOne } from '../find/find';
import { attributeOf, rectOf } from '../dom/native';
import { middleOf, reach, type Reach } from './reach';
import { Refusal } from '../refusal';
import { rootsOf } from '../dom/roots';
import { refuseSensitive } from './sensitive';
import { isAnimated, isKnownStill, sameBox } from './stability';
import { deepQueryAll, elementAt, parentOf } from '../dom/tree';
import { catchesText, shownAround } from '../dom/writing';
import { boxOf, isDisabled, isInert, isVisible } from '../dom/visibility';

/** A target that can be acted on now. */
export interface Fit {
  /** The control that is meant. */
  element: Element;
  /** What stands for it in a click: labels, or the wrapper the caller pointed at. */
  partners: Element[];
  /** Where to act. */
  point: Point;
  field: FieldKind;
}

export async function makeReady(
  context: KitContext,
  params: Omit<ReadyParams, 'guard'>,
): Promise<Fit> {
  const attempt = createAttempt(context, params);
  const first = await attempt();
  if (!(first instanceof Refusal)) return first;
  const { window } = context;
  const begun = performance.now();
  const end = begun + params.timeoutMs;
  const elsewhereAt = begun + (params.elsewhereMs ?? Infinity);
  const bell = changeBell(window, rootsOf(window.document));
  try {
    let last = first;
    for (;;) {
      const now = performance.now();
      const left = end - now;
      const isAbsent = last.code === 'notFound' && params.elsewhereMs !== undefined;
      if (isAbsent && now >= elsewhereAt && deepQueryAll(window.document, FRAMES).length > 0) {
        throw new Refusal('notHere', last.message);
      }
      if (left <= 0) throw last;
      await bell.next(isAbsent && elsewhereAt > now ? Math.min(left, elsewhereAt - now) : left);
      const outcome = await attempt();
      if (!(outcome instanceof Refusal)) return outcome;
      last = outcome;
    }
  } finally {
    bell.stop();
  }
}

/** One attempt. A returned refusal may pass with time and is retried, a thrown one is final. */
function createAttempt(
  context: KitContext,
  { target, need, at, force, deny = [] }: Omit<ReadyParams, 'guard'>,
): () => Promise<Fit | Refusal> {
  let aligned = false;
  const judge = (element: Element) => {
    if (deny.length > 0) refuseSensitive(element, need, deny);
  };
  // What is hit there may be a button of its own, in the element or over it.
  const judgeAt = (point: Point) => {
    if (deny.length === 0 || need !== 'click') return;
    const hit = elementAt(context.window.document, point.x, point.y);
    if (hit) refuseSensitive(hit, need, deny);
  };
  return async () => {
    const found = findOrRefuse(context, target);
    if (found instanceof Refusal) return found;
    const element = controlFor(found, need);
    const field = fieldKind(element, need);
    refuseWrongKind(element, need, field);
    const editor = need === 'click' && isFocusCatcher(element) ? editorAround(element) : undefined;
    const partners = [...partnersOf(element, found), ...(editor ? [editor] : [])];
    const isPoint = typeof target === 'object' && 'x' in target;
    if (need === 'exist' || (need === 'files' && field === 'file')) {
      const point = isPoint ? { x: target.x, y: target.y } : pointAnyway(element, at);
      return { element, partners, point, field };
    }
    if (isPoint) {
      const fit = { element, partners, point: { x: target.x, y: target.y }, field };
      const refusal = force ? undefined : unable(element, need);
      if (!refusal) judge(element);
      return refusal ?? fit;
    }
    if (element instanceof HTMLAreaElement) {
      judge(element);
      const place = pointInArea(element);
      if (place) {
        const before = boxOf(place.image);
        place.image.scrollIntoView({ block: 'nearest', inline: 'nearest', behavior: 'instant' });
        if (!sameBox(before, boxOf(place.image))) await scrollTold(context.window);
        return { element, partners, point: place.point(), field };
      }
    }
    const shown = TAKES_KEYS.has(need) && catchesText(element) ? shownAround(element) : undefined;
    if (shown) {
      const refusal = force ? undefined : unable(element, need);
      if (refusal) return refusal;
      judge(element);
      return { element, partners, point: middleOf(shown), field };
    }
    // Its field has no room to be clicked in: a person clicks the text that the editor draws.
    const seen = editor ?? seenFor(element, partners, need);
    if (!seen) return new Refusal('hidden', `${describe(element)} is not visible`);
    if (!force) {
      const refusal = unable(element, need);
      if (refusal) return refusal;
    }
    judge(element);
    // A select that only carries the value of something prettier is set, not clicked.
    if (need === 'choose' && !isVisible(seen)) {
      return { element, partners, point: middleOf(seen), field };
    }
    if (!force && !(await keepsStill(context.window, seen))) {
      return new Refusal('moving', `${describe(element)} does not keep still`);
    }
    const others = seen === element ? partners : [element, ...partners];
    const before = boxOf(seen);
    let reached = bringWithinReach(seen, others, at, aligned);
    aligned = true;
    if (!sameBox(before, boxOf(seen))) {
      await scrollTold(context.window);
      const now = reach(seen, others, at);
      if ('point' in reached && !('point' in now)) {
        aligned = false;
        return new Refusal('moving', `${describe(element)} does not keep still`);
      }
      reached = now;
    }
    if ('point' in reached) {
      judgeAt(reached.point);
      return { element, partners, point: reached.point, field };
    }
    // What is set as a whole is not touched: sliders often lie under their own thumb.
    const isSet = need === 'edit' && (field === 'whole' || isFocusCatcher(element));
    if (force || isSet || NEEDS_NO_REACH.has(need) || isHint(reached, element, need)) {
      const point = pointAnyway(seen, at);
      judgeAt(point);
      return { element, partners, point, field };
    }
    if (!('blocker' in reached)) {
      return new Refusal('hidden', `${describe(element)} cannot be scrolled into view`);
    }
    return getComputedStyle(element).pointerEvents === 'none'
      ? new Refusal('wrongKind', passedBy(context, element, reached.blocker))
      : new Refusal('covered', coveredBy(element, reached.blocker));
  };
}

const FRAMES = 'iframe, frame';

/** Seen is enough for these; keys go to what has the focus. */
const NEEDS_NO_REACH = new Set<Need>(['view', 'focus', 'enter']);
const TAKES_KEYS = new Set<Need>(['edit', 'focus', 'enter']);

function findOrRefuse(context: KitContext, target: ReadyParams['target']): Element | Refusal {
  try {
    return findOne(context, target);
  } catch (error) {
    if (error instanceof Refusal && error.code === 'notFound') return error;
    throw error;
  }
}

const KINDS_FOR: Partial<Record<Need, { kinds: FieldKind[]; not: string }>> = {
  edit: { kinds: ['text', 'rich', 'whole'], not: 'takes no text' },
  choose: { kinds: ['select', 'combobox'], not: 'has no options to choose from' },
  check: { kinds: ['tick'], not: 'cannot be ticked' },
};

function refuseWrongKind(element: Element, need: Need, field: FieldKind): void {
  const wanted = KINDS_FOR[need];
  if (wanted && !wanted.kinds.includes(field)) {
    throw new Refusal('wrongKind', `${describe(element)} ${wanted.not}`);
  }
  if (need === 'click' && element instanceof HTMLOptionElement && !rectOf(element).width) {
    throw new Refusal('wrongKind', `${describe(element)} is chosen with its select, not clicked`);
  }
}

/** What a person sees of it: the control, or its label where the control itself is hidden. */
function seenFor(element: Element, partners: Element[], need: Need): Element | undefined {
  const box = rectOf(element);
  if (isVisible(element) && (need !== 'check' || (box.width > 1 && box.height > 1))) return element;
  const partner = partners.find(isVisible);
  if (need === 'check') return partner ?? wrapperOf(element);
  if (need === 'choose') return partner ?? element;
  // A slider that only carries the value of something prettier.
  if (need === 'edit' && element instanceof HTMLInputElement && element.type === 'range') {
    return partner ?? wrapperOf(element);
  }
  return need === 'files' ? element : undefined;
}

/** The nearest thing to see around a control that is hidden in it. */
function wrapperOf(element: Element): Element | undefined {
  const near = parentOf(element);
  const visible = near && isVisible(near) ? near : near && parentOf(near);
  return visible && isVisible(visible) && visible.querySelectorAll('input').length === 1
    ? visible
    : undefined;
}

function unable(element: Element, need: Need): Refusal | undefined {
  if (need === 'hover' || need === 'view') return undefined;
  const refuse = (code: KitRefusalCode, why: string) =>
    new Refusal(code, `${describe(element)} ${why}`);
  if (isDisabled(element)) return refuse('disabled', 'is disabled');
  if (isInert(element)) return refuse('covered', 'cannot be used while a dialog is open over it');
  if (need === 'edit' && isReadOnly(element)) return refuse('readOnly', 'is read-only');
  return undefined;
}

async function keepsStill(window: Window, element: Element): Promise<boolean> {
  const before = boxOf(element);
  if (window.document.visibilityState !== 'visible' || isKnownStill(element, before)) return true;
  const { timeline } = window.document;
  const sampled = timeline.currentTime;
  await nextFrame(window);
  // Without a new frame, what is animated only seems to rest.
  if (timeline.currentTime === sampled && isAnimated(element)) return false;
  return sameBox(before, boxOf(element));
}

/** A page is told of a scroll with its next frame, and closes the lists that are open then. A list that a press opens
 * before that frame would be gone at once. */
function scrollTold(window: Window): Promise<void> {
  return nextFrame(window);
}

function bringWithinReach(
  seen: Element,
  others: Element[],
  at: Point | undefined,
  aligned: boolean,
): Reach {
  let reached = reach(seen, others, at);
  if ('point' in reached || (aligned && 'blocker' in reached)) return reached;
  for (const block of ['nearest', 'center', 'start', 'end'] as const) {
    const before = rectOf(seen).top;
    seen.scrollIntoView({ block, inline: 'nearest', behavior: 'instant' });
    // What did not move is still in the way.
    if (rectOf(seen).top === before && block !== 'nearest') continue;
    const now = reach(seen, others, at);
    if ('point' in now) return now;
    if ('blocker' in now || !('blocker' in reached)) reached = now;
  }
  return reached;
}

function pointAnyway(element: Element, at: Point | undefined): Point {
  if (!at) return middleOf(element);
  const box = boxOf(element);
  return { x: box.left + at.x, y: box.top + at.y };
}

/** Editors lay a hint over themselves while they are empty; text goes to what has the focus. */
function isHint(reached: Reach, element: Element, need: Need): boolean {
  if (need !== 'edit' || !('blocker' in reached)) return false;
  const near = element.parentElement?.parentElement ?? element.parentElement;
  return near !== element.ownerDocument.body && !!near?.contains(reached.blocker);
}

/** There is nothing to close: what is behind it gets the clicks, and is what a person clicks. */
function passedBy({ numbers }: KitContext, element: Element, taker: Element): string {
  const number = taker.matches('html, body') ? '' : `[${numbers.of(taker)}] `;
  return `${describe(element)} takes no clicks: they go to ${number}${describe(taker)} behind it`;
}

/** The hit is often a part of something with a name: a dialog, a banner. */
function coveredBy(element: Element, blocker: Element): string {
  let told = blocker;
  for (let at: Element | null = blocker; at && !at.contains(element); at = parentOf(at)) {
    const named = attributeOf(at, 'aria-label') ?? attributeOf(at, 'aria-labelledby');
    if (at instanceof HTMLDialogElement || attributeOf(at, 'role') === 'dialog' || named) {
      told = at;
      break;
    }
  }
  return `${describe(element)} is covered by ${describe(told)}`;
}
