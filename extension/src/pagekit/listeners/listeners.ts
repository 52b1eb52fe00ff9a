// Runs in the page's own world before the page does, and notes which elements react to a pointer or
// to keys. The kit asks for them; nothing else comes of it.
import { handledByFrameworks } from './frameworks';
import { ASK_ALL, ASK_NEW, CEASED, HERE, HOVERS, REACTS } from './listener-events';

const POINTER_TYPES = new Set(
  'auxclick click contextmenu dblclick mousedown mouseup pointerdown pointerup touchend touchstart'.split(
    ' ',
  ),
);
const KEY_TYPES = new Set(['keydown', 'keypress']);
const HOVER_TYPES = [
  'mouseenter',
  'mouseover',
  'mousemove',
  'pointerenter',
  'pointerover',
  'pointermove',
];
const HOVER_KEYS = new Set(HOVER_TYPES.flatMap((type) => [type, `${type}!`, `on${type}`]));
const HANDLERS = ['click', 'dblclick', 'mousedown', 'mouseup', 'pointerdown', ...HOVER_TYPES].map(
  (type) => `on${type}`,
);

export function noteListeners(): void {
  try {
    install();
  } catch {
    // A page that froze its prototypes stays as it is; the kit finds no hook.
  }
}

function install(): void {
  const notes = createNotes();
  const answer = ({ type }: Event): void => {
    document.dispatchEvent(new Event(HERE));
    if (type === ASK_ALL) notes.tellAgain();
    notes.tellNew();
  };
  const attend = (): void => {
    document.addEventListener(ASK_NEW, answer);
    document.addEventListener(ASK_ALL, answer);
  };
  attend();
  wrap('addEventListener', (target, [type, listener, options]) => {
    if (target instanceof Element && listener && counts(target, type)) {
      notes.added(target, keyOf(type, options), listener);
      // A page that writes itself anew takes all listeners away, ours too.
      attend();
      endingOf(options)?.addEventListener('abort', () => {
        notes.removed(target, keyOf(type, options), listener);
      });
    }
  });
  wrap('removeEventListener', (target, [type, listener, options]) => {
    if (target instanceof Element && listener && counts(target, type)) {
      notes.removed(target, keyOf(type, options), listener);
    }
  });
  for (const name of HANDLERS) {
    for (const prototype of [HTMLElement.prototype, SVGElement.prototype]) {
      wrapSetter(prototype, name, (target, handler) => {
        if (typeof handler === 'function') notes.added(target, name, name);
        else notes.removed(target, name, name);
      });
    }
  }
}

function counts(target: Element, type: unknown): type is string {
  if (typeof type !== 'string') return false;
  if (POINTER_TYPES.has(type) || HOVER_KEYS.has(type)) return true;
  return KEY_TYPES.has(type) && !target.matches('input,textarea,select,form,body,html');
}

/** The browser tells listeners apart by type and phase too. */
function keyOf(type: string, options: unknown): string {
  const capture =
    typeof options === 'object' && options !== null
      ? (options as { capture?: unknown }).capture
      : options;
  return capture ? `${type}!` : type;
}

function endingOf(options: unknown): AbortSignal | undefined {
  if (typeof options !== 'object' || options === null) return undefined;
  const { signal } = options as { signal?: unknown };
  return signal instanceof AbortSignal ? signal : undefined;
}

interface Notes {
  added(target: Element, key: string, listener: unknown): void;
  removed(target: Element, key: string, listener: unknown): void;
  tellNew(): void;
  tellAgain(): void;
}

function createNotes(): Notes {
  const listeners = new WeakMap<Element, Map<string, Set<unknown>>>();
  const refs = new WeakMap<Element, WeakRef<Element>>();
  /** Elements whose listeners changed since they were last told, or that are not in the page yet. */
  let pending = new Set<WeakRef<Element>>();
  const told = new Map<WeakRef<Element>, string>();
  let handled = new Set<Element>();

  function refOf(target: Element): WeakRef<Element> {
    let ref = refs.get(target);
    if (!ref) refs.set(target, (ref = new WeakRef(target)));
    return ref;
  }

  function tell(target: Element, ref: WeakRef<Element>): void {
    const now = wordFor(target);
    if (now === (told.get(ref) ?? CEASED)) return;
    if (now === CEASED) told.delete(ref);
    else told.set(ref, now);
    target.dispatchEvent(new Event(now, { composed: true }));
  }

  function wordFor(target: Element): string {
    if (handled.has(target)) return REACTS;
    const known = listeners.get(target);
    if (!known) return CEASED;
    for (const key of known.keys()) if (!HOVER_KEYS.has(key)) return REACTS;
    return HOVERS;
  }

  return {
    added(target, key, listener) {
      let known = listeners.get(target);
      if (!known) listeners.set(target, (known = new Map<string, Set<unknown>>()));
      const same = known.get(key);
      if (same) {
        same.add(listener);
        return;
      }
      known.set(key, new Set([listener]));
      pending.add(refOf(target));
    },
    removed(target, key, listener) {
      const known = listeners.get(target);
      const same = known?.get(key);
      if (!known || !same?.delete(listener)) return;
      if (same.size > 0) return;
      known.delete(key);
      if (known.size === 0) listeners.delete(target);
      pending.add(refOf(target));
    },
    tellNew() {
      const before = handled;
      handled = new Set(handledByFrameworks(document));
      for (const target of before) if (!handled.has(target)) pending.add(refOf(target));
      for (const target of handled) if (!before.has(target)) pending.add(refOf(target));
      const now = pending;
      pending = new Set();
      for (const ref of now) {
        const target = ref.deref();
        if (!target) continue;
        if (target.isConnected) tell(target, ref);
        else pending.add(ref);
      }
    },
    tellAgain() {
      for (const [ref, word] of told) {
        const target = ref.deref();
        if (!target) told.delete(ref);
        else target.dispatchEvent(new Event(word, { composed: true }));
      }
    },
  };
}

/** A proxy of the native function still looks native, and the page sees no new name. */
function wrap(
  key: 'addEventListener' | 'removeEventListener',
  note: (target: unknown, parameters: unknown[]) => void,
): void {
  // eslint-disable-next-line @typescript-eslint/unbound-method -- called with what the page calls it on
  EventTarget.prototype[key] = new Proxy(EventTarget.prototype[key], {
    apply(native, target: unknown, parameters: unknown[]) {
      quietly(() => {
        note(target, parameters);
      });
      return Reflect.apply(native, target, parameters) as unknown;
    },
  });
}

function wrapSetter(
  prototype: object,
  key: string,
  note: (target: Element, handler: unknown) => void,
): void {
  const property: Record<string, unknown> = { ...Object.getOwnPropertyDescriptor(prototype, key) };
  if (typeof property.set !== 'function' || !property.configurable) return;
  const set = new Proxy(property.set as (handler: unknown) => void, {
    apply(native, target: unknown, parameters: unknown[]) {
      Reflect.apply(native, target, parameters);
      quietly(() => {
        if (target instanceof Element) note(target, parameters[0]);
      });
    },
  });
  Object.defineProperty(prototype, key, { ...property, set });
}

/** Whatever is odd about a call, it must go on as the page meant it. */
function quietly(note: () => void): void {
  try {
    note();
  } catch {
    // Then this one is not noted.
  }
}
