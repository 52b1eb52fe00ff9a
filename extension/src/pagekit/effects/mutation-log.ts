// Records what changes in a frame during an action.
import { EVERYTHING } from '../wait/clock';
import { createHiddenList, type HiddenList } from './hidden';
import { isElement } from '../dom/native';
import { createTextChanges } from './text-changes';
import { rootsOf } from '../dom/roots';
import { isInConcealed } from '../dom/secrets';
import { isOurs } from '../show/ours';

/** Where the frame has navigated or is about to navigate. */
export interface Way {
  leavingFor: string | undefined;
  /** An address within the same document. */
  movedTo: string | undefined;
}

export interface Watch {
  /** When the page last changed; undefined if it did not. */
  changedAt(): number | undefined;
  added: Set<Element>;
  /** The elements that were removed, also those that were added again elsewhere. */
  removed: Set<Element>;
  /** Of what was added, what had been in sight elsewhere in the page. */
  moved: Set<Element>;
  /** Elements whose attributes changed: they may be out of sight now. */
  altered: Set<Element>;
  /** Elements whose own text is another than before. */
  textChanged(): Element[];
  /** What is new of an element's own text. */
  newTextIn(element: Element): string;
  hidden: HiddenList;
  /** A button of the mouse is down: what was begun with it is not over. */
  isPressed(): boolean;
  focusMoved(): boolean;
  way(): Way;
  /** Processes the records that the observer has not delivered yet. */
  catchUp(): void;
  stop(): void;
}

export function watch(window: Window, near?: Element): Watch {
  const { document } = window;
  const ended = new AbortController();
  const quietly = { capture: true, passive: true, signal: ended.signal };
  let changedAt: number | undefined;
  const focusedBefore = document.activeElement;
  let focusMoved = false;
  const note = () => {
    changedAt = performance.now();
  };
  const added = new Set<Element>();
  const removed = new Set<Element>();
  const moved = new Set<Element>();
  const altered = new Set<Element>();
  const textChanges = createTextChanges();
  const hidden = createHiddenList(document);
  const read = (records: MutationRecord[]) => {
    for (const record of records) {
      if (isOurs(record.target)) continue;
      const nodes = [...record.addedNodes, ...record.removedNodes];
      if (nodes.length > 0 && nodes.every(isOurs)) continue;
      note();
      // Changes inside a concealed element are not recorded: they would reveal the secret.
      if (isInConcealed(record.target)) continue;
      textChanges.note(record);
      if (record.type === 'attributes' && isElement(record.target)) altered.add(record.target);
      for (const node of record.addedNodes) if (isElement(node)) added.add(node);
      for (const node of record.removedNodes) {
        if (!isElement(node)) continue;
        removed.add(node);
        const wasHidden = isElement(record.target) && hidden.has(record.target);
        if (!added.has(node) && !wasHidden) moved.add(node);
      }
    }
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
  // Input events overtake queued tasks, so hidden elements are recorded before the page gets them.
  for (const type of ['pointermove', 'pointerdown', 'keydown']) {
    const close = () => {
      hidden.take();
      hidden.close();
    };
    window.addEventListener(type, close, { ...quietly, once: true });
  }
  const way = noteNavigation(window, ended.signal);

  return {
    changedAt: () => changedAt,
    added,
    removed,
    moved,
    altered,
    textChanged: () => textChanges.elements(),
    newTextIn: (element) => textChanges.newIn(element),
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
