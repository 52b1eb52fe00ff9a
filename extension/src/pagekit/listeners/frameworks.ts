// Elements whose handlers a framework keeps to itself and serves from one listener at the root.
// Runs in the page's own world, where the frameworks' notes on elements can be read.

type Notes = Record<PropertyKey, unknown>;

const REACT_HANDLERS = [
  'onClick',
  'onClickCapture',
  'onContextMenu',
  'onDoubleClick',
  'onMouseDown',
  'onMouseUp',
  'onPointerDown',
  'onPointerUp',
  'onTouchEnd',
  'onTouchStart',
];
const TYPES = ['click', 'dblclick', 'mousedown', 'pointerdown', 'touchstart'];
/** Svelte notes `__click`, Solid `$$click`. */
const DELEGATED = TYPES.flatMap((type) => [`__${type}`, `$$${type}`]);
/** A framework that is there has noted something on one of the first elements. */
const PROBED_MAX = 1000;

/** Elements that a framework would call a handler for. */
export function handledByFrameworks(document: Document): Element[] {
  const found: Element[] = [];
  try {
    const all = document.body.getElementsByTagName('*');
    const keys = noteKeys(all);
    if (keys.length > 0) {
      for (const element of all) if (isHandled(element, keys)) found.push(element);
    }
    collectOfJQuery(document, all, found);
  } catch {
    // A page that plays with these names gets no help from them.
  }
  return found;
}

/** Under which names the frameworks of this page note handlers. React's has a suffix of its own. */
function noteKeys(all: ArrayLike<Element>): PropertyKey[] {
  const keys = new Set<PropertyKey>();
  for (let at = 0; at < Math.min(all.length, PROBED_MAX); at += 1) {
    const element = all[at];
    if (!element) break;
    for (const key of Object.keys(element)) {
      if (key.startsWith('__reactProps$') || DELEGATED.includes(key)) keys.add(key);
    }
    for (const symbol of Object.getOwnPropertySymbols(element)) {
      if (symbol.description === 'events') keys.add(symbol);
    }
  }
  return [...keys];
}

function isHandled(element: Element, keys: PropertyKey[]): boolean {
  const notes = element as unknown as Notes;
  for (const key of keys) {
    const note = notes[key];
    if (!note) continue;
    if (typeof key === 'string' && !key.startsWith('__reactProps$')) return true;
    const names = typeof key === 'string' ? REACT_HANDLERS : TYPES;
    if (names.some((name) => (note as Notes)[name])) return true;
  }
  return false;
}

interface JQueryLike {
  _data?(node: Node, name: string): Record<string, { selector?: unknown }[]> | undefined;
}

function collectOfJQuery(document: Document, all: ArrayLike<Element>, found: Element[]): void {
  const jquery = (window as { jQuery?: JQueryLike }).jQuery;
  if (typeof jquery?._data !== 'function') return;
  const roots: (Document | Element)[] = [document, document.documentElement, document.body];
  for (let at = 0; at < Math.min(all.length, PROBED_MAX); at += 1) {
    const element = all[at];
    if (element) roots.push(element);
  }
  for (const root of roots) {
    const events = jquery._data(root, 'events');
    if (!events) continue;
    for (const type of TYPES) {
      for (const { selector } of events[type] ?? []) {
        if (typeof selector === 'string') collectSelected(root, selector, found);
      }
    }
  }
}

function collectSelected(root: Document | Element, selector: string, found: Element[]): void {
  try {
    found.push(...root.querySelectorAll(selector));
  } catch {
    // A selector of jQuery's own dialect.
  }
}
