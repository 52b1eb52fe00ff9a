// The document as the person sees it, with what its head says of it, for reading it later: the markup of
// what is visible, without scripts, styles and anything that was typed into it. It is read while the page is
// idle, and a large page a part at a time, so that nobody notices.
import {
  childNodesOf,
  firstChildOf,
  isElement,
  nextSiblingOf,
  nodeTypeOf,
  parentNodeOf,
  queryAll,
  shadowRootOf,
  tagOf,
} from '../dom/native';
import { isInConcealed } from '../dom/secrets';
import { NESTING_MAX } from '../dom/tree';
import { isOurs } from '../show/ours';
import { pauseInMarkup } from './budget';
import { headOf } from './capture-head';
import {
  isHidden,
  isWrittenIn,
  partOf,
  startOf,
  surveyOf,
  tidied,
  type Survey,
} from './capture-part';
import { CUT_NOTE } from './cut-note';
import { escapeText } from './markup';

/** No further step is begun after so long; the bar is 5 ms of the main thread. */
const SLICE_MS_MAX = 1.5;
/** A page that is never idle is read after so long all the same. */
const IDLE_MS_MAX = 2_000;
/** What was not read by then is left out. */
const WHOLE_MS_MAX = 15_000;
/** A part of more elements is taken apart, because nothing can stop the browser while it writes one. */
const PART_ELEMENTS_MAX = 1_000;
/** So much is read before it is tidied. */
const RAW_CHARS_MAX = 300_000;
const REMOVED_MAX = 1_000;
const TEXT = 3;
/**
 * What is hidden is not told, but for one thing: a page that can ask for a password or for a card, in a dialog
 * that is closed now, is none to be kept by itself. The daemon decides that by the fields it finds.
 */
const SECRET_FIELDS = 'input[type="password" i], input[autocomplete^="cc-" i]';
const SECRET_FIELD = '<input type="password">';

/** An element that is taken apart. */
interface Open {
  /** Undefined for the place of the root. */
  element: Element | undefined;
  /** The children that were read. */
  read: Set<Node>;
  next: Node | null;
}

/** Reads a part of a page, or with its head the whole. Resolves with the markup. */
export function captureOf(
  window: Window,
  root: Element,
  { charsMax, withHead }: { charsMax: number; withHead: boolean },
): Promise<string> {
  const end = performance.now() + WHOLE_MS_MAX;
  const capture = createCapture(root, charsMax, withHead);
  return new Promise((resolve, reject) => {
    const whenIdle = () => {
      window.requestIdleCallback(read, { timeout: IDLE_MS_MAX });
    };
    const read = (deadline: IdleDeadline) => {
      const start = performance.now();
      const isOver = () =>
        performance.now() - start >= SLICE_MS_MAX ||
        (!deadline.didTimeout && deadline.timeRemaining() <= 0);
      try {
        const isWhole = capture.slice(isOver);
        if (isWhole || start > end) resolve(capture.text(!isWhole));
        else whenIdle();
      } catch (error) {
        reject(error instanceof Error ? error : new Error(String(error)));
      }
    };
    whenIdle();
  });
}

interface Capture {
  /** Reads on until it is over; true once there is nothing more to read. */
  slice(isOver: () => boolean): boolean;
  /** Ends the reading. */
  text(isCut: boolean): string;
}

function createCapture(root: Element, charsMax: number, withHead: boolean): Capture {
  const room = Math.max(0, charsMax - CUT_NOTE.length);
  const open: Open[] = [];
  let html = '';
  let isFull = false;
  let isBegun = false;
  /** Nodes that the page took away since the first slice. Where one comes back, it is not told again. */
  const removed = new Set<Node>();
  let watcher: MutationObserver | undefined;
  let survey: Survey | undefined;
  let isChanged = false;

  /** What was read in this slice, as the browser wrote it. */
  let raw = '';

  function tidy(): void {
    html += tidied(raw);
    raw = '';
    if (html.length <= room) return;
    html = html.slice(0, pauseInMarkup(html, room));
    isFull = true;
  }

  function write(part: string): void {
    raw += part;
  }

  function enter(element: Element, survey: Survey): void {
    if (isOurs(element) || isHidden(element)) return;
    if (!isTakenApart(element)) {
      write(partOf(element, survey));
      return;
    }
    write(startOf(element));
    open.push({ element, read: new Set(), next: firstChildOf(element) });
  }

  function isTakenApart(element: Element): boolean {
    if (open.length >= NESTING_MAX || queryAll(element, '*').length <= PART_ELEMENTS_MAX)
      return false;
    return shadowRootOf(element) === null && !isWrittenIn(element) && !isInConcealed(element);
  }

  /** Reads the next node of the innermost element. */
  function readNode(open: Open[], survey: Survey): void {
    const at = open.at(-1);
    if (!at) return;
    const node = at.next;
    if (!node) {
      open.pop();
      if (at.element) write(`</${tagOf(at.element)}>`);
      return;
    }
    at.read.add(node);
    at.next = at.element ? nextSiblingOf(node) : null;
    if (removed.has(node)) return;
    if (isElement(node)) enter(node, survey);
    else if (nodeTypeOf(node) === TEXT) write(escapeText((node as Text).data));
  }

  /** Goes on where each element was left, as far as what was there is still in its place. */
  function resume(): void {
    isChanged = false;
    // A page that exchanges so much is no text to be read.
    if (removed.size > REMOVED_MAX) isFull = true;
    for (const at of open) {
      if (!at.element || !at.next || parentNodeOf(at.next) === at.element) continue;
      at.next = [...childNodesOf(at.element)].find((node) => !at.read.has(node)) ?? null;
    }
  }

  function watch(): void {
    if (watcher) return;
    watcher = new MutationObserver((records) => {
      isChanged = true;
      for (const { removedNodes } of records) for (const node of removedNodes) removed.add(node);
    });
    watcher.observe(root, { childList: true, subtree: true });
  }

  return {
    slice(isOver) {
      // Once, and again only where the page has changed meanwhile: it asks the whole page.
      if (!survey || isChanged) survey = surveyOf(root, removed);
      if (isBegun) resume();
      else if (isOver()) return false;
      else {
        isBegun = true;
        if (withHead) html = headOf(root.ownerDocument, room);
        open.push({ element: undefined, read: new Set(), next: root });
      }
      while (!isOver()) {
        if (raw !== '' && (raw.length >= RAW_CHARS_MAX || open.length === 0)) tidy();
        else if (open.length === 0 || isFull) return true;
        else readNode(open, survey);
      }
      watch();
      return false;
    },
    text(isCut) {
      watcher?.disconnect();
      tidy();
      if (isFull || isCut) return html + CUT_NOTE;
      if (!withHead) return html;
      const isSecret = queryAll(root, SECRET_FIELDS).length > 0;
      return `${html}${isSecret ? SECRET_FIELD : ''}</html>`;
    },
  };
}
