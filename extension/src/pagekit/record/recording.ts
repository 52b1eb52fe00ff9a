// What the parts of the recorder share: who watches one frame, writes fingerprints and hands gestures on.
import type { Fingerprint, Gesture, GestureKind } from '../../wire';
import type { KitContext } from '../context';
import { rootsOf } from '../dom/roots';
import { createFingerprintWriter } from '../fingerprint/fingerprint';
import { createPageQuery, type PageQuery } from '../fingerprint/page-query';
import type { KnownListeners } from '../listeners/known-listeners';
import { isActing } from '../overlay';
import { isOurs } from '../show/ours';

/** A gesture as one frame sees it: which tab it is in, only the browser knows. */
export interface SeenGesture extends Omit<Gesture, 'tab'> {
  /** Of a frame inside a page, by what its parent can find it. The address is the frame's own then. */
  child?: ChildFrame;
}

export interface ChildFrame {
  index: number;
  viewWidth: number;
  viewHeight: number;
}

export type SendGesture = (gesture: SeenGesture) => void;

export interface Recording {
  window: Window & typeof globalThis;
  listeners: KnownListeners;
  /** Aborted when recording ends. */
  ended: AbortSignal;
  /** Of the page as it is now. Fingerprints of one moment share what they have in common. */
  fingerprint(element: Element): Fingerprint;
  /** Looks into the page as it is now. */
  page(): PageQuery;
  /** Hands a gesture on, and returns its id. */
  emit(what: GestureKind, insteadOf?: string): string;
  /** The last gesture of the person in this frame: one that follows it directly may correct it. */
  last(): string | undefined;
  /** What was typed into fields of secrets: it is in no text that is handed on. */
  secrets: ReadonlySet<string>;
  addSecret(secret: string): void;
  /** Listens on the window before the page does, to what a person did and not we ourselves. */
  hear<K extends keyof WindowEventMap>(type: K, listener: (event: WindowEventMap[K]) => void): void;
}

const ID_BYTES = 12;

export function createRecording(
  context: KitContext,
  listeners: KnownListeners,
  send: SendGesture,
  ended: AbortSignal,
): Recording {
  const { window } = context;
  const secrets = new Set<string>();
  let last: string | undefined;
  let page: PageQuery | undefined;
  let writer: ReturnType<typeof createFingerprintWriter> | undefined;

  const pageNow = (): PageQuery => {
    if (!page) {
      page = createPageQuery(window.document, () => shadowRootsOf(window.document));
      // What it remembers holds only as long as nothing else can run.
      queueMicrotask(() => {
        page = undefined;
        writer = undefined;
      });
    }
    return page;
  };

  return {
    window,
    listeners,
    ended,
    secrets,
    addSecret(secret) {
      secrets.add(secret);
      writer = undefined;
    },
    fingerprint(element) {
      writer ??= createFingerprintWriter(pageNow(), { secrets });
      return writer.of(element);
    },
    page: pageNow,
    emit(what, insteadOf) {
      const id = newId();
      const { href: url } = window.location;
      const child = childOf(window);
      if (what.kind !== 'appeared') last = id;
      send({
        id,
        at: Date.now(),
        url,
        ...(insteadOf !== undefined && { insteadOf }),
        what,
        ...(child && { child }),
      });
      return id;
    },
    last: () => last,
    hear(type, listener) {
      const judge = (event: Event) => {
        if (!event.isTrusted || isActing(context) || isOnOurs(event)) return;
        listener(event as WindowEventMap[typeof type]);
      };
      window.addEventListener(type, judge, { capture: true, passive: true, signal: ended });
    },
  };
}

function shadowRootsOf(document: Document): ShadowRoot[] {
  return [...rootsOf(document)].filter((root) => root instanceof ShadowRoot);
}

function isOnOurs(event: Event): boolean {
  return event.composedPath().some((target) => target instanceof Node && isOurs(target));
}

/** Pages without a secure connection have no `randomUUID`. */
function newId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(ID_BYTES));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

function childOf(window: Window): ChildFrame | undefined {
  if (window === window.parent) return undefined;
  const { parent, innerWidth: viewWidth, innerHeight: viewHeight } = window;
  let index = -1;
  for (let at = 0; at < parent.length && index < 0; at += 1) if (parent[at] === window) index = at;
  return { index, viewWidth, viewHeight };
}
