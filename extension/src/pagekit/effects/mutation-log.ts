// Records what changes in a frame during an action.
import { EVERYTHING } from '../wait/clock';
import { createHiddenList, type HiddenList } from './hidden';
import { tidy } from '../dom/names';
import { isElement } from '../dom/native';
import { rootsOf } from '../dom/roots';
import { isInConcealed } from '../dom/secrets';
import { parentOf } from '../dom/tree';
import { isOurs } from '../show/ours';

/** What a page that never rests may grow to. */
const TOUCHED_MAX = 5000;
const GONE_CHARS_MAX = 100_000;
const VEILS = new Set(['aria-hidden', 'inert']);

/** Where the frame has navigated or is about to navigate. */
export interface Way {
  leavingFor: string | undefined;
  /** An address within the same document. */
  movedTo: string | undefined;
}

export interface Watch {
  /** When the page last changed; undefined if it did not. */
  changedAt(): number | undefined;
  /** What was added, got other text, or can be seen since. */
  touched(): Element[];
  hasTouched(element: Element): boolean;
  /** What was added, or has other attributes. */
  restyled(): Element[];
  /** What has got another style by itself, as scripts move things. */
  moved(): Element[];
  /** Parts that were taken out of reach, or given back, as dialogs do with the rest of a page. They are seen as before. */
  veiled(): Element[];
  /** The texts that were taken away. */
  textsGone(): string;
  hidden: HiddenList;
  /** A button of the mouse is down: what was begun with it is not over. */
  isPressed(): boolean;
  focusMoved(): boolean;
  way(): Way;
  /** Processes the records that the observer has not delivered yet. */
  catchUp(): void;
  stop(): void;
}

/** `beforeInput` runs once, before the page gets the first event of the input. */
export function watch(window: Window, near?: Element, beforeInput?: () => void): Watch {
  const { document } = window;
  const ended = new AbortController();
  const quietly = { capture: true, passive: true, signal: ended.signal };
  let changedAt: number | undefined;
  const focusedBefore = document.activeElement;
  let focusMoved = false;
  const note = () => {
    changedAt = performance.now();
  };
  const touched = new Set<Element>();
  const altered = new Set<Element>();
  const moved = new Set<Element>();
  const veiled = new Set<Element>();
  /** What was there before: it may only have been put elsewhere. */
  const removed = new WeakSet<Element>();
  const gone: string[] = [];
  let goneChars = 0;
  const lose = (text: string) => {
    if (goneChars > GONE_CHARS_MAX) return;
    goneChars += text.length;
    gone.push(tidy(text));
  };
  const hidden = createHiddenList(document);
  let shown: Set<Element> | undefined;
  const read = (records: MutationRecord[]) => {
    for (const record of records) {
      const { target } = record;
      if (isOurs(target)) continue;
      const nodes = [...record.addedNodes, ...record.removedNodes];
      if (nodes.length > 0 && nodes.every(isOurs)) continue;
      note();
      // Changes inside a concealed element are not recorded: they would reveal the secret.
      if (isInConcealed(target)) continue;
      if (record.type === 'attributes' && isElement(target) && altered.size < TOUCHED_MAX) {
        altered.add(target);
        if (record.attributeName === 'style') moved.add(target);
        if (record.attributeName && VEILS.has(record.attributeName)) veiled.add(target);
      }
      if (record.type === 'characterData') {
        lose(record.oldValue ?? '');
        touch(target.parentNode);
      }
      for (const node of record.addedNodes) {
        if (!isElement(node)) touch(target);
        else if (!removed.has(node)) touch(node);
      }
      for (const node of record.removedNodes) {
        lose(node.textContent ?? '');
        if (isElement(node) && !touched.has(node)) removed.add(node);
      }
    }
  };
  const touch = (node: Node | null) => {
    if (node && isElement(node) && touched.size < TOUCHED_MAX) touched.add(node);
  };
  const observer = new MutationObserver(read);
  const everything = { ...EVERYTHING, characterDataOldValue: true };
  for (const root of rootsOf(document, near)) observer.observe(root, everything);
  for (const type of ['input', 'change', 'scroll', 'toggle']) {
    window.addEventListener(type, note, quietly);
  }
  window.addEventListener(
    'focusin',
    () => {
      focusMoved = true;
    },
    quietly,
  );
  let pressed = false;
  for (const type of ['pointerdown', 'pointerup', 'pointercancel', 'dragend']) {
    const notePress = (event: Event) => {
      if (event.isTrusted) pressed = type === 'pointerdown';
    };
    window.addEventListener(type, notePress, quietly);
  }
  // Input events overtake queued tasks.
  const begun = new AbortController();
  for (const type of ['pointermove', 'pointerdown', 'keydown']) {
    const close = () => {
      begun.abort();
      beforeInput?.();
      hidden.close();
    };
    window.addEventListener(type, close, {
      ...quietly,
      signal: AbortSignal.any([ended.signal, begun.signal]),
    });
  }
  const way = noteNavigation(window, ended.signal);
  const shownNow = () => (shown ??= new Set(hidden.shownNow()));

  return {
    changedAt: () => changedAt,
    touched: () => [...touched, ...shownNow()],
    hasTouched(element) {
      for (let at: Element | null = element; at; at = parentOf(at)) {
        if (touched.has(at) || shownNow().has(at)) return true;
      }
      return false;
    },
    restyled: () => [...touched, ...altered],
    moved: () => [...moved],
    veiled: () => [...veiled],
    textsGone: () => gone.join('\n'),
    hidden,
    isPressed: () => pressed,
    focusMoved: () => focusMoved || document.activeElement !== focusedBefore,
    way,
    catchUp: () => {
      read(observer.takeRecords());
    },
    stop() {
      observer.disconnect();
      ended.abort();
    },
  };
}

function noteNavigation(window: Window, signal: AbortSignal): () => Way {
  const begun = window.location.href;
  let leaving: { url: string; event?: Event } | undefined;
  const stay = () => {
    leaving = undefined;
  };
  window.addEventListener('beforeunload', () => (leaving ??= { url: 'another page' }), { signal });
  const navigation = (window as Partial<Pick<typeof globalThis, 'navigation'>>).navigation;
  navigation?.addEventListener(
    'navigate',
    (event) => {
      if (event.destination.sameDocument || event.downloadRequest !== null) return;
      leaving = { url: event.destination.url, event };
    },
    { signal },
  );
  // Only what stays in this document changes its entry: the page took the navigation over.
  navigation?.addEventListener('currententrychange', stay, { signal });
  navigation?.addEventListener('navigateerror', stay, { signal });
  return () => {
    const { href } = window.location;
    return {
      leavingFor: leaving?.event?.defaultPrevented ? undefined : leaving?.url,
      movedTo: href === begun ? undefined : href,
    };
  };
}
