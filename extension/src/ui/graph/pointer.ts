// Mouse, pen, touch and wheel on a drawing: pan, zoom, hover, click.
import type { Place } from './camera';
import { CLICK_PX_MAX } from './drawing';

export interface PointerEvents {
  onPan: (byPx: Place) => void;
  onZoom: (factor: number, at: Place) => void;
  onMove: (at: Place | undefined) => void;
  onClick: (at: Place) => void;
  onDoubleClick: (at: Place) => void;
}

const WHEEL_SPEED = 0.0015;
const LINE_PX = 16;

/** Returns what ends it. */
export function followPointer(element: HTMLElement, events: PointerEvents): () => void {
  const down = new Map<number, Place>();
  let traveled = 0;
  const placeOf = (event: MouseEvent): Place => {
    const box = element.getBoundingClientRect();
    return { x: event.clientX - box.left, y: event.clientY - box.top };
  };
  const listeners = new AbortController();
  const on = <K extends keyof HTMLElementEventMap>(
    type: K,
    listen: (event: HTMLElementEventMap[K]) => void,
    passive = true,
  ) => {
    element.addEventListener(type, listen, { signal: listeners.signal, passive });
  };
  on('pointerdown', (event) => {
    if (event.button !== 0) return;
    if (down.size === 0) traveled = 0;
    down.set(event.pointerId, placeOf(event));
    element.setPointerCapture(event.pointerId);
  });
  on('pointermove', (event) => {
    const at = placeOf(event);
    const before = down.get(event.pointerId);
    if (!before) {
      events.onMove(at);
      return;
    }
    const by = { x: at.x - before.x, y: at.y - before.y };
    traveled += Math.hypot(by.x, by.y);
    if (traveled <= CLICK_PX_MAX) return;
    down.set(event.pointerId, at);
    const other = [...down].find(([id]) => id !== event.pointerId)?.[1];
    if (!other) {
      events.onPan(by);
      return;
    }
    const apart = Math.hypot(at.x - other.x, at.y - other.y);
    const apartBefore = Math.hypot(before.x - other.x, before.y - other.y);
    const middle = { x: (at.x + other.x) / 2, y: (at.y + other.y) / 2 };
    if (apartBefore > 0) events.onZoom(apart / apartBefore, middle);
  });
  const release = (event: PointerEvent) => {
    down.delete(event.pointerId);
  };
  on('pointerup', release);
  on('pointercancel', release);
  on('pointerleave', () => {
    events.onMove(undefined);
  });
  on('click', (event) => {
    if (traveled <= CLICK_PX_MAX) events.onClick(placeOf(event));
  });
  on('dblclick', (event) => {
    events.onDoubleClick(placeOf(event));
  });
  const wheel = (event: WheelEvent) => {
    event.preventDefault();
    const px =
      event.deltaMode === WheelEvent.DOM_DELTA_LINE ? event.deltaY * LINE_PX : event.deltaY;
    events.onZoom(Math.exp(-px * WHEEL_SPEED), placeOf(event));
  };
  on('wheel', wheel, false);
  return () => {
    listeners.abort();
  };
}
