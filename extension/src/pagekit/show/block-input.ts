// Blocks the person's input while the page is driven. Synthetic events of scripts are not blocked. A
// debugger's input looks like the person's, so it is sent while input is let through.

export interface Watched {
  isOurs(event: Event): boolean;
  isPassing(): boolean;
  /** The person moves or presses the pointer. The browser's own looks at what is below it are not told. */
  onPointer(): void;
  isOnButton(point: { x: number; y: number }): boolean;
  isFocused(): boolean;
  focusButton(): void;
  onStop(): void;
}

const POINTER = [
  ...['pointerdown', 'pointerup', 'pointermove', 'pointerover', 'pointerout', 'mousedown'],
  ...['mouseup', 'mousemove', 'mouseover', 'mouseout', 'click', 'dblclick', 'auxclick'],
  ...[
    'contextmenu',
    'wheel',
    'touchstart',
    'touchmove',
    'touchend',
    'dragstart',
    'dragover',
    'drop',
  ],
];
/** Those that only the person makes. The browser makes the others by itself, too, whenever the page below a
 * resting pointer changes. */
const POINTER_BY_HAND = new Set(['pointerdown', 'pointermove', 'mousemove', 'wheel', 'touchstart']);
const KEYS = ['keydown', 'keypress', 'keyup', 'beforeinput', 'compositionstart', 'paste', 'cut'];

/** Chords that edit the page are blocked. All others belong to the browser: reload, close, find. */
const EDITING_CHORDS = new Set(['a', 'x', 'v', 'z', 'y', 'b', 'i', 'u', 'enter']);

export function blockInput(window: Window, watched: Watched): AbortController {
  const until = new AbortController();
  const listen = (types: string[], listener: (event: Event) => void) => {
    const options = { capture: true, passive: false, signal: until.signal };
    for (const type of types) window.addEventListener(type, listener, options);
  };
  listen(POINTER, (event) => {
    if (!event.isTrusted) return;
    const ours = watched.isOurs(event);
    if (!ours && watched.isPassing()) return;
    event.stopImmediatePropagation();
    if (event.cancelable) event.preventDefault();
    if (POINTER_BY_HAND.has(event.type)) watched.onPointer();
    // By coordinates and not by target: under a modal dialog of the page the button gets no events.
    const isPress = event.type === 'pointerdown' && (event as PointerEvent).button === 0;
    if (!(isPress || event.type === 'click') || !watched.isOnButton(event as MouseEvent)) return;
    // At the press already: what is driven gets presses of its own, and one of them between the person's press and
    // release would take the click away. The rest of the press is not for the page below.
    if (isPress) swallowPress(window);
    watched.onStop();
  });
  listen(KEYS, (event) => {
    if (!event.isTrusted || watched.isPassing()) return;
    event.stopImmediatePropagation();
    if (event.type !== 'keydown') {
      if (event.cancelable && event.type !== 'keyup') event.preventDefault();
      return;
    }
    const key = event as KeyboardEvent;
    if (isBrowsers(key)) return;
    key.preventDefault();
    if (key.key === 'Tab') watched.focusButton();
    else if ((key.key === 'Enter' || key.key === ' ') && watched.isFocused()) watched.onStop();
  });
  return until;
}

/** Keeps what follows a press from the page, up to its click or the next press. */
function swallowPress(window: Window): void {
  const over = new AbortController();
  const options = { capture: true, passive: false, signal: over.signal };
  for (const type of ['mousedown', 'pointerup', 'mouseup', 'click']) {
    const swallow = (event: Event) => {
      if (!event.isTrusted) return;
      event.stopImmediatePropagation();
      event.preventDefault();
      if (type === 'click') over.abort();
    };
    window.addEventListener(type, swallow, options);
  }
  const end = () => {
    over.abort();
  };
  window.addEventListener('pointerdown', end, options);
}

function isBrowsers(key: KeyboardEvent): boolean {
  if (/^F\d+$/.test(key.key)) return true;
  if (!key.ctrlKey && !key.metaKey && !key.altKey) return false;
  return !EDITING_CHORDS.has(key.key.toLowerCase());
}
