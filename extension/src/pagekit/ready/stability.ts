// Whether an element keeps still. A box that was the same a moment ago needs no frame of waiting.
import { parentOf } from '../dom/tree';

interface Place {
  x: number;
  y: number;
  width: number;
  height: number;
  at: number;
}

const places = new WeakMap<Element, Place>();
const STILL_MS = 30;

/** Notes where an element is; a later look at the same place finds it still at once. */
export function remember(element: Element, box: DOMRect): void {
  places.set(element, placeOf(element, box));
}

/** Whether it was here before, long enough ago, and nothing moves it. */
export function isKnownStill(element: Element, box: DOMRect): boolean {
  const before = places.get(element);
  const now = placeOf(element, box);
  if (!before || !samePlace(before, now)) {
    places.set(element, now);
    return false;
  }
  return now.at - before.at >= STILL_MS && !isAnimated(element);
}

export function sameBox(a: DOMRect, b: DOMRect): boolean {
  return a.x === b.x && a.y === b.y && a.width === b.width && a.height === b.height;
}

/** In the page, not in the view: scrolling the page does not make it move. */
function placeOf(element: Element, box: DOMRect): Place {
  const view = element.ownerDocument.defaultView;
  return {
    x: box.x + (view?.scrollX ?? 0),
    y: box.y + (view?.scrollY ?? 0),
    width: box.width,
    height: box.height,
    at: performance.now(),
  };
}

function samePlace(a: Place, b: Place): boolean {
  return a.x === b.x && a.y === b.y && a.width === b.width && a.height === b.height;
}

/** Whether an animation or transition runs on it or on what is around it. */
export function isAnimated(element: Element): boolean {
  const running = element.ownerDocument
    .getAnimations()
    .filter((animation) => animation.playState === 'running');
  if (running.length === 0) return false;
  const moved = new Set(
    running.map(({ effect }) => (effect instanceof KeyframeEffect ? effect.target : null)),
  );
  for (let at: Element | null = element; at; at = parentOf(at)) if (moved.has(at)) return true;
  return false;
}
